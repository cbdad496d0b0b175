package cuda

import (
	"sync"
	"unsafe"

	"ferry/hipffi"
)

// graphExec is an instantiated graph: a copy of its own, in the order in which it runs. A launch gives the nodes to the
// launch's stream one after the other in that order; launches of the same graphExec follow each other, on whichever
// streams.
type graphExec struct {
	h     CUgraphExec
	id    uint32
	ctx   *context
	g     *graph
	order []*graphNode
	from  map[*graphNode]*graphNode // the original's node to the copy's
	flags uint64

	mu   sync.Mutex
	last *stream
	ev   hipffi.Event
}

func (x *graphExec) autoFree() bool {
	return x.flags&CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH != 0
}

const instantiateFlags = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
	CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY

// instantiate makes a graphExec of a graph; graphMu is held.
func (c *context) instantiate(g *graph, flags uint64) (*graphExec, CUgraphInstantiateResult, *graphNode, CUresult) {
	if flags&CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH != 0 {
		return nil, CUDA_GRAPH_INSTANTIATE_ERROR, nil, CUDA_ERROR_NOT_SUPPORTED
	}
	if bad := g.unusable(c); bad != nil {
		return nil, CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, bad, CUDA_ERROR_NOT_SUPPORTED
	}
	copied, r := g.clone()
	if r != CUDA_SUCCESS {
		return nil, CUDA_GRAPH_INSTANTIATE_ERROR, nil, r
	}
	x := &graphExec{id: lastGraphID.Add(1), ctx: c, g: copied, flags: flags, from: map[*graphNode]*graphNode{}}
	if !copied.arrange(&x.order) {
		copied.destroy()
		return nil, CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE, nil, CUDA_ERROR_INVALID_VALUE
	}
	x.enter(copied)
	if x.h = CUgraphExec(graphExecs.put(x)); x.h == 0 {
		copied.destroy()
		return nil, CUDA_GRAPH_INSTANTIATE_ERROR, nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	return x, CUDA_GRAPH_INSTANTIATE_SUCCESS, nil, CUDA_SUCCESS
}

// enter enters where the nodes of a copy, and of the graphs in it, come from.
func (x *graphExec) enter(g *graph) {
	for _, n := range g.nodes {
		x.from[g.origins[n]] = n
		switch op := n.op.(type) {
		case *childNode:
			x.enter(op.g)
		case *condNode:
			for _, b := range op.bodies {
				x.enter(b)
			}
		}
	}
}

// arrange orders a graph and the graphs in it.
func (g *graph) arrange(order *[]*graphNode) bool {
	l, ok := g.order()
	if !ok {
		return false
	}
	*order = l
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *childNode:
			ok = ok && op.g.arrange(&op.order)
		case *condNode:
			op.orders = make([][]*graphNode, len(op.bodies))
			for i, b := range op.bodies {
				ok = ok && b.arrange(&op.orders[i])
			}
		}
	}
	return ok
}

// unusable gives a node that the context's device cannot run, nil if it can run all.
func (g *graph) unusable(c *context) *graphNode {
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *condNode:
			if !c.dev.prop.Embedded {
				return n // a decision in the middle of a stream cannot be made by a callback of HIP's
			}
			for _, b := range op.bodies {
				if bad := b.unusable(c); bad != nil {
					return bad
				}
			}
		case *childNode:
			if bad := op.g.unusable(c); bad != nil {
				return bad
			}
		}
	}
	return nil
}

func instantiate(t *Thread, pe *CUgraphExec, h CUgraph, flags uint64) (CUgraphInstantiateResult, CUgraphNode, CUresult) {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return CUDA_GRAPH_INSTANTIATE_ERROR, 0, r
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return CUDA_GRAPH_INSTANTIATE_ERROR, 0, r
	}
	if pe == nil || flags&^instantiateFlags != 0 {
		return CUDA_GRAPH_INSTANTIATE_ERROR, 0, CUDA_ERROR_INVALID_VALUE
	}
	x, res, bad, r := c.instantiate(g, flags)
	if r != CUDA_SUCCESS {
		if bad != nil {
			return res, bad.h, r
		}
		return res, 0, r
	}
	*pe = x.h
	return res, 0, CUDA_SUCCESS
}

