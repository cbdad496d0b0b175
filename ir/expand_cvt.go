package ir

import (
	"math"

	"ferry/ptx"
)

// This file lowers cvt between integers, f16, bf16, f32 and f64. The small formats and cvt.pack are in cvtSpecial.

func init() {
	pure((*builder).cvt, ptx.OpCvt)
}

// roundOf is the direction of a float-to-float or integer-to-float conversion.
func roundOf(in *ptx.Instr) Round {
	switch in.Round {
	case ptx.RoundZero, ptx.RoundZeroInt:
		return RZ
	case ptx.RoundMinus, ptx.RoundMinusInt:
		return RM
	case ptx.RoundPlus, ptx.RoundPlusInt:
		return RP
	}
	return RN
}

// toIntegral reports a rounding to an integral value.
func toIntegral(r ptx.Round) bool {
	return r == ptx.RoundNearestInt || r == ptx.RoundZeroInt || r == ptx.RoundMinusInt || r == ptx.RoundPlusInt
}

func plainFloat(t ptx.Type) bool {
	return t == ptx.F16 || t == ptx.BF16 || t == ptx.F32 || t == ptx.F64
}

func plainInt(t ptx.Type) bool {
	return t.Int() && !t.Packed() && t.Bits() >= 8
}

func (b *builder) cvt(in *ptx.Instr) {
	d, s := in.Types[0], in.SrcType
	switch {
	case plainInt(d) && plainInt(s):
		b.cvtIntInt(in, d, s)
	case plainInt(d) && plainFloat(s):
		b.cvtFloatInt(in, d, s)
	case plainFloat(d) && plainInt(s):
		b.cvtIntFloat(in, d, s)
	case plainFloat(d) && plainFloat(s) && !in.Has(ptx.SatFinite) && in.Round != ptx.RoundStochastic:
		b.cvtFloatFloat(in, d, s)
	case (d == ptx.F16x2 || d == ptx.BF16x2) && s == ptx.F32 && in.NTypes == 2 && !in.Has(ptx.SatFinite) && in.Round != ptx.RoundStochastic:
		one := func(i int) *Value {
			r := b.roundHalf(d.Elem(), b.src(in, i, ptx.F32), roundOf(in))
			if in.Has(ptx.Relu) {
				r = b.reluHalf(d.Elem(), r)
			}
			return r
		}
		hi, lo := one(1), one(2)
		b.dst(in, 0, b.pack16(lo, hi))
	default:
		b.cvtSpecial(in)
	}
}

// intRange is the range of an integer type, as two's complement bits.
func intRange(t ptx.Type) (lo, hi uint64) {
	n := uint(t.Bits())
	if t.Signed() {
		return ^uint64(0) << (n - 1), 1<<(n-1) - 1
	}
	return 0, ^uint64(0) >> (64 - n)
}

// cutInt reduces x (I32 or I64) to an integer of type t: its value extended to I32, or I64 for 64-bit types. signed
// says how x itself is read where it must be widened.
func (b *builder) cutInt(x *Value, t ptx.Type, signed bool) *Value {
	if t.Bits() == 64 {
		return b.ext(x, I64, signed)
	}
	if x.Type == I64 {
		x = b.lo(x)
	}
	if n := uint32(t.Bits()); n < 32 {
		if t.Signed() {
			return b.bfeS(x, 0, n)
		}
		return b.bfeU(x, 0, n)
	}
	return x
}

// clampInt limits x, an integer of type s, to the range of d.
func (b *builder) clampInt(x *Value, d, s ptx.Type) *Value {
	dlo, dhi := intRange(d)
	slo, shi := intRange(s)
	if s.Signed() {
		if int64(dlo) > int64(slo) || !d.Signed() {
			x = b.maxInt(x, b.c(x.Type, dlo), true)
		}
		if dhi < shi {
			x = b.minInt(x, b.c(x.Type, dhi), true)
		}
		return x
	}
	if dhi < shi {
		x = b.minInt(x, b.c(x.Type, dhi), false)
	}
	return x
}

func (b *builder) cvtIntInt(in *ptx.Instr, d, s ptx.Type) {
	x := b.srcInt(in, 1, s)
	signed := s.Signed()
	if in.Has(ptx.Sat) {
		x = b.clampInt(x, d, s)
		signed = signed && d.Signed()
	}
	b.setInt(in, 0, d, b.cutInt(x, d, signed))
}

