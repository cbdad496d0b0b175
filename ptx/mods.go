package ptx

// This file holds the typed fields that a mnemonic's modifiers are parsed
// into. Each enumeration has a spelling table beside it, which the parser
// reads in the other direction.

import "strconv"

func word(t []string, i int) string {
	if i >= 0 && i < len(t) {
		return t[i]
	}
	return "?" + strconv.Itoa(i)
}

// Type is a PTX data type.
type Type uint8

// Values of Type.
const (
	NoType Type = iota
	B1
	B2
	B4
	B8
	B16
	B32
	B64
	B128
	B1024
	U2
	U4
	U8
	U16
	U32
	U64
	S2
	S4
	S8
	S16
	S32
	S64
	U16x2
	S16x2
	U8x4
	S8x4
	F16
	F16x2
	BF16
	BF16x2
	TF32
	F32
	F32x2
	F64
	E4M3
	E5M2
	E2M3
	E3M2
	E2M1
	UE8M0
	UE4M3
	E4M3x2
	E5M2x2
	E2M3x2
	E3M2x2
	E2M1x2
	UE8M0x2
	S2F6x2
	UE5M3x2
	E4M3x4
	E5M2x4
	E2M3x4
	E3M2x4
	E2M1x4
	B8x16
	B4x16P64
	B6x16P32
	Pred
	TexRef
	SamplerRef
	SurfRef
)

var typeWords = [...]string{
	NoType:     "",
	B1:         "b1",
	B2:         "b2",
	B4:         "b4",
	B8:         "b8",
	B16:        "b16",
	B32:        "b32",
	B64:        "b64",
	B128:       "b128",
	B1024:      "b1024",
	U2:         "u2",
	U4:         "u4",
	U8:         "u8",
	U16:        "u16",
	U32:        "u32",
	U64:        "u64",
	S2:         "s2",
	S4:         "s4",
	S8:         "s8",
	S16:        "s16",
	S32:        "s32",
	S64:        "s64",
	U16x2:      "u16x2",
	S16x2:      "s16x2",
	U8x4:       "u8x4",
	S8x4:       "s8x4",
	F16:        "f16",
	F16x2:      "f16x2",
	BF16:       "bf16",
	BF16x2:     "bf16x2",
	TF32:       "tf32",
	F32:        "f32",
	F32x2:      "f32x2",
	F64:        "f64",
	E4M3:       "e4m3",
	E5M2:       "e5m2",
	E2M3:       "e2m3",
	E3M2:       "e3m2",
	E2M1:       "e2m1",
	UE8M0:      "ue8m0",
	UE4M3:      "ue4m3",
	E4M3x2:     "e4m3x2",
	E5M2x2:     "e5m2x2",
	E2M3x2:     "e2m3x2",
	E3M2x2:     "e3m2x2",
	E2M1x2:     "e2m1x2",
	UE8M0x2:    "ue8m0x2",
	S2F6x2:     "s2f6x2",
	UE5M3x2:    "ue5m3x2",
	E4M3x4:     "e4m3x4",
	E5M2x4:     "e5m2x4",
	E2M3x4:     "e2m3x4",
	E3M2x4:     "e3m2x4",
	E2M1x4:     "e2m1x4",
	B8x16:      "b8x16",
	B4x16P64:   "b4x16_p64",
	B6x16P32:   "b6x16_p32",
	Pred:       "pred",
	TexRef:     "texref",
	SamplerRef: "samplerref",
	SurfRef:    "surfref",
}

// String is the PTX spelling, without the dot.
func (t Type) String() string { return word(typeWords[:], int(t)) }

var typeBits = [...]uint16{B1: 1, B2: 2, B4: 4, B8: 8, B16: 16, B32: 32, B64: 64, B128: 128, B1024: 1024, U2: 2, U4: 4, U8: 8, U16: 16, U32: 32, U64: 64, S2: 2, S4: 4, S8: 8, S16: 16, S32: 32, S64: 64, U16x2: 32, S16x2: 32, U8x4: 32, S8x4: 32, F16: 16, F16x2: 32, BF16: 16, BF16x2: 32, TF32: 32, F32: 32, F32x2: 64, F64: 64, E4M3: 8, E5M2: 8, E2M3: 8, E3M2: 8, E2M1: 4, UE8M0: 8, UE4M3: 8, E4M3x2: 16, E5M2x2: 16, E2M3x2: 16, E3M2x2: 16, E2M1x2: 8, UE8M0x2: 16, S2F6x2: 16, UE5M3x2: 16, E4M3x4: 32, E5M2x4: 32, E2M3x4: 32, E3M2x4: 32, E2M1x4: 16, B8x16: 128, B4x16P64: 128, B6x16P32: 128, Pred: 1, TexRef: 64, SamplerRef: 64, SurfRef: 64}

