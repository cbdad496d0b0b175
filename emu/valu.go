package emu

import "ferry/amdgpu"

// This file lowers vector instructions to handlers: the plain ones to the generic handlers below, everything with modifiers,
// halves of registers, DPP or output changes to a wrapper around a plain one.

// vexec gives the row that a handler computes into and completes it with the exec blend.
func (w *Wave) vdst(d int32) *Lanes {
	if w.S[RegExec] == 0xffffffff {
		return &w.V[d]
	}
	return &w.V[rowD]
}

// commit blends what vdst's row holds into d.
func (w *Wave) commit(d int32, r *Lanes) {
	if w.S[RegExec] != 0xffffffff {
		w.blendInto(d, r)
	}
}

func (w *Wave) blendInto(d int32, r *Lanes) { blend(&w.V[d], r, w.mask()) }

func hVec1(w *Wave, d *DInst) {
	o := d.Op
	a := w.src(d.A, rowA)
	r := w.vdst(d.D)
	if w.Mode&o.mask == o.want {
		o.f1(r, a)
	} else {
		for i := range r {
			r[i] = o.m1(w.Mode, a[i])
		}
	}
	w.commit(d.D, r)
}

func hVec2(w *Wave, d *DInst) {
	o := d.Op
	a := w.src(d.A, rowA)
	b := w.src(d.B, rowB)
	r := w.vdst(d.D)
	switch w.Mode & o.mask {
	case o.want:
		o.f2(r, a, b)
	default:
		if o.alt2 != nil && w.Mode&o.mask == o.wantAlt {
			o.alt2(r, a, b)
			break
		}
		for i := range r {
			r[i] = o.m2(w.Mode, a[i], b[i])
		}
	}
	w.commit(d.D, r)
}

func hVec3(w *Wave, d *DInst) {
	o := d.Op
	a := w.src(d.A, rowA)
	b := w.src(d.B, rowB)
	c := w.src(d.C, rowC)
	r := w.vdst(d.D)
	if w.Mode&o.mask == o.want {
		o.f3(r, a, b, c)
	} else {
		for i := range r {
			r[i] = o.m3(w.Mode, a[i], b[i], c[i])
		}
	}
	w.commit(d.D, r)
}

// wrap is the wrapping of one instruction: steps that prepare sources in scratch rows, the plain instruction, and
// steps that finish its result.
type wrap struct {
	pre   []step
	inner DInst
	post  []func(w *Wave, lo, hi *Lanes)
	// half is 0 for whole registers, 1 or 2 for a result that goes to the low or high half of dst.
	half uint8
	// dst and dst1 are the rows of the result if post or half are in use; dst1 is -1 for 32-bit results.
	dst, dst1 int32
	// dpp permutes source 0 and narrows the active lanes.
	dpp *dppCtl
	// Sources of wide operations: lo and hi dwords; hi is srcNone for 32-bit operands.
	lo, hi [3]Src
	wideD  bool
}

// step computes row dst from src.
type step struct {
	f   func(d, a *Lanes)
	src Src
	dst int
	k   *kern1
}

const srcNone Src = -1 << 30

func hWrap(w *Wave, d *DInst) {
	x := d.Wrap
	exec := w.S[RegExec]
	if x.dpp != nil {
		w.S[RegExec] = x.dpp.apply(w, exec)
	}
	for i := range x.pre {
		s := &x.pre[i]
		s.f(&w.V[s.dst], w.src(s.src, s.dst))
	}
	x.inner.H(w, &x.inner)
	if x.dst >= 0 {
		lo, hi := &w.V[rowD], &w.V[rowD1]
		for _, f := range x.post {
			f(w, lo, hi)
		}
		dst := &w.V[x.dst]
		m := w.mask()
		switch x.half {
		case 0:
			blend(dst, lo, m)
			if x.dst1 >= 0 {
				blend(&w.V[x.dst1], hi, m)
			}
		case 1:
			for i := range dst {
				dst[i] ^= (dst[i] ^ lo[i]) & m[i] & 0xffff
			}
		case 2:
			for i := range dst {
				dst[i] ^= (dst[i] ^ lo[i]<<16) & m[i] & 0xffff0000
			}
		}
	}
	if x.dpp != nil && !x.dpp.keepExec {
		w.S[RegExec] = exec
	}
}

