package emu

import (
	"math/bits"
	"strings"

	"ferry/amdgpu"
	"ferry/emu/mem"
)

// Weak mode. Memory operations do not happen where they stand in the program but wait in a queue of their wave, where the scheduler carries
// them out at random moments, lane by lane, in any order that the hardware may choose; only s_waitcnt makes it finish some. Loads read
// their values and write their registers then, stores become visible then. What must stay in order is
//
//   - accesses of one wave to the same place (dwords, whichever lanes make them),
//   - LDS operations of one wave,
//   - what loads of one wave write to one register,
//
// and nothing else: this is what AMDGPUUsage's memory model for gfx11 lets code rely on. Values go through the caches of weakMem. Scratch
// belongs to its lane, so it is accessed at once, and so is what goes through a buffer resource, which compiled PTX does not use.
//
// A program is decoded for weak mode: its memory and wait instructions have handlers of their own, the others do not know.

// weakRows is the number of rows that weak programs have behind their VGPRs: operands of an operation that is carried out late.
const weakRows = 11

// Places in those rows.
const (
	weakAddr  = 0 // 1 row
	weakData  = 1 // 4
	weakData2 = 5 // 2
	weakDst   = 7 // 4
)

// weakClass is the set of counters that an operation counts in.
type weakClass uint8

const (
	weakVM weakClass = 1 << iota
	weakVS
	weakLGKM
)

var weakCounters = [3]weakClass{weakVM, weakLGKM, weakVS}

// weakKind is how an operation is carried out.
type weakKind uint8

const (
	weakLoad weakKind = iota
	weakStore
	weakAtomic
	weakDS
	weakScalar
	weakDone // was carried out at once; only counted
)

// weakInst is the decoding of an instruction for weak mode.
type weakInst struct {
	kind   weakKind
	class  weakClass
	bypass bool
	m      memInst // with the rows of weakRows
	run    DInst   // DS: runs the plain handler on them
	src    int     // rows of data read
	src2   int
	dst    int32 // first row written, -1 for none
	nDst   int
	two    bool
}

// weakOp is one operation in flight.
type weakOp struct {
	d    *DInst
	x    *weakInst
	pend uint64 // what has not happened: lane, and 32 more for the second eight bytes of a wide access
	lds  uint32 // lanes that go to LDS
	// serial: lanes collide, and go in ascending order.
	serial bool
	a      addrs
	lo, hi uint64 // the range of all lanes' addresses
	bloom  [16]uint64
	stage  [32][2]uint64
	rows   [weakDst]Lanes
	m0     uint32
	mode   Mode
}

// weakWave is a wave's part of weak mode.
type weakWave struct {
	mem   *weakMem
	place weakPlace
	q     []*weakOp // in program order
	// stalled: the wave stands at an s_waitcnt until the counters (vmcnt, lgkmcnt, vscnt) are down to these.
	stalled bool
	until   [3]int
}

// weakMost bounds the operations in flight; the counters have six bits.
const weakMost = 48

