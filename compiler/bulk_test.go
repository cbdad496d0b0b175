package compiler_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"

	"ferry/abi"
	"ferry/hipffi"
	"ferry/internal/conformance"
)

// onBoth runs a test of the kernels of testdata/ptx/bulk.ptx on the compiler's device and on the interpreter of PTX.
func onBoth(t *testing.T, test func(t *testing.T, fresh func() (conformance.Machine, conformance.Module))) {
	src, err := os.ReadFile("../testdata/ptx/bulk.ptx")
	if err != nil {
		t.Fatal(err)
	}
	obj := compile(t, string(src))
	refused(t, obj)
	for _, on := range []struct {
		name string
		code []byte
		make func() conformance.Machine
	}{{"device", obj.HSACO, func() conformance.Machine { return machine(t) }}, {"interpreter", src, conformance.OnInterpreter}} {
		t.Run(on.name, func(t *testing.T) {
			test(t, func() (conformance.Machine, conformance.Module) {
				m := on.make()
				mod, err := m.Load(on.code)
				if err != nil {
					t.Fatal(err)
				}
				return m, mod
			})
		})
	}
}

// bulkRun runs a kernel whose last parameter, at a multiple of 8, is memory that holds out, and returns what it holds then.
func bulkRun(t *testing.T, m conformance.Machine, mod conformance.Module, kernel string, blocks uint32, params, out []byte) ([]byte, error) {
	t.Helper()
	p, err := m.Alloc(len(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Write(p, out); err != nil {
		t.Fatal(err)
	}
	for len(params)%8 != 0 {
		params = append(params, 0)
	}
	params = binary.LittleEndian.AppendUint64(params, p)
	if err := mod.Launch(kernel, &conformance.Launch{Grid: [3]uint32{blocks, 1, 1}, Block: [3]uint32{1, 1, 1}, Params: params}); err != nil {
		return nil, err
	}
	if err := mod.Sync(); err != nil {
		return nil, err
	}
	got := make([]byte, len(out))
	if err := m.Read(got, p); err != nil {
		t.Fatal(err)
	}
	return got, nil
}

// pseudoWords are n bytes of pseudo-random words.
func pseudoWords(seed uint32, n int) []byte {
	out := make([]byte, 0, n)
	for range n / 4 {
		seed = seed*1664525 + 1013904223
		out = binary.LittleEndian.AppendUint32(out, seed>>8|seed<<24)
	}
	return out
}

// swizzled is the address of byte a of a box (PTX ISA, Swizzling Modes: units of 16 bytes within the span are exchanged by the
// number of the line of 128 bytes).
func swizzled(a int, swizzle int32) int {
	units := 1 << swizzle
	unit, line := a/16%units, a/128%units
	return a - 16*unit + 16*(unit^line)
}

// TestGather copies rows of a tensor of 40 rows and 60 columns of two bytes from and to places anywhere in it. What is
// expected follows from the manual (.tile::scatter4 and .tile::gather4 modes): four boxes of one row, one behind the other.
func TestGather(t *testing.T) { onBoth(t, gather) }

func gather(t *testing.T, fresh func() (conformance.Machine, conformance.Module)) {
	m, mod := fresh()
	const rows, columns, pitch = 40, 60, 128
	tensor := pseudoWords(3, rows*pitch)
	global, err := m.Alloc(rows * pitch)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		box     uint32
		swizzle int32
		at      [5]int32
		fault   bool // of a store; a load reads what is outside as zero
	}{
		{8, 0, [5]int32{0, 0, 1, 2, 3}, false},
		{16, 0, [5]int32{8, 7, 3, 39, 0}, false},
		{16, 1, [5]int32{16, 5, 5, 2, 30}, false},
		{32, 2, [5]int32{0, 9, 8, 7, 6}, false},
		{64, 3, [5]int32{0, 20, 1, 39, 2}, false},
		{8, 3, [5]int32{8, 20, 1, 39, 2}, false},
		{16, 0, [5]int32{48, 40, 1, 100, 2}, false},
		{16, 0, [5]int32{-8, 1, -1, 2, 3}, true},
		{8, 0, [5]int32{64, 1, 2, 3, 4}, false},
	} {
		x := abi.TensorMap{Type: abi.TmU16, Rank: 2, Address: global, Dim: [5]uint64{columns, rows}, Stride: [4]uint64{pitch}, Box: [5]uint32{c.box, 1}, Step: [5]uint32{1, 1}, Swizzle: c.swizzle}
		tm, err := x.Encode()
		if err != nil {
			t.Fatal(err)
		}
		params := append([]byte{}, tm[:]...)
		for _, a := range c.at {
			params = binary.LittleEndian.AppendUint32(params, uint32(a))
		}
		params = binary.LittleEndian.AppendUint32(params, 4*2*c.box)
		apart := int(2 * c.box)
		if c.swizzle != 0 {
			apart = 16 << c.swizzle
		}
		// each calls f for every byte of the rows: where it lies in shared memory, and in the tensor or -1.
		each := func(f func(s, g int)) {
			for r, row := range c.at[1:] {
				for k := range int(2 * c.box) {
					column, g := int(c.at[0])+k/2, -1
					if column >= 0 && column < columns && row >= 0 && row < rows {
						g = int(row)*pitch + 2*column + k%2
					}
					f(swizzled(r*apart+k, c.swizzle), g)
				}
			}
		}
		t.Run(fmt.Sprint("gather ", c.box, c.swizzle, c.at), func(t *testing.T) {
			if err := m.Write(global, tensor); err != nil {
				t.Fatal(err)
			}
			want := bytes.Repeat([]byte{0xa5}, 4096)
			each(func(s, g int) {
				if want[s] = 0; g >= 0 {
					want[s] = tensor[g]
				}
			})
			got, err := bulkRun(t, m, mod, "gather", 1, params, make([]byte, 4096))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%v, first differing byte %d", err, differ(got, want))
			}
		})
		t.Run(fmt.Sprint("scatter ", c.box, c.swizzle, c.at), func(t *testing.T) {
			if c.fault {
				m, mod := fresh()
				_, err := bulkRun(t, m, mod, "scatter", 1, params, make([]byte, 4096))
				if e := (*hipffi.Error)(nil); err == nil || errors.As(err, &e) && e.Fault != hipffi.FaultIllegalInstr {
					t.Errorf("%v, want an illegal instruction", err)
				}
				return
			}
			if err := m.Write(global, tensor); err != nil {
				t.Fatal(err)
			}
			from := pseudoWords(4, 4096)
			want := append([]byte{}, tensor...)
			each(func(s, g int) {
				if g >= 0 {
					want[g] = from[s]
				}
			})
			if _, err := bulkRun(t, m, mod, "scatter", 1, params, from); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(tensor))
			if err := m.Read(got, global); err != nil {
				t.Fatal(err)
			}
			// Chunks of 16 bytes go as a whole: beyond a row's last element, too (testdata/tensormap, store_edge_t1).
			for r := range rows {
				copy(got[r*pitch+2*columns:(r+1)*pitch], want[r*pitch+2*columns:(r+1)*pitch])
			}
			if !bytes.Equal(got, want) {
				t.Errorf("first differing byte %d", differ(got, want))
			}
		})
	}
}

