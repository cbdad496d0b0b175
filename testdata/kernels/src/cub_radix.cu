//! {"launches":[{"entry":"cr","grid":[1],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":1024,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"}}}
#include <cub/block/block_radix_sort.cuh>
// CUB block radix sort of keys with values, ascending, and descending on a range of bits.
extern "C" __global__ void cr(const unsigned*x,unsigned*y){
  using S=cub::BlockRadixSort<unsigned,128,4,unsigned>;
  __shared__ S::TempStorage m;
  int t=threadIdx.x;unsigned k[4],v[4];
  for(int j=0;j<4;j++){k[j]=x[t*4+j];v[j]=t*4+j;}
  S(m).Sort(k,v);__syncthreads();
  for(int j=0;j<4;j++)y[t*4+j]=k[j]^v[j];
  for(int j=0;j<4;j++){k[j]=x[512+t*4+j];v[j]=t*4+j;}
  S(m).SortDescendingBlockedToStriped(k,v,5,21);
  for(int j=0;j<4;j++)y[512+j*128+t]=k[j]+v[j];
}
