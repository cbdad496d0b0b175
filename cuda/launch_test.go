package cuda

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

func TestModuleErrors(t *testing.T) { // conformance/driver: module_errors
	needCompiler(t)
	th := thread(t)
	for _, c := range []struct {
		name, ptx string
		want      CUresult
	}{
		{"empty", "", 200},
		{"garbage", "hello world", 200},
		{"no_target", ".version 7.0\n", 218},
		{"bad_instr", ptxHead + ".visible .entry k(){foo.bar; ret;}", 218},
		{"undef_reg", ptxHead + ".visible .entry k(){mov.u32 %r1,%r2;ret;}", 218},
		{"type", ptxHead + ".visible .entry k(){.reg .f32 %f;.reg .b64 %d;add.f32 %f,%f,%d;ret;}", 218},
		{"future", ".version 99.0\n.target sm_52\n.address_size 64\n.visible .entry k(){ret;}", 222},
		{"future_sm", ".version 7.0\n.target sm_999\n.address_size 64\n.visible .entry k(){ret;}", 218},
		{"newer_sm", ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(){ret;}", 0},
		{"undef_label", ptxHead + ".visible .entry k(){bra L;ret;}", 218},
		{"dup", ptxHead + ".visible .entry k(){ret;}\n.visible .entry k(){ret;}", 218},
		{"extern", ptxHead + ".extern .func f;\n.visible .entry k(){call f;ret;}", 218},
		{"ok_empty", ptxHead, 0},
		{"ok", ptxSet, 0},
	} {
		var m CUmodule
		want(t, c.name, CuModuleLoadData(th, &m, unsafe.Pointer(cstr(c.ptx))), c.want)
		if c.want == 0 {
			ok(t, CuModuleUnload(th, m))
			want(t, "unload again", CuModuleUnload(th, m), CUDA_ERROR_INVALID_HANDLE)
		}
	}
	want(t, "file", CuModuleLoad(th, new(CUmodule), cstr("/nonexistent")), CUDA_ERROR_FILE_NOT_FOUND)
	want(t, "to null", CuModuleLoadData(th, nil, unsafe.Pointer(cstr(ptxSet))), CUDA_ERROR_INVALID_VALUE)
	want(t, "from null", CuModuleLoadData(th, new(CUmodule), nil), CUDA_ERROR_INVALID_VALUE)
}

// An image of SASS alone is refused with one line that says why, however often it is loaded.
func TestNoPTX(t *testing.T) {
	needCompiler(t)
	th := thread(t)
	var b bytes.Buffer
	ferryLog.SetOutput(&b)
	defer ferryLog.SetOutput(os.Stderr)
	saidNoPTX = sync.Once{}
	cubin := make([]byte, 64) // the header of a cubin: e_machine 190 is EM_CUDA
	copy(cubin, "\x7fELF\x02\x01\x01")
	cubin[18] = 190
	for range 2 {
		want(t, "cubin", CuModuleLoadData(th, new(CUmodule), unsafe.Pointer(&cubin[0])), CUDA_ERROR_NO_BINARY_FOR_GPU)
	}
	if s := b.String(); strings.Count(s, "\n") != 1 || !strings.Contains(s, "without PTX") {
		t.Errorf("said %q", s)
	}
}

func TestModuleLog(t *testing.T) { // conformance/driver: module_log
	needCompiler(t)
	th := thread(t)
	var errs [4096]byte
	var info [256]byte
	o := []CUjit_option{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES}
	v := []unsafe.Pointer{unsafe.Pointer(&errs), word(4096), unsafe.Pointer(&info), word(256)}
	var m CUmodule
	bad := ptxHead + ".visible .entry k(){\n  bogus.u32 %r1;\nret;}"
	want(t, "load", CuModuleLoadDataEx(th, &m, unsafe.Pointer(cstr(bad)), 4, &o[0], &v[0]), CUDA_ERROR_INVALID_PTX)
	log := gostring(&errs[0])
	if !strings.Contains(log, "line 5") {
		t.Errorf("log %q does not name line 5", log)
	}
	if n := uintptr(v[1]); int(n) != len(log) {
		t.Errorf("size %d is written back for %d bytes", n, len(log))
	}
	want(t, "option", CuModuleLoadDataEx(th, &m, unsafe.Pointer(cstr(ptxSet)), 1, &[]CUjit_option{99}[0], &v[0]), CUDA_ERROR_INVALID_VALUE)
	want(t, "options at null", CuModuleLoadDataEx(th, &m, unsafe.Pointer(cstr(ptxSet)), 1, nil, nil), CUDA_ERROR_INVALID_VALUE)
}

func TestGetFunction(t *testing.T) { // conformance/driver: get_function
	needCompiler(t)
	th := thread(t)
	var m CUmodule
	ok(t, CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptxSet))))
	var f CUfunction
	ok(t, CuModuleGetFunction(th, &f, m, cstr("set")))
	none := CUfunction(5)
	want(t, "no name", CuModuleGetFunction(th, &none, m, cstr("")), CUDA_ERROR_INVALID_VALUE)
	if none != 5 {
		t.Errorf("no name: %d", none)
	}
	want(t, "nope", CuModuleGetFunction(th, &none, m, cstr("nope")), CUDA_ERROR_NOT_FOUND)
	if none != 0 { // testdata/api: cuModuleGetFunction | no such function
		t.Errorf("nope: %d", none)
	}
	var p CUdeviceptr
	var n uintptr
	want(t, "global", CuModuleGetGlobal_v2(th, &p, &n, m, cstr("nope")), CUDA_ERROR_NOT_FOUND)
	var name *byte
	ok(t, CuFuncGetName(th, &name, f))
	if gostring(name) != "set" {
		t.Errorf("name %q", gostring(name))
	}
	var count uintptr
	ok(t, CuFuncGetParamCount(th, f, &count))
	var off, size uintptr
	ok(t, CuFuncGetParamInfo(th, f, 1, &off, &size))
	if count != 2 || off != 8 || size != 4 {
		t.Errorf("%d parameters, the second %d bytes at %d", count, size, off)
	}
	want(t, "third parameter", CuFuncGetParamInfo(th, f, 2, &off, &size), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuModuleUnload(th, m))
	want(t, "no module", CuModuleGetFunction(th, &f, 0, cstr("set")), CUDA_ERROR_INVALID_HANDLE)
	want(t, "dead function", CuFuncGetName(th, &name, f), CUDA_ERROR_INVALID_HANDLE)
}

