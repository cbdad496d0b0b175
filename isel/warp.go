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
	ir.OpBpermute: func(s *sel, v *ir.Value) {
		s.raw(amdgpu.DsBpermuteB32, s.dst(v), s.vgpr(s.arg(v, 0), 1), s.vgpr(s.arg(v, 1), 1))
	},
	ir.OpMbcnt: func(s *sel, v *ir.Value) { s.e(amdgpu.VMbcntLoU32B32, s.dst(v), s.arg(v, 0), s.arg(v, 1)) },
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
