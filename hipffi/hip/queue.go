package hip

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/ebitengine/purego"

	"ferry/hipffi"
)

// limitStackSize is hipLimitStackSize.
const limitStackSize = 0

// queue is one HIP stream.
type queue struct {
	d      *Device
	stream uintptr
	mu     sync.Mutex
	// The launch path's arguments live here, so that a launch allocates nothing.
	args  [11]uintptr
	extra [5]uintptr
	size  uintptr
}

// NewQueue makes a stream that does not wait for HIP's null stream.
func (d *Device) NewQueue(priority int) (hipffi.Queue, error) {
	q := &queue{d: d}
	if err := d.do(func() error {
		return call("hipStreamCreateWithPriority", d.a.streamCreate, ptr(&q.stream), streamNonBlocking, uintptr(priority))
	}); err != nil {
		return nil, err
	}
	return q, nil
}

func (q *queue) Launch(kk hipffi.Kernel, l *hipffi.Dispatch) error {
	k, ok := kk.(*kernel)
	if !ok || k.d != q.d {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "a kernel of another device"}
	}
	if l.Scratch != 0 || k.info != nil && k.info.DynamicStack {
		if err := k.reserveStack(l.Scratch); err != nil {
			return err
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := call("hipSetDevice", q.d.a.setDevice, uintptr(q.d.index)); err != nil {
		return err
	}
	q.args = [11]uintptr{k.fn, uintptr(l.Grid[0]), uintptr(l.Grid[1]), uintptr(l.Grid[2]),
		uintptr(l.Block[0]), uintptr(l.Block[1]), uintptr(l.Block[2]), uintptr(l.Shared), q.stream, 0, 0}
	if l.Cooperative {
		return q.cooperative(k, l)
	}
	if len(l.Kernarg) > 0 {
		q.size = uintptr(len(l.Kernarg))
		q.extra = [5]uintptr{launchBufferPointer, ptr(&l.Kernarg[0]), launchBufferSize, ptr(&q.size), launchEnd}
		q.args[10] = ptr(&q.extra)
	}
	r, _, _ := purego.SyscallN(q.d.a.moduleLaunchKernel, q.args[:]...)
	runtime.KeepAlive(l)
	return check("hipModuleLaunchKernel", int32(r))
}

// cooperative launches a kernel whose blocks all run together. HIP takes a list of arguments for it and no buffer, so
// the list points into the buffer, at the places that the code object's metadata names.
func (q *queue) cooperative(k *kernel, l *hipffi.Dispatch) error {
	if k.info == nil {
		return &hipffi.Error{Fault: hipffi.FaultNotSupported,
			Detail: "a cooperative launch needs the kernel's arguments, which the code object does not name", Kernel: k.name}
	}
	list := make([]uintptr, len(k.info.Args)+1)
	for i, a := range k.info.Args {
		if uint64(a.Offset)+uint64(a.Size) > uint64(len(l.Kernarg)) {
			return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "fewer arguments than the kernel has", Kernel: k.name}
		}
		if a.Size > 0 {
			list[i] = ptr(&l.Kernarg[a.Offset])
		}
	}
	err := call("hipModuleLaunchCooperativeKernel", q.d.a.moduleLaunchCooperativeKernel, append(q.args[:9:9], ptr(&list[0]))...)
	runtime.KeepAlive(l)
	return err
}

// maxStack is what the runtime gives a thread of a kernel with a dynamic stack: it cuts larger requests down without a
// word (ROCm 6's rocclr, VirtualGPU::submitKernelInternal), so they are refused here.
const maxStack = 16 << 10

// reserveStack has the runtime give a thread of a kernel with recursion what its descriptor says and extra bytes: the size
// is the device's, and only grows.
func (k *kernel) reserveStack(extra uint32) error {
	if k.info == nil || !k.info.DynamicStack {
		return &hipffi.Error{Fault: hipffi.FaultNotSupported, Detail: "a launch with its own stack size of a kernel without a dynamic stack", Kernel: k.name}
	}
	need := uint64(k.info.ScratchSize) + uint64(extra)
	if need > maxStack {
		return &hipffi.Error{Fault: hipffi.FaultLaunchResources,
			Detail: fmt.Sprintf("a stack of %d bytes a thread; the HIP runtime gives kernels with recursion at most %d", need, maxStack), Kernel: k.name}
	}
	d := k.d
	d.stackMu.Lock()
	defer d.stackMu.Unlock()
	if extra == 0 || uint64(d.stack) >= need {
		return nil
	}
	if err := d.do(func() error { return call("hipDeviceSetLimit", d.a.deviceSetLimit, limitStackSize, uintptr(need)) }); err != nil {
		return err
	}
	d.stack = uint32(need)
	return nil
}

func (q *queue) Copy(dst, src hipffi.Ptr, n uint64) error {
	return call("hipMemcpyAsync", q.d.a.memcpyAsync, uintptr(dst), uintptr(src), uintptr(n), copyDefault, q.stream)
}

func (q *queue) CopyRect(c *hipffi.Copy2D) error {
	for z := range max(c.Depth, 1) {
		if err := call("hipMemcpy2DAsync", q.d.a.memcpy2DAsync, uintptr(c.Dst)+uintptr(z*c.DstSlice), uintptr(c.DstPitch),
			uintptr(c.Src)+uintptr(z*c.SrcSlice), uintptr(c.SrcPitch), uintptr(c.Width), uintptr(c.Height), copyDefault, q.stream); err != nil {
			return err
		}
	}
	return nil
}

