package emu

import "ferry/amdgpu"

// hPair runs the halves of a VOPD pair: both read their sources before either writes, so X goes to a scratch row first.
func hPair(w *Wave, d *DInst) {
	x, y := d.Wrap, d.Inner
	x.inner.H(w, &x.inner)
	y.H(w, y)
	m := w.mask()
	blend(&w.V[x.dst], &w.V[rowYA], m)
}

// hPairFree runs a pair whose X result Y does not read.
func hPairFree(w *Wave, d *DInst) {
	x, y := d.Wrap, d.Inner
	x.inner.H(w, &x.inner)
	y.H(w, y)
}

// lowerVOPD lowers a dual-issue pair.
func (b *Builder) lowerVOPD(in *amdgpu.Inst, d *DInst) string {
	one := *in
	one.Y = nil
	x := &wrap{dst: -1, dst1: -1}
	x.inner = DInst{Off: d.Off, In: in}
	y := &DInst{Off: d.Off, In: in.Y}
	for _, h := range []struct {
		in *amdgpu.Inst
		d  *DInst
	}{{&one, &x.inner}, {in.Y, y}} {
		if why := b.lowerDual(h.in, h.d); why != "" {
			return why
		}
	}
	d.Inner, d.Wrap = y, x
	d.H, d.uop = hPairFree, uopPair
	dst := in.Opd[0].Reg
	for i := 1; i < int(in.Y.N); i++ {
		if o := &in.Y.Opd[i]; o.Kind == amdgpu.OpdReg && o.Reg == dst {
			// Y reads what X overwrites: X computes aside.
			x.dst = x.inner.D
			x.inner.D = rowYA
			d.H = hPair
			break
		}
	}
	return ""
}

// lowerDual lowers one half of a pair.
func (b *Builder) lowerDual(in *amdgpu.Inst, d *DInst) string {
	name := in.Op.String()
	if f := vecSpecial[name]; f != nil {
		return f(b, in, d)
	}
	if f := packedOps[name]; f != nil {
		return b.lowerPacked(in, d, f)
	}
	o := b.ops.byOp[in.Op]
	if o == nil {
		return in.Op.String() + " not implemented"
	}
	return b.lowerPlain(in, d, o, sourceOperands(name, in))
}
