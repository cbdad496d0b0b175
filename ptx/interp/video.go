package interp

import "ferry/ptx"

// part reads the selected part of an operand, extended by the sign of t.
func (l *lane) part(o *ptx.Operand, t ptx.Type) int64 {
	v := l.get(o, ptx.B32)
	pos, n := field(o)
	v = low(v>>pos, n)
	if t.Signed() {
		return sext(v, n)
	}
	return int64(v)
}

// field is the position and width that a selector names.
func field(o *ptx.Operand) (pos, n int) {
	switch {
	case o.Sel >= ptx.SelB0 && o.Sel <= ptx.SelB3:
		return 8 * int(o.Sel-ptx.SelB0), 8
	case o.Sel == ptx.SelH0 || o.Sel == ptx.SelH1:
		return 16 * int(o.Sel-ptx.SelH0), 16
	}
	return 0, 32
}

func clampTo(v int64, n int, signed bool) int64 {
	if signed {
		return min(max(v, -1<<(n-1)), 1<<(n-1)-1)
	}
	return min(max(v, 0), 1<<n-1)
}

// video executes a scalar video instruction.
func (l *lane) video(in *ptx.Instr) {
	ops := in.Ops
	if in.Op == ptx.OpVmad {
		l.vmad(in)
		return
	}
	dt, at, bt := in.Types[0], in.Types[1], in.Types[2]
	if in.Op == ptx.OpVset {
		// The second operation goes by the first source's type: recorded.
		dt, at, bt = in.Types[0], in.Types[0], in.Types[1]
	}
	a, b := l.part(&ops[1], at), l.part(&ops[2], bt)
	r := videoOp(in, a, b)
	pos, n := field(&ops[0])
	shift := in.Op == ptx.OpVshl || in.Op == ptx.OpVshr
	order := in.Red == ptx.RedMin || in.Red == ptx.RedMax
	// What follows deviates from the manual's text where hardware does (testdata/recorded, family video2).
	if in.Has(ptx.Sat) {
		if n < 32 && !shift {
			// Into a part of the destination: the 34 bits are read without sign, so what is negative becomes the maximum.
			if hi := clampTo(1<<40, n, dt.Signed()); uint64(r)&(1<<34-1) > uint64(hi) {
				r = hi
			}
		} else if shift || dt.Signed() {
			r = clampTo(r, 32, dt.Signed())
		} else {
			r = max(r, 0) // what is above the unsigned range loses its upper bits (testdata/forms, family videoop)
		}
	}
	var c uint64
	if len(ops) > 3 {
		c = l.get(&ops[3], ptx.B32)
	}
	v := low(uint64(r), 32)
	switch {
	case in.Red == ptx.RedAdd:
		v += c
	case order && shift:
		// The order is that of the 34 bits.
		less := r < sext(c, 32)
		if !dt.Signed() {
			switch {
			case in.Op == ptx.OpVshr:
				less = uint64(r)&(1<<34-1) < c
			case in.Has(ptx.Sat):
				// The top of the 32 bits counts as a sign that is repeated above, and then as a large number.
				less = uint64(sext(v, 32)) < c
			default:
				less = uint64(r) < c // all 64 bits of the shift
			}
		}
		if less != (in.Red == ptx.RedMin) {
			v = c
		}
	case order && in.Op != ptx.OpVset:
		// In 64 bits; of sums and differences the low 32 with their top bit repeated above (testdata/forms, family videoop).
		if in.Op == ptx.OpVadd || in.Op == ptx.OpVsub {
			r = sext(v, 32)
		}
		less := uint64(r) < c
		if dt.Signed() {
			less = r < sext(c, 32)
		}
		if v = low(uint64(r), 32); less != (in.Red == ptx.RedMin) {
			v = c
		}
	case order:
		v = reduce(in.Red, dt, v, c)
	case n < 32:
		m := low(^uint64(0), n) << pos
		if pos == 16 && n == 16 && (shift || in.Op == ptx.OpVset) {
			v >>= 16 // the upper half of the result, not the lower
		}
		v = c&^m | v<<pos&m
	}
	l.set(&ops[0], v, ptx.B32)
}

