package regalloc

// liveness builds the segments of every slot and unit.
//
// It is sparse: for each slot it walks from the blocks that read it before writing it back to the
// blocks that write it, so its cost is the size of its answer, not blocks times registers.
func (a *allocator) liveness() {
	p := a.p
	nb := len(p.Blocks)
	preds := a.preds()

	// Which slots does each block read first, and which does it write?
	type pair struct{ slot, block int32 }
	exposed, defs := make([]pair, 0, len(p.Ops)/2), make([]pair, 0, len(p.Ops)/2)
	written := make([]int32, a.all) // block+1 of the latest write seen
	seen := make([]int32, a.all)    // block+1 of the latest exposed read noted
	for b := range p.Blocks {
		mark := int32(b) + 1
		for i := p.Blocks[b].First; i < p.Blocks[b].Last; i++ {
			in := &p.Insts[i]
			ops := p.Ops[in.OpFirst:in.OpLast]
			for k := range ops {
				if o := &ops[k]; o.Kind.reads() {
					s, _ := a.slot(o)
					for w := range int32(o.Width) {
						if t := s + w; written[t] != mark && seen[t] != mark {
							seen[t] = mark
							exposed = append(exposed, pair{t, int32(b)})
						}
					}
				}
			}
			for k := range ops {
				if o := &ops[k]; o.Kind.writes() {
					s, _ := a.slot(o)
					for w := range int32(o.Width) {
						if t := s + w; written[t] != mark {
							written[t] = mark
							defs = append(defs, pair{t, int32(b)})
						}
					}
				}
			}
			if in.Clobbers > 0 {
				for k := range p.Clobbers[in.Clobbers-1] {
					o := &p.Clobbers[in.Clobbers-1][k]
					s, _ := a.slot(o)
					for w := range int32(o.Width) {
						written[s+w] = mark
						defs = append(defs, pair{s + w, int32(b)})
					}
				}
			}
		}
	}

	// Group both lists by slot (counting sort keeps the order of blocks).
	group := func(l []pair) (start []int32, blocks []int32) {
		start = make([]int32, a.all+1)
		for _, x := range l {
			start[x.slot+1]++
		}
		for i := range a.all {
			start[i+1] += start[i]
		}
		at := make([]int32, a.all)
		copy(at, start)
		blocks = make([]int32, len(l))
		for _, x := range l {
			blocks[at[x.slot]] = x.block
			at[x.slot]++
		}
		return
	}
	expStart, expBlocks := group(exposed)
	defStart, defBlocks := group(defs)

	// Walk. liveOut[b] collects the slots live at the end of b.
	type out struct{ slot, next int32 } // chains, in the order in which they are filled
	liveOut := make([]out, 1, 4*nb+1)
	firstOut, lastOut := make([]int32, nb), make([]int32, nb)
	outStamp := make([]int32, nb)
	inStamp := make([]int32, nb)
	defStamp := make([]int32, nb)
	reachStamp := make([]int32, nb)
	loopStart := a.loopStarts()
	var work, candidates []int32
	cfgOf := make([]CFG, a.all)
	for v := range p.VRegs {
		c := p.Classes[p.VRegs[v].Class].CFG
		for s := a.base[v]; s < a.base[v+1]; s++ {
			cfgOf[s] = c
		}
	}
	for s := a.slots; s < a.all; s++ {
		cfgOf[s] = Linear
	}
	// A dispatched region has a mask for each block, live in all of it: beyond a number of steps a scalar that several blocks
	// write is taken to live from its first block to its last one and round every cycle about these.
	solid := make([]bool, a.all)
	cycleEnd := a.cycleEnds(loopStart[Linear])
	budget := 48*nb + 1<<12
	a.segs = make([][]seg, a.all)
	for s := range a.all {
		if expStart[s] == expStart[s+1] {
			continue
		}
		d := defBlocks[defStart[s]:defStart[s+1]]
		rewritten := s < a.slots && cfgOf[s] == Linear && len(d) > 2 && d[0] != d[len(d)-1]
		if rewritten && budget < 0 {
			first, last := int32(nb), int32(0)
			for _, l := range [2][]int32{defBlocks[defStart[s]:defStart[s+1]], expBlocks[expStart[s]:expStart[s+1]]} {
				for _, b := range l {
					first, last = min(first, loopStart[Linear][b]), max(last, cycleEnd[b])
				}
			}
			solid[s] = true
			a.segs[s] = []seg{{2 * p.Blocks[first].First, 2 * p.Blocks[last].Last}}
			continue
		}
		stamp := s + 1
		for _, b := range defBlocks[defStart[s]:defStart[s+1]] {
			defStamp[b] = stamp
		}
		work = work[:0]
		for _, b := range expBlocks[expStart[s]:expStart[s+1]] {
			inStamp[b] = stamp
			work = append(work, b)
		}
		g := cfgOf[s]
		defsOf := defBlocks[defStart[s]:defStart[s+1]]
		// Nothing that writes s can reach a block before first.
		first := int32(nb)
		for _, b := range defsOf {
			first = min(first, loopStart[g][b])
		}
		if s >= a.slots {
			first = 0 // a physical unit has a content when the function begins
		}
		candidates = candidates[:0]
		pr := &preds[g]
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, q := range pr.list[pr.start[b]:pr.start[b+1]] {
				if q < first || outStamp[q] == stamp {
					continue
				}
				outStamp[q] = stamp
				candidates = append(candidates, q)
				if defStamp[q] != stamp && inStamp[q] != stamp {
					inStamp[q] = stamp
					work = append(work, q)
				}
			}
		}
		// Live is what is read later and may have been written before: the wave can bypass a
		// block, and a register that is only written there must not seem live all the way from the entry.
		work = append(work[:0], defsOf...)
		if s >= a.slots && nb > 0 && inStamp[0] == stamp {
			reachStamp[0] = stamp
			work = append(work, 0)
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, q := range p.Blocks[b].Succs[g] {
				if inStamp[q] == stamp && reachStamp[q] != stamp {
					reachStamp[q] = stamp
					work = append(work, q)
				}
			}
		}
		if rewritten {
			budget -= len(candidates)
		}
		for _, q := range candidates {
			if defStamp[q] == stamp || reachStamp[q] == stamp {
				liveOut = append(liveOut, out{slot: s})
				k := int32(len(liveOut) - 1)
				if l := lastOut[q]; l != 0 {
					liveOut[l].next = k
				} else {
					firstOut[q] = k
				}
				lastOut[q] = k
			}
		}
	}

	// Build segments, last block first.
	open := make([]int32, a.all) // end point of the open segment, 0 = not live
	var live []int32             // slots opened in this block
	closeSeg := func(s, from int32) {
		a.addSeg(s, seg{from, open[s]})
		open[s] = 0
	}
	for b := nb - 1; b >= 0; b-- {
		blk := &p.Blocks[b]
		live = live[:0]
		for k := firstOut[b]; k != 0; k = liveOut[k].next {
			s := liveOut[k].slot
			open[s] = 2 * blk.Last
			live = append(live, s)
		}
		for i := blk.Last - 1; i >= blk.First; i-- {
			in := &p.Insts[i]
			ops := p.Ops[in.OpFirst:in.OpLast]
			if in.Clobbers > 0 {
				for k := range p.Clobbers[in.Clobbers-1] {
					o := &p.Clobbers[in.Clobbers-1][k]
					s, _ := a.slot(o)
					for w := range int32(o.Width) {
						if solid[s+w] {
							continue
						}
						if open[s+w] == 0 {
							open[s+w] = 2*i + 2
						}
						closeSeg(s+w, 2*i+1)
					}
				}
			}
			for k := range ops {
				o := &ops[k]
				if !o.Kind.writes() {
					continue
				}
				s, _ := a.slot(o)
				from := 2*i + 1
				if o.Kind == EarlyDef {
					from = 2 * i
				}
				for w := range int32(o.Width) {
					t := s + w
					if solid[t] {
						continue
					}
					if open[t] == 0 {
						open[t] = 2*i + 2 // dead, but written
					}
					if o.Kind != UseDef {
						closeSeg(t, from)
					}
				}
			}
			for k := range ops {
				o := &ops[k]
				if !o.Kind.reads() {
					continue
				}
				s, _ := a.slot(o)
				for w := range int32(o.Width) {
					if t := s + w; solid[t] {
						continue
					} else if open[t] == 0 {
						open[t] = 2*i + 1
						live = append(live, t)
					} else if o.Kind == UseDef {
						live = append(live, t)
					}
				}
			}
		}
		for _, s := range live {
			if open[s] != 0 {
				closeSeg(s, 2*blk.First)
			}
		}
	}
	for s := range a.segs {
		l := a.segs[s]
		for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
			l[i], l[j] = l[j], l[i]
		}
	}
}

