package ir

import (
	"fmt"
	"math/rand"
	"testing"
)

// randomCFG makes a function of n blocks with arbitrary edges. Each block ends in a jump, an exit or a branch on its own
// "coin" load; divergent decides which coins are marked divergent by hand.
func randomCFG(r *rand.Rand, n int) *Func {
	f := &Func{Name: "cfg", Kernel: true}
	for range n {
		f.NewBlock()
	}
	for i, b := range f.Blocks {
		pick := func() *Block {
			for {
				var k int
				switch r.Intn(4) {
				case 0:
					k = r.Intn(n) // anywhere
				case 1:
					k = max(0, i-r.Intn(4)) // near, backwards
				default:
					k = min(n-1, i+1+r.Intn(3)) // near, forwards
				}
				if k != 0 {
					return f.Blocks[k]
				}
			}
		}
		switch k := r.Intn(12); {
		case k == 0:
			b.Kind = BlockExit
		case k < 5:
			b.Kind = BlockJump
			connect(b, pick())
		default:
			t, e := pick(), pick()
			if t == e {
				b.Kind = BlockJump
				connect(b, t)
				continue
			}
			b.Kind = BlockBranch
			b.Ctrl = f.NewValue(OpBallot, I1, 0) // stands for an opaque condition
			b.Ctrl.Block = b
			b.Values = append(b.Values, b.Ctrl)
			connect(b, t)
			connect(b, e)
		}
	}
	pruneUnreachable(f)
	return f
}

// coin is the direction that a lane takes at its k-th visit of a branch: random, by lane if the branch is divergent.
func coin(seed int64, block int32, lane, visit int, divergent bool) bool {
	if !divergent {
		lane = 99
	}
	x := uint64(seed)*0x9e3779b97f4a7c15 ^ uint64(block)*0xbf58476d1ce4e5b9 ^ uint64(lane)*0x94d049bb133111eb ^ uint64(visit)*0xd6e8feb86659fd93
	x ^= x >> 31
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 29
	return x>>20&1 == 1
}

// TestLineariseCFG runs random graphs, irreducible ones among them, once lane by lane and once through the linear form:
// every lane must see the same blocks in the same order. Branches on a uniform condition decide by the visit count of the
// block, which the linear form must keep equal for the lanes that move together; so uniform branches are given only where
// that is the case: by a counter that all active lanes share, checked here.
func TestLineariseCFG(t *testing.T) {
	for seed := int64(0); seed < 4000; seed++ {
		r := rand.New(rand.NewSource(seed))
		f := randomCFG(r, 3+r.Intn(14))
		uniformShare := r.Intn(4)
		splitCriticalEdges(f)
		sortRPO(f)
		// Some with a part laid out as a dispatched region.
		if r.Intn(3) == 0 {
			dominators(f)
			start := f.Blocks[r.Intn(len(f.Blocks))]
			l := &scc{depth: 1, headers: []*Block{start}}
			layout(f, grow(postDominators(f), start, l))
		} else {
			layout(f)
		}
		// Choose uniform branches; what "uniform" may mean is found by running: a branch is treated as uniform, and
		// all lanes that execute it together take the side that the lowest lane's coin says.
		for _, b := range f.Blocks {
			if b.Ctrl != nil {
				b.Ctrl.Uniform = r.Intn(4) < uniformShare
			}
		}
		lf := Linearise(f)
		if err := runBoth(f, lf, seed); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, lf.String())
		}
	}
}

