//! {"launches":[{"entry":"ch","grid":[2],"block":[32],"args":["y"]}],"bufs":{"y":{"t":"u32","n":64,"g":"zero","out":"exact"}}}
// The same downwards: lane t waits for lane t+1.
extern "C" __global__ void ch(unsigned*y){
  __shared__ unsigned box[33];
  int t=threadIdx.x;
  box[t]=0;
  if(!t)box[32]=blockIdx.x+3;
  __syncthreads();
  unsigned v;
  do v=atomicOr(&box[t+1],0u); while(!v);
  atomicExch(&box[t],v*3+t);
  y[blockIdx.x*32+t]=v;
}
