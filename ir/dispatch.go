package ir

import "slices"

// This file is the second lowering of control flow (RATIONALE.md, Compiler), for the parts of a function in which lanes of
// one wave wait for each other.
//
// The structured lowering runs a loop until its last lane has left it; lanes that left wait behind the loop. If a lane
// spins on a lock that a waiting lane holds, that is a deadlock. A dispatched region makes one loop of all its blocks:
// all edges that go backwards, whatever their loop, collect their lanes in masks of their targets, and only behind the
// region's last block control goes back to the first block where lanes wait. So every lane takes a step each time
// round, as if each had its own program counter. A region starts at the loop that waits and ends before the next
// operation that gathers lanes, where they all meet again, or with the function.
//
// Lanes in different iterations of a loop then execute a block of the region together. So no phi in it is uniform, a
// scalar register may carry a value from block to block only if the value is the same in all executions, and no lane
// mask leaves its block.

// region is a part of a function to be dispatched.
type region struct {
	start  *Block
	blocks []*Block
	has    map[int32]bool // by block ID
	// meets: lanes meet in it, or behind it lanes may meet without all others, which then must not wait for these.
	meets bool
}

// splitAtGathers ends blocks before their first operation that gathers lanes and behind their last one, so that a region can
// reach up to there and begin behind it.
func splitAtGathers(f *Func) {
	for _, b := range f.Blocks[:len(f.Blocks):len(f.Blocks)] {
		first := slices.IndexFunc(b.Values, holds)
		if first < 0 {
			continue
		}
		last := first
		for i, v := range b.Values[first:] {
			if holds(v) {
				last = first + i
			}
		}
		splitAt(f, b, last+1)
		if first > 0 && b.Values[first-1].Op != OpPhi {
			splitAt(f, b, first)
		}
	}
}

// splitAt ends b before its value number at and gives the block with the rest.
func splitAt(f *Func, b *Block, at int) *Block {
	n := f.NewBlock()
	n.Kind, n.Ctrl, n.TrapCode, n.Line = b.Kind, b.Ctrl, b.TrapCode, b.Line
	n.Values = append(n.Values, b.Values[at:]...)
	for _, v := range n.Values {
		v.Block = n
	}
	clear(b.Values[at:])
	b.Values = b.Values[:at]
	n.Succs = b.Succs
	for _, s := range n.Succs {
		for i, p := range s.Preds {
			if p == b {
				s.Preds[i] = n
			}
		}
	}
	b.Kind, b.Ctrl, b.TrapCode, b.Succs = BlockJump, nil, 0, nil
	connect(b, n)
	return n
}

// wholeRegion is everything behind f's OpRegion.
func wholeRegion(f *Func) *region {
	var start *Block
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			if v.Op == OpRegion {
				start = splitAt(f, b, i+1)
				break
			}
		}
		if start != nil {
			break
		}
	}
	r := newRegion(start)
	for i := 0; i < len(r.blocks); i++ {
		for _, s := range r.blocks[i].Succs {
			r.take(s)
		}
	}
	return r
}

func newRegion(start *Block) *region {
	r := &region{start: start, has: map[int32]bool{}}
	r.take(start)
	return r
}

// take puts b into r and reports whether it was not there.
func (r *region) take(b *Block) bool {
	if r.has[b.ID] {
		return false
	}
	r.has[b.ID] = true
	r.blocks = append(r.blocks, b)
	return true
}

// holds reports that v is to be executed by all lanes at once. A call is not, unless lanes meet in the function.
func holds(v *Value) bool {
	return v.Op.Convergent() && (v.Op != OpCall || v.Sym.Callee.Gathers)
}

// findRegions looks for loops in which lanes wait for others (waiting.go), and returns the regions to be dispatched for them.
// partial says by block position where other lanes may be elsewhere.
func findRegions(f *Func, d *diverger, partial []bool) []*region {
	var out []*region
	var pd *postDom
	covered := make([]bool, f.nextBlock) // by block ID: in one of out
	w := newWaiter(d)
	// In the order of the layout: the region of a loop mostly has the loops that follow, too.
	for _, l := range slices.SortedStableFunc(slices.Values(d.loops), func(a, b *scc) int { return int(a.first - b.first) }) {
		h := l.headers[0]
		if covered[h.ID] || !w.spins(l) || !l.divergentExit && !partial[h.pos] {
			continue
		}
		if pd == nil {
			pd = postDominators(f)
		}
		r := grow(pd, h, l)
		if len(l.headers) > 1 {
			r = grow(pd, commonDominator(l.headers), l)
		}
		// Where other lanes are elsewhere meanwhile and might be waited for, they must be in the region.
		if partial[h.pos] {
			t := r.start
			for t.idom != nil && partial[t.pos] {
				t = t.idom
			}
			if wide := grow(pd, t, l); writesBesides(wide, l) {
				r = wide
			} else if !l.divergentExit {
				continue // all lanes that could be waited for are in the loop, and leave it together
			}
		}
		r = closed(pd, r, l)
		for _, b := range r.blocks {
			covered[b.ID] = true
		}
		out = append(out, r)
	}
	return merged(f, out)
}