// weaken gives an instruction its handler in weak mode; h is the plain one.
func (b *Builder) weaken(d *DInst, h Handler) Handler {
	if d.In == nil {
		return h
	}
	name := d.In.Op.String()
	switch m := d.Mem.(type) {
	case *smemInst:
		if m.buffer {
			return weakAtOnce(h, weakLGKM, true)
		}
		x := &weakInst{kind: weakScalar, class: weakLGKM, dst: m.dst, nDst: int(m.n)}
		return func(w *Wave, d *DInst) { w.weakScalarLoad(d, x) }
	case *memInst:
		return b.weakenVector(d, m, h)
	}
	imm := uint32(d.In.Opd[0].Imm)
	second := int(d.In.Opd[1].Imm & 63)
	wait := func(vm, lgkm, vs int) Handler {
		return func(w *Wave, _ *DInst) { w.weakWait(vm, lgkm, vs) }
	}
	switch name {
	case "s_waitcnt":
		vm, lgkm := int(imm>>10&63), int(imm>>4&63)
		return wait(vm, lgkm, weakMost)
	case "s_waitcnt_vscnt":
		return wait(weakMost, weakMost, second)
	case "s_waitcnt_vmcnt":
		return wait(second, weakMost, weakMost)
	case "s_waitcnt_lgkmcnt":
		return wait(weakMost, second, weakMost)
	case "s_wait_idle":
		return wait(0, 0, 0)
	case "buffer_gl0_inv":
		return func(w *Wave, _ *DInst) { w.weak.mem.l0[w.weak.place.cu].invalidate() }
	case "buffer_gl1_inv", "s_gl1_inv":
		return func(w *Wave, _ *DInst) { w.weak.mem.gl1[w.weak.place.array].invalidate() }
	case "s_dcache_inv":
		return func(w *Wave, _ *DInst) { w.weak.mem.scalar[w.weak.place.wgp].invalidate() }
	case "s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64":
		return weakAtOnce(h, weakLGKM, false)
	}
	return h
}

// weakAtOnce carries an operation out where it stands and counts it. With fence, what is in flight goes first, and the caches are emptied.
func weakAtOnce(h Handler, class weakClass, fence bool) Handler {
	x := &weakInst{kind: weakDone, class: class}
	return func(w *Wave, d *DInst) {
		if fence {
			w.weak.until = [3]int{}
			w.weakFinish()
			w.weak.mem.l0[w.weak.place.cu].invalidate()
			w.weak.mem.gl1[w.weak.place.array].invalidate()
		}
		h(w, d)
		w.weakPush(w.weak.mem.newOp(d, x))
	}
}

func (b *Builder) weakenVector(d *DInst, m *memInst, h Handler) Handler {
	x := &weakInst{m: *m, dst: -1, bypass: d.In.Flags&amdgpu.FlagGLC != 0}
	returns := !m.store && (m.atomic == atomicNone || m.dst >= 0)
	x.class = weakVS
	if returns {
		x.class = weakVM
	}
	row := int32(b.P.weakRow)
	n := int(max(m.size, 4) / 4)
	switch m.form {
	case formScratch:
		if m.store {
			return weakAtOnce(h, x.class, false)
		}
		at := weakAtOnce(h, x.class, false)
		x.dst, x.nDst = m.data, n
		return func(w *Wave, d *DInst) {
			w.weakLandBefore(x)
			at(w, d)
		}
	case formBuffer:
		return weakAtOnce(h, x.class, true)
	case formDS:
		x.class = weakLGKM
		switch {
		case strings.Contains(d.In.Op.String(), "permute_b32") || d.In.Op == amdgpu.DsSwizzleB32:
			return weakAtOnce(h, x.class, false)
		}
		x.kind = weakDS
		x.two = b.t.Row(d.In).Flags&amdgpu.RowTwoOffs != 0
		x.m.vaddr, x.m.data, x.m.data2, x.m.dst = row+weakAddr, row+weakData, row+weakData2, -1
		if m.vaddr < 0 {
			x.m.vaddr = -1
		}
		load := returns && m.atomic == atomicNone && m.dst < 0
		switch {
		case load:
			x.m.data, x.dst, x.nDst = row+weakDst, m.data, n
		case m.dst >= 0:
			x.m.dst, x.dst, x.nDst = row+weakDst, m.dst, n
		}
		if x.two && x.dst >= 0 {
			x.nDst *= 2
		}
		if !load {
			x.src = n
			if m.data2 >= 0 {
				x.src2 = n
			}
		}
		x.run = *d
		x.run.H, x.run.Mem = h, &x.m
		return func(w *Wave, d *DInst) { w.weakLDS(d, m, x) }
	case formFlat:
		x.class |= weakLGKM
	}
	switch {
	case m.atomic != atomicNone:
		x.kind, x.src = weakAtomic, n
		if m.atomic == atomicCmpSwap || m.atomic == atomicCmpSwapF || m.atomic == atomicMskor || m.atomic == atomicWrap {
			x.src = 2 * n
		}
		x.m.data, x.m.dst = row+weakData, -1
		if m.dst >= 0 {
			x.m.dst, x.dst, x.nDst = row+weakDst, m.dst, n
		}
	case m.store:
		x.kind = weakStore
	default:
		x.kind, x.dst, x.nDst = weakLoad, m.data, n
	}
	return func(w *Wave, d *DInst) { w.weakGlobal(d, m, x) }
}

