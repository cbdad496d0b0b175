package cuda

import (
	"sync"
	"sync/atomic"

	"ferry/abi"
	"ferry/hipffi"
)

const (
	defaultShared  = 48 << 10 // bytes of shared memory a block has without asking for more
	maxBlocksPerCU = 32
	// Stream priorities: lower numbers go first. As NVIDIA devices with six levels.
	leastPriority    = 0
	greatestPriority = -5
)

const ctxFlagMask = CU_CTX_SCHED_MASK | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX | CU_CTX_COREDUMP_ENABLE |
	CU_CTX_USER_COREDUMP_ENABLE | CU_CTX_SYNC_MEMOPS

// context is a CUDA context: an owner of memory, modules, streams and events, with an error of its own. All contexts of
// a device share the device's one address space.
type context struct {
	h          CUcontext
	dev        *device
	id         uint64
	apiVersion uint32
	primary    bool
	flags      atomic.Uint32
	err        atomic.Int32 // sticky CUresult
	dead       atomic.Bool

	order  streamOrder // the legacy default stream and what has to wait for it
	legacy *stream

	mu        sync.Mutex // guards what follows
	streams   map[*stream]struct{}
	perThread map[uint64]*stream
	events    map[*event]struct{}
	modules   map[*module]struct{}
	allocs    map[*allocation]struct{}
	arrays    map[*array]struct{}
	others    map[any]func() // everything else that goes with the context, with what ends it
	peers     map[*context]bool
	limits    [CU_LIMIT_MAX]uintptr
	cache     CUfunc_cache
	bank      CUsharedconfig
	storage   map[storageKey]storageValue

	errRecord hipffi.Ptr    // abi.ErrorRecord in host memory
	locks     hipffi.Ptr    // the device's, for 128-bit atomics
	heap      atomic.Uint64 // address of the device heap (package abi), 0 until a kernel needs it
	ring      printRing
	gridID    atomic.Uint64
	captures  atomic.Int32 // captures that are going on
	attached  atomic.Int32 // cuCtxAttach without cuCtxDetach
}

var contexts = table[context]{kind: kindContext}

// Versions that cuCtxGetApiVersion answers, by what made the context.
const (
	apiV1      = 3010
	apiV2      = 3020
	apiPrimary = 3020
)

func newContext(d *device, flags uint32, api uint32) (*context, CUresult) {
	if flags&CU_CTX_USER_COREDUMP_ENABLE != 0 {
		flags = flags&^CU_CTX_USER_COREDUMP_ENABLE | CU_CTX_COREDUMP_ENABLE // as recorded
	}
	if r := d.faulted(); r != CUDA_SUCCESS {
		return nil, r
	}
	c := &context{dev: d, id: newID(), apiVersion: api}
	if r := c.open(flags); r != CUDA_SUCCESS {
		return nil, r
	}
	c.h = CUcontext(contexts.put(c))
	if c.h == 0 {
		c.close()
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	return c, CUDA_SUCCESS
}

// open gives a context what it needs to work.
func (c *context) open(flags uint32) CUresult {
	c.flags.Store(flags)
	c.err.Store(0)
	c.mu.Lock()
	c.streams = map[*stream]struct{}{}
	c.perThread = map[uint64]*stream{}
	c.events = map[*event]struct{}{}
	c.modules = map[*module]struct{}{}
	c.allocs = map[*allocation]struct{}{}
	c.arrays = map[*array]struct{}{}
	c.others = map[any]func(){}
	c.peers = map[*context]bool{}
	c.storage = map[storageKey]storageValue{}
	c.limits = defaultLimits
	c.cache, c.bank = 0, 0
	c.mu.Unlock()
	p, err := c.dev.dev.Alloc(hipffi.AllocHost, abi.ErrorRecordSize)
	if err != nil {
		return fromError(err)
	}
	c.errRecord = p
	if err := c.dev.dev.Write(p, make([]byte, abi.ErrorRecordSize)); err != nil {
		return fromError(err)
	}
	if c.locks, err = c.dev.lockTable(); err != nil {
		return fromError(err)
	}
	s, err := newStream(c, 0, 0, streamLegacy)
	if err != nil {
		return fromError(err)
	}
	c.legacy = s
	c.order.init(c)
	c.dev.mu.Lock()
	c.dev.contexts = append(c.dev.contexts, c)
	c.dev.mu.Unlock()
	c.dead.Store(false)
	return CUDA_SUCCESS
}

// close ends everything that belongs to the context. Work that is queued is waited for.
func (c *context) close() {
	c.dead.Store(true)
	c.runDestructors()
	for _, s := range c.allStreams() {
		s.q.Synchronize() // what is wrong was or would have been reported; the context is going
	}
	c.drainPrintf()
	c.dev.mu.Lock()
	for i, x := range c.dev.contexts {
		if x == c {
			c.dev.contexts = append(c.dev.contexts[:i], c.dev.contexts[i+1:]...)
			break
		}
	}
	c.dev.mu.Unlock()
	c.mu.Lock()
	streams, events, modules, allocs, arrays, others := c.streams, c.events, c.modules, c.allocs, c.arrays, c.others
	c.streams, c.events, c.modules, c.allocs, c.arrays, c.others = nil, nil, nil, nil, nil, nil
	c.perThread = nil
	c.mu.Unlock()
	for _, end := range others {
		end()
	}
	for e := range events {
		e.end()
	}
	for m := range modules {
		m.end()
	}
	for a := range arrays {
		a.end()
	}
	for a := range allocs {
		a.end()
	}
	for s := range streams {
		s.end()
	}
	if c.legacy != nil {
		c.legacy.end()
	}
	for _, p := range []hipffi.Ptr{c.errRecord, hipffi.Ptr(c.heap.Swap(0)), hipffi.Ptr(c.ring.addr.Swap(0))} {
		if p != 0 {
			c.dev.dev.Free(p)
		}
	}
	c.errRecord = 0
}

// allStreams gives every stream of the context, the legacy one first.
func (c *context) allStreams() []*stream {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]*stream, 0, len(c.streams)+1)
	if c.legacy != nil {
		out = append(out, c.legacy)
	}
	for s := range c.streams {
		out = append(out, s)
	}
	return out
}

