package amdgpu

import "fmt"

// Hazards of gfx1100 and gfx1150 that software must handle in wave32 (abi: "Hazards software must handle"; found by running LLVM 22's hazard recogniser on
// instruction pairs):
//
//	v_cmpx writes EXEC, v_permlane* follows with no other VALU between: v_mov vN, vN, N being its source.
//	A transcendental result is read by a VALU instruction with at most 5 VALU and 1 transcendental between (gfx1100 only): wait va_vdst(0).
//	D of a WMMA overlaps A or B of the next matrix instruction with no VALU between: v_nop.
//	LDS-direct loads overwrite a VGPR that VMEM or VALU still reads: wait vm_vsrc(0), and wait_vdst of the load itself is 0.

// Values of s_waitcnt_depctr: all ones in the fields that do not wait.
const (
	depctrVaVdst0 = 0x0f9f // every VALU result is in its VGPR
	depctrVmVsrc0 = 0xff83 // every VMEM instruction has read its VGPRs
)

// transResult is a recent result of the transcendental unit.
type transResult struct {
	reg   Reg
	width uint8
	valu  uint8 // VALU instructions since
	trans uint8 // transcendental ones among them
}

const (
	transMaxVALU  = 5
	transMaxTrans = 1
)

// hazardState is what the rules remember at one point.
type hazardState struct {
	seen  bool
	cmpx  bool // v_cmpx with no VALU since
	trans []transResult
	wmma  []Operand // D of matrix instructions with no VALU since
}

// InsertHazards puts the instructions that hazards demand into the code. It runs after InsertWaits and after everything else that moves VALU instructions.
func InsertHazards(t *Target, blocks []Block) error {
	var transRule bool
	switch t.Name {
	case "gfx1100":
		transRule = true
	case "gfx1150":
	default:
		return fmt.Errorf("amdgpu: hazards of %s are not done yet", t.Name)
	}
	if t.Wave64 {
		return fmt.Errorf("amdgpu: hazards of %s in wave64 are not done yet", t.Name)
	}
	if len(blocks) == 0 {
		return nil
	}
	for i := range blocks {
		for j := range blocks[i].Insts {
			if in := &blocks[i].Insts[j]; in.Row == 0 {
				if err := t.Resolve(in); err != nil {
					return err
				}
			}
		}
	}
	h := hazards{t: t, transRule: transRule, in: make([]hazardState, len(blocks))}
	dirty := make([]bool, len(blocks))
	dirty[0], h.in[0].seen = true, true
	for again := true; again; {
		again = false
		for i := range blocks {
			if !dirty[i] {
				continue
			}
			dirty[i] = false
			h.block(&blocks[i], i, false)
			for _, s := range blocks[i].Succs {
				if h.merge(&h.in[s]) {
					dirty[s] = true
					again = again || s <= i
				}
			}
		}
	}
	for i := range blocks {
		if h.in[i].seen {
			h.block(&blocks[i], i, true)
		}
	}
	return nil
}

type hazards struct {
	t         *Target
	transRule bool
	in        []hazardState
	st        hazardState
}

// merge joins the state after a block into the entry state a of a successor and says whether that changed.
func (h *hazards) merge(a *hazardState) bool {
	changed := !a.seen
	a.seen = true
	if h.st.cmpx && !a.cmpx {
		a.cmpx, changed = true, true
	}
next:
	for _, x := range h.st.trans {
		for i := range a.trans {
			y := &a.trans[i]
			if y.reg == x.reg && y.width == x.width {
				if x.valu < y.valu || x.trans < y.trans {
					y.valu, y.trans = min(x.valu, y.valu), min(x.trans, y.trans)
					changed = true
				}
				continue next
			}
		}
		a.trans = append(a.trans, x)
		changed = true
	}
nextD:
	for _, x := range h.st.wmma {
		for _, y := range a.wmma {
			if x == y {
				continue nextD
			}
		}
		a.wmma = append(a.wmma, x)
		changed = true
	}
	return changed
}

