package compiler_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ferry/compiler"
	"ferry/internal/conformance"
	"ferry/internal/llvm"
)

// TestLLVMReadsObjects lets LLVM read the code object of every recorded kernel and of some programs, at both levels: no complaint, no
// unknown instruction.
func TestLLVMReadsObjects(t *testing.T) {
	readobj, objdump := llvm.Tool(t, "llvm-readobj"), llvm.Tool(t, "llvm-objdump")
	ks, err := conformance.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	ps, err := conformance.Programs()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, k := range ks {
		files = append(files, k.PTX)
	}
	for i := 0; i < len(ps); i += 10 {
		files = append(files, ps[i].PTX)
	}
	dir := t.TempDir()
	for _, level := range []int{0, 3} {
		for _, f := range files {
			name := strings.TrimSuffix(filepath.Base(f), ".ptx")
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			o, err := compiler.Compile(src, compiler.Options{OptLevel: level})
			if err != nil {
				t.Errorf("%s -O%d: %v", name, level, err)
				continue
			}
			path := filepath.Join(dir, name+".hsaco")
			if err := os.WriteFile(path, o.HSACO, 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(readobj, "--all", path).CombinedOutput()
			if err != nil || strings.Contains(string(out), "warning:") || strings.Contains(string(out), "error:") {
				t.Errorf("%s -O%d: llvm-readobj: %v\n%s", name, level, err, tail(out))
			}
			out, err = exec.Command(objdump, "-d", path).CombinedOutput()
			if err != nil || strings.Contains(string(out), "warning:") || strings.Contains(string(out), "<unknown>") || strings.Contains(string(out), ".long") {
				t.Errorf("%s -O%d: llvm-objdump: %v\n%s", name, level, err, tail(out))
			}
		}
	}
}

func tail(b []byte) string {
	if len(b) > 500 {
		b = b[len(b)-500:]
	}
	return string(b)
}
