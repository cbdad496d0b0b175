// Package build makes ferry's shared libraries: the generated files first, then the C library with gcc,
// then the Go core. The command mklib and the tests of exports use it.
package build

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// GlibcFloor is the newest glibc whose symbols the built files may ask for: they run on this version and later.
const GlibcFloor = "2.34"

// CFlags are what libcuda's C is compiled with.
var CFlags = []string{"-std=gnu11", "-D_GNU_SOURCE", "-O2", "-fPIC", "-fvisibility=hidden", "-pthread",
	"-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type"}

// Options say what to build.
type Options struct {
	Root   string // the module's root
	Out    string // folder for the libraries
	Record bool   // the test build, whose core only writes down its calls
	NoGen  bool   // leave the generated files as they are
}

// Libs builds libcuda.so.1, the link libcuda.so, and libferry_core.so.
func Libs(o Options) error {
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return err
	}
	if !o.NoGen {
		if err := run(o.Root, "go", "run", "./exports/gen"); err != nil {
			return err
		}
	}
	src, err := filepath.Glob(filepath.Join(o.Root, "exports", "libcuda", "*.c"))
	if err != nil {
		return err
	}
	lib := filepath.Join(o.Out, "libcuda.so.1")
	args := append([]string(nil), CFlags...)
	if o.Record {
		args = append(args, "-DFERRY_RECORD")
	}
	args = append(args, "-shared", "-Wl,-soname,libcuda.so.1", "-Wl,-z,nodelete", "-Wl,-z,relro", "-Wl,-Bsymbolic",
		"-Wl,--no-undefined", "-o", lib+".new")
	if err := run(o.Root, "gcc", append(args, src...)...); err != nil {
		return err
	}
	// invalidptr=0: the program may hand over any number where a pointer is declared, and the runtime must not
	// take it for a corrupted pointer of its own when it moves a stack. gcshrinkstackoff=1: see stackRoom in the core.
	core := filepath.Join(o.Out, "libferry_core.so")
	goArgs := []string{"build", "-buildmode=c-shared", "-ldflags=-checklinkname=0 -X=runtime.godebugDefault=invalidptr=0,gcshrinkstackoff=1", "-o", core + ".new"}
	if o.Record {
		goArgs = append(goArgs, "-tags=ferry_record")
	}
	if err := run(o.Root, "go", append(goArgs, "./exports/core")...); err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(o.Out, "libferry_core.so.h"))
	_ = os.Remove(filepath.Join(o.Out, "libferry_core.h"))
	// Both are there: only now do they take the place of older ones, which would not fit the other.
	if err := os.Rename(lib+".new", lib); err != nil {
		return err
	}
	if err := os.Rename(core+".new", core); err != nil {
		return err
	}
	link := filepath.Join(o.Out, "libcuda.so")
	_ = os.Remove(link)
	return os.Symlink("libcuda.so.1", link)
}

func run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}
