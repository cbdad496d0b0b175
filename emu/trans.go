package emu

import "math"

// The approximate instructions. AMD promises 1 ulp for f32 rcp, rsq, sqrt, exp and log with subnormal inputs and results
// flushed, an absolute error for sin and cos, and about 24 good bits for the f64 ones. With a seed the results are that bad on purpose,
// as a pure function of seed, operation and input; without one they are rounded to nearest.

// seedBits puts a seed into the unused top byte of MODE, where the per-lane functions find it. s_getreg_b32 and s_setreg_b32 do not reach it.
const (
	seedShift = 24
	modeSeed  = Mode(0xff << seedShift)
)

// ModeSeed folds a seed into the byte that rides in Mode; 0 stays 0.
func ModeSeed(seed uint64) Mode {
	if seed == 0 {
		return 0
	}
	return Mode(1+(mix64(seed)>>8)%255) << seedShift
}

func mix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// noise is a number in [-1, 1) that depends on seed, operation and input only.
func (m Mode) noise(op, x uint64) float64 {
	return float64(int64(mix64(uint64(m>>seedShift)<<56^op<<48^mix64(x)))) / (1 << 63)
}

// Operation tags of noise.
const (
	tRcp = 1 + iota
	tRsq
	tSqrt
	tExp
	tLog
	tSin
	tCos
)

// approx32 rounds v to f32 and flushes; with a seed an inexact result moves by up to one ulp.
func (m Mode) approx32(op uint64, x uint32, v float64) uint32 {
	r := float32(v)
	if m>>seedShift != 0 && float64(r) != v && r-r == 0 && r != 0 {
		// Move the exact value by less than one ulp and truncate or round: the result stays within 1 ulp of v.
		switch n := m.noise(op, uint64(x)); {
		case n < -0.33:
			r = below32(v)
		case n > 0.33:
			r = -below32(-v)
		}
	}
	b := b32(r)
	if b&inf32 == 0 {
		b &= sign32
	}
	return b
}

// below32 is the largest f32 not above v.
func below32(v float64) float32 {
	r := float32(v)
	if float64(r) > v {
		r = math.Nextafter32(r, float32(math.Inf(-1)))
	}
	return r
}

// ftz32 flushes a subnormal input whatever MODE says.
func ftz32(x uint32) uint32 {
	if x&inf32 == 0 {
		return x & sign32
	}
	return x
}

// approxOp32 makes an approximate f32 instruction of a function on f64.
func approxOp32(op uint64, f func(float64) float64) func(m Mode, a uint32) uint32 {
	return func(m Mode, a uint32) uint32 {
		a = ftz32(a)
		if isNaN32(a) {
			return a | quiet32
		}
		v := f(float64(f32(a)))
		if v != v {
			return nan32
		}
		return m.approx32(op, a, v)
	}
}

// approxOp16 is its f16 form: 16-bit results are good to half an ulp and a bit and keep subnormals.
func approxOp16(f func(float64) float64) func(m Mode, a uint32) uint32 {
	return func(m Mode, a uint32) uint32 {
		a = m.daz16(a)
		if isNaN16(a) {
			return a | 0x200
		}
		v := f(h2d(a))
		if v != v {
			return 0x7e00
		}
		return uint32(fmtF64.convert(b64(v), fmtF16, rneNear, false, m.flushOut64()))
	}
}

// approxOp64 is its f64 form with about 24 good bits.
func approxOp64(op uint64, f func(float64) float64) wideOp {
	return func(m Mode, a, _, _ uint64) uint64 {
		a = m.daz64(a)
		if isNaN64(a) {
			return a | quiet64
		}
		v := f(f64(a))
		if v != v {
			return nan64
		}
		if m>>seedShift != 0 && v-v == 0 && v != 0 {
			v += v * m.noise(op, a) * (1.0 / (1 << 24))
		}
		return m.dso64(b64(v))
	}
}

