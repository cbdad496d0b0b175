package ir

import "ferry/ptx"

// This file lowers the asynchronous copies of 4, 8 or 16 bytes. They are carried out at once, which PTX allows: a copy
// may be complete before it is waited for, and groups complete in order. So committing and waiting have nothing to do
// but keep the compiler from moving memory operations across, which it does not do anyway.

func init() {
	effect((*builder).cpAsync, ptx.OpCpAsync)
	effect(func(b *builder, in *ptx.Instr) {}, ptx.OpCpAsyncCommitGroup, ptx.OpCpAsyncWaitGroup, ptx.OpCpAsyncWaitAll)
}

func (b *builder) cpAsync(in *ptx.Instr) {
	if len(in.Ops) < 3 || in.Ops[2].Kind != ptx.OpndInt {
		b.refuse("%s: operands", in.Text)
	}
	n := int(in.Ops[2].Imm)
	if n != 4 && n != 8 && n != 16 {
		b.refuse("%s: size %d", in.Text, n)
	}
	dst := b.addr(&in.Ops[0], ptx.SpaceShared)
	src := b.addr(&in.Ops[1], ptx.SpaceGlobal)
	rest := in.Ops[3:]
	if in.Has(ptx.CacheHint) && len(rest) > 0 {
		rest = rest[:len(rest)-1]
	}
	// What is left says how many bytes to read (the others are zero), or a predicate that reads none.
	var size *Value
	if len(rest) > 0 {
		o := &rest[0]
		if o.Kind == ptx.OpndReg && b.fr.fn.Regs[o.Reg].Type == ptx.Pred {
			size = b.sel(b.operand(o, ptx.Pred), b.c32(0), b.c32(uint32(n)))
		} else {
			size = b.operand(o, ptx.U32)
		}
		if len(rest) > 1 {
			size = b.sel(b.operand(&rest[1], ptx.Pred), b.c32(0), size)
		}
	}
	w := n / 4
	if size == nil || isConst(size, uint64(n)) {
		b.memStore(dst, Mem{}, 4, b.memLoad(src, Mem{}, 4, w, false))
		return
	}
	sv, sbase, dbase := b.keep(size), b.keep(src.base), b.keep(dst.base)
	words := make([]variable, w)
	for i := range words {
		words[i] = b.keep(b.c32(0))
	}
	full, part, done := b.newBlock(), b.newBlock(), b.newBlock()
	b.branch(b.icmp(UGE, size, b.c32(uint32(n))), full, part)
	b.enter(full)
	src.base = b.get(sbase)
	for i, v := range b.memLoad(src, Mem{}, 4, w, false) {
		b.setRaw(words[i], v)
	}
	b.jump(done)
	b.enter(part)
	for i := range n {
		b.ifThen(b.icmp(UGT, b.get(sv), b.c32(uint32(i))), func() {
			a := src
			a.base, a.off = b.get(sbase), src.off+int64(i)
			x := b.memLoad(a, Mem{}, 1, 1, false)[0]
			b.setRaw(words[i/4], b.or(b.get(words[i/4]), b.shl(x, b.c32(uint32(i%4*8)))))
		})
	}
	b.jump(done)
	b.enter(done)
	dst.base = b.get(dbase)
	vals := make([]*Value, w)
	for i := range vals {
		vals[i] = b.get(words[i])
	}
	b.memStore(dst, Mem{}, 4, vals)
}
