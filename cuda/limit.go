package cuda

import "ferry/abi"

// defaultLimits are the limits of a new context, as an NVIDIA device's of capability 8.9.
var defaultLimits = [CU_LIMIT_MAX]uintptr{
	CU_LIMIT_STACK_SIZE:                       1024,
	CU_LIMIT_PRINTF_FIFO_SIZE:                 1 << 20,
	CU_LIMIT_MALLOC_HEAP_SIZE:                 8 << 20,
	CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: 2048,
	CU_LIMIT_MAX_L2_FETCH_GRANULARITY:         64,
}

const maxStack = 512 << 10 // bytes a thread

// Bounds of the printf ring and the device heap in bytes, as recorded (testdata/runtime, limits).
const (
	minPrintf = 512 << 10
	maxPrintf = 2 << 30
	minHeap   = 4 << 20
)

// CuCtxSetLimit sets a limit of the current context. Those of the printf ring and the device heap are fixed by the first
// launch of a kernel that uses them: INVALID_VALUE from then on.
func CuCtxSetLimit(t *Thread, limit CUlimit, value uintptr) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if limit < 0 || limit >= CU_LIMIT_MAX {
		return CUDA_ERROR_INVALID_VALUE
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch limit {
	case CU_LIMIT_STACK_SIZE:
		if value > maxStack {
			return CUDA_ERROR_INVALID_VALUE
		}
		c.limits[limit] = (value + 15) &^ 15
	case CU_LIMIT_PRINTF_FIFO_SIZE:
		if c.ring.addr.Load() != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		c.limits[limit] = (min(max(value, minPrintf), maxPrintf) + 255) &^ 255
	case CU_LIMIT_MALLOC_HEAP_SIZE:
		if c.heap.Load() != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		c.limits[limit] = (min(max(value, minHeap), abi.HeapMax) + 64<<10 - 1) &^ (64<<10 - 1)
	case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
		c.limits[limit] = value
	case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
		if value > 128 {
			return CUDA_ERROR_INVALID_VALUE
		}
		c.limits[limit] = value
	case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
		// A hint; no lines can persist, so the limit stays 0.
	case CU_LIMIT_SHMEM_SIZE, CU_LIMIT_CIG_ENABLED:
		return CUDA_ERROR_NOT_PERMITTED // can only be asked for
	default:
		return CUDA_ERROR_UNSUPPORTED_LIMIT
	}
	return CUDA_SUCCESS
}

// CuCtxGetLimit gives a limit of the current context.
func CuCtxGetLimit(t *Thread, value *uintptr, limit CUlimit) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil || limit < 0 || limit >= CU_LIMIT_MAX {
		return CUDA_ERROR_INVALID_VALUE
	}
	switch limit {
	case CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED, CU_LIMIT_PER_BLOCK_MEMORY_SIZE:
		return CUDA_ERROR_UNSUPPORTED_LIMIT
	case CU_LIMIT_SHMEM_SIZE: // what a block may opt in to
		*value = uintptr(c.dev.prop.SharedPerBlock)
		return CUDA_SUCCESS
	}
	c.mu.Lock()
	*value = c.limits[limit]
	c.mu.Unlock()
	return CUDA_SUCCESS
}
