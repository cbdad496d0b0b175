package cuda

import (
	"slices"

	"ferry/hipffi"
)

// maxBranches bounds the queues that one graph is spread over: as many as NVIDIA devices keep grids resident (CUDA
// programming guide, technical specifications for compute capability 8.9). Beyond it branches share a queue, in an order
// that the dependencies allow.
const maxBranches = 128

// maxHomeSteps bounds what a graph of several branches gives to the launch's own stream, whose queue may make the caller
// wait for room: room that comes only when another branch, not given yet, has made progress.
const maxHomeSteps = 1024

// plan says how the nodes of a graph run, those of the graphs in it included: spread over branches, each of which is
// an in-order queue, so that nodes which do not depend on each other are in different queues and make progress
// together. Branch 0 is the stream that the graph is launched in, where that fits.
//
// Steps are in an order in which each comes after those it waits for. Within a branch the queue keeps the order;
// across branches a step waits for events, and only for what nothing else it waits for implies.
type plan struct {
	steps    []step
	branches []branch
	join     []int32        // steps that the graph's end waits for, besides the last one of branch 0
	signals  []hipffi.Event // by step.signal; made at the first launch
	fork     hipffi.Event   // from which the branches with entry begin
	end      hipffi.Event   // the end of branch 0 where that is not the launch's stream
	frozen   []queued       // reused from launch to launch
}

// step is a node, or, if n is nil, a point where branches meet: the beginning or the end of a graph in a node.
type step struct {
	n      *graphNode
	branch int32
	waits  []int32 // steps of other branches
	signal int32   // the event for steps of other branches, -1 if none waits
}

// branch is one queue of a plan.
type branch struct {
	lane  lane
	entry bool  // begins with a step that waits for none
	last  int32 // the last step, -1 if there is none
	steps int32
}

// lane is what a step asks of its queue: a context, nil for any, and a priority, if ranked is set.
type lane struct {
	ctx      *context
	ranked   bool
	priority int32
}

// laneOf gives what a node asks for.
func (x *graphExec) laneOf(op graphOp) (l lane) {
	switch op := op.(type) {
	case *kernelNode:
		l.ctx = op.ctx
		if x.flags&CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY != 0 {
			l.ranked, l.priority = true, clampPriority(int32(op.attrs[CU_LAUNCH_ATTRIBUTE_PRIORITY][0]))
		}
	case *copyNode:
		l.ctx = op.ctx
	case *fillNode:
		l.ctx = op.ctx
	case *memOpNode:
		l.ctx = op.ctx
	case *condNode:
		l.ctx = op.ctx
	case *eventRecordNode:
		if e := events.get(uintptr(op.event)); e != nil {
			l.ctx = e.ctx
		}
	}
	return l
}

// takes reports whether a step with a wish can be in a branch.
func (b *branch) takes(l lane) bool {
	if l.ctx != nil && b.lane.ctx != l.ctx {
		return false
	}
	return !l.ranked || b.lane == l
}

// planner makes a plan: it lists the steps with all they depend on and then places them one by one.
type planner struct {
	x     *graphExec
	p     *plan
	after [][]int32 // what each step depends on
	want  []lane
	// Per step while it is needed: by branch, one more than the last step there that is known to be done.
	clocks [][]int32
	users  []int32 // steps that depend on it and are not placed yet
}

// newPlan plans a graph of an instantiated one; false if there is a circle in it. graphMu is held.
func (x *graphExec) newPlan(g *graph) (*plan, bool) {
	w := &planner{x: x, p: &plan{}}
	if _, ok := w.list(g, nil); !ok {
		return nil, false
	}
	w.place()
	return w.p, true
}

// list appends the steps of a graph, which begin after some others, and gives those that nothing in it waits for.
func (w *planner) list(g *graph, begin []int32) (ends []int32, ok bool) {
	order, ok := g.order()
	if !ok {
		return nil, false
	}
	done := make(map[*graphNode]int32, len(order))
	for _, n := range order {
		deps := begin
		if len(n.in) > 0 {
			deps = make([]int32, 0, len(n.in))
			for _, e := range n.in {
				deps = append(deps, done[e.node])
			}
		}
		var at int32
		if c, isGraph := n.op.(*childNode); isGraph && n.enabled {
			first := w.step(nil, lane{}, deps)
			in, ok := w.list(c.g, []int32{first})
			if !ok {
				return nil, false
			}
			if len(in) == 0 {
				in = []int32{first}
			}
			at = w.step(nil, lane{}, in)
		} else {
			at = w.step(n, w.x.laneOf(n.op), deps)
		}
		done[n] = at
		if len(n.out) == 0 {
			ends = append(ends, at)
		}
	}
	return ends, true
}

