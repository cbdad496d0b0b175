package amdgpu

import "fmt"

// Use is one register that an instruction reads or writes: Width dwords from Reg on.
type Use struct {
	Reg   Reg
	Width uint8
	Dir   Dir
}

// maxUses bounds the uses of one instruction: the operands of both halves of a pair and four implicit registers each.
const maxUses = 2 * (MaxOperands + 4)

// useList holds the uses of one instruction.
type useList struct {
	n   int
	buf [maxUses]Use
}

func (l *useList) add(r Reg, width int, d Dir) {
	l.buf[l.n] = Use{r, uint8(width), d}
	l.n++
}

// all are the uses found.
func (l *useList) all() []Use { return l.buf[:l.n] }

// Uses calls f for every register that in reads or writes: its operands and the implicit VCC, EXEC, SCC and M0 (MODE is in
// Row.Reads and Row.Writes). width is in dwords, 0 never occurs. Both halves of a VOPD pair are reported, in the order X reads, Y reads
// as they stand; a destination that keeps part of its old value (half registers, DPP, accumulators) is DirInOut. Lanes masked off by EXEC are not
// considered: a plain VALU destination is DirOut.
//
// in.Row must be set (by Decode, Encode or Resolve). Uses allocates nothing if f does not escape.
func (t *Target) Uses(in *Inst, f func(r Reg, width int, d Dir)) {
	var l useList
	t.uses(in, &l)
	for _, u := range l.all() {
		f(u.Reg, int(u.Width), u.Dir)
	}
}

// uses adds the registers of in to l, as Uses reports them.
func (t *Target) uses(in *Inst, l *useList) {
	r := &t.rows[in.Row]
	if r.img != 0 {
		t.imageUses(in, r, l)
	} else {
		sigs := t.sigs[r.sig:][:min(in.N, r.nops)]
		for i, sig := range sigs {
			p := &in.Opd[i&(MaxOperands-1)]
			if p.Kind != OpdReg {
				continue
			}
			o := &t.opnds[sig]
			d := o.Dir
			if o.Half && d == DirOut && p.Reg.IsVGPR() {
				d = DirInOut
			}
			w := int(p.Width)
			if w == 0 {
				w = 1
			}
			if i == 0 && in.Flags&FlagTFE != 0 {
				w++ // the status dword follows the data
			}
			l.add(p.Reg, w, d)
		}
	}
	if both := r.Reads | r.Writes; both != 0 {
		mask := 1
		if t.Wave64 {
			mask = 2
		}
		// VCC that stands among the operands was reported above.
		if both&ImpVCC != 0 && !t.namesVCC(r) {
			l.add(VCCLo, mask, dirOf(r, ImpVCC))
		}
		if both&ImpEXEC != 0 {
			l.add(ExecLo, mask, dirOf(r, ImpEXEC))
		}
		if both&ImpSCC != 0 {
			l.add(SCC, 1, dirOf(r, ImpSCC))
		}
		if both&ImpM0 != 0 {
			l.add(M0, 1, dirOf(r, ImpM0))
		}
	}
	if in.Y != nil {
		t.uses(in.Y, l)
	}
}

func dirOf(r *Row, b Implicit) (d Dir) {
	if r.Reads&b != 0 {
		d |= DirIn
	}
	if r.Writes&b != 0 {
		d |= DirOut
	}
	return d
}

func (t *Target) namesVCC(r *Row) bool {
	for i := range int(r.nops) {
		if t.Operand(r, i).Class == ClassVCC {
			return true
		}
	}
	return false
}

