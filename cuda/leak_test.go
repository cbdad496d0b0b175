package cuda

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// resident is the process's resident size in KiB.
func resident(t *testing.T) int {
	t.Helper()
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	for _, l := range strings.Split(string(b), "\n") {
		if f := strings.Fields(l); len(f) > 1 && f[0] == "VmRSS:" {
			n, _ := strconv.Atoi(f[1])
			return n
		}
	}
	return 0
}

// TestLeak loads, launches and unloads many times. FERRY_LEAK_ROUNDS sets how often: 10,000 is the real check, in which
// the resident size grows by less than 1 MiB between a tenth of the way and the end.
func TestLeak(t *testing.T) {
	needCompiler(t)
	th := thread(t)
	rounds, strict := 300, false
	if n, err := strconv.Atoi(os.Getenv("FERRY_LEAK_ROUNDS")); err == nil {
		rounds, strict = n, true
	}
	p, v := alloc(t, th, 4096), uint32(1)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&v))
	start := 0
	for i := range rounds {
		var m CUmodule
		ok(t, CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptxSet))))
		var f CUfunction
		ok(t, CuModuleGetFunction(th, &f, m, cstr("set")))
		for range 100 {
			ok(t, CuLaunchKernel(th, f, 1, 1, 1, 32, 1, 1, 0, 0, a, nil))
		}
		var s CUstream
		ok(t, CuStreamCreate(th, &s, 1))
		var e CUevent
		ok(t, CuEventCreate(th, &e, 0))
		ok(t, CuEventRecord(th, e, s))
		ok(t, CuEventDestroy_v2(th, e))
		ok(t, CuStreamDestroy_v2(th, s))
		ok(t, CuModuleUnload(th, m))
		if i == rounds/10 {
			start = resident(t)
		}
	}
	grown := resident(t) - start
	t.Logf("%d rounds: %d KiB more resident than at a tenth of the way", rounds, grown)
	if strict && grown > 1024 {
		t.Errorf("%d KiB more resident", grown)
	}
	if grown > 64<<10 {
		t.Errorf("%d KiB more resident", grown)
	}
}

// TestLeakThreads has 64 threads load, launch and unload at once.
func TestLeakThreads(t *testing.T) {
	needCompiler(t)
	th := thread(t)
	ctx := th.Stack[0]
	done := make(chan bool)
	for range 64 {
		go func() {
			defer func() { done <- true }()
			th := &Thread{}
			defer ThreadExit(th)
			want(t, "set", CuCtxSetCurrent(th, ctx), CUDA_SUCCESS)
			for range 8 {
				var m CUmodule
				var f CUfunction
				var p CUdeviceptr
				v := uint32(7)
				want(t, "load", CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptxSet))), CUDA_SUCCESS)
				want(t, "function", CuModuleGetFunction(th, &f, m, cstr("set")), CUDA_SUCCESS)
				want(t, "alloc", CuMemAlloc_v2(th, &p, 256), CUDA_SUCCESS)
				want(t, "launch", CuLaunchKernel(th, f, 1, 1, 1, 32, 1, 1, 0, CU_STREAM_PER_THREAD, args(unsafe.Pointer(&p), unsafe.Pointer(&v)), nil), CUDA_SUCCESS)
				b := hostBytes(128)
				want(t, "copy", CuMemcpyDtoHAsync_v2(th, unsafe.Pointer(&b[0]), p, 128, CU_STREAM_PER_THREAD), CUDA_SUCCESS)
				if b[0] != 7 || b[124] != 38 {
					t.Errorf("wrote %d %d", b[0], b[124])
				}
				want(t, "free", CuMemFree_v2(th, p), CUDA_SUCCESS)
				want(t, "unload", CuModuleUnload(th, m), CUDA_SUCCESS)
			}
		}()
	}
	for range 64 {
		<-done
	}
}
