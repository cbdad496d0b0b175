package ir

// This file turns the builder's variables into SSA values: phis at the iterated dominance frontiers of the blocks that
// set a variable (for variables that some block reads at its start), then one walk over the dominator tree.

// onlyBelow reports whether b dominates all of the blocks and is none of them: what is set in it alone needs no phi to be read there.
func onlyBelow(b *Block, blocks []*Block) bool {
	for _, r := range blocks {
		if r == b || !dominates(b, r) {
			return false
		}
	}
	return true
}

// construct replaces opGetVar and opSetVar. Blocks are reachable, in reverse postorder, with dominators.
func (f *Func) construct(types []Type) {
	n := len(f.Blocks)
	// Dominance frontiers.
	df := make([][]int32, n)
	for i, b := range f.Blocks {
		if len(b.Preds) < 2 {
			continue
		}
		for _, p := range b.Preds {
			for r := p; r != b.idom && r != nil; r = r.idom {
				k := r.pos
				if m := len(df[k]); m > 0 && df[k][m-1] == int32(i) {
					break // an earlier predecessor came this way
				}
				df[k] = append(df[k], int32(i))
			}
		}
	}
	// Which variables are read across blocks, and where each is set.
	reads := make([][]*Block, len(types))
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == opGetVar {
				reads[v.Imm] = append(reads[v.Imm], b)
			}
		}
	}
	sets := make([][]int32, len(types))
	for i, b := range f.Blocks {
		for j := len(b.Values) - 1; j >= 0; j-- {
			v := b.Values[j]
			if v.Op == opSetVar && reads[v.Imm] != nil {
				sets[v.Imm] = append(sets[v.Imm], int32(i))
			}
		}
	}
	phis := make([][]*Value, n)
	mark := make([]int32, n) // variable+1 that has a phi here
	var work []int32
	for v := range types {
		if reads[v] == nil || len(sets[v]) == 0 || len(sets[v]) == 1 && onlyBelow(f.Blocks[sets[v][0]], reads[v]) {
			continue
		}
		work = append(work[:0], sets[v]...)
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			for _, y := range df[x] {
				if mark[y] == int32(v)+1 {
					continue
				}
				mark[y] = int32(v) + 1
				b := f.Blocks[y]
				p := f.NewValue(OpPhi, types[v], b.Line)
				p.Imm = uint64(v)
				p.Block = b
				p.Args = f.newArgs(len(b.Preds))
				phis[y] = append(phis[y], p)
				work = append(work, y)
			}
		}
	}
	// Rename, walking the dominator tree with an undo log.
	cur := make([]*Value, len(types))
	type undo struct {
		v   int32
		old *Value
	}
	var log []undo
	type frame struct {
		b    int32
		mark int
	}
	subst := make([]*Value, f.nextValue) // for opGetVar
	children := make([][]int32, n)
	for i := 1; i < n; i++ {
		d := f.Blocks[i].idom.pos
		children[d] = append(children[d], int32(i))
	}
	resolve := func(a *Value) *Value {
		if a.Op == opGetVar {
			return subst[a.ID]
		}
		return a
	}
	stack := []frame{{0, -1}}
	for len(stack) > 0 {
		fr := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if fr.mark >= 0 { // leaving the block
			for len(log) > fr.mark {
				u := log[len(log)-1]
				log = log[:len(log)-1]
				cur[u.v] = u.old
			}
			continue
		}
		b := f.Blocks[fr.b]
		stack = append(stack, frame{fr.b, len(log)})
		put := func(v int32, x *Value) {
			log = append(log, undo{v, cur[v]})
			cur[v] = x
		}
		for _, p := range phis[fr.b] {
			put(int32(p.Imm), p)
		}
		out := b.Values[:0]
		var kept []*Value
		if len(phis[fr.b]) > 0 {
			kept = make([]*Value, 0, len(b.Values)+len(phis[fr.b]))
			kept = append(kept, phis[fr.b]...)
			out = kept
		}
		for _, v := range b.Values {
			switch v.Op {
			case opGetVar:
				x := cur[v.Imm]
				if x == nil {
					x = f.Const(types[v.Imm], 0) // never set: reads as zero
				}
				subst[v.ID] = x
				continue
			case opSetVar:
				put(int32(v.Imm), resolve(v.Args[0]))
				continue
			}
			for i, a := range v.Args {
				v.Args[i] = resolve(a)
			}
			out = append(out, v)
		}
		b.Values = out
		if b.Ctrl != nil {
			b.Ctrl = resolve(b.Ctrl)
		}
		for _, s := range b.Succs {
			if len(phis[s.pos]) == 0 {
				continue
			}
			for k, p := range s.Preds {
				if p != b {
					continue
				}
				for _, phi := range phis[s.pos] {
					x := cur[phi.Imm]
					if x == nil {
						x = f.Const(phi.Type, 0)
					}
					phi.Args[k] = x
				}
			}
		}
		for i := len(children[fr.b]) - 1; i >= 0; i-- {
			stack = append(stack, frame{children[fr.b][i], -1})
		}
	}
	for _, ps := range phis {
		for _, p := range ps {
			p.Imm = 0
		}
	}
}

// splitCriticalEdges puts an empty block on every edge from a block with several successors to a block with several
// predecessors, so that phi moves have a place and joins have unambiguous predecessors.
func splitCriticalEdges(f *Func) {
	for _, b := range f.Blocks[:len(f.Blocks):len(f.Blocks)] {
		if len(b.Succs) < 2 {
			continue
		}
		for i, s := range b.Succs {
			if len(s.Preds) < 2 {
				continue
			}
			m := f.NewBlock()
			m.Kind = BlockJump
			m.Line = b.Line
			m.Preds = []*Block{b}
			m.Succs = []*Block{s}
			b.Succs[i] = m
			for k, p := range s.Preds {
				if p == b {
					s.Preds[k] = m
					break
				}
			}
		}
	}
}