func fRcp(x float64) float64 { return 1 / x }
func fRsq(x float64) float64 {
	if x == 0 {
		return math.Copysign(math.Inf(1), x)
	}
	return 1 / math.Sqrt(x)
}
func fLog2(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	fr, e := math.Frexp(x)
	if fr == 0.5 {
		return float64(e - 1) // exact powers of two stay exact
	}
	return math.Log2(x)
}

// fSin and fCos take revolutions; outside of +-256 the hardware gives sin 0 and cos 1 (RDNA3 ISA, V_SIN_F32).
func fSin(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return math.NaN()
	case math.Abs(x) > 256:
		return 0
	case x == 0:
		return x
	}
	r := x - math.RoundToEven(x)
	return math.Sin(2 * math.Pi * r)
}
func fCos(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return math.NaN()
	case math.Abs(x) > 256:
		return 1
	}
	r := x - math.RoundToEven(x)
	if math.Abs(r) == 0.25 {
		return 0
	}
	return math.Cos(2 * math.Pi * r)
}

// trigOp32 has an absolute error: 2^-21 at most with a seed.
func trigOp32(op uint64, f func(float64) float64) func(m Mode, a uint32) uint32 {
	return func(m Mode, a uint32) uint32 {
		a = ftz32(a)
		if isNaN32(a) {
			return a | quiet32
		}
		v := f(float64(f32(a)))
		if v != v {
			return nan32
		}
		if m>>seedShift != 0 && v != 0 && math.Abs(v) != 1 {
			v = max(-1, min(1, v+m.noise(op, uint64(a))*(1.0/(1<<21))))
		}
		return ftz32(b32(float32(v)))
	}
}

// Division helpers (RDNA3 ISA V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP).

func (f fformat) rawExp(x uint64) int { return int(x >> f.mant & (1<<f.exp - 1)) }

// quotIsSub reports whether a/b is a nonzero number below the format's normal range.
func (f fformat) quotIsSub(a, b uint64) bool {
	if f.isNaN(a) || f.isNaN(b) || f.isInf(a) || f.isInf(b) || f.isZero(a) || f.isZero(b) {
		return false
	}
	ua, ub := f.unpack(a), f.unpack(b)
	e := ua.exp - ub.exp
	if ua.hi < ub.hi {
		e--
	}
	return e < 1-f.bias()
}

// divScale scales s0, which is the denominator s1 or the numerator s2 of a division, so that the Newton steps
// neither overflow nor lose bits; vcc says that v_div_fmas has to scale back.
func (f fformat) divScale(s0, s1, s2 uint64, half, far, tiny int) (r uint64, vcc bool) {
	scale := func(n int) uint64 { return f.ldexp(s0, int32(n), rneNear, false, false) }
	one := uint64(f.bias()) << f.mant
	same := func(a, b uint64) bool { return a == b || f.isZero(a) && f.isZero(b) }
	switch {
	case f.isZero(s1) || f.isZero(s2):
		return f.defNaN(), false
	case f.rawExp(s2)-f.rawExp(s1) >= far:
		if same(s0, s1) {
			return scale(half), true
		}
		return s0, true
	case f.isSub(s1):
		return scale(half), false
	case f.quotIsSub(one, s1) && f.quotIsSub(s2, s1):
		// The denominator is near the largest number: scaling it down makes the quotient larger by 2^half, as
		// v_div_fmas expects for a small quotient.
		if same(s0, s1) {
			return scale(-half), true
		}
		return s0, true
	case f.quotIsSub(one, s1):
		return scale(-half), false
	case f.quotIsSub(s2, s1):
		if same(s0, s2) {
			return scale(half), true
		}
		return s0, true
	case f.rawExp(s2) <= tiny:
		return scale(half), false
	}
	return s0, false
}

