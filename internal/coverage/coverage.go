// Package coverage says what becomes of every PTX instruction: it writes one instruction for each form, compiles it, and
// notes whether there is code for it and how much, or why it is refused. It makes the table of docs/coverage.md; what the
// code computes is the business of other tests.
package coverage

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"ferry/compiler"
	"ferry/ptx"
)

// Form is one form of an instruction and its fate.
type Form struct {
	Op       ptx.Opcode
	Mnemonic string
	Refused  string // why there is no code, "" if there is
	Sample   ptx.Sample
	Recorded bool // NVIDIA's answer is recorded; see MarkRecorded
	Bounded  bool // an approximation: right within the manual's bounds
	Insts    int  // AMD instructions more than the same kernel without it has
	key      string
}

// Real are the opcode forms that the PTX of real programs contains, in the order of how often.
func Real(list string) ([]Form, error) {
	var ss []ptx.Sample
	for _, mn := range strings.Fields(list) {
		s, ok := ptx.SampleOf(mn)
		if !ok {
			s, ok = special(mn)
		}
		if !ok {
			return nil, fmt.Errorf("coverage: no instruction can be written for %s", mn)
		}
		ss = append(ss, s)
	}
	return compile(arguments(ss))
}

// arguments lets stores to parameters write to one that can be written: a call's argument, declared in the body.
func arguments(ss []ptx.Sample) []ptx.Sample {
	for i := range ss {
		if strings.HasPrefix(ss[i].Text, "st.param") {
			ss[i].Text = strings.Replace(ss[i].Text, "[b64]", "[pr]", 1)
		}
	}
	return ss
}

// Table are the forms of the instruction table: each alternative of each row once.
func Table() ([]Form, error) { return compile(append(arguments(ptx.Samples()), specials()...)) }

// special writes the instructions that need context: calls, and those whose addresses are tuples.
func special(mn string) (ptx.Sample, bool) {
	s := ptx.Sample{Version: ptx.Version{Major: 8}, Target: ptx.Target{SM: 75}}
	ws := strings.Split(mn, ".")
	has := func(w string) bool { return slices.Contains(ws, w) }
	vec := func(r string, n int) string { return "{" + strings.TrimSuffix(strings.Repeat(r+",", n), ",") + "}" }
	coords := func(t string) string {
		switch {
		case has("1d"):
			return "{" + t + "}"
		case has("2d"):
			return vec(t, 2)
		case has("a1d"):
			return "{b32," + t + "}"
		case has("a2d"), has("acube"):
			return "{b32," + vec(t, 3)[1:]
		}
		return vec(t, 4)
	}
	last := ws[len(ws)-1]
	switch ws[0] {
	case "call":
		s.Op, s.Text = ptx.OpCall, mn+" (b32), callee, (b32);"
	case "tex":
		lod := ""
		if has("level") {
			lod = ", f32"
		}
		s.Op, s.Text = ptx.OpTex, fmt.Sprintf("%s {%s}, [b64, %s]%s;", mn, strings.TrimSuffix(strings.Repeat(ws[len(ws)-2]+",", 4), ","), coords(last), lod)
	case "tld4":
		s.Op, s.Text = ptx.OpTld4, fmt.Sprintf("%s %s, [b64, %s];", mn, vec(ws[len(ws)-2], 4), coords(last))
	case "suld":
		s.Op, s.Text = ptx.OpSuld, fmt.Sprintf("%s %s, [b64, %s];", mn, surfaceData(ws, vec), coords("s32"))
	case "sust":
		s.Op, s.Text = ptx.OpSust, fmt.Sprintf("%s [b64, %s], %s;", mn, coords("s32"), surfaceData(ws, vec))
	case "sured":
		s.Op, s.Text = ptx.OpSured, fmt.Sprintf("%s [b64, %s], %s;", mn, coords("s32"), ws[len(ws)-2])
	case "suq":
		s.Op, s.Text = ptx.OpSuq, mn+" b32, [b64];"
	case "txq":
		s.Op, s.Text = ptx.OpTxq, mn+" b32, [b64];"
	case "wmma":
		// Fragments of bytes (PTX ISA, "Matrix Fragments for WMMA"): A and B in 32-bit registers, C and D 8 of .s32.
		a, b := 2, 2
		switch {
		case has("m8n32k16"):
			a, b = 1, 4
		case has("m32n8k16"):
			a, b = 4, 1
		}
		s.Op, s.Text = ptx.OpWmmaMma, fmt.Sprintf("%s %s, %s, %s, %s;", mn, vec("s32", 8), vec("b32", a), vec("b32", b), vec("s32", 8))
	case "cp":
		tensorSample(&s, mn)
	case "tcgen05":
		s.Version, s.Target = ptx.Version{Major: 8, Minor: 6}, ptx.Target{SM: 100, Suffix: 'a'}
		s.Op, s.Text = ptx.OpTcgen05Mma, mn+" [b32], b64, b64, b32, p;"
	case "wgmma":
		s.Target = ptx.Target{SM: 90, Suffix: 'a'}
		s.Op, s.Text = ptx.OpWgmmaMmaAsync, mn+" "+vec("f32", 4)+", b64, b64, p, 1, 1, 0, 0;"
	default:
		return s, false
	}
	return s, true
}

