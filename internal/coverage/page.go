package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Root is the folder of the module that the working directory is in.
func Root() (string, error) {
	d, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		up := filepath.Dir(d)
		if up == d {
			return "", fmt.Errorf("coverage: no go.mod above the working directory")
		}
		d = up
	}
}

// lists are the forms of real programs and those of the instruction table.
func lists(root string) (used, table []Form, err error) {
	list, err := os.ReadFile(filepath.Join(root, "ptx", "testdata", "opcodes.txt"))
	if err != nil {
		return nil, nil, err
	}
	if used, err = Real(string(list)); err != nil {
		return nil, nil, err
	}
	if table, err = Table(); err != nil {
		return nil, nil, err
	}
	return used, table, MarkRecorded(root, used, table)
}

// Page is the text of docs/coverage.md.
func Page(root string) (string, error) {
	used, table, err := lists(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`# PTX instructions

Made by ` + "`go run ./cmd/coverage > docs/coverage.md`" + `: each form is written as one instruction and compiled at the default level for gfx1100. "Compiled" says
that there is code; what it computes is tested against recorded answers of NVIDIA hardware and against the interpreter in ptx/interp. "With a recorded answer" are
the compiled forms that stand, with these very modifiers and types, in a single-instruction case that was recorded on an H200 (testdata/conformance/vectors,
testdata/recorded, testdata/forms, testdata/tensormap). Exact is what is
not "within bounds" (approximations, which the PTX manual bounds). "In software" means at least ` + fmt.Sprint(software) + ` AMD instructions. What is refused makes its kernel
unavailable, with the reason and the line; nothing is left out silently.

## Forms that real programs use

The opcode forms in the PTX of nvcc, NVRTC, clang, Triton, XLA, CUB, cuDNN and others (ptx/testdata/opcodes.txt; the list that it comes from has 795 lines, the first a heading).

`)
	b.WriteString(Count(used) + ". " + Answered(used) + ".\n\n" + Summary(used))
	b.WriteString("\nRefused:\n\n| form | why |\n|---|---|\n")
	for _, f := range used {
		if f.Refused != "" {
			fmt.Fprintf(&b, "| `%s` | %s |\n", f.Mnemonic, strings.ReplaceAll(f.Refused, "|", "\\|"))
		}
	}
	b.WriteString("\n## Every instruction of the PTX manual\n\nEach alternative of each modifier of each form once (ptx/table.go).\n\n")
	b.WriteString(Count(table) + ". " + Answered(table) + ".\n\n" + Summary(table))
	b.WriteString("\nCompiled for targets up to sm_90, without a recorded answer of their own:\n\n")
	for _, f := range table {
		if f.Refused == "" && !f.Recorded && f.Sample.Target.SM <= recordedSM {
			fmt.Fprintf(&b, "* `%s`\n", f.Mnemonic)
		}
	}
	return b.String(), nil
}
