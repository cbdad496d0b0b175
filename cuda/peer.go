package cuda

// CuDeviceCanAccessPeer says whether a device can use another one's memory.
func CuDeviceCanAccessPeer(t *Thread, can *int32, dev, peer CUdevice) CUresult {
	a, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	b, r := t.lookDevice(peer)
	if r != CUDA_SUCCESS {
		return r
	}
	if can == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*can = int32(b2i(a != b && a.dev.CanAccess(b.dev)))
	return CUDA_SUCCESS
}

// CuDeviceGetP2PAttribute gives a fact about the link between two devices.
func CuDeviceGetP2PAttribute(t *Thread, value *int32, attr CUdevice_P2PAttribute, src, dst CUdevice) CUresult {
	if value == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a, r := t.lookDevice(src)
	if r != CUDA_SUCCESS {
		return r
	}
	b, r := t.lookDevice(dst)
	if r != CUDA_SUCCESS {
		return r
	}
	if a == b {
		return CUDA_ERROR_INVALID_DEVICE
	}
	can := a.dev.CanAccess(b.dev)
	switch attr {
	case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
		*value = 0
	case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED:
		*value = int32(b2i(can))
	case CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED:
		*value = 0
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuDeviceGetP2PAtomicCapabilities says which atomics work natively between two devices: none is promised.
func CuDeviceGetP2PAtomicCapabilities(t *Thread, caps *uint32, ops *CUatomicOperation, count uint32, src, dst CUdevice) CUresult {
	if caps == nil || ops == nil || count == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.lookDevice(src); r != CUDA_SUCCESS {
		return r
	}
	if _, r := t.lookDevice(dst); r != CUDA_SUCCESS {
		return r
	}
	if src == dst {
		return CUDA_ERROR_INVALID_DEVICE
	}
	return atomicCapabilities(caps, ops, count)
}

// CuCtxEnablePeerAccess lets the current context's kernels use another context's memory.
func CuCtxEnablePeerAccess(t *Thread, peer CUcontext, flags uint32) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	p, r := lookContext(peer)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if p.dev == c.dev || !c.dev.dev.CanAccess(p.dev.dev) {
		return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.peers[p] {
		return CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED
	}
	if err := c.dev.dev.EnableAccess(p.dev.dev); err != nil {
		return fromError(err)
	}
	c.peers[p] = true
	return CUDA_SUCCESS
}

// CuCtxDisablePeerAccess ends CuCtxEnablePeerAccess. The device's way to the other one's memory stays open: other contexts
// may use it.
func CuCtxDisablePeerAccess(t *Thread, peer CUcontext) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	p, r := lookContext(peer)
	if r != CUDA_SUCCESS {
		return r
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.peers[p] {
		return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
	}
	delete(c.peers, p)
	return CUDA_SUCCESS
}
