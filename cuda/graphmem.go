package cuda

import (
	"slices"
	"unsafe"

	"ferry/hipffi"
)

// Memory of graphs. An allocation node's address is fixed when the node is made and stays for every graph and every launch
// that has the node. Physical memory comes behind it at the first launch, or at an upload, and stays there until nothing
// has the node any more or cuDeviceGraphMemTrim finds it unused (CUDA programming guide, graph memory nodes). graphMu
// guards all of it.

// graphAlloc is the memory of an allocation node. It is kept until every graph that has the node is gone and nothing has
// it allocated.
type graphAlloc struct {
	a     *allocation
	block *graphBlock
	refs  int
	live  bool         // allocated by a launch and not freed since
	freed hipffi.Event // the latest free in a stream, nil if there was none
}

// graphBlock is address space for allocations of graphs, and the physical memory behind it.
type graphBlock struct {
	dev        *device
	base, size uint64
	next       uint64 // the first byte that no allocation has had
	mem        hipffi.Memory
	backed     bool
	fixed      bool // the device has no virtual memory: the block is an ordinary allocation
	allocs     []*graphAlloc
}

// graphMem is a device's account of memory in graphs.
type graphMem struct {
	blocks []*graphBlock
	open   *graphBlock // where small allocations go
	// used counts allocations with memory behind them, reserved whole blocks.
	used, usedHigh, reserved, reservHigh uint64
}

const graphMemAlign = 512 // of allocations in a block

