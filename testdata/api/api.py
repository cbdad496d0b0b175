#!/usr/bin/env python3
"""The CUDA driver API, function by function: the right use of each, and each documented error.

record OUT.json [PATTERN...]  run every case twice, in two orders, on the libcuda.so.1 that the loader finds; write the answers
                              (with patterns: only those, the others in OUT stay). API_BUDGET: stop after so many seconds, with what there is
check WANT.json [PATTERN...]  run, compare, print what differs and what has no case; ends with 'N passed, N failed'
show [PATTERN...]             run and print the answers
list [PATTERN...]             the names of the cases
missing                       run, and print which functions and documented errors no case got
documented HEADER...          print documented.tsv from NVIDIA's headers
A pattern is a part of a case's name, 'FUNCTION | LABEL'. API_JOBS: processes at a time (2); API_TIMEOUT: seconds for a case (30).

A case is a line in cases/GROUP.py: the exported symbol, a label, and a function that takes the fixture, prepares, calls, and answers:
    case('cuStreamDestroy_v2', 'null handle', lambda d: d.cuStreamDestroy_v2(None))
Calls through the fixture answer the result's name without CUDA_ERROR_; the case's answer is what its function returns (names, numbers,
booleans, lists), or the last answer of the symbol under test where it returns None. Only what any GPU answers belongs there.
state: 'ctx' (the primary context is current), 'noctx' (initialised, no current context), 'noinit', 'own' (noinit, and a process of its own: for what
poisons a process), 'exit' (in an exit handler that runs after the driver's own). want: the answer where the recorded driver lacks the function, from the documentation. Where a symbol has a twin for per-thread
default streams (_ptsz, _ptds), every case of it runs once more through the twins.

Many cases share a child process, each in a thread of its own. A case that kills its child is run once more, alone: its answer is 'crash' if it dies again, 'hang'
if it takes too long. No crash is asked of anyone: where the recorded driver crashed or hung, any sane answer passes. A list under 'varies' holds answers of
which any passes: the two recordings differed. documented.tsv says which errors the header documents; a documented error that no case got needs a line in reasons.tsv;
open.json names the cases that ferry rightly answers otherwise (patterns of
names), with its answer where one answer alone is right, and the reason.
"""
import sys, os, re, json, time, fnmatch, importlib, threading, select, signal, resource, faulthandler
from ctypes import *
from ctypes import _SimpleCData
HERE=os.path.dirname(os.path.abspath(__file__))
ROOT=os.path.join(HERE,'..','..')
V=c_void_p; U32=c_uint32; U64=c_uint64; SIZE=c_size_t; I32=c_int; F32=c_float
def rows(path): return [l.rstrip('\n').split('\t') for l in open(path) if l.strip() and l[0]!='#']
ERR={int(c):n.replace('CUDA_ERROR_','').replace('CUDA_','') for c,n,*_ in rows(os.path.join(ROOT,'exports','errors.tsv'))}
CODE={n:c for c,n in ERR.items()}
TYPES={t[0]:t[1:] for t in rows(os.path.join(ROOT,'exports','types.tsv'))}
API={}  # symbol -> (base, since, flavour, [types])
for n,b,since,fl,*a in rows(os.path.join(ROOT,'exports','api.tsv')):
    API[n]=(b,int(since),fl,[re.sub(r' ?\w+$','',x.strip()) for x in a[0].split(',')] if a and a[0] else [])
NEWEST=max(API,key=lambda n:(API[n][1],n))
GRAPHICS=re.compile(r'cu(GL|EGL|VDPAU|Graphics|EventCreateFromEGL)')
def base(s): return API[s][0]
def twin(s): return next((s+x for x in ('_ptsz','_ptds') if s+x in API),None)

