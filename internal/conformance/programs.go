package conformance

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sort"
)

// programN is the number of inputs and of threads: 2 blocks of 64.
const programN = 128

// Program is one random PTX program with its recorded answers.
type Program struct {
	Name string
	PTX  string // path
	Want [programN]uint64
}

// Programs reads testdata/conformance/programs, in the order of the names.
func Programs() ([]*Program, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	raw, err := gunzip(filepath.Join(root, "programs", "answers.json.gz"))
	if err != nil {
		return nil, err
	}
	var answers map[string][programN]uint64
	if err := json.Unmarshal(raw, &answers); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(answers))
	for n := range answers {
		names = append(names, n)
	}
	sort.Strings(names)
	ps := make([]*Program, len(names))
	for i, n := range names {
		ps[i] = &Program{Name: n, PTX: filepath.Join(root, "programs", "ptx", n+".ptx"), Want: answers[n]}
	}
	return ps, nil
}

// ProgramInputs are the 128 input values that programs.py makes with random.Random(12345).
func ProgramInputs() (v [programN]uint64) {
	r := newPython(12345)
	for i := range v {
		c := [9]uint64{r.bits(64), r.bits(64), r.bits(16), r.bits(64) | 1<<63, 0, 1, 1<<64 - 1, 0x80000000, 0x7fffffff}
		v[i] = c[r.below(9)]
	}
	return v
}

// Run runs the program's kernel k from a loaded module and compares its 128 answers.
func (p *Program) Run(m Machine, mod Module) (err error) {
	var in [programN * 8]byte
	for i, v := range ProgramInputs() {
		binary.LittleEndian.PutUint64(in[8*i:], v)
	}
	var at [2]uint64
	for i := range at {
		if at[i], err = m.Alloc(len(in)); err != nil {
			return err
		}
		defer func(a uint64) {
			if e := m.Free(a); e != nil && err == nil {
				err = e
			}
		}(at[i])
	}
	if err := m.Write(at[0], in[:]); err != nil {
		return err
	}
	if err := m.Write(at[1], make([]byte, len(in))); err != nil {
		return err
	}
	params := binary.LittleEndian.AppendUint64(nil, at[0])
	params = binary.LittleEndian.AppendUint64(params, at[1])
	params = binary.LittleEndian.AppendUint32(params, programN)
	if err := mod.Launch("k", &Launch{Grid: [3]uint32{2, 1, 1}, Block: [3]uint32{64, 1, 1}, Params: params}); err != nil {
		return err
	}
	if err := mod.Sync(); err != nil {
		return err
	}
	if err := m.Read(in[:], at[1]); err != nil {
		return err
	}
	bad, first := 0, 0
	for i := range programN {
		if binary.LittleEndian.Uint64(in[8*i:]) != p.Want[i] {
			if bad == 0 {
				first = i
			}
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d threads differ, first %d: %#x not %#x", bad, programN, first, binary.LittleEndian.Uint64(in[8*first:]), p.Want[first])
	}
	return nil
}
