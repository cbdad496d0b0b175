"""Capture of streams into graphs."""
from api import *
from cases.structs import *

def nodes(d,g): n=SIZE(); d.must.cuGraphGetNodes(g,None,n); a=(V*max(1,n.value))(); n.value and d.must.cuGraphGetNodes(g,a,n); return list(a)[:n.value]
def kinds(d,g): t=I32(); return sorted((d.must.cuGraphNodeGetType(V(x),t),t.value)[1] for x in nodes(d,g))
def begin(d,mode=2): s=d.stream(1); d.must.cuStreamBeginCapture_v2(s,mode); d.defer(lambda: d.any.cuStreamEndCapture(s,V())); return s
def end(d,s): g=V(); r=d.cuStreamEndCapture(s,g); return [r,kinds(d,g) if r=='SUCCESS' else g.value]
def status(d,s): x=I32(9); r=d.cuStreamIsCapturing(s,x); return [r,x.value]
def spoiled(d):
    """A capture that something forbidden has invalidated."""
    s=begin(d,0); d.any.cuMemAlloc_v2(U64(),64); return s
for f,b in (('cuStreamBeginCapture_v2',lambda d,s,m: d.cuStreamBeginCapture_v2(s,m)),('cuStreamBeginCapture',lambda d,s,m: d.cuStreamBeginCapture(s))):
    case(f,'right use and what there is',lambda d,b=b: (s:=d.stream(1),p:=d.alloc(),b(d,s,0),d.cuMemsetD32Async(p,1,4,s),end(d,s))[2:])
    case(f,'default streams',lambda d,b=b: [(r:=b(d,x,0),r=='SUCCESS' and end(d,x)) for x in (None,V(1),V(2))])
    case(f,'in another thread',lambda d,b=b: (s:=d.stream(1),p:=d.alloc(),d.in_thread(lambda: (d.cuCtxSetCurrent(d.ctx),b(d,s,0))),d.cuMemsetD32Async(p,1,4,s),end(d,s))[2:])
case('cuStreamBeginCapture_v2','modes',lambda d: [(m,r:=d.cuStreamBeginCapture_v2(s:=d.stream(1),m),r=='SUCCESS' and end(d,s)) for m in (0,1,2,3,-1)])
case('cuStreamEndCapture','right use and what there is',lambda d: (s:=begin(d),end(d,s))[1])
case('cuStreamEndCapture','invalidated',lambda d: (s:=spoiled(d),status(d,s),end(d,s),status(d,s))[1:])
for m in (0,1,2): case('cuStreamEndCapture',f'in another thread, mode {m}',lambda d,m=m: (s:=begin(d,m),d.in_thread(lambda: (d.cuCtxSetCurrent(d.ctx),d.cuStreamEndCapture(s,V()))),status(d,s))[1:])
case('cuStreamEndCapture','a stream that was drawn in',lambda d: (s:=begin(d),t:=d.stream(1),e:=d.event(2),d.must.cuEventRecord(e,s),d.must.cuStreamWaitEvent(t,e,0),status(d,t),d.cuStreamEndCapture(t,V()),status(d,s))[5:])
case('cuStreamEndCapture','not joined',lambda d: (s:=begin(d),t:=d.stream(1),e:=d.event(2),d.must.cuEventRecord(e,s),d.must.cuStreamWaitEvent(t,e,0),d.must.cuMemsetD32Async(d.alloc(),1,4,t),end(d,s),status(d,t))[6:])
case('cuStreamEndCapture','joined',lambda d: (s:=begin(d),t:=d.stream(1),e:=d.event(2),f:=d.event(2),p:=d.alloc(),d.must.cuMemsetD32Async(p,1,4,s),d.must.cuEventRecord(e,s),d.must.cuStreamWaitEvent(t,e,0),d.must.cuMemsetD32Async(p,1,4,t),d.must.cuEventRecord(f,t),d.must.cuStreamWaitEvent(s,f,0),end(d,s),status(d,t))[-2:])
case('cuStreamIsCapturing','right use and what there is',lambda d: (s:=d.stream(1),status(d,s),t:=begin(d),status(d,t))[1::2])
case('cuStreamIsCapturing','invalidated',lambda d: status(d,spoiled(d)))
case('cuStreamIsCapturing','default streams',lambda d: [status(d,x) for x in (None,V(1),V(2))])
case('cuStreamIsCapturing','default streams while another captures',lambda d: (begin(d,0),[status(d,x) for x in (None,V(1),V(2))])[1])
case('cuStreamIsCapturing','default streams while a blocking one captures',lambda d: (s:=d.stream(0),p:=d.alloc(),d.must.cuStreamBeginCapture_v2(s,0),[status(d,x) for x in (None,V(1),V(2))],d.cuMemsetD8Async(p,1,1,None),status(d,s),d.cuStreamEndCapture(s,V()))[3:])
def info(d,s,f):
    st=I32(9); i=U64(9); g=V(); p=V(); n=SIZE(9); e=V()
    a={'cuStreamGetCaptureInfo':(st,i),'cuStreamGetCaptureInfo_v2':(st,i,g,p,n),'cuStreamGetCaptureInfo_v3':(st,i,g,p,e,n)}[f]
    r=getattr(d,f)(s,*a); return [r,st.value]+([i.value>0 and st.value==1]+([g.value is not None,n.value] if f!='cuStreamGetCaptureInfo' else []) if st.value==1 else [])
