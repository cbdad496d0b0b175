package interp

import "ferry/ptx"

// bulk executes bulk copies and reductions. They are done at once, which a program that waits for them as it must cannot tell.
func (l *lane) bulk(in *ptx.Instr) {
	ops := in.Ops
	n := int(l.get(&ops[2], ptx.U32))
	toSpace, fromSpace := in.Space.Base(), in.SrcSpace.Base()
	to, from := l.effective(&ops[0]), l.effective(&ops[1])
	if n%16 != 0 || to%16 != 0 || from%16 != 0 {
		panic(faultf("misaligned %s: %d bytes from %#x to %#x", in.Text, n, from, to))
	}
	bar, left, right := 3, 0, 0
	if in.HasWord("ignore_oob") { // these bytes may be no memory, and are open
		bar, left, right = 5, int(l.get(&ops[3], ptx.U32)), int(l.get(&ops[4], ptx.U32))
	}
	step, t := 1, ptx.B8
	if in.Op == ptx.OpCpReduceAsyncBulk {
		t = in.Type
		step = t.Size()
	}
	for at := left; at < n-right; at += step {
		d := l.memory(toSpace, to+uint64(at), step)
		v := loadBytes(l.memory(fromSpace, from+uint64(at), step))
		if in.Op == ptx.OpCpReduceAsyncBulk {
			v = reduce(in.Red, t, loadBytes(d), v)
		}
		storeBytes(d, v)
	}
	if toSpace == ptx.SpaceShared {
		m := l.memory(ptx.SpaceShared, l.effective(&ops[bar]), 8)
		storeBytes(m, mbarUpdate(loadBytes(m), 0, -int64(n), false))
	}
}

// reservedShared is what a block's shared memory has besides the program's own (recorded, testdata/forms, family machine).
const reservedShared = 1024

// async executes stores and reductions whose bytes a barrier counts, at once.
func (l *lane) async(in *ptx.Instr) {
	ops := in.Ops
	n, size := int(max(in.Vec, 1)), in.Type.Size()
	m := l.memory(in.Space, l.effective(&ops[0]), n*size)
	es := l.elems(&ops[1], n)
	for i := range es {
		b := m[i*size:][:size]
		v := l.get(&es[i], in.Type)
		if in.Op == ptx.OpRedAsync {
			v = reduce(in.Red, in.Type, loadBytes(b), v)
		}
		storeBytes(b, v)
	}
	if len(ops) > 2 {
		m := l.memory(in.Space, l.effective(&ops[2]), 8)
		storeBytes(m, mbarUpdate(loadBytes(m), 0, -int64(n*size), false))
	}
}

// tryCancel executes a request to cancel a block that has not started. It fails, as any may; a response that says so is all zeros.
func (l *lane) tryCancel(in *ptx.Instr) {
	clear(l.memory(ptx.SpaceShared, l.effective(&in.Ops[0]), 16))
	m := l.memory(ptx.SpaceShared, l.effective(&in.Ops[1]), 8)
	storeBytes(m, mbarUpdate(loadBytes(m), 0, -16, false))
}

// queryCancel reads a response: words x, y, z of the first block, and whether it was cancelled.
func (l *lane) queryCancel(in *ptx.Instr) {
	lo, hi := l.get128(&in.Ops[1])
	words := [4]uint64{low(lo, 32), lo >> 32, low(hi, 32), hi >> 32}
	for _, w := range in.Words {
		switch w {
		case "is_canceled":
			l.setPred(&in.Ops[0], words[3] != 0)
		case "get_first_ctaid":
			es := l.elems(&in.Ops[0], 4)
			for i := range es {
				l.set(&es[i], words[i], ptx.B32)
			}
		case "get_first_ctaid::x", "get_first_ctaid::y", "get_first_ctaid::z":
			l.set(&in.Ops[0], words[w[len(w)-1]-'x'], ptx.B32)
		}
	}
}
