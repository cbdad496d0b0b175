package mem

import (
	"math/bits"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// block is a run of units, free or in use. Neighbours in memory are linked, so that freeing joins them at once.
type block struct {
	off, size  uint64 // in units of the allocator it belongs to
	prev, next *block // neighbours in memory
	fprev      *block // neighbours in the free list
	fnext      *block
	free       bool
	small      bool
	bytes      uint64 // as counted in the pool's account
	pool       *Pool
}

// tlsf is a two-level segregated-fit allocator (Masmano, Ripoll, Crespo and Real 2004): constant time, little waste.
type tlsf struct {
	unit  uint64
	first uint64
	level [64]uint32
	heads [64][16]*block
}

func class(n uint64) (fl, sl int) {
	if n < 16 {
		return 0, int(n)
	}
	f := bits.Len64(n) - 1
	return f - 3, int(n>>(f-4)) & 15
}

func (t *tlsf) insert(b *block) {
	fl, sl := class(b.size)
	b.free, b.fprev, b.fnext = true, nil, t.heads[fl][sl]
	if b.fnext != nil {
		b.fnext.fprev = b
	}
	t.heads[fl][sl] = b
	t.level[fl] |= 1 << sl
	t.first |= 1 << fl
}

func (t *tlsf) remove(b *block) {
	fl, sl := class(b.size)
	if b.fnext != nil {
		b.fnext.fprev = b.fprev
	}
	if b.fprev != nil {
		b.fprev.fnext = b.fnext
	} else if t.heads[fl][sl] = b.fnext; b.fnext == nil {
		if t.level[fl] &^= 1 << sl; t.level[fl] == 0 {
			t.first &^= 1 << fl
		}
	}
	b.free, b.fprev, b.fnext = false, nil, nil
}

// take finds a block of at least n units and cuts it to n; nil if there is none.
func (t *tlsf) take(n uint64) *block {
	m := n
	if n >= 16 { // every block of the next class up is large enough
		m += 1<<(bits.Len64(n)-5) - 1
	}
	fl, sl := class(m)
	lv := t.level[fl] &^ (1<<sl - 1)
	if lv == 0 {
		up := t.first &^ (1<<(fl+1) - 1)
		if up == 0 {
			return nil
		}
		fl = bits.TrailingZeros64(up)
		lv = t.level[fl]
	}
	b := t.heads[fl][bits.TrailingZeros32(lv)]
	t.remove(b)
	if b.size > n {
		rest := &block{off: b.off + n, size: b.size - n, prev: b, next: b.next, small: b.small}
		if rest.next != nil {
			rest.next.prev = rest
		}
		b.next, b.size = rest, n
		t.insert(rest)
	}
	return b
}

// give frees a block, joined with its free neighbours, and returns the joined block.
func (t *tlsf) give(b *block) *block {
	if n := b.next; n != nil && n.free {
		t.remove(n)
		b.size += n.size
		if b.next = n.next; b.next != nil {
			b.next.prev = b
		}
	}
	if p := b.prev; p != nil && p.free {
		t.remove(p)
		p.size += b.size
		if p.next = b.next; p.next != nil {
			p.next.prev = p
		}
		b = p
	}
	t.insert(b)
	return b
}

// Pool is the memory of one device: an account within a space.
type Pool struct {
	s     *Space
	limit uint64
	used  atomic.Uint64
}

// NewPool makes an account of limit bytes; 0 is without limit, for host memory.
func (s *Space) NewPool(limit uint64) *Pool { return &Pool{s: s, limit: limit} }

// Info gives free and total bytes.
func (p *Pool) Info() (free, total uint64) { return p.limit - p.used.Load(), p.limit }

func (p *Pool) charge(n uint64) bool {
	for {
		u := p.used.Load()
		if p.limit != 0 && (n > p.limit || u > p.limit-n) {
			return false
		}
		if p.used.CompareAndSwap(u, u+n) {
			return true
		}
	}
}

// Alloc allocates size (> 0) bytes, 256-aligned (64 KiB above 32 KiB). Above 32 KiB the memory is zero, below it need not be.
// Between two allocations lies at least one granule that belongs to neither.
func (p *Pool) Alloc(size uint64) (uint64, error) {
	if size == 0 {
		return 0, ErrRange
	}
	s := p.s
	if size > s.poolVA {
		return 0, ErrNoMemory
	}
	rounded := (size + Granule - 1) &^ (Granule - 1)
	if !p.charge(rounded) {
		return 0, ErrNoMemory
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var b *block
	var off uint64
	if size <= smallMax {
		n := rounded/Granule + 1
		if b = s.small.take(n); b == nil {
			if c := s.big.take(chunkSize >> pageShift); c != nil {
				s.chunks[c.off*(Page/Granule)] = c
				for i := range uint64(chunkSize >> pageShift) {
					atomic.StoreUint32(&s.pages[c.off+i], pageMixed)
				}
				s.small.insert(&block{off: c.off * (Page / Granule), size: chunkSize / Granule, small: true})
				b = s.small.take(n)
			}
		}
		if b != nil {
			off = b.off * Granule
		}
	} else if b = s.big.take((rounded+Page-1)>>pageShift + 1); b != nil {
		off = b.off << pageShift
	}
	if b == nil {
		p.used.Add(-rounded)
		return 0, ErrNoMemory
	}
	b.bytes, b.pool = rounded, p
	s.blocks[s.base+off] = b
	s.setRange(off, size)
	return s.base + off, nil
}

// Free frees what Alloc of any pool of this space gave.
func (s *Space) Free(addr uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.blocks[addr]
	if b == nil || b.pool == nil {
		return ErrUnknown
	}
	delete(s.blocks, addr)
	b.pool.used.Add(-b.bytes)
	b.pool = nil
	if !b.small {
		off, n := b.off<<pageShift, b.size<<pageShift
		s.clearRange(off, n)
		s.punch(off, n)
		s.big.give(b)
		return nil
	}
	s.clearRange(b.off*Granule, b.size*Granule)
	b = s.small.give(b)
	if b.prev == nil && b.next == nil && len(s.chunks) > 1 { // a whole chunk; the last one is kept
		s.small.remove(b)
		c := s.chunks[b.off]
		delete(s.chunks, b.off)
		for i := range uint64(chunkSize >> pageShift) {
			atomic.StoreUint32(&s.pages[c.off+i], 0)
		}
		s.punch(c.off<<pageShift, chunkSize)
		s.big.give(c)
	}
	return nil
}

// Size gives the accounted size of the allocation that begins at addr, 0 if none does.
func (s *Space) Size(addr uint64) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.blocks[addr]; b != nil && b.pool != nil {
		return b.bytes
	}
	return 0
}

// punch gives the memory behind a range of the pool back to the system.
func (s *Space) punch(off, n uint64) {
	if unix.Fallocate(s.fd, unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, int64(off), int64(n)) != nil {
		clear(Bytes(s.base+off, n)) // not given back, but zero as promised
	}
}