func (m *weakMem) newOp(d *DInst, x *weakInst) *weakOp {
	if n := len(m.free); n > 0 {
		op := m.free[n-1]
		m.free = m.free[:n-1]
		op.d, op.x, op.pend, op.lds, op.serial = d, x, 0, 0, false
		op.lo, op.hi = 0, 0
		op.bloom = [16]uint64{}
		return op
	}
	return &weakOp{d: d, x: x}
}

// weakPush puts an operation into the queue.
func (w *Wave) weakPush(op *weakOp) {
	ww := w.weak
	ww.q = append(ww.q, op)
	if op.pend == 0 {
		ww.purge()
	}
	for len(ww.q) >= weakMost {
		w.weakComplete(0, ww.q[0].pend)
		ww.purge()
	}
}

// weakScalarLoad issues a scalar load.
func (w *Wave) weakScalarLoad(d *DInst, x *weakInst) {
	m := d.Mem.(*smemInst)
	off := m.off
	if m.soffset >= 0 {
		off += uint64(w.S[m.soffset])
	}
	a := (w.scalar64(m.base) + off) &^ 3
	if size := uint64(m.n) * 4; !w.WG.Launch.Mem.Readable(a, size) {
		failAccess(w, d, -1, a, size, false)
	}
	op := w.weak.mem.newOp(d, x)
	op.a[0], op.pend = a, 1
	w.weakPush(op)
}

// weakGlobal issues a GLOBAL or FLAT instruction.
func (w *Wave) weakGlobal(d *DInst, m *memInst, x *weakInst) {
	op := w.weak.mem.newOp(d, x)
	a := &op.a
	globalAddrs(w, m, a)
	lanes := w.Exec()
	checkAligned(w, d, m, a, lanes)
	write := m.store || m.atomic != atomicNone
	if m.form == formFlat {
		g, l, s := split(w, d, a, m.size, write)
		if s != 0 {
			b := *a
			w.weakLandBefore(x)
			if m.atomic != atomicNone {
				scratchAtomic(w, d, m, &b, s)
			} else {
				scratchAccess(w, d, m, &b, s)
			}
		}
		lanes, op.lds = g|l, l
	} else {
		checkLanes(w, d, a, lanes, m.size, write)
	}
	if m.atomic != atomicNone {
		checkAtomicAligned(w, d, m, a, lanes)
	}
	op.pend = uint64(lanes)
	if m.size > 8 {
		op.pend |= uint64(lanes) << 32
	}
	op.lo = ^uint64(0)
	for e := lanes &^ op.lds; e != 0; e &= e - 1 {
		i := bits.TrailingZeros32(e) & 31
		op.lo, op.hi = min(op.lo, a[i]), max(op.hi, a[i]+m.size)
		for v := a[i] &^ 3; v < a[i]+m.size; v += 4 {
			h := weakHash(v)
			if write && op.bloom[h>>6]>>(h&63)&1 != 0 {
				op.serial = true
			}
			op.bloom[h>>6] |= 1 << (h & 63)
		}
	}
	op.serial = op.serial || op.lds != 0 && write
	switch x.kind {
	case weakStore:
		var la addrs
		for i := range la {
			la[i] = mem.LaneAddress(&op.stage, i)
		}
		storeLanes(w, m.data, m.kind, &la, lanes, 4)
	case weakAtomic:
		copy(op.rows[weakData:weakData+x.src], w.V[m.data:])
		op.mode = w.Mode
	}
	w.weakPush(op)
}

