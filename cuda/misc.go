package cuda

import (
	"os"
	"sync"
	"unsafe"
)

// CuProfilerStart tells an attached profiler to begin; there is none, which is no error.
func CuProfilerStart(t *Thread) CUresult {
	_, r := t.current()
	return r
}

// CuProfilerStop tells an attached profiler to end.
func CuProfilerStop(t *Thread) CUresult {
	_, r := t.current()
	return r
}

// asyncCallback is a registered interest in a device running over its memory budget; no such thing happens.
type asyncCallback struct {
	dev *device
	fn  uintptr
	arg unsafe.Pointer
}

var asyncCallbacks = table[asyncCallback]{kind: kindAsyncCallback}

// CuDeviceRegisterAsyncNotification registers a callback for events of a device.
func CuDeviceRegisterAsyncNotification(t *Thread, dev CUdevice, fn uintptr, arg unsafe.Pointer, h *CUasyncCallbackHandle) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if fn == 0 || h == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if *h = CUasyncCallbackHandle(asyncCallbacks.put(&asyncCallback{d, fn, arg})); *h == 0 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return CUDA_SUCCESS
}

// CuDeviceUnregisterAsyncNotification ends a registration.
func CuDeviceUnregisterAsyncNotification(t *Thread, dev CUdevice, h CUasyncCallbackHandle) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if c := asyncCallbacks.get(uintptr(h)); c == nil || c.dev != d {
		return CUDA_ERROR_INVALID_VALUE
	}
	asyncCallbacks.drop(uintptr(h))
	return CUDA_SUCCESS
}

