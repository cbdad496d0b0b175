package ir

import "ferry/ptx"

// This file lowers integer arithmetic. 8- and 16-bit operands are extended to I32 and the result is cut when it is
// written.

func init() {
	pure((*builder).addSub, ptx.OpAdd, ptx.OpSub, ptx.OpAddc, ptx.OpSubc)
	pure((*builder).mulMad, ptx.OpMul, ptx.OpMad, ptx.OpMadc)
	pure((*builder).mul24, ptx.OpMul24, ptx.OpMad24)
	pure((*builder).sad, ptx.OpSad)
	pure((*builder).absNeg, ptx.OpAbs, ptx.OpNeg)
	pure((*builder).minMax, ptx.OpMin, ptx.OpMax)
	pure((*builder).divRem, ptx.OpDiv, ptx.OpRem)
	pure((*builder).dp, ptx.OpDp4a, ptx.OpDp2a)
}

// floatType reports whether in is a floating-point form, which another file lowers.
func floatType(in *ptx.Instr) bool { return in.Type.Float() }

// addCarry is x + y + cin (cin nil: 0) and the carry out.
func (b *builder) addCarry(x, y, cin *Value) (sum, carry *Value) {
	return b.carryOp(OpAddC, x, y, cin)
}

func (b *builder) carryOp(op Op, x, y, c *Value) (*Value, *Value) {
	if x.Type == I64 {
		l, c1 := b.carryOp(op, b.lo(x), b.lo(y), c)
		h, c2 := b.carryOp(op, b.hi(x), b.hi(y), c1)
		return b.pack(l, h), c2
	}
	args := []*Value{x, y}
	if c != nil {
		args = append(args, c)
	}
	t := b.emit(op, Tuple, args...)
	return b.proj(t, 0, I32), b.proj(t, 1, I1)
}

func (b *builder) addSub(in *ptx.Instr) {
	if floatType(in) {
		b.floatAdd(in)
		return
	}
	t := in.Type
	isSub := in.Op == ptx.OpSub || in.Op == ptx.OpSubc
	if t.Packed() {
		b.eachHalf(in, 2, func(v []*Value) *Value {
			if isSub {
				return b.sub(v[0], v[1])
			}
			return b.add(v[0], v[1])
		})
		return
	}
	x, y := b.srcInt(in, 1, t), b.srcInt(in, 2, t)
	usesCC := in.Op == ptx.OpAddc || in.Op == ptx.OpSubc
	if usesCC || in.Has(ptx.CC) {
		// CC.CF is the carry of an adder: a subtraction leaves it clear where it borrows, and borrows where it is clear
		// (recorded, family carry; the manual says so only for chains of one kind, where both readings are the same).
		var cin *Value
		if usesCC {
			cin = b.get(b.cc)
		}
		op := OpAddC
		if isSub {
			op = OpSubB
			if usesCC {
				cin = b.not(cin)
			}
		}
		r, c := b.carryOp(op, x, y, cin)
		if in.Has(ptx.CC) {
			if isSub {
				c = b.not(c)
			}
			b.set(b.cc, c)
		}
		b.setInt(in, 0, t, r)
		return
	}
	var r *Value
	if isSub {
		r = b.sub(x, y)
	} else {
		r = b.add(x, y)
	}
	if in.Has(ptx.Sat) {
		r = b.satS32(x, y, r, isSub)
	}
	b.setInt(in, 0, t, r)
}

// satS32 replaces the 32-bit sum (or difference) r of x and y by the nearest representable number where it overflowed.
func (b *builder) satS32(x, y, r *Value, isSub bool) *Value {
	z := b.and(b.xor(x, r), b.xor(y, r))
	if isSub {
		z = b.and(b.xor(x, y), b.xor(x, r))
	}
	lim := b.xor(b.ashr(x, b.c32(31)), b.c32(0x7fffffff))
	return b.sel(b.icmp(LT, z, b.c32(0)), lim, r)
}

// eachHalf applies f to both 16-bit halves (extended to I32 by the type's sign) of n sources and packs the results.
func (b *builder) eachHalf(in *ptx.Instr, n int, f func(v []*Value) *Value) {
	e := in.Type.Elem()
	if e.Bits() != 16 {
		b.refuse("%s is not supported", in.Text)
	}
	var res [2]*Value
	src := make([]*Value, n)
	for i := range src {
		src[i] = b.src(in, i+1, ptx.B32)
	}
	v := make([]*Value, n)
	for h := range 2 {
		for i := range src {
			x := b.lo16(src[i])
			if h == 1 {
				x = b.hi16(src[i])
			}
			v[i] = b.ext(x, I32, e.Signed())
		}
		res[h] = b.lo16(f(v))
	}
	b.dst(in, 0, b.pack16(res[0], res[1]))
}