// weakHash places a dword's address in the filter of an operation.
func weakHash(addr uint64) uint32 { return uint32(addr>>2) & 0xfffff * 0x9e3779b1 >> 22 }

// weakLDS issues a DS instruction.
func (w *Wave) weakLDS(d *DInst, m *memInst, x *weakInst) {
	op := w.weak.mem.newOp(d, x)
	exec := w.Exec()
	if m.vaddr >= 0 {
		ldsAddrs(w, d, m, m.off, &op.a)
		if x.two {
			ldsAddrs(w, d, m, m.off2, &op.a)
		}
		if m.atomic != atomicNone {
			checkAtomicAligned(w, d, m, &op.a, exec)
		}
		op.rows[weakAddr] = w.V[m.vaddr]
	}
	copy(op.rows[weakData:weakData+x.src], w.V[max(m.data, 0):])
	copy(op.rows[weakData2:weakData2+x.src2], w.V[max(m.data2, 0):])
	op.m0, op.mode = w.S[RegM0], w.Mode
	op.pend, op.lds, op.serial = uint64(exec), exec, true
	w.weakPush(op)
}

// purge drops the operations that are finished and no longer counted.
func (ww *weakWave) purge() {
	var older weakClass
	keep := ww.q[:0]
	for _, op := range ww.q {
		if op.pend == 0 && op.x.class&older == 0 {
			ww.mem.free = append(ww.mem.free, op)
			continue
		}
		for _, c := range weakCounters {
			if op.part(c) != 0 {
				older |= c
			}
		}
		keep = append(keep, op)
	}
	ww.q = keep
}

// weakWait is an s_waitcnt: the wave stalls until the counters are down.
func (w *Wave) weakWait(vm, lgkm, vs int) {
	ww := w.weak
	if ww.until = [3]int{vm, lgkm, vs}; !ww.ready() {
		ww.stalled = true
		w.Status, w.event = Yielded, true
	}
}

// part is what of the operation keeps a counter up: of a FLAT one LDS lanes keep lgkmcnt up and the others vmcnt or vscnt.
func (op *weakOp) part(c weakClass) uint64 {
	switch {
	case op.x.class&c == 0:
		return 0
	case op.x.class == c:
		return op.pend
	case c == weakLGKM:
		return op.pend & (uint64(op.lds) | uint64(op.lds)<<32)
	}
	return op.pend &^ (uint64(op.lds) | uint64(op.lds)<<32)
}

// ready reports whether the counters are down. They go down in order: what is younger than an unfinished operation counts.
func (ww *weakWave) ready() bool {
	for k, c := range weakCounters {
		n := 0
		for _, op := range ww.q {
			if op.x.class&c != 0 && (n > 0 || op.part(c) != 0) {
				if n++; n > ww.until[k] {
					return false
				}
			}
		}
	}
	return true
}

// weakFinish carries out what the counters must still cover.
func (w *Wave) weakFinish() {
	for k, c := range weakCounters {
		w.weakWaitFor(c, w.weak.until[k])
	}
	w.weak.purge()
}

func (w *Wave) weakWaitFor(c weakClass, n int) {
	ww := w.weak
	var list [weakMost + 1]int
	k := 0
	for i, op := range ww.q {
		if op.x.class&c != 0 && (k > 0 || op.part(c) != 0) {
			list[k] = i
			k++
		}
	}
	if k <= n {
		return
	}
	due := list[:k-n]
	for _, i := range list[:k] {
		if n > 0 && ww.q[i].x.kind == weakScalar { // scalar loads return in any order: none of those that are left is known
			due = list[:k]
		}
	}
	for i := len(due) - 1; i > 0; i-- {
		j := ww.mem.below(i + 1)
		due[i], due[j] = due[j], due[i]
	}
	for _, i := range due[:k-n] {
		w.weakComplete(i, ww.q[i].part(c))
	}
}

