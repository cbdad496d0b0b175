package cuda

import (
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"ferry/hipffi"
)

type allocKind uint8

const (
	allocDevice     allocKind = iota // cuMemAlloc and its kin
	allocHost                        // cuMemHostAlloc, cuMemAllocHost
	allocRegistered                  // cuMemHostRegister
	allocManaged                     // cuMemAllocManaged
	allocGlobal                      // a module's variable
	allocMapped                      // cuMemMap
	allocReserved                    // cuMemAddressReserve, nothing behind it
	allocPool                        // cuMemAllocAsync
	allocGraph                       // a graph's allocation node
	allocImported                    // another process's memory
)

// allocation is one piece of memory known to the driver.
type allocation struct {
	base, size uint64 // as the program asked for it
	kind       allocKind
	dev        *device
	ctx        *context // the owner; nil for memory that outlives contexts
	flags      uint32   // of the call that made it
	id         uint64
	syncMemops atomic.Bool
	advice     *advice     // managed memory only
	vm         *mapping    // allocMapped
	pool       *pool       // allocPool
	block      *block      // allocPool
	graph      *graphAlloc // allocGraph
	imported   *imported   // allocImported
	shared     int         // descriptor of the file that says to other processes that the allocation lives; 0 if none was told
}

// host reports whether the program may read and write the memory directly.
func (a *allocation) host() bool {
	return a.kind == allocHost || a.kind == allocRegistered || a.kind == allocManaged
}

// end gives the memory of an allocation back when its context goes. It is out of the context's set already.
func (a *allocation) end() {
	d := drv()
	if d == nil || d.mem.remove(a.base, func(x *allocation) bool { return x == a }) == nil {
		return
	}
	a.release()
}

// release gives the memory back to the device.
func (a *allocation) release() error {
	dev := a.dev.dev
	if a.shared != 0 {
		unix.Close(a.shared)
	}
	switch a.kind {
	case allocDevice, allocHost, allocManaged:
		return dev.Free(hipffi.Ptr(a.base))
	case allocRegistered:
		return dev.Unregister(hipffi.Ptr(a.base))
	case allocImported:
		return a.imported.win.close()
	}
	return nil
}

// track enters an allocation into the driver's and its context's books.
func (c *context) track(a *allocation) CUresult {
	a.id = newID()
	if !drv().mem.add(a) {
		return CUDA_ERROR_UNKNOWN
	}
	if a.ctx != nil {
		c.mu.Lock()
		dead := c.allocs == nil
		if !dead {
			c.allocs[a] = struct{}{}
		}
		c.mu.Unlock()
		if dead {
			drv().mem.remove(a.base, func(x *allocation) bool { return x == a })
			return CUDA_ERROR_CONTEXT_IS_DESTROYED
		}
	}
	return CUDA_SUCCESS
}

func (a *allocation) untrack() {
	if a.ctx != nil {
		a.ctx.mu.Lock()
		delete(a.ctx.allocs, a)
		a.ctx.mu.Unlock()
	}
}

// alloc allocates size > 0 bytes and enters them.
func (c *context) alloc(kind allocKind, size uint64, flags uint32) (*allocation, CUresult) {
	hk := hipffi.AllocDevice
	switch kind {
	case allocHost:
		hk = hipffi.AllocHost
	case allocManaged:
		hk = hipffi.AllocManaged
	}
	if size > 1<<47 {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	p, err := c.dev.dev.Alloc(hk, size)
	if err != nil {
		return nil, fromError(err)
	}
	a := &allocation{base: uint64(p), size: size, kind: kind, dev: c.dev, ctx: c, flags: flags}
	if r := c.track(a); r != CUDA_SUCCESS {
		c.dev.dev.Free(p)
		return nil, r
	}
	return a, CUDA_SUCCESS
}

// CuMemGetInfo_v2 gives free and total bytes of the current context's device; either pointer may be null.
func CuMemGetInfo_v2(t *Thread, free, total *uintptr) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	f, n := c.dev.dev.MemInfo()
	if free != nil {
		*free = uintptr(f)
	}
	if total != nil {
		*total = uintptr(n)
	}
	return CUDA_SUCCESS
}

// CuMemAlloc_v2 allocates device memory.
func CuMemAlloc_v2(t *Thread, dptr *CUdeviceptr, bytesize uintptr) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if dptr == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*dptr = 0
	if bytesize == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	a, r := c.alloc(allocDevice, uint64(bytesize), 0)
	if r != CUDA_SUCCESS {
		return r
	}
	*dptr = CUdeviceptr(a.base)
	return CUDA_SUCCESS
}

