package ptx

import (
	"fmt"
	"strconv"
	"strings"
)

// Bounds on hostile input. Real programs stay far below them.
const (
	maxSourceBytes  = 1 << 30
	maxNesting      = 256     // { } in { }
	maxTupleNesting = 4       // { } in [ ]
	maxInitNesting  = 32      // braces of an initialiser
	maxVarExpansion = 1 << 16 // variables that name<n> declarations make, per module
	maxVarBytes     = 1 << 40 // size of one variable
)

type parser struct {
	lexer
	name  string
	m     *Module
	fn    *Function
	diags []Diag
	fatal bool // too many errors: unwind

	names        map[string]*name
	scopes       []scope
	nestedRanges int
	forwarded    bool
	expanded     int
	texMode      bool // .target names a texturing mode
	files        map[uint32]bool
	located      map[[3]uint32]bool // places that .loc directives name

	mods map[string]*Mods // mnemonics seen in this module

	entry    bool      // the function whose parameters are being parsed is a kernel
	op       Opcode    // of the instruction being parsed
	stack    []Operand // its operands
	buf      []byte
	instrs   []Instr
	opnds    []Operand
	regs     []Reg
	bindings []binding
}

// Parse reads one PTX module. The error, if any, is of type Errors and lists
// every problem found: syntax errors (Parse resumes at the next statement),
// unknown names, duplicates, unknown instructions and modifiers, versions and
// targets. The module is returned even then, unless nothing of it could be
// read, so that Check can add what it finds.
func Parse(src []byte, opt Options) (*Module, error) {
	p := &parser{
		lexer: lexer{line: 1},
		name:  opt.Name,
		names: make(map[string]*name, 64+len(src)/256),
		mods:  make(map[string]*Mods, 64),
		files: map[uint32]bool{}, located: map[[3]uint32]bool{},
		m: &Module{
			Name:        opt.Name,
			AddressSize: 32,
			funcByName:  map[string]*Function{},
			varByName:   map[string]*Variable{},
		},
	}
	if len(src) > maxSourceBytes {
		p.errorAt(Pos{1, 1}, KindLimit, "", "Source is too large")
		return nil, Errors(p.diags)
	}
	p.src = string(src)
	// A string handed over by a driver call may end in NULs.
	p.src = strings.TrimRight(p.src, "\x00")
	p.openScope() // module scope, depth 0
	p.next()
	ok := p.prologue()
	if ok {
		p.module()
		p.closeScope()
		p.targetFits()
	}
	p.finish()
	if len(p.diags) > 0 {
		sortDiags(p.diags)
		if !ok {
			return nil, Errors(p.diags)
		}
		return p.m, Errors(p.diags)
	}
	return p.m, nil
}

// Diagnostics.

func (p *parser) errorAt(pos Pos, kind Kind, word, msg string) {
	if len(p.diags) >= maxDiags {
		p.fatal = true
		return
	}
	p.diags = append(p.diags, Diag{File: p.name, Pos: pos, Kind: kind, Word: word, Msg: msg})
}

func (p *parser) errorHere(kind Kind, msg string) { p.errorAt(p.here(), kind, p.text(), msg) }

func (p *parser) syntaxError() {
	w := p.text()
	switch p.tok.kind {
	case tDot:
		w = "." + w
	case tString:
		w = `"` + w + `"`
	case tEOF:
		w = ""
	case tBad:
		if strings.HasPrefix(w, "/*") {
			p.errorAt(p.here(), KindSyntax, w, "Parsing error near '': unexpected EOF while scanning")
			return
		}
	}
	if len(w) > 64 {
		w = w[:64]
	}
	p.errorAt(p.here(), KindSyntax, w, "Parsing error near '"+w+"': syntax error")
}

func (p *parser) expectPunct(c byte) bool {
	if p.isPunct(c) {
		p.next()
		return true
	}
	p.syntaxError()
	return false
}

func (p *parser) accept(c byte) bool {
	if p.isPunct(c) {
		p.next()
		return true
	}
	return false
}

func (p *parser) ident() (string, Pos, bool) {
	if p.tok.kind != tIdent {
		p.syntaxError()
		return "", Pos{}, false
	}
	s, pos := p.text(), p.here()
	p.next()
	return s, pos, true
}