// hWide runs operations with 64-bit operands.
func hWide(w *Wave, d *DInst) {
	x, o := d.Wrap, d.Op
	var lo, hi [3]*Lanes
	for k := range o.n {
		lo[k] = w.src(x.lo[k], rowA+k)
		if x.hi[k] != srcNone {
			hi[k] = w.src(x.hi[k], rowA1+k)
		} else {
			hi[k] = &zeroRow
		}
	}
	for k := o.n; k < 3; k++ {
		lo[k], hi[k] = &zeroRow, &zeroRow
	}
	rl, rh := &w.V[rowYA], &w.V[rowYB] // free: no dual pair has 64-bit operands
	if o.row64 != nil && w.Mode&modeFP64 == modeFP64Fast {
		o.row64(rl, rh, lo[0], hi[0], lo[1], hi[1], lo[2], hi[2])
	} else if o.n < 3 {
		a, a1, b, b1 := lo[0], hi[0], lo[1], hi[1]
		for i := range rl {
			v := o.wide(w.Mode, uint64(a1[i])<<32|uint64(a[i]), uint64(b1[i])<<32|uint64(b[i]), 0)
			rl[i], rh[i] = uint32(v), uint32(v>>32)
		}
	} else {
		a, a1, b, b1, c, c1 := lo[0], hi[0], lo[1], hi[1], lo[2], hi[2]
		for i := range rl {
			v := o.wide(w.Mode, uint64(a1[i])<<32|uint64(a[i]), uint64(b1[i])<<32|uint64(b[i]), uint64(c1[i])<<32|uint64(c[i]))
			rl[i], rh[i] = uint32(v), uint32(v>>32)
		}
	}
	m := w.mask()
	blend(&w.V[d.D], rl, m)
	if x.wideD {
		blend(&w.V[d.D2], rh, m)
	}
}

// hPairOp runs two-source operations on 64-bit rows that have a row kernel; the first source is 32 bits wide.
func hPairOp(w *Wave, d *DInst) {
	x := d.Wrap
	n := w.src(x.lo[0], rowA)
	b, b1 := w.src(x.lo[1], rowB), w.src(x.hi[1], rowB1)
	if w.S[RegExec] == 0xffffffff {
		d.Op.pair(&w.V[d.D], &w.V[d.D2], n, b, b1)
		return
	}
	d.Op.pair(&w.V[rowC], &w.V[rowC1], n, b, b1)
	m := w.mask()
	blend(&w.V[d.D], &w.V[rowC], m)
	blend(&w.V[d.D2], &w.V[rowC1], m)
}

var zeroRow Lanes

// sources gives the indices of the source operands in in.Opd, in the order of the operation's arguments.
func sourceOperands(name string, in *amdgpu.Inst) []int {
	switch name {
	case "v_fmac_f32", "v_fmac_f16", "v_fmac_dx9_zero_f32", "v_dual_fmac_f32", "v_pk_fmac_f16", "v_dot2acc_f32_f16",
		"v_dual_dot2acc_f32_f16", "v_dual_dot2acc_f32_bf16":
		return []int{1, 2, 0}
	}
	s := make([]int, 0, 4)
	for i := 1; i < int(in.N); i++ {
		s = append(s, i)
	}
	return s
}

// lowerVector lowers one vector instruction; it gives a reason if it cannot.
func (b *Builder) lowerVector(in *amdgpu.Inst, d *DInst) string {
	if in.Y != nil {
		return b.lowerVOPD(in, d)
	}
	name := in.Op.String()
	if f := vecSpecial[name]; f != nil {
		return f(b, in, d)
	}
	if b.t.Info(in.Op).Flags&amdgpu.OpVOPC != 0 {
		return b.lowerCompare(in, d)
	}
	if f := packedOps[name]; f != nil {
		return b.lowerPacked(in, d, f)
	}
	o := b.ops.byOp[in.Op]
	if o == nil {
		return "not implemented"
	}
	return b.lowerPlain(in, d, o, sourceOperands(name, in))
}

