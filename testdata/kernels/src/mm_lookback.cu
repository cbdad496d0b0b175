//! {"launches":[{"entry":"lk","grid":[24],"block":[128],"args":["x","y","st"]}],"bufs":{"x":{"t":"u32","n":3072,"g":"small"},"y":{"t":"u32","n":3072,"out":"exact"},"st":{"t":"u64","n":33,"g":"zero"}}}
// A single-pass scan with decoupled look-back by a whole warp: state and value packed in 64 bits, tiles dealt by an atomic.
extern "C" __global__ void lk(const unsigned*x,unsigned*y,unsigned long long*st){
  __shared__ unsigned tile,pre,ws[4];
  int t=threadIdx.x,l=t&31,w=t>>5;
  if(!t)tile=(unsigned)atomicAdd(st+32,1ull);
  __syncthreads();
  unsigned b=tile,v=x[b*128+t],s=v;
  for(int d=1;d<32;d<<=1){unsigned o=__shfl_up_sync(~0u,s,d);if(l>=d)s+=o;}
  if(l==31)ws[w]=s;
  __syncthreads();
  unsigned add=0,tot=0;
  for(int k=0;k<4;k++){if(k<w)add+=ws[k];tot+=ws[k];}
  volatile unsigned long long*q=st;
  if(!t)q[b]=b?(1ull<<62|tot):(2ull<<62|tot);
  if(w==0&&b){
    unsigned sum=0;int at=(int)b-1-l;
    for(;;){
      unsigned long long e;
      do e=at>=0?q[at]:2ull<<62; while(__any_sync(~0u,(e>>62)==0));
      unsigned done=__ballot_sync(~0u,(e>>62)==2),part=(unsigned)e;
      if(done&&l>__ffs(done)-1)part=0;
      sum+=__reduce_add_sync(~0u,part);
      if(done)break;
      at-=32;
    }
    if(!l){q[b]=2ull<<62|(sum+tot);pre=sum;}
  }
  if(!t&&!b)pre=0;
  __syncthreads();
  y[b*128+t]=pre+add+s;
}
