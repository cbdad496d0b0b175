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
}

// reach marks the point and continues the queues that wait for it.
func (p *point) reach() {
	p.mu.Lock()
	p.done, p.at = true, time.Now()
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
	defer p.mu.Unlock()
	if !p.done {
		p.waiting = append(p.waiting, q)
	}
	return p.done
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
	return p.done, nil
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
	return nil
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
