package compiler_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// Litmus tests: small programs of two to four threads that race on a few words, with the outcome that PTX's memory model forbids. They run in
// the emulator's weak mode under many seeds. The forbidden outcome must never appear; without fences it must appear, which shows that the
// emulator would have found a missing one. (Names as in Alglave, Maranget, Tautschnig, "Herding Cats"; what PTX forbids: PTX ISA,
// "Memory Consistency Model", and Lustig, Sahasrabuddhe, Giroux, "A Formal Analysis of the NVIDIA PTX Memory Consistency Model".)

// shape is a litmus test without the way in which it orders its accesses. A thread is a list of operations: w and r are weak accesses, W and R
// relaxed ones, WL a store with release, RQ a load with acquire, A a relaxed atomic that stores and returns what was there, F a fence, S and SQ
// loops that load with R or RQ until they see the value. Results have numbers of their own over all threads.
type shape struct {
	name    string
	threads []string
	// forbidden tells an outcome that must not be; r are the results, x the values of the variables in the end.
	forbidden func(r, x []uint32) bool
	// sc: it takes fence.sc, else release and acquire forbid it. coherence: relaxed accesses already forbid it.
	// overwrites: it needs stores that make a value smaller.
	// warm: a thread loads what it will load again.
	// loadStore: the order of loads before stores is all that matters.
	sc, coherence, overwrites, warm, loadStore bool
}

