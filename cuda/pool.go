package cuda

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"ferry/hipffi"
)

// pool is a memory pool: it keeps blocks that were freed in stream order, and gives them out again once the free has
// been reached (or at once to the stream that freed them).
type pool struct {
	h     CUmemoryPool
	dev   *device
	props CUmemPoolProps
	def   bool // the device's default pool

	mu        sync.Mutex
	free      []*block // least recently freed first
	reserved  uint64   // bytes taken from the device
	reservedH uint64
	used      uint64 // bytes given out
	usedH     uint64
	threshold uint64
	reuse     [3]int32 // CU_MEMPOOL_ATTR_REUSE_*
	access    map[CUdevice]CUmemAccess_flags
	dead      bool // destroyed; ends when nothing is given out

	foreign  *foreignPool // of another process: allocations can be taken in, not made
	exported bool         // allocations can be exported
}

// block is memory of a pool. While it is free, ev is the point from which it is really free and stream where that is;
// nil means now.
type block struct {
	base, size uint64
	ev         hipffi.Event
	stream     *stream
}

var pools = table[pool]{kind: kindPool}

// poolAlign is the granularity of a pool's blocks in bytes.
const poolAlign = 512

func newPool(d *device, props CUmemPoolProps, def bool) (*pool, CUresult) {
	p := &pool{dev: d, props: props, def: def, reuse: [3]int32{1, 1, 1}, access: map[CUdevice]CUmemAccess_flags{}}
	p.access[d.ordinal] = CU_MEM_ACCESS_FLAGS_PROT_READWRITE
	p.h = CUmemoryPool(pools.put(p))
	if p.h == 0 {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	d.mu.Lock()
	d.pools = append(d.pools, p)
	d.mu.Unlock()
	return p, CUDA_SUCCESS
}

// defaultPool gives the device's default pool.
func (d *device) defaultPool() (*pool, CUresult) {
	d.poolMu.Lock()
	defer d.poolMu.Unlock()
	if d.defPool == nil {
		props := CUmemPoolProps{AllocType: CU_MEM_ALLOCATION_TYPE_PINNED}
		props.Location.Type, props.Location.U[0] = CU_MEM_LOCATION_TYPE_DEVICE, uint32(d.ordinal)
		p, r := newPool(d, props, true)
		if r != CUDA_SUCCESS {
			return nil, r
		}
		d.defPool = p
	}
	return d.defPool, CUDA_SUCCESS
}

// currentPool gives the pool that cuMemAllocAsync takes from.
func (d *device) currentPool() (*pool, CUresult) {
	d.poolMu.Lock()
	p := d.curPool
	d.poolMu.Unlock()
	if p != nil {
		return p, CUDA_SUCCESS
	}
	return d.defaultPool()
}

// take gives a block for a stream; from then on work in the stream may use it.
func (p *pool) take(s *stream, size uint64) (*block, CUresult) {
	size = (size + poolAlign - 1) &^ (poolAlign - 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	best := -1
	for i, b := range p.free {
		if b.size < size || b.size > size+size/2+poolAlign || best >= 0 && b.size >= p.free[best].size {
			continue
		}
		if b.ev == nil || b.stream == s || p.reuse[1] != 0 && b.reached() {
			best = i
		}
	}
	if best >= 0 {
		b := p.free[best]
		p.free = append(p.free[:best], p.free[best+1:]...)
		p.dev.freeBlocks.Add(-1)
		b.settle()
		p.use(b.size)
		return b, CUDA_SUCCESS
	}
	if m := p.props.MaxSize; m != 0 && p.reserved+size > uint64(m) {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	a, err := p.dev.dev.Alloc(hipffi.AllocDevice, size)
	if err != nil {
		// What lies free in the pools may be what is missing.
		p.mu.Unlock()
		for _, x := range p.dev.allPools() {
			x.trim(0)
		}
		p.mu.Lock()
		if a, err = p.dev.dev.Alloc(hipffi.AllocDevice, size); err != nil {
			return nil, fromError(err)
		}
	}
	p.reserved += size
	p.reservedH = max(p.reservedH, p.reserved)
	p.use(size)
	return &block{base: uint64(a), size: size}, CUDA_SUCCESS
}

func (p *pool) use(n uint64) {
	p.used += n
	p.usedH = max(p.usedH, p.used)
}

// reached reports whether a free block's point has been reached.
func (b *block) reached() bool {
	if b.ev == nil {
		return true
	}
	done, _ := b.ev.Query() // what went wrong before it is not the memory's fault
	return done
}

// settle forgets the point a block waited for.
func (b *block) settle() {
	if b.ev != nil {
		b.ev.Destroy()
	}
	b.ev, b.stream = nil, nil
}

// give takes a block back.
func (p *pool) give(b *block) {
	p.mu.Lock()
	p.used -= b.size
	p.free = append(p.free, b)
	p.dev.freeBlocks.Add(1)
	p.mu.Unlock()
}

// trim gives free blocks back to the device until no more than keep bytes are reserved.
func (p *pool) trim(keep uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.free[:0]
	for _, b := range p.free {
		if p.reserved > keep && b.reached() {
			b.settle()
			p.dev.dev.Free(hipffi.Ptr(b.base))
			p.reserved -= b.size
			p.dev.freeBlocks.Add(-1)
			continue
		}
		out = append(out, b)
	}
	clear(p.free[len(out):])
	p.free = out
	if p.dead && p.used == 0 && len(p.free) == 0 {
		pools.drop(uintptr(p.h))
	}
}

// trimPools gives back what the pools keep above their thresholds; called when a stream or context has been waited for.
func (d *device) trimPools() {
	if d.freeBlocks.Load() == 0 {
		return
	}
	for _, p := range d.allPools() {
		p.mu.Lock()
		over := p.reserved > p.threshold || p.dead
		keep := p.threshold
		if p.dead {
			keep = 0
		}
		p.mu.Unlock()
		if over {
			p.trim(keep)
		}
	}
}

func (d *device) allPools() []*pool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]*pool(nil), d.pools...)
}

