package emu

import "ferry/amdgpu"

// Packed instructions (VOP3P): op_sel picks the halves for the low result, op_sel_hi for the high one; neg_lo and neg_hi
// are the signs of the two.

type packedOp struct {
	n    int
	m2   func(m Mode, a, b uint32) uint32
	m3   func(m Mode, a, b, c uint32) uint32
	sat2 func(m Mode, a, b uint32) uint32
	sat3 func(m Mode, a, b, c uint32) uint32
	cls  fpClass
	// whole is a dot product: it takes the two halves of all sources together.
	whole func(m Mode, a, b, c uint32) uint32
	// dot is an integer dot product with width-bit elements, signed if neg_lo of the source says so.
	width  uint
	signed bool // iu forms
}

func i2(f func(a, b uint32) uint32) func(m Mode, a, b uint32) uint32 {
	return func(_ Mode, a, b uint32) uint32 { return f(a&0xffff, b&0xffff) & 0xffff }
}

func sx(v uint32) int32 { return int32(int16(v)) }

var packedOps = map[string]*packedOp{
	"v_pk_add_f16": {n: 2, m2: addF16, cls: clsF16}, "v_pk_mul_f16": {n: 2, m2: mulF16, cls: clsF16},
	"v_pk_min_f16": {n: 2, m2: minF16, cls: clsF16}, "v_pk_max_f16": {n: 2, m2: maxF16, cls: clsF16},
	"v_pk_fma_f16": {n: 3, m3: fmaF16, cls: clsF16}, "v_pk_fmac_f16": {n: 3, m3: fmaF16, cls: clsF16},
	"v_pk_add_u16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return a + b }), sat2: addSatU16},
	"v_pk_add_i16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return a + b }), sat2: addSatI16},
	"v_pk_sub_u16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return a - b }), sat2: subSatU16},
	"v_pk_sub_i16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return a - b }), sat2: subSatI16},
	"v_pk_mul_lo_u16":  {n: 2, m2: i2(func(a, b uint32) uint32 { return a * b })},
	"v_pk_lshlrev_b16": {n: 2, m2: i2(func(a, b uint32) uint32 { return b << (a & 15) })},
	"v_pk_lshrrev_b16": {n: 2, m2: i2(func(a, b uint32) uint32 { return b >> (a & 15) })},
	"v_pk_ashrrev_i16": {n: 2, m2: i2(func(a, b uint32) uint32 { return uint32(sx(b) >> (a & 15)) })},
	"v_pk_min_i16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return uint32(min(sx(a), sx(b))) })},
	"v_pk_max_i16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return uint32(max(sx(a), sx(b))) })},
	"v_pk_min_u16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return min(a, b) })},
	"v_pk_max_u16":     {n: 2, m2: i2(func(a, b uint32) uint32 { return max(a, b) })},
	"v_pk_mad_u16":     {n: 3, m3: func(_ Mode, a, b, c uint32) uint32 { return (a*b + c) & 0xffff }, sat3: madSatU16},
	"v_pk_mad_i16":     {n: 3, m3: func(_ Mode, a, b, c uint32) uint32 { return (a*b + c) & 0xffff }, sat3: madSatI16},

	"v_dot2_f32_f16": {n: 3, whole: dot2F32F16, cls: clsF32}, "v_dot2_f32_bf16": {n: 3, whole: dot2F32BF16, cls: clsF32},
	"v_dot2acc_f32_f16": {n: 3, whole: dot2F32F16, cls: clsF32}, "v_dual_dot2acc_f32_f16": {n: 3, whole: dot2F32F16, cls: clsF32},
	"v_dual_dot2acc_f32_bf16": {n: 3, whole: dot2F32BF16, cls: clsF32},
	"v_dot4_u32_u8":           {n: 3, width: 8}, "v_dot8_u32_u4": {n: 3, width: 4},
	"v_dot4_i32_iu8": {n: 3, width: 8, signed: true}, "v_dot8_i32_iu4": {n: 3, width: 4, signed: true},
}

