package cuda

import (
	"testing"
	"time"
	"unsafe"

	"ferry/hipffi"
)

// graphMemOf gives the four numbers of a device's graph memory: used, its greatest, reserved, its greatest.
func graphMemOf(t *testing.T, th *Thread, dev CUdevice) (v [4]uint64) {
	t.Helper()
	for i := range v {
		ok(t, CuDeviceGetGraphMemAttribute(th, dev, CUgraphMem_attribute(i), unsafe.Pointer(&v[i])))
	}
	return v
}

// allocNode adds an allocation on a device.
func allocNode(t *testing.T, th *Thread, g CUgraph, dev CUdevice, size uintptr, deps ...CUgraphNode) (CUgraphNode, CUdeviceptr) {
	t.Helper()
	p := CUDA_MEM_ALLOC_NODE_PARAMS{Bytesize: size}
	p.PoolProps.AllocType = CU_MEM_ALLOCATION_TYPE_PINNED
	p.PoolProps.Location.Type, p.PoolProps.Location.U[0] = CU_MEM_LOCATION_TYPE_DEVICE, uint32(dev)
	var n CUgraphNode
	ok(t, CuGraphAddMemAllocNode(th, &n, g, unsafe.SliceData(deps), uintptr(len(deps)), &p))
	var q CUDA_MEM_ALLOC_NODE_PARAMS
	ok(t, CuGraphMemAllocNodeGetParams(th, n, &q))
	if q.Dptr != p.Dptr || q.Bytesize != size || p.Dptr == 0 {
		t.Errorf("the node says %#x, %d bytes; it was made with %#x, %d bytes", q.Dptr, q.Bytesize, p.Dptr, size)
	}
	return n, p.Dptr
}

// fillAt adds a memset of one word.
func fillAt(t *testing.T, th *Thread, g CUgraph, p CUdeviceptr, v uint32, deps ...CUgraphNode) CUgraphNode {
	t.Helper()
	var n CUgraphNode
	ok(t, CuGraphAddMemsetNode(th, &n, g, unsafe.SliceData(deps), uintptr(len(deps)),
		&CUDA_MEMSET_NODE_PARAMS{Dst: p, Value: v, ElementSize: 4, Width: 1, Height: 1}, th.Stack[th.Depth-1]))
	return n
}

func freeAt(t *testing.T, th *Thread, g CUgraph, p CUdeviceptr, deps ...CUgraphNode) CUgraphNode {
	t.Helper()
	var n CUgraphNode
	ok(t, CuGraphAddMemFreeNode(th, &n, g, unsafe.SliceData(deps), uintptr(len(deps)), p))
	return n
}

func instance(t *testing.T, th *Thread, g CUgraph, flags uint64) CUgraphExec {
	t.Helper()
	var x CUgraphExec
	ok(t, CuGraphInstantiateWithParams(th, &x, g, &CUDA_GRAPH_INSTANTIATE_PARAMS{Flags: flags}))
	return x
}

// settled waits until a device's graph memory is all given back.
func settled(t *testing.T, th *Thread, dev CUdevice) {
	t.Helper()
	for i := 0; ; i++ {
		ok(t, CuDeviceGraphMemTrim(th, dev))
		v := graphMemOf(t, th, dev)
		if v[0] == 0 && v[2] == 0 {
			return
		}
		if i > 2000 {
			t.Fatalf("graph memory stays: %v", v)
		}
		time.Sleep(time.Millisecond)
	}
}

