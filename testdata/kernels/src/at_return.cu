//! {"launches":[{"entry":"ar","grid":[1],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":64,"g":"bits"},"y":{"t":"u32","n":256,"out":"exact"}}}
// What atomics give back: the old values sorted, whatever the order was.
extern "C" __global__ void ar(const unsigned*x,unsigned*y){
  __shared__ unsigned s[4],seen[256];
  int t=threadIdx.x;
  for(int k=0;k<4;k++)seen[k*64+t]=0;
  if(t<4)s[t]=t==2?0:100;
  __syncthreads();
  atomicAdd(&seen[atomicAdd(&s[0],1u)-100&63],1u);
  atomicAdd(&seen[64+(100-atomicSub(&s[1],1u)&63)],1u);
  atomicAdd(&seen[128+atomicInc(&s[2],31u)],1u);
  unsigned d=atomicDec(&s[3],20u);
  atomicAdd(&seen[192+min(d,60u)],1u);
  __syncthreads();
  for(int k=0;k<4;k++)y[k*64+t]=seen[k*64+t]*1000+s[k];
}
