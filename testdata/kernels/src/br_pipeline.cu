//! {"launches":[{"entry":"pi","grid":[2],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":4096,"g":"bits"},"y":{"t":"u32","n":256,"out":"exact"}}}
#include <cooperative_groups.h>
#include <cuda/pipeline>
// cuda::pipeline shared by the block with three stages, and one of the thread alone.
extern "C" __global__ void pi(const unsigned*x,unsigned*y){
  constexpr int N=3;
  __shared__ alignas(16) unsigned s[N][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block,N> st;
  auto b=cooperative_groups::this_thread_block();
  auto p=cuda::make_pipeline(b,&st);
  const unsigned*in=x+blockIdx.x*2048;
  unsigned acc=0;int t=threadIdx.x;
  auto put=[&](int r){p.producer_acquire();cuda::memcpy_async(b,s[r%N],in+r*256,cuda::aligned_size_t<16>(1024),p);p.producer_commit();};
  put(0);put(1);
  for(int r=0;r<8;r++){
    if(r+2<8)put(r+2);
    p.consumer_wait();
    acc=acc*7+s[r%N][255-t]+s[r%N][t];
    p.consumer_release();
  }
  auto q=cuda::make_pipeline();
  __shared__ unsigned u[128];
  for(int r=0;r<3;r++){
    q.producer_acquire();
    cuda::memcpy_async(u+t,in+r*128+t,sizeof(unsigned),q);
    q.producer_commit();
    q.consumer_wait();
    acc^=u[t]<<r;
    q.consumer_release();
  }
  y[blockIdx.x*128+t]=acc;
}
