"""Graphs: explicit nodes of every kind, edges, clones, instantiation, updates, launches, conditional nodes, user objects."""
import os,tempfile
from api import *
from cases.structs import *

class Kernel(Structure): _fields_=[('func',V),('grid',U32*3),('block',U32*3),('shared',U32),('params',V),('extra',V)]   # CUDA_KERNEL_NODE_PARAMS_v1
class Kernel2(Structure): _fields_=Kernel._fields_+[('kern',V),('ctx',V)]
class Memset(Structure): _fields_=[('dst',U64),('pitch',SIZE),('value',U32),('size',U32),('w',SIZE),('h',SIZE)]
class Host(Structure): _fields_=[('fn',V),('data',V)]
class Alloc(Structure): _fields_=[('props',PoolProps),('access',V),('n',SIZE),('bytes',SIZE),('ptr',U64)]
class BatchOps(Structure): _fields_=[('ctx',V),('n',U32),('ops',V),('flags',U32)]
class Op(Structure): _fields_=[('op',I32),('addr',U64),('value',U64),('flags',U32),('pad',U32),('alias',U64),('more',U64)]   # CUstreamBatchMemOpParams
class Edge(Structure): _fields_=[('a',c_ubyte),('b',c_ubyte),('type',c_ubyte),('reserved',c_ubyte*5)]   # CUgraphEdgeData
class Params(Structure): _fields_=[('type',I32),('r0',I32*3),('w',U64*29),('r2',U64)]   # CUgraphNodeParams
class Inst(Structure): _fields_=[('flags',U64),('stream',V),('node',V),('result',I32)]   # CUDA_GRAPH_INSTANTIATE_PARAMS
class Update(Structure): _fields_=[('result',I32),('node',V),('from_',V)]   # CUgraphExecUpdateResultInfo
def kparams(d,f=None,p=None,v=5,t=Kernel,grid=(1,1,1),block=(1,1,1)):
    f=f or d.function(); p=p or d.alloc(); a=d.args(U64(p.value),U32(v)); d.keep.append(a); return t(f.value,(U32*3)(*grid),(U32*3)(*block),0,addressof(a),None)
def mset(p,v=7,n=4,size=4,h=1,pitch=0): return Memset(p.value if hasattr(p,'value') else p,pitch,v,size,n,h)
def mcopy(a,b,n=16): x=Copy3(); x.st=x.dt=DEVICE; x.sd=b.value; x.dd=a.value; x.w=n; x.h=x.d=1; x.sp=x.dp=n; x.shh=x.dhh=1; return x
FN=CFUNCTYPE(None,V)(lambda x: None)
def hparams(): return Host(cast(FN,V).value,None)
def empty(d,g,*deps): n=V(); d.must.cuGraphAddEmptyNode(n,g,(V*max(1,len(deps)))(*[x.value for x in deps]),len(deps)); return n
def add(d,g,kind,p=None):
    n=V(); p=p or d.alloc()
    if kind=='kernel': d.must.cuGraphAddKernelNode(n,g,None,0,kparams(d,p=p))
    elif kind=='memcpy': d.must.cuGraphAddMemcpyNode(n,g,None,0,mcopy(p,U64(p.value+64)),d.ctx)
    elif kind=='memset': d.must.cuGraphAddMemsetNode(n,g,None,0,mset(p),d.ctx)
    elif kind=='host': d.must.cuGraphAddHostNode(n,g,None,0,hparams())
    elif kind=='child': d.must.cuGraphAddChildGraphNode(n,g,None,0,d.graph())
    elif kind=='record': d.must.cuGraphAddEventRecordNode(n,g,None,0,d.event(2))
    elif kind=='wait': d.must.cuGraphAddEventWaitNode(n,g,None,0,d.event(2))
    elif kind=='alloc': d.must.cuGraphAddMemAllocNode(n,g,None,0,Alloc(poolprops(),None,0,4096,0))
    elif kind=='ops': d.must.cuGraphAddBatchMemOpNode(n,g,None,0,ops(d,p))
    else: return empty(d,g)
    return n
def ops(d,p,n=1,op=2): o=(Op*max(1,n))(*[Op(op,p.value+64*i,3,0,0,0,0) for i in range(n)]); d.keep.append(o); return BatchOps(d.ctx.value,n,addressof(o),0)
KINDS=('kernel','memcpy','memset','host','child','empty','wait','record','alloc','ops')
TYPE=dict(kernel=0,memcpy=1,memset=2,host=3,child=4,empty=5,wait=6,record=7,alloc=10,ops=12)
def inst(d,g): e=V(); d.must.cuGraphInstantiateWithFlags(e,g,0); d.defer(lambda: d.any.cuGraphExecDestroy(e)); return e
def run(d,g,n=1): e=inst(d,g); r=[d.cuGraphLaunch(e,None) for _ in range(n)]; return r+[d.cuStreamSynchronize(None)]
def dead_graph(d): g=V(); d.must.cuGraphCreate(g,0); d.must.cuGraphDestroy(g); return g
def nodes(d,g): n=SIZE(); d.must.cuGraphGetNodes(g,None,n); a=(V*max(1,n.value))(); n.value and d.must.cuGraphGetNodes(g,a,n); return list(a)[:n.value]
def L(*x): return (V*max(1,len(x)))(*[y.value for y in x])
# ---- graphs
right('cuGraphCreate',lambda d: (d.cuGraphCreate(g:=V(),0),g.value is not None,d.cuGraphDestroy(g)))
case('cuGraphCreate','wrong arguments',lambda d: (d.cuGraphCreate(None,0),d.cuGraphCreate(V(),1),d.cuGraphCreate(V(),0x80000000)))
case('cuGraphCreate','no current context',lambda d: d.cuGraphCreate(V(),0),state='noctx')
right('cuGraphDestroy',lambda d: (g:=d.graph(),empty(d,g),d.cuGraphDestroy(g))[2])
case('cuGraphDestroy','wrong graphs',lambda d: [d.cuGraphDestroy(x) for x in (None,dead_graph(d))])
case('cuGraphDestroy','a child graph',lambda d: (g:=d.graph(),n:=add(d,g,'child'),d.must.cuGraphChildGraphNodeGetGraph(n,c:=V()),d.cuGraphDestroy(c))[3])
case('cuGraphDestroy','an instantiated one',lambda d: (g:=d.graph(),p:=d.alloc(),add(d,g,'memset',p),e:=inst(d,g),d.cuGraphDestroy(g),d.cuGraphLaunch(e,None),d.cuStreamSynchronize(None),d.read(p,2))[4:])
right('cuGraphClone',lambda d: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g,a),d.cuGraphClone(h:=V(),g),len(nodes(d,h)),d.cuGraphNodeFindInClone(x:=V(),a,h),x.value in nodes(d,h),d.cuGraphNodeFindInClone(x,a,g))[3:])
case('cuGraphClone','wrong arguments',lambda d: (d.cuGraphClone(None,d.graph()),d.cuGraphClone(V(),None),d.cuGraphClone(V(),dead_graph(d))))
case('cuGraphClone','memory nodes',lambda d: (g:=d.graph(),add(d,g,'alloc'),d.cuGraphClone(V(),g))[2])
right('cuGraphNodeFindInClone',lambda d: (g:=d.graph(),a:=empty(d,g),d.must.cuGraphClone(h:=V(),g),d.cuGraphNodeFindInClone(x:=V(),a,h),x.value!=a.value)[3:])
case('cuGraphNodeFindInClone','wrong arguments',lambda d: (g:=d.graph(),a:=empty(d,g),d.must.cuGraphClone(h:=V(),g),d.cuGraphNodeFindInClone(None,a,h),d.cuGraphNodeFindInClone(V(),None,h),d.cuGraphNodeFindInClone(V(),a,None),d.cuGraphNodeFindInClone(V(),empty(d,d.graph()),h))[3:])
# ---- nodes of every kind
for k in KINDS: case('cuGraphNodeGetType','of '+k,lambda d,k=k: (d.cuGraphNodeGetType(add(d,d.graph(),k),t:=I32()),t.value))
right('cuGraphNodeGetType',lambda d: (d.cuGraphNodeGetType(empty(d,d.graph()),t:=I32()),t.value))
case('cuGraphNodeGetType','wrong arguments',lambda d: (d.cuGraphNodeGetType(empty(d,d.graph()),None),d.cuGraphNodeGetType(None,I32())))
ADD={'cuGraphAddEmptyNode':lambda d,n,g,l,k,*p: d.cuGraphAddEmptyNode(n,g,l,k),
 'cuGraphAddKernelNode':lambda d,n,g,l,k,*p: d.cuGraphAddKernelNode(n,g,l,k,*(p or (kparams(d),))),
 'cuGraphAddKernelNode_v2':lambda d,n,g,l,k,*p: d.cuGraphAddKernelNode_v2(n,g,l,k,*(p or (kparams(d,t=Kernel2),))),
 'cuGraphAddMemcpyNode':lambda d,n,g,l,k,*p: d.cuGraphAddMemcpyNode(n,g,l,k,*(p or (mcopy(d.alloc(),d.alloc()),)),d.ctx),
 'cuGraphAddMemsetNode':lambda d,n,g,l,k,*p: d.cuGraphAddMemsetNode(n,g,l,k,*(p or (mset(d.alloc()),)),d.ctx),
 'cuGraphAddHostNode':lambda d,n,g,l,k,*p: d.cuGraphAddHostNode(n,g,l,k,*(p or (hparams(),))),
 'cuGraphAddChildGraphNode':lambda d,n,g,l,k,*p: d.cuGraphAddChildGraphNode(n,g,l,k,*(p or (d.graph(),))),
 'cuGraphAddEventRecordNode':lambda d,n,g,l,k,*p: d.cuGraphAddEventRecordNode(n,g,l,k,*(p or (d.event(2),))),
 'cuGraphAddEventWaitNode':lambda d,n,g,l,k,*p: d.cuGraphAddEventWaitNode(n,g,l,k,*(p or (d.event(2),))),
 'cuGraphAddMemAllocNode':lambda d,n,g,l,k,*p: d.cuGraphAddMemAllocNode(n,g,l,k,*(p or (Alloc(poolprops(),None,0,4096,0),))),
 'cuGraphAddBatchMemOpNode':lambda d,n,g,l,k,*p: d.cuGraphAddBatchMemOpNode(n,g,l,k,*(p or (ops(d,d.alloc()),)))}
