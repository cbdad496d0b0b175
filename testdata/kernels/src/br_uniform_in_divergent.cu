//! {"launches":[{"entry":"ud","grid":[2],"block":[96],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":192,"g":"bits"},"y":{"t":"u32","n":192,"out":"exact"}}}
// Barriers in a switch on the warp, and behind code where the lanes of a warp took different loops.
extern "C" __global__ void ud(const unsigned*x,unsigned*y){
  __shared__ unsigned s[96];
  int t=threadIdx.x,i=blockIdx.x*96+t;unsigned v=x[i];
  switch(t>>5){
  case 0:while(v&0xf0)v-=0x10;s[t]=v;__syncthreads();v+=s[95-t];break;
  case 1:s[t]=v;__syncthreads();for(unsigned k=v&7;k;k--)v+=s[k];break;
  default:if(v&1)v=v*3;else v=v/3;s[t]=v;__syncthreads();v^=s[t-64];
  }
  __syncthreads();
  s[t]=v;
  __syncthreads();
  y[i]=s[(t+1)%96];
}
