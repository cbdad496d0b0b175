//! {"launches":[{"entry":"gs","grid":[6],"block":[64],"args":["x","y","p"],"coop":true}],"bufs":{"x":{"t":"i32","n":384,"g":"small"},"y":{"t":"i32","n":384,"out":"exact"},"p":{"t":"i32","n":64,"g":"zero","out":"exact"}},"arch":"compute_70"}
#include <cooperative_groups.h>
namespace cg=cooperative_groups;
// Three grid barriers in a loop with a token form (arrive, other work, wait), results passed between all blocks.
extern "C" __global__ void gs(const int*x,int*y,int*p){
  auto g=cg::this_grid();auto b=cg::this_thread_block();
  int i=g.thread_rank(),n=gridDim.x,acc=x[i];
  __shared__ int s;
  for(int r=0;r<3;r++){
    if(!b.thread_rank())s=0;
    b.sync();
    atomicAdd(&s,acc&0xff);
    b.sync();
    if(!b.thread_rank())p[r*8+blockIdx.x]=s;
    g.sync();
    int t=0;
    for(int k=0;k<n;k++)t+=((volatile int*)p)[r*8+k]*(k+1);
    acc=acc*3+t+r;
  }
  y[i]=acc+g.size()+(int)g.is_valid();
}
