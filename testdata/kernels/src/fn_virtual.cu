//! {"launches":[{"entry":"vf","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":128,"out":"exact"}}}
// Virtual functions: diamond with a virtual base, pure functions, covariant results, destructors with effects, objects in
// local, shared and dynamic choice by data.
struct Log{unsigned n;};
struct Base{unsigned id;__device__ Base(unsigned i):id(i){}__device__ virtual unsigned f(unsigned)const=0;__device__ virtual unsigned g(unsigned v){return v+id;}__device__ virtual ~Base(){}};
struct L:virtual Base{unsigned l;__device__ L(unsigned v):Base(1),l(v){}__device__ unsigned f(unsigned v)const override{return v*3+l;}};
struct R:virtual Base{unsigned r[3];Log*lg;__device__ R(unsigned v,Log*q):Base(2),lg(q){r[0]=v;r[1]=v+1;r[2]=v*v;}__device__ unsigned f(unsigned v)const override{return v^r[v%3];}__device__ unsigned g(unsigned v)override{r[v%3]++;return Base::g(v)*5;}__device__ ~R(){lg->n+=r[1];}};
struct D:L,R{__device__ D(unsigned v,Log*q):Base(3),L(v),R(v>>3,q){}__device__ unsigned f(unsigned v)const override{return L::f(v)+R::f(v);}__device__ unsigned g(unsigned v)override{return R::g(v)+l;}};
__device__ __noinline__ unsigned use(Base*b,unsigned v){return b->f(v)*7+b->g(v)+b->id;}
extern "C" __global__ void vf(const unsigned*x,unsigned*y){
  int i=blockIdx.x*64+threadIdx.x;unsigned v=x[i],s=0;Log lg={0};
  {
    L l(v);R r(v>>4,&lg);D d(v>>9,&lg);
    Base*t[3]={&l,&r,&d};
    for(int k=0;k<5;k++){s=s*3+use(t[(v>>2*k)%3],v>>k);v=v*5+1;}
    L*p=v&1?(L*)&d:&l;
    s+=p->f(s);
  }
  y[i]=s+lg.n;
}
