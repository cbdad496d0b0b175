package cuda

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"ferry/hipffi/hip"
)

// hipLibrary names the variable that has the tests' process use the stand-in for the HIP runtime instead of the emulator.
const hipLibrary = "FERRY_TEST_HIP"

// overHIP runs the rest of a test in a process of its own, in which the driver works over the stand-in for the HIP runtime
// (hipffi/hip/testdata): its memory is real, its kernels and its waiting do nothing.
func overHIP(t *testing.T) (inside bool) {
	t.Helper()
	if os.Getenv(hipLibrary) != "" {
		return true
	}
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc: the stand-in for the HIP runtime cannot be built")
	}
	so := filepath.Join(t.TempDir(), "libfakehip.so")
	if out, err := exec.Command(cc, "-shared", "-fPIC", "-w", "-o", so, "../hipffi/hip/testdata/fakehip.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.timeout", "2m", "-test.v")
	cmd.Env = append(os.Environ(), hipLibrary+"="+so)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("%v\n%s", err, out)
	}
	return false
}

func init() {
	if so := os.Getenv(hipLibrary); so != "" {
		hip.Libraries = []string{so}
	}
}

// TestOverHIP has the driver do over HIP what depends on the device: virtual memory with sharing, graph memory and branches, peers,
// handles of memory, and what a device without virtual memory answers.
func TestOverHIP(t *testing.T) {
	if !overHIP(t) {
		return
	}
	th := thread(t)
	for dev, want := range []int32{1, 0} { // the stand-in's second device has no virtual memory
		for _, a := range []CUdevice_attribute{CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED} {
			v := int32(-1)
			ok(t, CuDeviceGetAttribute(th, &v, a, CUdevice(dev)))
			if v != want {
				t.Errorf("attribute %d of device %d is %d", a, dev, v)
			}
		}
	}
	prop := CUmemAllocationProp{Type: CU_MEM_ALLOCATION_TYPE_PINNED, RequestedHandleTypes: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR}
	prop.Location.Type = CU_MEM_LOCATION_TYPE_DEVICE
	var g uintptr
	ok(t, CuMemGetAllocationGranularity(th, &g, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM))
	var m, n CUmemGenericAllocationHandle
	ok(t, CuMemCreate(th, &m, 2*g, &prop, 0))
	fd := int32(-1)
	ok(t, CuMemExportToShareableHandle(th, unsafe.Pointer(&fd), m, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0))
	ok(t, CuMemImportFromShareableHandle(th, &n, word(uintptr(fd)), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
	var va CUdeviceptr
	ok(t, CuMemAddressReserve(th, &va, 4*g, 0, 0, 0))
	desc := CUmemAccessDesc{Location: prop.Location, Flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE}
	for i, h := range []CUmemGenericAllocationHandle{m, n} {
		at := va + CUdeviceptr(uintptr(i)*2*g)
		ok(t, CuMemMap(th, at, 2*g, 0, h, 0))
		ok(t, CuMemSetAccess(th, at, 2*g, &desc, 1))
	}
	b := hostBytes(8)
	copy(b, "ferry hp")
	ok(t, CuMemcpyHtoD_v2(th, va+8, unsafe.Pointer(&b[0]), 8))
	if got := string(read(t, th, va+CUdeviceptr(2*g)+8, 8)); got != "ferry hp" {
		t.Errorf("through the imported memory: %q", got)
	}
	ok(t, CuMemUnmap(th, va, 4*g))
	ok(t, CuMemAddressFree(th, va, 4*g))
	ok(t, CuMemRelease(th, m))
	ok(t, CuMemRelease(th, n))
	prop.Location.U[0] = 1
	want(t, "a device without virtual memory", CuMemCreate(th, &m, 2<<20, &prop, 0), CUDA_ERROR_NOT_SUPPORTED)

	// Graph memory: virtual memory where there is some, an allocation where there is none.
	for dev := range CUdevice(2) {
		var c CUcontext
		ok(t, CuCtxCreate_v2(th, &c, 0, dev))
		var gr CUgraph
		ok(t, CuGraphCreate(th, &gr, 0))
		a, p := allocNode(t, th, gr, dev, 1000)
		out := alloc(t, th, 16)
		cp := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: p, DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: out, WidthInBytes: 8, Height: 1, Depth: 1}
		var cn CUgraphNode
		hp := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_HOST, SrcHost: unsafe.Pointer(&b[0]), DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: p, WidthInBytes: 8, Height: 1, Depth: 1}
		var hn CUgraphNode
		ok(t, CuGraphAddMemcpyNode(th, &hn, gr, &a, 1, &hp, c))
		ok(t, CuGraphAddMemcpyNode(th, &cn, gr, &hn, 1, &cp, c))
		freeAt(t, th, gr, p, cn)
		cp.DstDevice, cp.SrcDevice = out+8, out
		ok(t, CuGraphAddMemcpyNode(th, new(CUgraphNode), gr, nil, 0, &cp, c)) // another branch
		x := instance(t, th, gr, 0)
		if v := graphMemOf(t, th, dev); (v[2] != 0) != (dev == 1) {
			t.Errorf("device %d before the launch: %v", dev, v)
		}
		for range 2 {
			ok(t, CuGraphLaunch(th, x, 0))
			ok(t, CuCtxSynchronize(th))
		}
		if got := string(read(t, th, out, 8)); got != "ferry hp" {
			t.Errorf("device %d: the graph copied %q", dev, got)
		}
		ok(t, CuGraphExecDestroy(th, x))
		ok(t, CuGraphDestroy(th, gr))
		ok(t, CuCtxDestroy_v2(th, c))
	}

	// Peers and handles.
	var c CUcontext
	ok(t, CuCtxCreate_v2(th, &c, 0, 1))
	ok(t, CuCtxEnablePeerAccess(th, th.Stack[0], 0))
	want(t, "twice", CuCtxEnablePeerAccess(th, th.Stack[0], 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED)
	p := alloc(t, th, 64)
	var h CUipcMemHandle
	ok(t, CuIpcGetMemHandle(th, &h, p))
	h.Reserved[63] ^= 1
	want(t, "a broken handle", CuIpcOpenMemHandle_v2(th, new(CUdeviceptr), h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuCtxDestroy_v2(th, c))
}
