// Made by exports/gen from exports/*.tsv and package cuda; do not edit.

#include "ferry.h"

FERRY_API CUresult cuArray3DCreate(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1* pAllocateArray)
{
	struct { CUarray* f0; const CUDA_ARRAY3D_DESCRIPTOR_v1* f1; } a = {pHandle, pAllocateArray};
	return ferry_enter(0, 0, &a);
}

FERRY_API CUresult cuArray3DCreate_v2(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pAllocateArray)
{
	struct { CUarray* f0; const CUDA_ARRAY3D_DESCRIPTOR* f1; } a = {pHandle, pAllocateArray};
	return ferry_enter(1, 0, &a);
}

FERRY_API CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1* pArrayDescriptor, CUarray hArray)
{
	struct { CUDA_ARRAY3D_DESCRIPTOR_v1* f0; CUarray f1; } a = {pArrayDescriptor, hArray};
	return ferry_enter(2, 0, &a);
}

FERRY_API CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* pArrayDescriptor, CUarray hArray)
{
	struct { CUDA_ARRAY3D_DESCRIPTOR* f0; CUarray f1; } a = {pArrayDescriptor, hArray};
	return ferry_enter(3, 0, &a);
}

FERRY_API CUresult cuArrayCreate(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR_v1* pAllocateArray)
{
	struct { CUarray* f0; const CUDA_ARRAY_DESCRIPTOR_v1* f1; } a = {pHandle, pAllocateArray};
	return ferry_enter(4, 0, &a);
}

FERRY_API CUresult cuArrayCreate_v2(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR* pAllocateArray)
{
	struct { CUarray* f0; const CUDA_ARRAY_DESCRIPTOR* f1; } a = {pHandle, pAllocateArray};
	return ferry_enter(5, 0, &a);
}

FERRY_API CUresult cuArrayDestroy(CUarray hArray)
{
	struct { CUarray f0; } a = {hArray};
	return ferry_enter(6, 0, &a);
}

FERRY_API CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1* pArrayDescriptor, CUarray hArray)
{
	struct { CUDA_ARRAY_DESCRIPTOR_v1* f0; CUarray f1; } a = {pArrayDescriptor, hArray};
	return ferry_enter(7, 0, &a);
}

FERRY_API CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* pArrayDescriptor, CUarray hArray)
{
	struct { CUDA_ARRAY_DESCRIPTOR* f0; CUarray f1; } a = {pArrayDescriptor, hArray};
	return ferry_enter(8, 0, &a);
}

FERRY_API CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements, CUarray array, CUdevice device)
{
	struct { CUDA_ARRAY_MEMORY_REQUIREMENTS* f0; CUarray f1; CUdevice f2; } a = {memoryRequirements, array, device};
	return ferry_enter(9, 0, &a);
}

FERRY_API CUresult cuArrayGetPlane(CUarray* pPlaneArray, CUarray hArray, unsigned int planeIdx)
{
	struct { CUarray* f0; CUarray f1; unsigned int f2; } a = {pPlaneArray, hArray, planeIdx};
	return ferry_enter(10, 0, &a);
}

