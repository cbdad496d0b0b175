package ir

import "ferry/ptx"

// This file lowers what lanes of a warp do together where they may come to it apart: at different instructions, in
// different rounds of a loop, under different guards. Build does so for a kernel of which Diverge could not prove that
// the structured lowering brings the lanes of every mask together (ErrApart). The whole kernel is one dispatched region
// then, so that every lane gets on whatever the others wait for, and
//
//   - each kind of operation (opcode and modifiers) has one meeting block. A lane puts its operands into the meeting's
//     variables, notes where it came from, and goes there; it stays until all lanes of its mask that have not exited
//     are there with the same mask. These do the operation at once, and each goes back to where it came from. That is what PTX says
//     of *.sync and what NVIDIA's hardware was recorded to do (testdata/recorded, family sync);
//   - barriers count threads in ferry's shared memory, one by one, and lanes wait for them one by one;
//   - a word of shared memory for each wave says which of its lanes have not exited, another one how many threads of
//     the block have not.

// What Apart keeps in ferry's shared memory behind the cells of barriers; the cell clusterCell is that of
// barrier.cluster.
const (
	clusterCell = namedCount
	apartLive   = namedBase + namedBytes*(namedCount+1) // threads of the block that have not exited
	apartLanes  = apartLive + 16                        // lanes that have not exited, a word a wave
	apartBytes  = apartLanes + 4*32
)

// meeting is where the lanes that do one kind of operation come together.
type meeting struct {
	op     *ptx.Instr // over the meeting's own registers
	fr     *frame     // of these registers
	block  *Block
	in     []variable // sources; the last one is the member mask
	out    []variable // destinations
	side   variable   // which of the places the lane came from
	places []*Block
}

// meets reports whether in waits for the lanes of a mask.
func meets(in *ptx.Instr) bool {
	switch in.Op {
	case ptx.OpShfl, ptx.OpVote, ptx.OpMatch:
		return in.Has(ptx.Sync)
	case ptx.OpReduxSync, ptx.OpElectSync, ptx.OpBarWarpSync:
		return true
	}
	return false
}

// meetTypes are the registers that an operation of in's kind writes and reads.
func meetTypes(in *ptx.Instr) (out, src []Type) {
	switch in.Op {
	case ptx.OpShfl:
		return []Type{I32, I1}, []Type{I32, I32, I32, I32}
	case ptx.OpVote:
		if in.Mode == ptx.ModeBallot {
			return []Type{I32}, []Type{I1, I32}
		}
		return []Type{I1}, []Type{I1, I32}
	case ptx.OpMatch:
		t := I32
		if in.Type.Bits() == 64 {
			t = I64
		}
		if in.Mode == ptx.ModeAll {
			return []Type{I32, I1}, []Type{t, I32}
		}
		return []Type{I32}, []Type{t, I32}
	case ptx.OpReduxSync:
		return []Type{I32}, []Type{I32, I32}
	case ptx.OpElectSync:
		return []Type{I32, I1}, []Type{I32}
	}
	return nil, []Type{I32}
}

// meetingOf is the meeting of in's kind.
func (b *builder) meetingOf(in *ptx.Instr) *meeting {
	key := in.Mods.Text
	if m := b.meetings[key]; m != nil {
		return m
	}
	if b.meetings == nil {
		b.meetings = map[string]*meeting{}
	}
	m := &meeting{block: b.newBlock(), side: b.newVar(I32), fr: &frame{fn: b.fr.fn}}
	out, src := meetTypes(in)
	reg := func(t Type) (variable, ptx.Operand) {
		v := b.newVar(t)
		m.fr.regs = append(m.fr.regs, []variable{v})
		return v, ptx.Operand{Kind: ptx.OpndReg, Reg: ptx.RegID(len(m.fr.regs) - 1), Pos: in.Pos}
	}
	m.op = &ptx.Instr{Mods: in.Mods, Pos: in.Pos, Guard: ptx.NoReg}
	var dst []ptx.Operand
	for _, t := range out {
		v, o := reg(t)
		m.out = append(m.out, v)
		dst = append(dst, o)
	}
	if len(dst) > 1 {
		dst = []ptx.Operand{{Kind: ptx.OpndPair, Reg: ptx.NoReg, Elems: dst, Pos: in.Pos}}
	}
	m.op.Ops = dst
	for _, t := range src {
		v, o := reg(t)
		m.in = append(m.in, v)
		m.op.Ops = append(m.op.Ops, o)
	}
	b.meetings[key] = m
	b.meetingList = append(b.meetingList, m)
	return m
}

