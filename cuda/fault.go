package cuda

import (
	"encoding/binary"

	"ferry/abi"
	"ferry/hipffi"
)

// gridSyncBytes is the size of a cooperative launch's workspace: u32 size, u32 barrier, and room.
const gridSyncBytes = 256

// workspace gives the stream's own workspace for cooperative launches; order in the stream keeps launches apart.
func (s *stream) workspace() hipffi.Ptr {
	if s.coop == 0 {
		if p, err := s.ctx.dev.dev.Alloc(hipffi.AllocDevice, gridSyncBytes); err == nil {
			s.coop = p
		}
	}
	return s.coop
}

// prepare makes what a kernel needs of its context: the printf ring, the heap, the handles in texture references.
func (c *context) prepare(f *function) CUresult {
	if f.info.UsesPrintf && c.ring.addr.Load() == 0 {
		if r := c.makeRing(); r != CUDA_SUCCESS {
			return r
		}
	}
	if f.info.UsesHeap && c.heap.Load() == 0 {
		if r := c.makeHeap(); r != CUDA_SUCCESS {
			return r
		}
	}
	if f.mod.hasRefs.Load() {
		return f.mod.bindRefs()
	}
	return CUDA_SUCCESS
}

// codeResults is what the codes of an error record are to CUDA.
var codeResults = map[uint32]CUresult{
	abi.CodeTrap:          CUDA_ERROR_LAUNCH_FAILED,
	abi.CodeAssert:        CUDA_ERROR_ASSERT,
	abi.CodeBreakpoint:    CUDA_ERROR_LAUNCH_FAILED,
	abi.CodeStackOverflow: CUDA_ERROR_ILLEGAL_ADDRESS, // as an H200 answers to endless recursion
	abi.CodeBadCall:       CUDA_ERROR_INVALID_PC,
	abi.CodeBadTensor:     CUDA_ERROR_ILLEGAL_INSTRUCTION, // as an H200 answers (testdata/tensormap)
}

// checkRecord looks, after the stream's work, whether a kernel wrote an error record, and prints what kernels printed.
func (c *context) checkRecord(s *stream) {
	if s.launched.Swap(false) {
		c.readRecord()
		c.drainPrintf()
	}
}

// peekRecord is checkRecord for a point in the stream: later kernels may still run.
func (c *context) peekRecord(s *stream) {
	if s.launched.Load() {
		c.readRecord()
	}
}

// readRecord takes the error from the record, on devices whose queues do not: the embedded device's say which kernel it was.
func (c *context) readRecord() {
	if c.err.Load() != 0 || c.dev.prop.Embedded {
		return
	}
	var b [abi.ErrorRecordSize]byte
	if c.dev.dev.Read(b[:4], c.errRecord) != nil {
		return
	}
	if binary.LittleEndian.Uint32(b[:]) == 0 {
		return
	}
	if c.dev.dev.Read(b[:], c.errRecord) != nil {
		return
	}
	le := binary.LittleEndian
	code := le.Uint32(b[abi.ErrCode:])
	r, ok := codeResults[code]
	if !ok {
		r = CUDA_ERROR_LAUNCH_FAILED
	}
	// A failed assertion has said what is wrong (drainPrintf).
	if c.err.CompareAndSwap(0, int32(r)) && code != abi.CodeAssert {
		logf("%s: block %d,%d,%d, thread %d, site %d", r, le.Uint32(b[abi.ErrBlockX:]), le.Uint32(b[abi.ErrBlockY:]),
			le.Uint32(b[abi.ErrBlockZ:]), le.Uint32(b[abi.ErrThread:]), le.Uint32(b[abi.ErrSite:]))
	}
}
