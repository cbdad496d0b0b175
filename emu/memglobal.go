package emu

import "ferry/emu/mem"

// scalar64 is the 64-bit value at a scalar slot.
func (w *Wave) scalar64(slot int32) uint64 {
	return uint64(w.S[slot]) | uint64(w.S[slot+1])<<32
}

// globalAddrs computes the address of every lane of a GLOBAL or FLAT instruction.
func globalAddrs(w *Wave, m *memInst, a *addrs) {
	lo := &w.V[m.vaddr]
	if m.vaddr2 {
		hi := &w.V[m.vaddr+1]
		for i := range a {
			a[i] = (uint64(lo[i]) | uint64(hi[i])<<32) + m.off
		}
		return
	}
	base := w.scalar64(m.saddr) + m.off
	for i := range a {
		a[i] = base + uint64(lo[i])
	}
}

// globalRun gives the address of lane 0 if all lanes are active and access consecutive memory.
func globalRun(w *Wave, m *memInst) (uint64, bool) {
	lo := &w.V[m.vaddr]
	if !w.FullExec() || !consecutive(lo, uint32(m.size)) {
		return 0, false
	}
	if !m.vaddr2 {
		return w.scalar64(m.saddr) + m.off + uint64(lo[0]), true
	}
	hi := &w.V[m.vaddr+1]
	return (uint64(lo[0]) | uint64(hi[0])<<32) + m.off, uniform(hi)
}

func hGlobalLoad(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.kind >= kindB32 {
		if a, ok := globalRun(w, m); ok && w.WG.Launch.Mem.Readable(a, 32*m.size) {
			loadRun(w, m.data, m.kind, a)
			return
		}
	}
	var a addrs
	globalAddrs(w, m, &a)
	exec := w.Exec()
	checkLanes(w, d, &a, exec, m.size, false)
	loadLanes(w, m.data, m.kind, &a, exec, 4)
}

// loadRun loads 32 consecutive values from a.
func loadRun(w *Wave, row int32, kind memKind, a uint64) {
	if kind == kindB32 {
		w.V[row] = *mem.Row(a)
		return
	}
	n := int(kindBytes[kind] / 4)
	rows := w.V[row : int(row)+n]
	if n&1 == 0 { // 8 bytes at once: aligned ones are not torn
		src := mem.Qwords(a, uint64(16*n))
		n /= 2
		for k := range n {
			lo, hi := &rows[2*k], &rows[2*k+1]
			for i := range lo {
				v := src[i*n+k]
				lo[i], hi[i] = uint32(v), uint32(v>>32)
			}
		}
		return
	}
	src := mem.Dwords(a, uint64(32*n))
	for k := range rows {
		r := &rows[k]
		for i := range r {
			r[i] = src[i*n+k]
		}
	}
}

// storeRun stores 32 consecutive values to a.
func storeRun(w *Wave, row int32, kind memKind, a uint64) {
	if kind == kindB32 {
		*mem.Row(a) = w.V[row]
		return
	}
	n := int(kindBytes[kind] / 4)
	rows := w.V[row : int(row)+n]
	if n&1 == 0 {
		dst := mem.Qwords(a, uint64(16*n))
		n /= 2
		for k := range n {
			lo, hi := &rows[2*k], &rows[2*k+1]
			for i := range lo {
				dst[i*n+k] = uint64(lo[i]) | uint64(hi[i])<<32
			}
		}
		return
	}
	dst := mem.Dwords(a, uint64(32*n))
	for k := range rows {
		r := &rows[k]
		for i := range r {
			dst[i*n+k] = r[i]
		}
	}
}

func hGlobalStore(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.kind >= kindB32 && m.kind <= kindB128 {
		if a, ok := globalRun(w, m); ok && w.WG.Launch.Mem.Writable(a, 32*m.size) {
			storeRun(w, m.data, m.kind, a)
			return
		}
	}
	var a addrs
	globalAddrs(w, m, &a)
	exec := w.Exec()
	checkLanes(w, d, &a, exec, m.size, true)
	storeLanes(w, m.data, m.kind, &a, exec, 4)
}
