package interp

import (
	"ferry/ptx"
)

// exec executes an instruction for one lane and moves its program counter.
func (l *lane) exec(in *ptx.Instr) {
	ops := in.Ops
	switch in.Op {
	// Control.
	case ptx.OpBra:
		l.f.pc = l.f.c.labels[ops[0].Label().ID]
		return
	case ptx.OpBrxIdx:
		t := ops[1].Sym.(*ptx.TargetList)
		i := l.get(&ops[0], ptx.U32)
		if i >= uint64(len(t.Labels)) {
			panic(faultf("brx.idx: index %d of %d targets", i, len(t.Labels)))
		}
		l.f.pc = l.f.c.labels[t.Labels[i].ID]
		return
	case ptx.OpCall:
		l.call(in)
		return
	case ptx.OpRet:
		l.leaveTo()
		return
	case ptx.OpExit:
		l.exit()
		return
	case ptx.OpTrap:
		panic(faultf("trap"))

	// Waiting for others: the counter moves when the operation is done.
	case ptx.OpBarSync, ptx.OpBarArrive, ptx.OpBarRed, ptx.OpBarrierSync, ptx.OpBarrierArrive, ptx.OpBarrierRed, ptx.OpBarrierClusterWait:
		l.barrierOp(in)
		return
	case ptx.OpShfl, ptx.OpVote, ptx.OpMatch, ptx.OpReduxSync:
		if !in.Has(ptx.Sync) && in.Op != ptx.OpReduxSync {
			l.waitWarp(in, l.active) // as it was before .sync: of the lanes that are here
			return
		}
		l.waitWarp(in, uint32(l.get(lastOp(in, 0), ptx.B32)))
		return
	case ptx.OpBarWarpSync, ptx.OpElectSync:
		l.waitWarp(in, uint32(l.get(lastOp(in, 0), ptx.B32)))
		return
	case ptx.OpActivemask:
		l.set(&ops[0], uint64(l.active), ptx.B32)

	// Nothing to do when lanes run one at a time.
	case ptx.OpMembar, ptx.OpFence, ptx.OpFenceProxy, ptx.OpNanosleep, ptx.OpPmevent, ptx.OpPrefetch, ptx.OpPrefetchu, ptx.OpApplypriority, ptx.OpDiscard,
		ptx.OpCpAsyncCommitGroup, ptx.OpCpAsyncWaitGroup, ptx.OpCpAsyncWaitAll, ptx.OpGriddepcontrol, ptx.OpBarrierClusterArrive,
		ptx.OpCpAsyncBulkCommitGroup, ptx.OpCpAsyncBulkWaitGroup, ptx.OpCpAsyncBulkPrefetch, ptx.OpCpAsyncBulkPrefetchTensor, ptx.OpSetmaxnreg:

	// Moving.
	case ptx.OpMov:
		l.mov(in)
	case ptx.OpLd, ptx.OpLdu:
		l.load(in)
	case ptx.OpSt:
		l.store(in)
	case ptx.OpAtom, ptx.OpRed:
		l.atomic(in)
	case ptx.OpCvta:
		a := l.get(&ops[1], in.Type)
		if in.Has(ptx.To) {
			a -= window(in.Space)
		} else {
			a += window(in.Space)
		}
		l.set(&ops[0], a, in.Type)
	case ptx.OpIsspacep:
		a := l.get(&ops[1], ptx.U64)
		is := a-window(in.Space) < windowSize
		if b := in.Space.Base(); b == ptx.SpaceGlobal {
			is = a-sharedWindow >= 2*windowSize && !l.w.b.g.m.constant(a) // parameters are in global memory, too: recorded
		} else if b == ptx.SpaceConst {
			is = l.w.b.g.m.constant(a)
		}
		l.setPred(&ops[0], is)
	case ptx.OpAlloca:
		l.f.top = alignUp(l.f.top, 16)
		if len(ops) > 2 {
			l.f.top = alignUp(l.f.top, max(ops[2].Imm, 1))
		}
		a := l.f.top
		l.f.top += alignUp(l.get(&ops[1], in.Type), 16)
		l.growLocals(l.f.top)
		l.set(&ops[0], a, in.Type)
	case ptx.OpStacksave:
		l.set(&ops[0], l.f.top, in.Type)
	case ptx.OpStackrestore:
		l.f.top = l.get(&ops[0], in.Type)
	case ptx.OpCreatepolicyCvt, ptx.OpCreatepolicyFractional, ptx.OpCreatepolicyRange:
		l.set(&ops[0], 0, ptx.B64) // an opaque hint
	case ptx.OpCpAsyncBulk, ptx.OpCpReduceAsyncBulk:
		l.bulk(in)
	case ptx.OpCpAsyncBulkTensor, ptx.OpCpReduceAsyncBulkTensor:
		l.tensor(in)
	case ptx.OpClusterlaunchcontrolTryCancel:
		l.tryCancel(in)
	case ptx.OpClusterlaunchcontrolQueryCancel:
		l.queryCancel(in)
	case ptx.OpTensormapReplace:
		l.tensorReplace(in)
	case ptx.OpStAsync, ptx.OpRedAsync:
		l.async(in)
	case ptx.OpTensormapCpFenceproxy:
		copy(l.memory(ptx.SpaceGlobal, l.effective(&ops[0]), 128), l.memory(ptx.SpaceShared, l.effective(&ops[1]), 128))
	case ptx.OpCpAsync:
		l.cpAsync(in)
	case ptx.OpMapa:
		l.set(&ops[0], l.get(&ops[1], in.Type), in.Type)
	case ptx.OpGetctarank:
		l.set(&ops[0], 0, ptx.U32)
	case ptx.OpMbarrierInit, ptx.OpMbarrierInval, ptx.OpMbarrierArrive, ptx.OpMbarrierArriveDrop, ptx.OpMbarrierTestWait, ptx.OpMbarrierTryWait,
		ptx.OpMbarrierExpectTx, ptx.OpMbarrierCompleteTx, ptx.OpMbarrierPendingCount, ptx.OpCpAsyncMbarrierArrive:
		l.mbarrier(in)

	// Predicates and selection.
	case ptx.OpSetp, ptx.OpSet:
		l.compare(in)
	case ptx.OpSelp:
		if l.pred(&ops[3]) {
			l.set(&ops[0], l.get(&ops[1], in.Type), in.Type)
		} else {
			l.set(&ops[0], l.get(&ops[2], in.Type), in.Type)
		}
	case ptx.OpSlct:
		c := l.get(&ops[3], in.SrcType)
		pick := false
		if in.SrcType == ptx.F32 {
			if in.Has(ptx.FTZ) {
				c = fmt32.flush(c)
			}
			pick = !fmt32.isNaN(c) && (!fmt32.neg(c) || fmt32.isZero(c))
		} else {
			pick = int32(c) >= 0
		}
		if pick {
			l.set(&ops[0], l.get(&ops[1], in.Type), in.Type)
		} else {
			l.set(&ops[0], l.get(&ops[2], in.Type), in.Type)
		}
	case ptx.OpTestp:
		f := formatOf(in.Type)
		v := l.get(&ops[1], in.Type)
		r := false
		switch in.Mode {
		case ptx.ModeFinite:
			r = v&^f.sign() < f.inf()
		case ptx.ModeInfinite:
			r = f.isInf(v)
		case ptx.ModeNumber:
			r = !f.isNaN(v)
		case ptx.ModeNotANumber:
			r = f.isNaN(v)
		case ptx.ModeNormal:
			// Zero counts as normal: recorded on hardware.
			r = v&^f.sign() < f.inf() && !f.isSub(v)
		case ptx.ModeSubnormal:
			r = f.isSub(v)
		}
		l.setPred(&ops[0], r)

	case ptx.OpAnd, ptx.OpOr, ptx.OpXor, ptx.OpNot:
		if in.Type == ptx.Pred {
			a, b := l.pred(&ops[1]), false
			if len(ops) > 2 {
				b = l.pred(&ops[2])
			}
			switch in.Op {
			case ptx.OpAnd:
				a = a && b
			case ptx.OpOr:
				a = a || b
			case ptx.OpXor:
				a = a != b
			case ptx.OpNot:
				a = !a
			}
			l.setPred(&ops[0], a)
			break
		}
		l.integer(in)
	case ptx.OpLop3:
		a, b, c, t := l.get(&ops[1], ptx.B32), l.get(&ops[2], ptx.B32), l.get(&ops[3], ptx.B32), ops[4].Imm
		r := uint64(0)
		for i := range 32 {
			r |= t >> (a>>i&1<<2 | b>>i&1<<1 | c>>i&1) & 1 << i
		}
		d := &ops[0]
		if d.Kind == ptx.OpndPair {
			p := r != 0
			q := l.pred(&ops[5])
			if in.Bool == ptx.RedAnd || in.Red == ptx.RedAnd || in.HasWord("and") {
				p = p && q
			} else {
				p = p || q
			}
			l.set(&d.Elems[0], r, ptx.B32)
			l.setPred(&d.Elems[1], p)
			break
		}
		l.set(d, r, ptx.B32)

	case ptx.OpAdd, ptx.OpSub, ptx.OpMul, ptx.OpMad, ptx.OpFma, ptx.OpDiv, ptx.OpMin, ptx.OpMax, ptx.OpAbs, ptx.OpNeg:
		if in.Type.Float() {
			l.float(in)
		} else {
			l.integer(in)
		}
	case ptx.OpRcp, ptx.OpSqrt, ptx.OpRsqrt, ptx.OpSin, ptx.OpCos, ptx.OpLg2, ptx.OpEx2, ptx.OpTanh, ptx.OpCopysign:
		l.float(in)
	case ptx.OpCvt:
		l.cvt(in)
	case ptx.OpCvtPack:
		l.cvtPack(in)
	case ptx.OpVadd, ptx.OpVsub, ptx.OpVabsdiff, ptx.OpVmin, ptx.OpVmax, ptx.OpVshl, ptx.OpVshr, ptx.OpVmad, ptx.OpVset:
		l.video(in)
	case ptx.OpVadd2, ptx.OpVsub2, ptx.OpVavrg2, ptx.OpVabsdiff2, ptx.OpVmin2, ptx.OpVmax2, ptx.OpVset2:
		l.simd(in, 2)
	case ptx.OpVadd4, ptx.OpVsub4, ptx.OpVavrg4, ptx.OpVabsdiff4, ptx.OpVmin4, ptx.OpVmax4, ptx.OpVset4:
		l.simd(in, 4)
	default:
		l.integer(in)
	}
	l.f.pc++
}

