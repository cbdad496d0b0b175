//! {"launches":[{"entry":"f8","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"}}}
#include <cuda_fp16.h>
#include <cuda_fp8.h>
// fp8 conversions, both formats, saturating and not, from float, half and pairs, and back.
extern "C" __global__ void f8(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned u=x[i];
  float f=__uint_as_float((u&0x807fffff)|(112+(u>>24&31))<<23),g=__uint_as_float(u);
  y[i]=__nv_cvt_float_to_fp8(f,__NV_SATFINITE,__NV_E4M3)|__nv_cvt_float_to_fp8(f,__NV_NOSAT,__NV_E4M3)<<8|__nv_cvt_float_to_fp8(f,__NV_SATFINITE,__NV_E5M2)<<16|(unsigned)__nv_cvt_float_to_fp8(f,__NV_NOSAT,__NV_E5M2)<<24;
  y[128+i]=__nv_cvt_float_to_fp8(g,__NV_SATFINITE,__NV_E4M3)|__nv_cvt_float_to_fp8(g,__NV_NOSAT,__NV_E5M2)<<8;
  y[256+i]=__nv_cvt_float2_to_fp8x2(make_float2(f,-f*3),__NV_SATFINITE,__NV_E4M3)|(unsigned)__nv_cvt_float2_to_fp8x2(make_float2(f*.1f,g),__NV_NOSAT,__NV_E5M2)<<16;
  auto h=[](__half_raw r){return (r.x&0x7fff)>0x7c00?0x7fffu:(unsigned)r.x;};
  y[384+i]=h(__nv_cvt_fp8_to_halfraw(u,__NV_E4M3))|h(__nv_cvt_fp8_to_halfraw(u>>8,__NV_E5M2))<<16;
  __half2_raw p=__nv_cvt_fp8x2_to_halfraw2(u>>16,__NV_E4M3);__half_raw lo,hi;lo.x=p.x;hi.x=p.y;
  y[512+i]=h(lo)|h(hi)<<16;
  __half_raw q;q.x=u;y[640+i]=__nv_cvt_halfraw_to_fp8(q,__NV_SATFINITE,__NV_E4M3)|__nv_cvt_halfraw_to_fp8(q,__NV_NOSAT,__NV_E4M3)<<8|__nv_cvt_halfraw_to_fp8(q,__NV_NOSAT,__NV_E5M2)<<16;
  __nv_fp8x4_e4m3 v4(make_float4(f,g,f*7,f*.01f));y[768+i]=v4.__x;
  __nv_fp8_e5m2 e(u*1.0);float4 w=float4(v4);y[896+i]=e.__x+(w.x==w.x?__float_as_uint(w.x):0)+(w.z==w.z?__float_as_uint(w.z):0);
}
