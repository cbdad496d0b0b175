package regalloc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Classes of the tests: vector registers follow the logical graph, scalar ones the linear graph.
const (
	vec = 0
	sca = 1
)

func newProgram(vecUnits, scaUnits int) *Program {
	seq := func(n int) (l []int32) {
		for i := range n {
			l = append(l, int32(i))
		}
		return
	}
	return &Program{
		Files:   []File{{"v", 64}, {"s", 64}},
		Classes: []Class{{"V", 0, Logical, seq(vecUnits)}, {"S", 1, Linear, seq(scaUnits)}},
	}
}

func (p *Program) vreg(class, width, align int) int32 {
	p.VRegs = append(p.VRegs, VReg{Class: uint8(class), Width: uint8(width), Align: uint8(align)})
	return int32(len(p.VRegs) - 1)
}

func (p *Program) inst(kind InstKind, ops ...Operand) {
	first := int32(len(p.Ops))
	p.Ops = append(p.Ops, ops...)
	p.Insts = append(p.Insts, Inst{OpFirst: first, OpLast: int32(len(p.Ops)), Kind: kind})
}

func (p *Program) block(depth int, build func(), succs ...int32) {
	first := int32(len(p.Insts))
	build()
	p.Blocks = append(p.Blocks, Block{First: first, Last: int32(len(p.Insts)), Depth: int32(depth),
		Succs: [numCFG][]int32{succs, succs}})
}

func op(k Kind, v int32, w ...int) Operand {
	o := Operand{VReg: v, Width: 1, Kind: k}
	if len(w) > 0 {
		o.Width = uint8(w[0])
	}
	if len(w) > 1 {
		o.Sub = uint8(w[1])
	}
	return o
}

// spill rewrites p for r: each use of a spilled register gets a reload into a fresh register before
// it, each definition a store behind it. It is what a caller does, without opcodes.
func spill(p *Program, r *Result, slots *int32) *Program {
	slot := map[int32]int32{}
	for i, v := range r.Spilled {
		slot[v] = *slots + r.SpillSlot[i]
	}
	*slots += r.Slots
	q := &Program{Files: p.Files, Classes: p.Classes, VRegs: append([]VReg(nil), p.VRegs...), Clobbers: p.Clobbers}
	for i := range q.VRegs {
		q.VRegs[i].Hint = 0
	}
	for _, b := range p.Blocks {
		first := int32(len(q.Insts))
		for i := b.First; i < b.Last; i++ {
			in := p.Insts[i]
			ops := append([]Operand(nil), p.Ops[in.OpFirst:in.OpLast]...)
			fresh := map[int32]int32{}
			var stores []Operand
			var storeSlots []int32
			for k := range ops {
				v := ops[k].VReg
				s, ok := slot[v]
				if v < 0 || !ok {
					continue
				}
				t, have := fresh[v]
				if !have {
					q.VRegs = append(q.VRegs, VReg{Class: p.VRegs[v].Class, Width: p.VRegs[v].Width, Align: p.VRegs[v].Align, NoSpill: true, Orig: v + 1})
					t = int32(len(q.VRegs) - 1)
					fresh[v] = t
				}
				o := &ops[k]
				if o.Kind.reads() {
					q.inst(SpillLoad, Operand{VReg: t, Sub: o.Sub, Width: o.Width, Kind: Def})
					q.Insts[len(q.Insts)-1].Slot = s + int32(o.Sub)
				}
				if o.Kind.writes() {
					stores = append(stores, Operand{VReg: t, Sub: o.Sub, Width: o.Width, Kind: Use})
					storeSlots = append(storeSlots, s+int32(o.Sub))
				}
				o.VReg = t
			}
			kind := in.Kind
			q.inst(kind, ops...)
			q.Insts[len(q.Insts)-1].Slot = in.Slot
			q.Insts[len(q.Insts)-1].Clobbers = in.Clobbers
			for k := range stores {
				q.inst(SpillStore, stores[k])
				q.Insts[len(q.Insts)-1].Slot = storeSlots[k]
			}
		}
		q.Blocks = append(q.Blocks, Block{First: first, Last: int32(len(q.Insts)), Depth: b.Depth, Succs: b.Succs})
	}
	return q
}

