package ir

// licm moves pure values whose arguments come from outside a loop to the loop's entry, where that entry is a block of
// its own that goes nowhere else. Only cheap and long-lived-safe values are worth it: constants are not values of a
// block, and a value that one instruction makes from loop-invariant scalars still frees the loop of it.
func licm(f *Func) {
	sortRPO(f)
	loops := layout(f)
	// Blocks moved: dominators want reverse postorder; the layout is one, but for irreducible headers.
	sortRPO(f)
	dominators(f)
	pre := make([]*Block, len(loops))
	for _, l := range loops {
		if len(l.headers) != 1 {
			continue
		}
		h := l.headers[0]
		var entry *Block
		for _, p := range h.Preds {
			if l.around(p) {
				continue
			}
			if entry != nil {
				entry = nil
				break
			}
			entry = p
		}
		if entry != nil && entry.Kind == BlockJump {
			pre[l.id] = entry
		}
	}
	for _, b := range f.Blocks {
		if b.loop == nil {
			continue
		}
		out := b.Values[:0]
		for _, v := range b.Values {
			to := hoistTarget(v, pre)
			if to == nil {
				out = append(out, v)
				continue
			}
			v.Block = to
			to.Values = append(to.Values, v)
		}
		clear(b.Values[len(out):])
		b.Values = out
	}
}

// hoistTarget is the outermost preheader that v can move to, or nil.
func hoistTarget(v *Value, pre []*Block) *Block {
	if !v.Op.Pure() && !(v.Op == OpLoad && v.Mem.Space == SpaceConst && v.Args[0].Op == OpKernarg) {
		return nil
	}
	if v.Type == Tuple || v.Op == OpProj {
		return nil // a tuple and its parts stay together
	}
	var to *Block
	for l := v.Block.loop; l != nil; l = l.parent {
		p := pre[l.id]
		if p == nil {
			break
		}
		for _, a := range v.Args {
			if a.Block != nil && l.around(a.Block) {
				return to
			}
		}
		to = p
	}
	return to
}
