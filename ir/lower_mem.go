package ir

import "ferry/ptx"

// This file lowers loads, stores, fences, moves, and conversions of addresses.

func init() {
	effect((*builder).ld, ptx.OpLd, ptx.OpLdu)
	effect((*builder).st, ptx.OpSt)
	pure((*builder).mov, ptx.OpMov)
	pure((*builder).cvta, ptx.OpCvta)
	pure((*builder).isspacep, ptx.OpIsspacep)
	effect((*builder).fence, ptx.OpMembar, ptx.OpFence, ptx.OpFenceProxy)
	effect(func(b *builder, in *ptx.Instr) {}, ptx.OpPrefetch, ptx.OpPrefetchu, ptx.OpApplypriority, ptx.OpDiscard, ptx.OpPmevent, ptx.OpSetmaxnreg, ptx.OpGriddepcontrol)
	pure(func(b *builder, in *ptx.Instr) { b.dst(in, 0, b.c64(0)) }, ptx.OpCreatepolicyCvt, ptx.OpCreatepolicyFractional, ptx.OpCreatepolicyRange)
}

// address is where a memory operand points.
type address struct {
	space Space
	base  *Value
	off   int64
	place *place // parameter memory that is not memory
}

// addr resolves a memory operand in a PTX state space.
func (b *builder) addr(o *ptx.Operand, space ptx.Space) address {
	if o.Kind != ptx.OpndAddr {
		b.refuse("operand is not an address")
	}
	space = space.Base()
	a := address{off: o.Off()}
	v := o.Var()
	if v != nil && space == ptx.SpaceNone {
		space = v.Space.Base() // a name in a generic access: its own space is meant
	}
	switch space {
	case ptx.SpaceGlobal:
		a.space = SpaceGlobal
	case ptx.SpaceConst:
		a.space = SpaceConst
	case ptx.SpaceShared:
		a.space = SpaceShared
	case ptx.SpaceLocal:
		a.space = SpaceLocal
	case ptx.SpaceNone:
		a.space = SpaceGeneric
	case ptx.SpaceParam:
		return b.paramAddr(o)
	default:
		b.refuse("memory access in .%s", space)
	}
	want := I64
	if a.space == SpaceShared || a.space == SpaceLocal {
		want = I32
	}
	switch {
	case v != nil:
		if v.Space.Base() != space {
			b.refuse("%s is not in .%s", v.Name, space)
		}
		a.base = b.varAddr(v, 0)
		if a.base.Op == OpConst {
			a.base, a.off = b.c32(uint32(a.base.Imm)+uint32(a.off)), 0
		}
	case o.Reg != ptx.NoReg:
		vs := b.fr.regs[o.Reg]
		if len(vs) != 1 {
			b.refuse("vector register as an address")
		}
		a.base = b.fit(b.get(vs[0]), want)
	default:
		a.base, a.off = b.c(want, uint64(a.off)), 0
	}
	return a
}

func (b *builder) paramAddr(o *ptx.Operand) address {
	a := address{off: o.Off()}
	if v := o.Var(); v != nil {
		p := b.fr.vars[v]
		switch {
		case p == nil:
			b.refuse("parameter %s is not declared here", v.Name)
		case p.kernel:
			a.space, a.base, a.off = SpaceConst, b.kernarg(), a.off+int64(p.off)
		case p.memory:
			a.space, a.base = SpaceLocal, b.frameAddr(int64(p.off))
		default:
			a.place = p
		}
		return a
	}
	if o.Reg == ptx.NoReg {
		b.refuse("parameter address without a name")
	}
	x := b.get(b.fr.regs[o.Reg][0])
	if b.fr.up == nil {
		a.space, a.base = SpaceConst, b.add(b.kernarg(), b.fit(x, I64))
	} else {
		a.space, a.base = SpaceLocal, b.fit(x, I32)
	}
	return a
}

func scopeOf(in *ptx.Instr) Scope {
	switch in.Scope {
	case ptx.ScopeCTA, ptx.ScopeCluster:
		return ScopeCTA
	case ptx.ScopeGPU:
		return ScopeGPU
	case ptx.ScopeSys:
		return ScopeSys
	}
	return ScopeNone
}

