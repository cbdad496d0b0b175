// Package mem is the emulator's memory: one address space for all embedded devices, made of a memfd that is mapped
// into one reserved range outside the Go heap, a table that says which of its bytes are allocated, virtual-memory
// mappings, and the registered ranges of the program's own memory. Addresses are plain host addresses.
//
// It is the one package with raw access: everything else asks Space whether an access is good and only then
// takes a pointer from here. It knows neither instructions nor streams.
package mem

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The shared and the private aperture of flat addresses: 4 GiB windows above all user-space addresses of
// the host, so that neither an allocation nor a registered range can ever lie in them. A flat address in one is an offset into LDS or scratch.
const (
	SharedBase  uint64 = 1 << 48
	PrivateBase uint64 = 2 << 48
	Aperture    uint64 = 1 << 32
)

// Granularities in bytes.
const (
	Granule    = 256     // alignment and smallest unit of an allocation
	pageShift  = 16      //
	Page       = 1 << 16 // unit of the page table; allocations above smallMax are aligned to it
	MapGranule = 2 << 20 // unit of virtual-memory mappings
	chunkSize  = 1 << 20 // small allocations come from chunks of this size
	smallMax   = 32 << 10
)

// Errors of this package.
var (
	ErrNoMemory = errors.New("out of memory")
	ErrUnknown  = errors.New("not the address of an allocation")
	ErrRange    = errors.New("bad address range")
	ErrOverlap  = errors.New("the range overlaps one that is in use")
)

// Space is an address space. Its checks (Readable, Writable) take no lock.
type Space struct {
	base    uint64 // first address of the reserved range
	npages  uint64
	pages   []uint32 // page states by (address-base)>>pageShift
	grains  []uint32 // valid bytes of each granule of mixed pages, pool only
	host    atomic.Pointer[[]hostRange]
	exact   bool
	poolVA  uint64
	whole   unsafe.Pointer // what was reserved, before alignment
	reserve unsafe.Pointer // base as a pointer
	fd      int            // the pool's memory

	mu      sync.Mutex
	big     tlsf
	small   tlsf
	chunks  map[uint64]*block // chunks of the small allocator by their offset in granules
	blocks  map[uint64]*block // allocations by address
	virtual virtual

	filesMu sync.Mutex
	files   map[FileID]*Memory // what Create made, by its file
}

// Page states.
const (
	pageRead  = 1 << iota // every byte may be read
	pageWrite             // every byte may be written
	pageMixed             // ask grains
)

// Config sizes a space.
type Config struct {
	// Bytes is how much memory the devices of this space have together; the reserved range is several times as large.
	Bytes uint64
	// Virtual is the address space for Reserve in bytes, 0: eight times Bytes, at least 64 GiB. A process has about 2^47 bytes of it.
	Virtual uint64
	// Exact makes allocations end at their very size, as tests want it. Otherwise the rest of the last 256 bytes is
	// accessible too, since programs that pass on NVIDIA may read a little past the end.
	Exact bool
}

// Open reserves an address space.
func Open(c Config) (*Space, error) {
	if c.Bytes == 0 {
		return nil, fmt.Errorf("memory of no bytes")
	}
	size := (c.Bytes + MapGranule - 1) &^ (MapGranule - 1)
	var err error
	for _, l := range [][2]uint64{ // under a limit on address space: less, and at last as little as will do
		{max(4*size, 1<<32), max(8*size, 1<<36, c.Virtual)},
		{max(4*size, 1<<32), max(8*size, 1<<36)},
		{size + size/4&^(MapGranule-1) + MapGranule, size},
	} {
		var s *Space
		if s, err = openSized(l[0], l[1], c.Exact); err == nil {
			return s, nil
		}
	}
	return nil, err
}

// openSized reserves poolVA bytes for allocations and virtualVA for mappings.
func openSized(poolVA, virtualVA uint64, exact bool) (_ *Space, err error) {
	total := poolVA + virtualVA
	s := &Space{npages: total >> pageShift, exact: exact, poolVA: poolVA, fd: -1, blocks: map[uint64]*block{}, chunks: map[uint64]*block{},
		files: map[FileID]*Memory{}}
	defer func() {
		if err != nil {
			_ = s.unmap()
		}
	}()
	if s.whole, err = reserve(total); err != nil {
		return nil, fmt.Errorf("reserving %d MiB of address space: %w", total>>20, err)
	}
	s.reserve = unsafe.Add(s.whole, -uint64(uintptr(s.whole))&(MapGranule-1))
	s.base = uint64(uintptr(s.reserve))
	if s.fd, err = memory("ferry-memory", poolVA); err != nil {
		return nil, fmt.Errorf("memfd of %d GiB: %w", poolVA>>30, err)
	}
	if _, err = unix.MmapPtr(s.fd, 0, s.reserve, uintptr(poolVA), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_FIXED|unix.MAP_NORESERVE); err != nil {
		return nil, fmt.Errorf("mapping the memfd: %w", err)
	}
	if s.pages, err = table(s.npages); err != nil {
		return nil, err
	}
	if s.grains, err = table(poolVA / Granule); err != nil {
		return nil, err
	}
	s.host.Store(new([]hostRange))
	s.big.unit, s.small.unit = Page, Granule
	s.big.insert(&block{off: 0, size: poolVA >> pageShift, free: true})
	s.virtual.init(poolVA, total)
	return s, nil
}

// memory makes a memfd of n bytes whose size stays: another process that maps it can rely on that.
func memory(name string, n uint64) (int, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return -1, err
	}
	if err = unix.Ftruncate(fd, int64(n)); err == nil {
		_, err = unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals)
	}
	if err != nil {
		_ = unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

const seals = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL

// reserve takes address space without memory, with room to align it.
func reserve(n uint64) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, uintptr(n+MapGranule), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
}

// table makes a lazily populated array outside the Go heap.
func table(n uint64) ([]uint32, error) {
	p, err := unix.MmapPtr(-1, 0, nil, uintptr(n*4), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("allocation table: %w", err)
	}
	return unsafe.Slice((*uint32)(p), n), nil
}

// Close gives everything back. Nothing may use the space any more.
func (s *Space) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unmap()
}

func (s *Space) unmap() error {
	var errs []error
	if s.whole != nil {
		errs = append(errs, unix.MunmapPtr(s.whole, uintptr(s.npages<<pageShift+MapGranule)))
	}
	if s.fd >= 0 {
		errs = append(errs, unix.Close(s.fd))
	}
	for _, t := range [][]uint32{s.pages, s.grains} {
		if t != nil {
			errs = append(errs, unix.MunmapPtr(unsafe.Pointer(&t[0]), uintptr(len(t)*4)))
		}
	}
	return errors.Join(errs...)
}

// Owns reports whether the address lies in the reserved range, allocated or not.
func (s *Space) Owns(addr uint64) bool { return addr-s.base < s.npages<<pageShift }
