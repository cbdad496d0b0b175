package emu

import (
	"unsafe"

	"ferry/amdgpu"
)

// Fast runs. Straight stretches of common instructions are translated once more, into micro-operations: routines in assembly that work on whole
// rows and jump from one to the next, so that neither a call nor the clearing of the vector registers' upper halves comes between two instructions.
// There are two routines for each, one for all lanes active and one that blends. They stand for the default float mode; in other modes, and at an
// instruction that meets something out of the ordinary (a NaN, a bad address), the instruction's own handler runs. Every instruction of a run is an
// entry: branches lead into it, from its own run or another.

// uop is one micro-operation. Rows are given as byte offsets from the wave's first row, scalar registers as byte offsets in Wave.S.
type uop struct {
	fn, masked uintptr // the routines
	d, a, b, c int32
	x, y       int32
}

// uopState is what the routines keep beside the wave's registers. The assembly knows its layout.
type uopState struct {
	// groups remember how the lanes of LDS addresses lie.
	groups [groupSlots][8]uint32
	// inverse is all ones in the lanes that EXEC leaves out, while some are.
	inverse Lanes
	// done is what jumps add to the count of instructions, limit how far it may go.
	done, limit int64
}

// What the assembly takes for granted; the indices are constants, so that a change does not compile.
var (
	_ = [1]struct{}{}[unsafe.Offsetof(uopState{}.inverse)-128]
	_ = [1]struct{}{}[unsafe.Offsetof(uopState{}.done)-256]
	_ = [1]struct{}{}[unsafe.Offsetof(uopState{}.limit)-264]
	_ = [1]struct{}{}[unsafe.Sizeof(uop{})-40]
	_ = [1]struct{}{}[4*RegVCC-424]
	_ = [1]struct{}{}[4*RegExec-504]
	_ = [1]struct{}{}[4*RegSCC-520]
)

const (
	groupSlots = 4
	groupTag   = 6
	noGroup    = 0xffffffff
)

// uopKind values of DInst.uop beyond those of the assembly.
const (
	uopNone    = 0 // not in fast runs
	uopNothing = 0xfff0 + iota
	uopPair    // a dual-issue pair
	uopPre     // steps before a plain instruction
	uopCmp64   // a compare of 64-bit numbers
)

// kernUops are the micro-operations of row kernels.
var kernUops = map[any]uint16{
	&kMov: uopMov, &kNot: uopNot, &kSextI16: uopSextI16, &kZextU16: uopZextU16, &kHigh16: uopHigh16, &kNeg32: uopNeg32, &kAbs32: uopAbs32, &kNegAbs32: uopNegAbs32,
	&kAdd: uopAdd, &kSub: uopSub, &kSubrev: uopSubrev, &kAnd: uopAnd, &kOr: uopOr, &kXor: uopXor, &kXnor: uopXnor,
	&kLshlrev: uopLshlrev, &kLshrrev: uopLshrrev, &kAshrrev: uopAshrrev, &kMinI32: uopMinI32, &kMaxI32: uopMaxI32, &kMinU32: uopMinU32, &kMaxU32: uopMaxU32,
	&kMulLo: uopMulLo, &kMulHiU32: uopMulHiU32, &kMulHiI32: uopMulHiI32, &kMulU24: uopMulU24, &kMulI24: uopMulI24,
	&kAdd3: uopAdd3, &kLshlAdd: uopLshlAdd, &kAddLshl: uopAddLshl, &kLshlOr: uopLshlOr, &kAndOr: uopAndOr, &kOr3: uopOr3, &kXor3: uopXor3, &kXad: uopXad,
	&kBfi: uopBfi, &kBfeU32: uopBfeU32, &kBfeI32: uopBfeI32, &kAlignbit: uopAlignbit,
	&kAddF32: uopAddF32, &kSubF32: uopSubF32, &kSubrevF32: uopSubrevF32, &kMulF32: uopMulF32, &kFmaF32: uopFmaF32, &kMinF32: uopMinF32, &kMaxF32: uopMaxF32,
}

