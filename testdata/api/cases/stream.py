"""Streams, their attributes, memory operations and captures; events."""
from api import *

def dead(d): s=d.stream(); d.must.cuStreamDestroy_v2(s); return s
def deadev(d): e=d.event(); d.must.cuEventDestroy_v2(e); return e
def foreign(d,flags=0):
    """A stream of the primary context, while another is current."""
    s=d.stream(flags); d.context(); return s
LEGACY,PER=V(1),V(2)
# ---- making and ending
right('cuStreamCreate',lambda d: (d.cuStreamCreate(s:=V(),0),bool(s.value),d.cuStreamDestroy_v2(s)))
case('cuStreamCreate','flags',lambda d: [(f,d.cuStreamCreate(V(),f)) for f in (0,1,2,3,4,0x80000000)])
case('cuStreamCreate','null out-pointer',lambda d: d.cuStreamCreate(None,0))
case('cuStreamCreate','while another captures',lambda d: (d.capture(0),d.cuStreamCreate(V(),0))[1])
def priority(d,s): d.must.cuStreamGetPriority(s,v:=I32(99)); return v.value
right('cuStreamCreateWithPriority',lambda d: (d.must.cuCtxGetStreamPriorityRange(a:=I32(),b:=I32()),[(d.cuStreamCreateWithPriority(s:=V(),1,p),priority(d,s)==p) for p in (a.value,b.value)])[1])
case('cuStreamCreateWithPriority','priorities out of range',lambda d: (d.must.cuCtxGetStreamPriorityRange(a:=I32(),b:=I32()),[(d.cuStreamCreateWithPriority(s:=V(),0,p),priority(d,s) in (a.value,b.value)) for p in (1,99,-99,-0x80000000)])[1])
case('cuStreamCreateWithPriority','flags',lambda d: [d.cuStreamCreateWithPriority(V(),f,0) for f in (0,1,2,3,0x80000000)])
case('cuStreamCreateWithPriority','null out-pointer',lambda d: d.cuStreamCreateWithPriority(None,0,0))
for f in ('cuStreamDestroy','cuStreamDestroy_v2'):
    right(f,lambda d,f=f: getattr(d,f)(d.stream()))
    case(f,'null stream',lambda d,f=f: getattr(d,f)(None))
    case(f,'the default streams',lambda d,f=f: (getattr(d,f)(LEGACY),getattr(d,f)(PER)))
    case(f,'twice',lambda d,f=f: getattr(d,f)(dead(d)))
    case(f,'wrong kind of handle',lambda d,f=f: getattr(d,f)(d.event()))
    case(f,'no current context',lambda d,f=f: (s:=d.stream(),d.must.cuCtxSetCurrent(None),getattr(d,f)(s))[2])
    case(f,'another context is current',lambda d,f=f: getattr(d,f)(foreign(d)))
    case(f,'while it captures',lambda d,f=f: (s:=d.capture(),getattr(d,f)(s))[1])
    case(f,'with work left',lambda d,f=f: (s:=d.stream(1),w:=d.busy(s),getattr(d,f)(s),setattr(w,'value',1),d.cuCtxSynchronize())[2:5:2])
# ---- questions: every function of a stream with the same wrong streams
class Att(Structure): _fields_=[('v',U64*8)]     # CUstreamAttrValue
ASK={'cuStreamQuery':lambda d,s: d.cuStreamQuery(s),'cuStreamSynchronize':lambda d,s: d.cuStreamSynchronize(s),'cuStreamGetFlags':lambda d,s: d.cuStreamGetFlags(s,U32()),'cuStreamGetPriority':lambda d,s: d.cuStreamGetPriority(s,I32()),'cuStreamGetId':lambda d,s: d.cuStreamGetId(s,U64()),'cuStreamGetCtx':lambda d,s: d.cuStreamGetCtx(s,V()),'cuStreamGetCtx_v2':lambda d,s: d.cuStreamGetCtx_v2(s,V(),V()),
     'cuStreamGetDevice':lambda d,s: d.cuStreamGetDevice(s,I32()),'cuStreamIsCapturing':lambda d,s: d.cuStreamIsCapturing(s,I32()),'cuStreamGetCaptureInfo':lambda d,s: d.cuStreamGetCaptureInfo(s,I32(),U64()),'cuStreamGetCaptureInfo_v2':lambda d,s: d.cuStreamGetCaptureInfo_v2(s,I32(),None,None,None,None),'cuStreamGetCaptureInfo_v3':lambda d,s: d.cuStreamGetCaptureInfo_v3(s,I32(),None,None,None,None,None),
     'cuStreamGetAttribute':lambda d,s: d.cuStreamGetAttribute(s,3,Att()),'cuStreamSetAttribute':lambda d,s: d.cuStreamSetAttribute(s,3,Att((U64*8)(1))),'cuStreamWaitEvent':lambda d,s: d.cuStreamWaitEvent(s,d.event(),0),'cuEventRecord':lambda d,s: d.cuEventRecord(d.event(),s),'cuEventRecordWithFlags':lambda d,s: d.cuEventRecordWithFlags(d.event(),s,0),
     'cuStreamAddCallback':lambda d,s: d.cuStreamAddCallback(s,CALLBACK,None,0),'cuStreamBeginCapture':lambda d,s: d.cuStreamBeginCapture(s),'cuStreamBeginCapture_v2':lambda d,s: d.cuStreamBeginCapture_v2(s,2),'cuStreamEndCapture':lambda d,s: d.cuStreamEndCapture(s,V()),'cuStreamCopyAttributes':lambda d,s: d.cuStreamCopyAttributes(s,d.stream()),
     'cuStreamWriteValue32':lambda d,s: d.cuStreamWriteValue32(s,word(d),1,0),'cuStreamWriteValue32_v2':lambda d,s: d.cuStreamWriteValue32_v2(s,word(d),1,0),'cuStreamWriteValue64':lambda d,s: d.cuStreamWriteValue64(s,word(d),1,0),'cuStreamWriteValue64_v2':lambda d,s: d.cuStreamWriteValue64_v2(s,word(d),1,0),'cuStreamWaitValue32':lambda d,s: d.cuStreamWaitValue32(s,word(d),0,0),'cuStreamWaitValue32_v2':lambda d,s: d.cuStreamWaitValue32_v2(s,word(d),0,0),
     'cuStreamWaitValue64':lambda d,s: d.cuStreamWaitValue64(s,word(d),0,0),'cuStreamWaitValue64_v2':lambda d,s: d.cuStreamWaitValue64_v2(s,word(d),0,0),'cuStreamUpdateCaptureDependencies':lambda d,s: d.cuStreamUpdateCaptureDependencies(s,None,0,0),'cuStreamUpdateCaptureDependencies_v2':lambda d,s: d.cuStreamUpdateCaptureDependencies_v2(s,None,None,0,0),
     'cuStreamBeginCaptureToGraph':lambda d,s: d.cuStreamBeginCaptureToGraph(s,d.graph(),None,None,0,2),'cuStreamGetDevResource':lambda d,s: d.cuStreamGetDevResource(s,create_string_buffer(144),1)}
