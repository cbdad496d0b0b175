package compiler_test

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferry/compiler"
	"ferry/internal/conformance"
)

// The kernels of testdata/ptx/calls: two blocks of 64 threads, one word each.
const (
	callGrid    = 2
	callBlock   = 64
	callThreads = callGrid * callBlock
)

func callFolder(t testing.TB) string {
	root, err := conformance.Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(filepath.Dir(root), "ptx", "calls")
}

// runCalls runs kernel k of a module.
func runCalls(m conformance.Machine, code []byte) ([]uint32, error) {
	mod, err := m.Load(code)
	if err != nil {
		return nil, err
	}
	p, err := m.Alloc(4 * callThreads)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 4*callThreads)
	for i := range b {
		b[i] = 0xa5
	}
	if err := m.Write(p, b); err != nil {
		return nil, err
	}
	l := &conformance.Launch{Grid: [3]uint32{callGrid, 1, 1}, Block: [3]uint32{callBlock, 1, 1}, Params: binary.LittleEndian.AppendUint64(nil, p)}
	if err := mod.Launch("k", l); err != nil {
		return nil, err
	}
	if err := mod.Sync(); err != nil {
		return nil, err
	}
	if err := m.Read(b, p); err != nil {
		return nil, err
	}
	out := make([]uint32, callThreads)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out, nil
}

// TestCalls runs recursion, indirect calls and the like, at both levels and with few registers, and compares with what
// an H200 answered (expected.json, made by record.py there), or the interpreter where nothing is recorded.
func TestCalls(t *testing.T) {
	dir := callFolder(t)
	text, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]any
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.ptx"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	// What ferry says where the GPU gives an error.
	errs := map[string]string{"overflow": "stack overflow", "badcall": "indirect call to something that is no function", "trap": "trap"}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".ptx")
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var want []uint32
		switch a := answers[name].(type) {
		case []any:
			for _, x := range a {
				want = append(want, uint32(x.(float64)))
			}
		case nil: // not recorded: what the interpreter says
			if want, err = runCalls(conformance.OnInterpreter(), src); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			name string
			opt  compiler.Options
		}{
			{"O0", compiler.Options{OptLevel: 0, CheckAllocation: true}},
			{"O3", compiler.Options{OptLevel: 3, CheckAllocation: true}},
			{"few registers", compiler.Options{OptLevel: 3, MaxRegs: 16, CheckAllocation: true}},
			{"all real", compiler.Options{OptLevel: 3, CheckAllocation: true, NoInline: true}},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				obj, err := compiler.Compile(src, c.opt)
				if err != nil {
					t.Fatal(err)
				}
				refused(t, obj)
				if t.Failed() {
					return
				}
				got, err := runCalls(machine(t), obj.HSACO)
				if want, ok := errs[name]; ok {
					if err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("got error %v, want %s (the GPU: %v)", err, want, answers[name])
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				for i, w := range want {
					if got[i] != w {
						t.Fatalf("thread %d: %d (%#x), want %d (%#x)", i, got[i], got[i], w, w)
					}
				}
			})
		}
	}
}

// TestApartOverflow: a recursion whose lanes synchronise apart and that goes deeper than a lane's stack ends with an error by name.
func TestApartOverflow(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(callFolder(t), "meet_recursion_add.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	deep := strings.Replace(string(src), "and.b32 %r5, %r1, 3;", "add.u32 %r5, %r1, 5000;", 1)
	obj, err := compiler.Compile([]byte(deep), compiler.Options{OptLevel: 3, CheckAllocation: true})
	if err != nil {
		t.Fatal(err)
	}
	refused(t, obj)
	if _, err := runCalls(machine(t), obj.HSACO); err == nil || !strings.Contains(err.Error(), "stack overflow") {
		t.Errorf("got error %v, want stack overflow", err)
	}
}
