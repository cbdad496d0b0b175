package emu

import (
	"math/bits"

	"ferry/amdgpu"
	"ferry/emu/mem"
)

// Shadow memory of strict mode: LDS and scratch remember for each bit whether what was stored there was initialised. A
// load, store or lane permute is run twice, first on the shadows with the same handler, the same addresses and the poison of the registers as
// data, so that widths, sign extension, halves and bank layouts need no second description.

// shadowRows is the number of rows that strict programs have behind their VGPRs for that: two operands of four dwords.
const shadowRows = 8

// shadowOp is the shadow run of one instruction.
type shadowOp struct {
	d       DInst
	lds     bool
	scratch bool
	store   bool
	src     [2][]uint16 // VGPRs whose poison goes into the shadow rows before
	dst     []uint16    // VGPRs whose poison comes from the shadow rows after
	from    int         // first shadow row of dst
	atomic  *memInst    // of an LDS atomic, which has no shadow run
}

// shadowOf makes the shadow form of a memory instruction, nil if it has none.
func (b *Builder) shadowOf(d *DInst, fl amdgpu.OpFlags) *shadowOp {
	m, ok := d.Mem.(*memInst)
	if !ok || fl&(amdgpu.OpDS|amdgpu.OpScratch) == 0 {
		return nil
	}
	if fl&amdgpu.OpDS != 0 && m.atomic != atomicNone {
		return &shadowOp{atomic: m}
	}
	if fl&amdgpu.OpAtomic != 0 {
		return nil
	}
	row := b.P.ConstBase - shadowRows
	sm := *m
	x := &shadowOp{lds: fl&amdgpu.OpDS != 0, scratch: fl&amdgpu.OpScratch != 0, store: m.store, from: row}
	vgprs := func(first int32, n int) (r []uint16) {
		for k := range n {
			r = append(r, uint16(int(first)-NumTemps+k))
		}
		return r
	}
	n := int(m.size+3) / 4
	name := d.In.Op.String()
	switch name {
	case "ds_permute_b32", "ds_bpermute_b32", "ds_swizzle_b32":
		x.lds = false
		x.src[0], x.dst, x.from = vgprs(m.data, 1), vgprs(m.dst, 1), row+4
		sm.data, sm.dst = int32(row), int32(row+4)
	default:
		if m.dst >= 0 || m.data < 0 {
			return nil
		}
		two := b.t.Row(d.In).Flags&amdgpu.RowTwoOffs != 0 && m.off2 != m.off
		sm.data = int32(row)
		switch {
		case m.store:
			x.src[0] = vgprs(m.data, n)
			if m.data2 >= 0 && two {
				x.src[1] = vgprs(m.data2, n)
				sm.data2 = int32(row + 4)
			}
		default:
			if b.t.Row(d.In).Flags&amdgpu.RowTwoOffs != 0 {
				n *= 2
			}
			x.dst = vgprs(m.data, n)
			x.src[0] = x.dst // halves that a d16 load keeps
		}
	}
	if len(x.dst) > shadowRows || len(x.src[0]) > 4 && m.store {
		return nil
	}
	x.d = *d
	x.d.Mem = &sm
	return x
}

// run does the shadow run before the real one; what it learns about the destination is applied by the caller afterwards.
func (x *shadowOp) run(w *Wave, s *strictState, d *DInst) {
	if x.atomic != nil {
		x.runAtomic(w, s, d)
		return
	}
	row := w.Prog.ConstBase - shadowRows
	for k, list := range x.src {
		for i, v := range list {
			w.V[row+4*k+i] = s.pv[v]
		}
	}
	lds, scratch := w.WG.LDS, w.Scratch
	if x.lds {
		w.WG.LDS = w.WG.shadowLDS(s.unwritten)
	}
	if x.scratch {
		w.Scratch = s.shadowScratch(len(scratch))
	}
	defer func() { w.WG.LDS, w.Scratch = lds, scratch }()
	x.d.H(w, &x.d)
}

// runAtomic puts the poison of an atomic's data into LDS: an exchange replaces what was there, every other operation adds to it. (A
// compare-and-swap loop on a part of a word carries the rest of the word along, defined or not.) The value that an atomic returns counts as defined.
func (x *shadowOp) runAtomic(w *Wave, s *strictState, d *DInst) {
	m := x.atomic
	exec := w.S[RegExec]
	n := int(m.size / 4)
	v := int(m.data) - NumTemps
	any := m.atomic == atomicSwap
	for k := range n {
		any = any || s.pvAny[v+k]&exec != 0
	}
	if !any {
		return
	}
	var a addrs
	ldsAddrs(w, d, m, m.off, &a)
	base := mem.AddressOf(w.WG.LDS)
	sh := mem.AddressOf(w.WG.shadowLDS(s.unwritten))
	for e := exec; e != 0; e &= e - 1 {
		i := bits.TrailingZeros32(e) & 31
		if a[i]&3 != 0 {
			return // faults in the real run
		}
		for k := range n {
			p := mem.P32(a[i] - base + sh + 4*uint64(k))
			if m.atomic == atomicSwap {
				*p = 0
			}
			*p |= s.pv[v+k][i]
		}
	}
}

// finish takes a load's poison over.
func (x *shadowOp) finish(w *Wave, s *strictState, exec, bits uint32) {
	for i, v := range x.dst {
		s.setPoison(int(v), exec, &w.V[x.from+i], bits)
	}
}

// shadowLDS is the shadow of the group's LDS.
func (g *WorkGroup) shadowLDS(unwritten byte) []byte {
	if len(g.shadow) != len(g.LDS) {
		if cap(g.shadow) < len(g.LDS) {
			g.shadow = make([]byte, len(g.LDS))
		}
		g.shadow = g.shadow[:len(g.LDS)]
		fill(g.shadow, unwritten)
	}
	return g.shadow
}

// resetShadow forgets what a former work-group stored.
func (g *WorkGroup) resetShadow() { g.shadow = g.shadow[:0] }

func (s *strictState) shadowScratch(n int) []byte {
	if len(s.scratch) != n {
		s.scratch = make([]byte, n)
		fill(s.scratch, s.unwritten)
	}
	return s.scratch
}

func fill(b []byte, v byte) {
	for i := range b {
		b[i] = v
	}
}

// flatStore forgets poison where a flat store or atomic may have put defined values.
func (s *strictState) flatStore(w *Wave, c *checked) {
	if len(c.addrV) < 2 {
		return
	}
	hi := w.VGPR(int(c.addrV[1]))
	lds, scratch := false, false
	for i, h := range hi {
		if w.S[RegExec]>>i&1 != 0 {
			lds = lds || h == uint32(mem.SharedBase>>32)
			scratch = scratch || h == uint32(mem.PrivateBase>>32)
		}
	}
	if lds {
		clear(w.WG.shadowLDS(s.unwritten))
	}
	if scratch {
		clear(s.shadowScratch(len(w.Scratch)))
	}
}