// finish allocates until nothing is spilled.
func finish(t testing.TB, p *Program) (*Program, *Result) {
	t.Helper()
	slots := int32(0)
	for range 20 {
		r, err := Allocate(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Spilled) == 0 {
			return p, r
		}
		p = spill(p, r, &slots)
	}
	t.Fatal("allocation does not settle")
	return nil, nil
}

func TestDiesAndDefinesShareAUnit(t *testing.T) {
	p := newProgram(1, 1)
	a, b := p.vreg(vec, 1, 1), p.vreg(vec, 1, 1)
	p.block(0, func() {
		p.inst(Plain, op(Def, a))
		p.inst(Plain, op(Def, b), op(Use, a))
		p.inst(Plain, op(Use, b))
	})
	r, err := Allocate(p)
	if err != nil || len(r.Spilled) != 0 {
		t.Fatalf("one unit is enough: %v %v", r, err)
	}
	if err := Check(p, r); err != nil {
		t.Fatal(err)
	}
}

func TestEarlyDefKeepsApart(t *testing.T) {
	p := newProgram(2, 1)
	a, b := p.vreg(vec, 1, 1), p.vreg(vec, 1, 1)
	p.block(0, func() {
		p.inst(Plain, op(Def, a))
		p.inst(Plain, op(EarlyDef, b), op(Use, a))
		p.inst(Plain, op(Use, b))
	})
	r, err := Allocate(p)
	if err != nil || r.Unit[a] == r.Unit[b] {
		t.Fatalf("early definition shares a unit: %v %v", r, err)
	}
}

// The two graphs differ: block 1 and block 2 are the sides of a divergent branch. A wave goes
// through both, so a scalar that is read in block 2 must survive block 1; a vector need not.
func TestLinearLivenessCrossesTheOtherSide(t *testing.T) {
	p := newProgram(1, 1)
	s, s1 := p.vreg(sca, 1, 1), p.vreg(sca, 1, 1)
	v, v1 := p.vreg(vec, 1, 1), p.vreg(vec, 1, 1)
	p.block(0, func() { p.inst(Plain, op(Def, s)); p.inst(Plain, op(Def, v)) })
	p.block(0, func() {
		p.inst(Plain, op(Def, s1))
		p.inst(Plain, op(Use, s1))
		p.inst(Plain, op(Def, v1))
		p.inst(Plain, op(Use, v1))
	})
	p.block(0, func() { p.inst(Plain, op(Use, s)); p.inst(Plain, op(Use, v)) })
	p.block(0, func() {})
	p.Blocks[0].Succs = [numCFG][]int32{{1, 2}, {1}}
	p.Blocks[1].Succs = [numCFG][]int32{{3}, {2}}
	p.Blocks[2].Succs = [numCFG][]int32{{3}, {3}}
	r, err := Allocate(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Spilled) != 1 || r.Spilled[0] != s && r.Spilled[0] != s1 {
		t.Fatalf("exactly one scalar must be spilled, the vectors share a unit: %+v", r)
	}
	q, r := finish(t, p)
	if err := Check(q, r); err != nil {
		t.Fatal(err)
	}
	// The same register for both scalars is the fault that a logical-only view would make.
	p.VRegs[s].Hint = 0
	bad := &Result{Unit: []int32{0, 0, 0, 0}}
	if err := Check(p, bad); err == nil || !strings.Contains(err.Error(), "overwritten") {
		t.Fatalf("the checker accepts a scalar overwritten by the other side: %v", err)
	}
}

