package ir

// This file finds the loops in which lanes may wait for other lanes of their wave: loops whose exit is decided by what another
// thread writes to memory. They need a dispatched region (dispatch.go) where a lane that could be waited for may be
// outside the loop.
//
// The question is asked of each branch that decides whether a round of the loop is the last one. It depends, through values
// computed in the loop, through the branches that choose among them, and through local memory, on
//
//   - a load that other threads may change under it: volatile, relaxed, acquire, or of one address again and again with a
//     fence or a pause in the loop,
//   - an atomic operation, unless the loop comes to its end by the operation alone: a compare-and-swap that expects what
//     memory held last succeeds for some lane each time, and a counter that only grows passes a limit (a queue of work),
//   - a function that does such things.
//
// What is asked errs towards waiting: a loop without atomics and such loads is never dispatched, and a dispatched region
// is slow but right.

// waiter answers for the loops of one function.
type waiter struct {
	d       *diverger
	sources []int32 // by pos: blocks before it in which something may depend on other threads
	budget  int     // of steps; beyond it loops with sources wait

	// Of the loop in question.
	l      *scc
	next   []int32 // by pos: the nearest block that every way to the end of the round passes, or len(Blocks)
	exit   []int32 // by loop inside: the same behind it
	exitOf []int32 // by loop inside: for which loop exit is

	epoch   int32
	seen    []int32 // by value ID, epoch of the walk
	grown   []int8  // by value ID: growth with which it was seen
	joined  []int32 // by pos, epoch of the walk: control has been asked
	visited []int32 // by pos, epoch of visits
	visit   int32
	work    []wanted
}

// wanted is a value on which a decision depends. growth is 1 if the loop ends where it becomes large, -1 if small, 0 if
// neither is known.
type wanted struct {
	v      *Value
	growth int8
}

func newWaiter(d *diverger) *waiter {
	n := len(d.f.Blocks)
	w := &waiter{d: d, sources: make([]int32, n+1), budget: 256*n + 1<<16}
	for i, b := range d.f.Blocks {
		w.sources[i+1] = w.sources[i]
		for _, v := range b.Values {
			if isSource(v) {
				w.sources[i+1]++
				break
			}
		}
	}
	return w
}

// isSource reports whether other threads may have a say in v's result, or whether it says that loads are of such a kind.
func isSource(v *Value) bool {
	switch v.Op {
	case OpAtomic:
		return !v.Mem.Own
	case OpLoad:
		return v.Mem.Order != Weak && v.Mem.Space != SpaceConst && !v.Mem.Own
	case OpFence, OpSleep:
		return true
	case OpCall:
		return v.Sym.Callee.Waits
	}
	return false
}

// any reports whether some loop waits for lanes that may be outside.
func (w *waiter) any() bool {
	for _, l := range w.d.loops {
		if w.spins(l) && (l.divergentExit || w.writtenElsewhere(l)) {
			return true
		}
	}
	return false
}

// writtenElsewhere reports whether lanes that are not in l may write memory while others are in it.
func (w *waiter) writtenElsewhere(l *scc) bool {
	for _, b := range w.d.f.Blocks {
		if w.d.partial[b.pos] && !inLoop(b, l) && writes(b) {
			return true
		}
	}
	return false
}

// writes reports whether b writes memory that other lanes see.
func writes(b *Block) bool {
	for _, v := range b.Values {
		switch v.Op {
		case OpStore:
			if v.Mem.Space != SpaceLocal {
				return true
			}
		case OpAtomic, OpCall:
			return true
		}
	}
	return false
}

// spins reports whether lanes may wait in l for a lane of their wave that is elsewhere: they leave it one by one, or others
// are elsewhere anyway.
func (w *waiter) spins(l *scc) bool {
	if w.sources[l.last+1] == w.sources[l.first] || !l.divergentExit && !w.d.partial[l.headers[0].pos] {
		return false
	}
	if w.budget -= int(l.last-l.first) + 1; w.budget < 0 {
		return true
	}
	w.rounds(l)
	w.epoch++
	end := int32(len(w.d.f.Blocks))
	for _, b := range w.d.f.Blocks[l.first : l.last+1] {
		if b.Ctrl == nil || w.next[b.pos] != end {
			continue
		}
		w.want(w.decision(b))
		for len(w.work) > 0 {
			x := w.work[len(w.work)-1]
			w.work = w.work[:len(w.work)-1]
			if w.budget--; w.budget < 0 || w.waits(x) {
				w.work = w.work[:0]
				return true
			}
		}
	}
	return false
}

