//! {"launches":[{"entry":"we","grid":[2],"block":[64],"args":["x","l","c"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"l":{"t":"u32","n":2,"g":"zero","out":"exact"},"c":{"t":"u32","n":4,"g":"zero","out":"exact"}}}
// One lane a warp takes the lock for a group found by match, the group works in shuffles under it.
extern "C" __global__ void we(const unsigned*x,unsigned*l,volatile unsigned*c){
  unsigned v=x[blockIdx.x*64+threadIdx.x],lane=threadIdx.x&31;
  unsigned g=__match_any_sync(~0u,v&3);
  int lead=__ffs(g)-1;
  bool mine=lane==lead;
  if(mine){while(atomicCAS(l,0u,1u));__threadfence();}
  __syncwarp(g);
  unsigned s=v>>4&255;
  unsigned tot=0;
  for(unsigned m=g;m;m&=m-1)tot+=__shfl_sync(g,s,__ffs(m)-1);
  if(mine){c[v&3]=c[v&3]+tot;__threadfence();atomicExch(l,0u);}
  __syncwarp(g);
}
