package cuda

import (
	"strings"
	"testing"
	"unsafe"
)

func TestDeviceErrors(t *testing.T) { // conformance/driver: bad_device, null_args
	th := &Thread{}
	var d CUdevice
	var v int32
	var name [8]byte
	want(t, "ordinal 99", CuDeviceGet(th, &d, 99), CUDA_ERROR_INVALID_DEVICE)
	want(t, "ordinal -1", CuDeviceGet(th, &d, -1), CUDA_ERROR_INVALID_DEVICE)
	want(t, "name of 99", CuDeviceGetName(th, &name[0], 8, 99), CUDA_ERROR_INVALID_DEVICE)
	want(t, "attribute of 99", CuDeviceGetAttribute(th, &v, 10, 99), CUDA_ERROR_INVALID_DEVICE)
	want(t, "attribute 9999", CuDeviceGetAttribute(th, &v, 9999, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "attribute 0", CuDeviceGetAttribute(th, &v, 0, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "attribute to null", CuDeviceGetAttribute(th, nil, 10, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "count to null", CuDeviceGetCount(th, nil), CUDA_ERROR_INVALID_VALUE)
	want(t, "version to null", CuDriverGetVersion(th, nil), CUDA_ERROR_INVALID_VALUE)
	want(t, "flags of cuInit", CuInit(th, 1), CUDA_ERROR_INVALID_VALUE)
	want(t, "cuInit again", CuInit(th, 0), CUDA_SUCCESS)
}

func TestDeviceAttributes(t *testing.T) {
	th := &Thread{}
	for a := int32(1); a < CU_DEVICE_ATTRIBUTE_MAX; a++ {
		v := int32(-99)
		ok(t, CuDeviceGetAttribute(th, &v, a, 0))
		if v == -99 {
			t.Errorf("attribute %d is not written", a)
		}
	}
	for _, c := range []struct{ a, v int32 }{ // RATIONALE.md, What the device says it is; CUDA programming guide, compute capability 8.9
		{CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32}, {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
		{CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64}, {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 8},
		{CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 9}, {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
		{CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 65536}, {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 0},
		{CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1}, {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
	} {
		var v int32
		ok(t, CuDeviceGetAttribute(th, &v, c.a, 0))
		if v != c.v {
			t.Errorf("attribute %d is %d, want %d", c.a, v, c.v)
		}
	}
}

func TestDeviceFacts(t *testing.T) {
	th := &Thread{}
	var n int32
	ok(t, CuDeviceGetCount(th, &n))
	if n != 2 {
		t.Fatalf("%d devices", n)
	}
	var name [64]byte
	ok(t, CuDeviceGetName(th, &name[0], 64, 0))
	if got := gostring(&name[0]); got != "ferry gfx1100 (embedded)" {
		t.Errorf("name %q", got)
	}
	ok(t, CuDeviceGetName(th, &name[0], 6, 0))
	if got := gostring(&name[0]); got != "ferry" {
		t.Errorf("short name %q", got)
	}
	var a, b CUuuid
	ok(t, CuDeviceGetUuid_v2(th, &a, 0))
	ok(t, CuDeviceGetUuid(th, &b, 1))
	if a == b || a == (CUuuid{}) {
		t.Errorf("UUIDs %v, %v", a, b)
	}
	var total uintptr
	ok(t, CuDeviceTotalMem_v2(th, &total, 0))
	if total != 1<<30 {
		t.Errorf("%d bytes", total)
	}
	var bus [16]byte
	for i := range n {
		ok(t, CuDeviceGetPCIBusId(th, &bus[0], 16, i))
		d := CUdevice(-1)
		ok(t, CuDeviceGetByPCIBusId(th, &d, &bus[0]))
		if d != i {
			t.Errorf("device %d is found as %d at %s", i, d, gostring(&bus[0]))
		}
	}
	var p CUdevprop
	ok(t, CuDeviceGetProperties(th, &p, 0))
	if p.MaxThreadsPerBlock != 1024 || p.SIMDWidth != 32 || p.MaxGridSize != [3]int32{1<<31 - 1, 65535, 65535} {
		t.Errorf("%+v", p)
	}
}

// TestRandomHandles asks with bits that are no handle, with wrong kinds and with dead ones: an error and no crash.
func TestRandomHandles(t *testing.T) {
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 0))
	ok(t, CuStreamDestroy_v2(th, s))
	var e CUevent
	ok(t, CuEventCreate(th, &e, 0))
	x := uintptr(unsafe.Pointer(t))
	for _, h := range []uintptr{3, 12345, x, ^uintptr(0), ^uintptr(0) - 7, uintptr(s), uintptr(s) + 8, uintptr(e)} {
		if h != uintptr(e) {
			want(t, "stream", CuStreamQuery(th, CUstream(h)), CUDA_ERROR_INVALID_HANDLE)
		}
		if !isCell(h) {
			want(t, "event", CuEventQuery(th, CUevent(h)), CUDA_ERROR_INVALID_HANDLE)
		}
		want(t, "module", CuModuleUnload(th, CUmodule(h)), CUDA_ERROR_INVALID_HANDLE)
		want(t, "library", CuLibraryUnload(th, CUlibrary(h)), CUDA_ERROR_INVALID_HANDLE)
		want(t, "kernel", CuKernelGetFunction(th, new(CUfunction), CUkernel(h)), CUDA_ERROR_INVALID_HANDLE)
		want(t, "launch", CuLaunchKernel(th, CUfunction(h), 1, 1, 1, 1, 1, 1, 0, 0, nil, nil), CUDA_ERROR_INVALID_HANDLE)
		want(t, "context", CuCtxSetCurrent(th, CUcontext(h)), CUDA_ERROR_INVALID_CONTEXT)
	}
}

func TestVisible(t *testing.T) {

	devs := drv().devices
	id := uuidString(devs[1].prop.UUID)
	for _, c := range []struct {
		list string
		want []int
	}{ // CUDA programming guide, environment variables
		{"0", []int{0}}, {"1", []int{1}}, {"1,0", []int{1, 0}}, {"", nil}, {"-1", nil}, {"9", nil}, {"0,9,1", []int{0}},
		{"0,9,0", []int{0}}, {"0,0", nil}, {" 1 , 0", []int{1, 0}}, {"GPU-" + id, []int{1}}, {"GPU-" + id[:8], []int{1}},
		{"GPU-", nil}, {"GPU-zz", nil}, {"MIG-0", nil}, {"NoDevFiles", nil}, {"1x", []int{1}},
		{"0,-1,1", []int{0}}, {"1,GPU-" + id[:8] + ",0", nil}, {"0,GPU-" + id[:8], []int{0, 1}}, {"GPU-" + strings.ToUpper(id), []int{1}},
		{"GPU-" + id + "0", nil}, {",0", nil}, {"0,,1", []int{0}}, {"0,1,", []int{0, 1}}, {"GPU-" + id + ",GPU-" + id, nil},
	} {
		in := openedDevices(devs)
		got, r := visible(in, environment{visible: c.list, hasVisible: true})
		twice := c.list == "0,0" || strings.Count(c.list, id[:8]) == 2 || strings.HasPrefix(c.list, "1,GPU-"+id[:8])
		if (r == CUDA_ERROR_INVALID_DEVICE) != twice { // conformance: visible_0,0
			t.Errorf("%q: %v", c.list, r)
		}
		if len(got) != len(c.want) {
			t.Errorf("%q: %d devices, want %v", c.list, len(got), c.want)
			continue
		}
		for i := range got {
			if got[i] != in[c.want[i]] {
				t.Errorf("%q: device %d is another one", c.list, i)
			}
		}
	}
	if got, _ := visible(openedDevices(devs), environment{}); len(got) != 2 {
		t.Errorf("without the variable: %d devices", len(got))
	}
}

// What the environment says wrongly is an error, as FERRY_MEMORY's is, not a guess.
func TestCapabilityVariable(t *testing.T) {
	for _, c := range []struct {
		value string
		want  int
		wrong bool
	}{{"", 89, false}, {"7.5", 75, false}, {"12.1", 121, false}, {"12.2", 0, true}, {"89", 0, true}, {"4.9", 0, true}, {"8.x", 0, true}, {"8.10", 0, true}} {
		e, err := readEnvironment(func(k string) string {
			if k == "FERRY_COMPUTE_CAPABILITY" {
				return c.value
			}
			return ""
		}, func(string) (string, bool) { return "", false })
		if (err != nil) != c.wrong || err == nil && e.capability != c.want {
			t.Errorf("%q: %d, %v", c.value, e.capability, err)
		}
	}
}
