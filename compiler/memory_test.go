package compiler_test

import (
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"testing"

	"ferry/internal/conformance"
)

// TestMemory runs the kernels of testdata/ptx/memory.ptx. The values follow from the PTX manual by hand.
func TestMemory(t *testing.T) {
	src, err := os.ReadFile("../testdata/ptx/memory.ptx")
	if err != nil {
		t.Fatal(err)
	}
	obj := compile(t, string(src))
	refused(t, obj)
	phases := make([]uint32, 128)
	for i := range phases {
		rounds := uint32(20)
		if i >= 126 {
			rounds = 10 // these two leave
		}
		phases[i] = rounds*uint32(i^1) + rounds*(rounds-1)/2
	}
	for _, c := range []struct {
		kernel        string
		blocks, block uint32
		in            uint32
		want          []uint32
		fails         string
	}{
		// 64: a parameter's generic address is global, too (testdata/recorded, async2_0108).
		{kernel: "windows", blocks: 1, block: 32, want: []uint32{1 | 4 | 16 | 32 | 64}},
		{kernel: "calls", blocks: 1, block: 32, want: []uint32{1000 * 515}},
		{kernel: "overflow", blocks: 1, block: 1, in: 1000},
		{kernel: "overflow", blocks: 1, block: 1, in: 1 << 20, fails: "stack overflow"},
		{kernel: "swap128", blocks: 4, block: 128, want: []uint32{512, 0, 512 * 513 / 2, 0}},
		{kernel: "phases", blocks: 1, block: 128, want: phases},
	} {
		t.Run(c.kernel, func(t *testing.T) {
			m := machine(t)
			mod, err := m.Load(obj.HSACO)
			if err != nil {
				t.Fatal(err)
			}
			out, err := m.Alloc(1024)
			if err != nil {
				t.Fatal(err)
			}
			b := make([]byte, 1024)
			binary.LittleEndian.PutUint32(b, c.in)
			if err := m.Write(out, b); err != nil {
				t.Fatal(err)
			}
			err = mod.Launch(c.kernel, &conformance.Launch{Grid: [3]uint32{c.blocks, 1, 1}, Block: [3]uint32{c.block, 1, 1},
				Params: binary.LittleEndian.AppendUint64(nil, out)})
			err = errors.Join(err, mod.Sync())
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("%v, not %q", err, c.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Read(b, out); err != nil {
				t.Fatal(err)
			}
			for i, w := range c.want {
				if g := binary.LittleEndian.Uint32(b[4*i:]); g != w {
					t.Errorf("word %d: %d not %d", i, g, w)
				}
			}
		})
	}
}
