"""Copies: one, two and three dimensions, synchronous, in streams, in batches, between arrays."""
from api import *
from cases.structs import *

def words(*a): return (U32*len(a))(*a)
def dev(d,*a): p=d.alloc(max(256,4*len(a))); d.must.cuMemcpyHtoD_v2(p,words(*a),4*len(a)); return p
BAD=(0,0xdead0000)
# ---- one dimension: every function as f(destination, source, bytes)
LINE={}
def line(f,kind,call,**k): LINE[f]=(kind,call)
line('cuMemcpyHtoD_v2','HD',lambda d,f,a,b,n,s: getattr(d,f)(a,b,n)); line('cuMemcpyDtoH_v2','DH',lambda d,f,a,b,n,s: getattr(d,f)(a,b,n)); line('cuMemcpyDtoD_v2','DD',lambda d,f,a,b,n,s: getattr(d,f)(a,b,n)); line('cuMemcpy','DD',lambda d,f,a,b,n,s: getattr(d,f)(a,b,n))
for f,k in (('cuMemcpyHtoDAsync_v2','HD'),('cuMemcpyDtoHAsync_v2','DH'),('cuMemcpyDtoDAsync_v2','DD'),('cuMemcpyAsync','DD')): line(f,k,lambda d,f,a,b,n,s: getattr(d,f)(a,b,n,s))
line('cuMemcpyPeer','DD',lambda d,f,a,b,n,s: getattr(d,f)(a,d.ctx,b,d.ctx,n)); line('cuMemcpyPeerAsync','DD',lambda d,f,a,b,n,s: getattr(d,f)(a,d.ctx,b,d.ctx,n,s))
for f,(kind,call) in LINE.items():
    def run(d,f=f,kind=kind,call=call,n=12,s=None,off=0):
        """Copies n bytes of 1, 2, 3, 4 over zeros and answers the result and what is there."""
        src=words(1,2,3,4) if kind[0]=='H' else dev(d,1,2,3,4); dst=words(0,0,0,0,0) if kind[1]=='H' else dev(d,0,0,0,0,0)
        at=lambda x: V(addressof(x)+off) if isinstance(x,Array) else x.value+off
        r=call(d,f,at(dst),src if isinstance(src,Array) else src.value,n,s); d.must.cuCtxSynchronize(); return [r,list(dst) if kind[1]=='H' else d.read(dst,5)]
    right(f,run)
    case(f,'nothing',lambda d,run=run: run(d,n=0))
    case(f,'odd bytes',lambda d,run=run: run(d,n=5,off=3))
    if kind!='HD': case(f,'bad source',lambda d,f=f,call=call,kind=kind: [call(d,f,words(0) if kind[1]=='H' else d.alloc(),x,4,None) for x in BAD])
    if kind!='DH': case(f,'bad destination',lambda d,f=f,call=call,kind=kind: [call(d,f,x,words(1) if kind[0]=='H' else d.alloc(),4,None) for x in BAD])
    case(f,'past the end',lambda d,f=f,call=call,kind=kind: call(d,f,create_string_buffer(3<<20) if kind[1]=='H' else d.alloc(2<<20),create_string_buffer(3<<20) if kind[0]=='H' else d.alloc(2<<20),3<<20,None))
    case(f,'nothing, null addresses',lambda d,f=f,call=call,kind=kind: call(d,f,None if kind[1]=='H' else 0,None if kind[0]=='H' else 0,0,None))
    if 'H' in kind: case(f,'null host memory',lambda d,f=f,call=call,kind=kind: call(d,f,None if kind[1]=='H' else d.alloc(),None if kind[0]=='H' else d.alloc(),4,None))
    if kind=='DD':
        case(f,'overlapping',lambda d,f=f,call=call: (p:=dev(d,1,2,3,4),call(d,f,p.value+4,p.value,8,None),d.must.cuCtxSynchronize(),d.read(p,1))[1:])
        case(f,'host and managed memory',lambda d,f=f,call=call: [(call(d,f,x,dev(d,7),4,None),d.must.cuCtxSynchronize(),U32.from_address(x.value).value)[::2] for x in (U64(d.host().value),managed(d))])
    if 'Async' in f:
        case(f,'destroyed stream',lambda d,run=run: run(d,s=destroyed_stream(d))[0])
        case(f,'while capturing',lambda d,run=run,f=f,call=call,kind=kind: (h:=d.host(),p:=d.alloc(),q:=d.alloc(),call(d,f,h if kind[1]=='H' else p,h if kind[0]=='H' else q,4,d.capture()))[3])
    else: case(f,'while capturing',lambda d,f=f,call=call,kind=kind: (h:=d.host(),p:=d.alloc(),q:=d.alloc(),s:=d.capture(mode=0),call(d,f,h if kind[1]=='H' else p,h if kind[0]=='H' else q,4,None),d.cuStreamEndCapture(s,V()))[4:])
