//! {"launches":[{"entry":"rf","grid":[2],"block":[64],"args":["x","y","z","w"]}],"bufs":{"x":{"t":"u32","n":128,"g":"bits"},"y":{"t":"u32","n":16,"g":"zero","out":"exact"},"z":{"t":"u64","n":16,"g":"zero","out":"exact"},"w":{"t":"u8","n":64,"g":"zero","out":"exact"}}}
#include <cuda/atomic>
// cuda::atomic_ref of 1, 2, 4 and 8 bytes, all operations and scopes, with orders.
template<class T,cuda::thread_scope S>using R=cuda::atomic_ref<T,S>;
extern "C" __global__ void rf(const unsigned*x,unsigned*y,unsigned long long*z,unsigned char*w){
  unsigned v=x[blockIdx.x*64+threadIdx.x];
  R<unsigned,cuda::thread_scope_device>(y[0]).fetch_add(v,cuda::memory_order_relaxed);
  R<unsigned,cuda::thread_scope_system>(y[1]).fetch_xor(v,cuda::memory_order_seq_cst);
  R<unsigned,cuda::thread_scope_device>(y[2]).fetch_or(v&0x01010101u,cuda::memory_order_acq_rel);
  R<int,cuda::thread_scope_device>(((int*)y)[3]).fetch_max((int)v,cuda::memory_order_acquire);
  R<unsigned,cuda::thread_scope_device>(y[4]).fetch_sub(v&255,cuda::memory_order_release);
  R<float,cuda::thread_scope_device>(((float*)y)[5]).fetch_add((float)(v&7));
  R<unsigned long long,cuda::thread_scope_device>(z[0]).fetch_add((unsigned long long)v<<8);
  R<long long,cuda::thread_scope_device>(((long long*)z)[1]).fetch_min(-(long long)v);
  R<double,cuda::thread_scope_device>(((double*)z)[2]).fetch_add((double)(v&63));
  R<unsigned char,cuda::thread_scope_device>(w[v&3]).fetch_add((unsigned char)(v>>8&7));
  R<unsigned char,cuda::thread_scope_device>(w[4+(v&3)]).fetch_xor((unsigned char)(v>>8));
  R<unsigned short,cuda::thread_scope_device>(((unsigned short*)w)[4+(v&1)]).fetch_add((unsigned short)(v>>12&31));
  R<signed char,cuda::thread_scope_device>(((signed char*)w)[16+(v&1)]).fetch_add((signed char)(v>>16&1));
  R<unsigned,cuda::thread_scope_device>r(y[6]);
  unsigned o=r.load();while(!r.compare_exchange_weak(o,o*2654435761u*0+o+(v&3)*5+1,cuda::memory_order_acq_rel,cuda::memory_order_relaxed));
  R<unsigned short,cuda::thread_scope_device>q(((unsigned short*)w)[20]);
  unsigned short c=q.load();while(!q.compare_exchange_strong(c,(unsigned short)(c+3)));
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst,cuda::thread_scope_device);
}
