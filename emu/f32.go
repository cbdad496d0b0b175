package emu

import (
	"math"
)

// One-lane f32, f16 and f64 arithmetic with any MODE: the reference that the row kernels must match.

func vaddF32(m Mode, a, b uint32) uint32 {
	if r, ok := finish32(m, sumToOdd(float64(f32(m.daz32(a))), float64(f32(m.daz32(b)))), true); ok {
		return r
	}
	return uint32(fmtF32.add(uint64(a), uint64(b), m.rm32(), m.flushIn32(), m.flushOut32()))
}
func subF32(m Mode, a, b uint32) uint32    { return vaddF32(m, a, negNum32(b)) }
func subrevF32(m Mode, a, b uint32) uint32 { return vaddF32(m, negNum32(a), b) }
func mulF32(m Mode, a, b uint32) uint32 {
	if r, ok := finish32(m, float64(f32(m.daz32(a)))*float64(f32(m.daz32(b))), false); ok {
		return r
	}
	return uint32(fmtF32.mul(uint64(a), uint64(b), m.rm32(), m.flushIn32(), m.flushOut32()))
}
func fmaF32(m Mode, a, b, c uint32) uint32 {
	if r, ok := finish32(m, sumToOdd(float64(f32(m.daz32(a)))*float64(f32(m.daz32(b))), float64(f32(m.daz32(c)))), true); ok {
		return r
	}
	return uint32(fmtF32.fma(uint64(a), uint64(b), uint64(c), m.rm32(), m.flushIn32(), m.flushOut32()))
}

// negNum32 flips the sign of a number; a NaN keeps its sign so that subtraction propagates it unchanged.
func negNum32(x uint32) uint32 {
	if isNaN32(x) {
		return x
	}
	return x ^ sign32
}

const (
	sign32  = 0x80000000
	inf32   = 0x7f800000
	quiet32 = 0x00400000
	nan32   = 0x7fc00000
	one32   = 0x3f800000
	sign64  = 1 << 63
	inf64   = 0x7ff0000000000000
	nan64   = 0x7ff8000000000000
	quiet64 = 1 << 51
)

func isNaN32(x uint32) bool { return x&^sign32 > inf32 }
func isNaN64(x uint64) bool { return x&^(1<<63) > inf64 }
func isNaN16(x uint32) bool { return x&0x7fff > 0x7c00 }
func f32(x uint32) float32  { return math.Float32frombits(x) }
func b32(x float32) uint32  { return math.Float32bits(x) }
func f64(x uint64) float64  { return math.Float64frombits(x) }
func b64(x float64) uint64  { return math.Float64bits(x) }

// The dx9_zero forms: zero times anything is zero (RDNA3 ISA, V_MUL_DX9_ZERO_F32).
func mulDX9F32(m Mode, a, b uint32) uint32 {
	if m.daz32(a)<<1 == 0 || m.daz32(b)<<1 == 0 {
		return 0
	}
	return mulF32(m, a, b)
}
func fmaDX9F32(m Mode, a, b, c uint32) uint32 {
	if m.daz32(a)<<1 == 0 || m.daz32(b)<<1 == 0 {
		return vaddF32(m, c, 0) // +0 + c
	}
	return fmaF32(m, a, b, c)
}

// daz32 is x with a subnormal flushed if MODE flushes f32 sources; dso32 the same for results.
func (m Mode) daz32(x uint32) uint32 {
	if m.flushIn32() && x&inf32 == 0 {
		return x & sign32
	}
	return x
}
func (m Mode) daz16(x uint32) uint32 {
	if m.flushIn64() && x&0x7c00 == 0 {
		return x & 0x8000
	}
	return x & 0xffff
}
func (m Mode) daz64(x uint64) uint64 {
	if m.flushIn64() && x&inf64 == 0 {
		return x & sign64
	}
	return x
}
func (m Mode) dso64(x uint64) uint64 {
	if m.flushOut64() && x&inf64 == 0 {
		return x & sign64
	}
	return x
}

