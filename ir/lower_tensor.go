package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers bulk copies and reductions of tensors, in tiled mode, between global and shared memory. The tensor
// map is ferry's own (abi.TensorMap). The lane that asks walks through the box row by row, and through a row in chunks of
// 16 bytes, the unit of swizzling. Chunks go to global memory as a whole; a load moves a chunk that lies inside the tensor
// as a whole and others byte by byte.

func init() {
	effect((*builder).tensorCopy, ptx.OpCpAsyncBulkTensor)
	effect((*builder).tensorReduce, ptx.OpCpReduceAsyncBulkTensor)
	effect((*builder).tensorReplace, ptx.OpTensormapReplace)
	effect((*builder).tensorPublish, ptx.OpTensormapCpFenceproxy)
}

// tensorReplace changes a field of a map. Only the address is a field of ferry's layout by itself; how PTX encodes the
// others is not recorded.
func (b *builder) tensorReplace(in *ptx.Instr) {
	if !in.HasWord("global_address") {
		b.refuse("%s is not supported", in.Text)
	}
	a := b.addr(&in.Ops[0], in.Space)
	a.off += abi.TmAddress
	b.memStore(a, Mem{}, 8, []*Value{b.src(in, 1, ptx.B64)})
}

// tensorPublish copies a map from shared to global memory and releases it.
func (b *builder) tensorPublish(in *ptx.Instr) {
	if o := &in.Ops[2]; o.Kind != ptx.OpndInt || o.Imm != abi.TensorMapSize {
		b.refuse("%s of a size other than %d", in.Text, abi.TensorMapSize)
	}
	s := scopeOf(in)
	b.copyBytes(b.addr(&in.Ops[0], ptx.SpaceGlobal), b.sharedAddr(&in.Ops[1], ptx.SpaceShared), b.c32(abi.TensorMapSize))
	b.emitFence(Release, s)
}

// tensor is a walk through a box; everything is kept in variables.
type tensor struct {
	rank   int
	fields map[int]variable
	smem   variable    // I32: where the next row starts
	coord  [5]variable // I32: of the box's first element
	index  [5]variable // I32: of the row in the box, dimensions 1 and up
	row    variable    // I64: address of coordinate 0 in the row's innermost dimension
	inside variable    // I32: 1 if the row lies inside the tensor
	log2   variable    // I32: of the bytes of an element
}

// tensorField is a field of the map. All that may be used are read before the walk; what is not used goes away.
func (b *builder) tensorField(t *tensor, off int) *Value { return b.get(t.fields[off]) }

func (b *builder) tensorRead(t *tensor, desc *Value) {
	t.fields = map[int]variable{}
	read := func(off int, size uint8) {
		typ := I32
		if size == 8 {
			typ = I64
		}
		m := Mem{Space: SpaceGlobal, Size: size, N: 1, Align: size}
		t.fields[off] = b.keep(b.mem(OpLoad, m, typ, int64(off), desc))
	}
	for _, off := range []int{abi.TmType, abi.TmElemLog2, abi.TmConvert} {
		read(off, 1)
	}
	for _, off := range []int{abi.TmSwizzle, abi.TmRowBytes, abi.TmRowPitch, abi.TmBoxBytes} {
		read(off, 4)
	}
	read(abi.TmAddress, 8)
	read(abi.TmFill, 8)
	for d := range t.rank {
		read(abi.TmLast+4*d, 4)
		if d > 0 {
			read(abi.TmCount+2*d, 2)
			read(abi.TmStep+d, 1)
			read(abi.TmStride+8*(d-1), 8)
		}
	}
}

func (b *builder) tensorOpen(in *ptx.Instr, o *ptx.Operand, smem address) *tensor {
	for _, w := range in.Words {
		switch w {
		case "tile::gather4", "tile::scatter4", "im2col", "im2col_no_offs", "im2col::w", "im2col::w::128", "cta_group::2":
			b.refuse("%s is not supported", in.Text)
		}
	}
	t := &tensor{}
	switch in.Geom {
	case ptx.Geom1D:
		t.rank = 1
	case ptx.Geom2D:
		t.rank = 2
	case ptx.Geom3D:
		t.rank = 3
	case ptx.Geom4D:
		t.rank = 4
	case ptx.Geom5D:
		t.rank = 5
	}
	if o.Kind != ptx.OpndTuple || len(o.Elems) != 2 {
		b.refuse("%s: operands", in.Text)
	}
	m := &o.Elems[0]
	desc := b.operand(m, ptx.B64)
	if v := m.Var(); v != nil && v.Space.Base() == ptx.SpaceParam && b.fr.up == nil {
		desc = b.add(b.kernarg(), desc)
	}
	c := parts(&o.Elems[1])
	if t.rank == 0 || len(c) != t.rank {
		b.refuse("%s: %d coordinates", in.Text, len(c))
	}
	b.tensorRead(t, desc)
	for d := range c {
		t.coord[d] = b.keep(b.operand(&c[d], ptx.S32))
		t.index[d] = b.keep(b.c32(0))
	}
	t.smem = b.keep(b.add(smem.base, b.c32(uint32(smem.off))))
	t.row, t.inside = b.newVar(I64), b.newVar(I32)
	t.log2 = t.fields[abi.TmElemLog2]
	// Boxes begin at a multiple of 16 bytes in a row (testdata/tensormap, misaligned).
	b.tensorNeeds(b.icmp(EQ, b.and(b.shl(b.get(t.coord[0]), b.zext(b.get(t.log2), I32)), b.c32(15)), b.c32(0)))
	return t
}

