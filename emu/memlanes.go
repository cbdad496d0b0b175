package emu

import (
	"math/bits"

	"ferry/emu/mem"
)

// addrs are the addresses of the 32 lanes; those of inactive lanes are meaningless.
type addrs [32]uint64

// loadLanes loads one value per lane of exec. step is the distance in bytes between the dwords of a value: 4 in memory
// and LDS, 128 in swizzled scratch. The addresses have been checked.
func loadLanes(w *Wave, row int32, kind memKind, a *addrs, exec uint32, step uint64) {
	r := &w.V[row]
	switch kind {
	case kindU8:
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			r[i] = uint32(*mem.P8(a[i]))
		}
	case kindI8:
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			r[i] = uint32(int8(*mem.P8(a[i])))
		}
	case kindU16:
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			r[i] = uint32(*mem.P16(a[i]))
		}
	case kindI16:
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			r[i] = uint32(int16(*mem.P16(a[i])))
		}
	case kindU8Lo, kindU8Hi, kindI8Lo, kindI8Hi, kind16Lo, kind16Hi:
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			var v uint32
			switch kind {
			case kindU8Lo, kindU8Hi:
				v = uint32(*mem.P8(a[i]))
			case kindI8Lo, kindI8Hi:
				v = uint32(uint16(int8(*mem.P8(a[i]))))
			default:
				v = uint32(*mem.P16(a[i]))
			}
			if kind == kindU8Lo || kind == kindI8Lo || kind == kind16Lo {
				r[i] = r[i]&0xffff0000 | v
			} else {
				r[i] = r[i]&0xffff | v<<16
			}
		}
	case kindB32:
		if exec == 0xffffffff {
			for i := range r {
				r[i] = *mem.P32(a[i])
			}
			return
		}
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			r[i] = *mem.P32(a[i])
		}
	default:
		n := int32(kindBytes[kind] / 4)
		rows := w.V[row : row+n]
		if n == 4 && step == 4 {
			for m := exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros32(m) & 31
				x, y := mem.Load16(a[i])
				rows[0][i], rows[1][i], rows[2][i], rows[3][i] = uint32(x), uint32(x>>32), uint32(y), uint32(y>>32)
			}
			return
		}
		if n&1 == 0 && step == 4 { // 8 bytes at once: aligned ones are not torn
			for k := int32(0); k < n; k += 2 {
				lo, hi := &rows[k], &rows[k+1]
				for m := exec; m != 0; m &= m - 1 {
					i := bits.TrailingZeros32(m) & 31
					v := *mem.P64(a[i] + 4*uint64(k))
					lo[i], hi[i] = uint32(v), uint32(v>>32)
				}
			}
			return
		}
		for k := range rows {
			r := &rows[k]
			o := uint64(k) * step
			if exec == 0xffffffff {
				for i := range r {
					r[i] = *mem.P32(a[i] + o)
				}
				continue
			}
			for m := exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros32(m) & 31
				r[i] = *mem.P32(a[i] + o)
			}
		}
	}
}

// storeLanes is the counterpart of loadLanes. Lanes store in ascending order, so that the highest wins where they collide.
func storeLanes(w *Wave, row int32, kind memKind, a *addrs, exec uint32, step uint64) {
	r := &w.V[row]
	switch kind {
	case kindU8, kindB8Hi:
		sh := uint32(0)
		if kind == kindB8Hi {
			sh = 16
		}
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			*mem.P8(a[i]) = uint8(r[i] >> (sh & 31))
		}
	case kindU16, kindB16Hi:
		sh := uint32(0)
		if kind == kindB16Hi {
			sh = 16
		}
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			*mem.P16(a[i]) = uint16(r[i] >> (sh & 31))
		}
	default:
		n := uint64(kindBytes[kind] / 4)
		if n == 4 && step == 4 {
			for m := exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros32(m) & 31
				mem.Store16(a[i], uint64(w.V[row][i])|uint64(w.V[row+1][i])<<32, uint64(w.V[row+2][i])|uint64(w.V[row+3][i])<<32)
			}
			return
		}
		if n&1 == 0 && step == 4 { // 8 bytes at once: aligned ones are not torn
			for m := exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros32(m) & 31
				for k := int32(0); k < int32(n); k += 2 {
					*mem.P64(a[i] + 4*uint64(k)) = uint64(w.V[row+k][i]) | uint64(w.V[row+k+1][i])<<32
				}
			}
			return
		}
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 31
			for k := range n {
				*mem.P32(a[i] + k*step) = w.V[row+int32(k)][i]
			}
		}
	}
}

// uniform reports whether all lanes hold the same value.
func uniform(r *Lanes) bool {
	v := r[0]
	var diff uint32
	for i := range r {
		diff |= r[i] ^ v
	}
	return diff == 0
}

// checkLanes checks the access of every lane of exec and faults at the first bad one.
func checkLanes(w *Wave, d *DInst, a *addrs, exec uint32, size uint64, write bool) {
	if exec == 0 {
		return
	}
	s := w.WG.Launch.Mem
	lo, hi := ^uint64(0), uint64(0)
	for m := exec; m != 0; m &= m - 1 {
		v := a[bits.TrailingZeros32(m)&31]
		lo, hi = min(lo, v), max(hi, v)
	}
	if hi-lo <= 1<<20 && (write && s.Writable(lo, hi-lo+size) || !write && s.Readable(lo, hi-lo+size)) {
		return
	}
	for m := exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		ok := false
		if write {
			ok = s.Writable(a[i], size)
		} else {
			ok = s.Readable(a[i], size)
		}
		if !ok {
			failAccess(w, d, i, a[i], size, write)
		}
	}
}

func failAccess(w *Wave, d *DInst, lane int, addr, size uint64, write bool) {
	verb := "load"
	if write {
		verb = "store"
	}
	w.FailAddr(FaultAddress, d, lane, addr, "%s of %d bytes at %#x outside every allocation", verb, size, addr)
}
