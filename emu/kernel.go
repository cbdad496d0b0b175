package emu

import (
	"encoding/binary"
	"strings"

	"ferry/elf"
)

// Facts of gfx1100 that occupancy follows from (per work-group processor, which is what HIP calls a multiprocessor).
const (
	simds        = 4
	wavesPerSIMD = 16
	vgprFile     = 1536 // rows per SIMD in wave32
	vgprGranule  = 24
	ldsPerWGP    = 128 << 10
	ldsGranule   = 1 << 10

	// MaxLDS is the LDS bytes that one work-group can have.
	MaxLDS = 64 << 10
	// MaxThreads is the number of work-items that one work-group can have.
	MaxThreads = 1024
	// Multiprocessors is the number of work-group processors.
	Multiprocessors = 48
	// WavesPerMultiprocessor is how many waves one can hold.
	WavesPerMultiprocessor = simds * wavesPerSIMD
)

// dynamicStack is the scratch bytes a lane that a kernel with a stack of unknown depth gets on top of its own frame where the launch does not say.
const dynamicStack = 8 << 10

// sgprLayout says where the initial SGPRs stand; -1 = not there.
type sgprLayout struct {
	dispatch, queue, kernarg, dispatchID, privateSize, segment, flatInit int
	group                                                                [3]int
	vgprIDs                                                              int
}

// init reads the descriptor (amdgpu/notes/abi.md, "Initial state": AMDGPUUsage, "Initial Kernel Execution State").
func (k *Kernel) init() {
	d := &k.Info.Descriptor
	n := 0
	take := func(bit uint16, width int) int {
		if d.Properties&bit == 0 {
			return -1
		}
		n += width
		return n - width
	}
	l := &k.sgprs
	l.segment = take(elf.PropPrivateSegmentBuffer, 4)
	l.dispatch = take(elf.PropDispatchPtr, 2)
	l.queue = take(elf.PropQueuePtr, 2)
	l.kernarg = take(elf.PropKernargPtr, 2)
	l.dispatchID = take(elf.PropDispatchID, 2)
	l.flatInit = take(elf.PropFlatScratchInit, 2)
	l.privateSize = take(elf.PropPrivateSegmentSize, 1)
	at := d.UserSGPRs()
	x, y, z := d.WorkgroupIDs()
	for i, on := range [3]bool{x, y, z} {
		l.group[i] = -1
		if on {
			l.group[i] = at
			at++
		}
	}
	l.vgprIDs = d.WorkitemIDs()
	k.mode = Mode(d.FloatMode())
	if d.DX10Clamp() {
		k.mode |= ModeDX10Clamp
	}
	if d.IEEE() {
		k.mode |= ModeIEEE
	}
	if d.FP16Overflow() {
		k.mode |= ModeFP16Ovfl
	}
}

// MaxBlocks is how many work-groups of threads work-items and shared LDS bytes in all fit one multiprocessor at a time.
// The dispatcher keeps as many resident (times Multiprocessors), which is what a cooperative launch relies on.
func (k *Kernel) MaxBlocks(threads, shared int) int {
	if threads <= 0 || threads > MaxThreads || shared > MaxLDS {
		return 0
	}
	waves := (threads + WaveSize - 1) / WaveSize
	v := max(1, (k.Info.VGPRs+vgprGranule-1)/vgprGranule*vgprGranule)
	n := simds * min(wavesPerSIMD, vgprFile/v) / waves
	if lds := (shared + ldsGranule - 1) / ldsGranule * ldsGranule; lds > 0 {
		n = min(n, ldsPerWGP/lds)
	}
	return n
}

// packetSize is the size of an AQL dispatch packet.
const packetSize = 64

// putPacket writes the dispatch packet that a kernel can ask for.
func putPacket(b []byte, l *Launch) {
	clear(b[:packetSize])
	le := binary.LittleEndian
	dims := uint16(1)
	for i := 1; i < 3; i++ {
		if l.Grid[i] > 1 || l.Block[i] > 1 {
			dims = uint16(i + 1)
		}
	}
	le.PutUint16(b[0:], 2|1<<8|2<<9|2<<11) // kernel dispatch, barrier, system acquire and release
	le.PutUint16(b[2:], dims)
	for i := range 3 {
		le.PutUint16(b[4+2*i:], uint16(l.Block[i]))
		le.PutUint32(b[12+4*i:], l.Grid[i]*l.Block[i])
	}
	le.PutUint32(b[24:], uint32(l.frame))
	le.PutUint32(b[28:], l.lds)
	le.PutUint64(b[32:], l.Kernel.Code.Base+l.Kernel.Info.DescriptorAddr)
	le.PutUint64(b[40:], l.kernarg)
}

// putHidden fills in the hidden arguments that the metadata names (V5 and V6).
func putHidden(b []byte, l *Launch) {
	le := binary.LittleEndian
	for i := range l.Kernel.Info.Args {
		a := &l.Kernel.Info.Args[i]
		name, ok := strings.CutPrefix(a.ValueKind, "hidden_")
		if !ok || uint64(a.Offset)+uint64(a.Size) > uint64(len(b)) {
			continue
		}
		var v uint64
		axis := 0
		if n := len(name); n > 2 && name[n-2] == '_' {
			axis = int(name[n-1] - 'x')
			name = name[:n-2]
		}
		switch name {
		case "block_count":
			v = uint64(l.Grid[axis])
		case "group_size":
			v = uint64(l.Block[axis])
		case "grid_dims":
			v = 1
			for i := 1; i < 3; i++ {
				if l.Grid[i] > 1 || l.Block[i] > 1 {
					v = uint64(i + 1)
				}
			}
		case "dynamic_lds_size":
			v = uint64(l.Shared)
		case "private_base":
			v = PrivateApertureHi
		case "shared_base":
			v = SharedApertureHi
		}
		switch a.Size { // everything else (remainders, offsets, buffers that ferry does not provide) is zero
		case 2:
			le.PutUint16(b[a.Offset:], uint16(v))
		case 4:
			le.PutUint32(b[a.Offset:], uint32(v))
		case 8:
			le.PutUint64(b[a.Offset:], v)
		}
	}
}
