package ir

// deadCode removes values that nothing needs.
func deadCode(f *Func) {
	const (
		live  = 1 << iota
		swept // the sweep below came past
	)
	state := make([]uint8, f.nextValue)
	var work []*Value
	need := func(v *Value) {
		if s := state[v.ID]; s&live == 0 {
			state[v.ID] = s | live
			if s&swept != 0 {
				work = append(work, v)
			}
		}
	}
	// From the end to the beginning almost every use comes before its definition; what does not is left for later.
	for i := len(f.Blocks) - 1; i >= 0; i-- {
		b := f.Blocks[i]
		if b.Ctrl != nil {
			need(b.Ctrl)
		}
		for j := len(b.Values) - 1; j >= 0; j-- {
			v := b.Values[j]
			if state[v.ID]&live != 0 || v.Op.HasEffect() || v.Op == OpLoad && v.Mem.Order == Volatile {
				state[v.ID] |= live
				for _, a := range v.Args {
					need(a)
				}
			}
			state[v.ID] |= swept
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			need(a)
		}
	}
	// An atomic whose result nobody reads needs no return value.
	var unused []bool
	for _, b := range f.Blocks {
		out := b.Values[:0]
		for _, v := range b.Values {
			if state[v.ID]&live == 0 {
				continue
			}
			out = append(out, v)
			if v.Op == OpAtomic {
				if unused == nil {
					unused = make([]bool, f.nextValue)
				}
				unused[v.ID] = true
			}
		}
		clear(b.Values[len(out):])
		b.Values = out
	}
	if unused == nil {
		return
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				unused[a.ID] = false
			}
		}
		if b.Ctrl != nil {
			unused[b.Ctrl.ID] = false
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if unused[v.ID] {
				v.Type = Void
			}
		}
	}
}
