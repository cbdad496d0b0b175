package cuda

import (
	"testing"
	"unsafe"
)

// CUDA's runtime asks for __managed__ variables before it has made a context (seen with cudart 13.5), and a program's host
// code reads and writes them through the pointer that it got; kernels in the primary context must see the same bytes.
func TestLibraryManagedBeforeContext(t *testing.T) {
	needCompiler(t)
	th := &Thread{}
	defer ThreadExit(th)
	const text = ptxHead + `.visible .global .attribute(.managed) .align 4 .u32 m[2]={7,8};
.visible .entry k(){.reg .b32 %r;ld.global.u32 %r,[m];add.u32 %r,%r,5;st.global.u32 [m+4],%r;ret;}`
	var l CUlibrary
	ok(t, CuLibraryLoadData(th, &l, unsafe.Pointer(cstr(text)), nil, nil, 0, nil, nil, 0))
	defer CuLibraryUnload(th, l)
	var p CUdeviceptr
	var n uintptr
	ok(t, CuLibraryGetManaged(th, &p, &n, l, cstr("m")))
	want(t, "a variable that the context owns", CuLibraryGetGlobal(th, &p, &n, l, cstr("m")), CUDA_ERROR_INVALID_CONTEXT)
	var c CUcontext
	ok(t, CuDevicePrimaryCtxRetain(th, &c, 0))
	defer CuDevicePrimaryCtxRelease(th, 0)
	ok(t, CuCtxSetCurrent(th, c))
	var q CUdeviceptr
	ok(t, CuLibraryGetManaged(th, &q, &n, l, cstr("m")))
	if q != p || n != 8 {
		t.Errorf("variable at %#x and %#x, %d bytes", p, q, n)
	}
	m := unsafe.Slice((*uint32)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), 2)
	m[0] += 30
	var k CUkernel
	var f CUfunction
	ok(t, CuLibraryGetKernel(th, &k, l, cstr("k")))
	ok(t, CuKernelGetFunction(th, &f, k))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, nil, nil))
	ok(t, CuCtxSynchronize(th))
	if m[1] != 42 {
		t.Errorf("the kernel wrote %d", m[1])
	}
}

// numba-cuda's tests expect the constants of a kernel's module in its attributes; ptxas -v reports 56 bytes for these.
func TestConstSize(t *testing.T) {
	th := thread(t)
	f := load(t, th, ptxHead+`.const .align 4 .b8 a[16];.const .align 4 .b8 b[40];.global .align 4 .b8 g[8];
.visible .entry k(){ret;}`, "k")
	var v int32
	ok(t, CuFuncGetAttribute(th, &v, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, f))
	if v != 56 {
		t.Errorf("got %d", v)
	}
}
