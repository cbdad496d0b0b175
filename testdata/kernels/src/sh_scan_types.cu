//! {"launches":[{"entry":"st","grid":[2],"block":[64],"args":["x","y","z"]}],"bufs":{"x":{"t":"f64","n":128,"g":"normal"},"y":{"t":"f64","n":128,"out":"exact"},"z":{"t":"u64","n":128,"out":"exact"}}}
// Warp scans and reductions of doubles, of pairs and of a struct by templates over shuffles.
struct P{double a;int k;};
template<class T>__device__ T up(T v,int d){
  union{T t;unsigned u[(sizeof(T)+3)/4];}r;r.t=v;
  #pragma unroll
  for(unsigned i=0;i<sizeof(T)/4;i++)r.u[i]=__shfl_up_sync(~0u,r.u[i],d);
  return r.t;
}
extern "C" __global__ void st(const double*x,double*y,unsigned long long*z){
  int i=blockIdx.x*64+threadIdx.x,l=threadIdx.x&31;P p;p.a=x[i];p.k=i;
  for(int d=1;d<32;d*=2){P q=up(p,d);if(l>=d&&(q.a>p.a||(q.a==p.a&&q.k<p.k)))p=q;}
  y[i]=p.a;
  unsigned long long m=(unsigned long long)__double_as_longlong(x[i]);
  for(int d=1;d<32;d*=2){unsigned long long o=__shfl_up_sync(~0u,m,d);if(l>=d)m=m*31+o;}
  z[i]=m+p.k;
}
