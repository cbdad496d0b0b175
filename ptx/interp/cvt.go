package interp

import (
	"math"
	"math/big"

	"ferry/ptx"
)

// cvt converts between number types.
func (l *lane) cvt(in *ptx.Instr) {
	ops := in.Ops
	dt, st := in.Types[0], in.Types[1]
	switch {
	case dt == ptx.S2F6x2:
		panic(faultf("%s is not known", in.Text))
	case st == ptx.S2F6x2:
		scale := uint64(0x7f7f)
		if len(ops) > 2 {
			scale = l.get(&ops[2], ptx.B16)
		}
		v := l.get(&ops[1], ptx.B16)
		l.set(&ops[0], fromFixed(in, v>>8, scale>>8)<<16|fromFixed(in, v, scale), ptx.B32)
		return
	case dt == ptx.UE8M0x2:
		l.toScales(in)
		return
	case st == ptx.UE8M0x2:
		v := l.get(&ops[1], ptx.B16)
		l.set(&ops[0], fromScale(v>>8)<<16|fromScale(low(v, 8)), ptx.B32)
		return
	case small(dt) || small(st):
		l.cvtSmall(in)
		return
	case dt == ptx.TF32:
		v := l.get(&ops[1], st)
		var r uint64
		switch {
		case in.Round == ptx.RoundNearestAway && fmt32.isNaN(v):
			// The upper bits stay as they are, one less with .satfinite: recorded.
			r = v &^ (1<<13 - 1)
			if in.Has(ptx.SatFinite) {
				r -= 1 << 13
			}
		case fmt32.isNaN(v):
			r = fmt32.nan &^ (1<<13 - 1)
		default:
			r = convert(v, fmt32, fmtT32, in.Round) << 13
			if in.Has(ptx.SatFinite) && fmt32.isInf(r) {
				r = r&fmt32.sign() | fmtT32.maxFin()<<13
			}
		}
		if in.Has(ptx.Relu) && fmt32.neg(r) && !fmt32.isNaN(r) {
			r = 0
		}
		l.set(&ops[0], r, ptx.B32)
		return
	case dt == ptx.F16x2 || dt == ptx.BF16x2:
		// The first source goes to the upper half.
		f := formatOf(dt)
		var random uint64
		if in.Round == ptx.RoundStochastic {
			random = l.get(&ops[3], ptx.B32)
		}
		hi, lo := toHalf(in, f, l.get(&ops[1], st), random>>16), toHalf(in, f, l.get(&ops[2], st), low(random, 16))
		l.set(&ops[0], hi<<16|lo, ptx.B32)
		return
	}
	v := l.get(&ops[1], st)
	switch {
	case dt.Float() && st.Float():
		l.set(&ops[0], floatToFloat(in, dt, st, v), untyped(dt))
	case dt.Float():
		f := formatOf(dt)
		neg := st.Signed() && sext(v, st.Bits()) < 0
		if neg {
			v = uint64(-sext(v, st.Bits()))
		}
		r := f.fromInt(v, neg, in.Round)
		if in.Has(ptx.Sat) {
			r = f.saturate(r)
		}
		l.set(&ops[0], r, untyped(dt))
	case st.Float():
		l.set(&ops[0], floatToInt(in, dt, st, v), dt)
	default:
		if st.Signed() {
			v = uint64(sext(v, st.Bits()))
		}
		if in.Has(ptx.Sat) {
			var x big.Int
			if st.Signed() {
				x.SetInt64(int64(v))
			} else {
				x.SetUint64(v)
			}
			v = clampInt(&x, dt)
		}
		l.set(&ops[0], v, dt)
	}
}

