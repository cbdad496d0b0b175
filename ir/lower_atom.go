package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers atomics. What AMD's units do exactly is an OpAtomic; the rest (floating point, 16 bits, and
// read-modify-writes at system scope that PCIe does not carry, RATIONALE.md, Atomics) is a compare-and-swap loop.

func init() {
	effect((*builder).atom, ptx.OpAtom, ptx.OpRed)
}

// atomKind is the AMD operation of an integer atomic, ok false if there is none.
func atomKind(red ptx.RedOp, t ptx.Type) (k AtomicOp, ok bool) {
	s := t.Signed()
	switch red {
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
		return AtomInc, t.Bits() == 32
	case ptx.RedDec:
		return AtomDec, t.Bits() == 32
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
	if in.Op == ptx.OpRed {
		b.atomAt(in, in.Space, -1, 0)
	} else {
		b.atomAt(in, in.Space, 0, 1)
	}
}

// atomAt is an atomic whose destination is operand dst (none if negative) and whose address is operand at.
func (b *builder) atomAt(in *ptx.Instr, space ptx.Space, dst, at int) {
	t := in.Type
	if len(in.Ops) < at+2 {
		b.refuse("%s: operands are missing", in.Text)
	}
	a := b.addr(&in.Ops[at], space)
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
	switch {
	case t.Bits() == 128:
		b.atom128(in, a, m, dst, at)
	case in.Vec > 1 || in.Ops[at+1].Kind == ptx.OpndVec:
		b.atomVector(in, a, m, dst, at)
	default:
		y := b.operand(&in.Ops[at+1], t)
		var z *Value
		if in.Red == ptx.RedCAS {
			z = b.src(in, at+2, t)
		}
		old := b.atomOne(in, a, m, y, z)
		if dst >= 0 {
			b.dst(in, dst, old)
		}
	}
	if acq {
		b.emitFence(Acquire, m.Scope)
	}
}

// atomOne is an atomic on one element: y is the operand, z the new value of a compare-and-swap.
func (b *builder) atomOne(in *ptx.Instr, a address, m Mem, y, z *Value) *Value {
	t := in.Type
	kind, known := atomKind(in.Red, t)
	switch {
	case t.Float():
		return b.atomFloat(in.Red, t, a, m, y, false)
	case t.Bits() == 16:
		return b.atom16(in, a, m, y, z)
	case !known:
		b.refuse("%s is not supported", in.Text)
	case m.Scope == ScopeSys && a.space != SpaceShared && kind != AtomAdd && kind != AtomExch && kind != AtomCas:
		yv := b.keep(y)
		return b.casLoop(a, m, irType(t), func(x *Value) *Value { return b.atomInt(kind, x, b.get(yv)) })
	}
	args := []*Value{a.base, y}
	if kind == AtomCas {
		args = append(args, z)
	}
	m.Atom, m.Size, m.N, m.Align = kind, uint8(t.Size()), 1, uint8(t.Size())
	m.Own = b.runtime // its locks are given back in the round in which they are taken
	return b.mem(OpAtomic, m, irType(t), a.off, args...)
}

// atomVector is a vector atomic: PTX promises atomicity of each element only.
func (b *builder) atomVector(in *ptx.Instr, a address, m Mem, dst, at int) {
	src := parts(&in.Ops[at+1])
	ys := make([]variable, len(src))
	for i := range src {
		ys[i] = b.keep(b.operand(&src[i], in.Type))
	}
	base := b.keepAddr(a)
	olds := make([]variable, len(src))
	for i := range src {
		e := b.at(base, b.c32(0))
		e.off += int64(i * in.Type.Size())
		olds[i] = b.keep(b.atomOne(in, e, m, b.get(ys[i]), nil))
	}
	if dst < 0 {
		return
	}
	d := parts(&in.Ops[dst])
	if len(d) != len(src) {
		b.refuse("%s: %d destinations for %d elements", in.Text, len(d), len(src))
	}
	for i := range d {
		b.write(&d[i], b.get(olds[i]), false)
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
	// Bit 0 stays: an odd address is none of any word's, and faults.
	a.base, a.off = b.and(p, b.c(p.Type, ^uint64(2))), 0
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
func (b *builder) atom16(in *ptx.Instr, a address, m Mem, y, z *Value) *Value {
	x1 := b.keep(y)
	switch in.Red {
	case ptx.RedExch:
		return b.halfLoop(a, m, func(x *Value) *Value { return b.get(x1) })
	case ptx.RedCAS:
		x2 := b.keep(z)
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

// atomFloat is a floating-point atomic, always a loop. add.f32 flushes subnormals on global memory and keeps them on
// shared memory, as recorded on hardware; a generic address is asked where it points. bulk: part of a bulk reduction,
// which keeps them everywhere.
func (b *builder) atomFloat(red ptx.RedOp, t ptx.Type, a address, m Mem, y *Value, bulk bool) *Value {
	yv := b.keep(y)
	var shared variable
	if a.space == SpaceGeneric && red == ptx.RedAdd && t == ptx.F32 && !bulk {
		p := b.add(a.base, b.c64(uint64(a.off)))
		shared = b.keep(b.zext(b.icmp(EQ, b.hi(p), b.hi(b.aperture(SpaceShared))), I32))
	}
	op := func(x *Value) *Value {
		y := b.get(yv)
		switch red {
		case ptx.RedExch:
			return y
		case ptx.RedAdd:
			switch t {
			case ptx.F32:
				keep, flush := FP{Fmt: F32}, FP{Fmt: F32, FTZ: true}
				switch {
				case bulk || a.space == SpaceShared:
					return b.fp(OpFAdd, keep, x, y)
				case a.space == SpaceGlobal:
					return b.fp(OpFAdd, flush, x, y)
				}
				return b.sel(b.icmp(NE, b.get(shared), b.c32(0)), b.fp(OpFAdd, keep, x, y), b.fp(OpFAdd, flush, x, y))
			case ptx.F64:
				return b.atomAddF64(x, y, a.space)
			case ptx.F16, ptx.F16x2:
				return b.fp(OpFAdd, FP{Fmt: fmtOf(t)}, x, y)
			case ptx.BF16:
				return b.bf16Add(x, y)
			case ptx.BF16x2:
				return b.pack16(b.bf16Add(b.lo16(x), b.lo16(y)), b.bf16Add(b.hi16(x), b.hi16(y)))
			}
		case ptx.RedMin, ptx.RedMax:
			o := OpFMin
			if red == ptx.RedMax {
				o = OpFMax
			}
			switch t {
			case ptx.BF16:
				return b.bf16Extreme(o, x, y)
			case ptx.BF16x2:
				return b.pack16(b.bf16Extreme(o, b.lo16(x), b.lo16(y)), b.bf16Extreme(o, b.hi16(x), b.hi16(y)))
			}
			if f := fmtOf(t); f != FmtNone {
				return b.fp(o, FP{Fmt: f}, x, y)
			}
		}
		b.refuse("floating-point atomic %s of .%s is not supported", red, t)
		return nil
	}
	if t.Bits() == 16 {
		return b.halfLoop(a, m, op)
	}
	return b.casLoop(a, m, irType(t), op)
}

// atomAddF64 is the sum of an f64 atomic. As recorded, outside shared memory a NaN operand, else a NaN in memory, comes
// out as it is, signalling or not.
func (b *builder) atomAddF64(x, y *Value, s Space) *Value {
	fp := FP{Fmt: F64}
	r := b.fp(OpFAdd, fp, x, y)
	if s == SpaceShared {
		return r
	}
	return b.sel(b.fcmp(fp, Uno, y, y), y, b.sel(b.fcmp(fp, Uno, x, x), x, r))
}

// bf16Extreme is the minimum or maximum of two bf16: exact in f32, whose NaN is one of bf16 too.
func (b *builder) bf16Extreme(o Op, x, y *Value) *Value {
	return b.hi16(b.fp(o, FP{Fmt: F32}, b.bf16ToF32(x), b.bf16ToF32(y)))
}

// bf16Add is the sum of two bf16, rounded to nearest even once: the exact sum of two bf16 is rounded to odd at 24 bits
// first, from which rounding to 8 bits is right.
func (b *builder) bf16Add(x, y *Value) *Value {
	return b.f32OddToBF16(b.oddF32(OpFAdd, []*Value{b.bf16ToF32(x), b.bf16ToF32(y)})[0])
}

// locked does what no AMD unit does, an atomic access to 128 bits, under a lock of the device's table, chosen by the address,
// which makes it exact among ferry's kernels. The lanes of a wave get their locks in turn, each within one round of the loop,
// so that none waits for a lane that cannot go on.
func (b *builder) locked(a address, scope Scope, access func(a address)) {
	p := b.add(a.base, b.c(a.base.Type, uint64(a.off)))
	base := b.keepAddr(address{space: a.space, base: p})
	table := b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+abi.OffLocks, 8)
	index := b.and(b.lshr(b.fit(p, I32), b.c32(2)), b.c32(4*(abi.LockWords-1)))
	lock := b.keep(b.add(table, b.zext(index, I64)))
	word := Mem{Space: SpaceGlobal, Size: 4, N: 1, Align: 4, Order: Relaxed, Scope: ScopeGPU}
	swap := word
	swap.Atom, swap.Own = AtomCas, true
	todo := b.keep(b.c32(1))
	b.loop(func() *Value { return b.icmp(NE, b.get(todo), b.c32(0)) }, func() {
		got := b.mem(OpAtomic, swap, I32, 0, b.get(lock), b.c32(0), b.c32(1))
		b.ifThen(b.icmp(EQ, got, b.c32(0)), func() {
			b.emitFence(Acquire, scope)
			access(address{space: base.space, base: b.get(base.base)})
			b.emitFence(Release, scope)
			b.mem(OpStore, word, Void, 0, b.get(lock), b.c32(0))
			b.setRaw(todo, b.c32(0))
		})
	})
}

// atom128 is exchange or compare-and-swap of 128 bits.
func (b *builder) atom128(in *ptx.Instr, a address, m Mem, dst, at int) {
	wide := func(i int) (l, h variable) {
		vs := b.vecVars(&in.Ops[i])
		if len(vs) != 2 {
			b.refuse("%s: operand is not a 128-bit register", in.Text)
		}
		return b.keep(b.get(vs[0])), b.keep(b.get(vs[1]))
	}
	var el, eh, yl, yh variable
	cas := in.Red == ptx.RedCAS
	switch {
	case cas:
		el, eh = wide(at + 1)
		yl, yh = wide(at + 2)
	case in.Red == ptx.RedExch:
		yl, yh = wide(at + 1)
	default:
		b.refuse("%s is not supported", in.Text)
	}
	ol, oh := b.keep(b.c64(0)), b.keep(b.c64(0))
	b.locked(a, m.Scope, func(a address) {
		v := b.memLoad(a, m, 8, 2, false)
		b.setRaw(ol, v[0])
		b.setRaw(oh, v[1])
		same := b.c1(true)
		if cas {
			// What is not exchanged isn't written either.
			same = b.and(b.icmp(EQ, v[0], b.get(el)), b.icmp(EQ, v[1], b.get(eh)))
		}
		q := b.keepAddr(a)
		b.ifThen(same, func() { b.memStore(address{space: q.space, base: b.get(q.base)}, m, 8, []*Value{b.get(yl), b.get(yh)}) })
	})
	if dst < 0 || in.Ops[dst].Kind == ptx.OpndSink {
		return
	}
	vs := b.vecVars(&in.Ops[dst])
	if len(vs) != 2 {
		b.refuse("%s: destination is not a 128-bit register", in.Text)
	}
	b.set(vs[0], b.get(ol))
	b.set(vs[1], b.get(oh))
}
