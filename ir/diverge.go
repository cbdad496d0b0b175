package ir

import "container/heap"

// This file is the divergence analysis: which values are the same in all lanes that execute them.
//
// A value diverges if its operation does (a thread id, an atomic, a vector load), if an argument does, if it is a phi
// where lanes meet that a divergent branch has parted, or if it is used outside a loop that lanes leave in different
// iterations (temporal divergence). Where lanes meet is found per divergent branch by propagating labels, one for each
// side, along the layout; two labels at a block make it a join (the idea of LLVM's SyncDependenceAnalysis). The work is
// bounded: beyond the budget everything that could be a join counts as one.

// Diverge lays f out, sets Value.Uniform, and rewrites f so that the rules for scalar registers hold:
//   - a uniform value used outside a loop with divergent exits is copied (OpCopy, not uniform) inside the loop,
//   - a non-uniform I1 neither is a phi nor leaves such a loop: it travels as an I32 that is 0 or 1.
//
// It also chooses between the two lowerings of control flow: where lanes of one wave may wait for each other, a part of
// the function is laid out as one loop without inner structure (dispatch.go).
//
// The error is ErrApart where the function's kernel must be built with Options.Apart.
func Diverge(f *Func) error {
	splitCriticalEdges(f)
	if f.Apart {
		f.Dispatched = true
		r := wholeRegion(f)
		sortRPO(f)
		dominators(f)
		d := &diverger{f: f, loops: layout(f, r)}
		d.run()
		dropMarks(f)
		d.finish()
		return nil
	}
	idle := idleVotes(f)
	sortRPO(f)
	dominators(f)
	d := &diverger{f: f, loops: layout(f)}
	d.run()
	stale := len(idle) > 0
	if d.apart(idle) {
		// Asked once more with what the lowering itself does not rely on.
		sortRPO(f)
		e := &diverger{f: f, loops: layout(f), uniformLoads: true}
		e.run()
		if e.apart(idle) {
			return ErrApart
		}
		stale = true
	}
	if stale {
		dropVotes(f, idle)
		sortRPO(f)
		d = &diverger{f: f, loops: layout(f)}
		d.run()
	}
	if newWaiter(d).any() {
		splitAtGathers(f)
		sortRPO(f)
		dominators(f)
		e := &diverger{f: f, loops: layout(f), uniformLoads: true}
		e.run()
		sortRPO(f)
		d = &diverger{f: f, loops: layout(f)}
		d.run()
		rs := findRegions(f, d, e.partial)
		for _, r := range rs {
			if r.meets {
				return ErrApart
			}
		}
		f.Dispatched = len(rs) > 0
		sortRPO(f)
		d = &diverger{f: f, loops: layout(f, rs...)}
		d.run()
	}
	dropMarks(f)
	d.finish()
	return nil
}

type diverger struct {
	f *Func
	// uniformLoads: a weak load of global or shared memory at one address gives all lanes that execute it together one value.
	uniformLoads bool

	loops     []*scc
	exits     [][]*Block // by loop: blocks outside that an edge from inside reaches
	users     [][]*Value // by value ID
	ctrls     [][]*Block // blocks whose Ctrl the value is
	divergent []bool     // by value ID
	work      []*Value
	branched  []bool  // by block pos: the divergent branch was propagated
	joined    []bool  // by block pos
	label     []int32 // by block pos
	stamp     []int32
	queued    []int32
	epoch     int32
	pend      posHeap
	budget    int
	partial   []bool // by block pos: lanes of the wave that still run may be elsewhere
	leaves    []bool // by block pos: does nothing but end its lanes
	variant   []bool // by value ID, in dispatched regions: uniform in one execution, but not the same in all
}

func (d *diverger) mark(v *Value) {
	if d.divergent[v.ID] || ops[v.Op].flags&opUniformAlways != 0 {
		return
	}
	d.divergent[v.ID] = true
	d.work = append(d.work, v)
}

