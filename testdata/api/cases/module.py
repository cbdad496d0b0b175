"""Modules, libraries, kernels and the linker."""
import tempfile
from api import *

GLOBALS=HEAD+'.visible .global .align 4 .u32 g[4]={1,2,3,4};\n.visible .const .align 4 .u32 c[2]={5,6};\n.visible .global .align 1 .b8 one;\n.visible .entry k(.param .u64 p){ret;}\n.visible .entry second(){ret;}'
DEVICE=HEAD+'.visible .func (.reg .b32 %r) twice(.reg .b32 %x){add.u32 %r,%x,%x;ret;}'
CALLER=HEAD+'.extern .func (.reg .b32 %r) twice(.reg .b32 %x);\n.visible .entry k(.param .u64 p){.reg .b64 %a;.reg .b32 %v;ld.param.u64 %a,[p];ld.global.u32 %v,[%a];call (%v),twice,(%v);st.global.u32 [%a],%v;ret;}'
EXTERN=HEAD+'.extern .global .align 4 .u32 g;\n.visible .entry k(.param .u64 p){.reg .b64 %a,%g;.reg .b32 %v;ld.param.u64 %a,[p];mov.u64 %g,g;ld.global.u32 %v,[%g];st.global.u32 [%a],%v;ret;}'
BROKEN=HEAD+'.visible .entry k(){\n  bogus.u32 %r1;\nret;}'
TEXTS={'empty':b'','text':b'hello world\0','no target':b'.version 7.0\n\0','an unknown instruction':BROKEN.encode()+b'\0','an undefined register':(HEAD+'.visible .entry k(){mov.u32 %r1,%r2;ret;}').encode()+b'\0','a version to come':b'.version 99.0\n.target sm_52\n.address_size 64\n.visible .entry k(){ret;}\0',
       'a target to come':b'.version 7.0\n.target sm_999\n.address_size 64\n.visible .entry k(){ret;}\0','an undefined label':(HEAD+'.visible .entry k(){bra L;ret;}').encode()+b'\0','two of one name':(HEAD+'.visible .entry k(){ret;}\n.visible .entry k(){ret;}').encode()+b'\0','a function that is nowhere':CALLER.encode()+b'\0',
       'nothing but a header':HEAD.encode()+b'\0','an ELF header of nothing':b'\x7fELF'+bytes(60),'an ELF file of nothing':b'\x7fELF\2\1\1'+bytes(57),'a fat binary header of nothing':bytes.fromhex('50ed55ba0100100000000000 00000000'.replace(' ',''))+bytes(16),'an archive':b'!<arch>\n'+bytes(64)}
