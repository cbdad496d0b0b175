package ir

// trivialPhis replaces phis that have one distinct argument besides themselves by that argument.
func trivialPhis(f *Func) {
	subst := make([]*Value, f.nextValue)
	any := false
	find := func(v *Value) *Value {
		for subst[v.ID] != nil {
			v = subst[v.ID]
		}
		return v
	}
	var work []*Value
	n := 0
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != OpPhi {
				break
			}
			n += len(v.Args)
		}
	}
	if n == 0 {
		return
	}
	// The phis that read a phi, as lists in one array: first and last by value ID, 0 for none.
	type use struct {
		phi  *Value
		next int32
	}
	uses := make([]use, 1, n+n/4+1)
	first, last := make([]int32, f.nextValue), make([]int32, f.nextValue)
	addUse := func(of, phi *Value) {
		uses = append(uses, use{phi: phi})
		k := int32(len(uses) - 1)
		if l := last[of.ID]; l != 0 {
			uses[l].next = k
		} else {
			first[of.ID] = k
		}
		last[of.ID] = k
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != OpPhi {
				break
			}
			work = append(work, v)
			for _, a := range v.Args {
				if a.Op == OpPhi {
					addUse(a, v)
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if subst[v.ID] != nil {
			continue
		}
		var one *Value
		many := false
		for _, a := range v.Args {
			a = find(a)
			if a == v || a == one {
				continue
			}
			if one != nil {
				many = true
				break
			}
			one = a
		}
		if many {
			continue
		}
		if one == nil {
			one = f.Const(v.Type, 0)
			if int(one.ID) >= len(subst) {
				subst = append(subst, make([]*Value, int(one.ID)+1-len(subst))...)
				first = append(first, make([]int32, int(one.ID)+1-len(first))...)
				last = append(last, make([]int32, int(one.ID)+1-len(last))...)
			}
		}
		subst[v.ID] = one
		any = true
		for k := first[v.ID]; k != 0; k = uses[k].next {
			u := uses[k].phi
			work = append(work, u)
			if one.Op == OpPhi {
				addUse(one, u)
			}
		}
	}
	if any {
		f.replace(subst)
	}
}

// replace rewrites all uses by subst (indexed by value ID, nil: as it is; chains are followed) and drops the replaced
// values.
func (f *Func) replace(subst []*Value) {
	find := func(v *Value) *Value {
		for int(v.ID) < len(subst) && subst[v.ID] != nil {
			v = subst[v.ID]
		}
		return v
	}
	for _, b := range f.Blocks {
		out := b.Values[:0]
		for _, v := range b.Values {
			if int(v.ID) < len(subst) && subst[v.ID] != nil {
				continue
			}
			for i, a := range v.Args {
				v.Args[i] = find(a)
			}
			out = append(out, v)
		}
		clear(b.Values[len(out):])
		b.Values = out
		if b.Ctrl != nil {
			b.Ctrl = find(b.Ctrl)
		}
	}
}
