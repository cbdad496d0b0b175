package progen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options choose what a program contains.
type Options struct {
	Statements int  // roughly how many
	Calls      bool // direct calls
	Recursion  bool // bounded recursion and indirect calls
	Divergent  bool // synchronisation in divergent code: partial masks
	Places     bool // with Divergent: operations and barriers that lanes reach at many places
	Exits      bool // lanes that leave early
	Irregular  bool // irreducible loops
	// DivergentCalls: lanes of different calls of one function wait for each other in it. Needs Divergent and Calls.
	DivergentCalls bool
	Locks          bool // critical sections of lanes that wait for each other
}

// Program is one random program: kernel k(u64 in, u64 out, u64 scratch). in holds Inputs words of 64 bits, out Slots 64-bit
// values a thread, scratch ScratchBytes a thread and 1 KiB more. Lines is the text; Fixed lines must stay when
// statements are dropped, and Spans are the ranges of lines that make one statement together.
type Program struct {
	Seed    uint64
	Lines   []string
	Fixed   []bool
	Spans   [][2]int
	Grid    uint32
	Block   uint32
	Slots   int
	Names   []string // of the slots
	nlabels int
}

// Inputs is the number of 64-bit input values; ScratchBytes is each thread's part of scratch memory.
const (
	Inputs       = 128
	ScratchBytes = 128
	sharedBytes  = 64
)

// Text is the PTX text.
func (p *Program) Text() string { return strings.Join(p.Lines, "\n") + "\n" }

// fn is the state of one function being generated.
type fn struct {
	p      *Program
	r      *rand.Rand
	o      *Options
	n      map[byte]int // registers by operand letter
	depth  int
	budget int
	callee []string // functions it may call
	kernel bool
	rec    bool   // may call itself: %dep counts down
	deep   string // a function in which lanes meet at different depths of its recursion
	name   string
	mask   string // names the lanes that come here together: a register or a constant; "" where that is not known
	masks  int    // mask registers in use
}

func (f *fn) emit(s string)  { f.p.Lines = append(f.p.Lines, s); f.p.Fixed = append(f.p.Fixed, false) }
func (f *fn) fixed(s string) { f.p.Lines = append(f.p.Lines, s); f.p.Fixed = append(f.p.Fixed, true) }

func (f *fn) emitf(s string, a ...any) { f.emit(strings.Repeat(" ", f.depth+1) + fmt.Sprintf(s, a...)) }

// span notes that the lines since from belong together.
func (f *fn) span(from int) { f.p.Spans = append(f.p.Spans, [2]int{from, len(f.p.Lines)}) }

func (f *fn) label() string {
	f.p.nlabels++
	return fmt.Sprintf("L%d", f.p.nlabels)
}

var prefix = map[byte]string{'r': "%r", 'l': "%d", 's': "%s", 'f': "%f", 'd': "%g", 'h': "%h", 'b': "%b", 'x': "%x", 'y': "%y", 'p': "%p"}

func (f *fn) reg(k byte) string { return fmt.Sprintf("%s%d", prefix[k], f.r.IntN(f.n[k])) }

func pick[T any](r *rand.Rand, v ...T) T { return v[r.IntN(len(v))] }

func (f *fn) chance(p float64) bool { return f.r.Float64() < p }

func (f *fn) const32() string {
	r := f.r
	return fmt.Sprint(pick(r, 0, 1, 2, 3, 5, 7, 8, 16, 31, 32, 33, 255, 256, 65535, 0x7fffffff, 0x80000000, 0xffffffff, int64(r.Uint32()), int64(r.Uint32()&255)))
}

func (f *fn) const64() string {
	r := f.r
	return fmt.Sprintf("%#x", pick(r, 0, 1, 3, 63, 64, 0xffffffff, 1<<32, 1<<63, 1<<63-1, ^uint64(0), r.Uint64(), r.Uint64()>>33))
}

func (f *fn) constF() string {
	r := f.r
	return fmt.Sprintf("0f%08X", pick(r, 0, 0x80000000, 0x3f800000, 0xbf800000, 0x40490fdb, 1, 0x807fffff, 0x7f7fffff, 0x7f800000, 0x3eaaaaab, 0x4b000000, 0x4f000000, r.Uint32()>>2, r.Uint32()&0xbfffffff))
}

func (f *fn) constD() string {
	r := f.r
	return fmt.Sprintf("0d%016X", pick(r, 0, 1<<63, 0x3ff<<52, 0xbff<<52, 0x400921fb54442d18, 1, 0x800fffffffffffff, 0x7ff<<52-1, 0x7ff<<52, r.Uint64()>>2, r.Uint64()&^(1<<62)))
}