// memAttr are the ordering attributes of an access.
func memAttr(in *ptx.Instr) Mem {
	m := Mem{Scope: scopeOf(in)}
	switch in.Sem {
	case ptx.SemRelaxed, ptx.SemAcquire, ptx.SemRelease, ptx.SemAcqRel, ptx.SemSC:
		m.Order = Relaxed
		if m.Scope == ScopeNone {
			m.Scope = ScopeGPU
		}
	}
	if in.Has(ptx.Volatile) || in.Has(ptx.MMIO) || in.Cache == ptx.CacheCV || in.Cache == ptx.CacheWT {
		m.Order, m.Scope = Volatile, ScopeSys
	}
	switch in.Cache {
	case ptx.CacheCS, ptx.CacheLU:
		m.NoTmp = true
	}
	return m
}

func (b *builder) emitFence(o Order, s Scope) {
	if s == ScopeNone {
		s = ScopeGPU
	}
	b.mem(OpFence, Mem{Order: o, Scope: s}, Void, 0)
}

// memLoad reads n elements of size bytes from a, as I32 (size up to 4) or I64, in as few operations as the largest
// access of 16 bytes allows. PTX demands natural alignment of the whole vector.
func (b *builder) memLoad(a address, m Mem, size, n int, signed bool) []*Value {
	out := make([]*Value, 0, n)
	if a.place != nil {
		for i := range n {
			out = append(out, b.loadPlace(a.place, a.off+int64(i*size), size, signed))
		}
		return out
	}
	m.Space = a.space
	total := size * n
	if n == 1 {
		m.Size, m.N, m.Signed, m.Align = uint8(size), 1, signed && size < 4, uint8(size)
		t := I32
		if size == 8 {
			t = I64
		}
		return append(out, b.mem(OpLoad, m, t, a.off, a.base))
	}
	// Small elements come in words.
	m.Align = uint8(min(total, 16))
	if size < 4 {
		var words []*Value
		switch {
		case total == 2:
			m.Size, m.N = 2, 1
			words = append(words, b.mem(OpLoad, m, I32, a.off, a.base))
		default:
			words = b.wordLoad(a, m, total/4)
		}
		for i := range n {
			w := words[i*size/4]
			pos := uint32(i*size%4) * 8
			if signed {
				out = append(out, b.bfeS(w, pos, uint32(size)*8))
			} else {
				out = append(out, b.bfeU(w, pos, uint32(size)*8))
			}
		}
		return out
	}
	if size == 4 {
		return b.wordLoad(a, m, n)
	}
	for i := 0; i < n; i += 2 {
		m.Size, m.N = 8, 2
		v := b.mem(OpLoad, m, Tuple, a.off+int64(i*8), a.base)
		out = append(out, b.proj(v, 0, I64), b.proj(v, 1, I64))
	}
	return out
}

func (b *builder) wordLoad(a address, m Mem, n int) []*Value {
	out := make([]*Value, 0, n)
	m.Size = 4
	for i := 0; i < n; {
		k := min(n-i, 4)
		m.N = uint8(k)
		if k == 1 {
			out = append(out, b.mem(OpLoad, m, I32, a.off+int64(i*4), a.base))
		} else {
			v := b.mem(OpLoad, m, Tuple, a.off+int64(i*4), a.base)
			for j := range k {
				out = append(out, b.proj(v, j, I32))
			}
		}
		i += k
	}
	return out
}

// low32 is an I32 whose low bits are x's (I16 or I32); the others do not matter.
func (b *builder) low32(x *Value) *Value {
	switch {
	case x.Type == I32:
		return x
	case x.Type == I64:
		return b.lo(x)
	case x.Op == OpTrunc && x.Args[0].Type == I32:
		return x.Args[0]
	case x.Op == OpConst:
		return b.c32(uint32(x.Imm))
	}
	return b.zext(x, I32)
}

