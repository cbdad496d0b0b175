package ptx

import (
	"os"
	"path/filepath"
	"testing"
)

// conformanceFiles are the PTX texts of the conformance data.
func conformanceFiles(t testing.TB) []string {
	var out []string
	for _, d := range []string{"kernels", "programs", "vectors"} {
		f, err := filepath.Glob("../testdata/conformance/" + d + "/ptx/*.ptx")
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f...)
	}
	if len(out) < 200 {
		t.Fatalf("only %d conformance files found", len(out))
	}
	return out
}

func TestConformanceRoundTrip(t *testing.T) {
	for _, f := range conformanceFiles(t) {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m, diags := Load(src, Options{Name: filepath.Base(f)})
		if len(diags) > 0 {
			t.Errorf("%s", Errors(diags[:min(len(diags), 5)]))
			continue
		}
		roundTrip(t, m)
	}
}
