package cuda

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// graph is a set of operations with an order between some of them. One lock guards all graphs: building them is not
// where the time goes, and nodes of one graph may refer to another.
type graph struct {
	h      CUgraph
	id     uint32
	nodes  []*graphNode // in the order they were added
	nextID uint32
	owner  *graphNode // the child or conditional node it belongs to, nil for a graph of its own
	conds  []*condition
	users  map[*userObject]uint32
	// original is the graph this one was cloned from, origins its nodes by the clone's.
	original *graph
	origins  map[*graphNode]*graphNode
	dead     bool
	// instances is how many executable graphs there are of a graph with memory nodes, which can have one.
	instances int
}

// graphNode is one operation of a graph.
type graphNode struct {
	h       CUgraphNode
	g       *graph
	id      uint32
	tool    uint64
	op      graphOp
	in, out []edge
	enabled bool
}

// edge is a dependency; node is the other end.
type edge struct {
	node *graphNode
	data CUgraphEdgeData
}

// graphOp is what a node does.
type graphOp interface {
	kind() CUgraphNodeType
	// clone copies the operation for another graph; nodes and graphs it owns are cloned with it.
	clone() graphOp
	queued
}

var (
	graphMu     sync.Mutex
	graphs      = table[graph]{kind: kindGraph}
	graphNodes  = table[graphNode]{kind: kindGraphNode}
	graphExecs  = table[graphExec]{kind: kindGraphExec}
	lastGraphID atomic.Uint32
)

func newGraph() *graph {
	return &graph{id: lastGraphID.Add(1), users: map[*userObject]uint32{}}
}

// lookGraph gives the graph of a handle; graphMu is held.
func lookGraph(h CUgraph) (*graph, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	g := graphs.get(uintptr(h))
	if g == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return g, CUDA_SUCCESS
}

func lookNode(h CUgraphNode) (*graphNode, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	n := graphNodes.get(uintptr(h))
	if n == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return n, CUDA_SUCCESS
}

// maxList bounds lists that the program hands in.
const maxList = 1 << 24