for f in ('cuStreamGetCaptureInfo','cuStreamGetCaptureInfo_v2','cuStreamGetCaptureInfo_v3'):
    case(f,'right use and what there is',lambda d,f=f: (s:=d.stream(1),info(d,s,f),t:=begin(d),info(d,t,f),d.must.cuMemsetD32Async(d.alloc(),1,4,t),info(d,t,f))[1::2])
    case(f,'invalidated',lambda d,f=f: info(d,spoiled(d),f))
    case(f,'default stream',lambda d,f=f: (info(d,None,f),s:=d.stream(0),d.must.cuStreamBeginCapture_v2(s,0),info(d,None,f),d.cuStreamEndCapture(s,V()))[::3])
    case(f,'the status alone',lambda d,f=f: (getattr(d,f)(begin(d),x:=I32(),*[None]*{'cuStreamGetCaptureInfo':1,'cuStreamGetCaptureInfo_v2':4,'cuStreamGetCaptureInfo_v3':5}[f]),x.value))
def deps(d,s): p=V(); n=SIZE(); d.must.cuStreamGetCaptureInfo_v2(s,I32(),None,None,p,n); return n.value
def graph_of(d,s): g=V(); d.must.cuStreamGetCaptureInfo_v2(s,I32(),None,g,None,None); return g
def node(d,g): n=V(); d.must.cuGraphAddEmptyNode(n,g,None,0); return n
for f,u in (('cuStreamUpdateCaptureDependencies',lambda d,s,a,n,fl: d.cuStreamUpdateCaptureDependencies(s,a,n,fl)),('cuStreamUpdateCaptureDependencies_v2',lambda d,s,a,n,fl: d.cuStreamUpdateCaptureDependencies_v2(s,a,None,n,fl))):
    case(f,'right use and what there is',lambda d,u=u: (s:=begin(d),d.must.cuMemsetD32Async(d.alloc(),1,4,s),x:=node(d,graph_of(d,s)),u(d,s,x,1,0),deps(d,s),u(d,s,x,1,1),deps(d,s),u(d,s,None,0,1),deps(d,s))[3:])
    case(f,'wrong arguments',lambda d,u=u: (s:=begin(d),x:=node(d,graph_of(d,s)),u(d,s,x,1,2),u(d,s,x,1,-1&0xffffffff),u(d,s,None,1,0),u(d,d.stream(1),x,1,0),u(d,s,node(d,d.graph()),1,0),status(d,s))[2:])
    case(f,'invalidated',lambda d,u=u: u(d,spoiled(d),None,0,1))