// freeNow is cuMemFree of a pool's memory: the work that used it is done.
func (p *pool) freeNow(a *allocation) CUresult {
	if a.imported != nil {
		return fromError(a.imported.win.close())
	}
	p.give(a.block)
	p.dev.trimPools()
	return CUDA_SUCCESS
}

// poolState is the part of a device that pools add.
type poolState struct {
	pools      []*pool
	poolMu     sync.Mutex
	defPool    *pool // the default pool, made at first need
	curPool    *pool // what cuDeviceSetMemPool chose, nil for the default
	freeBlocks atomic.Int64
}

func allocAsync(t *Thread, dptr *CUdeviceptr, size uintptr, p *pool, h CUstream) CUresult {
	s, c, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if dptr == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if size == 0 {
		*dptr = 0
		return CUDA_SUCCESS
	}
	if size > 1<<46 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	if p == nil {
		if p, r = s.ctx.dev.currentPool(); r != CUDA_SUCCESS {
			return r
		}
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		if r != CUDA_SUCCESS {
			return r
		}
		graphMu.Lock()
		m, r := newGraphAlloc(p.dev, uint64(size))
		graphMu.Unlock()
		if r != CUDA_SUCCESS {
			return r
		}
		*dptr = CUdeviceptr(m.a.base)
		return cp.add(s, r, &memAllocNode{mem: m, params: CUDA_MEM_ALLOC_NODE_PARAMS{PoolProps: p.props, Bytesize: size, Dptr: *dptr}})
	}
	b, r := p.take(s, uint64(size))
	if r != CUDA_SUCCESS {
		return r
	}
	// Memory of a pool outlives the context it was asked for in.
	a := &allocation{base: b.base, size: uint64(size), kind: allocPool, dev: p.dev, pool: p, block: b}
	if r := c.track(a); r != CUDA_SUCCESS {
		p.give(b)
		return r
	}
	*dptr = CUdeviceptr(a.base)
	return CUDA_SUCCESS
}

