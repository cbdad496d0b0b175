package cuda

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// The tests in this file have work wait for other work that was given later, or for the host: each comes to its end only
// if both make progress. They run with two workers and with one.

// ptxMeetAll has every block count itself at p and wait until n have: blocks of several grids meet.
const ptxMeetAll = ptxHead + `.visible .entry all(.param .u64 p,.param .u32 n){.reg .b64 %p;.reg .b32 %n,%v;.reg .pred %q;
ld.param.u64 %p,[p];ld.param.u32 %n,[n];atom.global.sys.add.u32 %v,[%p],1;
L:ld.volatile.global.u32 %v,[%p];setp.lt.u32 %q,%v,%n;@%q bra L;ret;}`

// meeting is words in mapped host memory and the kernel that meets at them.
type meeting struct {
	t     *testing.T
	th    *Thread
	f     CUfunction
	words unsafe.Pointer
}

func newMeeting(t *testing.T, th *Thread) *meeting {
	t.Helper()
	m := &meeting{t: t, th: th, f: load(t, th, ptxMeet, "meet")}
	ok(t, CuMemHostAlloc(th, &m.words, 256, CU_MEMHOSTALLOC_DEVICEMAP))
	m.reset()
	return m
}

func (m *meeting) reset() {
	for i := range 64 {
		m.store(i, 0)
	}
}

func (m *meeting) at(i int) CUdeviceptr  { return CUdeviceptr(addr(m.words)) + CUdeviceptr(4*i) }
func (m *meeting) word(i int) *uint32    { return (*uint32)(unsafe.Add(m.words, 4*i)) }
func (m *meeting) store(i int, v uint32) { atomic.StoreUint32(m.word(i), v) }

// run has a kernel in a stream set word i and wait for word j.
func (m *meeting) run(s CUstream, i, j int) {
	m.t.Helper()
	p, q := m.at(i), m.at(j)
	ok(m.t, CuLaunchKernel(m.th, m.f, 1, 1, 1, 1, 1, 1, 0, s, args(unsafe.Pointer(&p), unsafe.Pointer(&q)), nil))
}

// until waits until word i is set.
func (m *meeting) until(i int) {
	m.t.Helper()
	within(m.t, "what sets the word", func() {
		for atomic.LoadUint32(m.word(i)) == 0 {
			time.Sleep(50 * time.Microsecond)
		}
	})
}