// minMax implements V_MIN/V_MAX of any format (RDNA3 ISA pseudocode): -0 < +0; with IEEE a signalling NaN comes
// back quieted, without it a NaN loses against a number.
func (f fformat) minMax(m Mode, a, b uint64, wantMax, flushIn, flushOut bool) uint64 {
	if flushIn {
		a, b = f.daz(a), f.daz(b)
	}
	if m.ieee() {
		switch {
		case f.isSNaN(a):
			return a | f.quiet()
		case f.isSNaN(b):
			return b | f.quiet()
		}
	}
	switch {
	case f.isNaN(b):
		return a
	case f.isNaN(a):
		return b
	}
	if f.less(a, b) == wantMax {
		a = b
	}
	if flushOut {
		return f.daz(a)
	}
	return a
}

// less orders non-NaN patterns with -0 < +0.
func (f fformat) less(a, b uint64) bool { return f.key(a) < f.key(b) }

func (f fformat) key(x uint64) int64 {
	if x&f.sign() != 0 {
		return -int64(x&^f.sign()) - 1
	}
	return int64(x)
}

func minF32(m Mode, a, b uint32) uint32 {
	return uint32(fmtF32.minMax(m, uint64(a), uint64(b), false, m.flushIn32(), m.flushOut32()))
}
func maxF32(m Mode, a, b uint32) uint32 {
	return uint32(fmtF32.minMax(m, uint64(a), uint64(b), true, m.flushIn32(), m.flushOut32()))
}
func minF16(m Mode, a, b uint32) uint32 {
	return uint32(fmtF16.minMax(m, uint64(a&0xffff), uint64(b&0xffff), false, m.flushIn64(), m.flushOut64()))
}
func maxF16(m Mode, a, b uint32) uint32 {
	return uint32(fmtF16.minMax(m, uint64(a&0xffff), uint64(b&0xffff), true, m.flushIn64(), m.flushOut64()))
}
func minF64(m Mode, a, b, _ uint64) uint64 {
	return fmtF64.minMax(m, a, b, false, m.flushIn64(), m.flushOut64())
}
func maxF64(m Mode, a, b, _ uint64) uint64 {
	return fmtF64.minMax(m, a, b, true, m.flushIn64(), m.flushOut64())
}

type op2 func(m Mode, a, b uint32) uint32

func compose3(f, g op2) func(m Mode, a, b, c uint32) uint32 {
	return func(m Mode, a, b, c uint32) uint32 { return g(m, f(m, a, b), c) }
}

// med3 is the median of three; with a NaN among them it is the minimum of all three.
func med3(mn, mx op2, isNaN func(uint32) bool) func(m Mode, a, b, c uint32) uint32 {
	return func(m Mode, a, b, c uint32) uint32 {
		if isNaN(a) || isNaN(b) || isNaN(c) {
			return mn(m, mn(m, a, b), c)
		}
		return mx(m, mn(m, a, b), mn(m, mx(m, a, b), c))
	}
}

// f16 arithmetic; MODE's f64 field rules it.
func addF16(m Mode, a, b uint32) uint32 {
	if x, y, ok := pair16(a, b); ok {
		if r, ok := finish16(m, x+y, true); ok {
			return r
		}
	}
	return uint32(fmtF16.add(uint64(a&0xffff), uint64(b&0xffff), m.rm64(), m.flushIn64(), m.flushOut64()))
}
func negNum16(x uint32) uint32 {
	if isNaN16(x) {
		return x
	}
	return x ^ 0x8000
}
func subF16(m Mode, a, b uint32) uint32    { return addF16(m, a, negNum16(b)) }
func subrevF16(m Mode, a, b uint32) uint32 { return addF16(m, negNum16(a), b) }
func mulF16(m Mode, a, b uint32) uint32 {
	if x, y, ok := pair16(a, b); ok {
		if r, ok := finish16(m, x*y, false); ok {
			return r
		}
	}
	return uint32(fmtF16.mul(uint64(a&0xffff), uint64(b&0xffff), m.rm64(), m.flushIn64(), m.flushOut64()))
}
func fmaF16(m Mode, a, b, c uint32) uint32 {
	if x, y, ok := pair16(a, b); ok {
		if z, ok := widen16(c); ok {
			if r, ok := finish16(m, sumToOdd(x*y, float64(f32(z))), true); ok {
				return r
			}
		}
	}
	return uint32(fmtF16.fma(uint64(a&0xffff), uint64(b&0xffff), uint64(c&0xffff), m.rm64(), m.flushIn64(), m.flushOut64()))
}