// tensorNeeds ends the launch where ok is false.
func (b *builder) tensorNeeds(ok *Value) {
	bad, good := b.newBlock(), b.newBlock()
	b.branch(ok, good, bad)
	b.enter(bad)
	b.blk.TrapCode = abi.CodeBadTensor
	b.end(BlockTrap)
	b.enter(good)
}

// tensorInside refuses negative coordinates, with which tensors can be read and not written (testdata/tensormap, store_neg_row,
// store_neg_col).
func (b *builder) tensorInside(t *tensor) {
	all := b.get(t.coord[0])
	for d := 1; d < t.rank; d++ {
		all = b.or(all, b.get(t.coord[d]))
	}
	b.tensorNeeds(b.icmp(GE, all, b.c32(0)))
}

// tensorWalk calls chunk for each 16 bytes of the box: s is the shared address, k the offset in the row.
func (b *builder) tensorWalk(t *tensor, chunk func(s, k variable)) {
	rows := b.c32(1)
	for d := 1; d < t.rank; d++ {
		rows = b.mul(rows, b.tensorField(t, abi.TmCount+2*d))
	}
	left, k, s := b.keep(rows), b.newVar(I32), b.newVar(I32)
	b.loop(func() *Value { return b.icmp(NE, b.get(left), b.c32(0)) }, func() {
		addr, ok := b.tensorField(t, abi.TmAddress), b.c1(true)
		for d := 1; d < t.rank; d++ {
			x := b.add(b.get(t.coord[d]), b.mul(b.get(t.index[d]), b.tensorField(t, abi.TmStep+d)))
			ok = b.and(ok, b.icmp(ULE, x, b.tensorField(t, abi.TmLast+4*d)))
			addr = b.add(addr, b.mul(b.sext(x, I64), b.tensorField(t, abi.TmStride+8*(d-1))))
		}
		b.setRaw(t.row, addr)
		b.setRaw(t.inside, b.zext(ok, I32))
		b.setRaw(k, b.c32(0))
		b.loop(func() *Value { return b.icmp(ULT, b.get(k), b.tensorField(t, abi.TmRowBytes)) }, func() {
			a := b.add(b.get(t.smem), b.get(k))
			b.setRaw(s, b.xor(a, b.and(b.lshr(a, b.c32(3)), b.tensorField(t, abi.TmSwizzle))))
			chunk(s, k)
			b.setRaw(k, b.add(b.get(k), b.c32(16)))
		})
		b.setRaw(t.smem, b.add(b.get(t.smem), b.tensorField(t, abi.TmRowPitch)))
		carry := b.c32(1)
		for d := 1; d < t.rank; d++ {
			i := b.add(b.get(t.index[d]), carry)
			wrap := b.icmp(EQ, i, b.tensorField(t, abi.TmCount+2*d))
			b.setRaw(t.index[d], b.sel(wrap, b.c32(0), i))
			carry = b.zext(wrap, I32)
		}
		b.setRaw(left, b.sub(b.get(left), b.c32(1)))
	})
}

// tensorElem is the innermost coordinate of the element at byte k of a row and whether it lies inside the tensor.
func (b *builder) tensorElem(t *tensor, k *Value) (x, ok *Value) {
	i := b.lshr(k, b.get(t.log2))
	x = b.add(b.get(t.coord[0]), i)
	ok = b.and(b.icmp(NE, b.get(t.inside), b.c32(0)), b.icmp(ULE, x, b.tensorField(t, abi.TmLast)))
	return x, ok
}

// tensorAddr is the global address of byte k of a row, x the coordinate of its element.
func (b *builder) tensorAddr(t *tensor, x, k *Value) *Value {
	in := b.and(k, b.sub(b.shl(b.c32(1), b.get(t.log2)), b.c32(1)))
	a := b.add(b.get(t.row), b.shl(b.sext(x, I64), b.get(t.log2)))
	return b.add(a, b.zext(in, I64))
}

