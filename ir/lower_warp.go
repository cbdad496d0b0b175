package ir

import "ferry/ptx"

// This file lowers what lanes do together: shuffles, votes, matches, reductions.
//
// The lanes that take part are those that execute the operation now; a member mask selects among them. The lanes of a
// mask are together because Linearise brings lanes that reach one instruction together where their paths allow it. An
// OpMeet tells Diverge of each such operation; where it cannot prove that this is so, lanes meet as lower_meet.go says.

func init() {
	effect(together((*builder).shfl), ptx.OpShfl)
	effect(together((*builder).vote), ptx.OpVote)
	effect(func(b *builder, in *ptx.Instr) { b.dst(in, 0, b.active()) }, ptx.OpActivemask)
	effect(together((*builder).match), ptx.OpMatch)
	effect(together((*builder).redux), ptx.OpReduxSync)
	effect(together((*builder).elect), ptx.OpElectSync)
	effect(together(func(b *builder, in *ptx.Instr) { b.emitFence(AcqRel, ScopeCTA) }), ptx.OpBarWarpSync)
	effect(func(b *builder, in *ptx.Instr) {
		b.emit(OpSleep, Void, b.src(in, 0, ptx.U32))
	}, ptx.OpNanosleep)
}

// together makes the lowering of an operation that lanes do together one that brings them together first, or tells Diverge
// that they must be.
func together(low func(b *builder, in *ptx.Instr)) func(b *builder, in *ptx.Instr) {
	return func(b *builder, in *ptx.Instr) {
		switch m := b.meetings[in.Mods.Text]; {
		case !meets(in) || m != nil && m.op == in:
		case b.opt.Apart:
			b.meet(in)
			return
		default:
			b.emitImm(OpMeet, Void, b.meetKind(in), b.src(in, len(in.Ops)-1, ptx.B32))
		}
		low(b, in)
	}
}

// active is the mask of the lanes that execute now.
func (b *builder) active() *Value { return b.ballot(b.c1(true)) }

func (b *builder) ballot(p *Value) *Value { return b.emit(OpBallot, I32, p) }

func (b *builder) laneID() *Value { return b.emit(OpLaneID, I32) }

// fromLane is x as lane j has it.
func (b *builder) fromLane(x, j *Value) *Value {
	if x.Type == I64 {
		return b.pack(b.fromLane(b.lo(x), j), b.fromLane(b.hi(x), j))
	}
	return b.emit(OpBpermute, I32, b.shl(j, b.c32(2)), x)
}

func (b *builder) shfl(in *ptx.Instr) {
	d := parts(&in.Ops[0])
	x := b.src(in, 1, ptx.B32)
	n := b.and(b.src(in, 2, ptx.U32), b.c32(31))
	c := b.src(in, 3, ptx.U32)
	clamp, seg := b.and(c, b.c32(31)), b.bfeU(c, 8, 5)
	lane := b.laneID()
	inSeg := b.and(lane, seg)
	maxLane := b.or(inSeg, b.and(clamp, b.not(seg)))
	var j, p *Value
	switch in.Mode {
	case ptx.ModeUp:
		j = b.sub(lane, n)
		p = b.icmp(GE, j, maxLane)
	case ptx.ModeDown:
		j = b.add(lane, n)
		p = b.icmp(LE, j, maxLane)
	case ptx.ModeBfly:
		j = b.xor(lane, n)
		p = b.icmp(LE, j, maxLane)
	case ptx.ModeIdx:
		j = b.or(inSeg, b.and(n, b.not(seg)))
		p = b.icmp(LE, j, maxLane)
	default:
		b.refuse("%s is not supported", in.Text)
	}
	j = b.sel(p, j, lane)
	b.write(&d[0], b.fromLane(x, j), false)
	if len(d) > 1 {
		b.write(&d[1], p, false)
	}
}

// member is the member mask operand i, all lanes where the form has none.
func (b *builder) member(in *ptx.Instr, i int) *Value {
	if i >= len(in.Ops) {
		return b.c32(0xffffffff)
	}
	return b.src(in, i, ptx.B32)
}

func (b *builder) vote(in *ptx.Instr) {
	p := b.src(in, 1, ptx.Pred)
	m := b.member(in, 2)
	zero := b.c32(0)
	yes := func() *Value { return b.and(b.ballot(p), m) }
	no := func() *Value { return b.and(b.ballot(b.not(p)), m) }
	switch {
	case in.Mode == ptx.ModeBallot:
		b.dst(in, 0, yes())
	case in.Mode == ptx.ModeAll:
		b.dst(in, 0, b.icmp(EQ, no(), zero))
	case in.Mode == ptx.ModeAny:
		b.dst(in, 0, b.icmp(NE, yes(), zero))
	case in.Mode == ptx.ModeUni || in.Has(ptx.Uni):
		b.dst(in, 0, b.or(b.icmp(EQ, no(), zero), b.icmp(EQ, yes(), zero)))
	default:
		b.refuse("%s is not supported", in.Text)
	}
}

