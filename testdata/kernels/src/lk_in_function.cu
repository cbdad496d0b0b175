//! {"launches":[{"entry":"lf","grid":[2],"block":[64],"args":["x","l","c"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"l":{"t":"u32","n":4,"g":"zero","out":"exact"},"c":{"t":"u64","n":8,"g":"zero","out":"exact"}}}
// A lock class whose lock and unlock are not inlined; four locks reached through a switch.
struct Lock{unsigned*w;
  __device__ __noinline__ void lock(){while(atomicExch(w,1u)!=0u);__threadfence();}
  __device__ __noinline__ void unlock(){__threadfence();*(volatile unsigned*)w=0u;}
};
extern "C" __global__ void lf(const unsigned*x,unsigned*l,volatile unsigned long long*c){
  unsigned v=x[blockIdx.x*64+threadIdx.x];
  Lock k{l+(v&3)};
  k.lock();
  switch(v>>2&3){
  case 0:c[v&3]=c[v&3]+1;break;
  case 1:c[v&3]=c[v&3]+(1ull<<20);break;
  case 2:c[(v&3)+4]=c[(v&3)+4]+(v>>8&63);break;
  default:c[(v&3)+4]=c[(v&3)+4]+((unsigned long long)(v>>8&63)<<32);
  }
  k.unlock();
}
