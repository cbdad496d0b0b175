package cuda

import (
	"unsafe"

	"ferry/hipffi"
)

// batchCopy checks the copies of a batch; fail is the first bad one.
func batchCopy(dsts, srcs *CUdeviceptr, sizes *uintptr, n uintptr) (ops []copyOp, fail uintptr, r CUresult) {
	const none = ^uintptr(0)
	if dsts == nil || srcs == nil || sizes == nil || n == 0 || n > maxBatch {
		return nil, none, CUDA_ERROR_INVALID_VALUE
	}
	ops = make([]copyOp, 0, n)
	for i := range n {
		size := uint64(unsafe.Slice(sizes, n)[i])
		if size == 0 {
			return nil, i, CUDA_ERROR_INVALID_VALUE
		}
		o, r := linear(uint64(unsafe.Slice(dsts, n)[i]), uint64(unsafe.Slice(srcs, n)[i]), size, true, true)
		if r != CUDA_SUCCESS {
			return nil, i, r
		}
		ops = append(ops, o)
	}
	return ops, none, CUDA_SUCCESS
}

// checkAttrs checks the attributes of a batch: their starts ascend from 0.
func checkAttrs(attrs *CUmemcpyAttributes, at *uintptr, na, n uintptr) CUresult {
	if attrs == nil || at == nil || na == 0 || na > n {
		return CUDA_ERROR_INVALID_VALUE
	}
	for i := range na {
		a := &unsafe.Slice(attrs, na)[i]
		start := unsafe.Slice(at, na)[i]
		if i == 0 && start != 0 || i > 0 && start <= unsafe.Slice(at, na)[i-1] || start >= n || !a.ok() {
			return CUDA_ERROR_INVALID_VALUE
		}
	}
	return CUDA_SUCCESS
}

func (a *CUmemcpyAttributes_v1) ok() bool {
	return a.SrcAccessOrder >= CU_MEMCPY_SRC_ACCESS_ORDER_STREAM && a.SrcAccessOrder <= CU_MEMCPY_SRC_ACCESS_ORDER_ANY &&
		a.Flags&^CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE == 0
}

