package cuda

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"ferry/abi"
	"ferry/hipffi"
)

// device is one visible device.
type device struct {
	drv     *driver
	ordinal CUdevice
	dev     hipffi.Device
	prop    *hipffi.Properties
	cc      int // compute capability, 89 for 8.9
	primary *context
	prim    primaryState

	mu       sync.Mutex
	contexts []*context // live ones, oldest first
	graphMem graphMem
	poolState
	locks  hipffi.Ptr   // the locks of 128-bit atomics, made with the first context and kept
	stage  []hipffi.Ptr // free staging buffers
	stages int          // staging buffers there are
}

func newDevice(d *driver, ordinal int, dev hipffi.Device) *device {
	return &device{drv: d, ordinal: CUdevice(ordinal), dev: dev, prop: dev.Properties(), cc: d.env.capability}
}

// lockTable gives the device's locks of 128-bit atomics (abi.OffLocks).
func (d *device) lockTable() (hipffi.Ptr, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.locks != 0 {
		return d.locks, nil
	}
	p, err := d.dev.Alloc(hipffi.AllocDevice, 4*abi.LockWords)
	if err != nil {
		return 0, err
	}
	if err := d.dev.Write(p, make([]byte, 4*abi.LockWords)); err != nil {
		return 0, err
	}
	d.locks = p
	return p, nil
}

// device gives the device of an ordinal.
func lookDevice(o CUdevice) (*device, CUresult) {
	d := drv()
	if d == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	if o < 0 || int(o) >= len(d.devices) {
		return nil, CUDA_ERROR_INVALID_DEVICE
	}
	return d.devices[o], CUDA_SUCCESS
}

// lookDevice gives the device of an ordinal for a call, which a host function may not make.
func (t *Thread) lookDevice(o CUdevice) (*device, CUresult) {
	if t.Flags&ThreadInHostCall != 0 {
		return nil, CUDA_ERROR_NOT_PERMITTED
	}
	return lookDevice(o)
}

// CuDeviceGet gives the device of an ordinal; a CUdevice is the ordinal.
func CuDeviceGet(t *Thread, dev *CUdevice, ordinal int32) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if dev == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	d, r := t.lookDevice(ordinal)
	if r != CUDA_SUCCESS {
		return r
	}
	*dev = d.ordinal
	return CUDA_SUCCESS
}

// CuDeviceGetCount gives the number of visible devices.
func CuDeviceGetCount(t *Thread, count *int32) CUresult {
	d := drv()
	if d == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if t.Flags&ThreadInHostCall != 0 {
		return CUDA_ERROR_NOT_PERMITTED
	}
	if count == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*count = int32(len(d.devices))
	return CUDA_SUCCESS
}

// CuDeviceGetName gives the device's name, cut to length bytes with its null.
func CuDeviceGetName(t *Thread, name *byte, length int32, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if name == nil || length <= 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	putString(name, int(length), d.prop.Name)
	return CUDA_SUCCESS
}

// CuDeviceGetUuid is CuDeviceGetUuid_v2: they differ on MIG instances only.
func CuDeviceGetUuid(t *Thread, uuid *CUuuid, dev CUdevice) CUresult {
	return CuDeviceGetUuid_v2(t, uuid, dev)
}

// CuDeviceGetUuid_v2 gives the device's UUID.
func CuDeviceGetUuid_v2(t *Thread, uuid *CUuuid, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if uuid == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	for i, b := range d.prop.UUID {
		uuid.Bytes[i] = int8(b)
	}
	return CUDA_SUCCESS
}

// CuDeviceGetLuid answers what NVIDIA's driver answers on Linux: LUIDs exist on Windows only.
func CuDeviceGetLuid(t *Thread, luid *byte, nodeMask *uint32, dev CUdevice) CUresult {
	if luid == nil || nodeMask == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.lookDevice(dev); r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_NOT_SUPPORTED
}

// CuDeviceTotalMem_v2 gives the bytes of device memory.
func CuDeviceTotalMem_v2(t *Thread, bytes *uintptr, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if bytes == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	_, total := d.dev.MemInfo()
	*bytes = uintptr(total)
	return CUDA_SUCCESS
}

// CuDeviceTotalMem is the form of CUDA 2, whose answer has 32 bits.
func CuDeviceTotalMem(t *Thread, bytes *uint32, dev CUdevice) CUresult {
	var n uintptr
	if bytes == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	r := CuDeviceTotalMem_v2(t, &n, dev)
	if r == CUDA_SUCCESS {
		*bytes = uint32(min(n, 1<<32-1))
	}
	return r
}

// CuDeviceComputeCapability gives major and minor.
func CuDeviceComputeCapability(t *Thread, major, minor *int32, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if major == nil || minor == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*major, *minor = int32(d.cc/10), int32(d.cc%10)
	return CUDA_SUCCESS
}

