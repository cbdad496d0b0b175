package elf

import (
	"encoding/binary"
	"fmt"
)

// DescriptorSize is the size of a kernel descriptor in bytes.
const DescriptorSize = 64

// Descriptor is a kernel descriptor (AMDGPUUsage, "Kernel Descriptor"), in the fields as stored.
type Descriptor struct {
	GroupSegmentSize   uint32 // static LDS bytes
	PrivateSegmentSize uint32 // scratch bytes per work-item
	KernargSize        uint32 // bytes
	EntryOffset        int64  // entry address minus address of the descriptor
	Rsrc1, Rsrc2       uint32
	Rsrc3              uint32
	Properties         uint16 // kernel_code_properties
	KernargPreload     uint16
}

// Bits of Properties.
const (
	PropPrivateSegmentBuffer = 1 << 0
	PropDispatchPtr          = 1 << 1
	PropQueuePtr             = 1 << 2
	PropKernargPtr           = 1 << 3
	PropDispatchID           = 1 << 4
	PropFlatScratchInit      = 1 << 5
	PropPrivateSegmentSize   = 1 << 6
	PropWave32               = 1 << 10
	PropDynamicStack         = 1 << 11
)

// ParseDescriptor reads a descriptor; b must hold DescriptorSize bytes.
func ParseDescriptor(b []byte) (Descriptor, error) {
	if len(b) < DescriptorSize {
		return Descriptor{}, fmt.Errorf("elf: kernel descriptor has %d bytes, needs %d", len(b), DescriptorSize)
	}
	le := binary.LittleEndian
	return Descriptor{
		GroupSegmentSize: le.Uint32(b), PrivateSegmentSize: le.Uint32(b[4:]), KernargSize: le.Uint32(b[8:]),
		EntryOffset: int64(le.Uint64(b[16:])),
		Rsrc3:       le.Uint32(b[44:]), Rsrc1: le.Uint32(b[48:]), Rsrc2: le.Uint32(b[52:]),
		Properties: le.Uint16(b[56:]), KernargPreload: le.Uint16(b[58:]),
	}, nil
}

// append writes the descriptor.
func (d *Descriptor) append(b []byte) []byte {
	var x [DescriptorSize]byte
	le := binary.LittleEndian
	le.PutUint32(x[0:], d.GroupSegmentSize)
	le.PutUint32(x[4:], d.PrivateSegmentSize)
	le.PutUint32(x[8:], d.KernargSize)
	le.PutUint64(x[16:], uint64(d.EntryOffset))
	le.PutUint32(x[44:], d.Rsrc3)
	le.PutUint32(x[48:], d.Rsrc1)
	le.PutUint32(x[52:], d.Rsrc2)
	le.PutUint16(x[56:], d.Properties)
	le.PutUint16(x[58:], d.KernargPreload)
	return append(b, x[:]...)
}

// Wave32 says that the kernel runs in waves of 32 lanes.
func (d *Descriptor) Wave32() bool { return d.Properties&PropWave32 != 0 }

// UserSGPRs is the number of SGPRs loaded before the wave starts, padding included; the enabled work-group ids follow them.
func (d *Descriptor) UserSGPRs() int { return int(d.Rsrc2 >> 1 & 31) }

// WorkgroupIDs tells which work-group ids are loaded into SGPRs.
func (d *Descriptor) WorkgroupIDs() (x, y, z bool) {
	return d.Rsrc2>>7&1 != 0, d.Rsrc2>>8&1 != 0, d.Rsrc2>>9&1 != 0
}

// WorkitemIDs is the number of work-item id components in VGPRs: 1 to 3.
func (d *Descriptor) WorkitemIDs() int { return int(d.Rsrc2>>11&3) + 1 }

// FloatMode is the initial MODE[7:0]: rounding of f32 and of f16/f64, then denormals likewise, two bits each.
func (d *Descriptor) FloatMode() uint8 { return uint8(d.Rsrc1 >> 12) }

// IEEE and DX10Clamp are the mode bits of that name; they do not exist on gfx12.
func (d *Descriptor) IEEE() bool { return d.Rsrc1>>23&1 != 0 }

// DX10Clamp says that clamping turns NaN into 0.
func (d *Descriptor) DX10Clamp() bool { return d.Rsrc1>>21&1 != 0 }

// FP16Overflow says that f16 overflow is clamped to the largest number.
func (d *Descriptor) FP16Overflow() bool { return d.Rsrc1>>26&1 != 0 }

// chip is what the object format knows of a target.
type chip struct {
	name string
	mach uint32
	// flags are e_flags with xnack and sramecc at their defaults ("any" where the chip has them).
	flags uint32
	gfx   int // 9, 10, 11, 12
	// userSGPRs16 marks chips whose wave32 kernels need 16 user and system SGPRs in all.
	userSGPRs16 bool
	agprs       bool
}

