package ptx

import "slices"

// This file parses functions and their bodies.

func (p *parser) function(link Linkage) bool {
	f := &Function{Linkage: link, Entry: p.isDir("entry"), Pos: p.here(), AbiPreserve: -1, AbiPreserveControl: -1}
	p.entry = f.Entry
	p.next()
	if p.isDir("attribute") && !f.Entry {
		a, ok := p.attributes(true)
		if !ok {
			return false
		}
		f.Attr = append(f.Attr, a...)
	}
	var ok bool
	if p.isPunct('(') {
		if f.Entry {
			p.syntaxError()
			return false
		}
		if f.Rets, ok = p.params(f); !ok {
			return false
		}
	}
	var s string
	if s, f.Pos, ok = p.declName(); !ok {
		return false
	}
	f.Name = s
	if p.isPunct('(') {
		if f.Params, ok = p.params(f); !ok {
			return false
		}
	}
	if !p.funcDirectives(f) {
		return false
	}
	p.addFunc(f)
	if p.accept(';') {
		return true
	}
	if !p.isPunct('{') {
		p.syntaxError()
		return false
	}
	f.HasBody = true
	if link == LinkExtern {
		p.errorAt(f.Pos, KindInvalid, f.Name, "Function definition conflicts with '.extern' declaration for function '"+f.Name+"'")
	}
	if old := p.m.funcByName[f.Name]; old != nil && old != f && !old.HasBody {
		p.m.funcByName[f.Name] = f
	}
	p.body(f)
	return true
}

// addFunc enters f among the module's names; a declaration may be repeated and
// then defined.
func (p *parser) addFunc(f *Function) {
	f.Index = len(p.m.Funcs)
	p.m.Funcs = append(p.m.Funcs, f)
	p.m.Decls = append(p.m.Decls, f)
	n := p.intern(f.Name)
	if n.b == nil {
		p.declare(n, binding{kind: bindSym, sym: f, pos: f.Pos})
		p.m.funcByName[f.Name] = f
		return
	}
	old, ok := n.b.sym.(*Function)
	if !ok {
		p.errorAt(f.Pos, KindInvalid, f.Name, inconsistent(f.Name))
		return
	}
	if p.m.funcByName[f.Name].HasBody {
		p.errorAt(f.Pos, KindInvalid, f.Name, "Duplicate definition of function '"+f.Name+"'")
		return
	}
	if old.Entry != f.Entry {
		p.errorAt(f.Pos, KindInvalid, f.Name, "Inconsistent redefinition of '"+f.Name+"' as entry and function")
		return
	}
	if old.NoReturn != f.NoReturn ||
		old.Linkage != f.Linkage && (f.Linkage != LinkNone || old.Linkage == LinkExtern) {
		p.errorAt(f.Pos, KindInvalid, f.Name, inconsistent(f.Name))
		return
	}
	if what := prototypesDiffer(old, f); what != "" {
		p.errorAt(f.Pos, KindInvalid, f.Name, "Inconsistent prototypes of '"+f.Name+"', "+what+" differ")
	}
}

// prototypesDiffer names what differs between two functions' prototypes, or gives "".
func prototypesDiffer(a, b *Function) string {
	if (a.AbiPreserve < 0) != (b.AbiPreserve < 0) {
		return "number of parameter registers"
	}
	if a.AbiPreserve != b.AbiPreserve || a.AbiPreserveControl != b.AbiPreserveControl {
		return "return address registers"
	}
	if len(a.Rets) != len(b.Rets) || len(a.Params) != len(b.Params) {
		return "number of parameters"
	}
	for i := range a.Rets {
		if what := paramsDiffer(a.Rets[i], b.Rets[i]); what != "" {
			return what
		}
	}
	for i := range a.Params {
		if what := paramsDiffer(a.Params[i], b.Params[i]); what != "" {
			return what
		}
	}
	return ""
}

func paramsDiffer(a, b *Variable) string {
	switch {
	case a.Space != b.Space:
		return "parameter state space"
	case a.Type != b.Type || a.Vec != b.Vec || !slices.Equal(a.Dims, b.Dims):
		return "parameter types"
	case paramAlign(a) != paramAlign(b):
		return "parameter alignment"
	}
	return ""
}

