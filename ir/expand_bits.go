package ir

import "ferry/ptx"

// This file lowers logic, shifts, bit fields and permutations.

func init() {
	pure((*builder).logic, ptx.OpAnd, ptx.OpOr, ptx.OpXor, ptx.OpNot, ptx.OpCnot)
	pure((*builder).shift, ptx.OpShl, ptx.OpShr)
	pure((*builder).shf, ptx.OpShf)
	pure((*builder).countBits, ptx.OpPopc, ptx.OpClz, ptx.OpBrev)
	pure((*builder).bfind, ptx.OpBfind)
	pure((*builder).bfe, ptx.OpBfe)
	pure((*builder).bfi, ptx.OpBfi)
	pure((*builder).bmsk, ptx.OpBmsk)
	pure((*builder).szext, ptx.OpSzext)
	pure((*builder).fns, ptx.OpFns)
	pure((*builder).lop3, ptx.OpLop3)
	pure((*builder).prmt, ptx.OpPrmt)
}

func (b *builder) logic(in *ptx.Instr) {
	t := in.Type
	load := func(i int) *Value {
		x := b.src(in, i, t)
		if x.Type == I16 {
			return b.low32(x)
		}
		return x
	}
	x := load(1)
	var r *Value
	switch in.Op {
	case ptx.OpNot:
		r = b.not(x)
	case ptx.OpCnot:
		if t.Bits() == 16 {
			x = b.and(x, b.c32(0xffff))
		}
		r = b.sel(b.icmp(EQ, x, b.c(x.Type, 0)), b.c(x.Type, 1), b.c(x.Type, 0))
	case ptx.OpAnd:
		r = b.and(x, load(2))
	case ptx.OpOr:
		r = b.or(x, load(2))
	default:
		r = b.xor(x, load(2))
	}
	b.dst(in, 0, r)
}

// shlClamp, lshrClamp and ashrClamp take any 32-bit amount: what is shifted beyond the width is gone.
func (b *builder) shlClamp(x, n *Value) *Value {
	return b.sel(b.icmp(ULT, n, b.c32(uint32(x.Type.Bits()))), b.shl(x, n), b.c(x.Type, 0))
}
func (b *builder) lshrClamp(x, n *Value) *Value {
	return b.sel(b.icmp(ULT, n, b.c32(uint32(x.Type.Bits()))), b.lshr(x, n), b.c(x.Type, 0))
}
func (b *builder) ashrClamp(x, n *Value) *Value {
	return b.ashr(x, b.bin(OpMinU, n, b.c32(uint32(x.Type.Bits()-1))))
}

func (b *builder) shift(in *ptx.Instr) {
	t := in.Type
	x, n := b.srcInt(in, 1, t), b.src(in, 2, ptx.U32)
	switch {
	case in.Op == ptx.OpShl:
		b.dst(in, 0, b.shlClamp(x, n))
	case t.Signed():
		b.dst(in, 0, b.ashrClamp(x, n))
	default:
		b.dst(in, 0, b.lshrClamp(x, n))
	}
}

// shf shifts the pair b:a. Left gives the high word, right the low word.
func (b *builder) shf(in *ptx.Instr) {
	l, h, n := b.src(in, 1, ptx.B32), b.src(in, 2, ptx.B32), b.src(in, 3, ptx.U32)
	var r *Value
	if in.Mode == ptx.ModeR || in.HasWord("r") {
		r = b.emit(OpAlignBit, I32, h, l, n)
		if in.HasWord("clamp") {
			r = b.sel(b.icmp(ULT, n, b.c32(32)), r, h)
		}
	} else {
		m := b.and(n, b.c32(31))
		r = b.emit(OpAlignBit, I32, h, l, b.neg(n))
		r = b.sel(b.icmp(EQ, m, b.c32(0)), h, r)
		if in.HasWord("clamp") {
			r = b.sel(b.icmp(ULT, n, b.c32(32)), r, l)
		}
	}
	b.dst(in, 0, r)
}

