package ir

import "ferry/ptx"

// This file lowers the video instructions, scalar and SIMD (PTX ISA, "Video Instructions"). They compute in 34 bits;
// here that is I32 where both sources are bytes or halves, I64 otherwise. Where NVIDIA's hardware and the manual differ, the
// hardware's answers count (testdata/recorded, families video2 and simd2); each such place says so.

func init() {
	pure((*builder).videoArith, ptx.OpVadd, ptx.OpVsub, ptx.OpVabsdiff, ptx.OpVmin, ptx.OpVmax)
	pure((*builder).videoShift, ptx.OpVshl, ptx.OpVshr)
	pure((*builder).videoSet, ptx.OpVset)
	pure((*builder).videoMad, ptx.OpVmad)
	pure((*builder).videoSIMD, ptx.OpVadd2, ptx.OpVsub2, ptx.OpVavrg2, ptx.OpVabsdiff2, ptx.OpVmin2, ptx.OpVmax2,
		ptx.OpVadd4, ptx.OpVsub4, ptx.OpVavrg4, ptx.OpVabsdiff4, ptx.OpVmin4, ptx.OpVmax4)
	pure((*builder).videoSIMD, ptx.OpVset2, ptx.OpVset4)
}

// selection is the position and width of the part of a register that a video selector names.
func selection(s ptx.Sel) (pos, width uint32) {
	switch {
	case s >= ptx.SelB0 && s <= ptx.SelB3:
		return 8 * uint32(s-ptx.SelB0), 8
	case s == ptx.SelH0 || s == ptx.SelH1:
		return 16 * uint32(s-ptx.SelH0), 16
	}
	return 0, 32
}

// videoWhole reads operand i of in as 32 bits, whatever its selector.
func (b *builder) videoWhole(in *ptx.Instr, i int) *Value {
	if i >= len(in.Ops) {
		b.refuse("%s: operand %d is missing", in.Text, i+1)
	}
	o := in.Ops[i]
	o.Sel, o.Neg = ptx.SelNone, false
	return b.operand(&o, ptx.U32)
}

// videoPart is the selected part of operand i, extended to 32 bits by the sign of t.
func (b *builder) videoPart(in *ptx.Instr, i int, t ptx.Type) *Value {
	x := b.videoWhole(in, i)
	pos, n := selection(in.Ops[i].Sel)
	if t.Signed() {
		return b.bfeS(x, pos, n)
	}
	return b.bfeU(x, pos, n)
}

// videoPair reads both sources in one width in which sums, differences and comparisons of them are exact.
func (b *builder) videoPair(in *ptx.Instr, ta, tb ptx.Type) (x, y *Value) {
	x, y = b.videoPart(in, 1, ta), b.videoPart(in, 2, tb)
	_, nx := selection(in.Ops[1].Sel)
	_, ny := selection(in.Ops[2].Sel)
	if nx == 32 || ny == 32 {
		x, y = b.ext(x, I64, ta.Signed()), b.ext(y, I64, tb.Signed())
	}
	return x, y
}

func (b *builder) minS(x, y *Value) *Value {
	if x.Type == I64 {
		return b.sel(b.icmp(LT, x, y), x, y)
	}
	return b.bin(OpMinS, x, y)
}

func (b *builder) maxS(x, y *Value) *Value {
	if x.Type == I64 {
		return b.sel(b.icmp(LT, x, y), y, x)
	}
	return b.bin(OpMaxS, x, y)
}

// rangeOf is the range of an integer of n bits.
func rangeOf(n uint32, signed bool) (lo, hi int64) {
	if signed {
		return -1 << (n - 1), 1<<(n-1) - 1
	}
	return 0, 1<<n - 1
}

// clamp limits x, a signed value, to the range of n bits. The range of 32 unsigned bits needs an I64.
func (b *builder) clamp(x *Value, n uint32, signed bool) *Value {
	lo, hi := rangeOf(n, signed)
	if x.Type == I32 && n == 32 {
		if signed {
			return x
		}
		return b.bin(OpMaxS, x, b.c32(0)) // an I32 is never above the unsigned range
	}
	return b.minS(b.maxS(x, b.c(x.Type, uint64(lo)&typeMask(x.Type))), b.c(x.Type, uint64(hi)))
}

func typeMask(t Type) uint64 { return ^uint64(0) >> (64 - t.Bits()) }

