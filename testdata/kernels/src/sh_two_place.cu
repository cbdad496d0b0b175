//! {"launches":[{"entry":"tp","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":512,"out":"exact"}}}
// One mask, shuffles and votes reached in two arms: the lanes of both arms take part in both.
extern "C" __global__ void tp(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x,l=threadIdx.x&31;unsigned v=x[i],a,b,c;
  if(v&1){
    v=v*3+1;
    __syncwarp();
    a=__ballot_sync(~0u,v&2);
    b=__reduce_add_sync(~0u,v>>6);
    c=__match_any_sync(~0u,v&12);
  }else{
    __syncwarp();
    a=__ballot_sync(~0u,v&4);
    b=__reduce_add_sync(~0u,v>>7);
    c=__match_any_sync(~0u,v&12);
  }
  y[i]=a;y[128+i]=b;y[256+i]=c;y[384+i]=l;
}
