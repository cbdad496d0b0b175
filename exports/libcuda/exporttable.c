// cuGetExportTable: the tables of unnamed functions that the CUDA runtime asks for by UUID. What is known of them is
// what public source (ZLUDA) and logs of real programs show; unknown slots answer CUDA_ERROR_NOT_SUPPORTED, unknown
// tables are refused: callers live with a refusal, not with a made-up answer.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls_gen.h"
#include "ferry.h"

typedef void (*slot)(void);
#define SIZE(n) (slot)(uintptr_t)((n) * sizeof(slot)) // slot 0: the table's size in bytes

static CUresult unknown(void)
{
	if (ferry_log())
		fprintf(stderr, "ferry: an unknown slot of an export table was called\n");
	return CUDA_ERROR_NOT_SUPPORTED;
}
static CUresult succeed(void) { return CUDA_SUCCESS; }
#define U (slot)unknown
#define OK (slot)succeed

// 6bd5fb6c: what the runtime loads its modules through.
static CUresult module_load(CUmodule *m, const void *wrapper) { return ferry_ExportModuleLoad(m, wrapper); }
static CUresult primary_context(CUcontext *ctx, CUdevice dev) { return ferry_ExportPrimaryContext(ctx, dev); }
static CUresult module_load_ex(CUmodule *m, const void *wrapper, void *a, void *b, unsigned c)
{
	(void)a, (void)b, (void)c;
	return ferry_ExportModuleLoad(m, wrapper);
}
static CUresult module_load_header(const void *fatbin, CUmodule *m, void *a, void *b, unsigned c)
{
	(void)a, (void)b, (void)c;
	return ferry_ExportModuleLoad(m, fatbin);
}
static const slot cudart[13] = {SIZE(13), (slot)module_load, (slot)primary_context, U, U, U, (slot)module_load_ex, OK,
	(slot)module_load_header, U, U, U, OK};

// a094798c: buffers for the runtime's tools.
static uint64_t hooks2[1024], hooks6[14];
static void hooks_2(void **buf, size_t *n)
{
	*buf = hooks2;
	*n = sizeof hooks2 / sizeof *hooks2;
}
static void hooks_6(void **buf, size_t *n)
{
	*buf = hooks6;
	*n = sizeof hooks6 / sizeof *hooks6;
}
static const slot hooks[7] = {SIZE(7), U, (slot)hooks_2, U, U, U, (slot)hooks_6};

// 42d85a81: thread-local data of tools.
static const slot tools_tls[4] = {SIZE(4), U, OK, U};

// c693336e: values that the runtime keeps for a context. This table has no size word.
static CUresult cls_put(CUcontext ctx, void *key, void *value, void *dtor) { return ferry_ExportStoragePut(ctx, key, value, dtor); }
static CUresult cls_delete(CUcontext ctx, void *key) { return ferry_ExportStorageDelete(ctx, key); }
static CUresult cls_get(void **value, CUcontext ctx, void *key) { return ferry_ExportStorageGet(value, ctx, key); }
static const slot cls[4] = {(slot)cls_put, (slot)cls_delete, (slot)cls_get, U};

// 263e8860: checks on a context.
static CUresult check_2(CUcontext ctx, uint32_t *out)
{
	(void)ctx;
	if (out != NULL)
		*out = 0;
	return CUDA_SUCCESS;
}
static const slot context_checks[4] = {SIZE(4), U, (slot)check_2, OK};

// 0ca50b8c: a context made past the runtime.
static CUresult ctx_create(CUcontext *ctx, unsigned flags, CUdevice dev) { return cuCtxCreate_v2(ctx, flags, dev); }
static const slot ctx_bypass[2] = {SIZE(2), (slot)ctx_create};

