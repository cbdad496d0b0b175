package emu

import "fmt"

// How weak mode runs a work-group: turns of few instructions of a wave chosen at random, with memory events of any wave between. A slice
// is short, so that the work-groups of a launch run among each other.

// prepareWeak readies the launch's memory system. Each launch of a program has random numbers of its own, in a fixed order.
func (l *Launch) prepareWeak() {
	p := l.prog
	if p.weak == 0 {
		l.weak = nil
		return
	}
	if l.weak == nil {
		l.weak = &weakMem{}
	}
	l.weak.reset(mix64(p.weak ^ mix64(p.launches.Add(1))))
}

// beginWeak places the work-group: all waves on one CU, or in WGP mode each on either of the two.
func (g *group) beginWeak() {
	m := g.launch.weak
	if m == nil { // the programs of an engine are all weak or none
		return
	}
	const wgpMode = 1 << 29
	place := m.place()
	for _, w := range g.wg.Waves {
		if w.weak == nil {
			w.weak = &weakWave{}
		}
		if g.launch.Kernel.Info.Descriptor.Rsrc1&wgpMode != 0 {
			place.cu = 2*place.wgp + m.below(2)
		}
		w.weak.mem, w.weak.place, w.weak.q, w.weak.stalled = m, place, w.weak.q[:0], false
	}
}

// runWeak executes one slice of the group.
func (g *group) runWeak() (st groupState) {
	l, m, waves := g.launch, g.launch.weak, g.wg.Waves
	var at *Wave
	defer func() { // faults of operations that are carried out between the instructions
		if r := recover(); r != nil {
			f, ok := r.(*Fault)
			if !ok {
				panic(r)
			}
			at.Fault, at.Status = f, Faulted
			st = groupFaulted
		}
	}()
	for n := 1 + m.below(m.slice); n > 0; n-- {
		if l.killed.Load() {
			return groupKilled
		}
		if m.chance(m.stirs) {
			m.stir(waves[m.below(len(waves))].weak.place)
		}
		if m.chance(m.evicts) {
			m.evict()
		}
		i := m.below(len(waves))
		at = waves[i]
		turn := 1 + m.below(m.burst)
		for range turn {
			if m.chance(m.events) {
				at = waves[m.below(len(waves))]
				at.weakEvent()
			}
		}
		at = waves[i]
		if at.Status == Ended || g.arrived[i] {
			if g.live == 0 && g.drained() {
				return groupDone
			}
			continue
		}
		if l.prog.weakLimit > 0 && at.Insts > l.prog.weakLimit {
			at.Fault = &Fault{Kind: FaultTimeout, Detail: fmt.Sprintf("a wave executed more than %d instructions", l.prog.weakLimit), Block: g.wg.ID, Wave: at.ID, Lane: -1}
			at.Status = Faulted
			return groupFaulted
		}
		if ww := at.weak; ww.stalled {
			if !ww.ready() {
				if !m.chance(m.hurry) {
					continue
				}
				at.weakFinish()
			}
			ww.stalled = false
		}
		at.polls = 0
		switch at.Run(turn) {
		case Ended:
			g.live--
			l.insts.Add(at.Insts)
		case AtBarrier:
			g.arrived[i] = true
			g.waiting++
		case Faulted:
			return groupFaulted
		}
		if g.waiting == g.live && g.live > 0 {
			g.waiting = 0
			for j := range waves {
				g.arrived[j] = false
			}
		}
	}
	return groupSuspended
}

// drained reports whether nothing of the group is in flight.
func (g *group) drained() bool {
	for _, w := range g.wg.Waves {
		if len(w.weak.q) > 0 {
			return false
		}
	}
	return true
}
