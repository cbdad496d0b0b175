package isel

import (
	"ferry/amdgpu"
)

// Schedule moves loads, and what computes their addresses, towards the beginning of their block, so that arithmetic runs
// while memory is on its way and one wait serves several loads. It runs before registers are assigned and keeps the number
// of live registers within what costs no occupancy.
//
// A block falls into regions between instructions that must stay where they are: fences, waits, barriers, atomics, volatile
// and other strong accesses, writes of EXEC, M0 or MODE, exchanges between lanes in LDS, calls, branches. In a region there
// are two queues in the order of the source: loads with all that they depend on, and the rest. The head of one of the two is
// next: loads first, as long as registers last and the address is there. Loads never pass stores to memory that may be the
// same, stores never pass each other, and instructions that need different modes keep their order.
func Schedule(f *Func) {
	s := scheduler{f: f}
	s.prepare()
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for i := blk.First; i < blk.Last; {
			if !f.movable(&f.Insts[i]) {
				i++
				continue
			}
			first, loads := i, 0
			for i < blk.Last && i-first < maxRegion && f.movable(&f.Insts[i]) {
				if f.isLoad(&f.Insts[i]) {
					loads++
				}
				i++
			}
			if loads > 0 && i-first > 2 {
				s.region(f.Insts[first:i], b)
			}
		}
	}
}

const (
	// maxRegion bounds a region: loads move no farther.
	maxRegion = 1000
	// fullOccupancy is the number of VGPRs up to which a SIMD of gfx1100 holds all of its 16 waves; slack is for what the
	// estimate of pressure misses.
	fullOccupancy  = vgprFile / 16
	pressureSlack  = 16
	maxLiveScalars = 88
)

// Register files of the pressure estimate.
const (
	pressS = iota
	pressV
	numPress
)

type pressure [numPress]int32

// scheduler is the state of Schedule.
type scheduler struct {
	f      *Func
	base   []int32    // by virtual register: its first slot; slots below are those of physical registers
	occ    []int32    // by virtual register: operands of the function that name it
	across []pressure // by block: registers that live across blocks
	budget pressure

	// By slot, for the region at hand.
	lastDef []int32 // 1 + the instruction
	readers []int32 // 1 + the latest entry of links: the instructions that read it since
	touched []int32
	links   []readLink
	// By virtual register, for the region at hand.
	left []int32 // operands still to come
	live []bool
	regs []int32

	nodes []schedNode
	preds []int32
	out   []Inst
	queue [2][]int32
	// Memory operations of the region by what they touch: the latest store, and the loads since.
	stores [numMem]int32
	loads  [numMem][]int32
	modes  modeRun
}

// modeRun keeps instructions in order that want different modes: those of the run at hand and of the one before.
type modeRun struct {
	mode      Mode
	now, last []int32
}

type readLink struct{ inst, next int32 }

type schedNode struct {
	pred0, pred1 int32 // preds[pred0:pred1]
	seen         int32 // preds up to here are scheduled
	ready        int32 // cycle at which their results are there
	done         int32 // cycle at which its own result is there
	feeder       bool
	scheduled    bool
}

// Kinds of memory that never overlap; generic accesses overlap with all.
const (
	memNone = iota
	memGlobal
	memLDS
	memScratch
	numMem
	memAny = numMem
)

func (s *scheduler) prepare() {
	f := s.f
	s.base = make([]int32, len(f.VRegs)+1)
	s.base[0] = int32(amdgpu.FirstVirtual)
	for i := range f.VRegs {
		s.base[i+1] = s.base[i] + int32(f.VRegs[i].Width)
	}
	n := s.base[len(f.VRegs)]
	s.lastDef, s.readers = make([]int32, n), make([]int32, n)
	s.occ, s.left, s.live = make([]int32, len(f.VRegs)), make([]int32, len(f.VRegs)), make([]bool, len(f.VRegs))
	// What lives across blocks counts as alive in all of the layout from the first to the last that names it.
	first, last := make([]int32, len(f.VRegs)), make([]int32, len(f.VRegs)) // 1 + block
	for b := range f.Blocks {
		for i := f.Blocks[b].First; i < f.Blocks[b].Last; i++ {
			in := &f.Insts[i]
			for k := range int(in.N) {
				id, ok := virtual(&in.Opd[k])
				if !ok {
					continue
				}
				s.occ[id]++
				last[id] = int32(b) + 1
				if first[id] == 0 {
					first[id] = int32(b) + 1
				}
			}
		}
	}
	s.across = make([]pressure, len(f.Blocks)+1)
	for id := range f.VRegs {
		if first[id] == last[id] {
			continue
		}
		w, file := int32(f.VRegs[id].Width), s.file(int32(id))
		s.across[first[id]-1][file] += w
		s.across[last[id]][file] -= w
	}
	for b := 1; b <= len(f.Blocks); b++ {
		for k := range s.across[b] {
			s.across[b][k] += s.across[b-1][k]
		}
	}
	s.budget = pressure{maxLiveScalars, int32(min(fullOccupancy, f.MaxVGPR)) - pressureSlack}
}

