package interp

import (
	"math/big"

	"ferry/ptx"
)

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
	if in.Has(ptx.Sat) {
		if n < 32 && len(ops) > 3 {
			// Recorded: with a part of the destination selected, what is negative becomes the largest value too.
			_, hi := int64(0), clampTo(1<<40, n, dt.Signed())
			if r < 0 || r > hi {
				r = hi
			}
		} else {
			r = clampTo(r, n, dt.Signed())
		}
	}
	if in.Op == ptx.OpVset && ops[0].Sel == ptx.SelH1 {
		r = 0 // recorded
	}
	v := low(uint64(r), 32)
	if len(ops) > 3 {
		c := l.get(&ops[3], ptx.B32)
		switch {
		case n < 32:
			m := low(^uint64(0), n) << pos
			v = c&^m | v<<pos&m
		case in.Red == ptx.RedAdd:
			v += c
		case in.Red == ptx.RedMin, in.Red == ptx.RedMax:
			v = reduce(in.Red, dt, v, c)
		}
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
			return a << k
		}
		return a >> k
	}
	panic(faultf("%s is not known", in.Text))
}

// vmad is a*b + c with a scale, in as many bits as it takes.
func (l *lane) vmad(in *ptx.Instr) {
	ops := in.Ops
	at, bt := in.Types[1], in.Types[2]
	a, b := l.part(&ops[1], at), l.part(&ops[2], bt)
	c := l.get(&ops[3], ptx.B32)
	negProduct := ops[1].Neg != ops[2].Neg
	signed := at.Signed() || bt.Signed() || negProduct || ops[3].Neg
	var r, t big.Int
	r.Mul(big.NewInt(a), big.NewInt(b))
	if negProduct {
		r.Neg(&r)
	}
	ci := int64(c)
	if signed {
		ci = sext(c, 32)
	}
	if ops[3].Neg {
		ci = -ci
	}
	r.Add(&r, big.NewInt(ci))
	if in.Has(ptx.PlusOne) {
		r.Add(&r, big.NewInt(1))
	}
	switch in.Mode {
	case ptx.ModeShr7:
		r.Rsh(&r, 7)
	case ptx.ModeShr15:
		r.Rsh(&r, 15)
	}
	if in.Has(ptx.Sat) {
		lo, hi := int64(0), int64(1<<32-1)
		if signed {
			lo, hi = -1<<31, 1<<31-1
		}
		if r.Cmp(big.NewInt(lo)) < 0 {
			r.SetInt64(lo)
		}
		if r.Cmp(big.NewInt(hi)) > 0 {
			r.SetInt64(hi)
		}
	}
	t.And(&r, big.NewInt(1<<32-1))
	l.set(&ops[0], t.Uint64(), ptx.B32)
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
