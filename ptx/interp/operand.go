package interp

import "ferry/ptx"

// formatOf is the format of a scalar floating-point type.
func formatOf(t ptx.Type) format {
	switch t.Elem() {
	case ptx.F16:
		return fmt16
	case ptx.BF16:
		return fmtB16
	case ptx.F64:
		return fmt64
	case ptx.F32:
		return fmt32
	}
	panic(faultf("no floating-point format for .%s", t))
}

// word is the index of the first word of a register operand.
func (l *lane) word(o *ptx.Operand) (index int, r *ptx.Reg) {
	r = l.f.c.fn.Regs[o.Reg]
	i := l.f.c.slot[o.Reg]
	if r.Vec > 1 && o.Sel >= ptx.SelX && o.Sel <= ptx.SelW {
		n := 1
		if r.Type.Bits() > 64 {
			n = 2
		}
		i += n * int(o.Sel-ptx.SelX)
	}
	return i, r
}

// get reads an operand as the low bits of type t. 128-bit types go through get128.
func (l *lane) get(o *ptx.Operand, t ptx.Type) uint64 {
	n := t.Bits()
	switch o.Kind {
	case ptx.OpndReg:
		i, _ := l.word(o)
		return low(l.f.regs[i], n)
	case ptx.OpndInt:
		return low(o.Imm, n)
	case ptx.OpndF32:
		if t == ptx.F64 {
			return convert(o.Imm, fmt32, fmt64, ptx.RoundNearest)
		}
		return low(o.Imm, n)
	case ptx.OpndF64:
		switch {
		case t == ptx.F32 && !o.Hex, t == ptx.F32:
			return convert(o.Imm, fmt64, fmt32, ptx.RoundNearest)
		case t == ptx.F16 || t == ptx.BF16:
			return convert(o.Imm, fmt64, formatOf(t), ptx.RoundNearest)
		}
		return low(o.Imm, n)
	case ptx.OpndSReg:
		return low(l.special(o.SReg), n)
	case ptx.OpndSym:
		return low(l.address(o.Sym)+o.Imm, n)
	}
	panic(faultf("an operand of kind %d is not known", o.Kind))
}

// get128 reads two words.
func (l *lane) get128(o *ptx.Operand) (lo, hi uint64) {
	switch o.Kind {
	case ptx.OpndReg:
		i, r := l.word(o)
		if r.Type.Bits() > 64 {
			return l.f.regs[i], l.f.regs[i+1]
		}
		return l.f.regs[i], 0
	case ptx.OpndInt:
		return o.Imm, uint64(int64(o.Imm) >> 63)
	}
	panic(faultf("a 128-bit operand of kind %d is not known", o.Kind))
}

// set writes the result of type t to a register, extended to its width as the type's signedness says.
func (l *lane) set(o *ptx.Operand, v uint64, t ptx.Type) {
	switch o.Kind {
	case ptx.OpndSink:
		return
	case ptx.OpndReg:
	default:
		panic(faultf("a result operand of kind %d is not known", o.Kind))
	}
	i, r := l.word(o)
	v = low(v, t.Bits())
	if t.Signed() {
		v = uint64(sext(v, t.Bits()))
	}
	l.f.regs[i] = low(v, min(r.Type.Bits(), 64))
	if r.Type.Bits() > 64 {
		l.f.regs[i+1] = 0
		if t.Signed() && int64(v) < 0 {
			l.f.regs[i+1] = ^uint64(0)
		}
	}
}

func (l *lane) set128(o *ptx.Operand, lo, hi uint64) {
	if o.Kind == ptx.OpndSink {
		return
	}
	i, r := l.word(o)
	l.f.regs[i] = lo
	if r.Type.Bits() > 64 {
		l.f.regs[i+1] = hi
	}
}

func (l *lane) pred(o *ptx.Operand) bool {
	switch o.Kind {
	case ptx.OpndReg:
		return (l.f.regs[l.f.c.slot[o.Reg]] != 0) != o.Not
	case ptx.OpndInt:
		return (o.Imm != 0) != o.Not
	case ptx.OpndSReg:
		return (l.get(o, ptx.B32) != 0) != o.Not
	}
	panic(faultf("a predicate operand of kind %d is not known", o.Kind))
}

func (l *lane) setPred(o *ptx.Operand, v bool) {
	if o.Kind == ptx.OpndSink {
		return
	}
	x := uint64(0)
	if v {
		x = 1
	}
	l.f.regs[l.f.c.slot[o.Reg]] = x
}

// address is a symbol's address in its own space.
func (l *lane) address(s ptx.Symbol) uint64 {
	if v, ok := s.(*ptx.Variable); ok {
		if o, ok := l.f.c.off[v]; ok {
			if v.Space.Base() == ptx.SpaceParam {
				return l.f.param + o
			}
			return l.f.local + o
		}
	}
	if v, ok := s.(*ptx.Variable); ok && dynamic(v.Definition()) {
		return l.w.b.g.c.shared
	}
	a, err := l.w.b.g.m.symbol(s)
	if err != nil {
		panic(&fault{msg: err.Error()})
	}
	return a
}

