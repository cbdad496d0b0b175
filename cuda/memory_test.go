package cuda

import (
	"bytes"
	"encoding/hex"
	"testing"
	"unsafe"
)

func TestAllocErrors(t *testing.T) { // conformance/driver: alloc_zero, double_free, alloc_huge, null_args
	th := thread(t)
	p := CUdeviceptr(7)
	want(t, "zero bytes", CuMemAlloc_v2(th, &p, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "to null", CuMemAlloc_v2(th, nil, 16), CUDA_ERROR_INVALID_VALUE)
	want(t, "free null", CuMemFree_v2(th, 0), CUDA_SUCCESS)
	want(t, "free 12345", CuMemFree_v2(th, 12345), CUDA_ERROR_INVALID_VALUE)
	p = alloc(t, th, 64)
	want(t, "free", CuMemFree_v2(th, p), CUDA_SUCCESS)
	want(t, "free again", CuMemFree_v2(th, p), CUDA_ERROR_INVALID_VALUE)
	p = alloc(t, th, 4096)
	want(t, "free inside", CuMemFree_v2(th, p+256), CUDA_ERROR_INVALID_VALUE)
	want(t, "free", CuMemFree_v2(th, p), CUDA_SUCCESS)
	want(t, "2^50 bytes", CuMemAlloc_v2(th, &p, 1<<50), CUDA_ERROR_OUT_OF_MEMORY)
	want(t, "all bytes", CuMemAlloc_v2(th, &p, ^uintptr(0)), CUDA_ERROR_OUT_OF_MEMORY)
	want(t, "after that", CuMemAlloc_v2(th, &p, 1<<20), CUDA_SUCCESS)
	var h unsafe.Pointer
	want(t, "host flags", CuMemHostAlloc(th, &h, 1<<20, 0xff00), CUDA_ERROR_INVALID_VALUE)
	h = unsafe.Pointer(&h)
	want(t, "host zero", CuMemHostAlloc(th, &h, 0, 0), CUDA_SUCCESS)
	if h != nil {
		t.Error("zero bytes are somewhere")
	}
	want(t, "info to null", CuMemGetInfo_v2(th, nil, nil), CUDA_SUCCESS)
}

func TestMemInfo(t *testing.T) { // conformance/driver: mem_info; accounting is exact
	th := thread(t)
	var a, b, c, total, dev uintptr
	ok(t, CuMemGetInfo_v2(th, &a, &total))
	ok(t, CuDeviceTotalMem_v2(th, &dev, 0))
	if a == 0 || a > total || total != dev {
		t.Fatalf("%d of %d free, device %d", a, total, dev)
	}
	p := alloc(t, th, 256<<20)
	ok(t, CuMemGetInfo_v2(th, &b, &total))
	if a-b != 256<<20 {
		t.Errorf("256 MiB take %d", a-b)
	}
	ok(t, CuMemFree_v2(th, p))
	ok(t, CuMemGetInfo_v2(th, &c, &total))
	if a != c {
		t.Errorf("%d free before, %d after", a, c)
	}
}

func TestCopyBounds(t *testing.T) { // conformance/driver: copy_bounds
	th := thread(t)
	p := alloc(t, th, 1024)
	h := hostBytes(4096)
	hp := unsafe.Pointer(&h[0])
	for _, c := range []struct {
		name string
		got  CUresult
		want CUresult
	}{
		{"HtoD", CuMemcpyHtoD_v2(th, p, hp, 1024), 0},
		{"nothing", CuMemcpyHtoD_v2(th, p, hp, 0), 0},
		{"to 0", CuMemcpyHtoD_v2(th, 0, hp, 4), 1},
		{"from 64", CuMemcpyDtoH_v2(th, hp, 64, 4), 1},
		{"overlap", CuMemcpyDtoD_v2(th, p, p+512, 256), 0},
		{"unified", CuMemcpy(th, p, CUdeviceptr(uintptr(hp)), 16), 0},
		{"from null", CuMemcpyHtoD_v2(th, p, nil, 4), 1},
		{"beyond the end", CuMemcpyHtoD_v2(th, p, hp, 1025), 1},
		{"beyond the end from inside", CuMemcpyHtoD_v2(th, p+1000, hp, 25), 1},
		{"wraps", CuMemcpyHtoD_v2(th, p, hp, ^uintptr(0)), 1},
	} {
		want(t, c.name, c.got, c.want)
	}
}

func TestMemset(t *testing.T) { // conformance/driver: memset
	th := thread(t)
	p := alloc(t, th, 256)
	ok(t, CuMemsetD8_v2(th, p, 0xab, 256))
	ok(t, CuMemsetD16_v2(th, p, 0x1234, 8))
	ok(t, CuMemsetD32_v2(th, p+32, 0xdeadbeef, 4))
	want(t, "D16 at 1", CuMemsetD16_v2(th, p+1, 1, 2), CUDA_ERROR_INVALID_VALUE)
	want(t, "D32 at 2", CuMemsetD32_v2(th, p+2, 1, 2), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuMemsetD2D32_v2(th, p+64, 32, 7, 3, 4))
	want(t, "beyond the end", CuMemsetD8_v2(th, p, 1, 257), CUDA_ERROR_INVALID_VALUE)
	want(t, "narrow pitch", CuMemsetD2D32_v2(th, p, 8, 7, 3, 4), CUDA_ERROR_INVALID_VALUE)
	want(t, "null", CuMemsetD8_v2(th, 0, 1, 1), CUDA_ERROR_INVALID_VALUE)
	want(t, "nothing", CuMemsetD8_v2(th, p, 1, 0), CUDA_SUCCESS)
	const recorded = "34123412341234123412341234123412ababababababababababababababababefbeaddeefbeaddeefbeaddeefbeaddeabababababababababababababababab" +
		"070000000700000007000000abababababababababababababababababababab070000000700000007000000abababababababababababababababababababab" +
		"070000000700000007000000abababababababababababababababababababab070000000700000007000000abababababababababababababababababababab" +
		"abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab"
	if got := hex.EncodeToString(read(t, th, p, 256)); got != recorded {
		t.Errorf("got  %s\nwant %s", got, recorded)
	}
}

func TestPointerAttributes(t *testing.T) { // conformance/driver: pointer_attributes
	th := thread(t)
	p := alloc(t, th, 1000)
	var h unsafe.Pointer
	ok(t, CuMemHostAlloc(th, &h, 4096, 0))
	host := CUdeviceptr(uintptr(h))
	var stack [64]byte
	type row struct {
		name  string
		at    CUdeviceptr
		res   [14]CUresult // by attribute, from 2
		value map[int]uint64
	}
	all := func(r CUresult) (x [14]CUresult) {
		for i := range x {
			x[i] = r
		}
		return
	}
	dev, hst := all(0), all(0)
	dev[4], hst[5] = 1, 1
	for _, r := range []row{
		{"dev", p, dev, map[int]uint64{2: 2, 8: 0, 9: 0, 11: uint64(p), 12: 1000}},
		{"dev+8", p + 8, dev, map[int]uint64{2: 2, 8: 0, 9: 0, 11: uint64(p), 12: 1000}},
		{"host", host, hst, map[int]uint64{2: 1, 8: 0, 9: 0, 11: uint64(host), 12: 4096}},
		{"stack", CUdeviceptr(uintptr(unsafe.Pointer(&stack))), all(1), nil},
		{"null", 0, all(1), nil},
	} {
		for at := 2; at <= 13; at++ {
			var v [2]uint64
			got := CuPointerGetAttribute(th, unsafe.Pointer(&v), int32(at), r.at)
			if got != r.res[at] {
				t.Errorf("%s/%d: got %v, want %v", r.name, at, got, r.res[at])
			}
			if w, ok := r.value[at]; ok && v[0]&0xffffffffffff != w {
				t.Errorf("%s/%d: value %#x, want %#x", r.name, at, v[0], w)
			}
		}
	}
	want(t, "to null", CuPointerGetAttribute(th, nil, 2, p), CUDA_ERROR_INVALID_VALUE)
	// The list form gives zeroes for nobody's memory.
	list := []CUpointer_attribute{CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL}
	ctx, typ, ord := uint64(9), uint32(9), int32(9)
	out := []unsafe.Pointer{unsafe.Pointer(&ctx), unsafe.Pointer(&typ), unsafe.Pointer(&ord)}
	ok(t, CuPointerGetAttributes(th, 3, &list[0], &out[0], 0x1000))
	if ctx != 0 || typ != 0 || ord != -2 {
		t.Errorf("nobody's memory: %d %d %d", ctx, typ, ord)
	}
	ok(t, CuPointerGetAttributes(th, 3, &list[0], &out[0], p))
	if ctx != uint64(th.Stack[0]) || typ != 2 || ord != 0 {
		t.Errorf("device memory: %#x %d %d", ctx, typ, ord)
	}
	set := uint8(1)
	ok(t, CuPointerSetAttribute(th, unsafe.Pointer(&set), CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p))
	var got uint8
	ok(t, CuPointerGetAttribute(th, unsafe.Pointer(&got), CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p))
	if got != 1 {
		t.Error("SYNC_MEMOPS is not kept")
	}
	want(t, "set another", CuPointerSetAttribute(th, unsafe.Pointer(&set), CU_POINTER_ATTRIBUTE_CONTEXT, p), CUDA_ERROR_INVALID_VALUE)
}

func TestHostMemory(t *testing.T) {
	th := thread(t)
	var h unsafe.Pointer
	ok(t, CuMemHostAlloc(th, &h, 100, CU_MEMHOSTALLOC_PORTABLE|CU_MEMHOSTALLOC_DEVICEMAP))
	b := unsafe.Slice((*byte)(h), 100)
	copy(b, "written by the program")
	var d CUdeviceptr
	ok(t, CuMemHostGetDevicePointer_v2(th, &d, h, 0))
	if got := read(t, th, d, 22); string(got) != "written by the program" {
		t.Errorf("the device sees %q", got)
	}
	ok(t, CuMemsetD8_v2(th, d, 'x', 3))
	if string(b[:4]) != "xxxt" {
		t.Errorf("the program sees %q", b[:4])
	}
	var f uint32
	ok(t, CuMemHostGetFlags(th, &f, h))
	if f != CU_MEMHOSTALLOC_DEVICEMAP { // conformance: host_alloc_flags
		t.Errorf("flags %#x", f)
	}
	ok(t, CuMemFreeHost(th, h))
	want(t, "free again", CuMemFreeHost(th, h), CUDA_ERROR_INVALID_VALUE)
	want(t, "device pointer of nobody's", CuMemHostGetDevicePointer_v2(th, &d, unsafe.Pointer(&f), 0), CUDA_ERROR_INVALID_VALUE)

	own := hostBytes(8192)
	p := unsafe.Pointer(&own[0])
	want(t, "unregister before", CuMemHostUnregister(th, p), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED)
	ok(t, CuMemHostRegister_v2(th, p, 8192, 0))
	want(t, "register again", CuMemHostRegister_v2(th, p, 8192, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
	want(t, "register a part", CuMemHostRegister_v2(th, unsafe.Pointer(&own[100]), 10, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
	ok(t, CuMemsetD8_v2(th, CUdeviceptr(uintptr(p)), 7, 8192))
	if own[0] != 7 || own[8191] != 7 {
		t.Error("registered memory is not written")
	}
	ok(t, CuMemHostUnregister(th, p))
	want(t, "flags", CuMemHostRegister_v2(th, p, 8192, 0x100), CUDA_ERROR_INVALID_VALUE)
	want(t, "nothing", CuMemHostRegister_v2(th, p, 0, 0), CUDA_ERROR_INVALID_VALUE)
}

func TestManaged(t *testing.T) {
	th := thread(t)
	var p CUdeviceptr
	ok(t, CuMemAllocManaged(th, &p, 64, CU_MEM_ATTACH_GLOBAL))
	b := unsafe.Slice((*byte)(hostPointer(uint64(p))), 64)
	b[5] = 9
	if got := read(t, th, p, 64); got[5] != 9 {
		t.Error("the device does not see the program's write")
	}
	ok(t, CuMemsetD8_v2(th, p, 3, 64))
	if b[63] != 3 {
		t.Error("the program does not see the device's write")
	}
	ok(t, CuMemFree_v2(th, p))
	want(t, "flags", CuMemAllocManaged(th, &p, 64, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "nothing", CuMemAllocManaged(th, &p, 0, 1), CUDA_ERROR_INVALID_VALUE)
}

func TestCopy2D3D(t *testing.T) {
	th := thread(t)
	var p CUdeviceptr
	var pitch uintptr
	ok(t, CuMemAllocPitch_v2(th, &p, &pitch, 100, 10, 4))
	if pitch < 100 || pitch%512 != 0 {
		t.Fatalf("pitch %d", pitch)
	}
	src := hostBytes(100 * 10)
	for i := range src {
		src[i] = byte(i * 7)
	}
	ok(t, CuMemcpy2D_v2(th, &CUDA_MEMCPY2D{SrcMemoryType: CU_MEMORYTYPE_HOST, SrcHost: unsafe.Pointer(&src[0]), SrcPitch: 100,
		DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: p, DstPitch: pitch, WidthInBytes: 100, Height: 10}))
	// A window of 20 bytes by 3 rows from (30, 4), by a 3D copy of 3 slices that are rows of one slice.
	dst := hostBytes(20 * 3)
	ok(t, CuMemcpy3D_v2(th, &CUDA_MEMCPY3D{SrcXInBytes: 30, SrcZ: 4, SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: p, SrcPitch: pitch,
		SrcHeight: 1, DstMemoryType: CU_MEMORYTYPE_HOST, DstHost: unsafe.Pointer(&dst[0]), DstPitch: 20, DstHeight: 1,
		WidthInBytes: 20, Height: 1, Depth: 3}))
	for r := range 3 {
		if !bytes.Equal(dst[r*20:r*20+20], src[(4+r)*100+30:(4+r)*100+50]) {
			t.Errorf("row %d differs", r)
		}
	}
	bad := CUDA_MEMCPY2D{SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: p, SrcPitch: pitch, DstMemoryType: CU_MEMORYTYPE_DEVICE,
		DstDevice: p, DstPitch: pitch, WidthInBytes: 100, Height: 11}
	want(t, "too many rows", CuMemcpy2D_v2(th, &bad), CUDA_ERROR_INVALID_VALUE)
	bad.Height, bad.WidthInBytes = 2, pitch+1
	want(t, "wider than the pitch", CuMemcpy2D_v2(th, &bad), CUDA_ERROR_INVALID_VALUE)
	bad.WidthInBytes, bad.SrcMemoryType = 4, 9
	want(t, "memory type", CuMemcpy2D_v2(th, &bad), CUDA_ERROR_INVALID_VALUE)
	want(t, "null", CuMemcpy2D_v2(th, nil), CUDA_ERROR_INVALID_VALUE)
	want(t, "element", CuMemAllocPitch_v2(th, &p, &pitch, 100, 10, 3), CUDA_ERROR_INVALID_VALUE)
}

func TestAddressRange(t *testing.T) {
	th := thread(t)
	p := alloc(t, th, 1000)
	var base CUdeviceptr
	var size uintptr
	ok(t, CuMemGetAddressRange_v2(th, &base, &size, p+999))
	if base != p || size != 1000 {
		t.Errorf("%#x %d", base, size)
	}
	want(t, "nobody's", CuMemGetAddressRange_v2(th, &base, &size, 8), CUDA_ERROR_NOT_FOUND)
}

// TestRanges compares the address index with a plain list under many random insertions and removals.
func TestRanges(t *testing.T) {
	var r ranges
	live := map[uint64]*allocation{}
	seed := uint64(1)
	next := func(n uint64) uint64 { seed = seed*6364136223846793005 + 1442695040888963407; return (seed >> 33) % n }
	for range 20000 {
		base := next(3000) * 100
		if a := live[base]; a != nil && next(2) == 0 {
			if r.remove(base, func(*allocation) bool { return true }) != a {
				t.Fatal("removes another one")
			}
			delete(live, base)
			continue
		}
		a := &allocation{base: base, size: 1 + next(100)}
		added := r.add(a)
		if added != (live[base] == nil) {
			t.Fatalf("add at %d: %v", base, added)
		}
		if added {
			live[base] = a
		}
		p := next(300000)
		w := live[p/100*100]
		if w != nil && p-w.base >= w.size {
			w = nil
		}
		if got := r.find(p); got != w {
			t.Fatalf("find %d: %v, want %v", p, got, w)
		}
	}
	n := 0
	last := uint64(0)
	r.each(0, 1<<40, func(a *allocation) bool {
		if n > 0 && a.base <= last {
			t.Fatal("not in order")
		}
		last = a.base
		n++
		return true
	})
	if n != len(live) {
		t.Errorf("%d of %d", n, len(live))
	}
}

// TestHugeVariable: a module whose variables do not fit is refused for want of memory and costs none.
func TestHugeVariable(t *testing.T) {
	th := thread(t)
	needCompiler(t)
	var before, after, total uintptr
	ok(t, CuMemGetInfo_v2(th, &before, &total))
	var m CUmodule
	for _, size := range []string{"1000000000000", "2000000000"} {
		want(t, size, CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptxHead+".visible .global .b8 g["+size+"];"))), CUDA_ERROR_OUT_OF_MEMORY)
	}
	ok(t, CuMemGetInfo_v2(th, &after, &total))
	if after != before {
		t.Errorf("%d bytes free before, %d after", before, after)
	}
}
