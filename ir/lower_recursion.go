package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers calls of functions that call themselves, directly or through others, where lanes may synchronise apart
// (lower_meet.go). Such functions cannot be called as others are, since the lanes of one activation need not come back together.
//
// Each of them is one part of the kernel's dispatched region, its body, to which all calls of it go. A lane notes in a variable
// of the body which call it came from, and goes there at the end. What the caller has in variables is that of the lane's
// latest activation of it; a call saves all of it in the lane's own stack, and takes it back from there behind the call. The stack also
// holds the activation's local memory. It lies in the kernel's scratch frame, and a variable says where the lane's activation
// has its part.

// recursionStack is the size of a lane's stack in bytes. What does not fit ends the wave with abi.CodeStackOverflow.
const recursionStack = 16384

// activation is a function that lanes may be in several times at once.
type activation struct {
	fn     *ptx.Function
	fr     *frame
	entry  *Block
	end    *Block
	from   variable // number of the place that the lane came from
	places []*Block
	saved  []variable // in the order of their places in the stack
	area   uint32     // where these begin, from the beginning of the activation's part
	top    int64      // bytes of its part that are in use where the body begins
	size   int64      // all its bytes, to which those of inlined functions are added
	bytes  variable   // the same, rounded up
	mark   variable   // where alloca's memory ended when the lane came, if the kernel has such
}

// save is a value's place in a lane's stack: what a call writes there, and what is read behind it.
type save struct{ store, load *Value }

// activationOf gives the activation of g.
func (b *builder) activationOf(g *ptx.Function) *activation {
	if a := b.activations[g]; a != nil {
		return a
	}
	if b.activations == nil {
		b.activations = map[*ptx.Function]*activation{}
		b.stackAt, b.stackEnd = b.newVar(I32), b.newVar(I32)
	}
	a := &activation{fn: g, entry: b.newBlock(), from: b.newVar(I32), bytes: b.newVar(I32)}
	first := variable(len(b.varTypes))
	in, top := b.act, b.frameTop
	b.act, b.frameTop = a, 0
	a.fr = b.newFrame(g, nil)
	a.fr.ret = b.newBlock()
	a.saved = append(a.saved, a.from)
	for v := first; int(v) < len(b.varTypes); v++ {
		a.saved = append(a.saved, v)
	}
	if b.stack.used {
		a.mark = b.newVar(I32)
		a.saved = append(a.saved, a.mark)
	}
	n := int64(0)
	for _, v := range a.saved {
		n += int64(saveBytes(b.varTypes[v]))
	}
	a.area = b.allocFrame(n, 8)
	a.top = b.frameTop
	b.act, b.frameTop = in, top
	b.activations[g] = a
	b.activationList = append(b.activationList, a)
	return a
}

// saveBytes is what a variable takes in the stack.
func saveBytes(t Type) int {
	if t == I64 {
		return 8
	}
	return 4
}

// activate calls g.
func (b *builder) activate(in *ptx.Instr, g *ptx.Function) {
	args, rets := in.Ops[2].Elems, in.Ops[0].Elems
	a, caller, fr := b.activationOf(g), b.act, b.fr
	var list []*Value
	for i := range args {
		list = b.argDwords(list, g.Params[i], &args[i])
	}
	again := caller != nil && b.calls.info[caller.fn].recursive && b.calls.info[g].recursive // the call may come back to the caller's body
	var kept []*save
	if again {
		kept = b.saveVariables(caller)
	}
	if caller != nil {
		b.setRaw(b.stackAt, b.add(b.get(b.stackAt), b.get(caller.bytes)))
	}
	b.act, b.fr = a, a.fr
	for _, p := range g.Params {
		n := paramDwords(p)
		b.takeParam(a.fr, p, list[:n])
		list = list[n:]
	}
	b.setRaw(a.from, b.c32(uint32(len(a.places))))
	back := b.newBlock()
	a.places = append(a.places, back)
	over := b.newBlock()
	b.branch(b.icmp(GT, b.add(b.get(b.stackAt), b.get(a.bytes)), b.get(b.stackEnd)), over, a.entry)
	b.enter(over)
	b.blk.TrapCode = abi.CodeStackOverflow
	b.end(BlockTrap)

	b.enter(back)
	var res []*Value
	for _, p := range g.Rets {
		res = b.retDwords(res, a.fr, p)
	}
	b.act, b.fr = caller, fr
	if caller != nil {
		b.setRaw(b.stackAt, b.sub(b.get(b.stackAt), b.get(caller.bytes)))
	}
	if again {
		b.restoreVariables(caller, kept)
	}
	for i, p := range g.Rets {
		n := paramDwords(p)
		b.giveRet(p, &rets[i], res[:n])
		res = res[n:]
	}
}

