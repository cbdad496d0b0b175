package ir

import (
	"math"

	"ferry/ptx"
)

// This file lowers conversions from and to the small formats: fp8 (e4m3, e5m2), fp6 (e2m3, e3m2), fp4 (e2m1), the scale
// format ue8m0, tf32, saturating conversions to f16 and bf16, and cvt.pack. Stochastic rounding to
// formats of 8 bits and fewer, and rounding to s2f6, are refused: neither is published in every bit.

// small is a format with a sign, exp bits of exponent and mant bits of mantissa.
type small struct {
	bits, mant uint32
	bias       int
	max        uint32 // the largest finite magnitude's code
	nan        uint32 // what a NaN becomes: a NaN, or the largest number where the format has none
	inf        uint32 // code of infinity, 0 where the format has none
	hasNaN     bool   // magnitudes above max (and inf) are NaN
}

// smallFormats are those of the PTX manual, "Alternate Floating-Point Data Formats". That NaN becomes the largest
// positive number in the formats without NaN is the manual's rule for .satfinite.
func smallFormat(t ptx.Type) (small, bool) {
	switch t {
	case ptx.E4M3:
		return small{bits: 8, mant: 3, bias: 7, max: 0x7e, nan: 0x7f, hasNaN: true}, true
	case ptx.E5M2:
		return small{bits: 8, mant: 2, bias: 15, max: 0x7b, nan: 0x7f, inf: 0x7c, hasNaN: true}, true
	case ptx.E2M3:
		return small{bits: 6, mant: 3, bias: 1, max: 0x1f, nan: 0x1f}, true
	case ptx.E3M2:
		return small{bits: 6, mant: 2, bias: 3, max: 0x1f, nan: 0x1f}, true
	case ptx.E2M1:
		return small{bits: 4, mant: 1, bias: 1, max: 0x7, nan: 0x7}, true
	}
	return small{}, false
}

// slot is the number of bits that an element takes in a packed register: fp6 elements are padded to bytes.
func (s small) slot() uint32 {
	if s.bits == 4 {
		return 4
	}
	return 8
}

func (b *builder) cvtSpecial(in *ptx.Instr) {
	d, s := in.Types[0], in.SrcType
	switch {
	case in.Round == ptx.RoundStochastic:
		b.cvtStochastic(in)
		return
	case s == ptx.S2F6x2:
		b.fromFixed(in)
		return
	case d == ptx.S2F6x2:
		b.refuse("%s: whether numbers between -2 and the one above it round or saturate is not published", in.Text)
	case d == ptx.TF32 && s == ptx.F32:
		b.cvtTF32(in)
		return
	case (d.Elem() == ptx.F16 || d.Elem() == ptx.BF16) && s == ptx.F32:
		b.cvtHalfFinite(in, d)
		return
	case d == ptx.UE8M0x2:
		lo, hi := b.widePair(in, s)
		b.dst(in, 0, b.lo16(b.or(b.toUE8M0(in, lo), b.shl(b.toUE8M0(in, hi), b.c32(8)))))
		return
	case d == ptx.BF16x2 && s == ptx.UE8M0x2:
		b.fromUE8M0(in)
		return
	}
	if f, ok := smallFormat(d.Elem()); ok && d.Bits() == int(2*f.slot()) {
		lo, hi := b.widePair(in, s)
		relu := in.Has(ptx.Relu)
		b.dst(in, 0, b.lo16(b.or(b.toSmall(f, lo, relu), b.shl(b.toSmall(f, hi, relu), b.c32(f.slot())))))
		return
	}
	if f, ok := smallFormat(s.Elem()); ok && s.Bits() == int(2*f.slot()) && (d == ptx.F16x2 || d == ptx.BF16x2) {
		b.fromSmall(in, f, d)
		return
	}
	b.refuse("%s is not supported", in.Text)
}

// widePair is the pair that a conversion to a packed format reads, as f32: two f32 operands, of which the second is the
// lower one, or the halves of one f16x2 or bf16x2.
func (b *builder) widePair(in *ptx.Instr, s ptx.Type) (lo, hi *Value) {
	switch s {
	case ptx.F32:
		return b.src(in, 2, ptx.F32), b.src(in, 1, ptx.F32)
	case ptx.F16x2:
		x := b.src(in, 1, s)
		a := FP{Fmt: F16}
		return b.fpT(OpFExt, a, I32, 0, b.lo16(x)), b.fpT(OpFExt, a, I32, 0, b.hi16(x))
	case ptx.BF16x2:
		x := b.src(in, 1, s)
		return b.bf16ToF32(b.lo16(x)), b.bf16ToF32(b.hi16(x))
	}
	b.refuse("%s is not supported", in.Text)
	return nil, nil
}

// isNaN32 reports a NaN.
func (b *builder) isNaN32(x *Value) *Value { return b.fcmp(FP{Fmt: F32}, Uno, x, x) }

