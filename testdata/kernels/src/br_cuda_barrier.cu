//! {"launches":[{"entry":"cb","grid":[2],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":256,"out":"exact"}}}
#include <cuda/barrier>
// cuda::barrier in shared memory: arrive, other work, wait; arrive_and_drop of a quarter of the threads; a completion of phases.
extern "C" __global__ void cb(const unsigned*x,unsigned*y){
  using B=cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(B) unsigned char m[sizeof(B)];__shared__ unsigned s[128];
  B&b=*(B*)m;
  int t=threadIdx.x,i=blockIdx.x*128+t;
  if(!t)init(&b,128);
  __syncthreads();
  unsigned v=x[i],acc=0;
  s[t]=v;
  auto tok=b.arrive();
  for(unsigned k=0;k<(v&15);k++)acc=acc*3+k;
  b.wait(static_cast<B::arrival_token&&>(tok));
  acc+=s[127-t];
  b.arrive_and_wait();
  if(t%4==3){y[i]=acc;b.arrive_and_drop();return;}
  for(int r=0;r<5;r++){
    s[t]=acc;
    b.arrive_and_wait();
    int o=(t+5*r+1)&127;if(o%4==3)o--;
    unsigned n=s[o];
    b.arrive_and_wait();
    acc=acc*7+n;
  }
  y[i]=acc;
}
