package compiler_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ferry/amdgpu"
	"ferry/elf"
)

// The proof that the litmus tests see what they are for: from the compiled code of each test one wait, one cache invalidation or one cache bit is
// deleted at a time. Each mutant must show the forbidden outcome, hang, or fault in strict mode; or an analysis of the code names the reason why
// nothing depends on what was deleted.

// litmusCode is the code of a test from the meeting of its threads to their s_sleep, behind which they store their results.
type litmusCode struct {
	hsaco []byte
	file  int // offset of the code in the file
	ins   []amdgpu.Inst
	off   []int
	next  [][]int // successors, by index
	from  int     // the loop in which the threads meet
	live  []bool  // reached from there before an s_sleep
}

// readCode reads the code of a kernel.
func readCode(t *testing.T, hsaco []byte, kernel string) *litmusCode {
	t.Helper()
	o, err := elf.ReadHSACO(hsaco)
	if err != nil {
		t.Fatal(err)
	}
	k, ok := o.Kernel(kernel)
	if !ok {
		t.Fatalf("no kernel %s", kernel)
	}
	c := &litmusCode{hsaco: hsaco, from: -1}
	for i := range o.Segments {
		if s := &o.Segments[i]; s.Exec {
			code := s.Data[k.Entry-s.Addr:][:k.CodeSize]
			c.file = bytes.Index(hsaco, code)
			at, glc := map[int]int{}, 0
			for off := 0; off < len(code); {
				var in amdgpu.Inst
				if err := amdgpu.Decode(amdgpu.GFX1100, code[off:], &in); err != nil {
					t.Fatal(err)
				}
				at[off] = len(c.ins)
				c.ins = append(c.ins, in)
				c.off = append(c.off, off)
				off += int(in.Size)
			}
			c.next = make([][]int, len(c.ins))
			for i := range c.ins {
				in := &c.ins[i]
				branch := in.Op == amdgpu.SBranch || strings.HasPrefix(in.Op.String(), "s_cbranch")
				if branch {
					c.next[i] = append(c.next[i], at[c.off[i]+int(in.Opd[0].Imm)])
				}
				if in.Op != amdgpu.SBranch && in.Op != amdgpu.SEndpgm && in.Op != amdgpu.SSleep && i+1 < len(c.ins) {
					c.next[i] = append(c.next[i], i+1)
				}
				// The loop in which the threads meet begins with the second instruction that has this bit.
				if in.Flags&amdgpu.FlagGLC != 0 && glc < 2 {
					if glc++; glc == 2 {
						c.from = i
					}
				}
			}
		}
	}
	return c
}

// readLitmus also finds the part of the code that is the test.
func readLitmus(t *testing.T, hsaco []byte) *litmusCode {
	c := readCode(t, hsaco, "litmus")
	c.live = make([]bool, len(c.ins))
	for i := range c.ins {
		c.live[i] = i == c.from || c.reach(c.from, func(*amdgpu.Inst) bool { return false }, func(in *amdgpu.Inst) bool { return in == &c.ins[i] })
	}
	return c
}

// Counters of s_waitcnt and s_waitcnt_vscnt.
const (
	cntVM = 1 << iota
	cntLGKM
	cntVS
)

// counts gives the counters that an instruction counts in.
func counts(in *amdgpu.Inst) int {
	tg := amdgpu.GFX1100
	fl := tg.Info(in.Op).Flags
	row := tg.Row(in)
	switch {
	case strings.HasPrefix(in.Op.String(), "buffer_gl"):
		return 0
	case fl&(amdgpu.OpSMEM|amdgpu.OpDS) != 0:
		return cntLGKM
	case fl&amdgpu.OpVMEM == 0:
		return 0
	}
	n := cntVM
	if row.Flags&amdgpu.RowMayStore != 0 && (fl&amdgpu.OpAtomic == 0 || in.Flags&amdgpu.FlagGLC == 0) {
		n = cntVS
	}
	if fl&amdgpu.OpFlat != 0 {
		n |= cntLGKM
	}
	return n
}

// waits gives the counters that an instruction waits for.
func waits(in *amdgpu.Inst) (n int) {
	switch in.Op {
	case amdgpu.SWaitcntVscnt:
		return cntVS
	case amdgpu.SWaitcnt:
		v := in.Opd[0].Imm
		if v>>10&63 != 63 {
			n |= cntVM
		}
		if v>>4&63 != 63 {
			n |= cntLGKM
		}
	}
	return n
}

