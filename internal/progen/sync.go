package progen

import "fmt"

// This file makes what lanes do together while they may stand apart. A statement's mask names the lanes that come to it,
// so every operation on it has one answer wherever its lanes stand.

// maskRegs is how many registers a function has for masks.
const maskRegs = 16

// newMask takes a mask register; whoever takes one gives all back by setting masks as it was.
func (f *fn) newMask() string {
	f.masks++
	return fmt.Sprintf("%%k%d", f.masks-1)
}

// shuffle moves values between the lanes of a full warp.
func (f *fn) shuffle(mask string, shift bool) {
	r := f.r
	if shift {
		f.emitf("shfl.sync.%s.b32 %s|%s, %s, %d, %s, %s;", pick(r, "down", "down"), f.reg('r'), f.reg('p'), f.reg('r'), r.IntN(32), pick(r, "0x1f", "0x181f", "0x101f"), mask)
		return
	}
	f.emitf("and.b32 %%t0, %s, 31;", f.operand('i'))
	f.emitf("shfl.sync.%s.b32 %s|%s, %s, %%t0, %s, %s;", pick(r, "bfly", "idx", "up"), f.reg('r'), f.reg('p'), f.reg('r'), pick(r, "0x1f", "0x101f", "0x181f", "0x1c03"), mask)
}

// member chooses a warp operation whose result depends only on the lanes of a mask.
func (f *fn) member() string {
	r := f.r
	switch k := r.IntN(11); k {
	case 0:
		return "ballot"
	case 1:
		return pick(r, "all", "any", "uni")
	case 2:
		return "redux." + pick(r, "add.s32", "add.u32", "min.u32", "min.s32", "max.s32", "max.u32")
	case 3:
		return "redux." + pick(r, "and", "or", "xor") + ".b32"
	case 4:
		return "any.b32"
	case 5:
		return "all.b32"
	case 6:
		return "any.b64"
	case 7:
		return "barrier"
	case 8:
		return "elect"
	default:
		if f.o.Exits { // what a lane that has left would give is undefined
			return "ballot"
		}
		return "shuffle"
	}
}

// warp is a warp operation whose result depends only on the lanes of the mask.
func (f *fn) warp(mask string) { f.warpOp(f.member(), mask) }

// warpOp emits a warp operation that member chose, with new operands.
func (f *fn) warpOp(op, mask string) {
	r := f.r
	switch op {
	case "ballot":
		f.emitf("vote.sync.ballot.b32 %s, %s, %s;", f.reg('r'), f.operand('n'), mask)
	case "all", "any", "uni":
		f.emitf("vote.sync.%s.pred %s, %s, %s;", op, f.reg('p'), f.operand('n'), mask)
	case "any.b32":
		f.emitf("and.b32 %%t0, %s, %d;", f.reg('r'), pick(r, 1, 3, 15))
		f.emitf("match.any.sync.b32 %s, %%t0, %s;", f.reg('r'), mask)
	case "all.b32":
		f.emitf("match.all.sync.b32 %s|%s, %s, %s;", f.reg('r'), f.reg('p'), f.reg('r'), mask)
	case "any.b64":
		f.emitf("match.any.sync.b64 %s, %s, %s;", f.reg('r'), f.reg('l'), mask)
	case "barrier":
		f.emitf("bar.warp.sync %s;", mask)
	case "elect":
		f.emitf("elect.sync %s|%s, %s;", f.reg('r'), f.reg('p'), mask)
	case "shuffle": // from a lane of the mask, or the lane itself
		f.emitf("and.b32 %%t0, %s, 31; mov.b32 %%t2, %s; shr.u32 %%t2, %%t2, %%t0; and.b32 %%t2, %%t2, 1; setp.ne.u32 %%px, %%t2, 0; mov.u32 %%t2, %%laneid; selp.b32 %%t0, %%t0, %%t2, %%px;", f.operand('i'), mask)
		f.emitf("shfl.sync.idx.b32 %s|%s, %s, %%t0, 0x1f, %s;", f.reg('r'), f.reg('p'), f.reg('r'), mask)
	default:
		f.emitf("%s.sync%s %s, %s, %s;", op[:5], op[5:], f.reg('r'), f.reg('r'), mask)
	}
}

// meeting is something that all lanes of a mask do, each at a place of its own. Those of one number are the same.
type meeting struct {
	n    int
	emit func()
}

// places has a sequence of operations that all lanes of the mask do, each lane at one of many places.
func (f *fn) places() {
	mask := f.mask
	if mask == "" || f.depth > 3 {
		f.partial()
		return
	}
	from := len(f.p.Lines)
	var ops []meeting
	for i := range 1 + f.r.IntN(3) {
		op := f.member()
		m := meeting{i, func() { f.warpOp(op, mask) }}
		if f.o.DivergentCalls && len(f.callee) > 0 && f.chance(.25) {
			g, dep := pick(f.r, f.callee...), fmt.Sprint(f.r.IntN(3))
			m.emit = func() { f.callOf(g, dep, mask, "") }
		}
		if f.deep != "" && f.depth < 3 && f.chance(.4) {
			m.emit = func() { f.deepCalls(mask) }
		}
		for range pick(f.r, 1, 1, 2, 3) {
			ops = append(ops, m)
		}
	}
	f.sequence(ops, 3)
	f.mask = mask
	f.span(from)
}