// tensorChunk runs whole with the global address if the chunk at k lies inside the tensor and in words there, else each
// for every byte.
func (b *builder) tensorChunk(t *tensor, k variable, whole func(g *Value), each func(j variable)) {
	first, ok1 := b.tensorElem(t, b.get(k))
	_, ok2 := b.tensorElem(t, b.or(b.get(k), b.c32(15)))
	g := b.tensorAddr(t, first, b.c32(0))
	words := b.icmp(EQ, b.and(b.lo(g), b.c32(3)), b.c32(0))
	gv := b.keep(g)
	fast, slow, done := b.newBlock(), b.newBlock(), b.newBlock()
	b.branch(b.and(b.and(ok1, ok2), words), fast, slow)
	b.enter(fast)
	whole(b.get(gv))
	b.jump(done)
	b.enter(slow)
	j := b.keep(b.c32(0))
	b.loop(func() *Value { return b.icmp(ULT, b.get(j), b.c32(16)) }, func() {
		each(j)
		b.setRaw(j, b.add(b.get(j), b.c32(1)))
	})
	b.enter(done)
}

// tensorStart runs body with the global address of the chunk at k if its first element lies inside the tensor. What goes to
// global memory does so in whole chunks: elements beyond the end of a row that share 16 bytes with its last one are written
// too (testdata/tensormap, store_edge_t0 and its kin, add_edge_t8). The innermost coordinate counts a multiple of 16 bytes,
// anything else is an illegal instruction on hardware.
func (b *builder) tensorStart(t *tensor, k variable, body func(g variable)) {
	x, ok := b.tensorElem(t, b.get(k))
	g := b.keep(b.tensorAddr(t, x, b.c32(0)))
	b.ifThen(ok, func() { body(g) })
}

// tensorConvert rounds those of the 16 bytes that a load has put at s and that lie inside the tensor to tf32 if the map's
// type is one of tf32, with FTZ or without: to nearest, ties to even, subnormals as well; every NaN becomes one. What
// stands for elements outside stays as it is (testdata/tensormap, special_load_t11, special_load_t12, oob_t11_f1_1).
func (b *builder) tensorConvert(t *tensor, s, k variable) {
	b.ifThen(b.icmp(NE, b.tensorField(t, abi.TmConvert), b.c32(0)), func() {
		a := b.get(s)
		v := b.mem(OpLoad, words4(SpaceShared, 16), Tuple, 0, a)
		args := []*Value{a}
		for i := range 4 {
			w := b.proj(v, i, I32)
			_, ok := b.tensorElem(t, b.add(b.get(k), b.c32(uint32(4*i))))
			odd := b.and(b.lshr(w, b.c32(13)), b.c32(1))
			r := b.and(b.add(b.add(w, b.c32(0xfff)), odd), b.c32(0xffffe000))
			nan := b.icmp(ULT, b.c32(0x7f800000), b.and(w, b.c32(0x7fffffff)))
			r = b.sel(nan, b.c32(0x7fffe000), r)
			args = append(args, b.sel(ok, r, w))
		}
		b.mem(OpStore, words4(SpaceShared, 16), Void, 0, args...)
	})
}

// words4 are the attributes of 16 bytes at an address that is a multiple of align.
func words4(s Space, align uint8) Mem { return Mem{Space: s, Size: 4, N: 4, Align: align} }

func (b *builder) move16(to *Value, ms Mem, from *Value, ml Mem) {
	v := b.mem(OpLoad, ml, Tuple, 0, from)
	b.mem(OpStore, ms, Void, 0, to, b.proj(v, 0, I32), b.proj(v, 1, I32), b.proj(v, 2, I32), b.proj(v, 3, I32))
}

func (b *builder) tensorCopy(in *ptx.Instr) {
	global, shared := Mem{Space: SpaceGlobal, Size: 1, N: 1, Align: 1}, Mem{Space: SpaceShared, Size: 1, N: 1, Align: 1}
	if in.Space == ptx.SpaceGlobal { // to global memory
		t := b.tensorOpen(in, &in.Ops[0], b.sharedAddr(&in.Ops[1], ptx.SpaceShared))
		b.tensorInside(t)
		b.tensorWalk(t, func(s, k variable) {
			b.tensorStart(t, k, func(g variable) {
				b.move16(b.get(g), words4(SpaceGlobal, 4), b.get(s), words4(SpaceShared, 16))
			})
		})
		return
	}
	dst := b.sharedAddr(&in.Ops[0], ptx.SpaceShared)
	bar := b.keepAddr(b.sharedAddr(&in.Ops[2], ptx.SpaceShared))
	t := b.tensorOpen(in, &in.Ops[1], dst)
	val := b.newVar(I32)
	b.tensorWalk(t, func(s, k variable) {
		b.tensorChunk(t, k, func(g *Value) {
			b.move16(b.get(s), words4(SpaceShared, 16), g, words4(SpaceGlobal, 4))
		}, func(j variable) {
			kj := b.add(b.get(k), b.get(j))
			x, ok := b.tensorElem(t, kj)
			g := b.keep(b.tensorAddr(t, x, kj))
			fill := b.lshr(b.tensorField(t, abi.TmFill), b.shl(b.and(b.get(j), b.c32(7)), b.c32(3)))
			b.setRaw(val, b.lo(fill))
			b.ifThen(ok, func() { b.setRaw(val, b.mem(OpLoad, global, I32, 0, b.get(g))) })
			b.mem(OpStore, shared, Void, 0, b.add(b.get(s), b.get(j)), b.get(val))
		})
		b.tensorConvert(t, s, k)
	})
	b.completeTx(bar, b.tensorField(t, abi.TmBoxBytes))
}

