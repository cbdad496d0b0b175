//! {"launches":[{"entry":"pa","grid":[2],"block":[160],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":2048,"g":"bits"},"y":{"t":"u32","n":256,"out":"exact"}}}
// Barriers numbered at run time, a ring of four stages, one producer warp with a lane doing the copying.
__device__ __noinline__ void bsync(int b,int n){asm volatile("barrier.sync %0,%1;"::"r"(b),"r"(n):"memory");}
__device__ __noinline__ void barrive(int b,int n){asm volatile("barrier.arrive %0,%1;"::"r"(b),"r"(n):"memory");}
extern "C" __global__ void pa(const unsigned*x,unsigned*y){
  __shared__ unsigned buf[4][32];
  int w=threadIdx.x>>5,l=threadIdx.x&31;
  if(w==4){
    for(int r=0;r<16;r++){
      int s=r&3;
      if(r>=4)bsync(8+s,160);
      if(l<16){buf[s][l]=x[blockIdx.x*1024+r*32+l];buf[s][l+16]=x[blockIdx.x*1024+r*32+l+16]+1;}
      __threadfence_block();
      __syncwarp();
      barrive(4+s,160);
    }
  }else{
    unsigned a=w;
    for(int r=0;r<16;r++){
      int s=r&3;
      bsync(4+s,160);
      a=(a<<3|a>>29)^buf[s][(l+w*8)&31];
      if(r+4<16)barrive(8+s,160);
    }
    y[blockIdx.x*128+threadIdx.x]=a;
  }
}
