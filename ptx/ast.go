package ptx

import "fmt"

// This file is the syntax tree. How to read it:
//
//   - A Module holds its declarations in source order (Decls) and, for lookup,
//     Funcs and Vars.
//   - A Function's Body is one flat statement list. Nested scopes { } appear as
//     *ScopeBegin and *ScopeEnd markers; every name is already resolved, so a
//     consumer that only wants instructions may skip the markers.
//   - An Instr embeds *Mods: the resolved mnemonic. All instructions with the
//     same spelling ("add.ftz.f32") share one Mods; it is read-only. So
//     in.Op, in.Type, in.Round, in.Has(FTZ) need no string work.
//   - Operands hold resolved references: registers are RegIDs that index
//     Function.Regs; symbols are pointers to Variable, Function, Label,
//     Prototype or TargetList nodes.

// Pos is a source position; Line and Col count from 1, in bytes. Line 0 means
// "no position" (nodes made by a program rather than by Parse).
type Pos struct {
	Line, Col int32
}

// Version is the PTX ISA version of a .version directive.
type Version struct {
	Major, Minor uint16
}

// String is the version as .version spells it.
func (v Version) String() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// Less reports whether v is older than w.
func (v Version) Less(w Version) bool {
	return v.Major < w.Major || v.Major == w.Major && v.Minor < w.Minor
}

// TexMode is how a module names textures and samplers.
type TexMode uint8

// Texturing modes of .target.
const (
	TexUnified     TexMode = iota // the default, or texmode_unified
	TexIndependent                // texmode_independent
)

// Target is the parsed .target directive.
type Target struct {
	Pos     Pos
	Names   []string // every word as written, in order
	SM      int      // 52 for sm_52, 120 for sm_120a; 0 if none was given
	Suffix  byte     // 'a', 'f' or 0
	TexMode TexMode
	Debug   bool // "debug" was given
	MapF64  bool // "map_f64_to_f32" was given
}

// Module is one PTX source file.
type Module struct {
	Name        string // for diagnostics only
	Version     Version
	VersionPos  Pos // Line 0: no .version directive
	Target      Target
	AddressSize int // 32 or 64; 32 is the language's default when unset
	AddrPos     Pos // Line 0: no .address_size directive

	Decls []Decl      // everything at module level, in source order
	Funcs []*Function // every .entry and .func, declarations included, in source order
	Vars  []*Variable // every module-level variable, declarations included, in source order

	funcByName map[string]*Function
	varByName  map[string]*Variable
}

// Func returns the definition named name, or its declaration if the module
// does not define it, or nil.
func (m *Module) Func(name string) *Function {
	f := m.funcByName[name]
	if f == nil {
		return nil
	}
	return f.Definition()
}

// Var returns the module-level variable named name (its definition if there
// is one, else its declaration), or nil.
func (m *Module) Var(name string) *Variable {
	v := m.varByName[name]
	if v == nil {
		return nil
	}
	return v.Definition()
}

// Externs returns the functions and variables that the module uses or
// declares but does not define, in source order: those a linker must supply.
// A function that is declared and never used is not among them, nor is
// .extern .shared, which is the launch's dynamic shared memory.
func (m *Module) Externs() []Symbol {
	var out []Symbol
	seen := map[string]bool{}
	for _, v := range m.Vars {
		if d := v.Definition(); d.Linkage == LinkExtern && d.Space != SpaceShared && d.Used && !seen[d.Name] {
			seen[d.Name] = true
			out = append(out, d)
		}
	}
	for _, f := range m.Funcs {
		if d := f.Definition(); !d.HasBody && d.Used && d.AliasOf == nil && !seen[d.Name] {
			seen[d.Name] = true
			out = append(out, d)
		}
	}
	return out
}

// Decl is a module-level node: *Function, *VarList, *Alias, *FileDir,
// *Section, *Pragma or *Loc.
type Decl interface{ declNode() }

// Stmt is a statement of a function body: *Instr, *Label, *ScopeBegin,
// *ScopeEnd, *VarList, *RegList, *Loc, *Pragma, *TargetList or *Prototype.
type Stmt interface{ stmtNode() }

// Symbol is what a name operand can refer to.
type Symbol interface{ SymName() string }

