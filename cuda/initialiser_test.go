package cuda

import (
	"encoding/binary"
	"testing"
	"unsafe"
)

// TestPartsOfAddresses: initial values that are single bytes or the low half of an address, which ptxas makes relocations
// of (R_CUDA_8_0 to R_CUDA_8_56), whole pointers in byte arrays as nvcc writes them, and variables that point to themselves.
func TestPartsOfAddresses(t *testing.T) {
	th := thread(t)
	var m CUmodule
	ok(t, CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptxHead+`.visible .global .align 4 .u32 g[4];
.visible .const .align 4 .u32 c = 7;
.visible .func (.param .b32 r) f(.param .b32 a) { .reg .b32 %r; ld.param.b32 %r, [a]; add.s32 %r, %r, 5; st.param.b32 [r], %r; ret; }
.visible .global .align 1 .u8 whole[9] = {1, 0xff(g+4), 0xff00(g+4), 0xff0000(g+4), 0xff000000(g+4), 0xff00000000(g+4), 0xff0000000000(g+4), 0xff000000000000(g+4), 0xff00000000000000(g+4)};
.visible .global .align 1 .u8 part[6] = {9, 0xff0000(generic(c)+2), 0xff(g), 3, 0xff00(g), 0xff0000(0x123456)};
.visible .const .align 4 .u32 low[2] = {5, g+8};
.visible .global .align 8 .u64 masked = 0xff00(g);
.visible .global .align 8 .u64 self[2] = {self, self+8};
.visible .global .align 8 .u8 fn[8] = {0xff(f), 0xff00(f), 0xff0000(f), 0xff000000(f), 0xff00000000(f), 0xff0000000000(f), 0xff000000000000(f), 0xff00000000000000(f)};
.visible .entry k(.param .u64 p) { .reg .b32 %r; .reg .b64 %rd<3>; ld.param.u64 %rd0, [p]; ld.global.u64 %rd1, [fn];
P: .callprototype (.param .b32 _) _ (.param .b32 _);
call (%r), %rd1, (37), P; st.global.u32 [%rd0], %r; ret; }`))))
	defer CuModuleUnload(th, m)
	addr := func(name string) uint64 {
		t.Helper()
		var p CUdeviceptr
		ok(t, CuModuleGetGlobal_v2(th, &p, nil, m, cstr(name)))
		return uint64(p)
	}
	value := func(name string, n int) uint64 {
		t.Helper()
		b := read(t, th, CUdeviceptr(addr(name)), n)
		if n == 9 {
			b = b[1:]
		}
		return binary.LittleEndian.Uint64(append(b, 0, 0))
	}
	g, c := addr("g"), addr("c")
	for _, x := range []struct {
		name      string
		n         int
		got, want uint64
	}{
		{"whole", 9, 0, g + 4},
		{"part", 6, 0, 9 | ((c+2)>>16&0xff)<<8 | (g&0xff)<<16 | 3<<24 | (g>>8&0xff)<<32 | 0x12<<40},
		{"low", 8, 0, 5 | (g+8)<<32},
		{"masked", 8, 0, g >> 8 & 0xff},
		{"self", 8, 0, addr("self")},
	} {
		if got := value(x.name, x.n); got != x.want {
			t.Errorf("%s: %#x, want %#x", x.name, got, x.want)
		}
	}
	var f CUfunction
	ok(t, CuModuleGetFunction(th, &f, m, cstr("k")))
	p := CUdeviceptr(g)
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, (*unsafe.Pointer)(unsafe.Pointer(&[]unsafe.Pointer{unsafe.Pointer(&p)}[0])), nil))
	ok(t, CuCtxSynchronize(th))
	if got := binary.LittleEndian.Uint32(read(t, th, CUdeviceptr(g), 4)); got != 42 {
		t.Errorf("the function gave %d, want 42", got)
	}
}

// TestOldForms: elements of arrays by index, vector registers as a whole in mov, 0f constants in .f64: what ptxas 13.5 makes
// of them (nvdisasm: the index counts elements, the constant's bits are extended with zeros).
func TestOldForms(t *testing.T) {
	th := thread(t)
	var m CUmodule
	ok(t, CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptxHead+`.visible .global .align 8 .u32 g[4] = {1,2,3,4};
.visible .global .align 8 .u64 out[6];
.visible .global .align 8 .f64 bits = 0f3fc00000;
.visible .entry k() { .reg .b64 a,b; .reg .f64 d; .reg .u32 x; .reg .v2 .u32 v,w;
ld.global.v2.u32 v, [g]; mov.b64 b, v; st.global.u64 [out], b; mov.b64 w, b; st.global.u32 [out+8], w.y;
ld.global.u32 x, g[2]; st.global.u32 out[2], x; mov.u64 b, g[3]; st.global.u64 out[3], b;
mov.f64 d, 0f3fc00000; st.global.f64 out[4], d; ld.global.u64 b, [bits]; st.global.u64 out[5], b; ret; }`))))
	defer CuModuleUnload(th, m)
	var f CUfunction
	ok(t, CuModuleGetFunction(th, &f, m, cstr("k")))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, nil, nil))
	ok(t, CuCtxSynchronize(th))
	var p, g CUdeviceptr
	ok(t, CuModuleGetGlobal_v2(th, &p, nil, m, cstr("out")))
	ok(t, CuModuleGetGlobal_v2(th, &g, nil, m, cstr("g")))
	var got [6]uint64
	for i, b := 0, read(t, th, p, 48); i < len(got); i++ {
		got[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	if want := [6]uint64{2<<32 | 1, 2, 3, uint64(g) + 12, 0x3fc00000, 0x3fc00000}; got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}