class Location(Structure): _fields_=[('type',I32),('id',I32)]   # CUmemLocation
class Opaque64(Structure): _fields_=[('bytes',c_ubyte*64)]      # CUipcMemHandle and CUipcEventHandle
class Pointer:  # T*: an object is passed by its address, an int is an address
    @classmethod
    def from_param(cls,x): return byref(x) if isinstance(x,(Structure,Union,_SimpleCData)) else V.from_param(x)
class Address:  # void*, char* and functions: a c_void_p is the address
    @classmethod
    def from_param(cls,x): return byref(x) if isinstance(x,(Structure,Union)) or isinstance(x,_SimpleCData) and not isinstance(x,(V,c_char_p)) else V.from_param(x)
INTS={'int':I32,'unsigned int':U32,'unsigned long long':U64,'uint32_t':U32,'uint64_t':U64,'size_t':SIZE,'unsigned short':c_ushort,'unsigned char':c_ubyte,'float':F32}
def argtype(t):
    if t.endswith('*'): return Address if t.replace('const ','') in ('void*','char*') else Pointer
    if t in INTS: return INTS[t]
    k=TYPES[t]
    if k[0]=='int': return INTS[k[3]]
    if k[0]=='struct': return Location if t=='CUmemLocation' else Opaque64
    return {'handle':V,'func':Address,'functype':Address,'enum':I32}[k[0]]

class Absent(Exception): pass
class Setup(Exception): pass
HEAD='.version 7.0\n.target sm_52\n.address_size 64\n'
SPIN=HEAD+'.visible .entry spin(.param .u64 p){.reg .b64 %a;.reg .b32 %v;.reg .pred %q;ld.param.u64 %a,[p];L:ld.volatile.global.u32 %v,[%a];setp.eq.u32 %q,%v,0;@%q bra L;ret;}'
SET=HEAD+'.visible .entry set(.param .u64 p,.param .u32 v){.reg .b64 %a;.reg .b32 %v;ld.param.u64 %a,[p];ld.param.u32 %v,[v];st.global.u32 [%a],%v;ret;}'
EMPTY=HEAD+'.visible .entry k(){ret;}'
NEVER=(1<<64)-1
class Caller:
    def __init__(s,d,must): s.__dict__.update(d=d,must=must)
    def __getattr__(s,name):
        d=s.d; sym=(twin(name) if d.twin else None) or name
        f=d.fns.get(sym)
        if f is None:
            try: f=d.lib[sym]
            except AttributeError: raise Absent(sym)
            f.restype=I32; f.argtypes=[argtype(t) for t in API[sym][3]]; d.fns[sym]=f
        def call(*a):
            r=f(*a); r=ERR.get(r,str(r)); d.got.setdefault(base(sym),[]).append(r); d.last=r if name==d.symbol else d.last
            if s.must and r!='SUCCESS': raise Setup(f'{sym}: {r}')
            return r
        return call
