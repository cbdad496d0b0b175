//! {"launches":[{"entry":"sm","grid":[1],"block":[64],"args":["y"]}],"bufs":{"y":{"t":"u32","n":66,"g":"zero","out":"exact"}}}
#include <cuda/semaphore>
// A counting semaphore with two permits between 64 lanes, and a binary one around a plain counter.
extern "C" __global__ void sm(unsigned*y){
  using S=cuda::counting_semaphore<cuda::thread_scope_block,8>;
  using B=cuda::binary_semaphore<cuda::thread_scope_block>;
  __shared__ alignas(S) unsigned char m1[sizeof(S)];
  __shared__ alignas(B) unsigned char m2[sizeof(B)];
  __shared__ int inside,most;
  __shared__ volatile unsigned plain;
  S&s=*(S*)m1;B&b=*(B*)m2;
  if(!threadIdx.x){new(m1)S(2);new(m2)B(1);inside=0;most=0;plain=0;}
  __syncthreads();
  s.acquire();
  int k=atomicAdd(&inside,1)+1;
  atomicMax(&most,k);
  b.acquire();
  plain=plain+threadIdx.x;
  b.release();
  atomicSub(&inside,1);
  s.release();
  __syncthreads();
  y[threadIdx.x]=plain;
  if(!threadIdx.x){y[64]=inside;y[65]=most<=2;}
}
