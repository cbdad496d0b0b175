package cuda

import (
	"sync"
	"unsafe"

	"ferry/hipffi"
)

// physical is memory without an address, made by cuMemCreate. It lives as long as a handle or a mapping of it does.
type physical struct {
	h    uintptr
	dev  *device
	mem  hipffi.Memory
	size uint64
	prop CUmemAllocationProp

	mu      sync.Mutex
	handles int // cuMemCreate and cuMemRetainAllocationHandle
	maps    int
	done    bool
}

// mapping is physical memory at an address.
type mapping struct {
	mem    *physical
	offset uint64
	prot   int // as the owning device may use it: CU_MEM_ACCESS_FLAGS_PROT_*
	access map[CUdevice]CUmemAccess_flags
}

var physicals = table[physical]{kind: kindMemory}

// virtualMu orders the functions of this file.
var virtualMu sync.Mutex

// settle gives the memory back when nothing needs it; mu is held.
func (m *physical) settle() error {
	if m.handles > 0 || m.maps > 0 || m.done {
		return nil
	}
	m.done = true
	return m.mem.Release()
}

// granularity is the unit of reservations, sizes and offsets.
func (d *device) granularity() uint64 { return max(d.prop.PageBytes, 4096) }

// CuMemAddressReserve reserves addresses; nothing is behind them.
func CuMemAddressReserve(t *Thread, ptr *CUdeviceptr, size, alignment uintptr, hint CUdeviceptr, flags uint64) CUresult {
	d := drv()
	if d == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	dev := t.device()
	g := uintptr(dev.granularity())
	if ptr == nil || size == 0 || size%g != 0 || flags != 0 || alignment&(alignment-1) != 0 || uintptr(hint)%g != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if hint >= 1<<47 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	virtualMu.Lock()
	defer virtualMu.Unlock()
	p, err := dev.dev.Reserve(uint64(size), uint64(max(alignment, g)), hipffi.Ptr(hint))
	if err != nil {
		return fromError(err)
	}
	a := &allocation{base: uint64(p), size: uint64(size), kind: allocReserved, dev: dev, id: newID()}
	if !d.reserved.add(a) {
		dev.dev.Unreserve(p, uint64(size))
		return CUDA_ERROR_UNKNOWN
	}
	*ptr = CUdeviceptr(p)
	return CUDA_SUCCESS
}

// CuMemAddressFree ends a whole reservation; nothing is mapped in it.
func CuMemAddressFree(t *Thread, ptr CUdeviceptr, size uintptr) CUresult {
	d := drv()
	if d == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	virtualMu.Lock()
	defer virtualMu.Unlock()
	a := d.reserved.find(uint64(ptr))
	if a == nil || a.base != uint64(ptr) || a.size != uint64(size) {
		return CUDA_ERROR_INVALID_VALUE
	}
	mapped := false
	d.mem.each(a.base, a.size, func(*allocation) bool { mapped = true; return false })
	if mapped {
		return CUDA_ERROR_INVALID_VALUE
	}
	d.reserved.remove(a.base, func(x *allocation) bool { return x == a })
	return fromError(a.dev.dev.Unreserve(hipffi.Ptr(a.base), a.size))
}

