//! {"launches":[{"entry":"av","grid":[2],"block":[64],"args":["x","f","h"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"f":{"t":"f32","n":96,"g":"zero","out":"exact"},"h":{"t":"f16","n":128,"g":"zero","out":"exact"}},"arch":"compute_90"}
#include <cuda_fp16.h>
// Vector atomics and reductions of Hopper: float2, float4, v8 of half, v4 of half2.
extern "C" __global__ void av(const unsigned*x,float*f,__half*h){
  unsigned v=x[blockIdx.x*64+threadIdx.x];float a=v&7,b=v>>3&7,c=v>>6&7,d=v>>9&7;
  atomicAdd((float4*)f+(v>>12&7),make_float4(a,b,c,d));
  atomicAdd((float2*)(f+32)+(v>>15&7),make_float2(a,-b));
  asm volatile("red.global.add.v4.f32 [%0],{%1,%2,%3,%4};"::"l"(f+48+4*(v>>18&7)),"f"(d),"f"(c),"f"(b),"f"(a):"memory");
  unsigned short p=__half_as_ushort(__float2half(a)),q=__half_as_ushort(__float2half(b));
  asm volatile("red.global.add.noftz.v8.f16 [%0],{%1,%2,%1,%2,%2,%1,%2,%1};"::"l"(h+8*(v>>20&7)),"h"(p),"h"(q):"memory");
  unsigned pq=p|(unsigned)q<<16;
  asm volatile("red.global.add.noftz.v4.f16x2 [%0],{%1,%1,%1,%1};"::"l"(h+64+8*(v>>20&7)),"r"(pq):"memory");
  float r0,r1;
  asm volatile("atom.global.v2.f32.add {%0,%1},[%2],{%3,%4};":"=f"(r0),"=f"(r1):"l"(f+80+2*(v>>24&7)),"f"(a),"f"(b):"memory");
}
