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

// 64-bit shifts of pairs of rows by the low six bits of n, in place or not.
func scalarShl64(d, d1, n, b, b1 *Lanes) {
	for i := range d {
		v := (uint64(b1[i])<<32 | uint64(b[i])) << (n[i] & 63)
		d[i], d1[i] = uint32(v), uint32(v>>32)
	}
}
func scalarShr64(d, d1, n, b, b1 *Lanes) {
	for i := range d {
		v := (uint64(b1[i])<<32 | uint64(b[i])) >> (n[i] & 63)
		d[i], d1[i] = uint32(v), uint32(v>>32)
	}
}
func scalarSar64(d, d1, n, b, b1 *Lanes) {
	for i := range d {
		v := uint64(int64(uint64(b1[i])<<32|uint64(b[i])) >> (n[i] & 63))
		d[i], d1[i] = uint32(v), uint32(v>>32)
	}
}

// scalarAddCarry is d = a + b + carry mask, and the mask of carries out; scalarSubBorrow is a - b - borrow.
func scalarAddCarry(d, a, b *Lanes, cin uint32) (out uint32) {
	for i := range d {
		v := uint64(a[i]) + uint64(b[i]) + uint64(cin>>i&1)
		d[i] = uint32(v)
		out |= uint32(v>>32) << i
	}
	return out
}
func scalarSubBorrow(d, a, b *Lanes, cin uint32) (out uint32) {
	for i := range d {
		v := uint64(a[i]) - uint64(b[i]) - uint64(cin>>i&1)
		d[i] = uint32(v)
		out |= uint32(v>>63) << i
	}
	return out
}

// scalarMadU64 is the pair d = a*b + c without the carry.
func scalarMadU64(d, d1, a, b, c, c1 *Lanes) {
	for i := range d {
		v := uint64(a[i])*uint64(b[i]) + (uint64(c1[i])<<32 | uint64(c[i]))
		d[i], d1[i] = uint32(v), uint32(v>>32)
	}
}
