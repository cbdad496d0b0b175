package ir

// trivialPhis replaces phis that have one distinct argument besides themselves by that argument.
func trivialPhis(f *Func) {
	subst := make([]*Value, f.nextValue)
	find := func(v *Value) *Value {
		for subst[v.ID] != nil {
			v = subst[v.ID]
		}
		return v
	}
	users := make([][]*Value, f.nextValue) // phis only
	var work []*Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != OpPhi {
				break
			}
			work = append(work, v)
			for _, a := range v.Args {
				if a.Op == OpPhi {
					users[a.ID] = append(users[a.ID], v)
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
				users = append(users, make([][]*Value, int(one.ID)+1-len(users))...)
			}
		}
		subst[v.ID] = one
		for _, u := range users[v.ID] {
			work = append(work, u)
			if one.Op == OpPhi {
				users[one.ID] = append(users[one.ID], u)
			}
		}
	}
	f.replace(subst)
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