// operand is the text for an operand letter of a template.
func (f *fn) operand(k byte) string {
	switch k {
	case 'i':
		if f.chance(.25) {
			return f.const32()
		}
		return f.reg('r')
	case 'j':
		if f.chance(.25) {
			return f.const64()
		}
		return f.reg('l')
	case 'k':
		if f.chance(.25) {
			return fmt.Sprint(pick(f.r, 0, 1, 2, 15, 255, 0x7fff, int(f.r.Uint32()&0xffff)))
		}
		return f.reg('s')
	case 'g':
		if f.chance(.25) {
			return f.constF()
		}
		return f.reg('f')
	case 'e':
		if f.chance(.25) {
			return f.constD()
		}
		return f.reg('d')
	case 'q':
		if f.chance(.4) {
			return fmt.Sprint(pick(f.r, 0, 1, 2, 7, 8, 15, 16, 31, 32, 33, 63, 64, 255))
		}
		return f.reg('r')
	case 'n':
		return pick(f.r, "", "!") + f.reg('p')
	case 'T', 't':
		return "%t0"
	case 'U', 'u':
		return "%q0"
	}
	return f.reg(k | 0x20)
}

// expand fills a template.
func (f *fn) expand(t string) string {
	var b strings.Builder
	for i := 0; i < len(t); i++ {
		switch {
		case t[i] == '{' && strings.IndexByte(t[i:], '|') > 0 && strings.IndexByte(t[i:], '|') < strings.IndexByte(t[i:], '}'):
			e := i + strings.IndexByte(t[i:], '}')
			b.WriteString(pick(f.r, strings.Split(t[i+1:e], "|")...))
			i = e
		case t[i] == '$':
			i++
			b.WriteString(f.operand(t[i]))
		case strings.HasPrefix(t[i:], "#lut"):
			fmt.Fprintf(&b, "%d", f.r.IntN(256))
			i += 3
		default:
			b.WriteByte(t[i])
		}
	}
	return b.String()
}

var opWeight = func() (n int) {
	for i := range ops {
		n += ops[i].weight
	}
	return n
}()

// simple emits one template, perhaps guarded.
func (f *fn) simple() {
	k := f.r.IntN(opWeight)
	i := 0
	for ; k >= ops[i].weight; i++ {
		k -= ops[i].weight
	}
	g := ""
	// Carries and temporaries pass from one instruction to the next, so only lone ones are guarded, and all stay together.
	parts := strings.Split(ops[i].text, "`")
	if len(parts) == 1 && f.chance(.12) {
		g = "@" + pick(f.r, "", "!") + f.reg('p') + " "
	}
	for k, t := range parts {
		parts[k] = f.expand(t) + ";"
	}
	f.emitf("%s%s", g, strings.Join(parts, " "))
}

// memory emits an access to local, global or scratch memory.
func (f *fn) memory() {
	from := len(f.p.Lines)
	r := f.r
	g := ""
	if f.chance(.15) {
		g = "@" + pick(r, "", "!") + f.reg('p') + " "
	}
	c := r.IntN(12)
	if !f.kernel {
		c = r.IntN(8) // functions have no memory of their own but the local one
	}
	switch {
	case c < 4: // local array, dynamic index
		size := pick(r, 1, 2, 4, 4, 8)
		f.emitf("and.b32 %%t0, %s, %d;", f.reg('r'), 64-size)
		f.emitf("cvt.u64.u32 %%q0, %%t0;")
		f.emitf("add.u64 %%q0, %%q0, %%lb;")
		space := ".local"
		if f.chance(.2) {
			f.emitf("cvta.local.u64 %%q0, %%q0;")
			space = ""
		}
		f.access(g, space, "%q0", size)
	case c < 6: // local array, constant index, vectors
		f.vector(g, ".local", "%lb", 16*r.IntN(4))
	case c < 8: // the input table
		f.emitf("and.b32 %%t0, %s, 126;", f.reg('r'))
		f.emitf("mul.wide.u32 %%q0, %%t0, 8;")
		f.emitf("add.u64 %%q0, %%q0, %%in;")
		switch r.IntN(4) {
		case 0:
			f.emitf("%sld.global%s.v2.b32 {%s, %%t1}, [%%q0];", g, pick(r, "", ".nc"), f.reg('r'))
		case 1:
			f.emitf("%sld.global%s.v4.b32 {%s, %%t1, %%t2, %%t3}, [%%q0];", g, pick(r, "", ".nc"), f.reg('r'))
		case 2:
			f.emitf("%sld.global%s.%s %s, [%%q0+%d];", g, pick(r, "", ".nc"), pick(r, "u8", "s8", "u16", "s16", "u32", "s32"), f.reg('r'), 4*r.IntN(3))
		case 3:
			f.emitf("%sld.global.b64 %s, [%%q0+8];", g, f.reg('l'))
		}
	case c < 11: // this thread's scratch memory
		size := pick(r, 1, 2, 4, 4, 8)
		space := pick(r, ".global", ".global", "")
		if f.chance(.5) {
			f.emitf("and.b32 %%t0, %s, %d;", f.reg('r'), 128-size)
			f.emitf("cvt.u64.u32 %%q0, %%t0;")
			f.emitf("add.u64 %%q0, %%q0, %%sc;")
			f.access(g, space, "%q0", size)
		} else {
			f.vector(g, space, "%sc", 16*r.IntN(8))
		}
	default:
		f.atomic(g)
	}
	f.span(from)
}