class Fixture:
    """What a case works with: d.cuX(...) calls and answers the name of the result; d.must.cuX(...) is for preparations, which must succeed."""
    fns={}; lib=None
    def __init__(s,symbol,twin=False):
        if Fixture.lib is None: Fixture.lib=CDLL('libcuda.so.1')
        s.symbol=symbol; s.twin=twin; s.got={}; s.last=None; s.undo=[]; s.must=Caller(s,True); s.any=Caller(s,False); s.keep=[]
    def __getattr__(s,n):
        if n.startswith('cu'): return getattr(s.__dict__['any'],n)
        raise AttributeError(n)
    def defer(s,f): s.undo.append(f)
    def end(s):
        for f in reversed(s.undo):
            try: f()
            except (Absent,Setup): pass
    def enter(s):
        """The primary context, current."""
        c=V(); s.must.cuInit(0); s.must.cuDevicePrimaryCtxRetain(c,0); s.must.cuCtxSetCurrent(c); s.ctx=c; return c
    def later(s):
        """Ends the case as absent where the driver lacks the header's newest function: what it asks is of later headers than the recorded driver's."""
        if not hasattr(s.lib,NEWEST): raise Absent(s.symbol)
    def stream(s,flags=0): x=V(); s.must.cuStreamCreate(x,flags); s.defer(lambda:s.any.cuStreamSynchronize(x)); return x
    def event(s,flags=0): x=V(); s.must.cuEventCreate(x,flags); return x
    def alloc(s,n=4096): p=U64(); s.must.cuMemAlloc_v2(p,n); return p
    def host(s,n=4096,flags=0): p=V(); s.must.cuMemHostAlloc(p,n,flags); memset(p,0,n); return p
    def module(s,ptx=SET): m=V(); s.must.cuModuleLoadData(m,ptx.encode()+b'\0'); return m
    def function(s,ptx=SET,name='set'): f=V(); s.must.cuModuleGetFunction(f,s.module(ptx),name.encode()); return f
    def library(s,ptx=SET): x=V(); s.must.cuLibraryLoadData(x,ptx.encode()+b'\0',None,None,0,None,None,0); s.defer(lambda:s.any.cuLibraryUnload(x)); return x
    def kernel(s,ptx=SET,name='set'): k=V(); s.must.cuLibraryGetKernel(k,s.library(ptx),name.encode()); return k
    def context(s,flags=0):
        """A context of its own, made current."""
        c=V(); s.must.cuCtxCreate_v2(c,flags,0); s.defer(lambda:s.any.cuCtxDestroy_v2(c)); return c
    def graph(s): g=V(); s.must.cuGraphCreate(g,0); return g
    def capture(s,mode=2,stream=None):
        """A stream that is capturing, relaxed unless said otherwise, until the case ends."""
        x=stream or s.stream(1); s.must.cuStreamBeginCapture_v2(x,mode); s.defer(lambda:s.any.cuStreamEndCapture(x,V())); return x
    def args(s,*a):
        """The array of addresses that a launch takes."""
        x=(V*max(1,len(a)))(*[addressof(y) for y in a]); s.keep.append((x,a)); return x
    def launch(s,f,*a,stream=None,grid=(1,1,1),block=(1,1,1),shared=0,call=None): return (call or s.any.cuLaunchKernel)(f,*grid,*block,shared,stream,s.args(*a),None)
    def busy(s,stream=None):
        """Work in the stream that does not end before the answer's first word is not 0, which happens at the end of the case at the latest."""
        h=s.host(flags=2); w=U32.from_address(h.value); p=U64(); s.must.cuMemHostGetDevicePointer_v2(p,h,0); f=s.function(SPIN,'spin')
        s.defer(lambda:setattr(w,'value',1)); s.launch(f,p,stream=stream,call=s.must.cuLaunchKernel); return w
    def read(s,p,n=1): o=(U32*n)(); s.must.cuMemcpyDtoH_v2(o,p,4*n); return list(o)
    def in_thread(s,f):
        """What f answers in another thread, which has no current context."""
        r=[]; t=threading.Thread(target=lambda:r.append(f())); t.start(); t.join(); return r[0] if r else 'raised'

CASES=[]
class Case:
    def __init__(s,symbol,label,f,state,want,twin=False): s.symbol=symbol; s.label=label; s.f=f; s.state=state; s.want=want; s.twin=twin; s.name=(globals()['twin'](symbol) if twin else symbol)+' | '+label
def case(symbol,label,f=None,state='ctx',want=None,twins=True):
    if f is None: return lambda f: case(symbol,label,f,state,want,twins) or f
    if symbol not in API: raise ValueError(f'{symbol} is no symbol of the API')
    CASES.append(Case(symbol,label,f,state,want))
    if twins and twin(symbol): CASES.append(Case(symbol,label,f,state,want,True))
def right(symbol,f=None,**k): return case(symbol,'right use',f,**k)
def each(symbols,label,f,**k):
    """One case for each of several symbols: f takes the fixture and the symbol."""
    for s in symbols: case(s,label,lambda d,s=s: f(d,s),**k)
