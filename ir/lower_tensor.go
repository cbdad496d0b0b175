package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers bulk copies and reductions of tensors between global and shared memory. The tensor map is ferry's own
// (abi.TensorMap). The lane that asks walks through the rows of the box, which are pixels in im2col mode, and through a row
// in chunks of 16 bytes, the unit of swizzling. Chunks go to global memory as a whole; a load moves a chunk that lies
// inside the tensor as a whole and others byte by byte. With an interleaved layout an element is a slice of 16 or 32 bytes,
// and the dimension before the last counts slices, of which a box has one (testdata/tensormap, n10_4d and its kin).

func init() {
	effect((*builder).tensorCopy, ptx.OpCpAsyncBulkTensor)
	effect((*builder).tensorReduce, ptx.OpCpReduceAsyncBulkTensor)
}

// tensor is a walk through a box; everything is kept in variables.
type tensor struct {
	rank        int
	mode        tensorMode
	fields      map[int]variable
	smem        variable    // I32: where the next row starts
	coord       [5]variable // I32: of the box's first element; in im2col mode of the pixel, without its offset, in dimensions 1 and up
	index       [5]variable // I32: of the row in a tiled box, dimensions 1 and up
	offset      [3]variable // I32: im2col offsets of dimensions 1 and up
	line        [4]variable // I32: coordinates in dimension 1 of the rows to gather or scatter
	slice       variable    // I32: im2col mode: number of the slice, 0 without interleave
	slices      variable    // I32: im2col mode: of the last slice
	row         variable    // I64: address of coordinate 0 in the row's innermost dimension
	inside      variable    // I32: 1 if the row lies inside the tensor
	log2        variable    // I32: of the bytes of an element, or of a slice
	step        variable    // I32: from one element of a row to the next
	bytes       variable    // I32: of a row
	pitch       variable    // I32: from a row to the next in shared memory
	rows        variable    // I32: how many
	interleaved variable    // I32: 1 if so
}

// tensorMode is how an instruction reads a tensor.
type tensorMode uint8

const (
	tensorTile  tensorMode = iota
	tensorLines            // .tile::gather4 and .tile::scatter4
	tensorIm2col
)

// tensorField is a field of the map. All that may be used are read before the walk; what is not used goes away.
func (b *builder) tensorField(t *tensor, off int) *Value { return b.get(t.fields[off]) }

func (b *builder) tensorRead(t *tensor, desc *Value) {
	t.fields = map[int]variable{}
	read := func(off int, size uint8, signed bool) {
		typ := I32
		if size == 8 {
			typ = I64
		}
		m := Mem{Space: SpaceGlobal, Size: size, N: 1, Align: size, Signed: signed}
		t.fields[off] = b.keep(b.mem(OpLoad, m, typ, int64(off), desc))
	}
	for _, off := range []int{abi.TmType, abi.TmElemLog2, abi.TmConvert, abi.TmInterleave, abi.TmSwizzleShift, abi.TmSwizzleAtom} {
		read(off, 1, false)
	}
	read(abi.TmShape, 2, false)
	read(abi.TmPitch, 2, false)
	read(abi.TmBox, 2, false)
	read(abi.TmSwizzle, 4, false)
	read(abi.TmAddress, 8, false)
	read(abi.TmFill, 8, false)
	for d := range t.rank {
		read(abi.TmLast+4*d, 4, false)
		read(abi.TmCount+2*d, 2, false)
		read(abi.TmStep+d, 1, false)
		if d > 0 {
			read(abi.TmStride+8*(d-1), 8, false)
		}
	}
	if t.mode == tensorIm2col {
		for d := range t.rank - 2 {
			read(abi.TmLower+2*d, 2, true)
			read(abi.TmUpper+2*d, 2, true)
		}
	}
}