// Linkage of a function or variable.
type Linkage uint8

// Linkages; LinkNone is local to the module.
const (
	LinkNone Linkage = iota
	LinkVisible
	LinkExtern
	LinkWeak
	LinkCommon
)

// RegID numbers the registers of one function, densely, in order of first
// use. NoReg stands for none.
type RegID int32

// NoReg is the absence of a register.
const NoReg RegID = -1

// Reg is one virtual register that a function uses. Registers that are
// declared and never named (most of a %r<1000>) have no Reg.
type Reg struct {
	Name string
	Type Type
	Vec  uint8 // 1, or 2, 4, 8 for a .vN register
	ID   RegID
	Pos  Pos // of the declaration
}

// RegDecl is one name of a .reg statement, plain or name<Count>.
type RegDecl struct {
	Name   string
	Ranged bool // name<Count> was written
	Count  uint32
	Pos    Pos
}

// RegList is one .reg statement.
type RegList struct {
	Pos   Pos
	Type  Type
	Vec   uint8
	Align uint32 // 0: not given
	Regs  []RegDecl
}

// Variable is a named object in a state space: a module-level variable, a
// function-local one, or a parameter.
type Variable struct {
	Name    string
	Pos     Pos
	Linkage Linkage
	Space   Space // SpaceGlobal, SpaceConst, SpaceShared, SpaceLocal, SpaceParam, SpaceTex, SpaceReg (register parameter), ...
	Bank    int8  // .const[bank]; -1 if none
	Align   uint32
	Type    Type // element type; .texref, .samplerref, .surfref included
	Vec     uint8
	Dims    []int64 // array extents, outermost first; the first is -1 for []
	Count   uint32  // name<count> declares name0..name(count-1); each is its own Variable, and this is 0 in them
	Init    *Init   // nil: none
	Attr    []Attribute
	Ptr     PtrAttr   // .ptr of a kernel parameter
	Fn      *Function // owner of a local or parameter; nil at module level
	Index   int       // position among the owner's Params, Rets or Locals, or in Module.Vars
	Used    bool      // an operand or initialiser names it
	Reg     RegID     // register parameter (.reg in a .func signature): its register

	// Incomplete says that the first extent was written [] and comes from the
	// initialiser.
	Incomplete bool

	def    *Variable // definition of a declared variable
	family *Variable // the name<count> node that this is an element of
}

// Definition returns the defining node of v, or v.
func (v *Variable) Definition() *Variable {
	if v.def != nil {
		return v.def
	}
	return v
}

// Size is the variable's size in bytes, 0 for an incomplete array.
func (v *Variable) Size() int64 {
	n := int64(v.Type.Size()) * int64(max(v.Vec, 1))
	for _, d := range v.Dims {
		if d < 0 {
			return 0
		}
		n *= d
	}
	return n
}

// Alignment is the declared alignment in bytes, or the natural one.
func (v *Variable) Alignment() int64 {
	if v.Align != 0 {
		return int64(v.Align)
	}
	return max(int64(v.Type.Size())*int64(max(v.Vec, 1)), 1)
}

// PtrAttr is the .ptr attribute of a kernel parameter.
type PtrAttr struct {
	Present bool
	Space   Space  // SpaceNone: generic
	Align   uint32 // of the pointee; 0: not given
}

// Attribute is one entry of .attribute(...).
type Attribute struct {
	Name string // "managed", "unified"
	Args []uint64
}

// InitKind tells what an Init is.
type InitKind uint8

// Kinds of initialiser.
const (
	InitInt  InitKind = iota // Imm: two's complement
	InitF32                  // Imm: binary32 bits (0f...)
	InitF64                  // Imm: binary64 bits
	InitSym                  // address of Sym plus Off; Generic if generic(...) was written
	InitList                 // Elems
	InitWord                 // Word: an opaque property's value, as nearest in filter_mode = nearest
)

// Init is an initialiser, or an element of one.
type Init struct {
	Kind     InitKind
	Unsigned bool // InitInt: the constant has type .u64
	Generic  bool
	Mask     uint64 // mask(imm)(value), 0 if none was written: which byte of the value is stored
	Field    string // the property in { filter_mode = nearest }
	Word     string
	Pos      Pos
	Imm      uint64
	Sym      Symbol
	Off      int64
	Elems    []Init
}

