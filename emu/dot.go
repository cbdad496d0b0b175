package emu

import "math"

// Dot products, cube-map helpers and the other small multi-step float instructions.

// dot2F32 is a.lo*b.lo + a.hi*b.hi + c in f32, each step fused and rounded to nearest, low half first (RDNA3 ISA V_DOT2_F32_F16).
func dot2F32F16(_ Mode, a, b, c uint32) uint32 {
	r := fma32(float32(h2d(a)), float32(h2d(b)), f32(c))
	r = fma32(float32(h2d(a>>16)), float32(h2d(b>>16)), r)
	return canon32(r)
}
func dot2F32BF16(_ Mode, a, b, c uint32) uint32 {
	r := fma32(f32(a<<16), f32(b<<16), f32(c))
	r = fma32(f32(a&0xffff0000), f32(b&0xffff0000), r)
	return canon32(r)
}

// canon32 is the pattern of r with AMD's NaN.
func canon32(r float32) uint32 {
	if r != r {
		return nan32
	}
	return b32(r)
}
func dot2F16F16(m Mode, a, b, c uint32) uint32 {
	return fmaF16(m, a>>16, b>>16, fmaF16(m, a, b, c))
}
func dot2BF16BF16(m Mode, a, b, c uint32) uint32 {
	f := func(x, y, z uint32) uint32 {
		return uint32(fmtBF16.fma(uint64(x&0xffff), uint64(y&0xffff), uint64(z&0xffff), rneNear, m.flushIn32(), m.flushOut32()))
	}
	return f(a>>16, b>>16, f(a, b, c))
}

func cubeFace(m Mode, a, b, c uint32) (x, y, z float32, face int) {
	x, y, z = f32(m.daz32(a)), f32(m.daz32(b)), f32(m.daz32(c))
	abs := func(v float32) float32 { return float32(math.Abs(float64(v))) }
	switch {
	case abs(z) >= abs(x) && abs(z) >= abs(y):
		face = 4
		if z < 0 {
			face = 5
		}
	case abs(y) >= abs(x):
		face = 2
		if y < 0 {
			face = 3
		}
	default:
		if x < 0 {
			face = 1
		}
	}
	return x, y, z, face
}
func cubeID(m Mode, a, b, c uint32) uint32 {
	_, _, _, f := cubeFace(m, a, b, c)
	return b32(float32(f))
}
func cubeSC(m Mode, a, b, c uint32) uint32 {
	x, _, z, f := cubeFace(m, a, b, c)
	return b32([...]float32{-z, z, x, x, x, -x}[f])
}
func cubeTC(m Mode, a, b, c uint32) uint32 {
	_, y, z, f := cubeFace(m, a, b, c)
	return b32([...]float32{-y, -y, z, -z, -y, -y}[f])
}
func cubeMA(m Mode, a, b, c uint32) uint32 {
	x, y, z, f := cubeFace(m, a, b, c)
	return b32([...]float32{x, x, y, y, z, z}[f] * 2)
}

// mullitF32 is the specular helper: -max unless all of its operands allow a product.
func mullitF32(m Mode, a, b, c uint32) uint32 {
	if b == 0xff7fffff || b == 0xff800000 || isNaN32(b) || c&sign32 != 0 || c&^sign32 == 0 || isNaN32(c) {
		return 0xff7fffff
	}
	return mulDX9F32(m, a, b)
}
