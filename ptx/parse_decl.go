package ptx

import (
	"fmt"
	"slices"
)

// This file parses variable declarations, initialisers and parameters.

// declHead is what stands before the names of a declaration.
type declHead struct {
	space Space
	bank  int8
	align uint32
	typ   Type
	vec   uint8
	attr  []Attribute
	ptr   PtrAttr
	pos   Pos
}

// declHead parses ".space[bank] .attribute(..) .align n .ptr .. .v2 .type" up
// to the first name. In a parameter list .ptr is allowed.
func (p *parser) declHead(param bool) (h declHead, ok bool) {
	h.pos = p.here()
	h.bank = -1
	sp, ok := declSpaces[p.text()]
	if !ok || p.tok.kind != tDot {
		p.syntaxError()
		return h, false
	}
	h.space = sp
	p.next()
	if sp == SpaceConst && p.isPunct('[') {
		p.next()
		n, ok := p.uintConst()
		if !ok || !p.expectPunct(']') {
			return h, false
		}
		if n > 10 {
			p.errorAt(h.pos, KindInvalid, "", "Constant bank must be between 0 and 10")
		}
		h.bank = int8(min(n, 10))
	}
	for p.tok.kind == tDot {
		w := p.text()
		switch w {
		case "align":
			p.next()
			pos, word := p.here(), p.text()
			n, ok := p.uintConst()
			if !ok {
				return h, false
			}
			if n == 0 || n&(n-1) != 0 {
				p.errorAt(pos, KindInvalid, word, "Alignment must be a power of two")
				n = 1
			}
			if h.ptr.Present {
				h.ptr.Align = n
			} else {
				h.align = n
			}
			continue
		case "ptr":
			if !param {
				p.syntaxError()
				return h, false
			}
			h.ptr.Present = true
		case "attribute":
			a, ok := p.attributes()
			if !ok {
				return h, false
			}
			h.attr = append(h.attr, a...)
			continue
		case "v2", "v4", "v8":
			if h.vec != 0 {
				p.syntaxError()
				return h, false
			}
			h.vec = w[1] - '0'
		case "const", "global", "local", "shared":
			if !h.ptr.Present || h.ptr.Space != SpaceNone {
				p.syntaxError()
				return h, false
			}
			h.ptr.Space = declSpaces[w]
		default:
			i := slices.Index(typeWords[:], w)
			if i <= 0 || h.typ != NoType {
				p.syntaxError()
				return h, false
			}
			h.typ = Type(i)
		}
		p.next()
	}
	if h.typ == NoType {
		if sp == SpaceTex {
			h.typ = U64 // .tex .u64 or .u32 is required by the manual
		}
		p.syntaxError()
		return h, false
	}
	return h, true
}

// attributes parses .attribute(name(args), ...).
func (p *parser) attributes() ([]Attribute, bool) {
	p.next()
	if !p.expectPunct('(') {
		return nil, false
	}
	var out []Attribute
	for {
		if p.tok.kind != tDot {
			p.syntaxError()
			return nil, false
		}
		a := Attribute{Name: p.text()}
		if a.Name != "managed" && a.Name != "unified" {
			p.syntaxError()
			return nil, false
		}
		p.next()
		if p.accept('(') {
			for {
				c, ok := p.expr()
				if !ok {
					return nil, false
				}
				a.Args = append(a.Args, c.bits)
				if !p.accept(',') {
					break
				}
			}
			if !p.expectPunct(')') {
				return nil, false
			}
		}
		out = append(out, a)
		if !p.accept(',') {
			break
		}
	}
	return out, p.expectPunct(')')
}

// dims parses [n][m]...; the first may be empty.
func (p *parser) dims() ([]int64, bool) {
	var out []int64
	for p.isPunct('[') {
		p.next()
		if p.isPunct(']') {
			if len(out) > 0 {
				p.syntaxError()
				return nil, false
			}
			out = append(out, -1)
			p.next()
			continue
		}
		pos, w := p.here(), p.text()
		c, ok := p.expr()
		if !ok || !p.expectPunct(']') {
			return nil, false
		}
		if c.isFloat() || c.bits > maxVarBytes {
			p.errorAt(pos, KindInvalid, w, "Illegal array size")
			return nil, false
		}
		if len(out) >= 16 {
			p.errorAt(pos, KindLimit, w, "Too many array dimensions")
			return nil, false
		}
		out = append(out, int64(c.bits))
	}
	return out, true
}

func (p *parser) checkSize(v *Variable) {
	n := int64(max(v.Type.Size(), 1)) * int64(max(v.Vec, 1))
	for _, d := range v.Dims {
		if d > 0 {
			if n > maxVarBytes/d {
				p.errorAt(v.Pos, KindLimit, v.Name, "Variable '"+v.Name+"' is too large")
				v.Dims = nil
				return
			}
			n *= d
		}
	}
}