// memStore writes the elements vals of size bytes.
func (b *builder) memStore(a address, m Mem, size int, vals []*Value) {
	if a.place != nil {
		for i, v := range vals {
			b.storePlace(a.place, a.off+int64(i*size), size, v)
		}
		return
	}
	if a.space == SpaceConst {
		b.refuse("store to constant memory or to the parameters of a kernel, which nothing can write")
	}
	m.Space = a.space
	n := len(vals)
	total := size * n
	m.Align = uint8(min(total, 16))
	if size < 8 {
		for i, v := range vals {
			vals[i] = b.low32(v)
		}
	}
	if n == 1 {
		m.Size, m.N = uint8(size), 1
		b.mem(OpStore, m, Void, a.off, a.base, vals[0])
		return
	}
	if size < 4 {
		per := 4 / size
		var words []*Value
		for i := 0; i < n; i += per {
			w := b.and(vals[i], b.c32(1<<(8*size)-1))
			for j := 1; j < per && i+j < n; j++ {
				x := vals[i+j]
				if j < per-1 || total == 2 {
					x = b.and(x, b.c32(1<<(8*size)-1))
				}
				w = b.or(w, b.shl(x, b.c32(uint32(8*size*j))))
			}
			words = append(words, w)
		}
		if total == 2 {
			m.Size, m.N = 2, 1
			b.mem(OpStore, m, Void, a.off, a.base, words[0])
			return
		}
		vals, size = words, 4
		n = len(words)
	}
	per := 16 / size
	for i := 0; i < n; i += per {
		k := min(per, n-i)
		m.Size, m.N = uint8(size), uint8(k)
		args := append([]*Value{a.base}, vals[i:i+k]...)
		b.mem(OpStore, m, Void, a.off+int64(i*size), args...)
	}
}

func (b *builder) ld(in *ptx.Instr) {
	t := in.Type
	size, n := t.Size(), int(max(in.Vec, 1))
	if len(in.Ops) < 2 {
		b.refuse("%s: operands are missing", in.Text)
	}
	a := b.addr(&in.Ops[1], in.Space)
	m := memAttr(in)
	if in.Has(ptx.NC) && a.space == SpaceGlobal && m.Order == Weak {
		a.space = SpaceConst // nothing writes it while the kernel runs
	}
	if in.Sem == ptx.SemAcquire && a.space == SpaceConst {
		m.Order = Weak
	}
	wide := size == 16
	if wide {
		size, n = 8, n*2
	}
	vals := b.memLoad(a, m, size, n, t.Signed())
	dst := parts(&in.Ops[0])
	if vs := b.vecVars(&in.Ops[0]); len(vs) == n && n > 1 {
		for i, v := range vs {
			b.set(v, b.fitSigned(vals[i], b.varTypes[v], t.Signed()))
		}
	} else if wide {
		for i := range dst {
			if dst[i].Kind == ptx.OpndSink {
				continue
			}
			vs := b.vecVars(&dst[i])
			if len(vs) != 2 {
				b.refuse("%s: destination is not a 128-bit register", in.Text)
			}
			b.set(vs[0], vals[2*i])
			b.set(vs[1], vals[2*i+1])
		}
	} else {
		if len(dst) != n {
			b.refuse("%s: %d destinations for %d elements", in.Text, len(dst), n)
		}
		for i := range dst {
			b.write(&dst[i], vals[i], t.Signed())
		}
	}
	if in.Sem == ptx.SemAcquire {
		b.emitFence(Acquire, m.Scope)
	}
}

func (b *builder) fitSigned(x *Value, t Type, signed bool) *Value {
	if x.Type.Bits() < t.Bits() {
		return b.ext(x, t, signed)
	}
	return b.fit(x, t)
}

func (b *builder) st(in *ptx.Instr) {
	t := in.Type
	size := t.Size()
	if len(in.Ops) < 2 {
		b.refuse("%s: operands are missing", in.Text)
	}
	a := b.addr(&in.Ops[0], in.Space)
	m := memAttr(in)
	var vals []*Value
	if vs := b.vecVars(&in.Ops[1]); len(vs) > 1 {
		for _, v := range vs {
			vals = append(vals, b.get(v))
		}
	} else {
		src := parts(&in.Ops[1])
		for i := range src {
			if size == 16 {
				vs := b.vecVars(&src[i])
				switch {
				case len(vs) == 2:
					vals = append(vals, b.get(vs[0]), b.get(vs[1]))
				case src[i].Kind == ptx.OpndInt:
					vals = append(vals, b.c64(src[i].Imm), b.c64(0))
				default:
					b.refuse("%s: source is not a 128-bit register", in.Text)
				}
				continue
			}
			if t == ptx.F32 && src[i].Kind == ptx.OpndReg && b.fr.fn.Regs[src[i].Reg].Type == ptx.B64 {
				// NVIDIA's compiler converts what the register holds as a number without sign (testdata/forms, family wide).
				vals = append(vals, b.intToF32(b.operand(&src[i], ptx.U64), false, RN, false))
				continue
			}
			vals = append(vals, b.operand(&src[i], t))
		}
	}
	if size == 16 {
		size = 8
	}
	if in.Sem == ptx.SemRelease {
		b.emitFence(Release, m.Scope)
	}
	if t.Size() == 16 && len(vals) == 2 && m.Order != Weak && a.place == nil && a.space != SpaceLocal {
		// Not between the two halves of an atomic on the same place.
		lo, hi := b.keep(vals[0]), b.keep(vals[1])
		b.locked(a, m.Scope, func(a address) { b.memStore(a, m, size, []*Value{b.get(lo), b.get(hi)}) })
		return
	}
	b.memStore(a, m, size, vals)
}