// CuGraphInstantiate is the form of CUDA 10.
func CuGraphInstantiate(t *Thread, pe *CUgraphExec, h CUgraph, bad *CUgraphNode, log *byte, size uintptr) CUresult {
	return CuGraphInstantiate_v2(t, pe, h, bad, log, size)
}

// CuGraphInstantiate_v2 is the form of CUDA 11: a failure is explained in a buffer.
func CuGraphInstantiate_v2(t *Thread, pe *CUgraphExec, h CUgraph, bad *CUgraphNode, log *byte, size uintptr) CUresult {
	_, n, r := instantiate(t, pe, h, 0)
	if bad != nil {
		*bad = n
	}
	if r != CUDA_SUCCESS {
		putString(log, int(min(size, 1<<20)), r.String())
	} else {
		putString(log, int(min(size, 1<<20)), "")
	}
	return r
}

// CuGraphInstantiateWithFlags makes a graph that can be launched.
func CuGraphInstantiateWithFlags(t *Thread, pe *CUgraphExec, h CUgraph, flags uint64) CUresult {
	_, _, r := instantiate(t, pe, h, flags)
	return r
}

// CuGraphInstantiateWithParams makes a graph that can be launched; what is wrong is in the parameters.
func CuGraphInstantiateWithParams(t *Thread, pe *CUgraphExec, h CUgraph, p *CUDA_GRAPH_INSTANTIATE_PARAMS) CUresult {
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	res, bad, r := instantiate(t, pe, h, p.Flags)
	p.Result_out, p.HErrNode_out = res, bad
	return r
}

// lookExec gives the graphExec of a handle.
func lookExec(h CUgraphExec) (*graphExec, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	x := graphExecs.get(uintptr(h))
	if x == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return x, CUDA_SUCCESS
}

// CuGraphExecDestroy ends an instantiated graph; launches of it still run.
func CuGraphExecDestroy(t *Thread, h CUgraphExec) CUresult {
	if _, r := lookExec(h); r != CUDA_SUCCESS {
		return r
	}
	x := graphExecs.drop(uintptr(h))
	if x == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	x.mu.Lock()
	if x.ev != nil {
		x.ev.Destroy()
		x.ev = nil
	}
	x.mu.Unlock()
	graphMu.Lock()
	after := x.g.destroy()
	graphMu.Unlock()
	runAll(after)
	return CUDA_SUCCESS
}

