package ir

import "ferry/ptx"

// This file lowers atomics. What AMD's units do exactly is an OpAtomic; the rest (floating point, 16 bits, and
// read-modify-writes at system scope that PCIe does not carry, DESIGN decision 16) is a compare-and-swap loop.

func init() {
	effect((*builder).atom, ptx.OpAtom, ptx.OpRed)
}

// atomKind is the AMD operation of an integer atomic, ok false if there is none.
func atomKind(in *ptx.Instr) (k AtomicOp, ok bool) {
	s := in.Type.Signed()
	switch in.Red {
	case ptx.RedAdd:
		return AtomAdd, true
	case ptx.RedAnd:
		return AtomAnd, true
	case ptx.RedOr:
		return AtomOr, true
	case ptx.RedXor:
		return AtomXor, true
	case ptx.RedExch:
		return AtomExch, true
	case ptx.RedCAS:
		return AtomCas, true
	case ptx.RedInc:
		return AtomInc, in.Type.Bits() == 32
	case ptx.RedDec:
		return AtomDec, in.Type.Bits() == 32
	case ptx.RedMin:
		if s {
			return AtomMinS, true
		}
		return AtomMinU, true
	case ptx.RedMax:
		if s {
			return AtomMaxS, true
		}
		return AtomMaxU, true
	}
	return 0, false
}

func (b *builder) atom(in *ptx.Instr) {
	isRed := in.Op == ptx.OpRed
	at := 1
	if isRed {
		at = 0
	}
	t := in.Type
	if len(in.Ops) < at+2 {
		b.refuse("%s: operands are missing", in.Text)
	}
	if in.Vec > 1 || in.Ops[at+1].Kind == ptx.OpndVec || t.Bits() == 128 {
		b.refuse("%s is not supported", in.Text)
	}
	a := b.addr(&in.Ops[at], in.Space)
	if a.place != nil || a.space == SpaceConst || a.space == SpaceLocal {
		b.refuse("%s on this state space", in.Text)
	}
	m := Mem{Scope: scopeOf(in), Order: Relaxed, Space: a.space}
	if m.Scope == ScopeNone {
		m.Scope = ScopeGPU
	}
	acq := in.Sem == ptx.SemAcquire || in.Sem == ptx.SemAcqRel
	rel := in.Sem == ptx.SemRelease || in.Sem == ptx.SemAcqRel
	if rel {
		b.emitFence(Release, m.Scope)
	}
	var old *Value
	kind, known := atomKind(in)
	switch {
	case t.Float():
		old = b.atomFloat(in, a, m, at)
	case t.Bits() == 16:
		old = b.atom16(in, a, m, at)
	case !known:
		b.refuse("%s is not supported", in.Text)
	case m.Scope == ScopeSys && a.space != SpaceShared && kind != AtomAdd && kind != AtomExch && kind != AtomCas:
		y := b.operand(&in.Ops[at+1], t)
		old = b.casLoop(a, m, irType(t), func(x *Value) *Value { return b.atomInt(kind, x, y) })
	default:
		args := []*Value{a.base, b.operand(&in.Ops[at+1], t)}
		if kind == AtomCas {
			args = append(args, b.operand(&in.Ops[at+2], t))
		}
		m.Atom, m.Size, m.N, m.Align = kind, uint8(t.Size()), 1, uint8(t.Size())
		old = b.mem(OpAtomic, m, irType(t), a.off, args...)
	}
	if acq {
		b.emitFence(Acquire, m.Scope)
	}
	if !isRed {
		b.dst(in, 0, old)
	}
}

// atomInt is what an integer atomic stores.
func (b *builder) atomInt(k AtomicOp, x, y *Value) *Value {
	switch k {
	case AtomAdd:
		return b.add(x, y)
	case AtomAnd:
		return b.and(x, y)
	case AtomOr:
		return b.or(x, y)
	case AtomXor:
		return b.xor(x, y)
	case AtomMinS:
		return b.minInt(x, y, true)
	case AtomMinU:
		return b.minInt(x, y, false)
	case AtomMaxS:
		return b.maxInt(x, y, true)
	case AtomMaxU:
		return b.maxInt(x, y, false)
	case AtomInc:
		return b.sel(b.icmp(UGE, x, y), b.c(x.Type, 0), b.add(x, b.c(x.Type, 1)))
	case AtomDec:
		z := b.or(b.icmp(EQ, x, b.c(x.Type, 0)), b.icmp(UGT, x, y))
		return b.sel(z, y, b.sub(x, b.c(x.Type, 1)))
	}
	b.refuse("atomic operation %v", k)
	return nil
}

