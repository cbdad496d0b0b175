//! {"launches":[{"entry":"sp","grid":[1],"block":[32],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":32,"g":"bits"},"y":{"t":"u32","n":512,"out":"exact"}}}
// shfl.sync with its predicate, with masks and clamps from registers.
__device__ void one(const char*,unsigned*){}
extern "C" __global__ void sp(const unsigned*x,unsigned*y){
  int t=threadIdx.x;unsigned v=x[t],d,p;
#define S(k,mode,b,c) asm volatile("{.reg .pred q;shfl.sync." mode ".b32 %0|q,%2,%3,%4,0xffffffff;selp.u32 %1,1,0,q;}":"=r"(d),"=r"(p):"r"(v),"r"(b),"r"(c));y[64*k+t]=d;y[64*k+32+t]=p;
  S(0,"up",v>>27,0u) S(1,"down",v>>26,31u) S(2,"bfly",v>>3,0x1c1fu&(t<16?0x101fu:0x181fu)) S(3,"idx",v,0x1f1fu^(t<8?0x300u:0u))
  S(4,"up",3u,0x1800u) S(5,"down",2u,0x181fu) S(6,"bfly",33u,31u) S(7,"idx",t*5u,0x10fu)
}
