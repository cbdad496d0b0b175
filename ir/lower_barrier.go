package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers barriers.
//
// A barrier of the whole block is AMD's s_barrier, whatever its number: a block whose warps wait at two different
// barriers that each want all of them is stuck on any machine. So is one with a thread count that turns out to be the
// block's size, if the same barrier is used without a count too, for the two are one; where threads arrive at such a
// barrier without waiting, the kernel is built with Options.Apart, which counts all barriers. A barrier with a thread count is made of counters in
// ferry's own shared memory (namedBytes for each of the sixteen), which a prologue clears:
//
//	+0 threads that have arrived; a warp that arrives as a whole counts as 32
//	+4 generation: how often the barrier was complete
//	+8 two accumulators of bar.red, by the parity of the generation
//
// The lanes of a warp that come together arrive with one atomic of the lowest of them; the last ones take the count
// back off, clear the accumulator of the next generation and raise the generation, for which the others wait. Threads
// that only arrive may be a round ahead, so the counter may stand above the count for a moment.

func init() {
	effect((*builder).bar, ptx.OpBarSync, ptx.OpBarrierSync, ptx.OpBarArrive, ptx.OpBarrierArrive)
	effect((*builder).barRed, ptx.OpBarRed, ptx.OpBarrierRed)
}

const (
	redCell    = 0 // of bar.red of the whole block
	namedBase  = 16
	namedBytes = 16
	namedCount = 16
)

// kindOf says for Diverge whether lanes may come to a barrier one by one.
func kindOf(in *ptx.Instr) uint64 {
	switch in.Op {
	case ptx.OpBarSync, ptx.OpBarRed, ptx.OpBarArrive:
		return 0
	}
	if in.Has(ptx.Aligned) {
		return 0
	}
	return BarrierThreads
}

// isBarrier reports whether in is a barrier of the block or the cluster.
func isBarrier(in *ptx.Instr) bool {
	switch in.Op {
	case ptx.OpBarSync, ptx.OpBarRed, ptx.OpBarArrive, ptx.OpBarrierSync, ptx.OpBarrierRed, ptx.OpBarrierArrive, ptx.OpBarrierClusterWait:
		return true
	}
	return false
}

// barrierIDs are the barriers that a function uses, itself or in what it calls: a bit for each of the sixteen, and anyBarrier
// where a register holds the number.
type barrierIDs struct {
	whole    uint32 // without a thread count
	counted  uint32 // with one, by threads that wait
	arriving uint32 // by threads that do not wait
}

const anyBarrier = 1 << namedCount

// barrierID is the bit of a barrier's number.
func barrierID(in *ptx.Instr) uint32 {
	if o := &in.Ops[in.NDst]; o.Kind == ptx.OpndInt {
		return 1 << (o.Imm & (namedCount - 1))
	}
	return anyBarrier
}

func (u *barrierIDs) add(in *ptx.Instr) {
	n := len(in.Ops) - int(in.NDst)
	switch in.Op {
	case ptx.OpBarrierClusterWait:
		return
	case ptx.OpBarArrive, ptx.OpBarrierArrive:
		u.arriving |= barrierID(in)
		return
	case ptx.OpBarRed, ptx.OpBarrierRed:
		n-- // the predicate
	}
	if n > 1 {
		u.counted |= barrierID(in)
	} else {
		u.whole |= barrierID(in)
	}
}

// barriers are those that kernel fn uses.
func (c *Calls) barriers(fn *ptx.Function) (u barrierIDs) {
	seen := map[*ptx.Function]bool{fn: true}
	for todo := []*ptx.Function{fn}; len(todo) > 0; {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range f.Body {
			if in, ok := s.(*ptx.Instr); ok && isBarrier(in) {
				u.add(in)
			}
		}
		for _, e := range c.info[f].calls {
			if !seen[e.to] {
				seen[e.to] = true
				todo = append(todo, e.to)
			}
		}
	}
	return u
}

// both are the barriers in two sets. A number in a register is taken for any but 0, the one that __syncthreads has for itself in
// code that hands numbers out at run time; only where all numbers are in registers can it be 0, too.
func both(x, y uint32) bool {
	const rest = anyBarrier - 2
	return x&y != 0 || x&anyBarrier != 0 && y&rest != 0 || y&anyBarrier != 0 && x&rest != 0
}

// splitsWhole reports whether threads arrive without waiting at a barrier at which others wait as the whole block.
func (u *barrierIDs) splitsWhole() bool { return both(u.whole, u.arriving) }

// blockThreads is the number of the block's threads in whole warps, as barriers count them.
func (b *builder) blockThreads() *Value {
	size := b.mul(b.mul(b.ntid(0), b.ntid(1)), b.ntid(2))
	return b.and(b.add(size, b.c32(31)), b.c32(^uint32(31)))
}

