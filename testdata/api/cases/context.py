"""Contexts, primary contexts, execution affinity, limits and configuration."""
from api import *

class Affinity(Structure): _fields_=[('type',I32),('sm',U32)]   # CUexecAffinityParam
class Create(Structure): _fields_=[('affinity',V),('n',I32),('cig',V)]   # CUctxCreateParams
BAD=(1000,-1)
def current(d): c=V(7); d.must.cuCtxGetCurrent(c); return c.value
def destroyed(d): c=V(); d.must.cuCtxCreate_v2(c,0,0); d.must.cuCtxDestroy_v2(c); d.must.cuCtxSetCurrent(d.ctx) if hasattr(d,'ctx') else None; return c
FLAGS=(0,1,2,3,4,5,6,7,8,0x10,0x20,0x40,0x80,0x100,0x1000,0x80000000,0xff)

# ---- creation
def made(d,r,c):
    if r!='SUCCESS': return r
    x=current(d)==c.value; d.must.cuCtxDestroy_v2(c); return [r,x]
MAKE={'cuCtxCreate':lambda d,c,fl,dev: d.cuCtxCreate(c,fl,dev),'cuCtxCreate_v2':lambda d,c,fl,dev: d.cuCtxCreate_v2(c,fl,dev),'cuCtxCreate_v3':lambda d,c,fl,dev: d.cuCtxCreate_v3(c,None,0,fl,dev),'cuCtxCreate_v4':lambda d,c,fl,dev: d.cuCtxCreate_v4(c,None,fl,dev)}
for f,mk in MAKE.items():
    right(f,lambda d,mk=mk: made(d,mk(d,c:=V(),0,0),c),state='noctx')
    case(f,'flags',lambda d,mk=mk: [made(d,mk(d,c:=V(),fl,0),c) for fl in FLAGS if fl not in (0x20,0x40,0xff)],state='noctx')
    case(f,'no such device',lambda d,mk=mk: [mk(d,V(),0,n) for n in BAD],state='noctx')
    case(f,'null out-pointer',lambda d,mk=mk: mk(d,None,0,0),state='noctx')
case('cuCtxCreate_v3','affinity parameters',lambda d: [made(d,d.cuCtxCreate_v3(c:=V(),a,n,0,0),c) for a,n in ((None,1),(None,-1),((Affinity*1)((0,1)),0),((Affinity*1)((0,1)),1),((Affinity*1)((0,0)),1),((Affinity*1)((9,1)),1),((Affinity*2)((0,1),(0,1)),2),((Affinity*1)((0,1)),-1))],state='noctx')
def params(a=None,n=0,cig=None): return Create(addressof(a) if a else None,n,cig)
ONE=(Affinity*1)((0,1)); ODD=(Affinity*1)((9,1)); CIG=(U64*2)(1,0)
case('cuCtxCreate_v4','parameters',lambda d: [made(d,d.cuCtxCreate_v4(c:=V(),p,0,0),c) for p in (params(),params(None,1),params(None,-1),params(ONE,0),params(ONE,1),params(ODD,1))],state='noctx')
case('cuCtxCreate_v4','in graphics',lambda d: [d.cuCtxCreate_v4(V(),p,0,0) for p in (params(None,0,addressof(CIG)),params(ONE,1,addressof(CIG)))],state='noctx')
for f in ('cuCtxDestroy','cuCtxDestroy_v2'):
    right(f,lambda d,f=f: (c:=d.context(),getattr(d,f)(c),current(d)==d.ctx.value)[1:])
    case(f,'null context',lambda d,f=f: getattr(d,f)(None))
    case(f,'destroyed context',lambda d,f=f: getattr(d,f)(destroyed(d)))
    case(f,'primary context',lambda d,f=f: (getattr(d,f)(d.ctx),d.cuCtxSynchronize()))
    case(f,'current in another thread',lambda d,f=f: (c:=d.context(),d.must.cuCtxPopCurrent_v2(V()),d.in_thread(lambda: (d.cuCtxSetCurrent(c),getattr(d,f)(c))),d.cuCtxSynchronize())[2:])
    case(f,'current here, destroyed elsewhere',lambda d,f=f: (c:=d.context(),d.in_thread(lambda: getattr(d,f)(c)),d.cuCtxSynchronize(),d.cuMemAlloc_v2(U64(),64),d.cuCtxGetDevice(I32()),current(d)==c.value,d.cuCtxPopCurrent_v2(V()),current(d)==d.ctx.value)[1:])
