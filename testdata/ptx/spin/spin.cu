// Lanes that wait for other lanes: of their warp, of their block, of other blocks. Every answer is the same in whatever order the
// lanes get on. Each kernel has 16 KiB of memory that is zero (s) and 32 results; CASE says with how many blocks and threads it runs.
#include <cstdint>
#include <cuda/atomic>
typedef unsigned u32;
typedef unsigned long long u64;
typedef volatile unsigned V;
#define CASE(name, grid, block) extern "C" __global__ void name##_##grid##_##block(u32 *s, u64 *out)
#define L ((int)threadIdx.x)
#define G ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#define fence __threadfence()
// The lanes of a block have their turn; whoever is of the first warp of the first block answers.
__device__ __forceinline__ void answer(u64 *out, u64 v) { if (G < 32) out[G] = v; }
__device__ __forceinline__ void all(u32 *s) { __syncthreads(); if (gridDim.x > 1) { if (L == 0) { fence; atomicAdd(s + 1000, 1); while (atomicAdd(s + 1000, 0) < gridDim.x) ; } __syncthreads(); } fence; }
#define VOL(p) (*(V *)(p))
#define WORK { u32 x = VOL(s + 100); VOL(s + 100) = x + 1 + (L & 3); fence; }
#define DONE all(s); answer(out, VOL(s + 100))