FERRY_API CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* sparseProperties, CUarray array)
{
	struct { CUDA_ARRAY_SPARSE_PROPERTIES* f0; CUarray f1; } a = {sparseProperties, array};
	return ferry_enter(11, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuCheckpointOperationComplete(CUcheckpointOperationHandle handle)
{
	(void)handle;
	return ferry_unsupported(12);
}
#else
FERRY_API CUresult cuCheckpointOperationComplete(CUcheckpointOperationHandle handle)
{
	struct { CUcheckpointOperationHandle f0; } a = {handle};
	return ferry_enter(12, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCheckpointProcessCheckpoint(int pid, CUcheckpointCheckpointArgs* args)
{
	(void)pid;
	(void)args;
	return ferry_unsupported(13);
}
#else
FERRY_API CUresult cuCheckpointProcessCheckpoint(int pid, CUcheckpointCheckpointArgs* args)
{
	struct { int f0; CUcheckpointCheckpointArgs* f1; } a = {pid, args};
	return ferry_enter(13, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int* tid)
{
	(void)pid;
	(void)tid;
	return ferry_unsupported(14);
}
#else
FERRY_API CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int* tid)
{
	struct { int f0; int* f1; } a = {pid, tid};
	return ferry_enter(14, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCheckpointProcessGetState(int pid, CUprocessState* state)
{
	(void)pid;
	(void)state;
	return ferry_unsupported(15);
}
#else
FERRY_API CUresult cuCheckpointProcessGetState(int pid, CUprocessState* state)
{
	struct { int f0; CUprocessState* f1; } a = {pid, state};
	return ferry_enter(15, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCheckpointProcessLock(int pid, CUcheckpointLockArgs* args)
{
	(void)pid;
	(void)args;
	return ferry_unsupported(16);
}
#else
FERRY_API CUresult cuCheckpointProcessLock(int pid, CUcheckpointLockArgs* args)
{
	struct { int f0; CUcheckpointLockArgs* f1; } a = {pid, args};
	return ferry_enter(16, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs* args)
{
	(void)pid;
	(void)args;
	return ferry_unsupported(17);
}
#else
FERRY_API CUresult cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs* args)
{
	struct { int f0; CUcheckpointRestoreArgs* f1; } a = {pid, args};
	return ferry_enter(17, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs* args)
{
	(void)pid;
	(void)args;
	return ferry_unsupported(18);
}
#else
FERRY_API CUresult cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs* args)
{
	struct { int f0; CUcheckpointUnlockArgs* f1; } a = {pid, args};
	return ferry_enter(18, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpDeregisterCompleteCallback(CUcoredumpCallbackHandle callback)
{
	(void)callback;
	return ferry_unsupported(19);
}
#else
FERRY_API CUresult cuCoredumpDeregisterCompleteCallback(CUcoredumpCallbackHandle callback)
{
	struct { CUcoredumpCallbackHandle f0; } a = {callback};
	return ferry_enter(19, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpDeregisterStartCallback(CUcoredumpCallbackHandle callback)
{
	(void)callback;
	return ferry_unsupported(20);
}
#else
FERRY_API CUresult cuCoredumpDeregisterStartCallback(CUcoredumpCallbackHandle callback)
{
	struct { CUcoredumpCallbackHandle f0; } a = {callback};
	return ferry_enter(20, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, void* value, size_t* size)
{
	(void)attrib;
	(void)value;
	(void)size;
	return ferry_unsupported(21);
}
#else
FERRY_API CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, void* value, size_t* size)
{
	struct { CUcoredumpSettings f0; void* f1; size_t* f2; } a = {attrib, value, size};
	return ferry_enter(21, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void* value, size_t* size)
{
	(void)attrib;
	(void)value;
	(void)size;
	return ferry_unsupported(22);
}
#else
FERRY_API CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void* value, size_t* size)
{
	struct { CUcoredumpSettings f0; void* f1; size_t* f2; } a = {attrib, value, size};
	return ferry_enter(22, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpRegisterCompleteCallback(CUcoredumpStatusCallback callback, void* userData, CUcoredumpCallbackHandle* callbackOut)
{
	(void)callback;
	(void)userData;
	(void)callbackOut;
	return ferry_unsupported(23);
}
#else
FERRY_API CUresult cuCoredumpRegisterCompleteCallback(CUcoredumpStatusCallback callback, void* userData, CUcoredumpCallbackHandle* callbackOut)
{
	struct { CUcoredumpStatusCallback f0; void* f1; CUcoredumpCallbackHandle* f2; } a = {callback, userData, callbackOut};
	return ferry_enter(23, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpRegisterStartCallback(CUcoredumpStatusCallback callback, void* userData, CUcoredumpCallbackHandle* callbackOut)
{
	(void)callback;
	(void)userData;
	(void)callbackOut;
	return ferry_unsupported(24);
}
#else
FERRY_API CUresult cuCoredumpRegisterStartCallback(CUcoredumpStatusCallback callback, void* userData, CUcoredumpCallbackHandle* callbackOut)
{
	struct { CUcoredumpStatusCallback f0; void* f1; CUcoredumpCallbackHandle* f2; } a = {callback, userData, callbackOut};
	return ferry_enter(24, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, void* value, size_t* size)
{
	(void)attrib;
	(void)value;
	(void)size;
	return ferry_unsupported(25);
}
#else
FERRY_API CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, void* value, size_t* size)
{
	struct { CUcoredumpSettings f0; void* f1; size_t* f2; } a = {attrib, value, size};
	return ferry_enter(25, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void* value, size_t* size)
{
	(void)attrib;
	(void)value;
	(void)size;
	return ferry_unsupported(26);
}
#else
FERRY_API CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void* value, size_t* size)
{
	struct { CUcoredumpSettings f0; void* f1; size_t* f2; } a = {attrib, value, size};
	return ferry_enter(26, 0, &a);
}
#endif

FERRY_API CUresult cuCtxAttach(CUcontext* pctx, unsigned int flags)
{
	struct { CUcontext* f0; unsigned int f1; } a = {pctx, flags};
	return ferry_enter(27, 0, &a);
}

FERRY_API CUresult cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev)
{
	struct { CUcontext* f0; unsigned int f1; CUdevice f2; } a = {pctx, flags, dev};
	return ferry_enter(28, 0, &a);
}

FERRY_API CUresult cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev)
{
	struct { CUcontext* f0; unsigned int f1; CUdevice f2; } a = {pctx, flags, dev};
	return ferry_enter(29, 0, &a);
}

FERRY_API CUresult cuCtxCreate_v3(CUcontext* pctx, CUexecAffinityParam* paramsArray, int numParams, unsigned int flags, CUdevice dev)
{
	struct { CUcontext* f0; CUexecAffinityParam* f1; int f2; unsigned int f3; CUdevice f4; } a = {pctx, paramsArray, numParams, flags, dev};
	return ferry_enter(30, 0, &a);
}

FERRY_API CUresult cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags, CUdevice dev)
{
	struct { CUcontext* f0; CUctxCreateParams* f1; unsigned int f2; CUdevice f3; } a = {pctx, ctxCreateParams, flags, dev};
	return ferry_enter(31, 0, &a);
}

FERRY_API CUresult cuCtxDestroy(CUcontext ctx)
{
	struct { CUcontext f0; } a = {ctx};
	return ferry_enter(32, 0, &a);
}

FERRY_API CUresult cuCtxDestroy_v2(CUcontext ctx)
{
	struct { CUcontext f0; } a = {ctx};
	return ferry_enter(33, 0, &a);
}

FERRY_API CUresult cuCtxDetach(CUcontext ctx)
{
	struct { CUcontext f0; } a = {ctx};
	return ferry_enter(34, 0, &a);
}

FERRY_API CUresult cuCtxDisablePeerAccess(CUcontext peerContext)
{
	struct { CUcontext f0; } a = {peerContext};
	return ferry_enter(35, 0, &a);
}

FERRY_API CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags)
{
	struct { CUcontext f0; unsigned int f1; } a = {peerContext, Flags};
	return ferry_enter(36, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuCtxFromGreenCtx(CUcontext* pContext, CUgreenCtx hCtx)
{
	(void)pContext;
	(void)hCtx;
	return ferry_unsupported(37);
}
#else
FERRY_API CUresult cuCtxFromGreenCtx(CUcontext* pContext, CUgreenCtx hCtx)
{
	struct { CUcontext* f0; CUgreenCtx f1; } a = {pContext, hCtx};
	return ferry_enter(37, 0, &a);
}
#endif

FERRY_API CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version)
{
	struct { CUcontext f0; unsigned int* f1; } a = {ctx, version};
	return ferry_enter(38, 0, &a);
}

FERRY_API CUresult cuCtxGetCacheConfig(CUfunc_cache* pconfig)
{
	struct { CUfunc_cache* f0; } a = {pconfig};
	return ferry_enter(39, 0, &a);
}

FERRY_API CUresult cuCtxGetCurrent(CUcontext* pctx)
{
	struct { CUcontext* f0; } a = {pctx};
	return ferry_enter(40, 0, &a);
}

FERRY_API CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource* resource, CUdevResourceType type)
{
	struct { CUcontext f0; CUdevResource* f1; CUdevResourceType f2; } a = {hCtx, resource, type};
	return ferry_enter(41, 0, &a);
}

FERRY_API CUresult cuCtxGetDevice(CUdevice* device)
{
	struct { CUdevice* f0; } a = {device};
	return ferry_enter(42, 0, &a);
}

FERRY_API CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext ctx)
{
	struct { CUdevice* f0; CUcontext f1; } a = {device, ctx};
	return ferry_enter(43, 0, &a);
}

FERRY_API CUresult cuCtxGetExecAffinity(CUexecAffinityParam* pExecAffinity, CUexecAffinityType type)
{
	struct { CUexecAffinityParam* f0; CUexecAffinityType f1; } a = {pExecAffinity, type};
	return ferry_enter(44, 0, &a);
}

FERRY_API CUresult cuCtxGetFlags(unsigned int* flags)
{
	struct { unsigned int* f0; } a = {flags};
	return ferry_enter(45, 0, &a);
}

FERRY_API CUresult cuCtxGetId(CUcontext ctx, unsigned long long* ctxId)
{
	struct { CUcontext f0; unsigned long long* f1; } a = {ctx, ctxId};
	return ferry_enter(46, 0, &a);
}

FERRY_API CUresult cuCtxGetLimit(size_t* pvalue, CUlimit limit)
{
	struct { size_t* f0; CUlimit f1; } a = {pvalue, limit};
	return ferry_enter(47, 0, &a);
}

FERRY_API CUresult cuCtxGetSharedMemConfig(CUsharedconfig* pConfig)
{
	struct { CUsharedconfig* f0; } a = {pConfig};
	return ferry_enter(48, 0, &a);
}

FERRY_API CUresult cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority)
{
	struct { int* f0; int* f1; } a = {leastPriority, greatestPriority};
	return ferry_enter(49, 0, &a);
}

FERRY_API CUresult cuCtxPopCurrent(CUcontext* pctx)
{
	struct { CUcontext* f0; } a = {pctx};
	return ferry_enter(50, 0, &a);
}

FERRY_API CUresult cuCtxPopCurrent_v2(CUcontext* pctx)
{
	struct { CUcontext* f0; } a = {pctx};
	return ferry_enter(51, 0, &a);
}

FERRY_API CUresult cuCtxPushCurrent(CUcontext ctx)
{
	struct { CUcontext f0; } a = {ctx};
	return ferry_enter(52, 0, &a);
}

FERRY_API CUresult cuCtxPushCurrent_v2(CUcontext ctx)
{
	struct { CUcontext f0; } a = {ctx};
	return ferry_enter(53, 0, &a);
}

FERRY_API CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent)
{
	struct { CUcontext f0; CUevent f1; } a = {hCtx, hEvent};
	return ferry_enter(54, 0, &a);
}

FERRY_API CUresult cuCtxResetPersistingL2Cache(void)
{
	return ferry_enter(55, 0, 0);
}

FERRY_API CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
	struct { CUfunc_cache f0; } a = {config};
	return ferry_enter(56, 0, &a);
}

FERRY_API CUresult cuCtxSetCurrent(CUcontext ctx)
{
	struct { CUcontext f0; } a = {ctx};
	return ferry_enter(57, 0, &a);
}

FERRY_API CUresult cuCtxSetFlags(unsigned int flags)
{
	struct { unsigned int f0; } a = {flags};
	return ferry_enter(58, 0, &a);
}

FERRY_API CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
	struct { CUlimit f0; size_t f1; } a = {limit, value};
	return ferry_enter(59, 0, &a);
}

FERRY_API CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
	struct { CUsharedconfig f0; } a = {config};
	return ferry_enter(60, 0, &a);
}

FERRY_API CUresult cuCtxSynchronize(void)
{
	return ferry_enter(61, 0, 0);
}

FERRY_API CUresult cuCtxSynchronize_v2(CUcontext ctx)
{
	struct { CUcontext f0; } a = {ctx};
	return ferry_enter(62, 0, &a);
}

FERRY_API CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent)
{
	struct { CUcontext f0; CUevent f1; } a = {hCtx, hEvent};
	return ferry_enter(63, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuDestroyExternalMemory(CUexternalMemory extMem)
{
	(void)extMem;
	return ferry_unsupported(64);
}
#else
FERRY_API CUresult cuDestroyExternalMemory(CUexternalMemory extMem)
{
	struct { CUexternalMemory f0; } a = {extMem};
	return ferry_enter(64, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem)
{
	(void)extSem;
	return ferry_unsupported(65);
}
#else
FERRY_API CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem)
{
	struct { CUexternalSemaphore f0; } a = {extSem};
	return ferry_enter(65, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* phDesc, CUdevResource* resources, unsigned int nbResources)
{
	(void)phDesc;
	(void)resources;
	(void)nbResources;
	return ferry_unsupported(66);
}
#else
FERRY_API CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* phDesc, CUdevResource* resources, unsigned int nbResources)
{
	struct { CUdevResourceDesc* f0; CUdevResource* f1; unsigned int f2; } a = {phDesc, resources, nbResources};
	return ferry_enter(66, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuDevSmResourceSplit(CUdevResource* result, unsigned int nbGroups, const CUdevResource* input, CUdevResource* remainder, unsigned int flags, CU_DEV_SM_RESOURCE_GROUP_PARAMS* groupParams)
{
	(void)result;
	(void)nbGroups;
	(void)input;
	(void)remainder;
	(void)flags;
	(void)groupParams;
	return ferry_unsupported(67);
}
#else
FERRY_API CUresult cuDevSmResourceSplit(CUdevResource* result, unsigned int nbGroups, const CUdevResource* input, CUdevResource* remainder, unsigned int flags, CU_DEV_SM_RESOURCE_GROUP_PARAMS* groupParams)
{
	struct { CUdevResource* f0; unsigned int f1; const CUdevResource* f2; CUdevResource* f3; unsigned int f4; CU_DEV_SM_RESOURCE_GROUP_PARAMS* f5; } a = {result, nbGroups, input, remainder, flags, groupParams};
	return ferry_enter(67, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuDevSmResourceSplitByCount(CUdevResource* result, unsigned int* nbGroups, const CUdevResource* input, CUdevResource* remainder, unsigned int flags, unsigned int minCount)
{
	(void)result;
	(void)nbGroups;
	(void)input;
	(void)remainder;
	(void)flags;
	(void)minCount;
	return ferry_unsupported(68);
}
#else
FERRY_API CUresult cuDevSmResourceSplitByCount(CUdevResource* result, unsigned int* nbGroups, const CUdevResource* input, CUdevResource* remainder, unsigned int flags, unsigned int minCount)
{
	struct { CUdevResource* f0; unsigned int* f1; const CUdevResource* f2; CUdevResource* f3; unsigned int f4; unsigned int f5; } a = {result, nbGroups, input, remainder, flags, minCount};
	return ferry_enter(68, 0, &a);
}
#endif

FERRY_API CUresult cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev)
{
	struct { int* f0; CUdevice f1; CUdevice f2; } a = {canAccessPeer, dev, peerDev};
	return ferry_enter(69, 0, &a);
}

FERRY_API CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice dev)
{
	struct { int* f0; int* f1; CUdevice f2; } a = {major, minor, dev};
	return ferry_enter(70, 0, &a);
}

FERRY_API CUresult cuDeviceGet(CUdevice* device, int ordinal)
{
	struct { CUdevice* f0; int f1; } a = {device, ordinal};
	return ferry_enter(71, 0, &a);
}

FERRY_API CUresult cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev)
{
	struct { int* f0; CUdevice_attribute f1; CUdevice f2; } a = {pi, attrib, dev};
	return ferry_enter(72, 0, &a);
}

FERRY_API CUresult cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId)
{
	struct { CUdevice* f0; const char* f1; } a = {dev, pciBusId};
	return ferry_enter(73, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuDeviceGetCliqueCount(size_t* count, CUdevice dev)
{
	(void)count;
	(void)dev;
	return ferry_unsupported(74);
}
#else
FERRY_API CUresult cuDeviceGetCliqueCount(size_t* count, CUdevice dev)
{
	struct { size_t* f0; CUdevice f1; } a = {count, dev};
	return ferry_enter(74, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuDeviceGetCliqueInfo(CUcliqueInfo* cliqueInfo, size_t* count, CUdevice dev)
{
	(void)cliqueInfo;
	(void)count;
	(void)dev;
	return ferry_unsupported(75);
}
#else
FERRY_API CUresult cuDeviceGetCliqueInfo(CUcliqueInfo* cliqueInfo, size_t* count, CUdevice dev)
{
	struct { CUcliqueInfo* f0; size_t* f1; CUdevice f2; } a = {cliqueInfo, count, dev};
	return ferry_enter(75, 0, &a);
}
#endif

FERRY_API CUresult cuDeviceGetCount(int* count)
{
	struct { int* f0; } a = {count};
	return ferry_enter(76, 0, &a);
}

FERRY_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev)
{
	struct { CUmemoryPool* f0; CUdevice f1; } a = {pool_out, dev};
	return ferry_enter(77, 0, &a);
}

FERRY_API CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource* resource, CUdevResourceType type)
{
	struct { CUdevice f0; CUdevResource* f1; CUdevResourceType f2; } a = {device, resource, type};
	return ferry_enter(78, 0, &a);
}

FERRY_API CUresult cuDeviceGetExecAffinitySupport(int* pi, CUexecAffinityType type, CUdevice dev)
{
	struct { int* f0; CUexecAffinityType f1; CUdevice f2; } a = {pi, type, dev};
	return ferry_enter(79, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuDeviceGetFabricClusterUuid(CUuuid* uuid, CUdevice dev)
{
	(void)uuid;
	(void)dev;
	return ferry_unsupported(80);
}
#else
FERRY_API CUresult cuDeviceGetFabricClusterUuid(CUuuid* uuid, CUdevice dev)
{
	struct { CUuuid* f0; CUdevice f1; } a = {uuid, dev};
	return ferry_enter(80, 0, &a);
}
#endif

FERRY_API CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value)
{
	struct { CUdevice f0; CUgraphMem_attribute f1; void* f2; } a = {device, attr, value};
	return ferry_enter(81, 0, &a);
}

FERRY_API CUresult cuDeviceGetHostAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations, unsigned int count, CUdevice dev)
{
	struct { unsigned int* f0; const CUatomicOperation* f1; unsigned int f2; CUdevice f3; } a = {capabilities, operations, count, dev};
	return ferry_enter(82, 0, &a);
}

FERRY_API CUresult cuDeviceGetLuid(char* luid, unsigned int* deviceNodeMask, CUdevice dev)
{
	struct { char* f0; unsigned int* f1; CUdevice f2; } a = {luid, deviceNodeMask, dev};
	return ferry_enter(83, 0, &a);
}

FERRY_API CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev)
{
	struct { CUmemoryPool* f0; CUdevice f1; } a = {pool, dev};
	return ferry_enter(84, 0, &a);
}

FERRY_API CUresult cuDeviceGetName(char* name, int len, CUdevice dev)
{
	struct { char* f0; int f1; CUdevice f2; } a = {name, len, dev};
	return ferry_enter(85, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuDeviceGetNvSciSyncAttributes(void* nvSciSyncAttrList, CUdevice dev, int flags)
{
	(void)nvSciSyncAttrList;
	(void)dev;
	(void)flags;
	return ferry_unsupported(86);
}
#else
FERRY_API CUresult cuDeviceGetNvSciSyncAttributes(void* nvSciSyncAttrList, CUdevice dev, int flags)
{
	struct { void* f0; CUdevice f1; int f2; } a = {nvSciSyncAttrList, dev, flags};
	return ferry_enter(86, 0, &a);
}
#endif

FERRY_API CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations, unsigned int count, CUdevice srcDevice, CUdevice dstDevice)
{
	struct { unsigned int* f0; const CUatomicOperation* f1; unsigned int f2; CUdevice f3; CUdevice f4; } a = {capabilities, operations, count, srcDevice, dstDevice};
	return ferry_enter(87, 0, &a);
}

FERRY_API CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice)
{
	struct { int* f0; CUdevice_P2PAttribute f1; CUdevice f2; CUdevice f3; } a = {value, attrib, srcDevice, dstDevice};
	return ferry_enter(88, 0, &a);
}

FERRY_API CUresult cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev)
{
	struct { char* f0; int f1; CUdevice f2; } a = {pciBusId, len, dev};
	return ferry_enter(89, 0, &a);
}

FERRY_API CUresult cuDeviceGetProperties(CUdevprop* prop, CUdevice dev)
{
	struct { CUdevprop* f0; CUdevice f1; } a = {prop, dev};
	return ferry_enter(90, 0, &a);
}

FERRY_API CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, CUarray_format format, unsigned int numChannels, CUdevice dev)
{
	struct { size_t* f0; CUarray_format f1; unsigned int f2; CUdevice f3; } a = {maxWidthInElements, format, numChannels, dev};
	return ferry_enter(91, 0, &a);
}

FERRY_API CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice dev)
{
	struct { CUuuid* f0; CUdevice f1; } a = {uuid, dev};
	return ferry_enter(92, 0, &a);
}

FERRY_API CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev)
{
	struct { CUuuid* f0; CUdevice f1; } a = {uuid, dev};
	return ferry_enter(93, 0, &a);
}

FERRY_API CUresult cuDeviceGraphMemTrim(CUdevice device)
{
	struct { CUdevice f0; } a = {device};
	return ferry_enter(94, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active)
{
	struct { CUdevice f0; unsigned int* f1; int* f2; } a = {dev, flags, active};
	return ferry_enter(95, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxRelease(CUdevice dev)
{
	struct { CUdevice f0; } a = {dev};
	return ferry_enter(96, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev)
{
	struct { CUdevice f0; } a = {dev};
	return ferry_enter(97, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxReset(CUdevice dev)
{
	struct { CUdevice f0; } a = {dev};
	return ferry_enter(98, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev)
{
	struct { CUdevice f0; } a = {dev};
	return ferry_enter(99, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev)
{
	struct { CUcontext* f0; CUdevice f1; } a = {pctx, dev};
	return ferry_enter(100, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags)
{
	struct { CUdevice f0; unsigned int f1; } a = {dev, flags};
	return ferry_enter(101, 0, &a);
}

FERRY_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags)
{
	struct { CUdevice f0; unsigned int f1; } a = {dev, flags};
	return ferry_enter(102, 0, &a);
}

FERRY_API CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc, void* userData, CUasyncCallbackHandle* callback)
{
	struct { CUdevice f0; CUasyncCallback f1; void* f2; CUasyncCallbackHandle* f3; } a = {device, callbackFunc, userData, callback};
	return ferry_enter(103, 0, &a);
}

FERRY_API CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value)
{
	struct { CUdevice f0; CUgraphMem_attribute f1; void* f2; } a = {device, attr, value};
	return ferry_enter(104, 0, &a);
}

FERRY_API CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool)
{
	struct { CUdevice f0; CUmemoryPool f1; } a = {dev, pool};
	return ferry_enter(105, 0, &a);
}

FERRY_API CUresult cuDeviceTotalMem(unsigned int* bytes, CUdevice dev)
{
	struct { unsigned int* f0; CUdevice f1; } a = {bytes, dev};
	return ferry_enter(106, 0, &a);
}

FERRY_API CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice dev)
{
	struct { size_t* f0; CUdevice f1; } a = {bytes, dev};
	return ferry_enter(107, 0, &a);
}

FERRY_API CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback)
{
	struct { CUdevice f0; CUasyncCallbackHandle f1; } a = {device, callback};
	return ferry_enter(108, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamConsumerAcquireFrame(CUeglStreamConnection* conn, CUgraphicsResource* pCudaResource, CUstream* pStream, unsigned int timeout)
{
	(void)conn;
	(void)pCudaResource;
	(void)pStream;
	(void)timeout;
	return ferry_unsupported(110);
}
#else
FERRY_API CUresult cuEGLStreamConsumerAcquireFrame(CUeglStreamConnection* conn, CUgraphicsResource* pCudaResource, CUstream* pStream, unsigned int timeout)
{
	struct { CUeglStreamConnection* f0; CUgraphicsResource* f1; CUstream* f2; unsigned int f3; } a = {conn, pCudaResource, pStream, timeout};
	return ferry_enter(110, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamConsumerConnect(CUeglStreamConnection* conn, EGLStreamKHR stream)
{
	(void)conn;
	(void)stream;
	return ferry_unsupported(111);
}
#else
FERRY_API CUresult cuEGLStreamConsumerConnect(CUeglStreamConnection* conn, EGLStreamKHR stream)
{
	struct { CUeglStreamConnection* f0; EGLStreamKHR f1; } a = {conn, stream};
	return ferry_enter(111, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamConsumerConnectWithFlags(CUeglStreamConnection* conn, EGLStreamKHR stream, unsigned int flags)
{
	(void)conn;
	(void)stream;
	(void)flags;
	return ferry_unsupported(112);
}
#else
FERRY_API CUresult cuEGLStreamConsumerConnectWithFlags(CUeglStreamConnection* conn, EGLStreamKHR stream, unsigned int flags)
{
	struct { CUeglStreamConnection* f0; EGLStreamKHR f1; unsigned int f2; } a = {conn, stream, flags};
	return ferry_enter(112, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamConsumerDisconnect(CUeglStreamConnection* conn)
{
	(void)conn;
	return ferry_unsupported(113);
}
#else
FERRY_API CUresult cuEGLStreamConsumerDisconnect(CUeglStreamConnection* conn)
{
	struct { CUeglStreamConnection* f0; } a = {conn};
	return ferry_enter(113, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamConsumerReleaseFrame(CUeglStreamConnection* conn, CUgraphicsResource pCudaResource, CUstream* pStream)
{
	(void)conn;
	(void)pCudaResource;
	(void)pStream;
	return ferry_unsupported(114);
}
#else
FERRY_API CUresult cuEGLStreamConsumerReleaseFrame(CUeglStreamConnection* conn, CUgraphicsResource pCudaResource, CUstream* pStream)
{
	struct { CUeglStreamConnection* f0; CUgraphicsResource f1; CUstream* f2; } a = {conn, pCudaResource, pStream};
	return ferry_enter(114, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamProducerConnect(CUeglStreamConnection* conn, EGLStreamKHR stream, EGLint width, EGLint height)
{
	(void)conn;
	(void)stream;
	(void)width;
	(void)height;
	return ferry_unsupported(115);
}
#else
FERRY_API CUresult cuEGLStreamProducerConnect(CUeglStreamConnection* conn, EGLStreamKHR stream, EGLint width, EGLint height)
{
	struct { CUeglStreamConnection* f0; EGLStreamKHR f1; EGLint f2; EGLint f3; } a = {conn, stream, width, height};
	return ferry_enter(115, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamProducerDisconnect(CUeglStreamConnection* conn)
{
	(void)conn;
	return ferry_unsupported(116);
}
#else
FERRY_API CUresult cuEGLStreamProducerDisconnect(CUeglStreamConnection* conn)
{
	struct { CUeglStreamConnection* f0; } a = {conn};
	return ferry_enter(116, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamProducerPresentFrame(CUeglStreamConnection* conn, CUeglFrame eglframe, CUstream* pStream)
{
	(void)conn;
	(void)eglframe;
	(void)pStream;
	return ferry_unsupported(117);
}
#else
FERRY_API CUresult cuEGLStreamProducerPresentFrame(CUeglStreamConnection* conn, CUeglFrame eglframe, CUstream* pStream)
{
	struct { CUeglStreamConnection* f0; CUeglFrame f1; CUstream* f2; } a = {conn, eglframe, pStream};
	return ferry_enter(117, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuEGLStreamProducerReturnFrame(CUeglStreamConnection* conn, CUeglFrame* eglframe, CUstream* pStream)
{
	(void)conn;
	(void)eglframe;
	(void)pStream;
	return ferry_unsupported(118);
}
#else
FERRY_API CUresult cuEGLStreamProducerReturnFrame(CUeglStreamConnection* conn, CUeglFrame* eglframe, CUstream* pStream)
{
	struct { CUeglStreamConnection* f0; CUeglFrame* f1; CUstream* f2; } a = {conn, eglframe, pStream};
	return ferry_enter(118, 0, &a);
}
#endif

FERRY_API CUresult cuEventCreate(CUevent* phEvent, unsigned int Flags)
{
	struct { CUevent* f0; unsigned int f1; } a = {phEvent, Flags};
	return ferry_enter(119, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuEventCreateFromEGLSync(CUevent* phEvent, EGLSyncKHR eglSync, unsigned int flags)
{
	(void)phEvent;
	(void)eglSync;
	(void)flags;
	return ferry_unsupported(120);
}
#else
FERRY_API CUresult cuEventCreateFromEGLSync(CUevent* phEvent, EGLSyncKHR eglSync, unsigned int flags)
{
	struct { CUevent* f0; EGLSyncKHR f1; unsigned int f2; } a = {phEvent, eglSync, flags};
	return ferry_enter(120, 0, &a);
}
#endif

FERRY_API CUresult cuEventDestroy(CUevent hEvent)
{
	struct { CUevent f0; } a = {hEvent};
	return ferry_enter(121, 0, &a);
}

FERRY_API CUresult cuEventDestroy_v2(CUevent hEvent)
{
	struct { CUevent f0; } a = {hEvent};
	return ferry_enter(122, 0, &a);
}

FERRY_API CUresult cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd)
{
	struct { float* f0; CUevent f1; CUevent f2; } a = {pMilliseconds, hStart, hEnd};
	return ferry_enter(123, 0, &a);
}

FERRY_API CUresult cuEventElapsedTime_v2(float* pMilliseconds, CUevent hStart, CUevent hEnd)
{
	struct { float* f0; CUevent f1; CUevent f2; } a = {pMilliseconds, hStart, hEnd};
	return ferry_enter(124, 0, &a);
}

FERRY_API CUresult cuEventQuery(CUevent hEvent)
{
	struct { CUevent f0; } a = {hEvent};
	return ferry_enter(125, 0, &a);
}

FERRY_API CUresult cuEventRecord(CUevent hEvent, CUstream hStream)
{
	struct { CUevent f0; CUstream f1; } a = {hEvent, hStream};
	return ferry_enter(126, 0, &a);
}

FERRY_API CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream)
{
	struct { CUevent f0; CUstream f1; } a = {hEvent, hStream};
	return ferry_enter(126, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags)
{
	struct { CUevent f0; CUstream f1; unsigned int f2; } a = {hEvent, hStream, flags};
	return ferry_enter(127, 0, &a);
}

FERRY_API CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags)
{
	struct { CUevent f0; CUstream f1; unsigned int f2; } a = {hEvent, hStream, flags};
	return ferry_enter(127, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuEventSynchronize(CUevent hEvent)
{
	struct { CUevent f0; } a = {hEvent};
	return ferry_enter(128, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr* devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* bufferDesc)
{
	(void)devPtr;
	(void)extMem;
	(void)bufferDesc;
	return ferry_unsupported(129);
}
#else
FERRY_API CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr* devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* bufferDesc)
{
	struct { CUdeviceptr* f0; CUexternalMemory f1; const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* f2; } a = {devPtr, extMem, bufferDesc};
	return ferry_enter(129, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray* mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* mipmapDesc)
{
	(void)mipmap;
	(void)extMem;
	(void)mipmapDesc;
	return ferry_unsupported(130);
}
#else
FERRY_API CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray* mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* mipmapDesc)
{
	struct { CUmipmappedArray* f0; CUexternalMemory f1; const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* f2; } a = {mipmap, extMem, mipmapDesc};
	return ferry_enter(130, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuFabricCpyBatchAsync(size_t numOps, CUDA_FABRIC_COPY_BATCH_OP* opList, unsigned long long flags, CUstream hStream)
{
	(void)numOps;
	(void)opList;
	(void)flags;
	(void)hStream;
	return ferry_unsupported(131);
}
#else
FERRY_API CUresult cuFabricCpyBatchAsync(size_t numOps, CUDA_FABRIC_COPY_BATCH_OP* opList, unsigned long long flags, CUstream hStream)
{
	struct { size_t f0; CUDA_FABRIC_COPY_BATCH_OP* f1; unsigned long long f2; CUstream f3; } a = {numOps, opList, flags, hStream};
	return ferry_enter(131, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuFabricCpyBatchAsync_ptsz(size_t numOps, CUDA_FABRIC_COPY_BATCH_OP* opList, unsigned long long flags, CUstream hStream)
{
	(void)numOps;
	(void)opList;
	(void)flags;
	(void)hStream;
	return ferry_unsupported(131);
}
#else
FERRY_API CUresult cuFabricCpyBatchAsync_ptsz(size_t numOps, CUDA_FABRIC_COPY_BATCH_OP* opList, unsigned long long flags, CUstream hStream)
{
	struct { size_t f0; CUDA_FABRIC_COPY_BATCH_OP* f1; unsigned long long f2; CUstream f3; } a = {numOps, opList, flags, hStream};
	return ferry_enter(131, FERRY_PER_THREAD_STREAM, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope)
{
	(void)target;
	(void)scope;
	return ferry_unsupported(132);
}
#else
FERRY_API CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope)
{
	struct { CUflushGPUDirectRDMAWritesTarget f0; CUflushGPUDirectRDMAWritesScope f1; } a = {target, scope};
	return ferry_enter(132, 0, &a);
}
#endif

FERRY_API CUresult cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc)
{
	struct { int* f0; CUfunction_attribute f1; CUfunction f2; } a = {pi, attrib, hfunc};
	return ferry_enter(133, 0, &a);
}

FERRY_API CUresult cuFuncGetModule(CUmodule* hmod, CUfunction hfunc)
{
	struct { CUmodule* f0; CUfunction f1; } a = {hmod, hfunc};
	return ferry_enter(134, 0, &a);
}

FERRY_API CUresult cuFuncGetName(const char** name, CUfunction hfunc)
{
	struct { const char** f0; CUfunction f1; } a = {name, hfunc};
	return ferry_enter(135, 0, &a);
}

FERRY_API CUresult cuFuncGetParamCount(CUfunction func, size_t* paramCount)
{
	struct { CUfunction f0; size_t* f1; } a = {func, paramCount};
	return ferry_enter(136, 0, &a);
}

FERRY_API CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset, size_t* paramSize)
{
	struct { CUfunction f0; size_t f1; size_t* f2; size_t* f3; } a = {func, paramIndex, paramOffset, paramSize};
	return ferry_enter(137, 0, &a);
}

FERRY_API CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function)
{
	struct { CUfunctionLoadingState* f0; CUfunction f1; } a = {state, function};
	return ferry_enter(138, 0, &a);
}

FERRY_API CUresult cuFuncLoad(CUfunction function)
{
	struct { CUfunction f0; } a = {function};
	return ferry_enter(139, 0, &a);
}

FERRY_API CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)
{
	struct { CUfunction f0; CUfunction_attribute f1; int f2; } a = {hfunc, attrib, value};
	return ferry_enter(140, 0, &a);
}

FERRY_API CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z)
{
	struct { CUfunction f0; int f1; int f2; int f3; } a = {hfunc, x, y, z};
	return ferry_enter(141, 0, &a);
}

FERRY_API CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config)
{
	struct { CUfunction f0; CUfunc_cache f1; } a = {hfunc, config};
	return ferry_enter(142, 0, &a);
}

FERRY_API CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config)
{
	struct { CUfunction f0; CUsharedconfig f1; } a = {hfunc, config};
	return ferry_enter(143, 0, &a);
}

FERRY_API CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes)
{
	struct { CUfunction f0; unsigned int f1; } a = {hfunc, bytes};
	return ferry_enter(144, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLCtxCreate(CUcontext* pCtx, unsigned int Flags, CUdevice device)
{
	(void)pCtx;
	(void)Flags;
	(void)device;
	return ferry_unsupported(145);
}
#else
FERRY_API CUresult cuGLCtxCreate(CUcontext* pCtx, unsigned int Flags, CUdevice device)
{
	struct { CUcontext* f0; unsigned int f1; CUdevice f2; } a = {pCtx, Flags, device};
	return ferry_enter(145, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLCtxCreate_v2(CUcontext* pCtx, unsigned int Flags, CUdevice device)
{
	(void)pCtx;
	(void)Flags;
	(void)device;
	return ferry_unsupported(146);
}
#else
FERRY_API CUresult cuGLCtxCreate_v2(CUcontext* pCtx, unsigned int Flags, CUdevice device)
{
	struct { CUcontext* f0; unsigned int f1; CUdevice f2; } a = {pCtx, Flags, device};
	return ferry_enter(146, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLGetDevices(unsigned int* pCudaDeviceCount, CUdevice* pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList)
{
	(void)pCudaDeviceCount;
	(void)pCudaDevices;
	(void)cudaDeviceCount;
	(void)deviceList;
	return ferry_unsupported(147);
}
#else
FERRY_API CUresult cuGLGetDevices(unsigned int* pCudaDeviceCount, CUdevice* pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList)
{
	struct { unsigned int* f0; CUdevice* f1; unsigned int f2; CUGLDeviceList f3; } a = {pCudaDeviceCount, pCudaDevices, cudaDeviceCount, deviceList};
	return ferry_enter(147, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLGetDevices_v2(unsigned int* pCudaDeviceCount, CUdevice* pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList)
{
	(void)pCudaDeviceCount;
	(void)pCudaDevices;
	(void)cudaDeviceCount;
	(void)deviceList;
	return ferry_unsupported(148);
}
#else
FERRY_API CUresult cuGLGetDevices_v2(unsigned int* pCudaDeviceCount, CUdevice* pCudaDevices, unsigned int cudaDeviceCount, CUGLDeviceList deviceList)
{
	struct { unsigned int* f0; CUdevice* f1; unsigned int f2; CUGLDeviceList f3; } a = {pCudaDeviceCount, pCudaDevices, cudaDeviceCount, deviceList};
	return ferry_enter(148, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLInit(void)
{
	return ferry_unsupported(149);
}
#else
FERRY_API CUresult cuGLInit(void)
{
	return ferry_enter(149, 0, 0);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLMapBufferObject(CUdeviceptr_v1* dptr, unsigned int* size, GLuint buffer)
{
	(void)dptr;
	(void)size;
	(void)buffer;
	return ferry_unsupported(150);
}
#else
FERRY_API CUresult cuGLMapBufferObject(CUdeviceptr_v1* dptr, unsigned int* size, GLuint buffer)
{
	struct { CUdeviceptr_v1* f0; unsigned int* f1; GLuint f2; } a = {dptr, size, buffer};
	return ferry_enter(150, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLMapBufferObject_v2(CUdeviceptr* dptr, size_t* size, GLuint buffer)
{
	(void)dptr;
	(void)size;
	(void)buffer;
	return ferry_unsupported(153);
}
#else
FERRY_API CUresult cuGLMapBufferObject_v2(CUdeviceptr* dptr, size_t* size, GLuint buffer)
{
	struct { CUdeviceptr* f0; size_t* f1; GLuint f2; } a = {dptr, size, buffer};
	return ferry_enter(153, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLMapBufferObject_v2_ptds(CUdeviceptr* dptr, size_t* size, GLuint buffer)
{
	(void)dptr;
	(void)size;
	(void)buffer;
	return ferry_unsupported(153);
}
#else
FERRY_API CUresult cuGLMapBufferObject_v2_ptds(CUdeviceptr* dptr, size_t* size, GLuint buffer)
{
	struct { CUdeviceptr* f0; size_t* f1; GLuint f2; } a = {dptr, size, buffer};
	return ferry_enter(153, FERRY_PER_THREAD_STREAM, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLMapBufferObjectAsync(CUdeviceptr_v1* dptr, unsigned int* size, GLuint buffer, CUstream hStream)
{
	(void)dptr;
	(void)size;
	(void)buffer;
	(void)hStream;
	return ferry_unsupported(151);
}
#else
FERRY_API CUresult cuGLMapBufferObjectAsync(CUdeviceptr_v1* dptr, unsigned int* size, GLuint buffer, CUstream hStream)
{
	struct { CUdeviceptr_v1* f0; unsigned int* f1; GLuint f2; CUstream f3; } a = {dptr, size, buffer, hStream};
	return ferry_enter(151, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr* dptr, size_t* size, GLuint buffer, CUstream hStream)
{
	(void)dptr;
	(void)size;
	(void)buffer;
	(void)hStream;
	return ferry_unsupported(152);
}
#else
FERRY_API CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr* dptr, size_t* size, GLuint buffer, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; GLuint f2; CUstream f3; } a = {dptr, size, buffer, hStream};
	return ferry_enter(152, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLMapBufferObjectAsync_v2_ptsz(CUdeviceptr* dptr, size_t* size, GLuint buffer, CUstream hStream)
{
	(void)dptr;
	(void)size;
	(void)buffer;
	(void)hStream;
	return ferry_unsupported(152);
}
#else
FERRY_API CUresult cuGLMapBufferObjectAsync_v2_ptsz(CUdeviceptr* dptr, size_t* size, GLuint buffer, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; GLuint f2; CUstream f3; } a = {dptr, size, buffer, hStream};
	return ferry_enter(152, FERRY_PER_THREAD_STREAM, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLRegisterBufferObject(GLuint buffer)
{
	(void)buffer;
	return ferry_unsupported(154);
}
#else
FERRY_API CUresult cuGLRegisterBufferObject(GLuint buffer)
{
	struct { GLuint f0; } a = {buffer};
	return ferry_enter(154, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned int Flags)
{
	(void)buffer;
	(void)Flags;
	return ferry_unsupported(155);
}
#else
FERRY_API CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned int Flags)
{
	struct { GLuint f0; unsigned int f1; } a = {buffer, Flags};
	return ferry_enter(155, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLUnmapBufferObject(GLuint buffer)
{
	(void)buffer;
	return ferry_unsupported(156);
}
#else
FERRY_API CUresult cuGLUnmapBufferObject(GLuint buffer)
{
	struct { GLuint f0; } a = {buffer};
	return ferry_enter(156, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream hStream)
{
	(void)buffer;
	(void)hStream;
	return ferry_unsupported(157);
}
#else
FERRY_API CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream hStream)
{
	struct { GLuint f0; CUstream f1; } a = {buffer, hStream};
	return ferry_enter(157, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGLUnregisterBufferObject(GLuint buffer)
{
	(void)buffer;
	return ferry_unsupported(158);
}
#else
FERRY_API CUresult cuGLUnregisterBufferObject(GLuint buffer)
{
	struct { GLuint f0; } a = {buffer};
	return ferry_enter(158, 0, &a);
}
#endif

FERRY_API CUresult cuGraphAddBatchMemOpNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_BATCH_MEM_OP_NODE_PARAMS* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(164, 0, &a);
}

FERRY_API CUresult cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUgraph childGraph)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; CUgraph f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, childGraph};
	return ferry_enter(165, 0, &a);
}

FERRY_API CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, size_t numDependencies)
{
	struct { CUgraph f0; const CUgraphNode* f1; const CUgraphNode* f2; size_t f3; } a = {hGraph, from, to, numDependencies};
	return ferry_enter(166, 0, &a);
}

FERRY_API CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* edgeData, size_t numDependencies)
{
	struct { CUgraph f0; const CUgraphNode* f1; const CUgraphNode* f2; const CUgraphEdgeData* f3; size_t f4; } a = {hGraph, from, to, edgeData, numDependencies};
	return ferry_enter(167, 0, &a);
}

FERRY_API CUresult cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; } a = {phGraphNode, hGraph, dependencies, numDependencies};
	return ferry_enter(168, 0, &a);
}

FERRY_API CUresult cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUevent event)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; CUevent f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, event};
	return ferry_enter(169, 0, &a);
}

FERRY_API CUresult cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUevent event)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; CUevent f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, event};
	return ferry_enter(170, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams)
{
	(void)phGraphNode;
	(void)hGraph;
	(void)dependencies;
	(void)numDependencies;
	(void)nodeParams;
	return ferry_unsupported(171);
}
#else
FERRY_API CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(171, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams)
{
	(void)phGraphNode;
	(void)hGraph;
	(void)dependencies;
	(void)numDependencies;
	(void)nodeParams;
	return ferry_unsupported(172);
}
#else
FERRY_API CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_EXT_SEM_WAIT_NODE_PARAMS* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(172, 0, &a);
}
#endif

FERRY_API CUresult cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_HOST_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_HOST_NODE_PARAMS* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(173, 0, &a);
}

FERRY_API CUresult cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_KERNEL_NODE_PARAMS_v1* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(174, 0, &a);
}

FERRY_API CUresult cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_KERNEL_NODE_PARAMS* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(175, 0, &a);
}

FERRY_API CUresult cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; CUDA_MEM_ALLOC_NODE_PARAMS* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(176, 0, &a);
}

FERRY_API CUresult cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUdeviceptr dptr)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; CUdeviceptr f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, dptr};
	return ferry_enter(177, 0, &a);
}

FERRY_API CUresult cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_MEMCPY3D* copyParams, CUcontext ctx)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_MEMCPY3D* f4; CUcontext f5; } a = {phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx};
	return ferry_enter(178, 0, &a);
}

FERRY_API CUresult cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; const CUDA_MEMSET_NODE_PARAMS* f4; CUcontext f5; } a = {phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx};
	return ferry_enter(179, 0, &a);
}

FERRY_API CUresult cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUgraphNodeParams* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; size_t f3; CUgraphNodeParams* f4; } a = {phGraphNode, hGraph, dependencies, numDependencies, nodeParams};
	return ferry_enter(180, 0, &a);
}

FERRY_API CUresult cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUgraphNodeParams* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; const CUgraphEdgeData* f3; size_t f4; CUgraphNodeParams* f5; } a = {phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams};
	return ferry_enter(181, 0, &a);
}

FERRY_API CUresult cuGraphAddNode_v3(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUgraphNodeParams* nodeParams)
{
	struct { CUgraphNode* f0; CUgraph f1; const CUgraphNode* f2; const CUgraphEdgeData* f3; size_t f4; CUgraphNodeParams* f5; } a = {phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams};
	return ferry_enter(182, 0, &a);
}

FERRY_API CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams_out)
{
	struct { CUgraphNode f0; CUDA_BATCH_MEM_OP_NODE_PARAMS* f1; } a = {hNode, nodeParams_out};
	return ferry_enter(183, 0, &a);
}

FERRY_API CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_BATCH_MEM_OP_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(184, 0, &a);
}

FERRY_API CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph)
{
	struct { CUgraphNode f0; CUgraph* f1; } a = {hNode, phGraph};
	return ferry_enter(185, 0, &a);
}

FERRY_API CUresult cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph)
{
	struct { CUgraph* f0; CUgraph f1; } a = {phGraphClone, originalGraph};
	return ferry_enter(186, 0, &a);
}

FERRY_API CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* pHandle_out, CUgraph hGraph, CUcontext ctx, unsigned int defaultLaunchValue, unsigned int flags)
{
	struct { CUgraphConditionalHandle* f0; CUgraph f1; CUcontext f2; unsigned int f3; unsigned int f4; } a = {pHandle_out, hGraph, ctx, defaultLaunchValue, flags};
	return ferry_enter(187, 0, &a);
}

FERRY_API CUresult cuGraphCreate(CUgraph* phGraph, unsigned int flags)
{
	struct { CUgraph* f0; unsigned int f1; } a = {phGraph, flags};
	return ferry_enter(188, 0, &a);
}

FERRY_API CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int flags)
{
	struct { CUgraph f0; const char* f1; unsigned int f2; } a = {hGraph, path, flags};
	return ferry_enter(189, 0, &a);
}

FERRY_API CUresult cuGraphDestroy(CUgraph hGraph)
{
	struct { CUgraph f0; } a = {hGraph};
	return ferry_enter(190, 0, &a);
}

FERRY_API CUresult cuGraphDestroyNode(CUgraphNode hNode)
{
	struct { CUgraphNode f0; } a = {hNode};
	return ferry_enter(191, 0, &a);
}

FERRY_API CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out)
{
	struct { CUgraphNode f0; CUevent* f1; } a = {hNode, event_out};
	return ferry_enter(192, 0, &a);
}

FERRY_API CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event)
{
	struct { CUgraphNode f0; CUevent f1; } a = {hNode, event};
	return ferry_enter(193, 0, &a);
}

FERRY_API CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out)
{
	struct { CUgraphNode f0; CUevent* f1; } a = {hNode, event_out};
	return ferry_enter(194, 0, &a);
}

FERRY_API CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event)
{
	struct { CUgraphNode f0; CUevent f1; } a = {hNode, event};
	return ferry_enter(195, 0, &a);
}

FERRY_API CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_BATCH_MEM_OP_NODE_PARAMS* f2; } a = {hGraphExec, hNode, nodeParams};
	return ferry_enter(196, 0, &a);
}

FERRY_API CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph)
{
	struct { CUgraphExec f0; CUgraphNode f1; CUgraph f2; } a = {hGraphExec, hNode, childGraph};
	return ferry_enter(197, 0, &a);
}

FERRY_API CUresult cuGraphExecDestroy(CUgraphExec hGraphExec)
{
	struct { CUgraphExec f0; } a = {hGraphExec};
	return ferry_enter(198, 0, &a);
}

FERRY_API CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event)
{
	struct { CUgraphExec f0; CUgraphNode f1; CUevent f2; } a = {hGraphExec, hNode, event};
	return ferry_enter(199, 0, &a);
}

FERRY_API CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event)
{
	struct { CUgraphExec f0; CUgraphNode f1; CUevent f2; } a = {hGraphExec, hNode, event};
	return ferry_enter(200, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams)
{
	(void)hGraphExec;
	(void)hNode;
	(void)nodeParams;
	return ferry_unsupported(201);
}
#else
FERRY_API CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* f2; } a = {hGraphExec, hNode, nodeParams};
	return ferry_enter(201, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams)
{
	(void)hGraphExec;
	(void)hNode;
	(void)nodeParams;
	return ferry_unsupported(202);
}
#else
FERRY_API CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_EXT_SEM_WAIT_NODE_PARAMS* f2; } a = {hGraphExec, hNode, nodeParams};
	return ferry_enter(202, 0, &a);
}
#endif

