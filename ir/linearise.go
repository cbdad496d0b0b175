package ir

import (
	"container/heap"
	"slices"
)

// This file brings a function into the order in which a wave executes it. Every block that lanes reach at different
// times collects them in a mask; blocks stand in the layout of cfg.go, in which all edges but back edges to loop headers
// go forward, so that running the blocks in order, each with the lanes of its mask, executes every lane's path. Uniform
// branches stay branches as long as no lanes wait in between (partial linearisation, after Moll and Hack 2018).
//
// Positions. Every block is an item of the layout; behind the last block of a loop stands the loop's marker, where the
// lanes that collected at its headers go round again. Lanes "wait" at an item when an edge was deferred: they were put
// into the mask of its block (for a back edge: of the header, and they wait at the marker).

// Linearise makes the linear form of f, which Diverge has laid out and analysed.
func Linearise(f *Func) *LFunc {
	l := &lineariser{f: f}
	l.items()
	l.analyse()
	return l.emit()
}

type lineariser struct {
	f        *Func
	loops    []*scc
	nItems   int32
	itemOf   []int32 // by block pos
	blockAt  []*Block
	markerAt []*scc // innermost first where several loops end together: they are separate items

	masked   []bool  // by block pos: the block has a mask
	deferred []bool  // by block pos: all its edges are deferred
	wait     []int32 // by block pos: the first item where lanes may wait after the block's own edges, nItems if none
	waitIn   []int32 // by block pos: the same before them, beyond the block
	loopWait []int32 // by loop id: the first item outside where lanes that left the loop may wait
	waitMark []int32 // by loop id: the first item where lanes may wait behind the loop's marker
	backHdr  []bool  // by block pos: a header whose back edges are deferred
	forceAll bool
}

func (l *lineariser) items() {
	f := l.f
	seen := map[*scc]bool{}
	l.itemOf = make([]int32, len(f.Blocks))
	for i, b := range f.Blocks {
		l.itemOf[i] = int32(len(l.blockAt))
		l.blockAt = append(l.blockAt, b)
		l.markerAt = append(l.markerAt, nil)
		for s := b.loop; s != nil; s = s.parent {
			if !seen[s] {
				seen[s] = true
				l.loops = append(l.loops, s)
			}
			if s.last == int32(i) {
				s.marker = int32(len(l.blockAt))
				l.blockAt = append(l.blockAt, nil)
				l.markerAt = append(l.markerAt, s)
			}
		}
	}
	l.nItems = int32(len(l.blockAt))
	n := len(f.Blocks)
	l.masked = make([]bool, n)
	l.deferred = make([]bool, n)
	l.wait = make([]int32, n)
	l.waitIn = make([]int32, n)
	l.backHdr = make([]bool, n)
	maxID := int32(0)
	for _, s := range l.loops {
		maxID = max(maxID, s.id+1)
	}
	l.loopWait = make([]int32, maxID)
	l.waitMark = make([]int32, maxID)
	for i := range l.loopWait {
		l.loopWait[i] = l.nItems
	}
}

// isBack reports whether the edge goes to a header that stands before its source.
func isBack(b, t *Block) bool { return t.pos <= b.pos }

// analyse decides which edges are deferred. What waits outside a loop is known only after its last block was seen, so
// the walk repeats until nothing changes; decisions only ever turn towards deferring.
func (l *lineariser) analyse() {
	for round := 0; ; round++ {
		if round == 8 {
			l.forceAll = true
		}
		if !l.walk() {
			return
		}
	}
}

