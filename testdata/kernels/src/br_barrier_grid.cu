//! {"launches":[{"entry":"bg","grid":[4],"block":[64],"args":["x","y","w"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":256,"out":"exact"},"w":{"t":"u64","n":4,"g":"zero"}}}
#include <cuda/barrier>
#include <cuda/atomic>
// A cuda::barrier of device scope in global memory between four blocks, made by the first thread.
extern "C" __global__ void bg(const unsigned*x,volatile unsigned*y,unsigned long long*w){
  using B=cuda::barrier<cuda::thread_scope_device>;
  B*b=(B*)w;
  cuda::atomic_ref<unsigned long long,cuda::thread_scope_device> ready(w[3]);
  int t=threadIdx.x,i=blockIdx.x*64+t;
  if(!t){
    if(!blockIdx.x){init(b,4);ready.store(1,cuda::memory_order_release);}
    else while(ready.load(cuda::memory_order_acquire)!=1);
  }
  __syncthreads();
  unsigned a=x[i];
  for(int r=0;r<3;r++){
    y[i]=a;
    __threadfence();
    __syncthreads();
    if(!t)b->arrive_and_wait();
    __syncthreads();
    unsigned n=y[255-i];
    __syncthreads();
    if(!t)b->arrive_and_wait();
    __syncthreads();
    a=a*3+n;
  }
  y[i]=a;
}
