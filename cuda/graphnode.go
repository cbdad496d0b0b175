package cuda

import (
	"slices"
	"unsafe"
)

// addNode adds a node to a graph for one of the cuGraphAdd functions; build gives the operation under graphMu.
func addNode(pn *CUgraphNode, h CUgraph, deps *CUgraphNode, data *CUgraphEdgeData, n uintptr, build func(g *graph) (graphOp, CUresult)) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pn == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	list, r := nodeList(g, deps, data, n)
	if r != CUDA_SUCCESS {
		return r
	}
	op, r := build(g)
	if r != CUDA_SUCCESS {
		return r
	}
	x, r := g.add(op, list)
	if r != CUDA_SUCCESS {
		return r
	}
	*pn = x.h
	return CUDA_SUCCESS
}

// nodeOp gives the operation of a node that has to be of type T.
func nodeOp[T graphOp](h CUgraphNode) (op T, n *graphNode, r CUresult) {
	n, r = lookNode(h)
	if r != CUDA_SUCCESS {
		return op, nil, r
	}
	op, ok := n.op.(T)
	if !ok {
		return op, nil, CUDA_ERROR_INVALID_VALUE
	}
	return op, n, CUDA_SUCCESS
}

// execOp gives the operation in an instantiated graph that a node of the original has become.
func execOp[T graphOp](hx CUgraphExec, h CUgraphNode) (op T, x *graphExec, r CUresult) {
	x, r = lookExec(hx)
	if r != CUDA_SUCCESS {
		return op, nil, r
	}
	n, r := lookNode(h)
	if r != CUDA_SUCCESS {
		return op, nil, r
	}
	c := x.from[n]
	if c == nil {
		return op, nil, CUDA_ERROR_INVALID_VALUE
	}
	op, ok := c.op.(T)
	if !ok {
		return op, nil, CUDA_ERROR_INVALID_VALUE
	}
	return op, x, CUDA_SUCCESS
}

// lockedNode calls f with the operation of a node, under graphMu.
func lockedNode[T graphOp](h CUgraphNode, f func(op T) CUresult) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	op, _, r := nodeOp[T](h)
	if r != CUDA_SUCCESS {
		return r
	}
	return f(op)
}

// lockedExec calls f with the operation of an instantiated graph's node; no launch of it is being put together.
func lockedExec[T graphOp](hx CUgraphExec, h CUgraphNode, f func(op T) CUresult) CUresult {
	x, r := lookExec(hx)
	if r != CUDA_SUCCESS {
		return r
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	graphMu.Lock()
	defer graphMu.Unlock()
	op, _, r := execOp[T](hx, h)
	if r != CUDA_SUCCESS {
		return r
	}
	return f(op)
}

// Kernel nodes.

// kernelOp makes the operation of kernel node parameters.
func kernelOp(t *Thread, p *CUDA_KERNEL_NODE_PARAMS) (*kernelNode, CUresult) {
	if p == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	h := p.Func
	if h == 0 {
		h = CUfunction(p.Kern)
	}
	var f *function
	var r CUresult
	if p.Ctx != 0 {
		c, r := lookContext(p.Ctx)
		if r != CUDA_SUCCESS {
			return nil, r
		}
		if k := kernels.get(uintptr(h)); k != nil {
			if f, r = k.in(c); r != CUDA_SUCCESS {
				return nil, r
			}
		}
	}
	if f == nil {
		if f, _, r = t.function(h); r != CUDA_SUCCESS {
			return nil, r
		}
	}
	l := launch{f: f, grid: [3]uint32{p.GridDimX, p.GridDimY, p.GridDimZ}, block: [3]uint32{p.BlockDimX, p.BlockDimY, p.BlockDimZ},
		shared: p.SharedMemBytes}
	if r := l.check(f.mod.ctx.dev); r != CUDA_SUCCESS {
		return nil, r
	}
	return newKernelNode(&l, h, p.KernelParams, p.Extra, nil)
}

func (k *kernelNode) params() CUDA_KERNEL_NODE_PARAMS {
	p := CUDA_KERNEL_NODE_PARAMS{GridDimX: k.l.grid[0], GridDimY: k.l.grid[1], GridDimZ: k.l.grid[2],
		BlockDimX: k.l.block[0], BlockDimY: k.l.block[1], BlockDimZ: k.l.block[2], SharedMemBytes: k.l.shared,
		KernelParams: &k.list[0], Ctx: k.ctx.h}
	if kernels.get(uintptr(k.h)) != nil {
		p.Kern = CUkernel(k.h)
	}
	p.Func = k.l.f.h
	return p
}

// set takes over another kernel node's launch; attributes stay.
func (k *kernelNode) set(n *kernelNode) {
	coop := k.l.cooperative
	k.l, k.h, k.ctx, k.args = n.l, n.h, n.ctx, n.args
	k.l.cooperative = coop
	k.point()
}

// wide is the parameters of CUDA 10 in today's form.
func (p *CUDA_KERNEL_NODE_PARAMS_v1) wide() *CUDA_KERNEL_NODE_PARAMS {
	if p == nil {
		return nil
	}
	return &CUDA_KERNEL_NODE_PARAMS{Func: p.Func, GridDimX: p.GridDimX, GridDimY: p.GridDimY, GridDimZ: p.GridDimZ, BlockDimX: p.BlockDimX,
		BlockDimY: p.BlockDimY, BlockDimZ: p.BlockDimZ, SharedMemBytes: p.SharedMemBytes, KernelParams: p.KernelParams, Extra: p.Extra}
}

// CuGraphAddKernelNode is the form of CUDA 10.
func CuGraphAddKernelNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUDA_KERNEL_NODE_PARAMS_v1) CUresult {
	return CuGraphAddKernelNode_v2(t, pn, h, deps, n, p.wide())
}