// integer parses an integer literal or WARP_SZ: what directives take, which take no expressions.
func (p *parser) integer() (uint64, bool) {
	if p.tok.kind != tInt && p.tok.kind != tIdent {
		p.syntaxError()
		return 0, false
	}
	c, ok := p.literal()
	return c.bits, ok
}

// uintConst parses an integer literal that fits 32 bits.
func (p *parser) uintConst() (uint32, bool) {
	pos, w := p.here(), p.text()
	v, ok := p.integer()
	if ok && v > 0xffffffff {
		p.errorAt(pos, KindInvalid, w, "Constant overflow")
		return 0, false
	}
	return uint32(v), ok
}

// declName parses a name that is declared.
func (p *parser) declName() (string, Pos, bool) {
	if p.tok.kind == tIdent && (p.text() == "_" || p.text() == "WARP_SZ") {
		p.syntaxError()
		return "", Pos{}, false
	}
	return p.ident()
}

// sync skips to just after the next ';', or before a brace or the end.
func (p *parser) sync() {
	for {
		switch {
		case p.tok.kind == tEOF:
			return
		case p.isPunct(';'):
			p.next()
			return
		case p.isPunct('{'), p.isPunct('}'):
			return
		}
		p.next()
	}
}

// Module level.

// prologue parses .version and .target, which every module begins with.
func (p *parser) prologue() bool {
	if !p.isDir("version") {
		p.errorHere(KindSyntax, "Missing .version directive at start of file '"+p.name+"'")
		return false
	}
	if !p.version() {
		return false
	}
	if !p.isDir("target") {
		p.errorHere(KindSyntax, "Missing .target directive at start of file '"+p.name+"'")
		return false
	}
	for p.isDir("target") {
		if !p.target() {
			return false
		}
	}
	if p.isDir("address_size") {
		return p.addressSize()
	}
	return true
}

func (p *parser) addressSize() bool {
	p.m.AddrPos = p.here()
	p.next()
	pos, w := p.here(), p.text()
	n, ok := p.uintConst()
	if !ok {
		return false
	}
	if n != 32 && n != 64 {
		p.errorAt(pos, KindInvalid, w, "Illegal value for .address_size directive (must be 32 or 64)")
		return false
	}
	if p.m.Version.Less(Version{2, 3}) {
		p.errorAt(p.m.AddrPos, KindUnsupported, ".address_size", "Feature '.address_size directive' requires PTX ISA .version 2.3 or later")
	}
	p.m.AddressSize = int(n)
	return true
}

// newest is the newest PTX ISA version whose features the instruction table
// has.
var newest = Version{9, 5}

// lastMinor is the last minor version of each major one.
var lastMinor = [...]uint16{1: 5, 2: 3, 3: 2, 4: 3, 5: 0, 6: 5, 7: 8, 8: 8, 9: 5}

func (v Version) exists() bool {
	return v.Major > 0 && int(v.Major) < len(lastMinor) && v.Minor <= lastMinor[v.Major]
}

func (p *parser) version() bool {
	p.m.VersionPos = p.here()
	p.next()
	w := p.text()
	major, minor, ok := strings.Cut(w, ".")
	a, err1 := parseUint(major, 10)
	b, err2 := uint64(0), error(nil)
	for _, c := range []byte(major + minor) {
		ok = ok && c >= '0' && c <= '9'
	}
	if ok {
		b, err2 = parseUint(minor, 10)
	}
	if !ok || p.tok.kind != tFloat || err1 != nil || err2 != nil || len(w) > 9 || minor == "" {
		p.errorAt(p.m.VersionPos, KindSyntax, w, "Missing .version directive at start of file '"+p.name+"'")
		return false
	}
	v := Version{uint16(min(a, 65535)), uint16(min(b, 65535))}
	if !v.exists() {
		p.errorAt(p.m.VersionPos, KindVersion, w, "Unsupported .version "+w+"; current version is '"+newest.String()+"'")
		return false
	}
	p.m.Version = v
	p.next()
	return true
}