// CuGraphExecGetFlags gives the flags of the instantiation.
func CuGraphExecGetFlags(t *Thread, h CUgraphExec, flags *uint64) CUresult {
	x, r := lookExec(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*flags = x.flags
	return CUDA_SUCCESS
}

// CuGraphExecGetId gives the number of an instantiated graph in the process.
func CuGraphExecGetId(t *Thread, h CUgraphExec, id *uint32) CUresult {
	x, r := lookExec(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if id == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*id = x.id
	return CUDA_SUCCESS
}

// CuGraphUpload prepares a launch; there is nothing that a launch would have to prepare.
func CuGraphUpload(t *Thread, h CUgraphExec, hs CUstream) CUresult {
	if _, _, r := t.stream(hs); r != CUDA_SUCCESS {
		return r
	}
	_, r := lookExec(h)
	return r
}

// CuGraphLaunch runs an instantiated graph in a stream.
func CuGraphLaunch(t *Thread, h CUgraphExec, hs CUstream) CUresult {
	s, _, r := t.stream(hs)
	if r != CUDA_SUCCESS {
		return r
	}
	x, r := lookExec(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		if r != CUDA_SUCCESS {
			return r
		}
		graphMu.Lock()
		child, r := x.g.clone()
		graphMu.Unlock()
		return cp.add(s, r, &childNode{g: child})
	}
	return x.launch(s)
}

func (x *graphExec) launch(s *stream) CUresult {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ev == nil {
		ev, err := s.ctx.dev.dev.NewEvent(false)
		if err != nil {
			return fromError(err)
		}
		x.ev = ev
	} else if x.last != s {
		if r := s.do(func(q hipffi.Queue) error { return q.Wait(x.ev) }); r != CUDA_SUCCESS {
			return r
		}
	}
	for _, k := range x.g.conds {
		if !k.atLaunch {
			continue
		}
		if r := s.do(func(q hipffi.Queue) error { return q.WriteValue(hipffi.Ptr(k.a.base), uint64(k.initial), 32) }); r != CUDA_SUCCESS {
			return r
		}
	}
	if r := x.runNodes(x.order, s); r != CUDA_SUCCESS {
		return r
	}
	x.last = s
	return s.do(func(q hipffi.Queue) error { return q.Record(x.ev) })
}

// runNodes gives nodes to a stream in their order.
func (x *graphExec) runNodes(nodes []*graphNode, s *stream) CUresult {
	for _, n := range nodes {
		if !n.enabled {
			continue
		}
		if r := n.op.run(x, s); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// condition is the value behind a conditional handle. It lies in host memory, so that kernels can set it (the handle is
// its address) and the host can read it.
type condition struct {
	a        *allocation
	initial  uint32
	atLaunch bool // the value is set back at every launch
}

// condNode runs one of its graphs, or one repeatedly, as a condition says.
type condNode struct {
	cond    *condition
	typ     CUgraphConditionalNodeType
	bodies  []*graph
	orders  [][]*graphNode
	side    *stream
	handles []CUgraph // of bodies, for the program
}

func (n *condNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_CONDITIONAL }
func (n *condNode) clone() graphOp {
	c := &condNode{cond: n.cond, typ: n.typ}
	for _, b := range n.bodies {
		g, r := b.clone()
		if r != CUDA_SUCCESS {
			g = newGraph()
		}
		c.bodies = append(c.bodies, g)
	}
	return c
}

// run queues the decision: when the stream comes to it, the body runs in a stream of its own, and the stream goes on
// after that.
func (n *condNode) run(x *graphExec, s *stream) CUresult {
	if n.side == nil {
		side, r := newStream(s.ctx, CU_STREAM_NON_BLOCKING, s.priority, streamUser)
		if r != CUDA_SUCCESS {
			return r
		}
		n.side = side
		x.ctx.mu.Lock()
		if x.ctx.streams != nil {
			x.ctx.streams[side] = struct{}{}
		}
		x.ctx.mu.Unlock()
	}
	return s.do(func(q hipffi.Queue) error { return q.Call(func() { n.decide(x) }) })
}

func (n *condNode) decide(x *graphExec) {
	value := func() uint32 {
		var b [4]byte
		if x.ctx.dev.dev.Read(b[:], hipffi.Ptr(n.cond.a.base)) != nil {
			return 0
		}
		return *(*uint32)(unsafe.Pointer(&b))
	}
	body := func(i int) bool {
		if r := x.runNodes(n.orders[i], n.side); r != CUDA_SUCCESS {
			x.ctx.fail(r)
			return false
		}
		return n.side.wait() == CUDA_SUCCESS
	}
	v := value()
	switch n.typ {
	case CU_GRAPH_COND_TYPE_IF:
		if v != 0 {
			body(0)
		} else if len(n.bodies) > 1 {
			body(1)
		}
	case CU_GRAPH_COND_TYPE_WHILE:
		for v != 0 && body(0) {
			v = value()
		}
	case CU_GRAPH_COND_TYPE_SWITCH:
		if int64(v) < int64(len(n.bodies)) {
			body(int(v))
		}
	}
}

// CuGraphConditionalHandleCreate makes a condition for conditional nodes of a graph.
func CuGraphConditionalHandleCreate(t *Thread, ph *CUgraphConditionalHandle, h CUgraph, ctx CUcontext, initial, flags uint32) CUresult {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil || flags&^CU_GRAPH_COND_ASSIGN_DEFAULT != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	a, r := c.alloc(allocHost, 16, 0)
	if r != CUDA_SUCCESS {
		return r
	}
	k := &condition{a: a, initial: initial, atLaunch: flags&CU_GRAPH_COND_ASSIGN_DEFAULT != 0}
	b := [4]byte{}
	*(*uint32)(unsafe.Pointer(&b)) = initial
	if err := c.dev.dev.Write(hipffi.Ptr(a.base), b[:]); err != nil {
		return fromError(err)
	}
	g.conds = append(g.conds, k)
	*ph = a.base
	return CUDA_SUCCESS
}