// counted is a barrier with a thread count for threads that wait: whole where the count is all of the block and the same
// barrier is used without a count elsewhere, else some.
func (b *builder) counted(in *ptx.Instr, threads *Value, whole, some func()) {
	if b.opt.Apart || !both(b.opt.barriers.whole, barrierID(in)) {
		some()
		return
	}
	all, rest, join := b.newBlock(), b.newBlock(), b.newBlock()
	b.branch(b.icmp(UGE, threads, b.blockThreads()), all, rest)
	b.enter(all)
	whole()
	b.jump(join)
	b.enter(rest)
	some()
	b.enter(join)
}

func (b *builder) bar(in *ptx.Instr) {
	arrive := in.Op == ptx.OpBarArrive || in.Op == ptx.OpBarrierArrive
	if len(in.Ops) > 1 {
		id, n := b.src(in, 0, ptx.U32), b.src(in, 1, ptx.U32)
		if arrive {
			b.named(in, id, n, false, nil)
			return
		}
		iv, nv := b.keep(id), b.keep(n)
		b.counted(in, n, func() { b.barrier(in) }, func() { b.named(in, b.get(iv), b.get(nv), true, nil) })
		return
	}
	if arrive {
		b.refuse("%s without a thread count", in.Text)
	}
	b.barrier(in)
}

// barrier is one of the whole block.
func (b *builder) barrier(in *ptx.Instr) {
	if !b.opt.Apart {
		b.emitImm(OpBarrier, Void, kindOf(in))
		return
	}
	id := b.c32(clusterCell)
	if in.Op != ptx.OpBarrierClusterWait {
		id = b.and(b.src(in, int(in.NDst), ptx.U32), b.c32(15))
	}
	b.apartBarrier(id, nil, true, nil)
}

// ferryShared is the offset of ferry's own n bytes of shared memory, behind the dynamic part.
func (b *builder) ferryShared(n int) *Value {
	b.f.FerryShared = max(b.f.FerryShared, n)
	end := b.c32(uint32(b.f.SharedBytes) + 15)
	if b.f.DynShared {
		end = b.add(b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+abi.OffDynShared, 4), end)
	}
	return b.and(end, b.c32(0xfffffff0))
}

var ldsWord = Mem{Space: SpaceShared, Size: 4, N: 1, Align: 4, Order: Relaxed, Scope: ScopeCTA}

// ldsAtomic does an atomic on a word of shared memory and returns the old value.
func (b *builder) ldsAtomic(op AtomicOp, addr *Value, off int64, x *Value) *Value {
	m := ldsWord
	m.Atom = op
	return b.mem(OpAtomic, m, I32, off, addr, x)
}

// lowestLane is true in the lowest of the active lanes.
func (b *builder) lowestLane() *Value {
	return b.icmp(EQ, b.emit(OpFfbl, I32, b.active()), b.laneID())
}

// named is a barrier with a thread count. With red, the predicate is counted over the threads that arrive, and the sum
// is the result.
func (b *builder) named(in *ptx.Instr, id, threads *Value, wait bool, red *Value) *Value {
	if b.opt.Apart {
		return b.apartBarrier(b.and(id, b.c32(15)), threads, wait, red)
	}
	kind := uint64(meetAligned)
	if kindOf(in) == BarrierThreads {
		kind = meetBarrier
	}
	b.emitImm(OpMeet, Void, kind, b.c32(0xffffffff))
	base := b.ferryShared(namedBase + namedBytes*namedCount)
	b.namedBarriers = true
	b.emitFence(AcqRel, ScopeCTA)
	addr := b.add(base, b.add(b.shl(b.and(id, b.c32(15)), b.c32(4)), b.c32(namedBase)))
	av := b.keep(addr)
	total := b.keep(threads)
	mine := b.keep(b.arriving(in))
	gen := b.keep(b.emit(OpReadFirstLane, I32, b.mem(OpLoad, ldsWord, I32, 4, addr)))
	var count variable
	if red != nil {
		count = b.keep(b.emit(OpPopc, I32, b.ballot(red)))
	}
	acc := func(a, g *Value) *Value { return b.add(a, b.shl(b.and(g, b.c32(1)), b.c32(2))) }
	b.ifThen(b.lowestLane(), func() {
		if red != nil {
			b.ldsAtomic(AtomAdd, acc(b.get(av), b.get(gen)), 8, b.get(count))
		}
		old := b.ldsAtomic(AtomAdd, b.get(av), 0, b.get(mine))
		n := b.get(total)
		old = b.sel(b.icmp(UGE, old, n), b.sub(old, n), old)
		b.ifThen(b.icmp(UGE, b.add(old, b.get(mine)), n), func() {
			b.ldsAtomic(AtomSub, b.get(av), 0, b.get(total))
			b.mem(OpStore, ldsWord, Void, 8, acc(b.get(av), b.add(b.get(gen), b.c32(1))), b.c32(0))
			b.ldsAtomic(AtomAdd, b.get(av), 4, b.c32(1))
		})
	})
	if !wait {
		return nil
	}
	loop, sleep, done := b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(loop)
	look := ldsWord
	look.Own = true
	now := b.emit(OpReadFirstLane, I32, b.mem(OpLoad, look, I32, 4, b.get(av)))
	b.branch(b.icmp(EQ, now, b.get(gen)), sleep, done)
	b.enter(sleep)
	b.emit(OpSleep, Void, b.c32(64))
	b.jump(loop)
	b.enter(done)
	var sum *Value
	if red != nil {
		sum = b.emit(OpReadFirstLane, I32, b.mem(OpLoad, ldsWord, I32, 8, acc(b.get(av), b.get(gen))))
	}
	b.emitFence(AcqRel, ScopeCTA)
	return sum
}

