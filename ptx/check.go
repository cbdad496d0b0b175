package ptx

import (
	"fmt"
	"slices"
	"strings"
)

// Check reports what is wrong with a parsed module beyond what Parse reports:
// operand types, sizes and numbers against the instruction table, modifiers
// that do not go together, versions and targets, calls, initialisers. The
// diagnostics are in source order.
func Check(m *Module, opt Options) []Diag {
	c := &checker{m: m, name: opt.Name, mods: map[*Mods]bool{}}
	for _, v := range m.Vars {
		c.variable(v)
	}
	c.constants()
	c.debug()
	if m.AddressSize == 32 && m.AddrPos.Line > 0 {
		c.err(m.AddrPos, KindInvalid, ".address_size", "32-Bit compilation is no longer supported")
	}
	for _, f := range m.Funcs {
		c.function(f)
		if len(c.diags) >= maxDiags {
			break
		}
	}
	sortDiags(c.diags)
	return c.diags
}

type checker struct {
	m     *Module
	name  string
	fn    *Function
	diags []Diag
	mods  map[*Mods]bool // mnemonics whose modifiers were looked at: fine or not
}

func (c *checker) err(pos Pos, kind Kind, word, msg string) {
	if len(c.diags) < maxDiags {
		c.diags = append(c.diags, Diag{File: c.name, Pos: pos, Kind: kind, Word: word, Msg: msg})
	}
}

// maxConst is how much constant memory a module may have (PTX ISA, "Constant State Space").
const maxConst = 0x10000

// constants checks the sum of all constant variables; the one that goes beyond the bound is named.
func (c *checker) constants() {
	sum, over := int64(0), (*Variable)(nil)
	for _, v := range c.m.Vars {
		if v.Space.Base() != SpaceConst || v.Definition() != v || v.Bank > 0 {
			continue // each numbered bank has its own memory
		}
		a := max(int64(v.Align), int64(v.Type.Size()), 1)
		if sum = (sum+a-1)/a*a + v.Size(); sum > maxConst && over == nil {
			over = v
		}
		if sum < 0 || sum > 1<<62 {
			break
		}
	}
	if over != nil {
		c.err(over.Pos, KindInvalid, over.Name, fmt.Sprintf("File uses too much global constant data (0x%x bytes, 0x%x max)", sum, maxConst))
	}
}

func (c *checker) function(f *Function) {
	c.fn = f
	if f.MaxNTid.N > 0 && f.ReqNTid.N > 0 {
		c.err(f.Pos, KindInvalid, f.Name, "Conflicting directives: .maxntid and .reqntid cannot both be specified")
	}
	if f.ReqNCtaPerCluster.N > 0 && f.MaxClusterRank > 0 {
		c.err(f.Pos, KindInvalid, f.Name, "Conflicting directives: .reqnctapercluster and .maxclusterrank cannot both be specified")
	}
	if f.BlocksAreClusters && (f.ReqNTid.N == 0 || f.ReqNCtaPerCluster.N == 0) {
		c.err(f.Pos, KindInvalid, f.Name, ".reqntid and .reqnctapercluster directive(s) required for directive '.blocksareclusters'")
	}
	c.params(f)
	if f.Entry {
		off := int64(0)
		for _, v := range f.Params {
			if v.Space != SpaceParam {
				c.err(v.Pos, KindInvalid, v.Name, "Entry parameter '"+v.Name+"' must have .param state space")
			}
			a := v.Alignment()
			off = (off+a-1)&^(a-1) + v.Size()
		}
		if off > oldParamBytes && off <= MaxParamBytes {
			const what = "Feature 'Kernel parameter size larger than 4352 bytes' requires "
			switch {
			case c.m.Version.Less(Version{8, 1}):
				c.err(f.Pos, KindUnsupported, f.Name, what+"PTX ISA .version 8.1 or later")
			case c.m.Target.SM < 70:
				c.err(f.Pos, KindUnsupported, f.Name, what+".target sm_70 or higher")
			}
		}
		if off > MaxParamBytes {
			c.err(f.Pos, KindInvalid, f.Name, "Entry function '"+f.Name+"' uses too much parameter space ("+utoa(uint32(min(off, 1<<31)))+" bytes, "+utoa(MaxParamBytes)+" max).")
		}
	}
	for _, v := range f.Locals {
		c.variable(v)
	}
	for _, s := range f.Body {
		if in, ok := s.(*Instr); ok {
			c.instr(in)
		}
	}
}

