package cuda

import (
	"errors"
	"unsafe"

	"ferry/abi"
)

// tensorMap collects what the functions that describe tensors are told alike, or reports false if one of the pointers is
// null or a number out of range.
func tensorMap(typ CUtensorMapDataType, rank uint32, address unsafe.Pointer, dim, strides *uint64, steps *uint32, interleave CUtensorMapInterleave,
	swizzle CUtensorMapSwizzle, promotion CUtensorMapL2promotion, fill CUtensorMapFloatOOBfill) (abi.TensorMap, bool) {
	x := abi.TensorMap{Type: typ, Rank: rank, Address: addr(address), Interleave: interleave, Swizzle: swizzle,
		FillNaN: fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA}
	if dim == nil || steps == nil || rank < 1 || rank > 5 || rank > 1 && strides == nil ||
		promotion < CU_TENSOR_MAP_L2_PROMOTION_NONE || promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B ||
		fill < CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA {
		return x, false
	}
	copy(x.Dim[:], unsafe.Slice(dim, rank))
	copy(x.Step[:], unsafe.Slice(steps, rank))
	if rank > 1 {
		copy(x.Stride[:], unsafe.Slice(strides, rank-1))
	}
	return x, true
}

// encode writes the map to m. The 128 bytes are ferry's own (abi/tensormap.go), as they are each driver's.
func (t *Thread) encode(m *CUtensorMap, x *abi.TensorMap) CUresult {
	// Types and swizzles that only capability 10.0 has are none to the others (recorded for 9.0).
	if t.device().cc < 100 && (x.Type >= CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B || x.Swizzle > CU_TENSOR_MAP_SWIZZLE_128B) {
		return CUDA_ERROR_INVALID_VALUE
	}
	b, err := x.Encode()
	switch {
	case errors.Is(err, abi.ErrTensorMapUnsupported):
		return CUDA_ERROR_NOT_SUPPORTED
	case err != nil:
		return CUDA_ERROR_INVALID_VALUE
	}
	*(*[abi.TensorMapSize]byte)(unsafe.Pointer(m)) = b
	return CUDA_SUCCESS
}

// CuTensorMapEncodeTiled describes a tensor for bulk copies of boxes.
func CuTensorMapEncodeTiled(t *Thread, m *CUtensorMap, typ CUtensorMapDataType, rank uint32, address unsafe.Pointer, dim, strides *uint64,
	box, steps *uint32, interleave CUtensorMapInterleave, swizzle CUtensorMapSwizzle, promotion CUtensorMapL2promotion, fill CUtensorMapFloatOOBfill) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	x, ok := tensorMap(typ, rank, address, dim, strides, steps, interleave, swizzle, promotion, fill)
	if !ok || m == nil || box == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	copy(x.Box[:], unsafe.Slice(box, rank))
	return t.encode(m, &x)
}

// CuTensorMapEncodeIm2col describes a tensor of images for bulk copies of pixels. The corners begin with the width, as an
// H200 takes them (testdata/tensormap, i_box2), where the manual's order is {D, H, W}.
func CuTensorMapEncodeIm2col(t *Thread, m *CUtensorMap, typ CUtensorMapDataType, rank uint32, address unsafe.Pointer, dim, strides *uint64,
	lower, upper *int32, channels, pixels uint32, steps *uint32, interleave CUtensorMapInterleave, swizzle CUtensorMapSwizzle,
	promotion CUtensorMapL2promotion, fill CUtensorMapFloatOOBfill) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	x, ok := tensorMap(typ, rank, address, dim, strides, steps, interleave, swizzle, promotion, fill)
	if !ok || m == nil || lower == nil || upper == nil || rank < 3 {
		return CUDA_ERROR_INVALID_VALUE
	}
	x.Mode, x.Channels, x.Pixels = abi.TmIm2col, channels, pixels
	copy(x.Lower[:], unsafe.Slice(lower, rank-2))
	copy(x.Upper[:], unsafe.Slice(upper, rank-2))
	return t.encode(m, &x)
}

// CuTensorMapReplaceAddress gives a tensor map another address.
func CuTensorMapReplaceAddress(t *Thread, m *CUtensorMap, address unsafe.Pointer) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	if m == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if abi.TensorMapReplaceAddress((*[abi.TensorMapSize]byte)(unsafe.Pointer(m)), addr(address)) != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuTensorMapSetAllocationClass asks for a window in which a map's addresses beyond the tensor are made. Ferry makes none, so
// that no class has an effect: as documented for such architectures all succeed, leave the map as it is and are the small one.
func CuTensorMapSetAllocationClass(t *Thread, m *CUtensorMap, class CUtensorMapAllocClass, out *CUtensorMapAllocClass) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	if out != nil {
		*out = CU_TENSOR_MAP_ALLOC_CLASS_SMALL
	}
	if m == nil || class < CU_TENSOR_MAP_ALLOC_CLASS_AUTO || class > CU_TENSOR_MAP_ALLOC_CLASS_LARGE {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}
