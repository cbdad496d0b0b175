package ir

import "ferry/ptx"

// This file lowers mbarrier objects: 64 bits of shared memory that PTX leaves opaque. Ferry's layout is
//
//	bits  0..19  pending arrivals of the current phase
//	bits 20..39  expected arrivals of the next phase
//	bits 40..42  number of the phase, modulo 8
//	bits 43..63  tx-count, signed
//
// which holds the manual's ranges (counts of 1 to 2^20-1, tx-counts of -(2^20-1) to 2^20-1). Every update is one
// compare-and-swap, which also completes the phase if nothing is pending any more: pending becomes expected, the number
// of the phase goes up. The state that an arrival returns is the word before it, so that it tells the phase and, to
// mbarrier.pending_count, how many arrivals were pending then, as recorded on hardware.
const (
	mbarCountBits = 20
	mbarCountMask = 1<<mbarCountBits - 1
	mbarTxShift   = 43
	mbarPhaseHi   = 0x700 // the phase in the high word
	mbarParityHi  = 0x100 // its lowest bit
	mbarHiMask    = 0x7ff // phase and the upper part of expected
)

func init() {
	effect((*builder).mbarInit, ptx.OpMbarrierInit)
	// The object's memory may be used for something else from here on; nothing needs to be done for that.
	effect(func(b *builder, in *ptx.Instr) { b.sharedAddr(&in.Ops[0], in.Space) }, ptx.OpMbarrierInval)
	effect((*builder).mbarArrive, ptx.OpMbarrierArrive, ptx.OpMbarrierArriveDrop)
	effect((*builder).mbarTx, ptx.OpMbarrierExpectTx, ptx.OpMbarrierCompleteTx)
	effect((*builder).mbarWait, ptx.OpMbarrierTestWait, ptx.OpMbarrierTryWait)
	effect((*builder).cpAsyncArrive, ptx.OpCpAsyncMbarrierArrive)
	pure(func(b *builder, in *ptx.Instr) {
		b.dst(in, 0, b.and(b.lo(b.src(in, 1, ptx.B64)), b.c32(mbarCountMask)))
	}, ptx.OpMbarrierPendingCount)
}

// sharedAddr resolves an operand that points into shared memory, by a generic address or a shared one. In a cluster of
// one shared::cluster is the block's own memory.
func (b *builder) sharedAddr(o *ptx.Operand, space ptx.Space) address {
	v := o.Var()
	if space == ptx.SpaceNone && v == nil {
		a := b.addr(o, ptx.SpaceNone)
		// The low half of a generic address is the offset in the aperture.
		a.space, a.base = SpaceShared, b.fit(a.base, I32)
		return a
	}
	return b.addr(o, ptx.SpaceShared)
}

// mbarMem are the attributes of an access to the word.
func mbarMem() Mem {
	return Mem{Space: SpaceShared, Size: 8, N: 1, Align: 8, Order: Volatile, Scope: ScopeCTA}
}

func (b *builder) mbarInit(in *ptx.Instr) {
	a := b.sharedAddr(&in.Ops[0], in.Space)
	n := b.and(b.src(in, 1, ptx.U32), b.c32(mbarCountMask))
	lo := b.or(n, b.shl(n, b.c32(mbarCountBits)))
	hi := b.lshr(n, b.c32(32-mbarCountBits))
	b.mem(OpStore, mbarMem(), Void, a.off, a.base, b.pack(lo, hi))
}

// mbarUpdate adds delta to the fields of the word at a, completes the phase if that was the last that it waited for,
// and returns the word as it was.
func (b *builder) mbarUpdate(a address, delta *Value) *Value {
	dv := b.keep(delta)
	return b.casLoop(a, mbarMem(), I64, func(x *Value) *Value {
		y := b.add(x, b.get(dv))
		lo, hi := b.lo(y), b.hi(y)
		count := b.and(lo, b.c32(mbarCountMask))
		tx := b.lshr(hi, b.c32(mbarTxShift-32))
		done := b.icmp(EQ, b.or(count, tx), b.c32(0))
		expected := b.and(b.emit(OpAlignBit, I32, hi, lo, b.c32(mbarCountBits)), b.c32(mbarCountMask))
		next := b.and(b.add(hi, b.c32(mbarParityHi)), b.c32(mbarHiMask))
		return b.pack(b.sel(done, b.or(lo, expected), lo), b.sel(done, next, hi))
	})
}