def word(d):
    if not hasattr(d,'w'): d.w=d.alloc(64); d.must.cuMemsetD8_v2(d.w,0,64)
    return d.w
CALLBACK=CFUNCTYPE(None,V,I32,V)(lambda s,r,u: CALLED.append((r,u)))
CALLED=[]
ENDS=('cuStreamBeginCapture','cuStreamBeginCapture_v2','cuStreamBeginCaptureToGraph')
def ended(d,f,s):
    """The answer of f; a capture that it began in s is over."""
    r=f(d,s); d.any.cuStreamEndCapture(s,V()); d.any.cuStreamSynchronize(s); return r
for n,f in ASK.items():
    case(n,'destroyed stream',lambda d,f=f: f(d,dead(d)))
    case(n,'null stream',lambda d,f=f: ended(d,f,None))
    case(n,'the default streams',lambda d,f=f: (ended(d,f,LEGACY),ended(d,f,PER)))
    case(n,'a good stream',lambda d,f=f: ended(d,f,d.stream()))
    case(n,'no current context',lambda d,f=f: (s:=d.stream(),p:=V(),d.cuCtxPopCurrent_v2(p),f(d,s),d.cuCtxPushCurrent_v2(p))[3] if n not in NEEDS else None)
    case(n,'a stream of another context',lambda d,f=f: ended(d,f,foreign(d)))
    case(n,'a stream that captures',lambda d,f=f: (s:=d.capture(2),f(d,s))[1])
    case(n,'legacy stream while another captures',lambda d,f=f: (word(d),d.capture(2,d.stream()),f(d,LEGACY))[2])
    case(n,'wrong kind of handle',lambda d,f=f: f(d,d.event()),twins=False)
