// Threads that work together by NVIDIA's own headers: cooperative groups and libcu++. Every expected value is counted by the
// host from what the programming guide says of the operation.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>

namespace cg = cooperative_groups;

static int cases, wrong;

static bool ok(cudaError_t err, const char *what)
{
	if (err != cudaSuccess) {
		std::printf("%s: %s\n", what, cudaGetErrorString(err));
		cudaGetLastError();
	}
	return err == cudaSuccess;
}

// expect launches a kernel over n words, the first of which are compared; cooperatively where coop says so.
static void expect(const char *name, void (*kernel)(int *, int), int blocks, int threads, int n, int compared,
		   std::function<int(int)> want, bool coop = false)
{
	std::vector<int> got(n);
	int *d = nullptr;
	cases++;
	bool fine = ok(cudaMalloc(&d, n * sizeof(int)), name) && ok(cudaMemset(d, 0, n * sizeof(int)), name);
	if (fine) {
		void *args[] = {&d, &n};
		fine = ok(coop ? cudaLaunchCooperativeKernel((void *)kernel, blocks, threads, args, 0, 0)
			       : cudaLaunchKernel((void *)kernel, blocks, threads, args, 0, 0), name) &&
		       ok(cudaMemcpy(got.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost), name);
	}
	for (int i = 0; fine && i < compared; i++) {
		if (got[i] != want(i)) {
			std::printf("%s: word %d: got %d, want %d\n", name, i, got[i], want(i));
			fine = false;
		}
	}
	wrong += !fine;
	cudaFree(d);
}

// --- Groups ---

template <int Size> __global__ void tile(int *out, int)
{
	auto t = cg::tiled_partition<Size>(cg::this_thread_block());
	int i = threadIdx.x, v = i * 7 % 13;
	out[i] = cg::reduce(t, v, cg::plus<int>()) * 1000 + cg::reduce(t, v, cg::greater<int>()) * 10 +
		 cg::inclusive_scan(t, v) - cg::exclusive_scan(t, v) - v + t.all(v >= 0) + __popc(t.ballot(v & 1));
}

template <int Size> int tileWant(int i)
{
	int sum = 0, most = 0, odd = 0;
	for (int j = i / Size * Size; j < i / Size * Size + Size; j++) {
		int v = j * 7 % 13;
		sum += v, odd += v & 1, most = std::max(most, v);
	}
	return sum * 1000 + most * 10 + 1 + odd;
}

// A tile of four warps uses the shared memory that PTX calls reserved.
__global__ void wideTile(int *out, int)
{
	auto t = cg::tiled_partition<128>(cg::this_thread_block());
	int i = threadIdx.x, sum = cg::reduce(t, i, cg::plus<int>());
	t.sync();
	out[i] = sum + t.shfl(i, 5);
}

__global__ void divergentGroups(int *out, int)
{
	int i = threadIdx.x;
	if (i % 3 == 1) {
		auto g = cg::coalesced_threads();
		out[i] = g.size() * 1000 + g.thread_rank() * 10 + cg::reduce(g, 1, cg::plus<int>()) % 7;
	} else {
		auto g = cg::coalesced_threads();
		out[i] = -int(g.shfl(i, 0));
	}
}

static int divergentWant(int i)
{
	int n = 0, rank = 0, first = -1;
	for (int j = i / 32 * 32; j < i / 32 * 32 + 32; j++) {
		bool same = (j % 3 == 1) == (i % 3 == 1);
		n += same, rank += same && j < i;
		if (same && first < 0)
			first = j;
	}
	return i % 3 == 1 ? n * 1000 + rank * 10 + n % 7 : -first;
}

__global__ void labels(int *out, int)
{
	auto t = cg::tiled_partition<32>(cg::this_thread_block());
	auto g = cg::labeled_partition(t, threadIdx.x * 5 % 4);
	out[threadIdx.x] = g.size() * 100 + g.thread_rank();
}

__global__ void gridSync(int *out, int n)
{
	auto g = cg::this_grid();
	int i = g.thread_rank(), half = n / 2;
	for (int round = 0; round < 4; round++) {
		int v = round ? out[(round - 1) % 2 * half + (i + 1) % half] : i;
		out[round % 2 * half + i] = v + 1;
		g.sync();
	}
	out[i] = out[half + i];
}

// --- Barriers, pipelines, copies ---

__global__ void blockBarrier(int *out, int)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int line[128], left;
	if (threadIdx.x == 0)
		init(&bar, blockDim.x), left = 0;
	__syncthreads();
	int v = threadIdx.x;
	for (int round = 0; round < 3; round++) {
		line[threadIdx.x] = v;
		auto token = bar.arrive();
		bar.wait(std::move(token));
		v = line[(threadIdx.x + 1) % 128] + 1;
		bar.arrive_and_wait();
	}
	out[threadIdx.x] = v;
	if (threadIdx.x % 2) {
		atomicAdd(&left, 1);
		bar.arrive_and_drop();
		return;
	}
	bar.arrive_and_wait();
	out[threadIdx.x] += left * 1000;
	bar.arrive_and_wait();
}

__global__ void asyncCopy(int *out, int n)
{
	__shared__ alignas(16) int line[128];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	auto block = cg::this_thread_block();
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	out[n / 2 + threadIdx.x] = threadIdx.x * 11;
	block.sync();
	cuda::memcpy_async(block, line, out + n / 2, cuda::aligned_size_t<16>(sizeof line), bar);
	bar.arrive_and_wait();
	int v = line[127 - threadIdx.x];
	block.sync();
	cg::memcpy_async(block, line, out + n / 2, sizeof line);
	cg::wait(block);
	out[threadIdx.x] = v + line[threadIdx.x ^ 1] * 10000;
}

