package compiler_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// seeded is a strict embedded device whose approximate instructions are as inexact as AMD documents (RATIONALE.md, Exactness).
func seeded(t testing.TB, seed uint64) *conformance.DeviceMachine {
	t.Helper()
	return machineOf(t, embedded.Options{Strict: true, Seed: seed, Memory: 256 << 20, Watchdog: 10 * time.Second})
}

// seeds are those under which everything that rests on AMD's approximations must hold; 0 is the exact emulator.
var seeds = []uint64{0, 1, 77, 0xfeed, 1 << 40}

// TestSeeds runs the recorded families whose code uses AMD's approximate units: the approximate functions keep their bounds, and
// exact division, roots and conversions stay exact, however bad the units are within what AMD documents.
func TestSeeds(t *testing.T) {
	s, err := conformance.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	for _, fam := range []string{"approx", "float", "integer", "half"} {
		src, err := s.FamilyPTX(fam)
		if err != nil {
			t.Fatal(err)
		}
		obj := compile(t, src)
		refused(t, obj)
		for _, seed := range seeds {
			t.Run(fmt.Sprintf("%s/seed=%d", fam, seed), func(t *testing.T) {
				m := seeded(t, seed)
				mod, err := m.Load(obj.HSACO)
				if err != nil {
					t.Fatal(err)
				}
				r, err := s.Start(m)
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				for i := range s.Cases {
					if c := &s.Cases[i]; c.Family == fam {
						if err := r.Run(mod, c); err != nil {
							t.Errorf("%s (%s): %v", c.ID, firstLine(c.Text), err)
						}
					}
				}
			})
		}
	}
}

// approxF32 checks a result of an approximate f32 function: a is the operand, w the true value, and close whether a result
// g that is a number is near enough.
func approxF32(ftz bool, fn func(a, b float64) float64, close func(a, b, w, g float64) bool) func(a, b uint32, got uint64) (uint64, bool) {
	const minNormal = 0x1p-126
	flush := func(x float64) float64 {
		if ftz && math.Abs(x) < minNormal {
			return math.Copysign(0, x)
		}
		return x
	}
	return func(a, b uint32, got uint64) (uint64, bool) {
		x, y := flush(float64(math.Float32frombits(a))), flush(float64(math.Float32frombits(b)))
		w, g := fn(x, y), float64(math.Float32frombits(uint32(got)))
		want := uint64(math.Float32bits(float32(w)))
		switch {
		case w != w:
			return want, g != g
		case g != g:
			return want, false
		case math.Signbit(w) != math.Signbit(g) && (w == 0 || math.IsInf(w, 0)):
			return want, false
		case math.IsInf(w, 0):
			return want, w == g
		case ftz && math.Abs(w) < minNormal:
			return want, g == 0 || math.Abs(g) <= minNormal*(1+0x1p-20)
		case math.Abs(w) > math.MaxFloat32 && math.IsInf(g, 0):
			return want, true
		}
		return want, close(x, y, w, g)
	}
}

// within is an error bound in units of the last place of the f32 nearest to w.
func within(ulps float64) func(a, b, w, g float64) bool {
	return func(_, _, w, g float64) bool {
		_, e := math.Frexp(w)
		ulp := math.Ldexp(1, max(e-1, -126)-23)
		return math.Abs(g-w) <= ulps*ulp*(1+1e-9)
	}
}

// relative is a relative error bound; a subnormal may be off by its last place.
func relative(bound float64) func(a, b, w, g float64) bool {
	return func(_, _, w, g float64) bool { return math.Abs(g-w) <= math.Max(bound*math.Abs(w), 0x1p-149) }
}

// TestApproxBounds holds the approximate f32 functions to the PTX manual's bounds on samples of all exponents, subnormal
// numbers included, with units as bad as AMD documents.
func TestApproxBounds(t *testing.T) {
	trig := func(a, _, w, g float64) bool {
		d := math.Abs(g - w)
		switch a = math.Abs(a); {
		case a <= 2*math.Pi:
			return d <= math.Exp2(-20.5)
		case a <= 100*math.Pi:
			return d <= math.Exp2(-14.7)
		}
		return math.Abs(g) <= 1
	}
	fns := []struct {
		name string
		fn   func(a, b float64) float64
		near func(a, b, w, g float64) bool
	}{
		{"rcp.approx", func(a, _ float64) float64 { return 1 / a }, within(1)},
		{"sqrt.approx", func(a, _ float64) float64 { return math.Sqrt(a) }, relative(math.Exp2(-23))},
		{"rsqrt.approx", func(a, _ float64) float64 {
			if a == 0 {
				return math.Copysign(math.Inf(1), a)
			}
			return 1 / math.Sqrt(a)
		}, relative(math.Exp2(-22.9))},
		{"lg2.approx", func(a, _ float64) float64 { return math.Log2(a) }, func(a, _, w, g float64) bool {
			if a > 0.5 && a < 2 {
				return math.Abs(g-w) <= math.Exp2(-22)
			}
			return math.Abs(g-w) <= math.Exp2(-22)*math.Abs(w)
		}},
		{"ex2.approx", func(a, _ float64) float64 { return math.Exp2(a) }, within(2)},
		{"sin.approx", func(a, _ float64) float64 { return math.Sin(a) }, trig},
		{"cos.approx", func(a, _ float64) float64 { return math.Cos(a) }, trig},
		{"tanh.approx", func(a, _ float64) float64 { return math.Tanh(a) }, relative(math.Exp2(-11))},
		{"div.full", func(a, b float64) float64 { return a / b }, within(2)},
		{"div.approx", func(a, b float64) float64 {
			// Beyond 2^126 the manual's table: an infinity gives NaN, everything else zero.
			switch m := math.Abs(b); {
			case m > 0x1p126 && !math.IsInf(m, 0) && math.IsInf(a, 0):
				return math.NaN()
			case m > 0x1p126 && !math.IsInf(m, 0) && a == a:
				return math.Copysign(0, a) * math.Copysign(1, b)
			}
			return a / b
		}, within(2)},
	}
	var cs []sweepCase
	for _, f := range fns {
		for _, ftz := range []bool{false, true} {
			x, y := "", ""
			if ftz {
				if f.name == "tanh.approx" {
					continue
				}
				x = ".ftz"
			}
			if f.name[:3] == "div" {
				y = ", %b"
			}
			cs = append(cs, sweepCase{text: f.name + x + ".f32 %o, %a" + y + ";", in: "b32", out: "b32", f32s: true, check: approxF32(ftz, f.fn, f.near)})
		}
	}
	obj := compile(t, sweepPTX(cs))
	refused(t, obj)
	for _, seed := range seeds {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) { runSweep(t, seeded(t, seed), obj.HSACO, cs) })
	}
}
