package hip

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"ferry/elf"
	"ferry/hipffi"
)

// hipDeviceAttribute_t values (hip_runtime_api.h).
const (
	attrClockRate        = 5
	attrL2CacheSize      = 19
	attrMaxThreadsBlock  = 56
	attrMaxThreadsCU     = 57
	attrMemoryBusWidth   = 59
	attrMemoryClockRate  = 60
	attrMultiprocessors  = 63
	attrPCIBus           = 67
	attrPCIDevice        = 68
	attrPCIDomain        = 69
	attrRegistersCU      = 72
	attrSharedBlock      = 74
	attrWarpSize         = 87
	attrVirtualMemory    = 89
	attrSharedCU         = 10002
	copyDefault          = 4 // hipMemcpyDefault
	eventDisableTiming   = 2
	streamNonBlocking    = 1
	hostMallocMapped     = 3 // portable and mapped
	hostRegisterMapped   = 3
	memAttachGlobal      = 1
	launchBufferPointer  = 1 // HIP_LAUNCH_PARAM_BUFFER_POINTER and its fellows
	launchBufferSize     = 2
	launchEnd            = 3
	propertiesBufferSize = 8192
)

// Device is one GPU under HIP.
type Device struct {
	a     *api
	index int
	props hipffi.Properties
	// kinds remembers how each allocation was made, since HIP frees each kind its own way.
	allocs allocations

	stackMu sync.Mutex
	stack   uint32 // the greatest stack of kernels with recursion that the runtime was told of, bytes a thread
}

// Open loads the HIP runtime and gives its devices. An error says why there is none.
func Open() ([]hipffi.Device, error) { return open(Libraries) }

func open(names []string) ([]hipffi.Device, error) {
	a, err := load(names)
	if err != nil {
		return nil, err
	}
	if err := call("hipInit", a.init, 0); err != nil {
		return nil, err
	}
	var n int32
	if err := call("hipGetDeviceCount", a.getDeviceCount, ptr(&n)); err != nil {
		return nil, err
	}
	if n <= 0 {
		return nil, errors.New("hip: no AMD GPU")
	}
	var l []hipffi.Device
	for i := range int(n) {
		d := &Device{a: a, index: i}
		if err := d.readProperties(); err != nil {
			return nil, err
		}
		l = append(l, d)
	}
	return l, nil
}

func (d *Device) attr(id int) int {
	var v int32
	if call("hipDeviceGetAttribute", d.a.deviceGetAttribute, ptr(&v), uintptr(id), uintptr(d.index)) != nil {
		return 0
	}
	return int(v)
}

func (d *Device) readProperties() error {
	name := make([]byte, 256)
	if err := call("hipDeviceGetName", d.a.deviceGetName, ptr(&name[0]), uintptr(len(name)), uintptr(d.index)); err != nil {
		return err
	}
	var total uint64
	if err := call("hipDeviceTotalMem", d.a.deviceTotalMem, ptr(&total), uintptr(d.index)); err != nil {
		return err
	}
	// The properties' layout changed between releases; the architecture's name is the only string in it
	// that begins with gfx, wherever it stands.
	buf := make([]byte, propertiesBufferSize)
	if err := call("hipGetDeviceProperties", d.a.getDeviceProperties, ptr(&buf[0]), uintptr(d.index)); err != nil {
		return err
	}
	target := ""
	if i := bytes.Index(buf[256:], []byte("gfx")); i >= 0 {
		target = text(buf[256+i:])
		target, _, _ = strings.Cut(target, ":") // gfx90a:sramecc+:xnack-
	}
	if target == "" {
		return fmt.Errorf("hip: device %d (%s) names no gfx target", d.index, text(name))
	}
	p := &d.props
	*p = hipffi.Properties{
		Name: text(name), Target: target, TotalMemory: total,
		PCIDomain: d.attr(attrPCIDomain), PCIBus: d.attr(attrPCIBus), PCIDevice: d.attr(attrPCIDevice),
		ComputeUnits: d.attr(attrMultiprocessors), ClockKHz: d.attr(attrClockRate),
		MemoryClockKHz: d.attr(attrMemoryClockRate), MemoryBusBits: d.attr(attrMemoryBusWidth),
		L2Bytes: d.attr(attrL2CacheSize), SharedPerBlock: d.attr(attrSharedBlock), SharedPerCU: d.attr(attrSharedCU),
		RegistersPerCU: d.attr(attrRegistersCU), MaxThreadsBlock: d.attr(attrMaxThreadsBlock), PageBytes: 2 << 20,
	}
	if g := d.granularity(); g != 0 {
		p.VirtualMemory, p.PageBytes = true, g
	}
	if w := d.attr(attrWarpSize); w > 0 {
		p.WavesPerCU = d.attr(attrMaxThreadsCU) / w
	}
	if call("hipDeviceGetUuid", d.a.deviceGetUUID, ptr(&p.UUID), uintptr(d.index)) != nil {
		copy(p.UUID[:], fmt.Sprintf("ferry%04x%02x%02x", p.PCIDomain, p.PCIBus, p.PCIDevice))
	}
	return nil
}