// current gives the thread's current context, whatever its state.
func (t *Thread) current() (*context, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	if t.Flags&ThreadInHostCall != 0 {
		return nil, CUDA_ERROR_NOT_PERMITTED
	}
	return t.top()
}

// top is current for the few calls that a host function may make.
func (t *Thread) top() (*context, CUresult) {
	if t.Depth == 0 {
		return nil, CUDA_ERROR_INVALID_CONTEXT
	}
	c := contexts.get(uintptr(t.Stack[(t.Depth-1)%MaxContextDepth]))
	if c == nil || c.dead.Load() {
		return nil, CUDA_ERROR_CONTEXT_IS_DESTROYED
	}
	return c, CUDA_SUCCESS
}

// live gives the current context if it is free of errors and the thread may call: the start of every function that
// touches the device.
func (t *Thread) live() (*context, CUresult) {
	if t.Flags&ThreadInHostCall != 0 {
		return nil, CUDA_ERROR_NOT_PERMITTED // a host thread has no context of its own
	}
	c, r := t.current()
	if r != CUDA_SUCCESS {
		return nil, r
	}
	return c, CUresult(c.err.Load())
}

// lookContext gives the context of a handle.
func lookContext(h CUcontext) (*context, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	c := contexts.get(uintptr(h))
	if c == nil || c.dead.Load() {
		return nil, CUDA_ERROR_INVALID_CONTEXT
	}
	return c, CUDA_SUCCESS
}

// shell gives the context of a handle also where nothing belongs to it for the time being: a primary context whose last
// user is gone or that was reset can be made current and asked for its flags and device (recorded).
func shell(h CUcontext) (*context, CUresult) {
	c := contexts.get(uintptr(h))
	if c == nil {
		return nil, CUDA_ERROR_INVALID_CONTEXT
	}
	return c, CUDA_SUCCESS
}

// currentShell is shell for the thread's current context.
func (t *Thread) currentShell() (*context, CUresult) {
	c, r := t.current()
	if r == CUDA_ERROR_CONTEXT_IS_DESTROYED {
		if c, r := shell(t.Stack[(t.Depth-1)%MaxContextDepth]); r == CUDA_SUCCESS {
			return c, r
		}
	}
	return c, r
}

// liveContext is lookContext for the calls that tell a context that is gone from what never was one (recorded); null is none.
func liveContext(h CUcontext) (*context, CUresult) {
	c, r := lookContext(h)
	if r == CUDA_ERROR_INVALID_CONTEXT && contexts.known(uintptr(h)) {
		return nil, CUDA_ERROR_CONTEXT_IS_DESTROYED
	}
	return c, r
}