func TestBypassedDefinitionIsNotLiveFromTheEntry(t *testing.T) {
	// Block 1 writes s, block 2 reads it; the wave may bypass block 1 and then does not care.
	p := newProgram(1, 1)
	a, s := p.vreg(sca, 1, 1), p.vreg(sca, 1, 1)
	p.block(0, func() { p.inst(Plain, op(Def, a)); p.inst(Plain, op(Use, a)) }, 1, 2)
	p.block(0, func() { p.inst(Plain, op(Def, s)) }, 2)
	p.block(0, func() { p.inst(Plain, op(Use, s)) })
	r, err := Allocate(p)
	if err != nil || len(r.Spilled) != 0 {
		t.Fatalf("%+v %v", r, err)
	}
	if err := Check(p, r); err != nil {
		t.Fatal(err)
	}
}

func TestTupleTakesInItsParts(t *testing.T) {
	p := newProgram(4, 1)
	x, y, w := p.vreg(vec, 1, 1), p.vreg(vec, 1, 1), p.vreg(vec, 2, 1)
	p.block(0, func() {
		p.inst(Plain, op(Def, x))
		p.inst(Plain, op(Def, y))
		p.inst(Copy, op(Def, w, 1, 0), op(Use, x))
		p.inst(Copy, op(Def, w, 1, 1), op(Use, y))
		p.inst(Plain, op(Use, w, 2))
	})
	r, err := Allocate(p)
	if err != nil || r.Coalesced != 2 {
		t.Fatalf("both halves are written in place: %+v %v", r, err)
	}
	if err := Check(p, r); err != nil {
		t.Fatal(err)
	}
}

func TestNoPlaceIsAnError(t *testing.T) {
	p := newProgram(1, 1)
	a, b := p.vreg(vec, 1, 1), p.vreg(vec, 1, 1)
	p.VRegs[a].NoSpill, p.VRegs[b].NoSpill = true, true
	p.block(0, func() {
		p.inst(Plain, op(Def, a), op(Def, b))
		p.inst(Plain, op(Use, a), op(Use, b))
	})
	if _, err := Allocate(p); err == nil {
		t.Fatal("two values in one unit")
	}
}

func TestClobbersAndFixedUnits(t *testing.T) {
	p := newProgram(4, 1)
	a, b := p.vreg(vec, 1, 1), p.vreg(vec, 1, 1)
	p.Clobbers = [][]Operand{{{VReg: Fixed(0, 0), Width: 2, Kind: Def}}}
	p.block(0, func() {
		p.inst(Copy, op(Def, b), op(Use, Fixed(0, 3)))
		p.inst(Plain, op(Def, a))
		p.inst(Plain)
		p.Insts[len(p.Insts)-1].Clobbers = 1
		p.inst(Plain, op(Use, a), op(Use, b))
	})
	r, err := Allocate(p)
	if err != nil {
		t.Fatal(err)
	}
	if r.Unit[a] != 2 || r.Unit[b] != 3 {
		t.Fatalf("a must survive the call, b may stay where it came from: %v", r.Unit)
	}
	if err := Check(p, r); err != nil {
		t.Fatal(err)
	}
	if err := Check(p, &Result{Unit: []int32{1, 3}}); err == nil {
		t.Fatal("the checker lets a clobbered register pass")
	}
}

