//! {"launches":[{"entry":"aw","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u64","n":1024,"g":"bits"},"y":{"t":"u64","n":1024,"out":"exact"}}}
// 128-bit integers and 256-bit numbers: products, quotients, shifts, compares, carry chains in C and in inline PTX.
typedef unsigned __int128 u128;typedef __int128 i128;
struct U256{unsigned long long w[4];};
__device__ U256 add(U256 a,U256 b){U256 r;asm("add.cc.u64 %0,%4,%8;addc.cc.u64 %1,%5,%9;addc.cc.u64 %2,%6,%10;addc.u64 %3,%7,%11;":"=l"(r.w[0]),"=l"(r.w[1]),"=l"(r.w[2]),"=l"(r.w[3]):"l"(a.w[0]),"l"(a.w[1]),"l"(a.w[2]),"l"(a.w[3]),"l"(b.w[0]),"l"(b.w[1]),"l"(b.w[2]),"l"(b.w[3]));return r;}
__device__ U256 sub(U256 a,U256 b){U256 r;asm("sub.cc.u64 %0,%4,%8;subc.cc.u64 %1,%5,%9;subc.cc.u64 %2,%6,%10;subc.u64 %3,%7,%11;":"=l"(r.w[0]),"=l"(r.w[1]),"=l"(r.w[2]),"=l"(r.w[3]):"l"(a.w[0]),"l"(a.w[1]),"l"(a.w[2]),"l"(a.w[3]),"l"(b.w[0]),"l"(b.w[1]),"l"(b.w[2]),"l"(b.w[3]));return r;}
__device__ U256 mul128(u128 a,u128 b){
  unsigned a0=a,a1=a>>32,a2=a>>64,a3=a>>96;unsigned r[8]={};
  unsigned bb[4]={(unsigned)b,(unsigned)(b>>32),(unsigned)(b>>64),(unsigned)(b>>96)};
  #pragma unroll
  for(int k=0;k<4;k++)asm("{mad.lo.cc.u32 %0,%5,%9,%0;madc.lo.cc.u32 %1,%6,%9,%1;madc.lo.cc.u32 %2,%7,%9,%2;madc.lo.cc.u32 %3,%8,%9,%3;addc.u32 %4,%4,0;mad.hi.cc.u32 %1,%5,%9,%1;madc.hi.cc.u32 %2,%6,%9,%2;madc.hi.cc.u32 %3,%7,%9,%3;madc.hi.u32 %4,%8,%9,%4;}":"+r"(r[k]),"+r"(r[k+1]),"+r"(r[k+2]),"+r"(r[k+3]),"+r"(r[k+4]):"r"(a0),"r"(a1),"r"(a2),"r"(a3),"r"(bb[k]));
  U256 q;for(int k=0;k<4;k++)q.w[k]=(unsigned long long)r[2*k+1]<<32|r[2*k];return q;
}
extern "C" __global__ void aw(const unsigned long long*x,unsigned long long*y){
  int i=blockIdx.x*64+threadIdx.x;const unsigned long long*p=x+8*i;
  u128 a=(u128)p[0]<<64|p[1],b=(u128)p[2]<<64|p[3];int s=p[4]&127;
  if(i%4==1)b>>=70;if(i%4==2)b=b>>(p[5]&127)|1;if(i%8==3)a=~(u128)0;
  u128 q=a/(b|1),r=a%(b|1),m=a*b;
  i128 sa=(i128)a,sb=(i128)(b|1);
  U256 X={{p[0],p[1],p[2],p[3]}},Y={{p[4],p[5],p[6],p[7]}};
  U256 t=add(X,Y),u=sub(X,Y),z=mul128(a,b);
  y[i*8]=(unsigned long long)q^(unsigned long long)(q>>64)*3;y[i*8+1]=(unsigned long long)r+(unsigned long long)(r>>64)*5;
  y[i*8+2]=(unsigned long long)m+(unsigned long long)(m>>64)*7;
  y[i*8+3]=(unsigned long long)(sa/sb)+(unsigned long long)((sa%sb)>>64);
  u128 h=(a<<s)^(b>>s)^(u128)((i128)a>>s);
  y[i*8+4]=(unsigned long long)h+(unsigned long long)(h>>64)+(sa<sb)+(a<b)*2;
  y[i*8+5]=t.w[0]^t.w[1]*3^t.w[2]*5^t.w[3]*7;
  y[i*8+6]=u.w[0]+u.w[1]*3+u.w[2]*5+u.w[3]*7;
  y[i*8+7]=z.w[0]+z.w[1]*3+z.w[2]*5+z.w[3]*7+(unsigned long long)(long long)(double)(long long)(sa>>64);
}