func (l *lineariser) walk() (changed bool) {
	var pend posHeap
	divergent := func(b *Block) bool { return b.Kind == BlockBranch && !b.Ctrl.Uniform }
	for i, b := range l.f.Blocks {
		cur := l.itemOf[i]
		if b.loop != nil {
			for s := b.loop; s != nil; s = s.parent {
				if s.headers[0] == b {
					if w := l.loopWait[s.id]; w < l.nItems {
						heap.Push(&pend, w)
					}
					for _, h := range s.headers[1:] {
						if l.backHdr[h.pos] {
							heap.Push(&pend, l.itemOf[h.pos])
						}
					}
				}
			}
		}
		for len(pend) > 0 && pend[0] <= cur {
			heap.Pop(&pend)
		}
		first := l.nItems
		if len(pend) > 0 {
			first = pend[0]
		}
		l.waitIn[i] = first
		if len(b.Succs) > 0 {
			def := l.deferred[i] || l.forceAll || divergent(b)
			for _, t := range b.Succs {
				if isBack(b, t) {
					def = def || first <= t.loop.marker
				} else {
					def = def || l.itemOf[t.pos] > first
				}
			}
			if def {
				if !l.deferred[i] {
					l.deferred[i] = true
					changed = true
				}
				for _, t := range b.Succs {
					if !l.masked[t.pos] {
						l.masked[t.pos] = true
						changed = true
					}
					w := l.itemOf[t.pos]
					if isBack(b, t) {
						w = t.loop.marker
						if !l.backHdr[t.pos] {
							l.backHdr[t.pos] = true
							changed = true
						}
					}
					heap.Push(&pend, w)
					for s := b.loop; s != nil; s = s.parent {
						if w > s.marker && w < l.loopWait[s.id] {
							l.loopWait[s.id] = w
							changed = true
						}
					}
				}
			}
		}
		l.wait[i] = l.nItems
		if len(pend) > 0 {
			l.wait[i] = pend[0]
		}
		for s := b.loop; s != nil && s.last == int32(i); s = s.parent {
			for len(pend) > 0 && pend[0] <= s.marker {
				heap.Pop(&pend)
			}
			l.waitMark[s.id] = l.nItems
			if len(pend) > 0 {
				l.waitMark[s.id] = pend[0]
			}
		}
	}
	return changed
}

func (l *lineariser) emit() *LFunc {
	f := l.f
	lf := &LFunc{Func: f}
	// Where each item's LBlocks start. A marker needs one for each header with deferred back edges.
	start := make([]int32, l.nItems+1)
	hdrs := make([][]*Block, l.nItems)
	n := int32(0)
	for i := range start {
		start[i] = n
		if i == int(l.nItems) {
			break
		}
		if s := l.markerAt[i]; s != nil {
			for _, h := range s.headers {
				if l.backHdr[h.pos] {
					hdrs[i] = append(hdrs[i], h)
				}
			}
			n += int32(len(hdrs[i]))
		} else {
			n++
		}
	}
	end := n
	lf.Blocks = make([]LBlock, n+1)
	loopOf := make([]*scc, n+1)
	maskOf := make([]int32, len(f.Blocks))
	for i, b := range f.Blocks {
		maskOf[i] = -1
		if l.masked[b.pos] {
			maskOf[i] = int32(lf.NumMasks)
			lf.NumMasks++
		}
	}
	lb := func(b *Block) int32 { return start[l.itemOf[b.pos]] }
	for i := range l.blockAt {
		if s := l.markerAt[i]; s != nil {
			for k, h := range hdrs[i] {
				x := &lf.Blocks[start[i]+int32(k)]
				x.Depth = s.depth
				loopOf[start[i]+int32(k)] = s
				x.Term = LTerm{Kind: TermMask, Mask: maskOf[h.pos], Target: lb(h), Else: start[i] + int32(k) + 1}
				if k == len(hdrs[i])-1 {
					x.Term.Else = start[l.waitMark[s.id]]
				}
			}
			continue
		}
		b := l.blockAt[i]
		x := &lf.Blocks[start[i]]
		x.Block = b
		x.Depth = b.Depth
		loopOf[start[i]] = b.loop
		if m := maskOf[b.pos]; m >= 0 {
			x.Pre = append(x.Pre, Action{Kind: ActEnter, Mask: m, Target: start[l.waitIn[b.pos]]})
		}
		for _, s := range b.Succs {
			x.Logical = append(x.Logical, lb(s))
		}
		or := func(t *Block, c *Value, not bool) {
			if m := maskOf[t.pos]; m >= 0 {
				x.Post = append(x.Post, Action{Kind: ActOr, Mask: m, Cond: c, Not: not})
			}
		}
		switch b.Kind {
		case BlockJump:
			or(b.Succs[0], nil, false)
			x.Term = LTerm{Kind: TermJump, Target: lb(b.Succs[0])}
			if l.deferred[b.pos] {
				x.Term.Target = start[l.wait[b.pos]]
			}
		case BlockBranch:
			or(b.Succs[0], b.Ctrl, false)
			or(b.Succs[1], b.Ctrl, true)
			if l.deferred[b.pos] {
				x.Term = LTerm{Kind: TermJump, Target: start[l.wait[b.pos]]}
			} else {
				x.Term = LTerm{Kind: TermBranch, Cond: b.Ctrl, Target: lb(b.Succs[0]), Else: lb(b.Succs[1])}
			}
		case BlockExit, BlockRet:
			x.Term = LTerm{Kind: TermJump, Target: start[l.wait[b.pos]]}
			if b.Kind == BlockRet {
				x.Logical = append(x.Logical, end)
			}
		case BlockTrap:
			x.Term = LTerm{Kind: TermTrap}
		}
	}
	lf.Blocks[end].Term = LTerm{Kind: TermEnd}
	if !f.Kernel {
		lf.Blocks[end].Term = LTerm{Kind: TermReturn}
	}
	for i := range lf.Blocks {
		x := &lf.Blocks[i]
		add := func(t int32) {
			if !slices.Contains(x.Succs, t) {
				x.Succs = append(x.Succs, t)
			}
		}
		switch x.Term.Kind {
		case TermJump:
			add(x.Term.Target)
		case TermBranch, TermMask:
			add(x.Term.Target)
			add(x.Term.Else)
		}
		for _, a := range x.Pre {
			if a.Kind == ActEnter {
				add(a.Target)
			}
		}
	}
	l.placeInits(lf, loopOf)
	return lf
}