// f64 arithmetic.
func addF64(m Mode, a, b, _ uint64) uint64 {
	if m&modeFP64 == modeFP64Fast {
		if r := f64(a) + f64(b); r == r {
			return b64(r)
		}
	}
	return fmtF64.add(a, b, m.rm64(), m.flushIn64(), m.flushOut64())
}
func mulF64(m Mode, a, b, _ uint64) uint64 {
	if m&modeFP64 == modeFP64Fast {
		if r := f64(a) * f64(b); r == r {
			return b64(r)
		}
	}
	return fmtF64.mul(a, b, m.rm64(), m.flushIn64(), m.flushOut64())
}
func fmaF64(m Mode, a, b, c uint64) uint64 {
	if m&modeFP64 == modeFP64Fast {
		if r := math.FMA(f64(a), f64(b), f64(c)); r == r {
			return b64(r)
		}
	}
	return fmtF64.fma(a, b, c, m.rm64(), m.flushIn64(), m.flushOut64())
}

// fma32 is a*b+c in f32 rounded once to nearest, by way of f64 rounded to odd.
func fma32(a, b, c float32) float32 {
	return float32(sumToOdd(float64(a)*float64(b), float64(c)))
}

// sumToOdd is p+t in f64 rounded to odd.
func sumToOdd(p, t float64) float64 {
	s := p + t
	bb := s - p
	e := (p - (s - bb)) + (t - bb) // exact error of s
	if e != 0 && e-e == 0 {
		u := math.Float64bits(s)
		if u&1 == 0 {
			if (e > 0) == (s > 0) {
				u++
			} else {
				u--
			}
			s = math.Float64frombits(u)
		}
	}
	return s
}

// roundF32 rounds a number that is exact, or f64 rounded to odd, to f32 as MODE says.
func roundF32(m Mode, s float64) (uint32, bool) {
	if s == 0 || s-s != 0 {
		return 0, false
	}
	r := float32(s)
	u := b32(r)
	var away bool // whether the result should not be nearer to zero than s
	switch m.rm32() {
	case rneNear:
		return u, true
	case rneUp:
		away = s > 0
	case rneDown:
		away = s < 0
	}
	switch d := math.Abs(float64(r)) - math.Abs(s); {
	case away && d < 0:
		u++
	case !away && d > 0:
		u--
	}
	return u, true
}

// round kinds of the rounding instructions.
func roundF64(x uint64, kind int) uint64 {
	v := f64(x)
	if v != v {
		return x | quiet64
	}
	switch kind {
	case rneNear:
		return b64(math.RoundToEven(v))
	case rneUp:
		return b64(math.Ceil(v))
	case rneDown:
		return b64(math.Floor(v))
	}
	return b64(math.Trunc(v))
}

func roundOp32(kind int) func(m Mode, a uint32) uint32 {
	return func(m Mode, a uint32) uint32 {
		a = m.daz32(a)
		if isNaN32(a) {
			return a | quiet32
		}
		return b32(float32(f64(roundF64(b64(float64(f32(a))), kind))))
	}
}
func roundOp16(kind int) func(m Mode, a uint32) uint32 {
	return func(m Mode, a uint32) uint32 {
		a = m.daz16(a)
		if isNaN16(a) {
			return a | 0x200
		}
		return uint32(fmtF64.convert(roundF64(fmtF16.convert(uint64(a), fmtF64, 0, false, false), kind), fmtF16, 0, false, false))
	}
}
func roundOp64(kind int) wideOp {
	return func(m Mode, a, _, _ uint64) uint64 { return roundF64(m.daz64(a), kind) }
}

// fract is x - floor(x), at most the largest number below one (RDNA3 ISA V_FRACT).
func fractF32(m Mode, a uint32) uint32 {
	a = m.daz32(a)
	switch {
	case isNaN32(a):
		return a | quiet32
	case a&^sign32 == inf32:
		return nan32
	}
	x := float64(f32(a))
	r := fmtF64.convert(b64(x-math.Floor(x)), fmtF32, m.rm32(), false, m.flushOut32())
	return min(uint32(r), 0x3f7fffff)
}
func fractF16(m Mode, a uint32) uint32 {
	a = m.daz16(a)
	switch {
	case isNaN16(a):
		return a | 0x200
	case a&0x7fff == 0x7c00:
		return 0x7e00
	}
	x := f64(fmtF16.convert(uint64(a), fmtF64, 0, false, false))
	r := fmtF64.convert(b64(x-math.Floor(x)), fmtF16, m.rm64(), false, m.flushOut64())
	return min(uint32(r), 0x3bff)
}
func fractF64(m Mode, a, _, _ uint64) uint64 {
	a = m.daz64(a)
	switch {
	case isNaN64(a):
		return a | quiet64
	case a&^(1<<63) == inf64:
		return nan64
	}
	r := fmtF64.add(a, b64(math.Floor(f64(a)))^sign64, m.rm64(), false, m.flushOut64())
	if r&^(1<<63) == 0 {
		r = 0
	}
	return min(r, 0x3fefffffffffffff)
}

