package ir

import "slices"

// This file orders and nests the control-flow graph: unreachable blocks, predecessor lists, reverse postorder, dominators,
// strongly connected components. All iterative: a hostile graph must not exhaust the stack.

// connect appends the edge from b to t.
func connect(b, t *Block) {
	b.Succs = append(b.Succs, t)
	t.Preds = append(t.Preds, b)
}

// pruneUnreachable drops blocks that the entry does not reach, and their edges. Phis must not exist yet, or lose the
// arguments that belong to dropped predecessors, which it does too.
func pruneUnreachable(f *Func) {
	seen := make([]bool, f.nextBlock)
	stack := []*Block{f.Blocks[0]}
	seen[f.Blocks[0].ID] = true
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, s := range b.Succs {
			if !seen[s.ID] {
				seen[s.ID] = true
				stack = append(stack, s)
			}
		}
	}
	live := f.Blocks[:0]
	for _, b := range f.Blocks {
		if !seen[b.ID] {
			continue
		}
		live = append(live, b)
		k := 0
		for i, p := range b.Preds {
			if seen[p.ID] {
				if k != i {
					b.Preds[k] = p
					for _, v := range b.Values {
						if v.Op != OpPhi {
							break
						}
						v.Args[k] = v.Args[i]
					}
				}
				k++
			}
		}
		if k != len(b.Preds) {
			b.Preds = b.Preds[:k]
			for _, v := range b.Values {
				if v.Op != OpPhi {
					break
				}
				v.Args = v.Args[:k]
			}
		}
	}
	clear(f.Blocks[len(live):])
	f.Blocks = live
}

