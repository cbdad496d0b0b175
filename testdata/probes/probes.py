#!/usr/bin/env python3
"""More of what a CUDA driver answers to right and wrong calls, group by group, one process a probe.

record OUT.json          run every probe on the libcuda.so.1 that the loader finds, write the answers
check  WANT.json [NAME or GROUP...]   run, compare, print the differences; exit 1 if any; ends with 'N passed, N failed'
                         with PROBES_OPEN=1 the probes of open.json may differ: it says why ferry answers them in its own way
list                     names, one a line
Answers hold result codes and values that do not depend on the GPU's size or speed. answers.json was recorded on an NVIDIA H200, driver 580.
"""
import sys, os, json, subprocess, struct, threading, time, concurrent.futures
from ctypes import *
sys.path.insert(0,os.path.join(os.path.dirname(os.path.abspath(__file__)),'..','conformance'))
from driver_probes import D, H, SET
P={}
def probe(f): P[f.__name__]=f; return f
def each(prefix,names):
    def deco(f):
        for n in names: P[f'{prefix}_{n}']=(lambda n=n: f(n))
        return f
    return deco
class D(D):
    """Says each answer as it comes, so that a driver that crashes is known to have answered what came before."""
    def r(s,n,*a): v=super().r(n,*a); print('PART '+json.dumps(s.out[-1]),flush=True); return v
    def v(s,k,x): super().v(k,x); print('PART '+json.dumps(s.out[-1]),flush=True)
V=c_void_p
SPIN=H+".visible .entry spin(.param .u64 p){.reg .b64 %a;.reg .b32 %v;.reg .pred %q;ld.param.u64 %a,[p];L:ld.volatile.global.u32 %v,[%a];setp.eq.u32 %q,%v,0;@%q bra L;ret;}"
ADD=H+".visible .entry add(.param .u64 p,.param .u32 n){.reg .b64 %a;.reg .b32 %v,%n;ld.param.u64 %a,[p];ld.param.u32 %n,[n];ld.global.u32 %v,[%a];add.u32 %v,%v,%n;st.global.u32 [%a],%v;ret;}"
GLB=H+".visible .global .align 4 .u32 g[4]={1,2,3,4};\n.visible .const .align 4 .u32 c[2]={5,6};\n.visible .entry k(.param .u64 p){.reg .b64 %a,%b;.reg .b32 %v,%w;ld.param.u64 %a,[p];mov.u64 %b,g;ld.global.u32 %v,[%b+8];ld.const.u32 %w,[c+4];add.u32 %v,%v,%w;st.global.u32 [%a],%v;ret;}"
def ld(d,p,n=1): o=(c_uint32*n)(); d('cuMemcpyDtoH_v2',o,p,c_size_t(4*n)); return list(o)
def stream(d,fl=0): s=V(); d('cuStreamCreate',byref(s),fl); return s
def event(d,fl=0): e=V(); d('cuEventCreate',byref(e),fl); return e
def hostmem(d,n=4096,fl=0):
    h=V(); d('cuMemHostAlloc',byref(h),c_size_t(n),fl); return h

# ---- init and devices
@probe
def init_twice_threads():
    d=D(init=False,ctx=False); R=[]
    ts=[threading.Thread(target=lambda:R.append(d('cuInit',0))) for _ in range(8)]; [t.start() for t in ts]; [t.join() for t in ts]; d.v('r',R); return d.out
@probe
def device_get_name_short(): d=D(ctx=False); b=create_string_buffer(b'xxxxxxxx',8); d.r('cuDeviceGetName',b,4,0); d.v('terminated',b.raw[3]==0); d.r('cuDeviceGetName',b,0,0); d.r('cuDeviceGetName',None,4,0); d.r('cuDeviceGetName',b,-1,0); return d.out
@probe
def device_uuid(): d=D(ctx=False); a=create_string_buffer(16); b=create_string_buffer(16); d.r('cuDeviceGetUuid',a,0); d.r('cuDeviceGetUuid_v2',b,0); d.v('same',a.raw==b.raw); d.r('cuDeviceGetUuid',None,0); d.r('cuDeviceGetUuid',a,77); return d.out
@probe
def device_pci():
    d=D(ctx=False); b=create_string_buffer(32); d.r('cuDeviceGetPCIBusId',b,32,0); v=c_int(9); d.r('cuDeviceGetByPCIBusId',byref(v),b.value); d.v('dev',v.value); d.v('form',len(b.value)==12); d.r('cuDeviceGetPCIBusId',b,3,0); d.r('cuDeviceGetPCIBusId',None,32,0); d.r('cuDeviceGetByPCIBusId',byref(v),b'nonsense'); d.r('cuDeviceGetByPCIBusId',byref(v),b'ffff:ff:1f.0'); d.r('cuDeviceGetByPCIBusId',byref(v),None); return d.out
@probe
def device_capability(): d=D(ctx=False); a,b=c_int(),c_int(); d.r('cuDeviceComputeCapability',byref(a),byref(b),0); x,y=c_int(),c_int(); d('cuDeviceGetAttribute',byref(x),75,0); d('cuDeviceGetAttribute',byref(y),76,0); d.v('agree',[a.value==x.value,b.value==y.value]); d.r('cuDeviceComputeCapability',None,byref(b),0); d.r('cuDeviceComputeCapability',byref(a),byref(b),5); return d.out
@probe
def device_properties():
    d=D(ctx=False); p=(c_int*32)(); d.r('cuDeviceGetProperties',p,0); d.v('maxThreads',p[0]); d.v('dim',list(p[1:4])); d.v('grid',list(p[4:7])); d.v('shared',p[7]); d.v('const',p[8]); d.v('warp',p[9]); d.r('cuDeviceGetProperties',None,0); return d.out
@probe
def device_total_mem(): d=D(ctx=False); n=c_size_t(); d.r('cuDeviceTotalMem_v2',byref(n),0); d.v('some',n.value>0); d.r('cuDeviceTotalMem_v2',None,0); d.r('cuDeviceTotalMem_v2',byref(n),9); return d.out
@probe
def device_attributes_all():
    d=D(ctx=False); v=c_int(); o=[]
    for a in range(1,148): o.append([a,d('cuDeviceGetAttribute',byref(v),a,0)])
    d.v('codes',o); return d.out
@probe
def device_attributes_fixed():
    d=D(ctx=False); v=c_int(); o=[]
    for a in (1,2,3,4,5,6,7,8,9,10,11,12,14,15,17,18,19,20,31,32,35,40,41,77,78,79,80,83,84,85,88,89,90,91,92,93,95,96,99,100,101,106,115): d('cuDeviceGetAttribute',byref(v),a,0); o.append([a,v.value])
    d.v('values',o); return d.out
@probe
def device_p2p(): d=D(ctx=False); v=c_int(7); d.r('cuDeviceCanAccessPeer',byref(v),0,0); d.v('v',v.value); d.r('cuDeviceCanAccessPeer',byref(v),0,9); d.r('cuDeviceCanAccessPeer',None,0,0); d.r('cuDeviceGetP2PAttribute',byref(v),1,0,0); d.r('cuDeviceGetP2PAttribute',byref(v),99,0,0); return d.out
@probe
def device_mempool():
    d=D(); a,b=V(),V(); d.r('cuDeviceGetDefaultMemPool',byref(a),0); d.r('cuDeviceGetMemPool',byref(b),0); d.v('same',a.value==b.value); d.r('cuDeviceGetMemPool',None,0); d.r('cuDeviceSetMemPool',0,None); d.r('cuDeviceGetDefaultMemPool',byref(a),9); return d.out
@probe
def device_exec_affinity(): d=D(ctx=False); v=c_int(9); d.r('cuDeviceGetExecAffinitySupport',byref(v),0,0); d.r('cuDeviceGetExecAffinitySupport',byref(v),9,0); return d.out
@each('visible',['','-1','0','0,0','1','99','abc','0,abc','-1,0',' 0','0x0','00'])
def visible(s):
    os.environ['CUDA_VISIBLE_DEVICES']=s; d=D(init=False,ctx=False); d.r('cuInit',0); v=c_int(9); d.r('cuDeviceGetCount',byref(v)); d.v('n',v.value); return d.out
@probe
def visible_uuid():
    d=D(ctx=False); b=create_string_buffer(16); d('cuDeviceGetUuid_v2',b,0); h=b.raw.hex(); u=f'GPU-{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}'; o=[]
    for s in (u,u[:9],u[:5],'GPU-','GPU-00000000',u.upper(),u+','+u): 
        r=subprocess.run([sys.executable,'-c','from ctypes import *\nl=CDLL("libcuda.so.1");a=l.cuInit(0);v=c_int(9);b=l.cuDeviceGetCount(byref(v));print(a,b,v.value)'],capture_output=True,text=True,env={**os.environ,'CUDA_VISIBLE_DEVICES':s}); o.append(r.stdout.split())
    d.v('r',o); return d.out

# ---- contexts
@probe
def ctx_flags():
    d=D(ctx=False); o=[]
    for f in (0,1,2,3,4,5,8,16,24,32,64,128,256,1<<20):
        c=V(); r=d('cuCtxCreate_v2',byref(c),f,0); g=c_uint(999); q=d('cuCtxGetFlags',byref(g)) if r==0 else None; o.append([f,r,q,g.value if q==0 else None]); 
        if r==0: d('cuCtxDestroy_v2',c)
    d.v('flags',o); return d.out
@probe
def ctx_destroy_current_pops(): d=D(ctx=False); a,b,x=V(),V(),V(); d('cuCtxCreate_v2',byref(a),0,0); d('cuCtxCreate_v2',byref(b),0,0); d.r('cuCtxDestroy_v2',b); d('cuCtxGetCurrent',byref(x)); d.v('a is current',x.value==a.value); d.v('again',d('cuCtxDestroy_v2',b)in(201,709)); d.v('set',d('cuCtxSetCurrent',b)in(201,709)); d.v('push',d('cuCtxPushCurrent_v2',b)in(201,709)); return d.out
@probe
def ctx_destroy_not_current(): d=D(ctx=False); a,b,x=V(),V(),V(); d('cuCtxCreate_v2',byref(a),0,0); d('cuCtxCreate_v2',byref(b),0,0); d.r('cuCtxDestroy_v2',a); d('cuCtxGetCurrent',byref(x)); d.v('b',x.value==b.value); d.r('cuCtxPopCurrent_v2',byref(x)); d.r('cuCtxGetCurrent',byref(x)); d.v('under it',x.value==a.value); d.r('cuCtxSynchronize'); p=c_uint64(); d.r('cuMemAlloc_v2',byref(p),c_size_t(16)); return d.out
@probe
def ctx_push_twice(): d=D(); x=V(); d.r('cuCtxPushCurrent_v2',d.ctx); d.r('cuCtxPushCurrent_v2',d.ctx); 
@probe
def ctx_push_pop_depth():
    d=D(); x=V(); [d.r('cuCtxPushCurrent_v2',d.ctx) for _ in range(2)]; [d.r('cuCtxPopCurrent_v2',byref(x)) for _ in range(4)]; d.r('cuCtxPopCurrent_v2',None); return d.out
P.pop('ctx_push_twice')
@probe
def ctx_api_version(): d=D(); v=c_uint(); d.r('cuCtxGetApiVersion',None,byref(v)); d.v('v',v.value); d.r('cuCtxGetApiVersion',V(0x1234),byref(v)); d.r('cuCtxGetApiVersion',d.ctx,None); return d.out
@probe
def ctx_limits():
    d=D(); n=c_size_t(); o=[]
    for l in (*range(0,10),11): o.append([l,d('cuCtxGetLimit',byref(n),l),n.value if l==0 else None])
    d.v('get',o); d.r('cuCtxSetLimit',0,c_size_t(4096)); d('cuCtxGetLimit',byref(n),0); d.v('stack',n.value); d.r('cuCtxSetLimit',0,c_size_t(0)); d('cuCtxGetLimit',byref(n),0); d.v('stack0',n.value); d.r('cuCtxSetLimit',0,c_size_t(1<<40)); d.r('cuCtxSetLimit',0,c_size_t(1000)); d('cuCtxGetLimit',byref(n),0); d.v('stack1000',n.value); d.r('cuCtxSetLimit',99,c_size_t(1)); d.r('cuCtxGetLimit',None,0); d.r('cuCtxSetLimit',1,c_size_t(1<<22)); d('cuCtxGetLimit',byref(n),1); d.v('printf',n.value); return d.out
@probe
def ctx_heap_limit_after_launch():
    d=D(); f=d.fn(d.mod(SET),'set'); p=d.alloc(64); v=c_uint32(1); n=c_size_t(); d.r('cuCtxSetLimit',2,c_size_t(16<<20)); d.launch(f,[p,v]); d('cuCtxSynchronize'); d.r('cuCtxSetLimit',2,c_size_t(32<<20)); d('cuCtxGetLimit',byref(n),2); d.v('heap',n.value); return d.out
@probe
def ctx_cache_config(): d=D(); v=c_int(9); d.r('cuCtxGetCacheConfig',byref(v)); d.v('v',v.value); d.r('cuCtxSetCacheConfig',2); d.r('cuCtxGetCacheConfig',byref(v)); d.v('v',v.value); d.r('cuCtxSetCacheConfig',9); d.r('cuCtxGetCacheConfig',None); d.r('cuCtxGetSharedMemConfig',byref(v)); d.v('shared',v.value); d.r('cuCtxSetSharedMemConfig',2); d.r('cuCtxSetSharedMemConfig',9); return d.out
@probe
def ctx_get_id(): d=D(); n=c_uint64(); d.r('cuCtxGetId',d.ctx,byref(n)); m=c_uint64(); d.r('cuCtxGetId',None,byref(m)); d.v('same',n.value==m.value); d.r('cuCtxGetId',V(0x99),byref(n)); d.r('cuCtxGetId',d.ctx,None); c=V(); d('cuCtxCreate_v2',byref(c),0,0); d('cuCtxGetId',c,byref(m)); d.v('differs',n.value!=m.value); return d.out
@probe
def ctx_attach_detach(): d=D(ctx=False); c,x=V(),V(); d('cuCtxCreate_v2',byref(c),0,0); d.r('cuCtxAttach',byref(x),0); d.v('same',x.value==c.value); d.r('cuCtxDetach',x); d.r('cuCtxDetach',c); d.r('cuCtxGetCurrent',byref(x)); d.v('null',x.value is None); return d.out
@probe
def ctx_set_flags(): d=D(); d.r('cuCtxSetFlags',4); f=c_uint(); d.r('cuCtxGetFlags',byref(f)); d.v('f',f.value); d.r('cuCtxSetFlags',1<<20); d.r('cuCtxGetFlags',None); return d.out
@probe
def ctx_random_handles():
    d=D(); o=[]
    for h in (1,2,3,8,0x1000,0xdeadbeef,0x7fffffffffff,(1<<64)-1): o.append([h,d('cuCtxSetCurrent',V(h)),d('cuCtxPushCurrent_v2',V(h)),d('cuCtxDestroy_v2',V(h))])
    d.v('r',o); return d.out
