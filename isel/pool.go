package isel

import (
	"slices"
	"sync"

	"ferry/amdgpu"
)

// buffers is the storage that a function's machine code needs on its way through the passes. It holds no pointers into
// the Go heap but to slices of itself, and serves one function after the other.
type buffers struct {
	insts, spare []Inst
	blocks       []Block
	vregs        []VReg
	succs        []int32
	moves        []phiMove
	ready        []int32
	readers      []int32
	writer       []int32
	lowered      []amdgpu.Inst
	code         []amdgpu.Block
	targets      []int
}

var bufferPool = sync.Pool{New: func() any { return new(buffers) }}

// Release gives the storage of f's instructions, blocks and virtual registers back; the counts that allocation has set stay.
func (f *Func) Release() {
	b := f.buf
	if b == nil {
		return
	}
	b.insts, b.blocks, b.vregs = f.Insts[:0], f.Blocks[:0], f.VRegs[:0]
	clear(f.Blocks)
	clear(b.code)
	f.Insts, f.Blocks, f.VRegs, f.buf = nil, nil, nil, nil
	bufferPool.Put(b)
}

// sized gives s the length n; what its elements hold is anything.
func sized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// rewriting gives an empty list for a pass that rewrites all instructions, with room for extra more of them; the pass ends
// with rewritten.
func (f *Func) rewriting(extra int) []Inst {
	n := len(f.Insts) + extra
	if cap(f.buf.spare) < n {
		f.buf.spare = make([]Inst, 0, n)
	}
	return f.buf.spare[:0]
}

// rewritten makes out the instructions of f.
func (f *Func) rewritten(out []Inst) {
	f.buf.spare = f.Insts[:0]
	f.Insts = out
}

// list keeps a short list of block numbers.
func (f *Func) list(xs ...int32) []int32 {
	l := f.indices(len(xs))
	copy(l, xs)
	return l
}

// indices makes a list of n block numbers.
func (f *Func) indices(n int) []int32 {
	if n == 0 {
		return nil
	}
	if cap(f.buf.succs)-len(f.buf.succs) < n {
		f.buf.succs = make([]int32, 0, max(1024, 2*cap(f.buf.succs), n))
	}
	at := len(f.buf.succs)
	f.buf.succs = f.buf.succs[:at+n]
	return f.buf.succs[at : at+n : at+n]
}
