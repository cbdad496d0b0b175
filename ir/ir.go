// Package ir is ferry's middle form: one function as a control-flow graph of blocks of SSA values. It is built from a
// PTX function (Build), improved by machine-independent passes (Passes), analysed for divergence (Diverge) and brought
// into the order and the masks in which a wave executes it (Linearise).
//
// What lives here: the lowering of every PTX instruction to the small closed set of operations of op.go, SSA
// construction, dominators, loops, divergence, linearisation, the passes, the verifier and the printer. What does not:
// AMD instructions and registers (isel), and PTX syntax (ptx).
package ir

import "fmt"

// WaveSize is the number of lanes that move together. A warp is a wave on the targets that Linearise serves.
const WaveSize = 32

// Type is the width of a value. Floating-point numbers are bits; the operation says how they are read.
type Type uint8

// Types. An I16 value lives in the low half of a 32-bit register, the upper half is undefined.
const (
	Void  Type = iota
	I1         // predicate
	I16        // also carries 8-bit values
	I32        //
	I64        //
	Tuple      // several results; read by OpProj only
)

var typeNames = [...]string{"void", "i1", "i16", "i32", "i64", "tuple"}

func (t Type) String() string { return typeNames[t] }

// Bits is the width of t, 0 for Void and Tuple.
func (t Type) Bits() int {
	switch t {
	case I1:
		return 1
	case I16:
		return 16
	case I32:
		return 32
	case I64:
		return 64
	}
	return 0
}

// Fmt is how a floating-point operation reads its operands.
type Fmt uint8

// Formats. The bits of F16 are an I16, of F32 and F16x2 an I32, of F64 an I64. There is no BF16: bf16 arithmetic is
// expanded to F32.
const (
	FmtNone Fmt = iota
	F16
	F32
	F64
	F16x2 // two F16, element by element; only where op.go says so
)

var fmtNames = [...]string{"", "f16", "f32", "f64", "f16x2"}

func (f Fmt) String() string { return fmtNames[f] }

// Type is the type of a value of format f.
func (f Fmt) Type() Type {
	switch f {
	case F16:
		return I16
	case F32, F16x2:
		return I32
	case F64:
		return I64
	}
	return Void
}

// Round is an IEEE rounding direction.
type Round uint8

// Rounding directions; the zero value is round to nearest even.
const (
	RN Round = iota
	RP       // towards +infinity
	RM       // towards -infinity
	RZ       // towards zero
)

var roundNames = [...]string{"rn", "rp", "rm", "rz"}

func (r Round) String() string { return roundNames[r] }

// FP are the attributes of a floating-point operation. FTZ: subnormal inputs are read as zeros of their sign and
// subnormal results become zeros of their sign. Sat: the result is clamped to [0, 1], NaN becomes +0.
type FP struct {
	Fmt   Fmt
	Round Round
	FTZ   bool
	Sat   bool
	Fuse  bool // FAdd, FMul: PTX gave no rounding, so contract may fuse them
}

// Cond is the condition of OpICmp and OpFCmp, kept in Value.Imm.
type Cond uint8

// Conditions. For OpICmp: EQ NE LT LE GT GE are signed, ULT ULE UGT UGE unsigned. For OpFCmp: EQ NE LT LE GT GE are
// false when an operand is NaN (NE is "less or greater"), UEQ UNE ULT ULE UGT UGE are true then; Ord and Uno test for NaN.
const (
	EQ Cond = iota
	NE
	LT
	LE
	GT
	GE
	UEQ
	UNE
	ULT
	ULE
	UGT
	UGE
	Ord
	Uno
)

var condNames = [...]string{"eq", "ne", "lt", "le", "gt", "ge", "ueq", "une", "ult", "ule", "ugt", "uge", "ord", "uno"}

func (c Cond) String() string { return condNames[c] }

// Space is where a memory operation goes.
type Space uint8

// Spaces. The address is an I64 for Generic, Global and Const, an I32 byte offset for Shared and Local.
const (
	SpaceGeneric Space = iota // flat
	SpaceGlobal
	SpaceConst  // memory that no kernel writes while this one runs (kernel arguments, .const, ferry's block): scalar loads are allowed
	SpaceShared // LDS; offset 0 is the start of the work-group's allocation
	SpaceLocal  // scratch; offset from the thread's private segment (see OpFrameAddr)
)

var spaceNames = [...]string{"generic", "global", "const", "shared", "local"}

func (s Space) String() string { return spaceNames[s] }

