#!/usr/bin/env python3
"""Tensor maps and the bulk copies and reductions that use them, recorded on an NVIDIA GPU of capability 9.0.

make             write tensormap.ptx
record OUT       run every case on the libcuda.so.1 that the loader finds, one process a case; write OUT/cases.json.gz with the answers
check [NAME...]  run the cases of cases.json.gz and compare; exit 1 if any differs
A case makes a map with cuTensorMapEncodeTiled over a global buffer of pattern words. A load copies the box into shared memory that held 0xa5 bytes,
the answer is that memory; a store or reduction works from shared memory that holds another pattern, the answer is the global buffer, xored
with what it held before. Cases of kind 'encode' answer the result code only. 'tx' is how many bytes the copy told the mbarrier, found by trying.
"""
import sys, os, json, gzip, base64, zlib, subprocess, itertools
from ctypes import *
HERE=os.path.dirname(os.path.abspath(__file__))
U8,U16,U32,S32,U64,S64,F16,F32,F64,BF16,F32FTZ,TF32,TF32FTZ,U4A8,U4A16=range(15)
ESZ=[1,2,4,4,8,8,2,4,8,2,4,4,4]
GLOBAL=65536; SHARED=32768; BASE=4096
def words(seed,n):
    out=bytearray(); x=seed
    for _ in range(n//4): x=(x*1664525+1013904223)&0xffffffff; out+=((x>>8)|(x<<24)&0xff000000).to_bytes(4,'little')
    return bytes(out)
SPECIAL=[0,0x80000000,1,0x7fffff,0x800000,0x7f800000,0xff800000,0x7fc00000,0x7f800001,0xffffffff,0x7fffffff,0xffc01234,0x3f801000,0x3f803000,0x3f800fff,0x3f801001,0xbf801000,0xbf803000,0x7f7fffff,0x7f7ff000,0x7f7fefff,0x1000,0xfff,0x1001,0x3000,0x7ff000,0x7fefff,0x80001000,0x807fffff,0x80000001,0xff7fffff,0x7f801000]
def pattern(c): # of the global buffer
    g=bytearray(words(1,GLOBAL))
    if c.get('special'): g[BASE:BASE+4*len(SPECIAL)]=b''.join(x.to_bytes(4,'little') for x in SPECIAL)
    return bytes(g)
def pattern2(c): # of shared memory
    g=bytearray(words(2,SHARED))
    if c.get('special'): g[:4*len(SPECIAL)]=b''.join((x if c['special']==1 else (x^0x80000000)+1&0xffffffff).to_bytes(4,'little') for x in SPECIAL)
    return bytes(g)
def ptx():
    o=['.version 8.6','.target sm_90','.address_size 64']
    head='(.param .align 64 .b8 tm[128], .param .u32 c0, .param .u32 c1, .param .u32 c2, .param .u32 c3, .param .u32 c4, .param .u64 buf, .param .u32 n, .param .u64 flag)\n{\n.shared .align 1024 .b8 sm[32768];\n.shared .align 8 .b64 bar;\n.reg .pred %p,%q;\n.reg .b32 %t<8>,%c<5>;\n.reg .b64 %l<6>;\nmov.b64 %l0,tm;\ncvta.param.u64 %l0,%l0;\nld.param.u64 %l1,[buf];\nld.param.u32 %t6,[n];\nld.param.u64 %l3,[flag];\nmov.u32 %t0,%tid.x;\nsetp.eq.u32 %q,%t0,0;\nmov.u32 %t1,sm;\nmov.u32 %t2,bar;\nshl.b32 %t3,%t0,2;\n'+''.join(f'ld.param.u32 %c{d},[c{d}];\n' for d in range(5))
    def loop(body): return f'mov.u32 %t4,%t3;\nL{loop.n}: add.u32 %t5,%t4,%t1; cvt.u64.u32 %l2,%t4; add.u64 %l2,%l2,%l1;\n{body}\nadd.u32 %t4,%t4,512; setp.lt.u32 %p,%t4,32768; @%p bra L{loop.n};\n'
    loop.n=0
    for r in range(1,6):
        c='{'+','.join(f'%c{d}' for d in range(r))+'}'
        loop.n=1
        o.append(f'.visible .entry load{r}'+head+loop('st.shared.u32 [%t5],0xa5a5a5a5;')+'@%q mbarrier.init.shared.b64 [%t2],1;\nfence.proxy.async;\nbar.sync 0;\n@%q mbarrier.arrive.expect_tx.shared.b64 _,[%t2],%t6;\n'
          f'@%q cp.async.bulk.tensor.{r}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%t1],[%l0,{c}],[%t2];\nmov.u32 %t7,0;\nW: mbarrier.try_wait.parity.shared.b64 %p,[%t2],0,1000;\n@%p bra D;\nadd.u32 %t7,%t7,1; setp.lt.u32 %p,%t7,2000; @%p bra W;\nD: @%q st.global.u32 [%l3],%t7;\n')
        loop.n=2; o[-1]+=loop('ld.shared.u32 %t7,[%t5]; st.global.u32 [%l2],%t7;')+'ret;\n}'
        for name,ins in [('store',f'cp.async.bulk.tensor.{r}d.global.shared::cta.tile.bulk_group')]+[(op,f'cp.reduce.async.bulk.tensor.{r}d.global.shared::cta.{op}.tile.bulk_group') for op in ('add','min','max','inc','dec','and','or','xor') if r<3]:
            loop.n=1
            o.append(f'.visible .entry {name}{r}'+head+loop('ld.global.u32 %t7,[%l2]; st.shared.u32 [%t5],%t7;')+f'fence.proxy.async;\nbar.sync 0;\n@%q {ins} [%l0,{c}],[%t1];\n@%q cp.async.bulk.commit_group;\n@%q cp.async.bulk.wait_group 0;\nret;\n}}')
    return '\n'.join(o)+'\n'
def case(name,kind,t,dim,box,at,stride=None,step=None,swz=0,fill=0,inter=0,addr=0):
    e=ESZ[t] if t<13 else 1
    if stride is None:
        stride=[]; s=(dim[0]*e+15)//16*16
        for d in dim[1:]: stride.append(s); s*=d
    return dict(name=name,kind=kind,type=t,dim=list(dim),box=list(box),at=list(at),stride=list(stride),step=list(step or [1]*len(dim)),swizzle=swz,fill=fill,interleave=inter,address=addr)
def cases():
    o=[]; add=lambda *a,**k:o.append(case(*a,**k)) if a[0] not in {c['name'] for c in o} else None
    # The innermost coordinate must be a multiple of 16 bytes: everything else is an illegal instruction.
    U=lambda t:16//ESZ[t]
    for t in range(13): add(f'load_type{t}','load',t,(64,20),(2*U(t),4),(U(t),3))
    add('misaligned','load',U16,(64,20),(16,4),(3,3))
    # coordinates that leave the tensor on each side, with both fills
    for t,fill in ((U8,0),(U16,0),(F16,0),(F16,1),(BF16,1),(F32,1),(F64,1),(U32,0),(F32FTZ,1),(TF32,1),(TF32FTZ,1),(F64,0)):
        u=U(t)
        for k,at in enumerate(((-u,-1),(60//u*u,18),(-10*u,0),(u,100),(0,0),(0,-2))): add(f'oob_t{t}_f{fill}_{k}','load',t,(62 if u>2 else 61,20),(2*u,4),at,fill=fill)
    # ranks
    for k,at in enumerate(((0,),(8,),(-8,),(1000,),(196,))): add(f'rank1_{k}','load',U32,(199,),(64,),at)
    for k,at in enumerate(((0,0,0),(8,-1,2),(16,2,3))): add(f'rank3_{k}','load',U16,(20,6,4),(8,4,3),at)
    for k,at in enumerate(((0,0,0,0),(16,1,-1,1))): add(f'rank4_{k}','load',U16,(20,5,4,3),(8,3,2,2),at)
    for k,at in enumerate(((0,0,0,0,0),(16,1,1,2,-1))): add(f'rank5_{k}','load',U8,(30,4,3,3,3),(16,2,2,2,2),at)
    # swizzles, rows as wide as the swizzle, narrower and not a power of two
    for swz,w in ((1,32),(2,64),(3,128)):
        for t in (U8,U16,U32):
            for row in (w,w//2,w-16,16):
                if row>=16: add(f'swz{swz}_t{t}_row{row}','load',t,(256//ESZ[t],32),(row//ESZ[t],16),(0,0),swz=swz)
        add(f'swz{swz}_oob','load',U16,(100,20),(w//2,12),(72,14),swz=swz)
        add(f'swz{swz}_3d','load',U16,(128,8,5),(w//2,3,3),(8,1,1),swz=swz)
    # element strides; that of the innermost dimension is ignored
    for step in ((1,2),(2,1),(3,1),(2,3),(8,8),(1,3)): add('step_%d_%d'%step,'load',U16,(100,40),(16,10),(8,1),step=step)
    add('step_row8','load',U16,(100,40),(8,10),(8,1),step=(2,1)); add('step_up','load',U16,(100,40),(24,10),(8,1),step=(3,4)); add('step_oob','load',U16,(36,12),(32,10),(-8,-1),step=(2,3)); add('step_swz','load',U16,(200,40),(32,8),(0,0),step=(1,3),swz=2); add('step_3d','load',U16,(32,8,6),(16,4,4),(0,1,-1),step=(1,2,3))
    # stores
    for t in range(13): add(f'store_type{t}','store',t,(64,20),(2*U(t),4),(U(t),3))
    for k,at in enumerate(((-8,-1),(56,18),(-96,0),(8,0))): add(f'store_oob_{k}','store',U16,(62,20),(16,4),at)
    for swz,w in ((1,32),(2,64),(3,128)): add(f'store_swz{swz}','store',U16,(256,20),(w//2,12),(8,3),swz=swz); add(f'store_swz{swz}_half','store',U16,(256,20),(w//4,12),(8,3),swz=swz)
    add('store_step','store',U16,(100,40),(32,10),(8,1),step=(1,3)); add('store_rank3','store',U32,(22,6,4),(8,4,3),(16,-1,2)); add('store_rank1','store',U32,(199,),(64,),(196,)); add('store_rank5','store',U8,(30,4,3,3,3),(16,2,2,2,2),(16,1,1,2,-1))
    # reductions
    for op,ts in (('add',(U8,U16,U32,S32,U64,S64,F16,BF16,F32,F64,F32FTZ,TF32,TF32FTZ)),('min',(U16,U32,S32,U64,S64,F16,BF16,F32,F64)),('max',(U32,S32,U64,S64,F16,BF16,F32)),('inc',(U32,S32,U64)),('dec',(U32,)),('and',(U8,U16,U32,S32,U64,F32)),('or',(U32,U64)),('xor',(U32,U64,F16))):
        for t in ts: add(f'{op}_t{t}',op,t,(62,20),(2*U(t),4),(-U(t),17)); add(f'{op}_t{t}_in',op,t,(62,20),(2*U(t),4),(U(t),2))
    # numbers that a type might change on its way
    for t in (F32,F32FTZ,TF32,TF32FTZ,F16,BF16,F64):
        for k in ('load','store','add'): o.append({**case(f'special_{k}_t{t}',k,t,(128//ESZ[t],2),(128//ESZ[t],1),(0,0)),'special':1})
        if ESZ[t]==4: o.append({**case(f'special_sum_t{t}','add',t,(32,2),(32,1),(0,0)),'special':2}) # sums that nearly cancel
    # the last 16 bytes of a row, partly outside
    for op,ts in (('store',(U8,U16,U32,U64,F16,F32,TF32)),('add',(U32,U64,F16,BF16,F32,F64,F32FTZ)),('min',(S32,F16)),('or',(U32,U64))):
        for t in ts: n=61 if ESZ[t]==8 else 62; u=U(t); add(f'{op}_edge_t{t}',op,t,(n if ESZ[t]!=4 else 61,20),(2*u,4),(n//u*u,18 if op=='store' else 2))
    add('store_edge_swz','store',U16,(62,20),(16,4),(56,2),swz=1); add('store_neg_row','store',U16,(62,20),(16,4),(8,-1)); add('store_neg_col','store',U16,(62,20),(16,4),(-8,3)); add('store_far','store',U16,(62,20),(16,4),(8,18)); add('add_far','add',U32,(62,20),(8,4),(4,18))
    # what the encoder takes and refuses
    E=lambda n,**k: o.append({**case('enc_'+n,'encode',U16,(64,20),(16,4),(0,0)),**k})
    E('plain'); E('rank0',dim=[],box=[],step=[],stride=[]); E('rank6',dim=[16]*6,box=[16]+[1]*5,step=[1]*6,stride=[32,512,8192,131072,2097152]); E('dim0',dim=[0,20]); E('dim_2p32',dim=[1<<32,1],stride=[1<<33]); E('dim_2p32p1',dim=[(1<<32)+1,1],stride=[1<<34])
    E('stride_8',stride=[136]); E('stride_short',stride=[64]); E('stride_0',stride=[0]); E('stride_2p40',stride=[1<<40]); E('stride_2p40m16',stride=[(1<<40)-16])
    E('box0',box=[0,4]); E('box256',box=[256,4],dim=[512,20],stride=[1024]); E('box257',box=[264,4],dim=[512,20],stride=[1024]); E('box_odd',box=[12,4]); E('box_8',box=[8,4]); E('box_big',box=[128,4],dim=[64,20])
    E('step0',step=[0,1]); E('step8',step=[8,1],box=[128,4]); E('step9',step=[9,1],box=[144,4]); E('step1_9',step=[1,9]); E('step_row',step=[2,1],box=[16,4]); E('step_row8',step=[2,1],box=[8,4])
    E('swz1_wide',swizzle=1,box=[32,4]); E('swz2_wide',swizzle=2,box=[64,4]); E('swz3_wide',swizzle=3,box=[128,4],dim=[256,20],stride=[512]); E('swz3_fit',swizzle=3,box=[64,4]); E('swz7',swizzle=7); E('swz4',swizzle=4); E('swz_step',swizzle=1,step=[2,1],box=[32,4])
    E('swz_step2',swizzle=2,step=[2,1],box=[32,4]); E('addr8',address=8); E('addr16',address=16); E('type13',type=13); E('type16',type=16); E('fill_int',fill=1); E('fill_f16',type=F16,fill=1); E('fill2',fill=2); E('inter1_2d',interleave=1); E('inter1_3d',interleave=1,dim=[64,20,4],box=[8,4,2],step=[1,1,1],stride=[128,2560]); E('inter2_32',interleave=2,swizzle=1,dim=[64,20,4],box=[16,4,2],step=[1,1,1],stride=[128,2560]); E('inter3',interleave=3)
    E('rank1',dim=[64],box=[16],step=[1],stride=[]); E('overlap',stride=[16])
    return o
def run(c):
    cu=CDLL('libcuda.so.1')
    def ck(r,w):
        if r: raise SystemExit(f'{w}: {r}')
    ck(cu.cuInit(0),'init'); ctx=c_void_p(); ck(cu.cuDevicePrimaryCtxRetain(byref(ctx),0),'retain'); ck(cu.cuCtxSetCurrent(ctx),'set')
    def alloc(n): p=c_uint64(); ck(cu.cuMemAlloc_v2(byref(p),c_size_t(n)),'alloc'); return p
    g,s,f=alloc(GLOBAL),alloc(SHARED),alloc(256)
    raw=create_string_buffer(256); tm=(addressof(raw)+63)//64*64
    A=lambda t,v:(t*max(len(v),1))(*v)
    r=cu.cuTensorMapEncodeTiled(c_void_p(tm),c['type'],len(c['dim']),c_void_p(g.value+BASE+c['address']),A(c_uint64,c['dim']),A(c_uint64,c['stride']),A(c_uint32,c['box']),A(c_uint32,c['step']),c['interleave'],c['swizzle'],0,c['fill'])
    out={'result':r}
    if r or c['kind']=='encode': return out
    m=c_void_p(); ck(cu.cuModuleLoadData(byref(m),open(HERE+'/tensormap.ptx','rb').read()+b'\0'),'load'); fn=c_void_p(); ck(cu.cuModuleGetFunction(byref(fn),m,f"{c['kind']}{len(c['dim'])}".encode()),'get')
    def launch(n):
        G,S=pattern(c),pattern2(c); ck(cu.cuMemcpyHtoD_v2(g,G,c_size_t(GLOBAL)),'h2d'); ck(cu.cuMemcpyHtoD_v2(s,S,c_size_t(SHARED)),'h2d')
        at=[c_int(x) for x in (c['at']+[0]*5)[:5]]; nn=c_uint32(n)
        arr=(c_void_p*9)(tm,*[addressof(x) for x in at],addressof(s),addressof(nn),addressof(f))
        ck(cu.cuLaunchKernel(fn,1,1,1,128,1,1,0,None,arr,None),'launch'); e=cu.cuCtxSynchronize()
        if e: raise SystemExit(f'sync: {e}')
        if c['kind']!='load': b=create_string_buffer(GLOBAL); ck(cu.cuMemcpyDtoH_v2(b,g,c_size_t(GLOBAL)),'d2h'); return 0,bytes(x^y for x,y in zip(b.raw,G))
        b=create_string_buffer(SHARED); ck(cu.cuMemcpyDtoH_v2(b,s,c_size_t(SHARED)),'d2h'); w=c_uint32(); ck(cu.cuMemcpyDtoH_v2(byref(w),f,c_size_t(4)),'d2h'); return w.value,b.raw
    e=ESZ[c['type']]; cnt=[-(-b//s) for b,s in zip(c['box'],[1]+c['step'][1:])]; n=e; full=e
    for x in cnt: n*=x
    for x in c['box']: full*=x
    tries=[n,full]
    if c['swizzle']: tries.append(n//(cnt[0]*e)*(16<<c['swizzle']))
    for tx in dict.fromkeys(tries if c['kind']=='load' else [0]):
        late,b=launch(tx)
        if late<2000: return {**out,'tx':tx,'data':base64.b64encode(zlib.compress(b,9)).decode()}
    return {**out,'tx':-1,'data':base64.b64encode(zlib.compress(b,9)).decode()}
def all_of(cs):
    def one(c):
        p=subprocess.run([sys.executable,os.path.abspath(__file__),'one',json.dumps(c)],capture_output=True,text=True,timeout=120)
        return json.loads(p.stdout) if p.returncode==0 else {'error':p.stderr.strip()[-200:]}
    import concurrent.futures
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get('JOBS','4'))) as ex: return list(ex.map(one,cs))
if __name__=='__main__':
    a=sys.argv[1:]
    if a[:1]==['make']: open(HERE+'/tensormap.ptx','w').write(ptx())
    elif a[:1]==['one']: print(json.dumps(run(json.loads(a[1]))))
    elif a[:1]==['record'] and len(a)==2:
        cs=cases(); rs=all_of(cs)
        for c,r in zip(cs,rs): c['answer']=r
        for c in cs:
            if 'error' in c['answer']: print(c['name'],c['answer'])
        os.makedirs(a[1],exist_ok=True)
        with gzip.GzipFile(a[1]+'/cases.json.gz','wb',mtime=0) as f: f.write(json.dumps(cs,separators=(',',':')).encode())
        print(len(cs),'cases,',sum('error' in c['answer'] for c in cs),'with an error')
    elif a[:1]==['check']:
        cs=[c for c in json.load(gzip.open(HERE+'/cases.json.gz')) if len(a)<2 or c['name'] in a[1:]]; bad=0
        for c,r in zip(cs,all_of([{k:v for k,v in c.items() if k!='answer'} for c in cs])):
            if r!=c['answer'] and not ('error' in r and 'error' in c['answer']): bad+=1; print(c['name'],{k:v for k,v in r.items() if k!='data'},'not',{k:v for k,v in c['answer'].items() if k!='data'})
        print(len(cs)-bad,'passed,',bad,'failed'); sys.exit(bad>0)
    else: raise SystemExit(__doc__)
