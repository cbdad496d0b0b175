package emu

// broadcast fills a row with one value.
func broadcast(r *Lanes, v uint32) {
	for i := range r {
		r[i] = v
	}
}

// expandMask makes a row of zeros and ones of a lane mask.
func expandMask(r *Lanes, m uint32) {
	for i := range r {
		r[i] = -(m >> i & 1)
	}
}

// blend writes the lanes of src that are set in the row of masks m.
func blend(dst, src, m *Lanes) {
	for i := range dst {
		dst[i] ^= (dst[i] ^ src[i]) & m[i]
	}
}

// selectMask is r = b where the lane's bit of m is set, a elsewhere.
func selectMask(r, a, b *Lanes, m uint32) {
	for i := range r {
		x, y := a[i], b[i]
		r[i] = x ^ (x^y)&-(m>>i&1)
	}
}
