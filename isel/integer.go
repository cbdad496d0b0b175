package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Integer arithmetic.
var integerRules = map[ir.Op]rule{
	ir.OpAdd: selAdd, ir.OpSub: selSub,
	ir.OpMul:      both32(amdgpu.SMulI32, amdgpu.VMulLoU32),
	ir.OpMulHiU:   both32(amdgpu.SMulHiU32, amdgpu.VMulHiU32),
	ir.OpMulHiS:   both32(amdgpu.SMulHiI32, amdgpu.VMulHiI32),
	ir.OpMulWideU: selMulWide, ir.OpMulWideS: selMulWide,
	ir.OpMadWideU: selMadWide, ir.OpMadWideS: selMadWide,
	ir.OpMul24U:   both32(0, amdgpu.VMulU32U24),
	ir.OpMul24S:   both32(0, amdgpu.VMulI32I24),
	ir.OpMulHi24U: both32(0, amdgpu.VMulHiU32U24),
	ir.OpMulHi24S: both32(0, amdgpu.VMulHiI32I24),
	ir.OpAddC:     selAddC, ir.OpSubB: selAddC,
	ir.OpMinS: both32(amdgpu.SMinI32, amdgpu.VMinI32),
	ir.OpMinU: both32(amdgpu.SMinU32, amdgpu.VMinU32),
	ir.OpMaxS: both32(amdgpu.SMaxI32, amdgpu.VMaxI32),
	ir.OpMaxU: both32(amdgpu.SMaxU32, amdgpu.VMaxU32),
}

// both32 is the rule of a two-operand 32-bit operation with a scalar form (0: none) and a vector one.
func both32(scalar, vector amdgpu.Op) rule {
	return func(s *sel, v *ir.Value) {
		op := vector
		if s.scalar[v.ID] {
			op = scalar
		}
		s.e(op, s.dst(v), s.arg(v, 0), s.arg(v, 1))
	}
}

func selAdd(s *sel, v *ir.Value) {
	x, y, d := s.arg(v, 0), s.arg(v, 1), s.dst(v)
	switch {
	case v.Type == ir.I64 && s.scalar[v.ID]:
		s.e(amdgpu.SAddU32, lo(d), lo(x), lo(y))
		s.e(amdgpu.SAddcU32, hi(d), hi(x), hi(y))
	case v.Type == ir.I64:
		s.add64(d, x, y)
	case s.scalar[v.ID]:
		s.e(amdgpu.SAddU32, d, x, y)
	default:
		s.e(amdgpu.VAddNcU32, d, x, y)
	}
}

// add64 is a 64-bit vector addition.
func (s *sel) add64(d, x, y amdgpu.Operand) {
	c, c2 := s.lane(s.carry()), s.lane(s.carry())
	s.e(amdgpu.VAddCoU32, lo(d), c, lo(x), lo(y))
	s.e(amdgpu.VAddCoCiU32, hi(d), c2, hi(x), hi(y), c)
}

func selSub(s *sel, v *ir.Value) {
	x, y, d := s.arg(v, 0), s.arg(v, 1), s.dst(v)
	switch {
	case v.Type == ir.I64 && s.scalar[v.ID]:
		s.e(amdgpu.SSubU32, lo(d), lo(x), lo(y))
		s.e(amdgpu.SSubbU32, hi(d), hi(x), hi(y))
	case v.Type == ir.I64:
		c, c2 := s.lane(s.carry()), s.lane(s.carry())
		s.e(amdgpu.VSubCoU32, lo(d), c, lo(x), lo(y))
		s.e(amdgpu.VSubCoCiU32, hi(d), c2, hi(x), hi(y), c)
	case s.scalar[v.ID]:
		s.e(amdgpu.SSubU32, d, x, y)
	case scalarOperand(s, &y) && !scalarOperand(s, &x):
		s.e(amdgpu.VSubrevNcU32, d, y, x)
	default:
		s.e(amdgpu.VSubNcU32, d, x, y)
	}
}

func selMulWide(s *sel, v *ir.Value) {
	x, y, d := s.arg(v, 0), s.arg(v, 1), s.dst(v)
	signed := v.Op == ir.OpMulWideS
	if s.scalar[v.ID] {
		h := amdgpu.SMulHiU32
		if signed {
			h = amdgpu.SMulHiI32
		}
		s.e(amdgpu.SMulI32, lo(d), x, y)
		s.e(h, hi(d), x, y)
		return
	}
	s.madWide(signed, d, x, y, imm(0))
}

func (s *sel) madWide(signed bool, d, x, y, z amdgpu.Operand) {
	op := amdgpu.VMadU64U32
	if signed {
		op = amdgpu.VMadI64I32
	}
	s.e(op, d, s.lane(s.mask()), x, y, z)
}

func selMadWide(s *sel, v *ir.Value) {
	x, y, z, d := s.arg(v, 0), s.arg(v, 1), s.arg(v, 2), s.dst(v)
	signed := v.Op == ir.OpMadWideS
	if s.scalar[v.ID] {
		h := amdgpu.SMulHiU32
		if signed {
			h = amdgpu.SMulHiI32
		}
		l, t := r1(s.s32()), r1(s.s32())
		s.e(amdgpu.SMulI32, l, x, y)
		s.e(h, t, x, y)
		s.e(amdgpu.SAddU32, lo(d), l, lo(z))
		s.e(amdgpu.SAddcU32, hi(d), t, hi(z))
		return
	}
	s.madWide(signed, d, x, y, z)
}

// selAddC adds or subtracts with carry in and out; the carry is a lane mask.
func selAddC(s *sel, v *ir.Value) {
	d, c := s.v32(), s.carry()
	s.multi[v.ID] = []amdgpu.Reg{d, c}
	x, y := s.arg(v, 0), s.arg(v, 1)
	sub := v.Op == ir.OpSubB
	if len(v.Args) > 2 {
		op := amdgpu.VAddCoCiU32
		if sub {
			op = amdgpu.VSubCoCiU32
		}
		s.e(op, r1(d), s.lane(c), x, y, s.arg(v, 2))
		return
	}
	op := amdgpu.VAddCoU32
	if sub {
		op = amdgpu.VSubCoU32
	}
	s.e(op, r1(d), s.lane(c), x, y)
}