right('cuCtxAttach',lambda d: (d.context(),d.cuCtxAttach(c:=V(),0),current(d)==c.value,d.cuCtxDetach(c))[1:])
case('cuCtxAttach','null out-pointer',lambda d: (d.context(),d.cuCtxAttach(None,0))[1])
case('cuCtxAttach','flags',lambda d: (d.context(),d.cuCtxAttach(V(),1))[1])
case('cuCtxAttach','primary context',lambda d: d.cuCtxAttach(V(),0))
case('cuCtxAttach','no current context',lambda d: d.cuCtxAttach(V(),0),state='noctx')
right('cuCtxDetach',lambda d: (c:=d.context(),d.must.cuCtxAttach(V(),0),d.cuCtxDetach(c),d.cuCtxDetach(c))[2:])
case('cuCtxDetach','null context',lambda d: d.cuCtxDetach(None))
case('cuCtxDetach','destroyed context',lambda d: d.cuCtxDetach(destroyed(d)))
case('cuCtxDetach','primary context',lambda d: d.cuCtxDetach(d.ctx))

# ---- the stack of current contexts
right('cuCtxSetCurrent',lambda d: (c:=d.context(),d.cuCtxSetCurrent(d.ctx),current(d)==d.ctx.value,d.cuCtxSetCurrent(c),d.cuCtxSetCurrent(None),current(d)==d.ctx.value)[1:])
case('cuCtxSetCurrent','destroyed context',lambda d: (d.cuCtxSetCurrent(destroyed(d)),current(d)==d.ctx.value))
case('cuCtxSetCurrent','null with nothing below',lambda d: (d.cuCtxSetCurrent(None),d.cuCtxSetCurrent(None),current(d)))
case('cuCtxSetCurrent','wrong kind of handle',lambda d: d.cuCtxSetCurrent(d.event()))
right('cuCtxGetCurrent',lambda d: (d.cuCtxGetCurrent(c:=V()),c.value==d.ctx.value))
case('cuCtxGetCurrent','null out-pointer',lambda d: d.cuCtxGetCurrent(None))
case('cuCtxGetCurrent','no current context',lambda d: (d.cuCtxGetCurrent(c:=V(5)),c.value),state='noctx')
for f in ('cuCtxPushCurrent','cuCtxPushCurrent_v2'):
    right(f,lambda d,f=f: (c:=d.context(),d.must.cuCtxPopCurrent_v2(V()),getattr(d,f)(c),current(d)==c.value)[2:])
    case(f,'null context',lambda d,f=f: getattr(d,f)(None))
    case(f,'destroyed context',lambda d,f=f: getattr(d,f)(destroyed(d)))
    case(f,'twice',lambda d,f=f: (getattr(d,f)(d.ctx),getattr(d,f)(d.ctx),d.cuCtxPopCurrent_v2(V()),d.cuCtxPopCurrent_v2(V()),d.cuCtxPopCurrent_v2(V()),d.cuCtxPopCurrent_v2(V())))
for f in ('cuCtxPopCurrent','cuCtxPopCurrent_v2'):
    right(f,lambda d,f=f: (c:=d.context(),getattr(d,f)(x:=V()),x.value==c.value,current(d)==d.ctx.value)[1:])
    case(f,'null out-pointer',lambda d,f=f: (d.context(),getattr(d,f)(None),current(d)==d.ctx.value)[1:])
    case(f,'nothing there',lambda d,f=f: (getattr(d,f)(x:=V(5)),x.value),state='noctx')
    case(f,'a null in the stack',lambda d,f=f: (d.must.cuCtxSetCurrent(None),getattr(d,f)(x:=V(5)),x.value)[1:])

