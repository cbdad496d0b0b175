"""Good arguments in a thread without current context: which functions need one, and which take the context of their object."""
from api import *
from cases.stream import Att
from cases.function import PARAMS

TEXTURE=HEAD+'.global .texref t;\n.global .surfref s;\n.visible .entry k(.param .u64 p){ret;}'
class A1(Structure): _fields_=[('w',SIZE),('h',SIZE),('f',I32),('n',U32)]                          # CUDA_ARRAY_DESCRIPTOR
class A3(Structure): _fields_=[('w',SIZE),('h',SIZE),('d',SIZE),('f',I32),('n',U32),('fl',U32)]    # CUDA_ARRAY3D_DESCRIPTOR
def out(d): d.must.cuCtxSetCurrent(None)
def ref(d): t=V(); d.must.cuModuleGetTexRef(t,d.module(TEXTURE),b't'); return t
def surf(d): s=V(); d.must.cuModuleGetSurfRef(s,d.module(TEXTURE),b's'); return s
def arr(d,f=0): a=V(); d.must.cuArray3DCreate_v2(a,A3(16,16,0,0x20,1,f)); return a
def mip(d): m=V(); d.must.cuMipmappedArrayCreate(m,A3(16,16,0,0x20,1,0),2); return m
def bare(symbol,prepare,call): case(symbol,'good arguments, no current context',lambda d: (x:=prepare(d),out(d),call(d,x))[2])
T={'cuTexRefDestroy':lambda d,t: d.cuTexRefDestroy(t),'cuTexRefGetAddress_v2':lambda d,t: d.cuTexRefGetAddress_v2(U64(),t),'cuTexRefGetAddressMode':lambda d,t: d.cuTexRefGetAddressMode(I32(),t,0),'cuTexRefGetArray':lambda d,t: d.cuTexRefGetArray(V(),t),'cuTexRefGetBorderColor':lambda d,t: d.cuTexRefGetBorderColor((F32*4)(),t),'cuTexRefGetFilterMode':lambda d,t: d.cuTexRefGetFilterMode(I32(),t),
   'cuTexRefGetFlags':lambda d,t: d.cuTexRefGetFlags(U32(),t),'cuTexRefGetFormat':lambda d,t: d.cuTexRefGetFormat(I32(),I32(),t),'cuTexRefGetMaxAnisotropy':lambda d,t: d.cuTexRefGetMaxAnisotropy(I32(),t),'cuTexRefGetMipmapFilterMode':lambda d,t: d.cuTexRefGetMipmapFilterMode(I32(),t),'cuTexRefGetMipmapLevelBias':lambda d,t: d.cuTexRefGetMipmapLevelBias(F32(),t),
   'cuTexRefGetMipmapLevelClamp':lambda d,t: d.cuTexRefGetMipmapLevelClamp(F32(),F32(),t),'cuTexRefGetMipmappedArray':lambda d,t: d.cuTexRefGetMipmappedArray(V(),t),'cuTexRefSetAddressMode':lambda d,t: d.cuTexRefSetAddressMode(t,0,0),'cuTexRefSetBorderColor':lambda d,t: d.cuTexRefSetBorderColor(t,(F32*4)()),'cuTexRefSetFilterMode':lambda d,t: d.cuTexRefSetFilterMode(t,0),
   'cuTexRefSetFlags':lambda d,t: d.cuTexRefSetFlags(t,0),'cuTexRefSetFormat':lambda d,t: d.cuTexRefSetFormat(t,0x20,1),'cuTexRefSetMaxAnisotropy':lambda d,t: d.cuTexRefSetMaxAnisotropy(t,1),'cuTexRefSetMipmapFilterMode':lambda d,t: d.cuTexRefSetMipmapFilterMode(t,0),'cuTexRefSetMipmapLevelBias':lambda d,t: d.cuTexRefSetMipmapLevelBias(t,0.0),
   'cuTexRefSetMipmapLevelClamp':lambda d,t: d.cuTexRefSetMipmapLevelClamp(t,0.0,1.0)}