// tensorModes are the words that name a mode.
var tensorModes = map[string]tensorMode{"tile": tensorTile, "tile::gather4": tensorLines, "tile::scatter4": tensorLines, "im2col": tensorIm2col, "im2col_no_offs": tensorIm2col}

// tensorOpen reads a map, and coordinates from the address o; offsets, if there are any, from info. A pair of blocks
// (.cta_group::2) is none in a cluster of one block.
func (b *builder) tensorOpen(in *ptx.Instr, o, info *ptx.Operand, smem address) *tensor {
	t := &tensor{}
	for _, w := range in.Words {
		if w == "im2col::w" || w == "im2col::w::128" {
			b.refuse("%s: which pixels the halo of .%s has is published as a figure only", in.Op, w)
		}
		t.mode = max(t.mode, tensorModes[w])
	}
	t.rank = map[ptx.Geom]int{ptx.Geom1D: 1, ptx.Geom2D: 2, ptx.Geom3D: 3, ptx.Geom4D: 4, ptx.Geom5D: 5}[in.Geom]
	if o.Kind != ptx.OpndTuple || len(o.Elems) != 2 {
		b.refuse("%s: operands", in.Text)
	}
	m := &o.Elems[0]
	desc := b.operand(m, ptx.B64)
	if v := m.Var(); v != nil && v.Space.Base() == ptx.SpaceParam && b.fr.up == nil {
		desc = b.add(b.kernarg(), desc)
	}
	c := parts(&o.Elems[1])
	n := t.rank
	if t.mode == tensorLines {
		n = 5 // a column and four rows
	}
	if t.rank == 0 || len(c) != n || t.mode == tensorLines && t.rank != 2 || t.mode == tensorIm2col && t.rank < 3 {
		b.refuse("%s: %d coordinates", in.Text, len(c))
	}
	b.tensorRead(t, desc)
	for d := range c {
		x := b.keep(b.operand(&c[d], ptx.S32))
		if t.mode == tensorLines && d > 0 {
			t.line[d-1] = x
		} else {
			t.coord[d] = x
		}
		t.index[d] = b.keep(b.c32(0))
	}
	if t.mode == tensorLines {
		t.coord[1] = b.keep(b.get(t.line[0]))
	}
	t.smem = b.keep(b.add(smem.base, b.c32(uint32(smem.off))))
	t.row, t.inside = b.newVar(I64), b.newVar(I32)
	if t.mode == tensorIm2col {
		b.tensorOffsets(in, t, info)
		b.tensorSlices(t)
	}
	b.tensorRows(t)
	b.tensorCheck(t)
	return t
}

// tensorOffsets reads the im2col offsets. The instruction carries them in 16 bits together: two lose what is beyond their 8
// bits, three are added up and run into each other (testdata/tensormap, i_off_4d0, i_off_5d0).
func (b *builder) tensorOffsets(in *ptx.Instr, t *tensor, info *ptx.Operand) {
	n := t.rank - 2
	if info == nil { // .im2col_no_offs
		for d := range n {
			t.offset[d] = b.keep(b.c32(0))
		}
		return
	}
	o := parts(info)
	if len(o) != n {
		b.refuse("%s: %d offsets", in.Text, len(o))
	}
	width := uint32(16 / n)
	field, all := b.c32(1<<width-1), b.c32(0)
	for d := range o {
		x := b.zext(b.operand(&o[d], ptx.U16), I32)
		if n < 3 {
			x = b.and(x, field)
		}
		all = b.add(all, b.shl(x, b.c32(uint32(d)*width)))
	}
	for d := range n {
		t.offset[d] = b.keep(b.and(b.lshr(all, b.c32(uint32(d)*width)), field))
	}
}

