//go:build cgo && !ferry_record

package main

/*
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef int32_t host_run(uint64_t ctx, int32_t kind, void *fn, void *a, int32_t status, void *b);
static int32_t run_on_host(void *f, uint64_t ctx, int32_t kind, uintptr_t fn, uintptr_t a, int32_t status, void *b)
{
	return ((host_run *)f)(ctx, kind, (void *)fn, (void *)a, status, b);
}
static size_t block_to_shared(uintptr_t fn, int block) { return ((size_t(*)(int))fn)(block); }
static void destructor(uintptr_t fn, uintptr_t ctx, void *key, void *value)
{
	((void (*)(void *, void *, void *))fn)((void *)ctx, key, value);
}
static void log_line(uintptr_t fn, void *data, int32_t level, void *message, size_t length)
{
	((void (*)(void *, int32_t, char *, size_t))fn)(data, level, message, length);
}
static void to_stdout(void *p, size_t n) { fwrite(p, 1, n, stdout); }
static void to_stderr(void *p, size_t n) { fwrite(p, 1, n, stderr); }
*/
import "C"

import (
	"log"
	"unsafe"

	"ferry/cuda"
)

// Kinds of ferry_host_run.
const (
	hostFn         = 0
	streamCallback = 1
)

func thread(t unsafe.Pointer) *cuda.Thread { return (*cuda.Thread)(t) }

func threadExit(t *cuda.Thread) { cuda.ThreadExit(t) }

func stop() { cuda.Shutdown() }

func panicked(t unsafe.Pointer, fn string, v any) cuda.CUresult {
	return cuda.Panicked(thread(t), fn, v)
}

// setup gives package cuda its devices and its way to the program's code.
func setup(hostRun unsafe.Pointer) {
	cuda.OpenDevices = devices
	run := func(ctx uint64, kind int32, fn, a uintptr, status int32, b unsafe.Pointer) {
		if r := C.run_on_host(hostRun, C.uint64_t(ctx), C.int32_t(kind), C.uintptr_t(fn), C.uintptr_t(a), C.int32_t(status), b); r != 0 {
			log.Printf("ferry: no thread for a host function: result %d", r)
		}
	}
	cuda.Host = cuda.HostCalls{
		HostFn: func(ctx uint64, fn uintptr, data unsafe.Pointer) {
			run(ctx, hostFn, fn, uintptr(data), 0, nil)
		},
		StreamCallback: func(ctx uint64, fn uintptr, stream cuda.CUstream, status cuda.CUresult, data unsafe.Pointer) {
			run(ctx, streamCallback, fn, uintptr(stream), int32(status), data)
		},
		BlockToShared: func(fn uintptr, block int32) uintptr {
			return uintptr(C.block_to_shared(C.uintptr_t(fn), C.int(block)))
		},
		Destructor: func(fn uintptr, ctx cuda.CUcontext, key, value unsafe.Pointer) {
			C.destructor(C.uintptr_t(fn), C.uintptr_t(ctx), key, value)
		},
		Log: func(fn uintptr, data unsafe.Pointer, level cuda.CUlogLevel, message *byte, length uintptr) {
			C.log_line(C.uintptr_t(fn), data, C.int32_t(level), unsafe.Pointer(message), C.size_t(length))
		},
		Stdout: func(b []byte) {
			if len(b) > 0 {
				C.to_stdout(unsafe.Pointer(&b[0]), C.size_t(len(b)))
			}
		},
		Stderr: func(b []byte) {
			if len(b) > 0 {
				C.to_stderr(unsafe.Pointer(&b[0]), C.size_t(len(b)))
			}
		},
	}
}
