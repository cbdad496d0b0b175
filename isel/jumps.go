package isel

import "ferry/amdgpu"

// maxRunEmpty is the number of instructions over which no branch skips for want of lanes: to run them is no slower than to
// jump.
const maxRunEmpty = 4

// SimplifyJumps removes branches, registers being known:
//
//   - a conditional branch over a jump becomes the opposite branch to where that went;
//   - a block that only puts its lanes into a mask is not entered: the mask takes them;
//   - a few vector instructions are run without lanes instead of being skipped;
//   - a branch to what follows anyway goes.
func SimplifyJumps(f *Func) {
	n := len(f.Blocks)
	preds := make([]int32, n)
	for b := range f.Blocks {
		for _, s := range f.Blocks[b].Linear {
			preds[s]++
		}
	}
	any := false
	for b := 0; b+1 < n; b++ {
		blk := &f.Blocks[b]
		last := blk.Last - 1
		for last >= blk.First && f.Insts[last].Op == 0 {
			last--
		}
		if last < blk.First {
			continue
		}
		br := &f.Insts[last]
		if br.N != 1 || br.Opd[0].Kind != amdgpu.OpdLabel {
			continue
		}
		t := int32(br.Opd[0].Imm)
		if f.fallsTo(int32(b+1), t) {
			br.Op, any = 0, true
			blk.Linear = f.list(int32(b + 1))
			continue
		}
		x := int32(b + 1)
		if int(x) >= n || preds[x] != 1 || !f.fallsTo(x+1, t) {
			continue
		}
		arm := &f.Blocks[x]
		if op, ok := opposite(br.Op); ok && arm.Last-arm.First == 1 && f.Insts[arm.First].Op == amdgpu.SBranch {
			to := f.Insts[arm.First].Opd[0]
			f.Insts[arm.First].Op = 0
			br.Op, br.Opd[0], any = op, to, true
			blk.Linear = f.list(x, int32(to.Imm))
			arm.Linear = f.list(x + 1)
			continue
		}
		if br.Op != amdgpu.SCbranchExecz || last == blk.First || len(arm.Linear) != 1 || arm.Linear[0] != x+1 {
			continue
		}
		if f.handOn(blk, last, arm, t) || f.runsEmpty(blk, last, arm) {
			br.Op, any = 0, true
			blk.Linear = f.list(x)
		}
	}
	if any {
		f.dropHoles()
	}
}

// fallsTo reports whether block b is block t, or falls through to it without an instruction.
func (f *Func) fallsTo(b, t int32) bool {
	for ; b < t; b++ {
		for i := f.Blocks[b].First; i < f.Blocks[b].Last; i++ {
			if f.Insts[i].Op != 0 {
				return false
			}
		}
	}
	return b == t
}

// handOn lets a mask take the lanes that block arm would only put into it, if nobody behind asks for EXEC.
func (f *Func) handOn(blk *Block, branch int32, arm *Block, t int32) bool {
	if arm.Last-arm.First != 1 || !f.execDead(t) {
		return false
	}
	enter, put := &f.Insts[branch-1], &f.Insts[arm.First]
	if enter.N < 2 || !isExec(&enter.Opd[0]) {
		return false
	}
	m := put.Opd[0]
	switch {
	case put.Op == amdgpu.SOrB32 && put.Opd[1].Reg == m.Reg && isExec(&put.Opd[2]) && enter.Op == amdgpu.SMovB32:
		*enter = Inst{Op: amdgpu.SOrB32, N: 3, Line: put.Line, Opd: [maxOps]amdgpu.Operand{m, m, enter.Opd[1]}}
	case put.Op == amdgpu.SMovB32 && isExec(&put.Opd[1]):
		// Without lanes the mask keeps what it had, which must be nothing.
		i := f.cleared(blk, branch, m.Reg)
		if i < 0 || enter.Opd[enter.N-1].Kind != amdgpu.OpdReg || enter.Opd[enter.N-1].Reg == m.Reg {
			return false
		}
		f.Insts[i].Op = 0
		enter.Opd[0] = m
	default:
		return false
	}
	put.Op = 0
	return true
}

// cleared finds the instruction before the branch that clears register r for what the branch skips, -1 if there is none.
func (f *Func) cleared(blk *Block, branch int32, r amdgpu.Reg) int32 {
	for i := branch - 2; i >= blk.First; i-- {
		in := &f.Insts[i]
		if in.Op == amdgpu.SMovB32 && in.Opd[0].Reg == r && in.Opd[1].Kind == amdgpu.OpdImm && in.Opd[1].Imm == 0 {
			return i
		}
		if in.Op != 0 && (in.Op != amdgpu.SMovB32 || in.Opd[0].Reg == r || in.Opd[1].Kind == amdgpu.OpdReg && in.Opd[1].Reg == r) {
			return -1
		}
	}
	return -1
}

// execDead reports whether EXEC is written, or the wave ends, before anything that depends on it, from block b on.
func (f *Func) execDead(b int32) bool {
	const far = 4 // blocks
	for range far {
		blk := &f.Blocks[b]
		for i := blk.First; i < blk.Last; i++ {
			in := &f.Insts[i]
			switch in.Op {
			case 0:
			case amdgpu.SEndpgm:
				return true
			case amdgpu.SMovB32:
				if isExec(&in.Opd[1]) {
					return false
				}
				if isExec(&in.Opd[0]) {
					return true
				}
			default:
				return false
			}
		}
		if len(blk.Linear) != 1 || blk.Linear[0] != b+1 {
			return false
		}
		b++
	}
	return false
}

// runsEmpty reports whether a block is short and does nothing without lanes, and takes away what the branch before it no
// longer needs.
func (f *Func) runsEmpty(blk *Block, branch int32, arm *Block) bool {
	if arm.Last-arm.First > maxRunEmpty {
		return false
	}
	clear := int32(-1)
	for i := arm.First; i < arm.Last; i++ {
		in := &f.Insts[i]
		switch {
		case in.Op == 0:
		case in.Op == amdgpu.SOrB32 && in.Opd[0].Reg == in.Opd[1].Reg && isExec(&in.Opd[2]):
		case in.Op == amdgpu.SMovB32 && isExec(&in.Opd[1]) && i == arm.Last-1:
			// A mask that is empty where the branch is taken.
			if enter := &f.Insts[branch-1]; enter.Opd[enter.N-1].Reg == in.Opd[0].Reg && enter.Opd[enter.N-1].Kind == amdgpu.OpdReg {
				return false
			}
			if clear = f.cleared(blk, branch, in.Opd[0].Reg); clear < 0 {
				return false
			}
		case f.Target.Info(in.Op).Flags&amdgpu.OpVALU != 0:
			// No scalar results: those do not depend on EXEC, or become empty.
			d := f.desc.lookup(in.Op, int(in.N))
			if d == nil || d.writes != 0 {
				return false
			}
			for k := range int(in.N) {
				if d.dir[k]&amdgpu.DirOut != 0 && !in.Opd[k].Reg.IsVGPR() {
					return false
				}
			}
			if in.Op == amdgpu.VWritelaneB32 {
				return false
			}
		default:
			return false
		}
	}
	if clear >= 0 {
		f.Insts[clear].Op = 0
	}
	return true
}

// dropHoles closes up where passes left instructions without an operation.
func (f *Func) dropHoles() {
	out := f.Insts[:0]
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		first, last := blk.First, blk.Last
		blk.First = int32(len(out))
		for i := first; i < last; i++ {
			if f.Insts[i].Op != 0 {
				out = append(out, f.Insts[i])
			}
		}
		blk.Last = int32(len(out))
	}
	f.Insts = out
}
