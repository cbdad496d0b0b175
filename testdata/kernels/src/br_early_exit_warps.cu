//! {"launches":[{"entry":"ee","grid":[2],"block":[160],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":320,"g":"bits"},"y":{"t":"u32","n":320,"g":"zero","out":"exact"}}}
// Whole warps and single lanes leave; those who stay go on through __syncthreads in a loop.
extern "C" __global__ void ee(const unsigned*x,unsigned*y){
  __shared__ unsigned s[160];
  int t=threadIdx.x,i=blockIdx.x*160+t;unsigned v=x[i];
  s[t]=v;
  __syncthreads();
  if(t>>5==2)return;
  for(int r=0;r<4;r++){
    unsigned n=s[(t+r*37)%160];
    __syncthreads();
    s[t]=n+r;
    if((v>>r&15)==3)return;
    __syncthreads();
  }
  y[i]=s[(t*3)%160]+s[t];
}