func surfaceData(ws []string, vec func(string, int) string) string {
	t, n := "b32", 0
	for _, w := range ws {
		switch w {
		case "b8", "b16", "b32", "b64":
			t = w
		case "v2", "v4":
			n = int(w[1] - '0')
		}
	}
	if n == 0 {
		return t
	}
	return vec(t, n)
}

// contextual are mnemonics of every instruction that only special can write.
var contextual = strings.Fields(`call call.uni
tex.1d.v4.f32.f32 tex.1d.v4.s32.s32 tex.2d.v4.f32.f32 tex.2d.v4.u32.f32 tex.3d.v4.f32.f32 tex.a1d.v4.f32.f32 tex.a2d.v4.f32.f32 tex.cube.v4.f32.f32
tex.acube.v4.f32.f32 tex.level.2d.v4.f32.f32 tex.level.3d.v4.f32.f32
tld4.r.2d.v4.f32.f32 tld4.g.2d.v4.f32.f32 tld4.a.2d.v4.u32.f32
suld.b.1d.b32.trap suld.b.2d.b32.trap suld.b.2d.v2.b32.clamp suld.b.2d.v4.b32.zero suld.b.3d.b32.trap suld.b.a1d.b32.trap suld.b.a2d.b32.trap suld.b.2d.b8.trap
suld.b.2d.b16.trap suld.b.2d.b64.trap
sust.b.1d.b32.trap sust.b.2d.b32.trap sust.b.2d.v2.b32.clamp sust.b.2d.v4.b32.zero sust.b.3d.b32.trap sust.b.a2d.b32.trap sust.b.2d.b8.trap sust.p.2d.b32.trap
sured.b.add.2d.u32.trap sured.b.min.2d.s32.trap sured.p.add.2d.b32.trap
suq.width.b32 suq.height.b32 txq.width.b32 txq.height.b32 txq.depth.b32
tcgen05.mma.cta_group::1.kind::f16 wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16`)

func specials() []ptx.Sample {
	var out []ptx.Sample
	for _, mn := range append(tensorForms(), contextual...) {
		if s, ok := special(mn); ok {
			out = append(out, s)
		}
	}
	return out
}

const calleeText = ".func (.reg .b32 r) callee(.reg .b32 a) { add.u32 r, a, 1; ret; }\n"

