//! {"launches":[{"entry":"tk","grid":[2],"block":[64],"args":["x","y","c"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":256,"g":"zero","out":"exact"},"c":{"t":"u32","n":8,"g":"zero","out":"exact"}}}
// A ticket lock in shared memory whose tickets are dealt by a permutation: a lane waits for others of its own warp.
extern "C" __global__ void tk(const unsigned*x,unsigned*y,unsigned*c){
  __shared__ unsigned serving,log[64];
  int t=threadIdx.x;
  if(!t)serving=0;
  __syncthreads();
  unsigned mine=(t*37u+11u)&63u;
  while(atomicAdd(&serving,0u)!=mine);
  log[mine]=t;
  unsigned prev=mine?log[mine-1]:99u;
  y[blockIdx.x*128+64+mine]=prev*1000+t;
  __threadfence_block();
  atomicExch(&serving,mine+1);
  __syncthreads();
  y[blockIdx.x*128+t]=log[t]+(x[blockIdx.x*64+t]&0xff00);
  if(!t)c[blockIdx.x]=serving;
}
