package emu

import (
	"sync"
	"sync/atomic"
	"time"

	"ferry/emu/mem"
)

// Engine runs launches: a number of workers that take work-groups in increasing order, switch between resident
// ones after a slice, and run short tasks in between. One engine serves all embedded devices of a process.
//
// Progress: every started work-group is either running or in the run queue, which is served in turn; each time a slice runs
// out, one more work-group may start, so that kernels whose blocks wait for each other find all of them resident (up to the
// occupancy) after a number of slices logarithmic in the number of blocks.
type Engine struct {
	mu      sync.Mutex
	cond    *sync.Cond
	idle    int
	closed  bool
	tasks   taskRing
	runq    groupQueue
	active  []*Launch // with work-groups left to start, by priority
	rr      int       // whose turn it is among those of the best priority
	resumed bool      // the last group came from the run queue
	free    []*Launch
	wg      sync.WaitGroup

	// crowded says that a worker should look for other work between two work-groups of the same launch.
	crowded atomic.Bool
	// stop ends every launch.
	stop     atomic.Bool
	watchdog time.Duration
	insts    atomic.Uint64
}

// WaveInsts is the number of wave instructions that launches which have ended executed.
func (e *Engine) WaveInsts() uint64 { return e.insts.Load() }

// Task is a short piece of work that does not block.
type Task interface{ Run() }

// EngineOptions size an engine.
type EngineOptions struct {
	// Threads is the number of workers; with 1 everything runs in a fixed order.
	Threads int
	// Watchdog ends launches that run longer; 0 = never.
	Watchdog time.Duration
}

// NewEngine starts the workers.
func NewEngine(o EngineOptions) *Engine {
	e := &Engine{watchdog: o.Watchdog}
	e.cond = sync.NewCond(&e.mu)
	for range max(1, o.Threads) {
		e.wg.Add(1)
		go e.work()
	}
	return e
}

// Close stops the workers; launches that still run are abandoned within a wave's quota. Their Done is not called.
func (e *Engine) Close() {
	e.stop.Store(true)
	e.mu.Lock()
	e.closed = true
	for _, l := range e.active {
		l.killed.Store(true)
	}
	for g := e.runq.head; g != nil; g = g.next {
		g.launch.killed.Store(true)
	}
	e.cond.Broadcast()
	e.mu.Unlock()
	e.wg.Wait()
}

// NewLaunch gives a launch to fill in.
func (e *Engine) NewLaunch() *Launch {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.free); n > 0 {
		l := e.free[n-1]
		e.free = e.free[:n-1]
		return l
	}
	return &Launch{}
}

// Release gives a launch back after its Done, or after Prepare failed.
func (e *Engine) Release(l *Launch) {
	l.Kernel, l.Done, l.prog = nil, nil, nil
	e.mu.Lock()
	if len(e.free) < 8192 {
		e.free = append(e.free, l)
	} else if l.argsCap > 0 {
		_ = l.Mem.Free(l.args)
	}
	e.mu.Unlock()
}

// Prepare checks a launch and copies its arguments; Submit starts it later.
func (e *Engine) Prepare(l *Launch, space *mem.Space, host *mem.Pool, arg []byte) error {
	if l.argsCap > 0 && l.Mem != space {
		_ = l.Mem.Free(l.args)
		l.argsCap = 0
	}
	l.Mem = space
	if err := l.prepare(); err != nil {
		return err
	}
	return l.setArgs(host, arg)
}

// Submit starts a prepared launch.
func (e *Engine) Submit(l *Launch) {
	if e.watchdog > 0 {
		l.began = time.Now()
	}
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return
	}
	i := len(e.active)
	for i > 0 && e.active[i-1].Priority > l.Priority {
		i--
	}
	e.active = append(e.active, nil)
	copy(e.active[i+1:], e.active[i:])
	e.active[i] = l
	e.crowd()
	e.wake(l.total)
	e.mu.Unlock()
}

// Go queues a task.
func (e *Engine) Go(t Task) {
	e.mu.Lock()
	e.tasks.push(t)
	e.crowd()
	e.wake(1)
	e.mu.Unlock()
}

// wake wakes as many idle workers as there is work for. With e.mu held.
func (e *Engine) wake(n uint64) {
	if e.idle == 0 {
		return
	}
	if n >= uint64(e.idle) {
		e.cond.Broadcast()
		return
	}
	for range n {
		e.cond.Signal()
	}
}

// crowd tells whether there is more than one thing to do. With e.mu held.
func (e *Engine) crowd() {
	e.crowded.Store(e.tasks.n > 0 || e.runq.head != nil || len(e.active) > 1)
}

// work is a worker.
func (e *Engine) work() {
	defer e.wg.Done()
	var spare []*group
	e.mu.Lock()
	for {
		if e.closed {
			e.mu.Unlock()
			return
		}
		if e.tasks.n > 0 {
			t := e.tasks.pop()
			e.crowd()
			e.mu.Unlock()
			t.Run()
			e.mu.Lock()
			continue
		}
		// A new work-group and a resident one in turn.
		var g *group
		if e.runq.head != nil && !e.resumed {
			g = e.runq.pop()
			e.resumed = true
			e.crowd()
		} else if l := e.pick(); l != nil {
			e.resumed = false
			if n := l.next.Add(1) - 1; n < l.total {
				l.resident.Add(1)
				e.mu.Unlock()
				if k := len(spare) - 1; k >= 0 {
					g, spare = spare[k], spare[:k]
				} else {
					g = &group{}
				}
				g.begin(l, n)
				spare = keepGroup(spare, e.drive(g))
				e.mu.Lock()
			} else {
				e.drop(l)
			}
			continue
		} else if g = e.runq.pop(); g != nil {
			e.crowd()
		} else {
			e.idle++
			e.cond.Wait()
			e.idle--
			continue
		}
		e.mu.Unlock()
		spare = keepGroup(spare, e.drive(g))
		e.mu.Lock()
	}
}