// widen is operand i, of a type up to f64, as f32 or f64 bits. FTZ flushes an f32 input.
func (b *builder) widen(in *ptx.Instr, i int, s ptx.Type) (*Value, Fmt) {
	x := b.src(in, i, s)
	switch s {
	case ptx.F64:
		return x, F64
	case ptx.F16:
		return b.fpT(OpFExt, FP{Fmt: F16}, I32, 0, x), F32
	case ptx.BF16:
		x = b.bf16ToF32(x)
	}
	if in.Has(ptx.FTZ) && in.Types[0] != ptx.F16 { // to f16 the hardware does not flush
		x = b.fp(OpFCanon, FP{Fmt: F32, FTZ: true}, x)
	}
	return x, F32
}

// integral rounds to an integral value as the mnemonic says.
func (b *builder) integral(f Fmt, r ptx.Round, x *Value) *Value {
	op := OpFTrunc
	switch r {
	case ptx.RoundNearestInt:
		op = OpFRint
	case ptx.RoundMinusInt:
		op = OpFFloor
	case ptx.RoundPlusInt:
		op = OpFCeil
	}
	return b.fp(op, FP{Fmt: f}, x)
}

// cvtFloatInt rounds to an integral value and clamps to the integer's range. NaN gives 0, but only the top bit for
// 64-bit results and from f64, as the hardware does.
func (b *builder) cvtFloatInt(in *ptx.Instr, d, s ptx.Type) {
	x, f := b.widen(in, 1, s)
	x = b.integral(f, in.Round, x)
	if d.Bits() == 64 {
		b.dst(in, 0, b.floatToInt64(x, f, d.Signed()))
		return
	}
	op := OpFToU
	if d.Signed() {
		op = OpFToS
	}
	r := b.fpT(op, FP{Fmt: f}, I32, 0, x)
	if d.Bits() < 32 {
		wide := ptx.U32
		if d.Signed() {
			wide = ptx.S32
		}
		r = b.clampInt(r, d, wide)
	}
	if s == ptx.F64 {
		top := uint32(1) << uint(d.Bits()-1)
		if d.Signed() {
			top = -top // a wider register has the sign above
		}
		r = b.sel(b.fcmp(FP{Fmt: F64}, Uno, x, x), b.c32(top), r)
	}
	b.setInt(in, 0, d, r)
}

// floatToInt64 converts an integral f32 or f64, saturating.
func (b *builder) floatToInt64(x *Value, f Fmt, signed bool) *Value {
	if f == F32 {
		x = b.fpT(OpFExt, FP{Fmt: F32}, I64, 0, x)
	}
	a := FP{Fmt: F64}
	c := func(v float64) *Value { return b.c64(math.Float64bits(v)) }
	hi := b.fp(OpFFloor, a, b.fp(OpFMul, a, x, c(0x1p-32)))
	lo := b.fp(OpFFma, a, hi, c(-0x1p32), x)
	l := b.fpT(OpFToU, a, I32, 0, lo)
	nan := b.fcmp(a, Uno, x, x)
	if signed {
		r := b.pack(l, b.fpT(OpFToS, a, I32, 0, hi))
		r = b.sel(b.fcmp(a, GE, x, c(0x1p63)), b.c64(math.MaxInt64), r)
		return b.sel(b.or(nan, b.fcmp(a, LT, x, c(-0x1p63))), b.c64(1<<63), r)
	}
	r := b.pack(l, b.fpT(OpFToU, a, I32, 0, hi))
	r = b.sel(b.fcmp(a, GE, x, c(0x1p64)), b.c64(math.MaxUint64), r)
	r = b.sel(b.fcmp(a, LT, x, c(0)), b.c64(0), r)
	return b.sel(nan, b.c64(1<<63), r)
}