// CuGraphAddKernelNode_v2 adds a kernel launch.
func CuGraphAddKernelNode_v2(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUDA_KERNEL_NODE_PARAMS) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return kernelOp(t, p) })
}

// CuGraphKernelNodeGetParams is the form of CUDA 10.
func CuGraphKernelNodeGetParams(t *Thread, h CUgraphNode, p *CUDA_KERNEL_NODE_PARAMS_v1) CUresult {
	return lockedNode(h, func(k *kernelNode) CUresult {
		if p == nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		w := k.params()
		*p = CUDA_KERNEL_NODE_PARAMS_v1{w.Func, w.GridDimX, w.GridDimY, w.GridDimZ, w.BlockDimX, w.BlockDimY, w.BlockDimZ, w.SharedMemBytes, w.KernelParams, nil}
		return CUDA_SUCCESS
	})
}

// CuGraphKernelNodeGetParams_v2 gives a kernel node's launch; the list of parameters lives as long as the node's does.
func CuGraphKernelNodeGetParams_v2(t *Thread, h CUgraphNode, p *CUDA_KERNEL_NODE_PARAMS) CUresult {
	return lockedNode(h, func(k *kernelNode) CUresult { return give(p, k.params()) })
}

// CuGraphKernelNodeSetParams is the form of CUDA 10.
func CuGraphKernelNodeSetParams(t *Thread, h CUgraphNode, p *CUDA_KERNEL_NODE_PARAMS_v1) CUresult {
	return CuGraphKernelNodeSetParams_v2(t, h, p.wide())
}

// CuGraphKernelNodeSetParams_v2 replaces a kernel node's launch.
func CuGraphKernelNodeSetParams_v2(t *Thread, h CUgraphNode, p *CUDA_KERNEL_NODE_PARAMS) CUresult {
	return lockedNode(h, func(k *kernelNode) CUresult {
		n, r := kernelOp(t, p)
		if r == CUDA_SUCCESS {
			k.set(n)
		}
		return r
	})
}

// CuGraphExecKernelNodeSetParams is the form of CUDA 10.
func CuGraphExecKernelNodeSetParams(t *Thread, hx CUgraphExec, h CUgraphNode, p *CUDA_KERNEL_NODE_PARAMS_v1) CUresult {
	return CuGraphExecKernelNodeSetParams_v2(t, hx, h, p.wide())
}

// CuGraphExecKernelNodeSetParams_v2 replaces a launch in an instantiated graph; the context stays.
func CuGraphExecKernelNodeSetParams_v2(t *Thread, hx CUgraphExec, h CUgraphNode, p *CUDA_KERNEL_NODE_PARAMS) CUresult {
	return lockedExec(hx, h, func(k *kernelNode) CUresult {
		n, r := kernelOp(t, p)
		if r != CUDA_SUCCESS {
			return r
		}
		if n.ctx != k.ctx {
			return CUDA_ERROR_INVALID_VALUE
		}
		k.set(n)
		return CUDA_SUCCESS
	})
}

// CuGraphKernelNodeCopyAttributes copies the attributes of a kernel node to another.
func CuGraphKernelNodeCopyAttributes(t *Thread, dst, src CUgraphNode) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	d, _, r := nodeOp[*kernelNode](dst)
	if r != CUDA_SUCCESS {
		return r
	}
	s, _, r := nodeOp[*kernelNode](src)
	if r != CUDA_SUCCESS {
		return r
	}
	d.attrs = map[CUlaunchAttributeID]CUlaunchAttributeValue{}
	for a, v := range s.attrs {
		d.attrs[a] = v
	}
	d.l.cooperative = s.l.cooperative
	return CUDA_SUCCESS
}

// kernelNodeAttr reports whether a launch attribute is one of kernel nodes.
func kernelNodeAttr(a CUlaunchAttributeID) bool {
	switch a {
	case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
		CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, CU_LAUNCH_ATTRIBUTE_PRIORITY, CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP,
		CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION,
		CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
		CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING, CU_LAUNCH_ATTRIBUTE_PORTABLE_CLUSTER_SIZE_MODE, CU_LAUNCH_ATTRIBUTE_SHARED_MEMORY_MODE:
		return true
	}
	return false
}

// CuGraphKernelNodeGetAttribute gives an attribute of a kernel node, zeroes if it was not set.
func CuGraphKernelNodeGetAttribute(t *Thread, h CUgraphNode, attr CUkernelNodeAttrID, value *CUkernelNodeAttrValue) CUresult {
	return lockedNode(h, func(k *kernelNode) CUresult {
		if value == nil || !kernelNodeAttr(attr) {
			return CUDA_ERROR_INVALID_VALUE
		}
		*value = k.attrs[attr]
		return CUDA_SUCCESS
	})
}

