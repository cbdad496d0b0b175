package emu

import (
	"math"
	"math/bits"
)

// This file is the exact floating-point engine: every result is formed with an exact 128-bit significand
// and rounded once, in any of the four rounding modes, for f16, bf16, f32 and f64. The fast
// paths (row kernels) are used where the host's own arithmetic gives the same bits.

// Rounding modes as MODE encodes them (RDNA3 ISA 3.3.3).
const (
	rneNear = iota
	rneUp
	rneDown
	rneZero
)

// fformat is an IEEE-like binary format.
type fformat struct {
	mant uint // stored significand bits
	exp  uint // exponent bits
}

var (
	fmtF16  = fformat{10, 5}
	fmtBF16 = fformat{7, 8}
	fmtF32  = fformat{23, 8}
	fmtF64  = fformat{52, 11}
)

func (f fformat) bias() int        { return 1<<(f.exp-1) - 1 }
func (f fformat) inf() uint64      { return (1<<f.exp - 1) << f.mant }
func (f fformat) sign() uint64     { return 1 << (f.mant + f.exp) }
func (f fformat) quiet() uint64    { return 1 << (f.mant - 1) }
func (f fformat) defNaN() uint64   { return f.inf() | f.quiet() }
func (f fformat) maxFin() uint64   { return f.inf() - 1 }
func (f fformat) mantMask() uint64 { return 1<<f.mant - 1 }

func (f fformat) isNaN(x uint64) bool  { return x&^f.sign() > f.inf() }
func (f fformat) isSNaN(x uint64) bool { return f.isNaN(x) && x&f.quiet() == 0 }
func (f fformat) isInf(x uint64) bool  { return x&^f.sign() == f.inf() }
func (f fformat) isZero(x uint64) bool { return x&^f.sign() == 0 }
func (f fformat) isSub(x uint64) bool {
	m := x &^ f.sign()
	return m != 0 && m <= f.mantMask()
}

// unpacked is a finite non-zero number: (-1)^neg * (hi:lo) * 2^exp, with the significand's top bit
// (bit 127) set; sticky says that bits below were lost.
type unpacked struct {
	neg    bool
	exp    int
	hi, lo uint64
	sticky bool
}

// unpack takes a finite non-zero number apart.
func (f fformat) unpack(x uint64) unpacked {
	u := unpacked{neg: x&f.sign() != 0}
	e := int(x >> f.mant & (1<<f.exp - 1))
	m := x & f.mantMask()
	if e == 0 {
		e = 1
	} else {
		m |= 1 << f.mant
	}
	n := bits.LeadingZeros64(m)
	u.hi = m << n
	u.exp = e - f.bias() - int(f.mant) - n - 64
	return u
}

func shl128(hi, lo uint64, n uint) (uint64, uint64) {
	if n >= 64 {
		return lo << (n - 64), 0
	}
	return hi<<n | lo>>(64-n), lo << n
}

// shr128 shifts right and reports whether ones were lost.
func shr128(hi, lo uint64, n uint) (uint64, uint64, bool) {
	switch {
	case n == 0:
		return hi, lo, false
	case n >= 128:
		return 0, 0, hi|lo != 0
	case n >= 64:
		lost := lo != 0 || hi<<(128-n) != 0 && n > 64
		return 0, hi >> (n - 64), lost
	}
	return hi >> n, hi<<(64-n) | lo>>n, lo<<(64-n) != 0
}

// norm brings the top bit to bit 127.
func (u *unpacked) norm() {
	var n int
	if u.hi == 0 {
		n = 64 + bits.LeadingZeros64(u.lo)
	} else {
		n = bits.LeadingZeros64(u.hi)
	}
	u.hi, u.lo = shl128(u.hi, u.lo, uint(n))
	u.exp -= n
}

