package isel

import "ferry/ir"

// place decides which values live in scalar registers: uniform ones whose operation has a scalar form and whose
// arguments are scalar too, so that no value moves from a VGPR to an SGPR without need. Phis start as scalar and lose
// that when an argument is not; the rounds are bounded, since a scalar phi with a vector argument is still right (its move
// reads the first lane).
func (s *sel) place() {
	const rounds = 4
	for i := range s.lf.Blocks {
		b := s.lf.Blocks[i].Block
		if b == nil {
			continue
		}
		for _, v := range b.Values {
			if v.Op == ir.OpPhi {
				s.scalar[v.ID] = v.Uniform || v.Type == ir.I1
			}
		}
	}
	for range rounds {
		demoted := false
		for i := range s.lf.Blocks {
			b := s.lf.Blocks[i].Block
			if b == nil {
				continue
			}
			for _, v := range b.Values {
				if v.Op != ir.OpPhi {
					s.scalar[v.ID] = v.Type == ir.I1 || s.scalarValue(v)
				}
			}
		}
		for i := range s.lf.Blocks {
			b := s.lf.Blocks[i].Block
			if b == nil {
				continue
			}
			for _, v := range b.Values {
				if v.Op != ir.OpPhi {
					break
				}
				if s.scalar[v.ID] && v.Type != ir.I1 && !s.scalarArgs(v) {
					s.scalar[v.ID] = false
					demoted = true
				}
			}
		}
		if !demoted {
			return
		}
	}
}

// scalarArg reports whether a is a constant or scalar.
func (s *sel) scalarArg(a *ir.Value) bool {
	return a.Op == ir.OpConst || a.Op == ir.OpFrameAddr || s.scalar[a.ID]
}

func (s *sel) scalarArgs(v *ir.Value) bool {
	for _, a := range v.Args {
		if !s.scalarArg(a) {
			return false
		}
	}
	return true
}

// scalarValue reports whether v, not a phi, goes into an SGPR.
func (s *sel) scalarValue(v *ir.Value) bool {
	if !v.Uniform {
		return false
	}
	switch v.Op {
	case ir.OpConst, ir.OpStackPtr, ir.OpStackNeed, ir.OpKernarg, ir.OpGroupID, ir.OpClock, ir.OpRealtime, ir.OpHWID, ir.OpSymAddr, ir.OpApertureBase,
		ir.OpBallot, ir.OpReadFirstLane, ir.OpReadLane:
		return true
	case ir.OpProj:
		return s.scalar[v.Args[0].ID] && v.Args[0].Op == ir.OpLoad
	case ir.OpLoad:
		return s.scalarLoad(v)
	case ir.OpBfeU, ir.OpBfeS:
		return v.Args[1].IsConst() && v.Args[2].IsConst() && s.scalarArg(v.Args[0])
	case ir.OpSelect:
		return v.Args[0].Uniform && s.scalarArg(v.Args[1]) && s.scalarArg(v.Args[2])
	case ir.OpZExt, ir.OpSExt:
		return s.scalarArgs(v) && (v.Args[0].Type != ir.I1 || v.Args[0].Uniform)
	case ir.OpCopy, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpMulHiU, ir.OpMulHiS, ir.OpMulWideU, ir.OpMulWideS, ir.OpMadWideU, ir.OpMadWideS,
		ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpShl, ir.OpLShr, ir.OpAShr,
		ir.OpPopc, ir.OpFfbh, ir.OpFfbhS, ir.OpFfbl, ir.OpBrev, ir.OpTrunc, ir.OpHi, ir.OpPack, ir.OpHi16, ir.OpPack16:
		return s.scalarArgs(v)
	}
	return false
}

// scalarCompare reports whether an OpICmp can be a scalar compare.
func (s *sel) scalarCompare(v *ir.Value) bool {
	if v.Op != ir.OpICmp || !v.Uniform || !s.scalarArgs(v) {
		return false
	}
	if v.Args[0].Type == ir.I64 {
		c := ir.Cond(v.Imm)
		return c == ir.EQ || c == ir.NE
	}
	return true
}
