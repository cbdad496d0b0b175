package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Conversions.
var convertRules = map[ir.Op]rule{
	ir.OpFExt: func(s *sel, v *ir.Value) {
		op := amdgpu.VCvtF32F16
		if v.FP.Fmt == ir.F32 {
			op = amdgpu.VCvtF64F32
		}
		s.conv(v, op)
	},
	ir.OpFTruncTo: func(s *sel, v *ir.Value) {
		op := amdgpu.VCvtF16F32
		if v.FP.Fmt == ir.F64 {
			op = amdgpu.VCvtF32F64
		}
		s.conv(v, op)
	},
	ir.OpFToS: func(s *sel, v *ir.Value) { s.conv(v, fops{0, amdgpu.VCvtI32F32, amdgpu.VCvtI32F64}[s.fmtIndex(v)]) },
	ir.OpFToU: func(s *sel, v *ir.Value) { s.conv(v, fops{0, amdgpu.VCvtU32F32, amdgpu.VCvtU32F64}[s.fmtIndex(v)]) },
	ir.OpSToF: func(s *sel, v *ir.Value) { s.intToF(v, fops{0, amdgpu.VCvtF32I32, amdgpu.VCvtF64I32}[s.fmtIndex(v)]) },
	ir.OpUToF: func(s *sel, v *ir.Value) { s.intToF(v, fops{0, amdgpu.VCvtF32U32, amdgpu.VCvtF64U32}[s.fmtIndex(v)]) },
}

// conv emits a conversion from floating point. Source and destination may fall under different fields of MODE, and which
// round mode a conversion between formats heeds differs between manuals: both fields are set alike.
func (s *sel) conv(v *ir.Value, op amdgpu.Op) {
	if op == 0 {
		s.refuse("%s of %s", v.Op, v.FP.Fmt)
	}
	s.convMode(v, s.e(op, s.dst(v), s.fsrc(v, 0)))
}

func (s *sel) intToF(v *ir.Value, op amdgpu.Op) {
	if op == 0 {
		s.refuse("%s of %s", v.Op, v.FP.Fmt)
	}
	s.convMode(v, s.e(op, s.dst(v), s.arg(v, 0)))
}

func (s *sel) convMode(v *ir.Value, in *Inst) {
	m := ModeUses32 | Mode(v.FP.Round) | ModeUses64 | Mode(v.FP.Round)<<4
	if v.FP.FTZ {
		if v.FP.Fmt == ir.F16 {
			m |= ModeFlush64
		} else {
			m |= ModeFlush32
		}
	}
	in.Mode = m
	if v.FP.Sat {
		in.Flags |= amdgpu.FlagClamp
	}
	switch v.Op {
	case ir.OpFToS, ir.OpFToU:
		in.Mode = 0 // towards zero and saturating whatever MODE says
	}
}
