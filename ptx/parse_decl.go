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

// declStarts reports whether the token can begin a declaration.
func (p *parser) declStarts() bool {
	if p.tok.kind != tDot {
		return false
	}
	w := p.text()
	_, ok := declSpaces[w]
	return ok || w == "align" || w == "attribute"
}

// declHead parses what stands before the first name: ".space[bank]", ".align n" and ".attribute(..)" in any order, then
// ".v2 .type", and in a parameter list ".ptr .space .align n".
func (p *parser) declHead(param bool) (h declHead, ok bool) {
	h.pos = p.here()
	h.bank = -1
	for p.declStarts() {
		switch w := p.text(); w {
		case "align":
			if h.align, ok = p.alignment(); !ok {
				return h, false
			}
		case "attribute":
			a, ok := p.attributes(false)
			if !ok {
				return h, false
			}
			h.attr = append(h.attr, a...)
		default:
			if h.space != SpaceNone {
				p.errorHere(KindInvalid, "Multiple state spaces specified")
			}
			h.space = declSpaces[w]
			p.next()
			if h.space == SpaceConst && p.isPunct('[') && !p.constBank(&h) {
				return h, false
			}
		}
	}
	if p.tok.kind == tDot {
		switch w := p.text(); w {
		case "v2", "v4", "v8":
			if w == "v8" && h.space == SpaceReg {
				break
			}
			h.vec = w[1] - '0'
			p.next()
		}
	}
	if p.tok.kind != tDot || !p.declType(&h) {
		p.syntaxError()
		return h, false
	}
	p.next()
	if h.space == SpaceNone {
		p.errorAt(h.pos, KindInvalid, "", "No variable storage specified")
		return h, false
	}
	if param && p.isDir("ptr") {
		h.ptr.Present = true
		p.next()
		if p.tok.kind == tDot {
			switch w := p.text(); w {
			case "const", "global", "local", "shared":
				h.ptr.Space = declSpaces[w]
				p.next()
			}
		}
		if p.isDir("align") {
			if h.ptr.Align, ok = p.alignment(); !ok {
				return h, false
			}
		}
	}
	if h.space == SpaceParam && h.align > maxParamAlign && (p.fn != nil || !p.entry) {
		p.errorHere(KindInvalid, "Parameter '"+p.text()+"' has illegal alignment (must be aligned to 1, 2, 4, 8, 16, 32, 64, or 128 bytes)")
	}
	return h, true
}

// declType takes the type of a declaration. Types that only instructions have are named; what is none gives false.
func (p *parser) declType(h *declHead) bool {
	w := p.text()
	i := slices.Index(typeWords[:], w)
	if i <= 0 {
		return false
	}
	switch t := Type(i); t {
	case B8, B16, B32, B64, B128, U8, U16, U32, U64, S8, S16, S32, S64, F16, F16x2, F32, F64, Pred, TexRef, SamplerRef, SurfRef:
		h.typ = t
		return true
	case BF16, BF16x2, TF32:
		return false
	default:
		p.errorHere(KindInvalid, "Type ."+w+" may only be used as an instruction type")
		h.typ = t
		return true
	}
}

// maxAlign bounds .align; ptxas dies of more.
const maxAlign = 1 << 27

func (p *parser) alignment() (uint32, bool) {
	p.next()
	pos, word := p.here(), p.text()
	n, ok := p.uintConst()
	switch {
	case !ok:
		return 0, false
	case n == 0 || n&(n-1) != 0:
		p.errorAt(pos, KindInvalid, word, "Alignment must be a power of two")
		n = 1
	case n > maxAlign:
		p.errorAt(pos, KindLimit, word, "Alignment is too large")
		n = 1
	}
	return n, true
}

// constBank parses the [bank] of .const, which PTX 2.2 took away.
func (p *parser) constBank(h *declHead) bool {
	p.next()
	n, ok := p.uintConst()
	if !ok || !p.expectPunct(']') {
		return false
	}
	switch {
	case !p.m.Version.Less(Version{2, 2}):
		p.errorAt(h.pos, KindInvalid, "", "Deprecated feature: 'explicit constant banks' not supported as of PTX version 2.2")
	case n > 10:
		p.errorAt(h.pos, KindInvalid, "", "Constant bank must be between 0 and 10")
	}
	h.bank = int8(min(n, 10))
	return true
}

