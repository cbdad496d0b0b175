//! {"launches":[{"entry":"el","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":384,"out":"exact"}},"arch":"compute_90"}
// elect.sync on computed masks in two arms; its answer with the leader's lane.
extern "C" __global__ void el(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned v=x[i],m=__ballot_sync(~0u,v&1),d=77,p=9,e=0;
  if(v&1){
    asm volatile("{.reg .pred q;elect.sync %0|q,%2;selp.u32 %1,1,0,q;}":"=r"(d),"=r"(p):"r"(m));
    if(p)e=__popc(m);
    e=__shfl_sync(m,e,d);
  }else{
    m=~m;
    asm volatile("{.reg .pred q;elect.sync _|q,%1;selp.u32 %0,1,0,q;}":"=r"(p):"r"(m));
    e=__ballot_sync(m,p);
  }
  y[i]=d;y[128+i]=p;y[256+i]=e;
}
