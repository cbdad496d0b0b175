package ir

import (
	"math"

	"ferry/ptx"
)

// This file lowers division, reciprocals and square roots with correct rounding in all four directions. The approximate
// forms are in expand_approx.go.

func init() {
	pure((*builder).rcp, ptx.OpRcp)
	pure((*builder).sqrt, ptx.OpSqrt)
}

func isApprox(in *ptx.Instr) bool { return in.Has(ptx.Approx) || in.Has(ptx.Full) }

func (b *builder) floatDiv(in *ptx.Instr) {
	if isApprox(in) {
		b.divApprox(in)
		return
	}
	f := fmtOf(in.Type)
	b.dst(in, 0, b.divide(in, f, b.src(in, 1, in.Type), b.src(in, 2, in.Type)))
}

func (b *builder) rcp(in *ptx.Instr) {
	if isApprox(in) {
		b.rcpApprox(in)
		return
	}
	f := fmtOf(in.Type)
	one := b.c64(math.Float64bits(1))
	if f == F32 {
		one = b.c32(f32bits(1))
	}
	b.dst(in, 0, b.divide(in, f, one, b.src(in, 1, in.Type)))
}

// divide is x / y in the direction of in.
func (b *builder) divide(in *ptx.Instr, f Fmt, x, y *Value) *Value {
	r := roundOf(in)
	switch {
	case f == F32:
		ftz := FP{Fmt: F32, FTZ: true}
		if in.Has(ptx.FTZ) {
			x, y = b.fp(OpFCanon, ftz, x), b.fp(OpFCanon, ftz, y)
		}
		var q *Value
		if r == RN {
			q = b.divNearest(F32, x, y)
		} else {
			q = b.divDirected32(x, y, r)
		}
		if in.Has(ptx.FTZ) {
			q = b.fp(OpFCanon, ftz, q)
		}
		return q
	case f == F64 && r == RN:
		return b.divNearest(F64, x, y)
	case f == F64:
		return b.divDirected64(x, y, r)
	}
	b.refuse("%s is not supported", in.Text)
	return nil
}

// divNearest is AMD's recipe: scale numerator and denominator out of harm's way, refine a reciprocal, multiply, correct
// the quotient by its residual, undo the scaling with the last fused multiply-add, and mend the special cases.
// The correction is exact if the reciprocal is the nearest number. With a unit that is off by an ulp the refinement gives
// that for every denominator but those whose mantissa is all ones (Markstein's exception), which get it besides.
func (b *builder) divNearest(f Fmt, x, y *Value) *Value {
	a := FP{Fmt: f}
	t := f.Type()
	one := b.f32(1)
	steps := 1
	if f == F64 {
		one = b.f64(1)
		steps = 2
	}
	dt := b.fpT(OpAmdDivScale, a, Tuple, 0, y, y, x)
	d := b.proj(dt, 0, t)
	nt := b.fpT(OpAmdDivScale, a, Tuple, 0, x, y, x)
	n, scaled := b.proj(nt, 0, t), b.proj(nt, 1, I1)
	nd := b.fneg(f, d)
	r := b.fp(OpAmdRcp, a, d)
	for range steps {
		e := b.fp(OpFFma, a, nd, r, one)
		if f == F32 {
			// One more unit in e's last place, so that a denominator of all ones does not end on a tie that goes the wrong way.
			e = b.fp(OpFFma, a, b.fabs(f, e), b.f32(0x1p-23), e)
		}
		r = b.fp(OpFFma, a, e, r, r)
	}
	if f == F64 {
		// Here e is not exact enough for that; the last bit of the reciprocal is known.
		ones := b.icmp(EQ, b.and(b.or(b.hi(d), b.c32(0xfff00000)), b.lo(d)), b.c32(^uint32(0)))
		r = b.pack(b.or(b.lo(r), b.zext(ones, I32)), b.hi(r))
	}
	q := b.fp(OpFMul, a, n, r)
	if f == F32 {
		q = b.fp(OpFFma, a, b.fp(OpFFma, a, nd, q, n), r, q)
	}
	e := b.fp(OpFFma, a, nd, q, n)
	q = b.fp(OpAmdDivFmas, a, e, r, q, scaled)
	return b.fp(OpAmdDivFixup, a, q, y, x)
}