// knownSMs are the targets of the .target directive and the first PTX version
// that has each.
var knownSMs = map[int]Version{
	10: {1, 0}, 11: {1, 0}, 12: {1, 2}, 13: {1, 2}, 20: {2, 0}, 21: {2, 0}, 30: {3, 0}, 32: {4, 0}, 35: {3, 1}, 37: {4, 1},
	50: {4, 0}, 52: {4, 1}, 53: {4, 2}, 60: {5, 0}, 61: {5, 0}, 62: {5, 0}, 70: {6, 0}, 72: {6, 1}, 75: {6, 3},
	80: {7, 0}, 86: {7, 1}, 87: {7, 4}, 88: {9, 0}, 89: {7, 8}, 90: {7, 8}, 100: {8, 6}, 101: {8, 6}, 103: {8, 8},
	107: {9, 4}, 110: {9, 0}, 120: {8, 7}, 121: {8, 8},
}

// ParseSM reads a target architecture name: sm_52, sm_90a, compute_100f.
func ParseSM(s string) (sm int, suffix byte, ok bool) {
	d, ok := strings.CutPrefix(s, "sm_")
	if !ok {
		if d, ok = strings.CutPrefix(s, "compute_"); !ok {
			return 0, 0, false
		}
	}
	if n := len(d); n > 1 && (d[n-1] == 'a' || d[n-1] == 'f') {
		suffix = d[n-1]
		d = d[:n-1]
	}
	if d == "" || len(d) > 4 {
		return 0, 0, false
	}
	for _, c := range []byte(d) {
		if c < '0' || c > '9' {
			return 0, 0, false
		}
		sm = sm*10 + int(c-'0')
	}
	return sm, suffix, true
}

func (p *parser) target() bool {
	t := &p.m.Target
	t.Pos = p.here()
	p.next()
	for {
		w, pos, ok := p.ident()
		if !ok {
			return false
		}
		t.Names = append(t.Names, w)
		switch w {
		case "debug":
			t.Debug = true
		case "map_f64_to_f32":
			t.MapF64 = true
			if t.SM >= 13 {
				p.errorAt(pos, KindInvalid, w, "Directive map_f64_to_f32 is not supported with SM 1.3 or higher")
			}
		case "texmode_unified", "texmode_independent":
			mode := TexUnified
			if w == "texmode_independent" {
				mode = TexIndependent
			}
			if p.texMode && mode != t.TexMode {
				p.errorAt(pos, KindInvalid, w, "Conflicting .target option '"+w+"'")
			}
			p.texMode, t.TexMode = true, mode
		default:
			sm, suffix, ok := ParseSM(w)
			_, known := knownSMs[sm]
			if suffix != 0 && sm < 90 || suffix == 'f' && sm < 100 {
				known = false
			}
			if !ok || !known {
				p.errorAt(pos, KindTarget, w, "Unsupported .target '"+w+"'")
				return false
			}
			t.SM, t.Suffix = sm, suffix
		}
		if t.SM == 0 {
			p.errorAt(t.Pos, KindTarget, w, "Target architecture not defined at start of file '"+p.name+"'")
			return false
		}
		if !p.accept(',') {
			return true
		}
	}
}

// targetFits checks that the module's version has its target. Where nothing is declared, nobody asks.
func (p *parser) targetFits() {
	t := &p.m.Target
	first := knownSMs[t.SM]
	switch {
	case t.Suffix == 'a' && t.SM == 90:
		first = Version{8, 0}
	case t.Suffix == 'f' && first.Less(Version{8, 8}):
		first = Version{8, 8}
	}
	if len(p.m.Decls) > 0 && p.m.Version.Less(first) {
		name := "sm_" + utoa(uint32(t.SM))
		if t.Suffix != 0 {
			name += string(t.Suffix)
		}
		p.errorAt(t.Pos, KindUnsupported, name, "PTX .version "+p.m.Version.String()+" does not support .target "+name)
	}
}

func (p *parser) module() {
	for p.tok.kind != tEOF && !p.fatal {
		start := p.tok.start
		if !p.moduleItem() {
			p.sync()
			for p.isPunct('}') || p.isPunct('{') {
				if p.isPunct('{') {
					p.skipBraces()
				} else {
					p.next()
				}
			}
			if p.tok.start == start && p.tok.kind != tEOF {
				p.next()
			}
		}
	}
}

