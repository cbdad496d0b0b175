// Package embedded is the embedded device: hipffi's interfaces over the emulator. It holds queues, events, copies
// and the translation of faults; waves and memory are in emu and emu/mem.
package embedded

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ferry/emu"
	"ferry/emu/mem"
	"ferry/hipffi"

	"golang.org/x/sys/unix"
)

// Options say what the devices are like.
type Options struct {
	// Devices is how many there are, 0 = 1. They share one address space and the workers.
	Devices int
	// Memory is the bytes of each device, 0 = half of the machine's memory, divided among them.
	Memory uint64
	// AddressSpace is the bytes of addresses that can be reserved, 0 = a few times the memory.
	AddressSpace uint64
	// Threads is the number of workers, 0 = GOMAXPROCS. With 1 everything runs in a fixed order.
	Threads int
	// Strict turns the emulator's checks on.
	Strict bool
	// StrictMemory makes the checks count shared and local memory that nobody wrote as uninitialised too, which legal PTX may read.
	StrictMemory bool
	// Seed, if not 0, makes approximate instructions as inexact as AMD documents.
	Seed uint64
	// Weak, if not 0, makes memory as weak as AMD's memory model allows, in an order fixed by this seed. There is one worker then.
	Weak uint64
	// WeakLimit ends kernels in weak mode in which a wave executes more instructions; 0 = never.
	WeakLimit uint64
	// Scalar keeps the emulator from using vector instructions of the host.
	Scalar bool
	// Watchdog ends kernels that run longer, 0 = never.
	Watchdog time.Duration
}

// FromEnv reads FERRY_MEMORY (bytes, or with suffix K, M, G, T), FERRY_THREADS, FERRY_STRICT (1), FERRY_WEAK,
// FERRY_SEED and FERRY_WATCHDOG (seconds). There is much address space, since a process has one set of devices. The error has a line for each variable that is wrong.
func FromEnv() (Options, error) {
	o := Options{AddressSpace: 8 << 40} // programs reserve far more than they ever map
	number := func(name string, most uint64) (uint64, error) {
		s := os.Getenv(name)
		if s == "" {
			return 0, nil
		}
		v, err := strconv.ParseUint(s, 0, 64)
		if err != nil || v > most {
			return 0, fmt.Errorf("%s=%q is no number from 0 to %d", name, s, most)
		}
		return v, nil
	}
	var errs [6]error
	var threads, strict, seconds uint64
	threads, errs[0] = number("FERRY_THREADS", maxThreads)
	strict, errs[1] = number("FERRY_STRICT", 1)
	o.Seed, errs[2] = number("FERRY_SEED", math.MaxUint64)
	o.Weak, errs[5] = number("FERRY_WEAK", math.MaxUint64)
	seconds, errs[3] = number("FERRY_WATCHDOG", maxWatchdog)
	o.Threads, o.Strict, o.Watchdog = int(threads), strict != 0, time.Duration(seconds)*time.Second
	if s := os.Getenv("FERRY_MEMORY"); s != "" {
		v, err := parseBytes(s)
		switch {
		case err != nil:
			errs[4] = fmt.Errorf("FERRY_MEMORY=%q is no size: bytes, or a number with K, M, G or T, up to %dT", s, uint64(maxMemory)>>40)
		case v < MinMemory:
			errs[4] = fmt.Errorf("FERRY_MEMORY=%q is too little: an embedded device has at least %dM", s, MinMemory>>20)
		}
		o.Memory = v
	}
	return o, errors.Join(errs[:]...)
}

// Bounds of what the environment may ask for.
const (
	// MinMemory is the least memory of a device in bytes: contexts and code take some, and mappings come in units of mem.MapGranule.
	MinMemory   = 16 << 20
	maxMemory   = 1 << 46
	maxThreads  = 1 << 10
	maxWatchdog = 1 << 30 // seconds
)

func parseBytes(s string) (uint64, error) {
	shift := 0
	s = strings.ToUpper(strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s), "B"), "I"))
	if n := len(s); n > 1 {
		if i := strings.IndexByte("KMGT", s[n-1]); i >= 0 {
			shift = 10 * (i + 1)
			s = s[:n-1]
		}
	}
	v, err := strconv.ParseUint(s, 0, 64)
	if err == nil && (v == 0 || v > maxMemory>>shift) {
		err = strconv.ErrRange
	}
	return v << shift, err
}

// machineMemory is the machine's memory, or what the control group allows if that is less.
func machineMemory() uint64 {
	total := uint64(4 << 30)
	var si unix.Sysinfo_t
	if unix.Sysinfo(&si) == nil {
		total = uint64(si.Totalram) * uint64(si.Unit)
	}
	if b, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if v, err := strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64); err == nil && v > 0 {
			total = min(total, v)
		}
	}
	return total
}