func TestStreamsProgress(t *testing.T) {
	bothCores(t)
	host := withHost(t)
	th := thread(t)
	m := newMeeting(t, th)
	stream := func(flags uint32, priority int32) (s CUstream) {
		t.Helper()
		ok(t, CuStreamCreateWithPriority(th, &s, flags, priority))
		return s
	}
	blocking, blocking2 := stream(0, 0), stream(0, 0)
	free, free2 := stream(CU_STREAM_NON_BLOCKING, 0), stream(CU_STREAM_NON_BLOCKING, 0)
	high, low := stream(CU_STREAM_NON_BLOCKING, greatestPriority), stream(CU_STREAM_NON_BLOCKING, leastPriority)
	dev := alloc(t, th, 64)
	all := load(t, th, ptxMeetAll, "all")
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"non-blocking streams", func() { m.run(free, 0, 1); m.run(free2, 1, 0) }},
		{"blocking streams", func() { m.run(blocking, 0, 1); m.run(blocking2, 1, 0) }},
		{"the legacy stream and a non-blocking one", func() { m.run(0, 0, 1); m.run(free, 1, 0) }},
		{"the thread's default stream and a blocking one", func() { m.run(CU_STREAM_PER_THREAD, 0, 1); m.run(blocking, 1, 0) }},
		{"a high priority that waits for a low one", func() { m.run(high, 0, 1); m.run(low, 1, 0) }},
		{"a low priority that waits for a high one", func() { m.run(low, 0, 1); m.run(high, 1, 0) }},
		{"a ring of eight", func() {
			for i := range 8 {
				m.run(stream(CU_STREAM_NON_BLOCKING, 0), i, (i+1)%8)
			}
		}},
		{"behind a queue of work", func() {
			for range 500 {
				m.run(free, 2, 2)
				ok(t, CuMemsetD32Async(th, dev, 1, 16, free2))
			}
			m.run(free, 0, 1)
			m.run(free2, 1, 0)
		}},
		{"a grid that fills the device and a grid behind it", func() {
			// More blocks than are resident at once wait for what comes later; the counter is reached by the second grid.
			p, n := m.at(5), uint32(96*4)
			a := args(unsafe.Pointer(&p), unsafe.Pointer(&n))
			ok(t, CuLaunchKernel(th, all, 96*3, 1, 1, 32, 1, 1, 0, free, a, nil))
			ok(t, CuLaunchKernel(th, all, 96, 1, 1, 32, 1, 1, 0, free2, a, nil))
		}},
		{"a memset in another stream", func() { m.run(free, 0, 1); ok(t, CuMemsetD32Async(th, m.at(1), 1, 1, free2)) }},
		{"a copy in another stream", func() {
			ok(t, CuMemsetD32Async(th, dev, 1, 1, free2))
			m.run(free, 0, 1)
			ok(t, CuMemcpyDtoDAsync_v2(th, m.at(1), dev, 4, free2))
		}},
		{"a written value", func() { m.run(free, 0, 1); ok(t, CuStreamWriteValue32_v2(th, free2, m.at(1), 1, 0)) }},
		{"a stream that waits for a kernel's value", func() {
			ok(t, CuStreamWaitValue32_v2(th, free, m.at(0), 1, CU_STREAM_WAIT_VALUE_EQ))
			ok(t, CuStreamWriteValue32_v2(th, free, m.at(1), 1, 0))
			m.run(free2, 0, 1)
		}},
		{"a host function in another stream", func() {
			m.run(free, 0, 1)
			ok(t, CuLaunchHostFunc(th, free2, host(func() { m.store(1, 1) }), nil))
		}},
		{"a host function that waits for a kernel", func() {
			ok(t, CuLaunchHostFunc(th, free, host(func() { m.until(0); m.store(1, 1) }), nil))
			m.run(free2, 0, 1)
		}},
		{"the host", func() { m.run(free, 0, 1); m.until(0); m.store(1, 1) }},
		{"an event of a stream that goes on", func() {
			var e CUevent
			ok(t, CuEventCreate(th, &e, CU_EVENT_DISABLE_TIMING))
			ok(t, CuMemsetD32Async(th, m.at(0), 1, 1, free))
			ok(t, CuEventRecord(th, e, free))
			m.run(free, 2, 1) // the event is before this
			ok(t, CuStreamWaitEvent(th, free2, e, 0))
			ok(t, CuMemcpyDtoDAsync_v2(th, m.at(1), m.at(0), 4, free2))
		}},
	} {
		m.reset()
		ok(t, CuCtxSynchronize(th))
		within(t, c.name, func() { c.run(); ok(t, CuCtxSynchronize(th)) })
	}
}

