/* A stand-in for AMD's HIP runtime: it answers like one device and writes down what it was called with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

static char log_[65536];
static size_t used;
#define SAY(...) (used += (size_t)snprintf(log_ + used, sizeof log_ - used, __VA_ARGS__))

const char *fakeLog(void) { return log_; }
void fakeReset(void) { used = 0; log_[0] = 0; }

typedef void *p;
int hipInit(unsigned f) { SAY("init %u\n", f); return 0; }
int hipGetDeviceCount(int *n) { *n = 1; return 0; }
int hipGetDevicePropertiesR0600(char *b, int d) { strcpy(b, "Fake Radeon"); strcpy(b + 1160, "gfx1100:xnack-"); return 0; }
int hipDeviceGetName(char *b, int n, int d) { snprintf(b, n, "Fake Radeon"); return 0; }
int hipDeviceTotalMem(size_t *n, int d) { *n = 1 << 30; return 0; }
int hipDeviceGetAttribute(int *v, int a, int d) { *v = a == 63 ? 48 : a == 57 ? 2048 : a == 87 ? 32 : a; return 0; }
int hipSetDevice(int d) { return 0; }
int hipMemGetInfo(size_t *f, size_t *t) { *f = 5; *t = 7; return 0; }
int hipMalloc(p *q, size_t n) { if (n > 1 << 20) return 2; *q = malloc(n); SAY("malloc %zu\n", n); return 0; }
int hipFree(p q) { SAY("free\n"); free(q); return 0; }
int hipHostMalloc(p *q, size_t n, unsigned f) { *q = malloc(n); SAY("hostmalloc %zu %u\n", n, f); return 0; }
int hipHostFree(p q) { SAY("hostfree\n"); free(q); return 0; }
int hipMallocManaged(p *q, size_t n, unsigned f) { *q = malloc(n); SAY("managed %zu %u\n", n, f); return 0; }
int hipHostRegister(p q, size_t n, unsigned f) { SAY("register %zu %u\n", n, f); return 0; }
int hipHostUnregister(p q) { SAY("unregister\n"); return 0; }
int hipMemcpy(p d, p s, size_t n, int k) { SAY("memcpy %zu %d\n", n, k); memcpy(d, s, n); return 0; }
int hipMemcpyAsync(p d, p s, size_t n, int k, p st) { SAY("memcpyasync %zu %d %d\n", n, k, (int)(intptr_t)st); memcpy(d, s, n); return 0; }
int hipMemcpy2DAsync(p d, size_t dp, p s, size_t sp, size_t w, size_t h, int k, p st) { SAY("2d %zu %zu %zu %zu %d\n", dp, sp, w, h, k); return 0; }
int hipMemsetD8Async(p d, unsigned char v, size_t n, p st) { SAY("d8 %u %zu\n", v, n); return 0; }
int hipMemsetD16Async(p d, unsigned short v, size_t n, p st) { SAY("d16 %u %zu\n", v, n); return 0; }
int hipMemsetD32Async(p d, int v, size_t n, p st) { SAY("d32 %x %zu\n", v, n); return 0; }
int hipModuleLoadData(p *m, p b) { if (*(char *)b != 'H') return 200; *m = (p)0x11; return 0; }
int hipModuleUnload(p m) { SAY("unload %d\n", (int)(intptr_t)m); return 0; }
int hipModuleGetFunction(p *f, p m, char *n) { if (strcmp(n, "k")) return 500; *f = (p)0x22; return 0; }
int hipModuleGetGlobal(p *q, size_t *s, p m, char *n) { *q = (p)0x3300; *s = strlen(n); return 0; }
int hipModuleLaunchKernel(p f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned sm, p st, p *params, p *extra) {
  SAY("launch %d grid %u %u %u block %u %u %u shared %u stream %d params %d", (int)(intptr_t)f, gx, gy, gz, bx, by, bz, sm, (int)(intptr_t)st, params != 0);
  if (extra) SAY(" extra %d %d %d %zu %s", (int)(intptr_t)extra[0], (int)(intptr_t)extra[2], (int)(intptr_t)extra[4], *(size_t *)extra[3], (char *)extra[1]);
  SAY("\n"); return gx == 999 ? 700 : 0;
}
int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *n, p f, int b, size_t s) { *n = 2048 / b; return 0; }
int hipStreamCreateWithPriority(p *s, unsigned f, int pr) { SAY("stream %u %d\n", f, pr); *s = (p)0x44; return 0; }
int hipStreamDestroy(p s) { return 0; }
int hipStreamQuery(p s) { return 600; }
int hipStreamSynchronize(p s) { return 0; }
int hipStreamWaitEvent(p s, p e, unsigned f) { SAY("wait %d\n", (int)(intptr_t)e); return 0; }
int hipStreamWaitValue32(p s, p q, uint32_t v, unsigned f, uint32_t m) { SAY("wait32 %u %u %x\n", v, f, m); return 0; }
int hipStreamWaitValue64(p s, p q, uint64_t v, unsigned f, uint64_t m) { SAY("wait64 %llu %u\n", (unsigned long long)v, f); return 0; }
int hipStreamWriteValue32(p s, p q, uint32_t v, unsigned f) { SAY("write32 %u\n", v); return 0; }
int hipStreamWriteValue64(p s, p q, uint64_t v, unsigned f) { SAY("write64 %llu\n", (unsigned long long)v); return 0; }
int hipLaunchHostFunc(p s, void (*f)(p), p u) { f(u); return 0; }
int hipEventCreateWithFlags(p *e, unsigned f) { SAY("event %u\n", f); *e = (p)0x55; return 0; }
int hipEventRecord(p e, p s) { SAY("record %d\n", (int)(intptr_t)e); return 0; }
int hipEventQuery(p e) { return 600; }
int hipEventSynchronize(p e) { return 0; }
int hipEventElapsedTime(float *ms, p a, p b) { *ms = 1.5f; return 0; }
int hipEventDestroy(p e) { return 0; }
int hipDeviceCanAccessPeer(int *c, int a, int b) { *c = 1; return 0; }
int hipDeviceEnablePeerAccess(int b, unsigned f) { return 704; }
