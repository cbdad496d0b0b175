//! {"launches":[{"entry":"cw","grid":[1],"block":[96],"args":["x","y"]}],"bufs":{"x":{"t":"i32","n":96,"g":"small"},"y":{"t":"i32","n":672,"out":"exact"}}}
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_merge_sort.cuh>
// CUB warp scans, segmented and partial reductions, sub-warps of 8 and 6, merge sort.
extern "C" __global__ void cw(const int*x,int*y){
  using S=cub::WarpScan<int>;using R=cub::WarpReduce<int>;using R8=cub::WarpReduce<int,8>;using S6=cub::WarpScan<int,6>;using M=cub::WarpMergeSort<int,2,16>;
  __shared__ union{S::TempStorage s;R::TempStorage r;R8::TempStorage q;}m[12];
  __shared__ S6::TempStorage m6[16];
  __shared__ M::TempStorage ms[6];
  int t=threadIdx.x,w=t>>5,l=t&31,v=x[t],a,b,g;
  S(m[w].s).Scan(v,a,b,[](int p,int q){return p>q?p:q;});
  y[t]=a;y[96+t]=l?b:0;
  __syncwarp();
  g=R(m[w].r).HeadSegmentedSum(v,v%5==0);
  y[192+t]=(l==0||v%5==0)?g:-1;
  __syncwarp();
  g=R(m[w].r).Reduce(v,[](int p,int q){return p+q;},20);
  y[288+t]=l==0?g:0;
  __syncthreads();
  g=R8(m[t/8].q).Sum(v);
  y[384+t]=t%8==0?g:0;
  int k[2]={v,100-v};
  M(ms[t/16]).Sort(k,[](int p,int q){return p<q;});
  y[480+t]=k[0]*1000+k[1];
  if(l<30){S6(m6[w*5+l/6]).InclusiveSum(v,a);y[576+t]=a;}else y[576+t]=0;
}