// TestPerThreadProgress has kernels in the default streams of two threads wait for each other, and checks that these
// streams and the legacy stream wait for each other (CUDA runtime API, stream synchronization behavior).
func TestPerThreadProgress(t *testing.T) {
	bothCores(t)
	th := thread(t)
	m := newMeeting(t, th)
	ctx := th.Stack[0]
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			th := &Thread{Flags: ThreadPerThreadStream}
			defer ThreadExit(th)
			want(t, "set", CuCtxSetCurrent(th, ctx), CUDA_SUCCESS)
			p, q := m.at(i), m.at((i+1)%4)
			want(t, "launch", CuLaunchKernel(th, m.f, 1, 1, 1, 1, 1, 1, 0, 0, args(unsafe.Pointer(&p), unsafe.Pointer(&q)), nil), CUDA_SUCCESS)
			want(t, "wait", CuStreamSynchronize(th, 0), CUDA_SUCCESS)
		}()
	}
	within(t, "a thread's default stream", wg.Wait)
	m.reset()
	m.run(CU_STREAM_PER_THREAD, 0, 1)
	m.run(0, 2, 2) // waits for it
	m.run(CU_STREAM_PER_THREAD, 3, 3)
	m.until(0)
	want(t, "the legacy stream waits", CuStreamQuery(th, CU_STREAM_LEGACY), CUDA_ERROR_NOT_READY)
	if atomic.LoadUint32(m.word(2)) != 0 || atomic.LoadUint32(m.word(3)) != 0 {
		t.Error("later work has run")
	}
	m.store(1, 1)
	ok(t, CuCtxSynchronize(th))
	m.reset()
	m.run(0, 0, 1)
	m.run(CU_STREAM_PER_THREAD, 2, 2)
	m.until(0)
	want(t, "the thread's stream waits", CuStreamQuery(th, CU_STREAM_PER_THREAD), CUDA_ERROR_NOT_READY)
	m.store(1, 1)
	ok(t, CuCtxSynchronize(th))
}

// TestWaitValues checks each comparison of cuStreamWaitValue: what lets the stream go on and what does not (CUDA driver API,
// CUstreamWaitValue_flags).
func TestWaitValues(t *testing.T) {
	bothCores(t)
	th := thread(t)
	m := newMeeting(t, th)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, CU_STREAM_NON_BLOCKING))
	for _, c := range []struct {
		name         string
		flags        uint32
		value        uint64
		held, enough uint64
		wide         bool
	}{
		{"GEQ", CU_STREAM_WAIT_VALUE_GEQ, 7, 6, 8, false},
		{"GEQ is cyclic", CU_STREAM_WAIT_VALUE_GEQ, 0x00000001, 0xfffffff0, 0x00000002, false},
		{"EQ", CU_STREAM_WAIT_VALUE_EQ, 7, 8, 7, false},
		{"AND", CU_STREAM_WAIT_VALUE_AND, 6, 9, 4, false},
		{"NOR", CU_STREAM_WAIT_VALUE_NOR, 0xffff0000, 0x0000ffff, 0x0000fffe, false},
		{"GEQ, 64 bits", CU_STREAM_WAIT_VALUE_GEQ, 1 << 40, 1<<40 - 1, 1 << 41, true},
		{"EQ, 64 bits", CU_STREAM_WAIT_VALUE_EQ, 1 << 40, 0, 1 << 40, true},
		{"AND, 64 bits", CU_STREAM_WAIT_VALUE_AND, 1 << 63, 1 << 62, 3 << 62, true},
		{"NOR, 64 bits", CU_STREAM_WAIT_VALUE_NOR, 0xffffffff00000000, 0x00000000ffffffff, 0x00000000fffffffe, true},
	} {
		p := (*uint64)(m.words)
		atomic.StoreUint64(p, c.held)
		m.store(4, 0)
		if c.wide {
			ok(t, CuStreamWaitValue64_v2(th, s, m.at(0), c.value, c.flags))
		} else {
			ok(t, CuStreamWaitValue32_v2(th, s, m.at(0), uint32(c.value), c.flags))
		}
		ok(t, CuStreamWriteValue32_v2(th, s, m.at(4), 1, 0))
		time.Sleep(3 * time.Millisecond)
		want(t, c.name+": held", CuStreamQuery(th, s), CUDA_ERROR_NOT_READY)
		if atomic.LoadUint32(m.word(4)) != 0 {
			t.Errorf("%s: went on with %#x", c.name, c.held)
		}
		atomic.StoreUint64(p, c.enough)
		within(t, c.name, func() { ok(t, CuStreamSynchronize(th, s)) })
		if atomic.LoadUint32(m.word(4)) != 1 {
			t.Errorf("%s: nothing was written", c.name)
		}
	}
}

