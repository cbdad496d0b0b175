package sweep

import (
	"bufio"
	"cmp"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferry/ptx/interp"
)

var (
	sweepAll   = flag.Bool("sweep.all", false, "TestAll: run all 2^32 inputs (by hand)")
	sweepLog   = flag.String("sweep.log", "", "TestAll: log of finished instructions; those in it are not run again")
	sweepCores = flag.Int("sweep.cores", runtime.GOMAXPROCS(0), "TestAll: cores to use")
	sweepLimit = flag.Duration("sweep.limit", 0, "TestAll: stop after this time, 0 = when all is done")
	sweepOnly  = flag.String("sweep.only", "", "TestAll, TestSample: only instructions that begin so; several with commas between them")
	sweepPart  = flag.Int("sweep.part", -1, "TestSums: which 2^28 inputs of 32 bits to sum up, 0 to 15")
	sweepList  = flag.String("sweep.recorder", "", "TestRecorder: write the module that makes sums on NVIDIA hardware to this file")
)

// hashes are the sums of all results on an H200, a line for each exact instruction that it has: mnemonic and 16 sums.
//
//go:embed testdata/sums.txt
var hashes string

// seeds are those under which approximations must keep their bounds.
var seeds = []uint64{0, 1, 77, 0xfeed}

func recordedSums(t testing.TB) map[string][16]uint64 {
	t.Helper()
	out := map[string][16]uint64{}
	for l := range strings.Lines(hashes) {
		f := strings.Fields(l)
		if len(f) != 2 && len(f) != 17 {
			t.Fatalf("testdata/sums.txt: %q", l)
		}
		var s [16]uint64
		for i := range len(f) - 1 {
			if _, err := fmt.Sscanf(f[1+i], "%x", &s[i]); err != nil {
				t.Fatal(err)
			}
		}
		out[f[0]] = s
	}
	return out
}

func ops(t testing.TB) []*Op {
	t.Helper()
	os, err := Ops()
	if err != nil {
		t.Fatal(err)
	}
	var out []*Op
	for _, o := range os {
		for _, p := range strings.Split(*sweepOnly, ",") {
			if strings.HasPrefix(o.Text, p) {
				out = append(out, o)
				break
			}
		}
	}
	return out
}

// specials are inputs around every power of two, infinities, NaNs, and around every exponent of f32.
func specials() (first []uint32) {
	for b := range 32 {
		first = append(first, 1<<b-64)
	}
	for e := range uint32(512) {
		first = append(first, e<<23-32)
	}
	return first
}

// TestSample runs every instruction on all inputs if they have 16 bits or fewer, otherwise on 2^20 spread over all and those around
// the special ones. Approximate ones run twice, once with a seed.
func TestSample(t *testing.T) {
	n := 1 << 20
	if testing.Short() {
		n = 1 << 15
	}
	all := ops(t)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			ds := map[uint64]*Device{}
			for i := int(next.Add(1) - 1); i < len(all); i = int(next.Add(1) - 1) {
				use := []uint64{0}
				if all[i].Bounded() {
					use = append(use, seeds[1+i%(len(seeds)-1)])
				}
				for _, seed := range use {
					if ds[seed] == nil {
						d, err := NewDevice(seed)
						if err != nil {
							t.Error(err)
							return
						}
						defer d.Close()
						ds[seed] = d
					}
					r, err := sample(all[i], ds[seed], n)
					if err != nil {
						t.Errorf("%s: %v", all[i].Text, err)
					} else if r.Wrong > 0 {
						t.Errorf("%s: seed %#x: %d of %d wrong: %s", all[i].Text, seed, r.Wrong, r.Inputs, r.First)
					}
				}
			}
		})
	}
	wg.Wait()
	t.Logf("%d instructions", len(all))
}

func sample(o *Op, d *Device, n int) (r Result, err error) {
	hsaco, err := o.Compile()
	if err != nil {
		return r, err
	}
	mod, err := d.m.Load(hsaco)
	if err != nil {
		return r, err
	}
	if o.Bits < 32 {
		return r, errors.Join(d.Range(o, mod, 0, 1, int(o.Inputs()), &r), mod.Unload())
	}
	step := uint32(math.MaxUint32/uint32(n)) | 1
	for at := 0; at < n && err == nil; at += Chunk {
		err = d.Range(o, mod, 0x1357+uint32(at)*step, step, min(n, Chunk), &r)
	}
	for _, x := range specials() {
		if err == nil {
			err = d.Range(o, mod, x, 1, 128, &r)
		}
	}
	return r, errors.Join(err, mod.Unload())
}

// TestSums holds the references to the H200's answers: those for all inputs of 16 bits, and by hand (-sweep.part) for 2^28 inputs
// of 32 bits. TestAll does so for all.
func TestSums(t *testing.T) {
	sums := recordedSums(t)
	n := 0
	for _, o := range ops(t) {
		want, ok := sums[o.Name()]
		if !ok || o.Bounded() || o.Bits == 32 && *sweepPart < 0 {
			continue
		}
		n++
		part, first, count := 0, uint32(0), uint32(1<<16)
		if o.Bits == 32 {
			part, first, count = *sweepPart, uint32(*sweepPart)<<28, 1<<28
		}
		var sum uint64
		for i := range count {
			sum += mix(first+i, o.exact(first+i))
		}
		if sum != want[part] {
			t.Errorf("%s: the H200's answers differ", o.Name())
		}
	}
	t.Logf("%d instructions", n)
}

