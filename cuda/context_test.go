package cuda

import (
	"testing"
	"unsafe"
)

func TestNoContext(t *testing.T) { // conformance/driver: no_ctx
	th := &Thread{}
	var p CUdeviceptr
	var m CUmodule
	var s CUstream
	var e CUevent
	var d CUdevice
	c := CUcontext(1)
	want(t, "alloc", CuMemAlloc_v2(th, &p, 16), CUDA_ERROR_INVALID_CONTEXT)
	want(t, "load", CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptxSet))), CUDA_ERROR_INVALID_CONTEXT)
	want(t, "current", CuCtxGetCurrent(th, &c), CUDA_SUCCESS)
	if c != 0 {
		t.Errorf("current %#x", c)
	}
	want(t, "synchronize", CuCtxSynchronize(th), CUDA_ERROR_INVALID_CONTEXT)
	want(t, "device", CuCtxGetDevice(th, &d), CUDA_ERROR_INVALID_CONTEXT)
	want(t, "pop", CuCtxPopCurrent_v2(th, &c), CUDA_ERROR_INVALID_CONTEXT)
	want(t, "stream", CuStreamCreate(th, &s, 0), CUDA_ERROR_INVALID_CONTEXT)
	want(t, "event", CuEventCreate(th, &e, 0), CUDA_ERROR_INVALID_CONTEXT)
	want(t, "current to null", CuCtxGetCurrent(th, nil), CUDA_ERROR_INVALID_VALUE)
}

func TestContextStack(t *testing.T) { // conformance/driver: contexts
	th := &Thread{}
	var c1, c2, x CUcontext
	ok(t, CuCtxCreate_v2(th, &c1, 0, 0))
	ok(t, CuCtxCreate_v2(th, &c2, 0, 0))
	current := func(name string, want CUcontext) {
		t.Helper()
		ok(t, CuCtxGetCurrent(th, &x))
		if x != want {
			t.Errorf("%s: current is %#x, want %#x", name, x, want)
		}
	}
	current("created", c2)
	ok(t, CuCtxPopCurrent_v2(th, &x))
	if x != c2 {
		t.Errorf("popped %#x", x)
	}
	current("popped", c1)
	ok(t, CuCtxSetCurrent(th, c2))
	ok(t, CuCtxPopCurrent_v2(th, &x))
	if x != c2 {
		t.Errorf("set does not replace: popped %#x", x)
	}
	current("empty", 0)
	ok(t, CuCtxPushCurrent_v2(th, c1))
	want(t, "push null", CuCtxPushCurrent_v2(th, 0), CUDA_ERROR_INVALID_VALUE)
	var v uint32
	ok(t, CuCtxGetApiVersion(th, c1, &v))
	if v != 3020 {
		t.Errorf("version %d", v)
	}
	ok(t, CuCtxDestroy_v2(th, c2))
	ok(t, CuCtxDestroy_v2(th, c1))
	current("destroyed", 0)
	want(t, "destroy again", CuCtxDestroy_v2(th, c1), CUDA_ERROR_INVALID_CONTEXT)
	// Another thread whose current context is gone.
	ok(t, CuCtxCreate_v2(th, &c1, 0, 0))
	other := &Thread{}
	ok(t, CuCtxSetCurrent(other, c1))
	ok(t, CuCtxDestroy_v2(th, c1))
	want(t, "gone", CuCtxSynchronize(other), CUDA_ERROR_CONTEXT_IS_DESTROYED)
	for range MaxContextDepth {
		ok(t, CuCtxCreate_v2(th, &c1, 0, 0))
	}
	want(t, "too deep", CuCtxCreate_v2(th, &x, 0, 0), CUDA_ERROR_OUT_OF_MEMORY)
	for th.Depth > 0 {
		ok(t, CuCtxDestroy_v2(th, th.Stack[th.Depth-1]))
	}
}

func TestContextFlags(t *testing.T) {
	th := &Thread{}
	var c CUcontext
	for _, f := range []struct {
		flags uint32
		want  CUresult
	}{{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 0}, {5, 1}, {8, 0}, {0x10, 0}, {0x1000, 1}} {
		want(t, "create", CuCtxCreate_v2(th, &c, f.flags, 0), f.want)
		if f.want == 0 {
			var got uint32
			ok(t, CuCtxGetFlags(th, &got))
			if got != f.flags&^0x40 {
				t.Errorf("flags %#x, want %#x", got, f.flags)
			}
			ok(t, CuCtxDestroy_v2(th, c))
		}
	}
	want(t, "device", CuCtxCreate_v2(th, &c, 0, 7), CUDA_ERROR_INVALID_DEVICE)
	want(t, "null", CuCtxCreate_v2(th, nil, 0, 0), CUDA_ERROR_INVALID_VALUE)
}