// rounds fills next for l: its rounds end with the edges to its headers and with those that leave it. The way round an
// inner loop leads to that loop's exits.
func (w *waiter) rounds(l *scc) {
	blocks := w.d.f.Blocks
	if w.next == nil {
		w.next = make([]int32, len(blocks)+1)
		w.joined, w.visited = make([]int32, len(blocks)), make([]int32, len(blocks))
		w.exit, w.exitOf = make([]int32, len(w.d.loops)), make([]int32, len(w.d.loops))
		w.seen, w.grown = make([]int32, w.d.f.nextValue), make([]int8, w.d.f.nextValue)
	}
	w.l = l
	end := int32(len(blocks))
	for p := l.last; p >= l.first; p-- {
		x := int32(-1)
		for _, s := range blocks[p].Succs {
			x = w.meet(x, w.target(p, s))
		}
		if x < 0 {
			x = end
		}
		w.next[p] = x
	}
}

// target is where an edge leads in the graph of rounds, -1 if never further.
func (w *waiter) target(from int32, s *Block) int32 {
	switch {
	case !inLoop(s, w.l) || w.l.isHeader(s):
		return int32(len(w.d.f.Blocks))
	case s.pos > from:
		return s.pos
	}
	in := s.loop.id
	if w.exitOf[in] != w.l.id+1 {
		w.exitOf[in] = w.l.id + 1
		x := int32(-1)
		for _, e := range w.d.exits[in] {
			w.budget--
			x = w.meet(x, w.target(from, e))
		}
		w.exit[in] = x
	}
	return w.exit[in]
}

// meet is the nearest block behind both a and b.
func (w *waiter) meet(a, b int32) int32 {
	switch {
	case a < 0:
		return b
	case b < 0:
		return a
	}
	for a != b {
		w.budget--
		if a > b {
			a, b = b, a
		}
		a = w.next[a]
	}
	return a
}

// decision is what b's branch depends on. Where it compares and one side leaves the loop, the larger or the smaller value
// does.
func (w *waiter) decision(b *Block) wanted {
	c, stays := b.Ctrl, inLoop(b.Succs[0], w.l)
	if stays == inLoop(b.Succs[1], w.l) {
		return wanted{c, 0}
	}
	for c.Op == OpNot || c.Op == OpXor && isConst(c.Args[1], 1) {
		c, stays = c.Args[0], !stays
	}
	if c.Op != OpICmp {
		return wanted{c, 0}
	}
	g := int8(0)
	switch Cond(c.Imm) {
	case LT, LE, ULT, ULE:
		g = 1
	case GT, GE, UGT, UGE:
		g = -1
	}
	if !stays {
		g = -g
	}
	return wanted{c, g}
}

func (w *waiter) want(x wanted) {
	v := x.v
	if v.Block == nil || !inLoop(v.Block, w.l) || w.seen[v.ID] == w.epoch && (w.grown[v.ID] == x.growth || w.grown[v.ID] == 0) {
		return
	}
	if w.seen[v.ID] == w.epoch {
		x.growth = 0
	}
	w.seen[v.ID], w.grown[v.ID] = w.epoch, x.growth
	w.work = append(w.work, x)
}

// waits reports whether x itself is something to wait for, and else notes what it depends on.
func (w *waiter) waits(x wanted) bool {
	v := x.v
	g := x.growth
	switch v.Op {
	case OpICmp:
		if g != 0 {
			w.want(wanted{v.Args[0], g})
			w.want(wanted{v.Args[1], -g})
			return false
		}
	case OpAdd, OpZExt, OpSExt, OpTrunc, OpCopy, OpMinS, OpMinU, OpMaxS, OpMaxU, OpReadFirstLane, OpProj:
		for _, a := range v.Args {
			w.want(wanted{a, g})
		}
		return false
	case OpPhi:
		for _, a := range v.Args {
			w.want(wanted{a, g})
		}
		w.choice(v.Block)
		return false
	case OpReadLane, OpShl:
		w.want(wanted{v.Args[0], g})
		w.want(wanted{v.Args[1], 0})
		return false
	case OpBpermute, OpSelect:
		w.want(wanted{v.Args[0], 0})
		for _, a := range v.Args[1:] {
			w.want(wanted{a, g})
		}
		return false
	case OpMulWideU, OpMul, OpMadWideU:
		for _, a := range v.Args {
			w.want(wanted{a, g})
		}
		return false
	case OpAtomic:
		switch {
		case v.Mem.Own:
		case g != 0 && w.counts(v, g):
			return false
		case w.locks(v):
			return true
		}
	case OpCall:
		if v.Sym.Callee.Waits {
			return true
		}
	case OpLoad:
		switch {
		case v.Mem.Own || v.Mem.Space == SpaceConst:
		case v.Mem.Order != Weak:
			return true
		case isLocal(v):
			w.stored()
		case w.reread(v):
			return true
		}
	}
	for _, a := range v.Args {
		w.want(wanted{a, 0})
	}
	return false
}