// CuGraphKernelNodeSetAttribute sets an attribute of a kernel node.
func CuGraphKernelNodeSetAttribute(t *Thread, h CUgraphNode, attr CUkernelNodeAttrID, value *CUkernelNodeAttrValue) CUresult {
	return lockedNode(h, func(k *kernelNode) CUresult {
		if value == nil || !kernelNodeAttr(attr) {
			return CUDA_ERROR_INVALID_VALUE
		}
		a, r := readLaunchAttrs(&CUlaunchAttribute{Id: attr, Value: *value}, 1)
		if r != CUDA_SUCCESS {
			return r
		}
		if attr == CU_LAUNCH_ATTRIBUTE_COOPERATIVE {
			l := k.l
			l.cooperative = a.cooperative
			if r := l.check(k.ctx.dev); r != CUDA_SUCCESS {
				return r
			}
			k.l.cooperative = a.cooperative
		}
		k.attrs[attr] = *value
		return CUDA_SUCCESS
	})
}

// Copies.

func copyNodeOf(t *Thread, p *CUDA_MEMCPY3D, ctx CUcontext) (*copyNode, CUresult) {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	if p == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	o, r := p.op()
	if r == CUDA_SUCCESS && (o.Width == 0 || o.Height == 0 || o.Depth == 0) {
		r = CUDA_ERROR_INVALID_VALUE // a node that copies nothing (recorded)
	}
	if r != CUDA_SUCCESS {
		return nil, r
	}
	return &copyNode{op: o, desc: *p, ctx: c}, CUDA_SUCCESS
}

// params describes the copy; one that was captured from a plain copy is described as one row.
func (n *copyNode) params() CUDA_MEMCPY3D {
	if n.desc != (CUDA_MEMCPY3D{}) {
		return n.desc
	}
	return CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_UNIFIED, SrcDevice: CUdeviceptr(n.op.Src), SrcPitch: uintptr(n.op.SrcPitch), SrcHeight: rowsOf(n.op.SrcSlice, n.op.SrcPitch),
		DstMemoryType: CU_MEMORYTYPE_UNIFIED, DstDevice: CUdeviceptr(n.op.Dst), DstPitch: uintptr(n.op.DstPitch), DstHeight: rowsOf(n.op.DstSlice, n.op.DstPitch),
		WidthInBytes: uintptr(n.op.Width), Height: uintptr(n.op.Height), Depth: uintptr(n.op.Depth)}
}

func rowsOf(slice, pitch uint64) uintptr {
	if pitch == 0 {
		return 0
	}
	return uintptr(slice / pitch)
}

// CuGraphAddMemcpyNode adds a copy.
func CuGraphAddMemcpyNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUDA_MEMCPY3D, ctx CUcontext) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return copyNodeOf(t, p, ctx) })
}

// CuGraphMemcpyNodeGetParams gives a copy node's copy.
func CuGraphMemcpyNodeGetParams(t *Thread, h CUgraphNode, p *CUDA_MEMCPY3D) CUresult {
	return lockedNode(h, func(n *copyNode) CUresult { return give(p, n.params()) })
}

// CuGraphMemcpyNodeSetParams replaces a copy node's copy.
func CuGraphMemcpyNodeSetParams(t *Thread, h CUgraphNode, p *CUDA_MEMCPY3D) CUresult {
	return lockedNode(h, func(n *copyNode) CUresult {
		x, r := copyNodeOf(t, p, n.ctx.h)
		if r == CUDA_SUCCESS {
			*n = *x
		}
		return r
	})
}

// CuGraphExecMemcpyNodeSetParams replaces a copy in an instantiated graph.
func CuGraphExecMemcpyNodeSetParams(t *Thread, hx CUgraphExec, h CUgraphNode, p *CUDA_MEMCPY3D, ctx CUcontext) CUresult {
	return lockedExec(hx, h, func(n *copyNode) CUresult {
		x, r := copyNodeOf(t, p, ctx)
		if r != CUDA_SUCCESS {
			return r
		}
		if x.ctx != n.ctx {
			return CUDA_ERROR_INVALID_VALUE
		}
		*n = *x
		return CUDA_SUCCESS
	})
}

// Memsets.

func fillNodeOf(t *Thread, p *CUDA_MEMSET_NODE_PARAMS, ctx CUcontext) (*fillNode, CUresult) {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	if p == nil || p.ElementSize != 1 && p.ElementSize != 2 && p.ElementSize != 4 || p.Width == 0 || p.Height == 0 {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	f, r := makeFill(p.Dst, p.Pitch, p.Value, int(p.ElementSize), p.Width, p.Height)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	return &fillNode{op: f, desc: *p, ctx: c}, CUDA_SUCCESS
}

func (n *fillNode) params() CUDA_MEMSET_NODE_PARAMS {
	if n.desc != (CUDA_MEMSET_NODE_PARAMS{}) {
		return n.desc
	}
	v := uint32(n.op.value[0]) | uint32(n.op.value[1])<<8 | uint32(n.op.value[2])<<16 | uint32(n.op.value[3])<<24
	return CUDA_MEMSET_NODE_PARAMS{Dst: CUdeviceptr(n.op.dst), Pitch: uintptr(n.op.pitch), Value: v, ElementSize: uint32(n.op.width),
		Width: uintptr(n.op.count), Height: uintptr(n.op.rows)}
}

// CuGraphAddMemsetNode adds a memset.
func CuGraphAddMemsetNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUDA_MEMSET_NODE_PARAMS, ctx CUcontext) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return fillNodeOf(t, p, ctx) })
}

