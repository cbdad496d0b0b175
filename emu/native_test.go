package emu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNative compares arithmetic by way of the host's f64 with the exact form, in every rounding and with every kind of flushing.
func TestNative(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	special := []uint32{0, 1, 0x007fffff, 0x00800000, 0x3f800000, 0x3f800001, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x34000000, 0x33ffffff, 0x387fffff, 0x38800000, 0x477fefff, 0x477ff000}
	value := func() uint32 {
		switch r.IntN(5) {
		case 0:
			return special[r.IntN(len(special))] | r.Uint32()&0x80000000
		case 1:
			return 0x3e000000 + r.Uint32()>>6 | r.Uint32()&0x80000000
		case 2:
			return r.Uint32() >> 5 // products and sums near the least normal number
		}
		return r.Uint32()
	}
	for i := range 20000 {
		a, b, c := value(), value(), value()
		if r.IntN(4) == 0 { // cancellation
			c = b32(-f32(a) * f32(b))
		}
		for rm := range 4 {
			den := Mode(i) & 15 // 2 bits for f32, 2 for f16 and f64
			m := Mode(rm) | Mode(rm)<<2 | den<<4
			x, y, z := uint64(a), uint64(b), uint64(c)
			in, out := m.flushIn32(), m.flushOut32()
			require.Equal(t, uint32(fmtF32.fma(x, y, z, rm, in, out)), fmaF32(m, a, b, c), "fma %#x %#x %#x, mode %#x", a, b, c, m)
			require.Equal(t, uint32(fmtF32.add(x, y, rm, in, out)), vaddF32(m, a, b), "add %#x %#x, mode %#x", a, b, m)
			require.Equal(t, uint32(fmtF32.mul(x, y, rm, in, out)), mulF32(m, a, b), "mul %#x %#x, mode %#x", a, b, m)
			require.Equal(t, uint32(fmtF32.ldexp(x, int32(c)>>24, rm, in, out)), ldexpF32(m, a, uint32(int32(c)>>24)), "ldexp %#x %#x, mode %#x", a, c, m)
			require.Equal(t, uint32(fmtF32.frexpMant(uint64(m.daz32(a)))), frexpMantF32(m, a))
			require.Equal(t, uint32(fmtF32.frexpExp(uint64(m.daz32(a)))), frexpExpF32(m, a))
			require.Equal(t, uint32(fmtF32.convert(x, fmtF16, rm, in, m.flushOut64())), cvtF16F32(m, a), "cvt.f16.f32 %#x, mode %#x", a, m)
			require.Equal(t, fmtF32.convert(uint64(m.daz32(a)), fmtF64, 0, false, false), cvtF64F32(m, x, 0, 0))
			v := b64(float64(f32(a)) * (1 + float64(c)/(1<<40)))
			require.Equal(t, fmtF64.convert(v, fmtF32, rm, m.flushIn64(), out), cvtF32F64(m, v, 0, 0), "cvt.f32.f64 %#x, mode %#x", v, m)
			require.Equal(t, uint32(fmtF32.fromInt(false, x, rm)), cvtF32U32(m, a))
			h, k, l := a>>16, b>>16, c>>16
			x, y, z = uint64(h), uint64(k), uint64(l)
			in, out = m.flushIn64(), m.flushOut64()
			require.Equal(t, uint32(fmtF16.fma(x, y, z, rm, in, out)), fmaF16(m, h, k, l), "fma.f16 %#x %#x %#x, mode %#x", h, k, l, m)
			require.Equal(t, uint32(fmtF16.add(x, y, rm, in, out)), addF16(m, h, k), "add.f16 %#x %#x, mode %#x", h, k, m)
			require.Equal(t, uint32(fmtF16.mul(x, y, rm, in, out)), mulF16(m, h, k), "mul.f16 %#x %#x, mode %#x", h, k, m)
			require.Equal(t, uint32(fmtF16.convert(x, fmtF32, 0, in, false)), cvtF32F16(m, h), "cvt.f32.f16 %#x, mode %#x", h, m)
		}
	}
}
