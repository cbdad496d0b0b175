package cuda

// active gives how many blocks of the kernel a multiprocessor can have at once; the number cooperative launches count on.
func (f *function) active(threads int, dynamic uint64) int {
	shared := uint64(f.info.SharedBytes+f.info.FerryShared) + dynamic
	if threads > 1024 || shared > uint64(f.mod.ctx.dev.prop.SharedPerBlock) {
		return 0
	}
	return f.k.MaxBlocksPerCU(threads, int(shared))
}

// CuOccupancyMaxActiveBlocksPerMultiprocessor gives the blocks that fit a multiprocessor.
func CuOccupancyMaxActiveBlocksPerMultiprocessor(t *Thread, n *int32, h CUfunction, block int32, dynamic uintptr) CUresult {
	return CuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(t, n, h, block, dynamic, CU_OCCUPANCY_DEFAULT)
}

// CuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags is the same; the flag is about a cache that AMD devices do not have.
func CuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(t *Thread, n *int32, h CUfunction, block int32, dynamic uintptr, flags uint32) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	if n == nil || block <= 0 || flags&^CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, _, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*n = int32(f.active(int(block), uint64(dynamic)))
	return CUDA_SUCCESS
}

// CuOccupancyMaxPotentialBlockSize gives the block size with the most threads at once and the grid that fills the device.
func CuOccupancyMaxPotentialBlockSize(t *Thread, minGrid, block *int32, h CUfunction, blockToShared uintptr, dynamic uintptr, limit int32) CUresult {
	return CuOccupancyMaxPotentialBlockSizeWithFlags(t, minGrid, block, h, blockToShared, dynamic, limit, CU_OCCUPANCY_DEFAULT)
}

// CuOccupancyMaxPotentialBlockSizeWithFlags is the same with flags. The callback, if any, gives the dynamic shared memory
// for a block size.
func CuOccupancyMaxPotentialBlockSizeWithFlags(t *Thread, minGrid, block *int32, h CUfunction, blockToShared uintptr, dynamic uintptr, limit int32, flags uint32) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	if minGrid == nil || block == nil || flags&^CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE != 0 || limit < 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, c, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	n, _ := kernelAttribute(f.info, f.mod.obj, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
	top := int(n)
	if limit > 0 {
		top = min(top, int(limit))
	}
	best, bestBlocks, bestThreads := 0, 0, 0
	// From the largest block down, in whole warps; the largest of equals wins.
	for n := top; n > 0; n = (n - 1) &^ 31 {
		d := uint64(dynamic)
		if blockToShared != 0 {
			d = uint64(Host.BlockToShared(blockToShared, int32(n)))
		}
		if b := f.active(n, d); b*n > bestThreads {
			best, bestBlocks, bestThreads = n, b, b*n
		}
	}
	*block = int32(best)
	*minGrid = int32(bestBlocks * c.dev.prop.ComputeUnits)
	return CUDA_SUCCESS
}

// CuOccupancyAvailableDynamicSMemPerBlock gives the dynamic shared memory that leaves room for n blocks at once.
func CuOccupancyAvailableDynamicSMemPerBlock(t *Thread, size *uintptr, h CUfunction, n, block int32) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	if size == nil || n <= 0 || block <= 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, c, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if int(block) > f.maxThreads {
		return CUDA_ERROR_INVALID_VALUE
	}
	most := c.dev.prop.SharedPerBlock - f.info.SharedBytes - f.info.FerryShared
	if most < 0 || f.active(int(block), 0) < int(n) {
		return CUDA_ERROR_INVALID_VALUE
	}
	lo, hi := 0, most
	for lo < hi {
		m := (lo + hi + 1) / 2
		if f.active(int(block), uint64(m)) >= int(n) {
			lo = m
		} else {
			hi = m - 1
		}
	}
	*size = uintptr(lo)
	return CUDA_SUCCESS
}

// CuOccupancyMaxPotentialClusterSize answers 1: a cluster is one block.
func CuOccupancyMaxPotentialClusterSize(t *Thread, size *int32, h CUfunction, config *CUlaunchConfig) CUresult {
	if size == nil || config == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if h == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, _, r := t.function(h); r != CUDA_SUCCESS {
		return r
	}
	*size = 1
	return CUDA_SUCCESS
}

// CuOccupancyMaxActiveClusters gives the clusters of one block that the device can have at once.
func CuOccupancyMaxActiveClusters(t *Thread, n *int32, h CUfunction, config *CUlaunchConfig) CUresult {
	if n == nil || config == nil || h == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, c, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if _, r := readLaunchAttrs(config.Attrs, config.NumAttrs); r != CUDA_SUCCESS {
		return r
	}
	b := uint64(config.BlockDimX) * uint64(config.BlockDimY) * uint64(config.BlockDimZ)
	if b == 0 || b > 1024 {
		return CUDA_ERROR_INVALID_VALUE
	}
	*n = int32(f.active(int(b), uint64(config.SharedMemBytes)) * c.dev.prop.ComputeUnits)
	return CUDA_SUCCESS
}