var shapes = []shape{
	{name: "MP", threads: []string{"w x 1; WL y 1", "RQ y 0; r x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 0 }},
	{name: "MP+warm", threads: []string{"w x 1; WL y 1", "r x 2; RQ y 0; r x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 0 }, warm: true},
	{name: "MP+fences", threads: []string{"W x 1; F; W y 1", "R y 0; F; R x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 0 }},
	{name: "MP+spin", threads: []string{"w x 1; WL y 1", "r x 2; SQ y 1; r x 1"}, forbidden: func(r, _ []uint32) bool { return r[1] == 0 }, warm: true},
	{name: "MP+spin+fence", threads: []string{"w x 1; F; W y 1", "r x 2; r y 3; S y 1; F; r x 1"}, forbidden: func(r, _ []uint32) bool { return r[1] == 0 }, warm: true},
	{name: "SB", threads: []string{"W x 1; F; R y 0", "W y 1; F; R x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 0 && r[1] == 0 }, sc: true},
	{name: "LB", threads: []string{"R x 0; F; W y 1", "R y 1; F; W x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 1 }, loadStore: true},
	{name: "LB+sync", threads: []string{"RQ x 0; W y 1", "R y 1; WL x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 1 }, loadStore: true},
	{name: "IRIW", threads: []string{"W x 1", "W y 1", "R x 0; F; R y 1", "R y 2; F; R x 3"},
		forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0 }, sc: true},
	{name: "WRC", threads: []string{"W x 1", "R x 0; WL y 1", "RQ y 1; R x 2"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 1 && r[2] == 0 }},
	{name: "ISA2", threads: []string{"w x 1; WL y 1", "RQ y 0; WL z 1", "r x 3; SQ z 1; r x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 0 }, warm: true},
	{name: "ISA2+spin", threads: []string{"w x 1; WL y 1", "SQ y 1; WL z 1", "r x 3; SQ z 1; r x 0"}, forbidden: func(r, _ []uint32) bool { return r[0] == 0 }, warm: true},
	{name: "S", threads: []string{"W x 2; WL y 1", "RQ y 0; W x 1"}, forbidden: func(r, x []uint32) bool { return r[0] == 1 && x[0] == 2 }, overwrites: true},
	{name: "R", threads: []string{"W x 1; F; W y 1", "W y 2; F; R x 0"}, forbidden: func(r, x []uint32) bool { return x[1] == 2 && r[0] == 0 }, sc: true, overwrites: true},
	{name: "2+2W", threads: []string{"W x 1; F; W y 2", "W y 1; F; W x 2"}, forbidden: func(_, x []uint32) bool { return x[0] == 1 && x[1] == 1 }, sc: true, overwrites: true},
	{name: "CoRR", threads: []string{"W x 1", "R x 0; R x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 0 }, coherence: true},
	{name: "CoRR2", threads: []string{"W x 1", "W x 2", "R x 0; R x 1", "R x 2; R x 3"},
		forbidden: func(r, _ []uint32) bool { return r[0] == 1 && r[1] == 2 && r[2] == 2 && r[3] == 1 }, coherence: true},
	{name: "CoWW", threads: []string{"W x 1; W x 2", "R x 0; R x 1"}, forbidden: func(r, x []uint32) bool { return x[0] != 2 || r[0] == 2 && r[1] == 1 }, coherence: true, overwrites: true},
	{name: "CoRW", threads: []string{"R x 0; W x 1", "W x 2"}, forbidden: func(r, x []uint32) bool { return r[0] == 1 || r[0] == 2 && x[0] == 2 }, coherence: true, overwrites: true},
	{name: "CoWR", threads: []string{"W x 1; R x 0", "W x 2"}, forbidden: func(r, x []uint32) bool { return r[0] == 0 || r[0] == 2 && x[0] == 1 }, coherence: true, overwrites: true},
	{name: "CoAtom", threads: []string{"A x 1 0; R x 1", "A x 2 2", "A x 3 3; W x 4"},
		forbidden: func(r, x []uint32) bool {
			return r[1] == r[0] || r[0] == r[2] || r[2] == r[3] || r[0] == 1 || x[0] == 0
		}, coherence: true},
}

// mechanisms are shapes of their own: operations that order by what they are. B waits at a barrier of the block, BA and BS arrive and wait at a
// named one, MA and MW arrive at an mbarrier and wait for it, CA copies 1 to x asynchronously and waits, CM tells an mbarrier of such a copy, BU is a bulk
// copy that does so, CS adds 1 to x (not atomic) while it holds the lock z.
var mechanisms = []shape{
	{name: "MP+barrier", threads: []string{"w x 1; B", "r x 2; B; r x 1"}, forbidden: stale, warm: true},
	{name: "SB+barrier", threads: []string{"w x 1; B; r y 0", "w y 1; B; r x 1"}, forbidden: func(r, _ []uint32) bool { return r[0] == 0 || r[1] == 0 }},
	{name: "MP+named", threads: []string{"w x 1; BA", "r x 2; BS; r x 1"}, forbidden: stale, warm: true},
	{name: "MP+mbarrier", threads: []string{"w x 1; MA", "r x 2; MW; r x 1"}, forbidden: stale, warm: true},
	{name: "MP+cp.async", threads: []string{"CA; WL y 1", "r x 2; SQ y 1; r x 1"}, forbidden: stale, warm: true},
	{name: "MP+cp.async+mbarrier", threads: []string{"CM", "r x 2; MW; r x 1"}, forbidden: stale, warm: true},
	{name: "MP+bulk", threads: []string{"BU", "r x 2; MW; r x 1"}, forbidden: stale, warm: true},
	{name: "lock", threads: []string{"CS", "CS"}, forbidden: func(_, x []uint32) bool { return x[0] != 2 }},
}

func stale(r, _ []uint32) bool { return r[1] == 0 }

// again jumps to a label while any lane has %p5: lanes that leave together keep the code free of lane masks.
func again(label string) string {
	return "vote.sync.any.pred %p5, %p5, 0xffffffff; @%p5 bra " + label + ";"
}

// mechanismOps are their operations in PTX; $L is a label.
var mechanismOps = map[string]string{
	"B":  "bar.sync 0;",
	"BA": "bar.arrive 1, 64;",
	"BS": "bar.sync 1, 64;",
	"MA": "mbarrier.arrive.shared.b64 _, [%s3];",
	"MW": "$L: mbarrier.try_wait.parity.shared.b64 %p5, [%s3], 0; not.pred %p5, %p5; " + again("$L"),
	"CA": "cp.async.ca.shared.global [%s0], [%a3], 4; cp.async.wait_all;",
	"CM": "cp.async.ca.shared.global [%s0], [%a3], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [%s3];",
	"BU": "mbarrier.arrive.expect_tx.shared.b64 _, [%s3], 16; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%s0], [%a3], 16, [%s3];",
	"CS": "mov.u32 %r5, 1; $L: setp.ne.u32 %p5, %r5, 0; @%p5 atom.acquire.$S.global.cas.b32 %r5, [%a2], 0, 1; setp.eq.and.u32 %p4, %r5, 0, %p5;" +
		"@%p4 ld.global.u32 %r6, [%a0]; add.u32 %r6, %r6, 1; @%p4 st.global.u32 [%a0], %r6; @%p4 st.release.$S.global.u32 [%a2], 0; setp.ne.u32 %p5, %r5, 0; " + again("$L"),
}

// style is a way to order accesses: PTX for each operation. $S is the scope, $M membar's level, $P the state space, $A the address, $D the
// destination, $V the value.
type style struct {
	name               string
	w, r, wl, rq, a, f string
	// weak: orders nothing, so that the outcome must appear. acqrel: orders, but is not sequentially consistent.
	weak, acqrel bool
}

const (
	stRelaxed = "st.relaxed.$S$P.u32 [$A], $V;"
	ldRelaxed = "ld.relaxed.$S$P.u32 $D, [$A];"
	atRelaxed = "atom.relaxed.$S$P.exch.b32 $D, [$A], $V;"
)

var styles = []style{
	{name: "relaxed", w: stRelaxed, r: ldRelaxed, wl: stRelaxed, rq: ldRelaxed, a: atRelaxed, weak: true},
	{name: "volatile", w: "st.volatile$P.u32 [$A], $V;", r: "ld.volatile$P.u32 $D, [$A];", wl: "st.volatile$P.u32 [$A], $V;", rq: "ld.volatile$P.u32 $D, [$A];", a: atRelaxed},
	{name: "acq_rel", w: stRelaxed, r: ldRelaxed, wl: "st.release.$S$P.u32 [$A], $V;", rq: "ld.acquire.$S$P.u32 $D, [$A];", a: "atom.acq_rel.$S$P.exch.b32 $D, [$A], $V;", f: "fence.acq_rel.$S;", acqrel: true},
	{name: "fence.acq_rel", w: stRelaxed, r: ldRelaxed, wl: "fence.acq_rel.$S; " + stRelaxed, rq: ldRelaxed + " fence.acq_rel.$S;", a: atRelaxed, f: "fence.acq_rel.$S;", acqrel: true},
	{name: "fence.sc", w: stRelaxed, r: ldRelaxed, wl: "fence.sc.$S; " + stRelaxed, rq: ldRelaxed + " fence.sc.$S;", a: atRelaxed, f: "fence.sc.$S;"},
	{name: "membar", w: "st.volatile$P.u32 [$A], $V;", r: "ld.volatile$P.u32 $D, [$A];", wl: "membar.$M; st.volatile$P.u32 [$A], $V;", rq: "ld.volatile$P.u32 $D, [$A]; membar.$M;",
		a: "atom$P.exch.b32 $D, [$A], $V;", f: "membar.$M;"},
	{name: "atomics", w: "atom.relaxed.$S$P.exch.b32 %junk, [$A], $V;", r: "atom.relaxed.$S$P.or.b32 $D, [$A], 0;", wl: "red.release.$S$P.max.u32 [$A], $V;", rq: "atom.acquire.$S$P.add.u32 $D, [$A], 0;",
		a: "atom.relaxed.$S$P.exch.b32 $D, [$A], $V;", f: "fence.acq_rel.$S;", acqrel: true},
	{name: "atomics.acq_rel", w: "red.relaxed.$S$P.max.u32 [$A], $V;", r: ldRelaxed, wl: "atom.acq_rel.$S$P.exch.b32 %junk, [$A], $V;", rq: "atom.acq_rel.$S$P.cas.b32 $D, [$A], 77, 78;",
		a: "atom.acq_rel.$S$P.exch.b32 $D, [$A], $V;", f: "fence.sc.$S;"},
}

var mechanismStyle = style{name: "mechanism", wl: "st.release.$S$P.u32 [$A], $V;", rq: "ld.acquire.$S$P.u32 $D, [$A];"}

// applies tells whether a style says something about a shape: forbids its outcome, or shows that it can appear.
func (s *style) applies(h *shape) bool {
	switch {
	case h.overwrites && s.name == "atomics.acq_rel": // red.max is no store
		return false
	case h.coherence:
		return s.name != "fence.acq_rel" && s.name != "fence.sc"
	case s.weak:
		return true
	case s.name == "volatile":
		return false
	case h.sc:
		return !s.acqrel
	}
	return true
}

// litmus is one test.
type litmus struct {
	shape  *shape
	style  *style
	scope  string
	spaces string // of x and y: g global, s shared, G and S the same by generic addresses
}

func (l *litmus) name() string {
	return l.shape.name + "/" + l.style.name + "/" + l.scope + "/" + l.spaces
}

// places is the number of threads with places to run: a power of two.
func (l *litmus) places() int {
	if len(l.shape.threads) > 2 {
		return 4
	}
	return 2
}

const (
	litmusGroups = 6             // copies of the test in a launch, times 32 lanes
	litmusVar    = 32768 + 5*128 // bytes between variables
	litmusVars   = 3
	litmusMeet   = 3 // the counter at which the threads of a copy meet stands behind them
	litmusOut    = 4 // results
	// The results of all copies, and 16 bytes for each to copy from.
	litmusResults = litmusGroups * 32 * litmusOut * 4
)

// ptx writes the test as a kernel. Threads are warps of one block at scope cta, else blocks; each lane runs a copy.
func (l *litmus) ptx() string {
	var b strings.Builder
	n := l.places()
	cta := l.scope == "cta"
	p := func(f string, a ...any) { fmt.Fprintf(&b, f+"\n", a...) }
	p(".version 8.4\n.target sm_90\n.address_size 64")
	p(".visible .entry litmus(.param .u64 base, .param .u64 out, .param .u32 stride)\n{")
	p(".reg .b32 %%r<8>, %%t<16>, %%s<4>, %%junk;\n.reg .b64 %%a<4>, %%b<8>;\n.reg .pred %%p<8>;\n.shared .align 128 .b8 sh[%d];", (litmusVars+1)*512)
	p("mov.u32 %%t0, %%tid.x; mov.u32 %%t1, %%ctaid.x; and.b32 %%t2, %%t0, 31; ld.param.u32 %%t3, [stride];")
	if cta {
		p("shr.u32 %%t4, %%t0, 5; mov.u32 %%t5, %%t1;")
	} else {
		p("and.b32 %%t4, %%t1, %d; shr.u32 %%t5, %%t1, %d;", n-1, n/2)
	}
	p("mad.lo.u32 %%t6, %%t5, 32, %%t2; mul.lo.u32 %%t7, %%t6, %%t3; ld.param.u64 %%b0, [base]; cvt.u64.u32 %%b1, %%t7; add.u64 %%b0, %%b0, %%b1;")
	p("ld.param.u64 %%b2, [out]; mul.wide.u32 %%b3, %%t6, %d; add.u64 %%b2, %%b2, %%b3;", 4*litmusOut)
	shared := strings.ContainsAny(l.spaces, "sS")
	if shared {
		p("shl.b32 %%t8, %%t2, 4; mov.u32 %%t9, sh; add.u32 %%t9, %%t9, %%t8;")
	}
	for i := range litmusVars {
		p("add.u64 %%a%d, %%b0, %d;", i, i*litmusVar)
		if shared {
			p("add.u32 %%s%d, %%t9, %d;", i, i*512)
		}
		switch l.space(i) {
		case 's', 'S':
			p("st.shared.u32 [%%s%d], 0;", i)
			if l.space(i) == 'S' {
				p("cvt.u64.u32 %%b1, %%s%d; cvta.shared.u64 %%a%d, %%b1;", i, i)
			}
		}
	}
	p("add.u64 %%a3, %%b2, %d;", litmusResults)
	if shared {
		p("add.u32 %%s3, %%t9, %d; setp.ne.u32 %%p7, %%t4, 0; @!%%p7 mbarrier.init.shared.b64 [%%s3], 1; bar.sync 0;", litmusVars*512)
	}
	for k := range 8 {
		p("mov.u32 %%r%d, 0;", k)
	}
	// The threads start together: each warp counts itself and waits for the others. (Uniform values keep the code free of lane masks.)
	p("ld.param.u64 %%b5, [base]; mul.wide.u32 %%b6, %%t5, 128; add.u64 %%b5, %%b5, %%b6; setp.eq.u32 %%p6, %%t2, 0;")
	p("mov.u32 %%junk, 0; @%%p6 atom.relaxed.gpu.global.add.u32 %%junk, [%%b5+%d], 1; shr.u32 %%junk, %%junk, 31;", litmusMeet*litmusVar) // 0, which nobody knows
	p("MEET: ld.relaxed.gpu.global.u32 %%t11, [%%b5+%d]; add.u32 %%t11, %%t11, %%junk; setp.ne.u32 %%p6, %%t11, %d; vote.sync.any.pred %%p6, %%p6, 0xffffffff; @%%p6 bra MEET;", litmusMeet*litmusVar, n)
	for t := range l.shape.threads {
		p("setp.eq.u32 %%p%d, %%t4, %d; vote.sync.any.pred %%p%d, %%p%d, 0xffffffff; @%%p%d bra T%d;", t, t, t, t, t, t)
	}
	p("bra END;")
	for t, code := range l.shape.threads {
		p("T%d:", t)
		var out []int
		for i, op := range strings.Split(code, ";") {
			f := strings.Fields(op)
			text, res := l.op(f, fmt.Sprintf("L%d_%d", t, i))
			p("%s", text)
			if res >= 0 {
				out = append(out, res)
			}
		}
		p("nanosleep.u32 32;") // the end of the test, for its analysis
		for _, r := range out {
			if r < litmusOut { // results beyond are loaded for their side effect
				p("st.global.u32 [%%b2+%d], %%r%d;", 4*r, r)
			}
		}
		p("bra END;")
	}
	p("END: nanosleep.u32 32;")
	if shared { // what the variables hold in the end
		p("bar.sync 0;\nsetp.ne.u32 %%p4, %%t4, 0;\n@%%p4 ret;")
		for i := range litmusVars {
			if s := l.space(i); s == 's' || s == 'S' {
				p("ld.shared.u32 %%t10, [%%s%d]; add.u64 %%b4, %%b0, %d; st.global.u32 [%%b4], %%t10;", i, i*litmusVar)
			}
		}
	}
	p("ret;\n}")
	return b.String()
}

// space is the state space of variable i; z is where y is.
func (l *litmus) space(i int) byte { return l.spaces[min(i, 1)] }

// op gives the PTX of an operation and the number of its result, -1 for none.
func (l *litmus) op(f []string, label string) (string, int) {
	s := l.style
	v, res := "", -1
	number := func(s string) (n int) {
		_, _ = fmt.Sscan(s, &n)
		return n
	}
	if len(f) > 2 {
		v = f[2]
	}
	text := map[string]string{"w": "st$P.u32 [$A], $V;", "r": "ld$P.u32 $D, [$A];", "W": s.w, "R": s.r, "WL": s.wl, "RQ": s.rq, "A": s.a, "F": s.f,
		"S": label + ": " + s.r + " setp.ne.u32 %p5, $D, $V; " + again(label), "SQ": label + ": " + s.rq + " setp.ne.u32 %p5, $D, $V; " + again(label)}[f[0]]
	if m, ok := mechanismOps[f[0]]; ok {
		text = strings.ReplaceAll(m, "$L", label)
	}
	dst := "%r7"
	switch f[0] {
	case "r", "R", "RQ":
		res = number(v)
	case "A":
		res = number(f[3])
	}
	if res >= 0 {
		dst = fmt.Sprintf("%%r%d", res)
	}
	space, addr := "", ""
	if len(f) > 1 {
		i := int(f[1][0] - 'x')
		addr = fmt.Sprintf("%%a%d", i)
		switch l.space(i) {
		case 'g':
			space = ".global"
		case 's':
			space, addr = ".shared", fmt.Sprintf("%%s%d", i)
		}
	}
	level := map[string]string{"cta": "cta", "gpu": "gl", "sys": "sys"}[l.scope]
	return strings.NewReplacer("$S", l.scope, "$M", level, "$P", space, "$A", addr, "$D", dst, "$V", v).Replace(text), res
}

const litmusBytes = (litmusMeet+1)*litmusVar + litmusGroups*32*132

// litmusBench runs a test's code object.
type litmusBench struct {
	d         *embedded.Device
	m         *conformance.DeviceMachine
	base, out uint64
	zero, mem []byte
	last      []byte // results of the latest launch
}

// litmusLimit is the instructions of a wave after which a test hangs.
const litmusLimit = 20000

// newLitmusBench makes a bench; close ends it.
func newLitmusBench(t testing.TB) *litmusBench {
	t.Helper()
	d, err := embedded.New(embedded.Options{Strict: true, Weak: 1, WeakLimit: litmusLimit, Memory: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return litmusOn(t, d)
}

func litmusOn(t testing.TB, d *embedded.Device) *litmusBench {
	t.Helper()
	m, err := conformance.OnDevice(d, true)
	if err != nil {
		t.Fatal(err)
	}
	b := &litmusBench{d: d, m: m, zero: make([]byte, litmusBytes), mem: make([]byte, litmusBytes)}
	if b.base, err = m.Alloc(len(b.zero)); err == nil {
		b.out, err = m.Alloc(2 * litmusResults)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *litmusBench) close() {
	b.m.Close()
	b.d.Close()
}

var errForbidden = errors.New("forbidden outcome")

// run launches the test n times and gives errForbidden at the first outcome that the shape forbids.
func (b *litmusBench) run(l *litmus, hsaco []byte, n int) error {
	mod, err := b.m.Load(hsaco)
	if err != nil {
		return err
	}
	defer mod.(interface{ Unload() error }).Unload()
	out := make([]byte, litmusResults)
	b.last = out
	ones := bytes.Repeat([]byte{1, 0, 0, 0}, litmusResults/4)
	grid, block := uint32(litmusGroups*l.places()), uint32(32)
	if l.scope == "cta" {
		grid, block = litmusGroups, uint32(32*l.places())
	}
	for i := range n {
		stride := uint32(4)
		if i&1 != 0 {
			stride = 132
		}
		if err := errors.Join(b.m.Write(b.base, b.zero), b.m.Write(b.out, make([]byte, len(out))), b.m.Write(b.out+litmusResults, ones)); err != nil {
			return err
		}
		par := binary.LittleEndian.AppendUint64(nil, b.base)
		par = binary.LittleEndian.AppendUint64(par, b.out)
		par = binary.LittleEndian.AppendUint32(par, stride)
		if err := mod.Launch("litmus", &conformance.Launch{Grid: [3]uint32{grid, 1, 1}, Block: [3]uint32{block, 1, 1}, Params: par}); err != nil {
			return err
		}
		if err := mod.Sync(); err != nil {
			return err
		}
		if err := errors.Join(b.m.Read(out, b.out), b.m.Read(b.mem, b.base)); err != nil {
			return err
		}
		var r [litmusOut]uint32
		var x [litmusVars]uint32
		for k := range litmusGroups * 32 {
			for j := range r {
				r[j] = binary.LittleEndian.Uint32(out[(k*litmusOut+j)*4:])
			}
			for j := range x {
				x[j] = binary.LittleEndian.Uint32(b.mem[k*int(stride)+j*litmusVar:])
			}
			if l.shape.forbidden(r[:], x[:]) {
				return fmt.Errorf("%w: launch %d, copy %d: results %v, memory %v", errForbidden, i, k, r, x)
			}
		}
	}
	return nil
}

// litmusTests lists all tests.
func litmusTests() (list []*litmus) {
	for i := range shapes {
		for j := range styles {
			h, s := &shapes[i], &styles[j]
			if !s.applies(h) {
				continue
			}
			for _, scope := range []string{"cta", "gpu", "sys"} {
				for _, spaces := range []string{"gg", "gs", "sg", "ss", "GG", "GS", "SG"} {
					if scope != "cta" && spaces != "gg" && spaces != "GG" || scope == "sys" && spaces != "gg" {
						continue
					}
					list = append(list, &litmus{h, s, scope, spaces})
				}
			}
		}
	}
	for i := range mechanisms {
		h, s := &mechanisms[i], &mechanismStyle
		scopes, spaces := []string{"cta"}, []string{"gs", "ss", "GS", "Sg"}
		switch {
		case h.name == "lock":
			scopes, spaces = []string{"cta", "gpu", "sys"}, []string{"gg"}
		case strings.Contains(h.name, "cp.async"), h.name == "MP+bulk":
			spaces = []string{"ss", "sg"}
		}
		for _, scope := range scopes {
			for _, sp := range spaces {
				list = append(list, &litmus{h, s, scope, sp})
			}
		}
	}
	return list
}

// mayBeWeak tells whether the test must show the outcome that fences forbid. Where all is in LDS, each wave's operations happen in order.
func (l *litmus) mayBeWeak() bool {
	return l.style.weak && !l.shape.coherence && strings.ContainsAny(l.spaces, "gG")
}

// litmusStep is the share of tests and mutants that an ordinary run tries: one in so many. FERRY_MUTATION=full tries all.
func litmusStep(n int) int {
	if os.Getenv("FERRY_MUTATION") == "full" {
		return 1
	}
	return n
}

func TestLitmus(t *testing.T) {
	const launches, most = 60, 3000
	b := newLitmusBench(t)
	defer func() { b.close() }()
	list := litmusTests()
	t.Logf("%d tests", len(list))
	step := litmusStep(11)
	for i := 0; i < len(list); i += step {
		l := list[i]
		t.Run(l.name(), func(t *testing.T) {
			obj := compile(t, l.ptx())
			refused(t, obj)
			n := launches
			if l.mayBeWeak() {
				n = most
			}
			err := b.run(l, obj.HSACO, n)
			if err != nil && !errors.Is(err, errForbidden) { // the device is not fit for more
				b.close()
				b = newLitmusBench(t)
			}
			switch {
			case l.mayBeWeak():
				if !errors.Is(err, errForbidden) {
					t.Errorf("the weak outcome does not appear: %v", err)
				}
			case err != nil:
				t.Error(err)
			}
		})
	}
}
