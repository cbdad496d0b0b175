"""Texture and surface objects and references; tensor maps."""
from api import *
from cases.structs import *

class Res(Structure): _fields_=[('type',I32),('pad',I32),('w',U64*16),('flags',U32),('pad2',U32)]   # CUDA_RESOURCE_DESC
class Tex(Structure): _fields_=[('mode',I32*3),('filter',I32),('flags',U32),('aniso',U32),('mipfilter',I32),('bias',F32),('lo',F32),('hi',F32),('border',F32*4),('reserved',I32*12)]   # CUDA_TEXTURE_DESC
class View(Structure): _fields_=[('fmt',I32),('w',SIZE),('h',SIZE),('d',SIZE),('l0',U32),('l1',U32),('a0',U32),('a1',U32),('reserved',U32*16)]   # CUDA_RESOURCE_VIEW_DESC
def res(type,*w,flags=0): x=Res(type); [x.w.__setitem__(i,v or 0) for i,v in enumerate(w)]; x.flags=flags; return x
def fmt(f,c): return f|c<<32
def rarray(a): return res(0,a.value)
def rmip(m): return res(1,m.value)
def rlinear(p,f=UI32,c=1,n=64): return res(2,p.value if hasattr(p,'value') else p,fmt(f,c),n)
def rpitch(p,f=UI32,c=1,w=8,h=4,pitch=512): return res(3,p.value if hasattr(p,'value') else p,fmt(f,c),w,h,pitch)
def tex(mode=1,filter=0,flags=0,**k):
    x=Tex((I32*3)(mode,mode,mode),filter,flags); [setattr(x,a,b) for a,b in k.items()]; return x