// keepGroup keeps a few free groups, nil not counted.
func keepGroup(spare []*group, g *group) []*group {
	if g == nil || len(spare) >= 64 {
		return spare
	}
	g.launch, g.wg.Launch = nil, nil
	return append(spare, g)
}

// pick chooses the launch that may start a work-group. With e.mu held.
func (e *Engine) pick() *Launch {
	for i := 0; i < len(e.active); {
		l := e.active[i]
		if l.next.Load() >= l.total {
			e.drop(l)
			continue
		}
		// Launches of the same priority take turns.
		j := i + 1
		for j < len(e.active) && e.active[j].Priority == l.Priority {
			j++
		}
		e.rr++
		for k := range j - i {
			c := e.active[i+(e.rr+k)%(j-i)]
			if c.next.Load() < c.total && c.resident.Load() < c.limit {
				return c
			}
		}
		i = j
	}
	return nil
}

// drop takes a launch without work-groups left to start off the list. With e.mu held.
func (e *Engine) drop(l *Launch) {
	for i, x := range e.active {
		if x == l {
			e.active = append(e.active[:i], e.active[i+1:]...)
			break
		}
	}
	e.crowd()
}

// drive runs a slice of a group, and as long as nothing else waits, the next work-groups of its launch. It gives the group back if it is free.
func (e *Engine) drive(g *group) *group {
	l := g.launch
	for {
		switch g.runSafely() {
		case groupSuspended:
			if e.watchdog > 0 && time.Since(l.began) > e.watchdog {
				l.fail(&Fault{Kind: FaultTimeout, Detail: "the kernel ran longer than the watchdog allows", Kernel: l.Kernel.Info.Name, Block: g.wg.ID, Lane: -1})
			}
			e.mu.Lock()
			if e.closed {
				e.mu.Unlock()
				return nil
			}
			e.runq.push(g)
			e.crowd()
			if e.idle > 0 && e.runq.head != g { // this worker takes one itself
				e.cond.Signal()
			}
			e.mu.Unlock()
			return nil
		case groupFaulted:
			l.fail(g.firstFault())
		}
		if e.stop.Load() {
			return g
		}
		if l.empty { // so are all other work-groups
			l.skip()
		}
		if e.finish(l, 1) {
			return g
		}
		if e.crowded.Load() || l.killed.Load() {
			return g
		}
		n := l.next.Add(1) - 1
		if n >= l.total {
			return g
		}
		l.resident.Add(1)
		g.begin(l, n)
	}
}

// fail records the launch's first fault and ends it: work-groups that have not started are skipped.
// The caller runs a work-group of the launch, so that this cannot be its end.
func (l *Launch) fail(f *Fault) {
	l.fault.CompareAndSwap(nil, f)
	if !l.killed.Swap(true) {
		l.skip()
	}
}

// skip counts the work-groups that have not started as finished. The caller runs one that is not counted yet.
func (l *Launch) skip() {
	if n := l.next.Swap(l.total); n < l.total {
		l.finished.Add(l.total - n)
	}
}

// end removes a finished launch and says so.
func (e *Engine) end(l *Launch) {
	e.mu.Lock()
	e.drop(l)
	e.mu.Unlock()
	e.insts.Add(l.insts.Load())
	l.Done(l)
}

// finish counts n ended work-groups and reports whether they were the last.
func (e *Engine) finish(l *Launch, n uint64) bool {
	r := l.resident.Add(-1)
	last := l.finished.Add(n) == l.total
	if last {
		e.end(l)
		return true
	}
	if r == l.limit-1 { // the launch could not start more until now
		e.mu.Lock()
		if e.idle > 0 {
			e.cond.Signal()
		}
		e.mu.Unlock()
	}
	return false
}

// Run prepares and runs a launch and waits for its end: for tests and tools.
func (e *Engine) Run(l *Launch, space *mem.Space, host *mem.Pool, arg []byte) error {
	if err := e.Prepare(l, space, host, arg); err != nil {
		return err
	}
	done := make(chan struct{})
	l.Done = func(*Launch) { close(done) }
	e.Submit(l)
	<-done
	if f := l.Fault(); f != nil {
		return f
	}
	return nil
}

// groupQueue is a queue of suspended work-groups.
type groupQueue struct{ head, tail *group }

func (q *groupQueue) push(g *group) {
	g.next = nil
	if q.head == nil {
		q.head = g
	} else {
		q.tail.next = g
	}
	q.tail = g
}

func (q *groupQueue) pop() *group {
	g := q.head
	if g != nil {
		q.head, g.next = g.next, nil
	}
	return g
}

// taskRing is a growing ring.
type taskRing struct {
	buf  []Task
	head int
	n    int
}

func (r *taskRing) push(t Task) {
	if r.n == len(r.buf) {
		b := make([]Task, max(16, 2*r.n))
		for i := range r.n {
			b[i] = r.buf[(r.head+i)%len(r.buf)]
		}
		r.buf, r.head = b, 0
	}
	r.buf[(r.head+r.n)%len(r.buf)] = t
	r.n++
}

func (r *taskRing) pop() Task {
	t := r.buf[r.head]
	r.buf[r.head] = nil
	r.head = (r.head + 1) % len(r.buf)
	r.n--
	return t
}
