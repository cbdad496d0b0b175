//! {"launches":[{"entry":"mp","grid":[2],"block":[128],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":256,"g":"bits"},"y":{"t":"u32","n":512,"out":"exact"}},"arch":"compute_90"}
// mbarrier by inline PTX: try_wait.parity loops over phases, arrive without a token, test_wait by token, pending counts.
extern "C" __global__ void mp(const unsigned*x,unsigned*y){
  __shared__ unsigned long long b[2];__shared__ unsigned s[128];
  int t=threadIdx.x,i=blockIdx.x*128+t;
  unsigned a0=__cvta_generic_to_shared(&b[0]),a1=__cvta_generic_to_shared(&b[1]);
  if(!t){asm volatile("mbarrier.init.shared::cta.b64 [%0],128;"::"r"(a0):"memory");asm volatile("mbarrier.init.shared.b64 [%0],64;"::"r"(a1):"memory");}
  __syncthreads();
  unsigned v=x[i],acc=0;
  for(int r=0;r<6;r++){
    s[t]=v+r;
    asm volatile("{.reg .b64 k;mbarrier.arrive.release.cta.shared::cta.b64 k,[%0];}"::"r"(a0):"memory");
    unsigned done;
    do asm volatile("{.reg .pred p;mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p,[%1],%2;selp.u32 %0,1,0,p;}":"=r"(done):"r"(a0),"r"(r&1):"memory"); while(!done);
    acc=acc*5+s[127-t];
    unsigned long long k;
    if(t<64)asm volatile("mbarrier.arrive.shared.b64 %0,[%1];":"=l"(k):"r"(a1):"memory");
    if(t<64){
      unsigned pend;asm volatile("mbarrier.pending_count.b64 %0,%1;":"=r"(pend):"l"(k));
      if(pend<1||pend>64)acc=~0u;
      do asm volatile("{.reg .pred p;mbarrier.test_wait.shared.b64 p,[%1],%2;selp.u32 %0,1,0,p;}":"=r"(done):"r"(a1),"l"(k):"memory"); while(!done);
    }else{
      do asm volatile("{.reg .pred p;mbarrier.try_wait.parity.shared::cta.b64 p,[%1],%2,0x989680;selp.u32 %0,1,0,p;}":"=r"(done):"r"(a1),"r"(r&1):"memory"); while(!done);
    }
    __syncthreads();
  }
  y[i]=acc;
  unsigned now;
  asm volatile("{.reg .pred p;mbarrier.test_wait.parity.shared.b64 p,[%1],1;selp.u32 %0,1,0,p;}":"=r"(now):"r"(a0):"memory");
  y[256+i]=now;
}
