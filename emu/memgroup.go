package emu

import "ferry/emu/mem"

// The lanes of an access are looked at in four groups of eight. A group whose offsets are consecutive is one vector load or store,
// one whose offsets are equal is one broadcast: together they cover whole rows, uniform addresses and the tiles of 8 or 16
// threads that most kernels work with.

// grouping tells, by group, whether the offsets run in steps of the access size or are the same.
type grouping struct{ run, same uint8 }

const allGroups = 0xf

// covered reports whether each group is a run or the same, and none wraps round.
func (g grouping) covered(r *Lanes) bool {
	return g.run|g.same == allGroups && r[0] < 1<<31 && r[8] < 1<<31 && r[16] < 1<<31 && r[24] < 1<<31
}

// scalarGroups classifies the offsets in plain Go.
func scalarGroups(r *Lanes, step uint32) (g grouping) {
	for k := range 4 {
		o := r[8*k : 8*k+8]
		v := o[0]
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
	return g
}

// span gives the lowest and the end of the highest byte that covered offsets reach.
func (g grouping) span(r *Lanes, size uint32) (lo, end uint64) {
	lo = uint64(min(r[0], r[8], r[16], r[24]))
	hi := uint64(max(r[0], r[8], r[16], r[24]))
	return lo, hi + 8*uint64(size) // a little more than needed where the highest group is not a run
}

// spanExact is span without the slack.
func (g grouping) spanExact(r *Lanes, size uint32) (lo, end uint64) {
	lo = ^uint64(0)
	for k := range 4 {
		a := uint64(r[8*k])
		lo = min(lo, a)
		n := uint64(size)
		if g.run>>k&1 != 0 {
			n *= 8
		}
		end = max(end, a+n)
	}
	return lo, end
}

// loadGroups loads a dword per lane from base plus covered offsets.
func loadGroups(dst *Lanes, base uint64, r *Lanes, g grouping) {
	for k := range 4 {
		a := base + uint64(r[8*k])
		d := (*[8]uint32)(dst[8*k:])
		if g.run>>k&1 != 0 {
			*d = *mem.Oct(a)
			continue
		}
		spread(d, *mem.P32(a))
	}
}

// loadWide loads n dwords per lane: group by group, each group the same or a run of values of n dwords.
func loadWide(rows []Lanes, base uint64, r *Lanes, g grouping) {
	n := len(rows)
	for k := range 4 {
		a := base + uint64(r[8*k])
		if g.run>>k&1 != 0 {
			if n == 4 {
				loadQuads(rows, k, a)
				continue
			}
			if n == 2 {
				src := mem.Qwords(a, 8)
				lo, hi := (*[8]uint32)(rows[0][8*k:]), (*[8]uint32)(rows[1][8*k:])
				for i, v := range src {
					lo[i], hi[i] = uint32(v), uint32(v>>32)
				}
				continue
			}
			src := mem.Dwords(a, uint64(8*n))
			for j := range rows {
				d := (*[8]uint32)(rows[j][8*k:])
				for i := range d {
					d[i] = src[i*n+j]
				}
			}
			continue
		}
		j := 0
		for ; j+1 < n; j += 2 { // 8 bytes at once: aligned ones are not torn
			q := *mem.P64(a + 4*uint64(j))
			spread((*[8]uint32)(rows[j][8*k:]), uint32(q))
			spread((*[8]uint32)(rows[j+1][8*k:]), uint32(q>>32))
		}
		if j < n {
			spread((*[8]uint32)(rows[j][8*k:]), *mem.P32(a + 4*uint64(j)))
		}
	}
}

// spread fills a group with one value.
func spread(d *[8]uint32, v uint32) {
	d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7] = v, v, v, v, v, v, v, v
}

// loadQuads loads eight values of four dwords.
func loadQuads(rows []Lanes, k int, a uint64) {
	r0, r1, r2, r3 := (*[8]uint32)(rows[0][8*k:]), (*[8]uint32)(rows[1][8*k:]), (*[8]uint32)(rows[2][8*k:]), (*[8]uint32)(rows[3][8*k:])
	for i := range 8 {
		q := mem.Pair(a + 16*uint64(i))
		x, y := q[0], q[1]
		r0[i], r1[i], r2[i], r3[i] = uint32(x), uint32(x>>32), uint32(y), uint32(y>>32)
	}
}

// storeGroups stores a dword per lane, every group a run.
func storeGroups(src *Lanes, base uint64, r *Lanes) {
	for k := range 4 {
		*mem.Oct(base + uint64(r[8*k])) = *(*[8]uint32)(src[8*k:])
	}
}
