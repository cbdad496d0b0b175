package ir

import "ferry/ptx"

// This file lowers floating-point arithmetic that is one rounding of one operation. Half precision is in expand_half.go,
// division and roots in expand_recip.go, approximations in expand_approx.go, conversions in expand_cvt.go.

func init() {
	pure((*builder).fma, ptx.OpFma)
	pure((*builder).copysign, ptx.OpCopysign)
	pure((*builder).testp, ptx.OpTestp)
}

// fmtOf is the format of F16, F32, F64 and F16x2, FmtNone for others.
func fmtOf(t ptx.Type) Fmt {
	switch t {
	case ptx.F16:
		return F16
	case ptx.F32:
		return F32
	case ptx.F64:
		return F64
	case ptx.F16x2:
		return F16x2
	}
	return FmtNone
}

// isHalf reports the types that expand_half.go lowers.
func isHalf(t ptx.Type) bool {
	return t == ptx.F16 || t == ptx.F16x2 || t == ptx.BF16 || t == ptx.BF16x2
}

func (b *builder) fneg(f Fmt, x *Value) *Value { return b.fp(OpFNeg, FP{Fmt: f}, x) }
func (b *builder) fabs(f Fmt, x *Value) *Value { return b.fp(OpFAbs, FP{Fmt: f}, x) }

// pairs applies fn to both halves of .f32x2 operands (pairs of f32 in a 64-bit register).
func (b *builder) pairsF32(in *ptx.Instr, n int, fn func(v []*Value) *Value) {
	var res [2]*Value
	src := make([]*Value, n)
	for i := range src {
		src[i] = b.src(in, i+1, ptx.B64)
	}
	v := make([]*Value, n)
	for h := range 2 {
		for i := range src {
			if h == 0 {
				v[i] = b.lo(src[i])
			} else {
				v[i] = b.hi(src[i])
			}
		}
		res[h] = fn(v)
	}
	b.dst(in, 0, b.pack(res[0], res[1]))
}

// floatAdd is add and sub. The difference is the sum with the negated subtrahend, exactly.
func (b *builder) floatAdd(in *ptx.Instr) {
	t := in.Type
	neg := in.Op == ptx.OpSub
	if isHalf(t) {
		b.halfArith(in)
		return
	}
	if in.SrcType != t && in.NTypes > 1 { // add.f32.f16: mixed precision
		b.mixedArith(in)
		return
	}
	one := func(a FP) func(v []*Value) *Value {
		return func(v []*Value) *Value {
			y := v[1]
			if neg {
				y = b.fneg(a.Fmt, y)
			}
			return b.fp(OpFAdd, a, v[0], y)
		}
	}
	b.arith(in, 2, one)
}

// arith applies one to the n sources of an f32, f64 or f32x2 instruction.
func (b *builder) arith(in *ptx.Instr, n int, one func(a FP) func(v []*Value) *Value) {
	t := in.Type
	if t == ptx.F32x2 {
		b.pairsF32(in, n, one(fpOf(in, F32)))
		return
	}
	f := fmtOf(t)
	if f == FmtNone {
		b.refuse("%s is not supported", in.Text)
	}
	v := make([]*Value, n)
	for i := range v {
		v[i] = b.src(in, i+1, t)
	}
	b.dst(in, 0, one(fpOf(in, f))(v))
}

// floatMul is mul, and mad, which is fma.
func (b *builder) floatMul(in *ptx.Instr) {
	if isHalf(in.Type) {
		b.halfArith(in)
		return
	}
	if in.Op == ptx.OpMad {
		b.fma(in)
		return
	}
	b.arith(in, 2, func(a FP) func(v []*Value) *Value {
		return func(v []*Value) *Value { return b.fp(OpFMul, a, v[0], v[1]) }
	})
}

func (b *builder) fma(in *ptx.Instr) {
	if isHalf(in.Type) {
		b.halfArith(in)
		return
	}
	if in.SrcType != in.Type && in.NTypes > 1 {
		b.mixedArith(in)
		return
	}
	b.arith(in, 3, func(a FP) func(v []*Value) *Value {
		return func(v []*Value) *Value { return b.fp(OpFFma, a, v[0], v[1], v[2]) }
	})
}

// mixedArith is add, sub and fma of f32 with f16 or bf16 sources, which widen exactly.
func (b *builder) mixedArith(in *ptx.Instr) {
	wide := func(i int) *Value {
		switch in.SrcType {
		case ptx.F16:
			return b.fpT(OpFExt, FP{Fmt: F16}, I32, 0, b.src(in, i, ptx.F16))
		case ptx.BF16:
			return b.bf16ToF32(b.src(in, i, ptx.BF16))
		}
		b.refuse("%s is not supported", in.Text)
		return nil
	}
	a := fpOf(in, F32)
	switch in.Op {
	case ptx.OpFma:
		b.dst(in, 0, b.fp(OpFFma, a, wide(1), wide(2), b.src(in, 3, ptx.F32)))
	case ptx.OpSub:
		b.dst(in, 0, b.fp(OpFAdd, a, wide(1), b.fneg(F32, b.src(in, 2, ptx.F32))))
	default:
		b.dst(in, 0, b.fp(OpFAdd, a, wide(1), b.src(in, 2, ptx.F32)))
	}
}

