package emu

import (
	"math/bits"

	"ferry/amdgpu"
)

// Vector instructions that are more than a function of their sources: lane masks, lane moves, carries, scalar results.

type lowerFunc func(b *Builder, in *amdgpu.Inst, d *DInst) string

var vecSpecial map[string]lowerFunc

func init() {
	vecSpecial = map[string]lowerFunc{
		"v_nop": lowerNop, "v_pipeflush": lowerNop,
		"v_cndmask_b32": lowerCndmask, "v_cndmask_b16": lowerCndmask, "v_dual_cndmask_b32": lowerCndmask,
		"v_add_co_u32": carry(uopAddCo, rowAddCarry, false, false), "v_sub_co_u32": carry(uopSubCo, rowSubBorrow, false, false), "v_subrev_co_u32": carry(uopSubCo, rowSubBorrow, true, false),
		"v_add_co_ci_u32": carry(uopAddCo, rowAddCarry, false, true), "v_sub_co_ci_u32": carry(uopSubCo, rowSubBorrow, false, true), "v_subrev_co_ci_u32": carry(uopSubCo, rowSubBorrow, true, true),
		"v_readfirstlane_b32": lowerReadFirst, "v_readlane_b32": lowerReadlane, "v_writelane_b32": lowerWritelane,
		"v_permlane16_b32": lowerPermlane, "v_permlanex16_b32": lowerPermlane, "v_permlane64_b32": lowerPermlane64,
		"v_swap_b32": lowerSwap, "v_swap_b16": lowerSwap16,
		"v_movrels_b32": lowerMovrel, "v_movreld_b32": lowerMovrel, "v_movrelsd_b32": lowerMovrel, "v_movrelsd_2_b32": lowerMovrel,
		"v_swaprel_b32":      lowerMovrel,
		"v_mbcnt_lo_u32_b32": lowerMbcnt, "v_mbcnt_hi_u32_b32": lowerMbcnt,
		"v_div_scale_f32": lowerDivScale, "v_div_scale_f64": lowerDivScale,
		"v_div_fmas_f32": lowerDivFmas, "v_div_fmas_f64": lowerDivFmas,
		"v_mad_u64_u32": lowerMad64, "v_mad_i64_i32": lowerMad64,
		"v_fma_mix_f32": lowerMix, "v_fma_mixlo_f16": lowerMix, "v_fma_mixhi_f16": lowerMix,
		"v_mqsad_u32_u8":          lowerMqsad,
		"v_wmma_f32_16x16x16_f16": lowerWMMA, "v_wmma_f32_16x16x16_bf16": lowerWMMA, "v_wmma_f16_16x16x16_f16": lowerWMMA,
		"v_wmma_bf16_16x16x16_bf16": lowerWMMA, "v_wmma_i32_16x16x16_iu8": lowerWMMA, "v_wmma_i32_16x16x16_iu4": lowerWMMA,
	}
}

func hNop(*Wave, *DInst) {}

func lowerNop(_ *Builder, _ *amdgpu.Inst, d *DInst) string {
	d.H = hNop
	return ""
}

func isDPP(in *amdgpu.Inst) bool { return in.Flags&(amdgpu.FlagDPP16|amdgpu.FlagDPP8) != 0 }

// wrapIf makes d a wrapper around a plain instruction if x has something to do, and gives the plain one.
func (b *Builder) wrapIf(in *amdgpu.Inst, d *DInst, x *wrap, dst *amdgpu.Operand, half uint8) *DInst {
	if len(x.pre) == 0 && x.dpp == nil && half == 0 && len(x.post) == 0 {
		return d
	}
	d.H, d.Wrap, d.uop = hWrap, x, uopPre
	x.inner = DInst{Off: d.Off, In: in}
	if half != 0 || len(x.post) > 0 {
		x.dst, x.half = int32(b.VDst(dst, 0)), half
		x.inner.D = rowD
	}
	return &x.inner
}

func (b *Builder) halfOf(in *amdgpu.Inst) uint8 {
	if !b.t.Operand(b.t.Row(in), 0).Half {
		return 0
	}
	if in.Opd[0].Mods&amdgpu.ModHi != 0 {
		return 2
	}
	return 1
}

