"""How graphs run: the life and the account of their memory, and conditions that kernels set."""
from api import *
from cases.structs import *
from cases.graph import Alloc,Kernel,Params,inst,add,mset,empty,cond,L,hparams

MB=1<<20
def mem(d): return [(d.must.cuDeviceGetGraphMemAttribute(0,a,v:=U64()),v.value)[1] for a in range(4)]
def node(d,g,n=MB): a=Alloc(poolprops(),None,0,n,0); d.must.cuGraphAddMemAllocNode(x:=V(),g,None,0,a); return x,U64(a.ptr)
def fill(d,g,p,v,*deps): n=V(); d.must.cuGraphAddMemsetNode(n,g,L(*deps) if deps else None,len(deps),mset(p,v),d.ctx); return n
def free(d,g,p,*deps): n=V(); d.must.cuGraphAddMemFreeNode(n,g,L(*deps) if deps else None,len(deps),p); return n
def exe(d,g,flags=0): e=V(); d.must.cuGraphInstantiateWithFlags(e,g,flags); d.defer(lambda: d.any.cuGraphExecDestroy(e)); return e
def sync(d): return d.cuStreamSynchronize(None)
def trim(d): return d.must.cuDeviceGraphMemTrim(0)
def diff(a,b): return [y-x for x,y in zip(a,b)]

def held(d):
    """A graph that allocates a mebibyte and does not free it: what its launches, frees and trims change in used and reserved bytes."""
    trim(d); a=mem(d); g=d.graph(); x,p=node(d,g); fill(d,g,p,7,x); r=[mem(d)[0]-a[0],mem(d)[2]-a[2]]; e=exe(d,g); r+=[mem(d)[0]-a[0],mem(d)[2]-a[2]]
    r+=[d.cuGraphLaunch(e,None),sync(d)]; b=mem(d); r+=[b[0]-a[0]>=MB,b[2]-a[2]>=b[0]-a[0],d.read(p,2)]
    r+=[d.cuGraphLaunch(e,None)]; trim(d); r+=[mem(d)[2]==b[2]]
    r+=[d.cuMemFreeAsync(p,None),sync(d)]; c=mem(d); r+=[c[0]==b[0],c[2]==b[2],d.cuMemFreeAsync(p,None)]
    trim(d); c=mem(d); r+=[c[0]-a[0],c[2]-a[2],c[1]>=b[0],c[3]>=b[2]]
    r+=[d.cuGraphLaunch(e,None),sync(d),d.read(p,1),d.cuMemFree_v2(p),d.cuMemFree_v2(p),d.cuGraphLaunch(e,None),d.cuMemFree_v2(p)]
    return r
case('cuDeviceGetGraphMemAttribute','the life of an allocation',held)
def again(d,flags,how):
    g=d.graph(); x,p=node(d,g); fill(d,g,p,3,x); e=exe(d,g,flags); r=[d.cuGraphLaunch(e,None)]
    r+=[how(d,p),d.cuGraphLaunch(e,None),sync(d)]; d.any.cuMemFree_v2(p); return r
def other(d,p): g=d.graph(); free(d,g,p); e=exe(d,g); return [d.cuGraphLaunch(e,None),d.cuGraphLaunch(e,None)]
case('cuGraphLaunch','memory that was not freed',lambda d: again(d,0,lambda d,p: None))
case('cuGraphLaunch','memory that was not freed, automatically',lambda d: again(d,1,lambda d,p: None))
case('cuGraphLaunch','memory freed by another graph',lambda d: again(d,0,other))
case('cuGraphLaunch','memory freed twice',lambda d: (g:=d.graph(),x:=node(d,g),free(d,g,x[1],x[0]),e:=exe(d,g),d.cuGraphLaunch(e,None),d.cuMemFree_v2(x[1]),d.cuGraphLaunch(e,None),sync(d))[4:])
case('cuGraphInstantiateWithFlags','memory nodes, twice',lambda d: (g:=d.graph(),x:=node(d,g),free(d,g,x[1],x[0]),a:=V(),d.cuGraphInstantiateWithFlags(a,g,0),b:=V(),d.cuGraphInstantiateWithFlags(b,g,0),d.any.cuGraphExecDestroy(a),d.cuGraphInstantiateWithFlags(b,g,0),d.any.cuGraphExecDestroy(b))[4::2])
case('cuGraphUpload','memory nodes',lambda d: (trim(d),a:=mem(d),g:=d.graph(),x:=node(d,g),free(d,g,x[1],x[0]),e:=exe(d,g),d.cuGraphUpload(e,None),sync(d),b:=mem(d),b[0]-a[0]>=MB,d.cuGraphLaunch(e,None),sync(d),d.any.cuGraphExecDestroy(e),trim(d),mem(d)[2]-a[2])[6:8]+())

# p counts down; its new value is the condition.
STEP='''.version 8.3
.target sm_80
.address_size 64
.extern .func cudaGraphSetConditional(.param .b64 a,.param .b32 b);
.visible .entry step(.param .u64 h,.param .u64 p){.reg .b32 %r<3>;.reg .b64 %rd<4>;
ld.param.u64 %rd1,[h];ld.param.u64 %rd2,[p];ld.global.u32 %r1,[%rd2];add.s32 %r2,%r1,-1;st.global.u32 [%rd2],%r2;
{.param .b64 q0;st.param.b64 [q0],%rd1;.param .b32 q1;st.param.b32 [q1],%r2;call.uni cudaGraphSetConditional,(q0,q1);} ret;}'''
def step(d,g,f,h,p,*deps):
    a=d.args(U64(h.value),U64(p)); n=V(); d.must.cuGraphAddKernelNode(n,g,L(*deps) if deps else None,len(deps),Kernel(f.value,(U32*3)(1,1,1),(U32*3)(1,1,1),0,addressof(a),None)); return n
def handle(d,g,default): h=U64(); d.must.cuGraphConditionalHandleCreate(h,g,d.ctx,default,1); return h
def while_(d,g,h): n=V(); x=Params(13); x.w[0]=h.value; x.w[1]=1|1<<32; x.w[3]=d.ctx.value; d.must.cuGraphAddNode_v2(n,g,None,None,0,x); return n,V.from_address(x.w[2])
def loop(d):
    p=d.alloc(); d.must.cuMemsetD32_v2(p,5,1); g=d.graph(); h=handle(d,g,1); n,b=while_(d,g,h); f=d.function(STEP,'step'); step(d,b,f,h,p.value); e=inst(d,g)
    r=[d.cuGraphLaunch(e,None),sync(d),d.read(p)]; d.must.cuMemsetD32_v2(p,3,1); return r+[d.cuGraphLaunch(e,None),sync(d),d.read(p)]
case('cuGraphLaunch','a loop that a kernel ends',loop)
for k in ('host','wait','record','alloc','ops','child','memcpy','memset','empty'): case('cuGraphInstantiateWithFlags','a conditional body with '+k,lambda d,k=k: (g:=d.graph(),h:=handle(d,g,0),w:=while_(d,g,h),add(d,w[1],k),d.cuGraphInstantiateWithFlags(V(),g,0))[4])
