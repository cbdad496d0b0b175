//! {"launches":[{"entry":"md","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"f64","n":256,"g":"uniform:-40,40"},"y":{"t":"f64","n":4096,"out":"ulp:8|rel:1e-13"}}}
// Double precision functions over wide ranges.
extern "C" __global__ void md(const double*x,double*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;double a=x[i],b=x[128+i],p=fabs(a)+1e-6,u=p*.02+.001,big=a*exp2(b*3);
#define F(e) y[128*n+++i]=(e);
  F(sin(a))F(cos(big))F(tan(a))F(sin(big))F(sinpi(a))F(cospi(b))F(exp(a))F(exp2(b))F(exp10(a))F(expm1(a*.01))F(log(p))F(log2(p))F(log10(p))F(log1p(p))F(pow(p,b*.3))F(pow(a,rint(b)))
  F(cbrt(a))F(hypot(a,b))F(asin(u*.9))F(acos(u*.9))F(atan(a))F(atan2(a,b))F(sinh(a*.5))F(tanh(a*.1))F(asinh(a))F(acosh(p+1))F(atanh(u*.9))F(fmod(a*1e5,b))F(remainder(a*1e6,b))F(rsqrt(p))F(rcbrt(a))F(norm3d(a,b,p))
}
