package amdgpu

// pairWindow is how many instructions behind the first half of a pair the second is looked for.
const pairWindow = 4

// dualOp names an instruction's twins in VOPD pairs: x where it may be the first half, y for the second, which knows three more. Sources
// may be swapped where they commute.
type dualOp struct {
	x, y     Op
	commutes bool
}

// dualOps are the instructions with twins. Their sources are those of the short encoding: src0 is anything, src1 a VGPR.
var dualOps = [NumOps]dualOp{
	VFmacF32:    {VDualFmacF32, VDualFmacF32, true},
	VMulF32:     {VDualMulF32, VDualMulF32, true},
	VAddF32:     {VDualAddF32, VDualAddF32, true},
	VSubF32:     {VDualSubF32, VDualSubF32, false},
	VSubrevF32:  {VDualSubrevF32, VDualSubrevF32, false},
	VMaxF32:     {VDualMaxF32, VDualMaxF32, true},
	VMinF32:     {VDualMinF32, VDualMinF32, true},
	VMovB32:     {VDualMovB32, VDualMovB32, false},
	VAddNcU32:   {0, VDualAddNcU32, true},
	VLshlrevB32: {0, VDualLshlrevB32, false},
	VAndB32:     {0, VDualAndB32, true},
}

// PairVALU joins independent vector instructions into VOPD pairs, which issue as one in wave32 (RDNA3 ISA, "Dual Issue VALU"). The second
// half comes from up to pairWindow instructions on, past others that have twins and that it does not depend on; nothing else is passed.
// It runs on assigned registers, before waits and hazards are placed, which see both halves. Targets without pairs are left alone.
func PairVALU(t *Target, blocks []Block) {
	if t.Wave64 || t.pairRow(VDualMovB32, false) < 0 {
		return
	}
	p := pairer{t: t}
	for b := range blocks {
		p.block(&blocks[b])
	}
}

type pairer struct {
	t    *Target
	buf  [16]byte
	free []Inst // second halves live here
}

func (p *pairer) block(b *Block) {
	insts := b.Insts
	n := 0
	for i := 0; i < len(insts); i++ {
		if insts[i].Op == SNop && insts[i].Y == &taken {
			continue
		}
		if dualOps[insts[i].Op].y != 0 {
			p.find(insts, i)
		}
		if n != i {
			insts[n] = insts[i]
		}
		n++
	}
	b.Insts = insts[:n]
}

// taken marks an instruction that went into a pair.
var taken Inst

// find looks for a partner of instruction i and makes the pair in its place.
func (p *pairer) find(insts []Inst, i int) {
	a := &insts[i]
	if !simple(a) {
		return
	}
	for j := i + 1; j < len(insts) && j <= i+pairWindow; j++ {
		c := &insts[j]
		if c.Y == &taken {
			continue
		}
		if dualOps[c.Op].y == 0 || !simple(c) {
			return
		}
		if !apart(insts, i, j) {
			continue
		}
		if p.join(a, c) {
			*c = Inst{Op: SNop, Y: &taken}
			return
		}
	}
}

// simple reports whether an instruction is in the form that pairs know.
func simple(in *Inst) bool {
	if in.Flags != 0 || in.OMod != 0 || in.N > 3 || !in.Opd[0].Reg.IsVGPR() {
		return false
	}
	for k := range int(in.N) {
		o := &in.Opd[k]
		if o.Mods != 0 || o.Kind != OpdReg && o.Kind != OpdImm || o.Width > 1 {
			return false
		}
	}
	return true
}

// apart reports whether instruction j can run beside instruction i: nothing from i on up to j writes what it reads, nothing in between
// touches what it writes.
func apart(insts []Inst, i, j int) bool {
	c := &insts[j]
	dst := c.Opd[0].Reg
	for k := i; k < j; k++ {
		x := &insts[k]
		if x.Y == &taken {
			continue
		}
		w := x.Opd[0].Reg
		if w == dst {
			return false
		}
		for s := range int(c.N) {
			// The accumulator of v_fmac is its destination, which w was compared with.
			if o := &c.Opd[s]; s > 0 && o.Kind == OpdReg && o.Reg == w {
				return false
			}
		}
		if k == i {
			continue // both halves read before either writes
		}
		for s := 1; s < int(x.N); s++ {
			if o := &x.Opd[s]; o.Kind == OpdReg && o.Reg == dst {
				return false
			}
		}
	}
	return true
}

// join makes a the pair of a and c in one of the two orders, if the rules allow it.
func (p *pairer) join(a, c *Inst) bool {
	if a.Opd[0].Reg&1 == c.Opd[0].Reg&1 {
		return false
	}
	da, dc := dualOps[a.Op], dualOps[c.Op]
	switch {
	case da.x != 0 && p.try(a, c, da.x, dc.y, da.commutes, dc.commutes, a):
	case dc.x != 0 && p.try(c, a, dc.x, da.y, dc.commutes, da.commutes, a):
	default:
		return false
	}
	return true
}

// try makes the pair x :: y in to.
func (p *pairer) try(x, y *Inst, opX, opY Op, cx, cy bool, to *Inst) bool {
	for swap := range 4 {
		if swap&1 != 0 && !cx || swap&2 != 0 && !cy {
			continue
		}
		first, second := *x, *y
		first.Op, second.Op = opX, opY
		if swap&1 != 0 {
			first.Opd[1], first.Opd[2] = first.Opd[2], first.Opd[1]
		}
		if swap&2 != 0 {
			second.Opd[1], second.Opd[2] = second.Opd[2], second.Opd[1]
		}
		if !banksApart(&first, &second) {
			continue
		}
		first.Enc, first.Row, second.Enc, second.Row = EncAuto, 0, EncAuto, 0
		if len(p.free) == 0 {
			p.free = make([]Inst, 64)
		}
		half := &p.free[0]
		*half = second
		first.Y = half
		if _, err := encodePair(p.t, &first, p.buf[:0]); err != nil {
			continue
		}
		p.free = p.free[1:]
		first.Line = to.Line
		*to = first
		return true
	}
	return false
}

// banksApart tells early what encodePair would refuse: a second source that is no VGPR, sources in one bank, too many constants.
func banksApart(x, y *Inst) bool {
	scalars := 0
	for _, in := range [...]*Inst{x, y} {
		if in.N == 3 && (in.Opd[2].Kind != OpdReg || !in.Opd[2].Reg.IsVGPR()) {
			return false
		}
		if o := &in.Opd[1]; o.Kind == OpdImm || !o.Reg.IsVGPR() {
			scalars++
		}
	}
	if scalars == 0 && x.Opd[1].Reg&3 == y.Opd[1].Reg&3 {
		return false
	}
	return x.N < 3 || y.N < 3 || x.Opd[2].Reg&3 != y.Opd[2].Reg&3
}