func virtual(o *amdgpu.Operand) (id int32, ok bool) {
	if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
		return 0, false
	}
	id, _ = SplitVirt(o.Reg)
	return id, true
}

func (s *scheduler) file(id int32) int {
	if s.f.VRegs[id].Class == ClassSGPR {
		return pressS
	}
	return pressV
}

// movable reports whether an instruction does nothing but what its operands, its mode and memClass say.
func (f *Func) movable(in *Inst) bool {
	switch in.Op {
	case PseudoCopy, PseudoReadCopy, PseudoUndef, PseudoSymAddr:
		return true
	}
	if in.Op >= FirstPseudo {
		return false
	}
	d := f.desc.lookup(in.Op, int(in.N))
	if d == nil || d.writes&(amdgpu.ImpEXEC|amdgpu.ImpM0|amdgpu.ImpMODE) != 0 {
		return false
	}
	fl := f.Target.Info(in.Op).Flags
	switch {
	case fl&(amdgpu.OpBranch|amdgpu.OpTerminator|amdgpu.OpAtomic) != 0:
		return false
	case fl&amdgpu.OpVALU != 0:
	case fl&amdgpu.OpSALU != 0:
		switch in.Op {
		case amdgpu.SGetregB32, amdgpu.SSetregB32, amdgpu.SSetregImm32B32, amdgpu.SGetpcB64:
			return false
		}
	default:
		return f.memClass(in) != memNone || isScalarLoad(in.Op)
	}
	// Special registers change what others do.
	for k := range int(in.N) {
		o := &in.Opd[k]
		if o.Kind == amdgpu.OpdReg && !o.Reg.IsVirtual() && d.dir[k]&amdgpu.DirOut != 0 && o.Reg != amdgpu.VCCLo && !o.Reg.IsVGPR() && !o.Reg.IsSGPR() && o.Reg != amdgpu.Null {
			return false
		}
	}
	return true
}

func isScalarLoad(op amdgpu.Op) bool {
	for i := range smemOps {
		if smemOps[i].op == op {
			return true
		}
	}
	return false
}

// memClass is the memory that a weak load or store touches; memNone for all else.
func (f *Func) memClass(in *Inst) int {
	if in.strong {
		return memNone
	}
	fl := f.Target.Info(in.Op).Flags
	if fl&(amdgpu.OpMayLoad|amdgpu.OpMayStore) == 0 || fl&amdgpu.OpAtomic != 0 {
		return memNone
	}
	switch {
	case fl&amdgpu.OpGlobal != 0:
		return memGlobal
	case fl&amdgpu.OpScratch != 0:
		return memScratch
	case fl&amdgpu.OpFlat != 0:
		return memAny
	case fl&amdgpu.OpDS != 0:
		switch in.Op {
		case amdgpu.DsLoadU8, amdgpu.DsLoadI8, amdgpu.DsLoadU16, amdgpu.DsLoadI16, amdgpu.DsLoadB32, amdgpu.DsLoadB64, amdgpu.DsLoadB96, amdgpu.DsLoadB128,
			amdgpu.DsStoreB8, amdgpu.DsStoreB16, amdgpu.DsStoreB32, amdgpu.DsStoreB64, amdgpu.DsStoreB96, amdgpu.DsStoreB128:
			return memLDS
		}
	}
	return memNone
}

func (f *Func) isLoad(in *Inst) bool {
	if in.Op >= FirstPseudo {
		return false
	}
	fl := f.Target.Info(in.Op).Flags
	return fl&(amdgpu.OpVMEM|amdgpu.OpDS|amdgpu.OpSMEM) != 0 && fl&amdgpu.OpMayLoad != 0
}

