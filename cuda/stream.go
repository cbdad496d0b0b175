package cuda

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"ferry/hipffi"
)

type streamKind uint8

const (
	streamUser streamKind = iota
	streamLegacy
	streamPerThread
)

// Handles of the default streams.
const (
	CU_STREAM_LEGACY     CUstream = 1
	CU_STREAM_PER_THREAD CUstream = 2
)

// stream is an in-order queue of a context's work.
type stream struct {
	h           CUstream
	ctx         *context
	q           hipffi.Queue
	kind        streamKind
	nonBlocking bool
	priority    int32
	id          uint64

	submitted atomic.Uint64 // pieces of work given to the queue
	completed atomic.Uint64 // of these, the ones known to be done
	launched  atomic.Bool   // a kernel was launched since the error record was last read

	mu      sync.Mutex // of a non-blocking stream; the others use the context's order lock
	joinEv  hipffi.Event
	dirty   bool   // has work that the legacy stream has not waited for; order lock
	seen    uint64 // the legacy work that this stream waits for already; order lock
	scratch launchScratch
	coop    hipffi.Ptr // workspace of cooperative launches, 0 until the first

	attrs   streamAttrs
	cap     atomic.Pointer[capture]
	capDeps []CUgraphNode // lists handed out by cuStreamGetCaptureInfo
	capData []CUgraphEdgeData
	ended   atomic.Bool
	retired atomic.Bool
}

type streamAttrs struct {
	mu     sync.Mutex
	window CUaccessPolicyWindow
	policy int32
	domain int32
	remap  [2]uint8
}

var streams = table[stream]{kind: kindStream}

// streamOrder keeps the implicit order between the legacy default stream and the blocking streams of a context: work in
// the legacy stream waits for all earlier work in blocking streams, and their later work waits for it.
type streamOrder struct {
	mu       sync.Mutex
	blocking []*stream
	seq      uint64 // pieces of work the legacy stream was given
	recorded uint64 // seq when ev was last recorded
	ev       hipffi.Event
}

func (o *streamOrder) init(c *context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.blocking, o.seq, o.recorded, o.ev = nil, 0, 0, nil
}

func newStream(c *context, flags uint32, priority int32, kind streamKind) (*stream, error) {
	q, err := c.dev.dev.NewQueue(int(priority))
	if err != nil {
		return nil, err
	}
	s := &stream{ctx: c, q: q, kind: kind, priority: priority, id: newID(), nonBlocking: flags&CU_STREAM_NON_BLOCKING != 0}
	s.attrs.policy = -1 // what is read before one was set (recorded)
	s.attrs.remap = [2]uint8{0, 0}
	if kind != streamLegacy && !s.nonBlocking {
		c.order.mu.Lock()
		c.order.blocking = append(c.order.blocking, s)
		c.order.mu.Unlock()
	}
	return s, nil
}

// innerStream makes a stream without a handle for the driver's own use: whoever waits for the context waits for it too,
// and it goes with the context. Its queue takes any number of entries, so that giving it work never waits.
func (c *context) innerStream(priority int32) (*stream, error) {
	s, err := newStream(c, CU_STREAM_NON_BLOCKING, priority, streamUser)
	if err != nil {
		return nil, err
	}
	if q, ok := s.q.(hipffi.Unbounder); ok {
		q.Unbound()
	}
	c.mu.Lock()
	ok := c.streams != nil
	if ok {
		c.streams[s] = struct{}{}
	}
	c.mu.Unlock()
	if !ok {
		s.end()
		return nil, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "the context has been destroyed"}
	}
	return s, nil
}

// clampPriority brings a priority into the range there is.
func clampPriority(p int32) int32 { return min(max(p, greatestPriority), leastPriority) }

