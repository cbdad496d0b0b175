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

// globalGroups classifies the offsets of a GLOBAL or FLAT access of a whole wave. The address of a lane is base plus the low dword of its
// address register; ok is false if the general way must be taken.
func globalGroups(w *Wave, m *memInst, write bool) (base uint64, g grouping, ok bool) {
	if !w.FullExec() {
		return 0, g, false
	}
	r := &w.V[m.vaddr]
	g = groups(r, uint32(m.size))
	if g.run|g.same != allGroups {
		return 0, g, false
	}
	if m.vaddr2 {
		hi := &w.V[m.vaddr+1]
		h := groups(hi, 1)
		v := hi[0]
		if h.same != allGroups || hi[8] != v || hi[16] != v || hi[24] != v {
			return 0, g, false
		}
		base = uint64(v)<<32 + m.off
	} else {
		base = w.scalar64(m.saddr) + m.off
	}
	for k := range 4 { // a run must not wrap round
		if r[8*k] > -(8 * uint32(m.size)) {
			return 0, g, false
		}
	}
	lo, end := g.spanExact(r, uint32(m.size))
	if end-lo > 1<<20 {
		return 0, g, false
	}
	if write {
		return base, g, w.WG.Launch.Mem.Writable(base+lo, end-lo)
	}
	return base, g, w.WG.Launch.Mem.Readable(base+lo, end-lo)
}

// loadFast loads a whole wave's values if their addresses allow it.
func loadFast(w *Wave, m *memInst) bool {
	if m.kind < kindB32 {
		return false
	}
	base, g, ok := globalGroups(w, m, false)
	if !ok {
		return false
	}
	if m.kind == kindB32 {
		loadGroups(&w.V[m.data], base, &w.V[m.vaddr], g)
	} else {
		t := w.V[m.vaddr] // the destination may overlap the address
		loadWide(w.V[m.data:m.data+int32(m.size/4)], base, &t, g)
	}
	return true
}

// storeFast stores a whole wave's values if their addresses allow it.
func storeFast(w *Wave, m *memInst) bool {
	if m.kind != kindB32 && m.kind != kindB64 && m.kind != kindB128 {
		return false
	}
	base, g, ok := globalGroups(w, m, true)
	if !ok || g.run != allGroups {
		return false
	}
	r := &w.V[m.vaddr]
	if m.kind == kindB32 {
		storeGroups(&w.V[m.data], base, r)
		return true
	}
	n := uint64(m.size / 8)
	rows := w.V[m.data : m.data+int32(m.size/4)]
	for k := range 4 {
		dst := mem.Qwords(base+uint64(r[8*k]), 8*n)
		for j := range n {
			lo, hi := (*[8]uint32)(rows[2*j][8*k:]), (*[8]uint32)(rows[2*j+1][8*k:])
			for i := range lo {
				dst[uint64(i)*n+j] = uint64(lo[i]) | uint64(hi[i])<<32
			}
		}
	}
	return true
}

func hGlobalLoad(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if loadFast(w, m) {
		return
	}
	var a addrs
	globalAddrs(w, m, &a)
	exec := w.Exec()
	checkLanes(w, d, &a, exec, m.size, false)
	loadLanes(w, m.data, m.kind, &a, exec, 4)
}

func hGlobalStore(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if storeFast(w, m) {
		return
	}
	var a addrs
	globalAddrs(w, m, &a)
	exec := w.Exec()
	checkLanes(w, d, &a, exec, m.size, true)
	storeLanes(w, m.data, m.kind, &a, exec, 4)
}