// params checks the parameters of a function or kernel.
func (c *checker) params(f *Function) {
	if len(f.Rets) > 1 {
		for _, v := range f.Rets {
			if v.Space == SpaceParam {
				c.err(v.Pos, KindInvalid, v.Name, "Multiple return parameters require .register state space")
				break
			}
		}
	}
	for i, list := range [2][]*Variable{f.Rets, f.Params} {
		for k, v := range list {
			open := len(v.Dims) > 0 && v.Dims[0] < 0
			switch {
			case v.Space == SpaceReg && len(v.Dims) > 0:
				c.err(v.Pos, KindInvalid, v.Name, "Variable '"+v.Name+"' cannot be allocated into a register")
			case v.Space == SpaceReg:
			case v.Type == Pred:
				c.err(v.Pos, KindInvalid, v.Name, "Predicate variable '"+v.Name+"' must be in register state space")
			case v.Vec > 1:
				c.err(v.Pos, KindInvalid, v.Name, "Variable '"+v.Name+"' cannot be allocated in .param state space")
			case open && i == 0:
				c.err(v.Pos, KindInvalid, v.Name, "Output parameter cannot be an incomplete array.")
			case open && f.Entry:
				c.err(v.Pos, KindInvalid, v.Name, "Parameter to entry function cannot be an incomplete array.")
			case open && k < len(list)-1:
				c.err(v.Pos, KindInvalid, v.Name, "Only the last input parameter can be an incomplete array.")
			}
			if v.Type == SamplerRef && c.m.Target.TexMode == TexUnified {
				c.err(v.Pos, KindInvalid, v.Name, texModeViolated)
			}
		}
	}
}

const texModeViolated = "Instruction or declaration violates .target texmode_unified setting"

// MaxParamBytes is the most that a kernel's parameters may take, oldParamBytes the most before PTX ISA 8.1 and sm_70.
const (
	MaxParamBytes = 32764
	oldParamBytes = 4352
)

// debug checks that a module for debugging has something to debug with.
func (c *checker) debug() {
	if !c.m.Target.Debug {
		return
	}
	for _, d := range c.m.Decls {
		if s, ok := d.(*Section); ok && strings.HasPrefix(s.Name, ".debug_") {
			return
		}
	}
	c.err(c.m.Target.Pos, KindInvalid, "debug", "Debug information not found in presence of .target debug")
}

