package isel

import (
	"fmt"

	"ferry/amdgpu"
	"ferry/ir"
	"ferry/regalloc"
)

// Register files and classes as the allocator sees them. Unit n of file 0 is the scalar register with code n (VCC and
// what follows the SGPRs included), unit n of file 1 is VGPR n.
const (
	fileS = iota
	fileV
)

const (
	numSUnits = 108 // s0..s105, vcc
	numVUnits = 256
	// maxRounds bounds the rounds of spilling; each one only shortens ranges, a few are enough.
	maxRounds = 12
)

// Allocate gives every virtual register of f a physical one, spilling where the budget asks for it. check proves the
// result with regalloc.Check.
func Allocate(f *Func, check bool) error {
	sp := spiller{f: f, base: (f.ScratchBytes + 3) &^ 3, lanes: -1}
	for range maxRounds {
		if f.hasCalls() && len(sp.store) > linearReserve {
			return fmt.Errorf("more than %d scalars must be kept across calls", linearReserve*ir.WaveSize)
		}
		if n := f.linearVGPRs(); n >= f.MaxVGPR {
			return fmt.Errorf("register allocation: %d vector registers would be needed to keep scalars in", n)
		}
		p := f.program()
		r, err := regalloc.Allocate(p)
		if err != nil {
			return fmt.Errorf("register allocation: %w", err)
		}
		if check && len(r.Spilled) == 0 {
			if err := regalloc.Check(p, r); err != nil {
				return fmt.Errorf("register allocation is wrong: %w", err)
			}
		}
		if len(r.Spilled) == 0 {
			f.assign(r)
			f.NumSGPR, f.NumVGPR = r.Used[fileS], r.Used[fileV]
			f.ScratchBytes = sp.end()
			if f.hasCalls() {
				f.finishCalls(r)
			}
			return nil
		}
		sp.spill(r)
	}
	return fmt.Errorf("register allocation: no end of spilling")
}

// linearVGPRs is how many VGPRs hold scalars.
func (f *Func) linearVGPRs() int {
	n := 0
	for i := range f.VRegs {
		if f.VRegs[i].Class == ClassVGPRLinear {
			n += int(f.VRegs[i].Width)
		}
	}
	return n
}