func (l *lane) mov(in *ptx.Instr) {
	d, s := &in.Ops[0], &in.Ops[1]
	n := in.Type.Bits()
	switch {
	case in.Type == ptx.Pred:
		l.setPred(d, l.pred(s))
	case d.Kind == ptx.OpndVec:
		// Unpack; or a vector move, where the type is that of one element.
		if s.Kind == ptx.OpndVec || in.Vec > 1 || s.Kind == ptx.OpndSReg {
			l.movVec(in)
			return
		}
		var w [2]uint64
		if n > 64 {
			w[0], w[1] = l.get128(s)
		} else {
			w[0] = l.get(s, in.Type)
		}
		e := n / len(d.Elems)
		for i := range d.Elems {
			at := i * e
			l.set(&d.Elems[i], low(w[at/64]>>(at%64), e), bitsType(e))
		}
	case s.Kind == ptx.OpndVec:
		e := n / len(s.Elems)
		var w [2]uint64
		for i := range s.Elems {
			at := i * e
			w[at/64] |= l.get(&s.Elems[i], bitsType(e)) << (at % 64)
		}
		if n > 64 {
			l.set128(d, w[0], w[1])
		} else {
			l.set(d, w[0], in.Type)
		}
	case in.Vec > 1:
		l.movVec(in)
	case n > 64:
		lo, hi := l.get128(s)
		l.set128(d, lo, hi)
	default:
		l.set(d, l.get(s, in.Type), untyped(in.Type))
	}
}

