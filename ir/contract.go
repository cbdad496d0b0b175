package ir

// contract fuses a product that only one sum uses with that sum, where PTX allows it: neither has a rounding modifier.
// NVIDIA's assembler does so at every level, and results follow from it, so this pass is no matter of optimisation. It does
// not where .target says debug.
func contract(f *Func) {
	if f.Debug {
		return
	}
	f.CountUses()
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != OpFAdd || !v.FP.Fuse {
				continue
			}
			for k := range 2 {
				m, neg := v.Args[k], false
				if m.Op == OpFNeg && m.Uses == 1 {
					m, neg = m.Args[0], true
				}
				if m.Op != OpFMul || !m.FP.Fuse || m.Uses != 1 || m.Block != b || m.FP.Fmt != v.FP.Fmt || m.FP.FTZ != v.FP.FTZ || m.FP.Sat {
					continue
				}
				x, y, z := m.Args[0], m.Args[1], v.Args[1-k]
				if neg {
					// The negation takes the product's place in the block: its slot is free now.
					n := v.Args[k]
					n.Args[0] = x
					x = n
				}
				v.Op = OpFFma
				v.Args = f.newArgs(3)
				v.Args[0], v.Args[1], v.Args[2] = x, y, z
				break
			}
		}
	}
}
