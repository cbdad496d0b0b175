package cuda

import (
	"sync"
	"unsafe"

	"ferry/hipffi"
)

// The operations that graph nodes hold, and how each is given to a stream.

// kernelNode launches a kernel with the parameters copied when the node was made.
type kernelNode struct {
	l     launch
	h     CUfunction // as the program gave it: a function or a kernel
	ctx   *context
	args  []byte           // the parameters at PTX's offsets
	list  []unsafe.Pointer // to each parameter, for the program to read
	attrs map[CUlaunchAttributeID]CUlaunchAttributeValue
}

func (k *kernelNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_KERNEL }

func (k *kernelNode) clone() graphOp {
	c := *k
	c.args = append([]byte(nil), k.args...)
	c.point()
	c.attrs = map[CUlaunchAttributeID]CUlaunchAttributeValue{}
	for a, v := range k.attrs {
		c.attrs[a] = v
	}
	return &c
}

// point makes the list of parameter addresses.
func (k *kernelNode) point() {
	k.list = make([]unsafe.Pointer, len(k.l.f.info.Params)+1)
	for i := range k.l.f.info.Params {
		p := &k.l.f.info.Params[i]
		if p.Size > 0 {
			k.list[i] = unsafe.Pointer(&k.args[p.Offset])
		}
	}
}

func (k *kernelNode) run(x *graphExec, s *stream) CUresult {
	if functions.get(uintptr(k.l.f.h)) != k.l.f {
		return CUDA_ERROR_INVALID_HANDLE
	}
	l := k.l
	return s.run(&l, nil, nil, k.args)
}

// newKernelNode checks a launch and copies its parameters.
func newKernelNode(l *launch, h CUfunction, params, extra *unsafe.Pointer, stored []byte) (*kernelNode, CUresult) {
	k := &kernelNode{l: *l, h: h, ctx: l.f.mod.ctx, args: make([]byte, l.f.info.ParamBytes+1), attrs: map[CUlaunchAttributeID]CUlaunchAttributeValue{}}
	if stored != nil {
		copy(k.args, stored)
	} else if r := l.f.gather(k.args, params, extra); r != CUDA_SUCCESS {
		return nil, r
	}
	k.point()
	if l.cooperative {
		k.attrs[CU_LAUNCH_ATTRIBUTE_COOPERATIVE] = CUlaunchAttributeValue{1}
	}
	return k, CUDA_SUCCESS
}

type copyNode struct {
	op   copyOp
	desc CUDA_MEMCPY3D
	ctx  *context
}

func (n *copyNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_MEMCPY }
func (n *copyNode) clone() graphOp        { c := *n; return &c }
func (n *copyNode) run(x *graphExec, s *stream) CUresult {
	if n.op.Width == 0 || n.op.Height == 0 || n.op.Depth == 0 {
		return CUDA_SUCCESS
	}
	return s.doCopy(&n.op)
}

type fillNode struct {
	op   fillOp
	desc CUDA_MEMSET_NODE_PARAMS
	ctx  *context
}

func (n *fillNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_MEMSET }
func (n *fillNode) clone() graphOp        { c := *n; return &c }
func (n *fillNode) run(x *graphExec, s *stream) CUresult {
	if n.op.count == 0 || n.op.rows == 0 {
		return CUDA_SUCCESS
	}
	return s.doFill(&n.op)
}

type hostNode struct {
	fn       uintptr
	userData unsafe.Pointer
}

func (n *hostNode) kind() CUgraphNodeType                { return CU_GRAPH_NODE_TYPE_HOST }
func (n *hostNode) clone() graphOp                       { c := *n; return &c }
func (n *hostNode) run(x *graphExec, s *stream) CUresult { return s.doHost(s.ctx, n.fn, n.userData) }

type emptyNode struct{}

func (emptyNode) kind() CUgraphNodeType                { return CU_GRAPH_NODE_TYPE_EMPTY }
func (n emptyNode) clone() graphOp                     { return n }
func (emptyNode) run(x *graphExec, s *stream) CUresult { return CUDA_SUCCESS }

// childNode runs another graph, which it owns.
type childNode struct {
	g     *graph
	order []*graphNode // in an instantiated graph
}

func (n *childNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_GRAPH }
func (n *childNode) clone() graphOp {
	g, r := n.g.clone()
	if r != CUDA_SUCCESS {
		g = newGraph()
	}
	return &childNode{g: g}
}
func (n *childNode) run(x *graphExec, s *stream) CUresult { return x.runNodes(n.order, s) }

type eventRecordNode struct{ event CUevent }

func (n *eventRecordNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_EVENT_RECORD }
func (n *eventRecordNode) clone() graphOp        { c := *n; return &c }
func (n *eventRecordNode) run(x *graphExec, s *stream) CUresult {
	e := events.get(uintptr(n.event))
	if e == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	return s.doRecord(e)
}

type eventWaitNode struct{ event CUevent }

func (n *eventWaitNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_WAIT_EVENT }
func (n *eventWaitNode) clone() graphOp        { c := *n; return &c }
func (n *eventWaitNode) run(x *graphExec, s *stream) CUresult {
	e := events.get(uintptr(n.event))
	if e == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	return s.doWait(e)
}

type memOpNode struct {
	ops []memOp
	raw []CUstreamBatchMemOpParams
	ctx *context
}

