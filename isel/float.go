package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// fops are the instructions of one operation by format: F16, F32, F64, F16x2; 0 where there is none.
type fops [4]amdgpu.Op

// Floating-point arithmetic and AMD's own units.
var floatRules = map[ir.Op]rule{
	ir.OpFAdd:   selFAdd,
	ir.OpFMul:   farith(fops{amdgpu.VMulF16, amdgpu.VMulF32, amdgpu.VMulF64, amdgpu.VPkMulF16}),
	ir.OpFFma:   farith(fops{amdgpu.VFmaF16, amdgpu.VFmaF32, amdgpu.VFmaF64, amdgpu.VPkFmaF16}),
	ir.OpFMin:   farith(fops{amdgpu.VMinF16, amdgpu.VMinF32, amdgpu.VMinF64, amdgpu.VPkMinF16}),
	ir.OpFMax:   farith(fops{amdgpu.VMaxF16, amdgpu.VMaxF32, amdgpu.VMaxF64, amdgpu.VPkMaxF16}),
	ir.OpFNeg:   selFNeg,
	ir.OpFAbs:   selFAbs,
	ir.OpFTrunc: farith(fops{amdgpu.VTruncF16, amdgpu.VTruncF32, amdgpu.VTruncF64}),
	ir.OpFFloor: farith(fops{amdgpu.VFloorF16, amdgpu.VFloorF32, amdgpu.VFloorF64}),
	ir.OpFCeil:  farith(fops{amdgpu.VCeilF16, amdgpu.VCeilF32, amdgpu.VCeilF64}),
	ir.OpFRint:  farith(fops{amdgpu.VRndneF16, amdgpu.VRndneF32, amdgpu.VRndneF64}),
	ir.OpFCanon: selFCanon,

	ir.OpAmdRcp:       farith(fops{amdgpu.VRcpF16, amdgpu.VRcpF32, amdgpu.VRcpF64}),
	ir.OpAmdRsq:       farith(fops{amdgpu.VRsqF16, amdgpu.VRsqF32, amdgpu.VRsqF64}),
	ir.OpAmdSqrt:      farith(fops{amdgpu.VSqrtF16, amdgpu.VSqrtF32, amdgpu.VSqrtF64}),
	ir.OpAmdExp2:      farith(fops{amdgpu.VExpF16, amdgpu.VExpF32}),
	ir.OpAmdLog2:      farith(fops{amdgpu.VLogF16, amdgpu.VLogF32}),
	ir.OpAmdSin:       farith(fops{amdgpu.VSinF16, amdgpu.VSinF32}),
	ir.OpAmdCos:       farith(fops{amdgpu.VCosF16, amdgpu.VCosF32}),
	ir.OpAmdFract:     farith(fops{0, amdgpu.VFractF32, amdgpu.VFractF64}),
	ir.OpAmdFrexpMant: farith(fops{0, amdgpu.VFrexpMantF32, amdgpu.VFrexpMantF64}),
	ir.OpAmdFrexpExp:  farith(fops{0, amdgpu.VFrexpExpI32F32, amdgpu.VFrexpExpI32F64}),
	ir.OpAmdLdexp:     selLdexp,
	ir.OpAmdDivScale:  selDivScale,
	ir.OpAmdDivFmas:   selDivFmas,
	ir.OpAmdDivFixup:  farith(fops{0, amdgpu.VDivFixupF32, amdgpu.VDivFixupF64}),
}

// fmtIndex is the column of v's format in fops.
func (s *sel) fmtIndex(v *ir.Value) int {
	if v.FP.Fmt == ir.FmtNone {
		s.refuse("%s without a format", v.Op)
	}
	return int(v.FP.Fmt) - int(ir.F16)
}

// modeOf is what v needs of MODE: AMD's round modes have ir's numbers.
func modeOf(v *ir.Value) Mode {
	if v.FP.Fmt == ir.F32 {
		m := ModeUses32 | Mode(v.FP.Round)
		if v.FP.FTZ {
			m |= ModeFlush32
		}
		return m
	}
	m := ModeUses64 | Mode(v.FP.Round)<<4
	if v.FP.FTZ {
		m |= ModeFlush64
	}
	return m
}

// fsrc is argument i of v as a source with modifiers: negations and absolute values fold into it.
func (s *sel) fsrc(v *ir.Value, i int) amdgpu.Operand {
	a := v.Args[i]
	var neg, abs bool
	f := v.FP.Fmt
	for a.FP.Fmt == f && (a.Op == ir.OpFNeg || a.Op == ir.OpFAbs && f != ir.F16x2) {
		if a.Op == ir.OpFAbs {
			abs = true
		} else if !abs {
			neg = !neg
		}
		a = a.Args[0]
	}
	o := s.op(a)
	if o.Kind == amdgpu.OpdImm {
		sign := uint64(1) << (f.Type().Bits() - 1)
		if f == ir.F16x2 {
			sign = 0x80008000
		}
		x := uint64(o.Imm)
		if abs {
			x &^= sign
		}
		if neg {
			x ^= sign
		}
		o.Imm = int64(x)
		if f == ir.F16x2 && uint16(x) == uint16(x>>16) {
			o.Imm = int64(uint16(x)) // both halves read the low one
			return o
		}
	} else {
		if abs {
			o.Mods |= amdgpu.ModAbs
		}
		if neg {
			o.Mods |= amdgpu.ModNeg
			if f == ir.F16x2 {
				o.Mods |= amdgpu.ModAbs // neg_hi
			}
		}
	}
	if f == ir.F16x2 {
		if o.Kind == amdgpu.OpdImm {
			o = s.vgpr(o, 1)
		}
		o.Mods |= amdgpu.ModHiHi
	}
	return o
}