// placeInits clears each mask at a block that dominates, in the linear graph, every block that fills or reads it, and that lies
// in no loop but those around the mask's own block.
func (l *lineariser) placeInits(lf *LFunc, loopOf []*scc) {
	n := len(lf.Blocks)
	idom, order := idoms(lf)
	pre, size := numberTree(idom, order)
	dominates := func(a, b int32) bool { return pre[a] <= pre[b] && pre[b] < pre[a]+size[a] }
	// headerOf is the loop of which a block is a header; it is one of at most one loop.
	headerOf := make([]*scc, len(l.f.Blocks))
	for _, s := range l.loops {
		for _, h := range s.headers {
			headerOf[h.pos] = s
		}
	}
	isHeader := func(b *Block, s *scc) bool { return headerOf[b.pos] == s }
	owner := make([]*Block, lf.NumMasks)
	k := 0
	for _, b := range l.f.Blocks {
		if l.masked[b.pos] {
			owner[k] = b
			k++
		}
	}
	dom := make([]int32, lf.NumMasks)
	for i := range dom {
		dom[i] = -1
	}
	meet := func(a, b int32) int32 {
		for !dominates(a, b) {
			a = idom[a]
		}
		return a
	}
	for i := range lf.Blocks {
		if order[i] < 0 {
			continue // cannot be reached: all lanes that come here have ended
		}
		note := func(m int32) {
			if dom[m] < 0 {
				dom[m] = int32(i)
			} else {
				dom[m] = meet(dom[m], int32(i))
			}
		}
		for _, a := range lf.Blocks[i].Pre {
			note(a.Mask)
		}
		for _, a := range lf.Blocks[i].Post {
			note(a.Mask)
		}
		if t := lf.Blocks[i].Term; t.Kind == TermMask {
			note(t.Mask)
		}
	}
	inits := make([][]int32, n)
	for m, d := range dom {
		if d < 0 {
			d = 0
		}
		for d != 0 {
			s := loopOf[d]
			if s == nil || inLoop(owner[m], s) && !isHeader(owner[m], s) {
				break
			}
			d = idom[d]
		}
		inits[d] = append(inits[d], int32(m))
	}
	for i := range lf.Blocks {
		if len(inits[i]) == 0 {
			continue
		}
		x := &lf.Blocks[i]
		entered := len(x.Pre) > 0
		var pre []Action
		for _, m := range inits[i] {
			// An empty mask that this block fills itself is set at once.
			set := false
			if !entered {
				for j := range x.Post {
					if x.Post[j].Kind == ActOr && x.Post[j].Mask == m {
						x.Post[j].Kind = ActSet
						set = true
						break
					}
				}
			}
			if !set {
				pre = append(pre, Action{Kind: ActInit, Mask: m})
			}
		}
		x.Pre = append(pre, x.Pre...)
	}
}

