//! {"launches":[{"entry":"ii","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":4096,"out":"exact"}}}
// Integer intrinsics and their inline forms on random and edge operands.
extern "C" __global__ void ii(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;unsigned a=x[i],b=x[255-i],c=a*b;
  if(i%8==1)a=0;if(i%8==2)b=0x80000000u;if(i%8==3){a=0x80000000u;b=~0u;}if(i%8==4)c=33;
  unsigned long long A=(unsigned long long)a<<32|c,B=(unsigned long long)b<<32|a;
#define P(e) y[128*n+++i]=(unsigned)(e)
  P(__clz(a)+__ffs(b)*100+__popc(c)*10000);P(__brev(a));P(__clzll(A)+__ffsll(B)*100+__popcll(A)*10000);P(__brevll(A)>>7);
  P(__mulhi((int)a,(int)b));P(__umulhi(a,b));P(__mul64hi((long long)A,(long long)B));P(__umul64hi(A,B)>>32);
  P(__mul24((int)a,(int)b));P(__umul24(a,b));P(__sad((int)a,(int)b,c));P(__usad(a,b,c));
  P(__hadd((int)a,(int)b));P(__rhadd((int)a,(int)b));P(__uhadd(a,b));P(__urhadd(a,b));
  P(__byte_perm(a,b,c));P(__funnelshift_l(a,b,c));P(__funnelshift_rc(a,b,c));P(__funnelshift_lc(a,b,c)^__funnelshift_r(a,b,c));
  P(__dp4a((int)a,(int)b,(int)c));P(__dp4a(a,b,c));P(__dp2a_lo((int)a,(int)b,(int)c));P(__dp2a_hi(a,b,c));
  P((int)a/((int)b|1));P((int)a%((int)b|1));P(a/(b|1));P(a%(b|1));
  P(A/(B>>(c&63)|1));P((long long)A%((long long)B>>(c&63)|1));P((short)a/(short)(b|1));P((signed char)a%(signed char)(b|1));
}
