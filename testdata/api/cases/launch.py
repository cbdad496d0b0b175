"""Launches of kernels and host functions, old and new."""
import struct
from api import *
from cases.function import Attr, Config, config, fn, kern, stale, ghost, PARAMS
TWO=HEAD+'.visible .entry k(.param .u64 p,.param .u32 v){.reg .b64 %a;.reg .b32 %v;ld.param.u64 %a,[p];ld.param.u32 %v,[v];st.global.u32 [%a],%v;ret;}'
BOUND=HEAD+'.visible .entry k() .maxntid 64,1,1 {ret;}\n.visible .entry r() .reqntid 64,1,1 {ret;}'
SHARED=HEAD+'.visible .entry k(){.shared .align 4 .b8 s[40000];.reg .b32 %r;mov.u32 %r,s;st.shared.u32 [%r],%r;ret;}'
FAULT=HEAD+'.visible .entry k(){.reg .b64 %a;mov.u64 %a,16;st.global.u32 [%a],1;ret;}'
GONEF=lambda d: stale(d,'set',SET)
def run(d,call,f=None,grid=(1,1,1),block=(1,1,1),shared=0,stream=None,args=None,extra=None):
    """A launch of set(p, 7) or of f, through the named function; args=False passes none."""
    a=None if args is False else args if args is not None else d.args(d.alloc(),U32(7)); f=d.function() if f is None else f
    if call=='cuLaunchKernel': return d.cuLaunchKernel(f,*grid,*block,shared,stream,a,extra)
    if call=='cuLaunchCooperativeKernel': return d.cuLaunchCooperativeKernel(f,*grid,*block,shared,stream,a)
    return d.cuLaunchKernelEx(config(grid,block,shared,stream),f,a,extra)
for s in ('cuLaunchKernel','cuLaunchCooperativeKernel','cuLaunchKernelEx'):
    g=lambda d,s=s,**k: run(d,s,**k)
    right(s,lambda d,g=g: (p:=d.alloc(),g(d,args=d.args(p,U32(7))),d.read(p))[1:])
    case(s,'in a stream',lambda d,g=g: (p:=d.alloc(),t:=d.stream(1),g(d,args=d.args(p,U32(9)),stream=t),d.cuStreamSynchronize(t),d.read(p))[2:])
    case(s,'a kernel of a library',lambda d,g=g: (p:=d.alloc(),g(d,f=d.kernel(),args=d.args(p,U32(8))),d.read(p))[1:])
    case(s,'grids',lambda d,g=g: [g(d,grid=x) for x in ((0,1,1),(1,0,1),(1,1,0),(1,65535,1),(1,65536,1),(1,1,65536),(0x80000000,1,1),(0xffffffff,1,1))])
    case(s,'blocks',lambda d,g=g: [g(d,block=x) for x in ((0,1,1),(1,0,1),(1,1,0),(1024,1,1),(1025,1,1),(1,1,64),(1,1,65),(32,32,1),(32,33,1),(1,1024,1),(0xffffffff,1,1))])
    case(s,'a block larger than the bound',lambda d,g=g: [g(d,f=d.function(BOUND,n),block=(b,1,1)) for n,b in (('k',32),('k',64),('k',65),('r',64),('r',32),('r',128))])
    case(s,'shared memory',lambda d,g=g: [g(d,shared=x) for x in (0,1,48<<10,(48<<10)+1,1<<20,0xffffffff)])
    case(s,'static and dynamic shared memory together',lambda d,g=g: [g(d,f=d.function(SHARED,'k'),shared=x) for x in (0,9000,9152,9153)])
    case(s,'shared memory above the default, allowed',lambda d,g=g: (f:=d.function(),d.must.cuFuncSetAttribute(f,8,50<<10),g(d,f=f,shared=50<<10),g(d,f=f,shared=(50<<10)+1))[2:])
    case(s,'null function',lambda d,g=g: g(d,f=V()))
    case(s,'of an unloaded module',lambda d,g=g: g(d,f=GONEF(d)))
    case(s,'null parameters',lambda d,g=g: g(d,args=False))
    case(s,'no parameters needed',lambda d,g=g: (f:=d.function(EMPTY,'k'),g(d,f=f,args=False))[1])
    case(s,'destroyed stream',lambda d,g=g: (t:=d.stream(),d.must.cuStreamDestroy_v2(t),g(d,stream=t))[2])
    case(s,'a function of another context',lambda d,g=g: (f:=d.function(),d.context(),g(d,f=f))[2])
    case(s,'a stream of another context',lambda d,g=g: (t:=d.stream(),d.context(),g(d,stream=t))[2])
    case(s,'no current context',lambda d,g=g: (f:=d.function(EMPTY,'k'),d.must.cuCtxSetCurrent(None),g(d,f=f,args=False))[2])
    case(s,'the current primary context was reset',lambda d,g=g: (d.enter(),f:=d.function(EMPTY,'k'),d.must.cuDevicePrimaryCtxReset_v2(0),g(d,f=f,args=False))[3],state='own')
    case(s,'after an error that stays',lambda d,g=g: (d.enter(),f:=d.function(FAULT,'k'),g(d,f=f,args=False),d.cuCtxSynchronize(),g(d,f=f,args=False))[2:],state='own')
    case(s,'during a capture',lambda d,g=g: (t:=d.capture(),g(d,stream=t),d.cuStreamEndCapture(t,x:=V()),bool(x.value))[1:])
    case(s,'in the legacy stream while another captures',lambda d,g=g: (f:=d.function(),a:=d.args(d.alloc(),U32(1)),d.capture(0,d.stream()),g(d,f=f,args=a))[3])