NEEDS=[n for n in ASK if re.search(r'Event|Value|ToGraph|CopyAttr',n)]
CASES[:]=[c for c in CASES if not(c.label=='no current context' and c.symbol in NEEDS)]
case('cuStreamQuery','work left',lambda d: (s:=d.stream(1),w:=d.busy(s),d.cuStreamQuery(s),setattr(w,'value',1),d.cuStreamSynchronize(s),d.cuStreamQuery(s))[2:6:2]+(d.cuCtxSynchronize(),))
case('cuStreamQuery','legacy stream, work in a blocking stream',lambda d: (s:=d.stream(),w:=d.busy(s),d.cuStreamQuery(None),setattr(w,'value',1),d.cuStreamSynchronize(None),d.cuStreamQuery(None))[2:6:2])
right('cuStreamQuery',lambda d: d.cuStreamQuery(d.stream()))
right('cuStreamSynchronize',lambda d: d.cuStreamSynchronize(d.stream()))
right('cuStreamGetFlags',lambda d: [(d.cuStreamGetFlags(s,v:=U32(9)),v.value) for s in (d.stream(0),d.stream(1),None,LEGACY,PER)])
case('cuStreamGetFlags','null out-pointer',lambda d: d.cuStreamGetFlags(d.stream(),None))
right('cuStreamGetPriority',lambda d: [(d.cuStreamGetPriority(s,v:=I32(9)),v.value) for s in (d.stream(0),None,LEGACY,PER)])
case('cuStreamGetPriority','null out-pointer',lambda d: d.cuStreamGetPriority(d.stream(),None))
right('cuStreamGetId',lambda d: (d.cuStreamGetId(s:=d.stream(),a:=U64()),d.cuStreamGetId(s,b:=U64()),a.value==b.value,d.cuStreamGetId(d.stream(),b),a.value!=b.value))
case('cuStreamGetId','the default streams',lambda d: (d.cuStreamGetId(None,a:=U64()),d.cuStreamGetId(LEGACY,b:=U64()),d.cuStreamGetId(PER,c:=U64()),a.value==b.value,b.value!=c.value)) if 0 else None
case('cuStreamGetId','null out-pointer',lambda d: d.cuStreamGetId(d.stream(),None))
right('cuStreamGetCtx',lambda d: (d.cuStreamGetCtx(d.stream(),c:=V()),c.value==d.ctx.value,d.cuStreamGetCtx(None,c),c.value==d.ctx.value,s:=d.stream(),x:=d.context(),d.cuStreamGetCtx(s,c),c.value==d.ctx.value)[:4])
case('cuStreamGetCtx','null out-pointer',lambda d: d.cuStreamGetCtx(d.stream(),None))
right('cuStreamGetCtx_v2',lambda d: (d.cuStreamGetCtx_v2(d.stream(),c:=V(),g:=V(7)),c.value==d.ctx.value,g.value))
case('cuStreamGetCtx_v2','null out-pointers',lambda d: (s:=d.stream(),d.cuStreamGetCtx_v2(s,None,V()),d.cuStreamGetCtx_v2(s,V(),None),d.cuStreamGetCtx_v2(s,None,None))[1:])
right('cuStreamGetDevice',lambda d: (d.cuStreamGetDevice(d.stream(),v:=I32(9)),v.value,d.cuStreamGetDevice(None,v),v.value))
case('cuStreamGetDevice','null out-pointer',lambda d: d.cuStreamGetDevice(d.stream(),None))
right('cuStreamGetDevResource',lambda d: d.cuStreamGetDevResource(d.stream(),create_string_buffer(144),1))
case('cuStreamGetDevResource','no such type',lambda d: [d.cuStreamGetDevResource(d.stream(),create_string_buffer(144),t) for t in (0,2,99,-1)])
case('cuStreamGetDevResource','null out-pointer',lambda d: d.cuStreamGetDevResource(d.stream(),None,1))
case('cuStreamGetGreenCtx','a stream that has none',lambda d: (d.cuStreamGetGreenCtx(d.stream(),g:=V(7)),g.value))
case('cuStreamGetGreenCtx','null out-pointer',lambda d: d.cuStreamGetGreenCtx(d.stream(),None))
case('cuStreamGetGreenCtx','null stream',lambda d: d.cuStreamGetGreenCtx(None,V()))
# ---- attributes
def att(d,s,a): v=Att(); r=d.cuStreamGetAttribute(s,a,v); return r,v.v[0]&0xffffffff
right('cuStreamGetAttribute',lambda d: att(d,d.stream(),3))
case('cuStreamGetAttribute','every attribute',lambda d: (s:=d.stream(),[(a,d.cuStreamGetAttribute(s,a,Att())) for a in (*range(0,19),99,-1)])[1])
case('cuStreamGetAttribute','priority',lambda d: (d.must.cuStreamCreateWithPriority(s:=V(),0,-1),att(d,s,8)[0])[1])
case('cuStreamGetAttribute','null out-pointer',lambda d: d.cuStreamGetAttribute(d.stream(),3,None))
right('cuStreamSetAttribute',lambda d: (s:=d.stream(),d.cuStreamSetAttribute(s,3,Att((U64*8)(2))),att(d,s,3))[1:])
case('cuStreamSetAttribute','every attribute, zeros',lambda d: (s:=d.stream(),[(a,d.cuStreamSetAttribute(s,a,Att())) for a in (*range(0,19),99,-1)])[1])
case('cuStreamSetAttribute','synchronisation policies',lambda d: (s:=d.stream(),[(x,d.cuStreamSetAttribute(s,3,Att((U64*8)(x))),att(d,s,3)) for x in (0,1,2,3,4,5,99)])[1])
case('cuStreamSetAttribute','priorities',lambda d: (s:=d.stream(),[(x,d.cuStreamSetAttribute(s,8,Att((U64*8)(x&0xffffffff)))) for x in (0,-1,1,-99)])[1])
case('cuStreamSetAttribute','domains',lambda d: (s:=d.stream(),[(x,d.cuStreamSetAttribute(s,10,Att((U64*8)(x))),att(d,s,10)) for x in (0,1,2)])[1])
class Window(Structure): _fields_=[('p',V),('n',SIZE),('ratio',F32),('hit',I32),('miss',I32),('pad',c_ubyte*32)]
case('cuStreamSetAttribute','access policy windows',lambda d: (s:=d.stream(),p:=d.alloc(),[d.cuStreamSetAttribute(s,1,Window(p.value,n,r,h,m)) for n,r,h,m in ((4096,1.0,2,1),(4096,0.5,0,0),(0,1.0,2,1),(4096,1.5,2,1),(4096,-0.5,2,1),(4096,1.0,9,1),(4096,1.0,2,9),(4096,1.0,2,2),(1<<40,1.0,2,1))])[2])
case('cuStreamSetAttribute','null value',lambda d: d.cuStreamSetAttribute(d.stream(),3,None))
right('cuStreamCopyAttributes',lambda d: (a:=d.stream(),b:=d.stream(),d.must.cuStreamSetAttribute(a,3,Att((U64*8)(2))),d.cuStreamCopyAttributes(b,a),att(d,b,3))[3:])
case('cuStreamCopyAttributes','onto itself',lambda d: (a:=d.stream(),d.cuStreamCopyAttributes(a,a))[1])
case('cuStreamCopyAttributes','from a destroyed stream',lambda d: d.cuStreamCopyAttributes(d.stream(),dead(d)))
case('cuStreamCopyAttributes','from null',lambda d: d.cuStreamCopyAttributes(d.stream(),None))
case('cuStreamCopyAttributes','of another context',lambda d: (s:=foreign(d),d.cuStreamCopyAttributes(d.stream(),s))[1])
# ---- callbacks
def callback(d,s,u=5,flags=0): CALLED.clear(); return d.cuStreamAddCallback(s,CALLBACK,u,flags),d.cuStreamSynchronize(s),list(CALLED)
right('cuStreamAddCallback',lambda d: [callback(d,s) for s in (d.stream(),None)])
case('cuStreamAddCallback','flags',lambda d: [d.cuStreamAddCallback(None,CALLBACK,None,f) for f in (1,2,0x80000000)])
case('cuStreamAddCallback','null function',lambda d: d.cuStreamAddCallback(d.stream(),None,None,0))
def inside(d,*calls):
    r=[]; f=CFUNCTYPE(None,V,I32,V)(lambda s,e,u: r.extend(c() for c in calls)); d.keep.append(f); s=d.stream(1); d.must.cuStreamAddCallback(s,f,None,0); d.must.cuStreamSynchronize(s); return r