func (n *memOpNode) kind() CUgraphNodeType                { return CU_GRAPH_NODE_TYPE_BATCH_MEM_OP }
func (n *memOpNode) clone() graphOp                       { c := *n; return &c }
func (n *memOpNode) run(x *graphExec, s *stream) CUresult { return s.doMemOps(n.ops) }

// graphAlloc is the memory of an allocation node. Its address is fixed when the node is made; the memory is kept until
// every graph that has the node is gone and nothing has it allocated.
type graphAlloc struct {
	a    *allocation
	refs int
	live bool // allocated by a launch and not freed since
}

type memAllocNode struct {
	mem    *graphAlloc
	params CUDA_MEM_ALLOC_NODE_PARAMS
}

func (n *memAllocNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_MEM_ALLOC }
func (n *memAllocNode) clone() graphOp        { n.mem.refs++; c := *n; return &c }
func (n *memAllocNode) run(x *graphExec, s *stream) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	if n.mem.a == nil || n.mem.live && !x.autoFree() {
		return CUDA_ERROR_INVALID_VALUE
	}
	n.mem.setLive(true)
	return CUDA_SUCCESS
}

type memFreeNode struct{ dptr CUdeviceptr }

func (n *memFreeNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_MEM_FREE }
func (n *memFreeNode) clone() graphOp        { c := *n; return &c }
func (n *memFreeNode) run(x *graphExec, s *stream) CUresult {
	a := drv().mem.find(uint64(n.dptr))
	if a == nil || a.base != uint64(n.dptr) {
		return CUDA_ERROR_INVALID_VALUE
	}
	if a.kind == allocPool {
		return s.freeAsync(a)
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	if a.graph == nil || !a.graph.live {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.graph.setLive(false)
	return CUDA_SUCCESS
}

// newGraphAlloc allocates the memory of a node.
func newGraphAlloc(d *device, size uint64) (*graphAlloc, CUresult) {
	p, err := d.dev.Alloc(hipffi.AllocDevice, size)
	if err != nil {
		return nil, fromError(err)
	}
	m := &graphAlloc{refs: 1}
	m.a = &allocation{base: uint64(p), size: size, kind: allocGraph, dev: d, id: newID(), graph: m}
	if !drv().mem.add(m.a) {
		d.dev.Free(p)
		return nil, CUDA_ERROR_UNKNOWN
	}
	d.graphMem.reserve(int64(size))
	return m, CUDA_SUCCESS
}

// setLive says whether a launch has the memory allocated; graphMu is held.
func (m *graphAlloc) setLive(live bool) {
	if m.live == live {
		return
	}
	m.live = live
	n := int64(m.a.size)
	if !live {
		n = -n
	}
	m.a.dev.graphMem.use(n)
	m.collect()
}

// unref takes away one graph that has the node; graphMu is held.
func (m *graphAlloc) unref() {
	m.refs--
	m.collect()
}

// collect gives the memory back when nothing needs it.
func (m *graphAlloc) collect() {
	if m.refs > 0 || m.live || m.a == nil {
		return
	}
	a := m.a
	m.a = nil
	if drv() == nil || drv().mem.remove(a.base, func(x *allocation) bool { return x == a }) == nil {
		return
	}
	a.dev.graphMem.reserve(-int64(a.size))
	d := a.dev
	go func() { // whoever still uses it is in a queue; the lock is not held while that is waited for
		d.drain() // an error of a context is not this memory's
		d.dev.Free(hipffi.Ptr(a.base))
	}()
}

// freeGraph is cuMemFree of a graph's allocation: the address stays the node's.
func (a *allocation) freeGraph() CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	if a.graph == nil || !a.graph.live {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.graph.setLive(false)
	return CUDA_SUCCESS
}

// graphMem is a device's account of memory in graphs.
type graphMem struct {
	mu                                   sync.Mutex
	used, usedHigh, reserved, reservHigh int64
}

func (g *graphMem) use(n int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used += n
	g.usedHigh = max(g.usedHigh, g.used)
}

func (g *graphMem) reserve(n int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.reserved += n
	g.reservHigh = max(g.reservHigh, g.reserved)
}

// CuDeviceGraphMemTrim gives unused graph memory back; what is kept belongs to nodes, so there is none.
func CuDeviceGraphMemTrim(t *Thread, dev CUdevice) CUresult {
	_, r := t.lookDevice(dev)
	return r
}

// CuDeviceGetGraphMemAttribute gives one of the numbers of a device's graph memory, as u64.
func CuDeviceGetGraphMemAttribute(t *Thread, dev CUdevice, attr CUgraphMem_attribute, value unsafe.Pointer) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	g := &d.graphMem
	g.mu.Lock()
	defer g.mu.Unlock()
	v := [...]int64{g.used, g.usedHigh, g.reserved, g.reservHigh}
	if attr < 0 || int(attr) >= len(v) {
		return CUDA_ERROR_INVALID_VALUE
	}
	*(*uint64)(value) = uint64(v[attr])
	return CUDA_SUCCESS
}

// CuDeviceSetGraphMemAttribute sets a high-water mark back: the value is 0.
func CuDeviceSetGraphMemAttribute(t *Thread, dev CUdevice, attr CUgraphMem_attribute, value unsafe.Pointer) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil || *(*uint64)(value) != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	g := &d.graphMem
	g.mu.Lock()
	defer g.mu.Unlock()
	switch attr {
	case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
		g.usedHigh = g.used
	case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
		g.reservHigh = g.reserved
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}
