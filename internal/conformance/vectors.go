package conformance

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// vectorN is the number of inputs of each vector case: 4 blocks of 256 threads.
const vectorN = 1024

// Case is one PTX instruction with its recorded answers.
type Case struct {
	ID     string   `json:"id"`
	Family string   `json:"family"`
	Text   string   `json:"text"`
	Ins    []string `json:"ins"`
	Outs   []string `json:"outs"`
	Rule   string   `json:"rule"`
	Offset *int     `json:"offset"` // of the answers; nil where none are recorded yet
}

// VectorSuite is a suite of single instructions: testdata/conformance/vectors or testdata/recorded.
type VectorSuite struct {
	Cases    []Case
	Families []string // in the order of the file
	dir      string
	inputs   []byte
	expected []byte
	at       map[string][3]int
	heads    map[string]string
	entries  map[string]string
}

// Vectors reads the suite of testdata/conformance.
func Vectors() (*VectorSuite, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return readVectors(filepath.Join(root, "vectors"))
}

// Recorded reads the further suite of testdata/recorded.
func Recorded() (*VectorSuite, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return readVectors(filepath.Join(root, "..", "recorded"))
}

// Forms reads the suite of testdata/forms: a case for every form of an instruction that the others lack.
func Forms() (*VectorSuite, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return readVectors(filepath.Join(root, "..", "forms"))
}

func readVectors(dir string) (*VectorSuite, error) {
	s := &VectorSuite{dir: dir, heads: map[string]string{}, entries: map[string]string{}}
	raw, err := gunzip(filepath.Join(s.dir, "cases.json.gz"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &s.Cases); err != nil {
		return nil, err
	}
	if s.inputs, err = gunzip(filepath.Join(s.dir, "inputs.bin.gz")); err != nil {
		return nil, err
	}
	if s.expected, err = gunzip(filepath.Join(s.dir, "expected.bin.gz")); err != nil {
		return nil, err
	}
	if raw, err = os.ReadFile(filepath.Join(s.dir, "inputs.json")); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &s.at); err != nil {
		return nil, err
	}
	for _, c := range s.Cases {
		if _, ok := s.heads[c.Family]; ok {
			continue
		}
		s.Families = append(s.Families, c.Family)
		text, err := s.FamilyPTX(c.Family)
		if err != nil {
			return nil, err
		}
		const entry = ".visible .entry "
		parts := strings.Split(text, entry)
		s.heads[c.Family] = parts[0]
		for _, p := range parts[1:] {
			name, _, _ := strings.Cut(p, "(")
			s.entries[name] = entry + p
		}
	}
	return s, nil
}

// FamilyPTX is the whole PTX module of a family.
func (s *VectorSuite) FamilyPTX(family string) (string, error) {
	b, err := os.ReadFile(filepath.Join(s.dir, "ptx", family+".ptx"))
	return string(b), err
}

// PTX is a module with the entry of one case only; the entry's name is the case's ID.
func (s *VectorSuite) PTX(c *Case) string { return s.heads[c.Family] + s.entries[c.ID] }

// input is the 1024 values of a type in slot 0, 1, 2 (a, b, c).
func (s *VectorSuite) input(t string, slot int) ([]byte, error) {
	at, ok := s.at[t]
	size := typeSize[t]
	if !ok || size == 0 || at[slot]+size*vectorN > len(s.inputs) {
		return nil, fmt.Errorf("no inputs of type %q", t)
	}
	return s.inputs[at[slot]:][:size*vectorN], nil
}

// VectorRun runs cases on one machine; the inputs are uploaded once.
type VectorRun struct {
	// Static are the bytes of static shared memory of the entries, by name, for %total_smem_size; nil where the machine knows.
	Static  map[string]int
	s       *VectorSuite
	m       Machine
	in      map[string]uint64
	out     uint64
	scratch uint64
}

// Start prepares a run of cases on m.
func (s *VectorSuite) Start(m Machine) (*VectorRun, error) {
	r := &VectorRun{s: s, m: m, in: map[string]uint64{}}
	var err error
	if r.out, err = m.Alloc(vectorN * 64); err != nil {
		return nil, err
	}
	r.scratch, err = m.Alloc(vectorN * 8)
	return r, err
}

// Close frees the run's buffers.
func (r *VectorRun) Close() {
	for _, a := range r.in {
		_ = r.m.Free(a)
	}
	_ = r.m.Free(r.out)
	_ = r.m.Free(r.scratch)
}

func (r *VectorRun) address(t string, slot int) (uint64, error) {
	key := t + "/" + string(rune('a'+slot))
	if a, ok := r.in[key]; ok {
		return a, nil
	}
	b, err := r.s.input(t, slot)
	if err != nil {
		return 0, err
	}
	a, err := r.m.Alloc(len(b))
	if err != nil {
		return 0, err
	}
	r.in[key] = a
	return a, r.m.Write(a, b)
}

