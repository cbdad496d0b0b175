// What CUDA C++ makes of the language: objects, pointers to functions, templates, memory spaces, warp functions, atomics.
// The host computes every expected value again with code of its own. Built with language_part.cu by nvcc -rdc=true, so that
// the driver links two relocatable modules.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include <cuda_runtime.h>

#include "language.h"

static int cases, wrong;

static bool ok(cudaError_t err, const char *what)
{
	if (err != cudaSuccess) {
		std::printf("%s: %s\n", what, cudaGetErrorString(err));
		cudaGetLastError();
	}
	return err == cudaSuccess;
}

// expect runs a kernel that writes a T per thread and compares.
template <class T, class K>
static void expect(const char *name, int blocks, int threads, K kernel, std::function<T(int block, int thread)> want, size_t shared = 0)
{
	const int n = blocks * threads;
	std::vector<T> got(n);
	T *d = nullptr;
	cases++;
	bool fine = ok(cudaMalloc(&d, n * sizeof(T)), name) && ok(cudaMemset(d, 0x55, n * sizeof(T)), name);
	if (fine) {
		kernel<<<blocks, threads, shared>>>(d);
		fine = ok(cudaGetLastError(), name) && ok(cudaMemcpy(got.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost), name);
	}
	for (int i = 0; fine && i < n; i++) {
		T w = want(i / threads, i % threads);
		if (std::memcmp(&got[i], &w, sizeof(T)) != 0) {
			std::printf("%s: thread %d of block %d: got %.17g, want %.17g\n", name, i % threads, i / threads, (double)got[i], (double)w);
			fine = false;
		}
	}
	wrong += !fine;
	cudaFree(d);
}

__device__ int self() { return blockIdx.x * blockDim.x + threadIdx.x; }

// --- Objects with virtual functions, built on the device by placement ---

struct Shape {
	__host__ __device__ virtual int area() const = 0;
	__host__ __device__ virtual int corners() const { return 0; }
};
struct Box : Shape {
	int a, b;
	__host__ __device__ Box(int a, int b) : a(a), b(b) {}
	__host__ __device__ int area() const override { return a * b; }
	__host__ __device__ int corners() const override { return 4; }
};
struct Disc : Shape {
	int r;
	__host__ __device__ explicit Disc(int r) : r(r) {}
	__host__ __device__ int area() const override { return 3 * r * r; }
};

static __host__ __device__ int shape(int i)
{
	Box box(i, i + 2);
	Disc disc(i);
	const Shape *s = i % 3 ? static_cast<const Shape *>(&box) : &disc;
	return s->area() * 10 + s->corners();
}

__global__ void virtuals(int *out) { out[self()] = shape(threadIdx.x); }

// --- Pointers to functions: a table in constant memory, one that the host took from the device ---

static __host__ __device__ int add(int a, int b) { return a + b; }
static __host__ __device__ int sub(int a, int b) { return a - b; }
static __host__ __device__ int mix(int a, int b) { return a * 31 ^ b; }

__constant__ Binary table[3] = {add, sub, mix};
__device__ Binary chosen = mix;
__device__ Binary slot;

__global__ void pointers(int *out)
{
	int i = self();
	out[i] = table[i % 3](i, 7) + slot(i, 3);
}

// --- Recursion, deep and mutual; a jump table; goto ---