// reach walks over the instructions behind i, no further than those where stop is true, and tells whether find is true for one of them.
func (c *litmusCode) reach(i int, stop, find func(in *amdgpu.Inst) bool) bool {
	seen := make([]bool, len(c.ins))
	work := append([]int(nil), c.next[i]...)
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[k] {
			continue
		}
		seen[k] = true
		if find(&c.ins[k]) {
			return true
		}
		if !stop(&c.ins[k]) {
			work = append(work, c.next[k]...)
		}
	}
	return false
}

// inFlight tells whether an operation for which find is true may be in flight at i: whether i is reached from one without a wait for the counter.
func (c *litmusCode) inFlight(i, counter int, find func(in *amdgpu.Inst) bool) bool {
	for k := range c.ins {
		if c.live[k] && counts(&c.ins[k])&counter != 0 && find(&c.ins[k]) {
			hit := false
			seen := make([]bool, len(c.ins))
			work := append([]int(nil), c.next[k]...)
			for len(work) > 0 && !hit {
				j := work[len(work)-1]
				work = work[:len(work)-1]
				if j == i {
					hit = true
				}
				if seen[j] || waits(&c.ins[j])&counter != 0 {
					continue
				}
				seen[j] = true
				work = append(work, c.next[j]...)
			}
			if hit {
				return true
			}
		}
	}
	return false
}

func isInv(in *amdgpu.Inst) bool { return strings.HasPrefix(in.Op.String(), "buffer_gl") }

// orders tells whether a wait before an instruction may order its effects. An invalidation has none but on the loads behind it.
func orders(in *amdgpu.Inst) bool { return counts(in) != 0 || in.Op == amdgpu.SBarrier }

func stores(in *amdgpu.Inst) bool {
	return counts(in) != 0 && amdgpu.GFX1100.Row(in).Flags&amdgpu.RowMayStore != 0
}

// cached is a vector load that the CU's caches may answer.
func cached(in *amdgpu.Inst) bool {
	return counts(in)&cntVM != 0 && in.Flags&amdgpu.FlagGLC == 0
}

// litmusMutant is the code with something deleted.
type litmusMutant struct {
	what      string
	hsaco     []byte
	redundant string
}