// access loads or stores one value of a size.
func (f *fn) access(g, space, addr string, size int) {
	r := f.r
	kind := map[int][]string{1: {"u8", "s8", "b8"}, 2: {"u16", "s16", "b16"}, 4: {"u32", "s32", "b32"}, 8: {"u64", "s64", "b64"}}[size]
	reg := f.reg('r')
	switch {
	case size == 8:
		reg = f.reg('l')
	case size <= 2 && f.chance(.5):
		reg = f.reg('s')
	}
	vol := ""
	if space == ".global" && f.chance(.3) {
		vol = ".volatile"
	}
	if f.chance(.5) {
		f.emitf("%sld%s%s.%s %s, [%s];", g, vol, space, pick(r, kind...), reg, addr)
	} else {
		f.emitf("%sst%s%s.%s [%s], %s;", g, vol, space, pick(r, kind...), addr, reg)
	}
}

// vector loads or stores 16 bytes or less at a constant offset.
func (f *fn) vector(g, space, base string, off int) {
	r := f.r
	form := pick(r, "v2.b32", "v4.b32", "v2.b64", "b64", "b32", "v4.b16", "v4.b8", "v2.b16")
	k := byte('r')
	n := 1
	switch form {
	case "v2.b32", "v2.b16":
		n = 2
	case "v4.b32", "v4.b8", "v4.b16":
		n = 4
	case "v2.b64":
		n, k = 2, 'l'
	case "b64":
		k = 'l'
	}
	if strings.HasSuffix(form, "b16") {
		k = 's'
	}
	load := f.chance(.5)
	var regs []string
	seen := map[string]bool{}
	for len(regs) < n {
		x := f.reg(k)
		// A load must not name a register twice.
		if load && seen[x] {
			x = fmt.Sprintf("%s%d", map[byte]string{'r': "%t", 'l': "%q", 's': "%v"}[k], len(regs))
		}
		seen[x] = true
		regs = append(regs, x)
	}
	list := regs[0]
	if n > 1 {
		list = "{" + strings.Join(regs, ", ") + "}"
	}
	if load {
		f.emitf("%sld%s.%s %s, [%s+%d];", g, space, form, list, base, off)
	} else {
		f.emitf("%sst%s.%s [%s+%d], %s;", g, space, form, base, off, list)
	}
}

// atomic emits an atomic operation on this thread's own memory, or one without a result and in any order on memory
// of all.
func (f *fn) atomic(g string) {
	r := f.r
	if f.chance(.4) {
		// Shared by the grid: additions, minima and the like commute.
		at := r.IntN(16)
		op := [16]string{"add.u32", "xor.b32", "min.s32", "max.s32", "min.u32", "max.u32", "and.b32", "or.b32", "add.s32",
			"add.u64", "min.s64", "max.s64", "min.u64", "max.u64", "xor.b64", "or.b64"}[at]
		k := byte('r')
		if strings.HasSuffix(op, "64") {
			k = 'l'
		}
		f.emitf("%sred.global.%s [%%acc+%d], %s;", g, op, 8*at, f.reg(k))
		return
	}
	off := 8 * r.IntN(16)
	op := pick(r, "add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32", "and.b32", "or.b32", "xor.b32", "exch.b32", "inc.u32", "dec.u32", "cas.b32",
		"add.u64", "min.u64", "max.s64", "min.s64", "max.u64", "and.b64", "or.b64", "xor.b64", "exch.b64", "cas.b64")
	k := byte('r')
	if strings.HasSuffix(op, "64") {
		k = 'l'
	}
	third := ""
	if strings.HasPrefix(op, "cas") {
		third = ", " + f.reg(k)
	}
	f.emitf("%satom%s%s.%s %s, [%%sc+%d], %s%s;", g, pick(r, "", "", ".relaxed.gpu", ".acq_rel.cta"), pick(r, ".global", ""), op, f.reg(k), off, f.reg(k), third)
}

// stmts emits up to n statements. uniform says that all threads of the block arrive here together.
func (f *fn) stmts(n int, uniform bool) {
	for range n {
		if f.budget <= 0 {
			return
		}
		f.budget--
		switch k := f.r.IntN(100); {
		case k < 62 || f.depth >= 5:
			f.simple()
		case k < 74:
			f.memory()
		case k < 82:
			f.branch()
		case k < 88:
			f.loop(uniform)
		case k < 90:
			f.choose()
		case k < 92 && f.depth < 3:
			f.tangle()
		case k < 93 && f.depth < 3 && f.o.Irregular:
			f.irreducible()
		case k < 95:
			f.call()
		case f.o.Locks && k < 96:
			f.lock()
		case uniform && f.kernel:
			f.together()
		case f.o.Places && f.depth < 4 && f.chance(.4):
			f.places()
		case f.o.Divergent && f.depth < 4:
			f.partial()
		default:
			f.simple()
		}
	}
}

