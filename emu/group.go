package emu

import (
	"fmt"
	"runtime/debug"
)

// Quotas in instructions a wave. A work-group runs firstSlice before another resident work-group does, then twice as many each
// time, up to lastSlice: blocks that only wait for others to start cost little, those that compute are seldom switched. A wave
// runs at most waveQuota before its fellows get their turn.
const (
	firstSlice = 512
	waveQuota  = 4096
	lastSlice  = 65536
)

// group is a work-group in execution: buffers that are reused from one work-group to the next.
type group struct {
	wg      WorkGroup
	launch  *Launch
	waves   []*Wave // all that were ever needed; wg.Waves is the part in use
	arrived []bool  // at the barrier, by wave
	ldsBuf  []byte
	live    int
	waiting int
	slice   int    // instructions a wave in the next slice
	turn    uint32 // pseudo-random numbers, for the length of turns
	next    *group // in the run queue
}

// begin readies the group for work-group n of l.
func (g *group) begin(l *Launch, n uint64) {
	g.launch, g.turn = l, uint32(n)
	wg := &g.wg
	wg.ID, wg.Dim, wg.Launch = l.blockID(n), l.Block, l
	if cap(g.ldsBuf) < int(l.lds) {
		g.ldsBuf = make([]byte, (int(l.lds)+4095)&^4095)
	}
	wg.LDS = g.ldsBuf[:l.lds]
	clear(wg.LDS)
	wg.resetShadow()
	for len(g.waves) < l.waves {
		g.waves = append(g.waves, &Wave{})
		g.arrived = append(g.arrived, false)
	}
	wg.Waves = g.waves[:l.waves]
	threads := l.Block[0] * l.Block[1] * l.Block[2]
	for i, w := range wg.Waves {
		exec := ^uint32(0)
		if left := threads - uint32(i)*WaveSize; left < WaveSize {
			exec = 1<<left - 1
		}
		g.arrived[i] = false
		w.WG, w.ID = wg, i
		l.prog.Reset(w, exec, l.Kernel.mode)
		w.PC = l.start
		if need := l.frame * WaveSize; cap(w.Scratch) < need {
			w.Scratch = make([]byte, need)
		} else {
			w.Scratch = w.Scratch[:need]
			if l.prog.Strict {
				clear(w.Scratch)
			}
		}
		l.entry(w, wg)
	}
	g.live, g.waiting, g.slice = l.waves, 0, firstSlice
	g.beginWeak()
}

// entry sets the registers in which a kernel starts.
func (l *Launch) entry(w *Wave, wg *WorkGroup) {
	s := &l.Kernel.sgprs
	pair := func(at int, v uint64) {
		if at >= 0 {
			w.S[at], w.S[at+1] = uint32(v), uint32(v>>32)
			w.InitSGPR(at, 2)
		}
	}
	pair(s.dispatch, l.packet)
	pair(s.queue, 0)
	pair(s.kernarg, l.kernarg)
	pair(s.dispatchID, 0)
	pair(s.flatInit, 0)
	if s.segment >= 0 {
		w.InitSGPR(s.segment, 4)
	}
	if s.privateSize >= 0 {
		w.S[s.privateSize] = uint32(l.frame)
		w.InitSGPR(s.privateSize, 1)
	}
	for i, at := range s.group {
		if at >= 0 {
			w.S[at] = wg.ID[i]
			w.InitSGPR(at, 1)
		}
	}
	v0 := w.VGPR(0)
	bx, by := wg.Dim[0], wg.Dim[1]
	n := uint32(w.ID) * WaveSize
	x, y, z := n%bx, n/bx%by, n/bx/by
	for i := range v0 {
		v := x
		if s.vgprIDs > 1 {
			v |= y << 10
		}
		if s.vgprIDs > 2 {
			v |= z << 20
		}
		v0[i] = v
		if x++; x == bx {
			if x, y = 0, y+1; y == by {
				y, z = 0, z+1
			}
		}
	}
	w.InitVGPR(0)
}

// groupState is how a slice of a group ended.
type groupState uint8

const (
	groupDone groupState = iota
	groupSuspended
	groupFaulted
	groupKilled
)

// runSafely is run, with a panic of the emulator itself turned into a fault of the launch.
func (g *group) runSafely() (st groupState) {
	defer func() {
		if r := recover(); r != nil {
			g.launch.fault.CompareAndSwap(nil, &Fault{Kind: FaultInternal, Detail: fmt.Sprintf("the emulator failed: %v\n%s", r, debug.Stack()),
				Kernel: g.launch.Kernel.Info.Name, Block: g.wg.ID, Lane: -1})
			st = groupFaulted
		}
	}()
	if g.launch.weak != nil {
		return g.runWeak()
	}
	return g.run()
}

// run executes one slice of the group.
func (g *group) run() groupState {
	l := g.launch
	waves := g.wg.Waves
	slice := g.slice
	g.slice = min(2*slice, lastSlice)
	for quota := min(slice, waveQuota); slice > 0; slice -= quota {
		busy := false // some wave used up its quota or met a barrier that is now open
		for i, w := range waves {
			if w.Status == Ended || g.arrived[i] {
				continue
			}
			if l.killed.Load() {
				return groupKilled
			}
			g.turn = g.turn*1664525 + 1013904223
			w.polls, w.grace = int(g.turn>>27), int(g.turn>>20&127)
			switch w.Run(quota) {
			case Running:
				busy = true
			case Ended:
				g.live--
				l.insts.Add(w.Insts)
			case AtBarrier:
				g.arrived[i] = true
				g.waiting++
			case Faulted:
				return groupFaulted
			case Yielded:
			}
			if g.waiting == g.live && g.live > 0 {
				g.waiting = 0
				for j := range waves {
					g.arrived[j] = false
				}
				busy = true
			}
		}
		if g.live == 0 {
			return groupDone
		}
		if !busy { // all that could run asked to sleep
			return groupSuspended
		}
	}
	return groupSuspended
}

// firstFault gives the fault of the first faulted wave.
func (g *group) firstFault() *Fault {
	for _, w := range g.wg.Waves {
		if w.Status == Faulted && w.Fault != nil {
			f := *w.Fault
			f.Kernel = g.launch.Kernel.Info.Name
			// Offsets count from the kernel's entry, whatever else was decoded with it.
			f.Off -= g.launch.prog.Code[g.launch.start].Off
			return &f
		}
	}
	return nil
}