// Scope of a memory operation or fence.
type Scope uint8

// Scopes; ScopeNone is a weak access.
const (
	ScopeNone Scope = iota
	ScopeCTA
	ScopeGPU
	ScopeSys
)

var scopeNames = [...]string{"", "cta", "gpu", "sys"}

func (s Scope) String() string { return scopeNames[s] }

// Order of a memory operation or fence. The builder emits the fences of acquire and release operations itself as
// OpFence; a load, store or atomic is at most Relaxed or Volatile.
type Order uint8

// Orders. Weak accesses may be cached by the CU; Relaxed ones are coherent at their scope; Volatile ones besides are
// neither merged nor removed. Acquire, Release, AcqRel, SeqCst are for OpFence only.
const (
	Weak Order = iota
	Relaxed
	Volatile
	Acquire
	Release
	AcqRel
	SeqCst
)

var orderNames = [...]string{"weak", "relaxed", "volatile", "acquire", "release", "acqrel", "seqcst"}

func (o Order) String() string { return orderNames[o] }

// AtomicOp is the operation of an OpAtomic.
type AtomicOp uint8

// Atomic operations. Inc: old >= b ? 0 : old+1. Dec: old == 0 || old > b ? b : old-1.
const (
	AtomAdd AtomicOp = iota
	AtomSub
	AtomAnd
	AtomOr
	AtomXor
	AtomMinS
	AtomMinU
	AtomMaxS
	AtomMaxU
	AtomInc  // 32 bits only
	AtomDec  // 32 bits only
	AtomExch //
	AtomCas  // args: address, expected, new
	AtomFAddF32
)

var atomicNames = [...]string{"add", "sub", "and", "or", "xor", "mins", "minu", "maxs", "maxu", "inc", "dec", "exch", "cas", "faddf32"}

func (a AtomicOp) String() string { return atomicNames[a] }

// Mem are the attributes of a memory operation. The byte offset to add to the address is Value.Imm (signed).
type Mem struct {
	Space  Space
	Size   uint8 // bytes of one element in memory: 1, 2, 4, 8
	N      uint8 // elements: 1; 2 or 4 with Size 4, 2 with Size 8
	Signed bool  // loads of 1 or 2 bytes: sign-extend (else zero-extend)
	HasOff bool  // Args[1] is an I32 that is zero-extended and added to the I64 address in Args[0]
	Order  Order
	Scope  Scope
	NoTmp  bool     // streaming: a hint
	Align  uint8    // bytes; what PTX demands of the address (Size*N)
	Atom   AtomicOp // OpAtomic
	Own    bool     // ferry's own: a lock that the lane gives back in the same round, a count that all lanes look at; nobody elsewhere is waited for
}

// Symbol is a module-level object whose address a function takes.
type Symbol struct {
	Name   string
	Func   bool
	Callee *Func // of an OpCall
}

// Value is one operation and its result.
type Value struct {
	Op    Op
	Type  Type
	FP    FP
	Mem   Mem
	ID    int32
	Line  int32 // PTX line
	Uses  int32 // operand slots that name it, block controls included; valid after CountUses
	Index int32 // scratch for passes and isel
	Block *Block
	Args  []*Value
	Imm   uint64
	Sym   *Symbol
	// Uniform: all lanes that execute the value get the same result, so it may live in a scalar register. Set by
	// Diverge. For I1: false means a lane mask.
	Uniform bool
}

func (v *Value) String() string { return fmt.Sprintf("v%d", v.ID) }

// IsConst reports whether v is an OpConst.
func (v *Value) IsConst() bool { return v.Op == OpConst }

// BlockKind says how a block ends.
type BlockKind uint8

// Kinds of block. Succs: none for Exit, Ret, Trap; one for Jump; two for Branch (Succs[0] where Ctrl is true).
const (
	BlockJump   BlockKind = iota
	BlockBranch           // on Ctrl, an I1
	BlockExit             // the executing lanes end (ret of a kernel, exit)
	BlockRet              // return from a device function that is really called
	BlockTrap             // PTX trap or brkpt: write an error record with code TrapCode (abi.Code...) and end the wave
)

var blockKindNames = [...]string{"jump", "branch", "exit", "ret", "trap"}

func (k BlockKind) String() string { return blockKindNames[k] }