# ---- what a context knows
right('cuCtxGetDevice',lambda d: (d.cuCtxGetDevice(v:=I32(9)),v.value))
case('cuCtxGetDevice','null out-pointer',lambda d: d.cuCtxGetDevice(None))
right('cuCtxGetDevice_v2',lambda d: [(d.cuCtxGetDevice_v2(v:=I32(9),c),v.value) for c in (d.ctx,None,d.context())],want=[['SUCCESS',0]]*3)
case('cuCtxGetDevice_v2','null out-pointer',lambda d: d.cuCtxGetDevice_v2(None,d.ctx),want='INVALID_VALUE')
case('cuCtxGetDevice_v2','null context, none current',lambda d: d.cuCtxGetDevice_v2(I32(),None),state='noctx',want='INVALID_CONTEXT')
case('cuCtxGetDevice_v2','destroyed context',lambda d: d.cuCtxGetDevice_v2(I32(),destroyed(d)))
right('cuCtxGetFlags',lambda d: (d.context(4),d.cuCtxGetFlags(v:=U32(99)),v.value)[1:])
case('cuCtxGetFlags','of contexts made with flags',lambda d: [(c:=V(),d.must.cuCtxCreate_v2(c,fl,0),d.cuCtxGetFlags(v:=U32(99)),v.value,d.must.cuCtxDestroy_v2(c))[2:4] for fl in (0,1,2,4,8,0x10,0x18,0x80)])
case('cuCtxGetFlags','null out-pointer',lambda d: d.cuCtxGetFlags(None))
right('cuCtxSetFlags',lambda d: (d.context(),d.cuCtxSetFlags(4),d.cuCtxGetFlags(v:=U32()),v.value)[1:])
case('cuCtxSetFlags','flags',lambda d: (d.context(),[(fl,d.cuCtxSetFlags(fl)) for fl in FLAGS if not fl&0x60])[1])
case('cuCtxSetFlags','of the primary context',lambda d: (d.cuCtxSetFlags(1),d.cuCtxSetFlags(0)))
right('cuCtxGetId',lambda d: (d.cuCtxGetId(d.ctx,a:=U64()),d.cuCtxGetId(None,b:=U64()),a.value==b.value,d.context(),d.cuCtxGetId(None,b),a.value!=b.value)[:3])
case('cuCtxGetId','null out-pointer',lambda d: d.cuCtxGetId(d.ctx,None))
case('cuCtxGetId','null context, none current',lambda d: d.cuCtxGetId(None,U64()),state='noctx')
case('cuCtxGetId','destroyed context',lambda d: d.cuCtxGetId(destroyed(d),U64()))
right('cuCtxGetApiVersion',lambda d: (d.cuCtxGetApiVersion(d.ctx,v:=U32()),v.value,d.cuCtxGetApiVersion(None,v),v.value))
case('cuCtxGetApiVersion','null out-pointer',lambda d: d.cuCtxGetApiVersion(d.ctx,None))
case('cuCtxGetApiVersion','destroyed context',lambda d: d.cuCtxGetApiVersion(destroyed(d),U32()))
case('cuCtxGetApiVersion','of each way to make one',lambda d: [(c:=V(),mk(d,c,0,0),d.cuCtxGetApiVersion(c,v:=U32()),v.value,d.must.cuCtxDestroy_v2(c))[1:4] for n,mk in MAKE.items() if n[-1]!='e'],state='noctx')
case('cuCtxGetApiVersion','null context, none current',lambda d: d.cuCtxGetApiVersion(None,U32()),state='noctx')
right('cuCtxGetStreamPriorityRange',lambda d: (d.cuCtxGetStreamPriorityRange(a:=I32(9),b:=I32(9)),a.value,b.value<=0))
case('cuCtxGetStreamPriorityRange','null out-pointers',lambda d: (d.cuCtxGetStreamPriorityRange(None,b:=I32()),d.cuCtxGetStreamPriorityRange(I32(),None),d.cuCtxGetStreamPriorityRange(None,None)))
right('cuCtxSynchronize',lambda d: d.cuCtxSynchronize())
case('cuCtxSynchronize','a stream of the context captures',lambda d: (d.capture(0),d.cuCtxSynchronize())[1])
case('cuCtxSynchronize','a relaxed capture in the context',lambda d: (d.capture(2),d.cuCtxSynchronize())[1])
right('cuCtxSynchronize_v2',lambda d: (d.cuCtxSynchronize_v2(d.ctx),d.cuCtxSynchronize_v2(None)),want=['SUCCESS','SUCCESS'])
case('cuCtxSynchronize_v2','null context, none current',lambda d: d.cuCtxSynchronize_v2(None),state='noctx',want='INVALID_CONTEXT')
case('cuCtxSynchronize_v2','a stream of the context captures',lambda d: (d.capture(0),d.cuCtxSynchronize_v2(d.ctx))[1],want='STREAM_CAPTURE_UNSUPPORTED')
right('cuCtxResetPersistingL2Cache',lambda d: d.cuCtxResetPersistingL2Cache())