func (t *Target) imageUses(in *Inst, r *Row, l *useList) {
	im := &t.imgs[r.img]
	d := DirOut
	switch im.Class {
	case ImgStore:
		d = DirIn
	case ImgAtomic, ImgAtomicCmpSwap:
		d = DirIn
		if in.Flags&FlagGLC != 0 {
			d = DirInOut
		}
	}
	if in.Flags&(FlagTFE|FlagLWE) != 0 {
		d |= DirIn // the status dword is written only on a fault
	}
	for i := range int(in.N) {
		p := &in.Opd[i]
		if p.Kind == OpdReg {
			l.add(p.Reg, max(int(p.Width), 1), d)
		}
		d = DirIn
	}
	l.add(ExecLo, 1, DirIn)
}

// Resolve sets in.Row to a row that tells the directions and classes of the operands before registers are assigned: the first row of the
// instruction with this number of operands and this address form. The encoder may later take another row of the same instruction; directions do not
// differ between those.
func (t *Target) Resolve(in *Inst) error {
	if !t.Has(in.Op) {
		return fmt.Errorf("amdgpu: %s has no instruction %s", t.Name, in.Op)
	}
	if in.Y != nil {
		x, y := t.pairRow(in.Op, false), t.pairRow(in.Y.Op, true)
		if x < 0 || y < 0 {
			return fmt.Errorf("amdgpu: pair %s :: %s: %w", in.Op, in.Y.Op, errPairOp)
		}
		in.Row, in.Y.Row = uint16(x), uint16(y)
		return nil
	}
	info := &t.ops[in.Op]
	var reason error = errNoForm
	for _, ri := range t.byOp[info.first : int(info.first)+int(info.n)] {
		r := &t.rows[ri]
		if in.Enc != EncAuto && r.Enc != in.Enc ||
			in.Enc == EncAuto && (r.Flags&RowDPP16 != 0 != (in.Flags&FlagDPP16 != 0) || r.Flags&RowDPP8 != 0 != (in.Flags&FlagDPP8 != 0)) {
			continue
		}
		e := encoder{t: t, in: in, r: r, l: &t.encs[r.Enc]}
		e.w.lo = r.bits
		if err := e.flags(); err != nil {
			reason = err
			continue
		}
		if r.img != 0 {
			if (r.Enc == EncMIMG) == (in.Flags&FlagNSA == 0) {
				in.Row = ri
				return nil
			}
			continue
		}
		if in.N != r.nops {
			reason = errCount
			continue
		}
		ok := true
		for i := range int(r.nops) {
			if !t.kindFits(&in.Opd[i], t.Operand(r, i), r, i) {
				ok, reason = false, errKind
				break
			}
		}
		if ok {
			in.Row = ri
			return nil
		}
	}
	return fmt.Errorf("amdgpu: %s: %w", in.Op, reason)
}

// kindFits says whether an operand may stand in a row as far as its kind goes; virtual registers fit every register operand.
func (t *Target) kindFits(p *Operand, o *OperandInfo, r *Row, i int) bool {
	switch o.Class {
	case ClassOff:
		return p.Kind == OpdNone
	case ClassVCC:
		return p.Kind == OpdReg && p.Reg == VCCLo
	case ClassLabel:
		return p.Kind == OpdLabel
	case ClassImm:
		return p.Kind == OpdField || p.Kind == OpdImm
	case ClassLiteral:
		return p.Kind == OpdImm || p.Kind == OpdSym
	case ClassSGPR:
		if p.Kind == OpdNone {
			return r.Enc == EncSMEM && i == 2
		}
		return p.Kind == OpdReg && !p.Reg.IsVGPR()
	case ClassVGPR:
		if p.Kind == OpdNone {
			return r.Enc == EncEXP
		}
		if p.Kind == OpdReg {
			return p.Reg.IsVGPR() || p.Reg.IsVirtual()
		}
		return p.Kind == OpdImm && o.Accept&(AcceptInt|AcceptFloat) != 0
	}
	if p.Kind == OpdReg && p.Reg.IsVGPR() {
		return o.Accept&AcceptV != 0
	}
	return p.Kind == OpdReg || p.Kind == OpdImm || p.Kind == OpdSym
}
