// Package elf writes and reads the ELF objects ferry deals in: HSACO (AMD's loadable code objects, ELF64 for the HSA runtime) in both directions,
// with kernel descriptors, the metadata note, symbols and relocations; and NVIDIA cubins as far as needed to name and refuse them.
//
// It does not encode instructions (amdgpu) and does not load anything into memory (emu, hipffi).
package elf

// ELF constants (System V gABI; AMDGPU values from LLVM's AMDGPUUsage, checked on objects of LLVM 22).
const (
	ehdrSize = 64
	phdrSize = 56
	shdrSize = 64
	symSize  = 24
	relaSize = 24

	machineAMDGPU = 224
	machineCUDA   = 190

	osabiHSA = 64

	typeRel  = 1
	typeExec = 2
	typeDyn  = 3

	ptLoad     = 1
	ptDynamic  = 2
	ptNote     = 4
	ptPhdr     = 6
	ptGNUStack = 0x6474e551

	pfX = 1
	pfW = 2
	pfR = 4

	shtProgbits = 1
	shtSymtab   = 2
	shtStrtab   = 3
	shtRela     = 4
	shtHash     = 5
	shtDynamic  = 6
	shtNote     = 7
	shtNobits   = 8
	shtDynsym   = 11

	shfWrite = 1
	shfAlloc = 2
	shfExec  = 4

	sttNotype = 0
	sttObject = 1
	sttFunc   = 2

	stbLocal  = 0
	stbGlobal = 1
	stbWeak   = 2

	stvProtected = 3

	noteMetadata = 32 // NT_AMDGPU_METADATA

	pageSize = 0x1000
)

// MaxAlign is the largest alignment of a variable in bytes.
const MaxAlign = pageSize

// RelocType is an AMDGPU relocation type.
type RelocType uint32

// Relocation types (AMDGPUUsage, "Relocation Records"). S symbol, A addend, P place.
const (
	RelAbs32Lo    RelocType = 1  // low half of S+A
	RelAbs32Hi    RelocType = 2  // high half of S+A
	RelAbs64      RelocType = 3  // S+A, 64 bits
	RelRel32      RelocType = 4  // S+A-P
	RelRel64      RelocType = 5  // S+A-P, 64 bits
	RelAbs32      RelocType = 6  // S+A
	RelRel32Lo    RelocType = 10 // low half of S+A-P
	RelRel32Hi    RelocType = 11 // high half of S+A-P
	RelRelative64 RelocType = 13 // load bias + A, 64 bits; made by the writer
	RelRel16      RelocType = 14 // (S+A-P-4)/4 of a branch
)