// intToF32 converts an integer (I32 or I64) to f32. With sticky, bits that cannot matter to a further rounding to 8 bits
// are collected in a low bit instead of being rounded off, so that the f32 is exact.
func (b *builder) intToF32(x *Value, signed bool, r Round, sticky bool) *Value {
	op := OpUToF
	if signed {
		op = OpSToF
	}
	a := FP{Fmt: F32, Round: r}
	if x.Type == I32 {
		if sticky {
			x = b.stick(x, signed)
		}
		return b.fpT(op, a, I32, 0, x)
	}
	// Shift the number up as far as its sign allows; what falls below 32 bits is collected in the last one.
	u := x
	if signed {
		u = b.xor(x, b.ashr(x, b.c32(63)))
	}
	lz := b.clz64(u)
	s := lz
	if signed {
		s = b.sub(lz, b.c32(1))
	} else {
		s = b.bin(OpMinU, lz, b.c32(63))
	}
	y := b.shl(x, s)
	h := b.or(b.hi(y), b.zext(b.icmp(NE, b.lo(y), b.c32(0)), I32))
	if sticky {
		h = b.stick(h, signed)
	}
	v := b.fpT(op, a, I32, 0, h)
	return b.fp(OpAmdLdexp, FP{Fmt: F32}, v, b.sub(b.c32(32), s))
}

// stick makes a 32-bit integer exact in 24 bits where it has more, keeping whether the low 8 bits were zero.
func (b *builder) stick(x *Value, signed bool) *Value {
	m := x
	if signed {
		m = b.xor(x, b.ashr(x, b.c32(31)))
	}
	low := b.and(x, b.c32(0xff))
	y := b.and(x, b.c32(0xffffff00))
	y = b.sel(b.icmp(NE, low, b.c32(0)), b.or(y, b.c32(0x100)), y)
	return b.sel(b.icmp(ULT, m, b.c32(1<<24)), x, y)
}

func (b *builder) clz64(x *Value) *Value {
	l := b.add(b.bin(OpMinU, b.emit(OpFfbh, I32, b.lo(x)), b.c32(32)), b.c32(32))
	return b.bin(OpMinU, b.emit(OpFfbh, I32, b.hi(x)), l)
}

func (b *builder) cvtIntFloat(in *ptx.Instr, d, s ptx.Type) {
	x := b.srcInt(in, 1, s)
	signed := s.Signed()
	r := roundOf(in)
	var v *Value
	var f Fmt
	switch d {
	case ptx.F64:
		f = F64
		op := OpUToF
		if signed {
			op = OpSToF
		}
		a := FP{Fmt: F64}
		if x.Type == I32 {
			v = b.fpT(op, a, I64, 0, x)
		} else {
			h := b.fpT(op, a, I64, 0, b.hi(x))
			l := b.fpT(OpUToF, a, I64, 0, b.lo(x))
			v = b.fp(OpFFma, FP{Fmt: F64, Round: r}, h, b.c64(math.Float64bits(0x1p32)), l)
		}
	case ptx.F32:
		f = F32
		v = b.intToF32(x, signed, r, false)
	case ptx.F16:
		f = F16
		// Everything beyond 2^20 rounds as 2^20 does, and below f32 is exact.
		if signed {
			x = b.maxInt(x, b.c(x.Type, ^uint64(1<<20)+1), true)
		}
		x = b.minInt(x, b.c(x.Type, 1<<20), signed)
		if x.Type == I64 {
			x = b.lo(x)
		}
		v = b.intToF32(x, signed, RN, false)
		v = b.fpT(OpFTruncTo, FP{Fmt: F32, Round: r}, I16, 0, v)
	default:
		v = b.intToF32(x, signed, RN, true)
		if in.Has(ptx.Sat) {
			v = b.fp(OpFCanon, FP{Fmt: F32, Sat: true}, v)
		}
		v = b.f32ToBF16(v, r)
	}
	if in.Has(ptx.Sat) && f != FmtNone {
		v = b.fp(OpFCanon, FP{Fmt: f, Sat: true}, v)
	}
	b.dst(in, 0, v)
}

// f32ToBF16 rounds f32 bits to 16 bits. NaN becomes the canonical one.
func (b *builder) f32ToBF16(x *Value, r Round) *Value {
	y := x
	switch r {
	case RN:
		y = b.add(x, b.add(b.c32(0x7fff), b.bfeU(x, 16, 1)))
	case RP:
		y = b.sel(b.icmp(LT, x, b.c32(0)), x, b.add(x, b.c32(0xffff)))
	case RM:
		y = b.sel(b.icmp(LT, x, b.c32(0)), b.add(x, b.c32(0xffff)), x)
	}
	nan := b.fcmp(FP{Fmt: F32}, Uno, x, x)
	return b.hi16(b.sel(nan, b.c32(0x7fff0000), y))
}

