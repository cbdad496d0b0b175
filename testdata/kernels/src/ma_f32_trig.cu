//! {"launches":[{"entry":"tg","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"f32","n":1536,"out":"ulp:2|abs:1e-7"}}}
// Trigonometry with arguments up to 3e38 (Payne-Hanek with a local array), and the pi forms.
extern "C" __global__ void tg(const unsigned*x,float*y){
  int i=blockIdx.x*64+threadIdx.x,n=0;unsigned u=x[i];float a=__uint_as_float((u&0x807fffff)|(100+(u>>23)%150)<<23),b=__uint_as_float((u&0x807fffff)|(120+(u>>23)%12)<<23);
#define F(e) y[128*n+++i]=(e);
  F(sinf(a))F(cosf(a))F(tanf(b))float s,c;sincosf(a,&s,&c);F(s*c)F(sinpif(a))F(cospif(b))F(atanf(a))F(atan2f(a,b))F(asinf(b*.05f))F(acosf(b*.05f))F(tanhf(b))F(sinhf(b)*1e-3f)
}