for f in ('cuMemcpyPeer','cuMemcpyPeerAsync'):
    case(f,'contexts',lambda d,f=f: (a:=d.alloc(),b:=d.alloc(),[getattr(d,f)(a,x,b,y,4,*((None,) if 'A' in f else ())) for x,y in ((None,d.ctx),(d.ctx,None),(None,None))])[2])
# ---- two dimensions
def c2(**k): x=Copy2(); [setattr(x,a,b) for a,b in k.items()]; return x
def grid(d,w=8,h=4): p=d.alloc(w*h*4); d.must.cuMemcpyHtoD_v2(p,words(*range(w*h)),w*h*4); return p
def do2(d,f,c,s=None): return getattr(d,f)(c,*((s,) if 'Async' in f else ()))
F2=('cuMemcpy2D_v2','cuMemcpy2DUnaligned_v2','cuMemcpy2DAsync_v2')
for f in F2:
    right(f,lambda d,f=f: (p:=grid(d),o:=(U32*6)(),do2(d,f,c2(st=DEVICE,sd=p.value,sp=32,sx=8,sy=1,dt=HOST,dh=addressof(o),dp=12,w=12,h=2)),d.must.cuCtxSynchronize(),list(o))[2::2])
    case(f,'kinds of memory',lambda d,f=f: [(a,b,do2(d,f,c2(st=a,sh=h.value,sd=p.value,sa=r.value,sp=32,dt=b,dh=h.value+2048,dd=p.value+64,da=q.value,dp=32,w=16,h=2))) for p in (grid(d,64,4),) for h in (d.host(),) for r in (array(d),) for q in (array(d),) for a in range(6) for b in range(6) if UNIFIED not in (a,b)])
    case(f,'unified addresses',lambda d,f=f: (p:=grid(d),h:=d.host(),do2(d,f,c2(st=UNIFIED,sd=p.value,sp=32,dt=UNIFIED,dd=h.value,dp=16,w=16,h=2)),d.must.cuCtxSynchronize(),list((U32*8).from_address(h.value)))[2::2])
    case(f,'through an array',lambda d,f=f: (p:=grid(d),a:=array(d),do2(d,f,c2(st=DEVICE,sd=p.value,sp=32,dt=ARRAY,da=a.value,dx=4,dy=1,w=16,h=3)),o:=(U32*4)(),do2(d,f,c2(st=ARRAY,sa=a.value,sx=8,sy=2,dt=HOST,dh=addressof(o),dp=8,w=8,h=2)),d.must.cuCtxSynchronize(),list(o))[2::2])
    case(f,'pitches',lambda d,f=f: (p:=grid(d),o:=create_string_buffer(4096),[(a,b,do2(d,f,c2(st=DEVICE,sd=p.value,sp=a,dt=HOST,dh=addressof(o),dp=b,w=16,h=2))) for a,b in ((0,16),(16,0),(0,0),(15,16),(16,15),(17,16),(16,17),(32,32))])[2])
    case(f,'one row, any pitch',lambda d,f=f: (p:=grid(d),o:=create_string_buffer(4096),[do2(d,f,c2(st=DEVICE,sd=p.value,sp=a,dt=HOST,dh=addressof(o),dp=b,w=16,h=1)) for a,b in ((0,0),(3,5))])[2])
    case(f,'nothing',lambda d,f=f: (p:=grid(d),q:=d.alloc(),[do2(d,f,c2(st=DEVICE,sd=p.value,sp=32,dt=DEVICE,dd=q.value,dp=32,w=w,h=h)) for w,h in ((0,2),(16,0),(0,0))],do2(d,f,c2(st=DEVICE,sp=32,dt=DEVICE,dp=32)))[2:])
    case(f,'bad addresses',lambda d,f=f: (p:=grid(d),[do2(d,f,c2(st=DEVICE,sd=a,sp=32,dt=DEVICE,dd=b,dp=32,w=16,h=2)) for a,b in ((0,p.value),(p.value,0),(0xdead0000,p.value),(p.value,0xdead0000))],do2(d,f,c2(st=HOST,sh=None,sp=32,dt=DEVICE,dd=p.value,dp=32,w=16,h=2)),do2(d,f,c2(st=ARRAY,sa=None,sp=32,dt=DEVICE,dd=p.value,dp=32,w=16,h=2)))[1:])
    case(f,'beyond an array',lambda d,f=f: (p:=grid(d),a:=array(d),[do2(d,f,c2(st=ARRAY,sa=a.value,sx=x,sy=y,dt=DEVICE,dd=p.value,dp=32,w=w,h=h)) for x,y,w,h in ((0,0,36,1),(4,0,32,1),(0,7,4,2),(0,8,4,1),(2,0,4,1),(0,0,3,1))])[2])
    case(f,'null',lambda d,f=f: do2(d,f,None))
    if 'Async' in f: case(f,'destroyed stream',lambda d,f=f: (p:=grid(d),do2(d,f,c2(st=DEVICE,sd=p.value,sp=32,dt=DEVICE,dd=p.value+64,dp=32,w=16,h=2),destroyed_stream(d)))[1])
    if 'Async' in f: case(f,'while capturing',lambda d,f=f: (p:=grid(d),do2(d,f,c2(st=DEVICE,sd=p.value,sp=32,dt=DEVICE,dd=p.value+64,dp=32,w=16,h=2),d.capture()))[1])