// merged takes regions into others that contain their starts.
func merged(f *Func, out []*region) []*region {
	startOf := make([][]int, f.nextBlock) // regions by the ID of their start
	for i, r := range out {
		startOf[r.start.ID] = append(startOf[r.start.ID], i)
	}
	contains := make([][]int, len(out)) // regions whose start a region has
	taken := make([]bool, len(out))
	for j, o := range out {
		for _, b := range o.blocks {
			for _, i := range startOf[b.ID] {
				if i == j {
					continue
				}
				contains[j] = append(contains[j], i)
				taken[i] = taken[i] || !out[i].has[o.start.ID] || j < i
			}
		}
	}
	var kept []*region
	for i, r := range out {
		if taken[i] {
			continue
		}
		for _, j := range contains[i] {
			for _, b := range out[j].blocks {
				r.take(b)
			}
			r.meets = r.meets || out[j].meets
		}
		kept = append(kept, r)
	}
	return kept
}

// closed is r with a start through which every lane comes in: where r goes round a loop that begins before it, all of that
// loop belongs to it.
func closed(pd *postDom, r *region, l *scc) *region {
	for {
		t := r.start
		for _, b := range r.blocks {
			for !dominates(t, b) {
				t = t.idom
			}
		}
		if t == r.start {
			return r
		}
		r = grow(pd, t, l)
	}
}

func commonDominator(bs []*Block) *Block {
	t := bs[0]
	for _, b := range bs[1:] {
		for !dominates(t, b) {
			t = t.idom
		}
	}
	return t
}

// grow collects what lies between t and a block that all lanes pass later: the first one outside the loop l, and from
// there on as far as no operation that gathers lanes comes in.
func grow(pd *postDom, t *Block, l *scc) *region {
	r := newRegion(t)
	gathers := false
	next := 0
	for p := pd.idom[t.ID]; ; p = pd.idom[p.ID] {
		for ; next < len(r.blocks); next++ {
			b := r.blocks[next]
			for _, v := range b.Values {
				gathers = gathers || holds(v)
				r.meets = r.meets || v.Op == OpMeet || v.Op == OpBarrier
			}
			for _, s := range b.Succs {
				if s != p {
					r.take(s)
				}
			}
		}
		if p == nil {
			return r
		}
		outside := !inLoop(p, l)
		stop := gathers
		for _, v := range p.Values {
			if holds(v) {
				stop = true
				r.meets = r.meets || outside && v.Op == OpMeet && v.Imm != meetAligned && !isConst(v.Args[0], 0xffffffff)
				break
			}
		}
		if outside && stop {
			return r
		}
		r.take(p)
	}
}

// writesBesides reports whether lanes that are elsewhere in the region while others are in the loop l may write memory.
// Blocks that dominate the loop are behind all of them.
func writesBesides(r *region, l *scc) bool {
	for _, b := range r.blocks {
		if !inLoop(b, l) && !dominates(b, l.headers[0]) && writes(b) {
			return true
		}
	}
	return false
}

// flatOrder is the order of a region's blocks: reverse postorder from its headers, all edges within it followed. It adds
// the targets of edges that go backwards in it to the loop's headers.
func flatOrder(blocks []*Block, l *scc, member func(b *Block) bool, marks *flatMarks) []*Block {
	seen, at, header := marks.seen, marks.at, marks.header
	type frame struct {
		b *Block
		i int
	}
	var post []*Block
	var stack []frame
	visit := func(root *Block) {
		if seen[root.ID] {
			return
		}
		seen[root.ID] = true
		stack = append(stack, frame{root, 0})
		for len(stack) > 0 {
			t := &stack[len(stack)-1]
			if t.i < len(t.b.Succs) {
				s := t.b.Succs[len(t.b.Succs)-1-t.i]
				t.i++
				if member(s) && !seen[s.ID] {
					seen[s.ID] = true
					stack = append(stack, frame{s, 0})
				}
				continue
			}
			post = append(post, t.b)
			stack = stack[:len(stack)-1]
		}
	}
	for i := len(l.headers) - 1; i >= 0; i-- {
		visit(l.headers[i])
	}
	for _, b := range blocks {
		visit(b)
	}
	order := make([]*Block, len(post))
	for i, b := range post {
		order[len(post)-1-i] = b
		at[b.ID] = int32(len(post) - 1 - i)
	}
	for _, h := range l.headers {
		header[h.ID] = true
	}
	for _, b := range order {
		for _, s := range b.Succs {
			if member(s) && at[s.ID] <= at[b.ID] && !header[s.ID] {
				header[s.ID] = true
				l.headers = append(l.headers, s)
			}
		}
	}
	return order
}

// flatMarks is what flatOrder notes of blocks, by ID. A block is in one region at most.
type flatMarks struct {
	seen, header []bool
	at           []int32
}