case('cuStreamAddCallback','calls from within',lambda d: inside(d,lambda: d.cuMemAlloc_v2(U64(),64),lambda: d.cuStreamQuery(None),lambda: d.cuCtxSynchronize(),lambda: d.cuDriverGetVersion(I32()),lambda: d.cuGetErrorName(1,c_char_p())))
# ---- memory operations
for s,n,T in (('cuStreamWriteValue32',32,U32),('cuStreamWriteValue32_v2',32,U32),('cuStreamWriteValue64',64,U64),('cuStreamWriteValue64_v2',64,U64)):
    g=lambda d,*a,s=s: getattr(d,s)(*a)
    right(s,lambda d,g=g: (p:=word(d),t:=d.stream(),g(d,t,p,0x89abcdef,0),d.cuStreamSynchronize(t),d.read(p,2))[2:])
    case(s,'flags',lambda d,g=g: (p:=word(d),[g(d,None,p,1,f) for f in (0,1,2,4,0x80000000)])[1])
    case(s,'misaligned address',lambda d,g=g: (p:=word(d),[g(d,None,p.value+o,1,0) for o in (1,2,4)])[1])
    case(s,'null address',lambda d,g=g: g(d,None,0,1,0))
    case(s,'an address that is none',lambda d,g=g: g(d,None,0x123456789000,1,0))
    case(s,'mapped host memory',lambda d,g=g: (h:=d.host(64,2),d.must.cuMemHostGetDevicePointer_v2(p:=U64(),h,0),g(d,None,p,77,0),d.cuCtxSynchronize(),U32.from_address(h.value).value)[2:])
for s,n in (('cuStreamWaitValue32',32),('cuStreamWaitValue32_v2',32),('cuStreamWaitValue64',64),('cuStreamWaitValue64_v2',64)):
    g=lambda d,*a,s=s: getattr(d,s)(*a)
    right(s,lambda d,g=g: (h:=d.host(64,2),d.must.cuMemHostGetDevicePointer_v2(p:=U64(),h,0),t:=d.stream(1),d.defer(lambda: setattr(U32.from_address(h.value),'value',5)),g(d,t,p,5,1),d.cuStreamQuery(t),setattr(U32.from_address(h.value),'value',5),d.cuStreamSynchronize(t))[4:6])
    case(s,'comparisons',lambda d,g=g: (p:=word(d),d.must.cuMemsetD32_v2(p,5,1),t:=d.stream(1),[(g(d,t,p,v,f),d.cuStreamSynchronize(t)) for v,f in ((5,0),(3,0),(5,1),(4,2),(-8 if n==64 else 0xfffffff0,3))])[3])
    case(s,'flags',lambda d,g=g: (p:=word(d),[g(d,None,p,0,f) for f in (4,8,5,1<<30,1<<29,0x80000000)])[1])
    case(s,'misaligned address',lambda d,g=g: (p:=word(d),[g(d,None,p.value+o,0,0) for o in (1,2)])[1])
    case(s,'null address',lambda d,g=g: g(d,None,0,0,0))
    case(s,'an address that is none',lambda d,g=g: g(d,None,0x123456789000,0,0))
class Op(Structure): _fields_=[('op',I32),('pad',I32),('addr',U64),('val',U64),('flags',U32),('pad2',U32),('alias',U64),('rest',U64)]   # CUstreamBatchMemOpParams
def ops(*l): a=(Op*max(1,len(l)))(); [(setattr(x,'op',o),setattr(x,'addr',p.value),setattr(x,'val',v),setattr(x,'flags',f)) for x,(o,p,v,f) in zip(a,l)]; return a
for s in ('cuStreamBatchMemOp','cuStreamBatchMemOp_v2'):
    g=lambda d,*a,s=s: getattr(d,s)(*a)
    right(s,lambda d,g=g: (p:=word(d),t:=d.stream(),g(d,t,3,ops((2,p,7,0),(1,p,7,1),(5,U64(p.value+8),9,0)),0),d.cuStreamSynchronize(t),d.read(p,4))[2:])
    case(s,'no operations',lambda d,g=g: (g(d,None,0,ops(),0),g(d,None,0,None,0)))
    case(s,'null operations',lambda d,g=g: g(d,None,1,None,0))
    case(s,'flags',lambda d,g=g: (p:=word(d),[g(d,None,1,ops((2,p,7,0)),f) for f in (1,2,4,0x80000000)])[1])
    case(s,'operations that are none',lambda d,g=g: (p:=word(d),[g(d,None,1,ops((o,p,0,0)),0) for o in (0,7,8,9,99,-1)])[1])
    case(s,'how many',lambda d,g=g: (p:=word(d),[g(d,None,n,ops(*[(2,p,n,0)]*n),0) for n in (255,256,257,1024)])[1])
    case(s,'a bad one behind a good one',lambda d,g=g: (p:=word(d),g(d,None,2,ops((2,p,7,0),(2,U64(p.value+1),8,0)),0),d.cuCtxSynchronize(),d.read(p))[1:])
    case(s,'destroyed stream',lambda d,g=g: g(d,dead(d),1,ops((2,word(d),7,0)),0))
    case(s,'no current context',lambda d,g=g: (p:=word(d),t:=d.stream(),d.must.cuCtxSetCurrent(None),g(d,t,1,ops((2,p,7,0)),0))[3])
    case(s,'flush of remote writes',lambda d,g=g: g(d,None,1,ops((3,U64(0),0,0)),0))
    case(s,'barrier',lambda d,g=g: [g(d,None,1,ops((6,U64(f),0,0)),0) for f in (0,1,2)])
