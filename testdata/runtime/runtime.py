#!/usr/bin/env python3
"""The device runtime (printf, assert, malloc, free) as an NVIDIA driver answers, one process a case.

make NVCC                compile runtime.cu to runtime.ptx, under a version that older drivers read
record OUT.json [NAME...]   run every case on the libcuda.so.1 that the loader finds and write the answers
check  WANT.json [NAME or GROUP...]   run, compare, print the differences; exit 1 if any; ends with 'N passed, N failed'
                         the cases of open.json may differ: it says why ferry answers them in its own way
list                     names, one a line
answers.json was recorded on an NVIDIA H200, driver 580; the cases that it lacks took that driver more than 12 seconds, or its process.
"""
import sys, os, re, json, subprocess, tempfile, time, threading, concurrent.futures, struct
from ctypes import *
HERE=os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0,os.path.join(HERE,'..','conformance'))
from driver_probes import D, H, SET
V=c_void_p; C=CDLL(None)
P={}
def case(f): P[f.__name__]=f; return f
def each(prefix,names):
    def deco(f):
        for n in names: P[f'{prefix}_{n}']=(lambda n=n: f(n))
        return f
    return deco
# A format and its arguments as vprintf takes them; vp stands for what nvcc makes of printf.
VP='.version 7.0\n.target sm_52\n.address_size 64\n.extern .func (.param .b32 r) vprintf(.param .b64 f,.param .b64 a);\n.visible .entry vp(.param .u64 f,.param .u64 a,.param .u64 o){.reg .b64 %f,%a,%o;.reg .b32 %r;ld.param.u64 %f,[f];ld.param.u64 %a,[a];ld.param.u64 %o,[o];{.param .b64 p;.param .b64 q;.param .b32 r;st.param.b64 [p],%f;st.param.b64 [q],%a;call.uni (r),vprintf,(p,q);ld.param.b32 %r,[r];}st.global.u32 [%o],%r;ret;}'
HELLO=H+'.extern .func (.param .b32 r) vprintf(.param .b64 f,.param .b64 a);\n.global .align 1 .b8 s[7]={104,101,108,108,111,10,0};\n.visible .entry slow(){.reg .pred %q;.reg .b64 %f,%t,%n;mov.u64 %t,%globaltimer;L:mov.u64 %n,%globaltimer;sub.u64 %n,%n,%t;setp.lt.u64 %q,%n,50000000;@%q bra L;mov.u64 %f,s;cvta.global.u64 %f,%f;{.param .b64 p;.param .b64 q;.param .b32 r;st.param.b64 [p],%f;st.param.b64 [q],0;call.uni (r),vprintf,(p,q);}ret;}\n.visible .entry hello(){.reg .b64 %f;mov.u64 %f,s;cvta.global.u64 %f,%f;{.param .b64 p;.param .b64 q;.param .b32 r;st.param.b64 [p],%f;st.param.b64 [q],0;call.uni (r),vprintf,(p,q);}ret;}'
class D(D):
    """Both standard outputs of the process go to files from the start."""
    def __init__(s,limits=(),module=True,**k):
        s.tmp=[tempfile.TemporaryFile() for _ in range(2)]; s.at=[0,0]; s.old=[os.dup(1),os.dup(2)]
        sys.stdout.flush(); sys.stderr.flush()
        for i in range(2): os.dup2(s.tmp[i].fileno(),i+1)
        super().__init__(**k)
        for l,n in limits: s.r('cuCtxSetLimit',l,c_size_t(n))
        if module: s.m=s.mod(open(os.path.join(HERE,'runtime.ptx')).read())
    def text(s,fd=0):
        C.fflush(None); b=os.pread(s.tmp[fd].fileno(),1<<28,s.at[fd]); s.at[fd]+=len(b); return re.sub(r'(?m)^ferry: .*\n','',b.decode('latin-1'))
    def mark(s,t): C.printf(b'%s',t.encode())
    def both(s): s.v('stdout',s.text(0)); s.v('stderr',s.text(1))
    def go(s,name,args=(),g=1,b=1,**k): return s.launch(s.fn(s.m,name),list(args),g=(g,1,1) if isinstance(g,int) else g,b=(b,1,1) if isinstance(b,int) else b,**k)
    def sync(s): return s.r('cuCtxSynchronize')
    def zeroed(s,n): p=s.alloc(n); s('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(n)); return p
    def words(s,p,n,t=c_int32): o=(t*n)(); s('cuMemcpyDtoH_v2',o,p,c_size_t(sizeof(o))); return list(o)
    def put(s,b): p=s.alloc(max(len(b),1)); s('cuMemcpyHtoD_v2',p,bytes(b),c_size_t(len(b))); return p
def pack(args,text=lambda t:0):
    o=bytearray()
    for t,v in args:
        n=4 if t in 'iu' else 8; o+=bytes(-len(o)%n)
        o+=struct.pack('<i',v) if t=='i' else struct.pack('<I',v) if t=='u' else struct.pack('<q',v) if t=='q' else struct.pack('<Q',v) if t=='Q' else struct.pack('<d',float(v)) if t=='d' else struct.pack('<Q',text(v))
    return bytes(o)

# ---- formats: (format, arguments); i u 4 bytes, q Q d 8 bytes, s a string
I=[0,1,-1,7,-42,123456789,-2147483648,2147483647]; F=[0.0,-0.0,1.0,-1.5,3.14159265358979,1e10,1e-5,123456.789,1e300,5e-324,float('inf'),float('-inf'),float('nan'),0.5,2.5,99999.95,1e15,1e16,1e17]
FORMATS=[('',[]),('text',[]),('100%%',[]),('%%%d%%',[('i',5)]),('%',[]),('a%',[]),('%5',[]),('%-',[]),('%l',[]),('%ll',[]),('%.',[]),('%q',[('i',1)]),('%y %d',[('i',1),('i',2)]),('%k',[('i',1)]),('%b',[('i',5)]),('%m|',[]),('%C',[('i',65)]),('%S',[('s','ab')]),
 ('\t\x01\xff\n',[]),('%d\n%d',[('i',1),('i',2)]),('%i %u %x %X %o',[('i',-5)]*5)]
for f in ('%d','%5d','%-5d|','%05d','%+d','% d','%+5d','%.3d','%8.3d','%-8.3d|','%08.3d','%.0d','%.d','%+.3d','%0+6d','%-05d|','% +d','%12d','%hd','%hhd','%i','%u','%x','%X','%o','%#x','%#X','%#o','%08x','%#08x','%.5x','%#.5x','%-8x|','%#-8x|','%hu','%hhu','%hx','%hhx'): FORMATS.append((' '.join([f]*len(I)),[('i',x) for x in I]))
for f in ('%ld','%lld','%lu','%llu','%lx','%llX','%lo','%#llx','%20lld','%-20lld|','%020lld','%+lld','%.12lld','%li','%lli','%zd','%zu','%jd','%td','%Ld','%qd'): FORMATS.append((' '.join([f]*4),[('q',0),('q',-1),('q',5000000000),('q',-9223372036854775808)]))
for f in ('%f','%F','%e','%E','%g','%G','%a','%A','%.0f','%.1f','%.3f','%10.2f','%-10.2f|','%010.2f','%+f','% f','%#.0f','%.0e','%#.0e','%.3e','%.10g','%#g','%.0g','%.3a','%.0a','%#.0a','%20a','%020a','%+.2e','%lf','%Lf','%.20f','%.15g','%.17g','%012f','%hf','%llf'): FORMATS.append((' '.join([f]*len(F)),[('d',x) for x in F]))
for f in ('%s','%10s','%-10s|','%.3s','%10.3s','%-10.3s|','%.0s','%.s','%.10s','%05s','%+s','%#s','%ls','%hs'): FORMATS.append((f+' '+f+' '+f,[('s','hello'),('s',''),('s','longer than that')]))
for f in ('%c','%5c','%-5c|','%05c','%.0c','%lc','%hc'): FORMATS.append((' '.join([f]*4),[('i',65),('i',0),('i',255),('i',0x142)]))
for f in ('%p','%20p','%-20p|','%020p','%#p','%+p','%.10p'): FORMATS.append((' '.join([f]*3),[('q',0),('q',0x1234),('q',-1)]))
FORMATS+=[('%*d|',[('i',6),('i',42)]),('%*d|',[('i',-6),('i',42)]),('%-*d|',[('i',6),('i',42)]),('%.*d|',[('i',4),('i',42)]),('%.*d|',[('i',-4),('i',42)]),('%*.*f|',[('i',10),('i',2),('d',3.14159)]),('%.*f|',[('i',3),('d',2.0)]),('%.*s|',[('i',2),('s','hello')]),('%*s|',[('i',8),('s','abc')]),('%*.*s|',[('i',-8),('i',2),('s','abc')]),('%0*d|',[('i',6),('i',42)]),('%*c|',[('i',4),('i',66)]),
 ('%d %f %s %lld %c',[('i',1),('d',2.5),('s','three'),('q',4),('i',53)]),('%c%c%d%c%lld',[('i',97),('i',98),('i',1),('i',99),('q',2)]),('%5%|%-5%|',[]),('% %|%d',[('i',3)]),('%ld %d',[('q',1),('i',2)]),('%hhhd %d',[('i',300),('i',2)]),('%lllld %d',[('q',1),('i',2)]),('%-+ #0d',[('i',5)]),('%+-5d|',[('i',5)]),("%'d",[('i',1234567)]),('%1$d',[('i',3)]),('%I64d',[('q',3)]),('%.2147483648d',[('i',1)]),('%300d',[('i',1)]),('%.300f',[('d',0.1)]),('%1000d|',[('i',1)]),('%-1000d|',[('i',1)]),('%.500d|',[('i',1)]),('%2000s|',[('s','x')]),('%s',[('s','y'*3000)])]
RISKY=('%n','%m','%C','%S','%ls','%lc','%I64','%1$')
CHUNKS=[[x for x in FORMATS if not any(r in x[0] for r in RISKY)][i:i+8] for i in range(0,len(FORMATS),8)]; CHUNKS=[c for c in CHUNKS if c]+[[x] for x in FORMATS if any(r in x[0] for r in RISKY)]
@each('formats',range(len(CHUNKS)))
def formats(n):
    d=D(module=False); d.m=d.mod(VP); o=d.alloc(4); out=[]; s={}
    def text(t):
        if t not in s: s[t]=d.put(t.encode('latin-1')+b'\0').value
        return s[t]
    for f,a in CHUNKS[n]:
        b=pack(a,text); p,q=d.put(f.encode('latin-1')+b'\0'),d.put(b+bytes(256)); r=d.go('vp',[p,q,o]); z=d('cuCtxSynchronize'); out.append([f,[[t,v if t!='d' else repr(v)] for t,v in a],d.words(o,1)[0],d.text(0)]+([r,z] if r or z else []))
    d.v('formats',out); d.v('stderr',d.text(1)); return d.out
@case
def compiled(): d=D(); o=d.zeroed(256); d.go('formats',[o]); d.sync(); d.v('ret',d.words(o,13)); d.both(); return d.out
@case
def forty(): d=D(); o=d.zeroed(256); d.go('forty',[o]); d.sync(); d.v('ret',d.words(o,3)); d.both(); return d.out
@case
def strings(): d=D(); o=d.zeroed(256); m=d.zeroed(256); d.go('strings',[o,m]); d.sync(); d.v('ret',d.words(o,6)); d.both(); return d.out
@case
def strings_changed_by_host():
    d=D(module=False); d.m=d.mod(VP); o=d.alloc(4); p=d.put(b'%s %d\n\0'); s=d.put(b'text\0'); a=d.put(struct.pack('<QI',s.value,7)); d.go('vp',[p,a,o]); st=V(); d('cuStreamCreate',byref(st),1); time.sleep(.2); h=create_string_buffer(b'#%d#%d#\n\0'); d('cuMemcpyHtoDAsync_v2',p,h,c_size_t(8),st); d('cuMemcpyHtoDAsync_v2',s,h,c_size_t(4),st); d('cuStreamQuery',st); time.sleep(.2); d.sync(); d.both(); return d.out
@case
def many(): d=D(); n=c_int(1000); d.go('many',[n],g=8,b=128); d.sync(); d.v('sorted',sorted(d.text(0).split('\n'))); return d.out
@case
def warp(): d=D(); n=c_int(32); d.go('many',[n],g=1,b=32); d.sync(); d.v('sorted',sorted(d.text(0).split('\n'))); return d.out
def ranges(l):
    o=[]
    for x in l:
        if o and x==o[-1][1]+1: o[-1][1]=x
        else: o.append([x,x])
    return o
def flood(limit,kind,n,text=b'',times=1):
    d=D(limits=[(1,limit)] if limit is not None else ()); v=c_size_t(); d('cuCtxGetLimit',byref(v),1); d.v('limit',v.value); t=d.put(text+b'\0'); o=d.zeroed(4)
    for i in range(times):
        d.r('launch' if 0 else 'cuCtxGetDevice',byref(c_int())); d.v('launch',d.go('flood',[c_int(n),c_int(kind),t,o])); d.sync(); d.v('negative',d.words(o,1)[0]); l=d.text(0).split('\n'); d.v('last empty',l.pop()==''); 
        if kind==6: d.v('lines',len(l))
        else: x=ranges([int(y.split()[0]) for y in l if y and y.split()[0].isdigit()]); d.v('lines',len(l)); d.v('ranges',x[:8]); d.v('ranges_n',len(x))
    return d.out
for k in (0,3): P[f'flood_default_{k}']=lambda k=k: flood(None,k,30000)
for n in (0,3<<20): P[f'flood_limit_{n}']=lambda n=n: flood(n,0,20000)
for n in (1,33): P[f'flood_text_{n}']=lambda n=n: flood(65536,5,20000,b't'*n)
P['flood_long_text']=lambda: flood(4096,5,3,b't'*20000)
P['flood_twice']=lambda: flood(65536,0,20000,times=3)
P['flood_exact']=lambda: flood(65536,0,100,times=2)
@case
def flood_two_launches():
    d=D(limits=[(1,65536)]); t=d.put(b'\0'); o=d.zeroed(4); [d.go('flood',[c_int(3000),c_int(0),t,o]) for _ in range(4)]; d.sync(); l=d.text(0).split('\n')[:-1]; d.v('n',len(l)); d.v('r',ranges([int(x) for x in l])[:8]); return d.out
# ---- where output comes
CALLS={
 'nothing':lambda d,x:None,
 'time':lambda d,x:time.sleep(.3),
 'ctx_synchronize':lambda d,x:d.r('cuCtxSynchronize'),
 'stream_synchronize':lambda d,x:d.r('cuStreamSynchronize',x['s']),
 'other_stream_synchronize':lambda d,x:d.r('cuStreamSynchronize',x['t']),
 'legacy_stream_synchronize':lambda d,x:d.r('cuStreamSynchronize',V(1)),
 'stream_query':lambda d,x:d.r('cuStreamQuery',x['s']),
 'event_query':lambda d,x:d.r('cuEventQuery',x['e']),
 'event_synchronize':lambda d,x:d.r('cuEventSynchronize',x['e']),
 'event_record':lambda d,x:d.r('cuEventRecord',x['e'],x['s']),
 'event_elapsed':lambda d,x:d.r('cuEventElapsedTime',byref(c_float()),x['e'],x['e']),
 'launch_other':lambda d,x:d.v('launch',d.launch(x['set'],[x['p'],c_uint32(1)],st=x['s'])),
 'launch_other_stream':lambda d,x:d.v('launch',d.launch(x['set'],[x['p'],c_uint32(1)],st=x['t'])),
 'launch_same':lambda d,x:d.v('launch',d.launch(x['hello'],[],st=x['s'])),
 'memcpy_dtoh':lambda d,x:d.r('cuMemcpyDtoH_v2',x['h'],x['p'],c_size_t(4)),
 'memcpy_htod':lambda d,x:d.r('cuMemcpyHtoD_v2',x['p'],x['h'],c_size_t(4)),
 'memcpy_dtod':lambda d,x:d.r('cuMemcpyDtoD_v2',x['p'],x['p'],c_size_t(4)),
 'memcpy_dtoh_async':lambda d,x:d.r('cuMemcpyDtoHAsync_v2',x['h'],x['p'],c_size_t(4),x['s']),
 'memset':lambda d,x:d.r('cuMemsetD8_v2',x['p'],c_ubyte(0),c_size_t(4)),
 'mem_alloc':lambda d,x:d.r('cuMemAlloc_v2',byref(c_uint64()),c_size_t(4096)),
 'mem_free':lambda d,x:d.r('cuMemFree_v2',x['p']),
 'module_load':lambda d,x:d.v('load',d.mod(SET) and d.lastload),
 'module_unload_other':lambda d,x:d.r('cuModuleUnload',x['m2']),
 'module_unload':lambda d,x:d.r('cuModuleUnload',x['m']),
 'module_get_function':lambda d,x:d.v('f',bool(d.fn(x['m2'],'set'))),
 'stream_destroy':lambda d,x:d.r('cuStreamDestroy_v2',x['s']),
 'stream_create':lambda d,x:d.r('cuStreamCreate',byref(V()),0),
 'event_destroy':lambda d,x:d.r('cuEventDestroy_v2',x['e']),
 'set_limit':lambda d,x:d.r('cuCtxSetLimit',0,c_size_t(2048)),
 'get_limit':lambda d,x:d.r('cuCtxGetLimit',byref(c_size_t()),1),
 'mem_get_info':lambda d,x:d.r('cuMemGetInfo_v2',byref(c_size_t()),byref(c_size_t())),
 'primary_release':lambda d,x:d.r('cuDevicePrimaryCtxRelease_v2',d.dev),
 'primary_reset':lambda d,x:d.r('cuDevicePrimaryCtxReset_v2',d.dev),
 'host_alloc':lambda d,x:d.r('cuMemHostAlloc',byref(V()),c_size_t(4096),0),
 'host_func':lambda d,x:(d.r('cuLaunchHostFunc',x['s'],x['cb'],None),time.sleep(.2)),
 'stream_callback':lambda d,x:(d.r('cuStreamAddCallback',x['s'],x['cb3'],None,0),time.sleep(.2)),
 'mem_pool_async':lambda d,x:d.r('cuMemAllocAsync',byref(c_uint64()),c_size_t(4096),x['s']),
}
@each('drain',CALLS)
def drain(n):
    d=D(module=False); m=d.mod(HELLO); m2=d.mod(SET); s,t,e,h=V(),V(),V(),V(); d('cuStreamCreate',byref(s),1); d('cuStreamCreate',byref(t),1); d('cuEventCreate',byref(e),0); d('cuMemHostAlloc',byref(h),c_size_t(4096),0)
    cb=CFUNCTYPE(None,V)(lambda u:d.mark('[host]')); cb3=CFUNCTYPE(None,V,c_int,V)(lambda s,r,u:d.mark('[callback]'))
    x=dict(m=m,m2=m2,s=s,t=t,e=e,h=h,cb=cb,cb3=cb3,p=d.alloc(64),set=d.fn(m2,'set'),hello=d.fn(m,'hello'),slow=d.fn(m,'slow')); d('cuCtxSynchronize'); d.text()
    d.launch(x['slow'],[],st=s); d('cuEventRecord',e,s); CALLS[n](d,x); d.mark('[after]')
    if not n.startswith('primary'): d('cuCtxSynchronize')
    d.v('stdout',d.text(0)); return d.out
@case
def drain_at_exit():
    t='import sys;sys.path.insert(0,%r)\nimport runtime\nfrom ctypes import *\nl=CDLL("libcuda.so.1");l.cuInit(0);c=c_void_p();l.cuDevicePrimaryCtxRetain(byref(c),0);l.cuCtxSetCurrent(c);m=c_void_p();l.cuModuleLoadData(byref(m),runtime.HELLO.encode()+b"\\0");f=c_void_p();l.cuModuleGetFunction(byref(f),m,b"hello");l.cuLaunchKernel(f,1,1,1,1,1,1,0,None,None,None);import time;time.sleep(.3)'%HERE
    r=subprocess.run([sys.executable,'-c',t],capture_output=True,text=True); return [['out',r.stdout],['rc',r.returncode]]
@case
def drain_while_running():
    os.environ['CUDA_MODULE_LOADING']='EAGER'; d=D(); h=V(); d('cuMemHostAlloc',byref(h),c_size_t(4096),2); memset(h,0,4096); q=c_uint64(h.value); s,t=V(),V(); d('cuStreamCreate',byref(s),1); d('cuStreamCreate',byref(t),1); hello=d.fn(d.mod(HELLO),'hello'); w=d.fn(d.m,'wait'); d.launch(w,[q,c_int(1)],st=s); time.sleep(.2); d.launch(hello,[],st=t); d.r('cuStreamSynchronize',t); time.sleep(.1); d.mark('[t done]'); c_int.from_address(h.value).value=1; d.r('cuStreamSynchronize',s); d.v('stdout',d.text()); return d.out
@case
def blocking_launch():
    os.environ['CUDA_LAUNCH_BLOCKING']='1'; d=D(module=False); f=d.fn(d.mod(HELLO),'hello'); d.launch(f,[]); d.mark('[launched]'); d.sync(); d.v('stdout',d.text()); return d.out
@case
def graph_launch():
    d=D(module=False); f=d.fn(d.mod(HELLO),'hello'); s,g,x=V(),V(),V(); d('cuStreamCreate',byref(s),1); d.r('cuStreamBeginCapture_v2',s,2); d.launch(f,[],st=s); d.r('cuStreamEndCapture',s,byref(g)); d.r('cuGraphInstantiateWithFlags',byref(x),g,c_uint64(0)); [d.r('cuGraphLaunch',x,s) for _ in range(2)]; time.sleep(.2); d.mark('[before]'); d.r('cuStreamSynchronize',s); d.mark('[after]'); d.v('stdout',d.text()); return d.out
# ---- limits
def get(d,l): v=c_size_t(); r=d('cuCtxGetLimit',byref(v),l); return [r,v.value]
@case
def limits():
    d=D(module=False)
    for l in (1,2): d.v(f'default {l}',get(d,l))
    for l in (1,2):
        for n in (0,1,100,4095,4096,4097,5000,65536,100000,1<<20,(1<<20)+1,1<<24,1<<30,1<<40,2**63): d.v(f'{l} {n}',[d('cuCtxSetLimit',l,c_size_t(n)),get(d,l)])
    return d.out
@each('limits_after',['other','load','printf_launch','printf_sync','malloc_load','malloc_launch'])
def limits_after(n):
    d=D(module=False); o=d.zeroed(64)
    def show(): [d.v(f'set {l}',[d('cuCtxSetLimit',l,c_size_t(1<<22 if l==1 else 1<<25)),get(d,l)]) for l in (1,2)]
    if n=='other': d.launch(d.fn(d.mod(SET),'set'),[o,c_uint32(1)]); d('cuCtxSynchronize')
    elif n.startswith('printf'): d.launch(d.fn(d.mod(HELLO),'hello'),[])
    else: d.m=d.mod(open(os.path.join(HERE,'runtime.ptx')).read())
    if n=='printf_sync': d('cuCtxSynchronize')
    if n=='malloc_launch': d.go('single',[c_uint64(64),o]); d('cuCtxSynchronize')
    show(); d('cuCtxSynchronize'); return d.out
# ---- heap
@each('exhaust',[2000,10000,100000,1<<20,3<<20])
def exhaust(n):
    d=D(limits=[(2,4<<20)]); o=d.zeroed(64)
    for i in range(2): d.go('exhaust',[c_uint64(n),c_int(1<<14),o]); d.sync(); d.v('count, odd, freed',d.words(o,3,c_uint64))
    return d.out
@each('heap',[0,1<<20,1<<24])
def heap(n): d=D(limits=[(2,n)]); o=d.zeroed(64); d.v('limit',get(d,2)); d.go('exhaust',[c_uint64(65536),c_int(1<<22),o]); d.sync(); d.v('count, odd, freed',d.words(o,3,c_uint64)); return d.out
@case
def single():
    d=D(); o=d.zeroed(64)
    for n in (0,1,8<<20,7<<20,6<<20,1<<40,2**64-1):
        d.go('single',[c_uint64(n),o]); d.sync(); p=d.words(o,1,c_uint64)[0]; d.v(f'{n}: got, aligned',[p!=0,p%16==0])
        if p: d.go('freeit',[c_uint64(p)]); d.sync()
    return d.out
@each('zero',[0,1])
def zero(n): d=D(); o=d.zeroed(64); d.go('single',[c_uint64(n),o]); d.sync(); d.v('got',d.words(o,1,c_uint64)[0]!=0); return d.out
@case
def persists():
    d=D(); s=d.zeroed(8*256); o=d.zeroed(4*256); d.go('keep',[s,c_int(0)],g=2,b=128); m2=d.mod(open(os.path.join(HERE,'runtime.ptx')).read()); f=d.fn(m2,'use'); d.launch(f,[s,o],g=(2,1,1),b=(128,1,1)); d.sync(); w=d.words(o,256); d.v('right',[w[i]==sum(range(16*i,16*i+16)) for i in range(256)].count(True)); a=d.words(s,256,c_uint64); d.v('distinct',len(set(a))); d.v('aligned',all(x%16==0 for x in a)); return d.out
@case
def churn(): d=D(); b,n=d.zeroed(4),d.zeroed(4); d.go('churn',[c_int(50),b,n],g=8,b=128); d.sync(); d.v('bad',d.words(b,1)); d.v('null',d.words(n,1)); o=d.zeroed(64); d.go('exhaust',[c_uint64(1<<20),c_int(100),o]); d.sync(); d.v('left',d.words(o,1,c_uint64)[0]>4); return d.out
@each('bad_free',['null','twice','inside','wild','other','small'])
def bad_free(n):
    d=D(); o=d.zeroed(64); d.go('single',[c_uint64(256),o]); d.sync(); p=d.words(o,1,c_uint64)[0]; x={'null':[0],'twice':[p,p],'inside':[p+16],'wild':[0x1234560],'other':[o.value],'small':[8]}[n]
    for q in x: d.go('freeit',[c_uint64(q)]); d.sync()
    d.both(); d.go('single',[c_uint64(64),o]); d.sync(); return d.out
@case
def heap_pointer():
    d=D(); o=d.zeroed(64); d.go('keep',[o,c_int(0)]); d.sync(); p=c_uint64(d.words(o,1,c_uint64)[0]); h=(c_int*4)(); d.r('cuMemcpyDtoH_v2',h,p,c_size_t(16)); d.r('cuMemcpyHtoD_v2',p,h,c_size_t(16)); d.r('cuMemsetD8_v2',p,c_ubyte(0),c_size_t(4)); d.r('cuMemFree_v2',p); d.r('cuPointerGetAttribute',byref(c_int()),2,p); d.r('cuMemGetAddressRange_v2',byref(c_uint64()),byref(c_size_t()),p); q=d.alloc(16); d.r('cuMemcpyDtoD_v2',q,p,c_size_t(16)); d.sync(); return d.out
@case
def heap_memory():
    d=D(module=False); a=c_size_t(); b=c_size_t(); L=[]
    def f(): d('cuMemGetInfo_v2',byref(a),byref(b)); L.append(a.value)
    d('cuCtxSetLimit',2,c_size_t(256<<20)); f(); d.m=d.mod(open(os.path.join(HERE,'runtime.ptx')).read()); f(); o=d.zeroed(64); d.go('single',[c_uint64(64),o]); d.sync(); f(); d.v('at load',L[0]-L[1]>=256<<20); d.v('at launch',L[1]-L[2]>=256<<20); return d.out
# ---- assert
@case
def assert_one(): d=D(); d.v('launch',d.go('asserts',[c_int(0)])); d.sync(); d.both(); d.sync(); d.r('cuMemAlloc_v2',byref(c_uint64()),c_size_t(4)); return d.out
@case
def assert_none(): d=D(); d.v('launch',d.go('asserts',[c_int(99)],b=64)); d.sync(); d.both(); return d.out
@case
def assert_warp(): d=D(); d.v('launch',d.go('asserts',[c_int(28)],b=32)); d.sync(); d.both(); return d.out
@case
def assert_block(): d=D(); d.v('launch',d.go('asserts',[c_int(0)],g=(1,1,1),b=(4,3,2))); d.sync(); d.v('sorted',sorted(d.text(1).split('\n'))); return d.out
@case
def assert_stream(): d=D(); s=V(); d('cuStreamCreate',byref(s),1); d.go('asserts',[c_int(0)],st=s); d.r('cuStreamSynchronize',s); d.both(); d.r('cuStreamQuery',s); d.r('cuStreamDestroy_v2',s); return d.out
@case
def assert_prints(): d=D(); o=d.zeroed(256); d.go('assertsThenPrints',[c_int(30),o],b=32); d.sync(); d.both(); return d.out
@case
def assert_after(): d=D(); d.go('asserts',[c_int(0)]); d.sync(); d.v('launch',d.go('asserts',[c_int(99)])); d.r('cuModuleUnload',d.m); d.r('cuCtxGetDevice',byref(c_int())); d.r('cuCtxGetLimit',byref(c_size_t()),1); d.r('cuDevicePrimaryCtxReset_v2',d.dev); d.both(); c=V(); d.r('cuDevicePrimaryCtxRetain',byref(c),d.dev); d.r('cuCtxSetCurrent',c); d.m=d.mod(open(os.path.join(HERE,'runtime.ptx')).read()); d.v('load',d.lastload); d.v('launch',d.go('asserts',[c_int(99)])); d.sync(); return d.out
TRAP=HELLO.replace('entry hello','entry traps').replace('}ret;}','}trap;ret;}',2)
@case
def trap_prints(): d=D(module=False); d.m=d.mod(TRAP); d.go('traps'); d.sync(); d.both(); return d.out
@case
def fault_prints(): d=D(module=False); d.m=d.mod(TRAP.replace('trap;','mov.u64 %f,64;ld.global.u64 %f,[%f];st.global.u64 [%f],%f;')); d.go('traps'); d.sync(); d.both(); return d.out
# A byte order mark before the text, and sizes that are too large (messages of the JIT).
def jit(src):
    d=D(module=False); log=create_string_buffer(4096); opt=(c_int*2)(5,6); val=(V*2)(addressof(log),4096); m=V(); d.r('cuModuleLoadDataEx',byref(m),src.encode()+b'\0',2,opt,val); d.v('log',re.sub(r' \(column \d+\)|^kernel .*\n|\n$','',log.value.decode('latin-1'))); return d.out
JIT={'bom':'\ufeff'+SET,'align':H+'.global .align 3 .b8 x[4];\n.visible .entry k(){ret;}','align_large':H+'.global .align 1073741824 .b8 x[4];\n.visible .entry k(){ret;}','align_0':H+'.global .align 0 .b8 x[4];\n.visible .entry k(){ret;}','shared_large':H+'.visible .entry k(){\n.shared .b8 x[4000000000];.reg .b32 %r;mov.u32 %r,x;st.shared.u32 [x],%r;ret;}','global_large':H+'.global .b8 x[999999999999];\n.visible .entry k(){ret;}','const_large':H+'.const .b8 x[70000];\n.visible .entry k(){ret;}','local_large':H+'.visible .entry k(){\n.local .b8 x[4000000000];.reg .b32 %r;st.local.u32 [x],%r;ret;}','param_large':H+'.visible .entry k(.param .b8 x[40000]){ret;}','spaces':'  \n\n'+SET,'empty':'','newline':'\n','nul':'\x01'}
@each('jit',JIT)
def _jit(n): return jit(JIT[n])

def ask(n):
    try: r=subprocess.run([sys.executable,os.path.abspath(__file__),'one',n],capture_output=True,text=True,timeout=float(os.environ.get('RUNTIME_TIMEOUT','90')))
    except subprocess.TimeoutExpired: return 'timed out'
    a=[l for l in r.stdout.split('\n') if l.startswith('ANSWER ')]
    if a: return json.loads(a[0][7:])
    return f'no answer: exit {r.returncode} {r.stderr.strip()[-300:]}'
def same(n,g,w):
    """Whether a call that does not wait comes before the kernel's output depends on the time: only the pieces count."""
    if not (n.startswith('drain_') and isinstance(g,list) and str(w[-1][1]).startswith('[after]')):
        return g==w
    def pieces(out):
        return sorted(out[-1][1].replace('[after]','[after]\n').split('\n'))
    return g[:-1]==w[:-1] and pieces(g)==pieces(w)
def one(n):
    keep=os.dup(1); a=P[n](); os.write(keep,('ANSWER '+json.dumps(a)+'\n').encode())
def make(nvcc):
    p=os.path.join(HERE,'runtime.ptx'); subprocess.run([nvcc,'-ptx','-arch=compute_75','-o',p,'runtime.cu'],check=True,cwd=HERE)
    t=re.sub(r'(?m)^//.*\n','',open(p).read()); open(p,'w').write(re.sub(r'\.version \S+','.version 8.0',t).lstrip())
def main():
    m=sys.argv[1] if len(sys.argv)>1 else ''
    if m=='one': one(sys.argv[2]); return
    if m=='list': print('\n'.join(P)); return
    if m=='make': make(sys.argv[2]); return
    if m not in('record','check'): raise SystemExit(__doc__)
    pool=concurrent.futures.ThreadPoolExecutor(int(os.environ.get('RUNTIME_JOBS','2')))
    if m=='record':
        res={}
        def keep(n):
            res[n]=ask(n); done={k:res[k] for k in P if k in res}
            with lock: open(sys.argv[2],'w').write('{\n'+',\n'.join(json.dumps(k)+': '+json.dumps(v) for k,v in done.items())+'\n}\n')
        lock=threading.Lock(); list(pool.map(keep,sys.argv[3:] or P))
        print(sum(isinstance(v,list) for v in res.values()),'answers;',[(k,v) for k,v in res.items() if not isinstance(v,list)]); return
    want=json.load(open(sys.argv[2])); pick=sys.argv[3:]; names=[n for n in want if not pick or any(n==p or n.startswith(p+'_') for p in pick)]; bad=0
    skipped=0; opened=json.load(open(os.path.join(HERE,'open.json'))); opened={n:opened[k] for n in P for k in opened if n==k or n.startswith(k+'_')}
    for n,g in zip(names,pool.map(ask,names)):
        if same(n,g,want[n]): print('ok  ',n,flush=True); continue
        if n in opened: print('open',n,opened[n],flush=True); skipped+=1; continue
        bad+=1; w=want[n]; why=g if not isinstance(g,list) else '; '.join(f'{json.dumps(x)} not {json.dumps(y)}' for x,y in zip(g,w) if x!=y) or f'{len(g)} answers, not {len(w)}'
        print('FAIL',n,why[:600],flush=True)
    print(f'{len(names)-bad-skipped} passed, {bad} failed'+(f', {skipped} skipped' if skipped else '')); sys.exit(1 if bad else 0)
if __name__=='__main__': main()
