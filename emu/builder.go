package emu

import (
	"encoding/binary"
	"fmt"
	"strings"

	"ferry/amdgpu"
)

// Builder decodes one code object's code into a Program.
type Builder struct {
	P      *Program
	Opt    Options
	t      *amdgpu.Target
	consts map[uint32]int
	ops    *opSet
	// refused is the number of instructions without a handler.
	refused int
}

// Apertures of generic addresses: the high dwords of the shared and the private window.
const (
	SharedApertureHi  = 0x10000
	PrivateApertureHi = 0x20000
)

// Build decodes code, whose first byte has address base. Bytes that are no instruction are no error here: they
// fault when a wave reaches them. Instructions that the emulator does not have fault by name in the same way.
func Build(t *amdgpu.Target, name string, code []byte, base uint64, opt Options) (*Program, error) {
	if t.Wave64 {
		return nil, fmt.Errorf("emu: wave64 code is not supported")
	}
	if len(code)%4 != 0 {
		return nil, fmt.Errorf("emu: code of %d bytes is not a whole number of dwords", len(code))
	}
	p := &Program{Name: name, Base: base, Strict: opt.Strict, Target: t, seed: ModeSeed(opt.Seed), Index: make([]int32, len(code)/4+1)}
	if opt.StrictMemory {
		p.unwritten = 0xff
	}
	for i := range p.Index {
		p.Index[i] = -1
	}
	var ins []amdgpu.Inst
	var offs []uint32
	var errs []error
	nv := 0
	for off := 0; off < len(code); {
		p.Index[off/4] = int32(len(ins))
		ins = append(ins, amdgpu.Inst{})
		in := &ins[len(ins)-1]
		err := amdgpu.Decode(t, code[off:], in)
		offs = append(offs, uint32(off))
		errs = append(errs, err)
		if err != nil {
			*in = amdgpu.Inst{Size: 4}
		} else {
			t.Uses(in, func(r amdgpu.Reg, width int, _ amdgpu.Dir) {
				if r.IsVGPR() {
					nv = max(nv, int(r)-256+width)
				}
			})
		}
		off += int(in.Size)
	}
	p.NumVGPR = max(nv, opt.NumVGPR, 1)
	p.ConstBase = NumTemps + p.NumVGPR
	if opt.Weak != 0 {
		p.weak, p.weakLimit, p.weakRow = opt.Weak, opt.WeakLimit, p.ConstBase
		p.ConstBase += weakRows
	}
	if opt.Strict {
		p.ConstBase += shadowRows
	}
	b := &Builder{P: p, Opt: opt, t: t, consts: map[uint32]int{}, ops: fastOps()}
	if opt.Scalar {
		b.ops = scalarOps()
	}
	p.Code = make([]DInst, len(ins)+1)
	for i := range ins {
		d := &p.Code[i]
		d.Off = offs[i]
		d.In = &ins[i]
		if err := errs[i]; err != nil {
			d.H = failHandler(FaultIllegalInstr, fmt.Sprintf("no instruction: %v (dword %#08x)", err, binary.LittleEndian.Uint32(code[offs[i]:])))
			d.In = nil
			continue
		}
		b.lower(&ins[i], d)
	}
	end := &p.Code[len(ins)]
	end.Off = uint32(len(code))
	end.H = failHandler(FaultBadPC, "execution ran past the end of the code")
	for i := range p.Code {
		p.Code[i].Count = 1
	}
	switch {
	case opt.Strict:
		b.strictify()
	case opt.Weak != 0:
		for i := range p.Code {
			p.Code[i].H = b.weaken(&p.Code[i], p.Code[i].H)
		}
	default:
		b.skipHints()
		if !opt.Scalar {
			b.buildUops()
		}
	}
	return p, nil
}

// skipHints leaves hints and waits out of the code; branches to one land on what follows it.
func (b *Builder) skipHints() {
	code := b.P.Code
	at := make([]int32, len(code)) // new index of each instruction, or of the next that stays
	n := int32(0)
	for i := range code {
		at[i] = n
		if i == len(code)-1 || !code[i].hint() {
			n++
		}
	}
	for i := range b.P.Index {
		if k := b.P.Index[i]; k >= 0 {
			b.P.Index[i] = at[k]
		}
	}
	for i := range code {
		d := &code[i]
		if d.isBranch() && d.Target >= 0 {
			d.Target = at[d.Target]
		}
		if i == len(code)-1 || !d.hint() {
			code[at[i]] = *d
		} else if at[i] > 0 {
			code[at[i]-1].Count++
		}
	}
	b.P.Code = code[:n]
}

func (d *DInst) isBranch() bool {
	return d.In != nil && (d.In.Op == amdgpu.SBranch || strings.HasPrefix(d.In.Op.String(), "s_cbranch"))
}

// hint reports whether an instruction does nothing in a fast program.
func (d *DInst) hint() bool {
	if d.In == nil {
		return false
	}
	switch d.In.Op {
	case amdgpu.SNop, amdgpu.SDelayAlu, amdgpu.SClause, amdgpu.SWaitcnt, amdgpu.SWaitcntVscnt, amdgpu.SWaitcntDepctr, amdgpu.SSetInstPrefetchDistance:
		return true
	}
	return false
}

// failHandler makes a handler that faults.
func failHandler(k FaultKind, msg string) Handler {
	return func(w *Wave, d *DInst) { w.Fail(k, d, -1, "%s", msg) }
}

