package emu

import "ferry/amdgpu"

// Lanes is one 32-lane register: one dword per lane of a wave32.
type Lanes [32]uint32

// WaveSize is the number of lanes of a wave; gfx1100 code is run as wave32 only.
const WaveSize = 32

// Indices into Wave.S, which is AMD's 7-bit scalar register code (RDNA3 ISA, "Scalar ALU operands").
const (
	RegVCC  = int(amdgpu.VCCLo)
	RegNull = int(amdgpu.Null)
	RegM0   = int(amdgpu.M0)
	RegExec = int(amdgpu.ExecLo)
	// RegSink is a slot behind the architected ones: predecoding sends writes to null there, so that
	// S[RegNull] stays zero.
	RegSink = 128
	// RegSCC holds the scalar condition code, 0 or 1.
	RegSCC = 130
	numS   = 132
)

// NumTemps is the number of scratch rows at the start of Wave.V; VGPR n is row n+NumTemps.
const NumTemps = 16

// Row numbers below NumTemps: scratch rows of the handlers, never architected state.
const (
	rowA    = iota // broadcast or modified source 0 (3 rows, one per source)
	rowB           //
	rowC           //
	rowA1          // high dwords of 64-bit sources
	rowB1          //
	rowC1          //
	rowD           // result before clamp, output modifiers and the exec blend
	rowD1          // its high dword
	rowP           // lane-permuted (DPP) source
	rowYA          // sources of the second half of a VOPD pair
	rowYB          //
	rowYC          //
	rowMem         // for the memory handlers
	rowMem1        //
	rowMem2        //
	rowMem3        //
)

// Status says why Run returned.
type Status uint8

const (
	// Running: the quota of instructions was used up; call Run again.
	Running Status = iota
	// AtBarrier: the wave executed s_barrier and goes on when all of its work-group have.
	AtBarrier
	// Ended: the wave executed s_endpgm.
	Ended
	// Yielded: the wave asked to be switched (s_sleep); call Run again after other waves.
	Yielded
	// Faulted: Wave.Fault says what happened.
	Faulted
)

// Mode is the MODE register (hwreg 1, RDNA3 ISA section 3.3.3).
type Mode uint32

// Bits of MODE.
const (
	ModeRoundF32  Mode = 3 << 0 // 0 nearest even, 1 +inf, 2 -inf, 3 zero
	ModeRoundF64  Mode = 3 << 2 // f16 and f64
	ModeDenormF32 Mode = 3 << 4 // bit 0 keeps source denormals, bit 1 keeps result denormals
	ModeDenormF64 Mode = 3 << 6
	ModeDX10Clamp Mode = 1 << 8
	ModeIEEE      Mode = 1 << 9
	ModeFP16Ovfl  Mode = 1 << 23
)

// modeFP are the bits that float handlers look at; modeDefault is their setting for the fast path:
// nearest even, denormals kept.
const (
	modeFP32      = ModeRoundF32 | ModeDenormF32
	modeFP64      = ModeRoundF64 | ModeDenormF64
	modeFP32Fast  = ModeDenormF32
	modeFP64Fast  = ModeDenormF64
	modeRoundMask = 3
)

// Wave is the state of one wave32. It is owned by one goroutine at a time.
type Wave struct {
	// V holds NumTemps scratch rows, then the wave's VGPRs, then the program's constant rows
	// (Program.ConstRows). VGPR n is V[NumTemps+n].
	V []Lanes
	// S holds the scalar registers by 7-bit code: SGPRs, VCC (106), TTMP (108..123), null (124, always
	// zero), M0 (125), EXEC (126; 127 stays zero in wave32).
	S [numS]uint32
	// PC is an index into Code. It is up to date between calls of Run only, and where an instruction has just jumped.
	PC int
	// event tells Run that an instruction set PC or Status.
	event bool
	Code  []DInst
	Mode  Mode

	// maskExec is the EXEC value that mask and maskVec were expanded from.
	maskExec uint32
	maskRow  Lanes // all ones in the lanes of maskExec

	Status Status
	// Fault is set when Status is Faulted.
	Fault *Fault

	Prog *Program
	WG   *WorkGroup
	// ID is the number of the wave in its work-group.
	ID int
	// Scratch is the wave's private memory: whoever starts the wave provides it, the memory handlers own its layout.
	Scratch []byte
	// strict is nil unless the wave runs a strict program.
	strict *strictState
	// weak is nil unless the wave runs a weak program.
	weak *weakWave

	uops uopState
	// extra is how many instructions more than one a handler that sets event has executed.
	extra int

	// Insts counts executed instructions.
	Insts uint64
	// polls counts the coherent loads and returning atomics of this turn: see poll.
	polls int
	// polled says that a turn ends for its polls, grace how many instructions later.
	polled bool
	grace  int
}

