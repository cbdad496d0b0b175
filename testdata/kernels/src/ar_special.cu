//! {"launches":[{"entry":"sp","grid":[1],"block":[256],"args":["x","y","z"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":5120,"out":"exact"},"z":{"t":"u64","n":2560,"out":"exact"}}}
// Special operands: NaN, infinities, denormals, signed zeros, conversions out of range, classification, remainders, nextafter, scalbn.
__device__ const unsigned sp32[16]={0,0x80000000,1,0x80000001,0x7fffff,0x800000,0x3f800000,0xbf800000,0x7f7fffff,0x7f800000,0xff800000,0x7fc00000,0x4f000000,0x5f000000,0xcf000001,0x3effffff};
extern "C" __global__ void sp(const unsigned*x,unsigned*y,unsigned long long*z){
  int i=threadIdx.x,n=0,m=0;float a=__uint_as_float(sp32[i&15]),b=__uint_as_float(sp32[i>>4]),r=__uint_as_float(x[i]);
  double c=__longlong_as_double((long long)sp32[i&15]<<32|(x[i]&1)),d=__longlong_as_double((long long)sp32[i>>4]<<32);
  auto F=[&](float v){y[256*n+++i]=v!=v?0x7fffffffu:__float_as_uint(v);};auto U=[&](unsigned v){y[256*n+++i]=v;};
  auto D=[&](double v){z[256*m+++i]=v!=v?~0ull>>1:(unsigned long long)__double_as_longlong(v);};
  F(a+b);F(a*b);F(a/b);F(fmaf(a,b,r));F(fminf(a,b));F(fmaxf(a,-b));F(sqrtf(a));F(fmodf(a,b));F(remainderf(b,a));F(copysignf(a,b));F(nextafterf(a,b));F(scalbnf(a,(int)x[i]>>24));F(ldexpf(b,-140+(i&31)));
  U((unsigned)(int)a+(unsigned)(long long)b);U((unsigned)(unsigned long long)(a)+(unsigned)b);U(isnan(a)+isinf(b)*2+isfinite(a)*4+signbit(b)*8+(a<b)*16+(a!=b)*32+!(a>=b)*64);
  U((unsigned)lrintf(r)+(unsigned)llroundf(a));int ex;float fr=frexpf(a,&ex);U(ex*3+(fr==fr?__float_as_uint(fr):1));U(ilogbf(a)+(int)(logbf(b)==logbf(b)?logbf(b):7));F(fdimf(a,b));
  D(c+d);D(c*d);D(c/d);D(fma(c,d,(double)r));D(fmin(c,d));D(sqrt(c));D(fmod(d,c));D(nextafter(c,d));D(scalbn(d,(int)x[i]>>22));D((double)(float)c);
}