// pack rounds u into format f. With flush, a result that is below the smallest normal number after rounding
// to the format's precision with unbounded exponent becomes a zero of its sign.
func (f fformat) pack(u unpacked, rm int, flush bool) uint64 {
	var sign uint64
	if u.neg {
		sign = f.sign()
	}
	e := u.exp + 127 + f.bias() // biased exponent of the leading one
	keep := int(f.mant) + 1
	if e <= 0 {
		if flush {
			// Could rounding carry it into the normal range?
			if e < 0 || f.pack(unpacked{u.neg, u.exp + 1, u.hi, u.lo, u.sticky}, rm, false)&^f.sign()>>f.mant != 2 {
				return sign
			}
			return sign | 1<<f.mant
		}
		keep += e - 1
	}
	var m uint64
	var half, rest bool
	switch {
	case keep < 0:
		rest = true
	case keep == 0:
		half = u.hi>>63 != 0
		rest = u.hi<<1 != 0 || u.lo != 0 || u.sticky
	default:
		m = u.hi >> (64 - keep)
		half = u.hi>>(63-keep)&1 != 0
		rest = u.hi<<(keep+1) != 0 || u.lo != 0 || u.sticky
	}
	up := false
	switch rm {
	case rneNear:
		up = half && (rest || m&1 != 0)
	case rneUp:
		up = (half || rest) && !u.neg
	case rneDown:
		up = (half || rest) && u.neg
	}
	if up {
		m++
	}
	var r uint64
	if e <= 0 {
		r = m // a carry into the smallest normal number is right by itself
	} else {
		r = uint64(e-1)<<f.mant + m
		if e >= 1<<f.exp-1 || r >= f.inf() {
			if rm == rneZero || rm == rneUp && u.neg || rm == rneDown && !u.neg {
				return sign | f.maxFin()
			}
			return sign | f.inf()
		}
	}
	return sign | r
}

// zeroSum is the sign of an exact zero sum of numbers with different signs.
func zeroSum(f fformat, rm int) uint64 {
	if rm == rneDown {
		return f.sign()
	}
	return 0
}

// fma is a*b+c, rounded once, of numbers in format f. Inputs that flushIn names as flushed are zero; NaNs propagate quieted, the first
// operand first.
func (f fformat) fma(a, b, c uint64, rm int, flushIn, flushOut bool) uint64 {
	if flushIn {
		a, b, c = f.daz(a), f.daz(b), f.daz(c)
	}
	switch {
	case f.isNaN(a):
		return a | f.quiet()
	case f.isNaN(b):
		return b | f.quiet()
	case f.isNaN(c):
		return c | f.quiet()
	}
	ps := (a ^ b) & f.sign()
	if f.isInf(a) || f.isInf(b) {
		if f.isZero(a) || f.isZero(b) || f.isInf(c) && c&f.sign() != ps {
			return f.defNaN()
		}
		return ps | f.inf()
	}
	if f.isInf(c) {
		return c
	}
	if f.isZero(a) || f.isZero(b) {
		if f.isZero(c) {
			if ps == c&f.sign() {
				return ps
			}
			return zeroSum(f, rm)
		}
		if flushOut && f.isSub(c) {
			return c & f.sign()
		}
		return c
	}
	ua, ub := f.unpack(a), f.unpack(b)
	p := unpacked{neg: ps != 0, exp: ua.exp + ub.exp + 128}
	p.hi, p.lo = bits.Mul64(ua.hi, ub.hi)
	p.norm()
	if f.isZero(c) {
		return f.pack(p, rm, flushOut)
	}
	s, zero := addUnpacked(p, f.unpack(c))
	if zero {
		return zeroSum(f, rm)
	}
	return f.pack(s, rm, flushOut)
}

