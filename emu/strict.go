package emu

import (
	"strings"

	"ferry/amdgpu"
)

// Strict mode. Beside the values, a strict wave keeps for every bit of every register whether it was ever written
// (poison), the queues of memory operations in flight with the registers they will write, and what the hazard rules need to know. Before each instruction
// its registers are checked; a violation faults with the rule's name. The rules are those of RDNA3: wait counters
// (ISA section 4.4), the gfx11 hazards that LLVM works around, and dual-issue constraints.

// strictState is the shadow of one wave.
type strictState struct {
	pv     []Lanes  // poison bits by VGPR
	pvAny  []uint32 // lanes of pv that are not zero
	ps     [numS]uint32
	pendVM []uint8 // loads in flight that will write the VGPR: vmcnt
	pendLG []uint8 // lgkmcnt
	pendS  [numS]uint8

	vm, lgkm []inflight
	vs       int
	smem     int // SMEM operations in lgkm: they return out of order

	// Counters of vector ALU and transcendental instructions issued, and for each VGPR when a transcendental wrote it.
	nVALU, nTrans uint32
	transAt       []transMark
	epoch         uint32 // changes where every VALU result is known to have landed
	cmpx          bool   // v_cmpx wrote EXEC and no VALU instruction followed
	wmma          []uint16

	scratch   []byte // shadow of the wave's scratch
	unwritten byte   // Program.unwritten
}

// transMark is when a transcendental instruction wrote a VGPR; it counts while its epoch is the current one.
type transMark struct {
	valu, trans, epoch uint32
}

// inflight is one memory operation that has not returned.
type inflight struct {
	off  uint32 // instruction, for messages
	v    int16  // first VGPR it writes, -1 for none
	nv   uint8
	s    uint8 // first scalar slot it writes
	ns   uint8
	smem bool
	ds   bool
}

func newStrictState(p *Program, old *strictState) *strictState {
	n := p.NumVGPR
	s := old
	if s == nil || len(s.pv) != n {
		s = &strictState{pv: make([]Lanes, n), pvAny: make([]uint32, n), pendVM: make([]uint8, n), pendLG: make([]uint8, n), transAt: make([]transMark, n)}
	}
	for i := range s.pv {
		broadcast(&s.pv[i], 0xffffffff)
		s.pvAny[i] = 0xffffffff
	}
	for i := range s.ps {
		s.ps[i] = 0xffffffff
	}
	s.ps[RegNull], s.ps[RegExec], s.ps[RegExec+1], s.ps[RegSink] = 0, 0, 0, 0
	clear(s.pendVM)
	clear(s.pendLG)
	clear(s.transAt)
	s.pendS = [numS]uint8{}
	s.unwritten = p.unwritten
	fill(s.scratch, s.unwritten)
	s.vm, s.lgkm, s.vs, s.smem = s.vm[:0], s.lgkm[:0], 0, 0
	s.nVALU, s.nTrans, s.cmpx, s.wmma, s.epoch = 0, 0, false, nil, 1
	return s
}

// InitSGPR says that scalar registers first..first+n-1 hold values that the launch put there. It does nothing
// unless the wave is strict.
func (w *Wave) InitSGPR(first, n int) {
	if w.strict != nil {
		for i := range n {
			w.strict.ps[first+i] = 0
		}
	}
}

// InitVGPR says the same of a VGPR.
func (w *Wave) InitVGPR(n int) {
	if s := w.strict; s != nil {
		s.pv[n] = Lanes{}
		s.pvAny[n] = 0
	}
}

// Strict reports whether the wave keeps strict state.
func (w *Wave) Strict() bool { return w.strict != nil }

// ctrKind is what a memory instruction counts in.
type ctrKind uint8

const (
	ctrNone ctrKind = iota
	ctrSMEM
	ctrDS
	ctrLoad  // vmcnt
	ctrStore // vscnt
	ctrFlatLoad
	ctrFlatStore
)

// checked is what strict mode knows about one instruction.
type checked struct {
	h      Handler
	vr, vw []uint16 // VGPRs read and written
	sr, sw []uint8  // scalar slots
	valu   bool
	trans  bool
	nop    bool
	mem    ctrKind
	wmma   bool
	perm   bool // v_permlane*
	cmpx   bool
	halves []poisonRule // one, or two for a VOPD pair
	// step does the instruction's own part after the register checks, before it runs.
	step func(w *Wave, s *strictState, d *DInst, c *checked)
	// For memory: operands that are addresses, that are stored, and the poison mask that a load clears.
	addrV, dataV []uint16
	addrS        []uint8
	loadMask     uint32
	dstV, dstS   inflight
	shadow       *shadowOp
	flat         bool
}

