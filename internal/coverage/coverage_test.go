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
