//! {"launches":[{"entry":"mcs","grid":[1],"block":[64],"args":["y"]}],"bufs":{"y":{"t":"u32","n":68,"g":"zero","out":"exact"}}}
// An MCS queue lock, its nodes in shared memory, between the lanes of two warps.
struct Node{volatile int next;volatile unsigned locked;};
extern "C" __global__ void mcs(unsigned*y){
  __shared__ Node nd[64];
  __shared__ int tail;
  __shared__ volatile unsigned cnt,sum;
  int t=threadIdx.x;
  if(!t){tail=-1;cnt=0;sum=0;}
  __syncthreads();
  for(int r=0;r<2;r++){
    nd[t].next=-1;nd[t].locked=1;
    __threadfence_block();
    int p=atomicExch(&tail,t);
    if(p>=0){
      nd[p].next=t;
      while(nd[t].locked);
    }
    __threadfence_block();
    cnt=cnt+1;sum=sum+t*(r+1);
    __threadfence_block();
    if(nd[t].next<0&&atomicCAS(&tail,t,-1)==t)continue;
    while(nd[t].next<0);
    nd[nd[t].next].locked=0;
  }
  __syncthreads();
  y[t]=cnt;
  if(!t){y[64]=sum;y[65]=tail;}
}
