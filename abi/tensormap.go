package abi

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// This file is ferry's layout of the 128 bytes of a CUtensorMap, which CUDA leaves opaque: cuTensorMapEncodeTiled and its kin
// write them, kernels read them (cp.async.bulk.tensor) and change them (tensormap.replace). A field that a kernel may
// change stands in the map by itself or is one from which the kernel makes the others again.

// TensorMapSize is the size of a CUtensorMap in bytes; it is 64-aligned.
const TensorMapSize = 128

// Offsets into a tensor map, in bytes.
const (
	TmMagic        = 0   // u32 TensorMapMagic
	TmType         = 4   // u8 element type, a Tm... constant; this and the next three are one word (TensorMapType)
	TmElemLog2     = 5   // u8 log2 of the bytes of an element
	TmConvert      = 6   // u8 what a load does to 32-bit elements: 0 or TmRound
	TmAddress      = 8   // u64 address of element 0
	TmLast         = 16  // 5 u32: largest coordinate in each dimension, innermost first; no copy takes one above 2^31-1
	TmSwizzle      = 36  // u32 bits of a shared address that are xored with others: 0x10, 0x30, 0x70
	TmStride       = 40  // 4 u64: bytes from one index to the next in dimensions 1 to 4
	TmCount        = 72  // 5 u16. Tiled: elements that the box takes in each dimension, TmBox divided by TmStep, rounded up. Im2col: elements a pixel, pixels
	TmStep         = 82  // 5 u8: element strides
	TmInterleave   = 87  // u8 0, 1 or 2: elements are slices of 16 or 32 bytes
	TmBox          = 88  // 5 u16: extents of the box, tiled maps only
	TmRank         = 98  // u8 1 to 5; this and the next are one half word (TmShape)
	TmMode         = 99  // u8 a TmTiled... constant
	TmPitch        = 100 // u16 bytes between the rows of a box in shared memory, if they are narrower; 0: they adjoin
	TmSwizzleShift = 102 // u8 how far above are the bits that TmSwizzle's are xored with: 3, or less where TmSwizzleAtom says so
	TmSwizzleAtom  = 103 // u8 bits of TmSwizzle that the atomicity leaves
	TmFill         = 104 // u64 what elements outside the tensor read as, repeated to 8 bytes
	TmLower        = 112 // 3 i16: lower corner of the box of an im2col map, in dimensions 1 and up
	TmUpper        = 118 // 3 i16: upper corner, counted from the tensor's own last coordinate
	TmReserved     = 124 // zero
)

// Modes of a map.
const (
	TmTiled = iota
	TmIm2col
	TmIm2colW
	TmIm2colW128
)

// TmShape is where an instruction reads what a map must be to be its: TmRank and TmMode.
const TmShape = TmRank

// TensorMapShape is what stands at TmShape.
func TensorMapShape(rank, mode int) uint32 { return uint32(rank | mode<<8) }

// TensorMapMagic is the first word of a tensor map that ferry wrote.
const TensorMapMagic = 0x32546d66

// Element types, numbered as CUtensorMapDataType.
const (
	TmU8 = iota
	TmU16
	TmU32
	TmS32
	TmU64
	TmS64
	TmF16
	TmF32
	TmF64
	TmBF16
	TmF32FTZ
	TmTF32
	TmTF32FTZ
	tmTypes
)

var tmElemLog2 = [tmTypes]uint8{0, 1, 2, 2, 3, 3, 1, 2, 3, 1, 2, 2, 2}

// TmRound is what TmConvert may say: to tf32, to nearest even. No type flushes subnormals on the way, as recorded on hardware
// (testdata/tensormap, special_load_t10 and special_load_t12).
const TmRound = 1

// TensorMapNaN is what stands for NaN in every 16 bits of elements outside the tensor, whatever their type, as recorded on
// hardware.
const TensorMapNaN = 0x7ff77ff77ff77ff7

// TensorMapType is the word at TmType for an element type.
func TensorMapType(typ int32) uint32 {
	w := uint32(typ) | uint32(tmElemLog2[typ])<<8
	if typ == TmTF32 || typ == TmTF32FTZ {
		w |= TmRound << 16
	}
	return w
}

