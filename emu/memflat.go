package emu

import (
	"math/bits"

	"ferry/emu/mem"
)

// split sorts the active lanes of a flat access by aperture and turns the addresses of LDS lanes into host addresses. Scratch lanes
// become offsets into the lane's frame: flat accesses reach them through scratchAddrs.
func split(w *Wave, d *DInst, a *addrs, size uint64, write bool) (global, lds, scratch uint32) {
	exec := w.Exec()
	var h uint64
	for m := exec; m != 0; m &= m - 1 {
		h |= a[bits.TrailingZeros32(m)&31]
	}
	if h>>48 == 0 {
		global = exec
	} else {
		ldsBase := mem.AddressOf(w.WG.LDS)
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			off := a[i] & (mem.Aperture - 1)
			switch a[i] &^ (mem.Aperture - 1) {
			case mem.SharedBase:
				if off+size > uint64(len(w.WG.LDS)) {
					w.FailAddr(FaultAddress, d, i, a[i], "%d bytes at LDS offset %#x of %#x", size, off, len(w.WG.LDS))
				}
				a[i] = ldsBase + off
				lds |= 1 << i
			case mem.PrivateBase:
				a[i] = off
				scratch |= 1 << i
			default:
				global |= 1 << i
			}
		}
	}
	checkLanes(w, d, a, global, size, write)
	return global, lds, scratch
}

func hFlatLoad(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.poll {
		w.poll()
	}
	if loadFast(w, m) {
		return
	}
	var a addrs
	globalAddrs(w, m, &a)
	checkAligned(w, d, m, &a, w.Exec())
	g, l, s := split(w, d, &a, m.size, false)
	if s != 0 {
		scratchAccess(w, d, m, &a, s)
	}
	loadLanes(w, m.data, m.kind, &a, g|l, 4)
}

func hFlatStore(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if storeFast(w, m) {
		return
	}
	var a addrs
	globalAddrs(w, m, &a)
	checkAligned(w, d, m, &a, w.Exec())
	g, l, s := split(w, d, &a, m.size, true)
	if s != 0 {
		scratchAccess(w, d, m, &a, s)
	}
	storeLanes(w, m.data, m.kind, &a, g|l, 4)
}
