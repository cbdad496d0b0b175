package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Memory.
var memoryRules = map[ir.Op]rule{
	ir.OpLoad:     selLoad,
	ir.OpStore:    selStore,
	ir.OpAtomic:   selAtomic,
	ir.OpFence:    func(s *sel, v *ir.Value) { s.fence(v.Mem.Order, v.Mem.Scope) },
	ir.OpPrefetch: func(*sel, *ir.Value) {}, // a hint
}

// Offset ranges of gfx11 (RDNA3 ISA, "Memory Instruction Formats").
const (
	globalOffMin, globalOffMax = -4096, 4095
	flatOffMax                 = 4095
	dsOffMax                   = 65535
	smemOffMin, smemOffMax     = -(1 << 20), 1<<20 - 1
)

// memOps are the instructions of one address space by access: unsigned and signed 1 and 2 bytes, then 1 to 4 dwords.
type memOps struct{ u8, i8, u16, i16, b32, b64, b96, b128 amdgpu.Op }

var loadOps = [...]memOps{
	ir.SpaceGlobal: {amdgpu.GlobalLoadU8, amdgpu.GlobalLoadI8, amdgpu.GlobalLoadU16, amdgpu.GlobalLoadI16,
		amdgpu.GlobalLoadB32, amdgpu.GlobalLoadB64, amdgpu.GlobalLoadB96, amdgpu.GlobalLoadB128},
	ir.SpaceGeneric: {amdgpu.FlatLoadU8, amdgpu.FlatLoadI8, amdgpu.FlatLoadU16, amdgpu.FlatLoadI16,
		amdgpu.FlatLoadB32, amdgpu.FlatLoadB64, amdgpu.FlatLoadB96, amdgpu.FlatLoadB128},
	ir.SpaceShared: {amdgpu.DsLoadU8, amdgpu.DsLoadI8, amdgpu.DsLoadU16, amdgpu.DsLoadI16,
		amdgpu.DsLoadB32, amdgpu.DsLoadB64, amdgpu.DsLoadB96, amdgpu.DsLoadB128},
	ir.SpaceLocal: {amdgpu.ScratchLoadU8, amdgpu.ScratchLoadI8, amdgpu.ScratchLoadU16, amdgpu.ScratchLoadI16,
		amdgpu.ScratchLoadB32, amdgpu.ScratchLoadB64, amdgpu.ScratchLoadB96, amdgpu.ScratchLoadB128},
}

var storeOps = [...]memOps{
	ir.SpaceGlobal: {u8: amdgpu.GlobalStoreB8, u16: amdgpu.GlobalStoreB16,
		b32: amdgpu.GlobalStoreB32, b64: amdgpu.GlobalStoreB64, b96: amdgpu.GlobalStoreB96, b128: amdgpu.GlobalStoreB128},
	ir.SpaceGeneric: {u8: amdgpu.FlatStoreB8, u16: amdgpu.FlatStoreB16,
		b32: amdgpu.FlatStoreB32, b64: amdgpu.FlatStoreB64, b96: amdgpu.FlatStoreB96, b128: amdgpu.FlatStoreB128},
	ir.SpaceShared: {u8: amdgpu.DsStoreB8, u16: amdgpu.DsStoreB16,
		b32: amdgpu.DsStoreB32, b64: amdgpu.DsStoreB64, b96: amdgpu.DsStoreB96, b128: amdgpu.DsStoreB128},
	ir.SpaceLocal: {u8: amdgpu.ScratchStoreB8, u16: amdgpu.ScratchStoreB16,
		b32: amdgpu.ScratchStoreB32, b64: amdgpu.ScratchStoreB64, b96: amdgpu.ScratchStoreB96, b128: amdgpu.ScratchStoreB128},
}

func (m *memOps) dwords(n int) amdgpu.Op { return [...]amdgpu.Op{0, m.b32, m.b64, m.b96, m.b128}[n] }

// address is the address of a memory operation in the form that its instructions take.
type address struct {
	space ir.Space
	vaddr amdgpu.Operand // OpdNone: off
	saddr amdgpu.Operand // OpdNone: off
	off   int64
}

