"""Arrays and mipmapped arrays."""
from api import *
from cases.structs import *

FORMATS=(U8,U16,UI32,S8,S16,SI32,HALF,FLOAT)
def made(d,r,a): r=='SUCCESS' and d.must.cuArrayDestroy(a); return r
right('cuArrayCreate_v2',lambda d: (d.cuArrayCreate_v2(a:=V(),Desc(8,4,UI32,1)),a.value is not None,d.cuArrayDestroy(a)))
case('cuArrayCreate_v2','formats and channels',lambda d: [[made(d,d.cuArrayCreate_v2(a:=V(),Desc(8,4,f,c)),a) for c in (0,1,2,3,4,5)] for f in FORMATS])
case('cuArrayCreate_v2','unknown formats',lambda d: [made(d,d.cuArrayCreate_v2(a:=V(),Desc(8,4,f,1)),a) for f in (0,4,7,0x11,0x21,0x7f,-1)])
case('cuArrayCreate_v2','sizes',lambda d: [made(d,d.cuArrayCreate_v2(a:=V(),Desc(w,h,U8,1)),a) for w,h in ((0,0),(0,4),(1,0),(1,1),(1<<20,0),(1,1<<20),(131072,65536<<1),(1<<40,0))])
case('cuArrayCreate_v2','null arguments',lambda d: (d.cuArrayCreate_v2(None,Desc(8,4,UI32,1)),d.cuArrayCreate_v2(V(),None)))
case('cuArrayCreate_v2','while capturing',lambda d: (d.capture(mode=0),made(d,d.cuArrayCreate_v2(a:=V(),Desc(8,4,UI32,1)),a))[1])
right('cuArray3DCreate_v2',lambda d: [made(d,d.cuArray3DCreate_v2(a:=V(),Desc3(*s,UI32,1,0)),a) for s in ((8,0,0),(8,4,0),(8,4,2))])
case('cuArray3DCreate_v2','flags and shapes',lambda d: [(f,s,made(d,d.cuArray3DCreate_v2(a:=V(),Desc3(*s,UI32,1,f)),a)) for f in (0,1,2,4,5,8,0x10,0x20,0x100) for s in ((8,0,0),(8,8,0),(8,8,6),(8,8,12),(8,0,3),(8,4,6))])
case('cuArray3DCreate_v2','sparse and mapped later',lambda d: [(f,made(d,d.cuArray3DCreate_v2(a:=V(),Desc3(8,8,0,UI32,1,f)),a)) for f in (0x40,0x80)])
case('cuArray3DCreate_v2','depth formats',lambda d: [(f,c,made(d,d.cuArray3DCreate_v2(a:=V(),Desc3(8,8,0,f,c,0x10)),a)) for f in (FLOAT,U16,HALF,U8) for c in (1,2)])
case('cuArray3DCreate_v2','sizes',lambda d: [made(d,d.cuArray3DCreate_v2(a:=V(),Desc3(*s,U8,1,0)),a) for s in ((0,0,0),(0,4,4),(8,0,4),(1,1,1),(16384,16384,65536),(1,1<<17,1))])
case('cuArray3DCreate_v2','formats and channels',lambda d: [[made(d,d.cuArray3DCreate_v2(a:=V(),Desc3(8,4,2,f,c,0)),a) for c in (0,1,2,3,4)] for f in FORMATS+(0,0x7f)])
case('cuArray3DCreate_v2','null arguments',lambda d: (d.cuArray3DCreate_v2(None,Desc3(8,4,0,UI32,1,0)),d.cuArray3DCreate_v2(V(),None)))
def fields(x): return [getattr(x,n) for n,_ in x._fields_]
right('cuArrayGetDescriptor_v2',lambda d: (d.cuArrayGetDescriptor_v2(x:=Desc(),array(d,8,4,HALF,2)),fields(x)))
right('cuArray3DGetDescriptor_v2',lambda d: [(d.cuArray3DGetDescriptor_v2(x:=Desc3(),a),fields(x)) for a in (array(d,8,4,U8,4),array3(d,8,4,2),array3(d,8,8,6,flags=4),array3(d,8,8,0,flags=2))])
case('cuArrayGetDescriptor_v2','of three dimensions',lambda d: (d.cuArrayGetDescriptor_v2(x:=Desc(),array3(d,8,4,2)),fields(x)))
for f,t in (('cuArrayGetDescriptor_v2',Desc),('cuArray3DGetDescriptor_v2',Desc3)): case(f,'wrong arguments',lambda d,f=f,t=t: (getattr(d,f)(None,array(d)),getattr(d,f)(t(),None)))
right('cuArrayDestroy',lambda d: (d.must.cuArrayCreate_v2(a:=V(),Desc(8,8,UI32,1)),d.cuArrayDestroy(a))[1])
case('cuArrayDestroy','wrong arrays',lambda d: d.cuArrayDestroy(None))
case('cuArrayDestroy','a level of a mipmapped array',lambda d: (m:=mipmap(d),d.must.cuMipmappedArrayGetLevel(a:=V(),m,1),d.cuArrayDestroy(a))[2])
case('cuArrayDestroy','of a destroyed context',lambda d: (d.must.cuCtxCreate_v2(c:=V(),0,0),a:=V(),d.must.cuArrayCreate_v2(a,Desc(8,8,UI32,1)),d.must.cuCtxDestroy_v2(c),d.must.cuCtxSetCurrent(d.ctx),d.cuArrayDestroy(a))[-1])
class Requirements(Structure): _fields_=[('size',SIZE),('alignment',SIZE),('reserved',U32*4)]   # CUDA_ARRAY_MEMORY_REQUIREMENTS
class Sparse(Structure): _fields_=[('w',U32),('h',U32),('d',U32),('first',U32),('size',U64),('flags',U32),('reserved',U32*4)]   # CUDA_ARRAY_SPARSE_PROPERTIES
case('cuArrayGetMemoryRequirements','arrays with memory of their own',lambda d: [d.cuArrayGetMemoryRequirements(Requirements(),a,0) for a in (array(d),array3(d,8,4,2))])
case('cuArrayGetMemoryRequirements','wrong arguments',lambda d: (d.cuArrayGetMemoryRequirements(None,array(d),0),d.cuArrayGetMemoryRequirements(Requirements(),None,0),[d.cuArrayGetMemoryRequirements(Requirements(),array(d),x) for x in (99,-1)]))
case('cuArrayGetSparseProperties','wrong arguments',lambda d: (d.cuArrayGetSparseProperties(Sparse(),array(d)),d.cuArrayGetSparseProperties(None,array(d)),d.cuArrayGetSparseProperties(Sparse(),None)))
case('cuArrayGetPlane','arrays of one plane',lambda d: (a:=array(d),[d.cuArrayGetPlane(V(),a,i) for i in (0,1,2)],d.cuArrayGetPlane(None,a,0),d.cuArrayGetPlane(V(),None,0))[1:])
def madem(d,r,a): r=='SUCCESS' and d.must.cuMipmappedArrayDestroy(a); return r
right('cuMipmappedArrayCreate',lambda d: (d.cuMipmappedArrayCreate(m:=V(),Desc3(16,8,0,UI32,1,0),3),m.value is not None,d.cuMipmappedArrayDestroy(m)))
case('cuMipmappedArrayCreate','levels',lambda d: [(s,n,madem(d,d.cuMipmappedArrayCreate(m:=V(),Desc3(*s,UI32,1,0),n),m)) for s in ((16,8,0),(16,0,0),(16,8,4),(1,1,0)) for n in (0,1,4,5,6,99)])
case('cuMipmappedArrayCreate','how many levels there are',lambda d: (m:=V(),d.cuMipmappedArrayCreate(m,Desc3(16,8,0,UI32,1,0),99),[d.cuMipmappedArrayGetLevel(V(),m,i) for i in range(7)],d.any.cuMipmappedArrayDestroy(m))[1:3])
case('cuMipmappedArrayCreate','flags and shapes',lambda d: [(f,s,madem(d,d.cuMipmappedArrayCreate(m:=V(),Desc3(*s,UI32,1,f),2),m)) for f in (0,1,2,4,5,8,0x10) for s in ((8,0,0),(8,8,0),(8,8,6),(8,0,3))])
case('cuMipmappedArrayCreate','formats and channels',lambda d: [[madem(d,d.cuMipmappedArrayCreate(m:=V(),Desc3(8,4,0,f,c,0),2),m) for c in (0,1,2,3,4)] for f in FORMATS+(0,)])
case('cuMipmappedArrayCreate','sizes',lambda d: [madem(d,d.cuMipmappedArrayCreate(m:=V(),Desc3(*s,U8,1,0),1),m) for s in ((0,0,0),(0,4,0),(1<<40,1,0))])
case('cuMipmappedArrayCreate','null arguments',lambda d: (d.cuMipmappedArrayCreate(None,Desc3(8,4,0,UI32,1,0),1),d.cuMipmappedArrayCreate(V(),None,1)))
right('cuMipmappedArrayGetLevel',lambda d: (m:=mipmap(d,16,8),[(d.cuMipmappedArrayGetLevel(a:=V(),m,i),d.cuArray3DGetDescriptor_v2(x:=Desc3(),a),fields(x)) for i in range(3)])[1])
case('cuMipmappedArrayGetLevel','wrong arguments',lambda d: (m:=mipmap(d),d.cuMipmappedArrayGetLevel(V(),m,3),d.cuMipmappedArrayGetLevel(V(),m,99),d.cuMipmappedArrayGetLevel(None,m,0),d.cuMipmappedArrayGetLevel(V(),None,0),d.cuMipmappedArrayGetLevel(V(),array(d),0))[1:])
case('cuMipmappedArrayGetLevel','the same again',lambda d: (m:=mipmap(d),d.must.cuMipmappedArrayGetLevel(a:=V(),m,1),d.must.cuMipmappedArrayGetLevel(b:=V(),m,1),a.value==b.value)[3])
def dead_mipmap(d): m=V(); d.must.cuMipmappedArrayCreate(m,Desc3(8,8,0,UI32,1,0),2); d.must.cuMipmappedArrayDestroy(m); return m
right('cuMipmappedArrayDestroy',lambda d: (d.must.cuMipmappedArrayCreate(m:=V(),Desc3(8,8,0,UI32,1,0),2),d.cuMipmappedArrayDestroy(m))[1])
case('cuMipmappedArrayDestroy','wrong arrays',lambda d: d.cuMipmappedArrayDestroy(None))
case('cuMipmappedArrayGetLevel','destroyed',lambda d: d.cuMipmappedArrayGetLevel(V(),dead_mipmap(d),0))
case('cuMipmappedArrayGetMemoryRequirements','wrong arguments',lambda d: (d.cuMipmappedArrayGetMemoryRequirements(Requirements(),mipmap(d),0),d.cuMipmappedArrayGetMemoryRequirements(None,mipmap(d),0),d.cuMipmappedArrayGetMemoryRequirements(Requirements(),None,0)))
case('cuMipmappedArrayGetSparseProperties','wrong arguments',lambda d: (d.cuMipmappedArrayGetSparseProperties(Sparse(),mipmap(d)),d.cuMipmappedArrayGetSparseProperties(None,mipmap(d)),d.cuMipmappedArrayGetSparseProperties(Sparse(),None)))