for s,f in T.items(): bare(s,ref,f)
bare('cuTexRefSetArray',lambda d: (ref(d),arr(d)),lambda d,x: d.cuTexRefSetArray(x[0],x[1],1))
bare('cuTexRefSetMipmappedArray',lambda d: (ref(d),mip(d)),lambda d,x: d.cuTexRefSetMipmappedArray(x[0],x[1],1))
bare('cuTexRefSetAddress_v2',lambda d: (ref(d),d.alloc()),lambda d,x: d.cuTexRefSetAddress_v2(SIZE(),x[0],x[1],4096))
bare('cuTexRefSetAddress2D_v3',lambda d: (ref(d),d.alloc()),lambda d,x: d.cuTexRefSetAddress2D_v3(x[0],A1(16,4,0x20,1),x[1],512))
case('cuTexRefCreate','good arguments, no current context',lambda d: d.cuTexRefCreate(V()),state='noctx')
bare('cuSurfRefGetArray',surf,lambda d,s: d.cuSurfRefGetArray(V(),s))
bare('cuSurfRefSetArray',lambda d: (surf(d),arr(d,2)),lambda d,x: d.cuSurfRefSetArray(x[0],x[1],0))
bare('cuArrayGetDescriptor_v2',arr,lambda d,a: d.cuArrayGetDescriptor_v2(A1(),a))
bare('cuArray3DGetDescriptor_v2',arr,lambda d,a: d.cuArray3DGetDescriptor_v2(A3(),a))
bare('cuArrayDestroy',arr,lambda d,a: d.cuArrayDestroy(a))
bare('cuArrayGetPlane',arr,lambda d,a: d.cuArrayGetPlane(V(),a,0))
bare('cuMipmappedArrayGetLevel',mip,lambda d,m: d.cuMipmappedArrayGetLevel(V(),m,0))
bare('cuMipmappedArrayDestroy',mip,lambda d,m: d.cuMipmappedArrayDestroy(m))
case('cuArrayCreate_v2','good arguments, no current context',lambda d: d.cuArrayCreate_v2(V(),A1(16,16,0x20,1)),state='noctx')
case('cuArray3DCreate_v2','good arguments, no current context',lambda d: d.cuArray3DCreate_v2(V(),A3(16,16,0,0x20,1,0)),state='noctx')
case('cuMipmappedArrayCreate','good arguments, no current context',lambda d: d.cuMipmappedArrayCreate(V(),A3(16,16,0,0x20,1,0),2),state='noctx')
bare('cuModuleGetTexRef',lambda d: d.module(TEXTURE),lambda d,m: d.cuModuleGetTexRef(V(),m,b't'))
bare('cuModuleGetSurfRef',lambda d: d.module(TEXTURE),lambda d,m: d.cuModuleGetSurfRef(V(),m,b's'))
for s,f in {'cuStreamCreate':lambda d: d.cuStreamCreate(V(),0),'cuStreamCreateWithPriority':lambda d: d.cuStreamCreateWithPriority(V(),0,0),'cuEventCreate':lambda d: d.cuEventCreate(V(),0),'cuCtxGetFlags':lambda d: d.cuCtxGetFlags(U32()),'cuCtxGetDevice':lambda d: d.cuCtxGetDevice(I32()),'cuCtxGetId':lambda d: d.cuCtxGetId(None,U64()),'cuCtxSetFlags':lambda d: d.cuCtxSetFlags(0),'cuCtxGetLimit':lambda d: d.cuCtxGetLimit(SIZE(),0),
            'cuCtxSetLimit':lambda d: d.cuCtxSetLimit(0,1024),'cuCtxGetCacheConfig':lambda d: d.cuCtxGetCacheConfig(I32()),'cuCtxSetCacheConfig':lambda d: d.cuCtxSetCacheConfig(0),'cuCtxGetStreamPriorityRange':lambda d: d.cuCtxGetStreamPriorityRange(I32(),I32()),'cuModuleLoadData':lambda d: d.cuModuleLoadData(V(),EMPTY.encode()),'cuModuleLoadFatBinary':lambda d: d.cuModuleLoadFatBinary(V(),EMPTY.encode()),
            'cuStreamSynchronize':lambda d: d.cuStreamSynchronize(None),'cuStreamQuery':lambda d: d.cuStreamQuery(None),'cuStreamGetFlags':lambda d: d.cuStreamGetFlags(None,U32()),'cuStreamGetPriority':lambda d: d.cuStreamGetPriority(None,I32()),'cuStreamGetCtx':lambda d: d.cuStreamGetCtx(None,V()),'cuStreamGetDevice':lambda d: d.cuStreamGetDevice(None,I32()),'cuStreamGetId':lambda d: d.cuStreamGetId(None,U64()),
            'cuStreamGetAttribute':lambda d: d.cuStreamGetAttribute(None,3,Att()),'cuStreamIsCapturing':lambda d: d.cuStreamIsCapturing(None,I32()),'cuStreamAddCallback':lambda d: d.cuStreamAddCallback(None,CB,None,0),'cuMemAlloc_v2':lambda d: d.cuMemAlloc_v2(U64(),64),'cuMemAllocManaged':lambda d: d.cuMemAllocManaged(U64(),64,1),'cuMemHostAlloc':lambda d: d.cuMemHostAlloc(V(),64,0),'cuMemAllocHost_v2':lambda d: d.cuMemAllocHost_v2(V(),64),'cuMemGetInfo_v2':lambda d: d.cuMemGetInfo_v2(SIZE(),SIZE())}.items():
    case(s,'good arguments, nothing current',f,state='noctx')
