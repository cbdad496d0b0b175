package emu

import (
	"math/rand/v2"
	"testing"
)

// interesting are patterns at which f32 and integer operations change behaviour.
var interesting = []uint32{0, 1, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
	0xffc00001, 0x80000000, 0x80000001, 0xffffffff, 0x7fffffff, 31, 32, 0x1f, 0x00ffffff, 0x00800000, 0xff800001}

func randRow(r *rand.Rand, special bool) (l Lanes) {
	for i := range l {
		l[i] = r.Uint32()
		if special && r.IntN(3) == 0 {
			l[i] = interesting[r.IntN(len(interesting))]
		}
		if r.IntN(4) == 0 { // a normal number of moderate size, so that float rows are not all NaN or overflow
			l[i] = l[i]&0x807fffff | uint32(100+r.IntN(50))<<23
		}
	}
	return l
}

// TestSIMDAgainstScalar compares every operation's vector kernel with its twin over random registers, in place and not.
func TestSIMDAgainstScalar(t *testing.T) {
	if !haveSIMD {
		t.Skip("SKIPPED: this build has no vector kernels (GOEXPERIMENT=simd, AVX2 and FMA)")
	}
	r := rand.New(rand.NewPCG(1, 2))
	n := 0
	check := func(name string, f func(d, a, b, c *Lanes, simd bool)) {
		n++
		for range 300 {
			special := r.IntN(2) == 0
			a, b, c := randRow(r, special), randRow(r, special), randRow(r, special)
			var want, got Lanes
			f(&want, &a, &b, &c, false)
			f(&got, &a, &b, &c, true)
			if want != got {
				t.Fatalf("%s: vector kernel gives %x, twin %x of %x %x %x", name, got, want, a, b, c)
			}
			in := a
			f(&in, &in, &b, &c, true)
			if in != want {
				t.Fatalf("%s: wrong in place", name)
			}
		}
	}
	for name, o := range vopTable {
		switch {
		case o.k1 != nil && o.k1.simd != nil:
			check(name, func(d, a, _, _ *Lanes, simd bool) {
				if simd {
					o.k1.simd(d, a)
				} else {
					o.k1.scalar(d, a)
				}
			})
		case o.k2 != nil && o.k2.simd != nil:
			check(name, func(d, a, b, _ *Lanes, simd bool) {
				if simd {
					o.k2.simd(d, a, b)
				} else {
					o.k2.scalar(d, a, b)
				}
			})
		case o.k3 != nil && o.k3.simd != nil:
			check(name, func(d, a, b, c *Lanes, simd bool) {
				if simd {
					o.k3.simd(d, a, b, c)
				} else {
					o.k3.scalar(d, a, b, c)
				}
			})
		}
	}
	for name, k := range map[string]*kernRel{"i32": &kRelI32, "u32": &kRelU32, "f32": &kRelF32} {
		check("compare "+name, func(d, a, b, _ *Lanes, simd bool) {
			f := k.scalar
			if simd {
				f = k.simd
			}
			lt, eq, un := f(modeFP32Fast, a, b)
			for i := range d {
				d[i] = 0
			}
			d[0], d[1], d[2] = lt, eq, un
		})
	}
	check("blend", func(d, a, b, c *Lanes, simd bool) {
		var m Lanes
		scalarExpandMask(&m, c[0])
		x := *a
		if simd {
			blend(&x, b, &m)
		} else {
			scalarBlend(&x, b, &m)
		}
		*d = x
	})
	check("select", func(d, a, b, c *Lanes, simd bool) {
		if simd {
			selectMask(d, a, b, c[0])
		} else {
			scalarSelectMask(d, a, b, c[0])
		}
	})
	check("expand", func(d, a, b, c *Lanes, simd bool) {
		if simd {
			expandMask(d, c[1])
		} else {
			scalarExpandMask(d, c[1])
		}
	})
	for name, f := range map[string][2]func(d, d1, n, b, b1 *Lanes){"shl64": {scalarShl64, rowShl64}, "shr64": {scalarShr64, rowShr64}, "sar64": {scalarSar64, rowSar64}} {
		for _, hi := range []bool{false, true} {
			check(name, func(d, a, b, c *Lanes, simd bool) {
				x, y := *b, *c
				k := 0
				if simd {
					k = 1
				}
				f[k](&x, &y, a, &x, &y)
				if *d = x; hi {
					*d = y
				}
			})
			check("mad", func(d, a, b, c *Lanes, simd bool) {
				x, y := *b, *c
				f := scalarMadU64
				if simd {
					f = rowMadU64
				}
				f(&x, &y, a, b, c, &y)
				if *d = x; hi {
					*d = y
				}
			})
		}
	}
	for name, f := range map[string][2]func(d, a, b *Lanes, cin uint32) uint32{"add carry": {scalarAddCarry, rowAddCarry}, "sub borrow": {scalarSubBorrow, rowSubBorrow}} {
		for _, mask := range []bool{false, true} {
			for _, cin := range []bool{false, true} {
				check(name, func(d, a, b, c *Lanes, simd bool) {
					k := 0
					if simd {
						k = 1
					}
					ci := uint32(0)
					if cin {
						ci = c[0]
					}
					out := f[k](d, a, b, ci)
					if mask {
						*d = Lanes{out}
					}
				})
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d kernels compared", n)
	}
}