// registers that samples name, by size and type in memory.
var registers = map[string]string{
	"b8": "b8", "u8": "u8", "s8": "s8", "b16": "b16", "u16": "u16", "s16": "s16", "f16": "b16", "b32": "b32", "u32": "u32", "s32": "s32", "f32": "f32",
	"f16x2": "b32", "b64": "b64", "u64": "u64", "s64": "s64", "f64": "f64", "b128": "b128",
}

var word = regexp.MustCompile(`\b[a-z]+[0-9a-z]*\b`)

// Kernel is a kernel around one instruction: it loads the registers that the instruction names from its parameter, a pointer,
// at 16 bytes each, and stores them 256 bytes further. each says that threads have 512 bytes of their own.
func Kernel(name string, s ptx.Sample, each bool) string {
	var b strings.Builder
	decls := ptx.SampleDecls
	_, operands, _ := strings.Cut(s.Text, " ")
	if strings.Contains(operands, "b128") {
		decls += " .reg .b128 b128;"
	}
	fmt.Fprintf(&b, ".visible .entry %s(.param .u64 prm) {\n%s\n.reg .b64 base; .reg .b32 tx;\nld.param.u64 base, [prm];\n", name, decls)
	if each {
		b.WriteString("mov.u32 tx, %tid.x;\nmad.wide.u32 base, tx, 512, base;\n")
	}
	seen := map[string]bool{}
	var regs []string
	pred := false
	for _, w := range word.FindAllString(operands, -1) {
		if registers[w] != "" && !seen[w] {
			seen[w] = true
			regs = append(regs, w)
		}
		pred = pred || w == "p" || w == "q"
	}
	for i, r := range regs {
		fmt.Fprintf(&b, "ld.global.%s %s, [base+%d];\n", registers[r], r, 16*i)
	}
	if pred {
		b.WriteString("ld.global.u32 tx, [base+240];\nsetp.ne.b32 p, tx, 0;\nsetp.gt.s32 q, tx, 0;\n")
	}
	b.WriteString(s.Text + "\n")
	for i, r := range regs {
		fmt.Fprintf(&b, "st.global.%s [base+%d], %s;\n", registers[r], 256+16*i, r)
	}
	if pred {
		b.WriteString("selp.b32 tx, 1, 0, p;\nst.global.b32 [base+496], tx;\nselp.b32 tx, 1, 0, q;\nst.global.b32 [base+500], tx;\n")
	}
	b.WriteString("ret;\n}\n")
	return b.String()
}

// Header begins a module of kernels for a sample's version and target.
func Header(s ptx.Sample) string {
	target := fmt.Sprintf("sm_%d", s.Target.SM)
	if s.Target.Suffix != 0 {
		target += string(s.Target.Suffix)
	}
	h := fmt.Sprintf(".version %s\n.target %s\n.address_size 64\n%s\n", s.Version, target, ptx.SampleGlobals)
	if s.Op == ptx.OpCall {
		h += calleeText
	}
	return h
}

func compile(ss []ptx.Sample) ([]Form, error) {
	groups := map[string][]int{}
	var heads []string
	for i, s := range ss {
		h := Header(s)
		if groups[h] == nil {
			heads = append(heads, h)
		}
		groups[h] = append(groups[h], i)
	}
	out := make([]Form, len(ss))
	for _, h := range heads {
		var b strings.Builder
		b.WriteString(h)
		for _, i := range groups[h] {
			b.WriteString(Kernel(fmt.Sprintf("k%d", i), ss[i], false))
			empty := ss[i]
			empty.Text = "// " + empty.Text
			b.WriteString(Kernel(fmt.Sprintf("e%d", i), empty, false))
		}
		obj, err := compiler.Compile([]byte(b.String()), compiler.Options{OptLevel: 3})
		if err != nil {
			return nil, fmt.Errorf("coverage: %w", err)
		}
		by := map[string]*compiler.Kernel{}
		for k := range obj.Kernels {
			by[obj.Kernels[k].Name] = &obj.Kernels[k]
		}
		for _, i := range groups[h] {
			k, e := by[fmt.Sprintf("k%d", i)], by[fmt.Sprintf("e%d", i)]
			mn, _, _ := strings.Cut(strings.TrimSuffix(ss[i].Text, ";"), " ")
			m, ok := ptx.ModsOf(mn)
			if !ok {
				return nil, fmt.Errorf("coverage: %s is no form", mn)
			}
			out[i] = Form{Op: ss[i].Op, Mnemonic: mn, Sample: ss[i], key: FormKey(m), Refused: reason(k.Refused), Bounded: bounded(ss[i].Op, mn), Insts: max(k.AMDInsts-e.AMDInsts, 0)}
		}
	}
	return out, nil
}

