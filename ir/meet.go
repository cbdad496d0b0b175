package ir

import "ferry/ptx"

// This file lets lanes meet that execute the same synchronising instruction at two places. Since Volta a *.sync
// operation waits for the lanes of its mask wherever they stand, as long as they execute the same operation with the
// same modifiers:
//
//	@p bra A;  vote.sync.ballot.b32 ...;  bra J;
//	A:         vote.sync.ballot.b32 ...;
//	J:
//
// is one vote of all lanes. The two become one block that both sides jump to and come back from, so that the linear
// order of blocks brings the lanes together. Pairs are the n-th such instruction on either side of one branch, each
// executed exactly once on its side.

// meeting is one such pair in one instance of a function.
type meeting struct {
	synth *ptx.Instr // the instruction over temporary registers
	block *Block
	side  variable
	cont  [2]*Block
	seen  int
}

// syncs reports an instruction that gathers lanes from different places.
func syncs(in *ptx.Instr) bool {
	if in.Guard != ptx.NoReg {
		return false
	}
	switch in.Op {
	case ptx.OpShfl, ptx.OpVote, ptx.OpMatch:
		return in.Has(ptx.Sync)
	case ptx.OpReduxSync, ptx.OpElectSync:
		return true
	case ptx.OpBarrierSync, ptx.OpBarrierRed:
		return !in.Has(ptx.Aligned)
	}
	return false
}

// pairs finds the meetings of a function: for each branch, the instructions that are executed exactly once on either
// side.
func pairs(fn *ptx.Function) [][2]*ptx.Instr {
	any := 0
	for _, s := range fn.Body {
		if in, ok := s.(*ptx.Instr); ok && syncs(in) {
			any++
		}
	}
	if any < 2 {
		return nil
	}
	g, code := skeleton(fn)
	sortRPO(g)
	dominators(g)
	after := postDominators(g)
	order := append([]*Block(nil), g.Blocks...)
	layout(g)
	type arms struct{ list [2][]*ptx.Instr }
	found := map[*Block]*arms{}
	var heads []*Block
	for _, b := range order {
		var here []*ptx.Instr
		for _, in := range code[b.ID] {
			if syncs(in) {
				here = append(here, in)
			}
		}
		if len(here) == 0 {
			continue
		}
		// The first block that is executed exactly when b is.
		t := b
		for steps := 0; t.idom != nil && after.covers(b, t.idom) && steps < 1000; steps++ {
			t = t.idom
		}
		if len(t.Preds) != 1 || len(t.Preds[0].Succs) != 2 || t.loop != b.loop || t.Preds[0].loop != b.loop {
			continue
		}
		h := t.Preds[0]
		a := found[h]
		if a == nil {
			a = &arms{}
			found[h] = a
			heads = append(heads, h)
		}
		k := 0
		if h.Succs[1] == t {
			k = 1
		}
		a.list[k] = append(a.list[k], here...)
	}
	var out [][2]*ptx.Instr
	for _, h := range heads {
		l := found[h].list
		for i := range min(len(l[0]), len(l[1])) {
			x, y := l[0][i], l[1][i]
			if x.Text != y.Text || len(x.Ops) != len(y.Ops) || !sameBarrier(x, y) {
				break
			}
			out = append(out, [2]*ptx.Instr{x, y})
		}
	}
	return out
}

// sameBarrier reports that two instructions are no barriers, or barriers of the same constant number.
func sameBarrier(x, y *ptx.Instr) bool {
	if x.Op != ptx.OpBarrierSync && x.Op != ptx.OpBarrierRed {
		return true
	}
	a, b := &x.Ops[x.NDst], &y.Ops[y.NDst]
	return a.Kind == ptx.OpndInt && b.Kind == ptx.OpndInt && a.Imm == b.Imm
}

// skeleton is the control-flow graph of a PTX function with empty blocks, and the instructions of each by block ID.
func skeleton(fn *ptx.Function) (*Func, [][]*ptx.Instr) {
	g := &Func{}
	var code [][]*ptx.Instr
	mk := func() *Block {
		code = append(code, nil)
		return g.NewBlock()
	}
	cur := mk()
	labels := make([]*Block, len(fn.Labels))
	for i := range labels {
		labels[i] = mk()
	}
	for _, s := range fn.Body {
		switch s := s.(type) {
		case *ptx.Label:
			if cur != nil {
				connect(cur, labels[s.ID])
			}
			cur = labels[s.ID]
		case *ptx.Instr:
			if cur == nil {
				cur = mk()
			}
			code[cur.ID] = append(code[cur.ID], s)
			ends := false
			switch s.Op {
			case ptx.OpBra:
				if l := s.Ops[0].Label(); l != nil {
					connect(cur, labels[l.ID])
				}
				ends = true
			case ptx.OpBrxIdx:
				if tl, ok := s.Ops[1].Sym.(*ptx.TargetList); ok {
					for _, l := range tl.Labels {
						connect(cur, labels[l.ID])
					}
				}
				ends = true
			case ptx.OpRet, ptx.OpExit, ptx.OpTrap:
				ends = true
			}
			if !ends {
				continue
			}
			if s.Guard == ptx.NoReg {
				cur = nil
				continue
			}
			next := mk()
			connect(cur, next)
			cur = next
		}
	}
	pruneUnreachable(g)
	return g, code
}

// postDom answers whether a block is on every path from another one to the end.
type postDom struct {
	pre, post []int32
	idom      []*Block // immediate post-dominators by block ID, nil: the end
}

