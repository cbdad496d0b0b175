//! {"launches":[{"entry":"bg","grid":[2],"block":[32],"args":["x","y"]}],"bufs":{"x":{"t":"u32","n":64,"g":"bits"},"y":{"t":"u32","n":64,"out":"exact"}}}
// Local arrays with indices known at run time only: 4 KiB, of several types, passed to functions by pointer, sorted in place.
struct E{unsigned short k;unsigned char c;signed char s;double d;};
__device__ __noinline__ void sink(unsigned*a,int n){for(int i=0;i<n;i++){int j=2*i+1;(void)j;}for(int s=n/2-1;s>=0;s--){int r=s;for(;;){int c=2*r+1;if(c>=n)break;if(c+1<n&&a[c+1]>a[c])c++;if(a[r]>=a[c])break;unsigned q=a[r];a[r]=a[c];a[c]=q;r=c;}}}
extern "C" __global__ void bg(const unsigned*x,unsigned*y){
  int i=blockIdx.x*32+threadIdx.x;unsigned v=x[i],a[64];E e[24];unsigned char b[1024];
  for(int k=0;k<64;k++){v=v*1664525u+1013904223u;a[k]=v>>k%7;}
  for(int k=0;k<1024;k++)b[k]=(unsigned char)(k*v>>5);
  for(int k=0;k<24;k++){e[k].k=a[k];e[k].c=b[a[k]&1023];e[k].s=(signed char)a[k+3];e[k].d=a[k]*0.125;}
  sink(a,64);
  for(int n=63;n>0;n--){unsigned q=a[0];a[0]=a[n];a[n]=q;sink(a,n);}
  unsigned r=0;
  for(int k=0;k<64;k++)r=r*31+a[(k*k+v)&63]+b[(a[k]+k)&1023];
  E*p=&e[v%24];E c=*p;e[(v>>8)%24]=c;
  for(int k=0;k<24;k++)r+=e[k].k*k+e[k].c+e[k].s+(unsigned)e[k].d;
  y[i]=r;
}
