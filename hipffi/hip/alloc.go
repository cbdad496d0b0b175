package hip

import (
	"sync"

	"ferry/hipffi"
)

// allocations remembers the kind of each allocation.
type allocations struct {
	mu sync.Mutex
	m  map[hipffi.Ptr]hipffi.AllocKind
}

func (a *allocations) put(p hipffi.Ptr, k hipffi.AllocKind) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.m == nil {
		a.m = map[hipffi.Ptr]hipffi.AllocKind{}
	}
	a.m[p] = k
}

func (a *allocations) take(p hipffi.Ptr) (hipffi.AllocKind, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k, ok := a.m[p]
	delete(a.m, p)
	return k, ok
}