// mulHi is the high half of the full product of two I32 or I64.
func (b *builder) mulHi(x, y *Value, signed bool) *Value {
	if x.Type == I32 {
		if signed {
			return b.bin(OpMulHiS, x, y)
		}
		return b.bin(OpMulHiU, x, y)
	}
	xl, xh, yl, yh := b.lo(x), b.hi(x), b.lo(y), b.hi(y)
	p := b.emit(OpMulWideU, I64, xl, yl)
	t := b.emit(OpMadWideU, I64, xh, yl, b.zext(b.hi(p), I64))
	u := b.emit(OpMadWideU, I64, xl, yh, b.zext(b.lo(t), I64))
	r := b.emit(OpMadWideU, I64, xh, yh, b.zext(b.hi(t), I64))
	r = b.add(r, b.zext(b.hi(u), I64))
	if signed {
		zero := b.c64(0)
		r = b.sub(r, b.sel(b.icmp(LT, x, zero), y, zero))
		r = b.sub(r, b.sel(b.icmp(LT, y, zero), x, zero))
	}
	return r
}

func (b *builder) mulMad(in *ptx.Instr) {
	if floatType(in) {
		b.floatMul(in)
		return
	}
	t := in.Type
	x, y := b.srcInt(in, 1, t), b.srcInt(in, 2, t)
	s := t.Signed()
	isMad := in.Op != ptx.OpMul
	if in.Part == ptx.PartWide {
		b.mulWide(in, x, y, isMad)
		return
	}
	var r *Value
	switch {
	case in.Part == ptx.PartHi && t.Bits() == 16 && in.Op == ptx.OpMadc:
		r = b.mulHi(x, y, s) // hardware: the upper half of a product of 32 bits (testdata/forms, family carries)
	case in.Part == ptx.PartHi && t.Bits() == 16:
		r = b.bin(OpMul, x, y)
		if s {
			r = b.ashr(r, b.c32(16))
		} else {
			r = b.lshr(r, b.c32(16))
		}
	case in.Part == ptx.PartHi:
		r = b.mulHi(x, y, s)
	default:
		r = b.mul(x, y)
	}
	if isMad {
		z := b.srcInt(in, 3, t)
		if in.Op == ptx.OpMadc || in.Has(ptx.CC) {
			var cin *Value
			if in.Op == ptx.OpMadc {
				cin = b.get(b.cc)
			}
			var c *Value
			r, c = b.addCarry(r, z, cin)
			if in.Has(ptx.CC) {
				b.set(b.cc, c)
			}
		} else {
			sum := b.add(r, z)
			if in.Has(ptx.Sat) {
				sum = b.satS32(r, z, sum, false)
			}
			r = sum
		}
	}
	b.setInt(in, 0, t, r)
}

// mulWide is the full product of 16- or 32-bit numbers.
func (b *builder) mulWide(in *ptx.Instr, x, y *Value, isMad bool) {
	t := in.Type
	if t.Bits() == 16 {
		r := b.bin(OpMul, x, y)
		if isMad {
			r = b.add(r, b.src(in, 3, ptx.B32))
		}
		b.dst(in, 0, r)
		return
	}
	if t.Bits() != 32 {
		b.refuse("%s is not supported", in.Text)
	}
	var r *Value
	switch {
	case isMad && t.Signed():
		r = b.emit(OpMadWideS, I64, x, y, b.src(in, 3, ptx.B64))
	case isMad:
		r = b.emit(OpMadWideU, I64, x, y, b.src(in, 3, ptx.B64))
	case t.Signed():
		r = b.emit(OpMulWideS, I64, x, y)
	default:
		r = b.emit(OpMulWideU, I64, x, y)
	}
	b.dst(in, 0, r)
}