// newGraphAlloc gives an allocation node its address. Large allocations have a block of their own, small ones share.
func newGraphAlloc(d *device, size uint64) (*graphAlloc, CUresult) {
	g := &d.graphMem
	if size > 1<<47 {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	need := (size + graphMemAlign - 1) &^ (graphMemAlign - 1)
	unit := d.granularity()
	b := g.open
	if b == nil || b.size-b.next < need {
		var r CUresult
		if b, r = g.newBlock(d, need); r != CUDA_SUCCESS {
			return nil, r
		}
		if need <= unit/2 && !b.fixed {
			g.open = b
		}
	}
	m := &graphAlloc{refs: 1, block: b}
	m.a = &allocation{base: b.base + b.next, size: size, kind: allocGraph, dev: d, id: newID(), graph: m}
	if !drv().mem.add(m.a) {
		g.settle(b)
		return nil, CUDA_ERROR_UNKNOWN
	}
	b.next += need
	b.allocs = append(b.allocs, m)
	if b.backed {
		g.use(size)
	}
	return m, CUDA_SUCCESS
}

// newBlock makes a block of need bytes at least.
func (g *graphMem) newBlock(d *device, need uint64) (*graphBlock, CUresult) {
	unit := d.granularity()
	b := &graphBlock{dev: d, size: (need + unit - 1) &^ (unit - 1)}
	p, err := d.dev.Reserve(b.size, unit, 0)
	if fromError(err) == CUDA_ERROR_NOT_SUPPORTED {
		b.size, b.fixed, b.backed = need, true, true
		if p, err = d.dev.Alloc(hipffi.AllocDevice, need); err == nil {
			g.reserve(need)
		}
	}
	if err != nil {
		return nil, fromError(err)
	}
	b.base = uint64(p)
	g.blocks = append(g.blocks, b)
	return b, CUDA_SUCCESS
}

func (g *graphMem) use(n uint64) {
	g.used += n
	g.usedHigh = max(g.usedHigh, g.used)
}

func (g *graphMem) reserve(n uint64) {
	g.reserved += n
	g.reservHigh = max(g.reservHigh, g.reserved)
}

// inUse gives the bytes of a block's allocations.
func (b *graphBlock) inUse() (n uint64) {
	for _, m := range b.allocs {
		n += m.a.size
	}
	return n
}

// back puts physical memory behind a block. Where there is none left, what other graphs do not use is given back first.
func (b *graphBlock) back() CUresult {
	if b.backed {
		return CUDA_SUCCESS
	}
	dev := b.dev.dev
	m, err := dev.Create(b.size)
	if fromError(err) == CUDA_ERROR_OUT_OF_MEMORY {
		b.dev.graphMem.trim()
		m, err = dev.Create(b.size)
	}
	if err != nil {
		return fromError(err)
	}
	if err = dev.Map(hipffi.Ptr(b.base), b.size, 0, m); err == nil {
		if err = dev.SetAccess(hipffi.Ptr(b.base), b.size, 3); err != nil {
			dev.Unmap(hipffi.Ptr(b.base), b.size)
		}
	}
	if err != nil {
		m.Release()
		return fromError(err)
	}
	b.mem, b.backed = m, true
	b.dev.graphMem.reserve(b.size)
	b.dev.graphMem.use(b.inUse())
	return CUDA_SUCCESS
}

// unback takes the physical memory away; nothing uses it.
func (b *graphBlock) unback() {
	if !b.backed || b.fixed {
		return
	}
	b.dev.dev.Unmap(hipffi.Ptr(b.base), b.size)
	b.mem.Release()
	b.mem, b.backed = nil, false
	b.dev.graphMem.reserved -= b.size
	b.dev.graphMem.used -= b.inUse()
}

// idle reports whether nothing in the block is allocated and all that used it has ended.
func (b *graphBlock) idle() bool {
	for _, m := range b.allocs {
		if m.live {
			return false
		}
		if m.freed != nil {
			if done, _ := m.freed.Query(); !done {
				return false
			}
		}
	}
	return true
}

// trim gives back the physical memory that nothing uses.
func (g *graphMem) trim() {
	for _, b := range g.blocks {
		if b.idle() {
			b.unback()
		}
	}
}

// settle gives a block back when no allocation is left in it.
func (g *graphMem) settle(b *graphBlock) {
	if len(b.allocs) > 0 {
		return
	}
	if g.open == b {
		g.open = nil
	}
	g.blocks = slices.DeleteFunc(g.blocks, func(x *graphBlock) bool { return x == b })
	go func() { // whoever still uses it is in a queue; the lock is not held while that is waited for
		b.dev.drain() // an error of a context is not this memory's
		graphMu.Lock()
		defer graphMu.Unlock()
		if b.fixed {
			b.dev.graphMem.reserved -= b.size
			b.dev.dev.Free(hipffi.Ptr(b.base))
			return
		}
		b.unback()
		b.dev.dev.Unreserve(hipffi.Ptr(b.base), b.size)
	}()
}

// setLive says whether a launch has the memory allocated.
func (m *graphAlloc) setLive(live bool) {
	m.live = live
	m.collect()
}

// unref takes away one graph that has the node.
func (m *graphAlloc) unref() {
	m.refs--
	m.collect()
}

// collect gives the memory back when nothing needs it.
func (m *graphAlloc) collect() {
	if m.refs > 0 || m.live || m.a == nil {
		return
	}
	a, b := m.a, m.block
	if drv() == nil || drv().mem.remove(a.base, func(x *allocation) bool { return x == a }) == nil {
		m.a = nil
		return
	}
	g := &a.dev.graphMem
	if b.backed {
		g.used -= a.size
	}
	b.allocs = slices.DeleteFunc(b.allocs, func(x *graphAlloc) bool { return x == m })
	m.a = nil
	if m.freed != nil {
		m.freed.Destroy()
	}
	g.settle(b)
}

// free ends the allocation that a launch made; the address stays the node's. s is the stream that the free is in, between
// begin and finish, nil if the device has been waited for.
func (m *graphAlloc) free(s *stream) error {
	graphMu.Lock()
	defer graphMu.Unlock()
	if m.a == nil || !m.live {
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "graph memory that is not allocated"}
	}
	if s != nil {
		if m.freed == nil {
			ev, err := s.ctx.dev.dev.NewEvent(false)
			if err != nil {
				return err
			}
			m.freed = ev
		}
		if err := s.q.Record(m.freed); err != nil {
			return err
		}
	}
	m.setLive(false)
	return nil
}

// freeGraph is cuMemFree of a graph's allocation, the device has been waited for, or cuMemFreeAsync in a stream.
func (a *allocation) freeGraph(s *stream) CUresult {
	if s == nil {
		return fromError(a.graph.free(nil))
	}
	return s.do(func(hipffi.Queue) error { return a.graph.free(s) })
}