// mutants lists the mutants behind the meeting point.
func (c *litmusCode) mutants(t *testing.T, l *litmus) (list []litmusMutant) {
	any := func(*amdgpu.Inst) bool { return true }
	for i := range c.ins {
		in := &c.ins[i]
		if !c.live[i] {
			continue
		}
		add := func(what string, changed *amdgpu.Inst, redundant string) {
			b := append([]byte(nil), c.hsaco...)
			p := b[c.file+c.off[i]:][:in.Size]
			if changed == nil {
				for k := 0; k < len(p); k += 4 {
					copy(p[k:], []byte{0, 0, 0x80, 0xbf}) // s_nop 0
				}
			} else {
				e, err := amdgpu.Encode(amdgpu.GFX1100, changed, nil)
				if err != nil || len(e) != len(p) {
					t.Fatalf("%s: %v", what, err)
				}
				copy(p, e)
			}
			list = append(list, litmusMutant{fmt.Sprintf("%s at %#x", what, c.off[i]), b, redundant})
		}
		text := amdgpu.Format(amdgpu.GFX1100, in)
		// waitWhy says why a wait for a counter is not needed.
		waitWhy := func(counter int) string {
			again := func(in *amdgpu.Inst) bool { return waits(in)&counter != 0 }
			switch {
			case !c.inFlight(i, counter, any):
				return "nothing of the counter is in flight"
			case !c.reach(i, again, orders):
				return "the same wait follows before any memory operation"
			case l.shape.name == "lock" && counter == cntVS && i+1 < len(c.ins) && isInv(&c.ins[i+1]):
				return "the acquire of an atomic that returns waits for vmcnt only"
			case l.shape.loadStore && !c.reach(i, again, stores):
				return "the same wait follows before any store"
			case l.scope == "sys" && l.style.name == "atomics" && !c.reach(i, again, func(in *amdgpu.Inst) bool { return stores(in) || cached(in) }):
				return "the same wait follows before any compare-and-swap"
			case l.shape.warm && !c.inFlight(i, counter, func(in *amdgpu.Inst) bool { return !cached(in) && in.Op != amdgpu.DsLoadB32 }):
				return "the first load's order does not matter"
			case counter == cntLGKM && l.spaces == "GG" && !c.inFlight(i, counter, func(in *amdgpu.Inst) bool { return counts(in) == cntLGKM }):
				return "FLAT operations on global memory: vmcnt and vscnt cover them"
			case l.shape.coherence:
				return "one variable: accesses of a wave to one place stay in order"
			case counter == cntLGKM && !c.inFlight(i, counter, func(in *amdgpu.Inst) bool { return amdgpu.GFX1100.Info(in.Op).Flags&amdgpu.OpDS == 0 }) &&
				!c.reach(i, again, func(in *amdgpu.Inst) bool { return orders(in) && amdgpu.GFX1100.Info(in.Op).Flags&amdgpu.OpDS == 0 }):
				return "LDS operations of a wave stay in order"
			}
			return ""
		}
		switch {
		case in.Op == amdgpu.SWaitcntVscnt:
			add(text, nil, waitWhy(cntVS))
		case in.Op == amdgpu.SWaitcnt:
			for _, f := range []struct {
				name         string
				counter      int
				shift, field int64
			}{{"vmcnt", cntVM, 10, 63}, {"lgkmcnt", cntLGKM, 4, 63}} {
				if waits(in)&f.counter == 0 {
					continue
				}
				x := *in
				x.Opd[0].Imm |= f.field << f.shift
				add(f.name+" of "+text, &x, waitWhy(f.counter))
			}
		case isInv(in):
			why := ""
			same := func(x *amdgpu.Inst) bool { return x.Op == in.Op }
			if !c.reach(i, same, cached) {
				why = "no load that the caches may answer follows"
			}
			add(text, nil, why)
		case counts(in)&(cntVM|cntVS) != 0:
			if in.Flags&(amdgpu.FlagDLC|amdgpu.FlagSLC) != 0 {
				x := *in
				x.Flags &^= amdgpu.FlagDLC | amdgpu.FlagSLC
				add("dlc of "+text, &x, "it is a hint for the memory-attached last-level cache")
			}
			if in.Flags&amdgpu.FlagGLC != 0 && amdgpu.GFX1100.Info(in.Op).Flags&amdgpu.OpAtomic == 0 {
				x := *in
				x.Flags &^= amdgpu.FlagGLC
				why := ""
				// A load that a cache answers is as old as the last invalidation at most, as a load may be that is carried out early. Only a
				// loop without invalidations depends on a fresh value. (An atomic of the loop makes the caches forget the place, too.)
				inv := func(in *amdgpu.Inst) bool {
					return in.Op == amdgpu.BufferGl0Inv || amdgpu.GFX1100.Info(in.Op).Flags&amdgpu.OpAtomic != 0
				}
				if !c.reach(i, inv, func(x *amdgpu.Inst) bool { return x == in }) {
					why = "it is not in a loop without invalidation, so it may be as old as an early load"
				}
				add("glc of "+text, &x, why)
			}
		}
	}
	return list
}

func TestLitmusMutation(t *testing.T) {
	const most, quick = 3000, 10
	b := newLitmusBench(t)
	defer func() { b.close() }()
	var total, forbidden, faulted, redundant, escaped int
	reasons := map[string]int{}
	step, n := litmusStep(61), 0
	for _, l := range litmusTests() {
		// What is relaxed without coherence forbids nothing; addresses of LDS in FLAT instructions are not seen in the code; loops of
		// compare-and-swap within spin loops have waits on paths that no lane takes.
		loops := l.scope == "sys" && strings.HasPrefix(l.style.name, "atomics") && strings.Contains(strings.Join(l.shape.threads, " "), "S")
		if loops || l.style.weak && !l.shape.coherence || strings.Contains(l.spaces, "S") {
			continue
		}
		n++
		if n%step != 0 {
			continue
		}
		t.Run(l.name(), func(t *testing.T) {
			obj := compile(t, l.ptx())
			c := readLitmus(t, obj.HSACO)
			for _, m := range c.mutants(t, l) {
				total++
				launches := most
				if m.redundant != "" {
					launches = quick
				}
				err := b.run(l, m.hsaco, launches)
				switch {
				case errors.Is(err, errForbidden) && m.redundant == "":
					forbidden++
				case err != nil && !errors.Is(err, errForbidden):
					faulted++
				case err == nil && m.redundant != "":
					redundant++
					reasons[m.redundant]++
				default:
					escaped++
					t.Errorf("%s: %v (redundant: %q)", m.what, err, m.redundant)
				}
				if err != nil && !errors.Is(err, errForbidden) {
					b.close()
					b = newLitmusBench(t)
				}
			}
		})
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		t.Logf("%5d redundant: %s", reasons[why], why)
	}
	t.Logf("%d mutants: %d forbidden outcomes, %d faults and hangs, %d redundant, %d escaped", total, forbidden, faulted, redundant, escaped)
}