// tensorSlices makes the map of an interleaved tensor in im2col mode one of a tensor without: there the innermost
// dimension is already one of the image, and the one before the last counts slices (testdata/tensormap, n10_im2col). A
// slice takes the channels' place; which one it is goes into the address.
func (b *builder) tensorSlices(t *tensor) {
	sliced := b.icmp(NE, b.tensorField(t, abi.TmInterleave), b.c32(0))
	n := t.rank - 2
	set := func(v variable, x *Value) { b.setRaw(v, b.sel(sliced, x, b.get(v))) }
	slice, last, stride := b.get(t.coord[n]), b.tensorField(t, abi.TmLast+4*n), b.tensorField(t, abi.TmStride+8*(n-1))
	t.slice, t.slices = b.keep(b.sel(sliced, slice, b.c32(0))), b.keep(b.sel(sliced, last, b.c32(0)))
	set(t.fields[abi.TmAddress], b.add(b.tensorField(t, abi.TmAddress), b.mul(b.sext(slice, I64), stride)))
	for d := n; d > 0; d-- {
		set(t.coord[d], b.get(t.coord[d-1]))
		set(t.fields[abi.TmLast+4*d], b.tensorField(t, abi.TmLast+4*(d-1)))
		set(t.fields[abi.TmStep+d], b.tensorField(t, abi.TmStep+d-1))
		if d > 1 {
			set(t.fields[abi.TmStride+8*(d-1)], b.tensorField(t, abi.TmStride+8*(d-2)))
		}
	}
	set(t.fields[abi.TmStride], b.shl(b.c64(8), b.tensorField(t, abi.TmInterleave)))
	set(t.coord[0], b.c32(0))
	set(t.fields[abi.TmLast], b.c32(0))
}

// tensorRows computes what the rows of the box are like.
func (b *builder) tensorRows(t *tensor) {
	inter := b.tensorField(t, abi.TmInterleave)
	sliced := b.icmp(NE, inter, b.c32(0))
	t.interleaved = b.keep(b.zext(sliced, I32))
	log2 := b.sel(sliced, b.add(inter, b.c32(3)), b.tensorField(t, abi.TmElemLog2))
	t.log2 = b.keep(log2)
	// The stride of the innermost dimension counts for slices only.
	t.step = b.keep(b.sel(sliced, b.tensorField(t, abi.TmStep), b.c32(1)))
	n, rows := b.tensorField(t, abi.TmCount), b.c32(1)
	switch t.mode {
	case tensorIm2col: // a pixel has one slice
		n = b.sel(sliced, b.c32(1), n)
		t.step = b.keep(b.c32(1))
		rows = b.tensorField(t, abi.TmCount+2)
	case tensorLines:
		n, rows = b.tensorField(t, abi.TmBox), b.c32(4)
	case tensorTile:
		n = b.sel(sliced, n, b.tensorField(t, abi.TmBox))
		for d := 1; d < t.rank; d++ {
			rows = b.mul(rows, b.tensorCount(t, d))
		}
	}
	bytes := b.shl(n, b.get(t.log2))
	t.bytes, t.rows = b.keep(bytes), b.keep(rows)
	pitch := b.tensorField(t, abi.TmPitch)
	t.pitch = b.keep(b.sel(b.or(sliced, b.icmp(EQ, pitch, b.c32(0))), bytes, pitch))
}

// tensorCount is how many elements of dimension d, not the innermost one, a tiled box takes.
func (b *builder) tensorCount(t *tensor, d int) *Value {
	n := b.tensorField(t, abi.TmCount+2*d)
	if d == t.rank-2 {
		n = b.sel(b.icmp(NE, b.get(t.interleaved), b.c32(0)), b.c32(1), n)
	}
	return n
}