// runBoth executes the linear form and checks each lane against its own logical path. Uniform branches take one side
// for all lanes in EXEC; the logical run replays the sides taken.
func runBoth(f *Func, lf *LFunc, seed int64) error {
	const lanes = 8
	const limit = 400
	masks := make([]uint32, lf.NumMasks)
	known := make([]bool, lf.NumMasks)
	exec := uint32(1<<lanes - 1)
	ended := uint32(0)
	pc := int32(0)
	var at [lanes]*Block // where each lane must be next
	for i := range at {
		at[i] = f.Blocks[0]
	}
	visits := map[[2]int32]int{}
	uvisits := map[int32]int{}
	use := func(m int32) error {
		if !known[m] {
			return fmt.Errorf("mask %d used before it is set", m)
		}
		return nil
	}
	for step := 0; step < limit*8; step++ {
		x := &lf.Blocks[pc]
		jumped := false
		for i, a := range x.Pre {
			switch a.Kind {
			case ActInit:
				if known[a.Mask] && masks[a.Mask] != 0 {
					return fmt.Errorf("L%d clears mask %d, in which lanes %x wait", pc, a.Mask, masks[a.Mask])
				}
				masks[a.Mask], known[a.Mask] = 0, true
			case ActEnter:
				if i != len(x.Pre)-1 {
					return fmt.Errorf("L%d: enter is not last", pc)
				}
				if err := use(a.Mask); err != nil {
					return err
				}
				exec, masks[a.Mask] = masks[a.Mask], 0
				if exec == 0 {
					pc, jumped = a.Target, true
				}
			default:
				return fmt.Errorf("bad action in Pre")
			}
		}
		if jumped {
			continue
		}
		taken := map[int]*Block{}
		var cond uint32
		if b := x.Block; b != nil {
			if exec == 0 {
				return fmt.Errorf("L%d: block %d runs without lanes", pc, b.ID)
			}
			u := uvisits[b.ID]
			uvisits[b.ID]++
			for i := range lanes {
				if exec>>i&1 == 0 {
					continue
				}
				if at[i] != b {
					return fmt.Errorf("L%d: lane %d executes block %d", pc, i, b.ID)
				}
				switch len(b.Succs) {
				case 0:
					at[i] = nil
					ended |= 1 << i
				case 1:
					at[i] = b.Succs[0]
				default:
					v := visits[[2]int32{b.ID, int32(i)}]
					visits[[2]int32{b.ID, int32(i)}]++
					c := coin(seed, b.ID, i, v, true)
					if b.Ctrl.Uniform {
						c = coin(seed, b.ID, 0, u, false)
					}
					// Long runs are ended by preferring the way forward.
					if step > limit {
						c = coin(seed+int64(step), b.ID, 0, u, false)
					}
					if c {
						cond |= 1 << i
						at[i] = b.Succs[0]
					} else {
						at[i] = b.Succs[1]
					}
				}
			}
		}
		_ = taken
		for _, a := range x.Post {
			c := exec
			if a.Cond != nil {
				c &= cond
				if a.Not {
					c = exec &^ cond
				}
			}
			switch a.Kind {
			case ActOr:
				if err := use(a.Mask); err != nil {
					return err
				}
				masks[a.Mask] |= c
			case ActSet:
				if known[a.Mask] && masks[a.Mask] != 0 {
					return fmt.Errorf("L%d sets mask %d, in which lanes wait", pc, a.Mask)
				}
				masks[a.Mask], known[a.Mask] = c, true
			default:
				return fmt.Errorf("bad action in Post")
			}
		}
		succ := func(t int32) bool {
			for _, s := range x.Succs {
				if s == t {
					return true
				}
			}
			return false
		}
		switch x.Term.Kind {
		case TermJump:
			pc = x.Term.Target
		case TermBranch:
			if cond != 0 && cond != exec {
				return fmt.Errorf("scalar branch on a divergent condition")
			}
			pc = x.Term.Else
			if cond != 0 {
				pc = x.Term.Target
			}
		case TermMask:
			if err := use(x.Term.Mask); err != nil {
				return err
			}
			pc = x.Term.Else
			if masks[x.Term.Mask] != 0 {
				pc = x.Term.Target
			}
		case TermEnd:
			for i := range lanes {
				if ended>>i&1 == 0 {
					return fmt.Errorf("the wave ended while lane %d should be in block %v", i, at[i].ID)
				}
			}
			return nil
		}
		if x.Term.Kind != TermEnd && !succ(pc) {
			return fmt.Errorf("successor L%d is not listed", pc)
		}
	}
	return nil // an endless loop: nothing wrong was seen
}
