// Package emu is ferry's AMD GPU emulator for gfx1100 (RDNA3, wave32): it pre-decodes machine code into an array
// of handlers, runs waves of whole 32-lane registers on it, and checks the program's discipline in strict mode.
//
// Here live the wave's state, the scalar and vector ALU, control flow, strict mode, the memory instructions, the
// loader and the dispatcher. The arena and the allocation table are in emu/mem; streams, events and everything that
// CUDA sees are above, in hipffi/embedded and cuda.
package emu

import (
	"sync/atomic"

	"ferry/amdgpu"
)

// Program is pre-decoded code, shared read-only by all waves that run it.
type Program struct {
	Name string
	Code []DInst
	// Base is the address of the code's first byte as s_getpc_b64 sees it.
	Base uint64
	// Index maps a dword of the code to the instruction that starts there, or -1.
	Index []int32
	// NumVGPR is the highest VGPR number used plus one.
	NumVGPR int
	// Consts are the constants that Wave.V holds broadcast behind the VGPRs, in order from row ConstBase.
	Consts    []uint32
	ConstBase int
	Strict    bool
	// unwritten is the shadow of a byte of LDS or scratch that nobody wrote.
	unwritten byte
	Target    *amdgpu.Target
	// Fast runs: the micro-operations, the instruction of each, and the sums of Count before each instruction.
	uops    []uop
	uopPC   []int32
	counts  []int32
	uopExit uintptr
	seed    Mode
	// Weak mode: its seed (0 = off), the first of its rows, the bound on a wave's instructions, and how many launches there were.
	weak, weakLimit uint64
	weakRow         int
	launches        atomic.Uint64
}

// Options choose how a program is decoded and run.
type Options struct {
	// Strict selects the checking handlers.
	Strict bool
	// StrictMemory makes strict programs count LDS and scratch that nobody wrote as uninitialised. It is a choice of its own because
	// PTX allows such reads: they give what happens to be there.
	StrictMemory bool
	// Seed, if not 0, makes the approximate instructions as inexact as AMD documents, in a way fixed by the seed.
	Seed uint64
	// Weak, if not 0, makes memory as weak as AMD's memory model allows: caches with stale lines, loads bound late, stores visible late,
	// in an order fixed by this seed. The engine must have one worker.
	Weak uint64
	// WeakLimit ends weak launches with FaultTimeout in which a wave executes more instructions; 0 = never.
	WeakLimit uint64
	// Scalar runs the plain row kernels even where vector ones are available.
	Scalar bool
	// Aligned makes loads and stores fault whose address is no multiple of their size, as PTX demands. (AMD's hardware allows them.) Scratch, where
	// compilers spill, must be aligned to dwords.
	Aligned bool
	// loose are the accesses that Aligned lets off with less, since the compiler has made one of several: alignment by address, which
	// is looseAt for the first byte of the code.
	loose   map[uint64]uint8
	looseAt uint64
	// NumVGPR is the number of VGPRs that the kernel descriptor grants; 0 means as many as the code uses.
	NumVGPR int
}

// MemLower decodes a memory instruction (SMEM, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF, DS, ...): it sets d.H and
// whatever else it needs in d and reports false if it does not know the instruction, which then faults by name when it is executed.
//
// In strict programs the generic wrapper checks the registers of the instruction before the handler runs and keeps
// the in-flight counters, from the ISA table's operand directions: a memory handler need not know strict mode, save for its own bounds checks.
type MemLower func(b *Builder, in *amdgpu.Inst, d *DInst) bool

// memLowers holds the lowering of each memory family, tried in order.
var memLowers []MemLower

// RegisterMem adds a memory family; called from init functions of this package.
func RegisterMem(f MemLower) { memLowers = append(memLowers, f) }

// empty reports whether the code from an instruction on does nothing but end.
func (p *Program) empty(start int) bool {
	for i := start; i < len(p.Code); i++ {
		in := p.Code[i].In
		if in == nil {
			return false
		}
		switch in.Op {
		case amdgpu.SNop, amdgpu.SDelayAlu, amdgpu.SWaitcnt:
		default:
			return in.Op == amdgpu.SEndpgm
		}
	}
	return false
}