// VarList is one variable statement; it may declare several names.
type VarList struct {
	Pos  Pos
	Vars []*Variable
}

// Dim3 is a .maxntid-like triple. Absent numbers are 1; N counts those
// written, 0 when the directive is absent.
type Dim3 struct {
	X, Y, Z uint32
	N       uint8
}

// Function is an .entry or .func, with a body or only declared.
type Function struct {
	Name    string
	Pos     Pos
	Entry   bool
	Linkage Linkage
	Rets    []*Variable
	Params  []*Variable

	MaxNTid, ReqNTid           Dim3
	ReqNCtaPerCluster          Dim3
	MinNCtaPerSM, MaxNCtaPerSM uint32 // 0: not given
	MaxNReg                    uint32
	MaxClusterRank             uint32
	NoReturn                   bool
	ExplicitCluster            bool
	BlocksAreClusters          bool
	AbiPreserve                int32 // .abi_preserve n; -1: not given
	AbiPreserveControl         int32
	Attr                       []Attribute
	Pragmas                    []string // .pragma before the body

	HasBody bool
	Body    []Stmt
	End     Pos // the closing brace

	Regs   []*Reg      // indexed by RegID
	Labels []*Label    // indexed by Label.ID, in source order
	Locals []*Variable // variables declared in the body, in source order

	AliasOf *Function // set by .alias: the aliasee
	Used    bool      // called, or its address is taken
	Index   int       // in Module.Funcs
	NInstr  int       // instructions in Body

	def *Function
}

// Definition returns the node with the body for a function that is declared
// before (or after) it is defined, or f.
func (f *Function) Definition() *Function {
	if f.def != nil {
		return f.def
	}
	return f
}

// Alias is .alias name, aliasee;
type Alias struct {
	Pos  Pos
	Func *Function // the declared alias
	Of   *Function
}

// Label is a label of a function body; as a statement it is its definition.
// Labels of .branchtargets, .calltargets and .callprototype belong to those
// nodes instead.
type Label struct {
	Name string
	ID   int32
	Pos  Pos
	Refs int32 // operands and lists that name it

	defined bool
	fwd     *Label // a forward reference that turned out to mean another label
}

// TargetList is name: .branchtargets a, b; or name: .calltargets f, g;
type TargetList struct {
	Name   string
	Pos    Pos
	Calls  bool        // .calltargets
	Labels []*Label    // .branchtargets
	Funcs  []*Function // .calltargets
}

// Prototype is name: .callprototype (rets) _ (params);
type Prototype struct {
	Name               string
	Pos                Pos
	Rets, Params       []*Variable
	NoReturn           bool
	AbiPreserve        int32
	AbiPreserveControl int32
}

// ScopeBegin and ScopeEnd bracket a nested { } in the flat body.
type ScopeBegin struct{ Pos Pos }

// ScopeEnd closes the innermost ScopeBegin.
type ScopeEnd struct{ Pos Pos }

// Loc is a .loc directive.
type Loc struct {
	Pos             Pos
	File, Line, Col uint32
	FuncName        string // function_name label, "" if absent
	FuncOff         int64
	HasInline       bool // inlined_at given
	InFile          uint32
	InLine, InCol   uint32
}

// FileDir is .file index "name" [, timestamp, size].
type FileDir struct {
	Pos     Pos
	Index   uint32
	Name    string
	HasTime bool
	Time    uint64
	Size    uint64
}

// Pragma is .pragma "text", ...;
type Pragma struct {
	Pos  Pos
	Text []string
}

// Section is .section name { data } (DWARF); Lines keep its data in order.
type Section struct {
	Pos   Pos
	Name  string
	Lines []SectionLine
}

// SectionLine is a label or a run of data inside a Section.
type SectionLine struct {
	Label string // "name:" if not empty
	Type  Type   // B8, B16, B32, B64
	Data  []SectionDatum
}

// SectionDatum is a number, a label plus number, or a difference of labels.
type SectionDatum struct {
	Label, Minus string
	Value        int64
}