// addr brings the address of v into instruction form. span is how far behind the offset the last piece of the access starts.
func (s *sel) addr(v *ir.Value, span int64) address {
	sp := v.Mem.Space
	off := int64(v.Imm)
	base := s.arg(v, 0)
	switch sp {
	case ir.SpaceShared:
		return s.sharedAddr(base, off, span)
	case ir.SpaceLocal:
		return s.localAddr(base, off, span)
	case ir.SpaceGeneric:
		if v.Mem.HasOff {
			base = s.addOffset(base, s.arg(v, 1))
		}
		if off < 0 || off+span > flatOffMax {
			base, off = s.addConst(base, off), 0
		}
		return address{space: sp, vaddr: s.vgpr(base, 2), off: off}
	}
	// Global, and constant memory that a scalar load cannot take.
	if off < globalOffMin || off+span > globalOffMax {
		base, off = s.addConst(base, off), 0
	}
	if scalarOperand(s, &base) {
		base = s.sgpr(base, 2)
		voff := s.zero
		if v.Mem.HasOff {
			voff = func() amdgpu.Operand { return s.vgpr(s.arg(v, 1), 1) }
		}
		return address{space: ir.SpaceGlobal, vaddr: voff(), saddr: base, off: off}
	}
	if v.Mem.HasOff {
		base = s.addOffset(base, s.arg(v, 1))
	}
	return address{space: ir.SpaceGlobal, vaddr: base, off: off}
}

// zero is a VGPR that holds 0, the same one for all accesses of a block.
func (s *sel) zero() amdgpu.Operand {
	if n := len(s.f.Blocks); s.zeroBlock != n {
		s.zeroBlock = n
		s.zeroReg = s.vgpr(imm(0), 1)
	}
	return s.zeroReg
}

// addOffset adds a zero-extended 32-bit offset to a 64-bit address.
func (s *sel) addOffset(base, off amdgpu.Operand) amdgpu.Operand {
	if scalarOperand(s, &base) && scalarOperand(s, &off) {
		d := r2(s.s64())
		s.e(amdgpu.SAddU32, lo(d), lo(base), off)
		s.e(amdgpu.SAddcU32, hi(d), hi(base), imm(0))
		return d
	}
	d := r2(s.v64())
	c, c2 := s.lane(s.carry()), s.lane(s.carry())
	s.e(amdgpu.VAddCoU32, lo(d), c, lo(base), off)
	s.e(amdgpu.VAddCoCiU32, hi(d), c2, imm(0), hi(base), c)
	return d
}

// addConst adds a signed constant to a 64-bit address.
func (s *sel) addConst(base amdgpu.Operand, k int64) amdgpu.Operand {
	if k == 0 {
		return base
	}
	if base.Kind == amdgpu.OpdImm {
		return imm(base.Imm + k)
	}
	if scalarOperand(s, &base) {
		d := r2(s.s64())
		s.e(amdgpu.SAddU32, lo(d), lo(base), lo(imm(k)))
		s.e(amdgpu.SAddcU32, hi(d), hi(base), hi(imm(k)))
		return d
	}
	d := r2(s.v64())
	s.add64(d, base, imm(k))
	return d
}

func (s *sel) sharedAddr(base amdgpu.Operand, off, span int64) address {
	if base.Kind == amdgpu.OpdImm {
		a := int64(uint32(base.Imm + off))
		if a+span <= dsOffMax {
			return address{space: ir.SpaceShared, vaddr: s.zero(), off: a}
		}
		return address{space: ir.SpaceShared, vaddr: s.vgpr(imm(a), 1)}
	}
	if off < 0 || off+span > dsOffMax {
		return address{space: ir.SpaceShared, vaddr: s.vgpr(s.addConst32(base, off), 1)}
	}
	return address{space: ir.SpaceShared, vaddr: s.vgpr(base, 1), off: off}
}

func (s *sel) addConst32(base amdgpu.Operand, k int64) amdgpu.Operand {
	if scalarOperand(s, &base) {
		d := r1(s.s32())
		s.e(amdgpu.SAddU32, d, base, lo(imm(k)))
		return d
	}
	d := r1(s.v32())
	s.e(amdgpu.VAddNcU32, d, lo(imm(k)), base)
	return d
}