// TestGraphMemory follows the CUDA programming guide, "Graph memory nodes": fixed addresses, what makes a launch fail, the ways to
// free, automatic frees, trimming, and the account of physical memory.
func TestGraphMemory(t *testing.T) {
	th := &Thread{}
	var ctx CUcontext
	ok(t, CuCtxCreate_v2(th, &ctx, 0, 1))
	defer CuCtxDestroy_v2(th, ctx)
	const dev, size = 1, 1 << 20
	settled(t, th, dev)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 0))
	out := alloc(t, th, 16)
	ok(t, CuMemsetD8_v2(th, out, 0, 16))
	zero := uint64(0)
	for _, a := range []CUgraphMem_attribute{CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH} {
		ok(t, CuDeviceSetGraphMemAttribute(th, dev, a, unsafe.Pointer(&zero)))
	}
	if v := graphMemOf(t, th, dev); v != [4]uint64{} {
		t.Errorf("before: %v", v)
	}
	var free0 uintptr
	ok(t, CuMemGetInfo_v2(th, &free0, nil))

	// A graph that allocates and does not free.
	var g CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	a, p := allocNode(t, th, g, dev, size)
	m := fillAt(t, th, g, p, 7, a)
	cp := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: p, DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: out, WidthInBytes: 4, Height: 1, Depth: 1}
	ok(t, CuGraphAddMemcpyNode(th, new(CUgraphNode), g, &m, 1, &cp, ctx))
	if v := graphMemOf(t, th, dev); v[0] != 0 || v[2] != 0 {
		t.Errorf("physical memory before the first launch: %v", v)
	}
	x := instance(t, th, g, 0)
	ok(t, CuGraphLaunch(th, x, s))
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, p, 4)) + " " + words(read(t, th, out, 4)); got != "7 7" {
		t.Error(got) // the memory stays allocated behind the graph
	}
	v := graphMemOf(t, th, dev)
	if v[0] != size || v[1] != size || v[2] < size || v[3] != v[2] {
		t.Errorf("after a launch: %v", v)
	}
	var free1 uintptr
	ok(t, CuMemGetInfo_v2(th, &free1, nil))
	if uint64(free0-free1) != v[2] {
		t.Errorf("%d bytes less are free, %d are reserved", free0-free1, v[2])
	}
	// It cannot be launched again; the launch that fails does nothing.
	ok(t, CuMemsetD8_v2(th, out, 0, 16))
	want(t, "launch with unfreed memory", CuGraphLaunch(th, x, s), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, out, 4)); got != "0" {
		t.Errorf("the launch that failed has run: %s", got)
	}
	ok(t, CuDeviceGraphMemTrim(th, dev))
	if w := graphMemOf(t, th, dev); w[2] != v[2] {
		t.Errorf("trimmed while allocated: %v", w)
	}
	// Each way to free it, and a launch after that.
	var fg CUgraph
	ok(t, CuGraphCreate(th, &fg, 0))
	freeAt(t, th, fg, p)
	fx := instance(t, th, fg, 0)
	for _, c := range []struct {
		name string
		free func() CUresult
	}{
		{"cuMemFreeAsync", func() CUresult { return CuMemFreeAsync(th, p, s) }},
		{"cuMemFree", func() CUresult { return CuMemFree_v2(th, p) }},
		{"another graph", func() CUresult { return CuGraphLaunch(th, fx, s) }},
	} {
		want(t, c.name, c.free(), CUDA_SUCCESS)
		want(t, c.name+" again", c.free(), CUDA_ERROR_INVALID_VALUE)
		want(t, "launch after "+c.name, CuGraphLaunch(th, x, s), CUDA_SUCCESS)
		ok(t, CuStreamSynchronize(th, s))
		if got := words(read(t, th, p, 4)); got != "7" {
			t.Errorf("after %s: %s", c.name, got)
		}
	}
	// Trimmed when free, and there again at the same address with the next launch.
	ok(t, CuMemFreeAsync(th, p, s))
	ok(t, CuStreamSynchronize(th, s))
	if w := graphMemOf(t, th, dev); w[0] != size {
		t.Errorf("kept for the next launch: %v", w)
	}
	ok(t, CuDeviceGraphMemTrim(th, dev))
	if w := graphMemOf(t, th, dev); w[0] != 0 || w[2] != 0 || w[1] != size || w[3] != v[3] {
		t.Errorf("after the trim: %v", w)
	}
	ok(t, CuGraphLaunch(th, x, s))
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, p, 4)); got != "7" {
		t.Error(got)
	}
	// Destroyed with memory allocated: that stays until it is freed.
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphExecDestroy(th, fx))
	ok(t, CuGraphDestroy(th, g))
	ok(t, CuGraphDestroy(th, fg))
	if got := words(read(t, th, p, 4)); got != "7" {
		t.Error(got)
	}
	ok(t, CuMemFreeAsync(th, p, s))
	settled(t, th, dev)
	want(t, "memory of a dead graph", CuMemFreeAsync(th, p, s), CUDA_ERROR_INVALID_VALUE)

	// Freed by every launch: AUTO_FREE_ON_LAUNCH. Prepared by an upload.
	ok(t, CuGraphCreate(th, &g, 0))
	a, p = allocNode(t, th, g, dev, 3*size)
	fillAt(t, th, g, p+2*size, 9, a)
	x = instance(t, th, g, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH)
	ok(t, CuGraphUpload(th, x, s))
	if w := graphMemOf(t, th, dev); w[0] != 3*size {
		t.Errorf("after the upload: %v", w)
	}
	for range 3 {
		ok(t, CuGraphLaunch(th, x, s))
	}
	ok(t, CuStreamSynchronize(th, s))
	ok(t, CuMemFree_v2(th, p))
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
	settled(t, th, dev)

	// Small allocations share physical memory.
	ok(t, CuGraphCreate(th, &g, 0))
	for range 20 {
		a, p := allocNode(t, th, g, dev, 100)
		freeAt(t, th, g, p, fillAt(t, th, g, p, 1, a))
	}
	x = instance(t, th, g, CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD)
	if w := graphMemOf(t, th, dev); w[0] != 2000 || w[2] > 4<<20 {
		t.Errorf("twenty small allocations: %v", w)
	}
	for range 3 {
		ok(t, CuGraphLaunch(th, x, s))
	}
	ok(t, CuStreamSynchronize(th, s))
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
	settled(t, th, dev)

	// More than there is: the launch fails, the node does not; what idle graphs keep is given back first.
	var idle, big CUgraph
	ok(t, CuGraphCreate(th, &idle, 0))
	a, p = allocNode(t, th, idle, dev, 500<<20)
	freeAt(t, th, idle, p, a)
	x = instance(t, th, idle, 0)
	ok(t, CuGraphLaunch(th, x, s))
	ok(t, CuStreamSynchronize(th, s))
	ok(t, CuGraphCreate(th, &big, 0))
	a, p = allocNode(t, th, big, dev, 900<<20)
	freeAt(t, th, big, p, a)
	y := instance(t, th, big, 0)
	ok(t, CuGraphLaunch(th, y, s))
	ok(t, CuStreamSynchronize(th, s))
	var toomuch CUgraph
	ok(t, CuGraphCreate(th, &toomuch, 0))
	allocNode(t, th, toomuch, dev, 2<<30)
	z := instance(t, th, toomuch, 0)
	want(t, "too much", CuGraphLaunch(th, z, s), CUDA_ERROR_OUT_OF_MEMORY)
	for _, x := range []CUgraphExec{x, y, z} {
		ok(t, CuGraphExecDestroy(th, x))
	}
	for _, g := range []CUgraph{idle, big, toomuch} {
		ok(t, CuGraphDestroy(th, g))
	}
	settled(t, th, dev)
	var free2 uintptr
	ok(t, CuMemGetInfo_v2(th, &free2, nil))
	if free2 != free0 {
		t.Errorf("%d bytes are free, %d were before", free2, free0)
	}
	want(t, "an attribute that is not there", CuDeviceGetGraphMemAttribute(th, dev, 4, unsafe.Pointer(&zero)), CUDA_ERROR_INVALID_VALUE)
	want(t, "a present amount cannot be set", CuDeviceSetGraphMemAttribute(th, dev, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, unsafe.Pointer(&zero)), CUDA_ERROR_INVALID_VALUE)
}