func lowerCndmask(b *Builder, in *amdgpu.Inst, d *DInst) string {
	row := b.t.Row(in)
	x := &wrap{dst: -1, dst1: -1}
	var lo [3]Src
	for k := range 2 {
		lo[k], _ = b.source(in, row, 1+k, k, x)
	}
	b.lowerDPP(in, x, &lo)
	p := b.wrapIf(in, d, x, &in.Opd[0], b.halfOf(in))
	if p == d || x.dst < 0 {
		p.D = int32(b.VDst(&in.Opd[0], 0))
	}
	p.A, p.B = lo[0], lo[1]
	p.D2 = int32(RegVCC)
	if in.N > 3 {
		o := &in.Opd[3]
		if o.Kind != amdgpu.OpdReg {
			return "constant mask"
		}
		p.D2 = int32(b.SSlot(o.Reg, 0))
	}
	p.H, p.uop = hCndmask, uopCndmask
	return ""
}

func hCndmask(w *Wave, d *DInst) {
	a := w.src(d.A, rowA)
	b := w.src(d.B, rowB)
	r := w.vdst(d.D)
	selectMask(r, a, b, w.S[d.D2])
	w.commit(d.D, r)
}

// carry lowers the additions and subtractions with a lane mask of carries; swap exchanges the sources, in1 says that there is a mask in.
func carry(kind uint16, f func(d, a, b *Lanes, cin uint32) uint32, swap, in1 bool) lowerFunc {
	return func(b *Builder, in *amdgpu.Inst, d *DInst) string {
		row := b.t.Row(in)
		x := &wrap{dst: -1, dst1: -1}
		var lo [3]Src
		for k := range 2 {
			lo[k], _ = b.source(in, row, 2+k, k, x)
		}
		b.lowerDPP(in, x, &lo)
		if in.Flags&amdgpu.FlagClamp != 0 {
			return "clamp"
		}
		p := b.wrapIf(in, d, x, &in.Opd[0], 0)
		p.D, p.D2 = int32(b.VDst(&in.Opd[0], 0)), int32(b.SDst(in.Opd[1].Reg, 0))
		p.A, p.B = lo[0], lo[1]
		if swap {
			p.A, p.B = p.B, p.A
		}
		if in1 {
			p.Imm = uint32(b.SSlot(in.Opd[4].Reg, 0))
		} else {
			p.Imm = uint32(RegNull)
		}
		p.uop = kind
		if in1 {
			p.uop++ // the form with a mask in comes next
		}
		p.H = func(w *Wave, d *DInst) {
			a := w.src(d.A, rowA)
			b := w.src(d.B, rowB)
			r := w.vdst(d.D)
			out := f(r, a, b, w.S[d.Imm])
			w.commit(d.D, r)
			w.S[d.D2] = out & w.S[RegExec]
		}
		return ""
	}
}

func (b *Builder) scalarSrc(o *amdgpu.Operand, d *DInst, second bool) (slot int32, imm uint32) {
	if o.Kind == amdgpu.OpdReg {
		if v, ok := special(o.Reg, false); ok {
			return -1, v
		}
		return int32(b.SSlot(o.Reg, 0)), 0
	}
	return -1, uint32(o.Imm)
}

func lowerReadFirst(b *Builder, in *amdgpu.Inst, d *DInst) string {
	if isDPP(in) {
		return "DPP"
	}
	d.D, d.A = int32(b.SDst(in.Opd[0].Reg, 0)), b.VSrc(&in.Opd[1], 0)
	if d.A >= 0 && d.D != int32(RegExec) {
		d.uop = uopFirstLane
	}
	d.H = func(w *Wave, d *DInst) {
		if d.A < 0 {
			w.S[d.D] = w.S[^d.A]
			return
		}
		lane := bits.TrailingZeros32(w.S[RegExec]) & 31
		w.S[d.D] = w.V[d.A][lane]
	}
	return ""
}