// addUnpacked is x+y; zero reports an exact zero.
func addUnpacked(x, y unpacked) (s unpacked, zero bool) {
	// One guard bit on top so that the sum cannot overflow.
	if x.exp < y.exp || x.exp == y.exp && (x.hi < y.hi || x.hi == y.hi && x.lo < y.lo) {
		x, y = y, x
	}
	var lx, ly bool
	d := uint(x.exp - y.exp)
	x.hi, x.lo, lx = shr128(x.hi, x.lo, 1)
	x.exp++
	y.hi, y.lo, ly = shr128(y.hi, y.lo, min(d+1, 200))
	s = unpacked{neg: x.neg, exp: x.exp}
	var c uint64
	if x.neg == y.neg {
		s.lo, c = bits.Add64(x.lo, y.lo, 0)
		s.hi, _ = bits.Add64(x.hi, y.hi, c)
		s.sticky = lx || ly || x.sticky || y.sticky
	} else {
		s.lo, c = bits.Sub64(x.lo, y.lo, 0)
		s.hi, _ = bits.Sub64(x.hi, y.hi, c)
		if ly || y.sticky {
			// The true difference lies just below: borrow one unit and let sticky stand for the rest.
			s.lo, c = bits.Sub64(s.lo, 1, 0)
			s.hi -= c
			s.sticky = true
		}
		s.sticky = s.sticky || lx || x.sticky
	}
	if s.hi|s.lo == 0 && !s.sticky {
		return s, true
	}
	s.norm()
	return s, false
}

// daz is x with a subnormal replaced by a zero of its sign.
func (f fformat) daz(x uint64) uint64 {
	if f.isSub(x) {
		return x & f.sign()
	}
	return x
}

// add and mul are fma with an exact neutral operand.
func (f fformat) add(a, b uint64, rm int, flushIn, flushOut bool) uint64 {
	if flushIn {
		a, b = f.daz(a), f.daz(b)
	}
	switch {
	case f.isNaN(a):
		return a | f.quiet()
	case f.isNaN(b):
		return b | f.quiet()
	case f.isInf(a):
		if f.isInf(b) && a != b {
			return f.defNaN()
		}
		return a
	case f.isInf(b):
		return b
	case f.isZero(a) && f.isZero(b):
		if a == b {
			return a
		}
		return zeroSum(f, rm)
	case f.isZero(a):
		a, b = b, a
		fallthrough
	case f.isZero(b):
		if flushOut {
			return f.daz(a)
		}
		return a
	}
	s, zero := addUnpacked(f.unpack(a), f.unpack(b))
	if zero {
		return zeroSum(f, rm)
	}
	return f.pack(s, rm, flushOut)
}

func (f fformat) mul(a, b uint64, rm int, flushIn, flushOut bool) uint64 {
	if flushIn {
		a, b = f.daz(a), f.daz(b)
	}
	s := (a ^ b) & f.sign()
	switch {
	case f.isNaN(a):
		return a | f.quiet()
	case f.isNaN(b):
		return b | f.quiet()
	case f.isInf(a) || f.isInf(b):
		if f.isZero(a) || f.isZero(b) {
			return f.defNaN()
		}
		return s | f.inf()
	case f.isZero(a) || f.isZero(b):
		return s
	}
	ua, ub := f.unpack(a), f.unpack(b)
	p := unpacked{neg: s != 0, exp: ua.exp + ub.exp + 128}
	p.hi, p.lo = bits.Mul64(ua.hi, ub.hi)
	p.norm()
	return f.pack(p, rm, flushOut)
}

// convert changes format: exact if to is wider, rounded otherwise. NaNs keep sign and leading payload bits, quieted.
func (f fformat) convert(x uint64, to fformat, rm int, flushIn, flushOut bool) uint64 {
	if flushIn {
		x = f.daz(x)
	}
	var sign uint64
	if x&f.sign() != 0 {
		sign = to.sign()
	}
	switch {
	case f.isNaN(x):
		m := x & f.mantMask()
		if to.mant >= f.mant {
			m <<= to.mant - f.mant
		} else {
			m >>= f.mant - to.mant
		}
		return sign | to.inf() | to.quiet() | m
	case f.isInf(x):
		return sign | to.inf()
	case f.isZero(x):
		return sign
	}
	return to.pack(f.unpack(x), rm, flushOut)
}

