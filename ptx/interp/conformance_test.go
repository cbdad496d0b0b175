package interp_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"ferry/internal/conformance"
)

// TestVectors compares every recorded instruction on its 1,024 inputs.
func TestVectors(t *testing.T) {
	s, err := conformance.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	vectors(t, s, s.Families)
}

// recorded are the families of the project's own recordings that the interpreter knows.
var recorded = []string{"sync", "video2", "simd2", "mask", "barrier", "atom2", "async", "async2", "convert2", "half2"}

// left are single cases that are left out: an approximation a little off in a subnormal result, and a sum of f64 whose NaNs are seen
// in halves (which NaN a sum gives is the hardware's choice).
func left(c *conformance.Case) bool {
	return strings.HasPrefix(c.Text, "ex2.approx.f16x2") || strings.Contains(c.Text, "bulk_group.add.f64")
}

// TestRecorded does the same with the project's own recordings.
func TestRecorded(t *testing.T) {
	s, err := conformance.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	vectors(t, s, recorded)
}

// TestForms does the same with the cases of the forms that the others lack.
func TestForms(t *testing.T) {
	s, err := conformance.Forms()
	if err != nil {
		t.Fatal(err)
	}
	vectors(t, s, s.Families)
}

func vectors(t *testing.T, s *conformance.VectorSuite, families []string) {
	for _, fam := range families {
		t.Run(fam, func(t *testing.T) {
			src, err := s.FamilyPTX(fam)
			if err != nil {
				t.Fatal(err)
			}
			m := conformance.OnInterpreter()
			mod, err := m.Load([]byte(src))
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Start(m)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			good, all := 0, 0
			for i := range s.Cases {
				c := &s.Cases[i]
				if c.Family != fam {
					continue
				}
				if testing.Short() && i%8 != 0 || left(c) {
					continue
				}
				all++
				if err := r.Run(mod, c); err != nil {
					line, _, _ := strings.Cut(c.Text, "\n")
					t.Errorf("%s (%s): %v", c.ID, line, err)
					continue
				}
				good++
			}
			t.Logf("%s: %d of %d", fam, good, all)
		})
	}
}

// TestPrograms compares the recorded random programs.
func TestPrograms(t *testing.T) {
	ps, err := conformance.Programs()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range ps {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			src, err := os.ReadFile(p.PTX)
			if err != nil {
				t.Fatal(err)
			}
			m := conformance.OnInterpreter()
			mod, err := m.Load(src)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Run(m, mod); err != nil {
				t.Error(err)
			}
		})
	}
}

// fused are kernels whose recorded answers hold products that were fused with sums, as PTX allows and the interpreter does
// not do.
var fused = map[string]bool{"cp_async": true}

// divergent is a kernel that counts in one barrier.red reached from two places: the hardware gives those who arrive first
// their own count, the manual and the interpreter that of all.
const divergent = "div_barrier"

// unknown are the kernels with instructions that the interpreter does not know.
var unknown = map[string]bool{"gemm_wmma": true, "wmma_shapes": true, "mma_ptx": true}

// TestKernels compares the recorded CUDA kernels.
func TestKernels(t *testing.T) {
	ks, err := conformance.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range ks {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			if testing.Short() && k.Name == "lookback" {
				t.Skip("takes 10 s")
			}
			if k.Name == divergent {
				t.Skip("hardware and manual differ")
			}
			if unknown[k.Name] {
				t.Skip("needs matrix instructions")
			}
			src, err := os.ReadFile(k.PTX)
			if err != nil {
				t.Fatal(err)
			}
			m := conformance.OnInterpreter()
			mod, err := m.Load(src)
			if err != nil {
				t.Fatal(err)
			}
			rel := 0.0
			if fused[k.Name] {
				rel = 1e-4
			}
			if err := k.RunWithin(m, mod, rel); errors.Is(err, conformance.ErrTextures) {
				t.Skip(err)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}
