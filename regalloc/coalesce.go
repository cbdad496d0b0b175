package regalloc

// weights estimates how much memory traffic spilling each virtual register would cost.
func (a *allocator) weights() {
	p := a.p
	a.weight = make([]float64, len(p.VRegs))
	for b := range p.Blocks {
		blk := &p.Blocks[b]
		f := 1.0
		for range min(blk.Depth, 8) {
			f *= 8
		}
		for i := blk.First; i < blk.Last; i++ {
			in := &p.Insts[i]
			w := f
			if in.Kind == Copy {
				w /= 2 // a copy becomes the load or the store
			}
			for _, o := range p.Ops[in.OpFirst:in.OpLast] {
				if o.VReg >= 0 {
					a.weight[o.VReg] += w
				}
			}
		}
	}
}

// coalesce gives both sides of a copy one register where their dwords never hold different live
// values at once. Copies in inner loops go first. The work of merging segment lists is bounded, so
// that a web of thousands of copies costs no more than a constant factor of the input.
func (a *allocator) coalesce() {
	p := a.p
	n := len(p.VRegs)
	a.root = make([]int32, n)
	a.off = make([]int32, n)
	a.align = make([]int32, n)
	for i := range n {
		a.root[i] = int32(i)
		a.align[i] = max(1, int32(p.VRegs[i].Align))
	}
	maxDepth := int32(0)
	for b := range p.Blocks {
		maxDepth = max(maxDepth, min(p.Blocks[b].Depth, 8))
	}
	budget := 0
	for _, l := range a.segs[:a.slots] {
		budget += len(l)
	}
	budget = 64*budget + 4096
	for d := maxDepth; d >= 0; d-- {
		for b := range p.Blocks {
			if min(p.Blocks[b].Depth, 8) != d {
				continue
			}
			for i := p.Blocks[b].First; i < p.Blocks[b].Last; i++ {
				if in := &p.Insts[i]; in.Kind == Copy && budget > 0 {
					budget -= a.tryCopy(&p.Ops[in.OpFirst], &p.Ops[in.OpFirst+1])
				}
			}
		}
	}
	for v := range n {
		r, o := a.find(int32(v))
		a.root[v], a.off[v] = r, o
	}
}

// find gives the root of v and v's offset in it, and shortens the path.
func (a *allocator) find(v int32) (root, off int32) {
	r, o := v, int32(0)
	for a.root[r] != r {
		o += a.off[r]
		r = a.root[r]
	}
	for x, xo := v, o; a.root[x] != x; {
		next, step := a.root[x], a.off[x]
		a.root[x], a.off[x] = r, xo
		x, xo = next, xo-step
	}
	return r, o
}

// tryCopy merges the registers of a copy if it may, and returns what that cost.
func (a *allocator) tryCopy(dst, src *Operand) int {
	p := a.p
	if dst.VReg < 0 || src.VReg < 0 {
		a.hintFixed(dst, src)
		return 1
	}
	dv, sv := &p.VRegs[dst.VReg], &p.VRegs[src.VReg]
	if dst.Kind != Def || dst.Width != src.Width || dv.Class != sv.Class || dv.NoSpill || sv.NoSpill {
		return 1
	}
	dr, do := a.find(dst.VReg)
	sr, so := a.find(src.VReg)
	do += int32(dst.Sub)
	so += int32(src.Sub)
	if dr == sr {
		if do == so {
			a.coalesced++
		}
		return 1
	}
	// The wider takes in the narrower, which must lie wholly inside it.
	big, small, delta := dr, sr, do-so
	if p.VRegs[sr].Width > p.VRegs[dr].Width {
		big, small, delta = sr, dr, so-do
	}
	bw, sw := int32(p.VRegs[big].Width), int32(p.VRegs[small].Width)
	if delta < 0 || delta+sw > bw {
		return 1
	}
	// Their alignments must agree.
	if a.align[small] > 1 && (delta%a.align[small] != 0 || a.align[big]%a.align[small] != 0) {
		if delta != 0 {
			return 1
		}
	}
	bb, sb := a.base[big]+delta, a.base[small]
	cost := 0
	for k := range sw {
		x, y := a.segs[bb+k], a.segs[sb+k]
		cost += min(len(x), len(y)) + 1
		if overlap(x, y) {
			return cost
		}
	}
	for k := range sw {
		x, y := a.segs[bb+k], a.segs[sb+k]
		cost += len(x) + len(y)
		a.segs[bb+k] = merge(x, y)
		a.segs[sb+k] = nil
	}
	if delta == 0 {
		a.align[big] = max(a.align[big], a.align[small])
	}
	a.root[small], a.off[small] = big, delta
	a.weight[big] += a.weight[small]
	if h := p.VRegs[small].Hint; h != 0 && p.VRegs[big].Hint == 0 && h-1 >= delta {
		p.VRegs[big].Hint = h - delta
	}
	a.coalesced++
	return cost
}

// hintFixed lets a register that is copied from or to a physical unit prefer that unit.
func (a *allocator) hintFixed(dst, src *Operand) {
	v, f := dst, src
	if dst.VReg < 0 {
		v, f = src, dst
	}
	if v.VReg < 0 || f.VReg >= 0 {
		return
	}
	r, o := a.find(v.VReg)
	_, u := unfix(f.VReg)
	if u := int32(u) - o - int32(v.Sub); u >= 0 && a.p.VRegs[r].Hint == 0 {
		a.p.VRegs[r].Hint = u + 1
	}
}