// TestInterpreter compares the references with ptx/interp, which shares no code with them.
func TestInterpreter(t *testing.T) {
	for _, o := range ops(t) {
		e, err := interp.NewEvaluator(o.Text, strings.Split(o.Dst+" "+o.Src+" "+o.Src, " ")...)
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		check := func(x uint32) {
			g := e.Eval(uint64(x), uint64(^x))
			if o.exact != nil {
				if w := o.exact(x); w != g && !o.sameNaN(w, g) {
					if bad++; bad == 1 {
						t.Errorf("%s: %#x: interpreter %#x, reference %#x", o.Text, x, g, w)
					}
				}
			} else if _, ok := o.near(x, g); !ok {
				if bad++; bad == 1 {
					t.Errorf("%s: %#x: interpreter %#x, out of bounds", o.Text, x, g)
				}
			}
		}
		if o.Bits < 32 {
			for x := uint32(0); x < 1<<o.Bits; x += 1 + uint32(o.Bits)&16 {
				check(x)
			}
			continue
		}
		for _, x := range specials() {
			for d := range uint32(5) {
				check(x + 30 + d)
			}
		}
		x := uint32(1)
		for range 1000 {
			x = x*1664525 + 1013904223
			check(x)
		}
		if bad > 1 {
			t.Errorf("%s: %d values differ", o.Text, bad)
		}
	}
}

// TestAll runs everything over all 2^32 inputs, by hand. testdata/sweep.log is the log of the last time.
func TestAll(t *testing.T) {
	if !*sweepAll {
		t.Skip("by hand: -sweep.all")
	}
	done := map[string]bool{}
	if *sweepLog != "" {
		if f, err := os.Open(*sweepLog); err == nil {
			for sc := bufio.NewScanner(f); sc.Scan(); {
				if f := strings.Fields(sc.Text()); len(f) > 2 {
					done[f[0]+" "+f[1]] = true
				}
			}
			_ = f.Close()
		}
	}
	var stop atomic.Bool
	if *sweepLimit > 0 {
		time.AfterFunc(*sweepLimit, func() { stop.Store(true) })
	}
	sums := recordedSums(t)
	for _, seed := range seeds {
		var ds []*Device
		for range *sweepCores {
			d, err := NewDevice(seed)
			if err != nil {
				t.Fatal(err)
			}
			ds = append(ds, d)
		}
		all := ops(t)
		// Approximations last: each of their results is looked at.
		slices.SortStableFunc(all, func(a, b *Op) int { return cmp.Compare(btoi(a.Bounded()), btoi(b.Bounded())) })
		for _, o := range all {
			key := fmt.Sprintf("%s seed=%#x", o.Name(), seed)
			if seed != 0 && !o.Bounded() || done[key] {
				continue
			}
			start := time.Now()
			// Where the H200's sums are known they are enough; each result is looked at only where they differ.
			want, known := sums[o.Name()]
			r, err := All(o, ds, o.Bounded() || !known, &stop)
			if err == nil && known && !o.Bounded() && r.Sums != want {
				r, err = All(o, ds, true, &stop)
			}
			if errors.Is(err, ErrStopped) {
				t.Logf("stopped at %s", key)
				return
			}
			if err != nil {
				t.Errorf("%s: %v", key, err)
				continue
			}
			line := fmt.Sprintf("%s inputs=%d wrong=%d", key, r.Inputs, r.Wrong)
			switch {
			case o.Bounded():
				line += fmt.Sprintf(" largest=%.4f", r.Largest)
			case !known:
				line += " h200=unknown"
			case want == r.Sums:
				line += " h200=same"
			default:
				line += " h200=differs"
				t.Errorf("%s: the H200's sums differ", key)
			}
			if r.Wrong > 0 {
				line += " first=" + strings.ReplaceAll(r.First, " ", "")
				t.Errorf("%s", line)
			}
			line += fmt.Sprintf(" seconds=%.0f", time.Since(start).Seconds())
			fmt.Println(line)
			if *sweepLog != "" {
				f, err := os.OpenFile(*sweepLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
				if err != nil {
					t.Fatal(err)
				}
				_, err = fmt.Fprintln(f, line)
				if err := errors.Join(err, f.Close()); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, d := range ds {
			d.Close()
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestRecorder writes the module that testdata/sums.py runs on NVIDIA hardware. A line in front of each kernel has its name, its instruction
// and the bits of its inputs.
func TestRecorder(t *testing.T) {
	if *sweepList == "" {
		t.Skip("by hand: -sweep.recorder")
	}
	var b strings.Builder
	b.WriteString(".version 8.6\n.target sm_90\n.address_size 64\n")
	for i, o := range ops(t) {
		if !o.Bounded() && !o.Arch && o.SM <= 90 {
			fmt.Fprintf(&b, "// k%d %s %d\n%s", i, o.Name(), o.Bits, o.SumKernel(fmt.Sprintf("k%d", i)))
		}
	}
	if err := os.WriteFile(*sweepList, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