def load():
    sys.modules['api']=sys.modules[__name__]; sys.path.insert(0,HERE)
    for n in sorted(os.listdir(os.path.join(HERE,'cases'))):
        if n.endswith('.py'): importlib.import_module('cases.'+n[:-3])
    names=[c.name for c in CASES]; twice=sorted({n for n in names if names.count(n)>1}) if len(set(names))!=len(names) else []
    if twice: raise SystemExit('two cases of one name: '+', '.join(twice))

# ---- running
def one(c):
    """Runs a case; answers [answer, codes that the function under test gave]."""
    d=Fixture(c.symbol,c.twin); box=[]
    def body():
        try:
            if c.state in('ctx','noctx'): d.must.cuInit(0)
            if c.state=='ctx': d.enter()
            d.got={}
            a=c.f(d); box.append(plain(d.last if a is None else a))
        except Absent as e: box.append('absent' if str(e) in(c.symbol,twin(c.symbol)) else 'absent: '+str(e))
        except Setup as e: box.append('preparation failed: '+str(e))
        except Exception as e: box.append(f'{type(e).__name__}: {e}')
        finally: box.append(sorted(set(d.got.get(base(c.symbol),[]))))
    def all():
        body(); say('answer',*box[:2]); d.end()
        if c.state=='ctx': d.any.cuDevicePrimaryCtxRelease_v2(0)
    if c.state=='exit': all(); return
    t=threading.Thread(target=all); t.start(); t.join()
    if c.state in('ctx','noctx'): # an error that stays would be the next case's
        f=Fixture('cuInit'); x=V(); f.any.cuDevicePrimaryCtxGetState(0,U32(),on:=I32()); f.any.cuDevicePrimaryCtxRetain(x,0); f.any.cuCtxSetCurrent(x); ok=f.any.cuCtxSynchronize()=='SUCCESS'; f.any.cuCtxSetCurrent(None)
        if on.value: f.any.cuDevicePrimaryCtxRelease_v2(0) # else the case let go of what keeps the context alive
        say('done' if ok else 'poisoned')
    else: say('done')
def plain(x):
    if isinstance(x,(list,tuple)): return [plain(y) for y in x]
    if isinstance(x,bytes): return x.decode('latin1')
    if x is None or isinstance(x,(str,int,float,bool)): return x
    raise TypeError(f'an answer cannot hold {type(x).__name__}')
OUT=None
def say(*a): os.write(OUT,(json.dumps(a)+'\n').encode())
class Child:
    def __init__(s,cases):
        s.cases=cases; s.at=-1; s.answered=False; s.buf=b''; s.since=time.monotonic(); r,w=os.pipe(); sys.stdout.flush(); s.pid=os.fork()
        if s.pid==0: os.close(r); child(cases,w)
        os.close(w); s.r=r
def child(cases,w):
    global OUT
    OUT=w; resource.setrlimit(resource.RLIMIT_CORE,(0,0)); nul=os.open(os.devnull,os.O_RDWR); os.dup2(nul,0); os.dup2(nul,1)
    if not os.environ.get('API_VERBOSE'): os.dup2(nul,2)
    try:
        if cases[0].state in('ctx','noctx'): # keeps the primary context alive from case to case
            f=Fixture('cuInit'); f.any.cuInit(0); f.any.cuDevicePrimaryCtxRetain(V(),0)
        def go():
            for c in cases: say('start'); one(c)
        if cases[0].state=='exit': # a handler that was there before the driver's runs after it
            def handler(_):
                try: go()
                finally: os._exit(0)
            h=CFUNCTYPE(None,V)(handler); c=CDLL(None); c.__cxa_atexit(h,None,None); Fixture('cuInit').enter(); c.exit(0)
        go()
    finally: os._exit(0)
