//! {"launches":[{"entry":"an","grid":[1],"block":[96],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":96,"g":"bits"},"y":{"t":"u32","n":960,"out":"exact"}}}
// Votes, matches and reductions whose operand is constant, uniform, all or none; 64-bit matches.
extern "C" __global__ void an(const unsigned*x,unsigned*y){
  int t=threadIdx.x,w=t>>5,k=0,p;unsigned v=x[t];
#define P(e) y[96*k+++t]=(e)
  P(__ballot_sync(~0u,1));P(__ballot_sync(~0u,w));P(__all_sync(~0u,t>40)*2+__any_sync(~0u,t>40));
  P(__match_any_sync(~0u,w));P(__match_any_sync(~0u,(unsigned long long)(v&1)<<40|w));
  unsigned m=__match_all_sync(~0u,w==1?t:5,&p);P(m);P(p);
  m=__match_all_sync(~0u,w==2?(unsigned long long)t<<33:1ull<<50,&p);P(m^p);
  P(__reduce_min_sync(~0u,(int)v)^__reduce_max_sync(~0u,(int)v));
  P(__reduce_and_sync(~0u,v|0xff)^__reduce_or_sync(~0u,v&0xff)^__reduce_add_sync(~0u,(int)v));
}
