package isel

import "ferry/amdgpu"

// SimplifyLanes shortens the arithmetic on lane masks that linearisation leaves (see package ir, linear.go), before
// registers are assigned:
//
//   - a mask that is known to be empty is set instead of added to, and not cleared again;
//   - a block that only hands its lanes on is not entered: its lanes go from mask to mask;
//   - a mask that is made only to be entered next is made in EXEC.
//
// One walk over the blocks in layout order. What is known of a mask is where it became empty; a block that can be reached
// past that place forgets it, and so does every block that is reached from below.
func SimplifyLanes(f *Func) {
	if len(f.masks) == 0 || f.Target.Wave64 {
		return
	}
	p := lanePass{f: f, mask: make([]int32, len(f.VRegs)), epochOf: make([]int32, len(f.VRegs)), defAt: make([]int32, len(f.VRegs)), st: make([]maskState, len(f.masks))}
	for i, r := range f.masks {
		id, _ := SplitVirt(r)
		p.mask[id] = int32(i) + 1
	}
	p.countPreds()
	p.emptied = make([]bool, len(f.Blocks))
	p.first = make([]int32, len(f.Blocks)+1)
	p.out = f.rewriting(0)
	for b := range f.Blocks {
		p.block(int32(b))
	}
	p.first[len(f.Blocks)] = int32(len(p.out))
	for b := range f.Blocks {
		f.Blocks[b].First, f.Blocks[b].Last = p.first[b], p.first[b+1]
	}
	f.rewritten(p.out)
	f.dropHoles() // definitions that moved into EXEC
}

// lanePass is the state of SimplifyLanes.
type lanePass struct {
	f    *Func
	out  []Inst
	mask []int32 // by virtual register: 1 + the number of the mask, 0 for others
	st   []maskState
	// zeros are the masks that became empty, in layout order; entries of masks that changed since are stale.
	zeros []zeroFact
	// minPred is the first block from which a block can be reached, preds how many there are; back tells that one of them
	// stands behind it.
	minPred, preds []int32
	back, emptied  []bool
	first          []int32
	// An epoch is a stretch of straight code in which EXEC stays the same. By virtual register: the epoch of the vector
	// compare that made it, and 1 + the index into out of its latest definition.
	epoch   int32
	epochOf []int32
	defAt   []int32
	at      int32 // the block
}

// maskState is what is known of a mask.
type maskState struct {
	zero     int32 // 1 + index into zeros while it is known to be empty
	def      int32 // 1 + index into out of the instruction that made it of a condition, in epoch; 0 once somebody reads it
	epoch    int32
	wasEmpty bool // before def
}

type zeroFact struct{ mask, block int32 }

func (p *lanePass) countPreds() {
	n := len(p.f.Blocks)
	p.minPred, p.preds, p.back = make([]int32, n), make([]int32, n), make([]bool, n)
	for b := range p.minPred {
		p.minPred[b] = int32(n)
	}
	for b := range p.f.Blocks {
		for _, s := range p.f.Blocks[b].Linear {
			p.preds[s]++
			p.minPred[s] = min(p.minPred[s], int32(b))
			p.back[s] = p.back[s] || s <= int32(b)
		}
	}
}

func (p *lanePass) block(b int32) {
	f := p.f
	p.at = b
	p.first[b] = int32(len(p.out))
	reach := p.minPred[b]
	if p.back[b] || b == 0 {
		reach = -1
	}
	for n := len(p.zeros); n > 0 && p.zeros[n-1].block > reach; n-- {
		if m := &p.st[p.zeros[n-1].mask]; m.zero == int32(n) {
			m.zero = 0
		}
		p.zeros = p.zeros[:n-1]
	}
	if !(p.preds[b] == 1 && reach == b-1 && len(f.Blocks[b-1].Linear) == 1) {
		p.epoch++
	}
	if p.emptied[b] {
		return
	}
	blk := &f.Blocks[b]
	insts := f.Insts[blk.First:blk.Last]
	m, target, enters := p.enter(insts)
	if enters {
		insts = insts[:len(insts)-3]
	}
	for i := range insts {
		p.inst(&insts[i])
	}
	if !enters {
		return
	}
	tail := f.Insts[blk.Last-3 : blk.Last]
	arm := b + 1
	if target == b+2 && p.preds[arm] == 1 && p.handsOn(arm, target) {
		x := &f.Blocks[arm]
		for i := x.First; i < x.Last; i++ {
			in := f.Insts[i]
			in.Opd[2] = r1(f.masks[m])
			p.inst(&in)
		}
		p.inst(&tail[1])
		blk.Linear = f.list(arm)
		p.emptied[arm] = true
		if p.preds[target]--; p.preds[target] == 1 {
			p.minPred[target] = arm
		}
		return
	}
	p.enterExec(m, tail)
	p.out = append(p.out, tail[2])
}

