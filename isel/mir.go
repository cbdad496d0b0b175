// Package isel turns linearised SSA (package ir) into AMD instructions over virtual registers, and takes those through
// register allocation to physical ones: selection rules, one file per kind of instruction, the adapter to package
// regalloc, spill code, MODE switches, pseudo expansion and the layout of branches.
//
// What does not live here: the machine-independent passes (ir), the allocator itself (regalloc), encodings, wait counters
// and hazards (amdgpu), and the order of the passes (compiler).
package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Class is the kind of register a virtual register needs.
type Class uint8

// Register classes. A value in a VGPR follows the logical control flow: only the lanes in EXEC are written. Scalar
// registers, and VGPRs that hold scalars lane by lane (spilled SGPRs), follow the linear one.
const (
	ClassSGPR Class = iota
	ClassVGPR
	ClassVGPRLinear
)

// VReg is one virtual register: Width consecutive dwords. It may be written more than once.
type VReg struct {
	Class   Class
	Width   uint8
	Align   uint8 // of the first physical register, 1, 2 or 4
	NoSpill bool  // a short range made by spilling, which must get a register
	VCC     bool  // a short-lived lane mask, which makes for shorter instructions in VCC
	orig    int32 // 1 + the spilled register this one stands for, 0 for none
	origSub uint8 // which of its dwords the first one is
}

// maxWidth is the largest number of dwords of a virtual register.
const maxWidth = 32

// VirtReg names dword sub of virtual register id as an amdgpu.Reg.
func VirtReg(id int32, sub int) amdgpu.Reg {
	return amdgpu.FirstVirtual + amdgpu.Reg(id)*maxWidth + amdgpu.Reg(sub)
}

// SplitVirt is the inverse of VirtReg.
func SplitVirt(r amdgpu.Reg) (id int32, sub int) {
	n := r - amdgpu.FirstVirtual
	return int32(n / maxWidth), int(n % maxWidth)
}

// Pseudo instructions. They have operands like others and are gone after Finish.
const (
	FirstPseudo amdgpu.Op = 0xf000 + iota
	// PseudoCopy moves Opd[1] (register of the same width, or a constant) to Opd[0], dword by dword; any mix of
	// classes but VGPR to SGPR. SCC survives it.
	PseudoCopy
	// PseudoUndef defines Opd[0] with whatever is there.
	PseudoUndef
	// PseudoEntry defines the registers that hold something when the kernel starts. It is the first instruction.
	PseudoEntry
	// PseudoUse reads its operands and does nothing: it keeps them alive up to here.
	PseudoUse
	// PseudoReadCopy moves Opd[1] (VGPR, uniform) to Opd[0] (SGPR): v_readfirstlane_b32 for each dword.
	PseudoReadCopy
	// PseudoSymAddr computes the 64-bit address of the symbol reference Opd[1].Imm in the SGPR pair Opd[0]; clobbers SCC.
	PseudoSymAddr
	// PseudoCall calls the function in Opd[0].Imm of Func.Calls with the registers of call.go: Opd[1] are the VGPRs that
	// it takes, Opd[2] the launch registers, Opd[3], if there, the VGPRs of the results.
	PseudoCall
	// PseudoReturn returns to the address in the SGPR pair Opd[0] with the results in Opd[1].
	PseudoReturn
)

// Mode is what an instruction needs of the MODE register.
type Mode uint8

// Fields of a Mode: two bits of round mode (as AMD codes it: 0 nearest even, 1 towards +inf, 2 towards -inf, 3 towards
// zero) and one flush bit, for f32 and for f16/f64 apart. ModeUses32 and ModeUses64 say which of the fields matter.
const (
	ModeRound32 Mode = 3 << 0
	ModeFlush32 Mode = 1 << 2
	ModeUses32  Mode = 1 << 3
	ModeRound64 Mode = 3 << 4
	ModeFlush64 Mode = 1 << 6
	ModeUses64  Mode = 1 << 7
)

// maxOps bounds the operands of one instruction here: v_mad_u64_u32 and image instructions with their address in one
// tuple have the most.
const maxOps = 5