func (b *builder) countBits(in *ptx.Instr) {
	x := b.src(in, 1, in.Type)
	var r *Value
	switch {
	case in.Op == ptx.OpPopc && x.Type == I64:
		r = b.add(b.emit(OpPopc, I32, b.lo(x)), b.emit(OpPopc, I32, b.hi(x)))
	case in.Op == ptx.OpPopc:
		r = b.emit(OpPopc, I32, x)
	case in.Op == ptx.OpClz && x.Type == I64:
		l := b.add(b.bin(OpMinU, b.emit(OpFfbh, I32, b.lo(x)), b.c32(32)), b.c32(32))
		r = b.bin(OpMinU, b.emit(OpFfbh, I32, b.hi(x)), l)
	case in.Op == ptx.OpClz:
		r = b.bin(OpMinU, b.emit(OpFfbh, I32, x), b.c32(32))
	case x.Type == I64:
		r = b.pack(b.emit(OpBrev, I32, b.hi(x)), b.emit(OpBrev, I32, b.lo(x)))
	default:
		r = b.emit(OpBrev, I32, x)
	}
	b.dst(in, 0, r)
}

// bfind finds the highest bit that is not a copy of the sign (unsigned: that is set), -1 if there is none.
func (b *builder) bfind(in *ptx.Instr) {
	x := b.src(in, 1, in.Type)
	none := b.c32(0xffffffff)
	var n *Value // leading zeros (or sign bits), -1 if there is no such bit
	top := uint32(31)
	if x.Type == I64 {
		top = 63
		if in.Type.Signed() {
			x = b.xor(x, b.ashr(x, b.c32(63)))
		}
		h, l := b.hi(x), b.lo(x)
		fl := b.emit(OpFfbh, I32, l)
		fl = b.sel(b.icmp(EQ, l, b.c32(0)), none, b.add(fl, b.c32(32)))
		n = b.sel(b.icmp(EQ, h, b.c32(0)), fl, b.emit(OpFfbh, I32, h))
	} else if in.Type.Signed() {
		n = b.emit(OpFfbhS, I32, x)
	} else {
		n = b.emit(OpFfbh, I32, x)
	}
	if !in.Has(ptx.ShiftAmt) {
		n = b.sel(b.icmp(EQ, n, none), none, b.sub(b.c32(top), n))
	}
	b.dst(in, 0, n)
}

// lowMask is a mask of the low n bits, all of them if n >= width.
func (b *builder) lowMask(n *Value, t Type) *Value { return b.not(b.shlClamp(b.c(t, ^uint64(0)), n)) }

// fieldByte is a position or length. The manual takes the low byte; the hardware does so in the 32-bit forms only.
func (b *builder) fieldByte(in *ptx.Instr, i int) *Value {
	x := b.src(in, i, ptx.U32)
	if in.Type.Bits() == 64 {
		return x
	}
	return b.and(x, b.c32(0xff))
}

func (b *builder) bfe(in *ptx.Instr) {
	t := in.Type
	x := b.src(in, 1, t)
	pos, n := b.fieldByte(in, 2), b.fieldByte(in, 3)
	if !t.Signed() {
		if pos.Op == OpConst && n.Op == OpConst && x.Type == I32 && pos.Imm+n.Imm <= 32 && n.Imm > 0 {
			b.dst(in, 0, b.bfeU(x, uint32(pos.Imm), uint32(n.Imm)))
			return
		}
		b.dst(in, 0, b.and(b.lshrClamp(x, pos), b.lowMask(n, x.Type)))
		return
	}
	if x.Type == I32 {
		y := b.ashrClamp(x, pos)
		r := b.emit(OpBfeS, I32, y, b.c32(0), n)
		b.dst(in, 0, b.sel(b.icmp(ULT, n, b.c32(32)), r, y))
		return
	}
	y := b.ashrClamp(x, pos)
	up := b.sub(b.c32(64), n)
	r := b.ashr(b.shl(y, up), up)
	r = b.sel(b.icmp(ULT, n, b.c32(64)), r, y)
	b.dst(in, 0, b.sel(b.icmp(EQ, n, b.c32(0)), b.c64(0), r))
}

func (b *builder) bfi(in *ptx.Instr) {
	t := in.Type
	x, y := b.src(in, 1, t), b.src(in, 2, t)
	pos, n := b.fieldByte(in, 3), b.fieldByte(in, 4)
	m := b.shlClamp(b.lowMask(n, x.Type), pos)
	x = b.shlClamp(x, pos)
	if x.Type == I32 {
		b.dst(in, 0, b.emit(OpBfi, I32, m, x, y))
		return
	}
	b.dst(in, 0, b.or(b.and(x, m), b.and(y, b.not(m))))
}