// nodeList reads a list of different nodes of a graph, with edge data where it is given.
func nodeList(g *graph, list *CUgraphNode, data *CUgraphEdgeData, n uintptr) ([]edge, CUresult) {
	out, twice, r := nodes(g, list, data, n)
	if twice {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return out, r
}

// nodes reads a list of nodes of a graph, with edge data where it is given; twice says that a node is named twice.
func nodes(g *graph, list *CUgraphNode, data *CUgraphEdgeData, n uintptr) (out []edge, twice bool, r CUresult) {
	if n == 0 {
		return nil, false, CUDA_SUCCESS
	}
	if list == nil || n > maxList {
		return nil, false, CUDA_ERROR_INVALID_VALUE
	}
	out = make([]edge, n)
	seen := make(map[*graphNode]bool, n)
	for i, h := range unsafe.Slice(list, n) {
		x, r := lookNode(h)
		if r != CUDA_SUCCESS {
			return nil, false, r
		}
		if x.g != g {
			return nil, false, CUDA_ERROR_INVALID_VALUE
		}
		out[i].node = x
		if data != nil {
			out[i].data = unsafe.Slice(data, n)[i]
			if !out[i].data.fits(x) {
				return nil, false, CUDA_ERROR_INVALID_VALUE
			}
		}
		twice = twice || seen[x]
		seen[x] = true
	}
	return out, twice, CUDA_SUCCESS
}

// fits reports whether edge data are all zero or say at which point of a kernel what follows may begin (CUDA driver API,
// CUgraphEdgeData).
func (d *CUgraphEdgeData) fits(from *graphNode) bool {
	if *d == (CUgraphEdgeData{}) {
		return true
	}
	_, kernel := from.op.(*kernelNode)
	return kernel && d.Type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC && d.To_port == 0 &&
		(d.From_port == CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC || d.From_port == CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER)
}

// add adds a node that waits for others; graphMu is held.
func (g *graph) add(op graphOp, deps []edge) (*graphNode, CUresult) {
	n := &graphNode{g: g, id: g.nextID, tool: newID(), op: op, enabled: true}
	n.h = CUgraphNode(graphNodes.put(n))
	if n.h == 0 {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	g.nextID++
	g.nodes = append(g.nodes, n)
	for _, d := range deps {
		link(d.node, n, d.data)
	}
	switch op := op.(type) {
	case *childNode:
		op.g.owner = n
	case *condNode:
		for _, b := range op.bodies {
			b.owner = n
		}
	}
	return n, CUDA_SUCCESS
}

func link(from, to *graphNode, data CUgraphEdgeData) {
	for i := range to.in {
		if to.in[i].node == from {
			to.in[i].data = data
			return
		}
	}
	to.in = append(to.in, edge{from, data})
	from.out = append(from.out, edge{to, data})
}

func unlink(from, to *graphNode) bool {
	i := slices.IndexFunc(to.in, func(e edge) bool { return e.node == from })
	if i < 0 {
		return false
	}
	to.in = slices.Delete(to.in, i, i+1)
	j := slices.IndexFunc(from.out, func(e edge) bool { return e.node == to })
	from.out = slices.Delete(from.out, j, j+1)
	return true
}

// order gives the nodes so that each comes after those it waits for, earlier ones first; false if there is a circle.
func (g *graph) order() ([]*graphNode, bool) {
	waits := make(map[*graphNode]int, len(g.nodes))
	var ready, out []*graphNode
	for _, n := range g.nodes {
		waits[n] = len(n.in)
		if len(n.in) == 0 {
			ready = append(ready, n)
		}
	}
	for len(ready) > 0 {
		n := ready[0]
		ready = ready[1:]
		out = append(out, n)
		for _, e := range n.out {
			if waits[e.node]--; waits[e.node] == 0 {
				ready = append(ready, e.node)
			}
		}
	}
	return out, len(out) == len(g.nodes)
}

// clone copies a graph with everything in it; graphMu is held. The copy has no handle yet.
func (g *graph) clone() (*graph, CUresult) {
	c := newGraph()
	c.original = g
	c.origins = make(map[*graphNode]*graphNode, len(g.nodes))
	to := make(map[*graphNode]*graphNode, len(g.nodes))
	for _, n := range g.nodes {
		x, r := c.add(n.op.clone(), nil)
		if r != CUDA_SUCCESS {
			c.destroy()
			return nil, r
		}
		x.id, x.enabled = n.id, n.enabled
		to[n], c.origins[x] = x, n
	}
	c.nextID = g.nextID
	for _, n := range g.nodes {
		for _, e := range n.in {
			link(to[e.node], to[n], e.data)
		}
	}
	c.conds = append(c.conds, g.conds...)
	for u, k := range g.users {
		u.retain(uint64(k))
		c.users[u] = k
	}
	return c, CUDA_SUCCESS
}

// destroy ends a graph and its nodes; graphMu is held. The destructors of user objects are returned to be run without it.
func (g *graph) destroy() []func() {
	if g.dead {
		return nil
	}
	g.dead = true
	if g.h != 0 {
		graphs.drop(uintptr(g.h))
	}
	var after []func()
	for _, n := range g.nodes {
		after = append(after, n.drop()...)
	}
	g.nodes = nil
	for u, k := range g.users {
		if f := u.release(uint64(k)); f != nil {
			after = append(after, f)
		}
	}
	g.users = nil
	return after
}

// drop ends a node's handle and what it owns.
func (n *graphNode) drop() []func() {
	graphNodes.drop(uintptr(n.h))
	switch op := n.op.(type) {
	case *childNode:
		return op.g.destroy()
	case *condNode:
		var after []func()
		for _, b := range op.bodies {
			after = append(after, b.destroy()...)
		}
		return after
	case *memAllocNode:
		op.mem.unref()
	}
	return nil
}

func runAll(fns []func()) {
	for _, f := range fns {
		f()
	}
}

// CuGraphCreate makes an empty graph.
func CuGraphCreate(t *Thread, pg *CUgraph, flags uint32) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if pg == nil || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	g := newGraph()
	if g.h = CUgraph(graphs.put(g)); g.h == 0 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*pg = g.h
	return CUDA_SUCCESS
}

// CuGraphDestroy ends a graph. What was instantiated from it stays.
func CuGraphDestroy(t *Thread, h CUgraph) CUresult {
	graphMu.Lock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS || g.owner != nil {
		graphMu.Unlock()
		if r == CUDA_SUCCESS {
			r = CUDA_ERROR_INVALID_VALUE
		}
		return r
	}
	after := g.destroy()
	graphMu.Unlock()
	runAll(after)
	return CUDA_SUCCESS
}

// CuGraphDestroyNode takes a node out of its graph.
func CuGraphDestroyNode(t *Thread, h CUgraphNode) CUresult {
	graphMu.Lock()
	n, r := lookNode(h)
	if r != CUDA_SUCCESS {
		graphMu.Unlock()
		return r
	}
	switch n.op.kind() {
	case CU_GRAPH_NODE_TYPE_MEM_ALLOC, CU_GRAPH_NODE_TYPE_MEM_FREE:
		graphMu.Unlock()
		return CUDA_ERROR_NOT_SUPPORTED
	}
	for len(n.in) > 0 {
		unlink(n.in[0].node, n)
	}
	for len(n.out) > 0 {
		unlink(n, n.out[0].node)
	}
	n.g.nodes = slices.DeleteFunc(n.g.nodes, func(x *graphNode) bool { return x == n })
	after := n.drop()
	graphMu.Unlock()
	runAll(after)
	return CUDA_SUCCESS
}

// CuGraphClone copies a graph.
func CuGraphClone(t *Thread, pg *CUgraph, h CUgraph) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pg == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if g.hasMemNodes() || g.hasConditions() {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	c, r := g.clone()
	if r != CUDA_SUCCESS {
		return r
	}
	if c.h = CUgraph(graphs.put(c)); c.h == 0 {
		c.destroy()
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*pg = c.h
	return CUDA_SUCCESS
}

// hasMemNodes reports whether the graph allocates or frees memory: such a graph cannot be copied, since an allocation has
// one address.
func (g *graph) hasMemNodes() bool {
	for _, n := range g.nodes {
		switch op := n.op.(type) {
		case *memAllocNode, *memFreeNode:
			return true
		case *childNode:
			if op.g.hasMemNodes() {
				return true
			}
		}
	}
	return false
}

// hasConditions reports whether the graph has conditional nodes: their handles belong to it.
func (g *graph) hasConditions() bool {
	return slices.ContainsFunc(g.nodes, func(n *graphNode) bool {
		c, child := n.op.(*childNode)
		return n.op.kind() == CU_GRAPH_NODE_TYPE_CONDITIONAL || child && c.g.hasConditions()
	})
}

// CuGraphNodeFindInClone gives a node's copy in a clone.
func CuGraphNodeFindInClone(t *Thread, pn *CUgraphNode, original CUgraphNode, clone CUgraph) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	n, r := lookNode(original)
	if r != CUDA_SUCCESS {
		return r
	}
	c, r := lookGraph(clone)
	if r != CUDA_SUCCESS {
		return r
	}
	if pn == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	for _, x := range c.nodes {
		if c.origins[x] == n {
			*pn = x.h
			return CUDA_SUCCESS
		}
	}
	return CUDA_ERROR_INVALID_VALUE
}

// ofNode answers a question about a node. What is wrong with the handle comes before a null pointer to the answer.
func ofNode(h CUgraphNode, f func(n *graphNode) CUresult) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	n, r := lookNode(h)
	if r != CUDA_SUCCESS {
		return r
	}
	return f(n)
}