// runBatch gives checked copies to a stream; the order between them is free, so theirs is as good as any.
func runBatch(t *Thread, h CUstream, ops []copyOp) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if s.kind == streamLegacy { // the thread's own default stream is as good as any (recorded)
		return CUDA_ERROR_INVALID_VALUE // as the reference says: not the default stream, whichever a null is
	}
	for i := range ops {
		if r := s.copy(t, &ops[i], true); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// CuMemcpyBatchAsync is the form of CUDA 12.8, which tells the first bad copy.
func CuMemcpyBatchAsync(t *Thread, dsts, srcs *CUdeviceptr, sizes *uintptr, n uintptr, attrs *CUmemcpyAttributes, at *uintptr, na uintptr, fail *uintptr, h CUstream) CUresult {
	if _, _, r := t.stream(h); r != CUDA_SUCCESS {
		return r
	}
	if fail != nil {
		*fail = ^uintptr(0)
	}
	if r := checkAttrs(attrs, at, na, n); r != CUDA_SUCCESS {
		return r
	}
	ops, bad, r := batchCopy(dsts, srcs, sizes, n)
	if r != CUDA_SUCCESS {
		if fail != nil {
			*fail = bad
		}
		return r
	}
	return runBatch(t, h, ops)
}

// CuMemcpyBatchAsync_v2 copies several pieces of memory.
func CuMemcpyBatchAsync_v2(t *Thread, dsts, srcs *CUdeviceptr, sizes *uintptr, n uintptr, attrs *CUmemcpyAttributes, at *uintptr, na uintptr, h CUstream) CUresult {
	if h == 0 { // in both flavours (recorded)
		return CUDA_ERROR_INVALID_VALUE
	}
	return CuMemcpyBatchAsync(t, dsts, srcs, sizes, n, attrs, at, na, nil, h)
}

// CuMemcpyWithAttributesAsync copies with attributes.
func CuMemcpyWithAttributesAsync(t *Thread, dst, src CUdeviceptr, size uintptr, attr *CUmemcpyAttributes, h CUstream) CUresult {
	if attr == nil || !attr.ok() {
		if _, r := t.live(); r != CUDA_SUCCESS {
			return r
		}
		return CUDA_ERROR_INVALID_VALUE
	}
	return CuMemcpyAsync(t, dst, src, size, h)
}

// operand is one side of a batched 3D copy: either a pointer (address, row length and layer height in elements of one
// byte) or an array with an offset.
func (o *CUmemcpy3DOperand_v1) side() (copySide, CUresult) {
	switch o.Type {
	case CU_MEMCPY_OPERAND_TYPE_POINTER:
		return copySide{typ: CU_MEMORYTYPE_UNIFIED, device: CUdeviceptr(o.Op[0]), pitch: uintptr(o.Op[1]), height: uintptr(o.Op[2])}, CUDA_SUCCESS
	case CU_MEMCPY_OPERAND_TYPE_ARRAY:
		a := arrays.get(uintptr(o.Op[0]))
		if a == nil {
			return copySide{}, CUDA_ERROR_INVALID_VALUE
		}
		return copySide{typ: CU_MEMORYTYPE_ARRAY, array: CUarray(o.Op[0]), x: uintptr(o.Op[1]) * uintptr(a.texel), y: uintptr(o.Op[2]), z: uintptr(o.Op[3])}, CUDA_SUCCESS
	}
	return copySide{}, CUDA_ERROR_INVALID_VALUE
}

// texel is the bytes of an element of a batched 3D copy: the array's, one byte between pointers.
func (o *CUmemcpy3DOperand_v1) texel() uintptr {
	if o.Type == CU_MEMCPY_OPERAND_TYPE_ARRAY {
		if a := arrays.get(uintptr(o.Op[0])); a != nil {
			return uintptr(a.texel)
		}
	}
	return 1
}

func (b *CUDA_MEMCPY3D_BATCH_OP_v1) op() (o copyOp, r CUresult) {
	if b.SrcAccessOrder < CU_MEMCPY_SRC_ACCESS_ORDER_STREAM || b.SrcAccessOrder > CU_MEMCPY_SRC_ACCESS_ORDER_ANY ||
		b.Flags&^CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE != 0 {
		return o, CUDA_ERROR_INVALID_VALUE
	}
	dst, r := b.Dst.side()
	if r != CUDA_SUCCESS {
		return o, r
	}
	src, r := b.Src.side()
	if r != CUDA_SUCCESS {
		return o, r
	}
	n := max(b.Dst.texel(), b.Src.texel())
	if e := b.Extent; e.Width > 1<<40 || e.Width == 0 || e.Height == 0 || e.Depth == 0 {
		return o, CUDA_ERROR_INVALID_VALUE
	}
	// Row lengths of pointers count elements of the array on the other side.
	for _, s := range []*copySide{&dst, &src} {
		if s.typ == CU_MEMORYTYPE_UNIFIED {
			s.pitch *= n
		}
	}
	return makeCopy3D(&dst, &src, b.Extent.Width*n, b.Extent.Height, b.Extent.Depth)
}

// CuMemcpy3DBatchAsync is the form of CUDA 12.8, which tells the first bad copy.
func CuMemcpy3DBatchAsync(t *Thread, n uintptr, list *CUDA_MEMCPY3D_BATCH_OP, fail *uintptr, flags uint64, h CUstream) CUresult {
	if _, _, r := t.stream(h); r != CUDA_SUCCESS {
		return r
	}
	if fail != nil {
		*fail = ^uintptr(0)
	}
	if list == nil || n == 0 || n > maxBatch || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	ops := make([]copyOp, 0, n)
	for i := range n {
		o, r := unsafe.Slice(list, n)[i].op()
		if r != CUDA_SUCCESS {
			if fail != nil {
				*fail = i
			}
			return r
		}
		ops = append(ops, o)
	}
	return runBatch(t, h, ops)
}

// CuMemcpy3DBatchAsync_v2 copies several cuboids.
func CuMemcpy3DBatchAsync_v2(t *Thread, n uintptr, list *CUDA_MEMCPY3D_BATCH_OP, flags uint64, h CUstream) CUresult {
	if h == 0 { // in both flavours (recorded)
		return CUDA_ERROR_INVALID_VALUE
	}
	return CuMemcpy3DBatchAsync(t, n, list, nil, flags, h)
}

// CuMemcpy3DWithAttributesAsync copies one cuboid with attributes.
func CuMemcpy3DWithAttributesAsync(t *Thread, op *CUDA_MEMCPY3D_BATCH_OP, flags uint64, h CUstream) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if op == nil || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	o, r := op.op()
	if r != CUDA_SUCCESS {
		return r
	}
	return s.copy(t, &o, true)
}

