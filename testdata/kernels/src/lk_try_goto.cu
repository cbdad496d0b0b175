//! {"launches":[{"entry":"tg","grid":[2],"block":[64],"args":["l","c"]}],"bufs":{"l":{"t":"u32","n":2,"g":"zero","out":"exact"},"c":{"t":"u32","n":4,"g":"zero","out":"exact"}}}
// Try-lock with a goto back, two locks and a way out of the middle.
extern "C" __global__ void tg(unsigned*l,volatile unsigned*c){
  int t=threadIdx.x,done=0;
again:
  if(atomicCAS(l,0u,1u)==0u){
    if(t&1){
      if(atomicCAS(l+1,0u,7u)!=0u){atomicExch(l,0u);goto again;}
      __threadfence();
      c[1]=c[1]+t;c[0]=c[0]+1;
      __threadfence();
      atomicExch(l+1,0u);
    }else{
      __threadfence();
      c[0]=c[0]+1;c[2]=c[2]+t*t;
      __threadfence();
    }
    atomicExch(l,0u);
    done++;
    if(done==1+t%3){c[3];return;}
    goto again;
  }
  goto again;
}