func (c *checker) variable(v *Variable) {
	if v.family != nil && v.Name != v.family.Name+"0" {
		return // all elements of name<n> are alike
	}
	if v.Type == Pred {
		c.err(v.Pos, KindInvalid, v.Name, "Predicate variable '"+v.Name+"' must be in register state space")
		return
	}
	if v.Type >= TexRef {
		switch {
		case v.Fn != nil:
			c.err(v.Pos, KindInvalid, v.Name, "Texture/surface variable must be at module or entry parameter scope")
		case v.Space != SpaceGlobal:
			c.err(v.Pos, KindInvalid, v.Name, "Texture and surface variables must be declared in .global space")
		case v.Type == SamplerRef && c.m.Target.TexMode == TexUnified:
			c.err(v.Pos, KindInvalid, v.Name, texModeViolated)
		}
	}
	if v.Space == SpaceTex && v.Type != U32 && v.Type != U64 {
		c.err(v.Pos, KindInvalid, v.Name, "Variable '"+v.Name+"' must be type .u32 or .u64")
	}
	if v.Linkage == LinkCommon && v.Space != SpaceGlobal {
		c.err(v.Pos, KindInvalid, v.Name, ".common variables must be declared in .global space")
	}
	for _, a := range v.Attr {
		if v.Space != SpaceGlobal {
			c.err(v.Pos, KindInvalid, v.Name, "Illegal attribute '."+a.Name+"' for symbol '"+v.Name+"'")
		}
	}
	if v.Fn == nil && v.Space == SpaceLocal {
		c.err(v.Pos, KindInvalid, v.Name, "Module-scoped variables in .local state space are not allowed with ABI")
	}
	if int(v.Vec)*v.Type.Bits() > 128 && v.Vec > 1 || v.Vec > 4 {
		c.err(v.Pos, KindInvalid, v.Name, "Vector type too large, exceeds 128 bit limit")
	}
	if v.Linkage != LinkExtern && len(v.Dims) > 0 && v.Dims[0] <= 0 && v.Space != SpaceParam {
		c.err(v.Pos, KindInvalid, v.Name, "Non-external variable '"+v.Name+"' has incomplete type")
	}
	if v.Init == nil {
		return
	}
	switch {
	case v.Linkage == LinkExtern:
		c.err(v.Pos, KindInvalid, v.Name, "No initial value is allowed for external symbol '"+v.Name+"'")
	case v.Space != SpaceGlobal && v.Space != SpaceConst:
		c.err(v.Pos, KindInvalid, v.Name, "No initial value is allowed for '"+v.Name+"' in this state space")
	case v.Type >= TexRef:
		if v.Init.Kind != InitList {
			c.err(v.Init.Pos, KindInvalid, v.Name, initMismatch)
		}
	case v.Type == F16:
		c.err(v.Init.Pos, KindInvalid, v.Name, "No initial value is allowed for .f16 type")
	default:
		dims := v.Dims
		if v.Vec > 1 {
			dims = append(slices.Clone(dims), int64(v.Vec))
		}
		c.init(v, v.Init, dims)
	}
}

const initMismatch = "Initial value type mismatch"

// init checks an initialiser of v against the extents that remain, those of a vector's elements included.
func (c *checker) init(v *Variable, in *Init, dims []int64) {
	if (in.Kind == InitList) != (len(dims) > 0) {
		c.err(in.Pos, KindInvalid, v.Name, initMismatch)
		return
	}
	if in.Kind == InitList {
		switch n := int64(len(in.Elems)); {
		case v.Vec > 1 && len(dims) == 1 && n != dims[0]:
			c.err(in.Pos, KindInvalid, v.Name, "Incorrect number of elements in vector initializer")
			return
		case n > dims[0]:
			c.err(in.Pos, KindInvalid, v.Name, "Greater number of elements in array initializer")
			return
		}
		for i := range in.Elems {
			c.init(v, &in.Elems[i], dims[1:])
			if len(c.diags) >= maxDiags {
				return
			}
		}
		return
	}
	ok := true
	switch in.Kind {
	case InitInt:
		ok = !v.Type.Float()
	case InitF32, InitF64:
		ok = v.Type == F32 || v.Type == F64 || v.Type.Untyped()
	case InitSym:
		// The types that ptxas takes: whole addresses, or single bytes of one.
		ok = v.Type == U64 || v.Type == U32 || in.Mask != 0 && v.Type == U8
		switch d := in.Sym.(type) {
		case *Variable:
			if ok && d.Space.Base() != SpaceGlobal && d.Space.Base() != SpaceConst {
				c.err(in.Pos, KindInvalid, v.Name, "Variable used as initial value not in .global or .const state space")
				return
			}
		case *Function:
			switch {
			case in.Generic:
				c.err(in.Pos, KindInvalid, v.Name, "Invalid initial value expression")
				return
			case d.Linkage == LinkExtern && !d.Definition().HasBody:
				c.err(in.Pos, KindInvalid, v.Name, "Cannot take address of function '"+d.Name+"'")
				return
			}
			ok = ok && in.Off == 0
		}
	}
	if !ok {
		c.err(in.Pos, KindInvalid, v.Name, initMismatch)
	}
}

