//! {"launches":[{"entry":"er","grid":[3],"block":[64],"args":["x","l","c"]}],"bufs":{"x":{"t":"u32","n":192,"g":"bits"},"l":{"t":"u32","n":1,"g":"zero","out":"exact"},"c":{"t":"u32","n":4,"g":"zero","out":"exact"}}}
// Lanes leave the kernel from inside the retry loop; others go on to take the lock again.
extern "C" __global__ void er(const unsigned*x,unsigned*l,volatile unsigned*c){
  unsigned v=x[blockIdx.x*64+threadIdx.x];
  int rounds=0;
  while(true){
    if(v%5==0)return;
    if(atomicCAS(l,0u,threadIdx.x+1)!=0u)continue;
    __threadfence();
    c[0]=c[0]+1;
    if(v&1){
      c[1]=c[1]+(v>>1&7);
      __threadfence();
      if(atomicExch(l,0u)!=threadIdx.x+1)c[3]=1;
      return;
    }
    c[2]=c[2]+rounds;
    __threadfence();
    atomicExch(l,0u);
    if(++rounds==2)break;
  }
  atomicAdd((unsigned*)c,1000u);
}