for f,a in ADD.items():
    right(f,lambda d,a=a: (g:=d.graph(),x:=empty(d,g),a(d,n:=V(),g,L(x),1),n.value is not None,len(nodes(d,g)))[2:])
    case(f,'wrong arguments',lambda d,a=a: (g:=d.graph(),x:=empty(d,g),a(d,None,g,None,0),a(d,V(),None,None,0),a(d,V(),dead_graph(d),None,0),a(d,V(),g,None,1),a(d,V(),g,L(empty(d,d.graph())),1),a(d,V(),g,L(x,x),2),a(d,V(),g,L(V(0)),1),len(nodes(d,g)))[2:])
    if f!='cuGraphAddEmptyNode': case(f,'null parameters',lambda d,a=a: a(d,V(),d.graph(),None,0,None))
case('cuGraphAddKernelNode','parameters',lambda d: (g:=d.graph(),f:=d.function(),[d.cuGraphAddKernelNode(V(),g,None,0,kparams(d,f,**k)) for k in ({'grid':(0,1,1)},{'block':(0,1,1)},{'block':(1025,1,1)},{'grid':(1<<31,1,1)},{'grid':(1,65536,1)},{'block':(1,1,65)})],d.cuGraphAddKernelNode(V(),g,None,0,Kernel(None,(U32*3)(1,1,1),(U32*3)(1,1,1),0,None,None)),d.cuGraphAddKernelNode(V(),g,None,0,Kernel(f.value,(U32*3)(1,1,1),(U32*3)(1,1,1),0,None,None)))[2:])
case('cuGraphAddMemsetNode','parameters',lambda d: (g:=d.graph(),p:=d.alloc(),[d.cuGraphAddMemsetNode(V(),g,None,0,m,d.ctx) for m in (mset(p,size=1),mset(p,size=2),mset(p,size=3),mset(p,size=0),mset(p,size=8),mset(p,n=0),mset(p,h=0),mset(p,h=2,pitch=16),mset(p,h=2,pitch=15),mset(0),mset(0xdead0000),mset(p.value+1),mset(p,v=256,size=1))],d.cuGraphAddMemsetNode(V(),g,None,0,mset(p),None))[2:])
case('cuGraphAddMemcpyNode','parameters',lambda d: (g:=d.graph(),p:=d.alloc(),q:=d.alloc(),c:=mcopy(p,q),setattr(c,'w',0),d.cuGraphAddMemcpyNode(V(),g,None,0,c,d.ctx),[d.cuGraphAddMemcpyNode(V(),g,None,0,mcopy(a,b),d.ctx) for a,b in ((U64(0),q),(p,U64(0)),(U64(0xdead0000),q))],d.cuGraphAddMemcpyNode(V(),g,None,0,mcopy(p,q),None))[5:])
case('cuGraphAddHostNode','without a function',lambda d: d.cuGraphAddHostNode(V(),d.graph(),None,0,Host()))
case('cuGraphAddChildGraphNode','itself',lambda d: (g:=d.graph(),d.cuGraphAddChildGraphNode(V(),g,None,0,g))[1])
case('cuGraphAddChildGraphNode','with memory nodes',lambda d: (g:=d.graph(),c:=d.graph(),add(d,c,'alloc'),d.cuGraphAddChildGraphNode(V(),g,None,0,c))[3])
case('cuGraphAddMemAllocNode','parameters',lambda d: [(d.cuGraphAddMemAllocNode(V(),d.graph(),None,0,Alloc(poolprops(**k),None,n,b,0))) for k,n,b in (({},0,0),({'type':0},0,64),({'lt':0},0,64),({'id':99},0,64),({'handles':1},0,64),({},0,1<<50))])
right('cuGraphAddMemFreeNode',lambda d: (g:=d.graph(),a:=Alloc(poolprops(),None,0,4096,0),d.must.cuGraphAddMemAllocNode(n:=V(),g,None,0,a),d.cuGraphAddMemFreeNode(m:=V(),g,n,1,a.ptr),d.cuGraphMemFreeNodeGetParams(m,x:=U64()),x.value==a.ptr,run(d,g))[3:])
case('cuGraphAddMemFreeNode','wrong arguments',lambda d: (g:=d.graph(),a:=Alloc(poolprops(),None,0,4096,0),d.must.cuGraphAddMemAllocNode(n:=V(),g,None,0,a),d.cuGraphAddMemFreeNode(None,g,n,1,a.ptr),d.cuGraphAddMemFreeNode(V(),None,n,1,a.ptr),d.cuGraphAddMemFreeNode(V(),g,None,0,a.ptr),d.cuGraphAddMemFreeNode(V(),g,n,1,0),d.cuGraphAddMemFreeNode(V(),g,n,1,d.alloc()),d.cuGraphAddMemFreeNode(V(),g,n,1,a.ptr+64),d.cuGraphAddMemFreeNode(V(),g,n,1,a.ptr),d.cuGraphAddMemFreeNode(V(),g,n,1,a.ptr))[3:])
case('cuGraphAddMemAllocNode','used and freed in the graph',lambda d: (g:=d.graph(),a:=Alloc(poolprops(),None,0,4096,0),o:=d.alloc(),d.must.cuGraphAddMemAllocNode(n:=V(),g,None,0,a),d.must.cuGraphAddMemsetNode(m:=V(),g,n,1,mset(a.ptr,9),d.ctx),d.must.cuGraphAddMemcpyNode(c:=V(),g,m,1,mcopy(o,U64(a.ptr)),d.ctx),d.must.cuGraphAddMemFreeNode(V(),g,c,1,a.ptr),run(d,g,2),d.read(o,4))[-2:])
case('cuGraphAddMemAllocNode','not freed: the second launch',lambda d: (g:=d.graph(),a:=Alloc(poolprops(),None,0,4096,0),d.must.cuGraphAddMemAllocNode(n:=V(),g,None,0,a),e:=inst(d,g),d.cuGraphLaunch(e,None),d.cuGraphLaunch(e,None),d.cuMemFreeAsync(a.ptr,None),d.cuGraphLaunch(e,None),d.cuMemFree_v2(a.ptr),d.cuStreamSynchronize(None))[4:])
case('cuGraphAddMemAllocNode','two instances',lambda d: (g:=d.graph(),add(d,g,'alloc'),d.cuGraphInstantiateWithFlags(V(),g,0),d.cuGraphInstantiateWithFlags(V(),g,0))[2:])
case('cuGraphAddMemAllocNode','removal of nodes and edges',lambda d: (g:=d.graph(),n:=add(d,g,'alloc'),x:=empty(d,g,n),d.cuGraphDestroyNode(n),d.cuGraphRemoveDependencies(g,n,x,1))[3:])
# ---- parameters of nodes
def fields(x,*n): return [getattr(x,k) for k in n]
right('cuGraphKernelNodeGetParams',lambda d: (f:=d.function(),n:=V(),d.must.cuGraphAddKernelNode(n,d.graph(),None,0,kparams(d,f,block=(2,3,4))),d.cuGraphKernelNodeGetParams(n,k:=Kernel()),k.func==f.value,list(k.grid),list(k.block),k.shared,k.params is not None,k.extra)[3:])
right('cuGraphKernelNodeGetParams_v2',lambda d: (f:=d.function(),n:=V(),d.must.cuGraphAddKernelNode_v2(n,d.graph(),None,0,kparams(d,f,t=Kernel2,block=(2,3,4))),d.cuGraphKernelNodeGetParams_v2(n,k:=Kernel2()),k.func==f.value,list(k.block),k.kern,k.ctx==d.ctx.value)[3:])
right('cuGraphKernelNodeSetParams',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'kernel',p),d.cuGraphKernelNodeSetParams(n,kparams(d,p=p,v=9)),run(d,g),d.read(p))[3:])
right('cuGraphKernelNodeSetParams_v2',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'kernel',p),d.cuGraphKernelNodeSetParams_v2(n,kparams(d,p=p,v=9,t=Kernel2)),run(d,g),d.read(p))[3:])
right('cuGraphMemsetNodeGetParams',lambda d: (p:=d.alloc(),n:=add(d,d.graph(),'memset',p),d.cuGraphMemsetNodeGetParams(n,m:=Memset()),m.dst==p.value,fields(m,'value','size','w','h'))[2:])
right('cuGraphMemsetNodeSetParams',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'memset',p),d.cuGraphMemsetNodeSetParams(n,mset(p,11,2)),run(d,g),d.read(p,2))[3:])
right('cuGraphMemcpyNodeGetParams',lambda d: (p:=d.alloc(),n:=add(d,d.graph(),'memcpy',p),d.cuGraphMemcpyNodeGetParams(n,c:=Copy3()),c.dd==p.value,c.sd-p.value,fields(c,'w','h','d','st','dt'))[2:])
right('cuGraphMemcpyNodeSetParams',lambda d: (p:=d.alloc(),q:=d.alloc(),d.must.cuMemsetD32_v2(q,3,8),g:=d.graph(),n:=add(d,g,'memcpy',p),d.cuGraphMemcpyNodeSetParams(n,mcopy(p,q)),run(d,g),d.read(p,2))[5:])
right('cuGraphHostNodeGetParams',lambda d: (n:=add(d,d.graph(),'host'),d.cuGraphHostNodeGetParams(n,h:=Host()),h.fn==cast(FN,V).value,h.data)[1:])
right('cuGraphHostNodeSetParams',lambda d: (g:=d.graph(),n:=add(d,g,'host'),d.cuGraphHostNodeSetParams(n,Host(cast(FN,V).value,5)),d.cuGraphHostNodeGetParams(n,h:=Host()),h.data)[2:])
right('cuGraphChildGraphNodeGetGraph',lambda d: (c:=d.graph(),empty(d,c),n:=V(),d.must.cuGraphAddChildGraphNode(n,d.graph(),None,0,c),d.cuGraphChildGraphNodeGetGraph(n,h:=V()),h.value!=c.value,len(nodes(d,h)))[4:])
for w in ('Record','Wait'):
    k=w.lower()
    right(f'cuGraphEvent{w}NodeGetEvent',lambda d,w=w: (e:=d.event(2),n:=V(),getattr(d.must,f'cuGraphAddEvent{w}Node')(n,d.graph(),None,0,e),getattr(d,f'cuGraphEvent{w}NodeGetEvent')(n,x:=V()),x.value==e.value)[3:])
    right(f'cuGraphEvent{w}NodeSetEvent',lambda d,w=w,k=k: (e:=d.event(2),n:=add(d,d.graph(),k),getattr(d,f'cuGraphEvent{w}NodeSetEvent')(n,e),getattr(d,f'cuGraphEvent{w}NodeGetEvent')(n,x:=V()),x.value==e.value)[2:])
    case(f'cuGraphEvent{w}NodeSetEvent','wrong events',lambda d,w=w,k=k: (n:=add(d,d.graph(),k),getattr(d,f'cuGraphEvent{w}NodeSetEvent')(n,None))[1])
