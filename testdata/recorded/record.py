#!/usr/bin/env python3
"""More single-instruction cases, in the form that ../conformance/vectors.py checks, recorded on an NVIDIA GPU.

make PTXAS [FAMILY...]   write cases.json.gz and ptx/FAMILY.ptx from families.py, leaving out what ptxas (sm_90) rejects; a family that is
                         not named keeps what it has
record OUT               run every case that has no answer yet, or whose text changed, on the libcuda.so.1 that the loader finds; writes OUT/expected.bin.gz
Then: ../conformance/vectors.py check . [FAMILY-or-ID...]
SUITE=DIR names a folder of the same kind instead of this one (../forms): its families.py may have a HEAD of its own, and HEADS and DIRECTIVES of entries by family.
JOBS=N records N families at the same time. CASE_TIMEOUT and LOAD_TIMEOUT are the seconds that a case and a module get, TIME those of everything. ONE_BY_ONE=FAMILY,... loads each case as a module of its own: for families whose whole text NVIDIA's own compiler does not survive.
Answers of cases whose text is unchanged are kept; expected.bin.gz is laid out anew at each recording, offsets.json.gz says which text it belongs to.
"""
import sys, os, time, json, gzip, subprocess, tempfile, ctypes
HERE=os.path.abspath(os.environ.get('SUITE') or os.path.dirname(os.path.abspath(__file__))); sys.path.insert(0,HERE)
SIZE={'u8':1,'s8':1,'b8':1,'u16':2,'s16':2,'b16':2,'f16':2,'bf16':2,'u32':4,'s32':4,'b32':4,'f32':4,'f16x2':4,'bf16x2':4,'u16x2':4,'s16x2':4,'b64':8,'u64':8,'s64':8,'f64':8,'pred':4,'e4m3x2':2,'e5m2x2':2,'tf32':4,'shamt':4}
N=1024
HEAD='.version 8.6\n.target sm_90\n.address_size 64\n'
def head(fam):
    import families
    return getattr(families,'HEADS',{}).get(fam) or getattr(families,'HEAD',HEAD)
def reg(t): return {1:'b16',2:'b16',4:'b32',8:'b64'}[SIZE[t]] if t not in('f32','f64') else t
def mem(t): return {1:'u8',2:'b16',4:'b32',8:'b64'}[SIZE[t]]
def entry(c):
    import families
    o=[f".visible .entry {c['id']}(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 po, .param .u64 ps){getattr(families,'DIRECTIVES',{}).get(c['family'],'')}\n{{",'.shared .align 16 .b8 sm[4096];','.reg .pred %p, %q, %r, %s;','.reg .b32 %t<8>;','.reg .b64 %l<8>;','.reg .u32 %i, %j, %ssc;','.reg .u64 %pa, %pb, %pc, %po, %ps, %off, %scr;']
    for k,t in enumerate(c['ins']): o.append(f".reg .{reg(t)} %{'abc'[k]};")
    for k,t in enumerate(c['outs']): o.append(f".reg .{reg(t)} %o{k};")
    o+=['mov.u32 %i, %ctaid.x;','mov.u32 %j, %ntid.x;','mov.u32 %t0, %tid.x;','mad.lo.u32 %i, %i, %j, %t0;']
    for k,t in enumerate(c['ins']):
        x='abc'[k]; o+=[f'ld.param.u64 %p{x}, [p{x}];',f'mad.wide.u32 %p{x}, %i, {SIZE[t]}, %p{x};',f'ld.global.{mem(t)} %{x}, [%p{x}];']
    o+=['ld.param.u64 %ps, [ps];','mad.wide.u32 %scr, %i, 8, %ps;','mov.u32 %ssc, %tid.x;','shl.b32 %ssc, %ssc, 3;','mov.u32 %t0, sm;','add.u32 %ssc, %ssc, %t0;']
    t=c['text']; o.append(t.replace('%o,','%o0,').replace('%o;','%o0;').replace('%o.','%o0.').replace('%o|','%o0|').replace('%o}','%o0}'))
    o.append('ld.param.u64 %po, [po];'); off=0
    for k,t in enumerate(c['outs']): o+=[f'mad.wide.u32 %off, %i, {SIZE[t]}, %po;',f'st.global.{mem(t)} [%off+{off}], %o{k};']; off+=SIZE[t]*N
    return '\n'.join(o+['ret;','}\n'])
