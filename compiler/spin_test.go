package compiler_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ferry/compiler"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// TestSpin runs the programs of testdata/ptx/spin, whose lanes wait for each other, at both levels of optimisation and on one core
// and several. The answers are those of an NVIDIA GPU.
func TestSpin(t *testing.T) {
	root, err := conformance.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "..", "ptx", "spin")
	raw, err := os.ReadFile(filepath.Join(dir, "answers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	type answer struct{ kernel, results string }
	answers := map[string][]answer{}
	var files []string
	for l := range strings.Lines(string(raw)) {
		file, l, _ := strings.Cut(strings.TrimSpace(l), " ")
		kernel, results, _ := strings.Cut(l, " ")
		if answers[file] == nil {
			files = append(files, file)
		}
		answers[file] = append(answers[file], answer{kernel, results})
	}
	for _, file := range files {
		src, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ level, cores int }{{0, 1}, {3, 3}} {
			device := func() *conformance.DeviceMachine {
				return machineOf(t, embedded.Options{Strict: true, Memory: 64 << 20, Threads: c.cores, Watchdog: 5 * time.Second})
			}
			m := device()
			obj, err := compiler.Compile(src, compiler.Options{OptLevel: c.level})
			if err != nil {
				t.Fatal(err)
			}
			why := map[string]string{}
			for _, k := range obj.Kernels {
				why[k.Name] = k.Refused
			}
			for _, a := range answers[file] {
				t.Run(fmt.Sprintf("%s/O%d/%s", file, c.level, a.kernel), func(t *testing.T) {
					if c.cores > 1 && strings.HasPrefix(a.kernel, "grid_chain") {
						t.Skip("blocks that start out of order wait for many slices")
					}
					if w := why[a.kernel]; w != "" {
						t.Fatal("refused: ", w)
					}
					got, err := spin(m, obj.HSACO, a.kernel)
					if err != nil {
						m = device() // the error stays with the old one
						t.Fatal(err)
					}
					if got != a.results {
						t.Errorf("%s\nnot %s", got, a.results)
					}
				})
			}
		}
	}
}

// spin runs a kernel NAME_GRID_THREADS on 16 KiB of zeros and gives its 32 results.
func spin(m *conformance.DeviceMachine, code []byte, kernel string) (string, error) {
	f := strings.Split(kernel, "_")
	grid, err := strconv.Atoi(f[len(f)-2])
	threads, err2 := strconv.Atoi(f[len(f)-1])
	if err := errors.Join(err, err2); err != nil {
		return "", err
	}
	mod, err := m.Load(code)
	if err != nil {
		return "", err
	}
	bufs := [][]byte{make([]byte, 16<<10), make([]byte, 32*8)}
	var at []uint64
	var args []byte
	for _, b := range bufs {
		x, err := m.Alloc(len(b))
		if err != nil {
			return "", err
		}
		defer m.Free(x)
		if err := m.Write(x, b); err != nil {
			return "", err
		}
		at = append(at, x)
		args = binary.LittleEndian.AppendUint64(args, x)
	}
	if err := mod.Launch(kernel, &conformance.Launch{Grid: [3]uint32{uint32(grid), 1, 1}, Block: [3]uint32{uint32(threads), 1, 1}, Params: args}); err != nil {
		return "", err
	}
	if err := mod.Sync(); err != nil {
		return "", err
	}
	if err := m.Read(bufs[1], at[1]); err != nil {
		return "", err
	}
	var s []string
	for i := range 32 {
		s = append(s, strconv.FormatUint(binary.LittleEndian.Uint64(bufs[1][8*i:]), 16))
	}
	return strings.Join(s, " "), mod.Unload()
}
