//! {"launches":[{"entry":"vf","grid":[2],"block":[96],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":192,"g":"bits"},"y":{"t":"u32","n":192,"out":"exact"}}}
// Message passing between warps by ld.acquire and st.release, by fences, and by volatile with __threadfence_block.
__device__ unsigned acq(unsigned*p){unsigned v;asm volatile("ld.acquire.cta.b32 %0,[%1];":"=r"(v):"l"(p):"memory");return v;}
__device__ void rel(unsigned*p,unsigned v){asm volatile("st.release.cta.b32 [%0],%1;"::"l"(p),"r"(v):"memory");}
extern "C" __global__ void vf(const unsigned*x,unsigned*y){
  __shared__ unsigned f[3],d[96];
  int t=threadIdx.x,w=t>>5,l=t&31,i=blockIdx.x*96+t;unsigned v=x[i];
  if(t<3)f[t]=0;
  __syncthreads();
  if(w==0){d[t]=v;__syncwarp();if(!l)rel(&f[0],1);v+=1;}
  else if(w==1){
    if(!l)while(!acq(&f[0]));
    __syncwarp();
    d[t]=d[31-l]*3+v;
    __threadfence_block();
    __syncwarp();
    if(l==7)*(volatile unsigned*)&f[1]=1;
  }else{
    while(*(volatile unsigned*)&f[1]==0);
    __threadfence_block();
    v^=d[32+(l*5&31)];
  }
  __syncthreads();
  y[i]=v+d[(t+32)%96>=64?0:(t+32)%96];
}