func (b *Builder) lowerPacked(in *amdgpu.Inst, d *DInst, p *packedOp) string {
	srcs := sourceOperands(in.Op.String(), in)
	if len(srcs) < p.n {
		return "too few operands"
	}
	var src [3]Src
	var mods [3]uint8
	vop3p := b.t.EncName(in.Enc) != "VOP2" && b.t.EncName(in.Enc) != "VOPD"
	for k := range p.n {
		o := &in.Opd[srcs[k]]
		src[k], mods[k] = b.VSrc(o, 0), o.Mods
		if in.Enc == amdgpu.EncVOP2 || !vop3p {
			mods[k] = amdgpu.ModHiHi // plain encodings: low half with low, high with high
		}
	}
	x := &wrap{dst: -1, dst1: -1}
	if isDPP(in) {
		if p.width == 0 && p.whole == nil {
			return "DPP"
		}
		x.dpp = &dppCtl{src: [][2]int32{{int32(src[0]), rowP}}}
		src[0] = rowP
		b.lowerDPP(in, x, nil)
	}
	clamp := in.Flags&amdgpu.FlagClamp != 0
	m2, m3 := p.m2, p.m3
	if clamp && p.cls == clsInt && p.width == 0 {
		m2, m3 = p.sat2, p.sat3
		if m2 == nil && m3 == nil {
			return "clamp"
		}
	}
	e := b.wrapIf(in, d, x, &in.Opd[0], 0)
	e.D = int32(b.VDst(&in.Opd[0], 0))
	if p.width != 0 {
		sa, sb := p.signed && mods[0]&amdgpu.ModNeg != 0, p.signed && mods[1]&amdgpu.ModNeg != 0
		e.H = func(w *Wave, d *DInst) {
			a, b, c := w.src(src[0], rowA), w.src(src[1], rowB), w.src(src[2], rowC)
			r := w.vdst(d.D)
			for i := range r {
				s := dotInt(a[i], b[i], p.width, sa, sb)
				switch {
				case !p.signed && clamp:
					r[i] = uint32(min(uint64(s)+uint64(c[i]), 0xffffffff))
				case clamp:
					r[i] = satS32(s + int64(int32(c[i])))
				default:
					r[i] = uint32(s) + c[i]
				}
			}
			w.commit(d.D, r)
		}
		return ""
	}
	if p.whole != nil {
		e.H = func(w *Wave, d *DInst) {
			var v [3]Lanes
			for k := range 3 {
				s := w.src(src[k], rowA+k)
				if k == 2 {
					for i, q := range s {
						if mods[2]&amdgpu.ModAbs != 0 {
							q &^= sign32
						}
						if mods[2]&amdgpu.ModNeg != 0 {
							q ^= sign32
						}
						v[2][i] = q
					}
					break
				}
				for i, q := range s {
					v[k][i] = pickHalf(q, mods[k], false) | pickHalf(q, mods[k], true)<<16
				}
			}
			r := w.vdst(d.D)
			for i := range r {
				r[i] = p.whole(w.Mode, v[0][i], v[1][i], v[2][i])
			}
			if clamp {
				clampF32(w, r, nil)
			}
			w.commit(d.D, r)
		}
		return ""
	}
	isF := p.cls == clsF16
	half := pickHalf
	if !isF {
		half = pickHalfInt
	}
	e.H = func(w *Wave, d *DInst) {
		a, b := w.src(src[0], rowA), w.src(src[1], rowB)
		var lo, hi Lanes
		if m3 != nil {
			c := w.src(src[2], rowC)
			for i := range lo {
				lo[i] = m3(w.Mode, half(a[i], mods[0], false), half(b[i], mods[1], false), half(c[i], mods[2], false))
				hi[i] = m3(w.Mode, half(a[i], mods[0], true), half(b[i], mods[1], true), half(c[i], mods[2], true))
			}
		} else {
			for i := range lo {
				lo[i] = m2(w.Mode, half(a[i], mods[0], false), half(b[i], mods[1], false))
				hi[i] = m2(w.Mode, half(a[i], mods[0], true), half(b[i], mods[1], true))
			}
		}
		if clamp && isF {
			clampF16(w, &lo, nil)
			clampF16(w, &hi, nil)
		}
		r := w.vdst(d.D)
		for i := range r {
			r[i] = lo[i]&0xffff | hi[i]<<16
		}
		w.commit(d.D, r)
	}
	return ""
}

// pickHalf is the half of v that goes into the low or high result, with its sign.
func pickHalf(v uint32, mods uint8, high bool) uint32 {
	sel, neg := amdgpu.ModHi, amdgpu.ModNeg
	if high {
		sel, neg = amdgpu.ModHiHi, amdgpu.ModAbs
	}
	if mods&sel != 0 {
		v >>= 16
	}
	v &= 0xffff
	if mods&neg != 0 {
		v ^= 0x8000
	}
	return v
}

func pickHalfInt(v uint32, mods uint8, high bool) uint32 {
	sel := amdgpu.ModHi
	if high {
		sel = amdgpu.ModHiHi
	}
	if mods&sel != 0 {
		v >>= 16
	}
	return v & 0xffff
}