// opName is how messages name an instruction: ptxas drops most modifiers.
func opName(m *Mods) string {
	if (m.Op == OpMul || m.Op == OpMad) && m.Part != PartNone {
		return m.Op.String() + "." + m.Part.String()
	}
	return m.Op.String()
}

func (c *checker) instr(in *Instr) {
	m := in.Mods
	if len(m.forms) == 0 {
		return // Parse has said so
	}
	if !c.modsOK(in) {
		return
	}
	if m.Op == OpCall {
		c.call(in)
		return
	}
	// The first form whose operands fit decides.
	best := -1
	var why string
	var at int
	var newer *form
	for _, f := range m.forms {
		n, msg := c.match(f, m, in.Ops)
		if msg == "" {
			if c.available(f) {
				c.after(in)
				return
			}
			newer = f
			continue
		}
		if n > best {
			best, why, at = n, msg, n
		}
	}
	if newer != nil {
		c.unavailable(in, newer)
		return
	}
	pos := in.Pos
	word := m.Text
	if at < len(in.Ops) {
		pos = in.Ops[at].Pos
		word = c.operandWord(&in.Ops[at])
	}
	c.err(pos, KindInvalid, word, why)
}

// operandWord names an operand in a diagnostic.
func (c *checker) operandWord(o *Operand) string {
	p := printer{fn: c.fn}
	p.operand(o)
	if len(p.b) > 64 {
		p.b = p.b[:64]
	}
	return string(p.b)
}

func (f *form) needs() need { return need{f.ver, f.sm, f.arch} }

func (c *checker) available(f *form) bool {
	_, ok := f.needs().missing(c.m.Version, &c.m.Target)
	return ok
}

func (c *checker) unavailable(in *Instr, f *form) {
	what, _ := f.needs().missing(c.m.Version, &c.m.Target)
	c.err(in.Pos, KindUnsupported, in.Text, "Feature '"+in.Op.String()+"' requires "+what)
}

// match fits operands to a form. It returns how many operands fitted and, if
// not all did, why.
func (c *checker) match(f *form, m *Mods, ops []Operand) (int, string) {
	mismatch := func() string { return "Arguments mismatch for instruction '" + opName(m) + "'" }
	j := 0
	for i := range f.opnds {
		s := &f.opnds[i]
		policy := s.opt && s.role == 's' && s.typ == B64
		if policy && !m.Has(CacheHint) {
			continue
		}
		if j == len(ops) {
			if s.opt && !policy {
				continue
			}
			return j, mismatch()
		}
		msg := c.fits(s, m, &ops[j])
		if msg == "" {
			j++
			continue
		}
		if s.opt && !policy {
			continue
		}
		switch msg {
		case "?":
			msg = mismatch()
		case mustBeRegister:
			msg = "Argument " + utoa(uint32(j)) + " of instruction '" + opName(m) + "': " + msg
		}
		return j, msg
	}
	if j < len(ops) && !f.rest {
		return j, mismatch()
	}
	return len(ops), ""
}

// specType is the type that an operand of s must have.
func specType(s *opndSpec, m *Mods) Type {
	t := s.typ
	if s.idx >= 0 {
		t = m.Types[s.idx]
	}
	if s.wide {
		switch t {
		case U16:
			return U32
		case S16:
			return S32
		case U32:
			return U64
		case S32:
			return S64
		}
	}
	if s.vec == vecAny && fragmentOp(m.Op) && (t.Bits() < 32 || t == TF32 || t.Packed()) {
		return B32
	}
	switch t {
	case TF32, E4M3x4, E5M2x4, E2M3x4, E3M2x4:
		return B32
	case E4M3x2, E5M2x2, E2M3x2, E3M2x2, UE8M0x2, S2F6x2, E2M1x4:
		return B16
	case E4M3, E5M2, E2M3, E3M2, E2M1x2, UE8M0:
		return B8
	}
	return t
}

