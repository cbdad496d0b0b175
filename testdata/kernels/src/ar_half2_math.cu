//! {"launches":[{"entry":"hm","grid":[2],"block":[32],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":64,"g":"bits"},"y":{"t":"f32","n":512,"out":"ulp:8192|rel:2e-3"}}}
#include <cuda_fp16.h>
#include <cuda_bf16.h>
// half and bfloat16 functions: h2div, hrcp, hsqrt, hrsqrt, hexp, hlog2, hsin, htanh on moderate arguments.
extern "C" __global__ void hm(const unsigned*x,float*y){
  int i=blockIdx.x*32+threadIdx.x,n=0;float f=(x[i]>>8)*(8.f/16777216)+0.0625f,g=(x[63-i]>>8)*(4.f/16777216)-2;
  __half a=__float2half(f),b=__float2half(g);__nv_bfloat16 c=__float2bfloat16(f);
  auto P=[&](float v){y[64*n+++i]=v;};
  P(__half2float(__hdiv(b,a)));P(__half2float(hrcp(a)));P(__half2float(hsqrt(a)));P(__half2float(hexp(b)));P(__half2float(hlog2(a))+16);P(__half2float(hsin(b))+2);
  P(__bfloat162float(hsqrt(c)));P(__bfloat162float(hexp2(c)));
}