// attributes parses .attribute(.managed, .unified(a, b), ...); functions have .unified only.
func (p *parser) attributes(function bool) ([]Attribute, bool) {
	pos := p.here()
	p.next()
	if p.m.Version.Less(Version{4, 0}) {
		p.errorAt(pos, KindUnsupported, ".attribute", "Feature '.attribute' requires PTX ISA .version 4.0 or later")
	}
	if !p.expectPunct('(') {
		return nil, false
	}
	var out []Attribute
	for {
		first := 30
		switch {
		case p.isDir("managed") && !function:
		case p.isDir("unified"):
			first = 90
		default:
			p.syntaxError()
			return nil, false
		}
		a := Attribute{Name: p.text()}
		if p.m.Target.SM < first {
			p.errorHere(KindUnsupported, "Feature '."+a.Name+"' requires .target sm_"+utoa(uint32(first))+" or higher")
		}
		p.next()
		if a.Name == "unified" {
			// The two halves of a 128-bit identifier.
			if !p.expectPunct('(') {
				return nil, false
			}
			for i := range 2 {
				v, ok := p.integer()
				if !ok || i == 0 && !p.expectPunct(',') {
					return nil, false
				}
				a.Args = append(a.Args, v)
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
		n, ok := p.integer()
		if !ok || !p.expectPunct(']') {
			return nil, false
		}
		if n > maxVarBytes {
			p.errorAt(pos, KindInvalid, w, "Illegal array size")
			return nil, false
		}
		if len(out) >= 16 {
			p.errorAt(pos, KindLimit, w, "Too many array dimensions")
			return nil, false
		}
		out = append(out, int64(n))
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
	n, ok := p.integer()
	if !ok || !p.expectPunct('>') {
		return 0, false
	}
	if n > 1<<31 {
		p.errorAt(pos, KindInvalid, w, "Illegal count of parameterised names")
		return 0, false
	}
	return uint32(n), true
}

// regList parses the names of a .reg statement of a function body.
func (p *parser) regList(h declHead) *RegList {
	switch {
	case h.typ >= TexRef:
		p.errorAt(h.pos, KindInvalid, "."+h.typ.String(), "Texture/surface variable must be at module or entry parameter scope")
	case h.typ == Pred && h.vec > 1:
		p.errorAt(h.pos, KindInvalid, ".pred", "Predicate type can only be used to define scalar register variables")
	case h.vec > 1 && int(h.vec)*h.typ.Bits() > 128:
		p.errorAt(h.pos, KindInvalid, "."+h.typ.String(), "Vector type too large, exceeds 128 bit limit")
	}
	l := &RegList{Pos: h.pos, Type: h.typ, Vec: h.vec, Align: h.align}
	for {
		s, pos, ok := p.declName()
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

// varList parses the names of a variable statement at module level or in a body.
func (p *parser) varList(h declHead, link Linkage, pos Pos) *VarList {
	if p.fn == nil {
		switch h.space {
		case SpaceReg:
			p.errorAt(h.pos, KindInvalid, ".reg", "Module-scoped variables in .reg state space are not allowed with ABI")
		case SpaceParam:
			p.errorAt(h.pos, KindInvalid, ".param", "Parameter variables may not be declared at module scope")
		}
	}
	if h.space == SpaceTex && !p.m.Version.Less(Version{1, 5}) {
		p.errorAt(h.pos, KindInvalid, ".tex", "Deprecated feature: '.tex' not supported as of PTX version 1.5")
	}
	l := &VarList{Pos: pos}
	for {
		s, npos, ok := p.declName()
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
			if p.expanded > maxVarExpansion {
				p.errorAt(npos, KindLimit, s, "Too many parameterised variables")
				return nil
			}
			proto.Count = count
			// No extents and no initialiser follow.
			p.checkSize(&proto)
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
		} else {
			if proto.Dims, ok = p.dims(); !ok {
				return nil
			}
			p.checkSize(&proto)
			v := new(Variable)
			*v = proto
			l.Vars = append(l.Vars, v)
			// The variable may point to itself.
			p.addVar(v)
			if p.accept('=') {
				if v.Init, ok = p.initialiser(0); !ok {
					return nil
				}
				v.completeFirstDim()
				p.checkSize(v)
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
	old := p.m.varByName[v.Name]
	if old == nil {
		if n.b != nil || n.sreg != SRegNone {
			p.errorAt(v.Pos, KindInvalid, v.Name, inconsistent(v.Name))
			return
		}
		if p.declare(n, binding{kind: bindSym, sym: v, pos: v.Pos}) != nil {
			p.m.varByName[v.Name] = v
		}
		return
	}
	switch {
	case !sameVariable(old, v):
		p.errorAt(v.Pos, KindInvalid, v.Name, inconsistent(v.Name))
	case old.Linkage != LinkExtern && v.Linkage != LinkExtern:
		p.errorAt(v.Pos, KindInvalid, v.Name, "Duplicate definition of variable '"+v.Name+"'")
	case old.Linkage == LinkExtern && v.Linkage == LinkNone:
		p.errorAt(v.Pos, KindInvalid, v.Name, "'.extern' variable '"+v.Name+"' cannot be resolved by a '.static'")
	case v.Linkage != LinkExtern:
		p.m.varByName[v.Name] = v
		n.b.sym = v
	}
}

func inconsistent(name string) string { return "Inconsistent redefinition of variable '" + name + "'" }

// sameVariable reports whether two declarations of a name agree; the first extent of one that is .extern may be open.
func sameVariable(a, b *Variable) bool {
	if a.Space != b.Space || a.Type != b.Type || a.Vec != b.Vec || len(a.Dims) != len(b.Dims) {
		return false
	}
	for i, d := range a.Dims {
		if d != b.Dims[i] && !(i == 0 && d < 0 && a.Linkage == LinkExtern) {
			return false
		}
	}
	return true
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
		literal := p.tok.kind == tInt || p.tok.kind == tIdent
		end := p.tok.end
		c, ok := p.expr()
		if !ok {
			return false
		}
		literal = literal && p.prevEnd == end // a mask is no expression
		if literal && p.isPunct('(') {
			in.Mask = c.bits
			if in.Mask == 0 || !maskIsByte(in.Mask) {
				p.errorAt(in.Pos, KindInvalid, "", fmt.Sprintf("Invalid mask value '%#x' used in initializer", in.Mask))
			}
			p.next()
			if p.startsConst() {
				if c, ok = p.expr(); !ok {
					return false
				}
				if c.isFloat() {
					p.errorAt(in.Pos, KindInvalid, "", integerExpected)
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
		p.errorAt(pos, KindInvalid, s, "Invalid initial value symbol '"+s+"'")
	} else {
		in.Sym = b.sym
		markUsed(b.sym)
	}
	if paren && !p.expectPunct(')') {
		return false
	}
	if p.accept('+') {
		pos := p.here()
		c, ok := p.expr()
		if !ok {
			return false
		}
		if c.isFloat() {
			p.errorAt(pos, KindInvalid, "", integerExpected)
		}
		in.Off = int64(c.bits)
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

// maxParamAlign is the largest alignment of a parameter, in bytes.
const maxParamAlign = 128

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
		if h.ptr.Present && (fn == nil || !fn.Entry) {
			p.errorAt(h.pos, KindInvalid, ".ptr", "Illegal placement of kernel parameter attribute")
		}
		if h.space != SpaceParam && h.space != SpaceReg {
			p.errorAt(h.pos, KindInvalid, "."+h.space.String(), "Function parameter '"+p.text()+"' has illegal state space")
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
		if s == "_" && fn != nil && !fn.Entry {
			p.errorAt(pos, KindInvalid, s, "Illegal parameter name '_'")
		}
		if v.Dims, ok = p.dims(); !ok {
			return nil, false
		}
		if len(v.Dims) > 1 {
			p.syntaxError()
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
