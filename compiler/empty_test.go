package compiler_test

import (
	"math"
	"testing"

	"ferry/internal/conformance"
)

// TestEmptyKernel launches the largest grid of kernels that do nothing, or nothing that is seen: their blocks need not be run.
// (2^31-1 blocks, at ten million a second, would take minutes.)
func TestEmptyKernel(t *testing.T) {
	obj := compile(t, `.version 8.0
.target sm_80
.address_size 64
.visible .entry nothing() { ret; }
.visible .entry unseen(.param .u64 a, .param .u32 b)
{
	.reg .b32 r; .reg .b64 p;
	ld.param.u64 p, [a]; ld.param.u32 r, [b]; add.u32 r, r, 1; mov.u32 r, %tid.x;
	ret;
}
`)
	refused(t, obj)
	m := machine(t)
	mod, err := m.Load(obj.HSACO)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		name   string
		params int
	}{{"nothing", 0}, {"unseen", 12}} {
		if err := mod.Launch(k.name, &conformance.Launch{Grid: [3]uint32{math.MaxInt32, 1, 1}, Block: [3]uint32{1024, 1, 1}, Params: make([]byte, k.params)}); err != nil {
			t.Fatal(err)
		}
		if err := mod.Sync(); err != nil {
			t.Errorf("%s: %v", k.name, err)
		}
	}
}