func (p *parser) dim3() (d Dim3, ok bool) {
	d = Dim3{X: 1, Y: 1, Z: 1}
	for _, c := range []*uint32{&d.X, &d.Y, &d.Z} {
		if *c, ok = p.uintConst(); !ok {
			return d, false
		}
		d.N++
		if d.N == 3 || !p.accept(',') {
			break
		}
	}
	return d, true
}

// funcDirectives parses what stands between the parameters and the body. A declaration of a kernel has none of them.
func (p *parser) funcDirectives(f *Function) bool {
	for p.tok.kind == tDot {
		w, pos := p.text(), p.here()
		if f.Entry == (w == "noreturn" || w == "abi_preserve" || w == "abi_preserve_control") {
			p.syntaxError()
			return false
		}
		if w == "pragma" {
			pr := p.pragma()
			if pr == nil {
				return false
			}
			for _, t := range pr.Text {
				if bodyPragma(t) {
					p.errorAt(pos, KindInvalid, t, "Pragma '"+t+"' is allowed only within function scope")
				}
			}
			f.Pragmas = append(f.Pragmas, pr.Text...)
			continue
		}
		p.next()
		ok := true
		switch w {
		case "maxntid":
			f.MaxNTid, ok = p.dim3()
		case "reqntid":
			f.ReqNTid, ok = p.dim3()
		case "minnctapersm":
			f.MinNCtaPerSM, ok = p.uintConst()
		case "maxnctapersm":
			f.MaxNCtaPerSM, ok = p.uintConst()
			if !p.m.Version.Less(Version{2, 1}) {
				p.errorAt(pos, KindInvalid, "."+w, "Deprecated feature: '.maxnctapersm directive' not supported as of PTX version 2.1")
			}
		case "maxnreg", "local_maxnreg":
			f.MaxNReg, ok = p.uintConst()
		case "noreturn":
			if f.NoReturn {
				p.errorAt(pos, KindSyntax, "."+w, "Parsing error near '."+w+"': syntax error")
				return false
			}
			f.NoReturn = true
			if len(f.Rets) > 0 {
				p.errorAt(pos, KindInvalid, "."+w, "Invalid directive '.noreturn' for function '"+f.Name+"'")
			}
		case "explicitcluster":
			f.ExplicitCluster = true
		case "reqnctapercluster":
			f.ReqNCtaPerCluster, ok = p.dim3()
		case "maxclusterrank":
			f.MaxClusterRank, ok = p.uintConst()
		case "blocksareclusters":
			f.BlocksAreClusters = true
		case "abi_preserve":
			f.AbiPreserve, ok = p.smallConst()
		case "abi_preserve_control":
			f.AbiPreserveControl, ok = p.smallConst()
		default:
			p.errorAt(pos, KindSyntax, "."+w, "Parsing error near '."+w+"': syntax error")
			return false
		}
		if !ok {
			return false
		}
		if f.AbiPreserve > maxAbiRegs || f.AbiPreserveControl > maxAbiRegs {
			p.errorAt(pos, KindLimit, "."+w, "Value of directive '."+w+"' is too large")
		}
		if n, later := directiveNeeds[w]; later {
			if what, ok := n.missing(p.m.Version, &p.m.Target); !ok {
				p.errorAt(pos, KindUnsupported, "."+w, "Feature '."+w+"' requires "+what)
			}
		}
		p.positive(f, w, pos)
		if f.Entry && p.isPunct(';') {
			p.syntaxError()
			return false
		}
	}
	return true
}

// maxAbiRegs bounds .abi_preserve: a thread has no more registers, and ptxas dies of more.
const maxAbiRegs = 255

// directiveNeeds are the directives that came with later versions and targets.
var directiveNeeds = map[string]need{
	"explicitcluster":      {ver: Version{7, 8}, sm: 90},
	"reqnctapercluster":    {ver: Version{7, 8}, sm: 90},
	"maxclusterrank":       {ver: Version{7, 8}, sm: 90},
	"blocksareclusters":    {ver: Version{9, 0}, sm: 90},
	"abi_preserve":         {ver: Version{9, 0}, sm: 80},
	"abi_preserve_control": {ver: Version{9, 0}, sm: 80},
}

func (p *parser) smallConst() (int32, bool) {
	n, ok := p.uintConst()
	return int32(min(n, 1<<30)), ok
}

