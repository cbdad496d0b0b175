package progen

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ferry/internal/conformance"
)

var (
	statements = flag.Int("progen.statements", 0, "compare this many statements' worth of programs (a long run, by hand)")
	firstSeed  = flag.Uint64("progen.seed", 1, "first seed of a long run")
	keep       = flag.String("progen.keep", "", "folder for programs that differ, as found and minimised")
	budget     = flag.Int("progen.budget", 400, "runs that minimising may take")
	parallel   = flag.Int("progen.jobs", 0, "cores for a long run, 0 = all")
	only       = flag.String("progen.kinds", "", "kinds of program of a long run, with commas between them; all by default")
	_          = func() bool {
		flag.DurationVar(&Watchdog, "progen.watchdog", Watchdog, "how long a kernel may run")
		return true
	}()
	minimising = flag.Duration("progen.minimise", 5*time.Minute, "how long minimising may take after a long run; programs that ran too long stay as they are")
	write      = flag.String("progen.write", "", "folder for programs and the interpreter's answers")
	stopAfter  = flag.Int("progen.stop", 10, "stop a long run after this many differences")
)

type mix struct {
	name string
	o    Options
}

// mixes are the kinds of program that the tests take in turn.
var mixes = []mix{
	{"plain", Options{Statements: 60, Calls: true}},
	{"long", Options{Statements: 300, Calls: true, Irregular: true}},
	{"divergent", Options{Statements: 80, Calls: true, Divergent: true}},
	{"exits", Options{Statements: 60, Exits: true}},
	{"short", Options{Statements: 20, Divergent: true, Irregular: true, Exits: true}},
	{"recursion", Options{Statements: 40, Calls: true, Recursion: true}},
	{"locks", Options{Statements: 40, Calls: true, Divergent: true, Locks: true}},
	{"places", Options{Statements: 30, Calls: true, Divergent: true, Places: true}},
	{"calls", Options{Statements: 30, Calls: true, Divergent: true, Places: true, DivergentCalls: true}},
	{"depths", Options{Statements: 25, Calls: true, Recursion: true, Divergent: true, Places: true, DivergentCalls: true}},
}

// outcome is what became of one program.
type outcome struct {
	seed    uint64
	refused string
	long    bool
	d       *Difference
}

// compareAll compares programs from a first seed on, on jobs cores, until more says no, and hands over the outcomes in the
// order of seeds.
func compareAll(first uint64, jobs int, more func(i int) bool, done func(o outcome) bool) error {
	var next atomic.Int64
	var stop atomic.Bool
	ch := make(chan outcome, jobs)
	errs := make(chan error, jobs)
	for range jobs {
		go func() {
			ms, err := Machines()
			defer func() { errs <- err }()
			for err == nil && !stop.Load() {
				i := int(next.Add(1) - 1)
				if !more(i) {
					return
				}
				o := outcome{seed: first + uint64(i)}
				o.d, o.refused, o.long = Compare(ms, Generate(o.seed, mixOf(o.seed).o))
				ch <- o
			}
		}()
	}
	var err error
	left, at := jobs, first
	early := map[uint64]outcome{}
	for left > 0 || len(ch) > 0 {
		select {
		case e := <-errs:
			left--
			err = errors.Join(err, e)
		case o := <-ch:
			early[o.seed] = o
			for o, ok := early[at]; ok; o, ok = early[at] {
				delete(early, at)
				at++
				if !stop.Load() && !done(o) {
					stop.Store(true)
				}
			}
		}
	}
	return err
}

// mixOf is the kind of a seed's program.
func mixOf(seed uint64) *mix {
	k := seed % uint64(len(mixes))
	if *only == "" {
		return &mixes[k]
	}
	names := strings.Split(*only, ",")
	for i := range mixes {
		if mixes[i].name == names[seed%uint64(len(names))] {
			return &mixes[i]
		}
	}
	return &mixes[k]
}

