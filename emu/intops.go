package emu

import "math/bits"

//go:generate go run ./gen

// One-lane integer operations of the row kernels in rows_gen.go (RDNA3 ISA pseudocode).

// clz32 counts leading zeros, -1 for zero; ctz32 trailing ones' counterpart; cls32 the sign bits that follow the first, -1 if all are alike.
func clz32(x uint32) uint32 {
	if x == 0 {
		return 0xffffffff
	}
	return uint32(bits.LeadingZeros32(x))
}
func ctz32(x uint32) uint32 {
	if x == 0 {
		return 0xffffffff
	}
	return uint32(bits.TrailingZeros32(x))
}
func cls32(x uint32) uint32 {
	if int32(x) < 0 {
		x = ^x
	}
	if x == 0 {
		return 0xffffffff
	}
	return uint32(bits.LeadingZeros32(x))
}

func bfeU32(x, off, width uint32) uint32 {
	return x >> (off & 31) & (1<<(width&31) - 1)
}

// bfeI32 is V_BFE_I32. A field that reaches beyond bit 31 goes on with the sign (the ISA's shift is that of a signed number, and LLVM folds it so).
func bfeI32(x, off, width uint32) uint32 {
	w := width & 31
	if w == 0 {
		return 0
	}
	v := uint32(int32(x)>>(off&31)) & (1<<w - 1)
	return uint32(int32(v<<(32-w)) >> (32 - w))
}

// permBytes is V_PERM_B32: bytes of {x, y} chosen by the bytes of sel.
func permBytes(x, y, sel uint32) uint32 {
	in := uint64(x)<<32 | uint64(y)
	var r uint32
	for i := range 4 {
		s := sel >> (8 * i) & 0xff
		var v uint64
		switch {
		case s <= 7:
			v = in >> (8 * s) & 0xff
		case s == 8, s == 9, s == 10, s == 11: // sign of bytes 1, 3, 5, 7
			v = -(in >> (16*(s-8) + 15) & 1) & 0xff
		case s >= 13:
			v = 0xff
		}
		r |= uint32(v) << (8 * i)
	}
	return r
}

func absDiff(a, b uint32) uint32 { return max(a, b) - min(a, b) }

func sadU8(x, y, z uint32) uint32 {
	for i := 0; i < 32; i += 8 {
		z += absDiff(x>>i&0xff, y>>i&0xff)
	}
	return z
}
func msadU8(x, y, z uint32) uint32 {
	for i := 0; i < 32; i += 8 {
		if b := y >> i & 0xff; b != 0 {
			z += absDiff(x>>i&0xff, b)
		}
	}
	return z
}
func sadU16(x, y, z uint32) uint32 {
	return z + absDiff(x&0xffff, y&0xffff) + absDiff(x>>16, y>>16)
}
func lerpU8(x, y, z uint32) uint32 {
	var r uint32
	for i := 0; i < 32; i += 8 {
		r |= (x>>i&0xff + y>>i&0xff + z>>i&1) >> 1 << i
	}
	return r
}

// Saturating forms, selected by the clamp bit.
func addSatU32(_ Mode, a, b uint32) uint32 {
	if s := a + b; s >= a {
		return s
	}
	return 0xffffffff
}
func subSatU32(_ Mode, a, b uint32) uint32 {
	if a < b {
		return 0
	}
	return a - b
}
func satS32(v int64) uint32                { return uint32(max(-1<<31, min(1<<31-1, v))) }
func addSatI32(_ Mode, a, b uint32) uint32 { return satS32(int64(int32(a)) + int64(int32(b))) }
func subSatI32(_ Mode, a, b uint32) uint32 { return satS32(int64(int32(a)) - int64(int32(b))) }
func satS16(v int32) uint32                { return uint32(max(-1<<15, min(1<<15-1, v))) & 0xffff }
func satN16(v int32) uint32                { return uint32(max(0, min(1<<16-1, v))) }
func addSatI16(_ Mode, a, b uint32) uint32 { return satS16(int32(int16(a)) + int32(int16(b))) }
func subSatI16(_ Mode, a, b uint32) uint32 { return satS16(int32(int16(a)) - int32(int16(b))) }
func addSatU16(_ Mode, a, b uint32) uint32 { return satN16(int32(a&0xffff) + int32(b&0xffff)) }
func subSatU16(_ Mode, a, b uint32) uint32 { return satN16(int32(a&0xffff) - int32(b&0xffff)) }
func madSatU16(_ Mode, a, b, c uint32) uint32 {
	return uint32(min(uint64(a&0xffff)*uint64(b&0xffff)+uint64(c&0xffff), 0xffff))
}
func madSatI16(_ Mode, a, b, c uint32) uint32 {
	v := int64(int16(a))*int64(int16(b)) + int64(int16(c))
	return uint32(max(-1<<15, min(1<<15-1, v))) & 0xffff
}
func madSatU24(_ Mode, a, b, c uint32) uint32 {
	return uint32(min(uint64(a&0xffffff)*uint64(b&0xffffff)+uint64(c), 0xffffffff))
}
func madSatI24(_ Mode, a, b, c uint32) uint32 {
	return satS32(int64(int32(a<<8)>>8)*int64(int32(b<<8)>>8) + int64(int32(c)))
}
func madSatU32U16(_ Mode, a, b, c uint32) uint32 {
	return uint32(min(uint64(a&0xffff)*uint64(b&0xffff)+uint64(c), 0xffffffff))
}
func madSatI32I16(_ Mode, a, b, c uint32) uint32 {
	return satS32(int64(int16(a))*int64(int16(b)) + int64(int32(c)))
}

// satPkU8I16 saturates two signed halves to bytes.
func satPkU8I16(_ Mode, a uint32) uint32 {
	f := func(v int16) uint32 { return uint32(max(0, min(255, v))) }
	return f(int16(a)) | f(int16(a>>16))<<8
}

// Quad SADs over a sliding window of 8 bytes (64-bit a, 32-bit b).
func qsadPkU16U8(_ Mode, a, b, c uint64) uint64 {
	var r uint64
	for i := range 4 {
		s := sadU8(uint32(a>>(8*i)), uint32(b), uint32(c>>(16*i)&0xffff))
		r |= uint64(s&0xffff) << (16 * i)
	}
	return r
}
func mqsadPkU16U8(_ Mode, a, b, c uint64) uint64 {
	var r uint64
	for i := range 4 {
		s := msadU8(uint32(a>>(8*i)), uint32(b), uint32(c>>(16*i)&0xffff))
		r |= uint64(s&0xffff) << (16 * i)
	}
	return r
}

// Dot products of packed integers; with clamp the sum saturates.
func dotInt(a, b uint32, width uint, sa, sb bool) int64 {
	var s int64
	m := uint32(1)<<width - 1
	ext := func(v uint32, signed bool) int64 {
		v &= m
		if signed {
			return int64(int32(v<<(32-width)) >> (32 - width))
		}
		return int64(v)
	}
	for i := uint(0); i < 32; i += width {
		s += ext(a>>i, sa) * ext(b>>i, sb)
	}
	return s
}