// mov moves registers, special registers, addresses, and packs and unpacks vectors.
func (b *builder) mov(in *ptx.Instr) {
	t := in.Type
	d, s := &in.Ops[0], &in.Ops[1]
	dv, sv := b.vecVars(d), b.vecVars(s)
	switch {
	case len(dv) > 1 && s.Kind == ptx.OpndSReg:
		// mov.v4.u32 %v, %tid
		for i, v := range dv {
			b.set(v, b.fit(b.sregElem(s.SReg, i), b.varTypes[v]))
		}
		return
	case d.Kind == ptx.OpndVec && s.Kind == ptx.OpndSReg:
		for i := range d.Elems {
			b.write(&d.Elems[i], b.sregElem(s.SReg, i), false)
		}
		return
	case len(dv) > 1 && len(sv) == len(dv):
		vals := make([]*Value, len(sv))
		for i := range sv {
			vals[i] = b.get(sv[i])
		}
		for i := range dv {
			b.set(dv[i], vals[i])
		}
		return
	case d.Kind == ptx.OpndVec && len(sv) == len(d.Elems) && len(sv) > 1:
		vals := make([]*Value, len(sv))
		for i := range sv {
			vals[i] = b.get(sv[i])
		}
		for i := range d.Elems {
			b.write(&d.Elems[i], vals[i], false)
		}
		return
	case s.Kind == ptx.OpndVec && len(dv) == len(s.Elems) && len(dv) > 1:
		vals := make([]*Value, len(dv))
		for i := range dv {
			vals[i] = b.operandAs(&s.Elems[i], b.varTypes[dv[i]])
		}
		for i := range dv {
			b.set(dv[i], vals[i])
		}
		return
	case s.Kind == ptx.OpndVec && d.Kind == ptx.OpndVec:
		vals := make([]*Value, len(s.Elems))
		for i := range s.Elems {
			vals[i] = b.operand(&s.Elems[i], t)
		}
		for i := range d.Elems {
			b.write(&d.Elems[i], vals[i], false)
		}
		return
	case s.Kind == ptx.OpndVec:
		b.movPack(in, d, s)
		return
	case d.Kind == ptx.OpndVec:
		b.movUnpack(in, d, s)
		return
	case t == ptx.B128:
		b.refuse("%s of this operand", in.Text)
	case len(dv) > 1: // ptxas takes it and spreads the bytes of s over the elements, of which the manual says nothing
		b.refuse("%s of one value to a vector register", in.Text)
	}
	b.dst(in, 0, b.operand(s, t))
}

// operandAs reads o as a value of a register type.
func (b *builder) operandAs(o *ptx.Operand, t Type) *Value {
	pt := [...]ptx.Type{I1: ptx.Pred, I16: ptx.B16, I32: ptx.B32, I64: ptx.B64}[t]
	return b.operand(o, pt)
}

func (b *builder) sregElem(s ptx.SReg, i int) *Value {
	var x ptx.SReg
	switch s {
	case ptx.SRegTid:
		x = ptx.SRegTidX
	case ptx.SRegNtid:
		x = ptx.SRegNtidX
	case ptx.SRegCtaid:
		x = ptx.SRegCtaidX
	case ptx.SRegNctaid:
		x = ptx.SRegNctaidX
	case ptx.SRegClusterid:
		x = ptx.SRegClusteridX
	case ptx.SRegNclusterid:
		x = ptx.SRegNclusteridX
	case ptx.SRegClusterCtaid:
		x = ptx.SRegClusterCtaidX
	case ptx.SRegClusterNctaid:
		x = ptx.SRegClusterNctaidX
	default:
		b.refuse("%s is not a vector", s)
	}
	return b.sreg(x + ptx.SReg(i))
}