// deepFunction emits a recursive function with one operation in each activation, on the way down or up.
func (f *fn) deepFunction() {
	f.begin()
	op := f.member()
	meet := func() {
		f.sequence([]meeting{{0, func() { f.warpOp(op, "%km") }}}, 2)
	}
	down := f.chance(.5)
	f.stmts(1+f.r.IntN(2), false)
	if down {
		meet()
	}
	x := f.label()
	f.fixed("setp.eq.u32 %px, %dep, 0;")
	f.fixed("@%px bra " + x + ";")
	f.fixed("sub.u32 %t0, %dep, 1;")
	f.callOf(f.name, "%t0", "%km", "")
	f.stmts(f.r.IntN(2), false)
	f.fixed(x + ":")
	if !down {
		meet()
	}
	f.end()
}

// deepCalls has two calls of that function: every lane goes as deep as it likes in the first one, and makes up for it in the second.
func (f *fn) deepCalls(mask string) {
	c := fmt.Sprintf("%%c%d", f.depth)
	f.depth++
	f.emitf("and.b32 %s, %s, 3;", c, f.reg('r'))
	f.callOf(f.deep, c, mask, "")
	f.emitf("xor.b32 %s, %s, 3;", c, c)
	f.callOf(f.deep, c, mask, "")
	f.depth--
}

// sequence emits operations in order along every path of random control flow.
func (f *fn) sequence(ops []meeting, depth int) {
	f.mask = ""
	r := f.r
	if len(ops) == 0 {
		f.stmts(r.IntN(2), false)
		return
	}
	if depth == 0 || f.depth > 6 {
		for _, op := range ops {
			f.stmts(r.IntN(2), false)
			op.emit()
		}
		return
	}
	same := 1
	for same < len(ops) && ops[same].n == ops[0].n {
		same++
	}
	switch r.IntN(7) {
	case 6: // some lanes do the first ones in a branch; for the others those behind it are the first
		if same < 2 {
			f.sequence(ops, depth-1)
			return
		}
		k := 1 + r.IntN(same-1)
		c, e, x := fmt.Sprintf("%%c%d", f.depth), f.label(), f.label()
		f.depth++
		f.emitf("selp.u32 %s, 1, 0, %s;", c, f.reg('p'))
		f.emitf("setp.eq.u32 %%px, %s, 0;", c)
		f.emitf("@%%px bra %s;", e)
		f.sequence(ops[:k], depth-1)
		f.emitf("%s:", e)
		f.sequence(ops[k:same], depth-1)
		f.emitf("setp.ne.u32 %%px, %s, 0;", c)
		f.emitf("@%%px bra %s;", x)
		f.sequence(ops[:k], depth-1)
		f.emitf("%s:", x)
		f.depth--
		f.sequence(ops[same:], depth-1)
	case 0:
		k := r.IntN(len(ops) + 1)
		f.sequence(ops[:k], depth-1)
		f.sequence(ops[k:], depth-1)
	case 1: // a loop around operations that are the same
		c, t := fmt.Sprintf("%%c%d", f.depth), f.label()
		f.depth++
		f.emitf("mov.u32 %s, %d;", c, same)
		f.emitf("%s:", t)
		f.stmts(r.IntN(2), false)
		f.sequence(ops[:1], depth-1)
		f.emitf("sub.u32 %s, %s, 1; setp.ne.u32 %%px, %s, 0;", c, c, c)
		f.emitf("@%%px bra %s;", t)
		f.depth--
		f.sequence(ops[same:], depth-1)
	case 2: // a loop that every lane goes round as often as it likes; the operations are in some rounds only
		c, t, o := fmt.Sprintf("%%c%d", f.depth), f.label(), f.label()
		f.depth++
		f.emitf("and.b32 %s, %s, 3; add.u32 %s, %s, 1;", c, f.reg('r'), c, c)
		f.emitf("%s:", t)
		f.stmts(r.IntN(2), false)
		f.emitf("setp.ne.u32 %%px, %s, 1;", c)
		f.emitf("@%%px bra %s;", o)
		f.sequence(ops, depth-1)
		f.emitf("%s:", o)
		f.emitf("sub.u32 %s, %s, 1; setp.ne.u32 %%px, %s, 0;", c, c, c)
		f.emitf("@%%px bra %s;", t)
		f.depth--
	default:
		e, x := f.label(), f.label()
		f.emitf("@%s%s bra %s;", pick(r, "", "!"), f.reg('p'), e)
		f.depth++
		f.sequence(ops, depth-1)
		f.emitf("bra %s;", x)
		f.emitf("%s:", e)
		f.sequence(ops, depth-1)
		f.depth--
		f.emitf("%s:", x)
	}
}