# extra: a buffer of the parameters instead of the array of addresses
def buffer(p,v,size=16,end=None,order=(1,2)):
    b=create_string_buffer(struct.pack('<QI',p.value,v)+bytes(20)); n=SIZE(size); w={1:addressof(b),2:addressof(n)}; x=(V*5)(order[0],w[order[0]],order[1],w[order[1]],end); x.keep=(b,n); return x
for s in ('cuLaunchKernel','cuLaunchKernelEx'):
    g=lambda d,s=s,**k: run(d,s,**k)
    case(s,'parameters in a buffer',lambda d,g=g: (p:=d.alloc(),g(d,args=False,extra=buffer(p,5)),d.read(p))[1:])
    case(s,'buffer sizes',lambda d,g=g: [g(d,args=False,extra=buffer(d.alloc(),5,n)) for n in (0,8,11,12,13,16,24,4096,1<<20)])
    case(s,'size before the buffer',lambda d,g=g: g(d,args=False,extra=buffer(d.alloc(),5,order=(2,1))))
    case(s,'an unknown word in extra',lambda d,g=g: g(d,args=False,extra=buffer(d.alloc(),5,end=77)))
    case(s,'extra is empty',lambda d,g=g: g(d,args=False,extra=(V*1)(None)))
    case(s,'a buffer without its size',lambda d,g=g: (b:=create_string_buffer(64),g(d,args=False,extra=(V*3)(1,addressof(b),None)))[1])
    case(s,'both kinds of parameters',lambda d,g=g: g(d,extra=buffer(d.alloc(),5)))
case('cuLaunchKernelEx','null configuration',lambda d: d.cuLaunchKernelEx(None,d.function(),d.args(d.alloc(),U32(1)),None))
def ex(d,attrs,grid=(2,1,1),block=(32,1,1),f=None): return d.cuLaunchKernelEx(config(grid,block,attrs=attrs),f or d.function(EMPTY,'k'),None,None)
case('cuLaunchKernelEx','attributes without an array',lambda d: (c:=config(),setattr(c,'n',1),d.cuLaunchKernelEx(c,d.function(EMPTY,'k'),None,None))[2])
for n,a in {'ignore':[(0,(0,))],'access policy window':[(1,(0,0,0,0,0,0,0))],'cooperative':[(2,(1,))],'not cooperative':[(2,(0,))],'cooperative, another number':[(2,(7,))],'automatic synchronisation':[(3,(1,))],'no synchronisation policy':[(3,(9,))],'cluster of one':[(4,(1,1,1))],'cluster of two':[(4,(2,1,1))],'cluster of none':[(4,(0,1,1))],'cluster that does not divide':[(4,(3,1,1))],
            'cluster scheduling':[(5,(1,))],'no cluster scheduling policy':[(5,(9,))],'programmatic serialisation':[(6,(1,))],'priority':[(8,(0,))],'priority that is none':[(8,(-99,))],'memory synchronisation domains':[(9,(0,1))],'memory synchronisation domain':[(10,(0,))],'no such domain':[(10,(9,))],'preferred cluster':[(4,(1,1,1)),(11,(1,1,1))],'updatable node outside a graph':[(13,(1,0,0,0))],
            'shared memory carveout':[(14,(50,))],'no such carveout':[(14,(1000,))],'an attribute that is none':[(99,(0,))],'a negative attribute':[(-1,(0,))],'one attribute twice':[(2,(0,)),(2,(1,))],'two attributes':[(2,(1,)),(8,(0,))]}.items():
    case('cuLaunchKernelEx',n,lambda d,a=a: (ex(d,a),d.cuCtxSynchronize()))
