// What language.cu and language_part.cu share.
typedef int (*Binary)(int, int);
extern __device__ int part_global;
__host__ __device__ int part_depth(int n);