func TestPrimary(t *testing.T) { // conformance/driver: primary
	th := &Thread{}
	state := func(flags uint32, active int32) {
		t.Helper()
		f, a := uint32(9), int32(9)
		ok(t, CuDevicePrimaryCtxGetState(th, 1, &f, &a))
		if f != flags || a != active {
			t.Errorf("state %d %d, want %d %d", f, a, flags, active)
		}
	}
	state(0, 0)
	ok(t, CuDevicePrimaryCtxSetFlags_v2(th, 1, 4))
	var c, e, x CUcontext
	ok(t, CuDevicePrimaryCtxRetain(th, &c, 1))
	ok(t, CuCtxGetCurrent(th, &x))
	if x != 0 {
		t.Error("retain made it current")
	}
	state(4, 1)
	ok(t, CuDevicePrimaryCtxRetain(th, &e, 1))
	if c != e {
		t.Error("two primary contexts")
	}
	ok(t, CuDevicePrimaryCtxRelease_v2(th, 1))
	ok(t, CuDevicePrimaryCtxRelease_v2(th, 1))
	want(t, "one release too many", CuDevicePrimaryCtxRelease_v2(th, 1), CUDA_ERROR_INVALID_CONTEXT)
	state(0, 0)
	ok(t, CuDevicePrimaryCtxReset_v2(th, 1))
	want(t, "destroy", CuCtxDestroy_v2(th, c), CUDA_ERROR_INVALID_CONTEXT)
	ok(t, CuDevicePrimaryCtxRetain(th, &e, 1))
	if c != e {
		t.Error("another handle after a new retain")
	}
	want(t, "destroy a primary context", CuCtxDestroy_v2(th, c), CUDA_ERROR_INVALID_CONTEXT)
	// A reset ends what is in it.
	ok(t, CuCtxPushCurrent_v2(th, c))
	before, _ := drv().devices[1].dev.MemInfo()
	alloc(t, th, 1<<20)
	ok(t, CuDevicePrimaryCtxReset_v2(th, 1))
	if after, _ := drv().devices[1].dev.MemInfo(); after < before {
		t.Errorf("%d bytes are lost", before-after)
	}
	want(t, "after reset", CuCtxSynchronize(th), CUDA_ERROR_CONTEXT_IS_DESTROYED)
	ok(t, CuDevicePrimaryCtxRelease_v2(th, 1))
}

func TestLimits(t *testing.T) {
	th := thread(t)
	for _, c := range []struct {
		limit    CUlimit
		value    uintptr
		set, get CUresult
		want     uintptr
	}{
		{CU_LIMIT_STACK_SIZE, 4096, 0, 0, 4096},
		{CU_LIMIT_STACK_SIZE, 1 << 30, 1, 0, 4096},
		{CU_LIMIT_PRINTF_FIFO_SIZE, 1 << 16, 0, 0, 512 << 10}, // recorded: testdata/runtime, limits
		{CU_LIMIT_MALLOC_HEAP_SIZE, 1 << 24, 0, 0, 1 << 24},
		{CU_LIMIT_SHMEM_SIZE, 1, CUDA_ERROR_NOT_PERMITTED, 0, 65536}, // can only be asked for (recorded)
		{CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 1, CUDA_ERROR_UNSUPPORTED_LIMIT, CUDA_ERROR_UNSUPPORTED_LIMIT, 0},
		{99, 1, 1, 1, 0}, {-1, 1, 1, 1, 0},
	} {
		want(t, "set", CuCtxSetLimit(th, c.limit, c.value), c.set)
		var v uintptr
		want(t, "get", CuCtxGetLimit(th, &v, c.limit), c.get)
		if v != c.want {
			t.Errorf("limit %d is %d, want %d", c.limit, v, c.want)
		}
	}
	want(t, "get to null", CuCtxGetLimit(th, nil, 0), CUDA_ERROR_INVALID_VALUE)
}

func TestStorage(t *testing.T) { // shared/cuda/README.md: table c693336e
	th := &Thread{}
	var c CUcontext
	ok(t, CuCtxCreate_v2(th, &c, 0, 0))
	type call struct {
		fn         uintptr
		ctx        CUcontext
		key, value unsafe.Pointer
	}
	var calls []call
	old := Host.Destructor
	Host.Destructor = func(fn uintptr, ctx CUcontext, k, v unsafe.Pointer) { calls = append(calls, call{fn, ctx, k, v}) }
	defer func() { Host.Destructor = old }()
	k1, k2, v := unsafe.Pointer(new(int)), unsafe.Pointer(new(int)), unsafe.Pointer(new(int))
	var got unsafe.Pointer
	want(t, "missing", ExportStorageGet(th, &got, 0, k1), CUDA_ERROR_INVALID_HANDLE)
	ok(t, ExportStoragePut(th, 0, k1, v, 77))
	ok(t, ExportStoragePut(th, c, k2, v, 78))
	ok(t, ExportStorageGet(th, &got, c, k1))
	if got != v {
		t.Error("another value")
	}
	ok(t, ExportStorageDelete(th, 0, k2))
	want(t, "deleted", ExportStorageGet(th, &got, 0, k2), CUDA_ERROR_INVALID_HANDLE)
	ok(t, CuCtxDestroy_v2(th, c))
	if len(calls) != 1 || calls[0] != (call{77, c, k1, v}) {
		t.Errorf("destructors %+v", calls)
	}
}