func (d *diverger) run() {
	f := d.f
	n := f.nextValue
	d.divergent = make([]bool, n)
	d.users = make([][]*Value, n)
	d.ctrls = make([][]*Block, n)
	count := make([]int32, n)
	total := 0
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				count[a.ID]++
				total++
			}
		}
	}
	slab := make([]*Value, total)
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				if d.users[a.ID] == nil {
					k := count[a.ID]
					d.users[a.ID] = slab[:0:k]
					slab = slab[k:]
				}
				d.users[a.ID] = append(d.users[a.ID], v)
			}
		}
		if b.Ctrl != nil {
			d.ctrls[b.Ctrl.ID] = append(d.ctrls[b.Ctrl.ID], b)
		}
	}
	nb := len(f.Blocks)
	d.branched = make([]bool, nb)
	d.joined = make([]bool, nb)
	d.label = make([]int32, nb)
	d.stamp = make([]int32, nb)
	d.queued = make([]int32, nb)
	d.budget = 64*nb + 1<<16
	d.partial = make([]bool, nb)
	d.leaves = make([]bool, nb)
	for i := nb - 1; i >= 0; i-- {
		b := f.Blocks[i]
		switch {
		case len(b.Values) > 0:
		case b.Kind == BlockExit:
			d.leaves[i] = true
		case b.Kind == BlockJump:
			d.leaves[i] = b.Succs[0].pos > b.pos && d.leaves[b.Succs[0].pos]
		}
	}
	d.exits = make([][]*Block, len(d.loops))
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			for l := b.loop; l != nil && !inLoop(s, l); l = l.parent {
				d.exits[l.id] = append(d.exits[l.id], s)
			}
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if ops[v.Op].flags&opDivergentAlways != 0 || v.Op == OpLoad && v.Mem.Space != SpaceConst && !d.oneValue(v) {
				d.mark(v)
			}
		}
	}
	for _, l := range d.loops {
		if l.flat {
			d.temporal(l)
		}
	}
	for _, b := range f.Blocks {
		if b.loop != nil && b.loop.flat {
			d.join(b)
		}
	}
	d.vary()
	for len(d.work) > 0 {
		v := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		for _, u := range d.users[v.ID] {
			d.mark(u)
		}
		for _, b := range d.ctrls[v.ID] {
			d.branch(b)
		}
	}
}

// oneValue reports whether a load gives one value to lanes that load from one address: nobody may write there meanwhile.
func (d *diverger) oneValue(v *Value) bool {
	return d.uniformLoads && v.Mem.Order == Weak && (v.Mem.Space == SpaceShared || v.Mem.Space == SpaceGlobal)
}

// join marks the phis of b.
func (d *diverger) join(b *Block) {
	if d.joined[b.pos] {
		return
	}
	d.joined[b.pos] = true
	for _, v := range b.Values {
		if v.Op != OpPhi {
			break
		}
		d.mark(v)
	}
}

// temporal notes that lanes leave l in different iterations: what outside users see differs by lane.
func (d *diverger) temporal(l *scc) {
	if l.divergentExit {
		return
	}
	l.divergentExit = true
	first := l.headers[0].pos
	for _, b := range d.f.Blocks[l.first : l.last+1] {
		if b.pos < first {
			continue
		}
		// The block through which all lanes enter a dispatched region together is complete.
		together := l.flat
		for _, p := range b.Preds {
			together = together && !inLoop(p, l)
		}
		if !together {
			d.partial[b.pos] = true
		}
		for _, v := range b.Values {
			for _, u := range d.users[v.ID] {
				if !inLoop(u.Block, l) {
					d.mark(u)
				}
			}
			for _, c := range d.ctrls[v.ID] {
				if !inLoop(c, l) {
					d.branch(c)
				}
			}
		}
	}
	for _, x := range d.exits[l.id] {
		for _, v := range x.Values {
			if v.Op != OpPhi {
				break
			}
			d.mark(v)
		}
	}
}

// arrivals are the labels with which lanes come to the headers of a loop, and which headers.
type arrivals struct {
	label      int32
	at         *Block // nil: none so far
	labels, to bool   // several labels, several headers
}

// add notes another arrival and reports whether lanes are at different headers now, of which another choice of the parting
// branch would have sent them elsewhere: whatever they do next in the loop, they do apart.
func (a *arrivals) add(label int32, at *Block) bool {
	if a.at == nil {
		a.label, a.at = label, at
	}
	a.labels = a.labels || label != a.label
	a.to = a.to || at != a.at
	return a.labels && a.to
}

