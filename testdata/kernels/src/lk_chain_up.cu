//! {"launches":[{"entry":"ch","grid":[1],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":64,"g":"bits"},"y":{"t":"u32","n":64,"g":"zero","out":"exact"}}}
// Lane t waits for the value of lane t-1, in a loop over rounds: a pipeline between lanes of one warp.
extern "C" __global__ void ch(const unsigned*x,unsigned*y){
  __shared__ volatile unsigned flag[65],val[65];
  int t=threadIdx.x;
  flag[t+1]=0;if(!t){flag[0]=100;val[0]=17;}
  __syncthreads();
  unsigned acc=0;
  for(unsigned r=1;r<=3;r++){
    while(flag[t]<r);
    __threadfence_block();
    unsigned v=val[t]*5+x[t]%7+r;
    acc=acc*31+v;
    if(t<63){while(flag[t+1]!=r-1);}
    val[t+1]=v&0xffff;
    __threadfence_block();
    flag[t+1]=r;
    __threadfence_block();
    // the next lane must have read it before the next round overwrites it
    if(t<63)while(((volatile unsigned*)y)[t+1]<r);
    ((volatile unsigned*)y)[t]=r;
    __threadfence();
    if(!t)val[0]=v;
  }
  __syncthreads();
  y[t]=acc;
}
