//go:build cgo && ferry_record

package main

/*
#include <stdint.h>
typedef int32_t host_run(uint64_t ctx, int32_t kind, void *fn, void *a, int32_t status, void *b);
static int32_t run_on_host(void *f, uint64_t ctx, void *fn, void *a) { return ((host_run *)f)(ctx, 0, fn, a, 0, 0); }
*/
import "C"

import (
	"unsafe"

	"ferry/exports/internal/record"
)

// The test build of the core, which writes down what it is called with.

func thread(t unsafe.Pointer) *record.Thread { return (*record.Thread)(t) }

func threadExit(*record.Thread) {}

func stop() {}

var hostRun unsafe.Pointer

func setup(run unsafe.Pointer) { hostRun = run }

func panicked(unsafe.Pointer, string, any) record.CUresult { return 999 }

// ferry_record_last copies what the latest call was, cut to n bytes with the zero at the end.
//
//export ferry_record_last
func ferry_record_last(buf *C.char, n C.int) {
	out := unsafe.Slice((*byte)(unsafe.Pointer(buf)), int(n))
	out[copy(out[:len(out)-1], record.Last())] = 0
}

// ferry_record_host runs fn(a) on the host thread of a context, from a goroutine as the driver does.
//
//export ferry_record_host
func ferry_record_host(ctx C.uint64_t, fn, a unsafe.Pointer) C.int32_t {
	done := make(chan C.int32_t)
	go func() { done <- C.run_on_host(hostRun, ctx, fn, a) }()
	return <-done
}

// ferry_record_panic makes the next call panic.
//
//export ferry_record_panic
func ferry_record_panic() { record.PanicNext.Store(true) }
