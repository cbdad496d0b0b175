//! {"launches":[{"entry":"vt","grid":[2],"block":[64],"args":["x","y","z"]}],"bufs":{"x":{"t":"u32","n":1024,"g":"bits"},"y":{"t":"u32","n":1024,"out":"exact"},"z":{"t":"u8","n":256,"g":"bits","out":"exact"}}}
// Vector loads and stores of every width, in all spaces, misaligned structs, __ldg, __ldcs, streaming stores, byte reads.
struct alignas(4) T3{unsigned char r,g,b;};
extern "C" __global__ void vt(const unsigned*x,unsigned*y,unsigned char*z){
  int i=blockIdx.x*64+threadIdx.x;
  uint4 a=__ldg((const uint4*)x+i),b=__ldcs((const uint4*)x+(127-i));
  ulonglong2 c=*(const ulonglong2*)(x+512+4*(i&63));
  double2 d=*(const double2*)(x+4*i);
  ushort4 h=__ldcg((const ushort4*)x+i);
  char3 q=*(const char3*)((const char*)x+3*i);
  uchar4 e=__ldlu((const uchar4*)x+i);
  unsigned long long dd=(unsigned long long)__double_as_longlong(d.x)^(unsigned long long)__double_as_longlong(d.y);
  uint4 r=make_uint4(a.x+b.w,a.y^b.z,(unsigned)(c.x+c.y),(unsigned)(dd>>17));
  uint4 s=make_uint4(h.x*h.w+h.y,q.x+q.y*3+q.z*5,e.x|e.w<<8|e.z<<16,a.w*b.x);
  __stcs((uint4*)y+2*i,r);
  *(uint2*)(y+8*i+4)=make_uint2(s.x,s.y);__stwt(y+8*i+6,s.z);__stcg(y+8*i+7,s.w);
  ((short*)z)[i]=(short)(((short*)z)[i]*3+(signed char)q.y);
}
