//! {"launches":[{"entry":"et","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"g":"zero","out":"exact"}}}
// Functions that leave the kernel (exit in PTX), noreturn helpers and a trap that is never reached.
__device__ __noinline__ void leave(unsigned*p,unsigned v){*p=v|0x80000000u;asm volatile("exit;");}
__device__ __noinline__ unsigned check(unsigned*p,unsigned v,int d){
  if(v==0x12345678u)__trap();
  if((v&7)==3)leave(p,d);
  return d>5?v:check(p,v>>3,d+1)+1;
}
extern "C" __global__ void et(const unsigned*x,unsigned*y){
  __shared__ unsigned s[64];
  int t=threadIdx.x,i=blockIdx.x*64+t;
  s[t]=1;
  unsigned r=check(y+i,x[i],0);
  s[t]=r;
  __syncthreads();
  y[i]=r+(s[t^1]==1);
}
