package interp

import (
	"math/big"
	"math/bits"

	"ferry/ptx"
)

// This file is exact binary floating point: values are unpacked to integers times powers of two, computed
// exactly (or with a sticky bit that stands for everything below), and rounded once.

// format is an IEEE-like binary format.
type format struct {
	ebits, mbits int    // exponent and fraction bits
	nan          uint64 // the NaN that arithmetic makes on NVIDIA hardware
}

var (
	fmt16  = format{5, 10, 0x7fff}
	fmtB16 = format{8, 7, 0x7fff}
	fmt32  = format{8, 23, 0x7fffffff}
	fmt64  = format{11, 52, 0xfff8000000000000}
	fmtT32 = format{8, 10, 0x7ffff} // tf32's upper 19 bits
)

func (f format) width() int     { return 1 + f.ebits + f.mbits }
func (f format) bias() int      { return 1<<(f.ebits-1) - 1 }
func (f format) inf() uint64    { return (1<<f.ebits - 1) << f.mbits }
func (f format) sign() uint64   { return 1 << (f.ebits + f.mbits) }
func (f format) one() uint64    { return uint64(f.bias()) << f.mbits }
func (f format) maxFin() uint64 { return f.inf() - 1 }

func (f format) isNaN(v uint64) bool { return v&^f.sign() > f.inf() }
func (f format) isInf(v uint64) bool { return v&^f.sign() == f.inf() }
func (f format) isZero(v uint64) bool {
	return v&^f.sign() == 0
}
func (f format) isSub(v uint64) bool {
	a := v &^ f.sign()
	return a != 0 && a < 1<<f.mbits
}
func (f format) neg(v uint64) bool { return v&f.sign() != 0 }

// flush replaces a subnormal by the zero of its sign.
func (f format) flush(v uint64) uint64 {
	if f.isSub(v) {
		return v & f.sign()
	}
	return v
}

// num is a finite value (-1)^neg * man * 2^exp.
type num struct {
	neg bool
	man big.Int
	exp int
}

// unpack reads a finite value.
func (f format) unpack(v uint64) *num {
	n := &num{neg: f.neg(v)}
	m := v & (1<<f.mbits - 1)
	e := int(v >> f.mbits & (1<<f.ebits - 1))
	if e == 0 {
		e = 1
	} else {
		m |= 1 << f.mbits
	}
	n.man.SetUint64(m)
	n.exp = e - f.bias() - f.mbits
	return n
}

func (n *num) zero() bool { return n.man.Sign() == 0 }

// plus is the exact sum. The sign of an exact zero is the caller's business.
func (n *num) plus(o *num) *num {
	if n.exp > o.exp {
		n, o = o, n
	}
	var a, b big.Int
	b.Lsh(&o.man, uint(o.exp-n.exp))
	a.Set(&n.man)
	if n.neg {
		a.Neg(&a)
	}
	if o.neg {
		b.Neg(&b)
	}
	r := &num{exp: n.exp}
	r.man.Add(&a, &b)
	if r.man.Sign() < 0 {
		r.neg = true
		r.man.Neg(&r.man)
	}
	return r
}

func (n *num) times(o *num) *num {
	r := &num{neg: n.neg != o.neg, exp: n.exp + o.exp}
	r.man.Mul(&n.man, &o.man)
	return r
}