# ---- limits and preferences
right('cuCtxGetLimit',lambda d: (d.context(),d.cuCtxGetLimit(n:=SIZE(),0),n.value)[1:])
case('cuCtxGetLimit','every limit',lambda d: (d.context(),[d.cuCtxGetLimit(SIZE(),l) for l in range(10)])[1])
case('cuCtxGetLimit','defaults',lambda d: (d.context(),[(d.cuCtxGetLimit(n:=SIZE(),l),n.value) for l in (0,2,5,8,9)]+[(d.cuCtxGetLimit(n:=SIZE(),7),d.must.cuDeviceGetAttribute(v:=I32(),97,0),n.value==v.value)[::2]])[1])
case('cuCtxGetLimit','memory of a block',lambda d: d.later() or d.cuCtxGetLimit(SIZE(),10),want='UNSUPPORTED_LIMIT')
case('cuCtxGetLimit','no such limit',lambda d: [d.cuCtxGetLimit(SIZE(),l) for l in (11,12,99,-1,0x7fffffff)])
case('cuCtxGetLimit','null out-pointer',lambda d: d.cuCtxGetLimit(None,0))
case('cuCtxGetLimit','null out-pointer and no such limit',lambda d: d.cuCtxGetLimit(None,99))
def limit(d,l,x): r=d.cuCtxSetLimit(l,x); d.cuCtxGetLimit(n:=SIZE(),l); return r,n.value
right('cuCtxSetLimit',lambda d: (d.context(),limit(d,0,4096))[1])
case('cuCtxSetLimit','no such limit',lambda d: [d.cuCtxSetLimit(l,4096) for l in (11,12,99,-1)])
case('cuCtxSetLimit','stack sizes',lambda d: (d.context(),[limit(d,0,x) for x in (0,1,16,100,1000,1024,4097,65536)])[1])
case('cuCtxSetLimit','a stack too large',lambda d: (d.context(),[d.cuCtxSetLimit(0,x) for x in (1<<24,1<<32,1<<40,NEVER)])[1])
case('cuCtxSetLimit','printf buffers',lambda d: (d.context(),[limit(d,1,x) for x in (1<<20,1<<22,(1<<20)+1)])[1])
case('cuCtxSetLimit','heaps',lambda d: (d.context(),[limit(d,2,x) for x in (0,1,1<<20,16<<20,(16<<20)+1)])[1])
case('cuCtxSetLimit','a heap too large',lambda d: (d.context(),[d.cuCtxSetLimit(2,x) for x in (1<<45,1<<60)])[1])
case('cuCtxSetLimit','fetch granularity',lambda d: (d.context(),[limit(d,5,x) for x in (0,1,16,32,33,64,96,128,129,1<<20)])[1])
case('cuCtxSetLimit','limits that can only be asked',lambda d: (d.context(),[d.cuCtxSetLimit(l,1) for l in (3,4,7,8,9)])[1])
case('cuCtxSetLimit','persisting cache',lambda d: (d.context(),[d.cuCtxSetLimit(6,x) for x in (0,1<<20)])[1])
case('cuCtxSetLimit','heap after a launch',lambda d: (d.context(),d.launch(d.function(EMPTY,'k')),d.cuCtxSynchronize(),d.cuCtxSetLimit(2,32<<20),d.cuCtxSetLimit(1,1<<22),d.cuCtxSetLimit(0,2048))[2:])
right('cuCtxSetCacheConfig',lambda d: [(d.cuCtxSetCacheConfig(c),d.cuCtxGetCacheConfig(v:=I32(9)),v.value) for c in (0,1,2,3,0)])
case('cuCtxSetCacheConfig','no such preference',lambda d: [d.cuCtxSetCacheConfig(c) for c in (4,9,-1)])
right('cuCtxGetCacheConfig',lambda d: (d.cuCtxGetCacheConfig(v:=I32(9)),v.value))
case('cuCtxGetCacheConfig','null out-pointer',lambda d: d.cuCtxGetCacheConfig(None))
right('cuCtxSetSharedMemConfig',lambda d: [(d.cuCtxSetSharedMemConfig(c),d.cuCtxGetSharedMemConfig(v:=I32(9)),v.value) for c in (0,1,2,0)])
case('cuCtxSetSharedMemConfig','no such bank size',lambda d: [d.cuCtxSetSharedMemConfig(c) for c in (3,9,-1)])
right('cuCtxGetSharedMemConfig',lambda d: (d.cuCtxGetSharedMemConfig(v:=I32(9)),v.value))
case('cuCtxGetSharedMemConfig','null out-pointer',lambda d: d.cuCtxGetSharedMemConfig(None))
right('cuCtxGetExecAffinity',lambda d: d.cuCtxGetExecAffinity(Affinity(),0))
case('cuCtxGetExecAffinity','no such type',lambda d: [d.cuCtxGetExecAffinity(Affinity(),t) for t in (1,2,-1)])
case('cuCtxGetExecAffinity','null out-pointer',lambda d: d.cuCtxGetExecAffinity(None,0))
class Resource(Structure): _fields_=[('type',I32),('pad',c_ubyte*140)]
right('cuCtxGetDevResource',lambda d: (d.cuCtxGetDevResource(d.ctx,x:=Resource(),1),x.type))
case('cuCtxGetDevResource','null context',lambda d: (d.cuCtxGetDevResource(None,x:=Resource(),1),x.type))
case('cuCtxGetDevResource','null context, none current',lambda d: d.cuCtxGetDevResource(None,Resource(),1),state='noctx')
case('cuCtxGetDevResource','no such type',lambda d: [d.cuCtxGetDevResource(d.ctx,Resource(),t) for t in (0,2,99,-1)])
case('cuCtxGetDevResource','work queues',lambda d: d.later() or [d.cuCtxGetDevResource(d.ctx,Resource(),t) for t in (1000,10000)],want=['INVALID_RESOURCE_TYPE']*2)
case('cuCtxGetDevResource','null out-pointer',lambda d: d.cuCtxGetDevResource(d.ctx,None,1))
case('cuCtxGetDevResource','destroyed context',lambda d: d.cuCtxGetDevResource(destroyed(d),Resource(),1))
right('cuDeviceGetDevResource',lambda d: (d.cuDeviceGetDevResource(0,x:=Resource(),1),x.type))
case('cuDeviceGetDevResource','no such type',lambda d: [d.cuDeviceGetDevResource(0,Resource(),t) for t in (0,2,99,-1)])
case('cuDeviceGetDevResource','null out-pointer',lambda d: d.cuDeviceGetDevResource(0,None,1))
case('cuDeviceGetDevResource','no such device',lambda d: [d.cuDeviceGetDevResource(n,Resource(),1) for n in BAD])
right('cuCtxRecordEvent',lambda d: (e:=d.event(),d.cuCtxRecordEvent(d.ctx,e),d.cuEventSynchronize(e))[1:])
case('cuCtxRecordEvent','null event',lambda d: d.cuCtxRecordEvent(d.ctx,None))
case('cuCtxRecordEvent','null context',lambda d: d.cuCtxRecordEvent(None,d.event()))
case('cuCtxRecordEvent','destroyed context',lambda d: d.cuCtxRecordEvent(destroyed(d),d.event()))
case('cuCtxRecordEvent','event of another context',lambda d: (e:=d.event(),c:=d.context(),d.cuCtxRecordEvent(c,e))[2])
case('cuCtxRecordEvent','a stream of the context captures',lambda d: (e:=d.event(),d.capture(0),d.cuCtxRecordEvent(d.ctx,e))[2])
right('cuCtxWaitEvent',lambda d: (e:=d.event(),d.must.cuEventRecord(e,None),d.cuCtxWaitEvent(d.ctx,e),d.cuCtxSynchronize())[2:])
case('cuCtxWaitEvent','an event that was never recorded',lambda d: d.cuCtxWaitEvent(d.ctx,d.event()))
case('cuCtxWaitEvent','null event',lambda d: d.cuCtxWaitEvent(d.ctx,None))
case('cuCtxWaitEvent','null context',lambda d: d.cuCtxWaitEvent(None,d.event()))
case('cuCtxWaitEvent','destroyed context',lambda d: d.cuCtxWaitEvent(destroyed(d),d.event()))
case('cuCtxWaitEvent','a stream of the context captures',lambda d: (e:=d.event(),d.capture(0),d.cuCtxWaitEvent(d.ctx,e))[2])

