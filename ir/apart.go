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
	idle   bool   // nobody sees its outcome (idle.go)
}

// apart reports whether lanes may come to some meeting apart, of which two idle ones do not count.
func (d *diverger) apart(idle map[*Value]bool) bool {
	var all, away []*meetPoint
	anchors := make([]bool, len(d.f.Blocks))
	for _, b := range d.f.Blocks {
		for _, v := range b.Values {
			p := &meetPoint{b: b, idle: idle[v]}
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
	inside := make([]bool, len(d.loops)) // by loop: every round passes an anchor
	for _, b := range d.f.Blocks {
		if anchors[b.pos] {
			for l := b.loop; l != nil; l = l.parent {
				inside[l.id] = inside[l.id] || everyRound(b, l)
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
			if p.idle || d.votedEachRound(p, l) {
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
	pairs := apartPairs
	for i, x := range all {
		for _, y := range all[i+1:] {
			if y.kind != x.kind && x.kind != meetCall {
				break
			}
			if pairs--; pairs < 0 {
				return true
			}
			if x.b != y.b && !(x.idle && y.idle) && d.canMeet(x, y) {
				return true
			}
		}
	}
	return false
}

// apartPairs bounds the pairs of meetings that are compared; a kernel with more is built apart.
const apartPairs = 1 << 20

// canMeet reports whether lanes at x, which comes first in the dominator tree's order, can meet lanes at y.
func (d *diverger) canMeet(x, y *meetPoint) bool {
	if !d.partial[x.b.pos] && !d.partial[y.b.pos] || !d.sameMask(x, y) {
		return false
	}
	if y.anchor != x.anchor && (d.before(x.b, y.anchor) || d.before(y.b, x.anchor)) {
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

// before reports whether a lane at b has yet to pass an anchor, which all lanes pass together.
func (d *diverger) before(b, anchor *Block) bool {
	return anchor != nil && !dominates(anchor, b) && !d.reaches(anchor, b, nil)
}

// everyRound reports whether every round of l passes b.
func everyRound(b *Block, l *scc) bool {
	if len(l.headers) > 1 {
		return false
	}
	for _, p := range l.headers[0].Preds {
		if inLoop(p, l) && !dominates(b, p) {
			return false
		}
	}
	return true
}

// sameMask reports whether two meetings can have equal masks.
func (d *diverger) sameMask(x, y *meetPoint) bool {
	switch {
	case x.mask == nil || y.mask == nil || x.mask == y.mask:
		return true
	case x.mask.Op == OpConst && y.mask.Op == OpConst:
		return x.mask.Imm == y.mask.Imm
	}
	return !d.ownMask(x, y.b) && !d.ownMask(y, x.b)
}

// ownMask reports whether x's mask is of a vote that no lane at y has taken part in without having met at x since: y's mask
// names the lane at y, and so is another.
func (d *diverger) ownMask(x *meetPoint, y *Block) bool {
	b := voteBlock(x.mask, 0)
	return b != nil && dominates(b, x.b) && (b == x.b || y != b && !d.reaches(b, y, x.b))
}

// votedEachRound reports whether p's mask is of a vote in the same round of l.
func (d *diverger) votedEachRound(p *meetPoint, l *scc) bool {
	if p.mask == nil {
		return false
	}
	b := voteBlock(p.mask, 0)
	return b != nil && inLoop(b, l) && dominates(b, p.b) && (b == p.b || !d.reaches(b, b, p.b))
}

// voteBlock is where the vote is that made a mask of some of the lanes that took part in it, or nil.
func voteBlock(v *Value, depth int) *Block {
	switch {
	case v.Op == OpBallot:
		return v.Block
	case v.Op == OpAnd && depth < 4:
		x, y := voteBlock(v.Args[0], depth+1), voteBlock(v.Args[1], depth+1)
		if x == nil || y != nil && dominates(x, y) {
			return y
		}
		return x
	}
	return nil
}

// reaches reports whether a way leads from the end of a to b that does not pass via.
func (d *diverger) reaches(a, b, via *Block) bool {
	d.epoch++
	work := []*Block{a}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range x.Succs {
			if s == b {
				return true
			}
			if d.reachBudget--; d.reachBudget < 0 {
				return true
			}
			if s != via && d.stamp[s.pos] != d.epoch {
				d.stamp[s.pos] = d.epoch
				work = append(work, s)
			}
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