// region schedules a run of movable instructions.
func (s *scheduler) region(insts []Inst, b int) {
	s.build(insts)
	limit := s.peak(insts)
	for k := range limit {
		limit[k] = max(limit[k], s.budget[k]-s.across[b][k])
	}
	// What a load depends on comes with it.
	for i := len(insts) - 1; i >= 0; i-- {
		n := &s.nodes[i]
		if !n.feeder && !s.f.isLoad(&insts[i]) {
			continue
		}
		n.feeder = true
		for _, p := range s.preds[n.pred0:n.pred1] {
			s.nodes[p].feeder = true
		}
	}
	s.queue[0], s.queue[1] = s.queue[0][:0], s.queue[1][:0]
	for i := range insts {
		q := 1
		if s.nodes[i].feeder {
			q = 0
		}
		s.queue[q] = append(s.queue[q], int32(i))
	}
	s.out = s.out[:0]
	s.countLeft(insts)
	var now int32
	var p pressure
	feeders, others := s.queue[0], s.queue[1]
	for len(feeders)+len(others) > 0 {
		q := &feeders
		switch {
		case len(feeders) == 0:
			q = &others
		case len(others) == 0 || !s.free(others[0]):
		default:
			s.free(feeders[0])
			wait := s.nodes[feeders[0]].ready - now
			if s.over(&insts[feeders[0]], p, limit) || wait > 0 && s.nodes[others[0]].ready-now < wait {
				q = &others
			}
		}
		i := (*q)[0]
		*q = (*q)[1:]
		s.free(i)
		n := &s.nodes[i]
		in := &insts[i]
		now = max(now, n.ready) + 1
		n.done, n.scheduled = now+s.latency(in), true
		s.account(in, &p)
		s.out = append(s.out, *in)
	}
	copy(insts, s.out)
	s.reset(insts)
}

func (s *scheduler) latency(in *Inst) int32 {
	if in.Op >= FirstPseudo {
		return 2
	}
	return int32(s.f.Target.Latency(in.Op))
}

// free reports whether all that instruction i depends on is scheduled, and works out when it can go.
func (s *scheduler) free(i int32) bool {
	n := &s.nodes[i]
	for ; n.seen < n.pred1; n.seen++ {
		p := &s.nodes[s.preds[n.seen]]
		if !p.scheduled {
			return false
		}
		n.ready = max(n.ready, p.done)
	}
	return true
}

// countLeft starts the accounting of live registers.
func (s *scheduler) countLeft(insts []Inst) {
	for _, id := range s.regs {
		s.left[id], s.live[id] = 0, false
	}
	s.regs = s.regs[:0]
	for i := range insts {
		in := &insts[i]
		for k := range int(in.N) {
			if id, ok := virtual(&in.Opd[k]); ok {
				if s.left[id] == 0 {
					s.regs = append(s.regs, id)
				}
				s.left[id]++
			}
		}
	}
	for _, id := range s.regs {
		s.occ[id] -= s.left[id] // those outside the region
	}
}

// account follows the live registers over an instruction. A register that the region only reads counts as alive before it.
func (s *scheduler) account(in *Inst, p *pressure) {
	for k := range int(in.N) {
		id, ok := virtual(&in.Opd[k])
		if !ok {
			continue
		}
		w, file := int32(s.f.VRegs[id].Width), s.file(id)
		if !s.live[id] {
			s.live[id] = true
			p[file] += w
		}
		if s.left[id]--; s.left[id] == 0 && s.occ[id] == 0 {
			p[file] -= w
		}
	}
}

// over reports whether an instruction would make more registers alive than there should be.
func (s *scheduler) over(in *Inst, p, limit pressure) bool {
	for k := range int(in.N) {
		if id, ok := virtual(&in.Opd[k]); ok && !s.live[id] {
			p[s.file(id)] += int32(s.f.VRegs[id].Width)
		}
	}
	return p[pressS] > limit[pressS] || p[pressV] > limit[pressV]
}

// peak is the largest number of live registers in the order of the source.
func (s *scheduler) peak(insts []Inst) pressure {
	s.countLeft(insts)
	var p, top pressure
	for i := range insts {
		s.account(&insts[i], &p)
		for k := range p {
			top[k] = max(top[k], p[k])
		}
	}
	s.restoreOcc(insts)
	return top
}

// restoreOcc takes back what countLeft took from occ.
func (s *scheduler) restoreOcc(insts []Inst) {
	for i := range insts {
		in := &insts[i]
		for k := range int(in.N) {
			if id, ok := virtual(&in.Opd[k]); ok {
				s.occ[id]++
			}
		}
	}
}

func (s *scheduler) reset(insts []Inst) {
	s.restoreOcc(insts)
	for _, t := range s.touched {
		s.lastDef[t], s.readers[t] = 0, 0
	}
	s.touched = s.touched[:0]
}