# ---- three dimensions
def c3(**k): x=Copy3(); [setattr(x,a,b) for a,b in k.items()]; return x
F3=('cuMemcpy3D_v2','cuMemcpy3DAsync_v2','cuMemcpy3DPeer','cuMemcpy3DPeerAsync')
def peer(d,f,c):
    if c is not None and 'Peer' in f: c.sc=c.dc=d.ctx.value
    return c
def do3(d,f,c,s=None): return getattr(d,f)(peer(d,f,c),*((s,) if 'Async' in f else ()))
for f in F3:
    right(f,lambda d,f=f: (p:=grid(d,8,8),o:=(U32*8)(),do3(d,f,c3(st=DEVICE,sd=p.value,sp=16,shh=4,sx=4,sy=1,sz=1,dt=HOST,dh=addressof(o),dp=8,dhh=2,w=8,h=2,d=2)),d.must.cuCtxSynchronize(),list(o))[2::2])
    case(f,'kinds of memory',lambda d,f=f: [(a,b,do3(d,f,c3(st=a,sh=h.value,sd=p.value,sa=r.value,sp=32,shh=2,dt=b,dh=h.value+2048,dd=p.value+64,da=q.value,dp=32,dhh=2,w=16,h=2,d=1))) for p in (grid(d,64,4),) for h in (d.host(),) for r in (array(d),) for q in (array(d),) for a in range(6) for b in range(6) if UNIFIED not in (a,b)])
    case(f,'through an array of layers',lambda d,f=f: (p:=grid(d,8,8),a:=array3(d,4,4,4),do3(d,f,c3(st=DEVICE,sd=p.value,sp=16,shh=4,dt=ARRAY,da=a.value,w=16,h=4,d=4)),o:=(U32*4)(),do3(d,f,c3(st=ARRAY,sa=a.value,sx=8,sy=2,sz=3,dt=HOST,dh=addressof(o),dp=8,dhh=2,w=8,h=2,d=1)),d.must.cuCtxSynchronize(),list(o))[2::2])
    case(f,'pitches and heights',lambda d,f=f: (p:=grid(d,64,4),o:=create_string_buffer(4096),[(a,b,x,y,do3(d,f,c3(st=DEVICE,sd=p.value,sp=a,shh=x,dt=HOST,dh=addressof(o),dp=b,dhh=y,w=16,h=2,d=2))) for a,b,x,y in ((16,16,2,2),(0,16,2,2),(16,0,2,2),(15,16,2,2),(16,15,2,2),(16,16,0,2),(16,16,2,0),(16,16,1,2),(16,16,2,1),(17,19,3,5))])[2])
    case(f,'one slice, any height',lambda d,f=f: (p:=grid(d,64,4),o:=create_string_buffer(4096),[do3(d,f,c3(st=DEVICE,sd=p.value,sp=a,shh=x,dt=HOST,dh=addressof(o),dp=b,dhh=y,w=16,h=h,d=1)) for a,b,x,y,h in ((16,16,0,0,2),(16,16,1,1,2),(0,0,0,0,1))])[2])
    case(f,'nothing',lambda d,f=f: (p:=grid(d),q:=d.alloc(),[do3(d,f,c3(st=DEVICE,sd=p.value,sp=32,shh=2,dt=DEVICE,dd=q.value,dp=32,dhh=2,w=w,h=h,d=z)) for w,h,z in ((0,2,1),(16,0,1),(16,2,0),(0,0,0))])[2])
    case(f,'bad addresses',lambda d,f=f: (p:=grid(d),[do3(d,f,c3(st=DEVICE,sd=a,sp=32,shh=2,dt=DEVICE,dd=b,dp=32,dhh=2,w=16,h=2,d=1)) for a,b in ((0,p.value),(p.value,0),(0xdead0000,p.value),(p.value,0xdead0000))])[1:])
    case(f,'levels of detail',lambda d,f=f: (p:=grid(d),q:=d.alloc(),[do3(d,f,c3(st=DEVICE,sd=p.value,sp=32,shh=2,sl=a,dt=DEVICE,dd=q.value,dp=32,dhh=2,dl=b,w=16,h=2,d=1)) for a,b in ((1,0),(0,1))])[2])
    case(f,'beyond an array',lambda d,f=f: (p:=grid(d),a:=array3(d,4,4,4),[do3(d,f,c3(st=ARRAY,sa=a.value,sx=x,sy=y,sz=z,dt=DEVICE,dd=p.value,dp=32,dhh=4,w=w,h=h,d=e)) for x,y,z,w,h,e in ((0,0,0,20,1,1),(4,0,0,16,1,1),(0,3,0,4,2,1),(0,0,3,4,1,2),(0,0,4,4,1,1),(2,0,0,4,1,1))])[2])
    case(f,'null',lambda d,f=f: do3(d,f,None))
    if 'Async' in f: case(f,'destroyed stream',lambda d,f=f: (p:=grid(d),do3(d,f,c3(st=DEVICE,sd=p.value,sp=32,shh=2,dt=DEVICE,dd=p.value+64,dp=32,dhh=2,w=16,h=2,d=1),destroyed_stream(d)))[1])
    if 'Async' in f: case(f,'while capturing',lambda d,f=f: (p:=grid(d),do3(d,f,c3(st=DEVICE,sd=p.value,sp=32,shh=2,dt=DEVICE,dd=p.value+64,dp=32,dhh=2,w=16,h=2,d=1),d.capture()))[1])