// Locks by each operation, the taking in a loop, the section behind it.
CASE(add_backoff, 1, 32) { while (atomicAdd(s, 1) != 0) { atomicSub(s, 1); __nanosleep(20); } WORK; atomicSub(s, 1); DONE; }
CASE(semaphore, 1, 32) { if (L == 0) { VOL(s) = 1; } __syncthreads(); while ((int)atomicSub(s, 1) <= 0) { atomicAdd(s, 1); } WORK; atomicAdd(s, 1); DONE; }
CASE(add_store, 1, 32) { while (atomicAdd(s, 1) != 0) ; WORK; VOL(s) = 0; DONE; }
CASE(sub_store, 1, 32) { while (atomicSub(s, 1) != 0) ; WORK; VOL(s) = 0; DONE; }
CASE(cas, 2, 64) { while (atomicCAS(s, 0, 1) != 0) ; WORK; atomicExch(s, 0); DONE; }
CASE(cas_own, 1, 32) { while (atomicCAS(s, 0, L + 1) != 0) ; WORK; atomicCAS(s, L + 1, 0); DONE; }
CASE(exch, 1, 64) { while (atomicExch(s, 1)) __nanosleep(10); WORK; atomicExch(s, 0); DONE; }
CASE(orlock, 1, 32) { while (atomicOr(s, 4) & 4) ; WORK; atomicAnd(s, ~4u); DONE; }
CASE(andlock, 1, 32) { if (L == 0) VOL(s) = 7; __syncthreads(); while (!(atomicAnd(s, ~2u) & 2)) ; WORK; atomicOr(s, 2); DONE; }
CASE(xorlock, 1, 32) { for (;;) { u32 o = atomicXor(s, 0); if (o & 1) continue; if (atomicCAS(s, o, o ^ 1) == o) break; } WORK; atomicXor(s, 1); DONE; }
CASE(maxlock, 1, 32) { while (atomicMax(s, 1) != 0) ; WORK; VOL(s) = 0; DONE; }
CASE(minlock, 1, 32) { if (L == 0) VOL(s) = 9; __syncthreads(); while (atomicMin((int *)s, -1) != 9) ; WORK; VOL(s) = 9; DONE; }
CASE(inclock, 1, 32) { while (atomicInc(s, 5000) != 0) ; WORK; VOL(s) = 0; DONE; }
CASE(cas64, 1, 64) { u64 *p = (u64 *)s; while (atomicCAS(p, 0ull, 1ull << 40) != 0) ; WORK; atomicExch(p, 0ull); DONE; }
CASE(add64, 1, 32) { u64 *p = (u64 *)s; while (atomicAdd(p, 1ull << 33) >> 33) atomicAdd(p, -(1ull << 33)); WORK; atomicAdd(p, -(1ull << 33)); DONE; }
CASE(cas16, 1, 32) { unsigned short *p = (unsigned short *)s + 1; while (atomicCAS(p, (unsigned short)0, (unsigned short)1) != 0) ; WORK; *(volatile unsigned short *)p = 0; DONE; }
CASE(fadd, 1, 32) { float *p = (float *)s; while (atomicAdd(p, 1.0f) != 0.0f) atomicAdd(p, -1.0f); WORK; atomicAdd(p, -1.0f); DONE; }
struct alignas(16) Pair { u64 a, b; };
__device__ Pair swap128(Pair *p, u64 a, u64 b) { Pair r; asm volatile("{.reg .b128 x, z; mov.b128 x, {%2,%3}; atom.global.exch.b128 z, [%4], x; mov.b128 {%0,%1}, z;}" : "=l"(r.a), "=l"(r.b) : "l"(a), "l"(b), "l"(p) : "memory"); return r; }
__device__ Pair cas128f(Pair *p, u64 c, u64 d, u64 a, u64 b) { Pair r; asm volatile("{.reg .b128 x, y, z; mov.b128 x, {%2,%3}; mov.b128 y, {%4,%5}; atom.global.cas.b128 z, [%6], x, y; mov.b128 {%0,%1}, z;}" : "=l"(r.a), "=l"(r.b) : "l"(c), "l"(d), "l"(a), "l"(b), "l"(p) : "memory"); return r; }
CASE(exch128, 1, 32) { while (swap128((Pair *)s, 1, 5).b) ; WORK; swap128((Pair *)s, 0, 0); DONE; }
CASE(cas128, 1, 32) { while (cas128f((Pair *)s, 0, 0, L, 5).b) ; WORK; swap128((Pair *)s, 0, 0); DONE; }
CASE(relaxed_weak_release, 1, 64) { cuda::atomic_ref<u32, cuda::thread_scope_device> l(*s); for (;;) { while (l.load(cuda::memory_order_relaxed)) ; if (!l.exchange(1, cuda::memory_order_acquire)) break; } WORK; l.store(0, cuda::memory_order_release); DONE; }
CASE(atomic_wait, 1, 32) { cuda::atomic_ref<u32, cuda::thread_scope_device> l(*s); u32 e = 0; while (!l.compare_exchange_strong(e, 1)) { e = 0; } WORK; l.store(0); l.notify_one(); DONE; }
CASE(try_done, 1, 64) { bool done = false; while (!done) { if (atomicCAS(s, 0, 1) == 0) { WORK; atomicExch(s, 0); done = true; } } DONE; }
CASE(got_then, 1, 32) { bool got = false; while (!got) { if (atomicCAS(s, 0, 1) == 0) got = true; else __nanosleep(5); } WORK; atomicExch(s, 0); DONE; }
CASE(got_count, 1, 32) { int got = 0, tries = 0; while (got < 3) { if (atomicCAS(s + got, 0, 1) == 0) got++; tries++; } WORK; for (int i = 2; i >= 0; i--) atomicExch(s + i, 0); DONE; }
CASE(test_before_cas, 1, 32) { for (;;) { u32 o = VOL(s); if (o & 1) continue; if (atomicCAS(s, o, o + 1) == o) break; } WORK; atomicAdd(s, 1); DONE; }
CASE(state_machine, 1, 32) { int state = 0, n = 0; while (state < 3) { switch (state) { case 0: if (atomicCAS(s, 0, 1) == 0) state = 1; break; case 1: { u32 x = VOL(s + 100); VOL(s + 100) = x + 1; fence; if (++n > (L & 3)) state = 2; break; } case 2: atomicExch(s, 0); state = 3; break; } } DONE; }
CASE(hold_across, 1, 32) { bool held = false; for (int i = 0; i < 6; i++) { if (!held) { while (atomicExch(s, 1)) ; held = true; } u32 x = VOL(s + 100); VOL(s + 100) = x + 1; fence; if (((L + i) & 1) || i == 5) { atomicExch(s, 0); held = false; } } DONE; }
CASE(got_in_memory, 1, 32) { __shared__ u32 got[32]; got[L] = 0; while (!VOL(&got[L])) { if (atomicCAS(s, 0, 1) == 0) VOL(&got[L]) = 1; } WORK; atomicExch(s, 0); DONE; }
CASE(trylock_fallback, 1, 32) { int n = 0; for (;;) { if (atomicExch(s, 1) == 0) { WORK; atomicExch(s, 0); break; } if (atomicExch(s + 1, 1) == 0) { VOL(s + 101) = VOL(s + 101) + 1 + (L & 3); fence; atomicExch(s + 1, 0); break; } if (++n > 100000000) break; } all(s); answer(out, VOL(s + 100) + VOL(s + 101)); }