// skipBraces skips a balanced { }.
func (p *parser) skipBraces() {
	n := 0
	for p.tok.kind != tEOF {
		if p.isPunct('{') {
			n++
		} else if p.isPunct('}') {
			n--
			if n == 0 {
				p.next()
				return
			}
		}
		p.next()
	}
}

func (p *parser) moduleItem() bool {
	if p.tok.kind != tDot {
		p.syntaxError()
		return false
	}
	switch w := p.text(); w {
	case "file":
		f := p.fileDir()
		if f == nil {
			return false
		}
		p.m.Decls = append(p.m.Decls, f)
		return true
	case "section":
		s := p.section()
		if s == nil {
			return false
		}
		p.m.Decls = append(p.m.Decls, s)
		return true
	case "pragma":
		pr := p.pragma()
		if pr == nil {
			return false
		}
		for _, t := range pr.Text {
			switch {
			case bodyPragma(t):
				p.errorAt(pr.Pos, KindInvalid, t, "Pragma '"+t+"' is allowed only within function scope")
			case t != "nounroll":
				p.errorAt(pr.Pos, KindInvalid, t, "Pragma '"+t+"' not supported")
			}
		}
		p.m.Decls = append(p.m.Decls, pr)
		return true
	case "alias":
		return p.alias()
	}
	link := LinkNone
	linkPos := p.here()
	switch p.text() {
	case "visible":
		link = LinkVisible
	case "extern":
		link = LinkExtern
	case "weak":
		link = LinkWeak
	case "common":
		link = LinkCommon
	}
	if link != LinkNone {
		p.next()
	}
	switch {
	case (p.isDir("entry") || p.isDir("func")) && link != LinkCommon:
		return p.function(link)
	case p.declStarts():
		h, ok := p.declHead(false)
		if !ok {
			return false
		}
		l := p.varList(h, link, linkPos)
		if l == nil {
			return false
		}
		p.m.Decls = append(p.m.Decls, l)
		return true
	}
	p.syntaxError()
	return false
}

var declSpaces = map[string]Space{
	"const": SpaceConst, "global": SpaceGlobal, "local": SpaceLocal, "param": SpaceParam,
	"shared": SpaceShared, "tex": SpaceTex, "reg": SpaceReg,
}

func (p *parser) alias() bool {
	a := &Alias{Pos: p.here()}
	p.next()
	s, pos, ok := p.ident()
	if !ok || !p.expectPunct(',') {
		return false
	}
	s2, pos2, ok := p.ident()
	if !ok || !p.expectPunct(';') {
		return false
	}
	a.Func, a.Of = p.m.funcByName[s], p.m.funcByName[s2]
	for i, f := range []*Function{a.Func, a.Of} {
		if f == nil {
			w, at := s, pos
			if i == 1 {
				w, at = s2, pos2
			}
			p.errorAt(at, KindInvalid, w, "Unknown symbol '"+w+"'")
			return true
		}
	}
	what := prototypesDiffer(a.Func, a.Of)
	switch {
	case p.m.Version.Less(Version{6, 3}):
		p.errorAt(a.Pos, KindUnsupported, ".alias", "Feature '.alias' requires PTX ISA .version 6.3 or later")
	case p.m.Target.SM < 30:
		p.errorAt(a.Pos, KindUnsupported, ".alias", "Feature '.alias' requires .target sm_30 or higher")
	case a.Func == a.Of:
		p.errorAt(pos, KindInvalid, s, "Cannot alias a function to itself")
	case a.Func.Entry:
		p.errorAt(pos, KindInvalid, s, "Cannot define alias to entry function '"+s+"'")
	case a.Of.Entry:
		p.errorAt(pos2, KindInvalid, s2, "Cannot define alias to entry function '"+s2+"'")
	case a.Of.Linkage == LinkWeak:
		p.errorAt(pos2, KindInvalid, s2, "Function '"+s2+"' with .weak scope cannot be aliased")
	case a.Func.HasBody:
		p.errorAt(pos, KindInvalid, s, "Illegal redefinition of function '"+s+"' as alias")
	case a.Func.AliasOf != nil:
		p.errorAt(pos, KindInvalid, s, "'"+s+"' is already aliased to '"+a.Func.AliasOf.Name+"' and cannot be redefined")
	case what != "":
		p.errorAt(pos, KindInvalid, s, "Mismatch in prototype of alias '"+s+"' and aliasee '"+s2+"'. "+what+" differ(s)")
	default:
		a.Func.AliasOf = a.Of
		a.Of.Used = true
		p.m.Decls = append(p.m.Decls, a)
	}
	return true
}

