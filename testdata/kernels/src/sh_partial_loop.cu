//! {"launches":[{"entry":"pl","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// Lanes leave a loop one after the other; the rest go on voting with the shrinking mask.
extern "C" __global__ void pl(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x,l=threadIdx.x&31;unsigned v=x[i],m=~0u,acc=0;
  for(int k=0;k<40;k++){
    unsigned go=__ballot_sync(m,((v>>(k&31))&3)!=0);
    if(!(go>>l&1))break;
    m=go;
    unsigned s=__shfl_sync(m,v,31-__clz(m));
    acc=acc*9+__reduce_xor_sync(m,v+k)+(s&255)+__popc(m);
    int p;unsigned q=__match_all_sync(m,v&1,&p);
    acc+=p?q:1;
  }
  y[i]=acc;
}