// CuGraphMemsetNodeGetParams gives a memset node's memset.
func CuGraphMemsetNodeGetParams(t *Thread, h CUgraphNode, p *CUDA_MEMSET_NODE_PARAMS) CUresult {
	return lockedNode(h, func(n *fillNode) CUresult { return give(p, n.params()) })
}

// CuGraphMemsetNodeSetParams replaces a memset node's memset.
func CuGraphMemsetNodeSetParams(t *Thread, h CUgraphNode, p *CUDA_MEMSET_NODE_PARAMS) CUresult {
	return lockedNode(h, func(n *fillNode) CUresult {
		x, r := fillNodeOf(t, p, n.ctx.h)
		if r == CUDA_SUCCESS {
			*n = *x
		}
		return r
	})
}

// CuGraphExecMemsetNodeSetParams replaces a memset in an instantiated graph.
func CuGraphExecMemsetNodeSetParams(t *Thread, hx CUgraphExec, h CUgraphNode, p *CUDA_MEMSET_NODE_PARAMS, ctx CUcontext) CUresult {
	return lockedExec(hx, h, func(n *fillNode) CUresult {
		x, r := fillNodeOf(t, p, ctx)
		if r != CUDA_SUCCESS {
			return r
		}
		if x.ctx != n.ctx || (x.op.rows > 1) != (n.op.rows > 1) {
			return CUDA_ERROR_INVALID_VALUE
		}
		*n = *x
		return CUDA_SUCCESS
	})
}

// take gives a function that puts an operation that could be made in a node's place.
func take[T any](n *T) func(x *T, r CUresult) CUresult {
	return func(x *T, r CUresult) CUresult {
		if r == CUDA_SUCCESS {
			*n = *x
		}
		return r
	}
}

// Host functions.

func hostNodeOf(p *CUDA_HOST_NODE_PARAMS) (*hostNode, CUresult) {
	if p == nil || p.Fn == 0 {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return &hostNode{fn: p.Fn, userData: p.UserData}, CUDA_SUCCESS
}

// CuGraphAddHostNode adds a call of a host function.
func CuGraphAddHostNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUDA_HOST_NODE_PARAMS) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return hostNodeOf(p) })
}

// CuGraphHostNodeGetParams gives a host node's function.
func CuGraphHostNodeGetParams(t *Thread, h CUgraphNode, p *CUDA_HOST_NODE_PARAMS) CUresult {
	return lockedNode(h, func(n *hostNode) CUresult { return give(p, CUDA_HOST_NODE_PARAMS{Fn: n.fn, UserData: n.userData}) })
}

// CuGraphHostNodeSetParams replaces a host node's function.
func CuGraphHostNodeSetParams(t *Thread, h CUgraphNode, p *CUDA_HOST_NODE_PARAMS) CUresult {
	return lockedNode(h, func(n *hostNode) CUresult { return take(n)(hostNodeOf(p)) })
}

// CuGraphExecHostNodeSetParams replaces a host function in an instantiated graph.
func CuGraphExecHostNodeSetParams(t *Thread, hx CUgraphExec, h CUgraphNode, p *CUDA_HOST_NODE_PARAMS) CUresult {
	return lockedExec(hx, h, func(n *hostNode) CUresult { return take(n)(hostNodeOf(p)) })
}

// Graphs in graphs.

// childOf makes the operation that runs a copy of a graph.
func childOf(h CUgraph, into *graph) (*childNode, CUresult) {
	c, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	if c == into {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	if c.hasMemNodes() {
		return nil, CUDA_ERROR_NOT_SUPPORTED
	}
	g, r := c.clone()
	if r != CUDA_SUCCESS {
		return nil, r
	}
	return &childNode{g: g}, CUDA_SUCCESS
}

// CuGraphAddChildGraphNode adds a copy of a graph as one node.
func CuGraphAddChildGraphNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, child CUgraph) CUresult {
	return addNode(pn, h, deps, nil, n, func(g *graph) (graphOp, CUresult) { return childOf(child, g) })
}

// CuGraphChildGraphNodeGetGraph gives the graph in a node; it can be changed through the handle.
func CuGraphChildGraphNodeGetGraph(t *Thread, h CUgraphNode, pg *CUgraph) CUresult {
	return lockedNode(h, func(n *childNode) CUresult {
		if pg == nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		return n.g.handle(pg)
	})
}

// CuGraphExecChildGraphNodeSetParams updates the graph in a node of an instantiated graph from a graph of the same shape.
func CuGraphExecChildGraphNodeSetParams(t *Thread, hx CUgraphExec, h CUgraphNode, child CUgraph) CUresult {
	return lockedExec(hx, h, func(n *childNode) CUresult {
		c, r := lookGraph(child)
		if r != CUDA_SUCCESS {
			return r
		}
		if d := sameShape(n.g, c); d.result != CU_GRAPH_EXEC_UPDATE_SUCCESS {
			return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE
		}
		takeOver(n.g, c)
		return CUDA_SUCCESS
	})
}