// Bits is the width of a value of type t.
func (t Type) Bits() int {
	if int(t) < len(typeBits) {
		return int(typeBits[t])
	}
	return 0
}

// Size is the number of bytes a value of type t occupies in memory.
func (t Type) Size() int { return (t.Bits() + 7) / 8 }

// Signed reports a signed integer type.
func (t Type) Signed() bool { return t >= S2 && t <= S64 || t == S16x2 || t == S8x4 }

// Unsigned reports an unsigned integer type.
func (t Type) Unsigned() bool { return t >= U2 && t <= U64 || t == U16x2 || t == U8x4 }

// Int reports a signed or unsigned integer type; untyped bits are not one.
func (t Type) Int() bool { return t.Signed() || t.Unsigned() }

// Untyped reports a .bN type.
func (t Type) Untyped() bool { return t >= B1 && t <= B1024 }

// Float reports a floating-point type, packed ones included.
func (t Type) Float() bool { return t >= F16 && t <= E2M1x4 && t != S2F6x2 }

// Packed reports a type that holds several elements in one register.
func (t Type) Packed() bool { return t.Elem() != t }

// Elem is the element type of a packed type, or t.
func (t Type) Elem() Type {
	switch t {
	case U16x2:
		return U16
	case S16x2:
		return S16
	case U8x4:
		return U8
	case S8x4:
		return S8
	case F16x2:
		return F16
	case BF16x2:
		return BF16
	case F32x2:
		return F32
	case E4M3x2, E4M3x4:
		return E4M3
	case E5M2x2, E5M2x4:
		return E5M2
	case E2M3x2, E2M3x4:
		return E2M3
	case E3M2x2, E3M2x4:
		return E3M2
	case E2M1x2, E2M1x4:
		return E2M1
	case UE8M0x2:
		return UE8M0
	}
	return t
}

// Space is a state space, or one with its sub-space. SpaceNone is generic addressing.
type Space uint8

// Values of Space.
const (
	SpaceNone Space = iota
	SpaceReg
	SpaceSReg
	SpaceConst
	SpaceGlobal
	SpaceLocal
	SpaceParam
	SpaceShared
	SpaceTex
	SpaceSampler
	SpaceSurf
	SpaceSharedCTA
	SpaceSharedCluster
	SpaceParamEntry
	SpaceParamFunc
)

var spaceWords = [...]string{
	SpaceNone:          "",
	SpaceReg:           "reg",
	SpaceSReg:          "sreg",
	SpaceConst:         "const",
	SpaceGlobal:        "global",
	SpaceLocal:         "local",
	SpaceParam:         "param",
	SpaceShared:        "shared",
	SpaceTex:           "tex",
	SpaceSampler:       "sampler",
	SpaceSurf:          "surf",
	SpaceSharedCTA:     "shared::cta",
	SpaceSharedCluster: "shared::cluster",
	SpaceParamEntry:    "param::entry",
	SpaceParamFunc:     "param::func",
}

// String is the PTX spelling, without the dot.
func (s Space) String() string { return word(spaceWords[:], int(s)) }

// Base drops the sub-space: SpaceSharedCTA and SpaceSharedCluster give
// SpaceShared, the .param ones SpaceParam.
func (s Space) Base() Space {
	switch s {
	case SpaceSharedCTA, SpaceSharedCluster:
		return SpaceShared
	case SpaceParamEntry, SpaceParamFunc:
		return SpaceParam
	}
	return s
}

// Round is a rounding modifier.
type Round uint8

// Values of Round.
const (
	RoundNone Round = iota
	RoundNearest
	RoundZero
	RoundMinus
	RoundPlus
	RoundNearestInt
	RoundZeroInt
	RoundMinusInt
	RoundPlusInt
	RoundNearestAway
	RoundStochastic
)

var roundWords = [...]string{
	RoundNone:        "",
	RoundNearest:     "rn",
	RoundZero:        "rz",
	RoundMinus:       "rm",
	RoundPlus:        "rp",
	RoundNearestInt:  "rni",
	RoundZeroInt:     "rzi",
	RoundMinusInt:    "rmi",
	RoundPlusInt:     "rpi",
	RoundNearestAway: "rna",
	RoundStochastic:  "rs",
}