// uopOf is the micro-operation of an operation on whole rows, uopNone if it has none.
func (o *vop) uopOf() uint16 {
	switch {
	case o.k1 != nil:
		return kernUops[o.k1]
	case o.k2 != nil:
		return kernUops[o.k2]
	case o.k3 != nil:
		return kernUops[o.k3]
	}
	return o.uop
}

// modeDefault is the MODE that micro-operations stand for; each says which bits matter to it.
const modeDefault = modeFP32Fast | modeFP64Fast

// scalarUops are those of scalar instructions.
var scalarUops = map[amdgpu.Op]uint16{
	amdgpu.SMovB32: uopSMov, amdgpu.SAddU32: uopSAdd, amdgpu.SAddcU32: uopSAddc, amdgpu.SSubU32: uopSSub,
	amdgpu.SAndB32: uopSAnd, amdgpu.SOrB32: uopSOr, amdgpu.SXorB32: uopSXor, amdgpu.SAndNot1B32: uopSAndNot1, amdgpu.SOrNot1B32: uopSOrNot1,
	amdgpu.SLshlB32: uopSLshl, amdgpu.SLshrB32: uopSLshr, amdgpu.SAshrI32: uopSAshr, amdgpu.SMulI32: uopSMul, amdgpu.SCselectB32: uopSSelect,
	amdgpu.SCmpEqI32: uopSCmpEq, amdgpu.SCmpLgI32: uopSCmpLg, amdgpu.SCmpEqU32: uopSCmpEq, amdgpu.SCmpLgU32: uopSCmpLg,
	amdgpu.SCmpGtI32: uopSCmpGtI, amdgpu.SCmpGeI32: uopSCmpGeI, amdgpu.SCmpLtI32: uopSCmpLtI, amdgpu.SCmpLeI32: uopSCmpLeI,
	amdgpu.SCmpGtU32: uopSCmpGtU, amdgpu.SCmpGeU32: uopSCmpGeU, amdgpu.SCmpLtU32: uopSCmpLtU, amdgpu.SCmpLeU32: uopSCmpLeU,
}

// scalarTemps are slots of Wave.S for constants of scalar micro-operations.
var scalarTemps = [2]int32{129, 131}

// fast is what a DInst knows about the run that it is in.
type fast struct {
	slow  Handler
	first int32 // its first micro-operation
	after int32 // the sum of Count up to and including the instruction
	mode  Mode  // bits of MODE whose default is needed from here on
	lds   bool  // or LDS
	jumps bool  // or a jump, behind which there may be anything
}

// emitter translates a program.
type emitter struct {
	p     *Program
	table *[numUops][2]uintptr
	at    int32              // the instruction being translated
	tags  [groupSlots]uint32 // address rows whose classification is known to be in the cache here
	next  int
	mode  Mode
	lds   bool
	jumps bool
}

func (e *emitter) put(kind uint16, u uop) {
	u.fn, u.masked = e.table[kind][0], e.table[kind][1]
	e.p.uops = append(e.p.uops, u)
	e.p.uopPC = append(e.p.uopPC, e.at)
}

// ds translates a load or store of dwords in LDS, one by one.
func (e *emitter) ds(op uint16, m *memInst) bool {
	n := int32(m.size / 4)
	if (m.off|m.off2)&uint64(m.align|3) != 0 {
		return false
	}
	last := m.data + n - 1
	if m.two {
		last += n
	}
	if m.vaddr >= m.data && m.vaddr < last {
		return false // a later load would find its address overwritten
	}
	if m.align > 3 {
		e.put(uopDSAligned, uop{a: m.vaddr * rowBytes, y: int32(m.align)})
	}
	for k := range n {
		e.shared(op, m, m.off+4*uint64(k), m.data+k)
	}
	for k := range n {
		if m.two {
			e.shared(op, m, m.off2+4*uint64(k), m.data+n+k)
		}
	}
	return true
}