// movPack is mov.bN d, {a, b, ...}: element 0 in the lowest bits.
func (b *builder) movPack(in *ptx.Instr, d, s *ptx.Operand) {
	n := len(s.Elems)
	bits := in.Type.Bits()
	if n == 0 || bits%n != 0 {
		b.refuse("%s of %d elements", in.Text, n)
	}
	switch e := bits / n; e {
	case 64: // mov.b128
		dv := b.vecVars(d)
		if len(dv) != 2 {
			b.refuse("%s: destination is not a 128-bit register", in.Text)
		}
		l, h := b.operand(&s.Elems[0], ptx.B64), b.operand(&s.Elems[1], ptx.B64)
		b.set(dv[0], l)
		b.set(dv[1], h)
	case 32:
		if n == 4 {
			dv := b.vecVars(d)
			if len(dv) != 2 {
				b.refuse("%s: destination is not a 128-bit register", in.Text)
			}
			var x [4]*Value
			for i := range x {
				x[i] = b.operand(&s.Elems[i], ptx.B32)
			}
			b.set(dv[0], b.pack(x[0], x[1]))
			b.set(dv[1], b.pack(x[2], x[3]))
			return
		}
		b.write(d, b.pack(b.operand(&s.Elems[0], ptx.B32), b.operand(&s.Elems[1], ptx.B32)), false)
	case 16:
		w := make([]*Value, 0, 2)
		for i := 0; i < n; i += 2 {
			w = append(w, b.pack16(b.operand(&s.Elems[i], ptx.B16), b.operand(&s.Elems[i+1], ptx.B16)))
		}
		if n == 2 {
			b.write(d, w[0], false)
		} else {
			b.write(d, b.pack(w[0], w[1]), false)
		}
	case 8:
		w := make([]*Value, 0, 2)
		for i := 0; i < n; i += 4 {
			var x *Value
			for j := 0; j < 4 && i+j < n; j++ {
				y := b.and(b.low32(b.operand(&s.Elems[i+j], ptx.B8)), b.c32(0xff))
				y = b.shl(y, b.c32(uint32(8*j)))
				if x == nil {
					x = y
				} else {
					x = b.or(x, y)
				}
			}
			w = append(w, x)
		}
		switch n {
		case 2:
			b.write(d, b.lo16(w[0]), false)
		case 4:
			b.write(d, w[0], false)
		default:
			b.write(d, b.pack(w[0], w[1]), false)
		}
	default:
		b.refuse("%s of %d elements", in.Text, n)
	}
}

// movUnpack is mov.bN {a, b, ...}, s.
func (b *builder) movUnpack(in *ptx.Instr, d, s *ptx.Operand) {
	n := len(d.Elems)
	bits := in.Type.Bits()
	if n == 0 || bits%n != 0 {
		b.refuse("%s of %d elements", in.Text, n)
	}
	var words []*Value // 32 bits each
	switch bits {
	case 128:
		sv := b.vecVars(s)
		if len(sv) != 2 {
			b.refuse("%s: source is not a 128-bit register", in.Text)
		}
		l, h := b.get(sv[0]), b.get(sv[1])
		if n == 2 {
			b.write(&d.Elems[0], l, false)
			b.write(&d.Elems[1], h, false)
			return
		}
		words = []*Value{b.lo(l), b.hi(l), b.lo(h), b.hi(h)}
	case 64:
		x := b.operand(s, ptx.B64)
		words = []*Value{b.lo(x), b.hi(x)}
	case 32:
		words = []*Value{b.operand(s, ptx.B32)}
	case 16:
		words = []*Value{b.low32(b.operand(s, ptx.B16))}
	}
	e := bits / n
	vals := make([]*Value, n)
	for i := range vals {
		w := words[i*e/32]
		switch pos := i * e % 32; {
		case e == 32:
			vals[i] = w
		case e == 16 && pos == 0:
			vals[i] = b.lo16(w)
		case e == 16:
			vals[i] = b.hi16(w)
		case e == 8:
			vals[i] = b.lo16(b.bfeU(w, uint32(pos), 8))
		default:
			b.refuse("%s of %d elements of %d bits", in.Text, n, e)
		}
	}
	for i := range d.Elems {
		b.write(&d.Elems[i], vals[i], false)
	}
}