// floatAbsNeg changes the sign bit; with .ftz a subnormal becomes zero. A NaN keeps being one.
func (b *builder) floatAbsNeg(in *ptx.Instr) {
	t := in.Type
	if isHalf(t) {
		b.halfArith(in)
		return
	}
	op := OpFNeg
	if in.Op == ptx.OpAbs {
		op = OpFAbs
	}
	b.arith(in, 1, func(a FP) func(v []*Value) *Value {
		return func(v []*Value) *Value {
			r := b.fp(op, FP{Fmt: a.Fmt}, v[0])
			if a.FTZ {
				r = b.fp(OpFCanon, FP{Fmt: a.Fmt, FTZ: true}, r)
			}
			return r
		}
	})
}

// floatMinMax is min and max of two or three operands, with .NaN, .xorsign.abs and .ftz.
func (b *builder) floatMinMax(in *ptx.Instr) {
	t := in.Type
	if isHalf(t) {
		b.halfArith(in)
		return
	}
	b.arith(in, len(in.Ops)-1, func(a FP) func(v []*Value) *Value {
		return func(v []*Value) *Value { return b.minMaxF(in, FP{Fmt: a.Fmt, FTZ: a.FTZ}, v) }
	})
}

// minMaxF is the minimum or maximum of scalars of format a.
func (b *builder) minMaxF(in *ptx.Instr, a FP, v []*Value) *Value {
	op := OpFMin
	if in.Op == ptx.OpMax {
		op = OpFMax
	}
	x := v
	if in.Has(ptx.XorSign) || in.Has(ptx.Abs) {
		x = make([]*Value, len(v))
		for i := range v {
			x[i] = b.fabs(a.Fmt, v[i])
		}
	}
	r := x[0]
	for _, y := range x[1:] {
		r = b.fp(op, a, r, y)
	}
	if in.Has(ptx.XorSign) {
		sign := b.signOf(a.Fmt, v[0])
		for _, y := range v[1:] {
			sign = b.xorBits(sign, b.signOf(a.Fmt, y))
		}
		r = b.orBits(r, sign)
	}
	nan := b.quietNaN(a.Fmt)
	if in.Has(ptx.NaN) {
		for i := 0; i < len(v); i += 2 {
			j := min(i+1, len(v)-1)
			r = b.sel(b.fcmp(FP{Fmt: a.Fmt}, Uno, v[i], v[j]), nan, r)
		}
	}
	return r
}

// quietNaN is PTX's canonical NaN.
func (b *builder) quietNaN(f Fmt) *Value {
	switch f {
	case F16:
		return b.c16(0x7fff)
	case F32:
		return b.c32(0x7fffffff)
	case F64:
		return b.c64(0x7fffffffffffffff)
	}
	return b.c32(0x7fff7fff)
}

// signOf keeps the sign bit only.
func (b *builder) signOf(f Fmt, x *Value) *Value {
	if f == F16 {
		return b.lo16(b.and(b.low32(x), b.c32(0x8000)))
	}
	if f == F64 {
		return b.and(x, b.c64(1<<63))
	}
	return b.and(x, b.c32(0x80000000))
}

// xorBits and orBits work on raw values of any width.
func (b *builder) xorBits(x, y *Value) *Value {
	if x.Type == I16 {
		return b.lo16(b.xor(b.low32(x), b.low32(y)))
	}
	return b.xor(x, y)
}
func (b *builder) orBits(x, y *Value) *Value {
	if x.Type == I16 {
		return b.lo16(b.or(b.low32(x), b.low32(y)))
	}
	return b.or(x, y)
}

// copysign is the magnitude of the second source with the sign of the first.
func (b *builder) copysign(in *ptx.Instr) {
	t := in.Type
	x, y := b.src(in, 1, t), b.src(in, 2, t)
	if t == ptx.F64 {
		m := b.c32(0x80000000)
		h := b.emit(OpBfi, I32, m, b.hi(x), b.hi(y))
		b.dst(in, 0, b.pack(b.lo(y), h))
		return
	}
	b.dst(in, 0, b.emit(OpBfi, I32, b.c32(0x80000000), x, y))
}

// testp tests the class of a number.
func (b *builder) testp(in *ptx.Instr) {
	var mask uint64
	switch in.Mode {
	case ptx.ModeFinite:
		mask = 8 | 16 | 32 | 64 | 128 | 256
	case ptx.ModeInfinite:
		mask = 4 | 512
	case ptx.ModeNumber:
		mask = 0x3ff &^ 3
	case ptx.ModeNotANumber:
		mask = 3
	case ptx.ModeNormal:
		mask = 8 | 256 | 32 | 64 // the hardware counts zeros among the normal numbers
	case ptx.ModeSubnormal:
		mask = 16 | 128
	default:
		b.refuse("%s is not supported", in.Text)
	}
	f := fmtOf(in.Type)
	b.dst(in, 0, b.fpT(OpFClass, FP{Fmt: f}, I1, mask, b.src(in, 1, in.Type)))
}