// checkProp checks the properties of physical memory and gives its device.
func checkProp(p *CUmemAllocationProp) (*device, CUresult) {
	if p == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	switch p.Location.Type {
	case CU_MEM_LOCATION_TYPE_DEVICE:
	case CU_MEM_LOCATION_TYPE_HOST, CU_MEM_LOCATION_TYPE_HOST_NUMA, CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
		return nil, CUDA_ERROR_NOT_SUPPORTED
	default:
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	d, r := lookDevice(CUdevice(p.Location.U[0]))
	if r != CUDA_SUCCESS {
		return nil, r
	}
	if p.RequestedHandleTypes&^d.physicalTypes() != 0 {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	if p.AllocFlags.CompressionType > CU_MEM_ALLOCATION_COMP_GENERIC {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return d, CUDA_SUCCESS
}

// CuMemCreate makes physical memory.
func CuMemCreate(t *Thread, handle *CUmemGenericAllocationHandle, size uintptr, prop *CUmemAllocationProp, flags uint64) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if handle == nil || size == 0 || flags != 0 || prop != nil && prop.Type != CU_MEM_ALLOCATION_TYPE_PINNED {
		return CUDA_ERROR_INVALID_VALUE
	}
	d, r := checkProp(prop)
	if r != CUDA_SUCCESS {
		return r
	}
	if uint64(size)%d.granularity() != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	mem, err := d.dev.Create(uint64(size))
	if err != nil {
		return fromError(err)
	}
	m := &physical{dev: d, mem: mem, size: uint64(size), prop: *prop, handles: 1}
	if m.h = physicals.put(m); m.h == 0 {
		mem.Release()
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*handle = CUmemGenericAllocationHandle(m.h)
	return CUDA_SUCCESS
}

func lookPhysical(h CUmemGenericAllocationHandle) (*physical, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	m := physicals.get(uintptr(h))
	if m == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return m, CUDA_SUCCESS
}

// CuMemRelease gives a handle back; the memory stays while it is mapped.
func CuMemRelease(t *Thread, h CUmemGenericAllocationHandle) CUresult {
	m, r := lookPhysical(h)
	if r != CUDA_SUCCESS {
		return r
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.handles == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if m.handles--; m.handles == 0 {
		physicals.drop(m.h)
	}
	return fromError(m.settle())
}

// CuMemMap puts physical memory behind reserved addresses; nobody may use it before cuMemSetAccess.
func CuMemMap(t *Thread, ptr CUdeviceptr, size, offset uintptr, h CUmemGenericAllocationHandle, flags uint64) CUresult {
	m, r := lookPhysical(h)
	if r != CUDA_SUCCESS {
		return r
	}
	g := uintptr(m.dev.granularity())
	if flags != 0 || size == 0 || uintptr(ptr)%g != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if size%g != 0 || offset%g != 0 || uint64(offset) > m.size || uint64(size) > m.size-uint64(offset) {
		return CUDA_ERROR_NOT_SUPPORTED // as recorded
	}
	virtualMu.Lock()
	defer virtualMu.Unlock()
	d := drv()
	res := d.reserved.find(uint64(ptr))
	if res == nil || uint64(ptr)+uint64(size) > res.base+res.size {
		return CUDA_ERROR_INVALID_VALUE
	}
	a := &allocation{base: uint64(ptr), size: uint64(size), kind: allocMapped, dev: m.dev, id: newID(),
		vm: &mapping{mem: m, offset: uint64(offset), access: map[CUdevice]CUmemAccess_flags{}}}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !d.mem.add(a) {
		return CUDA_ERROR_INVALID_VALUE // something is mapped there
	}
	if err := m.dev.dev.Map(hipffi.Ptr(ptr), uint64(size), uint64(offset), m.mem); err != nil {
		d.mem.remove(a.base, func(x *allocation) bool { return x == a })
		return fromError(err)
	}
	m.maps++
	return CUDA_SUCCESS
}

// mappings gives the mappings that make up a range exactly, nil if they do not.
func mappings(ptr, size uint64) []*allocation {
	var out []*allocation
	next := ptr
	drv().mem.each(ptr, size, func(a *allocation) bool {
		if a.kind != allocMapped || a.base != next {
			return false
		}
		out = append(out, a)
		next += a.size
		return true
	})
	if next != ptr+size {
		return nil
	}
	return out
}

// whole gives the mappings that touch a range within one reservation; false if the range is no such one or cuts a mapping.
func whole(ptr, size uint64) ([]*allocation, bool) {
	d := drv()
	res := d.reserved.find(ptr)
	if res == nil || size > res.base+res.size-ptr {
		return nil, false
	}
	var out []*allocation
	cut := false
	d.mem.each(ptr, size, func(a *allocation) bool {
		cut = a.kind != allocMapped || a.base < ptr || a.base+a.size > ptr+size
		out = append(out, a)
		return !cut
	})
	return out, !cut
}

// CuMemUnmap takes the mappings of a range away, whole ones only; there may be none. It waits for the work that may use them.
func CuMemUnmap(t *Thread, ptr CUdeviceptr, size uintptr) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if size == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	virtualMu.Lock()
	defer virtualMu.Unlock()
	list, ok := whole(uint64(ptr), uint64(size))
	if !ok {
		return CUDA_ERROR_INVALID_VALUE
	}
	for _, d := range drv().devices {
		if r := d.drain(); r != CUDA_SUCCESS {
			return r
		}
	}
	for _, a := range list {
		drv().mem.remove(a.base, func(x *allocation) bool { return x == a })
		err := a.dev.dev.Unmap(hipffi.Ptr(a.base), a.size)
		m := a.vm.mem
		m.mu.Lock()
		m.maps--
		if e := m.settle(); err == nil {
			err = e
		}
		m.mu.Unlock()
		if err != nil {
			return fromError(err)
		}
	}
	return CUDA_SUCCESS
}

// CuMemSetAccess says how devices may use mappings.
func CuMemSetAccess(t *Thread, ptr CUdeviceptr, size uintptr, desc *CUmemAccessDesc, n uintptr) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if desc == nil || n == 0 || n > maxAccess || size == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	virtualMu.Lock()
	defer virtualMu.Unlock()
	list := mappings(uint64(ptr), uint64(size))
	if list == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	for i := range unsafe.Slice(desc, n) {
		x := &unsafe.Slice(desc, n)[i]
		if x.Flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && x.Flags != CU_MEM_ACCESS_FLAGS_PROT_READ && x.Flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE {
			return CUDA_ERROR_INVALID_VALUE
		}
		if x.Location.Type != CU_MEM_LOCATION_TYPE_DEVICE {
			if x.Location.Type == CU_MEM_LOCATION_TYPE_HOST {
				return CUDA_ERROR_NOT_SUPPORTED
			}
			return CUDA_ERROR_INVALID_VALUE
		}
		d, r := t.lookDevice(CUdevice(x.Location.U[0]))
		if r != CUDA_SUCCESS {
			return CUDA_ERROR_INVALID_VALUE
		}
		for _, a := range list {
			if d != a.dev && !d.dev.CanAccess(a.dev.dev) {
				return CUDA_ERROR_INVALID_DEVICE
			}
			if err := d.dev.SetAccess(hipffi.Ptr(a.base), a.size, int(x.Flags)); err != nil {
				return fromError(err)
			}
			a.vm.access[d.ordinal] = x.Flags
			if d == a.dev {
				a.vm.prot = int(x.Flags)
			}
		}
	}
	return CUDA_SUCCESS
}

// CuMemGetAccess says how a device may use an address.
func CuMemGetAccess(t *Thread, flags *uint64, loc *CUmemLocation, ptr CUdeviceptr) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if flags == nil || loc == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if loc.Type != CU_MEM_LOCATION_TYPE_DEVICE {
		return CUDA_ERROR_INVALID_DEVICE
	}
	if _, r := t.lookDevice(CUdevice(loc.U[0])); r != CUDA_SUCCESS {
		return r
	}
	virtualMu.Lock()
	defer virtualMu.Unlock()
	a := drv().mem.find(uint64(ptr))
	if a == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if a.vm == nil { // other memory is accessible, on its own device at least
		*flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE
		return CUDA_SUCCESS
	}
	*flags = uint64(a.vm.access[CUdevice(loc.U[0])])
	return CUDA_SUCCESS
}

// CuMemGetAllocationGranularity gives the unit of sizes and addresses.
func CuMemGetAllocationGranularity(t *Thread, granularity *uintptr, prop *CUmemAllocationProp, option CUmemAllocationGranularity_flags) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if granularity == nil || option != CU_MEM_ALLOC_GRANULARITY_MINIMUM && option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED {
		return CUDA_ERROR_INVALID_VALUE
	}
	if prop == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*granularity = uintptr(t.device().granularity()) // that of all devices; the properties are not looked at (recorded)
	return CUDA_SUCCESS
}

