package cuda

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"ferry/hipffi"
	"ferry/hipffi/embedded"
	"ferry/hipffi/hip"
)

func TestMain(m *testing.M) {
	os.Setenv("CUDA_CACHE_DISABLE", "1")
	OpenDevices = func() ([]hipffi.Device, error) {
		if os.Getenv(hipLibrary) != "" {
			return hip.Open()
		}
		threads := 2
		if n, err := strconv.Atoi(os.Getenv("FERRY_THREADS")); err == nil {
			threads = n
		}
		l, err := embedded.Open(embedded.Options{Devices: 2, Memory: 1 << 30, Threads: threads})
		var out []hipffi.Device
		for _, d := range l {
			out = append(out, d)
		}
		return out, err
	}
	if r := CuInit(&Thread{}, 0); r != CUDA_SUCCESS {
		fmt.Println("cuInit:", r)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// ok fails the test where a call did not succeed.
func ok(t testing.TB, r CUresult) {
	t.Helper()
	if r != CUDA_SUCCESS {
		t.Fatalf("got %v", r)
	}
}

// want fails the test where a call answered something else.
func want(t testing.TB, name string, got, want CUresult) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// thread gives a thread with a new context of device 0, which ends with the test.
func thread(t testing.TB) *Thread {
	t.Helper()
	th := &Thread{}
	var c CUcontext
	ok(t, CuCtxCreate_v2(th, &c, 0, 0))
	t.Cleanup(func() {
		CuCtxDestroy_v2(th, c)
		ThreadExit(th)
	})
	return th
}

func cstr(s string) *byte { return unsafe.StringData(s + "\x00") }

// needCompiler skips a test of a build without the compiler.
func needCompiler(t testing.TB) {
	t.Helper()
	if Compile == nil {
		t.Skip("this build has no compiler")
	}
}

const ptxHead = ".version 7.0\n.target sm_52\n.address_size 64\n"

// ptxSet writes v + i to element i, i the thread's place in the grid.
const ptxSet = ptxHead + `.visible .entry set(.param .u64 p,.param .u32 v){.reg .b64 %a;.reg .b32 %v,%i,%n,%t;
ld.param.u64 %a,[p];ld.param.u32 %v,[v];mov.u32 %i,%ctaid.x;mov.u32 %n,%ntid.x;mov.u32 %t,%tid.x;mad.lo.u32 %i,%i,%n,%t;
mad.wide.u32 %a,%i,4,%a;add.u32 %v,%v,%i;st.global.u32 [%a],%v;ret;}`

// load loads a PTX text and gives one of its kernels.
func load(t testing.TB, th *Thread, ptx, name string) CUfunction {
	t.Helper()
	needCompiler(t)
	var m CUmodule
	ok(t, CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptx))))
	var f CUfunction
	ok(t, CuModuleGetFunction(th, &f, m, cstr(name)))
	return f
}

// args makes a kernel's parameter list of pointers.
func args(p ...unsafe.Pointer) *unsafe.Pointer {
	if len(p) == 0 {
		p = append(p, nil)
	}
	return &p[0]
}

func alloc(t testing.TB, th *Thread, n uintptr) CUdeviceptr {
	t.Helper()
	var p CUdeviceptr
	ok(t, CuMemAlloc_v2(th, &p, n))
	return p
}

// read copies n bytes from the device.
func read(t testing.TB, th *Thread, p CUdeviceptr, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	ok(t, CuMemcpyDtoH_v2(th, unsafe.Pointer(&b[0]), p, uintptr(n)))
	return b
}

func words(b []byte) string {
	var out []string
	for i := 0; i+4 <= len(b); i += 4 {
		out = append(out, fmt.Sprint(*(*uint32)(unsafe.Pointer(&b[i]))))
	}
	return strings.Join(out, " ")
}

func openedDevices(l []*device) []hipffi.Device {
	out := make([]hipffi.Device, len(l))
	for i, d := range l {
		out[i] = d.dev
	}
	return out
}

// hostBytes is memory that does not move, as a C program's: on the Go heap, never on a stack.
//
//go:noinline
func hostBytes(n int) []byte { return make([]byte, n) }

// word is a small number in a pointer's place, as C's lists have them.
func word(n uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&n)) }