// weakComplete carries out a part of operation k of the queue, and before it what must come before.
func (w *Wave) weakComplete(k int, mask uint64) {
	op := w.weak.q[k]
	if mask &= op.pend; mask == 0 {
		return
	}
	for j, p := range w.weak.q[:k] {
		if p.pend != 0 && op.after(p, mask) != 0 {
			w.weakComplete(j, p.pend)
		}
	}
	w.weakPerform(op, mask)
}

// sameRegister reports whether both instructions write a VGPR.
func (x *weakInst) sameRegister(y *weakInst) bool {
	return x.kind != weakScalar && y.kind != weakScalar && x.dst >= 0 && y.dst >= 0 && int(x.dst) < int(y.dst)+y.nDst && int(y.dst) < int(x.dst)+x.nDst
}

// weakLandBefore carries out what is in flight to a register of a load that is carried out at once.
func (w *Wave) weakLandBefore(x *weakInst) {
	for k, op := range w.weak.q {
		if x.sameRegister(op.x) {
			w.weakComplete(k, op.pend)
		}
	}
}

// after gives the part of mask that must wait for the older operation p.
func (op *weakOp) after(p *weakOp, mask uint64) uint64 {
	var late uint64
	if op.x.sameRegister(p.x) {
		lanes := p.pend&0xffffffff | p.pend>>32 // loads into one register return in order
		late = mask & (lanes | lanes<<32)
	}
	if p.lds&(uint32(p.pend)|uint32(p.pend>>32)) != 0 && op.lds != 0 {
		late |= mask & (uint64(op.lds) | uint64(op.lds)<<32)
	}
	if op.lo >= p.hi || p.lo >= op.hi {
		return late
	}
	for e := mask &^ late; e != 0; e &= e - 1 {
		i := bits.TrailingZeros64(e)
		if op.lds>>(i&31)&1 != 0 {
			continue
		}
		a, n := op.piece(i)
		for v := a &^ 3; v < a+n; v += 4 {
			if h := weakHash(v); p.bloom[h>>6]>>(h&63)&1 != 0 {
				late |= 1 << i
			}
		}
	}
	return late
}

// piece is the address and size of one bit of pend.
func (op *weakOp) piece(i int) (addr, size uint64) {
	o := uint64(i>>5) * 8
	return op.a[i&31] + o, min(op.x.m.size-o, 8)
}

// weakEvent carries out something of the queue that may happen now.
func (w *Wave) weakEvent() {
	ww := w.weak
	m := ww.mem
	if len(ww.q) == 0 {
		return
	}
	k := m.below(len(ww.q))
	if m.late == lateOlder {
		k = max(k, m.below(len(ww.q)))
	}
	op := ww.q[k]
	if writes := op.x.class&weakVS != 0; (writes && m.late == lateStores || !writes && m.late == lateLoads) && !m.chance(16) {
		return
	}
	mask := op.pend
	switch m.below(4) {
	case 0:
		mask &= m.rand()
	case 1:
		for range 3 {
			mask &= m.rand()
		}
	}
	if op.serial { // the lowest lanes that are left, as many as were drawn
		n := bits.OnesCount64(mask)
		mask = 0
		for e := op.pend; e != 0 && n > 0; e &= e - 1 {
			mask |= e & -e
			n--
		}
	}
	mask = op.together(mask)
	for _, p := range ww.q[:k] {
		if p.pend == 0 {
			continue
		}
		late := op.together(op.after(p, mask))
		if op.serial && late != 0 {
			mask &= late&-late - 1
		}
		mask &^= late
	}
	if mask != 0 {
		w.weakPerform(op, mask)
		if op.pend == 0 {
			ww.purge()
		}
	}
}

