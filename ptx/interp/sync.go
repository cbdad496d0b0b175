package interp

import (
	"math/bits"

	"ferry/ptx"
)

// This file is where lanes wait for each other: warp operations with a member mask, and barriers.

// waitWarp stops the lane at a warp operation until all lanes of mask that have not exited are at an equal one.
func (l *lane) waitWarp(in *ptx.Instr, mask uint32) {
	if mask>>l.id&1 == 0 {
		panic(faultf("lane %d is not in its own mask %#x", l.id, mask))
	}
	l.state, l.wait, l.mask = atWarpOp, in, mask
	l.w.release()
}

// release runs the warp operations for which all lanes are there.
func (w *warp) release() {
	for again := true; again; {
		again = false
		for _, l := range w.lanes {
			if l.state != atWarpOp {
				continue
			}
			members := l.members()
			if members == nil {
				continue
			}
			w.warpOp(l.wait, members)
			for _, x := range members {
				x.state = running
				x.f.pc++
			}
			again = true
		}
	}
}

// members are the lanes of l's operation in lane order, nil if some are not there yet.
func (l *lane) members() []*lane {
	var out []*lane
	for m := l.mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		if i >= len(l.w.lanes) {
			continue
		}
		x := l.w.lanes[i]
		if x.state == exited {
			continue
		}
		if x.state != atWarpOp || x.mask != l.mask || x.wait.Mods.Text != l.wait.Mods.Text {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// lastOp is the operand k places from the end.
func lastOp(in *ptx.Instr, k int) *ptx.Operand { return &in.Ops[len(in.Ops)-1-k] }

func (w *warp) warpOp(in *ptx.Instr, ls []*lane) {
	switch in.Op {
	case ptx.OpBarWarpSync:
	case ptx.OpShfl:
		w.shfl(ls)
	case ptx.OpVote:
		all, anyOf, ballot := true, false, uint32(0)
		for _, l := range ls {
			p := l.pred(&l.wait.Ops[1])
			all, anyOf = all && p, anyOf || p
			if p {
				ballot |= 1 << l.id
			}
		}
		for _, l := range ls {
			switch in.Mode {
			case ptx.ModeBallot:
				l.set(&l.wait.Ops[0], uint64(ballot), ptx.B32)
			case ptx.ModeAll:
				l.setPred(&l.wait.Ops[0], all)
			case ptx.ModeAny:
				l.setPred(&l.wait.Ops[0], anyOf)
			case ptx.ModeUni:
				l.setPred(&l.wait.Ops[0], all || !anyOf)
			}
		}
	case ptx.OpMatch:
		same := map[uint64]uint32{}
		whole := uint32(0)
		for _, l := range ls {
			same[l.get(&l.wait.Ops[1], in.Type)] |= 1 << l.id
			whole |= 1 << l.id
		}
		for _, l := range ls {
			d := &l.wait.Ops[0]
			if in.Mode == ptx.ModeAny {
				l.set(d, uint64(same[l.get(&l.wait.Ops[1], in.Type)]), ptx.B32)
				continue
			}
			r := uint64(0)
			if len(same) == 1 {
				r = uint64(whole)
			}
			if d.Kind == ptx.OpndPair {
				l.setPred(&d.Elems[1], len(same) == 1)
				d = &d.Elems[0]
			}
			l.set(d, r, ptx.B32)
		}
	case ptx.OpReduxSync:
		v := make([]uint64, len(ls))
		for i, l := range ls {
			v[i] = l.get(&l.wait.Ops[1], in.Type)
		}
		r := v[0]
		if in.Has(ptx.Abs) {
			r &^= fmt32.sign()
		}
		for _, x := range v[1:] {
			if in.Type == ptx.F32 {
				if in.Has(ptx.Abs) {
					x &^= fmt32.sign()
				}
				r = minmax(fmt32, in, r, x, in.Red == ptx.RedMax)
				continue
			}
			r = reduce(in.Red, in.Type, r, x)
		}
		if in.Type == ptx.F32 {
			if fmt32.isNaN(r) {
				r = fmt32.nan
			}
		}
		for _, l := range ls {
			l.set(&l.wait.Ops[0], r, in.Type)
		}
	case ptx.OpElectSync:
		for i, l := range ls {
			d := &l.wait.Ops[0]
			l.set(&d.Elems[0], uint64(ls[0].id), ptx.B32)
			l.setPred(&d.Elems[1], i == 0)
		}
	default:
		panic(faultf("warp operation %s is not known", in.Text))
	}
}

func (w *warp) shfl(ls []*lane) {
	type src struct {
		in bool
		v  uint64
	}
	var vals [32]src
	for _, l := range ls {
		vals[l.id] = src{true, l.get(&l.wait.Ops[1], ptx.B32)}
	}
	for _, l := range ls {
		b := int(l.get(&l.wait.Ops[2], ptx.B32) & 31)
		c := l.get(&l.wait.Ops[3], ptx.B32)
		clamp, seg := int(c&31), int(c>>8&31)
		hi := l.id&seg | clamp&^seg
		lo := l.id & seg
		j, p := 0, false
		switch l.wait.Mode {
		case ptx.ModeUp:
			j = l.id - b
			p = j >= hi
		case ptx.ModeDown:
			j = l.id + b
			p = j <= hi
		case ptx.ModeBfly:
			j = l.id ^ b
			p = j <= hi
		case ptx.ModeIdx:
			j = lo | b&^seg
			p = j <= hi
		}
		if !p {
			j = l.id
		}
		d := &l.wait.Ops[0]
		if d.Kind == ptx.OpndPair {
			l.setPred(&d.Elems[1], p)
			d = &d.Elems[0]
		}
		// What a lane outside the mask would give is undefined.
		v := uint64(0xdeadbeef)
		if vals[j].in {
			v = vals[j].v
		} else if w.b.g.l.Defined {
			panic(&fault{err: ErrUndefined})
		}
		l.set(d, v, ptx.B32)
	}
}

// clusterBarrier is the number, here, of a cluster's barrier. A cluster is one block, and whoever waits has arrived, so that waiting is
// all that counts.
const clusterBarrier = 16

// barrierOp arrives at a barrier: bar.sync, bar.arrive, bar.red, the barrier forms, and barrier.cluster.wait.
func (l *lane) barrierOp(in *ptx.Instr) {
	ops := in.Ops
	red := in.Op == ptx.OpBarRed || in.Op == ptx.OpBarrierRed
	pred := false
	if red {
		pred = l.pred(lastOp(in, 0))
		ops = ops[1 : len(ops)-1]
	}
	id := uint64(clusterBarrier)
	if in.Op != ptx.OpBarrierClusterWait {
		if id = l.get(&ops[0], ptx.B32); id > 15 {
			panic(faultf("barrier %d", id))
		}
	}
	want := 0
	if len(ops) > 1 {
		want = int(l.get(&ops[1], ptx.B32))
		if want == 0 || want%32 != 0 {
			panic(faultf("barrier with %d threads", want))
		}
	}
	b := &l.w.b.bars[id]
	if want == l.w.b.warpThreads() && len(b.arrived) > 0 && b.want == 0 {
		want = 0
	}
	if want == 0 && b.want == l.w.b.warpThreads() {
		b.want = 0
	}
	if len(b.arrived) > 0 && b.want != want {
		panic(faultf("barrier %d with %d and with %d threads", id, b.want, want))
	}
	if len(b.arrived) == 0 {
		b.inWarp = map[*warp]uint32{}
	}
	b.want = want
	b.arrived = append(b.arrived, l)
	b.preds = append(b.preds, pred)
	b.inWarp[l.w] |= 1 << l.id
	if in.Op == ptx.OpBarArrive || in.Op == ptx.OpBarrierArrive {
		l.f.pc++
	} else {
		l.state, l.wait = atBarrier, in
		l.mask = uint32(id)
	}
	l.w.b.checkBarrier(int(id))
}

// warpThreads is the number of the block's threads in whole warps: a barrier with this count is one of the whole block.
func (b *block) warpThreads() int { return 32 * len(b.warps) }

// checkBarrier completes a barrier at which enough threads have arrived. Threads count one by one; the lanes
// of an arrived warp that have exited, or never were, count with it, since counts are in whole warps.
func (b *block) checkBarrier(id int) {
	bar := &b.bars[id]
	if len(bar.arrived) == 0 {
		return
	}
	if bar.want == 0 {
		if len(bar.arrived) < b.live {
			return
		}
	} else {
		n := 0
		for _, w := range b.warps {
			if here := bar.inWarp[w]; here != 0 {
				for i := range 32 {
					if here>>i&1 != 0 || i >= len(w.lanes) || w.lanes[i].state == exited {
						n++
					}
				}
			}
		}
		if n < bar.want {
			return
		}
	}
	arrived, preds := bar.arrived, bar.preds
	*bar = barrier{}
	all, some, count := true, false, 0
	for i, l := range arrived {
		if l.state == atBarrier && l.wait != nil && (l.wait.Op == ptx.OpBarRed || l.wait.Op == ptx.OpBarrierRed) {
			all, some = all && preds[i], some || preds[i]
			if preds[i] {
				count++
			}
		}
	}
	for _, l := range arrived {
		if l.state != atBarrier || l.mask != uint32(id) {
			continue
		}
		if in := l.wait; in.Op == ptx.OpBarRed || in.Op == ptx.OpBarrierRed {
			switch {
			case in.Has(ptx.Popc) || in.Red == ptx.RedPopc:
				l.set(&in.Ops[0], uint64(count), ptx.U32)
			case in.Red == ptx.RedAnd:
				l.setPred(&in.Ops[0], all)
			case in.Red == ptx.RedOr:
				l.setPred(&in.Ops[0], some)
			}
		}
		l.state, l.wait = running, nil
		l.f.pc++
	}
}