func videoOp(in *ptx.Instr, a, b int64) int64 {
	switch in.Op {
	case ptx.OpVadd, ptx.OpVadd2, ptx.OpVadd4:
		return a + b
	case ptx.OpVsub, ptx.OpVsub2, ptx.OpVsub4:
		return a - b
	case ptx.OpVabsdiff, ptx.OpVabsdiff2, ptx.OpVabsdiff4:
		return max(a-b, b-a)
	case ptx.OpVmin, ptx.OpVmin2, ptx.OpVmin4:
		return min(a, b)
	case ptx.OpVmax, ptx.OpVmax2, ptx.OpVmax4:
		return max(a, b)
	case ptx.OpVavrg2, ptx.OpVavrg4:
		s := a + b
		if s >= 0 {
			s++
		}
		return s >> 1
	case ptx.OpVset, ptx.OpVset2, ptx.OpVset4:
		is := false
		switch in.Cmp {
		case ptx.CmpEQ:
			is = a == b
		case ptx.CmpNE:
			is = a != b
		case ptx.CmpLT:
			is = a < b
		case ptx.CmpLE:
			is = a <= b
		case ptx.CmpGT:
			is = a > b
		case ptx.CmpGE:
			is = a >= b
		}
		if is {
			return 1
		}
		return 0
	case ptx.OpVshl, ptx.OpVshr:
		k := uint64(uint32(b))
		if in.Mode == ptx.ModeWrap {
			k &= 31
		}
		k = min(k, 32)
		if in.Op == ptx.OpVshl {
			if (in.Red == ptx.RedMin || in.Red == ptx.RedMax) && !in.Has(ptx.Sat) {
				return a << k
			}
			return sext(uint64(a)<<k, 34) // the bits that are kept
		}
		return a >> k
	}
	panic(faultf("%s is not known", in.Text))
}

// vmad is a*b + c with a scale. Hardware reads whole words, and c, as signed whatever their types say; the types decide how parts
// are extended and which way the result saturates (recorded, family video2).
func (l *lane) vmad(in *ptx.Instr) {
	ops := in.Ops
	at, bt := in.Types[1], in.Types[2]
	source := func(o *ptx.Operand, t ptx.Type) int64 {
		if _, n := field(o); n == 32 {
			return sext(l.get(o, ptx.B32), 32)
		}
		return l.part(o, t)
	}
	p := source(&ops[1], at) * source(&ops[2], bt)
	c := sext(l.get(&ops[3], ptx.B32), 32)
	negate := ops[1].Neg != ops[2].Neg
	signed := at.Signed() || bt.Signed() || negate || ops[3].Neg
	if negate {
		p = -p
	}
	if ops[3].Neg {
		c = -c
	}
	p += c
	if in.Has(ptx.PlusOne) {
		p++
	}
	switch in.Mode {
	case ptx.ModeShr7:
		p >>= 7
	case ptx.ModeShr15:
		p >>= 15
	}
	if in.Has(ptx.Sat) {
		switch {
		case !signed && in.Mode != ptx.ModeNone && p < 0:
			p = 1<<32 - 1 // a negative sum is shifted as a large number
		default:
			p = clampTo(p, 32, signed)
		}
	}
	l.set(&ops[0], uint64(p), ptx.B32)
}

// simd executes a video instruction on n parts of 32/n bits.
func (l *lane) simd(in *ptx.Instr, n int) {
	ops := in.Ops
	dt, at, bt := in.Types[0], in.Types[1], in.Types[2]
	if in.NTypes == 2 {
		dt, at, bt = ptx.U32, in.Types[0], in.Types[1]
	}
	w := 32 / n
	both := l.get(&ops[2], ptx.B32)<<32 | l.get(&ops[1], ptx.B32)
	c := l.get(&ops[3], ptx.B32)
	source := func(o *ptx.Operand, first, i int, t ptx.Type) int64 {
		k := first + i
		if o.Sel == ptx.SelMask {
			k = int(o.Imm >> (4 * i) & 15)
		}
		v := low(both>>(w*k), w)
		if t.Signed() {
			return sext(v, w)
		}
		return int64(v)
	}
	write := uint64(1)<<n - 1
	switch d := &ops[0]; {
	case d.Sel == ptx.SelMask:
		write = 0
		for i := range int(d.Imm >> 16 & 255) {
			write |= 1 << (d.Imm >> (4 * i) & 15)
		}
	case d.Sel != ptx.SelNone:
		pos, _ := field(d)
		write = 1 << (pos / w)
	}
	add := in.HasWord("add")
	r := c
	for i := range n {
		if write>>i&1 == 0 {
			continue
		}
		x := videoOp(in, source(&ops[1], 0, i, at), source(&ops[2], n, i, bt))
		if in.Has(ptx.Sat) {
			x = clampTo(x, w, dt.Signed())
		}
		if add {
			r += uint64(x)
			continue
		}
		m := low(^uint64(0), w) << (w * i)
		r = r&^m | uint64(x)<<(w*i)&m
	}
	l.set(&ops[0], r, ptx.B32)
}
