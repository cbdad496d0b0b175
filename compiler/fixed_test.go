package compiler_test

import (
	"math"
	"testing"
)

// TestFixed compares conversions from s2f6 with their definition (PTX ISA, cvt and Fixed-point Data format): a signed byte in
// units of 1/64, times the power of two that a ue8m0 stands for, 1 without; 0xff is NaN.
func TestFixed(t *testing.T) {
	one := func(v, scale uint32, finite, relu bool) uint64 {
		if scale &= 0xff; scale == 0xff {
			return refBF16.nan
		}
		x := math.Ldexp(float64(int8(v)), int(scale)-127-6)
		if relu && x < 0 {
			x = 0
		}
		return refBF16.encode(x, "rn", finite)
	}
	var cs []sweepCase
	for _, m := range []struct {
		mods         string
		finite, relu bool
	}{{"", false, false}, {".satfinite", true, false}, {".relu", false, true}, {".satfinite.relu", true, true}} {
		add := func(mods, operands string, scale func(b uint32) uint32) {
			cs = append(cs, sweepCase{text: "cvt.rn" + m.mods + mods + ".bf16x2.s2f6x2 %o, %a" + operands + ";", in: "b16", out: "b32",
				check: exact(func(a, b uint32) uint64 {
					s := scale(b)
					return one(a>>8, s>>8, m.finite, m.relu)<<16 | one(a, s, m.finite, m.relu)
				})})
		}
		add("", "", func(uint32) uint32 { return 0x7f7f })
		add(".scaled::n2::ue8m0", ", %b", func(b uint32) uint32 { return b })
		add(".scaled::n2::ue8m0", ", 0xfe00", func(uint32) uint32 { return 0xfe00 }) // the ends of the range, where -2 overflows
		add(".scaled::n2::ue8m0", ", 0xfffe", func(uint32) uint32 { return 0xfffe })
	}
	obj := compile(t, sweepPTX(cs))
	refused(t, obj)
	if t.Failed() {
		return
	}
	if bad := runSweep(t, machine(t), obj.HSACO, cs); bad == 0 {
		t.Logf("%d instructions over %d inputs", len(cs), sweepN)
	}
}
