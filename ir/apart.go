package ir

import (
	"cmp"
	"errors"
	"slices"

	"ferry/ptx"
)

// This file decides whether the structured lowering brings the lanes of every meeting together. Operations with a member
// mask say where they are by OpMeet. Lanes may be apart at a meeting only where others are elsewhere (diverger.partial).
// There two meetings of a kind can be one if their masks can be equal and no lane must have passed the one to reach the
// other, and a meeting can be one with itself in another round of a loop.
//
// An anchor is what all lanes pass together: an aligned barrier, which says so, or a meeting of the whole warp where no
// lane is elsewhere. A lane behind an anchor meets none that is before it.

// ErrApart is Diverge's answer for a kernel in which lanes may come to a meeting apart. Build it with Options.Apart.
var ErrApart = errors.New("lanes of a warp synchronise at different places")

// Kinds of OpMeet; those of warp operations follow (meetKind).
const (
	meetBarrier  = iota // barrier that counts threads
	meetCall            // call of a function that has meetings
	meetAligned         // barrier with a thread count, to which the lanes of a warp promise to come together
	meetWarpKind        // the first of warp operations
)

// meetVote is set in the kinds of votes that make a mask.
const meetVote = 1 << 32

// meetKind numbers the kinds of warp operations, which pair by opcode and modifiers.
func (b *builder) meetKind(in *ptx.Instr) uint64 {
	text := in.Mods.Text
	k, ok := b.meetKinds[text]
	if !ok {
		if b.meetKinds == nil {
			b.meetKinds = map[string]uint64{}
		}
		k = uint64(len(b.meetKinds)) + meetWarpKind
		if in.Op == ptx.OpVote && in.Mode == ptx.ModeBallot {
			k |= meetVote
		}
		b.meetKinds[text] = k
	}
	return k
}

// meetPoint is one meeting.
type meetPoint struct {
	b      *Block
	kind   uint64
	mask   *Value
	anchor *Block // the nearest one that every lane has passed
}

// apart reports whether lanes may come to some meeting apart.
func (d *diverger) apart() bool {
	var all, away []*meetPoint
	anchors := make([]bool, len(d.f.Blocks))
	for _, b := range d.f.Blocks {
		for _, v := range b.Values {
			p := &meetPoint{b: b}
			switch {
			case v.Op == OpMeet && v.Imm == meetAligned:
				anchors[b.pos] = true
				continue
			case v.Op == OpMeet:
				p.kind, p.mask = v.Imm, v.Args[0]
			case v.Op == OpBarrier && v.Imm == BarrierThreads:
				p.kind = meetBarrier
			case v.Op == OpCall && v.Sym.Callee.Gathers:
				p.kind = meetCall
			case v.Op == OpBarrier:
				anchors[b.pos] = true
				continue
			default:
				continue
			}
			switch {
			case d.partial[b.pos] && p.kind == meetBarrier:
				return true
			case d.partial[b.pos]:
				away = append(away, p)
			case p.mask != nil && isConst(p.mask, 0xffffffff):
				anchors[b.pos] = true
			}
			all = append(all, p)
		}
	}
	if len(away) == 0 {
		return false
	}
	// The nearest anchor above each block, itself left out.
	above := make([]*Block, len(d.f.Blocks))
	for _, b := range d.f.Blocks {
		if t := b.idom; t != nil {
			if above[b.pos] = above[t.pos]; anchors[t.pos] {
				above[b.pos] = t
			}
		}
	}
	inside := make([]bool, len(d.loops)) // by loop: an anchor lies in it
	for _, b := range d.f.Blocks {
		if anchors[b.pos] {
			for l := b.loop; l != nil && !inside[l.id]; l = l.parent {
				inside[l.id] = true
			}
		}
	}
	for _, p := range all {
		p.anchor = above[p.b.pos]
	}
	var pd *postDom
	for _, p := range away {
		for l := p.b.loop; l != nil; l = l.parent {
			if inside[l.id] {
				break
			}
			if definedIn(p.mask, l) {
				continue
			}
			// In some rounds only: lanes can meet in different ones.
			if pd == nil {
				pd = postDominators(d.f)
			}
			for t := p.b.idom; t != nil && inLoop(t, l); t = t.idom {
				if d.branched[t.pos] && !pd.covers(t, p.b) {
					return true
				}
			}
		}
	}
	// Lanes that have left a loop early meet those in it. Others are elsewhere for each other unless one dominates.
	slices.SortStableFunc(all, func(x, y *meetPoint) int {
		if c := cmp.Compare(x.kind, y.kind); c != 0 {
			return c
		}
		return cmp.Compare(x.b.domPre, y.b.domPre)
	})
	for i, x := range all {
		for _, y := range all[i+1 : min(i+1+apartWindow, len(all))] {
			if y.kind != x.kind && x.kind != meetCall {
				break
			}
			if x.b != y.b && d.canMeet(x, y) {
				return true
			}
		}
	}
	return false
}

// apartWindow is how many neighbours in the dominator tree's order a meeting is compared with. Meetings that lie further apart
// have others between them that tell the same.
const apartWindow = 16

// canMeet reports whether lanes at x, which comes first in the dominator tree's order, can meet lanes at y.
func (d *diverger) canMeet(x, y *meetPoint) bool {
	if !d.partial[x.b.pos] && !d.partial[y.b.pos] || !sameMask(x.mask, y.mask) {
		return false
	}
	if y.anchor != x.anchor && y.anchor != nil && !dominates(y.anchor, x.b) || x.anchor != y.anchor && x.anchor != nil && !dominates(x.anchor, y.b) {
		return false
	}
	if dominates(x.b, y.b) {
		return leavesDivergently(x.b, y.b)
	}
	if x.anchor != nil && x.anchor == y.anchor && d.together(commonDominator([]*Block{x.b, y.b}), x.anchor) {
		return false
	}
	return d.partial[x.b.pos] && d.partial[y.b.pos] || leavesDivergently(x.b, y.b)
}

// together reports whether lanes that pass an anchor together are so at the end of b, which it dominates, too, and leave b
// the same way.
func (d *diverger) together(b, anchor *Block) bool {
	for l := b.loop; l != nil && !inLoop(anchor, l); l = l.parent {
		if l.divergentExit {
			return false
		}
	}
	for t := b; ; t = t.idom {
		if d.branched[t.pos] {
			return false
		}
		if t == anchor {
			return true
		}
	}
}

// definedIn reports whether a mask is made anew in every round of a loop.
func definedIn(m *Value, l *scc) bool { return m != nil && m.Block != nil && inLoop(m.Block, l) }

// sameMask reports whether two masks can be equal. One that a vote or match made holds lanes that were together there; it
// is equal to itself only.
func sameMask(x, y *Value) bool {
	if x == nil || y == nil || x == y {
		return true
	}
	if x.Op == OpConst && y.Op == OpConst {
		return x.Imm == y.Imm
	}
	return !voted(x, 0) && !voted(y, 0)
}

// voted reports whether a mask comes from a vote.
func voted(v *Value, depth int) bool {
	if v.Op == OpBallot {
		return true
	}
	if depth == 4 || !v.Op.Pure() {
		return false
	}
	for _, a := range v.Args {
		if voted(a, depth+1) {
			return true
		}
	}
	return false
}

// dropMarks removes what only the divergence analysis reads.
func dropMarks(f *Func) {
	for _, b := range f.Blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *Value) bool { return v.Op == OpMeet || v.Op == OpRegion })
	}
}
