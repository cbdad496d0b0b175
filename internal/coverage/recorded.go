package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ferry/internal/conformance"
	"ferry/ptx"
)

// FormKey names a form of an instruction: its opcode, its modifiers in any order (PTX takes them so), its types in theirs.
func FormKey(m *ptx.Mods) string {
	types := map[string]int{}
	for _, t := range m.Types[:m.NTypes] {
		types[t.String()]++
	}
	var words []string
	for _, w := range m.Words {
		if types[w] == 0 {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	k := m.Op.String() + " " + strings.Join(words, ".")
	for _, t := range m.Types[:m.NTypes] {
		k += " " + t.String()
	}
	return k
}

// Lines of an entry of a recorded case between which the instructions under test stand; what is around them only feeds them.
const (
	caseFirst = "add.u32 %ssc, %ssc, %t0;\n"
	caseLast  = "\nld.param.u64 %po, [po];\n"
)

// suites are the recorded single instructions; the last one, of the forms that the others lack, is made from what Unrecorded lists.
var suites = []func() (*conformance.VectorSuite, error){conformance.Vectors, conformance.Recorded, conformance.Forms}

// Recorded are the forms for which NVIDIA's answer is recorded: those of the instructions of testdata/conformance/vectors,
// testdata/recorded and testdata/forms, and of the tensor copies of testdata/tensormap.
func Recorded(root string) (map[string]bool, error) { return recordedIn(root, suites) }

func recordedIn(root string, suites []func() (*conformance.VectorSuite, error)) (map[string]bool, error) {
	seen := map[string]bool{}
	for _, read := range suites {
		s, err := read()
		if err != nil {
			return nil, err
		}
		has := map[string]bool{}
		for i := range s.Cases {
			has[s.Cases[i].ID] = s.Cases[i].Offset != nil
		}
		for _, fam := range s.Families {
			text, err := s.FamilyPTX(fam)
			if err != nil {
				return nil, err
			}
			if err := collect(fam, text, func(name string) bool { return has[name] }, seen); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range []string{"tensormap", "im2col", "replace"} {
		text, err := os.ReadFile(filepath.Join(root, "testdata", "tensormap", f+".ptx"))
		if err != nil {
			return nil, err
		}
		if err := collect(f, string(text), func(string) bool { return true }, seen); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// collect notes the forms of the instructions of a module's entries that pick admits, between caseFirst and caseLast where an
// entry has them, and those of all its functions.
func collect(name, text string, pick func(entry string) bool, seen map[string]bool) error {
	m, diags := ptx.Load([]byte(text), ptx.Options{Name: name})
	if len(diags) > 0 {
		return fmt.Errorf("coverage: %s", diags[0])
	}
	lines := strings.SplitAfter(text, "\n")
	for _, f := range m.Funcs {
		if !f.HasBody || f.Entry && !pick(f.Name) {
			continue
		}
		from, to := f.Pos.Line, f.End.Line
		if f.Entry {
			for l := f.Pos.Line; l < f.End.Line; l++ {
				switch lines[l] { // lines count from 1: this is line l+1
				case caseFirst:
					if from == f.Pos.Line {
						from = l + 2
					}
				case caseLast[1:]:
					to = l
				}
			}
		}
		for _, s := range f.Body {
			if in, ok := s.(*ptx.Instr); ok && in.Pos.Line >= from && in.Pos.Line <= to {
				seen[FormKey(in.Mods)] = true
			}
		}
	}
	return nil
}

// MarkRecorded sets Recorded in the forms whose answer NVIDIA hardware has given.
func MarkRecorded(root string, lists ...[]Form) error {
	seen, err := Recorded(root)
	if err != nil {
		return err
	}
	for _, l := range lists {
		for i := range l {
			l[i].Recorded = seen[l[i].key]
		}
	}
	return nil
}

// Unrecorded lists the compiled forms that no suite but testdata/forms has, for testdata/forms/families.py: a line for each, with
// the mnemonic, the target, the version, and an operand in each further column: its role and type as in ptx's table, and *N for
// vectors.
func Unrecorded(root string) (string, error) {
	used, table, err := lists(root)
	if err != nil {
		return "", err
	}
	seen, err := recordedIn(root, suites[:2])
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, l := range [][]Form{table, used} {
		for _, f := range l {
			if f.Refused != "" || seen[f.key] {
				continue
			}
			seen[f.key] = true
			s := &f.Sample
			fmt.Fprintf(&b, "%s\tsm_%d%s\t%s", f.Mnemonic, s.Target.SM, strings.Trim(string(rune(s.Target.Suffix)), "\x00"), s.Version)
			for _, o := range s.Operands {
				fmt.Fprintf(&b, "\t%c:%s", o.Role, o.Type)
				if o.N > 0 {
					fmt.Fprintf(&b, "*%d", o.N)
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

// recordedSM is the target of the hardware that the answers come from.
const recordedSM = 90

// Answered says how many compiled forms have a recorded answer.
func Answered(forms []Form) string {
	var all, has, later int
	for _, f := range forms {
		switch {
		case f.Refused != "":
			continue
		case f.Recorded:
			has++
		case f.Sample.Target.SM > recordedSM:
			later++
		}
		all++
	}
	return fmt.Sprintf("Of the compiled ones %d have a recorded answer of NVIDIA hardware, %d need a later target than that hardware, %d are left", has, later, all-has-later)
}