// together adds the lanes of a load that read the same place: one access serves them, so that a uniform address gives a uniform value.
func (op *weakOp) together(mask uint64) uint64 {
	x := op.x
	switch {
	case mask == 0 || x.kind != weakLoad && (x.kind != weakDS || x.m.atomic != atomicNone || x.dst < 0):
		return mask
	case x.kind == weakDS:
		return op.pend
	}
	for e := op.pend &^ mask; e != 0; e &= e - 1 {
		i := bits.TrailingZeros64(e)
		for f := mask >> (i & 32) & 0xffffffff; f != 0; f &= f - 1 {
			if op.a[bits.TrailingZeros64(f)&31] == op.a[i&31] {
				mask |= 1 << i
				break
			}
		}
	}
	return mask
}

// weakPerform carries out a part of an operation.
func (w *Wave) weakPerform(op *weakOp, mask uint64) {
	x := op.x
	m := w.weak.mem
	op.pend &^= mask
	lanes := uint32(mask) | uint32(mask>>32)
	switch x.kind {
	case weakLoad:
		for e := mask; e != 0; e &= e - 1 {
			i := bits.TrailingZeros64(e)
			a, n := op.piece(i)
			b := mem.Bytes(mem.LaneAddress(&op.stage, i&31)+uint64(i>>5)*8, n)
			if op.lds>>(i&31)&1 != 0 {
				loadBytes(b, a)
			} else {
				m.read(&w.weak.place, a, b, x.bypass)
			}
		}
		var la addrs
		for i := range la {
			la[i] = mem.LaneAddress(&op.stage, i)
		}
		loadLanes(w, x.m.data, x.m.kind, &la, lanes&^uint32(op.pend)&^uint32(op.pend>>32), 4)
	case weakStore:
		for e := mask; e != 0; e &= e - 1 {
			i := bits.TrailingZeros64(e)
			a, n := op.piece(i)
			b := mem.Bytes(mem.LaneAddress(&op.stage, i&31)+uint64(i>>5)*8, n)
			if op.lds>>(i&31)&1 != 0 {
				storeBytes(a, b)
			} else {
				m.write(&w.weak.place, a, b)
			}
		}
	case weakAtomic:
		mode := w.Mode
		w.Mode = op.mode
		row := w.Prog.weakRow
		copy(w.V[row+weakData:], op.rows[weakData:weakData+x.src])
		atomicLanes(w, op.d, &x.m, &op.a, lanes&^op.lds, true)
		atomicLanes(w, op.d, &x.m, &op.a, lanes&op.lds, false)
		for e := lanes &^ op.lds; e != 0; e &= e - 1 {
			m.passed(&w.weak.place, op.a[bits.TrailingZeros32(e)&31])
		}
		w.Mode = mode
		w.weakLand(x, lanes)
	case weakDS:
		mode, exec, m0 := w.Mode, w.S[RegExec], w.S[RegM0]
		w.Mode, w.S[RegExec], w.S[RegM0] = op.mode, lanes, op.m0
		row := w.Prog.weakRow
		copy(w.V[row:], op.rows[:])
		for k := range x.nDst { // halves that a load keeps
			w.V[row+weakDst+k] = w.V[int(x.dst)+k]
		}
		w.polls = 0
		x.run.H(w, &x.run)
		w.Mode, w.S[RegExec], w.S[RegM0] = mode, exec, m0
		w.weakLand(x, lanes)
	case weakScalar:
		b := mem.Bytes(mem.LaneAddress(&op.stage, 0), uint64(x.nDst)*4)
		m.readScalar(&w.weak.place, op.a[0], b)
		for k := range x.nDst {
			w.S[int(x.dst)+k] = uint32(op.stage[k>>2][k>>1&1] >> (32 * (k & 1)))
		}
	}
}

// weakLand writes what an operation returns to its registers.
func (w *Wave) weakLand(x *weakInst, lanes uint32) {
	row := w.Prog.weakRow + weakDst
	for k := range x.nDst {
		from, to := &w.V[row+k], &w.V[int(x.dst)+k]
		for e := lanes; e != 0; e &= e - 1 {
			i := bits.TrailingZeros32(e) & 31
			to[i] = from[i]
		}
	}
}