def run(cases,jobs,limit,batch=40,confirm=True,until=float('inf')):
    """Answers {name: [answer, codes]}. One loop, no threads, so that the children can be forked."""
    groups={}
    for c in cases: groups.setdefault(c.name if c.state=='own' else c.state,[]).append(c)
    todo=[g[i:i+batch] for g in groups.values() for i in range(0,len(g),batch)]; todo.sort(key=len,reverse=True); todo.reverse(); alone=set(); res={}; live={}
    def finish(k,why):
        """The child is gone: what its current case did not answer it did by dying."""
        del live[k.r]; os.close(k.r)
        try: os.kill(k.pid,signal.SIGKILL)
        except ProcessLookupError: pass
        os.waitpid(k.pid,0); i=max(k.at,0)
        if k.at<len(k.cases)-1 or not k.answered: # not all of them were run
            c=k.cases[i]
            if k.answered: i+=1
            elif len(k.cases)==1 or c.name in alone or not confirm: res[c.name]=[why,[]]; i+=1
            else: alone.add(c.name); todo.append([c]); i+=1
            if k.cases[i:]: todo.append(k.cases[i:])
    while todo or live:
        if time.monotonic()>until:
            for k in live.values(): os.kill(k.pid,signal.SIGKILL); os.waitpid(k.pid,0)
            break
        while todo and len(live)<jobs: k=Child(todo.pop()); live[k.r]=k
        for r in select.select(list(live),[],[],0.5)[0]:
            k=live[r]; b=os.read(r,65536)
            if not b: finish(k,'crash'); continue
            k.buf+=b; *lines,k.buf=k.buf.split(b'\n')
            for l in lines:
                m=json.loads(l)
                if m[0]=='start': k.at+=1; k.answered=False; k.since=time.monotonic()
                elif m[0]=='answer': res[k.cases[k.at].name]=m[1:]; k.answered=True
                elif m[0]=='poisoned': finish(k,'poisoned'); break
        for k in list(live.values()):
            if time.monotonic()-k.since>limit: finish(k,'hang')
    return res

# ---- what the header documents
def documented(paths):
    """The documented results of every function, from the doxygen comments of NVIDIA's headers: {name: {code}}."""
    doc={}
    for p in paths:
        for m in re.finditer(r'/\*\*((?:[^*]|\*(?!/))*)\*/\s*(?:__CUDA_DEPRECATED\s+)?CUresult\s+CUDAAPI\s+(cu\w+)',open(p,errors='replace').read()):
            r=re.search(r'\\return((?:.|\n)*?)(?:\n[ *]*\\(?!return)|$)',m[1])
            if r: doc.setdefault(m[2],set()).update(c for c in re.findall(r'CUDA_(?:ERROR_)?([A-Z0-9_]+)',r[1]) if c in CODE)
    return doc
def complete(res):
    """(name of the check, what is wrong or None) for every function of the API and every documented error."""
    got={}; syms={}
    for c in CASES:
        if c.name in res: got.setdefault(base(c.symbol),set()).update(res[c.name][1]); 'SUCCESS' in res[c.name][1] and syms.setdefault(twin(c.symbol) if c.twin else c.symbol,True)
    why=[r for r in rows(os.path.join(HERE,'reasons.tsv'))]
    def excused(f,code): return any(fnmatch.fnmatchcase(f,p) and fnmatch.fnmatchcase(code,q) for p,q,_ in why)
    doc={}
    for f,codes in rows(os.path.join(HERE,'documented.tsv')): doc.setdefault(base(f) if f in API else f,set()).update(codes.split())
    for b in sorted({a[0] for a in API.values()}):
        if GRAPHICS.match(b) or excused(b,'*'): continue
        miss=sorted({'SUCCESS'}|doc.get(b,set())-{'SUCCESS'}-got.get(b,set())-{c for c in doc.get(b,()) if excused(b,c)})
        if 'SUCCESS' in got.get(b,()) or excused(b,'SUCCESS'): miss.remove('SUCCESS')
        yield b,('no case for '+' '.join('right use' if m=='SUCCESS' else m for m in miss)) if miss else None
