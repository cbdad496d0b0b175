package amdgpu

// Reg names a register or a constant by its code in AMD's 9-bit source operand field
// (RDNA3 ISA, "Scalar ALU operands"): 0..105 SGPRs, 106 upwards the special registers,
// 128..208 and 240..248 inline constants, 256..511 VGPRs. Codes from FirstVirtual on are the
// compiler's virtual registers and never reach the encoder.
type Reg uint32

// Special registers and source codes of gfx10 and later.
const (
	VCCLo             Reg = 106
	VCCHi             Reg = 107
	TTMP0             Reg = 108
	Null              Reg = 124
	M0                Reg = 125
	ExecLo            Reg = 126
	ExecHi            Reg = 127
	FlatScratchBaseLo Reg = 230
	FlatScratchBaseHi Reg = 231
	SharedBase        Reg = 235
	SharedLimit       Reg = 236
	PrivateBase       Reg = 237
	PrivateLimit      Reg = 238
	SCC               Reg = 253
	LiteralCode       Reg = 255
	firstVGPR         Reg = 256
	FirstVirtual      Reg = 512
)

// S is SGPR n.
func S(n int) Reg { return Reg(n) }

// V is VGPR n.
func V(n int) Reg { return firstVGPR + Reg(n) }

// IsVGPR reports whether r is a physical VGPR.
func (r Reg) IsVGPR() bool { return r >= firstVGPR && r < FirstVirtual }

// IsSGPR reports whether r is one of s0..s105.
func (r Reg) IsSGPR() bool { return r < 106 }

// IsVirtual reports whether r is a virtual register.
func (r Reg) IsVirtual() bool { return r >= FirstVirtual }

// OperandKind says what an Operand holds.
type OperandKind uint8

const (
	OpdNone OperandKind = iota
	// OpdReg is a register, Width dwords from Reg upwards ("off", where an address form has no
	// register, is OpdNone).
	OpdReg
	// OpdImm is a constant for a source operand: Imm holds its value as the instruction sees it.
	// Sources up to 32 bits wide: the pattern, zero-extended from the operand's 16 or 32 bits (the encoder takes
	// sign-extended values too). 64-bit sources: all 64 bits, so a literal's dword stands in the high half of a double,
	// zero-extended in an unsigned or untyped integer and sign-extended in a signed one. The encoder chooses the inline code or a literal.
	OpdImm
	// OpdField is a plain immediate field of the encoding (simm16, hwreg, message, attribute, ...): Imm is the field,
	// zero-extended; the encoder takes a sign-extended simm16 too.
	OpdField
	// OpdLabel is a branch target: Imm is the byte offset of the target in the function's code when
	// decoded, the block or label number before layout.
	OpdLabel
	// OpdSym is a literal to be relocated: Imm indexes the function's symbol-reference table.
	OpdSym
)

// Operand modifier bits.
const (
	ModNeg  uint8 = 1 << iota // -x   (VOP3P: neg_lo)
	ModAbs                    // |x|  (VOP3P: neg_hi)
	ModHi                     // op_sel: the high half of a 16-bit operand (VOP3P: op_sel)
	ModHiHi                   // VOP3P only: op_sel_hi
	ModSext                   // SDWA (gfx9, gfx10)
)

// Operand is one operand in assembler order (destinations first).
type Operand struct {
	Kind  OperandKind
	Width uint8 // dwords of a register operand; 0 counts as 1
	Mods  uint8
	Reg   Reg
	Imm   int64
}

// R makes a register operand of width dwords.
func R(r Reg, width int) Operand { return Operand{Kind: OpdReg, Reg: r, Width: uint8(width)} }

// Imm makes a source constant.
func Imm(v int64) Operand { return Operand{Kind: OpdImm, Imm: v} }

// MaxOperands bounds the operands of one instruction (image instructions with separate address registers have the most).
const MaxOperands = 8

// Flags are modifiers of a whole instruction.
type Flags uint32

const (
	FlagClamp Flags = 1 << iota
	FlagGLC
	FlagSLC
	FlagDLC
	FlagOffen
	FlagIdxen
	FlagTFE
	FlagLWE
	FlagD16
	FlagA16
	FlagR128
	FlagUNRM
	FlagGDS
	FlagBoundCtrl
	FlagFI
	FlagDone
	FlagRow
	FlagNV
	FlagDPP16 // DPP and Masks are in use; Decode sets it, EncAuto heeds it
	FlagDPP8  // DPP holds eight selectors
	FlagNSA   // image: one operand per address register (set by Decode)
)

// Inst is one AMD instruction: decoded, or to be encoded. Operands stand in assembler order as in the
// tables' rows. Enc is EncAuto before the encoder has chosen among the encodings that can hold the
// operands (VOP2 before VOP3, and so on).
//
// SMEM: data, base, offset register (OpdNone without one); the immediate is in Offset. EXP: target (OpdField), then four
// sources, OpdNone where the enable mask in DMask is 0. LDSDIR: attribute*4 + channel is an OpdField. Image: data, address
// (one operand per register with FlagNSA), resource, sampler.
type Inst struct {
	Op    Op
	Enc   Enc
	Row   uint16 // number of the table row, set by Encode and Decode
	N     uint8  // operands in use
	Size  uint8  // bytes, literal included; set by Encode and Decode
	OMod  uint8  // 0, 1 = *2, 2 = *4, 3 = /2
	Flags Flags
	Opd   [MaxOperands]Operand
	// Offset is the address offset of a memory instruction, DS offset0 | offset1<<8 where the form has two.
	Offset int32
	// DPP is the dpp_ctrl field (DPP16) or the eight lane selectors packed 3 bits each (DPP8); Masks = row_mask<<4 | bank_mask.
	DPP   uint32
	Masks uint8
	// DMask and Dim are image fields; DMask is also the enable mask of EXP.
	DMask uint8
	Dim   uint8
	// Format is the format of a typed buffer access, wait_exp of VINTERP, wait_vdst of LDSDIR.
	Format uint8
	// Line is the compiler's note where the instruction comes from (PTX line); no part of the encoding.
	Line int32
	// Align is the compiler's note of the alignment in bytes that an access has where that is less than its size; 0 otherwise.
	Align uint8
	// Y is the second half of a VOPD pair: its Op and operands; nil otherwise. It is the only part of an
	// instruction that Decode allocates.
	Y *Inst
}
