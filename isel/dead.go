package isel

import "ferry/amdgpu"

// RemoveDead deletes instructions whose results nothing reads: copies of launch registers, negations that folded into
// their users, unused halves of wide results, and clears of lane masks that are set anew before they are read. One backward
// sweep; a chain goes in one sweep.
func RemoveDead(f *Func) {
	// Uses by dword: a 64-bit result of which only the low half is read loses the work for the high one.
	base := make([]int32, len(f.VRegs)+1)
	for i := range f.VRegs {
		base[i+1] = base[i] + int32(f.VRegs[i].Width)
	}
	uses := make([]int32, base[len(f.VRegs)])
	count := func(in *Inst, d *opDesc, n int32) {
		for k := range int(in.N) {
			o := &in.Opd[k]
			if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() || f.dirOf(in, d, k)&amdgpu.DirIn == 0 {
				continue
			}
			id, sub := SplitVirt(o.Reg)
			at := base[id] + int32(sub)
			for w := range int32(max(o.Width, 1)) {
				uses[at+w] += n
			}
		}
	}
	desc := func(in *Inst) *opDesc {
		if in.Op >= FirstPseudo {
			return nil
		}
		return f.desc.lookup(in.Op, int(in.N))
	}
	for i := range f.Insts {
		in := &f.Insts[i]
		count(in, desc(in), 1)
	}
	unused := func(r amdgpu.Reg, w int) bool {
		id, sub := SplitVirt(r)
		for _, n := range uses[base[id]+int32(sub):][:w] {
			if n != 0 {
				return false
			}
		}
		return true
	}
	masks := f.maskLiveness()
	dead := make([]bool, len(f.Insts))
	any := false
	for b := len(f.Blocks) - 1; b >= 0; b-- {
		blk := &f.Blocks[b]
		scc := false // SCC is read below before it is written again
		masks.enter(b)
		for i := blk.Last - 1; i >= blk.First; i-- {
			in := &f.Insts[i]
			d := desc(in)
			if narrow(in, d, unused, count) {
				d = desc(in)
				count(in, d, 1)
			}
			writesSCC := d != nil && d.writes&amdgpu.ImpSCC != 0 || in.Op == PseudoSymAddr || in.Op == PseudoCall
			if !(writesSCC && scc) && (masks.deadMove(in) || f.removable(in, d, unused)) {
				dead[i], any = true, true
				count(in, d, -1)
				continue
			}
			masks.step(in, d)
			if writesSCC {
				scc = false
			}
			if d != nil && d.reads&amdgpu.ImpSCC != 0 {
				scc = true
			}
		}
	}
	if !any {
		return
	}
	out := f.Insts[:0]
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		first, last := blk.First, blk.Last
		blk.First = int32(len(out))
		for i := first; i < last; i++ {
			if !dead[i] {
				out = append(out, f.Insts[i])
			}
		}
		blk.Last = int32(len(out))
	}
	f.Insts = out
}

func (f *Func) dirOf(in *Inst, d *opDesc, k int) amdgpu.Dir {
	if in.Op >= FirstPseudo {
		return pseudoDir(in.Op, k)
	}
	return d.dir[k]
}

// removable reports whether in has no effect but its results, and nobody reads those.
func (f *Func) removable(in *Inst, d *opDesc, unused func(amdgpu.Reg, int) bool) bool {
	switch in.Op {
	case PseudoCopy, PseudoReadCopy, PseudoSymAddr, PseudoUndef:
	default:
		if d == nil {
			return false
		}
		fl := f.Target.Info(in.Op).Flags
		switch {
		case fl&(amdgpu.OpVALU|amdgpu.OpSALU) != 0:
			// Writes to EXEC, VCC, M0 and MODE are effects; SCC is looked after by the caller.
			if d.writes&^amdgpu.ImpSCC != 0 || in.Op == amdgpu.SSetregB32 || in.Op == amdgpu.SSetregImm32B32 {
				return false
			}
		case fl&amdgpu.OpSMEM != 0 && fl&amdgpu.OpMayLoad != 0:
		default:
			return false
		}
	}
	defs := 0
	for k := range int(in.N) {
		o := &in.Opd[k]
		if f.dirOf(in, d, k)&amdgpu.DirOut == 0 {
			continue
		}
		if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() || !unused(o.Reg, int(max(o.Width, 1))) {
			return false
		}
		defs++
	}
	return defs > 0
}

// maskLiveness follows the lane masks of the linearisation, which are written more than once, over the linear
// control-flow graph. It walks from each block that reads a mask before writing it back to the blocks that write it, so
// that its cost is the size of its answer.
type maskLiveness struct {
	f    *Func
	num  []int32   // by virtual register: 1 + number of the mask, 0 for others
	out  [][]int32 // masks live at the end of each block
	live []bool
	set  []int32 // those set in live
	// always: those that are taken to be live everywhere. A dispatched region has a mask for each block, live in all of it.
	always []bool
}

