package compiler_test

import (
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"ferry/compiler"
	"ferry/ptx"
)

// sampleRegs are the registers of ptx.SampleDecls by name: how each is loaded and stored.
var sampleRegs = map[string]struct {
	size int
	typ  string
}{
	"b8": {1, "b8"}, "u8": {1, "u8"}, "s8": {1, "s8"},
	"b16": {2, "b16"}, "u16": {2, "u16"}, "s16": {2, "s16"}, "f16": {2, "b16"},
	"b32": {4, "b32"}, "u32": {4, "u32"}, "s32": {4, "s32"}, "f32": {4, "f32"}, "f16x2": {4, "b32"},
	"b64": {8, "b64"}, "u64": {8, "u64"}, "s64": {8, "s64"}, "f64": {8, "f64"},
}

// sampleWords finds names in the operands of a sample.
var sampleWords = regexp.MustCompile(`\b[a-z]+[0-9a-z]*\b`)

// sampleKernel is a kernel that loads what the sample reads, executes it, and stores every register it names.
func sampleKernel(name string, s ptx.Sample) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".visible .entry %s(.param .u64 prm) {\n%s\n.reg .b64 base;\nld.param.u64 base, [prm];\n", name, ptx.SampleDecls)
	_, operands, _ := strings.Cut(s.Text, " ")
	seen := map[string]bool{}
	var regs []string
	pred := false
	for _, w := range sampleWords.FindAllString(operands, -1) {
		if _, ok := sampleRegs[w]; ok && !seen[w] {
			seen[w] = true
			regs = append(regs, w)
		}
		pred = pred || w == "p" || w == "q"
	}
	for i, r := range regs {
		fmt.Fprintf(&b, "ld.global.%s %s, [base+%d];\n", sampleRegs[r].typ, r, 8*i)
	}
	if pred {
		b.WriteString("ld.global.b32 b32, [base+120];\nsetp.ne.b32 p, b32, 0;\nsetp.gt.s32 q, b32, 0;\n")
	}
	b.WriteString(s.Text + "\n")
	for i, r := range regs {
		fmt.Fprintf(&b, "st.global.%s [base+%d], %s;\n", sampleRegs[r].typ, 128+8*i, r)
	}
	if pred {
		b.WriteString("selp.b32 b32, 1, 0, p;\nst.global.b32 [base+248], b32;\nselp.b32 b32, 1, 0, q;\nst.global.b32 [base+252], b32;\n")
	}
	b.WriteString("ret;\n}\n")
	return b.String()
}

// refusals compiles every sample and returns the reasons of those that are refused, by text.
func refusals(t *testing.T, samples []ptx.Sample) (all int, refused map[string]string) {
	t.Helper()
	type key struct{ version, target string }
	groups := map[key][]ptx.Sample{}
	var keys []key
	for _, s := range samples {
		target := fmt.Sprintf("sm_%d", s.Target.SM)
		if s.Target.Suffix != 0 {
			target += string(s.Target.Suffix)
		}
		k := key{s.Version.String(), target}
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], s)
	}
	refused = map[string]string{}
	for _, k := range keys {
		var b strings.Builder
		fmt.Fprintf(&b, ".version %s\n.target %s\n.address_size 64\n%s\n", k.version, k.target, ptx.SampleGlobals)
		for i, s := range groups[k] {
			b.WriteString(sampleKernel(fmt.Sprintf("k%d", i), s))
		}
		obj, err := compiler.Compile([]byte(b.String()), options())
		if err != nil {
			t.Fatalf("%v: %v", k, err)
		}
		why := map[string]string{}
		for _, kn := range obj.Kernels {
			why[kn.Name] = kn.Refused
		}
		for i, s := range groups[k] {
			all++
			w, ok := why[fmt.Sprintf("k%d", i)]
			if !ok {
				t.Errorf("%s: no kernel came out", s.Text)
			}
			if w != "" {
				refused[s.Text] = w
			}
		}
	}
	return all, refused
}

// floatOps are the opcodes whose floating-point and conversion rows TestFloatRows covers.
var floatOps = []ptx.Opcode{
	ptx.OpAbs, ptx.OpAdd, ptx.OpSub, ptx.OpMul, ptx.OpMad, ptx.OpFma, ptx.OpDiv,
	ptx.OpNeg, ptx.OpMin, ptx.OpMax, ptx.OpRcp, ptx.OpSqrt, ptx.OpRsqrt, ptx.OpSin,
	ptx.OpCos, ptx.OpLg2, ptx.OpEx2, ptx.OpTanh, ptx.OpCopysign, ptx.OpTestp,
	ptx.OpCvt, ptx.OpCvtPack, ptx.OpSet, ptx.OpSetp, ptx.OpSelp, ptx.OpSlct,
}

// mayRefuse are the forms that no AMD code of ours answers exactly, each with its reason.
var mayRefuse = map[string]string{
	"x4.f32 ":  "which random bits go to which of four elements is not published, and not the same on all targets",
	".s2f6x2.": "whether numbers between -2 and the one above it round or saturate is not published",
}

// TestFloatRows compiles every combination of modifiers of every arithmetic, comparison and conversion row. What is refused
// must be in mayRefuse; FERRY_TEST_REFUSED=1 lists the refusals of the whole table instead, one alternative at a time.
func TestFloatRows(t *testing.T) {
	var samples []ptx.Sample
	whole := os.Getenv("FERRY_TEST_REFUSED") != ""
	if whole {
		for _, s := range ptx.Samples() {
			if !strings.Contains(s.Text, "b128") {
				samples = append(samples, s)
			}
		}
	} else {
		for _, op := range floatOps {
			samples = append(samples, ptx.Combinations(op)...)
		}
	}
	all, refused := refusals(t, samples)
	var texts []string
	for s := range refused {
		texts = append(texts, s)
	}
	sort.Strings(texts)
	for _, s := range texts {
		known := whole
		for part := range mayRefuse {
			known = known || strings.Contains(s, part)
		}
		if known {
			t.Logf("refused: %s: %s", s, refused[s])
		} else {
			t.Errorf("refused: %s: %s", s, refused[s])
		}
	}
	t.Logf("%d instructions, %d refused", all, len(refused))
}