// end takes the stream's queue down; what is queued still runs.
func (s *stream) end() {
	if s.ended.Swap(true) {
		return
	}
	if s.h != 0 {
		streams.drop(uintptr(s.h))
	}
	o := &s.ctx.order
	o.mu.Lock()
	if i := slices.Index(o.blocking, s); i >= 0 {
		if s.dirty && s.ctx.legacy != nil && !s.ctx.dead.Load() {
			o.joinLegacy(s.ctx.legacy, s)
		}
		o.blocking = slices.Delete(o.blocking, i, i+1)
	}
	if s.kind == streamLegacy && o.ev != nil {
		o.ev.Destroy()
		o.ev = nil
	}
	o.mu.Unlock()
	if s.joinEv != nil {
		s.joinEv.Destroy()
	}
	s.q.Destroy()
	if s.coop != 0 {
		s.ctx.dev.dev.Free(s.coop)
	}
}

// joinLegacy has the legacy stream wait for s; the order lock is held.
func (o *streamOrder) joinLegacy(legacy, s *stream) error {
	if s.joinEv == nil {
		ev, err := s.ctx.dev.dev.NewEvent(false)
		if err != nil {
			return err
		}
		s.joinEv = ev
	}
	if err := s.q.Record(s.joinEv); err != nil {
		return err
	}
	if err := legacy.q.Wait(s.joinEv); err != nil {
		return err
	}
	s.dirty = false
	legacy.submitted.Add(1)
	return nil
}