// CuMemGetAllocationPropertiesFromHandle gives the properties that memory was made with.
func CuMemGetAllocationPropertiesFromHandle(t *Thread, prop *CUmemAllocationProp, h CUmemGenericAllocationHandle) CUresult {
	m, r := lookPhysical(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if prop == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*prop = m.prop
	return CUDA_SUCCESS
}

// CuMemRetainAllocationHandle gives another handle of the memory mapped at an address.
func CuMemRetainAllocationHandle(t *Thread, h *CUmemGenericAllocationHandle, p unsafe.Pointer) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if h == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	virtualMu.Lock()
	defer virtualMu.Unlock()
	a := drv().mem.find(addr(p))
	if a == nil || a.vm == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	m := a.vm.mem
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.handles == 0 {
		if m.h = physicals.put(m); m.h == 0 {
			return CUDA_ERROR_OUT_OF_MEMORY
		}
	}
	m.handles++
	*h = CUmemGenericAllocationHandle(m.h)
	return CUDA_SUCCESS
}

// CuMemExportToShareableHandle gives a file descriptor of memory that was made to be shared.
func CuMemExportToShareableHandle(t *Thread, out unsafe.Pointer, h CUmemGenericAllocationHandle, typ CUmemAllocationHandleType, flags uint64) CUresult {
	m, r := lookPhysical(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if out == nil || flags != 0 || typ != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || m.prop.RequestedHandleTypes&typ == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	fd, err := m.mem.Export()
	if err != nil {
		return fromError(err)
	}
	*(*int32)(out) = int32(fd)
	return CUDA_SUCCESS
}

// CuMemImportFromShareableHandle takes in memory by its file descriptor, which stays the program's.
func CuMemImportFromShareableHandle(t *Thread, h *CUmemGenericAllocationHandle, os unsafe.Pointer, typ CUmemAllocationHandleType) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if typ == CU_MEM_HANDLE_TYPE_WIN32 || typ == CU_MEM_HANDLE_TYPE_WIN32_KMT {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	if h == nil || typ != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR {
		return CUDA_ERROR_INVALID_VALUE
	}
	d := t.device()
	im, ok := d.dev.(hipffi.Importer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	mem, err := im.Import(int(int32(addr(os))), true)
	if err != nil {
		return CUDA_ERROR_UNKNOWN // as recorded for files of other kinds
	}
	prop := CUmemAllocationProp{Type: CU_MEM_ALLOCATION_TYPE_PINNED}
	prop.Location.Type, prop.Location.U[0] = CU_MEM_LOCATION_TYPE_DEVICE, uint32(d.ordinal)
	m := &physical{dev: d, mem: mem, size: mem.Size(), prop: prop, handles: 1}
	if m.h = physicals.put(m); m.h == 0 {
		mem.Release()
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*h = CUmemGenericAllocationHandle(m.h)
	return CUDA_SUCCESS
}