// branch propagates from the divergent branch that ends b.
func (d *diverger) branch(b *Block) {
	if d.branched[b.pos] || len(b.Succs) < 2 {
		return
	}
	d.branched[b.pos] = true
	d.part(b, b.loop, b.Succs)
}

// part propagates from where lanes part: behind b, to the blocks in succs. inner is the innermost loop that all this is within.
func (d *diverger) part(b *Block, inner *scc, succs []*Block) {
	if d.budget < 0 {
		d.everything()
		return
	}
	d.epoch++
	d.pend = d.pend[:0]
	type loopNote struct {
		l                 *scc
		exit, header      int32 // label, -1 none
		exitMany, hdrMany bool
		round             arrivals
	}
	var notes []loopNote // loops around the parting, innermost first
	for l := inner; l != nil; l = l.parent {
		notes = append(notes, loopNote{l: l, exit: -1, header: -1})
	}
	entries := map[*scc]*arrivals{} // of irreducible loops that lanes enter
	var tangled []*scc
	var flow func(u, v *Block, lab int32)
	forward := func(v *Block, lab int32) {
		if d.leaves[v.pos] {
			return
		}
		if d.stamp[v.pos] != d.epoch {
			d.stamp[v.pos] = d.epoch
			d.label[v.pos] = lab
		} else if d.label[v.pos] != lab {
			d.join(v)
			d.label[v.pos] = v.pos
		}
		if d.queued[v.pos] != d.epoch {
			d.queued[v.pos] = d.epoch
			heap.Push(&d.pend, v.pos)
		}
	}
	// goRound notes that lanes with a label start another iteration of a loop around the branch: they leave it later, by
	// any exit.
	var goRound func(own int, lab int32)
	goRound = func(own int, lab int32) {
		n := &notes[own]
		switch {
		case n.header < 0:
			n.header = lab
		case n.header == lab:
			return
		case n.hdrMany:
			return
		default:
			n.hdrMany = true
			lab = n.l.headers[0].pos
		}
		for _, x := range d.exits[n.l.id] {
			d.budget -= 1 + len(notes)/8
			for j := own + 1; j < len(notes); j++ {
				m := &notes[j]
				if !inLoop(x, m.l) {
					if m.exit < 0 {
						m.exit = lab
					} else if m.exit != lab {
						m.exitMany = true
					}
				}
			}
			if x.pos > b.pos {
				forward(x, lab)
				continue
			}
			// The exit of an inner loop that is a back edge of an outer one.
			for j := own + 1; j < len(notes); j++ {
				if m := &notes[j]; m.l == x.loop {
					if m.round.add(lab, x) {
						tangled = append(tangled, m.l)
					}
					if d.stamp[x.pos] == d.epoch && d.label[x.pos] != lab {
						d.join(x)
					}
					d.stamp[x.pos], d.label[x.pos] = d.epoch, lab
					goRound(j, lab)
				}
			}
		}
	}
	flow = func(u, v *Block, lab int32) {
		d.budget -= 1 + len(notes)/8
		for i := range notes {
			n := &notes[i]
			if inLoop(u, n.l) && !inLoop(v, n.l) {
				if n.exit < 0 {
					n.exit = lab
				} else if n.exit != lab {
					n.exitMany = true
				}
			}
		}
		if v.pos <= u.pos { // a back edge
			own := -1
			for i := range notes {
				if notes[i].l == v.loop {
					own = i
				}
			}
			if own < 0 {
				// A loop that does not contain the branch: a different label at its header is a join.
				if d.stamp[v.pos] == d.epoch && d.label[v.pos] != lab {
					d.join(v)
				}
				return
			}
			if d.stamp[v.pos] != d.epoch {
				d.stamp[v.pos] = d.epoch
				d.label[v.pos] = lab
			} else if d.label[v.pos] != lab {
				d.join(v)
				d.label[v.pos] = v.pos
			}
			if notes[own].round.add(lab, v) {
				tangled = append(tangled, notes[own].l)
			}
			goRound(own, lab)
			return
		}
		for l := v.loop; l != nil && !inLoop(u, l); l = l.parent {
			if len(l.headers) > 1 {
				if entries[l] == nil {
					entries[l] = &arrivals{}
				}
				if entries[l].add(lab, v) {
					tangled = append(tangled, l)
				}
			}
		}
		forward(v, lab)
	}
	for _, s := range succs {
		flow(b, s, s.pos)
	}
	for len(d.pend) > 0 {
		p := heap.Pop(&d.pend).(int32)
		v := d.f.Blocks[p]
		d.queued[p] = 0
		if len(d.pend) == 0 {
			// All lanes that still run are together here, unless some left a loop around v or went round in it.
			together := true
			for i := range notes {
				n := &notes[i]
				if inLoop(v, n.l) && (n.exit >= 0 || n.header >= 0) {
					together = false
				}
			}
			if together {
				break
			}
		}
		d.partial[p] = true
		for _, s := range v.Succs {
			flow(v, s, d.label[p])
		}
		if d.budget < 0 {
			d.everything()
			return
		}
	}
	for i := range notes {
		n := &notes[i]
		if n.header >= 0 && (n.exit >= 0 && (n.exit != n.header || n.exitMany || n.hdrMany)) {
			d.temporal(n.l)
		}
	}
	for _, l := range tangled {
		d.tangle(l)
	}
}

