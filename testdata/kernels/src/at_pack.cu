//! {"launches":[{"entry":"ap","grid":[2],"block":[64],"args":["x","h","b","s"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"h":{"t":"f16","n":64,"g":"zero","out":"exact"},"b":{"t":"bf16","n":64,"g":"zero","out":"exact"},"s":{"t":"f32","n":64,"g":"zero","out":"exact"}}}
#include <cuda_fp16.h>
#include <cuda_bf16.h>
// Atomic adds of half, half2, bfloat16 and pairs, to global and shared memory; sums are exact in every order.
extern "C" __global__ void ap(const unsigned*x,__half*h,__nv_bfloat16*b,float*s){
  __shared__ __half2 sh[8];__shared__ float sf[16];__shared__ double sd[4];
  int t=threadIdx.x;unsigned v=x[blockIdx.x*64+t];
  if(t<8)sh[t]=__half2(0.f,0.f);
  if(t<16)sf[t]=0;
  if(t<4)sd[t]=0;
  __syncthreads();
  atomicAdd((__half2*)h+(v&7),__half2((float)(v>>4&3),-(float)(v>>6&3)));
  atomicAdd(h+16+(v&7),__half((float)(v>>8&1)));
  atomicAdd((__nv_bfloat162*)b+(v&7),__nv_bfloat162(__float2bfloat16((float)(v>>4&1)),__float2bfloat16((float)(v>>6&1))));
  atomicAdd(b+16+(v&7),__float2bfloat16((float)(v>>9&1)));
  atomicAdd(&sh[v&7],__half2((float)(v>>10&3),(float)(v>>12&3)));
  atomicAdd(&sf[v&15],(float)(v>>14&63));
  atomicAdd(&sd[v&3],(double)(v>>20));
  __syncthreads();
  if(t<8)atomicAdd((__half2*)h+16+t,sh[t]);
  if(t<16)atomicAdd(s+t,sf[t]);
  if(t<4)atomicAdd(s+16+t,(float)sd[t]);
}
