package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Values without computation and width changes.
var plainRules = map[ir.Op]rule{
	ir.OpConst:     func(*sel, *ir.Value) {}, // an operand of its users
	ir.OpFrameAddr: func(*sel, *ir.Value) {}, // likewise: kernels' frames start at offset 0
	ir.OpPhi:       func(*sel, *ir.Value) {}, // its predecessors write it
	ir.OpCopy:      func(s *sel, v *ir.Value) { s.copyTo(s.dst(v), s.arg(v, 0)) },
	ir.OpProj:      selProj,
	ir.OpTrunc:     func(s *sel, v *ir.Value) { s.alias(v, v.Args[0], 0) },
	ir.OpHi:        func(s *sel, v *ir.Value) { s.alias(v, v.Args[0], 1) },
	ir.OpZExt:      selZExt,
	ir.OpSExt:      selSExt,
	ir.OpPack:      selPack,
	ir.OpHi16:      selHi16,
	ir.OpPack16:    selPack16,
}

func selProj(s *sel, v *ir.Value) {
	regs := s.multi[v.Args[0].ID]
	if int(v.Imm) >= len(regs) || regs[v.Imm] == 0 {
		s.refuse("result %d of %s", v.Imm, v.Args[0].Op)
	}
	s.reg[v.ID] = regs[v.Imm]
}

// pair writes the two halves of a 64-bit result.
func (s *sel) pair(v *ir.Value, l, h amdgpu.Operand) {
	d := s.dst(v)
	s.copyTo(lo(d), l)
	s.copyTo(hi(d), h)
}

func selPack(s *sel, v *ir.Value) { s.pair(v, s.arg(v, 0), s.arg(v, 1)) }

// setSCC sets SCC where a uniform lane mask is true.
func (s *sel) setSCC(cond amdgpu.Operand) {
	s.e(s.lm().and, amdgpu.R(s.mask(), s.laneMaskDwords()), s.sgpr(cond, s.laneMaskDwords()), s.exec())
}

func selZExt(s *sel, v *ir.Value) {
	x := v.Args[0]
	d := s.dst(v)
	l := lo(d)
	switch {
	case x.Type == ir.I1 && s.scalar[v.ID]:
		s.setSCC(s.op(x))
		s.e(amdgpu.SCselectB32, l, imm(1), imm(0))
	case x.Type == ir.I1:
		s.e(amdgpu.VCndmaskB32, l, imm(0), imm(1), s.op(x))
	case x.Type == ir.I16 && s.scalar[v.ID]:
		s.e(amdgpu.SAndB32, l, s.op(x), imm(0xffff))
	case x.Type == ir.I16:
		s.e(amdgpu.VAndB32, l, imm(0xffff), s.op(x))
	default:
		s.copyTo(l, s.op(x))
	}
	if v.Type == ir.I64 {
		s.copyTo(hi(d), imm(0))
	}
}

func selSExt(s *sel, v *ir.Value) {
	x := v.Args[0]
	d := s.dst(v)
	l := lo(d)
	sc := s.scalar[v.ID]
	switch {
	case x.Type == ir.I1 && sc:
		s.setSCC(s.op(x))
		s.e(amdgpu.SCselectB32, l, imm(-1), imm(0))
	case x.Type == ir.I1:
		s.e(amdgpu.VCndmaskB32, l, imm(0), imm(-1), s.op(x))
	case x.Type == ir.I16 && sc:
		s.e(amdgpu.SSextI32I16, l, s.op(x))
	case x.Type == ir.I16:
		s.e(amdgpu.VBfeI32, l, s.op(x), imm(0), imm(16))
	default:
		s.copyTo(l, s.op(x))
	}
	if v.Type == ir.I64 {
		switch {
		case x.Type == ir.I1:
			s.copyTo(hi(d), l)
		case sc:
			s.e(amdgpu.SAshrI32, hi(d), l, imm(31))
		default:
			s.e(amdgpu.VAshrrevI32, hi(d), imm(31), l)
		}
	}
}

func selHi16(s *sel, v *ir.Value) {
	if s.scalar[v.ID] {
		s.e(amdgpu.SLshrB32, s.dst(v), s.arg(v, 0), imm(16))
		return
	}
	s.e(amdgpu.VLshrrevB32, s.dst(v), imm(16), s.arg(v, 0))
}

// selPack16 joins two halves; the selector takes bytes 0 and 1 of both. v_pack_b32_f16 would canonicalise.
func selPack16(s *sel, v *ir.Value) {
	x, y := s.arg(v, 0), s.arg(v, 1)
	if s.scalar[v.ID] {
		s.e(amdgpu.SPackLlB32B16, s.dst(v), x, y)
		return
	}
	s.e(amdgpu.VPermB32, s.dst(v), y, x, imm(0x05040100))
}

// laneOps are the scalar instructions on lane masks of the target's wave size.
type laneOps struct {
	and, or, xor, not, andn2, orn2, mov, cselect, saveexec amdgpu.Op
}

var (
	laneOps32 = laneOps{amdgpu.SAndB32, amdgpu.SOrB32, amdgpu.SXorB32, amdgpu.SNotB32, amdgpu.SAndNot1B32, amdgpu.SOrNot1B32,
		amdgpu.SMovB32, amdgpu.SCselectB32, amdgpu.SAndSaveexecB32}
	laneOps64 = laneOps{amdgpu.SAndB64, amdgpu.SOrB64, amdgpu.SXorB64, amdgpu.SNotB64, amdgpu.SAndNot1B64, amdgpu.SOrNot1B64,
		amdgpu.SMovB64, amdgpu.SCselectB64, amdgpu.SAndSaveexecB64}
)

func (s *sel) lm() *laneOps {
	if s.t.Wave64 {
		return &laneOps64
	}
	return &laneOps32
}

func (s *sel) exec() amdgpu.Operand { return amdgpu.R(amdgpu.ExecLo, s.laneMaskDwords()) }

// lane makes a lane-mask operand of a register.
func (s *sel) lane(r amdgpu.Reg) amdgpu.Operand { return amdgpu.R(r, s.laneMaskDwords()) }