func (p *postDom) covers(a, b *Block) bool {
	return p.pre[a.ID] <= p.pre[b.ID] && p.post[b.ID] <= p.post[a.ID]
}

// postDominators builds the reversed graph and takes its dominator tree.
func postDominators(g *Func) *postDom {
	r := &Func{}
	end := r.NewBlock()
	mirror := make([]*Block, g.nextBlock)
	for _, b := range g.Blocks {
		mirror[b.ID] = r.NewBlock()
	}
	reach := make([]bool, g.nextBlock) // reaches the end
	var work []*Block
	root := func(b *Block) {
		if !reach[b.ID] {
			reach[b.ID] = true
			connect(end, mirror[b.ID])
			work = append(work, b)
		}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			for _, p := range x.Preds {
				if !reach[p.ID] {
					reach[p.ID] = true
					work = append(work, p)
				}
			}
		}
	}
	for _, b := range g.Blocks {
		if len(b.Succs) == 0 {
			root(b)
		}
	}
	for i := len(g.Blocks) - 1; i >= 0; i-- { // endless loops
		root(g.Blocks[i])
	}
	for _, b := range g.Blocks {
		for _, s := range b.Succs {
			connect(mirror[s.ID], mirror[b.ID])
		}
	}
	sortRPO(r)
	dominators(r)
	p := &postDom{make([]int32, g.nextBlock), make([]int32, g.nextBlock), make([]*Block, g.nextBlock)}
	back := make([]*Block, r.nextBlock)
	for _, b := range g.Blocks {
		back[mirror[b.ID].ID] = b
	}
	for _, b := range g.Blocks {
		m := mirror[b.ID]
		p.pre[b.ID], p.post[b.ID] = m.domPre, m.domPost
		p.idom[b.ID] = back[m.idom.ID]
	}
	return p
}

// setMeetings prepares the meetings of a frame.
func (b *builder) setMeetings(fr *frame) {
	ps, ok := b.pairs[fr.fn]
	if !ok {
		ps = pairs(fr.fn)
		if b.pairs == nil {
			b.pairs = map[*ptx.Function][][2]*ptx.Instr{}
		}
		b.pairs[fr.fn] = ps
	}
	if len(ps) == 0 {
		return
	}
	fr.meet = map[*ptx.Instr]*meeting{}
	for _, p := range ps {
		m := &meeting{block: b.newBlock(), side: b.newVar(I1), cont: [2]*Block{b.newBlock(), b.newBlock()}}
		m.synth = &ptx.Instr{Mods: p[0].Mods, Pos: p[0].Pos, Guard: ptx.NoReg, Ops: make([]ptx.Operand, len(p[0].Ops))}
		fit := true
		for i := range m.synth.Ops {
			m.synth.Ops[i] = b.tempOperand(fr, &p[0].Ops[i], &p[1].Ops[i], &fit)
		}
		if fit {
			fr.meet[p[0]], fr.meet[p[1]] = m, m
		}
	}
}

// tempOperand is a temporary register (or a pair of them) that can hold what two operands hold. Constants that agree
// stay.
func (b *builder) tempOperand(fr *frame, x, y *ptx.Operand, fit *bool) ptx.Operand {
	switch {
	case x.Kind == ptx.OpndPair && y.Kind == ptx.OpndPair && len(x.Elems) == len(y.Elems):
		o := ptx.Operand{Kind: ptx.OpndPair, Reg: ptx.NoReg, Elems: make([]ptx.Operand, len(x.Elems))}
		for i := range x.Elems {
			o.Elems[i] = b.tempOperand(fr, &x.Elems[i], &y.Elems[i], fit)
		}
		return o
	case x.Kind == ptx.OpndSink && y.Kind == ptx.OpndSink:
		return *x
	case x.Kind == ptx.OpndInt && y.Kind == ptx.OpndInt && x.Imm == y.Imm:
		return *x
	}
	t := I32
	for _, o := range []*ptx.Operand{x, y} {
		switch o.Kind {
		case ptx.OpndReg:
			vs := fr.regs[o.Reg]
			if len(vs) != 1 {
				*fit = false
			}
			t = b.varTypes[vs[0]]
		case ptx.OpndInt, ptx.OpndSReg, ptx.OpndSink:
		default:
			*fit = false
		}
	}
	fr.regs = append(fr.regs, []variable{b.newVar(t)})
	return ptx.Operand{Kind: ptx.OpndReg, Reg: ptx.RegID(len(fr.regs) - 1), Pos: x.Pos}
}

// meetHere is one side of a meeting: operands into the temporaries, over to the common block, results back.
func (b *builder) meetHere(in *ptx.Instr, m *meeting) {
	n := int(in.NDst)
	for i := n; i < len(in.Ops); i++ {
		if o := &m.synth.Ops[i]; o.Kind == ptx.OpndReg {
			v := b.fr.regs[o.Reg][0]
			b.setRaw(v, b.operandAs(&in.Ops[i], b.varTypes[v]))
		}
	}
	k := m.seen
	m.seen++
	b.setRaw(m.side, b.c1(k == 1))
	b.jump(m.block)
	if k == 1 {
		b.enter(m.block)
		lowerings[in.Op].fn(b, m.synth)
		b.branch(b.get(m.side), m.cont[1], m.cont[0])
	}
	b.enter(m.cont[k])
	for i := range n {
		d, s := parts(&in.Ops[i]), parts(&m.synth.Ops[i])
		for j := range d {
			if d[j].Kind == ptx.OpndReg {
				b.write(&d[j], b.get(b.fr.regs[s[j].Reg][0]), false)
			}
		}
	}
}