// enter recognises the code of ir.ActEnter at the end of a block.
func (p *lanePass) enter(insts []Inst) (mask, target int32, ok bool) {
	n := len(insts)
	if n < 3 {
		return 0, 0, false
	}
	x, y, z := &insts[n-3], &insts[n-2], &insts[n-1]
	if z.Op != amdgpu.SCbranchExecz || x.Op != amdgpu.SMovB32 || x.Opd[0].Reg != amdgpu.ExecLo || y.Op != amdgpu.SMovB32 || y.Opd[1].Kind != amdgpu.OpdImm {
		return 0, 0, false
	}
	m := p.maskOf(&x.Opd[1])
	if m == 0 || p.maskOf(&y.Opd[0]) != m || y.Opd[1].Imm != 0 {
		return 0, 0, false
	}
	return m - 1, int32(z.Opd[0].Imm), true
}

// maskOf is 1 + the number of the mask that o is, 0 if it is none.
func (p *lanePass) maskOf(o *amdgpu.Operand) int32 {
	if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
		return 0
	}
	id, _ := SplitVirt(o.Reg)
	return p.mask[id]
}

// handsOn reports whether block x only adds its lanes to masks and goes on to target, where nobody asks for EXEC.
func (p *lanePass) handsOn(x, target int32) bool {
	blk := &p.f.Blocks[x]
	if len(blk.Linear) != 1 || blk.Linear[0] != target {
		return false
	}
	for i := blk.First; i < blk.Last; i++ {
		in := &p.f.Insts[i]
		if in.Op != amdgpu.SOrB32 || p.maskOf(&in.Opd[0]) == 0 || in.Opd[1].Reg != in.Opd[0].Reg || !isExec(&in.Opd[2]) {
			return false
		}
	}
	return p.f.execDead(target)
}

func isExec(o *amdgpu.Operand) bool { return o.Kind == amdgpu.OpdReg && o.Reg == amdgpu.ExecLo }

// enterExec makes mask m EXEC, and m empty.
func (p *lanePass) enterExec(m int32, tail []Inst) {
	st := &p.st[m]
	d := st.def
	if d == 0 || st.epoch != p.epoch || p.defAt[p.condition(&p.out[d-1])] > d {
		p.inst(&tail[0])
		p.inst(&tail[1])
		return
	}
	def := &p.out[d-1]
	c := def.Opd[def.N-1]
	in := *def
	if in.Op == PseudoCopy || in.Op == amdgpu.SAndB32 && p.compared(&c) {
		in = tail[0]
		in.Opd[1] = c
	}
	// A mask that became a copy of the condition since may share its register if the condition is not asked for again.
	in.Opd[in.N-1] = p.copyOf(c, d)
	in.Opd[0] = tail[0].Opd[0]
	def.Op = 0
	p.out = append(p.out, in)
	p.forget(m)
	p.epoch++
	if st.wasEmpty {
		p.gain(m)
		return
	}
	p.inst(&tail[1])
}

// copyOf is a mask that is a copy of the condition c made behind index from of out, or c itself.
func (p *lanePass) copyOf(c amdgpu.Operand, from int32) amdgpu.Operand {
	cur := c
	for i := from; i < int32(len(p.out)); i++ {
		switch x := &p.out[i]; {
		case x.Op == PseudoCopy && x.Opd[1].Reg == cur.Reg && p.maskOf(&x.Opd[0]) != 0:
			cur = x.Opd[0]
		case x.Op != 0 && x.Opd[0].Reg == cur.Reg:
			cur = c // overwritten
		}
	}
	if m := p.maskOf(&cur); m != 0 {
		p.st[m-1].def = 0
	}
	return cur
}

// condition is the virtual register from which def makes a mask.
func (p *lanePass) condition(def *Inst) int32 {
	id, _ := SplitVirt(def.Opd[def.N-1].Reg)
	return id
}

func (p *lanePass) forget(m int32) {
	p.st[m].zero, p.st[m].def = 0, 0
}

func (p *lanePass) gain(m int32) {
	p.zeros = append(p.zeros, zeroFact{m, p.at})
	p.st[m].zero, p.st[m].def = int32(len(p.zeros)), 0
}

// inst appends one instruction, or what it comes to.
func (p *lanePass) inst(in *Inst) {
	m := int32(0)
	if in.N > 0 {
		m = p.maskOf(&in.Opd[0])
	}
	m--
	switch {
	case m >= 0 && in.Op == amdgpu.SMovB32 && in.Opd[1].Kind == amdgpu.OpdImm && in.Opd[1].Imm == 0:
		if p.st[m].zero == 0 {
			p.forget(m)
			p.out = append(p.out, *in)
			p.gain(m)
		}
		return
	case m >= 0 && in.Op == amdgpu.SOrB32 && in.Opd[1].Kind == amdgpu.OpdReg && in.Opd[1].Reg == in.Opd[0].Reg && p.st[m].zero != 0:
		p.set(m, in)
		return
	}
	p.out = append(p.out, *in)
	x := &p.out[len(p.out)-1]
	if m >= 0 && x.Op == amdgpu.SAndB32 && isExec(&x.Opd[1]) && p.compared(&x.Opd[2]) {
		x.Op, x.N = PseudoCopy, 2
		x.Opd[1], x.Opd[2] = x.Opd[2], amdgpu.Operand{}
	}
	p.note(x)
	if m >= 0 {
		p.noteDef(m, false)
		p.copyLast()
	}
}

