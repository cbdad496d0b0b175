package mem

import (
	"fmt"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// virtual keeps the part of the range behind the pool: reserved ranges and what is mapped in them.
type virtual struct {
	free     tlsf // in units of MapGranule
	first    uint64
	reserved map[uint64]*block // by offset of the range
	starts   []uint64          // the keys of reserved, sorted
	maps     []mapping         // by start
}

// mapping is memory mapped at [start, start+size), offsets into the range.
type mapping struct {
	start, size, offset uint64
	mem                 *Memory
	prot                int
}

func (v *virtual) init(start, end uint64) {
	v.first = start
	v.free.unit = MapGranule
	v.free.insert(&block{off: start / MapGranule, size: (end - start) / MapGranule, free: true})
	v.reserved = map[uint64]*block{}
}

// Memory is physical memory without an address: a memfd of its own, so that it can be exported.
type Memory struct {
	pool  *Pool // nil for another process's memory, which counts there
	size  uint64
	id    FileID
	mu    sync.Mutex
	fd    int
	users int // mappings, plus one until Release
}

// Create makes physical memory of size bytes, a multiple of MapGranule.
func (p *Pool) Create(size uint64) (*Memory, error) {
	if size == 0 || size%MapGranule != 0 {
		return nil, ErrRange
	}
	if !p.charge(size) {
		return nil, ErrNoMemory
	}
	fd, err := memory("ferry-physical", size)
	if err != nil {
		p.used.Add(-size)
		return nil, fmt.Errorf("%w: %w", ErrNoMemory, err)
	}
	m := &Memory{pool: p, size: size, fd: fd, users: 1}
	if m.id, err = IdentifyFile(fd); err == nil {
		p.s.filesMu.Lock()
		p.s.files[m.id] = m
		p.s.filesMu.Unlock()
	}
	return m, nil
}

// Size is the size in bytes.
func (m *Memory) Size() uint64 { return m.size }

// Export gives a new file descriptor of the memory, which the caller closes.
func (m *Memory) Export() (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fd < 0 {
		return -1, ErrUnknown
	}
	return unix.FcntlInt(uintptr(m.fd), unix.F_DUPFD_CLOEXEC, 0)
}

// Release gives the memory up; it lives on while it is mapped.
func (m *Memory) Release() error {
	m.drop()
	return nil
}

func (m *Memory) drop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.users--; m.users == 0 {
		if m.pool != nil {
			s := m.pool.s
			s.filesMu.Lock()
			delete(s.files, m.id)
			s.filesMu.Unlock()
			m.pool.used.Add(-m.size)
		}
		_ = unix.Close(m.fd)
		m.fd = -1
	}
}

func (m *Memory) hold() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.users == 0 {
		return false
	}
	m.users++
	return true
}

