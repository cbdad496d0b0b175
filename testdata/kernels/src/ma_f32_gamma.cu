//! {"launches":[{"entry":"gm","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"f32","n":256,"g":"uniform:-9,9"},"y":{"t":"f32","n":2176,"out":"ulp:24|abs:2e-5|rel:1e-5"}}}
// Gamma, error and Bessel functions in single precision.
extern "C" __global__ void gm(const float*x,float*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;float a=x[i],p=fabsf(x[128+i])+.05f,u=p*.1f+.01f;
#define F(e) y[128*n+++i]=(e);
  F(lgammaf(a))F(tgammaf(a*.5f))F(erff(a*.4f))F(erfcf(a*.5f))F(erfcxf(a*.5f))F(erfinvf(u))F(erfcinvf(u*1.9f))F(normcdff(a*.5f))F(normcdfinvf(u))F(j0f(a))F(j1f(a))F(y0f(p))F(y1f(p))F(jnf(3,a))F(ynf(2,p))F(cyl_bessel_i0f(a*.5f))F(cyl_bessel_i1f(a*.5f))
}
