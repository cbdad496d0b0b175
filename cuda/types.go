package cuda

// This file holds the scalar types of the driver API under their C names. Enumerations are aliases
// of int32, so that a C value of any number can be passed in; handles are types of their own.

type (
	CUdeviceptr                  uint64 // a device address, as kernels see it
	CUdevice                     = int32
	CUtexObject                  = uint64
	CUsurfObject                 = uint64
	CUmemGenericAllocationHandle = uint64
	CUgraphConditionalHandle     = uint64
	CUlogicalEndpointId          = uint32
	CUlogIterator                = uint32
)

// Handles are the addresses of cells (see handle.go); zero is null.
type (
	CUarray                     uintptr
	CUasyncCallbackHandle       uintptr
	CUcheckpointOperationHandle uintptr
	CUcontext                   uintptr
	CUcoredumpCallbackHandle    uintptr
	CUdevResourceDesc           uintptr
	CUevent                     uintptr
	CUexternalMemory            uintptr
	CUexternalSemaphore         uintptr
	CUfunction                  uintptr
	CUgraph                     uintptr
	CUgraphDeviceNode           uintptr
	CUgraphExec                 uintptr
	CUgraphNode                 uintptr
	CUgraphicsResource          uintptr
	CUgreenCtx                  uintptr
	CUkernel                    uintptr
	CUlibrary                   uintptr
	CUlinkState                 uintptr
	CUlogsCallbackHandle        uintptr
	CUmemoryPool                uintptr
	CUmipmappedArray            uintptr
	CUmodule                    uintptr
	CUstream                    uintptr
	CUsurfref                   uintptr
	CUtexref                    uintptr
	CUuserObject                uintptr
)

// Enumerations. Their constants are in consts.go.
type (
	CUCoredumpGenerationFlags               = int32
	CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS     = int32
	CUGPUDirectRDMAWritesOrdering           = int32
	CUaccessProperty                        = int32
	CUaddress_mode                          = int32
	CUarraySparseSubresourceType            = int32
	CUarray_cubemap_face                    = int32
	CUarray_format                          = int32
	CUasyncNotificationType                 = int32
	CUatomicOperation                       = int32
	CUatomicOperationCapability             = int32
	CUcigDataType                           = int32
	CUcliqueType                            = int32
	CUclusterSchedulingPolicy               = int32
	CUcomputemode                           = int32
	CUcoredumpSettings                      = int32
	CUctx_flags                             = int32
	CUdevResourceType                       = int32
	CUdevSmResourceGroup_flags              = int32
	CUdevSmResourceSplitByCount_flags       = int32
	CUdevWorkqueueConfigScope               = int32
	CUdeviceNumaConfig                      = int32
	CUdevice_P2PAttribute                   = int32
	CUdevice_attribute                      = int32
	CUdriverProcAddressQueryResult          = int32
	CUdriverProcAddress_flags               = int32
	CUevent_flags                           = int32
	CUevent_record_flags                    = int32
	CUevent_sched_flags                     = int32
	CUevent_wait_flags                      = int32
	CUexecAffinityType                      = int32
	CUexternalMemoryHandleType              = int32
	CUexternalSemaphoreHandleType           = int32
	CUfabricCpyOperandType                  = int32
	CUfilter_mode                           = int32
	CUflushGPUDirectRDMAWritesOptions       = int32
	CUflushGPUDirectRDMAWritesScope         = int32
	CUflushGPUDirectRDMAWritesTarget        = int32
	CUfunc_cache                            = int32
	CUfunctionLoadingState                  = int32
	CUfunction_attribute                    = int32
	CUgraphChildGraphNodeOwnership          = int32
	CUgraphConditionalNodeType              = int32
	CUgraphDebugDot_flags                   = int32
	CUgraphDependencyType                   = int32
	CUgraphExecUpdateResult                 = int32
	CUgraphInstantiateResult                = int32
	CUgraphInstantiate_flags                = int32
	CUgraphMem_attribute                    = int32
	CUgraphNodeType                         = int32
	CUgraphRecaptureStatus                  = int32
	CUgraphicsMapResourceFlags              = int32
	CUgraphicsRegisterFlags                 = int32
	CUgreenCtxCreate_flags                  = int32
	CUhostTaskSyncMode                      = int32
	CUipcMem_flags                          = int32
	CUjitInputType                          = int32
	CUjit_cacheMode                         = int32
	CUjit_fallback                          = int32
	CUjit_option                            = int32
	CUjit_target                            = int32
	CUlaunchAttributeID                     = int32
	CUlaunchAttributePortableClusterMode    = int32
	CUlaunchMemSyncDomain                   = int32
	CUlibraryOption                         = int32
	CUlimit                                 = int32
	CUlogLevel                              = int32
	CUlogicalEndpointFlag                   = int32
	CUlogicalEndpointIpcHandleType          = int32
	CUlogicalEndpointType                   = int32
	CUmemAccess_flags                       = int32
	CUmemAllocationCompType                 = int32
	CUmemAllocationGranularity_flags        = int32
	CUmemAllocationHandleType               = int32
	CUmemAllocationType                     = int32
	CUmemAttach_flags                       = int32
	CUmemDecompressAlgorithm                = int32
	CUmemHandleType                         = int32
	CUmemLocationType                       = int32
	CUmemOperationType                      = int32
	CUmemPool_attribute                     = int32
	CUmemRangeFlags                         = int32
	CUmemRangeHandleType                    = int32
	CUmem_advise                            = int32
	CUmem_range_attribute                   = int32
	CUmemcpy3DOperandType                   = int32
	CUmemcpyFlags                           = int32
	CUmemcpySrcAccessOrder                  = int32
	CUmemorytype                            = int32
	CUmoduleLoadingMode                     = int32
	CUmulticastGranularity_flags            = int32
	CUoccupancy_flags                       = int32
	CUpointer_attribute                     = int32
	CUprocessState                          = int32
	CUresourceViewFormat                    = int32
	CUresourcetype                          = int32
	CUsharedMemoryMode                      = int32
	CUshared_carveout                       = int32
	CUsharedconfig                          = int32
	CUstreamAtomicReductionDataType         = int32
	CUstreamAtomicReductionOpType           = int32
	CUstreamBatchMemOpType                  = int32
	CUstreamCaptureMode                     = int32
	CUstreamCaptureStatus                   = int32
	CUstreamCigDataType                     = int32
	CUstreamMemoryBarrier_flags             = int32
	CUstreamUpdateCaptureDependencies_flags = int32
	CUstreamWaitValue_flags                 = int32
	CUstreamWriteValue_flags                = int32
	CUstream_flags                          = int32
	CUsynchronizationPolicy                 = int32
	CUtensorMapAllocClass                   = int32
	CUtensorMapDataType                     = int32
	CUtensorMapFloatOOBfill                 = int32
	CUtensorMapIm2ColWideMode               = int32
	CUtensorMapInterleave                   = int32
	CUtensorMapL2promotion                  = int32
	CUtensorMapSwizzle                      = int32
	CUuserObjectRetain_flags                = int32
	CUuserObject_flags                      = int32
	CUkernelNodeAttrID                      = int32
	CUstreamAttrID                          = int32
)
