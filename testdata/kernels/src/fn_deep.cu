//! {"launches":[{"entry":"dp","grid":[1],"block":[32],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":32,"g":"bits"},"y":{"t":"u32","n":32,"out":"exact"}}}
// Recursion by data with different depths in the lanes of one warp: quicksort with its own stack frames, and flood fill.
__device__ __noinline__ void qs(unsigned char*a,int lo,int hi){
  if(lo>=hi)return;
  unsigned char p=a[(lo+hi)>>1];int i=lo,j=hi;
  while(i<=j){while(a[i]<p)i++;while(a[j]>p)j--;if(i<=j){unsigned char t=a[i];a[i]=a[j];a[j]=t;i++;j--;}}
  qs(a,lo,j);qs(a,i,hi);
}
__device__ __noinline__ int fill(unsigned*g,int r,int c){
  if(r<0||c<0||r>=8||c>=8||!(g[r]>>c&1))return 0;
  g[r]&=~(1u<<c);
  return 1+fill(g,r+1,c)+fill(g,r-1,c)+fill(g,r,c+1)+fill(g,r,c-1);
}
extern "C" __global__ void dp(const unsigned*x,unsigned*y){
  unsigned v=x[threadIdx.x];unsigned char a[48];unsigned g[8];
  for(int k=0;k<48;k++){v=v*1103515245u+12345;a[k]=v>>16;}
  for(int k=0;k<8;k++){v=v*1103515245u+12345;g[k]=v>>16|v>>9;}
  qs(a,0,8+(v>>20&31));
  unsigned r=0;for(int k=0;k<48;k++)r=r*31+a[k];
  int best=0;for(int q=0;q<64;q++){int f=fill(g,q>>3,q&7);best=max(best,f);}
  y[threadIdx.x]=r*64+best;
}
