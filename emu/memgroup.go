package emu

import "ferry/emu/mem"

// The lanes of an access are looked at in four groups of eight. A group whose offsets are consecutive is one vector load or store,
// one whose offsets are equal is one broadcast: together they cover whole rows, uniform addresses and the tiles of 8 or 16
// threads that most kernels work with.

// grouping tells, by group, whether the offsets run in steps of the access size or are the same, and the first offset. It is a copy: a
// load may overwrite its own address register.
type grouping struct {
	run, same uint8
	off       [4]uint32
}

const allGroups = 0xf

// scalarGroups classifies the offsets in plain Go.
func scalarGroups(g *grouping, r *Lanes, step uint32) {
	g.run, g.same = 0, 0
	for k := range 4 {
		o := (*[8]uint32)(r[8*k:])
		v := o[0]
		g.off[k] = v
		var run, same uint32
		for i, x := range o {
			same |= x ^ v
			run |= x ^ (v + uint32(i)*step)
		}
		if run == 0 {
			g.run |= 1 << k
		}
		if same == 0 {
			g.same |= 1 << k
		}
	}
}

// span gives the lowest and the end of the highest byte that the groups reach.
func (g *grouping) span(size uint32) (lo, end uint64) {
	if g.run == allGroups {
		return uint64(min(g.off[0], g.off[1], g.off[2], g.off[3])), uint64(max(g.off[0], g.off[1], g.off[2], g.off[3])) + 8*uint64(size)
	}
	lo = ^uint64(0)
	for k, a := range g.off {
		n := uint64(size)
		if g.run>>k&1 != 0 {
			n *= 8
		}
		lo = min(lo, uint64(a))
		end = max(end, uint64(a)+n)
	}
	return lo, end
}

// wraps reports whether a run may reach beyond 32 bits.
func (g *grouping) wraps(size uint32) bool {
	return max(g.off[0], g.off[1], g.off[2], g.off[3]) > -(8 * size)
}

// scalarLoadGroups loads a dword per lane.
func scalarLoadGroups(dst *Lanes, base uint64, g *grouping) {
	for k, o := range g.off {
		d := (*[8]uint32)(dst[8*k:])
		if g.run>>k&1 != 0 {
			mem.LoadOct(d, base+uint64(o))
		} else {
			spread(d, *mem.P32(base + uint64(o)))
		}
	}
}

// loadWide loads n dwords per lane: group by group, each group the same or a run of values of n dwords.
func loadWide(rows []Lanes, base uint64, g *grouping) {
	if g.run == 0 {
		loadSame(rows, base, g)
		return
	}
	n := len(rows)
	for k, o := range g.off {
		a := base + uint64(o)
		if g.run>>k&1 == 0 {
			loadSameGroup(rows, k, a)
			continue
		}
		switch n {
		case 2:
			lo, hi := (*[8]uint32)(rows[0][8*k:]), (*[8]uint32)(rows[1][8*k:])
			for i, v := range mem.Qwords(a, 8) {
				lo[i&7], hi[i&7] = uint32(v), uint32(v>>32)
			}
		case 4:
			loadQuads(rows, k, a)
		default:
			src := mem.Dwords(a, uint64(8*n))
			for j := range rows {
				d := (*[8]uint32)(rows[j][8*k:])
				for i := range d {
					d[i] = src[i*n+j]
				}
			}
		}
	}
}

// scalarLoadSame loads n dwords per lane, every group the same.
func scalarLoadSame(rows []Lanes, base uint64, g *grouping) {
	for k, o := range g.off {
		loadSameGroup(rows, k, base+uint64(o))
	}
}

// loadSameGroup loads one value of n dwords into the eight lanes of a group.
func loadSameGroup(rows []Lanes, k int, a uint64) {
	j := 0
	if len(rows) == 4 {
		x, y := mem.Load16(a)
		spread((*[8]uint32)(rows[0][8*k:]), uint32(x))
		spread((*[8]uint32)(rows[1][8*k:]), uint32(x>>32))
		spread((*[8]uint32)(rows[2][8*k:]), uint32(y))
		spread((*[8]uint32)(rows[3][8*k:]), uint32(y>>32))
		return
	}
	for ; j+1 < len(rows); j += 2 { // 8 bytes at once: aligned ones are not torn
		q := *mem.P64(a + 4*uint64(j))
		spread((*[8]uint32)(rows[j][8*k:]), uint32(q))
		spread((*[8]uint32)(rows[j+1][8*k:]), uint32(q>>32))
	}
	if j < len(rows) {
		spread((*[8]uint32)(rows[j][8*k:]), *mem.P32(a + 4*uint64(j)))
	}
}

// loadQuads loads eight values of four dwords.
func loadQuads(rows []Lanes, k int, a uint64) {
	r0, r1, r2, r3 := (*[8]uint32)(rows[0][8*k:]), (*[8]uint32)(rows[1][8*k:]), (*[8]uint32)(rows[2][8*k:]), (*[8]uint32)(rows[3][8*k:])
	for i := range 8 {
		x, y := mem.Load16(a + 16*uint64(i))
		r0[i], r1[i], r2[i], r3[i] = uint32(x), uint32(x>>32), uint32(y), uint32(y>>32)
	}
}

// spread fills a group with one value.
func spread(d *[8]uint32, v uint32) {
	d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7] = v, v, v, v, v, v, v, v
}

// storeGroups stores a dword per lane, every group a run.
func storeGroups(src *Lanes, base uint64, g *grouping) {
	for k, o := range g.off {
		mem.StoreOct(base+uint64(o), (*[8]uint32)(src[8*k:]))
	}
}

// storeWide stores values of 8 or 16 bytes, every group a run.
func storeWide(rows []Lanes, base uint64, g *grouping) {
	for k, o := range g.off {
		r0, r1 := (*[8]uint32)(rows[0][8*k:]), (*[8]uint32)(rows[1][8*k:])
		if len(rows) == 2 {
			dst := mem.Qwords(base+uint64(o), 8)
			for i := range r0 {
				dst[i] = uint64(r0[i]) | uint64(r1[i])<<32
			}
			continue
		}
		r2, r3 := (*[8]uint32)(rows[2][8*k:]), (*[8]uint32)(rows[3][8*k:])
		for i := range r0 {
			mem.Store16(base+uint64(o)+16*uint64(i), uint64(r0[i])|uint64(r1[i])<<32, uint64(r2[i])|uint64(r3[i])<<32)
		}
	}
}