// tangle notes that lanes are at different headers of l, an irreducible loop: they come through it apart and leave it apart.
func (d *diverger) tangle(l *scc) {
	if l.tangled {
		return
	}
	l.tangled = true
	for _, b := range d.f.Blocks[l.headers[0].pos : l.last+1] {
		if !inLoop(b, l) {
			continue
		}
		d.partial[b.pos] = true
		if len(b.Preds) > 1 {
			d.join(b)
		}
	}
	d.temporal(l)
	d.part(d.f.Blocks[l.last], l.parent, d.exits[l.id])
}

// everything gives up precision.
func (d *diverger) everything() {
	for _, b := range d.f.Blocks {
		d.partial[b.pos] = true
		if len(b.Preds) > 1 {
			d.join(b)
		}
	}
	for _, l := range d.loops {
		d.temporal(l)
	}
}

type posHeap []int32

func (h posHeap) Len() int           { return len(h) }
func (h posHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h posHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *posHeap) Push(x any)        { *h = append(*h, x.(int32)) }
func (h *posHeap) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

// leavesDivergently reports whether a value defined in def and used in use crosses the exit of a loop that lanes leave
// in different iterations.
func leavesDivergently(def, use *Block) bool {
	for l := def.loop; l != nil && !inLoop(use, l); l = l.parent {
		if l.divergentExit {
			return true
		}
	}
	return false
}

// escapes reports whether a use of v, a uniform value or an I1, in block use sees another execution than that of v.
func (d *diverger) escapes(v *Value, use *Block) bool {
	if use == v.Block {
		return false
	}
	if l := v.Block.loop; l != nil && l.flat && use.loop == l && (v.Type == I1 || d.variant[v.ID]) {
		return true
	}
	return leavesDivergently(v.Block, use)
}

// vary finds the values of dispatched regions that are the same in all lanes of one execution but not in all executions.
// A use in another block of the region may belong to another execution, so it sees a value that differs by lane.
func (d *diverger) vary() {
	d.variant = make([]bool, d.f.nextValue)
	for _, b := range d.f.Blocks {
		if b.loop == nil || !b.loop.flat {
			continue
		}
		for _, v := range b.Values {
			vary := v.Op != OpPhi && v.Op != OpLoad && !v.Op.Pure()
			for _, a := range v.Args {
				vary = vary || d.variant[a.ID] && a.Block == b
			}
			if !vary {
				continue
			}
			d.variant[v.ID] = true
			for _, u := range d.users[v.ID] {
				if u.Block != b && u.Block.loop == b.loop {
					d.mark(u)
				}
			}
			for _, c := range d.ctrls[v.ID] {
				if c != b && c.loop == b.loop {
					d.branch(c)
				}
			}
		}
	}
}

