package regalloc

import (
	"fmt"
	"slices"
)

// Check proves that r is a right assignment for p, independently of how it was made. It runs the
// program symbolically over each control-flow graph: a definition puts its value into the
// register's unit and thereby destroys what any other virtual register had there; a use of a
// destroyed value on any path is an error. Values of vector classes are followed along the logical
// graph, since a write under EXEC only reaches lanes that logically stand there; values of scalar
// classes along the linear one. No unit may serve classes of both kinds: a write that ignores EXEC
// would reach lanes of logically parallel blocks. Spill slots are followed in the same way.
//
// r must have no spilled registers left (allocate until there are none).
func Check(p *Program, r *Result) error {
	if len(r.Spilled) > 0 {
		return fmt.Errorf("regalloc check: %d registers are still spilled", len(r.Spilled))
	}
	c := checker{p: p, r: r}
	if err := c.places(); err != nil {
		return err
	}
	for g := range numCFG {
		if err := c.flow(g); err != nil {
			return err
		}
	}
	return nil
}

type checker struct {
	p    *Program
	r    *Result
	base []int32 // first element of each virtual register
	n    int32   // elements of virtual registers
	all  int32   // elements and spill slots

	fileBase []int32   // first unit of each file in residents
	resident [][]int32 // elements placed in each unit
	family   [][]int32 // per virtual register that was spilled: the registers its spill code made
	slotOf   map[int32]int32
}

func (c *checker) places() error {
	p := c.p
	c.base = make([]int32, len(p.VRegs)+1)
	for v := range p.VRegs {
		c.base[v+1] = c.base[v] + int32(p.VRegs[v].Width)
	}
	c.n = c.base[len(p.VRegs)]
	c.all = c.n
	total := int32(0)
	c.fileBase = make([]int32, len(p.Files))
	for f := range p.Files {
		c.fileBase[f] = total
		total += int32(p.Files[f].Units)
	}
	c.resident = make([][]int32, total)
	owner := make([]int8, total) // 1 + CFG of the classes that use the unit
	c.family = make([][]int32, len(p.VRegs))
	for v := range p.VRegs {
		vr := &p.VRegs[v]
		if vr.Orig > 0 {
			c.family[vr.Orig-1] = append(c.family[vr.Orig-1], int32(v))
		}
		u := c.r.Unit[v]
		if u < 0 {
			continue
		}
		cl := &p.Classes[vr.Class]
		if vr.Align > 1 && u%int32(vr.Align) != 0 {
			return fmt.Errorf("regalloc check: %s is misaligned at %d", p.name(int32(v)), u)
		}
		for k := range int32(vr.Width) {
			if !slices.Contains(cl.Units, u+k) {
				return fmt.Errorf("regalloc check: %s at %d: unit %d is not in class %s", p.name(int32(v)), u, u+k, cl.Name)
			}
			at := c.fileBase[cl.File] + u + k
			c.resident[at] = append(c.resident[at], c.base[v]+k)
			if o := owner[at]; o != 0 && o != int8(cl.CFG)+1 {
				return fmt.Errorf("regalloc check: %s%d serves both a class that follows EXEC and one that does not",
					p.Files[cl.File].Name, u+k)
			}
			owner[at] = int8(cl.CFG) + 1
		}
	}
	c.slotOf = map[int32]int32{}
	for b := range p.Blocks {
		for i := p.Blocks[b].First; i < p.Blocks[b].Last; i++ {
			in := &p.Insts[i]
			ops := p.Ops[in.OpFirst:in.OpLast]
			if err := c.operands(i, ops); err != nil {
				return err
			}
			if in.Kind != SpillStore && in.Kind != SpillLoad {
				continue
			}
			o := &ops[0]
			orig := p.VRegs[o.VReg].Orig
			if orig == 0 {
				return fmt.Errorf("regalloc check: instruction %d spills %s, which spill code did not make", i, p.name(o.VReg))
			}
			for k := range int32(o.Width) {
				e := c.base[orig-1] + int32(p.VRegs[o.VReg].OrigSub) + int32(o.Sub) + k
				s := c.n + in.Slot + k
				if old, ok := c.slotOf[e]; ok && old != s {
					return fmt.Errorf("regalloc check: instruction %d uses another slot for %s than before", i, p.name(orig-1))
				}
				c.slotOf[e] = s
				c.all = max(c.all, s+1)
			}
		}
	}
	return nil
}

// operands checks what one instruction says by itself.
func (c *checker) operands(i int32, ops []Operand) error {
	for x := range ops {
		a := &ops[x]
		if a.VReg >= 0 {
			if int(a.Sub)+int(a.Width) > int(c.p.VRegs[a.VReg].Width) {
				return fmt.Errorf("regalloc check: instruction %d: operand %d leaves %s", i, x, c.p.name(a.VReg))
			}
			if c.r.Unit[a.VReg] < 0 {
				return fmt.Errorf("regalloc check: instruction %d uses %s, which has no unit", i, c.p.name(a.VReg))
			}
		}
		if !a.Kind.writes() {
			continue
		}
		for y := range ops {
			b := &ops[y]
			clash := b.Kind.writes() && y > x || a.Kind == EarlyDef && b.Kind.reads() && y != x
			if clash && c.meet(a, b) {
				return fmt.Errorf("regalloc check: instruction %d: %s and %s share a unit", i, c.p.name(a.VReg), c.p.name(b.VReg))
			}
		}
	}
	return nil
}

