package cuda

import (
	"slices"
	"sync"
	"unsafe"
)

// capture is a stream capture: what its streams are given becomes nodes of a graph.
type capture struct {
	id     uint64
	mode   CUstreamCaptureMode
	origin *stream
	thread uint64
	g      *graph
	fresh  bool // the graph was made by the capture, not handed in

	invalid bool
	streams map[*stream][]edge // what the next node of each stream waits for
	first   []edge             // what the origin began with
}

// capNode is a point in a capture, kept by an event.
type capNode struct {
	cp   *capture
	deps []edge
}

// captures are the captures that go on, for the rules about unsafe calls.
var captures struct {
	sync.Mutex
	list []*capture
}

// begin puts a capture on a stream. graphMu is held.
func (s *stream) beginCapture(t *Thread, g *graph, deps []edge, mode CUstreamCaptureMode, fresh bool) CUresult {
	if s.kind == streamLegacy {
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
	}
	captures.Lock()
	into := slices.ContainsFunc(captures.list, func(x *capture) bool { return x.g == g })
	captures.Unlock()
	if s.cap.Load() != nil || into {
		return CUDA_ERROR_ILLEGAL_STATE
	}
	cp := &capture{id: newID(), mode: mode, origin: s, thread: t.id(), g: g, fresh: fresh, streams: map[*stream][]edge{s: deps},
		first: deps}
	s.cap.Store(cp)
	s.ctx.captures.Add(1)
	captures.Lock()
	captures.list = append(captures.list, cp)
	captures.Unlock()
	return CUDA_SUCCESS
}

// ends reports whether a thread may end the capture.
func (cp *capture) ends(thread uint64) bool {
	return cp.mode == CU_STREAM_CAPTURE_MODE_RELAXED || cp.thread == thread
}

// finish takes a capture off all its streams. graphMu is held.
func (cp *capture) finish() {
	for s := range cp.streams {
		s.cap.CompareAndSwap(cp, nil)
	}
	cp.origin.ctx.captures.Add(-1)
	captures.Lock()
	captures.list = slices.DeleteFunc(captures.list, func(x *capture) bool { return x == cp })
	captures.Unlock()
}

// leave takes a stream that is destroyed out of the capture. What it captured stays, and must have been joined when the
// capture ends, as with any other stream. The capture of a destroyed origin is over, as nobody can end it.
func (cp *capture) leave(s *stream) {
	graphMu.Lock()
	var after []func()
	if s == cp.origin {
		cp.invalid = true
		cp.finish()
		if cp.fresh {
			after = cp.g.destroy()
		}
	}
	s.cap.CompareAndSwap(cp, nil)
	graphMu.Unlock()
	runAll(after)
}

// invalidate makes a capture fail: its end gives no graph.
func (cp *capture) invalidate() {
	graphMu.Lock()
	cp.invalid = true
	graphMu.Unlock()
}

// broken reports whether the capture is invalid.
func (cp *capture) broken() bool {
	graphMu.Lock()
	defer graphMu.Unlock()
	return cp.invalid
}