def made(d,r,t): r=='SUCCESS' and d.must.cuTexObjectDestroy(t); return r
def mk(d,r,t=None,v=None): o=U64(); return made(d,d.cuTexObjectCreate(o,r,t or tex(),v),o)
right('cuTexObjectCreate',lambda d: [mk(d,r) for r in (rarray(array(d)),rmip(mipmap(d)),rlinear(d.alloc()),rpitch(d.alloc()))])
case('cuTexObjectCreate','kinds of resources',lambda d: [mk(d,res(t,array(d).value)) for t in (4,5,99,-1)])
case('cuTexObjectCreate','no resource',lambda d: [mk(d,r) for r in (res(0,0),res(1,0),rlinear(0),rlinear(0xdead0000),rpitch(0),rpitch(0xdead0000))])
case('cuTexObjectCreate','linear memory',lambda d: (p:=d.alloc(4096),[(f,c,n,mk(d,rlinear(p,f,c,n))) for f,c,n in ((UI32,1,0),(UI32,1,3),(UI32,3,48),(UI32,0,48),(UI32,5,48),(0,1,64),(7,1,64),(FLOAT,4,4096),(FLOAT,4,4097),(HALF,2,64),(U8,1,1))],[mk(d,rlinear(p.value+o)) for o in (4,16,32,64,512)])[1:])
case('cuTexObjectCreate','linear memory, filters and modes',lambda d: (p:=d.alloc(4096),[(m,f,g,mk(d,rlinear(p,t,1,64),tex(m,f,g))) for t in (UI32,FLOAT) for m in (0,1,2,3) for f in (0,1) for g in (0,2)])[1])
case('cuTexObjectCreate','pitched memory',lambda d: (p:=d.alloc(1<<16),[(w,h,q,mk(d,rpitch(p,UI32,1,w,h,q))) for w,h,q in ((8,4,16),(8,4,31),(8,4,33),(8,4,256),(100,4,512))],[mk(d,rpitch(p.value+o)) for o in (4,16,32,64,256,512)],[mk(d,rpitch(p,f,c)) for f,c in ((UI32,3),(0,1),(UI32,0))])[1:])
case('cuTexObjectCreate','modes',lambda d: (a:=array(d,fmt=FLOAT),[(m,f,g,mk(d,rarray(a),tex(m,f,g))) for m in (0,1,2,3,4,-1) for f in (0,1) for g in (0,2)])[1])
case('cuTexObjectCreate','filters and flags',lambda d: [[(f,g,mk(d,rarray(a),tex(1,f,g))) for f in (0,1,2,-1) for g in (0,1,2,4,8,0x10,0x20,0x40,0x80000000)] for a in (array(d,fmt=UI32),array(d,fmt=U8),array(d,fmt=FLOAT))])
case('cuTexObjectCreate','sRGB',lambda d: [mk(d,rarray(array(d,fmt=f,ch=c)),tex(1,0,0x10)) for f,c in ((U8,1),(U8,2),(U8,4),(U16,1),(FLOAT,1))])
case('cuTexObjectCreate','anisotropy and levels',lambda d: (m:=mipmap(d,fmt=FLOAT),[mk(d,rmip(m),tex(1,1,0,**k)) for k in ({'aniso':1},{'aniso':16},{'aniso':17},{'aniso':99},{'mipfilter':1},{'mipfilter':2},{'lo':2.0,'hi':1.0},{'lo':-1.0,'hi':99.0},{'bias':100.0})])[1])
case('cuTexObjectCreate','reserved words',lambda d: (t:=tex(),t.reserved.__setitem__(0,1),mk(d,rarray(array(d)),t))[2])
case('cuTexObjectCreate','flags of the resource',lambda d: mk(d,res(0,array(d).value,flags=1)))
case('cuTexObjectCreate','views',lambda d: (a:=array(d,8,8,FLOAT,1),[(f,mk(d,rarray(a),None,View(f,8,8,0,0,0,0,0))) for f in (0,1,3,7,13,16,19,22,23,25,34,35,-1)])[1])
case('cuTexObjectCreate','views: sizes, levels and layers',lambda d: ([mk(d,rarray(array(d)),None,View(13,w,h,z,0,0,0,0)) for w,h,z in ((8,8,0),(4,8,0),(0,0,0),(16,8,0),(8,8,1))],[mk(d,rmip(mipmap(d)),None,View(13,16>>a,16>>a,0,a,b,0,0)) for a,b in ((0,0),(0,2),(1,2),(2,1),(0,3),(3,3))],[mk(d,rarray(array3(d,8,8,4,flags=1)),None,View(13,8,8,0,0,0,a,b)) for a,b in ((0,3),(1,2),(2,1),(0,4),(4,4))]))
case('cuTexObjectCreate','a view of linear memory',lambda d: (p:=d.alloc(),[mk(d,r,None,View(13,8,4,0,0,0,0,0)) for r in (rlinear(p),rpitch(p))])[1])
case('cuTexObjectCreate','null arguments',lambda d: (r:=rarray(array(d)),d.cuTexObjectCreate(None,r,tex(),None),d.cuTexObjectCreate(U64(),None,tex(),None),d.cuTexObjectCreate(U64(),r,None,None))[1:])
def texobject(d,r,t=None,v=None): o=U64(); d.must.cuTexObjectCreate(o,r,t or tex(),v); d.defer(lambda: d.any.cuTexObjectDestroy(o)); return o
def dead_tex(d): o=U64(); d.must.cuTexObjectCreate(o,rarray(array(d)),tex(),None); d.must.cuTexObjectDestroy(o); return o
right('cuTexObjectDestroy',lambda d: (d.must.cuTexObjectCreate(o:=U64(),rarray(array(d)),tex(),None),d.cuTexObjectDestroy(o))[1])
case('cuTexObjectDestroy','null',lambda d: d.cuTexObjectDestroy(0))
case('cuTexObjectDestroy','twice',lambda d: d.cuTexObjectDestroy(dead_tex(d)))
def fields(x,*n): return [list(getattr(x,k)) if hasattr(getattr(x,k),'__len__') else getattr(x,k) for k in n]
right('cuTexObjectGetResourceDesc',lambda d: (a:=array(d),p:=d.alloc(),d.cuTexObjectGetResourceDesc(r:=Res(),texobject(d,rarray(a))),r.type,r.w[0]==a.value,d.cuTexObjectGetResourceDesc(r,texobject(d,rpitch(p,U8,4,8,4,512))),r.type,r.w[0]==p.value,list(r.w)[1:5])[2:])
right('cuTexObjectGetTextureDesc',lambda d: (d.cuTexObjectGetTextureDesc(t:=Tex(),texobject(d,rarray(array(d,fmt=FLOAT)),tex(1,1,2,bias=0.5))),fields(t,'mode','filter','flags','aniso','mipfilter','bias','lo','hi','border')))
right('cuTexObjectGetResourceViewDesc',lambda d: (d.cuTexObjectGetResourceViewDesc(v:=View(),texobject(d,rarray(array(d)),None,View(13,8,8,0,0,0,0,0))),fields(v,'fmt','w','h','d','l0','l1','a0','a1')))
case('cuTexObjectCreate','border colours',lambda d: [mk(d,rarray(array(d,fmt=FLOAT)),tex(3,1,2,border=(F32*4)(*b))) for b in ((0,0,0,0),(0,0,0,1),(1,1,1,1),(1,2,3,4))])
case('cuTexObjectGetResourceViewDesc','without a view',lambda d: d.cuTexObjectGetResourceViewDesc(View(),texobject(d,rarray(array(d)))))
for f,t in (('cuTexObjectGetResourceDesc',Res),('cuTexObjectGetTextureDesc',Tex),('cuTexObjectGetResourceViewDesc',View)):
    case(f,'null arguments',lambda d,f=f,t=t: (getattr(d,f)(None,texobject(d,rarray(array(d)))),getattr(d,f)(t(),0)))