# ---- the primary context
def state(d): d.must.cuDevicePrimaryCtxGetState(0,f:=U32(99),a:=I32(9)); return [f.value,a.value]
right('cuDevicePrimaryCtxRetain',lambda d: (d.cuDevicePrimaryCtxRetain(a:=V(),0),d.cuDevicePrimaryCtxRetain(b:=V(),0),a.value==b.value,current(d),d.cuDevicePrimaryCtxRelease_v2(0),d.cuDevicePrimaryCtxRelease_v2(0)),state='noctx')
case('cuDevicePrimaryCtxRetain','null out-pointer',lambda d: d.cuDevicePrimaryCtxRetain(None,0))
case('cuDevicePrimaryCtxRetain','no such device',lambda d: [d.cuDevicePrimaryCtxRetain(V(),n) for n in BAD])
for f in ('cuDevicePrimaryCtxRelease','cuDevicePrimaryCtxRelease_v2'):
    right(f,lambda d,f=f: (d.cuInit(0),d.must.cuDevicePrimaryCtxRetain(V(),0),d.must.cuDevicePrimaryCtxRetain(V(),0),getattr(d,f)(0),state(d),getattr(d,f)(0),state(d))[3:],state='own')
    case(f,'more often than retained',lambda d,f=f: (d.cuInit(0),getattr(d,f)(0),d.must.cuDevicePrimaryCtxRetain(V(),0),getattr(d,f)(0),getattr(d,f)(0))[1:],state='own')
    case(f,'no such device',lambda d,f=f: [getattr(d,f)(n) for n in BAD])
    case(f,'while it is current',lambda d,f=f: (d.enter(),getattr(d,f)(0),state(d),d.cuCtxSynchronize(),d.cuMemAlloc_v2(U64(),64),d.cuCtxGetDevice(I32()),current(d) is not None,d.must.cuDevicePrimaryCtxRetain(V(),0),d.cuCtxSynchronize(),d.cuMemAlloc_v2(U64(),64))[1:],state='own')