// ofGraph answers a question about a graph, as ofNode does.
func ofGraph(h CUgraph, f func(g *graph) CUresult) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	return f(g)
}

// give writes an answer.
func give[T any](to *T, v T) CUresult {
	if to == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*to = v
	return CUDA_SUCCESS
}

// CuGraphNodeGetType gives a node's kind.
func CuGraphNodeGetType(t *Thread, h CUgraphNode, typ *CUgraphNodeType) CUresult {
	return ofNode(h, func(n *graphNode) CUresult { return give(typ, n.op.kind()) })
}

// CuGraphNodeGetContainingGraph gives the graph a node is in.
func CuGraphNodeGetContainingGraph(t *Thread, h CUgraphNode, pg *CUgraph) CUresult {
	return ofNode(h, func(n *graphNode) CUresult {
		if pg == nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		return n.g.handle(pg)
	})
}

// handle gives the graph's handle, which the graphs inside nodes get at their first need; graphMu is held.
func (g *graph) handle(pg *CUgraph) CUresult {
	if g.h == 0 {
		if g.h = CUgraph(graphs.put(g)); g.h == 0 {
			return CUDA_ERROR_OUT_OF_MEMORY
		}
	}
	*pg = g.h
	return CUDA_SUCCESS
}

// CuGraphNodeGetLocalId gives a node's number in its graph.
func CuGraphNodeGetLocalId(t *Thread, h CUgraphNode, id *uint32) CUresult {
	return ofNode(h, func(n *graphNode) CUresult { return give(id, n.id) })
}