def surfobject(d,a=None): o=U64(); d.must.cuSurfObjectCreate(o,rarray(a or array3(d,8,8,flags=2))); d.defer(lambda: d.any.cuSurfObjectDestroy(o)); return o
def mks(d,r): o=U64(); x=d.cuSurfObjectCreate(o,r); x=='SUCCESS' and d.must.cuSurfObjectDestroy(o); return x
right('cuSurfObjectCreate',lambda d: mks(d,rarray(array3(d,8,8,flags=2))))
case('cuSurfObjectCreate','arrays without the flag',lambda d: [mks(d,rarray(a)) for a in (array(d),array3(d,8,8),array3(d,8,8,4,flags=1))])
case('cuSurfObjectCreate','shapes',lambda d: [mks(d,rarray(a)) for a in (array3(d,8,flags=2),array3(d,8,8,4,flags=2),array3(d,8,8,4,flags=3),array3(d,8,8,6,flags=6))])
case('cuSurfObjectCreate','resources of other kinds',lambda d: [mks(d,r) for r in (rlinear(d.alloc()),rpitch(d.alloc()),rmip(mipmap(d,flags=2)),res(0,0),res(9,0))])
case('cuSurfObjectCreate','flags of the resource',lambda d: mks(d,res(0,array3(d,8,8,flags=2).value,flags=1)))
case('cuSurfObjectCreate','a level of a mipmapped array',lambda d: (m:=mipmap(d,flags=2),d.must.cuMipmappedArrayGetLevel(a:=V(),m,1),mks(d,rarray(a)))[2])
case('cuSurfObjectCreate','null description',lambda d: d.cuSurfObjectCreate(U64(),None))
right('cuSurfObjectDestroy',lambda d: (d.must.cuSurfObjectCreate(o:=U64(),rarray(array3(d,8,8,flags=2))),d.cuSurfObjectDestroy(o))[1])
case('cuSurfObjectDestroy','null',lambda d: d.cuSurfObjectDestroy(0))
right('cuSurfObjectGetResourceDesc',lambda d: (a:=array3(d,8,8,flags=2),d.cuSurfObjectGetResourceDesc(r:=Res(),surfobject(d,a)),r.type,r.w[0]==a.value)[1:])
case('cuSurfObjectGetResourceDesc','null arguments',lambda d: (d.cuSurfObjectGetResourceDesc(None,surfobject(d)),d.cuSurfObjectGetResourceDesc(Res(),0)))
# ---- references
def ref(d): r=V(); d.must.cuTexRefCreate(r); return r
right('cuTexRefCreate',lambda d: (d.cuTexRefCreate(r:=V()),r.value is not None,d.cuTexRefDestroy(r)))
right('cuTexRefDestroy',lambda d: d.cuTexRefDestroy(ref(d)))
case('cuTexRefDestroy','null',lambda d: d.cuTexRefDestroy(None))
right('cuTexRefSetArray',lambda d: (r:=ref(d),d.cuTexRefSetArray(r,array(d),1))[1])
case('cuTexRefSetArray','flags and arrays',lambda d: (r:=ref(d),[d.cuTexRefSetArray(r,array(d),f) for f in (0,1,2,3)],d.cuTexRefSetArray(r,None,1),d.cuTexRefSetArray(None,array(d),1))[1:])
right('cuTexRefGetArray',lambda d: (r:=ref(d),a:=array(d),d.must.cuTexRefSetArray(r,a,1),d.cuTexRefGetArray(b:=V(),r),a.value==b.value)[3:])
case('cuTexRefGetArray','not bound, null',lambda d: (r:=ref(d),d.cuTexRefGetArray(V(),r),d.cuTexRefGetArray(None,r),d.cuTexRefGetArray(V(),None))[1:])
right('cuTexRefSetMipmappedArray',lambda d: (r:=ref(d),m:=mipmap(d),d.cuTexRefSetMipmappedArray(r,m,1),d.cuTexRefGetMipmappedArray(b:=V(),r),m.value==b.value)[2:])
right('cuTexRefGetMipmappedArray',lambda d: (r:=ref(d),m:=mipmap(d),d.must.cuTexRefSetMipmappedArray(r,m,1),d.cuTexRefGetMipmappedArray(V(),r))[3:])
case('cuTexRefSetMipmappedArray','flags and arrays',lambda d: (r:=ref(d),[d.cuTexRefSetMipmappedArray(r,mipmap(d),f) for f in (0,1,2,3)],d.cuTexRefSetMipmappedArray(r,None,1),d.cuTexRefSetMipmappedArray(None,mipmap(d),1))[1:])
case('cuTexRefGetMipmappedArray','not bound',lambda d: (r:=ref(d),d.cuTexRefGetMipmappedArray(V(),r),d.must.cuTexRefSetArray(r,array(d),1),d.cuTexRefGetMipmappedArray(V(),r))[1::2])
right('cuTexRefSetAddress_v2',lambda d: (r:=ref(d),p:=d.alloc(),d.cuTexRefSetAddress_v2(o:=SIZE(9),r,p,4096),o.value)[2:])
case('cuTexRefSetAddress_v2','offsets, addresses and lengths',lambda d: (r:=ref(d),p:=d.alloc(8192),[(x,d.cuTexRefSetAddress_v2(o:=SIZE(9),r,p.value+x,64),o.value) for x in (0,4,516)],d.cuTexRefSetAddress_v2(None,r,p,64),d.cuTexRefSetAddress_v2(None,r,p.value+4,64),[d.cuTexRefSetAddress_v2(SIZE(),r,x,64) for x in (0,0xdead0000)],[d.cuTexRefSetAddress_v2(SIZE(),r,p,n) for n in (0,8193,1<<40)],d.cuTexRefSetAddress_v2(SIZE(),None,p,64))[2:])
right('cuTexRefGetAddress_v2',lambda d: (r:=ref(d),p:=d.alloc(),d.must.cuTexRefSetAddress_v2(SIZE(),r,p,4096),d.cuTexRefGetAddress_v2(q:=U64(),r),p.value==q.value)[3:])
case('cuTexRefGetAddress_v2','not bound, null',lambda d: (r:=ref(d),d.cuTexRefGetAddress_v2(U64(),r),d.cuTexRefGetAddress_v2(None,r),d.cuTexRefGetAddress_v2(U64(),None))[1:])
for f in ('cuTexRefSetAddress2D_v2','cuTexRefSetAddress2D_v3'):
    right(f,lambda d,f=f: (r:=ref(d),p:=d.alloc(8192),getattr(d,f)(r,Desc(8,4,UI32,1),p,512))[2])
    case(f,'pitches, addresses and shapes',lambda d,f=f: (r:=ref(d),p:=d.alloc(8192),[(q,getattr(d,f)(r,Desc(8,4,UI32,1),p,q)) for q in (0,16,512)],[getattr(d,f)(r,Desc(8,4,UI32,1),x,512) for x in (p.value+4,p.value+512)],getattr(d,f)(r,None,p,512),getattr(d,f)(None,Desc(8,4,UI32,1),p,512))[2:])
