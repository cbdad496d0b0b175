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

// The storage of control flow grows with its size, also where lanes that wait for each other make a mask of every block.
func TestFormsAreLinear(t *testing.T) {
	storage := func(src string) float64 {
		var before, after runtime.MemStats
		runtime.GC() // twice: what pools keep from before would not be counted
		runtime.GC()
		runtime.ReadMemStats(&before)
		o, err := compiler.Compile([]byte(src), compiler.Options{OptLevel: 3})
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if why := o.Kernels[0].Refused; why != "" {
			t.Fatal(why)
		}
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	storage(forms[0].make(100)) // tables that are made once
	for _, f := range forms {
		most := 6.0
		switch f.name {
		case "nested", "tangle", "votes", "mixed", "backoff", "turns", "spin":
		case "depth":
			most = 12 // a value lives in every loop within its own, and a block takes part once for every loop around it
		default:
			continue
		}
		small, large := storage(f.make(f.n/2)), storage(f.make(2*f.n))
		t.Logf("%-8s %5.1f MB, four times the size %.1f times that", f.name, small/(1<<20), large/small)
		if large > most*small {
			t.Errorf("%s: four times the size takes %.1f times the storage", f.name, large/small)
		}
	}
}