// String is the PTX spelling, without the dot.
func (r Round) String() string { return word(roundWords[:], int(r)) }

// Cmp is a comparison of set, setp and vset.
type Cmp uint8

// Values of Cmp.
const (
	CmpNone Cmp = iota
	CmpEQ
	CmpNE
	CmpLT
	CmpLE
	CmpGT
	CmpGE
	CmpLO  // unsigned <
	CmpLS  // unsigned <=
	CmpHI  // unsigned >
	CmpHS  // unsigned >=
	CmpEQU // floating point, true if unordered, as the following
	CmpNEU
	CmpLTU
	CmpLEU
	CmpGTU
	CmpGEU
	CmpNum // neither is NaN
	CmpNaN // either is NaN
)

var cmpWords = [...]string{
	CmpNone: "",
	CmpEQ:   "eq",
	CmpNE:   "ne",
	CmpLT:   "lt",
	CmpLE:   "le",
	CmpGT:   "gt",
	CmpGE:   "ge",
	CmpLO:   "lo",
	CmpLS:   "ls",
	CmpHI:   "hi",
	CmpHS:   "hs",
	CmpEQU:  "equ",
	CmpNEU:  "neu",
	CmpLTU:  "ltu",
	CmpLEU:  "leu",
	CmpGTU:  "gtu",
	CmpGEU:  "geu",
	CmpNum:  "num",
	CmpNaN:  "nan",
}

// String is the PTX spelling, without the dot.
func (c Cmp) String() string { return word(cmpWords[:], int(c)) }

// RedOp is an operation of atom, red, redux, multimem, bar.red, the combining step of set and setp, lop3.BoolOp, and the second operation of video instructions.
type RedOp uint8

// Values of RedOp.
const (
	RedNone RedOp = iota
	RedAnd
	RedOr
	RedXor
	RedCAS
	RedExch
	RedAdd
	RedInc
	RedDec
	RedMin
	RedMax
	RedPopc
)

var redOpWords = [...]string{
	RedNone: "",
	RedAnd:  "and",
	RedOr:   "or",
	RedXor:  "xor",
	RedCAS:  "cas",
	RedExch: "exch",
	RedAdd:  "add",
	RedInc:  "inc",
	RedDec:  "dec",
	RedMin:  "min",
	RedMax:  "max",
	RedPopc: "popc",
}

// String is the PTX spelling, without the dot.
func (r RedOp) String() string { return word(redOpWords[:], int(r)) }

// Scope is a scope of the memory model.
type Scope uint8

// Values of Scope.
const (
	ScopeNone Scope = iota
	ScopeCTA
	ScopeCluster
	ScopeGPU
	ScopeSys
)

var scopeWords = [...]string{
	ScopeNone:    "",
	ScopeCTA:     "cta",
	ScopeCluster: "cluster",
	ScopeGPU:     "gpu",
	ScopeSys:     "sys",
}

// String is the PTX spelling, without the dot.
func (s Scope) String() string { return word(scopeWords[:], int(s)) }

// Sem is a memory ordering. .volatile is the flag Volatile.
type Sem uint8

// Values of Sem.
const (
	SemNone Sem = iota
	SemWeak
	SemRelaxed
	SemAcquire
	SemRelease
	SemAcqRel
	SemSC
)

var semWords = [...]string{
	SemNone:    "",
	SemWeak:    "weak",
	SemRelaxed: "relaxed",
	SemAcquire: "acquire",
	SemRelease: "release",
	SemAcqRel:  "acq_rel",
	SemSC:      "sc",
}

// String is the PTX spelling, without the dot.
func (s Sem) String() string { return word(semWords[:], int(s)) }

// CacheOp is a cache operator of ld, st, suld, sust, cp.async.
type CacheOp uint8

// Values of CacheOp.
const (
	CacheNone CacheOp = iota
	CacheCA
	CacheCG
	CacheCS
	CacheLU
	CacheCV
	CacheWB
	CacheWT
)

var cacheOpWords = [...]string{
	CacheNone: "",
	CacheCA:   "ca",
	CacheCG:   "cg",
	CacheCS:   "cs",
	CacheLU:   "lu",
	CacheCV:   "cv",
	CacheWB:   "wb",
	CacheWT:   "wt",
}

// String is the PTX spelling, without the dot.
func (c CacheOp) String() string { return word(cacheOpWords[:], int(c)) }

// Part is which part of a product mul, mad and dp2a use.
type Part uint8

// Values of Part.
const (
	PartNone Part = iota
	PartLo
	PartHi
	PartWide
)