// build finds what each instruction depends on.
func (s *scheduler) build(insts []Inst) {
	f := s.f
	s.nodes = sized(s.nodes, len(insts))
	s.preds, s.links = s.preds[:0], s.links[:0]
	for k := range s.stores {
		s.stores[k], s.loads[k] = 0, s.loads[k][:0]
	}
	s.modes = modeRun{now: s.modes.now[:0], last: s.modes.last[:0]}
	for i := range insts {
		in := &insts[i]
		n := &s.nodes[i]
		*n = schedNode{pred0: int32(len(s.preds))}
		var d *opDesc
		if in.Op < FirstPseudo {
			d = f.desc.lookup(in.Op, int(in.N))
		}
		for pass := range 2 { // reads before writes
			for k := range int(in.N) {
				o := &in.Opd[k]
				if o.Kind != amdgpu.OpdReg || o.Reg == amdgpu.Null {
					continue
				}
				dir := f.dirOf(in, d, k)
				if k == 0 && in.keepsLanes() {
					dir = amdgpu.DirInOut
				}
				s.touch(int32(i), s.slot(o.Reg), int32(max(o.Width, 1)), dir, pass)
			}
			if d != nil {
				s.touch(int32(i), int32(amdgpu.SCC), 1, impDir(d, amdgpu.ImpSCC), pass)
				s.touch(int32(i), int32(amdgpu.VCCLo), 1, impDir(d, amdgpu.ImpVCC), pass)
				s.touch(int32(i), int32(amdgpu.M0), 1, impDir(d, amdgpu.ImpM0), pass)
			} else if in.Op == PseudoSymAddr {
				s.touch(int32(i), int32(amdgpu.SCC), 1, amdgpu.DirOut, pass)
			}
		}
		if in.Op < FirstPseudo {
			s.memory(int32(i), in)
		}
		if in.Mode != 0 {
			s.mode(int32(i), in.Mode)
		}
		n.pred1 = int32(len(s.preds))
		n.seen = n.pred0
	}
}

// mode makes an instruction follow those that want another mode.
func (s *scheduler) mode(i int32, m Mode) {
	r := &s.modes
	if len(r.now) > 0 && r.mode != m {
		r.now, r.last = r.last[:0], r.now
	}
	r.mode = m
	if len(r.now) == 0 {
		// The first of a run waits for all of the one before, the others for the first.
		s.preds = append(s.preds, r.last...)
	} else {
		s.preds = append(s.preds, r.now[0])
	}
	r.now = append(r.now, i)
}

func impDir(d *opDesc, b amdgpu.Implicit) (dir amdgpu.Dir) {
	if d.reads&b != 0 {
		dir |= amdgpu.DirIn
	}
	if d.writes&b != 0 {
		dir |= amdgpu.DirOut
	}
	return dir
}

func (s *scheduler) slot(r amdgpu.Reg) int32 {
	if !r.IsVirtual() {
		return int32(r)
	}
	id, sub := SplitVirt(r)
	return s.base[id] + int32(sub)
}

// touch notes the reads (pass 0) and writes (pass 1) of n slots.
func (s *scheduler) touch(i, slot, n int32, dir amdgpu.Dir, pass int) {
	for t := slot; t < slot+n; t++ {
		if s.lastDef[t] == 0 && s.readers[t] == 0 && dir != 0 {
			s.touched = append(s.touched, t)
		}
		switch {
		case pass == 0 && dir&amdgpu.DirIn != 0:
			if d := s.lastDef[t]; d != 0 {
				s.preds = append(s.preds, d-1)
			}
			s.links = append(s.links, readLink{i, s.readers[t]})
			s.readers[t] = int32(len(s.links))
		case pass == 1 && dir&amdgpu.DirOut != 0:
			if d := s.lastDef[t]; d != 0 && d-1 != i {
				s.preds = append(s.preds, d-1)
			}
			for l := s.readers[t]; l != 0; l = s.links[l-1].next {
				if r := s.links[l-1].inst; r != i {
					s.preds = append(s.preds, r)
				}
			}
			s.lastDef[t], s.readers[t] = i+1, 0
		}
	}
}

// memory orders loads and stores. Stores of all kinds form one chain.
func (s *scheduler) memory(i int32, in *Inst) {
	c := s.f.memClass(in)
	if c == memNone {
		return
	}
	store := s.f.Target.Info(in.Op).Flags&amdgpu.OpMayStore != 0
	for k := memGlobal; k < numMem; k++ {
		if c != memAny && c != k && !store {
			continue
		}
		if p := s.stores[k]; p != 0 {
			s.preds = append(s.preds, p-1)
		}
		if c != memAny && c != k {
			continue
		}
		if store {
			s.preds = append(s.preds, s.loads[k]...)
			s.loads[k] = s.loads[k][:0]
			s.stores[k] = i + 1
		} else {
			s.loads[k] = append(s.loads[k], i)
		}
	}
}
