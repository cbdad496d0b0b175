//! {"launches":[{"entry":"mu","grid":[2],"block":[32],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":64,"g":"bits"},"y":{"t":"u32","n":64,"out":"exact"}}}
// Mutual recursion of three functions with local arrays whose addresses go down and results up, and a callback.
struct Ctx{unsigned seen,depth;unsigned(*cb)(Ctx*,unsigned);unsigned log[6];};
__device__ __noinline__ unsigned fb(Ctx*,unsigned*,unsigned);
__device__ __noinline__ unsigned fc(Ctx*,unsigned*,unsigned);
__device__ __noinline__ unsigned fa(Ctx*c,unsigned*a,unsigned n){
  unsigned l[5];for(int k=0;k<5;k++)l[k]=a[k%3]+n*k;
  if(++c->depth>9)return l[n%5];
  c->log[n%6]+=l[1];
  unsigned r=n&1?fb(c,l,n/2+1):fc(c,l,n/3);
  return r+l[n%5]+a[0];
}
__device__ __noinline__ unsigned fb(Ctx*c,unsigned*a,unsigned n){
  unsigned l[3]={a[0]^n,a[1],n};
  if(n<2)return c->cb(c,a[2]);
  unsigned r=fa(c,l,n-1);
  return r*3+l[0]+fc(c,l,n/2);
}
__device__ __noinline__ unsigned fc(Ctx*c,unsigned*a,unsigned n){
  if(++c->depth>12||n==0)return a[1]+c->seen;
  unsigned l[4];for(unsigned k=0;k<4;k++)l[k]=a[k&1]*k;
  a[1]+=n;
  return fa(c,l,n-1)^l[3];
}
__device__ __noinline__ unsigned cb1(Ctx*c,unsigned v){c->seen++;return v+c->seen;}
__device__ __noinline__ unsigned cb2(Ctx*c,unsigned v){c->seen+=v&7;return v*5;}
extern "C" __global__ void mu(const unsigned*x,unsigned*y){
  int i=blockIdx.x*32+threadIdx.x;unsigned v=x[i],a[3]={v&255,v>>8&255,v>>16&255};
  Ctx c={0,0,v&0x1000000?cb1:cb2,{}};
  unsigned r=fa(&c,a,v>>27);
  for(int k=0;k<6;k++)r=r*7+c.log[k];
  y[i]=r+c.seen*1000+c.depth+a[1];
}