GET={'cuTexRefSetFormat':lambda d,r: (d.cuTexRefGetFormat(a:=I32(),b:=I32(),r),a.value,b.value),'cuTexRefSetAddressMode':lambda d,r: [(d.cuTexRefGetAddressMode(a:=I32(),r,i),a.value) for i in range(3)],'cuTexRefSetFilterMode':lambda d,r: (d.cuTexRefGetFilterMode(a:=I32(),r),a.value),'cuTexRefSetMipmapFilterMode':lambda d,r: (d.cuTexRefGetMipmapFilterMode(a:=I32(),r),a.value),'cuTexRefSetMipmapLevelBias':lambda d,r: (d.cuTexRefGetMipmapLevelBias(a:=F32(),r),a.value),'cuTexRefSetMipmapLevelClamp':lambda d,r: (d.cuTexRefGetMipmapLevelClamp(a:=F32(),b:=F32(),r),a.value,b.value),'cuTexRefSetMaxAnisotropy':lambda d,r: (d.cuTexRefGetMaxAnisotropy(a:=I32(),r),a.value),'cuTexRefSetFlags':lambda d,r: (d.cuTexRefGetFlags(a:=U32(),r),a.value),'cuTexRefSetBorderColor':lambda d,r: (d.cuTexRefGetBorderColor(a:=(F32*4)(),r),list(a))}
SETS={'cuTexRefSetFormat':((UI32,1),(U8,4),(UI32,3),(0,1),(UI32,0),(UI32,5),(HALF,2),(7,1)),'cuTexRefSetAddressMode':((0,0),(1,2),(2,3),(3,1),(-1,0),(0,4),(0,-1)),'cuTexRefSetFilterMode':((0,),(1,),(2,),(-1,)),'cuTexRefSetMipmapFilterMode':((0,),(1,),(2,)),'cuTexRefSetMipmapLevelBias':((0.5,),(-100.0,)),'cuTexRefSetMipmapLevelClamp':((1.0,2.0),(2.0,1.0),(-1.0,99.0)),'cuTexRefSetMaxAnisotropy':((1,),(16,),(17,),(0,)),'cuTexRefSetFlags':((0,),(1,),(2,),(4,),(0x10,),(0x80,),(0x80000000,)),'cuTexRefSetBorderColor':(((F32*4)(1,2,3,4),),(None,))}
for f,get in GET.items():
    right(f,lambda d,f=f,get=get: (r:=ref(d),get(d,r),getattr(d,f)(r,*SETS[f][0]),get(d,r))[1:])
    right(f.replace('Set','Get'),lambda d,get=get: get(d,ref(d)))
    case(f,'values',lambda d,f=f,get=get: (r:=ref(d),[(getattr(d,f)(r,*a),get(d,r)) for a in SETS[f]])[1])
    case(f,'null reference',lambda d,f=f: getattr(d,f)(None,*SETS[f][0]))
    n=2 if f in('cuTexRefSetFormat','cuTexRefSetMipmapLevelClamp') else 1; more=(0,) if f=='cuTexRefSetAddressMode' else ()
    case(f.replace('Set','Get'),'null arguments',lambda d,g=f.replace('Set','Get'),n=n,more=more: (getattr(d,g)(*[None]*n,ref(d),*more),getattr(d,g)(*[U64()]*n,None,*more)))
