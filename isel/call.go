package isel

import (
	"fmt"
	"math/bits"

	"ferry/amdgpu"
	"ferry/ir"
	"ferry/regalloc"
)

// Real calls. The convention, on wave32:
//
//	s[0:1]    kernarg pointer, as in a kernel
//	s2 s3 s4  work-group ids
//	s5        local address of the callee's frame; the callee gives it back as it was
//	s[6:7]    return address
//	s[8:9]    scratch of the call itself
//	v0        packed work-item ids
//	v1...     arguments, at the return the results
//
// EXEC at the return is EXEC at the call, MODE is round to nearest with all denormals kept at both. A caller knows what
// its callee destroys, since callees are allocated first; a call within a cycle of calls destroys everything. The
// linearReserve VGPRs from linearFirst on never hold anything but scalars lane by lane; those a callee preserves, in all
// lanes, since its caller's other lanes have their values there.
const (
	regKernarg = amdgpu.Reg(0)
	regGroup   = amdgpu.Reg(2)
	regStack   = amdgpu.Reg(5)
	regReturn  = amdgpu.Reg(6)
	regTarget  = amdgpu.Reg(8)
	regSpare   = amdgpu.Reg(10) // where regTarget is in use

	launchRegs    = 5 // from s0 on
	fixedSGPRs    = 10
	linearFirst   = 17 // behind the arguments
	linearReserve = 24
	minVGPRsCalls = 64
)

// StackNeed is the name in a relocation of the literal of an OpStackNeed.
const StackNeed = "stack need"

var callRules = map[ir.Op]rule{
	ir.OpCall:     selCall,
	ir.OpParam:    func(s *sel, v *ir.Value) { s.reg[v.ID] = s.params[v.Imm] },
	ir.OpReturn:   selReturn,
	ir.OpStackPtr: func(s *sel, v *ir.Value) { s.reg[v.ID] = s.frame },
	ir.OpStackNeed: func(s *sel, v *ir.Value) {
		s.f.Syms = append(s.f.Syms, SymRef{Name: StackNeed, Rel: AbsLo})
		s.raw(amdgpu.SMovB32, s.dst(v), amdgpu.Operand{Kind: amdgpu.OpdSym, Imm: int64(len(s.f.Syms) - 1)})
	},
}

// modeDefault is the MODE at calls and returns, as what an instruction needs.
const modeDefault = ModeUses32 | ModeUses64

// Clobbers is a set of physical registers.
type Clobbers struct {
	s [2]uint64
	v [4]uint64
}

func (c *Clobbers) add(r amdgpu.Reg) {
	switch {
	case r.IsVGPR():
		n := r - amdgpu.V(0)
		c.v[n>>6] |= 1 << (n & 63)
	case r < numSUnits:
		c.s[r>>6] |= 1 << (r & 63)
	}
}

func (c *Clobbers) or(d *Clobbers) {
	for i := range c.s {
		c.s[i] |= d.s[i]
	}
	for i := range c.v {
		c.v[i] |= d.v[i]
	}
}

// hasCalls reports that the calling convention matters to f.
func (f *Func) hasCalls() bool { return f.function || len(f.Calls) > 0 }

// SetCallees tells allocation where the functions are that f calls; nil for one that is not allocated yet, because it
// is in a cycle with f.
func (f *Func) SetCallees(get func(*ir.Func) *Func) { f.callee = get }

// enterFunction names the registers in which a function starts.
func (s *sel) enterFunction() {
	if s.t.Wave64 {
		s.refuse("real calls on a wave of 64 lanes")
	}
	s.kernarg, s.tid = s.s64(), s.v32()
	s.ret, s.frame, s.callers = s.s64(), s.s32(), s.mask()
	n := s.fn.NumArgs
	s.raw(PseudoEntry, amdgpu.R(regKernarg, 8), amdgpu.R(amdgpu.V(0), 1+n))
	s.raw(PseudoCopy, r2(s.kernarg), r2(regKernarg))
	s.raw(PseudoCopy, r2(s.ret), r2(regReturn))
	s.raw(PseudoCopy, r1(s.frame), r1(regStack))
	for i := range s.group {
		s.group[i] = s.s32()
		s.raw(PseudoCopy, r1(s.group[i]), r1(regGroup+amdgpu.Reg(i)))
	}
	s.raw(PseudoCopy, r1(s.tid), r1(amdgpu.V(0)))
	s.params = make([]amdgpu.Reg, n)
	for i := range s.params {
		s.params[i] = s.v32()
		s.raw(PseudoCopy, r1(s.params[i]), r1(amdgpu.V(1+i)))
	}
	s.results = make([]amdgpu.Reg, s.fn.NumResults)
	for i := range s.results {
		s.results[i] = s.v32()
	}
	s.raw(s.lm().mov, s.lane(s.callers), s.exec())
}

