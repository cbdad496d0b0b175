//! {"launches":[{"entry":"se","grid":[2],"block":[96],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":192,"g":"bits"},"y":{"t":"u32","n":192,"g":"zero","out":"exact"}}}
// Lanes that have returned are left out of barriers; warps lose half their lanes and go on with masks.
extern "C" __global__ void se(const unsigned*x,unsigned*y){
  int i=blockIdx.x*96+threadIdx.x,l=threadIdx.x&31;unsigned v=x[i];
  unsigned live=__ballot_sync(~0u,v%4!=0);
  if(v%4==0)return;
  unsigned a=__reduce_add_sync(live,v&0xffff);
  unsigned two=__ballot_sync(live,v&8);
  if(v&8){
    a+=__shfl_sync(two,a+v,__ffs(two)-1);
    y[i]=a;
    return;
  }
  unsigned rest=live&~two;
  a^=__shfl_sync(rest,v,31-__clz(rest));
  int c=__syncthreads_count(v&16);
  y[i]=a*131+c;
}