// round makes a value of format f. sticky says that the exact value lies between man and man+1 (units of
// 2^exp), strictly; man must then have at least two bits more than f.
func (f format) round(n *num, sticky bool, mode ptx.Round) uint64 {
	s := uint64(0)
	if n.neg {
		s = f.sign()
	}
	if n.zero() && !sticky {
		return s
	}
	// The last place of the result is 2^q.
	q := max(n.exp+n.man.BitLen()-1, 1-f.bias()) - f.mbits
	var m uint64
	half, rest := false, sticky
	if shift := q - n.exp; shift <= 0 {
		var t big.Int
		m = t.Lsh(&n.man, uint(-shift)).Uint64()
	} else {
		var t big.Int
		m = t.Rsh(&n.man, uint(shift)).Uint64()
		half = n.man.Bit(shift-1) == 1
		rest = rest || int(n.man.TrailingZeroBits()) < shift-1
	}
	up := false
	switch mode {
	case ptx.RoundZero, ptx.RoundZeroInt:
	case ptx.RoundMinus, ptx.RoundMinusInt:
		up = n.neg && (half || rest)
	case ptx.RoundPlus, ptx.RoundPlusInt:
		up = !n.neg && (half || rest)
	case ptx.RoundNearestAway:
		up = half
	default:
		up = half && (rest || m&1 == 1)
	}
	if up {
		m++
	}
	if m>>(f.mbits+1) != 0 {
		m >>= 1
		q++
	}
	if m < 1<<f.mbits {
		return s | m
	}
	e := q + f.mbits + f.bias()
	if e >= 1<<f.ebits-1 {
		toMax := false
		switch mode {
		case ptx.RoundZero:
			toMax = true
		case ptx.RoundMinus:
			toMax = !n.neg
		case ptx.RoundPlus:
			toMax = n.neg
		}
		if toMax {
			return s | f.maxFin()
		}
		return s | f.inf()
	}
	return s | uint64(e)<<f.mbits + (m - 1<<f.mbits)
}

// sum rounds an exact sum of two values whose zeros were za and zb: an exact zero is positive except toward minus infinity,
// or when both addends are zeros of one sign.
func (f format) sum(r *num, a, b *num, mode ptx.Round) uint64 {
	if !r.zero() {
		return f.round(r, false, mode)
	}
	neg := mode == ptx.RoundMinus
	if a.zero() && b.zero() && a.neg == b.neg {
		neg = a.neg
	}
	if neg {
		return f.sign()
	}
	return 0
}

func (f format) add(a, b uint64, mode ptx.Round) uint64 {
	switch {
	case f.isNaN(a) || f.isNaN(b):
		return f.nan
	case f.isInf(a):
		if f.isInf(b) && a != b {
			return f.nan
		}
		return a
	case f.isInf(b):
		return b
	}
	x, y := f.unpack(a), f.unpack(b)
	return f.sum(x.plus(y), x, y, mode)
}

func (f format) mul(a, b uint64, mode ptx.Round) uint64 {
	s := (a ^ b) & f.sign()
	switch {
	case f.isNaN(a) || f.isNaN(b), f.isInf(a) && f.isZero(b), f.isInf(b) && f.isZero(a):
		return f.nan
	case f.isInf(a) || f.isInf(b):
		return s | f.inf()
	}
	return f.round(f.unpack(a).times(f.unpack(b)), false, mode)
}

func (f format) fma(a, b, c uint64, mode ptx.Round) uint64 {
	s := (a ^ b) & f.sign()
	switch {
	case f.isNaN(a) || f.isNaN(b) || f.isNaN(c), f.isInf(a) && f.isZero(b), f.isInf(b) && f.isZero(a):
		return f.nan
	case f.isInf(a) || f.isInf(b):
		if f.isInf(c) && c&f.sign() != s {
			return f.nan
		}
		return s | f.inf()
	case f.isInf(c):
		return c
	}
	p, z := f.unpack(a).times(f.unpack(b)), f.unpack(c)
	return f.sum(p.plus(z), p, z, mode)
}

func (f format) div(a, b uint64, mode ptx.Round) uint64 {
	s := (a ^ b) & f.sign()
	switch {
	case f.isNaN(a) || f.isNaN(b), f.isInf(a) && f.isInf(b), f.isZero(a) && f.isZero(b):
		return f.nan
	case f.isInf(a), f.isZero(b):
		return s | f.inf()
	case f.isInf(b), f.isZero(a):
		return s
	}
	x, y := f.unpack(a), f.unpack(b)
	// Enough bits that the quotient has more than the format and two.
	shift := uint(max(f.mbits+3+y.man.BitLen()-x.man.BitLen()+1, 0))
	var t, rem big.Int
	r := &num{neg: s != 0, exp: x.exp - y.exp - int(shift)}
	r.man.QuoRem(t.Lsh(&x.man, shift), &y.man, &rem)
	return f.round(r, rem.Sign() != 0, mode)
}