// strictify puts the checks in front of every instruction.
func (b *Builder) strictify() {
	for i := range b.P.Code {
		d := &b.P.Code[i]
		if d.In == nil {
			continue
		}
		if why := dualFault(d.In); why != "" {
			d.H = failHandler(FaultStrictEncoding, why)
			continue
		}
		d.Chk = b.check(d)
		if b.Opt.Weak != 0 {
			d.Chk.h = b.weaken(d, d.Chk.h)
		}
		d.H = hStrict
	}
}

func (b *Builder) check(d *DInst) *checked {
	in := d.In
	c := &checked{h: d.H}
	fl := b.t.Info(in.Op).Flags
	name := in.Op.String()
	c.valu = fl&(amdgpu.OpVALU|amdgpu.OpVOPD|amdgpu.OpVOPC|amdgpu.OpWMMA) != 0
	c.trans = fl&amdgpu.OpTrans != 0
	c.nop = name == "v_nop"
	c.wmma = fl&amdgpu.OpWMMA != 0
	c.perm = strings.HasPrefix(name, "v_permlane")
	c.cmpx = strings.HasPrefix(name, "v_cmpx")
	row := b.t.Row(in)
	isMem := fl&(amdgpu.OpSMEM|amdgpu.OpDS|amdgpu.OpVMEM) != 0
	b.t.Uses(in, func(r amdgpu.Reg, width int, dir amdgpu.Dir) {
		if r == amdgpu.Null {
			return
		}
		for k := range width {
			if r.IsVGPR() {
				v := uint16(int(r) - 256 + k)
				if dir&amdgpu.DirIn != 0 {
					c.vr = append(c.vr, v)
				}
				if dir&amdgpu.DirOut != 0 {
					c.vw = append(c.vw, v)
				}
				continue
			}
			slot := int(r) + k
			if r == amdgpu.SCC {
				slot = RegSCC
			} else if slot >= 128 || slot == 127 {
				continue
			}
			if dir&amdgpu.DirIn != 0 {
				c.sr = append(c.sr, uint8(slot))
			}
			if dir&amdgpu.DirOut != 0 {
				c.sw = append(c.sw, uint8(slot))
			}
		}
	})
	switch {
	case isMem:
		c.shadow = b.shadowOf(d, fl)
		c.flat = fl&amdgpu.OpFlat != 0
		b.checkMem(in, row, fl, name, c)
	case in.Op == amdgpu.SSendmsgRtnB64 || in.Op == amdgpu.SSendmsgRtnB32:
		// The answer comes back like a scalar load's.
		c.mem = ctrSMEM
		if in.Opd[0].Reg != amdgpu.Null {
			c.dstS.s, c.dstS.ns = uint8(b.SDst(in.Opd[0].Reg, 0)), max(in.Opd[0].Width, 1)
		}
		c.step = func(*Wave, *strictState, *DInst, *checked) {}
	case c.valu:
		c.halves = append(c.halves, b.poisonOf(in, d))
		if in.Y != nil {
			c.halves = append(c.halves, b.poisonOf(in.Y, nil))
		}
		c.step = stepVALU
	default:
		c.step = b.scalarStep(in, name)
	}
	return c
}

