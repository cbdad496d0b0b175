"""Records what an NVIDIA GPU answers to the kernels of this folder.

    python3 record.py OUT.json

Each file has one kernel, k(.param .u64 out), which is run with two blocks of 64 threads. The answer is the 128 words
that it stored, or the name of the error. Each kernel runs in a process of its own, since an error ends its context.
"""
import ctypes
import json
import pathlib
import subprocess
import sys

GRID, BLOCK, POISON = 2, 64, 0xA5


def run(path):
    cu = ctypes.CDLL("libcuda.so.1")

    def check(r):
        if r:
            name = ctypes.c_char_p()
            cu.cuGetErrorName(r, ctypes.byref(name))
            print(json.dumps(name.value.decode()))
            sys.exit(0)

    dev, ctx, mod, fn, mem = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
    check(cu.cuInit(0))
    check(cu.cuDeviceGet(ctypes.byref(dev), 0))
    check(cu.cuDevicePrimaryCtxRetain(ctypes.byref(ctx), dev))
    check(cu.cuCtxSetCurrent(ctx))
    check(cu.cuModuleLoadData(ctypes.byref(mod), path.read_bytes() + b"\0"))
    check(cu.cuModuleGetFunction(ctypes.byref(fn), mod, b"k"))
    n = GRID * BLOCK
    check(cu.cuMemAlloc_v2(ctypes.byref(mem), n * 4))
    check(cu.cuMemsetD8_v2(mem, POISON, n * 4))
    args = (ctypes.c_void_p * 1)(ctypes.addressof(mem))
    check(cu.cuLaunchKernel(fn, GRID, 1, 1, BLOCK, 1, 1, 0, None, args, None))
    check(cu.cuCtxSynchronize())
    out = (ctypes.c_uint32 * n)()
    check(cu.cuMemcpyDtoH_v2(out, mem, n * 4))
    print(json.dumps(list(out)))


def main():
    if sys.argv[1] == "one":
        run(pathlib.Path(sys.argv[2]))
        return
    answers = {}
    for p in sorted(pathlib.Path(__file__).parent.glob("*.ptx")):
        r = subprocess.run([sys.executable, __file__, "one", str(p)], capture_output=True, text=True, timeout=120)
        answers[p.stem] = json.loads(r.stdout) if r.returncode == 0 else r.stderr
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in answers.items())
    pathlib.Path(sys.argv[1]).write_text("{\n" + lines + "\n}\n")


main()
