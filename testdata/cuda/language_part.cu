// The second module of language.cu.
#include "language.h"

__device__ int part_global = 1234;

static __host__ __device__ int odd(int n);
static __host__ __device__ int even(int n) { return n == 0 ? 1 : odd(n - 1) + 2; }
static __host__ __device__ int odd(int n) { return n == 0 ? 0 : even(n - 1) + 3; }

__host__ __device__ int part_depth(int n) { return even(n); }
