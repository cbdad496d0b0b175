package cuda

import (
	"errors"
	"unsafe"

	"ferry/abi"
)

// CuTensorMapEncodeTiled describes a tensor for bulk copies. The 128 bytes are ferry's own (abi/tensormap.go), as they
// are each driver's.
func CuTensorMapEncodeTiled(t *Thread, m *CUtensorMap, typ CUtensorMapDataType, rank uint32, address unsafe.Pointer, dim, strides *uint64,
	box, steps *uint32, interleave CUtensorMapInterleave, swizzle CUtensorMapSwizzle, promotion CUtensorMapL2promotion, fill CUtensorMapFloatOOBfill) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	if m == nil || dim == nil || box == nil || steps == nil || rank < 1 || rank > 5 || rank > 1 && strides == nil ||
		promotion < CU_TENSOR_MAP_L2_PROMOTION_NONE || promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B ||
		fill < CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA {
		return CUDA_ERROR_INVALID_VALUE
	}
	x := abi.TensorMap{Type: typ, Rank: rank, Address: addr(address), Interleave: interleave, Swizzle: swizzle,
		FillNaN: fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA}
	copy(x.Dim[:], unsafe.Slice(dim, rank))
	copy(x.Box[:], unsafe.Slice(box, rank))
	copy(x.Step[:], unsafe.Slice(steps, rank))
	if rank > 1 {
		copy(x.Stride[:], unsafe.Slice(strides, rank-1))
	}
	b, err := x.Encode()
	if err != nil {
		// Types that only capability 10.0 has are no types to the others (recorded for 9.0).
		newer := typ >= CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B && t.device().cc < 100
		if errors.Is(err, abi.ErrTensorMapUnsupported) && !newer {
			return CUDA_ERROR_NOT_SUPPORTED
		}
		return CUDA_ERROR_INVALID_VALUE
	}
	*(*[abi.TensorMapSize]byte)(unsafe.Pointer(m)) = b
	return CUDA_SUCCESS
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
