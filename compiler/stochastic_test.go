package compiler_test

import (
	"math"
	"testing"
)

// TestStochastic compares cvt.rs to f16x2 and bf16x2 with its definition (PTX ISA, cvt): with K random bits a number between two
// neighbours goes away from zero if the top K bits of how far it is, and the random bits, add up to a carry.
func TestStochastic(t *testing.T) {
	// The random bits of a thread, from its first operand.
	const random = "mov.b32 %x, %a; mul.lo.u32 %x, %x, 0x9e3779b1; shr.u32 %j, %x, 15; xor.b32 %x, %x, %j; "
	bitsOf := func(a uint32) uint32 {
		x := a * 0x9e3779b1
		return x ^ x>>15
	}
	var cs []sweepCase
	for _, h := range []struct {
		name string
		f    refFormat
		k    int
	}{{"f16", refF16, 13}, {"bf16", refBF16, 16}} {
		f := h.f
		one := func(a, r uint32, finite, positive bool) uint64 {
			x := float64(math.Float32frombits(a))
			c := f.encode(x, "rz", finite)
			limit := f.decode(f.max)
			if x == x && !math.IsInf(x, 0) && !(finite && math.Abs(x) > limit) {
				low := math.Abs(f.decode(c))
				step := math.Ldexp(1, 1-f.bias-f.mant)
				if low > 0 {
					_, e := math.Frexp(low)
					step = max(step, math.Ldexp(1, e-1-f.mant))
				}
				top := math.Floor(math.Ldexp((math.Abs(x)-low)/step, h.k)) // exact: powers of two
				if top+float64(r&(1<<h.k-1)) >= math.Ldexp(1, h.k) {
					c++
				}
			}
			if positive {
				c = relu(f, c)
			}
			return c
		}
		for _, relu := range []bool{false, true} {
			for _, finite := range []bool{false, true} {
				mn := "cvt.rs"
				if relu {
					mn += ".relu"
				}
				if finite {
					mn += ".satfinite"
				}
				cs = append(cs, sweepCase{text: random + mn + "." + h.name + "x2.f32 %o, %b, %a, %x;", in: "b32", out: "b32", f32s: true,
					check: pairOf(f, 16, func(a, b uint32) (lo, hi uint64) {
						r := bitsOf(a)
						return one(a, r&0xffff, finite, relu), one(b, r>>16, finite, relu)
					})})
			}
		}
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
