package hip

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"ferry/hipffi"
)

// Virtual memory management (HIP runtime API, "Virtual memory management"). The structures are those of
// hip_runtime_api.h since ROCm 5.3, when the functions came.

// Values of hip_runtime_api.h.
const (
	locationDevice       = 1 // hipMemLocationTypeDevice
	allocationPinned     = 1 // hipMemAllocationTypePinned
	handleNone           = 0 // hipMemHandleTypeNone
	handlePosixFD        = 1 // hipMemHandleTypePosixFileDescriptor
	granularityRecommend = 1 // hipMemAllocationGranularityRecommended
)

// location is hipMemLocation.
type location struct{ typ, id int32 }

// allocationProp is hipMemAllocationProp.
type allocationProp struct {
	typ, handleType     int32
	location            location
	win32HandleMetaData uintptr
	compression         uint8  // allocFlags begins here
	_                   uint8  // gpuDirectRDMACapable
	_                   uint16 // usage
	_                   uint32
}

// accessDesc is hipMemAccessDesc.
type accessDesc struct {
	location location
	flags    int32
}

func (d *Device) prop(handleType int32) *allocationProp {
	return &allocationProp{typ: allocationPinned, handleType: handleType, location: location{locationDevice, int32(d.index)}}
}

// granularity gives the unit of virtual memory, 0 if the device has none.
func (d *Device) granularity() uint64 {
	if d.attr(attrVirtualMemory) == 0 {
		return 0
	}
	var g uint64
	if call("hipMemGetAllocationGranularity", d.a.memGetAllocationGranularity, ptr(&g), ptr(d.prop(handleNone)), granularityRecommend) != nil || g&(g-1) != 0 {
		return 0
	}
	return g
}

// virtual runs f if the device has virtual memory management.
func (d *Device) virtual(f func() error) error {
	if !d.props.VirtualMemory {
		return &hipffi.Error{Fault: hipffi.FaultNotSupported, Detail: "this device or its HIP runtime has no virtual memory management"}
	}
	return d.do(f)
}

// Reserve reserves addresses.
func (d *Device) Reserve(size, align uint64, hint hipffi.Ptr) (p hipffi.Ptr, err error) {
	err = d.virtual(func() error {
		return call("hipMemAddressReserve", d.a.memAddressReserve, ptr(&p), uintptr(size), uintptr(align), uintptr(hint), 0)
	})
	return p, err
}

// Unreserve ends a reservation.
func (d *Device) Unreserve(p hipffi.Ptr, size uint64) error {
	return d.virtual(func() error { return call("hipMemAddressFree", d.a.memAddressFree, uintptr(p), uintptr(size)) })
}

// memory is a hipMemGenericAllocationHandle_t.
type memory struct {
	d      *Device
	handle uintptr
	size   uint64
	shared bool // a file descriptor can be made of it
}

