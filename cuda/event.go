package cuda

import (
	"sync"

	"ferry/hipffi"
)

// event is a point in a stream.
type event struct {
	h      CUevent
	ctx    *context
	flags  uint32
	ev     hipffi.Event
	shared *sharedEvent // in ev's place for one that other processes use

	mu       sync.Mutex
	recorded bool
	stream   *stream  // of the latest record
	captured *capNode // the point in a capture, nil if the latest record was a real one
}

var events = table[event]{kind: kindEvent}

const eventFlags = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS

// CuEventCreate makes an event.
func CuEventCreate(t *Thread, ph *CUevent, flags uint32) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil || flags&^eventFlags != 0 || flags&CU_EVENT_INTERPROCESS != 0 && flags&CU_EVENT_DISABLE_TIMING == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if flags&CU_EVENT_INTERPROCESS != 0 {
		s, err := newSharedEvent(c.dev.dev, -1)
		if err != nil {
			return CUDA_ERROR_OUT_OF_MEMORY
		}
		return c.enterEvent(ph, &event{ctx: c, flags: flags, shared: s})
	}
	ev, err := c.dev.dev.NewEvent(flags&CU_EVENT_DISABLE_TIMING == 0)
	if err != nil {
		return fromError(err)
	}
	return c.enterEvent(ph, &event{ctx: c, flags: flags, ev: ev})
}

