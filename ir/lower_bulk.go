package ir

import "ferry/ptx"

// This file lowers bulk copies and reductions between global and shared memory, and the cluster instructions of a
// cluster of one block. Like the small asynchronous copies they are carried out at once, by the lane that asks; then
// the mbarrier is told. So there is nothing to commit or to wait for in bulk groups.

func init() {
	effect((*builder).bulkCopy, ptx.OpCpAsyncBulk)
	effect((*builder).bulkReduce, ptx.OpCpReduceAsyncBulk)
	effect((*builder).storeAsync, ptx.OpStAsync)
	effect((*builder).redAsync, ptx.OpRedAsync)
	effect((*builder).storeBulk, ptx.OpStBulk)
	effect(func(b *builder, in *ptx.Instr) {}, ptx.OpCpAsyncBulkCommitGroup, ptx.OpCpAsyncBulkWaitGroup, ptx.OpCpAsyncBulkPrefetch, ptx.OpCpAsyncBulkPrefetchTensor)
	// The block's own memory, seen from the cluster, has the same address.
	pure(func(b *builder, in *ptx.Instr) { b.dst(in, 0, b.src(in, 1, in.Type)) }, ptx.OpMapa)
	pure(func(b *builder, in *ptx.Instr) { b.dst(in, 0, b.c32(0)) }, ptx.OpGetctarank)
	// A cluster of one block waits with the block's barrier. All threads must come to the wait for one to leave it, where
	// PTX asks for their arrival only: a thread that, between its arrival and its wait, waits for another to pass its own
	// wait would hang.
	effect(func(b *builder, in *ptx.Instr) {
		if in.Sem != ptx.SemRelaxed {
			b.emitFence(Release, ScopeCTA)
		}
	}, ptx.OpBarrierClusterArrive)
	effect((*builder).barrier, ptx.OpBarrierClusterWait)
}

// keptAddr is an address for use in blocks to come.
type keptAddr struct {
	space Space
	base  variable
	off   int64
}

func (b *builder) keepAddr(a address) keptAddr {
	if a.place != nil {
		b.refuse("bulk copy of a parameter")
	}
	return keptAddr{a.space, b.keep(a.base), a.off}
}

// at is the address i bytes further, i an I32.
func (b *builder) at(k keptAddr, i *Value) address {
	base := b.get(k.base)
	return address{space: k.space, base: b.add(base, b.fit(i, base.Type)), off: k.off}
}

// loop runs body while cond.
func (b *builder) loop(cond func() *Value, body func()) {
	head, inner, done := b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(head)
	b.branch(cond(), inner, done)
	b.enter(inner)
	body()
	b.jump(head)
	b.enter(done)
}

// copyBytes copies size bytes, a multiple of 16 as PTX demands, 64 at a time as far as possible.
func (b *builder) copyBytes(dst, src address, size *Value) {
	d, s, n, i := b.keepAddr(dst), b.keepAddr(src), b.keep(size), b.keep(b.c32(0))
	for _, step := range []uint32{64, 16} {
		b.loop(func() *Value {
			return b.icmp(ULE, b.add(b.get(i), b.c32(step)), b.get(n))
		}, func() {
			at := b.get(i)
			var words []*Value
			for k := uint32(0); k < step; k += 16 {
				a := b.at(s, at)
				a.off += int64(k)
				words = append(words, b.memLoad(a, Mem{}, 4, 4, false)...)
			}
			for k := uint32(0); k < step; k += 16 {
				a := b.at(d, at)
				a.off += int64(k)
				b.memStore(a, Mem{}, 4, words[k/4:k/4+4])
			}
			b.setRaw(i, b.add(at, b.c32(step)))
		})
	}
}

