#!/usr/bin/env python3
"""A client of the CUDA driver API in plain Python: y = a*x + y from PTX text, checked on the host."""
import ctypes
import struct
import sys

PTX = b"""
.version 7.0
.target sm_52
.address_size 64
.visible .entry saxpy(.param .f32 a, .param .u64 x, .param .u64 y, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %r<5>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<4>;
    ld.param.f32 %f0, [a];
    ld.param.u64 %rd0, [x];
    ld.param.u64 %rd1, [y];
    ld.param.u32 %r0, [n];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    setp.ge.u32 %p, %r4, %r0;
    @%p bra DONE;
    mad.wide.u32 %rd2, %r4, 4, %rd0;
    mad.wide.u32 %rd3, %r4, 4, %rd1;
    ld.global.f32 %f1, [%rd2];
    ld.global.f32 %f2, [%rd3];
    fma.rn.f32 %f3, %f0, %f1, %f2;
    st.global.f32 [%rd3], %f3;
DONE:
    ret;
}
"""

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *args):
    r = getattr(cuda, name)(*args)
    if r != 0:
        text = ctypes.c_char_p()
        cuda.cuGetErrorName(r, ctypes.byref(text))
        sys.exit(f"{name}: {text.value.decode() if text.value else r}")


def main():
    n, a = 10000, ctypes.c_float(3.0)
    call("cuInit", 0)
    dev, ctx = ctypes.c_int(), ctypes.c_void_p()
    call("cuDeviceGet", ctypes.byref(dev), 0)
    name = ctypes.create_string_buffer(256)
    call("cuDeviceGetName", name, 256, dev)
    print("device:", name.value.decode())
    call("cuDevicePrimaryCtxRetain", ctypes.byref(ctx), dev)
    call("cuCtxSetCurrent", ctx)
    mod, fn = ctypes.c_void_p(), ctypes.c_void_p()
    call("cuModuleLoadData", ctypes.byref(mod), PTX)
    call("cuModuleGetFunction", ctypes.byref(fn), mod, b"saxpy")
    xs = [float(i) for i in range(n)]
    ys = [float(2 * i) for i in range(n)]
    x, y = ctypes.c_uint64(), ctypes.c_uint64()
    for p, v in ((x, xs), (y, ys)):
        call("cuMemAlloc_v2", ctypes.byref(p), ctypes.c_size_t(4 * n))
        call("cuMemcpyHtoD_v2", p, struct.pack(f"{n}f", *v), ctypes.c_size_t(4 * n))
    count = ctypes.c_uint(n)
    args = (ctypes.c_void_p * 4)(*[ctypes.addressof(v) for v in (a, x, y, count)])
    call("cuLaunchKernel", fn, (n + 127) // 128, 1, 1, 128, 1, 1, 0, None, args, None)
    call("cuCtxSynchronize")
    out = ctypes.create_string_buffer(4 * n)
    call("cuMemcpyDtoH_v2", out, y, ctypes.c_size_t(4 * n))
    got = struct.unpack(f"{n}f", out.raw)
    bad = [i for i in range(n) if got[i] != 3.0 * xs[i] + ys[i]]
    print(f"saxpy of {n} elements from Python:", f"FAILED at {bad[0]}" if bad else "PASSED")
    call("cuMemFree_v2", x)
    call("cuMemFree_v2", y)
    call("cuDevicePrimaryCtxRelease_v2", dev)
    return 1 if bad else 0


sys.exit(main())