right('cuGraphMemAllocNodeGetParams',lambda d: (g:=d.graph(),a:=Alloc(poolprops(),None,0,5000,0),d.must.cuGraphAddMemAllocNode(n:=V(),g,None,0,a),d.cuGraphMemAllocNodeGetParams(n,b:=Alloc()),b.bytes,b.ptr==a.ptr,b.props.type,b.props.loc.type,b.n)[3:])
right('cuGraphMemFreeNodeGetParams',lambda d: (g:=d.graph(),a:=Alloc(poolprops(),None,0,4096,0),d.must.cuGraphAddMemAllocNode(n:=V(),g,None,0,a),d.must.cuGraphAddMemFreeNode(m:=V(),g,n,1,a.ptr),d.cuGraphMemFreeNodeGetParams(m,x:=U64()),x.value==a.ptr)[4:])
right('cuGraphBatchMemOpNodeGetParams',lambda d: (p:=d.alloc(),n:=add(d,d.graph(),'ops',p),d.cuGraphBatchMemOpNodeGetParams(n,b:=BatchOps()),b.n,b.ctx==d.ctx.value,Op.from_address(b.ops).addr==p.value)[2:])
right('cuGraphBatchMemOpNodeSetParams',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'ops',p),d.cuGraphBatchMemOpNodeSetParams(n,ops(d,p,2)),run(d,g),d.read(p.value+64))[3:])
GETS={'cuGraphKernelNodeGetParams':('kernel',Kernel),'cuGraphKernelNodeGetParams_v2':('kernel',Kernel2),'cuGraphMemsetNodeGetParams':('memset',Memset),'cuGraphMemcpyNodeGetParams':('memcpy',Copy3),'cuGraphHostNodeGetParams':('host',Host),'cuGraphChildGraphNodeGetGraph':('child',V),'cuGraphEventRecordNodeGetEvent':('record',V),'cuGraphEventWaitNodeGetEvent':('wait',V),'cuGraphMemAllocNodeGetParams':('alloc',Alloc),'cuGraphMemFreeNodeGetParams':('alloc',U64),'cuGraphBatchMemOpNodeGetParams':('ops',BatchOps)}
for f,(k,t) in GETS.items():
    case(f,'wrong arguments',lambda d,f=f,k=k,t=t: (getattr(d,f)(add(d,d.graph(),k),None),getattr(d,f)(None,t()),getattr(d,f)(empty(d,d.graph()),t())))