// checkMem sorts a memory instruction's operands into addresses, stored data and destination.
func (b *Builder) checkMem(in *amdgpu.Inst, row *amdgpu.Row, fl amdgpu.OpFlags, name string, c *checked) {
	store := row.Flags&amdgpu.RowMayStore != 0
	returns := false
	c.loadMask = 0xffffffff
	if strings.Contains(name, "_d16_hi_") {
		c.loadMask = 0xffff0000
	} else if strings.Contains(name, "_d16_") {
		c.loadMask = 0xffff
	}
	c.dstV.v = -1
	firstV := true
	c.vr = c.vr[:0]
	for i := range min(int(in.N), row.NumOperands()) {
		o, oi := &in.Opd[i], b.t.Operand(row, i)
		if o.Kind != amdgpu.OpdReg || o.Reg == amdgpu.Null {
			if oi.Dir&amdgpu.DirOut == 0 {
				firstV = false // "off" stands in the address's place
			}
			continue
		}
		n := max(int(o.Width), 1)
		if oi.Dir&amdgpu.DirOut != 0 {
			returns = true
			if o.Reg.IsVGPR() {
				c.dstV.v, c.dstV.nv = int16(int(o.Reg)-256), uint8(n)
			} else {
				c.dstS.s, c.dstS.ns = uint8(b.SDst(o.Reg, 0)), uint8(n)
			}
			if !(oi.Dir&amdgpu.DirIn != 0 && fl&amdgpu.OpAtomic != 0) {
				continue
			}
			// A returning atomic's data register is source and destination.
		}
		// The first VGPR operand is the address of DS, FLAT, GLOBAL and SCRATCH instructions; MUBUF names its data first.
		isData := false
		if o.Reg.IsVGPR() {
			if fl&amdgpu.OpBuffer != 0 {
				isData = i == 0
			} else if !firstV || oi.Dir&amdgpu.DirOut != 0 {
				isData = true
			}
			if oi.Dir&amdgpu.DirOut == 0 {
				firstV = false
			}
			for k := range n {
				v := uint16(int(o.Reg) - 256 + k)
				c.vr = append(c.vr, v)
				if isData {
					c.dataV = append(c.dataV, v)
				} else {
					c.addrV = append(c.addrV, v)
				}
			}
			continue
		}
		for k := range n {
			c.addrS = append(c.addrS, uint8(b.SSlot(o.Reg, k)))
		}
	}
	if strings.HasPrefix(name, "buffer_gl") {
		c.mem = ctrNone
		c.step = func(*Wave, *strictState, *DInst, *checked) {}
		return
	}
	switch {
	case fl&amdgpu.OpSMEM != 0:
		c.mem = ctrSMEM
	case fl&amdgpu.OpDS != 0:
		c.mem = ctrDS
	case fl&amdgpu.OpFlat != 0 && returns:
		c.mem = ctrFlatLoad
	case fl&amdgpu.OpFlat != 0:
		c.mem = ctrFlatStore
	case returns || !store:
		c.mem = ctrLoad
	default:
		c.mem = ctrStore
	}
	switch {
	case name == "ds_swizzle_b32":
		c.addrV = nil // its one operand is data
		c.step = stepMem
	case c.shadow != nil:
		c.dataV = nil // the shadow takes their poison
		c.step = stepMem
	default:
		c.step = stepMem
	}
}

// traceHook, if not nil, is called before each instruction of a strict wave: tests analyse the stream independently of the rules here.
var traceHook func(w *Wave, d *DInst)

// hStrict checks an instruction, runs it, and does its bookkeeping.
func hStrict(w *Wave, d *DInst) {
	c, s := d.Chk, w.strict
	if traceHook != nil {
		traceHook(w, d)
	}
	for _, v := range c.vr {
		if s.pendVM[v]|s.pendLG[v] != 0 {
			s.failPending(w, d, int(v), "read")
		}
	}
	if c.mem == ctrNone {
		for _, v := range c.vw {
			if s.pendVM[v]|s.pendLG[v] != 0 {
				s.failPending(w, d, int(v), "overwritten")
			}
		}
	}
	for _, r := range c.sr {
		if s.pendS[r] != 0 {
			w.Fail(FaultStrictWait, d, -1, "scalar register %d is read while a load into it is in flight", r)
		}
	}
	for _, r := range c.sw {
		if s.pendS[r] != 0 && c.mem == ctrNone {
			w.Fail(FaultStrictWait, d, -1, "scalar register %d is overwritten while a load into it is in flight", r)
		}
	}
	if c.valu {
		s.valuHazards(w, d, c)
	}
	c.step(w, s, d, c)
	c.h(w, d)
	if c.mem != ctrNone {
		s.issue(w, d, c)
	}
}

func (s *strictState) failPending(w *Wave, d *DInst, v int, verb string) {
	counter := "vmcnt"
	if s.pendVM[v] == 0 {
		counter = "lgkmcnt"
	}
	w.Fail(FaultStrictWait, d, -1, "v%d is %s while a load into it is in flight (%s)", v, verb, counter)
}

