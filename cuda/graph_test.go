package cuda

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"
)

func TestGraphCapture(t *testing.T) { // conformance/driver: graph_run
	th := thread(t)
	f := load(t, th, ptxSet, "set")
	p, v := alloc(t, th, 64), uint32(9)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 1))
	ok(t, CuMemsetD8_v2(th, p, 0, 64))
	ok(t, CuStreamBeginCapture_v2(th, s, 0))
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&v))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 4, 1, 1, 0, s, a, nil))
	v = 1000 // the parameters were copied
	ok(t, CuMemsetD32Async(th, p+16, 3, 2, s))
	var g CUgraph
	ok(t, CuStreamEndCapture(th, s, &g))
	var n uintptr
	ok(t, CuGraphGetNodes(th, g, nil, &n))
	if n != 2 {
		t.Errorf("%d nodes", n)
	}
	var e CUgraphExec
	ok(t, CuGraphInstantiateWithFlags(th, &e, g, 0))
	if got := words(read(t, th, p, 24)); got != "0 0 0 0 0 0" {
		t.Errorf("before the launch: %s", got)
	}
	ok(t, CuGraphLaunch(th, e, s))
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, p, 24)); got != "9 10 11 12 3 3" {
		t.Errorf("after the launch: %s", got)
	}
	// Update: the same shape with another value.
	ok(t, CuStreamBeginCapture_v2(th, s, 0))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 4, 1, 1, 0, s, a, nil))
	ok(t, CuMemsetD32Async(th, p+16, 4, 2, s))
	var g2 CUgraph
	ok(t, CuStreamEndCapture(th, s, &g2))
	var info CUgraphExecUpdateResultInfo
	ok(t, CuGraphExecUpdate_v2(th, e, g2, &info))
	ok(t, CuGraphLaunch(th, e, s))
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, p, 24)); got != "1000 1001 1002 1003 4 4" {
		t.Errorf("after the update: %s", got)
	}
	ok(t, CuStreamBeginCapture_v2(th, s, 0))
	ok(t, CuMemsetD32Async(th, p, 4, 2, s))
	var g3 CUgraph
	ok(t, CuStreamEndCapture(th, s, &g3))
	want(t, "another shape", CuGraphExecUpdate_v2(th, e, g3, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
	if info.Result != CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED {
		t.Errorf("result %d", info.Result)
	}
	ok(t, CuGraphExecDestroy(th, e))
	want(t, "destroy again", CuGraphExecDestroy(th, e), CUDA_ERROR_INVALID_VALUE)
	for _, x := range []CUgraph{g, g2, g3} {
		ok(t, CuGraphDestroy(th, x))
	}
	want(t, "destroy again", CuGraphDestroy(th, g), CUDA_ERROR_INVALID_VALUE)
}

func TestCaptureErrors(t *testing.T) { // CUDA driver API, cuStreamBeginCapture and the capture errors
	th := thread(t)
	var s, s2 CUstream
	ok(t, CuStreamCreate(th, &s, 0))
	ok(t, CuStreamCreate(th, &s2, CU_STREAM_NON_BLOCKING))
	p := alloc(t, th, 64)
	var g CUgraph
	var e CUevent
	ok(t, CuEventCreate(th, &e, 0))
	want(t, "legacy", CuStreamBeginCapture_v2(th, 0, 0), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)
	want(t, "mode", CuStreamBeginCapture_v2(th, s, 7), CUDA_ERROR_INVALID_VALUE)
	want(t, "end without begin", CuStreamEndCapture(th, s, &g), CUDA_ERROR_ILLEGAL_STATE)
	begin := func() { t.Helper(); ok(t, CuStreamBeginCapture_v2(th, s, 0)) }
	end := func(name string, r CUresult) {
		t.Helper()
		want(t, name, CuStreamEndCapture(th, s, &g), r)
		if r == CUDA_SUCCESS {
			ok(t, CuGraphDestroy(th, g))
		} else if g != 0 {
			t.Error("a graph after a failed capture")
		}
	}
	var st CUstreamCaptureStatus
	begin()
	want(t, "begin again", CuStreamBeginCapture_v2(th, s, 0), CUDA_ERROR_ILLEGAL_STATE)
	ok(t, CuStreamIsCapturing(th, s, &st))
	if st != CU_STREAM_CAPTURE_STATUS_ACTIVE {
		t.Errorf("status %d", st)
	}
	end("empty", CUDA_SUCCESS)
	begin()
	want(t, "synchronize", CuStreamSynchronize(th, s), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)
	ok(t, CuStreamIsCapturing(th, s, &st))
	if st != CU_STREAM_CAPTURE_STATUS_INVALIDATED {
		t.Errorf("status %d", st)
	}
	want(t, "work after that", CuMemsetD8Async(th, p, 0, 4, s), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
	end("invalidated", CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
	begin()
	want(t, "alloc", CuMemAlloc_v2(th, new(CUdeviceptr), 16), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)
	end("after alloc", CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
	mode := CUstreamCaptureMode(CU_STREAM_CAPTURE_MODE_RELAXED)
	ok(t, CuThreadExchangeStreamCaptureMode(th, &mode))
	if mode != CU_STREAM_CAPTURE_MODE_GLOBAL {
		t.Errorf("old mode %d", mode)
	}
	begin()
	ok(t, CuMemAlloc_v2(th, new(CUdeviceptr), 16))
	end("relaxed thread", CUDA_SUCCESS)
	ok(t, CuThreadExchangeStreamCaptureMode(th, &mode))
	begin()
	want(t, "legacy work", CuMemsetD8Async(th, p, 0, 4, 0), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)
	end("after legacy work", CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
	ok(t, CuEventRecord(th, e, s2))
	begin()
	want(t, "an event from outside", CuStreamWaitEvent(th, s, e, 0), CUDA_ERROR_STREAM_CAPTURE_ISOLATION)
	end("after isolation", CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
	// A stream that joined and does not come back.
	begin()
	ok(t, CuEventRecord(th, e, s))
	want(t, "query", CuEventQuery(th, e), CUDA_ERROR_CAPTURED_EVENT)
	end("after query", CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
	begin()
	ok(t, CuMemsetD8Async(th, p, 0, 4, s))
	ok(t, CuEventRecord(th, e, s))
	ok(t, CuStreamWaitEvent(th, s2, e, 0))
	ok(t, CuMemsetD8Async(th, p, 1, 4, s2))
	want(t, "end on the other stream", CuStreamEndCapture(th, s2, &g), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED)
	end("after unmatched", CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
	begin()
	ok(t, CuMemsetD8Async(th, p, 0, 4, s))
	ok(t, CuEventRecord(th, e, s))
	ok(t, CuStreamWaitEvent(th, s2, e, 0))
	ok(t, CuMemsetD8Async(th, p, 1, 4, s2))
	end("unjoined", CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
	ok(t, CuStreamIsCapturing(th, s2, &st))
	if st != CU_STREAM_CAPTURE_STATUS_NONE {
		t.Errorf("the other stream still captures: %d", st)
	}
	// Another thread.
	begin()
	other := &Thread{}
	ok(t, CuCtxSetCurrent(other, th.Stack[0]))
	want(t, "another thread", CuStreamEndCapture(other, s, &g), CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD)
	ok(t, CuMemAlloc_v2(other, new(CUdeviceptr), 16)) // conformance: capture_other_thread
	end("own thread", CUDA_ERROR_ILLEGAL_STATE)       // api: cuStreamEndCapture | another thread
}

// TestCaptureForkJoin captures two streams and checks the shape and the result.
func TestCaptureForkJoin(t *testing.T) {
	th := thread(t)
	var a, b CUstream
	ok(t, CuStreamCreate(th, &a, 0))
	ok(t, CuStreamCreate(th, &b, 0))
	var e CUevent
	ok(t, CuEventCreate(th, &e, CU_EVENT_DISABLE_TIMING))
	p := alloc(t, th, 16)
	ok(t, CuStreamBeginCapture_v2(th, a, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL))
	ok(t, CuMemsetD32Async(th, p, 1, 4, a))
	ok(t, CuEventRecord(th, e, a))
	ok(t, CuStreamWaitEvent(th, b, e, 0))
	ok(t, CuMemsetD32Async(th, p, 2, 1, b))
	ok(t, CuMemsetD32Async(th, p+4, 3, 1, a))
	ok(t, CuEventRecord(th, e, b))
	ok(t, CuStreamWaitEvent(th, a, e, 0))
	ok(t, CuMemcpyDtoDAsync_v2(th, p+8, p, 8, a))
	var id uint64
	var st CUstreamCaptureStatus
	var g CUgraph
	var deps *CUgraphNode
	var n uintptr
	ok(t, CuStreamGetCaptureInfo_v2(th, a, &st, &id, &g, &deps, &n))
	if st != CU_STREAM_CAPTURE_STATUS_ACTIVE || id == 0 || n != 1 {
		t.Errorf("status %d, id %d, %d dependencies", st, id, n)
	}
	var got CUgraph
	ok(t, CuStreamEndCapture(th, a, &got))
	if got != g {
		t.Error("another graph than was announced")
	}
	var edges, roots uintptr
	ok(t, CuGraphGetEdges(th, g, nil, nil, &edges))
	ok(t, CuGraphGetRootNodes(th, g, nil, &roots))
	if edges != 4 || roots != 1 {
		t.Errorf("%d edges, %d roots", edges, roots)
	}
	var x CUgraphExec
	ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
	ok(t, CuGraphLaunch(th, x, b))
	ok(t, CuGraphLaunch(th, x, a))
	ok(t, CuCtxSynchronize(th))
	if got := words(read(t, th, p, 16)); got != "2 3 2 3" {
		t.Error(got)
	}
}

// TestGraphNodes builds a graph of every kind of node by hand.
func TestGraphNodes(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	f := load(t, th, ptxSet, "set")
	p, v := alloc(t, th, 256), uint32(50)
	ok(t, CuMemsetD8_v2(th, p, 0, 256))
	var g, sub CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	ok(t, CuGraphCreate(th, &sub, 0))
	want(t, "flags", CuGraphCreate(th, new(CUgraph), 1), CUDA_ERROR_INVALID_VALUE)
	calls := 0
	fn := host(func() { calls++ })
	var k, m, c, h, ch, em, er, ew, mo, al, fr CUgraphNode
	ctx := th.Stack[0]
	kp := CUDA_KERNEL_NODE_PARAMS{Func: f, GridDimX: 1, GridDimY: 1, GridDimZ: 1, BlockDimX: 4, BlockDimY: 1, BlockDimZ: 1,
		KernelParams: args(unsafe.Pointer(&p), unsafe.Pointer(&v))}
	ok(t, CuGraphAddKernelNode_v2(th, &k, g, nil, 0, &kp))
	ms := CUDA_MEMSET_NODE_PARAMS{Dst: p + 16, Value: 7, ElementSize: 4, Width: 4, Height: 1}
	ok(t, CuGraphAddMemsetNode(th, &m, g, &k, 1, &ms, ctx))
	cp := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: p, DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: p + 32, WidthInBytes: 32, Height: 1, Depth: 1}
	ok(t, CuGraphAddMemcpyNode(th, &c, g, &m, 1, &cp, ctx))
	ok(t, CuGraphAddHostNode(th, &h, g, &c, 1, &CUDA_HOST_NODE_PARAMS{Fn: fn}))
	var sm CUgraphNode
	ms2 := ms
	ms2.Dst, ms2.Value = p+64, 8
	ok(t, CuGraphAddMemsetNode(th, &sm, sub, nil, 0, &ms2, ctx))
	ok(t, CuGraphAddChildGraphNode(th, &ch, g, &h, 1, sub))
	ok(t, CuGraphAddEmptyNode(th, &em, g, &ch, 1))
	var ev CUevent
	ok(t, CuEventCreate(th, &ev, 0))
	ok(t, CuGraphAddEventRecordNode(th, &er, g, &em, 1, ev))
	ok(t, CuGraphAddEventWaitNode(th, &ew, g, &er, 1, ev))
	op := CUstreamBatchMemOpParams{CU_STREAM_MEM_OP_WRITE_VALUE_32, uint64(p) + 80, 99, 0}
	ok(t, CuGraphAddBatchMemOpNode(th, &mo, g, &ew, 1, &CUDA_BATCH_MEM_OP_NODE_PARAMS{Ctx: ctx, Count: 1, ParamArray: &op}))
	ap := CUDA_MEM_ALLOC_NODE_PARAMS{Bytesize: 64}
	ap.PoolProps.AllocType = CU_MEM_ALLOCATION_TYPE_PINNED
	ap.PoolProps.Location.Type = CU_MEM_LOCATION_TYPE_DEVICE
	ok(t, CuGraphAddMemAllocNode(th, &al, g, &mo, 1, &ap))
	var m2, c2 CUgraphNode
	ms3 := ms
	ms3.Dst, ms3.Value = ap.Dptr, 11
	ok(t, CuGraphAddMemsetNode(th, &m2, g, &al, 1, &ms3, ctx))
	cp2 := cp
	cp2.SrcDevice, cp2.DstDevice, cp2.WidthInBytes = ap.Dptr, p+96, 16
	ok(t, CuGraphAddMemcpyNode(th, &c2, g, &m2, 1, &cp2, ctx))
	ok(t, CuGraphAddMemFreeNode(th, &fr, g, &c2, 1, ap.Dptr))
	for _, x := range []struct {
		n CUgraphNode
		k CUgraphNodeType
	}{{k, 0}, {c, 1}, {m, 2}, {h, 3}, {ch, 4}, {em, 5}, {ew, 6}, {er, 7}, {al, 10}, {fr, 11}, {mo, 12}} {
		typ := CUgraphNodeType(-1)
		ok(t, CuGraphNodeGetType(th, x.n, &typ))
		if typ != x.k {
			t.Errorf("kind %d, want %d", typ, x.k)
		}
		var p CUgraphNodeParams
		ok(t, CuGraphNodeGetParams(th, x.n, &p))
		if p.Type != x.k {
			t.Errorf("parameters of kind %d, want %d", p.Type, x.k)
		}
	}
	want(t, "an edge of a graph with memory nodes", CuGraphRemoveDependencies(th, g, &k, &m, 1), CUDA_ERROR_NOT_SUPPORTED) // CUDA driver API
	var circle CUgraph
	var n1, n2 CUgraphNode
	ok(t, CuGraphCreate(th, &circle, 0))
	ok(t, CuGraphAddEmptyNode(th, &n1, circle, nil, 0))
	ok(t, CuGraphAddEmptyNode(th, &n2, circle, &n1, 1))
	ok(t, CuGraphAddDependencies(th, circle, &n2, &n1, 1)) // conformance: graph_dependencies
	want(t, "a circle", CuGraphInstantiateWithFlags(th, new(CUgraphExec), circle, 0), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuGraphRemoveDependencies(th, circle, &n2, &n1, 1))
	ok(t, CuGraphDestroy(th, circle))
	want(t, "an edge twice", CuGraphAddDependencies(th, g, &k, &m, 1), CUDA_ERROR_INVALID_VALUE)
	want(t, "clone with memory nodes", CuGraphClone(th, new(CUgraph), g), CUDA_ERROR_NOT_SUPPORTED)
	var x CUgraphExec
	ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
	for i := range 2 {
		ok(t, CuGraphLaunch(th, x, 0))
		ok(t, CuCtxSynchronize(th))
		if calls != i+1 {
			t.Errorf("host function called %d times", calls)
		}
	}
	if got := words(read(t, th, p, 112)); got != "50 51 52 53 7 7 7 7 50 51 52 53 7 7 7 7 8 8 8 8 99 0 0 0 11 11 11 11" {
		t.Error(got)
	}
	ok(t, CuEventQuery(th, ev))
	// Parameters of the instantiated graph.
	v = 60
	ok(t, CuGraphExecKernelNodeSetParams_v2(th, x, k, &kp))
	ms.Value = 70
	ok(t, CuGraphExecMemsetNodeSetParams(th, x, m, &ms, ctx))
	ok(t, CuGraphNodeSetEnabled(th, x, c, 0))
	on := uint32(9)
	ok(t, CuGraphNodeGetEnabled(th, x, c, &on))
	if on != 0 {
		t.Error("still enabled")
	}
	ok(t, CuGraphLaunch(th, x, 0))
	ok(t, CuCtxSynchronize(th))
	if got := words(read(t, th, p, 64)); got != "60 61 62 63 70 70 70 70 50 51 52 53 7 7 7 7" {
		t.Error(got)
	}
	file := filepath.Join(t.TempDir(), "g.dot")
	ok(t, CuGraphDebugDotPrint(th, g, cstr(file), CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE))
	if b, _ := os.ReadFile(file); !strings.Contains(string(b), "KERNEL") || !strings.Contains(string(b), "->") {
		t.Errorf("dot: %s", b)
	}
	var used uint64
	ok(t, CuDeviceGetGraphMemAttribute(th, 0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, unsafe.Pointer(&used)))
	if used < 64 {
		t.Errorf("%d bytes at most", used)
	}
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
	ok(t, CuGraphDestroy(th, sub))
	want(t, "a dead node", CuGraphNodeGetType(th, k, new(CUgraphNodeType)), CUDA_ERROR_INVALID_VALUE)
}

func TestGraphCloneAndEdges(t *testing.T) {
	th := thread(t)
	var g, c CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	var n [4]CUgraphNode
	for i := range n {
		ok(t, CuGraphAddEmptyNode(th, &n[i], g, nil, 0))
	}
	ok(t, CuGraphAddDependencies(th, g, &n[0], &n[1], 1))
	ok(t, CuGraphAddDependencies(th, g, &n[1], &n[3], 1))
	ok(t, CuGraphClone(th, &c, g))
	var x CUgraphNode
	ok(t, CuGraphNodeFindInClone(th, &x, n[1], c))
	var in [2]CUgraphNode
	cnt := uintptr(2)
	ok(t, CuGraphNodeGetDependencies(th, x, &in[0], &cnt))
	var x0 CUgraphNode
	ok(t, CuGraphNodeFindInClone(th, &x0, n[0], c))
	if cnt != 1 || in[0] != x0 || in[1] != 0 {
		t.Errorf("%d dependencies %v", cnt, in)
	}
	ok(t, CuGraphRemoveDependencies(th, g, &n[0], &n[1], 1))
	want(t, "not there", CuGraphRemoveDependencies(th, g, &n[0], &n[1], 1), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuGraphDestroyNode(th, n[1]))
	ok(t, CuGraphGetNodes(th, g, nil, &cnt))
	if cnt != 3 {
		t.Errorf("%d nodes", cnt)
	}
	want(t, "a node of another graph", CuGraphAddDependencies(th, g, &n[0], &x, 1), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuGraphDestroy(th, g))
	ok(t, CuGraphDestroy(th, c))
}

// TestConditional runs the bodies of if, while and switch nodes as their conditions say.
func TestConditional(t *testing.T) {
	th := thread(t)
	p := alloc(t, th, 64)
	ok(t, CuMemsetD8_v2(th, p, 0, 64))
	ctx := th.Stack[0]
	var g CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	body := func(b CUgraph, at CUdeviceptr, v uint32) {
		t.Helper()
		ok(t, CuGraphAddMemsetNode(th, new(CUgraphNode), b, nil, 0, &CUDA_MEMSET_NODE_PARAMS{Dst: at, Value: v, ElementSize: 4, Width: 1, Height: 1}, ctx))
	}
	cond := func(typ CUgraphConditionalNodeType, initial, size uint32) ([]CUgraph, CUgraphConditionalHandle) {
		t.Helper()
		var h CUgraphConditionalHandle
		ok(t, CuGraphConditionalHandleCreate(th, &h, g, CUcontext(th.Stack[0]), initial, CU_GRAPH_COND_ASSIGN_DEFAULT))
		np := &CUgraphNodeParams{Type: CU_GRAPH_NODE_TYPE_CONDITIONAL}
		*unionAs[CUDA_CONDITIONAL_NODE_PARAMS](np) = CUDA_CONDITIONAL_NODE_PARAMS{Handle: h, Type: typ, Size: size, Ctx: ctx}
		ok(t, CuGraphAddNode_v2(th, new(CUgraphNode), g, nil, nil, 0, np))
		return unsafe.Slice(unionAs[CUDA_CONDITIONAL_NODE_PARAMS](np).PhGraph_out, size), h
	}
	b, _ := cond(CU_GRAPH_COND_TYPE_IF, 1, 2)
	body(b[0], p, 1)
	body(b[1], p+4, 1)
	b, _ = cond(CU_GRAPH_COND_TYPE_IF, 0, 2)
	body(b[0], p+8, 1)
	body(b[1], p+12, 1)
	b, _ = cond(CU_GRAPH_COND_TYPE_SWITCH, 2, 3)
	for i := range b {
		body(b[i], p+16+CUdeviceptr(4*i), 1)
	}
	b, _ = cond(CU_GRAPH_COND_TYPE_SWITCH, 9, 2)
	body(b[0], p+28, 1)
	b, h := cond(CU_GRAPH_COND_TYPE_WHILE, 1, 1)
	body(b[0], p+32, 5)
	body(b[0], CUdeviceptr(h), 0) // what a kernel does with cudaGraphSetConditional
	np := &CUgraphNodeParams{Type: CU_GRAPH_NODE_TYPE_CONDITIONAL}
	*unionAs[CUDA_CONDITIONAL_NODE_PARAMS](np) = CUDA_CONDITIONAL_NODE_PARAMS{Handle: 12345, Size: 1, Ctx: ctx}
	want(t, "no handle", CuGraphAddNode_v2(th, new(CUgraphNode), g, nil, nil, 0, np), CUDA_ERROR_INVALID_VALUE)
	var x CUgraphExec
	ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
	for range 2 {
		ok(t, CuMemsetD8_v2(th, p, 0, 64))
		ok(t, CuGraphLaunch(th, x, 0))
		ok(t, CuCtxSynchronize(th))
		if got := words(read(t, th, p, 36)); got != "1 0 0 1 0 0 1 0 5" {
			t.Error(got)
		}
	}
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
}

// ptxCond is a call of cudaGraphSetConditional in the form in which nvcc 13.5 writes it: the loop counter at p goes down by
// one, and its new value is the condition.
const ptxCond = ".version 8.3\n.target sm_80\n.address_size 64\n" + `.extern .func cudaGraphSetConditional(.param .b64 a,.param .b32 b);
.visible .entry step(.param .u64 h,.param .u64 p){.reg .b32 %r<3>;.reg .b64 %rd<4>;
ld.param.u64 %rd1,[h];ld.param.u64 %rd2,[p];cvta.to.global.u64 %rd3,%rd2;ld.global.u32 %r1,[%rd3];add.s32 %r2,%r1,-1;st.global.u32 [%rd3],%r2;
{ .param .b64 param0;st.param.b64 [param0+0],%rd1;.param .b32 param1;st.param.b32 [param1+0],%r2;
call.uni cudaGraphSetConditional,(param0,param1); } ret;}`

// TestConditionalDevice has kernels set the conditions of nested loops and of a switch.
func TestConditionalDevice(t *testing.T) {
	bothCores(t)
	th := thread(t)
	step := load(t, th, ptxCond, "step")
	p := alloc(t, th, 64)
	ctx := th.Stack[0]
	var g CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	handle := func(g CUgraph, initial uint32) (h CUgraphConditionalHandle) {
		t.Helper()
		ok(t, CuGraphConditionalHandleCreate(th, &h, g, CUcontext(th.Stack[0]), initial, CU_GRAPH_COND_ASSIGN_DEFAULT))
		return h
	}
	cond := func(g CUgraph, h CUgraphConditionalHandle, typ CUgraphConditionalNodeType, size uint32, deps ...CUgraphNode) (CUgraphNode, []CUgraph) {
		t.Helper()
		np := &CUgraphNodeParams{Type: CU_GRAPH_NODE_TYPE_CONDITIONAL}
		c := unionAs[CUDA_CONDITIONAL_NODE_PARAMS](np)
		*c = CUDA_CONDITIONAL_NODE_PARAMS{Handle: h, Type: typ, Size: size, Ctx: ctx}
		var n CUgraphNode
		ok(t, CuGraphAddNode_v2(th, &n, g, unsafe.SliceData(deps), nil, uintptr(len(deps)), np))
		return n, unsafe.Slice(c.PhGraph_out, size)
	}
	run := func(g CUgraph, h *CUgraphConditionalHandle, p *CUdeviceptr, deps ...CUgraphNode) CUgraphNode {
		t.Helper()
		return addKernel(t, th, g, step, deps, unsafe.Pointer(h), unsafe.Pointer(p))
	}
	fill := func(g CUgraph, p CUdeviceptr, v uint32, deps ...CUgraphNode) CUgraphNode {
		t.Helper()
		return fillAt(t, th, g, p, v, deps...)
	}
	// do { inner = 4; do total--; while (--inner); } while (--outer); switch (--pick). The inner condition is set before its
	// loop too: its initial value is there once a launch.
	outer, inner, total, pick, chosen, yes := p, p+4, p+8, p+12, p+16, p+20
	ho, hs := handle(g, 1), handle(g, 0)
	w, body := cond(g, ho, CU_GRAPH_COND_TYPE_WHILE, 1)
	hi := handle(body[0], 0)
	in, loop := cond(body[0], hi, CU_GRAPH_COND_TYPE_WHILE, 1, fill(body[0], inner, 4), run(body[0], &hi, &yes))
	run(loop[0], &hi, &inner, run(loop[0], &hs, &total))
	run(body[0], &ho, &outer, in)
	_, cases := cond(g, hs, CU_GRAPH_COND_TYPE_SWITCH, 3, run(g, &hs, &pick, w))
	for i, c := range cases {
		fill(c, chosen, uint32(100+i))
	}
	var spare CUgraph
	ok(t, CuGraphCreate(th, &spare, 0))
	handle(spare, 0)
	bad := CUDA_GRAPH_INSTANTIATE_PARAMS{}
	want(t, "a handle without a node", CuGraphInstantiateWithParams(th, new(CUgraphExec), spare, &bad), CUDA_ERROR_INVALID_VALUE)
	if bad.Result_out != CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED {
		t.Errorf("result %d", bad.Result_out)
	}
	x := instance(t, th, g, 0)
	for _, c := range []struct{ outer, pick uint32 }{{1, 1}, {3, 3}, {5, 9}} {
		for i, v := range []uint32{c.outer, 0, 1000, c.pick, 0, 500} {
			ok(t, CuMemsetD32_v2(th, p+CUdeviceptr(4*i), v, 1))
		}
		ok(t, CuGraphLaunch(th, x, 0))
		within(t, "the graph", func() { ok(t, CuCtxSynchronize(th)) })
		arm := uint32(0)
		if c.pick-1 < 3 {
			arm = 100 + c.pick - 1
		}
		want := fmt.Sprint(0, 0, 1000-4*c.outer, c.pick-1, arm, 500-c.outer)
		if got := words(read(t, th, p, 24)); got != want {
			t.Errorf("%+v: %s, want %s", c, got, want)
		}
	}
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
}

func TestUserObjects(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	calls := 0
	fn := host(func() { calls++ })
	var o CUuserObject
	want(t, "flags", CuUserObjectCreate(th, &o, nil, fn, 1, 0), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuUserObjectCreate(th, &o, nil, fn, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC))
	ok(t, CuUserObjectRetain(th, o, 1))
	ok(t, CuUserObjectRelease(th, o, 1))
	var g CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	ok(t, CuGraphRetainUserObject(th, g, o, 1, CU_GRAPH_USER_OBJECT_MOVE))
	var x CUgraphExec
	ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
	ok(t, CuGraphReleaseUserObject(th, g, o, 2)) // more than it holds; api: cuGraphReleaseUserObject | wrong arguments
	ok(t, CuGraphDestroy(th, g))
	if calls != 0 {
		t.Error("called while an instantiated graph holds it")
	}
	ok(t, CuGraphExecDestroy(th, x))
	if calls != 1 {
		t.Errorf("called %d times", calls)
	}
	want(t, "gone", CuUserObjectRetain(th, o, 1), CUDA_ERROR_INVALID_VALUE)
}