SETS={'cuGraphKernelNodeSetParams':('kernel',lambda d: kparams(d)),'cuGraphKernelNodeSetParams_v2':('kernel',lambda d: kparams(d,t=Kernel2)),'cuGraphMemsetNodeSetParams':('memset',lambda d: mset(d.alloc())),'cuGraphMemcpyNodeSetParams':('memcpy',lambda d: mcopy(d.alloc(),d.alloc())),'cuGraphHostNodeSetParams':('host',lambda d: hparams()),'cuGraphBatchMemOpNodeSetParams':('ops',lambda d: ops(d,d.alloc())),'cuGraphEventRecordNodeSetEvent':('record',lambda d: d.event(2)),'cuGraphEventWaitNodeSetEvent':('wait',lambda d: d.event(2))}
for f,(k,p) in SETS.items():
    case(f,'wrong arguments',lambda d,f=f,k=k,p=p: (getattr(d,f)(add(d,d.graph(),k),None),getattr(d,f)(None,p(d)),getattr(d,f)(empty(d,d.graph()),p(d))))
# attributes of kernel nodes
class Value(Structure): _fields_=[('w',U64*8)]
right('cuGraphKernelNodeGetAttribute',lambda d: (n:=add(d,d.graph(),'kernel'),[(a,d.cuGraphKernelNodeGetAttribute(n,a,v:=Value()),v.w[0]) for a in (2,4,8)])[1])
right('cuGraphKernelNodeSetAttribute',lambda d: (n:=add(d,d.graph(),'kernel'),d.cuGraphKernelNodeSetAttribute(n,2,Value((U64*8)(1))),d.cuGraphKernelNodeGetAttribute(n,2,v:=Value()),v.w[0])[1:])
right('cuGraphKernelNodeCopyAttributes',lambda d: (g:=d.graph(),a:=add(d,g,'kernel'),b:=add(d,g,'kernel'),d.must.cuGraphKernelNodeSetAttribute(a,2,Value((U64*8)(1))),d.cuGraphKernelNodeCopyAttributes(b,a),d.cuGraphKernelNodeGetAttribute(b,2,v:=Value()),v.w[0])[4:])
for f in ('cuGraphKernelNodeGetAttribute','cuGraphKernelNodeSetAttribute'): case(f,'wrong arguments',lambda d,f=f: (n:=add(d,d.graph(),'kernel'),[getattr(d,f)(n,a,Value()) for a in (0,3,99,-1)],getattr(d,f)(n,2,None),getattr(d,f)(None,2,Value()),getattr(d,f)(empty(d,d.graph()),2,Value()))[1:])
case('cuGraphKernelNodeCopyAttributes','wrong arguments',lambda d: (g:=d.graph(),a:=add(d,g,'kernel'),d.cuGraphKernelNodeCopyAttributes(a,None),d.cuGraphKernelNodeCopyAttributes(None,a),d.cuGraphKernelNodeCopyAttributes(a,empty(d,g)))[2:])
# ---- any node by one function
def params(d,kind,p):
    x=Params(); x.type=TYPE.get(kind,99)
    if kind=='kernel': s=kparams(d,p=p,t=Kernel2)
    elif kind=='memset': s=mset(p); x.w[5]=d.ctx.value
    elif kind=='host': s=hparams()
    elif kind in('record','wait'): s=V(d.event(2).value)
    elif kind=='alloc': s=Alloc(poolprops(),None,0,4096,0)
    elif kind=='child': s=V(d.graph().value)
    elif kind=='ops': s=ops(d,p)
    elif kind=='memcpy': x.w[1]=d.ctx.value; memmove(addressof(x)+32,addressof(c:=mcopy(p,U64(p.value+64))),sizeof(Copy3)); return x
    else: return x
    memmove(addressof(x)+16,addressof(s),sizeof(s)); return x
for f in ('cuGraphAddNode','cuGraphAddNode_v2','cuGraphAddNode_v3'):
    one=lambda d,f,n,g,l,k,x: getattr(d,f)(n,g,l,*(() if f=='cuGraphAddNode' else (None,)),k,x)
    right(f,lambda d,f=f,one=one: [(k,one(d,f,n:=V(),d.graph(),None,0,params(d,k,d.alloc())),d.cuGraphNodeGetType(n,t:=I32()) if n.value else '',t.value if n.value else -1) for k in KINDS],**({'want':[[k,'SUCCESS','SUCCESS',TYPE[k]] for k in KINDS]} if f.endswith('3') else {}))
    case(f,'wrong arguments',lambda d,f=f,one=one: (g:=d.graph(),x:=params(d,'empty',None),one(d,f,None,g,None,0,x),one(d,f,V(),None,None,0,x),one(d,f,V(),g,None,1,x),one(d,f,V(),g,None,0,None),one(d,f,V(),g,L(empty(d,d.graph())),1,x),one(d,f,V(),dead_graph(d),None,0,x))[2:])
    case(f,'types that are not there',lambda d,f=f,one=one: [one(d,f,V(),d.graph(),None,0,Params(t)) for t in (13,99,-1)])
    case(f,'reserved words',lambda d,f=f,one=one: (x:=params(d,'empty',None),x.r0.__setitem__(0,1),one(d,f,V(),d.graph(),None,0,x),y:=params(d,'empty',None),setattr(y,'r2',1),one(d,f,V(),d.graph(),None,0,y))[2::3])
right('cuGraphNodeSetParams',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'memset',p),x:=params(d,'memset',p),d.cuGraphNodeSetParams(n,x),run(d,g))[4:])
right('cuGraphNodeSetParams_v2',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'memset',p),x:=params(d,'memset',p),d.cuGraphNodeSetParams_v2(n,x),run(d,g))[4:],want=['SUCCESS',['SUCCESS','SUCCESS']])
for f in ('cuGraphNodeSetParams','cuGraphNodeSetParams_v2'): case(f,'wrong arguments',lambda d,f=f: (n:=add(d,d.graph(),'memset'),getattr(d,f)(n,None),getattr(d,f)(None,params(d,'memset',d.alloc())),getattr(d,f)(n,params(d,'kernel',d.alloc())))[1:])
right('cuGraphNodeGetParams',lambda d: (p:=d.alloc(),n:=add(d,d.graph(),'memset',p),d.cuGraphNodeGetParams(n,x:=Params()),x.type,x.w[0]==p.value)[2:],want=['SUCCESS',2,True])
right('cuGraphExecNodeSetParams',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'memset',p),e:=inst(d,g),x:=params(d,'memset',p),x.w.__setitem__(2,13|4<<32),d.cuGraphExecNodeSetParams(e,n,x),d.cuGraphLaunch(e,None),d.cuStreamSynchronize(None),d.read(p,2))[6:])
case('cuGraphExecNodeSetParams','wrong arguments',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'memset',p),e:=inst(d,g),x:=params(d,'memset',p),d.cuGraphExecNodeSetParams(None,n,x),d.cuGraphExecNodeSetParams(e,None,x),d.cuGraphExecNodeSetParams(e,n,None),d.cuGraphExecNodeSetParams(e,n,params(d,'kernel',p)),d.cuGraphExecNodeSetParams(e,empty(d,d.graph()),x))[5:])
# ---- edges
def pairs(d,g):
    n=SIZE(); d.must.cuGraphGetEdges(g,None,None,n); a=(V*max(1,n.value))(); b=(V*max(1,n.value))(); n.value and d.must.cuGraphGetEdges(g,a,b,n); return list(zip(list(a)[:n.value],list(b)[:n.value]))