// movVec moves vectors of vector registers, element lists and special registers.
func (l *lane) movVec(in *ptx.Instr) {
	d, s := &in.Ops[0], &in.Ops[1]
	n := int(in.Vec)
	if n < 2 {
		n = len(d.Elems)
	}
	var v [4]uint64
	for i := range n {
		switch s.Kind {
		case ptx.OpndVec:
			v[i] = l.get(&s.Elems[i], in.Type)
		case ptx.OpndReg:
			k, r := l.word(s)
			if int(r.Vec) < n {
				panic(faultf("%s of a scalar register", in.Text))
			}
			v[i] = l.f.regs[k+i]
		case ptx.OpndSReg:
			first := map[ptx.SReg]ptx.SReg{ptx.SRegTid: ptx.SRegTidX, ptx.SRegNtid: ptx.SRegNtidX, ptx.SRegCtaid: ptx.SRegCtaidX, ptx.SRegNctaid: ptx.SRegNctaidX}[s.SReg]
			if first == ptx.SRegNone {
				panic(faultf("vector %s is not known", s.SReg))
			}
			v[i] = l.special(first + ptx.SReg(i))
		}
	}
	for i := range n {
		if d.Kind == ptx.OpndVec {
			l.set(&d.Elems[i], v[i], untyped(in.Type))
			continue
		}
		k, r := l.word(d)
		l.f.regs[k+i] = low(v[i], r.Type.Bits())
	}
}

