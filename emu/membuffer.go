package emu

import (
	"math/bits"

	"ferry/amdgpu"
)

// buffer is what a buffer resource (V#, four dwords) says: RDNA3 ISA, "Buffer resource descriptor".
type buffer struct {
	base, stride, records uint64
	swizzle, addTID       bool
	oobSelect             uint32
}

func bufferResource(w *Wave, slot int32) buffer {
	d := w.S[slot : slot+4]
	return buffer{
		base:      uint64(d[0]) | uint64(d[1]&0xffff)<<32,
		stride:    uint64(d[1] >> 16 & 0x3fff),
		swizzle:   d[1]>>30&3 != 0,
		records:   uint64(d[2]),
		addTID:    d[3]>>23&1 != 0,
		oobSelect: d[3] >> 28 & 3,
	}
}

func lowerBuffer(op string, in *amdgpu.Inst, d *DInst) bool {
	if op == "gl0_inv" || op == "gl1_inv" {
		d.H, d.uop = hNothing, uopNothing
		return true
	}
	m := &memInst{form: formBuffer, off: uint64(int64(in.Offset)), dst: -1, data2: -1,
		idxen: in.Flags&amdgpu.FlagIdxen != 0, offen: in.Flags&amdgpu.FlagOffen != 0, soffset: in.Opd[3]}
	if in.Flags&(amdgpu.FlagTFE) != 0 {
		return false
	}
	if k, ok := loadKinds[op]; ok {
		m.kind = k
	} else if k, ok := storeKinds[op]; ok {
		m.kind, m.store = k, true
	} else if a, wide, ok := atomicByName(op); ok {
		m.atomic, m.wide, m.kind = a, wide, kindB32
		if wide {
			m.kind = kindB64
		}
	} else {
		return false
	}
	m.size = kindBytes[m.kind]
	m.data, m.vaddr, m.saddr = rowOf(&in.Opd[0]), rowOf(&in.Opd[1]), slotOf(&in.Opd[2])
	if m.atomic != atomicNone && in.Flags&amdgpu.FlagGLC != 0 {
		m.dst = m.data
	}
	if m.data < 0 || m.saddr < 0 || (m.idxen || m.offen) && m.vaddr < 0 {
		return false
	}
	d.Mem, d.H = m, hBuffer
	return true
}

func hBuffer(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	r := bufferResource(w, m.saddr)
	if r.swizzle || r.addTID {
		w.Fail(FaultIllegalInstr, d, -1, "swizzled buffers and add_tid are not supported")
	}
	so := uint64(0)
	if m.soffset.Kind == amdgpu.OpdImm {
		so = uint64(uint32(m.soffset.Imm))
	} else if s := slotOf(&m.soffset); s >= 0 {
		so = uint64(w.S[s])
	}
	var a addrs
	exec := w.Exec()
	in := uint32(0) // lanes within the buffer
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		idx, off := uint64(0), m.off
		row := m.vaddr
		if m.idxen {
			idx = uint64(w.V[row][i])
			row++
		}
		if m.offen {
			off += uint64(w.V[row][i])
		}
		ok := false
		switch {
		case r.stride == 0 || r.oobSelect == 3: // raw: bytes
			ok = off+idx*r.stride+m.size <= r.records
		case r.oobSelect == 0: // structured: index and offset
			ok = idx < r.records && off+m.size <= r.stride
		case r.oobSelect == 1: // structured: index only
			ok = idx < r.records
		default: // num_records == 0
			ok = r.records != 0
		}
		if ok {
			in |= 1 << i
			a[i] = r.base + so + off + idx*r.stride
		}
	}
	checkLanes(w, d, &a, in, m.size, m.store || m.atomic != atomicNone)
	switch {
	case m.atomic != atomicNone:
		atomicLanes(w, d, m, &a, in, true)
	case m.store:
		storeLanes(w, m.data, m.kind, &a, in, 4)
		return
	default:
		loadLanes(w, m.data, m.kind, &a, in, 4)
	}
	if out := exec &^ in; out != 0 && (m.atomic == atomicNone || m.dst >= 0) { // loads out of bounds give 0
		n := max(1, int32(m.size/4))
		for k := range n {
			row := &w.V[m.data+k]
			for x := out; x != 0; x &= x - 1 {
				i := bits.TrailingZeros32(x) & 31
				switch m.kind {
				case kindU8Lo, kindI8Lo, kind16Lo:
					row[i] &= 0xffff0000
				case kindU8Hi, kindI8Hi, kind16Hi:
					row[i] &= 0xffff
				default:
					row[i] = 0
				}
			}
		}
	}
}
