//! {"launches":[{"entry":"rs","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// Uniform recursion around block barriers and shared memory: a recursive reduction and a recursive warp scan.
__device__ __noinline__ unsigned red(unsigned*s,int t,int n){
  if(n==1)return s[0];
  __syncthreads();
  if(t<n/2)s[t]+=s[t+n/2]*3;
  __syncthreads();
  return red(s,t,n/2)+n;
}
__device__ __noinline__ unsigned scan(unsigned v,int d){
  if(d==32)return v;
  unsigned o=__shfl_up_sync(~0u,v,d);
  if((threadIdx.x&31)>=d)v+=o;
  return scan(v,d*2);
}
extern "C" __global__ void rs(const unsigned*x,unsigned*y){
  __shared__ unsigned s[64];
  int t=threadIdx.x,i=blockIdx.x*64+t;
  s[t]=x[i];
  __syncthreads();
  unsigned a=red(s,t,64);
  y[i]=a+scan(x[i]&0xffff,1);
}
