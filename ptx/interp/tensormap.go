package interp

import (
	"ferry/abi"
	"ferry/ptx"
)

// replaceTypes are the element types by tensormap.replace's numbers (PTX ISA, tensormap.replace, the table).
var replaceTypes = []int32{abi.TmU8, abi.TmU16, abi.TmU32, abi.TmS32, abi.TmU64, abi.TmS64, abi.TmF16, abi.TmF32, abi.TmF32FTZ, abi.TmF64, abi.TmBF16, abi.TmTF32, abi.TmTF32FTZ}

// tensorReplace changes a field of a map.
func (l *lane) tensorReplace(in *ptx.Instr) {
	m := l.memory(in.Space, l.effective(&in.Ops[0]), abi.TensorMapSize)
	ord := 0
	if len(in.Ops) > 2 {
		ord = int(in.Ops[1].Imm)
	}
	v := l.get(&in.Ops[len(in.Ops)-1], in.Types[len(in.Types[:in.NTypes])-1])
	put := func(off, size int, v uint64) { storeBytes(m[off:][:size], v) }
	for _, w := range in.Words {
		switch w {
		case "global_address":
			put(abi.TmAddress, 8, v)
		case "rank":
			put(abi.TmRank, 1, v+1)
		case "box_dim":
			put(abi.TmBox+2*ord, 2, v)
		case "element_stride":
			put(abi.TmStep+ord, 1, v)
		case "global_dim":
			put(abi.TmLast+4*ord, 4, v-1)
		case "global_stride":
			put(abi.TmStride+8*ord, 8, v)
		case "elemtype":
			put(abi.TmType, 4, uint64(abi.TensorMapType(replaceTypes[v])))
		case "interleave_layout":
			put(abi.TmInterleave, 1, v)
		case "swizzle_mode":
			mask, pitch := abi.TensorMapSwizzle(int32(v))
			put(abi.TmSwizzle, 4, uint64(mask))
			put(abi.TmPitch, 2, uint64(pitch))
		case "swizzle_atomicity":
			if v == 2 {
				panic(faultf("%s is not known", in.Text))
			}
			put(abi.TmSwizzleShift, 2, uint64(abi.TensorMapAtom([]uint8{0, 1, 0, 2}[v])))
		case "fill_mode":
			put(abi.TmFill, 8, v*abi.TensorMapNaN)
		}
	}
	// A box's extent and the stride through it make the number of elements.
	for d := range 5 {
		box, step := mapField(m, abi.TmBox+2*d, 2), max(mapField(m, abi.TmStep+d, 1), 1)
		put(abi.TmCount+2*d, 2, uint64((box+step-1)/step))
	}
}