// lowerPlain lowers an instruction with destination operand 0 and the given source operands to operation o.
func (b *Builder) lowerPlain(in *amdgpu.Inst, d *DInst, o *vop, srcs []int) string {
	if len(srcs) < o.n {
		return "too few operands"
	}
	row := b.t.Row(in)
	x := &wrap{dst: -1, dst1: -1}
	clamp := in.Flags&amdgpu.FlagClamp != 0
	if clamp && o.cls == clsInt {
		if o.sat == nil {
			return "clamp"
		}
		o, clamp = o.sat, false
	}
	isWide := o.wide != nil
	var lo, hi [3]Src
	for k := range o.n {
		i := srcs[k]
		lo[k], hi[k] = b.source(in, row, i, k, x)
		if o.wide == nil && hi[k] != srcNone {
			return "64-bit operand"
		}
	}
	b.lowerDPP(in, x, &lo)
	oi := b.t.Operand(row, 0)
	dst := &in.Opd[0]
	if !dst.Reg.IsVGPR() {
		return "scalar destination"
	}
	half := uint8(0)
	if oi.Half {
		half = 1
		if dst.Mods&amdgpu.ModHi != 0 {
			half = 2
		}
	}
	wideD := oi.Dwords == 2
	if in.OMod != 0 {
		x.post = append(x.post, omodPost(o.cls, in.OMod))
	}
	if clamp {
		x.post = append(x.post, clampPost(o.cls))
	}
	if o.cls == clsInt && in.OMod != 0 {
		return "output multiplier"
	}
	p := d
	needWrap := len(x.pre) > 0 || len(x.post) > 0 || half != 0 || x.dpp != nil
	if needWrap {
		p = &x.inner
		p.Off, p.In = d.Off, in
	}
	p.D, p.D2 = int32(b.VDst(dst, 0)), int32(b.VDst(dst, 1))
	if len(x.post) > 0 || half != 0 {
		x.dst, x.half = p.D, half
		p.D = rowD
		if wideD {
			x.dst1 = p.D2
			p.D2 = rowD1
		}
	}
	p.Op = o
	p.A, p.B, p.C = lo[0], lo[1], lo[2]
	switch {
	case isWide:
		p.H, p.uop = hWide, o.uop
		if wideD && o.pair != nil {
			p.H = hPairOp
			switch in.Op {
			case amdgpu.VLshlrevB64:
				p.uop = uopShl64
			case amdgpu.VLshrrevB64:
				p.uop = uopShr64
			}
		}
		if p == d {
			p.Wrap = x
		} else {
			p.Wrap = &wrap{}
		}
		p.Wrap.lo, p.Wrap.hi, p.Wrap.wideD = lo, hi, wideD
	case o.n == 1:
		p.uop = o.uopOf()
		p.H = hVec1
	case o.n == 2:
		p.uop = o.uopOf()
		p.H = hVec2
	default:
		p.uop = o.uopOf()
		p.H = hVec3
	}
	if needWrap {
		d.Wrap = x
		d.H, d.uop = hWrap, uopPre
	} else {
		b.specialise(d)
	}
	return ""
}