// body parses { ... } into f.Body.
func (p *parser) body(f *Function) {
	p.fn = f
	p.forwarded = false
	p.openScope() // parameters and body share it: depth 1
	for _, l := range [2][]*Variable{f.Rets, f.Params} {
		for _, v := range l {
			n := p.intern(v.Name)
			if v.Name == "_" {
				continue
			}
			if v.Space == SpaceReg {
				if b := p.declare(n, binding{kind: bindReg, reg: NoReg, typ: v.Type, vec: v.Vec, pos: v.Pos}); b != nil {
					v.Reg = p.regID(b)
				}
				continue
			}
			p.declare(n, binding{kind: bindSym, sym: v, pos: v.Pos})
		}
	}
	p.next() // {
	for !p.fatal {
		if p.tok.kind == tEOF {
			p.syntaxError()
			break
		}
		if p.isPunct('}') {
			if p.depth() == 1 {
				f.End = p.here()
				p.next()
				break
			}
			f.Body = append(f.Body, &ScopeEnd{p.here()})
			p.closeScope()
			p.next()
			continue
		}
		if !p.stmt(f) {
			p.sync()
			if p.isPunct('{') && p.depth() < maxNesting {
				continue
			}
			if p.isPunct('{') {
				p.skipBraces()
			}
		}
	}
	for p.depth() > 0 {
		p.closeScope()
	}
	if p.forwarded {
		settleForwards(f)
	}
	p.fn = nil
}

func (p *parser) stmt(f *Function) bool {
	switch p.tok.kind {
	case tIdent:
		return p.labelOrInstr(f)
	case tPunct:
		switch p.tok.ch {
		case '@':
			return p.guarded(f)
		case '{':
			if p.depth() >= maxNesting {
				p.errorHere(KindLimit, "Scopes nest too deeply")
				return false
			}
			f.Body = append(f.Body, &ScopeBegin{p.here()})
			p.openScope()
			p.next()
			return true
		}
	case tDot:
		return p.bodyDirective(f)
	}
	p.syntaxError()
	return false
}

func (p *parser) bodyDirective(f *Function) bool {
	if p.declStarts() {
		h, ok := p.declHead(false)
		if !ok {
			return false
		}
		var st Stmt
		if h.space == SpaceReg {
			if l := p.regList(h); l != nil {
				st = l
			}
		} else if l := p.varList(h, LinkNone, h.pos); l != nil {
			st = l
		}
		if st == nil {
			return false
		}
		f.Body = append(f.Body, st)
		return true
	}
	switch p.text() {
	case "loc":
		l := p.loc()
		if l == nil {
			return false
		}
		f.Body = append(f.Body, l)
	case "pragma":
		l := p.pragma()
		if l == nil {
			return false
		}
		for _, t := range l.Text {
			p.pragmaArgs(l.Pos, t)
		}
		f.Body = append(f.Body, l)
	default:
		p.syntaxError()
		return false
	}
	return true
}

// labelOrInstr parses a statement that begins with a name.
func (p *parser) labelOrInstr(f *Function) bool {
	// A colon after the name makes it a label.
	i := p.tok.end
	src := p.src
	for i < len(src) && class[src[i]]&cSpace != 0 {
		i++
	}
	label := i < len(src) && src[i] == ':'
	if i < len(src) && (src[i] == '\n' || src[i] == '/' || src[i] == '#') {
		save := p.lexer
		p.next()
		label = p.isPunct(':')
		p.lexer = save
	}
	if !label {
		return p.instr(f, NoReg, false, p.here())
	}
	s, pos, ok := p.declName()
	if !ok {
		return false
	}
	p.next()
	if p.tok.kind == tDot {
		switch p.text() {
		case "branchtargets", "calltargets":
			return p.targetList(f, s, pos)
		case "callprototype":
			return p.prototype(f, s, pos)
		}
	}
	if l := p.defineLabel(p.intern(s), pos); l != nil {
		f.Body = append(f.Body, l)
	}
	return true
}