// videoResult applies saturation, the second operation or the merge into the destination's selected part, and writes.
func (b *builder) videoResult(in *ptx.Instr, x *Value, signed, saturate bool) {
	pos, n := selection(in.Ops[0].Sel)
	switch {
	case saturate && n < 32:
		// Hardware: into a part of the destination only the upper bound is applied, to the 34 bits read without sign, so that
		// what is negative becomes the maximum.
		_, hi := rangeOf(n, signed)
		if x.Type == I64 {
			x = b.minS(b.and(x, b.c64(1<<34-1)), b.c64(uint64(hi)))
		} else {
			x = b.bin(OpMinU, x, b.c32(uint32(hi)))
		}
	case saturate && signed:
		x = b.clamp(x, n, true)
	case saturate:
		x = b.maxS(x, b.c(x.Type, 0)) // hardware: what is above the unsigned range loses its upper bits
	}
	if in.Red == ptx.RedMin || in.Red == ptx.RedMax {
		b.videoOrder(in, x, signed)
		return
	}
	b.videoFinish(in, b.low32(x), pos, n, signed)
}

// videoOrder is min and max as second operations. Hardware takes them in 64 bits: of sums and differences the low 32 with their top bit
// repeated above, of the others the exact value; without sign, what is negative counts as large (recorded, testdata/forms, family
// videoop).
func (b *builder) videoOrder(in *ptx.Instr, x *Value, signed bool) {
	if in.Op == ptx.OpVadd || in.Op == ptx.OpVsub {
		x = b.low32(x)
	}
	if x.Type == I32 {
		x = b.sext(x, I64)
	}
	c := b.ext(b.videoWhole(in, 3), I64, signed)
	less := b.icmp(ULT, x, c)
	if signed {
		less = b.icmp(LT, x, c)
	}
	if in.Red == ptx.RedMin {
		x = b.sel(less, x, c)
	} else {
		x = b.sel(less, c, x)
	}
	b.videoWrite(in, b.low32(x))
}

func (b *builder) videoFinish(in *ptx.Instr, r *Value, pos, n uint32, signed bool) {
	switch {
	case in.Red != 0:
		c := b.videoWhole(in, 3)
		switch {
		case in.Red == ptx.RedAdd:
			r = b.add(r, c)
		case in.Red == ptx.RedMin && signed:
			r = b.bin(OpMinS, r, c)
		case in.Red == ptx.RedMin:
			r = b.bin(OpMinU, r, c)
		case in.Red == ptx.RedMax && signed:
			r = b.bin(OpMaxS, r, c)
		case in.Red == ptx.RedMax:
			r = b.bin(OpMaxU, r, c)
		default:
			b.refuse("%s is not supported", in.Text)
		}
	case n < 32:
		mask := uint32(1<<n-1) << pos
		r = b.emit(OpBfi, I32, b.c32(mask), b.shl(r, b.c32(pos)), b.videoWhole(in, 3))
	}
	b.videoWrite(in, r)
}

func (b *builder) videoArith(in *ptx.Instr) {
	x, y := b.videoPair(in, in.Types[1], in.Types[2])
	var r *Value
	switch in.Op {
	case ptx.OpVadd:
		r = b.add(x, y)
	case ptx.OpVsub:
		r = b.sub(x, y)
	case ptx.OpVabsdiff:
		r = b.videoDiff(x, y)
	case ptx.OpVmin:
		r = b.minS(x, y)
	default:
		r = b.maxS(x, y)
	}
	b.videoResult(in, r, in.Types[0].Signed(), in.Has(ptx.Sat))
}

// videoDiff is |x - y|, which does not overflow here.
func (b *builder) videoDiff(x, y *Value) *Value {
	d := b.sub(x, y)
	return b.maxS(d, b.sub(b.c(d.Type, 0), d))
}

