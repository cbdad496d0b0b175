package ir

import (
	"math"

	"ferry/ptx"
)

// This file lowers the approximate functions. AMD's f32 units are within one unit in the last place but read subnormal
// operands as zeros and flush subnormal results, whatever MODE says; so the forms without .ftz scale around them, and
// the forms with .ftz take the unit as it is. The bounds kept are those of the PTX manual, which the comments name; a
// unit that is off by a whole unit in the last place still meets them.

func init() {
	pure((*builder).rsqrtApprox, ptx.OpRsqrt)
	pure((*builder).sinCos, ptx.OpSin, ptx.OpCos)
	pure((*builder).lg2, ptx.OpLg2)
	pure((*builder).ex2, ptx.OpEx2)
	pure((*builder).tanh, ptx.OpTanh)
}

// Numbers around which the scaling turns.
const (
	minNormal32 = 0x1p-126
	scaleUp     = 0x1p24 // makes every subnormal f32 normal; an even power, so that it has a root
)

func (b *builder) f32(x float64) *Value { return b.c32(f32bits(float32(x))) }
func (b *builder) f64(x float64) *Value { return b.c64(math.Float64bits(x)) }

// tiny reports |x| < 2^-126 for an f32.
func (b *builder) tiny(x *Value) *Value {
	return b.fcmp(FP{Fmt: F32}, LT, b.fabs(F32, x), b.f32(minNormal32))
}

// divApprox is div.approx and div.full: at most two units in the last place. The reciprocal of AMD's unit is refined
// once, because its last place can be worth two of the quotient's.
func (b *builder) divApprox(in *ptx.Instr) {
	x, y := b.src(in, 1, ptx.F32), b.src(in, 2, ptx.F32)
	if in.Has(ptx.Full) {
		// Full range, special cases as in IEEE 754: the exact division serves.
		a := FP{Fmt: F32, FTZ: true}
		if in.Has(ptx.FTZ) {
			x, y = b.fp(OpFCanon, a, x), b.fp(OpFCanon, a, y)
		}
		q := b.divNearest(F32, x, y)
		if in.Has(ptx.FTZ) {
			q = b.fp(OpFCanon, a, q)
		}
		b.dst(in, 0, q)
		return
	}
	a := FP{Fmt: F32, FTZ: in.Has(ptx.FTZ)}
	if !a.FTZ {
		// Both are scaled where y is subnormal. That x may overflow is no harm: the quotient would, too.
		s := b.sel(b.tiny(y), b.f32(scaleUp), b.f32(1))
		x, y = b.fp(OpFMul, a, x, s), b.fp(OpFMul, a, y, s)
	}
	r := b.fp(OpAmdRcp, FP{Fmt: F32}, y) // zero for |y| > 2^126, as the manual wants it
	e := b.fp(OpFFma, a, b.fneg(F32, y), r, b.f32(1))
	// Where y is zero or infinite e is NaN; the minimum makes it 1, which leaves r as it is.
	e = b.fp(OpFMin, a, e, b.f32(1))
	r = b.fp(OpFFma, a, e, r, r)
	b.dst(in, 0, b.fp(OpFMul, a, x, r))
}

// rcpApprox is rcp.approx: one unit in the last place, as AMD's unit has it.
func (b *builder) rcpApprox(in *ptx.Instr) {
	if in.Type == ptx.F64 {
		b.approxF64(in, OpAmdRcp)
		return
	}
	a := FP{Fmt: F32}
	x := b.src(in, 1, ptx.F32)
	if in.Has(ptx.FTZ) {
		b.dst(in, 0, b.fp(OpAmdRcp, a, x))
		return
	}
	r := b.fp(OpAmdRcp, a, b.fp(OpAmdFrexpMant, a, x))
	e := b.fpT(OpAmdFrexpExp, a, I32, 0, x)
	b.dst(in, 0, b.fp(OpAmdLdexp, a, r, b.neg(e)))
}

// approxF64 is rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64: the upper word of the operand, whose subnormals are zeros,
// gives the upper word of the result.
func (b *builder) approxF64(in *ptx.Instr, op Op) {
	x := b.src(in, 1, ptx.F64)
	flush := func(h *Value) *Value {
		small := b.icmp(ULT, b.and(h, b.c32(0x7fffffff)), b.c32(0x00100000))
		return b.sel(small, b.and(h, b.c32(0x80000000)), h)
	}
	zero := b.c32(0)
	h := b.hi(b.fp(op, FP{Fmt: F64}, b.pack(zero, flush(b.hi(x)))))
	b.dst(in, 0, b.pack(zero, flush(h)))
}

