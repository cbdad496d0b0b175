//! {"launches":[{"entry":"ma","grid":[2],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":1024,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"}}}
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
namespace cg=cooperative_groups;
// memcpy_async over a block and over tiles, two stages with wait_prior, sizes with and without alignment.
extern "C" __global__ void ma(const unsigned*x,unsigned*y){
  __shared__ alignas(16) unsigned s[2][256];__shared__ alignas(16) unsigned char q[4][64];
  auto b=cg::this_thread_block();auto w=cg::tiled_partition<32>(b);
  const unsigned*in=x+blockIdx.x*512;
  cg::memcpy_async(b,s[0],in,cuda::aligned_size_t<16>(1024));
  cg::memcpy_async(b,s[1],in+256,sizeof(unsigned)*251);
  cg::memcpy_async(w,q[w.meta_group_rank()],(const unsigned char*)in+w.meta_group_rank()*3+1,61);
  cg::wait_prior<1>(b);
  b.sync();
  int t=b.thread_rank();
  unsigned a=s[0][255-t]*3+s[0][(t*7)&255];
  cg::wait(b);
  b.sync();
  unsigned c=s[1][250-t]+s[1][t];
  unsigned d=q[t&3][t%61];
  unsigned*o=y+blockIdx.x*512;
  o[t]=a;o[128+t]=c;o[256+t]=d;o[384+t]=s[1][t]^s[0][t+128];
}
