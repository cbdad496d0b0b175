package ir

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferry/ptx"
)

// lowerAll takes every kernel of a PTX file through Build, the passes, Diverge and Linearise, verifying in between.
// Refusals are returned by reason.
func lowerAll(t *testing.T, path string, level int) (ok int, refused []string) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ptx.Parse(src, ptx.Options{Name: path})
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return 0, nil
	}
	for _, fn := range m.Funcs {
		if !fn.Entry || !fn.HasBody {
			continue
		}
		f, err := Build(m, fn, Options{})
		var ref *Refusal
		if errors.As(err, &ref) {
			refused = append(refused, fn.Name+": "+ref.Error())
			continue
		}
		if err := Verify(f); err != nil {
			t.Errorf("%s: %s after build: %v", filepath.Base(path), fn.Name, err)
			continue
		}
		for _, p := range Passes {
			if p.Level > level {
				continue
			}
			p.Run(f)
			if err := Verify(f); err != nil {
				t.Errorf("%s: %s after %s: %v", filepath.Base(path), fn.Name, p.Name, err)
				break
			}
		}
		if err := Diverge(f); errors.As(err, &ref) {
			refused = append(refused, fn.Name+": "+ref.Error())
			continue
		}
		lf := Linearise(f)
		if len(lf.Blocks) == 0 {
			t.Errorf("%s: nothing left", fn.Name)
		}
		ok++
	}
	return ok, refused
}

func TestLowerConformance(t *testing.T) {
	for _, dir := range []string{"vectors", "kernels", "programs"} {
		files, err := filepath.Glob("../testdata/conformance/" + dir + "/ptx/*.ptx")
		if err != nil || len(files) == 0 {
			t.Fatalf("no PTX in %s: %v", dir, err)
		}
		total := 0
		var all []string
		for _, p := range files {
			ok, refused := lowerAll(t, p, 3)
			total += ok
			for _, r := range refused {
				all = append(all, filepath.Base(p)+": "+r)
			}
		}
		t.Logf("%s: %d kernels lowered, %d refused", dir, total, len(all))
		reasons := map[string]int{}
		for _, r := range all {
			k := strings.SplitN(r, ": ", 4)
			reasons[k[len(k)-1]]++
			if os.Getenv("IR_REFUSALS") != "" {
				t.Log(r)
			}
		}
		t.Logf("%s: %d reasons", dir, len(reasons))
	}
}
