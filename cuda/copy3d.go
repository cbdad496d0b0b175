package cuda

import (
	"ferry/hipffi"
	"unsafe"
)

// copySide is one side of a CUDA_MEMCPY2D or 3D.
type copySide struct {
	x, y, z, lod  uintptr
	typ           CUmemorytype
	host          unsafe.Pointer
	device        CUdeviceptr
	array         CUarray
	pitch, height uintptr
}

// place resolves a side into address, row pitch and slice pitch; extent is what is copied, in bytes, rows and slices.
func (s *copySide) place(width, height, depth uintptr) (p, pitch, slice uint64, host bool, r CUresult) {
	if s.typ == CU_MEMORYTYPE_ARRAY {
		a := arrays.get(uintptr(s.array))
		if a == nil {
			return 0, 0, 0, false, CUDA_ERROR_INVALID_HANDLE
		}
		w, h, d := a.extent()
		if s.lod != 0 || over(s.x, width, w) ||
			over(s.y, height, h) || over(s.z, depth, d) {
			return 0, 0, 0, false, CUDA_ERROR_INVALID_VALUE
		}
		return a.base + uint64(s.z)*a.slice + uint64(s.y)*a.pitch + uint64(s.x), a.pitch, a.slice, false, CUDA_SUCCESS
	}
	var base uint64
	switch s.typ {
	case CU_MEMORYTYPE_HOST:
		base, host = addr(s.host), true
	case CU_MEMORYTYPE_DEVICE:
		base = uint64(s.device)
	case CU_MEMORYTYPE_UNIFIED:
		base, host = uint64(s.device), true
	default:
		return 0, 0, 0, false, CUDA_ERROR_INVALID_VALUE
	}
	rowPitch, rows := s.pitch, s.height
	if rowPitch == 0 {
		rowPitch = width + s.x
	}
	if rows == 0 {
		rows = height + s.y
	}
	if base == 0 || over(s.x, width, rowPitch) || over(s.y, height, rows) || rowPitch > 1<<40 || rows > 1<<32 {
		return 0, 0, 0, false, CUDA_ERROR_INVALID_VALUE
	}
	slice = uint64(rowPitch * rows)
	return base + uint64(s.z)*slice + uint64(s.y*rowPitch+s.x), uint64(rowPitch), slice, host, CUDA_SUCCESS
}

// over reports whether [at, at+n) goes beyond limit.
func over(at, n, limit uintptr) bool { return at > limit || n > limit-at }

// makeCopy3D checks a described copy and makes the operation.
func makeCopy3D(dst, src *copySide, width, height, depth uintptr) (o copyOp, r CUresult) {
	if width > 1<<46 || height > 1<<32 || depth > 1<<32 {
		return o, CUDA_ERROR_INVALID_VALUE
	}
	if width == 0 || height == 0 || depth == 0 {
		return o, CUDA_SUCCESS
	}
	dp, dpitch, dslice, dhost, r := dst.place(width, height, depth)
	if r != CUDA_SUCCESS {
		return o, r
	}
	sp, spitch, sslice, shost, r := src.place(width, height, depth)
	if r != CUDA_SUCCESS {
		return o, r
	}
	o.Copy2D = hipffi.Copy2D{Dst: hipffi.Ptr(dp), Src: hipffi.Ptr(sp), DstPitch: dpitch, SrcPitch: spitch, DstSlice: dslice,
		SrcSlice: sslice, Width: uint64(width), Height: uint64(height), Depth: uint64(depth)}
	if dst.typ == CU_MEMORYTYPE_ARRAY || src.typ == CU_MEMORYTYPE_ARRAY {
		// An array's memory is not in the books; the other side is checked alone.
		if dst.typ != CU_MEMORYTYPE_ARRAY {
			o.dstAlloc, o.dstPageable, r = locate(dp, span(o.Width, o.Height, o.Depth, dpitch, dslice), dhost)
		} else if src.typ != CU_MEMORYTYPE_ARRAY {
			o.srcAlloc, o.srcPageable, r = locate(sp, span(o.Width, o.Height, o.Depth, spitch, sslice), shost)
		}
		return o, r
	}
	if r := o.check(dhost, shost); r != CUDA_SUCCESS {
		return o, r
	}
	return o, o.checkUnified(dst.typ == CU_MEMORYTYPE_UNIFIED, src.typ == CU_MEMORYTYPE_UNIFIED)
}

func (p *CUDA_MEMCPY3D_v2) sides() (dst, src copySide) {
	return copySide{p.DstXInBytes, p.DstY, p.DstZ, p.DstLOD, p.DstMemoryType, p.DstHost, p.DstDevice, p.DstArray, p.DstPitch, p.DstHeight},
		copySide{p.SrcXInBytes, p.SrcY, p.SrcZ, p.SrcLOD, p.SrcMemoryType, p.SrcHost, p.SrcDevice, p.SrcArray, p.SrcPitch, p.SrcHeight}
}