func selReturn(s *sel, v *ir.Value) {
	for i := range v.Args {
		s.copyTo(r1(s.results[i]), s.arg(v, i))
	}
}

// leaveFunction returns with the lanes that called.
func (s *sel) leaveFunction() {
	s.raw(s.lm().mov, s.exec(), s.lane(s.callers))
	n := len(s.results)
	for i, r := range s.results {
		s.raw(PseudoCopy, r1(amdgpu.V(1+i)), r1(r))
	}
	var in *Inst
	if n > 0 {
		in = s.raw(PseudoReturn, r2(s.ret), amdgpu.R(amdgpu.V(1), n))
	} else {
		in = s.raw(PseudoReturn, r2(s.ret))
	}
	in.Mode = modeDefault
}

func selCall(s *sel, v *ir.Value) {
	if s.t.Wave64 {
		s.refuse("real calls on a wave of 64 lanes")
	}
	g := v.Sym.Callee
	k := -1
	for i, f := range s.fn.Calls {
		if f == g {
			k = i
		}
	}
	if k < 0 || len(v.Args) != g.NumArgs {
		panic("isel: call of an unknown function")
	}
	for i := range v.Args {
		s.copyTo(r1(amdgpu.V(1+i)), s.arg(v, i))
	}
	s.raw(PseudoCopy, r1(amdgpu.V(0)), r1(s.tid))
	s.raw(PseudoCopy, r2(regKernarg), r2(s.kernarg))
	for i := range s.group {
		s.raw(PseudoCopy, r1(regGroup+amdgpu.Reg(i)), r1(s.group[i]))
	}
	opds := []amdgpu.Operand{imm(int64(k)), amdgpu.R(amdgpu.V(0), 1+len(v.Args)), amdgpu.R(regKernarg, launchRegs)}
	n := g.NumResults
	if n > 0 {
		opds = append(opds, amdgpu.R(amdgpu.V(1), n))
	}
	s.raw(PseudoCall, opds...).Mode = modeDefault
	regs := make([]amdgpu.Reg, n)
	for i := range regs {
		regs[i] = s.v32()
		s.raw(PseudoCopy, r1(regs[i]), r1(amdgpu.V(1+i)))
	}
	s.multi[v.ID] = regs
}

// calleeClobbers is what a call destroys, for the allocator.
func (f *Func) calleeClobbers(in *Inst, p *regalloc.Program) []regalloc.Operand {
	var c Clobbers
	if g := f.callee(f.Calls[in.Opd[0].Imm]); g != nil {
		c = g.clobbers
	} else {
		for _, u := range p.Classes[ClassSGPR].Units {
			c.add(amdgpu.Reg(u))
		}
		for _, u := range p.Classes[ClassVGPR].Units {
			c.add(amdgpu.V(int(u)))
		}
	}
	for r := range amdgpu.Reg(fixedSGPRs) {
		c.add(r)
	}
	if f.function {
		c.s[0] &^= 1 << regStack
	}
	var out []regalloc.Operand
	runs := func(file int, words []uint64) {
		for w, x := range words {
			for x != 0 {
				from := bits.TrailingZeros64(x)
				n := bits.TrailingZeros64(^(x >> from))
				if n == 64 {
					x = 0
				} else {
					x &^= (1<<n - 1) << from
				}
				out = append(out, regalloc.Operand{VReg: regalloc.Fixed(file, 64*w+from), Width: uint8(n), Kind: regalloc.Def})
			}
		}
	}
	runs(fileS, c.s[:])
	runs(fileV, c.v[:])
	return out
}

