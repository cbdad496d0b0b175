package compiler_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ferry/compiler"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// machine is a strict embedded device. FERRY_TEST_WEAK is the seed of its weak mode, if it has one.
func machine(t testing.TB) *conformance.DeviceMachine {
	t.Helper()
	weak, _ := strconv.ParseUint(os.Getenv("FERRY_TEST_WEAK"), 0, 64)
	return machineOf(t, embedded.Options{Strict: true, Weak: weak, Memory: 256 << 20, Watchdog: time.Duration(10+590*min(weak, 1)) * time.Second})
}

// machineOf is an embedded device with options of the test's own.
func machineOf(t testing.TB, o embedded.Options) *conformance.DeviceMachine {
	t.Helper()
	d, err := embedded.New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := conformance.OnDevice(d, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func compile(t testing.TB, src string) *compiler.Object {
	t.Helper()
	obj, err := compiler.Compile([]byte(src), options())
	if err != nil {
		t.Fatal(err)
	}
	return obj
}

// options are the compiler's options for the suites. The environment varies them: FERRY_TEST_LEVEL is the level of
// optimisation, FERRY_TEST_NOINLINE really calls every function, FERRY_TEST_REGS bounds the VGPRs, which makes spills.
func options() compiler.Options {
	o := compiler.Options{OptLevel: 3, CheckAllocation: true}
	if n, err := strconv.Atoi(os.Getenv("FERRY_TEST_LEVEL")); err == nil {
		o.OptLevel = n
	}
	o.NoInline = os.Getenv("FERRY_TEST_NOINLINE") != ""
	if n, err := strconv.Atoi(os.Getenv("FERRY_TEST_REGS")); err == nil {
		o.MaxRegs = n
	}
	return o
}

// refused fails the test with the reasons of the kernels that are unavailable.
func refused(t testing.TB, obj *compiler.Object) {
	t.Helper()
	for _, k := range obj.Kernels {
		if k.Refused != "" {
			t.Errorf("%s: refused: %s", k.Name, k.Refused)
		}
	}
}

// later lists kernels that need what the compiler does not have yet; they are refused by name.
var later = map[string]bool{"gemm_wmma": true, "wmma_shapes": true, "mma_ptx": true, "texture2d": true, "tex_modes2d": true}

// disputed lists kernels whose recorded answer contradicts both the PTX manual and other recordings of the same instructions.
var disputed = map[string]string{
	"div_barrier": "the lanes of one arm of a divergent barrier.red.popc got 3, the barrier's number: ptxas's code for lanes that stand apart (nvdisasm, sm_90) leaves the count in R2 for all of them, and that arm reads R5, where it had put the number; eighteen hand-written variants (testdata/recorded, family barrier) give every lane the full count",
}

// TestKernels runs the recorded CUDA kernels (answers of an NVIDIA GPU) through compiler and emulator.
func TestKernels(t *testing.T) {
	ks, err := conformance.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range ks {
		t.Run(k.Name, func(t *testing.T) {
			if later[k.Name] {
				t.Skip("needs tensor or texture instructions")
			}
			if why := disputed[k.Name]; why != "" {
				t.Skip(why)
			}
			runKernel(t, k)
		})
	}
}

// TestMoreKernels runs the further recorded kernels, as several versions of NVIDIA's compiler make them.
func TestMoreKernels(t *testing.T) {
	ks, err := conformance.MoreKernels()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range ks {
		t.Run(k.Name, func(t *testing.T) { runKernel(t, k) })
	}
}

func runKernel(t *testing.T, k *conformance.Kernel) {
	src, err := os.ReadFile(k.PTX)
	if err != nil {
		t.Fatal(err)
	}
	obj := compile(t, string(src))
	refused(t, obj)
	if t.Failed() {
		return
	}
	m := machine(t)
	mod, err := m.Load(obj.HSACO)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Run(m, mod); errors.Is(err, conformance.ErrTextures) {
		t.Skip(err)
	} else if err != nil {
		t.Error(err)
	}
}

// TestVectors runs every recorded instruction on its 1,024 inputs, a family a module.
func TestVectors(t *testing.T) {
	s, err := conformance.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	allVectors(t, s)
}

// allVectors runs all families of a suite of which nothing is refused.
func allVectors(t *testing.T, s *conformance.VectorSuite) {
	for _, fam := range s.Families {
		t.Run(fam, func(t *testing.T) {
			if n := vectors(t, s, fam); n > 0 {
				t.Errorf("%d cases are refused", n)
			}
		})
	}
}

// TestRecorded does the same with the further recordings. What is refused there is refused by name; a wrong answer never passes.
func TestRecorded(t *testing.T) {
	s, err := conformance.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	for _, fam := range s.Families {
		t.Run(fam, func(t *testing.T) { vectors(t, s, fam) })
	}
}

// TestForms runs the cases of the forms that the other recordings lack, and those of operands and of forms that work together. None is
// refused.
func TestForms(t *testing.T) {
	s, err := conformance.Forms()
	if err != nil {
		t.Fatal(err)
	}
	allVectors(t, s)
}

// vectors runs a family and gives the number of its refused cases.
func vectors(t *testing.T, s *conformance.VectorSuite, fam string) (refused int) {
	src, err := s.FamilyPTX(fam)
	if err != nil {
		t.Fatal(err)
	}
	obj := compile(t, src)
	why, static := map[string]string{}, map[string]int{}
	for _, k := range obj.Kernels {
		why[k.Name], static[k.Name] = k.Refused, k.SharedBytes
	}
	m := machine(t)
	mod, err := m.Load(obj.HSACO)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Start(m)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Static = static
	good, all := 0, 0
	for i := range s.Cases {
		c := &s.Cases[i]
		if c.Family != fam {
			continue
		}
		all++
		if w := why[c.ID]; w != "" {
			refused++
			t.Logf("%s (%s): refused: %s", c.ID, firstLine(c.Text), w)
			continue
		}
		if err := r.Run(mod, c); err != nil {
			t.Errorf("%s (%s): %v", c.ID, firstLine(c.Text), err)
			continue
		}
		good++
	}
	t.Logf("%s: %d of %d", fam, good, all)
	return refused
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// TestPrograms runs the recorded random programs.
func TestPrograms(t *testing.T) {
	ps, err := conformance.Programs()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range ps {
		t.Run(p.Name, func(t *testing.T) {
			src, err := os.ReadFile(p.PTX)
			if err != nil {
				t.Fatal(err)
			}
			opt := options()
			opt.CheckAllocation = i%16 == 0 // the proof takes longer than everything else
			obj, err := compiler.Compile(src, opt)
			if err != nil {
				t.Fatal(err)
			}
			refused(t, obj)
			if t.Failed() {
				return
			}
			m := machine(t)
			mod, err := m.Load(obj.HSACO)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Run(m, mod); err != nil {
				t.Error(err)
			}
		})
	}
}
