package embedded

import (
	"sync"
	"time"

	"ferry/hipffi"
)

// point is one recording of an event.
type point struct {
	mu      sync.Mutex
	cond    *sync.Cond // made by the first who sleeps
	done    bool
	at      time.Time
	waiting []*queue
	then    func()

	// err is the error of the queue that came here: its work is not done. Queues of the same device that wait for the
	// point get it, as a context's streams share their context's error; d is that device.
	err *hipffi.Error
	d   *Device
}

// reach marks the point and continues the queues that wait for it. err is the error of the queue, if it has one.
func (p *point) reach(d *Device, err *hipffi.Error) {
	p.mu.Lock()
	p.done, p.at, p.d, p.err = true, time.Now(), d, err
	w := p.waiting
	p.waiting = nil
	if p.cond != nil {
		p.cond.Broadcast()
	}
	p.mu.Unlock()
	for _, q := range w {
		q.d.w.engine.Go(q)
	}
	if p.then != nil {
		p.then()
	}
}

// wait reports whether the point has been reached; if not, q is continued, with the same entry, when it is.
func (p *point) wait(q *queue) bool {
	p.mu.Lock()
	if !p.done {
		p.waiting = append(p.waiting, q)
		p.mu.Unlock()
		return false
	}
	err := p.err
	if p.d != q.d {
		err = nil
	}
	p.mu.Unlock()
	if err != nil {
		q.fail(err)
	}
	return true
}

// failure gives the point's error as an interface value; p.mu is held.
func (p *point) failure() error {
	if p.err != nil {
		return p.err
	}
	return nil
}

// event implements hipffi.Event.
type event struct {
	timing bool
	mu     sync.Mutex
	last   *point
}

var _ hipffi.Event = (*event)(nil)

// NewEvent implements hipffi.Device.
func (d *Device) NewEvent(timing bool) (hipffi.Event, error) { return &event{timing: timing}, nil }

func (e *event) record() *point {
	p := &point{}
	e.mu.Lock()
	e.last = p
	e.mu.Unlock()
	return p
}

func (e *event) latest() *point {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.last
}

func (e *event) Query() (bool, error) {
	p := e.latest()
	if p == nil {
		return true, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done, p.failure()
}

func (e *event) Synchronize() error {
	p := e.latest()
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.done {
		if p.cond == nil {
			p.cond = sync.NewCond(&p.mu)
		}
		p.cond.Wait()
	}
	return p.failure()
}

func (e *event) Elapsed(end hipffi.Event) (int64, error) {
	x, ok := end.(*event)
	if !ok || !e.timing || !x.timing {
		return 0, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "events without timing"}
	}
	a, b := e.latest(), x.latest()
	if a == nil || b == nil {
		return 0, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "an event that was never recorded"}
	}
	a.mu.Lock()
	ad, at := a.done, a.at
	a.mu.Unlock()
	b.mu.Lock()
	bd, bt := b.done, b.at
	b.mu.Unlock()
	if !ad || !bd {
		return 0, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "an event that has not been reached"}
	}
	return int64(bt.Sub(at)), nil
}

func (e *event) Destroy() error { return nil }
