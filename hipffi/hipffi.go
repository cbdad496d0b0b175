// Package hipffi is the boundary between the CUDA driver (package cuda) and a device. It holds
// interfaces and plain types only and imports nothing of ferry: hipffi/hip implements it over
// libamdhip64, hipffi/embedded over the emulator. Nothing above it dereferences a device pointer.
package hipffi

import "fmt"

// Ptr is an address as kernels see it. On both devices device, host and managed memory share one address space.
type Ptr uint64

// Fault says what went wrong on a device.
type Fault int

const (
	FaultNone Fault = iota
	FaultOutOfMemory
	FaultIllegalAddress  // CUDA_ERROR_ILLEGAL_ADDRESS
	FaultMisaligned      // CUDA_ERROR_MISALIGNED_ADDRESS
	FaultIllegalInstr    // CUDA_ERROR_ILLEGAL_INSTRUCTION
	FaultHardwareStack   // CUDA_ERROR_HARDWARE_STACK_ERROR
	FaultTrap            // CUDA_ERROR_LAUNCH_FAILED
	FaultAssert          // CUDA_ERROR_ASSERT
	FaultTimeout         // CUDA_ERROR_LAUNCH_TIMEOUT
	FaultInvalidImage    // the code object can't be loaded
	FaultInvalidValue    // a wrong argument
	FaultNotSupported    // this device can't
	FaultLaunchResources // CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
	FaultUnknown
)

// Place is a place in a kernel's text: its line of the PTX (0 = not known), and file and line of the source that .loc names there
// ("" = none).
type Place struct {
	Line   int
	File   string
	Source int
}

func (p Place) String() string {
	switch {
	case p.File != "":
		return fmt.Sprintf("%s:%d (PTX line %d)", p.File, p.Source, p.Line)
	case p.Line != 0:
		return fmt.Sprintf("PTX line %d", p.Line)
	}
	return "no line known"
}

// Error is a device's error. Kernel, Block, Thread and Place are filled in where they are known.
type Error struct {
	Fault  Fault
	Detail string
	Kernel string
	Block  [3]uint32
	Thread [3]uint32
	Addr   Ptr
	PC     uint64 // offset from the kernel's entry
	Place  Place
}

func (e *Error) Error() string {
	if e.Kernel == "" {
		return e.Detail
	}
	return fmt.Sprintf("%s (kernel %s, block %d,%d,%d, thread %d,%d,%d, pc +%#x, %s)", e.Detail, e.Kernel,
		e.Block[0], e.Block[1], e.Block[2], e.Thread[0], e.Thread[1], e.Thread[2], e.PC, e.Place)
}

// Properties are a device's own facts, fixed for its life.
type Properties struct {
	Name            string // "ferry gfx1100 (embedded)" or the AMD device's own
	Target          string // "gfx1100"
	Embedded        bool
	UUID            [16]byte
	PCIDomain       int
	PCIBus          int
	PCIDevice       int
	TotalMemory     uint64 // bytes
	ComputeUnits    int    // what CUDA calls multiprocessors
	WavesPerCU      int
	ClockKHz        int
	MemoryClockKHz  int
	MemoryBusBits   int
	L2Bytes         int
	SharedPerBlock  int // bytes a block can have at most (65536)
	SharedPerCU     int
	RegistersPerCU  int
	MaxThreadsBlock int
	PageBytes       uint64 // granularity of virtual-memory mappings
	VirtualMemory   bool   // Reserve, Create and their fellows work
}

// AllocKind says what an allocation is for.
type AllocKind int

const (
	AllocDevice  AllocKind = iota // cuMemAlloc: coarse-grained
	AllocHost                     // cuMemHostAlloc: fine-grained, the program reads and writes it directly
	AllocManaged                  // cuMemAllocManaged
)

// Device is one device. All methods may be called from any goroutine.
type Device interface {
	Properties() *Properties
	// MemInfo gives free and total bytes of device memory.
	MemInfo() (free, total uint64)
	// Alloc allocates size bytes (> 0), 256-aligned at least. Contents are undefined.
	Alloc(kind AllocKind, size uint64) (Ptr, error)
	// Free frees what Alloc gave. The caller has drained the queues that may use it.
	Free(p Ptr) error
	// Register makes size bytes of the program's own memory at p accessible to kernels; Unregister ends that.
	Register(p Ptr, size uint64) error
	Unregister(p Ptr) error

	// Virtual memory: Reserve gives address space without memory, Create memory without an address,
	// Map puts the one behind the other, SetAccess opens it (prot 0 none, 1 read, 3 read and write).
	Reserve(size, align uint64, hint Ptr) (Ptr, error)
	Unreserve(p Ptr, size uint64) error
	Create(size uint64) (Memory, error)
	Map(p Ptr, size, offset uint64, m Memory) error
	Unmap(p Ptr, size uint64) error
	SetAccess(p Ptr, size uint64, prot int) error

	// Read and Write copy between device-visible memory and Go memory, synchronously and outside any queue.
	Read(dst []byte, src Ptr) error
	Write(dst Ptr, src []byte) error

	// Load loads a code object (HSACO) and places its globals.
	Load(hsaco []byte) (Code, error)
	// NewQueue makes an in-order queue. Lower numbers are higher priorities.
	NewQueue(priority int) (Queue, error)
	// NewEvent makes an event.
	NewEvent(timing bool) (Event, error)
	// CanAccess says whether kernels can be let use another device's memory; EnableAccess lets them, for good.
	CanAccess(peer Device) bool
	EnableAccess(peer Device) error
	// Close stops the device's workers without waiting for endless kernels.
	Close()
}

