"""The structures that several groups of cases fill in, as cuda.h has them."""
from api import *

class AllocFlags(Structure): _fields_=[('compression',c_ubyte),('rdma',c_ubyte),('usage',c_ushort),('reserved',c_ubyte*4)]
class AllocProp(Structure): _fields_=[('type',I32),('handles',I32),('loc',Location),('win32',V),('flags',AllocFlags)]   # CUmemAllocationProp
class PoolProps(Structure): _fields_=[('type',I32),('handles',I32),('loc',Location),('win32',V),('max',SIZE),('usage',c_ushort),('rdma',c_ubyte),('reserved',c_ubyte*53)]
class Access(Structure): _fields_=[('loc',Location),('flags',I32)]   # CUmemAccessDesc
class Export(Structure): _fields_=[('bytes',c_ubyte*64)]   # CUmemPoolPtrExportData
class Desc(Structure): _fields_=[('w',SIZE),('h',SIZE),('fmt',I32),('ch',U32)]   # CUDA_ARRAY_DESCRIPTOR
class Desc3(Structure): _fields_=[('w',SIZE),('h',SIZE),('d',SIZE),('fmt',I32),('ch',U32),('flags',U32)]   # CUDA_ARRAY3D_DESCRIPTOR
class Copy2(Structure):   # CUDA_MEMCPY2D
    _fields_=[('sx',SIZE),('sy',SIZE),('st',I32),('sh',V),('sd',U64),('sa',V),('sp',SIZE),('dx',SIZE),('dy',SIZE),('dt',I32),('dh',V),('dd',U64),('da',V),('dp',SIZE),('w',SIZE),('h',SIZE)]
class Copy3(Structure):   # CUDA_MEMCPY3D, and with contexts in the reserved places CUDA_MEMCPY3D_PEER
    _fields_=[('sx',SIZE),('sy',SIZE),('sz',SIZE),('sl',SIZE),('st',I32),('sh',V),('sd',U64),('sa',V),('sc',V),('sp',SIZE),('shh',SIZE),('dx',SIZE),('dy',SIZE),('dz',SIZE),('dl',SIZE),('dt',I32),('dh',V),('dd',U64),('da',V),('dc',V),('dp',SIZE),('dhh',SIZE),('w',SIZE),('h',SIZE),('d',SIZE)]
HOST,DEVICE,ARRAY,UNIFIED=1,2,3,4   # CUmemorytype
U8,U16,UI32,S8,S16,SI32,HALF,FLOAT=1,2,3,8,9,10,0x10,0x20   # CUarray_format
def loc(type=1,id=0): return Location(type,id)
def prop(type=1,handles=0,lt=1,id=0): return AllocProp(type,handles,loc(lt,id))
def poolprops(type=1,handles=0,lt=1,id=0,max=0): return PoolProps(type,handles,loc(lt,id),None,max)
def text(s): return create_string_buffer(s)
def bytes_of(n,f=lambda i: i): return (c_ubyte*n)(*[f(i)&255 for i in range(n)])
def managed(d,n=4096): p=U64(); d.must.cuMemAllocManaged(p,n,1); return p
def destroyed_stream(d): s=V(); d.must.cuStreamCreate(s,1); d.must.cuStreamDestroy_v2(s); return s
def array(d,w=8,h=8,fmt=UI32,ch=1): a=V(); d.must.cuArrayCreate_v2(a,Desc(w,h,fmt,ch)); d.defer(lambda: d.any.cuArrayDestroy(a)); return a
def array3(d,w=8,h=0,depth=0,fmt=UI32,ch=1,flags=0): a=V(); d.must.cuArray3DCreate_v2(a,Desc3(w,h,depth,fmt,ch,flags)); d.defer(lambda: d.any.cuArrayDestroy(a)); return a
def mipmap(d,w=16,h=16,depth=0,fmt=UI32,ch=1,flags=0,levels=3): a=V(); d.must.cuMipmappedArrayCreate(a,Desc3(w,h,depth,fmt,ch,flags),levels); d.defer(lambda: d.any.cuMipmappedArrayDestroy(a)); return a
def dead_array(d): a=V(); d.must.cuArrayCreate_v2(a,Desc(8,8,UI32,1)); d.must.cuArrayDestroy(a); return a