// TestPageableToHost checks that an asynchronous copy to pageable memory returns when it is done (CUDA driver API, API
// synchronization behavior).
func TestPageableToHost(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, CU_STREAM_NON_BLOCKING))
	p := alloc(t, th, 64)
	ok(t, CuMemsetD8_v2(th, p, 3, 64))
	ok(t, CuCtxSynchronize(th))
	g := newGate()
	ok(t, CuLaunchHostFunc(th, s, host(g.run), nil))
	<-g.entered
	var returned atomic.Bool
	b := hostBytes(64)
	done := make(chan struct{})
	ctx := th.Stack[0]
	go func() {
		defer close(done)
		th := &Thread{}
		defer ThreadExit(th)
		want(t, "set", CuCtxSetCurrent(th, ctx), CUDA_SUCCESS)
		want(t, "copy", CuMemcpyDtoHAsync_v2(th, unsafe.Pointer(&b[0]), p, 64, s), CUDA_SUCCESS)
		returned.Store(true)
	}()
	time.Sleep(5 * time.Millisecond)
	if returned.Load() {
		t.Error("the copy returned before its turn")
	}
	close(g.open)
	<-done
	if b[0] != 3 || b[63] != 3 {
		t.Errorf("the copy returned with %d", b[0])
	}
}

// TestDestroyBusyContext ends a context with work in flight, also with work that waits for work: all of it runs first.
func TestDestroyBusyContext(t *testing.T) {
	bothCores(t)
	th0 := thread(t)
	m := newMeeting(t, th0) // its memory belongs to another context
	th := &Thread{}
	defer ThreadExit(th)
	var c CUcontext
	ok(t, CuCtxCreate_v2(th, &c, 0, 0))
	m2 := &meeting{t: t, th: th, f: load(t, th, ptxMeet, "meet"), words: m.words}
	var a, b CUstream
	ok(t, CuStreamCreate(th, &a, 0))
	ok(t, CuStreamCreate(th, &b, CU_STREAM_NON_BLOCKING))
	m2.run(a, 0, 1)
	m2.run(b, 2, 0)
	m2.run(0, 3, 3)
	// The graph's conditional node comes to its turn while the context ends.
	var g CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	var h CUgraphConditionalHandle
	ok(t, CuGraphConditionalHandleCreate(th, &h, g, c, 1, CU_GRAPH_COND_ASSIGN_DEFAULT))
	np := &CUgraphNodeParams{Type: CU_GRAPH_NODE_TYPE_CONDITIONAL}
	cp := unionAs[CUDA_CONDITIONAL_NODE_PARAMS](np)
	*cp = CUDA_CONDITIONAL_NODE_PARAMS{Handle: h, Type: CU_GRAPH_COND_TYPE_IF, Size: 1, Ctx: c}
	ok(t, CuGraphAddNode_v2(th, new(CUgraphNode), g, nil, nil, 0, np))
	fillAt(t, th, *cp.PhGraph_out, m.at(5), 1)
	fillAt(t, th, *cp.PhGraph_out, m.at(6), 1)
	x := instance(t, th, g, 0)
	ok(t, CuGraphLaunch(th, x, a))
	ok(t, CuStreamWriteValue32_v2(th, a, m.at(4), 1, 0))
	m.until(0)
	done := make(chan CUresult)
	go func() { done <- CuCtxDestroy_v2(th, c) }()
	time.Sleep(5 * time.Millisecond)
	select {
	case r := <-done:
		t.Fatalf("destroyed under running work: %v", r)
	default:
	}
	m.store(1, 1)
	within(t, "the destruction", func() { want(t, "destroy", <-done, CUDA_SUCCESS) })
	for i := range 7 {
		if atomic.LoadUint32(m.word(i)) == 0 {
			t.Errorf("word %d was not written", i)
		}
	}
	want(t, "a stream of it", CuStreamQuery(th0, a), CUDA_ERROR_INVALID_HANDLE)
	ok(t, CuGraphExecDestroy(th0, x))
	ok(t, CuGraphDestroy(th0, g))
	ok(t, CuCtxSynchronize(th0)) // the other context is well
}