// CuStreamGetAttribute gives an attribute of a stream.
func CuStreamGetAttribute(t *Thread, h CUstream, attr CUstreamAttrID, value *CUstreamAttrValue) CUresult {
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a := &s.attrs
	a.mu.Lock()
	defer a.mu.Unlock()
	*value = CUstreamAttrValue{}
	switch attr {
	case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
		*(*CUaccessPolicyWindow)(unsafe.Pointer(value)) = a.window
	case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
		value[0] = uint64(uint32(a.policy))
	case CU_LAUNCH_ATTRIBUTE_PRIORITY:
		value[0] = uint64(uint32(s.priority))
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
		value[0] = uint64(uint32(a.domain))
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
		value[0] = uint64(a.remap[0]) | uint64(a.remap[1])<<8
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuStreamSetAttribute sets an attribute of a stream. They are hints: caches and waiting have no other ways here.
func CuStreamSetAttribute(t *Thread, h CUstream, attr CUstreamAttrID, value *CUstreamAttrValue) CUresult {
	s, _, r := t.ask(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a := &s.attrs
	a.mu.Lock()
	defer a.mu.Unlock()
	switch attr {
	case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
		w := *(*CUaccessPolicyWindow)(unsafe.Pointer(value))
		if w.HitRatio < 0 || w.HitRatio > 1 || w.Num_bytes > 0 { // the largest window is 0 bytes
			return CUDA_ERROR_INVALID_VALUE
		}
		a.window = w
	case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
		p := int32(value[0])
		if p < CU_SYNC_POLICY_AUTO || p > CU_SYNC_POLICY_BLOCKING_SYNC {
			return CUDA_ERROR_INVALID_VALUE
		}
		a.policy = p
	case CU_LAUNCH_ATTRIBUTE_PRIORITY:
		// Taken, also out of range (recorded); a queue keeps the priority it was made with.
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
		d := int32(value[0])
		if d != CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT && d != CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE {
			return CUDA_ERROR_INVALID_VALUE
		}
		a.domain = d
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
		m := [2]uint8{uint8(value[0]), uint8(value[0] >> 8)}
		if m[0] != 0 || m[1] != 0 { // there is one domain
			return CUDA_ERROR_INVALID_VALUE
		}
		a.remap = m
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuStreamCopyAttributes copies the attributes of one stream to another.
func CuStreamCopyAttributes(t *Thread, dst, src CUstream) CUresult {
	d, _, r := t.ask(dst)
	if r != CUDA_SUCCESS {
		return r
	}
	s, _, r := t.ask(src)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == s {
		return CUDA_SUCCESS
	}
	if d.ctx != s.ctx {
		return CUDA_ERROR_INVALID_VALUE
	}
	s.attrs.mu.Lock()
	w, p, m, x := s.attrs.window, s.attrs.policy, s.attrs.domain, s.attrs.remap
	s.attrs.mu.Unlock()
	d.attrs.mu.Lock()
	d.attrs.window, d.attrs.policy, d.attrs.domain, d.attrs.remap = w, p, m, x
	d.attrs.mu.Unlock()
	return CUDA_SUCCESS
}

// CuStreamGetGreenCtx says that no stream belongs to a green context.
func CuStreamGetGreenCtx(t *Thread, h CUstream, pg *CUgreenCtx) CUresult {
	if pg == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, _, r := t.stream(h); r != CUDA_SUCCESS {
		return r
	}
	*pg = 0
	return CUDA_SUCCESS
}

// smResource describes all multiprocessors of a device as one resource.
func (d *device) smResource(res *CUdevResource, typ CUdevResourceType) CUresult {
	if res == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if typ != CU_DEV_RESOURCE_TYPE_SM { // work queues are no resource of the device's either
		return CUDA_ERROR_INVALID_RESOURCE_TYPE
	}
	*res = CUdevResource{Type: typ}
	n := uint32(d.prop.ComputeUnits)
	*(*CUdevSmResource)(unsafe.Pointer(&res.U)) = CUdevSmResource{SmCount: n, MinSmPartitionSize: n, SmCoscheduledAlignment: n}
	return CUDA_SUCCESS
}

// CuDeviceGetDevResource gives the multiprocessors of a device; they cannot be divided.
func CuDeviceGetDevResource(t *Thread, dev CUdevice, res *CUdevResource, typ CUdevResourceType) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	return d.smResource(res, typ)
}

// CuCtxGetDevResource gives the multiprocessors of a context: all of its device's.
func CuCtxGetDevResource(t *Thread, ctx CUcontext, res *CUdevResource, typ CUdevResourceType) CUresult {
	if res == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_NOT_PERMITTED
	}
	c, r := liveContext(ctx)
	if r != CUDA_SUCCESS {
		return r
	}
	return c.dev.smResource(res, typ)
}

// CuStreamGetDevResource gives the multiprocessors of a stream: all of its device's.
func CuStreamGetDevResource(t *Thread, h CUstream, res *CUdevResource, typ CUdevResourceType) CUresult {
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	return s.ctx.dev.smResource(res, typ)
}

// The log of errors (cuLogs*): a line for each message that also goes to stderr.

type logCallback struct {
	fn  uintptr
	arg unsafe.Pointer
}

var logCallbacks = table[logCallback]{kind: kindLogCallback}

// maxLogLines is how many lines are kept.
const maxLogLines = 100

var driverLog struct {
	sync.Mutex
	first uint32 // number of the oldest line kept
	lines []string
	subs  []CUlogsCallbackHandle
}

// noteError keeps a line and hands it to the registered callbacks.
func noteError(line string) {
	l := &driverLog
	l.Lock()
	l.lines = append(l.lines, line)
	if len(l.lines) > maxLogLines {
		l.lines = append([]string(nil), l.lines[1:]...)
		l.first++
	}
	subs := append([]CUlogsCallbackHandle(nil), l.subs...)
	l.Unlock()
	if len(subs) == 0 {
		return
	}
	b := append([]byte(line), 0)
	for _, h := range subs {
		if c := logCallbacks.get(uintptr(h)); c != nil {
			Host.Log(c.fn, c.arg, CU_LOG_LEVEL_ERROR, &b[0], uintptr(len(line)))
		}
	}
}

// CuLogsRegisterCallback has a function called with every line of the log.
func CuLogsRegisterCallback(t *Thread, fn uintptr, arg unsafe.Pointer, h *CUlogsCallbackHandle) CUresult {
	if fn == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	x := CUlogsCallbackHandle(logCallbacks.put(&logCallback{fn, arg}))
	if x == 0 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	driverLog.Lock()
	driverLog.subs = append(driverLog.subs, x)
	driverLog.Unlock()
	if h != nil {
		*h = x
	}
	return CUDA_SUCCESS
}

// CuLogsUnregisterCallback ends a registration.
func CuLogsUnregisterCallback(t *Thread, h CUlogsCallbackHandle) CUresult {
	if logCallbacks.drop(uintptr(h)) == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	driverLog.Lock()
	for i, x := range driverLog.subs {
		if x == h {
			driverLog.subs = append(driverLog.subs[:i], driverLog.subs[i+1:]...)
			break
		}
	}
	driverLog.Unlock()
	return CUDA_SUCCESS
}

// CuLogsCurrent gives the place in the log behind the last line.
func CuLogsCurrent(t *Thread, it *CUlogIterator, flags uint32) CUresult {
	if it == nil { // flags mean nothing yet and are not looked at (recorded)
		return CUDA_ERROR_INVALID_VALUE
	}
	driverLog.Lock()
	*it = driverLog.first + uint32(len(driverLog.lines))
	driverLog.Unlock()
	return CUDA_SUCCESS
}

// logSince gives the lines from a place on and moves the place behind them; nil is the beginning.
func logSince(it *CUlogIterator) []string {
	l := &driverLog
	l.Lock()
	defer l.Unlock()
	at := 0
	end := l.first + uint32(len(l.lines))
	if it != nil {
		if *it > l.first {
			at = int(min(*it, end) - l.first)
		}
		*it = end
	}
	return append([]string(nil), l.lines[at:]...)
}

// CuLogsDumpToFile writes the log from a place on into a file.
func CuLogsDumpToFile(t *Thread, it *CUlogIterator, path *byte, flags uint32) CUresult {
	if path == nil || *path == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	return writeLines(gostring(path), logSince(it))
}

// CuLogsDumpToMemory writes the newest lines of the log that fit into a buffer, after a null; size becomes the bytes
// written without it.
func CuLogsDumpToMemory(t *Thread, it *CUlogIterator, buffer *byte, size *uintptr, flags uint32) CUresult {
	if buffer == nil || size == nil || *size == 0 || *size > 1<<30 || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	lines := logSince(it)
	n, from := 0, len(lines)
	for from > 0 && n+len(lines[from-1])+1 < int(*size) {
		from--
		n += len(lines[from]) + 1
	}
	var b []byte
	for _, l := range lines[from:] {
		b = append(append(b, l...), '\n')
	}
	putString(buffer, int(*size), string(b))
	*size = uintptr(len(b))
	return CUDA_SUCCESS
}

func writeLines(path string, lines []string) CUresult {
	var b []byte
	for _, l := range lines {
		b = append(append(b, l...), '\n')
	}
	if os.WriteFile(path, b, 0o666) != nil {
		return CUDA_ERROR_INVALID_VALUE // as recorded for a path that cannot be written
	}
	return CUDA_SUCCESS
}
