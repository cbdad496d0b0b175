package cuda

import "unsafe"

// CuPointerGetAttribute gives one fact about the memory an address lies in.
func CuPointerGetAttribute(t *Thread, data unsafe.Pointer, attribute CUpointer_attribute, ptr CUdeviceptr) CUresult {
	if data == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.current(); r != CUDA_SUCCESS && (r != CUDA_ERROR_INVALID_CONTEXT || t.Depth != 0) {
		return r // memory is known without a context (recorded)
	}
	a := drv().mem.find(uint64(ptr))
	if a == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	return a.attribute(data, attribute, ptr)
}

// CuPointerGetAttributes gives several facts at once. An address that is nobody's gives zeroes, device ordinal and
// location -2 (none); only null lists and unknown attributes are errors.
func CuPointerGetAttributes(t *Thread, n uint32, attributes *CUpointer_attribute, data *unsafe.Pointer, ptr CUdeviceptr) CUresult {
	if n == 0 || n > 1<<16 || attributes == nil || data == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	a := drv().mem.find(uint64(ptr))
	for i, at := range unsafe.Slice(attributes, n) {
		out := unsafe.Slice(data, n)[i]
		if out == nil || pointerAttributeSize(at) == 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		if a == nil || a.attribute(out, at, ptr) != CUDA_SUCCESS {
			clear(unsafe.Slice((*byte)(out), pointerAttributeSize(at)))
			if at == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL {
				*(*int32)(out) = -2
			}
		}
	}
	return CUDA_SUCCESS
}

// pointerAttributeSize is the bytes an attribute's answer takes, 0 for numbers that are no attribute.
func pointerAttributeSize(at CUpointer_attribute) int {
	switch at {
	case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
		return 16
	case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
		CU_POINTER_ATTRIBUTE_MAPPED, CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
		return 1
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS,
		CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL:
		return 4
	case CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, CU_POINTER_ATTRIBUTE_HOST_POINTER,
		CU_POINTER_ATTRIBUTE_BUFFER_ID, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE,
		CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, CU_POINTER_ATTRIBUTE_MAPPING_SIZE,
		CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
		return 8
	}
	return 0
}

func (a *allocation) attribute(data unsafe.Pointer, at CUpointer_attribute, ptr CUdeviceptr) CUresult {
	u64, u32, u8 := (*uint64)(data), (*uint32)(data), (*uint8)(data)
	switch at {
	case CU_POINTER_ATTRIBUTE_CONTEXT:
		*u64 = 0 // memory of pools, graphs and mappings has none
		if a.ctx != nil {
			*u64 = uint64(a.ctx.h)
		}
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		*u32 = CU_MEMORYTYPE_DEVICE
		if a.kind == allocHost || a.kind == allocRegistered {
			*u32 = CU_MEMORYTYPE_HOST
		}
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
		*u64 = uint64(ptr)
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		if !a.host() {
			return CUDA_ERROR_INVALID_VALUE
		}
		*u64 = uint64(ptr)
	case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
		if a.kind != allocDevice {
			return CUDA_ERROR_INVALID_VALUE
		}
		*(*CUDA_POINTER_ATTRIBUTE_P2P_TOKENS)(data) = CUDA_POINTER_ATTRIBUTE_P2P_TOKENS{P2pToken: a.id, VaSpaceToken: 1}
	case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
		*u8 = uint8(b2i(a.syncMemops.Load() || a.kind == allocManaged))
	case CU_POINTER_ATTRIBUTE_BUFFER_ID, CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
		*u64 = a.id
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
		*u8 = uint8(b2i(a.kind == allocManaged))
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
		*u32 = uint32(a.dev.ordinal)
	case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
		*u8 = uint8(b2i(a.kind == allocDevice))
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE:
		r := a
		if a.vm != nil { // the range of a mapping is its reservation
			if x := drv().reserved.find(a.base); x != nil {
				r = x
			}
		}
		*u64 = r.base
		if at == CU_POINTER_ATTRIBUTE_RANGE_SIZE {
			*u64 = r.size
		}
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
		*u64 = a.base
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
		*u64 = a.size
	case CU_POINTER_ATTRIBUTE_MAPPED:
		*u8 = uint8(b2i(a.kind != allocReserved))
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
		*u64 = 0
		if a.vm != nil {
			*u64 = uint64(a.vm.mem.prop.RequestedHandleTypes)
		}
	case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
		*u8 = 0
	case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		*u32 = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE
		if a.vm != nil {
			*u32 = uint32(a.vm.prot)
		}
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
		*u64 = 0
		if a.pool != nil {
			*u64 = uint64(a.pool.h)
		}
	case CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL:
		*u32 = 0
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuPointerSetAttribute sets the one attribute that can be set: SYNC_MEMOPS, after which synchronous copies of the
// memory really wait.
func CuPointerSetAttribute(t *Thread, value unsafe.Pointer, attribute CUpointer_attribute, ptr CUdeviceptr) CUresult {
	if value == nil || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	a := drv().mem.find(uint64(ptr))
	if a == nil || a.kind == allocReserved {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.syncMemops.Store(*(*uint8)(value) != 0)
	return CUDA_SUCCESS
}