// untyped is .bN of a type's width: bits that are not to be sign-extended.
func untyped(t ptx.Type) ptx.Type {
	if t == ptx.Pred {
		return t
	}
	return bitsType(t.Bits())
}

func bitsType(n int) ptx.Type {
	switch n {
	case 4:
		return ptx.B4
	case 8:
		return ptx.B8
	case 16:
		return ptx.B16
	case 32:
		return ptx.B32
	case 64:
		return ptx.B64
	case 128:
		return ptx.B128
	}
	panic(faultf("no type of %d bits", n))
}

// regElems are the elements of a vector operand: a list, a vector register, or one scalar.
func (l *lane) elems(o *ptx.Operand, n int) []ptx.Operand {
	switch {
	case o.Kind == ptx.OpndVec:
		return o.Elems
	case n > 1 && o.Kind == ptx.OpndReg:
		e := make([]ptx.Operand, n)
		for i := range e {
			e[i] = *o
			e[i].Sel = ptx.SelX + ptx.Sel(i)
		}
		return e
	}
	return []ptx.Operand{*o}
}

func (l *lane) load(in *ptx.Instr) {
	d, a := &in.Ops[0], &in.Ops[1]
	n := int(max(in.Vec, 1))
	size := in.Type.Size()
	m := l.memory(spaceOf(in, a), l.effective(a), n*size)
	es := l.elems(d, n)
	for i := range es {
		b := m[i*size:][:size]
		if size == 16 {
			l.set128(&es[i], loadBytes(b[:8]), loadBytes(b[8:]))
			continue
		}
		l.set(&es[i], loadBytes(b), in.Type)
	}
}

func (l *lane) store(in *ptx.Instr) {
	a, s := &in.Ops[0], &in.Ops[1]
	n := int(max(in.Vec, 1))
	size := in.Type.Size()
	m := l.memory(spaceOf(in, a), l.effective(a), n*size)
	es := l.elems(s, n)
	for i := range es {
		b := m[i*size:][:size]
		if size == 16 {
			lo, hi := l.get128(&es[i])
			storeBytes(b[:8], lo)
			storeBytes(b[8:], hi)
			continue
		}
		if e := &es[i]; in.Type == ptx.F32 && e.Kind == ptx.OpndReg && l.f.c.fn.Regs[e.Reg].Type == ptx.B64 {
			// Converted from a number without sign (recorded, testdata/forms, family wide).
			storeBytes(b, fmt32.fromInt(l.get(e, ptx.U64), false, ptx.RoundNearest))
			continue
		}
		storeBytes(b, l.get(&es[i], in.Type))
	}
}