// finishCalls notes after allocation what f destroys and where it preserves the VGPRs that hold its scalars.
func (f *Func) finishCalls(r *regalloc.Result) {
	linear := map[amdgpu.Reg]bool{}
	for i := range f.VRegs {
		if f.VRegs[i].Class != ClassVGPRLinear || r.Unit[i] < 0 {
			continue
		}
		v := amdgpu.V(int(r.Unit[i]))
		if !linear[v] {
			linear[v] = true
			f.linear = append(f.linear, v)
		}
	}
	f.NumVGPR = 0
	for i := range f.Insts {
		in := &f.Insts[i]
		for k := range int(in.N) {
			o := &in.Opd[k]
			if o.Kind != amdgpu.OpdReg {
				continue
			}
			for d := range amdgpu.Reg(max(o.Width, 1)) {
				x := o.Reg + d
				if x.IsVGPR() {
					f.NumVGPR = max(f.NumVGPR, int(x-amdgpu.V(0))+1)
				}
				if !linear[x] {
					f.clobbers.add(x)
				}
			}
		}
	}
	for _, g := range f.Calls {
		c := f.callee(g)
		switch {
		case c != nil:
			f.clobbers.or(&c.clobbers)
			f.NumVGPR = max(f.NumVGPR, c.NumVGPR)
		case g != f.src: // another function of the cycle, which is not known yet
			for r := range amdgpu.Reg(numSUnits) {
				f.clobbers.add(r)
			}
			for i := range f.MaxVGPR {
				if i < linearFirst || i >= linearFirst+linearReserve {
					f.clobbers.add(amdgpu.V(i))
				}
			}
		}
	}
	f.clobbers.add(amdgpu.VCCLo)
	if f.MaxSGPR <= longBranchPair {
		f.clobbers.add(longBranchPair)
		f.clobbers.add(longBranchPair + 1)
	}
	if f.function && len(f.linear) > 0 {
		f.linearAt = (f.ScratchBytes + 3) &^ 3
		f.ScratchBytes = f.linearAt + 4*len(f.linear)
	}
	align := f.src.FrameAlign
	f.ScratchBytes = (f.ScratchBytes + align - 1) &^ (align - 1)
}

// appendInst appends one instruction.
func appendInst(out []Inst, line int32, op amdgpu.Op, opds ...amdgpu.Operand) []Inst {
	in := Inst{Line: line, Op: op, N: uint8(len(opds))}
	copy(in.Opd[:], opds)
	return append(out, in)
}

// moveLinear stores or loads the VGPRs that hold scalars, in all lanes of the wave. t is a free SGPR pair.
func (f *Func) moveLinear(out []Inst, line int32, t amdgpu.Reg, load bool) []Inst {
	if len(f.linear) == 0 {
		return out
	}
	base, off := r1(regStack), int64(f.linearAt)
	if off+4*int64(len(f.linear)) > maxScratchOffset {
		out = appendInst(out, line, amdgpu.SAddU32, r1(t+1), base, imm(off))
		base, off = r1(t+1), 0
	}
	out = appendInst(out, line, amdgpu.SOrSaveexecB32, r1(t), imm(-1))
	for i, v := range f.linear {
		if load {
			out = appendInst(out, line, amdgpu.ScratchLoadB32, r1(v), amdgpu.Operand{}, base)
		} else {
			out = appendInst(out, line, amdgpu.ScratchStoreB32, amdgpu.Operand{}, r1(v), base)
		}
		out[len(out)-1].Offset = int32(off) + 4*int32(i)
	}
	return appendInst(out, line, amdgpu.SMovB32, amdgpu.R(amdgpu.ExecLo, 1), r1(t))
}

func expandEntry(f *Func, out []Inst, in *Inst) []Inst {
	if !f.function {
		return out
	}
	return f.moveLinear(out, in.Line, regTarget, false)
}

func expandReturn(f *Func, out []Inst, in *Inst) []Inst {
	t := regTarget
	if r := in.Opd[0].Reg; r >= t-1 && r <= t+1 {
		t = regSpare
	}
	out = f.moveLinear(out, in.Line, t, true)
	return appendInst(out, in.Line, amdgpu.SSetpcB64, in.Opd[0])
}

func expandCall(f *Func, out []Inst, in *Inst) []Inst {
	frame := int64(f.ScratchBytes)
	if f.function {
		out = appendInst(out, in.Line, amdgpu.SAddU32, r1(regStack), r1(regStack), imm(frame))
	} else {
		out = appendInst(out, in.Line, amdgpu.SMovB32, r1(regStack), imm(frame))
	}
	f.Syms = append(f.Syms, SymRef{Name: CalleeSymbol(int(in.Opd[0].Imm))})
	sym := Inst{Line: in.Line, Op: PseudoSymAddr, N: 2}
	sym.Opd[0], sym.Opd[1] = r2(regTarget), amdgpu.Operand{Kind: amdgpu.OpdSym, Imm: int64(len(f.Syms) - 1)}
	out = expandSymAddr(f, out, &sym)
	out = appendInst(out, in.Line, amdgpu.SSwappcB64, r2(regReturn), r2(regTarget))
	if f.function {
		out = appendInst(out, in.Line, amdgpu.SSubU32, r1(regStack), r1(regStack), imm(frame))
	}
	return out
}

// CalleeSymbol is the name by which relocations refer to function k of Func.Calls.
func CalleeSymbol(k int) string { return fmt.Sprintf("call %d", k) }