for f in ('cuMemcpy3DPeer','cuMemcpy3DPeerAsync'):
    case(f,'contexts',lambda d,f=f: (p:=grid(d),q:=d.alloc(),[getattr(d,f)(c3(st=DEVICE,sd=p.value,sp=32,shh=2,sc=a,dt=DEVICE,dd=q.value,dp=32,dhh=2,dc=b,w=16,h=2,d=1),*((None,) if 'Async' in f else ())) for a,b in ((None,d.ctx.value),(d.ctx.value,None),(None,None))])[2])
# ---- lines of arrays
def line_array(d,w=16,fmt=UI32,ch=1): a=array(d,w,0,fmt,ch); h=words(*range(1,17)); d.must.cuMemcpyHtoA_v2(a,0,h,min(64,4*w)); return a
right('cuMemcpyHtoA_v2',lambda d: (a:=array(d,16,0),d.cuMemcpyHtoA_v2(a,8,words(5,6),8),o:=(U32*2)(),d.must.cuMemcpyAtoH_v2(o,a,8,8),list(o))[1::3])
right('cuMemcpyAtoH_v2',lambda d: (a:=line_array(d),o:=(U32*3)(),d.cuMemcpyAtoH_v2(o,a,4,12),list(o))[2:])
right('cuMemcpyDtoA_v2',lambda d: (a:=line_array(d),d.cuMemcpyDtoA_v2(a,4,dev(d,77,78),8),o:=(U32*4)(),d.must.cuMemcpyAtoH_v2(o,a,0,16),list(o))[1::3])
right('cuMemcpyAtoD_v2',lambda d: (a:=line_array(d),p:=dev(d,0,0,0),d.cuMemcpyAtoD_v2(p,a,8,8),d.read(p,3))[2:])
right('cuMemcpyAtoA_v2',lambda d: (a:=line_array(d),b:=line_array(d),d.cuMemcpyAtoA_v2(b,0,a,8,8),o:=(U32*3)(),d.must.cuMemcpyAtoH_v2(o,b,0,12),list(o))[2::2])
right('cuMemcpyHtoAAsync_v2',lambda d: (a:=array(d,16,0),d.cuMemcpyHtoAAsync_v2(a,8,words(5,6),8,None),o:=(U32*2)(),d.must.cuMemcpyAtoH_v2(o,a,8,8),list(o))[1::3])
right('cuMemcpyAtoHAsync_v2',lambda d: (a:=line_array(d),o:=(U32*3)(),d.cuMemcpyAtoHAsync_v2(o,a,4,12,None),d.must.cuCtxSynchronize(),list(o))[2::2])
A={'cuMemcpyHtoA_v2':lambda d,a,o,n: d.cuMemcpyHtoA_v2(a,o,create_string_buffer(256),n),'cuMemcpyAtoH_v2':lambda d,a,o,n: d.cuMemcpyAtoH_v2(create_string_buffer(256),a,o,n),'cuMemcpyDtoA_v2':lambda d,a,o,n: d.cuMemcpyDtoA_v2(a,o,d.alloc(),n),'cuMemcpyAtoD_v2':lambda d,a,o,n: d.cuMemcpyAtoD_v2(d.alloc(),a,o,n),'cuMemcpyAtoA_v2':lambda d,a,o,n: d.cuMemcpyAtoA_v2(array(d,16,0),0,a,o,n),
   'cuMemcpyHtoAAsync_v2':lambda d,a,o,n,s=None: d.cuMemcpyHtoAAsync_v2(a,o,create_string_buffer(256),n,s),'cuMemcpyAtoHAsync_v2':lambda d,a,o,n,s=None: d.cuMemcpyAtoHAsync_v2(create_string_buffer(256),a,o,n,s)}