func TestFunctionAttributes(t *testing.T) { // conformance/driver: func_attributes
	th := thread(t)
	f := load(t, th, ptxHead+`.visible .entry k(.param .u64 p).maxntid 128,1,1 {.shared .align 4 .b8 s[400];.local .align 8 .b8 l[64];
.reg .b32 %r;.reg .b64 %a,%q;ld.param.u64 %a,[p];mov.u64 %q,l;cvta.local.u64 %q,%q;st.global.u64 [%a],%q;mov.u32 %r,s;st.global.u32 [%a+8],%r;ret;}`, "k")
	for _, c := range []struct{ at, value int32 }{{0, 128}, {1, 400}, {2, 0}, {5, 52}, {7, 0}, {8, 48752}, {9, -1}} {
		v := int32(-7)
		ok(t, CuFuncGetAttribute(th, &v, c.at, f))
		if v != c.value {
			t.Errorf("attribute %d is %d, want %d", c.at, v, c.value)
		}
	}
	for at := range int32(16) {
		ok(t, CuFuncGetAttribute(th, new(int32), at, f))
	}
	want(t, "attribute 99", CuFuncGetAttribute(th, new(int32), 99, f), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuFuncSetAttribute(th, f, 8, 1000))
	var v int32
	ok(t, CuFuncGetAttribute(th, &v, 8, f))
	if v != 1000 {
		t.Errorf("dynamic shared memory %d", v)
	}
	want(t, "-1", CuFuncSetAttribute(th, f, 8, -1), CUDA_ERROR_INVALID_VALUE)
	want(t, "1 MiB", CuFuncSetAttribute(th, f, 8, 1<<20), CUDA_ERROR_INVALID_VALUE)
	want(t, "read-only", CuFuncSetAttribute(th, f, 0, 64), CUDA_ERROR_INVALID_VALUE)
	p := alloc(t, th, 16)
	want(t, "more threads than .maxntid", CuLaunchKernel(th, f, 1, 1, 1, 129, 1, 1, 0, 0, args(unsafe.Pointer(&p)), nil), CUDA_ERROR_INVALID_VALUE) // conformance: launch_maxntid
}