// branch is an if, perhaps with an else.
func (f *fn) branch() {
	from := len(f.p.Lines)
	e, x := f.label(), f.label()
	not, p := pick(f.r, "", "!"), f.reg('p')
	here, used := f.mask, f.masks
	away := ""
	f.mask = ""
	if here != "" && f.o.Divergent && used+2 <= maskRegs && f.chance(.5) {
		away, f.mask = f.newMask(), f.newMask()
		f.emitf("vote.sync.ballot.b32 %s, %s%s, %s;", away, not, p, here)
		f.emitf("not.b32 %s, %s; and.b32 %s, %s, %s;", f.mask, away, f.mask, f.mask, here)
	}
	f.emitf("@%s%s bra %s;", not, p, e)
	f.depth++
	f.stmts(1+f.r.IntN(6), false)
	if f.o.Exits && f.kernel && f.chance(.08) {
		f.emitf("@%s%s %s;", pick(f.r, "", "!"), f.reg('p'), pick(f.r, "ret", "exit"))
	}
	f.depth--
	if f.chance(.5) {
		f.emitf("bra %s;", x)
		f.emitf("%s:", e)
		f.depth++
		f.mask = away
		f.stmts(1+f.r.IntN(6), false)
		f.depth--
		f.emitf("%s:", x)
	} else {
		f.emitf("%s:", e)
	}
	f.mask, f.masks = here, used
	f.span(from)
}

// loop runs a constant number of times, or one that differs between threads.
func (f *fn) loop(uniform bool) {
	from := len(f.p.Lines)
	t, x := f.label(), f.label()
	c := fmt.Sprintf("%%c%d", f.depth)
	div := f.chance(.5)
	if div {
		f.emitf("and.b32 %s, %s, 7;", c, f.reg('r'))
	} else {
		f.emitf("mov.u32 %s, %d;", c, 1+f.r.IntN(5))
	}
	inside := uniform && !div
	here, used := f.mask, f.masks
	round, stay := "", "" // the lanes that are still in the loop
	if here != "" && f.o.Divergent && used+2 <= maskRegs && f.chance(.6) {
		round, stay = f.newMask(), f.newMask()
		f.emitf("mov.b32 %s, %s;", round, here)
	}
	f.mask = round
	f.emitf("%s:", t)
	f.emitf("setp.eq.u32 %%px, %s, 0;", c)
	if round != "" {
		f.emitf("vote.sync.ballot.b32 %s, !%%px, %s;", round, round)
	}
	f.emitf("@%%px bra %s;", x)
	f.emitf("sub.u32 %s, %s, 1;", c, c)
	f.depth++
	f.stmts(1+f.r.IntN(5), inside)
	if !inside && f.chance(.35) {
		p, to := f.reg('p'), pick(f.r, x, x, t)
		if round != "" {
			f.emitf("vote.sync.ballot.b32 %s, !%s, %s;", stay, p, round)
		}
		f.emitf("@%s bra %s;", p, to)
		if round != "" && to == x {
			f.emitf("mov.b32 %s, %s;", round, stay)
		}
		f.mask = stay
		f.stmts(1+f.r.IntN(2), false)
	}
	f.mask, f.masks = here, used
	f.depth--
	f.emitf("bra %s;", t)
	f.emitf("%s:", x)
	f.span(from)
}

// choose is a switch, by brx.idx or by comparisons.
func (f *fn) choose() {
	from := len(f.p.Lines)
	here := f.mask
	f.mask = ""
	defer func() { f.mask = here }()
	n := 2 + f.r.IntN(4)
	x, tb := f.label(), f.label()
	var ls []string
	for range n {
		ls = append(ls, f.label())
	}
	f.emitf("rem.u32 %%t0, %s, %d;", f.reg('r'), n)
	if f.chance(.6) {
		f.emitf("%s: .branchtargets %s;", tb, strings.Join(ls, ", "))
		f.emitf("brx.idx %%t0, %s;", tb)
	} else {
		for k, l := range ls[:n-1] {
			f.emitf("setp.eq.u32 %%px, %%t0, %d;", k)
			f.emitf("@%%px bra %s;", l)
		}
		f.emitf("bra %s;", ls[n-1])
	}
	f.depth++
	for _, l := range ls {
		f.emitf("%s:", l)
		f.stmts(1+f.r.IntN(3), false)
		if f.chance(.75) {
			f.emitf("bra %s;", x)
		}
	}
	f.depth--
	f.emitf("%s:", x)
	f.span(from)
}

