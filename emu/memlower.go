package emu

import (
	"math/bits"
	"strings"

	"ferry/amdgpu"
)

// memKind is what a load writes or a store reads: width, extension and the half of a 16-bit value.
type memKind uint8

const (
	kindU8 memKind = iota
	kindI8
	kindU16
	kindI16
	kindU8Lo // d16: the low half is written, the high half kept
	kindU8Hi
	kindI8Lo
	kindI8Hi
	kind16Lo
	kind16Hi
	kindB32
	kindB64
	kindB96
	kindB128
	kindB8Hi // stores of the byte or half at bit 16
	kindB16Hi
)

// kindBytes is the size of the access.
var kindBytes = [...]uint64{kindU8: 1, kindI8: 1, kindU16: 2, kindI16: 2, kindU8Lo: 1, kindU8Hi: 1, kindI8Lo: 1, kindI8Hi: 1, kind16Lo: 2, kind16Hi: 2,
	kindB32: 4, kindB64: 8, kindB96: 12, kindB128: 16, kindB8Hi: 1, kindB16Hi: 2}

// loadKinds and storeKinds are the mnemonics behind the family's prefix; the DS family has names of its own for d16.
var loadKinds = map[string]memKind{
	"load_u8": kindU8, "load_i8": kindI8, "load_u16": kindU16, "load_i16": kindI16,
	"load_d16_u8": kindU8Lo, "load_d16_hi_u8": kindU8Hi, "load_d16_i8": kindI8Lo, "load_d16_hi_i8": kindI8Hi, "load_d16_b16": kind16Lo, "load_d16_hi_b16": kind16Hi,
	"load_u8_d16": kindU8Lo, "load_u8_d16_hi": kindU8Hi, "load_i8_d16": kindI8Lo, "load_i8_d16_hi": kindI8Hi, "load_u16_d16": kind16Lo, "load_u16_d16_hi": kind16Hi,
	"load_b32": kindB32, "load_b64": kindB64, "load_b96": kindB96, "load_b128": kindB128,
}

var storeKinds = map[string]memKind{
	"store_b8": kindU8, "store_b16": kindU16, "store_b32": kindB32, "store_b64": kindB64, "store_b96": kindB96, "store_b128": kindB128,
	"store_d16_hi_b8": kindB8Hi, "store_d16_hi_b16": kindB16Hi, "store_b8_d16_hi": kindB8Hi, "store_b16_d16_hi": kindB16Hi,
}

// memForm is the address form of a memory instruction.
type memForm uint8

const (
	formGlobal memForm = iota
	formFlat
	formScratch
	formDS
	formBuffer
)

// memInst is the decoding of a vector memory instruction.
type memInst struct {
	form   memForm
	kind   memKind
	size   uint64 // bytes a lane
	vaddr  int32  // row of the address, -1 without one
	vaddr2 bool   // the address is 64 bits wide
	saddr  int32  // scalar slot, -1 without one
	off    uint64 // sign-extended offset
	data   int32  // row of the data, or of the destination of a load
	dst    int32  // row of an atomic's old value, -1 without one
	data2  int32  // second data row of DS instructions
	off2   uint64 // second offset of DS instructions with two
	two    bool   // it has two
	// align is one less than what the address must be a multiple of, 0 = anything.
	align  uint32
	atomic atomicOp
	wide   bool // 64-bit atomic
	store  bool
	poll   bool // a coherent load or an atomic that returns: what loops that wait for others are made of
	// MUBUF
	idxen, offen bool
	soffset      amdgpu.Operand
}

func init() { RegisterMem(lowerMem) }

// lowerMem decodes every memory instruction that the emulator knows.
func lowerMem(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	name := in.Op.String()
	family, op, ok := strings.Cut(name, "_")
	if !ok {
		return false
	}
	switch family {
	case "global", "flat", "scratch":
		return lowerFlat(family, op, in, d) && b.align(d)
	case "ds":
		return lowerDS(op, in, d) && b.align(d)
	case "s":
		return lowerSMEM(op, in, d)
	case "buffer":
		return lowerBuffer(op, in, d)
	}
	return false
}

