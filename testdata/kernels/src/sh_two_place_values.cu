//! {"launches":[{"entry":"tp","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":256,"out":"exact"}}}
// A shuffle in each arm of a branch (kept apart by different work), each lane reading a lane of its own arm.
extern "C" __global__ void tp(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x,l=threadIdx.x&31;unsigned v=x[i],r,q=0;
  unsigned odd=__ballot_sync(~0u,v&1);
  if(v&1){
    unsigned below=odd&((1u<<l)-1);
    r=__shfl_sync(odd,v*7,below?31-__clz(below):l);
    for(unsigned k=0;k<(v>>1&7);k++)r=r*3+k;
    q=__shfl_sync(odd,r,31-__clz(odd));
  }else{
    unsigned ev=~odd,above=ev&~((2u<<l)-1);
    r=__shfl_sync(ev,v^0x1234,above?__ffs(above)-1:l);
    q=__shfl_sync(ev,r+5,__ffs(ev)-1);
    while(q%11)q+=1+v%10;
  }
  y[i]=r;y[128+i]=q;
}