// saveVariables writes what a's body has in variables into the lane's stack.
func (b *builder) saveVariables(a *activation) []*save {
	off := int64(0)
	kept := make([]*save, len(a.saved))
	base := b.get(b.stackAt)
	for i, v := range a.saved {
		x := b.get(v)
		switch x.Type {
		case I1:
			x = b.zext(x, I32)
		case I16:
			x = b.zext(x, I32)
		}
		n := saveBytes(b.varTypes[v])
		m := Mem{Space: SpaceLocal, Size: uint8(n), N: 1, Align: 4}
		kept[i] = &save{store: b.mem(OpStore, m, Void, int64(a.area)+off, base, x)}
		off += int64(n)
	}
	b.saves = append(b.saves, kept...)
	return kept
}

// restoreVariables takes it back.
func (b *builder) restoreVariables(a *activation, kept []*save) {
	off := int64(0)
	base := b.get(b.stackAt)
	for i, v := range a.saved {
		t := b.varTypes[v]
		n := saveBytes(t)
		m := Mem{Space: SpaceLocal, Size: uint8(n), N: 1, Align: 4}
		lt := I32
		if n == 8 {
			lt = I64
		}
		x := b.mem(OpLoad, m, lt, int64(a.area)+off, base)
		kept[i].load = x
		switch t {
		case I1:
			x = b.icmp(NE, x, b.c32(0))
		case I16:
			x = b.trunc(x, I16)
		}
		b.setRaw(v, x)
		off += int64(n)
	}
}

// buildActivations builds the bodies.
func (b *builder) buildActivations() {
	fr := b.fr
	for i := 0; i < len(b.activationList); i++ {
		a := b.activationList[i]
		b.act, b.fr, b.frameTop = a, a.fr, a.top
		b.setLine(a.fn.Pos.Line)
		b.enter(a.entry)
		if b.stack.used {
			b.setRaw(a.mark, b.get(b.stack.top))
		}
		b.body(a.fr)
		b.enter(a.fr.ret)
		if b.stack.used {
			b.setRaw(b.stack.top, b.get(a.mark))
		}
		a.end = b.newBlock()
		b.jump(a.end)
	}
	b.act, b.fr = nil, fr
	for _, a := range b.activationList { // all places are known
		b.enter(a.end)
		b.choose(b.get(a.from), a.places)
	}
}

// stackPrologue makes the lanes' stacks, when all frames are known.
func (b *builder) stackPrologue() {
	if len(b.activationList) == 0 {
		return
	}
	align := int64(max(b.frameAlign, minFrameAlign))
	round := func(n int64) int64 { return (n + align - 1) &^ (align - 1) }
	b.frameTop = int64(b.f.LocalBytes)
	at := b.allocFrame(recursionStack, align)
	b.setRaw(b.stackAt, b.emitImm(OpFrameAddr, I32, uint64(at)))
	b.setRaw(b.stackEnd, b.emitImm(OpFrameAddr, I32, uint64(at)+recursionStack))
	for _, a := range b.activationList {
		b.setRaw(a.bytes, b.c32(uint32(round(a.size))))
	}
}

// dropSaves removes what calls write into the stack and nobody reads from there.
func (b *builder) dropSaves() {
	if len(b.saves) == 0 {
		return
	}
	f := b.f
	from := make(map[*Value]*Value, len(b.saves)) // store of a load
	held := make(map[*Value]bool, len(b.saves))
	for _, s := range b.saves {
		held[s.store] = true
		if s.load != nil {
			from[s.load] = s.store
		}
	}
	live := make([]bool, f.nextValue)
	var work []*Value
	need := func(v *Value) {
		if !live[v.ID] {
			live[v.ID] = true
			work = append(work, v)
		}
	}
	for _, x := range f.Blocks {
		if x.Ctrl != nil {
			need(x.Ctrl)
		}
		for _, v := range x.Values {
			if v.Op.HasEffect() && !held[v] {
				need(v)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			need(a)
		}
		if s := from[v]; s != nil {
			need(s)
		}
	}
	for _, x := range f.Blocks {
		kept := x.Values[:0]
		for _, v := range x.Values {
			if !held[v] || live[v.ID] {
				kept = append(kept, v)
			}
		}
		clear(x.Values[len(kept):])
		x.Values = kept
	}
	deadCode(f)
}
