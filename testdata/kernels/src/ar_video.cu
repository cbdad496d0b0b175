//! {"launches":[{"entry":"vi","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":4096,"out":"exact"}}}
// SIMD-in-a-word intrinsics (per byte and per half word), with min, max, compare, average, saturation.
extern "C" __global__ void vi(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;unsigned a=x[i],b=x[255-i];
  if(i%4==1)b=a^(1u<<(b&31));
#define P(e) y[128*n+++i]=(e);
  P(__vabs2(a))P(__vabs4(a))P(__vabsdiffs2(a,b))P(__vabsdiffu4(a,b))P(__vabsss4(a))P(__vadd2(a,b))P(__vadd4(a,b))P(__vaddss2(a,b))P(__vaddus4(a,b))
  P(__vavgs2(a,b))P(__vavgu4(a,b))P(__vcmpeq4(a,b))P(__vcmpges2(a,b))P(__vcmpgtu4(a,b))P(__vcmplts4(a,b))P(__vhaddu2(a,b))P(__vmaxs4(a,b))P(__vmaxu2(a,b))
  P(__vmins2(a,b))P(__vminu4(a,b))P(__vneg4(a))P(__vnegss2(a))P(__vsads2(a,b))P(__vsadu4(a,b))P(__vseteq2(a,b))P(__vsetgts4(a,b))P(__vsub4(a,b))P(__vsubss2(a,b))P(__vsubus4(a,b))
  unsigned r;asm("vadd.s32.u32.s32.sat.max %0,%1.b1,%2.h1,%1;":"=r"(r):"r"(a),"r"(b));P(r)
  asm("vmad.s32.s32.u32.shr7 %0,%1.h0,%2.b3,%1;":"=r"(r):"r"(a),"r"(b));P(r)
  asm("vset4.u32.u32.lt.add %0,%1,%2,%1;":"=r"(r):"r"(a),"r"(b));P(r)
}
