package mem

import (
	"sort"
	"sync/atomic"
)

// Readable reports whether kernels may read all of the n (> 0) bytes at addr.
func (s *Space) Readable(addr, n uint64) bool {
	if p := (addr - s.base) >> pageShift; p == (addr-s.base+n-1)>>pageShift && p < s.npages && atomic.LoadUint32(&s.pages[p])&pageRead != 0 {
		return true
	}
	return s.slow(addr, n, pageRead)
}

// Writable reports whether kernels may write all of the n (> 0) bytes at addr.
func (s *Space) Writable(addr, n uint64) bool {
	if p := (addr - s.base) >> pageShift; p == (addr-s.base+n-1)>>pageShift && p < s.npages && atomic.LoadUint32(&s.pages[p])&pageWrite != 0 {
		return true
	}
	return s.slow(addr, n, pageWrite)
}

// slow checks any range: page by page, granule by granule in mixed pages, then the registered host ranges.
func (s *Space) slow(addr, n uint64, need uint32) bool {
	off := addr - s.base
	if off >= s.npages<<pageShift {
		return s.registered(addr, n)
	}
	end := off + n
	if end < off || end > s.npages<<pageShift {
		return false
	}
	for off < end {
		st := atomic.LoadUint32(&s.pages[off>>pageShift])
		next := min(end, off&^(Page-1)+Page)
		switch {
		case st&need != 0:
		case st&pageMixed != 0 && off < s.poolVA:
			for off < next {
				valid := uint64(atomic.LoadUint32(&s.grains[off/Granule]))
				upto := min(next, off&^(Granule-1)+Granule)
				if upto-off&^(Granule-1) > valid {
					return false
				}
				off = upto
			}
		default:
			return false
		}
		off = next
	}
	return true
}

// setRange marks [off, off+size) of the pool as allocated.
func (s *Space) setRange(off, size uint64) {
	end := off + size
	if !s.exact {
		end = (end + Granule - 1) &^ (Granule - 1)
	}
	for off < end {
		next := min(end, off&^(Page-1)+Page)
		if next-off == Page {
			atomic.StoreUint32(&s.pages[off>>pageShift], pageRead|pageWrite)
		} else {
			for o := off; o < next; o += Granule {
				atomic.StoreUint32(&s.grains[o/Granule], uint32(min(Granule, next-o)))
			}
			atomic.StoreUint32(&s.pages[off>>pageShift], pageMixed)
		}
		off = next
	}
}

// clearRange marks the granules of [off, off+size) as free; pages that lie wholly within lose their state.
func (s *Space) clearRange(off, size uint64) {
	for end := off + size; off < end; {
		next := min(end, off&^(Page-1)+Page)
		if atomic.LoadUint32(&s.pages[off>>pageShift]) == pageMixed {
			clearGrains(s.grains[off/Granule : (next+Granule-1)/Granule])
		}
		if next-off == Page {
			atomic.StoreUint32(&s.pages[off>>pageShift], 0)
		}
		off = next
	}
}

func clearGrains(g []uint32) {
	for i := range g {
		atomic.StoreUint32(&g[i], 0)
	}
}

// hostRange is a registered range of the program's own memory.
type hostRange struct{ start, end uint64 }

func (s *Space) registered(addr, n uint64) bool {
	h := *s.host.Load()
	i := sort.Search(len(h), func(i int) bool { return h[i].end > addr })
	return i < len(h) && h[i].start <= addr && n <= h[i].end-addr
}

// Register lets kernels access size bytes of the program's own memory.
func (s *Space) Register(addr, size uint64) error {
	if addr == 0 || size == 0 || addr+size < addr || addr+size > SharedBase {
		return ErrRange
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if addr < s.base+s.npages<<pageShift && addr+size > s.base {
		return ErrOverlap
	}
	old := *s.host.Load()
	i := sort.Search(len(old), func(i int) bool { return old[i].end > addr })
	if i < len(old) && old[i].start < addr+size {
		return ErrOverlap
	}
	h := make([]hostRange, 0, len(old)+1)
	h = append(append(append(h, old[:i]...), hostRange{addr, addr + size}), old[i:]...)
	s.host.Store(&h)
	return nil
}

// Unregister ends what Register began at addr.
func (s *Space) Unregister(addr uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := *s.host.Load()
	i := sort.Search(len(old), func(i int) bool { return old[i].start >= addr })
	if i == len(old) || old[i].start != addr {
		return ErrUnknown
	}
	h := append(append(make([]hostRange, 0, len(old)), old[:i]...), old[i+1:]...)
	s.host.Store(&h)
	return nil
}
