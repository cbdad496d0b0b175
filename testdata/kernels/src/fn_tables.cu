//! {"launches":[{"entry":"ft","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// Tables of functions in constant and device memory, pointers to members, lambdas, function pointers in structs by value,
// and functions with many arguments of several sizes.
typedef unsigned(*F)(unsigned,unsigned);
template<int N>__device__ __noinline__ unsigned op(unsigned a,unsigned b){return N%3==0?a*(N+1)+b:N%3==1?(a^b)>>N:a-b*N;}
__constant__ F ct[8]={op<0>,op<1>,op<2>,op<3>,op<4>,op<5>,op<6>,op<7>};
__device__ F dt[2][2]={{op<8>,op<9>},{op<10>,op<11>}};
struct V{F f;unsigned k;};
__device__ __noinline__ unsigned many(char a,short b,unsigned c,unsigned long long d,float e,double f,V g,V*h,unsigned char i,unsigned j,double k){return a+b*3+c*5+(unsigned)(d>>3)+(unsigned)e+(unsigned)f*7+g.f(g.k,h->k)+i+j+(unsigned)(k*2);}
struct M{unsigned v;__device__ __noinline__ unsigned p(unsigned q){return v+=q;}__device__ __noinline__ unsigned q(unsigned q){return v*=q|1;}};
template<class L>__device__ __noinline__ unsigned twice(L l,unsigned v){return l(l(v));}
extern "C" __global__ void ft(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned v=x[i],r=v;
  for(int k=0;k<6;k++)r=ct[r&7](r,v>>k);
  r+=dt[v>>3&1][v>>4&1](r,v);
  V g={ct[v>>5&7],v>>7},h={dt[0][v&1],v>>9};
  r+=many((char)v,(short)(v>>3),v>>5,(unsigned long long)v<<20,(float)(v>>20),(double)(v>>12),g,&h,(unsigned char)(v>>11),v>>13,v*0.5);
  M m={v};unsigned(M::*pm)(unsigned)=v&64?&M::p:&M::q;
  r+=(m.*pm)(r)+m.v;
  unsigned c=v>>8;
  r^=twice([&](unsigned q){c+=3;return q*5+c;},v)+c;
  y[i]=r;
}