func TestLaunchErrors(t *testing.T) { // conformance/driver: launch_errors
	th := thread(t)
	f := load(t, th, ptxSet, "set")
	p, v := alloc(t, th, 1<<20), uint32(5)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&v))
	for _, c := range []struct {
		name   string
		g, b   [3]uint32
		shared uint32
		want   CUresult
	}{
		{"zero_block", [3]uint32{1, 1, 1}, [3]uint32{0, 1, 1}, 0, 1},
		{"zero_grid", [3]uint32{0, 1, 1}, [3]uint32{1, 1, 1}, 0, 1},
		{"big_block", [3]uint32{1, 1, 1}, [3]uint32{1025, 1, 1}, 0, 1},
		{"big_z", [3]uint32{1, 1, 1}, [3]uint32{1, 1, 65}, 0, 1},
		{"3d_block", [3]uint32{1, 1, 1}, [3]uint32{32, 32, 2}, 0, 1},
		{"grid_y", [3]uint32{1, 65536, 1}, [3]uint32{1, 1, 1}, 0, 1},
		{"grid_z", [3]uint32{1, 1, 65536}, [3]uint32{1, 1, 1}, 0, 1},
		{"smem48k+1", [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 49153, 1},
		{"smem48k", [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 49152, 0},
		{"ok", [3]uint32{2, 1, 1}, [3]uint32{64, 1, 1}, 0, 0},
	} {
		want(t, c.name, CuLaunchKernel(th, f, c.g[0], c.g[1], c.g[2], c.b[0], c.b[1], c.b[2], c.shared, 0, a, nil), c.want)
	}
	ok(t, CuCtxSynchronize(th))
	want(t, "null_f", CuLaunchKernel(th, 0, 1, 1, 1, 1, 1, 1, 0, 0, a, nil), CUDA_ERROR_INVALID_HANDLE)
	want(t, "no parameters", CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, nil, nil), CUDA_ERROR_INVALID_VALUE)
	want(t, "both lists", CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, a, a), CUDA_ERROR_INVALID_VALUE)
	if got := words(read(t, th, p, 16)); got != "5 6 7 8" {
		t.Errorf("the kernel wrote %s", got)
	}
}

func TestLaunchForms(t *testing.T) {
	th := thread(t)
	f := load(t, th, ptxSet, "set")
	p := alloc(t, th, 64)
	check := func(name, want string) {
		t.Helper()
		ok(t, CuCtxSynchronize(th))
		if got := words(read(t, th, p, 16)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	// extra
	buf := struct {
		p CUdeviceptr
		v uint32
	}{p, 100}
	size := uintptr(12)
	extra := []unsafe.Pointer{word(1), unsafe.Pointer(&buf), word(2), unsafe.Pointer(&size), nil}
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 4, 1, 1, 0, 0, nil, &extra[0]))
	check("extra", "100 101 102 103")
	size = 8 // conformance: launch_extra
	want(t, "short extra", CuLaunchKernel(th, f, 1, 1, 1, 4, 1, 1, 0, 0, nil, &extra[0]), CUDA_SUCCESS)
	size = 64
	want(t, "long extra", CuLaunchKernel(th, f, 1, 1, 1, 4, 1, 1, 0, 0, nil, &extra[0]), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)
	// CUDA 3
	v := uint32(200)
	ok(t, CuFuncSetBlockShape(th, f, 2, 1, 1))
	ok(t, CuParamSetv(th, f, 0, unsafe.Pointer(&p), 8))
	ok(t, CuParamSeti(th, f, 8, v))
	ok(t, CuParamSetSize(th, f, 12))
	ok(t, CuLaunchGrid(th, f, 2, 1))
	check("cuLaunchGrid", "200 201 202 203")
	// cuLaunchKernelEx, cooperative (conformance/driver: launch_ex)
	v = 3
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&v))
	ok(t, CuLaunchKernelEx(th, &CUlaunchConfig{GridDimX: 1, GridDimY: 1, GridDimZ: 1, BlockDimX: 4, BlockDimY: 1, BlockDimZ: 1}, f, a, nil))
	check("cuLaunchKernelEx", "3 4 5 6")
	want(t, "too many blocks", CuLaunchCooperativeKernel(th, f, 100000, 1, 1, 1024, 1, 1, 0, 0, a), CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
	ok(t, CuLaunchCooperativeKernel(th, f, 1, 1, 1, 4, 1, 1, 0, 0, a))
	ok(t, CuCtxSynchronize(th))
}