func fragmentOp(op Opcode) bool {
	switch op {
	case OpMma, OpWmmaLoad, OpWmmaMma, OpWmmaStore:
		return true
	}
	return false
}

// regFits applies the manual's operand compatibility rules: a register of type
// r where an instruction has type t. relaxed (ld, st, cvt) lets r be wider.
func regFits(r, t Type, relaxed bool) bool {
	if t == NoType {
		return r != Pred
	}
	if r == Pred || t == Pred {
		return r == t
	}
	rb, tb := r.Bits(), t.Bits()
	if rb != tb && !(relaxed && rb > tb) {
		return false
	}
	switch {
	case r == t, r.Untyped(), t.Untyped():
		return true
	case r.Int() && t.Int():
		return !r.Packed() && !t.Packed()
	}
	return false
}

// immFits says whether a constant may stand for a value of type t.
func immFits(o *Operand, t Type) bool {
	switch o.Kind {
	case OpndInt:
		return !t.Float()
	case OpndF32:
		return t == F32 || t == F64 || t == B32
	case OpndF64:
		return t == F32 || t == F64 || t == B64
	}
	return false
}

const mustBeRegister = "must be register"

// fits checks one operand; "" is a fit and "?" the ordinary mismatch.
func (c *checker) fits(s *opndSpec, m *Mods, o *Operand) string {
	switch s.role {
	case 'd', 'D', 's', 'r', 'y', 'z':
		t := specType(s, m)
		if o.Kind == OpndSink && (m.Op == OpLd || m.Op == OpLdu) {
			return discardProblem(m)
		}
		switch {
		case s.vec == 0:
			return c.scalar(s, m, o, t)
		case s.vec == vecMods:
			return c.vector(s, m, o, t, int(m.Vec))
		case s.vec == vecAny:
			return c.vector(s, m, o, t, -1)
		}
		return c.vector(s, m, o, t, int(s.vec))
	case 'm':
		return c.movSource(s, m, o)
	case 'i':
		if o.Kind == OpndInt {
			return ""
		}
	case 'p':
		if o.Kind == OpndInt || o.Kind == OpndReg && !o.Neg && c.regType(o) == Pred {
			return ""
		}
		if m.Op == OpMov && o.Kind == OpndSReg && o.SReg.bits() == 1 {
			return ""
		}
	case 'P':
		if c.isPred(o) || o.Kind == OpndSink && m.Op == OpSetp {
			return ""
		}
	case 'Q':
		t := specType(s, m)
		first := o
		if o.Kind == OpndPair {
			first = &o.Elems[0]
			q := &o.Elems[1]
			switch {
			case q.Kind != OpndSink:
				if !c.isPred(q) {
					return "?"
				}
			case first.Kind == OpndSink:
				return "?" // nothing would be written
			case m.Op == OpLop3 || m.Op == OpElectSync:
				return "Predicate output expected for instruction '" + opName(m) + "'"
			}
			if first.Kind == OpndSink && m.Op == OpShfl {
				return discardProblem(m)
			}
		} else if !s.mayPair {
			return "?"
		}
		if first.Kind == OpndSink && (o.Kind == OpndPair || m.Op == OpSetp || m.Op == OpMatch) {
			return ""
		}
		if t == NoType {
			if c.isPred(first) {
				return ""
			}
			return "?"
		}
		if first.Kind == OpndReg && regFits(c.regType(first), t, false) {
			return ""
		}
	case '[':
		return c.address(m, o)
	case '(':
		if o.Kind == OpndTuple || o.Kind == OpndAddr {
			return ""
		}
	case 't':
		if s.opt && o.Kind != OpndVec {
			return "?" // im2col offsets; a register is what follows them
		}
		switch o.Kind {
		case OpndVec, OpndReg, OpndInt, OpndF32, OpndF64:
			if o.Kind == OpndReg && c.regType(o) == Pred {
				return "?"
			}
			return ""
		}
	case 'O':
		v := o
		if o.Kind == OpndPair {
			if v = &o.Elems[0]; !c.isPred(&o.Elems[1]) {
				return "?"
			}
		}
		return c.vector(s, m, v, specType(s, m), int(s.vec))
	case 'L':
		if l := o.Label(); l != nil && o.Kind == OpndSym {
			return ""
		}
		return "Label expected for argument 0 of instruction '" + opName(m) + "'"
	case 'T':
		if l, ok := o.Sym.(*TargetList); ok && !l.Calls && o.Kind == OpndSym {
			return ""
		}
	}
	return "?"
}