// toHalf converts f32 to f16 or bf16 with .relu and .satfinite; random are the bits of .rs.
func toHalf(in *ptx.Instr, f format, v, random uint64) uint64 {
	r := convert(v, fmt32, f, in.Round)
	if in.Round == ptx.RoundStochastic && !fmt32.isNaN(v) && !fmt32.isInf(v) {
		if r = f.stochastic(fmt32.unpack(v), random); in.Has(ptx.SatFinite) && v&^fmt32.sign() > convert(f.maxFin(), f, fmt32, ptx.RoundZero) {
			r = r&f.sign() | f.maxFin()
		}
	}
	if in.Has(ptx.SatFinite) && f.isInf(r) {
		r = r&f.sign() | f.maxFin()
	}
	if in.Has(ptx.Relu) {
		r = f.relu(r)
	}
	return r
}

// stochastic rounds away from zero if the random bits and as many of the discarded ones, from the top, give a carry. There are as
// many as a normal result discards of an f32.
func (f format) stochastic(n *num, random uint64) uint64 {
	bits := fmt32.mbits - f.mbits
	down := f.round(n, false, ptx.RoundZero)
	if n.zero() {
		return down
	}
	var rest, t big.Int
	kept := f.unpack(down)
	// rest = (|n| - |down|) in units of the last place of the result / 2^bits
	exp := min(n.exp, kept.exp-bits)
	rest.Lsh(&n.man, uint(n.exp-exp))
	rest.Sub(&rest, t.Lsh(&kept.man, uint(kept.exp-exp)))
	rest.Rsh(&rest, uint(kept.exp-bits-exp))
	if rest.Add(&rest, t.SetUint64(low(random, bits))); rest.BitLen() > bits {
		down++ // the next code is the next number, or infinity
	}
	return down
}

// toScales makes two ue8m0: exponents of powers of two, 255 for NaN.
func (l *lane) toScales(in *ptx.Instr) {
	ops, st := in.Ops, in.Types[1]
	var hi, lo uint64
	if st.Packed() {
		v := l.get(&ops[1], st)
		hi, lo = convert(v>>16, fmtB16, fmt32, ptx.RoundZero), convert(low(v, 16), fmtB16, fmt32, ptx.RoundZero)
	} else {
		hi, lo = l.get(&ops[1], st), l.get(&ops[2], st)
	}
	l.set(&ops[0], toScale(in, hi)<<8|toScale(in, lo), ptx.B16)
}

// toScale takes the power of two next to the magnitude of an f32, toward zero or up. There is no zero; the least is 2^-127.
func toScale(in *ptx.Instr, v uint64) uint64 {
	v &^= fmt32.sign()
	switch {
	case fmt32.isNaN(v):
		return 255
	case fmt32.isInf(v) && in.Has(ptx.SatFinite):
		return 254
	case fmt32.isInf(v):
		return 255
	case fmt32.isZero(v):
		return 0
	}
	n := fmt32.unpack(v)
	e := n.exp + n.man.BitLen() - 1
	if in.Round == ptx.RoundPlus && int(n.man.TrailingZeroBits()) != n.man.BitLen()-1 {
		e++
	}
	c := max(e+127, 0)
	if in.Has(ptx.SatFinite) {
		c = min(c, 254)
	}
	return uint64(c)
}

// fromFixed is bf16 of the s2f6 in the low byte of v, in units of 1/64, times the ue8m0 in that of scale.
func fromFixed(in *ptx.Instr, v, scale uint64) uint64 {
	c := low(scale, 8)
	if c == 0xff {
		return fmtB16.nan
	}
	x := math.Ldexp(float64(int8(v)), int(c)-127-6)
	switch {
	case x < 0 && in.Has(ptx.Relu):
		return 0
	case x == -math.Ldexp(1, 128) && in.Has(ptx.SatFinite):
		return 0xff7f
	}
	return uint64(math.Float32bits(float32(x)) >> 16) // no product has more bits
}

// fromScale is the bf16 of a ue8m0.
func fromScale(c uint64) uint64 {
	if c == 255 {
		return fmtB16.nan
	}
	n := &num{exp: int(c) - 127}
	n.man.SetUint64(1)
	return fmtB16.round(n, false, ptx.RoundNearest)
}