// Inst is a machine instruction over virtual or physical registers: the part of amdgpu.Inst that the compiler uses, without
// pointers, and what the passes need to know beyond its encoding.
type Inst struct {
	Op     amdgpu.Op
	N      uint8 // operands in use
	Masks  uint8 // DPP
	Mode   Mode
	Access uint8 // the alignment in bytes that PTX asks of a memory access (0: none known)
	spill  uint8 // kind of spill code
	align  uint8 // of a merged access, in bytes, where that is less than its size
	strong bool  // a volatile, relaxed or stronger access: others stay on their side of it
	Flags  amdgpu.Flags
	Opd    [maxOps]amdgpu.Operand
	Offset int32
	DPP    uint32
	Line   int32 // PTX line
	slot   int32 // of spill code
}

// lower makes x the instruction as package amdgpu has it. What x held before is overwritten.
func (in *Inst) lower(x *amdgpu.Inst) {
	*x = amdgpu.Inst{Op: in.Op, N: in.N, Masks: in.Masks, Flags: in.Flags, Offset: in.Offset, DPP: in.DPP, Line: in.Line, Align: in.align}
	*(*[maxOps]amdgpu.Operand)(x.Opd[:maxOps]) = in.Opd
}

// Rel is the relocation of a literal.
type Rel uint8

// Relocations of literals: halves of the distance from the end of the s_getpc_b64 before them, or of the absolute address.
const (
	RelNone Rel = iota
	RelLo
	RelHi
	AbsLo
	AbsHi
)

// Block is a run of instructions: Func.Insts[First:Last]. Blocks stand in layout order; the end of one falls through
// to the next unless its last instruction is a terminator.
type Block struct {
	First, Last int32
	Linear      []int32 // successors that the wave can take
	Logical     []int32 // successors that a lane can take; blocks that are pure control are transparent
	Depth       uint8   // loops around it
}

// SymRef is one use of a symbol's address.
type SymRef struct {
	Name   string
	Addend int64
	Rel    Rel
}

// Func is one kernel or function in machine form.
type Func struct {
	desc   *descTable
	Name   string
	Target *amdgpu.Target
	Insts  []Inst
	Blocks []Block
	VRegs  []VReg
	Syms   []SymRef
	Sites  []Site
	// ScratchBytes is the private segment a thread needs so far: PTX's local memory, later the spill slots.
	ScratchBytes int
	// Spills counts spilled virtual registers; the counts of registers used are set by allocation.
	Spills, NumVGPR, NumSGPR int
	// MaxVGPR and MaxSGPR are the budget.
	MaxVGPR, MaxSGPR int
	masks            []amdgpu.Reg // the lane masks of the linearisation
	// Calls are the functions that are called; callee gives what is known of them (see call.go).
	Calls    []*ir.Func
	callee   func(*ir.Func) *Func
	src      *ir.Func
	function bool         // not a kernel
	linear   []amdgpu.Reg // VGPRs that hold scalars, to be preserved
	linearAt int          // bytes into the frame where they are
	clobbers Clobbers
	buf      *buffers
}

// Site is a place that can raise an error record.
type Site struct {
	Line int32
	What string
}

// NewFunc makes an empty function for a target.
func NewFunc(name string, t *amdgpu.Target) *Func {
	b := bufferPool.Get().(*buffers)
	b.succs = b.succs[:0]
	return &Func{Name: name, Target: t, desc: describe(t), buf: b, Insts: b.insts, Blocks: b.blocks, VRegs: b.vregs}
}

// NewVReg makes a virtual register.
func (f *Func) NewVReg(c Class, width int) amdgpu.Reg {
	align := uint8(1)
	if c == ClassSGPR {
		switch {
		case width >= 4:
			align = 4
		case width >= 2:
			align = 2
		}
	}
	f.VRegs = append(f.VRegs, VReg{Class: c, Width: uint8(width), Align: align})
	return VirtReg(int32(len(f.VRegs)-1), 0)
}

// ClassOf is the class of a virtual or physical register.
func (f *Func) ClassOf(r amdgpu.Reg) Class {
	if r.IsVirtual() {
		id, _ := SplitVirt(r)
		return f.VRegs[id].Class
	}
	if r.IsVGPR() {
		return ClassVGPR
	}
	return ClassSGPR
}
