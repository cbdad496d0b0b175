package ptx

// This file resolves names: scopes, parameterised registers, and labels that
// are used before they are defined. All of it is linear in the source: a
// declaration pushes a binding on its name's stack and the end of its scope
// pops it.

type bindKind uint8

const (
	bindReg   bindKind = iota // a register; binding.reg is NoReg until its first use
	bindSym                   // variable, function, target list, prototype
	bindRange                 // name<n>: registers
)

type binding struct {
	kind  bindKind
	depth int32
	reg   RegID
	typ   Type
	vec   uint8
	count uint32
	pos   Pos
	sym   Symbol

	declared bool // by itself, with a number at the end: among its root's elems

	owner *name
	prev  *binding
}

// name is one distinct identifier of the module.
type name struct {
	s     string
	b     *binding    // innermost visible meaning
	rng   *binding    // innermost name<n>
	pend  []pendLabel // labels of the open scopes, innermost last
	elems []*name     // registers declared one by one whose names are this one and a number, innermost scope last
	sreg  SReg
	nroot int // digits at the end start here; len(s) if there are none
}

type pendLabel struct {
	label *Label
	depth int32
}

type scope struct {
	binds  []*binding
	labels []*name // names with a pendLabel of this depth
	ranges int     // name<n> declarations in it
}

func (p *parser) intern(s string) *name {
	if n := p.names[s]; n != nil {
		return n
	}
	n := &name{s: s}
	if s[0] == '%' {
		n.sreg = sregByName[s]
	}
	i := len(s)
	for i > 0 && s[i-1] >= '0' && s[i-1] <= '9' {
		i--
	}
	// name07 is not an element of name<n>; name0 and name10 are.
	if i < len(s) && s[i] == '0' && i+1 < len(s) {
		i = len(s)
	}
	if len(s)-i > 9 {
		i = len(s)
	}
	n.nroot = i
	p.names[s] = n
	return n
}

var sregByName = func() map[string]SReg {
	m := map[string]SReg{}
	for i, s := range sregNames {
		if s != "" {
			m[s] = SReg(i)
		}
	}
	return m
}()

func (p *parser) depth() int32 { return int32(len(p.scopes)) - 1 }

func (p *parser) openScope() {
	if n := len(p.scopes); n < cap(p.scopes) {
		p.scopes = p.scopes[:n+1]
		s := &p.scopes[n]
		s.binds, s.labels, s.ranges = s.binds[:0], s.labels[:0], 0
		return
	}
	p.scopes = append(p.scopes, scope{})
}

func (p *parser) closeScope() {
	d := p.depth()
	s := &p.scopes[d]
	for _, b := range s.binds {
		n := b.owner
		switch {
		case b.kind == bindRange:
			n.rng = b.prev
		default:
			n.b = b.prev
			if b.declared {
				root := p.names[n.s[:n.nroot]]
				root.elems = root.elems[:len(root.elems)-1]
			}
		}
	}
	if d > 1 {
		p.nestedRanges -= s.ranges
	}
	for _, n := range s.labels {
		e := n.pend[len(n.pend)-1]
		n.pend = n.pend[:len(n.pend)-1]
		switch {
		case e.label.defined:
		case d > 1: // the function's own scope is 1
			if k := len(n.pend); k > 0 && n.pend[k-1].depth == d-1 {
				e.label.fwd = n.pend[k-1].label
				n.pend[k-1].label.Refs += e.label.Refs
				p.forwarded = true
				continue
			}
			n.pend = append(n.pend, pendLabel{e.label, d - 1})
			outer := &p.scopes[d-1]
			outer.labels = append(outer.labels, n)
		default:
			if p.lookup(n) != nil {
				// Of bra, nearly always; lists of targets are the other place.
				p.errorAt(e.label.Pos, KindInvalid, n.s, "Label expected for argument 0 of instruction 'bra'")
				break
			}
			p.errorAt(e.label.Pos, KindInvalid, n.s, "Unknown symbol '"+n.s+"'")
		}
	}
	p.scopes = p.scopes[:d]
}

// declare binds n in the innermost scope; false (and a diagnostic) if it is
// already bound there.
func (p *parser) declare(n *name, b binding) *binding {
	d := p.depth()
	if p.declaredAt(n, d) || b.kind == bindRange && p.rangeTaken(n, b.count, d) {
		p.errorAt(b.pos, KindInvalid, n.s, "Duplicate definition of variable '"+n.s+"'")
		return nil
	}
	if p.labelAt(n, d) {
		p.errorAt(b.pos, KindInvalid, n.s, "Duplicate definition of label '"+n.s+"'")
		return nil
	}
	nb := p.newBinding()
	*nb = b
	nb.depth = d
	nb.owner = n
	if b.kind == bindRange {
		nb.prev = n.rng
		n.rng = nb
		p.scopes[d].ranges++
		if d > 1 {
			p.nestedRanges++
		}
	} else {
		nb.prev = n.b
		n.b = nb
	}
	p.scopes[d].binds = append(p.scopes[d].binds, nb)
	if b.kind == bindReg && n.nroot < len(n.s) && n.nroot > 0 {
		nb.declared = true
		r := p.intern(n.s[:n.nroot])
		r.elems = append(r.elems, n)
	}
	return nb
}