case('cuLaunchKernelEx','launch completion event',lambda d: (e:=d.event(2),x:=ex(d,[(12,(e.value&0xffffffff,e.value>>32,0))]),d.cuEventSynchronize(e))[1:])
case('cuLaunchKernelEx','programmatic event',lambda d: (e:=d.event(2),x:=ex(d,[(7,(e.value&0xffffffff,e.value>>32,0,0))]),d.cuEventSynchronize(e))[1:])
case('cuLaunchKernelEx','a launch completion event that times',lambda d: (e:=d.event(0),ex(d,[(12,(e.value&0xffffffff,e.value>>32,0))]))[1])
case('cuLaunchKernelEx','a cooperative grid that is too large',lambda d: ex(d,[(2,(1,))],grid=(1<<20,1,1),block=(1024,1,1)))
case('cuLaunchCooperativeKernel','a grid that is too large',lambda d: run(d,'cuLaunchCooperativeKernel',grid=(1<<20,1,1),block=(1024,1,1)))
# kernels that fail
for n,b,e in (('illegal address','.reg .b64 %a;mov.u64 %a,16;st.global.u32 [%a],1;',None),('trap','trap;',None),('misaligned address','.reg .b64 %a;ld.param.u64 %a,[p];st.global.u32 [%a+1],1;',None)):
    case('cuLaunchKernel','a kernel that fails: '+n,lambda d,b=b: (d.enter(),f:=d.function(HEAD+'.visible .entry k(.param .u64 p){'+b+'ret;}','k'),d.launch(f,d.alloc()),d.cuCtxSynchronize(),d.cuLaunchKernel(f,1,1,1,1,1,1,0,None,d.args(U64()),None))[2:],state='own')

# ---- the functions of CUDA 3
def old(d,f=None): f=f or d.function(); d.must.cuFuncSetBlockShape(f,1,1,1); d.must.cuParamSetSize(f,12); p=d.alloc(); d.must.cuParamSetv(f,0,byref(p),8); d.must.cuParamSeti(f,8,11); return f,p
right('cuLaunch',lambda d: (x:=old(d),d.cuLaunch(x[0]),d.read(x[1]))[1:])
right('cuLaunchGrid',lambda d: (x:=old(d),d.cuLaunchGrid(x[0],2,3),d.read(x[1]))[1:])
right('cuLaunchGridAsync',lambda d: (x:=old(d),d.cuLaunchGridAsync(x[0],2,1,s:=d.stream()),d.cuStreamSynchronize(s),d.read(x[1]))[1:])
case('cuLaunchGrid','grids',lambda d: (x:=old(d),[d.cuLaunchGrid(x[0],*g) for g in ((0,1),(1,0),(-1,1),(1,65536))])[1])
case('cuLaunchGridAsync','grids',lambda d: (x:=old(d),[d.cuLaunchGridAsync(x[0],*g,None) for g in ((0,1),(1,0),(-1,1))])[1])
for s,a in (('cuLaunch',()),('cuLaunchGrid',(1,1)),('cuLaunchGridAsync',(1,1,None))):
    case(s,'null function',lambda d,s=s,a=a: getattr(d,s)(None,*a))
    case(s,'no block shape',lambda d,s=s,a=a: getattr(d,s)(d.function(),*a))
    case(s,'of an unloaded module',lambda d,s=s,a=a: getattr(d,s)(GONEF(d),*a))
    case(s,'no current context',lambda d,s=s,a=a: (x:=old(d),d.must.cuCtxSetCurrent(None),getattr(d,s)(x[0],*a))[2])
    case(s,'during a capture',lambda d,s=s,a=a: (x:=old(d),d.capture(0,d.stream()),getattr(d,s)(x[0],*a))[2])
