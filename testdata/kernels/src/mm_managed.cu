//! {"launches":[{"entry":"mg","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}},"globals":{"mgd":{"t":"u32","n":8,"g":"small","out":"exact"}}}
// Managed, constant and static local variables, addresses of each through one generic pointer, tables of addresses.
extern "C" { __managed__ unsigned mgd[8]; }
__constant__ unsigned ctab[16]={3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3};
__constant__ const unsigned*cptr[3]={ctab+4,ctab+9,ctab};
__device__ unsigned gtab[2][3][4]={{{1,2,3,4},{5,6},{7}},{{8,9,10,11},{},{12,13,14,15}}};
__device__ unsigned*gptr[2]={gtab[1][2],gtab[0][1]};
__device__ const char*words[3]={"alpha","be","gamma ray"};
__device__ unsigned*far=gtab[0][0];
extern "C" __global__ void mg(const unsigned*x,unsigned*y){
  static __device__ unsigned calls;static __shared__ unsigned sh[64];
  static const unsigned tri[6]={1,3,6,10,15,21};
  int t=threadIdx.x,i=blockIdx.x*64+t;unsigned v=x[i],loc[8];
  for(int k=0;k<8;k++)loc[k]=v*k;
  sh[t]=v;
  __syncthreads();
  const unsigned*p=v%5==0?ctab+(v&7):v%5==1?&gtab[v>>4&1][v>>5&1][v>>6&3]:v%5==2?loc+(v>>3&7):v%5==3?sh+(v>>3&63):cptr[v%3];
  unsigned r=*p*3+*cptr[(v>>9)%3]+gptr[v>>7&1][(v>>8&1)]+words[v%3][(v>>11)%3]+tri[(v>>13)%6]+*far;
  atomicAdd(&calls,1u);
  atomicAdd(&mgd[v&7],v>>28);
  if(v%5!=0&&__isConstant(p)&&v%5!=4)r=0;
  r+=__isGlobal(p)*100+__isShared(p)*200+__isLocal(p)*400;
  y[i]=r;
}