var partWords = [...]string{
	PartNone: "",
	PartLo:   "lo",
	PartHi:   "hi",
	PartWide: "wide",
}

// String is the PTX spelling, without the dot.
func (p Part) String() string { return word(partWords[:], int(p)) }

// Mode is the one-of modifier that names an instruction's mode: shfl, vote, match, prmt, shf, clamp modes, surface bounds, testp, tex, query and so on.
type Mode uint8

// Values of Mode.
const (
	ModeNone Mode = iota
	ModeUp
	ModeDown
	ModeBfly
	ModeIdx
	ModeAll
	ModeAny
	ModeUni // vote.uni only; elsewhere .uni is the flag Uni
	ModeBallot
	ModeF4E
	ModeB4E
	ModeRC8
	ModeECL
	ModeECR
	ModeRC16
	ModeClamp
	ModeWrap
	ModeTrap
	ModeZero
	ModeL // shf.l
	ModeR // shf.r, tld4.r
	ModeG
	ModeB // tld4.b, suld.b
	ModeA
	ModeP // suld.p
	ModeBase
	ModeLevel
	ModeGrad
	ModeFinite
	ModeInfinite
	ModeNumber
	ModeNotANumber
	ModeNormal
	ModeSubnormal
	ModeWidth
	ModeHeight
	ModeDepth
	ModeChannelDataType
	ModeChannelOrder
	ModeNormalizedCoords
	ModeArraySize
	ModeNumMipmapLevels
	ModeNumSamples
	ModeMemoryLayout
	ModeForceUnnormalizedCoords
	ModeFilterMode
	ModeAddrMode0
	ModeAddrMode1
	ModeAddrMode2
	ModeGL // membar.gl
	ModeShr7
	ModeShr15
)

var modeWords = [...]string{
	ModeNone:                    "",
	ModeUp:                      "up",
	ModeDown:                    "down",
	ModeBfly:                    "bfly",
	ModeIdx:                     "idx",
	ModeAll:                     "all",
	ModeAny:                     "any",
	ModeUni:                     "uni",
	ModeBallot:                  "ballot",
	ModeF4E:                     "f4e",
	ModeB4E:                     "b4e",
	ModeRC8:                     "rc8",
	ModeECL:                     "ecl",
	ModeECR:                     "ecr",
	ModeRC16:                    "rc16",
	ModeClamp:                   "clamp",
	ModeWrap:                    "wrap",
	ModeTrap:                    "trap",
	ModeZero:                    "zero",
	ModeL:                       "l",
	ModeR:                       "r",
	ModeG:                       "g",
	ModeB:                       "b",
	ModeA:                       "a",
	ModeP:                       "p",
	ModeBase:                    "base",
	ModeLevel:                   "level",
	ModeGrad:                    "grad",
	ModeFinite:                  "finite",
	ModeInfinite:                "infinite",
	ModeNumber:                  "number",
	ModeNotANumber:              "notanumber",
	ModeNormal:                  "normal",
	ModeSubnormal:               "subnormal",
	ModeWidth:                   "width",
	ModeHeight:                  "height",
	ModeDepth:                   "depth",
	ModeChannelDataType:         "channel_data_type",
	ModeChannelOrder:            "channel_order",
	ModeNormalizedCoords:        "normalized_coords",
	ModeArraySize:               "array_size",
	ModeNumMipmapLevels:         "num_mipmap_levels",
	ModeNumSamples:              "num_samples",
	ModeMemoryLayout:            "memory_layout",
	ModeForceUnnormalizedCoords: "force_unnormalized_coords",
	ModeFilterMode:              "filter_mode",
	ModeAddrMode0:               "addr_mode_0",
	ModeAddrMode1:               "addr_mode_1",
	ModeAddrMode2:               "addr_mode_2",
	ModeGL:                      "gl",
	ModeShr7:                    "shr7",
	ModeShr15:                   "shr15",
}

// String is the PTX spelling, without the dot.
func (m Mode) String() string { return word(modeWords[:], int(m)) }

// Geom is a texture, surface or tensor geometry.
type Geom uint8

// Values of Geom.
const (
	GeomNone Geom = iota
	Geom1D
	Geom2D
	Geom3D
	GeomA1D
	GeomA2D
	GeomCube
	GeomACube
	Geom2DMS
	GeomA2DMS
	Geom4D
	Geom5D
)