// CuGraphAddEmptyNode adds a node that does nothing.
func CuGraphAddEmptyNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return emptyNode{}, CUDA_SUCCESS })
}

// Events.

func liveEvent(h CUevent) CUresult {
	if events.get(uintptr(h)) == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// setEvent puts an event in a node.
func setEvent(at *CUevent, event CUevent) CUresult {
	r := liveEvent(event)
	if r == CUDA_SUCCESS {
		*at = event
	}
	return r
}

// CuGraphAddEventRecordNode adds the recording of an event.
func CuGraphAddEventRecordNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, event CUevent) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return &eventRecordNode{event}, liveEvent(event) })
}

// CuGraphEventRecordNodeGetEvent gives a node's event.
func CuGraphEventRecordNodeGetEvent(t *Thread, h CUgraphNode, event *CUevent) CUresult {
	return lockedNode(h, func(n *eventRecordNode) CUresult { return give(event, n.event) })
}

// CuGraphEventRecordNodeSetEvent replaces a node's event.
func CuGraphEventRecordNodeSetEvent(t *Thread, h CUgraphNode, event CUevent) CUresult {
	return lockedNode(h, func(n *eventRecordNode) CUresult { return setEvent(&n.event, event) })
}

// CuGraphExecEventRecordNodeSetEvent replaces the event of a node in an instantiated graph.
func CuGraphExecEventRecordNodeSetEvent(t *Thread, hx CUgraphExec, h CUgraphNode, event CUevent) CUresult {
	return lockedExec(hx, h, func(n *eventRecordNode) CUresult { return setEvent(&n.event, event) })
}

// CuGraphAddEventWaitNode adds a wait for an event.
func CuGraphAddEventWaitNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, event CUevent) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return &eventWaitNode{event}, liveEvent(event) })
}

// CuGraphEventWaitNodeGetEvent gives a node's event.
func CuGraphEventWaitNodeGetEvent(t *Thread, h CUgraphNode, event *CUevent) CUresult {
	return lockedNode(h, func(n *eventWaitNode) CUresult { return give(event, n.event) })
}

// CuGraphEventWaitNodeSetEvent replaces a node's event.
func CuGraphEventWaitNodeSetEvent(t *Thread, h CUgraphNode, event CUevent) CUresult {
	return lockedNode(h, func(n *eventWaitNode) CUresult { return setEvent(&n.event, event) })
}

// CuGraphExecEventWaitNodeSetEvent replaces the event of a node in an instantiated graph.
func CuGraphExecEventWaitNodeSetEvent(t *Thread, hx CUgraphExec, h CUgraphNode, event CUevent) CUresult {
	return lockedExec(hx, h, func(n *eventWaitNode) CUresult { return setEvent(&n.event, event) })
}

// Memory operations.

func memOpNodeOf(t *Thread, p *CUDA_BATCH_MEM_OP_NODE_PARAMS) (*memOpNode, CUresult) {
	if p == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.contextOr(p.Ctx)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	ops, r := readMemOps(p.Count, p.ParamArray, p.Flags)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	for i := range ops {
		if r := ops[i].check(); r != CUDA_SUCCESS {
			return nil, r
		}
	}
	return &memOpNode{ops: ops, raw: slices.Clone(unsafe.Slice(p.ParamArray, p.Count)), ctx: c}, CUDA_SUCCESS
}

// describe makes the list of a node that was captured.
func (n *memOpNode) describe() {
	if n.raw != nil {
		return
	}
	for _, o := range n.ops {
		n.raw = append(n.raw, CUstreamBatchMemOpParams{uint64(o.op), o.addr, o.value, uint64(o.flags)})
	}
}

// CuGraphAddBatchMemOpNode adds memory operations.
func CuGraphAddBatchMemOpNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUDA_BATCH_MEM_OP_NODE_PARAMS) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return memOpNodeOf(t, p) })
}

// CuGraphBatchMemOpNodeGetParams gives a node's memory operations; the list lives as long as the node's does.
func CuGraphBatchMemOpNodeGetParams(t *Thread, h CUgraphNode, p *CUDA_BATCH_MEM_OP_NODE_PARAMS) CUresult {
	return lockedNode(h, func(n *memOpNode) CUresult {
		if p == nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		n.describe()
		*p = CUDA_BATCH_MEM_OP_NODE_PARAMS{Ctx: n.ctx.h, Count: uint32(len(n.raw)), ParamArray: &n.raw[0]}
		return CUDA_SUCCESS
	})
}

// CuGraphBatchMemOpNodeSetParams replaces a node's memory operations.
func CuGraphBatchMemOpNodeSetParams(t *Thread, h CUgraphNode, p *CUDA_BATCH_MEM_OP_NODE_PARAMS) CUresult {
	return lockedNode(h, func(n *memOpNode) CUresult { return take(n)(memOpNodeOf(t, p)) })
}

// CuGraphExecBatchMemOpNodeSetParams replaces memory operations in an instantiated graph.
func CuGraphExecBatchMemOpNodeSetParams(t *Thread, hx CUgraphExec, h CUgraphNode, p *CUDA_BATCH_MEM_OP_NODE_PARAMS) CUresult {
	return lockedExec(hx, h, func(n *memOpNode) CUresult { return take(n)(memOpNodeOf(t, p)) })
}

// Allocations.

