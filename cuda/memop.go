package cuda

import (
	"unsafe"

	"ferry/hipffi"
)

// memOp is one entry of cuStreamBatchMemOp, or a single stream memory operation.
type memOp struct {
	op    CUstreamBatchMemOpType
	addr  uint64
	value uint64
	flags uint32
}

// opOf reads a CUstreamBatchMemOpParams: u32 operation, u64 address at 8, value at 16, u32 flags at 24.
func opOf(p *CUstreamBatchMemOpParams) memOp {
	m := memOp{op: int32(p[0]), addr: p[1], value: p[2], flags: uint32(p[3])}
	if m.op == CU_STREAM_MEM_OP_WAIT_VALUE_32 || m.op == CU_STREAM_MEM_OP_WRITE_VALUE_32 {
		m.value = uint64(uint32(m.value))
	}
	if m.op == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES || m.op == CU_STREAM_MEM_OP_BARRIER {
		m.flags = uint32(p[0] >> 32)
	}
	return m
}

func (m *memOp) check() CUresult {
	bits := uint64(32)
	switch m.op {
	case CU_STREAM_MEM_OP_WAIT_VALUE_64, CU_STREAM_MEM_OP_WRITE_VALUE_64:
		bits = 64
	case CU_STREAM_MEM_OP_WAIT_VALUE_32, CU_STREAM_MEM_OP_WRITE_VALUE_32:
	case CU_STREAM_MEM_OP_BARRIER:
		return CUDA_SUCCESS
	case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
		return CUDA_ERROR_NOT_SUPPORTED // the attribute says that it is not there
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	if m.addr%(bits/8) != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if m.op == CU_STREAM_MEM_OP_WAIT_VALUE_32 || m.op == CU_STREAM_MEM_OP_WAIT_VALUE_64 {
		if m.flags&CU_STREAM_WAIT_VALUE_FLUSH != 0 {
			return CUDA_ERROR_NOT_SUPPORTED
		}
		if m.flags&^3 != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
	} else if m.flags != 0 { // writing without a barrier went with the first forms
		return CUDA_ERROR_INVALID_VALUE
	}
	_, _, r := locate(m.addr, bits/8, false)
	return r
}

func (m *memOp) run(q hipffi.Queue) error {
	p := hipffi.Ptr(m.addr)
	switch m.op {
	case CU_STREAM_MEM_OP_WAIT_VALUE_32:
		return q.WaitValue(p, m.value, int(m.flags&3), 32)
	case CU_STREAM_MEM_OP_WAIT_VALUE_64:
		return q.WaitValue(p, m.value, int(m.flags&3), 64)
	case CU_STREAM_MEM_OP_WRITE_VALUE_32:
		return q.WriteValue(p, m.value, 32)
	case CU_STREAM_MEM_OP_WRITE_VALUE_64:
		return q.WriteValue(p, m.value, 64)
	}
	return nil // a barrier: the queue is in order
}

func (s *stream) doMemOps(ops []memOp) CUresult {
	return s.do(func(q hipffi.Queue) error { return queueMemOps(q, ops) })
}

// queueMemOps gives a queue memory operations.
func queueMemOps(q hipffi.Queue, ops []memOp) error {
	for i := range ops {
		if err := ops[i].run(q); err != nil {
			return err
		}
	}
	return nil
}

func memOps(t *Thread, h CUstream, ops []memOp) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS || len(ops) == 0 {
		return r
	}
	for i := range ops {
		if r := ops[i].check(); r != CUDA_SUCCESS {
			return r
		}
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		return cp.add(s, r, &memOpNode{ops: ops, ctx: s.ctx})
	}
	return s.doMemOps(ops)
}

// CuStreamWriteValue32 is the form of CUDA 8, which devices no longer support.
func CuStreamWriteValue32(t *Thread, h CUstream, p CUdeviceptr, v uint32, flags uint32) CUresult {
	return noMemOps(t, h)
}

