package ir

// gvn merges pure values that compute the same from the same, along the dominator tree. Loads of constant memory count
// as pure.
func gvn(f *Func) {
	sortRPO(f)
	dominators(f)
	type key struct {
		op      Op
		t       Type
		n       uint8
		fp      FP
		a, b, c int32
		imm     uint64
		sym     *Symbol
		mem     Mem
	}
	table := map[key][]*Value{} // a stack of dominating values
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
	var log []key
	marks := []int{}
	stack := []frame{{0, false}}
	for len(stack) > 0 {
		fr := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if fr.leave {
			m := marks[len(marks)-1]
			marks = marks[:len(marks)-1]
			for len(log) > m {
				k := log[len(log)-1]
				log = log[:len(log)-1]
				s := table[k]
				if len(s) == 1 {
					delete(table, k)
				} else {
					table[k] = s[:len(s)-1]
				}
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
			k := key{op: v.Op, t: v.Type, n: uint8(len(v.Args)), fp: v.FP, imm: v.Imm, sym: v.Sym, mem: v.Mem, a: -1, b: -1, c: -1}
			for i, a := range v.Args {
				switch i {
				case 0:
					k.a = a.ID
				case 1:
					k.b = a.ID
				default:
					k.c = a.ID
				}
			}
			if ops[v.Op].flags&opCommutes != 0 && k.a > k.b {
				k.a, k.b = k.b, k.a
			}
			if s := table[k]; len(s) > 0 {
				// A tuple and its parts stay in one block.
				if w := s[len(s)-1]; v.Type != Tuple || w.Block == b {
					subst[v.ID] = w
					continue
				}
			}
			table[k] = append(table[k], v)
			log = append(log, k)
		}
		for i := len(children[fr.b]) - 1; i >= 0; i-- {
			stack = append(stack, frame{children[fr.b][i], false})
		}
	}
	f.replace(subst)
}
