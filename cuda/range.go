package cuda

import (
	"sort"
	"sync"
)

// ranges knows every piece of memory that the driver handed out or was told of, by address, for all devices: they
// share one address space. It is a sorted list cut into chunks, so that finding is two binary searches and inserting
// moves at most one chunk.
type ranges struct {
	mu     sync.RWMutex
	chunks []rangeChunk
}

const rangeChunkMax = 256

type rangeChunk struct{ at []*allocation } // ascending base, never empty

// find gives the allocation that holds address p, nil if none does.
func (r *ranges) find(p uint64) *allocation {
	r.mu.RLock()
	defer r.mu.RUnlock()
	a := r.before(p)
	if a == nil || p-a.base >= a.size {
		return nil
	}
	return a
}

// before gives the allocation with the greatest base that is not above p; the lock is held.
func (r *ranges) before(p uint64) *allocation {
	c := sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].at[0].base > p }) - 1
	if c < 0 {
		return nil
	}
	at := r.chunks[c].at
	i := sort.Search(len(at), func(i int) bool { return at[i].base > p }) - 1
	return at[i]
}

// add enters a; false if it overlaps another one.
func (r *ranges) add(a *allocation) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if b := r.before(a.base + a.size - 1); b != nil && b.base+b.size > a.base {
		return false
	}
	if len(r.chunks) == 0 {
		r.chunks = []rangeChunk{{[]*allocation{a}}}
		return true
	}
	c := max(sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].at[0].base > a.base })-1, 0)
	at := r.chunks[c].at
	i := sort.Search(len(at), func(i int) bool { return at[i].base > a.base })
	at = append(at, nil)
	copy(at[i+1:], at[i:])
	at[i] = a
	r.chunks[c].at = at
	if len(at) > rangeChunkMax {
		tail := append([]*allocation(nil), at[len(at)/2:]...)
		clear(at[len(at)/2:])
		r.chunks[c].at = at[:len(at)/2]
		r.chunks = append(r.chunks, rangeChunk{})
		copy(r.chunks[c+2:], r.chunks[c+1:])
		r.chunks[c+1] = rangeChunk{tail}
	}
	return true
}

// remove takes out the allocation that begins at base and satisfies ok, nil if there is none: of several concurrent
// calls one wins.
func (r *ranges) remove(base uint64, ok func(*allocation) bool) *allocation {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].at[0].base > base }) - 1
	if c < 0 {
		return nil
	}
	at := r.chunks[c].at
	i := sort.Search(len(at), func(i int) bool { return at[i].base >= base })
	if i == len(at) || at[i].base != base || !ok(at[i]) {
		return nil
	}
	a := at[i]
	copy(at[i:], at[i+1:])
	at[len(at)-1] = nil
	r.chunks[c].at = at[:len(at)-1]
	if len(at) == 1 {
		r.chunks = append(r.chunks[:c], r.chunks[c+1:]...)
	}
	return a
}

// each calls f for every allocation that touches [p, p+n) in ascending order until it returns false.
func (r *ranges) each(p, n uint64, f func(*allocation) bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if n == 0 {
		return
	}
	c := max(sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].at[0].base > p })-1, 0)
	for ; c < len(r.chunks); c++ {
		for _, a := range r.chunks[c].at {
			if a.base >= p+n {
				return
			}
			if a.base+a.size > p && !f(a) {
				return
			}
		}
	}
}
