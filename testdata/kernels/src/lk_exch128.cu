//! {"launches":[{"entry":"xl","grid":[2],"block":[64],"args":["y","s"]}],"bufs":{"y":{"t":"u64","n":4,"g":"zero","out":"exact"},"s":{"t":"u64","n":2,"g":"zero"}},"arch":"compute_90"}
// A spin lock whose word is 16 bytes, taken by exch.b128 and released by exch.b128.
extern "C" __global__ void xl(unsigned long long*y,unsigned long long*s){
  volatile unsigned long long*d=y;
  unsigned long long o0,o1;
  bool done=false;
  while(!done){
    asm volatile("{.reg .b128 n,o;mov.b128 n,{%3,%4};atom.acquire.gpu.global.exch.b128 o,[%2],n;mov.b128 {%0,%1},o;}":"=l"(o0),"=l"(o1):"l"(s),"l"(1ull),"l"(~0ull):"memory");
    if((o0|o1)==0){
      d[0]=d[0]+threadIdx.x;d[1]=d[1]+1;d[2]=d[2]+blockIdx.x*1000;
      __threadfence();
      asm volatile("{.reg .b128 n,o;mov.b128 n,{%3,%3};atom.release.gpu.global.exch.b128 o,[%2],n;mov.b128 {%0,%1},o;}":"=l"(o0),"=l"(o1):"l"(s),"l"(0ull):"memory");
      if(o0!=1||o1!=~0ull)d[3]=1;
      done=true;
    }
  }
}
