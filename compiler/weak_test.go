package compiler_test

import (
	"os"
	"testing"
	"time"

	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// weakMachine is a strict embedded device in weak mode.
func weakMachine(t testing.TB, seed, limit uint64) *conformance.DeviceMachine {
	t.Helper()
	d, err := embedded.New(embedded.Options{Strict: true, Weak: seed, WeakLimit: limit, Memory: 256 << 20, Watchdog: 60 * time.Second})
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
			for seed := range uint64(litmusSeeds()) {
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

func litmusSeeds() int { return 24 / litmusStep(8) }