def accepts(want,got,case):
    if want in('absent',None) or isinstance(want,str) and want.startswith('absent: '): want=case.want if case.want is not None else {'varies':[]}
    if want in('crash','hang'): want={'varies':[]}
    if isinstance(want,dict): return got in want['varies'] or not want['varies'] and not (isinstance(got,str) and (got in('crash','hang') or ': ' in got))
    return got==want
def write(path,out):
    order={c.name:i for i,c in enumerate(CASES)}
    with open(path,'w') as f: f.write('{\n'+',\n'.join(json.dumps(k)+': '+json.dumps(v) for k,v in sorted(out.items(),key=lambda x: order.get(x[0],-1)) if k in order)+'\n}\n')
def main():
    m=sys.argv[1] if len(sys.argv)>1 else ''; jobs=int(os.environ.get('API_JOBS','2')); limit=float(os.environ.get('API_TIMEOUT','30'))
    if m=='documented':
        print('# Which results the documentation of each function names: function, results without CUDA_ERROR_. Facts of the comments in NVIDIA\'s cuda.h\n# (CUDA 13.5), read by `api.py documented HEADER...`.')
        for f,c in sorted(documented(sys.argv[2:]).items()): print(f+'\t'+' '.join(sorted(c,key=CODE.get)))
        return
    load()
    pick=lambda ps:[c for c in CASES if not ps or any(p in c.name for p in ps)]
    if m=='list': print('\n'.join(c.name for c in pick(sys.argv[2:])))
    elif m=='show':
        cs=pick(sys.argv[2:]); res=run(cs,jobs,limit)
        for c in cs: print(c.name+': '+json.dumps(res[c.name][0]))
    elif m=='missing':
        for f,why in complete(run(CASES,jobs,limit)):
            if why: print(f+': '+why)
    elif m=='record':
        cs=pick(sys.argv[3:]); out=json.load(open(sys.argv[2])) if sys.argv[3:] and os.path.exists(sys.argv[2]) else {}; t=time.monotonic(); until=t+float(os.environ.get('API_BUDGET','3600'))
        a=run(cs,jobs,limit,50,False,until); print(len(a),'answers in',round(time.monotonic()-t),'s',flush=True); b=run(list(reversed(cs)),jobs,limit,60,False,until)
        for c in cs:
            if c.name in a: x=a[c.name][0]; y=b.get(c.name,[x])[0]; out[c.name]=x if x==y else {'varies':[x,y]}
        write(sys.argv[2],out)
        print(len(out),'answers in all;',len(b),'repeated;',sum(isinstance(v,dict) for v in out.values()),'vary;',[k for k,v in out.items() if isinstance(v,str) and (v=='hang' or ': ' in v)])
    elif m=='check':
        want=json.load(open(sys.argv[2])); opened=json.load(open(os.path.join(HERE,'open.json'))); ps=sys.argv[3:]; cs=pick(ps); res=run(cs,jobs,limit); ok=bad=skipped=0
        for c in cs:
            g=res[c.name][0]; w=want.get(c.name)
            if c.name not in want and c.want is None: print('FAIL',c.name,'is not recorded; here:',json.dumps(g)); bad+=1
            elif accepts(w,g,c): ok+=1
            elif (why:=next((o['why'] for o in opened if fnmatch.fnmatchcase(c.name,o['case']) and ('answer' not in o or o['answer']==g)),None)): skipped+=1; ps and print('open',c.name,why)
            else: print('FAIL',c.name,json.dumps(g),'not',json.dumps(c.want if w in('absent',None) else w)); bad+=1
        for f,why in complete(res) if not ps else (): ok+=why is None; bad+=why is not None; print(f'FAIL {f}: {why}') if why else None
        print(f'{ok} passed, {bad} failed'+(f', {skipped} skipped' if skipped else '')); sys.exit(1 if bad else 0)
    else: raise SystemExit(__doc__)
if __name__=='__main__': main()
