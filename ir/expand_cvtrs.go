package ir

import "ferry/ptx"

// cvtStochastic is cvt.rs to f16x2 and bf16x2. The discarded bits of the mantissa and as many of the operand rbits are added; a carry rounds
// away from zero (PTX ISA, cvt). The upper element takes the upper half of rbits, the lower one the lower half: all 16 bits for
// bf16, the lower 13 for f16. Where a result is subnormal, more bits are discarded than there are random ones, and the sum is of the top
// 13 or 16 of them.
//
// The forms that pack four elements are refused: two elements take the same half of rbits, in an order that differs between the
// targets that have them and that is published as figures only.
func (b *builder) cvtStochastic(in *ptx.Instr) {
	d := in.Types[0]
	if d != ptx.F16x2 && d != ptx.BF16x2 {
		b.refuse("%s: which random bits go to which element is published as figures only, and not the same on all targets", in.Text)
	}
	random := b.src(in, 3, ptx.B32)
	hi := b.stochasticHalf(in, d.Elem(), b.src(in, 1, ptx.F32), b.lshr(random, b.c32(16)))
	lo := b.stochasticHalf(in, d.Elem(), b.src(in, 2, ptx.F32), b.and(random, b.c32(0xffff)))
	b.dst(in, 0, b.pack16(lo, hi))
}

// stochasticHalf rounds x to f16 or bf16 with 16 random bits.
func (b *builder) stochasticHalf(in *ptx.Instr, e ptx.Type, x, random *Value) *Value {
	nan := b.isNaN32(x)
	limit, inf := uint32(0x477fe000), uint32(0x7c00) // 65504
	if e == ptx.BF16 {
		limit, inf = 0x7f7f0000, 0x7f80
	}
	if in.Has(ptx.SatFinite) {
		x = b.clampFinite(x, limit) // the largest number has nothing to discard
	}
	mag := b.and(x, b.c32(0x7fffffff))
	var n *Value
	if e == ptx.BF16 {
		n = b.lshr(b.add(mag, random), b.c32(16))
	} else {
		random = b.and(random, b.c32(0x1fff))
		n = b.sub(b.lshr(b.add(mag, random), b.c32(13)), b.c32((127-15)<<10))
		// Below 2^-14 the last place is 2^-24.
		fixed := b.fpT(OpFToU, FP{Fmt: F32}, I32, 0, b.fp(OpFMul, FP{Fmt: F32}, mag, b.f32(1<<(24+13))))
		sub := b.lshr(b.add(fixed, random), b.c32(13))
		n = b.sel(b.icmp(ULT, mag, b.c32(0x38800000)), sub, n)
	}
	n = b.minInt(n, b.c32(inf), false)
	if in.Has(ptx.Relu) {
		n = b.sel(b.icmp(LT, x, b.c32(0)), b.c32(0), n)
	} else {
		n = b.or(n, b.and(b.lshr(x, b.c32(16)), b.c32(0x8000)))
	}
	return b.sel(nan, b.c16(0x7fff), b.lo16(n))
}