// meet sends the lanes to the meeting of in's kind, from where they come back with the results.
func (b *builder) meet(in *ptx.Instr) {
	m := b.meetingOf(in)
	first := len(in.Ops) - len(m.in)
	for i, v := range m.in {
		b.setRaw(v, b.fit(b.operandAs(&in.Ops[first+i], b.varTypes[v]), b.varTypes[v]))
	}
	b.setRaw(m.side, b.c32(uint32(len(m.places))))
	back := b.newBlock()
	m.places = append(m.places, back)
	b.jump(m.block)
	b.enter(back)
	if first == 0 {
		return
	}
	for i, d := range parts(&in.Ops[0]) {
		if d.Kind != ptx.OpndSink {
			b.write(&d, b.get(m.out[i]), false)
		}
	}
}

// finishMeetings builds the meetings' blocks, when all places are known.
func (b *builder) finishMeetings() {
	fr := b.fr
	for _, m := range b.meetingList {
		b.fr, b.line = m.fr, m.op.Pos.Line
		mask := m.in[len(m.in)-1]
		mixed, check, again, do := b.newBlock(), b.newBlock(), b.newBlock(), b.newBlock()
		b.enter(m.block)
		here := b.active()
		same := b.keep(here) // the lanes here with the same mask
		first := b.emit(OpReadFirstLane, I32, b.get(mask))
		b.branch(b.icmp(EQ, b.ballot(b.icmp(EQ, b.get(mask), first)), here), check, mixed)
		b.enter(mixed)
		b.setRaw(same, b.alike(b.get(mask)))
		b.enter(check)
		missing := b.and(b.and(b.get(mask), b.livingLanes()), b.not(b.get(same)))
		b.branch(b.icmp(EQ, missing, b.c32(0)), do, again)
		b.enter(again)
		b.jump(m.block)
		b.enter(do)
		lowerings[m.op.Op].fn(b, m.op)
		b.choose(b.get(m.side), m.places)
	}
	b.fr = fr
}

// alike are the active lanes that have the same x. Unlike the loop of match it is one block, which no other lane comes into.
func (b *builder) alike(x *Value) *Value {
	words := []*Value{x}
	if x.Type == I64 {
		words = []*Value{b.lo(x), b.hi(x)}
	}
	set := b.active()
	for _, w := range words {
		for i := range uint32(32) {
			bit := b.emit(OpBfeS, I32, w, b.c32(i), b.c32(1)) // 0 or all ones
			ones := b.ballot(b.icmp(NE, bit, b.c32(0)))
			set = b.and(set, b.not(b.xor(bit, ones)))
		}
	}
	return set
}

// livingLanes are the lanes of the wave that have not exited.
func (b *builder) livingLanes() *Value {
	return b.mem(OpLoad, ldsWord, I32, apartLanes, b.get(b.waveCell))
}

// apartPrologue fills what Apart keeps in shared memory, before the kernel starts.
func (b *builder) apartPrologue() {
	base := b.ferryShared(apartBytes)
	cell := b.keep(base)
	b.setRaw(b.waveCell, b.add(base, b.shl(b.lshr(b.linearTid(), b.c32(5)), b.c32(2))))
	all := b.keep(b.active())
	b.ifThen(b.lowestLane(), func() {
		b.mem(OpStore, ldsWord, Void, apartLanes, b.get(b.waveCell), b.get(all))
	})
	b.ifThen(b.icmp(EQ, b.linearTid(), b.c32(0)), func() {
		m := Mem{Space: SpaceShared, Size: 4, N: 4, Align: 16}
		zero := b.c32(0)
		for i := range namedCount + 1 {
			b.mem(OpStore, m, Void, namedBase+int64(i)*namedBytes, b.get(cell), zero, zero, zero, zero)
		}
		b.mem(OpStore, ldsWord, Void, apartLive, b.get(cell), b.mul(b.mul(b.ntid(0), b.ntid(1)), b.ntid(2)))
	})
	b.emit(OpBarrier, Void)
	b.emitImm(OpRegion, Void, 0)
}