for f,call in A.items():
    case(f,'offsets and lengths',lambda d,call=call: (a:=line_array(d),[(o,n,call(d,a,o,n)) for o,n in ((0,0),(0,64),(60,4),(64,0),(64,4),(0,68),(60,8),(2,4),(0,3),(NEVER,4))])[1])
    case(f,'arrays',lambda d,call=call: call(d,None,0,4))
    case(f,'an array of two dimensions',lambda d,call=call: (a:=array(d),[call(d,a,o,n) for o,n in ((0,32),(32,32),(0,64),(224,32),(240,32))])[1])
    if 'Async' in f: case(f,'destroyed stream',lambda d,call=call: call(d,line_array(d),0,4,destroyed_stream(d)))
case('cuMemcpyHtoA_v2','null host memory',lambda d: d.cuMemcpyHtoA_v2(array(d,16,0),0,None,4))
case('cuMemcpyAtoH_v2','null host memory',lambda d: d.cuMemcpyAtoH_v2(None,array(d,16,0),0,4))
case('cuMemcpyDtoA_v2','bad addresses',lambda d: [d.cuMemcpyDtoA_v2(array(d,16,0),0,x,4) for x in BAD])
case('cuMemcpyAtoD_v2','bad addresses',lambda d: [d.cuMemcpyAtoD_v2(x,array(d,16,0),0,4) for x in BAD])
case('cuMemcpyAtoA_v2','other formats',lambda d: [d.cuMemcpyAtoA_v2(array(d,16,0,f,c),0,line_array(d),0,4) for f,c in ((FLOAT,1),(U8,4),(U16,2),(U8,1),(UI32,2))])
# ---- batches
class Attributes(Structure): _fields_=[('order',I32),('src',Location),('dst',Location),('flags',U32)]   # CUmemcpyAttributes
class Offset(Structure): _fields_=[('x',SIZE),('y',SIZE),('z',SIZE)]
class Operand(Structure): _fields_=[('type',I32),('ptr',U64),('row',SIZE),('layer',SIZE),('hint',Location)]   # CUmemcpy3DOperand of a pointer; of an array: array, x, y, z
class Op3(Structure): _fields_=[('src',Operand),('dst',Operand),('extent',Offset),('order',I32),('flags',U32)]   # CUDA_MEMCPY3D_BATCH_OP
def batch(d,n=2,order=1,flags=0,f='cuMemcpyBatchAsync_v2',nattr=1,index=(0,),size=8,stream='own',attrs='own'):
    d.src=[dev(d,i+1,i+10) for i in range(n)]; d.dst=[dev(d,0,0) for _ in range(n)]; s=d.stream(1) if stream=='own' else stream
    a=[(U64*max(n,1))(*[x.value for x in d.dst]),(U64*max(n,1))(*[x.value for x in d.src]),(SIZE*max(n,1))(*[size]*n),n,(Attributes*max(nattr,1))(*[Attributes(order,loc(0),loc(0),flags)]*nattr) if attrs=='own' else attrs,(SIZE*max(len(index),1))(*index),nattr]
    r=getattr(d,f)(*a,*((SIZE(),) if not f.endswith('_v2') else ()),s); d.must.cuCtxSynchronize(); return r