def tograph(d,g,mode=2,deps=None,n=0,edges=None): s=d.stream(1); r=d.cuStreamBeginCaptureToGraph(s,g,deps,edges,n,mode); d.defer(lambda: d.any.cuStreamEndCapture(s,V())); return s,r
case('cuStreamBeginCaptureToGraph','right use and what there is',lambda d: (g:=d.graph(),p:=d.alloc(),x:=node(d,g),t:=tograph(d,g,0,x,1),t[1],d.must.cuMemsetD32Async(p,1,4,t[0]),d.cuStreamEndCapture(t[0],h:=V()),h.value==g.value,kinds(d,g))[4:])
case('cuStreamBeginCaptureToGraph','wrong arguments',lambda d: (g:=d.graph(),tograph(d,None)[1],tograph(d,g,3)[1],tograph(d,g,0,None,1)[1],tograph(d,g,0,node(d,d.graph()),1)[1],d.cuStreamBeginCaptureToGraph(None,g,None,None,0,0),d.cuStreamBeginCaptureToGraph(begin(d),g,None,None,0,0))[1:])
case('cuStreamBeginCaptureToGraph','a graph that is being captured into',lambda d: (g:=d.graph(),tograph(d,g)[1],tograph(d,g)[1])[1:])
case('cuThreadExchangeStreamCaptureMode','right use and what there is',lambda d: (m:=I32(1),d.cuThreadExchangeStreamCaptureMode(m),m.value,d.cuThreadExchangeStreamCaptureMode(m),m.value)[1:])
case('cuThreadExchangeStreamCaptureMode','what it allows',lambda d: (s:=begin(d,0),m:=I32(2),d.must.cuThreadExchangeStreamCaptureMode(m),d.cuMemAlloc_v2(U64(),64),d.must.cuThreadExchangeStreamCaptureMode(m),status(d,s),d.cuMemAlloc_v2(U64(),64),status(d,s))[3::1])
case('cuThreadExchangeStreamCaptureMode','global capture of another thread',lambda d: (s:=begin(d,0),d.in_thread(lambda: (d.cuCtxSetCurrent(d.ctx),d.cuMemAlloc_v2(U64(),64))),status(d,s))[1:])
# ---- what captured calls become, and what a capture forbids
def captured(d,f): s=begin(d); r=f(s); return [r,end(d,s)]
FN=CFUNCTYPE(None,V)(lambda x: None)
case('cuStreamEndCapture','what calls become',lambda d: (p:=d.alloc(),h:=d.host(),fn:=d.function(),[captured(d,f) for f in (lambda s: d.launch(fn,p,U32(1),stream=s),lambda s: d.cuMemcpyHtoDAsync_v2(p,h,4,s),lambda s: d.cuMemcpyDtoDAsync_v2(p,p.value+64,4,s),lambda s: d.cuMemsetD8Async(p,1,4,s),lambda s: d.cuMemsetD2D32Async(p,16,1,2,2,s),lambda s: d.cuLaunchHostFunc(s,FN,None),lambda s: d.cuEventRecord(d.event(2),s),lambda s: d.cuEventRecordWithFlags(d.event(2),s,1),lambda s: d.cuStreamWaitEvent(s,d.event(2),0),lambda s: d.cuStreamWaitEvent(s,d.event(2),1),lambda s: d.cuMemAllocAsync(U64(),64,s),lambda s: d.cuStreamWriteValue32_v2(s,p,1,0),lambda s: d.cuStreamWaitValue32_v2(s,p,0,0),lambda s: d.cuMemcpyPeerAsync(p,d.ctx,p.value+64,d.ctx,4,s))])[3])
case('cuStreamEndCapture','what is forbidden',lambda d: (e:=d.event(2),p:=d.alloc(),[(r:=[f(s:=begin(d,0)) for _ in (0,)],status(d,s)[1],d.any.cuStreamEndCapture(s,V()))[0:2] for f in (lambda s: d.cuStreamSynchronize(s),lambda s: d.cuStreamQuery(s),lambda s: d.cuCtxSynchronize(),lambda s: d.cuMemFree_v2(p.value+64),lambda s: d.cuMemcpyDtoD_v2(p,p.value+64,4),lambda s: d.cuMemHostAlloc(V(),64,0),lambda s: d.cuEventQuery(e),lambda s: d.cuEventSynchronize(e),lambda s: d.cuStreamAddCallback(s,FN,None,0),lambda s: d.cuMemAllocManaged(U64(),64,1),lambda s: d.cuMemPoolTrimTo(None,0),lambda s: d.cuModuleLoadData(V(),SET.encode()+b'\0'))])[2])
case('cuStreamEndCapture','events of a capture',lambda d: (s:=begin(d,0),e:=d.event(2),d.must.cuEventRecord(e,s),d.cuEventQuery(e),status(d,s),d.cuEventSynchronize(e),status(d,s))[3:])
case('cuStreamEndCapture','a captured event in a stream that does not capture',lambda d: (s:=begin(d,0),e:=d.event(2),d.must.cuEventRecord(e,s),t:=d.stream(0),d.cuStreamWaitEvent(t,e,0),status(d,t))[4:])
