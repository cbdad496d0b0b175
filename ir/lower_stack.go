package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers alloca, stacksave and stackrestore. The memory comes from an area of the thread's scratch frame that
// is set aside in kernels that use them, and a function gives back at its return what it took. What does not fit ends
// the thread's wave with abi.CodeStackOverflow.

// stackReserve is what the area holds besides all allocas of a constant size, each taken once.
const stackReserve = 4096

// stackArea is the area: from base to limit, free from top on.
type stackArea struct {
	used        bool
	size        int64
	base, limit uint32
	top         variable // an I32
}

func init() {
	effect((*builder).alloca, ptx.OpAlloca)
	pure(func(b *builder, in *ptx.Instr) { b.dst(in, 0, b.fit(b.get(b.stack.top), irType(in.Type))) }, ptx.OpStacksave)
	effect(func(b *builder, in *ptx.Instr) { b.setRaw(b.stack.top, b.fit(b.src(in, 0, in.Type), I32)) }, ptx.OpStackrestore)
}

// noteAlloca counts an instruction that the kernel can reach.
func (b *builder) noteAlloca(in *ptx.Instr) {
	switch in.Op {
	case ptx.OpAlloca:
		b.stack.used = true
		if o := &in.Ops[1]; o.Kind == ptx.OpndInt && o.Imm < 1<<28 {
			b.stack.size += int64(o.Imm) + allocaAlign(in)
			if b.stack.size > 1<<30 {
				b.refuse("more than 1 GiB of local memory")
			}
		}
	case ptx.OpStacksave, ptx.OpStackrestore:
		b.stack.used = true
	}
}

// allocaAlign is the alignment that an alloca asks for, 8 where it does not say, as in the manual.
func allocaAlign(in *ptx.Instr) int64 {
	if len(in.Ops) < 3 {
		return 8
	}
	n := in.Ops[2].Imm
	if in.Ops[2].Kind != ptx.OpndInt || n == 0 || n&(n-1) != 0 || n > 1<<20 {
		return 16
	}
	return int64(n)
}

// openStack sets the area aside.
func (b *builder) openStack() {
	st := &b.stack
	if !st.used {
		return
	}
	n := st.size + stackReserve
	st.base = b.allocFrame(n, 16)
	st.limit = st.base + uint32(n)
	st.top = b.newVar(I32)
	b.setRaw(st.top, b.c32(st.base))
}

func (b *builder) alloca(in *ptx.Instr) {
	st := &b.stack
	size := b.fit(b.src(in, 1, in.Type), I64)
	a := uint32(allocaAlign(in))
	p := b.and(b.add(b.get(st.top), b.c32(a-1)), b.c32(-a))
	left := b.sub(b.c64(uint64(st.limit)), b.zext(p, I64)) // negative if p itself is outside
	fits := b.and(b.icmp(GE, left, b.c64(0)), b.icmp(ULE, size, left))
	end := b.add(p, b.lo(size))
	pv, ev := b.keep(p), b.keep(end)
	over, ok := b.newBlock(), b.newBlock()
	b.branch(fits, ok, over)
	b.enter(over)
	b.blk.TrapCode = abi.CodeStackOverflow
	b.end(BlockTrap)
	b.enter(ok)
	b.setRaw(st.top, b.get(ev))
	b.dst(in, 0, b.fit(b.get(pv), irType(in.Type)))
}

// saveStack and restoreStack stand around an inlined function.
func (b *builder) saveStack() variable {
	if !b.stack.used {
		return -1
	}
	return b.keep(b.get(b.stack.top))
}

func (b *builder) restoreStack(mark variable) {
	if mark >= 0 {
		b.setRaw(b.stack.top, b.get(mark))
	}
}