func (w *planner) step(n *graphNode, l lane, deps []int32) int32 {
	i := int32(len(w.p.steps))
	w.p.steps = append(w.p.steps, step{n: n, signal: -1})
	w.after, w.want, w.users, w.clocks = append(w.after, deps), append(w.want, l), append(w.users, 0), append(w.clocks, nil)
	for _, d := range deps {
		w.users[d]++
	}
	return i
}

// place gives each step its branch and its waits.
func (w *planner) place() {
	p := w.p
	p.branches = []branch{{lane: lane{ctx: w.x.ctx}, last: -1}}
	for i := range p.steps {
		st, deps := &p.steps[i], w.after[i]
		var known []int32
		for _, d := range deps {
			known = w.learn(known, d)
		}
		st.branch = w.choose(w.want[i], deps, known)
		b := &p.branches[st.branch]
		// What the branch itself has come to needs no waiting for.
		var have []int32
		if b.last >= 0 {
			have = w.learn(nil, b.last)
		}
		slices.SortFunc(deps, func(a, b int32) int { return int(b - a) }) // later ones imply earlier ones, not the other way round
		for _, d := range deps {
			if at := p.steps[d].branch; int(at) >= len(have) || have[at] <= d {
				st.waits = append(st.waits, d)
				w.signal(d)
				have = w.learn(have, d)
			}
		}
		if b.last < 0 {
			b.entry = len(st.waits) == 0
		} else {
			w.forget(b.last)
		}
		b.last = int32(i)
		b.steps++
		w.users[i]++ // as its branch's last
		w.clocks[i] = have
		for _, d := range deps {
			w.forget(d)
		}
	}
	var have []int32
	if l := p.branches[0].last; l >= 0 {
		have = w.learn(nil, l)
	}
	ends := make([]int32, 0, len(p.branches))
	for i := range p.branches {
		if l := p.branches[i].last; l >= 0 && i > 0 {
			ends = append(ends, l)
		}
	}
	slices.SortFunc(ends, func(a, b int32) int { return int(b - a) })
	for _, d := range ends {
		if at := p.steps[d].branch; int(at) >= len(have) || have[at] <= d {
			p.join = append(p.join, d)
			w.signal(d)
			have = w.learn(have, d)
		}
	}
}

// learn adds to a clock all that is done when a step is.
func (w *planner) learn(clock []int32, d int32) []int32 {
	at := int(w.p.steps[d].branch)
	from := w.clocks[d]
	if n := max(at+1, len(from)); len(clock) < n {
		clock = append(clock, make([]int32, n-len(clock))...)
	}
	for i, v := range from {
		clock[i] = max(clock[i], v)
	}
	clock[at] = max(clock[at], d+1)
	return clock
}

// forget drops a step's clock when nobody needs it any more.
func (w *planner) forget(d int32) {
	if w.users[d]--; w.users[d] == 0 {
		w.clocks[d] = nil
	}
}

// signal gives a step an event.
func (w *planner) signal(d int32) {
	if st := &w.p.steps[d]; st.signal < 0 {
		st.signal = int32(len(w.p.signals))
		w.p.signals = append(w.p.signals, nil)
	}
}

// choose picks the branch of a step: one that ends with what the step depends on, in the order of the branches; another one
// whose end lies before the step anyway; a new one; and when there are too many, the shortest.
func (w *planner) choose(l lane, deps, known []int32) int32 {
	p := w.p
	best := -1
	for _, d := range deps {
		if at := int(p.steps[d].branch); p.branches[at].last == d && p.branches[at].takes(l) && (best < 0 || at < best) {
			best = at
		}
	}
	if best >= 0 {
		return int32(best)
	}
	for i := range p.branches {
		b := &p.branches[i]
		if b.takes(l) && (b.last < 0 || i < len(known) && known[i] > b.last) {
			return int32(i)
		}
	}
	if len(p.branches) >= maxBranches {
		for i := range p.branches {
			if p.branches[i].takes(l) && (best < 0 || p.branches[i].steps < p.branches[best].steps) {
				best = i
			}
		}
		if best >= 0 {
			return int32(best)
		}
	}
	if l.ctx == nil {
		l.ctx = w.x.ctx
	}
	p.branches = append(p.branches, branch{lane: l, last: -1})
	return int32(len(p.branches) - 1)
}