// tensorCheck ends the launch where hardware answers an illegal instruction: the map is of another kind or rank than the
// instruction's (testdata/tensormap, rank_3_2), a dimension is above 2^31 (far_80000001_0), a row does not begin at a multiple of 16 bytes (misaligned), NaN stands for
// integers (r_elemtype2_nan), or a pixel is not in the box (i_outside0).
func (b *builder) tensorCheck(t *tensor) {
	mode := abi.TmTiled
	if t.mode == tensorIm2col {
		mode = abi.TmIm2col
	}
	ok := b.icmp(EQ, b.tensorField(t, abi.TmShape), b.c32(abi.TensorMapShape(t.rank, mode)))
	ok = b.and(ok, b.icmp(EQ, b.and(b.shl(b.get(t.coord[0]), b.get(t.log2)), b.c32(15)), b.c32(0)))
	last := b.tensorField(t, abi.TmLast)
	if t.mode == tensorIm2col {
		last = b.or(last, b.get(t.slices))
	}
	for d := 1; d < t.rank; d++ {
		last = b.or(last, b.tensorField(t, abi.TmLast+4*d))
	}
	ok = b.and(ok, b.icmp(GE, last, b.c32(0)))
	nan := b.and(b.icmp(NE, b.tensorField(t, abi.TmFill), b.c64(0)), b.icmp(ULT, b.tensorField(t, abi.TmType), b.c32(abi.TmF16)))
	ok = b.and(ok, b.not(nan))
	switch t.mode {
	case tensorIm2col:
		for d := 1; d < t.rank-1; d++ {
			x := b.get(t.coord[d])
			ok = b.and(ok, b.and(b.icmp(GE, x, b.tensorField(t, abi.TmLower+2*(d-1))), b.icmp(LE, x, b.tensorFar(t, d))))
		}
	case tensorLines:
		ok = b.and(ok, b.and(b.icmp(EQ, b.get(t.interleaved), b.c32(0)), b.icmp(EQ, b.tensorField(t, abi.TmCount+2), b.c32(1))))
	}
	b.tensorNeeds(ok)
}