// divDirected32 divides in f64, which is exact enough: a quotient of two 24-bit numbers that is no 24-bit number itself
// differs from each by more than 2^-49 of its size, so rounding the f64 quotient once more in the direction wanted is
// right.
func (b *builder) divDirected32(x, y *Value, r Round) *Value {
	a := FP{Fmt: F64}
	wx, wy := b.fpT(OpFExt, FP{Fmt: F32}, I64, 0, x), b.fpT(OpFExt, FP{Fmt: F32}, I64, 0, y)
	one := b.c64(math.Float64bits(1))
	ny := b.fneg(F64, wy)
	inv := b.fp(OpAmdRcp, a, wy)
	for range 2 {
		inv = b.fp(OpFFma, a, b.fp(OpFFma, a, ny, inv, one), inv, inv)
	}
	q := b.fp(OpFMul, a, wx, inv)
	q = b.fp(OpFFma, a, b.fp(OpFFma, a, ny, q, wx), inv, q)
	q = b.fp(OpAmdDivFixup, a, q, wy, wx)
	return b.fpT(OpFTruncTo, FP{Fmt: F64, Round: r}, I32, 0, q)
}

// Classes of OpFClass.
const (
	classNaN  = 3
	classInf  = 4 | 512
	classZero = 32 | 64
)

// divDirected64 divides the mantissas, whose quotient of nearest rounding is corrected by the sign of its exact
// residual, and scales the result. A result below the normal range is rounded once more by the scaling; it starts from
// the truncated quotient with its last bit set if inexact, which is enough for a directed rounding.
func (b *builder) divDirected64(x, y *Value, r Round) *Value {
	a := FP{Fmt: F64}
	one := b.c64(math.Float64bits(1))
	mx, my := b.fabs(F64, b.fp(OpAmdFrexpMant, a, x)), b.fabs(F64, b.fp(OpAmdFrexpMant, a, y))
	e := b.sub(b.fpT(OpAmdFrexpExp, a, I32, 0, x), b.fpT(OpAmdFrexpExp, a, I32, 0, y))
	nm := b.fneg(F64, my)
	inv := b.fp(OpAmdRcp, a, my)
	for range 2 {
		inv = b.fp(OpFFma, a, b.fp(OpFFma, a, nm, inv, one), inv, inv)
	}
	q := b.fp(OpFMul, a, mx, inv)
	q = b.fp(OpFFma, a, b.fp(OpFFma, a, nm, q, mx), inv, q)
	rem := b.fp(OpFFma, a, nm, q, mx) // exact
	zero := b.c64(0)
	neg, pos := b.fcmp(a, LT, rem, zero), b.fcmp(a, GT, rem, zero)
	down := b.sel(neg, b.sub(q, b.c64(1)), q)
	up := b.sel(pos, b.add(q, b.c64(1)), q)
	odd := b.sel(b.or(neg, pos), b.or(down, b.c64(1)), q)
	sign := b.and(b.xor(x, y), b.c64(1<<63))
	minus := b.icmp(LT, sign, zero)
	dir := down
	switch r {
	case RP:
		dir = b.sel(minus, down, up)
	case RM:
		dir = b.sel(minus, up, down)
	}
	low := b.icmp(LT, e, b.c32(^uint32(1022)+1))
	edge := b.and(b.icmp(EQ, e, b.c32(^uint32(1022)+1)), b.fcmp(a, LT, q, one))
	v := b.or(b.sel(b.or(low, edge), odd, dir), sign)
	// Scale in two steps, of which only the second can round.
	e = b.bin(OpMaxS, b.bin(OpMinS, e, b.c32(1100)), b.c32(^uint32(1400)+1))
	big := b.icmp(GT, e, b.c32(0))
	k := b.sel(big, b.c32(100), b.c32(^uint32(400)+1))
	p := b.sel(big, b.c64(math.Float64bits(0x1p100)), b.c64(math.Float64bits(0x1p-400)))
	v = b.fp(OpAmdLdexp, a, v, b.sub(e, k))
	v = b.fp(OpFMul, FP{Fmt: F64, Round: r}, v, p)
	// Zeros, infinities and NaN follow from a multiplication.
	const special = classNaN | classInf | classZero
	sx, sy := b.fpT(OpFClass, a, I1, special, x), b.fpT(OpFClass, a, I1, special, y)
	ry := b.sel(sy, b.fp(OpAmdRcp, a, y), b.or(b.and(y, b.c64(1<<63)), one))
	return b.sel(b.or(sx, sy), b.fp(OpFMul, a, x, ry), v)
}