// Tickets and queues.
CASE(ticket, 2, 64) { u32 t = atomicAdd(s, 1); while (VOL(s + 1) != t) ; WORK; atomicAdd(s + 1, 1); DONE; }
CASE(ticket_lane, 1, 32) { while (VOL(s) != 31 - L) __nanosleep(8); VOL(s + 100) = VOL(s + 100) * 3 + L; fence; VOL(s) = 32 - L; DONE; }
CASE(ticket_cas, 1, 32) { u32 t = atomicAdd(s, 1); while (atomicCAS(s + 1, t, t) != t) ; WORK; atomicAdd(s + 1, 1); DONE; }
CASE(turn, 1, 64) { for (int i = 0; i < 64; i++) { while (VOL(s) < i) ; if (i == L) { VOL(s + 100) = VOL(s + 100) * 5 + L; fence; VOL(s) = i + 1; } } DONE; }
CASE(mcs, 1, 64) { u32 me = L + 1; V *next = s + 200, *wait = s + 400; next[me] = 0; wait[me] = 1; fence; u32 p = atomicExch(s, me); if (p) { next[p] = me; while (wait[me]) ; } fence; WORK; if (!next[me]) { if (atomicCAS(s, me, 0) == me) goto end; while (!next[me]) ; } wait[next[me]] = 0; end: DONE; }
CASE(clh, 1, 64) { V *busy = s + 200; u32 me = G + 1; busy[me] = 1; fence; u32 p = atomicExch(s, me); while (p && busy[p]) ; WORK; busy[me] = 0; DONE; }
CASE(stack_push_pop, 1, 64) { V *next = s + 200; u32 h; do { h = VOL(s); next[L + 1] = h; fence; } while (atomicCAS(s, h, L + 1) != h); __syncthreads();
  for (;;) { h = VOL(s); if (!h) break; u32 n = next[h]; if (atomicCAS(s, h, n) == h) { atomicAdd(s + 100, h); break; } } DONE; }
CASE(stack_wait, 1, 32) { V *next = s + 200; if (L < 16) { u32 h; do { do h = VOL(s); while (!h); fence; } while (atomicCAS(s, h, next[h]) != h); atomicAdd(s + 100, h); } else { u32 h; do { h = VOL(s); next[L + 1] = h; fence; } while (atomicCAS(s, h, L + 1) != h); } DONE; }
CASE(ring, 1, 64) { V *q = s + 200; if (L & 1) { u32 t = atomicAdd(s, 1); while (q[t & 3] != 2 * (t / 4)) ; VOL(s + 300 + (t & 3)) = L; fence; q[t & 3] = 2 * (t / 4) + 1; } else { u32 h = atomicAdd(s + 1, 1); while (q[h & 3] != 2 * (h / 4) + 1) ; fence; atomicAdd(s + 100, VOL(s + 300 + (h & 3))); fence; q[h & 3] = 2 * (h / 4) + 2; } DONE; }

