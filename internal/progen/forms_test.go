package progen

import (
	"flag"
	"sort"
	"strings"
	"testing"

	"ferry/internal/coverage"
	"ferry/ptx"
)

var allForms = flag.Bool("progen.forms", false, "compare every combination of modifiers, not a sample")

// bounds are the mnemonics that are right within bounds only.
func bounds(mn string) bool {
	return strings.Contains(mn, ".approx") || strings.Contains(mn, ".full")
}

// TestForms compares single instructions of every pure row of the instruction table on crosses of special values.
func TestForms(t *testing.T) {
	ms, err := Machines()
	if err != nil {
		t.Fatal(err)
	}
	groups := map[string][]ptx.Sample{}
	var heads []string
	n := 0
	for _, op := range pure {
		ss := ptx.Combinations(op)
		step := 1
		if !*allForms {
			step = max(1, len(ss)/12)
		}
		for i := 0; i < len(ss); i += step {
			s := ss[i]
			if bounds(s.Text) || strings.HasPrefix(s.Text, "mov.v") { // vector moves need vector registers
				continue
			}
			h := coverage.Header(s)
			if groups[h] == nil {
				heads = append(heads, h)
			}
			groups[h] = append(groups[h], s)
			n++
		}
	}
	skipped := map[string]int{}
	bad := 0
	for _, h := range heads {
		for g := groups[h]; len(g) > 0; {
			k := min(len(g), 100)
			rs, err := CompareForms(ms, g[:k], 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rs {
				switch {
				case r.What != "":
					bad++
					if bad < 200 {
						t.Errorf("%s: %s", r.Text, r.What)
					}
				case r.Skipped != "":
					w := r.Skipped
					if strings.HasPrefix(w, "line ") {
						_, w, _ = strings.Cut(w, ": ")
					}
					skipped[w]++
				}
			}
			g = g[k:]
		}
	}
	var why []string
	for w := range skipped {
		why = append(why, w)
	}
	sort.Strings(why)
	for _, w := range why {
		t.Logf("skipped: %s", w)
	}
	t.Logf("%d forms, %d differ", n, bad)
}
