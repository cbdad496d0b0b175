package ptx

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

var targetsFlag = flag.String("ptx.targets", "", "targets that TestPtxasTargets asks ptxas about")

// ptxasPath finds NVIDIA's assembler: $PTXAS, then the PATH.
func ptxasPath(t *testing.T) string {
	if p := os.Getenv("PTXAS"); p != "" {
		return p
	}
	p, err := exec.LookPath("ptxas")
	if err != nil {
		t.Skip("SKIPPED LOUDLY: no ptxas (set PTXAS or PATH): the instruction table was not compared with NVIDIA's assembler")
	}
	return p
}

// ptxasErrors assembles src and returns ptxas's complaints by line.
func ptxasErrors(t *testing.T, ptxas, arch, src string) map[int][]string {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.ptx")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(ptxas, "-arch="+arch, file, "-o", "/dev/null")
	out, err := cmd.CombinedOutput()
	errs := map[int][]string{}
	re := regexp.MustCompile(`line (\d+); (\w+) *: (.*)`)
	for _, l := range strings.Split(string(out), "\n") {
		if m := re.FindStringSubmatch(l); m != nil && m[2] != "warning" && m[2] != "info" {
			n, _ := strconv.Atoi(m[1])
			errs[n] = append(errs[n], m[2]+": "+m[3])
		} else if strings.Contains(l, "fatal") && !strings.Contains(l, "aborted") {
			errs[0] = append(errs[0], l)
		}
	}
	if err != nil && len(errs) == 0 {
		errs[0] = append(errs[0], "ptxas: "+err.Error()+": "+string(out))
	}
	return errs
}

// looser names opcodes of whose rows ptxas refuses some combinations that the
// table allows, or which the generator here does not write legally.
var looser = map[Opcode]string{
	OpMultimemLdReduce:    "fp8 elements need particular vectors",
	OpMultimemSt:          "fp8 elements need particular vectors",
	OpTcgen05Ld:           ".red is in some of the sm_10x only",
	OpTcgen05Cp:           "each shape has its own multicast",
	OpTcgen05Commit:       "multicast needs the optional mask",
	OpCpAsyncBulk:         "multicast and cp_mask need the optional mask",
	OpMultimemCpAsyncBulk: "cp_mask needs the optional mask",
	OpCvt:                 "satfinite came at different times; scaled needs its operand",
	OpMbarrierArrive:      "shared::cluster needs _; expect_tx its count; .relaxed came later",
	OpMbarrierArriveDrop:  "as mbarrier.arrive",
	OpLd:                  "param::func needs a parameter by name; .b128 with .sys came later",
	OpSt:                  "as ld",
	OpBarSync:             "the order bar.cta.sync is required",
	OpBarArrive:           "as bar.sync",
	OpBarRed:              "as bar.sync",
	OpBarrierSync:         "as bar.sync",
	OpBarrierArrive:       "as bar.sync",
	OpBarrierRed:          "as bar.sync",
	OpTensormapReplace:    "swizzle_atomicity came later",
	OpTcgen05Alloc:        "one function may use one cta_group only",
	OpMma:                 "scale vectors go with particular scale types",
}

