package cuda

import (
	"fmt"
	"os"
	"strings"
)

var nodeKinds = map[CUgraphNodeType]string{
	CU_GRAPH_NODE_TYPE_KERNEL: "KERNEL", CU_GRAPH_NODE_TYPE_MEMCPY: "MEMCPY", CU_GRAPH_NODE_TYPE_MEMSET: "MEMSET",
	CU_GRAPH_NODE_TYPE_HOST: "HOST", CU_GRAPH_NODE_TYPE_GRAPH: "GRAPH", CU_GRAPH_NODE_TYPE_EMPTY: "EMPTY",
	CU_GRAPH_NODE_TYPE_WAIT_EVENT: "WAIT_EVENT", CU_GRAPH_NODE_TYPE_EVENT_RECORD: "EVENT_RECORD",
	CU_GRAPH_NODE_TYPE_MEM_ALLOC: "MEM_ALLOC", CU_GRAPH_NODE_TYPE_MEM_FREE: "MEM_FREE",
	CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: "BATCH_MEM_OP", CU_GRAPH_NODE_TYPE_CONDITIONAL: "CONDITIONAL",
	CU_GRAPH_NODE_TYPE_MEMCPY_BATCH: "MEMCPY_BATCH",
}

// CuGraphDebugDotPrint writes a graph in the dot language.
func CuGraphDebugDotPrint(t *Thread, h CUgraph, path *byte, flags uint32) CUresult {
	if path == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		graphMu.Unlock()
		return r
	}
	var b strings.Builder
	b.WriteString("digraph dot {\n")
	g.dot(&b, flags, "graph")
	b.WriteString("}\n")
	graphMu.Unlock()
	if os.WriteFile(gostring(path), []byte(b.String()), 0o666) != nil {
		return CUDA_ERROR_OPERATING_SYSTEM
	}
	return CUDA_SUCCESS
}

func (g *graph) dot(b *strings.Builder, flags uint32, name string) {
	fmt.Fprintf(b, "subgraph cluster_%d {\nlabel=\"%s_%d\"\n", g.id, name, g.id)
	for _, n := range g.nodes {
		fmt.Fprintf(b, "\"graph_%d_node_%d\" [shape=\"rectangle\" label=%q];\n", g.id, n.id, n.label(flags))
	}
	for _, n := range g.nodes {
		for _, e := range n.out {
			fmt.Fprintf(b, "\"graph_%d_node_%d\" -> \"graph_%d_node_%d\";\n", g.id, n.id, g.id, e.node.id)
		}
	}
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *childNode:
			op.g.dot(b, flags, "child")
		case *condNode:
			for _, x := range op.bodies {
				x.dot(b, flags, "body")
			}
		}
	}
	b.WriteString("}\n")
}

func (n *graphNode) label(flags uint32) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", n.id, nodeKinds[n.op.kind()])
	show := func(f uint32) bool { return flags&(f|CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE) != 0 }
	if show(CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES) {
		fmt.Fprintf(&b, "\nhandle %#x", n.h)
	}
	switch op := n.op.(type) {
	case *kernelNode:
		fmt.Fprintf(&b, "\n%s", op.l.f.info.Name)
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS) {
			fmt.Fprintf(&b, "\n<<<%v, %v, %d>>>", op.l.grid, op.l.block, op.l.shared)
		}
	case *copyNode:
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS) {
			fmt.Fprintf(&b, "\n%#x to %#x, %d x %d x %d", op.op.Src, op.op.Dst, op.op.Width, op.op.Height, op.op.Depth)
		}
	case *fillNode:
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS) {
			fmt.Fprintf(&b, "\n%#x, %d x %d of %d bytes", op.op.dst, op.op.count, op.op.rows, op.op.width)
		}
	case *hostNode:
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS) {
			fmt.Fprintf(&b, "\nfn %#x", op.fn)
		}
	case *eventRecordNode:
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS) {
			fmt.Fprintf(&b, "\nevent %#x", op.event)
		}
	case *eventWaitNode:
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS) {
			fmt.Fprintf(&b, "\nevent %#x", op.event)
		}
	case *memAllocNode:
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS) {
			fmt.Fprintf(&b, "\n%#x, %d bytes", op.params.Dptr, op.params.Bytesize)
		}
	case *memFreeNode:
		if show(CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS) {
			fmt.Fprintf(&b, "\n%#x", op.dptr)
		}
	}
	return b.String()
}