case('cuLaunchGridAsync','destroyed stream',lambda d: (x:=old(d),t:=d.stream(),d.must.cuStreamDestroy_v2(t),d.cuLaunchGridAsync(x[0],1,1,t))[3])
right('cuParamSetSize',lambda d: d.cuParamSetSize(d.function(),12))
case('cuParamSetSize','sizes',lambda d: (f:=d.function(),[d.cuParamSetSize(f,n) for n in (0,1,12,4096,4097,32764,1<<20)])[1])
right('cuParamSeti',lambda d: d.cuParamSeti(d.function(),8,1))
right('cuParamSetf',lambda d: d.cuParamSetf(d.function(),8,1.5))
right('cuParamSetv',lambda d: d.cuParamSetv(d.function(),0,b'12345678',8))
case('cuParamSeti','offsets',lambda d: (f:=d.function(),[d.cuParamSeti(f,o,1) for o in (0,1,4,4092,4096,1<<20,-1,-4)])[1])
case('cuParamSetf','offsets',lambda d: (f:=d.function(),[d.cuParamSetf(f,o,1.0) for o in (0,1,4,4092,4096,1<<20,-1,-4)])[1])
case('cuParamSetv','offsets and sizes',lambda d: (f:=d.function(),[d.cuParamSetv(f,o,b'1'*4096,n) for o,n in ((0,0),(1,8),(4,4),(4090,16),(1<<20,4),(-1,4),(0,4096))])[1])
case('cuParamSetv','null bytes',lambda d: d.cuParamSetv(d.function(),0,None,8))
for s,a in (('cuParamSetSize',(8,)),('cuParamSeti',(0,1)),('cuParamSetf',(0,1.0)),('cuParamSetv',(0,b'12345678',8))):
    case(s,'null function',lambda d,s=s,a=a: getattr(d,s)(None,*a))
    case(s,'of an unloaded module',lambda d,s=s,a=a: getattr(d,s)(GONEF(d),*a))
    case(s,'no current context',lambda d,s=s,a=a: (f:=d.function(),d.must.cuCtxSetCurrent(None),getattr(d,s)(f,*a))[2])
for s,a in (('cuFuncSetBlockShape',(1,1,1)),('cuFuncSetSharedSize',(8,)),('cuFuncSetCacheConfig',(0,)),('cuFuncSetSharedMemConfig',(0,)),('cuFuncSetAttribute',(8,0))):
    case(s,'no current context',lambda d,s=s,a=a: (f:=d.function(),d.must.cuCtxSetCurrent(None),getattr(d,s)(f,*a))[2])
case('cuFuncGetAttribute','no current context',lambda d: (f:=d.function(),d.must.cuCtxSetCurrent(None),d.cuFuncGetAttribute(I32(),0,f))[2])
case('cuFuncGetModule','no current context',lambda d: (f:=d.function(),d.must.cuCtxSetCurrent(None),d.cuFuncGetModule(V(),f))[2])
case('cuModuleGetFunction','no current context',lambda d: (m:=d.module(),d.must.cuCtxSetCurrent(None),d.cuModuleGetFunction(V(),m,b'set'))[2])
case('cuModuleGetGlobal_v2','no current context',lambda d: (m:=d.module(HEAD+'.visible .global .u32 g;'),d.must.cuCtxSetCurrent(None),d.cuModuleGetGlobal_v2(U64(),SIZE(),m,b'g'))[2])
case('cuModuleUnload','no current context',lambda d: (m:=d.module(),d.must.cuCtxSetCurrent(None),d.cuModuleUnload(m))[2])
case('cuModuleGetFunctionCount','no current context',lambda d: (m:=d.module(),d.must.cuCtxSetCurrent(None),d.cuModuleGetFunctionCount(U32(),m))[2])
case('cuModuleEnumerateFunctions','no current context',lambda d: (m:=d.module(),d.must.cuCtxSetCurrent(None),d.cuModuleEnumerateFunctions((V*1)(),1,m))[2])
case('cuParamSetTexRef','null function',lambda d: d.cuParamSetTexRef(None,-1,None))
TEXTURE=HEAD+'.global .texref t;\n.visible .entry k(){ret;}'
@case('cuParamSetTexRef','right use')
def _(d): m=d.module(TEXTURE); f,t=V(),V(); d.must.cuModuleGetFunction(f,m,b'k'); d.must.cuModuleGetTexRef(t,m,b't'); return d.cuParamSetTexRef(f,-1,t)
@case('cuParamSetTexRef','texture units')
def _(d): m=d.module(TEXTURE); f,t=V(),V(); d.must.cuModuleGetFunction(f,m,b'k'); d.must.cuModuleGetTexRef(t,m,b't'); return [d.cuParamSetTexRef(f,u,t) for u in (0,1,-2)]
case('cuParamSetTexRef','null reference',lambda d: d.cuParamSetTexRef(d.function(),-1,None))
case('cuLaunchCooperativeKernelMultiDevice','nothing to launch',lambda d: (d.cuLaunchCooperativeKernelMultiDevice(None,0,0),d.cuLaunchCooperativeKernelMultiDevice(None,1,0)))
class Many(Structure): _fields_=[('f',V),('g',U32*3),('b',U32*3),('shared',U32),('stream',V),('args',V)]   # CUDA_LAUNCH_PARAMS
def many(d,n=1,flags=0,stream=None,grid=(1,1,1),block=(1,1,1),f=None):
    p=d.alloc(); a=d.args(p,U32(7)); m=(Many*n)(); s=stream or d.stream()
    for x in m: x.f=(f or d.function()).value; x.g[:]=grid; x.b[:]=block; x.stream=s.value; x.args=addressof(a)
    return d.cuLaunchCooperativeKernelMultiDevice(m,n,flags),d.cuStreamSynchronize(s),d.read(p)
