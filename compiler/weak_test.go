package compiler_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// weakMachine is a strict embedded device in weak mode.
func weakMachine(t testing.TB, seed, limit uint64) *conformance.DeviceMachine {
	t.Helper()
	d, err := embedded.New(embedded.Options{Strict: true, Weak: seed, WeakLimit: limit, Memory: 256 << 20, Watchdog: 10 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	m, err := conformance.OnDevice(d, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		m.Close()
		d.Close()
	})
	return m
}

// weakKernels are the recorded kernels whose threads synchronise.
var weakKernels = []string{"bitonic", "coop_groups", "cp_async", "early_exit", "grid_sync", "histogram", "lane_lock_easy", "lane_lock_hard", "lookback", "mask_partial",
	"named_barrier", "reduce_shared", "scan_block", "transpose"}

// TestWeakKernels runs them in weak mode under some seeds.
func TestWeakKernels(t *testing.T) {
	for _, name := range weakKernels {
		t.Run(name, func(t *testing.T) {
			k, err := conformance.FindKernel(name)
			if err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(k.PTX)
			if err != nil {
				t.Fatal(err)
			}
			obj := compile(t, string(src))
			seeds := litmusSeeds()
			if name == "lookback" && litmusStep(2) != 1 { // its blocks wait for each other for long
				seeds = 1
			}
			for seed := range uint64(seeds) {
				m := weakMachine(t, seed+1, 0)
				mod, err := m.Load(obj.HSACO)
				if err != nil {
					t.Fatal(err)
				}
				if err := k.Run(m, mod); err != nil {
					t.Errorf("seed %d: %v", seed+1, err)
				}
			}
		})
	}
}

func litmusSeeds() int { return 16 / litmusStep(8) }

// weakFamilies are the recorded families of instructions that synchronise.
var weakFamilies = []string{"async", "async2", "atom2", "barrier", "mask"}

// TestWeakFamilies runs recorded families that synchronise, and the kernels of TestMemory, in weak mode.
func TestWeakFamilies(t *testing.T) {
	s, err := conformance.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	seeds, families := litmusSeeds(), weakFamilies
	if litmusStep(2) != 1 { // the others take long
		seeds, families = 1, []string{"async", "atom2", "barrier"}
	}
	for seed := range seeds {
		t.Setenv("FERRY_TEST_WEAK", fmt.Sprint(seed+1))
		t.Run(fmt.Sprint("memory", seed+1), TestMemory)
		for _, fam := range families {
			t.Run(fmt.Sprint(fam, seed+1), func(t *testing.T) { vectors(t, s, fam) })
		}
	}
}

// TestWeakRepeats: a seed fixes the order of everything, and another seed gives another order.
func TestWeakRepeats(t *testing.T) {
	var l *litmus
	for _, x := range litmusTests() {
		if x.name() == "SB/relaxed/gpu/gg" {
			l = x
		}
	}
	obj := compile(t, l.ptx())
	run := func(seed uint64) string {
		d, err := embedded.New(embedded.Options{Weak: seed, Memory: 16 << 20})
		if err != nil {
			t.Fatal(err)
		}
		b := litmusOn(t, d)
		defer b.close()
		text := ""
		for range 20 {
			text += fmt.Sprintf("%v %x\n", b.run(l, obj.HSACO, 40), b.last)
		}
		return text
	}
	one := run(1)
	if again := run(1); again != one {
		t.Errorf("the same seed gave\n%snot\n%s", again, one)
	}
	if two := run(2); two == one {
		t.Errorf("another seed gave the same\n%s", two)
	}
}