// addSeg adds a segment to a list that is built from high to low points.
func (a *allocator) addSeg(s int32, x seg) {
	l := a.segs[s]
	if n := len(l); n > 0 && x.to >= l[n-1].from {
		l[n-1].from = min(l[n-1].from, x.from)
		l[n-1].to = max(l[n-1].to, x.to)
		return
	}
	a.segs[s] = append(l, x)
}

// cycleEnds gives for each block the last block of the outermost cycle around it, of the graph whose loopStarts start is.
func (a *allocator) cycleEnds(start []int32) []int32 {
	end := make([]int32, len(start))
	for b := len(start) - 1; b >= 0; b-- {
		end[b] = int32(b)
		if b+1 < len(start) && start[b+1] == start[b] {
			end[b] = end[b+1]
		}
	}
	return end
}

// loopStarts gives for each graph and block the first block of the outermost cycle around it, in
// layout order (the block itself outside any cycle): no edge leads from it to anything earlier.
func (a *allocator) loopStarts() (r [numCFG][]int32) {
	nb := len(a.p.Blocks)
	for g := range r {
		// end[i] is the last block with an edge back to block i.
		end := make([]int32, nb)
		for b := range a.p.Blocks {
			for _, s := range a.p.Blocks[b].Succs[g] {
				if s <= int32(b) {
					end[s] = max(end[s], int32(b)+1)
				}
			}
		}
		l := make([]int32, nb)
		start, until := int32(0), int32(0)
		for b := range int32(nb) {
			if b >= until {
				start, until = b, 0
			}
			until = max(until, end[b])
			if until <= b {
				start = b
			}
			l[b] = start
		}
		r[g] = l
	}
	return
}

