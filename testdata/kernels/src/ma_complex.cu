//! {"launches":[{"entry":"mc","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"f32","n":512,"g":"normal"},"y":{"t":"f32","n":1280,"out":"ulp:256|rel:1e-5|abs:1e-5"}}}
#include <cuda/std/complex>
// Complex arithmetic with the library's careful division, abs, exp, sqrt and an iteration with a data-dependent end.
extern "C" __global__ void mc(const float*x,float*y){
  using C=cuda::std::complex<float>;
  int i=blockIdx.x*64+threadIdx.x;C a(x[4*i],x[4*i+1]),b(x[4*i+2],x[4*i+3]+2);
  C q=a/b,e=exp(a*.5f),s=sqrt(a),p=a*b-conj(a);
  int k=0;C z=a*.1f,c=b*.2f;for(;k<30&&norm(z)<4;k++)z=z*z+c;
  float r[10]={q.real(),q.imag(),e.real(),e.imag(),s.real(),s.imag(),p.real(),p.imag(),abs(a),(float)(k>100)};
  for(int j=0;j<10;j++)y[j*128+i]=r[j];
}