case('cuTexRefGetAddressMode','dimensions',lambda d: (r:=ref(d),[d.cuTexRefGetAddressMode(I32(),r,i) for i in (3,-1,99)])[1])
case('cuSurfRefSetArray','null reference',lambda d: d.cuSurfRefSetArray(None,array3(d,8,8,flags=2),0))
case('cuSurfRefGetArray','null reference',lambda d: d.cuSurfRefGetArray(V(),None))
SURF=HEAD+'.global .surfref s;\n.global .texref t;\n.visible .entry k(){ret;}'
def surfref(d): s=V(); d.must.cuModuleGetSurfRef(s,d.module(SURF),b's'); return s
right('cuSurfRefSetArray',lambda d: (s:=surfref(d),a:=array3(d,8,8,flags=2),d.cuSurfRefSetArray(s,a,0),d.cuSurfRefGetArray(b:=V(),s),a.value==b.value)[2:])
right('cuSurfRefGetArray',lambda d: (s:=surfref(d),a:=array3(d,8,8,flags=2),d.must.cuSurfRefSetArray(s,a,0),d.cuSurfRefGetArray(b:=V(),s),a.value==b.value)[3:])
case('cuSurfRefGetArray','not bound',lambda d: d.cuSurfRefGetArray(V(),surfref(d)))
case('cuSurfRefSetArray','wrong arguments',lambda d: (s:=surfref(d),d.cuSurfRefSetArray(s,array3(d,8,8,flags=2),1),d.cuSurfRefSetArray(s,array(d),0))[1:])
case('cuDeviceGetTexture1DLinearMaxWidth','formats',lambda d: [(d.cuDeviceGetTexture1DLinearMaxWidth(n:=SIZE(),f,c,0),n.value>1<<20) for f,c in ((U8,1),(FLOAT,4))])
case('cuDeviceGetTexture1DLinearMaxWidth','wrong arguments',lambda d: (d.cuDeviceGetTexture1DLinearMaxWidth(None,U8,1,0),[d.cuDeviceGetTexture1DLinearMaxWidth(SIZE(),f,c,x) for f,c,x in ((0,1,0),(7,1,0),(U8,0,0),(U8,3,0),(U8,5,0),(U8,1,99),(U8,1,-1))]))
# ---- tensor maps
class Aligned(Structure): _fields_=[('raw',c_ubyte*192)]
def tmap(): b=Aligned(); return b,addressof(b)+63&~63
def u64s(*a): return (U64*max(1,len(a)))(*a)
def u32s(*a): return (U32*max(1,len(a)))(*a)
def tiled(d,type=7,rank=2,addr=None,dims=(64,64),strides=(256,),box=(32,8),steps=(1,1),inter=0,swizzle=0,l2=0,oob=0,null=()):
    m=tmap(); p=V((addr if addr is not None else d.alloc(64<<10).value)); a=[m[1],type,rank,p,u64s(*dims),u64s(*strides),u32s(*box),u32s(*steps),inter,swizzle,l2,oob]
    for i in null: a[i]=None
    return d.cuTensorMapEncodeTiled(*a)
