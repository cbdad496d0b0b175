package ir

// simplifyAll folds every value once more, in reverse postorder: after SSA construction values of different blocks meet.
func simplifyAll(f *Func) {
	subst := make([]*Value, f.nextValue)
	any := false
	find := func(v *Value) *Value {
		for int(v.ID) < len(subst) && subst[v.ID] != nil {
			v = subst[v.ID]
		}
		return v
	}
	for _, b := range f.Blocks {
		var out []*Value
		changed := false
		for i, v := range b.Values {
			for k, a := range v.Args {
				v.Args[k] = find(a)
			}
			if !v.Op.Pure() {
				if changed {
					out = append(out, v)
				}
				continue
			}
			line := v.Line
			var mk func(op Op, t Type, imm uint64, args ...*Value) *Value
			start := func() {
				if !changed {
					changed = true
					out = append(make([]*Value, 0, len(b.Values)+8), b.Values[:i]...)
				}
			}
			mk = func(op Op, t Type, imm uint64, args ...*Value) *Value {
				n := f.NewValue(op, t, line, args...)
				n.Imm = imm
				n.Block = b
				if w := f.simplify(n, mk); w != n {
					return w
				}
				start()
				out = append(out, n)
				return n
			}
			w := f.simplify(v, mk)
			if w != v {
				start()
				subst[v.ID] = w
				any = true
				continue
			}
			if changed {
				out = append(out, v)
			}
		}
		if changed {
			b.Values = out
		}
		if b.Ctrl != nil {
			b.Ctrl = find(b.Ctrl)
		}
	}
	if any {
		f.replace(subst)
	}
	foldBranches(f)
}

// foldBranches turns branches on constants into jumps and drops what is no longer reached.
func foldBranches(f *Func) {
	changed := false
	for _, b := range f.Blocks {
		if b.Kind != BlockBranch || b.Ctrl.Op != OpConst {
			continue
		}
		dead := b.Succs[1]
		if b.Ctrl.Imm == 0 {
			dead = b.Succs[0]
			b.Succs[0] = b.Succs[1]
		}
		b.Succs = b.Succs[:1]
		b.Kind, b.Ctrl = BlockJump, nil
		for i, p := range dead.Preds {
			if p != b {
				continue
			}
			dead.Preds = append(dead.Preds[:i:i], dead.Preds[i+1:]...)
			for _, v := range dead.Values {
				if v.Op != OpPhi {
					break
				}
				v.Args = append(v.Args[:i:i], v.Args[i+1:]...)
			}
			break
		}
		changed = true
	}
	if changed {
		pruneUnreachable(f)
		trivialPhis(f)
	}
}