// tangle has jumps between siblings, forward ones and one bounded way back.
func (f *fn) tangle() {
	from := len(f.p.Lines)
	here := f.mask
	f.mask = ""
	defer func() { f.mask = here }()
	n := 3 + f.r.IntN(4)
	x := f.label()
	var ls []string
	for range n {
		ls = append(ls, f.label())
	}
	c := fmt.Sprintf("%%m%d", f.depth)
	f.emitf("mov.u32 %s, %d;", c, 1+f.r.IntN(4))
	f.depth++
	for k, l := range ls {
		f.emitf("%s:", l)
		f.stmts(1+f.r.IntN(2), false)
		if k+1 < n && f.chance(.8) {
			f.emitf("@%s%s bra %s;", pick(f.r, "", "!"), f.reg('p'), pick(f.r, append(ls[k+1:], x)...))
		}
	}
	f.emitf("setp.eq.u32 %%px, %s, 0;", c)
	f.emitf("@%%px bra %s;", x)
	f.emitf("sub.u32 %s, %s, 1;", c, c)
	f.emitf("@%s bra %s;", f.reg('p'), pick(f.r, ls...))
	f.depth--
	f.emitf("%s:", x)
	f.span(from)
}

// irreducible is a loop that is entered at two places.
func (f *fn) irreducible() {
	from := len(f.p.Lines)
	here := f.mask
	f.mask = ""
	defer func() { f.mask = here }()
	a, b, x := f.label(), f.label(), f.label()
	c := fmt.Sprintf("%%m%d", f.depth)
	f.emitf("mov.u32 %s, %d;", c, 2+f.r.IntN(5))
	f.emitf("@%s bra %s;", f.reg('p'), b)
	f.depth++
	f.emitf("%s:", a)
	f.stmts(1+f.r.IntN(3), false)
	f.emitf("setp.eq.u32 %%px, %s, 0;", c)
	f.emitf("@%%px bra %s;", x)
	f.emitf("sub.u32 %s, %s, 1;", c, c)
	f.emitf("%s:", b)
	f.stmts(1+f.r.IntN(3), false)
	f.emitf("setp.eq.u32 %%px, %s, 0;", c)
	f.emitf("@%%px bra %s;", x)
	f.emitf("sub.u32 %s, %s, 1;", c, c)
	f.emitf("@%s%s bra %s;", pick(f.r, "", "!"), f.reg('p'), a)
	f.emitf("bra %s;", pick(f.r, b, x))
	f.depth--
	f.emitf("%s:", x)
	f.span(from)
}

// call calls a function, by name or through a register.
func (f *fn) call() {
	if len(f.callee) == 0 && !f.rec && f.deep == "" {
		f.simple()
		return
	}
	from := len(f.p.Lines)
	if f.rec && f.chance(.5) {
		x := f.label()
		f.emitf("setp.eq.u32 %%px, %%dep, 0;")
		f.emitf("@%%px bra %s;", x)
		f.emitf("sub.u32 %%t0, %%dep, 1;")
		f.callOf(f.name, "%t0", f.own(), "")
		f.emitf("%s:", x)
		f.span(from)
		return
	}
	if f.deep != "" && f.mask != "" && f.depth < 4 && f.chance(.6) {
		f.deepCalls(f.mask)
		f.span(from)
		return
	}
	if len(f.callee) == 0 {
		f.simple()
		return
	}
	if f.o.Recursion && len(f.callee) > 1 && f.chance(.4) {
		a, b := pick(f.r, f.callee...), pick(f.r, f.callee...)
		f.emitf("mov.u64 %%q0, %s;", a)
		f.emitf("mov.u64 %%q1, %s;", b)
		p, mask := f.reg('p'), "%kx"
		if f.mask != "" && f.o.Divergent {
			f.emitf("vote.sync.ballot.b32 %%kx, %s, %s; not.b32 %%t0, %%kx; and.b32 %%t0, %%t0, %s; selp.b32 %%kx, %%kx, %%t0, %s;", p, f.mask, f.mask, p)
		} else {
			mask = "%lanemask_eq"
		}
		f.emitf("selp.b64 %%q0, %%q0, %%q1, %s;", p)
		f.callOf("%q0", fmt.Sprint(f.r.IntN(3)), mask, "proto")
	} else {
		f.callOf(pick(f.r, f.callee...), fmt.Sprint(f.r.IntN(3)), f.own(), "")
	}
	f.span(from)
}

// own is the mask that a called function gets: the lanes that are known to be here, at least the lane itself.
func (f *fn) own() string {
	if f.mask == "" {
		return "%lanemask_eq"
	}
	return f.mask
}

func (f *fn) callOf(name, dep, mask, proto string) {
	if proto != "" {
		p := f.label()
		f.emitf("%s: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _, .param .b32 _, .param .b32 _);", p)
		proto = ", " + p
	}
	f.emitf("mov.b32 %%t0, %s;", dep)
	f.emitf("mov.b32 %%t1, %s;", mask)
	f.emitf("{ .param .b32 pa; .param .b32 pb; .param .b32 pd; .param .b32 pm; .param .b32 pr; st.param.b32 [pa], %s; st.param.b32 [pb], %s; st.param.b32 [pd], %%t0; st.param.b32 [pm], %%t1; call (pr), %s, (pa, pb, pd, pm)%s; ld.param.b32 %s, [pr]; }",
		f.reg('r'), f.operand('i'), name, proto, f.reg('r'))
}

