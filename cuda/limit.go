package cuda

// defaultLimits are the limits of a new context, as an NVIDIA device's of capability 8.9.
var defaultLimits = [CU_LIMIT_MAX]uintptr{
	CU_LIMIT_STACK_SIZE:                       1024,
	CU_LIMIT_PRINTF_FIFO_SIZE:                 1 << 20,
	CU_LIMIT_MALLOC_HEAP_SIZE:                 8 << 20,
	CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: 2048,
	CU_LIMIT_MAX_L2_FETCH_GRANULARITY:         64,
}

// maxLimit is one more than the last limit of CUDA 13.0.
const maxLimit = CU_LIMIT_PER_BLOCK_MEMORY_SIZE

const maxStack = 512 << 10 // bytes a thread

// CuCtxSetLimit sets a limit of the current context. The heap's size is fixed by the first module that uses it.
func CuCtxSetLimit(t *Thread, limit CUlimit, value uintptr) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if limit < 0 || limit >= maxLimit {
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
		if c.ring != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		c.limits[limit] = max(value, 4096)
	case CU_LIMIT_MALLOC_HEAP_SIZE:
		if c.heap != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		c.limits[limit] = max(value, 64<<10)
	case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
		c.limits[limit] = value
	case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
		c.limits[limit] = min(value, 128)
	case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
		// A hint; no lines can persist, so the limit stays 0.
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
	if value == nil || limit < 0 || limit >= maxLimit {
		return CUDA_ERROR_INVALID_VALUE
	}
	switch limit {
	case CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED:
		return CUDA_ERROR_UNSUPPORTED_LIMIT
	}
	c.mu.Lock()
	*value = c.limits[limit]
	c.mu.Unlock()
	return CUDA_SUCCESS
}
