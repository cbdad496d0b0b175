package cuda

import (
	"os"
	"unsafe"
)

// HostCalls is how the driver runs the program's own code. The core fills in Host at start; everything a stream calls
// runs on a C thread of the core's, one a context, whose Thread has ThreadInHostCall set. Each function returns when
// the program's function has returned. fn is a C function pointer.
type HostCalls struct {
	// HostFn runs void fn(void *userData) of cuLaunchHostFunc, of a graph's host node and of a user object.
	HostFn func(ctx uint64, fn uintptr, userData unsafe.Pointer)
	// StreamCallback runs void fn(CUstream, CUresult, void *userData) of cuStreamAddCallback.
	StreamCallback func(ctx uint64, fn uintptr, stream CUstream, status CUresult, userData unsafe.Pointer)
	// BlockToShared runs size_t fn(int blockSize) on the calling thread.
	BlockToShared func(fn uintptr, blockSize int32) uintptr
	// Destructor runs void fn(CUcontext, void *key, void *value) of context-local storage on the calling thread.
	Destructor func(fn uintptr, ctx CUcontext, key, value unsafe.Pointer)
	// Log runs void fn(void *userData, CUlogLevel, char *message, size_t length) on the calling thread.
	Log func(fn uintptr, userData unsafe.Pointer, level CUlogLevel, message *byte, length uintptr)
	// Stdout writes device printf output through the program's C stdio.
	Stdout func(b []byte)
	// Stderr does so with what failed assertions say.
	Stderr func(b []byte)
}

// Host is the core's way to the program's code; by itself (tests, tools without C) it can only print.
var Host = HostCalls{
	HostFn:         func(uint64, uintptr, unsafe.Pointer) {},
	StreamCallback: func(uint64, uintptr, CUstream, CUresult, unsafe.Pointer) {},
	BlockToShared:  func(uintptr, int32) uintptr { return 0 },
	Destructor:     func(uintptr, CUcontext, unsafe.Pointer, unsafe.Pointer) {},
	Log:            func(uintptr, unsafe.Pointer, CUlogLevel, *byte, uintptr) {},
	Stdout:         func(b []byte) { os.Stdout.Write(b) },
	Stderr:         func(b []byte) { os.Stderr.Write(b) },
}
