// The device runtime as a program uses it: printf, assert, malloc and free. runtime.ptx is this file, compiled by
// NVIDIA's compiler (runtime.py make).
#include <cstdio>
#include <cassert>

extern "C" __global__ void formats(int *ret) {
  int n = 0;
  ret[n++] = printf("plain\n");
  ret[n++] = printf("%d %i %u\n", -7, 8, 9u);
  ret[n++] = printf("%5d|%-5d|%05d|%+d|% d\n", 42, 42, 42, 42, 42);
  ret[n++] = printf("%x %X %o %#x %#o\n", 255, 255, 8, 255, 8);
  ret[n++] = printf("%ld %lld %lu %llx\n", -1L, -5000000000LL, 18446744073709551615UL, 0xfeedfacecafeULL);
  ret[n++] = printf("%f %.3f %10.2f %e %g %G\n", 1.5, 3.14159, 2.71828, 12345.678, 0.0001, 1e20);
  ret[n++] = printf("%c%c%c\n", 'a', 'b', 'c');
  ret[n++] = printf("%s, %10s, %-10s, %.2s\n", "one", "two", "three", "four");
  ret[n++] = printf("%*d %.*f %-*d|\n", 6, 1, 2, 3.14159, 4, 7);
  ret[n++] = printf("100%%\n");
  ret[n++] = printf("%a %A\n", 1.0, 255.5);
  ret[n++] = printf("%p\n", (void *)0x1234);
  float f = 0.1f;
  short s = -3;
  unsigned char c = 200;
  ret[n++] = printf("%f %d %u %hd %hu\n", f, s, c, 70000, 70001);
}

// 40 arguments; what is beyond 32 is not taken.
extern "C" __global__ void forty(int *ret) {
  ret[0] = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3,
                  4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37,
                  38, 39, 40);
  ret[1] = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
                  11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32);
  ret[2] = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %s\n", 1, 2, 3, 4, 5, 6, 7, 8, 9,
                  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, "end");
}

// Strings and formats that stand where the host cannot read, or that change after the call. mem is the program's own memory.
extern "C" __global__ void strings(int *ret, char *mem) {
  __shared__ char sh[16];
  char loc[16];
  for (int i = 0; i < 5; i++) {
    loc[i] = "local"[i];
    sh[i] = "share"[i];
    mem[i] = "mem=1"[i];
  }
  loc[5] = sh[5] = mem[5] = 0;
  ret[0] = printf("%s %s %s\n", loc, sh, mem);
  for (int i = 0; i < 5; i++) loc[i] = sh[i] = mem[i] = '*';
  for (int i = 0; i < 4; i++) mem[64 + i] = "f%d\n"[i];
  mem[68] = 0;
  ret[1] = printf(mem + 64, 5);
  for (int i = 0; i < 3; i++) mem[64 + i] = '#';
  char format[8];
  for (int i = 0; i < 4; i++) format[i] = "l%d\n"[i];
  format[4] = 0;
  ret[2] = printf(format, 6);
  ret[3] = printf("%s|\n", (char *)0);
  ret[4] = printf(0);
  ret[5] = printf("");
}

extern "C" __global__ void many(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 3 == 0) printf("three %d\n", i);
  else if (i % 3 == 1) printf("one %d %f\n", i, i * 0.5);
  else for (int k = 0; k < i % 4; k++) printf("loop %d %d %s\n", i, k, "text");
}

// n records of one kind from one thread.
extern "C" __global__ void flood(int n, int kind, char *text, int *ret) {
  int bad = 0;
  for (int i = 0; i < n; i++) {
    int r = 0;
    switch (kind) {
    case 0: r = printf("%d\n", i); break;
    case 1: r = printf("%d %d\n", i, i); break;
    case 2: r = printf("%d %d %d\n", i, i, i); break;
    case 3: r = printf("%d %f %f %f\n", i, 1.0, 2.0, 3.0); break;
    case 4: r = printf("%d %s\n", i, "abc"); break;
    case 5: r = printf("%d %s\n", i, text); break;
    case 6: r = printf("x\n"); break;
    }
    bad += r < 0;
  }
  *ret = bad;
}

extern "C" __global__ void asserts(int limit) {
  int value = threadIdx.x + blockIdx.x;
  assert(value < limit && "a message");
}

extern "C" __global__ void assertsThenPrints(int limit, int *out) {
  printf("before %d\n", threadIdx.x);
  assert(threadIdx.x < limit);
  out[threadIdx.x] = 1;
  printf("after %d\n", threadIdx.x);
}

// Allocates blocks of a size until none is left or max are; out: count, misaligned ones, ones that overlap their neighbour.
extern "C" __global__ void exhaust(unsigned long long size, int max, unsigned long long *out) {
  void *list = 0;
  unsigned long long n = 0, odd = 0;
  for (; n < max; n++) {
    void **p = (void **)malloc(size);
    if (!p) break;
    if ((unsigned long long)p & 15) odd++;
    *p = list;
    list = p;
  }
  out[0] = n;
  out[1] = odd;
  unsigned long long freed = 0;
  while (list) {
    void *next = *(void **)list;
    free(list);
    list = next;
    freed++;
  }
  out[2] = freed;
}

// Every thread allocates, fills, checks and frees blocks of changing sizes; *bad counts what was wrong, *null what was refused.
extern "C" __global__ void churn(int rounds, int *bad, int *null) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x, x = id * 2654435761u + 1;
  unsigned *keep[4] = {0, 0, 0, 0};
  unsigned size[4] = {0, 0, 0, 0};
  for (int r = 0; r < rounds; r++) {
    x = x * 1664525u + 1013904223u;
    int k = (x >> 8) & 3;
    if (keep[k]) {
      for (unsigned i = 0; i < size[k]; i++)
        if (keep[k][i] != (id ^ i)) atomicAdd(bad, 1);
      free(keep[k]);
    }
    size[k] = 1 + ((x >> 16) & 63);
    keep[k] = (unsigned *)malloc(size[k] * 4);
    if (!keep[k]) { atomicAdd(null, 1); continue; }
    if ((unsigned long long)keep[k] & 15) atomicAdd(bad, 1);
    for (unsigned i = 0; i < size[k]; i++) keep[k][i] = id ^ i;
  }
  for (int k = 0; k < 4; k++) free(keep[k]);
}

extern "C" __global__ void keep(unsigned long long *slot, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *p = (int *)malloc(64);
  slot[i] = (unsigned long long)p;
  if (p) for (int k = 0; k < 16; k++) p[k] = i * 16 + k;
}

extern "C" __global__ void use(unsigned long long *slot, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *p = (int *)slot[i];
  int sum = 0;
  if (p) for (int k = 0; k < 16; k++) sum += p[k];
  out[i] = sum;
  free(p);
}

// What single calls answer.
extern "C" __global__ void single(unsigned long long size, unsigned long long *out) {
  void *p = malloc(size);
  *out = (unsigned long long)p;
}

extern "C" __global__ void freeit(unsigned long long p) { free((void *)p); }

extern "C" __global__ void wait(volatile int *flag, int id) {
  printf("start %d\n", id);
  while (!*flag) {}
  printf("end %d\n", id);
}
