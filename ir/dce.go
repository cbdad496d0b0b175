package ir

// deadCode removes values that nothing needs.
func deadCode(f *Func) {
	live := make([]bool, f.nextValue)
	var work []*Value
	need := func(v *Value) {
		if v != nil && !live[v.ID] {
			live[v.ID] = true
			work = append(work, v)
		}
	}
	for _, b := range f.Blocks {
		need(b.Ctrl)
		for _, v := range b.Values {
			if v.Op.HasEffect() || v.Op == OpLoad && v.Mem.Order == Volatile {
				need(v)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			need(a)
		}
	}
	unused := make([]bool, f.nextValue)
	for _, b := range f.Blocks {
		out := b.Values[:0]
		for _, v := range b.Values {
			if !live[v.ID] {
				continue
			}
			out = append(out, v)
			if v.Op == OpAtomic {
				unused[v.ID] = true
			}
		}
		clear(b.Values[len(out):])
		b.Values = out
	}
	// An atomic whose result nobody reads needs no return value.
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
