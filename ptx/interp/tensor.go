package interp

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file copies and reduces tensors as a tensor map describes them, an element at a time.

// tensorMap is a map, decoded.
type tensorMap struct {
	b                []byte
	rank, mode       int
	address, fill    uint64
	typ              int
	elem, unit       int // bytes of an element, and of what a coordinate of the innermost dimension counts
	last             [5]int64
	stride           [5]int64 // of every dimension, bytes
	step, box, count [5]int64
	lower, far       [3]int64 // the box of an im2col map: smallest and largest coordinate
	interleaved      bool
}

func mapField(b []byte, off, size int) int64 { return int64(loadBytes(b[off:][:size])) }

func decodeTensorMap(b []byte) *tensorMap {
	m := &tensorMap{b: b, rank: int(b[abi.TmRank]), mode: int(b[abi.TmMode]), address: loadBytes(b[abi.TmAddress:][:8]), fill: loadBytes(b[abi.TmFill:][:8]),
		typ: int(b[abi.TmType]), elem: 1 << b[abi.TmElemLog2], interleaved: b[abi.TmInterleave] != 0}
	m.unit = m.elem
	if m.interleaved {
		m.unit = 8 << b[abi.TmInterleave]
	}
	m.stride[0] = int64(m.unit)
	for d := range 5 {
		m.last[d], m.step[d] = mapField(b, abi.TmLast+4*d, 4), mapField(b, abi.TmStep+d, 1)
		m.box[d], m.count[d] = mapField(b, abi.TmBox+2*d, 2), mapField(b, abi.TmCount+2*d, 2)
		if d > 0 && d < 5 {
			m.stride[d] = mapField(b, abi.TmStride+8*(d-1), 8)
		}
	}
	if m.mode == abi.TmIm2col {
		first := m.space()
		for d := range m.rank - 2 {
			m.lower[d] = int64(int16(mapField(b, abi.TmLower+2*d, 2)))
			m.far[d] = m.last[first+d] + int64(int16(mapField(b, abi.TmUpper+2*d, 2)))
		}
	}
	return m
}

// space is the first dimension of the image: slices leave no dimension of channels.
func (m *tensorMap) space() int {
	if m.interleaved {
		return 0
	}
	return 1
}

// coords are the coordinates of a row's first element.
type coords [5]int64

// tileRows lists the rows of a box at c.
func (m *tensorMap) tileRows(c coords) []coords {
	rows := []coords{c}
	for d := m.rank - 1; d > 0; d-- {
		n := m.count[d]
		if m.interleaved && d == m.rank-2 {
			n = 1 // slice
		}
		var next []coords
		for _, r := range rows {
			for i := range n {
				x := r
				x[d] += i * m.step[d]
				next = append(next, x)
			}
		}
		rows = next
	}
	return rows
}

// pixels lists the rows of an im2col copy from c on, which all are off further in the image.
func (m *tensorMap) pixels(c coords, off []int64) []coords {
	first, n := m.space(), m.rank-2
	var rows []coords
	for range m.count[1] {
		r := c
		for d, o := range off {
			r[first+d] += o
		}
		rows = append(rows, r)
		d := 0
		for ; d < n; d++ {
			if c[first+d] += m.step[first+d]; c[first+d] <= m.far[d] {
				break
			}
			c[first+d] = m.lower[d]
		}
		if d == n {
			c[m.rank-1] += m.step[m.rank-1]
		}
	}
	return rows
}

func (m *tensorMap) inside(c coords) bool {
	for d := range m.rank {
		if c[d] < 0 || c[d] > m.last[d] {
			return false
		}
	}
	return true
}

// at is the address of an element.
func (m *tensorMap) at(c coords) uint64 {
	a := int64(m.address)
	for d := range m.rank {
		a += c[d] * m.stride[d]
	}
	return uint64(a)
}

