// Package hip implements hipffi over AMD's HIP runtime (libamdhip64), bound at run time by purego:
// no header and no library of AMD's is needed to build ferry. Its tests run against a small
// stand-in library that records calls; it has not been run on a real GPU yet.
package hip

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"

	"ferry/hipffi"
)

// api holds the addresses of the functions that ferry calls, in the order of names.
type api struct {
	init, getDeviceCount, getDeviceProperties, deviceGetName, deviceGetUUID, deviceTotalMem, deviceGetAttribute,
	setDevice, memGetInfo,
	malloc, free, hostMalloc, hostFree, mallocManaged, hostRegister, hostUnregister,
	memcpy, memcpyAsync, memcpy2DAsync, memsetD8Async, memsetD16Async, memsetD32Async,
	moduleLoadData, moduleUnload, moduleGetFunction, moduleGetGlobal, moduleLaunchKernel, moduleLaunchCooperativeKernel, occupancy,
	streamCreate, streamDestroy, streamQuery, streamSynchronize, streamWaitEvent,
	streamWaitValue32, streamWaitValue64, streamWriteValue32, streamWriteValue64, launchHostFunc,
	eventCreate, eventRecord, eventQuery, eventSynchronize, eventElapsedTime, eventDestroy,
	deviceCanAccessPeer, deviceEnablePeerAccess, deviceSetLimit,
	memAddressReserve, memAddressFree, memCreate, memRelease, memMap, memUnmap, memSetAccess, memGetAllocationGranularity, memExport, memImport,
	ipcGetMemHandle, ipcOpenMemHandle, ipcCloseMemHandle, memGetAddressRange uintptr
}

// binding is one symbol: several names are tried in order, newest first.
type binding struct {
	to       *uintptr
	names    []string
	optional bool
}

func (a *api) bindings() []binding {
	b := func(to *uintptr, names ...string) binding { return binding{to: to, names: names} }
	opt := func(to *uintptr, names ...string) binding { return binding{to: to, names: names, optional: true} }
	return []binding{
		b(&a.init, "hipInit"),
		b(&a.getDeviceCount, "hipGetDeviceCount"),
		b(&a.getDeviceProperties, "hipGetDevicePropertiesR0600", "hipGetDeviceProperties"),
		b(&a.deviceGetName, "hipDeviceGetName"),
		opt(&a.deviceGetUUID, "hipDeviceGetUuid"),
		b(&a.deviceTotalMem, "hipDeviceTotalMem"),
		b(&a.deviceGetAttribute, "hipDeviceGetAttribute"),
		b(&a.setDevice, "hipSetDevice"),
		b(&a.memGetInfo, "hipMemGetInfo"),
		b(&a.malloc, "hipMalloc"),
		b(&a.free, "hipFree"),
		b(&a.hostMalloc, "hipHostMalloc"),
		b(&a.hostFree, "hipHostFree"),
		b(&a.mallocManaged, "hipMallocManaged"),
		b(&a.hostRegister, "hipHostRegister"),
		b(&a.hostUnregister, "hipHostUnregister"),
		b(&a.memcpy, "hipMemcpy"),
		b(&a.memcpyAsync, "hipMemcpyAsync"),
		b(&a.memcpy2DAsync, "hipMemcpy2DAsync"),
		b(&a.memsetD8Async, "hipMemsetD8Async"),
		b(&a.memsetD16Async, "hipMemsetD16Async"),
		b(&a.memsetD32Async, "hipMemsetD32Async"),
		b(&a.moduleLoadData, "hipModuleLoadData"),
		b(&a.moduleUnload, "hipModuleUnload"),
		b(&a.moduleGetFunction, "hipModuleGetFunction"),
		b(&a.moduleGetGlobal, "hipModuleGetGlobal"),
		b(&a.moduleLaunchKernel, "hipModuleLaunchKernel"),
		opt(&a.moduleLaunchCooperativeKernel, "hipModuleLaunchCooperativeKernel"),
		b(&a.occupancy, "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor"),
		b(&a.streamCreate, "hipStreamCreateWithPriority"),
		b(&a.streamDestroy, "hipStreamDestroy"),
		b(&a.streamQuery, "hipStreamQuery"),
		b(&a.streamSynchronize, "hipStreamSynchronize"),
		b(&a.streamWaitEvent, "hipStreamWaitEvent"),
		opt(&a.streamWaitValue32, "hipStreamWaitValue32"),
		opt(&a.streamWaitValue64, "hipStreamWaitValue64"),
		opt(&a.streamWriteValue32, "hipStreamWriteValue32"),
		opt(&a.streamWriteValue64, "hipStreamWriteValue64"),
		b(&a.launchHostFunc, "hipLaunchHostFunc"),
		b(&a.eventCreate, "hipEventCreateWithFlags"),
		b(&a.eventRecord, "hipEventRecord"),
		b(&a.eventQuery, "hipEventQuery"),
		b(&a.eventSynchronize, "hipEventSynchronize"),
		b(&a.eventElapsedTime, "hipEventElapsedTime"),
		b(&a.eventDestroy, "hipEventDestroy"),
		b(&a.deviceCanAccessPeer, "hipDeviceCanAccessPeer"),
		b(&a.deviceEnablePeerAccess, "hipDeviceEnablePeerAccess"),
		opt(&a.deviceSetLimit, "hipDeviceSetLimit"),
		opt(&a.memAddressReserve, "hipMemAddressReserve"),
		opt(&a.memAddressFree, "hipMemAddressFree"),
		opt(&a.memCreate, "hipMemCreate"),
		opt(&a.memRelease, "hipMemRelease"),
		opt(&a.memMap, "hipMemMap"),
		opt(&a.memUnmap, "hipMemUnmap"),
		opt(&a.memSetAccess, "hipMemSetAccess"),
		opt(&a.memGetAllocationGranularity, "hipMemGetAllocationGranularity"),
		opt(&a.memExport, "hipMemExportToShareableHandle"),
		opt(&a.memImport, "hipMemImportFromShareableHandle"),
		opt(&a.ipcGetMemHandle, "hipIpcGetMemHandle"),
		opt(&a.ipcOpenMemHandle, "hipIpcOpenMemHandle"),
		opt(&a.ipcCloseMemHandle, "hipIpcCloseMemHandle"),
		opt(&a.memGetAddressRange, "hipMemGetAddressRange"),
	}
}