func differ(a, b []byte) int {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return len(a)
}

// TestSwizzleAtoms compares swizzles whose atoms are 32 or 64 bytes with the manual's tables, for maps made so and maps
// changed in the kernel.
func TestSwizzleAtoms(t *testing.T) { onBoth(t, swizzleAtoms) }

func swizzleAtoms(t *testing.T, fresh func() (conformance.Machine, conformance.Module)) {
	m, mod := fresh()
	tensor := pseudoWords(5, 1024)
	global, err := m.Alloc(1024)
	if err != nil {
		t.Fatal(err)
	}
	more, err := m.Alloc(128)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Write(global, tensor); err != nil {
		t.Fatal(err)
	}
	// Which 16 bytes of a line of 128 stand where, line by line.
	tables := map[int][][8]int{
		1: {{0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 6, 7, 4, 5}, {4, 5, 6, 7, 0, 1, 2, 3}, {6, 7, 4, 5, 2, 3, 0, 1}},
		2: {{0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 6, 7, 0, 1, 2, 3}},
	}
	for _, c := range []struct {
		swizzle   int32
		how       uint32
		atom      int
		wantError bool
	}{{4, 0, 1, false}, {6, 0, 2, false}, {0, 1, 1, false}, {0, 2, 2, false}, {5, 0, 0, true}, {7, 0, 0, true}} {
		x := abi.TensorMap{Type: abi.TmU16, Rank: 2, Address: global, Dim: [5]uint64{64, 8}, Stride: [4]uint64{128}, Box: [5]uint32{64, 8}, Step: [5]uint32{1, 1}, Swizzle: c.swizzle}
		tm, err := x.Encode()
		if (err != nil) != c.wantError {
			t.Errorf("swizzle %d: %v", c.swizzle, err)
		}
		if err != nil {
			continue
		}
		params := binary.LittleEndian.AppendUint32(append([]byte{}, tm[:]...), c.how)
		params = binary.LittleEndian.AppendUint32(params, 0)
		params = binary.LittleEndian.AppendUint64(params, more)
		got, err := bulkRun(t, m, mod, "atoms", 1, params, make([]byte, 1024))
		if err != nil {
			t.Fatal(err)
		}
		for line := range 8 {
			table := tables[c.atom]
			for i, k := range table[line%len(table)] {
				if g, w := got[line*128+16*i:][:16], tensor[line*128+16*k:][:16]; !bytes.Equal(g, w) {
					t.Errorf("swizzle %d, how %d: line %d, 16 bytes %d: %x not %x", c.swizzle, c.how, line, i, g, w)
				}
			}
		}
	}
}