// barriers has block barriers that all threads pass, each at one of many places.
func (f *fn) barriers() {
	var ops []meeting
	for i := range 1 + f.r.IntN(2) {
		id, count := f.r.IntN(16), ""
		if f.chance(.5) {
			count = fmt.Sprintf(", %d", f.p.Block)
		}
		switch k := f.r.IntN(4); {
		case k == 0:
			ops = append(ops, meeting{i, func() { f.emitf("barrier.red.popc.u32 %s, %d%s, %s;", f.reg('r'), id, count, f.operand('n')) }})
		default:
			ops = append(ops, meeting{i, func() { f.emitf("barrier.sync %d%s;", id, count) }})
		}
	}
	here := f.mask
	f.sequence(ops, 2)
	f.mask = here
}

// partial has warp operations of the lanes that are here. Where these are not known, a lane knows no mask but its own.
func (f *fn) partial() {
	from := len(f.p.Lines)
	mask := f.mask
	if mask == "" {
		f.emitf("mov.u32 %%t1, %%lanemask_eq;")
		mask = "%t1"
	}
	f.warp(mask)
	f.span(from)
}

// split lets all lanes vote on a branch, and each side works with the mask of its lanes.
func (f *fn) split() {
	r := f.r
	if f.masks+2 > maskRegs || f.mask == "" {
		return
	}
	here, used := f.mask, f.masks
	e, x := f.label(), f.label()
	yes, no := f.newMask(), f.newMask()
	f.emitf("mov.pred %%pk, %s;", f.reg('p'))
	f.emitf("vote.sync.ballot.b32 %s, %%pk, %s;", yes, here)
	f.emitf("not.b32 %s, %s; and.b32 %s, %s, %s;", no, yes, no, no, here)
	if f.chance(.3) { // under a guard
		f.emitf("@%%pk vote.sync.ballot.b32 %s, %s, %s;", f.reg('r'), f.operand('n'), yes)
		f.emitf("@!%%pk redux.sync.add.u32 %s, %s, %s;", f.reg('r'), f.reg('r'), no)
	}
	f.emitf("@%%pk bra %s;", e)
	f.depth++
	side := func(mask string) {
		f.mask = mask
		for range 1 + r.IntN(3) {
			f.warp(mask)
			f.stmts(r.IntN(2), false)
		}
	}
	side(no)
	f.emitf("bra %s;", x)
	f.emitf("%s:", e)
	side(yes)
	f.depth--
	f.emitf("%s:", x)
	f.mask, f.masks = here, used
}

// groups lets the lanes that agree on a value work together, whatever ways each of them goes.
func (f *fn) groups() {
	if f.masks+1 > maskRegs || f.mask == "" {
		return
	}
	here, used := f.mask, f.masks
	mk := f.newMask()
	f.emitf("and.b32 %%t0, %s, %d;", f.reg('r'), pick(f.r, 1, 3, 7))
	f.emitf("match.any.sync.b32 %s, %%t0, %s;", mk, here)
	for range 1 + f.r.IntN(2) {
		f.mask = mk
		f.places()
	}
	f.mask, f.masks = here, used
}

// lock adds to a word that only one thread at a time may touch.
func (f *fn) lock() {
	from := len(f.p.Lines)
	r := f.r
	space, at, order := ".global", "%acc+256", "gpu"
	if f.kernel && f.chance(.5) {
		space, at, order = ".shared", "%sm2+32", "cta"
	}
	if !f.kernel {
		f.simple() // functions do not know the places
		return
	}
	t := f.label()
	take, test := "atom"+space+".cas.b32 %t0, ["+at+"], 0, 1;", "setp.ne.u32 %px, %t0, 0;"
	if f.chance(.4) {
		take = "atom" + space + ".exch.b32 %t0, [" + at + "], 1;"
	}
	work := func() {
		f.emitf("fence.acq_rel.%s;", order)
		f.emitf("ld.volatile%s.u32 %%t1, [%s+4];", space, at)
		f.emitf("add.u32 %%t1, %%t1, %s;", f.reg('r'))
		f.emitf("st.volatile%s.u32 [%s+4], %%t1;", space, at)
		f.emitf("fence.acq_rel.%s;", order)
		f.emitf("%s", pick(r, "atom"+space+".exch.b32 %t0, ["+at+"], 0;", "st.relaxed."+order+space+".u32 ["+at+"], 0;"))
	}
	f.emitf("%s:", t)
	f.emitf("%s %s", take, test)
	switch r.IntN(3) {
	case 0: // spin, then work
		f.emitf("@%%px bra %s;", t)
		work()
	case 1: // work in the loop
		x, y := f.label(), f.label()
		f.emitf("@%%px bra %s;", x)
		work()
		f.emitf("bra %s;", y)
		f.emitf("%s:", x)
		f.emitf("nanosleep.u32 20;")
		f.emitf("bra %s;", t)
		f.emitf("%s:", y)
	case 2: // the loop ends by a flag
		x := f.label()
		f.emitf("setp.eq.u32 %%pz, %%t0, 0;")
		f.emitf("@%%px bra %s;", x)
		work()
		f.emitf("%s:", x)
		f.emitf("@!%%pz bra %s;", t)
	}
	f.emitf("mov.u32 %%t0, 0; mov.u32 %%t1, 0;")
	f.span(from)
}
