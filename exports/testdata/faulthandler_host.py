"""Python with faulthandler on, before or after cuInit: ferry works, and a fault of Python's own is still reported."""
import ctypes
import faulthandler
import sys

when, fault = sys.argv[1], sys.argv[2]
if when == "before":
    faulthandler.enable()
cuda = ctypes.CDLL("libcuda.so.1")
if cuda.cuInit(0) != 0:
    sys.exit("cuInit failed")
if when == "after":
    faulthandler.enable()
n = ctypes.c_int()
for _ in range(1000):
    if cuda.cuDeviceGetCount(ctypes.byref(n)) == 3:
        sys.exit("not initialised")
print("ok", flush=True)
if fault == "fault":
    ctypes.string_at(8)
