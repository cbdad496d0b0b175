"""Memory and events between processes, and between devices."""
import subprocess
from api import *
from cases.structs import *

OTHER='''import sys; sys.path.insert(0,%r); import api; from api import *; from cases.structs import *; d=Fixture('cuIpcOpenMemHandle_v2'); d.enter()
'''%HERE
def other(code,*data):
    """What another process answers, given the handles in hexadecimal digits."""
    r=subprocess.run([sys.executable,'-c',OTHER+code]+[bytes(x).hex() for x in data],capture_output=True,text=True,timeout=25); l=r.stdout.strip().split('\n')[-1]; return json.loads(l) if l else 'no answer'
OPEN='h=Opaque64.from_buffer_copy(bytes.fromhex(sys.argv[1])); r=d.cuIpcOpenMemHandle_v2(p:=U64(),h,1); '
def handle(d,p): h=Opaque64(); d.must.cuIpcGetMemHandle(h,p); return h
def filled(d,n=4096): p=d.alloc(n); d.must.cuMemsetD32_v2(p,42,n//4); return p
# The text has no effect on what the fixture counts: the right use of what another process calls is noted by a call here.
right('cuIpcGetMemHandle',lambda d: (p:=filled(d),[d.cuIpcGetMemHandle(h:=Opaque64(),p),any(h.bytes)])[1])
case('cuIpcGetMemHandle','wrong arguments',lambda d: (d.cuIpcGetMemHandle(None,d.alloc()),[d.cuIpcGetMemHandle(Opaque64(),x) for x in (0,0xdead0000,d.host().value,managed(d),d.alloc().value+64)]))
case('cuIpcGetMemHandle','memory of a pool, of a module, mapped',lambda d: (d.must.cuMemAllocAsync(p:=U64(),4096,None),d.cuIpcGetMemHandle(Opaque64(),p),d.must.cuMemFreeAsync(p,None))[1])
case('cuIpcOpenMemHandle_v2','another process reads and writes',lambda d: (p:=filled(d),other(OPEN+'''a=d.read(p,2); d.must.cuMemsetD32_v2(p,43,1); print(json.dumps([r,a,d.cuIpcCloseMemHandle(p)]))''',handle(d,p)),d.read(p,2))[1:])
case('cuIpcOpenMemHandle_v2','another process, the middle of an allocation',lambda d: (p:=filled(d),d.must.cuMemsetD32_v2(p.value+256,9,1),d.must.cuIpcGetMemHandle(h:=Opaque64(),p.value+256),other(OPEN+'''print(json.dumps([r,d.read(p,1)]))''',h))[3])
case('cuIpcOpenMemHandle_v2','another process, twice',lambda d: other(OPEN+'''s=d.cuIpcOpenMemHandle_v2(q:=U64(),h,1); print(json.dumps([r,s,p.value==q.value,d.cuIpcCloseMemHandle(p),d.read(q,1),d.cuIpcCloseMemHandle(q),d.cuIpcCloseMemHandle(q)]))''',handle(d,filled(d))))
case('cuIpcOpenMemHandle_v2','another process, what it may not',lambda d: other(OPEN+'''g=Opaque64(); print(json.dumps([r,d.cuMemFree_v2(p),d.cuIpcGetMemHandle(g,p),d.cuIpcCloseMemHandle(p.value+64),d.cuMemFreeAsync(p,None),d.cuIpcCloseMemHandle(p)]))''',handle(d,filled(d))))
case('cuIpcOpenMemHandle_v2','another process, flags',lambda d: other(OPEN+'''print(json.dumps([r,[d.cuIpcOpenMemHandle_v2(U64(),h,f) for f in (0,2,3)],d.cuIpcOpenMemHandle_v2(None,h,1)]))''',handle(d,filled(d))))
case('cuIpcOpenMemHandle_v2','another process, freed memory',lambda d: (p:=filled(d,4<<20),h:=handle(d,p),d.must.cuMemFree_v2(p),other(OPEN+'''print(json.dumps(r))''',h))[3])
for f in ('cuIpcOpenMemHandle','cuIpcOpenMemHandle_v2'):
    case(f,'its own memory',lambda d,f=f: getattr(d,f)(U64(),handle(d,filled(d)),1))
    case(f,'no handle',lambda d,f=f: [getattr(d,f)(U64(),Opaque64((c_ubyte*64)(*[x]*64)),1) for x in (0,7,255)])
    case(f,'null out-pointer',lambda d,f=f: getattr(d,f)(None,handle(d,filled(d)),1))
case('cuIpcOpenMemHandle_v2','of a process that ended',lambda d: (h:=Opaque64.from_buffer_copy(bytes.fromhex(other('''p=d.alloc(); h=Opaque64(); d.must.cuIpcGetMemHandle(h,p); print(json.dumps(bytes(h).hex()))'''))),d.cuIpcOpenMemHandle_v2(U64(),h,1))[1])
case('cuIpcCloseMemHandle','wrong addresses',lambda d: [d.cuIpcCloseMemHandle(x) for x in (0,0xdead0000,d.alloc(),d.host().value)])
right('cuIpcGetEventHandle',lambda d: (e:=d.event(6),d.cuIpcGetEventHandle(h:=Opaque64(),e),any(h.bytes))[1:])
case('cuIpcGetEventHandle','events that are not shared',lambda d: [d.cuIpcGetEventHandle(Opaque64(),d.event(f)) for f in (0,2)])
case('cuIpcGetEventHandle','wrong arguments',lambda d: (d.cuIpcGetEventHandle(None,d.event(6)),d.cuIpcGetEventHandle(Opaque64(),None)))
case('cuEventCreate','flags of shared events',lambda d: [d.cuEventCreate(V(),f) for f in (4,5,6,7)])
case('cuIpcOpenEventHandle','another process',lambda d: (e:=d.event(6),d.must.cuIpcGetEventHandle(h:=Opaque64(),e),other('''h=Opaque64.from_buffer_copy(bytes.fromhex(sys.argv[1])); r=d.cuIpcOpenEventHandle(e:=V(),h); print(json.dumps([r,d.cuEventQuery(e),d.cuEventRecord(e,None),d.cuEventSynchronize(e),d.cuEventElapsedTime_v2(F32(),e,e),d.cuIpcGetEventHandle(Opaque64(),e),d.cuEventDestroy_v2(e)]))''',h),d.cuEventQuery(e),d.cuEventSynchronize(e))[2:])
case('cuIpcOpenEventHandle','its own event',lambda d: (d.must.cuIpcGetEventHandle(h:=Opaque64(),d.event(6)),d.cuIpcOpenEventHandle(V(),h))[1])
case('cuIpcOpenEventHandle','no handle',lambda d: [d.cuIpcOpenEventHandle(V(),Opaque64((c_ubyte*64)(*[x]*64))) for x in (0,7,255)])
case('cuIpcOpenEventHandle','null out-pointer',lambda d: (d.must.cuIpcGetEventHandle(h:=Opaque64(),d.event(6)),d.cuIpcOpenEventHandle(None,h))[1])
case('cuPointerGetAttribute','may be shared',lambda d: [(d.cuPointerGetAttribute(b:=c_ubyte(9),10,p),b.value) for p in (d.alloc(),d.host().value,managed(d))])

# ---- peers, as a machine with one device answers
right('cuDeviceCanAccessPeer',lambda d: (d.cuDeviceCanAccessPeer(x:=I32(9),0,0),x.value))
case('cuDeviceCanAccessPeer','wrong arguments',lambda d: ([d.cuDeviceCanAccessPeer(I32(),a,b) for a,b in ((0,99),(99,0),(0,-1),(-1,0))],d.cuDeviceCanAccessPeer(None,0,0)))
case('cuDeviceGetP2PAttribute','wrong arguments',lambda d: [d.cuDeviceGetP2PAttribute(I32(),1,a,b) for a,b in ((0,0),(0,99),(99,0),(-1,0))]+[d.cuDeviceGetP2PAttribute(I32(),x,0,0) for x in (0,99)]+[d.cuDeviceGetP2PAttribute(None,1,0,99)])
case('cuDeviceGetP2PAtomicCapabilities','wrong arguments',lambda d: [d.cuDeviceGetP2PAtomicCapabilities((U32*1)(),(I32*1)(0),1,a,b) for a,b in ((0,0),(0,99),(99,0))])
case('cuCtxEnablePeerAccess','its own device',lambda d: (c:=d.ctx,d.context(),d.cuCtxEnablePeerAccess(c,0),d.cuCtxEnablePeerAccess(None,0),d.cuCtxEnablePeerAccess(c,1))[2:])
case('cuCtxEnablePeerAccess','itself',lambda d: d.cuCtxEnablePeerAccess(d.ctx,0))
case('cuCtxDisablePeerAccess','not enabled',lambda d: (c:=d.ctx,d.context(),d.cuCtxDisablePeerAccess(c),d.cuCtxDisablePeerAccess(None))[2:])
case('cuCtxDisablePeerAccess','itself',lambda d: d.cuCtxDisablePeerAccess(d.ctx))
