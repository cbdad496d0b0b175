package ir

import "math/bits"

// gvn merges pure values that compute the same from the same, along the dominator tree. Loads of constant memory count
// as pure.
func gvn(f *Func) {
	sortRPO(f)
	dominators(f)
	// A value is found by a hash of its parts; values of one bucket are linked, the innermost first. Links are positions in the log.
	type logged struct {
		v    *Value
		hash uint64
		next int32
	}
	values := 0
	for _, b := range f.Blocks {
		values += len(b.Values)
	}
	width := bits.Len(uint(2 * values))
	table := make([]int32, 1<<width)
	bucket := func(h uint64) uint64 { return h * 0x9e3779b97f4a7c15 >> (64 - width) }
	log := make([]logged, 1, values+1) // log[0] ends every chain
	subst := make([]*Value, f.nextValue)
	find := func(v *Value) *Value {
		for subst[v.ID] != nil {
			v = subst[v.ID]
		}
		return v
	}
	n := len(f.Blocks)
	children := make([][]int32, n)
	for i := 1; i < n; i++ {
		d := f.Blocks[i].idom.pos
		children[d] = append(children[d], int32(i))
	}
	type frame struct {
		b     int32
		leave bool
	}
	any := false
	marks := []int{}
	stack := []frame{{0, false}}
	for len(stack) > 0 {
		fr := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if fr.leave {
			m := marks[len(marks)-1]
			marks = marks[:len(marks)-1]
			for len(log) > m {
				x := &log[len(log)-1]
				table[bucket(x.hash)] = x.next
				log = log[:len(log)-1]
			}
			continue
		}
		marks = append(marks, len(log))
		stack = append(stack, frame{fr.b, true})
		b := f.Blocks[fr.b]
		for _, v := range b.Values {
			for i, a := range v.Args {
				v.Args[i] = find(a)
			}
			ok := v.Op.Pure() || v.Op == OpLoad && v.Mem.Space == SpaceConst && v.Mem.Order == Weak
			if !ok || len(v.Args) > 3 {
				continue
			}
			h := hashValue(v)
			k := table[bucket(h)]
			for k != 0 && (log[k].hash != h || !sameValue(v, log[k].v)) {
				k = log[k].next
			}
			// A tuple and its parts stay in one block.
			if w := log[k].v; w != nil && (v.Type != Tuple || w.Block == b) {
				subst[v.ID] = w
				any = true
				continue
			}
			log = append(log, logged{v, h, table[bucket(h)]})
			table[bucket(h)] = int32(len(log) - 1)
		}
		for i := len(children[fr.b]) - 1; i >= 0; i-- {
			stack = append(stack, frame{children[fr.b][i], false})
		}
	}
	if any {
		f.replace(subst)
	}
}

func hashValue(v *Value) uint64 {
	h := uint64(v.Op) | uint64(v.Type)<<8 | uint64(v.FP.Fmt)<<16 | uint64(v.FP.Round)<<24 | uint64(v.Mem.Size)<<32
	mix := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	mix(v.Imm)
	if ops[v.Op].flags&opCommutes != 0 {
		a, b := uint64(v.Args[0].ID), uint64(v.Args[1].ID)
		mix(min(a, b))
		mix(max(a, b))
		return h
	}
	for _, a := range v.Args {
		mix(uint64(a.ID))
	}
	return h
}

func sameValue(v, w *Value) bool {
	if v.Op != w.Op || v.Type != w.Type || v.Imm != w.Imm || v.FP != w.FP || v.Sym != w.Sym || v.Mem != w.Mem || len(v.Args) != len(w.Args) {
		return false
	}
	if ops[v.Op].flags&opCommutes != 0 && v.Args[0] == w.Args[1] && v.Args[1] == w.Args[0] {
		return true
	}
	for i, a := range v.Args {
		if w.Args[i] != a {
			return false
		}
	}
	return true
}
