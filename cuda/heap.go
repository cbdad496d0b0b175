package cuda

import (
	"ferry/abi"
	"ferry/hipffi"
)

// makeHeap makes the context's device heap: what malloc and free in kernels work on (package abi, ir/runtime.ptx).
func (c *context) makeHeap() CUresult {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.heap.Load() != 0 {
		return CUDA_SUCCESS
	}
	size := uint64(c.limits[CU_LIMIT_MALLOC_HEAP_SIZE])
	total, _ := abi.HeapSize(size)
	p, err := c.dev.dev.Alloc(hipffi.AllocDevice, total)
	if err != nil {
		return fromError(err)
	}
	head, last, end := abi.HeapInit(uint64(p), size)
	if err = c.dev.dev.Write(p, head); err == nil {
		err = c.dev.dev.Write(p+hipffi.Ptr(end), last)
	}
	if err != nil {
		c.dev.dev.Free(p)
		return fromError(err)
	}
	c.heap.Store(uint64(p))
	return CUDA_SUCCESS
}
