//! {"launches":[{"entry":"et","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":512,"g":"bits"},"y":{"t":"u32","n":512,"out":"exact"}},"arch":"compute_90"}
// expect_tx and complete_tx with bulk copies into shared memory, two stages, then a bulk copy back and a wait for its group.
extern "C" __global__ void et(const unsigned*x,unsigned*y){
  __shared__ alignas(128) unsigned s[2][128];__shared__ alignas(8) unsigned long long b[2];
  int t=threadIdx.x;
  unsigned base=__cvta_generic_to_shared(s),bar=__cvta_generic_to_shared(b);
  if(!t)for(int k=0;k<2;k++)asm volatile("mbarrier.init.shared::cta.b64 [%0],1;"::"r"(bar+8*k):"memory");
  asm volatile("fence.mbarrier_init.release.cluster;":::"memory");
  __syncthreads();
  const unsigned*in=x+blockIdx.x*256;
  if(!t)for(int k=0;k<2;k++){
    asm volatile("{.reg .b64 q;mbarrier.arrive.expect_tx.shared::cta.b64 q,[%0],512;}"::"r"(bar+8*k):"memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0],[%1],256,[%2];"::"r"(base+512*k),"l"(in+128*k),"r"(bar+8*k):"memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0],[%1],256,[%2];"::"r"(base+512*k+256),"l"(in+128*k+64),"r"(bar+8*k):"memory");
  }
  unsigned a=0;
  for(int k=0;k<2;k++){
    unsigned done;
    do asm volatile("{.reg .pred p;mbarrier.try_wait.parity.shared::cta.b64 p,[%1],0;selp.u32 %0,1,0,p;}":"=r"(done):"r"(bar+8*k):"memory"); while(!done);
    a=a*3+s[k][127-t]+s[k][t];
  }
  __syncthreads();
  s[0][t]=a;s[0][t+64]=~a;
  asm volatile("fence.proxy.async.shared::cta;":::"memory");
  __syncthreads();
  if(!t){
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0],[%1],512;"::"l"(y+blockIdx.x*128),"r"(base):"memory");
    asm volatile("cp.async.bulk.commit_group;":::"memory");
    asm volatile("cp.async.bulk.wait_group.read 0;":::"memory");
    asm volatile("cp.async.bulk.wait_group 0;":::"memory");
  }
  y[256+blockIdx.x*128+t]=s[1][t];y[256+blockIdx.x*128+64+t]=s[1][t+64];
}
