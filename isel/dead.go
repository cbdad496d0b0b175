package isel

import "ferry/amdgpu"

// RemoveDead deletes instructions whose results nothing reads: copies of launch registers, negations that folded into
// their users, halves of wide results. One backward sweep per call; a chain goes in one sweep.
func RemoveDead(f *Func) {
	uses := make([]int32, len(f.VRegs))
	eachUse := func(in *Inst, d *opDesc, fn func(id int32, n int32)) {
		for k := range int(in.N) {
			o := &in.Opd[k]
			if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
				continue
			}
			if f.dirOf(in, d, k)&amdgpu.DirIn != 0 {
				id, _ := SplitVirt(o.Reg)
				fn(id, 1)
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
		eachUse(in, desc(in), func(id, n int32) { uses[id] += n })
	}
	dead := make([]bool, len(f.Insts))
	any := false
	for b := len(f.Blocks) - 1; b >= 0; b-- {
		blk := &f.Blocks[b]
		scc := false // SCC is read below before it is written again
		for i := blk.Last - 1; i >= blk.First; i-- {
			in := &f.Insts[i]
			d := desc(in)
			writesSCC := d != nil && d.writes&amdgpu.ImpSCC != 0 || in.Op == PseudoSymAddr
			if f.removable(in, d, uses) && !(writesSCC && scc) {
				dead[i], any = true, true
				eachUse(in, d, func(id, n int32) { uses[id] -= n })
				continue
			}
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
func (f *Func) removable(in *Inst, d *opDesc, uses []int32) bool {
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
		if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
			return false
		}
		defs++
		id, _ := SplitVirt(o.Reg)
		if uses[id] != 0 {
			return false
		}
	}
	return defs > 0
}