// bmsk makes a mask of b bits from bit a upwards.
func (b *builder) bmsk(in *ptx.Instr) {
	pos, n := b.src(in, 1, ptx.U32), b.src(in, 2, ptx.U32)
	if in.HasWord("wrap") {
		pos, n = b.and(pos, b.c32(31)), b.and(n, b.c32(31))
	} else {
		pos, n = b.bin(OpMinU, pos, b.c32(32)), b.bin(OpMinU, n, b.c32(32))
	}
	end := b.add(pos, n)
	ones := b.c32(0xffffffff)
	b.dst(in, 0, b.and(b.shlClamp(ones, pos), b.not(b.shlClamp(ones, end))))
}

// szext extends the low b bits of a.
func (b *builder) szext(in *ptx.Instr) {
	x, n := b.src(in, 1, ptx.B32), b.src(in, 2, ptx.U32)
	if in.HasWord("wrap") {
		n = b.and(n, b.c32(31))
	}
	r := b.emit(OpBfeU, I32, x, b.c32(0), n)
	if in.Type.Signed() {
		r = b.emit(OpBfeS, I32, x, b.c32(0), n)
	}
	b.dst(in, 0, b.sel(b.icmp(ULT, n, b.c32(32)), r, x))
}

// nthBit is the position of the n-th (from 0) set bit of m, counted from the bottom; meaningless if there are fewer.
func (b *builder) nthBit(m, n *Value) *Value {
	pos := b.c32(0)
	for w := uint32(16); w > 0; w >>= 1 {
		part := b.emit(OpBfeU, I32, m, pos, b.c32(w))
		c := b.emit(OpPopc, I32, part)
		up := b.icmp(UGE, n, c)
		n = b.sel(up, b.sub(n, c), n)
		pos = b.sel(up, b.add(pos, b.c32(w)), pos)
	}
	return pos
}

// fns finds the n-th set bit from a base, upwards or downwards.
func (b *builder) fns(in *ptx.Instr) {
	m, base, n := b.src(in, 1, ptx.B32), b.src(in, 2, ptx.U32), b.src(in, 3, ptx.S32)
	zero, none := b.c32(0), b.c32(0xffffffff)
	down := b.icmp(LT, n, zero)
	// Downwards is upwards in the reversed word.
	rm := b.sel(down, b.emit(OpBrev, I32, m), m)
	rb := b.sel(down, b.sub(b.c32(31), base), base)
	count := b.sel(down, b.neg(n), n)
	w := b.and(rm, b.shlClamp(none, rb))
	k := b.sub(count, b.c32(1))
	pos := b.nthBit(w, k)
	found := b.icmp(ULT, k, b.emit(OpPopc, I32, w))
	pos = b.sel(down, b.sub(b.c32(31), pos), pos)
	r := b.sel(found, pos, none)
	// n == 0: the base itself if its bit is set.
	bit := b.and(b.lshrClamp(m, base), b.c32(1))
	self := b.sel(b.icmp(NE, bit, zero), base, none)
	r = b.sel(b.icmp(EQ, n, zero), self, r)
	r = b.sel(b.icmp(ULT, base, b.c32(32)), r, none)
	// The hardware's answer for the one count that has no negative.
	b.dst(in, 0, b.sel(b.icmp(EQ, n, b.c32(1<<31)), zero, r))
}

// logic2 is the function of two inputs with the 4-bit table t (bit 2x+y).
func (b *builder) logic2(t uint8, x, y *Value) *Value {
	switch t & 15 {
	case 0b0000:
		return b.c(x.Type, 0)
	case 0b1111:
		return b.c(x.Type, ^uint64(0))
	case 0b1100:
		return x
	case 0b0011:
		return b.not(x)
	case 0b1010:
		return y
	case 0b0101:
		return b.not(y)
	case 0b1000:
		return b.and(x, y)
	case 0b1110:
		return b.or(x, y)
	case 0b0110:
		return b.xor(x, y)
	case 0b1001:
		return b.not(b.xor(x, y))
	case 0b0111:
		return b.not(b.and(x, y))
	case 0b0001:
		return b.not(b.or(x, y))
	case 0b0100:
		return b.and(x, b.not(y))
	case 0b0010:
		return b.and(b.not(x), y)
	case 0b1101:
		return b.or(x, b.not(y))
	}
	return b.or(b.not(x), y)
}

