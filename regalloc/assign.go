package regalloc

import (
	"cmp"
	"fmt"
	"slices"
)

// occupied is what stands in one unit: segments in ascending order with the root that owns each.
type occupied struct {
	segs   []seg
	owners []int32
}

// assign gives every root a place, in the order in which they begin, and evicts the cheaper one
// where two want the same.
func (a *allocator) assign() error {
	p := a.p
	n := len(p.VRegs)
	a.unit = make([]int32, n)
	a.spilled = make([]bool, n)
	type item struct {
		root, start int32
	}
	var queue []item
	length := make([]int32, n)
	for v := range n {
		a.unit[v] = -1
		if a.root[v] != int32(v) {
			continue
		}
		start := int32(-1)
		for s := a.base[v]; s < a.base[v+1]; s++ {
			for _, x := range a.segs[s] {
				length[v] += x.to - x.from
			}
			if l := a.segs[s]; len(l) > 0 && (start < 0 || l[0].from < start) {
				start = l[0].from
			}
		}
		if start >= 0 {
			queue = append(queue, item{int32(v), start})
		}
	}
	slices.SortFunc(queue, func(x, y item) int {
		return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.root, y.root))
	})

	// cost of spilling a root: traffic per point of register time that it frees.
	cost := make([]float64, n)
	for v := range n {
		cost[v] = a.weight[v] / float64(length[v]+1)
		if p.VRegs[v].NoSpill {
			cost[v] = -1 // never
		}
	}

	// Places a class offers: for each class whether a unit is in it.
	member := make([][]bool, len(p.Classes))
	for c := range p.Classes {
		member[c] = make([]bool, p.Files[p.Classes[c].File].Units)
		for _, u := range p.Classes[c].Units {
			member[c][u] = true
		}
	}
	units := make([]occupied, a.all-a.slots)

	fits := func(root, u int32) bool {
		c := p.VRegs[root].Class
		f := p.Classes[c].File
		w := int32(p.VRegs[root].Width)
		if u < 0 || u%a.align[root] != 0 || u+w > int32(p.Files[f].Units) {
			return false
		}
		for k := range w {
			if !member[c][u+k] {
				return false
			}
		}
		return true
	}
	free := func(root, u int32) bool {
		f := p.Classes[p.VRegs[root].Class].File
		at := a.unitBase[f] + u
		for k := range int32(p.VRegs[root].Width) {
			l := a.segs[a.base[root]+k]
			if len(l) == 0 {
				continue
			}
			if overlap(l, a.segs[at+k]) || units[at+k-a.slots].hits(l) {
				return false
			}
		}
		return true
	}
	place := func(root, u int32) {
		a.unit[root] = u
		at := a.unitBase[p.Classes[p.VRegs[root].Class].File] + u - a.slots
		for k := range int32(p.VRegs[root].Width) {
			units[at+k].add(a.segs[a.base[root]+k], root)
		}
	}
	remove := func(root int32) {
		at := a.unitBase[p.Classes[p.VRegs[root].Class].File] + a.unit[root] - a.slots
		for k := range int32(p.VRegs[root].Width) {
			units[at+k].remove(a.segs[a.base[root]+k], root)
		}
		a.unit[root] = -1
	}
	find := func(root int32) int32 {
		c := &p.Classes[p.VRegs[root].Class]
		if h := p.VRegs[root].Hint - 1; h >= 0 && fits(root, h) && free(root, h) {
			return h
		}
		for _, u := range c.Units {
			if fits(root, u) && free(root, u) {
				return u
			}
		}
		return -1
	}

	evictions := make([]uint8, n)
	for len(queue) > 0 {
		root := queue[0].root
		queue = queue[1:]
		if a.spilled[root] {
			continue
		}
		if u := find(root); u >= 0 {
			place(root, u)
			continue
		}
		// Nothing is free: find the place whose owners are together cheapest to evict.
		c := &p.Classes[p.VRegs[root].Class]
		best, bestCost := int32(-1), 0.0
		var bestOwners, owners []int32
		for _, u := range c.Units {
			if !fits(root, u) {
				continue
			}
			at := a.unitBase[c.File] + u
			owners = owners[:0]
			sum, ok := 0.0, true
			for k := range int32(p.VRegs[root].Width) {
				l := a.segs[a.base[root]+k]
				if overlap(l, a.segs[at+k]) {
					ok = false
					break
				}
				owners, ok = units[at+k-a.slots].conflicts(l, owners, func(o int32) bool {
					if cost[o] < 0 {
						return false
					}
					sum += cost[o]
					return best < 0 || sum < bestCost
				})
				if !ok {
					break
				}
			}
			if ok && (best < 0 || sum < bestCost) {
				best, bestCost = u, sum
				bestOwners = append(bestOwners[:0], owners...)
			}
		}
		mine := cost[root]
		if best >= 0 && (mine < 0 || bestCost < mine) {
			for _, o := range bestOwners {
				remove(o)
			}
			place(root, best)
			// What was evicted may fit elsewhere; it gets one try, so this ends.
			for _, o := range bestOwners {
				evictions[o]++
				if u := int32(-1); evictions[o] <= 2 {
					if u = find(o); u >= 0 {
						place(o, u)
						continue
					}
				}
				a.spilled[o] = true
			}
			continue
		}
		if mine < 0 {
			return fmt.Errorf("regalloc: no place for %s (%d dwords of class %s), which must not be spilled",
				p.name(root), p.VRegs[root].Width, c.Name)
		}
		a.spilled[root] = true
	}
	return nil
}

func (o *occupied) hits(l []seg) bool {
	n := len(o.segs)
	if n == 0 || o.segs[n-1].to <= l[0].from {
		return false
	}
	return overlap(l, o.segs)
}

func (o *occupied) add(l []seg, owner int32) {
	for _, s := range l {
		n := len(o.segs)
		if n == 0 || o.segs[n-1].to <= s.from {
			o.segs = append(o.segs, s)
			o.owners = append(o.owners, owner)
			continue
		}
		i, _ := slices.BinarySearchFunc(o.segs, s.from, func(x seg, p int32) int { return cmp.Compare(x.from, p) })
		o.segs = slices.Insert(o.segs, i, s)
		o.owners = slices.Insert(o.owners, i, owner)
	}
}

func (o *occupied) remove(l []seg, owner int32) {
	if len(l) == 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(o.segs, l[0].from, func(x seg, p int32) int { return cmp.Compare(x.from, p) })
	w := i
	for r := i; r < len(o.segs); r++ {
		if o.owners[r] != owner {
			o.segs[w], o.owners[w] = o.segs[r], o.owners[r]
			w++
		}
	}
	o.segs, o.owners = o.segs[:w], o.owners[:w]
}

// conflicts appends the owners that l meets and that are not in list yet; ask may stop the search.
func (o *occupied) conflicts(l []seg, list []int32, ask func(owner int32) bool) ([]int32, bool) {
	at := 0
	for _, s := range l {
		at += lowerBound(o.segs[at:], s.from)
		for j := at; j < len(o.segs) && o.segs[j].from < s.to; j++ {
			if w := o.owners[j]; !slices.Contains(list, w) {
				if !ask(w) {
					return list, false
				}
				list = append(list, w)
			}
		}
	}
	return list, true
}
