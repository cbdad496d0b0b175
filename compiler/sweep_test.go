package compiler_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ferry/internal/conformance"
)

// This file runs unary operations over all 65,536 inputs, and conversions of f32 over the values around every code of the
// small formats, against references written for obviousness: numbers are float64s, rounding is floor and a remainder.

// refFormat is a binary floating-point format.
type refFormat struct {
	bits, mant, bias int
	max              uint64 // code of the largest finite number
	nan              uint64 // code of the canonical NaN; of the largest number where there is no NaN
	inf              bool   // max+1 is infinity
	hasNaN           bool
}

// Formats: IEEE 754 and the PTX manual, "Alternate Floating-Point Data Formats".
var (
	refF16  = refFormat{16, 10, 15, 0x7bff, 0x7fff, true, true}
	refBF16 = refFormat{16, 7, 127, 0x7f7f, 0x7fff, true, true}
	refF32  = refFormat{32, 23, 127, 0x7f7fffff, 0x7fffffff, true, true}
	refE4M3 = refFormat{8, 3, 7, 0x7e, 0x7f, false, true}
	refE5M2 = refFormat{8, 2, 15, 0x7b, 0x7f, true, true}
	refE2M3 = refFormat{6, 3, 1, 0x1f, 0x1f, false, false}
	refE3M2 = refFormat{6, 2, 3, 0x1f, 0x1f, false, false}
	refE2M1 = refFormat{4, 1, 1, 0x7, 0x7, false, false}
)

func (f refFormat) decode(c uint64) float64 {
	c &= 1<<f.bits - 1
	sign := 1.0
	if c>>(f.bits-1) != 0 {
		sign = -1
		c -= 1 << (f.bits - 1)
	}
	switch {
	case c <= f.max:
	case f.inf && c == f.max+1:
		return sign * math.Inf(1)
	default:
		return math.NaN()
	}
	e, m := int(c>>f.mant), float64(c&(1<<f.mant-1))
	if e == 0 {
		return sign * math.Ldexp(m, 1-f.bias-f.mant)
	}
	return sign * math.Ldexp(m+math.Ldexp(1, f.mant), e-f.bias-f.mant)
}

// encode rounds x by mode: rn (nearest even), rz, rm, rp, or ra (nearest, ties away).
func (f refFormat) encode(x float64, mode string, satfinite bool) uint64 {
	if x != x {
		return f.nan
	}
	var sign uint64
	neg := math.Signbit(x)
	if neg {
		sign = 1 << (f.bits - 1)
		x = -x
	}
	limit := f.decode(f.max)
	if math.IsInf(x, 1) {
		if satfinite || !f.inf {
			return sign | f.max
		}
		return sign | (f.max + 1)
	}
	e := 1 - f.bias
	if x >= math.Ldexp(1, e) {
		_, e = math.Frexp(x)
		e--
	}
	q := math.Ldexp(x, f.mant-e) // exact: a power of two
	n := math.Floor(q)
	rest := q - n
	up := false
	switch mode {
	case "rn":
		up = rest > 0.5 || rest == 0.5 && math.Mod(n, 2) == 1
	case "ra":
		up = rest >= 0.5
	case "rp":
		up = rest > 0 && !neg
	case "rm":
		up = rest > 0 && neg
	}
	if up {
		n++
	}
	v := math.Ldexp(n, e-f.mant)
	if v > limit {
		if satfinite || !f.inf || mode == "rz" || mode == "rp" && neg || mode == "rm" && !neg {
			return sign | f.max
		}
		return sign | (f.max + 1)
	}
	if v < math.Ldexp(1, 1-f.bias) {
		return sign | uint64(math.Ldexp(v, f.bias-1+f.mant))
	}
	_, ve := math.Frexp(v)
	ve--
	return sign | uint64(ve+f.bias)<<f.mant | uint64(math.Ldexp(v, f.mant-ve)-math.Ldexp(1, f.mant))
}

// same compares codes; NaNs are all the same.
func (f refFormat) same(a, b uint64) bool {
	x, y := f.decode(a), f.decode(b)
	return a == b || x != x && y != y
}

// sweepCase is one instruction; in is the register of %a ("b8", "b16", "b32"), out that of %o. The input of thread i is the
// word i of the inputs, cut to the register's size; %b is another thread's word.
type sweepCase struct {
	text    string
	in, out string
	f32s    bool // inputs are refWords instead of 0..65535
	check   func(a, b uint32, got uint64) (want uint64, ok bool)
}

