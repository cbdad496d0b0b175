//! {"launches":[{"entry":"ex","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"f32","n":256,"g":"uniform:-30,30"},"y":{"t":"f32","n":2304,"out":"ulp:4|rel:1e-6"}}}
// Exponentials, logarithms, powers with integers and halves, roots, hypot and norms.
extern "C" __global__ void ex(const float*x,float*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;float a=x[i],b=x[128+i],p=fabsf(a)+1e-3f;
#define F(e) y[128*n+++i]=(e);
  F(expf(a))F(exp2f(b))F(exp10f(a))F(expm1f(a*.1f))F(logf(p))F(log2f(p))F(log10f(p))F(log1pf(p*.01f))F(powf(p,b))F(powf(a,rintf(b)))F(powf(p,.5f))F(cbrtf(a))F(rcbrtf(a))F(hypotf(a,b))F(rhypotf(a,b))F(norm3df(a,b,p))F(rnorm4df(a,b,p,1.f))F(rsqrtf(p))
}