// 195bcbf4: records of heap allocations.
struct heap_record {
	size_t a, b;
};
static CUresult heap_alloc(struct heap_record **out, size_t a, size_t b)
{
	if (out == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct heap_record *r = malloc(sizeof *r);
	if (r == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	r->a = a;
	r->b = b;
	*out = r;
	return CUDA_SUCCESS;
}
static CUresult heap_free(struct heap_record *r, size_t *b)
{
	if (r == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (b != NULL)
		*b = r->b;
	free(r);
	return CUDA_SUCCESS;
}
static const slot heap[3] = {SIZE(3), (slot)heap_alloc, (slot)heap_free};

// b10541e1: more about a device. Slot 13 wrote 0 on the real GPU that was asked.
static CUresult device_13(unsigned char *out, CUdevice dev)
{
	(void)dev;
	if (out == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*out = 0;
	return CUDA_SUCCESS;
}
static const slot device_ext[26] = {SIZE(26), U, U, U, U, U, U, U, U, U, U, U, U, (slot)device_13, U, U, U, U, U, U, U, U, U, U, U, U};

// 21318c60: asked for by the runtime of CUDA 13.5, which is content with successes.
static const slot runtime13[64] = {SIZE(64), OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK,
	OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK,
	OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK,
	OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK, OK};

// d4082055: the handshake by which the runtime makes sure that driver and tables belong together.
static CUresult integrity(uint32_t version, uint64_t unix_seconds, uint64_t out[2]);
static const slot integrity_table[3] = {SIZE(3), (slot)integrity, U};

enum { PCI_BUS_ID = 33, PCI_DEVICE_ID = 34, PCI_DOMAIN_ID = 50 }; // CUdevice_attribute

static CUresult integrity(uint32_t version, uint64_t unix_seconds, uint64_t out[2])
{
	static const unsigned char key[16] = {0x14, 0x6a, 0xdd, 0xae, 0x53, 0xa9, 0xa7, 0x52, 0xaa, 0x08, 0x41, 0x36, 0x0b, 0xf5, 0x5a, 0x9f};
	if (out == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (version % 10 < 2) {
		out[0] = version % 10 == 0 ? 0x3341181C03CB675Cull : 0x1841181C03CB675Cull;
		out[1] = 0x8ED383AA1F4CD1E8ull;
		return CUDA_SUCCESS;
	}
	struct {
		uint32_t driver, version, process, thread;
		uint64_t cudart, integrity, function, seconds;
	} head = {FERRY_DRIVER_VERSION, version, (uint32_t)getpid(), (uint32_t)pthread_self(), (uint64_t)(uintptr_t)cudart,
		(uint64_t)(uintptr_t)integrity_table, (uint64_t)(uintptr_t)integrity, unix_seconds};
	struct device {
		unsigned char uuid[16];
		int32_t domain, bus, device;
	};
	int n = 0;
	CUresult r = cuDeviceGetCount(&n);
	if (r != CUDA_SUCCESS)
		return r;
	size_t size = sizeof head + (size_t)n * sizeof(struct device);
	unsigned char *msg = malloc(size);
	if (msg == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	memcpy(msg, &head, sizeof head);
	for (int i = 0; i < n && r == CUDA_SUCCESS; i++) {
		struct device d;
		CUdevice dev;
		if ((r = cuDeviceGet(&dev, i)) == CUDA_SUCCESS && (r = cuDeviceGetUuid_v2((CUuuid *)d.uuid, dev)) == CUDA_SUCCESS &&
			(r = cuDeviceGetAttribute(&d.domain, PCI_DOMAIN_ID, dev)) == CUDA_SUCCESS &&
			(r = cuDeviceGetAttribute(&d.bus, PCI_BUS_ID, dev)) == CUDA_SUCCESS &&
			(r = cuDeviceGetAttribute(&d.device, PCI_DEVICE_ID, dev)) == CUDA_SUCCESS)
			memcpy(msg + sizeof head + (size_t)i * sizeof d, &d, sizeof d);
	}
	if (r == CUDA_SUCCESS)
		ferry_hmac_md2(key, sizeof key, msg, size, (unsigned char *)out);
	free(msg);
	return r;
}

static const struct {
	unsigned char id[16];
	const slot *table;
} tables[] = {
	{{0x6b, 0xd5, 0xfb, 0x6c, 0x5b, 0xf4, 0xe7, 0x4a, 0x89, 0x87, 0xd9, 0x39, 0x12, 0xfd, 0x9d, 0xf9}, cudart},
	{{0xa0, 0x94, 0x79, 0x8c, 0x2e, 0x74, 0x2e, 0x74, 0x93, 0xf2, 0x08, 0x00, 0x20, 0x0c, 0x0a, 0x66}, hooks},
	{{0x42, 0xd8, 0x5a, 0x81, 0x23, 0xf6, 0xcb, 0x47, 0x82, 0x98, 0xf6, 0xe7, 0x8a, 0x3a, 0xec, 0xdc}, tools_tls},
	{{0xc6, 0x93, 0x33, 0x6e, 0x11, 0x21, 0xdf, 0x11, 0xa8, 0xc3, 0x68, 0xf3, 0x55, 0xd8, 0x95, 0x93}, cls},
	{{0x26, 0x3e, 0x88, 0x60, 0x7c, 0xd2, 0x61, 0x43, 0x92, 0xf6, 0xbb, 0xd5, 0x00, 0x6d, 0xfa, 0x7e}, context_checks},
	{{0xd4, 0x08, 0x20, 0x55, 0xbd, 0xe6, 0x70, 0x4b, 0x8d, 0x34, 0xba, 0x12, 0x3c, 0x66, 0xe1, 0xf2}, integrity_table},
	{{0x21, 0x31, 0x8c, 0x60, 0x97, 0x14, 0x32, 0x48, 0x8c, 0xa6, 0x41, 0xff, 0x73, 0x24, 0xc8, 0xf2}, runtime13},
	{{0x0c, 0xa5, 0x0b, 0x8c, 0x10, 0x04, 0x92, 0x9a, 0x89, 0xa7, 0xd0, 0xdf, 0x10, 0xe7, 0x72, 0x86}, ctx_bypass},
	{{0x19, 0x5b, 0xcb, 0xf4, 0xd6, 0x7d, 0x02, 0x4a, 0xac, 0xc5, 0x1d, 0x29, 0xce, 0xa6, 0x31, 0xae}, heap},
	{{0xb1, 0x05, 0x41, 0xe1, 0xf7, 0xc7, 0xc7, 0x4a, 0x9f, 0x64, 0xf2, 0x23, 0xbe, 0x99, 0xf1, 0xe2}, device_ext},
};

FERRY_API CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId)
{
	if (ferry_closed() == CUDA_ERROR_DEINITIALIZED) // these, too (recorded)
		return CUDA_ERROR_DEINITIALIZED;
	if (ppExportTable == NULL || pExportTableId == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		if (memcmp(tables[i].id, pExportTableId, 16) == 0) {
			*ppExportTable = tables[i].table;
			return CUDA_SUCCESS;
		}
	}
	*ppExportTable = NULL;
	return CUDA_ERROR_INVALID_VALUE;
}
