package compiler_test

import (
	"fmt"
	"testing"
	"time"

	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// seeded is a strict embedded device whose approximate instructions are as inexact as AMD documents (DESIGN decision 6).
func seeded(t testing.TB, seed uint64) *conformance.DeviceMachine {
	t.Helper()
	d, err := embedded.New(embedded.Options{Strict: true, Seed: seed, Memory: 256 << 20, Watchdog: 10 * time.Second})
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

// seeds are those under which everything that rests on AMD's approximations must hold; 0 is the exact emulator.
var seeds = []uint64{0, 1, 77, 0xfeed, 1 << 40}

// TestSeeds runs the recorded families whose code uses AMD's approximate units: the approximate functions keep their bounds, and
// exact division, roots and conversions stay exact, however bad the units are within what AMD documents.
func TestSeeds(t *testing.T) {
	s, err := conformance.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	for _, fam := range []string{"approx", "float", "integer", "half"} {
		src, err := s.FamilyPTX(fam)
		if err != nil {
			t.Fatal(err)
		}
		obj := compile(t, src)
		refused(t, obj)
		for _, seed := range seeds {
			t.Run(fmt.Sprintf("%s/seed=%d", fam, seed), func(t *testing.T) {
				m := seeded(t, seed)
				mod, err := m.Load(obj.HSACO)
				if err != nil {
					t.Fatal(err)
				}
				r, err := s.Start(m)
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				for i := range s.Cases {
					if c := &s.Cases[i]; c.Family == fam {
						if err := r.Run(mod, c); err != nil {
							t.Errorf("%s (%s): %v", c.ID, firstLine(c.Text), err)
						}
					}
				}
			})
		}
	}
}
