package ir

import (
	"errors"
	"slices"

	"ferry/ptx"
)

// This file decides whether the structured lowering brings the lanes of every meeting together. Operations with a member
// mask say where they are by OpMeet. A meeting is missed if a lane A comes to it while a lane B that its mask names stands
// elsewhere and would, as PTX has it, come to a meeting of the same kind with an equal mask, perhaps to the same one in another
// round of a loop. Take the first one missed. A and B parted at a divergent branch, went different ways there, and have executed
// no block together since. So
//
//   - A's way leads from the branch to the meeting by blocks at which other lanes may be elsewhere (diverger.partial), and not by
//     the branch's post-dominator, where the structured lowering waits for B;
//   - neither way passes a meeting of the whole warp, or what all lanes promise to come to together: A would have met B there, and
//     B cannot get over it while A is held up. The same holds for meetings with the mask in question, and for the vote that made it:
//     only lanes that took part are in a mask that was voted;
//   - lanes that stay in a loop meet at its header, and those that have left it wait for its last round.
//
// meetings.parted looks for such ways from one branch.

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

// meetPoint is something on the way of lanes: a meeting, or a barrier that all lanes come to together.
type meetPoint struct {
	b     *Block
	kind  uint64
	mask  *Value
	class int  // of its mask
	idle  bool // nobody sees its outcome (idle.go)
	stops bool // no lane gets over it without all others
	mark  bool // only that: lanes come to it together
	after bool // the function's end, behind which there are meetings
}

// meetings are those of one function.
type meetings struct {
	d       *diverger
	at      [][]*meetPoint // by block position, in order
	classes []meetClass
	pd      *postDom
	level   []int // by block position: k where it is a header of the k-th loop around the branch in question, from inside
	budget  int
	pairs   int
}

// meetClass is a mask that meetings have.
type meetClass struct {
	vote  *Block // where its lanes voted
	fixed bool   // a lane has one value of it
}

// apart reports whether lanes may come to some meeting apart, of which two idle ones do not count.
func (d *diverger) apart(idle map[*Value]bool) bool {
	m := &meetings{d: d, at: make([][]*meetPoint, len(d.f.Blocks))}
	away := false
	classOf := map[*Value]int{}
	constOf := map[uint64]int{}
	for _, b := range d.f.Blocks {
		for _, v := range b.Values {
			p := &meetPoint{b: b, idle: idle[v], class: -1}
			switch {
			case v.Op == OpMeet && v.Imm == meetAligned || v.Op == OpBarrier && v.Imm != BarrierThreads:
				p.stops, p.mark = true, true
			case v.Op == OpMeet && v.Imm == meetBarrier:
				p.kind = meetBarrier
			case v.Op == OpMeet:
				p.kind, p.mask = v.Imm, v.Args[0]
				p.stops = isConst(p.mask, 0xffffffff) && !p.idle
			case v.Op == OpBarrier:
				p.kind, p.stops = meetBarrier, true
			case v.Op == OpCall && v.Sym.Callee.Gathers:
				p.kind = meetCall
			default:
				continue
			}
			m.at[b.pos] = append(m.at[b.pos], p)
			if p.mark {
				continue
			}
			if d.partial[b.pos] {
				if p.kind == meetBarrier {
					return true
				}
				away = true
			}
			known := false
			switch {
			case p.mask == nil:
				p.class, known = constOf[1<<32]
			case p.mask.Op == OpConst:
				p.class, known = constOf[p.mask.Imm]
			default:
				p.class, known = classOf[p.mask]
			}
			if known {
				continue
			}
			p.class = len(m.classes)
			switch {
			case p.mask == nil:
				constOf[1<<32] = p.class
				m.classes = append(m.classes, meetClass{})
			case p.mask.Op == OpConst:
				constOf[p.mask.Imm] = p.class
				m.classes = append(m.classes, meetClass{fixed: true})
			default:
				classOf[p.mask] = p.class
				m.classes = append(m.classes, meetClass{vote: voteBlock(p.mask, 0), fixed: p.mask.Block.loop == nil})
			}
		}
		if b.Kind == BlockRet && d.f.Ahead {
			class, known := constOf[1<<32]
			if !known {
				class = len(m.classes)
				constOf[1<<32] = class
				m.classes = append(m.classes, meetClass{})
			}
			m.at[b.pos] = append(m.at[b.pos], &meetPoint{b: b, kind: meetCall, class: class, after: true})
		}
	}
	if !away {
		return false
	}
	m.pd = postDominators(d.f)
	m.level = make([]int, len(d.f.Blocks))
	m.budget, m.pairs = 1024*len(d.f.Blocks)+1<<20, apartPairs
	for _, b := range d.f.Blocks {
		if d.branched[b.pos] && m.parted(b) {
			return true
		}
	}
	return false
}

// apartPairs bounds the pairs of meetings that are compared; a kernel with more is built apart.
const apartPairs = 1 << 22

// maxNest is how many loops around a branch are looked at; a kernel with more is built apart.
const maxNest = 63

// ways is what lanes that go one way from a branch come to. Index 0 is without another round of any loop around the branch, index k
// with another round of the k-th one, from inside, and of none further out.
type ways [][]*meetPoint

// parted reports whether lanes that part at the end of t can miss a meeting.
func (m *meetings) parted(t *Block) bool {
	var loops []*scc
	tangled := false
	for l := t.loop; l != nil; l = l.parent {
		loops = append(loops, l)
		for _, h := range l.headers {
			m.level[h.pos] = len(loops)
		}
		tangled = tangled || len(l.headers) > 1
	}
	defer func() {
		for _, l := range loops {
			for _, h := range l.headers {
				m.level[h.pos] = 0
			}
		}
	}()
	if len(loops) > maxNest {
		return true
	}
	join := m.pd.idom[t.ID]
	for i, s := range t.Succs {
		a := m.from(s, loops, join, true)
		if a == nil {
			continue
		}
		for j, o := range t.Succs {
			if i == j {
				continue
			}
			b := m.from(o, loops, nil, false)
			if m.budget < 0 || m.miss(a, b, loops, tangled) {
				return true
			}
		}
	}
	return false
}