FERRY_API CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags)
{
	struct { CUgraphExec f0; cuuint64_t* f1; } a = {hGraphExec, flags};
	return ferry_enter(203, 0, &a);
}

FERRY_API CUresult cuGraphExecGetId(CUgraphExec hGraphExec, unsigned int* graphId)
{
	struct { CUgraphExec f0; unsigned int* f1; } a = {hGraphExec, graphId};
	return ferry_enter(204, 0, &a);
}

FERRY_API CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_HOST_NODE_PARAMS* f2; } a = {hGraphExec, hNode, nodeParams};
	return ferry_enter(205, 0, &a);
}

FERRY_API CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_KERNEL_NODE_PARAMS_v1* f2; } a = {hGraphExec, hNode, nodeParams};
	return ferry_enter(206, 0, &a);
}

FERRY_API CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_KERNEL_NODE_PARAMS* f2; } a = {hGraphExec, hNode, nodeParams};
	return ferry_enter(207, 0, &a);
}

FERRY_API CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D* copyParams, CUcontext ctx)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_MEMCPY3D* f2; CUcontext f3; } a = {hGraphExec, hNode, copyParams, ctx};
	return ferry_enter(208, 0, &a);
}

FERRY_API CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx)
{
	struct { CUgraphExec f0; CUgraphNode f1; const CUDA_MEMSET_NODE_PARAMS* f2; CUcontext f3; } a = {hGraphExec, hNode, memsetParams, ctx};
	return ferry_enter(209, 0, &a);
}

FERRY_API CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams* nodeParams)
{
	struct { CUgraphExec f0; CUgraphNode f1; CUgraphNodeParams* f2; } a = {hGraphExec, hNode, nodeParams};
	return ferry_enter(210, 0, &a);
}

FERRY_API CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode* hErrorNode_out, CUgraphExecUpdateResult* updateResult_out)
{
	struct { CUgraphExec f0; CUgraph f1; CUgraphNode* f2; CUgraphExecUpdateResult* f3; } a = {hGraphExec, hGraph, hErrorNode_out, updateResult_out};
	return ferry_enter(211, 0, &a);
}

FERRY_API CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo* resultInfo)
{
	struct { CUgraphExec f0; CUgraph f1; CUgraphExecUpdateResultInfo* f2; } a = {hGraphExec, hGraph, resultInfo};
	return ferry_enter(212, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* params_out)
{
	(void)hNode;
	(void)params_out;
	return ferry_unsupported(213);
}
#else
FERRY_API CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* params_out)
{
	struct { CUgraphNode f0; CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* f1; } a = {hNode, params_out};
	return ferry_enter(213, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams)
{
	(void)hNode;
	(void)nodeParams;
	return ferry_unsupported(214);
}
#else
FERRY_API CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(214, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS* params_out)
{
	(void)hNode;
	(void)params_out;
	return ferry_unsupported(215);
}
#else
FERRY_API CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS* params_out)
{
	struct { CUgraphNode f0; CUDA_EXT_SEM_WAIT_NODE_PARAMS* f1; } a = {hNode, params_out};
	return ferry_enter(215, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams)
{
	(void)hNode;
	(void)nodeParams;
	return ferry_unsupported(216);
}
#else
FERRY_API CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_EXT_SEM_WAIT_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(216, 0, &a);
}
#endif

FERRY_API CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, size_t* numEdges)
{
	struct { CUgraph f0; CUgraphNode* f1; CUgraphNode* f2; size_t* f3; } a = {hGraph, from, to, numEdges};
	return ferry_enter(217, 0, &a);
}

FERRY_API CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* edgeData, size_t* numEdges)
{
	struct { CUgraph f0; CUgraphNode* f1; CUgraphNode* f2; CUgraphEdgeData* f3; size_t* f4; } a = {hGraph, from, to, edgeData, numEdges};
	return ferry_enter(218, 0, &a);
}

FERRY_API CUresult cuGraphGetId(CUgraph hGraph, unsigned int* graphId)
{
	struct { CUgraph f0; unsigned int* f1; } a = {hGraph, graphId};
	return ferry_enter(219, 0, &a);
}

FERRY_API CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, size_t* numNodes)
{
	struct { CUgraph f0; CUgraphNode* f1; size_t* f2; } a = {hGraph, nodes, numNodes};
	return ferry_enter(220, 0, &a);
}

FERRY_API CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, size_t* numRootNodes)
{
	struct { CUgraph f0; CUgraphNode* f1; size_t* f2; } a = {hGraph, rootNodes, numRootNodes};
	return ferry_enter(221, 0, &a);
}

FERRY_API CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; CUDA_HOST_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(222, 0, &a);
}

FERRY_API CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_HOST_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(223, 0, &a);
}

FERRY_API CUresult cuGraphInstantiate(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer, size_t bufferSize)
{
	struct { CUgraphExec* f0; CUgraph f1; CUgraphNode* f2; char* f3; size_t f4; } a = {phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize};
	return ferry_enter(224, 0, &a);
}

FERRY_API CUresult cuGraphInstantiate_v2(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer, size_t bufferSize)
{
	struct { CUgraphExec* f0; CUgraph f1; CUgraphNode* f2; char* f3; size_t f4; } a = {phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize};
	return ferry_enter(227, 0, &a);
}

FERRY_API CUresult cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags)
{
	struct { CUgraphExec* f0; CUgraph f1; unsigned long long f2; } a = {phGraphExec, hGraph, flags};
	return ferry_enter(225, 0, &a);
}

FERRY_API CUresult cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams)
{
	struct { CUgraphExec* f0; CUgraph f1; CUDA_GRAPH_INSTANTIATE_PARAMS* f2; } a = {phGraphExec, hGraph, instantiateParams};
	return ferry_enter(226, 0, &a);
}

FERRY_API CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec* phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams)
{
	struct { CUgraphExec* f0; CUgraph f1; CUDA_GRAPH_INSTANTIATE_PARAMS* f2; } a = {phGraphExec, hGraph, instantiateParams};
	return ferry_enter(226, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src)
{
	struct { CUgraphNode f0; CUgraphNode f1; } a = {dst, src};
	return ferry_enter(228, 0, &a);
}

FERRY_API CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue* value_out)
{
	struct { CUgraphNode f0; CUkernelNodeAttrID f1; CUkernelNodeAttrValue* f2; } a = {hNode, attr, value_out};
	return ferry_enter(229, 0, &a);
}

FERRY_API CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1* nodeParams)
{
	struct { CUgraphNode f0; CUDA_KERNEL_NODE_PARAMS_v1* f1; } a = {hNode, nodeParams};
	return ferry_enter(230, 0, &a);
}

FERRY_API CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; CUDA_KERNEL_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(231, 0, &a);
}

FERRY_API CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue* value)
{
	struct { CUgraphNode f0; CUkernelNodeAttrID f1; const CUkernelNodeAttrValue* f2; } a = {hNode, attr, value};
	return ferry_enter(232, 0, &a);
}

FERRY_API CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_KERNEL_NODE_PARAMS_v1* f1; } a = {hNode, nodeParams};
	return ferry_enter(233, 0, &a);
}

FERRY_API CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_KERNEL_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(234, 0, &a);
}

FERRY_API CUresult cuGraphLaunch(CUgraphExec hGraph, CUstream hStream)
{
	struct { CUgraphExec f0; CUstream f1; } a = {hGraph, hStream};
	return ferry_enter(235, 0, &a);
}

FERRY_API CUresult cuGraphLaunch_ptsz(CUgraphExec hGraphExec, CUstream hStream)
{
	struct { CUgraphExec f0; CUstream f1; } a = {hGraphExec, hStream};
	return ferry_enter(235, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS* params_out)
{
	struct { CUgraphNode f0; CUDA_MEM_ALLOC_NODE_PARAMS* f1; } a = {hNode, params_out};
	return ferry_enter(236, 0, &a);
}

FERRY_API CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out)
{
	struct { CUgraphNode f0; CUdeviceptr* f1; } a = {hNode, dptr_out};
	return ferry_enter(237, 0, &a);
}

FERRY_API CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams)
{
	struct { CUgraphNode f0; CUDA_MEMCPY3D* f1; } a = {hNode, nodeParams};
	return ferry_enter(238, 0, &a);
}

FERRY_API CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_MEMCPY3D* f1; } a = {hNode, nodeParams};
	return ferry_enter(239, 0, &a);
}

FERRY_API CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; CUDA_MEMSET_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(240, 0, &a);
}

FERRY_API CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* nodeParams)
{
	struct { CUgraphNode f0; const CUDA_MEMSET_NODE_PARAMS* f1; } a = {hNode, nodeParams};
	return ferry_enter(241, 0, &a);
}