// at is where an operand's first dword stands.
func (c *checker) at(o *Operand) int32 {
	if o.VReg < 0 {
		f, u := unfix(o.VReg)
		return c.fileBase[f] + int32(u)
	}
	return c.fileBase[c.p.Classes[c.p.VRegs[o.VReg].Class].File] + c.r.Unit[o.VReg] + int32(o.Sub)
}

func (c *checker) meet(a, b *Operand) bool {
	x, y := c.at(a), c.at(b)
	return x < y+int32(b.Width) && y < x+int32(a.Width)
}

type bits []uint64

func (b bits) has(i int32) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b bits) set(i int32)      { b[i>>6] |= 1 << (i & 63) }
func (b bits) clear(i int32)    { b[i>>6] &^= 1 << (i & 63) }

// or adds x to b and reports whether b grew.
func (b bits) or(x bits) bool {
	grew := false
	for i := range b {
		if n := b[i] | x[i]; n != b[i] {
			b[i], grew = n, true
		}
	}
	return grew
}

// flow follows graph g: bad = destroyed on some path, def = written on some path.
func (c *checker) flow(g CFG) error {
	p := c.p
	words := int(c.all+63) / 64
	nb := len(p.Blocks)
	badIn, defIn := make([]bits, nb), make([]bits, nb)
	for b := range nb {
		badIn[b], defIn[b] = make(bits, words), make(bits, words)
	}
	if nb == 0 {
		return nil
	}
	reached := make([]bool, nb)
	reached[0] = true
	work := []int32{0}
	bad, def := make(bits, words), make(bits, words)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		copy(bad, badIn[b])
		copy(def, defIn[b])
		// Errors are looked for when everything has settled.
		for i := p.Blocks[b].First; i < p.Blocks[b].Last; i++ {
			if err := c.step(g, i, bad, def, false); err != nil {
				return err
			}
		}
		for _, s := range p.Blocks[b].Succs[g] {
			x, y := badIn[s].or(bad), defIn[s].or(def)
			if x || y || !reached[s] {
				reached[s] = true
				work = append(work, s)
			}
		}
	}
	for b := range nb {
		if !reached[b] {
			continue
		}
		copy(bad, badIn[b])
		copy(def, defIn[b])
		for i := p.Blocks[b].First; i < p.Blocks[b].Last; i++ {
			if err := c.step(g, i, bad, def, true); err != nil {
				return fmt.Errorf("%w (block %d)", err, b)
			}
		}
	}
	return nil
}

func (c *checker) step(g CFG, i int32, bad, def bits, report bool) error {
	p := c.p
	in := &p.Insts[i]
	ops := p.Ops[in.OpFirst:in.OpLast]
	follows := func(o *Operand) bool { return o.VReg >= 0 && p.Classes[p.VRegs[o.VReg].Class].CFG == g }
	if report {
		for x := range ops {
			o := &ops[x]
			if !o.Kind.reads() || !follows(o) {
				continue
			}
			for k := range int32(o.Width) {
				e := c.base[o.VReg] + int32(o.Sub) + k
				if !def.has(e) {
					return fmt.Errorf("regalloc check: instruction %d reads dword %d of %s, which nothing wrote", i, int32(o.Sub)+k, p.name(o.VReg))
				}
				if bad.has(e) {
					return fmt.Errorf("regalloc check: instruction %d reads dword %d of %s, which was overwritten", i, int32(o.Sub)+k, p.name(o.VReg))
				}
			}
		}
	}
	destroy := func(at, but int32) {
		for _, e := range c.resident[at] {
			if e != but && def.has(e) { // what was never written cannot be destroyed
				bad.set(e)
			}
		}
	}
	if in.Clobbers > 0 {
		for x := range p.Clobbers[in.Clobbers-1] {
			o := &p.Clobbers[in.Clobbers-1][x]
			for k := range int32(o.Width) {
				destroy(c.at(o)+k, -1)
			}
		}
	}
	for x := range ops {
		o := &ops[x]
		if !o.Kind.writes() {
			continue
		}
		at := c.at(o)
		same := in.Kind == Copy && o.VReg >= 0 && c.at(&ops[1]) == at // writes what is there already
		for k := range int32(o.Width) {
			e := int32(-1)
			if o.VReg >= 0 {
				e = c.base[o.VReg] + int32(o.Sub) + k
			}
			if !same {
				destroy(at+k, e)
			}
			if e < 0 || !follows(o) {
				continue
			}
			bad.clear(e)
			def.set(e)
			if in.Kind == SpillLoad {
				s := c.n + in.Slot + k
				if !def.has(s) {
					def.clear(e) // perhaps only not yet: paths are still being followed
				}
				if bad.has(s) {
					bad.set(e)
				}
				continue
			}
			if orig := p.VRegs[o.VReg].Orig; orig > 0 {
				// A new value: its slot and the other registers that hold it are out of date.
				od := int32(p.VRegs[o.VReg].OrigSub) + int32(o.Sub) + k
				oe := c.base[orig-1] + od
				if s, ok := c.slotOf[oe]; ok {
					bad.set(s)
					def.set(s)
				}
				for _, t := range c.family[orig-1] {
					if t != o.VReg {
						if td := od - int32(p.VRegs[t].OrigSub); td >= 0 && td < int32(p.VRegs[t].Width) {
							bad.set(c.base[t] + td)
						}
					}
				}
			}
		}
	}
	if in.Kind == SpillStore && follows(&ops[0]) {
		o := &ops[0]
		for k := range int32(o.Width) {
			e, s := c.base[o.VReg]+int32(o.Sub)+k, c.n+in.Slot+k
			def.set(s)
			if bad.has(e) {
				bad.set(s)
			} else {
				bad.clear(s)
			}
		}
	}
	return nil
}