// program describes f to the allocator.
func (f *Func) program() *regalloc.Program {
	// VGPRs that hold scalars are written whatever EXEC is, so that they share no register with those that follow it.
	linear := f.linearVGPRs()
	all := units(f.MaxVGPR)
	scalars := append(units(f.MaxSGPR), int32(amdgpu.VCCLo))
	vectors, lanes := all[:len(all)-linear], all[len(all)-linear:]
	if f.hasCalls() {
		lanes = all[linearFirst : linearFirst+linearReserve]
		vectors = append(units(linearFirst), all[linearFirst+linearReserve:]...)
		if f.function {
			scalars = append(units(int(regStack)), scalars[regStack+1:]...)
		}
	}
	p := &regalloc.Program{
		Files: []regalloc.File{{Name: "s", Units: numSUnits}, {Name: "v", Units: numVUnits}},
		Classes: []regalloc.Class{
			ClassSGPR:       {Name: "s", File: fileS, CFG: regalloc.Linear, Units: scalars},
			ClassVGPR:       {Name: "v", File: fileV, CFG: regalloc.Logical, Units: vectors},
			ClassVGPRLinear: {Name: "l", File: fileV, CFG: regalloc.Linear, Units: lanes},
		},
		VRegs:  make([]regalloc.VReg, len(f.VRegs)),
		Blocks: make([]regalloc.Block, len(f.Blocks)),
		Insts:  make([]regalloc.Inst, len(f.Insts)),
		Ops:    make([]regalloc.Operand, 0, 3*len(f.Insts)),
	}
	for i := range f.VRegs {
		v := &f.VRegs[i]
		p.VRegs[i] = regalloc.VReg{Class: uint8(v.Class), Width: v.Width, Align: v.Align, NoSpill: v.NoSpill, Orig: v.orig, OrigSub: v.origSub}
		if v.VCC && !f.Target.Wave64 {
			p.VRegs[i].Hint = int32(amdgpu.VCCLo) + 1
		}
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		p.Blocks[i] = regalloc.Block{First: b.First, Last: b.Last, Depth: int32(b.Depth)}
		p.Blocks[i].Succs[regalloc.Logical] = b.Logical
		p.Blocks[i].Succs[regalloc.Linear] = b.Linear
	}
	for i := range f.Insts {
		in := &f.Insts[i]
		ri := &p.Insts[i]
		ri.OpFirst = int32(len(p.Ops))
		var d *opDesc
		if in.Op < FirstPseudo {
			d = f.desc.lookup(in.Op, int(in.N))
		}
		for k := range int(in.N) {
			o := &in.Opd[k]
			if o.Kind != amdgpu.OpdReg {
				continue
			}
			ro := regalloc.Operand{Width: max(o.Width, 1)}
			switch {
			case o.Reg.IsVirtual():
				id, sub := SplitVirt(o.Reg)
				ro.VReg, ro.Sub = id, uint8(sub)
			case o.Reg.IsVGPR():
				ro.VReg = regalloc.Fixed(fileV, int(o.Reg-amdgpu.V(0)))
			case o.Reg == regStack && f.function:
				continue // set aside
			case o.Reg < numSUnits:
				ro.VReg = regalloc.Fixed(fileS, int(o.Reg))
			default:
				continue // EXEC, M0, SCC, null: never allocated
			}
			ro.Kind = f.operandKind(in, d, k)
			p.Ops = append(p.Ops, ro)
		}
		if d != nil {
			// VCC that the text does not name.
			if d.reads&amdgpu.ImpVCC != 0 {
				p.Ops = append(p.Ops, regalloc.Operand{VReg: regalloc.Fixed(fileS, int(amdgpu.VCCLo)), Width: 1, Kind: regalloc.Use})
			}
			if d.writes&amdgpu.ImpVCC != 0 {
				p.Ops = append(p.Ops, regalloc.Operand{VReg: regalloc.Fixed(fileS, int(amdgpu.VCCLo)), Width: 1, Kind: regalloc.Def})
			}
		}
		ri.OpLast = int32(len(p.Ops))
		if in.Op == PseudoCall {
			p.Clobbers = append(p.Clobbers, f.calleeClobbers(in, p))
			ri.Clobbers = int32(len(p.Clobbers))
		}
		switch {
		case in.spill == spillStore:
			ri.Kind, ri.Slot = regalloc.SpillStore, in.slot
			if in.Op == amdgpu.VWritelaneB32 {
				// The allocator wants the spilled register first.
				o := p.Ops[ri.OpFirst:]
				o[0], o[1] = o[1], o[0]
			}
		case in.spill == spillLoad:
			ri.Kind, ri.Slot = regalloc.SpillLoad, in.slot
		case in.Op == PseudoCopy && in.Opd[1].Kind == amdgpu.OpdReg && ri.OpLast-ri.OpFirst == 2 && f.sameFile(in):
			ri.Kind = regalloc.Copy
		}
	}
	return p
}

func (f *Func) sameFile(in *Inst) bool {
	return f.ClassOf(in.Opd[0].Reg) == f.ClassOf(in.Opd[1].Reg)
}

func units(n int) []int32 {
	u := make([]int32, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

// assign rewrites virtual registers to physical ones.
func (f *Func) assign(r *regalloc.Result) {
	for i := range f.Insts {
		in := &f.Insts[i]
		for k := range int(in.N) {
			o := &in.Opd[k]
			if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
				continue
			}
			id, sub := SplitVirt(o.Reg)
			u := int(r.Unit[id]) + sub
			if f.VRegs[id].Class == ClassSGPR {
				o.Reg = amdgpu.S(u)
			} else {
				o.Reg = amdgpu.V(u)
			}
		}
	}
}