// The first warp fetches, the others add up what it fetched.
__global__ void producerConsumer(int *out, int)
{
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	__shared__ int stage[2][128];
	int *from = out + 128;
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		from[i] = i;
	__syncthreads();
	auto p = cuda::make_pipeline(cg::this_thread_block(), &state, threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
	int sum = 0, t = threadIdx.x - 32;
	for (int i = 0; i < 8; i++) {
		if (threadIdx.x < 32) {
			p.producer_acquire();
			for (int j = threadIdx.x; j < 128; j += 32)
				cuda::memcpy_async(&stage[i % 2][j], &from[i * 128 + j], sizeof(int), p);
			p.producer_commit();
		} else {
			p.consumer_wait();
			sum += stage[i % 2][(t + i) % 128];
			p.consumer_release();
		}
	}
	if (threadIdx.x >= 32)
		out[t] = sum;
}

// --- Atomics and semaphores ---

template <cuda::thread_scope Scope> __global__ void atomics(int *out, int)
{
	int i = threadIdx.x;
	cuda::atomic_ref<int, Scope>(out[0]).fetch_add(1);
	cuda::atomic_ref<int, Scope>(out[1]).fetch_max(i);
	cuda::atomic_ref<int, Scope>(out[2]).fetch_min(-i);
	cuda::atomic_ref<int, Scope>(out[3]).fetch_xor(i * 3);
	cuda::atomic_ref<int, Scope> cas(out[4]);
	int seen = cas.load();
	while (!cas.compare_exchange_weak(seen, seen + 3, cuda::std::memory_order_acq_rel))
		;
	cuda::atomic_ref<unsigned char, Scope>(*reinterpret_cast<unsigned char *>(out + 5)).fetch_add(1);
	cuda::atomic_ref<unsigned short, Scope>(*reinterpret_cast<unsigned short *>(out + 6)).fetch_add(3);
	cuda::atomic_ref<unsigned long long, Scope>(*reinterpret_cast<unsigned long long *>(out + 8)).fetch_add((1ull << 32) + 1, cuda::std::memory_order_relaxed);
	cuda::atomic_ref<double, Scope>(*reinterpret_cast<double *>(out + 10)).fetch_add(0.5);
}

static int atomicsWant(int i)
{
	int x = 0;
	for (int t = 0; t < 200; t++)
		x ^= t * 3;
	const int want[] = {200, 199, -199, x, 600, 200, 600, 0, 200, 200, 0, 0x40590000}; // the last two words: 100.0
	return want[i];
}

__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

__global__ void waitForOther(int *out, int)
{
	if (blockIdx.x == 1) {
		out[1] = 42;
		flag.store(1, cuda::std::memory_order_release);
		flag.notify_all();
	} else {
		flag.wait(0, cuda::std::memory_order_acquire);
		out[0] = out[1] + 1;
	}
}

// Lanes of one warp hand a semaphore to each other.
__global__ void semaphore(int *out, int)
{
	using Binary = cuda::binary_semaphore<cuda::thread_scope_block>;
	__shared__ alignas(Binary) char memory[sizeof(Binary)];
	__shared__ int counted;
	Binary &s = *reinterpret_cast<Binary *>(memory);
	if (threadIdx.x == 0)
		new (&s) Binary(1), counted = 0;
	__syncthreads();
	s.acquire();
	*(volatile int *)&counted += 1;
	s.release();
	__syncthreads();
	out[threadIdx.x] = counted;
}

int main()
{
	expect("tiles of 32", tile<32>, 1, 128, 128, 128, tileWant<32>);
	expect("tiles of 8", tile<8>, 1, 128, 128, 128, tileWant<8>);
	expect("tiles of four warps", wideTile, 1, 256, 256, 256, [](int i) { return 128 * (i / 128 * 128) + 127 * 64 + i / 128 * 128 + 5; });
	expect("coalesced groups", divergentGroups, 1, 64, 64, 64, divergentWant);
	expect("labelled groups", labels, 1, 64, 64, 64, [](int i) { return 800 + i % 32 / 4; });
	expect("grid", gridSync, 6, 64, 768, 384, [](int i) { return (i + 3) % 384 + 4; }, true);
	expect("barrier", blockBarrier, 1, 128, 128, 128, [](int i) { return (i + 3) % 128 + 3 + (i % 2 ? 0 : 64000); });
	expect("memcpy_async", asyncCopy, 1, 128, 256, 128, [](int i) { return (127 - i) * 11 + (i ^ 1) * 110000; });
	expect("pipeline", producerConsumer, 1, 160, 128 + 1024, 128, [](int t) {
		int sum = 0;
		for (int i = 0; i < 8; i++)
			sum += i * 128 + (t + i) % 128;
		return sum;
	});
	expect("atomic_ref, block", atomics<cuda::thread_scope_block>, 1, 200, 12, 12, atomicsWant);
	expect("atomic_ref, device", atomics<cuda::thread_scope_device>, 1, 200, 12, 12, atomicsWant);
	expect("atomic_ref, system", atomics<cuda::thread_scope_system>, 1, 200, 12, 12, atomicsWant);
	expect("wait and notify", waitForOther, 2, 1, 2, 2, [](int i) { return 43 - i; });
	expect("semaphore", semaphore, 1, 64, 64, 64, [](int) { return 64; });
	std::printf("cooperative: %d passed, %d failed\n", cases - wrong, wrong);
	return wrong != 0;
}
