package embedded

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"ferry/emu"
	"ferry/emu/mem"
	"ferry/hipffi"
)

// maxQueued bounds a queue: whoever adds to a full one waits until there is room.
const maxQueued = 8192

type opKind uint8

const (
	opLaunch opKind = iota
	opCopy
	opRect
	opFill
	opCall
	opRecord
	opWait
	opWaitValue
	opWriteValue
)

// op is one entry of a queue.
type op struct {
	kind     opKind
	cmp      uint8
	bits     uint8
	launch   *emu.Launch
	kernel   *kernel
	dispatch launchFacts
	dst, src hipffi.Ptr
	n        uint64
	rect     *hipffi.Copy2D
	fill     *fill
	fn       func()
	point    *point
}

// launchFacts is what a launch's errors need.
type launchFacts struct {
	lines func(uint64) hipffi.Place
	sites func(uint32) hipffi.Place
	block uint64 // address of ferry's block, 0 for foreign kernels
	dim   [3]uint32
}

// queue is an in-order queue. Its entries are executed by the engine's workers, one at a time: as a task until an
// entry has to wait, and then by whoever ends the wait.
type queue struct {
	d        *Device
	priority int

	mu       sync.Mutex
	cond     sync.Cond
	waiters  int
	ring     []op
	head, n  int
	enqueued uint64
	done     uint64
	running  bool // a task is queued, or an entry is in progress
	err      *hipffi.Error
	dead     bool // the device has been closed
	unbound  bool

	poll     time.Duration // of a WaitValue in progress
	onLaunch func(*emu.Launch)
	calls    chan func()
}

var _ hipffi.Queue = (*queue)(nil)

// NewQueue implements hipffi.Device.
func (d *Device) NewQueue(priority int) (hipffi.Queue, error) {
	q := &queue{d: d, priority: priority}
	q.cond.L = &q.mu
	q.onLaunch = q.launchDone
	d.w.mu.Lock()
	defer d.w.mu.Unlock()
	if d.w.closed {
		return nil, errClosed
	}
	d.w.queues[q] = struct{}{}
	return q, nil
}

var errClosed = &hipffi.Error{Fault: hipffi.FaultUnknown, Detail: "the device has been closed"}

// abandon gives up what is queued: the workers are gone.
func (q *queue) abandon() {
	q.mu.Lock()
	q.dead = true
	if q.err == nil {
		q.err = errClosed
	}
	for ; q.n > 0; q.n-- {
		if p := q.ring[q.head].point; p != nil && q.ring[q.head].kind == opRecord {
			p.reach(q.d, q.err)
		}
		q.ring[q.head] = op{}
		q.head = (q.head + 1) % len(q.ring)
	}
	q.done = q.enqueued
	q.cond.Broadcast()
	q.mu.Unlock()
}

// add appends an entry and starts the queue if it stands still.
func (q *queue) add(o *op) error {
	q.mu.Lock()
	for q.n >= maxQueued && !q.unbound {
		q.waiters++
		q.cond.Wait()
		q.waiters--
	}
	if q.dead {
		q.mu.Unlock()
		return errClosed
	}
	if q.n == len(q.ring) {
		r := make([]op, max(16, 2*len(q.ring)))
		for i := range q.n {
			r[i] = q.ring[(q.head+i)%len(q.ring)]
		}
		q.ring, q.head = r, 0
	}
	i := q.head + q.n
	if i >= len(q.ring) {
		i -= len(q.ring)
	}
	q.ring[i] = *o
	q.n++
	q.enqueued++
	start := !q.running
	q.running = true
	q.mu.Unlock()
	if start {
		q.d.w.engine.Go(q)
	}
	return nil
}

// Run implements emu.Task: it executes entries until the queue is empty or one has to wait.
func (q *queue) Run() {
	for {
		q.mu.Lock()
		if q.n == 0 {
			q.running = false
			q.mu.Unlock()
			return
		}
		x := q.ring[q.head]
		failed := q.err != nil
		q.mu.Unlock()
		if !q.execute(&x, failed) {
			return
		}
		q.finish(nil)
	}
}