// enterEvent gives an event its handle.
func (c *context) enterEvent(ph *CUevent, e *event) CUresult {
	e.h = CUevent(events.put(e))
	c.mu.Lock()
	ok := e.h != 0 && c.events != nil
	if ok {
		c.events[e] = struct{}{}
	}
	c.mu.Unlock()
	if !ok {
		e.destroy()
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*ph = e.h
	return CUDA_SUCCESS
}

func (e *event) end() {
	events.replace(uintptr(e.h), e, orphanEvent)
	e.destroy()
}

// CuEventDestroy is CuEventDestroy_v2.
func CuEventDestroy(t *Thread, h CUevent) CUresult { return CuEventDestroy_v2(t, h) }

// CuEventDestroy_v2 ends an event; streams that wait for it still do.
func CuEventDestroy_v2(t *Thread, h CUevent) CUresult {
	e, _, r := t.event(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if events.drop(uintptr(h)) != e {
		return CUDA_ERROR_CONTEXT_IS_DESTROYED
	}
	e.ctx.mu.Lock()
	delete(e.ctx.events, e)
	e.ctx.mu.Unlock()
	e.destroy()
	return CUDA_SUCCESS
}

// event gives the event of a handle.
func (t *Thread) event(h CUevent) (*event, *context, CUresult) {
	e, r := lookEvent(h)
	if r != CUDA_SUCCESS {
		if _, lr := t.live(); lr != CUDA_SUCCESS && h != 0 {
			r = lr
		}
		return nil, nil, r
	}
	c, r := t.owned(e.ctx)
	return e, c, r
}

// orphanEvent stands for every event that went with its context before the program ended it.
var orphanEvent = &event{}

// lookEvent gives the event of a handle. What a dead event and one of a dead context answer is as recorded
// (event_destroyed, ctx_objects_of_destroyed); so is what other kinds of handles answer (ctx_wrong_kind).
func lookEvent(h CUevent) (*event, CUresult) {
	switch e := events.get(uintptr(h)); {
	case e == orphanEvent:
		return nil, CUDA_ERROR_INVALID_CONTEXT
	case e != nil:
		return e, CUDA_SUCCESS
	case isCell(uintptr(h)):
		return nil, CUDA_ERROR_CONTEXT_IS_DESTROYED
	}
	return nil, CUDA_ERROR_INVALID_HANDLE
}

// CuEventRecord records the event after the stream's work so far. Stream and event belong to the same context.
func CuEventRecord(t *Thread, h CUevent, hs CUstream) CUresult {
	return CuEventRecordWithFlags(t, h, hs, CU_EVENT_RECORD_DEFAULT)
}

// CuEventRecordWithFlags is CuEventRecord; EXTERNAL makes an event node out of it in a capture.
func CuEventRecordWithFlags(t *Thread, h CUevent, hs CUstream, flags uint32) CUresult {
	s, _, r := t.stream(hs)
	if r != CUDA_SUCCESS {
		return r
	}
	e, _, r := t.event(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags&^CU_EVENT_RECORD_EXTERNAL != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if e.ctx != s.ctx {
		return CUDA_ERROR_INVALID_HANDLE
	}
	if cp, r := s.capturing(t); cp != nil || r != CUDA_SUCCESS {
		if r != CUDA_SUCCESS {
			return r
		}
		if flags&CU_EVENT_RECORD_EXTERNAL != 0 {
			return cp.add(s, r, &eventRecordNode{event: h})
		}
		return cp.recordEvent(s, e)
	}
	if flags&CU_EVENT_RECORD_EXTERNAL != 0 {
		return CUDA_ERROR_ILLEGAL_STATE
	}
	return s.doRecord(e)
}

func (s *stream) doRecord(e *event) CUresult {
	return s.do(func(hipffi.Queue) error { return s.queueRecord(e) })
}

// queueRecord records an event; the stream is between begin and finish.
func (s *stream) queueRecord(e *event) error {
	err := e.record(s.q)
	if err == nil {
		e.mu.Lock()
		e.recorded, e.stream, e.captured = true, s, nil
		e.mu.Unlock()
	}
	return err
}

// CuStreamWaitEvent has the stream's later work wait for the event's latest record.
func CuStreamWaitEvent(t *Thread, hs CUstream, h CUevent, flags uint32) CUresult {
	s, _, r := t.stream(hs)
	if r != CUDA_SUCCESS {
		return r
	}
	e, _, r := t.event(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags&^CU_EVENT_WAIT_EXTERNAL != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if s.cap.Load() != nil && flags == 0 && !e.everRecorded() {
		return CUDA_SUCCESS // nothing to wait for, in a capture neither
	}
	if r, done := s.waitCaptured(t, e, flags); done {
		return r
	}
	if flags&CU_EVENT_WAIT_EXTERNAL != 0 {
		return CUDA_ERROR_ILLEGAL_STATE
	}
	return s.doWait(e)
}

func (s *stream) doWait(e *event) CUresult {
	if !e.hasRecord() {
		return CUDA_SUCCESS
	}
	return s.do(func(q hipffi.Queue) error { return e.wait(q) })
}

// everRecorded reports whether the event was recorded, in a stream or in a capture.
func (e *event) everRecorded() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.recorded || e.captured != nil || e.shared != nil
}

// hasRecord reports whether there is anything to wait for.
func (e *event) hasRecord() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.recorded || e.shared != nil // another process may have recorded it
}

// CuEventQuery answers SUCCESS when the latest record has been reached or there is none, NOT_READY before.
func CuEventQuery(t *Thread, h CUevent) CUresult {
	if t.Flags&ThreadInHostCall != 0 {
		return eventQueryInHost(h)
	}
	e, c, r := t.event(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := e.notCaptured(); r != CUDA_SUCCESS {
		return r
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	done, err := e.query()
	if err != nil {
		return e.ctx.deviceError(err)
	}
	if !done {
		return CUDA_ERROR_NOT_READY
	}
	e.noticeErrors()
	return CUresult(c.err.Load())
}

// eventQueryInHost is CuEventQuery in a host function, one of the few calls that are allowed there.
func eventQueryInHost(h CUevent) CUresult {
	e, r := lookEvent(h)
	if r != CUDA_SUCCESS {
		return r
	}
	done, err := e.query()
	if err != nil {
		return fromError(err)
	}
	if !done {
		return CUDA_ERROR_NOT_READY
	}
	return CUDA_SUCCESS
}

// noticeErrors reads the error record on behalf of the stream whose point has been reached.
func (e *event) noticeErrors() {
	e.mu.Lock()
	s := e.stream
	e.mu.Unlock()
	if s != nil {
		e.ctx.peekRecord(s)
	}
}

// CuEventSynchronize waits for the latest record.
func CuEventSynchronize(t *Thread, h CUevent) CUresult {
	e, c, r := t.event(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := e.notCaptured(); r != CUDA_SUCCESS {
		return r
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	if err := e.synchronize(); err != nil {
		return e.ctx.deviceError(err)
	}
	e.noticeErrors()
	return CUresult(c.err.Load())
}

// CuEventElapsedTime is CuEventElapsedTime_v2.
func CuEventElapsedTime(t *Thread, ms *float32, start, end CUevent) CUresult {
	return CuEventElapsedTime_v2(t, ms, start, end)
}

// CuEventElapsedTime_v2 gives the milliseconds between two reached points of events made with timing.
func CuEventElapsedTime_v2(t *Thread, ms *float32, start, end CUevent) CUresult {
	a, _, r := t.event(start)
	if r != CUDA_SUCCESS {
		return r
	}
	b, _, r := t.event(end)
	if r != CUDA_SUCCESS {
		return r
	}
	if ms == nil {
		return CUDA_ERROR_INVALID_HANDLE // as recorded
	}
	for _, e := range []*event{a, b} {
		e.mu.Lock()
		at := e.captured
		e.mu.Unlock()
		if at != nil {
			graphMu.Lock()
			over := at.cp.origin.cap.Load() != at.cp
			graphMu.Unlock()
			if over {
				return CUDA_ERROR_INVALID_VALUE
			}
			return CUDA_ERROR_CAPTURED_EVENT // the capture stays good (recorded)
		}
	}
	for _, e := range []*event{a, b} {
		e.mu.Lock()
		ok := e.recorded && e.flags&CU_EVENT_DISABLE_TIMING == 0
		e.mu.Unlock()
		if !ok || e.ctx != a.ctx {
			return CUDA_ERROR_INVALID_HANDLE
		}
	}
	for _, e := range []*event{a, b} {
		done, err := e.query()
		if err != nil {
			return e.ctx.deviceError(err)
		}
		if !done {
			return CUDA_ERROR_NOT_READY
		}
	}
	ns, err := a.ev.Elapsed(b.ev)
	if err != nil {
		return a.ctx.deviceError(err)
	}
	*ms = float32(float64(ns) / 1e6)
	return CUDA_SUCCESS
}

// CuCtxRecordEvent records an event after the work of all streams of a context.
func CuCtxRecordEvent(t *Thread, ctx CUcontext, h CUevent) CUresult {
	c, r := liveContext(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	e, _, r := t.event(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if e.ctx != c {
		return CUDA_ERROR_INVALID_HANDLE
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	// A queue of its own gathers all streams, so that none of them is held up.
	s, err := newStream(c, CU_STREAM_NON_BLOCKING, 0, streamUser)
	if err != nil {
		return fromError(err)
	}
	defer s.end()
	for _, x := range c.allStreams() {
		ev, err := c.dev.dev.NewEvent(false)
		if err != nil {
			return c.deviceError(err)
		}
		err = x.q.Record(ev)
		if err == nil {
			err = s.q.Wait(ev)
		}
		ev.Destroy()
		if err != nil {
			return c.deviceError(err)
		}
	}
	r = s.doRecord(e)
	e.mu.Lock()
	e.stream = nil
	e.mu.Unlock()
	return r
}

// CuCtxWaitEvent has the later work of all streams of a context wait for an event.
func CuCtxWaitEvent(t *Thread, ctx CUcontext, h CUevent) CUresult {
	c, r := liveContext(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	e, _, r := t.event(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	for _, s := range c.allStreams() {
		if r := s.doWait(e); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}