// regType is the type of a register operand, of the element if it selects one.
func (c *checker) regType(o *Operand) Type { return c.fn.Regs[o.Reg].Type }

func (c *checker) isPred(o *Operand) bool {
	return o.Kind == OpndReg && !o.Neg && !o.Not && c.regType(o) == Pred
}

func (c *checker) scalar(s *opndSpec, m *Mods, o *Operand, t Type) string {
	switch o.Kind {
	case OpndReg:
		r := c.fn.Regs[o.Reg]
		if o.Not {
			return "?"
		}
		if o.Neg && !(s.role == 'y' && m.Op == OpVmad) {
			return "Operand negation not allowed for instruction '" + opName(m) + "'"
		}
		if o.Sel >= SelB0 && s.role != 'y' && s.role != 'z' {
			return "?"
		}
		if r.Vec > 1 && (o.Sel == SelNone || o.Sel >= SelB0) {
			return "?"
		}
		if !regFits(r.Type, t, s.relaxed) {
			return "?"
		}
		return ""
	case OpndInt, OpndF32, OpndF64:
		if s.role == 's' && immFits(o, t) || s.role == 'y' && o.Kind == OpndInt {
			return ""
		}
	case OpndVec:
		if m.Op == OpMov && s.role == 'd' {
			return c.packed(m, o)
		}
	case OpndSink:
		if s.role == 'D' {
			return ""
		}
	case OpndSReg:
		if _, vector := sregVector[o.SReg]; m.Op == OpCvt && s.role == 's' && !vector && !m.Types[0].Float() && !m.Types[1].Float() {
			return "" // so ptxas; the manual has mov only
		}
		return "Special register argument not allowed for instruction '" + opName(m) + "'"
	case OpndSym:
		if s.role != 's' {
			break
		}
		v := o.Var()
		if v == nil {
			break
		}
		switch m.Op {
		case OpCvta:
			if !m.Has(To) {
				if v.Space.Base() != m.Space.Base() {
					return "State space mismatch between instruction and address in instruction 'cvta'"
				}
				return ""
			}
		case OpMapa, OpGetctarank:
			return ""
		}
		return mustBeRegister
	}
	return "?"
}

// vector checks {a, b, ..} of n elements; n 1 also takes a scalar, n -1 any
// number that the instruction's fragment has.
func (c *checker) vector(s *opndSpec, m *Mods, o *Operand, t Type, n int) string {
	size := "Argument vector size mismatch for instruction '" + opName(m) + "'"
	if o.Kind != OpndVec {
		if o.Kind == OpndReg && o.Sel == SelNone && n > 1 {
			if r := c.fn.Regs[o.Reg]; int(r.Vec) == n && regFits(r.Type, t, s.relaxed) {
				return ""
			}
		}
		if n > 1 {
			return size
		}
		if n == -1 && fragmentSize(s, m) > 1 {
			return size
		}
		return c.scalar(s, m, o, t)
	}
	if allSinks(o) {
		return "Unable to infer type of vector elements"
	}
	if n == -1 {
		n = fragmentSize(s, m)
	}
	if n >= 0 && len(o.Elems) != n {
		return size
	}
	el := *s
	if s.role == 'd' || s.role == 'O' {
		el.role = 'D'
	}
	width := 0
	for i := range o.Elems {
		if msg := c.scalar(&el, m, &o.Elems[i], t); msg != "" {
			return msg
		}
		if o.Elems[i].Kind == OpndReg {
			w := c.regType(&o.Elems[i]).Bits()
			if width != 0 && w != width {
				return "Incompatible elements of vector expression"
			}
			width = w
		}
	}
	return ""
}