// finish removes the head entry.
func (q *queue) finish(err error) {
	q.mu.Lock()
	if q.dead { // a call that was in progress
		q.mu.Unlock()
		return
	}
	if err != nil && q.err == nil {
		q.err = asError(err)
	}
	q.ring[q.head] = op{}
	if q.head++; q.head == len(q.ring) {
		q.head = 0
	}
	q.n--
	q.done++
	if q.waiters > 0 {
		q.cond.Broadcast()
	}
	q.mu.Unlock()
}

func asError(err error) *hipffi.Error {
	if e, ok := err.(*hipffi.Error); ok {
		return e
	}
	return &hipffi.Error{Fault: hipffi.FaultUnknown, Detail: err.Error()}
}

// fail keeps the queue's first error.
func (q *queue) fail(err error) {
	if err == nil {
		return
	}
	q.mu.Lock()
	if q.err == nil {
		q.err = asError(err)
	}
	q.mu.Unlock()
}

// execute runs one entry and reports whether it is done; if not, someone else continues the queue. After an error
// only what others may wait for still happens: calls, records and waits.
func (q *queue) execute(o *op, failed bool) bool {
	w := q.d.w
	switch o.kind {
	case opLaunch:
		if failed {
			w.engine.Release(o.launch)
			return true
		}
		w.engine.Submit(o.launch)
		return false
	case opCall:
		if q.calls == nil {
			q.calls = make(chan func(), 1)
			go func() {
				for fn := range q.calls {
					q.call(fn)
					q.finish(nil)
					w.engine.Go(q)
				}
			}()
		}
		q.calls <- o.fn
		return false
	case opRecord:
		q.mu.Lock()
		err := q.err
		q.mu.Unlock()
		o.point.reach(q.d, err)
	case opWait:
		return o.point.wait(q)
	case opWaitValue:
		return failed || q.waitValue(o)
	}
	if failed {
		return true
	}
	switch o.kind {
	case opCopy:
		q.fail(w.copyBytes(o.dst, o.src, o.n))
	case opRect:
		q.fail(w.copyRect(o.rect))
	case opFill:
		q.fail(w.fill(o.fill))
	case opWriteValue:
		if err := w.usable(o.dst, uint64(o.bits/8), true); err != nil {
			q.fail(err)
			break
		}
		if a := uint64(o.dst); o.bits == 32 && a%4 == 0 {
			atomic.StoreUint32(mem.P32(a), uint32(o.n))
		} else if o.bits == 64 && a%8 == 0 {
			atomic.StoreUint64(mem.P64(a), o.n)
		} else {
			put(o.dst, o.n, int(o.bits))
		}
	}
	return true
}

// call runs a host function; its panic becomes the queue's error.
func (q *queue) call(fn func()) {
	defer func() {
		if r := recover(); r != nil {
			q.fail(fmt.Errorf("a queued call panicked: %v", r))
		}
	}()
	fn()
}

// waitValue looks at the value and, if it is not there yet, comes back later.
func (q *queue) waitValue(o *op) bool {
	w := q.d.w
	if err := w.usable(o.dst, uint64(o.bits/8), false); err != nil {
		q.fail(err)
		return true
	}
	var v uint64
	if a := uint64(o.dst); o.bits == 32 && a%4 == 0 {
		v = uint64(atomic.LoadUint32(mem.P32(a)))
	} else if o.bits == 64 && a%8 == 0 {
		v = atomic.LoadUint64(mem.P64(a))
	} else {
		for i, b := range mem.Bytes(a, uint64(o.bits/8)) {
			v |= uint64(b) << (8 * i)
		}
	}
	if compare(v, o.n, int(o.cmp), int(o.bits)) {
		q.poll = 0
		return true
	}
	q.poll = min(max(2*q.poll, 10*time.Microsecond), time.Millisecond)
	time.AfterFunc(q.poll, func() { w.engine.Go(q) })
	return false
}

// launchDone continues the queue after a launch; it runs on a worker.
func (q *queue) launchDone(l *emu.Launch) {
	q.mu.Lock()
	o := q.ring[q.head]
	q.mu.Unlock()
	err := launchError(o.kernel, &o.dispatch, l, q.d.w)
	q.d.w.engine.Release(l)
	q.finish(err)
	q.Run()
}