EDGE={'cuGraphAddDependencies':lambda d,g,a,b,n: d.cuGraphAddDependencies(g,a,b,n),'cuGraphAddDependencies_v2':lambda d,g,a,b,n: d.cuGraphAddDependencies_v2(g,a,b,None,n),'cuGraphRemoveDependencies':lambda d,g,a,b,n: d.cuGraphRemoveDependencies(g,a,b,n),'cuGraphRemoveDependencies_v2':lambda d,g,a,b,n: d.cuGraphRemoveDependencies_v2(g,a,b,None,n)}
for f,e in EDGE.items():
    right(f,lambda d,e=e,f=f: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g,*((a,) if 'Remove' in f else ())),e(d,g,a,b,1),len(pairs(d,g)))[3:])
    case(f,'wrong arguments',lambda d,e=e: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g),e(d,None,a,b,1),e(d,g,None,b,1),e(d,g,a,None,1),e(d,g,None,None,0),e(d,g,a,empty(d,d.graph()),1),e(d,dead_graph(d),a,b,1))[3:])
    case(f,'twice',lambda d,e=e: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g),e(d,g,a,b,1),e(d,g,a,b,1),len(pairs(d,g)))[3:])
    case(f,'to itself, in a circle',lambda d,e=e: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g,a),e(d,g,a,a,1),e(d,g,b,a,1),d.cuGraphInstantiateWithFlags(V(),g,0))[3:])
case('cuGraphAddDependencies_v2','edge data',lambda d: (g:=d.graph(),[(x:=add(d,g,'kernel'),y:=add(d,g,'kernel'),d.cuGraphAddDependencies_v2(g,x,y,Edge(a,b,t),1))[2] for a,b,t in ((0,0,0),(1,0,1),(2,0,1),(0,0,1),(1,0,0),(0,1,0),(3,0,1),(0,0,2))],x:=empty(d,g),y:=empty(d,g),d.cuGraphAddDependencies_v2(g,x,y,Edge(1,0,1),1))[1::3])
right('cuGraphGetEdges',lambda d: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g,a),d.cuGraphGetEdges(g,x:=(V*3)(),y:=(V*3)(),n:=SIZE(3)),n.value,x[0]==a.value,y[0]==b.value,x[1])[3:])
right('cuGraphGetEdges_v2',lambda d: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g,a),d.cuGraphGetEdges_v2(g,x:=(V*3)(),y:=(V*3)(),(Edge*3)(),n:=SIZE(3)),n.value,x[0]==a.value,y[0]==b.value)[3:])
case('cuGraphGetEdges','too little room',lambda d: (g:=d.graph(),a:=empty(d,g),empty(d,g,a),empty(d,g,a),d.cuGraphGetEdges(g,x:=(V*1)(),y:=(V*1)(),n:=SIZE(1)),n.value,d.cuGraphGetEdges(g,x,y,n:=SIZE(0)),n.value)[4:])
case('cuGraphGetEdges','wrong arguments',lambda d: (g:=d.graph(),d.cuGraphGetEdges(g,None,None,None),d.cuGraphGetEdges(None,None,None,SIZE()),d.cuGraphGetEdges(dead_graph(d),None,None,SIZE()),d.cuGraphGetEdges(g,(V*1)(),None,SIZE(1)),d.cuGraphGetEdges(g,None,(V*1)(),SIZE(1)))[1:])
def programmatic(d): g=d.graph(); a=add(d,g,'kernel'); b=add(d,g,'kernel'); d.must.cuGraphAddDependencies_v2(g,a,b,Edge(1,0,1),1); return g,a,b
for f,q in (('cuGraphGetEdges',lambda d,g,a,b: d.cuGraphGetEdges(g,(V*1)(),(V*1)(),SIZE(1))),('cuGraphNodeGetDependencies',lambda d,g,a,b: d.cuGraphNodeGetDependencies(b,(V*1)(),SIZE(1))),('cuGraphNodeGetDependentNodes',lambda d,g,a,b: d.cuGraphNodeGetDependentNodes(a,(V*1)(),SIZE(1))),
 ('cuGraphGetEdges_v2',lambda d,g,a,b: d.cuGraphGetEdges_v2(g,(V*1)(),(V*1)(),None,SIZE(1))),('cuGraphNodeGetDependencies_v2',lambda d,g,a,b: d.cuGraphNodeGetDependencies_v2(b,(V*1)(),None,SIZE(1))),('cuGraphNodeGetDependentNodes_v2',lambda d,g,a,b: d.cuGraphNodeGetDependentNodes_v2(a,(V*1)(),None,SIZE(1)))):
    case(f,'an edge with data',lambda d,q=q: q(d,*programmatic(d)))
case('cuGraphGetEdges_v2','the data of an edge',lambda d: (d.cuGraphGetEdges_v2(programmatic(d)[0],(V*1)(),(V*1)(),e:=Edge(),SIZE(1)),e.a,e.b,e.type))
LIST={'cuGraphGetNodes':lambda d,g,a,b,x,n: d.cuGraphGetNodes(g,x,n),'cuGraphGetRootNodes':lambda d,g,a,b,x,n: d.cuGraphGetRootNodes(g,x,n),'cuGraphNodeGetDependencies':lambda d,g,a,b,x,n: d.cuGraphNodeGetDependencies(b,x,n),'cuGraphNodeGetDependencies_v2':lambda d,g,a,b,x,n: d.cuGraphNodeGetDependencies_v2(b,x,None,n),'cuGraphNodeGetDependentNodes':lambda d,g,a,b,x,n: d.cuGraphNodeGetDependentNodes(a,x,n),'cuGraphNodeGetDependentNodes_v2':lambda d,g,a,b,x,n: d.cuGraphNodeGetDependentNodes_v2(a,x,None,n)}
def abc(d): g=d.graph(); a=empty(d,g); b=empty(d,g,a); return g,a,b
for f,q in LIST.items():
    right(f,lambda d,q=q: (s:=abc(d),q(d,*s,None,n:=SIZE(9)),n.value,q(d,*s,x:=(V*4)(7,7,7,7),n:=SIZE(4)),n.value,[y in (s[1].value,s[2].value) for y in x],[y is None for y in x])[1:])
    case(f,'too little room',lambda d,q=q: (s:=abc(d),q(d,*s,x:=(V*2)(7,7),n:=SIZE(0)),n.value,q(d,*s,x,n:=SIZE(1)),n.value,x[1])[1:])
    case(f,'wrong arguments',lambda d,q=q: (s:=abc(d),q(d,*s,None,None),q(d,None,None,None,None,SIZE()))[1:])