// Readers and writers, sequence counts.
CASE(rw_add, 1, 32) { if (L % 5 == 0) { while (atomicCAS(s, 0, 0x80000000u) != 0) ; WORK; atomicSub(s, 0x80000000u); } else { while ((int)atomicAdd(s, 1) < 0) atomicSub(s, 1); if (VOL(s + 100) > 5000) VOL(s + 101) = 1; fence; atomicSub(s, 1); } DONE; }
CASE(rw_turns, 1, 64) { for (int i = 0; i < 3; i++) if ((L + i) % 7 == 0) { while (atomicOr(s, 1u << 31) >> 31) ; while (VOL(s) & 0x7fffffff) ; WORK; atomicAnd(s, 0x7fffffff); } else { for (;;) { u32 o = atomicAdd(s, 1); if (!(o >> 31)) break; atomicSub(s, 1); while (VOL(s) >> 31) ; } atomicSub(s, 1); } DONE; }
CASE(seqlock, 1, 32) { if (L < 4) { u32 q; do q = VOL(s); while ((q & 1) || atomicCAS(s, q, q + 1) != q); fence; VOL(s + 100) = VOL(s + 100) + 7; VOL(s + 101) = VOL(s + 101) + 7; fence; VOL(s) = q + 2; } else { u32 q, a, b; do { do q = VOL(s); while (q < 8 || (q & 1)); fence; a = VOL(s + 100); b = VOL(s + 101); fence; } while (VOL(s) != q); atomicAdd(s + 102, a == b); } all(s); answer(out, VOL(s + 100) * 100 + VOL(s + 102)); }