// contextOr gives the context of a handle, the current one for null.
func (t *Thread) contextOr(h CUcontext) (*context, CUresult) {
	if h == 0 {
		return t.current()
	}
	return lookContext(h)
}

// fail makes r the context's sticky error if it has none.
func (c *context) fail(r CUresult) CUresult {
	if sticky(r) {
		c.err.CompareAndSwap(0, int32(r))
		r = CUresult(c.err.Load())
		c.dev.poison(r)
	}
	return r
}

// poison makes an error that a kernel met the error of every context of the device: after a fault none of them works
// any more, and new ones can be made only when they are gone (conformance: sticky_is_per_context).
func (d *device) poison(r CUresult) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.contexts {
		c.err.CompareAndSwap(0, int32(r))
	}
}

// faulted gives the error of the device's contexts, if they have one.
func (d *device) faulted() CUresult {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.contexts {
		if r := CUresult(c.err.Load()); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// push makes c the thread's current context on top of the others.
func (t *Thread) push(h CUcontext) CUresult {
	if t.Depth >= MaxContextDepth {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	t.Stack[t.Depth] = h
	t.Depth++
	return CUDA_SUCCESS
}

func createContext(t *Thread, pctx *CUcontext, flags uint32, dev CUdevice, api uint32) CUresult {
	d, r := lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if pctx == nil || flags&^ctxFlagMask != 0 || flags&CU_CTX_SCHED_MASK == 3 || flags&CU_CTX_SCHED_MASK > 4 {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := newContext(d, flags, api)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := t.push(c.h); r != CUDA_SUCCESS {
		contexts.drop(uintptr(c.h))
		c.close()
		return r
	}
	*pctx = c.h
	return CUDA_SUCCESS
}

// CuCtxCreate is the form of CUDA 2.
func CuCtxCreate(t *Thread, pctx *CUcontext, flags uint32, dev CUdevice) CUresult {
	return createContext(t, pctx, flags, dev, apiV1)
}

// CuCtxCreate_v2 makes a context and makes it current.
func CuCtxCreate_v2(t *Thread, pctx *CUcontext, flags uint32, dev CUdevice) CUresult {
	return createContext(t, pctx, flags, dev, apiV2)
}

// CuCtxCreate_v3 makes a context with execution affinity, which no device of ferry's has.
func CuCtxCreate_v3(t *Thread, pctx *CUcontext, params *CUexecAffinityParam, n int32, flags uint32, dev CUdevice) CUresult {
	if n < 0 || params == nil && n > 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if n > 0 {
		return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
	}
	return createContext(t, pctx, flags, dev, apiV2)
}

// CuCtxCreate_v4 makes a context; params may be null.
func CuCtxCreate_v4(t *Thread, pctx *CUcontext, params *CUctxCreateParams, flags uint32, dev CUdevice) CUresult {
	if params != nil {
		if params.CigParams != nil {
			return CUDA_ERROR_NOT_SUPPORTED
		}
		return CuCtxCreate_v3(t, pctx, params.ExecAffinityParams, params.NumExecAffinityParams, flags, dev)
	}
	return createContext(t, pctx, flags, dev, apiV2)
}

// owned gives the context that a call on an object of owner's works in: the current one, or the object's own in a thread
// that has none, as recorded.
func (t *Thread) owned(owner *context) (*context, CUresult) {
	c, r := t.live()
	if r == CUDA_ERROR_INVALID_CONTEXT && t.Depth == 0 {
		return owner, CUresult(owner.err.Load())
	}
	return c, r
}

// may is live for calls that need no context of their own: a thread that has none may make them (recorded).
func (t *Thread) may() CUresult {
	_, r := t.live()
	if r == CUDA_ERROR_INVALID_CONTEXT && t.Depth == 0 {
		return CUDA_SUCCESS
	}
	return r
}

// CuCtxDestroy is CuCtxDestroy_v2.
func CuCtxDestroy(t *Thread, ctx CUcontext) CUresult { return CuCtxDestroy_v2(t, ctx) }

// CuCtxDestroy_v2 ends a context and what belongs to it. If it is the thread's current one it is popped. A primary
// context cannot be ended this way.
func CuCtxDestroy_v2(t *Thread, ctx CUcontext) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if ctx == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := lookContext(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	if c.primary || t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_INVALID_CONTEXT
	}
	if contexts.drop(uintptr(ctx)) == nil {
		return CUDA_ERROR_INVALID_CONTEXT
	}
	if t.Depth > 0 && t.Stack[t.Depth-1] == ctx {
		t.Depth--
	}
	c.close()
	return CUDA_SUCCESS
}

// CuCtxAttach is the deprecated reference count: flags are 0, the current context is answered.
func CuCtxAttach(t *Thread, pctx *CUcontext, flags uint32) CUresult {
	c, r := t.current()
	if r != CUDA_SUCCESS {
		return r
	}
	if pctx == nil || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	c.attached.Add(1)
	*pctx = c.h
	return CUDA_SUCCESS
}

// CuCtxDetach ends what CuCtxCreate began; the context is the thread's current one.
func CuCtxDetach(t *Thread, ctx CUcontext) CUresult {
	c, r := t.current()
	if r != CUDA_SUCCESS {
		return r
	}
	if c.h != ctx {
		return CUDA_ERROR_INVALID_CONTEXT
	}
	for n := c.attached.Load(); n > 0; n = c.attached.Load() {
		if c.attached.CompareAndSwap(n, n-1) {
			return CUDA_SUCCESS
		}
	}
	return CuCtxDestroy_v2(t, ctx)
}

// CuCtxPushCurrent is CuCtxPushCurrent_v2.
func CuCtxPushCurrent(t *Thread, ctx CUcontext) CUresult { return CuCtxPushCurrent_v2(t, ctx) }

// CuCtxPushCurrent_v2 makes ctx current on top of the thread's stack.
func CuCtxPushCurrent_v2(t *Thread, ctx CUcontext) CUresult {
	if t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_NOT_PERMITTED
	}
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if ctx == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := shell(ctx); r != CUDA_SUCCESS {
		return r
	}
	return t.push(ctx)
}

// CuCtxPopCurrent is CuCtxPopCurrent_v2.
func CuCtxPopCurrent(t *Thread, pctx *CUcontext) CUresult { return CuCtxPopCurrent_v2(t, pctx) }

// CuCtxPopCurrent_v2 takes the current context off the thread's stack; pctx may be null.
func CuCtxPopCurrent_v2(t *Thread, pctx *CUcontext) CUresult {
	if t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_NOT_PERMITTED
	}
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if t.Depth == 0 {
		return CUDA_ERROR_INVALID_CONTEXT
	}
	t.Depth--
	if pctx != nil {
		*pctx = t.Stack[t.Depth]
	}
	return CUDA_SUCCESS
}

// CuCtxSetCurrent replaces the top of the thread's stack; null takes it off.
func CuCtxSetCurrent(t *Thread, ctx CUcontext) CUresult {
	if t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_NOT_PERMITTED
	}
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if ctx == 0 {
		if t.Depth > 0 {
			t.Depth--
		}
		return CUDA_SUCCESS
	}
	if _, r := shell(ctx); r != CUDA_SUCCESS {
		return r
	}
	if t.Depth == 0 {
		return t.push(ctx)
	}
	t.Stack[t.Depth-1] = ctx
	return CUDA_SUCCESS
}

