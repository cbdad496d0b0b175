package progen

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ferry/compiler"
	"ferry/internal/conformance"
)

var update = flag.Bool("progen.update", false, "write the interpreter's answers into testdata/ptx/regress")

// TestRegress runs the small cases of testdata/ptx/regress, each a fault that random programs once found: kernel k(in, out) with
// the 128 input values of package conformance, in one block of 32 threads, or as many as a line "// threads: N" says. Each thread
// stores one 64-bit value; the last line of a file holds out.
func TestRegress(t *testing.T) {
	root, err := conformance.Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "..", "ptx", "regress", "*.ptx"))
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	ms, err := Machines()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".ptx"), func(t *testing.T) {
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			src, last, _ := strings.Cut(string(raw), "// out:")
			threads := 32
			if _, n, ok := strings.Cut(src, "// threads: "); ok {
				n, _, _ = strings.Cut(n, "\n")
				if threads, err = strconv.Atoi(n); err != nil {
					t.Fatal(err)
				}
			}
			if *update {
				got, err := regress(ms[0], src, threads)
				if err != nil {
					t.Fatal(err)
				}
				line := "// out:"
				for _, v := range got {
					line += fmt.Sprintf(" %x", v)
				}
				if err := os.WriteFile(f, []byte(src+line+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			var want []uint64
			for _, w := range strings.Fields(last) {
				v, err := strconv.ParseUint(w, 16, 64)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, v)
			}
			if len(want) != threads {
				t.Fatalf("%d expected values, not %d", len(want), threads)
			}
			for _, m := range ms {
				got, err := regress(m, src, threads)
				if err != nil {
					t.Errorf("%s: %v", m.Name, err)
					continue
				}
				for i, g := range got {
					if g != want[i] {
						t.Errorf("%s: thread %d: %#x not %#x", m.Name, i, g, want[i])
						break
					}
				}
			}
		})
	}
}

func regress(m *Machine, src string, threads int) ([]uint64, error) {
	c := m.m
	code := []byte(src)
	if m.level < 0 {
		c = conformance.OnInterpreter()
	} else {
		obj, err := compiler.Compile(code, compiler.Options{OptLevel: m.level, CheckAllocation: true})
		if err != nil {
			return nil, err
		}
		if why := obj.Kernels[0].Refused; why != "" {
			return nil, fmt.Errorf("refused: %s", why)
		}
		code = obj.HSACO
	}
	mod, err := c.Load(code)
	if err != nil {
		return nil, err
	}
	in := make([]byte, 8*Inputs)
	for i, v := range conformance.ProgramInputs() {
		binary.LittleEndian.PutUint64(in[8*i:], v)
	}
	out := make([]byte, 8*threads)
	var params []byte
	var at []uint64
	for _, b := range [][]byte{in, out} {
		x, err := c.Alloc(len(b))
		if err != nil {
			return nil, err
		}
		at = append(at, x)
		if err := c.Write(x, b); err != nil {
			return nil, err
		}
		params = binary.LittleEndian.AppendUint64(params, x)
	}
	if err := mod.Launch("k", &conformance.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{uint32(threads), 1, 1}, Params: params}); err != nil {
		return nil, err
	}
	if err := mod.Sync(); err != nil {
		return nil, err
	}
	if err := c.Read(out, at[1]); err != nil {
		return nil, err
	}
	res := make([]uint64, threads)
	for i := range res {
		res[i] = binary.LittleEndian.Uint64(out[8*i:])
	}
	for _, x := range at {
		if err := c.Free(x); err != nil {
			return nil, err
		}
	}
	return res, mod.Unload()
}
