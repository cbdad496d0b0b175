package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Operations between lanes, and barriers.
var warpRules = map[ir.Op]rule{
	ir.OpBarrier:       selBarrier,
	ir.OpBallot:        selBallot,
	ir.OpReadFirstLane: func(s *sel, v *ir.Value) { s.e(amdgpu.VReadfirstlaneB32, s.dst(v), s.arg(v, 0)) },
	ir.OpReadLane:      func(s *sel, v *ir.Value) { s.e(amdgpu.VReadlaneB32, s.dst(v), s.arg(v, 0), s.arg(v, 1)) },
	ir.OpBpermute:      selBpermute,
	ir.OpMbcnt:         func(s *sel, v *ir.Value) { s.e(amdgpu.VMbcntLoU32B32, s.dst(v), s.arg(v, 0), s.arg(v, 1)) },
}

// selBarrier: everything before is visible to the work-group, and nothing after is read from a stale CU cache.
func selBarrier(s *sel, _ *ir.Value) {
	s.waitAll()
	s.raw(amdgpu.SBarrier)
	s.raw(amdgpu.BufferGl0Inv)
}

func selBallot(s *sel, v *ir.Value) {
	if s.t.Wave64 {
		s.refuse("ballot on a wave of 64 lanes")
	}
	x := v.Args[0]
	if x.IsConst() && x.Imm&1 != 0 {
		s.raw(amdgpu.SMovB32, s.dst(v), s.exec())
		return
	}
	s.e(amdgpu.SAndB32, s.dst(v), s.op(x), s.exec())
}

// Codes of dpp_ctrl and of the offset of ds_swizzle (RDNA3 ISA, "DPP" and "DS_SWIZZLE_B32").
const (
	dppRowXmask = 0x160 // + the mask: lanes of a row of 16 swap with those whose number differs in these bits
	allRows     = 0xff  // row_mask and bank_mask
	swizzleXor  = 10    // shift of the mask that lane numbers are xored with
	swizzleAnd  = 0x1f  // the mask that keeps all their bits
)

// selBpermute: an exchange between lanes whose numbers differ in fixed bits needs no table of lanes. Within a row of 16 it is
// a move, across rows an LDS swizzle. Both give 0 for a lane that is not active, as ds_bpermute does.
func selBpermute(s *sel, v *ir.Value) {
	x := s.vgpr(s.arg(v, 1), 1)
	k, ok := butterfly(v.Args[0])
	switch {
	case ok && k < 16:
		in := s.raw(amdgpu.VMovB32, s.dst(v), x)
		in.Flags = amdgpu.FlagDPP16 | amdgpu.FlagBoundCtrl
		in.DPP, in.Masks = dppRowXmask|uint32(k), allRows
	case ok:
		s.raw(amdgpu.DsSwizzleB32, s.dst(v), x).Offset = int32(k)<<swizzleXor | swizzleAnd
	default:
		s.raw(amdgpu.DsBpermuteB32, s.dst(v), s.vgpr(s.arg(v, 0), 1), x)
	}
}

// butterfly recognises the byte address of lane ^ k, 0 < k < 32, also where it is tested to be at most 31, which it is.
func butterfly(a *ir.Value) (k uint64, ok bool) {
	is := func(v *ir.Value, n uint64) bool { return v.IsConst() && v.Imm == n }
	if a.Op != ir.OpShl || !is(a.Args[1], 2) {
		return 0, false
	}
	j := a.Args[0]
	if j.Op == ir.OpSelect {
		c := j.Args[0]
		if c.Op != ir.OpICmp || ir.Cond(c.Imm) != ir.LE || c.Args[0] != j.Args[1] || !is(c.Args[1], 31) {
			return 0, false
		}
		j = j.Args[1]
	}
	if j.Op != ir.OpXor || j.Args[0].Op != ir.OpLaneID || !j.Args[1].IsConst() {
		return 0, false
	}
	k = j.Args[1].Imm
	return k, k > 0 && k < ir.WaveSize
}
