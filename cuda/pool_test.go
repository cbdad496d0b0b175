package cuda

import (
	"testing"
	"unsafe"
)

func TestPools(t *testing.T) {
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 1))
	var def, cur CUmemoryPool
	ok(t, CuDeviceGetDefaultMemPool(th, &def, 0))
	ok(t, CuDeviceGetMemPool(th, &cur, 0))
	if def != cur {
		t.Error("the current pool is not the default one")
	}
	want(t, "destroy the default", CuMemPoolDestroy(th, def), CUDA_ERROR_INVALID_VALUE)
	var before, after, total uintptr
	ok(t, CuMemGetInfo_v2(th, &before, &total))
	var p, q CUdeviceptr
	ok(t, CuMemAllocAsync(th, &p, 1<<20, s))
	ok(t, CuMemsetD8Async(th, p, 5, 1<<20, s))
	b := hostBytes(16)
	ok(t, CuMemcpyDtoHAsync_v2(th, unsafe.Pointer(&b[0]), p, 16, s))
	if b[3] != 5 {
		t.Errorf("byte is %d", b[3])
	}
	ok(t, CuMemFreeAsync(th, p, s))
	ok(t, CuMemAllocAsync(th, &q, 1<<20, s))
	if p != q {
		t.Error("the stream does not get back what it freed")
	}
	var used uint64
	ok(t, CuMemPoolGetAttribute(th, def, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, unsafe.Pointer(&used)))
	if used != 1<<20 {
		t.Errorf("%d bytes used", used)
	}
	ok(t, CuMemFreeAsync(th, q, s))
	want(t, "free again", CuMemFreeAsync(th, q, s), CUDA_ERROR_INVALID_VALUE)
	want(t, "free null", CuMemFreeAsync(th, 0, s), CUDA_SUCCESS) // conformance: mem_async_pools
	ok(t, CuStreamSynchronize(th, s))
	ok(t, CuMemGetInfo_v2(th, &after, &total))
	if before != after {
		t.Errorf("%d bytes free before, %d after", before, after)
	}
	// A threshold keeps memory; trimming gives it back.
	keep := uint64(1 << 30)
	ok(t, CuMemPoolSetAttribute(th, def, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, unsafe.Pointer(&keep)))
	ok(t, CuMemAllocAsync(th, &p, 1<<20, s))
	ok(t, CuMemFreeAsync(th, p, s))
	ok(t, CuStreamSynchronize(th, s))
	var reserved uint64
	ok(t, CuMemPoolGetAttribute(th, def, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, unsafe.Pointer(&reserved)))
	if reserved != 1<<20 {
		t.Errorf("%d bytes reserved", reserved)
	}
	keep = 0
	ok(t, CuMemPoolSetAttribute(th, def, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, unsafe.Pointer(&keep)))
	ok(t, CuMemPoolTrimTo(th, def, 0))
	ok(t, CuMemGetInfo_v2(th, &after, &total))
	if before != after {
		t.Errorf("%d bytes free before, %d after trimming", before, after)
	}
	// A pool of the program's own.
	var own CUmemoryPool
	props := CUmemPoolProps{AllocType: CU_MEM_ALLOCATION_TYPE_PINNED, MaxSize: 1 << 20}
	props.Location.Type = CU_MEM_LOCATION_TYPE_DEVICE
	ok(t, CuMemPoolCreate(th, &own, &props))
	ok(t, CuDeviceSetMemPool(th, 0, own))
	ok(t, CuMemAllocAsync(th, &p, 1<<20, s))
	want(t, "beyond the pool's size", CuMemAllocAsync(th, &q, 1<<20, s), CUDA_ERROR_OUT_OF_MEMORY)
	var h CUmemoryPool
	ok(t, CuPointerGetAttribute(th, unsafe.Pointer(&h), CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p))
	if h != own {
		t.Error("another pool")
	}
	ok(t, CuMemPoolDestroy(th, own))
	want(t, "destroyed", CuMemAllocFromPoolAsync(th, &q, 16, own, s), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuDeviceGetMemPool(th, &cur, 0))
	if cur != def {
		t.Error("the destroyed pool is still the current one")
	}
	ok(t, CuMemFree_v2(th, p))
	ok(t, CuMemGetInfo_v2(th, &after, &total))
	if before != after {
		t.Errorf("%d bytes free before, %d after the pool", before, after)
	}
	props.Location.Type = CU_MEM_LOCATION_TYPE_HOST
	want(t, "host pool", CuMemPoolCreate(th, &own, &props), CUDA_ERROR_NOT_SUPPORTED)
	want(t, "no properties", CuMemPoolCreate(th, &own, nil), CUDA_ERROR_INVALID_VALUE)
	want(t, "no bytes", CuMemAllocAsync(th, &p, 0, s), CUDA_SUCCESS)
	var f CUmemAccess_flags
	loc := CUmemLocation{Type: CU_MEM_LOCATION_TYPE_DEVICE}
	ok(t, CuMemPoolGetAccess(th, &f, def, &loc))
	if f != CU_MEM_ACCESS_FLAGS_PROT_READWRITE {
		t.Errorf("access %d", f)
	}
}