// Flags.
CASE(flag_arm, 1, 32) { if (L & 1) { while (VOL(s) == 0) ; fence; atomicAdd(s + 100, VOL(s + 1)); } else if (L == 2) { VOL(s + 1) = 5; fence; VOL(s) = 1; } DONE; }
CASE(flag_arm_other, 1, 32) { if (L == 2) { VOL(s + 1) = 5; fence; VOL(s) = 1; } else { while (VOL(s) == 0) ; fence; atomicAdd(s + 100, VOL(s + 1)); } DONE; }
CASE(flag_fence_only, 1, 32) { volatile u32 *p = s; u32 *w = s; if (L != 9) { u32 v; do { v = *w; fence; } while (v == 0); atomicAdd(s + 100, v); } else *p = 3; DONE; }
CASE(flag_fence_other, 1, 32) { volatile u32 *p = s; u32 *w = s; if (L == 9) *p = 3; else { u32 v; do { v = *w; fence; } while (v == 0); atomicAdd(s + 100, v); } DONE; }
CASE(flag_timeout, 1, 32) { if (L < 30) { u32 n = 0; while (VOL(s) == 0 && n++ < 4000000000u) ; atomicAdd(s + 100, VOL(s)); } else { VOL(s) = 1; } DONE; }
CASE(flag_else_timeout, 1, 32) { if (L >= 30) { VOL(s) = 1; } else { u32 n = 0; for (;;) { if (VOL(s)) break; if (++n == 4000000000u) break; } atomicAdd(s + 100, VOL(s)); } DONE; }
CASE(call_once, 2, 64) { if (VOL(s) != 2) { if (atomicCAS(s, 0, 1) == 0) { VOL(s + 1) = 77; fence; VOL(s) = 2; } else { while (VOL(s) != 2) ; } } fence; atomicAdd(s + 100, VOL(s + 1)); DONE; }
CASE(barrier_sense, 1, 64) { u32 sense = 0; for (int r = 0; r < 4; r++) { sense ^= 1; if (atomicAdd(s, 1) == 63) { VOL(s) = 0; fence; VOL(s + 1) = sense; } else { while (VOL(s + 1) != sense) ; } atomicAdd(s + 100, r); } DONE; }
CASE(pool, 1, 32) { V *q = s + 200; int work = L & 1 ? 3 : 0; u32 done = 0; while (VOL(s + 1) < 48) { if (work > 0) { u32 t = atomicAdd(s, 1); q[t] = 1; work--; } else { u32 h = VOL(s + 2); if (h < 48 && q[h] && atomicCAS(s + 2, h, h + 1) == h) { done++; atomicAdd(s + 1, 1); } } } atomicAdd(s + 100, done); DONE; }
CASE(flag_shared, 1, 64) { __shared__ u32 f[64]; f[L] = 0; __syncthreads(); if (L) while (VOL(&f[L - 1]) == 0) ; VOL(s + 100) = VOL(s + 100) * 3 + L; fence; VOL(&f[L]) = 1; DONE; }
CASE(flag_generic, 1, 32) { __shared__ u32 f[32]; f[L] = 0; s[L] = 0; __syncthreads(); V *p = (L & 1) ? (V *)f : (V *)s, *q = (L & 1) ? (V *)s : (V *)f; if (L) while (q[L - 1] == 0) ; VOL(s + 100) = VOL(s + 100) * 3 + L; fence; p[L] = 1; DONE; }
CASE(flag_count, 1, 64) { for (int r = 1; r < 4; r++) { atomicAdd(s, 1); while (VOL(s) < 64 * r) ; } atomicAdd(s + 100, VOL(s)); DONE; }
CASE(flag_inner_count, 1, 32) { int spins = 0; for (int r = 1; r < 4; r++) { if ((L + r) & 1) { atomicAdd(s, 1); } else { while (VOL(s) < 16 * r) spins++; } } atomicAdd(s + 100, 1 + (spins < 0)); DONE; }
CASE(flag_vote_exit, 1, 32) { if (L < 16) { u32 v; do { v = VOL(s); } while (!__any_sync(0xffff, v)); atomicAdd(s + 100, 3); } else { atomicAdd(s, 1); } DONE; }
CASE(flag_shfl_exit, 1, 32) { if (L < 16) { u32 v; do { v = L == 3 ? VOL(s) : 0; v = __shfl_sync(0xffff, v, 3); } while (!v); atomicAdd(s + 100, 3); } else { atomicAdd(s, 1); } DONE; }
CASE(flag_else_vote, 1, 32) { if (L >= 16) { atomicAdd(s, 1); } else { while (!__all_sync(0xffff, VOL(s) == 16)) ; atomicAdd(s + 100, 3); } DONE; }
CASE(pingpong, 1, 32) { for (int i = 0; i < 6; i++) if (L == 4) { while (VOL(s) != 2 * i) ; VOL(s + 100) = VOL(s + 100) * 3 + 1; fence; VOL(s) = 2 * i + 1; } else if (L == 21) { while (VOL(s) != 2 * i + 1) ; VOL(s + 100) = VOL(s + 100) * 5 + 2; fence; VOL(s) = 2 * i + 2; } DONE; }
CASE(neighbours, 1, 64) { for (int i = 1; i < 6; i++) { VOL(s + 200 + L) = i; while (VOL(s + 200 + ((L + 1) & 63)) < i || VOL(s + 200 + ((L + 63) & 63)) < i) ; } atomicAdd(s + 100, VOL(s + 200 + L)); DONE; }
CASE(exit_waited, 1, 32) { if (L == 0) { u32 x = VOL(s + 7); VOL(s + 8) = x; fence; VOL(s) = 1; out[0] = 1; return; } while (VOL(s) == 0) ; out[L] = VOL(s) + L; }
CASE(two_values, 1, 32) { u32 a, b; if (L == 31) { VOL(s) = 1; while (VOL(s + 1) == 0) ; VOL(s + 2) = 1; a = b = 0; } else { while ((a = VOL(s)) == 0) ; if (L == 0) VOL(s + 1) = 1; while ((b = VOL(s + 2)) == 0) ; } atomicAdd(s + 100, a + b); DONE; }
CASE(switch_roles, 1, 32) { switch (L & 3) { case 0: while (VOL(s) < 8) ; atomicAdd(s + 1, 1); break; case 1: while (VOL(s + 1) < 8) ; atomicAdd(s + 2, 1); break; case 2: atomicAdd(s, 1); break; default: while (VOL(s + 2) < 8) ; atomicAdd(s + 100, 1); } DONE; }
CASE(sleep_poll, 1, 32) { u32 ns = 8; if (L > 3) { while (atomicAdd(s, 0) != 4) { __nanosleep(ns); if (ns < 256) ns *= 2; } } else atomicAdd(s, 1); atomicAdd(s + 100, 1); DONE; }
CASE(two_spins, 1, 32) { if (L & 1) { atomicAdd(s, 1); while (VOL(s + 1) < 16) ; } else { while (VOL(s) < 16) ; atomicAdd(s + 1, 1); } atomicAdd(s + 100, 1); DONE; }
CASE(partial_syncwarp, 1, 32) { if (L < 8) { while (atomicCAS(s, 0, 1)) ; WORK; atomicExch(s, 0); __syncwarp(0xff); atomicAdd(s + 100, 10); } else { while (atomicCAS(s, 0, 1)) ; WORK; atomicExch(s, 0); __syncwarp(0xffffff00); atomicAdd(s + 100, 20); } DONE; }
CASE(syncwarp_own, 1, 32) { while (atomicCAS(s, 0, 1)) ; u32 x = VOL(s + 100); __syncwarp(1u << L); VOL(s + 100) = x + 1; fence; atomicExch(s, 0); DONE; }
CASE(arrive_wait_mix, 1, 64) { __shared__ u32 go; if (L == 0) go = 0; __syncthreads(); if (L >= 32) { while (VOL(&go) == 0) ; atomicAdd(s + 100, 1); } else if (L == 5) { fence; VOL(&go) = 1; } DONE; }

