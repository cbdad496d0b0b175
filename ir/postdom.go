package ir

// This file finds which blocks every path to the end passes.

// postDom holds for each block the next one that is on every path to the end.
type postDom struct {
	idom []*Block // immediate post-dominators by block ID, nil: the end
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
	p := &postDom{make([]*Block, g.nextBlock)}
	back := make([]*Block, r.nextBlock)
	for _, b := range g.Blocks {
		back[mirror[b.ID].ID] = b
	}
	for _, b := range g.Blocks {
		p.idom[b.ID] = back[mirror[b.ID].idom.ID]
	}
	return p
}
