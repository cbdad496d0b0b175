package ptx

import (
	"io"
	"math"
	"strconv"
)

// Print writes m as PTX text. Parsing that text gives an equal tree, source
// positions aside. Constant expressions come out as their values.
func Print(w io.Writer, m *Module) error {
	p := printer{w: w, b: make([]byte, 0, 64<<10)}
	p.module(m)
	p.flush()
	return p.err
}

type printer struct {
	w   io.Writer
	b   []byte
	err error
	ind int
	fn  *Function
}

func (p *printer) flush() {
	if p.err == nil && len(p.b) > 0 {
		_, p.err = p.w.Write(p.b)
	}
	p.b = p.b[:0]
}

func (p *printer) s(ss ...string) {
	for _, s := range ss {
		p.b = append(p.b, s...)
	}
}

func (p *printer) u(v uint64) { p.b = strconv.AppendUint(p.b, v, 10) }

func (p *printer) nl() {
	p.b = append(p.b, '\n')
	if len(p.b) > 60<<10 {
		p.flush()
	}
	for i := 0; i < p.ind; i++ {
		p.b = append(p.b, '\t')
	}
}

// integer prints a constant so that its signedness survives.
func (p *printer) integer(v uint64, unsigned bool) {
	switch {
	case unsigned:
		p.u(v)
		p.s("U")
	case int64(v) == math.MinInt64:
		p.s("(-9223372036854775807-1)")
	default:
		p.b = strconv.AppendInt(p.b, int64(v), 10)
	}
}

const hexDigits = "0123456789ABCDEF"

func (p *printer) hex(prefix string, v uint64, digits int) {
	p.s(prefix)
	for i := digits - 1; i >= 0; i-- {
		p.b = append(p.b, hexDigits[v>>(4*i)&15])
	}
}

func (p *printer) module(m *Module) {
	p.s(".version ", m.Version.String(), "\n.target ")
	for i, n := range m.Target.Names {
		if i > 0 {
			p.s(", ")
		}
		p.s(n)
	}
	p.s("\n")
	if m.AddrPos.Line != 0 || m.AddressSize == 64 {
		p.s(".address_size ")
		p.u(uint64(m.AddressSize))
		p.s("\n")
	}
	for _, d := range m.Decls {
		switch d := d.(type) {
		case *Function:
			p.function(d)
		case *VarList:
			p.varList(d)
		case *Alias:
			p.s(".alias ", d.Func.Name, ", ", d.Of.Name, ";")
		case *FileDir:
			p.s(".file ")
			p.u(uint64(d.Index))
			p.s(" \"", d.Name, "\"")
			if d.HasTime {
				p.s(", ")
				p.u(d.Time)
				p.s(", ")
				p.u(d.Size)
			}
		case *Section:
			p.section(d)
		case *Pragma:
			p.pragma(d.Text)
		case *Loc:
			p.loc(d)
		}
		p.nl()
	}
}

func (p *printer) pragma(text []string) {
	p.s(".pragma ")
	for i, t := range text {
		if i > 0 {
			p.s(", ")
		}
		p.s("\"", t, "\"")
	}
	p.s(";")
}

func (p *printer) loc(l *Loc) {
	p.s(".loc ")
	p.u(uint64(l.File))
	p.s(" ")
	p.u(uint64(l.Line))
	p.s(" ")
	p.u(uint64(l.Col))
	if l.FuncName != "" {
		p.s(", function_name ", l.FuncName)
		if l.FuncOff != 0 {
			p.s("+")
			p.integer(uint64(l.FuncOff), false)
		}
	}
	if l.HasInline {
		p.s(", inlined_at ")
		p.u(uint64(l.InFile))
		p.s(" ")
		p.u(uint64(l.InLine))
		p.s(" ")
		p.u(uint64(l.InCol))
	}
}

func (p *printer) section(s *Section) {
	p.s(".section ", s.Name, " {")
	for _, l := range s.Lines {
		p.s("\n")
		if l.Label != "" {
			p.s(l.Label, ":")
			continue
		}
		p.s("\t.", l.Type.String(), " ")
		for i, d := range l.Data {
			if i > 0 {
				p.s(", ")
			}
			switch {
			case d.Label == "":
				p.integer(uint64(d.Value), false)
			case d.Minus != "":
				p.s(d.Label, "-", d.Minus)
			default:
				p.s(d.Label)
				if d.Value != 0 {
					p.s("+")
					p.integer(uint64(d.Value), false)
				}
			}
		}
	}
	p.s("\n}")
}