func (s *sel) localAddr(base amdgpu.Operand, off, span int64) address {
	a := address{space: ir.SpaceLocal, off: off}
	if base.Kind == amdgpu.OpdImm {
		off = int64(uint32(base.Imm + off))
		if off+span <= maxScratchOffset {
			a.off = off
			return a
		}
		a.saddr, a.off = s.sgpr(imm(off), 1), 0
		return a
	}
	if off < 0 || off+span > maxScratchOffset {
		base = s.addConst32(base, off)
		a.off = 0
	}
	if scalarOperand(s, &base) {
		a.saddr = base
	} else {
		a.vaddr = base
	}
	return a
}

// loadFrom emits one load of an address; storeTo one store. The operand orders are those of the address spaces.
func (s *sel) loadFrom(op amdgpu.Op, d amdgpu.Operand, a *address, off int64, v *ir.Value) *Inst {
	var in *Inst
	switch a.space {
	case ir.SpaceShared, ir.SpaceGeneric:
		in = s.raw(op, d, a.vaddr)
	default:
		in = s.raw(op, d, a.vaddr, a.saddr)
	}
	in.Offset = int32(a.off + off)
	s.loadBits(in, v)
	return in
}

func (s *sel) storeTo(op amdgpu.Op, data amdgpu.Operand, a *address, off int64, v *ir.Value) *Inst {
	var in *Inst
	switch a.space {
	case ir.SpaceShared, ir.SpaceGeneric:
		in = s.raw(op, a.vaddr, data)
	default:
		in = s.raw(op, a.vaddr, data, a.saddr)
	}
	in.Offset = int32(a.off + off)
	in.Access = v.Mem.Align
	in.strong = v.Mem.Order != ir.Weak
	if v.Mem.Space != ir.SpaceShared && v.Mem.Space != ir.SpaceLocal {
		switch {
		case v.Mem.Order == ir.Volatile:
			in.Flags |= amdgpu.FlagDLC
		case v.Mem.NoTmp && v.Mem.Order == ir.Weak:
			in.Flags |= amdgpu.FlagGLC | amdgpu.FlagSLC | amdgpu.FlagDLC
		}
	}
	return in
}

// loadBits sets the cache bits of a load (AMDGPUUsage, "Memory Model gfx11"): an atomic load of any scope from the
// work-group on bypasses the CU's own cache, since a work-group spans two of them in WGP mode.
func (s *sel) loadBits(in *Inst, v *ir.Value) {
	in.Access = v.Mem.Align
	in.strong = v.Mem.Order != ir.Weak
	if v.Mem.Space == ir.SpaceShared || v.Mem.Space == ir.SpaceLocal {
		return
	}
	switch v.Mem.Order {
	case ir.Weak:
	case ir.Volatile:
		in.Flags |= amdgpu.FlagGLC | amdgpu.FlagDLC
	default:
		in.Flags |= amdgpu.FlagGLC
	}
}

// scalarLoad reports whether a load can be an SMEM one: constant memory at a uniform address in scalar registers, in
// dwords, or a part of a dword whose place in it is known (kernel parameters).
func (s *sel) scalarLoad(v *ir.Value) bool {
	if v.Mem.Space != ir.SpaceConst || !s.scalarArgs(v) || v.Args[0].IsConst() {
		return false
	}
	if v.Mem.Size >= 4 {
		return true
	}
	return v.Mem.N <= 1 && !v.Mem.HasOff && v.Args[0].Op == ir.OpKernarg
}

var smemOps = [...]struct {
	n  int
	op amdgpu.Op
}{{16, amdgpu.SLoadB512}, {8, amdgpu.SLoadB256}, {4, amdgpu.SLoadB128}, {2, amdgpu.SLoadB64}, {1, amdgpu.SLoadB32}}

func (s *sel) selScalarLoad(v *ir.Value) {
	base := s.sgpr(s.arg(v, 0), 2)
	off := int64(v.Imm)
	var soff amdgpu.Operand
	if v.Mem.HasOff {
		soff = s.sgpr(s.arg(v, 1), 1)
	}
	n := int(v.Mem.Size) * int(max(v.Mem.N, 1))
	if off < smemOffMin || off+int64(n) > smemOffMax {
		base, off = s.addConst(base, off), 0
	}
	if v.Mem.Size < 4 {
		// Part of a dword.
		t := r1(s.s32())
		in := s.raw(amdgpu.SLoadB32, t, base, soff)
		in.Offset = int32(off &^ 3)
		op := amdgpu.SBfeU32
		if v.Mem.Signed {
			op = amdgpu.SBfeI32
		}
		bits := int64(v.Mem.Size) * 8
		if off&3+int64(v.Mem.Size) > 4 {
			s.refuse("a parameter that straddles two dwords")
		}
		s.e(op, s.dst(v), t, imm(off&3*8|bits<<16))
		return
	}
	dw := n / 4
	r := s.loadRegs(v, ClassSGPR, dw)
	for k := 0; k < dw; {
		for _, o := range smemOps {
			if o.n <= dw-k {
				in := s.raw(o.op, amdgpu.R(r+amdgpu.Reg(k), o.n), base, soff)
				in.Offset = int32(off) + int32(4*k)
				in.Access = v.Mem.Align
				k += o.n
				break
			}
		}
	}
}