func (p *parser) fileDir() *FileDir {
	f := &FileDir{Pos: p.here()}
	p.next()
	var ok bool
	if f.Index, ok = p.uintConst(); !ok {
		return nil
	}
	if p.tok.kind != tString {
		p.syntaxError()
		return nil
	}
	f.Name = p.text()
	p.next()
	if p.accept(',') {
		f.HasTime = true
		if f.Time, ok = p.integer(); !ok {
			return nil
		}
		if p.accept(',') {
			if f.Size, ok = p.integer(); !ok {
				return nil
			}
		}
	}
	if p.files[f.Index] {
		p.errorAt(f.Pos, KindInvalid, f.Name, "Duplicate file index #"+utoa(f.Index))
	}
	p.files[f.Index] = true
	return f
}

func (p *parser) pragma() *Pragma {
	pr := &Pragma{Pos: p.here()}
	p.next()
	for {
		if p.tok.kind != tString {
			p.syntaxError()
			return nil
		}
		pr.Text = append(pr.Text, p.text())
		p.next()
		if !p.accept(',') {
			break
		}
	}
	if !p.expectPunct(';') {
		return nil
	}
	return pr
}

// bodyPragma reports a pragma that only a function's body may have.
func bodyPragma(text string) bool {
	switch name, _, _ := strings.Cut(text, " "); name {
	case "enable_smem_spilling", "frequency", "used_bytes_mask":
		return true
	}
	return false
}

// pragmaArgs checks the number that some pragmas of bodies have. Unknown ones are for other compilers.
func (p *parser) pragmaArgs(pos Pos, text string) {
	name, arg, _ := strings.Cut(text, " ")
	if name != "frequency" && name != "used_bytes_mask" {
		return
	}
	if arg = strings.TrimSpace(arg); arg == "" {
		p.errorAt(pos, KindInvalid, text, "Argument(s) to pragma '"+name+"' cannot be empty")
	} else if _, err := strconv.ParseUint(arg, 0, 64); err != nil {
		p.errorAt(pos, KindInvalid, text, "Invalid value '"+arg+"' specified for .pragma '"+text+"'")
	}
}

func (p *parser) loc() *Loc {
	l := &Loc{Pos: p.here()}
	p.next()
	var ok bool
	for _, d := range []*uint32{&l.File, &l.Line, &l.Col} {
		if *d, ok = p.uintConst(); !ok {
			return nil
		}
	}
	if p.accept(',') {
		if !p.word("function_name") {
			return nil
		}
		switch p.tok.kind {
		case tIdent:
			l.FuncName = p.text()
		case tDot:
			l.FuncName = "." + p.text() // a section's name
		default:
			p.syntaxError()
			return nil
		}
		p.next()
		if p.accept('+') {
			off, ok := p.integer()
			if !ok {
				return nil
			}
			l.FuncOff = int64(off)
		}
		if !p.expectPunct(',') || !p.word("inlined_at") {
			return nil
		}
		l.HasInline = true
		for _, d := range []*uint32{&l.InFile, &l.InLine, &l.InCol} {
			if *d, ok = p.uintConst(); !ok {
				return nil
			}
		}
		switch at := [3]uint32{l.InFile, l.InLine, l.InCol}; {
		case p.m.Version.Less(Version{7, 0}):
			p.errorAt(l.Pos, KindUnsupported, "inlined_at", "Feature 'Line information of inline functions' requires PTX ISA .version 7.0 or later")
		case !p.located[at]:
			p.errorAt(l.Pos, KindInvalid, "inlined_at", fmt.Sprintf("Source location %d %d %d used in inlined_at directive must be used in a preceding .loc directive", at[0], at[1], at[2]))
		}
	}
	p.located[[3]uint32{l.File, l.Line, l.Col}] = true
	return l
}

