// Lanes that wait for each other: locks, hand-over, shuffles at several places. sync_N.ptx is what nvcc -DKN -arch=sm_90 -ptx makes of it.
#include <cstdint>
typedef unsigned long long u64;
__device__ unsigned g_lock[64], g_val[64], g_ticket, g_serving, g_cnt, g_head, g_next[256], g_rw;
__device__ volatile unsigned v_flag[64], v_data[64];
#define K(n) extern "C" __global__ void n(const u64* in, u64* out)
#ifdef K1
K(k) { // ticket lock
  unsigned t = atomicAdd(&g_ticket, 1); while (atomicAdd(&g_serving, 0) != t); g_cnt = g_cnt*3 + 1; __threadfence(); atomicAdd(&g_serving, 1); __syncthreads(); out[threadIdx.x] = g_cnt; }
#endif
#ifdef K2
K(k) { // two locks, in order, in a loop with break
  int l = threadIdx.x; unsigned sum = 0;
  for (int i = 0; i < 5; i++) { int a = (l*7+i)%8, b = (l*3+i*5)%8; if (a == b) continue; if (a > b) { int t=a; a=b; b=t; }
    while (atomicCAS(&g_lock[a],0,1)) ; while (atomicExch(&g_lock[b],1)) __nanosleep(10);
    volatile unsigned* p = g_val; p[a] = p[a] + l; p[b] = p[b] + i; sum++; __threadfence(); atomicExch(&g_lock[b],0); atomicExch(&g_lock[a],0); if (sum == 4 && (l&1)) break; }
  __syncthreads(); unsigned s = 0; for (int i = 0; i < 8; i++) s = s*5 + g_val[i]; out[l] = s + sum; }
#endif
#ifdef K3
K(k) { // done flag, critical section inside
  bool done = false; int l = threadIdx.x; int tries = 0;
  while (!done) { if (atomicCAS(&g_lock[l & 3],0,1) == 0) { g_val[l&3] += l; __threadfence(); g_lock[l&3] = 0; done = true; } tries++; }
  __syncwarp(); out[l] = g_val[l&3]; }
#endif
#ifdef K4
K(k) { // lanes hand on in reverse order
  int l = threadIdx.x; if (l < 31) { while (v_flag[l+1] == 0); __threadfence(); } v_data[l] = (l < 31 ? v_data[l+1]*3 : 7) + l; __threadfence(); v_flag[l] = 1; out[l] = v_data[l]; }
#endif
#ifdef K5
K(k) { // sorted list insert under try-locks, returns through several paths
  int l = threadIdx.x; unsigned r = 0;
  for (;;) { if (atomicExch(&g_lock[0], 1)) { r++; if (r > 100000000) return; continue; } break; }
  unsigned key = (l * 37) & 31; unsigned *p = &g_head; volatile unsigned* h = (volatile unsigned*)p; while (*h && (*h - 1) < key) h = (volatile unsigned*)&g_next[*h]; g_next[key+1] = *h; *h = key + 1; __threadfence(); g_lock[0] = 0;
  __syncthreads(); unsigned s = 0, n = g_head; while (n) { s = s*3 + n; n = g_next[n]; } out[l] = s; }
#endif
#ifdef K6
K(k) { // shuffles at two places, switch
  int l = threadIdx.x; unsigned v = l * 13 + 1, w;
  switch (in[l] % 4) { case 0: w = __shfl_xor_sync(~0u, v, 1); break; case 1: v += 5; w = __shfl_xor_sync(~0u, v, 1); break; case 2: w = __shfl_xor_sync(~0u, v * 2, 1) + 1; break; default: for (int i = 0; i < (l & 3); i++) v ^= i + l; w = __shfl_xor_sync(~0u, v, 1); }
  out[l] = w; }
#endif
#ifdef K7
__device__ __noinline__ unsigned red(unsigned m, unsigned v) { for (int s = 16; s; s >>= 1) { unsigned o = __shfl_xor_sync(m, v, s); v += o; } return v; }
K(k) { int l = threadIdx.x; unsigned v = l; if (in[l] & 1) v = red(~0u, v * 3); else { v += 7; v = red(~0u, v); } out[l] = v; }
#endif
#ifdef K8
K(k) { // per-lane loop counts around a vote with the mask of those left
  int l = threadIdx.x; unsigned m = ~0u, acc = 0; int n = in[l] % 7;
  for (int i = 0; ; i++) { m = __ballot_sync(m, i < n); if (i >= n) break; acc += __popc(m) * (i + 1); unsigned k = __match_any_sync(m, l & 3); acc ^= k; if (l & 1) acc += __reduce_add_sync(k, i); else acc -= __reduce_add_sync(k, i + l); }
  __syncwarp(); out[l] = acc; }