// f64ToF32Odd rounds f64 to f32 towards zero and sets the last bit where that was inexact, so that a further rounding
// to fewer bits is right.
func (b *builder) f64ToF32Odd(x *Value) *Value {
	z := b.fpT(OpFTruncTo, FP{Fmt: F64, Round: RZ}, I32, 0, x)
	back := b.fpT(OpFExt, FP{Fmt: F32}, I64, 0, z)
	inexact := b.fcmp(FP{Fmt: F64}, NE, back, x)
	return b.sel(inexact, b.or(z, b.c32(1)), z)
}

// roundHalf rounds an f32 to f16 or bf16.
func (b *builder) roundHalf(t ptx.Type, x *Value, r Round) *Value {
	if t == ptx.BF16 {
		return b.f32ToBF16(x, r)
	}
	return b.fpT(OpFTruncTo, FP{Fmt: F32, Round: r}, I16, 0, x)
}

// reluHalf turns negative numbers into +0 and NaN into the canonical one, for f16 and bf16.
func (b *builder) reluHalf(t ptx.Type, x *Value) *Value {
	w := b.zext(x, I32)
	inf := uint32(0x7c00)
	if t == ptx.BF16 {
		inf = 0x7f80
	}
	nan := b.icmp(UGT, b.and(w, b.c32(0x7fff)), b.c32(inf))
	w = b.sel(b.icmp(UGE, w, b.c32(0x8000)), b.c32(0), w)
	return b.lo16(b.sel(nan, b.c32(0x7fff), w))
}

func (b *builder) cvtFloatFloat(in *ptx.Instr, d, s ptx.Type) {
	r := roundOf(in)
	if d == s {
		b.cvtSame(in, d)
		return
	}
	x, f := b.widen(in, 1, s)
	var v *Value
	switch d {
	case ptx.F64:
		v = x
		if f == F32 {
			v = b.fpT(OpFExt, FP{Fmt: F32}, I64, 0, x)
		}
	case ptx.F32:
		v = x
		if f == F64 {
			v = b.fpT(OpFTruncTo, FP{Fmt: F64, Round: r, FTZ: in.Has(ptx.FTZ)}, I32, 0, x)
		}
	default:
		if f == F64 {
			x = b.f64ToF32Odd(x)
		}
		if in.Has(ptx.Sat) && d == ptx.BF16 {
			x = b.fp(OpFCanon, FP{Fmt: F32, Sat: true}, x) // the bounds are bf16 numbers
		}
		v = b.roundHalf(d, x, r)
	}
	if in.Has(ptx.Sat) && d != ptx.BF16 {
		v = b.fp(OpFCanon, FP{Fmt: fmtOf(d), Sat: true}, v)
	}
	if in.Has(ptx.Relu) {
		if d != ptx.F16 && d != ptx.BF16 {
			b.refuse("%s is not supported", in.Text)
		}
		v = b.reluHalf(d, v)
	}
	b.dst(in, 0, v)
}

// cvtSame is a conversion of a format to itself: rounding to an integral value, flushing, clamping.
func (b *builder) cvtSame(in *ptx.Instr, t ptx.Type) {
	f := fmtOf(t)
	x := b.src(in, 1, t)
	if t == ptx.BF16 {
		if toIntegral(in.Round) || in.Has(ptx.Sat) {
			w := b.bf16ToF32(x)
			if toIntegral(in.Round) {
				w = b.integral(F32, in.Round, w)
			}
			if in.Has(ptx.Sat) {
				w = b.fp(OpFCanon, FP{Fmt: F32, Sat: true}, w)
			}
			x = b.f32ToBF16(w, RZ)
		}
		b.dst(in, 0, x)
		return
	}
	a := FP{Fmt: f, FTZ: in.Has(ptx.FTZ), Sat: in.Has(ptx.Sat)}
	if toIntegral(in.Round) {
		if a.FTZ {
			x = b.fp(OpFCanon, FP{Fmt: f, FTZ: true}, x)
		}
		x = b.integral(f, in.Round, x)
		a.FTZ = false
	}
	if a.FTZ || a.Sat {
		x = b.fp(OpFCanon, a, x)
	}
	b.dst(in, 0, x)
}