func (p *parser) targetList(f *Function, s string, pos Pos) bool {
	t := &TargetList{Name: s, Pos: pos, Calls: p.isDir("calltargets")}
	p.next()
	for {
		w, wpos, ok := p.ident()
		if !ok {
			return false
		}
		n := p.intern(w)
		if t.Calls {
			b := p.lookup(n)
			fn, ok := (*Function)(nil), false
			if b != nil && b.kind == bindSym {
				fn, ok = b.sym.(*Function)
			}
			if !ok {
				p.errorAt(wpos, KindInvalid, w, notDevice)
			} else {
				fn.Used = true
				t.Funcs = append(t.Funcs, fn)
			}
		} else {
			// name<n> lists name0 to name(n-1).
			if p.isPunct('<') {
				c, ok := p.rangeCount()
				if !ok {
					return false
				}
				p.expanded += int(c)
				if p.expanded > maxVarExpansion {
					p.errorAt(wpos, KindLimit, w, "Too many parameterised labels")
					return false
				}
				for i := uint32(0); i < c; i++ {
					t.Labels = append(t.Labels, p.labelRef(p.intern(w+utoa(i)), wpos))
				}
			} else {
				t.Labels = append(t.Labels, p.labelRef(n, wpos))
			}
		}
		if !p.accept(',') {
			break
		}
	}
	if !p.expectPunct(';') {
		return false
	}
	p.declare(p.intern(s), binding{kind: bindSym, sym: t, pos: pos})
	f.Body = append(f.Body, t)
	return true
}

func (p *parser) prototype(f *Function, s string, pos Pos) bool {
	t := &Prototype{Name: s, Pos: pos, AbiPreserve: -1, AbiPreserveControl: -1}
	p.next()
	var ok bool
	if p.isPunct('(') {
		if t.Rets, ok = p.params(nil); !ok {
			return false
		}
	}
	if w, _, ok := p.ident(); !ok {
		return false
	} else if w != "_" {
		p.errorHere(KindSyntax, "Parsing error near '"+w+"': syntax error")
		return false
	}
	if p.isPunct('(') {
		if t.Params, ok = p.params(nil); !ok {
			return false
		}
	}
	for p.tok.kind == tDot {
		w := p.text()
		switch w {
		case "noreturn":
			p.next()
			t.NoReturn = true
		case "abi_preserve":
			p.next()
			t.AbiPreserve, ok = p.smallConst()
		case "abi_preserve_control":
			p.next()
			t.AbiPreserveControl, ok = p.smallConst()
		default:
			p.syntaxError()
			return false
		}
		if !ok {
			return false
		}
	}
	if !p.expectPunct(';') {
		return false
	}
	if t.NoReturn && len(t.Rets) > 0 {
		p.errorAt(pos, KindInvalid, s, "Invalid directive '.noreturn' for function 'protoype with return parameters'")
	}
	p.declare(p.intern(s), binding{kind: bindSym, sym: t, pos: pos})
	f.Body = append(f.Body, t)
	return true
}

// guarded parses @p or @!p and the instruction after it.
func (p *parser) guarded(f *Function) bool {
	pos := p.here()
	p.next()
	not := p.accept('!')
	s, gpos, ok := p.ident()
	if !ok {
		return false
	}
	g := NoReg
	b := p.lookup(p.intern(s))
	switch {
	case b == nil:
		p.errorAt(gpos, KindInvalid, s, "Unknown symbol '"+s+"'")
	case b.kind != bindReg || b.typ != Pred:
		p.errorAt(gpos, KindInvalid, s, "Predicate expression expected")
	default:
		g = p.regID(b)
	}
	if p.tok.kind != tIdent {
		p.syntaxError()
		return false
	}
	return p.instr(f, g, not, pos)
}

// mnemonic parses name.mod.mod and resolves it.
func (p *parser) mnemonic() *Mods {
	// The usual case: no white space inside.
	start, end := p.tok.start, p.tok.end
	src := p.src
	for end < len(src) && src[end] == '.' {
		e := scanDotWord(src, end)
		if e == end {
			break
		}
		end = e
	}
	p.pos = end
	p.next()
	text := src[start:end]
	if p.tok.kind == tDot {
		b := append(p.buf[:0], text...)
		for p.tok.kind == tDot {
			b = append(b, '.')
			b = append(b, p.text()...)
			p.next()
		}
		p.buf = b
		text = string(b)
	}
	m := p.mods[text]
	if m == nil {
		m = lookupMods(text)
		p.mods[text] = m
	}
	return m
}