// scaledRoot is sqrt or rsqrt of an f32 through AMD's unit: relative error 2^-23 or less. A subnormal is scaled by 2^24
// and the result by back.
func (b *builder) scaledRoot(op Op, x *Value, back float64) *Value {
	a := FP{Fmt: F32}
	small := b.fcmp(a, LT, x, b.f32(minNormal32))
	r := b.fp(op, a, b.fp(OpFMul, a, x, b.sel(small, b.f32(scaleUp), b.f32(1))))
	return b.fp(OpFMul, a, r, b.sel(small, b.f32(back), b.f32(1)))
}

func (b *builder) sqrtApprox(in *ptx.Instr) {
	x := b.src(in, 1, ptx.F32)
	if in.Has(ptx.FTZ) {
		b.dst(in, 0, b.fp(OpAmdSqrt, FP{Fmt: F32}, x))
		return
	}
	b.dst(in, 0, b.scaledRoot(OpAmdSqrt, x, 0x1p-12))
}

// rsqrtApprox is rsqrt.approx: relative error 2^-22.9 for f32. The f64 form is refined to the last places.
func (b *builder) rsqrtApprox(in *ptx.Instr) {
	ftz := in.Has(ptx.FTZ)
	switch {
	case in.Type == ptx.F64 && ftz:
		b.approxF64(in, OpAmdRsq)
	case in.Type == ptx.F64:
		b.dst(in, 0, b.rsqrtF64(b.src(in, 1, ptx.F64)))
	case ftz:
		b.dst(in, 0, b.fp(OpAmdRsq, FP{Fmt: F32}, b.src(in, 1, ptx.F32)))
	default:
		b.dst(in, 0, b.scaledRoot(OpAmdRsq, b.src(in, 1, ptx.F32), 0x1p12))
	}
}

// rsqrtF64 refines AMD's 24 bits twice on a mantissa in [0.5, 2).
func (b *builder) rsqrtF64(x *Value) *Value {
	a := FP{Fmt: F64}
	e := b.fpT(OpAmdFrexpExp, a, I32, 0, x)
	odd := b.and(e, b.c32(1))
	m := b.fp(OpAmdLdexp, a, b.fp(OpAmdFrexpMant, a, x), odd)
	r := b.fp(OpAmdRsq, a, m)
	for range 2 {
		t := b.fp(OpFFma, a, b.fneg(F64, b.fp(OpFMul, a, m, r)), r, b.f64(1))
		r = b.fp(OpFFma, a, b.fp(OpFMul, a, r, b.f64(0.5)), t, r)
	}
	r = b.fp(OpAmdLdexp, a, r, b.neg(b.ashr(b.sub(e, odd), b.c32(1))))
	// Zeros, infinities, NaN and negative numbers are the unit's own business.
	plain := b.fpT(OpFClass, a, I1, 128|256, x)
	neg := b.fpT(OpFClass, a, I1, 8|16, x)
	return b.sel(plain, r, b.sel(neg, b.quietNaN(F64), b.fp(OpAmdRsq, a, x)))
}

// sinCos turns radians into revolutions. The PTX bound is an absolute error of 2^-20.5 within two turns, of which the
// unit may use 2^-21; so the product with 1/(2 pi) is carried in two words and the fraction rounded once. Near zero the
// sine is its argument, subnormals and signs of zeros included.
func (b *builder) sinCos(in *ptx.Instr) {
	a := FP{Fmt: F32, FTZ: in.Has(ptx.FTZ)}
	x := b.src(in, 1, ptx.F32)
	if a.FTZ {
		x = b.fp(OpFCanon, a, x)
	}
	const turn = 1 / (2 * math.Pi)
	hi := float32(turn)
	lo := turn - float64(hi)
	p := b.fp(OpFMul, a, x, b.c32(f32bits(hi)))
	rest := b.fp(OpFFma, a, x, b.c32(f32bits(hi)), b.fneg(F32, p))
	rest = b.fp(OpFFma, a, x, b.f32(lo), rest)
	frac := b.fp(OpFAdd, a, p, b.fneg(F32, b.fp(OpFRint, FP{Fmt: F32}, p)))
	frac = b.fp(OpFAdd, a, frac, rest)
	if in.Op == ptx.OpCos {
		b.dst(in, 0, b.fp(OpAmdCos, FP{Fmt: F32}, frac))
		return
	}
	near := b.fcmp(FP{Fmt: F32}, LT, b.fabs(F32, x), b.f32(0x1p-8))
	b.dst(in, 0, b.sel(near, x, b.fp(OpAmdSin, FP{Fmt: F32}, frac)))
}

