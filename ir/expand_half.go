package ir

import "ferry/ptx"

// This file lowers half-precision arithmetic: f16 and f16x2 with AMD's units, bf16 and bf16x2 through f32.

// halfArith lowers add, sub, mul, fma, mad, abs, neg, min and max of the half types.
func (b *builder) halfArith(in *ptx.Instr) {
	t := in.Type
	e := t.Elem()
	n := len(in.Ops) - 1
	src := make([]*Value, n)
	for i := range src {
		src[i] = b.src(in, i+1, t)
	}
	one := func(v []*Value) *Value {
		if e == ptx.BF16 {
			return b.oob(in, v, b.bf16Op(in, v))
		}
		return b.oob(in, v, b.f16Op(in, v))
	}
	if e == t {
		b.dst(in, 0, one(src))
		return
	}
	if e == ptx.F16 && !in.Has(ptx.Relu) && !in.Has(ptx.OOB) {
		if r := b.packedF16(in, src); r != nil {
			b.dst(in, 0, r)
			return
		}
	}
	lo, hi := make([]*Value, n), make([]*Value, n)
	for i, x := range src {
		lo[i], hi[i] = b.lo16(x), b.hi16(x)
	}
	if e == ptx.BF16 {
		if r, ok := b.bf16Sum(in, lo, hi); ok {
			b.dst(in, 0, b.pack16(b.oob(in, lo, r[0]), b.oob(in, hi, r[1])))
			return
		}
	}
	b.dst(in, 0, b.pack16(one(lo), one(hi)))
}

// oob makes the result r of fma.oob +0 where a factor is the NaN that stands for out of bounds in both formats: 0x7ff7,
// with either sign, as recorded.
func (b *builder) oob(in *ptx.Instr, v []*Value, r *Value) *Value {
	if !in.Has(ptx.OOB) {
		return r
	}
	is := func(x *Value) *Value { return b.icmp(EQ, b.and(b.zext(x, I32), b.c32(0x7fff)), b.c32(0x7ff7)) }
	return b.sel(b.or(is(v[0]), is(v[1])), b.c16(0), r)
}

// packedF16 is what AMD does on both halves at once, or nil.
func (b *builder) packedF16(in *ptx.Instr, v []*Value) *Value {
	a := FP{Fmt: F16x2, FTZ: in.Has(ptx.FTZ), Sat: in.Has(ptx.Sat)}
	switch in.Op {
	case ptx.OpAdd:
		return b.fp(OpFAdd, a, v[0], v[1])
	case ptx.OpSub:
		return b.fp(OpFAdd, a, v[0], b.fneg(F16x2, v[1]))
	case ptx.OpMul:
		return b.fp(OpFMul, a, v[0], v[1])
	case ptx.OpFma:
		return b.fp(OpFFma, a, v[0], v[1], v[2])
	}
	return nil
}

func (b *builder) f16Op(in *ptx.Instr, v []*Value) *Value {
	a := FP{Fmt: F16, FTZ: in.Has(ptx.FTZ), Sat: in.Has(ptx.Sat)}
	var r *Value
	switch in.Op {
	case ptx.OpAdd:
		r = b.fp(OpFAdd, a, v[0], v[1])
	case ptx.OpSub:
		r = b.fp(OpFAdd, a, v[0], b.fneg(F16, v[1]))
	case ptx.OpMul:
		r = b.fp(OpFMul, a, v[0], v[1])
	case ptx.OpFma, ptx.OpMad:
		r = b.fp(OpFFma, a, v[0], v[1], v[2])
	case ptx.OpMin, ptx.OpMax:
		return b.minMaxF(in, FP{Fmt: F16, FTZ: a.FTZ}, v)
	case ptx.OpAbs, ptx.OpNeg:
		r = b.fneg(F16, v[0])
		if in.Op == ptx.OpAbs {
			r = b.fabs(F16, v[0])
		}
		if a.FTZ {
			r = b.fp(OpFCanon, FP{Fmt: F16, FTZ: true}, r)
		}
		return r
	default:
		b.refuse("%s is not supported", in.Text)
	}
	if in.Has(ptx.Relu) {
		r = b.reluHalf(ptx.F16, r)
	}
	return r
}

func (b *builder) bf16Op(in *ptx.Instr, v []*Value) *Value {
	if r, ok := b.bf16Sum(in, v); ok {
		return r[0]
	}
	if in.Has(ptx.Sat) || in.Has(ptx.FTZ) {
		b.refuse("%s is not supported", in.Text)
	}
	w := make([]*Value, len(v))
	for i := range v {
		w[i] = b.bf16ToF32(v[i])
	}
	switch in.Op {
	case ptx.OpMin, ptx.OpMax:
		return b.hi16(b.minMaxF(in, FP{Fmt: F32}, w))
	case ptx.OpAbs:
		return b.hi16(b.fabs(F32, w[0]))
	case ptx.OpNeg:
		return b.hi16(b.fneg(F32, w[0]))
	}
	b.refuse("%s is not supported", in.Text)
	return nil
}

// oddF32 is an f32 operation rounded to odd: towards zero, with the last bit set where that was inexact. Rounding its
// result to nearest at bf16's 8 bits is rounding the exact result once. Several elements go through each rounding mode
// together, which saves switches.
func (b *builder) oddF32(op Op, elems ...[]*Value) []*Value {
	up, down := make([]*Value, len(elems)), make([]*Value, len(elems))
	for i, v := range elems {
		up[i] = b.fp(op, FP{Fmt: F32, Round: RP}, v...)
	}
	for i, v := range elems {
		down[i] = b.fp(op, FP{Fmt: F32, Round: RM}, v...)
	}
	for i := range elems {
		inexact := b.fcmp(FP{Fmt: F32}, NE, up[i], down[i])
		odd := b.or(b.bin(OpMinU, up[i], down[i]), b.c32(1)) // the one nearer to zero, of the same sign
		up[i] = b.sel(inexact, odd, up[i])                   // an exact zero is +0 unless both directions agree on -0
	}
	return up
}

// bf16Sum is add, sub, mul, fma or mad of bf16 elements, each given by its operands. ok is false for other operations.
func (b *builder) bf16Sum(in *ptx.Instr, elems ...[]*Value) (r []*Value, ok bool) {
	op := OpFAdd
	switch in.Op {
	case ptx.OpAdd, ptx.OpSub:
	case ptx.OpMul:
		op = OpFMul
	case ptx.OpFma, ptx.OpMad:
		op = OpFFma
	default:
		return nil, false
	}
	if in.Has(ptx.Sat) || in.Has(ptx.FTZ) {
		b.refuse("%s is not supported", in.Text)
	}
	wide := make([][]*Value, len(elems))
	for i, v := range elems {
		for k, x := range v {
			w := b.bf16ToF32(x)
			if in.Op == ptx.OpSub && k == 1 {
				w = b.fneg(F32, w)
			}
			wide[i] = append(wide[i], w)
		}
	}
	r = b.oddF32(op, wide...)
	for i := range r {
		r[i] = b.f32OddToBF16(r[i])
		if in.Has(ptx.Relu) {
			r[i] = b.reluHalf(ptx.BF16, r[i])
		}
	}
	return r, true
}

// f32OddToBF16 rounds f32 bits to nearest even at 16 bits. NaN becomes the canonical one.
func (b *builder) f32OddToBF16(x *Value) *Value { return b.f32ToBF16(x, RN) }