// begin opens a submission to the stream: it takes the lock that orders submissions and adds the waits that the
// default stream's rules ask for. end closes it.
func (s *stream) begin() error {
	if s.nonBlocking {
		s.mu.Lock()
		return nil
	}
	o := &s.ctx.order
	o.mu.Lock()
	if s.kind == streamLegacy {
		for _, b := range o.blocking {
			if b.dirty {
				if err := o.joinLegacy(s, b); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if s.seen != o.seq {
		legacy := s.ctx.legacy
		if o.ev == nil {
			ev, err := s.ctx.dev.dev.NewEvent(false)
			if err != nil {
				return err
			}
			o.ev = ev
		}
		if o.recorded != o.seq {
			if err := legacy.q.Record(o.ev); err != nil {
				return err
			}
			o.recorded = o.seq
		}
		if err := s.q.Wait(o.ev); err != nil {
			return err
		}
		s.seen = o.seq
	}
	return nil
}

// finish closes what begin opened; submitted says whether the queue was given work.
func (s *stream) finish(submitted bool) {
	if submitted {
		s.submitted.Add(1)
	}
	if s.nonBlocking {
		s.mu.Unlock()
		return
	}
	o := &s.ctx.order
	if submitted {
		if s.kind == streamLegacy {
			o.seq++
		} else {
			s.dirty = true
		}
	}
	o.mu.Unlock()
}

// do gives the queue one piece of work in order and answers its error.
func (s *stream) do(f func(q hipffi.Queue) error) CUresult {
	err := s.begin()
	if err == nil {
		err = f(s.q)
	}
	s.finish(err == nil)
	if err != nil {
		return s.ctx.deviceError(err)
	}
	if drv().env.launchBlocking {
		return s.wait()
	}
	return CUDA_SUCCESS
}

// join has the legacy stream wait for the blocking streams' work so far, as any work in it would.
func (s *stream) join() CUresult {
	if s.kind != streamLegacy {
		return CUDA_SUCCESS
	}
	err := s.begin()
	s.finish(false)
	if err != nil {
		return s.ctx.deviceError(err)
	}
	return CUDA_SUCCESS
}

// wait waits for the stream and gives the context's error.
func (s *stream) wait() CUresult {
	n := s.submitted.Load()
	if s.completed.Load() < n {
		if err := s.q.Synchronize(); err != nil {
			s.ctx.checkRecord(s)
			return s.ctx.deviceError(err)
		}
		raise(&s.completed, n)
		s.ctx.dev.trimPools()
	}
	s.ctx.checkRecord(s)
	return CUresult(s.ctx.err.Load())
}

// raise makes a at least n.
func raise(a *atomic.Uint64, n uint64) {
	for {
		old := a.Load()
		if old >= n || a.CompareAndSwap(old, n) {
			return
		}
	}
}

// stream gives the stream of a handle in the current context, and that context. Zero is the legacy stream or, for calls
// through per-thread names, the thread's own.
func (t *Thread) stream(h CUstream) (*stream, *context, CUresult) {
	c, r := t.live()
	if r == CUDA_ERROR_INVALID_CONTEXT && t.Depth == 0 {
		if s := streams.get(uintptr(h)); s != nil {
			return s, s.ctx, CUresult(s.ctx.err.Load()) // a stream carries its context (recorded)
		}
	}
	if r != CUDA_SUCCESS {
		return nil, nil, r
	}
	if h > CU_STREAM_PER_THREAD {
		s := streams.get(uintptr(h))
		if s == nil {
			if isCell(uintptr(h)) && !streams.known(uintptr(h)) {
				return nil, nil, CUDA_ERROR_CONTEXT_IS_DESTROYED // another kind of handle, as recorded
			}
			return nil, nil, CUDA_ERROR_INVALID_HANDLE
		}
		if s.ctx != c {
			if e := CUresult(s.ctx.err.Load()); e != CUDA_SUCCESS {
				return nil, nil, e
			}
		}
		return s, c, CUDA_SUCCESS
	}
	if h == CU_STREAM_PER_THREAD || h == 0 && t.Flags&ThreadPerThreadStream != 0 {
		s, r := t.perThread(c)
		return s, c, r
	}
	return c.legacy, c, CUDA_SUCCESS
}

// ask is stream for questions, which the legacy stream does not answer while a blocking stream of its context captures.
// The capture stays good (recorded).
func (t *Thread) ask(h CUstream) (*stream, *context, CUresult) {
	s, c, r := t.stream(h)
	if r == CUDA_SUCCESS && s.kind == streamLegacy && s.ctx.blockingCapture() {
		return nil, nil, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
	}
	return s, c, r
}

// askIdle is ask for the questions that a capturing stream does not answer either (recorded).
func (t *Thread) askIdle(h CUstream) (*stream, CUresult) {
	s, _, r := t.ask(h)
	if r == CUDA_SUCCESS && s.cap.Load() != nil {
		return nil, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
	}
	return s, r
}

// blockingCapture reports whether a blocking stream of the context captures.
func (c *context) blockingCapture() bool {
	if c.captures.Load() == 0 {
		return false
	}
	captures.Lock()
	defer captures.Unlock()
	return slices.ContainsFunc(captures.list, func(cp *capture) bool { return cp.origin.ctx == c && !cp.origin.nonBlocking })
}

// perThread gives the thread's own default stream in a context, made at its first use.
func (t *Thread) perThread(c *context) (*stream, CUresult) {
	id := t.id()
	c.mu.Lock()
	s := c.perThread[id]
	c.mu.Unlock()
	if s != nil {
		return s, CUDA_SUCCESS
	}
	s, err := newStream(c, 0, 0, streamPerThread)
	if err != nil {
		return nil, fromError(err)
	}
	c.mu.Lock()
	if c.perThread == nil {
		c.mu.Unlock()
		s.end()
		return nil, CUDA_ERROR_CONTEXT_IS_DESTROYED
	}
	c.perThread[id] = s
	c.streams[s] = struct{}{}
	c.mu.Unlock()
	t.atThreadExit(func() {
		c.mu.Lock()
		mine := c.perThread[id] == s
		if mine {
			delete(c.perThread, id)
			delete(c.streams, s)
		}
		c.mu.Unlock()
		if mine {
			s.end()
		}
	})
	return s, CUDA_SUCCESS
}

// CuStreamCreate makes a stream of default priority.
func CuStreamCreate(t *Thread, ph *CUstream, flags uint32) CUresult {
	return CuStreamCreateWithPriority(t, ph, flags, 0)
}

// CuStreamCreateWithPriority makes a stream; priorities out of range are brought into it.
func CuStreamCreateWithPriority(t *Thread, ph *CUstream, flags uint32, priority int32) CUresult {
	if ph == nil || flags&^CU_STREAM_NON_BLOCKING != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	c.reap()
	s, err := newStream(c, flags, clampPriority(priority), streamUser)
	if err != nil {
		return fromError(err)
	}
	s.h = CUstream(streams.put(s))
	c.mu.Lock()
	ok := c.streams != nil && s.h != 0
	if ok {
		c.streams[s] = struct{}{}
	}
	c.mu.Unlock()
	if !ok {
		s.end()
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*ph = s.h
	return CUDA_SUCCESS
}

// CuStreamDestroy is CuStreamDestroy_v2.
func CuStreamDestroy(t *Thread, h CUstream) CUresult { return CuStreamDestroy_v2(t, h) }

// CuStreamDestroy_v2 ends a stream; its work still runs. Default streams cannot be ended.
func CuStreamDestroy_v2(t *Thread, h CUstream) CUresult {
	if h <= CU_STREAM_PER_THREAD {
		return CUDA_ERROR_INVALID_HANDLE
	}
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if cp := s.cap.Load(); cp != nil {
		cp.leave(s)
	}
	if streams.drop(uintptr(h)) == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	s.retire()
	return CUDA_SUCCESS
}

// retire takes a destroyed stream out of use. Its queue goes when its work is done; until then whoever synchronises the
// context waits for it as well.
func (s *stream) retire() {
	c := s.ctx
	s.retired.Store(true)
	c.reap()
}

// reap ends the retired streams whose work is done.
func (c *context) reap() {
	for _, s := range c.allStreams() {
		if s.retired.Load() {
			if done, err := s.q.Query(); done || err != nil {
				if err != nil {
					c.deviceError(err)
				}
				c.drop(s)
			}
		}
	}
}

// drop ends a stream that is in the context's set.
func (c *context) drop(s *stream) {
	c.mu.Lock()
	delete(c.streams, s)
	c.mu.Unlock()
	c.checkRecord(s)
	s.end()
}

// CuStreamQuery answers SUCCESS when the stream's work is done, NOT_READY before.
func CuStreamQuery(t *Thread, h CUstream) CUresult {
	if t.Flags&ThreadInHostCall != 0 {
		s := streams.get(uintptr(h))
		if s == nil {
			return CUDA_ERROR_NOT_PERMITTED // a host function has no default stream
		}
		return s.query(s.ctx)
	}
	s, c, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := s.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	if r := s.join(); r != CUDA_SUCCESS {
		return r
	}
	return s.query(c)
}

func (s *stream) query(c *context) CUresult {
	n := s.submitted.Load()
	if s.completed.Load() >= n && !s.launched.Load() {
		return CUresult(s.ctx.err.Load()) // known without asking the queue
	}
	done, err := s.q.Query()
	if err != nil {
		s.ctx.checkRecord(s)
		return s.ctx.deviceError(err)
	}
	if !done {
		return CUDA_ERROR_NOT_READY
	}
	raise(&s.completed, n)
	s.ctx.checkRecord(s)
	return CUresult(s.ctx.err.Load())
}

// CuStreamSynchronize waits for the stream's work.
func CuStreamSynchronize(t *Thread, h CUstream) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := s.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	if r := s.join(); r != CUDA_SUCCESS {
		return r
	}
	return s.wait()
}

// ofIdle gives a fact of a stream that does not capture. A null pointer comes before what is wrong with the handle.
func ofIdle[T any](t *Thread, h CUstream, to *T, f func(s *stream) T) CUresult {
	if to == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, r := t.askIdle(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*to = f(s)
	return CUDA_SUCCESS
}

// CuStreamGetFlags gives the flags the stream was made with.
func CuStreamGetFlags(t *Thread, h CUstream, flags *uint32) CUresult {
	return ofIdle(t, h, flags, func(s *stream) uint32 { return uint32(b2i(s.nonBlocking)) * CU_STREAM_NON_BLOCKING })
}

// CuStreamGetPriority gives the stream's priority.
func CuStreamGetPriority(t *Thread, h CUstream, priority *int32) CUresult {
	if priority == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*priority = s.priority
	return CUDA_SUCCESS
}

// CuStreamGetId gives the stream's number, unique in the process.
func CuStreamGetId(t *Thread, h CUstream, id *uint64) CUresult {
	return ofIdle(t, h, id, func(s *stream) uint64 { return s.id })
}

// CuStreamGetDevice gives the stream's device.
func CuStreamGetDevice(t *Thread, h CUstream, dev *CUdevice) CUresult {
	return ofIdle(t, h, dev, func(s *stream) CUdevice { return s.ctx.dev.ordinal })
}

// CuStreamGetCtx gives the stream's context.
func CuStreamGetCtx(t *Thread, h CUstream, pctx *CUcontext) CUresult {
	if pctx == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*pctx = s.ctx.h
	return CUDA_SUCCESS
}

// CuStreamGetCtx_v2 gives the stream's context; no stream belongs to a green context.
func CuStreamGetCtx_v2(t *Thread, h CUstream, pctx *CUcontext, pgreen *CUgreenCtx) CUresult {
	if pctx == nil && pgreen == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pctx != nil {
		*pctx = s.ctx.h
	}
	if pgreen != nil {
		*pgreen = 0
	}
	return CUDA_SUCCESS
}

// CuStreamAddCallback has the program's function called after the stream's work so far, also after an error.
func CuStreamAddCallback(t *Thread, h CUstream, callback uintptr, userData unsafe.Pointer, flags uint32) CUresult {
	if callback == 0 || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, c, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if s.cap.Load() != nil {
		s.cap.Load().invalidate()
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
	}
	return s.do(func(q hipffi.Queue) error {
		return q.Call(func() { Host.StreamCallback(c.id, callback, h, CUresult(c.err.Load()), userData) })
	})
}

// CuLaunchHostFunc has the program's function called after the stream's work so far.
func CuLaunchHostFunc(t *Thread, h CUstream, fn uintptr, userData unsafe.Pointer) CUresult {
	if t.Flags&ThreadInHostCall != 0 {
		// One of the few calls that a host function may make (conformance: host_func_calls_driver).
		s := streams.get(uintptr(h))
		if s == nil || fn == 0 || s.cap.Load() != nil {
			return CUDA_ERROR_NOT_PERMITTED
		}
		return s.doHost(s.ctx, fn, userData)
	}
	if fn == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, c, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		return cp.add(s, r, &hostNode{fn: fn, userData: userData})
	}
	return s.doHost(c, fn, userData)
}

func (s *stream) doHost(c *context, fn uintptr, userData unsafe.Pointer) CUresult {
	return s.do(func(q hipffi.Queue) error { return queueHost(q, c, fn, userData) })
}

// queueHost has a queue call the program's function.
func queueHost(q hipffi.Queue, c *context, fn uintptr, userData unsafe.Pointer) error {
	return q.Call(func() { Host.HostFn(c.id, fn, userData) })
}

// CuLaunchHostFunc_v2 says as well how the stream waits for the function; it makes no difference here.
func CuLaunchHostFunc_v2(t *Thread, h CUstream, fn uintptr, userData unsafe.Pointer, syncMode uint32) CUresult {
	if syncMode > CU_HOST_TASK_SPINWAIT {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CuLaunchHostFunc(t, h, fn, userData)
}

// CuStreamAttachMemAsync associates managed memory with the stream; all managed memory can be used everywhere, so only
// the arguments are checked.
func CuStreamAttachMemAsync(t *Thread, h CUstream, dptr CUdeviceptr, length uintptr, flags uint32) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST && flags != CU_MEM_ATTACH_SINGLE ||
		flags == CU_MEM_ATTACH_SINGLE && s.kind == streamLegacy {
		return CUDA_ERROR_INVALID_VALUE
	}
	a := drv().mem.find(uint64(dptr))
	if a == nil || a.kind != allocManaged || length != 0 && (a.base != uint64(dptr) || a.size != uint64(length)) {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}