// loadRegs makes the registers of a load of whole dwords and tells its results where they are.
func (s *sel) loadRegs(v *ir.Value, c Class, dw int) amdgpu.Reg {
	n := int(max(v.Mem.N, 1))
	r := s.f.NewVReg(c, dw)
	if v.Type != ir.Tuple {
		s.reg[v.ID] = r
		return r
	}
	regs := make([]amdgpu.Reg, n)
	for i := range regs {
		regs[i] = r + amdgpu.Reg(i*dw/n)
	}
	s.multi[v.ID] = regs
	return r
}

func selLoad(s *sel, v *ir.Value) {
	if s.scalar[v.ID] {
		s.selScalarLoad(v)
		return
	}
	n, size := int(max(v.Mem.N, 1)), int(v.Mem.Size)
	total := n * size
	ops := &loadOps[ir.SpaceGlobal]
	if v.Mem.Space != ir.SpaceConst {
		ops = &loadOps[v.Mem.Space]
	}
	switch {
	case total < 4 && n == 1:
		a := s.addr(v, 0)
		op := ops.u8
		switch {
		case size == 1 && v.Mem.Signed:
			op = ops.i8
		case size == 2 && v.Mem.Signed:
			op = ops.i16
		case size == 2:
			op = ops.u16
		}
		s.loadFrom(op, s.dst(v), &a, 0, v)
	case size >= 4:
		dw := total / 4
		a := s.addr(v, int64(max(total-16, 0)))
		r := s.loadRegs(v, ClassVGPR, dw)
		for k := 0; k < dw; {
			m := min(4, dw-k)
			s.loadFrom(ops.dwords(m), amdgpu.R(r+amdgpu.Reg(k), m), &a, int64(4*k), v)
			k += m
		}
	default:
		s.loadSmallVector(v, ops, n, size)
	}
	s.volatileWait(v)
}

// loadSmallVector loads a vector of bytes or halves as dwords and takes it apart.
func (s *sel) loadSmallVector(v *ir.Value, ops *memOps, n, size int) {
	total := n * size
	var r amdgpu.Reg
	dw := (total + 3) / 4
	a := s.addr(v, int64(max(total-16, 0)))
	r = s.f.NewVReg(ClassVGPR, dw)
	switch {
	case total == 2:
		s.loadFrom(ops.u16, r1(r), &a, 0, v)
	case total%4 == 0:
		for k := 0; k < dw; {
			m := min(4, dw-k)
			s.loadFrom(ops.dwords(m), amdgpu.R(r+amdgpu.Reg(k), m), &a, int64(4*k), v)
			k += m
		}
	default:
		s.refuse("load of %d elements of %d bytes", n, size)
	}
	op := amdgpu.VBfeU32
	if v.Mem.Signed {
		op = amdgpu.VBfeI32
	}
	regs := make([]amdgpu.Reg, n)
	for i := range regs {
		regs[i] = s.v32()
		bit := i * size * 8
		s.e(op, r1(regs[i]), r1(r+amdgpu.Reg(bit/32)), imm(int64(bit%32)), imm(int64(size*8)))
	}
	if v.Type == ir.Tuple {
		s.multi[v.ID] = regs
	} else {
		s.reg[v.ID] = regs[0]
	}
}

// volatileWait keeps volatile accesses in order: each is complete before the next instruction.
func (s *sel) volatileWait(v *ir.Value) {
	if v.Mem.Order != ir.Volatile || v.Mem.Space == ir.SpaceShared || v.Mem.Space == ir.SpaceLocal {
		return
	}
	if v.Op == ir.OpStore {
		s.waitStores()
		return
	}
	s.waitLoads(v.Mem.Space == ir.SpaceGeneric)
}