// CuGraphAddMemAllocNode adds an allocation; its address is written into the parameters.
func CuGraphAddMemAllocNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUDA_MEM_ALLOC_NODE_PARAMS) CUresult {
	return addNode(pn, h, deps, nil, n, func(*graph) (graphOp, CUresult) { return memAllocOf(p) })
}

func memAllocOf(p *CUDA_MEM_ALLOC_NODE_PARAMS) (*memAllocNode, CUresult) {
	if p == nil || p.Bytesize == 0 || p.PoolProps.AllocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
		p.PoolProps.Location.Type != CU_MEM_LOCATION_TYPE_DEVICE || p.AccessDescCount > 0 && p.AccessDescs == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	d, r := lookDevice(CUdevice(p.PoolProps.Location.U[0]))
	if r != CUDA_SUCCESS {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	if p.PoolProps.HandleTypes != CU_MEM_HANDLE_TYPE_NONE {
		return nil, CUDA_ERROR_NOT_SUPPORTED
	}
	m, r := newGraphAlloc(d, uint64(p.Bytesize))
	if r != CUDA_SUCCESS {
		return nil, r
	}
	p.Dptr = CUdeviceptr(m.a.base)
	return &memAllocNode{mem: m, params: *p}, CUDA_SUCCESS
}

// CuGraphMemAllocNodeGetParams gives an allocation node's parameters.
func CuGraphMemAllocNodeGetParams(t *Thread, h CUgraphNode, p *CUDA_MEM_ALLOC_NODE_PARAMS) CUresult {
	return lockedNode(h, func(n *memAllocNode) CUresult { return give(p, n.params) })
}

// CuGraphAddMemFreeNode adds the end of an allocation.
func CuGraphAddMemFreeNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, dptr CUdeviceptr) CUresult {
	return addNode(pn, h, deps, nil, n, func(g *graph) (graphOp, CUresult) {
		if g.frees(dptr) {
			return nil, CUDA_ERROR_INVALID_VALUE
		}
		return memFreeOf(dptr)
	})
}

// frees reports whether a node of the graph frees the memory already.
func (g *graph) frees(dptr CUdeviceptr) bool {
	return slices.ContainsFunc(g.nodes, func(n *graphNode) bool {
		f, ok := n.op.(*memFreeNode)
		return ok && f.dptr == dptr
	})
}