func lowerReadlane(b *Builder, in *amdgpu.Inst, d *DInst) string {
	d.D, d.A = int32(b.SDst(in.Opd[0].Reg, 0)), b.VSrc(&in.Opd[1], 0)
	if d.A < 0 {
		return "scalar source"
	}
	d.D2, d.Imm = b.scalarSrc(&in.Opd[2], d, false)
	if d.D2 < 0 && d.D != int32(RegExec) {
		d.uop = uopReadlane
	}
	d.H = func(w *Wave, d *DInst) {
		lane := d.Imm
		if d.D2 >= 0 {
			lane = w.S[d.D2]
		}
		w.S[d.D] = w.V[d.A][lane&31]
	}
	return ""
}

func lowerWritelane(b *Builder, in *amdgpu.Inst, d *DInst) string {
	d.D = int32(b.VDst(&in.Opd[0], 0))
	val, vimm := b.scalarSrc(&in.Opd[1], d, false)
	sel, simm := b.scalarSrc(&in.Opd[2], d, true)
	if sel < 0 {
		d.uop, d.Imm, d.scalars = uopWritelane, simm, &[2]sval{{slot: val, imm: uint64(vimm)}}
	}
	d.H = func(w *Wave, d *DInst) {
		v, l := vimm, simm
		if val >= 0 {
			v = w.S[val]
		}
		if sel >= 0 {
			l = w.S[sel]
		}
		w.V[d.D][l&31] = v
	}
	return ""
}

// lowerPermlane: op_sel[0] reads inactive lanes too, op_sel[1] makes lanes without an active source read zero instead of keeping their value.
func lowerPermlane(b *Builder, in *amdgpu.Inst, d *DInst) string {
	d.D, d.A = int32(b.VDst(&in.Opd[0], 0)), b.VSrc(&in.Opd[1], 0)
	if d.A < 0 {
		return "scalar source"
	}
	s1, i1 := b.scalarSrc(&in.Opd[2], d, false)
	s2, i2 := b.scalarSrc(&in.Opd[3], d, true)
	fi := in.Opd[1].Mods&amdgpu.ModHi != 0
	bc := in.Opd[2].Mods&amdgpu.ModHi != 0
	cross := 0
	if in.Op.String() == "v_permlanex16_b32" {
		cross = 16
	}
	d.H = func(w *Wave, d *DInst) {
		sel := [2]uint32{i1, i2}
		if s1 >= 0 {
			sel[0] = w.S[s1]
		}
		if s2 >= 0 {
			sel[1] = w.S[s2]
		}
		src := w.V[d.A]
		dst := &w.V[d.D]
		exec := w.S[RegExec]
		for i := range dst {
			if exec>>i&1 == 0 {
				continue
			}
			l := (i&16 ^ cross) | int(sel[i>>3&1]>>(4*(i&7))&15)
			switch {
			case fi || exec>>l&1 != 0:
				dst[i] = src[l]
			case bc:
				dst[i] = 0
			}
		}
	}
	return ""
}

// lowerPermlane64 swaps halves of a wave64; in wave32 it does nothing (RDNA3 ISA V_PERMLANE64_B32).
func lowerPermlane64(b *Builder, in *amdgpu.Inst, d *DInst) string { return lowerNop(b, in, d) }

func lowerSwap(b *Builder, in *amdgpu.Inst, d *DInst) string {
	d.D, d.D2 = int32(b.VDst(&in.Opd[0], 0)), int32(b.VDst(&in.Opd[1], 0))
	d.H = func(w *Wave, d *DInst) {
		t, m := w.V[d.D], w.mask()
		blend(&w.V[d.D], &w.V[d.D2], m)
		blend(&w.V[d.D2], &t, m)
	}
	return ""
}

