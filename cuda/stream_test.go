package cuda

import (
	"sync"
	"testing"
	"unsafe"
)

func TestStreams(t *testing.T) { // conformance/driver: streams
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 1))
	want(t, "flags 77", CuStreamCreate(th, new(CUstream), 77), CUDA_ERROR_INVALID_VALUE)
	want(t, "to null", CuStreamCreate(th, nil, 0), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuStreamQuery(th, s))
	ok(t, CuStreamSynchronize(th, s))
	var f uint32
	ok(t, CuStreamGetFlags(th, s, &f))
	p := int32(9)
	ok(t, CuStreamGetPriority(th, s, &p))
	if f != 1 || p != 0 {
		t.Errorf("flags %d, priority %d", f, p)
	}
	var c CUcontext
	ok(t, CuStreamGetCtx(th, s, &c))
	if c != th.Stack[0] {
		t.Error("another context")
	}
	ok(t, CuStreamDestroy_v2(th, s))
	want(t, "destroy null", CuStreamDestroy_v2(th, 0), CUDA_ERROR_INVALID_HANDLE)
	want(t, "destroy again", CuStreamDestroy_v2(th, s), CUDA_ERROR_INVALID_HANDLE)
	for _, h := range []CUstream{0, 1, 2} {
		ok(t, CuStreamQuery(th, h))
	}
	var a, b, x uint64
	ok(t, CuStreamGetId(th, 0, &a))
	ok(t, CuStreamGetId(th, 1, &b))
	ok(t, CuStreamGetId(th, 2, &x))
	if a != b || a == x {
		t.Errorf("ids %d %d %d", a, b, x)
	}
	th.Flags |= ThreadPerThreadStream
	ok(t, CuStreamGetId(th, 0, &a))
	th.Flags &^= ThreadPerThreadStream
	if a != x {
		t.Error("stream 0 of a per-thread call is not the thread's own")
	}
	for _, c := range []struct{ in, out int32 }{{-100, -5}, {-3, -3}, {0, 0}, {7, 0}} {
		ok(t, CuStreamCreateWithPriority(th, &s, 0, c.in))
		ok(t, CuStreamGetPriority(th, s, &p))
		if p != c.out {
			t.Errorf("priority %d becomes %d, want %d", c.in, p, c.out)
		}
		ok(t, CuStreamDestroy_v2(th, s))
	}
}

func TestEvents(t *testing.T) { // conformance/driver: events
	th := thread(t)
	var e, g, h CUevent
	ok(t, CuEventCreate(th, &e, 0))
	ok(t, CuEventCreate(th, &g, 2))
	want(t, "flags", CuEventCreate(th, new(CUevent), 1<<20), CUDA_ERROR_INVALID_VALUE)
	want(t, "to null", CuEventCreate(th, nil, 0), CUDA_ERROR_INVALID_VALUE)
	ms := float32(-1)
	ok(t, CuEventQuery(th, e))
	want(t, "not recorded", CuEventElapsedTime(th, &ms, e, g), CUDA_ERROR_INVALID_HANDLE)
	ok(t, CuEventRecord(th, e, 0))
	ok(t, CuEventSynchronize(th, e))
	ok(t, CuEventQuery(th, e))
	ok(t, CuEventCreate(th, &h, 0))
	ok(t, CuEventRecord(th, h, 0))
	ok(t, CuCtxSynchronize(th))
	ok(t, CuEventElapsedTime(th, &ms, e, h))
	if ms < 0 {
		t.Errorf("%v ms", ms)
	}
	ok(t, CuEventRecord(th, g, 0))
	ok(t, CuCtxSynchronize(th))
	want(t, "no timing", CuEventElapsedTime(th, &ms, e, g), CUDA_ERROR_INVALID_HANDLE)
	ok(t, CuStreamWaitEvent(th, 0, e, 0))
	ok(t, CuEventDestroy_v2(th, e))
	want(t, "destroy null", CuEventDestroy_v2(th, 0), CUDA_ERROR_INVALID_HANDLE)
	want(t, "destroyed", CuEventRecord(th, e, 0), CUDA_ERROR_CONTEXT_IS_DESTROYED) // conformance: event_destroyed
	want(t, "destroy a stream as an event", CuEventQuery(th, CUevent(th.Stack[0])), CUDA_ERROR_CONTEXT_IS_DESTROYED)
}

