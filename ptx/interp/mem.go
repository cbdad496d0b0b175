package interp

import (
	"fmt"
	"sort"
)

// Address windows. Global and constant memory are plain addresses; the other spaces have addresses of their own from 0, and a
// window each in the generic space.
const (
	globalBase   = 0x0000_0001_0000_0000
	windowSize   = 1 << 32
	sharedWindow = 0x0000_7e00_0000_0000
	localWindow  = 0x0000_7e01_0000_0000
	paramWindow  = 0x0000_7e02_0000_0000
	codeBase     = 0x0000_7d00_0000_0000
)

// segment is one allocation.
type segment struct {
	base uint64
	data []byte
}

// Memory is global memory: allocations with gaps between them, so that a wrong address is found.
type Memory struct {
	segs []*segment // by address
	next uint64
}

// NewMemory makes an empty global memory.
func NewMemory() *Memory { return &Memory{next: globalBase} }

// Alloc makes an allocation of size bytes, 256-aligned, filled with 0xa5.
func (m *Memory) Alloc(size int) uint64 {
	s := &segment{base: m.next, data: make([]byte, size)}
	for i := range s.data {
		s.data[i] = 0xa5
	}
	m.next += (uint64(size)+255)&^255 + 256
	m.segs = append(m.segs, s)
	return s.base
}

// Free removes an allocation.
func (m *Memory) Free(addr uint64) error {
	for i, s := range m.segs {
		if s.base == addr {
			m.segs = append(m.segs[:i], m.segs[i+1:]...)
			return nil
		}
	}
	return fmt.Errorf("interp: %#x was not allocated", addr)
}

// Bytes is the memory of size bytes at addr.
func (m *Memory) Bytes(addr uint64, size int) ([]byte, error) {
	i := sort.Search(len(m.segs), func(i int) bool { return m.segs[i].base > addr })
	if i > 0 {
		s := m.segs[i-1]
		if o := addr - s.base; o+uint64(size) <= uint64(len(s.data)) {
			return s.data[o:][:size], nil
		}
	}
	return nil, fmt.Errorf("access to %d bytes at %#x, which is not allocated", size, addr)
}

func loadBytes(b []byte) (v uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[i])
	}
	return v
}

func storeBytes(b []byte, v uint64) {
	for i := range b {
		b[i] = byte(v)
		v >>= 8
	}
}
