//! {"launches":[{"entry":"dd","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// Twenty nested ifs around one shared sum, with votes at several depths and early returns from a helper.
__device__ __forceinline__ unsigned step(unsigned v,unsigned d){if(v%7==d%7)return v*3+d;if(v%5==0)return v/5+d;if((v^d)&8)return v+d*d;return v-1;}
extern "C" __global__ void dd(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned v=x[i],m=~0u,s=0;
  #pragma unroll
  for(int d=0;d<12;d++){
    unsigned mm=__ballot_sync(m,v>>d&1);
    if(v>>d&1){
      s+=__popc(mm)*(d+1)+__shfl_sync(mm,v,__ffs(mm)-1);
      if(d&1){v=step(v,d);}
    }else{
      mm=m&~mm;
      s^=__reduce_or_sync(mm,v)>>d;
      v=step(v,d+3);
    }
    __syncwarp();
  }
  y[i]=s+v;
}