// CuStreamWriteValue32_v2 writes a value in stream order.
func CuStreamWriteValue32_v2(t *Thread, h CUstream, p CUdeviceptr, v uint32, flags uint32) CUresult {
	return memOps(t, h, []memOp{{CU_STREAM_MEM_OP_WRITE_VALUE_32, uint64(p), uint64(v), flags}})
}

// CuStreamWriteValue64 is the form of CUDA 8, which devices no longer support.
func CuStreamWriteValue64(t *Thread, h CUstream, p CUdeviceptr, v uint64, flags uint32) CUresult {
	return noMemOps(t, h)
}

// CuStreamWriteValue64_v2 writes a value in stream order.
func CuStreamWriteValue64_v2(t *Thread, h CUstream, p CUdeviceptr, v uint64, flags uint32) CUresult {
	return memOps(t, h, []memOp{{CU_STREAM_MEM_OP_WRITE_VALUE_64, uint64(p), v, flags}})
}

// CuStreamWaitValue32 is the form of CUDA 8, which devices no longer support.
func CuStreamWaitValue32(t *Thread, h CUstream, p CUdeviceptr, v uint32, flags uint32) CUresult {
	return noMemOps(t, h)
}

// CuStreamWaitValue32_v2 holds the stream back until memory compares with a value as flags say.
func CuStreamWaitValue32_v2(t *Thread, h CUstream, p CUdeviceptr, v uint32, flags uint32) CUresult {
	return memOps(t, h, []memOp{{CU_STREAM_MEM_OP_WAIT_VALUE_32, uint64(p), uint64(v), flags}})
}

// CuStreamWaitValue64 is the form of CUDA 8, which devices no longer support.
func CuStreamWaitValue64(t *Thread, h CUstream, p CUdeviceptr, v uint64, flags uint32) CUresult {
	return noMemOps(t, h)
}

// CuStreamWaitValue64_v2 holds the stream back until memory compares with a value as flags say.
func CuStreamWaitValue64_v2(t *Thread, h CUstream, p CUdeviceptr, v uint64, flags uint32) CUresult {
	return memOps(t, h, []memOp{{CU_STREAM_MEM_OP_WAIT_VALUE_64, uint64(p), v, flags}})
}

// CuStreamBatchMemOp is the form of CUDA 8, which devices no longer support.
func CuStreamBatchMemOp(t *Thread, h CUstream, n uint32, list *CUstreamBatchMemOpParams, flags uint32) CUresult {
	if n >= maxMemOps {
		return CUDA_ERROR_INVALID_VALUE
	}
	return noMemOps(t, h)
}

// noMemOps answers the first forms of the stream memory operations: CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1 says
// that they are not there, as on today's NVIDIA devices. cuGetProcAddress gives the second forms since 11.7.
func noMemOps(t *Thread, h CUstream) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	cp, r := s.capturing(t)
	if cp != nil {
		cp.invalidate()
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
	}
	if r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_NOT_SUPPORTED
}

// maxMemOps is NVIDIA's bound on one batch: there have to be fewer.
const maxMemOps = 256

// CuStreamBatchMemOp_v2 does several memory operations in order.
func CuStreamBatchMemOp_v2(t *Thread, h CUstream, n uint32, list *CUstreamBatchMemOpParams, flags uint32) CUresult {
	ops, r := readMemOps(n, list, flags)
	if r != CUDA_SUCCESS {
		if _, lr := t.live(); lr != CUDA_SUCCESS {
			return lr
		}
		return r
	}
	return memOps(t, h, ops)
}

func readMemOps(n uint32, list *CUstreamBatchMemOpParams, flags uint32) ([]memOp, CUresult) {
	if n == 0 {
		return nil, CUDA_SUCCESS
	}
	if list == nil || n >= maxMemOps || flags != 0 {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	ops := make([]memOp, n)
	for i := range ops {
		ops[i] = opOf(&unsafe.Slice(list, n)[i])
	}
	return ops, CUDA_SUCCESS
}