func exact(want func(a, b uint32) uint64) func(a, b uint32, got uint64) (uint64, bool) {
	return func(a, b uint32, got uint64) (uint64, bool) {
		w := want(a, b)
		return w, w == got
	}
}

// toFormat checks a result in format f.
func toFormat(f refFormat, want func(a uint32) uint64) func(a, b uint32, got uint64) (uint64, bool) {
	return func(a, _ uint32, got uint64) (uint64, bool) {
		w := want(a)
		return w, f.same(w, got)
	}
}

// pairOf checks a pair of elements of n bits in format f, each by the element of the input.
func pairOf(f refFormat, n int, want func(a, b uint32) (lo, hi uint64)) func(a, b uint32, got uint64) (uint64, bool) {
	return func(a, b uint32, got uint64) (uint64, bool) {
		lo, hi := want(a, b)
		m := uint64(1)<<n - 1
		ok := got>>(2*n) == 0 && f.same(lo, got&m) && f.same(hi, got>>n)
		return lo | hi<<n, ok
	}
}

func relu(f refFormat, c uint64) uint64 {
	if x := f.decode(c); x == x && c>>(f.bits-1) != 0 {
		return 0
	}
	return c
}

func sweepCases() []sweepCase {
	var cs []sweepCase
	add := func(text, in, out string, check func(a, b uint32, got uint64) (uint64, bool)) {
		cs = append(cs, sweepCase{text: text, in: in, out: out, check: check})
	}
	modes := []string{"rn", "rz", "rm", "rp"}
	halves := []struct {
		name string
		f    refFormat
	}{{"f16", refF16}, {"bf16", refBF16}}
	for i, h := range halves {
		f := h.f
		add("neg."+h.name+" %o, %a;", "b16", "b16", toFormat(f, func(a uint32) uint64 { return uint64(a ^ 0x8000) }))
		add("abs."+h.name+" %o, %a;", "b16", "b16", toFormat(f, func(a uint32) uint64 { return uint64(a & 0x7fff) }))
		ftz, bound := "", math.Exp2(-9.9)
		if h.name == "bf16" {
			ftz, bound = ".ftz", math.Exp2(-7)
		}
		add("ex2.approx"+ftz+"."+h.name+" %o, %a;", "b16", "b16", near(f, math.Exp2, bound, true))
		bound = math.Exp2(-10.987)
		if h.name == "bf16" {
			bound = math.Exp2(-8)
		}
		add("tanh.approx."+h.name+" %o, %a;", "b16", "b16", near(f, math.Tanh, bound, false))
		add("cvt.f32."+h.name+" %o, %a;", "b16", "b32", toFormat(refF32, func(a uint32) uint64 { return refF32.encode(f.decode(uint64(a)), "rn", false) }))
		add("cvt.f64."+h.name+" %o, %a;", "b16", "b64", func(a, _ uint32, got uint64) (uint64, bool) {
			w := f.decode(uint64(a))
			g := math.Float64frombits(got)
			return math.Float64bits(w), math.Float64bits(w) == got || w != w && g != g
		})
		o := halves[1-i]
		for _, m := range modes {
			add("cvt."+m+"."+o.name+"."+h.name+" %o, %a;", "b16", "b16", toFormat(o.f, func(a uint32) uint64 { return o.f.encode(f.decode(uint64(a)), m, false) }))
		}
		for _, m := range modes {
			round := map[string]func(float64) float64{"rn": math.RoundToEven, "rz": math.Trunc, "rm": math.Floor, "rp": math.Ceil}[m]
			add("cvt."+m+"i."+h.name+"."+h.name+" %o, %a;", "b16", "b16", toFormat(f, func(a uint32) uint64 { return f.encode(round(f.decode(uint64(a))), "rn", false) }))
			for _, bits := range []int{8, 16, 32, 64} {
				for _, signed := range []bool{false, true} {
					t := fmt.Sprintf("u%d", bits)
					if signed {
						t = fmt.Sprintf("s%d", bits)
					}
					add("cvt."+m+"i."+t+"."+h.name+" %o, %a;", "b16", "b"+t[1:], exact(func(a, _ uint32) uint64 {
						return refInt(round(f.decode(uint64(a))), bits, signed)
					}))
				}
			}
			for _, signed := range []bool{false, true} {
				t, val := "u16", func(a uint32) float64 { return float64(uint16(a)) }
				if signed {
					t, val = "s16", func(a uint32) float64 { return float64(int16(a)) }
				}
				add("cvt."+m+"."+h.name+"."+t+" %o, %a;", "b16", "b16", toFormat(f, func(a uint32) uint64 { return f.encode(val(a), m, false) }))
			}
		}
	}
	smalls := []struct {
		name string
		f    refFormat
		slot int
		reg  string
	}{{"e4m3", refE4M3, 8, "b16"}, {"e5m2", refE5M2, 8, "b16"}, {"e2m3", refE2M3, 8, "b16"}, {"e3m2", refE3M2, 8, "b16"}, {"e2m1", refE2M1, 4, "b8"}}
	for _, s := range smalls {
		for _, r := range []string{"", ".relu"} {
			fix := func(f refFormat, c uint64) uint64 {
				if r != "" {
					return relu(f, c)
				}
				return c
			}
			for _, h := range halves {
				// Widening, each half of the input a code.
				add("cvt.rn"+r+"."+h.name+"x2."+s.name+"x2 %o, %a;", s.reg, "b32", pairOf(h.f, 16, func(a, _ uint32) (lo, hi uint64) {
					m := uint32(1)<<s.slot - 1
					return fix(h.f, h.f.encode(s.f.decode(uint64(a&m)), "rn", false)), fix(h.f, h.f.encode(s.f.decode(uint64(a>>s.slot&m)), "rn", false))
				}))
				// Narrowing; the lower element is the input, the upper one its complement.
				cs = append(cs, sweepCase{text: "mov.b32 %x, {%a, %a}; xor.b32 %x, %x, 0xffff0000; cvt.rn.satfinite" + r + "." + s.name + "x2." + h.name + "x2 %o, %x;",
					in: "b16", out: s.reg, check: exact(func(a, _ uint32) uint64 {
						lo := fix(s.f, s.f.encode(h.f.decode(uint64(a)), "rn", true))
						hi := fix(s.f, s.f.encode(h.f.decode(uint64(^a&0xffff)), "rn", true))
						return lo | hi<<s.slot
					})})
			}
			cs = append(cs, sweepCase{text: "cvt.rn.satfinite" + r + "." + s.name + "x2.f32 %o, %b, %a;", in: "b32", out: s.reg, f32s: true, check: exact(func(a, b uint32) uint64 {
				lo := fix(s.f, s.f.encode(float64(math.Float32frombits(a)), "rn", true))
				hi := fix(s.f, s.f.encode(float64(math.Float32frombits(b)), "rn", true))
				return lo | hi<<s.slot
			})})
		}
	}
	// ue8m0: 2^(code-127), 255 is NaN.
	add("cvt.rn.bf16x2.ue8m0x2 %o, %a;", "b16", "b32", pairOf(refBF16, 16, func(a, _ uint32) (lo, hi uint64) {
		one := func(c uint32) uint64 {
			if c == 255 {
				return 0x7fff
			}
			return refBF16.encode(math.Ldexp(1, int(c)-127), "rn", false)
		}
		return one(a & 0xff), one(a >> 8 & 0xff)
	}))
	scale := func(x float64, up, sat bool) uint64 {
		x = math.Abs(x)
		switch {
		case x != x:
			return 255
		case math.IsInf(x, 1):
			if sat {
				return 254
			}
			return 255
		case x < math.Ldexp(1, -127):
			return 0
		}
		m, e := math.Frexp(x) // x = m * 2^e, m in [0.5, 1)
		c := e - 1 + 127
		if up && m != 0.5 {
			c++
		}
		if c == 255 && sat {
			c = 254
		}
		return uint64(c)
	}
	for _, m := range []string{"rz", "rp"} {
		for _, sat := range []bool{false, true} {
			x := ""
			if sat {
				x = ".satfinite"
			}
			cs = append(cs, sweepCase{text: "mov.b32 %x, {%a, %a}; xor.b32 %x, %x, 0xffff0000; cvt." + m + x + ".ue8m0x2.bf16x2 %o, %x;", in: "b16", out: "b16",
				check: exact(func(a, _ uint32) uint64 {
					return scale(refBF16.decode(uint64(a)), m == "rp", sat) | scale(refBF16.decode(uint64(^a&0xffff)), m == "rp", sat)<<8
				})})
			cs = append(cs, sweepCase{text: "cvt." + m + x + ".ue8m0x2.f32 %o, %b, %a;", in: "b32", out: "b16", f32s: true, check: exact(func(a, b uint32) uint64 {
				return scale(float64(math.Float32frombits(a)), m == "rp", sat) | scale(float64(math.Float32frombits(b)), m == "rp", sat)<<8
			})})
		}
	}
	for _, h := range halves {
		for _, m := range []string{"rn", "rz"} {
			for _, r := range []string{"", ".relu"} {
				for _, sat := range []string{"", ".satfinite"} {
					cs = append(cs, sweepCase{text: "cvt." + m + r + sat + "." + h.name + "x2.f32 %o, %b, %a;", in: "b32", out: "b32", f32s: true,
						check: pairOf(h.f, 16, func(a, b uint32) (lo, hi uint64) {
							one := func(x uint32) uint64 {
								c := h.f.encode(float64(math.Float32frombits(x)), m, sat != "")
								if r != "" {
									c = relu(h.f, c)
								}
								return c
							}
							return one(a), one(b)
						})})
				}
			}
		}
	}
	return cs
}

