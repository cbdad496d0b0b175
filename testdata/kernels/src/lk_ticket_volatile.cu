//! {"launches":[{"entry":"tk","grid":[2],"block":[96],"args":["y"]}],"bufs":{"y":{"t":"u32","n":192,"g":"zero","out":"exact"}}}
// The same through volatile reads, with the wait inside a for loop that has other work.
extern "C" __global__ void tk(unsigned*y){
  __shared__ volatile unsigned serving;
  __shared__ unsigned sum;
  int t=threadIdx.x;
  if(!t){serving=0;sum=1;}
  __syncthreads();
  unsigned mine=95-t,spins=0;
  for(;;){
    unsigned s=serving;
    if(s==mine)break;
    if(s>mine){spins=0xdead;break;}
    spins+=s<mine;
  }
  sum=sum*3+mine;
  y[blockIdx.x*96+t]=sum+(spins==0xdead);
  __threadfence_block();
  serving=mine+1;
}
