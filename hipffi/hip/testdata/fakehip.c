/* A stand-in for AMD's HIP runtime: it answers like two devices and writes down what it was called with. Its prototypes and
   structures are those of hip_runtime_api.h, so that order and size of arguments are checked; virtual memory, exported
   memory and handles really work, within the process, and misuse gets the runtime's errors. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char log_[65536];
static size_t used;
#define SAY(...) (used += (size_t)snprintf(log_ + used, sizeof log_ - used, __VA_ARGS__))

const char *fakeLog(void) { return log_; }
void fakeReset(void) { used = 0; log_[0] = 0; }

typedef void *p;
int hipInit(unsigned f) { SAY("init %u\n", f); return 0; }
int hipGetDeviceCount(int *n) { *n = 2; return 0; }
int hipGetDevicePropertiesR0600(char *b, int d) { strcpy(b, "Fake Radeon"); strcpy(b + 1160, "gfx1100:xnack-"); return 0; }
int hipDeviceGetName(char *b, int n, int d) { snprintf(b, n, "Fake Radeon"); return 0; }
int hipDeviceTotalMem(size_t *n, int d) { *n = 1 << 30; return 0; }
int hipDeviceGetAttribute(int *v, int a, int d) { *v = a == 63 ? 48 : a == 57 ? 2048 : a == 87 ? 32 : a == 89 ? d == 0 : a; return 0; }
static __thread int current;
int hipSetDevice(int d) { current = d; return 0; }
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
int hipModuleLoadData(p *m, p b) { if (*(char *)b != 'H' && *(char *)b != 0x7f) return 200; *m = (p)0x11; return 0; }
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
int hipDeviceCanAccessPeer(int *c, int a, int b) { *c = a != b; return 0; }
static int enabled[2][2];
int hipDeviceEnablePeerAccess(int b, unsigned f) {
  SAY("peer %d %d %u\n", current, b, f);
  if (b == current) return 101;
  if (enabled[current][b]) return 704;
  enabled[current][b] = 1;
  return 0;
}
int hipDeviceSetLimit(int limit, size_t value) { SAY("limit %d %d %zu\n", current, limit, value); return value > 131056; }

int hipModuleLaunchCooperativeKernel(p f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned sm, p st, p *params) {
  SAY("cooperative %d grid %u %u %u block %u %u %u shared %u stream %d", (int)(intptr_t)f, gx, gy, gz, bx, by, bz, sm, (int)(intptr_t)st);
  SAY(" params %llx %x %s\n", *(unsigned long long *)params[0], *(unsigned *)params[1], (char *)params[2]);
  return gx == 999 ? 720 : 0;
}

/* Virtual memory. */
typedef struct { int type, id; } hipMemLocation;
typedef struct {
  int type, requestedHandleType;
  hipMemLocation location;
  void *win32HandleMetaData;
  struct { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; } allocFlags;
} hipMemAllocationProp;
typedef struct { hipMemLocation location; int flags; } hipMemAccessDesc;
typedef struct { int magic, fd, type, maps; size_t size; } generic;
#define GRANULE 65536
#define MAGIC 0x600d
static int noExport, byValue;
void fakeNoExport(int on) { noExport = on; }
void fakeImportByValue(int on) { byValue = on; }