func (l *lane) cpAsync(in *ptx.Instr) {
	ops := in.Ops
	n := int(ops[2].Imm)
	take := n
	if len(ops) > 3 && ops[3].Kind != ptx.OpndNone && (len(ops) > 4 || !in.Has(ptx.CacheHint)) {
		o := &ops[3]
		if o.Kind == ptx.OpndReg && l.f.c.fn.Regs[o.Reg].Type == ptx.Pred {
			if l.pred(o) {
				take = 0
			}
		} else {
			take = int(l.get(o, ptx.U32))
		}
	}
	if take > n {
		panic(faultf("cp.async of %d of %d bytes", take, n))
	}
	d := l.memory(ptx.SpaceShared, l.effective(&ops[0]), n)
	clear(d)
	if take > 0 {
		// The source is aligned for the whole copy, whatever part of it is read.
		if a := l.effective(&ops[1]); a%uint64(n) != 0 {
			panic(faultf("misaligned cp.async at %#x", a))
		} else {
			for i := range take {
				d[i] = l.memory(ptx.SpaceGlobal, a+uint64(i), 1)[0]
			}
		}
	}
}

// call enters a function with its arguments.
func (l *lane) call(in *ptx.Instr) {
	callee := l.callee(&in.Ops[1])
	caller := l.f
	type arg struct {
		v  uint64
		hi uint64
		b  []byte
	}
	args := in.Ops[2].Elems
	formal := callee.fn.Params
	if len(args) != len(formal) || len(in.Ops[0].Elems) != len(callee.fn.Rets) {
		panic(faultf("call of %s with %d arguments and %d results", callee.fn.Name, len(args), len(in.Ops[0].Elems)))
	}
	vals := make([]arg, len(args))
	for i := range args {
		if v := args[i].Var(); args[i].Kind == ptx.OpndSym && v != nil && v.Space.Base() == ptx.SpaceParam {
			a := caller.param + caller.c.off[v]
			vals[i].b = append([]byte{}, l.params[a:][:v.Size()]...)
			continue
		}
		if formal[i].Type.Bits() > 64 {
			vals[i].v, vals[i].hi = l.get128(&args[i])
			continue
		}
		vals[i].v = l.get(&args[i], formal[i].Type)
	}
	l.enter(callee)
	for i, v := range formal {
		if v.Space == ptx.SpaceReg {
			k := callee.slot[v.Reg]
			x := vals[i].v
			if vals[i].b != nil {
				x = loadBytes(vals[i].b)
			}
			l.f.regs[k] = x
			continue
		}
		m := l.params[l.f.param+callee.off[v]:][:v.Size()]
		switch {
		case vals[i].b != nil:
			copy(m, vals[i].b)
		case v.Size() == 16:
			storeBytes(m[:8], vals[i].v)
			storeBytes(m[8:], vals[i].hi)
		default:
			storeBytes(m, vals[i].v)
		}
	}
}

func (l *lane) callee(o *ptx.Operand) *code {
	if o.Kind == ptx.OpndSym {
		f := o.Func()
		if f == nil {
			panic(faultf("call of %s", o.Sym.SymName()))
		}
		f = f.Definition()
		for f.AliasOf != nil {
			f = f.AliasOf.Definition()
		}
		c := l.w.b.g.m.code[f]
		if c == nil {
			panic(faultf("call of %s, which has no body", f.Name))
		}
		return c
	}
	return l.w.b.g.m.function(l.get(o, ptx.U64))
}

// leaveTo returns: the results go to where the call instruction wants them.
func (l *lane) leaveTo() {
	if len(l.frames) == 1 {
		l.leave()
		return
	}
	c := l.f.c
	vals := make([][]byte, len(c.fn.Rets))
	for i, v := range c.fn.Rets {
		if v.Space == ptx.SpaceReg {
			vals[i] = make([]byte, v.Size())
			storeBytes(vals[i], l.f.regs[c.slot[v.Reg]])
			continue
		}
		vals[i] = append([]byte{}, l.params[l.f.param+c.off[v]:][:v.Size()]...)
	}
	l.leave()
	in := l.f.c.ins[l.f.pc]
	for i := range in.Ops[0].Elems {
		o := &in.Ops[0].Elems[i]
		if v := o.Var(); v != nil {
			copy(l.params[l.f.param+l.f.c.off[v]:][:v.Size()], vals[i])
			continue
		}
		if len(vals[i]) == 16 {
			l.set128(o, loadBytes(vals[i][:8]), loadBytes(vals[i][8:]))
			continue
		}
		l.set(o, loadBytes(vals[i]), bitsType(8*len(vals[i])))
	}
	l.f.pc++
}

