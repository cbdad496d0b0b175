"""Virtual memory: reservations, physical memory, mappings, access, shareable handles; multicast and sparse arrays."""
import os
from api import *
from cases.structs import *

G=2<<20   # a multiple of every device's granularity
def reserve(d,n=4*G,align=0): p=U64(); d.must.cuMemAddressReserve(p,n,align,0,0); d.defer(lambda: d.any.cuMemAddressFree(p,n)); return p
def create(d,n=G,handles=0): h=U64(); d.must.cuMemCreate(h,n,prop(handles=handles),0); d.defer(lambda: d.any.cuMemRelease(h)); return h
def mapped(d,p=None,n=G,off=0,h=None,access=3):
    h=h or create(d,n); p=p or reserve(d); a=p.value+off; d.must.cuMemMap(a,n,0,h,0); d.defer(lambda: d.any.cuMemUnmap(a,n))
    if access: d.must.cuMemSetAccess(a,n,Access(loc(),access),1)
    return p,h
def released(d): h=U64(); d.must.cuMemCreate(h,G,prop(),0); d.must.cuMemRelease(h); return h
def got(d,r,p,n): r=='SUCCESS' and d.must.cuMemAddressFree(p,n); return r
right('cuMemAddressReserve',lambda d: (d.cuMemAddressReserve(p:=U64(),4*G,0,0,0),p.value%G,d.cuMemAddressFree(p,4*G)))
case('cuMemAddressReserve','sizes',lambda d: [(n,got(d,d.cuMemAddressReserve(p:=U64(),n,0,0,0),p,n)) for n in (0,1,4096,65536,G-1,G,G+4096,3*G,32<<30,1<<40)])
case('cuMemAddressReserve','beyond all addresses',lambda d: [d.cuMemAddressReserve(U64(),n,0,0,0) for n in (1<<52,1<<62,NEVER&~(G-1))])
case('cuMemAddressReserve','alignments',lambda d: [(a,got(d,d.cuMemAddressReserve(p:=U64(),G,a,0,0),p,G),p.value%max(a,1) if a and a&a-1==0 else 0) for a in (1,2,3,4096,G,4*G,1<<30,1<<36,G+1,3*G)])
case('cuMemAddressReserve','flags',lambda d: [d.cuMemAddressReserve(U64(),G,0,0,f) for f in (1,2,1<<63)])
case('cuMemAddressReserve','null out-pointer',lambda d: d.cuMemAddressReserve(None,G,0,0,0))
case('cuMemAddressReserve','odd hints',lambda d: [got(d,d.cuMemAddressReserve(p:=U64(),G,0,h,0),p,G) for h in (1,4096,1<<63)])
case('cuMemAddressReserve','no current context',lambda d: (d.cuMemAddressReserve(p:=U64(),G,0,0,0),d.cuMemAddressFree(p,G)),state='noctx')
right('cuMemAddressFree',lambda d: (d.must.cuMemAddressReserve(p:=U64(),G,0,0,0),d.cuMemAddressFree(p,G))[1])
case('cuMemAddressFree','wrong ranges',lambda d: (p:=reserve(d),d.cuMemAddressFree(p.value+G,G),d.cuMemAddressFree(p,2*G),d.cuMemAddressFree(p,0),d.cuMemAddressFree(0,G),d.cuMemAddressFree(0xdead0000,G),d.cuMemAddressFree(d.alloc(),4096),d.cuMemAddressFree(p,4*G),d.cuMemAddressFree(p,4*G))[1:])
case('cuMemAddressFree','with something mapped',lambda d: (m:=mapped(d),d.cuMemAddressFree(m[0],4*G))[1])
right('cuMemCreate',lambda d: (d.cuMemCreate(h:=U64(),G,prop(),0),h.value!=0,d.cuMemRelease(h)))
case('cuMemCreate','sizes',lambda d: [d.cuMemCreate(h:=U64(),n,prop(),0) for n in (0,1,4096,G-1)])
case('cuMemCreate','more than there is',lambda d: [d.cuMemCreate(U64(),n,prop(),0) for n in (1<<44,1<<50)])
case('cuMemCreate','flags',lambda d: [d.cuMemCreate(U64(),G,prop(),f) for f in (1,2)])
case('cuMemCreate','types',lambda d: [d.cuMemCreate(U64(),G,prop(type=t),0) for t in (0,2,3,99,-1)])
case('cuMemCreate','locations',lambda d: [(r:=d.cuMemCreate(h:=U64(),G,prop(lt=t,id=i),0),r=='SUCCESS' and d.cuMemRelease(h))[0] for t,i in ((0,0),(1,99),(1,-1),(5,0),(99,0))])
case('cuMemCreate','types of handles',lambda d: [(r:=d.cuMemCreate(h:=U64(),G,prop(handles=t),0),r=='SUCCESS' and d.cuMemRelease(h))[0] for t in (1,2,4,-1)])
case('cuMemCreate','compression',lambda d: [d.cuMemCreate(U64(),G,AllocProp(1,0,loc(),None,AllocFlags(c)),0) for c in (2,255)])
case('cuMemCreate','null arguments',lambda d: (d.cuMemCreate(None,G,prop(),0),d.cuMemCreate(U64(),G,None,0)))
right('cuMemRelease',lambda d: (d.must.cuMemCreate(h:=U64(),G,prop(),0),d.cuMemRelease(h))[1])
case('cuMemRelease','twice',lambda d: (d.must.cuMemCreate(h:=U64(),G,prop(),0),d.cuMemRelease(h),d.cuMemRelease(h))[1:])
case('cuMemRelease','wrong handles',lambda d: [d.cuMemRelease(0)])
case('cuMemRelease','while mapped',lambda d: (m:=mapped(d),d.cuMemRelease(m[1]),d.cuMemsetD32_v2(m[0],7,4),d.read(m[0],4))[1:])
right('cuMemMap',lambda d: (h:=create(d),p:=reserve(d),d.cuMemMap(p,G,0,h,0),d.cuMemSetAccess(p,G,Access(loc(),3),1),d.cuMemsetD32_v2(p,5,4),d.read(p,2),d.cuMemUnmap(p,G))[2:])
case('cuMemMap','one memory at two addresses',lambda d: (m:=mapped(d),d.must.cuMemMap(m[0].value+2*G,G,0,m[1],0),d.must.cuMemSetAccess(m[0].value+2*G,G,Access(loc(),3),1),d.must.cuMemsetD32_v2(m[0],9,4),d.read(m[0].value+2*G,2),d.cuMemUnmap(m[0].value+2*G,G))[4:])
case('cuMemMap','over a mapping',lambda d: (m:=mapped(d),d.cuMemMap(m[0],G,0,m[1],0))[1])
case('cuMemMap','sizes and offsets',lambda d: (h:=create(d,2*G),p:=reserve(d),[d.cuMemMap(p,n,o,h,0) for n,o in ((0,0),(4096,0),(3*G,0),(2*G,G),(G,4096),(G,2*G),(G,NEVER&~(G-1)))])[2])
case('cuMemMap','a part of the memory',lambda d: (h:=create(d,2*G),p:=reserve(d),[(r:=d.cuMemMap(p,n,o,h,0),r=='SUCCESS' and d.cuMemUnmap(p,n))[0] for n,o in ((G,0),(G,G),(2*G,0))])[2])
case('cuMemMap','addresses',lambda d: (h:=create(d),p:=reserve(d),[d.cuMemMap(x,G,0,h,0) for x in (p.value+4096,p.value+4*G,p.value-G,0,0xdead0000)])[2])
case('cuMemMap','flags',lambda d: (h:=create(d),p:=reserve(d),[d.cuMemMap(p,G,0,h,f) for f in (1,1<<32)])[2])
case('cuMemMap','released memory',lambda d: d.cuMemMap(reserve(d),G,0,released(d),0))
case('cuMemMap','no handle',lambda d: d.cuMemMap(reserve(d),G,0,0,0))
right('cuMemUnmap',lambda d: (h:=create(d),p:=reserve(d),d.must.cuMemMap(p,G,0,h,0),d.cuMemUnmap(p,G),d.cuMemUnmap(p,G))[3:])
case('cuMemUnmap','parts and wholes',lambda d: (p:=reserve(d),[mapped(d,p,2*G if i==0 else G,o) for i,o in enumerate((0,2*G))],d.cuMemUnmap(p,G),d.cuMemUnmap(p.value+G,G),d.cuMemUnmap(p,4*G),d.cuMemUnmap(p,0),d.cuMemUnmap(p,3*G))[2:])
case('cuMemUnmap','wrong ranges',lambda d: [d.cuMemUnmap(x,G) for x in (0,0xdead0000,reserve(d),d.alloc(2*G))])
right('cuMemSetAccess',lambda d: (m:=mapped(d,access=0),[(d.cuMemSetAccess(m[0],G,Access(loc(),f),1),d.cuMemGetAccess(x:=U64(9),loc(),m[0]),x.value) for f in (1,3,0,3)])[1])
case('cuMemSetAccess','flags',lambda d: (m:=mapped(d),[d.cuMemSetAccess(m[0],G,Access(loc(),f),1) for f in (2,4,-1)])[1])
case('cuMemSetAccess','locations',lambda d: (m:=mapped(d),[d.cuMemSetAccess(m[0],G,Access(loc(t,i),3),1) for t,i in ((0,0),(1,99),(1,-1),(99,0))])[1])
case('cuMemSetAccess','lists',lambda d: (m:=mapped(d),d.cuMemSetAccess(m[0],G,None,1),d.cuMemSetAccess(m[0],G,Access(loc(),3),0),d.cuMemSetAccess(m[0],G,Access(loc(),3),1))[1:])
case('cuMemSetAccess','ranges',lambda d: (m:=mapped(d),[d.cuMemSetAccess(x,n,Access(loc(),3),1) for x,n in ((m[0],0),(m[0],2*G),(m[0],4096),(m[0].value+4096,G),(0,G),(0xdead0000,G),(m[0].value+G,G),(d.alloc(2*G),2*G))])[1])
right('cuMemGetAccess',lambda d: (m:=mapped(d,access=1),d.cuMemGetAccess(x:=U64(9),loc(),m[0].value+100),x.value)[1:])
case('cuMemGetAccess','locations',lambda d: (m:=mapped(d),[d.cuMemGetAccess(U64(),loc(t,i),m[0]) for t,i in ((0,0),(1,99),(1,-1),(99,0))])[1])
case('cuMemGetAccess','null arguments',lambda d: (m:=mapped(d),d.cuMemGetAccess(None,loc(),m[0]),d.cuMemGetAccess(U64(),None,m[0]))[1:])
case('cuMemGetAccess','addresses',lambda d: [d.cuMemGetAccess(U64(),loc(),x) for x in (0,0xdead0000,reserve(d),d.alloc())])
case('cuMemGetAccess','without access',lambda d: (m:=mapped(d,access=0),d.cuMemGetAccess(x:=U64(9),loc(),m[0]),x.value)[1:])
def granularity(d,p,o): n=SIZE(); r=d.cuMemGetAllocationGranularity(n,p,o); return [r,0<n.value<=G and n.value&n.value-1==0]
right('cuMemGetAllocationGranularity',lambda d: [granularity(d,prop(),o) for o in (0,1)])
case('cuMemGetAllocationGranularity','wrong arguments',lambda d: (d.cuMemGetAllocationGranularity(None,prop(),0),d.cuMemGetAllocationGranularity(SIZE(),None,0),[d.cuMemGetAllocationGranularity(SIZE(),prop(),o) for o in (2,-1)],[d.cuMemGetAllocationGranularity(SIZE(),prop(lt=t,id=i),0) for t,i in ((0,0),(1,99),(1,-1),(99,0))],[d.cuMemGetAllocationGranularity(SIZE(),prop(type=t),0) for t in (0,99)]))
right('cuMemGetAllocationPropertiesFromHandle',lambda d: (h:=create(d,handles=1),d.cuMemGetAllocationPropertiesFromHandle(p:=AllocProp(),h),p.type,p.handles,p.loc.type,p.loc.id)[1:])
case('cuMemGetAllocationPropertiesFromHandle','wrong arguments',lambda d: (d.cuMemGetAllocationPropertiesFromHandle(None,create(d)),d.cuMemGetAllocationPropertiesFromHandle(AllocProp(),0)))
right('cuMemRetainAllocationHandle',lambda d: (m:=mapped(d),d.cuMemRetainAllocationHandle(h:=U64(),V(m[0].value+100)),h.value==m[1].value,d.cuMemRelease(h),d.cuMemRelease(m[1]),d.cuMemRetainAllocationHandle(h,V(m[0].value)),d.cuMemRelease(h),d.cuMemRelease(h))[1:])
case('cuMemRetainAllocationHandle','wrong arguments',lambda d: (m:=mapped(d),d.cuMemRetainAllocationHandle(None,V(m[0].value)),[d.cuMemRetainAllocationHandle(U64(),V(x)) for x in (0,0xdead0000,m[0].value+G,d.alloc().value)])[1:])
# ---- shareable handles
def export(d,h=None): fd=I32(-1); d.must.cuMemExportToShareableHandle(fd,h or create(d,handles=1),1,0); d.defer(lambda: os.close(fd.value)); return fd.value
right('cuMemExportToShareableHandle',lambda d: (h:=create(d,handles=1),d.cuMemExportToShareableHandle(fd:=I32(-1),h,1,0),fd.value>=0,os.close(fd.value))[1:3])
case('cuMemExportToShareableHandle','memory that is not to be shared',lambda d: d.cuMemExportToShareableHandle(I32(),create(d),1,0))
case('cuMemExportToShareableHandle','wrong arguments',lambda d: (h:=create(d,handles=1),d.cuMemExportToShareableHandle(None,h,1,0),[d.cuMemExportToShareableHandle(U64(),h,t,0) for t in (0,2,4,8,99)],d.cuMemExportToShareableHandle(I32(),h,1,1),d.cuMemExportToShareableHandle(I32(),0,1,0))[1:])
right('cuMemImportFromShareableHandle',lambda d: (h:=create(d,handles=1),fd:=export(d,h),d.cuMemImportFromShareableHandle(g:=U64(),V(fd),1),m:=mapped(d,h=h),d.must.cuMemMap(m[0].value+G,G,0,g,0),d.must.cuMemSetAccess(m[0].value+G,G,Access(loc(),3),1),d.must.cuMemsetD32_v2(m[0],77,4),d.read(m[0].value+G,2),d.cuMemUnmap(m[0].value+G,G),d.cuMemRelease(g))[2::5])
case('cuMemImportFromShareableHandle','wrong files',lambda d: [d.cuMemImportFromShareableHandle(U64(),V(x),1) for x in (0xffffffff,9999,os.open('/dev/null',os.O_RDWR))])
case('cuMemImportFromShareableHandle','wrong arguments',lambda d: (fd:=export(d),d.cuMemImportFromShareableHandle(None,V(fd),1),[d.cuMemImportFromShareableHandle(U64(),V(fd),t) for t in (0,2,4,99)])[1:])
case('cuMemImportFromShareableHandle','what it says of itself',lambda d: (h:=create(d,handles=1),d.must.cuMemImportFromShareableHandle(g:=U64(),V(export(d,h)),1),g.value==h.value,d.cuMemGetAllocationPropertiesFromHandle(p:=AllocProp(),g),p.type,p.handles,p.loc.type,p.loc.id,d.cuMemExportToShareableHandle(fd:=I32(),g,1,0),d.cuMemRelease(g))[3:])
# ---- addresses of mappings
case('cuPointerGetAttribute','mapped memory',lambda d: (m:=mapped(d),[(a,d.cuPointerGetAttribute(b:=U64(),a,m[0].value+100),b.value) for a in (2,9,8,12,13,14,10,16)],[(d.cuPointerGetAttribute(b:=U64(),a,m[0].value+100),b.value==m[0].value) for a in (11,19)],d.cuPointerGetAttribute(c:=U64(9),1,m[0]),c.value==d.ctx.value,c.value==0)[1:])
case('cuPointerGetAttribute','reserved addresses',lambda d: (p:=reserve(d),[(a,d.cuPointerGetAttribute(b:=U64(),a,p.value+100),b.value if a!=11 else b.value==p.value) for a in (2,9,8,11,12,13,14)])[1])
case('cuMemGetAddressRange_v2','mapped and reserved',lambda d: (m:=mapped(d),d.cuMemGetAddressRange_v2(b:=U64(),n:=SIZE(),m[0].value+100),b.value==m[0].value,n.value,d.cuMemGetAddressRange_v2(b,n,m[0].value+G))[1:])
case('cuMemFree_v2','mapped and reserved',lambda d: (m:=mapped(d),d.cuMemFree_v2(m[0]),d.cuMemFree_v2(m[0].value+G))[1:])
case('cuMemcpyDtoD_v2','across two mappings',lambda d: (p:=reserve(d),mapped(d,p),mapped(d,p,G,G),d.cuMemsetD32_v2(p.value+G-8,3,4),d.read(p.value+G-8,4))[3:])
case('cuMemsetD8_v2','mapped and reserved',lambda d: (m:=mapped(d),d.cuMemsetD8_v2(m[0].value+G-4,1,4),d.cuMemsetD8_v2(m[0].value+G-4,1,8),d.cuMemsetD8_v2(m[0].value+G,1,8))[1:])
# ---- not there: multicast needs switches, sparse arrays page tables for textures
class Multi(Structure): _fields_=[('n',U32),('size',SIZE),('handles',U64),('flags',U64)]   # CUmulticastObjectProp
case('cuMulticastCreate','wrong arguments',lambda d: [d.cuMulticastCreate(None,Multi(1,G,0,0)),d.cuMulticastCreate(U64(),None)])
case('cuMulticastGetGranularity','null out-pointer',lambda d: d.cuMulticastGetGranularity(None,Multi(1,G,0,0),0))