// align sets what alignment an access needs; atomics check theirs always.
func (b *Builder) align(d *DInst) bool {
	m, ok := d.Mem.(*memInst)
	if !ok || !b.Opt.Aligned || m.atomic != atomicNone || m.size == 0 {
		return true
	}
	m.align = uint32(m.size&-m.size) - 1
	if n := b.Opt.loose[b.Opt.looseAt+uint64(d.Off)]; n != 0 {
		m.align = uint32(n) - 1
	}
	if m.form == formScratch {
		m.align &= 3
	}
	return true
}

// checkAligned faults at the first lane of exec whose address is not aligned.
func checkAligned(w *Wave, d *DInst, m *memInst, a *addrs, exec uint32) {
	if m.align == 0 {
		return
	}
	var all uint64
	for i, v := range a {
		all |= v & -uint64(exec>>i&1)
	}
	if all&uint64(m.align) == 0 {
		return
	}
	for x := exec; x != 0; x &= x - 1 {
		if i := bits.TrailingZeros32(x) & 31; a[i]&uint64(m.align) != 0 {
			verb := "load"
			if m.store {
				verb = "store"
			}
			w.FailAddr(FaultMisaligned, d, i, a[i], "%s of %d bytes at %#x", verb, m.size, a[i])
		}
	}
}

// pollQuota is how many polls a wave makes in one turn.
const pollQuota = 64

// poll ends the wave's turn when it has polled often: it may be waiting for a wave that is not running. The turn goes on for
// some instructions, as many as chance wants: a wave that takes a lock at each poll and gives it back before the next would
// always stop while it holds the lock, and nobody else would ever get it.
func (w *Wave) poll() {
	if w.polls++; w.polls >= pollQuota && w.Status == Running {
		w.Status, w.event, w.polled = Yielded, true, true
	}
}

// rowOf is the row of a VGPR operand, -1 for any other.
func rowOf(o *amdgpu.Operand) int32 {
	if o.Kind == amdgpu.OpdReg && o.Reg.IsVGPR() {
		return int32(NumTemps) + int32(o.Reg-amdgpu.V(0))
	}
	return -1
}

// slotOf is the slot of a scalar operand, -1 for none and for null.
func slotOf(o *amdgpu.Operand) int32 {
	if o.Kind == amdgpu.OpdReg && o.Reg < 128 && o.Reg != amdgpu.Null {
		return int32(o.Reg)
	}
	return -1
}

func lowerFlat(family, op string, in *amdgpu.Inst, d *DInst) bool {
	m := &memInst{off: uint64(int64(in.Offset)), saddr: -1, vaddr: -1, dst: -1, data2: -1}
	switch family {
	case "flat":
		m.form = formFlat
	case "scratch":
		m.form = formScratch
	}
	var addr, saddr *amdgpu.Operand
	if k, ok := loadKinds[op]; ok {
		m.kind, m.data, addr, saddr = k, rowOf(&in.Opd[0]), &in.Opd[1], &in.Opd[2]
	} else if k, ok := storeKinds[op]; ok {
		m.kind, m.store, addr, m.data, saddr = k, true, &in.Opd[0], rowOf(&in.Opd[1]), &in.Opd[2]
	} else if a, wide, ok := atomicByName(op); ok && m.form != formScratch {
		m.atomic, m.wide, m.kind = a, wide, kindB32
		if wide {
			m.kind = kindB64
		}
		o := in.Opd[:]
		if in.Flags&amdgpu.FlagGLC != 0 {
			m.dst = rowOf(&o[0])
			o = o[1:]
		}
		addr, m.data, saddr = &o[0], rowOf(&o[1]), &o[2]
	} else {
		return false
	}
	m.size = kindBytes[m.kind]
	m.poll = !m.store && in.Flags&amdgpu.FlagGLC != 0
	m.vaddr = rowOf(addr)
	if m.form != formFlat {
		m.saddr = slotOf(saddr)
	}
	m.vaddr2 = m.form == formFlat || m.form == formGlobal && m.saddr < 0
	if m.data < 0 || m.vaddr < 0 && m.form != formScratch {
		return false
	}
	d.Mem = m
	switch {
	case m.form == formScratch && m.store:
		d.H = hScratchStore
	case m.form == formScratch:
		d.H = hScratchLoad
	case m.atomic != atomicNone:
		d.H = hGlobalAtomic
	case m.form == formGlobal && m.store:
		d.H = hGlobalStore
	case m.form == formGlobal:
		d.H = hGlobalLoad
	case m.store:
		d.H = hFlatStore
	default:
		d.H = hFlatLoad
	}
	return true
}
