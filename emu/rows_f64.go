package emu

import "math"

// f64 row kernels for the default mode (nearest even, subnormals kept). A NaN result is formed by the exact one-lane function, which knows AMD's rules.

func pair64(lo, hi *Lanes, i int) uint64 { return uint64(hi[i])<<32 | uint64(lo[i]) }

func rowAddF64(d, d1, a, a1, b, b1, _, _ *Lanes) {
	for i := range a {
		x, y := pair64(a, a1, i), pair64(b, b1, i)
		v := f64(x) + f64(y)
		u := b64(v)
		if v != v {
			u = addF64(modeFP64Fast, x, y, 0)
		}
		d[i], d1[i] = uint32(u), uint32(u>>32)
	}
}

func rowMulF64(d, d1, a, a1, b, b1, _, _ *Lanes) {
	for i := range a {
		x, y := pair64(a, a1, i), pair64(b, b1, i)
		v := f64(x) * f64(y)
		u := b64(v)
		if v != v {
			u = mulF64(modeFP64Fast, x, y, 0)
		}
		d[i], d1[i] = uint32(u), uint32(u>>32)
	}
}

func rowFmaF64(d, d1, a, a1, b, b1, c, c1 *Lanes) {
	for i := range a {
		x, y, z := pair64(a, a1, i), pair64(b, b1, i), pair64(c, c1, i)
		v := math.FMA(f64(x), f64(y), f64(z))
		u := b64(v)
		if v != v {
			u = fmaF64(modeFP64Fast, x, y, z)
		}
		d[i], d1[i] = uint32(u), uint32(u>>32)
	}
}