func lowerSwap16(b *Builder, in *amdgpu.Inst, d *DInst) string {
	d.D, d.D2 = int32(b.VDst(&in.Opd[0], 0)), int32(b.VDst(&in.Opd[1], 0))
	sh := func(o *amdgpu.Operand) uint {
		if o.Mods&amdgpu.ModHi != 0 {
			return 16
		}
		return 0
	}
	s0, s1 := sh(&in.Opd[0]), sh(&in.Opd[1])
	d.H = func(w *Wave, d *DInst) {
		p, q := &w.V[d.D], &w.V[d.D2]
		exec := w.S[RegExec]
		for i := range p {
			if exec>>i&1 == 0 {
				continue
			}
			x, y := p[i]>>s0&0xffff, q[i]>>s1&0xffff
			p[i] = p[i]&^(0xffff<<s0) | y<<s0
			q[i] = q[i]&^(0xffff<<s1) | x<<s1
		}
	}
	return ""
}

// lowerMovrel lowers the moves relative to M0 (RDNA3 ISA V_MOVREL*): an index out of the wave's VGPRs reads or writes VGPR 0.
func lowerMovrel(b *Builder, in *amdgpu.Inst, d *DInst) string {
	if isDPP(in) {
		return "DPP"
	}
	name := in.Op.String()
	dst, src := b.VDst(&in.Opd[0], 0), b.VSrc(&in.Opd[1], 0)
	d.D, d.A = int32(dst), src
	n := b.P.NumVGPR
	at := func(row int, off uint32) int {
		r := uint32(row-NumTemps) + off
		if r >= uint32(n) {
			r = 0
		}
		return int(r) + NumTemps
	}
	d.H = func(w *Wave, d *DInst) {
		m0 := w.S[RegM0]
		so, do := m0, m0
		if name == "v_movrelsd_2_b32" || name == "v_swaprel_b32" {
			so, do = m0&0x3ff, m0>>16&0x3ff
		}
		dr, sr := int(d.D), d.A
		if name != "v_movrels_b32" {
			dr = at(dr, do)
		}
		if name != "v_movreld_b32" {
			if sr < 0 {
				w.Fail(FaultIllegalInstr, d, -1, "relative source that is no VGPR")
			}
			sr = Src(at(int(sr), so))
		}
		if name == "v_swaprel_b32" {
			t, m := w.V[dr], w.mask()
			blend(&w.V[dr], &w.V[sr], m)
			blend(&w.V[sr], &t, m)
			return
		}
		blend(&w.V[dr], w.src(sr, rowA), w.mask())
	}
	return ""
}

func lowerMbcnt(b *Builder, in *amdgpu.Inst, d *DInst) string {
	if isDPP(in) {
		return "DPP"
	}
	d.D = int32(b.VDst(&in.Opd[0], 0))
	d.A, d.B = b.VSrc(&in.Opd[1], 0), b.VSrc(&in.Opd[2], 0)
	lo := in.Op.String() == "v_mbcnt_lo_u32_b32"
	d.H = func(w *Wave, d *DInst) {
		a := w.src(d.A, rowA)
		c := w.src(d.B, rowB)
		r := w.vdst(d.D)
		for i := range r {
			if lo { // lanes below this one; the high half has no lanes in wave32
				r[i] = uint32(bits.OnesCount32(a[i]&(1<<i-1))) + c[i]
			} else {
				r[i] = c[i]
			}
		}
		w.commit(d.D, r)
	}
	return ""
}

func lowerDivScale(b *Builder, in *amdgpu.Inst, d *DInst) string {
	row := b.t.Row(in)
	x := &wrap{dst: -1, dst1: -1}
	var lo, hi [3]Src
	for k := range 3 {
		lo[k], hi[k] = b.source(in, row, 2+k, k, x)
	}
	if in.OMod != 0 || in.Flags&amdgpu.FlagClamp != 0 {
		return "output modifiers"
	}
	p := b.wrapIf(in, d, x, &in.Opd[0], 0)
	p.D, p.D2 = int32(b.VDst(&in.Opd[0], 0)), int32(b.SDst(in.Opd[1].Reg, 0))
	f64bit := in.Op.String() == "v_div_scale_f64"
	hiD := b.VDst(&in.Opd[0], 1)
	p.H = func(w *Wave, d *DInst) {
		var s [3]*Lanes
		var t [3]*Lanes
		for k := range 3 {
			s[k], t[k] = w.src(lo[k], rowA+k), &zeroRow
			if f64bit {
				t[k] = w.src(hi[k], rowA1+k)
			}
		}
		var rl, rh Lanes
		var vcc uint32
		for i := range rl {
			at := func(k int) uint64 { return uint64(t[k][i])<<32 | uint64(s[k][i]) }
			var r uint64
			var v bool
			if f64bit {
				r, v = fmtF64.divScale(at(0), at(1), at(2), 128, 768, 53)
			} else {
				r, v = fmtF32.divScale(at(0), at(1), at(2), 64, 96, 23)
			}
			rl[i], rh[i] = uint32(r), uint32(r>>32)
			vcc |= b2u(v) << i
		}
		m := w.mask()
		blend(&w.V[d.D], &rl, m)
		if f64bit {
			blend(&w.V[hiD], &rh, m)
		}
		w.S[d.D2] = vcc & w.S[RegExec]
	}
	return ""
}

