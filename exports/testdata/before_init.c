// What is answered before cuInit, by C alone.
#include "host.h"

int main(void)
{
	int v = 0, status = -9, n;
	CUdeviceptr p;
	void *fn = NULL;
	const char *s = "x";
	const void *table = NULL;
	IS(cuDriverGetVersion(&v), 0);
	CHECK(v >= 13000);
	IS(cuDriverGetVersion(NULL), 1);
	IS(cuGetErrorName(201, &s), 0);
	CHECK(strcmp(s, "CUDA_ERROR_INVALID_CONTEXT") == 0);
	IS(cuGetErrorString(1, &s), 0);
	CHECK(strcmp(s, "invalid argument") == 0);
	IS(cuGetErrorName(12345, &s), 1);
	CHECK(s == NULL);
	IS(cuGetErrorName(0, NULL), 1);
	// cuGetProcAddress: the ABI variant that belongs to a version and a flavour.
	IS(cuGetProcAddress_v2("cuMemcpyHtoD", &fn, 12000, 0, (CUdriverProcAddressQueryResult *)&status), 0);
	IS(status, 0);
	CHECK(fn == (void *)cuMemcpyHtoD_v2);
	IS(cuGetProcAddress_v2("cuMemcpyHtoD", &fn, 12000, 2, NULL), 0);
	CHECK(fn == (void *)cuMemcpyHtoD_v2_ptds);
	IS(cuGetProcAddress_v2("cuMemcpyHtoD", &fn, 6050, 2, NULL), 0);
	CHECK(fn == (void *)cuMemcpyHtoD_v2);
	IS(cuGetProcAddress_v2("cuMemcpyHtoD", &fn, 3010, 0, NULL), 0);
	CHECK(fn == (void *)cuMemcpyHtoD);
	IS(cuGetProcAddress_v2("cuCtxGetDevice", &fn, 2000, 0, NULL), 0);
	CHECK(fn == (void *)cuCtxGetDevice);
	IS(cuGetProcAddress_v2("cuCtxGetDevice", &fn, 13000, 0, NULL), 0);
	CHECK(fn == (void *)cuCtxGetDevice_v2);
	IS(cuGetProcAddress_v2("cuStreamGetCaptureInfo", &fn, 10010, 1, NULL), 0);
	CHECK(fn == (void *)cuStreamGetCaptureInfo);
	IS(cuGetProcAddress_v2("cuStreamGetCaptureInfo", &fn, 11030, 2, NULL), 0);
	CHECK(fn == (void *)cuStreamGetCaptureInfo_v2_ptsz);
	IS(cuGetProcAddress_v2("cuStreamGetCaptureInfo", &fn, 12030, 0, NULL), 0);
	CHECK(fn == (void *)cuStreamGetCaptureInfo_v3);
	IS(cuGetProcAddress_v2("cuGetProcAddress", &fn, 11030, 0, NULL), 0);
	CHECK(fn == (void *)cuGetProcAddress);
	IS(cuGetProcAddress_v2("cuGetProcAddress", &fn, 12000, 0, NULL), 0);
	CHECK(fn == (void *)cuGetProcAddress_v2);
	IS(cuGetProcAddress_v2("cuMemAlloc_v2", &fn, 12000, 0, (CUdriverProcAddressQueryResult *)&status), 0);
	CHECK(status == 1 && fn == NULL);
	IS(cuGetProcAddress_v2("", &fn, 12000, 0, (CUdriverProcAddressQueryResult *)&status), 0);
	CHECK(status == 1 && fn == NULL);
	IS(cuGetProcAddress_v2("cuGraphAddNode", &fn, 11000, 0, (CUdriverProcAddressQueryResult *)&status), 0);
	CHECK(status == 2 && fn == NULL);
	IS(cuGetProcAddress("cuNope", &fn, 12000, 0), 500);
	IS(cuGetProcAddress("cuInit", &fn, 12000, 0), 0);
	CHECK(fn == (void *)cuInit);
	IS(cuGetProcAddress_v2(NULL, &fn, 12000, 0, NULL), 1);
	IS(cuGetProcAddress_v2("cuInit", NULL, 12000, 0, NULL), 1);
	IS(cuGetProcAddress_v2("cuInit", &fn, 12000, 64, NULL), 1);
	// Export tables.
	static const unsigned char hooks[16] = {0xa0, 0x94, 0x79, 0x8c, 0x2e, 0x74, 0x2e, 0x74, 0x93, 0xf2, 0x08, 0x00, 0x20, 0x0c, 0x0a, 0x66};
	static const unsigned char nvrtc[16] = {0xda, 0x91, 0x51, 0xd3, 0x3a, 0xe6, 0xca, 0x41, 0xa5, 0xc0, 0x4f, 0x26, 0xd5, 0x33, 0xe3, 0x28};
	IS(cuGetExportTable(&table, (const CUuuid *)hooks), 0);
	const size_t *slots = table;
	CHECK(slots[0] == 7 * 8);
	void *buf = NULL;
	size_t count = 0;
	((void (*)(void **, size_t *))slots[2])(&buf, &count);
	CHECK(buf != NULL && count == 1024);
	for (size_t i = 0; i < count; i++) CHECK(((uint32_t *)buf)[i] == 0);
	((void (*)(void **, size_t *))slots[6])(&buf, &count);
	CHECK(buf != NULL && count == 14);
	IS(cuGetExportTable(&table, (const CUuuid *)nvrtc), 1);
	CHECK(table == NULL);
	IS(cuGetExportTable(NULL, (const CUuuid *)hooks), 1);
	// Everything else is not initialised, and the Go core is not even loaded.
	IS(cuMemAlloc_v2(&p, 16), 3);
	IS(cuDeviceGetCount(&n), 3);
	IS(cuCtxSynchronize(), 3);
	IS(cuInit(1), 1);
	CHECK(!core_loaded());
	puts("ok");
	return 0;
}