FERRY_API CUresult cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph)
{
	struct { CUgraphNode* f0; CUgraphNode f1; CUgraph f2; } a = {phNode, hOriginalNode, hClonedGraph};
	return ferry_enter(242, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetContainingGraph(CUgraphNode hNode, CUgraph* phGraph)
{
	struct { CUgraphNode f0; CUgraph* f1; } a = {hNode, phGraph};
	return ferry_enter(243, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies, size_t* numDependencies)
{
	struct { CUgraphNode f0; CUgraphNode* f1; size_t* f2; } a = {hNode, dependencies, numDependencies};
	return ferry_enter(244, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode* dependencies, CUgraphEdgeData* edgeData, size_t* numDependencies)
{
	struct { CUgraphNode f0; CUgraphNode* f1; CUgraphEdgeData* f2; size_t* f3; } a = {hNode, dependencies, edgeData, numDependencies};
	return ferry_enter(245, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes, size_t* numDependentNodes)
{
	struct { CUgraphNode f0; CUgraphNode* f1; size_t* f2; } a = {hNode, dependentNodes, numDependentNodes};
	return ferry_enter(246, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode* dependentNodes, CUgraphEdgeData* edgeData, size_t* numDependentNodes)
{
	struct { CUgraphNode f0; CUgraphNode* f1; CUgraphEdgeData* f2; size_t* f3; } a = {hNode, dependentNodes, edgeData, numDependentNodes};
	return ferry_enter(247, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int* isEnabled)
{
	struct { CUgraphExec f0; CUgraphNode f1; unsigned int* f2; } a = {hGraphExec, hNode, isEnabled};
	return ferry_enter(248, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetLocalId(CUgraphNode hNode, unsigned int* nodeId)
{
	struct { CUgraphNode f0; unsigned int* f1; } a = {hNode, nodeId};
	return ferry_enter(249, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams)
{
	struct { CUgraphNode f0; CUgraphNodeParams* f1; } a = {hNode, nodeParams};
	return ferry_enter(250, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetToolsId(CUgraphNode hNode, unsigned long long* toolsNodeId)
{
	struct { CUgraphNode f0; unsigned long long* f1; } a = {hNode, toolsNodeId};
	return ferry_enter(251, 0, &a);
}

FERRY_API CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type)
{
	struct { CUgraphNode f0; CUgraphNodeType* f1; } a = {hNode, type};
	return ferry_enter(252, 0, &a);
}

FERRY_API CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled)
{
	struct { CUgraphExec f0; CUgraphNode f1; unsigned int f2; } a = {hGraphExec, hNode, isEnabled};
	return ferry_enter(253, 0, &a);
}

FERRY_API CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams)
{
	struct { CUgraphNode f0; CUgraphNodeParams* f1; } a = {hNode, nodeParams};
	return ferry_enter(254, 0, &a);
}

FERRY_API CUresult cuGraphNodeSetParams_v2(CUgraphNode hNode, CUgraphNodeParams* nodeParams)
{
	struct { CUgraphNode f0; CUgraphNodeParams* f1; } a = {hNode, nodeParams};
	return ferry_enter(255, 0, &a);
}

FERRY_API CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
	struct { CUgraph f0; CUuserObject f1; unsigned int f2; } a = {graph, object, count};
	return ferry_enter(256, 0, &a);
}

FERRY_API CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, size_t numDependencies)
{
	struct { CUgraph f0; const CUgraphNode* f1; const CUgraphNode* f2; size_t f3; } a = {hGraph, from, to, numDependencies};
	return ferry_enter(257, 0, &a);
}

FERRY_API CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* edgeData, size_t numDependencies)
{
	struct { CUgraph f0; const CUgraphNode* f1; const CUgraphNode* f2; const CUgraphEdgeData* f3; size_t f4; } a = {hGraph, from, to, edgeData, numDependencies};
	return ferry_enter(258, 0, &a);
}

FERRY_API CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags)
{
	struct { CUgraph f0; CUuserObject f1; unsigned int f2; unsigned int f3; } a = {graph, object, count, flags};
	return ferry_enter(259, 0, &a);
}

FERRY_API CUresult cuGraphUpload(CUgraphExec hGraph, CUstream hStream)
{
	struct { CUgraphExec f0; CUstream f1; } a = {hGraph, hStream};
	return ferry_enter(260, 0, &a);
}

FERRY_API CUresult cuGraphUpload_ptsz(CUgraphExec hGraphExec, CUstream hStream)
{
	struct { CUgraphExec f0; CUstream f1; } a = {hGraphExec, hStream};
	return ferry_enter(260, FERRY_PER_THREAD_STREAM, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsEGLRegisterImage(CUgraphicsResource* pCudaResource, EGLImageKHR image, unsigned int flags)
{
	(void)pCudaResource;
	(void)image;
	(void)flags;
	return ferry_unsupported(261);
}
#else
FERRY_API CUresult cuGraphicsEGLRegisterImage(CUgraphicsResource* pCudaResource, EGLImageKHR image, unsigned int flags)
{
	struct { CUgraphicsResource* f0; EGLImageKHR f1; unsigned int f2; } a = {pCudaResource, image, flags};
	return ferry_enter(261, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource* pCudaResource, GLuint buffer, unsigned int Flags)
{
	(void)pCudaResource;
	(void)buffer;
	(void)Flags;
	return ferry_unsupported(262);
}
#else
FERRY_API CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource* pCudaResource, GLuint buffer, unsigned int Flags)
{
	struct { CUgraphicsResource* f0; GLuint f1; unsigned int f2; } a = {pCudaResource, buffer, Flags};
	return ferry_enter(262, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsGLRegisterImage(CUgraphicsResource* pCudaResource, GLuint image, GLenum target, unsigned int Flags)
{
	(void)pCudaResource;
	(void)image;
	(void)target;
	(void)Flags;
	return ferry_unsupported(263);
}
#else
FERRY_API CUresult cuGraphicsGLRegisterImage(CUgraphicsResource* pCudaResource, GLuint image, GLenum target, unsigned int Flags)
{
	struct { CUgraphicsResource* f0; GLuint f1; GLenum f2; unsigned int f3; } a = {pCudaResource, image, target, Flags};
	return ferry_enter(263, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	(void)count;
	(void)resources;
	(void)hStream;
	return ferry_unsupported(264);
}
#else
FERRY_API CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	struct { unsigned int f0; CUgraphicsResource* f1; CUstream f2; } a = {count, resources, hStream};
	return ferry_enter(264, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	(void)count;
	(void)resources;
	(void)hStream;
	return ferry_unsupported(264);
}
#else
FERRY_API CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	struct { unsigned int f0; CUgraphicsResource* f1; CUstream f2; } a = {count, resources, hStream};
	return ferry_enter(264, FERRY_PER_THREAD_STREAM, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsResourceGetMappedEglFrame(CUeglFrame* eglFrame, CUgraphicsResource resource, unsigned int index, unsigned int mipLevel)
{
	(void)eglFrame;
	(void)resource;
	(void)index;
	(void)mipLevel;
	return ferry_unsupported(265);
}
#else
FERRY_API CUresult cuGraphicsResourceGetMappedEglFrame(CUeglFrame* eglFrame, CUgraphicsResource resource, unsigned int index, unsigned int mipLevel)
{
	struct { CUeglFrame* f0; CUgraphicsResource f1; unsigned int f2; unsigned int f3; } a = {eglFrame, resource, index, mipLevel};
	return ferry_enter(265, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray* pMipmappedArray, CUgraphicsResource resource)
{
	(void)pMipmappedArray;
	(void)resource;
	return ferry_unsupported(266);
}
#else
FERRY_API CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray* pMipmappedArray, CUgraphicsResource resource)
{
	struct { CUmipmappedArray* f0; CUgraphicsResource f1; } a = {pMipmappedArray, resource};
	return ferry_enter(266, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1* pDevPtr, unsigned int* pSize, CUgraphicsResource resource)
{
	(void)pDevPtr;
	(void)pSize;
	(void)resource;
	return ferry_unsupported(267);
}
#else
FERRY_API CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1* pDevPtr, unsigned int* pSize, CUgraphicsResource resource)
{
	struct { CUdeviceptr_v1* f0; unsigned int* f1; CUgraphicsResource f2; } a = {pDevPtr, pSize, resource};
	return ferry_enter(267, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr* pDevPtr, size_t* pSize, CUgraphicsResource resource)
{
	(void)pDevPtr;
	(void)pSize;
	(void)resource;
	return ferry_unsupported(268);
}
#else
FERRY_API CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr* pDevPtr, size_t* pSize, CUgraphicsResource resource)
{
	struct { CUdeviceptr* f0; size_t* f1; CUgraphicsResource f2; } a = {pDevPtr, pSize, resource};
	return ferry_enter(268, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags)
{
	(void)resource;
	(void)flags;
	return ferry_unsupported(269);
}
#else
FERRY_API CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags)
{
	struct { CUgraphicsResource f0; unsigned int f1; } a = {resource, flags};
	return ferry_enter(269, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags)
{
	(void)resource;
	(void)flags;
	return ferry_unsupported(270);
}
#else
FERRY_API CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags)
{
	struct { CUgraphicsResource f0; unsigned int f1; } a = {resource, flags};
	return ferry_enter(270, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsSubResourceGetMappedArray(CUarray* pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel)
{
	(void)pArray;
	(void)resource;
	(void)arrayIndex;
	(void)mipLevel;
	return ferry_unsupported(271);
}
#else
FERRY_API CUresult cuGraphicsSubResourceGetMappedArray(CUarray* pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel)
{
	struct { CUarray* f0; CUgraphicsResource f1; unsigned int f2; unsigned int f3; } a = {pArray, resource, arrayIndex, mipLevel};
	return ferry_enter(271, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	(void)count;
	(void)resources;
	(void)hStream;
	return ferry_unsupported(272);
}
#else
FERRY_API CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	struct { unsigned int f0; CUgraphicsResource* f1; CUstream f2; } a = {count, resources, hStream};
	return ferry_enter(272, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	(void)count;
	(void)resources;
	(void)hStream;
	return ferry_unsupported(272);
}
#else
FERRY_API CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource* resources, CUstream hStream)
{
	struct { unsigned int f0; CUgraphicsResource* f1; CUstream f2; } a = {count, resources, hStream};
	return ferry_enter(272, FERRY_PER_THREAD_STREAM, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource)
{
	(void)resource;
	return ferry_unsupported(273);
}
#else
FERRY_API CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource)
{
	struct { CUgraphicsResource f0; } a = {resource};
	return ferry_enter(273, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource* pCudaResource, VdpOutputSurface vdpSurface, unsigned int flags)
{
	(void)pCudaResource;
	(void)vdpSurface;
	(void)flags;
	return ferry_unsupported(274);
}
#else
FERRY_API CUresult cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource* pCudaResource, VdpOutputSurface vdpSurface, unsigned int flags)
{
	struct { CUgraphicsResource* f0; VdpOutputSurface f1; unsigned int f2; } a = {pCudaResource, vdpSurface, flags};
	return ferry_enter(274, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource* pCudaResource, VdpVideoSurface vdpSurface, unsigned int flags)
{
	(void)pCudaResource;
	(void)vdpSurface;
	(void)flags;
	return ferry_unsupported(275);
}
#else
FERRY_API CUresult cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource* pCudaResource, VdpVideoSurface vdpSurface, unsigned int flags)
{
	struct { CUgraphicsResource* f0; VdpVideoSurface f1; unsigned int f2; } a = {pCudaResource, vdpSurface, flags};
	return ferry_enter(275, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGreenCtxCreate(CUgreenCtx* phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags)
{
	(void)phCtx;
	(void)desc;
	(void)dev;
	(void)flags;
	return ferry_unsupported(276);
}
#else
FERRY_API CUresult cuGreenCtxCreate(CUgreenCtx* phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags)
{
	struct { CUgreenCtx* f0; CUdevResourceDesc f1; CUdevice f2; unsigned int f3; } a = {phCtx, desc, dev, flags};
	return ferry_enter(276, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGreenCtxDestroy(CUgreenCtx hCtx)
{
	(void)hCtx;
	return ferry_unsupported(277);
}
#else
FERRY_API CUresult cuGreenCtxDestroy(CUgreenCtx hCtx)
{
	struct { CUgreenCtx f0; } a = {hCtx};
	return ferry_enter(277, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGreenCtxGetDevResource(CUgreenCtx hCtx, CUdevResource* resource, CUdevResourceType type)
{
	(void)hCtx;
	(void)resource;
	(void)type;
	return ferry_unsupported(278);
}
#else
FERRY_API CUresult cuGreenCtxGetDevResource(CUgreenCtx hCtx, CUdevResource* resource, CUdevResourceType type)
{
	struct { CUgreenCtx f0; CUdevResource* f1; CUdevResourceType f2; } a = {hCtx, resource, type};
	return ferry_enter(278, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGreenCtxGetId(CUgreenCtx greenCtx, unsigned long long* greenCtxId)
{
	(void)greenCtx;
	(void)greenCtxId;
	return ferry_unsupported(279);
}
#else
FERRY_API CUresult cuGreenCtxGetId(CUgreenCtx greenCtx, unsigned long long* greenCtxId)
{
	struct { CUgreenCtx f0; unsigned long long* f1; } a = {greenCtx, greenCtxId};
	return ferry_enter(279, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGreenCtxRecordEvent(CUgreenCtx hCtx, CUevent hEvent)
{
	(void)hCtx;
	(void)hEvent;
	return ferry_unsupported(280);
}
#else
FERRY_API CUresult cuGreenCtxRecordEvent(CUgreenCtx hCtx, CUevent hEvent)
{
	struct { CUgreenCtx f0; CUevent f1; } a = {hCtx, hEvent};
	return ferry_enter(280, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGreenCtxStreamCreate(CUstream* phStream, CUgreenCtx greenCtx, unsigned int flags, int priority)
{
	(void)phStream;
	(void)greenCtx;
	(void)flags;
	(void)priority;
	return ferry_unsupported(281);
}
#else
FERRY_API CUresult cuGreenCtxStreamCreate(CUstream* phStream, CUgreenCtx greenCtx, unsigned int flags, int priority)
{
	struct { CUstream* f0; CUgreenCtx f1; unsigned int f2; int f3; } a = {phStream, greenCtx, flags, priority};
	return ferry_enter(281, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuGreenCtxWaitEvent(CUgreenCtx hCtx, CUevent hEvent)
{
	(void)hCtx;
	(void)hEvent;
	return ferry_unsupported(282);
}
#else
FERRY_API CUresult cuGreenCtxWaitEvent(CUgreenCtx hCtx, CUevent hEvent)
{
	struct { CUgreenCtx f0; CUevent f1; } a = {hCtx, hEvent};
	return ferry_enter(282, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuImportExternalMemory(CUexternalMemory* extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* memHandleDesc)
{
	(void)extMem_out;
	(void)memHandleDesc;
	return ferry_unsupported(283);
}
#else
FERRY_API CUresult cuImportExternalMemory(CUexternalMemory* extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* memHandleDesc)
{
	struct { CUexternalMemory* f0; const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* f1; } a = {extMem_out, memHandleDesc};
	return ferry_enter(283, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuImportExternalSemaphore(CUexternalSemaphore* extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC* semHandleDesc)
{
	(void)extSem_out;
	(void)semHandleDesc;
	return ferry_unsupported(284);
}
#else
FERRY_API CUresult cuImportExternalSemaphore(CUexternalSemaphore* extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC* semHandleDesc)
{
	struct { CUexternalSemaphore* f0; const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC* f1; } a = {extSem_out, semHandleDesc};
	return ferry_enter(284, 0, &a);
}
#endif

FERRY_API CUresult cuIpcCloseMemHandle(CUdeviceptr dptr)
{
	struct { CUdeviceptr f0; } a = {dptr};
	return ferry_enter(286, 0, &a);
}

FERRY_API CUresult cuIpcGetEventHandle(CUipcEventHandle* pHandle, CUevent event)
{
	struct { CUipcEventHandle* f0; CUevent f1; } a = {pHandle, event};
	return ferry_enter(287, 0, &a);
}

FERRY_API CUresult cuIpcGetMemHandle(CUipcMemHandle* pHandle, CUdeviceptr dptr)
{
	struct { CUipcMemHandle* f0; CUdeviceptr f1; } a = {pHandle, dptr};
	return ferry_enter(288, 0, &a);
}

FERRY_API CUresult cuIpcOpenEventHandle(CUevent* phEvent, CUipcEventHandle handle)
{
	struct { CUevent* f0; CUipcEventHandle f1; } a = {phEvent, handle};
	return ferry_enter(289, 0, &a);
}

FERRY_API CUresult cuIpcOpenMemHandle(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags)
{
	struct { CUdeviceptr* f0; CUipcMemHandle f1; unsigned int f2; } a = {pdptr, handle, Flags};
	return ferry_enter(290, 0, &a);
}

FERRY_API CUresult cuIpcOpenMemHandle_v2(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags)
{
	struct { CUdeviceptr* f0; CUipcMemHandle f1; unsigned int f2; } a = {pdptr, handle, Flags};
	return ferry_enter(291, 0, &a);
}

FERRY_API CUresult cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev)
{
	struct { int* f0; CUfunction_attribute f1; CUkernel f2; CUdevice f3; } a = {pi, attrib, kernel, dev};
	return ferry_enter(292, 0, &a);
}

FERRY_API CUresult cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel)
{
	struct { CUfunction* f0; CUkernel f1; } a = {pFunc, kernel};
	return ferry_enter(293, 0, &a);
}

FERRY_API CUresult cuKernelGetLibrary(CUlibrary* pLib, CUkernel kernel)
{
	struct { CUlibrary* f0; CUkernel f1; } a = {pLib, kernel};
	return ferry_enter(294, 0, &a);
}

FERRY_API CUresult cuKernelGetName(const char** name, CUkernel hfunc)
{
	struct { const char** f0; CUkernel f1; } a = {name, hfunc};
	return ferry_enter(295, 0, &a);
}

FERRY_API CUresult cuKernelGetParamCount(CUkernel kernel, size_t* paramCount)
{
	struct { CUkernel f0; size_t* f1; } a = {kernel, paramCount};
	return ferry_enter(296, 0, &a);
}

FERRY_API CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t* paramOffset, size_t* paramSize)
{
	struct { CUkernel f0; size_t f1; size_t* f2; size_t* f3; } a = {kernel, paramIndex, paramOffset, paramSize};
	return ferry_enter(297, 0, &a);
}

FERRY_API CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev)
{
	struct { CUfunction_attribute f0; int f1; CUkernel f2; CUdevice f3; } a = {attrib, val, kernel, dev};
	return ferry_enter(298, 0, &a);
}

FERRY_API CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev)
{
	struct { CUkernel f0; CUfunc_cache f1; CUdevice f2; } a = {kernel, config, dev};
	return ferry_enter(299, 0, &a);
}

FERRY_API CUresult cuLaunch(CUfunction f)
{
	struct { CUfunction f0; } a = {f};
	return ferry_enter(300, 0, &a);
}

FERRY_API CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams)
{
	struct { CUfunction f0; unsigned int f1; unsigned int f2; unsigned int f3; unsigned int f4; unsigned int f5; unsigned int f6; unsigned int f7; CUstream f8; void** f9; } a = {f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams};
	return ferry_enter(301, 0, &a);
}

FERRY_API CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams)
{
	struct { CUfunction f0; unsigned int f1; unsigned int f2; unsigned int f3; unsigned int f4; unsigned int f5; unsigned int f6; unsigned int f7; CUstream f8; void** f9; } a = {f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams};
	return ferry_enter(301, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS* launchParamsList, unsigned int numDevices, unsigned int flags)
{
	struct { CUDA_LAUNCH_PARAMS* f0; unsigned int f1; unsigned int f2; } a = {launchParamsList, numDevices, flags};
	return ferry_enter(302, 0, &a);
}

FERRY_API CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height)
{
	struct { CUfunction f0; int f1; int f2; } a = {f, grid_width, grid_height};
	return ferry_enter(303, 0, &a);
}

FERRY_API CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream)
{
	struct { CUfunction f0; int f1; int f2; CUstream f3; } a = {f, grid_width, grid_height, hStream};
	return ferry_enter(304, 0, &a);
}

FERRY_API CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData)
{
	struct { CUstream f0; CUhostFn f1; void* f2; } a = {hStream, fn, userData};
	return ferry_enter(305, 0, &a);
}

FERRY_API CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void* userData)
{
	struct { CUstream f0; CUhostFn f1; void* f2; } a = {hStream, fn, userData};
	return ferry_enter(305, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuLaunchHostFunc_v2(CUstream hStream, CUhostFn fn, void* userData, unsigned int syncMode)
{
	struct { CUstream f0; CUhostFn f1; void* f2; unsigned int f3; } a = {hStream, fn, userData, syncMode};
	return ferry_enter(306, 0, &a);
}

FERRY_API CUresult cuLaunchHostFunc_v2_ptsz(CUstream hStream, CUhostFn fn, void* userData, unsigned int syncMode)
{
	struct { CUstream f0; CUhostFn f1; void* f2; unsigned int f3; } a = {hStream, fn, userData, syncMode};
	return ferry_enter(306, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra)
{
	struct { CUfunction f0; unsigned int f1; unsigned int f2; unsigned int f3; unsigned int f4; unsigned int f5; unsigned int f6; unsigned int f7; CUstream f8; void** f9; void** f10; } a = {f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra};
	return ferry_enter(307, 0, &a);
}

FERRY_API CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra)
{
	struct { CUfunction f0; unsigned int f1; unsigned int f2; unsigned int f3; unsigned int f4; unsigned int f5; unsigned int f6; unsigned int f7; CUstream f8; void** f9; void** f10; } a = {f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra};
	return ferry_enter(307, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra)
{
	struct { const CUlaunchConfig* f0; CUfunction f1; void** f2; void** f3; } a = {config, f, kernelParams, extra};
	return ferry_enter(308, 0, &a);
}

FERRY_API CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra)
{
	struct { const CUlaunchConfig* f0; CUfunction f1; void** f2; void** f3; } a = {config, f, kernelParams, extra};
	return ferry_enter(308, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels, CUlibrary lib)
{
	struct { CUkernel* f0; unsigned int f1; CUlibrary f2; } a = {kernels, numKernels, lib};
	return ferry_enter(309, 0, &a);
}

FERRY_API CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name)
{
	struct { CUdeviceptr* f0; size_t* f1; CUlibrary f2; const char* f3; } a = {dptr, bytes, library, name};
	return ferry_enter(310, 0, &a);
}

FERRY_API CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name)
{
	struct { CUkernel* f0; CUlibrary f1; const char* f2; } a = {pKernel, library, name};
	return ferry_enter(311, 0, &a);
}

FERRY_API CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib)
{
	struct { unsigned int* f0; CUlibrary f1; } a = {count, lib};
	return ferry_enter(312, 0, &a);
}

FERRY_API CUresult cuLibraryGetManaged(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name)
{
	struct { CUdeviceptr* f0; size_t* f1; CUlibrary f2; const char* f3; } a = {dptr, bytes, library, name};
	return ferry_enter(313, 0, &a);
}

FERRY_API CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library)
{
	struct { CUmodule* f0; CUlibrary f1; } a = {pMod, library};
	return ferry_enter(314, 0, &a);
}

FERRY_API CUresult cuLibraryGetUnifiedFunction(void** fptr, CUlibrary library, const char* symbol)
{
	struct { void** f0; CUlibrary f1; const char* f2; } a = {fptr, library, symbol};
	return ferry_enter(315, 0, &a);
}

FERRY_API CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions)
{
	struct { CUlibrary* f0; const void* f1; CUjit_option* f2; void** f3; unsigned int f4; CUlibraryOption* f5; void** f6; unsigned int f7; } a = {library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions};
	return ferry_enter(316, 0, &a);
}

FERRY_API CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions)
{
	struct { CUlibrary* f0; const char* f1; CUjit_option* f2; void** f3; unsigned int f4; CUlibraryOption* f5; void** f6; unsigned int f7; } a = {library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions};
	return ferry_enter(317, 0, &a);
}

FERRY_API CUresult cuLibraryUnload(CUlibrary library)
{
	struct { CUlibrary f0; } a = {library};
	return ferry_enter(318, 0, &a);
}

FERRY_API CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int numOptions, CUjit_option* options, void** optionValues)
{
	struct { CUlinkState f0; CUjitInputType f1; void* f2; size_t f3; const char* f4; unsigned int f5; CUjit_option* f6; void** f7; } a = {state, type, data, size, name, numOptions, options, optionValues};
	return ferry_enter(319, 0, &a);
}

FERRY_API CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int numOptions, CUjit_option* options, void** optionValues)
{
	struct { CUlinkState f0; CUjitInputType f1; void* f2; size_t f3; const char* f4; unsigned int f5; CUjit_option* f6; void** f7; } a = {state, type, data, size, name, numOptions, options, optionValues};
	return ferry_enter(320, 0, &a);
}

FERRY_API CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int numOptions, CUjit_option* options, void** optionValues)
{
	struct { CUlinkState f0; CUjitInputType f1; const char* f2; unsigned int f3; CUjit_option* f4; void** f5; } a = {state, type, path, numOptions, options, optionValues};
	return ferry_enter(321, 0, &a);
}

FERRY_API CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* path, unsigned int numOptions, CUjit_option* options, void** optionValues)
{
	struct { CUlinkState f0; CUjitInputType f1; const char* f2; unsigned int f3; CUjit_option* f4; void** f5; } a = {state, type, path, numOptions, options, optionValues};
	return ferry_enter(322, 0, &a);
}

FERRY_API CUresult cuLinkComplete(CUlinkState state, void** cubinOut, size_t* sizeOut)
{
	struct { CUlinkState f0; void** f1; size_t* f2; } a = {state, cubinOut, sizeOut};
	return ferry_enter(323, 0, &a);
}

FERRY_API CUresult cuLinkCreate(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut)
{
	struct { unsigned int f0; CUjit_option* f1; void** f2; CUlinkState* f3; } a = {numOptions, options, optionValues, stateOut};
	return ferry_enter(324, 0, &a);
}

FERRY_API CUresult cuLinkCreate_v2(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut)
{
	struct { unsigned int f0; CUjit_option* f1; void** f2; CUlinkState* f3; } a = {numOptions, options, optionValues, stateOut};
	return ferry_enter(325, 0, &a);
}

FERRY_API CUresult cuLinkDestroy(CUlinkState state)
{
	struct { CUlinkState f0; } a = {state};
	return ferry_enter(326, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointAddDevice(CUlogicalEndpointId leId, CUdevice dev)
{
	(void)leId;
	(void)dev;
	return ferry_unsupported(327);
}
#else
FERRY_API CUresult cuLogicalEndpointAddDevice(CUlogicalEndpointId leId, CUdevice dev)
{
	struct { CUlogicalEndpointId f0; CUdevice f1; } a = {leId, dev};
	return ferry_enter(327, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointBindAddr(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, void* ptr, cuuint64_t size, unsigned long long flags)
{
	(void)leId;
	(void)dev;
	(void)offset;
	(void)ptr;
	(void)size;
	(void)flags;
	return ferry_unsupported(328);
}
#else
FERRY_API CUresult cuLogicalEndpointBindAddr(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, void* ptr, cuuint64_t size, unsigned long long flags)
{
	struct { CUlogicalEndpointId f0; CUdevice f1; cuuint64_t f2; void* f3; cuuint64_t f4; unsigned long long f5; } a = {leId, dev, offset, ptr, size, flags};
	return ferry_enter(328, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointBindMem(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, CUmemGenericAllocationHandle memHandle, cuuint64_t memOffset, cuuint64_t size, unsigned long long flags)
{
	(void)leId;
	(void)dev;
	(void)offset;
	(void)memHandle;
	(void)memOffset;
	(void)size;
	(void)flags;
	return ferry_unsupported(329);
}
#else
FERRY_API CUresult cuLogicalEndpointBindMem(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, CUmemGenericAllocationHandle memHandle, cuuint64_t memOffset, cuuint64_t size, unsigned long long flags)
{
	struct { CUlogicalEndpointId f0; CUdevice f1; cuuint64_t f2; CUmemGenericAllocationHandle f3; cuuint64_t f4; cuuint64_t f5; unsigned long long f6; } a = {leId, dev, offset, memHandle, memOffset, size, flags};
	return ferry_enter(329, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointCreate(CUlogicalEndpointId leId, const CUlogicalEndpointProp* prop)
{
	(void)leId;
	(void)prop;
	return ferry_unsupported(330);
}
#else
FERRY_API CUresult cuLogicalEndpointCreate(CUlogicalEndpointId leId, const CUlogicalEndpointProp* prop)
{
	struct { CUlogicalEndpointId f0; const CUlogicalEndpointProp* f1; } a = {leId, prop};
	return ferry_enter(330, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointDestroy(CUlogicalEndpointId leId)
{
	(void)leId;
	return ferry_unsupported(331);
}
#else
FERRY_API CUresult cuLogicalEndpointDestroy(CUlogicalEndpointId leId)
{
	struct { CUlogicalEndpointId f0; } a = {leId};
	return ferry_enter(331, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointExport(void* handle, CUlogicalEndpointId leId, CUlogicalEndpointIpcHandleType handleType)
{
	(void)handle;
	(void)leId;
	(void)handleType;
	return ferry_unsupported(332);
}
#else
FERRY_API CUresult cuLogicalEndpointExport(void* handle, CUlogicalEndpointId leId, CUlogicalEndpointIpcHandleType handleType)
{
	struct { void* f0; CUlogicalEndpointId f1; CUlogicalEndpointIpcHandleType f2; } a = {handle, leId, handleType};
	return ferry_enter(332, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointGetLimits(cuuint64_t* bindAlignment, cuuint64_t* maxSize, const CUlogicalEndpointProp* prop)
{
	(void)bindAlignment;
	(void)maxSize;
	(void)prop;
	return ferry_unsupported(333);
}
#else
FERRY_API CUresult cuLogicalEndpointGetLimits(cuuint64_t* bindAlignment, cuuint64_t* maxSize, const CUlogicalEndpointProp* prop)
{
	struct { cuuint64_t* f0; cuuint64_t* f1; const CUlogicalEndpointProp* f2; } a = {bindAlignment, maxSize, prop};
	return ferry_enter(333, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointIdRelease(CUlogicalEndpointId baseLeId, cuuint32_t count)
{
	(void)baseLeId;
	(void)count;
	return ferry_unsupported(334);
}
#else
FERRY_API CUresult cuLogicalEndpointIdRelease(CUlogicalEndpointId baseLeId, cuuint32_t count)
{
	struct { CUlogicalEndpointId f0; cuuint32_t f1; } a = {baseLeId, count};
	return ferry_enter(334, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointIdReserve(CUlogicalEndpointId* baseLeId, cuuint32_t count)
{
	(void)baseLeId;
	(void)count;
	return ferry_unsupported(335);
}
#else
FERRY_API CUresult cuLogicalEndpointIdReserve(CUlogicalEndpointId* baseLeId, cuuint32_t count)
{
	struct { CUlogicalEndpointId* f0; cuuint32_t f1; } a = {baseLeId, count};
	return ferry_enter(335, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointImport(CUlogicalEndpointId leId, const void* handle, CUlogicalEndpointIpcHandleType handleType)
{
	(void)leId;
	(void)handle;
	(void)handleType;
	return ferry_unsupported(336);
}
#else
FERRY_API CUresult cuLogicalEndpointImport(CUlogicalEndpointId leId, const void* handle, CUlogicalEndpointIpcHandleType handleType)
{
	struct { CUlogicalEndpointId f0; const void* f1; CUlogicalEndpointIpcHandleType f2; } a = {leId, handle, handleType};
	return ferry_enter(336, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointQuery(CUlogicalEndpointId leId, cuuint32_t count, int* queryStatus)
{
	(void)leId;
	(void)count;
	(void)queryStatus;
	return ferry_unsupported(337);
}
#else
FERRY_API CUresult cuLogicalEndpointQuery(CUlogicalEndpointId leId, cuuint32_t count, int* queryStatus)
{
	struct { CUlogicalEndpointId f0; cuuint32_t f1; int* f2; } a = {leId, count, queryStatus};
	return ferry_enter(337, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuLogicalEndpointUnbind(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, cuuint64_t size)
{
	(void)leId;
	(void)dev;
	(void)offset;
	(void)size;
	return ferry_unsupported(338);
}
#else
FERRY_API CUresult cuLogicalEndpointUnbind(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, cuuint64_t size)
{
	struct { CUlogicalEndpointId f0; CUdevice f1; cuuint64_t f2; cuuint64_t f3; } a = {leId, dev, offset, size};
	return ferry_enter(338, 0, &a);
}
#endif

FERRY_API CUresult cuLogsCurrent(CUlogIterator* iterator_out, unsigned int flags)
{
	struct { CUlogIterator* f0; unsigned int f1; } a = {iterator_out, flags};
	return ferry_enter(339, 0, &a);
}

FERRY_API CUresult cuLogsDumpToFile(CUlogIterator* iterator, const char* pathToFile, unsigned int flags)
{
	struct { CUlogIterator* f0; const char* f1; unsigned int f2; } a = {iterator, pathToFile, flags};
	return ferry_enter(340, 0, &a);
}

FERRY_API CUresult cuLogsDumpToMemory(CUlogIterator* iterator, char* buffer, size_t* size, unsigned int flags)
{
	struct { CUlogIterator* f0; char* f1; size_t* f2; unsigned int f3; } a = {iterator, buffer, size, flags};
	return ferry_enter(341, 0, &a);
}

FERRY_API CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, void* userData, CUlogsCallbackHandle* callback_out)
{
	struct { CUlogsCallback f0; void* f1; CUlogsCallbackHandle* f2; } a = {callbackFunc, userData, callback_out};
	return ferry_enter(342, 0, &a);
}

FERRY_API CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback)
{
	struct { CUlogsCallbackHandle f0; } a = {callback};
	return ferry_enter(343, 0, &a);
}

FERRY_API CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
	struct { CUdeviceptr f0; size_t f1; } a = {ptr, size};
	return ferry_enter(344, 0, &a);
}

FERRY_API CUresult cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr addr, unsigned long long flags)
{
	struct { CUdeviceptr* f0; size_t f1; size_t f2; CUdeviceptr f3; unsigned long long f4; } a = {ptr, size, alignment, addr, flags};
	return ferry_enter(345, 0, &a);
}

FERRY_API CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device)
{
	struct { CUdeviceptr f0; size_t f1; CUmem_advise f2; CUdevice f3; } a = {devPtr, count, advice, device};
	return ferry_enter(346, 0, &a);
}

FERRY_API CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location)
{
	struct { CUdeviceptr f0; size_t f1; CUmem_advise f2; CUmemLocation f3; } a = {devPtr, count, advice, location};
	return ferry_enter(347, 0, &a);
}

FERRY_API CUresult cuMemAlloc(CUdeviceptr_v1* dptr, unsigned int bytesize)
{
	struct { CUdeviceptr_v1* f0; unsigned int f1; } a = {dptr, bytesize};
	return ferry_enter(348, 0, &a);
}

FERRY_API CUresult cuMemAlloc_v2(CUdeviceptr* dptr, size_t bytesize)
{
	struct { CUdeviceptr* f0; size_t f1; } a = {dptr, bytesize};
	return ferry_enter(356, 0, &a);
}

FERRY_API CUresult cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t f1; CUstream f2; } a = {dptr, bytesize, hStream};
	return ferry_enter(349, 0, &a);
}

FERRY_API CUresult cuMemAllocAsync_ptsz(CUdeviceptr* dptr, size_t bytesize, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t f1; CUstream f2; } a = {dptr, bytesize, hStream};
	return ferry_enter(349, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t f1; CUmemoryPool f2; CUstream f3; } a = {dptr, bytesize, pool, hStream};
	return ferry_enter(350, 0, &a);
}

FERRY_API CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t f1; CUmemoryPool f2; CUstream f3; } a = {dptr, bytesize, pool, hStream};
	return ferry_enter(350, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemAllocHost(void** pp, unsigned int bytesize)
{
	struct { void** f0; unsigned int f1; } a = {pp, bytesize};
	return ferry_enter(351, 0, &a);
}

FERRY_API CUresult cuMemAllocHost_v2(void** pp, size_t bytesize)
{
	struct { void** f0; size_t f1; } a = {pp, bytesize};
	return ferry_enter(352, 0, &a);
}

FERRY_API CUresult cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags)
{
	struct { CUdeviceptr* f0; size_t f1; unsigned int f2; } a = {dptr, bytesize, flags};
	return ferry_enter(353, 0, &a);
}

FERRY_API CUresult cuMemAllocPitch(CUdeviceptr_v1* dptr, unsigned int* pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes)
{
	struct { CUdeviceptr_v1* f0; unsigned int* f1; unsigned int f2; unsigned int f3; unsigned int f4; } a = {dptr, pPitch, WidthInBytes, Height, ElementSizeBytes};
	return ferry_enter(354, 0, &a);
}

FERRY_API CUresult cuMemAllocPitch_v2(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes)
{
	struct { CUdeviceptr* f0; size_t* f1; size_t f2; size_t f3; unsigned int f4; } a = {dptr, pPitch, WidthInBytes, Height, ElementSizeBytes};
	return ferry_enter(355, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuMemBatchDecompressAsync(CUmemDecompressParams* paramsArray, size_t count, unsigned int flags, size_t* errorIndex, CUstream stream)
{
	(void)paramsArray;
	(void)count;
	(void)flags;
	(void)errorIndex;
	(void)stream;
	return ferry_unsupported(357);
}
#else
FERRY_API CUresult cuMemBatchDecompressAsync(CUmemDecompressParams* paramsArray, size_t count, unsigned int flags, size_t* errorIndex, CUstream stream)
{
	struct { CUmemDecompressParams* f0; size_t f1; unsigned int f2; size_t* f3; CUstream f4; } a = {paramsArray, count, flags, errorIndex, stream};
	return ferry_enter(357, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMemBatchDecompressAsync_ptsz(CUmemDecompressParams* paramsArray, size_t count, unsigned int flags, size_t* errorIndex, CUstream stream)
{
	(void)paramsArray;
	(void)count;
	(void)flags;
	(void)errorIndex;
	(void)stream;
	return ferry_unsupported(357);
}
#else
FERRY_API CUresult cuMemBatchDecompressAsync_ptsz(CUmemDecompressParams* paramsArray, size_t count, unsigned int flags, size_t* errorIndex, CUstream stream)
{
	struct { CUmemDecompressParams* f0; size_t f1; unsigned int f2; size_t* f3; CUstream f4; } a = {paramsArray, count, flags, errorIndex, stream};
	return ferry_enter(357, FERRY_PER_THREAD_STREAM, &a);
}
#endif

FERRY_API CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* prop, unsigned long long flags)
{
	struct { CUmemGenericAllocationHandle* f0; size_t f1; const CUmemAllocationProp* f2; unsigned long long f3; } a = {handle, size, prop, flags};
	return ferry_enter(358, 0, &a);
}

FERRY_API CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; size_t f2; CUmemLocation* f3; size_t* f4; size_t f5; unsigned long long f6; CUstream f7; } a = {dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream};
	return ferry_enter(359, 0, &a);
}

FERRY_API CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; size_t f2; CUmemLocation* f3; size_t* f4; size_t f5; unsigned long long f6; CUstream f7; } a = {dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream};
	return ferry_enter(359, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemDiscardBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, unsigned long long flags, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; size_t f2; unsigned long long f3; CUstream f4; } a = {dptrs, sizes, count, flags, hStream};
	return ferry_enter(360, 0, &a);
}

FERRY_API CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, unsigned long long flags, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; size_t f2; unsigned long long f3; CUstream f4; } a = {dptrs, sizes, count, flags, hStream};
	return ferry_enter(360, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemExportToShareableHandle(void* shareableHandle, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType, unsigned long long flags)
{
	struct { void* f0; CUmemGenericAllocationHandle f1; CUmemAllocationHandleType f2; unsigned long long f3; } a = {shareableHandle, handle, handleType, flags};
	return ferry_enter(361, 0, &a);
}

FERRY_API CUresult cuMemFree(CUdeviceptr_v1 dptr)
{
	struct { CUdeviceptr_v1 f0; } a = {dptr};
	return ferry_enter(362, 0, &a);
}

FERRY_API CUresult cuMemFree_v2(CUdeviceptr dptr)
{
	struct { CUdeviceptr f0; } a = {dptr};
	return ferry_enter(365, 0, &a);
}

FERRY_API CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream)
{
	struct { CUdeviceptr f0; CUstream f1; } a = {dptr, hStream};
	return ferry_enter(363, 0, &a);
}

FERRY_API CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream)
{
	struct { CUdeviceptr f0; CUstream f1; } a = {dptr, hStream};
	return ferry_enter(363, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemFreeHost(void* p)
{
	struct { void* f0; } a = {p};
	return ferry_enter(364, 0, &a);
}

FERRY_API CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr)
{
	struct { unsigned long long* f0; const CUmemLocation* f1; CUdeviceptr f2; } a = {flags, location, ptr};
	return ferry_enter(366, 0, &a);
}

FERRY_API CUresult cuMemGetAddressRange(CUdeviceptr_v1* pbase, unsigned int* psize, CUdeviceptr_v1 dptr)
{
	struct { CUdeviceptr_v1* f0; unsigned int* f1; CUdeviceptr_v1 f2; } a = {pbase, psize, dptr};
	return ferry_enter(367, 0, &a);
}

FERRY_API CUresult cuMemGetAddressRange_v2(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr)
{
	struct { CUdeviceptr* f0; size_t* f1; CUdeviceptr f2; } a = {pbase, psize, dptr};
	return ferry_enter(368, 0, &a);
}

FERRY_API CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop, CUmemAllocationGranularity_flags option)
{
	struct { size_t* f0; const CUmemAllocationProp* f1; CUmemAllocationGranularity_flags f2; } a = {granularity, prop, option};
	return ferry_enter(369, 0, &a);
}

FERRY_API CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop, CUmemGenericAllocationHandle handle)
{
	struct { CUmemAllocationProp* f0; CUmemGenericAllocationHandle f1; } a = {prop, handle};
	return ferry_enter(370, 0, &a);
}

FERRY_API CUresult cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location, CUmemAllocationType type)
{
	struct { CUmemoryPool* f0; CUmemLocation* f1; CUmemAllocationType f2; } a = {pool_out, location, type};
	return ferry_enter(371, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuMemGetHandleForAddressRange(void* handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags)
{
	(void)handle;
	(void)dptr;
	(void)size;
	(void)handleType;
	(void)flags;
	return ferry_unsupported(372);
}
#else
FERRY_API CUresult cuMemGetHandleForAddressRange(void* handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags)
{
	struct { void* f0; CUdeviceptr f1; size_t f2; CUmemRangeHandleType f3; unsigned long long f4; } a = {handle, dptr, size, handleType, flags};
	return ferry_enter(372, 0, &a);
}
#endif

FERRY_API CUresult cuMemGetInfo(unsigned int* free, unsigned int* total)
{
	struct { unsigned int* f0; unsigned int* f1; } a = {free, total};
	return ferry_enter(373, 0, &a);
}

FERRY_API CUresult cuMemGetInfo_v2(size_t* free, size_t* total)
{
	struct { size_t* f0; size_t* f1; } a = {free, total};
	return ferry_enter(374, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuMemGetLocationInfo(CUdeviceptr ptr, size_t size, size_t summaryGranularity, size_t samplingGranularity, CUmemLocation* location_out)
{
	(void)ptr;
	(void)size;
	(void)summaryGranularity;
	(void)samplingGranularity;
	(void)location_out;
	return ferry_unsupported(375);
}
#else
FERRY_API CUresult cuMemGetLocationInfo(CUdeviceptr ptr, size_t size, size_t summaryGranularity, size_t samplingGranularity, CUmemLocation* location_out)
{
	struct { CUdeviceptr f0; size_t f1; size_t f2; size_t f3; CUmemLocation* f4; } a = {ptr, size, summaryGranularity, samplingGranularity, location_out};
	return ferry_enter(375, 0, &a);
}
#endif

FERRY_API CUresult cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location, CUmemAllocationType type)
{
	struct { CUmemoryPool* f0; CUmemLocation* f1; CUmemAllocationType f2; } a = {pool, location, type};
	return ferry_enter(376, 0, &a);
}

FERRY_API CUresult cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags)
{
	struct { void** f0; size_t f1; unsigned int f2; } a = {pp, bytesize, Flags};
	return ferry_enter(377, 0, &a);
}

FERRY_API CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1* pdptr, void* p, unsigned int Flags)
{
	struct { CUdeviceptr_v1* f0; void* f1; unsigned int f2; } a = {pdptr, p, Flags};
	return ferry_enter(378, 0, &a);
}

FERRY_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* pdptr, void* p, unsigned int Flags)
{
	struct { CUdeviceptr* f0; void* f1; unsigned int f2; } a = {pdptr, p, Flags};
	return ferry_enter(379, 0, &a);
}

FERRY_API CUresult cuMemHostGetFlags(unsigned int* pFlags, void* p)
{
	struct { unsigned int* f0; void* f1; } a = {pFlags, p};
	return ferry_enter(380, 0, &a);
}

FERRY_API CUresult cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags)
{
	struct { void* f0; size_t f1; unsigned int f2; } a = {p, bytesize, Flags};
	return ferry_enter(381, 0, &a);
}

FERRY_API CUresult cuMemHostRegister_v2(void* p, size_t bytesize, unsigned int Flags)
{
	struct { void* f0; size_t f1; unsigned int f2; } a = {p, bytesize, Flags};
	return ferry_enter(382, 0, &a);
}

FERRY_API CUresult cuMemHostUnregister(void* p)
{
	struct { void* f0; } a = {p};
	return ferry_enter(383, 0, &a);
}

FERRY_API CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* osHandle, CUmemAllocationHandleType shHandleType)
{
	struct { CUmemGenericAllocationHandle* f0; void* f1; CUmemAllocationHandleType f2; } a = {handle, osHandle, shHandleType};
	return ferry_enter(384, 0, &a);
}

FERRY_API CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)
{
	struct { CUdeviceptr f0; size_t f1; size_t f2; CUmemGenericAllocationHandle f3; unsigned long long f4; } a = {ptr, size, offset, handle, flags};
	return ferry_enter(385, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuMemMapArrayAsync(CUarrayMapInfo* mapInfoList, unsigned int count, CUstream hStream)
{
	(void)mapInfoList;
	(void)count;
	(void)hStream;
	return ferry_unsupported(386);
}
#else
FERRY_API CUresult cuMemMapArrayAsync(CUarrayMapInfo* mapInfoList, unsigned int count, CUstream hStream)
{
	struct { CUarrayMapInfo* f0; unsigned int f1; CUstream f2; } a = {mapInfoList, count, hStream};
	return ferry_enter(386, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo* mapInfoList, unsigned int count, CUstream hStream)
{
	(void)mapInfoList;
	(void)count;
	(void)hStream;
	return ferry_unsupported(386);
}
#else
FERRY_API CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo* mapInfoList, unsigned int count, CUstream hStream)
{
	struct { CUarrayMapInfo* f0; unsigned int f1; CUstream f2; } a = {mapInfoList, count, hStream};
	return ferry_enter(386, FERRY_PER_THREAD_STREAM, &a);
}
#endif

FERRY_API CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps)
{
	struct { CUmemoryPool* f0; const CUmemPoolProps* f1; } a = {pool, poolProps};
	return ferry_enter(387, 0, &a);
}

FERRY_API CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
	struct { CUmemoryPool f0; } a = {pool};
	return ferry_enter(388, 0, &a);
}

FERRY_API CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData* shareData_out, CUdeviceptr ptr)
{
	struct { CUmemPoolPtrExportData* f0; CUdeviceptr f1; } a = {shareData_out, ptr};
	return ferry_enter(389, 0, &a);
}

FERRY_API CUresult cuMemPoolExportToShareableHandle(void* handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags)
{
	struct { void* f0; CUmemoryPool f1; CUmemAllocationHandleType f2; unsigned long long f3; } a = {handle_out, pool, handleType, flags};
	return ferry_enter(390, 0, &a);
}

FERRY_API CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool, CUmemLocation* location)
{
	struct { CUmemAccess_flags* f0; CUmemoryPool f1; CUmemLocation* f2; } a = {flags, memPool, location};
	return ferry_enter(391, 0, &a);
}

FERRY_API CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value)
{
	struct { CUmemoryPool f0; CUmemPool_attribute f1; void* f2; } a = {pool, attr, value};
	return ferry_enter(392, 0, &a);
}

FERRY_API CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* pool_out, void* handle, CUmemAllocationHandleType handleType, unsigned long long flags)
{
	struct { CUmemoryPool* f0; void* f1; CUmemAllocationHandleType f2; unsigned long long f3; } a = {pool_out, handle, handleType, flags};
	return ferry_enter(393, 0, &a);
}

FERRY_API CUresult cuMemPoolImportPointer(CUdeviceptr* ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData* shareData)
{
	struct { CUdeviceptr* f0; CUmemoryPool f1; CUmemPoolPtrExportData* f2; } a = {ptr_out, pool, shareData};
	return ferry_enter(394, 0, &a);
}

FERRY_API CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count)
{
	struct { CUmemoryPool f0; const CUmemAccessDesc* f1; size_t f2; } a = {pool, map, count};
	return ferry_enter(395, 0, &a);
}

FERRY_API CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value)
{
	struct { CUmemoryPool f0; CUmemPool_attribute f1; void* f2; } a = {pool, attr, value};
	return ferry_enter(396, 0, &a);
}

FERRY_API CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep)
{
	struct { CUmemoryPool f0; size_t f1; } a = {pool, minBytesToKeep};
	return ferry_enter(397, 0, &a);
}

FERRY_API CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; CUdevice f2; CUstream f3; } a = {devPtr, count, dstDevice, hStream};
	return ferry_enter(398, 0, &a);
}

FERRY_API CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; CUdevice f2; CUstream f3; } a = {devPtr, count, dstDevice, hStream};
	return ferry_enter(398, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; CUmemLocation f2; unsigned int f3; CUstream f4; } a = {devPtr, count, location, flags, hStream};
	return ferry_enter(399, 0, &a);
}

FERRY_API CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; CUmemLocation f2; unsigned int f3; CUstream f4; } a = {devPtr, count, location, flags, hStream};
	return ferry_enter(399, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; size_t f2; CUmemLocation* f3; size_t* f4; size_t f5; unsigned long long f6; CUstream f7; } a = {dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream};
	return ferry_enter(400, 0, &a);
}

FERRY_API CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
	struct { CUdeviceptr* f0; size_t* f1; size_t f2; CUmemLocation* f3; size_t* f4; size_t f5; unsigned long long f6; CUstream f7; } a = {dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream};
	return ferry_enter(400, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemRangeGetAttribute(void* data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count)
{
	struct { void* f0; size_t f1; CUmem_range_attribute f2; CUdeviceptr f3; size_t f4; } a = {data, dataSize, attribute, devPtr, count};
	return ferry_enter(401, 0, &a);
}

FERRY_API CUresult cuMemRangeGetAttributes(void** data, size_t* dataSizes, CUmem_range_attribute* attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count)
{
	struct { void** f0; size_t* f1; CUmem_range_attribute* f2; size_t f3; CUdeviceptr f4; size_t f5; } a = {data, dataSizes, attributes, numAttributes, devPtr, count};
	return ferry_enter(402, 0, &a);
}

FERRY_API CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
	struct { CUmemGenericAllocationHandle f0; } a = {handle};
	return ferry_enter(403, 0, &a);
}

FERRY_API CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr)
{
	struct { CUmemGenericAllocationHandle* f0; void* f1; } a = {handle, addr};
	return ferry_enter(404, 0, &a);
}

FERRY_API CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count)
{
	struct { CUdeviceptr f0; size_t f1; const CUmemAccessDesc* f2; size_t f3; } a = {ptr, size, desc, count};
	return ferry_enter(405, 0, &a);
}

FERRY_API CUresult cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool)
{
	struct { CUmemLocation* f0; CUmemAllocationType f1; CUmemoryPool f2; } a = {location, type, pool};
	return ferry_enter(406, 0, &a);
}

FERRY_API CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
{
	struct { CUdeviceptr f0; size_t f1; } a = {ptr, size};
	return ferry_enter(407, 0, &a);
}

FERRY_API CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; } a = {dst, src, ByteCount};
	return ferry_enter(408, 0, &a);
}

FERRY_API CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; } a = {dst, src, ByteCount};
	return ferry_enter(408, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1* pCopy)
{
	struct { const CUDA_MEMCPY2D_v1* f0; } a = {pCopy};
	return ferry_enter(409, 0, &a);
}

FERRY_API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* pCopy)
{
	struct { const CUDA_MEMCPY2D* f0; } a = {pCopy};
	return ferry_enter(414, 0, &a);
}