func lowerDivFmas(b *Builder, in *amdgpu.Inst, d *DInst) string {
	row := b.t.Row(in)
	x := &wrap{dst: -1, dst1: -1}
	var lo, hi [3]Src
	for k := range 3 {
		lo[k], hi[k] = b.source(in, row, 1+k, k, x)
	}
	if in.OMod != 0 || in.Flags&amdgpu.FlagClamp != 0 {
		return "output modifiers"
	}
	p := b.wrapIf(in, d, x, &in.Opd[0], 0)
	p.D, p.D2 = int32(b.VDst(&in.Opd[0], 0)), int32(b.VDst(&in.Opd[0], 1))
	f64bit := in.Op.String() == "v_div_fmas_f64"
	p.H = func(w *Wave, d *DInst) {
		var s [3]*Lanes
		var t [3]*Lanes
		for k := range 3 {
			s[k], t[k] = w.src(lo[k], rowA+k), &zeroRow
			if f64bit {
				t[k] = w.src(hi[k], rowA1+k)
			}
		}
		var rl, rh Lanes
		vcc, m := w.S[RegVCC], w.Mode
		for i := range rl {
			at := func(k int) uint64 { return uint64(t[k][i])<<32 | uint64(s[k][i]) }
			v := vcc>>i&1 != 0
			var r uint64
			if f64bit {
				r = fmtF64.divFmas(at(0), at(1), at(2), v, 128, m.rm64(), m.flushIn64(), m.flushOut64())
			} else {
				r = fmtF32.divFmas(at(0), at(1), at(2), v, 64, m.rm32(), m.flushIn32(), m.flushOut32())
			}
			rl[i], rh[i] = uint32(r), uint32(r>>32)
		}
		mask := w.mask()
		blend(&w.V[d.D], &rl, mask)
		if f64bit {
			blend(&w.V[d.D2], &rh, mask)
		}
	}
	return ""
}

// lowerMad64 is a 32x32+64 multiply-add with the carry out of bit 63 (for the signed form: signed overflow of the sum) as a lane mask.
func lowerMad64(b *Builder, in *amdgpu.Inst, d *DInst) string {
	if in.Flags&amdgpu.FlagClamp != 0 {
		return "clamp"
	}
	d.D, d.D2 = int32(b.VDst(&in.Opd[0], 0)), int32(b.SDst(in.Opd[1].Reg, 0))
	hiD := b.VDst(&in.Opd[0], 1)
	d.A, d.B, d.C = b.VSrc(&in.Opd[2], 0), b.VSrc(&in.Opd[3], 0), b.VSrc(&in.Opd[4], 0)
	c1 := b.VSrc(&in.Opd[4], 1)
	signed := in.Op.String() == "v_mad_i64_i32"
	d.uop, d.Imm = uopMadU64, uint32(c1)
	if signed {
		d.uop = uopMadI64
	}
	d.H = func(w *Wave, d *DInst) {
		a, b := w.src(d.A, rowA), w.src(d.B, rowB)
		c, ch := w.src(d.C, rowC), w.src(c1, rowC1)
		if !signed && d.D2 == int32(RegSink) && w.S[RegExec] == 0xffffffff {
			rowMadU64(&w.V[d.D], &w.V[hiD], a, b, c, ch)
			return
		}
		var rl, rh Lanes
		var out uint32
		for i := range rl {
			add := uint64(ch[i])<<32 | uint64(c[i])
			var v uint64
			if signed {
				p := int64(int32(a[i])) * int64(int32(b[i]))
				v = uint64(p) + add
				out |= uint32(((uint64(p)^v)&(add^v))>>63) << i
			} else {
				var cy uint64
				v, cy = bits.Add64(uint64(a[i])*uint64(b[i]), add, 0)
				out |= uint32(cy) << i
			}
			rl[i], rh[i] = uint32(v), uint32(v>>32)
		}
		m := w.mask()
		blend(&w.V[d.D], &rl, m)
		blend(&w.V[hiD], &rh, m)
		w.S[d.D2] = out & w.S[RegExec]
	}
	return ""
}