// Launch implements hipffi.Queue.
func (q *queue) Launch(k hipffi.Kernel, d *hipffi.Dispatch) error {
	x, ok := k.(*kernel)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "a kernel of another kind of device"}
	}
	w := q.d.w
	l := w.engine.NewLaunch()
	l.Kernel, l.Grid, l.Block, l.Shared, l.Scratch, l.Cooperative, l.Priority, l.Done = x.k, d.Grid, d.Block, d.Shared, d.Scratch, d.Cooperative, q.priority, q.onLaunch
	if err := w.engine.Prepare(l, w.space, w.host, d.Kernarg); err != nil {
		w.engine.Release(l)
		return prepareError(x, err)
	}
	o := op{kind: opLaunch, launch: l, kernel: x, dispatch: launchFacts{lines: d.Lines, sites: d.Sites, dim: d.Block}}
	if x.code.ferry {
		o.dispatch.block = ferryBlock(l, len(d.Kernarg))
	}
	return q.add(&o)
}

// Copy implements hipffi.Queue.
func (q *queue) Copy(dst, src hipffi.Ptr, n uint64) error {
	if n > 0 {
		if err := q.d.w.usable(src, n, false); err != nil {
			return err
		}
		if err := q.d.w.usable(dst, n, true); err != nil {
			return err
		}
	}
	return q.add(&op{kind: opCopy, dst: dst, src: src, n: n})
}

// CopyRect implements hipffi.Queue.
func (q *queue) CopyRect(c *hipffi.Copy2D) error {
	x := *c
	return q.add(&op{kind: opRect, rect: &x})
}

// Fill implements hipffi.Queue.
func (q *queue) Fill(dst hipffi.Ptr, value [16]byte, width int, count, rows, pitch uint64) error {
	switch width {
	case 1, 2, 4, 8, 16:
	default:
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: fmt.Sprintf("fill with elements of %d bytes", width)}
	}
	if count > 1<<48 || rows > 1<<32 {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "fill beyond the address space"}
	}
	return q.add(&op{kind: opFill, fill: &fill{dst: dst, value: value, width: width, count: count, rows: rows, pitch: pitch}})
}

// Call implements hipffi.Queue.
func (q *queue) Call(fn func()) error { return q.add(&op{kind: opCall, fn: fn}) }

// Record implements hipffi.Queue.
func (q *queue) Record(e hipffi.Event) error {
	x, ok := e.(*event)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "an event of another kind of device"}
	}
	return q.add(&op{kind: opRecord, point: x.record()})
}

// Wait implements hipffi.Queue.
func (q *queue) Wait(e hipffi.Event) error {
	x, ok := e.(*event)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "an event of another kind of device"}
	}
	p := x.latest()
	if p == nil {
		return nil
	}
	return q.add(&op{kind: opWait, point: p})
}

// WaitValue implements hipffi.Queue.
func (q *queue) WaitValue(p hipffi.Ptr, value uint64, cmp, bits int) error {
	if bits != 32 && bits != 64 || cmp < 0 || cmp > 3 {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "wait for a value of no known kind"}
	}
	return q.add(&op{kind: opWaitValue, dst: p, n: value, cmp: uint8(cmp), bits: uint8(bits)})
}

// WriteValue implements hipffi.Queue.
func (q *queue) WriteValue(p hipffi.Ptr, value uint64, bits int) error {
	if bits != 32 && bits != 64 {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "a value of no known width"}
	}
	return q.add(&op{kind: opWriteValue, dst: p, n: value, bits: uint8(bits)})
}

// Unbound implements hipffi.Unbounder.
func (q *queue) Unbound() {
	q.mu.Lock()
	q.unbound = true
	q.mu.Unlock()
}

// Query implements hipffi.Queue.
func (q *queue) Query() (bool, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.n == 0, q.sticky()
}

// sticky gives the queue's error as an interface value. With q.mu held.
func (q *queue) sticky() error {
	if q.err != nil {
		return q.err
	}
	return nil
}

// Synchronize implements hipffi.Queue.
func (q *queue) Synchronize() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for goal := q.enqueued; q.done < goal; {
		q.waiters++
		q.cond.Wait()
		q.waiters--
	}
	return q.sticky()
}

// Destroy implements hipffi.Queue.
func (q *queue) Destroy() error {
	return q.add(&op{kind: opRecord, point: &point{then: func() {
		if q.calls != nil {
			close(q.calls)
		}
		q.d.w.mu.Lock()
		delete(q.d.w.queues, q)
		q.d.w.mu.Unlock()
	}}})
}
