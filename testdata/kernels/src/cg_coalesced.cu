//! {"launches":[{"entry":"cc","grid":[2],"block":[96],"args":["x","y"]}],"bufs":{"x":{"t":"i32","n":192,"g":"small"},"y":{"t":"i32","n":960,"g":"zero","out":"exact"}}}
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg=cooperative_groups;
// Coalesced groups made right behind a branch after a warp barrier, whose members are known from the data.
extern "C" __global__ void cc(const int*x,int*y){
  int i=blockIdx.x*96+threadIdx.x,v=x[i];
  auto full=cg::coalesced_threads();
  full.sync();
  if(v%3){
    auto a=cg::binary_partition(full,v%3==1);
    y[i]=a.size()*100+a.thread_rank();
    y[192+i]=a.shfl(v,a.size()-1)+a.shfl_up(v,1)*3+a.shfl_down(v,2)*5;
    y[384+i]=cg::reduce(a,v,cg::plus<int>());
    y[576+i]=cg::exclusive_scan(a,v);
    y[768+i]=a.match_any(v&3)*3+a.any(v>90)*2+a.all(v>3);
  }else{auto z=cg::binary_partition(full,false);y[i]=-(int)z.size();}
}
