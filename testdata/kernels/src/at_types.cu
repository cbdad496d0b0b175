//! {"launches":[{"entry":"at","grid":[2],"block":[64],"args":["x","a","b","c","d"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"a":{"t":"u32","n":16,"g":"small","out":"exact"},"b":{"t":"u64","n":16,"g":"small","out":"exact"},"c":{"t":"f32","n":4,"g":"zero","out":"exact"},"d":{"t":"f64","n":4,"g":"zero","out":"exact"}}}
// Every atomic of the CUDA C++ API whose sum does not depend on order.
extern "C" __global__ void at(const unsigned*x,unsigned*a,unsigned long long*b,float*c,double*d){
  unsigned v=x[blockIdx.x*64+threadIdx.x];unsigned long long w=(unsigned long long)v*0x100000001ull;
  atomicAdd(a,v);atomicSub(a+1,v);atomicMin(a+2,v>>3);atomicMax(a+3,v);atomicMin((int*)a+4,(int)v);atomicMax((int*)a+5,(int)v);
  atomicAnd(a+6,v|0xff0ff0ffu);atomicOr(a+7,v&0x11111111u);atomicXor(a+8,v);atomicInc(a+9,50u);atomicDec(a+10,77u);atomicAdd((int*)a+11,(int)v>>4);
  atomicAdd_block(a+12,1u);atomicAdd_system(a+13,2u);
  atomicAdd(b,w);atomicMin(b+1,w);atomicMax(b+2,w);atomicMin((long long*)b+3,(long long)w);atomicMax((long long*)b+4,(long long)w);
  atomicAnd(b+5,w|0xffff0000ffffull);atomicOr(b+6,w&0x1111000011110000ull);atomicXor(b+7,w);
  atomicAdd(c,(float)(v&15));atomicAdd(d,(double)(v&1023)*0.25);
  atomicExch(a+14,5u);atomicCAS(b+8,99999ull,1ull);
  float*f=c+1;int*q=(int*)f;float val=(float)(int)(v>>8)-8e6f;
  if(val>=0)atomicMax(q,__float_as_int(val));else atomicMin((unsigned*)q+1,__float_as_uint(val));
}
