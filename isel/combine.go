package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// combination is one instruction that does the work of two operations: outer(…inner(a, b)…). The inner value has no other
// use and stands in the same block, so that nothing is computed twice and nothing moves into a loop. The operands are
// those of the inner operation, then the other one of the outer.
type combination struct {
	outer, inner ir.Op
	op           amdgpu.Op
}

// vectorCombinations are tried in order, for 32-bit values in VGPRs. The outer operation is commutative in all of them but
// the shift, whose inner value is its first argument.
var vectorCombinations = [...]combination{
	{ir.OpAdd, ir.OpShl, amdgpu.VLshlAddU32},
	{ir.OpAdd, ir.OpAdd, amdgpu.VAdd3U32},
	{ir.OpAdd, ir.OpXor, amdgpu.VXadU32},
	{ir.OpAdd, ir.OpMul24U, amdgpu.VMadU32U24},
	{ir.OpAdd, ir.OpMul24S, amdgpu.VMadI32I24},
	{ir.OpOr, ir.OpAnd, amdgpu.VAndOrB32},
	{ir.OpOr, ir.OpShl, amdgpu.VLshlOrB32},
	{ir.OpOr, ir.OpOr, amdgpu.VOr3B32},
	{ir.OpXor, ir.OpXor, amdgpu.VXor3B32},
	{ir.OpShl, ir.OpAdd, amdgpu.VAddLshlU32},
	{ir.OpMaxS, ir.OpMaxS, amdgpu.VMax3I32},
	{ir.OpMaxU, ir.OpMaxU, amdgpu.VMax3U32},
	{ir.OpMinS, ir.OpMinS, amdgpu.VMin3I32},
	{ir.OpMinU, ir.OpMinU, amdgpu.VMin3U32},
}

// fused is what combine decided for a value: 1 + the number of the combination, and which argument is the inner one.
type fused struct {
	comb uint8
	arg  uint8
}

// combine finds the combinations of a block, last value first, so that a chain is cut from its end.
func (s *sel) combine(b *ir.Block) {
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		if v.Op == ir.OpAdd && v.Type == ir.I64 {
			s.combineScaled(b, v)
			continue
		}
		if v.Type != ir.I32 || s.folded[v.ID] || s.scalar[v.ID] {
			continue
		}
		switch v.Op {
		case ir.OpAdd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpMaxS, ir.OpMaxU, ir.OpMinS, ir.OpMinU:
		default:
			continue
		}
		for k := range vectorCombinations {
			c := &vectorCombinations[k]
			if c.outer != v.Op {
				continue
			}
			args := v.Args
			if v.Op == ir.OpShl {
				args = args[:1]
			}
			found := false
			for j, a := range args {
				if a.Op == c.inner && a.Type == ir.I32 && a.Uses == 1 && a.Block == b && !s.scalar[a.ID] && !s.folded[a.ID] && s.fuse[a.ID].comb == 0 {
					s.folded[a.ID] = true
					s.fuse[v.ID] = fused{uint8(k + 1), uint8(j)}
					found = true
					break
				}
			}
			if found {
				break
			}
		}
	}
}

// fusedScaled marks y + (extended x << k), which is one v_mad_u64_u32 or v_mad_i64_i32.
const fusedScaled = 255

// combineScaled finds the address of an array element: an extended 32-bit index, shifted, on a 64-bit base.
func (s *sel) combineScaled(b *ir.Block, v *ir.Value) {
	if s.folded[v.ID] || s.scalar[v.ID] {
		return
	}
	for j, a := range v.Args {
		if a.Op != ir.OpShl || a.Uses != 1 || a.Block != b || s.scalar[a.ID] || s.folded[a.ID] || !a.Args[1].IsConst() || a.Args[1].Imm > 30 {
			continue
		}
		x := a.Args[0]
		if x.Op != ir.OpZExt && x.Op != ir.OpSExt || x.Args[0].Type != ir.I32 {
			continue
		}
		s.folded[a.ID] = true
		s.fuse[v.ID] = fused{fusedScaled, uint8(j)}
		return
	}
}

// selFused emits a combination.
func (s *sel) selFused(v *ir.Value) {
	f := s.fuse[v.ID]
	if f.comb == fusedScaled {
		a := v.Args[f.arg]
		x := a.Args[0]
		s.madWide(x.Op == ir.OpSExt, s.dst(v), s.op(x.Args[0]), imm(1<<a.Args[1].Imm), s.op(v.Args[1-f.arg]))
		return
	}
	c := &vectorCombinations[f.comb-1]
	in := v.Args[f.arg]
	o := [3]amdgpu.Operand{s.arg(in, 0), s.arg(in, 1), s.op(v.Args[1-f.arg])}
	switch {
	case in.Op == ir.OpShl:
		o[1] = modulo(o[1], 32)
	case v.Op == ir.OpShl:
		o[2] = modulo(o[2], 32)
	}
	s.e(c.op, s.dst(v), o[0], o[1], o[2])
}
