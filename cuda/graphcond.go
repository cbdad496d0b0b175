package cuda

import (
	"unsafe"

	"ferry/hipffi"
)

// condition is the value behind a conditional handle. It lies in host memory, so that kernels can set it (the handle is
// its address) and the host can read it.
type condition struct {
	a        *allocation
	initial  uint32
	atLaunch bool // the value is set back at every launch
	taken    bool // by a node
}

// condNode runs one of its graphs, or one repeatedly, as a condition says.
type condNode struct {
	cond    *condition
	typ     CUgraphConditionalNodeType
	ctx     *context // nil: any
	bodies  []*graph
	plans   []*plan   // of bodies, in an instantiated graph
	handles []CUgraph // of bodies, for the program
}

func (n *condNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_CONDITIONAL }
func (n *condNode) clone() graphOp {
	c := &condNode{cond: n.cond, typ: n.typ, ctx: n.ctx}
	for _, b := range n.bodies {
		g, r := b.clone()
		if r != CUDA_SUCCESS {
			g = newGraph()
		}
		c.bodies = append(c.bodies, g)
	}
	return c
}

// hasUnusedCondition reports whether a handle was made, for the graph or one in it, that no conditional node has: such a
// graph cannot be instantiated (CUDA driver API, CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED).
func (g *graph) hasUnusedCondition() bool {
	for _, k := range g.conds {
		if !k.taken {
			return true
		}
	}
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *childNode:
			if op.g.hasUnusedCondition() {
				return true
			}
		case *condNode:
			for _, b := range op.bodies {
				if b.hasUnusedCondition() {
					return true
				}
			}
		}
	}
	return false
}

// planBodies plans the graphs inside of conditional nodes; false if there is a circle in one. graphMu is held.
func (x *graphExec) planBodies(g *graph) bool {
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *childNode:
			if !x.planBodies(op.g) {
				return false
			}
		case *condNode:
			op.plans = make([]*plan, len(op.bodies))
			for i, b := range op.bodies {
				p, ok := x.newPlan(b)
				if !ok || !x.planBodies(b) {
					return false
				}
				op.plans[i] = p
			}
		}
	}
	return true
}

// dropBodies gives back what the plans of conditional nodes hold.
func (x *graphExec) dropBodies(g *graph) {
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *childNode:
			x.dropBodies(op.g)
		case *condNode:
			for i, b := range op.bodies {
				op.plans[i].drop()
				x.dropBodies(b)
			}
		}
	}
}

// resetConditions writes the initial values that a launch begins with, those of inner graphs too.
func (g *graph) resetConditions(q hipffi.Queue) error {
	for _, k := range g.conds {
		if k.atLaunch {
			if err := q.WriteValue(hipffi.Ptr(k.a.base), uint64(k.initial), 32); err != nil {
				return err
			}
		}
	}
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *childNode:
			if err := op.g.resetConditions(q); err != nil {
				return err
			}
		case *condNode:
			for _, b := range op.bodies {
				if err := b.resetConditions(q); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// condRun is a conditional node in one launch: its graphs begin when the launch comes to them, with the parameters that
// they had when it was launched.
type condRun struct {
	n   *condNode
	ops [][]queued // by body
}

func (n *condNode) freeze() queued {
	c := &condRun{n: n, ops: make([][]queued, len(n.plans))}
	for i, p := range n.plans {
		c.ops[i] = p.freeze(nil, true)
	}
	return c
}

// queue is not called: a launch freezes conditional nodes.
func (n *condNode) queue(x *graphExec, s *stream) error { return n.freeze().queue(x, s) }

// queue gives the stream the decision: when the stream comes to it, the body runs in streams of its own, and the stream
// goes on after that.
func (c *condRun) queue(x *graphExec, s *stream) error {
	return s.q.Call(func() {
		r := c.decide(x, s.priority)
		if r != CUDA_SUCCESS && !sticky(r) {
			logf("a conditional node's graph: %v", r)
			r = CUDA_ERROR_LAUNCH_FAILED // the graph cannot go on, and nobody else would hear of it
		}
		s.ctx.fail(r)
	})
}

func (c *condRun) decide(x *graphExec, priority int32) CUresult {
	dev := c.n.cond.a.dev.dev
	r := CUDA_SUCCESS
	value := func() (v uint32) {
		if err := dev.Read(unsafe.Slice((*byte)(unsafe.Pointer(&v)), 4), hipffi.Ptr(c.n.cond.a.base)); err != nil {
			r = fromError(err)
			return 0
		}
		return v
	}
	body := func(i uint32) {
		p := c.n.plans[i]
		home, err := x.side(p, 0, priority)
		if err == nil {
			err = x.submit(p, c.ops[i], home)
			home.submitted.Add(1)
		}
		if r = fromError(err); r == CUDA_SUCCESS {
			r = home.wait()
		}
	}
	switch v := value(); c.n.typ {
	case CU_GRAPH_COND_TYPE_IF:
		if v != 0 {
			body(0)
		} else if len(c.n.plans) > 1 {
			body(1)
		}
	case CU_GRAPH_COND_TYPE_WHILE:
		for v != 0 && r == CUDA_SUCCESS {
			if body(0); r == CUDA_SUCCESS {
				v = value()
			}
		}
	case CU_GRAPH_COND_TYPE_SWITCH:
		if int64(v) < int64(len(c.n.plans)) {
			body(v)
		}
	}
	return r
}

// CuGraphConditionalHandleCreate makes a condition for conditional nodes of a graph.
func CuGraphConditionalHandleCreate(t *Thread, ph *CUgraphConditionalHandle, h CUgraph, ctx CUcontext, initial, flags uint32) CUresult {
	if ph == nil || flags&^CU_GRAPH_COND_ASSIGN_DEFAULT != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if ctx == 0 {
		return CUDA_ERROR_INVALID_CONTEXT // the current context is not meant (recorded)
	}
	c, r := lookContext(ctx)
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
