//! {"launches":[{"entry":"sm","grid":[1],"block":[256],"args":["y"]}],"bufs":{"y":{"t":"u32","n":256,"out":"exact"}},"arch":"compute_90a"}
// Warp groups that give registers away and take them, as specialised kernels do.
extern "C" __global__ void __launch_bounds__(256,1) sm(unsigned*y){
  int t=threadIdx.x;unsigned a=t;
  if(t>=128){
#if __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
#endif
    for(int k=0;k<20;k++)a=a*1664525u+1013904223u;
  }else{
#if __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.inc.sync.aligned.u32 168;");
#endif
    unsigned r[40];
    #pragma unroll
    for(int k=0;k<40;k++)r[k]=a+k*k;
    for(int n=0;n<5;n++){
      #pragma unroll
      for(int k=0;k<40;k++)r[k]=r[k]*3+r[(k+7)%40];
    }
    #pragma unroll
    for(int k=0;k<40;k++)a^=r[k];
  }
  y[t]=a;
}