// Instr is one instruction. The embedded Mods is shared and read-only.
type Instr struct {
	*Mods
	Pos      Pos
	Guard    RegID // NoReg: unguarded
	GuardNot bool  // @!p
	// Ops are the operands in source order, destinations first (Mods.NDst of
	// them). For OpCall there are always four: the return list (OpndList, maybe
	// empty), the callee (OpndSym with a *Function, or OpndReg), the argument
	// list (OpndList), and the target list or prototype (OpndSym) or OpndNone.
	Ops []Operand
}

// OpndKind is the kind of an operand.
type OpndKind uint8

// Kinds of operand.
const (
	OpndNone   OpndKind = iota
	OpndReg             // Reg; Neg, Not and Sel may be set
	OpndSReg            // special register SReg
	OpndInt             // Imm, two's complement; Unsigned
	OpndF32             // Imm = binary32 bits, written 0f...
	OpndF64             // Imm = binary64 bits, written 0d... or in decimal
	OpndSym             // Sym (+ Imm as a signed offset): an address, function, label, texture
	OpndAddr            // [Reg + Imm], [Sym + Imm] or [Imm] (Reg == NoReg, Sym == nil)
	OpndVec             // {Elems...}
	OpndPair            // Elems[0] | Elems[1], as in %p|%q
	OpndSink            // _
	OpndTuple           // [Elems...]: texture, tensor and multi-part addresses, each element an operand
	OpndList            // (Elems...): call lists
	OpndString          // reserved for directives; never in an Instr
)

// Sel selects part of a register: an element of a vector, or a byte or half
// for the video instructions.
type Sel uint8

// Selectors. .r .g .b .a are read as X Y Z W.
const (
	SelNone Sel = iota
	SelX
	SelY
	SelZ
	SelW
	SelB0
	SelB1
	SelB2
	SelB3
	SelH0
	SelH1
	SelMask // video lane masks such as .b210: Operand.Imm holds the digits' pattern
)

// Operand is one operand of an instruction.
type Operand struct {
	Kind     OpndKind
	Sel      Sel
	Neg      bool // -reg
	Not      bool // !pred
	Unsigned bool // OpndInt: the constant has type .u64 (a U suffix or too large for .s64)
	Unified  bool // OpndAddr: [a].unified
	Hex      bool // OpndF64: written 0d..., so it may stand for bits too
	SReg     SReg
	Reg      RegID // NoReg unless the operand has a register
	Pos      Pos
	Imm      uint64
	Sym      Symbol
	Elems    []Operand
}

// Off is the signed byte offset of an OpndAddr or OpndSym.
func (o *Operand) Off() int64 { return int64(o.Imm) }

// Var returns the variable an operand names, or nil.
func (o *Operand) Var() *Variable { v, _ := o.Sym.(*Variable); return v }

// Func returns the function an operand names, or nil.
func (o *Operand) Func() *Function { f, _ := o.Sym.(*Function); return f }

// Label returns the label an operand names, or nil.
func (o *Operand) Label() *Label { l, _ := o.Sym.(*Label); return l }

// SymName implements Symbol.
func (v *Variable) SymName() string { return v.Name }

// SymName implements Symbol.
func (f *Function) SymName() string { return f.Name }

// SymName implements Symbol.
func (l *Label) SymName() string { return l.Name }

// SymName implements Symbol.
func (t *TargetList) SymName() string { return t.Name }

// SymName implements Symbol.
func (p *Prototype) SymName() string { return p.Name }

func (*Function) declNode() {}
func (*VarList) declNode()  {}
func (*Alias) declNode()    {}
func (*FileDir) declNode()  {}
func (*Section) declNode()  {}
func (*Pragma) declNode()   {}
func (*Loc) declNode()      {}

func (*Instr) stmtNode()      {}
func (*Label) stmtNode()      {}
func (*ScopeBegin) stmtNode() {}
func (*ScopeEnd) stmtNode()   {}
func (*VarList) stmtNode()    {}
func (*RegList) stmtNode()    {}
func (*Loc) stmtNode()        {}
func (*Pragma) stmtNode()     {}
func (*TargetList) stmtNode() {}
func (*Prototype) stmtNode()  {}