// CuCtxGetCurrent gives the current context, null if there is none.
func CuCtxGetCurrent(t *Thread, pctx *CUcontext) CUresult {
	if t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_NOT_PERMITTED
	}
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if pctx == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*pctx = 0
	if t.Depth > 0 {
		*pctx = t.Stack[t.Depth-1]
	}
	return CUDA_SUCCESS
}

// CuCtxGetDevice gives the current context's device.
func CuCtxGetDevice(t *Thread, dev *CUdevice) CUresult {
	if dev == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.currentShell()
	if r == CUDA_SUCCESS {
		*dev = c.dev.ordinal
	}
	return r
}

// CuCtxGetDevice_v2 gives a context's device, the current one's for null.
func CuCtxGetDevice_v2(t *Thread, dev *CUdevice, ctx CUcontext) CUresult {
	if dev == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	*dev = c.dev.ordinal
	return CUDA_SUCCESS
}

// CuCtxGetFlags gives the current context's flags.
func CuCtxGetFlags(t *Thread, flags *uint32) CUresult {
	if flags == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.currentShell()
	if r != CUDA_SUCCESS {
		return r
	}
	*flags = c.flags.Load()
	return CUDA_SUCCESS
}

// CuCtxSetFlags replaces the current context's flags.
func CuCtxSetFlags(t *Thread, flags uint32) CUresult {
	c, r := t.current()
	if r != CUDA_SUCCESS {
		return r
	}
	if flags&^ctxFlagMask != 0 || flags&CU_CTX_SCHED_MASK == 3 || flags&CU_CTX_SCHED_MASK > 4 {
		return CUDA_ERROR_INVALID_VALUE
	}
	c.setFlags(flags)
	return CUDA_SUCCESS
}

