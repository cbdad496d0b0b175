//! {"launches":[{"entry":"ct","grid":[2],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"i32","n":256,"g":"small"},"y":{"t":"i32","n":2560,"out":"exact"}}}
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg=cooperative_groups;
template<int N,class B>__device__ void part(B&b,int v,int i,int*y){
  auto t=cg::tiled_partition<N>(b);
  int r=cg::reduce(t,v,cg::greater<int>())*100+cg::reduce(t,v&7,cg::bit_xor<int>());
  int s=cg::inclusive_scan(t,v),e=cg::exclusive_scan(t,v,cg::bit_or<int>());
  y[i]=r+s*3+e+t.shfl_xor(v,N/2)+t.meta_group_rank()*7+t.any(v==3)+(int)t.ballot(v&1)+(int)t.match_any(v&1);
}
extern "C" __global__ void ct(const int*x,int*y){
  auto b=cg::this_thread_block();int i=blockIdx.x*128+b.thread_rank(),v=x[i];
  part<2>(b,v,i,y);part<4>(b,v,256+i,y);part<8>(b,v,512+i,y);part<16>(b,v,768+i,y);part<32>(b,v,1024+i,y);
  auto w=cg::tiled_partition<32>(b);
  auto q=cg::tiled_partition<4>(w);
  y[1280+i]=q.shfl(v,1)+10*q.shfl_up(v,1)+100*q.shfl_down(v,2)+q.meta_group_size();
  auto p=cg::binary_partition(w,(v&1)!=0);
  y[1536+i]=p.size()*1000+p.thread_rank()*10+cg::reduce(p,v,cg::plus<int>());
  auto l=cg::labeled_partition(w,v%5);
  y[1792+i]=cg::reduce(l,v*v,cg::less<int>())+l.size()*100000+(int)l.shfl(v,0);
  y[2048+i]=cg::inclusive_scan(l,v+1,cg::plus<int>());
  cg::sync(b);
  y[2304+i]=b.group_index().x*1000+b.thread_index().x+b.size();
}
