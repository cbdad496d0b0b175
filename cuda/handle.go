package cuda

import (
	"encoding/binary"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// A handle is the address of a cell of 16 bytes in memory outside the Go heap: kind, generation, index. Each kind
// has an address range of its own, so that looking one up is a comparison, a division and an atomic load: no lock,
// and the bits a program hands in are never dereferenced. A cell is used again only after many others of its kind
// (handleRest), so a stale handle is found to be stale.

type handleKind uint32

const (
	kindContext handleKind = iota + 1
	kindModule
	kindFunction
	kindLibrary
	kindKernel
	kindStream
	kindEvent
	kindArray
	kindMipmap
	kindTexref
	kindSurfref
	kindLink
	kindPool
	kindGraph
	kindGraphNode
	kindGraphExec
	kindUserObject
	kindMemory
	kindAsyncCallback
	kindLogCallback
	kindGraphCond
	handleKinds
)

const (
	cellSize      = 16
	cellsPerChunk = 512
	maxCells      = 1 << 20 // of one kind
	handleRest    = 1000    // cells of a kind that are freed before the first of them is used again
)

// cells is the address range of all kinds, reserved once and touched as needed.
var cells = sync.OnceValue(func() []byte {
	b, err := syscall.Mmap(-1, 0, int(handleKinds)*maxCells*cellSize, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return nil
	}
	return b
})

// table is the handles of one kind, each standing for a *T.
type table[T any] struct {
	kind   handleKind
	base   atomic.Uintptr
	chunks [maxCells / cellsPerChunk]atomic.Pointer[[cellsPerChunk]atomic.Pointer[T]]

	mu   sync.Mutex
	next uint32
	rest []uint32 // freed cells, oldest first
}

// put gives x a handle, 0 if there is no room for more.
func (t *table[T]) put(x *T) uintptr {
	t.mu.Lock()
	defer t.mu.Unlock()
	mem := cells()
	if mem == nil {
		return 0
	}
	if t.base.Load() == 0 {
		t.base.Store(uintptr(unsafe.Pointer(&mem[int(t.kind)*maxCells*cellSize])))
	}
	var i uint32
	switch {
	case len(t.rest) >= handleRest || t.next == maxCells && len(t.rest) > 0:
		i = t.rest[0]
		t.rest = t.rest[1:]
	case t.next < maxCells:
		i = t.next
		t.next++
	default:
		return 0
	}
	cell := mem[int(t.kind)*maxCells*cellSize+int(i)*cellSize:][:cellSize]
	binary.LittleEndian.PutUint32(cell[0:], uint32(t.kind))
	binary.LittleEndian.PutUint32(cell[4:], binary.LittleEndian.Uint32(cell[4:])+1)
	binary.LittleEndian.PutUint64(cell[8:], uint64(i))
	ch := t.chunks[i/cellsPerChunk].Load()
	if ch == nil {
		ch = new([cellsPerChunk]atomic.Pointer[T])
		t.chunks[i/cellsPerChunk].Store(ch)
	}
	ch[i%cellsPerChunk].Store(x)
	return t.base.Load() + uintptr(i)*cellSize
}

// get gives what h stands for, nil if h is no live handle of this kind.
func (t *table[T]) get(h uintptr) *T {
	p := t.cell(h)
	if p == nil {
		return nil
	}
	return p.Load()
}

// drop ends h and gives what it stood for, nil if it was no live handle of this kind. Of several concurrent calls one wins.
func (t *table[T]) drop(h uintptr) *T {
	p := t.cell(h)
	if p == nil {
		return nil
	}
	x := p.Swap(nil)
	if x != nil {
		t.mu.Lock()
		t.rest = append(t.rest, uint32((h-t.base.Load())/cellSize))
		t.mu.Unlock()
	}
	return x
}

func (t *table[T]) cell(h uintptr) *atomic.Pointer[T] {
	base := t.base.Load()
	off := h - base
	if base == 0 || off >= maxCells*cellSize || off%cellSize != 0 {
		return nil
	}
	i := off / cellSize
	ch := t.chunks[i/cellsPerChunk].Load()
	if ch == nil {
		return nil
	}
	return &ch[i%cellsPerChunk]
}

// replace puts y in x's place if h stands for x.
func (t *table[T]) replace(h uintptr, x, y *T) {
	if p := t.cell(h); p != nil {
		p.CompareAndSwap(x, y)
	}
}

// isCell reports whether h lies in the range of some kind's cells.
func isCell(h uintptr) bool {
	mem := cells()
	if mem == nil {
		return false
	}
	return h-uintptr(unsafe.Pointer(&mem[0])) < uintptr(len(mem)) && h%cellSize == 0
}

// known reports whether h has ever been a handle of this kind (live or not).
func (t *table[T]) known(h uintptr) bool { return t.cell(h) != nil }

// cstrings are C strings that were handed to the program and so live as long as the process, each once.
var cstrings struct {
	sync.Mutex
	at    map[string]*byte
	chunk []byte
}

// cstring gives a null-terminated copy of s outside the Go heap, the same for equal strings, nil if there is no memory.
func cstring(s string) *byte {
	cstrings.Lock()
	defer cstrings.Unlock()
	if p := cstrings.at[s]; p != nil {
		return p
	}
	n := len(s) + 1
	if n > len(cstrings.chunk) {
		b, err := syscall.Mmap(-1, 0, max(1<<16, (n+4095)&^4095), syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_PRIVATE|syscall.MAP_ANON)
		if err != nil {
			return nil
		}
		cstrings.chunk = b
	}
	p := &cstrings.chunk[0]
	copy(cstrings.chunk, s)
	cstrings.chunk = cstrings.chunk[n:]
	if cstrings.at == nil {
		cstrings.at = map[string]*byte{}
	}
	cstrings.at[s] = p
	return p
}

// maxCString bounds how far gostring looks for the end of a string.
const maxCString = 1 << 20

// gostring copies a C string.
func gostring(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for n < maxCString && *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

// putString writes s and a null into the n bytes at dst, cut to fit.
func putString(dst *byte, n int, s string) {
	if dst == nil || n <= 0 {
		return
	}
	b := unsafe.Slice(dst, n)
	b[copy(b[:n-1], s)] = 0
}