// postorder returns the blocks that f's entry reaches, successors before predecessors but for back edges.
func postorder(f *Func) []*Block {
	type frame struct {
		b *Block
		i int
	}
	seen := make([]bool, f.nextBlock)
	order := make([]*Block, 0, len(f.Blocks))
	stack := []frame{{f.Blocks[0], 0}}
	seen[f.Blocks[0].ID] = true
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		if t.i < len(t.b.Succs) {
			// The last successor first, so that in reverse postorder the first successor comes first.
			s := t.b.Succs[len(t.b.Succs)-1-t.i]
			t.i++
			if !seen[s.ID] {
				seen[s.ID] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		order = append(order, t.b)
		stack = stack[:len(stack)-1]
	}
	return order
}

// sortRPO puts f.Blocks in reverse postorder and numbers their pos.
func sortRPO(f *Func) {
	po := postorder(f)
	n := len(po)
	blocks := f.Blocks[:0]
	for i := n - 1; i >= 0; i-- {
		po[i].pos = int32(n - 1 - i)
		blocks = append(blocks, po[i])
	}
	f.Blocks = blocks
}

// dominators fills idom, domPre and domPost. f.Blocks is in reverse postorder with pos numbered.
// Algorithm: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
func dominators(f *Func) {
	n := len(f.Blocks)
	idom := make([]int32, n)
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	met, stamp := make([]int32, n), int32(0)
	for changed := true; changed; {
		changed = false
		for i := 1; i < n; i++ {
			d := int32(-1)
			stamp++
			for _, p := range f.Blocks[i].Preds {
				q := p.pos
				if idom[q] < 0 {
					continue
				}
				if d < 0 {
					d = q
					continue
				}
				// A block met on the way from an earlier predecessor lies below d: many predecessors cost no more than the
				// blocks between them and d.
				for d != q {
					if q < d {
						met[d] = stamp
						d = idom[d]
					} else if met[q] == stamp {
						break
					} else {
						met[q] = stamp
						q = idom[q]
					}
				}
			}
			if idom[i] != d {
				idom[i] = d
				changed = true
			}
		}
	}
	// Number the tree. Children in order of position.
	first := make([]int32, n)
	next := make([]int32, n)
	for i := range first {
		first[i] = -1
	}
	for i := n - 1; i >= 1; i-- {
		d := idom[i]
		next[i] = first[d]
		first[d] = int32(i)
		f.Blocks[i].idom = f.Blocks[d]
	}
	f.Blocks[0].idom = nil
	clock := int32(0)
	at, down := int32(0), true
	for {
		b := f.Blocks[at]
		if down {
			b.domPre = clock
			clock++
			if first[at] >= 0 {
				at = first[at]
				continue
			}
		}
		b.domPost = clock
		clock++
		if at == 0 {
			break
		}
		if next[at] >= 0 {
			at, down = next[at], true
		} else {
			at, down = idom[at], false
		}
	}
}

// dominates reports whether a dominates b (a block dominates itself). Needs dominators.
func dominates(a, b *Block) bool { return a.domPre <= b.domPre && b.domPost <= a.domPost }

// scc is a loop: a strongly connected component of the graph, or of a loop's body without the edges into its headers.
// Every edge inside the component that goes back goes to a header; a header is entered from outside.
type scc struct {
	parent  *scc
	id      int32
	depth   int32 // 1 for an outermost loop
	headers []*Block
	first   int32 // positions of the first and the last block in the layout; what lies between is in the loop
	last    int32
	// divergentExit: lanes may leave in different iterations. Set by Diverge.
	divergentExit bool
	tangled       bool // lanes may be at different headers at once. Set by Diverge.
	flat          bool // a dispatched region (dispatch.go)
	marker        int32
}

// inLoop reports whether b lies in s (nil: the whole function), by the positions that layout gave.
func inLoop(b *Block, s *scc) bool { return s == nil || s.first <= b.pos && b.pos <= s.last }

// around reports the same by the tree of loops, whatever order the blocks are in.
func (s *scc) around(b *Block) bool {
	l := b.loop
	for l != nil && l.depth > s.depth {
		l = l.parent
	}
	return l == s
}

// isHeaderOf reports whether b is a header of s.
func (s *scc) isHeader(b *Block) bool {
	for _, h := range s.headers {
		if h == b {
			return true
		}
	}
	return false
}

// layout finds the loops and puts f.Blocks in an order in which every loop is contiguous (recursively) and every edge
// that is not a back edge to a header of a loop around its source goes forward. It numbers pos and returns the loops, outer ones first.
//
// Each level runs Tarjan's algorithm on the blocks of one loop without the edges into its headers. A block takes part
// once for every loop around it.
//
// The regions are laid out as loops without inner structure: every edge that goes backwards inside makes a header.
func layout(f *Func, regions ...*region) []*scc {
	n := int(f.nextBlock)
	var (
		index   = make([]int32, n) // 0: not visited at this level
		low     = make([]int32, n)
		onStack = make([]bool, n)
		cut     = make([]bool, n)  // header of a loop already split: edges into it are ignored when inside
		level   = make([]int32, n) // which region a block is in
	)
	virtual := make([]*Block, n) // where a region's ends would go back to, to make it strongly connected
	for _, b := range f.Blocks {
		b.loop = nil
		b.Depth = 0
	}
	var marks flatMarks
	if len(regions) > 0 {
		marks = flatMarks{make([]bool, n), make([]bool, n), make([]int32, n)}
	}
	starts := make(map[*Block]bool, len(regions))
	for _, r := range regions {
		starts[r.start] = true
		for _, b := range r.blocks {
			leaves := len(b.Succs) == 0
			for _, s := range b.Succs {
				leaves = leaves || !r.has[s.ID]
			}
			if leaves {
				virtual[b.ID] = r.start
			}
		}
	}
	var loops []*scc
	out := make([]*Block, 0, len(f.Blocks))

	// A task is a region to be laid out (roots in the order to visit) or, with done set, the end of a loop.
	type task struct {
		region int32
		loop   *scc
		blocks []*Block // in an order with the roots first
		single *Block
	}
	nextRegion := int32(1)
	for _, b := range f.Blocks {
		level[b.ID] = nextRegion
	}
	tasks := []task{{region: nextRegion, blocks: f.Blocks}}
	type frame struct {
		b *Block
		i int
	}
	var stack []frame
	var comp []*Block
	for len(tasks) > 0 {
		t := tasks[len(tasks)-1]
		tasks = tasks[:len(tasks)-1]
		if t.single != nil {
			out = append(out, t.single)
			continue
		}
		clock := int32(0)
		for _, b := range t.blocks {
			index[b.ID] = 0
		}
		var comps [][]*Block // reverse topological order
		for _, root := range t.blocks {
			if index[root.ID] != 0 {
				continue
			}
			clock++
			index[root.ID], low[root.ID] = clock, clock
			onStack[root.ID] = true
			comp = append(comp, root)
			stack = append(stack, frame{root, 0})
			for len(stack) > 0 {
				fr := &stack[len(stack)-1]
				b := fr.b
				if fr.i < len(b.Succs) || fr.i == len(b.Succs) && virtual[b.ID] != nil {
					s := virtual[b.ID]
					if fr.i < len(b.Succs) {
						s = b.Succs[len(b.Succs)-1-fr.i]
					}
					fr.i++
					if level[s.ID] != t.region || cut[s.ID] {
						continue
					}
					if index[s.ID] == 0 {
						clock++
						index[s.ID], low[s.ID] = clock, clock
						onStack[s.ID] = true
						comp = append(comp, s)
						stack = append(stack, frame{s, 0})
					} else if onStack[s.ID] {
						low[b.ID] = min(low[b.ID], index[s.ID])
					}
					continue
				}
				stack = stack[:len(stack)-1]
				if len(stack) > 0 {
					p := stack[len(stack)-1].b
					low[p.ID] = min(low[p.ID], low[b.ID])
				}
				if low[b.ID] == index[b.ID] {
					k := len(comp) - 1
					for comp[k] != b {
						k--
					}
					c := append([]*Block(nil), comp[k:]...)
					for _, x := range c {
						onStack[x.ID] = false
					}
					comp = comp[:k]
					comps = append(comps, c)
				}
			}
		}
		// Tasks are a stack: push in reverse topological order's natural order, so that the first component is on top.
		for _, c := range comps {
			self := false
			if len(c) == 1 {
				for _, s := range c[0].Succs {
					self = self || s == c[0] && !cut[s.ID]
				}
				if !self {
					tasks = append(tasks, task{single: c[0]})
					continue
				}
			}
			l := &scc{parent: t.loop, depth: 1}
			if t.loop != nil {
				l.depth = t.loop.depth + 1
			}
			l.id = int32(len(loops))
			loops = append(loops, l)
			nextRegion++
			for _, b := range c {
				level[b.ID] = nextRegion
				b.loop = l
				b.Depth = l.depth
			}
			// Headers: entered from outside the component (from the region's other blocks, from other regions, or
			// being the target of a cut edge of an outer loop).
			var rest []*Block
			for _, b := range c {
				entered := b == f.Blocks[0] || cut[b.ID]
				for _, p := range b.Preds {
					entered = entered || level[p.ID] != nextRegion
				}
				if entered {
					l.headers = append(l.headers, b)
				} else {
					rest = append(rest, b)
				}
			}
			for _, h := range l.headers {
				l.flat = l.flat || starts[h]
			}
			if l.flat {
				region := nextRegion
				order := flatOrder(c, l, func(b *Block) bool { return level[b.ID] == region }, &marks)
				for _, h := range l.headers {
					cut[h.ID] = true
				}
				for i := len(order) - 1; i >= 0; i-- {
					tasks = append(tasks, task{single: order[i]})
				}
				continue
			}
			for _, h := range l.headers {
				cut[h.ID] = true
			}
			inner := make([]*Block, 0, len(c))
			for i := len(l.headers) - 1; i >= 0; i-- { // visited last is laid out first
				inner = append(inner, l.headers[i])
			}
			tasks = append(tasks, task{region: nextRegion, loop: l, blocks: append(inner, rest...)})
		}
	}
	copy(f.Blocks, out)
	for i, b := range f.Blocks {
		b.pos = int32(i)
	}
	// Inner loops stand behind outer ones in the list, so a walk from its end meets them first.
	for _, l := range loops {
		l.first, l.last = int32(len(f.Blocks)), -1
	}
	for _, b := range f.Blocks {
		if l := b.loop; l != nil {
			l.first, l.last = min(l.first, b.pos), max(l.last, b.pos)
		}
	}
	for i := len(loops) - 1; i >= 0; i-- {
		if l := loops[i]; l.parent != nil {
			l.parent.first, l.parent.last = min(l.parent.first, l.first), max(l.parent.last, l.last)
		}
	}
	for _, l := range loops {
		slices.SortFunc(l.headers, func(a, b *Block) int { return int(a.pos - b.pos) })
	}
	return loops
}
