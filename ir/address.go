package ir

// address32 forms addresses: constant offsets move into the operation's immediate, and base + zero-extended 32-bit
// offset becomes the two-part form that a scalar base needs (HasOff).
func address32(f *Func) {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch v.Op {
			case OpLoad, OpStore, OpAtomic:
				formAddress(f, v)
			}
		}
	}
}

func formAddress(f *Func, v *Value) {
	if v.Mem.HasOff {
		return
	}
	for {
		x := v.Args[0]
		if x.Op != OpAdd || x.Args[1].Op != OpConst {
			break
		}
		off := int64(v.Imm) + signed(x.Type, x.Args[1].Imm)
		if off < -4096 || off > 4095 {
			break
		}
		if x.Type == I32 && !noWrap(x) {
			break
		}
		v.Args[0] = x.Args[0]
		v.Imm = uint64(off)
	}
	x := v.Args[0]
	if x.Type != I64 || x.Op != OpAdd {
		return
	}
	for i := range 2 {
		z, base := x.Args[i], x.Args[1-i]
		o := offset32(f, z)
		if o == nil {
			continue
		}
		args := f.newArgs(len(v.Args) + 1)
		args[0], args[1] = base, o
		copy(args[2:], v.Args[1:])
		v.Args = args
		v.Mem.HasOff = true
		return
	}
}

// offset32 is the I32 that z extends with zeros, or nil.
func offset32(f *Func, z *Value) *Value {
	if z.Op == OpZExt && z.Args[0].Type == I32 {
		return z.Args[0]
	}
	return nil
}

// noWrap: 32-bit offsets of shared and local memory are computed modulo 2^32, and the memory unit's sum is, too. LDS
// adds its 16-bit immediate without wrapping below zero, so only offsets known to stay positive may move.
func noWrap(x *Value) bool {
	return signed(I32, x.Args[1].Imm) >= 0 && knownZero(x.Args[0], 4)&0x80000000 != 0
}
