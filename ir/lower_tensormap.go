package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers what kernels do to tensor maps: changing a field, and handing a map over to the copies.

func init() {
	effect((*builder).tensorReplace, ptx.OpTensormapReplace)
	effect((*builder).tensorPublish, ptx.OpTensormapCpFenceproxy)
}

// replaceTypes are the element types as tensormap.replace numbers them, which is not how CUtensorMapDataType does (PTX ISA,
// tensormap.replace, table "Tensormap new_val validity").
var replaceTypes = [...]int32{abi.TmU8, abi.TmU16, abi.TmU32, abi.TmS32, abi.TmU64, abi.TmS64, abi.TmF16, abi.TmF32, abi.TmF32FTZ, abi.TmF64, abi.TmBF16, abi.TmTF32, abi.TmTF32FTZ}

// tensorReplace changes a field of a map, and those that follow from it.
func (b *builder) tensorReplace(in *ptx.Instr) {
	a := b.keepAddr(b.addr(&in.Ops[0], in.Space))
	put := func(off, size int, v *Value) {
		at := b.at(a, b.c32(uint32(off)))
		b.memStore(at, Mem{}, size, []*Value{v})
	}
	field := func(off, size int) *Value {
		return b.memLoad(b.at(a, b.c32(uint32(off))), Mem{}, size, 1, false)[0]
	}
	last := len(in.Ops) - 1
	number := func(i, n int) int { // an operand that is a number below n
		if o := &in.Ops[i]; o.Kind == ptx.OpndInt && o.Imm < uint64(n) {
			return int(o.Imm)
		}
		b.refuse("%s: the number in operand %d", in.Text, i+1)
		return 0
	}
	// count makes TmCount of dimension d again.
	count := func(d int, box, step *Value) {
		n := b.udivrem(b.add(box, b.sub(step, b.c32(1))), step, false)
		put(abi.TmCount+2*d, 2, n)
	}
	for _, w := range in.Words {
		switch w {
		case "global_address":
			put(abi.TmAddress, 8, b.src(in, last, ptx.B64))
		case "rank": // one less, as the manual says
			put(abi.TmRank, 1, b.add(b.src(in, last, ptx.B32), b.c32(1)))
		case "box_dim":
			d, x := number(1, 5), b.src(in, last, ptx.B32)
			put(abi.TmBox+2*d, 2, x)
			count(d, x, field(abi.TmStep+d, 1))
		case "element_stride":
			d, x := number(1, 5), b.src(in, last, ptx.B32)
			put(abi.TmStep+d, 1, x)
			count(d, field(abi.TmBox+2*d, 2), x)
		case "global_dim":
			put(abi.TmLast+4*number(1, 5), 4, b.sub(b.src(in, last, ptx.B32), b.c32(1)))
		case "global_stride":
			put(abi.TmStride+8*number(1, 4), 8, b.src(in, last, ptx.B64))
		case "elemtype":
			put(abi.TmType, 4, b.c32(abi.TensorMapType(replaceTypes[number(1, len(replaceTypes))])))
		case "interleave_layout":
			put(abi.TmInterleave, 1, b.c32(uint32(number(1, 3))))
		case "swizzle_mode":
			mask, pitch := abi.TensorMapSwizzle(int32(number(1, 4)))
			put(abi.TmSwizzle, 4, b.c32(mask))
			put(abi.TmPitch, 2, b.c32(uint32(pitch)))
		case "swizzle_atomicity":
			n := number(1, 4)
			if n == 2 {
				b.refuse("%s: which bytes the flip of 8 exchanges is published as a figure only", in.Text)
			}
			put(abi.TmSwizzleShift, 2, b.c32(uint32(abi.TensorMapAtom([...]uint8{0, 1, 0, 2}[n]))))
		case "fill_mode":
			put(abi.TmFill, 8, b.c64(uint64(number(1, 2))*abi.TensorMapNaN))
		}
	}
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