#endif
#ifdef K9
K(k) { // producer and consumer lanes, bounded ring in shared memory
  __shared__ volatile unsigned q[4]; __shared__ unsigned head, tail; __shared__ unsigned sum; int l = threadIdx.x; if (l == 0) { head = tail = 0; sum = 0; } if (l < 4) q[l] = 0; __syncthreads();
  if (l < 16) { for (int i = 0; i < 4; i++) { unsigned t = atomicAdd(&tail, 1); while (q[t & 3] != 2 * (t / 4)) ; __threadfence_block(); atomicAdd(&sum, l * 4 + i); __threadfence_block(); q[t & 3] = 2 * (t / 4) + 1; } }
  else { for (int i = 0; i < 4; i++) { unsigned h = atomicAdd(&head, 1); while (q[h & 3] != 2 * (h / 4) + 1) ; __threadfence_block(); q[h & 3] = 2 * (h / 4) + 2; } }
  __syncthreads(); out[l] = sum; }
#endif
#ifdef K10
K(k) { // reader-writer lock
  int l = threadIdx.x; unsigned s = 0; for (int i = 0; i < 3; i++) { if (((l + i) % 5) == 0) { while (atomicCAS(&g_rw, 0, 0x80000000u) != 0) ; g_cnt += l; __threadfence(); atomicSub(&g_rw, 0x80000000u); } else { for (;;) { unsigned c = atomicAdd(&g_rw, 0); if (c & 0x80000000u) continue; if (atomicCAS(&g_rw, c, c + 1) == c) break; } s += (g_cnt != 0xffffffff); __threadfence(); atomicSub(&g_rw, 1); } }
  __syncthreads(); out[l] = ((volatile unsigned*)&g_cnt)[0] * 100 + s; }
#endif
#ifdef K11
struct alignas(16) P { u64 a, b; }; __device__ P g_p;
K(k) { // 128-bit cas loop: two sums that must agree
  int l = threadIdx.x; u64 oa, ob; asm volatile("{.reg .b128 x; ld.global.v2.b64 {%0,%1}, [%2]; }" : "=l"(oa), "=l"(ob) : "l"(&g_p));
  for (;;) { u64 na = oa + l, nb = ob + 2 * l, ra, rb; asm volatile("{.reg .b128 x, y, z; mov.b128 x, {%2,%3}; mov.b128 y, {%4,%5}; atom.global.cas.b128 z, [%6], x, y; mov.b128 {%0,%1}, z;}" : "=l"(ra), "=l"(rb) : "l"(oa), "l"(ob), "l"(na), "l"(nb), "l"(&g_p) : "memory"); if (ra == oa && rb == ob) break; oa = ra; ob = rb; }
  __syncthreads(); out[l] = g_p.a * 1000 + g_p.b; }
#endif
#ifdef K12
K(k) { // spin barrier among lanes, used three times, lanes do different work between
  int l = threadIdx.x; unsigned v = l; for (int r = 0; r < 3; r++) { for (int i = 0; i < (l * 5 + r) % 9; i++) v = v * 3 + i; v_data[l] = v; __threadfence(); atomicAdd(&g_cnt, 1); while (atomicAdd(&g_cnt, 0) < 32u * (r + 1)) ; __threadfence(); v += v_data[(l + 1) & 31]; atomicAdd(&g_val[0], 1); while (atomicAdd(&g_val[0], 0) < 32u * (r + 1)) ; } out[l] = v; }
#endif
#ifdef K13
K(k) { // lock with a vote of the lanes that wait
  int l = threadIdx.x; unsigned todo = __ballot_sync(~0u, in[l] % 3 != 0); unsigned acc = 0;
  if (in[l] % 3 != 0) { while (todo) { int lead = __ffs(todo) - 1; unsigned key = __shfl_sync(todo, l & 7, lead); unsigned same = __ballot_sync(todo, (l & 7) == key); if ((l & 7) == key) { acc = __reduce_add_sync(same, l) + __popc(same); while (atomicCAS(&g_lock[0], 0, 1)); g_cnt += l; __threadfence(); atomicExch(&g_lock[0], 0); break; } todo &= ~same; } }
  __syncwarp(); out[l] = acc * 1000 + ((volatile unsigned*)&g_cnt)[0]; }
#endif
