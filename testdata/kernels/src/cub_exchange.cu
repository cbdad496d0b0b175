//! {"launches":[{"entry":"ce","grid":[1],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"}}}
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_histogram.cuh>
// CUB loads with transposition and guards, exchanges by rank, discontinuity flags, a histogram by sort.
extern "C" __global__ void ce(const unsigned*x,unsigned*y){
  using L=cub::BlockLoad<unsigned,64,4,cub::BLOCK_LOAD_WARP_TRANSPOSE>;using T=cub::BlockStore<unsigned,64,4,cub::BLOCK_STORE_TRANSPOSE>;
  using X=cub::BlockExchange<unsigned,64,4>;using D=cub::BlockDiscontinuity<unsigned,64>;using H=cub::BlockHistogram<unsigned char,64,4,16,cub::BLOCK_HISTO_SORT>;
  __shared__ union{L::TempStorage l;T::TempStorage t;X::TempStorage x;D::TempStorage d;H::TempStorage h;}m;
  __shared__ unsigned hist[16];
  int t=threadIdx.x;unsigned v[4];int f[4];unsigned char c[4];
  L(m.l).Load(x,v,250,77u);__syncthreads();
  int rank[4];for(int k=0;k<4;k++)rank[k]=(t*4+k)*37&255;
  unsigned q[4]={v[0],v[1],v[2],v[3]};
  X(m.x).ScatterToStriped(q,rank);__syncthreads();
  for(int k=0;k<4;k++){c[k]=v[k]&15;}
  unsigned z[4]={v[0]&1,v[1]&1,v[2]&1,v[3]&1};
  D(m.d).FlagHeads(f,z,[](unsigned a,unsigned b){return a!=b;});__syncthreads();
  H(m.h).Histogram(c,hist);__syncthreads();
  T(m.t).Store(y,v);__syncthreads();
  for(int k=0;k<4;k++){y[256+k*64+t]=q[k];y[512+t*4+k]=f[k];}
  for(int k=0;k<4;k++)y[768+k*64+t]=t<16?hist[t]+k:0;
}
