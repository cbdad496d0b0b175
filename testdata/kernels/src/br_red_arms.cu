//! {"launches":[{"entry":"ra","grid":[2],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":512,"out":"exact"}}}
// bar.red in loops of warp-dependent shape, with counts for part of the block, in both polarities.
__device__ unsigned pop(int b,int n,int v){unsigned r;asm volatile("{.reg .pred p;setp.ne.s32 p,%3,0;bar.red.popc.u32 %0,%1,%2,p;}":"=r"(r):"r"(b),"r"(n),"r"(v):"memory");return r;}
__device__ unsigned alln(int b,int n,int v){unsigned r;asm volatile("{.reg .pred p,q;setp.ne.s32 p,%3,0;bar.red.and.pred q,%1,%2,!p;selp.u32 %0,1,0,q;}":"=r"(r):"r"(b),"r"(n),"r"(v):"memory");return r;}
extern "C" __global__ void ra(const unsigned*x,unsigned*y){
  int t=threadIdx.x,i=blockIdx.x*128+t,w=t>>5;unsigned v=x[i],a=0,b=0;
  if(w&1)for(int k=0;k<4;k++){a+=pop(5,64,v>>k&1)<<k*2;b=b*2+alln(6,64,k==2?0:v&1);}
  else{a=pop(7,64,v&8);for(int k=0;k<3;k++)b+=alln(8,64,k==1?0:(v>>k)&1);}
  int c=__syncthreads_count(v&2),d=__syncthreads_and(v!=0),e=__syncthreads_or(v==x[blockIdx.x*128]);
  y[i]=a;y[256+i]=b*10000+c*8+d*2+e;
}