// together is something that all threads of the block do at one place.
func (f *fn) together() {
	from := len(f.p.Lines)
	r := f.r
	const full = "0xffffffff"
	switch r.IntN(9) {
	case 0, 1: // exchange through shared memory
		id := ""
		if f.chance(.4) {
			id = pick(r, "1", "5", "15")
		} else {
			id = "0"
		}
		f.emitf("bar.sync %s;", id)
		f.emitf("st.shared.u32 [%%sa], %s;", f.reg('r'))
		f.emitf("bar.sync %s;", id)
		f.emitf("rem.u32 %%t0, %s, %d;", f.reg('r'), f.p.Block)
		f.emitf("shl.b32 %%t0, %%t0, 2;")
		f.emitf("add.u32 %%t0, %%t0, %%sb;")
		f.emitf("ld.shared.u32 %s, [%%t0];", f.reg('r'))
		f.emitf("bar.sync %s;", id)
	case 2, 3:
		if f.o.Exits { // what a lane that has left would give is undefined
			f.warp(full)
			break
		}
		f.shuffle(full, f.chance(.5))
	case 4:
		f.warp(full)
	case 5:
		f.warp(full)
	case 6:
		switch r.IntN(3) {
		case 0:
			f.emitf("bar.red.popc.u32 %s, 0, %s;", f.reg('r'), f.operand('n'))
		case 1:
			f.emitf("bar.red.%s.pred %s, 0, %s;", pick(r, "and", "or"), f.reg('p'), f.operand('n'))
		case 2:
			f.emitf("barrier.sync %d;", r.IntN(16))
		}
	case 7: // accumulate in shared memory
		f.emitf("bar.sync 0;")
		f.emitf("setp.eq.u32 %%px, %%tx, 0;")
		f.emitf("@%%px st.shared.u32 [%%sm2], 7;")
		f.emitf("bar.sync 0;")
		f.emitf("@%s red.shared.%s [%%sm2], %s;", f.reg('p'), pick(r, "add.u32", "max.u32", "min.s32", "xor.b32", "or.b32", "and.b32"), f.reg('r'))
		f.emitf("bar.sync 0;")
		f.emitf("ld.shared.u32 %s, [%%sm2];", f.reg('r'))
		f.emitf("bar.sync 0;")
	case 8:
		if !f.o.Divergent {
			f.warp(full)
			break
		}
		switch k := r.IntN(4); {
		case k == 0 || !f.o.Places:
			f.split()
		case k == 1:
			f.groups()
		case k == 2:
			f.barriers()
		default:
			f.places()
		}
	}
	f.span(from)
}

// Generate makes the program of a seed.
func Generate(seed uint64, o Options) *Program {
	r := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	p := &Program{Seed: seed, Grid: 2, Block: pick(r, 64, 64, 64, 32, 96, uint32(128))}
	top := &fn{p: p, r: r, o: &o}
	top.fixed(".version 8.0")
	top.fixed(".target sm_90")
	top.fixed(".address_size 64")
	top.fixed(".global .align 8 .b8 tbl[1024];")
	var callee []string
	if o.Calls {
		for k := range r.IntN(4) {
			f := &fn{p: p, r: r, o: &o, callee: callee, name: fmt.Sprintf("fn%d", k), budget: 4 + r.IntN(12)}
			f.counts(3, 2)
			f.rec = o.Recursion && f.chance(.5)
			f.function()
			callee = append(callee, f.name)
		}
	}
	k := &fn{p: p, r: r, o: &o, callee: callee, kernel: true, budget: o.Statements}
	if o.Recursion && o.Places {
		f := &fn{p: p, r: r, o: &o, name: "deep", budget: 4}
		f.counts(3, 2)
		f.deepFunction()
		k.deep = f.name
	}
	k.counts(4+r.IntN(10), 2+r.IntN(4))
	k.main()
	return p
}

func (f *fn) counts(ints, others int) {
	f.n = map[byte]int{'r': ints}
	for _, k := range []byte("lsfdhbxy") {
		f.n[k] = 1 + f.r.IntN(others)
	}
	f.n['p'] = 4
}

// kinds are the register files in a fixed order.
const kinds = "rlsfdhbxy"

func (f *fn) registers() {
	types := map[byte]string{'r': "b32", 'l': "b64", 's': "b16", 'f': "f32", 'd': "f64", 'h': "b16", 'b': "b16", 'x': "b32", 'y': "b32"}
	for _, k := range []byte(kinds) {
		f.fixed(fmt.Sprintf(".reg .%s %s<%d>;", types[k], prefix[k], f.n[k]))
	}
	f.fixed(".reg .pred %p<4>, %px, %pz, %pk;")
	f.fixed(".reg .b32 %t<8>, %c<8>, %m<8>, %k<16>, %kx, %km, %sa, %sb, %sm2, %tx, %gid, %dep; .reg .b64 %q<4>, %lb, %in, %sc, %acc; .reg .b16 %v<4>;")
	f.fixed(fmt.Sprintf(".local .align 16 .b8 lm[%d];", 64))
}