right('cuGraphDestroyNode',lambda d: (s:=abc(d),d.cuGraphDestroyNode(s[1]),len(nodes(d,s[0])),pairs(d,s[0]))[1:])
case('cuGraphDestroyNode','wrong nodes',lambda d: [d.cuGraphDestroyNode(None)])
right('cuGraphNodeGetContainingGraph',lambda d: (s:=abc(d),d.cuGraphNodeGetContainingGraph(s[1],g:=V()),g.value==s[0].value)[1:],want=['SUCCESS',True])
right('cuGraphNodeGetLocalId',lambda d: (s:=abc(d),d.cuGraphNodeGetLocalId(s[1],a:=U32()),d.cuGraphNodeGetLocalId(s[2],b:=U32()),a.value!=b.value)[1:],want=['SUCCESS','SUCCESS',True])
right('cuGraphNodeGetToolsId',lambda d: (s:=abc(d),d.cuGraphNodeGetToolsId(s[1],a:=U64()),d.cuGraphNodeGetToolsId(s[2],b:=U64()),a.value!=b.value)[1:],want=['SUCCESS','SUCCESS',True])
right('cuGraphGetId',lambda d: (d.cuGraphGetId(d.graph(),a:=U32()),d.cuGraphGetId(d.graph(),b:=U32()),a.value!=b.value),want=['SUCCESS','SUCCESS',True])
right('cuGraphExecGetId',lambda d: d.cuGraphExecGetId(inst(d,abc(d)[0]),U32()),want='SUCCESS')
for f,x in (('cuGraphNodeGetContainingGraph',V),('cuGraphNodeGetLocalId',U32),('cuGraphNodeGetToolsId',U64),('cuGraphNodeGetParams',Params)): case(f,'wrong arguments',lambda d,f=f,x=x: (getattr(d,f)(empty(d,d.graph()),None),getattr(d,f)(None,x())),want=['INVALID_VALUE']*2)
# ---- execution
right('cuGraphInstantiate',lambda d: (g:=abc(d)[0],d.cuGraphInstantiate(e:=V(),g,V(),None,0),d.cuGraphExecDestroy(e))[1:])
right('cuGraphInstantiate_v2',lambda d: (g:=abc(d)[0],d.cuGraphInstantiate_v2(e:=V(),g,V(),text(64),64),d.cuGraphExecDestroy(e))[1:])
right('cuGraphInstantiateWithFlags',lambda d: (g:=abc(d)[0],[(f,d.cuGraphInstantiateWithFlags(e:=V(),g,f),e.value and d.cuGraphExecDestroy(e)) for f in (0,1,8)])[1])
right('cuGraphInstantiateWithParams',lambda d: (g:=abc(d)[0],p:=Inst(0,None,V(7).value,9),d.cuGraphInstantiateWithParams(e:=V(),g,p),p.result,p.node,d.cuGraphExecDestroy(e))[2:])
I={'cuGraphInstantiate':lambda d,e,g: d.cuGraphInstantiate(e,g,None,None,0),'cuGraphInstantiate_v2':lambda d,e,g: d.cuGraphInstantiate_v2(e,g,None,None,0),'cuGraphInstantiateWithFlags':lambda d,e,g: d.cuGraphInstantiateWithFlags(e,g,0),'cuGraphInstantiateWithParams':lambda d,e,g: d.cuGraphInstantiateWithParams(e,g,Inst())}
for f,i in I.items():
    case(f,'wrong arguments',lambda d,i=i: (i(d,None,abc(d)[0]),i(d,V(),None),i(d,V(),dead_graph(d))))
    case(f,'an empty graph',lambda d,i=i: i(d,V(),d.graph()))
    case(f,'a circle',lambda d,i=i: (g:=d.graph(),a:=empty(d,g),b:=empty(d,g,a),d.cuGraphAddDependencies(g,b,a,1),i(d,V(),g))[3:])
case('cuGraphInstantiateWithFlags','flags',lambda d: [(f,d.cuGraphInstantiateWithFlags(V(),abc(d)[0],f)) for f in (2,4,5,16,32,1<<63)])
case('cuGraphInstantiateWithParams','flags and streams',lambda d: [(f,d.cuGraphInstantiateWithParams(V(),abc(d)[0],p:=Inst(f,s,None,9)),p.result) for f,s in ((2,d.stream(1).value),(2,None),(16,None),(4,None),(0,destroyed_stream(d).value))])
case('cuGraphInstantiateWithParams','null parameters',lambda d: d.cuGraphInstantiateWithParams(V(),abc(d)[0],None))
right('cuGraphExecDestroy',lambda d: (e:=V(),d.must.cuGraphInstantiateWithFlags(e,abc(d)[0],0),d.cuGraphExecDestroy(e))[2])
case('cuGraphExecDestroy','wrong graphs',lambda d: [d.cuGraphExecDestroy(None)])
right('cuGraphExecGetFlags',lambda d: [(d.must.cuGraphInstantiateWithFlags(e:=V(),abc(d)[0],f),d.cuGraphExecGetFlags(e,x:=U64(9)),x.value)[1:] for f in (0,1,8)])
right('cuGraphLaunch',lambda d: (g:=d.graph(),p:=d.alloc(),q:=d.alloc(),a:=add(d,g,'memset',p),d.must.cuGraphAddMemcpyNode(V(),g,a,1,mcopy(q,p),d.ctx),run(d,g),d.read(q,4))[5:])
case('cuGraphLaunch','wrong arguments',lambda d: (e:=inst(d,abc(d)[0]),d.cuGraphLaunch(None,None))[1:])
case('cuGraphLaunch','in streams',lambda d: (e:=inst(d,abc(d)[0]),[d.cuGraphLaunch(e,s) for s in (None,V(1),V(2),d.stream(1))],d.cuCtxSynchronize())[1:])
case('cuGraphLaunch','while capturing',lambda d: (e:=inst(d,abc(d)[0]),s:=d.capture(),d.cuGraphLaunch(e,s),d.cuStreamEndCapture(s,g:=V()),g.value is not None)[2:])
right('cuGraphUpload',lambda d: (e:=inst(d,abc(d)[0]),d.cuGraphUpload(e,None))[1])
case('cuGraphUpload','wrong arguments',lambda d: (e:=inst(d,abc(d)[0]),d.cuGraphUpload(None,None),d.cuGraphUpload(e,d.capture()))[1:])
case('cuGraphExecGetFlags','wrong arguments',lambda d: (d.cuGraphExecGetFlags(inst(d,abc(d)[0]),None),d.cuGraphExecGetFlags(None,U64())))
def switched(d): p=d.alloc(); d.must.cuMemsetD32_v2(p,0,16); g=d.graph(); n=add(d,g,'memset',p); return p,g,n,inst(d,g)
right('cuGraphNodeSetEnabled',lambda d: (s:=switched(d),d.cuGraphNodeSetEnabled(s[3],s[2],0),d.cuGraphNodeGetEnabled(s[3],s[2],x:=U32(9)),x.value,d.cuGraphLaunch(s[3],None),d.read(s[0]),d.cuGraphNodeSetEnabled(s[3],s[2],1),d.cuGraphLaunch(s[3],None),d.read(s[0]))[1:])
right('cuGraphNodeGetEnabled',lambda d: (s:=switched(d),d.cuGraphNodeGetEnabled(s[3],s[2],x:=U32(9)),x.value)[1:])
case('cuGraphNodeSetEnabled','other values and kinds',lambda d: (s:=switched(d),d.cuGraphNodeSetEnabled(s[3],s[2],2),[(k,(g:=d.graph(),n:=add(d,g,k),d.cuGraphNodeSetEnabled(inst(d,g),n,0))[2]) for k in KINDS])[1:])
for f,x in (('cuGraphNodeSetEnabled',lambda: 1),('cuGraphNodeGetEnabled',U32)): case(f,'wrong arguments',lambda d,f=f,x=x: (s:=switched(d),getattr(d,f)(None,s[2],x()),getattr(d,f)(s[3],None,x()),getattr(d,f)(s[3],add(d,d.graph(),'memset'),x()))[1:])
# ---- changes to an executable graph
def changed(d,k,call):
    p=d.alloc(); d.must.cuMemsetD32_v2(p,0,64); g=d.graph(); n=add(d,g,k,p); e=inst(d,g); return [call(d,e,n,p),d.cuGraphLaunch(e,None),d.cuStreamSynchronize(None),d.read(p,2)]
