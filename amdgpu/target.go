package amdgpu

// Target is one chip: its tables and what differs from its siblings. Targets are read-only and shared.
type Target struct {
	// Name is LLVM's name of the chip, e.g. "gfx1100".
	Name string
	// Wave64 selects the 64-lane forms: lane masks (VCC, EXEC, compare results) are two SGPRs wide.
	Wave64 bool

	*isa
}

// isa holds the generated tables of one chip.
type isa struct {
	encs  []encLayout   // by Enc
	top   *[512]Enc     // bits 31:23 of the first dword -> base encoding
	index []uint32      // (first<<4 | count) into rows by encBase + opcode
	rows  []Row         // sorted by (encoding, opcode, preference)
	sigs  []uint16      // operand signatures: runs of indices into opnds
	opnds []OperandInfo // deduplicated operand descriptions
	imgs  []ImageInfo   // deduplicated image classes
	ops   []OpInfo      // by Op; Name is empty where the chip lacks the instruction
	byOp  []uint16      // row numbers in order of preference, runs given by OpInfo
}

// field places one named bit field of an encoding; width 0 means the encoding has no such field.
type field struct{ lo, width uint8 }

// encLayout is the layout of one encoding.
type encLayout struct {
	name    string
	size    uint8  // bytes, literal not included
	base    uint32 // into isa.index
	opcodes uint16 // opcodes covered by the index
	bits    uint64 // fixed identification bits
	mask    uint64 // where those are
	fields  [numFields]field
}

// Row describes one form of an instruction: one mnemonic in one encoding and one address form.
type Row struct {
	Op     Op
	Enc    Enc
	Opcode uint16
	sig    uint16 // first operand index in isa.sigs
	nops   uint8
	suffix uint8
	img    uint8 // index into isa.imgs
	opsel  uint8 // entries of op_sel in text, 0 if it is not printed
	Flags  RowFlags
	bits   uint64 // identification, opcode and constant fields
	sel    uint64 // the part of bits that tells this row from others of its opcode
	mods   uint64 // modifier fields in use, 1<<fieldID
	// Reads and Writes are the implicit registers.
	Reads, Writes Implicit
}

// RowFlags are properties of one form.
type RowFlags uint16

// Row flags.
const (
	RowReturns  RowFlags = 1 << iota // atomic that returns the old value (glc set)
	RowMayLoad                       // may read memory
	RowMayStore                      // may write memory
	RowTwoOffs                       // DS with offset0 and offset1 separate
	RowLiteral                       // a literal dword is part of the form
	RowDPP16
	RowDPP8
	RowGDS    // DS form that works on GDS only
	RowVOPDY  // second half of a VOPD pair
	RowPacked // modifiers are per half: op_sel_hi, neg_lo, neg_hi
	RowHex    // the immediate is written in hexadecimal
)

// Implicit is a set of implicit registers.
type Implicit uint8

// Implicit registers.
const (
	ImpVCC Implicit = 1 << iota
	ImpEXEC
	ImpSCC
	ImpM0
	ImpMODE
	ImpFlatScratch
)

// Dir says how an instruction uses an operand.
type Dir uint8

// Directions; DirInOut operands are read and written.
const (
	DirIn    Dir = 1
	DirOut   Dir = 2
	DirInOut Dir = 3
)

// OpndClass is the kind of a register field.
type OpndClass uint8

// Operand classes of a row.
const (
	ClassVGPR    OpndClass = iota // VGPR number
	ClassSGPR                     // SGPR or special scalar register
	ClassSrc                      // 9-bit source
	ClassSSrc                     // 8-bit scalar source
	ClassImm                      // plain immediate field
	ClassLiteral                  // literal dword that is always there
	ClassLabel                    // branch distance
	ClassVCC                      // VCC, named by the text, without a field
	ClassOff                      // "off", without a field
)

// Accept is the set of what a source operand may hold.
type Accept uint16

// What a source may hold.
const (
	AcceptV     Accept = 1 << iota // VGPR
	AcceptS                        // SGPR
	AcceptInt                      // integer inline constant
	AcceptFloat                    // floating-point inline constant
	AcceptLit                      // literal
	AcceptVCC
	AcceptM0
	AcceptSCC
	AcceptEXEC
)