// TensorMapSwizzle is what stands at TmSwizzle and TmPitch for a swizzle (CUtensorMapSwizzle, 0 to 3).
func TensorMapSwizzle(swizzle int32) (mask uint32, pitch uint16) {
	if swizzle == 0 {
		return 0, 0
	}
	return 0x10<<swizzle - 0x10, 16 << swizzle
}

// TensorMapAtom is what stands at TmSwizzleShift and TmSwizzleAtom for swizzles whose atoms are 16, 32 or 64 bytes (0 to 2).
func TensorMapAtom(log2 uint8) uint16 {
	return uint16(3-log2) | uint16(0x70<<log2&0x70)<<8
}

// TensorMap is what cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col are told. Dimensions go from the innermost outwards.
// Interleave and L2 promotion have the values of CUtensorMapInterleave and CUtensorMapL2promotion, Swizzle that of
// CUtensorMapSwizzle.
type TensorMap struct {
	Type         int32
	Rank         uint32
	Address      uint64
	Dim          [5]uint64
	Stride       [4]uint64 // bytes, of dimensions 1 to Rank-1
	Box          [5]uint32 // of a tiled map
	Step         [5]uint32 // element strides; the first is ignored without interleave, as recorded on hardware
	Interleave   int32
	Swizzle      int32
	FillNaN      bool
	Mode         int      // TmTiled...; the fields that follow are for the other modes
	Lower, Upper [3]int32 // corners, of dimensions 1 to Rank-2
	Channels     uint32   // elements a pixel
	Pixels       uint32
}

// ErrTensorMapUnsupported is the error of maps that are legal and that ferry cannot do: packed 4- and 6-bit elements, and
// swizzles that flip 8 bytes, whose layout only a figure shows.
var ErrTensorMapUnsupported = errors.New("tensor map is not supported")

// Encode writes the map's 128 bytes, or says which rule of cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col it breaks
// (CUDA_ERROR_INVALID_VALUE), or ErrTensorMapUnsupported (CUDA_ERROR_NOT_SUPPORTED).
func (m *TensorMap) Encode() (b [TensorMapSize]byte, err error) {
	if m.Type < 0 || m.Type > 15 || m.Swizzle < 0 || m.Swizzle > 6 || m.Interleave < 0 || m.Interleave > 2 {
		return b, errors.New("enumeration out of range")
	}
	least := uint32(1)
	if m.Interleave != 0 || m.Mode != TmTiled {
		least = 3
	}
	if m.Rank < least || m.Rank > 5 {
		return b, fmt.Errorf("rank %d", m.Rank)
	}
	if m.Type >= tmTypes || m.Swizzle == 5 {
		return b, ErrTensorMapUnsupported
	}
	align := uint64(16)
	if m.Interleave == 2 { // with every swizzle, where the manual has the one of 32 bytes only (testdata/tensormap, n_enc_two_swz3)
		align = 32
	}
	if m.Address%align != 0 { // none at all is allowed: cuTensorMapReplaceAddress may give one
		return b, fmt.Errorf("global address %#x is not %d-aligned", m.Address, align)
	}
	le := binary.LittleEndian
	for d := range m.Rank {
		switch {
		case m.Dim[d] == 0 || m.Dim[d] > 1<<32:
			return b, fmt.Errorf("dimension %d of size %d", d, m.Dim[d])
		case m.Step[d] == 0 || m.Step[d] > 8:
			return b, fmt.Errorf("element stride %d in dimension %d", m.Step[d], d)
		}
		if d > 0 {
			if s := m.Stride[d-1]; s%align != 0 || s >= 1<<40 {
				return b, fmt.Errorf("stride of %d bytes in dimension %d", s, d)
			}
			le.PutUint64(b[TmStride+8*(d-1):], m.Stride[d-1])
		}
		le.PutUint32(b[TmLast+4*d:], uint32(m.Dim[d]-1))
		b[TmStep+d] = byte(m.Step[d])
	}
	for d := m.Rank; d < 5; d++ {
		b[TmStep+d] = 1
	}
	inner := m.Box[0]
	if m.Mode == TmTiled {
		err = m.encodeBox(b[:])
	} else {
		inner = m.Channels
		err = m.encodePixels(b[:])
	}
	if err != nil {
		return b, err
	}
	swizzle, atom := m.Swizzle, uint8(0)
	if swizzle > 3 {
		swizzle, atom = 3, uint8(swizzle-2)/2 // 4: 32 bytes, 6: 64 bytes
	}
	mask, pitch := TensorMapSwizzle(swizzle)
	inner <<= tmElemLog2[m.Type]
	if inner%16 != 0 {
		return b, fmt.Errorf("box row of %d bytes is not a multiple of 16", inner)
	}
	if swizzle > 0 && m.Interleave == 0 && inner > uint32(pitch) {
		return b, fmt.Errorf("box row of %d bytes is wider than the swizzle", inner)
	}
	le.PutUint32(b[TmMagic:], TensorMapMagic)
	le.PutUint32(b[TmType:], TensorMapType(m.Type))
	le.PutUint64(b[TmAddress:], m.Address)
	b[TmRank], b[TmMode], b[TmInterleave] = byte(m.Rank), byte(m.Mode), byte(m.Interleave)
	le.PutUint32(b[TmSwizzle:], mask)
	le.PutUint16(b[TmPitch:], pitch)
	le.PutUint16(b[TmSwizzleShift:], TensorMapAtom(atom))
	if m.FillNaN {
		if m.Type < TmF16 {
			return b, errors.New("NaN fill of integers")
		}
		le.PutUint64(b[TmFill:], TensorMapNaN)
	}
	return b, nil
}