// Reserve reserves size bytes of address space, a multiple of MapGranule. align is honoured; hint is not.
func (s *Space) Reserve(size, align uint64) (uint64, error) {
	if size == 0 || size%MapGranule != 0 || align&(align-1) != 0 {
		return 0, ErrRange
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &s.virtual
	n := size / MapGranule
	extra := uint64(0)
	if align > MapGranule {
		extra = align/MapGranule - 1
	}
	if n+extra > (s.npages<<pageShift)/MapGranule {
		return 0, ErrNoMemory
	}
	b := v.free.take(n + extra)
	if b == nil {
		return 0, ErrNoMemory
	}
	addr := s.base + b.off*MapGranule
	if extra > 0 {
		addr = (addr + align - 1) &^ (align - 1)
	}
	b.bytes = size
	v.reserved[addr-s.base] = b
	i, _ := slices.BinarySearch(v.starts, addr-s.base)
	v.starts = slices.Insert(v.starts, i, addr-s.base)
	return addr, nil
}

// Unreserve gives back what Reserve gave; nothing may be mapped in it.
func (s *Space) Unreserve(addr, size uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &s.virtual
	off := addr - s.base
	b := v.reserved[off]
	if b == nil || b.bytes != size {
		return ErrUnknown
	}
	if i := v.find(off); i < len(v.maps) && v.maps[i].start < off+size {
		return ErrOverlap
	}
	delete(v.reserved, off)
	k, _ := slices.BinarySearch(v.starts, off)
	v.starts = slices.Delete(v.starts, k, k+1)
	v.free.give(b)
	return nil
}

// find gives the first mapping that ends behind off.
func (v *virtual) find(off uint64) int {
	return sort.Search(len(v.maps), func(i int) bool { return v.maps[i].start+v.maps[i].size > off })
}

// inReserved reports whether the range lies within one reservation.
func (v *virtual) inReserved(off, size uint64) bool {
	i := sort.Search(len(v.starts), func(i int) bool { return v.starts[i] > off }) - 1
	if i < 0 {
		return false
	}
	at := off - v.starts[i]
	n := v.reserved[v.starts[i]].bytes
	return at <= n && size <= n-at
}

// Map puts [offset, offset+size) of m behind addr, without access.
func (s *Space) Map(addr, size, offset uint64, m *Memory) error {
	off := addr - s.base
	if size == 0 || size%MapGranule != 0 || off%MapGranule != 0 || offset%MapGranule != 0 || offset > m.size || size > m.size-offset {
		return ErrRange
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &s.virtual
	if !v.inReserved(off, size) {
		return ErrRange
	}
	i := v.find(off)
	if i < len(v.maps) && v.maps[i].start < off+size {
		return ErrOverlap
	}
	if !m.hold() {
		return ErrUnknown
	}
	v.maps = append(v.maps, mapping{})
	copy(v.maps[i+1:], v.maps[i:])
	v.maps[i] = mapping{start: off, size: size, offset: offset, mem: m}
	return nil
}

// Unmap takes the mappings of [addr, addr+size) away, whole ones only.
func (s *Space) Unmap(addr, size uint64) error {
	off := addr - s.base
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &s.virtual
	i := v.find(off)
	j := i
	at := off
	for j < len(v.maps) && at < off+size && v.maps[j].start == at {
		at += v.maps[j].size
		j++
	}
	if size == 0 || at != off+size {
		return ErrRange
	}
	s.setPages(off, size, 0)
	if _, err := unix.MmapPtr(-1, 0, unsafe.Add(s.reserve, off), uintptr(size), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE|unix.MAP_FIXED); err != nil {
		return fmt.Errorf("unmapping: %w", err)
	}
	for k := i; k < j; k++ {
		v.maps[k].mem.drop()
	}
	v.maps = append(v.maps[:i], v.maps[j:]...)
	return nil
}

// SetAccess opens [addr, addr+size), whole mappings: prot 0 none, 1 read, 3 read and write.
func (s *Space) SetAccess(addr, size uint64, prot int) error {
	off := addr - s.base
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &s.virtual
	i := v.find(off)
	at := off
	j := i
	for ; j < len(v.maps) && at < off+size && v.maps[j].start == at; j++ {
		at += v.maps[j].size
	}
	if size == 0 || at != off+size || prot < 0 || prot > 3 || prot == 2 {
		return ErrRange
	}
	host := [4]int{unix.PROT_NONE, unix.PROT_READ, 0, unix.PROT_READ | unix.PROT_WRITE}[prot]
	for k := i; k < j; k++ {
		m := &v.maps[k]
		if m.prot == prot {
			continue
		}
		if prot == 0 {
			s.setPages(m.start, m.size, 0)
		}
		if _, err := unix.MmapPtr(m.mem.fd, int64(m.offset), unsafe.Add(s.reserve, m.start), uintptr(m.size), host, unix.MAP_SHARED|unix.MAP_FIXED|unix.MAP_NORESERVE); err != nil {
			return fmt.Errorf("mapping: %w", err)
		}
		m.prot = prot
		s.setPages(m.start, m.size, uint32(prot))
	}
	return nil
}

// setPages gives whole pages one state; prot's bits are the page states' bits.
func (s *Space) setPages(off, size uint64, state uint32) {
	for p := off >> pageShift; p < (off+size)>>pageShift; p++ {
		atomic.StoreUint32(&s.pages[p], state)
	}
}
