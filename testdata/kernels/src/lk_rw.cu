//! {"launches":[{"entry":"rw","grid":[2],"block":[96],"args":["y","s"]}],"bufs":{"y":{"t":"u32","n":192,"g":"zero","out":"exact"},"s":{"t":"u32","n":4,"g":"zero","out":"exact"}}}
// A reader-writer lock: a writer in every third lane keeps a pair equal, readers check the pair.
extern "C" __global__ void rw(unsigned*y,unsigned*s){
  volatile unsigned*d=s+1;
  int t=threadIdx.x;unsigned bad=0,n=0;
  if(t%3==0){
    for(int k=0;k<2;k++){
      while(atomicCAS(s,0u,0x80000000u)!=0u);
      __threadfence();
      d[0]=d[0]+t;d[1]=d[1]+t;d[2]=d[2]+1;
      __threadfence();
      atomicAnd(s,0x7fffffffu);
    }
  }else{
    while(n<3){
      unsigned o=*(volatile unsigned*)s;
      if(o&0x80000000u)continue;
      if(atomicCAS(s,o,o+1)!=o)continue;
      __threadfence();
      bad+=d[0]!=d[1];
      __threadfence();
      atomicSub(s,1u);
      n++;
    }
  }
  y[blockIdx.x*96+t]=bad*100+n;
}