// capturing gives the stream's capture if it has one, with an error if nothing can be added to it. Work for the legacy
// stream while a blocking stream of the context captures would make an order that a graph cannot have.
func (s *stream) capturing(t *Thread) (*capture, CUresult) {
	cp := s.cap.Load()
	if cp == nil {
		if s.kind == streamLegacy && s.ctx.captures.Load() > 0 {
			return nil, s.ctx.implicit()
		}
		return nil, CUDA_SUCCESS
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	if cp.invalid {
		return cp, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
	}
	return cp, CUDA_SUCCESS
}

// uncaptured is for what no graph can hold: a capture of the stream ends as invalid, with an error.
func (s *stream) uncaptured(t *Thread) CUresult {
	cp, r := s.capturing(t)
	if cp != nil && r == CUDA_SUCCESS {
		cp.invalidate()
		r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
	}
	return r
}

// implicit invalidates the captures of the context's blocking streams that the legacy stream would have to wait for.
func (c *context) implicit() CUresult {
	r := CUDA_SUCCESS
	captures.Lock()
	list := slices.Clone(captures.list)
	captures.Unlock()
	for _, cp := range list {
		if cp.origin.ctx == c && !cp.origin.nonBlocking {
			cp.invalidate()
			r = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
		}
	}
	return r
}

// add adds a node that follows the stream's last one. r is capturing's answer.
func (cp *capture) add(s *stream, r CUresult, op graphOp) CUresult {
	if r != CUDA_SUCCESS {
		return r
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	n, r := cp.g.add(op, cp.streams[s])
	if r != CUDA_SUCCESS {
		cp.invalid = true
		return r
	}
	cp.streams[s] = []edge{{node: n}}
	return CUDA_SUCCESS
}

// recordEvent makes an event stand for the stream's point in the capture.
func (cp *capture) recordEvent(s *stream, e *event) CUresult {
	graphMu.Lock()
	deps := slices.Clone(cp.streams[s])
	graphMu.Unlock()
	e.mu.Lock()
	e.captured = &capNode{cp, deps}
	e.mu.Unlock()
	return CUDA_SUCCESS
}

// waitCaptured is the part of cuStreamWaitEvent that has to do with captures; done says whether that was all.
func (s *stream) waitCaptured(t *Thread, e *event, flags uint32) (r CUresult, done bool) {
	cp, r := s.capturing(t)
	if r != CUDA_SUCCESS {
		return r, true
	}
	if flags&CU_EVENT_WAIT_EXTERNAL != 0 {
		if cp == nil {
			return CUDA_SUCCESS, false
		}
		return cp.add(s, r, &eventWaitNode{event: e.h}), true
	}
	e.mu.Lock()
	at := e.captured
	e.mu.Unlock()
	if at == nil {
		if cp == nil {
			return CUDA_SUCCESS, false
		}
		// The event is outside of the capture.
		cp.invalidate()
		return CUDA_ERROR_STREAM_CAPTURE_ISOLATION, true
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	if _, on := at.cp.streams[at.cp.origin]; !on || at.cp.origin.cap.Load() != at.cp {
		if cp != nil {
			cp.invalid = true
		}
		return CUDA_ERROR_INVALID_VALUE, true // its capture is over (recorded)
	}
	if at.cp.invalid {
		return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, true
	}
	if cp != nil && cp != at.cp {
		cp.invalid, at.cp.invalid = true, true
		return CUDA_ERROR_STREAM_CAPTURE_MERGE, true
	}
	if cp == nil {
		if s.kind == streamLegacy {
			at.cp.invalid = true
			return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, true
		}
		s.cap.Store(at.cp)
	}
	at.cp.streams[s] = union(at.cp.streams[s], at.deps)
	return CUDA_SUCCESS, true
}

// union adds the edges of b that a does not have.
func union(a, b []edge) []edge {
	out := slices.Clone(a)
	for _, e := range b {
		if !slices.ContainsFunc(out, func(x edge) bool { return x.node == e.node }) {
			out = append(out, e)
		}
	}
	return out
}

// captureLaunch makes a kernel node of a launch.
func (s *stream) captureLaunch(t *Thread, l *launch, h CUfunction, params, extra *unsafe.Pointer, stored []byte) CUresult {
	cp, r := s.capturing(t)
	if r != CUDA_SUCCESS {
		return r
	}
	k, r := newKernelNode(l, h, params, extra, stored)
	if r != CUDA_SUCCESS {
		return r
	}
	if s.priority != 0 { // CUDA driver API, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY: copied from the stream
		k.attrs[CU_LAUNCH_ATTRIBUTE_PRIORITY] = CUlaunchAttributeValue{uint64(uint32(s.priority))}
	}
	return cp.add(s, CUDA_SUCCESS, k)
}

// captureForbids answers for calls that look at or wait for a stream: a capturing stream has no state of its own.
func (s *stream) captureForbids(t *Thread) CUresult {
	if cp := s.cap.Load(); cp != nil {
		cp.invalidate()
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
	}
	if s.kind == streamLegacy && s.ctx.captures.Load() > 0 {
		if r := s.ctx.implicit(); r != CUDA_SUCCESS {
			return r
		}
	}
	return s.ctx.captureForbids(t)
}

// captureForbids answers for calls that are unsafe during captures (allocation, loading, whole-context waits), after the
// calling thread's capture mode and the modes of the captures.
func (c *context) captureForbids(t *Thread) CUresult {
	captures.Lock()
	list := captures.list
	if len(list) == 0 || t.Capture == CU_STREAM_CAPTURE_MODE_RELAXED {
		captures.Unlock()
		return CUDA_SUCCESS
	}
	list = slices.Clone(list)
	captures.Unlock()
	r := CUDA_SUCCESS
	for _, cp := range list {
		mine := cp.thread == t.ID && t.ID != 0
		if cp.broken() {
			continue
		}
		if cp.mode == CU_STREAM_CAPTURE_MODE_GLOBAL && t.Capture == CU_STREAM_CAPTURE_MODE_GLOBAL ||
			mine && cp.mode != CU_STREAM_CAPTURE_MODE_RELAXED {
			cp.invalidate()
			r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
		}
	}
	return r
}

// invalidateAll invalidates the captures of the context.
func (c *context) invalidateAll() CUresult {
	captures.Lock()
	list := slices.Clone(captures.list)
	captures.Unlock()
	r := CUDA_SUCCESS
	for _, cp := range list {
		if cp.origin.ctx == c {
			cp.invalidate()
			r = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
		}
	}
	return r
}

// notCaptured answers for calls that look at an event: a point in a capture has no state.
func (e *event) notCaptured() CUresult {
	e.mu.Lock()
	at := e.captured
	e.mu.Unlock()
	if at == nil {
		return CUDA_SUCCESS
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	if at.cp.invalid {
		return CUDA_ERROR_INVALID_VALUE
	}
	at.cp.invalid = true
	return CUDA_ERROR_CAPTURED_EVENT
}

// CuStreamBeginCapture is the form of CUDA 10.0, whose captures any thread may end (recorded).
func CuStreamBeginCapture(t *Thread, h CUstream) CUresult {
	return CuStreamBeginCapture_v2(t, h, CU_STREAM_CAPTURE_MODE_RELAXED)
}

// CuStreamBeginCapture_v2 begins a capture into a new graph.
func CuStreamBeginCapture_v2(t *Thread, h CUstream, mode CUstreamCaptureMode) CUresult {
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if mode < CU_STREAM_CAPTURE_MODE_GLOBAL || mode > CU_STREAM_CAPTURE_MODE_RELAXED {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	return s.beginCapture(t, newGraph(), nil, mode, true)
}

// CuStreamBeginCaptureToGraph begins a capture that adds to a graph.
func CuStreamBeginCaptureToGraph(t *Thread, h CUstream, hg CUgraph, deps *CUgraphNode, data *CUgraphEdgeData, n uintptr, mode CUstreamCaptureMode) CUresult {
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if mode < CU_STREAM_CAPTURE_MODE_GLOBAL || mode > CU_STREAM_CAPTURE_MODE_RELAXED {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(hg)
	if r != CUDA_SUCCESS {
		return r
	}
	list, r := nodeList(g, deps, data, n)
	if r != CUDA_SUCCESS {
		return r
	}
	return s.beginCapture(t, g, list, mode, false)
}

// CuStreamEndCapture ends a capture and gives its graph, unless pg is null. The stream is the one it began on; all others
// have joined it. A thread that may not end it ends it nevertheless, for nothing (recorded).
func CuStreamEndCapture(t *Thread, h CUstream, pg *CUgraph) CUresult {
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pg != nil {
		*pg = 0
	}
	graphMu.Lock()
	cp := s.cap.Load()
	if cp == nil {
		graphMu.Unlock()
		return CUDA_ERROR_ILLEGAL_STATE
	}
	if cp.origin != s {
		cp.invalid = true
		graphMu.Unlock()
		return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED
	}
	mayEnd := cp.ends(t.id())
	cp.finish()
	r = CUDA_SUCCESS
	if !mayEnd {
		r = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD
	} else if cp.invalid {
		r = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
	} else if !cp.joined() {
		r = CUDA_ERROR_STREAM_CAPTURE_UNJOINED
	} else if cp.g.h == 0 && pg != nil {
		if cp.g.h = CUgraph(graphs.put(cp.g)); cp.g.h == 0 {
			r = CUDA_ERROR_OUT_OF_MEMORY
		}
	}
	var after []func()
	if r == CUDA_SUCCESS && pg != nil {
		*pg = cp.g.h
	} else if cp.fresh {
		after = cp.g.destroy()
	}
	graphMu.Unlock()
	runAll(after)
	return r
}

// joined reports whether all that the other streams captured comes before the origin's end.
func (cp *capture) joined() bool {
	before := map[*graphNode]bool{}
	var walk []*graphNode
	for _, e := range cp.streams[cp.origin] {
		walk = append(walk, e.node)
	}
	for len(walk) > 0 {
		n := walk[len(walk)-1]
		walk = walk[:len(walk)-1]
		if before[n] {
			continue
		}
		before[n] = true
		for _, e := range n.in {
			walk = append(walk, e.node)
		}
	}
	for s, deps := range cp.streams {
		if s == cp.origin {
			continue
		}
		for _, e := range deps {
			if !before[e.node] {
				return false
			}
		}
	}
	return true
}

// CuStreamIsCapturing gives the stream's capture state.
func CuStreamIsCapturing(t *Thread, h CUstream, status *CUstreamCaptureStatus) CUresult {
	return captureInfo(t, h, status, nil, nil, nil, nil, nil)
}

// CuStreamGetCaptureInfo gives the stream's capture state and the capture's number.
func CuStreamGetCaptureInfo(t *Thread, h CUstream, status *CUstreamCaptureStatus, id *uint64) CUresult {
	return captureInfo(t, h, status, id, nil, nil, nil, nil)
}

// CuStreamGetCaptureInfo_v2 gives as well the graph and what the next node would wait for.
func CuStreamGetCaptureInfo_v2(t *Thread, h CUstream, status *CUstreamCaptureStatus, id *uint64, pg *CUgraph, deps **CUgraphNode, n *uintptr) CUresult {
	return captureInfo(t, h, status, id, pg, deps, nil, n)
}

// CuStreamGetCaptureInfo_v3 gives as well the edges' data.
func CuStreamGetCaptureInfo_v3(t *Thread, h CUstream, status *CUstreamCaptureStatus, id *uint64, pg *CUgraph, deps **CUgraphNode, data **CUgraphEdgeData, n *uintptr) CUresult {
	return captureInfo(t, h, status, id, pg, deps, data, n)
}

func captureInfo(t *Thread, h CUstream, status *CUstreamCaptureStatus, id *uint64, pg *CUgraph, deps **CUgraphNode, data **CUgraphEdgeData, n *uintptr) CUresult {
	if status == nil || data != nil && deps == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	cp := s.cap.Load()
	if cp == nil {
		*status = CU_STREAM_CAPTURE_STATUS_NONE
		return CUDA_SUCCESS
	}
	if cp.invalid {
		*status = CU_STREAM_CAPTURE_STATUS_INVALIDATED
		return CUDA_SUCCESS
	}
	*status = CU_STREAM_CAPTURE_STATUS_ACTIVE
	if id != nil {
		*id = cp.id
	}
	if pg != nil {
		if r := cp.g.handle(pg); r != CUDA_SUCCESS {
			return r
		}
	}
	list := cp.streams[s]
	if data == nil && deps != nil {
		for _, e := range list {
			if e.data != (CUgraphEdgeData{}) {
				return CUDA_ERROR_LOSSY_QUERY
			}
		}
	}
	// The lists live until the next such call for the stream.
	s.capDeps, s.capData = s.capDeps[:0], s.capData[:0]
	for _, e := range list {
		s.capDeps, s.capData = append(s.capDeps, e.node.h), append(s.capData, e.data)
	}
	if deps != nil {
		if *deps = nil; len(list) > 0 {
			*deps = &s.capDeps[0]
		}
	}
	if data != nil {
		if *data = nil; len(list) > 0 {
			*data = &s.capData[0]
		}
	}
	if n != nil {
		*n = uintptr(len(list))
	}
	return CUDA_SUCCESS
}

// CuStreamUpdateCaptureDependencies is CuStreamUpdateCaptureDependencies_v2 without edge data.
func CuStreamUpdateCaptureDependencies(t *Thread, h CUstream, deps *CUgraphNode, n uintptr, flags uint32) CUresult {
	return CuStreamUpdateCaptureDependencies_v2(t, h, deps, nil, n, flags)
}

// CuStreamUpdateCaptureDependencies_v2 replaces or extends what the stream's next node waits for.
func CuStreamUpdateCaptureDependencies_v2(t *Thread, h CUstream, deps *CUgraphNode, data *CUgraphEdgeData, n uintptr, flags uint32) CUresult {
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	cp := s.cap.Load()
	if cp == nil {
		return CUDA_ERROR_ILLEGAL_STATE
	}
	if cp.invalid {
		return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
	}
	list, twice, r := nodes(cp.g, deps, data, n)
	if r != CUDA_SUCCESS {
		return r
	}
	var have []edge
	if flags == CU_STREAM_ADD_CAPTURE_DEPENDENCIES {
		have = cp.streams[s]
	}
	if have != nil || twice {
		list = union(have, list)
	}
	cp.streams[s] = list
	return CUDA_SUCCESS
}

// CuThreadExchangeStreamCaptureMode sets the thread's capture mode and gives the old one.
func CuThreadExchangeStreamCaptureMode(t *Thread, mode *CUstreamCaptureMode) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if mode == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*mode, t.Capture = t.Capture, *mode
	return CUDA_SUCCESS
}