@probe
def ctx_wrong_kind():
    d=D(); s=stream(d); e=event(d); m=d.mod(SET); f=d.fn(m,'set'); d.r('cuStreamQuery',e); d.r('cuEventQuery',s); d.r('cuModuleUnload',s); d.r('cuStreamDestroy_v2',m); d.r('cuCtxSetCurrent',s); x=V(); d.r('cuModuleGetFunction',byref(x),f,b'set'); v=c_int(); d.r('cuFuncGetAttribute',byref(v),0,m); d.r('cuEventDestroy_v2',f); return d.out
@probe
def primary_release_without_retain(): d=D(ctx=False); d.r('cuDevicePrimaryCtxRelease_v2',0); d.r('cuDevicePrimaryCtxRelease_v2',9); d.r('cuDevicePrimaryCtxReset_v2',0); d.r('cuDevicePrimaryCtxRetain',None,0); c=V(); d.r('cuDevicePrimaryCtxRetain',byref(c),9); return d.out
@probe
def primary_flags():
    d=D(ctx=False); f,a=c_uint(),c_int(); o=[]
    for x in (0,1,2,3,4,7,8,16,20,32,128,1<<20): o.append([x,d('cuDevicePrimaryCtxSetFlags_v2',0,x),d('cuDevicePrimaryCtxGetState',0,byref(f),byref(a)),f.value,a.value])
    d.v('r',o); d.r('cuDevicePrimaryCtxGetState',0,None,byref(a)); d.r('cuDevicePrimaryCtxGetState',0,byref(f),None); return d.out
@probe
def primary_set_flags_active(): d=D(); f,a=c_uint(),c_int(); d.r('cuDevicePrimaryCtxSetFlags_v2',0,4); d.r('cuDevicePrimaryCtxGetState',0,byref(f),byref(a)); d.v('s',[f.value,a.value]); g=c_uint(); d('cuCtxGetFlags',byref(g)); d.v('ctx',g.value); return d.out
@probe
def primary_reset_while_current(): d=D(); p=d.alloc(64); d.r('cuDevicePrimaryCtxReset_v2',0); x=V(); d.r('cuCtxGetCurrent',byref(x)); d.v('still current',x.value==d.ctx.value); q=c_uint64(); d.r('cuMemAlloc_v2',byref(q),c_size_t(16)); d.r('cuMemFree_v2',p); f,a=c_uint(),c_int(); d('cuDevicePrimaryCtxGetState',0,byref(f),byref(a)); d.v('active',a.value); return d.out
@probe
def primary_release_while_current(): d=D(); d.r('cuDevicePrimaryCtxRelease_v2',0); x=V(); d.r('cuCtxGetCurrent',byref(x)); d.v('still current',x.value==d.ctx.value); q=c_uint64(); d.r('cuMemAlloc_v2',byref(q),c_size_t(16)); d.r('cuCtxSynchronize'); c=V(); d.r('cuDevicePrimaryCtxRetain',byref(c),0); d.v('same handle',c.value==d.ctx.value); d.r('cuMemAlloc_v2',byref(q),c_size_t(16)); return d.out
@probe
def ctx_memory_of_destroyed(): d=D(ctx=False); a,b=V(),V(); d('cuCtxCreate_v2',byref(a),0,0); p=d.alloc(64); d('cuCtxCreate_v2',byref(b),0,0); d.r('cuMemFree_v2',p) if False else None; d.r('cuCtxDestroy_v2',a); d.r('cuMemFree_v2',p); h=create_string_buffer(8); d.r('cuMemcpyDtoH_v2',h,p,c_size_t(8)); return d.out
@probe
def ctx_objects_of_destroyed(): d=D(ctx=False); a,b=V(),V(); d('cuCtxCreate_v2',byref(a),0,0); s=stream(d); e=event(d); m=d.mod(SET); f=d.fn(m,'set'); d.r('cuCtxDestroy_v2',a); d('cuCtxCreate_v2',byref(b),0,0); d.r('cuStreamQuery',s); d.r('cuEventQuery',e); x=V(); d.r('cuModuleGetFunction',byref(x),m,b'set'); d.r('cuModuleUnload',m); d.r('cuStreamDestroy_v2',s); d.r('cuEventDestroy_v2',e); return d.out
@probe
def ctx_cross_memory(): d=D(ctx=False); a,b=V(),V(); d('cuCtxCreate_v2',byref(a),0,0); p=d.alloc(64); d('cuMemsetD32_v2',p,7,c_size_t(16)); d('cuCtxCreate_v2',byref(b),0,0); d.v('read',ld(d,p)); d.r('cuMemsetD32_v2',p,9,c_size_t(1)); d.r('cuMemFree_v2',p); return d.out
@probe
def ctx_cross_stream(): d=D(ctx=False); a,b=V(),V(); d('cuCtxCreate_v2',byref(a),0,0); s=stream(d); e=event(d); p=d.alloc(64); v=c_uint32(1); d('cuCtxCreate_v2',byref(b),0,0); f=d.fn(d.mod(SET),'set'); d.v('launch',d.launch(f,[p,v],st=s)); d.r('cuEventRecord',e,None); d.r('cuStreamWaitEvent',None,e,0); d.r('cuMemsetD32Async',p,1,c_size_t(1),s); d.r('cuStreamSynchronize',s); return d.out

# ---- memory
@each('alloc',['1','255','256','257','65536','2097153'])
def alloc_sizes(n): d=D(); p=c_uint64(); d.r('cuMemAlloc_v2',byref(p),c_size_t(int(n))); d.v('aligned',p.value%256==0); b,s=c_uint64(),c_size_t(); d.r('cuMemGetAddressRange_v2',byref(b),byref(s),c_uint64(p.value+int(n)-1)); d.v('range',[b.value==p.value,s.value]); d.r('cuMemGetAddressRange_v2',None,byref(s),p); d.r('cuMemGetAddressRange_v2',byref(b),None,p); d.r('cuMemFree_v2',p); return d.out
@probe
def address_range_bad(): d=D(); b,s=c_uint64(),c_size_t(); d.r('cuMemGetAddressRange_v2',byref(b),byref(s),c_uint64(0)); d.r('cuMemGetAddressRange_v2',byref(b),byref(s),c_uint64(0x1234)); p=d.alloc(256); d('cuMemFree_v2',p); d.r('cuMemGetAddressRange_v2',byref(b),byref(s),p); d.r('cuMemGetAddressRange_v2',None,None,p); return d.out
@probe
def alloc_pitch():
    d=D(); o=[]
    for w,h,e in ((100,3,4),(512,1,4),(513,2,8),(1,1,16),(0,3,4),(100,0,4),(100,3,3),(100,3,5),(100,3,32)): p,q=c_uint64(),c_size_t(); r=d('cuMemAllocPitch_v2',byref(p),byref(q),c_size_t(w),c_size_t(h),e); o.append([w,h,e,r,r==0 and q.value>=w and q.value%512==0])
    d.v('r',o); p=c_uint64(); q=c_size_t(); d.r('cuMemAllocPitch_v2',None,byref(q),c_size_t(4),c_size_t(4),4); d.r('cuMemAllocPitch_v2',byref(p),None,c_size_t(4),c_size_t(4),4); return d.out
@probe
def host_alloc_flags():
    d=D(); o=[]
    for f in range(0,10): h=V(); r=d('cuMemHostAlloc',byref(h),c_size_t(64),f); g=c_uint(99); q=d('cuMemHostGetFlags',byref(g),h) if r==0 else None; o.append([f,r,q,g.value if q==0 else None])
    d.v('r',o); d.r('cuMemHostAlloc',None,c_size_t(64),0); return d.out
@probe
def host_device_pointer(): d=D(); h=hostmem(d,4096,2); p=c_uint64(); d.r('cuMemHostGetDevicePointer_v2',byref(p),h,0); d.v('same',p.value==h.value); d.r('cuMemHostGetDevicePointer_v2',byref(p),h,1); d.r('cuMemHostGetDevicePointer_v2',byref(p),V(h.value+8),0); d.v('inside',p.value==h.value+8); x=create_string_buffer(64); d.r('cuMemHostGetDevicePointer_v2',byref(p),x,0); d.r('cuMemHostGetDevicePointer_v2',None,h,0); d.r('cuMemHostGetDevicePointer_v2',byref(p),None,0); return d.out
@probe
def host_free(): d=D(); h=hostmem(d); d.r('cuMemFreeHost',V(h.value+8)); d.r('cuMemFreeHost',h); d.r('cuMemFreeHost',h); d.r('cuMemFreeHost',None); x=create_string_buffer(64); d.r('cuMemFreeHost',x); p=d.alloc(64); d.r('cuMemFreeHost',V(p.value)); h=hostmem(d); d.r('cuMemFree_v2',c_uint64(h.value)); return d.out
@probe
def host_alloc_v1(): d=D(); h=V(); d.r('cuMemAllocHost_v2',byref(h),c_size_t(64)); g=c_uint(9); d.r('cuMemHostGetFlags',byref(g),h); d.v('flags',g.value); d.r('cuMemAllocHost_v2',byref(h),c_size_t(0)); d.v('null',h.value is None); d.r('cuMemAllocHost_v2',None,c_size_t(64)); d.r('cuMemHostGetFlags',None,h); x=create_string_buffer(8); d.r('cuMemHostGetFlags',byref(g),x); return d.out
@probe
def host_register():
    import mmap; d=D(); m=mmap.mmap(-1,65536); a=addressof(c_char.from_buffer(m)); d.r('cuMemHostRegister_v2',V(a),c_size_t(65536),0); d.r('cuMemHostRegister_v2',V(a),c_size_t(65536),0); d.r('cuMemHostRegister_v2',V(a+4096),c_size_t(4096),0); p=c_uint64(); d.r('cuMemHostGetDevicePointer_v2',byref(p),V(a),0); d.v('same',p.value==a); g=c_uint(9); d.r('cuMemHostGetFlags',byref(g),V(a)); d.r('cuMemHostUnregister',V(a+4096)); d.r('cuMemHostUnregister',V(a)); d.r('cuMemHostUnregister',V(a)); d.r('cuMemHostRegister_v2',None,c_size_t(4096),0); d.r('cuMemHostRegister_v2',V(a),c_size_t(0),0); d.r('cuMemHostRegister_v2',V(a),c_size_t(4096),0xff00); d.r('cuMemHostRegister_v2',V(a+5),c_size_t(100),2); d.r('cuMemHostUnregister',V(a+5)); return d.out
@probe
def host_register_kernel():
    import mmap; d=D(); m=mmap.mmap(-1,65536); a=addressof(c_char.from_buffer(m)); d('cuMemHostRegister_v2',V(a),c_size_t(65536),2); f=d.fn(d.mod(SET),'set'); p=c_uint64(a); v=c_uint32(7); d.v('l',d.launch(f,[p,v],b=(4,1,1))); d.r('cuCtxSynchronize'); d.v('seen',list((c_uint32*4).from_address(a))); return d.out
@probe
def managed():
    d=D(); p=c_uint64(); d.r('cuMemAllocManaged',byref(p),c_size_t(4096),1); d.r('cuMemAllocManaged',byref(c_uint64()),c_size_t(4096),0); d.r('cuMemAllocManaged',byref(c_uint64()),c_size_t(0),1); d.r('cuMemAllocManaged',byref(c_uint64()),c_size_t(64),7); d.r('cuMemAllocManaged',None,c_size_t(64),1); (c_uint32*4).from_address(p.value)[:]=[1,2,3,4]; f=d.fn(d.mod(ADD),'add'); n=c_uint32(5); d.v('l',d.launch(f,[p,n])); d.r('cuCtxSynchronize'); d.v('v',list((c_uint32*4).from_address(p.value))); v=c_int(9); d.r('cuPointerGetAttribute',byref(v),8,p); d.v('managed',v.value); d.r('cuPointerGetAttribute',byref(v),2,p); d.v('type',v.value); d.r('cuMemFree_v2',p); return d.out
@probe
def managed_prefetch_advise():
    d=D(); p=c_uint64(); d('cuMemAllocManaged',byref(p),c_size_t(1<<21),1); d.r('cuMemPrefetchAsync',p,c_size_t(1<<21),0,None); d.r('cuMemPrefetchAsync',p,c_size_t(1<<21),-1,None); d.r('cuMemPrefetchAsync',p,c_size_t(1<<21),9,None); d.r('cuMemPrefetchAsync',p,c_size_t(1<<22),0,None); d.r('cuMemAdvise',p,c_size_t(1<<21),1,0); d.r('cuMemAdvise',p,c_size_t(1<<21),99,0); d.r('cuMemAdvise',p,c_size_t(1<<21),3,0); v=c_int(9); d.r('cuMemRangeGetAttribute',byref(v),c_size_t(4),1,p,c_size_t(1<<21)); d.v('readmostly',v.value); d.r('cuMemRangeGetAttribute',byref(v),c_size_t(4),2,p,c_size_t(1<<21)); d.v('preferred',v.value); d.r('cuMemRangeGetAttribute',byref(v),c_size_t(8),1,p,c_size_t(1<<21)); q=d.alloc(64); d.r('cuMemPrefetchAsync',q,c_size_t(64),0,None); return d.out