// cvta converts between an address in a space and a generic one. Global and constant addresses are generic ones.
func (b *builder) cvta(in *ptx.Instr) {
	space := in.Space.Base()
	o := &in.Ops[1]
	if in.Has(ptx.To) {
		x := b.operand(o, in.Type)
		switch space {
		case ptx.SpaceShared, ptx.SpaceLocal:
			x = b.fit(b.fit(x, I32), irType(in.Type)) // the low half is the offset
		case ptx.SpaceParam:
			if b.fr.up == nil {
				x = b.sub(b.fit(x, I64), b.kernarg())
			} else {
				x = b.fit(b.fit(x, I32), irType(in.Type))
			}
		}
		b.dst(in, 0, x)
		return
	}
	x := b.operand(o, in.Type)
	switch space {
	case ptx.SpaceShared, ptx.SpaceLocal:
		x = b.generic(x, space == ptx.SpaceShared)
	case ptx.SpaceParam:
		if b.fr.up == nil {
			x = b.add(b.kernarg(), b.fit(x, I64))
		} else {
			x = b.generic(x, false)
		}
	}
	b.dst(in, 0, b.fit(x, irType(in.Type)))
}

// generic is the generic address of an offset in shared or local memory.
func (b *builder) generic(x *Value, shared bool) *Value {
	v := b.f.NewValue(OpApertureBase, I64, b.line)
	v.Mem.Space = SpaceLocal
	if shared {
		v.Mem.Space = SpaceShared
	}
	b.append(v)
	return b.pack(b.fit(x, I32), b.hi(v))
}

// isspacep asks which window a generic address points into. Constant variables and kernel parameters lie in global
// memory here: they are told from it by their own places.
func (b *builder) isspacep(in *ptx.Instr) {
	x := b.fit(b.src(in, 1, ptx.B64), I64)
	var r *Value
	switch in.Space.Base() {
	case ptx.SpaceShared:
		r = b.inAperture(x, SpaceShared)
	case ptx.SpaceLocal:
		r = b.inAperture(x, SpaceLocal)
	case ptx.SpaceGlobal:
		// A parameter's generic address counts as global, too (recorded: async2).
		r = b.not(b.or(b.or(b.inAperture(x, SpaceShared), b.inAperture(x, SpaceLocal)), b.inConst(x)))
	case ptx.SpaceConst:
		r = b.inConst(x)
	case ptx.SpaceParam:
		r = b.inParams(x)
	default:
		b.refuse("%s is not supported", in.Text)
	}
	b.dst(in, 0, r)
}

func (b *builder) inAperture(x *Value, s Space) *Value {
	return b.icmp(EQ, b.hi(x), b.hi(b.aperture(s)))
}

// inParams: x points to a parameter of the kernel.
func (b *builder) inParams(x *Value) *Value {
	return b.icmp(ULT, b.sub(x, b.kernarg()), b.c64(uint64(b.f.ParamBytes)))
}

// inConst: x points into a constant variable of the module.
func (b *builder) inConst(x *Value) *Value {
	const most = 256
	r, n := b.c1(false), 0
	for _, v := range b.m.Vars {
		if v.Space.Base() != ptx.SpaceConst || v.Definition() != v || v.Size() == 0 {
			continue
		}
		if n++; n > most {
			b.refuse("isspacep in a module of more than %d constant variables", most)
		}
		r = b.or(r, b.icmp(ULT, b.sub(x, b.symAddr(SymbolName(v), false, 0)), b.c64(uint64(v.Size()))))
	}
	return r
}

func (b *builder) aperture(s Space) *Value {
	v := b.f.NewValue(OpApertureBase, I64, b.line)
	v.Mem.Space = s
	b.append(v)
	return v
}

func (b *builder) fence(in *ptx.Instr) {
	s := scopeOf(in)
	o := SeqCst
	switch in.Op {
	case ptx.OpMembar:
		switch {
		case in.Mode == ptx.ModeGL:
			s = ScopeGPU
		case in.HasWord("cta"):
			s = ScopeCTA
		case in.HasWord("sys"):
			s = ScopeSys
		default:
			s = ScopeSys // membar.proxy
		}
	case ptx.OpFence:
		switch in.Sem {
		case ptx.SemAcqRel:
			o = AcqRel
		case ptx.SemAcquire:
			o = Acquire
		case ptx.SemRelease:
			o = Release
		}
	case ptx.OpFenceProxy:
		if s == ScopeNone {
			s = ScopeSys
		}
	}
	b.emitFence(o, s)
}
