package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Comparison and choice.
var compareRules = map[ir.Op]rule{
	ir.OpICmp:   selICmp,
	ir.OpFCmp:   selFCmp,
	ir.OpFClass: selFClass,
	ir.OpSelect: selSelect,
}

// icmpOp are the compare instructions of one condition: scalar and vector, 32 and 64 bits.
type icmpOp struct{ s32, s64, v32, v64 amdgpu.Op }

var icmpOps = [...]icmpOp{
	ir.EQ:  {amdgpu.SCmpEqI32, amdgpu.SCmpEqU64, amdgpu.VCmpEqU32, amdgpu.VCmpEqU64},
	ir.NE:  {amdgpu.SCmpLgI32, amdgpu.SCmpLgU64, amdgpu.VCmpNeU32, amdgpu.VCmpNeU64},
	ir.LT:  {amdgpu.SCmpLtI32, 0, amdgpu.VCmpLtI32, amdgpu.VCmpLtI64},
	ir.LE:  {amdgpu.SCmpLeI32, 0, amdgpu.VCmpLeI32, amdgpu.VCmpLeI64},
	ir.GT:  {amdgpu.SCmpGtI32, 0, amdgpu.VCmpGtI32, amdgpu.VCmpGtI64},
	ir.GE:  {amdgpu.SCmpGeI32, 0, amdgpu.VCmpGeI32, amdgpu.VCmpGeI64},
	ir.ULT: {amdgpu.SCmpLtU32, 0, amdgpu.VCmpLtU32, amdgpu.VCmpLtU64},
	ir.ULE: {amdgpu.SCmpLeU32, 0, amdgpu.VCmpLeU32, amdgpu.VCmpLeU64},
	ir.UGT: {amdgpu.SCmpGtU32, 0, amdgpu.VCmpGtU32, amdgpu.VCmpGtU64},
	ir.UGE: {amdgpu.SCmpGeU32, 0, amdgpu.VCmpGeU32, amdgpu.VCmpGeU64},
}

func icmpOpOf(s *sel, v *ir.Value) *icmpOp {
	if v.Imm >= uint64(len(icmpOps)) || icmpOps[v.Imm].v32 == 0 {
		s.refuse("integer condition %s", ir.Cond(v.Imm))
	}
	return &icmpOps[v.Imm]
}

// scalarCmp sets SCC to the condition.
func (s *sel) scalarCmp(v *ir.Value) {
	c := icmpOpOf(s, v)
	op := c.s32
	if v.Args[0].Type == ir.I64 {
		op = c.s64
	}
	s.e(op, s.arg(v, 0), s.arg(v, 1))
}

func selICmp(s *sel, v *ir.Value) {
	d := s.dst(v)
	if s.scalarCompare(v) {
		s.scalarCmp(v)
		s.e(s.lm().cselect, d, imm(-1), imm(0))
		return
	}
	c := icmpOpOf(s, v)
	op := c.v32
	if v.Args[0].Type == ir.I64 {
		op = c.v64
	}
	s.e(op, d, s.arg(v, 0), s.arg(v, 1))
}

// fcmpOps gives the instruction of a condition for F16, F32, F64. AMD's "n" forms are true for NaN.
var fcmpOps = [...][3]amdgpu.Op{
	ir.EQ:  {amdgpu.VCmpEqF16, amdgpu.VCmpEqF32, amdgpu.VCmpEqF64},
	ir.NE:  {amdgpu.VCmpLgF16, amdgpu.VCmpLgF32, amdgpu.VCmpLgF64},
	ir.LT:  {amdgpu.VCmpLtF16, amdgpu.VCmpLtF32, amdgpu.VCmpLtF64},
	ir.LE:  {amdgpu.VCmpLeF16, amdgpu.VCmpLeF32, amdgpu.VCmpLeF64},
	ir.GT:  {amdgpu.VCmpGtF16, amdgpu.VCmpGtF32, amdgpu.VCmpGtF64},
	ir.GE:  {amdgpu.VCmpGeF16, amdgpu.VCmpGeF32, amdgpu.VCmpGeF64},
	ir.UEQ: {amdgpu.VCmpNlgF16, amdgpu.VCmpNlgF32, amdgpu.VCmpNlgF64},
	ir.UNE: {amdgpu.VCmpNeqF16, amdgpu.VCmpNeqF32, amdgpu.VCmpNeqF64},
	ir.ULT: {amdgpu.VCmpNgeF16, amdgpu.VCmpNgeF32, amdgpu.VCmpNgeF64},
	ir.ULE: {amdgpu.VCmpNgtF16, amdgpu.VCmpNgtF32, amdgpu.VCmpNgtF64},
	ir.UGT: {amdgpu.VCmpNleF16, amdgpu.VCmpNleF32, amdgpu.VCmpNleF64},
	ir.UGE: {amdgpu.VCmpNltF16, amdgpu.VCmpNltF32, amdgpu.VCmpNltF64},
	ir.Ord: {amdgpu.VCmpOF16, amdgpu.VCmpOF32, amdgpu.VCmpOF64},
	ir.Uno: {amdgpu.VCmpUF16, amdgpu.VCmpUF32, amdgpu.VCmpUF64},
}

func selFCmp(s *sel, v *ir.Value) {
	if v.Imm >= uint64(len(fcmpOps)) {
		s.refuse("floating-point condition %d", v.Imm)
	}
	op := fcmpOps[v.Imm][s.fmtIndex(v)]
	in := s.e(op, s.dst(v), s.fsrc(v, 0), s.fsrc(v, 1))
	in.Mode = modeOf(v)
}

func selFClass(s *sel, v *ir.Value) {
	op := [...]amdgpu.Op{amdgpu.VCmpClassF16, amdgpu.VCmpClassF32, amdgpu.VCmpClassF64}[s.fmtIndex(v)]
	s.e(op, s.dst(v), s.fsrc(v, 0), imm(int64(v.Imm)))
}

func selSelect(s *sel, v *ir.Value) {
	c, x, y, d := s.arg(v, 0), s.arg(v, 1), s.arg(v, 2), s.dst(v)
	if s.scalar[v.ID] {
		if s.folded[v.Args[0].ID] {
			s.scalarCmp(v.Args[0])
		} else {
			s.setSCC(c)
		}
		if v.Type == ir.I64 {
			s.e(amdgpu.SCselectB64, d, x, y)
		} else {
			s.e(amdgpu.SCselectB32, d, x, y)
		}
		return
	}
	s.e(amdgpu.VCndmaskB32, lo(d), lo(y), lo(x), c)
	if v.Type == ir.I64 {
		s.e(amdgpu.VCndmaskB32, hi(d), hi(y), hi(x), c)
	}
}
