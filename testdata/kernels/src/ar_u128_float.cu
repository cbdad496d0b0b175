//! {"launches":[{"entry":"uf","grid":[2],"block":[64],"args":["x","y"]}],"bufs":{"x":{"t":"u64","n":512,"g":"bits"},"y":{"t":"f64","n":512,"out":"exact"}}}
// 128-bit integers and floats into one another (library code with loops), rounding at the halfway points.
typedef unsigned __int128 u128;typedef __int128 i128;
extern "C" __global__ void uf(const unsigned long long*x,double*y){
  int i=blockIdx.x*64+threadIdx.x;const unsigned long long*p=x+4*i;
  u128 a=((u128)p[0]<<64|p[1])>>(p[2]&127);
  y[i*4]=__ull2double_rn((unsigned long long)a)+__ll2double_rz((long long)(a>>64));
  y[i*4+1]=(double)(long long)a*3+(float)(unsigned long long)(a>>40);
  y[i*4+2]=__uint2double_rn((unsigned)p[3])-__ull2float_rd(p[3])-__ll2float_ru((long long)p[3])+__int2float_rz((int)p[3]);
  unsigned long long h=(p[2]&0xfffffffffffff800ull)|0x400;
  y[i*4+3]=(double)h+__ull2double_ru(h)*3+__ull2float_rn(h|1);
}