// choice notes the branches of the round that choose among the ways into b.
func (w *waiter) choice(b *Block) {
	if w.joined[b.pos] == w.epoch || w.l.isHeader(b) {
		return
	}
	w.joined[b.pos] = w.epoch
	w.visit++
	var work []*Block
	add := func(p *Block) {
		if p.pos < b.pos && inLoop(p, w.l) && w.visited[p.pos] != w.visit {
			w.visited[p.pos] = w.visit
			work = append(work, p)
		}
	}
	for _, p := range b.Preds {
		add(p)
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		w.budget--
		if x.Ctrl != nil && w.next[x.pos] >= b.pos {
			w.want(wanted{x.Ctrl, 0})
		}
		if x == b.idom {
			continue
		}
		for _, p := range x.Preds {
			add(p)
		}
	}
}

// stored notes what the loop stores to local memory, and the branches that decide about it.
func (w *waiter) stored() {
	for _, b := range w.d.f.Blocks[w.l.first : w.l.last+1] {
		w.budget--
		found := false
		for _, v := range b.Values {
			if v.Op != OpStore || !isLocal(v) {
				continue
			}
			found = true
			for _, a := range v.Args[1:] {
				w.want(wanted{a, 0})
			}
		}
		if !found {
			continue
		}
		for t := b; t != nil && inLoop(t, w.l); t = t.idom {
			w.budget--
			if t != b && t.Ctrl != nil && w.next[t.pos] > b.pos {
				w.want(wanted{t.Ctrl, 0})
			}
		}
	}
}

// isLocal reports whether a load or store is of the thread's own memory, as far as its address tells.
func isLocal(v *Value) bool {
	if v.Mem.Space == SpaceLocal {
		return true
	}
	r, _ := root(v)
	return v.Mem.Space == SpaceGeneric && r.Op == OpApertureBase && r.Mem.Space == SpaceLocal
}

// reread reports whether a weak load reads one address in every round, with a fence or a pause between.
func (w *waiter) reread(v *Value) bool {
	fenced := false
	for _, b := range w.d.f.Blocks[w.l.first : w.l.last+1] {
		w.budget--
		for _, x := range b.Values {
			fenced = fenced || x.Op == OpFence || x.Op == OpSleep
		}
	}
	return fenced && w.fixed(v.Args[0], 8) && (!v.Mem.HasOff || w.fixed(v.Args[1], 8))
}

// fixed reports whether v is the same in every round.
func (w *waiter) fixed(v *Value, depth int) bool {
	if v.Block == nil || !inLoop(v.Block, w.l) {
		return true
	}
	if depth == 0 || !v.Op.Pure() {
		return v.Op == OpLoad && v.Mem.Space == SpaceConst && depth > 0 && w.fixed(v.Args[0], depth-1)
	}
	for _, a := range v.Args {
		if !w.fixed(a, depth-1) {
			return false
		}
	}
	return true
}

// locks reports whether a decision that looks at the result of an atomic operation may wait for other lanes.
func (w *waiter) locks(v *Value) bool {
	if v.Mem.Atom != AtomCas {
		return true
	}
	x := operandOf(v)
	// What it expects must be what memory held: retrying with that succeeds for some lane each time.
	return x.Block == nil || !inLoop(x.Block, w.l) || !w.held(x)
}

// operandOf is the first operand of an atomic operation: the amount, or what a compare-and-swap expects.
func operandOf(v *Value) *Value {
	if v.Mem.HasOff {
		return v.Args[2]
	}
	return v.Args[1]
}