// Block is a basic block. A block whose predecessors are several and that has phis has only predecessors with one
// successor (critical edges are split), so that phi moves can stand at the end of each predecessor.
type Block struct {
	ID       int32
	Kind     BlockKind
	TrapCode uint8
	Ctrl     *Value
	Values   []*Value // phis first
	Preds    []*Block // order matches the arguments of phis
	Succs    []*Block
	Line     int32 // of the terminator

	// Filled by analyses.
	pos     int32 // in reverse postorder or layout
	idom    *Block
	domPre  int32
	domPost int32
	loop    *scc
	Depth   int32 // loops around it, valid after Linearise
}

// Func is one kernel or device function.
type Func struct {
	Name   string
	Kernel bool
	Debug  bool     // of a module with .target debug, where NVIDIA's assembler fuses nothing
	Blocks []*Block // Blocks[0] is the entry; it has no predecessors
	// ParamBytes is the size of the kernel's parameters; ferry's block of launch facts follows (package abi).
	ParamBytes                         int
	Params                             []Param
	SharedBytes                        int // static shared memory, the offset of the dynamic part
	FerryShared                        int // bytes of ferry's own shared memory, 16-aligned behind the dynamic part
	SharedAlign                        int
	DynShared                          bool // uses dynamic shared memory
	LocalBytes                         int  // scratch for .local variables, parameter memory and the like
	MaxNTid                            [3]int
	ReqNTid                            [3]int
	MaxNReg                            int
	MinCTAs                            int
	PTXInsts                           int
	UsesGridSync, UsesPrintf, UsesHeap bool

	// Dispatched: lanes of a wave may wait for each other somewhere, and that part is laid out as dispatch.go says.
	Dispatched bool
	// Apart: built with Options.Apart, so the whole function is.
	Apart bool
	// Gathers: a function that is called, in which lanes meet.
	Gathers bool
	// Ahead: lanes that have returned from it may meet others later.
	Ahead bool
	// Waits: a function that is called, whose result may depend on what other threads write meanwhile.
	Waits bool

	// Callees are the functions that a kernel really calls, directly or not; callees stand before their callers but for
	// the calls of a cycle.
	Callees []*Func
	// NumArgs and NumResults are the dwords that a function takes and gives.
	NumArgs, NumResults int
	// Calls are the functions that this one calls, each once. Cycle is the number of the cycle of calls that the function
	// is part of, 0 for none.
	Calls []*Func
	Cycle int
	// FrameAlign is the alignment in bytes of the scratch frames of a kernel and its functions, 0 where no functions are
	// really called.
	FrameAlign int
	// FirstSite is the number of the function's first Site (isel) in the kernel's table.
	FirstSite int

	nextValue int32
	nextBlock int32
	consts    map[constKey]*Value
	syms      map[string]*Symbol
	slab      []Value
	argSlab   []*Value
}

// Param is one kernel parameter's place.
type Param struct{ Offset, Size, Align int }

// Refusal is the error of a kernel that uses what ferry cannot do exactly. The module's other kernels are unaffected.
type Refusal struct {
	Line int
	What string
}

func (r *Refusal) Error() string { return fmt.Sprintf("line %d: %s", r.Line, r.What) }

// NumValues is an upper bound of Value.ID in f.
func (f *Func) NumValues() int { return int(f.nextValue) }

// NumBlocks is an upper bound of Block.ID in f.
func (f *Func) NumBlocks() int { return int(f.nextBlock) }

// NewBlock appends an empty block that ends in an Exit.
func (f *Func) NewBlock() *Block {
	b := &Block{ID: f.nextBlock, Kind: BlockExit}
	f.nextBlock++
	f.Blocks = append(f.Blocks, b)
	return b
}

// NewValue makes a value that stands in no block yet. The arguments are copied.
func (f *Func) NewValue(op Op, t Type, line int32, args ...*Value) *Value {
	if len(f.slab) == 0 {
		f.slab = make([]Value, 256)
	}
	v := &f.slab[0]
	f.slab = f.slab[1:]
	v.Op, v.Type, v.ID, v.Line = op, t, f.nextValue, line
	f.nextValue++
	v.Args = f.newArgs(len(args))
	copy(v.Args, args)
	return v
}

func (f *Func) newArgs(n int) []*Value {
	if n == 0 {
		return nil
	}
	if len(f.argSlab) < n {
		f.argSlab = make([]*Value, max(512, n))
	}
	a := f.argSlab[:n:n]
	f.argSlab = f.argSlab[n:]
	return a
}

// CountUses sets Uses of every value.
func (f *Func) CountUses() {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			v.Uses = 0
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				a.Uses++
			}
		}
		if b.Ctrl != nil {
			b.Ctrl.Uses++
		}
	}
}