// toSmall rounds an f32 to nearest even in format f, saturating at the largest finite number. The result is the code, sign
// included, in an I32.
func (b *builder) toSmall(f small, x *Value, relu bool) *Value {
	a := FP{Fmt: F32}
	mag := b.and(x, b.c32(0x7fffffff))
	drop := 23 - f.mant
	// Normal numbers: round the bits that are dropped, then change the bias.
	n := b.add(mag, b.add(b.c32(1<<(drop-1)-1), b.bfeU(mag, drop, 1)))
	n = b.sub(b.lshr(n, b.c32(drop)), b.c32(uint32(127-f.bias)<<f.mant))
	n = b.minInt(n, b.c32(f.max), false)
	// Subnormal ones: adding a number whose last place is the format's smallest number rounds to a multiple of it.
	magic := f32bits(float32(math.Ldexp(1, 1-f.bias-int(f.mant)+23)))
	sub := b.sub(b.fp(OpFAdd, a, mag, b.c32(magic)), b.c32(magic))
	tiny := b.icmp(ULT, mag, b.c32(f32bits(float32(math.Ldexp(1, 1-f.bias)))))
	n = b.sel(tiny, sub, n)
	if relu {
		n = b.sel(b.icmp(LT, x, b.c32(0)), b.c32(0), n)
	} else {
		n = b.or(n, b.and(b.lshr(x, b.c32(32-f.bits)), b.c32(1<<(f.bits-1))))
	}
	return b.sel(b.isNaN32(x), b.c32(f.nan), n)
}

// fromSmall widens a pair to f16x2 or bf16x2, which both hold every number of the small formats.
func (b *builder) fromSmall(in *ptx.Instr, f small, d ptx.Type) {
	x := b.zext(b.src(in, 1, in.SrcType), I32)
	one := func(pos uint32) *Value {
		// The magnitude in f32's place has the exponent of its own bias; a multiplication by a power of two mends that,
		// for subnormal numbers too.
		mag := b.bfeU(x, pos, f.bits-1)
		v := b.fp(OpFMul, FP{Fmt: F32}, b.shl(mag, b.c32(23-f.mant)), b.f32(math.Ldexp(1, 127-f.bias)))
		if f.inf != 0 {
			v = b.sel(b.icmp(EQ, mag, b.c32(f.inf)), b.c32(0x7f800000), v)
		}
		sign := b.and(b.shl(x, b.c32(32-f.bits-pos)), b.c32(0x80000000))
		if in.Has(ptx.Relu) {
			v = b.sel(b.icmp(NE, sign, b.c32(0)), b.c32(0), v)
		} else {
			v = b.or(v, sign)
		}
		h := b.hi16(v)
		if d == ptx.F16x2 {
			h = b.fpT(OpFTruncTo, FP{Fmt: F32}, I16, 0, v)
		}
		if f.hasNaN {
			h = b.sel(b.icmp(UGT, mag, b.c32(max(f.max, f.inf))), b.c16(0x7fff), h)
		}
		return h
	}
	b.dst(in, 0, b.pack16(one(0), one(f.slot())))
}

// toUE8M0 takes the power of two of an f32's magnitude: the one below (.rz) or above (.rp). Code 0 stands for 2^-127 and
// all that is less; 255 is NaN, and what is too large unless .satfinite makes it 254.
func (b *builder) toUE8M0(in *ptx.Instr, x *Value) *Value {
	mag := b.and(x, b.c32(0x7fffffff))
	code := b.lshr(mag, b.c32(23))
	inf := b.c32(0x7f800000)
	switch in.Round {
	case ptx.RoundPlus:
		up := b.icmp(NE, b.and(mag, b.c32(0x7fffff)), b.c32(0))
		up = b.and(up, b.icmp(UGT, mag, b.c32(0x00400000)))
		up = b.and(up, b.icmp(ULT, mag, inf))
		code = b.add(code, b.zext(up, I32))
	case ptx.RoundZero:
	default:
		b.refuse("%s is not supported", in.Text)
	}
	if in.Has(ptx.SatFinite) {
		code = b.sel(b.icmp(ULE, mag, inf), b.minInt(code, b.c32(0xfe), false), code)
	}
	return code
}

func (b *builder) fromUE8M0(in *ptx.Instr) {
	x := b.zext(b.src(in, 1, ptx.UE8M0x2), I32)
	one := func(pos uint32) *Value {
		c := b.bfeU(x, pos, 8)
		v := b.shl(c, b.c32(7))
		v = b.sel(b.icmp(EQ, c, b.c32(0)), b.c32(0x0040), v)
		v = b.sel(b.icmp(EQ, c, b.c32(0xff)), b.c32(0x7fff), v)
		return b.lo16(v)
	}
	b.dst(in, 0, b.pack16(one(0), one(8)))
}