// fragmentSize is how many registers of a warp-wide matrix operand one thread
// holds, or -1 where the table does not fix it.
func fragmentSize(s *opndSpec, m *Mods) int {
	which := s.idx // 0 D, 1 A, 2 B, 3 C
	sh := m.Shape
	switch m.Op {
	case OpLdmatrix:
		if sh.M == 16 && sh.N == 16 {
			return 2 * int(m.Num)
		}
		return int(m.Num)
	case OpStmatrix:
		return int(m.Num)
	case OpTcgen05Ld, OpTcgen05St:
		n := int(m.Num)
		switch {
		case m.HasWord("16x128b"):
			n *= 2
		case m.HasWord("16x256b"):
			n *= 4
		}
		return n
	case OpMma:
		if sh == (Shape{8, 8, 4}) && m.Types[1] == F16 {
			if which == 0 || which == 3 {
				return 4 * m.Types[which].Bits() / 16
			}
			return 2
		}
	case OpWmmaLoad, OpWmmaStore:
		switch {
		case m.HasWord("a"):
			which = 1
		case m.HasWord("b"):
			which = 2
		default:
			which = 0
		}
		return fragment(m, m.Type, which)
	case OpWmmaMma:
		if s.idx < 0 { // .b32 fragments of A or B, in the order of the operands
			return -1
		}
		if m.NTypes == 2 && which == 1 {
			which = 3
			return fragment(m, m.Types[1], which)
		}
	default:
		return -1
	}
	return fragment(m, m.Types[which], int8(which))
}

func fragment(m *Mods, t Type, which int8) int {
	sh := m.Shape
	a, b := int(sh.M), int(sh.N)
	switch which {
	case 1:
		b = int(sh.K)
		if m.Has(Sparse) || m.Has(SparseOrdered) {
			b /= 2
		}
	case 2:
		a = int(sh.K)
	}
	bits := t.Bits()
	switch t {
	case E2M3, E3M2, E4M3, E5M2, E2M1:
		bits = 8
		if m.HasWord("kind::mxf4") || m.HasWord("kind::mxf4nvf4") {
			bits = 4
		}
	}
	per := 32
	if bits == 64 {
		per = 64
	}
	return a * b * bits / 32 / per
}

// discardProblem says that a destination may not be _.
func discardProblem(m *Mods) string {
	return "Result discard mode is not allowed for instruction '" + opName(m) + "'"
}

// allSinks reports a vector of which no element is written.
func allSinks(o *Operand) bool {
	for i := range o.Elems {
		if o.Elems[i].Kind != OpndSink {
			return false
		}
	}
	return len(o.Elems) > 0
}

func (c *checker) address(m *Mods, o *Operand) string {
	if o.Kind != OpndAddr {
		return "?"
	}
	if o.Sym == nil && m.HasWord("param::func") {
		return "Illegal state space for address operand '::func' with instruction '" + opName(m) + "'"
	}
	switch {
	case o.Reg != NoReg:
		t := c.regType(o)
		if !(t.Int() || t.Untyped()) || c.fn.Regs[o.Reg].Vec > 1 {
			return "Illegal to use symbol '" + c.fn.Regs[o.Reg].Name + "' of type ." + t.String() + " as address operand. Use integer or bit only."
		}
	case o.Sym != nil:
		v := o.Var()
		if v == nil {
			return "Illegal operand type to instruction '" + opName(m) + "'"
		}
		switch m.Op {
		case OpLd, OpSt, OpAtom, OpRed, OpLdu, OpLdmatrix, OpStmatrix, OpWmmaLoad, OpWmmaStore:
			if m.Space != SpaceNone && m.Space.Base() != v.Space.Base() {
				return "State space mismatch between instruction and address in instruction '" + opName(m) + "'"
			}
			if m.Space == SpaceNone && v.Space == SpaceParam {
				return "State space mismatch between instruction and address in instruction '" + opName(m) + "'"
			}
			if m.Op == OpLd && v.Space == SpaceParam && v.Fn == c.fn && v.Index < len(c.fn.Rets) && c.fn.Rets[v.Index] == v {
				return "Illegal to read function return parameter '" + v.Name + "'"
			}
			if m.Op == OpSt && v.Space == SpaceParam && c.isInput(v) {
				return "Illegal to write to function input parameter '" + v.Name + "'"
			}
		}
	default:
		if m.Space != SpaceLocal && (m.Op == OpLd || m.Op == OpSt || m.Op == OpAtom || m.Op == OpRed) {
			return "Immediate addresses allowed only for .local state space"
		}
	}
	return ""
}