// valuHazards applies the gfx11 hazard rules that involve vector ALU instructions.
func (s *strictState) valuHazards(w *Wave, d *DInst, c *checked) {
	for _, v := range c.vr {
		if t := &s.transAt[v]; t.epoch == s.epoch {
			if s.nVALU-t.valu <= 5 && s.nTrans-t.trans <= 1 {
				w.Fail(FaultStrictHazard, d, -1, "v%d was written by a transcendental instruction %d VALU instructions ago: s_waitcnt_depctr va_vdst(0) is missing", v, s.nVALU-t.valu)
			}
			t.epoch = 0
		}
	}
	if c.perm && s.cmpx {
		w.Fail(FaultStrictHazard, d, -1, "lane permute after v_cmpx without a VALU instruction between")
	}
	if c.wmma {
		for _, v := range c.vr {
			for _, p := range s.wmma {
				if p == v && !s.isAcc(c, v) {
					w.Fail(FaultStrictHazard, d, -1, "matrix source v%d is the result of the matrix instruction right before", v)
				}
			}
		}
	}
	s.wmma = nil
	if c.wmma {
		s.wmma = c.vw
	}
	s.nVALU++
	if c.trans {
		s.nTrans++
	}
	epoch := uint32(0)
	if c.trans {
		epoch = s.epoch
	}
	for _, v := range c.vw {
		s.transAt[v] = transMark{valu: s.nVALU, trans: s.nTrans, epoch: epoch}
	}
	if !c.nop {
		s.cmpx = c.cmpx
	}
}

// isAcc reports whether v is written too, so that its reading as accumulator is no hazard.
func (s *strictState) isAcc(c *checked, v uint16) bool {
	for _, x := range c.vw {
		if x == v {
			return true
		}
	}
	return false
}

// stepMem checks that addresses and stored data are initialised.
func stepMem(w *Wave, s *strictState, d *DInst, c *checked) {
	exec := w.S[RegExec]
	for _, v := range c.addrV {
		if m := s.pvAny[v] & exec; m != 0 {
			w.Fail(FaultStrictUninit, d, lowest(m), "address register v%d is not initialised", v)
		}
	}
	for _, r := range c.addrS {
		if s.ps[r] != 0 {
			w.Fail(FaultStrictUninit, d, -1, "address register %d is not initialised", r)
		}
		if s.pendS[r] != 0 {
			w.Fail(FaultStrictWait, d, -1, "scalar register %d is read while a load into it is in flight", r)
		}
	}
	for _, v := range c.dataV {
		if m := s.pvAny[v] & exec; m != 0 && !s.partialStore(d, v, m) {
			w.Fail(FaultStrictUninit, d, lowest(m), "stored register v%d is not initialised", v)
		}
	}
	if c.shadow != nil {
		c.shadow.run(w, s, d)
	} else if c.flat {
		s.flatStore(w, c)
	}
}

// partialStore reports whether the poisoned bits of v are outside what a byte or short store writes.
func (s *strictState) partialStore(d *DInst, v uint16, lanes uint32) bool {
	name := d.In.Op.String()
	var used uint32
	switch {
	case strings.HasSuffix(name, "_store_b8"):
		used = 0xff
	case strings.HasSuffix(name, "_store_b16"):
		used = 0xffff
	case strings.HasSuffix(name, "_store_d16_hi_b8"):
		used = 0xff0000
	case strings.HasSuffix(name, "_store_d16_hi_b16"):
		used = 0xffff0000
	default:
		return false
	}
	for i := range s.pv[v] {
		if lanes>>i&1 != 0 && s.pv[v][i]&used != 0 {
			return false
		}
	}
	return true
}

func lowest(m uint32) int {
	for i := range 32 {
		if m>>i&1 != 0 {
			return i
		}
	}
	return -1
}

// issue puts a memory instruction into its queues and marks what it will write.
func (s *strictState) issue(w *Wave, d *DInst, c *checked) {
	exec := w.S[RegExec]
	if c.mem != ctrSMEM {
		s.epoch++ // vector memory and LDS instructions issue behind all earlier VALU results
	}
	e := inflight{off: d.Off, v: c.dstV.v, nv: c.dstV.nv, s: c.dstS.s, ns: c.dstS.ns}
	if e.v >= 0 {
		for k := range int(e.nv) {
			v := int(e.v) + k
			// A load of another kind may land in a different order.
			if c.mem != ctrDS && s.pendLG[v] != 0 && s.pendVM[v] == 0 || c.mem == ctrDS && s.pendVM[v] != 0 {
				s.failPending(w, d, v, "loaded into again by another unit")
			}
			s.clearPoison(v, exec, c.loadMask)
		}
	}
	if c.shadow != nil {
		c.shadow.finish(w, s, exec, c.loadMask)
	}
	for k := range int(e.ns) {
		if s.pendS[int(e.s)+k] != 0 {
			w.Fail(FaultStrictWait, d, -1, "scalar register %d is loaded into again while a load is in flight: they return out of order", int(e.s)+k)
		}
		s.ps[int(e.s)+k] = 0
	}
	switch c.mem {
	case ctrSMEM:
		e.smem = true
		s.smem++
		s.push(&s.lgkm, s.pendLG, e)
	case ctrDS:
		e.ds = true
		s.push(&s.lgkm, s.pendLG, e)
	case ctrLoad:
		s.push(&s.vm, s.pendVM, e)
	case ctrStore:
		s.vs++
	case ctrFlatLoad:
		s.push(&s.vm, s.pendVM, e)
		e.ds = true
		s.push(&s.lgkm, s.pendLG, e)
	case ctrFlatStore:
		s.vs++
		e.v, e.ds = -1, true
		s.push(&s.lgkm, s.pendLG, e)
	}
}

