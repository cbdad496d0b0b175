//! {"launches":[{"entry":"ds","grid":[1],"block":[256],"args":["x","y",{"i32":15360}],"smem":61440}],"bufs":{"x":{"t":"u32","n":512,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"}}}
// 60 KiB of dynamic shared memory, split by hand into typed parts, beside static shared memory.
extern __shared__ __align__(16) unsigned char raw[];
extern "C" __global__ void ds(const unsigned*x,unsigned*y,int n){
  __shared__ unsigned st[64];
  unsigned*u=(unsigned*)raw;double*d=(double*)(raw+32768);unsigned short*h=(unsigned short*)(raw+32768+16384);
  int t=threadIdx.x;
  if(t<64)st[t]=t*t;
  for(int k=t;k<8192;k+=256)u[k]=x[k&511]+k;
  for(int k=t;k<2048;k+=256)d[k]=x[k&511]*0.5+k;
  for(int k=t;k<6144;k+=256)h[k]=(unsigned short)(x[k&511]>>k%13);
  __syncthreads();
  unsigned a=0;
  for(int k=0;k<64;k++){
    a=a*3+u[(t*97+k*1031)&8191];
    a^=(unsigned)(long long)(d[(t*31+k*57)&2047]*2);
    a+=h[(t*13+k*131)%6144]+st[(t+k)&63];
  }
  unsigned ds,ts;asm("mov.u32 %0,%%dynamic_smem_size;":"=r"(ds));
  y[t]=a;y[256+t]=ds;y[512+t]=u[8191-t];y[768+t]=n+((uint4*)raw)[t].z;
}