// logic3 is the function of three inputs with the table lut (bit 4x+2y+z).
func (b *builder) logic3(lut uint8, x, y, z *Value) *Value {
	// Inputs that do not matter.
	if lut>>4 == lut&15 {
		return b.logic2(lut&15, y, z)
	}
	if lut>>2&0x33 == lut&0x33 {
		return b.logic2(lut&3|lut>>2&12, x, z)
	}
	if lut>>1&0x55 == lut&0x55 {
		return b.logic2(lut&1|lut>>1&2|lut>>2&4|lut>>3&8, x, y)
	}
	f1, f0 := lut>>4, lut&15
	switch {
	case f1 == f0^15:
		return b.xor(x, b.logic2(f0, y, z))
	case f0 == 0:
		return b.and(x, b.logic2(f1, y, z))
	case f1 == 0:
		return b.and(b.not(x), b.logic2(f0, y, z))
	case f1 == 15:
		return b.or(x, b.logic2(f0, y, z))
	case f0 == 15:
		return b.or(b.not(x), b.logic2(f1, y, z))
	}
	return b.emit(OpBfi, I32, x, b.logic2(f1, y, z), b.logic2(f0, y, z))
}

func (b *builder) lop3(in *ptx.Instr) {
	lut := in.Ops[4]
	if lut.Kind != ptx.OpndInt {
		b.refuse("%s: the table is not a constant", in.Text)
	}
	r := b.logic3(uint8(lut.Imm), b.src(in, 1, ptx.B32), b.src(in, 2, ptx.B32), b.src(in, 3, ptx.B32))
	d := parts(&in.Ops[0])
	op := in.Bool
	if op == ptx.RedNone {
		op = in.Red
	}
	if op == ptx.RedNone {
		b.write(&d[0], r, false)
		return
	}
	p := b.icmp(NE, r, b.c32(0))
	q := b.src(in, 5, ptx.Pred)
	b.write(&d[0], r, false)
	if len(d) > 1 {
		b.write(&d[1], b.boolOp(op, p, q), false)
	}
}

// boolOp combines two predicates.
func (b *builder) boolOp(op ptx.RedOp, x, y *Value) *Value {
	switch op {
	case ptx.RedAnd:
		return b.and(x, y)
	case ptx.RedOr:
		return b.or(x, y)
	case ptx.RedXor:
		return b.xor(x, y)
	}
	return x
}

// prmt picks bytes from the pair b:a.
func (b *builder) prmt(in *ptx.Instr) {
	x, y, c := b.src(in, 1, ptx.B32), b.src(in, 2, ptx.B32), b.src(in, 3, ptx.B32)
	k := b.c32(0x01010101)
	if in.Mode == ptx.ModeNone {
		// A nibble each: three bits of index, one that asks for the byte's sign.
		c = b.and(c, b.c32(0xffff))
		t := b.and(b.or(c, b.shl(c, b.c32(8))), b.c32(0x00ff00ff))
		t = b.and(b.or(t, b.shl(t, b.c32(4))), b.c32(0x0f0f0f0f))
		r := b.emit(OpPerm, I32, y, x, b.and(t, b.c32(0x07070707)))
		msb := b.mul(b.and(b.lshr(t, b.c32(3)), k), b.c32(0xff))
		if isConst(msb, 0) {
			b.dst(in, 0, r)
			return
		}
		sign := b.mul(b.and(b.lshr(r, b.c32(7)), k), b.c32(0xff))
		b.dst(in, 0, b.emit(OpBfi, I32, msb, sign, r))
		return
	}
	n := b.and(c, b.c32(3))
	pick := func(s0, s1, s2, s3 uint32) *Value {
		r := b.sel(b.icmp(EQ, n, b.c32(2)), b.c32(s2), b.c32(s3))
		r = b.sel(b.icmp(EQ, n, b.c32(1)), b.c32(s1), r)
		return b.sel(b.icmp(EQ, n, b.c32(0)), b.c32(s0), r)
	}
	var sel *Value
	switch in.Mode {
	case ptx.ModeF4E:
		sel = b.add(b.mul(n, k), b.c32(0x03020100))
	case ptx.ModeB4E:
		sel = b.and(b.add(b.mul(n, k), b.c32(0x05060700)), b.c32(0x07070707))
	case ptx.ModeRC8:
		sel = b.mul(n, k)
	case ptx.ModeRC16:
		sel = b.add(b.mul(b.and(n, b.c32(1)), b.c32(0x02020202)), b.c32(0x01000100))
	case ptx.ModeECL:
		sel = pick(0x03020100, 0x03020101, 0x03020202, 0x03030303)
	case ptx.ModeECR:
		sel = pick(0x00000000, 0x01010100, 0x02020100, 0x03020100)
	default:
		b.refuse("%s is not supported", in.Text)
	}
	b.dst(in, 0, b.emit(OpPerm, I32, y, x, sel))
}