static __host__ __device__ int ackermann(int m, int n)
{
	if (m == 0)
		return n + 1;
	return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void recursion(int *out) { out[self()] = ackermann(threadIdx.x % 3, threadIdx.x % 5) + part_depth(threadIdx.x); }

static __host__ __device__ unsigned interpret(unsigned x)
{
	unsigned r = x;
	for (int pc = 0; pc < 40; pc++) {
		switch ((x >> (pc % 24)) % 9) {
		case 0: r += 3; break;
		case 1: r ^= r << 5; break;
		case 2: r *= 7; // fall through
		case 3: r--; break;
		case 4: if (r & 1) goto out; r |= 1; break;
		case 5: pc++; continue;
		case 6: r = r >> 3 | r << 29; break;
		case 7: r = ~r; break;
		default: r ^= pc;
		}
	}
out:
	return r;
}

__global__ void jumps(unsigned *out) { out[self()] = interpret(self() * 2654435761u); }

// --- Templates and lambdas ---

template <int N> struct Fib {
	static constexpr int value = Fib<N - 1>::value + Fib<N - 2>::value;
};
template <> struct Fib<1> { static constexpr int value = 1; };
template <> struct Fib<0> { static constexpr int value = 0; };

template <class F> __host__ __device__ int twice(F f, int x) { return f(f(x)); }
template <class... A> __host__ __device__ int sum(A... a) { return (0 + ... + a); }

__global__ void templates(int *out)
{
	int k = threadIdx.x;
	out[self()] = twice([=](int x) { return x * 3 + k; }, 5) + Fib<20>::value + sum(1, k, k * k);
}

// --- Memory spaces ---

struct Big { // by value through the parameter space, indexed by the thread
	int v[500];
};
__global__ void byValue(int *out, Big big) { out[self()] = big.v[threadIdx.x * 3]; }

__constant__ int weights[64];
__device__ int counter;
__managed__ int shared_with_host = 5;

__global__ void spaces(int *out)
{
	extern __shared__ int dynamic[];
	__shared__ int fixed[64];
	int local[16];
	for (int i = 0; i < 16; i++)
		local[(i * 5 + threadIdx.x) % 16] = i + threadIdx.x;
	fixed[threadIdx.x] = local[threadIdx.x % 16];
	dynamic[63 - threadIdx.x] = weights[threadIdx.x];
	__syncthreads();
	atomicAdd(&counter, 1);
	const int *p = threadIdx.x & 1 ? fixed : dynamic; // generic
	out[self()] = p[(threadIdx.x + 9) % 64] + part_global + shared_with_host;
}

// --- Warp functions ---

__global__ void warp(unsigned *out)
{
	unsigned l = threadIdx.x % 32, v = self() * 2654435761u, r = 0;
	r += __ballot_sync(~0u, v & 4);
	r += __shfl_sync(~0u, v, l * 7, 16) ^ __shfl_up_sync(~0u, v, 3) ^ __shfl_down_sync(~0u, v, 5, 8) ^ __shfl_xor_sync(~0u, v, 9);
	r += __match_any_sync(~0u, v >> 29);
	r ^= __reduce_add_sync(~0u, v) + __reduce_min_sync(~0u, v) + __reduce_xor_sync(~0u, v);
	if (l % 3 == 0)
		r += __popc(__activemask()) + __reduce_max_sync(0x49249249u, v);
	r += __all_sync(~0u, v != 1) + 2 * __any_sync(~0u, l == 4);
	out[self()] = r;
}

static unsigned warpWant(int, int t)
{
	unsigned v[32], l = t % 32, b = 0, m = 0, s = 0, lo = ~0u, x = 0, hi = 0, first = t / 32 * 32;
	for (int i = 0; i < 32; i++)
		v[i] = (first + i) * 2654435761u;
	for (int i = 0; i < 32; i++) {
		b |= (v[i] >> 2 & 1) << i;
		m |= unsigned(v[i] >> 29 == v[l] >> 29) << i;
		s += v[i], x ^= v[i], lo = std::min(lo, v[i]);
		if (i % 3 == 0)
			hi = std::max(hi, v[i]);
	}
	unsigned r = b;
	r += v[(l & 16) + l * 7 % 16] ^ v[l < 3 ? l : l - 3] ^ v[l % 8 + 5 > 7 ? l : l + 5] ^ v[l ^ 9];
	r += m;
	r ^= s + lo + x;
	if (l % 3 == 0)
		r += 11 + hi;
	return r + 1 + 2;
}

// --- Atomics of every width, on shared and global memory ---

struct Sums {
	int i32;
	unsigned wrap;
	unsigned long long u64;
	long long max64;
	float f32;
	double f64;
	unsigned short cas16;
	unsigned char pad[2];
	int spin;
};
__device__ Sums sums;

__global__ void atomics(int *out)
{
	__shared__ int lock, guarded;
	__shared__ float fsum;
	if (threadIdx.x == 0)
		lock = guarded = 0, fsum = 0;
	__syncthreads();
	int i = self();
	atomicAdd(&sums.i32, i);
	atomicInc(&sums.wrap, 99);
	atomicAdd(&sums.u64, 1ull << 33);
	atomicMax(&sums.max64, (long long)i << 32);
	atomicAdd(&sums.f32, 0.5f);
	atomicAdd(&sums.f64, 0.25);
	unsigned short old = sums.cas16, seen;
	while ((seen = atomicCAS(&sums.cas16, old, (unsigned short)(old + 3))) != old)
		old = seen;
	atomicAdd(&fsum, 1.0f);
	// A lock that lanes of one warp take from each other.
	for (bool done = false; !done;) {
		if (atomicCAS(&lock, 0, 1) == 0) {
			*(volatile int *)&guarded += 2;
			__threadfence_block();
			atomicExch(&lock, 0);
			done = true;
		}
	}
	__syncthreads();
	out[i] = guarded + (int)fsum;
}

// --- Inline PTX ---

__global__ void inlinePTX(unsigned *out)
{
	unsigned r, lane;
	asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
	asm("{ .reg .pred p; .reg .u32 t; setp.gt.u32 p, %1, 15; selp.u32 t, 100, 200, p; prmt.b32 t, t, %1, 0x4015; mad.lo.u32 %0, t, 3, %1; }" : "=r"(r) : "r"(lane));
	out[self()] = r;
}

static unsigned ptxWant(int, int t)
{
	unsigned l = t % 32, a = l > 15 ? 100 : 200, byte[8];
	for (int i = 0; i < 4; i++)
		byte[i] = a >> 8 * i & 255, byte[4 + i] = l >> 8 * i & 255;
	return (byte[5] | byte[1] << 8 | byte[0] << 16 | byte[4] << 24) * 3 + l;
}

int main()
{
	expect<int>("virtual functions", 2, 96, virtuals, [](int, int t) { return shape(t); });
	Binary p;
	if (ok(cudaMemcpyFromSymbol(&p, chosen, sizeof p), "address of a function") && ok(cudaMemcpyToSymbol(slot, &p, sizeof p), "slot"))
		expect<int>("pointers to functions", 2, 64, pointers, [](int b, int t) {
			int i = b * 64 + t;
			return (i % 3 == 0 ? add : i % 3 == 1 ? sub : mix)(i, 7) + mix(i, 3);
		});
	ok(cudaDeviceSetLimit(cudaLimitStackSize, 4096), "stack size");
	expect<int>("recursion", 1, 64, recursion, [](int, int t) { return ackermann(t % 3, t % 5) + part_depth(t); });
	expect<unsigned>("jumps", 4, 128, jumps, [](int b, int t) { return interpret((b * 128 + t) * 2654435761u); });
	expect<int>("templates and lambdas", 1, 64, templates, [](int, int t) { return (5 * 3 + t) * 3 + t + 6765 + 1 + t + t * t; });
	int w[64];
	for (int i = 0; i < 64; i++)
		w[i] = i * i;
	ok(cudaMemcpyToSymbol(weights, w, sizeof w), "constant memory");
	expect<int>("memory spaces", 3, 64, spaces, [](int, int t) {
		auto local = [](int t, int at) {
			int v = 0;
			for (int i = 0; i < 16; i++)
				if ((i * 5 + t) % 16 == at)
					v = i + t;
			return v;
		};
		int at = (t + 9) % 64;
		return (t & 1 ? local(at, at % 16) : (63 - at) * (63 - at)) + 1234 + 5;
	}, 64 * sizeof(int));
	int count = 0;
	cases++;
	if (!ok(cudaMemcpyFromSymbol(&count, counter, sizeof count), "counter") || count != 3 * 64 || shared_with_host != 5) {
		std::printf("counter: %d\n", count);
		wrong++;
	}
	Big big;
	for (int i = 0; i < 500; i++)
		big.v[i] = i * 7;
	int *d, got[128];
	cases++;
	cudaMalloc(&d, sizeof got);
	byValue<<<1, 128>>>(d, big);
	if (!ok(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost), "parameters by value") || got[77] != 77 * 21) {
		std::printf("parameters by value: %d\n", got[77]);
		wrong++;
	}
	expect<unsigned>("warp functions", 1, 128, warp, warpWant);
	expect<int>("atomics", 4, 64, atomics, [](int, int) { return 64 * 2 + 64; });
	Sums s;
	cases++;
	if (!ok(cudaMemcpyFromSymbol(&s, sums, sizeof s), "sums") || s.i32 != 255 * 128 || s.wrap != 256 % 100 || s.u64 != 256ull << 33 ||
	    s.max64 != 255ll << 32 || s.f32 != 128 || s.f64 != 64 || s.cas16 != 768) {
		std::printf("atomics: %d %u %llu %lld %g %g %d\n", s.i32, s.wrap, s.u64, s.max64, s.f32, s.f64, s.cas16);
		wrong++;
	}
	expect<unsigned>("inline PTX", 1, 64, inlinePTX, ptxWant);
	std::printf("language: %d passed, %d failed\n", cases - wrong, wrong);
	return wrong != 0;
}
