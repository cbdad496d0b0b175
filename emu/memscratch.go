package emu

import (
	"math/bits"
	"runtime"

	"ferry/emu/mem"
)

// Scratch is dword-interleaved as on hardware: byte o of lane l stands at (o>>2)*128 + l*4 + (o&3), so that the usual
// access of all lanes to the same offset is one row.

// scratchFrame is the number of bytes a lane has.
func (w *Wave) scratchFrame() uint64 { return uint64(len(w.Scratch)) / WaveSize }

// scratchOffsets computes the frame offset of every lane.
func scratchOffsets(w *Wave, m *memInst, a *addrs) {
	base := uint32(m.off)
	if m.saddr >= 0 {
		base += w.S[m.saddr]
	}
	if m.vaddr < 0 {
		for i := range a {
			a[i] = uint64(base)
		}
		return
	}
	r := &w.V[m.vaddr]
	for i := range a {
		a[i] = uint64(base + r[i])
	}
}

// scratchAccess loads or stores lanes whose frame offsets are in a.
func scratchAccess(w *Wave, d *DInst, m *memInst, a *addrs, exec uint32) {
	frame := w.scratchFrame()
	base := mem.AddressOf(w.Scratch)
	var low uint64
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		off := a[i]
		if uint32(off)&m.align != 0 {
			w.FailAddr(FaultMisaligned, d, i, mem.PrivateBase+off, "%d bytes at scratch offset %#x", m.size, off)
		}
		if off+m.size > frame {
			w.FailAddr(FaultAddress, d, i, mem.PrivateBase+off, "%d bytes at scratch offset %#x of %#x", m.size, off, frame)
		}
		if m.size >= 4 {
			low |= off & 3 << 2
		} else if off&3+m.size > 4 {
			low |= 4
		}
		a[i] = base + off>>2*(4*WaveSize) + uint64(i)*4 + off&3
	}
	switch {
	case low&12 != 0:
		scratchMisaligned(w, m, a, exec)
	case m.store:
		storeLanes(w, m.data, m.kind, a, exec, 4*WaveSize)
	default:
		loadLanes(w, m.data, m.kind, a, exec, 4*WaveSize)
	}
}

// scratchMisaligned moves bytes one by one where a value crosses dwords: through a line of 16 bytes per lane.
func scratchMisaligned(w *Wave, m *memInst, a *addrs, exec uint32) {
	line := mem.Bounce()
	var la addrs
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		la[i] = mem.LaneAddress(line, i)
		if !m.store {
			copyScratch(mem.Bytes(la[i], m.size), a[i], false)
		}
	}
	if !m.store {
		loadLanes(w, m.data, m.kind, &la, exec, 4)
		runtime.KeepAlive(line)
		return
	}
	storeLanes(w, m.data, m.kind, &la, exec, 4)
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		copyScratch(mem.Bytes(la[i], m.size), a[i], true)
	}
	runtime.KeepAlive(line)
}

// copyScratch copies between b and scratch at the swizzled address p.
func copyScratch(b []byte, p uint64, store bool) {
	for k := range b {
		q := mem.P8(p)
		if store {
			*q = b[k]
		} else {
			b[k] = *q
		}
		if p++; p&3 == 0 { // rows are 4-aligned, so the next dword of the lane is a row further
			p += 4*WaveSize - 4
		}
	}
}

// scratchRow gives the offset of an access that all lanes make at the same dword-aligned place.
func scratchRow(w *Wave, m *memInst) (uint32, bool) {
	off := uint32(m.off)
	if m.saddr >= 0 {
		off += w.S[m.saddr]
	}
	if m.vaddr >= 0 {
		r := &w.V[m.vaddr]
		if !uniform(r) {
			return 0, false
		}
		off += r[0]
	}
	return off, off&3 == 0 && uint64(off)+m.size <= w.scratchFrame()
}

func hScratchLoad(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.kind >= kindB32 && w.FullExec() {
		if off, ok := scratchRow(w, m); ok {
			for k := range uint32(m.size / 4) {
				w.V[m.data+int32(k)] = *mem.LRow(w.Scratch, (off/4+k)*4*WaveSize)
			}
			return
		}
	}
	var a addrs
	scratchOffsets(w, m, &a)
	scratchAccess(w, d, m, &a, w.Exec())
}

func hScratchStore(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.kind >= kindB32 && m.kind <= kindB128 && w.FullExec() {
		if off, ok := scratchRow(w, m); ok {
			for k := range uint32(m.size / 4) {
				*mem.LRow(w.Scratch, (off/4+k)*4*WaveSize) = w.V[m.data+int32(k)]
			}
			return
		}
	}
	var a addrs
	scratchOffsets(w, m, &a)
	scratchAccess(w, d, m, &a, w.Exec())
}
