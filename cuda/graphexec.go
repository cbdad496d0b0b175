package cuda

import (
	"errors"
	"sync"

	"ferry/hipffi"
)

// graphExec is an instantiated graph: a copy of its own with a plan of how it runs. Launches of the same graphExec follow
// each other, on whichever streams; each is one piece of work in its stream.
type graphExec struct {
	h     CUgraphExec
	id    uint32
	ctx   *context
	g     *graph
	from  map[*graphNode]*graphNode // the original's node to the copy's
	flags uint64

	mu   sync.Mutex // a launch, or a change of parameters
	plan *plan
	last *stream
	ev   hipffi.Event // the end of the latest launch, nil before the first
	at   *device      // of ev

	sideMu sync.Mutex
	sides  map[sideKey]*stream
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
	if bad := g.badBody(); bad != nil {
		return nil, CUDA_GRAPH_INSTANTIATE_ERROR, bad, CUDA_ERROR_INVALID_VALUE
	}
	if g.hasUnusedCondition() {
		return nil, CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED, nil, CUDA_ERROR_INVALID_VALUE
	}
	if bad := g.unusable(c); bad != nil {
		return nil, CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, bad, CUDA_ERROR_NOT_SUPPORTED
	}
	copied, r := g.clone()
	if r != CUDA_SUCCESS {
		return nil, CUDA_GRAPH_INSTANTIATE_ERROR, nil, r
	}
	x := &graphExec{id: lastGraphID.Add(1), ctx: c, g: copied, flags: flags, from: map[*graphNode]*graphNode{}}
	var ok bool
	if x.plan, ok = x.newPlan(copied); !ok || !x.planBodies(copied) {
		copied.destroy()
		return nil, CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE, nil, CUDA_ERROR_INVALID_VALUE
	}
	x.enter(copied)
	if flags&CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD != 0 {
		if r := copied.backMemory(); r != CUDA_SUCCESS {
			copied.destroy()
			return nil, CUDA_GRAPH_INSTANTIATE_ERROR, nil, r
		}
	}
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

// badBody gives a node that the body of a condition may not have, nil if there is none (CUDA driver API,
// CUDA_CONDITIONAL_NODE_PARAMS).
func (g *graph) badBody() *graphNode {
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *condNode:
			for _, b := range op.bodies {
				if bad := b.notInBody(); bad != nil {
					return bad
				}
			}
		case *childNode:
			if bad := op.g.badBody(); bad != nil {
				return bad
			}
		}
	}
	return nil
}

func (g *graph) notInBody() *graphNode {
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *kernelNode, emptyNode, *fillNode, *copyNode:
		case *childNode:
			if bad := op.g.notInBody(); bad != nil {
				return bad
			}
		case *condNode:
			for _, b := range op.bodies {
				if bad := b.notInBody(); bad != nil {
					return bad
				}
			}
		default:
			return n
		}
	}
	return nil
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
	if flags&CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH != 0 {
		return CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, 0, CUDA_ERROR_INVALID_VALUE
	}
	mem := g.hasMemNodes()
	if mem && g.instances > 0 {
		return CUDA_GRAPH_INSTANTIATE_ERROR, 0, CUDA_ERROR_NOT_SUPPORTED
	}
	x, res, bad, r := c.instantiate(g, flags)
	if r != CUDA_SUCCESS {
		if bad != nil {
			return res, bad.h, r
		}
		return res, 0, r
	}
	if mem {
		g.instances++
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
	if flags&CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD != 0 {
		return CUDA_ERROR_INVALID_VALUE // there is no stream to upload in
	}
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
	graphMu.Lock()
	if g := x.g.original; g != nil && g.instances > 0 {
		g.instances--
	}
	graphMu.Unlock()
	x.mu.Lock()
	ev := x.ev
	x.mu.Unlock()
	if ev != nil {
		if done, _ := ev.Query(); !done {
			go func() {
				ev.Synchronize() // what went wrong is the context's and not lost
				x.destroy()
			}()
			return CUDA_SUCCESS
		}
	}
	x.destroy()
	return CUDA_SUCCESS
}