// finish sets Uniform and rewrites what may not stay as it is.
func (d *diverger) finish() {
	f := d.f
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			v.Uniform = !d.divergent[v.ID]
		}
	}
	type after struct {
		v, x *Value // put x behind v
	}
	escape := map[*Value]*Value{} // value to what outside users take
	var inserts []after
	bring := func(v *Value) *Value { // the non-uniform form of v that may leave its loop
		if x := escape[v]; x != nil {
			return x
		}
		x := v
		if v.Type == I1 {
			x = f.NewValue(OpZExt, I32, v.Line, v)
			x.Block = v.Block
			x.Uniform = v.Uniform
			inserts = append(inserts, after{v, x})
		}
		if v.Uniform {
			c := f.NewValue(OpCopy, x.Type, v.Line, x)
			c.Block = v.Block
			inserts = append(inserts, after{v, c})
			x = c
		}
		escape[v] = x
		return x
	}
	// Uses outside.
	type atUse struct {
		v *Value
		b *Block
	}
	back := map[atUse]*Value{}
	front := make([][]*Value, len(f.Blocks)) // I1 values rebuilt at the start of a block (behind its phis)
	rebuilt := func(v *Value, b *Block) *Value {
		x := bring(v)
		if v.Type != I1 {
			return x
		}
		k := atUse{v, b}
		if c := back[k]; c != nil {
			return c
		}
		c := f.NewValue(OpICmp, I1, v.Line, x, f.Const(I32, 0))
		c.Imm = uint64(NE)
		c.Block = b
		back[k] = c
		front[b.pos] = append(front[b.pos], c)
		return c
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for i, a := range v.Args {
				if a.Block == nil || a.Type == Void || !a.Uniform && a.Type != I1 {
					continue
				}
				use := b
				if v.Op == OpPhi {
					use = b.Preds[i]
				}
				if d.escapes(a, use) {
					if a.Type == Tuple {
						panic("ir: tuple used outside the loop of its definition")
					}
					v.Args[i] = rebuilt(a, use)
				}
			}
		}
		if c := b.Ctrl; c != nil && c.Block != nil && d.escapes(c, b) {
			b.Ctrl = rebuilt(c, b)
		}
	}
	// Put the values in place.
	put := map[*Block][]after{}
	for _, a := range inserts {
		put[a.v.Block] = append(put[a.v.Block], a)
	}
	for _, b := range f.Blocks {
		add := put[b]
		if len(add) == 0 && len(front[b.pos]) == 0 {
			continue
		}
		follow := map[*Value][]*Value{}
		for _, a := range add {
			follow[a.v] = append(follow[a.v], a.x)
		}
		out := make([]*Value, 0, len(b.Values)+len(add)+len(front[b.pos]))
		i := 0
		for ; i < len(b.Values) && b.Values[i].Op == OpPhi; i++ {
			out = append(out, b.Values[i])
		}
		for _, p := range b.Values[:i] {
			out = append(out, follow[p]...)
		}
		out = append(out, front[b.pos]...)
		for _, v := range b.Values[i:] {
			out = append(out, v)
			out = append(out, follow[v]...)
		}
		b.Values = out
	}
	d.predicatePhis()
}

// predicatePhis turns non-uniform I1 phis into I32 ones.
func (d *diverger) predicatePhis() {
	f := d.f
	for _, b := range f.Blocks {
		n := 0
		for n < len(b.Values) && b.Values[n].Op == OpPhi {
			n++
		}
		var tests []*Value
		for i := 0; i < n; i++ {
			v := b.Values[i]
			if v.Type != I1 || v.Uniform {
				continue
			}
			// v itself becomes the test, so that its users stay; a new phi takes its place.
			p := f.NewValue(OpPhi, I32, v.Line, v.Args...)
			p.Block = b
			for k, a := range p.Args {
				if a.Op == OpConst {
					p.Args[k] = f.Const(I32, a.Imm)
					continue
				}
				pred := b.Preds[k]
				z := f.NewValue(OpZExt, I32, v.Line, a)
				z.Block = pred
				z.Uniform = a.Uniform
				pred.Values = append(pred.Values, z)
				p.Args[k] = z
			}
			b.Values[i] = p
			v.Op = OpICmp
			v.Imm = uint64(NE)
			v.Args = f.newArgs(2)
			v.Args[0], v.Args[1] = p, f.Const(I32, 0)
			tests = append(tests, v)
		}
		if len(tests) > 0 {
			out := make([]*Value, 0, len(b.Values)+len(tests))
			out = append(out, b.Values[:n]...)
			out = append(out, tests...)
			out = append(out, b.Values[n:]...)
			b.Values = out
		}
	}
}
