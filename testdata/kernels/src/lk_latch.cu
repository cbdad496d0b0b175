//! {"launches":[{"entry":"lt","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"g":"zero","out":"exact"}}}
#include <cuda/latch>
// A latch counted down by odd lanes and waited for by even lanes of the same warps.
extern "C" __global__ void lt(const unsigned*x,unsigned*y){
  using L=cuda::latch<cuda::thread_scope_block>;
  __shared__ alignas(L) unsigned char m[sizeof(L)];
  __shared__ unsigned s[64];
  L&l=*(L*)m;
  int t=threadIdx.x,i=blockIdx.x*64+t;
  s[t]=0;
  if(!t)new(m)L(32);
  __syncthreads();
  if(t&1){
    unsigned v=x[i];
    for(unsigned k=0;k<(v&15);k++)v=v*5+k;
    s[t]=v;
    l.count_down();
    y[i]=v;
  }else{
    l.wait();
    unsigned r=0;
    for(int k=1;k<64;k+=2)r+=s[k];
    y[i]=r;
  }
}
