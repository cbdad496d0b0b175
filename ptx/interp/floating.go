package interp

import (
	"math"

	"ferry/ptx"
)

// float executes floating-point arithmetic, a packed type element by element.
func (l *lane) float(in *ptx.Instr) {
	ops := in.Ops
	t, et := in.Type, in.Type.Elem()
	f := formatOf(et)
	src := t
	if in.NTypes == 2 && in.Op != ptx.OpCvt {
		// Mixed precision: add.f32.f16 d, a, c converts a exactly.
		src = in.SrcType
	}
	w := f.width()
	var v [3]uint64
	n := len(ops) - 1
	for i := range n {
		st := src
		if src != t && i == n-1 {
			st = t
		}
		v[i] = l.get(&ops[1+i], st)
		if st != t {
			v[i] = convert(v[i], formatOf(st), f, ptx.RoundNearest)
		}
	}
	r := uint64(0)
	for at := 0; at < t.Bits(); at += w {
		var e [3]uint64
		for i := range n {
			e[i] = low(v[i]>>at, w)
		}
		r |= low(floatOp(in, f, e[:n]), w) << at
	}
	l.set(&ops[0], r, untyped(t))
}

// floatOp is one operation on scalars.
func floatOp(in *ptx.Instr, f format, e []uint64) uint64 {
	if in.Has(ptx.FTZ) {
		for i := range e {
			e[i] = f.flush(e[i])
		}
	}
	mode := in.Round
	if mode == ptx.RoundNone {
		mode = ptx.RoundNearest
	}
	var r uint64
	switch in.Op {
	case ptx.OpAdd:
		r = f.add(e[0], e[1], mode)
	case ptx.OpSub:
		r = f.add(e[0], e[1]^f.sign(), mode)
	case ptx.OpMul:
		r = f.mul(e[0], e[1], mode)
	case ptx.OpMad, ptx.OpFma:
		const outOfBounds = 0x7ff7 // the NaN that .oob looks for, in f16 and bf16: recorded
		if in.Has(ptx.OOB) && (e[0]&0x7fff == outOfBounds || e[1]&0x7fff == outOfBounds) {
			return 0
		}
		r = f.fma(e[0], e[1], e[2], mode)
	case ptx.OpDiv:
		if in.Has(ptx.Approx) || in.Has(ptx.Full) {
			r = divApprox(in, f, e[0], e[1])
			break
		}
		r = f.div(e[0], e[1], mode)
	case ptx.OpRcp:
		if f.width() == 64 && in.Has(ptx.Approx) {
			// Only the upper word is read and written.
			r = f.div(f.one(), e[0]&^(1<<32-1), mode) &^ (1<<32 - 1)
			break
		}
		r = f.div(f.one(), e[0], mode)
	case ptx.OpSqrt:
		r = f.sqrt(e[0], mode)
	case ptx.OpMin, ptx.OpMax:
		r = minmax(f, in, e[0], e[1], in.Op == ptx.OpMax)
		if len(e) > 2 {
			r = minmax(f, in, r, e[2], in.Op == ptx.OpMax)
		}
		return r
	case ptx.OpAbs:
		return e[0] &^ f.sign()
	case ptx.OpNeg:
		return e[0] ^ f.sign()
	case ptx.OpCopysign:
		// copysign d, a, b: the magnitude of b with the sign of a.
		return e[1]&^f.sign() | e[0]&f.sign()
	case ptx.OpRsqrt, ptx.OpSin, ptx.OpCos, ptx.OpLg2, ptx.OpEx2, ptx.OpTanh:
		r = approximate(in, f, e[0])
	default:
		panic(faultf("%s is not known", in.Text))
	}
	if in.Has(ptx.FTZ) {
		r = f.flush(r)
	}
	if in.Has(ptx.Sat) {
		r = f.saturate(r)
	}
	if in.Has(ptx.Relu) {
		r = f.relu(r)
	}
	return r
}

// minmax is min and max: a number beats a NaN unless .NaN says otherwise, and -0 is less than +0.
func minmax(f format, in *ptx.Instr, a, b uint64, wantMax bool) uint64 {
	sign := uint64(0)
	if in.Has(ptx.XorSign) {
		sign = (a ^ b) & f.sign()
	}
	if in.Has(ptx.Abs) {
		a, b = a&^f.sign(), b&^f.sign()
	}
	r := a
	switch {
	case f.isNaN(a) && f.isNaN(b):
		return f.nan
	case f.isNaN(a) || f.isNaN(b):
		if in.Has(ptx.NaN) {
			return f.nan
		}
		if f.isNaN(a) {
			r = b
		}
	default:
		c := f.cmp(a, b)
		if c == 0 && f.neg(a) != f.neg(b) {
			c = 1
			if f.neg(a) {
				c = -1
			}
		}
		if (c < 0) == wantMax && c != 0 {
			r = b
		}
	}
	return r | sign
}

// divApprox is div.approx, which is a multiplication by a reciprocal: where the divisor is so large that this is a zero, the
// quotient is too (PTX ISA, div); div.full scales.
func divApprox(in *ptx.Instr, f format, a, b uint64) uint64 {
	if in.Has(ptx.Approx) && b&^f.sign() > 0x7e800000 && b&^f.sign() < f.inf() {
		return f.mul(a, b&f.sign(), ptx.RoundNearest)
	}
	return f.div(a, b, ptx.RoundNearest)
}

// approximate is the correctly rounded (or nearly: by Go's float64 functions) result of an instruction whose
// hardware result is only bounded.
func approximate(in *ptx.Instr, f format, a uint64) uint64 {
	if f.width() == 64 && in.Has(ptx.FTZ) {
		a &^= 1<<32 - 1
	}
	x := math.Float64frombits(convert(a, f, fmt64, ptx.RoundNearest))
	var y float64
	switch in.Op {
	case ptx.OpRsqrt:
		y = 1 / math.Sqrt(x)
		if x == 0 {
			y = math.Copysign(math.Inf(1), x)
		}
	case ptx.OpSin:
		y = math.Sin(x)
	case ptx.OpCos:
		y = math.Cos(x)
	case ptx.OpLg2:
		y = math.Log2(x)
	case ptx.OpEx2:
		y = math.Exp2(x)
	case ptx.OpTanh:
		y = math.Tanh(x)
	}
	r := convert(math.Float64bits(y), fmt64, f, ptx.RoundNearest)
	if f.width() == 64 && in.Has(ptx.FTZ) {
		r &^= 1<<32 - 1
	}
	return r
}
