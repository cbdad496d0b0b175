package cuda

import (
	"strings"
	"testing"
	"unsafe"
)

func addPTX(t *testing.T, th *Thread, l CUlinkState, text, name string) CUresult {
	return CuLinkAddData_v2(th, l, CU_JIT_INPUT_PTX, unsafe.Pointer(cstr(text)), uintptr(len(text)+1), cstr(name), 0, nil, nil)
}

func TestLink(t *testing.T) {
	needCompiler(t)
	th := thread(t)
	a := ptxHead + `.extern .func (.param .b32 r) twice(.param .b32 x);
.extern .global .u32 shared_word;
.global .u32 mine = 5;
.visible .entry k(.param .u64 p){.reg .b64 %a,%m;.reg .b32 %v,%w;ld.param.u64 %a,[p];ld.global.u32 %w,[shared_word];
{.param .b32 q;.param .b32 z;st.param.b32 [q],%w;call.uni (z),twice,(q);ld.param.b32 %v,[z];}
st.global.u32 [%a],%v;ld.global.u32 %w,[mine];st.global.u32 [%a+4],%w;ret;}`
	b := ptxHead + `.visible .global .u32 shared_word = 21;
.global .u32 mine = 7;
.visible .func (.param .b32 r) twice(.param .b32 x){.reg .b32 %v,%w;ld.param.b32 %v,[x];add.u32 %v,%v,%v;ld.global.u32 %w,[mine];add.u32 %v,%v,%w;
st.param.b32 [r],%v;ret;}`
	for _, order := range [][2]string{{a, b}, {b, a}} {
		var l CUlinkState
		ok(t, CuLinkCreate_v2(th, 0, nil, nil, &l))
		ok(t, addPTX(t, th, l, order[0], "one.ptx"))
		ok(t, addPTX(t, th, l, order[1], "two.ptx"))
		var out unsafe.Pointer
		var size uintptr
		ok(t, CuLinkComplete(th, l, &out, &size))
		var m CUmodule
		ok(t, CuModuleLoadData(th, &m, out))
		var lib CUlibrary
		ok(t, CuLibraryLoadData(th, &lib, out, nil, nil, 0, nil, nil, 0))
		ok(t, CuLibraryUnload(th, lib))
		ok(t, CuLinkDestroy(th, l))
		want(t, "destroy again", CuLinkDestroy(th, l), CUDA_ERROR_INVALID_HANDLE)
		var f CUfunction
		ok(t, CuModuleGetFunction(th, &f, m, cstr("k")))
		p := alloc(t, th, 8)
		ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, args(unsafe.Pointer(&p)), nil))
		if got := words(read(t, th, p, 8)); got != "49 5" { // 2*21 + b's 7, a's 5
			t.Errorf("got %s", got)
		}
	}
}

func TestLinkErrors(t *testing.T) {
	needCompiler(t)
	th := thread(t)
	errs := hostBytes(1024)
	o := []CUjit_option{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES}
	v := []unsafe.Pointer{unsafe.Pointer(&errs[0]), word(1024)}
	var l CUlinkState
	ok(t, CuLinkCreate_v2(th, 2, &o[0], &v[0], &l))
	want(t, "bad PTX", addPTX(t, th, l, ptxHead+".visible .entry k(){foo.bar;ret;}", "bad.ptx"), CUDA_ERROR_INVALID_PTX)
	if log := gostring(&errs[0]); !strings.Contains(log, "bad.ptx") {
		t.Errorf("log %q", log)
	}
	want(t, "cubin kind", CuLinkAddData_v2(th, l, CU_JIT_INPUT_CUBIN, unsafe.Pointer(cstr("nothing")), 8, cstr("x"), 0, nil, nil), CUDA_ERROR_INVALID_IMAGE)
	want(t, "kind 99", CuLinkAddData_v2(th, l, 99, unsafe.Pointer(cstr("nothing")), 8, cstr("x"), 0, nil, nil), CUDA_ERROR_INVALID_VALUE)
	want(t, "null", CuLinkAddData_v2(th, l, 1, nil, 8, cstr("x"), 0, nil, nil), CUDA_ERROR_INVALID_VALUE)
	want(t, "no file", CuLinkAddFile_v2(th, l, 1, cstr("/nonexistent"), 0, nil, nil), CUDA_ERROR_FILE_NOT_FOUND)
	ok(t, addPTX(t, th, l, ptxHead+".visible .func f(){ret;}", "one.ptx"))
	// testdata/api: cuLinkComplete | one kernel twice
	want(t, "two definitions", addPTX(t, th, l, ptxHead+".visible .func f(){ret;}", "two.ptx"), CUDA_ERROR_INVALID_SOURCE)
	var out unsafe.Pointer
	want(t, "after two definitions", CuLinkComplete(th, l, &out, nil), CUDA_ERROR_INVALID_SOURCE)
	if log := gostring(&errs[0]); !strings.Contains(log, "Multiple definition of 'f'") {
		t.Errorf("log %q", log)
	}
	ok(t, CuLinkDestroy(th, l))
	want(t, "dead", CuLinkComplete(th, l, &out, nil), CUDA_ERROR_INVALID_HANDLE)
}