CB=CFUNCTYPE(None,V,I32,V)(lambda *a: None)
for s,f in {'cuMemFree_v2':lambda d,p: d.cuMemFree_v2(p),'cuMemcpyDtoH_v2':lambda d,p: d.cuMemcpyDtoH_v2(create_string_buffer(64),p,64),'cuMemcpyHtoD_v2':lambda d,p: d.cuMemcpyHtoD_v2(p,bytes(64),64),'cuMemcpyDtoD_v2':lambda d,p: d.cuMemcpyDtoD_v2(p,p.value+64,64),'cuMemcpy':lambda d,p: d.cuMemcpy(p,p.value+64,64),'cuMemsetD8_v2':lambda d,p: d.cuMemsetD8_v2(p,0,64),'cuMemGetAddressRange_v2':lambda d,p: d.cuMemGetAddressRange_v2(U64(),SIZE(),p),
            'cuPointerGetAttribute':lambda d,p: d.cuPointerGetAttribute(U64(),2,p),'cuMemcpyDtoHAsync_v2':lambda d,p: d.cuMemcpyDtoHAsync_v2(create_string_buffer(64),p,64,None),'cuMemFreeAsync':lambda d,p: d.cuMemFreeAsync(p,None)}.items(): bare(s,lambda d: d.alloc(),f)
for s,f in {'cuMemFreeHost':lambda d,h: d.cuMemFreeHost(h),'cuMemHostGetFlags':lambda d,h: d.cuMemHostGetFlags(U32(),h),'cuMemHostGetDevicePointer_v2':lambda d,h: d.cuMemHostGetDevicePointer_v2(U64(),h,0)}.items(): bare(s,lambda d: d.host(4096,2),f)
def graph1(d): g=d.graph(); d.must.cuGraphAddEmptyNode(V(),g,None,0); e=V(); d.must.cuGraphInstantiateWithFlags(e,g,0); return g,e
bare('cuGraphInstantiateWithFlags',graph1,lambda d,x: d.cuGraphInstantiateWithFlags(V(),x[0],0))
bare('cuGraphLaunch',graph1,lambda d,x: (d.cuGraphLaunch(x[1],None)))
bare('cuGraphUpload',graph1,lambda d,x: d.cuGraphUpload(x[1],None))
bare('cuGraphExecDestroy',graph1,lambda d,x: d.cuGraphExecDestroy(x[1]))
bare('cuGraphClone',graph1,lambda d,x: d.cuGraphClone(V(),x[0]))
case('cuGraphCreate','good arguments, no current context',lambda d: d.cuGraphCreate(V(),0),state='noctx')
# a launch and a stream operation where the stream carries the context
bare('cuLaunchKernel',lambda d: (d.function(EMPTY,'k'),d.stream()),lambda d,x: d.cuLaunchKernel(x[0],1,1,1,1,1,1,0,x[1],None,None))
bare('cuMemcpyHtoDAsync_v2',lambda d: (d.alloc(),d.stream()),lambda d,x: d.cuMemcpyHtoDAsync_v2(x[0],bytes(64),64,x[1]))
bare('cuMemsetD8Async',lambda d: (d.alloc(),d.stream()),lambda d,x: d.cuMemsetD8Async(x[0],0,64,x[1]))
bare('cuMemAllocAsync',lambda d: d.stream(),lambda d,x: d.cuMemAllocAsync(U64(),64,x))
bare('cuLaunchHostFunc',lambda d: d.stream(),lambda d,x: d.cuLaunchHostFunc(x,HF,None))
bare('cuEventRecord',lambda d: (d.event(),d.stream()),lambda d,x: d.cuEventRecord(*x))
bare('cuStreamWaitEvent',lambda d: (d.stream(),d.event()),lambda d,x: d.cuStreamWaitEvent(*x,0))
HF=CFUNCTYPE(None,V)(lambda p: None)
case('cuLaunch','a grid of no parameters for a kernel that has some',lambda d: d.cuLaunch(d.function()),twins=False)