// destroy gives everything back; no launch is going on.
func (x *graphExec) destroy() {
	x.mu.Lock()
	if x.ev != nil {
		x.ev.Destroy()
		x.ev = nil
	}
	x.dropSides(nil)
	x.plan.drop()
	x.dropBodies(x.g)
	x.mu.Unlock()
	graphMu.Lock()
	after := x.g.destroy()
	graphMu.Unlock()
	runAll(after)
}

// dropSides ends the streams of a plan, or of all plans.
func (x *graphExec) dropSides(p *plan) {
	x.sideMu.Lock()
	defer x.sideMu.Unlock()
	for key, s := range x.sides {
		if p == nil || key.p == p {
			delete(x.sides, key)
			s.retire()
		}
	}
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
	*flags = x.flags &^ CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY // which is not told (recorded)
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

// CuGraphUpload prepares a launch: the memory of allocation nodes gets its physical memory.
func CuGraphUpload(t *Thread, h CUgraphExec, hs CUstream) CUresult {
	if _, _, r := t.stream(hs); r != CUDA_SUCCESS {
		return r
	}
	x, r := lookExec(h)
	if r != CUDA_SUCCESS {
		return r
	}
	return x.upload()
}

func (x *graphExec) upload() CUresult {
	x.mu.Lock()
	defer x.mu.Unlock()
	graphMu.Lock()
	defer graphMu.Unlock()
	return x.g.backMemory()
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
	if r := s.uncaptured(t); r != CUDA_SUCCESS {
		return r
	}
	return x.launch(s)
}

func (x *graphExec) launch(s *stream) CUresult {
	x.mu.Lock()
	defer x.mu.Unlock()
	if r := x.ready(); r != CUDA_SUCCESS {
		return r
	}
	err := s.begin()
	if err == nil {
		err = x.enqueue(s)
	}
	s.finish(err == nil)
	if err != nil {
		return s.ctx.deviceError(err)
	}
	if drv().env.launchBlocking {
		return s.wait()
	}
	return CUDA_SUCCESS
}

// enqueue gives the stream one launch; it is between begin and finish.
func (x *graphExec) enqueue(s *stream) error {
	if x.ev != nil && x.last != s {
		if err := s.q.Wait(x.ev); err != nil {
			return err
		}
	}
	if x.at != s.ctx.dev {
		ev, err := s.ctx.dev.dev.NewEvent(false)
		if err != nil {
			return err
		}
		if x.ev != nil {
			x.ev.Destroy()
		}
		x.ev, x.at = ev, s.ctx.dev
	}
	if err := x.g.resetConditions(s.q); err != nil {
		return err
	}
	x.plan.frozen = x.plan.freeze(x.plan.frozen, false)
	err := x.submit(x.plan, x.plan.frozen, s)
	x.last = s
	return errors.Join(err, s.q.Record(x.ev))
}

// ready checks that everything that the nodes name is still there and makes what kernels need, so that a launch which
// fails has done nothing. mu is held.
func (x *graphExec) ready() CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	if r := x.g.ready(); r != CUDA_SUCCESS {
		return r
	}
	if r := x.checkMemory(); r != CUDA_SUCCESS {
		return r
	}
	return x.g.backMemory()
}

func (g *graph) ready() CUresult {
	for _, n := range g.nodes {
		r := CUDA_SUCCESS
		switch op := n.op.(type) {
		case *kernelNode:
			if functions.get(uintptr(op.l.f.h)) != op.l.f {
				return CUDA_ERROR_INVALID_HANDLE
			}
			r = op.ctx.prepare(op.l.f)
		case *eventRecordNode:
			r = liveEvent(op.event)
		case *eventWaitNode:
			r = liveEvent(op.event)
		case *childNode:
			r = op.g.ready()
		case *condNode:
			for _, b := range op.bodies {
				if r = b.ready(); r != CUDA_SUCCESS {
					break
				}
			}
		}
		if r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}