// refInt converts an integral number to an integer type, saturating. NaN gives 0, or the top bit for 64 bits, as recorded.
func refInt(x float64, bits int, signed bool) uint64 {
	if x != x {
		if bits == 64 {
			return 1 << 63
		}
		return 0
	}
	lo, hi := 0.0, math.Ldexp(1, bits)
	if signed {
		lo, hi = -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)
	}
	mask := ^uint64(0) >> (64 - bits)
	switch {
	case x < lo:
		x = lo
	case x >= hi && signed:
		return mask >> 1
	case x >= hi:
		return mask
	}
	if signed {
		return uint64(int64(x)) & mask
	}
	return uint64(x)
}

// near checks an approximation: special values exactly, the error, relative or absolute, within bound, or within a unit of the
// smallest number where the result is subnormal. The bounds are those of the PTX manual.
func near(f refFormat, fn func(float64) float64, bound float64, relative bool) func(a, b uint32, got uint64) (uint64, bool) {
	return func(a, _ uint32, got uint64) (uint64, bool) {
		w := fn(f.decode(uint64(a)))
		g := f.decode(got)
		c := f.encode(w, "rn", false)
		switch {
		case w != w || math.IsInf(w, 0) || w == 0:
			return c, f.same(c, got)
		case w > f.decode(f.max):
			return c, f.same(c, got) || got == f.max
		}
		step := math.Ldexp(1, 1-f.bias-f.mant)
		if f.bits == 16 && f.mant == 7 {
			step = math.Ldexp(1, -126) // bf16 forms flush
		}
		limit := bound
		if relative {
			limit = math.Max(bound*math.Abs(w), step)
		}
		return c, math.Abs(g-w) <= limit
	}
}