var geomWords = [...]string{
	GeomNone:  "",
	Geom1D:    "1d",
	Geom2D:    "2d",
	Geom3D:    "3d",
	GeomA1D:   "a1d",
	GeomA2D:   "a2d",
	GeomCube:  "cube",
	GeomACube: "acube",
	Geom2DMS:  "2dms",
	GeomA2DMS: "a2dms",
	Geom4D:    "4d",
	Geom5D:    "5d",
}

// String is the PTX spelling, without the dot.
func (g Geom) String() string { return word(geomWords[:], int(g)) }

// Layout is a matrix layout.
type Layout uint8

// Values of Layout.
const (
	LayoutNone Layout = iota
	LayoutRow
	LayoutCol
)

var layoutWords = [...]string{
	LayoutNone: "",
	LayoutRow:  "row",
	LayoutCol:  "col",
}

// String is the PTX spelling, without the dot.
func (l Layout) String() string { return word(layoutWords[:], int(l)) }

// Flag is a set of modifiers that are there or not.
type Flag uint64

// Flags, named after their spelling.
const (
	FTZ           Flag = 1 << iota // .ftz
	Sat                            // .sat
	SatFinite                      // .satfinite
	Relu                           // .relu
	NaN                            // .NaN
	Abs                            // .abs
	XorSign                        // .xorsign
	Approx                         // .approx
	Full                           // .full
	CC                             // .cc
	Uni                            // .uni
	Sync                           // .sync
	Aligned                        // .aligned
	Volatile                       // .volatile
	NC                             // .nc
	NoFTZ                          // .noftz
	MMIO                           // .mmio
	Trans                          // .trans
	Popc                           // .popc
	NoInc                          // .noinc
	NoComplete                     // .noComplete
	ExpectTx                       // .expect_tx
	Parity                         // .parity
	CacheHint                      // .L2::cache_hint
	OOB                            // .oob
	ShiftAmt                       // .shiftamt
	To                             // .to
	Unified                        // .unified
	Mask                           // .mask
	Sparse                         // .sp
	SparseOrdered                  // .sp::ordered_metadata
	PlusOne                        // .po
	BlockScale                     // .block_scale
	Read                           // .read
)

var flagWords = [...]string{"ftz", "sat", "satfinite", "relu", "NaN", "abs", "xorsign", "approx", "full", "cc", "uni", "sync", "aligned", "volatile", "nc", "noftz", "mmio", "trans", "popc", "noinc", "noComplete", "expect_tx", "parity", "L2::cache_hint", "oob", "shiftamt", "to", "unified", "mask", "sp", "sp::ordered_metadata", "po", "block_scale", "read"}

// Shape is a matrix shape: .m16n8k16 is {16, 8, 16}; .m8n8 has K 0.
type Shape struct {
	M, N, K uint16
}

// Mods is a resolved mnemonic: the opcode and everything its modifiers say.
// A field is zero where the instruction has no such modifier. Modifiers with
// no field of their own are in Words only; ask HasWord.
type Mods struct {
	Op    Opcode
	Text  string   // the mnemonic as written: "add.ftz.f32"
	Words []string // its modifiers in order, without dots, those that Op's own name spells included

	// Types are the type modifiers in order. Type is Types[0], SrcType the last
	// one: cvt.f32.u8 has Type F32 and SrcType U8, add.s32 has both S32.
	Types   [5]Type
	NTypes  uint8
	Type    Type
	SrcType Type

	Flags    Flag
	Round    Round
	Space    Space // the first space named; SpaceNone: generic addressing
	SrcSpace Space // the second one: cp.async.shared.global
	Vec      uint8 // .v2, .v4, .v8; 1 if none
	Cmp      Cmp
	Bool     RedOp // set, setp: and, or, xor after the comparison
	Red      RedOp // atom, red, redux, bar.red, multimem, cp.reduce: the operation
	Part     Part
	Mode     Mode
	Geom     Geom
	Scope    Scope
	Sem      Sem
	Cache    CacheOp
	Layouts  [2]Layout // wmma.mma, mma: A then B; wmma.load, wmma.store: the first
	Shape    Shape
	Num      uint8 // ldmatrix .x1 .x2 .x4, tcgen05 .x128; 0 if none

	// NDst is how many leading operands are written. An OpndPair or OpndVec
	// counts as one.
	NDst uint8

	forms []*form // table rows that fit the modifiers
	bad   badMods
}

// Has reports whether every flag of f is set.
func (m *Mods) Has(f Flag) bool { return m.Flags&f == f }

// HasWord reports whether the modifier w (without its dot) was written.
func (m *Mods) HasWord(w string) bool {
	for _, x := range m.Words {
		if x == w {
			return true
		}
	}
	return false
}