// sqrt scales its operand to m in [1, 4), takes AMD's root g of it (refined, for f64), and corrects g by the sign of
// the exact residual m - g*g. With u the last place of g, sqrt(m) > g + u/2 exactly if m - g*g > g*u, and sqrt(m) <
// g - u/2 exactly if m - g*g <= -g*u, because both sides are multiples of u*u.
func (b *builder) sqrt(in *ptx.Instr) {
	if isApprox(in) {
		b.sqrtApprox(in)
		return
	}
	f := fmtOf(in.Type)
	a := FP{Fmt: f}
	x := b.src(in, 1, in.Type)
	if in.Has(ptx.FTZ) {
		x = b.fp(OpFCanon, FP{Fmt: f, FTZ: true}, x)
	}
	c := func(v float64) *Value {
		if f == F32 {
			return b.c32(f32bits(float32(v)))
		}
		return b.c64(math.Float64bits(v))
	}
	t := f.Type()
	m := b.fp(OpAmdFrexpMant, a, x) // [0.5, 1)
	e := b.fpT(OpAmdFrexpExp, a, I32, 0, x)
	odd := b.icmp(NE, b.and(e, b.c32(1)), b.c32(0))
	m = b.fp(OpFMul, a, m, b.sel(odd, c(2), c(4)))
	e = b.sub(e, b.sel(odd, b.c32(1), b.c32(2)))
	var g, u *Value
	if f == F32 {
		g = b.fp(OpAmdSqrt, a, m)
		u = c(0x1p-23)
	} else {
		h := b.fp(OpAmdRsq, a, m)
		g = b.fp(OpFMul, a, m, h)
		h = b.fp(OpFMul, a, h, c(0.5))
		d := b.fp(OpFFma, a, b.fneg(f, h), g, c(0.5))
		g, h = b.fp(OpFFma, a, g, d, g), b.fp(OpFFma, a, h, d, h)
		g = b.fp(OpFFma, a, b.fp(OpFFma, a, b.fneg(f, g), g, m), h, g)
		g = b.fp(OpFFma, a, b.fp(OpFFma, a, b.fneg(f, g), g, m), h, g)
		u = c(0x1p-52)
	}
	rem := b.fp(OpFFma, a, b.fneg(f, g), g, m)
	up, down := b.add(g, b.c(t, 1)), b.sub(g, b.c(t, 1))
	switch roundOf(in) {
	case RN:
		half := b.fp(OpFMul, a, g, u)
		over := b.fcmp(a, GT, rem, half)
		under := b.fcmp(a, LE, rem, b.fneg(f, half))
		g = b.sel(over, up, b.sel(under, down, g))
	case RP:
		// One step may not reach, where AMD's root was one too low already.
		g = b.sel(b.fcmp(a, GT, rem, c(0)), up, b.sel(b.exactBelow(f, down, m), down, g))
	default:
		g = b.sel(b.fcmp(a, LT, rem, c(0)), down, b.sel(b.exactAbove(f, up, m), up, g))
	}
	r := b.fp(OpAmdLdexp, a, g, b.ashr(e, b.c32(1)))
	keep := b.fpT(OpFClass, a, I1, classZero|512|classNaN, x)
	r = b.sel(keep, x, r)
	b.dst(in, 0, b.sel(b.fpT(OpFClass, a, I1, 4|8|16, x), b.quietNaN(f), r))
}

// exactBelow reports whether g (the next number below a root) still is at least sqrt(m).
func (b *builder) exactBelow(f Fmt, g, m *Value) *Value {
	a := FP{Fmt: f}
	return b.fcmp(a, LE, b.fp(OpFFma, a, b.fneg(f, g), g, m), b.c(f.Type(), 0))
}

// exactAbove reports whether g (the next number above a root) still is at most sqrt(m).
func (b *builder) exactAbove(f Fmt, g, m *Value) *Value {
	a := FP{Fmt: f}
	return b.fcmp(a, GE, b.fp(OpFFma, a, b.fneg(f, g), g, m), b.c(f.Type(), 0))
}