// copyMasked is copyBytes that writes byte j of each 16 only where bit j of mask is set.
func (b *builder) copyMasked(dst, src address, size, mask *Value) {
	d, s, n, m, i := b.keepAddr(dst), b.keepAddr(src), b.keep(size), b.keep(mask), b.keep(b.c32(0))
	b.loop(func() *Value { return b.icmp(ULT, b.get(i), b.get(n)) }, func() {
		at := b.get(i)
		bit := b.and(b.lshr(b.get(m), b.and(at, b.c32(15))), b.c32(1))
		b.ifThen(b.icmp(NE, bit, b.c32(0)), func() {
			at := b.get(i)
			x := b.memLoad(b.at(s, at), Mem{}, 1, 1, false)
			b.memStore(b.at(d, at), Mem{}, 1, x)
		})
		b.setRaw(i, b.add(b.get(i), b.c32(1)))
	})
}

// bulkAddr resolves an operand of a bulk copy.
func (b *builder) bulkAddr(o *ptx.Operand, space ptx.Space) address {
	if space.Base() == ptx.SpaceShared {
		return b.sharedAddr(o, space)
	}
	return b.addr(o, ptx.SpaceGlobal)
}

// completeTx tells the mbarrier at bar that bytes have arrived, behind the writes.
func (b *builder) completeTx(bar keptAddr, bytes *Value) {
	n := b.keep(bytes)
	b.emitFence(Release, ScopeCTA)
	b.mbarUpdate(b.at(bar, b.c32(0)), b.mbarDelta(nil, false, b.sub(b.c32(0), b.get(n))))
}

func (b *builder) bulkCopy(in *ptx.Instr) {
	dst, src := b.bulkAddr(&in.Ops[0], in.Space), b.bulkAddr(&in.Ops[1], in.SrcSpace)
	size := b.src(in, 2, ptx.U32)
	if in.HasWord("bulk_group") {
		if in.HasWord("cp_mask") {
			b.copyMasked(dst, src, size, b.zext(b.src(in, len(in.Ops)-1, ptx.B16), I32))
			return
		}
		b.copyBytes(dst, src, size)
		return
	}
	if in.HasWord("ignore_oob") {
		bar, n := b.keepAddr(b.sharedAddr(&in.Ops[5], ptx.SpaceShared)), b.keep(size)
		b.copyInside(dst, src, size, b.src(in, 3, ptx.U32), b.src(in, 4, ptx.U32))
		b.completeTx(bar, b.get(n))
		return
	}
	bar := b.keepAddr(b.sharedAddr(&in.Ops[3], ptx.SpaceShared))
	n := b.keep(size)
	b.copyBytes(dst, src, size)
	b.completeTx(bar, b.get(n))
}

// copyInside is copyBytes that reads neither the first left bytes nor the last right ones, each at most 15: there may be no
// memory. What the destination has for them is open; it keeps what it had.
func (b *builder) copyInside(dst, src address, size, left, right *Value) {
	d, s := b.keepAddr(dst), b.keepAddr(src)
	n, end, i := b.keep(size), b.keep(b.sub(size, right)), b.keep(left)
	bytes := func(stop func() *Value) {
		b.loop(func() *Value { return b.icmp(ULT, b.get(i), stop()) }, func() {
			at := b.get(i)
			b.memStore(b.at(d, at), Mem{}, 1, b.memLoad(b.at(s, at), Mem{}, 1, 1, false))
			b.setRaw(i, b.add(b.get(i), b.c32(1)))
		})
	}
	bytes(func() *Value { return b.minInt(b.get(end), b.c32(16), false) })
	tail := b.keep(b.sub(b.get(n), b.c32(16)))
	b.ifThen(b.icmp(ULT, b.c32(32), b.get(n)), func() {
		b.copyBytes(b.at(d, b.c32(16)), b.at(s, b.c32(16)), b.sub(b.get(n), b.c32(32)))
	})
	b.ifThen(b.icmp(ULT, b.c32(16), b.get(n)), func() {
		b.setRaw(i, b.get(tail))
		bytes(func() *Value { return b.get(end) })
	})
}