// CuMemAllocPitch_v2 allocates rows whose pitch suits textures and coalesced access. The element is 4, 8 or 16 bytes.
func CuMemAllocPitch_v2(t *Thread, dptr *CUdeviceptr, pitch *uintptr, width, height uintptr, element uint32) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if dptr == nil || pitch == nil || width == 0 || height == 0 || element != 4 && element != 8 && element != 16 {
		return CUDA_ERROR_INVALID_VALUE
	}
	p := (width + 511) &^ 511
	if p < width || p > 1<<31-1 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if height > (1<<47)/p {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	a, r := c.alloc(allocDevice, uint64(p*height), 0)
	if r != CUDA_SUCCESS {
		return r
	}
	*dptr, *pitch = CUdeviceptr(a.base), p
	return CUDA_SUCCESS
}

// CuMemFree_v2 frees what cuMemAlloc, cuMemAllocPitch, cuMemAllocManaged or cuMemAllocAsync gave; null is nothing to do.
// It waits for the work that may use the memory.
func CuMemFree_v2(t *Thread, dptr CUdeviceptr) CUresult {
	if r := t.mayFree(dptr == 0); r != CUDA_SUCCESS || dptr == 0 {
		return r
	}
	d := drv()
	a := d.mem.find(uint64(dptr))
	if a == nil || a.base != uint64(dptr) || !freeable(a) {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r := a.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	if a.kind == allocGraph {
		return a.freeGraph(nil) // the address stays the node's
	}
	a = d.mem.remove(uint64(dptr), freeable)
	if a == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.untrack()
	if a.kind == allocPool {
		return a.pool.freeNow(a)
	}
	return fromError(a.release())
}

// mayFree checks the thread for a function that frees memory. It needs no current context, since the memory has one; but
// if there is one, it counts. null says that there is nothing to free.
func (t *Thread) mayFree(null bool) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	c, r := t.live()
	if r != CUDA_SUCCESS || null {
		if r == CUDA_ERROR_INVALID_CONTEXT {
			r = CUDA_SUCCESS
		}
		return r
	}
	return c.captureForbids(t)
}

// freeable reports whether cuMemFree ends the memory.
func freeable(a *allocation) bool {
	return a.kind == allocDevice || a.kind == allocManaged || a.kind == allocPool || a.kind == allocGraph
}