func (b *builder) videoShift(in *ptx.Instr) {
	ta, signed := in.Types[1], in.Types[0].Signed()
	x := b.ext(b.videoPart(in, 1, ta), I64, ta.Signed())
	n := b.videoPart(in, 2, in.Types[2])
	if in.Mode == ptx.ModeWrap {
		n = b.and(n, b.c32(31))
	} else {
		n = b.bin(OpMinU, n, b.c32(32))
	}
	left, sat := in.Op == ptx.OpVshl, in.Has(ptx.Sat)
	order := in.Red == ptx.RedMin || in.Red == ptx.RedMax
	var r *Value
	switch {
	case left:
		if r = b.shl(x, n); !order || sat {
			r = b.ashr(b.shl(r, b.c32(30)), b.c32(30)) // 34 bits are kept
		}
	case ta.Signed():
		r = b.ashr(x, n)
	default:
		r = b.lshr(x, n)
	}
	if sat {
		r = b.clamp(r, 32, signed) // hardware: to 32 bits, also where a part of the destination is written
	}
	if order {
		b.videoShiftOrder(in, r, signed)
		return
	}
	b.videoMergeHigh(in, b.low32(r), signed)
}

// videoShiftOrder is min and max after a shift, which hardware takes of the 34 bits. Unsigned ones after a shift to the left are of all
// 64 bits, and after saturation of the 32 bits with their top bit repeated above (recorded, family video2).
func (b *builder) videoShiftOrder(in *ptx.Instr, r *Value, signed bool) {
	c := b.videoWhole(in, 3)
	var less *Value
	switch {
	case signed:
		c = b.sext(c, I64)
		less = b.icmp(LT, r, c)
	case in.Op == ptx.OpVshl:
		x := r
		if in.Has(ptx.Sat) {
			x = b.sext(b.low32(r), I64)
		}
		less = b.icmp(ULT, x, b.zext(c, I64))
		c = b.zext(c, I64)
	default:
		c = b.zext(c, I64)
		less = b.icmp(LT, b.and(r, b.c64(1<<34-1)), c)
	}
	if in.Red == ptx.RedMin {
		r = b.sel(less, r, c)
	} else {
		r = b.sel(less, c, r)
	}
	b.videoWrite(in, b.low32(r))
}

// videoMergeHigh is videoFinish for shifts and vset: into the upper half hardware merges the upper half of the result, not the lower.
func (b *builder) videoMergeHigh(in *ptx.Instr, r *Value, signed bool) {
	pos, n := selection(in.Ops[0].Sel)
	if pos == 16 && n == 16 {
		b.videoWrite(in, b.emit(OpBfi, I32, b.c32(0xffff0000), r, b.videoWhole(in, 3)))
		return
	}
	b.videoFinish(in, r, pos, n, signed)
}

// videoWrite writes a finished result.
func (b *builder) videoWrite(in *ptx.Instr, r *Value) {
	d := in.Ops[0]
	d.Sel = ptx.SelNone
	b.write(&d, r, false)
}

func (b *builder) videoCompare(in *ptx.Instr, x, y *Value) *Value {
	c, ok := intConds[in.Cmp]
	if !ok {
		b.refuse("%s: comparison", in.Text)
	}
	return b.zext(b.icmp(c[0], x, y), I32) // exact in the common width, so a signed comparison
}

func (b *builder) videoSet(in *ptx.Instr) {
	x, y := b.videoPair(in, in.Types[0], in.Types[1])
	// Hardware: min and max go by the sign of the first source.
	b.videoMergeHigh(in, b.videoCompare(in, x, y), in.Types[0].Signed())
}

// videoMad is a*b + c in 64 bits. Hardware reads whole words and c as signed whatever their types say; the types decide how parts are
// extended and which way the result saturates.
func (b *builder) videoMad(in *ptx.Instr) {
	ta, tb := in.Types[1], in.Types[2]
	p := b.emit(OpMulWideS, I64, b.videoPart(in, 1, ta), b.videoPart(in, 2, tb))
	c := b.sext(b.videoWhole(in, 3), I64)
	negate, negateC := in.Ops[1].Neg != in.Ops[2].Neg, in.Ops[3].Neg
	signed := ta.Signed() || tb.Signed() || negate || negateC
	if negate {
		p = b.sub(b.c64(0), p)
	}
	if negateC {
		p = b.sub(p, c)
	} else {
		p = b.add(p, c)
	}
	if in.HasWord("po") {
		p = b.add(p, b.c64(1))
	}
	shift := uint32(0)
	switch in.Mode {
	case ptx.ModeShr7:
		shift = 7
	case ptx.ModeShr15:
		shift = 15
	}
	p = b.ashr(p, b.c32(shift))
	if in.Has(ptx.Sat) {
		if !signed && shift != 0 {
			// Hardware: a negative sum is shifted as a large number.
			p = b.sel(b.icmp(UGT, p, b.c64(1<<32-1)), b.c64(1<<32-1), p)
		} else {
			p = b.clamp(p, 32, signed)
		}
	}
	b.videoWrite(in, b.low32(p))
}