# ---- capture: cuStream*Capture*
def finish(d,s): r=d.cuStreamEndCapture(s,g:=V()); return r,bool(g.value)
def nodes(d,g): d.must.cuGraphGetNodes(g,None,n:=SIZE()); return n.value
right('cuStreamBeginCapture',lambda d: (s:=d.stream(),d.cuStreamBeginCapture(s),finish(d,s))[1:])
right('cuStreamBeginCapture_v2',lambda d: (s:=d.stream(),[(d.cuStreamBeginCapture_v2(s,m),finish(d,s)) for m in (0,1,2)])[1])
case('cuStreamBeginCapture_v2','no such mode',lambda d: (s:=d.stream(),[d.cuStreamBeginCapture_v2(s,m) for m in (3,99,-1)])[1])
for f,b in (('cuStreamBeginCapture',lambda d,s: d.cuStreamBeginCapture(s)),('cuStreamBeginCapture_v2',lambda d,s: d.cuStreamBeginCapture_v2(s,0)),('cuStreamBeginCaptureToGraph',lambda d,s: d.cuStreamBeginCaptureToGraph(s,d.graph(),None,None,0,0))):
    case(f,'twice',lambda d,b=b: (s:=d.stream(),b(d,s),b(d,s),finish(d,s))[1:])
    case(f,'two streams at a time',lambda d,b=b: (s:=d.stream(),t:=d.stream(),b(d,s),b(d,t),finish(d,s),finish(d,t))[2:])
    case(f,'legacy stream',lambda d,b=b: (b(d,None),b(d,LEGACY)))
    case(f,'per-thread stream',lambda d,b=b: (b(d,PER),finish(d,PER)))
@right('cuStreamEndCapture')
def _(d): f=d.function(EMPTY,'k'); s=d.capture(); d.launch(f,stream=s); d.launch(f,stream=s); return d.cuStreamEndCapture(s,g:=V()),nodes(d,g)
case('cuStreamEndCapture','not capturing',lambda d: (s:=d.stream(),d.cuStreamEndCapture(s,g:=V(5)),g.value)[1:])
case('cuStreamEndCapture','null out-pointer',lambda d: (s:=d.capture(),d.cuStreamEndCapture(s,None),d.cuStreamEndCapture(s,V()))[1:])
case('cuStreamEndCapture','another thread',lambda d: [(s:=d.capture(m),d.in_thread(lambda: (d.cuCtxSetCurrent(d.ctx),d.cuStreamEndCapture(s,V()))[1]),d.cuStreamEndCapture(s,V()))[1:] for m in (0,1,2)])
case('cuStreamEndCapture','an unjoined fork',lambda d: (s:=d.capture(),t:=d.stream(1),e:=d.event(),d.must.cuEventRecord(e,s),d.must.cuStreamWaitEvent(t,e,0),d.cuStreamEndCapture(s,V()),d.cuStreamIsCapturing(t,v:=I32(9)),v.value)[5:])
case('cuStreamEndCapture','of a fork',lambda d: (s:=d.capture(),t:=d.stream(1),e:=d.event(),d.must.cuEventRecord(e,s),d.must.cuStreamWaitEvent(t,e,0),d.cuStreamEndCapture(t,V()),d.cuStreamEndCapture(s,V()))[5:])
case('cuStreamEndCapture','an invalidated capture',lambda d: (s:=d.capture(0,d.stream()),d.cuStreamSynchronize(s),d.cuStreamIsCapturing(s,v:=I32(9)),v.value,d.cuStreamEndCapture(s,g:=V(5)),g.value)[1:])
def status(d,s): r=d.cuStreamIsCapturing(s,v:=I32(9)); return r,v.value
right('cuStreamIsCapturing',lambda d: (status(d,d.stream()),status(d,d.capture())))
case('cuStreamIsCapturing','null out-pointer',lambda d: d.cuStreamIsCapturing(d.stream(),None))
case('cuStreamIsCapturing','legacy stream while a blocking stream captures',lambda d: (s:=d.capture(0,d.stream()),status(d,None),status(d,LEGACY),status(d,PER),status(d,s))[1:])
case('cuStreamIsCapturing','legacy stream while a stream captures, relaxed',lambda d: (s:=d.capture(2,d.stream()),status(d,None),status(d,s))[1:])
right('cuStreamGetCaptureInfo',lambda d: (s:=d.capture(),d.cuStreamGetCaptureInfo(s,v:=I32(9),i:=U64()),v.value,i.value>0,d.cuStreamGetCaptureInfo(d.stream(),v,i),v.value)[1:])
case('cuStreamGetCaptureInfo','null out-pointers',lambda d: (s:=d.capture(),d.cuStreamGetCaptureInfo(s,None,U64()),d.cuStreamGetCaptureInfo(s,I32(),None))[1:])
right('cuStreamGetCaptureInfo_v2',lambda d: (s:=d.capture(),d.launch(d.function(EMPTY,'k'),stream=s),d.cuStreamGetCaptureInfo_v2(s,v:=I32(),i:=U64(),g:=V(),p:=V(),n:=SIZE()),v.value,bool(g.value),bool(p.value),n.value)[2:])
case('cuStreamGetCaptureInfo_v2','null out-pointers',lambda d: (s:=d.capture(),d.cuStreamGetCaptureInfo_v2(s,None,None,None,None,None),d.cuStreamGetCaptureInfo_v2(s,I32(),None,None,V(),None),d.cuStreamGetCaptureInfo_v2(s,I32(),None,None,None,SIZE()))[1:])
right('cuStreamGetCaptureInfo_v3',lambda d: (s:=d.capture(),d.launch(d.function(EMPTY,'k'),stream=s),d.cuStreamGetCaptureInfo_v3(s,v:=I32(),i:=U64(),g:=V(),p:=V(),e:=V(),n:=SIZE()),v.value,bool(g.value),bool(p.value),bool(e.value),n.value)[2:])
case('cuStreamGetCaptureInfo_v3','null out-pointers',lambda d: (s:=d.capture(),d.cuStreamGetCaptureInfo_v3(s,None,None,None,None,None,None),d.cuStreamGetCaptureInfo_v3(s,I32(),None,None,V(),V(),None),d.cuStreamGetCaptureInfo_v3(s,I32(),None,None,None,V(),SIZE()))[1:])
class Edge(Structure): _fields_=[('from_',c_ubyte),('to',c_ubyte),('type',c_ubyte),('r',c_ubyte*5)]    # CUgraphEdgeData
def info(d,s): d.must.cuStreamGetCaptureInfo_v2(s,I32(),None,g:=V(),None,n:=SIZE()); return g,n.value
def captured(d):
    """A capturing stream, its graph, and two nodes of it that nothing depends on."""
    s=d.capture(); g,_=info(d,s); a,b=V(),V(); d.must.cuGraphAddEmptyNode(a,g,None,0); d.must.cuGraphAddEmptyNode(b,g,None,0); return s,g,(V*2)(a,b)