// Create makes memory that can be exported, where the runtime can.
func (d *Device) Create(size uint64) (hipffi.Memory, error) {
	m := &memory{d: d, size: size, shared: true}
	create := func(handleType int32) error {
		return d.virtual(func() error {
			return call("hipMemCreate", d.a.memCreate, ptr(&m.handle), uintptr(size), ptr(d.prop(handleType)), 0)
		})
	}
	err := create(handlePosixFD)
	if e, ok := err.(*hipffi.Error); ok && e.Fault == hipffi.FaultNotSupported && d.props.VirtualMemory {
		m.shared = false
		err = create(handleNone)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (m *memory) Size() uint64 { return m.size }

func (m *memory) Release() error {
	return m.d.virtual(func() error { return call("hipMemRelease", m.d.a.memRelease, m.handle) })
}

// Export gives a file descriptor, which is the caller's.
func (m *memory) Export() (int, error) {
	if !m.shared {
		return -1, &hipffi.Error{Fault: hipffi.FaultNotSupported, Detail: "this HIP runtime makes no memory that can be exported"}
	}
	fd := int32(-1)
	err := m.d.virtual(func() error {
		return call("hipMemExportToShareableHandle", m.d.a.memExport, ptr(&fd), m.handle, handlePosixFD, 0)
	})
	if err != nil {
		return -1, err
	}
	return int(fd), nil
}

// Import takes in memory by the file descriptor that another process exported, physical memory only. It is as large as its file.
func (d *Device) Import(fd int, physical bool) (hipffi.Memory, error) {
	if !physical {
		return nil, &hipffi.Error{Fault: hipffi.FaultNotSupported, Detail: "allocations are not shared by file over HIP"}
	}
	size, err := unix.Seek(fd, 0, unix.SEEK_END) // what a dma-buf answers to
	if err != nil || size <= 0 {
		return nil, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: fmt.Sprintf("file descriptor %d is no memory: %v", fd, err)}
	}
	h, end, err := osHandle(fd)
	if err != nil {
		return nil, &hipffi.Error{Fault: hipffi.FaultUnknown, Detail: err.Error()}
	}
	defer end()
	m := &memory{d: d, size: uint64(size), shared: true}
	if err := d.virtual(func() error {
		return call("hipMemImportFromShareableHandle", d.a.memImport, ptr(&m.handle), h, handlePosixFD)
	}); err != nil {
		return nil, err
	}
	return m, nil
}

// osHandle gives a file descriptor as hipMemImportFromShareableHandle's void*. The manual does not say whether that is
// the number itself, as in CUDA, or the address of an int that holds it, as ROCm 6's source has it; a wrong guess would have the runtime
// read at a small address. So it is both: an address whose low 32 bits are the number, at which the number stands.
func osHandle(fd int) (h uintptr, end func(), err error) {
	page := uintptr(unix.Getpagesize())
	for high := uintptr(1); high < 1<<14; high++ {
		h = high<<32 + uintptr(fd)
		at := h &^ (page - 1)
		n := h + 4 - at
		p, err := unix.MmapPtr(-1, 0, *(*unsafe.Pointer)(unsafe.Pointer(&at)), n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_FIXED_NOREPLACE)
		if err != nil {
			continue // taken
		}
		if uintptr(p) != at { // a kernel that does not know MAP_FIXED_NOREPLACE
			unix.MunmapPtr(p, n)
			continue
		}
		b := unsafe.Slice((*byte)(unsafe.Add(p, h-at)), 4)
		for i := range b {
			b[i] = byte(fd >> (8 * i))
		}
		return h, func() { unix.MunmapPtr(p, n) }, nil
	}
	return 0, nil, fmt.Errorf("no address for the handle of file descriptor %d", fd)
}

// Map puts memory, from its beginning, behind reserved addresses.
func (d *Device) Map(p hipffi.Ptr, size, offset uint64, hm hipffi.Memory) error {
	m, ok := hm.(*memory)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "memory of another kind of device"}
	}
	if offset != 0 {
		return &hipffi.Error{Fault: hipffi.FaultNotSupported, Detail: "HIP maps memory from its beginning only"}
	}
	return d.virtual(func() error {
		return call("hipMemMap", d.a.memMap, uintptr(p), uintptr(size), 0, m.handle, 0)
	})
}

// Unmap takes memory away from addresses.
func (d *Device) Unmap(p hipffi.Ptr, size uint64) error {
	return d.virtual(func() error { return call("hipMemUnmap", d.a.memUnmap, uintptr(p), uintptr(size)) })
}

// SetAccess says how this device may use mapped addresses.
func (d *Device) SetAccess(p hipffi.Ptr, size uint64, prot int) error {
	desc := &accessDesc{location{locationDevice, int32(d.index)}, int32(prot)}
	return d.virtual(func() error {
		return call("hipMemSetAccess", d.a.memSetAccess, uintptr(p), uintptr(size), ptr(desc), 1)
	})
}