// TestPoolOrder checks that another stream does not get a block before the free has been reached.
func TestPoolOrder(t *testing.T) {
	host := withHost(t)
	th := thread(t)
	var a, b CUstream
	ok(t, CuStreamCreate(th, &a, 1))
	ok(t, CuStreamCreate(th, &b, 1))
	var p, q CUdeviceptr
	ok(t, CuMemAllocAsync(th, &p, 4096, a))
	g := newGate()
	ok(t, CuLaunchHostFunc(th, a, host(g.run), nil))
	ok(t, CuMemFreeAsync(th, p, a))
	<-g.entered
	ok(t, CuMemAllocAsync(th, &q, 4096, b))
	if p == q {
		t.Error("a block is given out that is in use")
	}
	close(g.open)
	ok(t, CuStreamSynchronize(th, a))
	ok(t, CuMemFreeAsync(th, q, b))
	ok(t, CuStreamSynchronize(th, b))
}

func TestVirtualMemory(t *testing.T) {
	th := thread(t)
	prop := CUmemAllocationProp{Type: CU_MEM_ALLOCATION_TYPE_PINNED}
	prop.Location.Type = CU_MEM_LOCATION_TYPE_DEVICE
	var g uintptr
	ok(t, CuMemGetAllocationGranularity(th, &g, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM))
	if g == 0 || g&(g-1) != 0 {
		t.Fatalf("granularity %d", g)
	}
	var before, after, total uintptr
	ok(t, CuMemGetInfo_v2(th, &before, &total))
	var va, big CUdeviceptr
	ok(t, CuMemAddressReserve(th, &va, 4*g, 0, 0, 0))
	ok(t, CuMemAddressReserve(th, &big, 8*g, 0, 0, 0))
	ok(t, CuMemAddressFree(th, big, 8*g))
	want(t, "odd size", CuMemAddressReserve(th, &big, g+1, 0, 0, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "odd alignment", CuMemAddressReserve(th, &big, g, 3, 0, 0), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuMemGetInfo_v2(th, &after, &total))
	if after != before {
		t.Error("a reservation takes memory")
	}
	var h CUmemGenericAllocationHandle
	ok(t, CuMemCreate(th, &h, 2*g, &prop, 0))
	want(t, "odd size", CuMemCreate(th, new(CUmemGenericAllocationHandle), 100, &prop, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "no properties", CuMemCreate(th, new(CUmemGenericAllocationHandle), g, nil, 0), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuMemGetInfo_v2(th, &after, &total))
	if before-after != 2*g {
		t.Errorf("%d bytes take %d", 2*g, before-after)
	}
	want(t, "copy to a reservation", CuMemsetD8_v2(th, va, 1, 16), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuMemMap(th, va, 2*g, 0, h, 0))
	want(t, "map again", CuMemMap(th, va+CUdeviceptr(g), g, 0, h, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "map elsewhere", CuMemMap(th, 4096, g, 0, h, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "map too much", CuMemMap(th, va+CUdeviceptr(2*g), g, 2*g, h, 0), CUDA_ERROR_NOT_SUPPORTED) // conformance: vmm_errors
	want(t, "no access yet", CuMemsetD8_v2(th, va, 1, 16), CUDA_ERROR_INVALID_VALUE)
	desc := CUmemAccessDesc{Location: prop.Location, Flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE}
	ok(t, CuMemSetAccess(th, va, 2*g, &desc, 1))
	want(t, "access beyond", CuMemSetAccess(th, va, 3*g, &desc, 1), CUDA_ERROR_INVALID_VALUE)
	var flags uint64
	ok(t, CuMemGetAccess(th, &flags, &prop.Location, va))
	if flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE {
		t.Errorf("access %d", flags)
	}
	ok(t, CuMemsetD32_v2(th, va, 7, 2*g/4))
	// The second half again at another place: an alias.
	ok(t, CuMemMap(th, va+CUdeviceptr(2*g), g, g, h, 0))
	ok(t, CuMemSetAccess(th, va+CUdeviceptr(2*g), g, &desc, 1))
	ok(t, CuMemsetD32_v2(th, va+CUdeviceptr(2*g), 9, 1))
	if got := words(read(t, th, va+CUdeviceptr(g), 8)); got != "9 7" {
		t.Errorf("the alias shows %s", got)
	}
	// A copy over the border of two mappings.
	ok(t, CuMemcpyDtoD_v2(th, va, va+CUdeviceptr(2*g)-8, 16))
	var h2 CUmemGenericAllocationHandle
	ok(t, CuMemRetainAllocationHandle(th, &h2, hostPointer(uint64(va))))
	if h2 != h {
		t.Error("another handle")
	}
	var got CUmemAllocationProp
	ok(t, CuMemGetAllocationPropertiesFromHandle(th, &got, h))
	if got != prop {
		t.Errorf("%+v", got)
	}
	ok(t, CuMemRelease(th, h))
	ok(t, CuMemRelease(th, h))
	want(t, "release again", CuMemRelease(th, h), CUDA_ERROR_INVALID_VALUE)
	want(t, "free a mapped reservation", CuMemAddressFree(th, va, 4*g), CUDA_ERROR_INVALID_VALUE)
	want(t, "unmap a part", CuMemUnmap(th, va, g), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuMemUnmap(th, va, 3*g))
	ok(t, CuMemAddressFree(th, va, 4*g))
	want(t, "free again", CuMemAddressFree(th, va, 4*g), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuMemGetInfo_v2(th, &after, &total))
	if after != before {
		t.Errorf("%d bytes are lost", before-after)
	}
	// A shareable handle.
	prop.RequestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
	ok(t, CuMemCreate(th, &h, g, &prop, 0))
	fd := int32(-1)
	ok(t, CuMemExportToShareableHandle(th, unsafe.Pointer(&fd), h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0))
	if fd < 0 {
		t.Errorf("descriptor %d", fd)
	}
	ok(t, CuMemRelease(th, h))
}

func TestManagedAdvice(t *testing.T) {
	th := thread(t)
	var p CUdeviceptr
	ok(t, CuMemAllocManaged(th, &p, 1<<16, CU_MEM_ATTACH_GLOBAL))
	get := func(attr CUmem_range_attribute) int32 {
		t.Helper()
		v := int32(-99)
		ok(t, CuMemRangeGetAttribute(th, unsafe.Pointer(&v), 4, attr, p, 1<<16))
		return v
	}
	if v := get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION); v != CU_DEVICE_INVALID {
		t.Errorf("preferred location %d", v)
	}
	ok(t, CuMemAdvise(th, p, 1<<16, CU_MEM_ADVISE_SET_READ_MOSTLY, 0))
	ok(t, CuMemAdvise(th, p, 1<<16, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU))
	ok(t, CuMemAdvise(th, p, 1<<16, CU_MEM_ADVISE_SET_ACCESSED_BY, 1))
	ok(t, CuMemPrefetchAsync(th, p, 1<<16, 0, 0))
	if a, b, c, d := get(1), get(2), get(3), get(4); a != 1 || b != CU_DEVICE_CPU || c != 1 || d != 0 {
		t.Errorf("attributes %d %d %d %d", a, b, c, d)
	}
	want(t, "not managed", CuMemAdvise(th, alloc(t, th, 64), 64, CU_MEM_ADVISE_SET_READ_MOSTLY, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "beyond", CuMemAdvise(th, p, 1<<17, CU_MEM_ADVISE_SET_READ_MOSTLY, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "no such advice", CuMemAdvise(th, p, 64, 99, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "no such device", CuMemPrefetchAsync(th, p, 64, 9, 0), CUDA_ERROR_INVALID_DEVICE)
}

func TestPeers(t *testing.T) {
	th := &Thread{}
	var a, b CUcontext
	ok(t, CuCtxCreate_v2(th, &b, 0, 1))
	ok(t, CuCtxCreate_v2(th, &a, 0, 0))
	defer CuCtxDestroy_v2(th, b)
	defer CuCtxDestroy_v2(th, a)
	var can int32
	ok(t, CuDeviceCanAccessPeer(th, &can, 0, 1))
	if can != 1 {
		t.Fatal("no peer access between embedded devices")
	}
	ok(t, CuDeviceCanAccessPeer(th, &can, 0, 0))
	if can != 0 {
		t.Error("a device is its own peer")
	}
	ok(t, CuCtxEnablePeerAccess(th, b, 0))
	want(t, "again", CuCtxEnablePeerAccess(th, b, 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED)
	want(t, "itself", CuCtxEnablePeerAccess(th, a, 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED)
	p := alloc(t, th, 64)
	ok(t, CuMemsetD8_v2(th, p, 3, 64))
	ok(t, CuCtxSynchronize(th))
	ok(t, CuCtxPushCurrent_v2(th, b))
	q := alloc(t, th, 64)
	ok(t, CuMemcpyPeer(th, q, b, p, a, 64))
	if got := read(t, th, q, 64); got[63] != 3 {
		t.Errorf("byte is %d", got[63])
	}
	dev := int32(-1)
	ok(t, CuPointerGetAttribute(th, unsafe.Pointer(&dev), CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, q))
	if dev != 1 {
		t.Errorf("device %d", dev)
	}
	// An event of one device held by a stream of the other.
	var e CUevent
	ok(t, CuEventCreate(th, &e, CU_EVENT_DISABLE_TIMING))
	ok(t, CuMemsetD8Async(th, q, 9, 64, 0))
	ok(t, CuEventRecord(th, e, 0))
	var x CUcontext
	ok(t, CuCtxPopCurrent_v2(th, &x))
	ok(t, CuStreamWaitEvent(th, 0, e, 0))
	ok(t, CuMemcpyPeerAsync(th, p, a, q, b, 64, 0))
	if got := read(t, th, p, 64); got[0] != 9 {
		t.Errorf("byte is %d", got[0])
	}
	ok(t, CuCtxDisablePeerAccess(th, b))
	want(t, "not enabled", CuCtxDisablePeerAccess(th, b), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED)
}

func TestBatchCopies(t *testing.T) {
	th := thread(t)
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 1))
	p := alloc(t, th, 64)
	ok(t, CuMemsetD32_v2(th, p, 1, 16))
	ok(t, CuMemsetD32_v2(th, p, 2, 4))
	ok(t, CuCtxSynchronize(th))
	dsts, srcs, sizes := []CUdeviceptr{p + 16, p + 40}, []CUdeviceptr{p, p + 4}, []uintptr{8, 4}
	at := []uintptr{0}
	attr := CUmemcpyAttributes{SrcAccessOrder: CU_MEMCPY_SRC_ACCESS_ORDER_STREAM}
	ok(t, CuMemcpyBatchAsync_v2(th, &dsts[0], &srcs[0], &sizes[0], 2, &attr, &at[0], 1, s))
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, p, 64)); got != "2 2 2 2 2 2 1 1 1 1 2 1 1 1 1 1" {
		t.Error(got)
	}
	fail := uintptr(0)
	dsts[1] = 64
	want(t, "a bad one", CuMemcpyBatchAsync(th, &dsts[0], &srcs[0], &sizes[0], 1, &attr, &at[0], 1, &fail, s), CUDA_SUCCESS)
	want(t, "legacy stream", CuMemcpyBatchAsync_v2(th, &dsts[0], &srcs[0], &sizes[0], 1, &attr, &at[0], 1, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "no attributes", CuMemcpyBatchAsync_v2(th, &dsts[0], &srcs[0], &sizes[0], 1, nil, nil, 0, s), CUDA_ERROR_INVALID_VALUE)
	sizes[1] = 0
	want(t, "empty", CuMemcpyBatchAsync(th, &dsts[0], &srcs[0], &sizes[0], 2, &attr, &at[0], 1, &fail, s), CUDA_ERROR_INVALID_VALUE)
	if fail != 1 {
		t.Errorf("copy %d is named", fail)
	}
	op := CUDA_MEMCPY3D_BATCH_OP{Src: CUmemcpy3DOperand_v1{Type: 1, Op: [4]uint64{uint64(p), 16, 0, 0}},
		Dst:    CUmemcpy3DOperand_v1{Type: 1, Op: [4]uint64{uint64(p) + 48, 8, 0, 0}},
		Extent: CUextent3D_v1{4, 2, 1}, SrcAccessOrder: 1}
	ok(t, CuMemcpy3DBatchAsync_v2(th, 1, &op, 0, s))
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, p+48, 16)); got != "2 1 2 1" {
		t.Error(got)
	}
}

func TestMemOps(t *testing.T) {
	th := thread(t)
	var a, b CUstream
	ok(t, CuStreamCreate(th, &a, 1))
	ok(t, CuStreamCreate(th, &b, 1))
	p := alloc(t, th, 64)
	ok(t, CuMemsetD8_v2(th, p, 0, 64))
	ok(t, CuCtxSynchronize(th))
	ok(t, CuStreamWaitValue32_v2(th, a, p, 5, CU_STREAM_WAIT_VALUE_EQ))
	ok(t, CuStreamWriteValue64_v2(th, a, p+8, 77, 0))
	want(t, "waits", CuStreamQuery(th, a), CUDA_ERROR_NOT_READY)
	ok(t, CuStreamWriteValue32_v2(th, b, p, 5, 0))
	ok(t, CuStreamSynchronize(th, a))
	if got := words(read(t, th, p, 16)); got != "5 0 77 0" {
		t.Error(got)
	}
	ops := []CUstreamBatchMemOpParams{{CU_STREAM_MEM_OP_WRITE_VALUE_32, uint64(p) + 4, 3, 0}, {CU_STREAM_MEM_OP_WAIT_VALUE_32, uint64(p) + 4, 3, 0}}
	ok(t, CuStreamBatchMemOp_v2(th, a, 2, &ops[0], 0))
	ok(t, CuStreamSynchronize(th, a))
	want(t, "odd address", CuStreamWriteValue32_v2(th, a, p+1, 5, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "nobody's address", CuStreamWriteValue32_v2(th, a, 64, 5, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "flags", CuStreamWriteValue32_v2(th, a, p, 5, 99), CUDA_ERROR_INVALID_VALUE)
	want(t, "no operations", CuStreamBatchMemOp_v2(th, a, 0, &ops[0], 0), CUDA_SUCCESS)           // conformance: batch_mem_op
	want(t, "the form of CUDA 8", CuStreamWriteValue32(th, a, p, 5, 0), CUDA_ERROR_NOT_SUPPORTED) // testdata/api
}

func TestLogs(t *testing.T) {
	th := &Thread{}
	var it CUlogIterator
	ok(t, CuLogsCurrent(th, &it, 0))
	var got []string
	old := Host.Log
	Host.Log = func(fn uintptr, arg unsafe.Pointer, level CUlogLevel, p *byte, n uintptr) {
		got = append(got, gostring(p))
	}
	defer func() { Host.Log = old }()
	var h CUlogsCallbackHandle
	ok(t, CuLogsRegisterCallback(th, 1, nil, &h))
	noteError("one")
	noteError("two")
	ok(t, CuLogsUnregisterCallback(th, h))
	want(t, "again", CuLogsUnregisterCallback(th, h), CUDA_ERROR_INVALID_VALUE)
	noteError("three")
	if len(got) != 2 || got[1] != "two" {
		t.Errorf("callback got %q", got)
	}
	b := hostBytes(64)
	n := uintptr(64)
	ok(t, CuLogsDumpToMemory(th, &it, &b[0], &n, 0))
	if s := gostring(&b[0]); s != "one\ntwo\nthree\n" || n != 14 {
		t.Errorf("%q, %d bytes", s, n)
	}
	n = 64
	ok(t, CuLogsDumpToMemory(th, &it, &b[0], &n, 0))
	if n != 0 {
		t.Errorf("%d bytes after the end", n)
	}
}

func TestStreamAttributes(t *testing.T) {
	th := thread(t)
	var s, d CUstream
	ok(t, CuStreamCreate(th, &s, 1))
	ok(t, CuStreamCreate(th, &d, 1))
	v := CUstreamAttrValue{CU_SYNC_POLICY_SPIN}
	ok(t, CuStreamSetAttribute(th, s, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v))
	ok(t, CuStreamCopyAttributes(th, d, s))
	v = CUstreamAttrValue{}
	ok(t, CuStreamGetAttribute(th, d, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v))
	if v[0] != CU_SYNC_POLICY_SPIN {
		t.Errorf("policy %d", v[0])
	}
	v[0] = 99
	want(t, "no such policy", CuStreamSetAttribute(th, s, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v), CUDA_ERROR_INVALID_VALUE)
	want(t, "no such attribute", CuStreamGetAttribute(th, s, 77, &v), CUDA_ERROR_INVALID_VALUE)
}
