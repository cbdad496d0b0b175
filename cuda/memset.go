package cuda

import (
	"encoding/binary"

	"ferry/hipffi"
)

// fillOp writes Count elements of Width bytes in each of Rows rows.
type fillOp struct {
	dst         uint64
	value       [16]byte
	width       int
	count, rows uint64
	pitch       uint64
	alloc       *allocation
}

// makeFill checks a memset's arguments: the address is aligned to the element, and so is the pitch of more than one row.
func makeFill(dst CUdeviceptr, pitch uintptr, value uint32, width int, count, rows uintptr) (f fillOp, r CUresult) {
	f = fillOp{dst: uint64(dst), width: width, count: uint64(count), rows: uint64(rows), pitch: uint64(pitch)}
	binary.LittleEndian.PutUint32(f.value[:], value)
	if count == 0 || rows == 0 {
		return f, CUDA_SUCCESS
	}
	row := f.count * uint64(width)
	if f.count > 1<<46 || f.rows > 1<<40 || f.dst%uint64(width) != 0 ||
		rows > 1 && (f.pitch%uint64(width) != 0 || f.pitch < row || f.pitch > 1<<40) {
		return f, CUDA_ERROR_INVALID_VALUE
	}
	if rows == 1 {
		f.pitch = row
	}
	f.alloc, _, r = locate(f.dst, (f.rows-1)*f.pitch+row, false)
	return f, r
}

// fill runs a checked memset on the stream. A synchronous one waits where the program itself can see the memory.
func (s *stream) fill(t *Thread, f *fillOp, async bool) CUresult {
	if f.count == 0 || f.rows == 0 {
		return CUDA_SUCCESS
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		if !async && r == CUDA_SUCCESS {
			cp.invalidate()
			r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
		}
		return cp.add(s, r, &fillNode{op: *f, ctx: s.ctx})
	}
	if r := s.doFill(f); r != CUDA_SUCCESS {
		return r
	}
	if !async && (f.alloc.host() || f.alloc.syncMemops.Load()) {
		return s.wait()
	}
	return CUDA_SUCCESS
}

func (s *stream) doFill(f *fillOp) CUresult { return s.do(f.queue) }

// queue gives a queue the memset.
func (f *fillOp) queue(q hipffi.Queue) error {
	return q.Fill(hipffi.Ptr(f.dst), f.value, f.width, f.count, f.rows, f.pitch)
}

func memset(t *Thread, dst CUdeviceptr, pitch uintptr, value uint32, width int, count, rows uintptr, h CUstream, async bool) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	f, r := makeFill(dst, pitch, value, width, count, rows)
	if r != CUDA_SUCCESS {
		return r
	}
	return s.fill(t, &f, async)
}

// CuMemsetD8_v2 sets n bytes.
func CuMemsetD8_v2(t *Thread, dst CUdeviceptr, v uint8, n uintptr) CUresult {
	return memset(t, dst, 0, uint32(v), 1, n, 1, 0, false)
}

// CuMemsetD16_v2 sets n 16-bit values.
func CuMemsetD16_v2(t *Thread, dst CUdeviceptr, v uint16, n uintptr) CUresult {
	return memset(t, dst, 0, uint32(v), 2, n, 1, 0, false)
}

// CuMemsetD32_v2 sets n 32-bit values.
func CuMemsetD32_v2(t *Thread, dst CUdeviceptr, v uint32, n uintptr) CUresult {
	return memset(t, dst, 0, v, 4, n, 1, 0, false)
}

// CuMemsetD2D8_v2 sets height rows of width bytes.
func CuMemsetD2D8_v2(t *Thread, dst CUdeviceptr, pitch uintptr, v uint8, width, height uintptr) CUresult {
	return memset(t, dst, pitch, uint32(v), 1, width, height, 0, false)
}

// CuMemsetD2D16_v2 sets height rows of width 16-bit values.
func CuMemsetD2D16_v2(t *Thread, dst CUdeviceptr, pitch uintptr, v uint16, width, height uintptr) CUresult {
	return memset(t, dst, pitch, uint32(v), 2, width, height, 0, false)
}

// CuMemsetD2D32_v2 sets height rows of width 32-bit values.
func CuMemsetD2D32_v2(t *Thread, dst CUdeviceptr, pitch uintptr, v uint32, width, height uintptr) CUresult {
	return memset(t, dst, pitch, v, 4, width, height, 0, false)
}

// CuMemsetD8Async is CuMemsetD8_v2 in a stream.
func CuMemsetD8Async(t *Thread, dst CUdeviceptr, v uint8, n uintptr, h CUstream) CUresult {
	return memset(t, dst, 0, uint32(v), 1, n, 1, h, true)
}

// CuMemsetD16Async is CuMemsetD16_v2 in a stream.
func CuMemsetD16Async(t *Thread, dst CUdeviceptr, v uint16, n uintptr, h CUstream) CUresult {
	return memset(t, dst, 0, uint32(v), 2, n, 1, h, true)
}

// CuMemsetD32Async is CuMemsetD32_v2 in a stream.
func CuMemsetD32Async(t *Thread, dst CUdeviceptr, v uint32, n uintptr, h CUstream) CUresult {
	return memset(t, dst, 0, v, 4, n, 1, h, true)
}

// CuMemsetD2D8Async is CuMemsetD2D8_v2 in a stream.
func CuMemsetD2D8Async(t *Thread, dst CUdeviceptr, pitch uintptr, v uint8, width, height uintptr, h CUstream) CUresult {
	return memset(t, dst, pitch, uint32(v), 1, width, height, h, true)
}

// CuMemsetD2D16Async is CuMemsetD2D16_v2 in a stream.
func CuMemsetD2D16Async(t *Thread, dst CUdeviceptr, pitch uintptr, v uint16, width, height uintptr, h CUstream) CUresult {
	return memset(t, dst, pitch, uint32(v), 2, width, height, h, true)
}

// CuMemsetD2D32Async is CuMemsetD2D32_v2 in a stream.
func CuMemsetD2D32Async(t *Thread, dst CUdeviceptr, pitch uintptr, v uint32, width, height uintptr, h CUstream) CUresult {
	return memset(t, dst, pitch, v, 4, width, height, h, true)
}
