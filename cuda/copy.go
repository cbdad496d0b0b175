package cuda

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"ferry/hipffi"
)

// stageMax is the size up to which an asynchronous copy from pageable memory is taken at once into a staging buffer, so
// that the call returns without waiting (CUDA driver API, "API synchronization behavior").
const stageMax = 64 << 10

// copyOp is a copy of Depth slices of Height rows of Width bytes; a plain copy has one row.
type copyOp struct {
	hipffi.Copy2D
	dstPageable, srcPageable bool
	dstAlloc, srcAlloc       *allocation
}

// rows reports whether the copy has more than one row.
func (o *copyOp) rows() bool { return o.Height > 1 || o.Depth > 1 }

// locate checks that n bytes at p lie in memory the driver knows and gives the allocation they begin in; consecutive
// mappings count as one. pageable is set, if it is allowed, for memory that is the program's own.
func locate(p, n uint64, allowPageable bool) (a *allocation, pageable bool, r CUresult) {
	if p == 0 || p+n < p {
		return nil, false, CUDA_ERROR_INVALID_VALUE
	}
	m := &drv().mem
	if a = m.find(p); a != nil && p+n <= a.base+a.size {
		if a.vm != nil && a.vm.prot == 0 {
			return nil, false, CUDA_ERROR_INVALID_VALUE
		}
		return a, false, CUDA_SUCCESS
	}
	if a == nil && drv().reserved.find(p) != nil {
		return nil, false, CUDA_ERROR_INVALID_VALUE
	}
	if a == nil && allowPageable {
		return nil, true, CUDA_SUCCESS
	}
	if a == nil {
		return nil, false, CUDA_ERROR_INVALID_VALUE
	}
	if a.kind == allocRegistered && allowPageable {
		return nil, true, CUDA_SUCCESS // the rest is pageable
	}
	next := p
	m.each(p, n, func(x *allocation) bool {
		if x.base > next || x.vm != nil && x.vm.prot == 0 {
			return false
		}
		next = x.base + x.size
		return next < p+n
	})
	if next < p+n {
		return nil, false, CUDA_ERROR_INVALID_VALUE
	}
	return a, false, CUDA_SUCCESS
}

// span is how many bytes a side of the copy covers from its address on.
func span(width, height, depth, pitch, slice uint64) uint64 {
	if width == 0 || height == 0 || depth == 0 {
		return 0
	}
	return (depth-1)*slice + (height-1)*pitch + width
}

// linear makes a plain copy, checking both sides.
func linear(dst, src, n uint64, dstHost, srcHost bool) (copyOp, CUresult) {
	o := copyOp{Copy2D: hipffi.Copy2D{Dst: hipffi.Ptr(dst), Src: hipffi.Ptr(src), DstPitch: n, SrcPitch: n, DstSlice: n,
		SrcSlice: n, Width: n, Height: 1, Depth: 1}}
	return o, o.check(dstHost, srcHost)
}

// check finds out what both sides are; Host says that a side may be pageable memory.
func (o *copyOp) check(dstHost, srcHost bool) (r CUresult) {
	if o.Width == 0 || o.Height == 0 || o.Depth == 0 {
		return CUDA_SUCCESS
	}
	if o.dstAlloc, o.dstPageable, r = locate(uint64(o.Dst), span(o.Width, o.Height, o.Depth, o.DstPitch, o.DstSlice), dstHost); r != CUDA_SUCCESS {
		return r
	}
	o.srcAlloc, o.srcPageable, r = locate(uint64(o.Src), span(o.Width, o.Height, o.Depth, o.SrcPitch, o.SrcSlice), srcHost)
	return r
}