type predList struct{ start, list []int32 }

func (a *allocator) preds() (r [numCFG]predList) {
	nb := len(a.p.Blocks)
	for g := range r {
		start := make([]int32, nb+1)
		for b := range a.p.Blocks {
			for _, s := range a.p.Blocks[b].Succs[g] {
				start[s+1]++
			}
		}
		for i := range nb {
			start[i+1] += start[i]
		}
		at := make([]int32, nb)
		copy(at, start)
		list := make([]int32, start[nb])
		for b := range a.p.Blocks {
			for _, s := range a.p.Blocks[b].Succs[g] {
				list[at[s]] = int32(b)
				at[s]++
			}
		}
		r[g] = predList{start, list}
	}
	return
}

// overlap reports whether two ascending lists share a point. It gallops through the longer one.
func overlap(x, y []seg) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) == 0 {
		return false
	}
	for i := range x {
		j := lowerBound(y, x[i].from)
		if j < len(y) && y[j].from < x[i].to {
			return true
		}
		y = y[j:]
		if len(y) == 0 {
			return false
		}
	}
	return false
}

// lowerBound is the first index whose segment ends after point.
func lowerBound(l []seg, point int32) int {
	// Gallop: neighbours are likely.
	hi := 1
	for hi < len(l) && l[hi-1].to <= point {
		hi *= 2
	}
	lo := hi / 2
	hi = min(hi, len(l))
	for lo < hi {
		m := int(uint(lo+hi) / 2)
		if l[m].to <= point {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// merge unites two ascending lists that do not overlap.
func merge(x, y []seg) []seg {
	r := make([]seg, 0, len(x)+len(y))
	add := func(s seg) {
		if n := len(r); n > 0 && r[n-1].to >= s.from {
			r[n-1].to = max(r[n-1].to, s.to)
			return
		}
		r = append(r, s)
	}
	for len(x) > 0 && len(y) > 0 {
		if x[0].from <= y[0].from {
			add(x[0])
			x = x[1:]
		} else {
			add(y[0])
			y = y[1:]
		}
	}
	for _, s := range x {
		add(s)
	}
	for _, s := range y {
		add(s)
	}
	return r
}