func (f *Func) maskLiveness() *maskLiveness {
	m := &maskLiveness{f: f}
	if len(f.masks) == 0 {
		return m
	}
	m.num = make([]int32, len(f.VRegs))
	for i, r := range f.masks {
		id, _ := SplitVirt(r)
		m.num[id] = int32(i) + 1
	}
	n := len(f.Blocks)
	m.live = make([]bool, len(f.masks))
	m.out = make([][]int32, n)
	preds := make([][]int32, n)
	exposed, defs := make([][]int32, len(f.masks)), make([][]int32, len(f.masks)) // blocks, ascending
	written := make([]int32, len(f.masks))                                        // 1 + block
	note := func(l []int32, b int32) []int32 {
		if len(l) > 0 && l[len(l)-1] == b {
			return l
		}
		return append(l, b)
	}
	for b := range f.Blocks {
		for _, s := range f.Blocks[b].Linear {
			preds[s] = append(preds[s], int32(b))
		}
		for i := f.Blocks[b].First; i < f.Blocks[b].Last; i++ {
			x := &f.Insts[i]
			if !m.names(x) {
				continue
			}
			var d *opDesc
			if x.Op < FirstPseudo {
				d = f.desc.lookup(x.Op, int(x.N))
			}
			m.each(x, d, func(k int32, dir amdgpu.Dir) {
				if dir&amdgpu.DirIn != 0 && written[k] != int32(b)+1 {
					exposed[k] = note(exposed[k], int32(b))
				}
			})
			m.each(x, d, func(k int32, dir amdgpu.Dir) {
				if dir&amdgpu.DirOut != 0 {
					written[k] = int32(b) + 1
					defs[k] = note(defs[k], int32(b))
				}
			})
		}
	}
	inStamp, outStamp, defStamp := make([]int32, n), make([]int32, n), make([]int32, n)
	var work []int32
	m.always = make([]bool, len(f.masks))
	budget := 64*n + 1<<12
	for k := range f.masks {
		if budget < 0 {
			m.always[k] = true
			continue
		}
		stamp := int32(k) + 1
		for _, b := range defs[k] {
			defStamp[b] = stamp
		}
		work = work[:0]
		for _, b := range exposed[k] {
			inStamp[b] = stamp
			work = append(work, b)
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, p := range preds[b] {
				if outStamp[p] == stamp {
					continue
				}
				outStamp[p] = stamp
				m.out[p] = append(m.out[p], int32(k))
				budget--
				if defStamp[p] != stamp && inStamp[p] != stamp {
					inStamp[p] = stamp
					work = append(work, p)
				}
			}
		}
	}
	return m
}

// each calls fn for the masks among in's operands.
func (m *maskLiveness) each(in *Inst, d *opDesc, fn func(k int32, dir amdgpu.Dir)) {
	for k := range int(in.N) {
		o := &in.Opd[k]
		if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
			continue
		}
		id, _ := SplitVirt(o.Reg)
		if n := m.num[id]; n != 0 {
			fn(n-1, m.f.dirOf(in, d, k))
		}
	}
}

// names reports whether a mask is among in's operands.
func (m *maskLiveness) names(in *Inst) bool {
	for k := range int(in.N) {
		if o := &in.Opd[k]; o.Kind == amdgpu.OpdReg && o.Reg.IsVirtual() {
			if id, _ := SplitVirt(o.Reg); m.num[id] != 0 {
				return true
			}
		}
	}
	return false
}

func (m *maskLiveness) enter(b int) {
	for _, k := range m.set {
		m.live[k] = false
	}
	m.set = m.set[:0]
	if m.num != nil {
		for _, k := range m.out[b] {
			m.live[k] = true
		}
		m.set = append(m.set, m.out[b]...)
	}
}

// deadMove reports whether in moves something into a mask that is not read before it is written again.
func (m *maskLiveness) deadMove(in *Inst) bool {
	if m.num == nil || in.Op != amdgpu.SMovB32 && in.Op != amdgpu.SMovB64 || !in.Opd[0].Reg.IsVirtual() {
		return false
	}
	id, _ := SplitVirt(in.Opd[0].Reg)
	n := m.num[id]
	return n != 0 && !m.live[n-1] && !m.always[n-1]
}

func (m *maskLiveness) step(in *Inst, d *opDesc) {
	if m.num == nil || !m.names(in) {
		return
	}
	m.each(in, d, func(k int32, dir amdgpu.Dir) {
		if dir&amdgpu.DirOut != 0 {
			m.live[k] = false
		}
	})
	m.each(in, d, func(k int32, dir amdgpu.Dir) {
		if dir&amdgpu.DirIn != 0 && !m.live[k] {
			m.live[k] = true
			m.set = append(m.set, k)
		}
	})
}
