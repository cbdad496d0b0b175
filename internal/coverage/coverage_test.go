package coverage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferry/ptx"
)

// TestPage: the page in docs is what the tool makes of the tree.
func TestPage(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Page(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, "docs", "coverage.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) == want {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			t.Fatalf("docs/coverage.md is out of date (go run ./cmd/coverage > docs/coverage.md); line %d is now:\n%s", i+1, w[i])
		}
	}
	t.Fatal("docs/coverage.md is out of date (go run ./cmd/coverage > docs/coverage.md)")
}

// TestReadme: the table in README.md is what the tool makes of the tree.
func TestReadme(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Readme(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if i, j, ok := readmeBlock(string(text)); !ok || string(text[i:j]) != want {
		t.Errorf("README.md's table is out of date (go run ./cmd/coverage -readme); it is now:\n%s", want)
	}
}

// TestEveryOpcode: each opcode that the parser knows stands in the table, and no form fails without a reason.
func TestEveryOpcode(t *testing.T) {
	forms, err := Table()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[ptx.Opcode]bool{}
	for _, f := range forms {
		seen[f.Op] = true
		if strings.Contains(f.Refused, "internal error") {
			t.Errorf("%s: %s", f.Mnemonic, f.Refused)
		}
	}
	for op := ptx.OpNone + 1; op < ptx.NumOpcodes; op++ {
		if !seen[op] {
			t.Errorf("%s is in no form", op)
		}
	}
}

// unrecorded are the compiled forms, by a part of their mnemonics, that need no case of their own, and why.
var unrecorded = []struct{ part, why string }{
	{"trap", "the kernel ends with an error"},
	{"brkpt", "the kernel ends with an error"},
	{".v8.b8", "NVIDIA's compiler does not survive it"},
	{"membar.proxy.async", "unknown to the driver that the answers come from"},
	{".ignore_oob", "needs a later driver"},
	{"mov.v4.b16", "compiled since after the recording; mov.v2 has its cases"},
	{"st.param::func.b8", "recorded as st.param.b8, which means the same there"},
	{"tensormap.replace", "needs a tensor map: testdata/tensormap has those with a space"},
	{"prefetch.", "needs a tensor map and has no effect"},
	{".tensor.", "needs a tensor map: testdata/tensormap has its cases"},
}

// TestRecorded: a form that is compiled has NVIDIA's recorded answer, if hardware of the target was there to give one. A new form
// gets its case by `go run ./cmd/coverage -unrecorded > testdata/forms/forms.tsv` and testdata/recorded/record.py with
// SUITE=../forms.
func TestRecorded(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	used, table, err := lists(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(used, table...) {
		if f.Refused != "" || f.Recorded || f.Sample.Target.SM > recordedSM {
			continue
		}
		known := false
		for _, u := range unrecorded {
			known = known || strings.Contains(f.Mnemonic, u.part)
		}
		if !known {
			t.Errorf("%s: no recorded answer", f.Mnemonic)
		}
	}
}
