package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Operations on bits.
var bitRules = map[ir.Op]rule{
	ir.OpAnd:  logic(amdgpu.SAndB32, amdgpu.SAndB64, amdgpu.VAndB32),
	ir.OpOr:   logic(amdgpu.SOrB32, amdgpu.SOrB64, amdgpu.VOrB32),
	ir.OpXor:  logic(amdgpu.SXorB32, amdgpu.SXorB64, amdgpu.VXorB32),
	ir.OpNot:  selNot,
	ir.OpShl:  shift(amdgpu.SLshlB32, amdgpu.SLshlB64, amdgpu.VLshlrevB32, amdgpu.VLshlrevB64),
	ir.OpLShr: shift(amdgpu.SLshrB32, amdgpu.SLshrB64, amdgpu.VLshrrevB32, amdgpu.VLshrrevB64),
	ir.OpAShr: shift(amdgpu.SAshrI32, amdgpu.SAshrI64, amdgpu.VAshrrevI32, amdgpu.VAshrrevI64),
	ir.OpPopc: func(s *sel, v *ir.Value) {
		if s.scalar[v.ID] {
			s.e(amdgpu.SBcnt1I32B32, s.dst(v), s.arg(v, 0))
			return
		}
		s.e(amdgpu.VBcntU32B32, s.dst(v), s.arg(v, 0), imm(0))
	},
	ir.OpFfbh:  unary32(amdgpu.SClzI32U32, amdgpu.VClzI32U32),
	ir.OpFfbhS: unary32(amdgpu.SClsI32, amdgpu.VClsI32),
	ir.OpFfbl:  unary32(amdgpu.SCtzI32B32, amdgpu.VCtzI32B32),
	ir.OpBrev:  unary32(amdgpu.SBrevB32, amdgpu.VBfrevB32),
	ir.OpBfeU:  bfe(amdgpu.SBfeU32, amdgpu.VBfeU32),
	ir.OpBfeS:  bfe(amdgpu.SBfeI32, amdgpu.VBfeI32),
	ir.OpBfi:   ternary32(amdgpu.VBfiB32),
	ir.OpPerm:  ternary32(amdgpu.VPermB32),
	ir.OpAlignBit: func(s *sel, v *ir.Value) {
		s.e(amdgpu.VAlignbitB32, s.dst(v), s.arg(v, 0), s.arg(v, 1), modulo(s.arg(v, 2), 32))
	},
	ir.OpDot4: selDot4,
}

func unary32(scalar, vector amdgpu.Op) rule {
	return func(s *sel, v *ir.Value) {
		op := vector
		if s.scalar[v.ID] {
			op = scalar
		}
		s.e(op, s.dst(v), s.arg(v, 0))
	}
}

func ternary32(op amdgpu.Op) rule {
	return func(s *sel, v *ir.Value) { s.e(op, s.dst(v), s.arg(v, 0), s.arg(v, 1), s.arg(v, 2)) }
}

// logic is the rule of and, or and xor. Lane masks are combined whole: what stands in the bits of inactive lanes is not
// defined, and everything that reads a mask heeds EXEC.
func logic(s32, s64, v32 amdgpu.Op) rule {
	return func(s *sel, v *ir.Value) {
		x, y, d := s.arg(v, 0), s.arg(v, 1), s.dst(v)
		switch {
		case v.Type == ir.I1:
			op := s32
			if s.t.Wave64 {
				op = s64
			}
			s.e(op, d, x, y)
		case s.scalar[v.ID] && v.Type == ir.I64:
			s.e(s64, d, x, y)
		case s.scalar[v.ID]:
			s.e(s32, d, x, y)
		case v.Type == ir.I64:
			s.e(v32, lo(d), lo(x), lo(y))
			s.e(v32, hi(d), hi(x), hi(y))
		default:
			s.e(v32, d, x, y)
		}
	}
}

func selNot(s *sel, v *ir.Value) {
	x, d := s.arg(v, 0), s.dst(v)
	switch {
	case v.Type == ir.I1:
		s.e(s.lm().not, d, x)
	case s.scalar[v.ID] && v.Type == ir.I64:
		s.e(amdgpu.SNotB64, d, x)
	case s.scalar[v.ID]:
		s.e(amdgpu.SNotB32, d, x)
	case v.Type == ir.I64:
		s.e(amdgpu.VNotB32, lo(d), lo(x))
		s.e(amdgpu.VNotB32, hi(d), hi(x))
	default:
		s.e(amdgpu.VNotB32, d, x)
	}
}

// modulo reduces a constant that the hardware reads modulo n, so that it is inline.
func modulo(o amdgpu.Operand, n int64) amdgpu.Operand {
	if o.Kind == amdgpu.OpdImm {
		o.Imm &= n - 1
	}
	return o
}

func shift(s32, s64, v32, v64 amdgpu.Op) rule {
	return func(s *sel, v *ir.Value) {
		x, n, d := s.arg(v, 0), modulo(s.arg(v, 1), int64(v.Type.Bits())), s.dst(v)
		switch {
		case s.scalar[v.ID] && v.Type == ir.I64:
			s.e(s64, d, x, n)
		case s.scalar[v.ID]:
			s.e(s32, d, x, n)
		case v.Type == ir.I64:
			s.e(v64, d, n, x)
		default:
			s.e(v32, d, n, x)
		}
	}
}

// bfe packs offset and width into one operand in the scalar form: bits 4:0 and 22:16.
func bfe(scalar, vector amdgpu.Op) rule {
	return func(s *sel, v *ir.Value) {
		if s.scalar[v.ID] {
			off, n := v.Args[1].Imm&31, v.Args[2].Imm&31
			s.e(scalar, s.dst(v), s.arg(v, 0), imm(int64(off|n<<16)))
			return
		}
		s.e(vector, s.dst(v), s.arg(v, 0), modulo(s.arg(v, 1), 32), modulo(s.arg(v, 2), 32))
	}
}

// selDot4 marks the signed operands with the neg bits, as v_dot4_i32_iu8 wants it.
func selDot4(s *sel, v *ir.Value) {
	in := s.e(amdgpu.VDot4I32Iu8, s.dst(v), s.arg(v, 0), s.arg(v, 1), s.arg(v, 2))
	for k := range 2 {
		if v.Imm>>k&1 != 0 {
			in.Opd[1+k].Mods |= amdgpu.ModNeg
		}
	}
}
