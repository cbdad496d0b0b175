//! {"launches":[{"entry":"hg","grid":[4],"block":[128],"args":["x","y","z"]}],"bufs":{"x":{"t":"u8","n":4096,"g":"bits"},"y":{"t":"u32","n":256,"g":"zero","out":"exact"},"z":{"t":"u32","n":64,"g":"zero","out":"exact"}}}
// Byte histograms: privatised per warp in shared memory, packed counters, match-based updates.
extern "C" __global__ void hg(const unsigned char*x,unsigned*y,unsigned*z){
  __shared__ unsigned h[4][256];__shared__ unsigned pk[32];
  int t=threadIdx.x,w=t>>5,l=t&31;
  for(int k=t;k<1024;k+=128)h[0][k]=0;
  if(t<32)pk[t]=0;
  __syncthreads();
  const uchar4*v=(const uchar4*)(x+blockIdx.x*1024);
  for(int k=t;k<256;k+=128){
    uchar4 c=v[k];
    atomicAdd(&h[w][c.x],1u);atomicAdd(&h[w][c.y],1u);
    unsigned m=__match_any_sync(~0u,c.z);
    if(l==__ffs(m)-1)h[w][c.z]+=__popc(m);
    __syncwarp();
    unsigned m2=__match_any_sync(~0u,c.w);
    if(l==31-__clz(m2))atomicAdd(&h[w][c.w],__popc(m2));
    __syncwarp();
    atomicAdd(&pk[c.x&31],1u<<(c.y&1)*16);
  }
  __syncthreads();
  for(int k=t;k<256;k+=128)atomicAdd(&y[k],h[0][k]+h[1][k]+h[2][k]+h[3][k]);
  if(t<32){atomicAdd(&z[t],pk[t]&0xffff);atomicAdd(&z[32+t],pk[t]>>16);}
}