// CuGraphNodeGetToolsId gives a node's number in the process.
func CuGraphNodeGetToolsId(t *Thread, h CUgraphNode, id *uint64) CUresult {
	return ofNode(h, func(n *graphNode) CUresult { return give(id, n.tool) })
}

// CuGraphGetId gives a graph's number in the process.
func CuGraphGetId(t *Thread, h CUgraph, id *uint32) CUresult {
	return ofGraph(h, func(g *graph) CUresult { return give(id, g.id) })
}

// giveNodes writes a list of nodes the way of all such functions: with a null list only the number; otherwise at most
// *n of them, the rest of the list null, and *n is the number written.
func giveNodes(from []*graphNode, list *CUgraphNode, n *uintptr) CUresult {
	if n == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if list == nil {
		*n = uintptr(len(from))
		return CUDA_SUCCESS
	}
	if *n == 0 || *n > maxList {
		return CUDA_ERROR_INVALID_VALUE
	}
	out := unsafe.Slice(list, *n)
	for i := range out {
		out[i] = 0
		if i < len(from) {
			out[i] = from[i].h
		}
	}
	*n = min(*n, uintptr(len(from)))
	return CUDA_SUCCESS
}

// CuGraphGetNodes gives the nodes of a graph.
func CuGraphGetNodes(t *Thread, h CUgraph, list *CUgraphNode, n *uintptr) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	return giveNodes(g.nodes, list, n)
}

// CuGraphGetRootNodes gives the nodes that wait for no other.
func CuGraphGetRootNodes(t *Thread, h CUgraph, list *CUgraphNode, n *uintptr) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	var roots []*graphNode
	for _, x := range g.nodes {
		if len(x.in) == 0 {
			roots = append(roots, x)
		}
	}
	return giveNodes(roots, list, n)
}

// giveEdges writes edges as giveNodes writes nodes. Edge data that is not the default cannot be passed over in silence.
func giveEdges(edges [][2]*graphNode, data []CUgraphEdgeData, from, to *CUgraphNode, out *CUgraphEdgeData, n *uintptr) CUresult {
	if n == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if from == nil && to == nil {
		*n = uintptr(len(edges))
		return CUDA_SUCCESS
	}
	if *n == 0 || *n > maxList {
		return CUDA_ERROR_INVALID_VALUE
	}
	if out == nil {
		for _, d := range data {
			if d != (CUgraphEdgeData{}) {
				return CUDA_ERROR_LOSSY_QUERY
			}
		}
	}
	for i := range int(*n) {
		var f, o CUgraphNode
		var d CUgraphEdgeData
		if i < len(edges) {
			d = data[i]
			if edges[i][0] != nil {
				f = edges[i][0].h
			}
			if edges[i][1] != nil {
				o = edges[i][1].h
			}
		}
		if from != nil {
			unsafe.Slice(from, *n)[i] = f
		}
		if to != nil {
			unsafe.Slice(to, *n)[i] = o
		}
		if out != nil {
			unsafe.Slice(out, *n)[i] = d
		}
	}
	*n = min(*n, uintptr(len(edges)))
	return CUDA_SUCCESS
}

// CuGraphGetEdges gives the dependencies of a graph.
func CuGraphGetEdges(t *Thread, h CUgraph, from, to *CUgraphNode, n *uintptr) CUresult {
	return CuGraphGetEdges_v2(t, h, from, to, nil, n)
}

// CuGraphGetEdges_v2 gives the dependencies of a graph with their data.
func CuGraphGetEdges_v2(t *Thread, h CUgraph, from, to *CUgraphNode, data *CUgraphEdgeData, n *uintptr) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if (from == nil) != (to == nil) {
		return CUDA_ERROR_INVALID_VALUE
	}
	var edges [][2]*graphNode
	var ds []CUgraphEdgeData
	for _, x := range g.nodes {
		for _, e := range x.out {
			edges, ds = append(edges, [2]*graphNode{x, e.node}), append(ds, e.data)
		}
	}
	return giveEdges(edges, ds, from, to, data, n)
}

