//go:build cgo

// Command core is libferry_core.so: the Go part of every ferry library, built with -buildmode=c-shared.
// libcuda.so.1 loads it at cuInit and enters it through ferry_core_call with the number of a driver
// function and the frame of its arguments. It holds the way between C and package cuda and nothing else.
package main

/*
#include <stdint.h>
*/
import "C"

import (
	"os"
	"strings"
	"sync"
	"unsafe"
)

func main() {}

var startOnce sync.Once

// ferry_core_start is called once before any other entry, on the thread of cuInit. environ is the program's environment as it is
// now: the Go runtime has seen the one the process was started with. hostRun is libcuda's way to run a function of the
// program on a host thread. The answer is the hash of the call table, which must be libcuda's.
//
//export ferry_core_start
func ferry_core_start(environ **C.char, hostRun unsafe.Pointer) C.uint64_t {
	startOnce.Do(func() {
		takeEnvironment(environ)
		setup(hostRun)
	})
	return abi
}

// ferry_core_call is the one way in: a trampoline's number, the calling thread and the frame of arguments. No panic leaves it.
//
//export ferry_core_call
func ferry_core_call(number C.uint32_t, t, frame unsafe.Pointer) (r C.int32_t) {
	defer func() {
		if v := recover(); v != nil {
			r = C.int32_t(panicked(t, callNames[number], v))
		}
	}()
	return C.int32_t(calls[number](thread(t), frame))
}

// stackRoom is how much stack a thread of the program gets for its calls into Go. A signal handler of the program's that
// does not ask for the alternate stack runs on whatever stack its thread is on: it must find room below a goroutine's
// frames. Only the pages in use are ever touched. Stacks do not shrink (gcshrinkstackoff, see package build).
const stackRoom = 256 << 10

//go:noinline
func useStack(i int) byte {
	var room [stackRoom / 2]byte // more than half of the next power of two makes the stack that large
	room[i] = 1
	return room[i/2]
}

// ferry_core_thread_begin is called once by each thread of the program before its first call.
//
//export ferry_core_thread_begin
func ferry_core_thread_begin() { useStack(1) }

// ferry_core_thread_exit is called when a thread of the program ends that has called the driver.
//
//export ferry_core_thread_exit
func ferry_core_thread_exit(t unsafe.Pointer) {
	defer func() {
		if v := recover(); v != nil {
			panicked(t, "thread exit", v)
		}
	}()
	threadExit(thread(t))
}

// ferry_core_stop is called when the process ends. It waits for nothing.
//
//export ferry_core_stop
func ferry_core_stop() {
	defer func() { _ = recover() }()
	stop()
}

// takeEnvironment brings over what the program changed in its environment since it was started, as far as ferry looks at it.
func takeEnvironment(environ **C.char) {
	if environ == nil {
		return
	}
	seen := map[string]bool{}
	for p := environ; *p != nil; p = (**C.char)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(*p))) {
		k, v, ok := strings.Cut(C.GoString(*p), "=")
		if !ok || !ours(k) {
			continue
		}
		seen[k] = true
		if old, had := os.LookupEnv(k); !had || old != v {
			os.Setenv(k, v)
		}
	}
	for _, e := range os.Environ() {
		if k, _, _ := strings.Cut(e, "="); ours(k) && !seen[k] {
			os.Unsetenv(k)
		}
	}
}

func ours(k string) bool {
	for _, p := range []string{"FERRY_", "CUDA_", "HIP_", "ROCR_", "XDG_"} {
		if strings.HasPrefix(k, p) {
			return true
		}
	}
	return k == "HOME" || k == "TMPDIR"
}