right('cuLaunchCooperativeKernelMultiDevice',lambda d: many(d))
case('cuLaunchCooperativeKernelMultiDevice','flags',lambda d: [many(d,flags=x)[0] for x in (0,1,2,3,4,8)])
case('cuLaunchCooperativeKernelMultiDevice','one device twice',lambda d: many(d,2)[0])
case('cuLaunchCooperativeKernelMultiDevice','grids and blocks',lambda d: [many(d,grid=g,block=b)[0] for g,b in (((0,1,1),(1,1,1)),((1,1,1),(0,1,1)),((1,1,1),(1025,1,1)),((1<<20,1,1),(1024,1,1)))])
case('cuLaunchCooperativeKernelMultiDevice','null stream',lambda d: many(d,stream=V())[0])

# ---- host functions
CALLS=[]
HOST=CFUNCTYPE(None,V)(lambda p: CALLS.append(p))
def host(d,s=None,f=HOST,call=None): CALLS.clear(); r=(call or d.cuLaunchHostFunc)(s,f,V(5)); return r,d.cuStreamSynchronize(s),list(CALLS)
H2=lambda d,mode=0: lambda s,f,u: d.cuLaunchHostFunc_v2(s,f,u,mode)
right('cuLaunchHostFunc',lambda d: (host(d),host(d,d.stream(1))))
right('cuLaunchHostFunc_v2',lambda d: (host(d,call=H2(d)),host(d,d.stream(1),call=H2(d,1))),want=[['SUCCESS','SUCCESS',[5]]]*2)
case('cuLaunchHostFunc_v2','modes',lambda d: [d.cuLaunchHostFunc_v2(None,HOST,None,m) for m in (0,1,2,99)],want=['SUCCESS','SUCCESS','INVALID_VALUE','INVALID_VALUE'])
for s,call in (('cuLaunchHostFunc',lambda d,t,f: d.cuLaunchHostFunc(t,f,None)),('cuLaunchHostFunc_v2',lambda d,t,f: d.cuLaunchHostFunc_v2(t,f,None,0))):
    w=dict(want='INVALID_VALUE') if s[-1]=='2' else {}
    case(s,'null function',lambda d,call=call: call(d,None,None),**w)
    case(s,'destroyed stream',lambda d,call=call: (t:=d.stream(),d.must.cuStreamDestroy_v2(t),call(d,t,HOST))[2])
    case(s,'no current context',lambda d,call=call: call(d,None,HOST),state='noctx')
    case(s,'during a capture',lambda d,call=call: (t:=d.capture(),call(d,t,HOST),d.cuStreamEndCapture(t,V()))[1:])
    case(s,'in the legacy stream while another captures',lambda d,call=call: (d.capture(0,d.stream()),call(d,None,HOST))[1])
    case(s,'a stream of another context',lambda d,call=call: (t:=d.stream(),d.context(),call(d,t,HOST))[2])
def inside(d,*calls):
    """What calls answer in a host function."""
    r=[]; f=CFUNCTYPE(None,V)(lambda p: r.extend(c() for c in calls)); d.keep.append(f); s=d.stream(1); d.must.cuLaunchHostFunc(s,f,None); d.must.cuStreamSynchronize(s); return r
case('cuLaunchHostFunc','calls from within',lambda d: inside(d,lambda: d.cuMemAlloc_v2(U64(),64),lambda: d.cuStreamQuery(None),lambda: d.cuCtxSynchronize(),lambda: d.cuCtxGetCurrent(V()),lambda: d.cuDriverGetVersion(I32()),lambda: d.cuDeviceGetCount(I32()),lambda: d.cuEventCreate(V(),0),lambda: d.cuGetErrorName(1,c_char_p()),lambda: d.cuDeviceGetAttribute(I32(),10,0)))