// shared puts the micro-operation of one access to LDS. Accesses through one address register share what is known of its lanes.
func (e *emitter) shared(op uint16, m *memInst, off uint64, data int32) {
	e.lds = true
	row := uint32(m.vaddr) * rowBytes
	u := uop{d: data * rowBytes, a: int32(row), b: -1, x: int32(off)}
	for i, t := range e.tags {
		if t == row {
			u.b, u.y = int32(i)*32, 1
		}
	}
	if u.y == 0 {
		u.b = int32(e.next) * 32
		e.tags[e.next] = row
		e.next = (e.next + 1) % groupSlots
	}
	e.put(op, u)
	if op == uopDSLoad {
		e.write(data)
	}
}

// write says that a row is about to be written.
func (e *emitter) write(row int32) {
	for i, t := range e.tags {
		if t == uint32(row)*rowBytes {
			e.tags[i] = noGroup
		}
	}
}

const rowBytes = 4 * WaveSize

// source gives the offset of a source row; scalars are broadcast into row tmp.
func (e *emitter) source(s Src, tmp int32) int32 {
	if s >= 0 {
		return int32(s) * rowBytes
	}
	e.put(uopBcast, uop{d: tmp * rowBytes, x: int32(s.Slot()) * 4})
	return tmp * rowBytes
}

// scalar gives the offset of scalar source k.
func (e *emitter) scalar(v *sval, k int) int32 {
	if v.slot >= 0 {
		return v.slot * 4
	}
	e.put(uopSMovI, uop{d: scalarTemps[k] * 4, x: int32(uint32(v.imm))})
	return scalarTemps[k] * 4
}

// sync follows a write of scalar register slot.
func (e *emitter) sync(slot int32) {
	if slot == int32(RegExec) {
		e.put(uopSync, uop{})
	}
}

// buildUops finds the runs of a program.
func (b *Builder) buildUops() {
	if !haveUops {
		return
	}
	p := b.P
	e := &emitter{p: p, table: uopTable()}
	p.uopExit = e.table[uopExit][0]
	sum := int32(0)
	p.counts = make([]int32, len(p.Code)+1)
	for i := range p.Code {
		sum += p.Code[i].Count
		p.counts[i+1] = sum
	}
	type start struct{ uop, pc int32 }
	var run []start
	flush := func(end int32) {
		work := 0
		if len(run) > 0 {
			work = len(p.uops) - int(run[0].uop)
		}
		if work < 2 { // not worth the way there
			for _, r := range run {
				p.Code[r.pc].Fast = nil
			}
			if len(run) > 0 {
				p.uops, p.uopPC = p.uops[:run[0].uop], p.uopPC[:run[0].uop]
			}
			run = run[:0]
			return
		}
		e.at = end
		e.put(uopExit, uop{})
		mode, lds, jumps := Mode(0), false, false
		for k := len(run) - 1; k >= 0; k-- {
			d := &p.Code[run[k].pc]
			mode, lds, jumps = mode|d.Fast.mode, lds || d.Fast.lds, jumps || d.Fast.jumps
			*d.Fast = fast{slow: d.H, first: run[k].uop, after: p.counts[run[k].pc+1], mode: mode, lds: lds, jumps: jumps}
			d.H = hFast
		}
		run = run[:0]
	}
	fresh := func() {
		for i := range e.tags {
			e.tags[i] = noGroup
		}
	}
	fresh()
	for i := range p.Code {
		d := &p.Code[i]
		n := len(p.uops)
		e.at, e.mode, e.lds, e.jumps = int32(i), 0, false, false
		if !e.translate(d) {
			p.uops, p.uopPC = p.uops[:n], p.uopPC[:n]
			flush(int32(i))
			fresh()
			continue
		}
		d.Fast = &fast{mode: e.mode, lds: e.lds, jumps: e.jumps}
		run = append(run, start{int32(n), int32(i)})
	}
	flush(int32(len(p.Code)))
	// The targets of branches, and what may be met behind them.
	all := Mode(0)
	for i := range p.Code {
		if f := p.Code[i].Fast; f != nil {
			all |= f.mode
		}
	}
	for i := range p.Code {
		d := &p.Code[i]
		if d.Fast == nil {
			continue
		}
		if d.Fast.jumps {
			d.Fast.mode, d.Fast.lds = all, true
		}
		if d.uop < uopBranch || d.uop > uopBranchExecNZ || d.Target < 0 || p.Code[d.Target].Fast == nil {
			continue
		}
		at, to := d.Fast.first, p.Code[d.Target].Fast.first
		if at != to {
			p.uops[at].x, p.uops[at].y = (to-at)*int32(unsafe.Sizeof(uop{})), p.counts[i+1]-p.counts[d.Target]
		}
	}
}