for f,u in (('cuStreamUpdateCaptureDependencies',lambda d,s,p,n,fl: d.cuStreamUpdateCaptureDependencies(s,p,n,fl)),('cuStreamUpdateCaptureDependencies_v2',lambda d,s,p,n,fl: d.cuStreamUpdateCaptureDependencies_v2(s,p,None,n,fl))):
    right(f,lambda d,u=u: (x:=captured(d),u(d,x[0],x[2],2,0),info(d,x[0])[1],u(d,x[0],x[2],1,1),info(d,x[0])[1],u(d,x[0],None,0,1),info(d,x[0])[1])[1:])
    case(f,'not capturing',lambda d,u=u: u(d,d.stream(),None,0,0))
    case(f,'flags',lambda d,u=u: (x:=captured(d),[u(d,x[0],x[2],1,fl) for fl in (2,3,0x80000000)])[1])
    case(f,'null nodes',lambda d,u=u: (x:=captured(d),u(d,x[0],None,1,0),u(d,x[0],(V*1)(None),1,0))[1:])
    case(f,'a node twice',lambda d,u=u: (x:=captured(d),u(d,x[0],(V*2)(x[2][0],x[2][0]),2,0),info(d,x[0])[1])[1:])
    case(f,'a node of another graph',lambda d,u=u: (x:=captured(d),d.must.cuGraphAddEmptyNode(n:=V(),d.graph(),None,0),u(d,x[0],(V*1)(n),1,0))[2])
case('cuStreamUpdateCaptureDependencies_v2','edge data',lambda d: (x:=captured(d),[d.cuStreamUpdateCaptureDependencies_v2(x[0],x[2],(Edge*2)(e),1,1) for e in (Edge(),Edge(1,0,0),Edge(0,0,1),Edge(0,1,0))])[1])
right('cuStreamBeginCaptureToGraph',lambda d: (g:=d.graph(),f:=d.function(EMPTY,'k'),s:=d.stream(1),d.cuStreamBeginCaptureToGraph(s,g,None,None,0,0),d.launch(f,stream=s),d.cuStreamEndCapture(s,x:=V()),x.value==g.value,nodes(d,g))[3:])
case('cuStreamBeginCaptureToGraph','behind a node',lambda d: (g:=d.graph(),f:=d.function(EMPTY,'k'),d.must.cuGraphAddEmptyNode(n:=V(),g,None,0),s:=d.stream(1),d.cuStreamBeginCaptureToGraph(s,g,(V*1)(n),None,1,0),d.launch(f,stream=s),d.cuStreamEndCapture(s,V()),nodes(d,g))[4:])
case('cuStreamBeginCaptureToGraph','no such mode',lambda d: [d.cuStreamBeginCaptureToGraph(d.stream(),d.graph(),None,None,0,m) for m in (3,-1)])
case('cuStreamBeginCaptureToGraph','null graph',lambda d: d.cuStreamBeginCaptureToGraph(d.stream(),None,None,None,0,0))
case('cuStreamBeginCaptureToGraph','null nodes',lambda d: (d.cuStreamBeginCaptureToGraph(s:=d.stream(),d.graph(),None,None,1,0),finish(d,s))[0])
case('cuStreamBeginCaptureToGraph','a node of another graph',lambda d: (d.must.cuGraphAddEmptyNode(n:=V(),d.graph(),None,0),s:=d.stream(),d.cuStreamBeginCaptureToGraph(s,d.graph(),(V*1)(n),None,1,0),finish(d,s))[2])
case('cuStreamBeginCaptureToGraph','a graph that is being captured to',lambda d: (g:=d.graph(),s:=d.stream(1),t:=d.stream(1),d.cuStreamBeginCaptureToGraph(s,g,None,None,0,2),d.cuStreamBeginCaptureToGraph(t,g,None,None,0,2),finish(d,s),finish(d,t)[0])[3:])
case('cuStreamBeginCaptureToGraph','destroyed graph',lambda d: (g:=d.graph(),d.must.cuGraphDestroy(g),s:=d.stream(),d.cuStreamBeginCaptureToGraph(s,g,None,None,0,0))[3])
right('cuThreadExchangeStreamCaptureMode',lambda d: [(d.cuThreadExchangeStreamCaptureMode(m:=I32(x)),m.value) for x in (1,2,0,0)])
case('cuThreadExchangeStreamCaptureMode','no such mode',lambda d: [(d.cuThreadExchangeStreamCaptureMode(m:=I32(x)),m.value) for x in (3,-1,99)])
case('cuThreadExchangeStreamCaptureMode','null mode',lambda d: d.cuThreadExchangeStreamCaptureMode(None))
# which calls a capture forbids, by mode of the capture and of the thread
UNSAFE={'cuMemAlloc_v2':lambda d: d.cuMemAlloc_v2(U64(),64),'cuMemAllocHost_v2':lambda d: d.cuMemAllocHost_v2(V(),64),'cuCtxSynchronize':lambda d: d.cuCtxSynchronize(),'cuStreamSynchronize':lambda d: d.cuStreamSynchronize(None),'cuEventQuery':lambda d: d.cuEventQuery(d.ev),'cuEventSynchronize':lambda d: d.cuEventSynchronize(d.ev),'cuMemGetInfo_v2':lambda d: d.cuMemGetInfo_v2(SIZE(),SIZE()),'cuModuleLoadData':lambda d: d.cuModuleLoadData(V(),EMPTY.encode()),
        'cuStreamQuery':lambda d: d.cuStreamQuery(d.other),'cuEventCreate':lambda d: d.cuEventCreate(V(),0),'cuMemcpyDtoH_v2':lambda d: d.cuMemcpyDtoH_v2(create_string_buffer(8),d.mem,8),'cuMemsetD8_v2':lambda d: d.cuMemsetD8_v2(d.mem,0,8),'cuMemFree_v2':lambda d: d.cuMemFree_v2(d.mem),'cuEventRecord':lambda d: d.cuEventRecord(d.ev,d.other),'cuStreamDestroy_v2':lambda d: d.cuStreamDestroy_v2(d.other),'cuCtxGetCurrent':lambda d: d.cuCtxGetCurrent(V()),'cuLaunchKernel':lambda d: d.launch(d.fun,stream=d.other)}