func floatToFloat(in *ptx.Instr, dt, st ptx.Type, v uint64) uint64 {
	sf, df := formatOf(st), formatOf(dt)
	// Recorded: a source is not flushed on the way to f16.
	if in.Has(ptx.FTZ) && st == ptx.F32 && dt != ptx.F16 {
		v = sf.flush(v)
	}
	switch in.Round {
	case ptx.RoundNearestInt, ptx.RoundZeroInt, ptx.RoundMinusInt, ptx.RoundPlusInt:
		v = sf.toIntegral(v, in.Round)
	}
	r := v
	mode := in.Round
	if mode == ptx.RoundNone {
		mode = ptx.RoundNearest
	}
	if dt != st {
		r = convert(v, sf, df, mode)
	} else if sf.isNaN(v) {
		r = sf.nan
	}
	if in.Has(ptx.FTZ) && (dt == ptx.F32) {
		r = df.flush(r)
	}
	if in.Has(ptx.SatFinite) && df.isInf(r) {
		r = r&df.sign() | df.maxFin()
	}
	if in.Has(ptx.Sat) {
		r = df.saturate(r)
	}
	if in.Has(ptx.Relu) {
		r = df.relu(r)
	}
	return r
}

// floatToInt rounds and clamps to the destination's range.
func floatToInt(in *ptx.Instr, dt, st ptx.Type, v uint64) uint64 {
	f := formatOf(st)
	if in.Has(ptx.FTZ) {
		v = f.flush(v)
	}
	if f.isNaN(v) {
		return nanToInt(dt, st)
	}
	var x *big.Int
	if f.isInf(v) {
		x = new(big.Int).Lsh(big.NewInt(1), 100)
		if f.neg(v) {
			x.Neg(x)
		}
	} else {
		x = f.integer(v, in.Round)
	}
	return clampInt(x, dt)
}

// nanToInt is what a NaN becomes: zero, or only the top bit where a 64-bit type is involved (recorded).
func nanToInt(dt, st ptx.Type) uint64 {
	if st == ptx.F64 || dt.Bits() == 64 {
		return 1 << (dt.Bits() - 1)
	}
	return 0
}

// clampInt saturates to the range of an integer type.
func clampInt(x *big.Int, t ptx.Type) uint64 {
	n := uint(t.Bits())
	lo, hi := new(big.Int), new(big.Int)
	if t.Signed() {
		hi.Lsh(big.NewInt(1), n-1)
		lo.Neg(hi)
	} else {
		hi.Lsh(big.NewInt(1), n)
	}
	hi.Sub(hi, big.NewInt(1))
	switch {
	case x.Cmp(lo) < 0:
		x = lo
	case x.Cmp(hi) > 0:
		x = hi
	}
	if x.Sign() < 0 {
		return uint64(x.Int64())
	}
	return x.Uint64()
}

// cvtPack saturates two integers and packs them above the low part of the third operand.
func (l *lane) cvtPack(in *ptx.Instr) {
	ops := in.Ops
	dt := in.Types[0]
	n := dt.Bits()
	a, b := clampInt(big.NewInt(sext(l.get(&ops[1], ptx.S32), 32)), dt), clampInt(big.NewInt(sext(l.get(&ops[2], ptx.S32), 32)), dt)
	r := low(a, n)<<n | low(b, n)
	if len(ops) > 3 {
		r |= l.get(&ops[3], ptx.B32) << (2 * n)
	}
	l.set(&ops[0], r, ptx.B32)
}

// tiny is a format of 8 bits or less. Its top exponent holds numbers; where NaN exists it is nan.
type tiny struct {
	ebits, mbits int
	inf          bool   // e5m2: infinities and NaNs as in IEEE
	nan          uint64 // 0: the format has none
	maxFin       uint64
}

var tinies = map[ptx.Type]tiny{
	ptx.E4M3: {4, 3, false, 0x7f, 0x7e},
	ptx.E5M2: {5, 2, true, 0x7f, 0x7b},
	ptx.E2M3: {2, 3, false, 0, 0x1f},
	ptx.E3M2: {3, 2, false, 0, 0x1f},
	ptx.E2M1: {2, 1, false, 0, 0x7},
}

func small(t ptx.Type) bool {
	_, ok := tinies[t.Elem()]
	return ok
}