// fromInt rounds an integer into format f.
func (f fformat) fromInt(neg bool, m uint64, rm int) uint64 {
	if m == 0 {
		return 0
	}
	u := unpacked{neg: neg, hi: m, exp: -64}
	u.norm()
	return f.pack(u, rm, false)
}

// sqrt is the square root rounded once.
func (f fformat) sqrt(x uint64, rm int, flushIn bool) uint64 {
	if flushIn {
		x = f.daz(x)
	}
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case f.isZero(x):
		return x
	case x&f.sign() != 0:
		return f.defNaN()
	case f.isInf(x):
		return x
	}
	u := f.unpack(x) // significand hi, top bit set, value hi * 2^(exp+64)
	// Take the root of a 128-bit integer hi:0 with an even exponent.
	if u.exp&1 != 0 {
		u.hi, u.lo, _ = shr128(u.hi, u.lo, 1)
		u.exp++
	}
	r := uint64(math.MaxUint64)
	if f := math.Sqrt(float64(u.hi)) * 4294967296; f < 18446744073709549568 {
		r = uint64(f)
	}
	if u.hi < r { // one Newton step takes the 53 good bits to 64
		q, _ := bits.Div64(u.hi, u.lo, r)
		r = r/2 + q/2 + (r&q|r&1&^q|q&1&^r)&1
	}
	for { // Newton's last steps in integers: r = floor(sqrt(hi:lo))
		h, l := bits.Mul64(r, r)
		if h > u.hi || h == u.hi && l > u.lo {
			r--
			continue
		}
		// (r+1)^2 = r^2 + 2r + 1
		l2, c := bits.Add64(l, r<<1, 1)
		h2, c2 := bits.Add64(h, r>>63, c)
		if c2 == 0 && (h2 < u.hi || h2 == u.hi && l2 <= u.lo) && r != math.MaxUint64 {
			r++
			continue
		}
		s := unpacked{exp: u.exp/2 - 64, hi: r, sticky: h != u.hi || l != u.lo}
		s.norm()
		return f.pack(s, rm, false)
	}
}

// div is a/b rounded once.
func (f fformat) div(a, b uint64, rm int, flushIn, flushOut bool) uint64 {
	if flushIn {
		a, b = f.daz(a), f.daz(b)
	}
	s := (a ^ b) & f.sign()
	switch {
	case f.isNaN(a):
		return a | f.quiet()
	case f.isNaN(b):
		return b | f.quiet()
	case f.isInf(a) && f.isInf(b), f.isZero(a) && f.isZero(b):
		return f.defNaN()
	case f.isInf(a), f.isZero(b):
		return s | f.inf()
	case f.isInf(b), f.isZero(a):
		return s
	}
	ua, ub := f.unpack(a), f.unpack(b)
	n := ua.hi >> 1
	q, r := bits.Div64(n, 0, ub.hi) // n < ub.hi since its top bit is clear
	u := unpacked{neg: s != 0, exp: ua.exp - ub.exp - 64 + 1 - 64, hi: q, sticky: r != 0}
	u.norm()
	return f.pack(u, rm, flushOut)
}

// Helpers that read the float modes of MODE.
func (m Mode) rm32() int        { return int(m & 3) }
func (m Mode) rm64() int        { return int(m >> 2 & 3) }
func (m Mode) flushIn32() bool  { return m&(1<<4) == 0 }
func (m Mode) flushOut32() bool { return m&(1<<5) == 0 }
func (m Mode) flushIn64() bool  { return m&(1<<6) == 0 }
func (m Mode) flushOut64() bool { return m&(1<<7) == 0 }
func (m Mode) ieee() bool       { return m&ModeIEEE != 0 }