// random makes a program with arbitrary control flow in which the linear graph has every logical
// edge and more.
func random(rng *rand.Rand, blocks, insts, vregs, vecUnits, scaUnits int) *Program {
	p := newProgram(vecUnits, scaUnits)
	for range vregs {
		w := []int{1, 1, 1, 2, 2, 4}[rng.IntN(6)]
		c := rng.IntN(2)
		al := 1
		if c == sca {
			al = w
		}
		p.vreg(c, w, al)
	}
	pick := func(class int) int32 {
		for {
			if v := int32(rng.IntN(vregs)); class < 0 || int(p.VRegs[v].Class) == class {
				return v
			}
		}
	}
	part := func(k Kind, v int32) Operand {
		w := int(p.VRegs[v].Width)
		n := 1 + rng.IntN(w)
		return op(k, v, n, rng.IntN(w-n+1))
	}
	for b := range blocks {
		first := int32(len(p.Insts))
		if b == 0 { // everything is written once, so that no read is of nothing
			for v := range vregs {
				p.inst(Plain, op(Def, int32(v), int(p.VRegs[v].Width)))
			}
		}
		for range insts {
			switch rng.IntN(4) {
			case 0:
				d := pick(-1)
				s := pick(int(p.VRegs[d].Class))
				w := min(p.VRegs[d].Width, p.VRegs[s].Width)
				p.inst(Copy, op(Def, d, int(w)), op(Use, s, int(w)))
			case 1:
				d := pick(-1)
				k := []Kind{Def, EarlyDef, UseDef}[rng.IntN(3)]
				u := pick(-1)
				for k == EarlyDef && u == d {
					u = pick(-1)
				}
				p.inst(Plain, part(k, d), part(Use, u))
			default:
				p.inst(Plain, part(Def, pick(-1)), part(Use, pick(-1)), part(Use, pick(-1)))
			}
		}
		var succ []int32
		if b+1 < blocks {
			succ = append(succ, int32(b+1))
			if t := int32(rng.IntN(blocks)); t != int32(b+1) && rng.IntN(2) == 0 && t != 0 {
				succ = append(succ, t)
			}
		}
		lin := append([]int32(nil), succ...)
		if b+2 < blocks && rng.IntN(2) == 0 && !(len(succ) > 1 && succ[1] == int32(b+2)) {
			lin = append(lin, int32(b+2))
		}
		p.Blocks = append(p.Blocks, Block{First: first, Last: int32(len(p.Insts)), Depth: int32(rng.IntN(3)), Succs: [numCFG][]int32{succ, lin}})
	}
	return p
}

func TestRandomPrograms(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 60
	}
	spills := 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		p := random(rng, 1+rng.IntN(8), 1+rng.IntN(12), 4+rng.IntN(20), 16+rng.IntN(20), 16+rng.IntN(20))
		q, r := finish(t, p)
		if err := Check(q, r); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(q.VRegs) > len(p.VRegs) {
			spills++
		}
	}
	if spills == 0 || spills == n {
		t.Fatalf("%d of %d programs spill: the test exercises one side only", spills, n)
	}
}