FERRY_API CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D* pCopy)
{
	struct { const CUDA_MEMCPY2D* f0; } a = {pCopy};
	return ferry_enter(414, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY2D_v1* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(410, 0, &a);
}

FERRY_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY2D* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(411, 0, &a);
}

FERRY_API CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY2D* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(411, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1* pCopy)
{
	struct { const CUDA_MEMCPY2D_v1* f0; } a = {pCopy};
	return ferry_enter(412, 0, &a);
}

FERRY_API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* pCopy)
{
	struct { const CUDA_MEMCPY2D* f0; } a = {pCopy};
	return ferry_enter(413, 0, &a);
}

FERRY_API CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D* pCopy)
{
	struct { const CUDA_MEMCPY2D* f0; } a = {pCopy};
	return ferry_enter(413, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1* pCopy)
{
	struct { const CUDA_MEMCPY3D_v1* f0; } a = {pCopy};
	return ferry_enter(415, 0, &a);
}

FERRY_API CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* pCopy)
{
	struct { const CUDA_MEMCPY3D* f0; } a = {pCopy};
	return ferry_enter(423, 0, &a);
}

FERRY_API CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D* pCopy)
{
	struct { const CUDA_MEMCPY3D* f0; } a = {pCopy};
	return ferry_enter(423, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY3D_v1* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(416, 0, &a);
}

FERRY_API CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY3D* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(417, 0, &a);
}