// fromFixed converts a pair of s2f6, numbers of 8 bits in units of 1/64 (PTX ISA, Fixed-point Data format), times a pair of
// ue8m0 scales or 1 to bf16x2. All products but one have so few bits that they are exact; -2 times 2^127 is too large.
func (b *builder) fromFixed(in *ptx.Instr) {
	x := b.zext(b.src(in, 1, ptx.B16), I32)
	scale := b.c32(0x7f7f)
	if len(in.Ops) > 2 {
		scale = b.zext(b.src(in, 2, ptx.B16), I32)
	}
	a := FP{Fmt: F32}
	one := func(pos uint32) *Value {
		c := b.bfeU(scale, pos, 8)
		power := b.sel(b.icmp(EQ, c, b.c32(0)), b.c32(1<<22), b.shl(c, b.c32(23))) // 2^-127 is subnormal
		v := b.fpT(OpSToF, a, I32, 0, b.bfeS(x, pos, 8))
		v = b.fp(OpFMul, a, b.fp(OpFMul, a, v, b.f32(1.0/64)), power)
		if in.Has(ptx.SatFinite) {
			v = b.clampFinite(v, 0x7f7f0000)
		}
		if in.Has(ptx.Relu) {
			v = b.sel(b.icmp(LT, v, b.c32(0)), b.c32(0), v)
		}
		return b.sel(b.icmp(EQ, c, b.c32(0xff)), b.c16(0x7fff), b.hi16(v))
	}
	b.dst(in, 0, b.pack16(one(0), one(8)))
}

// clampFinite limits an f32 to magnitudes up to the f32 with bits limit. NaN passes.
func (b *builder) clampFinite(x *Value, limit uint32) *Value {
	over := b.fcmp(FP{Fmt: F32}, GT, b.fabs(F32, x), b.c32(limit))
	return b.sel(over, b.or(b.and(x, b.c32(0x80000000)), b.c32(limit)), x)
}

// cvtTF32 rounds to the 10 bits of mantissa that tf32 keeps. .rna works on the bits alone, which leaves an infinity or NaN
// with its upper bits; the other roundings give the canonical NaN, as recorded.
func (b *builder) cvtTF32(in *ptx.Instr) {
	const keep = 0xffffe000
	x := b.src(in, 1, ptx.F32)
	special := b.icmp(UGE, b.and(x, b.c32(0x7fffffff)), b.c32(0x7f800000))
	src := x
	away := in.Round == ptx.RoundNearestAway
	if in.Has(ptx.SatFinite) && !away {
		x = b.clampFinite(x, 0x7f7fe000)
	}
	var r *Value
	switch in.Round {
	case ptx.RoundNearestAway:
		r = b.sel(special, x, b.add(x, b.c32(0x1000)))
	case ptx.RoundNearest:
		r = b.add(x, b.add(b.c32(0xfff), b.bfeU(x, 13, 1)))
	case ptx.RoundZero:
		r = x
	default:
		b.refuse("%s is not supported", in.Text)
	}
	r = b.and(r, b.c32(keep))
	if in.Has(ptx.SatFinite) && away {
		// Whatever has the largest exponent loses one unit, NaN too.
		top := b.icmp(EQ, b.and(r, b.c32(0x7f800000)), b.c32(0x7f800000))
		r = b.sel(top, b.sub(r, b.c32(0x2000)), r)
	}
	if in.Has(ptx.Relu) {
		r = b.sel(b.icmp(LT, x, b.c32(0)), b.c32(0), r)
	}
	if !away {
		r = b.sel(b.isNaN32(src), b.c32(0x7fffe000), r)
	}
	b.dst(in, 0, r)
}

// cvtHalfFinite is cvt with .satfinite from f32 to f16, bf16 or a pair of them: what is too large becomes the largest
// finite number.
func (b *builder) cvtHalfFinite(in *ptx.Instr, d ptx.Type) {
	e := d.Elem()
	limit := uint32(0x477fe000) // 65504
	if e == ptx.BF16 {
		limit = 0x7f7f0000
	}
	one := func(i int) *Value {
		x := b.src(in, i, ptx.F32)
		if in.Has(ptx.SatFinite) {
			x = b.clampFinite(x, limit)
		}
		r := b.roundHalf(e, x, roundOf(in))
		if in.Has(ptx.Relu) {
			r = b.reluHalf(e, r)
		} else if e == ptx.F16 {
			r = b.sel(b.isNaN32(x), b.c16(0x7fff), r)
		}
		return r
	}
	if d == e {
		b.dst(in, 0, one(1))
		return
	}
	hi, lo := one(1), one(2)
	b.dst(in, 0, b.pack16(lo, hi))
}

// cvtPack is cvt.pack.sat: two s32 saturated and packed, the first above the second, above them what operand c holds.
func (b *builder) cvtPack(in *ptx.Instr) {
	t := in.Types[0]
	n := uint32(t.Bits())
	x := b.clampInt(b.src(in, 1, ptx.S32), t, ptx.S32)
	y := b.clampInt(b.src(in, 2, ptx.S32), t, ptx.S32)
	low := b.c32(1<<n - 1)
	r := b.or(b.shl(b.and(x, low), b.c32(n)), b.and(y, low))
	if n < 16 {
		r = b.or(r, b.shl(b.src(in, 3, ptx.B32), b.c32(2*n)))
	}
	b.dst(in, 0, r)
}

func init() {
	pure((*builder).cvtPack, ptx.OpCvtPack)
}
