package emu

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

// globalGroups classifies the offsets of a GLOBAL or FLAT access and reports whether it can be made by groups: all lanes are
// active, and all that they reach is accessible. The address of a lane is base plus the low dword of its address register.
func globalGroups(w *Wave, m *memInst, write bool, g *grouping) (base uint64, ok bool) {
	if !w.FullExec() {
		return 0, false
	}
	size := uint32(m.size)
	if m.vaddr2 {
		groups(g, &w.V[m.vaddr+1], 1)
		v := g.off[0]
		if g.same != allGroups || g.off[1] != v || g.off[2] != v || g.off[3] != v {
			return 0, false
		}
		base = uint64(v)<<32 + m.off
	} else {
		base = w.scalar64(m.saddr) + m.off
	}
	groups(g, &w.V[m.vaddr], size)
	if g.run|g.same != allGroups || g.wraps(size) {
		return 0, false
	}
	lo, end := g.span(size)
	if end-lo > 1<<20 || (uint32(base)|g.off[0]|g.off[1]|g.off[2]|g.off[3])&m.align != 0 {
		return 0, false
	}
	if write {
		return base, w.WG.Launch.Mem.Writable(base+lo, end-lo)
	}
	return base, w.WG.Launch.Mem.Readable(base+lo, end-lo)
}

// loadFast loads a whole wave's values if their addresses allow it.
func loadFast(w *Wave, m *memInst) bool {
	if m.kind < kindB32 {
		return false
	}
	var g grouping
	base, ok := globalGroups(w, m, false, &g)
	if !ok {
		return false
	}
	if m.kind == kindB32 {
		loadGroups(&w.V[m.data], base, &g)
	} else {
		loadWide(w.V[m.data:m.data+int32(m.size/4)], base, &g)
	}
	return true
}

// storeFast stores a whole wave's values if their addresses allow it.
func storeFast(w *Wave, m *memInst) bool {
	if m.kind != kindB32 && m.kind != kindB64 && m.kind != kindB128 {
		return false
	}
	var g grouping
	base, ok := globalGroups(w, m, true, &g)
	if !ok || g.run != allGroups {
		return false
	}
	if m.kind == kindB32 {
		storeGroups(&w.V[m.data], base, &g)
	} else {
		storeWide(w.V[m.data:m.data+int32(m.size/4)], base, &g)
	}
	return true
}

func hGlobalLoad(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.poll {
		w.poll()
	}
	if loadFast(w, m) {
		return
	}
	var a addrs
	globalAddrs(w, m, &a)
	exec := w.Exec()
	checkAligned(w, d, m, &a, exec)
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
	checkAligned(w, d, m, &a, exec)
	checkLanes(w, d, &a, exec, m.size, true)
	storeLanes(w, m.data, m.kind, &a, exec, 4)
}
