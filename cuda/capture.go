package cuda

import "unsafe"

type capture struct{}
type capNode struct{}

type hostNode struct {
	fn       uintptr
	userData unsafe.Pointer
}
type eventRecordNode struct{ event CUevent }
type copyNode struct {
	op  copyOp
	ctx *context
}
type fillNode struct {
	op  fillOp
	ctx *context
}

func (cp *capture) invalidate()                               {}
func (cp *capture) add(s *stream, r CUresult, n any) CUresult { return r }
func (cp *capture) recordEvent(s *stream, e *event) CUresult  { return CUDA_ERROR_NOT_SUPPORTED }
func (s *stream) capturing(t *Thread) (*capture, CUresult)    { return nil, CUDA_SUCCESS }
func (s *stream) captureForbids(t *Thread) CUresult           { return CUDA_SUCCESS }
func (c *context) captureForbids(t *Thread) CUresult          { return CUDA_SUCCESS }
func (e *event) notCaptured() CUresult                        { return CUDA_SUCCESS }
func (s *stream) waitCaptured(t *Thread, e *event, flags uint32) (CUresult, bool) {
	return CUDA_SUCCESS, false
}
func (s *stream) captureLaunch(t *Thread, l *launch, params, extra *unsafe.Pointer, stored []byte) CUresult {
	return CUDA_ERROR_NOT_SUPPORTED
}

// CuStreamIsCapturing says that no stream captures.
func CuStreamIsCapturing(t *Thread, h CUstream, status *CUstreamCaptureStatus) CUresult {
	_, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if status == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*status = CU_STREAM_CAPTURE_STATUS_NONE
	return CUDA_SUCCESS
}

type graphMem struct{}

func (a *allocation) freeGraph() CUresult { return CUDA_ERROR_NOT_SUPPORTED }

type array struct {
	base, pitch, slice uint64
	texel              int
}

func (a *array) end()                      {}
func (a *array) extent() (w, h, d uintptr) { return 0, 0, 0 }

var arrays = table[array]{kind: kindArray}

type texref struct{}

var texrefs = table[texref]{kind: kindTexref}

func (m *module) endTexrefs() {}

type pool struct{ h CUmemoryPool }
type block struct{}

func (p *pool) freeNow(a *allocation) CUresult { return CUDA_ERROR_NOT_SUPPORTED }

type physical struct{ prop CUmemAllocationProp }
type mapping struct {
	mem  *physical
	prot int
}
type advice struct{}

func (a *allocation) endImport() error                   { return nil }
func texelBytes(f CUarray_format, ch uint32) (int, bool) { return 4, true }
type memOpNode struct {
	ops []memOp
	ctx *context
}
