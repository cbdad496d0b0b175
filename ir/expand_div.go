package ir

import (
	"math"
	"math/bits"

	"ferry/ptx"
)

// This file lowers integer division. Quotients come from a floating-point estimate of the reciprocal, refined in
// integers until at most two corrections by one remain; the estimate may be off by the one ulp that AMD documents.
// Division by zero answers what NVIDIA's hardware answers: all ones for the
// quotient and for the remainder.

func (b *builder) divRem(in *ptx.Instr) {
	if floatType(in) {
		b.floatDiv(in)
		return
	}
	t := in.Type
	rem := in.Op == ptx.OpRem
	x, y := b.srcInt(in, 1, t), b.srcInt(in, 2, t)
	var r *Value
	switch {
	case t.Signed():
		r = b.sdivrem(x, y, rem)
	default:
		r = b.udivrem(x, y, rem)
	}
	b.setInt(in, 0, t, r)
}

// sdivrem divides signed numbers, truncating.
func (b *builder) sdivrem(x, y *Value, rem bool) *Value {
	n := b.c32(uint32(x.Type.Bits() - 1))
	sx, sy := b.ashr(x, n), b.ashr(y, n)
	ax, ay := b.sub(b.xor(x, sx), sx), b.sub(b.xor(y, sy), sy)
	r := b.udivrem(ax, ay, rem)
	s := sx
	if !rem {
		s = b.xor(sx, sy)
	}
	r = b.sub(b.xor(r, s), s)
	if y.Op == OpConst && y.Imm != 0 {
		return r
	}
	zero := b.icmp(EQ, y, b.c(y.Type, 0))
	return b.sel(zero, b.c(x.Type, ^uint64(0)), r)
}

// udivrem divides unsigned numbers of I32 or I64.
func (b *builder) udivrem(x, y *Value, rem bool) *Value {
	if y.Op == OpConst && y.Imm != 0 {
		if q := b.udivConst(x, y); q != nil {
			if rem {
				return b.sub(x, b.mul(q, y))
			}
			return q
		}
	}
	var q, r *Value
	if x.Type == I32 {
		q, r = b.udiv32(x, y)
	} else {
		q, r = b.udiv64(x, y)
	}
	zero := b.icmp(EQ, y, b.c(y.Type, 0))
	if rem {
		q = r
	}
	return b.sel(zero, b.c(x.Type, ^uint64(0)), q)
}

// udivConst divides by a constant through a multiplication (Hacker's Delight, 10-9), or returns nil.
func (b *builder) udivConst(x, y *Value) *Value {
	d := y.Imm
	if d&(d-1) == 0 {
		return b.lshr(x, b.c32(uint32(bits.TrailingZeros64(d))))
	}
	if x.Type != I32 {
		return nil
	}
	// The multiplier ceil(2^(32+s)/d) has 33 bits; its low 32 are m.
	s := uint(bits.Len64(d - 1))
	m := (1<<(32+s)-1)/d + 1 // below 2^33
	if m < 1<<32 {
		return b.lshr(b.bin(OpMulHiU, x, b.c32(uint32(m))), b.c32(uint32(s)))
	}
	t := b.bin(OpMulHiU, x, b.c32(uint32(m)))
	u := b.lshr(b.sub(x, t), b.c32(1))
	return b.lshr(b.add(u, t), b.c32(uint32(s-1)))
}

func f32bits(f float32) uint32 { return math.Float32bits(f) }

// udiv32: the estimate z of 2^32/y is low by at most a few hundred units; one Newton step in integers makes the
// quotient right or low by at most two.
func (b *builder) udiv32(x, y *Value) (q, r *Value) {
	f := FP{Fmt: F32}
	// 2^32 lowered by 512 units of 2^-23, so that the estimate is never too high.
	inv := b.fp(OpFMul, f, b.fp(OpAmdRcp, f, b.fpT(OpUToF, f, I32, 0, y)), b.c32(0x4f7ffffe))
	z := b.fpT(OpFToU, f, I32, 0, inv)
	e := b.mul(z, b.neg(y)) // 2^32 - z*y modulo 2^32
	z = b.add(z, b.bin(OpMulHiU, z, e))
	q = b.bin(OpMulHiU, x, z)
	r = b.sub(x, b.mul(q, y))
	for range 2 {
		c := b.icmp(UGE, r, y)
		q = b.sel(c, b.add(q, b.c32(1)), q)
		r = b.sel(c, b.sub(r, y), r)
	}
	return q, r
}

// udiv64 works as udiv32 does, with a 64-bit reciprocal that takes two steps.
func (b *builder) udiv64(x, y *Value) (q, r *Value) {
	f := FP{Fmt: F32}
	fl := b.fpT(OpUToF, f, I32, 0, b.lo(y))
	fh := b.fpT(OpUToF, f, I32, 0, b.hi(y))
	den := b.fp(OpFFma, f, fh, b.c32(f32bits(1<<32)), fl)
	inv := b.fp(OpFMul, f, b.fp(OpAmdRcp, f, den), b.c32(0x5f7ffffc)) // just below 2^64
	// Split the estimate into two words.
	top := b.fp(OpFTrunc, f, b.fp(OpFMul, f, inv, b.c32(f32bits(1.0/(1<<32)))))
	low := b.fp(OpFFma, f, top, b.c32(f32bits(-(1 << 32))), inv)
	z := b.pack(b.fpT(OpFToU, f, I32, 0, low), b.fpT(OpFToU, f, I32, 0, top))
	ny := b.neg(y)
	for range 2 {
		z = b.add(z, b.mulHi(z, b.mul(ny, z), false))
	}
	q = b.mulHi(x, z, false)
	r = b.sub(x, b.mul(q, y))
	for range 2 {
		c := b.icmp(UGE, r, y)
		q = b.sel(c, b.add(q, b.c64(1)), q)
		r = b.sel(c, b.sub(r, y), r)
	}
	return q, r
}