func (p *parser) instr(f *Function, guard RegID, not bool, pos Pos) bool {
	at := p.here()
	m := p.mnemonic()
	if m.bad.msg != "" || len(m.bad.unknown) > 0 {
		for _, w := range m.bad.unknown {
			p.errorAt(at, KindInvalid, "."+w, "Unknown modifier '."+w+"'")
		}
		if m.bad.msg != "" {
			p.errorAt(at, KindInvalid, m.Text, m.bad.msg)
		}
	}
	base := len(p.stack)
	p.op = m.Op
	if m.Op == OpCall {
		if !p.callOperands() {
			p.stack = p.stack[:base]
			return false
		}
	} else if m.Op == OpBra && p.tok.kind == tIdent {
		// Only a label can follow, whatever else has its name.
		p.push(OpndSym, p.here()).Sym = p.labelRef(p.intern(p.text()), p.here())
		p.next()
	} else if !p.isPunct(';') {
		for {
			if !p.operand(0) {
				p.stack = p.stack[:base]
				return false
			}
			if !p.accept(',') {
				break
			}
		}
	}
	if !p.isPunct(';') {
		p.stack = p.stack[:base]
		p.syntaxError()
		return false
	}
	p.next()
	if m.Op == OpMov && m.Vec <= 1 {
		for i := base; i < len(p.stack); i++ {
			p.wholeVector(i)
		}
	}
	in := p.newInstr()
	in.Mods = m
	in.Pos = pos
	in.Guard = guard
	in.GuardNot = not
	in.Ops = p.keep(base)
	f.Body = append(f.Body, in)
	f.NInstr++
	return true
}

// wholeVector writes the vector register that operand i names as {v.x, v.y, ..}: mov packs and unpacks it.
func (p *parser) wholeVector(i int) {
	o := p.stack[i]
	if o.Kind != OpndReg || o.Sel != SelNone {
		return
	}
	n := p.fn.Regs[o.Reg].Vec
	if n < 2 {
		return
	}
	elems := make([]Operand, n)
	for k := range elems {
		elems[k] = Operand{Kind: OpndReg, Reg: o.Reg, Sel: SelX + Sel(k), Pos: o.Pos}
	}
	p.stack[i] = Operand{Kind: OpndVec, Reg: NoReg, Pos: o.Pos, Elems: elems}
}

// push adds an operand to the instruction being parsed. The pointer is valid
// until the next push.
func (p *parser) push(kind OpndKind, pos Pos) *Operand {
	p.stack = append(p.stack, Operand{Kind: kind, Reg: NoReg, Pos: pos})
	return &p.stack[len(p.stack)-1]
}

func (p *parser) pushConst(pos Pos) bool {
	c, ok := p.expr()
	if !ok {
		return false
	}
	o := p.push(c.kind, pos)
	o.Imm = c.bits
	o.Unsigned = c.unsigned
	o.Hex = c.hex
	return true
}

// operand parses one operand, with depth the nesting of brackets around it.
func (p *parser) operand(depth int) bool {
	pos := p.here()
	at := len(p.stack)
	switch p.tok.kind {
	case tIdent:
		if p.text() == "WARP_SZ" {
			return p.pushConst(pos)
		}
		if !p.nameOperand(pos, depth) {
			return false
		}
	case tPunct:
		switch p.tok.ch {
		case '{':
			if !p.vector(pos, depth) {
				return false
			}
		case '[':
			return p.address(pos, depth)
		case '!', '-':
			// A sign before a name belongs to the operand, else to a constant.
			save := p.lexer
			ch := p.tok.ch
			p.next()
			if p.tok.kind != tIdent || p.text() == "WARP_SZ" {
				p.lexer = save
				return p.pushConst(pos)
			}
			if !p.nameOperand(pos, depth) {
				return false
			}
			o := &p.stack[len(p.stack)-1]
			if ch == '!' {
				o.Not = true
			} else {
				o.Neg = true
			}
		default:
			return p.pushConst(pos)
		}
	default:
		return p.pushConst(pos)
	}
	// p|q
	if p.isPunct('|') {
		p.next()
		qpos := p.here()
		if p.tok.kind != tIdent {
			p.syntaxError()
			return false
		}
		if !p.nameOperand(qpos, depth) {
			return false
		}
		elems := p.keep(at)
		o := p.push(OpndPair, pos)
		o.Elems = elems
	}
	return true
}

// index parses the [i] after the name of an array: the address of its element i, or for ld and st the element.
func (p *parser) index(o *Operand) bool {
	pos := p.here()
	v, _ := o.Sym.(*Variable)
	if v == nil || len(v.Dims) == 0 {
		p.errorAt(pos, KindInvalid, o.Sym.SymName(), "Array indexing on non-array")
		return false
	}
	p.next()
	if p.tok.kind == tIdent && p.text() != "WARP_SZ" {
		p.errorHere(KindLimit, "Array index in a register is not supported")
		return false
	}
	c, ok := p.expr()
	if !ok || !p.expectPunct(']') {
		return false
	}
	if c.isFloat() {
		p.errorAt(pos, KindInvalid, "", integerExpected)
		return false
	}
	o.Imm = c.bits * uint64(v.Type.Size()) * uint64(max(v.Vec, 1))
	switch p.op {
	case OpLd, OpLdu, OpSt:
		o.Kind = OpndAddr
	}
	return true
}