// WorkGroup is what the waves of one work-group share.
type WorkGroup struct {
	Waves []*Wave
	ID    [3]uint32 // block
	Dim   [3]uint32 // threads
	// LDS is the group's local data share, static and dynamic.
	LDS []byte
	// shadow is strict mode's shadow of LDS.
	shadow []byte
	// Launch is the launch the group belongs to.
	Launch *Launch
}

// Handler executes one decoded instruction on a wave.
type Handler func(w *Wave, d *DInst)

// DInst is one pre-decoded instruction.
type DInst struct {
	H Handler
	// D, D2 are destination rows or scalar slots, A, B, C sources as Src values.
	D, D2   int32
	A, B, C Src
	// Imm and Imm2 are constants whose meaning is the handler's.
	Imm, Imm2 uint32
	// Target is a branch target as an index into Program.Code.
	Target int32
	// Count is how many instructions this one stands for: fast programs leave out hints and waits, which have nothing to do there.
	Count int32
	// Off is the byte offset of the instruction in the program's code.
	Off uint32
	// Op is the operation of the generic vector handlers.
	Op *vop
	// Inner is the second half of a dual-issue pair.
	Inner *DInst
	// Wrap holds what a wrapping handler (modifiers, DPP, wide operands) needs.
	Wrap *wrap
	// Chk is what strict mode checks.
	Chk *checked
	// Mem is the private decoding of the memory handlers.
	Mem any
	In  *amdgpu.Inst
	// uop is the instruction's micro-operation, scalars its scalar sources; Fast is set in fast runs.
	uop     uint16
	scalars *[2]sval
	Fast    *fast
}

// Src is a resolved source operand of a vector instruction: a row of Wave.V if >= 0, else the
// scalar slot ^Src of Wave.S, to be broadcast.
type Src int32

// SRow makes the Src of a row.
func SRow(row int) Src { return Src(row) }

// SScalar makes the Src of a scalar slot.
func SScalar(slot int) Src { return Src(^slot) }

// IsScalar reports whether s is a scalar slot, which Slot gives.
func (s Src) IsScalar() bool { return s < 0 }

// Slot is the scalar slot of a scalar source.
func (s Src) Slot() int { return int(^s) }

// Exec is the execution mask.
func (w *Wave) Exec() uint32 { return w.S[RegExec] }

// VGPR is VGPR n of the wave.
func (w *Wave) VGPR(n int) *Lanes { return &w.V[NumTemps+n] }

// src gives the row of a source; a scalar is broadcast into scratch row tmp first.
func (w *Wave) src(s Src, tmp int) *Lanes {
	if s >= 0 {
		return &w.V[s]
	}
	return w.srcScalar(s, tmp)
}

func (w *Wave) srcScalar(s Src, tmp int) *Lanes {
	r := &w.V[tmp]
	broadcast(r, w.S[^s])
	return r
}

// mask expands EXEC into a row of zeros and ones.
func (w *Wave) mask() *Lanes {
	if e := w.S[RegExec]; e != w.maskExec {
		w.maskExec = e
		expandMask(&w.maskRow, e)
	}
	return &w.maskRow
}

// FullExec reports whether all 32 lanes are active: the fast path of every vector handler.
func (w *Wave) FullExec() bool { return w.S[RegExec] == 0xffffffff }