// lowerMix is the mixed-precision fma: each source is f32, or the half of a register that op_sel picks where
// op_sel_hi is set; neg_lo is the sign, neg_hi the absolute value.
func lowerMix(b *Builder, in *amdgpu.Inst, d *DInst) string {
	if isDPP(in) {
		return "DPP"
	}
	name := in.Op.String()
	var src [3]Src
	var mods [3]uint8
	for k := range 3 {
		src[k], mods[k] = b.VSrc(&in.Opd[1+k], 0), in.Opd[1+k].Mods
	}
	d.D = int32(b.VDst(&in.Opd[0], 0))
	clamp := in.Flags&amdgpu.FlagClamp != 0
	d.H = func(w *Wave, d *DInst) {
		var v [3]Lanes
		for k := range 3 {
			s := w.src(src[k], rowA+k)
			for i, x := range s {
				if mods[k]&amdgpu.ModHiHi != 0 {
					if mods[k]&amdgpu.ModHi != 0 {
						x >>= 16
					}
					x = cvtF32F16(w.Mode, x)
				}
				if mods[k]&amdgpu.ModAbs != 0 {
					x &^= sign32
				}
				if mods[k]&amdgpu.ModNeg != 0 {
					x ^= sign32
				}
				v[k][i] = x
			}
		}
		r := &w.V[rowD]
		for i := range r {
			r[i] = fmaF32(w.Mode, v[0][i], v[1][i], v[2][i])
		}
		m := w.mask()
		if name == "v_fma_mix_f32" {
			if clamp {
				clampF32(w, r, nil)
			}
			blend(&w.V[d.D], r, m)
			return
		}
		for i := range r {
			r[i] = cvtF16F32(w.Mode, r[i])
		}
		if clamp {
			clampF16(w, r, nil)
		}
		dst := &w.V[d.D]
		for i := range r {
			if name == "v_fma_mixlo_f16" {
				dst[i] ^= (dst[i] ^ r[i]) & m[i] & 0xffff
			} else {
				dst[i] ^= (dst[i] ^ r[i]<<16) & m[i] & 0xffff0000
			}
		}
	}
	return ""
}

var clampF32, clampF16 = clampPost(clsF32), clampPost(clsF16)

// lowerMqsad: four masked SADs of a sliding window, added to four dwords.
func lowerMqsad(b *Builder, in *amdgpu.Inst, d *DInst) string {
	dst := b.VDst(&in.Opd[0], 0)
	a0, a1, b0 := b.VSrc(&in.Opd[1], 0), b.VSrc(&in.Opd[1], 1), b.VSrc(&in.Opd[2], 0)
	c := &in.Opd[3]
	if !c.Reg.IsVGPR() {
		return "accumulator that is no VGPR"
	}
	cr := b.VDst(c, 0)
	d.H = func(w *Wave, d *DInst) {
		l, h, s := w.src(a0, rowA), w.src(a1, rowA1), w.src(b0, rowB)
		var r [4]Lanes
		for i := range l {
			win := uint64(h[i])<<32 | uint64(l[i])
			for k := range 4 {
				r[k][i] = msadU8(uint32(win>>(8*k)), s[i], w.V[cr+k][i])
			}
		}
		m := w.mask()
		for k := range 4 {
			blend(&w.V[dst+k], &r[k], m)
		}
	}
	return ""
}