// TestIgnoreOOB copies what may begin before an allocation and end behind it; the bytes there are open.
func TestIgnoreOOB(t *testing.T) { onBoth(t, ignoreOOB) }

func ignoreOOB(t *testing.T, fresh func() (conformance.Machine, conformance.Module)) {
	m, mod := fresh()
	for _, c := range []struct{ size, left, right uint32 }{{16, 0, 0}, {16, 15, 0}, {16, 0, 15}, {16, 5, 3}, {32, 0, 0}, {32, 15, 15}, {48, 1, 2}, {112, 3, 12}, {256, 0, 7}, {256, 15, 15}} {
		data := pseudoWords(c.size, int(c.size))
		src, err := m.Alloc(int(c.size - c.right))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Write(src, data[:c.size-c.right]); err != nil {
			t.Fatal(err)
		}
		params := binary.LittleEndian.AppendUint64(nil, src)
		for _, x := range []uint32{c.size, c.left, c.right} {
			params = binary.LittleEndian.AppendUint32(params, x)
		}
		got, err := bulkRun(t, m, mod, "inside", 1, params, make([]byte, 256))
		if err != nil {
			t.Fatal(c, err)
		}
		for i, b := range got {
			switch {
			case i >= int(c.size) && b != 0xa5:
				t.Errorf("%v: byte %d behind the copy is written", c, i)
			case i >= int(c.left) && i < int(c.size-c.right) && b != data[i]:
				t.Errorf("%v: byte %d is %#x, not %#x", c, i, b, data[i])
			}
		}
	}
}

// TestTryCancel asks for the work of blocks that have not started: all that is asked of them is done once, by whomever.
func TestTryCancel(t *testing.T) { onBoth(t, tryCancel) }

func tryCancel(t *testing.T, fresh func() (conformance.Machine, conformance.Module)) {
	m, mod := fresh()
	got, err := bulkRun(t, m, mod, "cancel", 50, nil, make([]byte, 200))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		if n := binary.LittleEndian.Uint32(got[4*i:]); n != 1 {
			t.Errorf("block %d is done %d times", i, n)
		}
	}
}
