package emu

// Helpers on whole rows, as plain loops.

// scalarBroadcast fills a row with one value.
func scalarBroadcast(r *Lanes, v uint32) {
	for i := range r {
		r[i] = v
	}
}

// scalarExpandMask makes a row of zeros and ones of a lane mask.
func scalarExpandMask(r *Lanes, m uint32) {
	for i := range r {
		r[i] = -(m >> i & 1)
	}
}

// scalarBlend writes the lanes of src that are set in the row of masks m.
func scalarBlend(dst, src, m *Lanes) {
	for i := range dst {
		dst[i] ^= (dst[i] ^ src[i]) & m[i]
	}
}

// scalarSelectMask is r = b where the lane's bit of m is set, a elsewhere.
func scalarSelectMask(r, a, b *Lanes, m uint32) {
	for i := range r {
		x, y := a[i], b[i]
		r[i] = x ^ (x^y)&-(m>>i&1)
	}
}