// nameOperand parses a register, symbol, label or special register, with a
// selector or offset; depth is the nesting of brackets around it.
func (p *parser) nameOperand(pos Pos, depth int) bool {
	s := p.text()
	if s == "_" {
		p.push(OpndSink, pos)
		p.next()
		return true
	}
	n := p.intern(s)
	b := p.lookup(n)
	p.next()
	switch {
	case b != nil && b.kind == bindReg:
		o := p.push(OpndReg, pos)
		o.Reg = p.regID(b)
		if p.tok.kind == tDot {
			return p.selector(o, b.vec)
		}
	case b != nil:
		o := p.push(OpndSym, pos)
		o.Sym = b.sym
		markUsed(b.sym)
		if depth == 0 && p.isPunct('[') {
			return p.index(o)
		}
		if p.isPunct('+') {
			p.next()
			c, ok := p.expr()
			if !ok {
				return false
			}
			p.stack[len(p.stack)-1].Imm = c.bits
		}
	case n.sreg != SRegNone:
		sr := n.sreg
		if p.tok.kind == tDot {
			x := -1
			switch p.text() {
			case "x", "r":
				x = 0
			case "y", "g":
				x = 1
			case "z", "b":
				x = 2
			case "w", "a":
				x = 3
			}
			first, ok := sregVector[sr]
			if x < 0 || !ok {
				p.syntaxError()
				return false
			}
			sr = first + SReg(x)
			p.next()
		}
		p.push(OpndSReg, pos).SReg = sr
	default:
		// A label, perhaps one defined later; if it never is, its scope's end
		// reports it.
		o := p.push(OpndSym, pos)
		o.Sym = p.labelRef(n, pos)
	}
	return true
}

// sregVector maps %tid and its like to their .x component.
var sregVector = map[SReg]SReg{
	SRegTid: SRegTidX, SRegNtid: SRegNtidX, SRegCtaid: SRegCtaidX, SRegNctaid: SRegNctaidX,
	SRegClusterid: SRegClusteridX, SRegNclusterid: SRegNclusteridX,
	SRegClusterCtaid: SRegClusterCtaidX, SRegClusterNctaid: SRegClusterNctaidX,
}

// selector parses the .x, .b0, .h1, .b3210 after a register.
func (p *parser) selector(o *Operand, vec uint8) bool {
	w := p.text()
	switch w {
	case "x", "r":
		o.Sel = SelX
	case "y", "g":
		o.Sel = SelY
	case "z":
		o.Sel = SelZ
	case "w", "a":
		o.Sel = SelW
	case "b":
		o.Sel = SelZ
	case "b0", "b1", "b2", "b3":
		o.Sel = SelB0 + Sel(w[1]-'0')
	case "h0", "h1":
		o.Sel = SelH0 + Sel(w[1]-'0')
	default:
		if len(w) < 3 || len(w) > 5 || w[0] != 'b' && w[0] != 'h' {
			p.syntaxError()
			return false
		}
		// Lane selections such as .b3210: the digits as nibbles, the last one
		// lowest, with the number of digits in bits 16 and up and bit 24 for .h.
		v := uint64(0)
		for _, c := range []byte(w[1:]) {
			if c < '0' || c > '7' {
				p.syntaxError()
				return false
			}
			v = v<<4 | uint64(c-'0')
		}
		v |= uint64(len(w)-1) << 16
		if w[0] == 'h' {
			v |= 1 << 24
		}
		o.Sel = SelMask
		o.Imm = v
	}
	if o.Sel <= SelW && (vec < 2 || o.Sel > SelX+Sel(vec-1)) {
		p.errorHere(KindInvalid, "Illegal vector element selector '."+w+"'")
	}
	p.next()
	return true
}