func nodeEdges(t *Thread, h CUgraphNode, list *CUgraphNode, data *CUgraphEdgeData, n *uintptr, in bool) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	x, r := lookNode(h)
	if r != CUDA_SUCCESS {
		return r
	}
	from := x.out
	if in {
		from = x.in
	}
	var edges [][2]*graphNode
	var ds []CUgraphEdgeData
	for _, e := range from {
		edges, ds = append(edges, [2]*graphNode{e.node, nil}), append(ds, e.data)
	}
	return giveEdges(edges, ds, list, nil, data, n)
}

// CuGraphNodeGetDependencies gives the nodes a node waits for.
func CuGraphNodeGetDependencies(t *Thread, h CUgraphNode, list *CUgraphNode, n *uintptr) CUresult {
	return nodeEdges(t, h, list, nil, n, true)
}

// CuGraphNodeGetDependencies_v2 gives the nodes a node waits for with the edges' data.
func CuGraphNodeGetDependencies_v2(t *Thread, h CUgraphNode, list *CUgraphNode, data *CUgraphEdgeData, n *uintptr) CUresult {
	return nodeEdges(t, h, list, data, n, true)
}

// CuGraphNodeGetDependentNodes gives the nodes that wait for a node.
func CuGraphNodeGetDependentNodes(t *Thread, h CUgraphNode, list *CUgraphNode, n *uintptr) CUresult {
	return nodeEdges(t, h, list, nil, n, false)
}

// CuGraphNodeGetDependentNodes_v2 gives the nodes that wait for a node with the edges' data.
func CuGraphNodeGetDependentNodes_v2(t *Thread, h CUgraphNode, list *CUgraphNode, data *CUgraphEdgeData, n *uintptr) CUresult {
	return nodeEdges(t, h, list, data, n, false)
}

// changeEdges adds or removes dependencies; a circle is found when the graph is instantiated.
func changeEdges(t *Thread, h CUgraph, from, to *CUgraphNode, data *CUgraphEdgeData, n uintptr, add bool) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if n == 0 {
		return CUDA_SUCCESS
	}
	if from == nil || to == nil || n > maxList {
		return CUDA_ERROR_INVALID_VALUE
	}
	if !add && g.hasMemNodes() {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	type pair struct{ a, b *graphNode }
	pairs := make([]pair, n)
	for i := range pairs {
		a, r := lookNode(unsafe.Slice(from, n)[i])
		if r != CUDA_SUCCESS {
			return r
		}
		b, r := lookNode(unsafe.Slice(to, n)[i])
		if r != CUDA_SUCCESS {
			return r
		}
		has := slices.ContainsFunc(b.in, func(e edge) bool { return e.node == a })
		if a.g != g || b.g != g || a == b || has == add || add && data != nil && !unsafe.Slice(data, n)[i].fits(a) {
			return CUDA_ERROR_INVALID_VALUE
		}
		pairs[i] = pair{a, b}
	}
	for i, p := range pairs {
		if !add {
			unlink(p.a, p.b)
			continue
		}
		var d CUgraphEdgeData
		if data != nil {
			d = unsafe.Slice(data, n)[i]
		}
		link(p.a, p.b, d)
	}
	return CUDA_SUCCESS
}

// CuGraphAddDependencies adds dependencies between nodes.
func CuGraphAddDependencies(t *Thread, h CUgraph, from, to *CUgraphNode, n uintptr) CUresult {
	return changeEdges(t, h, from, to, nil, n, true)
}

// CuGraphAddDependencies_v2 adds dependencies with data.
func CuGraphAddDependencies_v2(t *Thread, h CUgraph, from, to *CUgraphNode, data *CUgraphEdgeData, n uintptr) CUresult {
	return changeEdges(t, h, from, to, data, n, true)
}

// CuGraphRemoveDependencies takes dependencies away.
func CuGraphRemoveDependencies(t *Thread, h CUgraph, from, to *CUgraphNode, n uintptr) CUresult {
	return changeEdges(t, h, from, to, nil, n, false)
}

// CuGraphRemoveDependencies_v2 takes dependencies away.
func CuGraphRemoveDependencies_v2(t *Thread, h CUgraph, from, to *CUgraphNode, data *CUgraphEdgeData, n uintptr) CUresult {
	return changeEdges(t, h, from, to, data, n, false)
}