EXEC={'cuGraphExecKernelNodeSetParams':('kernel',lambda d,e,n,p: d.cuGraphExecKernelNodeSetParams(e,n,p and kparams(d,p=p,v=21))),'cuGraphExecKernelNodeSetParams_v2':('kernel',lambda d,e,n,p: d.cuGraphExecKernelNodeSetParams_v2(e,n,p and kparams(d,p=p,v=21,t=Kernel2))),'cuGraphExecMemsetNodeSetParams':('memset',lambda d,e,n,p: d.cuGraphExecMemsetNodeSetParams(e,n,p and mset(p,22),d.ctx)),'cuGraphExecMemcpyNodeSetParams':('memcpy',lambda d,e,n,p: d.cuGraphExecMemcpyNodeSetParams(e,n,p and mcopy(p,U64(p.value+128)),d.ctx)),'cuGraphExecHostNodeSetParams':('host',lambda d,e,n,p: d.cuGraphExecHostNodeSetParams(e,n,p and hparams())),'cuGraphExecBatchMemOpNodeSetParams':('ops',lambda d,e,n,p: d.cuGraphExecBatchMemOpNodeSetParams(e,n,p and ops(d,p))),'cuGraphExecEventRecordNodeSetEvent':('record',lambda d,e,n,p: d.cuGraphExecEventRecordNodeSetEvent(e,n,p and d.event(2))),'cuGraphExecEventWaitNodeSetEvent':('wait',lambda d,e,n,p: d.cuGraphExecEventWaitNodeSetEvent(e,n,p and d.event(2))),'cuGraphExecChildGraphNodeSetParams':('child',lambda d,e,n,p: d.cuGraphExecChildGraphNodeSetParams(e,n,p and d.graph()))}
for f,(k,call) in EXEC.items():
    right(f,lambda d,k=k,call=call: changed(d,k,call))
    case(f,'wrong arguments',lambda d,k=k,call=call: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,k,p),e:=inst(d,g),call(d,None,n,p),call(d,e,None,p),call(d,e,n,None),call(d,e,empty(d,d.graph()),p),call(d,e,add(d,d.graph(),k),p))[4:])
case('cuGraphExecMemsetNodeSetParams','what may not change',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'memset',p),e:=inst(d,g),[d.cuGraphExecMemsetNodeSetParams(e,n,x,d.ctx) for x in (mset(p,1,8),mset(p,1,4,1),mset(p,1,4,4,2,64),mset(d.alloc(),1,4))])[4])
case('cuGraphExecMemcpyNodeSetParams','what may not change',lambda d: (p:=d.alloc(),g:=d.graph(),n:=add(d,g,'memcpy',p),e:=inst(d,g),[d.cuGraphExecMemcpyNodeSetParams(e,n,mcopy(a,b,k),d.ctx) for a,b,k in ((p,d.alloc(),32),(p,U64(d.host().value),16),(p,managed(d),16))])[4])
case('cuGraphExecKernelNodeSetParams','another kernel',lambda d: (g:=d.graph(),n:=add(d,g,'kernel'),e:=inst(d,g),d.cuGraphExecKernelNodeSetParams(e,n,Kernel(d.function(EMPTY,'k').value,(U32*3)(1,1,1),(U32*3)(1,1,1),0,None,None)))[3])
case('cuGraphExecChildGraphNodeSetParams','another shape',lambda d: (g:=d.graph(),n:=add(d,g,'child'),e:=inst(d,g),c:=d.graph(),empty(d,c),d.cuGraphExecChildGraphNodeSetParams(e,n,c))[5])
def updated(d,old,new,f='cuGraphExecUpdate_v2'):
    g=d.graph(); old(g); h=d.graph(); new(h); e=inst(d,g)
    if f=='cuGraphExecUpdate': r=d.cuGraphExecUpdate(e,h,n:=V(),x:=I32(9)); return [r,x.value,n.value is not None]
    r=d.cuGraphExecUpdate_v2(e,h,u:=Update(9)); return [r,u.result,u.node is not None,u.from_ is not None]
for f in ('cuGraphExecUpdate','cuGraphExecUpdate_v2'):
    right(f,lambda d,f=f: (p:=d.alloc(),updated(d,lambda g: add(d,g,'memset',p),lambda g: add(d,g,'memset',p),f))[1])
    case(f,'differences',lambda d,f=f: (p:=d.alloc(),[updated(d,a,b,f) for a,b in ((lambda g: add(d,g,'memset',p),lambda g: add(d,g,'kernel',p)),(lambda g: add(d,g,'memset',p),lambda g: None),(lambda g: add(d,g,'memset',p),lambda g: (add(d,g,'memset',p),add(d,g,'memset',p))),(lambda g: empty(d,g,empty(d,g)),lambda g: (empty(d,g),empty(d,g))),(lambda g: add(d,g,'memset',p),lambda g: d.must.cuGraphAddMemsetNode(V(),g,None,0,mset(p,1,8),d.ctx)),(lambda g: add(d,g,'kernel',p),lambda g: d.must.cuGraphAddKernelNode(V(),g,None,0,Kernel(d.function(EMPTY,'k').value,(U32*3)(1,1,1),(U32*3)(1,1,1),0,None,None))),(lambda g: add(d,g,'child'),lambda g: add(d,g,'child')))])[1])
case('cuGraphExecUpdate','wrong arguments',lambda d: (e:=inst(d,abc(d)[0]),g:=abc(d)[0],d.cuGraphExecUpdate(None,g,V(),I32()),d.cuGraphExecUpdate(e,None,V(),I32()),d.cuGraphExecUpdate(e,g,None,I32()),d.cuGraphExecUpdate(e,g,V(),None),d.cuGraphExecUpdate(e,dead_graph(d),V(),I32()))[2:])
case('cuGraphExecUpdate_v2','wrong arguments',lambda d: (e:=inst(d,abc(d)[0]),g:=abc(d)[0],d.cuGraphExecUpdate_v2(None,g,Update()),d.cuGraphExecUpdate_v2(e,None,Update()),d.cuGraphExecUpdate_v2(e,g,None),d.cuGraphExecUpdate_v2(e,dead_graph(d),Update()))[2:])
# ---- conditional nodes
def cond(d,g,type=0,size=1,default=1,flags=1,handle=None):
    h=U64(handle or 0); handle is None and d.must.cuGraphConditionalHandleCreate(h,g,d.ctx,default,flags); x=Params(13); x.w[0]=h.value; x.w[1]=(type&0xffffffff)|size<<32; x.w[3]=d.ctx.value; r=d.cuGraphAddNode_v2(n:=V(),g,None,None,0,x); return r,n,x
def bodies(x,n): return list((V*n).from_address(x.w[2]))
right('cuGraphConditionalHandleCreate',lambda d: (d.cuGraphConditionalHandleCreate(h:=U64(),d.graph(),d.ctx,1,1),h.value!=0))
case('cuGraphConditionalHandleCreate','wrong arguments',lambda d: (g:=d.graph(),d.cuGraphConditionalHandleCreate(None,g,d.ctx,1,1),d.cuGraphConditionalHandleCreate(U64(),None,d.ctx,1,1),d.cuGraphConditionalHandleCreate(U64(),g,None,1,1),[d.cuGraphConditionalHandleCreate(U64(),g,d.ctx,1,f) for f in (0,2,3)],d.cuGraphConditionalHandleCreate(U64(),dead_graph(d),d.ctx,1,1))[1:])
for n,a,v in (('if',dict(type=0,default=1),1),('if not',dict(type=0,default=0),0),('if of two',dict(type=0,size=2,default=0),2),('switch',dict(type=2,size=3,default=1),2),('switch to none',dict(type=2,size=3,default=9),0)):
    case('cuGraphAddNode_v2','conditional: '+n,lambda d,a=a: (p:=d.alloc(),d.must.cuMemsetD32_v2(p,0,16),g:=d.graph(),c:=cond(d,g,**a),k:=a.get('size',1),[d.must.cuGraphAddMemsetNode(V(),V(b),None,0,mset(p,i+1),d.ctx) for i,b in enumerate(bodies(c[2],k))],c[0],run(d,g),d.read(p))[6:])