// TestAgreement compares the interpreter and both levels of the compiler on a few programs; with -progen.statements on many, on
// all cores. It needs nothing but the test's binary: go test -c -o agree ./internal/progen, then
// ./agree -test.run TestAgreement -test.v -test.timeout 0 -progen.statements 1000000 -progen.keep DIR.
func TestAgreement(t *testing.T) {
	end := time.Now().Add(15 * time.Second)
	n := 0
	more := func(i int) bool { return i < 120 && time.Now().Before(end) }
	jobs := 1
	if *statements > 0 {
		more = func(int) bool { return true }
		if jobs = *parallel; jobs == 0 {
			jobs = runtime.GOMAXPROCS(0)
		}
	}
	if *keep != "" {
		if err := os.MkdirAll(*keep, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	programs, refused, long, bad := 0, 0, 0, 0
	why := map[string]int{}
	var failed []outcome
	said := time.Now()
	err := compareAll(*firstSeed, jobs, more, func(o outcome) bool {
		x := mixOf(o.seed)
		programs++
		if o.long {
			long++
			return true
		}
		n += x.o.Statements
		if o.refused != "" {
			refused++
			why[o.refused]++
		}
		if *statements > 0 && time.Since(said) > time.Minute {
			said = time.Now()
			fmt.Fprintf(os.Stderr, "%d programs, %d statements, %d differences\n", programs, n, bad)
		}
		if o.d != nil {
			bad++
			t.Errorf("seed %d (%s): %s: %s", o.seed, x.name, o.d.Machine, o.d.What)
			failed = append(failed, o)
			if *keep != "" {
				save(t, o)
			}
		}
		return *statements == 0 || n < *statements && bad < *stopAfter
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d programs, %d statements, %d refused, %d too long, %d differences", programs, n, refused, long, bad)
	for _, w := range slices.Sorted(maps.Keys(why)) {
		t.Logf("%d: %s", why[w], w)
	}
	if *keep == "" || len(failed) == 0 {
		return
	}
	ms, err := Machines()
	if err != nil {
		t.Fatal(err)
	}
	limit := time.Now().Add(*minimising)
	for _, o := range failed {
		if time.Now().Before(limit) && !strings.Contains(o.d.What, "timeout") {
			minimise(t, ms, o, limit)
		}
	}
}

// save writes a program that differs.
func save(t *testing.T, o outcome) {
	p := Generate(o.seed, mixOf(o.seed).o)
	text := fmt.Sprintf("// seed %d: %s: %s\n%s", o.seed, o.d.Machine, o.d.What, p.Text())
	if err := os.WriteFile(filepath.Join(*keep, fmt.Sprintf("%d.ptx", o.seed)), []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}

// minimise writes what is left of a program that differs.
func minimise(t *testing.T, ms []*Machine, o outcome, limit time.Time) {
	small := Minimise(Generate(o.seed, mixOf(o.seed).o), *budget, func(q *Program) bool {
		if time.Now().After(limit) {
			return false
		}
		e, _, l := Compare(ms, q)
		return e != nil && !l && e.Machine == o.d.Machine && (e.Machine != ms[0].Name || e.What == o.d.What)
	})
	what := ""
	if e, _, _ := Compare(ms, small); e != nil {
		what = fmt.Sprintf("// seed %d: %s: %s\n", o.seed, e.Machine, e.What)
	}
	if err := os.WriteFile(filepath.Join(*keep, fmt.Sprintf("%d.min.ptx", o.seed)), []byte(what+small.Text()), 0o644); err != nil {
		t.Error(err)
	}
}

// TestWrite writes programs and the interpreter's answers into the folder of -progen.write; nvidia.py runs them on NVIDIA hardware.
func TestWrite(t *testing.T) {
	if *write == "" {
		t.Skip("only with -progen.write")
	}
	ms, err := Machines()
	if err != nil {
		t.Fatal(err)
	}
	for n, seed := 0, *firstSeed; n < *statements; seed++ {
		x := mixOf(seed)
		n += x.o.Statements
		p := Generate(seed, x.o)
		a, err := ms[0].Run(p)
		if err != nil {
			t.Logf("seed %d (%s): %v", seed, x.name, err)
			continue
		}
		head := fmt.Sprintf("// %d %d %d %s %d\n", p.Grid, p.Block, p.Slots, x.name, ScratchBytes)
		name := filepath.Join(*write, fmt.Sprint(seed))
		if err := errors.Join(os.WriteFile(name+".ptx", []byte(head+p.Text()), 0o644), os.WriteFile(name+".bin", a, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	in := make([]byte, 0, 8*Inputs)
	for _, v := range conformance.ProgramInputs() {
		in = binary.LittleEndian.AppendUint64(in, v)
	}
	if err := os.WriteFile(filepath.Join(*write, "inputs.bin"), in, 0o644); err != nil {
		t.Fatal(err)
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

// TestOnceWrong: programs that once differed, by kind and seed, where a small case of the same fault was not found.
func TestOnceWrong(t *testing.T) {
	ms, err := Machines()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind string
		seed uint64
	}{
		{"divergent", 702518}, // a predicate that is the same in all lanes left its block as a mask of those that were there
		{"divergent", 930213}, // the same
	} {
		i := slices.IndexFunc(mixes, func(m mix) bool { return m.name == c.kind })
		if d, why, _ := Compare(ms, Generate(c.seed, mixes[i].o)); d != nil || why != "" {
			t.Errorf("%s %d: %v %s", c.kind, c.seed, d, why)
		}
	}
}
