//go:build goexperiment.simd && amd64

package emu

import (
	"simd/archsimd"

	"ferry/emu/mem"
)

// laneSteps are 0..7 times each access size.
var laneSteps = func() (t [17][8]uint32) {
	for s := range t {
		for i := range 8 {
			t[s][i] = uint32(s * i)
		}
	}
	return t
}()

// groups classifies the offsets of the four groups of eight lanes; step is at most 16.
func groups(g *grouping, r *Lanes, step uint32) {
	if !haveSIMD {
		scalarGroups(g, r, step)
		return
	}
	a, b, c, d := r[0], r[8], r[16], r[24]
	g.off = [4]uint32{a, b, c, d}
	want := archsimd.LoadUint32x8(&laneSteps[step])
	x0 := ld((*[8]uint32)(r[0:8])).Sub(archsimd.BroadcastUint32x8(a))
	x1 := ld((*[8]uint32)(r[8:16])).Sub(archsimd.BroadcastUint32x8(b))
	x2 := ld((*[8]uint32)(r[16:24])).Sub(archsimd.BroadcastUint32x8(c))
	x3 := ld((*[8]uint32)(r[24:32])).Sub(archsimd.BroadcastUint32x8(d))
	// The two uniform cases first: all groups runs, all groups the same.
	y0, y1, y2, y3 := x0.Xor(want), x1.Xor(want), x2.Xor(want), x3.Xor(want)
	var run, same uint8
	switch {
	case y0.Or(y1).Or(y2.Or(y3)).IsZero():
		run = allGroups
	case x0.Or(x1).Or(x2.Or(x3)).IsZero():
		same = allGroups
	default:
		if y0.IsZero() {
			run |= 1
		} else if x0.IsZero() {
			same |= 1
		}
		if y1.IsZero() {
			run |= 2
		} else if x1.IsZero() {
			same |= 2
		}
		if y2.IsZero() {
			run |= 4
		} else if x2.IsZero() {
			same |= 4
		}
		if y3.IsZero() {
			run |= 8
		} else if x3.IsZero() {
			same |= 8
		}
	}
	archsimd.ClearAVXUpperBits()
	g.run, g.same = run, same
}

// loadGroups loads a dword per lane.
func loadGroups(dst *Lanes, base uint64, g *grouping) {
	if !haveSIMD {
		scalarLoadGroups(dst, base, g)
		return
	}
	switch {
	case g.run == allGroups:
		ld(mem.Oct(base + uint64(g.off[0]))).Store((*[8]uint32)(dst[0:8]))
		ld(mem.Oct(base + uint64(g.off[1]))).Store((*[8]uint32)(dst[8:16]))
		ld(mem.Oct(base + uint64(g.off[2]))).Store((*[8]uint32)(dst[16:24]))
		ld(mem.Oct(base + uint64(g.off[3]))).Store((*[8]uint32)(dst[24:32]))
	case g.run == 0:
		archsimd.BroadcastUint32x8(*mem.P32(base + uint64(g.off[0]))).Store((*[8]uint32)(dst[0:8]))
		archsimd.BroadcastUint32x8(*mem.P32(base + uint64(g.off[1]))).Store((*[8]uint32)(dst[8:16]))
		archsimd.BroadcastUint32x8(*mem.P32(base + uint64(g.off[2]))).Store((*[8]uint32)(dst[16:24]))
		archsimd.BroadcastUint32x8(*mem.P32(base + uint64(g.off[3]))).Store((*[8]uint32)(dst[24:32]))
	default:
		scalarLoadGroups(dst, base, g)
		return
	}
	archsimd.ClearAVXUpperBits()
}

// loadSame loads n dwords per lane, every group the same.
func loadSame(rows []Lanes, base uint64, g *grouping) {
	if !haveSIMD || len(rows)%2 != 0 {
		scalarLoadSame(rows, base, g)
		return
	}
	for k, o := range g.off {
		a := base + uint64(o)
		for j := 0; j+1 < len(rows); j += 2 { // 8 bytes at once: aligned ones are not torn
			q := *mem.P64(a + 4*uint64(j))
			archsimd.BroadcastUint32x8(uint32(q)).Store((*[8]uint32)(rows[j][8*k:]))
			archsimd.BroadcastUint32x8(uint32(q >> 32)).Store((*[8]uint32)(rows[j+1][8*k:]))
		}
	}
	archsimd.ClearAVXUpperBits()
}