func (l *lane) compare(in *ptx.Instr) {
	ops := in.Ops
	t := in.SrcType
	combine := func(r bool) (bool, bool) {
		p, q := r, !r
		if in.Bool != ptx.RedNone {
			c := l.pred(&ops[3])
			f := func(x bool) bool {
				switch in.Bool {
				case ptx.RedAnd:
					return x && c
				case ptx.RedOr:
					return x || c
				}
				return x != c
			}
			p, q = f(p), f(q)
		}
		return p, q
	}
	a, b := l.get(&ops[1], t), l.get(&ops[2], t)
	if t.Packed() && t.Float() {
		h := t.Elem()
		p0, _ := combine(compareValues(in, h, low(a, 16), low(b, 16)))
		p1, _ := combine(compareValues(in, h, a>>16, b>>16))
		if in.Op == ptx.OpSetp {
			if d := &ops[0]; d.Kind == ptx.OpndPair {
				l.setPred(&d.Elems[1], p1)
				l.setPred(&d.Elems[0], p0)
			} else {
				l.setPred(d, p0)
			}
			return
		}
		var r uint64
		one := uint64(0xffff)
		if in.Type.Float() {
			one = formatOf(in.Type).one()
		}
		if p0 {
			r |= one
		}
		if p1 {
			r |= one << 16
		}
		l.set(&ops[0], r, ptx.B32)
		return
	}
	p, q := combine(compareValues(in, t, a, b))
	if in.Op == ptx.OpSetp {
		if d := &ops[0]; d.Kind == ptx.OpndPair {
			l.setPred(&d.Elems[1], q) // the first one stays where both are one register
			l.setPred(&d.Elems[0], p)
		} else {
			l.setPred(d, p)
		}
		return
	}
	r := uint64(0)
	if p {
		r = ^uint64(0)
		if in.Type.Float() {
			r = formatOf(in.Type).one()
		}
	}
	l.set(&ops[0], r, untyped(in.Type))
}

// compareValues compares two values of type t.
func compareValues(in *ptx.Instr, t ptx.Type, a, b uint64) bool {
	c := 0
	if t.Float() {
		f := formatOf(t)
		if in.Has(ptx.FTZ) {
			a, b = f.flush(a), f.flush(b)
		}
		nan := f.isNaN(a) || f.isNaN(b)
		switch in.Cmp {
		case ptx.CmpNum:
			return !nan
		case ptx.CmpNaN:
			return nan
		}
		if nan {
			return in.Cmp >= ptx.CmpEQU && in.Cmp <= ptx.CmpGEU
		}
		c = f.cmp(a, b)
	} else {
		if t.Signed() {
			x, y := sext(a, t.Bits()), sext(b, t.Bits())
			switch {
			case x < y:
				c = -1
			case x > y:
				c = 1
			}
		} else {
			switch {
			case a < b:
				c = -1
			case a > b:
				c = 1
			}
		}
	}
	switch in.Cmp {
	case ptx.CmpEQ, ptx.CmpEQU:
		return c == 0
	case ptx.CmpNE, ptx.CmpNEU:
		return c != 0
	case ptx.CmpLT, ptx.CmpLO, ptx.CmpLTU:
		return c < 0
	case ptx.CmpLE, ptx.CmpLS, ptx.CmpLEU:
		return c <= 0
	case ptx.CmpGT, ptx.CmpHI, ptx.CmpGTU:
		return c > 0
	case ptx.CmpGE, ptx.CmpHS, ptx.CmpGEU:
		return c >= 0
	}
	panic(faultf("comparison %s is not known", in.Cmp))
}