// match finds the lanes with an equal value: any one by one from the lowest lane, all against the lowest member.
func (b *builder) match(in *ptx.Instr) {
	d := parts(&in.Ops[0])
	x := b.src(in, 1, in.Type)
	m := b.member(in, 2)
	if in.Mode == ptx.ModeAll {
		live := b.and(m, b.active())
		first := b.emit(OpFfbl, I32, live)
		eq := b.icmp(EQ, x, b.fromLane(x, first))
		same := b.icmp(EQ, b.and(b.ballot(b.not(eq)), live), b.c32(0))
		b.write(&d[0], b.sel(same, live, b.c32(0)), false)
		if len(d) > 1 {
			b.write(&d[1], same, false)
		}
		return
	}
	if b.opt.Apart {
		b.write(&d[0], b.and(b.alike(x), m), false)
		return
	}
	res, xv, mv := b.newVar(I32), b.keep(x), b.keep(m)
	loop, done, next := b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(loop)
	x = b.get(xv)
	var eq *Value
	if x.Type == I64 {
		l := b.emit(OpReadFirstLane, I32, b.lo(x))
		h := b.emit(OpReadFirstLane, I32, b.hi(x))
		eq = b.icmp(EQ, x, b.pack(l, h))
	} else {
		eq = b.icmp(EQ, x, b.emit(OpReadFirstLane, I32, x))
	}
	b.setRaw(res, b.ballot(eq))
	b.branch(eq, done, next)
	b.enter(next)
	b.jump(loop)
	b.enter(done)
	b.write(&d[0], b.and(b.get(res), b.get(mv)), false)
}

// redux combines a value over the members of a mask. All lanes of the wave in one mask take five butterfly steps;
// otherwise every lane walks through its mask.
func (b *builder) redux(in *ptx.Instr) {
	x := b.src(in, 1, in.Type)
	m := b.member(in, 2)
	if in.Type.Float() && in.Has(ptx.Abs) {
		x = b.fabs(F32, x)
	}
	op := func(x, y *Value) *Value {
		if in.Type.Float() {
			return b.reduxF32(in, x, y)
		}
		switch in.Red {
		case ptx.RedAdd:
			return b.add(x, y)
		case ptx.RedAnd:
			return b.and(x, y)
		case ptx.RedOr:
			return b.or(x, y)
		case ptx.RedXor:
			return b.xor(x, y)
		case ptx.RedMin:
			return b.minInt(x, y, in.Type.Signed())
		case ptx.RedMax:
			return b.maxInt(x, y, in.Type.Signed())
		}
		b.refuse("%s is not supported", in.Text)
		return nil
	}
	xv, mv, acc := b.keep(x), b.keep(m), b.newVar(I32)
	all, some, loop, step, done := b.newBlock(), b.newBlock(), b.newBlock(), b.newBlock(), b.newBlock()
	full := b.icmp(EQ, b.ballot(b.icmp(EQ, m, b.c32(0xffffffff))), b.c32(0xffffffff))
	b.branch(full, all, some)

	b.enter(all)
	r := b.get(xv)
	for s := uint32(1); s < WaveSize; s <<= 1 {
		r = op(r, b.fromLane(r, b.xor(b.laneID(), b.c32(s))))
	}
	b.setRaw(acc, r)
	b.jump(done)

	// The lowest member first, then the others; a lane whose mask is used up waits, still active.
	b.enter(some)
	live := b.and(b.get(mv), b.active())
	b.setRaw(acc, b.fromLane(b.get(xv), b.emit(OpFfbl, I32, live)))
	rest := b.keep(b.and(live, b.sub(live, b.c32(1))))
	b.enter(loop)
	more := b.icmp(NE, b.get(rest), b.c32(0))
	b.branch(b.icmp(NE, b.ballot(more), b.c32(0)), step, done)
	b.enter(step)
	w := b.get(rest)
	y := b.fromLane(b.get(xv), b.and(b.emit(OpFfbl, I32, w), b.c32(31)))
	has := b.icmp(NE, w, b.c32(0))
	b.setRaw(acc, b.sel(has, op(b.get(acc), y), b.get(acc)))
	b.setRaw(rest, b.sel(has, b.and(w, b.sub(w, b.c32(1))), w))
	b.jump(loop)
	b.enter(done)
	r = b.get(acc)
	if in.Type.Float() {
		r = b.sel(b.fcmp(FP{Fmt: F32}, Uno, r, r), b.quietNaN(F32), r)
	}
	b.dst(in, 0, r)
}

// reduxF32 combines two f32: a NaN counts with .NaN only.
func (b *builder) reduxF32(in *ptx.Instr, x, y *Value) *Value {
	a := FP{Fmt: F32}
	op := OpFMin
	if in.Red == ptx.RedMax {
		op = OpFMax
	}
	r := b.fp(op, a, x, y)
	if in.Has(ptx.NaN) {
		r = b.sel(b.fcmp(a, Uno, x, y), b.quietNaN(F32), r)
	}
	return r
}

// elect picks the lowest active member.
func (b *builder) elect(in *ptx.Instr) {
	d := parts(&in.Ops[0])
	live := b.and(b.member(in, 1), b.active())
	first := b.emit(OpFfbl, I32, live)
	b.write(&d[0], first, false)
	if len(d) > 1 {
		b.write(&d[1], b.icmp(EQ, first, b.laneID()), false)
	}
}