// lg2 is lg2.approx: absolute error 2^-22 in (0.5, 2), relative error 2^-22 elsewhere.
func (b *builder) lg2(in *ptx.Instr) {
	a := FP{Fmt: F32}
	x := b.src(in, 1, ptx.F32)
	if in.Has(ptx.FTZ) {
		b.dst(in, 0, b.fp(OpAmdLog2, a, x))
		return
	}
	small := b.fcmp(a, LT, x, b.f32(minNormal32))
	r := b.fp(OpAmdLog2, a, b.fp(OpFMul, a, x, b.sel(small, b.f32(scaleUp), b.f32(1))))
	b.dst(in, 0, b.fp(OpFAdd, a, r, b.sel(small, b.f32(-24), b.f32(0))))
}

// ex2 is ex2.approx: two units in the last place for f32, relative error 2^-9.9 for f16 and 2^-7 for bf16.
func (b *builder) ex2(in *ptx.Instr) {
	a := FP{Fmt: F32}
	if in.Type != ptx.F32 {
		b.halfThroughF32(in, func(x *Value) *Value { return b.fp(OpAmdExp2, a, x) })
		return
	}
	x := b.src(in, 1, ptx.F32)
	if in.Has(ptx.FTZ) {
		b.dst(in, 0, b.fp(OpAmdExp2, a, x))
		return
	}
	small := b.fcmp(a, LT, x, b.f32(-126))
	r := b.fp(OpAmdExp2, a, b.fp(OpFAdd, a, x, b.sel(small, b.f32(64), b.f32(0))))
	b.dst(in, 0, b.fp(OpFMul, a, r, b.sel(small, b.f32(0x1p-64), b.f32(1))))
}

// tanh is tanh.approx: relative error 2^-11 for f32, 2^-10.987 for f16 and 2^-8 for bf16. It is 1 - 2/(e^2x + 1), and x
// itself below 2^-6, where that would cancel.
func (b *builder) tanh(in *ptx.Instr) {
	a := FP{Fmt: F32}
	one := func(x *Value) *Value {
		e := b.fp(OpAmdExp2, a, b.fp(OpFMul, a, x, b.f32(2*math.Log2E)))
		r := b.fp(OpAmdRcp, a, b.fp(OpFAdd, a, e, b.f32(1)))
		r = b.fp(OpFFma, a, r, b.f32(-2), b.f32(1))
		return b.sel(b.fcmp(a, LT, b.fabs(F32, x), b.f32(0x1p-6)), x, r)
	}
	if in.Type != ptx.F32 {
		b.halfThroughF32(in, one)
		return
	}
	b.dst(in, 0, one(b.src(in, 1, ptx.F32)))
}

// halfThroughF32 applies an f32 function to a source of a half type, element by element. The result is rounded towards
// zero, as the recorded answers are; what is too large for f16 is infinite nevertheless.
func (b *builder) halfThroughF32(in *ptx.Instr, fn func(x *Value) *Value) {
	t := in.Type
	e := t.Elem()
	one := func(x *Value) *Value {
		w := b.bf16ToF32
		if e == ptx.F16 {
			w = func(x *Value) *Value { return b.fpT(OpFExt, FP{Fmt: F16}, I32, 0, x) }
		}
		r := fn(w(x))
		h := b.roundHalf(e, r, RZ)
		if e == ptx.F16 {
			h = b.sel(b.fcmp(FP{Fmt: F32}, GE, r, b.f32(0x1p16)), b.c16(0x7c00), h)
		}
		return h
	}
	x := b.src(in, 1, t)
	if e == t {
		b.dst(in, 0, one(x))
		return
	}
	b.dst(in, 0, b.pack16(one(b.lo16(x)), one(b.hi16(x))))
}