func linkageWord(l Linkage) string {
	switch l {
	case LinkVisible:
		return ".visible "
	case LinkExtern:
		return ".extern "
	case LinkWeak:
		return ".weak "
	case LinkCommon:
		return ".common "
	}
	return ""
}

func (p *printer) attributes(attr []Attribute) {
	if len(attr) == 0 {
		return
	}
	p.s(".attribute(")
	for i, a := range attr {
		if i > 0 {
			p.s(", ")
		}
		p.s(".", a.Name)
		if len(a.Args) > 0 {
			p.s("(")
			for i, v := range a.Args {
				if i > 0 {
					p.s(", ")
				}
				p.u(v)
			}
			p.s(")")
		}
	}
	p.s(") ")
}

// typeOf prints the alignment, vector and element type of a declaration.
func (p *printer) declType(align uint32, vec uint8, t Type) {
	if align != 0 {
		p.s(".align ")
		p.u(uint64(align))
		p.s(" ")
	}
	if vec > 1 {
		p.s(".v")
		p.u(uint64(vec))
		p.s(" ")
	}
	p.s(".", t.String(), " ")
}

func (p *printer) dims(v *Variable) {
	for i, d := range v.Dims {
		if d < 0 || i == 0 && v.Incomplete {
			p.s("[]")
			continue
		}
		p.s("[")
		p.u(uint64(d))
		p.s("]")
	}
}

func (p *printer) varList(l *VarList) {
	for i, v := range l.Vars {
		if i == 0 {
			p.s(linkageWord(v.Linkage), ".", v.Space.String())
			if v.Bank >= 0 {
				p.s("[")
				p.u(uint64(v.Bank))
				p.s("]")
			}
			p.s(" ")
			p.attributes(v.Attr)
			p.declType(v.Align, v.Vec, v.Type)
		} else {
			p.s(", ")
		}
		p.s(v.Name)
		if v.Count != 0 {
			p.s("<")
			p.u(uint64(v.Count))
			p.s(">")
		}
		p.dims(v)
		if v.Init != nil {
			p.s(" = ")
			p.init(v.Init)
		}
	}
	p.s(";")
}

func (p *printer) init(in *Init) {
	if in.Field != "" {
		p.s(in.Field, " = ")
	}
	switch in.Kind {
	case InitWord:
		p.s(in.Word)
	case InitInt:
		if in.Mask != 0 {
			p.hex("0x", in.Mask, 16)
			p.s("(")
		}
		p.integer(in.Imm, in.Unsigned)
		if in.Mask != 0 {
			p.s(")")
		}
	case InitF32:
		p.hex("0f", in.Imm, 8)
	case InitF64:
		p.hex("0d", in.Imm, 16)
	case InitSym:
		if in.Mask != 0 {
			p.hex("0x", in.Mask, 16)
			p.s("(")
		}
		if in.Generic {
			p.s("generic(")
		}
		p.s(in.Sym.SymName())
		if in.Generic {
			p.s(")")
		}
		if in.Off != 0 {
			p.s("+")
			p.integer(uint64(in.Off), false)
		}
		if in.Mask != 0 {
			p.s(")")
		}
	case InitList:
		p.s("{")
		for i := range in.Elems {
			if i > 0 {
				p.s(", ")
			}
			p.init(&in.Elems[i])
		}
		p.s("}")
	}
}

func (p *printer) params(l []*Variable) {
	p.s("(")
	for i, v := range l {
		if i > 0 {
			p.s(", ")
		}
		p.s(".", v.Space.String(), " ")
		p.attributes(v.Attr)
		p.declType(v.Align, v.Vec, v.Type)
		if v.Ptr.Present {
			p.s(".ptr ")
			if v.Ptr.Space != SpaceNone {
				p.s(".", v.Ptr.Space.String(), " ")
			}
			if v.Ptr.Align != 0 {
				p.s(".align ")
				p.u(uint64(v.Ptr.Align))
				p.s(" ")
			}
		}
		p.s(v.Name)
		p.dims(v)
	}
	p.s(")")
}