// ldexp scales by a power of two, rounded once.
func (f fformat) ldexp(a uint64, n int32, rm int, flushIn, flushOut bool) uint64 {
	if flushIn {
		a = f.daz(a)
	}
	if f.isNaN(a) {
		return a | f.quiet()
	}
	if f.isInf(a) || f.isZero(a) {
		return a
	}
	u := f.unpack(a)
	u.exp += int(max(min(n, 5000), -5000))
	return f.pack(u, rm, flushOut)
}
func ldexpF32(m Mode, a, b uint32) uint32 {
	if e := int64(a >> 23 & 0xff); e != 0 && e != 255 {
		if e += int64(int32(b)); e > 0 && e < 255 {
			return a + b<<23
		}
	}
	return uint32(fmtF32.ldexp(uint64(a), int32(b), m.rm32(), m.flushIn32(), m.flushOut32()))
}
func ldexpF16(m Mode, a, b uint32) uint32 {
	return uint32(fmtF16.ldexp(uint64(a&0xffff), int32(int16(b)), m.rm64(), m.flushIn64(), m.flushOut64()))
}
func ldexpF64(m Mode, a, b, _ uint64) uint64 {
	return fmtF64.ldexp(a, int32(b), m.rm64(), m.flushIn64(), m.flushOut64())
}

// frexp: the exponent e and significand in [0.5, 1) with x = s * 2^e; zero, infinity and NaN have exponent 0.
func (f fformat) frexpExp(a uint64) int {
	if f.isNaN(a) || f.isInf(a) || f.isZero(a) {
		return 0
	}
	return f.unpack(a).exp + 128
}
func (f fformat) frexpMant(a uint64) uint64 {
	switch {
	case f.isNaN(a):
		return a | f.quiet()
	case f.isInf(a) || f.isZero(a):
		return a
	}
	u := f.unpack(a)
	u.exp = -128
	return f.pack(u, 0, false)
}
func frexpExpF32(m Mode, a uint32) uint32 {
	if e := a >> 23 & 0xff; e != 0 && e != 255 {
		return e - 126
	}
	return uint32(fmtF32.frexpExp(uint64(m.daz32(a))))
}
func frexpExpF16(m Mode, a uint32) uint32 {
	return uint32(fmtF16.frexpExp(uint64(m.daz16(a)))) & 0xffff
}
func frexpExpF64(m Mode, a, _, _ uint64) uint64 { return uint64(uint32(fmtF64.frexpExp(m.daz64(a)))) }
func frexpMantF32(m Mode, a uint32) uint32 {
	if e := a >> 23 & 0xff; e != 0 && e != 255 {
		return a&0x807fffff | 0x3f000000
	}
	return uint32(fmtF32.frexpMant(uint64(m.daz32(a))))
}
func frexpMantF16(m Mode, a uint32) uint32       { return uint32(fmtF16.frexpMant(uint64(m.daz16(a)))) }
func frexpMantF64(m Mode, a, _, _ uint64) uint64 { return fmtF64.frexpMant(m.daz64(a)) }

// classMask is the V_CMP_CLASS bit of a number: signalling NaN, quiet NaN, -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf.
func (f fformat) classMask(a uint64) uint32 {
	neg := a&f.sign() != 0
	switch {
	case f.isSNaN(a):
		return 1
	case f.isNaN(a):
		return 2
	case f.isInf(a):
		return pick(neg, 4, 0x200)
	case f.isZero(a):
		return pick(neg, 0x20, 0x40)
	case f.isSub(a):
		return pick(neg, 0x10, 0x80)
	}
	return pick(neg, 8, 0x100)
}

func pick(c bool, a, b uint32) uint32 {
	if c {
		return a
	}
	return b
}