// round makes a tiny value; all these conversions saturate to the largest finite value.
func (y tiny) round(n *num) uint64 {
	sign := uint64(0)
	if n.neg {
		sign = 1 << (y.ebits + y.mbits)
	}
	bias := 1<<(y.ebits-1) - 1
	q := max(n.exp+n.man.BitLen()-1, 1-bias) - y.mbits
	if n.zero() {
		return sign
	}
	var m uint64
	if sh := q - n.exp; sh <= 0 {
		var t big.Int
		m = t.Lsh(&n.man, uint(-sh)).Uint64()
	} else {
		var t big.Int
		m = t.Rsh(&n.man, uint(sh)).Uint64()
		half := n.man.Bit(sh-1) == 1
		rest := int(n.man.TrailingZeroBits()) < sh-1
		if half && (rest || m&1 == 1) {
			m++
		}
	}
	if m>>(y.mbits+1) != 0 {
		m >>= 1
		q++
	}
	if m < 1<<y.mbits {
		return sign | m
	}
	e := q + y.mbits + bias
	if e >= 1<<y.ebits {
		return sign | y.maxFin
	}
	return sign | min(uint64(e)<<y.mbits+(m-1<<y.mbits), y.maxFin)
}

// to converts a value of a wider format, with .satfinite.
func (y tiny) to(f format, v uint64, relu bool) uint64 {
	if f.isNaN(v) {
		if y.nan != 0 {
			return y.nan
		}
		// Formats without NaN give the largest positive number.
		return y.maxFin
	}
	if relu && f.neg(v) {
		return 0
	}
	if f.isInf(v) {
		if f.neg(v) {
			return 1<<(y.ebits+y.mbits) | y.maxFin
		}
		return y.maxFin
	}
	return y.round(f.unpack(v))
}

// from converts to a wider format, exactly.
func (y tiny) from(v uint64, f format) uint64 {
	sign := v >> (y.ebits + y.mbits) & 1
	a := low(v, y.ebits+y.mbits)
	switch {
	case y.inf && a == 0x7c:
		return sign*f.sign() | f.inf()
	case y.inf && a > 0x7c, y.nan != 0 && !y.inf && a == y.nan:
		return f.nan
	}
	n := &num{neg: sign != 0}
	m, e := low(a, y.mbits), int(a>>y.mbits)
	if e == 0 {
		e = 1
	} else {
		m |= 1 << y.mbits
	}
	n.man.SetUint64(m)
	n.exp = e - (1<<(y.ebits-1) - 1) - y.mbits
	return f.round(n, false, ptx.RoundNearest)
}

// cvtSmall converts to and from packed pairs of 8-bit and smaller formats.
func (l *lane) cvtSmall(in *ptx.Instr) {
	ops := in.Ops
	dt, st := in.Types[0], in.Types[1]
	if in.Round == ptx.RoundStochastic {
		panic(faultf("%s is not known", in.Text))
	}
	if small(st) {
		y := tinies[st.Elem()]
		f := formatOf(dt)
		w := st.Bits() / 2
		v := l.get(&ops[1], bitsType(st.Bits()))
		mask := 1 + y.ebits + y.mbits
		lo, hi := y.from(low(v, mask), f), y.from(low(v>>w, mask), f)
		if in.Has(ptx.Relu) {
			lo, hi = f.relu(lo), f.relu(hi)
		}
		l.set(&ops[0], hi<<16|lo, ptx.B32)
		return
	}
	y := tinies[dt.Elem()]
	w := dt.Bits() / 2
	var hi, lo uint64
	f := formatOf(st)
	if st.Packed() {
		v := l.get(&ops[1], st)
		hi, lo = v>>16, low(v, 16)
	} else {
		hi, lo = l.get(&ops[1], st), l.get(&ops[2], st)
	}
	relu := in.Has(ptx.Relu)
	r := y.to(f, hi, relu)<<w | y.to(f, lo, relu)
	l.set(&ops[0], r, bitsType(dt.Bits()))
}
