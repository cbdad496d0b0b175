// Package abi is ferry's own launch ABI (what a kernel that ferry compiled finds in its kernarg
// segment): the PTX parameters at PTX's offsets, then, at the next multiple of 16, one block of
// launch facts. The compiler emits loads from it, the driver fills it in. It holds layout only; the
// registers in which a kernel starts are in package amdgpu and elf.
package abi

import "encoding/binary"

// Version is the version of the block's layout, stored in its first word.
const Version = 1

// Offsets into ferry's block, in bytes.
const (
	OffVersion      = 0   // u32
	OffFlags        = 4   // u32, reserved, zero
	OffGridDimX     = 8   // u32 %nctaid.x, of the whole grid, not of one of its parts
	OffGridDimY     = 12  // u32
	OffGridDimZ     = 16  // u32
	OffBlockDimX    = 20  // u32 %ntid.x
	OffBlockDimY    = 24  // u32
	OffBlockDimZ    = 28  // u32
	OffBlockIDX     = 32  // u32 added to the hardware's work-group id, for grids launched in parts
	OffBlockIDY     = 36  // u32
	OffBlockIDZ     = 40  // u32
	OffDynShared    = 44  // u32 %dynamic_smem_size
	OffError        = 48  // u64 address of the ErrorRecord of the launch's context
	OffPrintf       = 56  // u64 address of the printf ring, 0 if none
	OffHeap         = 64  // u64 address of the device heap's header, 0 if none
	OffGridSync     = 72  // u64 address of the cooperative launch's workspace, 0 if not cooperative (%envreg1:%envreg2)
	OffStackLimit   = 80  // u32 CU_LIMIT_STACK_SIZE or DefaultStack if that is more, bytes a thread
	OffTotalShared  = 84  // u32 %total_smem_size
	OffGridID       = 88  // u64 %gridid
	OffLocalSize    = 96  // u64 reserved
	OffLocks        = 104 // u64 address of the device's LockWords locks for 128-bit atomics
	BlockSize       = 128 // bytes
	Align           = 16
	MaxParamBytes   = 32764
	ErrorRecordSize = 64
)

// Offsets into an error record, which a kernel writes once (compare and swap on the code word) before it ends the wave.
const (
	ErrCode   = 0  // u32, one of the Code constants; 0 = none
	ErrSite   = 4  // u32 index into the kernel's table of sites (instruction and line)
	ErrBlockX = 8  // u32
	ErrBlockY = 12 // u32
	ErrBlockZ = 16 // u32
	ErrThread = 20 // u32 linear thread id in the block
	ErrExtra  = 24 // 5 u64: kernel-chosen, e.g. assert's message, file, line, function addresses
)

// DefaultStack is the stack in bytes a thread that the scratch memory of a kernel with recursion always has, on top of
// the frames that are known. It is more than CU_LIMIT_STACK_SIZE's default of 1024: frames here hold what NVIDIA's keep in
// registers, and programs whose recursion fits NVIDIA's stack must fit this one (fn_mutual and fn_deep of testdata/kernels
// need 1.5 and 4 KiB). A launch asks for more where OffStackLimit says more.
const DefaultStack = 4096

// LockWords is the number of 32-bit locks that 128-bit atomics share, all zero where nobody holds one. There is one table
// for each device; bits 4 to 13 of an address choose the lock.
const LockWords = 1024

// Codes of an error record.
const (
	CodeTrap          = 1 // trap: CUDA_ERROR_LAUNCH_FAILED (as NVIDIA: 719) or ILLEGAL_INSTRUCTION for brkpt
	CodeAssert        = 2 // CUDA_ERROR_ASSERT
	CodeBreakpoint    = 3
	CodeStackOverflow = 4
	CodeBadCall       = 5 // indirect call to something that is no function of this kernel
	CodeBadTensor     = 6 // tensor copy that hardware refuses: CUDA_ERROR_ILLEGAL_INSTRUCTION
)

// BlockOffset is where ferry's block starts behind paramBytes of parameters.
func BlockOffset(paramBytes int) int { return (paramBytes + Align - 1) &^ (Align - 1) }

// Size is the size of the kernarg segment for paramBytes of parameters.
func Size(paramBytes int) int { return BlockOffset(paramBytes) + BlockSize }

// Block is ferry's block in Go's hands.
type Block struct {
	GridDim, BlockDim, BlockID    [3]uint32
	DynShared, TotalShared        uint32
	Error, Printf, Heap, GridSync uint64
	StackLimit                    uint32
	GridID, Locks                 uint64
}

// Put writes the block into b, which holds at least BlockSize bytes.
func (k *Block) Put(b []byte) {
	le := binary.LittleEndian
	_ = b[BlockSize-1]
	clear(b[:BlockSize])
	le.PutUint32(b[OffVersion:], Version)
	for i := range 3 {
		le.PutUint32(b[OffGridDimX+4*i:], k.GridDim[i])
		le.PutUint32(b[OffBlockDimX+4*i:], k.BlockDim[i])
		le.PutUint32(b[OffBlockIDX+4*i:], k.BlockID[i])
	}
	le.PutUint32(b[OffDynShared:], k.DynShared)
	le.PutUint32(b[OffTotalShared:], k.TotalShared)
	le.PutUint64(b[OffError:], k.Error)
	le.PutUint64(b[OffPrintf:], k.Printf)
	le.PutUint64(b[OffHeap:], k.Heap)
	le.PutUint64(b[OffGridSync:], k.GridSync)
	le.PutUint32(b[OffStackLimit:], k.StackLimit)
	le.PutUint64(b[OffGridID:], k.GridID)
	le.PutUint64(b[OffLocks:], k.Locks)
}
