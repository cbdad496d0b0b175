package abi

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// This file is ferry's layout of the 128 bytes of a CUtensorMap, which CUDA leaves opaque: cuTensorMapEncodeTiled
// writes them, kernels read them (cp.async.bulk.tensor and its kin).

// TensorMapSize is the size of a CUtensorMap in bytes; it is 64-aligned.
const TensorMapSize = 128

// Offsets into a tensor map, in bytes.
const (
	TmMagic    = 0   // u32 TensorMapMagic
	TmType     = 4   // u8 element type, a Tm... constant
	TmRank     = 5   // u8 1 to 5
	TmElemLog2 = 6   // u8 log2 of the bytes of an element
	TmConvert  = 7   // u8 what a load does to 32-bit elements: 0 or TmRound
	TmAddress  = 8   // u64 address of element 0
	TmLast     = 16  // 5 u32: largest coordinate in each dimension, at most 2^31-1; innermost first
	TmSwizzle  = 36  // u32 bits 4 to 6 of a shared address that are xored with bits 7 to 9
	TmStride   = 40  // 4 u64: bytes from one index to the next in dimensions 1 to 4
	TmCount    = 72  // 5 u16: elements that the box takes in each dimension, its extent divided by the element stride, rounded up
	TmStep     = 82  // 5 u8: element strides
	TmLayout   = 87  // u8 0: tiled without interleave, the only one that ferry has
	TmRowBytes = 88  // u32 bytes of a row of the box in shared memory
	TmRowPitch = 92  // u32 bytes from a row to the next in shared memory
	TmFill     = 96  // u64 what elements outside the tensor read as, repeated to 8 bytes
	TmBoxBytes = 104 // u32 bytes that a whole box counts on an mbarrier
	TmReserved = 108 // zero
)

// TensorMapMagic is the first word of a tensor map that ferry wrote.
const TensorMapMagic = 0x31546d66

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

// tmNaN is what stands for NaN in every 16 bits of elements outside the tensor, whatever their type, as recorded on
// hardware.
const tmNaN = 0x7ff77ff77ff77ff7

// TensorMap is what cuTensorMapEncodeTiled is told. Dimensions go from the innermost outwards. Interleave and L2
// promotion have the values of CUtensorMapInterleave and CUtensorMapL2promotion, Swizzle that of CUtensorMapSwizzle.
type TensorMap struct {
	Type       int32
	Rank       uint32
	Address    uint64
	Dim        [5]uint64
	Stride     [4]uint64 // bytes, of dimensions 1 to Rank-1
	Box        [5]uint32
	Step       [5]uint32 // element strides; the first is ignored, as recorded on hardware
	Interleave int32
	Swizzle    int32
	FillNaN    bool
}

// ErrTensorMapUnsupported is the error of maps that are legal and that ferry cannot do: interleaved layouts, packed 4- and
// 6-bit elements, 128-byte swizzles with atoms other than 16 bytes.
var ErrTensorMapUnsupported = errors.New("tensor map is not supported")

// Encode writes the map's 128 bytes, or says which rule of cuTensorMapEncodeTiled it breaks (CUDA_ERROR_INVALID_VALUE), or
// ErrTensorMapUnsupported (CUDA_ERROR_NOT_SUPPORTED).
func (m *TensorMap) Encode() (b [TensorMapSize]byte, err error) {
	if m.Type < 0 || m.Type > 15 || m.Swizzle < 0 || m.Swizzle > 3 || m.Interleave < 0 || m.Interleave > 2 {
		return b, errors.New("enumeration out of range")
	}
	if m.Rank < 1 || m.Rank > 5 {
		return b, fmt.Errorf("rank %d", m.Rank)
	}
	if m.Interleave != 0 && m.Rank < 3 {
		return b, errors.New("interleave of fewer than three dimensions")
	}
	if m.Type >= tmTypes || m.Interleave != 0 {
		return b, ErrTensorMapUnsupported
	}
	if m.Address%16 != 0 { // none at all is allowed: cuTensorMapReplaceAddress may give one
		return b, fmt.Errorf("global address %#x is not 16-aligned", m.Address)
	}
	log2 := tmElemLog2[m.Type]
	le := binary.LittleEndian
	rows := uint64(1)
	for d := range m.Rank {
		switch {
		case m.Dim[d] == 0 || m.Dim[d] > 1<<32:
			return b, fmt.Errorf("dimension %d of size %d", d, m.Dim[d])
		case m.Box[d] == 0 || m.Box[d] > 256:
			return b, fmt.Errorf("box of %d elements in dimension %d", m.Box[d], d)
		case m.Step[d] == 0 || m.Step[d] > 8:
			return b, fmt.Errorf("element stride %d in dimension %d", m.Step[d], d)
		}
		if d > 0 {
			if s := m.Stride[d-1]; s%16 != 0 || s >= 1<<40 {
				return b, fmt.Errorf("stride of %d bytes in dimension %d", s, d)
			}
			le.PutUint64(b[TmStride+8*(d-1):], m.Stride[d-1])
		}
		n := m.Box[d]
		if d > 0 {
			n = (n + m.Step[d] - 1) / m.Step[d]
		}
		if d > 0 {
			rows *= uint64(n)
		}
		le.PutUint32(b[TmLast+4*d:], uint32(min(m.Dim[d]-1, 1<<31-1)))
		le.PutUint16(b[TmCount+2*d:], uint16(n))
		b[TmStep+d] = byte(m.Step[d])
	}
	for d := m.Rank; d < 5; d++ {
		le.PutUint16(b[TmCount+2*d:], 1)
		b[TmStep+d] = 1
	}
	inner := m.Box[0] << log2
	if inner%16 != 0 {
		return b, fmt.Errorf("box row of %d bytes is not a multiple of 16", inner)
	}
	if m.Swizzle > 0 && inner > 16<<m.Swizzle {
		return b, fmt.Errorf("box row of %d bytes is wider than the swizzle", inner)
	}
	// Rows that are narrower than the swizzle lie as far apart as it is wide.
	row, pitch := inner, inner
	if m.Swizzle > 0 {
		pitch = 16 << m.Swizzle
	}
	le.PutUint32(b[TmMagic:], TensorMapMagic)
	b[TmType], b[TmRank], b[TmElemLog2] = byte(m.Type), byte(m.Rank), log2
	le.PutUint64(b[TmAddress:], m.Address)
	le.PutUint32(b[TmSwizzle:], [...]uint32{0, 0x10, 0x30, 0x70}[m.Swizzle])
	le.PutUint32(b[TmRowBytes:], row)
	le.PutUint32(b[TmRowPitch:], pitch)
	le.PutUint32(b[TmBoxBytes:], row*uint32(rows))
	if m.Type == TmTF32 || m.Type == TmTF32FTZ {
		b[TmConvert] = TmRound
	}
	if m.FillNaN {
		if m.Type < TmF16 {
			return b, errors.New("NaN fill of integers")
		}
		le.PutUint64(b[TmFill:], tmNaN)
	}
	return b, nil
}

// TensorMapReplaceAddress changes where a map that ferry wrote begins (cuTensorMapReplaceAddress).
func TensorMapReplaceAddress(b *[TensorMapSize]byte, addr uint64) error {
	if binary.LittleEndian.Uint32(b[TmMagic:]) != TensorMapMagic {
		return errors.New("not a tensor map")
	}
	if addr%16 != 0 || addr == 0 {
		return fmt.Errorf("global address %#x is not 16-aligned", addr)
	}
	binary.LittleEndian.PutUint64(b[TmAddress:], addr)
	return nil
}
