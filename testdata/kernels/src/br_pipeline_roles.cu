//! {"launches":[{"entry":"pr","grid":[1],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":1024,"g":"bits"},"y":{"t":"u32","n":96,"out":"exact"}}}
#include <cooperative_groups.h>
#include <cuda/pipeline>
// A partitioned pipeline: one producer warp, three consumer warps.
extern "C" __global__ void pr(const unsigned*x,unsigned*y){
  __shared__ alignas(16) unsigned s[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block,2> st;
  auto b=cooperative_groups::this_thread_block();
  int t=threadIdx.x;
  auto role=t<32?cuda::pipeline_role::producer:cuda::pipeline_role::consumer;
  auto p=cuda::make_pipeline(b,&st,role);
  if(t<32){
    for(int r=0;r<8;r++){
      p.producer_acquire();
      for(int k=0;k<4;k++)cuda::memcpy_async(&s[r&1][k*32+t],x+r*128+k*32+t,sizeof(unsigned),p);
      p.producer_commit();
    }
  }else{
    unsigned a=0;
    for(int r=0;r<8;r++){
      p.consumer_wait();
      a=a*11+s[r&1][t]+s[r&1][t-32];
      p.consumer_release();
    }
    y[t-32]=a;
  }
}