// CuDeviceGetProperties is the struct form of some attributes, from before CUDA 5.
func CuDeviceGetProperties(t *Thread, prop *CUdevprop, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if prop == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	at := func(a CUdevice_attribute) int32 { v, _ := d.attribute(a); return v }
	*prop = CUdevprop{
		MaxThreadsPerBlock: at(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
		MaxThreadsDim: [3]int32{at(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X), at(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
			at(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)},
		MaxGridSize: [3]int32{at(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), at(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
			at(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)},
		SharedMemPerBlock:   at(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
		TotalConstantMemory: at(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
		SIMDWidth:           at(CU_DEVICE_ATTRIBUTE_WARP_SIZE),
		MemPitch:            at(CU_DEVICE_ATTRIBUTE_MAX_PITCH),
		RegsPerBlock:        at(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
		ClockRate:           at(CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
		TextureAlign:        at(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
	}
	return CUDA_SUCCESS
}

// pciBusID is the device's address as "0000:03:00.0".
func (d *device) pciBusID() string {
	return fmt.Sprintf("%04X:%02X:%02X.0", d.prop.PCIDomain, d.prop.PCIBus, d.prop.PCIDevice)
}

// CuDeviceGetPCIBusId writes the device's PCI address.
func CuDeviceGetPCIBusId(t *Thread, id *byte, length int32, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if id == nil || length <= 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	putString(id, int(length), d.pciBusID())
	if int(length) <= len(d.pciBusID()) { // what fits is there nevertheless (recorded)
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuDeviceGetByPCIBusId finds a device by its PCI address, with or without domain and function.
func CuDeviceGetByPCIBusId(t *Thread, dev *CUdevice, id *byte) CUresult {
	d := drv()
	if d == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if dev == nil || id == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	s := gostring(id)
	var dom, bus, slot, fn int
	if strings.Count(s, ":") == 1 {
		s = "0000:" + s
	}
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	if strings.TrimRight(s, " \t\r\n") != s {
		return CUDA_ERROR_INVALID_VALUE
	}
	if n, err := fmt.Sscanf(s, "%x:%x:%x.%x", &dom, &bus, &slot, &fn); n != 4 || err != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	for _, x := range d.devices {
		if x.prop.PCIDomain == dom && x.prop.PCIBus == bus && x.prop.PCIDevice == slot && fn == 0 {
			*dev = x.ordinal
			return CUDA_SUCCESS
		}
	}
	return CUDA_ERROR_INVALID_DEVICE
}

// CuDeviceGetTexture1DLinearMaxWidth gives the elements that a linear 1D texture can have.
func CuDeviceGetTexture1DLinearMaxWidth(t *Thread, width *uintptr, format CUarray_format, channels uint32, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	size, ok := texelBytes(format, channels)
	if width == nil || !ok {
		return CUDA_ERROR_INVALID_VALUE
	}
	max1d, _ := d.attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH)
	*width = uintptr(max1d)
	_ = size
	return CUDA_SUCCESS
}

// CuDeviceGetExecAffinitySupport says whether contexts can be bound to a part of the multiprocessors: they cannot.
func CuDeviceGetExecAffinitySupport(t *Thread, pi *int32, typ CUexecAffinityType, dev CUdevice) CUresult {
	if _, r := t.lookDevice(dev); r != CUDA_SUCCESS {
		return r
	}
	if pi == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*pi = 0
	return CUDA_SUCCESS
}

// CuDeviceGetHostAtomicCapabilities says which atomics on host memory a device does natively. PCIe carries 32- and
// 64-bit fetch-add, swap and compare-and-swap only; ferry promises none, as an NVIDIA device on PCIe does.
func CuDeviceGetHostAtomicCapabilities(t *Thread, caps *uint32, ops *CUatomicOperation, count uint32, dev CUdevice) CUresult {
	if _, r := t.lookDevice(dev); r != CUDA_SUCCESS {
		return r
	}
	return atomicCapabilities(caps, ops, count)
}

func atomicCapabilities(caps *uint32, ops *CUatomicOperation, count uint32) CUresult {
	if caps == nil || ops == nil || count == 0 || count > 1<<16 {
		return CUDA_ERROR_INVALID_VALUE
	}
	for _, op := range unsafe.Slice(ops, count) {
		if op < 0 || op >= CU_ATOMIC_OPERATION_MAX {
			return CUDA_ERROR_INVALID_VALUE
		}
	}
	clear(unsafe.Slice(caps, count))
	return CUDA_SUCCESS
}

var lastID atomic.Uint64

// newID gives numbers that are unique in the process: contexts, streams, buffers.
func newID() uint64 { return lastID.Add(1) }