// Sections with more in them, locks in order.
CASE(section_loop, 1, 32) { while (atomicExch(s, 1)) ; u32 x = VOL(s + 100); for (int i = 0; i < (L & 7); i++) x += i * L; VOL(s + 100) = x + 1; fence; atomicExch(s, 0); DONE; }
CASE(section_spin, 1, 32) { if (L == 7) { while (VOL(s + 1) < 3) ; VOL(s + 2) = 1; } else { while (atomicExch(s, 1)) ; atomicAdd(s + 1, 1); if (VOL(s + 1) > 3) while (VOL(s + 2) == 0) ; WORK; atomicExch(s, 0); } DONE; }
CASE(nested, 1, 32) { int a = L % 3, b = 3 + L % 2; while (atomicCAS(s + a, 0, 1)) ; while (atomicCAS(s + b, 0, 1)) ; atomicAdd(s + 100, 1); VOL(s + 110 + b) = VOL(s + 110 + b) + 1; fence; atomicExch(s + b, 0); atomicExch(s + a, 0); all(s); answer(out, VOL(s + 100) * 100 + VOL(s + 113) * 10 + VOL(s + 114)); }
CASE(hand_over_hand, 1, 32) { while (atomicCAS(s, 0, 1)) ; for (int i = 1; i < 6; i++) { while (atomicCAS(s + i, 0, 1)) ; VOL(s + 100 + i) = VOL(s + 100 + i) + i; fence; atomicExch(s + i - 1, 0); } atomicExch(s + 5, 0); all(s); u32 t = 0; for (int i = 1; i < 6; i++) t = t * 7 + VOL(s + 100 + i); answer(out, t); }
CASE(philosophers, 1, 32) { for (int r = 0; r < 3; r++) { int a = L, b = (L + 1) & 31; if (a > b) { int t = a; a = b; b = t; } for (;;) { while (atomicExch(s + a, 1)) ; if (atomicExch(s + b, 1) == 0) break; atomicExch(s + a, 0); } VOL(s + 200 + a) += 1; VOL(s + 200 + b) += 1; fence; atomicExch(s + b, 0); atomicExch(s + a, 0); } all(s); u32 t = 0; for (int i = 0; i < 32; i++) t += VOL(s + 200 + i); answer(out, t); }
CASE(rounds, 1, 32) { for (int i = 0; i < 5; i++) { while (atomicExch(s + (L + i) % 3, 1)) ; VOL(s + 200 + (L + i) % 3) += 1; fence; atomicExch(s + (L + i) % 3, 0); if (i == (L & 7)) break; } all(s); answer(out, VOL(s + 200) + VOL(s + 201) + VOL(s + 202)); }