// translate puts the micro-operations of d, or reports that there are none for it.
func (e *emitter) translate(d *DInst) bool {
	switch d.uop {
	case uopNone:
		return false
	case uopNothing:
		return true
	case uopBranch, uopBranchSCC0, uopBranchSCC1, uopBranchVCCZ, uopBranchVCCNZ, uopBranchExecZ, uopBranchExecNZ:
		e.jumps = true
		e.put(d.uop, uop{})
		return true
	case uopPair:
		x, y, dst := &d.Wrap.inner, d.Inner, d.Wrap.dst
		if !e.translate(x) {
			return false
		}
		if dst < 0 && y.Op != nil && y.Op.cls == clsF32 && (x.A == Src(x.D) || x.B == Src(x.D) || x.Op != nil && x.Op.n > 2 && x.C == Src(x.D)) {
			// Where the second half is left to its handler, at a NaN, the whole pair runs again: the first must not have written its own source.
			dst = x.D
			e.p.uops[len(e.p.uops)-1].d = rowYA * rowBytes
		}
		if !e.translate(y) {
			return false
		}
		if dst >= 0 {
			e.write(dst)
			e.put(uopMov, uop{d: dst * rowBytes, a: rowYA * rowBytes})
		}
		return true
	case uopPre:
		x := d.Wrap
		if x.dst >= 0 || x.dpp != nil || len(x.post) > 0 {
			return false
		}
		if x.inner.Wrap != nil {
			return e.wide(&x.inner, x.pre)
		}
		for i := range x.pre {
			s := &x.pre[i]
			k := kernUops[s.k]
			if k == uopNone {
				return false
			}
			e.put(k, uop{d: int32(s.dst) * rowBytes, a: e.source(s.src, int32(s.dst))})
		}
		return e.translate(&x.inner)
	case uopSMov:
		src := &d.scalars[0]
		if src.slot < 0 {
			e.put(uopSMovI, uop{d: d.D * 4, x: int32(uint32(src.imm))})
		} else {
			e.put(uopSMov, uop{d: d.D * 4, a: src.slot * 4})
		}
		e.sync(d.D)
		return true
	case uopFirstLane:
		e.put(d.uop, uop{d: d.D * 4, a: int32(d.A) * rowBytes})
		return true
	case uopDSLoad, uopDSStore:
		return e.ds(d.uop, d.Mem.(*memInst))
	case uopAddF64, uopMulF64, uopFmaF64, uopCvtF32F64, uopCvtF64F32, uopCmp64:
		return e.wide(d, nil)
	case uopBpermute:
		m := d.Mem.(*memInst)
		if m.off != 0 {
			return false
		}
		e.write(m.dst)
		e.put(d.uop, uop{d: m.dst * rowBytes, a: m.vaddr * rowBytes, b: m.data * rowBytes})
		return true
	case uopReadlane:
		e.put(d.uop, uop{d: d.D * 4, a: int32(d.A)*rowBytes + 4*int32(d.Imm&31)})
		return true
	case uopWritelane:
		e.write(d.D)
		e.put(d.uop, uop{d: d.D*rowBytes + 4*int32(d.Imm&31), a: e.scalar(&d.scalars[0], 0)})
		return true
	case uopCmpGtI32:
		return e.compare(d)
	case uopShl64, uopShr64:
		x := d.Wrap
		u := uop{d: d.D * rowBytes, a: e.source(x.lo[0], rowA), b: e.source(x.lo[1], rowB), c: e.source(x.hi[1], rowB1)}
		e.write(d.D)
		e.write(d.D + 1)
		e.put(d.uop, u)
		return true
	case uopMadU64, uopMadI64:
		u := uop{d: d.D * rowBytes, a: e.source(d.A, rowA), b: e.source(d.B, rowB), c: e.source(d.C, rowC), x: e.source(Src(d.Imm), rowC1), y: d.D2 * 4}
		e.write(d.D)
		e.write(d.D + 1)
		e.put(d.uop, u)
		return d.D2 != int32(RegExec)
	case uopAddCo, uopAddCoCi, uopSubCo, uopSubCoCi:
		u := uop{d: d.D * rowBytes, a: e.source(d.A, rowA), b: e.source(d.B, rowB), x: int32(d.Imm) * 4, y: d.D2 * 4}
		e.write(d.D)
		e.put(d.uop, u)
		return d.D2 != int32(RegExec)
	case uopCndmask:
		u := uop{d: d.D * rowBytes, a: e.source(d.A, rowA), b: e.source(d.B, rowB), x: d.D2 * 4}
		e.write(d.D)
		e.put(d.uop, u)
		return true
	}
	if d.scalars != nil {
		e.put(d.uop, uop{d: d.D * 4, a: e.scalar(&d.scalars[0], 0), b: e.scalar(&d.scalars[1], 1)})
		e.sync(d.D)
		return true
	}
	o := d.Op
	u := uop{d: d.D * rowBytes, a: e.source(d.A, rowA)}
	if o.n > 1 {
		u.b = e.source(d.B, rowB)
	}
	if o.n > 2 {
		u.c = e.source(d.C, rowC)
	}
	if o.mask != 0 {
		e.mode |= modeFP32
	}
	e.mode |= o.uopMode
	e.write(d.D)
	e.put(d.uop, u)
	return true
}