// initialise gives every register a value; x and y name two 32-bit registers to start from.
func (f *fn) initialise() {
	for _, k := range []byte(kinds) {
		for i := range f.n[k] {
			t := fmt.Sprintf("%s%d", prefix[k], i)
			a, b := fmt.Sprintf("%%r%d", i%f.n['r']), fmt.Sprintf("%%d%d", i%f.n['l'])
			switch k {
			case 's':
				f.fixed(fmt.Sprintf("cvt.u16.u32 %s, %s;", t, a))
			case 'f':
				f.fixed(fmt.Sprintf("cvt.rn.f32.s32 %s, %s; mul.rn.f32 %s, %s, 0f%08X;", t, a, t, t, 0x30000000+i*0x01234567))
			case 'd':
				f.fixed(fmt.Sprintf("cvt.rn.f64.s64 %s, %s; mul.rn.f64 %s, %s, 0d%d000000012345678;", t, b, t, t, i%4))
			case 'h':
				f.fixed(fmt.Sprintf("cvt.u16.u32 %%v0, %s; cvt.rn.f16.s16 %s, %%v0;", a, t))
			case 'b':
				f.fixed(fmt.Sprintf("cvt.rn.f32.s32 %%f0, %s; cvt.rn.bf16.f32 %s, %%f0;", a, t))
			case 'x':
				f.fixed(fmt.Sprintf("cvt.rn.f32.s32 %%f0, %s; mul.rn.f32 %%f0, %%f0, 0f35000000; cvt.rn.f16x2.f32 %s, %%f0, %%f0;", a, t))
			case 'y':
				f.fixed(fmt.Sprintf("cvt.rn.f32.s32 %%f0, %s; cvt.rn.bf16x2.f32 %s, %%f0, %%f0;", a, t))
			}
		}
	}
	for i := range 4 {
		f.fixed(fmt.Sprintf("and.b32 %%t0, %%r%d, %d; setp.ne.u32 %%p%d, %%t0, 0;", i%f.n['r'], 1<<i, i))
	}
	f.fixed("setp.ne.u32 %px, %t0, %t0; setp.ne.u32 %pz, %t0, %t0; mov.u32 %t0, 0; mov.u32 %t1, 0; mov.u32 %t2, 0; mov.u32 %t3, 0; mov.u64 %q0, 0; mov.u64 %q1, 0;")
	for i := range 8 {
		f.fixed(fmt.Sprintf("mov.u32 %%c%d, 0; mov.u32 %%m%d, 0;", i, i))
	}
	for i := range maskRegs {
		f.fixed(fmt.Sprintf("mov.u32 %%k%d, 0;", i))
	}
	f.fixed("mov.u16 %v0, 0; mov.u16 %v1, 0; mov.u16 %v2, 0; mov.u16 %v3, 0;")
	for i := range 8 {
		f.fixed(fmt.Sprintf("st.local.b64 [%%lb+%d], %%d%d;", 8*i, i%f.n['l']))
	}
}

// function emits a device function of three arguments: two values and the depth of recursion left.
func (f *fn) function() {
	f.begin()
	f.mask = "%km"
	f.stmts(20, false)
	f.end()
}

func (f *fn) begin() {
	f.fixed(fmt.Sprintf(".func (.param .b32 res) %s(.param .b32 x, .param .b32 y, .param .b32 dep, .param .b32 mk)\n{", f.name))
	f.registers()
	f.fixed("mov.u64 %in, tbl; cvta.global.u64 %in, %in; mov.u64 %lb, lm; mov.u64 %sc, tbl; mov.u64 %acc, tbl;")
	f.fixed("ld.param.b32 %r0, [x]; ld.param.b32 %r1, [y]; ld.param.b32 %dep, [dep]; ld.param.b32 %km, [mk]; min.u32 %dep, %dep, 3; add.u32 %r2, %r0, %r1;")
	for i := range f.n['l'] {
		f.fixed(fmt.Sprintf("mul.wide.u32 %%d%d, %%r0, %d;", i, 0x9e3779b9+i))
	}
	f.initialise()
}

func (f *fn) end() {
	f.fixed("xor.b32 %r0, %r0, %r1; add.u32 %r0, %r0, %r2; st.param.b32 [res], %r0; ret;\n}")
}

