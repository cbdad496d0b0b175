//! {"launches":[{"entry":"tr","grid":[1],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":1024,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"}}}
// A 16x16 transpose in registers by butterfly shuffles, and a bitonic sort across lanes of keys with values.
extern "C" __global__ void tr(const unsigned*x,unsigned*y){
  int t=threadIdx.x,l=t&15;unsigned r[16];
  #pragma unroll
  for(int k=0;k<16;k++)r[k]=x[k*64+t];
  #pragma unroll
  for(int d=8;d;d>>=1){
    #pragma unroll
    for(int k=0;k<16;k++)if(!(k&d)){
      unsigned a=l&d?r[k]:r[k|d];
      a=__shfl_xor_sync(~0u,a,d,16);
      if(l&d)r[k]=a;else r[k|d]=a;
    }
  }
  unsigned key=r[0],val=t;
  for(int k=2;k<=32;k<<=1)for(int j=k>>1;j;j>>=1){
    unsigned o=__shfl_xor_sync(~0u,key,j),ov=__shfl_xor_sync(~0u,val,j);
    bool up=((t&k)==0||k==32)==((t&j)==0);
    if(up?o<key:o>key){key=o;val=ov;}
  }
  #pragma unroll
  for(int k=1;k<16;k++)y[k*64+t]=r[k];
  y[t]=key^val;
}
