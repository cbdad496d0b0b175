package compiler_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ferry/internal/conformance"
)

// TestMergedAccess: loads and stores of neighbours need no more alignment than they had apart, and no less: PTX faults where one of
// them is not aligned to its own size.
func TestMergedAccess(t *testing.T) {
	obj := compile(t, `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 %r<8>;
.reg .b64 %d<2>;
ld.param.u64 %d0, [p];
ld.global.u32 %r0, [%d0];
ld.global.u32 %r1, [%d0+4];
ld.global.u32 %r2, [%d0+8];
ld.global.u32 %r3, [%d0+12];
add.u32 %r4, %r0, %r1;
add.u32 %r5, %r2, %r3;
xor.b32 %r6, %r0, %r3;
st.global.u32 [%d0+16], %r4;
st.global.u32 [%d0+20], %r5;
ret;
}
`)
	refused(t, obj)
	for off := range uint64(8) {
		t.Run(fmt.Sprint(off), func(t *testing.T) {
			m := machine(t)
			mod, err := m.Load(obj.HSACO)
			if err != nil {
				t.Fatal(err)
			}
			p, err := m.Alloc(256)
			if err != nil {
				t.Fatal(err)
			}
			b := make([]byte, 64)
			for i := range 4 {
				binary.LittleEndian.PutUint32(b[int(off)+4*i:], uint32(1)<<i)
			}
			err = errors.Join(m.Write(p, b),
				mod.Launch("k", &conformance.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Params: binary.LittleEndian.AppendUint64(nil, p+off)}), mod.Sync())
			if off%4 != 0 {
				if err == nil || !strings.Contains(err.Error(), "misaligned address") {
					t.Fatalf("%v, not a misaligned address", err)
				}
				return
			}
			if err = errors.Join(err, m.Read(b, p)); err != nil {
				t.Fatal(err)
			}
			if x, y := binary.LittleEndian.Uint32(b[off+16:]), binary.LittleEndian.Uint32(b[off+20:]); x != 3 || y != 12 {
				t.Errorf("%d and %d, not 3 and 12", x, y)
			}
		})
	}
}
