#!/usr/bin/env python3
"""Sums of all results of every exact instruction, from the libcuda.so.1 that the loader finds.

    go test ./internal/sweep -run TestRecorder -sweep.recorder FILE     writes the module
    sums.py FILE > sums.txt                                             on a machine with an NVIDIA GPU of capability 9.0

A line holds the instruction and 16 sums, one for each 2^28 inputs; instructions on 16 bits or fewer have one.
"""
import ctypes, re, sys
cu = ctypes.CDLL('libcuda.so.1')
def ck(r, what):
    if r: raise SystemExit(f'{what}: {r}')
ck(cu.cuInit(0), 'init')
ctx, out = ctypes.c_void_p(), ctypes.c_uint64()
ck(cu.cuDevicePrimaryCtxRetain(ctypes.byref(ctx), 0), 'retain')
ck(cu.cuCtxSetCurrent(ctx), 'current')
ck(cu.cuMemAlloc_v2(ctypes.byref(out), ctypes.c_size_t(128)), 'alloc')
parts = int(sys.argv[2]) if len(sys.argv) > 2 else 16   # fewer for a trial
head, *kernels = re.split(r'^// (?=k\d+ )', open(sys.argv[1]).read(), flags=re.M)
def load(body):
    m = ctypes.c_void_p()
    return cu.cuModuleLoadData(ctypes.byref(m), (head + ''.join('// ' + k for k in body)).encode() + b'\0'), m
# Where one kernel of a group is refused, its kernels are loaded one by one.
for at in range(0, len(kernels), 32):
    group = kernels[at:at+32]
    r, whole = load(group)
    for k in group:
        name, mn, bits = k.split('\n')[0].split()
        m = whole
        if r:
            r1, m = load([k])
            if r1:
                print(mn, 'refused', r1, file=sys.stderr); continue
        fn = ctypes.c_void_p()
        ck(cu.cuModuleGetFunction(ctypes.byref(fn), m, name.encode()), 'get ' + mn)
        ck(cu.cuMemsetD8_v2(out, ctypes.c_ubyte(0), ctypes.c_size_t(128)), 'set')
        small = int(bits) < 32
        for part in range(1 if small else parts):
            word, first = ctypes.c_uint64(out.value + 8*part), ctypes.c_uint32(part << 28)
            args = (ctypes.c_void_p*2)(ctypes.addressof(word), ctypes.addressof(first))
            ck(cu.cuLaunchKernel(fn, 256 if small else 4096, 1, 1, 256, 1, 1, 0, None, args, None), 'launch ' + mn)
        ck(cu.cuCtxSynchronize(), 'run ' + mn)
        sums = (ctypes.c_uint64*16)()
        ck(cu.cuMemcpyDtoH_v2(sums, out, ctypes.c_size_t(128)), 'read')
        print(mn, *(f'{x:x}' for x in sums[:1 if small else parts]), flush=True)