// fromArray makes a plain copy with an array on one side: offsets are bytes in the array's first row order.
func (a *array) flat(offset, n uint64) (p uint64, r CUresult) {
	w, _, d := a.extent()
	if d != 1 || over(uintptr(offset), uintptr(n), w) { // of an array with rows the first one (recorded)
		return 0, CUDA_ERROR_INVALID_VALUE
	}
	return a.base + offset, CUDA_SUCCESS
}

// copyArray is the common part of the copies between arrays and plain memory; array 0 means the other kind of side.
func copyArray(t *Thread, h CUstream, dstA CUarray, dst uint64, srcA CUarray, src, n uint64, dstHost, srcHost, async bool) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if n == 0 {
		return CUDA_SUCCESS
	}
	o := copyOp{Copy2D: hipffi.Copy2D{DstPitch: n, SrcPitch: n, DstSlice: n, SrcSlice: n, Width: n, Height: 1, Depth: 1}}
	side := func(ha CUarray, at uint64, host bool) (p uint64, a *allocation, pageable bool, r CUresult) {
		if ha != 0 {
			x := arrays.get(uintptr(ha))
			if x == nil {
				return 0, nil, false, CUDA_ERROR_INVALID_HANDLE
			}
			p, r = x.flat(at, n)
			return p, nil, false, r
		}
		a, pageable, r = locate(at, n, host)
		return at, a, pageable, r
	}
	p, a, pageable, r := side(dstA, dst, dstHost)
	if r != CUDA_SUCCESS {
		return r
	}
	o.Dst, o.dstAlloc, o.dstPageable = hipffi.Ptr(p), a, pageable
	if p, a, pageable, r = side(srcA, src, srcHost); r != CUDA_SUCCESS {
		return r
	}
	o.Src, o.srcAlloc, o.srcPageable = hipffi.Ptr(p), a, pageable
	return s.copy(t, &o, async)
}

// CuMemcpyDtoA_v2 copies device memory to a 1D array.
func CuMemcpyDtoA_v2(t *Thread, dst CUarray, off uintptr, src CUdeviceptr, n uintptr) CUresult {
	return copyArray(t, 0, someArray(dst), uint64(off), 0, uint64(src), uint64(n), false, false, false)
}

// CuMemcpyAtoD_v2 copies a 1D array to device memory.
func CuMemcpyAtoD_v2(t *Thread, dst CUdeviceptr, src CUarray, off, n uintptr) CUresult {
	return copyArray(t, 0, 0, uint64(dst), someArray(src), uint64(off), uint64(n), false, false, false)
}

// CuMemcpyHtoA_v2 copies host memory to a 1D array.
func CuMemcpyHtoA_v2(t *Thread, dst CUarray, off uintptr, src unsafe.Pointer, n uintptr) CUresult {
	return copyArray(t, 0, someArray(dst), uint64(off), 0, addr(src), uint64(n), false, true, false)
}