// shared is where byte k of row r lies, of rows of n bytes.
func (m *tensorMap) shared(base uint64, r, k, n int) uint64 {
	pitch := int(mapField(m.b, abi.TmPitch, 2))
	if m.interleaved || pitch == 0 {
		pitch = n
	}
	a := base + uint64(r*pitch+k)
	mask := uint64(mapField(m.b, abi.TmSwizzle, 4)) & uint64(m.b[abi.TmSwizzleAtom])
	return a ^ a>>m.b[abi.TmSwizzleShift]&mask
}

var tensorRank = map[ptx.Geom]int{ptx.Geom1D: 1, ptx.Geom2D: 2, ptx.Geom3D: 3, ptx.Geom4D: 4, ptx.Geom5D: 5}

// tensorTypes are the types of the elements.
var tensorTypes = map[int]ptx.Type{abi.TmU8: ptx.U8, abi.TmU16: ptx.U16, abi.TmU32: ptx.U32, abi.TmS32: ptx.S32, abi.TmU64: ptx.U64, abi.TmS64: ptx.S64, abi.TmF16: ptx.F16, abi.TmF32: ptx.F32,
	abi.TmF64: ptx.F64, abi.TmBF16: ptx.BF16, abi.TmF32FTZ: ptx.F32, abi.TmTF32: ptx.F32, abi.TmTF32FTZ: ptx.F32}

// tensor executes a copy or reduction of a tensor.
func (l *lane) tensor(in *ptx.Instr) {
	store := in.Space.Base() == ptx.SpaceGlobal
	to, other := &in.Ops[1], &in.Ops[0] // the tensor, the shared memory
	if store {
		to, other = other, to
	}
	m := decodeTensorMap(l.memory(ptx.SpaceNone, l.get(&to.Elems[0], ptx.B64), abi.TensorMapSize))
	mode, lines := abi.TmTiled, false
	var off []int64
	for _, w := range in.Words {
		switch w {
		case "tile::gather4", "tile::scatter4":
			lines = true
		case "im2col", "im2col_no_offs":
			mode = abi.TmIm2col
		case "im2col::w", "im2col::w::128":
			panic(faultf("%s is not known", in.Text))
		}
	}
	wrong := func(bad bool, why string) {
		if bad {
			panic(faultf("%s: %s", in.Text, why))
		}
	}
	wrong(m.rank != tensorRank[in.Geom] || m.mode != mode, "the map is of another kind")
	wrong(m.fill != 0 && m.typ < abi.TmF16, "NaN stands for integers")
	for d := range m.rank {
		wrong(m.last[d] >= 1<<31, "a dimension is too large")
	}
	var given []int64
	for _, e := range l.elems(&to.Elems[1], 5) {
		given = append(given, int64(int32(l.get(&e, ptx.S32))))
	}
	var c coords
	copy(c[:], given)
	var rows []coords
	n := m.box[0]
	switch {
	case lines:
		wrong(m.interleaved || m.count[1] != 1, "the box has more than one row")
		for _, y := range given[1:5] {
			rows = append(rows, coords{given[0], y})
		}
	case mode == abi.TmTiled:
		if m.interleaved {
			n = m.count[0]
		}
		rows = m.tileRows(c)
	default:
		if in.HasWord("im2col") {
			off = l.offsets(&in.Ops[3], m.rank-2)
		}
		first := m.space()
		for d := range m.rank - 2 {
			x := c[first+d]
			wrong(x < m.lower[d] || x > m.far[d], "the pixel is outside the box")
			wrong(store && (m.lower[d] < 0 || m.far[d] > m.last[first+d]), "the box leaves the tensor")
		}
		if n = m.count[0]; m.interleaved {
			n = 1
		}
		rows = m.pixels(c, off)
	}
	wrong(!m.interleaved && c[0]*int64(m.elem)%16 != 0, "a row does not begin at 16 bytes")
	for i := range given {
		wrong(store && given[i] < 0, "negative coordinates")
	}
	wrong(in.Op == ptx.OpCpReduceAsyncBulkTensor && !tensorReduces(in.Red, tensorTypes[m.typ]), "no reduction of this type")
	step := int64(1)
	if m.interleaved && mode == abi.TmTiled {
		step = m.step[0]
	}
	base, bytes := l.effective(other), int(n)*m.unit
	for r, row := range rows {
		for k := 0; k < bytes; k += 16 {
			smem := l.memory(ptx.SpaceShared, m.shared(base, r, k, bytes), 16)
			first := row
			first[0] += int64(k/m.unit) * step
			if store {
				if m.inside(first) { // as a whole: recorded
					l.tensorStore(in, m, m.at(first)+uint64(k%m.unit), smem)
				}
				continue
			}
			for j := 0; j < 16; j += m.elem {
				e := row
				e[0] += int64((k+j)/m.unit) * step
				to := smem[j:][:m.elem]
				if !m.inside(e) {
					storeBytes(to, m.fill>>(8*(j%8)))
					continue
				}
				v := loadBytes(l.memory(ptx.SpaceGlobal, m.at(e)+uint64((k+j)%m.unit), m.elem))
				if m.b[abi.TmConvert] == abi.TmRound {
					v = toTensorFloat(v)
				}
				storeBytes(to, v)
			}
		}
	}
	if !store {
		b := l.memory(ptx.SpaceShared, l.effective(&in.Ops[2]), 8)
		storeBytes(b, mbarUpdate(loadBytes(b), 0, -int64(bytes*len(rows)), false))
	}
}