// world is what the devices of one Open share.
type world struct {
	space  *mem.Space
	engine *emu.Engine
	host   *mem.Pool // host and managed memory, launch arguments
	opt    emu.Options
	open   atomic.Int32

	mu     sync.Mutex
	closed bool
	queues map[*queue]struct{} // that exist, to be released when the workers are gone
}

// close stops the workers and releases whoever waits for a queue.
func (w *world) close() {
	w.engine.Close()
	w.mu.Lock()
	w.closed = true
	queues := w.queues
	w.queues = map[*queue]struct{}{}
	w.mu.Unlock()
	for q := range queues {
		q.abandon()
	}
}

// Device is one embedded device.
type Device struct {
	w     *world
	pool  *mem.Pool
	props hipffi.Properties
	gone  atomic.Bool
}

var (
	_ hipffi.Device = (*Device)(nil)
	_ hipffi.Sharer = (*Device)(nil)
)

// New makes one device.
func New(o Options) (*Device, error) {
	o.Devices = 1
	ds, err := Open(o)
	if err != nil {
		return nil, err
	}
	return ds[0], nil
}

// Open makes the devices.
func Open(o Options) ([]*Device, error) {
	n := max(1, o.Devices)
	if o.Memory == 0 {
		o.Memory = max(machineMemory()/2/uint64(n)&^(mem.MapGranule-1), mem.MapGranule)
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Weak != 0 {
		o.Threads = 1
	}
	space, err := mem.Open(mem.Config{Bytes: o.Memory * uint64(n), Virtual: o.AddressSpace, Exact: o.Strict})
	if err != nil {
		return nil, fmt.Errorf("embedded device: %w", err)
	}
	w := &world{queues: map[*queue]struct{}{}, space: space, host: space.NewPool(0), opt: emu.Options{Strict: o.Strict, StrictMemory: o.StrictMemory, Seed: o.Seed, Scalar: o.Scalar,
		Weak: o.Weak, WeakLimit: o.WeakLimit}}
	w.engine = emu.NewEngine(emu.EngineOptions{Threads: o.Threads, Watchdog: o.Watchdog})
	w.open.Store(int32(n))
	ds := make([]*Device, n)
	for i := range ds {
		uuid := sha256.Sum256(fmt.Appendf(nil, "ferry embedded gfx1100 device %d", i))
		d := &Device{w: w, pool: space.NewPool(o.Memory)}
		d.props = hipffi.Properties{
			Name: "ferry gfx1100 (embedded)", Target: "gfx1100", Embedded: true,
			PCIBus: 3 + i, TotalMemory: o.Memory, ComputeUnits: emu.Multiprocessors, WavesPerCU: emu.WavesPerMultiprocessor,
			ClockKHz: 2_500_000, MemoryClockKHz: 1_250_000, MemoryBusBits: 384, L2Bytes: 6 << 20,
			SharedPerBlock: emu.MaxLDS, SharedPerCU: 128 << 10, RegistersPerCU: 196608, MaxThreadsBlock: emu.MaxThreads, PageBytes: mem.MapGranule,
			VirtualMemory: true,
		}
		copy(d.props.UUID[:], uuid[:])
		ds[i] = d
	}
	return ds, nil
}

// Properties implements hipffi.Device.
func (d *Device) Properties() *hipffi.Properties { return &d.props }

// WaveInsts is the number of wave instructions executed so far by launches that have ended, on all devices of one Open.
func (d *Device) WaveInsts() uint64 { return d.w.engine.WaveInsts() }

// MemInfo implements hipffi.Device.
func (d *Device) MemInfo() (free, total uint64) { return d.pool.Info() }

// memError translates an error of package mem.
func memError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, mem.ErrNoMemory):
		return &hipffi.Error{Fault: hipffi.FaultOutOfMemory, Detail: err.Error()}
	}
	return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: err.Error()}
}

// Alloc implements hipffi.Device.
func (d *Device) Alloc(kind hipffi.AllocKind, size uint64) (hipffi.Ptr, error) {
	p := d.pool
	if kind != hipffi.AllocDevice {
		p = d.w.host
	}
	a, err := p.Alloc(size)
	return hipffi.Ptr(a), memError(err)
}

// Free implements hipffi.Device.
func (d *Device) Free(p hipffi.Ptr) error { return memError(d.w.space.Free(uint64(p))) }

// Register implements hipffi.Device.
func (d *Device) Register(p hipffi.Ptr, size uint64) error {
	return memError(d.w.space.Register(uint64(p), size))
}

// Unregister implements hipffi.Device.
func (d *Device) Unregister(p hipffi.Ptr) error { return memError(d.w.space.Unregister(uint64(p))) }

