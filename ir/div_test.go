package ir

import (
	"math/rand"
	"testing"
)

// TestUdivConst checks the multiplication that replaces a division by a constant against Go's division.
func TestUdivConst(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	ds := []uint32{1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 25, 125, 625, 641, 1000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff}
	for range 500 {
		ds = append(ds, r.Uint32()>>(r.Uint32()%31)|1)
	}
	for _, d := range ds {
		b := &builder{f: &Func{}, epoch: 1}
		b.blk = b.f.NewBlock()
		x := b.f.NewValue(OpReadFirstLane, I32, 0)
		q := b.udivConst(x, b.c32(d))
		if q == nil {
			t.Fatalf("no division by %d", d)
		}
		xs := []uint32{0, 1, d - 1, d, d + 1, 2*d - 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff}
		for range 50 {
			xs = append(xs, r.Uint32())
		}
		for _, v := range xs {
			if got := evalPure(b.f, q, map[*Value]uint64{x: uint64(v)}); got != uint64(v/d) {
				t.Fatalf("%d / %d = %d, computed %d", v, d, v/d, got)
			}
		}
	}
}
