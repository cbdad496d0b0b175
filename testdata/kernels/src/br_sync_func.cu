//! {"launches":[{"entry":"sf","grid":[2],"block":[96],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":192,"g":"bits"},"y":{"t":"u32","n":192,"out":"exact"}}}
// Barriers inside a function that is called through a pointer chosen per warp, and inside recursion.
typedef unsigned(*F)(unsigned,unsigned*,int);
__device__ __noinline__ unsigned f0(unsigned v,unsigned*s,int t){s[t]=v;__syncthreads();unsigned r=s[95-t];__syncthreads();return r+1;}
__device__ __noinline__ unsigned f1(unsigned v,unsigned*s,int t){s[t]=v*2;__syncthreads();unsigned r=s[(t+5)%96]^v;__syncthreads();return r;}
__device__ __noinline__ unsigned deep(unsigned v,unsigned*s,int t,int n){if(!n)return v;v=f0(v+n,s,t);return deep(v,s,t,n-1)*3+n;}
__constant__ F tab[2]={f0,f1};
extern "C" __global__ void sf(const unsigned*x,unsigned*y){
  __shared__ unsigned s[96];
  int t=threadIdx.x,i=blockIdx.x*96+t;
  unsigned v=tab[(x[blockIdx.x*96+(t&~31)]>>3)&1](x[i],s,t);
  y[i]=deep(v,s,t,4);
}
