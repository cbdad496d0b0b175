//! {"launches":[{"entry":"sy","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// Shared memory passed inside parts of a warp by __syncwarp with computed masks, parts in different arms.
extern "C" __global__ void sy(const unsigned*x,unsigned*y){
  __shared__ unsigned s[64];
  int t=threadIdx.x,i=blockIdx.x*64+t,l=t&31,b=t&32;unsigned v=x[i];
  unsigned cls=v%3;
  unsigned m=__match_any_sync(~0u,cls);
  int n=__popc(m),r=__popc(m&((1u<<l)-1));
  unsigned acc=v;
  if(cls==0){
    for(int d=1;d<n;d<<=1){s[b+r+0]=acc;__syncwarp(m);acc+=r>=d?s[b+r-d]:0;__syncwarp(m);}
  }else if(cls==1){
    int base=b+31;
    for(int d=1;d<n;d<<=1){s[base-r]=acc;__syncwarp(m);acc^=r+d<n?s[base-r-d]:0x55;__syncwarp(m);}
  }else acc=__popc(m);
  y[i]=acc;
}