// checkUnified checks sides that were given as unified addresses and are nobody's: the program's own memory, or a mistake.
func (o *copyOp) checkUnified(dst, src bool) CUresult {
	if dst && o.dstPageable && !isMemory(uint64(o.Dst), span(o.Width, o.Height, o.Depth, o.DstPitch, o.DstSlice)) ||
		src && o.srcPageable && !isMemory(uint64(o.Src), span(o.Width, o.Height, o.Depth, o.SrcPitch, o.SrcSlice)) {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// isMemory reports whether the first and the last byte of a range are memory of this process.
func isMemory(p, n uint64) bool {
	var b [2]byte
	local := []unix.Iovec{{Base: &b[0], Len: 2}}
	remote := []unix.RemoteIovec{{Base: uintptr(p), Len: 1}, {Base: uintptr(p + n - 1), Len: 1}}
	k, err := unix.ProcessVMReadv(os.Getpid(), local, remote, 0)
	return k == 2 || err != nil && err != unix.EFAULT // a sandbox that forbids the question answers nothing
}

// copy runs a checked copy on the stream. A synchronous one waits where host memory takes part (device to device it
// does not, unless the memory asks for it); an asynchronous one waits where pageable memory makes it.
func (s *stream) copy(t *Thread, o *copyOp, async bool) CUresult {
	if o.Width == 0 || o.Height == 0 || o.Depth == 0 {
		return CUDA_SUCCESS
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		if !async && r == CUDA_SUCCESS {
			cp.invalidate()
			r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
		}
		return cp.add(s, r, &copyNode{op: *o, ctx: s.ctx})
	}
	if async && o.srcPageable && !o.dstPageable && !o.rows() && o.Width <= stageMax {
		if done, r := s.stagedCopy(o); done {
			return r
		}
	}
	if r := s.doCopy(o); r != CUDA_SUCCESS {
		return r
	}
	if o.dstPageable || o.srcPageable || !async && o.waits() {
		return s.wait()
	}
	return CUDA_SUCCESS
}

// waits reports whether a synchronous copy waits for its end.
func (o *copyOp) waits() bool {
	for _, a := range [2]*allocation{o.dstAlloc, o.srcAlloc} {
		if a == nil || a.host() || a.syncMemops.Load() {
			return true
		}
	}
	return false
}

func (s *stream) doCopy(o *copyOp) CUresult { return s.do(o.queue) }

// queue gives a queue the copy.
func (o *copyOp) queue(q hipffi.Queue) error {
	if o.rows() {
		return q.CopyRect(&o.Copy2D)
	}
	return q.Copy(o.Dst, o.Src, o.Width)
}

// staging buffers of a device: host memory of stageMax bytes each.
const stageBuffers = 16

// stagedCopy takes the source's bytes now and copies them in order later; done is false if no buffer is free.
func (s *stream) stagedCopy(o *copyOp) (done bool, r CUresult) {
	d := s.ctx.dev
	buf, ok := d.takeStage()
	if !ok {
		return false, CUDA_SUCCESS
	}
	src := unsafe.Slice((*byte)(hostPointer(uint64(o.Src))), o.Width)
	if err := d.dev.Write(buf, src); err != nil {
		d.giveStage(buf)
		return true, s.ctx.deviceError(err)
	}
	return true, s.do(func(q hipffi.Queue) error {
		if err := q.Copy(o.Dst, buf, o.Width); err != nil {
			d.giveStage(buf)
			return err
		}
		return q.Call(func() { d.giveStage(buf) })
	})
}

func (d *device) takeStage() (hipffi.Ptr, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.stage); n > 0 {
		p := d.stage[n-1]
		d.stage = d.stage[:n-1]
		return p, true
	}
	if d.stages >= stageBuffers {
		return 0, false
	}
	p, err := d.dev.Alloc(hipffi.AllocHost, stageMax)
	if err != nil {
		return 0, false
	}
	d.stages++
	return p, true
}

func (d *device) giveStage(p hipffi.Ptr) {
	d.mu.Lock()
	d.stage = append(d.stage, p)
	d.mu.Unlock()
}

// hostPointer is an address of the program's own memory as a pointer.
func hostPointer(p uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func addr(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) }

// copyLinear is the common part of the plain copy functions.
func copyLinear(t *Thread, h CUstream, dst, src, n uint64, dstHost, srcHost, async bool) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if n == 0 {
		return CUDA_SUCCESS
	}
	o, r := linear(dst, src, n, dstHost, srcHost)
	if r == CUDA_SUCCESS && dstHost && srcHost {
		r = o.checkUnified(true, true)
	}
	if r != CUDA_SUCCESS {
		return r
	}
	return s.copy(t, &o, async)
}