// held reports whether x, of the loop, comes from memory unchanged. What it is before the first round does not matter.
func (w *waiter) held(x *Value) bool {
	seen := map[*Value]bool{x: true}
	work := []*Value{x}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		w.budget--
		switch v.Op {
		case OpPhi, OpCopy, OpZExt, OpTrunc, OpPack, OpHi, OpProj:
			for _, a := range v.Args {
				if a.Block != nil && inLoop(a.Block, w.l) && a.Op != OpConst {
					if !seen[a] {
						seen[a] = true
						work = append(work, a)
					}
				} else if v.Op != OpPhi || !w.l.isHeader(v.Block) {
					return false
				}
			}
		case OpAtomic:
		case OpLoad:
			if isLocal(v) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// counts reports whether v counts, in the direction g in which the loop ends, and nothing in the loop counts back.
func (w *waiter) counts(v *Value, g int8) bool {
	if step(v) != g {
		return false
	}
	for _, b := range w.d.f.Blocks[w.l.first : w.l.last+1] {
		w.budget--
		for _, x := range b.Values {
			switch x.Op {
			case OpAtomic:
				if step(x) != g && !apartInMemory(v, x) {
					return false
				}
			case OpStore:
				if x.Mem.Order != Weak && !apartInMemory(v, x) {
					return false
				}
			case OpCall:
				if x.Sym.Callee.Waits {
					return false
				}
			}
		}
	}
	return true
}

// step is the direction in which an atomic addition counts: 1, -1, or 0 if it is none or adds nothing. Amounts that are not known
// are taken for positive ones.
func step(v *Value) int8 {
	s := int8(1)
	switch v.Mem.Atom {
	case AtomAdd:
	case AtomSub:
		s = -1
	default:
		return 0
	}
	x := operandOf(v)
	for x.Op == OpSub && isConst(x.Args[0], 0) {
		x, s = x.Args[1], -s
	}
	if x.Op == OpConst {
		switch {
		case x.Imm == 0:
			return 0
		case x.Imm>>(uint(x.Type.Bits())-1)&1 != 0:
			s = -s
		}
	}
	return s
}

// root is the object that the address of a memory operation is computed from, as far as can be seen, and the constant distance
// from it, if all of the rest is constant (else -1).
func root(v *Value) (*Value, int64) {
	off := int64(v.Imm)
	known := !v.Mem.HasOff
	x := v.Args[0]
	for range 16 {
		switch {
		case x.Op == OpCopy:
			x = x.Args[0]
		case x.Op == OpAdd && x.Args[1].Op == OpConst:
			off += int64(x.Args[1].Imm)
			x = x.Args[0]
		case x.Op == OpAdd:
			known = false
			if object(x.Args[1]) {
				x = x.Args[1]
			} else {
				x = x.Args[0]
			}
		case x.Op == OpMadWideU || x.Op == OpMadWideS:
			known = false
			x = x.Args[2]
		default:
			if !known {
				off = -1
			}
			return x, off
		}
	}
	return x, -1
}

// object reports whether v is the address of an object: a variable, memory of the thread's own, or what a parameter points to.
func object(v *Value) bool {
	return v.Op == OpSymAddr || v.Op == OpApertureBase || v.Op == OpFrameAddr || v.Op == OpLoad && v.Mem.Space == SpaceConst
}

// apartInMemory reports whether two memory operations are on different objects, or on different parts of one.
func apartInMemory(a, b *Value) bool {
	if s, t := a.Mem.Space, b.Mem.Space; s != t && s != SpaceGeneric && t != SpaceGeneric {
		return true
	}
	x, i := root(a)
	y, k := root(b)
	if x == y || sameObject(x, y) {
		return i >= 0 && k >= 0 && i != k
	}
	return object(x) && object(y)
}

// sameObject reports whether two roots are the same though they were computed twice.
func sameObject(x, y *Value) bool {
	if x.Op != y.Op || x.Imm != y.Imm {
		return false
	}
	switch x.Op {
	case OpSymAddr:
		return x.Sym.Name == y.Sym.Name
	case OpLoad:
		return x.Mem.Space == SpaceConst && y.Mem.Space == SpaceConst && (x.Args[0] == y.Args[0] || x.Args[0].Op == y.Args[0].Op)
	case OpConst, OpApertureBase, OpFrameAddr:
		return true
	}
	return false
}