func (s *strictState) push(q *[]inflight, pend []uint8, e inflight) {
	*q = append(*q, e)
	if e.v >= 0 {
		for k := range int(e.nv) {
			pend[int(e.v)+k]++
		}
	}
	if e.smem {
		for k := range int(e.ns) {
			s.pendS[int(e.s)+k]++
		}
	}
}

// retire drops the n oldest operations of a queue.
func (s *strictState) retire(q *[]inflight, pend []uint8, n int) {
	for _, e := range (*q)[:n] {
		if e.v >= 0 {
			for k := range int(e.nv) {
				pend[int(e.v)+k]--
			}
		}
		if e.smem {
			s.smem--
			for k := range int(e.ns) {
				s.pendS[int(e.s)+k]--
			}
		}
	}
	*q = append((*q)[:0], (*q)[n:]...)
}

// wait brings the counters down; -1 leaves one alone.
func (s *strictState) wait(vm, lgkm, vs int) {
	if vm >= 0 && len(s.vm) > vm {
		s.retire(&s.vm, s.pendVM, len(s.vm)-vm)
	}
	// Scalar loads return out of order: with any in flight only a wait for zero says something.
	if lgkm >= 0 && len(s.lgkm) > lgkm && (s.smem == 0 || lgkm == 0) {
		s.retire(&s.lgkm, s.pendLG, len(s.lgkm)-lgkm)
	}
	if vs >= 0 {
		s.vs = min(s.vs, vs)
	}
}

func (s *strictState) clearPoison(v int, lanes, bits uint32) {
	m := s.pvAny[v] & lanes
	if m == 0 {
		return
	}
	p := &s.pv[v]
	for i := range p {
		if m>>i&1 != 0 {
			p[i] &^= bits
			if p[i] == 0 {
				s.pvAny[v] &^= 1 << i
			}
		}
	}
}

func (s *strictState) setPoison(v int, lanes uint32, r *Lanes, bits uint32) {
	p := &s.pv[v]
	for i := range p {
		if lanes>>i&1 != 0 {
			p[i] = p[i]&^bits | r[i]&bits
			if p[i] != 0 {
				s.pvAny[v] |= 1 << i
			} else {
				s.pvAny[v] &^= 1 << i
			}
		}
	}
}

// outstanding reports memory operations whose effects other waves may miss.
func (s *strictState) outstanding() string {
	if s.vs > 0 {
		return "stores in flight (vscnt)"
	}
	if len(s.vm) > 0 {
		return "vector loads in flight (vmcnt)"
	}
	for _, e := range s.lgkm {
		if e.ds {
			return "LDS operations in flight (lgkmcnt)"
		}
	}
	return ""
}

// dualFault names the dual-issue rule that a VOPD pair breaks (RDNA3 ISA section 7.6), or gives "".
func dualFault(in *amdgpu.Inst) string {
	y := in.Y
	if y == nil {
		return ""
	}
	num := func(o *amdgpu.Operand) int {
		if o.Kind == amdgpu.OpdReg && o.Reg.IsVGPR() {
			return int(o.Reg) - 256
		}
		return -1
	}
	if num(&in.Opd[0])&1 == num(&y.Opd[0])&1 {
		return "dual-issue pair with both destinations even or both odd"
	}
	bank := func(i, j int) bool {
		if i >= int(in.N) || j >= int(y.N) {
			return false
		}
		a, b := num(&in.Opd[i]), num(&y.Opd[j])
		return a >= 0 && b >= 0 && a&3 == b&3
	}
	if bank(1, 1) {
		return "dual-issue pair with src0 in one bank"
	}
	last := func(p *amdgpu.Inst) int {
		// vsrc1 is the last VGPR operand; fmamk has its constant between.
		if p.Op.String() == "v_dual_fmamk_f32" {
			return 3
		}
		return 2
	}
	if bank(last(in), last(y)) {
		return "dual-issue pair with vsrc1 in one bank"
	}
	return ""
}