def under(d,mode,exchange,f,thread=False):
    """The answer of f while a non-blocking stream captures in the mode, and what became of the capture."""
    d.ev=d.event(); d.mem=d.alloc(); d.other=d.stream(1); d.fun=d.function(EMPTY,'k'); d.must.cuEventRecord(d.ev,None); d.must.cuCtxSynchronize(); s=d.capture(mode)
    if exchange: d.must.cuThreadExchangeStreamCaptureMode(I32(exchange))
    r=d.in_thread(lambda: (d.must.cuCtxSetCurrent(d.ctx),f(d))[1]) if thread else f(d)
    if exchange: d.must.cuThreadExchangeStreamCaptureMode(I32(0))
    return r,d.any.cuStreamEndCapture(s,V())
for n,f in UNSAFE.items(): case(n,'while a stream captures, by mode',lambda d,f=f: [under(d,m,x,f,t) for m,x,t in ((0,0,0),(1,0,0),(2,0,0),(0,2,0),(0,0,1),(1,0,1))],twins=False)

# ---- events
right('cuEventCreate',lambda d: (d.cuEventCreate(e:=V(),0),bool(e.value),d.cuEventDestroy_v2(e)))
case('cuEventCreate','flags',lambda d: [(f,d.cuEventCreate(V(),f)) for f in (0,1,2,3,4,5,6,7,8,0x10,0x80000000)])
case('cuEventCreate','null out-pointer',lambda d: d.cuEventCreate(None,0))
for f in ('cuEventDestroy','cuEventDestroy_v2'):
    right(f,lambda d,f=f: getattr(d,f)(d.event()))
    case(f,'null event',lambda d,f=f: getattr(d,f)(None))
    case(f,'twice',lambda d,f=f: getattr(d,f)(deadev(d)))
    case(f,'wrong kind of handle',lambda d,f=f: getattr(d,f)(d.stream()))
    case(f,'another context is current',lambda d,f=f: (e:=d.event(),d.context(),getattr(d,f)(e))[2])
    case(f,'no current context',lambda d,f=f: (e:=d.event(),d.must.cuCtxSetCurrent(None),getattr(d,f)(e))[2])
    case(f,'recorded, not reached',lambda d,f=f: (s:=d.stream(1),w:=d.busy(s),e:=d.event(),d.must.cuEventRecord(e,s),getattr(d,f)(e),setattr(w,'value',1),d.cuCtxSynchronize())[4:7:2])
EV={'cuEventQuery':lambda d,e: d.cuEventQuery(e),'cuEventSynchronize':lambda d,e: d.cuEventSynchronize(e),'cuEventRecord':lambda d,e: d.cuEventRecord(e,None),'cuEventRecordWithFlags':lambda d,e: d.cuEventRecordWithFlags(e,None,0),'cuStreamWaitEvent':lambda d,e: d.cuStreamWaitEvent(None,e,0),'cuEventElapsedTime':lambda d,e: d.cuEventElapsedTime(F32(),e,e),'cuEventElapsedTime_v2':lambda d,e: d.cuEventElapsedTime_v2(F32(),e,e)}
for n,f in EV.items():
    case(n,'null event',lambda d,f=f: f(d,None))
    case(n,'destroyed event',lambda d,f=f: f(d,deadev(d)))
    case(n,'an event that was never recorded',lambda d,f=f: f(d,d.event()))
    case(n,'an event of another context',lambda d,f=f: (e:=d.event(),d.must.cuEventRecord(e,None),d.must.cuCtxSynchronize(),d.context(),f(d,e))[4])
    case(n,'an event without current context',lambda d,f=f: (e:=d.event(),d.must.cuEventRecord(e,None),d.must.cuCtxSynchronize(),d.must.cuCtxSetCurrent(None),f(d,e))[4])
    case(n,'an event recorded in a capture',lambda d,f=f: (e:=d.event(),s:=d.capture(),d.must.cuEventRecord(e,s),f(d,e),d.any.cuStreamEndCapture(s,V()),f(d,e))[3:])
    case(n,'wrong kind of event handle',lambda d,f=f: f(d,d.stream()),twins=False)