// CuMemcpy copies between any two addresses; what they are follows from unified addressing.
func CuMemcpy(t *Thread, dst, src CUdeviceptr, n uintptr) CUresult {
	return copyLinear(t, 0, uint64(dst), uint64(src), uint64(n), true, true, false)
}

// CuMemcpyAsync is CuMemcpy in a stream.
func CuMemcpyAsync(t *Thread, dst, src CUdeviceptr, n uintptr, h CUstream) CUresult {
	return copyLinear(t, h, uint64(dst), uint64(src), uint64(n), true, true, true)
}

// CuMemcpyHtoD_v2 copies host memory to device memory.
func CuMemcpyHtoD_v2(t *Thread, dst CUdeviceptr, src unsafe.Pointer, n uintptr) CUresult {
	return copyLinear(t, 0, uint64(dst), addr(src), uint64(n), false, true, false)
}

// CuMemcpyDtoH_v2 copies device memory to host memory.
func CuMemcpyDtoH_v2(t *Thread, dst unsafe.Pointer, src CUdeviceptr, n uintptr) CUresult {
	return copyLinear(t, 0, addr(dst), uint64(src), uint64(n), true, false, false)
}

// CuMemcpyDtoD_v2 copies device memory to device memory.
func CuMemcpyDtoD_v2(t *Thread, dst, src CUdeviceptr, n uintptr) CUresult {
	return copyLinear(t, 0, uint64(dst), uint64(src), uint64(n), false, false, false)
}

// CuMemcpyHtoDAsync_v2 is CuMemcpyHtoD_v2 in a stream.
func CuMemcpyHtoDAsync_v2(t *Thread, dst CUdeviceptr, src unsafe.Pointer, n uintptr, h CUstream) CUresult {
	return copyLinear(t, h, uint64(dst), addr(src), uint64(n), false, true, true)
}

// CuMemcpyDtoHAsync_v2 is CuMemcpyDtoH_v2 in a stream.
func CuMemcpyDtoHAsync_v2(t *Thread, dst unsafe.Pointer, src CUdeviceptr, n uintptr, h CUstream) CUresult {
	return copyLinear(t, h, addr(dst), uint64(src), uint64(n), true, false, true)
}

// CuMemcpyDtoDAsync_v2 is CuMemcpyDtoD_v2 in a stream.
func CuMemcpyDtoDAsync_v2(t *Thread, dst, src CUdeviceptr, n uintptr, h CUstream) CUresult {
	return copyLinear(t, h, uint64(dst), uint64(src), uint64(n), false, false, true)
}

func copyPeer(t *Thread, dst CUdeviceptr, dctx CUcontext, src CUdeviceptr, sctx CUcontext, n uintptr, h CUstream, async bool) CUresult {
	for _, c := range []CUcontext{dctx, sctx} {
		if _, r := t.contextOr(c); r != CUDA_SUCCESS {
			return r
		}
	}
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := s.uncaptured(t); r != CUDA_SUCCESS {
		return r
	}
	return copyLinear(t, h, uint64(dst), uint64(src), uint64(n), false, false, async)
}

// CuMemcpyPeer copies between the memories of two contexts.
func CuMemcpyPeer(t *Thread, dst CUdeviceptr, dctx CUcontext, src CUdeviceptr, sctx CUcontext, n uintptr) CUresult {
	return copyPeer(t, dst, dctx, src, sctx, n, 0, false)
}

// CuMemcpyPeerAsync is CuMemcpyPeer in a stream.
func CuMemcpyPeerAsync(t *Thread, dst CUdeviceptr, dctx CUcontext, src CUdeviceptr, sctx CUcontext, n uintptr, h CUstream) CUresult {
	return copyPeer(t, dst, dctx, src, sctx, n, h, true)
}