// vector parses { a, b, ... }.
func (p *parser) vector(pos Pos, depth int) bool {
	if depth >= maxTupleNesting {
		p.errorHere(KindLimit, "Operand nests too deeply")
		return false
	}
	at := len(p.stack)
	p.next()
	for {
		if !p.operand(depth + 1) {
			return false
		}
		if !p.accept(',') {
			break
		}
	}
	if !p.expectPunct('}') {
		return false
	}
	elems := p.keep(at)
	p.push(OpndVec, pos).Elems = elems
	return true
}

// address parses [reg+imm], [sym+imm], [imm], or a tuple [a, b, ...].
func (p *parser) address(pos Pos, depth int) bool {
	if depth >= maxTupleNesting {
		p.errorHere(KindLimit, "Operand nests too deeply")
		return false
	}
	p.next()
	at := len(p.stack)
	if p.tok.kind == tIdent && p.text() != "WARP_SZ" {
		if !p.nameOperand(p.here(), depth+1) {
			return false
		}
		o := &p.stack[len(p.stack)-1]
		if p.isPunct('+') && o.Kind == OpndReg {
			p.next()
			c, ok := p.expr()
			if !ok {
				return false
			}
			if c.isFloat() {
				p.errorAt(pos, KindInvalid, "", integerExpected)
				return false
			}
			o = &p.stack[len(p.stack)-1]
			o.Imm = c.bits
		}
		if p.isPunct(']') && (o.Kind == OpndReg && o.Sel == SelNone || o.Kind == OpndSym) {
			o.Kind = OpndAddr
			o.Pos = pos
			p.next()
			return p.unified()
		}
	} else if !p.operand(depth + 1) {
		return false
	} else if o := &p.stack[len(p.stack)-1]; p.isPunct(']') && o.Kind == OpndInt {
		o.Kind = OpndAddr
		o.Pos = pos
		p.next()
		return p.unified()
	}
	for p.accept(',') {
		if !p.operand(depth + 1) {
			return false
		}
	}
	if !p.expectPunct(']') {
		return false
	}
	elems := p.keep(at)
	p.push(OpndTuple, pos).Elems = elems
	return true
}

func (p *parser) unified() bool {
	if p.isDir("unified") {
		p.stack[len(p.stack)-1].Unified = true
		p.next()
	}
	return true
}

// callOperands parses [(rets),] callee [, (args)] [, targets] into exactly
// four operands.
func (p *parser) callOperands() bool {
	if p.isPunct('(') {
		if !p.callList() || !p.expectPunct(',') {
			return false
		}
	} else {
		p.push(OpndList, p.here())
	}
	pos := p.here()
	if p.tok.kind != tIdent {
		p.syntaxError()
		return false
	}
	n := p.intern(p.text())
	if b := p.lookup(n); b == nil {
		p.errorAt(pos, KindInvalid, n.s, "Call to '"+n.s+"' requires call prototype")
		p.push(OpndNone, pos)
		p.next()
	} else if !p.nameOperand(pos, 1) {
		return false
	}
	if !p.accept(',') {
		p.push(OpndList, pos)
		p.push(OpndNone, pos)
		return true
	}
	if p.isPunct('(') {
		if !p.callList() {
			return false
		}
		if !p.accept(',') {
			p.push(OpndNone, pos)
			return true
		}
	} else {
		p.push(OpndList, pos)
	}
	pos = p.here()
	if p.tok.kind != tIdent {
		p.syntaxError()
		return false
	}
	return p.nameOperand(pos, 1)
}

func (p *parser) callList() bool {
	pos := p.here()
	at := len(p.stack)
	p.next()
	if p.accept(')') {
		p.push(OpndList, pos)
		return true
	}
	for {
		if !p.operand(1) {
			return false
		}
		if !p.accept(',') {
			break
		}
	}
	if !p.expectPunct(')') {
		return false
	}
	elems := p.keep(at)
	p.push(OpndList, pos).Elems = elems
	return true
}

// positive refuses a zero in the directives of kernels whose values must be positive.
func (p *parser) positive(f *Function, directive string, pos Pos) {
	zero := false
	dim := func(d Dim3) { zero = d.X == 0 || d.N > 1 && d.Y == 0 || d.N > 2 && d.Z == 0 }
	switch directive {
	case "maxntid":
		dim(f.MaxNTid)
	case "reqntid":
		dim(f.ReqNTid)
	case "maxnreg":
		zero = f.MaxNReg == 0
	case "minnctapersm":
		zero = f.MinNCtaPerSM == 0
	}
	if zero {
		p.errorAt(pos, KindInvalid, "."+directive, "Positive non-zero value expected for "+directive)
	}
}