// lanesOf decodes a SIMD selector: the element chosen for each lane, lane 0 first.
func (b *builder) lanesOf(in *ptx.Instr, o *ptx.Operand, n int, first uint32) (l [4]uint32) {
	for k := range n {
		l[k] = first + uint32(k)
	}
	if o.Sel != ptx.SelMask {
		return l
	}
	if int(o.Imm>>16&0xff) != n {
		b.refuse("%s: selector with a wrong number of lanes", in.Text)
	}
	for k := range n {
		l[k] = uint32(o.Imm) >> (4 * k) & 0xf
	}
	return l
}

// maskOf decodes a destination mask: which lanes are written.
func maskOf(o *ptx.Operand, n int) uint32 {
	switch {
	case o.Sel == ptx.SelMask:
		m := uint32(0)
		for k := range int(o.Imm >> 16 & 0xff) {
			m |= 1 << (uint32(o.Imm) >> (4 * k) & 0xf)
		}
		return m
	case o.Sel >= ptx.SelB0 && o.Sel <= ptx.SelB3:
		return 1 << (o.Sel - ptx.SelB0)
	case o.Sel == ptx.SelH0 || o.Sel == ptx.SelH1:
		return 1 << (o.Sel - ptx.SelH0)
	}
	return 1<<n - 1
}

func (b *builder) videoSIMD(in *ptx.Instr) {
	n, width := 2, uint32(16)
	switch in.Op {
	case ptx.OpVadd4, ptx.OpVsub4, ptx.OpVavrg4, ptx.OpVabsdiff4, ptx.OpVmin4, ptx.OpVmax4, ptx.OpVset4:
		n, width = 4, 8
	}
	set := in.Op == ptx.OpVset2 || in.Op == ptx.OpVset4
	td, ta, tb := in.Types[0], in.Types[1], in.Types[2]
	if set {
		td, ta, tb = ptx.U32, in.Types[0], in.Types[1]
	}
	a, c := b.videoWhole(in, 1), b.videoWhole(in, 3)
	bb := b.videoWhole(in, 2)
	la, lb := b.lanesOf(in, &in.Ops[1], n, 0), b.lanesOf(in, &in.Ops[2], n, uint32(n))
	mask := maskOf(&in.Ops[0], n)
	element := func(sel uint32, t ptx.Type) *Value {
		x := a
		if sel >= uint32(n) {
			x = bb
		}
		pos := sel % uint32(n) * width
		if t.Signed() {
			return b.bfeS(x, pos, width)
		}
		return b.bfeU(x, pos, width)
	}
	r := c
	for k := range n {
		if mask>>k&1 == 0 {
			continue
		}
		x, y := element(la[k], ta), element(lb[k], tb)
		var t *Value
		switch in.Op {
		case ptx.OpVadd2, ptx.OpVadd4:
			t = b.add(x, y)
		case ptx.OpVsub2, ptx.OpVsub4:
			t = b.sub(x, y)
		case ptx.OpVavrg2, ptx.OpVavrg4:
			// Halves are rounded away from zero.
			t = b.add(x, y)
			t = b.ashr(b.add(t, b.zext(b.icmp(GE, t, b.c32(0)), I32)), b.c32(1))
		case ptx.OpVabsdiff2, ptx.OpVabsdiff4:
			t = b.videoDiff(x, y)
		case ptx.OpVmin2, ptx.OpVmin4:
			t = b.bin(OpMinS, x, y)
		case ptx.OpVmax2, ptx.OpVmax4:
			t = b.bin(OpMaxS, x, y)
		default:
			t = b.videoCompare(in, x, y)
		}
		if in.Has(ptx.Sat) {
			t = b.clamp(t, width, td.Signed())
		}
		if in.Red == ptx.RedAdd {
			r = b.add(r, t)
			continue
		}
		pos := uint32(k) * width
		r = b.emit(OpBfi, I32, b.c32(uint32(1<<width-1)<<pos), b.shl(t, b.c32(pos)), r)
	}
	b.videoWrite(in, r)
}