// setFlags sets the flags of a context that is there already; a primary one has mapped host memory always on then (recorded).
func (c *context) setFlags(flags uint32) {
	if c.primary {
		flags |= CU_CTX_MAP_HOST
	}
	c.flags.Store(flags)
}

// CuCtxGetId gives the context's number, unique in the process.
func CuCtxGetId(t *Thread, ctx CUcontext, id *uint64) CUresult {
	if id == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		if ctx != 0 {
			_, r = liveContext(ctx)
		}
		return r
	}
	*id = c.id
	return CUDA_SUCCESS
}

// CuCtxGetApiVersion gives the version of the function that made the context.
func CuCtxGetApiVersion(t *Thread, ctx CUcontext, version *uint32) CUresult {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	if version == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*version = c.apiVersion
	return CUDA_SUCCESS
}

// CuCtxGetStreamPriorityRange gives the least and the greatest priority; either pointer may be null.
func CuCtxGetStreamPriorityRange(t *Thread, least, greatest *int32) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	if least != nil {
		*least = leastPriority
	}
	if greatest != nil {
		*greatest = greatestPriority
	}
	return CUDA_SUCCESS
}

// CuCtxGetCacheConfig gives the preference set with CuCtxSetCacheConfig; it changes nothing on AMD hardware, whose
// local data share is not carved out of a cache.
func CuCtxGetCacheConfig(t *Thread, config *CUfunc_cache) CUresult {
	c, r := t.current()
	if r != CUDA_SUCCESS {
		return r
	}
	if config == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c.mu.Lock()
	*config = c.cache
	c.mu.Unlock()
	return CUDA_SUCCESS
}

// CuCtxSetCacheConfig keeps a preference.
func CuCtxSetCacheConfig(t *Thread, config CUfunc_cache) CUresult {
	c, r := t.current()
	if r != CUDA_SUCCESS {
		return r
	}
	if config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL {
		return CUDA_ERROR_INVALID_VALUE
	}
	c.mu.Lock()
	c.cache = config
	c.mu.Unlock()
	return CUDA_SUCCESS
}

// CuCtxGetSharedMemConfig gives the bank size: four bytes, as every device since Maxwell.
func CuCtxGetSharedMemConfig(t *Thread, config *CUsharedconfig) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	if config == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE
	return CUDA_SUCCESS
}

// CuCtxSetSharedMemConfig has no effect on devices with a fixed bank size.
func CuCtxSetSharedMemConfig(t *Thread, config CUsharedconfig) CUresult {
	if _, r := t.current(); r != CUDA_SUCCESS {
		return r
	}
	if config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuCtxResetPersistingL2Cache has nothing to reset: no lines persist.
func CuCtxResetPersistingL2Cache(t *Thread) CUresult {
	_, r := t.live()
	return r
}

// CuCtxGetExecAffinity gives the number of multiprocessors the context may use: all.
func CuCtxGetExecAffinity(t *Thread, p *CUexecAffinityParam, typ CUexecAffinityType) CUresult {
	c, r := t.current()
	if r != CUDA_SUCCESS {
		return r
	}
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if typ != CU_EXEC_AFFINITY_TYPE_SM_COUNT {
		return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
	}
	p.Type = typ
	p.Param[0] = uint32(c.dev.prop.ComputeUnits)
	return CUDA_SUCCESS
}

// CuCtxSynchronize waits for everything in the current context.
func CuCtxSynchronize(t *Thread) CUresult { return CuCtxSynchronize_v2(t, 0) }

// CuCtxSynchronize_v2 waits for everything in a context, the current one for null.
func CuCtxSynchronize_v2(t *Thread, ctx CUcontext) CUresult {
	c, r := t.contextOr(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	if t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_NOT_PERMITTED
	}
	if c.captures.Load() > 0 {
		return c.invalidateAll() // in every capture mode
	}
	return c.synchronize()
}

// synchronize waits for all streams and gives the context's error.
func (c *context) synchronize() CUresult {
	for _, s := range c.allStreams() {
		if r := s.wait(); r != CUDA_SUCCESS {
			return r
		}
		if s.retired.Load() {
			c.drop(s)
		}
	}
	return CUresult(c.err.Load())
}