// word takes a fixed word.
func (p *parser) word(w string) bool {
	if p.tok.kind != tIdent || p.text() != w {
		p.syntaxError()
		return false
	}
	p.next()
	return true
}

func (p *parser) section() *Section {
	s := &Section{Pos: p.here()}
	p.next()
	if p.tok.kind != tDot {
		p.syntaxError()
		return nil
	}
	s.Name = "." + p.text()
	p.next()
	if !p.expectPunct('{') {
		return nil
	}
	for !p.isPunct('}') {
		if p.tok.kind == tIdent {
			w, _, _ := p.ident()
			if !p.expectPunct(':') {
				return nil
			}
			s.Lines = append(s.Lines, SectionLine{Label: w})
			continue
		}
		if p.tok.kind != tDot {
			p.syntaxError()
			return nil
		}
		line := SectionLine{}
		switch p.text() {
		case "b8":
			line.Type = B8
		case "b16":
			line.Type = B16
		case "b32":
			line.Type = B32
		case "b64":
			line.Type = B64
		default:
			p.errorHere(KindInvalid, "Illegal type for dwarf data")
			return nil
		}
		p.next()
		if !p.sectionData(&line) {
			return nil
		}
		s.Lines = append(s.Lines, line)
	}
	p.next()
	return s
}

// sectionData parses numbers with commas between them, or one label + number or label - label.
func (p *parser) sectionData(line *SectionLine) bool {
	if p.tok.kind == tIdent || p.tok.kind == tDot {
		d := SectionDatum{Label: p.text()}
		section := p.tok.kind == tDot
		if section {
			d.Label = "." + d.Label
		}
		if line.Type.Bits() < 32 {
			p.errorHere(KindInvalid, "Illegal type for dwarf data")
		}
		p.next()
		switch {
		case !section && p.accept('-'):
			var ok bool
			if d.Minus, _, ok = p.ident(); !ok {
				return false
			}
		case p.accept('+'):
			v, ok := p.integer()
			if !ok {
				return false
			}
			d.Value = int64(v)
		}
		line.Data = []SectionDatum{d}
		return true
	}
	for {
		pos, minus := p.here(), p.accept('-')
		w := p.text()
		if p.tok.kind != tInt {
			p.syntaxError()
			return false
		}
		v, ok := p.integer()
		if !ok {
			return false
		}
		bits := line.Type.Bits()
		// Large positive values are cut to 32 bits; so does ptxas.
		if bits < 32 && !minus && v >= 1<<bits || minus && v > 1<<(bits-1) && bits < 64 {
			sign := ""
			if minus {
				sign = "-"
			}
			p.errorAt(pos, KindInvalid, w, "Value out of range for type ."+line.Type.String()+" "+sign+w)
		}
		if minus {
			v = -v
		}
		line.Data = append(line.Data, SectionDatum{Value: int64(v)})
		if !p.accept(',') {
			return true
		}
	}
}

// finish links declarations with definitions.
func (p *parser) finish() {
	defs := map[string]*Function{}
	for _, f := range p.m.Funcs {
		if f.HasBody && defs[f.Name] == nil {
			defs[f.Name] = f
		}
	}
	for i, f := range p.m.Funcs {
		f.Index = i
		d := defs[f.Name]
		if d == nil {
			d = p.m.funcByName[f.Name] // the first declaration stands for all
		}
		if d != nil && d != f {
			f.def = d
			d.Used = d.Used || f.Used
			if d.AliasOf == nil {
				d.AliasOf = f.AliasOf
			}
		}
	}
	vdefs := map[string]*Variable{}
	for _, v := range p.m.Vars {
		if v.Linkage != LinkExtern && vdefs[v.Name] == nil {
			vdefs[v.Name] = v
		}
	}
	for i, v := range p.m.Vars {
		v.Index = i
		d := vdefs[v.Name]
		if d == nil {
			d = p.m.varByName[v.Name]
		}
		if d != nil && d != v {
			v.def = d
			d.Used = d.Used || v.Used
		}
	}
}