for f in ('cuMemcpyBatchAsync','cuMemcpyBatchAsync_v2'):
    right(f,lambda d,f=f: (batch(d,f=f),[d.read(x,2) for x in d.dst]))
    case(f,'orders of access',lambda d,f=f: [batch(d,f=f,order=o) for o in (0,1,2,3,4,-1)])
    case(f,'flags',lambda d,f=f: [batch(d,f=f,flags=x) for x in (1,2,0x80000000)])
    case(f,'counts',lambda d,f=f: [batch(d,f=f,n=n,nattr=k,index=i) for n,k,i in ((0,1,(0,)),(2,0,(0,)),(2,2,(0,1)),(2,2,(0,0)),(2,2,(1,0)),(2,1,(1,)),(2,1,(5,)),(1,2,(0,1)))])
    case(f,'nothing to copy',lambda d,f=f: batch(d,f=f,size=0))
    case(f,'null streams',lambda d,f=f: [batch(d,f=f,stream=x) for x in (None,V(1),V(2))])
    case(f,'no attributes',lambda d,f=f: batch(d,f=f,attrs=None))
    case(f,'destroyed stream',lambda d,f=f: batch(d,f=f,stream=destroyed_stream(d)))
def op(d,w=4,h=2,order=1,flags=0,extent=None):
    d.src=dev(d,*range(16)); d.dst=dev(d,*[0]*16); return Op3(Operand(1,d.src.value,w,h,loc(0)),Operand(1,d.dst.value,w,h,loc(0)),Offset(*(extent or (8,2,2))),order,flags)
def batch3(d,ops,f,flags=0,n=None,stream='own'): n=len(ops) if n is None else n; r=getattr(d,f)(n,(Op3*max(1,len(ops)))(*ops) if ops is not None else None,*((SIZE(),) if not f.endswith('_v2') else ()),flags,d.stream(1) if stream=='own' else stream); d.must.cuCtxSynchronize(); return r
for f in ('cuMemcpy3DBatchAsync','cuMemcpy3DBatchAsync_v2'):
    right(f,lambda d,f=f: (batch3(d,[op(d,16,2,extent=(16,2,2))],f),d.read(d.dst,16)))
    case(f,'orders of access and flags',lambda d,f=f: [batch3(d,[op(d,16,2,o,x,(16,2,2))],f,y) for o,x,y in ((0,0,0),(2,0,0),(3,0,0),(4,0,0),(1,1,0),(1,2,0),(1,0,1))])
    case(f,'rows and layers',lambda d,f=f: [batch3(d,[op(d,w,h,extent=(16,2,2))],f) for w,h in ((0,0),(16,0),(0,2),(15,2),(16,1),(32,4))])
    case(f,'nothing to copy',lambda d,f=f: [batch3(d,[op(d,16,2,extent=e)],f) for e in ((0,2,2),(16,0,2),(16,2,0))])
    case(f,'no operations',lambda d,f=f: [getattr(d,f)(0,None,*((SIZE(),) if not f.endswith('_v2') else ()),0,d.stream(1)),getattr(d,f)(1,None,*((SIZE(),) if not f.endswith('_v2') else ()),0,d.stream(1))])
    case(f,'null stream',lambda d,f=f: batch3(d,[op(d,16,2,extent=(16,2,2))],f,stream=None))
    case(f,'destroyed stream',lambda d,f=f: batch3(d,[op(d,16,2,extent=(16,2,2))],f,stream=destroyed_stream(d)))
right('cuMemcpyWithAttributesAsync',lambda d: (a:=dev(d,0),b:=dev(d,9),s:=d.stream(1),d.cuMemcpyWithAttributesAsync(a,b,4,Attributes(1,loc(0),loc(0),0),s),d.must.cuCtxSynchronize(),d.read(a))[3::2],want=['SUCCESS',[9]])
right('cuMemcpy3DWithAttributesAsync',lambda d: (o:=op(d,16,2,extent=(16,2,2)),d.cuMemcpy3DWithAttributesAsync(o,0,d.stream(1)),d.must.cuCtxSynchronize(),d.read(d.dst,2))[1::2],want=['SUCCESS',[0,1]])
