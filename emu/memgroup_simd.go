//go:build goexperiment.simd && amd64

package emu

import "simd/archsimd"

// laneSteps are 0..7 times each access size that is used.
var laneSteps = func() (t [17][8]uint32) {
	for s := range t {
		for i := range 8 {
			t[s][i] = uint32(s * i)
		}
	}
	return t
}()

// groups classifies the offsets of the four groups of eight lanes; step is at most 16.
func groups(r *Lanes, step uint32) (g grouping) {
	if !haveSIMD {
		return scalarGroups(r, step)
	}
	want := archsimd.LoadUint32x8(&laneSteps[step])
	for k := range 4 {
		x := ld((*[8]uint32)(r[8*k:]))
		d := x.Sub(archsimd.BroadcastUint32x8(r[8*k]))
		if d.Xor(want).IsZero() {
			g.run |= 1 << k
		}
		if d.IsZero() {
			g.same |= 1 << k
		}
	}
	archsimd.ClearAVXUpperBits()
	return g
}
