package cuda

import "sync"

// primaryState is the count of users of a device's primary context and the flags for its next activation. The context
// object stays for the process's life, so that its handle is always the same; it is dead while it has no users.
type primaryState struct {
	mu     sync.Mutex
	users  int
	active bool
	flags  uint32
}

// CuDevicePrimaryCtxRetain gives the device's primary context, activating it for the first user.
func CuDevicePrimaryCtxRetain(t *Thread, pctx *CUcontext, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if pctx == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	d.prim.mu.Lock()
	defer d.prim.mu.Unlock()
	if r := d.activate(); r != CUDA_SUCCESS {
		return r
	}
	d.prim.users++
	*pctx = d.primary.h
	return CUDA_SUCCESS
}

// activate makes the primary context usable; prim.mu is held.
func (d *device) activate() CUresult {
	if d.prim.active {
		return CUDA_SUCCESS
	}
	if r := d.faulted(); r != CUDA_SUCCESS {
		return r
	}
	if d.primary == nil {
		c := &context{dev: d, id: newID(), apiVersion: apiPrimary, primary: true}
		c.dead.Store(true)
		c.h = CUcontext(contexts.put(c))
		if c.h == 0 {
			return CUDA_ERROR_OUT_OF_MEMORY
		}
		d.primary = c
	}
	if r := d.primary.open(d.prim.flags); r != CUDA_SUCCESS {
		return r
	}
	d.prim.active = true
	return CUDA_SUCCESS
}

// activePrimary gives the primary context, usable, without being one of its users.
func (d *device) activePrimary() (*context, CUresult) {
	d.prim.mu.Lock()
	defer d.prim.mu.Unlock()
	if r := d.activate(); r != CUDA_SUCCESS {
		return nil, r
	}
	return d.primary, CUDA_SUCCESS
}

func (d *device) deactivate() {
	if d.prim.active {
		d.prim.active = false
		d.primary.close()
	}
}

// CuDevicePrimaryCtxRelease is CuDevicePrimaryCtxRelease_v2 but for a context that is not retained, where it has nothing to
// say (recorded).
func CuDevicePrimaryCtxRelease(t *Thread, dev CUdevice) CUresult {
	r := CuDevicePrimaryCtxRelease_v2(t, dev)
	if r == CUDA_ERROR_INVALID_CONTEXT {
		return CUDA_SUCCESS
	}
	return r
}

// CuDevicePrimaryCtxRelease_v2 takes back one retain; the last one ends what belongs to the context.
func CuDevicePrimaryCtxRelease_v2(t *Thread, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	d.prim.mu.Lock()
	defer d.prim.mu.Unlock()
	if d.prim.users == 0 {
		return CUDA_ERROR_INVALID_CONTEXT
	}
	d.prim.users--
	if d.prim.users == 0 {
		d.deactivate()
		d.prim.flags = 0
	}
	return CUDA_SUCCESS
}

// CuDevicePrimaryCtxReset is CuDevicePrimaryCtxReset_v2.
func CuDevicePrimaryCtxReset(t *Thread, dev CUdevice) CUresult {
	return CuDevicePrimaryCtxReset_v2(t, dev)
}

// CuDevicePrimaryCtxReset_v2 ends everything in the primary context. Its users keep their counts; the next retain makes
// it usable again.
func CuDevicePrimaryCtxReset_v2(t *Thread, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	d.prim.mu.Lock()
	defer d.prim.mu.Unlock()
	d.deactivate()
	return CUDA_SUCCESS
}

// CuDevicePrimaryCtxSetFlags sets the flags of a primary context that is not active yet.
func CuDevicePrimaryCtxSetFlags(t *Thread, dev CUdevice, flags uint32) CUresult {
	return setPrimaryFlags(t, dev, flags, false)
}

// CuDevicePrimaryCtxSetFlags_v2 sets the primary context's flags, also of an active one.
func CuDevicePrimaryCtxSetFlags_v2(t *Thread, dev CUdevice, flags uint32) CUresult {
	return setPrimaryFlags(t, dev, flags, true)
}

func setPrimaryFlags(t *Thread, dev CUdevice, flags uint32, alsoActive bool) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags&^(ctxFlagMask&^CU_CTX_MAP_HOST) != 0 || flags&CU_CTX_SCHED_MASK == 3 || flags&CU_CTX_SCHED_MASK > 4 {
		return CUDA_ERROR_INVALID_VALUE
	}
	d.prim.mu.Lock()
	defer d.prim.mu.Unlock()
	if d.prim.active && !alsoActive {
		return CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE
	}
	d.prim.flags = flags
	if d.prim.active {
		d.primary.setFlags(flags)
	}
	return CUDA_SUCCESS
}

// CuDevicePrimaryCtxGetState gives flags and whether the context is active; both pointers are needed.
func CuDevicePrimaryCtxGetState(t *Thread, dev CUdevice, flags *uint32, active *int32) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags == nil || active == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	d.prim.mu.Lock()
	defer d.prim.mu.Unlock()
	*flags = d.prim.flags
	*active = int32(b2i(d.prim.active))
	return CUDA_SUCCESS
}