// refWords are f32 inputs: every code of the small formats, the midpoints between them and their neighbours, then numbers
// spread over all exponents.
func refWords() []uint32 {
	var w []uint32
	put := func(x float64) {
		b := math.Float32bits(float32(x))
		for d := -1; d <= 1; d++ {
			w = append(w, b+uint32(d), (b+uint32(d))^1<<31)
		}
	}
	for _, f := range []refFormat{refE4M3, refE5M2, refE2M3, refE3M2, refE2M1} {
		for c := range f.max {
			x, y := f.decode(c), f.decode(c+1)
			put(x)
			put((x + y) / 2)
		}
		put(f.decode(f.max))
		put(f.decode(f.max) + (f.decode(f.max)-f.decode(f.max-1))/2)
	}
	for e := range 256 {
		for _, m := range []uint32{0, 1, 0x1000, 0x3fffff, 0x400000, 0x400001, 0x600000, 0x7fffff} {
			w = append(w, uint32(e)<<23|m, uint32(e)<<23|m|1<<31)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for len(w) < sweepN {
		switch x := r.Uint32(); len(w) % 3 {
		case 0:
			w = append(w, x)
		case 1:
			w = append(w, x&0x80ffffff|uint32(100+r.IntN(50))<<23) // where the small formats are
		default:
			w = append(w, x&0xfffff000) // ties
		}
	}
	return w[:sweepN]
}

const sweepN = 1 << 16

// other is the thread whose word is %b.
func other(i int) int { return (i*7919 + 13) & (sweepN - 1) }

func sweepPTX(cs []sweepCase) string {
	var b strings.Builder
	b.WriteString(".version 9.2\n.target sm_100a\n.address_size 64\n")
	for k, c := range cs {
		fmt.Fprintf(&b, ".visible .entry k%d(.param .u64 in, .param .u64 out) {\n.reg .b32 %%i, %%j, %%x; .reg .b64 %%p, %%q, %%w; .reg .b16 %%h; .reg .b8 %%c; .reg .%s %%a, %%b; .reg .%s %%o;\n", k, c.in, c.out)
		b.WriteString("mov.u32 %i, %ctaid.x; mov.u32 %j, %ntid.x; mov.u32 %x, %tid.x; mad.lo.u32 %i, %i, %j, %x;\nld.param.u64 %p, [in]; ld.param.u64 %w, [out];\n")
		b.WriteString("mad.wide.u32 %q, %i, 4, %p; mul.lo.u32 %j, %i, 7919; add.u32 %j, %j, 13; and.b32 %j, %j, 65535; mad.wide.u32 %p, %j, 4, %p; mad.wide.u32 %w, %i, 8, %w;\n")
		fmt.Fprintf(&b, "ld.global.%s %%a, [%%q]; ld.global.%s %%b, [%%p];\n%s\n", c.in, c.in, c.text)
		fmt.Fprintf(&b, "mov.b64 %%p, 0; st.global.b64 [%%w], %%p; st.global.%s [%%w], %%o; ret;\n}\n", c.out)
	}
	return b.String()
}

// TestSweep16 runs the cases of sweepCases.
func TestSweep16(t *testing.T) {
	cs := sweepCases()
	obj := compile(t, sweepPTX(cs))
	refused(t, obj)
	if t.Failed() {
		return
	}
	bad := runSweep(t, machine(t), obj.HSACO, cs)
	t.Logf("%d instructions over %d inputs each, %d wrong", len(cs), sweepN, bad)
}

// runSweep runs the kernels of sweepPTX(cs) and returns the number of cases with a wrong answer.
func runSweep(t *testing.T, m *conformance.DeviceMachine, hsaco []byte, cs []sweepCase) (bad int) {
	t.Helper()
	mod, err := m.Load(hsaco)
	if err != nil {
		t.Fatal(err)
	}
	var words [2][]uint32
	for i := range sweepN {
		words[0] = append(words[0], uint32(i))
	}
	words[1] = refWords()
	var in [2]uint64
	for k, w := range words {
		b := make([]byte, 0, 4*sweepN)
		for _, x := range w {
			b = binary.LittleEndian.AppendUint32(b, x)
		}
		if in[k], err = m.Alloc(len(b)); err != nil {
			t.Fatal(err)
		}
		if err := m.Write(in[k], b); err != nil {
			t.Fatal(err)
		}
	}
	out, err := m.Alloc(8 * sweepN)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 8*sweepN)
	for k, c := range cs {
		set := 0
		if c.f32s {
			set = 1
		}
		p := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, in[set]), out)
		if err := mod.Launch(fmt.Sprintf("k%d", k), &conformance.Launch{Grid: [3]uint32{sweepN / 256, 1, 1}, Block: [3]uint32{256, 1, 1}, Params: p}); err != nil {
			t.Fatal(err)
		}
		if err := mod.Sync(); err != nil {
			t.Errorf("%s: %v", c.text, err)
			bad++
			continue
		}
		if err := m.Read(got, out); err != nil {
			t.Fatal(err)
		}
		n, first := 0, ""
		for i := range sweepN {
			g := binary.LittleEndian.Uint64(got[8*i:])
			a, b := words[set][i], words[set][other(i)]
			if w, ok := c.check(a, b, g); !ok {
				if n++; n == 1 {
					first = fmt.Sprintf("a=%#x b=%#x: %#x, want %#x", a, b, g, w)
				}
			}
		}
		if n > 0 {
			bad++
			t.Errorf("%s: %d of %d differ, first %s", c.text, n, sweepN, first)
		}
	}
	return bad
}