// casLoop applies f to the word at a until no other thread came in between, and returns the old word.
func (b *builder) casLoop(a address, m Mem, t Type, f func(x *Value) *Value) *Value {
	size := uint8(t.Bits() / 8)
	v := b.newVar(t)
	m.Size, m.N, m.Align = size, 1, size
	ld := m
	ld.Order = Relaxed
	b.setRaw(v, b.mem(OpLoad, ld, t, a.off, a.base))
	base := b.newVar(a.base.Type)
	b.setRaw(base, a.base)
	loop, done := b.newBlock(), b.newBlock()
	b.enter(loop)
	x := b.get(v)
	y := f(x)
	m.Atom = AtomCas
	got := b.mem(OpAtomic, m, t, a.off, b.get(base), x, y)
	b.setRaw(v, got)
	b.branch(b.icmp(EQ, got, x), done, loop)
	b.enter(done)
	return b.get(v)
}

// wordOf is the 32-bit word that holds the 16 bits at a, and the shift of those bits in it.
func (b *builder) wordOf(a address) (address, *Value) {
	p := a.base
	if a.off != 0 {
		p = b.add(p, b.c(p.Type, uint64(a.off)))
	}
	low := p
	if p.Type == I64 {
		low = b.lo(p)
	}
	sh := b.shl(b.and(low, b.c32(2)), b.c32(3))
	a.base, a.off = b.and(p, b.c(p.Type, ^uint64(3))), 0
	return a, sh
}

// halfLoop is casLoop on 16 bits: f maps the old I16 to the new one. Its operands are kept in variables because they
// cross blocks.
func (b *builder) halfLoop(a address, m Mem, f func(x *Value) *Value) *Value {
	w, sh := b.wordOf(a)
	shv := b.newVar(I32)
	b.setRaw(shv, sh)
	old := b.casLoop(w, m, I32, func(x *Value) *Value {
		s := b.get(shv)
		y := b.shl(b.zext(f(b.lo16(b.lshr(x, s))), I32), s)
		mask := b.shl(b.c32(0xffff), s)
		return b.emit(OpBfi, I32, mask, y, x)
	})
	return b.lo16(b.lshr(old, b.get(shv)))
}

// atom16 is a 16-bit atomic on integers.
func (b *builder) atom16(in *ptx.Instr, a address, m Mem, at int) *Value {
	x1 := b.keep(b.operand(&in.Ops[at+1], in.Type))
	switch in.Red {
	case ptx.RedExch:
		return b.halfLoop(a, m, func(x *Value) *Value { return b.get(x1) })
	case ptx.RedCAS:
		x2 := b.keep(b.operand(&in.Ops[at+2], in.Type))
		return b.halfLoop(a, m, func(x *Value) *Value {
			eq := b.icmp(EQ, b.zext(x, I32), b.zext(b.get(x1), I32))
			return b.sel(eq, b.get(x2), x)
		})
	}
	b.refuse("%s is not supported", in.Text)
	return nil
}

// keep puts x into a variable, for use in blocks to come.
func (b *builder) keep(x *Value) variable {
	v := b.newVar(x.Type)
	b.setRaw(v, x)
	return v
}

// atomFloat is a floating-point atomic, always a loop. PTX: add.f32 on global memory flushes subnormals, on shared
// memory it keeps them; a generic address is asked where it points.
func (b *builder) atomFloat(in *ptx.Instr, a address, m Mem, at int) *Value {
	t := in.Type
	yv := b.keep(b.operand(&in.Ops[at+1], t))
	op := func(x *Value) *Value {
		y := b.get(yv)
		switch in.Red {
		case ptx.RedExch:
			return y
		case ptx.RedAdd:
			switch t {
			case ptx.F32:
				if a.space == SpaceGlobal {
					return b.fp(OpFAdd, FP{Fmt: F32, FTZ: true}, x, y)
				}
				return b.fp(OpFAdd, FP{Fmt: F32}, x, y)
			case ptx.F64, ptx.F16, ptx.F16x2:
				return b.fp(OpFAdd, FP{Fmt: fmtOf(t)}, x, y)
			case ptx.BF16:
				return b.bf16Add(x, y)
			case ptx.BF16x2:
				return b.pack16(b.bf16Add(b.lo16(x), b.lo16(y)), b.bf16Add(b.hi16(x), b.hi16(y)))
			}
		case ptx.RedMin, ptx.RedMax:
			o := OpFMin
			if in.Red == ptx.RedMax {
				o = OpFMax
			}
			if f := fmtOf(t); f != FmtNone {
				return b.fp(o, FP{Fmt: f}, x, y)
			}
		}
		b.refuse("%s is not supported", in.Text)
		return nil
	}
	if t.Bits() == 16 {
		return b.halfLoop(a, m, op)
	}
	return b.casLoop(a, m, irType(t), op)
}

// bf16Add is the sum of two bf16, rounded to nearest even once: the exact sum of two bf16 is rounded to odd at 24 bits
// first, from which rounding to 8 bits is right.
func (b *builder) bf16Add(x, y *Value) *Value {
	return b.f32OddToBF16(b.oddF32(OpFAdd, b.bf16ToF32(x), b.bf16ToF32(y)))
}