// widePairs are scratch rows for the operands of operations on 64 bits, two in a row for each.
var widePairs = [3]int32{rowMem, rowMem2, rowYA}

// wide translates an operation on 64 bits whose sources are prepared by the steps pre, which are those of signs.
func (e *emitter) wide(d *DInst, pre []step) bool {
	x, o, kind := d.Wrap, d.Op, d.uop
	n, not := o.n, int32(0)
	swap := false
	switch kind {
	case uopAddF64, uopMulF64, uopFmaF64, uopCvtF32F64, uopCvtF64F32:
	case uopCmp64:
		n = 2
		if kind, swap, not = compare64(d); kind == uopNone {
			return false
		}
	default:
		return false
	}
	var at [3]int32
	for k := range n {
		lo, hi, t := x.lo[k], x.hi[k], widePairs[k]
		var sign *step
		for i := range pre {
			if s := &pre[i]; s.dst == int(hi) && hi != srcNone {
				sign = s
			} else if s.dst == int(lo) {
				return false
			}
		}
		switch {
		case hi == srcNone:
			if kind != uopCvtF64F32 {
				return false
			}
			at[k] = e.source(lo, t)
			continue
		case sign == nil && lo >= 0 && hi == lo+1:
			at[k] = int32(lo) * rowBytes
			continue
		case sign == nil:
			e.copy(hi, t+1)
		default:
			s := kernUops[sign.k]
			if s == uopNone {
				return false
			}
			e.put(s, uop{d: (t + 1) * rowBytes, a: e.source(sign.src, t+1)})
		}
		e.copy(lo, t)
		at[k] = t * rowBytes
	}
	e.mode |= o.uopMode
	if d.uop == uopCmp64 {
		if swap {
			at[0], at[1] = at[1], at[0]
		}
		e.put(kind, uop{d: d.D * 4, a: at[0], b: at[1], x: not})
		e.sync(d.D)
		return true
	}
	e.write(d.D)
	if x.wideD {
		e.write(d.D + 1)
	}
	e.put(kind, uop{d: d.D * rowBytes, a: at[0], b: at[1], c: at[2]})
	return true
}