// tensorStore copies 16 bytes to global memory, or applies them to what is there.
func (l *lane) tensorStore(in *ptx.Instr, m *tensorMap, addr uint64, from []byte) {
	for j := 0; j < 16; j += m.elem {
		to := l.memory(ptx.SpaceGlobal, addr+uint64(j), m.elem)
		v := loadBytes(from[j:][:m.elem])
		if in.Op == ptx.OpCpReduceAsyncBulkTensor {
			old := loadBytes(to)
			if m.typ == abi.TmF32FTZ || m.typ == abi.TmTF32FTZ {
				v = fmt32.flush(fmt32.add(fmt32.flush(old), fmt32.flush(v), ptx.RoundNearest))
			} else {
				v = reduce(in.Red, tensorTypes[m.typ], old, v)
			}
		}
		storeBytes(to, v)
	}
}

// offsets reads im2col offsets, as the instruction packs them: two keep 8 bits each, three are added up in fields of 5 (recorded).
func (l *lane) offsets(o *ptx.Operand, n int) []int64 {
	var x, off []int64
	for _, e := range l.elems(o, n) {
		x = append(x, int64(l.get(&e, ptx.U16)))
	}
	switch n {
	case 1:
		return x
	case 2:
		return []int64{x[0] & 0xff, x[1] & 0xff}
	}
	all := x[0] + x[1]<<5 + x[2]<<10
	for range 3 {
		off = append(off, all&31)
		all >>= 5
	}
	return off
}

// toTensorFloat rounds an f32 to tf32, as loads of such tensors do.
func toTensorFloat(v uint64) uint64 {
	if fmt32.isNaN(v) {
		return fmt32.nan &^ (1<<13 - 1)
	}
	return convert(v, fmt32, fmtT32, ptx.RoundNearest) << 13
}

// tensorReduces: hardware has the reduction (recorded).
func tensorReduces(red ptx.RedOp, t ptx.Type) bool {
	switch red {
	case ptx.RedInc, ptx.RedDec:
		return t == ptx.U32
	case ptx.RedMin, ptx.RedMax:
		return t.Bits() >= 32 && !t.Float() || t == ptx.F16 || t == ptx.BF16
	case ptx.RedAdd:
		return t.Bits() >= 32 && t != ptx.S64 || t == ptx.F16 || t == ptx.BF16
	}
	return t.Bits() >= 32 && !t.Float()
}