// Run runs one case from a module that holds its entry and compares the answers.
func (r *VectorRun) Run(mod Module, c *Case) error {
	var p []byte
	for k := range 3 {
		t := "u32"
		if k < len(c.Ins) {
			t = c.Ins[k]
		}
		a, err := r.address(t, k)
		if err != nil {
			return err
		}
		p = binary.LittleEndian.AppendUint64(p, a)
	}
	p = binary.LittleEndian.AppendUint64(p, r.out)
	p = binary.LittleEndian.AppendUint64(p, r.scratch)
	fill := make([]byte, vectorN*64)
	for i := range fill {
		fill[i] = 0xcd
	}
	if err := r.m.Write(r.out, fill); err != nil {
		return err
	}
	if err := mod.Launch(c.ID, &Launch{Grid: [3]uint32{4, 1, 1}, Block: [3]uint32{256, 1, 1}, Static: uint32(r.Static[c.ID]), Params: p}); err != nil {
		return err
	}
	if err := mod.Sync(); err != nil {
		return err
	}
	total := 0
	for _, t := range c.Outs {
		total += typeSize[t] * vectorN
	}
	got := fill[:total]
	if err := r.m.Read(got, r.out); err != nil {
		return err
	}
	return r.s.Compare(c, got)
}

// Compare checks the outputs of a case, one after another in got.
func (s *VectorSuite) Compare(c *Case, got []byte) error {
	var a []byte
	if len(c.Ins) > 0 {
		var err error
		if a, err = s.input(c.Ins[0], 0); err != nil {
			return err
		}
	}
	if c.Offset == nil {
		return errors.New("no answers are recorded")
	}
	want := s.expected[*c.Offset:]
	for k, t := range c.Outs {
		size := typeSize[t]
		bad, first := 0, 0
		for i := range vectorN {
			av := uint64(0)
			if a != nil {
				av = elem(a, i, typeSize[c.Ins[0]])
			}
			ok, err := agree(t, c.Rule, elem(got, i, size), elem(want, i, size), av)
			if err != nil {
				return err
			}
			if !ok {
				if bad == 0 {
					first = i
				}
				bad++
			}
		}
		if bad > 0 {
			ins := ""
			for j, it := range c.Ins[:min(3, len(c.Ins))] {
				in, err := s.input(it, j)
				if err != nil {
					return err
				}
				ins += fmt.Sprintf(" %c=%#x", 'a'+j, elem(in, first, typeSize[it]))
			}
			return fmt.Errorf("%d of %d differ (%s), output %d lane %d:%s: %#x not %#x; %s", bad, vectorN, c.Rule, k, first, ins, elem(got, first, size), elem(want, first, size), c.Text)
		}
		got, want = got[size*vectorN:], want[size*vectorN:]
	}
	return nil
}

// agree applies a rule to one value; a is the case's first input.
func agree(t, rule string, got, want, a uint64) (bool, error) {
	if t == "f16x2" || t == "bf16x2" {
		for s := 0; s < 32; s += 16 {
			ok, err := agree(t[:len(t)-2], rule, got>>s&0xffff, want>>s&0xffff, 0)
			if !ok || err != nil {
				return ok, err
			}
		}
		return true, nil
	}
	if got == want {
		return true, nil
	}
	g, isFloat := toFloat(t, got)
	if !isFloat || rule == "bits" {
		return false, nil
	}
	w, _ := toFloat(t, want)
	if g != g && w != w {
		return true, nil
	}
	kind, num, _ := strings.Cut(rule, ":")
	tol, _ := strconv.ParseFloat(num, 64)
	x, _ := toFloat("f32", a)
	d := math.Abs(g - w)
	switch kind {
	case "exact":
		return false, nil
	case "ulp":
		return absDiff(ordered(got, typeSize[t]), ordered(want, typeSize[t])) <= uint64(tol), nil
	case "rel":
		floor := 1.2e-38
		if t == "f64" {
			floor = 0
		}
		return d <= tol*math.Abs(w)+floor, nil
	case "hi32":
		return absDiff(int64(got>>32), int64(want>>32)) <= 2 && uint32(got) == 0, nil
	case "trig":
		if math.Abs(x) <= 3.15 {
			return d <= 1e-6, nil
		}
		finite := func(v float64) bool { return v-v == 0 }
		return finite(g) == finite(w), nil
	case "lg2":
		if x >= .5 && x <= 2 {
			return d <= 4.8e-7, nil
		}
		return d <= 4.8e-7*math.Abs(w), nil
	}
	return false, fmt.Errorf("unknown rule %q", rule)
}
