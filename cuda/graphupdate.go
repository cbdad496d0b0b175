package cuda

// difference is the first thing in which a graph does not fit an instantiated one.
type difference struct {
	result CUgraphExecUpdateResult
	node   *graphNode // of the new graph
	from   *graphNode // of the new graph, the start of an edge that is not there
}

// sameShape compares an instantiated graph's copy with a graph: node by node in the order they were added, kinds and
// dependencies; graphMu is held.
func sameShape(old, g *graph) difference {
	if len(old.nodes) != len(g.nodes) {
		return difference{result: CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED}
	}
	at := make(map[*graphNode]int, 2*len(g.nodes))
	for i := range g.nodes {
		at[old.nodes[i]], at[g.nodes[i]] = i, i
	}
	for i, n := range g.nodes {
		o := old.nodes[i]
		if o.op.kind() != n.op.kind() {
			return difference{result: CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, node: n}
		}
		has := make(map[int]CUgraphEdgeData, len(o.in))
		for _, e := range o.in {
			has[at[e.node]] = e.data
		}
		for _, e := range n.in {
			if d, ok := has[at[e.node]]; !ok || d != e.data {
				return difference{CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, n, e.node}
			}
		}
		if len(o.in) != len(n.in) {
			return difference{result: CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, node: n}
		}
		if r := fits(o.op, n.op); r != CU_GRAPH_EXEC_UPDATE_SUCCESS {
			return difference{result: r, node: n}
		}
	}
	return difference{}
}

// fits reports whether an operation can take another one's place (CUDA driver API, cuGraphExecUpdate).
func fits(old, op graphOp) CUgraphExecUpdateResult {
	switch o := old.(type) {
	case *kernelNode:
		n := op.(*kernelNode)
		if n.ctx != o.ctx {
			return CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE
		}
		if n.l.cooperative != o.l.cooperative {
			return CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED
		}
	case *copyNode:
		n := op.(*copyNode)
		if n.ctx != o.ctx || n.op.dstPageable != o.op.dstPageable || n.op.srcPageable != o.op.srcPageable || n.op.rows() != o.op.rows() {
			return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED
		}
	case *fillNode:
		n := op.(*fillNode)
		if n.ctx != o.ctx || (n.op.rows > 1) != (o.op.rows > 1) {
			return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED
		}
	case *childNode:
		return sameShape(o.g, op.(*childNode).g).result
	case *memAllocNode, *memFreeNode:
		return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED
	case *condNode:
		n := op.(*condNode)
		if n.typ != o.typ || len(n.bodies) != len(o.bodies) || n.cond != o.cond {
			return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED
		}
		for i := range o.bodies {
			if d := sameShape(o.bodies[i], n.bodies[i]); d.result != CU_GRAPH_EXEC_UPDATE_SUCCESS {
				return d.result
			}
		}
	}
	return CU_GRAPH_EXEC_UPDATE_SUCCESS
}

// takeOver puts the operations of a graph of the same shape in an instantiated graph's place.
func takeOver(old, g *graph) {
	for i, n := range g.nodes {
		o := old.nodes[i]
		switch op := o.op.(type) {
		case *childNode:
			takeOver(op.g, n.op.(*childNode).g)
		case *condNode:
			for j := range op.bodies {
				takeOver(op.bodies[j], n.op.(*condNode).bodies[j])
			}
		case *kernelNode:
			c := n.op.clone().(*kernelNode)
			op.l, op.h, op.ctx, op.args, op.attrs = c.l, c.h, c.ctx, c.args, c.attrs
			op.point()
		case emptyNode:
		default:
			replace(op, n.op.clone())
		}
	}
}

func execUpdate(hx CUgraphExec, h CUgraph) (difference, CUresult) {
	x, r := lookExec(hx)
	if r != CUDA_SUCCESS {
		return difference{}, r
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return difference{}, r
	}
	d := sameShape(x.g, g)
	if d.result != CU_GRAPH_EXEC_UPDATE_SUCCESS {
		return d, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE
	}
	takeOver(x.g, g)
	if x.flags&CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY != 0 {
		old := x.plan
		x.plan, _ = x.newPlan(x.g) // the shape, which has no circle, is as it was
		x.dropSides(old)
		old.drop()
	}
	// Single nodes are found from the new graph's from now on as well.
	x.alias(x.g, g)
	return d, CUDA_SUCCESS
}

// alias lets the nodes of another graph of the same shape name the copy's.
func (x *graphExec) alias(old, g *graph) {
	for i, n := range g.nodes {
		x.from[n] = old.nodes[i]
		if c, ok := n.op.(*childNode); ok {
			x.alias(old.nodes[i].op.(*childNode).g, c.g)
		}
	}
}

// CuGraphExecUpdate is the form of CUDA 10 and 11.
func CuGraphExecUpdate(t *Thread, hx CUgraphExec, h CUgraph, bad *CUgraphNode, result *CUgraphExecUpdateResult) CUresult {
	d, r := execUpdate(hx, h)
	if r != CUDA_SUCCESS && r != CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE {
		return r
	}
	if result != nil {
		*result = d.result
		if d.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED && d.node == nil {
			*result = CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED // another number of nodes, as this form tells it (recorded)
		}
	}
	if bad != nil {
		if *bad = 0; d.node != nil {
			*bad = d.node.h
		}
	}
	return r
}

// CuGraphExecUpdate_v2 gives an instantiated graph the parameters of a graph of the same shape.
func CuGraphExecUpdate_v2(t *Thread, hx CUgraphExec, h CUgraph, info *CUgraphExecUpdateResultInfo) CUresult {
	d, r := execUpdate(hx, h)
	if info == nil || r != CUDA_SUCCESS && r != CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE {
		return r
	}
	*info = CUgraphExecUpdateResultInfo{Result: d.result}
	if d.node != nil {
		info.ErrorNode = d.node.h
	}
	if d.from != nil {
		info.ErrorFromNode = d.from.h
	}
	return r
}
