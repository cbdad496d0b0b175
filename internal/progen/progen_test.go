package progen

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"
)

var (
	statements = flag.Int("progen.statements", 0, "compare this many statements' worth of programs (a long run, by hand)")
	firstSeed  = flag.Uint64("progen.seed", 1, "first seed of a long run")
	keep       = flag.String("progen.keep", "", "folder for programs that differ, as found and minimised")
	budget     = flag.Int("progen.budget", 400, "runs that minimising may take")
	stopAfter  = flag.Int("progen.stop", 10, "stop a long run after this many differences")
)

// mixes are the kinds of program that the tests take in turn.
var mixes = []struct {
	name string
	o    Options
}{
	{"plain", Options{Statements: 60, Calls: true}},
	{"long", Options{Statements: 300, Calls: true, Irregular: true}},
	{"divergent", Options{Statements: 80, Calls: true, Divergent: true}},
	{"exits", Options{Statements: 60, Exits: true}},
	{"short", Options{Statements: 20, Divergent: true, Irregular: true, Exits: true}},
	{"recursion", Options{Statements: 40, Calls: true, Recursion: true}},
}

// TestAgreement compares the interpreter and both levels of the compiler on a few programs; with -progen.statements on many.
func TestAgreement(t *testing.T) {
	ms, err := Machines()
	if err != nil {
		t.Fatal(err)
	}
	end := time.Now().Add(15 * time.Second)
	more := func(i, n int) bool { return i < 120 && time.Now().Before(end) }
	if *statements > 0 {
		more = func(_, n int) bool { return n < *statements }
	}
	n, refused, long, bad := 0, 0, 0, 0
	why := map[string]int{}
	seed := *firstSeed
	for i := 0; more(i, n); i, seed = i+1, seed+1 {
		x := mixes[seed%uint64(len(mixes))]
		p := Generate(seed, x.o)
		d, ref, l := Compare(ms, p)
		if l {
			long++
			continue
		}
		n += x.o.Statements
		if ref != "" {
			refused++
			why[ref]++
		}
		if d == nil {
			continue
		}
		bad++
		t.Errorf("seed %d (%s): %s: %s", seed, x.name, d.Machine, d.What)
		if *keep != "" {
			name := fmt.Sprintf("%s/%d", *keep, seed)
			_ = os.WriteFile(name+".ptx", []byte(p.Text()), 0o644)
			small := Minimise(p, *budget, func(q *Program) bool {
				e, _, l := Compare(ms, q)
				return e != nil && !l && e.Machine == d.Machine && e.Machine != ms[0].Name
			})
			e, _, _ := Compare(ms, small)
			what := ""
			if e != nil {
				what = fmt.Sprintf("// seed %d: %s: %s\n", seed, e.Machine, e.What)
			}
			_ = os.WriteFile(name+".min.ptx", []byte(what+small.Text()), 0o644)
		}
		if *statements > 0 && bad >= *stopAfter {
			t.Fatalf("stopped after %d differences, %d statements", bad, n)
		}
	}
	t.Logf("%d statements, %d programs refused, %d too long, %d differ", n, refused, long, bad)
	for w, k := range why {
		t.Logf("%d: %s", k, w)
	}
}

// TestDeterministic: a seed always gives the same program, and another one a different program.
func TestDeterministic(t *testing.T) {
	o := mixes[1].o
	first, again := Generate(7, o).Text(), Generate(7, o).Text()
	if first != again {
		t.Error("one seed gives two programs")
	}
	if first == Generate(8, o).Text() {
		t.Error("two seeds give one program")
	}
}