type memAllocNode struct {
	mem    *graphAlloc
	params CUDA_MEM_ALLOC_NODE_PARAMS
}

func (n *memAllocNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_MEM_ALLOC }
func (n *memAllocNode) clone() graphOp        { n.mem.refs++; c := *n; return &c }
func (n *memAllocNode) queue(x *graphExec, s *stream) error {
	graphMu.Lock()
	defer graphMu.Unlock()
	n.mem.setLive(true)
	return nil
}

type memFreeNode struct{ dptr CUdeviceptr }

func (n *memFreeNode) kind() CUgraphNodeType { return CU_GRAPH_NODE_TYPE_MEM_FREE }
func (n *memFreeNode) clone() graphOp        { c := *n; return &c }
func (n *memFreeNode) queue(x *graphExec, s *stream) error {
	a := drv().mem.find(uint64(n.dptr))
	switch {
	case a == nil || a.base != uint64(n.dptr):
	case a.kind == allocPool:
		return s.queueFree(a)
	case a.kind == allocGraph:
		return a.graph.free(s)
	}
	return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "a free node's memory has gone"}
}

// backMemory puts physical memory behind what a graph, and the graphs in it, allocate. graphMu is held.
func (g *graph) backMemory() CUresult {
	for _, n := range g.nodes {
		r := CUDA_SUCCESS
		switch op := n.op.(type) {
		case *memAllocNode:
			r = op.mem.block.back()
		case *childNode:
			r = op.g.backMemory()
		}
		if r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// checkMemory goes through a launch's allocations and frees in their order: what is allocated already cannot be allocated,
// unless the graph frees it by itself, and only what is allocated can be freed. graphMu is held.
func (x *graphExec) checkMemory() CUresult {
	var live map[*allocation]bool // as the launch leaves them
	has := func(a *allocation) bool {
		if v, ok := live[a]; ok {
			return v
		}
		return a.kind == allocPool || a.graph.live
	}
	set := func(a *allocation, v bool) {
		if live == nil {
			live = map[*allocation]bool{}
		}
		live[a] = v
	}
	for i := range x.plan.steps {
		n := x.plan.steps[i].n
		if n == nil {
			continue
		}
		switch op := n.op.(type) {
		case *memAllocNode:
			a := op.mem.a
			if a == nil || has(a) && !x.autoFree() {
				return CUDA_ERROR_INVALID_VALUE
			}
			set(a, true)
		case *memFreeNode:
			a := drv().mem.find(uint64(op.dptr))
			if a == nil || a.base != uint64(op.dptr) || a.kind != allocGraph && a.kind != allocPool || !has(a) {
				return CUDA_ERROR_INVALID_VALUE
			}
			set(a, false)
		}
	}
	return CUDA_SUCCESS
}

// CuDeviceGraphMemTrim gives the physical memory back that graphs keep and do not use.
func CuDeviceGraphMemTrim(t *Thread, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	d.graphMem.trim()
	return CUDA_SUCCESS
}

// CuDeviceGetGraphMemAttribute gives one of the numbers of a device's graph memory, in bytes, as u64.
func CuDeviceGetGraphMemAttribute(t *Thread, dev CUdevice, attr CUgraphMem_attribute, value unsafe.Pointer) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	g := &d.graphMem
	v := [...]uint64{g.used, g.usedHigh, g.reserved, g.reservHigh}
	if attr < 0 || int(attr) >= len(v) {
		return CUDA_ERROR_INVALID_VALUE
	}
	*(*uint64)(value) = v[attr]
	return CUDA_SUCCESS
}

// CuDeviceSetGraphMemAttribute sets a high-water mark back: the value is 0.
func CuDeviceSetGraphMemAttribute(t *Thread, dev CUdevice, attr CUgraphMem_attribute, value unsafe.Pointer) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	if value == nil || *(*uint64)(value) != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	graphMu.Lock()
	defer graphMu.Unlock()
	g := &d.graphMem
	switch attr {
	case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
		g.usedHigh = g.used
	case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
		g.reservHigh = g.reserved
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}
