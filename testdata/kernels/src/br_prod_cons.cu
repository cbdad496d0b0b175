//! {"launches":[{"entry":"pc","grid":[2],"block":[192],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":2048,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"}}}
// Two producer warps and four consumer warps with named barriers: arrive on one side, sync on the other, double buffered.
#define SYNC(b,n) asm volatile("bar.sync %0,%1;"::"r"(b),"r"(n):"memory")
#define ARRIVE(b,n) asm volatile("bar.arrive %0,%1;"::"r"(b),"r"(n):"memory")
extern "C" __global__ void pc(const unsigned*x,unsigned*y){
  __shared__ unsigned buf[2][128];
  int t=threadIdx.x;
  if(t<64){
    for(int r=0;r<8;r++){
      int s=r&1;
      if(r>1)SYNC(3+s,192);
      unsigned v=x[blockIdx.x*1024+r*128+t],w=x[blockIdx.x*1024+r*128+64+t];
      buf[s][t]=v+r;buf[s][t+64]=w^r;
      __threadfence_block();
      ARRIVE(1+s,192);
    }
  }else{
    int c=t-64;unsigned acc=0;
    for(int r=0;r<8;r++){
      int s=r&1;
      SYNC(1+s,192);
      acc=acc*5+buf[s][127-c];
      if(r==3)y[blockIdx.x*512+c]=acc;
      if(r<6)ARRIVE(3+s,192);
    }
    y[blockIdx.x*512+128+c]=acc;
    y[blockIdx.x*512+256+c]=c;y[blockIdx.x*512+384+c]=acc>>7;
  }
}