// gate is a host function that blocks a stream until it is opened.
type gate struct {
	entered, open chan struct{}
}

// withHost has host functions run Go code: fn is an index into the returned function's calls.
func withHost(t testing.TB) func(f func()) uintptr {
	var mu sync.Mutex
	var fns []func()
	old := Host
	Host.HostFn = func(_ uint64, fn uintptr, _ unsafe.Pointer) {
		mu.Lock()
		f := fns[fn-1]
		mu.Unlock()
		f()
	}
	t.Cleanup(func() { Host = old })
	return func(f func()) uintptr {
		mu.Lock()
		defer mu.Unlock()
		fns = append(fns, f)
		return uintptr(len(fns))
	}
}

func newGate() *gate { return &gate{make(chan struct{}), make(chan struct{})} }

func (g *gate) run() { close(g.entered); <-g.open }

// TestLegacyOrder checks the default stream's rules (CUDA runtime API, stream synchronization behavior): work in a
// blocking stream holds back later work in the legacy stream and the other way round; a non-blocking one does not.
func TestLegacyOrder(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	var blocking, free CUstream
	ok(t, CuStreamCreate(th, &blocking, 0))
	ok(t, CuStreamCreate(th, &free, CU_STREAM_NON_BLOCKING))
	p := alloc(t, th, 16)
	ok(t, CuMemsetD8_v2(th, p, 0, 16))
	ok(t, CuCtxSynchronize(th))
	g := newGate()
	ok(t, CuLaunchHostFunc(th, blocking, host(g.run), nil))
	<-g.entered
	ok(t, CuMemsetD8Async(th, p, 1, 4, 0))
	ok(t, CuMemsetD8Async(th, p+4, 1, 4, blocking))
	ok(t, CuMemsetD8Async(th, p+8, 1, 4, free))
	ok(t, CuStreamSynchronize(th, free))
	want(t, "legacy waits", CuStreamQuery(th, 0), CUDA_ERROR_NOT_READY)
	want(t, "blocking waits", CuStreamQuery(th, blocking), CUDA_ERROR_NOT_READY)
	var e CUevent
	ok(t, CuEventCreate(th, &e, 0))
	ok(t, CuEventRecord(th, e, 0))
	want(t, "event waits", CuEventQuery(th, e), CUDA_ERROR_NOT_READY)
	close(g.open)
	ok(t, CuCtxSynchronize(th))
	if got := words(read(t, th, p, 16)); got != "16843009 16843009 16843009 0" {
		t.Error(got)
	}
	// The other way round: work in the legacy stream holds back blocking streams.
	g = newGate()
	ok(t, CuLaunchHostFunc(th, 0, host(g.run), nil))
	<-g.entered
	ok(t, CuMemsetD8Async(th, p, 2, 4, blocking))
	want(t, "blocking waits for legacy", CuStreamQuery(th, blocking), CUDA_ERROR_NOT_READY)
	ok(t, CuStreamQuery(th, free))
	close(g.open)
	ok(t, CuStreamSynchronize(th, blocking))
}