// CuMemAllocAsync allocates from the device's current pool; the memory can be used by what comes later in the stream.
func CuMemAllocAsync(t *Thread, dptr *CUdeviceptr, size uintptr, h CUstream) CUresult {
	return allocAsync(t, dptr, size, nil, h)
}

// CuMemAllocFromPoolAsync allocates from a pool.
func CuMemAllocFromPoolAsync(t *Thread, dptr *CUdeviceptr, size uintptr, hp CUmemoryPool, h CUstream) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	p := pools.get(uintptr(hp))
	if p == nil || p.foreign != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	return allocAsync(t, dptr, size, p, h)
}

// CuMemFreeAsync frees memory when the stream comes to it.
func CuMemFreeAsync(t *Thread, dptr CUdeviceptr, h CUstream) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if dptr == 0 {
		return CUDA_SUCCESS
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		if r != CUDA_SUCCESS {
			return r
		}
		n, r := memFreeOf(dptr)
		return cp.add(s, r, n)
	}
	a := drv().mem.find(uint64(dptr))
	if a == nil || a.base != uint64(dptr) {
		return CUDA_ERROR_INVALID_VALUE
	}
	switch a.kind {
	case allocPool:
		return s.freeAsync(a)
	case allocGraph:
		return a.freeGraph(s)
	case allocDevice:
		// Memory of cuMemAlloc may be freed so too; it is waited for.
		if r := s.wait(); r != CUDA_SUCCESS {
			return r
		}
		return CuMemFree_v2(t, dptr)
	case allocManaged:
		return CUDA_ERROR_NOT_SUPPORTED
	}
	return CUDA_ERROR_INVALID_VALUE
}

// freeAsync gives a pool's memory back when the stream comes to it.
func (s *stream) freeAsync(a *allocation) CUresult {
	return s.do(func(hipffi.Queue) error { return s.queueFree(a) })
}

// queueFree is freeAsync for a stream that is between begin and finish. Of several calls one wins.
func (s *stream) queueFree(a *allocation) error {
	if drv().mem.remove(a.base, func(x *allocation) bool { return x == a }) == nil {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "memory that has been freed"}
	}
	if a.imported != nil {
		return s.q.Call(func() { a.imported.win.close() })
	}
	ev, err := s.ctx.dev.dev.NewEvent(false)
	if err == nil {
		a.block.ev, a.block.stream = ev, s
		if err = s.q.Record(ev); err != nil {
			return err
		}
	}
	a.pool.give(a.block)
	return err
}

func lookPool(h CUmemoryPool) (*pool, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	p := pools.get(uintptr(h))
	if p == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return p, CUDA_SUCCESS
}

// CuMemPoolCreate makes a pool of device memory.
func CuMemPoolCreate(t *Thread, ph *CUmemoryPool, props *CUmemPoolProps) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if ph == nil || props == nil || props.AllocType != CU_MEM_ALLOCATION_TYPE_PINNED {
		return CUDA_ERROR_INVALID_VALUE
	}
	if props.Location.Type != CU_MEM_LOCATION_TYPE_DEVICE {
		if props.Location.Type == CU_MEM_LOCATION_TYPE_HOST || props.Location.Type == CU_MEM_LOCATION_TYPE_HOST_NUMA {
			return CUDA_ERROR_NOT_SUPPORTED
		}
		return CUDA_ERROR_INVALID_VALUE
	}
	d, r := t.lookDevice(CUdevice(props.Location.U[0]))
	if r != CUDA_SUCCESS {
		return CUDA_ERROR_INVALID_VALUE
	}
	if props.HandleTypes&^d.handleTypes() != 0 || props.Reserved != [53]uint8{} {
		return CUDA_ERROR_INVALID_VALUE
	}
	p, r := newPool(d, *props, false)
	if r != CUDA_SUCCESS {
		return r
	}
	*ph = p.h
	return CUDA_SUCCESS
}