// storeBulk fills shared memory with zeros; the size is a multiple of 8.
func (b *builder) storeBulk(in *ptx.Instr) {
	if !isConst(b.src(in, 2, ptx.U64), 0) {
		b.refuse("%s of something that is not zero", in.Text)
	}
	d := b.keepAddr(b.sharedAddr(&in.Ops[0], in.Space))
	n, i := b.keep(b.fit(b.src(in, 1, ptx.U64), I32)), b.keep(b.c32(0))
	b.loop(func() *Value { return b.icmp(ULT, b.get(i), b.get(n)) }, func() {
		at := b.get(i)
		b.memStore(b.at(d, at), Mem{}, 8, []*Value{b.c64(0)})
		b.setRaw(i, b.add(at, b.c32(8)))
	})
}

// bulkReduce applies the elements of the source to those of the destination, each a relaxed atomic.
func (b *builder) bulkReduce(in *ptx.Instr) {
	dst, src := b.bulkAddr(&in.Ops[0], in.Space), b.bulkAddr(&in.Ops[1], in.SrcSpace)
	size := b.src(in, 2, ptx.U32)
	var bar keptAddr
	if !in.HasWord("bulk_group") {
		bar = b.keepAddr(b.sharedAddr(&in.Ops[3], ptx.SpaceShared))
	}
	t := in.Type
	switch t { // two at a time, in whole words
	case ptx.F16:
		t = ptx.F16x2
	case ptx.BF16:
		t = ptx.BF16x2
	}
	d, s, n, i := b.keepAddr(dst), b.keepAddr(src), b.keep(size), b.keep(b.c32(0))
	step := t.Size()
	b.loop(func() *Value { return b.icmp(ULT, b.get(i), b.get(n)) }, func() {
		at := b.get(i)
		y := b.memLoad(b.at(s, at), Mem{}, step, 1, false)[0]
		b.reduceAt(in.Red, t, b.at(d, at), Mem{Order: Relaxed, Scope: ScopeGPU}, y)
		b.setRaw(i, b.add(b.get(i), b.c32(uint32(step))))
	})
	if !in.HasWord("bulk_group") {
		b.completeTx(bar, b.get(n))
	}
}

// reduceAt applies y to the element of type t at a, without asking for the old value.
func (b *builder) reduceAt(red ptx.RedOp, t ptx.Type, a address, m Mem, y *Value) {
	m.Space = a.space
	if t.Float() {
		b.atomFloat(red, t, a, m, y, true)
		return
	}
	kind, ok := atomKind(red, t)
	if !ok {
		b.refuse("reduction %s of .%s is not supported", red, t)
	}
	m.Atom, m.Size, m.N, m.Align = kind, uint8(t.Size()), 1, uint8(t.Size())
	b.mem(OpAtomic, m, Void, a.off, a.base, y)
}

// storeAsync is st.async: a store that tells an mbarrier, or a release store to global memory.
func (b *builder) storeAsync(in *ptx.Instr) {
	if !in.HasWord("mbarrier::complete_tx::bytes") {
		b.st(in)
		return
	}
	a := b.sharedAddr(&in.Ops[0], ptx.SpaceShared)
	src := parts(&in.Ops[1])
	vals := make([]*Value, len(src))
	for i := range src {
		vals[i] = b.operand(&src[i], in.Type)
	}
	bar := b.keepAddr(b.sharedAddr(&in.Ops[2], ptx.SpaceShared))
	b.memStore(a, Mem{}, in.Type.Size(), vals)
	b.completeTx(bar, b.c32(uint32(in.Type.Size()*len(vals))))
}

// redAsync is red.async: a reduction that tells an mbarrier, or a release reduction of global memory.
func (b *builder) redAsync(in *ptx.Instr) {
	if !in.HasWord("mbarrier::complete_tx::bytes") {
		b.atomAt(in, in.Space, -1, 0)
		return
	}
	a := b.sharedAddr(&in.Ops[0], ptx.SpaceShared)
	y := b.src(in, 1, in.Type)
	bar := b.keepAddr(b.sharedAddr(&in.Ops[2], ptx.SpaceShared))
	b.reduceAt(in.Red, in.Type, a, Mem{Order: Relaxed, Scope: ScopeCTA}, y)
	b.completeTx(bar, b.c32(uint32(in.Type.Size())))
}