// TestEventOrder checks that a stream waits for another one's event, as recorded before the wait and not later.
func TestEventOrder(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	var a, b CUstream
	ok(t, CuStreamCreate(th, &a, 1))
	ok(t, CuStreamCreate(th, &b, 1))
	var e CUevent
	ok(t, CuEventCreate(th, &e, CU_EVENT_DISABLE_TIMING))
	var mu sync.Mutex
	var log []string
	say := func(s string) uintptr {
		return host(func() { mu.Lock(); log = append(log, s); mu.Unlock() })
	}
	g := newGate()
	ok(t, CuLaunchHostFunc(th, a, host(g.run), nil))
	ok(t, CuLaunchHostFunc(th, a, say("a1"), nil))
	ok(t, CuEventRecord(th, e, a))
	ok(t, CuStreamWaitEvent(th, b, e, 0))
	ok(t, CuLaunchHostFunc(th, b, say("b1"), nil))
	<-g.entered
	want(t, "b waits", CuStreamQuery(th, b), CUDA_ERROR_NOT_READY)
	close(g.open)
	ok(t, CuStreamSynchronize(th, b))
	if len(log) != 2 || log[0] != "a1" || log[1] != "b1" {
		t.Errorf("%v", log)
	}
	// An event that was never recorded holds nobody up.
	var never CUevent
	ok(t, CuEventCreate(th, &never, 0))
	ok(t, CuStreamWaitEvent(th, b, never, 0))
	ok(t, CuStreamSynchronize(th, b))
}

func TestDestroyBusyStream(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 1))
	p := alloc(t, th, 4)
	g := newGate()
	ok(t, CuLaunchHostFunc(th, s, host(g.run), nil))
	ok(t, CuMemsetD8Async(th, p, 5, 4, s))
	<-g.entered
	ok(t, CuStreamDestroy_v2(th, s))
	want(t, "destroyed", CuStreamQuery(th, s), CUDA_ERROR_INVALID_HANDLE)
	close(g.open)
	ok(t, CuCtxSynchronize(th))
	if got := words(read(t, th, p, 4)); got != "84215045" {
		t.Errorf("queued work is lost: %s", got)
	}
}

// TestPageableAsync checks that an asynchronous copy from pageable memory takes the bytes at the call.
func TestPageableAsync(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 1))
	p := alloc(t, th, 4096)
	g := newGate()
	ok(t, CuLaunchHostFunc(th, s, host(g.run), nil))
	<-g.entered
	src := hostBytes(4096)
	src[100] = 1
	ok(t, CuMemcpyHtoDAsync_v2(th, p, unsafe.Pointer(&src[0]), 4096, s))
	src[100] = 2
	close(g.open)
	ok(t, CuStreamSynchronize(th, s))
	if got := read(t, th, p, 4096); got[100] != 1 {
		t.Errorf("byte is %d", got[100])
	}
}

func TestThreads(t *testing.T) { // conformance/driver: threads; 64 threads on one context
	th := thread(t)
	ctx := th.Stack[0]
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			th := &Thread{}
			defer ThreadExit(th)
			var p CUdeviceptr
			want(t, "no context", CuMemAlloc_v2(th, &p, 16), CUDA_ERROR_INVALID_CONTEXT)
			want(t, "set", CuCtxSetCurrent(th, ctx), CUDA_SUCCESS)
			for range 20 {
				want(t, "alloc", CuMemAlloc_v2(th, &p, 1024), CUDA_SUCCESS)
				want(t, "memset", CuMemsetD8Async(th, p, uint8(i), 1024, CU_STREAM_PER_THREAD), CUDA_SUCCESS)
				want(t, "memset", CuMemsetD8Async(th, p, uint8(i), 512, 0), CUDA_SUCCESS)
				b := hostBytes(1024)
				want(t, "copy", CuMemcpyDtoHAsync_v2(th, unsafe.Pointer(&b[0]), p, 1024, CU_STREAM_PER_THREAD), CUDA_SUCCESS)
				if b[0] != uint8(i) || b[1023] != uint8(i) {
					t.Errorf("thread %d reads %d %d", i, b[0], b[1023])
				}
				want(t, "free", CuMemFree_v2(th, p), CUDA_SUCCESS)
			}
		}()
	}
	wg.Wait()
}