// OperandInfo describes one operand of a row.
type OperandInfo struct {
	Class  OpndClass
	Dir    Dir
	Dwords uint8 // register width in wave32
	Wide   uint8 // register width in wave64 where it differs, else 0
	Bits   uint8 // bits of the data, 0 where the table does not say (multiples of 32 above 224 are Dwords*32)
	Format DataFormat
	Accept Accept
	// Inline is the width in bits of floating-point inline constants: 16, 32 or 64.
	Inline uint8
	// Half says that the operand is one 16-bit half of a VGPR; ModHi selects the high one.
	Half bool
	// Splat says that an inline constant, 16 bits wide, stands in both halves of the operand.
	Splat bool
	// noFP marks integer sources of floating-point instructions, which take no neg and abs.
	noFP bool
	// lo128 marks 8-bit VGPR fields whose top bit selects the half.
	lo128 bool
	scale uint8
	field field
	// mod is the bit of this operand in neg, abs and op_sel: 0..2 for sources, 3 for the destination, 255 for none.
	mod uint8
}

// ImageClass tells the kinds of image instructions apart.
type ImageClass uint8

// Image classes; ImgNone is every other instruction.
const (
	ImgNone ImageClass = iota
	ImgLoad
	ImgStore
	ImgAtomic
	ImgAtomicCmpSwap
	ImgSample
	ImgGather4
	ImgGetLod
	ImgGetResinfo
	ImgMSAALoad
	ImgBVH
)

// ImageInfo describes the address operand of an image instruction.
type ImageInfo struct {
	Class   ImageClass
	Sampler bool
	// Addr is the number of address dwords by dimension and by a16; 0 where the dimension has no meaning for the class.
	Addr [8][2]uint8
}

// OpFlags are properties of an instruction in all its forms.
type OpFlags uint32

// Op flags.
const (
	OpVALU OpFlags = 1 << iota
	OpSALU         // SOP1, SOP2, SOPC, SOPK
	OpSOPP         // program control, waits, messages
	OpSMEM
	OpDS
	OpBuffer  // MUBUF, MTBUF
	OpFlat    // FLAT segment: may touch LDS, scratch and memory
	OpGlobal  // GLOBAL
	OpScratch // SCRATCH
	OpImage
	OpExport
	OpLDSDir
	OpVOPD
	OpTrans // transcendental unit
	OpBranch
	OpTerminator // nothing after it runs in this order: s_branch, s_setpc, s_endpgm ...
	OpMayLoad
	OpMayStore
	OpAtomic
	OpWMMA
	OpVOPC // compare that writes a lane mask
	OpVINTERP
)

// OpVMEM are the instructions that count in vmcnt or vscnt.
const OpVMEM = OpBuffer | OpFlat | OpGlobal | OpScratch | OpImage

// OpInfo is what is common to all forms of an instruction.
type OpInfo struct {
	Flags OpFlags
	first uint16 // into isa.byOp
	n     uint8
}

// Has reports whether the target has the instruction.
func (t *Target) Has(op Op) bool { return int(op) < len(t.ops) && t.ops[op].n != 0 }

// Info gives the properties of op; the zero OpInfo where the target lacks it.
func (t *Target) Info(op Op) OpInfo {
	if int(op) < len(t.ops) {
		return t.ops[op]
	}
	return OpInfo{}
}

// Row gives the row that Decode or Encode chose for in.
func (t *Target) Row(in *Inst) *Row { return &t.rows[in.Row] }

// NumRows is the number of rows; row 0 is the invalid one.
func (t *Target) NumRows() int { return len(t.rows) }

// RowAt gives row number i.
func (t *Target) RowAt(i int) *Row { return &t.rows[i] }

// Operand describes operand i of a row.
func (t *Target) Operand(r *Row, i int) *OperandInfo { return &t.opnds[t.sigs[int(r.sig)+i]] }

// NumOperands is the number of operands of a row.
func (r *Row) NumOperands() int { return int(r.nops) }

// Image describes the image operands of a row; Class is ImgNone for other instructions.
func (t *Target) Image(r *Row) *ImageInfo { return &t.imgs[r.img] }

// EncName is the name of the encoding in AMD's manuals.
func (t *Target) EncName(e Enc) string { return t.encs[e].name }

// String is the mnemonic without encoding suffix.
func (op Op) String() string {
	if int(op) < len(opNames) {
		return opNames[op]
	}
	return "op?"
}

// OpByName finds an instruction by its mnemonic without encoding suffix.
func OpByName(name string) (Op, bool) {
	lo, hi := 1, len(opNames)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if opNames[m] < name {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(opNames) && opNames[lo] == name {
		return Op(lo), true
	}
	return 0, false
}
