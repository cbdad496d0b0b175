//! {"launches":[{"entry":"pb","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":4096,"out":"exact"}}}
// Bit instructions by inline PTX: bfe, bfi, bfind, bmsk, szext, lop3, prmt in all modes, shf, shl and shr beyond the width.
extern "C" __global__ void pb(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;unsigned a=x[i],b=x[255-i],c=x[(i*7+3)&255],r;
  if(i%5==0)b&=63;if(i%5==1)c&=63;if(i%5==2){b=31;c=40;}
#define A3(s) asm(s " %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(b),"r"(c));y[128*n+++i]=r;
#define A2(s) asm(s " %0,%1,%2;":"=r"(r):"r"(a),"r"(b));y[128*n+++i]=r;
  A3("bfe.u32")A3("bfe.s32")A2("shl.b32")A2("shr.u32")A2("shr.s32")A2("bmsk.clamp.b32")A2("bmsk.wrap.b32")A2("szext.clamp.s32")A2("szext.wrap.u32")
  asm("bfi.b32 %0,%1,%2,%3,%4;":"=r"(r):"r"(a),"r"(b),"r"(c),"r"(c>>8));y[128*n+++i]=r;
  asm("bfind.u32 %0,%1;":"=r"(r):"r"(a));y[128*n+++i]=r;asm("bfind.shiftamt.s32 %0,%1;":"=r"(r):"r"((int)a>>(b&31)));y[128*n+++i]=r;
  asm("lop3.b32 %0,%1,%2,%3,0x6a;":"=r"(r):"r"(a),"r"(b),"r"(c));y[128*n+++i]=r;asm("lop3.b32 %0,%1,%2,%3,0xd8;":"=r"(r):"r"(a),"r"(b),"r"(c));y[128*n+++i]=r;
  A3("prmt.b32")A3("prmt.b32.f4e")A3("prmt.b32.b4e")A3("prmt.b32.rc8")A3("prmt.b32.ecl")A3("prmt.b32.ecr")A3("prmt.b32.rc16")
  A3("shf.l.wrap.b32")A3("shf.l.clamp.b32")A3("shf.r.wrap.b32")A3("shf.r.clamp.b32")
  unsigned long long q=(unsigned long long)a<<32|c,w;
  asm("bfe.s64 %0,%1,%2,%3;":"=l"(w):"l"(q),"r"(b),"r"(c>>5));y[128*n+++i]=w^w>>32;
  asm("bfi.b64 %0,%1,%2,%3,%4;":"=l"(w):"l"(q),"l"(~q*3),"r"(b&127),"r"(c&127));y[128*n+++i]=w^w>>32;
  asm("shl.b64 %0,%1,%2;":"=l"(w):"l"(q),"r"(b));y[128*n+++i]=w^w>>32;asm("shr.s64 %0,%1,%2;":"=l"(w):"l"(q),"r"(b));y[128*n+++i]=w^w>>32;
  asm("mad.wide.s16 %0,%1,%2,%3;":"=r"(r):"h"((short)a),"h"((short)b),"r"(c));y[128*n+++i]=r;
  asm("{.reg .pred p;.reg .u32 t;setp.lt.and.s32 p,%1,%2,0;@p mov.u32 t,1;@!p mov.u32 t,2;slct.u32.s32 %0,t,%1,%3;}":"=r"(r):"r"(a),"r"(b),"r"(c));if(0)y[0]=r;
  asm("slct.u32.s32 %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(b),"r"(c));y[128*n+++i]=r;
}
