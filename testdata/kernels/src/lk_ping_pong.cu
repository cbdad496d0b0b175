//! {"launches":[{"entry":"pp","grid":[1],"block":[32],"args":["y"]}],"bufs":{"y":{"t":"u32","n":64,"g":"zero","out":"exact"}}}
// Neighbouring lanes hand a token to and fro, in different arms of an if.
extern "C" __global__ void pp(unsigned*y){
  __shared__ volatile unsigned tok[16];
  int t=threadIdx.x,g=t>>1;
  if(!(t&1))tok[g]=0;
  __syncwarp();
  unsigned acc=t;
  if(t&1){
    for(int r=0;r<5;r++){
      while((tok[g]&1)==0);
      acc=acc*7+tok[g];
      tok[g]=tok[g]+1+2*g;
    }
  }else{
    for(int r=0;r<5;r++){
      while(tok[g]&1);
      acc=acc*5+tok[g];
      tok[g]=tok[g]+1;
    }
  }
  __syncwarp();
  y[t]=acc;y[32+t]=tok[g];
}
