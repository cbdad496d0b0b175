package ir

// This file is the second lowering of control flow (DESIGN decision 4), for functions in which lanes of one wave wait
// for each other.
//
// The structured lowering runs a loop until its last lane has left it; lanes that left wait behind the loop. If a lane
// spins on a lock that a waiting lane holds, that is a deadlock. The dispatched lowering makes one loop of the whole
// function: all edges that go backwards, whatever their loop, collect their lanes in masks of their targets, and only
// behind the function's last block control goes back to the first block where lanes wait. So every lane takes a step
// each time round, as if each had its own program counter.
//
// Lanes in different iterations of a loop then execute a block together. So no phi is uniform, a scalar register may
// carry a value from block to block only if the value is the same in all executions, and no lane mask leaves its block.

// needsDispatch looks for loops that lanes leave in different iterations and whose exit waits for memory to change: it
// depends on the result of an exchange, of a compare-and-swap whose expected value the loop does not compute (a lock),
// or of a load that other threads may change under it.
//
// A function with operations that bring lanes together stays structured: the dispatched form does not gather lanes for
// them yet.
func needsDispatch(f *Func, d *diverger) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op.Convergent() {
				return false
			}
		}
	}
	for _, l := range d.loops {
		if !l.divergentExit {
			continue
		}
		seen := map[*Value]bool{}
		for _, b := range f.Blocks[l.headers[0].pos : l.last+1] {
			if b.Ctrl == nil || !inLoop(b, l) || !d.divergent[b.Ctrl.ID] {
				continue
			}
			exits := false
			for _, s := range b.Succs {
				exits = exits || !inLoop(s, l)
			}
			if exits && waits(b.Ctrl, l, seen) {
				return true
			}
		}
	}
	return false
}

// waits reports whether v depends, through values of the loop l, on memory that another thread must change.
func waits(v *Value, l *scc, seen map[*Value]bool) bool {
	work := []*Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v.Block == nil || seen[v] || !inLoop(v.Block, l) {
			continue
		}
		seen[v] = true
		switch v.Op {
		case OpAtomic:
			k := 1
			if v.Mem.HasOff {
				k = 2
			}
			x := v.Args[k]
			invariant := x.Block == nil || !inLoop(x.Block, l)
			if v.Mem.Atom == AtomExch || v.Mem.Atom == AtomCas && invariant || isConst(x, 0) {
				return true
			}
		case OpLoad:
			if v.Mem.Order != Weak && v.Mem.Space != SpaceConst {
				return true
			}
		}
		work = append(work, v.Args...)
	}
	return false
}

// layoutFlat orders f as one loop: reverse postorder, with every target of an edge that goes backwards as a header.
func layoutFlat(f *Func) []*scc {
	sortRPO(f)
	l := &scc{depth: 1, last: int32(len(f.Blocks) - 1)}
	header := make([]bool, len(f.Blocks))
	for _, b := range f.Blocks {
		b.loop, b.Depth = nil, 0
		for _, s := range b.Succs {
			if s.pos <= b.pos {
				header[s.pos] = true
			}
		}
	}
	for i, b := range f.Blocks {
		if header[i] {
			l.headers = append(l.headers, b)
		}
	}
	if len(l.headers) == 0 {
		return nil
	}
	for _, b := range f.Blocks {
		b.loop, b.Depth = l, 1
	}
	return []*scc{l}
}

// runFlat is run for a dispatched function.
func (d *diverger) runFlat() {
	f := d.f
	d.divergent = make([]bool, f.nextValue)
	d.variant = make([]bool, f.nextValue)
	// In reverse postorder definitions come before uses, but for phis, which diverge anyway.
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			fl := ops[v.Op].flags
			div := v.Op == OpPhi || fl&opDivergentAlways != 0 || v.Op == OpLoad && v.Mem.Space != SpaceConst
			vary := !v.Op.Pure() && v.Op != OpLoad
			for _, a := range v.Args {
				div = div || d.divergent[a.ID]
				vary = vary || d.variant[a.ID]
			}
			if fl&opUniformAlways != 0 {
				div = false
			}
			d.divergent[v.ID] = div
			d.variant[v.ID] = vary && !div
		}
	}
}