// refuse makes d fault by name.
func (b *Builder) refuse(in *amdgpu.Inst, d *DInst, why string) {
	b.refused++
	d.H = failHandler(FaultIllegalInstr, fmt.Sprintf("%s is not supported by the emulator%s", in.Op, why))
}

func (b *Builder) lower(in *amdgpu.Inst, d *DInst) {
	fl := b.t.Info(in.Op).Flags
	switch {
	case fl&(amdgpu.OpVALU|amdgpu.OpVOPD|amdgpu.OpVOPC|amdgpu.OpVINTERP|amdgpu.OpWMMA) != 0:
		if why := b.lowerVector(in, d); why != "" {
			b.refuse(in, d, ": "+why)
		}
	case fl&(amdgpu.OpSALU|amdgpu.OpSOPP) != 0:
		if !b.lowerScalar(in, d) {
			b.refuse(in, d, "")
		}
	default:
		for _, f := range memLowers {
			if f(b, in, d) {
				if d.H == nil {
					b.refuse(in, d, " (lowered without a handler)")
				}
				return
			}
		}
		b.refuse(in, d, "")
	}
}

// Const gives the row that holds v in every lane.
func (b *Builder) Const(v uint32) Src {
	i, ok := b.consts[v]
	if !ok {
		i = b.P.ConstBase + len(b.P.Consts)
		b.consts[v] = i
		b.P.Consts = append(b.P.Consts, v)
	}
	return Src(i)
}

// special gives the value of a scalar source that is a constant of the machine.
func special(r amdgpu.Reg, hi bool) (uint32, bool) {
	var v uint64
	switch r {
	case amdgpu.SharedBase:
		v = SharedApertureHi << 32
	case amdgpu.SharedLimit:
		v = SharedApertureHi<<32 | 0xffffffff
	case amdgpu.PrivateBase:
		v = PrivateApertureHi << 32
	case amdgpu.PrivateLimit:
		v = PrivateApertureHi<<32 | 0xffffffff
	case amdgpu.FlatScratchBaseLo, amdgpu.FlatScratchBaseHi:
		return 0, true
	default:
		return 0, false
	}
	if hi {
		v >>= 32
	}
	return uint32(v), true
}

// VSrc resolves dword k (0 low) of a vector source operand.
func (b *Builder) VSrc(o *amdgpu.Operand, k int) Src {
	if o.Kind == amdgpu.OpdReg {
		if o.Reg.IsVGPR() {
			return Src(NumTemps + int(o.Reg) - 256 + k)
		}
		if v, ok := special(o.Reg, k == 1); ok {
			return b.Const(v)
		}
		return SScalar(b.SSlot(o.Reg, k))
	}
	return b.Const(uint32(uint64(o.Imm) >> (32 * k)))
}

// SSlot gives the index into Wave.S of dword k of a scalar register read as a source.
func (b *Builder) SSlot(r amdgpu.Reg, k int) int {
	switch {
	case r == amdgpu.SCC:
		if k > 0 {
			return RegNull
		}
		return RegSCC
	case r == amdgpu.Null:
		return RegNull
	case int(r)+k < 128:
		return int(r) + k
	}
	return RegNull
}

// SDst is SSlot for a destination: null goes to the sink.
func (b *Builder) SDst(r amdgpu.Reg, k int) int {
	if r == amdgpu.Null || int(r)+k >= 128 {
		return RegSink
	}
	return int(r) + k
}

// VDst gives the row of dword k of a VGPR destination.
func (b *Builder) VDst(o *amdgpu.Operand, k int) int { return NumTemps + int(o.Reg) - 256 + k }

// NewWave makes a wave of the program with all lanes of exec active; its registers are zero.
func (p *Program) NewWave(exec uint32, mode Mode) *Wave {
	w := &Wave{}
	p.Reset(w, exec, mode)
	return w
}

// Reset prepares w, possibly used before, to run p from its first instruction.
func (p *Program) Reset(w *Wave, exec uint32, mode Mode) {
	n := p.ConstBase + len(p.Consts)
	if w.Prog != p || len(w.V) != n {
		if cap(w.V) >= n {
			w.V = w.V[:n]
		} else {
			w.V = make([]Lanes, n)
		}
		for i, c := range p.Consts {
			broadcast(&w.V[p.ConstBase+i], c)
		}
		w.Prog = p
	}
	clear(w.V[:p.ConstBase])
	w.S = [numS]uint32{RegExec: exec}
	w.maskExec = 0
	w.maskRow = Lanes{}
	w.Code = p.Code
	w.PC = 0
	w.Mode = mode | p.seed
	w.Status = Running
	w.Fault = nil
	w.Insts = 0
	if p.Strict {
		w.strict = newStrictState(p, w.strict)
		// What nobody wrote holds junk, so that using it shows even where no rule sees it.
		for i := range p.NumVGPR {
			scalarBroadcast(w.VGPR(i), uint32(mix64(uint64(i)))|0x80000001)
		}
		for i := range RegNull {
			w.S[i] = uint32(mix64(uint64(i)+1000)) | 0x80000001
		}
	} else {
		w.strict = nil
	}
}

// Jump moves the wave to the instruction at a code address.
func (w *Wave) Jump(d *DInst, addr uint64) {
	off := addr - w.Prog.Base
	if off&3 != 0 || off/4 >= uint64(len(w.Prog.Index)) || w.Prog.Index[off/4] < 0 {
		w.Fail(FaultBadPC, d, -1, "jump to %#x, which is no instruction of this code", addr)
	}
	w.PC, w.event = int(w.Prog.Index[off/4]), true
}
