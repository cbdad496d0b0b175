package ir

import "slices"

// idleVotes finds meetings whose outcome nobody sees: votes whose masks serve nothing but as the masks of other such votes, as
// loops write them that keep the mask of the lanes still in them. A vote orders no memory, so without its result only
// the waiting is left, and lanes need not wait there unless others need them: votes of the same kind whose outcome counts.
func idleVotes(f *Func) map[*Value]bool {
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
		return nil
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			need(a)
		}
	}
	idle := map[*Value]bool{}
	for _, b := range f.Blocks {
		used := true // the result of the vote that follows
		for _, v := range slices.Backward(b.Values) {
			switch {
			case v.Op == OpBallot:
				used = live[v.ID]
			case v.Op == OpMeet && v.Imm&meetVote != 0 && !used:
				idle[v] = true
			}
		}
	}
	return idle
}

// dropVotes removes idle votes, which meet no others (diverger.apart).
func dropVotes(f *Func, idle map[*Value]bool) {
	if len(idle) == 0 {
		return
	}
	for _, b := range f.Blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *Value) bool { return idle[v] })
	}
	deadCode(f)
}
