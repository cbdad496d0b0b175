//! {"launches":[{"entry":"rm","grid":[2],"block":[64],"args":["x","y","z"]}],"bufs":{"x":{"t":"f32","n":384,"g":"mix"},"y":{"t":"f32","n":3072,"out":"exact"},"z":{"t":"f64","n":2048,"out":"exact"}}}
// Directed rounding intrinsics of f32 and f64: add, sub, mul, fma, div, rcp, sqrt and all conversions.
extern "C" __global__ void rm(const float*x,float*y,double*z){
  int i=blockIdx.x*64+threadIdx.x,n=0,m=0;float a=x[i],b=x[128+i],c=x[256+i],p=fabsf(a);double d=(double)a*b+1e-9,e=(double)c/3,q=fabs(d);
#define F(e) y[128*n+++i]=(e);
#define D(e) z[128*m+++i]=(e);
  F(__fadd_rd(a,b))F(__fadd_ru(a,b))F(__fsub_rz(a,b))F(__fmul_rd(a,b))F(__fmul_ru(a,b))F(__fmaf_rd(a,b,c))F(__fmaf_ru(a,b,c))F(__fmaf_rz(a,b,c))
  F(__fdiv_rd(a,b))F(__fdiv_ru(a,b))F(__fdiv_rz(a,b))F(__fdiv_rn(a,b))F(__frcp_rd(a))F(__frcp_ru(b))F(__fsqrt_rd(p))F(__fsqrt_ru(p))F(__fsqrt_rz(p))
  F(__double2float_rd(d))F(__double2float_ru(d))F(__double2float_rz(e))F(__int2float_rd((int)(a*1e9f)))F(__uint2float_ru((unsigned)(p*1e8f)))F((float)__float2int_rd(a*100)+__float2int_ru(b*100))F((float)__float2uint_rn(p*1e6f))
  D(__dadd_rd(d,e))D(__dsub_ru(d,e))D(__dmul_rz(d,e))D(__fma_rd(d,e,a))D(__fma_ru(d,e,b))D(__ddiv_rd(d,e))D(__ddiv_ru(d,e))D(__ddiv_rz(d,e))D(__drcp_rd(d))D(__drcp_ru(e))D(__dsqrt_rd(q))D(__dsqrt_ru(q))
  D(__ll2double_rd((long long)(d*1e17)))D((double)__double2ll_rd(d*1e3)+__double2int_ru(e))D((double)__double2ull_rz(q*1e12))D(__longlong_as_double(__double2ll_rn(q*1e15)))
}