// copyLast puts a copy of a condition behind the instruction that takes the lanes of the other side, which is the last to
// ask for the condition: so both can have one register.
func (p *lanePass) copyLast() {
	n := int32(len(p.out))
	if n < p.first[p.at]+2 {
		return
	}
	cp, other := &p.out[n-2], &p.out[n-1]
	m := p.maskOf(&cp.Opd[0])
	if cp.Op != PseudoCopy || other.Op != amdgpu.SAndNot1B32 || m == 0 || !isExec(&other.Opd[1]) || other.Opd[2].Kind != amdgpu.OpdReg || cp.Opd[1].Reg != other.Opd[2].Reg || other.Opd[0].Reg == cp.Opd[0].Reg {
		return
	}
	*cp, *other = *other, *cp
	for _, k := range [...]int32{m, p.maskOf(&cp.Opd[0])} {
		if k == 0 {
			continue
		}
		switch st := &p.st[k-1]; st.def {
		case n - 1:
			st.def = n
		case n:
			st.def = n - 1
		}
	}
}

// note keeps what the pass knows true behind an instruction.
func (p *lanePass) note(in *Inst) {
	f := p.f
	var d *opDesc
	if in.Op < FirstPseudo {
		d = f.desc.lookup(in.Op, int(in.N))
	}
	for k := range int(in.N) {
		o := &in.Opd[k]
		switch {
		case isExec(o):
			if f.dirOf(in, d, k)&amdgpu.DirOut != 0 {
				p.epoch++
			}
			continue
		case o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual():
			continue
		}
		id, _ := SplitVirt(o.Reg)
		dir := f.dirOf(in, d, k)
		if x := p.mask[id]; x != 0 {
			p.st[x-1].def = 0
			if dir&amdgpu.DirOut != 0 {
				p.st[x-1].zero = 0
			}
		}
		if dir&amdgpu.DirOut != 0 {
			p.defAt[id], p.epochOf[id] = int32(len(p.out)), 0
			if k == 0 && p.isCompare(in) {
				p.epochOf[id] = p.epoch
			}
		}
	}
	if d != nil && d.writes&amdgpu.ImpEXEC != 0 {
		p.epoch++
	}
}

// isCompare reports whether in is a vector compare, which clears the bits of lanes outside EXEC.
func (p *lanePass) isCompare(in *Inst) bool {
	return in.Op < FirstPseudo && p.f.Target.Info(in.Op).Flags&amdgpu.OpVOPC != 0 && in.N == 3 && p.f.ClassOf(in.Opd[0].Reg) == ClassSGPR
}

// compared reports whether o is the result of a vector compare under the present EXEC: it has no bits outside.
func (p *lanePass) compared(o *amdgpu.Operand) bool {
	if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
		return false
	}
	id, sub := SplitVirt(o.Reg)
	return sub == 0 && p.epochOf[id] == p.epoch
}

// set turns m |= x, m being empty, into m = x.
func (p *lanePass) set(m int32, in *Inst) {
	x := in.Opd[2]
	if n := int32(len(p.out)); n > p.first[p.at] && x.Kind == amdgpu.OpdReg && x.Reg.IsVirtual() && p.maskOf(&x) == 0 {
		// A temporary that the instruction before makes for this one.
		prev := &p.out[n-1]
		if (prev.Op == amdgpu.SAndB32 || prev.Op == amdgpu.SAndNot1B32) && prev.Opd[0].Reg == x.Reg && isExec(&prev.Opd[1]) {
			prev.Opd[0] = in.Opd[0]
			p.noteDef(m, true)
			p.copyLast()
			return
		}
	}
	out := *in
	out.N = 2
	out.Op = PseudoCopy
	out.Opd[1], out.Opd[2] = x, amdgpu.Operand{}
	if isExec(&x) {
		out.Op = amdgpu.SMovB32
	}
	p.out = append(p.out, out)
	p.note(&p.out[len(p.out)-1])
	p.noteDef(m, true)
}

// noteDef notes the latest instruction as the one that makes m, if it makes it of a condition, within EXEC.
func (p *lanePass) noteDef(m int32, wasEmpty bool) {
	def := &p.out[len(p.out)-1]
	st := &p.st[m]
	st.zero, st.def = 0, 0
	id, _ := SplitVirt(def.Opd[0].Reg)
	p.defAt[id] = int32(len(p.out))
	switch def.Op {
	case amdgpu.SAndB32, amdgpu.SAndNot1B32:
		if !isExec(&def.Opd[1]) {
			return
		}
	case PseudoCopy:
	default:
		return
	}
	if c := &def.Opd[def.N-1]; c.Kind == amdgpu.OpdReg && c.Reg.IsVirtual() && p.maskOf(c) == 0 {
		st.def, st.epoch, st.wasEmpty = int32(len(p.out)), p.epoch, wasEmpty
	}
}