// Reserve implements hipffi.Device; the hint is not followed.
func (d *Device) Reserve(size, align uint64, _ hipffi.Ptr) (hipffi.Ptr, error) {
	a, err := d.w.space.Reserve(size, align)
	return hipffi.Ptr(a), memError(err)
}

// Unreserve implements hipffi.Device.
func (d *Device) Unreserve(p hipffi.Ptr, size uint64) error {
	return memError(d.w.space.Unreserve(uint64(p), size))
}

// Create implements hipffi.Device.
func (d *Device) Create(size uint64) (hipffi.Memory, error) {
	m, err := d.pool.Create(size)
	if err != nil {
		return nil, memError(err)
	}
	return memory{m}, nil
}

// memory is physical memory as hipffi sees it.
type memory struct{ m *mem.Memory }

func (m memory) Size() uint64         { return m.m.Size() }
func (m memory) Release() error       { return memError(m.m.Release()) }
func (m memory) Export() (int, error) { fd, err := m.m.Export(); return fd, memError(err) }

// Backing implements hipffi.Sharer.
func (d *Device) Backing(p hipffi.Ptr) (int, uint64, error) {
	fd, off, err := d.w.space.Backing(uint64(p))
	return fd, off, memError(err)
}

// Export implements hipffi.Sharer.
func (d *Device) Export() (int, error) {
	fd, err := d.w.space.Export()
	return fd, memError(err)
}

// Import implements hipffi.Sharer.
func (d *Device) Import(fd int, physical bool) (hipffi.Memory, error) {
	m, err := d.w.space.Import(fd, physical)
	if err != nil {
		return nil, memError(err)
	}
	return memory{m}, nil
}

// Map implements hipffi.Device.
func (d *Device) Map(p hipffi.Ptr, size, offset uint64, m hipffi.Memory) error {
	x, ok := m.(memory)
	if !ok {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "memory of another kind of device"}
	}
	return memError(d.w.space.Map(uint64(p), size, offset, x.m))
}

// Unmap implements hipffi.Device.
func (d *Device) Unmap(p hipffi.Ptr, size uint64) error {
	return memError(d.w.space.Unmap(uint64(p), size))
}

// SetAccess implements hipffi.Device. All devices of one space share what is mapped.
func (d *Device) SetAccess(p hipffi.Ptr, size uint64, prot int) error {
	return memError(d.w.space.SetAccess(uint64(p), size, prot))
}

// CanAccess implements hipffi.Device: devices of one Open share their address space.
func (d *Device) CanAccess(peer hipffi.Device) bool {
	p, ok := peer.(*Device)
	return ok && p.w == d.w
}

// EnableAccess implements hipffi.Device: there is nothing to do.
func (d *Device) EnableAccess(peer hipffi.Device) error {
	if !d.CanAccess(peer) {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "peer access between devices of different kinds"}
	}
	return nil
}

// Close implements hipffi.Device. When the last device of a world closes, its workers stop; the memory stays
// mapped, since the program may still hold pointers into it. Queues answer with an error from then on.
func (d *Device) Close() {
	if !d.gone.Swap(true) && d.w.open.Add(-1) == 0 {
		d.w.close()
	}
}

// Load implements hipffi.Device.
func (d *Device) Load(hsaco []byte) (hipffi.Code, error) {
	c, err := emu.Load(d.pool, d.w.space, hsaco, d.w.opt)
	if errors.Is(err, mem.ErrNoMemory) {
		return nil, memError(err)
	}
	if err != nil {
		return nil, &hipffi.Error{Fault: hipffi.FaultInvalidImage, Detail: err.Error()}
	}
	return &code{c: c, ferry: c.Object.FerryMeta != nil}, nil
}

// code is a loaded code object.
type code struct {
	c     *emu.Code
	ferry bool
}

func (c *code) Kernel(name string) (hipffi.Kernel, error) {
	k, ok := c.c.Kernel(name)
	if !ok {
		return nil, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: fmt.Sprintf("no kernel %q in the code object", name)}
	}
	return &kernel{k: k, code: c}, nil
}

func (c *code) Symbol(name string) (hipffi.Ptr, uint64, error) {
	a, size, ok := c.c.Symbol(name)
	if !ok {
		return 0, 0, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: fmt.Sprintf("no variable %q in the code object", name)}
	}
	return hipffi.Ptr(a), size, nil
}

func (c *code) Unload() error { return memError(c.c.Unload()) }

// kernel is one kernel.
type kernel struct {
	k    *emu.Kernel
	code *code
}

func (k *kernel) Name() string                           { return k.k.Info.Name }
func (k *kernel) MaxBlocksPerCU(threads, shared int) int { return k.k.MaxBlocks(threads, shared) }
