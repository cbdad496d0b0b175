//! {"launches":[{"entry":"ag","grid":[4],"block":[96],"args":["x","y","c"]}],"bufs":{"x":{"t":"u32","n":384,"g":"bits"},"y":{"t":"u32","n":384,"out":"exact"},"c":{"t":"u32","n":4,"g":"zero","out":"exact"}}}
// Warp-aggregated atomics by __activemask, one leader a group; outputs do not depend on how lanes are grouped.
__device__ __noinline__ unsigned inc(unsigned*c){
  unsigned m=__activemask(),l=threadIdx.x&31,lead=__ffs(m)-1,r=0;
  if(l==lead)r=atomicAdd(c,__popc(m));
  r=__shfl_sync(m,r,lead);
  return r+__popc(m&((1u<<l)-1));
}
extern "C" __global__ void ag(const unsigned*x,unsigned*y,unsigned*c){
  int i=blockIdx.x*96+threadIdx.x;unsigned v=x[i],p=~0u;
  if(v%3==0)p=inc(c);
  else if(v%3==1)p=inc(c+1);
  __shared__ unsigned seen[24];
  if(threadIdx.x<24)seen[threadIdx.x]=0;
  __syncthreads();
  y[i]=p<384u;
  if(p!=~0u)atomicXor(c+2+(v%3),p*2654435761u);
}