// rangeCount parses the <n> of a parameterised name.
func (p *parser) rangeCount() (uint32, bool) {
	p.next()
	pos, w := p.here(), p.text()
	if p.tok.kind != tInt {
		p.syntaxError()
		return 0, false
	}
	c, ok := p.literal()
	if !ok || !p.expectPunct('>') {
		return 0, false
	}
	if c.bits > 1<<31 {
		p.errorAt(pos, KindInvalid, w, "Illegal count of parameterised names")
		return 0, false
	}
	return uint32(c.bits), true
}

// regList parses a .reg statement of a function body.
func (p *parser) regList() *RegList {
	h, ok := p.declHead(false)
	if !ok {
		return nil
	}
	l := &RegList{Pos: h.pos, Type: h.typ, Vec: h.vec, Align: h.align}
	for {
		s, pos, ok := p.ident()
		if !ok {
			return nil
		}
		d := RegDecl{Name: s, Pos: pos}
		b := binding{kind: bindReg, reg: NoReg, typ: h.typ, vec: h.vec, pos: pos}
		if p.isPunct('<') {
			if d.Count, ok = p.rangeCount(); !ok {
				return nil
			}
			b.kind = bindRange
			b.count = d.Count
			d.Ranged = true
		}
		p.declare(p.intern(s), b)
		l.Regs = append(l.Regs, d)
		if !p.accept(',') {
			break
		}
	}
	if !p.expectPunct(';') {
		return nil
	}
	return l
}

// varList parses a variable statement at module level or in a body.
func (p *parser) varList(link Linkage, pos Pos) *VarList {
	h, ok := p.declHead(false)
	if !ok {
		return nil
	}
	if p.fn == nil {
		switch h.space {
		case SpaceReg, SpaceSReg, SpaceParam, SpaceLocal:
			if h.space != SpaceLocal {
				p.errorAt(h.pos, KindInvalid, "."+h.space.String(), "State space ."+h.space.String()+" not allowed at module scope")
			}
		}
	}
	l := &VarList{Pos: pos}
	for {
		s, npos, ok := p.ident()
		if !ok {
			return nil
		}
		proto := Variable{
			Name: s, Pos: npos, Linkage: link, Space: h.space, Bank: h.bank, Align: h.align,
			Type: h.typ, Vec: max(h.vec, 1), Attr: h.attr, Fn: p.fn, Reg: NoReg,
		}
		count := uint32(0)
		if p.isPunct('<') {
			if count, ok = p.rangeCount(); !ok {
				return nil
			}
			p.expanded += int(count)
			if count == 0 || p.expanded > maxVarExpansion {
				p.errorAt(npos, KindLimit, s, "Too many parameterised variables")
				return nil
			}
			proto.Count = count
		}
		if proto.Dims, ok = p.dims(); !ok {
			return nil
		}
		if p.accept('=') {
			// The variable's own name is not visible in its initialiser.
			if proto.Init, ok = p.initialiser(0); !ok {
				return nil
			}
			proto.completeFirstDim()
		}
		p.checkSize(&proto)
		if count == 0 {
			v := new(Variable)
			*v = proto
			p.addVar(v)
			l.Vars = append(l.Vars, v)
		} else {
			head := new(Variable)
			*head = proto
			l.Vars = append(l.Vars, head)
			for i := uint32(0); i < count; i++ {
				v := new(Variable)
				*v = proto
				v.Count = 0
				v.Name = s + utoa(i)
				v.family = head
				p.addVar(v)
			}
		}
		if !p.accept(',') {
			break
		}
	}
	if !p.expectPunct(';') {
		return nil
	}
	return l
}

func utoa(v uint32) string {
	var b [10]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + v%10)
		v /= 10
		if v == 0 {
			return string(b[i:])
		}
	}
}

// completeFirstDim gives an array declared with [] the extent of its
// initialiser.
func (v *Variable) completeFirstDim() {
	if len(v.Dims) > 0 && v.Dims[0] < 0 && v.Init != nil && v.Init.Kind == InitList {
		v.Dims[0] = int64(len(v.Init.Elems))
		v.Incomplete = true
	}
}

func (p *parser) addVar(v *Variable) {
	n := p.intern(v.Name)
	if p.fn != nil {
		v.Index = len(p.fn.Locals)
		p.fn.Locals = append(p.fn.Locals, v)
		p.declare(n, binding{kind: bindSym, sym: v, pos: v.Pos})
		return
	}
	p.m.Vars = append(p.m.Vars, v)
	if old, ok := p.m.varByName[v.Name]; ok {
		redeclared := old.Linkage == LinkExtern || v.Linkage == LinkExtern || old.Linkage == LinkCommon && v.Linkage == LinkCommon
		if !redeclared || old.Space != v.Space || old.Type != v.Type {
			p.errorAt(v.Pos, KindInvalid, v.Name, "Duplicate definition of variable '"+v.Name+"'")
			return
		}
		if old.Linkage == LinkExtern && v.Linkage != LinkExtern {
			p.m.varByName[v.Name] = v
			n.b.sym = v
		}
		return
	}
	if p.declare(n, binding{kind: bindSym, sym: v, pos: v.Pos}) != nil {
		p.m.varByName[v.Name] = v
	}
}