func (p *printer) dim3(name string, d Dim3) {
	if d.N == 0 {
		return
	}
	p.s(" .", name, " ")
	p.u(uint64(d.X))
	if d.N > 1 {
		p.s(", ")
		p.u(uint64(d.Y))
	}
	if d.N > 2 {
		p.s(", ")
		p.u(uint64(d.Z))
	}
}

func (p *printer) num(name string, v uint32) {
	if v != 0 {
		p.s(" .", name, " ")
		p.u(uint64(v))
	}
}

func (p *printer) flag(name string, v bool) {
	if v {
		p.s(" .", name)
	}
}

func (p *printer) function(f *Function) {
	p.s(linkageWord(f.Linkage))
	if f.Entry {
		p.s(".entry ")
	} else {
		p.s(".func ")
	}
	p.attributes(f.Attr)
	if f.Rets != nil {
		p.params(f.Rets)
		p.s(" ")
	}
	p.s(f.Name)
	if f.Params != nil {
		p.params(f.Params)
	}
	p.dim3("maxntid", f.MaxNTid)
	p.dim3("reqntid", f.ReqNTid)
	p.num("minnctapersm", f.MinNCtaPerSM)
	p.num("maxnctapersm", f.MaxNCtaPerSM)
	p.num("maxnreg", f.MaxNReg)
	p.flag("noreturn", f.NoReturn)
	p.flag("explicitcluster", f.ExplicitCluster)
	p.dim3("reqnctapercluster", f.ReqNCtaPerCluster)
	p.num("maxclusterrank", f.MaxClusterRank)
	p.flag("blocksareclusters", f.BlocksAreClusters)
	p.abi(f.AbiPreserve, f.AbiPreserveControl)
	for _, t := range f.Pragmas {
		p.s(" ")
		p.pragma([]string{t})
	}
	if !f.HasBody {
		p.s(";")
		return
	}
	p.s("\n{")
	p.fn = f
	p.ind = 1
	for _, s := range f.Body {
		switch s := s.(type) {
		case *ScopeEnd:
			p.ind--
			p.nl()
			p.s("}")
			continue
		case *Label:
			p.b = append(p.b, '\n')
			p.s(s.Name, ":")
			continue
		}
		p.nl()
		switch s := s.(type) {
		case *ScopeBegin:
			p.s("{")
			p.ind++
		case *Instr:
			p.instr(s)
		case *VarList:
			p.varList(s)
		case *RegList:
			p.regList(s)
		case *Loc:
			p.loc(s)
		case *Pragma:
			p.pragma(s.Text)
		case *TargetList:
			p.targetList(s)
		case *Prototype:
			p.prototype(s)
		}
	}
	p.ind = 0
	p.s("\n}")
	p.fn = nil
}

func (p *printer) abi(a, b int32) {
	if a >= 0 {
		p.s(" .abi_preserve ")
		p.u(uint64(a))
	}
	if b >= 0 {
		p.s(" .abi_preserve_control ")
		p.u(uint64(b))
	}
}

func (p *printer) regList(l *RegList) {
	p.s(".reg ")
	p.declType(l.Align, l.Vec, l.Type)
	for i, r := range l.Regs {
		if i > 0 {
			p.s(", ")
		}
		p.s(r.Name)
		if r.Ranged {
			p.s("<")
			p.u(uint64(r.Count))
			p.s(">")
		}
	}
	p.s(";")
}

func (p *printer) targetList(t *TargetList) {
	p.s(t.Name)
	if t.Calls {
		p.s(": .calltargets ")
		for i, f := range t.Funcs {
			if i > 0 {
				p.s(", ")
			}
			p.s(f.Name)
		}
	} else {
		p.s(": .branchtargets ")
		for i, l := range t.Labels {
			if i > 0 {
				p.s(", ")
			}
			p.s(l.Name)
		}
	}
	p.s(";")
}

func (p *printer) prototype(t *Prototype) {
	p.s(t.Name, ": .callprototype ")
	if t.Rets != nil {
		p.params(t.Rets)
		p.s(" ")
	}
	p.s("_")
	if t.Params != nil {
		p.s(" ")
		p.params(t.Params)
	}
	p.flag("noreturn", t.NoReturn)
	p.abi(t.AbiPreserve, t.AbiPreserveControl)
	p.s(";")
}