// tensorTypes are the element types that a reduction of tensors knows, and the codes that a map may have for them. Only
// the types with FTZ flush subnormals, arguments and sums, and none rounds to tf32 (testdata/tensormap, special_add_t11,
// special_sum_t10, special_sum_t12).
var tensorTypes = []struct {
	t     ptx.Type
	flush bool
	codes []uint32
}{
	{ptx.U32, false, []uint32{abi.TmU32}},
	{ptx.S32, false, []uint32{abi.TmS32}},
	{ptx.U64, false, []uint32{abi.TmU64}},
	{ptx.S64, false, []uint32{abi.TmS64}},
	{ptx.F16, false, []uint32{abi.TmF16}},
	{ptx.BF16, false, []uint32{abi.TmBF16}},
	{ptx.F32, false, []uint32{abi.TmF32, abi.TmTF32}},
	{ptx.F32, true, []uint32{abi.TmF32FTZ, abi.TmTF32FTZ}},
	{ptx.F64, false, []uint32{abi.TmF64}},
}

// tensorRed reports whether reductions with red exist for elements of type t; the others are illegal instructions on
// hardware (testdata/tensormap, add_t5_in, min_t7_in, inc_t3_in, and_t7_in).
func tensorRed(red ptx.RedOp, t ptx.Type) bool {
	switch red {
	case ptx.RedAdd:
		return t != ptx.S64
	case ptx.RedMin, ptx.RedMax:
		return t != ptx.F32 && t != ptx.F64
	case ptx.RedInc, ptx.RedDec:
		return t == ptx.U32
	case ptx.RedAnd, ptx.RedOr, ptx.RedXor:
		return !t.Float()
	}
	return false
}

func (b *builder) tensorReduce(in *ptx.Instr) {
	t := b.tensorOpen(in, &in.Ops[0], b.sharedAddr(&in.Ops[1], ptx.SpaceShared))
	code := t.fields[abi.TmType]
	// A type that the operation does not have is an error of the launch.
	known := b.c1(false)
	for _, e := range tensorTypes {
		if tensorRed(in.Red, e.t) {
			known = b.or(known, b.oneOf(b.get(code), e.codes))
		}
	}
	b.tensorNeeds(known)
	b.tensorInside(t)
	j := b.newVar(I32)
	m := Mem{Order: Relaxed, Scope: ScopeGPU}
	b.tensorWalk(t, func(s, k variable) {
		b.tensorStart(t, k, func(g variable) {
			b.setRaw(j, b.c32(0))
			b.loop(func() *Value { return b.icmp(ULT, b.get(j), b.c32(16)) }, func() {
				for _, e := range tensorTypes {
					if !tensorRed(in.Red, e.t) {
						continue
					}
					b.ifThen(b.oneOf(b.get(code), e.codes), func() {
						from := address{space: SpaceShared, base: b.add(b.get(s), b.get(j))}
						to := address{space: SpaceGlobal, base: b.add(b.get(g), b.zext(b.get(j), I64))}
						y := b.fit(b.memLoad(from, Mem{}, e.t.Size(), 1, false)[0], irType(e.t))
						if e.flush {
							m := m
							m.Space = to.space
							b.atomFloat(in.Red, e.t, to, m, y, false) // an atomic of global memory flushes
							return
						}
						b.reduceAt(in.Red, e.t, to, m, y)
					})
				}
				b.setRaw(j, b.add(b.get(j), b.shl(b.c32(1), b.get(t.log2))))
			})
		})
	})
}

// oneOf: x is one of the codes.
func (b *builder) oneOf(x *Value, codes []uint32) *Value {
	r := b.c1(false)
	for _, c := range codes {
		r = b.or(r, b.icmp(EQ, x, b.c32(c)))
	}
	return r
}