// numberTree numbers the dominator tree so that the blocks below block b, itself included, have the numbers from pre[b] to
// pre[b]+size[b]-1.
func numberTree(idom, order []int32) (pre, size []int32) {
	n := len(idom)
	pre, size = make([]int32, n), make([]int32, n)
	byOrder, next := make([]int32, n), make([]int32, n)
	m := 0
	for b, o := range order {
		if o >= 0 {
			byOrder[o] = int32(b)
			m++
		}
	}
	for i := m - 1; i >= 0; i-- {
		b := byOrder[i]
		size[b]++
		if i > 0 {
			size[idom[b]] += size[b]
		}
	}
	for _, b := range byOrder[:m] {
		if p := idom[b]; p != b {
			pre[b] = next[p]
			next[p] += size[b]
		}
		next[b] = pre[b] + 1
	}
	return pre, size
}

// idoms computes immediate dominators of the linear graph; order is the number in reverse postorder, -1 where
// unreachable.
func idoms(lf *LFunc) (idom, order []int32) {
	n := len(lf.Blocks)
	order = make([]int32, n)
	for i := range order {
		order[i] = -1
	}
	type frame struct{ b, i int32 }
	var post []int32
	seen := make([]bool, n)
	stack := []frame{{0, 0}}
	seen[0] = true
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		ss := lf.Blocks[t.b].Succs
		if int(t.i) < len(ss) {
			s := ss[t.i]
			t.i++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		post = append(post, t.b)
		stack = stack[:len(stack)-1]
	}
	// From here on blocks go by their number in reverse postorder.
	m := len(post)
	for i, b := range post {
		order[b] = int32(m - 1 - i)
	}
	start := make([]int32, m+1)
	for _, b := range post {
		for _, s := range lf.Blocks[b].Succs {
			start[order[s]+1]++
		}
	}
	for i := range m {
		start[i+1] += start[i]
	}
	preds, at := make([]int32, start[m]), make([]int32, m)
	copy(at, start)
	for i := range lf.Blocks {
		if order[i] < 0 {
			continue
		}
		for _, s := range lf.Blocks[i].Succs {
			k := order[s]
			preds[at[k]] = order[i]
			at[k]++
		}
	}
	dom, met, stamp := at, make([]int32, m), int32(0)
	for i := range dom {
		dom[i] = -1
	}
	dom[0] = 0
	for changed := true; changed; {
		changed = false
		for b := 1; b < m; b++ {
			d := int32(-1)
			stamp++
			for _, q := range preds[start[b]:start[b+1]] {
				if dom[q] < 0 {
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
						d = dom[d]
					} else if met[q] == stamp {
						break
					} else {
						met[q] = stamp
						q = dom[q]
					}
				}
			}
			if dom[b] != d {
				dom[b] = d
				changed = true
			}
		}
	}
	idom = make([]int32, n)
	for b, o := range order {
		idom[b] = -1
		if o >= 0 {
			idom[b] = post[m-1-int(dom[o])]
		}
	}
	return idom, order
}