// divFmas is a fused multiply-add that scales its result back if vcc: up if the quotient so far (s2) is
// large, down otherwise. The scaling and the sum are rounded once.
func (f fformat) divFmas(a, b, c uint64, vcc bool, half int, rm int, flushIn, flushOut bool) uint64 {
	if !vcc {
		return f.fma(a, b, c, rm, flushIn, flushOut)
	}
	n := -half
	if f.rawExp(c) > f.bias() {
		n = half
	}
	if f.isNaN(a) || f.isNaN(b) || f.isNaN(c) || f.isInf(a) || f.isInf(b) || f.isInf(c) ||
		f.isZero(a) || f.isZero(b) || f.isZero(c) {
		return f.ldexp(f.fma(a, b, c, rm, flushIn, false), int32(n), rm, false, flushOut)
	}
	ua, ub := f.unpack(a), f.unpack(b)
	p := unpacked{neg: (a^b)&f.sign() != 0, exp: ua.exp + ub.exp + 128}
	p.hi, p.lo = mul128(ua.hi, ub.hi)
	p.norm()
	s, zero := addUnpacked(p, f.unpack(c))
	if zero {
		return zeroSum(f, rm)
	}
	s.exp += n
	return f.pack(s, rm, flushOut)
}

// divFixup gives the special cases of s2/s1 and the quotient s0's magnitude otherwise.
func (f fformat) divFixup(q, d, n uint64, rm int, minDiff int, flushIn, flushOut bool) uint64 {
	s := (d ^ n) & f.sign()
	if flushIn {
		d, n = f.daz(d), f.daz(n)
	}
	switch {
	case f.isNaN(n):
		return n | f.quiet()
	case f.isNaN(d):
		return d | f.quiet()
	case f.isZero(d) && f.isZero(n), f.isInf(d) && f.isInf(n):
		return f.sign() | f.defNaN()
	case f.isZero(d) || f.isInf(n):
		return s | f.inf()
	case f.isInf(d) || f.isZero(n):
		return s
	case f.rawExp(n)-f.rawExp(d) < minDiff:
		return f.pack(unpacked{neg: s != 0, exp: -5000, hi: 1 << 63}, rm, flushOut)
	case f.isNaN(q):
		return s | f.inf()
	}
	return s | q&^f.sign()
}

func divFixupF32(m Mode, a, b, c uint32) uint32 {
	return uint32(fmtF32.divFixup(uint64(a), uint64(b), uint64(c), m.rm32(), -150, m.flushIn32(), m.flushOut32()))
}
func divFixupF16(m Mode, a, b, c uint32) uint32 {
	return uint32(fmtF16.divFixup(uint64(a&0xffff), uint64(b&0xffff), uint64(c&0xffff), m.rm64(), -1<<20, m.flushIn64(), m.flushOut64()))
}
func divFixupF64(m Mode, a, b, c uint64) uint64 {
	return fmtF64.divFixup(a, b, c, m.rm64(), -1075, m.flushIn64(), m.flushOut64())
}

// trigPreopF64 gives 53 bits of 2/pi from bit 53*k on, scaled (RDNA3 ISA V_TRIG_PREOP_F64).
func trigPreopF64(_ Mode, a, b, _ uint64) uint64 {
	shift := int(b&31) * 53
	if e := int(a >> 52 & 0x7ff); e > 1077 {
		shift += e - 1077
	}
	// Bits [1200-shift : 1148-shift] of the 1201-bit fraction of 2/pi.
	var v uint64
	for i := range 53 {
		v = v<<1 | twoOverPiBit(shift+i)
	}
	if v == 0 {
		return 0
	}
	scale := -53 - shift
	if int(a>>52&0x7ff) >= 1968 {
		scale += 128
	}
	return fmtF64.ldexp(b64(float64(v)), int32(scale), rneNear, false, false)
}

func fSqrt(x float64) float64 { return math.Sqrt(x) }
func fExp2(x float64) float64 { return math.Exp2(x) }