// mul24 multiplies the low 24 bits: .lo takes bits 0..31 of the 48-bit product, .hi bits 16..47.
func (b *builder) mul24(in *ptx.Instr) {
	x, y := b.src(in, 1, in.Type), b.src(in, 2, in.Type)
	lo, hi := OpMul24U, OpMulHi24U
	if in.Type.Signed() {
		lo, hi = OpMul24S, OpMulHi24S
	}
	r := b.bin(lo, x, y)
	if in.Part == ptx.PartHi {
		r = b.emit(OpAlignBit, I32, b.bin(hi, x, y), r, b.c32(16))
	}
	if in.Op == ptx.OpMad24 {
		z := b.src(in, 3, in.Type)
		sum := b.add(r, z)
		if in.Has(ptx.Sat) {
			sum = b.satS32(r, z, sum, false)
		}
		r = sum
	}
	b.dst(in, 0, r)
}

// sad is |x - y| + z.
func (b *builder) sad(in *ptx.Instr) {
	t := in.Type
	x, y, z := b.srcInt(in, 1, t), b.srcInt(in, 2, t), b.srcInt(in, 3, t)
	b.setInt(in, 0, t, b.add(b.absDiff(x, y, t.Signed()), z))
}

func (b *builder) absDiff(x, y *Value, signed bool) *Value {
	return b.sub(b.maxInt(x, y, signed), b.minInt(x, y, signed))
}

func (b *builder) minInt(x, y *Value, signed bool) *Value {
	if x.Type == I64 {
		c := ULT
		if signed {
			c = LT
		}
		return b.sel(b.icmp(c, x, y), x, y)
	}
	if signed {
		return b.bin(OpMinS, x, y)
	}
	return b.bin(OpMinU, x, y)
}

func (b *builder) maxInt(x, y *Value, signed bool) *Value {
	if x.Type == I64 {
		c := ULT
		if signed {
			c = LT
		}
		return b.sel(b.icmp(c, x, y), y, x)
	}
	if signed {
		return b.bin(OpMaxS, x, y)
	}
	return b.bin(OpMaxU, x, y)
}

func (b *builder) neg(x *Value) *Value { return b.sub(b.c(x.Type, 0), x) }

// absInt is |x|; the most negative number stays.
func (b *builder) absInt(x *Value) *Value { return b.maxInt(x, b.neg(x), true) }

func (b *builder) absNeg(in *ptx.Instr) {
	if floatType(in) {
		b.floatAbsNeg(in)
		return
	}
	t := in.Type
	x := b.srcInt(in, 1, t)
	if in.Op == ptx.OpNeg {
		b.setInt(in, 0, t, b.neg(x))
		return
	}
	b.setInt(in, 0, t, b.absInt(x))
}

func (b *builder) minMax(in *ptx.Instr) {
	if floatType(in) {
		b.floatMinMax(in)
		return
	}
	t := in.Type
	one := func(v []*Value) *Value {
		s := t.Elem().Signed()
		r := v[0]
		for _, y := range v[1:] {
			if in.Op == ptx.OpMin {
				r = b.minInt(r, y, s)
			} else {
				r = b.maxInt(r, y, s)
			}
		}
		if in.Has(ptx.Relu) {
			r = b.maxInt(r, b.c(r.Type, 0), true)
		}
		return r
	}
	n := len(in.Ops) - 1
	if t.Packed() {
		b.eachHalf(in, n, one)
		return
	}
	v := make([]*Value, n)
	for i := range v {
		v[i] = b.srcInt(in, i+1, t)
	}
	b.setInt(in, 0, t, one(v))
}

// dp is dp4a and dp2a.
func (b *builder) dp(in *ptx.Instr) {
	ta, tb := in.Types[0], in.Types[1]
	x, y, z := b.src(in, 1, ptx.B32), b.src(in, 2, ptx.B32), b.src(in, 3, ptx.B32)
	if in.Op == ptx.OpDp4a {
		imm := uint64(0)
		if ta.Signed() {
			imm |= 1
		}
		if tb.Signed() {
			imm |= 2
		}
		b.dst(in, 0, b.emitImm(OpDot4, I32, imm, x, y, z))
		return
	}
	first := uint32(0)
	if in.Part == ptx.PartHi {
		first = 16
	}
	r := z
	for i := range uint32(2) {
		var p, q *Value
		if ta.Signed() {
			p = b.bfeS(x, 16*i, 16)
		} else {
			p = b.bfeU(x, 16*i, 16)
		}
		if tb.Signed() {
			q = b.bfeS(y, first+8*i, 8)
		} else {
			q = b.bfeU(y, first+8*i, 8)
		}
		r = b.add(r, b.bin(OpMul24S, p, q))
	}
	b.dst(in, 0, r)
}