func memFreeOf(dptr CUdeviceptr) (*memFreeNode, CUresult) {
	a := drv().mem.find(uint64(dptr))
	if a == nil || a.base != uint64(dptr) || a.kind != allocGraph && a.kind != allocPool {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return &memFreeNode{dptr}, CUDA_SUCCESS
}

// CuGraphMemFreeNodeGetParams gives a free node's address.
func CuGraphMemFreeNodeGetParams(t *Thread, h CUgraphNode, dptr *CUdeviceptr) CUresult {
	return lockedNode(h, func(n *memFreeNode) CUresult { return give(dptr, n.dptr) })
}

// Nodes of any kind.

// union gives the parameters of one kind in a CUgraphNodeParams.
func unionAs[T any](p *CUgraphNodeParams) *T { return (*T)(unsafe.Pointer(&p.U)) }

// opOfParams makes the operation of generic parameters.
func opOfParams(t *Thread, g *graph, p *CUgraphNodeParams) (graphOp, CUresult) {
	if p == nil || p.Reserved0 != [3]int32{} || p.Reserved2 != 0 {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	switch p.Type {
	case CU_GRAPH_NODE_TYPE_KERNEL:
		k := unionAs[CUDA_KERNEL_NODE_PARAMS_v3](p)
		return kernelOp(t, &CUDA_KERNEL_NODE_PARAMS{k.Func, k.GridDimX, k.GridDimY, k.GridDimZ, k.BlockDimX, k.BlockDimY, k.BlockDimZ,
			k.SharedMemBytes, k.KernelParams, k.Extra, k.Kern, k.Ctx})
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		m := unionAs[CUDA_MEMCPY_NODE_PARAMS](p)
		return copyNodeOf(t, &m.CopyParams, m.CopyCtx)
	case CU_GRAPH_NODE_TYPE_MEMSET:
		m := unionAs[CUDA_MEMSET_NODE_PARAMS_v2](p)
		return fillNodeOf(t, &CUDA_MEMSET_NODE_PARAMS{m.Dst, m.Pitch, m.Value, m.ElementSize, m.Width, m.Height}, m.Ctx)
	case CU_GRAPH_NODE_TYPE_HOST:
		m := unionAs[CUDA_HOST_NODE_PARAMS_v2](p)
		return hostNodeOf(&CUDA_HOST_NODE_PARAMS{Fn: m.Fn, UserData: m.UserData})
	case CU_GRAPH_NODE_TYPE_GRAPH:
		return childOf(unionAs[CUDA_CHILD_GRAPH_NODE_PARAMS](p).Graph, g)
	case CU_GRAPH_NODE_TYPE_EMPTY:
		return emptyNode{}, CUDA_SUCCESS
	case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
		e := unionAs[CUDA_EVENT_WAIT_NODE_PARAMS](p).Event
		return &eventWaitNode{e}, liveEvent(e)
	case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
		e := unionAs[CUDA_EVENT_RECORD_NODE_PARAMS](p).Event
		return &eventRecordNode{e}, liveEvent(e)
	case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
		m := unionAs[CUDA_MEM_ALLOC_NODE_PARAMS_v2](p)
		v := CUDA_MEM_ALLOC_NODE_PARAMS{m.PoolProps, m.AccessDescs, m.AccessDescCount, m.Bytesize, 0}
		n, r := memAllocOf(&v)
		m.Dptr = v.Dptr
		return n, r
	case CU_GRAPH_NODE_TYPE_MEM_FREE:
		dptr := unionAs[CUDA_MEM_FREE_NODE_PARAMS](p).Dptr
		if g != nil && g.frees(dptr) {
			return nil, CUDA_ERROR_INVALID_VALUE
		}
		return memFreeOf(dptr)
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
		m := unionAs[CUDA_BATCH_MEM_OP_NODE_PARAMS_v2](p)
		return memOpNodeOf(t, &CUDA_BATCH_MEM_OP_NODE_PARAMS{m.Ctx, m.Count, m.ParamArray, m.Flags})
	case CU_GRAPH_NODE_TYPE_CONDITIONAL:
		return condNodeOf(t, g, unionAs[CUDA_CONDITIONAL_NODE_PARAMS](p))
	case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
		return nil, CUDA_ERROR_NOT_SUPPORTED
	}
	return nil, CUDA_ERROR_INVALID_VALUE
}

// maxCases bounds the graphs of a switch.
const maxCases = 1 << 12

func condNodeOf(t *Thread, g *graph, p *CUDA_CONDITIONAL_NODE_PARAMS) (graphOp, CUresult) {
	i := slices.IndexFunc(g.conds, func(k *condition) bool { return k.a.base == p.Handle })
	if i < 0 || g.conds[i].taken {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	ok := false
	switch p.Type {
	case CU_GRAPH_COND_TYPE_IF:
		ok = p.Size == 1 || p.Size == 2
	case CU_GRAPH_COND_TYPE_WHILE:
		ok = p.Size == 1
	case CU_GRAPH_COND_TYPE_SWITCH:
		ok = p.Size >= 1 && p.Size <= maxCases
	}
	if !ok {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	n := &condNode{cond: g.conds[i], typ: p.Type}
	if p.Ctx != 0 {
		c, r := lookContext(p.Ctx)
		if r != CUDA_SUCCESS {
			return nil, r
		}
		n.ctx = c
	}
	n.handles = make([]CUgraph, p.Size)
	for j := range n.handles {
		b := newGraph()
		if r := b.handle(&n.handles[j]); r != CUDA_SUCCESS {
			return nil, r
		}
		n.bodies = append(n.bodies, b)
	}
	g.conds[i].taken = true
	// The list of graphs lives as long as the node.
	p.PhGraph_out = &n.handles[0]
	return n, CUDA_SUCCESS
}

// CuGraphAddNode adds a node of any kind.
func CuGraphAddNode(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, n uintptr, p *CUgraphNodeParams) CUresult {
	return CuGraphAddNode_v2(t, pn, h, deps, nil, n, p)
}

// CuGraphAddNode_v2 adds a node of any kind with edge data.
func CuGraphAddNode_v2(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, data *CUgraphEdgeData, n uintptr, p *CUgraphNodeParams) CUresult {
	return addNode(pn, h, deps, data, n, func(g *graph) (graphOp, CUresult) { return opOfParams(t, g, p) })
}

// CuGraphAddNode_v3 is CuGraphAddNode_v2 with the node kinds of CUDA 13.
func CuGraphAddNode_v3(t *Thread, pn *CUgraphNode, h CUgraph, deps *CUgraphNode, data *CUgraphEdgeData, n uintptr, p *CUgraphNodeParams) CUresult {
	return CuGraphAddNode_v2(t, pn, h, deps, data, n, p)
}

// replace puts another operation of the same kind in an operation's place.
func replace(old, op graphOp) CUresult {
	switch o := old.(type) {
	case *kernelNode:
		o.set(op.(*kernelNode))
	case *copyNode:
		*o = *op.(*copyNode)
	case *fillNode:
		*o = *op.(*fillNode)
	case *hostNode:
		*o = *op.(*hostNode)
	case *eventWaitNode:
		*o = *op.(*eventWaitNode)
	case *eventRecordNode:
		*o = *op.(*eventRecordNode)
	case *memOpNode:
		*o = *op.(*memOpNode)
	default:
		return CUDA_ERROR_NOT_SUPPORTED
	}
	return CUDA_SUCCESS
}

// settable reports whether a node of a kind can be given other parameters.
func settable(k CUgraphNodeType) bool {
	switch k {
	case CU_GRAPH_NODE_TYPE_KERNEL, CU_GRAPH_NODE_TYPE_MEMCPY, CU_GRAPH_NODE_TYPE_MEMSET, CU_GRAPH_NODE_TYPE_HOST,
		CU_GRAPH_NODE_TYPE_WAIT_EVENT, CU_GRAPH_NODE_TYPE_EVENT_RECORD, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
		return true
	}
	return false
}

// CuGraphNodeSetParams replaces a node's parameters; the kind stays.
func CuGraphNodeSetParams(t *Thread, h CUgraphNode, p *CUgraphNodeParams) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	n, r := lookNode(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if p == nil || p.Type != n.op.kind() {
		return CUDA_ERROR_INVALID_VALUE
	}
	if !settable(p.Type) {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	op, r := opOfParams(t, n.g, p)
	if r != CUDA_SUCCESS {
		return r
	}
	return replace(n.op, op)
}

// CuGraphNodeSetParams_v2 is CuGraphNodeSetParams with the node kinds of CUDA 13.
func CuGraphNodeSetParams_v2(t *Thread, h CUgraphNode, p *CUgraphNodeParams) CUresult {
	return CuGraphNodeSetParams(t, h, p)
}

// CuGraphExecNodeSetParams replaces parameters in an instantiated graph.
func CuGraphExecNodeSetParams(t *Thread, hx CUgraphExec, h CUgraphNode, p *CUgraphNodeParams) CUresult {
	return lockedExec(hx, h, func(old graphOp) CUresult {
		if p == nil || p.Type != old.kind() {
			return CUDA_ERROR_INVALID_VALUE
		}
		if !settable(p.Type) {
			return CUDA_ERROR_NOT_SUPPORTED
		}
		op, r := opOfParams(t, nil, p)
		if r != CUDA_SUCCESS {
			return r
		}
		return replace(old, op)
	})
}

// CuGraphNodeGetParams gives a node's parameters.
func CuGraphNodeGetParams(t *Thread, h CUgraphNode, p *CUgraphNodeParams) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	n, r := lookNode(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*p = CUgraphNodeParams{Type: n.op.kind()}
	switch op := n.op.(type) {
	case *kernelNode:
		k := op.params()
		*unionAs[CUDA_KERNEL_NODE_PARAMS_v3](p) = CUDA_KERNEL_NODE_PARAMS_v3(k)
	case *copyNode:
		*unionAs[CUDA_MEMCPY_NODE_PARAMS](p) = CUDA_MEMCPY_NODE_PARAMS{CopyCtx: op.ctx.h, CopyParams: op.params()}
	case *fillNode:
		m := op.params()
		*unionAs[CUDA_MEMSET_NODE_PARAMS_v2](p) = CUDA_MEMSET_NODE_PARAMS_v2{m.Dst, m.Pitch, m.Value, m.ElementSize, m.Width, m.Height, op.ctx.h}
	case *hostNode:
		*unionAs[CUDA_HOST_NODE_PARAMS_v2](p) = CUDA_HOST_NODE_PARAMS_v2{Fn: op.fn, UserData: op.userData}
	case *childNode:
		c := unionAs[CUDA_CHILD_GRAPH_NODE_PARAMS](p)
		return op.g.handle(&c.Graph)
	case *eventWaitNode:
		unionAs[CUDA_EVENT_WAIT_NODE_PARAMS](p).Event = op.event
	case *eventRecordNode:
		unionAs[CUDA_EVENT_RECORD_NODE_PARAMS](p).Event = op.event
	case *memAllocNode:
		*unionAs[CUDA_MEM_ALLOC_NODE_PARAMS_v2](p) = CUDA_MEM_ALLOC_NODE_PARAMS_v2(op.params)
	case *memFreeNode:
		unionAs[CUDA_MEM_FREE_NODE_PARAMS](p).Dptr = op.dptr
	case *memOpNode:
		op.describe()
		*unionAs[CUDA_BATCH_MEM_OP_NODE_PARAMS_v2](p) = CUDA_BATCH_MEM_OP_NODE_PARAMS_v2{Ctx: op.ctx.h, Count: uint32(len(op.raw)), ParamArray: &op.raw[0]}
	case *condNode:
		c := CUDA_CONDITIONAL_NODE_PARAMS{Handle: op.cond.a.base, Type: op.typ, Size: uint32(len(op.bodies))}
		if len(op.handles) > 0 {
			c.PhGraph_out = &op.handles[0]
		}
		*unionAs[CUDA_CONDITIONAL_NODE_PARAMS](p) = c
	}
	return CUDA_SUCCESS
}

// CuGraphNodeSetEnabled has a node of an instantiated graph do its work or nothing.
func CuGraphNodeSetEnabled(t *Thread, hx CUgraphExec, h CUgraphNode, on uint32) CUresult {
	return enabled(hx, h, func(n *graphNode) { n.enabled = on != 0 })
}

// CuGraphNodeGetEnabled says whether a node of an instantiated graph does its work.
func CuGraphNodeGetEnabled(t *Thread, hx CUgraphExec, h CUgraphNode, on *uint32) CUresult {
	if on == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	return enabled(hx, h, func(n *graphNode) { *on = uint32(b2i(n.enabled)) })
}

func enabled(hx CUgraphExec, h CUgraphNode, f func(n *graphNode)) CUresult {
	x, r := lookExec(hx)
	if r != CUDA_SUCCESS {
		return r
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	graphMu.Lock()
	defer graphMu.Unlock()
	n, r := lookNode(h)
	if r != CUDA_SUCCESS {
		return r
	}
	c := x.from[n]
	if c == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	switch c.op.kind() {
	case CU_GRAPH_NODE_TYPE_KERNEL, CU_GRAPH_NODE_TYPE_MEMSET, CU_GRAPH_NODE_TYPE_MEMCPY:
		f(c)
		return CUDA_SUCCESS
	}
	return CUDA_ERROR_INVALID_VALUE
}