for f in ('cuDevicePrimaryCtxReset','cuDevicePrimaryCtxReset_v2'):
    right(f,lambda d,f=f: (d.enter(),d.must.cuMemAlloc_v2(p:=U64(),64),getattr(d,f)(0),state(d),d.cuCtxSynchronize(),d.cuMemFree_v2(p))[2:],state='own')
    case(f,'no such device',lambda d,f=f: [getattr(d,f)(n) for n in BAD])
    case(f,'never retained',lambda d,f=f: (d.cuInit(0),getattr(d,f)(0),state(d))[1:],state='own')
    case(f,'while a stream captures',lambda d,f=f: (d.enter(),d.capture(2),getattr(d,f)(0))[2],state='own')
    case(f,'retained again after it',lambda d,f=f: (d.enter(),getattr(d,f)(0),d.cuDevicePrimaryCtxRetain(c:=V(),0),c.value==d.ctx.value,state(d),d.cuCtxSetCurrent(c),d.cuMemAlloc_v2(U64(),64))[1:],state='own')
for f in ('cuDevicePrimaryCtxSetFlags','cuDevicePrimaryCtxSetFlags_v2'):
    right(f,lambda d,f=f: (d.cuInit(0),getattr(d,f)(0,4),state(d),d.must.cuDevicePrimaryCtxRetain(V(),0),state(d),getattr(d,f)(0,1),state(d))[1:],state='own')
    case(f,'flags',lambda d,f=f: (d.cuInit(0),[(fl,getattr(d,f)(0,fl),state(d)) for fl in FLAGS if not fl&0x60])[1],state='own')
    case(f,'while active',lambda d,f=f: [getattr(d,f)(0,fl) for fl in (0,4,1,0x100,0)])
    case(f,'no such device',lambda d,f=f: [getattr(d,f)(n,0) for n in BAD])