// copy puts a source into row t.
func (e *emitter) copy(s Src, t int32) {
	if at := e.source(s, t); at != t*rowBytes {
		e.put(uopMov, uop{d: t * rowBytes, a: at})
	}
}

// compare64 is the micro-operation of a compare of 64-bit numbers, whether its sources are exchanged and its mask inverted.
func compare64(d *DInst) (kind uint16, swap bool, not int32) {
	switch kind = d.Op.uop; kind {
	case uopCmpF64x1:
		if d.Imm == 0 || d.Imm > 14 {
			return uopNone, false, 0
		}
		return kind + uint16(d.Imm) - 1, false, 0
	case uopNone:
		return uopNone, false, 0
	}
	return ordered(d.Imm, kind, uopCmpEqI64)
}

// ordered makes a predicate of integers from greater or equal: which of the two micro-operations, whether the sources are exchanged and the mask
// inverted; uopNone for those that are always false or true.
func ordered(pred uint32, greater, equal uint16) (kind uint16, swap bool, not int32) {
	switch pred {
	case 1: // less
		return greater, true, 0
	case 2:
		return equal, false, 0
	case 3:
		return greater, false, -1
	case 4:
		return greater, false, 0
	case 5:
		return equal, false, -1
	case 6:
		return greater, true, -1
	}
	return uopNone, false, 0
}

// compare translates a compare of 32-bit numbers.
func (e *emitter) compare(d *DInst) bool {
	kind := uint16(uopCmpGtI32)
	a, b, not := d.A, d.B, int32(0)
	switch d.Op.krel {
	case &kRelF32:
		if d.Imm == 0 || d.Imm > 14 {
			return false
		}
		kind = uopCmpF32x1 + uint16(d.Imm) - 1
		e.mode |= modeFP32
	case &kRelI32, &kRelU32:
		if d.Op.krel == &kRelU32 {
			kind = uopCmpGtU32
		}
		var swap bool
		if kind, swap, not = ordered(d.Imm, kind, uopCmpEqI32); kind == uopNone {
			return false
		}
		if swap {
			a, b = b, a
		}
	default:
		return false
	}
	e.put(kind, uop{d: d.D * 4, a: e.source(a, rowA), b: e.source(b, rowB), x: not})
	e.sync(d.D)
	return true
}

// hFast runs micro-operations from an instruction to the end of its run.
func hFast(w *Wave, d *DInst) {
	f := d.Fast
	if w.Mode&f.mode != modeDefault&f.mode {
		f.slow(w, d)
		return
	}
	p := w.Prog
	var lds *byte
	size := uint64(0)
	if f.lds {
		if n := len(w.WG.LDS); n > 0 {
			lds, size = &w.WG.LDS[0], uint64(n)
		}
		for i := range w.uops.groups {
			w.uops.groups[i][groupTag] = noGroup
		}
	}
	w.uops.done, w.uops.limit = 0, waveQuota
	u := runUops(&w.V[0], &w.S[0], &p.uops[f.first], lds, size, &w.uops)
	pc := p.uopPC[(uintptr(unsafe.Pointer(u))-uintptr(unsafe.Pointer(&p.uops[0])))/unsafe.Sizeof(uop{})]
	w.extra = int(p.counts[pc]-f.after) + int(w.uops.done)
	w.PC, w.event = int(pc), true
	if u.fn != p.uopExit {
		c := &w.Code[pc]
		w.extra += int(c.Count)
		w.PC++
		c.Fast.slow(w, c)
	}
}