// labelAt reports whether n is a label that the scope of depth d defines.
func (p *parser) labelAt(n *name, d int32) bool {
	k := len(n.pend)
	return k > 0 && n.pend[k-1].depth == d && n.pend[k-1].label.defined
}

// rangeTaken reports whether the scope of depth d has another range n<m>, or registers declared one by one that are among
// n<count>. Each register is looked at once at most, since a scope has one range of a name.
func (p *parser) rangeTaken(n *name, count uint32, d int32) bool {
	if n.rng != nil && n.rng.depth == d {
		return true
	}
	for i := len(n.elems) - 1; i >= 0; i-- {
		e := n.elems[i]
		if e.b == nil || e.b.depth != d {
			break
		}
		if e.number() < count {
			return true
		}
	}
	return false
}

// number is the number at the end of a name that has one.
func (n *name) number() uint32 {
	v := uint32(0)
	for _, c := range []byte(n.s[n.nroot:]) {
		v = v*10 + uint32(c-'0')
	}
	return v
}

func (p *parser) declaredAt(n *name, d int32) bool {
	if n.b != nil && n.b.depth == d {
		return true
	}
	r := p.rangeOf(n)
	return r != nil && r.depth == d
}

// rangeOf finds the innermost name<n> that n is an element of.
func (p *parser) rangeOf(n *name) *binding {
	if n.nroot == len(n.s) || n.nroot == 0 {
		return nil
	}
	root := p.names[n.s[:n.nroot]]
	if root == nil || root.rng == nil {
		return nil
	}
	v := n.number()
	for r := root.rng; r != nil; r = r.prev {
		if v < r.count {
			return r
		}
	}
	return nil
}

// lookup returns the innermost meaning of n, making the register of a name<n>
// on first use, or nil.
func (p *parser) lookup(n *name) *binding {
	b := n.b
	if b != nil && p.nestedRanges == 0 {
		return b
	}
	r := p.rangeOf(n)
	if r == nil || b != nil && b.depth >= r.depth {
		return b
	}
	nb := p.newBinding()
	*nb = binding{kind: bindReg, depth: r.depth, reg: NoReg, typ: r.typ, vec: r.vec, pos: r.pos, owner: n, prev: b}
	n.b = nb
	p.scopes[r.depth].binds = append(p.scopes[r.depth].binds, nb)
	return nb
}

// regID numbers the register of b on first use.
func (p *parser) regID(b *binding) RegID {
	if b.reg == NoReg {
		b.reg = RegID(len(p.fn.Regs))
		r := p.newReg()
		*r = Reg{Name: b.owner.s, Type: b.typ, Vec: max(b.vec, 1), ID: b.reg, Pos: b.pos}
		p.fn.Regs = append(p.fn.Regs, r)
	}
	return b.reg
}

// labelRef returns the label that n means in the innermost scope, which may be
// defined later.
func (p *parser) labelRef(n *name, pos Pos) *Label {
	d := p.depth()
	// A label of an enclosing scope may still be shadowed by one defined later
	// in this one, so the reference belongs to this scope until it closes.
	if k := len(n.pend); k > 0 && n.pend[k-1].depth == d {
		n.pend[k-1].label.Refs++
		return n.pend[k-1].label
	}
	l := &Label{Name: n.s, ID: -1, Pos: pos, Refs: 1}
	n.pend = append(n.pend, pendLabel{l, d})
	p.scopes[d].labels = append(p.scopes[d].labels, n)
	return l
}

// defineLabel defines n in the innermost scope; nil if it is already.
func (p *parser) defineLabel(n *name, pos Pos) *Label {
	d := p.depth()
	if p.declaredAt(n, d) {
		p.errorAt(pos, KindInvalid, n.s, "Duplicate definition of label '"+n.s+"'")
		return nil
	}
	var l *Label
	if k := len(n.pend); k > 0 && n.pend[k-1].depth == d {
		l = n.pend[k-1].label
		if l.defined {
			p.errorAt(pos, KindInvalid, n.s, "Duplicate definition of label '"+n.s+"'")
			return nil
		}
	} else {
		l = &Label{Name: n.s}
		n.pend = append(n.pend, pendLabel{l, d})
		p.scopes[d].labels = append(p.scopes[d].labels, n)
	}
	l.defined = true
	l.Pos = pos
	l.ID = int32(len(p.fn.Labels))
	p.fn.Labels = append(p.fn.Labels, l)
	return l
}

// settleForwards replaces, in the finished function, labels that were forward
// references from an inner scope by the labels they turned out to mean.
func settleForwards(f *Function) {
	root := func(l *Label) *Label {
		for l.fwd != nil {
			l = l.fwd
		}
		return l
	}
	var fix func(ops []Operand)
	fix = func(ops []Operand) {
		for i := range ops {
			if l, ok := ops[i].Sym.(*Label); ok && l.fwd != nil {
				ops[i].Sym = root(l)
			}
			fix(ops[i].Elems)
		}
	}
	for _, s := range f.Body {
		switch s := s.(type) {
		case *Instr:
			fix(s.Ops)
		case *TargetList:
			for i, l := range s.Labels {
				s.Labels[i] = root(l)
			}
		}
	}
}
