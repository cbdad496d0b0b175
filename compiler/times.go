package compiler

import (
	"sync"
	"time"
)

// Times is how long each pass took, summed over kernels and compilations.
type Times struct {
	mu  sync.Mutex
	sum map[string]time.Duration
}

func (t *Times) add(pass string, d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.sum == nil {
		t.sum = map[string]time.Duration{}
	}
	t.sum[pass] += d
}

// Of is the time that the pass of that name took.
func (t *Times) Of(pass string) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sum[pass]
}