// queued is something that can be given to a stream: a node's operation, or what a launch has kept of one.
type queued interface {
	// queue gives the work to the stream's queue; the stream is between begin and finish.
	queue(x *graphExec, s *stream) error
}

// freeze gives the operations of a plan's steps as they are now: nil where nothing is to be done. Those of
// conditional nodes, whose graphs begin to run later, are copied; with whole, all are.
func (p *plan) freeze(to []queued, whole bool) []queued {
	to = to[:0]
	for i := range p.steps {
		var q queued
		if n := p.steps[i].n; n != nil && n.enabled {
			switch op := n.op.(type) {
			case *condNode:
				q = op.freeze()
			case emptyNode:
			default:
				if q = op; whole {
					q = op.clone()
				}
			}
		}
		to = append(to, q)
	}
	return to
}

// sideKey names a queue of an instantiated graph: a plan's branch at a priority.
type sideKey struct {
	p        *plan
	branch   int
	priority int32
}

// side gives the stream of a branch that is not the launch's own.
func (x *graphExec) side(p *plan, i int, priority int32) (*stream, error) {
	l := p.branches[i].lane
	if l.ranked {
		priority = l.priority
	}
	x.sideMu.Lock()
	defer x.sideMu.Unlock()
	key := sideKey{p, i, priority}
	if s := x.sides[key]; s != nil && !s.ended.Load() { // a primary context that was reset has ended its streams
		return s, nil
	}
	s, err := l.ctx.innerStream(priority)
	if err != nil {
		return nil, err
	}
	if x.sides == nil {
		x.sides = map[sideKey]*stream{}
	}
	x.sides[key] = s
	return s, nil
}

// event gives an event of a plan, made when it is first needed.
func (p *plan) event(at *hipffi.Event, c *context) (hipffi.Event, error) {
	if *at == nil {
		ev, err := c.dev.dev.NewEvent(false)
		if err != nil {
			return nil, err
		}
		*at = ev
	}
	return *at, nil
}

// submit gives a plan's steps to their queues. home is between begin and finish; the other streams are the graph's own,
// and nobody else submits to them at this time. After an error the rest is not given, but the branches are still joined.
func (x *graphExec) submit(p *plan, ops []queued, home *stream) error {
	streams := make([]*stream, len(p.branches))
	entry := false
	for i := range p.branches {
		b := &p.branches[i]
		if i == 0 && b.lane.ctx == home.ctx && (len(p.branches) == 1 || b.steps <= maxHomeSteps) {
			streams[0] = home
			continue
		}
		if b.last < 0 {
			continue
		}
		s, err := x.side(p, i, home.priority)
		if err != nil {
			return err
		}
		streams[i] = s
		entry = entry || b.entry
	}
	var failed error
	try := func(err error) {
		if failed == nil {
			failed = err
		}
	}
	if entry {
		fork, err := p.event(&p.fork, home.ctx)
		if err == nil {
			err = home.q.Record(fork)
		}
		if err != nil {
			return err
		}
		for i := range p.branches {
			if p.branches[i].entry && streams[i] != home {
				try(streams[i].q.Wait(fork))
			}
		}
	}
	wait := func(s *stream, d int32) { try(s.q.Wait(p.signals[p.steps[d].signal])) }
	for i := range p.steps {
		st := &p.steps[i]
		s := streams[st.branch]
		for _, d := range st.waits {
			wait(s, d)
		}
		if q := ops[i]; q != nil && failed == nil {
			try(q.queue(x, s))
		}
		if st.signal >= 0 {
			ev, err := p.event(&p.signals[st.signal], s.ctx)
			if err == nil {
				err = s.q.Record(ev)
			}
			if err != nil {
				return err // without the event nothing holds the others back
			}
		}
	}
	for _, s := range streams {
		if s != nil && s != home {
			s.submitted.Add(1)
			if s.ctx == home.ctx && s.launched.Load() {
				home.launched.Store(true) // whoever waits for home sees what kernels reported
			}
		}
	}
	end := home
	if streams[0] != nil {
		end = streams[0]
	}
	for _, d := range p.join {
		wait(end, d)
	}
	if end != home {
		ev, err := p.event(&p.end, end.ctx)
		if err == nil {
			err = end.q.Record(ev)
		}
		try(err)
		if err == nil {
			try(home.q.Wait(ev))
		}
	}
	return failed
}

// drop gives the events of a plan back.
func (p *plan) drop() {
	for _, ev := range append(p.signals, p.fork, p.end) {
		if ev != nil {
			ev.Destroy()
		}
	}
}