func (p *CUDA_MEMCPY3D_v2) op() (copyOp, CUresult) {
	dst, src := p.sides()
	return makeCopy3D(&dst, &src, p.WidthInBytes, p.Height, p.Depth)
}

// as3D is a 2D copy as a 3D one of one slice.
func (p *CUDA_MEMCPY2D_v2) as3D() *CUDA_MEMCPY3D_v2 {
	return &CUDA_MEMCPY3D_v2{
		SrcXInBytes: p.SrcXInBytes, SrcY: p.SrcY, SrcMemoryType: p.SrcMemoryType, SrcHost: p.SrcHost, SrcDevice: p.SrcDevice,
		SrcArray: p.SrcArray, SrcPitch: p.SrcPitch,
		DstXInBytes: p.DstXInBytes, DstY: p.DstY, DstMemoryType: p.DstMemoryType, DstHost: p.DstHost, DstDevice: p.DstDevice,
		DstArray: p.DstArray, DstPitch: p.DstPitch,
		WidthInBytes: p.WidthInBytes, Height: p.Height, Depth: 1,
	}
}

func copy3D(t *Thread, p *CUDA_MEMCPY3D_v2, h CUstream, async bool) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	o, r := p.op()
	if r != CUDA_SUCCESS {
		return r
	}
	return s.copy(t, &o, async)
}

func copy2D(t *Thread, p *CUDA_MEMCPY2D_v2, h CUstream, async bool) CUresult {
	if p == nil {
		_, r := t.live()
		if r == CUDA_SUCCESS {
			r = CUDA_ERROR_INVALID_VALUE
		}
		return r
	}
	return copy3D(t, p.as3D(), h, async)
}

// CuMemcpy2D_v2 copies a rectangle.
func CuMemcpy2D_v2(t *Thread, p *CUDA_MEMCPY2D_v2) CUresult { return copy2D(t, p, 0, false) }

// CuMemcpy2DUnaligned_v2 is CuMemcpy2D_v2 without NVIDIA's demands on pitches, which ferry does not make anyway.
func CuMemcpy2DUnaligned_v2(t *Thread, p *CUDA_MEMCPY2D_v2) CUresult { return copy2D(t, p, 0, false) }

// CuMemcpy2DAsync_v2 is CuMemcpy2D_v2 in a stream.
func CuMemcpy2DAsync_v2(t *Thread, p *CUDA_MEMCPY2D_v2, h CUstream) CUresult {
	return copy2D(t, p, h, true)
}

// CuMemcpy3D_v2 copies a cuboid.
func CuMemcpy3D_v2(t *Thread, p *CUDA_MEMCPY3D_v2) CUresult { return copy3D(t, p, 0, false) }

// CuMemcpy3DAsync_v2 is CuMemcpy3D_v2 in a stream.
func CuMemcpy3DAsync_v2(t *Thread, p *CUDA_MEMCPY3D_v2, h CUstream) CUresult {
	return copy3D(t, p, h, true)
}

func copy3DPeer(t *Thread, p *CUDA_MEMCPY3D_PEER, h CUstream, async bool) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	for _, c := range []CUcontext{p.DstContext, p.SrcContext} {
		if _, r := t.contextOr(c); r != CUDA_SUCCESS {
			return r
		}
	}
	if r := s.uncaptured(t); r != CUDA_SUCCESS {
		return r
	}
	dst := copySide{p.DstXInBytes, p.DstY, p.DstZ, p.DstLOD, p.DstMemoryType, p.DstHost, p.DstDevice, p.DstArray, p.DstPitch, p.DstHeight}
	src := copySide{p.SrcXInBytes, p.SrcY, p.SrcZ, p.SrcLOD, p.SrcMemoryType, p.SrcHost, p.SrcDevice, p.SrcArray, p.SrcPitch, p.SrcHeight}
	o, r := makeCopy3D(&dst, &src, p.WidthInBytes, p.Height, p.Depth)
	if r != CUDA_SUCCESS {
		return r
	}
	return s.copy(t, &o, async)
}

// CuMemcpy3DPeer copies a cuboid between two contexts.
func CuMemcpy3DPeer(t *Thread, p *CUDA_MEMCPY3D_PEER) CUresult { return copy3DPeer(t, p, 0, false) }

// CuMemcpy3DPeerAsync is CuMemcpy3DPeer in a stream.
func CuMemcpy3DPeerAsync(t *Thread, p *CUDA_MEMCPY3D_PEER, h CUstream) CUresult {
	return copy3DPeer(t, p, h, true)
}
