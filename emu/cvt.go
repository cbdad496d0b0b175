package emu

import "math"

// Conversions (RDNA3 ISA, VOP1 and VOP3 V_CVT_*). Float to integer truncates, saturates, and takes NaN to zero.

type wideOp = func(m Mode, a, b, c uint64) uint64

func satI32(v float64) uint32 {
	switch {
	case v != v:
		return 0
	case v >= 2147483647:
		return 0x7fffffff
	case v <= -2147483648:
		return 0x80000000
	}
	return uint32(int32(v))
}
func satU32(v float64) uint32 {
	switch {
	case !(v > 0):
		return 0
	case v >= 4294967295:
		return 0xffffffff
	}
	return uint32(v)
}
func satI16(v float64) uint32 {
	switch {
	case v != v:
		return 0
	case v >= 32767:
		return 0x7fff
	case v <= -32768:
		return 0x8000
	}
	return uint32(uint16(int16(v)))
}
func satU16(v float64) uint32 {
	switch {
	case !(v > 0):
		return 0
	case v >= 65535:
		return 0xffff
	}
	return uint32(v)
}
func h2d(a uint32) float64 {
	if u, ok := widen16(a); ok {
		return float64(f32(u))
	}
	return f64(fmtF16.convert(uint64(a&0xffff), fmtF64, 0, false, false))
}

func cvtI32F32(m Mode, a uint32) uint32 { return satI32(float64(f32(m.daz32(a)))) }
func cvtU32F32(m Mode, a uint32) uint32 { return satU32(float64(f32(m.daz32(a)))) }
func cvtFloorI32F32(m Mode, a uint32) uint32 {
	return satI32(math.Floor(float64(f32(m.daz32(a)))))
}
func cvtNearestI32F32(m Mode, a uint32) uint32 {
	// floor(x + 0.5), exact in f64 for every f32 that is not already an integer
	return satI32(math.Floor(float64(f32(m.daz32(a))) + 0.5))
}
func cvtF32I32(m Mode, a uint32) uint32 {
	if r, ok := roundF32(m, float64(int32(a))); ok {
		return r
	}
	if v := int64(int32(a)); v < 0 {
		return uint32(fmtF32.fromInt(true, uint64(-v), m.rm32()))
	}
	return uint32(fmtF32.fromInt(false, uint64(a), m.rm32()))
}
func cvtF32U32(m Mode, a uint32) uint32 {
	if r, ok := roundF32(m, float64(a)); ok {
		return r
	}
	return uint32(fmtF32.fromInt(false, uint64(a), m.rm32()))
}
func cvtF64I32(_ Mode, a, _, _ uint64) uint64 { return b64(float64(int32(uint32(a)))) }
func cvtF64U32(_ Mode, a, _, _ uint64) uint64 { return b64(float64(uint32(a))) }
func cvtI32F64(m Mode, a, _, _ uint64) uint64 { return uint64(satI32(f64(m.daz64(a)))) }
func cvtU32F64(m Mode, a, _, _ uint64) uint64 { return uint64(satU32(f64(m.daz64(a)))) }
func cvtF32F64(m Mode, a, _, _ uint64) uint64 {
	if r, ok := finish32(m, f64(m.daz64(a)), false); ok {
		return uint64(r)
	}
	return fmtF64.convert(a, fmtF32, m.rm32(), m.flushIn64(), m.flushOut32())
}
func cvtF64F32(m Mode, a, _, _ uint64) uint64 {
	if v := float64(f32(m.daz32(uint32(a)))); v == v {
		return b64(v)
	}
	return fmtF32.convert(uint64(m.daz32(uint32(a))), fmtF64, 0, false, false)
}
func cvtF16F32(m Mode, a uint32) uint32 {
	if r, ok := narrow16(a, m.rm64()); ok && r&0x7fff != 0x7c00 && (r&0x7fff != 0x400 || !m.flushOut64()) {
		return r
	}
	return m.ovfl16(a, uint32(fmtF32.convert(uint64(a), fmtF16, m.rm64(), m.flushIn32(), m.flushOut64())))
}