func TestStickyError(t *testing.T) { // conformance/driver: oob_sticky
	th := &Thread{}
	var c CUcontext
	ok(t, CuCtxCreate_v2(th, &c, 0, 0))
	f := load(t, th, ptxSet, "set")
	p, v := CUdeviceptr(0x10), uint32(5)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&v))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, a, nil))
	want(t, "synchronize", CuCtxSynchronize(th), CUDA_ERROR_ILLEGAL_ADDRESS)
	want(t, "again", CuCtxSynchronize(th), CUDA_ERROR_ILLEGAL_ADDRESS)
	want(t, "alloc", CuMemAlloc_v2(th, &p, 16), CUDA_ERROR_ILLEGAL_ADDRESS)
	want(t, "launch", CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, a, nil), CUDA_ERROR_ILLEGAL_ADDRESS)
	want(t, "stream", CuStreamCreate(th, new(CUstream), 0), CUDA_ERROR_ILLEGAL_ADDRESS)
	ok(t, CuCtxDestroy_v2(th, c))
	// When all contexts with the error are gone, new ones work.
	th = thread(t)
	alloc(t, th, 16)
}

func TestTrap(t *testing.T) { // conformance/driver: trap
	th := thread(t)
	f := load(t, th, ptxHead+".visible .entry k(){trap;ret;}", "k")
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, nil, nil))
	want(t, "trap", CuCtxSynchronize(th), CUDA_ERROR_LAUNCH_FAILED)
}

func TestLibrary(t *testing.T) { // conformance/driver: library_api
	needCompiler(t)
	th := thread(t)
	var l CUlibrary
	ok(t, CuLibraryLoadData(th, &l, unsafe.Pointer(cstr(ptxSet)), nil, nil, 0, nil, nil, 0))
	var k CUkernel
	ok(t, CuLibraryGetKernel(th, &k, l, cstr("set")))
	want(t, "zip", CuLibraryGetKernel(th, new(CUkernel), l, cstr("zip")), CUDA_ERROR_NOT_FOUND)
	var f CUfunction
	ok(t, CuKernelGetFunction(th, &f, k))
	var n uint32
	ok(t, CuLibraryGetKernelCount(th, &n, l))
	var name *byte
	ok(t, CuKernelGetName(th, &name, k))
	if n != 1 || gostring(name) != "set" {
		t.Errorf("%d kernels, name %q", n, gostring(name))
	}
	p, v := alloc(t, th, 64), uint32(3)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&v))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, a, nil))
	ok(t, CuLaunchKernel(th, CUfunction(k), 1, 1, 1, 1, 1, 1, 0, 0, a, nil))
	ok(t, CuCtxSynchronize(th))
	var off, size uintptr
	ok(t, CuKernelGetParamInfo(th, k, 1, &off, &size))
	if off != 8 || size != 4 {
		t.Errorf("parameter 1: %d bytes at %d", size, off)
	}
	want(t, "parameter 2", CuKernelGetParamInfo(th, k, 2, &off, &size), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuLibraryUnload(th, l))
	want(t, "unload again", CuLibraryUnload(th, l), CUDA_ERROR_INVALID_HANDLE)
	want(t, "dead kernel", CuLaunchKernel(th, CUfunction(k), 1, 1, 1, 1, 1, 1, 0, 0, a, nil), CUDA_ERROR_INVALID_HANDLE)
}
