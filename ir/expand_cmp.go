package ir

import "ferry/ptx"

// This file lowers comparisons and selections.

func init() {
	pure((*builder).setp, ptx.OpSetp)
	pure((*builder).setOp, ptx.OpSet)
	pure((*builder).selp, ptx.OpSelp)
	pure((*builder).slct, ptx.OpSlct)
}

var intConds = map[ptx.Cmp][2]Cond{ // signed, unsigned
	ptx.CmpEQ: {EQ, EQ}, ptx.CmpNE: {NE, NE}, ptx.CmpLT: {LT, ULT}, ptx.CmpLE: {LE, ULE}, ptx.CmpGT: {GT, UGT}, ptx.CmpGE: {GE, UGE},
	ptx.CmpLO: {ULT, ULT}, ptx.CmpLS: {ULE, ULE}, ptx.CmpHI: {UGT, UGT}, ptx.CmpHS: {UGE, UGE},
}

var floatConds = map[ptx.Cmp]Cond{
	ptx.CmpEQ: EQ, ptx.CmpNE: NE, ptx.CmpLT: LT, ptx.CmpLE: LE, ptx.CmpGT: GT, ptx.CmpGE: GE,
	ptx.CmpEQU: UEQ, ptx.CmpNEU: UNE, ptx.CmpLTU: ULT, ptx.CmpLEU: ULE, ptx.CmpGTU: UGT, ptx.CmpGEU: UGE, ptx.CmpNum: Ord, ptx.CmpNaN: Uno,
}

// compare is x cmp y for raw values of the scalar type t.
func (b *builder) compare(in *ptx.Instr, t ptx.Type, c ptx.Cmp, x, y *Value) *Value {
	if t.Float() {
		fc, ok := floatConds[c]
		if !ok {
			b.refuse("%s: comparison", in.Text)
		}
		ftz := in.Has(ptx.FTZ)
		switch t {
		case ptx.F64:
			return b.fcmp(FP{Fmt: F64}, fc, x, y)
		case ptx.F32:
			return b.fcmp(FP{Fmt: F32, FTZ: ftz}, fc, x, y)
		case ptx.F16:
			return b.fcmp(FP{Fmt: F16, FTZ: ftz}, fc, x, y)
		case ptx.BF16:
			return b.fcmp(FP{Fmt: F32, FTZ: ftz}, fc, b.bf16ToF32(x), b.bf16ToF32(y))
		}
		b.refuse("%s is not supported", in.Text)
	}
	ic, ok := intConds[c]
	if !ok {
		b.refuse("%s: comparison", in.Text)
	}
	k := 1
	if t.Signed() {
		k = 0
	}
	return b.icmp(ic[k], b.intOf(x, t), b.intOf(y, t))
}

// bf16ToF32 widens exactly: bf16 is the top half of a binary32.
func (b *builder) bf16ToF32(x *Value) *Value { return b.shl(b.low32(x), b.c32(16)) }

func (b *builder) setp(in *ptx.Instr) {
	t := in.Type
	d := parts(&in.Ops[0])
	if t == ptx.F16x2 || t == ptx.BF16x2 {
		x, y := b.src(in, 1, ptx.B32), b.src(in, 2, ptx.B32)
		lo := b.compare(in, t.Elem(), in.Cmp, b.lo16(x), b.lo16(y))
		hi := b.compare(in, t.Elem(), in.Cmp, b.hi16(x), b.hi16(y))
		if in.Bool != ptx.RedNone {
			c := b.src(in, 3, ptx.Pred)
			lo, hi = b.boolOp(in.Bool, lo, c), b.boolOp(in.Bool, hi, c)
		}
		if len(d) > 1 {
			b.write(&d[1], hi, false)
		}
		b.write(&d[0], lo, false)
		return
	}
	p := b.compare(in, t, in.Cmp, b.src(in, 1, t), b.src(in, 2, t))
	q := p
	if len(d) > 1 {
		q = b.not(p)
	}
	if in.Bool != ptx.RedNone {
		c := b.src(in, 3, ptx.Pred)
		p = b.boolOp(in.Bool, p, c)
		if len(d) > 1 {
			q = b.boolOp(in.Bool, q, c)
		}
	}
	// The first one stays where both are one register (testdata/forms, family predicate).
	if len(d) > 1 {
		b.write(&d[1], q, false)
	}
	b.write(&d[0], p, false)
}

// setOp is set: the answer as a number, all ones or 1.0.
func (b *builder) setOp(in *ptx.Instr) {
	dt, st := in.Type, in.SrcType
	truth := func(p *Value) *Value {
		if in.Bool != ptx.RedNone {
			p = b.boolOp(in.Bool, p, b.src(in, 3, ptx.Pred))
		}
		return p
	}
	if st == ptx.F16x2 || st == ptx.BF16x2 {
		x, y := b.src(in, 1, ptx.B32), b.src(in, 2, ptx.B32)
		one := uint32(0xffff)
		switch dt {
		case ptx.F16x2:
			one = 0x3c00
		case ptx.BF16x2:
			one = 0x3f80
		}
		lo := truth(b.compare(in, st.Elem(), in.Cmp, b.lo16(x), b.lo16(y)))
		hi := truth(b.compare(in, st.Elem(), in.Cmp, b.hi16(x), b.hi16(y)))
		r := b.sel(lo, b.c32(one), b.c32(0))
		r = b.or(r, b.sel(hi, b.c32(one<<16), b.c32(0)))
		b.dst(in, 0, r)
		return
	}
	p := truth(b.compare(in, st, in.Cmp, b.src(in, 1, st), b.src(in, 2, st)))
	var r *Value
	switch dt {
	case ptx.F32:
		r = b.sel(p, b.c32(0x3f800000), b.c32(0))
	case ptx.F16:
		r = b.sel(p, b.c16(0x3c00), b.c16(0))
	case ptx.BF16:
		r = b.sel(p, b.c16(0x3f80), b.c16(0))
	default:
		r = b.sel(p, b.c(irType(dt), ^uint64(0)), b.c(irType(dt), 0))
	}
	b.dst(in, 0, r)
}

func (b *builder) selp(in *ptx.Instr) {
	b.dst(in, 0, b.sel(b.src(in, 3, ptx.Pred), b.src(in, 1, in.Type), b.src(in, 2, in.Type)))
}

// slct picks its first source where the third is not negative; a NaN picks the second.
func (b *builder) slct(in *ptx.Instr) {
	x, y := b.src(in, 1, in.Type), b.src(in, 2, in.Type)
	var p *Value
	if in.SrcType == ptx.F32 {
		p = b.fcmp(FP{Fmt: F32, FTZ: in.Has(ptx.FTZ)}, GE, b.src(in, 3, ptx.F32), b.c32(0))
	} else {
		p = b.icmp(GE, b.src(in, 3, ptx.S32), b.c32(0))
	}
	b.dst(in, 0, b.sel(p, x, y))
}