// tensorFar is the largest coordinate that the box of an im2col map has in dimension d.
func (b *builder) tensorFar(t *tensor, d int) *Value {
	return b.add(b.tensorField(t, abi.TmLast+4*d), b.tensorField(t, abi.TmUpper+2*(d-1)))
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

// tensorInside refuses what can be read and not written: negative coordinates (testdata/tensormap, store_neg_row,
// store_neg_col) and boxes of pixels that leave the tensor (i_leave0 and its kin).
func (b *builder) tensorInside(t *tensor) {
	all := b.get(t.coord[0])
	switch t.mode {
	case tensorTile:
		for d := 1; d < t.rank; d++ {
			all = b.or(all, b.get(t.coord[d]))
		}
	case tensorLines:
		for _, l := range t.line {
			all = b.or(all, b.get(l))
		}
	case tensorIm2col:
		all = b.or(b.or(all, b.get(t.slice)), b.get(t.coord[t.rank-1]))
		for d := range t.rank - 2 {
			all = b.or(all, b.tensorField(t, abi.TmLower+2*d))
			all = b.or(all, b.sub(b.c32(0), b.tensorField(t, abi.TmUpper+2*d)))
		}
	}
	b.tensorNeeds(b.icmp(GE, all, b.c32(0)))
}

// tensorPlace is the coordinate of the row in dimension d, not the innermost one.
func (b *builder) tensorPlace(t *tensor, d int) *Value {
	x := b.get(t.coord[d])
	switch {
	case t.mode == tensorTile:
		return b.add(x, b.mul(b.get(t.index[d]), b.tensorField(t, abi.TmStep+d)))
	case d < t.rank-1:
		return b.add(x, b.get(t.offset[d-1]))
	}
	return x
}

// tensorNext goes to the next row.
func (b *builder) tensorNext(t *tensor) {
	switch t.mode {
	case tensorTile:
		carry := b.c32(1)
		for d := 1; d < t.rank; d++ {
			i := b.add(b.get(t.index[d]), carry)
			wrap := b.icmp(EQ, i, b.tensorCount(t, d))
			b.setRaw(t.index[d], b.sel(wrap, b.c32(0), i))
			carry = b.zext(wrap, I32)
		}
	case tensorLines:
		b.setRaw(t.coord[1], b.get(t.line[1]))
		b.setRaw(t.line[1], b.get(t.line[2]))
		b.setRaw(t.line[2], b.get(t.line[3]))
	case tensorIm2col:
		on := b.c1(true)
		for d := 1; d < t.rank; d++ {
			x := b.get(t.coord[d])
			next := b.add(x, b.tensorField(t, abi.TmStep+d))
			if d == t.rank-1 {
				b.setRaw(t.coord[d], b.sel(on, next, x))
				break
			}
			wrap := b.icmp(GT, next, b.tensorFar(t, d))
			next = b.sel(wrap, b.tensorField(t, abi.TmLower+2*(d-1)), next)
			b.setRaw(t.coord[d], b.sel(on, next, x))
			on = b.and(on, wrap)
		}
	}
}

// tensorWalk calls chunk for each 16 bytes of the box: s is the shared address, k the offset in the row.
func (b *builder) tensorWalk(t *tensor, chunk func(s, k variable)) {
	left, k, s := b.keep(b.get(t.rows)), b.newVar(I32), b.newVar(I32)
	b.loop(func() *Value { return b.icmp(NE, b.get(left), b.c32(0)) }, func() {
		addr, ok := b.tensorField(t, abi.TmAddress), b.c1(true)
		if t.mode == tensorIm2col {
			ok = b.icmp(ULE, b.get(t.slice), b.get(t.slices))
		}
		for d := 1; d < t.rank; d++ {
			x := b.tensorPlace(t, d)
			ok = b.and(ok, b.icmp(ULE, x, b.tensorField(t, abi.TmLast+4*d)))
			addr = b.add(addr, b.mul(b.sext(x, I64), b.tensorField(t, abi.TmStride+8*(d-1))))
		}
		b.setRaw(t.row, addr)
		b.setRaw(t.inside, b.zext(ok, I32))
		b.setRaw(k, b.c32(0))
		b.loop(func() *Value { return b.icmp(ULT, b.get(k), b.get(t.bytes)) }, func() {
			a := b.add(b.get(t.smem), b.get(k))
			mask := b.and(b.tensorField(t, abi.TmSwizzle), b.tensorField(t, abi.TmSwizzleAtom))
			b.setRaw(s, b.xor(a, b.and(b.lshr(a, b.tensorField(t, abi.TmSwizzleShift)), mask)))
			chunk(s, k)
			b.setRaw(k, b.add(b.get(k), b.c32(16)))
		})
		b.setRaw(t.smem, b.add(b.get(t.smem), b.get(t.pitch)))
		b.tensorNext(t)
		b.setRaw(left, b.sub(b.get(left), b.c32(1)))
	})
}

// tensorElem is the innermost coordinate of the element at byte k of a row and whether it lies inside the tensor.
func (b *builder) tensorElem(t *tensor, k *Value) (x, ok *Value) {
	i := b.mul(b.lshr(k, b.get(t.log2)), b.get(t.step))
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
	g := b.tensorAddr(t, first, b.get(k))
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
	g := b.keep(b.tensorAddr(t, x, b.get(k)))
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
		t := b.tensorOpen(in, &in.Ops[0], nil, b.sharedAddr(&in.Ops[1], ptx.SpaceShared))
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
	var info *ptx.Operand
	if in.HasWord("im2col") {
		info = &in.Ops[3]
	}
	t := b.tensorOpen(in, &in.Ops[1], info, dst)
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
	b.completeTx(bar, b.mul(b.get(t.rows), b.get(t.bytes)))
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
	t := b.tensorOpen(in, &in.Ops[0], nil, b.sharedAddr(&in.Ops[1], ptx.SpaceShared))
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
				b.setRaw(j, b.add(b.get(j), b.shl(b.c32(1), b.tensorField(t, abi.TmElemLog2))))
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
