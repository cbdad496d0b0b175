//! {"launches":[{"entry":"cs","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"g":"zero","out":"exact"}}}
// Clocks that must not go back, nanosleep with computed times, special registers in sums that are known.
extern "C" __global__ void cs(const unsigned*x,unsigned*y){
  int t=threadIdx.x,i=blockIdx.x*64+t;unsigned v=x[i];
  long long a=clock64();unsigned long long g0,g1;asm volatile("mov.u64 %0,%%globaltimer;":"=l"(g0));
  if(v&1)__nanosleep(v&255);
  unsigned r=0;for(unsigned k=0;k<(v&31);k++)r+=k*v;
  long long b=clock64();asm volatile("mov.u64 %0,%%globaltimer;":"=l"(g1));
  unsigned w,nw,l,lt,ge;asm volatile("mov.u32 %0,%%warpid;mov.u32 %1,%%nwarpid;mov.u32 %2,%%laneid;mov.u32 %3,%%lanemask_lt;mov.u32 %4,%%lanemask_ge;":"=r"(w),"=r"(nw),"=r"(l),"=r"(lt),"=r"(ge));
  y[i]=r+(b>=a)*2+(g1>=g0)*4+(w<nw)*8+(l==(t&31))*16+((lt|ge)==~0u)*32+((lt&ge)==0)*64+(__popc(lt)==l)*128;
}