def opts(*kv):
    """The two arrays of JIT options: keys and values, which are numbers or buffers."""
    k=(I32*max(1,len(kv)//2))(*kv[::2]); v=(V*max(1,len(kv)//2))(*[addressof(x) if isinstance(x,Array) else x for x in kv[1::2]]); v.keep=kv; return len(kv)//2,k,v
def file(d,data):
    f=tempfile.NamedTemporaryFile(prefix='api'); f.write(data); f.flush(); d.keep.append(f); return f.name.encode()
def unload(d,m): d.must.cuModuleUnload(m); return m
LOADERS={'cuModuleLoad':lambda d,m,t: d.cuModuleLoad(m,None if t is None else file(d,t)),'cuModuleLoadData':lambda d,m,t: d.cuModuleLoadData(m,t),'cuModuleLoadDataEx':lambda d,m,t: d.cuModuleLoadDataEx(m,t,0,None,None),'cuModuleLoadFatBinary':lambda d,m,t: d.cuModuleLoadFatBinary(m,t)}
for f,ld in LOADERS.items():
    right(f,lambda d,ld=ld: (ld(d,m:=V(),SET.encode()+b'\0'),bool(m.value),d.cuModuleUnload(m)))
    case(f,'null out-pointer',lambda d,ld=ld: ld(d,None,SET.encode()+b'\0'))
    case(f,'null image',lambda d,ld=ld: ld(d,V(),None))
    for n,t in TEXTS.items(): case(f,n,lambda d,ld=ld,t=t: ld(d,V(),t))
case('cuModuleLoad','no such file',lambda d: [d.cuModuleLoad(V(),p) for p in (b'/nonexistent',b'',b'/')])
def with_log(d,text,*more):
    e=create_string_buffer(2048); i=create_string_buffer(2048); n,k,v=opts(5,e,6,2048,3,i,4,2048,*more); m=V(); r=d.cuModuleLoadDataEx(m,text.encode(),n,k,v); return r,e.value,i.value,v
case('cuModuleLoadDataEx','the error log names the line',lambda d: (x:=with_log(d,BROKEN),x[0],b'line 5' in x[1])[1:])
case('cuModuleLoadDataEx','the logs of a good program',lambda d: (x:=with_log(d,SET),x[0],len(x[1]))[1:])
case('cuModuleLoadDataEx','the sizes of the logs come back',lambda d: (x:=with_log(d,BROKEN),(x[3][1] or 0)>0,x[3][3] or 0)[1:])
case('cuModuleLoadDataEx','a log that is too small',lambda d: (e:=create_string_buffer(b'z'*16,16),o:=opts(5,e,6,8),d.cuModuleLoadDataEx(V(),BROKEN.encode(),*o),e.raw[7],e.raw[8:].decode())[2:])
for name,kv in {'maximum of registers':(0,32),'threads of a block':(1,128),'wall time':(2,0),'level 0':(7,0),'level 4':(7,4),'level 5':(7,5),'target from the context':(8,0),'a target that is not there':(9,1),'fallback to PTX':(10,0),'fallback to binary':(10,1),'no such fallback':(10,7),'debug information':(11,1),'verbose log':(12,1),
                'line information':(13,1),'no cache':(14,0),'cache loads':(14,1),'no such cache mode':(14,9),'an internal option':(15,1),'fast compile':(16,1),'link-time optimisation':(20,1),'flush to zero':(21,1),'precise division':(22,1),'precise root':(23,1),'fused multiply-add':(24,1),'referenced kernels':(25,0),'position independent code':(30,1),
                'least blocks of a multiprocessor':(31,1),'largest block':(32,128),'precedence of directives':(33,1),'split compilation':(34,2),'an option that is none':(99,0),'a negative option':(-1,0),'an error log of no size':(5,0),'a size without a log':(6,64),'an information log without a size':(3,create_string_buffer(64))}.items():
    case('cuModuleLoadDataEx',name,lambda d,kv=kv: (o:=opts(*kv),d.cuModuleLoadDataEx(V(),SET.encode()+b'\0',*o))[1])
case('cuModuleLoadDataEx','options without arrays',lambda d: (d.cuModuleLoadDataEx(V(),SET.encode(),1,None,(V*1)()),d.cuModuleLoadDataEx(V(),SET.encode(),1,(I32*1)(7),None)))
case('cuModuleLoadDataEx','one option twice',lambda d: (o:=opts(7,4,7,2),d.cuModuleLoadDataEx(V(),SET.encode()+b'\0',*o))[1])
right('cuModuleUnload',lambda d: d.cuModuleUnload(d.module()))
case('cuModuleUnload','null module',lambda d: d.cuModuleUnload(None))
case('cuModuleUnload','twice',lambda d: d.cuModuleUnload(unload(d,d.module())))
case('cuModuleUnload','a module of a library',lambda d: (d.must.cuLibraryGetModule(m:=V(),d.library()),d.cuModuleUnload(m))[1])
case('cuModuleUnload','wrong kind of handle',lambda d: d.cuModuleUnload(d.event()))
case('cuModuleUnload','another context is current',lambda d: (m:=d.module(),d.context(),d.cuModuleUnload(m))[2])
case('cuModuleUnload','while a stream captures',lambda d: (m:=d.module(),d.capture(0),d.cuModuleUnload(m))[2])
right('cuModuleGetLoadingMode',lambda d: (d.cuModuleGetLoadingMode(v:=I32(9)),v.value in (1,2)))
case('cuModuleGetLoadingMode','null out-pointer',lambda d: d.cuModuleGetLoadingMode(None))
for x,m in (('EAGER',1),('LAZY',2)): case('cuModuleGetLoadingMode',f'CUDA_MODULE_LOADING={x}',lambda d,x=x: (os.environ.__setitem__('CUDA_MODULE_LOADING',x),d.enter(),d.cuModuleGetLoadingMode(v:=I32(9)),v.value)[2:],state='own')

# ---- what a module holds
right('cuModuleGetFunction',lambda d: (m:=d.module(GLOBALS),d.cuModuleGetFunction(a:=V(),m,b'k'),d.cuModuleGetFunction(b:=V(),m,b'k'),a.value==b.value)[1:])
case('cuModuleGetFunction','no such function',lambda d: (m:=d.module(GLOBALS),[(d.cuModuleGetFunction(f:=V(5),m,n),f.value) for n in (b'nope',b'',b'K',b'k ',b'g',b'kk'*2000)])[1])
case('cuModuleGetFunction','null out-pointer',lambda d: d.cuModuleGetFunction(None,d.module(),b'set'))
case('cuModuleGetFunction','null name',lambda d: d.cuModuleGetFunction(V(),d.module(),None))
case('cuModuleGetFunction','null module',lambda d: d.cuModuleGetFunction(V(),None,b'set'))
case('cuModuleGetFunction','unloaded module',lambda d: d.cuModuleGetFunction(V(),unload(d,d.module()),b'set'))
case('cuModuleGetFunction','another context is current',lambda d: (m:=d.module(),d.context(),d.cuModuleGetFunction(V(),m,b'set'))[2])
case('cuModuleGetFunction','a device function',lambda d: d.cuModuleGetFunction(V(),d.module(DEVICE),b'twice'))
for f,P,N in (('cuModuleGetGlobal',U32,U32),('cuModuleGetGlobal_v2',U64,SIZE)):
    g=lambda d,*a,f=f: getattr(d,f)(*a)
    if f[-1]=='2': right(f,lambda d,g=g: (m:=d.module(GLOBALS),g(d,p:=U64(),n:=SIZE(),m,b'g'),n.value,d.read(p,4),g(d,p,n,m,b'c'),n.value,g(d,p,n,m,b'one'),n.value)[1:])
    else: case(f,'a variable',lambda d,g=g: (m:=d.module(GLOBALS),g(d,U32(),n:=U32(),m,b'g'))[1] in ('SUCCESS','INVALID_VALUE','OUT_OF_MEMORY','NOT_FOUND'))
    case(f,'no such variable',lambda d,g=g,P=P,N=N: (m:=d.module(GLOBALS),[g(d,P(),N(),m,n) for n in (b'nope',b'',b'k')])[1])
    case(f,'null out-pointers',lambda d,g=g,P=P,N=N: (m:=d.module(GLOBALS),g(d,None,N(),m,b'g'),g(d,None,None,m,b'g'),g(d,None,None,m,b'nope'))[1:])
    case(f,'null name',lambda d,g=g,P=P,N=N: g(d,P(),N(),d.module(GLOBALS),None))
    case(f,'null module',lambda d,g=g,P=P,N=N: g(d,P(),N(),None,b'g'))
    case(f,'unloaded module',lambda d,g=g,P=P,N=N: g(d,P(),N(),unload(d,d.module(GLOBALS)),b'g'))
case('cuModuleGetGlobal_v2','null size',lambda d: d.cuModuleGetGlobal_v2(U64(),None,d.module(GLOBALS),b'g'))
right('cuModuleGetFunctionCount',lambda d: [(d.cuModuleGetFunctionCount(n:=U32(9),d.module(t)),n.value) for t in (GLOBALS,SET,HEAD,DEVICE)])
case('cuModuleGetFunctionCount','null out-pointer',lambda d: d.cuModuleGetFunctionCount(None,d.module()))
case('cuModuleGetFunctionCount','null module',lambda d: d.cuModuleGetFunctionCount(U32(),None))
case('cuModuleGetFunctionCount','unloaded module',lambda d: d.cuModuleGetFunctionCount(U32(),unload(d,d.module())))
def names(d,fs,get): return sorted((get(s:=c_char_p(),f),s.value.decode())[1] for f in fs if f)
right('cuModuleEnumerateFunctions',lambda d: (m:=d.module(GLOBALS),d.cuModuleEnumerateFunctions(fs:=(V*2)(),2,m),names(d,fs,d.must.cuFuncGetName))[1:])
case('cuModuleEnumerateFunctions','more room and less',lambda d: (m:=d.module(GLOBALS),[(d.cuModuleEnumerateFunctions(fs:=(V*4)(),n,m),sum(f is not None for f in fs)) for n in (0,1,3,4)])[1])
case('cuModuleEnumerateFunctions','null out-pointer',lambda d: (m:=d.module(GLOBALS),d.cuModuleEnumerateFunctions(None,2,m),d.cuModuleEnumerateFunctions(None,0,m))[1:])
case('cuModuleEnumerateFunctions','null module',lambda d: d.cuModuleEnumerateFunctions((V*2)(),2,None))
case('cuModuleEnumerateFunctions','unloaded module',lambda d: d.cuModuleEnumerateFunctions((V*2)(),2,unload(d,d.module())))
for f in ('cuModuleGetTexRef','cuModuleGetSurfRef'):
    case(f,'no such reference',lambda d,f=f: (m:=d.module(GLOBALS),[getattr(d,f)(V(),m,n) for n in (b'nope',b'',b'g')])[1])
    case(f,'null out-pointer',lambda d,f=f: getattr(d,f)(None,d.module(GLOBALS),b'nope'))
    case(f,'null name',lambda d,f=f: getattr(d,f)(V(),d.module(GLOBALS),None))
    case(f,'null module',lambda d,f=f: getattr(d,f)(V(),None,b'nope'))
TEX=HEAD+'.global .texref t;\n.global .surfref s;\n.visible .entry k(){ret;}'
right('cuModuleGetTexRef',lambda d: (m:=d.module(TEX),d.cuModuleGetTexRef(V(),m,b't'))[1])
right('cuModuleGetSurfRef',lambda d: (m:=d.module(TEX),d.cuModuleGetSurfRef(V(),m,b's'))[1])

# ---- libraries
def lload(d,l,t,o=(0,None,None),lo=(None,None,0)): return d.cuLibraryLoadData(l,t,o[1],o[2],o[0],*lo)
def lfile(d,l,t,o=(0,None,None),lo=(None,None,0)): return d.cuLibraryLoadFromFile(l,None if t is None else file(d,t),o[1],o[2],o[0],*lo)
for f,ld in (('cuLibraryLoadData',lload),('cuLibraryLoadFromFile',lfile)):
    right(f,lambda d,ld=ld: (ld(d,l:=V(),SET.encode()+b'\0'),bool(l.value),d.cuLibraryUnload(l)))
    case(f,'null out-pointer',lambda d,ld=ld: ld(d,None,SET.encode()+b'\0'))
    case(f,'null image',lambda d,ld=ld: ld(d,V(),None))
    case(f,'no current context',lambda d,ld=ld: ld(d,V(),SET.encode()+b'\0'),state='noctx')
    for n,t in TEXTS.items(): case(f,n,lambda d,ld=ld,t=t: ld(d,V(),t))
    case(f,'JIT options',lambda d,ld=ld: [ld(d,V(),SET.encode()+b'\0',opts(*kv)) for kv in ((7,4),(0,32),(7,9),(99,0),(14,0))])
    case(f,'JIT options without arrays',lambda d,ld=ld: (ld(d,V(),SET.encode()+b'\0',(1,None,None)),ld(d,V(),SET.encode()+b'\0',(1,(I32*1)(7),None))))
    case(f,'library options',lambda d,ld=ld: [ld(d,V(),SET.encode()+b'\0',(0,None,None),((I32*1)(k),(V*1)(v),1)) for k,v in ((0,0),(0,1),(1,0),(1,1),(2,1),(99,1))])
    case(f,'library options without arrays',lambda d,ld=ld: (ld(d,V(),SET.encode()+b'\0',(0,None,None),(None,None,1)),ld(d,V(),SET.encode()+b'\0',(0,None,None),((I32*1)(1),None,1))))
case('cuLibraryLoadFromFile','no such file',lambda d: [d.cuLibraryLoadFromFile(V(),p,None,None,0,None,None,0) for p in (b'/nonexistent',b'',b'/')])
def loaded(d,t=GLOBALS): return d.library(t)
def gone(d,t=GLOBALS): l=V(); d.must.cuLibraryLoadData(l,t.encode()+b'\0',None,None,0,None,None,0); d.must.cuLibraryUnload(l); return l
right('cuLibraryUnload',lambda d: (d.must.cuLibraryLoadData(l:=V(),SET.encode(),None,None,0,None,None,0),d.cuLibraryUnload(l))[1])
case('cuLibraryUnload','null library',lambda d: d.cuLibraryUnload(None))
case('cuLibraryUnload','twice',lambda d: d.cuLibraryUnload(gone(d)))
case('cuLibraryUnload','wrong kind of handle',lambda d: d.cuLibraryUnload(d.event()))
case('cuLibraryUnload','while a kernel of it is in a graph',lambda d: (d.must.cuLibraryLoadData(l:=V(),EMPTY.encode(),None,None,0,None,None,0),d.must.cuLibraryGetKernel(k:=V(),l,b'k'),d.launch(k),d.cuLibraryUnload(l),d.cuCtxSynchronize())[2:])
right('cuLibraryGetKernel',lambda d: (l:=loaded(d),d.cuLibraryGetKernel(a:=V(),l,b'k'),d.cuLibraryGetKernel(b:=V(),l,b'k'),a.value==b.value)[1:])
case('cuLibraryGetKernel','no such kernel',lambda d: (l:=loaded(d),[(d.cuLibraryGetKernel(k:=V(5),l,n),k.value) for n in (b'nope',b'',b'g')])[1])
case('cuLibraryGetKernel','in a text that does not compile',lambda d: (l:=V(),lload(d,l,BROKEN.encode()+b'\0'),d.cuLibraryGetKernel(V(),l,b'k') if l.value else None)[1:])
case('cuLibraryGetKernel','null out-pointer',lambda d: d.cuLibraryGetKernel(None,loaded(d),b'k'))
case('cuLibraryGetKernel','null name',lambda d: d.cuLibraryGetKernel(V(),loaded(d),None))
case('cuLibraryGetKernel','null library',lambda d: d.cuLibraryGetKernel(V(),None,b'k'))
case('cuLibraryGetKernel','unloaded library',lambda d: d.cuLibraryGetKernel(V(),gone(d),b'k'))
right('cuLibraryGetKernelCount',lambda d: [(d.cuLibraryGetKernelCount(n:=U32(9),loaded(d,t)),n.value) for t in (GLOBALS,SET,HEAD,DEVICE)])
case('cuLibraryGetKernelCount','null out-pointer',lambda d: d.cuLibraryGetKernelCount(None,loaded(d)))
case('cuLibraryGetKernelCount','null library',lambda d: d.cuLibraryGetKernelCount(U32(),None))
case('cuLibraryGetKernelCount','unloaded library',lambda d: d.cuLibraryGetKernelCount(U32(),gone(d)))
right('cuLibraryEnumerateKernels',lambda d: (l:=loaded(d),d.cuLibraryEnumerateKernels(ks:=(V*2)(),2,l),names(d,ks,d.must.cuKernelGetName))[1:])
case('cuLibraryEnumerateKernels','more room and less',lambda d: (l:=loaded(d),[(d.cuLibraryEnumerateKernels(ks:=(V*4)(),n,l),sum(k is not None for k in ks)) for n in (0,1,3,4)])[1])
case('cuLibraryEnumerateKernels','null out-pointer',lambda d: (l:=loaded(d),d.cuLibraryEnumerateKernels(None,2,l),d.cuLibraryEnumerateKernels(None,0,l))[1:])
case('cuLibraryEnumerateKernels','null library',lambda d: d.cuLibraryEnumerateKernels((V*2)(),2,None))
case('cuLibraryEnumerateKernels','unloaded library',lambda d: d.cuLibraryEnumerateKernels((V*2)(),2,gone(d)))
right('cuLibraryGetModule',lambda d: (l:=loaded(d),d.cuLibraryGetModule(m:=V(),l),d.cuLibraryGetModule(n:=V(),l),m.value==n.value,d.cuModuleGetFunction(V(),m,b'k'))[1:])
case('cuLibraryGetModule','null out-pointer',lambda d: d.cuLibraryGetModule(None,loaded(d)))
case('cuLibraryGetModule','null library',lambda d: d.cuLibraryGetModule(V(),None))
case('cuLibraryGetModule','unloaded library',lambda d: d.cuLibraryGetModule(V(),gone(d)))
case('cuLibraryGetModule','no current context',lambda d: d.cuLibraryGetModule(V(),loaded(d)),state='noctx')
case('cuLibraryGetModule','the current primary context was reset',lambda d: (d.enter(),l:=loaded(d),d.must.cuDevicePrimaryCtxReset_v2(0),d.cuLibraryGetModule(V(),l))[3],state='own')
right('cuLibraryGetGlobal',lambda d: (l:=loaded(d),d.cuLibraryGetGlobal(p:=U64(),n:=SIZE(),l,b'g'),n.value,d.read(p,4),d.cuLibraryGetGlobal(p,n,l,b'c'),n.value)[1:])
case('cuLibraryGetGlobal','no such variable',lambda d: (l:=loaded(d),[d.cuLibraryGetGlobal(U64(),SIZE(),l,n) for n in (b'nope',b'',b'k')])[1])
case('cuLibraryGetGlobal','null out-pointers',lambda d: (l:=loaded(d),d.cuLibraryGetGlobal(None,SIZE(),l,b'g'),d.cuLibraryGetGlobal(U64(),None,l,b'g'),d.cuLibraryGetGlobal(None,None,l,b'g'))[1:])
case('cuLibraryGetGlobal','null name',lambda d: d.cuLibraryGetGlobal(U64(),SIZE(),loaded(d),None))
case('cuLibraryGetGlobal','null library',lambda d: d.cuLibraryGetGlobal(U64(),SIZE(),None,b'g'))
case('cuLibraryGetGlobal','unloaded library',lambda d: d.cuLibraryGetGlobal(U64(),SIZE(),gone(d),b'g'))
case('cuLibraryGetGlobal','no current context',lambda d: d.cuLibraryGetGlobal(U64(),SIZE(),loaded(d),b'g'),state='noctx')
case('cuLibraryGetGlobal','the current primary context was reset',lambda d: (d.enter(),l:=loaded(d),d.must.cuDevicePrimaryCtxReset_v2(0),d.cuLibraryGetGlobal(U64(),SIZE(),l,b'g'))[3],state='own')
MANAGED=HEAD.replace('sm_52','sm_52')+'.visible .global .attribute(.managed) .align 4 .u32 m[3]={7,8,9};\n.visible .entry k(){ret;}'
right('cuLibraryGetManaged',lambda d: (l:=loaded(d,MANAGED),d.cuLibraryGetManaged(p:=U64(),n:=SIZE(),l,b'm'),n.value,list((U32*3).from_address(p.value)))[1:])
case('cuLibraryGetManaged','no such variable',lambda d: (l:=loaded(d,MANAGED),[d.cuLibraryGetManaged(U64(),SIZE(),l,n) for n in (b'nope',b'')])[1])
case('cuLibraryGetManaged','a variable that is not managed',lambda d: d.cuLibraryGetManaged(U64(),SIZE(),loaded(d),b'g'))
case('cuLibraryGetManaged','null out-pointers',lambda d: (l:=loaded(d,MANAGED),d.cuLibraryGetManaged(None,SIZE(),l,b'm'),d.cuLibraryGetManaged(U64(),None,l,b'm'),d.cuLibraryGetManaged(None,None,l,b'm'))[1:])
case('cuLibraryGetManaged','null name',lambda d: d.cuLibraryGetManaged(U64(),SIZE(),loaded(d,MANAGED),None))
case('cuLibraryGetManaged','null library',lambda d: d.cuLibraryGetManaged(U64(),SIZE(),None,b'm'))
case('cuLibraryGetManaged','unloaded library',lambda d: d.cuLibraryGetManaged(U64(),SIZE(),gone(d,MANAGED),b'm'))
case('cuLibraryGetUnifiedFunction','no such function',lambda d: [d.cuLibraryGetUnifiedFunction(V(),loaded(d,t),n) for t,n in ((GLOBALS,b'nope'),(GLOBALS,b''),(GLOBALS,b'k'),(DEVICE,b'twice'))])
UNIFIED='.version 8.0\n.target sm_70\n.address_size 64\n.visible .func .attribute(.unified(0x1122334455667788,0x99aabbccddeeff00)) u(){ret;}\n.visible .entry k(){ret;}'
case('cuLibraryGetUnifiedFunction','a unified function',lambda d: d.cuLibraryGetUnifiedFunction(V(),loaded(d,UNIFIED),b'u'))
case('cuLibraryGetUnifiedFunction','null out-pointer',lambda d: d.cuLibraryGetUnifiedFunction(None,loaded(d),b'k'))
case('cuLibraryGetUnifiedFunction','null name',lambda d: d.cuLibraryGetUnifiedFunction(V(),loaded(d),None))
case('cuLibraryGetUnifiedFunction','null library',lambda d: d.cuLibraryGetUnifiedFunction(V(),None,b'k'))
case('cuLibraryGetUnifiedFunction','unloaded library',lambda d: d.cuLibraryGetUnifiedFunction(V(),gone(d),b'k'))

# ---- the linker
def link(d,*kv): o=opts(*kv); s=V(); d.must.cuLinkCreate_v2(o[0],o[1],o[2],s); d.keep.append(o); d.defer(lambda:d.any.cuLinkDestroy(s)); return s
def add(d,s,t,typ=1,name=b'x.ptx',o=(0,None,None),f='cuLinkAddData_v2'): t=t.encode()+b'\0' if isinstance(t,str) else t; return getattr(d,f)(s,typ,t,len(t),name,*o)
def done(d,s): r=d.cuLinkComplete(s,p:=V(),n:=SIZE()); return r,bool(p.value),n.value>0
for f in ('cuLinkCreate','cuLinkCreate_v2'):
    right(f,lambda d,f=f: (getattr(d,f)(0,None,None,s:=V()),bool(s.value),d.cuLinkDestroy(s)))
    case(f,'null out-pointer',lambda d,f=f: getattr(d,f)(0,None,None,None))
    case(f,'options without arrays',lambda d,f=f: (getattr(d,f)(1,None,(V*1)(),V()),getattr(d,f)(1,(I32*1)(7),None,V())))
    case(f,'options',lambda d,f=f: [(o:=opts(*kv),getattr(d,f)(*o,s:=V()),d.any.cuLinkDestroy(s) if s.value else None)[1] for kv in ((7,4),(7,9),(99,0),(0,32),(8,0),(12,1),(14,0),(11,1),(-1,0))])
    case(f,'no current context',lambda d,f=f: getattr(d,f)(0,None,None,V()),state='noctx')
for f in ('cuLinkAddData','cuLinkAddData_v2'):
    right(f,lambda d,f=f: (s:=link(d),add(d,s,SET,f=f),done(d,s))[1:])
    case(f,'null linker',lambda d,f=f: add(d,None,SET,f=f))
    case(f,'null data',lambda d,f=f: getattr(d,f)(link(d),1,None,16,None,0,None,None))
    case(f,'no data',lambda d,f=f: getattr(d,f)(link(d),1,b'x',0,None,0,None,None))
    case(f,'null name',lambda d,f=f: add(d,link(d),SET,name=None,f=f))
    case(f,'PTX that is none',lambda d,f=f: [add(d,link(d),t,f=f) for t in ('hello',HEAD+'bogus',BROKEN)])
    case(f,'versions and targets to come',lambda d,f=f: [add(d,link(d),TEXTS[t],f=f) for t in ('a version to come','a target to come')])
    case(f,'types',lambda d,f=f: [add(d,link(d),SET,typ=t,f=f) for t in (0,2,3,4,5,6,7,99,-1)])
    case(f,'options',lambda d,f=f: [(o:=opts(*kv),add(d,link(d),SET,o=o,f=f))[1] for kv in ((0,32),(7,4),(99,0),(12,1))])
    case(f,'options without arrays',lambda d,f=f: add(d,link(d),SET,o=(1,None,None),f=f))
    case(f,'a completed linker',lambda d,f=f: (s:=link(d),add(d,s,SET),done(d,s)[0],add(d,s,GLOBALS,f=f))[2:])
for f in ('cuLinkAddFile','cuLinkAddFile_v2'):
    right(f,lambda d,f=f: (s:=link(d),getattr(d,f)(s,1,file(d,SET.encode()),0,None,None),done(d,s))[1:])
    case(f,'null linker',lambda d,f=f: getattr(d,f)(None,1,file(d,SET.encode()),0,None,None))
    case(f,'null path',lambda d,f=f: getattr(d,f)(link(d),1,None,0,None,None))
    case(f,'no such file',lambda d,f=f: [getattr(d,f)(link(d),1,p,0,None,None) for p in (b'/nonexistent',b'',b'/')])
    case(f,'types',lambda d,f=f: [getattr(d,f)(link(d),t,file(d,SET.encode()),0,None,None) for t in (0,2,3,4,5,6,7,99,-1)])
    case(f,'PTX that is none',lambda d,f=f: [getattr(d,f)(link(d),1,file(d,t),0,None,None) for t in (b'',b'hello',BROKEN.encode())])
    case(f,'versions and targets to come',lambda d,f=f: [getattr(d,f)(link(d),1,file(d,TEXTS[t][:-1]),0,None,None) for t in ('a version to come','a target to come')])
@case('cuLinkComplete','right use')
def _(d):
    s=link(d); add(d,s,CALLER); add(d,s,DEVICE); r=d.cuLinkComplete(s,p:=V(),n:=SIZE()); m,k,x=V(),V(),d.alloc(); d.must.cuModuleLoadData(m,p); d.must.cuModuleGetFunction(k,m,b'k'); d.must.cuMemsetD32_v2(x,21,1)
    return r,d.launch(k,x),d.read(x)
case('cuLinkComplete','nothing added',lambda d: done(d,link(d)))
case('cuLinkComplete','twice',lambda d: (s:=link(d),add(d,s,SET),done(d,s),done(d,s))[2:])
case('cuLinkComplete','null linker',lambda d: d.cuLinkComplete(None,V(),SIZE()))
case('cuLinkComplete','null out-pointers',lambda d: [(s:=link(d),add(d,s,SET),d.cuLinkComplete(s,a,b))[2] for a,b in ((None,SIZE()),(V(),None),(None,None))])
case('cuLinkComplete','a function that is nowhere',lambda d: (s:=link(d),add(d,s,CALLER),done(d,s)[0])[1:])
case('cuLinkComplete','a variable that is nowhere',lambda d: (s:=link(d),add(d,s,EXTERN),done(d,s)[0])[1:])
case('cuLinkComplete','a variable of another input',lambda d: (s:=link(d),add(d,s,EXTERN),add(d,s,HEAD+'.visible .global .align 4 .u32 g=77;'),done(d,s)[0])[1:])
case('cuLinkComplete','one kernel twice',lambda d: (s:=link(d),add(d,s,SET),add(d,s,SET),done(d,s)[0])[1:])
case('cuLinkComplete','one variable twice',lambda d: (s:=link(d),add(d,s,HEAD+'.visible .global .u32 g=1;'),add(d,s,HEAD+'.visible .global .u32 g=2;'),done(d,s)[0])[1:])
case('cuLinkComplete','one weak function twice',lambda d: (s:=link(d),add(d,s,DEVICE.replace('.visible','.weak')),add(d,s,DEVICE.replace('.visible','.weak')),add(d,s,CALLER),done(d,s)[0])[1:])
case('cuLinkComplete','functions that are not visible',lambda d: (s:=link(d),add(d,s,DEVICE.replace('.visible ','')+'\n.visible .entry a(){ret;}'),add(d,s,DEVICE.replace('.visible ','')+'\n.visible .entry b(){ret;}'),done(d,s)[0])[1:])
case('cuLinkComplete','the log of what is missing names it',lambda d: (e:=create_string_buffer(4096),s:=link(d,5,e,6,4096),add(d,s,CALLER),done(d,s)[0],b'twice' in e.value)[3:])
case('cuLinkComplete','the log of a bad input names the line',lambda d: (e:=create_string_buffer(4096),s:=link(d,5,e,6,4096),add(d,s,BROKEN),b'line 5' in e.value)[2:])
right('cuLinkDestroy',lambda d: (d.must.cuLinkCreate_v2(0,None,None,s:=V()),d.cuLinkDestroy(s))[1])
case('cuLinkDestroy','null linker',lambda d: d.cuLinkDestroy(None))
case('cuLinkDestroy','twice',lambda d: (d.must.cuLinkCreate_v2(0,None,None,s:=V()),d.cuLinkDestroy(s),d.cuLinkDestroy(s))[1:])
