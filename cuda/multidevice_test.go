package cuda

import (
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// Tests of two devices side by side; harness_test.go opens two.

// pair is a context with a stream and the kernel meet on each of two devices; the first one's is current.
type pair struct {
	t   *testing.T
	th  *Thread
	ctx [2]CUcontext
	s   [2]CUstream
	f   [2]CUfunction
}

func newPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{t: t, th: &Thread{}}
	for i := range p.ctx {
		ok(t, CuCtxCreate_v2(p.th, &p.ctx[i], 0, CUdevice(i)))
		ok(t, CuStreamCreate(p.th, &p.s[i], CU_STREAM_NON_BLOCKING))
		p.f[i] = load(t, p.th, ptxMeet, "meet")
		ok(t, CuCtxPopCurrent_v2(p.th, nil))
	}
	ok(t, CuCtxPushCurrent_v2(p.th, p.ctx[0]))
	t.Cleanup(func() {
		for _, c := range p.ctx {
			CuCtxDestroy_v2(p.th, c)
		}
		ThreadExit(p.th)
	})
	return p
}

// on makes device i's context current.
func (p *pair) on(i int) *Thread {
	p.t.Helper()
	ok(p.t, CuCtxSetCurrent(p.th, p.ctx[i]))
	return p.th
}

func (p *pair) sync() {
	p.t.Helper()
	for i := range p.ctx {
		ok(p.t, CuCtxSynchronize_v2(p.on(i), 0))
	}
	p.on(0)
}

func TestTwoDevicesContexts(t *testing.T) {
	p := newPair(t)
	free := func(i int) (n uintptr) { t.Helper(); ok(t, CuMemGetInfo_v2(p.on(i), &n, nil)); return n }
	before := [2]uintptr{free(0), free(1)}
	b := alloc(t, p.on(1), 64<<20)
	if free(0) != before[0] || before[1]-free(1) != 64<<20 {
		t.Errorf("%d and %d bytes less are free", before[0]-free(0), before[1]-free(1))
	}
	var d CUdevice
	ok(t, CuCtxGetDevice(p.on(1), &d))
	if d != 1 {
		t.Errorf("the context's device is %d", d)
	}
	for _, c := range []struct {
		p   CUdeviceptr
		dev int32
		ctx CUcontext
	}{{alloc(t, p.on(0), 16), 0, p.ctx[0]}, {b + 4096, 1, p.ctx[1]}} {
		var dev int32
		var ctx CUcontext
		ok(t, CuPointerGetAttribute(p.on(0), unsafe.Pointer(&dev), CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, c.p))
		ok(t, CuPointerGetAttribute(p.on(0), unsafe.Pointer(&ctx), CU_POINTER_ATTRIBUTE_CONTEXT, c.p))
		if dev != c.dev || ctx != c.ctx {
			t.Errorf("%#x: device %d, context %#x, want %d, %#x", c.p, dev, ctx, c.dev, c.ctx)
		}
	}
	var unified int32
	ok(t, CuDeviceGetAttribute(p.th, &unified, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1))
	if unified != 1 {
		t.Error("no unified addressing")
	}
	// What belongs to one context does not go with the other's objects.
	var e0, e1 CUevent
	ok(t, CuEventCreate(p.on(0), &e0, 0))
	ok(t, CuEventCreate(p.on(1), &e1, 0))
	want(t, "an event in the other device's stream", CuEventRecord(p.th, e0, p.s[1]), CUDA_ERROR_INVALID_HANDLE)
	a := alloc(t, p.on(0), 8)
	want(t, "a kernel in the other device's stream", CuLaunchKernel(p.th, p.f[0], 1, 1, 1, 1, 1, 1, 0, p.s[1], args(unsafe.Pointer(&a), unsafe.Pointer(&a)), nil), CUDA_ERROR_INVALID_HANDLE)
	ok(t, CuEventRecord(p.th, e0, p.s[0]))
	ok(t, CuEventRecord(p.th, e1, p.s[1]))
	p.sync()
	want(t, "time between devices", CuEventElapsedTime(p.th, new(float32), e0, e1), CUDA_ERROR_INVALID_HANDLE)
	var prim [2]CUcontext
	for i := range prim {
		ok(t, CuDevicePrimaryCtxRetain(p.th, &prim[i], CUdevice(i)))
	}
	if prim[0] == prim[1] {
		t.Error("both devices have the same primary context")
	}
	for i := range prim {
		ok(t, CuDevicePrimaryCtxRelease_v2(p.th, CUdevice(i)))
	}
	ok(t, CuMemFree_v2(p.on(0), b)) // from the other context, as unified addressing allows
	if free(1) != before[1] {
		t.Error("the memory is not given back")
	}
}