// apartExit says that the active lanes exit.
func (b *builder) apartExit() {
	gone := b.keep(b.active())
	b.ifThen(b.lowestLane(), func() {
		b.ldsAtomic(AtomAnd, b.get(b.waveCell), apartLanes, b.not(b.get(gone)))
		b.ldsAtomic(AtomSub, b.ferryShared(apartBytes), apartLive, b.emit(OpPopc, I32, b.get(gone)))
	})
}

// apartBarrier is a barrier to which every lane comes by itself: barrier id, of a number of threads or of all that have not
// exited (nil). With red, the predicate is counted over the threads that come, and the sum is the result. The cells are those
// of the other lowering (lower_barrier.go).
func (b *builder) apartBarrier(id, threads *Value, wait bool, red *Value) *Value {
	b.emitFence(AcqRel, ScopeCTA)
	base := b.ferryShared(apartBytes)
	av := b.keep(b.add(base, b.add(b.shl(id, b.c32(4)), b.c32(namedBase))))
	gen := b.keep(b.mem(OpLoad, ldsWord, I32, 4, b.get(av)))
	acc := func(a, g *Value) *Value { return b.add(a, b.shl(b.and(g, b.c32(1)), b.c32(2))) }
	complete := func() {
		b.mem(OpStore, ldsWord, Void, 8, acc(b.get(av), b.add(b.get(gen), b.c32(1))), b.c32(0))
		b.ldsAtomic(AtomAdd, b.get(av), 4, b.c32(1))
	}
	if red != nil {
		b.ldsAtomic(AtomAdd, acc(b.get(av), b.get(gen)), 8, b.zext(red, I32))
	}
	var total variable
	if threads != nil {
		// Counts are in whole warps: the lowest lane counts for those that have exited, or never were, too.
		total = b.keep(threads)
		living := b.livingLanes()
		lowest := b.icmp(EQ, b.emit(OpFfbl, I32, living), b.laneID())
		mine := b.keep(b.sel(lowest, b.sub(b.c32(33), b.emit(OpPopc, I32, living)), b.c32(1)))
		old := b.ldsAtomic(AtomAdd, b.get(av), 0, b.get(mine))
		n := b.get(total)
		old = b.sel(b.icmp(UGE, old, n), b.sub(old, n), old)
		b.ifThen(b.icmp(UGE, b.add(old, b.get(mine)), n), func() {
			b.ldsAtomic(AtomSub, b.get(av), 0, b.get(total))
			complete()
		})
	} else {
		b.ldsAtomic(AtomAdd, b.get(av), 0, b.c32(1))
	}
	if !wait {
		return nil
	}
	loop, stay, done := b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(loop)
	b.branch(b.icmp(EQ, b.mem(OpLoad, ldsWord, I32, 4, b.get(av)), b.get(gen)), stay, done)
	b.enter(stay)
	if threads == nil {
		// The last one may come, or exit, in any wave: whoever sees that all are there lets them go.
		come := b.keep(b.mem(OpLoad, ldsWord, I32, 0, b.get(av)))
		live := b.mem(OpLoad, ldsWord, I32, apartLive, b.ferryShared(apartBytes))
		b.ifThen(b.icmp(UGE, b.get(come), live), func() {
			m := ldsWord
			m.Atom = AtomCas
			old := b.mem(OpAtomic, m, I32, 0, b.get(av), b.get(come), b.c32(0))
			b.ifThen(b.icmp(EQ, old, b.get(come)), complete)
		})
	}
	b.emit(OpSleep, Void, b.c32(1))
	b.jump(loop)
	b.enter(done)
	var sum *Value
	if red != nil {
		sum = b.mem(OpLoad, ldsWord, I32, 8, acc(b.get(av), b.get(gen)))
	}
	b.emitFence(AcqRel, ScopeCTA)
	return sum
}
