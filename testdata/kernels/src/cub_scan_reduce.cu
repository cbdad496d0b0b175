//! {"launches":[{"entry":"cs","grid":[2],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"i32","n":1024,"g":"small"},"y":{"t":"i32","n":1280,"out":"exact"}}}
#include <cub/block/block_scan.cuh>
#include <cub/block/block_reduce.cuh>
// CUB block scan (all three algorithms) and reduction, with running prefix.
struct Run{int t;__device__ int operator()(int a){int o=t;t+=a;return o;}};
extern "C" __global__ void cs(const int*x,int*y){
  using S=cub::BlockScan<int,128,cub::BLOCK_SCAN_RAKING>;using W=cub::BlockScan<int,128,cub::BLOCK_SCAN_WARP_SCANS>;using R=cub::BlockReduce<int,128,cub::BLOCK_REDUCE_RAKING>;
  __shared__ union{S::TempStorage s;W::TempStorage w;R::TempStorage r;}m;
  int t=threadIdx.x,v[4],o[4],q[4];
  for(int k=0;k<4;k++)v[k]=x[blockIdx.x*512+t*4+k];
  int tot;S(m.s).InclusiveSum(v,o,tot);__syncthreads();
  Run run{100};W(m.w).ExclusiveSum(v,q,run);__syncthreads();
  int s=R(m.r).Reduce(v,[](int a,int b){return a>b?a:b;});__syncthreads();
  for(int k=0;k<4;k++)y[blockIdx.x*640+t*4+k]=o[k]*3+q[k];
  if(t==0){s+=tot;}else s=tot;
  y[blockIdx.x*640+512+t]=s;
}
