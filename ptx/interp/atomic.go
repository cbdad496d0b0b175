package interp

import "ferry/ptx"

// atomic executes atom and red. Lanes run one at a time, so nothing more is needed.
func (l *lane) atomic(in *ptx.Instr) {
	ops := in.Ops
	var d *ptx.Operand
	if in.Op == ptx.OpAtom {
		d, ops = &ops[0], ops[1:]
	}
	t := in.Type
	n := int(max(in.Vec, 1))
	size := t.Size()
	m := l.memory(spaceOf(in, &ops[0]), l.effective(&ops[0]), n*size)
	if size == 16 {
		lo, hi := loadBytes(m[:8]), loadBytes(m[8:])
		nl, nh := l.get128(&ops[1])
		switch in.Red {
		case ptx.RedCAS:
			cl, ch := nl, nh
			nl, nh = l.get128(&ops[2])
			if lo != cl || hi != ch {
				nl, nh = lo, hi
			}
		case ptx.RedExch:
		default:
			panic(faultf("%s is not known", in.Text))
		}
		storeBytes(m[:8], nl)
		storeBytes(m[8:], nh)
		if d != nil {
			l.set128(d, lo, hi)
		}
		return
	}
	vals := l.elems(&ops[1], n)
	var olds [8]uint64
	for i := range n {
		b := m[i*size:][:size]
		old := loadBytes(b)
		olds[i] = old
		v := l.get(&vals[i], t)
		if in.Red == ptx.RedCAS {
			r := old
			if old == v {
				r = l.get(&ops[2], t)
			}
			storeBytes(b, r)
			continue
		}
		if t == ptx.F32 && globalMemory(in, &ops[0], l.effective(&ops[0])) {
			// The adders of global memory flush subnormals (PTX ISA, atom), those of shared memory do not.
			storeBytes(b, fmt32.flush(fmt32.add(fmt32.flush(old), fmt32.flush(v), ptx.RoundNearest)))
			continue
		}
		storeBytes(b, reduce(in.Red, t, old, v))
	}
	if d != nil && d.Kind != ptx.OpndSink {
		es := l.elems(d, n)
		for i := range es {
			l.set(&es[i], olds[i], untyped(t))
		}
	}
}

// reduce combines what is in memory with an operand.
func reduce(op ptx.RedOp, t ptx.Type, old, v uint64) uint64 {
	n := t.Bits()
	if t.Float() {
		f := formatOf(t)
		w := f.width()
		r := uint64(0)
		for at := 0; at < n; at += w {
			x, y := low(old>>at, w), low(v>>at, w)
			var e uint64
			switch op {
			case ptx.RedAdd:
				e = f.add(x, y, ptx.RoundNearest)
			case ptx.RedMin, ptx.RedMax:
				e = minmax(f, &ptx.Instr{Mods: &ptx.Mods{}}, x, y, op == ptx.RedMax)
			case ptx.RedExch:
				e = y
			default:
				panic(faultf("atomic %s of .%s is not known", op, t))
			}
			r |= e << at
		}
		return r
	}
	less := old < v
	if t.Signed() {
		less = sext(old, n) < sext(v, n)
	}
	switch op {
	case ptx.RedAnd:
		return old & v
	case ptx.RedOr:
		return old | v
	case ptx.RedXor:
		return old ^ v
	case ptx.RedExch:
		return v
	case ptx.RedAdd:
		return low(old+v, n)
	case ptx.RedMin:
		if less {
			return old
		}
		return v
	case ptx.RedMax:
		if less {
			return v
		}
		return old
	case ptx.RedInc:
		if old >= v {
			return 0
		}
		return old + 1
	case ptx.RedDec:
		if old == 0 || old > v {
			return v
		}
		return old - 1
	}
	panic(faultf("atomic %s of .%s is not known", op, t))
}

func globalMemory(in *ptx.Instr, o *ptx.Operand, addr uint64) bool {
	s := spaceOf(in, o).Base()
	return s == ptx.SpaceGlobal || s == ptx.SpaceNone && addr-sharedWindow >= windowSize
}
