//! {"launches":[{"entry":"bb","grid":[2],"block":[128],"args":["l","y"]}],"bufs":{"l":{"t":"u32","n":1,"g":"zero","out":"exact"},"y":{"t":"u32","n":256,"out":"exact"}}}
// A lock loop, a block barrier right behind it and a second loop.
extern "C" __global__ void bb(unsigned*l,unsigned*y){
  __shared__ unsigned s,q;
  int t=threadIdx.x;
  if(!t){s=0;q=0;}
  __syncthreads();
  while(atomicCAS(l,0u,1u)!=0u);
  __threadfence();
  s+=t;
  __threadfence();
  atomicExch(l,0u);
  __syncthreads();
  unsigned r=s;
  __syncthreads();
  if(t%2)do{}while(atomicCAS(&q,0u,1u)!=0u);
  if(t%2){s=s+1;__threadfence_block();atomicExch(&q,0u);}
  __syncthreads();
  y[blockIdx.x*128+t]=r*100+s;
}