@probe
def memcpy_overlap(): d=D(); p=d.alloc(64); h=(c_ubyte*64)(*range(64)); d('cuMemcpyHtoD_v2',p,h,c_size_t(64)); d.r('cuMemcpyDtoD_v2',c_uint64(p.value+32),p,c_size_t(32)); o=(c_ubyte*64)(); d('cuMemcpyDtoH_v2',o,p,c_size_t(64)); d.v('o',bytes(o).hex()); return d.out
@probe
def memcpy_unified(): d=D(); p=d.alloc(64); q=d.alloc(64); h=create_string_buffer(b'abcdefgh',8); o=create_string_buffer(8); d.r('cuMemcpy',p,c_uint64(addressof(h)),c_size_t(8)); d.r('cuMemcpy',q,p,c_size_t(8)); d.r('cuMemcpy',c_uint64(addressof(o)),q,c_size_t(8)); d.v('o',o.raw.decode()); d.r('cuMemcpy',c_uint64(addressof(o)),c_uint64(addressof(h)),c_size_t(4)); d.r('cuMemcpy',c_uint64(0),p,c_size_t(4)); d.r('cuMemcpy',c_uint64(0),c_uint64(0),c_size_t(0)); return d.out
@probe
def memcpy_out_of_range(): d=D(); p=d.alloc(1<<21); h=create_string_buffer(1<<22); d.r('cuMemcpyHtoD_v2',p,h,c_size_t((1<<21)+1)); d.r('cuMemcpyHtoD_v2',c_uint64(p.value+(1<<21)-4),h,c_size_t(8)); d.r('cuMemcpyDtoH_v2',h,p,c_size_t((1<<21)+512)); d.r('cuMemsetD8_v2',p,c_ubyte(0),c_size_t((1<<21)+1)); d.r('cuMemsetD8_v2',c_uint64(64),c_ubyte(0),c_size_t(4)); d.r('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(0)); return d.out
@probe
def memcpy_freed(): d=D(); p=d.alloc(1<<21); d('cuMemFree_v2',p); h=create_string_buffer(64); d.r('cuMemcpyHtoD_v2',p,h,c_size_t(64)); d.r('cuMemcpyDtoH_v2',h,p,c_size_t(64)); d.r('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(4)); d.r('cuMemcpyHtoDAsync_v2',p,h,c_size_t(64),None); return d.out
class C2(Structure): _fields_=[('sx',c_size_t),('sy',c_size_t),('st',c_int),('sh',V),('sd',c_uint64),('sa',V),('sp',c_size_t),('dx',c_size_t),('dy',c_size_t),('dt',c_int),('dh',V),('dd',c_uint64),('da',V),('dp',c_size_t),('w',c_size_t),('h',c_size_t)]
def c2(**k):
    c=C2()
    for a,b in k.items(): setattr(c,a,b)
    return c
@probe
def memcpy2d():
    d=D(); p=d.alloc(4096); h=(c_ubyte*256)(*range(256)); o=(c_ubyte*64)(); a=addressof(h); d.r('cuMemcpy2D_v2',byref(c2(st=1,sh=a,sp=16,sx=2,sy=1,dt=2,dd=p.value,dp=64,w=8,h=4))); d.r('cuMemcpy2D_v2',byref(c2(st=2,sd=p.value,sp=64,dt=1,dh=addressof(o),dp=16,dx=4,w=8,h=4))); d.v('o',bytes(o).hex()); d.r('cuMemcpy2D_v2',byref(c2(st=1,sh=a,sp=4,dt=2,dd=p.value,dp=64,w=8,h=4))); d.r('cuMemcpy2D_v2',byref(c2(st=1,sh=a,sp=16,dt=2,dd=p.value,dp=4,w=8,h=4))); d.r('cuMemcpy2D_v2',byref(c2(st=9,sh=a,sp=16,dt=2,dd=p.value,dp=64,w=8,h=4))); d.r('cuMemcpy2D_v2',None); d.r('cuMemcpy2D_v2',byref(c2(st=1,sh=a,sp=16,dt=2,dd=p.value,dp=64,w=0,h=4))); d.r('cuMemcpy2D_v2',byref(c2(st=1,sh=a,sp=0,dt=2,dd=p.value,dp=0,w=8,h=1))); d.r('cuMemcpy2D_v2',byref(c2(st=1,sh=a,sp=0,dt=2,dd=p.value,dp=0,w=8,h=2))); d.r('cuMemcpy2D_v2',byref(c2(st=4,sd=a,sp=16,dt=4,dd=p.value,dp=64,w=8,h=2))); d.r('cuMemcpy2DUnaligned_v2',byref(c2(st=1,sh=a,sp=16,dt=2,dd=p.value+1,dp=63,w=8,h=2))); return d.out
@probe
def memset2d_errors(): d=D(); p=d.alloc(4096); d.r('cuMemsetD2D8_v2',p,c_size_t(64),c_ubyte(1),c_size_t(65),c_size_t(2)); d.r('cuMemsetD2D8_v2',p,c_size_t(64),c_ubyte(1),c_size_t(64),c_size_t(64)); d.r('cuMemsetD2D32_v2',p,c_size_t(63),c_uint(1),c_size_t(4),c_size_t(2)); d.r('cuMemsetD2D16_v2',c_uint64(p.value+1),c_size_t(64),c_ushort(1),c_size_t(4),c_size_t(2)); d.r('cuMemsetD2D32_v2',p,c_size_t(64),c_uint(1),c_size_t(4),c_size_t(65)); d.r('cuMemsetD2D8_v2',p,c_size_t(0),c_ubyte(1),c_size_t(8),c_size_t(1)); d.r('cuMemsetD2D8_v2',p,c_size_t(64),c_ubyte(1),c_size_t(0),c_size_t(1)); return d.out
@probe
def pointer_set(): d=D(); p=d.alloc(64); v=c_int(1); d.r('cuPointerSetAttribute',byref(v),6,p); d.r('cuPointerSetAttribute',byref(v),2,p); d.r('cuPointerSetAttribute',None,6,p); d.r('cuPointerSetAttribute',byref(v),6,c_uint64(0x44)); return d.out
@probe
def pointer_attributes_many():
    d=D(); p=d.alloc(64); a=(c_int*4)(2,9,8,11); x=[c_uint64(77) for _ in range(4)]; q=(V*4)(*[addressof(y) for y in x]); d.r('cuPointerGetAttributes',4,a,q,p); d.v('v',[x[0].value&0xffffffff,x[1].value&0xffffffff,x[2].value&0xff,x[3].value==p.value]); h=create_string_buffer(8); x[0].value=77; d.r('cuPointerGetAttributes',4,a,q,c_uint64(addressof(h))); d.v('host',[x[0].value&0xffffffff,x[2].value&0xff]); d.r('cuPointerGetAttributes',0,a,q,p); d.r('cuPointerGetAttributes',4,None,q,p); d.r('cuPointerGetAttributes',4,a,None,p); a[0]=999; d.r('cuPointerGetAttributes',4,a,q,p); return d.out
@probe
def mem_async_pools():
    d=D(); p=c_uint64(); s=stream(d); d.r('cuMemAllocAsync',byref(p),c_size_t(1000),s); d.r('cuMemsetD8Async',p,c_ubyte(1),c_size_t(1000),s); d.r('cuMemFreeAsync',p,s); d.r('cuMemFreeAsync',p,s); d.r('cuStreamSynchronize',s); d.r('cuMemAllocAsync',byref(p),c_size_t(0),s); d.r('cuMemAllocAsync',None,c_size_t(8),s); d.r('cuMemFreeAsync',c_uint64(0),s); q=d.alloc(64); d.r('cuMemFreeAsync',q,s); d.r('cuMemAllocAsync',byref(p),c_size_t(64),None); d.r('cuMemFree_v2',p); d.r('cuMemAllocAsync',byref(p),c_size_t(1<<50),s); return d.out
class Loc(Structure): _fields_=[('type',c_int),('id',c_int)]
class PoolProps(Structure): _fields_=[('at',c_int),('ht',c_int),('loc',Loc),('win',V),('max',c_size_t),('usage',c_ushort),('r',c_ubyte*54)]
def poolprops(**k):
    p=PoolProps(); p.at=1; p.loc.type=1
    for a,b in k.items(): setattr(p,a,b)
    return p
@probe
def mem_pool_create():
    d=D(); m=V(); d.r('cuMemPoolCreate',byref(m),byref(poolprops())); p=c_uint64(); d.r('cuMemAllocFromPoolAsync',byref(p),c_size_t(4096),m,None); u=c_uint64(9); d('cuCtxSynchronize'); d.r('cuMemPoolGetAttribute',m,6+1,byref(u)); d.v('used',u.value); d.r('cuMemFreeAsync',p,None); d('cuCtxSynchronize'); d.r('cuMemPoolGetAttribute',m,7,byref(u)); d.v('used',u.value); d.r('cuMemPoolTrimTo',m,c_size_t(0)); d.r('cuMemPoolGetAttribute',m,99,byref(u)); d.r('cuMemPoolGetAttribute',m,4,None); d.r('cuMemPoolDestroy',m); d.r('cuMemPoolDestroy',m); d.r('cuMemPoolCreate',byref(m),byref(poolprops(at=9))); q=poolprops(); q.loc.id=99; d.r('cuMemPoolCreate',byref(m),byref(q)); d.r('cuMemPoolCreate',None,byref(poolprops())); d.r('cuMemPoolCreate',byref(m),None); return d.out
@probe
def mem_pool_attributes():
    d=D(); m=V(); d('cuDeviceGetDefaultMemPool',byref(m),0); o=[]
    for a in range(0,11): u=c_uint64(0); o.append([a,d('cuMemPoolGetAttribute',m,a,byref(u)),u.value&0xffffffff if a in(1,2,3) else None])
    d.v('r',o); u=c_uint64(1<<20); d.r('cuMemPoolSetAttribute',m,4,byref(u)); u.value=0; d('cuMemPoolGetAttribute',m,4,byref(u)); d.v('threshold',u.value); d.r('cuMemPoolSetAttribute',m,5,byref(u)); d.r('cuMemPoolDestroy',m); return d.out
class Prop(Structure): _fields_=[('type',c_int),('ht',c_int),('loc',Loc),('win',V),('flags',c_ubyte*8)]
class Access(Structure): _fields_=[('loc',Loc),('flags',c_int)]
def vprop(): p=Prop(); p.type=1; p.loc.type=1; return p
@probe
def vmm_granularity(): d=D(); n=c_size_t(); d.r('cuMemGetAllocationGranularity',byref(n),byref(vprop()),0); d.v('2M',n.value==2<<20); d.r('cuMemGetAllocationGranularity',byref(n),byref(vprop()),1); d.r('cuMemGetAllocationGranularity',byref(n),byref(vprop()),9); d.r('cuMemGetAllocationGranularity',None,byref(vprop()),0); d.r('cuMemGetAllocationGranularity',byref(n),None,0); p=vprop(); p.type=9; d.r('cuMemGetAllocationGranularity',byref(n),byref(p),0); return d.out
@probe
def vmm_map():
    d=D(); G=2<<20; a=c_uint64(); h=c_uint64(); d.r('cuMemAddressReserve',byref(a),c_size_t(4*G),c_size_t(0),c_uint64(0),c_uint64(0)); d.r('cuMemCreate',byref(h),c_size_t(2*G),byref(vprop()),c_uint64(0)); d.r('cuMemMap',a,c_size_t(2*G),c_size_t(0),h,c_uint64(0)); x=c_uint64(0); d.r('cuMemsetD32_v2',a,1,c_size_t(4)); ac=Access(); ac.loc.type=1; ac.flags=3; d.r('cuMemSetAccess',a,c_size_t(2*G),byref(ac),c_size_t(1)); d.r('cuMemsetD32_v2',a,7,c_size_t(4)); d.v('v',ld(d,a,2)); f=c_uint64(9); d.r('cuMemGetAccess',byref(f),byref(ac.loc),a); d.v('flags',f.value); q=c_uint64(); d.r('cuMemRetainAllocationHandle',byref(q),V(a.value)); d.v('same',q.value==h.value); d.r('cuMemRelease',q); d.r('cuMemMap',a,c_size_t(2*G),c_size_t(0),h,c_uint64(0)); d.r('cuMemMap',c_uint64(a.value+2*G),c_size_t(2*G),c_size_t(0),h,c_uint64(0)); d.r('cuMemSetAccess',c_uint64(a.value+2*G),c_size_t(2*G),byref(ac),c_size_t(1)); d.v('alias',ld(d,c_uint64(a.value+2*G),2)); d.r('cuMemRelease',h); d.v('after release',ld(d,a,1)); d.r('cuMemAddressFree',a,c_size_t(4*G)); d.r('cuMemUnmap',a,c_size_t(4*G)); d.r('cuMemAddressFree',a,c_size_t(4*G)); d.r('cuMemAddressFree',a,c_size_t(4*G)); d.r('cuMemRelease',h); return d.out
@probe
def vmm_errors():
    d=D(); G=2<<20; a=c_uint64(); h=c_uint64(); d.r('cuMemAddressReserve',byref(a),c_size_t(1000),c_size_t(0),c_uint64(0),c_uint64(0)); d.r('cuMemAddressReserve',byref(a),c_size_t(0),c_size_t(0),c_uint64(0),c_uint64(0)); d.r('cuMemAddressReserve',byref(a),c_size_t(G),c_size_t(3),c_uint64(0),c_uint64(0)); d.r('cuMemAddressReserve',byref(a),c_size_t(G),c_size_t(0),c_uint64(0),c_uint64(7)); d.r('cuMemAddressReserve',None,c_size_t(G),c_size_t(0),c_uint64(0),c_uint64(0)); d.r('cuMemCreate',byref(h),c_size_t(1000),byref(vprop()),c_uint64(0)); d.r('cuMemCreate',byref(h),c_size_t(0),byref(vprop()),c_uint64(0)); d.r('cuMemCreate',byref(h),c_size_t(G),None,c_uint64(0)); d.r('cuMemCreate',byref(h),c_size_t(1<<50),byref(vprop()),c_uint64(0)); d('cuMemAddressReserve',byref(a),c_size_t(G),c_size_t(0),c_uint64(0),c_uint64(0)); d('cuMemCreate',byref(h),c_size_t(G),byref(vprop()),c_uint64(0)); d.r('cuMemMap',a,c_size_t(2*G),c_size_t(0),h,c_uint64(0)); d.r('cuMemMap',a,c_size_t(G),c_size_t(G),h,c_uint64(0)); d.r('cuMemMap',c_uint64(0x1000),c_size_t(G),c_size_t(0),h,c_uint64(0)); d.r('cuMemMap',a,c_size_t(G),c_size_t(0),c_uint64(0x77),c_uint64(0)); d.r('cuMemUnmap',a,c_size_t(G)); d.r('cuMemRelease',c_uint64(0x77)); d.r('cuMemRelease',c_uint64(0)); d.r('cuMemAddressFree',c_uint64(0x1000),c_size_t(G)); ac=Access(); ac.loc.type=1; ac.flags=3; d.r('cuMemSetAccess',a,c_size_t(G),byref(ac),c_size_t(1)); return d.out
@probe
def vmm_kernel_unmapped():
    d=D(); G=2<<20; a=c_uint64(); d('cuMemAddressReserve',byref(a),c_size_t(G),c_size_t(0),c_uint64(0),c_uint64(0)); f=d.fn(d.mod(SET),'set'); v=c_uint32(1); d.v('l',d.launch(f,[a,v])); d.r('cuCtxSynchronize'); return d.out
@probe
def vmm_readonly():
    d=D(); G=2<<20; a=c_uint64(); h=c_uint64(); d('cuMemAddressReserve',byref(a),c_size_t(G),c_size_t(0),c_uint64(0),c_uint64(0)); d('cuMemCreate',byref(h),c_size_t(G),byref(vprop()),c_uint64(0)); d('cuMemMap',a,c_size_t(G),c_size_t(0),h,c_uint64(0)); ac=Access(); ac.loc.type=1; ac.flags=1; d.r('cuMemSetAccess',a,c_size_t(G),byref(ac),c_size_t(1)); f=d.fn(d.mod(SET),'set'); v=c_uint32(1); d.v('l',d.launch(f,[a,v])); d.r('cuCtxSynchronize'); return d.out
@probe
def ipc_self():
    d=D(); p=d.alloc(2<<20); b=create_string_buffer(64); d.r('cuIpcGetMemHandle',b,p); d.r('cuIpcGetMemHandle',None,p); d.r('cuIpcGetMemHandle',b,c_uint64(0)); d.r('cuIpcGetMemHandle',b,c_uint64(p.value+64)); d.r('cuIpcCloseMemHandle',p); d.r('cuIpcCloseMemHandle',c_uint64(0)); e=event(d); c=create_string_buffer(64); d.r('cuIpcGetEventHandle',c,e); e=event(d,2|4); d.r('cuIpcGetEventHandle',c,e); d.v('event 4 alone',d('cuEventCreate',byref(V()),4)); return d.out

# ---- streams
@probe
def stream_default_flags(): d=D(); f=c_uint(9); d.r('cuStreamGetFlags',None,byref(f)); d.v('legacy',f.value); d.r('cuStreamGetFlags',V(1),byref(f)); d.v('1',f.value); d.r('cuStreamGetFlags',V(2),byref(f)); d.v('2',f.value); d.r('cuStreamGetFlags',None,None); p=c_int(9); d.r('cuStreamGetPriority',V(2),byref(p)); d.v('p',p.value); d.r('cuStreamGetPriority',None,None); return d.out
@probe
def stream_priorities():
    d=D(); o=[]
    for p in (-100,-5,-1,0,1,100): s=V(); r=d('cuStreamCreateWithPriority',byref(s),1,p); q=c_int(99); d('cuStreamGetPriority',s,byref(q)); o.append([p,r,q.value<=0, q.value==0])
    d.v('r',o); d.r('cuStreamCreateWithPriority',None,1,0); d.r('cuStreamCreateWithPriority',byref(V()),8,0); d.r('cuCtxGetStreamPriorityRange',None,None); return d.out
@probe
def stream_destroyed(): d=D(); s=stream(d); d.r('cuStreamDestroy_v2',s); d.r('cuStreamDestroy_v2',s); d.r('cuStreamQuery',s); d.r('cuStreamSynchronize',s); f=c_uint(); d.r('cuStreamGetFlags',s,byref(f)); p=d.alloc(64); d.r('cuMemsetD8Async',p,c_ubyte(1),c_size_t(4),s); e=event(d); d.r('cuEventRecord',e,s); d.r('cuStreamWaitEvent',s,e,0); return d.out
@probe
def stream_random_handles():
    d=D(); o=[]
    for h in (3,4,5,16,0x1000,0xdeadbeef,0x7fffffffffff,(1<<64)-1): o.append([h,d('cuStreamQuery',V(h)),d('cuStreamSynchronize',V(h)),d('cuStreamDestroy_v2',V(h))])
    d.v('r',o); return d.out
@probe
def stream_destroy_special(): d=D(); d.r('cuStreamDestroy_v2',V(1)); d.r('cuStreamDestroy_v2',V(2)); d.r('cuStreamDestroy_v2',None); return d.out
@probe
def stream_ids():
    d=D(); a,b,c=c_uint64(),c_uint64(),c_uint64(); d.r('cuStreamGetId',None,byref(a)); d.r('cuStreamGetId',V(1),byref(b)); d.r('cuStreamGetId',V(2),byref(c)); d.v('legacy same',a.value==b.value); d.v('thread other',c.value!=a.value); s=stream(d); t=stream(d); x,y=c_uint64(),c_uint64(); d('cuStreamGetId',s,byref(x)); d('cuStreamGetId',t,byref(y)); d.v('differ',x.value!=y.value); d.r('cuStreamGetId',s,None); return d.out
@probe
def stream_ctx(): d=D(); c=V(); d.r('cuStreamGetCtx',None,byref(c)); d.v('null stream',c.value==d.ctx.value); d.r('cuStreamGetCtx',V(2),byref(c)); d.r('cuStreamGetCtx',stream(d),None); v=c_int(9); d.r('cuStreamGetDevice',None,byref(v)); d.v('dev',v.value); return d.out
CB=CFUNCTYPE(None,V); SCB=CFUNCTYPE(None,V,c_int,V)
@probe
def host_func_order():
    d=D(); L=[]; fs=[CB(lambda u,i=i:L.append(i)) for i in range(5)]; s=stream(d); [d('cuLaunchHostFunc',s,f,None) for f in fs]; d.r('cuStreamSynchronize',s); d.v('order',L); d.r('cuLaunchHostFunc',s,None,None); d.r('cuLaunchHostFunc',V(0x77),fs[0],None); return d.out
@probe
def host_func_calls_driver():
    d=D(); L=[]; s=stream(d); p=d.alloc(64); h=create_string_buffer(8); ev=event(d)
    def f(u):
        v=c_int(); x=V(); n=c_size_t(); m=c_size_t(); a=c_uint64()
        L.append(['version',d('cuDriverGetVersion',byref(v))]); L.append(['count',d('cuDeviceGetCount',byref(v))]); L.append(['current',d('cuCtxGetCurrent',byref(x))]); L.append(['alloc',d('cuMemAlloc_v2',byref(a),c_size_t(16))]); L.append(['copy',d('cuMemcpyHtoD_v2',p,h,c_size_t(8))]); L.append(['sync',d('cuCtxSynchronize')]); L.append(['query',d('cuStreamQuery',s)]); L.append(['eventquery',d('cuEventQuery',ev)]); L.append(['attr',d('cuDeviceGetAttribute',byref(v),10,0)]); L.append(['setcurrent',d('cuCtxSetCurrent',d.ctx)]); L.append(['hostfunc',d('cuLaunchHostFunc',s,g,None)]); L.append(['free',d('cuMemFree_v2',p)])
    g=CB(lambda u:None); c=CB(f); d.r('cuLaunchHostFunc',s,c,None); d.r('cuStreamSynchronize',s); d.v('inside',L); return d.out
@probe
def stream_callback():
    d=D(); L=[]; f=SCB(lambda s,r,u:L.append([r,u])); s=stream(d); d.r('cuStreamAddCallback',s,f,V(5),0); d.r('cuStreamSynchronize',s); d.v('r',L); d.r('cuStreamAddCallback',s,f,V(5),1); d.r('cuStreamAddCallback',s,None,V(5),0); return d.out
@probe
def stream_callback_after_error():
    d=D(); L=[]; f=SCB(lambda s,r,u:L.append(r)); s=stream(d,1); k=d.fn(d.mod(SET),'set'); p=c_uint64(0x10); v=c_uint32(1); d.launch(k,[p,v],st=s); d.v('add',d('cuStreamAddCallback',s,f,None,0)in(0,700)); d.r('cuStreamSynchronize',s); return d.out
@probe
def wait_write_value():
    d=D(); p=d.alloc(64); d('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(64)); a,b=stream(d,1),stream(d,1); d.r('cuStreamWaitValue32_v2',a,p,c_uint32(5),0); d.r('cuMemsetD32Async',c_uint64(p.value+8),7,c_size_t(1),a); d.v('blocked',d('cuStreamQuery',a)); d.r('cuStreamWriteValue32_v2',b,p,c_uint32(6),0); d.r('cuStreamSynchronize',a); d.v('v',ld(d,p,4)); d.r('cuStreamWaitValue32_v2',a,p,c_uint32(6),9); d.r('cuStreamWaitValue32_v2',a,c_uint64(p.value+1),c_uint32(6),0); d.r('cuStreamWriteValue32_v2',a,c_uint64(0),c_uint32(6),0); d.r('cuStreamWaitValue64_v2',a,p,c_uint64(1),0); d.r('cuStreamWriteValue64_v2',a,c_uint64(p.value+16),c_uint64(1<<40),0); d.r('cuStreamSynchronize',a); d.v('v',ld(d,c_uint64(p.value+16),2)); return d.out
@probe
def batch_mem_op():
    d=D(); p=d.alloc(64); d('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(64)); s=stream(d); ops=(c_uint64*(6*2))(); ops[0]=2; ops[1]=p.value; ops[2]=7; ops[6]=1; ops[7]=p.value; ops[8]=7; d.r('cuStreamBatchMemOp_v2',s,2,ops,0); d.r('cuStreamSynchronize',s); d.v('v',ld(d,p,1)); ops[0]=99; d.r('cuStreamBatchMemOp_v2',s,2,ops,0); d.r('cuStreamBatchMemOp_v2',s,0,ops,0); d.r('cuStreamBatchMemOp_v2',s,2,None,0); d.r('cuStreamBatchMemOp_v2',s,300,ops,0); return d.out
@probe
def legacy_implicit_sync():
    d=D(); h=hostmem(d,4096,2); x=(c_uint32*8).from_address(h.value); f=d.fn(d.mod(SPIN),'spin'); g=d.fn(d.mod(SET),'set'); p=d.alloc(64); a=stream(d,0); hp=c_uint64(h.value); v=c_uint32(3); d.launch(f,[hp],st=a); r=d.launch(g,[p,v]); d.v('launch on null',r); d.v('null waits',d('cuStreamQuery',None)); n=stream(d,1); d.launch(g,[p,v],st=n); d.r('cuStreamSynchronize',n); b=stream(d,0); d.launch(g,[p,v],st=b); d.v('blocking stream behind null waits',d('cuStreamQuery',b)); x[0]=1; d.r('cuCtxSynchronize'); d.v('after',d('cuStreamQuery',b)); return d.out
@probe
def per_thread_stream():
    d=D(); h=hostmem(d,4096,2); x=(c_uint32*8).from_address(h.value); f=d.fn(d.mod(SPIN),'spin'); hp=c_uint64(h.value); d.launch(f,[hp],st=V(2)); d.v('mine',d('cuStreamQuery',V(2))); R=[]
    def t(): d('cuCtxSetCurrent',d.ctx); R.append(d('cuStreamQuery',V(2)))
    q=threading.Thread(target=t); q.start(); q.join(); d.v('other thread',R); d.v('legacy',d('cuStreamQuery',None)); x[0]=1; d.r('cuStreamSynchronize',V(2)); return d.out
@probe
def ptsz_functions():
    d=D(); h=hostmem(d,4096,2); x=(c_uint32*8).from_address(h.value); f=d.fn(d.mod(SPIN),'spin'); hp=c_uint64(h.value); n=stream(d,1); d.launch(f,[hp],st=V(2)); d.v('ptsz null is mine',d('cuStreamQuery_ptsz',None)); d.v('nonblocking',d('cuStreamQuery_ptsz',n)); x[0]=1; d.r('cuStreamSynchronize_ptsz',None); p=d.alloc(64); d.r('cuMemcpyHtoD_v2_ptds',p,create_string_buffer(8),c_size_t(8)); d.r('cuMemsetD8_v2_ptds',p,c_ubyte(1),c_size_t(8)); return d.out
@probe
def stream_attributes(): d=D(); s=stream(d); b=(c_uint64*8)(); o=[[a,d('cuStreamGetAttribute',s,a,b)] for a in range(0,12)]; d.v('r',o); t=stream(d); d.r('cuStreamCopyAttributes',s,t); d.r('cuStreamCopyAttributes',s,V(0x77)); d.r('cuStreamSetAttribute',s,3,b); return d.out
@probe
def event_flags():
    d=D(); d.v('r',[[f,d('cuEventCreate',byref(V()),f)] for f in range(0,17)]); d.r('cuEventCreate',None,0); return d.out
@probe
def event_destroyed(): d=D(); e=event(d); d.r('cuEventDestroy_v2',e); d.r('cuEventDestroy_v2',e); d.r('cuEventQuery',e); d.r('cuEventSynchronize',e); d.r('cuEventRecord',e,None); d.r('cuStreamWaitEvent',None,e,0); d.r('cuEventQuery',None); d.r('cuEventRecord',None,None); return d.out
@probe
def event_random():
    d=D(); d.v('r',[[h,d('cuEventQuery',V(h)),d('cuEventDestroy_v2',V(h))] for h in (1,2,3,0x1000,0xdeadbeef,(1<<64)-1)]); return d.out
@probe
def event_elapsed_errors(): d=D(); a,b,c=event(d),event(d),event(d,2); t=c_float(); d('cuEventRecord',a,None); d('cuCtxSynchronize'); d.r('cuEventElapsedTime',byref(t),a,b); d.r('cuEventElapsedTime',byref(t),b,a); d('cuEventRecord',c,None); d('cuCtxSynchronize'); d.r('cuEventElapsedTime',byref(t),a,c); d.r('cuEventElapsedTime',None,a,a); d.r('cuEventElapsedTime',byref(t),a,a); d.v('zero',t.value==0); d.r('cuEventElapsedTime',byref(t),None,a); h=hostmem(d,4096,2); x=(c_uint32*8).from_address(h.value); f=d.fn(d.mod(SPIN),'spin'); hp=c_uint64(h.value); s=stream(d,1); d.launch(f,[hp],st=s); d('cuEventRecord',b,s); d.v('not ready',[d('cuEventQuery',b),d('cuEventElapsedTime',byref(t),a,b)]); x[0]=1; d.r('cuEventSynchronize',b); d.r('cuEventElapsedTime',byref(t),a,b); return d.out
@probe
def event_wait_orders():
    d=D(); h=hostmem(d,4096,2); x=(c_uint32*8).from_address(h.value); f=d.fn(d.mod(SPIN),'spin'); hp=c_uint64(h.value); a,b=stream(d,1),stream(d,1); e=event(d,2); p=d.alloc(64); d('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(64)); d.launch(f,[hp],st=a); d('cuMemsetD32Async',p,5,c_size_t(1),a); d('cuEventRecord',e,a); d.r('cuStreamWaitEvent',b,e,0); d('cuMemcpyDtoDAsync_v2',c_uint64(p.value+4),p,c_size_t(4),b); d.v('b waits',d('cuStreamQuery',b)); x[0]=1; d.r('cuStreamSynchronize',b); d.v('v',ld(d,p,2)); d.r('cuStreamWaitEvent',b,event(d),0); d.r('cuStreamWaitEvent',b,e,9); d.r('cuStreamWaitEvent',b,None,0); return d.out
@probe
def event_record_flags(): d=D(); e=event(d); d.r('cuEventRecordWithFlags',e,None,0); d.r('cuEventRecordWithFlags',e,None,1); d.r('cuEventRecordWithFlags',e,None,9); return d.out

# ---- modules, libraries, linker
@probe
def module_globals():
    d=D(); m=d.mod(GLB); p,n=c_uint64(),c_size_t(); d.r('cuModuleGetGlobal_v2',byref(p),byref(n),m,b'g'); d.v('n',n.value); d.v('g',ld(d,p,4)); d.r('cuModuleGetGlobal_v2',byref(p),byref(n),m,b'c'); d.v('c',[n.value]+ld(d,p,2)); d.r('cuModuleGetGlobal_v2',None,byref(n),m,b'g'); d.r('cuModuleGetGlobal_v2',byref(p),None,m,b'g'); d.r('cuModuleGetGlobal_v2',byref(p),byref(n),m,None); d.r('cuModuleGetGlobal_v2',None,None,m,b'g'); d.r('cuModuleGetGlobal_v2',byref(p),byref(n),m,b'k'); f=d.fn(m,'k'); q=d.alloc(64); d.launch(f,[q]); d.v('ran',ld(d,q,1)); d('cuMemsetD32_v2',p,50,c_size_t(2)); d.launch(f,[q]); d.v('after const write',ld(d,q,1)); m2=d.mod(GLB); r=c_uint64(); d('cuModuleGetGlobal_v2',byref(r),byref(n),m2,b'g'); d.v('own copy',ld(d,r,1)); return d.out
@probe
def module_unload(): d=D(); m=d.mod(SET); f=d.fn(m,'set'); d.r('cuModuleUnload',m); d.r('cuModuleUnload',m); p=d.alloc(64); v=c_uint32(1); x=V(); d.r('cuModuleGetFunction',byref(x),m,b'set'); d.r('cuModuleUnload',None); d.r('cuModuleUnload',V(0x77)); return d.out
@probe
def module_function_count(): d=D(); m=d.mod(SET+SPIN[len(H):]); n=c_uint(); d.r('cuModuleGetFunctionCount',byref(n),m); d.v('n',n.value); a=(V*2)(); d.r('cuModuleEnumerateFunctions',a,2,m); d.v('both',bool(a[0]) and bool(a[1])); nm=c_char_p(); names=[]; 
@probe
def func_names():
    d=D(); m=d.mod(SET+SPIN[len(H):]); a=(V*2)(); d.r('cuModuleEnumerateFunctions',a,2,m); s=[]
    for f in a: nm=c_char_p(); d('cuFuncGetName',byref(nm),V(f)); s.append(nm.value.decode())
    d.v('names',sorted(s)); d.r('cuFuncGetName',None,V(a[0])); mm=V(); d.r('cuFuncGetModule',byref(mm),V(a[0])); d.v('module',mm.value==m.value); st=c_int(9); d.r('cuFuncIsLoaded',byref(st),V(a[0])); d.r('cuFuncLoad',V(a[0])); d.r('cuFuncIsLoaded',byref(st),V(a[0])); d.v('loaded',st.value); return d.out
P.pop('module_function_count')
@probe
def func_param_info():
    d=D(); f=d.fn(d.mod(H+'.visible .entry k(.param .u8 a,.param .u64 b,.param .align 16 .b8 c[20],.param .f32 e){ret;}'),'k'); o,s=c_size_t(),c_size_t(); L=[]
    for i in range(6): L.append([i,d('cuFuncGetParamInfo',f,c_size_t(i),byref(o),byref(s)),o.value,s.value])
    d.v('p',L); d.r('cuFuncGetParamInfo',f,c_size_t(0),None,byref(s)); d.r('cuFuncGetParamInfo',f,c_size_t(0),byref(o),None); d.r('cuFuncGetParamInfo',None,c_size_t(0),byref(o),byref(s)); return d.out
@probe
def func_old_launch(): d=D(); f=d.fn(d.mod(SET),'set'); p=d.alloc(64); d.r('cuFuncSetBlockShape',f,4,1,1); d.r('cuParamSetSize',f,12); d.r('cuParamSetv',f,0,byref(p),8); d.r('cuParamSeti',f,8,9); d.r('cuLaunchGrid',f,1,1); d.r('cuCtxSynchronize'); d.v('v',ld(d,p,4)); d.r('cuFuncSetBlockShape',f,0,1,1); d.r('cuFuncSetBlockShape',f,2000,1,1); d.r('cuFuncSetSharedSize',f,100); d.r('cuLaunch',f); return d.out
@probe
def launch_extra():
    d=D(); f=d.fn(d.mod(SET),'set'); p=d.alloc(64); b=create_string_buffer(struct.pack('<QI',p.value,9),12); n=c_size_t(12); e=(V*5)(1,addressof(b),2,addressof(n),0); d.r('cuLaunchKernel',f,1,1,1,4,1,1,0,None,None,e); d.r('cuCtxSynchronize'); d.v('v',ld(d,p,4)); n.value=4; d.r('cuLaunchKernel',f,1,1,1,4,1,1,0,None,None,e); n.value=64; d.r('cuLaunchKernel',f,1,1,1,4,1,1,0,None,None,e); n.value=12; a=(V*2)(addressof(p),addressof(n)); d.r('cuLaunchKernel',f,1,1,1,4,1,1,0,None,a,e); e2=(V*5)(9,addressof(b),2,addressof(n),0); d.r('cuLaunchKernel',f,1,1,1,4,1,1,0,None,None,e2); d.r('cuLaunchKernel',f,1,1,1,4,1,1,0,None,None,None); return d.out
@probe
def launch_no_params(): d=D(); f=d.fn(d.mod(H+'.visible .entry k(){ret;}'),'k'); d.r('cuLaunchKernel',f,1,1,1,1,1,1,0,None,None,None); d.r('cuLaunchKernel',f,1,1,1,1,1,1,0,V(0x77),None,None); d.r('cuLaunchKernel',V(0x1234),1,1,1,1,1,1,0,None,None,None); d.r('cuLaunchKernel',f,2147483647,1,1,1,1,1,0,None,None,None); d.r('cuCtxSynchronize'); d.r('cuLaunchKernel',f,2147483648,1,1,1,1,1,0,None,None,None); return d.out
@probe
def launch_maxntid():
    d=D(); m=d.mod(H+'.visible .entry a().maxntid 64,1,1{ret;}\n.visible .entry b().reqntid 32,2,1{ret;}'); a=d.fn(m,'a'); b=d.fn(m,'b'); L=[]
    for f,bl in ((a,(64,1,1)),(a,(65,1,1)),(a,(8,8,1)),(a,(1,64,1)),(b,(32,2,1)),(b,(64,1,1)),(b,(16,4,1)),(b,(1,1,1))): L.append([bl,d.launch(f,[],b=bl)])
    d.v('r',L); v=c_int(); d('cuFuncGetAttribute',byref(v),0,a); d.v('a',v.value); d('cuFuncGetAttribute',byref(v),0,b); d.v('b',v.value); d.r('cuCtxSynchronize'); return d.out
@probe
def library_errors():
    d=D(); L=V(); o=[]
    for nm,t in (('empty',b''),('garbage',b'hello'),('bad',(H+'.visible .entry k(){foo;}').encode()),('ok',SET.encode())): x=V(); o.append([nm,d('cuLibraryLoadData',byref(x),t,None,None,0,None,None,0)])
    d.v('r',o); d.r('cuLibraryLoadData',None,SET.encode(),None,None,0,None,None,0); d.r('cuLibraryLoadData',byref(L),None,None,None,0,None,None,0); d.r('cuLibraryUnload',None); d.r('cuLibraryUnload',V(0x77)); k=V(); d.r('cuLibraryGetKernel',byref(k),V(0x77),b'set'); d.r('cuLibraryLoadFromFile',byref(L),b'/nonexistent',None,None,0,None,None,0); return d.out
@probe
def library_globals():
    d=D(); L=V(); d('cuLibraryLoadData',byref(L),GLB.encode(),None,None,0,None,None,0); p,n=c_uint64(),c_size_t(); d.r('cuLibraryGetGlobal',byref(p),byref(n),L,b'g'); d.v('n',n.value); d.v('g',ld(d,p,4)); d.r('cuLibraryGetGlobal',byref(p),byref(n),L,b'x'); d.r('cuLibraryGetManaged',byref(p),byref(n),L,b'g'); d.r('cuLibraryGetUnifiedFunction',byref(V()),L,b'g'); m=V(); d.r('cuLibraryGetModule',byref(m),L); q=c_uint64(); d.r('cuModuleGetGlobal_v2',byref(q),byref(n),m,b'g'); d.v('same',q.value==p.value); d.r('cuModuleUnload',m); d.r('cuLibraryGetModule',None,L); return d.out
@probe
def library_without_context(): d=D(ctx=False); L,k,f=V(),V(),V(); d.r('cuLibraryLoadData',byref(L),SET.encode(),None,None,0,None,None,0); d.r('cuLibraryGetKernel',byref(k),L,b'set'); d.r('cuKernelGetFunction',byref(f),k); m=V(); d.r('cuLibraryGetModule',byref(m),L); v=c_int(); d.r('cuKernelGetAttribute',byref(v),0,k,0); d.r('cuKernelGetAttribute',byref(v),0,k,9); d.r('cuKernelGetAttribute',byref(v),99,k,0); d.r('cuKernelSetAttribute',8,1024,k,0); d.r('cuKernelGetAttribute',byref(v),8,k,0); d.v('dyn',v.value); return d.out
@probe
def kernel_api(): d=D(); L,k,f=V(),V(),V(); d('cuLibraryLoadData',byref(L),SET.encode(),None,None,0,None,None,0); d('cuLibraryGetKernel',byref(k),L,b'set'); a=(V*1)(); d.r('cuLibraryEnumerateKernels',a,1,L); d.v('same',a[0]==k.value); l=V(); d.r('cuKernelGetLibrary',byref(l),k); d.v('lib',l.value==L.value); d.r('cuKernelSetCacheConfig',k,1,0); v=c_int(); d.r('cuFuncGetAttribute',byref(v),0,k); d.v('cuFunc on kernel',v.value); d('cuKernelGetFunction',byref(f),k); d.r('cuKernelGetFunction',byref(f),V(0x77)); d.r('cuKernelGetName',None,k); d.r('cuLibraryUnload',L); d.r('cuKernelGetFunction',byref(f),k); return d.out
@probe
def link_ptx():
    A=H+'.extern .func (.reg .u32 r) foo(.reg .u32 x);\n.visible .entry k(.param .u64 p){.reg .b64 %a;.reg .u32 %r;ld.param.u64 %a,[p];mov.u32 %r,20;call (%r),foo,(%r);st.global.u32 [%a],%r;ret;}'; B=H+'.visible .func (.reg .u32 r) foo(.reg .u32 x){add.u32 r,x,22;ret;}'
    d=D(); s=V(); d.r('cuLinkCreate_v2',0,None,None,byref(s)); d.r('cuLinkAddData_v2',s,1,A.encode()+b'\0',c_size_t(len(A)+1),b'a.ptx',0,None,None); d.r('cuLinkAddData_v2',s,1,B.encode()+b'\0',c_size_t(len(B)+1),b'b.ptx',0,None,None); im,n=V(),c_size_t(); d.r('cuLinkComplete',s,byref(im),byref(n)); m=V(); d.r('cuModuleLoadData',byref(m),im); f=d.fn(m,'k'); p=d.alloc(64); d.v('l',d.launch(f,[p])); d.v('v',ld(d,p,1)); d.r('cuLinkDestroy',s); d.r('cuLinkDestroy',s); return d.out
@probe
def link_errors():
    A=H+'.extern .func foo;\n.visible .entry k(){call foo;ret;}'; d=D(); s=V(); log=create_string_buffer(2048); o=(c_int*2)(5,6); v=(V*2)(addressof(log),2048); d.r('cuLinkCreate_v2',2,o,v,byref(s)); d.r('cuLinkAddData_v2',s,1,A.encode()+b'\0',c_size_t(len(A)+1),b'a',0,None,None); im,n=V(),c_size_t(); d.r('cuLinkComplete',s,byref(im),byref(n)); d.v('log names foo',b'foo' in log.value); s2=V(); d('cuLinkCreate_v2',0,None,None,byref(s2)); d.r('cuLinkAddData_v2',s2,1,b'garbage\0',c_size_t(8),b'g',0,None,None); d.r('cuLinkAddData_v2',s2,99,b'garbage\0',c_size_t(8),b'g',0,None,None); d.r('cuLinkAddData_v2',s2,1,None,c_size_t(8),b'g',0,None,None); d.r('cuLinkAddFile_v2',s2,1,b'/nonexistent',0,None,None); d.r('cuLinkComplete',s2,byref(im),byref(n)); d.r('cuLinkCreate_v2',0,None,None,None); d.r('cuLinkAddData_v2',V(0x77),1,b'x',c_size_t(1),b'g',0,None,None); return d.out
@probe
def jit_options():
    d=D(); L=[]
    for o,v in ((0,32),(1,128),(4,0),(4,4),(4,5),(4,9),(7,3),(9,86),(9,90),(9,99),(10,1),(11,1),(12,1),(13,1),(14,1),(99,1)): m=V(); oo=(c_int*1)(o); vv=(V*1)(v); L.append([o,v,d('cuModuleLoadDataEx',byref(m),SET.encode(),1,oo,vv)])
    d.v('r',L); m=V(); d.r('cuModuleLoadDataEx',byref(m),SET.encode(),1,None,None); return d.out
@probe
def jit_log_sizes():
    d=D(); e=create_string_buffer(b'z'*64,64); o=(c_int*3)(5,6,12); v=(V*3)(addressof(e),64,1); m=V(); d.r('cuModuleLoadDataEx',byref(m),(H+'.visible .entry k(){\n bogus.u32 %r1;\nret;}').encode(),2,o,v); n=v[1]; d.v('size written',n is not None and 0<n<=64); d.v('terminated',b'\0' in e.raw); v[1]=1; e.raw=b'z'*64; d.r('cuModuleLoadDataEx',byref(m),(H+'.visible .entry k(){\n bogus.u32 %r1;\nret;}').encode(),2,o,v); d.v('one byte',e.raw[:2]in(b'\0z',b'zz')); return d.out
@probe
def module_file(): import tempfile; d=D(); t=tempfile.NamedTemporaryFile(suffix='.cubin'); t.write(SET.encode()); t.flush(); m=V(); d.r('cuModuleLoad',byref(m),t.name.encode()); d.r('cuModuleLoad',byref(m),None); d.r('cuModuleLoad',None,t.name.encode()); d.r('cuModuleLoad',byref(m),b''); L=V(); d.r('cuLibraryLoadFromFile',byref(L),t.name.encode(),None,None,0,None,None,0); return d.out
@probe
def loading_mode(): d=D(); v=c_int(9); d.r('cuModuleGetLoadingMode',byref(v)); d.v('lazy',v.value); d.r('cuModuleGetLoadingMode',None); return d.out
@each('ptx',['newline_end','crlf','bom','comment_only','no_nul_need','two_entries_same_reg','version_sm_mismatch','v21_sm20','address32','debug_target','weak_dup','extern_global','recursive','big_shared','too_many_params','reg_unused','neg_offset','label_dup','vector_bad','mov_type','ld_bad_space','call_undefined','param_readonly','setp_missing','imm_wide'])
def ptx_text(n):
    E='.visible .entry k(){%s ret;}'
    T={'newline_end':H+E%''+'\n\n\n','crlf':(H+E%'').replace('\n','\r\n'),'bom':'\ufeff'+H+E%'','comment_only':'// nothing\n','no_nul_need':H+'/* unterminated '+E%'','two_entries_same_reg':H+'.visible .entry a(){.reg .b32 %r;ret;}.visible .entry b(){.reg .b64 %r;ret;}','version_sm_mismatch':'.version 6.0\n.target sm_80\n.address_size 64\n'+E%'','v21_sm20':'.version 2.1\n.target sm_20\n.address_size 64\n'+E%'','address32':'.version 7.0\n.target sm_52\n.address_size 32\n'+E%'','debug_target':'.version 7.0\n.target sm_52, debug\n.address_size 64\n'+E%'','weak_dup':H+'.weak .func f(){ret;}\n.weak .func f(){ret;}\n'+E%'','extern_global':H+'.extern .global .u32 g;\n.visible .entry k(){.reg .b32 %r;ld.global.u32 %r,[g];ret;}','recursive':H+'.func f();\n.func f(){call f;ret;}\n'+E%'call f;','big_shared':H+'.visible .entry k(){.shared .b8 s[70000];.reg .b32 %r;mov.u32 %r,s;st.shared.u32 [%r],1;ret;}','too_many_params':H+'.visible .entry k(.param .b8 p[5000]){ret;}','reg_unused':H+E%'.reg .b32 %r<1000000>;','neg_offset':H+E%'.reg .b64 %a;.reg .b32 %r;mov.u64 %a,0;@!%p bra X; ld.global.u32 %r,[%a+-4]; X:','label_dup':H+E%'X: X: ','vector_bad':H+E%'.reg .b32 %a,%b,%c;.reg .b64 %p;mov.u64 %p,0;ld.global.v3.u32 {%a,%b,%c},[%p];','mov_type':H+E%'.reg .f32 %f;.reg .u32 %r;mov.u32 %r,%f;','ld_bad_space':H+E%'.reg .b32 %r;ld.foo.u32 %r,[0];','call_undefined':H+E%'call nothere;','param_readonly':H+'.visible .entry k(.param .u32 p){st.param.u32 [p],1;ret;}','setp_missing':H+E%'.reg .pred %p;.reg .b32 %r;mov.u32 %r,0;setp.u32 %p,%r,%r;','imm_wide':H+E%'.reg .b32 %r;mov.u32 %r,99999999999999999999;'}
    d=D(); m=V(); d.v('r',d('cuModuleLoadData',byref(m),T[n].encode()+b'\0')); return d.out

# ---- occupancy
@probe
def occupancy():
    d=D(); f=d.fn(d.mod(SET),'set'); n=c_int(-1); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessor',byref(n),f,128,c_size_t(0)); d.v('some',n.value>0); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessor',byref(n),f,0,c_size_t(0)); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessor',byref(n),f,2000,c_size_t(0)); d.v('2000',n.value); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessor',byref(n),f,128,c_size_t(1<<20)); d.v('1M',n.value); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessor',None,f,128,c_size_t(0)); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessor',byref(n),None,128,c_size_t(0)); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags',byref(n),f,128,c_size_t(0),1); d.r('cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags',byref(n),f,128,c_size_t(0),9); s=c_size_t(); d.r('cuOccupancyAvailableDynamicSMemPerBlock',byref(s),f,1,128); d.v('avail',s.value>0); return d.out
@probe
def occupancy_potential():
    B=CFUNCTYPE(c_size_t,c_int); d=D(); f=d.fn(d.mod(SET),'set'); g,b=c_int(),c_int(); L=[]; cb=B(lambda n:(L.append(n),0)[1]); d.r('cuOccupancyMaxPotentialBlockSize',byref(g),byref(b),f,cb,c_size_t(0),0); d.v('called',len(L)>0); d.v('b',b.value); d.v('g',g.value>0); d.r('cuOccupancyMaxPotentialBlockSize',byref(g),byref(b),f,None,c_size_t(0),0); d.v('b',b.value); d.r('cuOccupancyMaxPotentialBlockSize',byref(g),byref(b),f,None,c_size_t(0),100); d.v('limit',b.value); d.r('cuOccupancyMaxPotentialBlockSize',None,byref(b),f,None,c_size_t(0),0); d.r('cuOccupancyMaxPotentialBlockSizeWithFlags',byref(g),byref(b),f,None,c_size_t(0),0,9); return d.out

# ---- capture and graphs
def capture(d,mode=0): s=stream(d,1); d('cuStreamBeginCapture_v2',s,mode); return s
@probe
def capture_status(): d=D(); s=stream(d,1); v=c_int(9); d.r('cuStreamIsCapturing',s,byref(v)); d.v('v',v.value); d.r('cuStreamBeginCapture_v2',s,0); d.r('cuStreamIsCapturing',s,byref(v)); d.v('v',v.value); d.r('cuStreamBeginCapture_v2',s,0); d.r('cuStreamQuery',s); d.r('cuStreamIsCapturing',s,byref(v)); d.v('after query',v.value); g=V(); d.r('cuStreamEndCapture',s,byref(g)); d.v('g',g.value is None); d.r('cuStreamIsCapturing',s,byref(v)); d.v('v',v.value); d.r('cuStreamEndCapture',s,byref(g)); d.r('cuStreamIsCapturing',None,byref(v)); return d.out
@probe
def capture_null_stream(): d=D(); d.r('cuStreamBeginCapture_v2',None,0); d.r('cuStreamBeginCapture_v2',V(1),0); d.r('cuStreamBeginCapture_v2',V(2),0); v=c_int(); d.r('cuStreamIsCapturing',V(2),byref(v)); g=V(); d.r('cuStreamEndCapture',V(2),byref(g)); d.r('cuStreamBeginCapture_v2',stream(d),7); return d.out
@each('capture_calls',['0','1','2'])
def capture_calls(m):
    d=D(); p=d.alloc(64); h=create_string_buffer(64); L=[]
    for nm,a in (('cuMemAlloc_v2',(byref(c_uint64()),c_size_t(64))),('cuCtxSynchronize',()),('cuMemcpyHtoD_v2',(p,h,c_size_t(4))),('cuMemsetD8_v2',(p,c_ubyte(1),c_size_t(4))),('cuStreamSynchronize',(None,)),('cuStreamQuery',(None,)),('cuEventQuery',(event(d),)),('cuMemFree_v2',(d.alloc(64),)),('cuMemHostAlloc',(byref(V()),c_size_t(64),0)),('cuStreamCreate',(byref(V()),0)),('cuEventCreate',(byref(V()),0)),('cuModuleLoadData',(byref(V()),SET.encode())),('cuMemGetInfo_v2',(byref(c_size_t()),byref(c_size_t())))):
        s=capture(d,int(m)); r=d(nm,*a); v=c_int(); d('cuStreamIsCapturing',s,byref(v)); g=V(); e=d('cuStreamEndCapture',s,byref(g)); L.append([nm,r,v.value,e])
    d.v('r',L); return d.out
@probe
def capture_fork_join():
    d=D(); p=d.alloc(64); a=capture(d); b=stream(d,1); e,f=event(d,2),event(d,2); d.r('cuMemsetD32Async',p,1,c_size_t(1),a); d.r('cuEventRecord',e,a); d.r('cuStreamWaitEvent',b,e,0); v=c_int(); d('cuStreamIsCapturing',b,byref(v)); d.v('b',v.value); d.r('cuMemsetD32Async',c_uint64(p.value+4),2,c_size_t(1),b); d.r('cuEventRecord',f,b); d.r('cuStreamWaitEvent',a,f,0); g=V(); d.r('cuStreamEndCapture',a,byref(g)); n=c_size_t(); d('cuGraphGetNodes',g,None,byref(n)); d.v('n',n.value); m=c_size_t(); d.r('cuGraphGetEdges',g,None,None,byref(m)); d.v('edges',m.value); d.r('cuGraphGetRootNodes',g,None,byref(n)); d.v('roots',n.value); return d.out
@probe
def capture_unjoined(): d=D(); p=d.alloc(64); a=capture(d); b=stream(d,1); e=event(d,2); d('cuMemsetD32Async',p,1,c_size_t(1),a); d('cuEventRecord',e,a); d('cuStreamWaitEvent',b,e,0); d('cuMemsetD32Async',p,1,c_size_t(1),b); g=V(); d.r('cuStreamEndCapture',b,byref(g)); d.r('cuStreamEndCapture',a,byref(g)); d.v('null',g.value is None); return d.out
@probe
def capture_event_outside(): d=D(); a=capture(d); e=event(d); d.r('cuEventRecord',e,a); d.r('cuEventQuery',e); d.r('cuEventSynchronize',e); v=c_int(); d('cuStreamIsCapturing',a,byref(v)); d.v('v',v.value); g=V(); d.r('cuStreamEndCapture',a,byref(g)); return d.out
@probe
def capture_other_thread():
    d=D(); a=capture(d); R=[]
    def t(): d('cuCtxSetCurrent',d.ctx); g=V(); R.append(d('cuStreamEndCapture',a,byref(g))); p=c_uint64(); R.append(d('cuMemAlloc_v2',byref(p),c_size_t(64)))
    q=threading.Thread(target=t); q.start(); q.join(); d.v('r',R); return d.out
@probe
def capture_mode_exchange(): d=D(); m=c_int(2); d.r('cuThreadExchangeStreamCaptureMode',byref(m)); d.v('old',m.value); d.r('cuThreadExchangeStreamCaptureMode',byref(m)); d.v('old',m.value); m.value=9; d.r('cuThreadExchangeStreamCaptureMode',byref(m)); d.r('cuThreadExchangeStreamCaptureMode',None); return d.out
@probe
def capture_info(): d=D(); s=capture(d); st=c_int(9); i=c_uint64(); g=V(); dep=V(); n=c_size_t(9); d.r('cuStreamGetCaptureInfo_v2',s,byref(st),byref(i),byref(g),byref(dep),byref(n)); d.v('s',[st.value,i.value!=0,bool(g.value),n.value]); d.r('cuStreamGetCaptureInfo_v2',stream(d,1),byref(st),byref(i),None,None,None); d.v('none',st.value); d.r('cuStreamGetCaptureInfo_v2',s,None,None,None,None,None); return d.out
class KP(Structure): _fields_=[('f',V),('g',c_uint*3),('b',c_uint*3),('sm',c_uint),('p',V),('x',V),('kern',V),('ctx',V)]
def kp(f,p,b=4):
    k=KP(); k.f=f; k.g[:]=[1,1,1]; k.b[:]=[b,1,1]; k.p=cast(p,V); return k
class MS(Structure): _fields_=[('dst',c_uint64),('pitch',c_size_t),('value',c_uint),('elem',c_uint),('w',c_size_t),('h',c_size_t)]
def graph(d): g=V(); d('cuGraphCreate',byref(g),0); return g
def args(*x): return (V*len(x))(*[addressof(y) for y in x])
@probe
def graph_kernel_node():
    d=D(); f=d.fn(d.mod(SET),'set'); p=d.alloc(64); v=c_uint32(7); g=graph(d); n=V(); a=args(p,v); d.r('cuGraphAddKernelNode_v2',byref(n),g,None,c_size_t(0),byref(kp(f,a))); v.value=99; t=c_int(9); d.r('cuGraphNodeGetType',n,byref(t)); d.v('t',t.value); e=V(); d.r('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('v',ld(d,p,4)); v.value=50; d.r('cuGraphExecKernelNodeSetParams_v2',e,n,byref(kp(f,a))); d.r('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('v',ld(d,p,4)); q=KP(); d.r('cuGraphKernelNodeGetParams_v2',n,byref(q)); d.v('q',[q.f==f.value,list(q.b)]); d.r('cuGraphAddKernelNode_v2',byref(n),g,None,c_size_t(0),None); d.r('cuGraphAddKernelNode_v2',byref(n),g,None,c_size_t(0),byref(kp(V(0),a))); d.r('cuGraphAddKernelNode_v2',byref(n),g,None,c_size_t(0),byref(kp(f,a,b=0))); d.r('cuGraphAddKernelNode_v2',byref(n),g,None,c_size_t(0),byref(kp(f,a,b=4096))); d.r('cuGraphExecDestroy',e); d.r('cuGraphDestroy',g); return d.out
@probe
def graph_dependencies():
    d=D(); g=graph(d); n=[V() for _ in range(4)]; [d('cuGraphAddEmptyNode',byref(x),g,None,c_size_t(0)) for x in n]; A=(V*1)(n[0]); B=(V*1)(n[1]); d.r('cuGraphAddDependencies',g,A,B,c_size_t(1)); d.r('cuGraphAddDependencies',g,A,B,c_size_t(1)); d.r('cuGraphAddDependencies',g,B,A,c_size_t(1)); d.r('cuGraphAddDependencies',g,A,A,c_size_t(1)); k=c_size_t(); d.r('cuGraphNodeGetDependencies',n[1],None,byref(k)); d.v('deps',k.value); d.r('cuGraphNodeGetDependentNodes',n[0],None,byref(k)); d.v('out',k.value); e=V(); d.v('inst',d('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0))); d.r('cuGraphRemoveDependencies',g,A,B,c_size_t(1)); d.r('cuGraphRemoveDependencies',g,A,B,c_size_t(1)); d.r('cuGraphDestroyNode',n[3]); d.r('cuGraphGetNodes',g,None,byref(k)); d.v('n',k.value); return d.out
@probe
def graph_memset_memcpy():
    d=D(); p=d.alloc(256); g=graph(d); a,b=V(),V(); m=MS(); m.dst=p.value; m.value=0x01020304; m.elem=4; m.w=4; m.h=1; d.r('cuGraphAddMemsetNode',byref(a),g,None,c_size_t(0),byref(m),d.ctx); e=V(); d.r('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('v',ld(d,p,4)); m.value=9; d.r('cuGraphExecMemsetNodeSetParams',e,a,byref(m),d.ctx); d.r('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('v',ld(d,p,1)); m.elem=3; d.r('cuGraphAddMemsetNode',byref(b),g,None,c_size_t(0),byref(m),d.ctx); m.elem=4; m.w=0; d.r('cuGraphAddMemsetNode',byref(b),g,None,c_size_t(0),byref(m),d.ctx); m.w=4; m.dst=0; d.r('cuGraphAddMemsetNode',byref(b),g,None,c_size_t(0),byref(m),d.ctx); return d.out
@probe
def graph_host_node():
    class HP(Structure): _fields_=[('fn',CB),('u',V)]
    L=[]; f=CB(lambda u:L.append(u)); d=D(); g=graph(d); n=V(); h=HP(f,5); d.r('cuGraphAddHostNode',byref(n),g,None,c_size_t(0),byref(h)); e=V(); d('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.r('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('L',L); return d.out
@probe
def graph_clone_update():
    d=D(); f=d.fn(d.mod(SET),'set'); p=d.alloc(64); v=c_uint32(1); a=args(p,v); g=graph(d); n=V(); d('cuGraphAddKernelNode_v2',byref(n),g,None,c_size_t(0),byref(kp(f,a))); c=V(); d.r('cuGraphClone',byref(c),g); m=V(); d.r('cuGraphNodeFindInClone',byref(m),n,c); d.r('cuGraphNodeFindInClone',byref(m),n,g); e=V(); d('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); v.value=30; g2=graph(d); d('cuGraphAddKernelNode_v2',byref(m),g2,None,c_size_t(0),byref(kp(f,a)))
    class RI(Structure): _fields_=[('r',c_int),('n',V),('f',V)]
    r=RI(); d.r('cuGraphExecUpdate_v2',e,g2,byref(r)); d.v('res',r.r); d('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('v',ld(d,p,1)); x=V(); d('cuGraphAddEmptyNode',byref(x),g2,None,c_size_t(0)); d.r('cuGraphExecUpdate_v2',e,g2,byref(r)); d.v('res',r.r); return d.out
@probe
def graph_child(): d=D(); p=d.alloc(64); c=graph(d); n=V(); m=MS(); m.dst=p.value; m.value=5; m.elem=4; m.w=1; m.h=1; d('cuGraphAddMemsetNode',byref(n),c,None,c_size_t(0),byref(m),d.ctx); g=graph(d); k=V(); d.r('cuGraphAddChildGraphNode',byref(k),g,None,c_size_t(0),c); q=V(); d.r('cuGraphChildGraphNodeGetGraph',k,byref(q)); d.v('a copy',q.value!=c.value); e=V(); d.r('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('v',ld(d,p,1)); d.r('cuGraphAddChildGraphNode',byref(k),g,None,c_size_t(0),g); return d.out
@probe
def graph_mem_nodes():
    class AN(Structure): _fields_=[('props',PoolProps),('ad',V),('adn',c_size_t),('n',c_size_t),('p',c_uint64)]
    d=D(); g=graph(d); a=AN(); a.props=poolprops(); a.n=1024; n=V(); d.r('cuGraphAddMemAllocNode',byref(n),g,None,c_size_t(0),byref(a)); d.v('addr',a.p!=0); m=V(); q=(V*1)(n); d.r('cuGraphAddMemFreeNode',byref(m),g,q,c_size_t(1),c_uint64(a.p)); e=V(); d.r('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphLaunch',e,None); d.r('cuGraphLaunch',e,None); d.r('cuCtxSynchronize'); d.r('cuDeviceGraphMemTrim',0); u=c_uint64(9); d.r('cuDeviceGetGraphMemAttribute',0,0,byref(u)); d.v('used',u.value); d.r('cuGraphAddMemFreeNode',byref(m),g,None,c_size_t(0),c_uint64(0x77)); return d.out
@probe
def graph_event_nodes(): d=D(); g=graph(d); e=event(d); n=V(); d.r('cuGraphAddEventRecordNode',byref(n),g,None,c_size_t(0),e); q=(V*1)(n); m=V(); d.r('cuGraphAddEventWaitNode',byref(m),g,q,c_size_t(1),e); x=V(); d.r('cuGraphEventRecordNodeGetEvent',n,byref(x)); d.v('same',x.value==e.value); y=V(); d.r('cuGraphInstantiateWithFlags',byref(y),g,c_uint64(0)); d.r('cuGraphLaunch',y,None); d.r('cuCtxSynchronize'); d.r('cuEventQuery',e); d.r('cuGraphAddEventRecordNode',byref(n),g,None,c_size_t(0),None); return d.out
@probe
def graph_handles(): d=D(); g=graph(d); e=V(); d.r('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphLaunch',e,None); d.r('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(1<<20)); d.r('cuGraphDestroy',g); d.r('cuGraphDestroy',g); d.r('cuGraphDestroy',None); d.r('cuGraphExecDestroy',None); d.r('cuGraphExecDestroy',V(0x77)); n=c_size_t(); d.r('cuGraphGetNodes',V(0x77),None,byref(n)); d.r('cuGraphCreate',byref(g),1); d.r('cuGraphCreate',None,0); d.r('cuGraphLaunch',V(0x77),None); return d.out
@probe
def graph_node_enabled(): d=D(); f=d.fn(d.mod(SET),'set'); p=d.alloc(64); d('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(64)); v=c_uint32(7); g=graph(d); n=V(); d('cuGraphAddKernelNode_v2',byref(n),g,None,c_size_t(0),byref(kp(f,args(p,v)))); e=V(); d('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphNodeSetEnabled',e,n,0); d('cuGraphLaunch',e,None); d('cuCtxSynchronize'); d.v('v',ld(d,p,1)); x=c_uint(9); d.r('cuGraphNodeGetEnabled',e,n,byref(x)); d.v('e',x.value); m=V(); d('cuGraphAddEmptyNode',byref(m),g,None,c_size_t(0)); d.r('cuGraphNodeSetEnabled',e,m,0); return d.out
@probe
def graph_upload_dot(): import tempfile; d=D(); g=graph(d); m=V(); d('cuGraphAddEmptyNode',byref(m),g,None,c_size_t(0)); e=V(); d('cuGraphInstantiateWithFlags',byref(e),g,c_uint64(0)); d.r('cuGraphUpload',e,None); t=tempfile.mktemp(); d.r('cuGraphDebugDotPrint',g,t.encode(),0); d.v('digraph',open(t).read().lstrip().startswith('digraph')); d.r('cuGraphDebugDotPrint',g,b'/nonexistent/x',0); d.r('cuGraphDebugDotPrint',g,None,0); f=c_uint64(); d.r('cuGraphExecGetFlags',e,byref(f)); d.v('f',f.value); return d.out
@probe
def user_objects():
    L=[]; f=CB(lambda u:L.append(u)); d=D(); o=V(); d.r('cuUserObjectCreate',byref(o),V(7),f,1,1); g=graph(d); d.r('cuGraphRetainUserObject',g,o,1,1); d.v('L',list(L)); d.r('cuGraphDestroy',g); d('cuCtxSynchronize'); time.sleep(.2); d.v('L',list(L)); d.r('cuUserObjectCreate',byref(o),V(7),f,1,0); d.r('cuUserObjectCreate',byref(o),V(8),f,2,1); d.r('cuUserObjectRetain',o,1); d.r('cuUserObjectRelease',o,3); time.sleep(.2); d.v('L',list(L)); d.r('cuUserObjectCreate',byref(o),V(7),None,1,1); return d.out

# ---- arrays and textures (objects, not sampling)
class AD(Structure): _fields_=[('w',c_size_t),('h',c_size_t),('f',c_int),('n',c_uint)]
class A3(Structure): _fields_=[('w',c_size_t),('h',c_size_t),('d',c_size_t),('f',c_int),('n',c_uint),('fl',c_uint)]
@probe
def array_create():
    d=D(); L=[]
    for w,h,f,n in ((16,16,0x20,1),(16,0,0x20,1),(0,0,0x20,1),(16,16,0x20,3),(16,16,0x20,4),(16,16,0x99,1),(16,16,1,2),(1<<20,1<<20,1,1)): a=V(); L.append([w,h,f,n,d('cuArrayCreate_v2',byref(a),byref(AD(w,h,f,n)))])
    d.v('r',L); d.r('cuArrayCreate_v2',None,byref(AD(4,4,1,1))); a=V(); d.r('cuArrayCreate_v2',byref(a),None); d('cuArrayCreate_v2',byref(a),byref(AD(16,8,0x20,2))); q=AD(); d.r('cuArrayGetDescriptor_v2',byref(q),a); d.v('q',[q.w,q.h,q.f,q.n]); r=A3(); d.r('cuArray3DGetDescriptor_v2',byref(r),a); d.v('r3',[r.w,r.h,r.d,r.f,r.n,r.fl]); d.r('cuArrayDestroy',a); d.r('cuArrayDestroy',a); d.r('cuArrayDestroy',None); return d.out
@probe
def array3d_create():
    d=D(); L=[]
    for x in ((4,4,4,0x20,1,0),(4,0,4,0x20,1,0),(4,4,0,0x20,1,0),(4,4,6,0x20,1,4),(4,4,5,0x20,1,4),(4,5,6,0x20,1,4),(4,4,3,0x20,1,1),(4,0,3,0x20,1,1),(4,4,0,0x20,1,2),(4,4,4,0x20,1,0x400)): a=V(); L.append([list(x),d('cuArray3DCreate_v2',byref(a),byref(A3(*x)))])
    d.v('r',L); return d.out
@probe
def array_copies():
    d=D(); a=V(); d('cuArrayCreate_v2',byref(a),byref(AD(8,4,0x20,1))); h=(c_float*32)(*range(32)); o=(c_float*32)(); d.r('cuMemcpy2D_v2',byref(c2(st=1,sh=addressof(h),sp=32,dt=3,da=a.value,w=32,h=4))); d.r('cuMemcpy2D_v2',byref(c2(st=3,sa=a.value,sx=8,sy=1,dt=1,dh=addressof(o),dp=16,w=16,h=2))); d.v('o',list(o)[:8]); d.r('cuMemcpy2D_v2',byref(c2(st=3,sa=a.value,dt=1,dh=addressof(o),dp=64,w=36,h=2))); d.r('cuMemcpy2D_v2',byref(c2(st=3,sa=a.value,dt=1,dh=addressof(o),dp=32,w=32,h=5))); b=V(); d('cuArrayCreate_v2',byref(b),byref(AD(64,0,1,1))); t=create_string_buffer(b'q'*64,64); d.r('cuMemcpyHtoA_v2',b,c_size_t(4),t,c_size_t(32)); d.r('cuMemcpyAtoH_v2',t,b,c_size_t(4),c_size_t(32)); d.r('cuMemcpyAtoH_v2',t,b,c_size_t(40),c_size_t(32)); p=d.alloc(64); d.r('cuMemcpyAtoD_v2',p,b,c_size_t(0),c_size_t(16)); d.r('cuMemcpyDtoA_v2',b,c_size_t(0),p,c_size_t(16)); d.r('cuMemcpyAtoA_v2',b,c_size_t(32),b,c_size_t(0),c_size_t(16)); return d.out
@probe
def mipmaps(): d=D(); m=V(); d.r('cuMipmappedArrayCreate',byref(m),byref(A3(16,16,0,0x20,1,0)),3); a=V(); d.r('cuMipmappedArrayGetLevel',byref(a),m,1); q=AD(); d('cuArrayGetDescriptor_v2',byref(q),a); d.v('l1',[q.w,q.h]); d.r('cuMipmappedArrayGetLevel',byref(a),m,3); d.r('cuMipmappedArrayCreate',byref(V()),byref(A3(16,16,0,0x20,1,0)),99); d.r('cuMipmappedArrayDestroy',m); d.r('cuMipmappedArrayDestroy',m); return d.out
class RD(Structure): _fields_=[('t',c_int),('u',c_uint64*16),('fl',c_uint)]
class TD(Structure): _fields_=[('am',c_int*3),('fm',c_int),('fl',c_uint),('an',c_uint),('mf',c_int),('b',c_float),('mn',c_float),('mx',c_float),('bc',c_float*4),('r',c_int*12)]
@probe
def texture_objects():
    d=D(); a=V(); d('cuArrayCreate_v2',byref(a),byref(AD(8,4,0x20,1))); r=RD(); r.t=0; r.u[0]=a.value; t=TD(); o=c_uint64(); d.r('cuTexObjectCreate',byref(o),byref(r),byref(t),None); d.v('o',o.value!=0); q=RD(); d.r('cuTexObjectGetResourceDesc',byref(q),o); d.v('q',[q.t,q.u[0]==a.value]); x=TD(); d.r('cuTexObjectGetTextureDesc',byref(x),o); d.r('cuTexObjectCreate',None,byref(r),byref(t),None); d.r('cuTexObjectCreate',byref(o),None,byref(t),None); d.r('cuTexObjectCreate',byref(o),byref(r),None,None); t.am[0]=9; d.r('cuTexObjectCreate',byref(o),byref(r),byref(t),None); t.am[0]=0; t.fm=9; d.r('cuTexObjectCreate',byref(o),byref(r),byref(t),None); r.t=9; t.fm=0; d.r('cuTexObjectCreate',byref(o),byref(r),byref(t),None); p=d.alloc(1024); r=RD(); r.t=2; r.u[0]=p.value; r.u[1]=0x20|1<<32; r.u[2]=1024; d.r('cuTexObjectCreate',byref(o),byref(r),byref(t),None); d.r('cuTexObjectDestroy',o); d.r('cuTexObjectDestroy',c_uint64(0)); s=c_uint64(); r=RD(); r.t=0; r.u[0]=a.value; d.r('cuSurfObjectCreate',byref(s),byref(r)); b=V(); d('cuArray3DCreate_v2',byref(b),byref(A3(8,4,0,0x20,1,2))); r.u[0]=b.value; d.r('cuSurfObjectCreate',byref(s),byref(r)); d.r('cuSurfObjectGetResourceDesc',byref(q),s); d.r('cuSurfObjectDestroy',s); return d.out
@probe
def tensor_map():
    d=D(); p=d.alloc(1<<20); m=create_string_buffer(128+64); a=(addressof(m)+63)&~63; dims=(c_uint64*2)(64,64); st=(c_uint64*1)(256); bx=(c_uint32*2)(16,16); es=(c_uint32*2)(1,1); F='cuTensorMapEncodeTiled'; d.r(F,V(a),7,2,p,dims,st,bx,es,0,0,0,0); d.r(F,V(a+8),7,2,p,dims,st,bx,es,0,0,0,0); d.r(F,V(a),7,0,p,dims,st,bx,es,0,0,0,0); d.r(F,V(a),7,6,p,dims,st,bx,es,0,0,0,0); d.r(F,V(a),99,2,p,dims,st,bx,es,0,0,0,0); d.r(F,V(a),7,2,c_uint64(p.value+4),dims,st,bx,es,0,0,0,0); st[0]=100; d.r(F,V(a),7,2,p,dims,st,bx,es,0,0,0,0); st[0]=256; bx[0]=300; d.r(F,V(a),7,2,p,dims,st,bx,es,0,0,0,0); bx[0]=0; d.r(F,V(a),7,2,p,dims,st,bx,es,0,0,0,0); bx[0]=16; es[0]=9; d.r(F,V(a),7,2,p,dims,st,bx,es,0,0,0,0); es[0]=1; dims[0]=0; d.r(F,V(a),7,2,p,dims,st,bx,es,0,0,0,0); return d.out

# ---- errors of kernels
KERR={'trap':'trap;','misaligned':'.reg .b64 %a;.reg .b32 %r;ld.param.u64 %a,[p];ld.global.u32 %r,[%a+1];st.global.u32 [%a],%r;','null':'.reg .b32 %r;.reg .b64 %a;mov.u64 %a,0;ld.global.u32 %r,[%a];st.global.u32 [%a+4],%r;','shared_oob':'.reg .b32 %r;mov.u32 %r,0x7fffff0;st.shared.u32 [%r],1;','shared_oob_load':'.reg .b32 %r;.reg .b64 %b;mov.u32 %r,0x7fffff0;ld.shared.u32 %r,[%r];ld.param.u64 %b,[p];st.global.u32 [%b],%r;','shared_oob_near':'.reg .b32 %r;mov.u32 %r,0x40000;st.shared.u32 [%r],1;','shared_oob_atom':'.reg .b32 %r;mov.u32 %r,0x40000;red.shared.add.u32 [%r],1;','shared_oob_generic':'.reg .b64 %a;mov.u64 %a,0x40000;cvta.shared.u64 %a,%a;st.u32 [%a],1;','shared_oob_async':'.reg .b32 %r;.reg .b64 %a;ld.param.u64 %a,[p];mov.u32 %r,0x40000;cp.async.ca.shared.global [%r],[%a],16;cp.async.wait_all;','local_oob':'.reg .b64 %a;mov.u64 %a,0x7ffffff0;st.local.u32 [%a],1;','brkpt':'brkpt;','shared_misaligned':'.shared .align 8 .b8 s[64];.reg .b32 %r;mov.u32 %r,s;st.shared.u32 [%r+2],1;','global_end':'.reg .b64 %a;ld.param.u64 %a,[p];st.global.u32 [%a+0x40000000],%r1;.reg .b32 %r1;','generic_shared_ok':'.shared .align 8 .b8 s[64];.reg .b64 %a,%b;.reg .b32 %r;mov.u64 %a,s;cvta.shared.u64 %a,%a;st.u32 [%a+4],77;ld.shared.u32 %r,[s+4];ld.param.u64 %b,[p];st.global.u32 [%b],%r;','write_const':'.reg .b64 %a,%b;mov.u64 %a,cc;cvta.const.u64 %b,%a;st.u32 [%b],5;'}
@each('kernel',sorted(KERR))
def kernel_error(n):
    d=D(); h=H if not 'async' in KERR[n] else '.version 8.6\n.target sm_90\n.address_size 64\n'; f=d.fn(d.mod(h+'.visible .const .align 4 .u32 cc=5;\n.visible .entry k(.param .u64 p){'+KERR[n]+'ret;}'),'k'); d.v('load',d.lastload); p=d.alloc(64); d.v('l',d.launch(f,[p])); d.r('cuCtxSynchronize'); q=c_uint64(); d.r('cuMemAlloc_v2',byref(q),c_size_t(16)); d.r('cuMemFree_v2',p); d.r('cuEventCreate',byref(V()),0); d.r('cuCtxSynchronize'); v=c_int(); d.r('cuDeviceGetAttribute',byref(v),10,0); return d.out
@probe
def extern_global_use():
    d=D(); m=V(); d.r('cuModuleLoadData',byref(m),(H+'.extern .global .u32 g;\n.visible .entry k(.param .u64 p){.reg .b32 %r;.reg .b64 %a;ld.param.u64 %a,[p];ld.global.u32 %r,[g];st.global.u32 [%a],%r;ret;}\n.visible .entry other(){ret;}').encode()+b'\0'); f=V(); d.r('cuModuleGetFunction',byref(f),m,b'other'); d.v('l',d.launch(f,[])); d.r('cuCtxSynchronize'); d.r('cuModuleGetFunction',byref(f),m,b'k'); p=d.alloc(64); d.v('l',d.launch(f,[p])); d.r('cuCtxSynchronize'); q,n=c_uint64(),c_size_t(); d.r('cuModuleGetGlobal_v2',byref(q),byref(n),m,b'g'); return d.out
@probe
def sticky_everything():
    d=D(); f=d.fn(d.mod(SET),'set'); m=d.mod(SET); s=stream(d); e=event(d); p0=d.alloc(64); p=c_uint64(0x10); v=c_uint32(1); d.launch(f,[p,v]); d('cuCtxSynchronize'); h=create_string_buffer(8); x=V(); n=c_size_t(); g=c_uint()
    for nm,a in (('cuStreamQuery',(s,)),('cuStreamSynchronize',(s,)),('cuEventQuery',(e,)),('cuEventRecord',(e,s)),('cuMemcpyDtoH_v2',(h,p0,c_size_t(4))),('cuMemsetD8_v2',(p0,c_ubyte(1),c_size_t(4))),('cuMemHostAlloc',(byref(V()),c_size_t(8),0)),('cuModuleGetFunction',(byref(x),m,b'set')),('cuModuleLoadData',(byref(x),SET.encode())),('cuModuleUnload',(m,)),('cuMemGetInfo_v2',(byref(n),byref(n))),('cuCtxGetFlags',(byref(g),)),('cuCtxGetLimit',(byref(n),0)),('cuStreamDestroy_v2',(s,)),('cuEventDestroy_v2',(e,)),('cuMemFree_v2',(p0,)),('cuCtxGetCurrent',(byref(x),)),('cuLaunchHostFunc',(None,CB(lambda u:None),None)),('cuDevicePrimaryCtxReset_v2',(0,))): d.r(nm,*a)
    q=c_uint64(); d.r('cuMemAlloc_v2',byref(q),c_size_t(16)); return d.out
@probe
def sticky_is_per_context():
    d=D(ctx=False); a,b=V(),V(); d('cuCtxCreate_v2',byref(a),0,0); d('cuCtxCreate_v2',byref(b),0,0); f=d.fn(d.mod(SET),'set'); p=c_uint64(0x10); v=c_uint32(1); d.launch(f,[p,v]); d.r('cuCtxSynchronize'); d.r('cuCtxDestroy_v2',b); q=c_uint64(); d.r('cuMemAlloc_v2',byref(q),c_size_t(16)); c=V(); d.r('cuCtxCreate_v2',byref(c),0,0); d.r('cuMemAlloc_v2',byref(q),c_size_t(16)); return d.out
@probe
def launch_after_bad_stream_order():
    d=D(); f=d.fn(d.mod(SET),'set'); s=stream(d,1); p=c_uint64(0x10); v=c_uint32(1); d.launch(f,[p,v],st=s); d.v('other stream sees it',d('cuStreamSynchronize',None)in(0,700)); d.r('cuStreamSynchronize',s); d.r('cuStreamSynchronize',None); return d.out

# ---- profiler, misc, fork, exit
@probe
def profiler(): d=D(); d.r('cuProfilerStart'); d.r('cuProfilerStop'); d.r('cuProfilerStop'); d.r('cuProfilerInitialize',b'x',b'y',0); return d.out
@probe
def versions_and_errors(): d=D(init=False,ctx=False); s=c_char_p(); d.r('cuGetErrorName',0,byref(s)); d.v('s',s.value.decode()); d.r('cuGetErrorString',700,byref(s)); d.v('some',bool(s.value)); d.r('cuGetErrorName',0,None); d.r('cuGetErrorString',0,None); return d.out
@probe
def get_proc_null(): d=D(); p=V(1); d.r('cuGetProcAddress_v2',None,byref(p),12000,c_uint64(0),None); d.r('cuGetProcAddress_v2',b'cuInit',None,12000,c_uint64(0),None); d.r('cuGetProcAddress_v2',b'cuInit',byref(p),12000,c_uint64(0),None); d.v('p',bool(p.value)); d.r('cuGetProcAddress_v2',b'cuNothing',byref(p),12000,c_uint64(0),None); d.v('p',bool(p.value)); d.r('cuGetProcAddress_v2',b'cuInit',byref(p),12000,c_uint64(99),None); d.r('cuGetProcAddress_v2',b'cuInit',byref(p),-1,c_uint64(0),None); d.r('cuGetProcAddress_v2',b'cuInit',byref(p),99999,c_uint64(0),None); return d.out
@probe
def export_tables(): d=D(); t=V(); u=create_string_buffer(bytes(16),16); d.r('cuGetExportTable',byref(t),u); d.r('cuGetExportTable',None,u); d.r('cuGetExportTable',byref(t),None); return d.out
def forked(f):
    r,w=os.pipe(); pid=os.fork()
    if pid==0:
        try: os.write(w,json.dumps(f()).encode())
        finally: os._exit(0)
    os.close(w); b=os.read(r,4096); os.waitpid(pid,0); return json.loads(b) if b else None
@probe
def fork_after_init():
    d=D(); v=c_int(); p=d.alloc(64); h=create_string_buffer(8); d.v('child',forked(lambda:[d('cuDriverGetVersion',byref(v)),d('cuInit',0),d('cuDeviceGetCount',byref(v)),d('cuCtxGetCurrent',byref(V())),d('cuMemAlloc_v2',byref(c_uint64()),c_size_t(16)),d('cuCtxSynchronize'),d('cuMemcpyDtoH_v2',h,p,c_size_t(8)),d('cuGetErrorName',1,byref(c_char_p())),d('cuDeviceGet',byref(v),0)])); d.r('cuCtxSynchronize'); d.r('cuMemFree_v2',p); return d.out
@probe
def fork_after_init_no_context(): d=D(ctx=False); v=c_int(); d.v('child',forked(lambda:[d('cuInit',0),d('cuDeviceGetCount',byref(v)),d('cuDeviceGetAttribute',byref(v),10,0)])); d.r('cuDeviceGetCount',byref(v)); return d.out
@probe
def fork_exec_child(): d=D(); r=subprocess.run([sys.executable,'-c','from ctypes import *\nl=CDLL("libcuda.so.1");print(l.cuInit(0))'],capture_output=True,text=True); d.v('child',r.stdout.strip()); d.r('cuCtxSynchronize'); return d.out
@probe
def exit_in_flight(): 
    t='from ctypes import *\nimport sys;sys.path.insert(0,%r)\nfrom probes import *\nd=D();h=hostmem(d,4096,2);f=d.fn(d.mod(SET),"set");p=d.alloc(1<<20);v=c_uint32(1)\nfor i in range(50): d.launch(f,[p,v],g=(64,1,1),b=(256,1,1))\nprint("done",flush=True)'%os.path.dirname(os.path.abspath(__file__))
    r=subprocess.run([sys.executable,'-c',t],capture_output=True,text=True,timeout=60); return [['out',r.stdout.strip()],['rc',r.returncode]]
@probe
def many_threads():
    d=D(); f=d.fn(d.mod(ADD.replace('ld.global.u32 %v,[%a];add.u32 %v,%v,%n;st.global.u32 [%a],%v;','atom.global.add.u32 %v,[%a],%n;')),'add'); p=d.alloc(64); d('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(64)); n=c_uint32(1); E=[]
    def t():
        d('cuCtxSetCurrent',d.ctx); s=stream(d,1)
        for _ in range(20): E.append(d.launch(f,[p,n],st=s))
        E.append(d('cuStreamSynchronize',s)); E.append(d('cuStreamDestroy_v2',s))
    ts=[threading.Thread(target=t) for _ in range(32)]; [x.start() for x in ts]; [x.join() for x in ts]; d.v('errors',sorted(set(E))); d.v('v',ld(d,p,1)); return d.out
@probe
def coop_attr():
    class At(Structure): _fields_=[('id',c_int),('pad',c_int),('v',c_uint64*8)]
    class Cfg(Structure): _fields_=[('g',c_uint*3),('b',c_uint*3),('sm',c_uint),('s',V),('a',V),('n',c_uint)]
    d=D(); f=d.fn(d.mod(SET),'set'); p=d.alloc(64); v=c_uint32(3); c=Cfg(); c.g[:]=[1,1,1]; c.b[:]=[4,1,1]; a=args(p,v); L=[]
    for i,x in ((0,0),(1,0),(2,1),(2,0),(3,1),(4,1|1<<32),(5,1),(6,1),(8,0),(11,0),(99,0)): t=At(); t.id=i; t.v[0]=x; t.v[1]=1; c.a=addressof(t); c.n=1; L.append([i,x,d('cuLaunchKernelEx',byref(c),f,a,None)])
    d.v('r',L); d.r('cuLaunchKernelEx',None,f,a,None); c.n=1; c.a=None; d.r('cuLaunchKernelEx',byref(c),f,a,None); d.r('cuCtxSynchronize'); return d.out
@probe
def green_ctx(): d=D(); r=create_string_buffer(256); return [['skip',0]]
P.pop('green_ctx')

def ask(n):
    try: r=subprocess.run([sys.executable,os.path.abspath(__file__),'one',n],capture_output=True,text=True,timeout=float(os.environ.get('PROBE_TIMEOUT','90')))
    except subprocess.TimeoutExpired: return 'timed out'
    a=[l for l in r.stdout.split('\n') if l.startswith('ANSWER ')]
    if a: return json.loads(a[0][7:])
    if r.returncode<0: return [json.loads(l[5:]) for l in r.stdout.split('\n') if l.startswith('PART ')]+['crash']
    return f'no answer: exit {r.returncode} {r.stderr.strip()[-300:]}'
def same(g,w):
    """The recorded driver crashed in some wrong calls: what came before must agree, and no crash is asked of anyone."""
    if isinstance(g,list) and w and w[-1]=='crash': return g[-1:]!=['crash'] and g[:len(w)-1]==w[:-1]
    return g==w
def main():
    m=sys.argv[1] if len(sys.argv)>1 else ''
    if m=='one': print('ANSWER '+json.dumps(P[sys.argv[2]]()),flush=True); return
    if m=='list': print('\n'.join(P)); return
    if m not in('record','check'): raise SystemExit(__doc__)
    pool=concurrent.futures.ThreadPoolExecutor(int(os.environ.get('PROBE_JOBS','2')))
    if m=='record':
        names=sys.argv[3:] or list(P); res=dict(zip(names,pool.map(ask,names)))
        with open(sys.argv[2],'w') as f: f.write('{\n'+',\n'.join(json.dumps(k)+': '+json.dumps(v) for k,v in res.items())+'\n}\n')
        print(sum(isinstance(v,list) for v in res.values()),'answers;',[ (k,v) for k,v in res.items() if not isinstance(v,list)]); return
    want=json.load(open(sys.argv[2])); opened=json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)),'open.json'))) if os.environ.get('PROBES_OPEN') else {}; pick=sys.argv[3:]; names=[n for n in want if not pick or any(n==p or n.startswith(p+'_') for p in pick)]; bad=skipped=0
    for n,g in zip(names,pool.map(ask,names)):
        w=want[n]
        if same(g,w): print('ok  ',n,flush=True); continue
        if n in opened: print('open',n,opened[n],flush=True); skipped+=1; continue
        bad+=1; why=g if not isinstance(g,list) else '; '.join(f'{json.dumps(x)} not {json.dumps(y)}' for x,y in zip(g,w) if x!=y) or f'{len(g)} answers, not {len(w)}'
        print('FAIL',n,why[:600],flush=True)
    print(f'{len(names)-bad-skipped} passed, {bad} failed'+(f', {skipped} skipped' if skipped else '')); sys.exit(1 if bad else 0)
if __name__=='__main__': main()
