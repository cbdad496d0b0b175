package cuda

import "unsafe"

// The Go side of the export tables of cuGetExportTable (their C side is in exports). What each slot means was observed
// on unmodified programs: shared/cuda/README.md.

type storageKey struct{ key unsafe.Pointer }

type storageValue struct {
	value      unsafe.Pointer
	destructor uintptr
}

// ExportPrimaryContext is slot 2 of cudart's first table: the device's primary context, not made current.
func ExportPrimaryContext(t *Thread, pctx *CUcontext, dev CUdevice) CUresult {
	return CuDevicePrimaryCtxRetain(t, pctx, dev)
}

// ExportModuleLoad is slot 1 of cudart's first table: a module from a fatbin wrapper.
func ExportModuleLoad(t *Thread, mod *CUmodule, image unsafe.Pointer) CUresult {
	return CuModuleLoadData(t, mod, image)
}

// ExportStoragePut keeps a value for key in a context (null: the current one). The destructor, if any, is called with
// context, key and value when the context goes.
func ExportStoragePut(t *Thread, ctx CUcontext, key, value unsafe.Pointer, destructor uintptr) CUresult {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	c.mu.Lock()
	c.storage[storageKey{key}] = storageValue{value, destructor}
	c.mu.Unlock()
	return CUDA_SUCCESS
}

// ExportStorageDelete forgets key; its destructor is not called.
func ExportStorageDelete(t *Thread, ctx CUcontext, key unsafe.Pointer) CUresult {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.storage[storageKey{key}]; !ok {
		return CUDA_ERROR_INVALID_HANDLE
	}
	delete(c.storage, storageKey{key})
	return CUDA_SUCCESS
}

// ExportStorageGet gives key's value; INVALID_HANDLE if there is none.
func ExportStorageGet(t *Thread, value *unsafe.Pointer, ctx CUcontext, key unsafe.Pointer) CUresult {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.storage[storageKey{key}]
	if !ok {
		return CUDA_ERROR_INVALID_HANDLE
	}
	*value = v.value
	return CUDA_SUCCESS
}

// runDestructors ends the context's storage.
func (c *context) runDestructors() {
	c.mu.Lock()
	storage := c.storage
	c.storage = map[storageKey]storageValue{}
	c.mu.Unlock()
	for k, v := range storage {
		if v.destructor != 0 {
			Host.Destructor(v.destructor, c.h, k.key, v.value)
		}
	}
}

// ExportDevice is what the compatibility handshake needs of a device: its UUID and PCI numbers.
type ExportDevice struct {
	UUID                [16]byte
	Domain, Bus, Device int32
}

// ExportDevices gives the visible devices' facts for the compatibility handshake.
func ExportDevices() []ExportDevice {
	d := drv()
	if d == nil {
		return nil
	}
	out := make([]ExportDevice, len(d.devices))
	for i, x := range d.devices {
		out[i] = ExportDevice{x.prop.UUID, int32(x.prop.PCIDomain), int32(x.prop.PCIBus), int32(x.prop.PCIDevice)}
	}
	return out
}