// ovfl16 clamps an overflowed f16 to the largest number if MODE.FP16_OVFL asks; src is the f32 it came from.
func (m Mode) ovfl16(src, r uint32) uint32 {
	if m&ModeFP16Ovfl != 0 && r&0x7fff == 0x7c00 && src&^sign32 != inf32 {
		return r&0x8000 | 0x7bff
	}
	return r
}
func cvtF32F16(m Mode, a uint32) uint32 {
	if r, ok := widen16(a); ok {
		return r
	}
	return uint32(fmtF16.convert(uint64(a&0xffff), fmtF32, 0, m.flushIn64(), false))
}
func cvtF16U16(m Mode, a uint32) uint32 {
	return uint32(fmtF16.fromInt(false, uint64(a&0xffff), m.rm64()))
}
func cvtF16I16(m Mode, a uint32) uint32 {
	if v := int64(int16(a)); v < 0 {
		return uint32(fmtF16.fromInt(true, uint64(-v), m.rm64()))
	}
	return uint32(fmtF16.fromInt(false, uint64(a&0xffff), m.rm64()))
}
func cvtU16F16(m Mode, a uint32) uint32 { return satU16(h2d(m.daz16(a))) }
func cvtI16F16(m Mode, a uint32) uint32 { return satI16(h2d(m.daz16(a))) }
func cvtOffF32I4(_ Mode, a uint32) uint32 {
	return b32(float32(int32(a<<28)>>28) / 16)
}
func cvtUbyte(n uint) func(m Mode, a uint32) uint32 {
	return func(_ Mode, a uint32) uint32 { return b32(float32(a >> (8 * n) & 0xff)) }
}
func cvtPkRtzF16F32(m Mode, a, b uint32) uint32 {
	lo := m.ovfl16(a, uint32(fmtF32.convert(uint64(a), fmtF16, rneZero, m.flushIn32(), m.flushOut64())))
	hi := m.ovfl16(b, uint32(fmtF32.convert(uint64(b), fmtF16, rneZero, m.flushIn32(), m.flushOut64())))
	return lo | hi<<16
}

// Normalised conversions: round to nearest even of x times the largest integer.
func norm(v, scale float64, signed bool) uint32 {
	if v != v {
		return 0
	}
	if signed {
		v = max(-1, min(1, v))
	} else {
		v = max(0, min(1, v))
	}
	return uint32(int32(math.RoundToEven(v*scale))) & 0xffff
}
func cvtPkNormI16F32(m Mode, a, b uint32) uint32 {
	return norm(float64(f32(m.daz32(a))), 32767, true) | norm(float64(f32(m.daz32(b))), 32767, true)<<16
}
func cvtPkNormU16F32(m Mode, a, b uint32) uint32 {
	return norm(float64(f32(m.daz32(a))), 65535, false) | norm(float64(f32(m.daz32(b))), 65535, false)<<16
}
func cvtPkNormI16F16(m Mode, a, b uint32) uint32 {
	return norm(h2d(m.daz16(a)), 32767, true) | norm(h2d(m.daz16(b)), 32767, true)<<16
}
func cvtPkNormU16F16(m Mode, a, b uint32) uint32 {
	return norm(h2d(m.daz16(a)), 65535, false) | norm(h2d(m.daz16(b)), 65535, false)<<16
}
func cvtNormI16F16(m Mode, a uint32) uint32 { return norm(h2d(m.daz16(a)), 32767, true) }
func cvtNormU16F16(m Mode, a uint32) uint32 { return norm(h2d(m.daz16(a)), 65535, false) }
func cvtPkI16F32(m Mode, a, b uint32) uint32 {
	return satI16(float64(f32(m.daz32(a)))) | satI16(float64(f32(m.daz32(b))))<<16
}
func cvtPkU16F32(m Mode, a, b uint32) uint32 {
	return satU16(float64(f32(m.daz32(a)))) | satU16(float64(f32(m.daz32(b))))<<16
}
func cvtPkI16I32(_ Mode, a, b uint32) uint32 {
	return satI16(float64(int32(a))) | satI16(float64(int32(b)))<<16
}
func cvtPkU16U32(_ Mode, a, b uint32) uint32 { return satU16(float64(a)) | satU16(float64(b))<<16 }

// cvtPkU8F32 puts byte b&3 of c to a rounded and saturated to 8 bits.
func cvtPkU8F32(m Mode, a, b, c uint32) uint32 {
	v := f64(roundF64(b64(float64(f32(m.daz32(a)))), m.rm32()))
	x := uint32(0)
	if v > 0 {
		x = uint32(min(v, 255))
	}
	s := 8 * (b & 3)
	return c&^(0xff<<s) | x<<s
}
