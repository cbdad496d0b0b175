// An ordinary program of the CUDA runtime API: adds two vectors on the device and checks the sum on the host.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

static void check(cudaError_t err, const char *what)
{
	if (err != cudaSuccess) {
		std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(err));
		std::exit(1);
	}
}

__global__ void vectorAdd(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

int main()
{
	const int n = 50000;
	const size_t bytes = n * sizeof(float);
	cudaDeviceProp prop;
	check(cudaGetDeviceProperties(&prop, 0), "cudaGetDeviceProperties");
	std::printf("device: %s\n", prop.name);

	std::vector<float> a(n), b(n), c(n);
	for (int i = 0; i < n; i++) {
		a[i] = 0.5f * i;
		b[i] = 1.0f / (1 + i);
	}
	float *da, *db, *dc;
	check(cudaMalloc(&da, bytes), "cudaMalloc");
	check(cudaMalloc(&db, bytes), "cudaMalloc");
	check(cudaMalloc(&dc, bytes), "cudaMalloc");
	check(cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
	check(cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");

	const int threads = 256, blocks = (n + threads - 1) / threads;
	vectorAdd<<<blocks, threads>>>(da, db, dc, n);
	check(cudaGetLastError(), "vectorAdd");
	check(cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");

	int wrong = 0;
	for (int i = 0; i < n; i++) {
		if (c[i] != a[i] + b[i] && wrong++ < 5)
			std::printf("element %d: %g + %g gave %g\n", i, a[i], b[i], c[i]);
	}
	check(cudaFree(da), "cudaFree");
	check(cudaFree(db), "cudaFree");
	check(cudaFree(dc), "cudaFree");
	std::printf("vectorAdd of %d elements in %d blocks of %d threads: %s\n", n, blocks, threads, wrong ? "FAILED" : "PASSED");
	return wrong != 0;
}