func (f format) sqrt(a uint64, mode ptx.Round) uint64 {
	switch {
	case f.isNaN(a):
		return f.nan
	case f.isZero(a):
		return a
	case f.neg(a):
		return f.nan
	case f.isInf(a):
		return a
	}
	x := f.unpack(a)
	shift := 2*(f.mbits+4) - x.man.BitLen() + 1
	if (x.exp-shift)&1 != 0 {
		shift++
	}
	var t, sq big.Int
	t.Lsh(&x.man, uint(shift))
	r := &num{exp: (x.exp - shift) / 2}
	r.man.Sqrt(&t)
	sq.Mul(&r.man, &r.man)
	return f.round(r, sq.Cmp(&t) != 0, mode)
}

// convert changes the format of a value. NaNs become to's NaN.
func convert(v uint64, from, to format, mode ptx.Round) uint64 {
	switch {
	case from.isNaN(v):
		return to.nan
	case from.isInf(v):
		if from.neg(v) {
			return to.sign() | to.inf()
		}
		return to.inf()
	}
	return to.round(from.unpack(v), false, mode)
}

// toIntegral rounds to an integral value of the same format.
func (f format) toIntegral(v uint64, mode ptx.Round) uint64 {
	if f.isNaN(v) {
		return f.nan
	}
	if f.isInf(v) || f.isZero(v) {
		return v
	}
	i := f.integer(v, mode)
	n := &num{neg: f.neg(v)}
	n.man.Abs(i)
	return f.round(n, false, ptx.RoundNearest)
}

// integer rounds a finite value to an integer.
func (f format) integer(v uint64, mode ptx.Round) *big.Int {
	n := f.unpack(v)
	var m big.Int
	if n.exp >= 0 {
		m.Lsh(&n.man, uint(n.exp))
	} else {
		sh := -n.exp
		m.Rsh(&n.man, uint(sh))
		half := n.man.Bit(sh-1) == 1
		rest := !n.zero() && int(n.man.TrailingZeroBits()) < sh-1
		up := false
		switch mode {
		case ptx.RoundZeroInt, ptx.RoundZero:
		case ptx.RoundMinusInt, ptx.RoundMinus:
			up = n.neg && (half || rest)
		case ptx.RoundPlusInt, ptx.RoundPlus:
			up = !n.neg && (half || rest)
		default:
			up = half && (rest || m.Bit(0) == 1)
		}
		if up {
			m.Add(&m, big.NewInt(1))
		}
	}
	if n.neg {
		m.Neg(&m)
	}
	return &m
}

// fromInt converts an integer.
func (f format) fromInt(v uint64, neg bool, mode ptx.Round) uint64 {
	n := &num{neg: neg}
	n.man.SetUint64(v)
	if v == 0 {
		n.neg = false
	}
	return f.round(n, false, mode)
}

// cmp orders two numbers that are not NaN: -1, 0, 1; both zeros are equal.
func (f format) cmp(a, b uint64) int {
	key := func(v uint64) int64 {
		if f.neg(v) {
			return -int64(v &^ f.sign())
		}
		return int64(v)
	}
	x, y := key(a), key(b)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// saturate clamps to [0, 1]; NaN becomes +0.
func (f format) saturate(v uint64) uint64 {
	switch {
	case f.isNaN(v), f.neg(v):
		return 0
	case v > f.one():
		return f.one()
	}
	return v
}

// relu makes negatives +0 and NaN canonical.
func (f format) relu(v uint64) uint64 {
	switch {
	case f.isNaN(v):
		return f.nan
	case f.neg(v):
		return 0
	}
	return v
}

func low(v uint64, n int) uint64 {
	if n >= 64 {
		return v
	}
	return v & (1<<n - 1)
}

func sext(v uint64, n int) int64 { return int64(v<<(64-n)) >> (64 - n) }

// mul128 is the full product of two 64-bit values, signed or not.
func mul128(a, b uint64, signed bool) (hi, lo uint64) {
	hi, lo = bits.Mul64(a, b)
	if signed {
		if int64(a) < 0 {
			hi -= b
		}
		if int64(b) < 0 {
			hi -= a
		}
	}
	return hi, lo
}