right('cuTensorMapEncodeTiled',lambda d: tiled(d))
case('cuTensorMapEncodeTiled','types',lambda d: [(t,tiled(d,type=t)) for t in range(-1,18)])
case('cuTensorMapEncodeTiled','ranks',lambda d: [(r,tiled(d,rank=r,dims=(32,4,4,4,4)[:max(r,1)],strides=(128,512,2048,8192)[:max(r-1,1)],box=(8,2,2,2,2)[:max(r,1)],steps=(1,)*max(r,1))) for r in (0,1,2,3,4,5)])
case('cuTensorMapEncodeTiled','addresses',lambda d: (p:=d.alloc(64<<10).value,[tiled(d,addr=a) for a in (0,p+8,p+16,p+32,0xdead0000)])[1])
case('cuTensorMapEncodeTiled','sizes and strides',lambda d: [tiled(d,**k) for k in ({'dims':(0,64)},{'dims':(64,0)},{'dims':(1<<32,64)},{'dims':((1<<32)+1,64)},{'strides':(0,)},{'strides':(8,)},{'strides':(240,)},{'strides':(128,)},{'strides':(1<<40,)},{'strides':(264,)})])
case('cuTensorMapEncodeTiled','boxes and steps',lambda d: [tiled(d,**k) for k in ({'box':(0,8)},{'box':(32,0)},{'box':(256,8)},{'box':(257,8)},{'box':(3,8)},{'box':(32,257)},{'steps':(0,1)},{'steps':(1,8)},{'steps':(9,1)},{'steps':(1,9)})])
case('cuTensorMapEncodeTiled','modes',lambda d: [(k,v,tiled(d,**{k:v})) for k,v in (('inter',1),('inter',2),('inter',3),('inter',-1),('swizzle',1),('swizzle',2),('swizzle',3),('swizzle',7),('swizzle',-1),('l2',1),('l2',2),('l2',3),('l2',4),('l2',-1),('oob',1),('oob',2),('oob',-1))])
case('cuTensorMapEncodeTiled','not-a-number of whole numbers',lambda d: [tiled(d,type=t,oob=1) for t in (0,2,6,7,8,9)])
case('cuTensorMapEncodeTiled','null arguments',lambda d: [tiled(d,null=(i,)) for i in (0,4,5,6,7)])
case('cuTensorMapEncodeTiled','a map that is not aligned',lambda d: (m:=tmap(),d.cuTensorMapEncodeTiled(m[1]+8,7,2,V(d.alloc(64<<10).value),u64s(64,64),u64s(256),u32s(32,8),u32s(1,1),0,0,0,0))[1])
right('cuTensorMapReplaceAddress',lambda d: (m:=tmap(),p:=d.alloc(64<<10),d.must.cuTensorMapEncodeTiled(m[1],7,2,V(p.value),u64s(64,64),u64s(256),u32s(32,8),u32s(1,1),0,0,0,0),d.cuTensorMapReplaceAddress(m[1],V(p.value+1024)))[3])
case('cuTensorMapReplaceAddress','wrong arguments',lambda d: (m:=tmap(),p:=d.alloc(64<<10),d.must.cuTensorMapEncodeTiled(m[1],7,2,V(p.value),u64s(64,64),u64s(256),u32s(32,8),u32s(1,1),0,0,0,0),d.cuTensorMapReplaceAddress(m[1],None),d.cuTensorMapReplaceAddress(m[1],V(p.value+8)))[3:])
def alloc_class(d,c,null=()):
    m=tmap(); d.must.cuTensorMapEncodeTiled(m[1],7,2,V(d.alloc(64<<10).value),u64s(64,64),u64s(256),u32s(32,8),u32s(1,1),0,0,0,0); before=bytes(m[0].raw); o=I32(9)
    return d.cuTensorMapSetAllocationClass(None if 0 in null else V(m[1]),c,None if 2 in null else o),o.value,bytes(m[0].raw)==before
right('cuTensorMapSetAllocationClass',lambda d: [alloc_class(d,c) for c in (0,1,2)],want=[['SUCCESS',1,True]]*3)
case('cuTensorMapSetAllocationClass','wrong arguments',lambda d: [alloc_class(d,3),alloc_class(d,-1),alloc_class(d,0,(0,)),alloc_class(d,0,(2,))],want=[['INVALID_VALUE',1,True]]*3+[['SUCCESS',9,True]])