// mbarDelta is what an arrival with count n and tx more bytes to come adds to the word; nil stands for none.
func (b *builder) mbarDelta(n *Value, drop bool, tx *Value) *Value {
	d := b.c64(0)
	if n != nil {
		w := b.zext(n, I64)
		d = b.sub(d, w)
		if drop {
			d = b.sub(d, b.shl(w, b.c32(mbarCountBits)))
		}
	}
	if tx != nil {
		d = b.add(d, b.pack(b.c32(0), b.shl(tx, b.c32(mbarTxShift-32))))
	}
	return d
}

// mbarArrive is arrive and arrive_drop, release at the scope of the block or the cluster unless .relaxed.
func (b *builder) mbarArrive(in *ptx.Instr) {
	a := b.sharedAddr(&in.Ops[1], in.Space)
	n := b.c32(1)
	var tx *Value
	if len(in.Ops) > 2 {
		x := b.src(in, 2, ptx.U32)
		if in.Has(ptx.ExpectTx) {
			tx = x
		} else {
			n = x
		}
	}
	if in.Sem != ptx.SemRelaxed {
		b.emitFence(Release, ScopeCTA)
	}
	old := b.mbarUpdate(a, b.mbarDelta(n, in.Op == ptx.OpMbarrierArriveDrop, tx))
	if in.Ops[0].Kind != ptx.OpndSink {
		b.dst(in, 0, old)
	}
}

func (b *builder) mbarTx(in *ptx.Instr) {
	a := b.sharedAddr(&in.Ops[0], in.Space)
	tx := b.src(in, 1, ptx.U32)
	if in.Op == ptx.OpMbarrierCompleteTx {
		tx = b.sub(b.c32(0), tx)
	}
	b.mbarUpdate(a, b.mbarDelta(nil, false, tx))
}

// mbarWait is test_wait and try_wait: has the phase of a state, or of a parity, completed? try_wait may suspend the
// thread for a time of the system's choosing; here it looks once and hints that the wave may rest.
func (b *builder) mbarWait(in *ptx.Instr) {
	a := b.sharedAddr(&in.Ops[1], in.Space)
	now := b.hi(b.mem(OpLoad, mbarMem(), I64, a.off, a.base))
	var done *Value
	if in.Has(ptx.Parity) {
		p := b.and(b.src(in, 2, ptx.U32), b.c32(1))
		done = b.icmp(NE, b.bfeU(now, 8, 1), p)
	} else {
		s := b.hi(b.src(in, 2, ptx.B64))
		done = b.icmp(NE, b.and(b.xor(now, s), b.c32(mbarPhaseHi)), b.c32(0))
	}
	dv := b.keep(b.zext(done, I32))
	if in.Op == ptx.OpMbarrierTryWait {
		b.ifThen(b.not(done), func() { b.emit(OpSleep, Void, b.c32(64)) })
	}
	if in.Sem != ptx.SemRelaxed {
		// A look that finds the phase incomplete synchronises with nothing.
		b.ifThen(b.icmp(NE, b.get(dv), b.c32(0)), func() { b.emitFence(Acquire, ScopeCTA) })
	}
	b.dst(in, 0, b.icmp(NE, b.get(dv), b.c32(0)))
}

// cpAsyncArrive makes an mbarrier wait for the thread's earlier cp.async. They are complete already: the form without
// .noinc would count one arrival more and take it back at once.
func (b *builder) cpAsyncArrive(in *ptx.Instr) {
	a := b.sharedAddr(&in.Ops[0], in.Space)
	if !in.Has(ptx.NoInc) {
		return
	}
	b.emitFence(Release, ScopeCTA)
	b.mbarUpdate(a, b.mbarDelta(b.c32(1), false, nil))
}
