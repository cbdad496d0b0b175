// Made by exports/gen from exports/*.tsv and package cuda; do not edit.

#ifndef FERRY_CALLS_GEN_H
#define FERRY_CALLS_GEN_H
#include "ferry.h"

#define FERRY_ABI 0x56b671bb517a359cull // of this table and cuda.Thread: libcuda and the core must agree
#define FERRY_CALL_INIT 285

static inline CUresult ferry_ExportModuleLoad(CUmodule* module, const void* image)
{
	struct { CUmodule* f0; const void* f1; } a = {module, image};
	return ferry_enter(616, 0, &a);
}

static inline CUresult ferry_ExportPrimaryContext(CUcontext* ctx, CUdevice dev)
{
	struct { CUcontext* f0; CUdevice f1; } a = {ctx, dev};
	return ferry_enter(617, 0, &a);
}

static inline CUresult ferry_ExportStoragePut(CUcontext ctx, void* key, void* value, void* destructor)
{
	struct { CUcontext f0; void* f1; void* f2; void* f3; } a = {ctx, key, value, destructor};
	return ferry_enter(618, 0, &a);
}

static inline CUresult ferry_ExportStorageDelete(CUcontext ctx, void* key)
{
	struct { CUcontext f0; void* f1; } a = {ctx, key};
	return ferry_enter(619, 0, &a);
}

static inline CUresult ferry_ExportStorageGet(void** value, CUcontext ctx, void* key)
{
	struct { void** f0; CUcontext f1; void* f2; } a = {value, ctx, key};
	return ferry_enter(620, 0, &a);
}

#endif
