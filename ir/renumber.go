package ir

// renumber gives the values that are left consecutive IDs in the order of the blocks, so that tables by ID are small and are
// walked in order. Constants, which stand in no block, are numbered where they are first used; those without a use are
// forgotten.
func renumber(f *Func) {
	const none = -1
	for _, c := range f.consts {
		c.ID = none
	}
	f.nextValue = 0
	number := func(v *Value) {
		v.ID = f.nextValue
		f.nextValue++
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				if a.ID == none {
					number(a)
				}
			}
			number(v)
		}
		if b.Ctrl != nil && b.Ctrl.ID == none {
			number(b.Ctrl)
		}
	}
	for k, c := range f.consts {
		if c.ID == none {
			delete(f.consts, k)
		}
	}
}