// isInput reports whether v is a parameter that the function is called with.
func (c *checker) isInput(v *Variable) bool {
	return v.Fn == c.fn && v.Index < len(c.fn.Params) && c.fn.Params[v.Index] == v
}

// movSource checks the source of mov, which may be nearly anything.
func (c *checker) movSource(s *opndSpec, m *Mods, o *Operand) string {
	t := m.Type
	switch o.Kind {
	case OpndSReg:
		if t.Float() {
			return "Special register argument not allowed for instruction 'mov'"
		}
		_, vector := sregVector[o.SReg]
		if vector != (m.Vec > 1) {
			return "Argument vector size mismatch for instruction 'mov'"
		}
		w := o.SReg.bits()
		if o.SReg == SRegGridid && t.Bits() == 64 {
			return "" // 64 bits wide from PTX 3.0 on
		}
		if t.Bits() == w || w == 32 && t.Bits() == 16 {
			return ""
		}
		return "?"
	case OpndSym:
		v := o.Var()
		switch {
		case o.Neg:
			return "Illegal argument to unary minus"
		case v == nil && o.Func() == nil, t.Float(), o.Not:
			return "?"
		case v != nil && v.Space == SpaceParam && !c.isInput(v):
			return "Illegal to take address of parameter '" + v.Name + "'"
		}
		return ""
	case OpndVec:
		if m.Vec > 1 {
			return c.vector(s, m, o, t, int(m.Vec))
		}
		for i := range o.Elems {
			if o.Elems[i].Kind == OpndSink {
				return "Sink '_' not allowed as a source operand"
			}
		}
		return c.packed(m, o)
	case OpndReg:
		if r := c.fn.Regs[o.Reg]; m.Vec > 1 && int(r.Vec) == int(m.Vec) && o.Sel == SelNone && regFits(r.Type, t, false) {
			return ""
		}
	}
	el := *s
	el.role = 's'
	return c.scalar(&el, m, o, t)
}

// packed checks the {a, b} of a mov that packs or unpacks a .bN value.
func (c *checker) packed(m *Mods, o *Operand) string {
	if !m.Type.Untyped() || len(o.Elems) != 2 && len(o.Elems) != 4 {
		return "?"
	}
	if allSinks(o) {
		return "Unable to infer type of vector elements"
	}
	width := m.Type.Bits() / len(o.Elems)
	var typ Type
	for i := range o.Elems {
		e := &o.Elems[i]
		switch e.Kind {
		case OpndReg:
			r := c.regType(e)
			if r == Pred || r.Bits() != width {
				return "?"
			}
			if typ != NoType && r.Float() != typ.Float() && !r.Untyped() && !typ.Untyped() {
				return "Vector with elements of different types are not allowed in mov instruction"
			}
			if typ == NoType || typ.Untyped() {
				typ = r
			}
		case OpndInt, OpndSink, OpndF32, OpndF64:
		default:
			return "?"
		}
	}
	return ""
}

// bits is the width of a special register.
func (s SReg) bits() int {
	switch s {
	case SRegClock64, SRegGlobaltimer, SRegCurrentGraphExec:
		return 64
	case SRegIsExplicitCluster:
		return 1
	}
	if s >= SRegPm064 && s <= SRegPm764 {
		return 64
	}
	return 32
}
