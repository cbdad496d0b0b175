package compiler_test

import (
	"runtime"
	"testing"

	"ferry/compiler"
)

// Storage per instruction does not grow with the size of a kernel: a pass that keeps something for each pair of blocks, or of
// registers and blocks, would show here. (What each pass takes of the time is BenchmarkLong's business.)
func TestStorageIsLinear(t *testing.T) {
	perInst := func(n int) float64 {
		src := longKernel(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o, err := compiler.Compile(src, compiler.Options{OptLevel: 3})
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if o.Kernels[0].Refused != "" {
			t.Fatal(o.Kernels[0].Refused)
		}
		return float64(after.TotalAlloc-before.TotalAlloc) / float64(o.PTXInsts)
	}
	perInst(1000) // tables that are made once
	small, large := perInst(5000), perInst(50000)
	t.Logf("bytes per PTX instruction: %.0f at 5,000, %.0f at 50,000", small, large)
	if large > 1.5*small {
		t.Errorf("%.0f bytes per PTX instruction at 50,000 instructions, %.0f at 5,000", large, small)
	}
}
