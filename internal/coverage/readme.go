package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ferry/ptx"
)

// The marks between which README.md has what Readme makes.
const (
	readmeFirst = "<!-- made by go run ./cmd/coverage -readme -->\n"
	readmeLast  = "<!-- end of what cmd/coverage made -->\n"
)

// groups are the refused instructions that belong together, by the beginnings of their names.
var groups = []struct {
	why string
	ops []string
}{
	{"matrix instructions, which come later", []string{"mma", "wmma", "wgmma", "tcgen05", "ldmatrix", "stmatrix", "movmatrix"}},
	{"textures and surfaces, which come later", []string{"tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep"}},
	{"memory that several devices share by multicast, which no AMD GPU has", []string{"multimem"}},
}

// Readme is the summary for README.md, with its marks.
func Readme(root string) (string, error) {
	used, table, err := lists(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(readmeFirst)
	b.WriteString("| PTX instruction forms | all | exact, in a few instructions | exact, in software | within the manual's bounds | refused |\n|---|---|---|---|---|---|\n")
	for _, l := range []struct {
		name  string
		forms []Form
	}{{"in the PTX of real programs (ptx/testdata/opcodes.txt)", used}, {"of the PTX manual, each alternative of each modifier once", table}} {
		c := count(l.forms)
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", l.name, len(l.forms), c.exact, c.software, c.bounded, c.refused)
	}
	b.WriteString("\nRefused are:\n\n")
	left := map[ptx.Opcode][]string{}
	var order []ptx.Opcode
	sums := make([]int, len(groups))
	for _, f := range table {
		if f.Refused == "" {
			continue
		}
		if g := groupOf(f.Op); g >= 0 {
			sums[g]++
			continue
		}
		if left[f.Op] == nil {
			order = append(order, f.Op)
		}
		left[f.Op] = append(left[f.Op], f.Refused)
	}
	for i, g := range groups {
		if sums[i] > 0 {
			fmt.Fprintf(&b, "* %d forms of `%s`: %s\n", sums[i], strings.Join(g.ops, "`, `"), g.why)
		}
	}
	for _, op := range order {
		fmt.Fprintf(&b, "* %d of `%s`: %s\n", len(left[op]), op, strings.Join(distinct(left[op]), "; "))
	}
	b.WriteString(readmeLast)
	return b.String(), nil
}

func groupOf(op ptx.Opcode) int {
	first, _, _ := strings.Cut(op.String(), ".")
	for i, g := range groups {
		for _, o := range g.ops {
			if o == first {
				return i
			}
		}
	}
	return -1
}

// distinct drops reasons that differ from the one before in the mnemonic only.
func distinct(why []string) (out []string) {
	seen := map[string]bool{}
	for _, w := range why {
		k := w
		if _, r, ok := strings.Cut(w, ": "); ok {
			k = r
		}
		if !seen[k] {
			seen[k] = true
			out = append(out, w)
		}
	}
	return out
}

// WriteReadme puts the summary between the marks of README.md.
func WriteReadme(root string) error {
	path := filepath.Join(root, "README.md")
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	i, j, ok := readmeBlock(string(old))
	if !ok {
		return fmt.Errorf("coverage: README.md has not the marks %q and %q", readmeFirst, readmeLast)
	}
	block, err := Readme(root)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(string(old[:i])+block+string(old[j:])), 0o644)
}

// readmeBlock is where the summary stands, marks included.
func readmeBlock(text string) (i, j int, ok bool) {
	i, j = strings.Index(text, readmeFirst), strings.Index(text, readmeLast)
	return i, j + len(readmeLast), i >= 0 && j > i
}