func (p *parser) initialiser(depth int) (*Init, bool) {
	var in Init
	if !p.initElem(&in, depth) {
		return nil, false
	}
	return &in, true
}

func (p *parser) initElem(in *Init, depth int) bool {
	in.Pos = p.here()
	if p.isPunct('{') {
		if depth >= maxInitNesting {
			p.errorHere(KindLimit, "Initialiser nests too deeply")
			return false
		}
		in.Kind = InitList
		p.next()
		if p.accept('}') {
			return true
		}
		for {
			in.Elems = append(in.Elems, Init{})
			if !p.initElem(&in.Elems[len(in.Elems)-1], depth+1) {
				return false
			}
			if !p.accept(',') {
				break
			}
		}
		return p.expectPunct('}')
	}
	if p.startsConst() {
		c, ok := p.expr()
		if !ok {
			return false
		}
		if c.kind == OpndInt && p.isPunct('(') {
			in.Mask = c.bits
			if in.Mask == 0 || !maskIsByte(in.Mask) {
				p.errorAt(in.Pos, KindInvalid, "", fmt.Sprintf("Invalid mask value '%#x' used in initializer", in.Mask))
			}
			p.next()
			if p.startsConst() {
				if c, ok = p.expr(); !ok || c.kind != OpndInt {
					p.errorAt(in.Pos, KindInvalid, "", "Initial value type mismatch")
					return false
				}
				in.Imm, in.Unsigned = c.bits, c.unsigned
				return p.expectPunct(')')
			}
			return p.initAddr(in) && p.expectPunct(')')
		}
		in.Imm = c.bits
		in.Unsigned = c.unsigned
		switch c.kind {
		case OpndF32:
			in.Kind = InitF32
		case OpndF64:
			in.Kind = InitF64
		}
		return true
	}
	return p.initAddr(in)
}

// maskIsByte reports whether m selects one byte.
func maskIsByte(m uint64) bool {
	for ; m != 0; m >>= 8 {
		if m == 0xff {
			return true
		}
		if m&0xff != 0 {
			return false
		}
	}
	return false
}

// initAddr parses name, name+imm, generic(name), generic(name)+imm.
func (p *parser) initAddr(in *Init) bool {
	in.Kind = InitSym
	s, pos, ok := p.ident()
	if !ok {
		return false
	}
	paren := false
	if s == "generic" && p.isPunct('(') {
		p.next()
		in.Generic = true
		paren = true
		if s, pos, ok = p.ident(); !ok {
			return false
		}
	}
	// Samplers and textures are initialised by property: addr_mode_0 = wrap.
	if in.Field == "" && !paren && p.isPunct('=') {
		p.next()
		in.Field = s
		if p.startsConst() {
			c, ok := p.expr()
			in.Kind, in.Imm, in.Unsigned = InitInt, c.bits, c.unsigned
			return ok
		}
		in.Kind = InitWord
		in.Word, _, ok = p.ident()
		return ok
	}
	b := p.lookup(p.intern(s))
	if b == nil || b.kind != bindSym {
		p.errorAt(pos, KindInvalid, s, "Unknown symbol '"+s+"'")
	} else {
		in.Sym = b.sym
		markUsed(b.sym)
	}
	off := func() bool {
		if p.accept('+') {
			c, ok := p.expr()
			if !ok {
				return false
			}
			in.Off += int64(c.bits)
		}
		return true
	}
	if !off() {
		return false
	}
	if paren {
		return p.expectPunct(')') && off()
	}
	return true
}

func markUsed(s Symbol) {
	switch s := s.(type) {
	case *Variable:
		s.Used = true
	case *Function:
		s.Used = true
	}
}

// params parses (p, p, ...) of a function header or prototype.
func (p *parser) params(fn *Function) ([]*Variable, bool) {
	if !p.expectPunct('(') {
		return nil, false
	}
	var out []*Variable
	if p.accept(')') {
		return out, true
	}
	for {
		h, ok := p.declHead(true)
		if !ok {
			return nil, false
		}
		if h.space != SpaceParam && h.space != SpaceReg {
			p.errorAt(h.pos, KindInvalid, "."+h.space.String(), "Parameters must be in .param or .reg space")
		}
		s, pos, ok := p.ident()
		if !ok {
			return nil, false
		}
		v := &Variable{
			Name: s, Pos: pos, Space: h.space, Bank: -1, Align: h.align, Type: h.typ, Vec: max(h.vec, 1),
			Attr: h.attr, Ptr: h.ptr, Fn: fn, Index: len(out), Reg: NoReg,
		}
		if p.isPunct('<') && fn != nil {
			p.syntaxError()
			return nil, false
		}
		if v.Dims, ok = p.dims(); !ok {
			return nil, false
		}
		p.checkSize(v)
		out = append(out, v)
		if !p.accept(',') {
			break
		}
	}
	return out, p.expectPunct(')')
}