// Functions: really called, recursive, through pointers; a lock taken in a callee and given back in the caller.
__device__ __noinline__ void take(u32 *l) { while (atomicCAS(l, 0, 1)) ; }
__device__ __noinline__ void give(u32 *l) { __threadfence(); atomicExch(l, 0); }
__device__ __noinline__ bool tryTake(u32 *l) { return atomicExch(l, 1) == 0; }
__device__ __noinline__ u32 peek(u32 *l) { return VOL(l); }
__device__ __noinline__ void poke(u32 *l, u32 v) { VOL(l) = v; }
CASE(callee_takes, 1, 64) { take(s); WORK; give(s); DONE; }
CASE(callee_tries, 1, 32) { while (!tryTake(s)) ; WORK; give(s); DONE; }
CASE(callee_peeks, 1, 32) { if (L) { while (peek(s) != L) ; } VOL(s + 100) = VOL(s + 100) * 3 + L; fence; poke(s, L + 1); DONE; }
CASE(callee_pokes_arm, 1, 32) { if (L & 1) { while (VOL(s) < 16) ; } else { while (!tryTake(s + 1)) ; poke(s, peek(s) + 1); give(s + 1); } atomicAdd(s + 100, 1); DONE; }
__device__ __noinline__ u32 deep(u32 *s, int n) { if (n == 0) { u32 x = VOL(s + 100); VOL(s + 100) = x + 1; return 1; } return deep(s, n - 1) + n; }
CASE(section_recursion, 1, 32) { while (atomicExch(s, 1)) ; deep(s, L & 3); fence; atomicExch(s, 0); DONE; }
__device__ __noinline__ u32 recLock(u32 *s, int n) { while (atomicExch(s + n, 1)) ; u32 r = 1; if (n) r += recLock(s, n - 1); else { VOL(s + 100) = VOL(s + 100) + 1; } __threadfence(); atomicExch(s + n, 0); return r; }
CASE(recursion_locks, 1, 32) { u32 r = recLock(s, L & 3); all(s); answer(out, VOL(s + 100) * 100 + r); }
__device__ __noinline__ u32 recWait(u32 *s, int n) { if (n == 0) { while (VOL(s) < 24) ; return 0; } if (n == 3) atomicAdd(s, 1); return recWait(s, n - 1) + 1; }
CASE(recursion_waits, 1, 32) { u32 r = 0; if (L < 8) r = recWait(s, 2); else atomicAdd(s, 1); atomicAdd(s + 100, r); DONE; }
CASE(recursion_takes, 1, 32) { struct R { static __device__ __noinline__ void f(u32 *s, int n) { if (n > 0) { f(s, n - 1); return; } while (atomicCAS(s, 0, 1)) ; } }; R::f(s, L & 3); WORK; give(s); DONE; }
typedef void (*Fn)(u32 *);
__device__ Fn table[3] = {take, give, 0};
CASE(pointer_takes, 1, 32) { Fn f = table[VOL(s + 5)], g = table[VOL(s + 5) + 1]; f(s); WORK; g(s); DONE; }
CASE(pointer_roles, 1, 32) { Fn f = table[L & 1 ? 0 : 1]; if (L == 0) VOL(s) = 1; __syncwarp(); if (L < 2) f(s); atomicAdd(s + 100, 1); DONE; }

