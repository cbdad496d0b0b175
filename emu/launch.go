package emu

import (
	"fmt"
	"sync/atomic"
	"time"

	"ferry/emu/mem"
)

// Launch is one kernel launch. Engine.NewLaunch gives one, possibly used before; the fields are set before Submit.
type Launch struct {
	Kernel      *Kernel
	Grid, Block [3]uint32 // in work-groups and in work-items
	Shared      uint32    // dynamic LDS bytes
	Scratch     uint32    // extra scratch bytes a lane for kernels with a dynamic stack, 0 = the default
	Cooperative bool
	Priority    int // lower numbers start first
	// Mem is the address space of the launch.
	Mem *mem.Space
	// Done is called once, on a worker, when the launch has ended; it must not block.
	Done func(*Launch)

	prog    *Program
	start   int
	lds     uint32
	frame   int
	waves   int
	total   uint64
	empty   bool // the kernel does nothing
	kernarg uint64
	packet  uint64
	args    uint64 // memory of kernarg and packet
	argsCap uint64
	limit   int64 // resident work-groups
	began   time.Time

	next     atomic.Uint64 // the next work-group to start
	finished atomic.Uint64
	resident atomic.Int64
	killed   atomic.Bool
	fault    atomic.Pointer[Fault]
	insts    atomic.Uint64

	weak *weakMem // nil unless the program is weak
}

// Insts is the number of wave instructions executed so far by finished work-groups.
func (l *Launch) Insts() uint64 { return l.insts.Load() }

// Fault is what ended the launch, nil if nothing did.
func (l *Launch) Fault() *Fault { return l.fault.Load() }

// LaunchError says why a launch cannot be made.
type LaunchError struct {
	// Resources is set where the device is too small for the launch; otherwise an argument is wrong.
	Resources bool
	Text      string
}

func (e *LaunchError) Error() string { return e.Text }

// maxFrame is the scratch bytes a lane can have: CUDA's limit of local memory a thread.
const maxFrame = 512 << 10

// prepare checks the launch and readies everything but its arguments.
func (l *Launch) prepare() error {
	k := l.Kernel
	prog, start, err := k.Program()
	if err != nil {
		return err
	}
	threads, total := uint64(1), uint64(1)
	for i := range 3 {
		if l.Grid[i] == 0 || l.Block[i] == 0 {
			return &LaunchError{Text: fmt.Sprintf("launch of %s with an empty grid %v or block %v", k.Info.Name, l.Grid, l.Block)}
		}
		if l.Block[i] > MaxThreads {
			return &LaunchError{Text: fmt.Sprintf("launch of %s with a block of %v", k.Info.Name, l.Block)}
		}
		threads *= uint64(l.Block[i])
		if total > 1<<63/uint64(l.Grid[i]) {
			return &LaunchError{Text: fmt.Sprintf("launch of %s with a grid of %v", k.Info.Name, l.Grid)}
		}
		total *= uint64(l.Grid[i])
	}
	limit := uint64(MaxThreads)
	if m := k.Info.MaxFlatWorkgroupSize; m > 0 {
		limit = min(limit, uint64(m))
	}
	if threads > limit {
		return &LaunchError{Resources: threads <= MaxThreads, Text: fmt.Sprintf("launch of %s with %d threads a block; the kernel allows %d", k.Info.Name, threads, limit)}
	}
	lds := uint64(k.Info.LDSSize) + uint64(l.Shared)
	if lds > MaxLDS {
		return &LaunchError{Resources: true, Text: fmt.Sprintf("launch of %s with %d bytes of shared memory", k.Info.Name, lds)}
	}
	frame := uint64(k.Info.ScratchSize)
	if k.Info.DynamicStack {
		extra := uint64(l.Scratch)
		if extra == 0 {
			extra = dynamicStack
		}
		frame += extra
	}
	frame = (frame + 15) &^ 15
	if frame > maxFrame {
		return &LaunchError{Resources: true, Text: fmt.Sprintf("launch of %s with %d bytes of scratch a thread", k.Info.Name, frame)}
	}
	l.prog, l.start, l.empty = prog, start, prog.empty(start)
	l.lds, l.frame, l.total = uint32(lds), int(frame), total
	l.waves = int(threads+WaveSize-1) / WaveSize
	l.limit = int64(k.MaxBlocks(int(threads), int(lds))) * Multiprocessors
	if l.limit == 0 {
		return &LaunchError{Resources: true, Text: fmt.Sprintf("launch of %s: a block of %d threads and %d VGPRs does not fit a multiprocessor", k.Info.Name, threads, k.Info.VGPRs)}
	}
	if l.Cooperative && total > uint64(l.limit) {
		return &LaunchError{Resources: true, Text: fmt.Sprintf("cooperative launch of %s with %d blocks; %d fit", k.Info.Name, total, l.limit)}
	}
	l.next.Store(0)
	l.finished.Store(0)
	l.resident.Store(0)
	l.killed.Store(false)
	l.fault.Store(nil)
	l.insts.Store(0)
	l.prepareWeak()
	return nil
}

// setArgs puts the kernarg segment and the dispatch packet into device memory.
func (l *Launch) setArgs(pool *mem.Pool, arg []byte) error {
	size := max(uint64(len(arg)), uint64(l.Kernel.Info.KernargSize))
	size = (size + 63) &^ 63
	if need := size + packetSize; need > l.argsCap {
		if l.argsCap > 0 {
			_ = l.Mem.Free(l.args)
			l.argsCap = 0
		}
		need = max(need, 512)
		a, err := pool.Alloc(need)
		if err != nil {
			return err
		}
		l.args, l.argsCap = a, need
	}
	l.kernarg, l.packet = l.args, l.args+size
	b := mem.Bytes(l.args, size+packetSize)
	n := copy(b, arg)
	clear(b[n:size])
	putHidden(b[:size], l)
	putPacket(b[size:], l)
	return nil
}

// blockID is the index of work-group n.
func (l *Launch) blockID(n uint64) [3]uint32 {
	x, y := uint64(l.Grid[0]), uint64(l.Grid[1])
	if y == 1 && l.Grid[2] == 1 {
		return [3]uint32{uint32(n), 0, 0}
	}
	return [3]uint32{uint32(n % x), uint32(n / x % y), uint32(n / x / y)}
}

// Kernarg is the address of the kernarg segment, valid from Prepare to Release.
func (l *Launch) Kernarg() uint64 { return l.kernarg }
