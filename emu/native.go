package emu

import "math"

// Short cuts for single lanes in any MODE, by way of the host's f64 arithmetic, which holds products and sums of f32 and f16 exactly
// or, rounded to odd, as exactly as rounding them once more needs. What they leave, the exact forms of softfloat.go do: NaNs,
// results that MODE may flush, subnormal f16.

// finish32 rounds s, which is exact or rounded to odd, to f32. sum says that a zero may have come from numbers of different signs, whose sign
// depends on the rounding.
func finish32(m Mode, s float64, sum bool) (uint32, bool) {
	switch {
	case s != s:
		return 0, false
	case s == 0:
		return b32(float32(s)), !sum || m.rm32() != rneDown
	case math.IsInf(s, 0):
		return b32(float32(s)), true
	}
	u, ok := roundF32(m, s)
	if m.flushOut32() && u&^sign32 <= 1<<23 {
		return 0, false
	}
	return u, ok
}

// odd32 rounds to f32 such that rounding once more to at most 22 bits gives what rounding s would.
func odd32(s float64) uint32 {
	r := float32(s)
	u := b32(r)
	if float64(r) != s {
		if math.Abs(float64(r)) > math.Abs(s) {
			u--
		}
		u |= 1
	}
	return u
}

// narrow16 rounds a normal f32 to f16. It leaves what is not a normal f16 or zero.
func narrow16(x uint32, rm int) (uint32, bool) {
	a, sign := x&^sign32, x>>16&0x8000
	if a-0x38800000 >= 0x47800000-0x38800000 {
		return sign, a == 0
	}
	a -= 0x38000000
	switch rm {
	case rneNear:
		a += 0xfff + a>>13&1
	case rneUp:
		if sign == 0 {
			a += 0x1fff
		}
	case rneDown:
		if sign != 0 {
			a += 0x1fff
		}
	}
	if rm == rneZero {
		a = min(a, 0x7bff<<13)
	}
	return sign | a>>13, true
}

// widen16 is the f32 of a normal f16 or zero.
func widen16(h uint32) (uint32, bool) {
	sign, a := h&0x8000<<16, h&0x7fff
	if a-0x400 >= 0x7c00-0x400 {
		return sign, a == 0
	}
	return sign | (a<<13 + 0x38000000), true
}

// pair16 is two f16 operands as f64.
func pair16(a, b uint32) (x, y float64, ok bool) {
	u, ok1 := widen16(a)
	v, ok2 := widen16(b)
	return float64(f32(u)), float64(f32(v)), ok1 && ok2
}

// finish16 rounds s, which is exact or rounded to odd, to f16.
func finish16(m Mode, s float64, sum bool) (uint32, bool) {
	if s == 0 {
		return b32(float32(s)) >> 16, !sum || m.rm64() != rneDown
	}
	u, ok := narrow16(odd32(s), m.rm64())
	return u, ok && (u&0x7fff != 0x400 || !m.flushOut64())
}
