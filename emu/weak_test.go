package emu

import (
	"runtime"
	"testing"

	"ferry/emu/mem"
)

// TestWeakMemory walks through what caches remember (AMDGPUUsage, "Memory Model gfx10-gfx11"). CUs 0 and 1 are one WGP of array 0, CU 2 stands in
// array 1.
func TestWeakMemory(t *testing.T) {
	places := [...]weakPlace{{cu: 0, wgp: 0, array: 0}, {cu: 1, wgp: 0, array: 0}, {cu: 2, wgp: 1, array: 1}}
	for _, c := range []struct {
		name  string
		steps string // two letters and a digit each: what, which CU
		want  byte   // what the last step reads
	}{
		{"a line stays as it was read", "ld0 st2 ld0", 0},
		{"the storing CU sees its store", "ld0 st0 ld0", 1},
		{"GLC reads memory", "ld0 st2 lg0", 1},
		{"GLC forgets the line", "ld0 st2 lg0 ld0", 1},
		{"GL1 still has the line", "ld0 st2 i00 ld0", 0},
		{"L0 still has the line", "ld0 st2 i10 ld0", 0},
		{"both are invalidated", "ld0 st2 i10 i00 ld0", 1},
		{"L0 first, filled again from GL1", "ld0 st2 i00 ld0 i10 ld0", 0},
		{"GL1 is that of the WGP", "ld0 st1 i00 ld0", 1},
		{"the other CU's L0 is not", "ld0 st1 ld0", 0},
		{"one CU's invalidation is not the other's", "ld0 ld1 st2 i10 i00 ld1", 0},
		{"an atomic forgets the line", "ld0 at0 ld0", 1},
		{"the scalar cache keeps its line", "sl0 st0 sl0", 0},
		{"the scalar cache is not L0", "sl0 st2 i10 i00 sl0", 0},
		{"s_dcache_inv alone leaves GL1", "sl0 st2 si0 sl0", 0},
		{"s_dcache_inv and GL1", "sl0 st2 si0 i10 sl0", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(4) { // a store changes or drops what the caches hold
				m := &weakMem{}
				m.reset(seed)
				b := make([]byte, 4096)
				addr := (mem.AddressOf(b) + 255) &^ 255
				got := [4]byte{9}
				for s := c.steps; s != ""; s = s[min(4, len(s)):] {
					p := &places[s[2]-'0']
					switch s[:2] {
					case "ld":
						m.read(p, addr, got[:], false)
					case "lg":
						m.read(p, addr, got[:], true)
					case "st":
						m.write(p, addr, []byte{1, 0, 0, 0})
					case "at":
						*mem.P32(addr) = 1
						m.passed(p, addr)
					case "sl":
						m.readScalar(p, addr, got[:])
					case "i0":
						m.l0[p.cu].invalidate()
					case "i1":
						m.gl1[p.array].invalidate()
					case "si":
						m.scalar[p.wgp].invalidate()
					}
				}
				if got[0] != c.want {
					t.Errorf("seed %d: %d, not %d", seed, got[0], c.want)
				}
				runtime.KeepAlive(b)
			}
		})
	}
}

// TestWeakLines: accesses that cross lines, and all sizes.
func TestWeakLines(t *testing.T) {
	m := &weakMem{}
	m.reset(1)
	b := make([]byte, 4096)
	base := (mem.AddressOf(b) + 255) &^ 255
	p := weakPlace{}
	for _, n := range []int{1, 2, 4, 8, 12, 16} {
		for off := 120; off <= 136; off++ {
			want := make([]byte, n)
			for i := range want {
				want[i] = byte(off*n + i)
			}
			m.write(&p, base+uint64(off), want)
			for _, bypass := range []bool{false, true} {
				got := make([]byte, n)
				if m.read(&p, base+uint64(off), got, bypass); string(got) != string(want) {
					t.Errorf("%d bytes at %d: % x, not % x", n, off, got, want)
				}
			}
		}
	}
	runtime.KeepAlive(b)
}