// reason is a refusal without the line number.
func reason(why string) string {
	if strings.HasPrefix(why, "line ") {
		_, why, _ = strings.Cut(why, ": ")
	}
	return why
}

// bounded reports an instruction whose result PTX only bounds.
func bounded(op ptx.Opcode, mn string) bool {
	switch op {
	case ptx.OpSin, ptx.OpCos, ptx.OpLg2, ptx.OpEx2, ptx.OpTanh, ptx.OpRsqrt:
		return true
	}
	return strings.Contains(mn, ".approx") || strings.Contains(mn, ".full")
}

// software is from how many AMD instructions on an instruction counts as done in software.
const software = 8

// Summary is the table by opcode, in the order of the opcodes' names.
func Summary(forms []Form) string {
	type row struct {
		op                       string
		all, code, soft, bounded int
		recorded                 int
		why                      []string
	}
	rows := map[string]*row{}
	var names []string
	for _, f := range forms {
		n := f.Op.String()
		r := rows[n]
		if r == nil {
			r = &row{op: n}
			rows[n] = r
			names = append(names, n)
		}
		r.all++
		switch {
		case f.Refused != "":
			if len(r.why) == 0 || r.why[len(r.why)-1] != f.Refused {
				r.why = append(r.why, f.Refused)
			}
			continue
		case f.Bounded:
			r.bounded++
		case f.Insts >= software:
			r.soft++
		}
		r.code++
		if f.Recorded {
			r.recorded++
		}
	}
	sort.Strings(names)
	var b strings.Builder
	b.WriteString("| instruction | forms | compiled | of these in software | within bounds | with a recorded answer | refused |\n|---|---|---|---|---|---|---|\n")
	total := row{}
	for _, n := range names {
		r := rows[n]
		total.all, total.code, total.soft, total.bounded = total.all+r.all, total.code+r.code, total.soft+r.soft, total.bounded+r.bounded
		total.recorded += r.recorded
		why := ""
		if k := r.all - r.code; k > 0 {
			sort.Strings(r.why)
			why = fmt.Sprintf("%d: %s", k, strings.ReplaceAll(r.why[0], "|", "\\|"))
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %s | %s | %s | %s |\n", r.op, r.all, r.code, some(r.soft), some(r.bounded), some(r.recorded), why)
	}
	fmt.Fprintf(&b, "| **all** | %d | %d | %d | %d | %d | %d |\n", total.all, total.code, total.soft, total.bounded, total.recorded, total.all-total.code)
	return b.String()
}

func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// counts are how many forms share a fate.
type counts struct{ exact, software, bounded, refused int }

func count(forms []Form) (c counts) {
	for _, f := range forms {
		switch {
		case f.Refused != "":
			c.refused++
		case f.Bounded:
			c.bounded++
		case f.Insts >= software:
			c.software++
		default:
			c.exact++
		}
	}
	return c
}

// Count is a line of totals.
func Count(forms []Form) string {
	c := count(forms)
	return fmt.Sprintf("%d forms: %d compiled (%d of them within the manual's bounds, %d exact in software, %d exact in a few instructions), %d refused by name",
		len(forms), len(forms)-c.refused, c.bounded, c.software, c.exact, c.refused)
}