// encodeBox writes the box of a tiled map.
func (m *TensorMap) encodeBox(b []byte) error {
	for d := range 5 {
		box, step := uint32(1), uint32(1)
		if d < int(m.Rank) {
			if box, step = m.Box[d], m.Step[d]; box == 0 || box > 256 {
				return fmt.Errorf("box of %d elements in dimension %d", box, d)
			}
		}
		binary.LittleEndian.PutUint16(b[TmBox+2*d:], uint16(box))
		binary.LittleEndian.PutUint16(b[TmCount+2*d:], uint16((box+step-1)/step))
	}
	return nil
}

// encodePixels writes the box of a map of the other modes.
func (m *TensorMap) encodePixels(b []byte) error {
	if m.Channels == 0 || m.Channels > 256 {
		return fmt.Errorf("%d channels a pixel", m.Channels)
	}
	if (m.Pixels == 0 || m.Pixels > 1024) && m.Mode != TmIm2colW128 {
		return fmt.Errorf("%d pixels a column", m.Pixels)
	}
	binary.LittleEndian.PutUint16(b[TmCount:], uint16(m.Channels))
	binary.LittleEndian.PutUint16(b[TmCount+2:], uint16(m.Pixels))
	space := m.Rank - 2 // dimensions of the box
	limit := [...]int32{0, 1 << 15, 1 << 7, 1 << 4}[space]
	if m.Mode != TmIm2col {
		space, limit = 1, 1<<15
	}
	for d := range space {
		lo, up := m.Lower[d], m.Upper[d]
		if lo < -limit || lo >= limit || up < -limit || up >= limit {
			return fmt.Errorf("corners %d and %d in dimension %d", lo, up, d+1)
		}
		if int64(m.Dim[1+d])-1+int64(up) < int64(lo) {
			return fmt.Errorf("empty box in dimension %d", d+1)
		}
		binary.LittleEndian.PutUint16(b[TmLower+2*d:], uint16(lo))
		binary.LittleEndian.PutUint16(b[TmUpper+2*d:], uint16(up))
	}
	return nil
}

// TensorMapReplaceAddress changes where a map that ferry wrote begins (cuTensorMapReplaceAddress).
func TensorMapReplaceAddress(b *[TensorMapSize]byte, addr uint64) error {
	if binary.LittleEndian.Uint32(b[TmMagic:]) != TensorMapMagic {
		return errors.New("not a tensor map")
	}
	if addr%16 != 0 || addr == 0 || b[TmInterleave] == 2 && addr%32 != 0 {
		return fmt.Errorf("global address %#x is not 16-aligned", addr)
	}
	binary.LittleEndian.PutUint64(b[TmAddress:], addr)
	return nil
}