func (p *printer) instr(in *Instr) {
	if in.Guard != NoReg {
		p.s("@")
		if in.GuardNot {
			p.s("!")
		}
		p.s(p.fn.Regs[in.Guard].Name, " ")
	}
	p.s(in.Text)
	if in.Op == OpCall && len(in.Ops) == 4 {
		p.call(in.Ops)
	} else {
		for i := range in.Ops {
			if i == 0 {
				p.s(" ")
			} else {
				p.s(", ")
			}
			p.operand(&in.Ops[i])
		}
	}
	p.s(";")
}

func (p *printer) call(ops []Operand) {
	p.s(" ")
	if len(ops[0].Elems) > 0 {
		p.s("(")
		p.operands(ops[0].Elems)
		p.s("), ")
	}
	p.operand(&ops[1])
	if len(ops[2].Elems) > 0 {
		p.s(", (")
		p.operands(ops[2].Elems)
		p.s(")")
	}
	if ops[3].Kind != OpndNone {
		p.s(", ")
		p.operand(&ops[3])
	}
}

func (p *printer) operands(ops []Operand) {
	for i := range ops {
		if i > 0 {
			p.s(", ")
		}
		p.operand(&ops[i])
	}
}

func (p *printer) offset(v uint64) {
	if v != 0 {
		p.s("+")
		p.integer(v, false)
	}
}

var selWords = [...]string{SelX: ".x", SelY: ".y", SelZ: ".z", SelW: ".w", SelB0: ".b0", SelB1: ".b1", SelB2: ".b2", SelB3: ".b3", SelH0: ".h0", SelH1: ".h1", SelMask: ""}

func (p *printer) operand(o *Operand) {
	switch o.Kind {
	case OpndReg:
		if o.Neg {
			p.s("-")
		}
		if o.Not {
			p.s("!")
		}
		p.s(p.fn.Regs[o.Reg].Name)
		if o.Sel == SelMask {
			if o.Imm>>24 != 0 {
				p.s(".h")
			} else {
				p.s(".b")
			}
			for i := int(o.Imm>>16&0xff) - 1; i >= 0; i-- {
				p.b = append(p.b, '0'+byte(o.Imm>>(4*i)&15))
			}
			return
		}
		p.s(selWords[o.Sel])
		p.offset(o.Imm)
	case OpndSReg:
		if o.Neg {
			p.s("-")
		}
		if o.Not {
			p.s("!")
		}
		p.s(o.SReg.String())
	case OpndInt:
		p.integer(o.Imm, o.Unsigned)
	case OpndF32:
		p.hex("0f", o.Imm, 8)
	case OpndF64:
		if o.Hex {
			p.hex("0d", o.Imm, 16)
		} else {
			p.b = strconv.AppendFloat(p.b, math.Float64frombits(o.Imm), 'e', -1, 64)
		}
	case OpndSym:
		if o.Neg {
			p.s("-")
		}
		if o.Not {
			p.s("!")
		}
		p.s(o.Sym.SymName())
		p.offset(o.Imm)
	case OpndAddr:
		p.s("[")
		switch {
		case o.Reg != NoReg:
			p.s(p.fn.Regs[o.Reg].Name)
			p.offset(o.Imm)
		case o.Sym != nil:
			p.s(o.Sym.SymName())
			p.offset(o.Imm)
		default:
			p.integer(o.Imm, o.Unsigned)
		}
		p.s("]")
		if o.Unified {
			p.s(".unified")
		}
	case OpndVec:
		p.s("{")
		p.operands(o.Elems)
		p.s("}")
	case OpndPair:
		p.operand(&o.Elems[0])
		p.s("|")
		p.operand(&o.Elems[1])
	case OpndSink:
		if o.Neg {
			p.s("-")
		}
		if o.Not {
			p.s("!")
		}
		p.s("_")
	case OpndTuple:
		p.s("[")
		p.operands(o.Elems)
		p.s("]")
	case OpndList:
		p.s("(")
		p.operands(o.Elems)
		p.s(")")
	}
}
