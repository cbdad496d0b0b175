package cuda

import "unsafe"

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

func (k *kernelNode) queue(x *graphExec, s *stream) error {
	_, err := s.enqueue(&k.l, nil, nil, k.args) // stored parameters need no gathering, which alone gives another result
	return err
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
func (n *copyNode) queue(x *graphExec, s *stream) error {
	if n.op.Width == 0 || n.op.Height == 0 || n.op.Depth == 0 {
		return nil
	}
	return n.op.queue(s.q)
}

type fillNode struct {
	op   fillOp
	desc CUDA_MEMSET_NODE_PARAMS
	ctx  *context
}

func (n *fillNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_MEMSET }
func (n *fillNode) clone() graphOp        { c := *n; return &c }
func (n *fillNode) queue(x *graphExec, s *stream) error {
	if n.op.count == 0 || n.op.rows == 0 {
		return nil
	}
	return n.op.queue(s.q)
}

type hostNode struct {
	fn       uintptr
	userData unsafe.Pointer
}

func (n *hostNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_HOST }
func (n *hostNode) clone() graphOp        { c := *n; return &c }
func (n *hostNode) queue(x *graphExec, s *stream) error {
	return queueHost(s.q, s.ctx, n.fn, n.userData)
}

type emptyNode struct{}

func (emptyNode) kind() CUgraphNodeType               { return CU_GRAPH_NODE_TYPE_EMPTY }
func (n emptyNode) clone() graphOp                    { return n }
func (emptyNode) queue(x *graphExec, s *stream) error { return nil }

// childNode runs another graph, which it owns. A plan has that graph's steps in the node's place.
type childNode struct{ g *graph }

func (n *childNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_GRAPH }
func (n *childNode) clone() graphOp {
	g, r := n.g.clone()
	if r != CUDA_SUCCESS {
		g = newGraph()
	}
	return &childNode{g: g}
}
func (n *childNode) queue(x *graphExec, s *stream) error { return nil }

type eventRecordNode struct{ event CUevent }

func (n *eventRecordNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_EVENT_RECORD }
func (n *eventRecordNode) clone() graphOp        { c := *n; return &c }
func (n *eventRecordNode) queue(x *graphExec, s *stream) error {
	if e := events.get(uintptr(n.event)); e != nil && e != orphanEvent {
		return s.queueRecord(e)
	}
	return nil
}

type eventWaitNode struct{ event CUevent }

func (n *eventWaitNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_WAIT_EVENT }
func (n *eventWaitNode) clone() graphOp        { c := *n; return &c }
func (n *eventWaitNode) queue(x *graphExec, s *stream) error {
	if e := events.get(uintptr(n.event)); e != nil && e != orphanEvent && e.hasRecord() {
		return e.wait(s.q)
	}
	return nil
}

type memOpNode struct {
	ops []memOp
	raw []CUstreamBatchMemOpParams
	ctx *context
}

func (n *memOpNode) kind() CUgraphNodeType               { return CU_GRAPH_NODE_TYPE_BATCH_MEM_OP }
func (n *memOpNode) clone() graphOp                      { c := *n; return &c }
func (n *memOpNode) queue(x *graphExec, s *stream) error { return queueMemOps(s.q, n.ops) }