func selStore(s *sel, v *ir.Value) {
	args := v.Args[1:]
	if v.Mem.HasOff {
		args = v.Args[2:]
	}
	n, size := len(args), int(v.Mem.Size)
	total := n * size
	if v.Mem.Space == ir.SpaceConst {
		s.refuse("store to constant memory")
	}
	ops := &storeOps[v.Mem.Space]
	switch {
	case n == 1 && size < 4:
		a := s.addr(v, 0)
		op := ops.u8
		if size == 2 {
			op = ops.u16
		}
		s.storeTo(op, s.vgpr(s.op(args[0]), 1), &a, 0, v)
	case n == 1:
		a := s.addr(v, 0)
		s.storeTo(ops.dwords(size/4), s.vgpr(s.op(args[0]), size/4), &a, 0, v)
	default:
		dw := (total + 3) / 4
		r := s.f.NewVReg(ClassVGPR, dw)
		if size >= 4 {
			for i, x := range args {
				w := size / 4
				s.copyTo(amdgpu.R(r+amdgpu.Reg(i*w), w), s.op(x))
			}
		} else {
			s.packSmall(r, args, size)
		}
		a := s.addr(v, int64(max(total-16, 0)))
		if total == 2 {
			s.storeTo(ops.u16, r1(r), &a, 0, v)
		} else if total%4 != 0 {
			s.refuse("store of %d elements of %d bytes", n, size)
		}
		for k := 0; k < total/4; {
			m := min(4, dw-k)
			s.storeTo(ops.dwords(m), amdgpu.R(r+amdgpu.Reg(k), m), &a, int64(4*k), v)
			k += m
		}
	}
	s.volatileWait(v)
}

// packSmall packs the low parts of values of size 1 or 2 bytes into the dwords at r.
func (s *sel) packSmall(r amdgpu.Reg, args []*ir.Value, size int) {
	per := 4 / size
	for k := 0; k < len(args); k += per {
		d := r1(r + amdgpu.Reg(k/per))
		part := args[k:min(k+per, len(args))]
		if size == 2 {
			s.e(amdgpu.VPermB32, d, s.op(part[1]), s.op(part[0]), imm(0x05040100))
			continue
		}
		l := r1(s.v32())
		s.e(amdgpu.VPermB32, l, s.op(part[1]), s.op(part[0]), imm(0x0c0c0400))
		if len(part) == 2 {
			s.copyTo(d, l)
			continue
		}
		h := r1(s.v32())
		s.e(amdgpu.VPermB32, h, s.op(part[3]), s.op(part[2]), imm(0x0c0c0400))
		s.e(amdgpu.VLshlOrB32, d, h, imm(16), l)
	}
}

// Fences and waits. The sequences are those of AMDGPUUsage, "Memory Model gfx10-gfx11", WGP mode; package amdgpu's wait
// pass drops what is already satisfied.

// waitcnt encodes an s_waitcnt of gfx11: vmcnt 15:10, lgkmcnt 9:4, expcnt 2:0.
func waitcnt(vm, lgkm int64) int64 { return vm<<10 | lgkm<<4 | 7 }

const waitNone = 63

func (s *sel) waitField(n int64) {
	s.raw(amdgpu.SWaitcnt, amdgpu.Operand{Kind: amdgpu.OpdField, Imm: n})
}

func (s *sel) waitLoads(flat bool) {
	if flat {
		s.waitField(waitcnt(0, 0))
		return
	}
	s.waitField(waitcnt(0, waitNone))
}

func (s *sel) waitStores() {
	s.raw(amdgpu.SWaitcntVscnt, r1(amdgpu.Null), amdgpu.Operand{Kind: amdgpu.OpdField})
}

func (s *sel) waitAll() {
	s.waitField(waitcnt(0, 0))
	s.waitStores()
}

func (s *sel) fence(o ir.Order, scope ir.Scope) {
	if scope == ir.ScopeNone || o == ir.Weak || o == ir.Relaxed || o == ir.Volatile {
		return
	}
	s.waitAll()
	if o == ir.Release {
		return
	}
	if scope != ir.ScopeCTA {
		s.raw(amdgpu.BufferGl1Inv)
	}
	s.raw(amdgpu.BufferGl0Inv)
}