// source resolves source operand i, the k-th argument, adding the steps for halves, neg and abs to x.
func (b *Builder) source(in *amdgpu.Inst, row *amdgpu.Row, i, k int, x *wrap) (lo, hi Src) {
	o := &in.Opd[i]
	oi := b.t.Operand(row, i)
	lo, hi = b.VSrc(o, 0), srcNone
	if oi.Dwords == 2 {
		hi = b.VSrc(o, 1)
		if o.Kind != amdgpu.OpdReg && oi.Inline == 32 {
			hi = b.Const(0)
		}
	}
	if k == 0 && in.Flags&(amdgpu.FlagDPP16|amdgpu.FlagDPP8) != 0 {
		// The permuted row comes before everything else.
		if x.dpp == nil {
			x.dpp = &dppCtl{}
		}
		x.dpp.src = append(x.dpp.src, [2]int32{int32(lo), rowP})
		lo = rowP
	}
	bind := func(k *kern1) func(d, a *Lanes) {
		if k.simd != nil && !b.Opt.Scalar {
			return k.simd
		}
		return k.scalar
	}
	add := func(f *kern1) {
		x.pre = append(x.pre, step{f: bind(f), src: lo, dst: rowA + k, k: f})
		lo = Src(rowA + k)
	}
	if oi.Half && o.Mods&amdgpu.ModHi != 0 {
		if o.Kind == amdgpu.OpdReg {
			add(&kHigh16)
		} else {
			lo = b.Const(0) // the high half of a 16-bit constant
		}
	}
	if m := o.Mods & (amdgpu.ModNeg | amdgpu.ModAbs); m != 0 {
		switch {
		case hi != srcNone:
			x.pre = append(x.pre, step{f: bind(signOps32[m]), src: hi, dst: rowA1 + k, k: signOps32[m]})
			hi = Src(rowA1 + k)
		case oi.Half || oi.Bits == 16:
			add(signOps16[m])
		default:
			add(signOps32[m])
		}
	}
	return lo, hi
}

var signOps32 = [4]*kern1{nil, &kNeg32, &kAbs32, &kNegAbs32}
var signOps16 = [4]*kern1{nil, &kNeg16, &kAbs16, &kNegAbs16}

// clampPost clamps a float result to [0, 1]; NaN becomes 0 with DX10_CLAMP.
func clampPost(c fpClass) func(w *Wave, lo, hi *Lanes) {
	switch c {
	case clsF16:
		return func(w *Wave, lo, _ *Lanes) {
			for i, v := range lo {
				v &= 0xffff
				switch {
				case isNaN16(v):
					if w.Mode&ModeDX10Clamp != 0 {
						lo[i] = 0
					}
				case v&0x8000 != 0:
					lo[i] = 0
				case v > 0x3c00:
					lo[i] = 0x3c00
				}
			}
		}
	case clsF64:
		return func(w *Wave, lo, hi *Lanes) {
			for i := range lo {
				v := uint64(hi[i])<<32 | uint64(lo[i])
				switch {
				case isNaN64(v):
					if w.Mode&ModeDX10Clamp != 0 {
						v = 0
					}
				case v&sign64 != 0:
					v = 0
				case v > 0x3ff0000000000000:
					v = 0x3ff0000000000000
				}
				lo[i], hi[i] = uint32(v), uint32(v>>32)
			}
		}
	}
	return func(w *Wave, lo, _ *Lanes) {
		for i, v := range lo {
			switch {
			case isNaN32(v):
				if w.Mode&ModeDX10Clamp != 0 {
					lo[i] = 0
				}
			case v&sign32 != 0:
				lo[i] = 0
			case v > one32:
				lo[i] = one32
			}
		}
	}
}

// omodPost multiplies a float result by 2, 4 or 1/2. The hardware ignores the multiplier while result subnormals are kept or IEEE is set
// (RDNA3 ISA, "Output modifiers").
func omodPost(c fpClass, omod uint8) func(w *Wave, lo, hi *Lanes) {
	n := int32([...]int32{0, 1, 2, -1}[omod&3])
	return func(w *Wave, lo, hi *Lanes) {
		m := w.Mode
		if m.ieee() || c == clsF32 && !m.flushOut32() || c != clsF32 && !m.flushOut64() {
			return
		}
		for i := range lo {
			switch c {
			case clsF16:
				lo[i] = ldexpF16(m, lo[i], uint32(n))
			case clsF64:
				v := ldexpF64(m, uint64(hi[i])<<32|uint64(lo[i]), uint64(uint32(n)), 0)
				lo[i], hi[i] = uint32(v), uint32(v>>32)
			default:
				lo[i] = ldexpF32(m, lo[i], uint32(n))
			}
		}
	}
}

// specialise replaces a generic handler by a direct one where there is one and all sources are rows.
func (b *Builder) specialise(d *DInst) {
	if o := d.Op; o.wide == nil && o.direct != nil && d.A >= 0 && (o.n < 2 || d.B >= 0) && (o.n < 3 || d.C >= 0) {
		d.H = o.direct
	}
}