FERRY_API CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY3D* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(417, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, size_t* failIdx, unsigned long long flags, CUstream hStream)
{
	struct { size_t f0; CUDA_MEMCPY3D_BATCH_OP* f1; size_t* f2; unsigned long long f3; CUstream f4; } a = {numOps, opList, failIdx, flags, hStream};
	return ferry_enter(418, 0, &a);
}

FERRY_API CUresult cuMemcpy3DBatchAsync_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, size_t* failIdx, unsigned long long flags, CUstream hStream)
{
	struct { size_t f0; CUDA_MEMCPY3D_BATCH_OP* f1; size_t* f2; unsigned long long f3; CUstream f4; } a = {numOps, opList, failIdx, flags, hStream};
	return ferry_enter(418, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy3DBatchAsync_v2(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, unsigned long long flags, CUstream hStream)
{
	struct { size_t f0; CUDA_MEMCPY3D_BATCH_OP* f1; unsigned long long f2; CUstream f3; } a = {numOps, opList, flags, hStream};
	return ferry_enter(419, 0, &a);
}

FERRY_API CUresult cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, unsigned long long flags, CUstream hStream)
{
	struct { size_t f0; CUDA_MEMCPY3D_BATCH_OP* f1; unsigned long long f2; CUstream f3; } a = {numOps, opList, flags, hStream};
	return ferry_enter(419, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* pCopy)
{
	struct { const CUDA_MEMCPY3D_PEER* f0; } a = {pCopy};
	return ferry_enter(420, 0, &a);
}

FERRY_API CUresult cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER* pCopy)
{
	struct { const CUDA_MEMCPY3D_PEER* f0; } a = {pCopy};
	return ferry_enter(420, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY3D_PEER* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(421, 0, &a);
}

FERRY_API CUresult cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream)
{
	struct { const CUDA_MEMCPY3D_PEER* f0; CUstream f1; } a = {pCopy, hStream};
	return ferry_enter(421, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpy3DWithAttributesAsync(CUDA_MEMCPY3D_BATCH_OP* op, unsigned long long flags, CUstream hStream)
{
	struct { CUDA_MEMCPY3D_BATCH_OP* f0; unsigned long long f1; CUstream f2; } a = {op, flags, hStream};
	return ferry_enter(422, 0, &a);
}

FERRY_API CUresult cuMemcpy3DWithAttributesAsync_ptsz(CUDA_MEMCPY3D_BATCH_OP* op, unsigned long long flags, CUstream hStream)
{
	struct { CUDA_MEMCPY3D_BATCH_OP* f0; unsigned long long f1; CUstream f2; } a = {op, flags, hStream};
	return ferry_enter(422, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; CUstream f3; } a = {dst, src, ByteCount, hStream};
	return ferry_enter(424, 0, &a);
}

FERRY_API CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; CUstream f3; } a = {dst, src, ByteCount, hStream};
	return ferry_enter(424, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount)
{
	struct { CUarray f0; unsigned int f1; CUarray f2; unsigned int f3; unsigned int f4; } a = {dstArray, dstOffset, srcArray, srcOffset, ByteCount};
	return ferry_enter(425, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	struct { CUarray f0; size_t f1; CUarray f2; size_t f3; size_t f4; } a = {dstArray, dstOffset, srcArray, srcOffset, ByteCount};
	return ferry_enter(426, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	struct { CUarray f0; size_t f1; CUarray f2; size_t f3; size_t f4; } a = {dstArray, dstOffset, srcArray, srcOffset, ByteCount};
	return ferry_enter(426, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount)
{
	struct { CUdeviceptr_v1 f0; CUarray f1; unsigned int f2; unsigned int f3; } a = {dstDevice, srcArray, srcOffset, ByteCount};
	return ferry_enter(427, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUarray f1; size_t f2; size_t f3; } a = {dstDevice, srcArray, srcOffset, ByteCount};
	return ferry_enter(428, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUarray f1; size_t f2; size_t f3; } a = {dstDevice, srcArray, srcOffset, ByteCount};
	return ferry_enter(428, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyAtoH(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount)
{
	struct { void* f0; CUarray f1; unsigned int f2; unsigned int f3; } a = {dstHost, srcArray, srcOffset, ByteCount};
	return ferry_enter(429, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoH_v2(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	struct { void* f0; CUarray f1; size_t f2; size_t f3; } a = {dstHost, srcArray, srcOffset, ByteCount};
	return ferry_enter(432, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoH_v2_ptds(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	struct { void* f0; CUarray f1; size_t f2; size_t f3; } a = {dstHost, srcArray, srcOffset, ByteCount};
	return ferry_enter(432, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyAtoHAsync(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream)
{
	struct { void* f0; CUarray f1; unsigned int f2; unsigned int f3; CUstream f4; } a = {dstHost, srcArray, srcOffset, ByteCount, hStream};
	return ferry_enter(430, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoHAsync_v2(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream)
{
	struct { void* f0; CUarray f1; size_t f2; size_t f3; CUstream f4; } a = {dstHost, srcArray, srcOffset, ByteCount, hStream};
	return ferry_enter(431, 0, &a);
}

FERRY_API CUresult cuMemcpyAtoHAsync_v2_ptsz(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream)
{
	struct { void* f0; CUarray f1; size_t f2; size_t f3; CUstream f4; } a = {dstHost, srcArray, srcOffset, ByteCount, hStream};
	return ferry_enter(431, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, size_t* failIdx, CUstream hStream)
{
	struct { CUdeviceptr* f0; CUdeviceptr* f1; size_t* f2; size_t f3; CUmemcpyAttributes* f4; size_t* f5; size_t f6; size_t* f7; CUstream f8; } a = {dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream};
	return ferry_enter(433, 0, &a);
}

FERRY_API CUresult cuMemcpyBatchAsync_ptsz(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, size_t* failIdx, CUstream hStream)
{
	struct { CUdeviceptr* f0; CUdeviceptr* f1; size_t* f2; size_t f3; CUmemcpyAttributes* f4; size_t* f5; size_t f6; size_t* f7; CUstream f8; } a = {dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream};
	return ferry_enter(433, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyBatchAsync_v2(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, CUstream hStream)
{
	struct { CUdeviceptr* f0; CUdeviceptr* f1; size_t* f2; size_t f3; CUmemcpyAttributes* f4; size_t* f5; size_t f6; CUstream f7; } a = {dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream};
	return ferry_enter(434, 0, &a);
}

FERRY_API CUresult cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, CUstream hStream)
{
	struct { CUdeviceptr* f0; CUdeviceptr* f1; size_t* f2; size_t f3; CUmemcpyAttributes* f4; size_t* f5; size_t f6; CUstream f7; } a = {dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream};
	return ferry_enter(434, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount)
{
	struct { CUarray f0; unsigned int f1; CUdeviceptr_v1 f2; unsigned int f3; } a = {dstArray, dstOffset, srcDevice, ByteCount};
	return ferry_enter(435, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount)
{
	struct { CUarray f0; size_t f1; CUdeviceptr f2; size_t f3; } a = {dstArray, dstOffset, srcDevice, ByteCount};
	return ferry_enter(436, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount)
{
	struct { CUarray f0; size_t f1; CUdeviceptr f2; size_t f3; } a = {dstArray, dstOffset, srcDevice, ByteCount};
	return ferry_enter(436, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount)
{
	struct { CUdeviceptr_v1 f0; CUdeviceptr_v1 f1; unsigned int f2; } a = {dstDevice, srcDevice, ByteCount};
	return ferry_enter(437, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; } a = {dstDevice, srcDevice, ByteCount};
	return ferry_enter(440, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; } a = {dstDevice, srcDevice, ByteCount};
	return ferry_enter(440, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream)
{
	struct { CUdeviceptr_v1 f0; CUdeviceptr_v1 f1; unsigned int f2; CUstream f3; } a = {dstDevice, srcDevice, ByteCount, hStream};
	return ferry_enter(438, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; CUstream f3; } a = {dstDevice, srcDevice, ByteCount, hStream};
	return ferry_enter(439, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; CUstream f3; } a = {dstDevice, srcDevice, ByteCount, hStream};
	return ferry_enter(439, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyDtoH(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount)
{
	struct { void* f0; CUdeviceptr_v1 f1; unsigned int f2; } a = {dstHost, srcDevice, ByteCount};
	return ferry_enter(441, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoH_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount)
{
	struct { void* f0; CUdeviceptr f1; size_t f2; } a = {dstHost, srcDevice, ByteCount};
	return ferry_enter(444, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoH_v2_ptds(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount)
{
	struct { void* f0; CUdeviceptr f1; size_t f2; } a = {dstHost, srcDevice, ByteCount};
	return ferry_enter(444, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyDtoHAsync(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream)
{
	struct { void* f0; CUdeviceptr_v1 f1; unsigned int f2; CUstream f3; } a = {dstHost, srcDevice, ByteCount, hStream};
	return ferry_enter(442, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoHAsync_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
	struct { void* f0; CUdeviceptr f1; size_t f2; CUstream f3; } a = {dstHost, srcDevice, ByteCount, hStream};
	return ferry_enter(443, 0, &a);
}

FERRY_API CUresult cuMemcpyDtoHAsync_v2_ptsz(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
	struct { void* f0; CUdeviceptr f1; size_t f2; CUstream f3; } a = {dstHost, srcDevice, ByteCount, hStream};
	return ferry_enter(443, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount)
{
	struct { CUarray f0; unsigned int f1; const void* f2; unsigned int f3; } a = {dstArray, dstOffset, srcHost, ByteCount};
	return ferry_enter(445, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount)
{
	struct { CUarray f0; size_t f1; const void* f2; size_t f3; } a = {dstArray, dstOffset, srcHost, ByteCount};
	return ferry_enter(448, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount)
{
	struct { CUarray f0; size_t f1; const void* f2; size_t f3; } a = {dstArray, dstOffset, srcHost, ByteCount};
	return ferry_enter(448, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount, CUstream hStream)
{
	struct { CUarray f0; unsigned int f1; const void* f2; unsigned int f3; CUstream f4; } a = {dstArray, dstOffset, srcHost, ByteCount, hStream};
	return ferry_enter(446, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount, CUstream hStream)
{
	struct { CUarray f0; size_t f1; const void* f2; size_t f3; CUstream f4; } a = {dstArray, dstOffset, srcHost, ByteCount, hStream};
	return ferry_enter(447, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount, CUstream hStream)
{
	struct { CUarray f0; size_t f1; const void* f2; size_t f3; CUstream f4; } a = {dstArray, dstOffset, srcHost, ByteCount, hStream};
	return ferry_enter(447, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount)
{
	struct { CUdeviceptr_v1 f0; const void* f1; unsigned int f2; } a = {dstDevice, srcHost, ByteCount};
	return ferry_enter(449, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount)
{
	struct { CUdeviceptr f0; const void* f1; size_t f2; } a = {dstDevice, srcHost, ByteCount};
	return ferry_enter(452, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount)
{
	struct { CUdeviceptr f0; const void* f1; size_t f2; } a = {dstDevice, srcHost, ByteCount};
	return ferry_enter(452, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount, CUstream hStream)
{
	struct { CUdeviceptr_v1 f0; const void* f1; unsigned int f2; CUstream f3; } a = {dstDevice, srcHost, ByteCount, hStream};
	return ferry_enter(450, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; const void* f1; size_t f2; CUstream f3; } a = {dstDevice, srcHost, ByteCount, hStream};
	return ferry_enter(451, 0, &a);
}

FERRY_API CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; const void* f1; size_t f2; CUstream f3; } a = {dstDevice, srcHost, ByteCount, hStream};
	return ferry_enter(451, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUcontext f1; CUdeviceptr f2; CUcontext f3; size_t f4; } a = {dstDevice, dstContext, srcDevice, srcContext, ByteCount};
	return ferry_enter(453, 0, &a);
}

FERRY_API CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount)
{
	struct { CUdeviceptr f0; CUcontext f1; CUdeviceptr f2; CUcontext f3; size_t f4; } a = {dstDevice, dstContext, srcDevice, srcContext, ByteCount};
	return ferry_enter(453, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; CUcontext f1; CUdeviceptr f2; CUcontext f3; size_t f4; CUstream f5; } a = {dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream};
	return ferry_enter(454, 0, &a);
}

FERRY_API CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream)
{
	struct { CUdeviceptr f0; CUcontext f1; CUdeviceptr f2; CUcontext f3; size_t f4; CUstream f5; } a = {dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream};
	return ferry_enter(454, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemcpyWithAttributesAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUmemcpyAttributes* attr, CUstream hStream)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; CUmemcpyAttributes* f3; CUstream f4; } a = {dst, src, size, attr, hStream};
	return ferry_enter(455, 0, &a);
}

FERRY_API CUresult cuMemcpyWithAttributesAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t size, CUmemcpyAttributes* attr, CUstream hStream)
{
	struct { CUdeviceptr f0; CUdeviceptr f1; size_t f2; CUmemcpyAttributes* f3; CUstream f4; } a = {dst, src, size, attr, hStream};
	return ferry_enter(455, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N)
{
	struct { CUdeviceptr_v1 f0; unsigned short f1; unsigned int f2; } a = {dstDevice, us, N};
	return ferry_enter(456, 0, &a);
}

FERRY_API CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N)
{
	struct { CUdeviceptr f0; unsigned short f1; size_t f2; } a = {dstDevice, us, N};
	return ferry_enter(458, 0, &a);
}

FERRY_API CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N)
{
	struct { CUdeviceptr f0; unsigned short f1; size_t f2; } a = {dstDevice, us, N};
	return ferry_enter(458, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream)
{
	struct { CUdeviceptr f0; unsigned short f1; size_t f2; CUstream f3; } a = {dstDevice, us, N, hStream};
	return ferry_enter(457, 0, &a);
}

FERRY_API CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream)
{
	struct { CUdeviceptr f0; unsigned short f1; size_t f2; CUstream f3; } a = {dstDevice, us, N, hStream};
	return ferry_enter(457, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height)
{
	struct { CUdeviceptr_v1 f0; unsigned int f1; unsigned short f2; unsigned int f3; unsigned int f4; } a = {dstDevice, dstPitch, us, Width, Height};
	return ferry_enter(459, 0, &a);
}

FERRY_API CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height)
{
	struct { CUdeviceptr f0; size_t f1; unsigned short f2; size_t f3; size_t f4; } a = {dstDevice, dstPitch, us, Width, Height};
	return ferry_enter(461, 0, &a);
}

FERRY_API CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height)
{
	struct { CUdeviceptr f0; size_t f1; unsigned short f2; size_t f3; size_t f4; } a = {dstDevice, dstPitch, us, Width, Height};
	return ferry_enter(461, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; unsigned short f2; size_t f3; size_t f4; CUstream f5; } a = {dstDevice, dstPitch, us, Width, Height, hStream};
	return ferry_enter(460, 0, &a);
}

FERRY_API CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; unsigned short f2; size_t f3; size_t f4; CUstream f5; } a = {dstDevice, dstPitch, us, Width, Height, hStream};
	return ferry_enter(460, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height)
{
	struct { CUdeviceptr_v1 f0; unsigned int f1; unsigned int f2; unsigned int f3; unsigned int f4; } a = {dstDevice, dstPitch, ui, Width, Height};
	return ferry_enter(462, 0, &a);
}

FERRY_API CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height)
{
	struct { CUdeviceptr f0; size_t f1; unsigned int f2; size_t f3; size_t f4; } a = {dstDevice, dstPitch, ui, Width, Height};
	return ferry_enter(464, 0, &a);
}

FERRY_API CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height)
{
	struct { CUdeviceptr f0; size_t f1; unsigned int f2; size_t f3; size_t f4; } a = {dstDevice, dstPitch, ui, Width, Height};
	return ferry_enter(464, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; unsigned int f2; size_t f3; size_t f4; CUstream f5; } a = {dstDevice, dstPitch, ui, Width, Height, hStream};
	return ferry_enter(463, 0, &a);
}

FERRY_API CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; unsigned int f2; size_t f3; size_t f4; CUstream f5; } a = {dstDevice, dstPitch, ui, Width, Height, hStream};
	return ferry_enter(463, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height)
{
	struct { CUdeviceptr_v1 f0; unsigned int f1; unsigned char f2; unsigned int f3; unsigned int f4; } a = {dstDevice, dstPitch, uc, Width, Height};
	return ferry_enter(465, 0, &a);
}

FERRY_API CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height)
{
	struct { CUdeviceptr f0; size_t f1; unsigned char f2; size_t f3; size_t f4; } a = {dstDevice, dstPitch, uc, Width, Height};
	return ferry_enter(467, 0, &a);
}

FERRY_API CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height)
{
	struct { CUdeviceptr f0; size_t f1; unsigned char f2; size_t f3; size_t f4; } a = {dstDevice, dstPitch, uc, Width, Height};
	return ferry_enter(467, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; unsigned char f2; size_t f3; size_t f4; CUstream f5; } a = {dstDevice, dstPitch, uc, Width, Height, hStream};
	return ferry_enter(466, 0, &a);
}

FERRY_API CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream)
{
	struct { CUdeviceptr f0; size_t f1; unsigned char f2; size_t f3; size_t f4; CUstream f5; } a = {dstDevice, dstPitch, uc, Width, Height, hStream};
	return ferry_enter(466, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N)
{
	struct { CUdeviceptr_v1 f0; unsigned int f1; unsigned int f2; } a = {dstDevice, ui, N};
	return ferry_enter(468, 0, &a);
}

FERRY_API CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N)
{
	struct { CUdeviceptr f0; unsigned int f1; size_t f2; } a = {dstDevice, ui, N};
	return ferry_enter(470, 0, &a);
}

FERRY_API CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N)
{
	struct { CUdeviceptr f0; unsigned int f1; size_t f2; } a = {dstDevice, ui, N};
	return ferry_enter(470, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream)
{
	struct { CUdeviceptr f0; unsigned int f1; size_t f2; CUstream f3; } a = {dstDevice, ui, N, hStream};
	return ferry_enter(469, 0, &a);
}

FERRY_API CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream)
{
	struct { CUdeviceptr f0; unsigned int f1; size_t f2; CUstream f3; } a = {dstDevice, ui, N, hStream};
	return ferry_enter(469, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N)
{
	struct { CUdeviceptr_v1 f0; unsigned char f1; unsigned int f2; } a = {dstDevice, uc, N};
	return ferry_enter(471, 0, &a);
}

FERRY_API CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N)
{
	struct { CUdeviceptr f0; unsigned char f1; size_t f2; } a = {dstDevice, uc, N};
	return ferry_enter(473, 0, &a);
}

FERRY_API CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N)
{
	struct { CUdeviceptr f0; unsigned char f1; size_t f2; } a = {dstDevice, uc, N};
	return ferry_enter(473, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream)
{
	struct { CUdeviceptr f0; unsigned char f1; size_t f2; CUstream f3; } a = {dstDevice, uc, N, hStream};
	return ferry_enter(472, 0, &a);
}

FERRY_API CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream)
{
	struct { CUdeviceptr f0; unsigned char f1; size_t f2; CUstream f3; } a = {dstDevice, uc, N, hStream};
	return ferry_enter(472, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuMipmappedArrayCreate(CUmipmappedArray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pMipmappedArrayDesc, unsigned int numMipmapLevels)
{
	struct { CUmipmappedArray* f0; const CUDA_ARRAY3D_DESCRIPTOR* f1; unsigned int f2; } a = {pHandle, pMipmappedArrayDesc, numMipmapLevels};
	return ferry_enter(474, 0, &a);
}

FERRY_API CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray)
{
	struct { CUmipmappedArray f0; } a = {hMipmappedArray};
	return ferry_enter(475, 0, &a);
}

FERRY_API CUresult cuMipmappedArrayGetLevel(CUarray* pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level)
{
	struct { CUarray* f0; CUmipmappedArray f1; unsigned int f2; } a = {pLevelArray, hMipmappedArray, level};
	return ferry_enter(476, 0, &a);
}

FERRY_API CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements, CUmipmappedArray mipmap, CUdevice device)
{
	struct { CUDA_ARRAY_MEMORY_REQUIREMENTS* f0; CUmipmappedArray f1; CUdevice f2; } a = {memoryRequirements, mipmap, device};
	return ferry_enter(477, 0, &a);
}

FERRY_API CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* sparseProperties, CUmipmappedArray mipmap)
{
	struct { CUDA_ARRAY_SPARSE_PROPERTIES* f0; CUmipmappedArray f1; } a = {sparseProperties, mipmap};
	return ferry_enter(478, 0, &a);
}

FERRY_API CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions, CUmodule mod)
{
	struct { CUfunction* f0; unsigned int f1; CUmodule f2; } a = {functions, numFunctions, mod};
	return ferry_enter(479, 0, &a);
}

FERRY_API CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name)
{
	struct { CUfunction* f0; CUmodule f1; const char* f2; } a = {hfunc, hmod, name};
	return ferry_enter(480, 0, &a);
}

FERRY_API CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule mod)
{
	struct { unsigned int* f0; CUmodule f1; } a = {count, mod};
	return ferry_enter(481, 0, &a);
}

FERRY_API CUresult cuModuleGetGlobal(CUdeviceptr_v1* dptr, unsigned int* bytes, CUmodule hmod, const char* name)
{
	struct { CUdeviceptr_v1* f0; unsigned int* f1; CUmodule f2; const char* f3; } a = {dptr, bytes, hmod, name};
	return ferry_enter(482, 0, &a);
}

FERRY_API CUresult cuModuleGetGlobal_v2(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name)
{
	struct { CUdeviceptr* f0; size_t* f1; CUmodule f2; const char* f3; } a = {dptr, bytes, hmod, name};
	return ferry_enter(483, 0, &a);
}

FERRY_API CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode)
{
	struct { CUmoduleLoadingMode* f0; } a = {mode};
	return ferry_enter(484, 0, &a);
}

FERRY_API CUresult cuModuleGetSurfRef(CUsurfref* pSurfRef, CUmodule hmod, const char* name)
{
	struct { CUsurfref* f0; CUmodule f1; const char* f2; } a = {pSurfRef, hmod, name};
	return ferry_enter(485, 0, &a);
}

FERRY_API CUresult cuModuleGetTexRef(CUtexref* pTexRef, CUmodule hmod, const char* name)
{
	struct { CUtexref* f0; CUmodule f1; const char* f2; } a = {pTexRef, hmod, name};
	return ferry_enter(486, 0, &a);
}

FERRY_API CUresult cuModuleLoad(CUmodule* module, const char* fname)
{
	struct { CUmodule* f0; const char* f1; } a = {module, fname};
	return ferry_enter(487, 0, &a);
}

FERRY_API CUresult cuModuleLoadData(CUmodule* module, const void* image)
{
	struct { CUmodule* f0; const void* f1; } a = {module, image};
	return ferry_enter(488, 0, &a);
}

FERRY_API CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions, CUjit_option* options, void** optionValues)
{
	struct { CUmodule* f0; const void* f1; unsigned int f2; CUjit_option* f3; void** f4; } a = {module, image, numOptions, options, optionValues};
	return ferry_enter(489, 0, &a);
}

FERRY_API CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin)
{
	struct { CUmodule* f0; const void* f1; } a = {module, fatCubin};
	return ferry_enter(490, 0, &a);
}

FERRY_API CUresult cuModuleUnload(CUmodule hmod)
{
	struct { CUmodule f0; } a = {hmod};
	return ferry_enter(491, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle mcHandle, CUdevice dev)
{
	(void)mcHandle;
	(void)dev;
	return ferry_unsupported(492);
}
#else
FERRY_API CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle mcHandle, CUdevice dev)
{
	struct { CUmemGenericAllocationHandle f0; CUdevice f1; } a = {mcHandle, dev};
	return ferry_enter(492, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags)
{
	(void)mcHandle;
	(void)mcOffset;
	(void)memptr;
	(void)size;
	(void)flags;
	return ferry_unsupported(493);
}
#else
FERRY_API CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags)
{
	struct { CUmemGenericAllocationHandle f0; size_t f1; CUdeviceptr f2; size_t f3; unsigned long long f4; } a = {mcHandle, mcOffset, memptr, size, flags};
	return ferry_enter(493, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastBindAddr_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags)
{
	(void)mcHandle;
	(void)dev;
	(void)mcOffset;
	(void)memptr;
	(void)size;
	(void)flags;
	return ferry_unsupported(494);
}
#else
FERRY_API CUresult cuMulticastBindAddr_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags)
{
	struct { CUmemGenericAllocationHandle f0; CUdevice f1; size_t f2; CUdeviceptr f3; size_t f4; unsigned long long f5; } a = {mcHandle, dev, mcOffset, memptr, size, flags};
	return ferry_enter(494, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastBindMem(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags)
{
	(void)mcHandle;
	(void)mcOffset;
	(void)memHandle;
	(void)memOffset;
	(void)size;
	(void)flags;
	return ferry_unsupported(495);
}
#else
FERRY_API CUresult cuMulticastBindMem(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags)
{
	struct { CUmemGenericAllocationHandle f0; size_t f1; CUmemGenericAllocationHandle f2; size_t f3; size_t f4; unsigned long long f5; } a = {mcHandle, mcOffset, memHandle, memOffset, size, flags};
	return ferry_enter(495, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastBindMem_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags)
{
	(void)mcHandle;
	(void)dev;
	(void)mcOffset;
	(void)memHandle;
	(void)memOffset;
	(void)size;
	(void)flags;
	return ferry_unsupported(496);
}
#else
FERRY_API CUresult cuMulticastBindMem_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags)
{
	struct { CUmemGenericAllocationHandle f0; CUdevice f1; size_t f2; CUmemGenericAllocationHandle f3; size_t f4; size_t f5; unsigned long long f6; } a = {mcHandle, dev, mcOffset, memHandle, memOffset, size, flags};
	return ferry_enter(496, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastCreate(CUmemGenericAllocationHandle* mcHandle, const CUmulticastObjectProp* prop)
{
	(void)mcHandle;
	(void)prop;
	return ferry_unsupported(497);
}
#else
FERRY_API CUresult cuMulticastCreate(CUmemGenericAllocationHandle* mcHandle, const CUmulticastObjectProp* prop)
{
	struct { CUmemGenericAllocationHandle* f0; const CUmulticastObjectProp* f1; } a = {mcHandle, prop};
	return ferry_enter(497, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastGetGranularity(size_t* granularity, const CUmulticastObjectProp* prop, CUmulticastGranularity_flags option)
{
	(void)granularity;
	(void)prop;
	(void)option;
	return ferry_unsupported(498);
}
#else
FERRY_API CUresult cuMulticastGetGranularity(size_t* granularity, const CUmulticastObjectProp* prop, CUmulticastGranularity_flags option)
{
	struct { size_t* f0; const CUmulticastObjectProp* f1; CUmulticastGranularity_flags f2; } a = {granularity, prop, option};
	return ferry_enter(498, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuMulticastUnbind(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, size_t size)
{
	(void)mcHandle;
	(void)dev;
	(void)mcOffset;
	(void)size;
	return ferry_unsupported(499);
}
#else
FERRY_API CUresult cuMulticastUnbind(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, size_t size)
{
	struct { CUmemGenericAllocationHandle f0; CUdevice f1; size_t f2; size_t f3; } a = {mcHandle, dev, mcOffset, size};
	return ferry_enter(499, 0, &a);
}
#endif

FERRY_API CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func, int numBlocks, int blockSize)
{
	struct { size_t* f0; CUfunction f1; int f2; int f3; } a = {dynamicSmemSize, func, numBlocks, blockSize};
	return ferry_enter(500, 0, &a);
}

FERRY_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize)
{
	struct { int* f0; CUfunction f1; int f2; size_t f3; } a = {numBlocks, func, blockSize, dynamicSMemSize};
	return ferry_enter(501, 0, &a);
}

FERRY_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags)
{
	struct { int* f0; CUfunction f1; int f2; size_t f3; unsigned int f4; } a = {numBlocks, func, blockSize, dynamicSMemSize, flags};
	return ferry_enter(502, 0, &a);
}

FERRY_API CUresult cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func, const CUlaunchConfig* config)
{
	struct { int* f0; CUfunction f1; const CUlaunchConfig* f2; } a = {numClusters, func, config};
	return ferry_enter(503, 0, &a);
}

FERRY_API CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit)
{
	struct { int* f0; int* f1; CUfunction f2; CUoccupancyB2DSize f3; size_t f4; int f5; } a = {minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit};
	return ferry_enter(504, 0, &a);
}

FERRY_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags)
{
	struct { int* f0; int* f1; CUfunction f2; CUoccupancyB2DSize f3; size_t f4; int f5; unsigned int f6; } a = {minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags};
	return ferry_enter(505, 0, &a);
}

FERRY_API CUresult cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func, const CUlaunchConfig* config)
{
	struct { int* f0; CUfunction f1; const CUlaunchConfig* f2; } a = {clusterSize, func, config};
	return ferry_enter(506, 0, &a);
}

FERRY_API CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes)
{
	struct { CUfunction f0; unsigned int f1; } a = {hfunc, numbytes};
	return ferry_enter(507, 0, &a);
}

FERRY_API CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef)
{
	struct { CUfunction f0; int f1; CUtexref f2; } a = {hfunc, texunit, hTexRef};
	return ferry_enter(508, 0, &a);
}

FERRY_API CUresult cuParamSetf(CUfunction hfunc, int offset, float value)
{
	struct { CUfunction f0; int f1; float f2; } a = {hfunc, offset, value};
	return ferry_enter(509, 0, &a);
}

FERRY_API CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value)
{
	struct { CUfunction f0; int f1; unsigned int f2; } a = {hfunc, offset, value};
	return ferry_enter(510, 0, &a);
}

FERRY_API CUresult cuParamSetv(CUfunction hfunc, int offset, void* ptr, unsigned int numbytes)
{
	struct { CUfunction f0; int f1; void* f2; unsigned int f3; } a = {hfunc, offset, ptr, numbytes};
	return ferry_enter(511, 0, &a);
}

FERRY_API CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr)
{
	struct { void* f0; CUpointer_attribute f1; CUdeviceptr f2; } a = {data, attribute, ptr};
	return ferry_enter(512, 0, &a);
}

FERRY_API CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes, void** data, CUdeviceptr ptr)
{
	struct { unsigned int f0; CUpointer_attribute* f1; void** f2; CUdeviceptr f3; } a = {numAttributes, attributes, data, ptr};
	return ferry_enter(513, 0, &a);
}

FERRY_API CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr)
{
	struct { const void* f0; CUpointer_attribute f1; CUdeviceptr f2; } a = {value, attribute, ptr};
	return ferry_enter(514, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuProfilerInitialize(const char* configFile, const char* outputFile, CUoutput_mode outputMode)
{
	(void)configFile;
	(void)outputFile;
	(void)outputMode;
	return ferry_unsupported(515);
}
#else
FERRY_API CUresult cuProfilerInitialize(const char* configFile, const char* outputFile, CUoutput_mode outputMode)
{
	struct { const char* f0; const char* f1; CUoutput_mode f2; } a = {configFile, outputFile, outputMode};
	return ferry_enter(515, 0, &a);
}
#endif

FERRY_API CUresult cuProfilerStart(void)
{
	return ferry_enter(516, 0, 0);
}

FERRY_API CUresult cuProfilerStop(void)
{
	return ferry_enter(517, 0, 0);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	(void)extSemArray;
	(void)paramsArray;
	(void)numExtSems;
	(void)stream;
	return ferry_unsupported(518);
}
#else
FERRY_API CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	struct { const CUexternalSemaphore* f0; const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* f1; unsigned int f2; CUstream f3; } a = {extSemArray, paramsArray, numExtSems, stream};
	return ferry_enter(518, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	(void)extSemArray;
	(void)paramsArray;
	(void)numExtSems;
	(void)stream;
	return ferry_unsupported(518);
}
#else
FERRY_API CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	struct { const CUexternalSemaphore* f0; const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* f1; unsigned int f2; CUstream f3; } a = {extSemArray, paramsArray, numExtSems, stream};
	return ferry_enter(518, FERRY_PER_THREAD_STREAM, &a);
}
#endif

FERRY_API CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags)
{
	struct { CUstream f0; CUstreamCallback f1; void* f2; unsigned int f3; } a = {hStream, callback, userData, flags};
	return ferry_enter(519, 0, &a);
}

FERRY_API CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags)
{
	struct { CUstream f0; CUstreamCallback f1; void* f2; unsigned int f3; } a = {hStream, callback, userData, flags};
	return ferry_enter(519, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; size_t f2; unsigned int f3; } a = {hStream, dptr, length, flags};
	return ferry_enter(520, 0, &a);
}

FERRY_API CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; size_t f2; unsigned int f3; } a = {hStream, dptr, length, flags};
	return ferry_enter(520, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags)
{
	struct { CUstream f0; unsigned int f1; CUstreamBatchMemOpParams* f2; unsigned int f3; } a = {stream, count, paramArray, flags};
	return ferry_enter(521, 0, &a);
}

FERRY_API CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags)
{
	struct { CUstream f0; unsigned int f1; CUstreamBatchMemOpParams* f2; unsigned int f3; } a = {stream, count, paramArray, flags};
	return ferry_enter(521, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags)
{
	struct { CUstream f0; unsigned int f1; CUstreamBatchMemOpParams* f2; unsigned int f3; } a = {stream, count, paramArray, flags};
	return ferry_enter(522, 0, &a);
}

FERRY_API CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags)
{
	struct { CUstream f0; unsigned int f1; CUstreamBatchMemOpParams* f2; unsigned int f3; } a = {stream, count, paramArray, flags};
	return ferry_enter(522, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamBeginCapture(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(523, 0, &a);
}

FERRY_API CUresult cuStreamBeginCapture_ptsz(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(523, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode)
{
	struct { CUstream f0; CUstreamCaptureMode f1; } a = {hStream, mode};
	return ferry_enter(526, 0, &a);
}

FERRY_API CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode)
{
	struct { CUstream f0; CUstreamCaptureMode f1; } a = {hStream, mode};
	return ferry_enter(526, FERRY_PER_THREAD_STREAM, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuStreamBeginCaptureToCig(CUstream hStream, CUstreamCigCaptureParams* streamCigCaptureParams)
{
	(void)hStream;
	(void)streamCigCaptureParams;
	return ferry_unsupported(524);
}
#else
FERRY_API CUresult cuStreamBeginCaptureToCig(CUstream hStream, CUstreamCigCaptureParams* streamCigCaptureParams)
{
	struct { CUstream f0; CUstreamCigCaptureParams* f1; } a = {hStream, streamCigCaptureParams};
	return ferry_enter(524, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuStreamBeginCaptureToCig_ptsz(CUstream hStream, CUstreamCigCaptureParams* streamCigCaptureParams)
{
	(void)hStream;
	(void)streamCigCaptureParams;
	return ferry_unsupported(524);
}
#else
FERRY_API CUresult cuStreamBeginCaptureToCig_ptsz(CUstream hStream, CUstreamCigCaptureParams* streamCigCaptureParams)
{
	struct { CUstream f0; CUstreamCigCaptureParams* f1; } a = {hStream, streamCigCaptureParams};
	return ferry_enter(524, FERRY_PER_THREAD_STREAM, &a);
}
#endif

FERRY_API CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUstreamCaptureMode mode)
{
	struct { CUstream f0; CUgraph f1; const CUgraphNode* f2; const CUgraphEdgeData* f3; size_t f4; CUstreamCaptureMode f5; } a = {hStream, hGraph, dependencies, dependencyData, numDependencies, mode};
	return ferry_enter(525, 0, &a);
}

FERRY_API CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUstreamCaptureMode mode)
{
	struct { CUstream f0; CUgraph f1; const CUgraphNode* f2; const CUgraphEdgeData* f3; size_t f4; CUstreamCaptureMode f5; } a = {hStream, hGraph, dependencies, dependencyData, numDependencies, mode};
	return ferry_enter(525, FERRY_PER_THREAD_STREAM, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuStreamBeginRecaptureToGraph(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void* userData)
{
	(void)hStream;
	(void)mode;
	(void)hGraph;
	(void)callbackFunc;
	(void)userData;
	return ferry_unsupported(527);
}
#else
FERRY_API CUresult cuStreamBeginRecaptureToGraph(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void* userData)
{
	struct { CUstream f0; CUstreamCaptureMode f1; CUgraph f2; CUgraphRecaptureCallback f3; void* f4; } a = {hStream, mode, hGraph, callbackFunc, userData};
	return ferry_enter(527, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuStreamBeginRecaptureToGraph_ptsz(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void* userData)
{
	(void)hStream;
	(void)mode;
	(void)hGraph;
	(void)callbackFunc;
	(void)userData;
	return ferry_unsupported(527);
}
#else
FERRY_API CUresult cuStreamBeginRecaptureToGraph_ptsz(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void* userData)
{
	struct { CUstream f0; CUstreamCaptureMode f1; CUgraph f2; CUgraphRecaptureCallback f3; void* f4; } a = {hStream, mode, hGraph, callbackFunc, userData};
	return ferry_enter(527, FERRY_PER_THREAD_STREAM, &a);
}
#endif

FERRY_API CUresult cuStreamCopyAttributes(CUstream dstStream, CUstream srcStream)
{
	struct { CUstream f0; CUstream f1; } a = {dstStream, srcStream};
	return ferry_enter(528, 0, &a);
}

FERRY_API CUresult cuStreamCopyAttributes_ptsz(CUstream dst, CUstream src)
{
	struct { CUstream f0; CUstream f1; } a = {dst, src};
	return ferry_enter(528, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamCreate(CUstream* phStream, unsigned int Flags)
{
	struct { CUstream* f0; unsigned int f1; } a = {phStream, Flags};
	return ferry_enter(529, 0, &a);
}

FERRY_API CUresult cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority)
{
	struct { CUstream* f0; unsigned int f1; int f2; } a = {phStream, flags, priority};
	return ferry_enter(530, 0, &a);
}

FERRY_API CUresult cuStreamDestroy(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(531, 0, &a);
}

FERRY_API CUresult cuStreamDestroy_v2(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(532, 0, &a);
}

FERRY_API CUresult cuStreamEndCapture(CUstream hStream, CUgraph* phGraph)
{
	struct { CUstream f0; CUgraph* f1; } a = {hStream, phGraph};
	return ferry_enter(533, 0, &a);
}

FERRY_API CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph* phGraph)
{
	struct { CUstream f0; CUgraph* f1; } a = {hStream, phGraph};
	return ferry_enter(533, FERRY_PER_THREAD_STREAM, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuStreamEndCaptureToCig(CUstream hStream)
{
	(void)hStream;
	return ferry_unsupported(534);
}
#else
FERRY_API CUresult cuStreamEndCaptureToCig(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(534, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuStreamEndCaptureToCig_ptsz(CUstream hStream)
{
	(void)hStream;
	return ferry_unsupported(534);
}
#else
FERRY_API CUresult cuStreamEndCaptureToCig_ptsz(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(534, FERRY_PER_THREAD_STREAM, &a);
}
#endif

FERRY_API CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value)
{
	struct { CUstream f0; CUstreamAttrID f1; CUstreamAttrValue* f2; } a = {hStream, attr, value};
	return ferry_enter(535, 0, &a);
}

FERRY_API CUresult cuStreamGetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value_out)
{
	struct { CUstream f0; CUstreamAttrID f1; CUstreamAttrValue* f2; } a = {hStream, attr, value_out};
	return ferry_enter(535, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; cuuint64_t* f2; } a = {hStream, captureStatus_out, id_out};
	return ferry_enter(536, 0, &a);
}

FERRY_API CUresult cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; cuuint64_t* f2; } a = {hStream, captureStatus_out, id_out};
	return ferry_enter(536, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* numDependencies_out)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; cuuint64_t* f2; CUgraph* f3; const CUgraphNode** f4; size_t* f5; } a = {hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out};
	return ferry_enter(537, 0, &a);
}

FERRY_API CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* numDependencies_out)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; cuuint64_t* f2; CUgraph* f3; const CUgraphNode** f4; size_t* f5; } a = {hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out};
	return ferry_enter(537, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; cuuint64_t* f2; CUgraph* f3; const CUgraphNode** f4; const CUgraphEdgeData** f5; size_t* f6; } a = {hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out};
	return ferry_enter(538, 0, &a);
}

FERRY_API CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; cuuint64_t* f2; CUgraph* f3; const CUgraphNode** f4; const CUgraphEdgeData** f5; size_t* f6; } a = {hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out};
	return ferry_enter(538, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetCtx(CUstream hStream, CUcontext* pctx)
{
	struct { CUstream f0; CUcontext* f1; } a = {hStream, pctx};
	return ferry_enter(539, 0, &a);
}

FERRY_API CUresult cuStreamGetCtx_ptsz(CUstream hStream, CUcontext* pctx)
{
	struct { CUstream f0; CUcontext* f1; } a = {hStream, pctx};
	return ferry_enter(539, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx)
{
	struct { CUstream f0; CUcontext* f1; CUgreenCtx* f2; } a = {hStream, pCtx, pGreenCtx};
	return ferry_enter(540, 0, &a);
}

FERRY_API CUresult cuStreamGetCtx_v2_ptsz(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx)
{
	struct { CUstream f0; CUcontext* f1; CUgreenCtx* f2; } a = {hStream, pCtx, pGreenCtx};
	return ferry_enter(540, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetDevResource(CUstream hStream, CUdevResource* resource, CUdevResourceType type)
{
	struct { CUstream f0; CUdevResource* f1; CUdevResourceType f2; } a = {hStream, resource, type};
	return ferry_enter(541, 0, &a);
}

FERRY_API CUresult cuStreamGetDevResource_ptsz(CUstream hStream, CUdevResource* resource, CUdevResourceType type)
{
	struct { CUstream f0; CUdevResource* f1; CUdevResourceType f2; } a = {hStream, resource, type};
	return ferry_enter(541, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetDevice(CUstream hStream, CUdevice* device)
{
	struct { CUstream f0; CUdevice* f1; } a = {hStream, device};
	return ferry_enter(542, 0, &a);
}

FERRY_API CUresult cuStreamGetDevice_ptsz(CUstream hStream, CUdevice* device)
{
	struct { CUstream f0; CUdevice* f1; } a = {hStream, device};
	return ferry_enter(542, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetFlags(CUstream hStream, unsigned int* flags)
{
	struct { CUstream f0; unsigned int* f1; } a = {hStream, flags};
	return ferry_enter(543, 0, &a);
}

FERRY_API CUresult cuStreamGetFlags_ptsz(CUstream hStream, unsigned int* flags)
{
	struct { CUstream f0; unsigned int* f1; } a = {hStream, flags};
	return ferry_enter(543, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx* phCtx)
{
	struct { CUstream f0; CUgreenCtx* f1; } a = {hStream, phCtx};
	return ferry_enter(544, 0, &a);
}

FERRY_API CUresult cuStreamGetId(CUstream hStream, unsigned long long* streamId)
{
	struct { CUstream f0; unsigned long long* f1; } a = {hStream, streamId};
	return ferry_enter(545, 0, &a);
}

FERRY_API CUresult cuStreamGetId_ptsz(CUstream hStream, unsigned long long* streamId)
{
	struct { CUstream f0; unsigned long long* f1; } a = {hStream, streamId};
	return ferry_enter(545, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamGetPriority(CUstream hStream, int* priority)
{
	struct { CUstream f0; int* f1; } a = {hStream, priority};
	return ferry_enter(546, 0, &a);
}

FERRY_API CUresult cuStreamGetPriority_ptsz(CUstream hStream, int* priority)
{
	struct { CUstream f0; int* f1; } a = {hStream, priority};
	return ferry_enter(546, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; } a = {hStream, captureStatus};
	return ferry_enter(547, 0, &a);
}

FERRY_API CUresult cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus)
{
	struct { CUstream f0; CUstreamCaptureStatus* f1; } a = {hStream, captureStatus};
	return ferry_enter(547, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamQuery(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(548, 0, &a);
}

FERRY_API CUresult cuStreamQuery_ptsz(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(548, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* param)
{
	struct { CUstream f0; CUstreamAttrID f1; const CUstreamAttrValue* f2; } a = {hStream, attr, param};
	return ferry_enter(549, 0, &a);
}

FERRY_API CUresult cuStreamSetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* value)
{
	struct { CUstream f0; CUstreamAttrID f1; const CUstreamAttrValue* f2; } a = {hStream, attr, value};
	return ferry_enter(549, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamSynchronize(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(550, 0, &a);
}

FERRY_API CUresult cuStreamSynchronize_ptsz(CUstream hStream)
{
	struct { CUstream f0; } a = {hStream};
	return ferry_enter(550, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies, size_t numDependencies, unsigned int flags)
{
	struct { CUstream f0; CUgraphNode* f1; size_t f2; unsigned int f3; } a = {hStream, dependencies, numDependencies, flags};
	return ferry_enter(551, 0, &a);
}

FERRY_API CUresult cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode* dependencies, size_t numDependencies, unsigned int flags)
{
	struct { CUstream f0; CUgraphNode* f1; size_t f2; unsigned int f3; } a = {hStream, dependencies, numDependencies, flags};
	return ferry_enter(551, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags)
{
	struct { CUstream f0; CUgraphNode* f1; const CUgraphEdgeData* f2; size_t f3; unsigned int f4; } a = {hStream, dependencies, dependencyData, numDependencies, flags};
	return ferry_enter(552, 0, &a);
}

FERRY_API CUresult cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags)
{
	struct { CUstream f0; CUgraphNode* f1; const CUgraphEdgeData* f2; size_t f3; unsigned int f4; } a = {hStream, dependencies, dependencyData, numDependencies, flags};
	return ferry_enter(552, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags)
{
	struct { CUstream f0; CUevent f1; unsigned int f2; } a = {hStream, hEvent, Flags};
	return ferry_enter(553, 0, &a);
}

FERRY_API CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags)
{
	struct { CUstream f0; CUevent f1; unsigned int f2; } a = {hStream, hEvent, Flags};
	return ferry_enter(553, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(554, 0, &a);
}

FERRY_API CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(554, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(555, 0, &a);
}

FERRY_API CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(555, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(556, 0, &a);
}

FERRY_API CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(556, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(557, 0, &a);
}

FERRY_API CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(557, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(558, 0, &a);
}

FERRY_API CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(558, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(559, 0, &a);
}

FERRY_API CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint32_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(559, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(560, 0, &a);
}

FERRY_API CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(560, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(561, 0, &a);
}

FERRY_API CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
	struct { CUstream f0; CUdeviceptr f1; cuuint64_t f2; unsigned int f3; } a = {stream, addr, value, flags};
	return ferry_enter(561, FERRY_PER_THREAD_STREAM, &a);
}

FERRY_API CUresult cuSurfObjectCreate(CUsurfObject* pSurfObject, const CUDA_RESOURCE_DESC* pResDesc)
{
	struct { CUsurfObject* f0; const CUDA_RESOURCE_DESC* f1; } a = {pSurfObject, pResDesc};
	return ferry_enter(562, 0, &a);
}

FERRY_API CUresult cuSurfObjectDestroy(CUsurfObject surfObject)
{
	struct { CUsurfObject f0; } a = {surfObject};
	return ferry_enter(563, 0, &a);
}

FERRY_API CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUsurfObject surfObject)
{
	struct { CUDA_RESOURCE_DESC* f0; CUsurfObject f1; } a = {pResDesc, surfObject};
	return ferry_enter(564, 0, &a);
}

FERRY_API CUresult cuSurfRefGetArray(CUarray* phArray, CUsurfref hSurfRef)
{
	struct { CUarray* f0; CUsurfref f1; } a = {phArray, hSurfRef};
	return ferry_enter(565, 0, &a);
}

FERRY_API CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags)
{
	struct { CUsurfref f0; CUarray f1; unsigned int f2; } a = {hSurfRef, hArray, Flags};
	return ferry_enter(566, 0, &a);
}

FERRY_API CUresult cuTensorMapEncodeIm2col(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
	struct { CUtensorMap* f0; CUtensorMapDataType f1; cuuint32_t f2; void* f3; const cuuint64_t* f4; const cuuint64_t* f5; const int* f6; const int* f7; cuuint32_t f8; cuuint32_t f9; const cuuint32_t* f10; CUtensorMapInterleave f11; CUtensorMapSwizzle f12; CUtensorMapL2promotion f13; CUtensorMapFloatOOBfill f14; } a = {tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill};
	return ferry_enter(567, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuTensorMapEncodeIm2colWide(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
	(void)tensorMap;
	(void)tensorDataType;
	(void)tensorRank;
	(void)globalAddress;
	(void)globalDim;
	(void)globalStrides;
	(void)pixelBoxLowerCornerWidth;
	(void)pixelBoxUpperCornerWidth;
	(void)channelsPerPixel;
	(void)pixelsPerColumn;
	(void)elementStrides;
	(void)interleave;
	(void)mode;
	(void)swizzle;
	(void)l2Promotion;
	(void)oobFill;
	return ferry_unsupported(568);
}
#else
FERRY_API CUresult cuTensorMapEncodeIm2colWide(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
	struct { CUtensorMap* f0; CUtensorMapDataType f1; cuuint32_t f2; void* f3; const cuuint64_t* f4; const cuuint64_t* f5; int f6; int f7; cuuint32_t f8; cuuint32_t f9; const cuuint32_t* f10; CUtensorMapInterleave f11; CUtensorMapIm2ColWideMode f12; CUtensorMapSwizzle f13; CUtensorMapL2promotion f14; CUtensorMapFloatOOBfill f15; } a = {tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, mode, swizzle, l2Promotion, oobFill};
	return ferry_enter(568, 0, &a);
}
#endif

FERRY_API CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, const cuuint32_t* boxDim, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
	struct { CUtensorMap* f0; CUtensorMapDataType f1; cuuint32_t f2; void* f3; const cuuint64_t* f4; const cuuint64_t* f5; const cuuint32_t* f6; const cuuint32_t* f7; CUtensorMapInterleave f8; CUtensorMapSwizzle f9; CUtensorMapL2promotion f10; CUtensorMapFloatOOBfill f11; } a = {tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, boxDim, elementStrides, interleave, swizzle, l2Promotion, oobFill};
	return ferry_enter(569, 0, &a);
}

FERRY_API CUresult cuTensorMapReplaceAddress(CUtensorMap* tensorMap, void* globalAddress)
{
	struct { CUtensorMap* f0; void* f1; } a = {tensorMap, globalAddress};
	return ferry_enter(570, 0, &a);
}

FERRY_API CUresult cuTensorMapSetAllocationClass(CUtensorMap* tensorMap, CUtensorMapAllocClass allocClass, CUtensorMapAllocClass* outAllocClass)
{
	struct { CUtensorMap* f0; CUtensorMapAllocClass f1; CUtensorMapAllocClass* f2; } a = {tensorMap, allocClass, outAllocClass};
	return ferry_enter(571, 0, &a);
}

FERRY_API CUresult cuTexObjectCreate(CUtexObject* pTexObject, const CUDA_RESOURCE_DESC* pResDesc, const CUDA_TEXTURE_DESC* pTexDesc, const CUDA_RESOURCE_VIEW_DESC* pResViewDesc)
{
	struct { CUtexObject* f0; const CUDA_RESOURCE_DESC* f1; const CUDA_TEXTURE_DESC* f2; const CUDA_RESOURCE_VIEW_DESC* f3; } a = {pTexObject, pResDesc, pTexDesc, pResViewDesc};
	return ferry_enter(572, 0, &a);
}

FERRY_API CUresult cuTexObjectDestroy(CUtexObject texObject)
{
	struct { CUtexObject f0; } a = {texObject};
	return ferry_enter(573, 0, &a);
}

FERRY_API CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUtexObject texObject)
{
	struct { CUDA_RESOURCE_DESC* f0; CUtexObject f1; } a = {pResDesc, texObject};
	return ferry_enter(574, 0, &a);
}

FERRY_API CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* pResViewDesc, CUtexObject texObject)
{
	struct { CUDA_RESOURCE_VIEW_DESC* f0; CUtexObject f1; } a = {pResViewDesc, texObject};
	return ferry_enter(575, 0, &a);
}

FERRY_API CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* pTexDesc, CUtexObject texObject)
{
	struct { CUDA_TEXTURE_DESC* f0; CUtexObject f1; } a = {pTexDesc, texObject};
	return ferry_enter(576, 0, &a);
}

FERRY_API CUresult cuTexRefCreate(CUtexref* pTexRef)
{
	struct { CUtexref* f0; } a = {pTexRef};
	return ferry_enter(577, 0, &a);
}

FERRY_API CUresult cuTexRefDestroy(CUtexref hTexRef)
{
	struct { CUtexref f0; } a = {hTexRef};
	return ferry_enter(578, 0, &a);
}

FERRY_API CUresult cuTexRefGetAddress(CUdeviceptr_v1* pdptr, CUtexref hTexRef)
{
	struct { CUdeviceptr_v1* f0; CUtexref f1; } a = {pdptr, hTexRef};
	return ferry_enter(579, 0, &a);
}

FERRY_API CUresult cuTexRefGetAddress_v2(CUdeviceptr* pdptr, CUtexref hTexRef)
{
	struct { CUdeviceptr* f0; CUtexref f1; } a = {pdptr, hTexRef};
	return ferry_enter(581, 0, &a);
}

FERRY_API CUresult cuTexRefGetAddressMode(CUaddress_mode* pam, CUtexref hTexRef, int dim)
{
	struct { CUaddress_mode* f0; CUtexref f1; int f2; } a = {pam, hTexRef, dim};
	return ferry_enter(580, 0, &a);
}

FERRY_API CUresult cuTexRefGetArray(CUarray* phArray, CUtexref hTexRef)
{
	struct { CUarray* f0; CUtexref f1; } a = {phArray, hTexRef};
	return ferry_enter(582, 0, &a);
}

FERRY_API CUresult cuTexRefGetBorderColor(float* pBorderColor, CUtexref hTexRef)
{
	struct { float* f0; CUtexref f1; } a = {pBorderColor, hTexRef};
	return ferry_enter(583, 0, &a);
}

FERRY_API CUresult cuTexRefGetFilterMode(CUfilter_mode* pfm, CUtexref hTexRef)
{
	struct { CUfilter_mode* f0; CUtexref f1; } a = {pfm, hTexRef};
	return ferry_enter(584, 0, &a);
}

FERRY_API CUresult cuTexRefGetFlags(unsigned int* pFlags, CUtexref hTexRef)
{
	struct { unsigned int* f0; CUtexref f1; } a = {pFlags, hTexRef};
	return ferry_enter(585, 0, &a);
}

FERRY_API CUresult cuTexRefGetFormat(CUarray_format* pFormat, int* pNumChannels, CUtexref hTexRef)
{
	struct { CUarray_format* f0; int* f1; CUtexref f2; } a = {pFormat, pNumChannels, hTexRef};
	return ferry_enter(586, 0, &a);
}

FERRY_API CUresult cuTexRefGetMaxAnisotropy(int* pmaxAniso, CUtexref hTexRef)
{
	struct { int* f0; CUtexref f1; } a = {pmaxAniso, hTexRef};
	return ferry_enter(587, 0, &a);
}

FERRY_API CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode* pfm, CUtexref hTexRef)
{
	struct { CUfilter_mode* f0; CUtexref f1; } a = {pfm, hTexRef};
	return ferry_enter(588, 0, &a);
}

FERRY_API CUresult cuTexRefGetMipmapLevelBias(float* pbias, CUtexref hTexRef)
{
	struct { float* f0; CUtexref f1; } a = {pbias, hTexRef};
	return ferry_enter(589, 0, &a);
}

FERRY_API CUresult cuTexRefGetMipmapLevelClamp(float* pminMipmapLevelClamp, float* pmaxMipmapLevelClamp, CUtexref hTexRef)
{
	struct { float* f0; float* f1; CUtexref f2; } a = {pminMipmapLevelClamp, pmaxMipmapLevelClamp, hTexRef};
	return ferry_enter(590, 0, &a);
}

FERRY_API CUresult cuTexRefGetMipmappedArray(CUmipmappedArray* phMipmappedArray, CUtexref hTexRef)
{
	struct { CUmipmappedArray* f0; CUtexref f1; } a = {phMipmappedArray, hTexRef};
	return ferry_enter(591, 0, &a);
}

FERRY_API CUresult cuTexRefSetAddress(unsigned int* ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr, unsigned int bytes)
{
	struct { unsigned int* f0; CUtexref f1; CUdeviceptr_v1 f2; unsigned int f3; } a = {ByteOffset, hTexRef, dptr, bytes};
	return ferry_enter(592, 0, &a);
}

FERRY_API CUresult cuTexRefSetAddress_v2(size_t* ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes)
{
	struct { size_t* f0; CUtexref f1; CUdeviceptr f2; size_t f3; } a = {ByteOffset, hTexRef, dptr, bytes};
	return ferry_enter(597, 0, &a);
}

FERRY_API CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1* desc, CUdeviceptr_v1 dptr, unsigned int Pitch)
{
	struct { CUtexref f0; const CUDA_ARRAY_DESCRIPTOR_v1* f1; CUdeviceptr_v1 f2; unsigned int f3; } a = {hTexRef, desc, dptr, Pitch};
	return ferry_enter(593, 0, &a);
}

FERRY_API CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr, size_t Pitch)
{
	struct { CUtexref f0; const CUDA_ARRAY_DESCRIPTOR* f1; CUdeviceptr f2; size_t f3; } a = {hTexRef, desc, dptr, Pitch};
	return ferry_enter(594, 0, &a);
}

FERRY_API CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr, size_t Pitch)
{
	struct { CUtexref f0; const CUDA_ARRAY_DESCRIPTOR* f1; CUdeviceptr f2; size_t f3; } a = {hTexRef, desc, dptr, Pitch};
	return ferry_enter(595, 0, &a);
}

FERRY_API CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am)
{
	struct { CUtexref f0; int f1; CUaddress_mode f2; } a = {hTexRef, dim, am};
	return ferry_enter(596, 0, &a);
}

FERRY_API CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags)
{
	struct { CUtexref f0; CUarray f1; unsigned int f2; } a = {hTexRef, hArray, Flags};
	return ferry_enter(598, 0, &a);
}

FERRY_API CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float* pBorderColor)
{
	struct { CUtexref f0; float* f1; } a = {hTexRef, pBorderColor};
	return ferry_enter(599, 0, &a);
}

FERRY_API CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm)
{
	struct { CUtexref f0; CUfilter_mode f1; } a = {hTexRef, fm};
	return ferry_enter(600, 0, &a);
}

FERRY_API CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags)
{
	struct { CUtexref f0; unsigned int f1; } a = {hTexRef, Flags};
	return ferry_enter(601, 0, &a);
}

FERRY_API CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents)
{
	struct { CUtexref f0; CUarray_format f1; int f2; } a = {hTexRef, fmt, NumPackedComponents};
	return ferry_enter(602, 0, &a);
}

FERRY_API CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso)
{
	struct { CUtexref f0; unsigned int f1; } a = {hTexRef, maxAniso};
	return ferry_enter(603, 0, &a);
}

FERRY_API CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm)
{
	struct { CUtexref f0; CUfilter_mode f1; } a = {hTexRef, fm};
	return ferry_enter(604, 0, &a);
}

FERRY_API CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias)
{
	struct { CUtexref f0; float f1; } a = {hTexRef, bias};
	return ferry_enter(605, 0, &a);
}

FERRY_API CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp)
{
	struct { CUtexref f0; float f1; float f2; } a = {hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp};
	return ferry_enter(606, 0, &a);
}

FERRY_API CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags)
{
	struct { CUtexref f0; CUmipmappedArray f1; unsigned int f2; } a = {hTexRef, hMipmappedArray, Flags};
	return ferry_enter(607, 0, &a);
}

FERRY_API CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode)
{
	struct { CUstreamCaptureMode* f0; } a = {mode};
	return ferry_enter(608, 0, &a);
}

FERRY_API CUresult cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy, unsigned int initialRefcount, unsigned int flags)
{
	struct { CUuserObject* f0; void* f1; CUhostFn f2; unsigned int f3; unsigned int f4; } a = {object_out, ptr, destroy, initialRefcount, flags};
	return ferry_enter(609, 0, &a);
}

FERRY_API CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
	struct { CUuserObject f0; unsigned int f1; } a = {object, count};
	return ferry_enter(610, 0, &a);
}

FERRY_API CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
	struct { CUuserObject f0; unsigned int f1; } a = {object, count};
	return ferry_enter(611, 0, &a);
}

#ifndef FERRY_RECORD
FERRY_API CUresult cuVDPAUCtxCreate(CUcontext* pCtx, unsigned int flags, CUdevice device, VdpDevice vdpDevice, VdpGetProcAddress* vdpGetProcAddress)
{
	(void)pCtx;
	(void)flags;
	(void)device;
	(void)vdpDevice;
	(void)vdpGetProcAddress;
	return ferry_unsupported(612);
}
#else
FERRY_API CUresult cuVDPAUCtxCreate(CUcontext* pCtx, unsigned int flags, CUdevice device, VdpDevice vdpDevice, VdpGetProcAddress* vdpGetProcAddress)
{
	struct { CUcontext* f0; unsigned int f1; CUdevice f2; VdpDevice f3; VdpGetProcAddress* f4; } a = {pCtx, flags, device, vdpDevice, vdpGetProcAddress};
	return ferry_enter(612, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuVDPAUCtxCreate_v2(CUcontext* pCtx, unsigned int flags, CUdevice device, VdpDevice vdpDevice, VdpGetProcAddress* vdpGetProcAddress)
{
	(void)pCtx;
	(void)flags;
	(void)device;
	(void)vdpDevice;
	(void)vdpGetProcAddress;
	return ferry_unsupported(613);
}
#else
FERRY_API CUresult cuVDPAUCtxCreate_v2(CUcontext* pCtx, unsigned int flags, CUdevice device, VdpDevice vdpDevice, VdpGetProcAddress* vdpGetProcAddress)
{
	struct { CUcontext* f0; unsigned int f1; CUdevice f2; VdpDevice f3; VdpGetProcAddress* f4; } a = {pCtx, flags, device, vdpDevice, vdpGetProcAddress};
	return ferry_enter(613, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuVDPAUGetDevice(CUdevice* pDevice, VdpDevice vdpDevice, VdpGetProcAddress* vdpGetProcAddress)
{
	(void)pDevice;
	(void)vdpDevice;
	(void)vdpGetProcAddress;
	return ferry_unsupported(614);
}
#else
FERRY_API CUresult cuVDPAUGetDevice(CUdevice* pDevice, VdpDevice vdpDevice, VdpGetProcAddress* vdpGetProcAddress)
{
	struct { CUdevice* f0; VdpDevice f1; VdpGetProcAddress* f2; } a = {pDevice, vdpDevice, vdpGetProcAddress};
	return ferry_enter(614, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	(void)extSemArray;
	(void)paramsArray;
	(void)numExtSems;
	(void)stream;
	return ferry_unsupported(615);
}
#else
FERRY_API CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	struct { const CUexternalSemaphore* f0; const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* f1; unsigned int f2; CUstream f3; } a = {extSemArray, paramsArray, numExtSems, stream};
	return ferry_enter(615, 0, &a);
}
#endif

#ifndef FERRY_RECORD
FERRY_API CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	(void)extSemArray;
	(void)paramsArray;
	(void)numExtSems;
	(void)stream;
	return ferry_unsupported(615);
}
#else
FERRY_API CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream)
{
	struct { const CUexternalSemaphore* f0; const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* f1; unsigned int f2; CUstream f3; } a = {extSemArray, paramsArray, numExtSems, stream};
	return ferry_enter(615, FERRY_PER_THREAD_STREAM, &a);
}
#endif

