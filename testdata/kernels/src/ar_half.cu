//! {"launches":[{"entry":"hf","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u16","n":4096,"out":"exact"}}}
#include <cuda_fp16.h>
#include <cuda_bf16.h>
// half and bfloat16 arithmetic, compares, conversions with each rounding, minima with NaN, fma with relu, pairs.
extern "C" __global__ void hf(const unsigned*x,unsigned short*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;unsigned u=x[i],v=x[255-i];
  __half a=__ushort_as_half(u),b=__ushort_as_half(v),c=__ushort_as_half(u>>16);__half2 A=*(__half2*)&u,B=*(__half2*)&v;
  __nv_bfloat16 d=__ushort_as_bfloat16(u),e=__ushort_as_bfloat16(v),f=__ushort_as_bfloat16(v>>16);
  float g=__uint_as_float(u),h=__uint_as_float((u&0x807fffff)|(96+(v>>24&63))<<23);
  // NaN payloads are not compared
  auto H=[&](__half r){y[128*n+++i]=__hisnan(r)?0x7fff:__half_as_ushort(r);};
  auto W=[&](__nv_bfloat16 r){y[128*n+++i]=__hisnan(r)?0x7fff:__bfloat16_as_ushort(r);};
  auto U=[&](unsigned r){y[128*n+++i]=(unsigned short)r;};
  H(__hadd(a,b));H(__hmul(a,b));H(__hsub(a,c));H(__hfma(a,b,c));H(__hfma_relu(a,b,c));H(__hfma_sat(a,b,c));H(__hmin(a,b));H(__hmax_nan(a,b));H(__habs(a));H(__hneg(b));
  H(__low2half(__hadd2(A,B)));H(__high2half(__hmul2_sat(A,B)));H(__low2half(__hfma2(A,B,A)));
  H(__float2half_rn(h));H(__float2half_rz(h));H(__float2half_ru(h));H(__float2half_rd(h));H(__int2half_rn((int)u>>15));H(__ull2half_rz(v));
  U((unsigned)__half2int_rn(a));U((unsigned)__half2int_ru(b));U((unsigned)__half2uint_rz(c));U((unsigned)__half2short_rd(a));U((unsigned)__half2ll_rn(b));
  U(__hlt(a,b)+__hgeu(a,b)*2+__heq(a,b)*4+__hbne2(A,B)*8+__hequ(a,a)*16);
  W(__hadd(d,e));W(__hmul(d,e));W(__hfma(d,e,f));W(__hfma_relu(d,e,f));W(__hmax(d,e));W(__hmin_nan(d,f));W(__float2bfloat16_rn(g));
}