// Every way to be wrong must be seen: the assignment of a good result is damaged in one place.
func TestCheckerRejectsSeededFaults(t *testing.T) {
	kinds := map[string]func(rng *rand.Rand, p *Program, r *Result) bool{
		"moved onto another live register": func(rng *rand.Rand, p *Program, r *Result) bool {
			// Two registers that are used together in one instruction, of one class and width 1.
			for range 200 {
				in := &p.Insts[rng.IntN(len(p.Insts))]
				ops := p.Ops[in.OpFirst:in.OpLast]
				if len(ops) != 3 || ops[1].VReg == ops[2].VReg {
					continue
				}
				x, y := ops[1].VReg, ops[2].VReg
				if p.VRegs[x].Class != p.VRegs[y].Class || p.VRegs[x].Width != 1 || p.VRegs[y].Width != 1 || r.Unit[x] == r.Unit[y] {
					continue
				}
				r.Unit[x] = r.Unit[y]
				return true
			}
			return false
		},
		"outside the class": func(rng *rand.Rand, p *Program, r *Result) bool {
			r.Unit[rng.IntN(len(p.VRegs))] = 63
			return true
		},
		"lost": func(rng *rand.Rand, p *Program, r *Result) bool {
			o := p.Ops[rng.IntN(len(p.Ops))]
			r.Unit[o.VReg] = -1
			return true
		},
		"store deleted": func(rng *rand.Rand, p *Program, r *Result) bool {
			// The store of a value that is reloaded in the same block before another store.
			for b := range p.Blocks {
				for i := p.Blocks[b].First; i < p.Blocks[b].Last; i++ {
					if p.Insts[i].Kind != SpillStore {
						continue
					}
					for j := i + 1; j < p.Blocks[b].Last; j++ {
						k := p.Insts[j].Kind
						if k == SpillStore && p.Insts[j].Slot == p.Insts[i].Slot {
							break
						}
						if k == SpillLoad && p.Insts[j].Slot == p.Insts[i].Slot {
							p.Insts[i].Kind = Plain
							return true
						}
					}
				}
			}
			return false
		},
		"wrong slot": func(rng *rand.Rand, p *Program, r *Result) bool {
			for i := range p.Insts {
				if p.Insts[i].Kind == SpillLoad {
					p.Insts[i].Slot += 1000
					return true
				}
			}
			return false
		},
	}
	for name, damage := range kinds {
		t.Run(name, func(t *testing.T) {
			tried := 0
			for seed := range 60 {
				rng := rand.New(rand.NewPCG(uint64(seed), 2))
				p, r := finish(t, random(rng, 4, 12, 16, 14, 16))
				if err := Check(p, r); err != nil {
					t.Fatal(err)
				}
				if !damage(rng, p, r) {
					continue
				}
				tried++
				if Check(p, r) == nil {
					t.Errorf("seed %d: not seen", seed)
				}
			}
			if tried < 5 {
				t.Fatalf("only %d programs could be damaged", tried)
			}
		})
	}
}

func TestClassesOfBothGraphsMustNotShareUnits(t *testing.T) {
	p := newProgram(2, 2)
	p.Classes[sca].File = 0 // a register written whatever EXEC says, in the vector file
	a, s := p.vreg(vec, 1, 1), p.vreg(sca, 1, 1)
	p.block(0, func() {
		p.inst(Plain, op(Def, a))
		p.inst(Plain, op(Use, a))
		p.inst(Plain, op(Def, s))
		p.inst(Plain, op(Use, s))
	})
	if err := Check(p, &Result{Unit: []int32{0, 0}}); err == nil {
		t.Fatal("shared unit accepted")
	}
	if err := Check(p, &Result{Unit: []int32{0, 1}}); err != nil {
		t.Fatal(err)
	}
}

func FuzzAllocate(f *testing.F) {
	for i := range 10 {
		f.Add(uint64(i), uint8(i), uint8(3*i), uint8(5*i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, blocks, insts, vregs uint8) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p, r := finish(t, random(rng, 1+int(blocks)%12, 1+int(insts)%20, 4+int(vregs)%40, 20, 20))
		if err := Check(p, r); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkAllocate(b *testing.B) {
	for _, n := range []int{1000, 10000, 50000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 4))
			p := newProgram(64, 64)
			blocks := n / 20
			recent := []int32{}
			for k := range blocks {
				first := int32(len(p.Insts))
				for range 20 {
					d := p.vreg(rng.IntN(2), 1, 1)
					ops := []Operand{op(Def, d)}
					for range 2 {
						if len(recent) > 0 {
							ops = append(ops, op(Use, recent[rng.IntN(len(recent))]))
						}
					}
					p.inst(Plain, ops...)
					if recent = append(recent, d); len(recent) > 24 {
						recent = recent[1:]
					}
				}
				var succ []int32
				if k+1 < blocks {
					succ = append(succ, int32(k+1))
				}
				if k+2 < blocks {
					succ = append(succ, int32(k+2))
				}
				p.Blocks = append(p.Blocks, Block{First: first, Last: int32(len(p.Insts)), Succs: [numCFG][]int32{succ, succ}})
			}
			b.ResetTimer()
			for b.Loop() {
				if _, err := Allocate(p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "insts/s")
		})
	}
}
