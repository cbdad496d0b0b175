//go:build cgo && ferry_record

package main

import "C"

import (
	"unsafe"

	"ferry/exports/internal/record"
)

// The test build of the core, which writes down what it is called with.

func thread(t unsafe.Pointer) *record.Thread { return (*record.Thread)(t) }

func threadExit(*record.Thread) {}

func stop() {}

func setup(unsafe.Pointer) {}

func panicked(unsafe.Pointer, string, any) record.CUresult { return 999 }

// ferry_record_last copies what the latest call was, cut to n bytes with the zero at the end.
//
//export ferry_record_last
func ferry_record_last(buf *C.char, n C.int) {
	out := unsafe.Slice((*byte)(unsafe.Pointer(buf)), int(n))
	out[copy(out[:len(out)-1], record.Last())] = 0
}