func (l *lane) special(s ptx.SReg) uint64 {
	b := l.w.b
	ln := b.g.l
	comp := func(first ptx.SReg, v [3]uint32, w uint64) uint64 {
		if i := s - first; i < 3 {
			return uint64(v[i])
		}
		return w
	}
	switch {
	case s >= ptx.SRegTidX && s <= ptx.SRegTidW:
		return comp(ptx.SRegTidX, l.tid, 0)
	case s >= ptx.SRegNtidX && s <= ptx.SRegNtidW:
		return comp(ptx.SRegNtidX, ln.Block, 1)
	case s >= ptx.SRegCtaidX && s <= ptx.SRegCtaidW:
		return comp(ptx.SRegCtaidX, b.id, 0)
	case s >= ptx.SRegNctaidX && s <= ptx.SRegNctaidW:
		return comp(ptx.SRegNctaidX, ln.Grid, 1)
	case s >= ptx.SRegClusteridX && s <= ptx.SRegClusteridW:
		return comp(ptx.SRegClusteridX, b.id, 0)
	case s >= ptx.SRegNclusteridX && s <= ptx.SRegNclusteridW:
		return comp(ptx.SRegNclusteridX, ln.Grid, 1)
	case s >= ptx.SRegClusterCtaidX && s <= ptx.SRegClusterCtaidW:
		return 0
	case s >= ptx.SRegClusterNctaidX && s <= ptx.SRegClusterNctaidW:
		return 1
	case s == ptx.SRegEnvreg1: // the cooperative launch's workspace, as CUDA's grid groups read it
		return b.g.sync >> 32
	case s == ptx.SRegEnvreg2:
		return low(b.g.sync, 32)
	case s >= ptx.SRegEnvreg0 && s <= ptx.SRegEnvreg31:
		return 0
	}
	switch s {
	case ptx.SRegLaneid:
		return uint64(l.id)
	case ptx.SRegWarpid:
		return uint64(l.w.id)
	case ptx.SRegNwarpid:
		return uint64(len(b.warps))
	case ptx.SRegClusterCtarank:
		return 0
	case ptx.SRegClusterNctarank:
		return 1
	case ptx.SRegIsExplicitCluster:
		return 0
	case ptx.SRegLanemaskEq:
		return 1 << l.id
	case ptx.SRegLanemaskLe:
		return 2<<l.id - 1
	case ptx.SRegLanemaskLt:
		return 1<<l.id - 1
	case ptx.SRegLanemaskGe:
		return low(^uint64(0)<<l.id, 32)
	case ptx.SRegLanemaskGt:
		return low(^uint64(1)<<l.id, 32)
	case ptx.SRegSmid:
		return 0
	case ptx.SRegNsmid:
		return 1
	case ptx.SRegGridid:
		return 1
	case ptx.SRegDynamicSmemSize:
		return uint64(ln.Shared)
	case ptx.SRegTotalSmemSize:
		return uint64(len(b.shared))
	case ptx.SRegAggrSmemSize:
		return uint64(len(b.shared)) + reservedShared
	case ptx.SRegReservedSmemOffsetCap:
		return reservedShared
	case ptx.SRegClock, ptx.SRegClock64, ptx.SRegGlobaltimer, ptx.SRegGlobaltimerLo:
		return uint64(l.w.steps)
	case ptx.SRegClockHi, ptx.SRegGlobaltimerHi:
		return 0
	}
	panic(faultf("special register %s is not known", s))
}

// memory is size bytes at an address of a space (SpaceNone: generic).
func (l *lane) memory(space ptx.Space, addr uint64, size int) []byte {
	if size&(size-1) == 0 && addr&uint64(size-1) != 0 {
		panic(faultf("misaligned access to %d bytes at %#x", size, addr))
	}
	var m []byte
	switch space.Base() {
	case ptx.SpaceNone:
		switch {
		case addr-sharedWindow < windowSize:
			return l.memory(ptx.SpaceShared, addr-sharedWindow, size)
		case addr-localWindow < windowSize:
			return l.memory(ptx.SpaceLocal, addr-localWindow, size)
		case addr-paramWindow < windowSize:
			return l.memory(ptx.SpaceParam, addr-paramWindow, size)
		}
		return l.memory(ptx.SpaceGlobal, addr, size)
	case ptx.SpaceGlobal, ptx.SpaceConst:
		b, err := l.w.b.g.m.mem.Bytes(addr, size)
		if err != nil {
			panic(&fault{msg: err.Error()})
		}
		return b
	case ptx.SpaceShared:
		m = l.w.b.shared
		addr &= windowSize - 1
	case ptx.SpaceLocal:
		m = l.locals
	case ptx.SpaceParam:
		m = l.params
	default:
		panic(faultf("memory of space %s is not known", space))
	}
	if addr > uint64(len(m)) || addr+uint64(size) > uint64(len(m)) {
		panic(faultf("access to %d bytes at %#x of .%s, which has %d", size, addr, space, len(m)))
	}
	return m[addr:][:size]
}

// effective is the address that an OpndAddr names, and its space where the instruction leaves it to the
// symbol.
func (l *lane) effective(o *ptx.Operand) uint64 {
	switch {
	case o.Reg != ptx.NoReg:
		i, r := l.word(o)
		a := l.f.regs[i] + o.Imm
		if r.Type.Bits() == 32 {
			a = low(a, 32)
		}
		return a
	case o.Sym != nil:
		return l.address(o.Sym) + o.Imm
	}
	return o.Imm
}

// window is where a space begins in the generic one.
func window(s ptx.Space) uint64 {
	switch s.Base() {
	case ptx.SpaceShared:
		return sharedWindow
	case ptx.SpaceLocal:
		return localWindow
	case ptx.SpaceParam:
		return paramWindow
	}
	return 0
}

// spaceOf is the space of a memory access. Without one in the mnemonic it is generic, unless the address is a
// symbol, whose own space then counts.
func spaceOf(in *ptx.Instr, o *ptx.Operand) ptx.Space {
	if in.Space == ptx.SpaceNone && o.Reg == ptx.NoReg {
		if v := o.Var(); v != nil {
			return v.Space
		}
	}
	return in.Space
}
