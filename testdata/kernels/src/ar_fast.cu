//! {"launches":[{"entry":"fa","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"f32","n":256,"g":"uniform:-20,20"},"y":{"t":"f32","n":2048,"out":"ulp:64|abs:2e-5|rel:2e-5"}}}
// Fast intrinsics within the bounds of the programming guide.
extern "C" __global__ void fa(const float*x,float*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;float a=x[i],b=x[128+i],p=fabsf(a)+0.01f,s=a*0.15f;
#define F(e) y[128*n+++i]=(e);
  F(__expf(a*.5f))F(__exp10f(a*.1f))F(__logf(p))F(__log2f(p))F(__log10f(p))F(__sinf(s))F(__cosf(s))F(__powf(p,b*.1f))
  F(__fdividef(a,b))F(rsqrtf(p))F(__frsqrt_rn(p))F(__saturatef(a*.1f))F(__tanf(s*.4f))float u,v;__sincosf(s,&u,&v);F(u*u+v*v)F(exp2f(b*.3f))F(__fdividef(a,1e30f)*1e30f)
}