// drain waits for everything on the device, in all its contexts.
func (d *device) drain() CUresult {
	d.mu.Lock()
	cs := append([]*context(nil), d.contexts...)
	d.mu.Unlock()
	for _, c := range cs {
		if r := c.synchronize(); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

const hostAllocFlags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED

// CuMemHostAlloc allocates host memory that kernels can use. Zero bytes give null.
func CuMemHostAlloc(t *Thread, pp *unsafe.Pointer, bytesize uintptr, flags uint32) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if pp == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*pp = nil
	if flags&^hostAllocFlags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if bytesize == 0 {
		return CUDA_SUCCESS
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	// Memory is portable anyway; the flag is not told back.
	a, r := c.alloc(allocHost, uint64(bytesize), flags&^CU_MEMHOSTALLOC_PORTABLE|CU_MEMHOSTALLOC_DEVICEMAP)
	if r != CUDA_SUCCESS {
		return r
	}
	*(*uint64)(unsafe.Pointer(pp)) = a.base
	return CUDA_SUCCESS
}

// CuMemAllocHost_v2 is CuMemHostAlloc without flags.
func CuMemAllocHost_v2(t *Thread, pp *unsafe.Pointer, bytesize uintptr) CUresult {
	return CuMemHostAlloc(t, pp, bytesize, 0)
}

// CuMemAllocHost is the form of CUDA 2.
func CuMemAllocHost(t *Thread, pp *unsafe.Pointer, bytesize uint32) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	return CuMemHostAlloc(t, pp, uintptr(bytesize), 0)
}

// CuMemFreeHost frees what CuMemHostAlloc gave.
func CuMemFreeHost(t *Thread, p unsafe.Pointer) CUresult {
	if r := t.mayFree(p == nil); r != CUDA_SUCCESS || p == nil {
		return r
	}
	isHost := func(a *allocation) bool { return a.kind == allocHost }
	d := drv()
	a := d.mem.find(uint64(uintptr(p)))
	if a == nil || a.base != uint64(uintptr(p)) || !isHost(a) {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r := a.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	if a = d.mem.remove(uint64(uintptr(p)), isHost); a == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.untrack()
	return fromError(a.release())
}

// CuMemHostGetDevicePointer_v2 gives the address that kernels use for host memory: the same one.
func CuMemHostGetDevicePointer_v2(t *Thread, dptr *CUdeviceptr, p unsafe.Pointer, flags uint32) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	if dptr == nil || p == nil || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	*dptr = 0
	a := drv().mem.find(uint64(uintptr(p)))
	if a == nil || a.kind != allocHost && a.kind != allocRegistered {
		return CUDA_ERROR_INVALID_VALUE
	}
	*dptr = CUdeviceptr(uintptr(p))
	return CUDA_SUCCESS
}

// CuMemHostGetFlags gives the flags that host memory was allocated or registered with.
func CuMemHostGetFlags(t *Thread, flags *uint32, p unsafe.Pointer) CUresult {
	if flags == nil || p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	a := drv().mem.find(uint64(uintptr(p)))
	if a == nil || !a.host() {
		return CUDA_ERROR_INVALID_VALUE
	}
	*flags = a.flags
	if a.kind == allocManaged {
		*flags = CU_MEMHOSTALLOC_DEVICEMAP
	}
	return CUDA_SUCCESS
}

const hostRegisterFlags = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_IOMEMORY |
	CU_MEMHOSTREGISTER_READ_ONLY

// CuMemHostRegister is CuMemHostRegister_v2.
func CuMemHostRegister(t *Thread, p unsafe.Pointer, bytesize uintptr, flags uint32) CUresult {
	return CuMemHostRegister_v2(t, p, bytesize, flags)
}

// CuMemHostRegister_v2 makes the program's own memory usable by kernels.
func CuMemHostRegister_v2(t *Thread, p unsafe.Pointer, bytesize uintptr, flags uint32) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	base := uint64(uintptr(p))
	if p == nil || bytesize == 0 || flags&^hostRegisterFlags != 0 || base+uint64(bytesize) < base {
		return CUDA_ERROR_INVALID_VALUE
	}
	if flags&CU_MEMHOSTREGISTER_IOMEMORY != 0 {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	var other *allocation
	drv().mem.each(base, uint64(bytesize), func(a *allocation) bool { other = a; return false })
	if other != nil && other.kind == allocRegistered {
		return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
	}
	if other != nil {
		return CUDA_ERROR_INVALID_VALUE // memory of CUDA's own
	}
	if err := c.dev.dev.Register(hipffi.Ptr(base), uint64(bytesize)); err != nil {
		return fromError(err)
	}
	a := &allocation{base: base, size: uint64(bytesize), kind: allocRegistered, dev: c.dev, ctx: c,
		flags: flags | CU_MEMHOSTREGISTER_DEVICEMAP}
	if r := c.track(a); r != CUDA_SUCCESS {
		c.dev.dev.Unregister(hipffi.Ptr(base))
		if r == CUDA_ERROR_UNKNOWN {
			r = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
		}
		return r
	}
	return CUDA_SUCCESS
}

// CuMemHostUnregister ends CuMemHostRegister; p is the address it was given.
func CuMemHostUnregister(t *Thread, p unsafe.Pointer) CUresult {
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	reg := func(a *allocation) bool { return a.kind == allocRegistered }
	d := drv()
	a := d.mem.find(uint64(uintptr(p)))
	if a == nil {
		return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED
	}
	if !reg(a) || a.base != uint64(uintptr(p)) {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r := a.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	if a = d.mem.remove(a.base, reg); a == nil {
		return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED
	}
	a.untrack()
	return fromError(a.release())
}

// CuMemAllocManaged allocates memory that the program and every device share. Flags say who may use it at first.
func CuMemAllocManaged(t *Thread, dptr *CUdeviceptr, bytesize uintptr, flags uint32) CUresult {
	if dptr == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*dptr = 0
	if bytesize == 0 || flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	a, r := c.alloc(allocManaged, uint64(bytesize), flags)
	if r != CUDA_SUCCESS {
		return r
	}
	*dptr = CUdeviceptr(a.base)
	return CUDA_SUCCESS
}

// CuMemGetAddressRange_v2 gives base and size of the allocation that holds dptr; either pointer may be null.
func CuMemGetAddressRange_v2(t *Thread, base *CUdeviceptr, size *uintptr, dptr CUdeviceptr) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	if base == nil && size == nil {
		return CUDA_SUCCESS
	}
	a := drv().mem.find(uint64(dptr))
	if a == nil {
		return CUDA_ERROR_NOT_FOUND
	}
	if base != nil {
		*base = CUdeviceptr(a.base)
	}
	if size != nil {
		*size = uintptr(a.size)
	}
	return CUDA_SUCCESS
}
