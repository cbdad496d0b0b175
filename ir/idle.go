package ir

import "slices"

// dropIdle removes meetings that nobody can tell from none: votes whose masks serve nothing but as the masks of other such votes,
// as loops write them that keep the mask of the lanes still in them. A vote orders no memory, so without its result
// only the waiting is left, and lanes need not wait for each other there.
func dropIdle(f *Func) {
	live := make([]bool, f.nextValue)
	var work []*Value
	need := func(v *Value) {
		if !live[v.ID] {
			live[v.ID] = true
			work = append(work, v)
		}
	}
	votes := false
	for _, b := range f.Blocks {
		if b.Ctrl != nil {
			need(b.Ctrl)
		}
		for _, v := range b.Values {
			if v.Op == OpMeet && v.Imm&meetVote != 0 {
				votes = true
			} else if v.Op.HasEffect() {
				need(v)
			}
		}
	}
	if !votes {
		return
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			need(a)
		}
	}
	dropped := false
	for _, b := range f.Blocks {
		used := false // the result of the vote that follows
		for i := len(b.Values) - 1; i >= 0; i-- {
			v := b.Values[i]
			switch {
			case v.Op == OpBallot:
				used = live[v.ID]
			case v.Op == OpMeet && v.Imm&meetVote != 0 && !used:
				b.Values = slices.Delete(b.Values, i, i+1)
				dropped = true
			}
		}
	}
	if dropped {
		deadCode(f)
	}
}
