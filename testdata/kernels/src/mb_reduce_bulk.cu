//! {"launches":[{"entry":"rb","grid":[4],"block":[64],"args":["x","y","z"]}],"bufs":{"x":{"t":"i32","n":256,"g":"small"},"y":{"t":"i32","n":64,"g":"zero","out":"exact"},"z":{"t":"u64","n":64,"g":"zero","out":"exact"}},"arch":"compute_90"}
// Bulk reductions from shared memory: add of s32 and max of u64 by four blocks into the same memory.
extern "C" __global__ void rb(const int*x,int*y,unsigned long long*z){
  __shared__ alignas(16) int s[64];__shared__ alignas(16) unsigned long long u[64];
  int t=threadIdx.x,i=blockIdx.x*64+t;
  s[t]=x[i];u[t]=(unsigned long long)x[i]*1000003ull<<(t&15);
  asm volatile("fence.proxy.async.shared::cta;":::"memory");
  __syncthreads();
  if(t==33){
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0],[%1],256;"::"l"(y),"r"((unsigned)__cvta_generic_to_shared(s)):"memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u64 [%0],[%1],512;"::"l"(z),"r"((unsigned)__cvta_generic_to_shared(u)):"memory");
    asm volatile("cp.async.bulk.commit_group;cp.async.bulk.wait_group 0;":::"memory");
  }
}