// CuMemcpyAtoH_v2 copies a 1D array to host memory.
func CuMemcpyAtoH_v2(t *Thread, dst unsafe.Pointer, src CUarray, off, n uintptr) CUresult {
	return copyArray(t, 0, 0, addr(dst), someArray(src), uint64(off), uint64(n), true, false, false)
}

// CuMemcpyAtoA_v2 copies between 1D arrays.
func CuMemcpyAtoA_v2(t *Thread, dst CUarray, doff uintptr, src CUarray, soff, n uintptr) CUresult {
	return copyArray(t, 0, someArray(dst), uint64(doff), someArray(src), uint64(soff), uint64(n), false, false, false)
}

// CuMemcpyHtoAAsync_v2 is CuMemcpyHtoA_v2 in a stream.
func CuMemcpyHtoAAsync_v2(t *Thread, dst CUarray, off uintptr, src unsafe.Pointer, n uintptr, h CUstream) CUresult {
	return copyArray(t, h, someArray(dst), uint64(off), 0, addr(src), uint64(n), false, true, true)
}

// CuMemcpyAtoHAsync_v2 is CuMemcpyAtoH_v2 in a stream.
func CuMemcpyAtoHAsync_v2(t *Thread, dst unsafe.Pointer, src CUarray, off, n uintptr, h CUstream) CUresult {
	return copyArray(t, h, 0, addr(dst), someArray(src), uint64(off), uint64(n), true, false, true)
}

// someArray keeps a null array from being taken for the other kind of side.
func someArray(h CUarray) CUarray {
	if h == 0 {
		return ^CUarray(0)
	}
	return h
}

// CuMemcpyDtoA is CuMemcpyDtoA_v2 with 32 bits.
func CuMemcpyDtoA(t *Thread, dst CUarray, off, src, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyDtoA_v2(t, dst, uintptr(off), CUdeviceptr(src), uintptr(n))
}

// CuMemcpyAtoD is CuMemcpyAtoD_v2 with 32 bits.
func CuMemcpyAtoD(t *Thread, dst uint32, src CUarray, off, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyAtoD_v2(t, CUdeviceptr(dst), src, uintptr(off), uintptr(n))
}

// CuMemcpyHtoA is CuMemcpyHtoA_v2 with 32 bits.
func CuMemcpyHtoA(t *Thread, dst CUarray, off uint32, src unsafe.Pointer, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyHtoA_v2(t, dst, uintptr(off), src, uintptr(n))
}

// CuMemcpyAtoH is CuMemcpyAtoH_v2 with 32 bits.
func CuMemcpyAtoH(t *Thread, dst unsafe.Pointer, src CUarray, off, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyAtoH_v2(t, dst, src, uintptr(off), uintptr(n))
}

// CuMemcpyAtoA is CuMemcpyAtoA_v2 with 32 bits.
func CuMemcpyAtoA(t *Thread, dst CUarray, doff uint32, src CUarray, soff, n uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyAtoA_v2(t, dst, uintptr(doff), src, uintptr(soff), uintptr(n))
}

// CuMemcpyHtoAAsync is CuMemcpyHtoAAsync_v2 with 32 bits.
func CuMemcpyHtoAAsync(t *Thread, dst CUarray, off uint32, src unsafe.Pointer, n uint32, h CUstream) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyHtoAAsync_v2(t, dst, uintptr(off), src, uintptr(n), h)
}

// CuMemcpyAtoHAsync is CuMemcpyAtoHAsync_v2 with 32 bits.
func CuMemcpyAtoHAsync(t *Thread, dst unsafe.Pointer, src CUarray, off, n uint32, h CUstream) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemcpyAtoHAsync_v2(t, dst, src, uintptr(off), uintptr(n), h)
}