func (q *queue) Fill(dst hipffi.Ptr, value [16]byte, width int, count, rows, pitch uint64) error {
	var fn, v uintptr
	name := ""
	switch width {
	case 1:
		fn, name, v = q.d.a.memsetD8Async, "hipMemsetD8Async", uintptr(value[0])
	case 2:
		fn, name, v = q.d.a.memsetD16Async, "hipMemsetD16Async", uintptr(value[0])|uintptr(value[1])<<8
	case 4, 8, 16:
		for i := 4; i < width; i++ {
			if value[i] != value[i-4] {
				return &hipffi.Error{Fault: hipffi.FaultNotSupported, Detail: fmt.Sprintf("fill with a pattern of %d bytes is not supported over HIP", width)}
			}
		}
		fn, name = q.d.a.memsetD32Async, "hipMemsetD32Async"
		v = uintptr(value[0]) | uintptr(value[1])<<8 | uintptr(value[2])<<16 | uintptr(value[3])<<24
		count *= uint64(width / 4)
	default:
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: fmt.Sprintf("fill width %d", width)}
	}
	for r := range max(rows, 1) {
		if err := call(name, fn, uintptr(dst)+uintptr(r*pitch), v, uintptr(count), q.stream); err != nil {
			return err
		}
	}
	return nil
}

// calls holds the functions that host callbacks will run. One C callback serves all of them: purego's are never freed.
var calls struct {
	once  sync.Once
	thunk uintptr
	mu    sync.Mutex
	next  uintptr
	fns   map[uintptr]func()
}

func (q *queue) Call(fn func()) error {
	calls.once.Do(func() {
		calls.fns = map[uintptr]func(){}
		calls.thunk = purego.NewCallback(func(id uintptr) {
			calls.mu.Lock()
			f := calls.fns[id]
			delete(calls.fns, id)
			calls.mu.Unlock()
			if f != nil {
				f()
			}
		})
	})
	calls.mu.Lock()
	calls.next++
	id := calls.next
	calls.fns[id] = fn
	calls.mu.Unlock()
	err := call("hipLaunchHostFunc", q.d.a.launchHostFunc, q.stream, calls.thunk, id)
	if err != nil {
		calls.mu.Lock()
		delete(calls.fns, id)
		calls.mu.Unlock()
	}
	return err
}

func (q *queue) Record(e hipffi.Event) error {
	h, ok := e.(*event)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "an event of another kind of device"}
	}
	h.recorded = true
	return call("hipEventRecord", q.d.a.eventRecord, h.handle, q.stream)
}

func (q *queue) Wait(e hipffi.Event) error {
	h, ok := e.(*event)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "an event of another kind of device"}
	}
	return call("hipStreamWaitEvent", q.d.a.streamWaitEvent, q.stream, h.handle, 0)
}

func (q *queue) WaitValue(p hipffi.Ptr, value uint64, op, bits int) error {
	if bits == 32 {
		return call("hipStreamWaitValue32", q.d.a.streamWaitValue32, q.stream, uintptr(p), uintptr(uint32(value)), uintptr(op), 0xffffffff)
	}
	return call("hipStreamWaitValue64", q.d.a.streamWaitValue64, q.stream, uintptr(p), uintptr(value), uintptr(op), ^uintptr(0))
}

func (q *queue) WriteValue(p hipffi.Ptr, value uint64, bits int) error {
	if bits == 32 {
		return call("hipStreamWriteValue32", q.d.a.streamWriteValue32, q.stream, uintptr(p), uintptr(uint32(value)), 0)
	}
	return call("hipStreamWriteValue64", q.d.a.streamWriteValue64, q.stream, uintptr(p), uintptr(value), 0)
}

func (q *queue) Query() (bool, error) {
	r, _, _ := purego.SyscallN(q.d.a.streamQuery, q.stream)
	if int32(r) == errNotReady {
		return false, nil
	}
	return true, check("hipStreamQuery", int32(r))
}

func (q *queue) Synchronize() error {
	return call("hipStreamSynchronize", q.d.a.streamSynchronize, q.stream)
}

func (q *queue) Destroy() error { return call("hipStreamDestroy", q.d.a.streamDestroy, q.stream) }

type event struct {
	a        *api
	handle   uintptr
	recorded bool
}

// NewEvent makes an event.
func (d *Device) NewEvent(timing bool) (hipffi.Event, error) {
	e := &event{a: d.a}
	flags := uintptr(0)
	if !timing {
		flags = eventDisableTiming
	}
	if err := d.do(func() error { return call("hipEventCreateWithFlags", d.a.eventCreate, ptr(&e.handle), flags) }); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *event) Query() (bool, error) {
	if !e.recorded {
		return true, nil
	}
	r, _, _ := purego.SyscallN(e.a.eventQuery, e.handle)
	if int32(r) == errNotReady {
		return false, nil
	}
	return true, check("hipEventQuery", int32(r))
}

func (e *event) Synchronize() error {
	if !e.recorded {
		return nil
	}
	return call("hipEventSynchronize", e.a.eventSynchronize, e.handle)
}

func (e *event) Elapsed(end hipffi.Event) (int64, error) {
	o, ok := end.(*event)
	if !ok {
		return 0, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "an event of another kind of device"}
	}
	var ms float32
	if err := call("hipEventElapsedTime", e.a.eventElapsedTime, ptr(&ms), e.handle, o.handle); err != nil {
		return 0, err
	}
	return int64(float64(ms) * 1e6), nil
}

func (e *event) Destroy() error { return call("hipEventDestroy", e.a.eventDestroy, e.handle) }