// TestPtxasAcceptsTable assembles one instruction for every alternative of
// every row, at the version and target that the row names, with ptxas. It
// fails where ptxas does not accept one, except for the opcodes in looser.
func TestPtxasAcceptsTable(t *testing.T) {
	ptxas := ptxasPath(t)
	type line struct {
		text, row string
		op        Opcode
	}
	groups := map[string][]line{}
	tb := theTables()
	skipped := 0
	for op := OpNone + 1; op < NumOpcodes; op++ {
		for _, f := range tb.forms[op] {
			for _, mn := range genMnemonics(f) {
				m := tb.resolve(mn)
				n := f.needs().and(m.needs())
				ver, sm, suffix := n.ver, max(n.sm, 75), ""
				if n.arch {
					suffix = "a"
				}
				if v := knownSMs[sm]; ver.Less(v) {
					ver = v
				}
				if len(m.forms) == 0 {
					t.Errorf("own table does not resolve %s: %s", mn, m.bad.msg)
					continue
				}
				c := &checker{m: &Module{Version: ver, Target: Target{SM: sm, Suffix: 'a'}, AddressSize: 64}}
				if msg, _ := c.modsProblem(m); msg != "" {
					continue
				}
				ops, ok := genOperands(f, m)
				if !ok || f.rest {
					skipped++
					continue
				}
				k := fmt.Sprintf("%s sm_%d%s", ver, sm, suffix)
				groups[k] = append(groups[k], line{mn + " " + joinOperands(ops) + ";", op.String() + " | " + f.source, op})
			}
		}
	}
	var keys []string
	for k := range groups {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	total, bad := 0, 0
	for _, k := range keys {
		ver, arch, _ := strings.Cut(k, " ")
		decls := genDecls
		if strings.Compare(ver, "8.3") >= 0 {
			decls += " .reg .b128 b128;"
		}
		// ptxas stops early in places, so assemble in chunks and again without
		// the lines it named.
		ls := groups[k]
		for start := 0; start < len(ls); start += 200 {
			chunk := ls[start:min(start+200, len(ls))]
			total += len(chunk)
			for len(chunk) > 0 {
				var b bytes.Buffer
				fmt.Fprintf(&b, ".version %s\n.target %s\n.address_size 64\n%s\n.visible .entry k(.param .u64 prm) { %s\n", ver, arch, genModule, decls)
				for _, l := range chunk {
					b.WriteString(l.text + "\n")
				}
				b.WriteString("ret; }\n")
				if _, d := Load(b.Bytes(), Options{Name: k}); len(d) > 0 {
					t.Errorf("own checker: %s: %s", k, Errors(d))
				}
				errs := ptxasErrors(t, ptxas, arch, b.String())
				if len(errs) == 0 {
					break
				}
				var next []line
				hit := false
				for i, l := range chunk {
					if e := errs[i+6]; e != nil {
						bad++
						if looser[l.op] == "" {
							t.Errorf("%s: %s\n\trow %s\n\t%s", k, l.text, l.row, strings.Join(e, " / "))
						}
						hit = true
						continue
					}
					next = append(next, l)
				}
				if !hit {
					t.Logf("%s: %v", k, errs)
					break
				}
				chunk = next
			}
		}
	}
	t.Logf("%d instructions, %d not accepted by ptxas, %d forms not generated", total, bad, skipped)
}

// TestPtxasTypes goes the other way: every row with its types replaced by every
// other type. Where ptxas accepts one that the table does not have, or the
// reverse, it is listed; there may be none outside the exceptions.
func TestPtxasTypes(t *testing.T) {
	ptxas := ptxasPath(t)
	tb := theTables()
	types := []Type{B8, B16, B32, B64, B128, U8, U16, U32, U64, S8, S16, S32, S64, F16, F16x2, BF16, BF16x2, F32, F64, U16x2, S16x2, F32x2, Pred}
	type line struct {
		text string
		ours string
	}
	var lines []line
	for op := OpNone + 1; op < NumOpcodes; op++ {
		seen := map[string]bool{}
		for _, f := range tb.forms[op] {
			if f.rest || f.arch || fragmentOp(op) {
				continue
			}
			base := genMnemonics(f)[0]
			m := tb.resolve(base)
			if m.NTypes == 0 || m.NTypes > 2 {
				continue
			}
			for k := 0; k < int(m.NTypes); k++ {
				for _, ty := range types {
					c := *m
					c.Types[k] = ty
					words := strings.Split(base, ".")
					n := 0
					for i, w := range words {
						if i > 0 && tb.typeOf[w] != NoType {
							if n == k {
								words[i] = ty.String()
							}
							n++
						}
					}
					mn := strings.Join(words, ".")
					ops, ok := genOperands(f, &c)
					text := mn + " " + joinOperands(ops) + ";"
					if !ok || seen[text] {
						continue
					}
					seen[text] = true
					l := line{text: text}
					if r := tb.resolve(mn); len(r.forms) == 0 {
						l.ours = r.bad.msg
					}
					lines = append(lines, l)
				}
			}
		}
	}
	const ver, arch = "9.1", "sm_100a"
	total, bad := 0, 0
	for start := 0; start < len(lines); start += 400 {
		chunk := lines[start:min(start+400, len(lines))]
		var b bytes.Buffer
		fmt.Fprintf(&b, ".version %s\n.target %s\n.address_size 64\n%s\n.visible .entry k(.param .u64 prm) { %s .reg .b128 b128;\n", ver, arch, genModule, genDecls)
		head := b.String()
		for _, l := range chunk {
			b.WriteString(l.text + "\n")
		}
		b.WriteString("ret; }\n")
		ours := map[int]string{}
		_, diags := Load(b.Bytes(), Options{})
		for _, d := range diags {
			ours[int(d.Pos.Line)] = d.Msg
		}
		if len(diags) >= maxDiags {
			// Too many for one module: ask about each by itself.
			ours = map[int]string{}
			for i, l := range chunk {
				src := head + l.text + "\nret; }\n"
				if _, d := Load([]byte(src), Options{}); len(d) > 0 {
					ours[i+6] = d[0].Msg
				}
			}
		}
		theirs := ptxasErrors(t, ptxas, arch, b.String())
		for i, l := range chunk {
			total++
			a, c := ours[i+6], theirs[i+6]
			if a != "" && c == nil {
				// It complains of some things only where there is nothing else to complain of.
				for _, e := range ptxasErrors(t, ptxas, arch, head+l.text+"\nret; }\n") {
					c = append(c, e...)
				}
			}
			if (a == "") != (c == nil) {
				bad++
				t.Errorf("%-60s ours %q ptxas %q", l.text, a, c)
			}
		}
	}
	t.Logf("%d instructions, %d differ", total, bad)
}

// TestPtxasTargets asks about every sample on every kind of target: whether ptxas and the checker agree on what a target has.
// -ptx.targets names them.
func TestPtxasTargets(t *testing.T) {
	if *targetsFlag == "" {
		t.Skip("-ptx.targets names targets: sm_75,sm_80,sm_90,sm_90a,sm_100a,sm_120a")
	}
	ptxas := ptxasPath(t)
	var texts []string
	seen := map[string]bool{}
	for _, s := range Samples() {
		if !seen[s.Text] {
			seen[s.Text] = true
			texts = append(texts, s.Text)
		}
	}
	const ver = "9.2"
	for _, arch := range strings.Split(*targetsFlag, ",") {
		head := fmt.Sprintf(".version %s\n.target %s\n.address_size 64\n%s\n.visible .entry k(.param .u64 prm) { %s .reg .b128 b128;\n", ver, arch, genModule, genDecls)
		var theirs func(ls []string) map[string]string
		theirs = func(ls []string) map[string]string {
			bad := map[string]string{}
			for len(ls) > 0 {
				errs := ptxasErrors(t, ptxas, arch, head+strings.Join(ls, "\n")+"\nret; }\n")
				if len(errs) == 0 {
					break
				}
				var next []string
				for i, l := range ls {
					if e := errs[i+6]; e != nil {
						bad[l] = e[0]
					} else {
						next = append(next, l)
					}
				}
				if len(next) == len(ls) { // a complaint without a line
					if len(ls) == 1 {
						bad[ls[0]] = errs[0][0]
						break
					}
					for _, half := range [][]string{ls[:len(ls)/2], ls[len(ls)/2:]} {
						for l, e := range theirs(half) {
							bad[l] = e
						}
					}
					break
				}
				ls = next
			}
			return bad
		}
		stricter, laxer := 0, 0
		for start := 0; start < len(texts); start += 200 {
			chunk := texts[start:min(start+200, len(texts))]
			bad := theirs(chunk)
			for _, l := range chunk {
				_, d := Load([]byte(head+l+"\nret; }\n"), Options{})
				switch {
				case len(d) > 0 && bad[l] == "":
					stricter++
					t.Errorf("%s: %s: refused: %s", arch, l, d[0].Msg)
				case len(d) == 0 && bad[l] != "":
					laxer++
					t.Errorf("%s: %s: accepted; ptxas: %s", arch, l, bad[l])
				}
			}
		}
		t.Logf("%s: %d instructions, %d refused though ptxas takes them, %d taken though it does not", arch, len(texts), stricter, laxer)
	}
}
