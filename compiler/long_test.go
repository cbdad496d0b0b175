package compiler_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"ferry/compiler"
	"ferry/internal/conformance"
)

// TestLongKernel compiles one long kernel in several ways, far branches and spills among them, and compares what they
// compute. There is no reference: the ways check each other.
func TestLongKernel(t *testing.T) {
	const size = 32 << 10
	in := make([]byte, size)
	for i := range in {
		in[i] = byte(i*7 + i>>8)
	}
	var want []byte
	for _, c := range []struct {
		name string
		opt  compiler.Options
	}{
		{"O0", compiler.Options{OptLevel: 0}},
		{"O3", compiler.Options{OptLevel: 3}},
		{"24 registers", compiler.Options{OptLevel: 3, MaxRegs: 24}},
	} {
		obj, err := compiler.Compile(longKernel(20000), c.opt)
		if err != nil {
			t.Fatal(err)
		}
		refused(t, obj)
		if t.Failed() {
			return
		}
		again, err := compiler.Compile(longKernel(20000), c.opt)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(obj.HSACO, again.HSACO) {
			t.Errorf("%s: two compilations differ", c.name)
		}
		m := machine(t)
		mod, err := m.Load(obj.HSACO)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Write(p, in); err != nil {
			t.Fatal(err)
		}
		args := binary.LittleEndian.AppendUint64(nil, p)
		args = binary.LittleEndian.AppendUint32(args, 3)
		l := &conformance.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{32, 1, 1}, Params: args}
		if err := mod.Launch("k", l); err != nil {
			t.Fatal(err)
		}
		if err := mod.Sync(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := make([]byte, size)
		if err := m.Read(got, p); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s: other results than O0", c.name)
		}
		t.Logf("%s: %d AMD instructions, %d registers, %d spills, %d bytes", c.name, obj.AMDInsts, obj.Kernels[0].NumRegs, obj.Kernels[0].Spills, len(obj.HSACO))
	}
}
