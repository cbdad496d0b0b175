"""Runs the programs that TestWrite wrote on libcuda.so.1 and compares: nvidia.py [PTXAS] DIR. Each in a process of its own, since one may hang."""
import ctypes as C, glob, os, subprocess, sys
def one(name, cubin):
    cu = C.CDLL('libcuda.so.1')
    def ck(what, r):
        if r: sys.exit(f'{what}: {r}')
    grid, block, slots, _, per = open(name + '.ptx').readline().split()[1:]
    grid, block, slots, per = int(grid), int(block), int(slots), int(per)
    want = open(name + '.bin', 'rb').read()
    ck('init', cu.cuInit(0)); ctx = C.c_void_p(); mod = C.c_void_p(); fn = C.c_void_p()
    ck('context', cu.cuDevicePrimaryCtxRetain(C.byref(ctx), 0)); ck('current', cu.cuCtxSetCurrent(ctx))
    ck('load', cu.cuModuleLoadData(C.byref(mod), open(cubin, 'rb').read() + b'\0'))
    ck('function', cu.cuModuleGetFunction(C.byref(fn), mod, b'k'))
    n = grid * block
    bufs = [open(os.path.join(os.path.dirname(name), 'inputs.bin'), 'rb').read(), bytes(8 * slots * n), bytes(1024) + bytes(i * 37 & 255 for i in range(per * n))]
    at = []
    for b in bufs:
        p = C.c_uint64(); ck('alloc', cu.cuMemAlloc_v2(C.byref(p), C.c_size_t(len(b)))); ck('copy', cu.cuMemcpyHtoD_v2(p, b, C.c_size_t(len(b)))); at.append(p)
    args = (C.c_void_p * 3)(*[C.cast(C.byref(p), C.c_void_p) for p in at])
    ck('launch', cu.cuLaunchKernel(fn, grid, 1, 1, block, 1, 1, 0, None, args, None)); ck('run', cu.cuCtxSynchronize())
    got = b''
    for p, b in zip(at[1:], bufs[1:]):
        o = C.create_string_buffer(len(b)); ck('read', cu.cuMemcpyDtoH_v2(o, p, C.c_size_t(len(b)))); got += o.raw
    bad = [i for i in range(0, len(got), 8) if got[i:i + 8] != want[i:i + 8]]
    if bad: sys.exit(f'{len(bad)} values differ, first at thread {bad[0] // 8 // slots} slot {bad[0] // 8 % slots}: {got[bad[0]:bad[0] + 8][::-1].hex()} not {want[bad[0]:bad[0] + 8][::-1].hex()}')
if sys.argv[1] == 'one': one(*sys.argv[2:])
else:
    from concurrent.futures import ThreadPoolExecutor
    d, ptxas = sys.argv[-1], sys.argv[1] if len(sys.argv) > 2 else None
    def run(f):
        name = f[:-4]; cubin = f
        if ptxas:
            cubin = name + '.cubin'; r = subprocess.run([ptxas, '-arch=sm_90', f, '-o', cubin], capture_output=True, text=True)
            if r.returncode: return f'{name}: ptxas: {r.stderr.strip()[:300]}'
        try: r = subprocess.run([sys.executable, __file__, 'one', name, cubin], capture_output=True, text=True, timeout=20)
        except subprocess.TimeoutExpired: return f'{name}: hangs'
        return f'{name}: {r.stderr.strip()[-300:]}' if r.returncode else ''
    l = sorted(glob.glob(d + '/*.ptx')); bad = [x for x in ThreadPoolExecutor(8).map(run, l) if x]
    print('\n'.join(bad)); print(f'{len(l)} programs, {len(bad)} differ')