// Blocks: a lock of the grid, a chain of blocks by ticket, more blocks than are resident.
CASE(grid_lock, 8, 128) { while (atomicExch(s, 1)) ; WORK; atomicExch(s, 0); __syncthreads(); if (L == 0) { fence; atomicAdd(s + 1, 1); } if (blockIdx.x == 0) { while (VOL(s + 1) < 8) ; fence; answer(out, VOL(s + 100)); } }
CASE(grid_chain, 1500, 32) { __shared__ u32 me; if (L == 0) me = atomicAdd(s + 3, 1); __syncthreads(); if (L == 0) { while (VOL(s) != me) ; VOL(s + 100) = VOL(s + 100) * 3 + me; fence; VOL(s) = me + 1; } __syncwarp(); if (me == gridDim.x - 1) out[L] = VOL(s + 100) + L; }
CASE(grid_last, 64, 64) { __shared__ bool last; atomicAdd(s + 100, L); fence; __syncthreads(); if (L == 0) last = atomicInc(s, 63) == 63; __syncthreads(); if (last && L < 32) out[L] = VOL(s + 100) + L; }
CASE(work_queue, 4, 64) { u32 i; while ((i = atomicAdd(s, 1)) < 1000) atomicAdd(s + 100, i); DONE; }
CASE(hash_insert, 1, 64) { u32 k = L * 37 + 1, h = k & 127; while (true) { u32 o = atomicCAS(s + 200 + h, 0, k); if (o == 0 || o == k) break; h = (h + 1) & 127; } atomicAdd(s + 100, k); DONE; }
CASE(union_find, 1, 64) { V *p = s + 200; p[L] = L; __syncthreads(); u32 a = L, b = (L * 7 + 3) & 63; for (;;) { while (a != p[a]) a = p[a]; while (b != p[b]) b = p[b]; if (a == b) break; if (a < b) { u32 t = a; a = b; b = t; } u32 o = atomicMin(s + 200 + a, b); if (o == a) break; a = o; } __syncthreads(); u32 r = L; while (r != p[r]) r = p[r]; atomicAdd(s + 100, r); DONE; }
// mbarriers.
__device__ __forceinline__ u32 shared(void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ bool tested(u32 b, u32 parity, bool sleep) { u32 r; if (sleep) asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0,1,0,p;}" : "=r"(r) : "r"(b), "r"(parity) : "memory"); else asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0,1,0,p;}" : "=r"(r) : "r"(b), "r"(parity) : "memory"); return r; }
CASE(mbar_arm, 1, 32) { __shared__ u64 bar; u32 b = shared(&bar); if (L == 0) asm volatile("mbarrier.init.shared.b64 [%0], 16;" :: "r"(b) : "memory"); __syncthreads(); if (L & 1) { while (!tested(b, 0, true)) ; atomicAdd(s + 100, VOL(s)); } else { atomicAdd(s, 1); fence; asm volatile("{.reg .b64 t; mbarrier.arrive.shared.b64 t, [%0];}" :: "r"(b) : "memory"); } DONE; }
CASE(mbar_all, 1, 64) { __shared__ u64 bar; u32 b = shared(&bar); if (L == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" :: "r"(b) : "memory"); __syncthreads(); for (int i = 0; i < 4; i++) { for (int k = 0; k < (L * 3 + i) % 5; k++) atomicAdd(s + 1, 1); asm volatile("{.reg .b64 t; mbarrier.arrive.shared.b64 t, [%0];}" :: "r"(b) : "memory"); while (!tested(b, i & 1, false)) ; } atomicAdd(s + 100, 1); DONE; }
CASE(mbar_chain, 1, 32) { __shared__ u64 bar[32]; if (L == 0) for (int i = 0; i < 32; i++) asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(shared(bar + i)) : "memory"); __syncthreads(); if (L < 31) while (!tested(shared(bar + L + 1), 0, L & 1)) ; VOL(s + 100) = VOL(s + 100) * 3 + L; fence; asm volatile("{.reg .b64 t; mbarrier.arrive.shared.b64 t, [%0];}" :: "r"(shared(bar + L)) : "memory"); DONE; }