// main emits the kernel.
func (f *fn) main() {
	p := f.p
	f.fixed(fmt.Sprintf(".visible .entry k(.param .u64 pin, .param .u64 pout, .param .u64 psc)\n{\n.shared .align 16 .b8 sm[%d];", 4*p.Block+sharedBytes))
	f.registers()
	f.fixed("ld.param.u64 %in, [pin]; ld.param.u64 %acc, [psc]; mov.u32 %tx, %tid.x; mov.u32 %t1, %ctaid.x; mov.u32 %t2, %ntid.x; mad.lo.u32 %gid, %t1, %t2, %tx;")
	f.fixed(fmt.Sprintf("mov.u32 %%sb, sm; mad.lo.u32 %%sa, %%tx, 4, %%sb; add.u32 %%sm2, %%sb, %d; mov.u64 %%lb, lm; mad.wide.u32 %%sc, %%gid, %d, %%acc; add.u64 %%sc, %%sc, 1024;", 4*p.Block, ScratchBytes))
	for k := range f.n['r'] {
		f.fixed(fmt.Sprintf("mad.lo.u32 %%t0, %%gid, %d, %d; and.b32 %%t0, %%t0, 127; mul.wide.u32 %%q0, %%t0, 8; add.u64 %%q0, %%q0, %%in; ld.global.u32 %%r%d, [%%q0];", 2*k+1, 7*k, k))
	}
	for k := range f.n['l'] {
		f.fixed(fmt.Sprintf("mad.lo.u32 %%t0, %%gid, %d, %d; and.b32 %%t0, %%t0, 127; mul.wide.u32 %%q0, %%t0, 8; add.u64 %%q0, %%q0, %%in; ld.global.u64 %%d%d, [%%q0];", 2*k+3, 11*k, k))
	}
	f.initialise()
	f.fixed("st.shared.u32 [%sa], %r0; st.shared.u32 [%sm2], 0; st.shared.u32 [%sm2+32], 0; st.shared.u32 [%sm2+36], 0; bar.sync 0;")
	f.mask = "0xffffffff"
	f.stmts(1<<30, true)
	if f.o.Locks {
		f.fixed("bar.sync 0;")
	}
	f.outputs()
	f.fixed("ret;\n}")
}

// outputs stores every register to the thread's slots, NaNs made one.
func (f *fn) outputs() {
	p := f.p
	var slots [][2]string // name, statements that leave the value in %q0
	for _, k := range []byte(kinds) {
		for i := range f.n[k] {
			t := fmt.Sprintf("%s%d", prefix[k], i)
			code := ""
			switch k {
			case 'r':
				code = "cvt.u64.u32 %q0, " + t + ";"
			case 'l':
				code = "mov.b64 %q0, " + t + ";"
			case 's':
				code = "cvt.u64.u16 %q0, " + t + ";"
			case 'f':
				code = "testp.notanumber.f32 %px, " + t + "; mov.b32 %t0, " + t + "; selp.b32 %t0, 0x7fc00000, %t0, %px; cvt.u64.u32 %q0, %t0;"
			case 'd':
				code = "testp.notanumber.f64 %px, " + t + "; mov.b64 %q0, " + t + "; selp.b64 %q0, 0x7ff8000000000000, %q0, %px;"
			case 'h', 'b':
				inf := map[byte]int{'h': 0x7c00, 'b': 0x7f80}[k]
				code = fmt.Sprintf("cvt.u32.u16 %%t0, %s; and.b32 %%t1, %%t0, 0x7fff; setp.gt.u32 %%px, %%t1, %d; selp.b32 %%t0, 0x7fff, %%t0, %%px; cvt.u64.u32 %%q0, %%t0;", t, inf)
			case 'x', 'y':
				inf := map[byte]int{'x': 0x7c00, 'y': 0x7f80}[k]
				code = fmt.Sprintf("and.b32 %%t2, %s, 0xffff; and.b32 %%t1, %%t2, 0x7fff; setp.gt.u32 %%px, %%t1, %d; selp.b32 %%t2, 0x7fff, %%t2, %%px; shr.u32 %%t0, %s, 16; and.b32 %%t1, %%t0, 0x7fff; setp.gt.u32 %%px, %%t1, %d; selp.b32 %%t0, 0x7fff, %%t0, %%px; shl.b32 %%t0, %%t0, 16; or.b32 %%t0, %%t0, %%t2; cvt.u64.u32 %%q0, %%t0;", t, inf, t, inf)
			}
			slots = append(slots, [2]string{t, code})
		}
	}
	slots = append(slots, [2]string{"%p", "selp.u32 %t0, 1, 0, %p0; selp.u32 %t1, 2, 0, %p1; or.b32 %t0, %t0, %t1; selp.u32 %t1, 4, 0, %p2; or.b32 %t0, %t0, %t1; selp.u32 %t1, 8, 0, %p3; or.b32 %t0, %t0, %t1; cvt.u64.u32 %q0, %t0;"})
	for i := range 8 {
		slots = append(slots, [2]string{fmt.Sprintf("lm[%d]", 8*i), fmt.Sprintf("ld.local.b64 %%q0, [%%lb+%d];", 8*i)})
	}
	if f.o.Locks {
		slots = append(slots, [2]string{"locked", "ld.shared.u32 %t0, [%sm2+36]; cvt.u64.u32 %q0, %t0;"})
	}
	p.Slots = len(slots)
	f.fixed(fmt.Sprintf("ld.param.u64 %%q2, [pout]; mad.wide.u32 %%q2, %%gid, %d, %%q2;", 8*p.Slots))
	for i, s := range slots {
		p.Names = append(p.Names, s[0])
		f.fixed(fmt.Sprintf("%s st.global.b64 [%%q2+%d], %%q0;", s[1], 8*i))
	}
}
