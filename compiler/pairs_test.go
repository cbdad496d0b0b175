package compiler_test

import (
	"fmt"
	"math"
	"testing"
)

// TestPairsAndMixed runs the forms that no recorded device has: arithmetic on pairs of f32, f32 arithmetic with half-precision
// operands, and minima of three numbers. The pairs must give what two scalar instructions give (which the recorded vectors
// check); the others have references of their own.
func TestPairsAndMixed(t *testing.T) {
	var cs []sweepCase
	zero := exact(func(_, _ uint32) uint64 { return 0 })
	regs := "{.reg .b64 %p1, %p2, %p3, %r; .reg .f32 %l, %h, %s, %u;\nmov.b64 %p1, {%a, %b}; mov.b64 %p2, {%b, %a}; mov.b64 %p3, {%a, %a};\n"
	for _, round := range []string{".rn", ".rz", ".rm", ".rp"} {
		for _, ftz := range []string{"", ".ftz"} {
			for _, op := range []string{"add", "sub", "mul", "fma"} {
				pair, lo, hi := "%r, %p1, %p2", "%l, %a, %b", "%h, %b, %a"
				if op == "fma" {
					pair, lo, hi = pair+", %p3", lo+", %a", hi+", %a"
				}
				m := op + round + ftz
				cs = append(cs, sweepCase{
					text: regs + m + ".f32x2 " + pair + "; " + m + ".f32 " + lo + "; " + m + ".f32 " + hi + ";\nmov.b64 {%s, %u}, %r; xor.b32 %o, %s, %l; xor.b32 %x, %u, %h; or.b32 %o, %o, %x; }",
					in:   "b32", out: "b32", f32s: true, check: zero})
			}
		}
	}
	// Half operands: the lower half of %a is one, %b the f32. A sum of them is exact in f64 or far from every tie.
	for _, h := range []struct {
		name string
		f    refFormat
	}{{"f16", refF16}, {"bf16", refBF16}} {
		for _, mode := range []string{"rn", "rz", "rm", "rp"} {
			for _, op := range []string{"add", "sub", "fma"} {
				args := "%o, %y, %b"
				if op == "fma" {
					args = "%o, %y, %y, %b"
				}
				cs = append(cs, sweepCase{
					text: fmt.Sprintf("{.reg .b16 %%y; cvt.u16.u32 %%y, %%a; %s.%s.f32.%s %s; }", op, mode, h.name, args),
					in:   "b32", out: "b32", f32s: true,
					check: func(a, b uint32, got uint64) (uint64, bool) {
						x, y := h.f.decode(uint64(a&0xffff)), float64(math.Float32frombits(b))
						switch op {
						case "sub":
							y = -y
						case "fma":
							x *= x
						}
						w := sumToF32(x, y, mode)
						return w, refF32.same(w, got)
					}})
			}
		}
	}
	for _, op := range []string{"min", "max"} {
		for _, nan := range []string{"", ".NaN"} {
			for _, abs := range []string{"", ".abs"} {
				cs = append(cs, sweepCase{
					text: fmt.Sprintf("{.reg .f32 %%y; add.u32 %%x, %%b, 0x00512345; mov.b32 %%y, %%x; %s%s%s.f32 %%o, %%a, %%b, %%y; }", op, nan, abs),
					in:   "b32", out: "b32", f32s: true,
					check: func(a, b uint32, got uint64) (uint64, bool) {
						w := math.NaN()
						for i, c := range []uint32{a, b, b + 0x00512345} {
							v := float64(math.Float32frombits(c))
							if abs != "" {
								v = math.Abs(v)
							}
							switch {
							case nan != "" && (v != v || i > 0 && w != w):
								w = math.NaN()
							case w != w:
								w = v
							case v != v:
							case op == "min":
								w = math.Min(w, v)
							default:
								w = math.Max(w, v)
							}
						}
						c := refF32.encode(w, "rn", false)
						return c, refF32.same(c, got)
					}})
			}
		}
	}
	obj := compile(t, sweepPTX(cs))
	refused(t, obj)
	if !t.Failed() {
		runSweep(t, machine(t), obj.HSACO, cs)
	}
}

// sumToF32 rounds the exact sum of x and y, whose f64 sum s may be inexact: the error of s moves it off a tie or a number.
func sumToF32(x, y float64, mode string) uint64 {
	s := x + y
	if s == 0 && x != 0 { // cancelled
		if mode == "rm" {
			return 1 << 31
		}
		return 0
	}
	if s == 0 && math.Signbit(x) != math.Signbit(y) && mode == "rm" {
		return 1 << 31
	}
	if !math.IsInf(s, 0) && s == s {
		t := s - x
		if e := (x - (s - t)) + (y - t); e != 0 && math.Float64bits(s)&1 == 0 {
			toward := math.Inf(1)
			if e < 0 {
				toward = math.Inf(-1)
			}
			s = math.Nextafter(s, toward)
		}
	}
	return refF32.encode(s, mode, false)
}

// TestReduxF32 reduces f32 over halves of each warp. No recorded device has it; the reference is the PTX manual: NaN is skipped
// but with .NaN, where one makes the result NaN.
func TestReduxF32(t *testing.T) {
	words := refWords()
	index := map[[2]uint32]int{} // the thread by its %a and %b: the reference needs its neighbours
	for i := range words {
		index[[2]uint32{words[i], words[other(i)]}] = i
	}
	if len(index) != sweepN {
		t.Fatal("two threads have the same inputs")
	}
	var cs []sweepCase
	for _, op := range []string{"min", "max"} {
		for _, abs := range []string{"", ".abs"} {
			for _, nan := range []string{"", ".NaN"} {
				for _, whole := range []bool{true, false} {
					mask := "mov.b32 %x, -1; "
					if !whole {
						// Two masks at once: the lower eight lanes and the others.
						mask = "mov.u32 %x, %tid.x; and.b32 %x, %x, 31; setp.lt.u32 %q, %x, 8; selp.b32 %x, 0x000000ff, 0xffffff00, %q; "
					}
					text := "{.reg .pred %q; " + mask + "redux.sync." + op + abs + nan + ".f32 %o, %a, %x; }"
					cs = append(cs, sweepCase{text: text, in: "b32", out: "b32", f32s: true, check: func(a, b uint32, got uint64) (uint64, bool) {
						i := index[[2]uint32{a, b}]
						lo, hi := i&^31, i|31
						if !whole {
							if i&31 < 8 {
								hi = lo + 7
							} else {
								lo += 8
							}
						}
						w, poisoned := math.NaN(), false
						for k := lo; k <= hi; k++ {
							v := float64(math.Float32frombits(words[k]))
							if abs != "" {
								v = math.Abs(v)
							}
							switch {
							case v != v:
								poisoned = poisoned || nan != ""
							case w != w:
								w = v
							case op == "min":
								w = math.Min(w, v)
							default:
								w = math.Max(w, v)
							}
						}
						if poisoned {
							w = math.NaN()
						}
						c := refF32.encode(w, "rn", false)
						return c, refF32.same(c, got)
					}})
				}
			}
		}
	}
	obj := compile(t, sweepPTX(cs))
	refused(t, obj)
	if !t.Failed() {
		runSweep(t, machine(t), obj.HSACO, cs)
	}
}
