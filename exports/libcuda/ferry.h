// ferry.h: what the files of libcuda.so.1 share. libcuda.so.1 holds no Go: it answers by itself what can be
// answered before cuInit, and hands everything else to the Go core through one function pointer.
#ifndef FERRY_H
#define FERRY_H

#include <features.h>
#ifndef __GLIBC__
#error "ferry needs glibc: musl and other C libraries are not supported"
#endif

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "thread_gen.h"
#include "types_gen.h"

#define FERRY_API __attribute__((visibility("default")))
#define FERRY_DRIVER_VERSION 13000 // what cuDriverGetVersion says; cuda.DriverVersion is the same number
// Bits of ferry_thread.Flags.
#define FERRY_PER_THREAD_STREAM 1u // cuda.ThreadPerThreadStream
#define FERRY_IN_HOST_CALL 2u      // cuda.ThreadInHostCall

// The results that C itself answers.
enum {
	CUDA_SUCCESS = 0,
	CUDA_ERROR_INVALID_VALUE = 1,
	CUDA_ERROR_OUT_OF_MEMORY = 2,
	CUDA_ERROR_NOT_INITIALIZED = 3,
	CUDA_ERROR_DEINITIALIZED = 4,
	CUDA_ERROR_NO_DEVICE = 100,
	CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
	CUDA_ERROR_NOT_FOUND = 500,
	CUDA_ERROR_NOT_SUPPORTED = 801,
	CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
};

// ferry_call_fn is the core's one entry: a trampoline's number, the calling thread, the frame of arguments.
typedef int32_t ferry_call_fn(uint32_t number, struct ferry_thread *t, void *frame);

// The gate: open between a successful cuInit and the end of the process, closed in a forked child. It lies in a page
// of its own that the kernel hands to a child as zeros, so that a child made by a raw clone finds it closed, too.
struct ferry_gate {
	_Atomic(ferry_call_fn *) call;
};
extern __attribute__((visibility("hidden"))) struct ferry_gate *ferry_gate;

// The state of the calling thread, made at its first call. Freed by a pthread key.
extern __attribute__((visibility("hidden"))) __thread struct ferry_thread *ferry_self __attribute__((tls_model("initial-exec")));

#pragma GCC visibility push(hidden)
struct ferry_thread *ferry_thread_new(void);
CUresult ferry_closed(void);                  // why the gate is closed
CUresult ferry_unsupported(uint32_t number);  // says so once if FERRY_LOG asks
int ferry_log(void);                          // FERRY_LOG asks for messages

// ferry_host_run has fn run on the host thread of a context, in the order of the calls, and waits for it. The core is
// given its address. Kinds: a host function fn(a), a stream callback fn(a, status, b).
enum { FERRY_HOST_FN, FERRY_STREAM_CALLBACK };
int32_t ferry_host_run(uint64_t ctx, int32_t kind, void *fn, void *a, int32_t status, void *b);
void ferry_host_mask(const sigset_t *mask); // the signal mask of host threads

struct ferry_symbol {
	const char *base;
	void (*fn)(void);
	int since, per_thread, implemented;
};
extern const struct ferry_symbol ferry_symbols[];
extern const unsigned ferry_symbol_count;
struct ferry_error {
	int code;
	const char *name, *description;
};
extern const struct ferry_error ferry_errors[];
extern const unsigned ferry_error_count;
extern const char *const ferry_names[];
extern unsigned char ferry_said[];

// ferry_hmac_md2 is HMAC (RFC 2104) with MD2 (RFC 1319); the key has 16 bytes at most.
void ferry_hmac_md2(const unsigned char *key, size_t key_len, const void *data, size_t len, unsigned char out[16]);
#pragma GCC visibility pop

// Go takes the floating-point environment of its threads for the default one, and so do the compiler and the emulator: rounding to nearest, subnormals
// kept, exceptions masked. A program may have another (-ffast-math, fesetround, feenableexcept), and Go's threads inherit that of the thread they are made on.
// ferry_float_enter goes before each way into Go, ferry_float_leave, with its answer, behind it.
#define FERRY_MXCSR 0x1f80u
#define FERRY_MXCSR_SEEN 0x3fu // exceptions that there were
static inline uint32_t ferry_float_enter(void)
{
	uint32_t m = __builtin_ia32_stmxcsr();
	if (__builtin_expect((m & ~FERRY_MXCSR_SEEN) != FERRY_MXCSR, 0))
		__builtin_ia32_ldmxcsr(FERRY_MXCSR);
	return m;
}
static inline void ferry_float_leave(uint32_t m)
{
	if (__builtin_expect((m & ~FERRY_MXCSR_SEEN) != FERRY_MXCSR, 0))
		__builtin_ia32_ldmxcsr(m);
}

// ferry_enter is the whole trampoline. It goes into the core on the caller's thread.
static inline CUresult ferry_enter(uint32_t number, uint32_t stream_flag, void *frame)
{
	ferry_call_fn *call = atomic_load_explicit(&ferry_gate->call, memory_order_acquire);
	if (__builtin_expect(call == NULL, 0))
		return ferry_closed();
	struct ferry_thread *t = ferry_self;
	if (__builtin_expect(t == NULL, 0)) {
		t = ferry_thread_new();
		if (t == NULL)
			return CUDA_ERROR_OUT_OF_MEMORY;
	}
	uint32_t old = t->Flags;
	t->Flags = (old & ~FERRY_PER_THREAD_STREAM) | stream_flag;
	uint32_t f = ferry_float_enter();
	CUresult r = call(number, t, frame);
	ferry_float_leave(f);
	t->Flags = (t->Flags & ~FERRY_PER_THREAD_STREAM) | (old & FERRY_PER_THREAD_STREAM);
	return r;
}

#endif