// chips are the targets ferry writes and reads; e_flags from AMDGPUUsage and LLVM 22's objects.
var chips = []chip{
	{name: "gfx90a", mach: 0x3f, flags: 0x53f, gfx: 9, agprs: true},
	{name: "gfx942", mach: 0x4c, flags: 0x54c, gfx: 9, agprs: true},
	{name: "gfx1010", mach: 0x33, flags: 0x133, gfx: 10},
	{name: "gfx1030", mach: 0x36, flags: 0x36, gfx: 10},
	{name: "gfx1100", mach: 0x41, flags: 0x41, gfx: 11, userSGPRs16: true},
	{name: "gfx1101", mach: 0x46, flags: 0x46, gfx: 11},
	{name: "gfx1102", mach: 0x47, flags: 0x47, gfx: 11, userSGPRs16: true},
	{name: "gfx1103", mach: 0x44, flags: 0x44, gfx: 11},
	{name: "gfx1150", mach: 0x43, flags: 0x43, gfx: 11},
	{name: "gfx1151", mach: 0x4a, flags: 0x4a, gfx: 11},
	{name: "gfx1200", mach: 0x48, flags: 0x48, gfx: 12},
	{name: "gfx1201", mach: 0x4e, flags: 0x4e, gfx: 12},
}

func chipByName(name string) *chip {
	for i := range chips {
		if chips[i].name == name {
			return &chips[i]
		}
	}
	return nil
}

func chipByMach(mach uint32) *chip {
	for i := range chips {
		if chips[i].mach == mach {
			return &chips[i]
		}
	}
	return nil
}

// descriptor makes the descriptor of a kernel: all three work-group ids, all three work-item ids, the kernarg pointer in s[0:1]; IEEE off, DX10_CLAMP on,
// round to nearest, denormals kept, WGP mode.
func (c *chip) descriptor(k *Kernel, codeSize int) (Descriptor, error) {
	d := Descriptor{GroupSegmentSize: k.LDSSize, PrivateSegmentSize: k.ScratchSize, KernargSize: k.KernargSize}
	granule := 8
	if k.Wave64 && c.gfx >= 10 {
		granule = 4
	}
	max := 256
	if c.agprs {
		max = 512
	}
	if k.VGPRs < 0 || k.VGPRs > max {
		return d, fmt.Errorf("elf: %d VGPRs", k.VGPRs)
	}
	if n := (k.VGPRs+granule-1)/granule - 1; n > 0 {
		d.Rsrc1 = uint32(n)
	}
	d.Rsrc1 |= 0xf << 16 // denormals kept: f32, f16 and f64
	if c.gfx < 12 {
		d.Rsrc1 |= 1 << 21 // DX10_CLAMP
	}
	if c.gfx >= 10 {
		d.Rsrc1 |= 1<<30 | 1<<31 // MEM_ORDERED, FWD_PROGRESS
		if !k.CUMode {
			d.Rsrc1 |= 1 << 29 // WGP_MODE
		}
	} else {
		// SGPRs are allocated in granules of 16 and stored in units of 8; VCC, FLAT_SCRATCH and XNACK_MASK come on top.
		if n := (k.SGPRs+6+7)/8 - 1; n > 0 {
			d.Rsrc1 |= uint32(n) << 6
		}
	}
	if k.ScratchSize != 0 || k.DynamicStack {
		d.Rsrc2 |= 1
	}
	d.Properties = PropKernargPtr
	user := 2
	switch {
	case c.name == "gfx90a" || c.gfx == 10:
		// Non-architected flat scratch: the buffer resource comes first when scratch is used.
		if d.Rsrc2&1 != 0 {
			return d, fmt.Errorf("elf: scratch set-up of %s is not done yet", c.name)
		}
	}
	if !k.Wave64 {
		if c.gfx < 10 {
			return d, fmt.Errorf("elf: %s has no wave32", c.name)
		}
		d.Properties |= PropWave32
		if c.userSGPRs16 {
			user = 16 - 3
		}
	}
	if k.DynamicStack {
		d.Properties |= PropDynamicStack
	}
	d.Rsrc2 |= uint32(user)<<1 | 7<<7 | 2<<11
	switch c.gfx {
	case 9:
		if c.agprs {
			arch := (k.VGPRs + 3) &^ 3
			if arch > 256 {
				arch = 256
			}
			if arch > 0 {
				d.Rsrc3 = uint32(arch/4 - 1)
			}
		}
	case 11:
		d.Rsrc3 = uint32(min((codeSize+127)/128, 63)) << 4
	case 12:
		d.Rsrc3 = uint32(min((codeSize+127)/128, 255)) << 4
	}
	return d, nil
}
