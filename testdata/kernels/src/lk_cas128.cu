//! {"launches":[{"entry":"cl","grid":[2],"block":[64],"args":["s"]}],"bufs":{"s":{"t":"u64","n":4,"g":"zero","out":"exact"}},"arch":"compute_90"}
// A 16-byte pair that is added to by compare-and-swap loops of 128 bits, in global and in shared memory.
__device__ __forceinline__ void cas(unsigned long long a,unsigned long long c0,unsigned long long c1,unsigned long long n0,unsigned long long n1,unsigned long long&o0,unsigned long long&o1,bool sh){
  if(sh)asm volatile("{.reg .b128 c,n,o;mov.b128 c,{%3,%4};mov.b128 n,{%5,%6};atom.shared.cas.b128 o,[%2],c,n;mov.b128 {%0,%1},o;}":"=l"(o0),"=l"(o1):"l"(a),"l"(c0),"l"(c1),"l"(n0),"l"(n1):"memory");
  else asm volatile("{.reg .b128 c,n,o;mov.b128 c,{%3,%4};mov.b128 n,{%5,%6};atom.global.cas.b128 o,[%2],c,n;mov.b128 {%0,%1},o;}":"=l"(o0),"=l"(o1):"l"(a),"l"(c0),"l"(c1),"l"(n0),"l"(n1):"memory");
}
extern "C" __global__ void cl(unsigned long long*s){
  __shared__ alignas(16) unsigned long long w[2];
  unsigned long long t=threadIdx.x;
  if(!t){w[0]=5;w[1]=~0ull;}
  __syncthreads();
  for(int k=0;k<2;k++){
    unsigned long long a=k?(unsigned long long)__cvta_generic_to_shared(w):(unsigned long long)s,l=0,h=0,o0,o1;
    for(;;){
      unsigned long long n0=l+(t<<60)+t,n1=h+t+(n0<l);
      cas(a,l,h,n0,n1,o0,o1,k);
      if(o0==l&&o1==h)break;
      l=o0;h=o1;
    }
  }
  __syncthreads();
  if(!t){atomicAdd(s+2,w[0]);atomicAdd(s+3,w[1]);}
}
