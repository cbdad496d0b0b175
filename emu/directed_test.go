package emu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDirected compares f32 arithmetic by way of f64 with the exact form, in every rounding.
func TestDirected(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	special := []uint32{0, 1, 0x007fffff, 0x00800000, 0x3f800000, 0x3f800001, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x34000000, 0x33ffffff}
	value := func() uint32 {
		switch r.IntN(4) {
		case 0:
			return special[r.IntN(len(special))] | r.Uint32()&0x80000000
		case 1:
			return 0x3e000000 + r.Uint32()>>6 | r.Uint32()&0x80000000
		}
		return r.Uint32()
	}
	for range 300000 {
		a, b, c := value(), value(), value()
		if r.IntN(4) == 0 { // cancellation
			c = b32(-f32(a) * f32(b))
		}
		for rm := range 4 {
			m := modeFP32Fast | Mode(rm)
			x, y, z := uint64(a), uint64(b), uint64(c)
			require.Equal(t, uint32(fmtF32.fma(x, y, z, rm, false, false)), fmaF32(m, a, b, c), "fma %#x %#x %#x, rounding %d", a, b, c, rm)
			require.Equal(t, uint32(fmtF32.add(x, y, rm, false, false)), vaddF32(m, a, b), "add %#x %#x, rounding %d", a, b, rm)
			require.Equal(t, uint32(fmtF32.mul(x, y, rm, false, false)), mulF32(m, a, b), "mul %#x %#x, rounding %d", a, b, rm)
		}
	}
}