case('cuGraphAddNode_v2','conditional: wrong parameters',lambda d: (g:=d.graph(),cond(d,g,handle=5)[0],cond(d,g,type=3)[0],cond(d,g,size=0)[0],cond(d,g,size=3)[0],cond(d,g,type=1,size=2)[0],h:=U64(),d.must.cuGraphConditionalHandleCreate(h,d.graph(),d.ctx,1,1),cond(d,g,handle=h.value)[0])[1:6])
case('cuGraphAddNode_v2','conditional: a handle twice',lambda d: (g:=d.graph(),d.must.cuGraphConditionalHandleCreate(h:=U64(),g,d.ctx,1,1),cond(d,g,handle=h.value)[0],cond(d,g,handle=h.value)[0])[2:])
case('cuGraphAddNode_v2','conditional: nodes that a body may not have',lambda d: [(k,(g:=d.graph(),c:=cond(d,g),add(d,V(bodies(c[2],1)[0]),k),d.cuGraphInstantiateWithFlags(V(),g,0))[3]) for k in ('kernel','memset','memcpy','empty','child')])
case('cuGraphAddHostNode','in the body of a conditional node',lambda d: (g:=d.graph(),c:=cond(d,g),d.cuGraphAddHostNode(V(),V(bodies(c[2],1)[0]),None,0,hparams()))[2])
case('cuGraphAddEventRecordNode','in the body of a conditional node',lambda d: (g:=d.graph(),c:=cond(d,g),d.cuGraphAddEventRecordNode(V(),V(bodies(c[2],1)[0]),None,0,d.event(2)))[2])
case('cuGraphAddMemAllocNode','in the body of a conditional node',lambda d: (g:=d.graph(),c:=cond(d,g),d.cuGraphAddMemAllocNode(V(),V(bodies(c[2],1)[0]),None,0,Alloc(poolprops(),None,0,4096,0)))[2])
case('cuGraphClone','a conditional node',lambda d: (g:=d.graph(),cond(d,g),d.cuGraphClone(V(),g))[2])
# ---- pictures
def dot(d,path,flags=0): r=d.cuGraphDebugDotPrint(abc(d)[0],path,flags); return r
def dotfile(d,f): p=tempfile.mktemp('.dot'); r=dot(d,p.encode(),f); t=open(p).read() if os.path.exists(p) else ''; os.path.exists(p) and os.unlink(p); return [r,t.startswith('digraph'),t.count('->')]
right('cuGraphDebugDotPrint',lambda d: [dotfile(d,f) for f in (0,1,0x7ff)])
case('cuGraphDebugDotPrint','wrong arguments',lambda d: (d.cuGraphDebugDotPrint(None,b'/tmp/x.dot',0),dot(d,None),dot(d,b'/no/such/folder/x.dot'),d.cuGraphDebugDotPrint(dead_graph(d),b'/tmp/x.dot',0),dot(d,b'/dev/null',0x80000000)))
# ---- user objects
def counter():
    c=[0]
    def f(_): c[0]+=1
    return c,CFUNCTYPE(None,V)(f)
def settle(c,n):
    t=time.monotonic()
    while c[0]<n and time.monotonic()-t<5: time.sleep(0.01)
    return c[0]
def obj(d,n=1): c,f=counter(); d.keep.append(f); o=V(); d.must.cuUserObjectCreate(o,V(5),f,n,1); return c,o
right('cuUserObjectCreate',lambda d: (c:=counter(),d.keep.append(c[1]),d.cuUserObjectCreate(o:=V(),V(5),c[1],1,1),d.cuUserObjectRelease(o,1),settle(c[0],1))[2:])
case('cuUserObjectCreate','wrong arguments',lambda d: (c:=counter(),d.keep.append(c[1]),d.cuUserObjectCreate(None,V(5),c[1],1,1),d.cuUserObjectCreate(V(),V(5),None,1,1),d.cuUserObjectCreate(V(),V(5),c[1],0,1),[d.cuUserObjectCreate(V(),V(5),c[1],1,f) for f in (0,2,3)],d.cuUserObjectCreate(V(),None,c[1],1,1),d.cuUserObjectCreate(V(),V(5),c[1],0x80000000,1))[2:])
right('cuUserObjectRetain',lambda d: (o:=obj(d),d.cuUserObjectRetain(o[1],2),d.cuUserObjectRelease(o[1],2),o[0][0],d.cuUserObjectRelease(o[1],1),settle(o[0],1))[1:])
right('cuUserObjectRelease',lambda d: (o:=obj(d,3),d.cuUserObjectRelease(o[1],3),settle(o[0],1))[1:])
for f in ('cuUserObjectRetain','cuUserObjectRelease'): case(f,'wrong arguments',lambda d,f=f: (o:=obj(d,5),getattr(d,f)(None,1),getattr(d,f)(o[1],0),getattr(d,f)(o[1],0x80000000))[1:])
right('cuGraphRetainUserObject',lambda d: (o:=obj(d),g:=d.graph(),d.cuGraphRetainUserObject(g,o[1],1,1),d.must.cuGraphDestroy(g),settle(o[0],1))[2::2])
case('cuGraphRetainUserObject','not moved',lambda d: (o:=obj(d),g:=d.graph(),d.cuGraphRetainUserObject(g,o[1],2,0),d.must.cuGraphDestroy(g),o[0][0],d.cuUserObjectRelease(o[1],1),settle(o[0],1))[2:])
case('cuGraphRetainUserObject','lives with an executable graph',lambda d: (o:=obj(d),g:=abc(d)[0],d.must.cuGraphRetainUserObject(g,o[1],1,1),d.must.cuGraphInstantiateWithFlags(e:=V(),g,0),d.must.cuGraphDestroy(g),o[0][0],d.must.cuGraphExecDestroy(e),settle(o[0],1))[5:])
case('cuGraphRetainUserObject','wrong arguments',lambda d: (o:=obj(d,9),g:=d.graph(),d.cuGraphRetainUserObject(None,o[1],1,0),d.cuGraphRetainUserObject(g,None,1,0),d.cuGraphRetainUserObject(g,o[1],0,0),[d.cuGraphRetainUserObject(g,o[1],1,f) for f in (2,3)],d.cuGraphRetainUserObject(dead_graph(d),o[1],1,0),d.cuGraphRetainUserObject(g,o[1],0x80000000,0))[2:])
right('cuGraphReleaseUserObject',lambda d: (o:=obj(d),g:=d.graph(),d.must.cuGraphRetainUserObject(g,o[1],1,1),d.cuGraphReleaseUserObject(g,o[1],1),settle(o[0],1))[3:])
case('cuGraphReleaseUserObject','wrong arguments',lambda d: (o:=obj(d,9),g:=d.graph(),d.cuGraphReleaseUserObject(g,o[1],1),d.must.cuGraphRetainUserObject(g,o[1],1,0),d.cuGraphReleaseUserObject(None,o[1],1),d.cuGraphReleaseUserObject(g,None,1),d.cuGraphReleaseUserObject(g,o[1],0),d.cuGraphReleaseUserObject(g,o[1],2))[2:])