right('cuDevicePrimaryCtxGetState',lambda d: (d.cuInit(0),d.cuDevicePrimaryCtxGetState(0,f:=U32(9),a:=I32(9)),f.value,a.value,d.enter(),d.cuDevicePrimaryCtxGetState(0,f,a),f.value,a.value)[1:4],state='own')
case('cuDevicePrimaryCtxGetState','null out-pointers',lambda d: (d.cuDevicePrimaryCtxGetState(0,None,I32()),d.cuDevicePrimaryCtxGetState(0,U32(),None),d.cuDevicePrimaryCtxGetState(0,None,None)))
case('cuDevicePrimaryCtxGetState','no such device',lambda d: [d.cuDevicePrimaryCtxGetState(n,U32(),I32()) for n in BAD])
# ---- a current context that is gone: what a function of each group answers
HOST=CFUNCTYPE(None,V)(lambda p: None)
GONE=lambda d: (d.enter(),d.must.cuMemAlloc_v2(U64(),64),d.must.cuDevicePrimaryCtxReset_v2(0))
for s,f in {'cuCtxSynchronize':lambda d: d.cuCtxSynchronize(),'cuCtxGetFlags':lambda d: d.cuCtxGetFlags(U32()),'cuCtxGetDevice':lambda d: d.cuCtxGetDevice(I32()),'cuCtxGetLimit':lambda d: d.cuCtxGetLimit(SIZE(),0),'cuCtxSetLimit':lambda d: d.cuCtxSetLimit(0,2048),'cuCtxGetId':lambda d: d.cuCtxGetId(None,U64()),'cuCtxGetApiVersion':lambda d: d.cuCtxGetApiVersion(None,U32()),
            'cuCtxGetCacheConfig':lambda d: d.cuCtxGetCacheConfig(I32()),'cuCtxGetStreamPriorityRange':lambda d: d.cuCtxGetStreamPriorityRange(I32(),I32()),'cuMemAlloc_v2':lambda d: d.cuMemAlloc_v2(U64(),64),'cuMemGetInfo_v2':lambda d: d.cuMemGetInfo_v2(SIZE(),SIZE()),'cuStreamCreate':lambda d: d.cuStreamCreate(V(),0),'cuEventCreate':lambda d: d.cuEventCreate(V(),0),
            'cuModuleLoadData':lambda d: d.cuModuleLoadData(V(),EMPTY.encode()),'cuStreamSynchronize':lambda d: d.cuStreamSynchronize(None),'cuStreamQuery':lambda d: d.cuStreamQuery(None),'cuCtxResetPersistingL2Cache':lambda d: d.cuCtxResetPersistingL2Cache(),'cuCtxSetFlags':lambda d: d.cuCtxSetFlags(0),'cuCtxGetExecAffinity':lambda d: d.cuCtxGetExecAffinity(Affinity(),0),
            'cuLaunchHostFunc':lambda d: d.cuLaunchHostFunc(None,HOST,None),'cuCtxPushCurrent_v2':lambda d: d.cuCtxPushCurrent_v2(d.ctx),'cuCtxSetCurrent':lambda d: d.cuCtxSetCurrent(d.ctx),'cuCtxPopCurrent_v2':lambda d: d.cuCtxPopCurrent_v2(V()),'cuCtxDestroy_v2':lambda d: d.cuCtxDestroy_v2(d.ctx)}.items():
    case(s,'the current primary context was reset',lambda d,f=f: (GONE(d),f(d))[1],state='own')