static int badProp(const hipMemAllocationProp *q) {
  return !q || q->type != 1 || q->location.type != 1 || q->location.id != current || q->win32HandleMetaData || q->allocFlags.compressionType || q->allocFlags.usage;
}
int hipMemGetAllocationGranularity(size_t *g, const hipMemAllocationProp *q, int option) {
  if (!g || badProp(q) || option != 1) return 1;
  *g = GRANULE;
  return 0;
}
int hipMemAddressReserve(void **q, size_t size, size_t align, void *addr, unsigned long long flags) {
  SAY("reserve %zu %zu %zx %llu\n", size, align, (size_t)addr, flags);
  if (!q || flags) return 1;
  if (!size || size % GRANULE || align & (align - 1)) return 2;
  void *m = mmap(0, size + align, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) return 2;
  *q = align ? (void *)(((uintptr_t)m + align - 1) & ~(align - 1)) : m;
  return 0;
}
int hipMemAddressFree(void *q, size_t size) { SAY("unreserve %zu\n", size); return q ? munmap(q, size) != 0 : 1; }
int hipMemCreate(generic **h, size_t size, const hipMemAllocationProp *q, unsigned long long flags) {
  SAY("create %zu handle %d device %d\n", size, q ? q->requestedHandleType : -1, current);
  if (!h || !size || flags || badProp(q) || size % GRANULE) return 1;
  if (size > 1 << 24) return 2;
  if (q->requestedHandleType && (noExport || q->requestedHandleType != 1)) return 801;
  generic *g = calloc(1, sizeof *g);
  g->magic = MAGIC; g->size = size; g->type = q->requestedHandleType;
  g->fd = memfd_create("fake", 0);
  if (ftruncate(g->fd, size)) return 2;
  *h = g;
  return 0;
}
int hipMemRelease(generic *g) {
  SAY("release\n");
  if (!g || g->magic != MAGIC) return 1;
  g->magic = 0;
  close(g->fd);
  return 0;
}
int hipMemMap(void *q, size_t size, size_t offset, generic *g, unsigned long long flags) {
  SAY("map %zu %zu %llu\n", size, offset, flags);
  if (!q || !g || g->magic != MAGIC || !size || offset || flags || size > g->size) return 1;
  return mmap(q, size, PROT_NONE, MAP_SHARED | MAP_FIXED, g->fd, 0) != q;
}
int hipMemUnmap(void *q, size_t size) {
  SAY("unmap %zu\n", size);
  return !q || mmap(q, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != q;
}
int hipMemSetAccess(void *q, size_t size, const hipMemAccessDesc *d, size_t count) {
  SAY("access %zu device %d flags %d\n", size, d ? d->location.id : -1, d ? d->flags : -1);
  if (!q || !size || !d || count != 1 || d->location.type != 1 || d->location.id != current) return 1;
  return mprotect(q, size, d->flags == 3 ? PROT_READ | PROT_WRITE : d->flags == 1 ? PROT_READ : PROT_NONE) != 0;
}
int hipMemExportToShareableHandle(void *out, generic *g, int type, unsigned long long flags) {
  if (flags || !g || g->magic != MAGIC || !out || type != g->type) return 1;
  *(int *)out = dup(g->fd);
  return 0;
}
int hipMemImportFromShareableHandle(generic **h, void *os, int type) {
  if (!h || !os || type != 1) return 1;
  int fd = byValue ? (int)(intptr_t)os : *(int *)os;
  struct stat st;
  if (fstat(fd, &st)) return 1;
  generic *g = calloc(1, sizeof *g);
  g->magic = MAGIC; g->size = st.st_size; g->type = type; g->fd = dup(fd);
  *h = g;
  return 0;
}

/* Handles of allocations: the pointer in the first word, its complement in the last one, a pattern between them. */
typedef struct { char reserved[64]; } hipIpcMemHandle_t;
int hipIpcGetMemHandle(hipIpcMemHandle_t *h, void *q) {
  if (!h || !q) return 1;
  uint64_t *w = (uint64_t *)h;
  w[0] = (uintptr_t)q; w[7] = ~w[0];
  for (int i = 1; i < 7; i++) w[i] = i * 0x0101010101010101ull;
  return 0;
}
int hipIpcOpenMemHandle(void **q, hipIpcMemHandle_t h, unsigned flags) {
  uint64_t *w = (uint64_t *)&h;
  if (!q || flags != 1 || w[7] != ~w[0]) return 1;
  for (int i = 1; i < 7; i++) if (w[i] != i * 0x0101010101010101ull) return 1;
  *q = (void *)w[0];
  SAY("open %u\n", flags);
  return 0;
}
int hipIpcCloseMemHandle(void *q) { SAY("close\n"); return q ? 0 : 1; }
int hipMemGetAddressRange(void **base, size_t *size, void *q) { *base = (char *)q - 256; *size = 4096; return 0; }