def load(n,d):
    try: return json.load(gzip.open(os.path.join(HERE,n)))
    except FileNotFoundError: return d
def save(n,v,d=HERE):
    with gzip.GzipFile(os.path.join(d,n),'wb',mtime=0) as f: f.write(json.dumps(v,separators=(',',':')).encode())
def rejected(ptxas,cs):
    """what ptxas says about the cases that it rejects, by id; it is asked about many at once, and about the halves of those where it complains"""
    if not cs: return {}
    h=head(cs[0]['family']); arch=h.split('.target ')[1].split()[0]
    with tempfile.NamedTemporaryFile('w',suffix='.ptx') as f:
        f.write(h+''.join(entry(c) for c in cs)); f.flush(); r=subprocess.run([ptxas,'-arch='+arch,'-O0','-o','/dev/null',f.name],capture_output=True,text=True)
    if r.returncode==0: return {}
    if len(cs)==1: return {cs[0]['id']:r.stderr.split('\n')[0]}
    return rejected(ptxas,cs[:len(cs)//2])|rejected(ptxas,cs[len(cs)//2:])
def make(ptxas,pick):
    import families
    old=load('cases.json.gz',[]); keep={}
    for c in old: keep.setdefault(c['family'],[]).append(c)
    out=[]; import concurrent.futures
    for fam,gen in families.FAMILIES.items():
        if pick and fam not in pick: out+=keep.get(fam,[]); continue
        cs=[dict(id=f'{fam}_{k:04d}',family=fam,text=t,ins=list(i),outs=list(o),rule=r) for k,(t,i,o,r) in enumerate(gen())]
        if list(rejected(ptxas,[dict(id='empty',family=fam,text='',ins=[],outs=[])])): raise SystemExit(fam+': ptxas rejects a case of nothing')
        bad={}
        with concurrent.futures.ThreadPoolExecutor(2) as ex:
            for r in ex.map(lambda k:rejected(ptxas,cs[k:k+32]),range(0,len(cs),32)): bad|=r
        for c in cs:
            if c['id'] in bad and os.environ.get('VERBOSE'): print(c['text'],bad[c['id']])
        good=[c for c in cs if c['id'] not in bad]; print(fam,len(good),'of',len(cs),'accepted'); out+=good
        os.makedirs(HERE+'/ptx',exist_ok=True); open(f'{HERE}/ptx/{fam}.ptx','w').write(head(fam)+''.join(entry(c) for c in good))
    save('cases.json.gz',out)
def one(fam,start):
    """Child: runs the cases of a family from number start on, printing id and answers; a case that hangs or faults takes this process with it."""
    cases=[c for c in load('cases.json.gz',[]) if c['family']==fam]; at=json.load(open(HERE+'/inputs.json')); inp=gzip.open(HERE+'/inputs.bin.gz').read()
    cu=ctypes.CDLL('libcuda.so.1')
    def ck(r,w):
        if r: raise SystemExit(f'{w}: {r}')
    ck(cu.cuInit(0),'init'); ctx=ctypes.c_void_p(); ck(cu.cuDevicePrimaryCtxRetain(ctypes.byref(ctx),0),'retain'); ck(cu.cuCtxSetCurrent(ctx),'set')
    def alloc(n): p=ctypes.c_uint64(); ck(cu.cuMemAlloc_v2(ctypes.byref(p),ctypes.c_size_t(n)),'alloc'); return p
    src=open(f'{HERE}/ptx/{fam}.ptx').read(); m=ctypes.c_void_p(); whole=fam not in os.environ.get('ONE_BY_ONE','').split(',')
    if whole: ck(cu.cuModuleLoadData(ctypes.byref(m),src.encode()+b'\0'),'load '+fam)
    head,_,rest=src.partition('.visible .entry '); ent={e[:e.index('(')]:'.visible .entry '+e for e in rest.split('.visible .entry ')}
    P={}; po,ps=alloc(N*64),alloc(N*8)
    print('loaded -',flush=True)
    for c in cases[start:]:
        if not whole: ck(cu.cuModuleLoadData(ctypes.byref(m),(head+ent[c['id']]).encode()+b'\0'),'load '+c['id'])
        fn=ctypes.c_void_p(); ck(cu.cuModuleGetFunction(ctypes.byref(fn),m,c['id'].encode()),'get')
        for k in range(3):
            t=c['ins'][k] if k<len(c['ins']) else 'u32'
            if (t,k) not in P: P[t,k]=alloc(SIZE[t]*N); b=inp[at[t][k]:at[t][k]+SIZE[t]*N]; ck(cu.cuMemcpyHtoD_v2(P[t,k],b,ctypes.c_size_t(len(b))),'h2d')
        av=[P[(c['ins'][k] if k<len(c['ins']) else 'u32'),k] for k in range(3)]+[po,ps]; arr=(ctypes.c_void_p*5)(*[ctypes.addressof(x) for x in av]); ans=[]
        for rep in range(2):
            ck(cu.cuMemsetD8_v2(po,ctypes.c_ubyte(0xcd),ctypes.c_size_t(N*64)),'set'); ck(cu.cuMemsetD8_v2(ps,ctypes.c_ubyte(0),ctypes.c_size_t(N*8)),'set'); ck(cu.cuLaunchKernel(fn,4,1,1,256,1,1,0,None,arr,None),'launch'); ck(cu.cuCtxSynchronize(),'sync '+c['id'])
            tot=sum(SIZE[t] for t in c['outs'])*N; b=ctypes.create_string_buffer(tot); ck(cu.cuMemcpyDtoH_v2(b,po,ctypes.c_size_t(tot)),'d2h'); ans.append(b.raw)
        print(c['id'],ans[0].hex() if ans[0]==ans[1] else 'differs',flush=True)
def record(dst):
    import select, shutil
    cases=load('cases.json.gz',[]); was=load('offsets.json.gz',{}); oldexp=gzip.open(HERE+'/expected.bin.gz').read() if os.path.exists(HERE+'/expected.bin.gz') else b''
    sig=lambda c:c['text']+'/'+','.join(c['ins'])+'/'+','.join(c['outs']); got={}; why={}
    known={(i.rpartition('_')[0],s):o for i,(s,o) in was.items()}; key=lambda c:(c['family'],sig(c))
    fams={}
    for c in cases: fams.setdefault(c['family'],[]).append(c)
    end=time.time()+float(os.environ.get('TIME','1e6'))
    def family(fam,cs):
        k=0
        while k<len(cs) and time.time()<end:
            p=subprocess.Popen([sys.executable,os.path.abspath(__file__),'one',fam,str(k)],stdout=subprocess.PIPE,stderr=subprocess.PIPE,text=True)
            limit=float(os.environ.get('LOAD_TIMEOUT','150'))
            while True:
                r,_,_=select.select([p.stdout],[],[],max(0,min(limit,end-time.time())))
                line=p.stdout.readline() if r else ''
                if not line: break
                limit=float(os.environ.get('CASE_TIMEOUT','15'))
                i,b=line.split()
                if i=='loaded': continue
                k+=1
                if b=='differs': why[i]='two runs differ'
                else: got[i]=bytes.fromhex(b)
            p.kill(); err=p.stderr.read().strip()[-100:]
            if k<len(cs): why[cs[k]['id']]=err or 'hangs'; k+=1
    import concurrent.futures
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get('JOBS','1'))) as ex:
        list(ex.map(lambda f:family(*f),[(f,cs) for f,cs in fams.items() if not all(key(c) in known for c in cs)]))
    exp=bytearray(); offs={}; keep=[]
    for c in cases:
        n=sum(SIZE[t] for t in c['outs'])*N; i=c['id']
        if i in got: b=got[i]
        elif key(c) in known: b=oldexp[known[key(c)]:known[key(c)]+n]
        else: print('left out',i,why.get(i,'?'),c['text']); continue
        c['offset']=len(exp); offs[i]=[sig(c),len(exp)]; exp+=b; keep.append(c)
    os.makedirs(dst,exist_ok=True)
    with gzip.GzipFile(dst+'/expected.bin.gz','wb',mtime=0) as f: f.write(bytes(exp))
    save('offsets.json.gz',offs,dst); save('cases.json.gz',keep,dst); print(len(keep),'of',len(cases),'cases,',len(got),'recorded now')
if __name__=='__main__':
    if len(sys.argv)>2 and sys.argv[1]=='make': make(sys.argv[2],sys.argv[3:])
    elif len(sys.argv)>2 and sys.argv[1]=='record': record(sys.argv[2])
    elif len(sys.argv)>3 and sys.argv[1]=='one': one(sys.argv[2],int(sys.argv[3]))
    else: raise SystemExit(__doc__)