right('cuEventRecord',lambda d: (e:=d.event(),s:=d.stream(),d.cuEventRecord(e,s),d.cuEventSynchronize(e),d.cuEventQuery(e))[2:])
right('cuEventRecordWithFlags',lambda d: (e:=d.event(),s:=d.stream(),d.cuEventRecordWithFlags(e,s,0),d.cuEventSynchronize(e))[2:])
case('cuEventRecordWithFlags','flags',lambda d: (e:=d.event(),s:=d.stream(),[d.cuEventRecordWithFlags(e,s,f) for f in (1,2,3,0x80000000)])[2])
case('cuEventRecordWithFlags','external in a capture',lambda d: (e:=d.event(),s:=d.capture(),d.cuEventRecordWithFlags(e,s,1),d.cuStreamEndCapture(s,g:=V()),nodes(d,g))[2:])
case('cuEventRecord','event and stream of two contexts',lambda d: (e:=d.event(),d.context(),s:=d.stream(),d.cuEventRecord(e,s))[3])
right('cuEventQuery',lambda d: (e:=d.event(),d.must.cuEventRecord(e,None),d.must.cuCtxSynchronize(),d.cuEventQuery(e))[3])
case('cuEventQuery','not reached',lambda d: (s:=d.stream(1),w:=d.busy(s),e:=d.event(),d.must.cuEventRecord(e,s),d.cuEventQuery(e),setattr(w,'value',1),d.cuEventSynchronize(e),d.cuEventQuery(e))[4:8:2])
right('cuEventSynchronize',lambda d: (e:=d.event(),d.must.cuEventRecord(e,None),d.cuEventSynchronize(e),e2:=d.event(1),d.must.cuEventRecord(e2,None),d.cuEventSynchronize(e2))[2:6:3])
for f in ('cuEventElapsedTime','cuEventElapsedTime_v2'):
    g=lambda d,*a,f=f: getattr(d,f)(*a)
    right(f,lambda d,g=g: (a:=d.event(),b:=d.event(),d.must.cuEventRecord(a,None),d.must.cuEventRecord(b,None),d.must.cuEventSynchronize(b),g(d,t:=F32(-1),a,b),t.value>=0)[5:])
    case(f,'null out-pointer',lambda d,g=g: (a:=d.event(),d.must.cuEventRecord(a,None),d.must.cuCtxSynchronize(),g(d,None,a,a))[3])
    case(f,'an event without times',lambda d,g=g: (a:=d.event(2),b:=d.event(),d.must.cuEventRecord(a,None),d.must.cuEventRecord(b,None),d.must.cuCtxSynchronize(),g(d,F32(),a,b),g(d,F32(),b,a))[5:])
    case(f,'not reached',lambda d,g=g: (s:=d.stream(1),a:=d.event(),b:=d.event(),d.must.cuEventRecord(a,s),w:=d.busy(s),d.must.cuEventRecord(b,s),g(d,F32(),a,b),setattr(w,'value',1),d.cuStreamSynchronize(s),g(d,F32(),a,b))[6:10:3])
    case(f,'one never recorded',lambda d,g=g: (a:=d.event(),b:=d.event(),d.must.cuEventRecord(a,None),d.must.cuCtxSynchronize(),g(d,F32(),a,b),g(d,F32(),b,a))[4:])
    case(f,'the later one first',lambda d,g=g: (a:=d.event(),b:=d.event(),d.must.cuEventRecord(a,None),d.must.cuEventRecord(b,None),d.must.cuCtxSynchronize(),g(d,t:=F32(9),b,a),t.value<=0)[5:])
    case(f,'events of two contexts',lambda d,g=g: (a:=d.event(),d.must.cuEventRecord(a,None),d.must.cuCtxSynchronize(),d.context(),b:=d.event(),d.must.cuEventRecord(b,None),d.must.cuCtxSynchronize(),g(d,F32(),a,b))[7])
right('cuStreamWaitEvent',lambda d: (e:=d.event(),s:=d.stream(1),t:=d.stream(1),w:=d.busy(s),d.must.cuEventRecord(e,s),d.cuStreamWaitEvent(t,e,0),d.cuStreamQuery(t),setattr(w,'value',1),d.cuStreamSynchronize(t),d.cuStreamQuery(s))[5:10:1][:2]+(d.cuStreamSynchronize(t),))
case('cuStreamWaitEvent','flags',lambda d: (e:=d.event(),d.must.cuEventRecord(e,None),[d.cuStreamWaitEvent(d.stream(),e,f) for f in (1,2,3,0x80000000)])[2])
case('cuStreamWaitEvent','external in a capture',lambda d: (e:=d.event(),d.must.cuEventRecord(e,None),s:=d.capture(),d.cuStreamWaitEvent(s,e,1),d.cuStreamEndCapture(s,g:=V()),nodes(d,g))[3:])
case('cuStreamWaitEvent','an uncaptured event in a capture',lambda d: (e:=d.event(),d.must.cuEventRecord(e,None),s:=d.capture(),d.cuStreamWaitEvent(s,e,0),d.cuStreamEndCapture(s,V()))[3:])
case('cuStreamWaitEvent','an event of another capture',lambda d: (e:=d.event(),a:=d.capture(),d.must.cuEventRecord(e,a),b:=d.capture(),d.cuStreamWaitEvent(b,e,0),d.cuStreamEndCapture(a,V()),d.cuStreamEndCapture(b,V()))[4:])