// arriving is for how many threads the active lanes arrive: 32 for the aligned forms, and for a warp that is complete
// though the block's size leaves it short; else the lanes one by one.
func (b *builder) arriving(in *ptx.Instr) *Value {
	if kindOf(in) != BarrierThreads {
		return b.c32(32)
	}
	n := b.emit(OpPopc, I32, b.active())
	size := b.mul(b.mul(b.ntid(0), b.ntid(1)), b.ntid(2))
	left := b.sub(size, b.and(b.linearTid(), b.c32(^uint32(31))))
	return b.sel(b.icmp(UGE, n, b.bin(OpMinU, left, b.c32(32))), b.c32(32), n)
}

// namedPrologue clears the counters of named barriers before the kernel starts.
func (b *builder) namedPrologue() {
	base := b.keep(b.ferryShared(namedBase + namedBytes*namedCount))
	b.ifThen(b.icmp(EQ, b.linearTid(), b.c32(0)), func() {
		m := Mem{Space: SpaceShared, Size: 4, N: 4, Align: 16}
		zero := b.c32(0)
		for i := range namedCount {
			b.mem(OpStore, m, Void, namedBase+int64(i)*namedBytes, b.get(base), zero, zero, zero, zero)
		}
	})
	b.emit(OpBarrier, Void)
}

// wholeRed counts p over the whole block: a word of shared memory is cleared, added to by each wave, and read, with a barrier
// after each step.
func (b *builder) wholeRed(in *ptx.Instr, p *Value) *Value {
	cell := b.keep(b.ferryShared(namedBase))
	n := b.keep(b.emit(OpPopc, I32, b.ballot(p)))
	b.mem(OpStore, ldsWord, Void, redCell, b.get(cell), b.c32(0))
	b.barrier(in)
	b.ifThen(b.lowestLane(), func() { b.ldsAtomic(AtomAdd, b.get(cell), redCell, b.get(n)) })
	b.barrier(in)
	r := b.keep(b.emit(OpReadFirstLane, I32, b.mem(OpLoad, ldsWord, I32, redCell, b.get(cell))))
	b.barrier(in)
	return b.get(r)
}

// barRed is a barrier that counts a predicate.
func (b *builder) barRed(in *ptx.Instr) {
	p := b.src(in, len(in.Ops)-1, ptx.Pred)
	if in.Red == ptx.RedAnd {
		p = b.not(p)
	}
	var r *Value
	switch {
	case len(in.Ops) > 3:
		id, n := b.src(in, 1, ptx.U32), b.src(in, 2, ptx.U32)
		iv, nv, pv, rv := b.keep(id), b.keep(n), b.keep(p), b.newVar(I32)
		b.counted(in, n, func() { b.setRaw(rv, b.wholeRed(in, b.get(pv))) }, func() { b.setRaw(rv, b.named(in, b.get(iv), b.get(nv), true, b.get(pv))) })
		r = b.get(rv)
	case b.opt.Apart:
		r = b.apartBarrier(b.and(b.src(in, 1, ptx.U32), b.c32(15)), nil, true, p)
	default:
		r = b.wholeRed(in, p)
	}
	switch {
	case in.Red == ptx.RedAnd:
		b.dst(in, 0, b.icmp(EQ, r, b.c32(0)))
	case in.Red == ptx.RedOr:
		b.dst(in, 0, b.icmp(NE, r, b.c32(0)))
	case in.Red == ptx.RedPopc || in.Has(ptx.Popc):
		b.dst(in, 0, r)
	default:
		b.refuse("%s is not supported", in.Text)
	}
}