// block runs over a block from its entry state; with emit set it inserts instructions.
func (h *hazards) block(b *Block, i int, emit bool) {
	a := &h.in[i]
	st := &h.st
	st.cmpx = a.cmpx
	st.trans = append(st.trans[:0], a.trans...)
	st.wmma = append(st.wmma[:0], a.wmma...)
	var out []Inst
	k := 0
	insert := func(in Inst) {
		h.after(&in)
		if !emit {
			return
		}
		if out == nil {
			out = append(make([]Inst, 0, len(b.Insts)+4), b.Insts[:k]...)
		}
		out = append(out, in)
	}
	for k = range b.Insts {
		in := &b.Insts[k]
		fl := h.t.ops[in.Op].Flags
		if fl&OpVALU != 0 {
			if st.cmpx && isPermlane(in.Op) {
				mov := Inst{Op: VMovB32, N: 2}
				mov.Opd[0], mov.Opd[1] = R(in.Opd[1].Reg, 1), R(in.Opd[1].Reg, 1)
				insert(h.resolved(mov))
			}
			if len(st.wmma) > 0 && fl&OpWMMA != 0 && h.overlapsWMMA(in) {
				insert(h.resolved(Inst{Op: VNop}))
			}
			if len(st.trans) > 0 && h.readsTrans(in) {
				insert(h.depctr(depctrVaVdst0))
			}
		}
		if in.Op == SSetpcB64 || in.Op == SSwappcB64 || in.Op == SCallB64 {
			// The code that runs next may begin with the second half of a hazard.
			if len(st.trans) > 0 {
				insert(h.depctr(depctrVaVdst0))
			}
			if st.cmpx || len(st.wmma) > 0 {
				mov := Inst{Op: VMovB32, N: 2}
				mov.Opd[0], mov.Opd[1] = R(V(0), 1), R(V(0), 1)
				insert(h.resolved(mov))
			}
		}
		if fl&OpLDSDir != 0 {
			in.Format = 0
			insert(h.depctr(depctrVmVsrc0))
		}
		h.after(in)
		if out != nil {
			out = append(out, *in)
		}
	}
	if out != nil {
		b.Insts = out
	}
}

func isPermlane(op Op) bool {
	switch op {
	case VPermlane16B32, VPermlanex16B32, VPermlane64B32:
		return true
	}
	return false
}

func (h *hazards) resolved(in Inst) Inst {
	if err := h.t.Resolve(&in); err != nil {
		panic(err) // fixed instructions that every target of InsertHazards has
	}
	return in
}

func (h *hazards) depctr(v int64) Inst {
	in := Inst{Op: SWaitcntDepctr, N: 1}
	in.Opd[0] = Operand{Kind: OpdField, Imm: v}
	return h.resolved(in)
}

// readsTrans says whether in reads a recent transcendental result.
func (h *hazards) readsTrans(in *Inst) bool {
	hit := false
	h.t.Uses(in, func(r Reg, width int, d Dir) {
		if d&DirIn == 0 || !r.IsVGPR() {
			return
		}
		for i := range h.st.trans {
			x := &h.st.trans[i]
			if r < x.reg+Reg(x.width) && x.reg < r+Reg(width) {
				hit = true
			}
		}
	})
	return hit
}

// overlapsWMMA says whether A or B of a matrix instruction overlap the result of the one before.
func (h *hazards) overlapsWMMA(in *Inst) bool {
	for _, p := range in.Opd[1:3] {
		if p.Kind != OpdReg {
			continue
		}
		for _, d := range h.st.wmma {
			if p.Reg < d.Reg+Reg(d.Width) && d.Reg < p.Reg+Reg(p.Width) {
				return true
			}
		}
	}
	return false
}

// after updates the state by an instruction.
func (h *hazards) after(in *Inst) {
	st := &h.st
	fl := h.t.ops[in.Op].Flags
	switch {
	case fl&OpVALU != 0:
		r := &h.t.rows[in.Row]
		if in.Op != VNop {
			st.cmpx = r.Writes&ImpEXEC != 0
		}
		st.wmma = st.wmma[:0]
		if fl&OpWMMA != 0 {
			st.wmma = append(st.wmma, in.Opd[0])
		}
		keep := st.trans[:0]
		for _, x := range st.trans {
			x.valu++
			if fl&OpTrans != 0 {
				x.trans++
			}
			if x.valu <= transMaxVALU && x.trans <= transMaxTrans {
				keep = append(keep, x)
			}
		}
		st.trans = keep
		if h.transRule && fl&OpTrans != 0 {
			st.trans = append(st.trans, transResult{reg: in.Opd[0].Reg, width: max(in.Opd[0].Width, 1)})
		}
	case in.Op == SWaitcntDepctr:
		if in.Opd[0].Imm>>12&15 == 0 {
			st.trans = st.trans[:0]
		}
	case fl&(OpVMEM|OpDS|OpExport) != 0:
		// These wait for VALU results themselves.
		st.trans = st.trans[:0]
	}
}
