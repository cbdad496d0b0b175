package cuda

import (
	"testing"
	"unsafe"
)

// TestCooperativeMultiDevice launches one grid on each of two devices; what follows in a stream waits for both. What is
// refused is as in testdata/api (cuLaunchCooperativeKernelMultiDevice).
func TestCooperativeMultiDevice(t *testing.T) {
	p := newPair(t)
	var list [2]CUDA_LAUNCH_PARAMS
	var mem [2]CUdeviceptr
	values := [2]uint32{7, 8}
	var args [2][2]unsafe.Pointer
	for i := range list {
		th := p.on(i)
		mem[i] = alloc(t, th, 64)
		args[i] = [2]unsafe.Pointer{unsafe.Pointer(&mem[i]), unsafe.Pointer(&values[i])}
		list[i] = CUDA_LAUNCH_PARAMS{Function: load(t, th, ptxSet, "set"), GridDimX: 1, GridDimY: 1, GridDimZ: 1, BlockDimX: 1, BlockDimY: 1, BlockDimZ: 1,
			HStream: p.s[i], KernelParams: &args[i][0]}
	}
	th := p.on(0)
	ok(t, CuLaunchCooperativeKernelMultiDevice(th, &list[0], 2, 0))
	ok(t, CuStreamSynchronize(th, p.s[0])) // and so the other one's launch
	for i := range list {
		if got := words(read(t, p.on(i), mem[i], 4)); got != []string{"7", "8"}[i] {
			t.Errorf("device %d: %s", i, got)
		}
	}
	th = p.on(0)
	ok(t, CuLaunchCooperativeKernelMultiDevice(th, &list[0], 2, 3))
	p.sync()
	want(t, "flags", CuLaunchCooperativeKernelMultiDevice(th, &list[0], 2, 4), CUDA_ERROR_INVALID_VALUE)
	want(t, "nothing", CuLaunchCooperativeKernelMultiDevice(th, &list[0], 0, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "null", CuLaunchCooperativeKernelMultiDevice(th, nil, 2, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "more than there are", CuLaunchCooperativeKernelMultiDevice(th, &list[0], 3, 0), CUDA_ERROR_INVALID_VALUE)
	other := list
	other[1].BlockDimX = 2
	want(t, "another shape", CuLaunchCooperativeKernelMultiDevice(th, &other[0], 2, 0), CUDA_ERROR_INVALID_VALUE)
	other = list
	other[1] = other[0]
	want(t, "one device twice", CuLaunchCooperativeKernelMultiDevice(th, &other[0], 2, 0), CUDA_ERROR_INVALID_VALUE)
	other = list
	other[1].Function = list[0].Function
	want(t, "a function of the other device", CuLaunchCooperativeKernelMultiDevice(th, &other[0], 2, 0), CUDA_ERROR_INVALID_HANDLE)
	want(t, "no context", CuLaunchCooperativeKernelMultiDevice(&Thread{}, &list[0], 2, 0), CUDA_ERROR_INVALID_CONTEXT)
}
