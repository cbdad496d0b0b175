package cuda

import "unsafe"

// The forms of CUDA 3.1 and earlier, whose device addresses and sizes have 32 bits. Where an answer does not fit there is
// none: memory above 4 GiB is OUT_OF_MEMORY to them.

// form31 lets a call of these forms through: they work in contexts that cuCtxCreate of CUDA 3.1 made. In all others NVIDIA's
// driver answers INVALID_CONTEXT, too (recorded).
func (t *Thread) form31() CUresult {
	c, r := t.current()
	if r == CUDA_SUCCESS && c.apiVersion != apiV1 {
		return CUDA_ERROR_INVALID_CONTEXT
	}
	return r
}

// fits32 stores an address or a size that has to fit 32 bits.
func fits32(p *uint32, v uint64) bool {
	if p == nil {
		return true
	}
	*p = uint32(v)
	return v <= 1<<32-1
}

// CuModuleGetGlobal is CuModuleGetGlobal_v2 with 32 bits.
func CuModuleGetGlobal(t *Thread, dptr, bytes *uint32, h CUmodule, name *byte) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	var p CUdeviceptr
	var n uintptr
	r := CuModuleGetGlobal_v2(t, &p, &n, h, name)
	if r == CUDA_SUCCESS && (!fits32(dptr, uint64(p)) || !fits32(bytes, uint64(n))) {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return r
}

// CuMemGetInfo is CuMemGetInfo_v2 with 32 bits; larger numbers are cut to the largest.
func CuMemGetInfo(t *Thread, free, total *uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	var f, n uintptr
	r := CuMemGetInfo_v2(t, &f, &n)
	if r == CUDA_SUCCESS {
		fits32(free, min(uint64(f), 1<<32-1))
		fits32(total, min(uint64(n), 1<<32-1))
	}
	return r
}

// CuMemAlloc is CuMemAlloc_v2 with 32 bits.
func CuMemAlloc(t *Thread, dptr *uint32, bytesize uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	if dptr == nil {
		return CuMemAlloc_v2(t, nil, uintptr(bytesize))
	}
	var p CUdeviceptr
	r := CuMemAlloc_v2(t, &p, uintptr(bytesize))
	if r == CUDA_SUCCESS && !fits32(dptr, uint64(p)) {
		CuMemFree_v2(t, p)
		*dptr = 0
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return r
}

// CuMemAllocPitch is CuMemAllocPitch_v2 with 32 bits.
func CuMemAllocPitch(t *Thread, dptr, pitch *uint32, width, height, element uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	if dptr == nil || pitch == nil {
		return CuMemAllocPitch_v2(t, nil, nil, uintptr(width), uintptr(height), element)
	}
	var p CUdeviceptr
	var n uintptr
	r := CuMemAllocPitch_v2(t, &p, &n, uintptr(width), uintptr(height), element)
	if r == CUDA_SUCCESS && (!fits32(dptr, uint64(p)) || !fits32(pitch, uint64(n))) {
		CuMemFree_v2(t, p)
		*dptr, *pitch = 0, 0
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return r
}

// CuMemFree is CuMemFree_v2 with 32 bits.
func CuMemFree(t *Thread, dptr uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemFree_v2(t, CUdeviceptr(dptr))
}

// CuMemGetAddressRange is CuMemGetAddressRange_v2 with 32 bits.
func CuMemGetAddressRange(t *Thread, base, size *uint32, dptr uint32) CUresult {
	if base == nil && size == nil {
		return CuMemGetAddressRange_v2(t, nil, nil, CUdeviceptr(dptr))
	}
	var b CUdeviceptr
	var n uintptr
	r := CuMemGetAddressRange_v2(t, &b, &n, CUdeviceptr(dptr))
	if r == CUDA_SUCCESS && (!fits32(base, uint64(b)) || !fits32(size, uint64(n))) {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return r
}

// CuMemHostGetDevicePointer is CuMemHostGetDevicePointer_v2 with 32 bits.
func CuMemHostGetDevicePointer(t *Thread, dptr *uint32, p unsafe.Pointer, flags uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	if dptr == nil {
		return CuMemHostGetDevicePointer_v2(t, nil, p, flags)
	}
	var d CUdeviceptr
	r := CuMemHostGetDevicePointer_v2(t, &d, p, flags)
	if r == CUDA_SUCCESS && !fits32(dptr, uint64(d)) {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return r
}

// CuMemcpyHtoD is CuMemcpyHtoD_v2 with 32 bits.
func CuMemcpyHtoD(t *Thread, dst uint32, src unsafe.Pointer, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyHtoD_v2(t, CUdeviceptr(dst), src, uintptr(n))
}

// CuMemcpyDtoH is CuMemcpyDtoH_v2 with 32 bits.
func CuMemcpyDtoH(t *Thread, dst unsafe.Pointer, src, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyDtoH_v2(t, dst, CUdeviceptr(src), uintptr(n))
}

// CuMemcpyDtoD is CuMemcpyDtoD_v2 with 32 bits.
func CuMemcpyDtoD(t *Thread, dst, src, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyDtoD_v2(t, CUdeviceptr(dst), CUdeviceptr(src), uintptr(n))
}

// CuMemcpyHtoDAsync is CuMemcpyHtoDAsync_v2 with 32 bits.
func CuMemcpyHtoDAsync(t *Thread, dst uint32, src unsafe.Pointer, n uint32, h CUstream) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyHtoDAsync_v2(t, CUdeviceptr(dst), src, uintptr(n), h)
}

// CuMemcpyDtoHAsync is CuMemcpyDtoHAsync_v2 with 32 bits.
func CuMemcpyDtoHAsync(t *Thread, dst unsafe.Pointer, src, n uint32, h CUstream) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyDtoHAsync_v2(t, dst, CUdeviceptr(src), uintptr(n), h)
}

// CuMemcpyDtoDAsync is CuMemcpyDtoDAsync_v2 with 32 bits.
func CuMemcpyDtoDAsync(t *Thread, dst, src, n uint32, h CUstream) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyDtoDAsync_v2(t, CUdeviceptr(dst), CUdeviceptr(src), uintptr(n), h)
}

// wide is a 2D copy of CUDA 3.1 in today's form.
func (p *CUDA_MEMCPY2D_v1) wide() *CUDA_MEMCPY2D_v2 {
	if p == nil {
		return nil
	}
	return &CUDA_MEMCPY2D_v2{
		SrcXInBytes: uintptr(p.SrcXInBytes), SrcY: uintptr(p.SrcY), SrcMemoryType: p.SrcMemoryType, SrcHost: p.SrcHost,
		SrcDevice: CUdeviceptr(p.SrcDevice), SrcArray: p.SrcArray, SrcPitch: uintptr(p.SrcPitch),
		DstXInBytes: uintptr(p.DstXInBytes), DstY: uintptr(p.DstY), DstMemoryType: p.DstMemoryType, DstHost: p.DstHost,
		DstDevice: CUdeviceptr(p.DstDevice), DstArray: p.DstArray, DstPitch: uintptr(p.DstPitch),
		WidthInBytes: uintptr(p.WidthInBytes), Height: uintptr(p.Height),
	}
}

// wide is a 3D copy of CUDA 3.1 in today's form.
func (p *CUDA_MEMCPY3D_v1) wide() *CUDA_MEMCPY3D_v2 {
	if p == nil {
		return nil
	}
	return &CUDA_MEMCPY3D_v2{
		SrcXInBytes: uintptr(p.SrcXInBytes), SrcY: uintptr(p.SrcY), SrcZ: uintptr(p.SrcZ), SrcLOD: uintptr(p.SrcLOD),
		SrcMemoryType: p.SrcMemoryType, SrcHost: p.SrcHost, SrcDevice: CUdeviceptr(p.SrcDevice), SrcArray: p.SrcArray,
		SrcPitch: uintptr(p.SrcPitch), SrcHeight: uintptr(p.SrcHeight),
		DstXInBytes: uintptr(p.DstXInBytes), DstY: uintptr(p.DstY), DstZ: uintptr(p.DstZ), DstLOD: uintptr(p.DstLOD),
		DstMemoryType: p.DstMemoryType, DstHost: p.DstHost, DstDevice: CUdeviceptr(p.DstDevice), DstArray: p.DstArray,
		DstPitch: uintptr(p.DstPitch), DstHeight: uintptr(p.DstHeight),
		WidthInBytes: uintptr(p.WidthInBytes), Height: uintptr(p.Height), Depth: uintptr(p.Depth),
	}
}

// CuMemcpy2D is CuMemcpy2D_v2 with 32 bits.
func CuMemcpy2D(t *Thread, p *CUDA_MEMCPY2D_v1) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpy2D_v2(t, p.wide())
}