// CuMemPoolDestroy ends a pool; what is allocated from it stays until it is freed.
func CuMemPoolDestroy(t *Thread, h CUmemoryPool) CUresult {
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if p.def {
		return CUDA_ERROR_INVALID_VALUE
	}
	p.mu.Lock()
	p.dead = true
	p.mu.Unlock()
	pools.drop(uintptr(h))
	d := p.dev
	d.poolMu.Lock()
	if d.curPool == p {
		d.curPool = nil
	}
	d.poolMu.Unlock()
	if p.foreign != nil {
		p.foreign.mem.Release()
	}
	p.trim(0)
	p.mu.Lock()
	gone := p.used == 0 && len(p.free) == 0
	p.mu.Unlock()
	if gone {
		d.mu.Lock()
		for i, x := range d.pools {
			if x == p {
				d.pools = append(d.pools[:i], d.pools[i+1:]...)
				break
			}
		}
		d.mu.Unlock()
	}
	return CUDA_SUCCESS
}

// CuMemPoolTrimTo gives back what the pool keeps free until it holds no more than some bytes.
func CuMemPoolTrimTo(t *Thread, h CUmemoryPool, keep uintptr) CUresult {
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	p.trim(uint64(keep))
	return CUDA_SUCCESS
}

// CuMemPoolSetAttribute sets an attribute: the reuse rules are ints, the others u64.
func CuMemPoolSetAttribute(t *Thread, h CUmemoryPool, attr CUmemPool_attribute, value unsafe.Pointer) CUresult {
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch attr {
	case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
		p.reuse[attr-1] = int32(b2i(*(*int32)(value) != 0))
	case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
		p.threshold = *(*uint64)(value)
	case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, CU_MEMPOOL_ATTR_USED_MEM_HIGH:
		if *(*uint64)(value) != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		if attr == CU_MEMPOOL_ATTR_USED_MEM_HIGH {
			p.usedH = p.used
		} else {
			p.reservedH = p.reserved
		}
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuMemPoolGetAttribute gives an attribute.
func CuMemPoolGetAttribute(t *Thread, h CUmemoryPool, attr CUmemPool_attribute, value unsafe.Pointer) CUresult {
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil || p.foreign != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	i32, u64 := (*int32)(value), (*uint64)(value)
	switch attr {
	case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
		*i32 = p.reuse[attr-1]
	case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
		*u64 = p.threshold
	case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
		*u64 = p.reserved
	case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
		*u64 = p.reservedH
	case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
		*u64 = p.used
	case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
		*u64 = p.usedH
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// maxAccess bounds a list of access descriptions.
const maxAccess = 1 << 10

// CuMemPoolSetAccess says which devices may use the pool's memory. A device's own access cannot be taken away.
func CuMemPoolSetAccess(t *Thread, h CUmemoryPool, list *CUmemAccessDesc, n uintptr) CUresult {
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if list == nil && n > 0 || n > maxAccess {
		return CUDA_ERROR_INVALID_VALUE
	}
	descs := unsafe.Slice(list, n)
	for i := range descs {
		a := &descs[i]
		if a.Flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && a.Flags != CU_MEM_ACCESS_FLAGS_PROT_READ && a.Flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE {
			return CUDA_ERROR_INVALID_VALUE
		}
		if a.Location.Type != CU_MEM_LOCATION_TYPE_DEVICE || a.Flags == CU_MEM_ACCESS_FLAGS_PROT_READ {
			return CUDA_ERROR_NOT_SUPPORTED
		}
		d, r := t.lookDevice(CUdevice(a.Location.U[0]))
		if r != CUDA_SUCCESS {
			return r
		}
		if d == p.dev && a.Flags == CU_MEM_ACCESS_FLAGS_PROT_NONE || d != p.dev && a.Flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && !d.dev.CanAccess(p.dev.dev) {
			return CUDA_ERROR_INVALID_DEVICE
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range descs {
		p.access[CUdevice(descs[i].Location.U[0])] = descs[i].Flags
	}
	return CUDA_SUCCESS
}

// CuMemPoolGetAccess says how a device may use the pool's memory.
func CuMemPoolGetAccess(t *Thread, flags *CUmemAccess_flags, h CUmemoryPool, loc *CUmemLocation) CUresult {
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags == nil || loc == nil || loc.Type != CU_MEM_LOCATION_TYPE_DEVICE {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.lookDevice(CUdevice(loc.U[0])); r != CUDA_SUCCESS {
		return CUDA_ERROR_INVALID_VALUE
	}
	p.mu.Lock()
	*flags = p.access[CUdevice(loc.U[0])]
	p.mu.Unlock()
	return CUDA_SUCCESS
}

// CuDeviceGetDefaultMemPool gives the device's default pool.
func CuDeviceGetDefaultMemPool(t *Thread, ph *CUmemoryPool, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	p, r := d.defaultPool()
	if r == CUDA_SUCCESS {
		*ph = p.h
	}
	return r
}

// CuDeviceGetMemPool gives the device's current pool.
func CuDeviceGetMemPool(t *Thread, ph *CUmemoryPool, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r == CUDA_ERROR_INVALID_DEVICE {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	p, r := d.currentPool()
	if r == CUDA_SUCCESS {
		*ph = p.h
	}
	return r
}

// CuDeviceSetMemPool chooses the pool that cuMemAllocAsync takes from; it is one of the device's own.
func CuDeviceSetMemPool(t *Thread, dev CUdevice, h CUmemoryPool) CUresult {
	d, r := t.lookDevice(dev)
	if r == CUDA_ERROR_INVALID_DEVICE {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r != CUDA_SUCCESS {
		return r
	}
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if p.dev != d || p.foreign != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	d.poolMu.Lock()
	d.curPool = p
	d.poolMu.Unlock()
	return CUDA_SUCCESS
}

// poolLocation gives the device of a location that can have a pool.
func poolLocation(loc *CUmemLocation, typ CUmemAllocationType) (CUdevice, CUresult) {
	if loc == nil || typ != CU_MEM_ALLOCATION_TYPE_PINNED && typ != CU_MEM_ALLOCATION_TYPE_MANAGED {
		return 0, CUDA_ERROR_INVALID_VALUE
	}
	if loc.Type == CU_MEM_LOCATION_TYPE_INVALID {
		return 0, CUDA_ERROR_INVALID_VALUE
	}
	if loc.Type != CU_MEM_LOCATION_TYPE_DEVICE || typ == CU_MEM_ALLOCATION_TYPE_MANAGED {
		return 0, CUDA_ERROR_NOT_SUPPORTED
	}
	if drv() != nil {
		if _, r := lookDevice(CUdevice(loc.U[0])); r != CUDA_SUCCESS {
			return 0, CUDA_ERROR_INVALID_VALUE
		}
	}
	return CUdevice(loc.U[0]), CUDA_SUCCESS
}

// CuMemGetDefaultMemPool gives the default pool of a location.
func CuMemGetDefaultMemPool(t *Thread, ph *CUmemoryPool, loc *CUmemLocation, typ CUmemAllocationType) CUresult {
	dev, r := poolLocation(loc, typ)
	if r != CUDA_SUCCESS {
		return r
	}
	return CuDeviceGetDefaultMemPool(t, ph, dev)
}

// CuMemGetMemPool gives the current pool of a location.
func CuMemGetMemPool(t *Thread, ph *CUmemoryPool, loc *CUmemLocation, typ CUmemAllocationType) CUresult {
	dev, r := poolLocation(loc, typ)
	if r != CUDA_SUCCESS {
		return r
	}
	return CuDeviceGetMemPool(t, ph, dev)
}

// CuMemSetMemPool chooses the current pool of a location.
func CuMemSetMemPool(t *Thread, loc *CUmemLocation, typ CUmemAllocationType, h CUmemoryPool) CUresult {
	dev, r := poolLocation(loc, typ)
	if r != CUDA_SUCCESS {
		return r
	}
	return CuDeviceSetMemPool(t, dev, h)
}