// TestGraphMemoryInUse trims while a graph that frees its memory at its end still runs: the memory stays until then.
func TestGraphMemoryInUse(t *testing.T) {
	th := &Thread{}
	var ctx CUcontext
	ok(t, CuCtxCreate_v2(th, &ctx, 0, 1))
	defer CuCtxDestroy_v2(th, ctx)
	settled(t, th, 1)
	f := load(t, th, ptxMeet, "meet")
	out := alloc(t, th, 4)
	var g CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	a, p := allocNode(t, th, g, 1, 64)
	mine, other := p, p+4
	k := addKernel(t, th, g, f, []CUgraphNode{fillAt(t, th, g, other, 0, a)}, unsafe.Pointer(&mine), unsafe.Pointer(&other))
	cp := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: other, DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: out, WidthInBytes: 4, Height: 1, Depth: 1}
	var c CUgraphNode
	ok(t, CuGraphAddMemcpyNode(th, &c, g, &k, 1, &cp, ctx))
	freeAt(t, th, g, p, c)
	x := instance(t, th, g, 0)
	ok(t, CuGraphLaunch(th, x, 0))
	for { // until the kernel waits
		b := []byte{0}
		if err := drv().devices[1].dev.Read(b, hipffi.Ptr(mine)); err != nil {
			t.Fatal(err)
		}
		if b[0] == 1 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	ok(t, CuDeviceGraphMemTrim(th, 1))
	if v := graphMemOf(t, th, 1); v[0] == 0 {
		t.Error("trimmed under a running graph")
	}
	writeWord(t, other, 5)
	within(t, "the graph", func() { ok(t, CuCtxSynchronize(th)) })
	if got := words(read(t, th, out, 4)); got != "5" {
		t.Error(got)
	}
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
	settled(t, th, 1)
}

// TestGraphMemoryCaptured captures stream-ordered allocations: their memory is the graph's.
func TestGraphMemoryCaptured(t *testing.T) {
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 0))
	out := alloc(t, th, 4)
	ok(t, CuStreamBeginCapture_v2(th, s, CU_STREAM_CAPTURE_MODE_RELAXED))
	var p CUdeviceptr
	ok(t, CuMemAllocAsync(th, &p, 1000, s))
	ok(t, CuMemsetD32Async(th, p, 77, 250, s))
	ok(t, CuMemcpyDtoDAsync_v2(th, out, p+996, 4, s))
	ok(t, CuMemFreeAsync(th, p, s))
	var g CUgraph
	ok(t, CuStreamEndCapture(th, s, &g))
	x := instance(t, th, g, 0)
	for range 3 {
		ok(t, CuMemsetD8_v2(th, out, 0, 4))
		ok(t, CuGraphLaunch(th, x, s))
		ok(t, CuStreamSynchronize(th, s))
		if got := words(read(t, th, out, 4)); got != "77" {
			t.Error(got)
		}
	}
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
}