// Importer is a device that takes in the memory of other processes. Devices that cannot do not implement it.
type Importer interface {
	// Import takes in memory by its file, which stays the caller's: what Create made if physical is set, else what
	// Sharer's Backing gave. It counts where it was made.
	Import(fd int, physical bool) (Memory, error)
}

// HandleSharer is a device that shares allocations by handles of its own.
type HandleSharer interface {
	// MemoryHandle gives a handle of what Alloc gave; OpenMemory maps it in another process and gives its size,
	// CloseMemory ends that.
	MemoryHandle(p Ptr) ([64]byte, error)
	OpenMemory(h [64]byte) (p Ptr, size uint64, err error)
	CloseMemory(p Ptr) error
}

// Sharer is a device whose allocations other processes can map by file.
type Sharer interface {
	Importer
	// Backing gives the file behind an allocation, which stays the device's, and the allocation's place in it.
	Backing(p Ptr) (fd int, offset uint64, err error)
	// Export gives a new descriptor of the file in which everything lies that Alloc gives; the caller closes it.
	Export() (fd int, err error)
}

// Memory is physical memory made by Device.Create.
type Memory interface {
	Size() uint64
	Release() error
	// Export gives a file descriptor that another process can import (embedded), or an error.
	Export() (fd int, err error)
}

// Code is a loaded code object.
type Code interface {
	Kernel(name string) (Kernel, error)
	// Symbol gives the address and size of a global.
	Symbol(name string) (Ptr, uint64, error)
	Unload() error
}

// Kernel is one kernel of a loaded code object.
type Kernel interface {
	Name() string
	// MaxBlocksPerCU is the occupancy for a block of threads and shared bytes (static + dynamic); the number that a
	// cooperative launch relies on.
	MaxBlocksPerCU(threads, shared int) int
}

// Dispatch is one launch. The queue copies Kernarg before Launch returns; nothing of it is kept.
type Dispatch struct {
	Grid, Block [3]uint32 // in blocks and in threads
	Shared      uint32    // dynamic LDS bytes behind the kernel's static ones
	Scratch     uint32    // extra scratch bytes a thread for kernels with a dynamic stack, on top of the descriptor's
	Kernarg     []byte
	Cooperative bool // all blocks resident together, or FaultLaunchResources
	// Lines and Sites say for error messages where code offsets and the sites of error records are; may be nil.
	Lines func(pc uint64) Place
	Sites func(site uint32) Place
}

// Copy2D is a copy of Height rows of Width bytes in each of Depth slices.
type Copy2D struct {
	Dst, Src             Ptr
	DstPitch, SrcPitch   uint64 // bytes from row to row
	DstSlice, SrcSlice   uint64 // bytes from slice to slice
	Width, Height, Depth uint64
}

// Queue runs what it is given in order. Errors found while running are kept and returned by Synchronize and Query
// from then on (they are sticky: the context above decides).
type Queue interface {
	Launch(k Kernel, d *Dispatch) error
	// Copy copies n bytes; either side may be the program's own memory.
	Copy(dst, src Ptr, n uint64) error
	CopyRect(c *Copy2D) error
	// Fill writes count elements of width (1, 2, 4, 8 or 16) bytes in each of rows rows, pitch bytes apart.
	Fill(dst Ptr, value [16]byte, width int, count, rows, pitch uint64) error
	// Call runs fn in order; it must not block the queue's worker longer than fn itself takes.
	Call(fn func()) error
	Record(e Event) error
	Wait(e Event) error // of any queue of any device; the point of the latest Record before this call
	// WaitValue and WriteValue are cuStreamWaitValue and cuStreamWriteValue: op 0 GEQ, 1 EQ, 2 AND, 3 NOR; bits 32 or 64.
	WaitValue(p Ptr, value uint64, op, bits int) error
	WriteValue(p Ptr, value uint64, bits int) error
	Query() (done bool, err error)
	Synchronize() error
	Destroy() error // what is queued still runs
}

// Unbounder is a Queue that otherwise makes the caller wait when very much is queued.
type Unbounder interface {
	// Unbound has the queue take any number of entries at once.
	Unbound()
}

// Event is a point in a queue.
type Event interface {
	// Query reports whether the latest recorded point has been reached (true if there is none); the error is the one
	// that the queue it was recorded in had met by then, if the device tells. Synchronize waits and gives the same.
	Query() (done bool, err error)
	Synchronize() error
	// Elapsed gives the time from this event to end in nanoseconds; both are reached and made with timing.
	Elapsed(end Event) (ns int64, err error)
	Destroy() error
}