// Libraries are the names that Open tries, in order.
var Libraries = []string{"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so", "libamdhip64.so.5"}

// load opens the HIP runtime and binds every symbol, or says what is missing.
func load(names []string) (*api, error) {
	var lib uintptr
	var err error
	for _, n := range names {
		if lib, err = purego.Dlopen(n, purego.RTLD_NOW|purego.RTLD_LOCAL); err == nil {
			break
		}
	}
	if lib == 0 {
		return nil, fmt.Errorf("hip: no HIP runtime: %v", err)
	}
	a := new(api)
	for _, b := range a.bindings() {
		for _, n := range b.names {
			if p, err := purego.Dlsym(lib, n); err == nil && p != 0 {
				*b.to = p
				break
			}
		}
		if *b.to == 0 && !b.optional {
			return nil, fmt.Errorf("hip: the HIP runtime lacks %s", b.names[0])
		}
	}
	return a, nil
}

// hipError_t values that ferry tells apart (hip_runtime_api.h).
const (
	success               = 0
	errInvalidValue       = 1
	errOutOfMemory        = 2
	errInvalidImage       = 200
	errNoBinary           = 209
	errInvalidKernelFile  = 218
	errNotFound           = 500
	errNotReady           = 600
	errIllegalAddress     = 700
	errPeerUnsupported    = 217
	errLaunchResources    = 701
	errLaunchTimeout      = 702
	errPeerAlreadyEnabled = 704
	errAssert             = 710
	errLaunchFailure      = 719
	errCoopTooLarge       = 720
	errNotSupported       = 801
)

// call calls fn and turns a hipError_t into an error.
func call(what string, fn uintptr, args ...uintptr) error {
	if fn == 0 {
		return &hipffi.Error{Fault: hipffi.FaultNotSupported, Detail: what + ": the HIP runtime has no such function"}
	}
	r, _, _ := purego.SyscallN(fn, args...)
	return check(what, int32(r))
}

func check(what string, r int32) error {
	if r == success {
		return nil
	}
	f := hipffi.FaultUnknown
	switch r {
	case errInvalidValue:
		f = hipffi.FaultInvalidValue
	case errOutOfMemory:
		f = hipffi.FaultOutOfMemory
	case errInvalidImage, errNoBinary, errInvalidKernelFile:
		f = hipffi.FaultInvalidImage
	case errIllegalAddress:
		f = hipffi.FaultIllegalAddress
	case errLaunchResources, errCoopTooLarge:
		f = hipffi.FaultLaunchResources
	case errLaunchTimeout:
		f = hipffi.FaultTimeout
	case errAssert:
		f = hipffi.FaultAssert
	case errLaunchFailure:
		f = hipffi.FaultTrap
	case errNotSupported, errPeerUnsupported:
		f = hipffi.FaultNotSupported
	}
	return &hipffi.Error{Fault: f, Detail: fmt.Sprintf("%s: HIP error %d", what, r)}
}

// onDevice runs f with device n current on its thread: HIP keeps the current device per thread.
func (a *api) onDevice(n int, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := call("hipSetDevice", a.setDevice, uintptr(n)); err != nil {
		return err
	}
	return f()
}

// ptr is the address of p for a C function. It makes p escape, so that p lives on the heap, which
// does not move; the caller still refers to p after the call, which keeps it alive.
func ptr[T any](p *T) uintptr {
	if escape.on {
		escape.to = unsafe.Pointer(p)
	}
	return uintptr(unsafe.Pointer(p))
}

var escape struct {
	on bool // never
	to unsafe.Pointer
}