// farith is the rule of an operation whose arguments are all floating-point.
func farith(ops fops) rule {
	return func(s *sel, v *ir.Value) {
		op := ops[s.fmtIndex(v)]
		if op == 0 {
			s.refuse("%s of %s", v.Op, v.FP.Fmt)
		}
		var o [4]amdgpu.Operand
		o[0] = s.dst(v)
		for i := range v.Args {
			o[1+i] = s.fsrc(v, i)
		}
		s.fp(v, s.e(op, o[:1+len(v.Args)]...))
	}
}

// fp gives an instruction the attributes of v.
func (s *sel) fp(v *ir.Value, in *Inst) {
	in.Mode = modeOf(v)
	if v.FP.Sat {
		in.Flags |= amdgpu.FlagClamp
	}
}

func selFAdd(s *sel, v *ir.Value) {
	ops := fops{amdgpu.VAddF16, amdgpu.VAddF32, amdgpu.VAddF64, amdgpu.VPkAddF16}
	sub := fops{amdgpu.VSubF16, amdgpu.VSubF32}
	rev := fops{amdgpu.VSubrevF16, amdgpu.VSubrevF32}
	k := s.fmtIndex(v)
	x, y := s.fsrc(v, 0), s.fsrc(v, 1)
	op := ops[k]
	if sub[k] != 0 {
		// A single negation is a subtraction, which has a short form.
		switch {
		case y.Mods == amdgpu.ModNeg && x.Mods == 0:
			y.Mods = 0
			op = sub[k]
			if scalarOperand(s, &y) && !scalarOperand(s, &x) {
				x, y, op = y, x, rev[k]
			}
		case x.Mods == amdgpu.ModNeg && y.Mods == 0:
			x.Mods = 0
			x, y, op = y, x, sub[k]
			if scalarOperand(s, &y) && !scalarOperand(s, &x) {
				x, y, op = y, x, rev[k]
			}
		}
	}
	s.fp(v, s.e(op, s.dst(v), x, y))
}

func selFNeg(s *sel, v *ir.Value) { s.signBits(v, amdgpu.VXorB32, 0x80000000, 0x8000, 0x80008000) }
func selFAbs(s *sel, v *ir.Value) { s.signBits(v, amdgpu.VAndB32, 0x7fffffff, 0x7fff, 0x7fff7fff) }

func (s *sel) signBits(v *ir.Value, op amdgpu.Op, k32, k16, kx2 int64) {
	x, d := s.arg(v, 0), s.dst(v)
	switch v.FP.Fmt {
	case ir.F64:
		s.copyTo(lo(d), lo(x))
		s.e(op, hi(d), imm(k32), hi(x))
	case ir.F32:
		s.e(op, d, imm(k32), x)
	case ir.F16:
		s.e(op, d, imm(k16), x)
	case ir.F16x2:
		s.e(op, d, imm(kx2), x)
	default:
		s.refuse("%s without a format", v.Op)
	}
}

// selFCanon multiplies by one: with IEEE mode off, v_max would pass a signalling NaN on.
func selFCanon(s *sel, v *ir.Value) {
	ops := fops{amdgpu.VMulF16, amdgpu.VMulF32, amdgpu.VMulF64, amdgpu.VPkMulF16}
	one := [...]int64{0x3c00, 0x3f800000, 0x3ff0000000000000, 0x3c00}
	k := s.fmtIndex(v)
	s.fp(v, s.e(ops[k], s.dst(v), imm(one[k]), s.fsrc(v, 0)))
}

func selLdexp(s *sel, v *ir.Value) {
	op := fops{0, amdgpu.VLdexpF32, amdgpu.VLdexpF64}[s.fmtIndex(v)]
	if op == 0 {
		s.refuse("%s of %s", v.Op, v.FP.Fmt)
	}
	s.fp(v, s.e(op, s.dst(v), s.fsrc(v, 0), s.arg(v, 1)))
}

// selDivScale: args are value, denominator, numerator; the flag goes to v_div_fmas.
func selDivScale(s *sel, v *ir.Value) {
	op := fops{0, amdgpu.VDivScaleF32, amdgpu.VDivScaleF64}[s.fmtIndex(v)]
	if op == 0 {
		s.refuse("%s of %s", v.Op, v.FP.Fmt)
	}
	w := width(v.FP.Fmt.Type())
	d, c := s.f.NewVReg(ClassVGPR, w), s.mask()
	s.multi[v.ID] = []amdgpu.Reg{d, c}
	in := s.e(op, amdgpu.R(d, w), s.lane(c), s.arg(v, 0), s.arg(v, 1), s.arg(v, 2))
	in.Mode = modeOf(v) &^ (ModeFlush32 | ModeFlush64)
}

// selDivFmas passes the flag in VCC, which the instruction reads without naming it.
func selDivFmas(s *sel, v *ir.Value) {
	op := fops{0, amdgpu.VDivFmasF32, amdgpu.VDivFmasF64}[s.fmtIndex(v)]
	if op == 0 {
		s.refuse("%s of %s", v.Op, v.FP.Fmt)
	}
	// Sources first: VCC must not be overwritten between the copy and its use.
	var o [3]amdgpu.Operand
	for i := range o {
		o[i] = s.fsrc(v, i)
		m := o[i].Mods
		o[i].Mods = 0
		o[i] = s.vgpr(o[i], width(v.Type))
		o[i].Mods = m
	}
	s.raw(PseudoCopy, s.lane(amdgpu.VCCLo), s.op(v.Args[3]))
	s.fp(v, s.e(op, s.dst(v), o[0], o[1], o[2]))
}