// miss reports whether a lane that goes the ways a can miss one that goes the ways b.
func (m *meetings) miss(a, b ways, loops []*scc, tangled bool) bool {
	for i, xs := range a {
		for j, ys := range b {
			if m.pairs -= len(xs) * len(ys); m.pairs < 0 {
				return true
			}
			if i == j && i > 0 && !tangled {
				continue // they meet at the loop's header
			}
			for _, x := range xs {
				if j > i && !tangled && !inLoop(x.b, loops[j-1]) {
					continue // it waits for the rounds of those still in the loop
				}
				for _, y := range ys {
					switch {
					case !x.pairs(y):
					case tangled:
						return true
					case x == y && i >= j && !entered(x.b, loops):
					case i > j && inLoop(y.b, loops[i-1]):
					default:
						return true
					}
				}
			}
		}
	}
	return false
}

// entered reports whether b is in a loop that lanes which come from outside may enter at several headers, and the branch is not.
func entered(b *Block, loops []*scc) bool {
	for l := b.loop; l != nil; l = l.parent {
		if len(loops) > 0 && l == loops[0] {
			break
		}
		if len(l.headers) > 1 {
			return true
		}
	}
	return false
}

// pairs reports whether x and y are of one kind and may have equal masks.
func (x *meetPoint) pairs(y *meetPoint) bool {
	switch {
	case x.idle && y.idle:
		return false
	case x.kind != y.kind && x.kind != meetCall && y.kind != meetCall:
		return false
	case x.mask == nil || y.mask == nil:
		return true
	case x.mask.Op == OpConst && y.mask.Op == OpConst:
		return x.mask.Imm == y.mask.Imm
	}
	return true
}

// from lists what a lane comes to that goes from a branch to s. away: it is one that gets ahead of the others, which it does not
// beyond join. nil: nothing.
func (m *meetings) from(s *Block, loops []*scc, join *Block, away bool) ways {
	w := make(ways, len(loops)+1)
	any := false
	for c := range m.classes {
		rounds := uint64(0)
		m.walk(&w[0], s, c, 0, join, away, &rounds)
		for k := 1; k <= len(loops); k++ {
			if rounds>>k&1 == 0 {
				continue
			}
			for _, h := range loops[k-1].headers {
				m.walk(&w[k], h, c, k, join, away, &rounds)
			}
		}
	}
	for _, l := range w {
		any = any || len(l) > 0
	}
	if !any {
		return nil
	}
	return w
}

// walk appends to out the meetings of a class that a way from start leads to, without another round of a loop further out than
// level; it notes in rounds the loops that it comes to the header of.
func (m *meetings) walk(out *[]*meetPoint, start *Block, class, level int, join *Block, away bool, rounds *uint64) {
	d, c := m.d, &m.classes[class]
	d.epoch++
	var work []*Block
	enter := func(b *Block) {
		switch {
		case m.level[b.pos] > level:
			*rounds |= 1 << m.level[b.pos]
		case away && (b == join || !d.partial[b.pos]):
		case d.stamp[b.pos] != d.epoch:
			d.stamp[b.pos] = d.epoch
			work = append(work, b)
		}
	}
	enter(start)
	for len(work) > 0 && m.budget >= 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		m.budget--
		over := b != c.vote
		for _, p := range m.at[b.pos] {
			if !over {
				break
			}
			if p.class == class && !(away && p.after) {
				*out = append(*out, p)
			}
			over = !p.stops && !(p.class == class && c.fixed && !p.idle)
		}
		if over {
			for _, s := range b.Succs {
				enter(s)
			}
		}
	}
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

// lookAhead sets Ahead in the functions that the kernel k really calls.
func lookAhead(k *Func) {
	open := map[*Block]bool{} // a meeting may come behind its start, before lanes come together at a barrier
	// behind looks at values, which end b.
	behind := func(f *Func, b *Block, values []*Value) bool {
		for _, v := range values {
			switch {
			case v.Op == OpMeet && v.Imm == meetAligned || v.Op == OpBarrier && v.Imm != BarrierThreads:
				return false
			case v.Op == OpMeet, v.Op == OpBarrier, v.Op == OpCall && v.Sym.Callee.Gathers:
				return true
			}
		}
		if b.Kind == BlockRet {
			return f.Ahead
		}
		return slices.ContainsFunc(b.Succs, func(s *Block) bool { return open[s] })
	}
	all := append([]*Func{k}, k.Callees...)
	for again := len(k.Callees) > 0; again; {
		again = false
		for _, f := range all {
			for more := true; more; {
				more = false
				for _, b := range slices.Backward(f.Blocks) {
					if !open[b] && behind(f, b, b.Values) {
						open[b], more = true, true
					}
				}
			}
			for _, b := range f.Blocks {
				for i, v := range b.Values {
					if v.Op == OpCall && !v.Sym.Callee.Ahead && behind(f, b, b.Values[i+1:]) {
						v.Sym.Callee.Ahead, again = true, true
					}
				}
			}
		}
	}
}

// dropMarks removes what only the divergence analysis reads.
func dropMarks(f *Func) {
	for _, b := range f.Blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *Value) bool { return v.Op == OpMeet || v.Op == OpRegion })
	}
}
