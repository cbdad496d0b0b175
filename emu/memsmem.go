package emu

import (
	"ferry/amdgpu"
	"ferry/emu/mem"
)

// smemInst is the decoding of a scalar load.
type smemInst struct {
	base    int32 // slot
	soffset int32 // slot, -1 without one
	off     uint64
	dst     int32
	n       int32 // dwords
	buffer  bool  // the base is a buffer resource
}

var smemDwords = map[string]int32{"load_b32": 1, "load_b64": 2, "load_b128": 4, "load_b256": 8, "load_b512": 16,
	"buffer_load_b32": 1, "buffer_load_b64": 2, "buffer_load_b128": 4, "buffer_load_b256": 8, "buffer_load_b512": 16}

func lowerSMEM(op string, in *amdgpu.Inst, d *DInst) bool {
	if op == "dcache_inv" || op == "gl1_inv" {
		d.H, d.uop = hNothing, uopNothing
		return true
	}
	n, ok := smemDwords[op]
	if !ok {
		return false
	}
	m := &smemInst{base: slotOf(&in.Opd[1]), soffset: slotOf(&in.Opd[2]), off: uint64(int64(in.Offset)), dst: slotOf(&in.Opd[0]), n: n, buffer: op[0] == 'b'}
	if m.dst < 0 { // null: only the access itself
		m.dst, m.n = int32(RegSink), min(n, int32(numS-RegSink))
	}
	if m.base < 0 || int(m.dst+m.n) > numS || m.dst < int32(RegSink) && m.dst+m.n > int32(RegM0) {
		return false
	}
	d.Mem, d.H = m, hScalarLoad
	return true
}

// hNothing stands for the cache invalidations: caches exist in weak mode only.
func hNothing(*Wave, *DInst) {}

func hScalarLoad(w *Wave, d *DInst) {
	m := d.Mem.(*smemInst)
	off := m.off
	if m.soffset >= 0 {
		off += uint64(w.S[m.soffset])
	}
	size := uint64(m.n) * 4
	dst := w.S[m.dst : m.dst+m.n]
	if m.buffer {
		// The scalar unit ignores swizzling; num_records counts bytes, in units of stride if that is not 0 (RDNA3 ISA, "Scalar memory").
		r := bufferResource(w, m.base)
		limit := r.records
		if r.stride != 0 {
			limit *= r.stride
		}
		off &^= 3
		for i := range dst {
			dst[i] = 0
			if o := off + uint64(i)*4; o+4 <= limit {
				if !w.WG.Launch.Mem.Readable(r.base+o, 4) {
					failAccess(w, d, -1, r.base+o, 4, false)
				}
				dst[i] = *mem.P32(r.base + o)
			}
		}
		return
	}
	a := (w.scalar64(m.base) + off) &^ 3
	if !w.WG.Launch.Mem.Readable(a, size) {
		failAccess(w, d, -1, a, size, false)
	}
	copy(dst, mem.Dwords(a, uint64(m.n)))
}