func text(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// Properties gives the device's facts.
func (d *Device) Properties() *hipffi.Properties { return &d.props }

// MemInfo gives free and total bytes; zeros if the runtime does not say.
func (d *Device) MemInfo() (free, total uint64) {
	_ = d.do(func() error { return call("hipMemGetInfo", d.a.memGetInfo, ptr(&free), ptr(&total)) })
	return
}

func (d *Device) do(f func() error) error { return d.a.onDevice(d.index, f) }

// Alloc allocates size bytes of a kind.
func (d *Device) Alloc(kind hipffi.AllocKind, size uint64) (p hipffi.Ptr, err error) {
	err = d.do(func() error {
		switch kind {
		case hipffi.AllocHost:
			return call("hipHostMalloc", d.a.hostMalloc, ptr(&p), uintptr(size), hostMallocMapped)
		case hipffi.AllocManaged:
			return call("hipMallocManaged", d.a.mallocManaged, ptr(&p), uintptr(size), memAttachGlobal)
		}
		return call("hipMalloc", d.a.malloc, ptr(&p), uintptr(size))
	})
	if err == nil {
		d.allocs.put(p, kind)
	}
	return
}

// Free frees what Alloc gave.
func (d *Device) Free(p hipffi.Ptr) error {
	kind, ok := d.allocs.take(p)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: fmt.Sprintf("free of %#x, which was not allocated", uint64(p))}
	}
	return d.do(func() error {
		if kind == hipffi.AllocHost {
			return call("hipHostFree", d.a.hostFree, uintptr(p))
		}
		return call("hipFree", d.a.free, uintptr(p))
	})
}

// Register makes the program's own memory accessible to kernels.
func (d *Device) Register(p hipffi.Ptr, size uint64) error {
	return d.do(func() error {
		return call("hipHostRegister", d.a.hostRegister, uintptr(p), uintptr(size), hostRegisterMapped)
	})
}

// Unregister ends Register.
func (d *Device) Unregister(p hipffi.Ptr) error {
	return d.do(func() error { return call("hipHostUnregister", d.a.hostUnregister, uintptr(p)) })
}

// Read copies from the device.
func (d *Device) Read(dst []byte, src hipffi.Ptr) error {
	if len(dst) == 0 {
		return nil
	}
	return d.do(func() error {
		return call("hipMemcpy", d.a.memcpy, ptr(&dst[0]), uintptr(src), uintptr(len(dst)), copyDefault)
	})
}

// Write copies to the device.
func (d *Device) Write(dst hipffi.Ptr, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	return d.do(func() error {
		return call("hipMemcpy", d.a.memcpy, uintptr(dst), ptr(&src[0]), uintptr(len(src)), copyDefault)
	})
}

// CanAccess reports whether this device can read and write peer's memory.
func (d *Device) CanAccess(peer hipffi.Device) bool {
	p, ok := peer.(*Device)
	if !ok {
		return false
	}
	var can int32
	return call("hipDeviceCanAccessPeer", d.a.deviceCanAccessPeer, ptr(&can), uintptr(d.index), uintptr(p.index)) == nil && can != 0
}

// EnableAccess opens peer's memory to this device for good.
func (d *Device) EnableAccess(peer hipffi.Device) error {
	p, ok := peer.(*Device)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "peer access between devices of different kinds"}
	}
	return d.do(func() error {
		r := call("hipDeviceEnablePeerAccess", d.a.deviceEnablePeerAccess, uintptr(p.index), 0)
		if e, ok := r.(*hipffi.Error); ok && strings.HasSuffix(e.Detail, fmt.Sprint(errPeerAlreadyEnabled)) {
			return nil // opened before: what was asked for
		}
		return r
	})
}

// Close does nothing: the HIP runtime ends its own threads with the process.
func (d *Device) Close() {}

// Load loads a code object.
func (d *Device) Load(hsaco []byte) (hipffi.Code, error) {
	if len(hsaco) == 0 {
		return nil, &hipffi.Error{Fault: hipffi.FaultInvalidImage, Detail: "empty code object"}
	}
	c := &code{d: d}
	if o, err := elf.ReadHSACO(hsaco); err == nil {
		c.kernels = o.Kernels
	}
	err := d.do(func() error { return call("hipModuleLoadData", d.a.moduleLoadData, ptr(&c.module), ptr(&hsaco[0])) })
	runtime.KeepAlive(hsaco)
	if err != nil {
		return nil, err
	}
	return c, nil
}

type code struct {
	d       *Device
	module  uintptr
	kernels []elf.KernelInfo // what the metadata says; nil if it cannot be read
}

func (c *code) Kernel(name string) (hipffi.Kernel, error) {
	k := &kernel{d: c.d, name: name}
	for i := range c.kernels {
		if c.kernels[i].Name == name {
			k.info = &c.kernels[i]
		}
	}
	z := append([]byte(name), 0)
	if err := c.d.do(func() error {
		return call("hipModuleGetFunction", c.d.a.moduleGetFunction, ptr(&k.fn), c.module, ptr(&z[0]))
	}); err != nil {
		return nil, err
	}
	runtime.KeepAlive(z)
	return k, nil
}

func (c *code) Symbol(name string) (p hipffi.Ptr, size uint64, err error) {
	z := append([]byte(name), 0)
	err = c.d.do(func() error {
		return call("hipModuleGetGlobal", c.d.a.moduleGetGlobal, ptr(&p), ptr(&size), c.module, ptr(&z[0]))
	})
	runtime.KeepAlive(z)
	return
}

func (c *code) Unload() error {
	return c.d.do(func() error { return call("hipModuleUnload", c.d.a.moduleUnload, c.module) })
}

type kernel struct {
	d    *Device
	fn   uintptr
	name string
	info *elf.KernelInfo // nil if the metadata does not say
}

func (k *kernel) Name() string { return k.name }

func (k *kernel) MaxBlocksPerCU(threads, shared int) int {
	var n int32
	if k.d.do(func() error {
		return call("hipModuleOccupancyMaxActiveBlocksPerMultiprocessor", k.d.a.occupancy, ptr(&n), k.fn, uintptr(threads), uintptr(shared))
	}) != nil {
		return 0
	}
	return int(n)
}

var _ hipffi.Device = (*Device)(nil)