func TestPeerAccess(t *testing.T) { // CUDA driver API, peer context memory access
	p := newPair(t)
	for _, c := range [][3]int32{{0, 1, 1}, {1, 0, 1}, {0, 0, 0}, {1, 1, 0}} {
		can := int32(-1)
		ok(t, CuDeviceCanAccessPeer(p.th, &can, c[0], c[1]))
		if can != c[2] {
			t.Errorf("%d to %d: %d", c[0], c[1], can)
		}
	}
	want(t, "no such device", CuDeviceCanAccessPeer(p.th, new(int32), 0, 2), CUDA_ERROR_INVALID_DEVICE)
	for _, c := range []struct {
		attr CUdevice_P2PAttribute
		src  CUdevice
		dst  CUdevice
		want CUresult
		v    int32
	}{
		{CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK, 0, 1, CUDA_SUCCESS, 0},
		{CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 1, CUDA_SUCCESS, 1},
		{CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 1, 0, CUDA_SUCCESS, 1},
		{CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, 0, 1, CUDA_SUCCESS, 0},
		{CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED, 0, 1, CUDA_SUCCESS, 1},
		{CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0, CUDA_ERROR_INVALID_DEVICE, 0},
		{CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 7, CUDA_ERROR_INVALID_DEVICE, 0},
		{99, 0, 1, CUDA_ERROR_INVALID_VALUE, 0},
	} {
		v := int32(0)
		want(t, "P2P attribute", CuDeviceGetP2PAttribute(p.th, &v, c.attr, c.src, c.dst), c.want)
		if v != c.v {
			t.Errorf("attribute %d from %d to %d is %d, want %d", c.attr, c.src, c.dst, v, c.v)
		}
	}
	want(t, "itself", CuCtxEnablePeerAccess(p.th, p.ctx[0], 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED)
	want(t, "flags", CuCtxEnablePeerAccess(p.th, p.ctx[1], 1), CUDA_ERROR_INVALID_VALUE)
	want(t, "not enabled", CuCtxDisablePeerAccess(p.th, p.ctx[1]), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED)
	ok(t, CuCtxEnablePeerAccess(p.th, p.ctx[1], 0))
	want(t, "twice", CuCtxEnablePeerAccess(p.th, p.ctx[1], 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED)
	ok(t, CuCtxEnablePeerAccess(p.on(1), p.ctx[0], 0)) // the other direction is its own
	p.on(0)
	ok(t, CuCtxDisablePeerAccess(p.th, p.ctx[1]))
	want(t, "disabled", CuCtxDisablePeerAccess(p.th, p.ctx[1]), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED)
	ok(t, CuCtxEnablePeerAccess(p.th, p.ctx[1], 0))
	// A kernel of the first device reads and writes the second one's memory.
	a, b := alloc(t, p.on(0), 16), alloc(t, p.on(1), 16)
	ok(t, CuMemsetD8_v2(p.on(0), a, 0, 16))
	ok(t, CuMemsetD32_v2(p.on(1), b, 1, 1)) // what the kernel waits for
	p.sync()
	mine := b + 4
	ok(t, CuLaunchKernel(p.on(0), p.f[0], 1, 1, 1, 1, 1, 1, 0, p.s[0], args(unsafe.Pointer(&mine), unsafe.Pointer(&b)), nil))
	p.sync()
	if got := words(read(t, p.on(1), b, 8)); got != "1 1" {
		t.Error(got)
	}
	var third CUcontext
	ok(t, CuCtxCreate_v2(p.th, &third, 0, 1))
	ok(t, CuCtxDestroy_v2(p.th, third))
	want(t, "a dead context", CuCtxEnablePeerAccess(p.on(0), third, 0), CUDA_ERROR_INVALID_CONTEXT)
}

// TestPeerCopies copies between devices in every way there is, in stream order.
func TestPeerCopies(t *testing.T) {
	p := newPair(t)
	const n = 1 << 16
	a, b := alloc(t, p.on(0), n), alloc(t, p.on(1), n)
	var e CUevent
	ok(t, CuEventCreate(p.on(0), &e, CU_EVENT_DISABLE_TIMING))
	for i, c := range []struct {
		name string
		copy func() CUresult
	}{
		{"cuMemcpyPeer", func() CUresult { return CuMemcpyPeer(p.on(0), b, p.ctx[1], a, p.ctx[0], n) }},
		{"cuMemcpyPeerAsync", func() CUresult { return CuMemcpyPeerAsync(p.on(0), b, p.ctx[1], a, p.ctx[0], n, p.s[0]) }},
		{"cuMemcpyPeerAsync in the other device's stream", func() CUresult {
			ok(t, CuEventRecord(p.on(0), e, p.s[0]))
			ok(t, CuStreamWaitEvent(p.on(1), p.s[1], e, 0))
			return CuMemcpyPeerAsync(p.th, b, p.ctx[1], a, p.ctx[0], n, p.s[1])
		}},
		{"cuMemcpyDtoD", func() CUresult { return CuMemcpyDtoDAsync_v2(p.on(0), b, a, n, p.s[0]) }},
		{"cuMemcpy", func() CUresult { return CuMemcpyAsync(p.on(0), b, a, n, p.s[0]) }},
		{"cuMemcpy3DPeer", func() CUresult {
			return CuMemcpy3DPeerAsync(p.on(0), &CUDA_MEMCPY3D_PEER{SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: a, SrcContext: p.ctx[0], SrcPitch: 256,
				DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: b, DstContext: p.ctx[1], DstPitch: 256, WidthInBytes: 256, Height: n / 256, Depth: 1}, p.s[0])
		}},
	} {
		v := uint32(i + 1)
		ok(t, CuMemsetD32_v2(p.on(1), b, 0, n/4))
		p.sync()
		ok(t, CuMemsetD32Async(p.on(0), a, v, n/4, p.s[0]))
		if i == 0 {
			p.sync() // a synchronous copy is not in that stream
		}
		want(t, c.name, c.copy(), CUDA_SUCCESS)
		p.sync()
		got := unsafe.Slice((*uint32)(unsafe.Pointer(&read(t, p.on(1), b, n)[0])), n/4)
		for j, x := range got {
			if x != v {
				t.Errorf("%s: word %d is %d, want %d", c.name, j, x, v)
				break
			}
		}
	}
}

// TestTwoDevicesProgress has kernels of two devices wait for each other, an event of one hold the other's stream back, and
// work go back and forth between them.
func TestTwoDevicesProgress(t *testing.T) {
	bothCores(t)
	p := newPair(t)
	m := newMeeting(t, p.on(0))
	run := func(i, a, b int) {
		t.Helper()
		x, y := m.at(a), m.at(b)
		ok(t, CuLaunchKernel(p.on(i), p.f[i], 1, 1, 1, 1, 1, 1, 0, p.s[i], args(unsafe.Pointer(&x), unsafe.Pointer(&y)), nil))
	}
	run(0, 0, 1)
	run(1, 1, 0)
	within(t, "a device that waits for the other", p.sync)
	m.reset()
	var e [2]CUevent
	for i := range e {
		ok(t, CuEventCreate(p.on(i), &e[i], CU_EVENT_DISABLE_TIMING))
	}
	run(0, 0, 1)
	ok(t, CuEventRecord(p.on(0), e[0], p.s[0]))
	ok(t, CuStreamWaitEvent(p.on(1), p.s[1], e[0], 0))
	run(1, 2, 2)
	m.until(0)
	time.Sleep(3 * time.Millisecond)
	want(t, "the other device's stream waits", CuStreamQuery(p.on(1), p.s[1]), CUDA_ERROR_NOT_READY)
	if atomic.LoadUint32(m.word(2)) != 0 {
		t.Error("it has not waited")
	}
	m.store(1, 1)
	within(t, "the event", p.sync)
	// A word goes back and forth in managed memory; each hop adds one.
	add := [2]CUfunction{}
	for i := range add {
		p.on(i)
		add[i] = load(t, p.th, ptxHead+`.visible .entry inc(.param .u64 p){.reg .b64 %p;.reg .b32 %v;
ld.param.u64 %p,[p];ld.global.u32 %v,[%p];add.u32 %v,%v,1;st.global.u32 [%p],%v;ret;}`, "inc")
	}
	var w CUdeviceptr
	ok(t, CuMemAllocManaged(p.on(0), &w, 64, CU_MEM_ATTACH_GLOBAL))
	ok(t, CuMemsetD8_v2(p.th, w, 0, 64))
	p.sync()
	for hop := range 100 {
		i := hop % 2
		ok(t, CuLaunchKernel(p.on(i), add[i], 1, 1, 1, 1, 1, 1, 0, p.s[i], args(unsafe.Pointer(&w)), nil))
		ok(t, CuEventRecord(p.th, e[i], p.s[i]))
		ok(t, CuStreamWaitEvent(p.on(1-i), p.s[1-i], e[i], 0))
	}
	within(t, "the word", p.sync)
	if got := words(read(t, p.on(0), w, 4)); got != "100" {
		t.Errorf("after 100 hops: %s", got)
	}
}

// TestTwoDevicesGraph runs a graph with nodes on both devices: their order, branches that wait for each other across
// devices, launches into streams of either device.
func TestTwoDevicesGraph(t *testing.T) {
	bothCores(t)
	p := newPair(t)
	var tick [2]CUfunction
	for i := range tick {
		tick[i] = load(t, p.on(i), ptxTick, "tick")
	}
	const launches = 4
	x := newTicks(t, p.on(0), 64, launches)
	m := newMeeting(t, p.on(0))
	var g CUgraph
	ok(t, CuGraphCreate(p.th, &g, 0))
	var nodes []CUgraphNode
	var deps [][]int
	var keep []*nodeArgs
	add := func(dev int, on ...int) {
		t.Helper()
		a := &nodeArgs{x.base, uint32(len(nodes)), uint32(x.n)}
		keep = append(keep, a)
		var d []CUgraphNode
		for _, i := range on {
			d = append(d, nodes[i])
		}
		nodes = append(nodes, addKernel(t, p.on(dev), g, tick[dev], d, unsafe.Pointer(&a.base), unsafe.Pointer(&a.i), unsafe.Pointer(&a.n)))
		deps = append(deps, on)
	}
	add(0)
	add(1)
	add(0, 1)
	add(1, 0)
	add(0, 0, 1, 2, 3)
	for i := range 20 {
		add(i%2, len(nodes)-1, len(nodes)-3)
	}
	meet := func(dev, i, j int, deps ...CUgraphNode) {
		t.Helper()
		a, b := m.at(i), m.at(j)
		addKernel(t, p.on(dev), g, p.f[dev], deps, unsafe.Pointer(&a), unsafe.Pointer(&b))
	}
	meet(0, 0, 1, nodes[3])
	meet(1, 1, 0, nodes[2])
	p.on(0)
	e := instance(t, p.th, g, 0)
	for l := range launches {
		m.reset()
		ok(t, CuGraphLaunch(p.on(l%2), e, p.s[l%2]))
		within(t, "the graph", p.sync)
	}
	for c := range launches {
		for j, on := range deps {
			for _, i := range on {
				_, end := x.span(c, i)
				if begin, _ := x.span(c, j); end >= begin {
					t.Errorf("launch %d: %d ended at %d, %d began at %d", c, i, end, j, begin)
				}
			}
		}
	}
	ok(t, CuGraphExecDestroy(p.th, e))
	ok(t, CuGraphDestroy(p.th, g))
}

// TestTwoDevicesFault: a fault on one device leaves the other one's contexts usable.
func TestTwoDevicesFault(t *testing.T) {
	p := newPair(t)
	b := alloc(t, p.on(1), 16)
	bad := CUdeviceptr(0x10)
	ok(t, CuLaunchKernel(p.on(0), p.f[0], 1, 1, 1, 1, 1, 1, 0, p.s[0], args(unsafe.Pointer(&bad), unsafe.Pointer(&bad)), nil))
	var e CUevent
	ok(t, CuEventCreate(p.th, &e, CU_EVENT_DISABLE_TIMING))
	ok(t, CuEventRecord(p.th, e, p.s[0]))
	// The other device's stream waits behind the fault and goes on.
	ok(t, CuStreamWaitEvent(p.on(1), p.s[1], e, 0))
	ok(t, CuMemsetD32Async(p.th, b, 6, 1, p.s[1]))
	ok(t, CuStreamSynchronize(p.th, p.s[1]))
	if got := words(read(t, p.th, b, 4)); got != "6" {
		t.Error(got)
	}
	want(t, "the faulty device", CuCtxSynchronize(p.on(0)), CUDA_ERROR_ILLEGAL_ADDRESS)
	want(t, "its context", CuMemAlloc_v2(p.th, new(CUdeviceptr), 16), CUDA_ERROR_ILLEGAL_ADDRESS)
	ok(t, CuMemsetD32_v2(p.on(1), b, 7, 1))
	ok(t, CuCtxSynchronize(p.th))
}