// CuMemcpy2DUnaligned is CuMemcpy2DUnaligned_v2 with 32 bits.
func CuMemcpy2DUnaligned(t *Thread, p *CUDA_MEMCPY2D_v1) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpy2DUnaligned_v2(t, p.wide())
}

// CuMemcpy2DAsync is CuMemcpy2DAsync_v2 with 32 bits.
func CuMemcpy2DAsync(t *Thread, p *CUDA_MEMCPY2D_v1, h CUstream) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpy2DAsync_v2(t, p.wide(), h)
}

// CuMemcpy3D is CuMemcpy3D_v2 with 32 bits.
func CuMemcpy3D(t *Thread, p *CUDA_MEMCPY3D_v1) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpy3D_v2(t, p.wide())
}

// CuMemcpy3DAsync is CuMemcpy3DAsync_v2 with 32 bits.
func CuMemcpy3DAsync(t *Thread, p *CUDA_MEMCPY3D_v1, h CUstream) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpy3DAsync_v2(t, p.wide(), h)
}

// CuMemsetD8 is CuMemsetD8_v2 with 32 bits.
func CuMemsetD8(t *Thread, dst uint32, v uint8, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemsetD8_v2(t, CUdeviceptr(dst), v, uintptr(n))
}

// CuMemsetD16 is CuMemsetD16_v2 with 32 bits.
func CuMemsetD16(t *Thread, dst uint32, v uint16, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemsetD16_v2(t, CUdeviceptr(dst), v, uintptr(n))
}

// CuMemsetD32 is CuMemsetD32_v2 with 32 bits.
func CuMemsetD32(t *Thread, dst, v, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemsetD32_v2(t, CUdeviceptr(dst), v, uintptr(n))
}

// CuMemsetD2D8 is CuMemsetD2D8_v2 with 32 bits.
func CuMemsetD2D8(t *Thread, dst, pitch uint32, v uint8, width, height uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemsetD2D8_v2(t, CUdeviceptr(dst), uintptr(pitch), v, uintptr(width), uintptr(height))
}

// CuMemsetD2D16 is CuMemsetD2D16_v2 with 32 bits.
func CuMemsetD2D16(t *Thread, dst, pitch uint32, v uint16, width, height uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemsetD2D16_v2(t, CUdeviceptr(dst), uintptr(pitch), v, uintptr(width), uintptr(height))
}

// CuMemsetD2D32 is CuMemsetD2D32_v2 with 32 bits.
func CuMemsetD2D32(t *Thread, dst, pitch, v, width, height uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemsetD2D32_v2(t, CUdeviceptr(dst), uintptr(pitch), v, uintptr(width), uintptr(height))
}
