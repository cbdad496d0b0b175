//! {"launches":[{"entry":"sw","grid":[1],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":64,"g":"bits"},"y":{"t":"u32","n":1536,"out":"exact"}}}
// All shuffles with widths 2 to 32, lanes out of range, negative and large, and computed widths.
extern "C" __global__ void sw(const unsigned*x,unsigned*y){
  int t=threadIdx.x,k=0;unsigned v=x[t],h=v>>16;
#define P(e) y[64*k+++t]=(e)
  P(__shfl_sync(~0u,v,h,2));P(__shfl_sync(~0u,v,-3,8));P(__shfl_sync(~0u,v,(int)v,16));P(__shfl_sync(~0u,v,33,32));
  P(__shfl_up_sync(~0u,v,1,4));P(__shfl_up_sync(~0u,v,5,8));P(__shfl_up_sync(~0u,v,33,32));P(__shfl_up_sync(~0u,v,h&31,16));
  P(__shfl_down_sync(~0u,v,1,4));P(__shfl_down_sync(~0u,v,9,8));P(__shfl_down_sync(~0u,v,40,32));P(__shfl_down_sync(~0u,v,h&15,2));
  P(__shfl_xor_sync(~0u,v,3,4));P(__shfl_xor_sync(~0u,v,9,8));P(__shfl_xor_sync(~0u,v,31,32));P(__shfl_xor_sync(~0u,v,h,32));
  int w=1<<(t>>5)+2;
  P(__shfl_sync(~0u,v,h,w));P(__shfl_up_sync(~0u,v,3,w));P(__shfl_down_sync(~0u,v,3,w));P(__shfl_xor_sync(~0u,v,5,w));
  P((unsigned)__double2hiint(__shfl_xor_sync(~0u,__hiloint2double(v,~v),7)));
  P((unsigned)(__shfl_sync(~0u,(unsigned long long)v<<20|t,t^1)>>18));
  P((unsigned)__float_as_uint(__shfl_down_sync(~0u,__uint_as_float(v),t&3)));
  P((unsigned)__shfl_up_sync(~0u,(long long)(int)v*3,t&7,8));
}
