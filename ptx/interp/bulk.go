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
	step, t := 1, ptx.B8
	if in.Op == ptx.OpCpReduceAsyncBulk {
		t = in.Type
		step = t.Size()
	}
	for at := 0; at < n; at += step {
		d := l.memory(toSpace, to+uint64(at), step)
		v := loadBytes(l.memory(fromSpace, from+uint64(at), step))
		if in.Op == ptx.OpCpReduceAsyncBulk {
			v = reduce(in.Red, t, loadBytes(d), v)
		}
		storeBytes(d, v)
	}
	if toSpace == ptx.SpaceShared {
		m := l.memory(ptx.SpaceShared, l.effective(&ops[3]), 8)
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
