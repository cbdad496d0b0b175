"""The cases of each family: functions that give (text, input types, output types, rule); see ../conformance/vectors.py for the rules."""
B='b32'
def video2():
    T=('u32','s32')
    for d in T:
        for a in T:
            for b in T:
                for sa,sb in (('',''),('.b2','.b1'),('.h1','')):
                    for m in ('','.sat','.shr7','.shr15','.sat.shr7','.sat.shr15'):
                        if sa and m not in('','.sat','.sat.shr7'): continue
                        yield f'vmad.{d}.{a}.{b}{m} %o, %a{sa}, %b{sb}, %c;',(B,B,B),('u32',),'exact'
                for m in ('.po','.po.sat','.po.sat.shr7'): yield f'vmad.{d}.{a}.{b}{m} %o, %a, %b, %c;',(B,B,B),('u32',),'exact'
                for n in ('-%a, %b, %c','%a, -%b, %c','%a, %b, -%c','-%a, -%b, %c','-%a.h0, %b, %c','%a.b1, %b.b2, -%c'):
                    for m in ('','.sat','.sat.shr7','.shr15'): yield f'vmad.{d}.{a}.{b}{m} %o, {n};',(B,B,B),('u32',),'exact'
    for op in ('vadd','vsub','vabsdiff','vmin','vmax'):
        for d in T:
            for a in T:
                for b in T:
                    for s in ('b3','h0'):
                        for m in ('','.sat'):
                            for x,y in (('.b0','.b2'),('','')): yield f'{op}.{d}.{a}.{b}{m} %o.{s}, %a{x}, %b{y}, %c;',(B,B,B),('u32',),'exact'
    for op in ('vshl','vshr'):
        for d in T:
            for a in T:
                for w in ('clamp','wrap'):
                    for m in ('','.sat'):
                        for ds,x,y in (('','',''),('','.h1',''),('','.b2','.b1'),('.b1','',''),('.h1','.b0',''),('.h0','','.b3')):
                            yield f'{op}.{d}.{a}.u32{m}.{w} %o{ds}, %a{x}, %b{y}'+(', %c;' if ds else ';'),(B,B)+((B,) if ds else ()),('u32',),'exact'
                        for o2 in ('add','min','max'): yield f'{op}.{d}.{a}.u32{m}.{w}.{o2} %o, %a, %b, %c;',(B,B,B),('u32',),'exact'
    for a in T:
        for b in T:
            for c in ('eq','lt','ge'):
                yield f'vset.{a}.{b}.{c} %o, %a, %b.b1;',(B,B),('u32',),'exact'
                for s in ('b2','h1'): yield f'vset.{a}.{b}.{c} %o.{s}, %a.h0, %b.b1, %c;',(B,B,B),('u32',),'exact'
                for o2 in ('add','min','max'): yield f'vset.{a}.{b}.{c}.{o2} %o, %a.b0, %b.b0, %c;',(B,B,B),('u32',),'exact'
def simd2():
    T=('u32','s32')
    for n,sels,masks in ((2,(('',''),('.h01','.h23'),('.h02','.h31'),('.h33','.h00')),('','.h0','.h1','.h10')),(4,(('',''),('.b0123','.b4567'),('.b7351','.b0642')),('','.b0','.b2','.b20','.b310','.b3210'))):
        for op in ('vadd','vsub','vavrg','vabsdiff','vmin','vmax'):
            for d in T:
                for a in T:
                    for b in T:
                        for m in ('','.sat','.add'):
                            if (a!=b or d!=a) and m=='.add': continue
                            for k,(x,y) in enumerate(sels):
                                for mk in (masks if k==0 and a==b==d else masks[k:k+1]): yield f'{op}{n}.{d}.{a}.{b}{m} %o{mk}, %a{x}, %b{y}, %c;',(B,B,B),('u32',),'exact'
        for a in T:
            for b in T:
                for c in ('eq','lt','ge'):
                    for m in ('','.add'):
                        for x,y in sels:
                            for mk in masks[:2]: yield f'vset{n}.{a}.{b}.{c}{m} %o{mk}, %a{x}, %b{y}, %c;',(B,B,B),('u32',),'exact'

MASKS=(0xffffffff,0x0000ffff,0xffff0000,0x55555555,0xaaaaaaaa,0x00000001,0x80000000,0x80000001,0x0ff00ff0,0x12345678)
def member(M): return f'mov.u32 %t0,%laneid; mov.u32 %t1,{M:#x}; shr.u32 %t2,%t1,%t0; and.b32 %t2,%t2,1; setp.ne.u32 %q,%t2,0; mov.u32 %o0,7; mov.u32 %o1,7; '
def mask():
    """Member masks: only the lanes of the mask run the instruction, under a predicate, a branch, or because the others have exited."""
    I2=(B,B); O2=('u32','u32')
    ops=[('ballot','setp.lt.s32 %p,%a,%b; ','vote.sync.ballot.b32 %o0,%p,{M};'),('all','setp.lt.s32 %p,%a,%b; ','vote.sync.all.pred %r,%p,{M}; selp.u32 %o0,1,0,%r;'),('any','setp.lt.s32 %p,%a,%b; ','vote.sync.any.pred %r,!%p,{M}; selp.u32 %o0,1,0,%r;'),('uni','and.b32 %t3,%a,1; setp.eq.u32 %p,%t3,0; ','vote.sync.uni.pred %r,%p,{M}; selp.u32 %o0,1,0,%r;'),
         ('match.any','and.b32 %t3,%a,3; ','match.any.sync.b32 %o0,%t3,{M};'),('match.all','and.b32 %t3,%a,1; ','match.all.sync.b32 %o0|%r,%t3,{M}; selp.u32 %o1,1,0,%r;'),('match.any64','and.b32 %t3,%a,1; mov.b64 %l0,{%t3,%t3}; ','match.any.sync.b64 %o0,%l0,{M};'),('match.all64','mov.b64 %l0,5; ','match.all.sync.b64 %o0|%r,%l0,{M}; selp.u32 %o1,1,0,%r;')]
    ops+=[('redux.'+o,'',f'redux.sync.{o} %o0,%a,'+'{M};') for o in('add.u32','min.s32','max.u32','and.b32','or.b32','xor.b32')]
    ops+=[('shfl.idx','popc.b32 %t3,{M}; rem.u32 %t4,%b,%t3; add.u32 %t4,%t4,1; fns.b32 %t5,{M},0,%t4; ','shfl.sync.idx.b32 %o0|%r,%a,%t5,0x1f,{M}; selp.u32 %o1,1,0,%r;'),('elect','','elect.sync %o0|%r,{M}; selp.u32 %o1,1,0,%r;'),('warpbar','st.shared.u32 [%ssc],%a; ','bar.warp.sync {M}; popc.b32 %t3,{M}; rem.u32 %t4,%b,%t3; add.u32 %t4,%t4,1; fns.b32 %t5,{M},0,%t4; and.b32 %t6,%ssc,0xffffff00; mad.lo.u32 %t6,%t5,8,%t6; ld.shared.u32 %o0,[%t6];')]
    for M in MASKS:
        for n,pre,op in ops:
            f=lambda x,m=f'{M:#x}':x.replace('{M}',m)
            pred=' '.join('@%q '+x.strip()+';' for x in f(op).split(';') if x.strip())
            yield member(M)+f(pre)+pred,I2,O2,'exact'
            if M in(0x0000ffff,0x55555555,0x80000001,0x0ff00ff0):
                g=lambda x,m=f'{M^0xffffffff:#x}':x.replace('{M}',m)
                if n!='warpbar': yield member(M)+(f(pre)+f'@!%q bra E; {f(op)} bra J; E: {g(pre)} {g(op)} J: add.u32 %o1,%o1,0;'),I2,O2,'exact'
                yield member(M)+f(pre)+f'@!%q exit; {f(op)}',I2,O2,'exact'
                if n not in('shfl.idx','warpbar'): yield member(M)+f(pre).replace('{M}','0xffffffff')+f'@!%q exit; {op.replace("{M}","0xffffffff")}',I2,O2,'exact'
    for M in (0x55555555,0x0000ffff,0x12345678): # the same operation reached from two places with one mask
        for n,pre,op in ops:
            if n in('elect',): continue
            f=lambda x:x.replace('{M}','0xffffffff')
            yield member(M)+f(pre)+f'@!%q bra E; {f(op)} bra J; E: {f(op)} J: add.u32 %o1,%o1,0;',I2,O2,'exact'
        for mode,c in (('up','0'),('down','0x1f'),('bfly','0x1f'),('idx','0x1f'),('bfly','0x181f')):
            yield member(M)+f'and.b32 %t3,%b,31; @!%q bra E; shfl.sync.{mode}.b32 %o0|%r,%a,%t3,{c},0xffffffff; bra J; E: add.u32 %t4,%a,1000; shfl.sync.{mode}.b32 %o0|%r,%t4,%t3,{c},0xffffffff; J: selp.u32 %o1,1,0,%r;',I2,O2,'exact'
    # masks that differ from lane to lane
    for k in (1,3,7):
        for op in ('redux.sync.add.u32 %o0,%b,%t4;','redux.sync.xor.b32 %o0,%b,%t4;','setp.lt.s32 %p,%b,0; vote.sync.ballot.b32 %o0,%p,%t4;','popc.b32 %t5,%t4; rem.u32 %t6,%b,%t5; add.u32 %t6,%t6,1; fns.b32 %t7,%t4,0,%t6; shfl.sync.idx.b32 %o0,%b,%t7,0x1f,%t4;','bar.warp.sync %t4; mov.u32 %o0,%t4;'):
            yield f'mov.u32 %o1,0; and.b32 %t3,%a,{k}; match.any.sync.b32 %t4,%t3,0xffffffff; {op}',I2,O2,'exact'
    for M in (0x55555555,0x00ff00ff): yield member(M)+'@%q activemask.b32 %o0;',I2,O2,'exact'
    for r in ('%lanemask_eq','%lanemask_lt','%lanemask_le','%lanemask_gt','%lanemask_ge','%laneid','%nwarpid','%ntid.x','%nctaid.x','%ctaid.x','%tid.x','%tid.y','%ntid.z','%nctaid.y','WARP_SZ','%dynamic_smem_size','%envreg1','%envreg2','%is_explicit_cluster','%cluster_ctaid.x','%cluster_nctaid.x','%cluster_ctarank','%cluster_nctarank','%clusterid.x','%nclusterid.x'):
        if r!='%nwarpid': yield f'mov.u32 %o0,{r}; mov.u32 %o1,0;',I2,O2,'exact'
    yield 'mov.u32 %t0,%warpid; mov.u32 %t1,%nwarpid; setp.lt.u32 %p,%t0,%t1; selp.u32 %o0,1,0,%p; mov.u32 %t2,%smid; mov.u32 %t3,%nsmid; setp.lt.u32 %p,%t2,%t3; selp.u32 %o1,1,0,%p;',I2,O2,'exact'
    yield 'mov.u64 %l0,%clock64; mov.u64 %l1,%clock64; setp.ge.u64 %p,%l1,%l0; selp.u32 %o0,1,0,%p; mov.u64 %l0,%globaltimer; mov.u64 %l1,%globaltimer; setp.ge.u64 %p,%l1,%l0; selp.u32 %o1,1,0,%p;',I2,O2,'exact'
def barrier():
    """Barriers with ids and thread counts, arrivals, reductions, divergent arrival. 256 threads a block, 8 warps."""
    I2=(B,B); O1=('u32',); W='mov.u32 %t0,%tid.x; shr.u32 %t1,%t0,5; mov.u32 %o0,7; '
    peer=lambda d:f'add.u32 %t3,%ssc,{d}; ld.shared.u32 %o0,[%t3];'
    for b in ('bar.sync','barrier.sync','barrier.cta.sync','barrier.cta.sync.aligned'):
        for i in (0,1,7,15): yield W+f'st.shared.u32 [%ssc],%a; {b} {i}; mov.u32 %t7,sm; sub.u32 %t3,%ssc,%t7; xor.b32 %t3,%t3,2040; add.u32 %t3,%t3,%t7; ld.shared.u32 %o0,[%t3];',I2,O1,'exact'
        for c in (32,64,128): # groups of c threads with a barrier each
            yield W+f'st.shared.u32 [%ssc],%a; div.u32 %t4,%t0,{c}; add.u32 %t4,%t4,1; {b} %t4,{c}; xor.b32 %t3,%ssc,{c*8-8}; ld.shared.u32 %o0,[%t3];',I2,O1,'exact'
    for ar,sy in (('bar.arrive','bar.sync'),('barrier.arrive','barrier.sync'),('barrier.cta.arrive.aligned','barrier.cta.sync.aligned')):
        for i in (1,9,15): # producers arrive, consumers wait, then the other way round
            yield W+f'setp.lt.u32 %p,%t0,128; @!%p bra C; st.shared.u32 [%ssc],%a; {ar} {i},256; bra J; C: {sy} {i},256; sub.u32 %t3,%ssc,1024; ld.shared.u32 %o0,[%t3]; J: bar.sync 0;',I2,O1,'exact'
            yield W+f'setp.lt.u32 %p,%t0,64; setp.lt.u32 %q,%t0,128; @%p bra P; @%q bra C; bra J; P: st.shared.u32 [%ssc],%a; {ar} {i},128; bra J; C: {sy} {i},128; sub.u32 %t3,%ssc,512; ld.shared.u32 %o0,[%t3]; J: bar.sync 0;',I2,O1,'exact'
    for pre in ('bar.red','barrier.red','barrier.cta.red'):
        for i in (0,3):
            yield W+f'setp.lt.s32 %p,%a,0; {pre}.popc.u32 %o0,{i},%p;',I2,O1,'exact'
            yield W+f'setp.ne.u32 %p,%a,0; {pre}.and.pred %q,{i},%p; selp.u32 %o0,1,0,%q;',I2,O1,'exact'
            yield W+f'setp.eq.u32 %p,%a,5; {pre}.or.pred %q,{i},!%p; selp.u32 %o0,1,0,%q;',I2,O1,'exact'
        yield W+f'setp.lt.s32 %p,%a,0; div.u32 %t4,%t0,64; add.u32 %t4,%t4,1; {pre}.popc.u32 %o0,%t4,64,%p;',I2,O1,'exact'
    # divergent arrival: lanes of one warp come to different barrier instructions of one barrier
    for M in (0x55555555,0x0000ffff,0x00000001):
        yield W+f'st.shared.u32 [%ssc],%a; mov.u32 %t5,%laneid; mov.u32 %t6,{M:#x}; shr.u32 %t6,%t6,%t5; and.b32 %t6,%t6,1; setp.ne.u32 %q,%t6,0; @%q bra X; barrier.sync 1; mov.u32 %t7,sm; sub.u32 %t3,%ssc,%t7; xor.b32 %t3,%t3,2040; add.u32 %t3,%t3,%t7; ld.shared.u32 %o0,[%t3]; bra J; X: barrier.sync 1; mov.u32 %t7,sm; sub.u32 %t3,%ssc,%t7; xor.b32 %t3,%t3,2040; add.u32 %t3,%t3,%t7; ld.shared.u32 %o0,[%t3]; add.u32 %o0,%o0,1; J: bar.warp.sync 0xffffffff;',I2,O1,'exact'
    # some threads have exited: the barrier counts the rest
    for n in (32,100,224): yield W+f'setp.ge.u32 %p,%t0,{n}; @%p exit; st.shared.u32 [%ssc],%a; barrier.sync 0; sub.u32 %t4,{n-1},%t0; mov.u32 %t5,sm; mad.lo.u32 %t4,%t4,8,%t5; ld.shared.u32 %o0,[%t4];',I2,O1,'exact'
def atom2():
    """Atomics that the first set lacks: generic addresses, scopes and orders, red in every space, 128 bits, vectors. Each thread has a slot."""
    G='st.global.b32 [%scr],%a; '; S='st.shared.b32 [%ssc],%a; '
    for sem in ('','.relaxed','.acquire','.release','.acq_rel'):
        for sc in ('','.cta','.cluster','.gpu','.sys'):
            if sem=='' and sc=='.cluster': continue
            for op,t in (('add','u32'),('exch','b32'),('max','s32')): yield G+f'atom{sem}{sc}.global.{op}.{t} %o0,[%scr],%b; ld.global.b32 %o1,[%scr];',(B,B),('u32','u32'),'exact'
            yield S+f'atom{sem}{sc}.shared.add.u32 %o0,[%ssc],%b; ld.shared.b32 %o1,[%ssc];',(B,B),('u32','u32'),'exact'
            yield G+f'red{sem}{sc}.global.add.u32 [%scr],%b; ld.global.b32 %o0,[%scr];' if sem in('','.relaxed','.release') else 'bogus;',(B,B),('u32',),'exact'
    T=[('add','u32',4),('add','s32',4),('add','u64',8),('add','f32',4),('add','f64',8),('add.noftz','f16',2),('add.noftz','f16x2',4),('add.noftz','bf16',2),('add.noftz','bf16x2',4),('min','u32',4),('min','s32',4),('min','u64',8),('min','s64',8),('max','u32',4),('max','s32',4),('max','u64',8),('max','s64',8),('and','b32',4),('or','b32',4),('xor','b32',4),('and','b64',8),('or','b64',8),('xor','b64',8),('inc','u32',4),('dec','u32',4),('exch','b32',4),('exch','b64',8),('min.noftz','f16',2),('max.noftz','bf16x2',4)]
    for op,t,n in T:
        i={'u32':'b32','s32':'b32','u64':'b64','s64':'b64'}.get(t,t); b=n*8; o={2:'b16',4:'b32',8:'b64'}[n] if t not in('f32','f64','f16','f16x2','bf16','bf16x2') else t
        for sp,ad in (('.global','%scr'),('.shared','%ssc'),('','%l6')):
            pre=f'st.global.b{b} [%scr],%a; ' if sp!='.shared' else f'st.shared.b{b} [%ssc],%a; '
            ld=f'ld.global.b{b} %o1,[%scr];' if sp!='.shared' else f'ld.shared.b{b} %o1,[%ssc];'
            if sp=='': pre+='mov.b64 %l6,%scr; '
            if sp=='': yield pre+f'atom{sp}.{op}.{t} %o0,[{ad}],%b; {ld}',(i,i),(o,o),'exact'
            if not op.startswith('exch'): yield pre+f'red{sp}.{op}.{t} [{ad}],%b; {ld.replace("%o1","%o0")}',(i,i),(o,),'exact'
        yield f'mov.u32 %t5,%ssc; cvt.u64.u32 %l5,%t5; cvta.shared.u64 %l6,%l5; st.shared.b{b} [%ssc],%a; atom.{op}.{t} %o0,[%l6],%b; ld.shared.b{b} %o1,[%ssc];',(i,i),(o,o),'exact'
    SL='mov.u32 %t0,%tid.x; shl.b32 %t0,%t0,4; mov.u32 %t1,sm; add.u32 %t1,%t0,%t1; st.shared.v2.b64 [%t1],{%a,%b}; '
    for sp,ad,pre in (('.shared','%t1',SL),('','%l6',SL+'cvt.u64.u32 %l6,%t1; cvta.shared.u64 %l6,%l6; ')):
        yield pre+f'{{.reg .b128 %x,%y; mov.b128 %x,{{%b,%c}}; atom{sp}.exch.b128 %y,[{ad}],%x; mov.b128 {{%o0,%o1}},%y;}} ld.shared.v2.b64 {{%o2,%o3}},[%t1];',('b64','b64','b64'),('b64','b64','b64','b64'),'exact'
        yield pre+f'and.b64 %l0,%c,1; setp.eq.u64 %p,%l0,0; selp.b64 %l1,%a,%c,%p; {{.reg .b128 %x,%y,%z; mov.b128 %x,{{%l1,%b}}; mov.b128 %z,{{%c,%a}}; atom{sp}.cas.b128 %y,[{ad}],%x,%z; mov.b128 {{%o0,%o1}},%y;}} ld.shared.v2.b64 {{%o2,%o3}},[%t1];',('b64','b64','b64'),('b64','b64','b64','b64'),'exact'
    for t,i in (('f32','f32'),): 
        yield 'st.global.v2.f32 [%scr],{%a,%b}; atom.global.add.v2.f32 {%o0,%o1},[%scr],{%b,%c}; ld.global.v2.f32 {%o2,%o3},[%scr];',('f32','f32','f32'),('f32',)*4,'exact'
    for t in ('f16x2','bf16x2'):
        for op in ('add.noftz','min.noftz','max.noftz'): yield f'st.global.v2.b32 [%scr],{{%a,%b}}; atom.global.{op.split(".")[0]}.noftz.v2.{t} {{%o0,%o1}},[%scr],{{%b,%c}}; ld.global.v2.b32 {{%o2,%o3}},[%scr];'.replace('.noftz.v2','.v2.noftz' if False else '.noftz.v2'),(t,t,t),(t,)*4,'exact'
    for t in ('f16','bf16'):
        for op in ('add','min','max'): yield f'st.global.v4.b16 [%scr],{{%a,%b,%c,%a}}; atom.global.{op}.noftz.v4.{t} {{%o0,%o1,%o2,%o3}},[%scr],{{%b,%c,%a,%a}};',(t,t,t),(t,)*4,'exact'
    # many threads on one address: sums do not depend on the order
    for sp,pre,ad in (('.shared','mov.u32 %t1,sm; setp.eq.u32 %p,%ssc,%t1; ','%t1'),):
        for op,t in (('add','u32'),('min','s32'),('max','u32'),('and','b32'),('or','b32'),('xor','b32'),('inc','u32')):
            yield f'mov.u32 %t0,%tid.x; mov.u32 %t1,sm; setp.eq.u32 %p,%t0,0; @%p st.shared.b32 [%t1],{ {"and":4294967295,"min":2147483647}.get(op,0)}; bar.sync 0; red.shared.{op}.{t} [%t1],{"%a" if op!="inc" else "99"}; bar.sync 0; ld.shared.b32 %o0,[%t1];',(B,),('u32',),'exact'
def async_():
    """cp.async with groups and zero fill, mbarriers, bulk copies and reductions between global and shared memory."""
    I2=(B,B)
    for n in (4,8,16):
        pre=f'mov.u32 %t0,%tid.x; shl.b32 %t0,%t0,4; mov.u32 %t1,sm; add.u32 %t1,%t0,%t1; st.shared.v4.b32 [%t1],{{-1,-1,-1,-1}}; and.b64 %l0,%pa,{-n}; '
        rd='ld.shared.v4.b32 {%o0,%o1,%o2,%o3},[%t1];'; O=('u32',)*4
        for c in (('ca','cg') if n==16 else ('ca',)):
            for w in ('cp.async.wait_all;','cp.async.commit_group; cp.async.wait_group 0;'): yield pre+f'cp.async.{c}.shared.global [%t1],[%l0],{n}; {w} '+rd,I2,O,'exact'
            for k in range(0,n+1,max(1,n//4)): yield pre+f'cp.async.{c}.shared.global [%t1],[%l0],{n},{k}; cp.async.wait_all; '+rd,I2,O,'exact'
            yield pre+f'and.b32 %t2,%b,{n-1}; cp.async.{c}.shared.global [%t1],[%l0],{n},%t2; cp.async.wait_all; '+rd,I2,O,'exact'
            yield pre+f'setp.lt.s32 %p,%b,0; cp.async.{c}.shared.global [%t1],[%l0],{n},%p; cp.async.wait_all; '+rd,I2,O,'exact'
    pre='mov.u32 %t0,%tid.x; shl.b32 %t0,%t0,4; mov.u32 %t1,sm; add.u32 %t1,%t0,%t1; '
    yield pre+'and.b64 %l0,%pa,-4; and.b64 %l1,%pb,-4; cp.async.ca.shared.global [%t1],[%l0],4; cp.async.commit_group; cp.async.ca.shared.global [%t1+4],[%l1],4; cp.async.commit_group; cp.async.wait_group 1; ld.shared.b32 %o0,[%t1]; cp.async.wait_group 0; ld.shared.b32 %o1,[%t1+4];',I2,('u32','u32'),'exact'
    for h in ('.L2::64B','.L2::128B','.L2::256B'): yield pre+f'and.b64 %l0,%pa,-16; cp.async.cg.shared.global{h} [%t1],[%l0],16; cp.async.wait_all; ld.shared.v2.b32 {{%o0,%o1}},[%t1];',I2,('u32','u32'),'exact'
    # mbarrier: one per thread
    tw=lambda o,s:f'mbarrier.test_wait.shared.b64 %p,[%ssc],{s}; selp.u32 {o},1,0,%p; '
    for n in (1,2,5):
        ar=''.join(f'mbarrier.arrive.shared.b64 %l{1 if k else 0},[%ssc]; ' for k in range(n-1))
        yield f'mbarrier.init.shared.b64 [%ssc],{n}; '+('' if n==1 else ar)+f'mbarrier.arrive.shared.b64 %l2,[%ssc]; '+tw('%o0','%l2')+'mbarrier.arrive.shared.b64 %l3,[%ssc]; '+tw('%o1','%l3'),I2,('u32','u32'),'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],3; mbarrier.arrive.shared.b64 %l0,[%ssc]; mbarrier.pending_count.b64 %o0,%l0; mbarrier.arrive.shared.b64 %l1,[%ssc]; mbarrier.pending_count.b64 %o1,%l1;',I2,('u32','u32'),'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],5; mbarrier.arrive.noComplete.shared.b64 %l0,[%ssc],3; mbarrier.pending_count.b64 %o0,%l0; mbarrier.arrive.noComplete.shared.b64 %l1,[%ssc],1; mbarrier.pending_count.b64 %o1,%l1;',I2,('u32','u32'),'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],2; mbarrier.arrive_drop.shared.b64 %l0,[%ssc]; mbarrier.arrive.shared.b64 %l1,[%ssc]; '+tw('%o0','%l1')+'mbarrier.arrive.shared.b64 %l2,[%ssc]; '+tw('%o1','%l2'),I2,('u32','u32'),'exact'
    for ph in (0,1): yield f'mbarrier.init.shared.b64 [%ssc],1; mbarrier.test_wait.parity.shared.b64 %p,[%ssc],{ph}; selp.u32 %o0,1,0,%p; mbarrier.arrive.shared.b64 _,[%ssc]; mbarrier.test_wait.parity.shared.b64 %p,[%ssc],{ph}; selp.u32 %o1,1,0,%p;',I2,('u32','u32'),'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],1; mbarrier.arrive.expect_tx.shared.b64 %l0,[%ssc],16; '+tw('%o0','%l0')+'mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%ssc],16; '+tw('%o1','%l0'),I2,('u32','u32'),'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],1; mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%ssc],8; mbarrier.arrive.shared.b64 %l0,[%ssc]; '+tw('%o0','%l0')+'mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%ssc],8; '+tw('%o1','%l0'),I2,('u32','u32'),'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],1; mbarrier.arrive.release.cta.shared.b64 %l0,[%ssc]; mbarrier.try_wait.shared.b64 %p,[%ssc],%l0; selp.u32 %o0,1,0,%p; mbarrier.try_wait.parity.acquire.cta.shared.b64 %p,[%ssc],0,100; selp.u32 %o1,1,0,%p; mbarrier.inval.shared.b64 [%ssc];',I2,('u32','u32'),'exact'
    one='mov.u32 %t0,%tid.x; setp.eq.u32 %q,%t0,0; mov.u32 %t1,sm; '
    # all threads of the block on one mbarrier, twice round
    yield one+'@%q mbarrier.init.shared.b64 [%t1],256; bar.sync 0; st.shared.u32 [%ssc+2048],%a; mbarrier.arrive.shared.b64 %l0,[%t1]; L: mbarrier.try_wait.shared.b64 %p,[%t1],%l0; @!%p bra L; xor.b32 %t2,%t0,255; shl.b32 %t2,%t2,3; add.u32 %t2,%t2,%t1; ld.shared.u32 %o0,[%t2+2048];'.replace('2048','2040+8') .replace('2040+8','2048'),I2,('u32',),'exact'
    # producer and consumer warps over two mbarriers
    yield one+'@%q mbarrier.init.shared.b64 [%t1],128; @%q mbarrier.init.shared.b64 [%t1+8],128; bar.sync 0; mov.u32 %o0,0; mov.u32 %t4,0; setp.lt.u32 %p,%t0,128; @!%p bra C; P: add.u32 %t5,%a,%t4; st.shared.u32 [%ssc+64],%t5; mbarrier.arrive.shared.b64 _,[%t1]; and.b32 %t6,%t4,1; W1: mbarrier.try_wait.parity.shared.b64 %r,[%t1+8],%t6; @!%r bra W1; add.u32 %t4,%t4,1; setp.lt.u32 %r,%t4,5; @%r bra P; bra J; C: and.b32 %t6,%t4,1; W2: mbarrier.try_wait.parity.shared.b64 %r,[%t1],%t6; @!%r bra W2; ld.shared.u32 %t5,[%ssc+-960]; add.u32 %o0,%o0,%t5; mbarrier.arrive.shared.b64 _,[%t1+8]; add.u32 %t4,%t4,1; setp.lt.u32 %r,%t4,5; @%r bra C; J: bar.sync 0;',I2,('u32',),'exact'
    # bulk copies: thread 0 copies 1 KiB of inputs (block's part) into shared memory
    blk='mul.wide.u32 %l0,%t0,4; sub.u64 %l1,%pa,%l0; sub.u64 %l2,%pb,%l0; '
    wait='W: mbarrier.try_wait.parity.shared.b64 %p,[%t1],0; @!%p bra W; '
    for ck in ('',):
        yield one+blk+'@%q mbarrier.init.shared.b64 [%t1],1; @%q fence.proxy.async.shared::cta; bar.sync 0; @%q mbarrier.arrive.expect_tx.shared.b64 _,[%t1],1024; add.u32 %t2,%t1,1024; @%q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%t2],[%l1],1024,[%t1]; '+wait+'shl.b32 %t3,%t0,2; add.u32 %t3,%t3,%t2; ld.shared.u32 %o0,[%t3];',I2,('u32',),'exact'
        yield one+blk+'@%q mbarrier.init.shared.b64 [%t1],1; @%q fence.proxy.async.shared::cta; bar.sync 0; @%q mbarrier.arrive.expect_tx.shared.b64 _,[%t1],2048; add.u32 %t2,%t1,1024; add.u32 %t4,%t1,2048; @%q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%t2],[%l1],1024,[%t1]; @%q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%t4],[%l2],1024,[%t1]; '+wait+'shl.b32 %t3,%t0,2; add.u32 %t5,%t3,%t2; ld.shared.u32 %o0,[%t5]; add.u32 %t5,%t3,%t4; ld.shared.u32 %t6,[%t5]; xor.b32 %o0,%o0,%t6;',I2,('u32',),'exact'
        # shared -> global through the scratch buffer
        sc='mul.wide.u32 %l0,%t0,8; sub.u64 %l1,%scr,%l0; '
        yield one+sc+'mov.b64 %l4,{%a,%b}; st.shared.b64 [%ssc],%l4; fence.proxy.async.shared::cta; bar.sync 0; @%q cp.async.bulk.global.shared::cta.bulk_group [%l1],[%t1],2048; @%q cp.async.bulk.commit_group; @%q cp.async.bulk.wait_group 0; bar.sync 0; fence.proxy.async; ld.global.v2.b32 {%o0,%o1},[%scr];',I2,('u32','u32'),'exact'
        for op,t in (('add','u32'),('add','s32'),('add','u64'),('min','u32'),('min','s32'),('max','s32'),('max','u64'),('min','s64'),('and','b32'),('or','b32'),('xor','b32'),('xor','b64'),('inc','u32'),('dec','u32'),('add','f32'),('add','f64'),('add.noftz','f16'),('add.noftz','bf16'),('min','f16'),('max','bf16')):
            yield one+sc+f'mov.b64 %l4,{{%a,%b}}; st.global.b64 [%scr],%l4; mov.b64 %l5,{{%b,%a}}; st.shared.b64 [%ssc],%l5; fence.proxy.async; bar.sync 0; @%q cp.reduce.async.bulk.global.shared::cta.bulk_group.{op}.{t} [%l1],[%t1],2048; @%q cp.async.bulk.commit_group; @%q cp.async.bulk.wait_group 0; bar.sync 0; fence.proxy.async; ld.global.v2.b32 {{%o0,%o1}},[%scr];',(('f32','f32') if t=='f32' else ('f16x2','f16x2') if t=='f16' else ('bf16x2','bf16x2') if t=='bf16' else I2),(('f32','f32') if t=='f32' else ('f16x2','f16x2') if t=='f16' else ('bf16x2','bf16x2') if t=='bf16' else ('u32','u32')),'exact'
        for op,t in (('and','b32'),('add','u32'),('min','s32'),('inc','u32'),('xor','b32')): # into shared memory of the same block
            yield one+f'@%q mbarrier.init.shared.b64 [%t1],1; @%q fence.proxy.async.shared::cta; add.u32 %t2,%t1,1024; shl.b32 %t3,%t0,2; add.u32 %t4,%t3,%t2; st.shared.u32 [%t4],%a; st.shared.u32 [%t4+1024],%b; fence.proxy.async; bar.sync 0; @%q mbarrier.arrive.expect_tx.shared.b64 _,[%t1],1024; add.u32 %t5,%t2,1024; @%q cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.{op}.{t} [%t2],[%t5],1024,[%t1]; '+wait+'ld.shared.u32 %o0,[%t4];',I2,('u32',),'exact'
    # st.async and red.async to the own block
    for op in ('st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%t4],%a,[%t1];','red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%t4],%a,[%t1];','red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%t4],%a,[%t1];'):
        yield one+f'@%q mbarrier.init.shared.b64 [%t1],256; add.u32 %t2,%t1,1024; shl.b32 %t3,%t0,2; add.u32 %t4,%t3,%t2; st.shared.u32 [%t4],%b; bar.sync 0; mapa.shared::cluster.u32 %t4,%t4,0; mbarrier.arrive.expect_tx.shared.b64 _,[%t1],4; {op} '+wait+'add.u32 %t4,%t3,%t2; ld.shared.u32 %o0,[%t4];',I2,('u32',),'exact'
    for op in ('prefetch.global.L1 [%pa];','prefetch.global.L2 [%pa];','prefetchu.L1 [%pa];','prefetch.global.L2::evict_last [%pa];','applypriority.global.L2::evict_normal [%l0],128;','discard.global.L2 [%l7],128;' ,'createpolicy.fractional.L2::evict_last.b64 %l1,1.0; ld.global.L2::cache_hint.u32 %o0,[%pa],%l1;','fence.sc.cta;','fence.acq_rel.gpu;','fence.sc.sys;','membar.cta;','membar.gl;','membar.sys;','fence.proxy.alias;','fence.proxy.async.global;','nanosleep.u32 20;','griddepcontrol.wait;','griddepcontrol.launch_dependents;','ld.global.nc.L1::no_allocate.L2::128B.u32 %o0,[%pa];','ld.global.ca.u32 %o0,[%pa];','ld.global.cg.u32 %o0,[%pa];','ld.global.cs.u32 %o0,[%pa];','ld.global.lu.u32 %o0,[%pa];','ld.global.cv.u32 %o0,[%pa];','ld.volatile.global.u32 %o0,[%pa];','ld.relaxed.gpu.global.u32 %o0,[%pa];','ld.acquire.sys.global.u32 %o0,[%pa];','ld.weak.global.u32 %o0,[%pa];','ldu.global.u32 %o0,[%pa];','ld.relaxed.cta.global.u32 %o0,[%pa];','st.global.wb.u32 [%scr],%a; ld.global.u32 %o0,[%scr];','st.global.wt.u32 [%scr],%a; ld.global.u32 %o0,[%scr];','st.global.cs.u32 [%scr],%a; ld.global.u32 %o0,[%scr];','st.release.gpu.global.u32 [%scr],%a; ld.acquire.gpu.global.u32 %o0,[%scr];','st.volatile.shared.u32 [%ssc],%a; ld.volatile.shared.u32 %o0,[%ssc];','st.global.L1::no_allocate.u32 [%scr],%a; ld.global.u32 %o0,[%scr];','isspacep.global %p,%pa; selp.u32 %o0,1,0,%p;','isspacep.shared %p,%pa; selp.u32 %o0,1,0,%p;','isspacep.local %p,%pa; selp.u32 %o0,1,0,%p;','isspacep.const %p,%pa; selp.u32 %o0,1,0,%p;','cvt.u64.u32 %l0,%ssc; cvta.shared.u64 %l0,%l0; isspacep.shared %p,%l0; selp.u32 %o0,1,0,%p;','cvt.u64.u32 %l0,%ssc; cvta.shared.u64 %l0,%l0; isspacep.shared::cluster %p,%l0; selp.u32 %o0,1,0,%p;','cvt.u64.u32 %l0,%ssc; cvta.shared.u64 %l0,%l0; st.u32 [%l0],%a; ld.shared.u32 %o0,[%ssc];','cvt.u64.u32 %l0,%ssc; cvta.shared.u64 %l0,%l0; cvta.to.shared.u64 %l1,%l0; cvt.u32.u64 %t0,%l1; sub.u32 %o0,%t0,%ssc;','alloca.u64 %l0,32,16; st.local.u32 [%l0+8],%a; ld.local.u32 %o0,[%l0+8];','stacksave.u64 %l1; alloca.u64 %l0,64; st.local.u32 [%l0],%a; ld.local.u32 %o0,[%l0]; stackrestore.u64 %l1;','setmaxnreg.dec.sync.aligned.u32 64;','pmevent 3;','getctarank.shared::cluster.u32 %o0,%ssc;','mapa.shared::cluster.u32 %t0,%ssc,0; ld.shared::cluster.u32 %t1,[%t0]; st.shared.u32 [%ssc],%a; ld.shared::cluster.u32 %o0,[%t0];','barrier.cluster.arrive; barrier.cluster.wait;','barrier.cluster.arrive.release; barrier.cluster.wait.acquire;'):
        if 'applypriority' in op: op='and.b64 %l0,%pa,-128; '+op
        if 'discard' in op: continue
        yield 'mov.u32 %o0,%a; '+op,I2,('u32',),'exact'
def async2():
    """More of mbarriers, asynchronous stores, vector and 128-bit atomics, stack allocation, cluster registers."""
    I2=(B,B); U2=('u32','u32'); sh='.shared'
    pend=lambda o,s:f'mbarrier.pending_count.b64 {o},{s}; '
    tw=lambda o,s:f'mbarrier.test_wait.shared.b64 %p,[%ssc],{s}; selp.u32 {o},1,0,%p; '
    par=lambda o,k:f'mbarrier.test_wait.parity.shared.b64 %p,[%ssc],{k}; selp.u32 {o},1,0,%p; '
    G='cvt.u64.u32 %l6,%ssc; cvta.shared.u64 %l6,%l6; '
    # the object by a generic address
    yield G+'mbarrier.init.b64 [%l6],2; mbarrier.arrive.b64 %l0,[%l6]; mbarrier.test_wait.b64 %p,[%l6],%l0; selp.u32 %o0,1,0,%p; mbarrier.arrive.b64 _,[%l6]; mbarrier.try_wait.b64 %p,[%l6],%l0,50; selp.u32 %o1,1,0,%p; mbarrier.inval.b64 [%l6];',I2,U2,'exact'
    # counts, drops, phases
    yield 'mbarrier.init.shared.b64 [%ssc],7; mbarrier.arrive.shared.b64 %l0,[%ssc],3; '+pend('%o0','%l0')+'mbarrier.arrive.shared.b64 %l1,[%ssc],4; '+pend('%t2','%l1')+'mbarrier.arrive.shared.b64 %l2,[%ssc],1; '+pend('%o1','%l2')+'mad.lo.u32 %o1,%o1,100,%t2;',I2,U2,'exact'
    for d in (1,2,4):
        yield f'mbarrier.init.shared.b64 [%ssc],5; mbarrier.arrive_drop.shared.b64 %l0,[%ssc],{d}; mbarrier.arrive.shared.b64 %l1,[%ssc],{5-d}; '+pend('%t2','%l1')+tw('%o0','%l1')+'mad.lo.u32 %o0,%o0,100,%t2; mbarrier.arrive.shared.b64 %l2,[%ssc]; '+pend('%o1','%l2'),I2,U2,'exact'
        yield f'mbarrier.init.shared.b64 [%ssc],5; mbarrier.arrive_drop.noComplete.shared.b64 %l0,[%ssc],{d}; '+(f'mbarrier.arrive.shared.b64 %l1,[%ssc],{5-d}; ')+'mbarrier.arrive.shared.b64 %l2,[%ssc]; '+pend('%o0','%l2')+par('%o1','0'),I2,U2,'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],2; mbarrier.arrive_drop.expect_tx.shared.b64 %l0,[%ssc],32; mbarrier.arrive.shared.b64 %l1,[%ssc]; '+tw('%o0','%l1')+'mbarrier.complete_tx.shared.b64 [%ssc],32; mbarrier.arrive.shared.b64 %l2,[%ssc]; '+pend('%t2','%l2')+tw('%o1','%l2')+'mad.lo.u32 %o1,%o1,100,%t2;',I2,U2,'exact'
    for n in range(1,8): yield 'mbarrier.init.shared.b64 [%ssc],1; '+'mbarrier.arrive.shared.b64 %l0,[%ssc]; '*n+par('%o0','0')+par('%o1','1'),I2,U2,'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],1; mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%ssc],16; '+par('%o0','0')+'mbarrier.arrive.expect_tx.shared.b64 _,[%ssc],16; '+par('%o1','0'),I2,U2,'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],1; mbarrier.expect_tx.shared.b64 [%ssc],1048575; mbarrier.arrive.shared.b64 %l0,[%ssc]; mbarrier.complete_tx.shared.b64 [%ssc],1048574; '+tw('%o0','%l0')+'mbarrier.complete_tx.shared.b64 [%ssc],1; '+tw('%o1','%l0'),I2,U2,'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],1048575; mbarrier.arrive.shared.b64 %l0,[%ssc],1048574; '+pend('%o0','%l0')+'mbarrier.arrive.shared.b64 %l0,[%ssc]; mbarrier.arrive.shared.b64 %l1,[%ssc]; '+pend('%o1','%l1'),I2,U2,'exact'
    for q in ('mbarrier.arrive.relaxed.cta.shared.b64 %l0,[%ssc];','mbarrier.arrive.release.cluster.shared.b64 %l0,[%ssc];','mbarrier.arrive.expect_tx.relaxed.cluster.shared.b64 %l0,[%ssc],0;'): yield 'mbarrier.init.shared.b64 [%ssc],1; '+q+' mbarrier.test_wait.relaxed.cta.shared.b64 %p,[%ssc],%l0; selp.u32 %o0,1,0,%p; mbarrier.try_wait.acquire.cluster.shared.b64 %p,[%ssc],%l0; selp.u32 %o1,1,0,%p;',I2,U2,'exact'
    for k in ('','.noinc'): yield f'mbarrier.init.shared.b64 [%ssc],2; cp.async.ca.shared.global [%ssc+2048],[%pa],4; cp.async.mbarrier.arrive{k}.shared.b64 [%ssc]; cp.async.wait_all; nanosleep.u32 2000; mbarrier.arrive.shared.b64 %l0,[%ssc]; '+pend('%o0','%l0')+'ld.shared.u32 %o1,[%ssc+2048];',I2,U2,'exact'
    yield 'mbarrier.init.shared.b64 [%ssc],3; mbarrier.arrive.shared.b64 %l0,[%ssc]; mbarrier.inval.shared.b64 [%ssc]; st.shared.b64 [%ssc],-1; mbarrier.init.shared.b64 [%ssc],4; mbarrier.arrive.shared.b64 %l0,[%ssc]; '+pend('%o0','%l0')+par('%o1','1'),I2,U2,'exact'
    # four threads a barrier, ten rounds; the sum of what the others wrote in each
    yield 'mov.u32 %t0,%tid.x; mov.u32 %t1,sm; and.b32 %t2,%t0,3; shr.u32 %t3,%t0,2; shl.b32 %t3,%t3,3; add.u32 %t3,%t3,%t1; setp.eq.u32 %q,%t2,0; @%q mbarrier.init.shared.b64 [%t3],4; bar.sync 0; mov.u32 %o0,0; mov.u32 %t4,0; shl.b32 %t5,%t0,3; add.u32 %t5,%t5,%t1; R: add.u32 %t6,%a,%t4; st.shared.u32 [%t5+2048],%t6; mbarrier.arrive.shared.b64 %l0,[%t3]; W: mbarrier.try_wait.shared.b64 %p,[%t3],%l0; @!%p bra W; xor.b32 %t7,%t5,8; ld.shared.u32 %t6,[%t7+2048]; add.u32 %o0,%o0,%t6; mbarrier.arrive.shared.b64 %l0,[%t3]; W2: mbarrier.try_wait.shared.b64 %p,[%t3],%l0; @!%p bra W2; add.u32 %t4,%t4,1; setp.lt.u32 %p,%t4,10; @%p bra R;',I2,('u32',),'exact'
    # bulk copies that the first set lacks
    one='mov.u32 %t0,%tid.x; setp.eq.u32 %q,%t0,0; mov.u32 %t1,sm; mul.wide.u32 %l0,%t0,4; sub.u64 %l1,%pa,%l0; shl.b32 %t3,%t0,2; '
    wait='W: mbarrier.try_wait.parity.shared.b64 %p,[%t1],0; @!%p bra W; '
    ini='@%q mbarrier.init.shared.b64 [%t1],1; @%q fence.mbarrier_init.release.cluster; @%q fence.proxy.async; bar.sync 0; @%q mbarrier.arrive.expect_tx.shared.b64 _,[%t1],{n}; add.u32 %t2,%t1,1024; '
    for n in (16,48,64,80,1008): yield one+'add.u32 %t4,%t3,%t1; st.shared.u32 [%t4+1024],-1; '+ini.format(n=n)+f'@%q cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%t2],[%l1],{n},[%t1]; '+wait+'ld.shared.u32 %o0,[%t4+1024];',I2,('u32',),'exact'
    yield one+'add.u32 %t4,%t3,%t1; st.shared.u32 [%t4+2048],%a; '+ini.format(n=1024)+'add.u32 %t5,%t1,2048; @%q cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%t2],[%t5],1024,[%t1]; '+wait+'ld.shared.u32 %o0,[%t4+1024];',I2,('u32',),'exact'
    yield one+'add.u32 %t4,%t3,%t1; '+ini.format(n=1024)+'mov.u16 %h,1; @%q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%t2],[%l1],1024,[%t1],%h; '.replace('%h','1').replace('mov.u16 1,1; ','')+wait+'ld.shared.u32 %o0,[%t4+1024];',I2,('u32',),'exact'
    yield one+'createpolicy.fractional.L2::evict_first.b64 %l5,0.5; add.u32 %t4,%t3,%t1; '+ini.format(n=1024)+'@%q cp.async.bulk.prefetch.L2.global [%l1],1024; @%q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%t2],[%l1],1024,[%t1],%l5; '+wait+'ld.shared.u32 %o0,[%t4+1024];',I2,('u32',),'exact'
    for op in ('st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%t4],%l4,[%t1];','st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%t4],{%a,%b},[%t1];','red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [%t4],%l4,[%t1];'): yield 'mov.u32 %t0,%tid.x; setp.eq.u32 %q,%t0,0; mov.u32 %t1,sm; mov.b64 %l4,{%a,%b}; @%q mbarrier.init.shared.b64 [%t1],256; shl.b32 %t3,%t0,3; add.u32 %t4,%t3,%t1; add.u32 %t4,%t4,1024; st.shared.v2.b32 [%t4],{%b,%b}; bar.sync 0; mbarrier.arrive.expect_tx.shared.b64 _,[%t1],8; '+op+' '+wait+'ld.shared.v2.b32 {%o0,%o1},[%t4];',I2,U2,'exact'
    for op,t in (('inc','u32'),('dec','u32'),('min','s32'),('max','u32'),('min','u32'),('and','b32'),('or','b32'),('xor','b32'),('add','s32')): yield f'mov.u32 %t0,%tid.x; setp.eq.u32 %q,%t0,0; mov.u32 %t1,sm; @%q mbarrier.init.shared.b64 [%t1],256; shl.b32 %t3,%t0,2; add.u32 %t4,%t3,%t1; add.u32 %t4,%t4,1024; st.shared.b32 [%t4],%b; bar.sync 0; mbarrier.arrive.expect_tx.shared.b64 _,[%t1],4; red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.{op}.{t} [%t4],%a,[%t1]; '+wait+'ld.shared.b32 %o0,[%t4];',I2,('u32',),'exact'
    # vector reductions and atomics
    A16='mov.u32 %t0,%tid.x; and.b64 %l0,%scr,-16; '
    for pre in ('red.global.add.v2.f32 [%scr],{%b,%c};','red.global.add.L2::cache_hint.v2.f32 [%scr],{%b,%c},%l5;'): yield 'createpolicy.fractional.L2::evict_last.b64 %l5,1.0; st.global.v2.f32 [%scr],{%a,%b}; '+pre+' ld.global.v2.f32 {%o0,%o1},[%scr];',('f32',)*3,('f32',)*2,'exact'
    for t in ('f16','bf16'):
        for op in ('add','min','max'):
            yield f'st.global.v4.b16 [%scr],{{%a,%b,%c,%a}}; red.global.{op}.noftz.v4.{t} [%scr],{{%b,%c,%a,%a}}; ld.global.v4.b16 {{%o0,%o1,%o2,%o3}},[%scr];',(t,)*3,(t,)*4,'exact'
            yield f'st.global.v2.b16 [%scr],{{%a,%b}}; atom.global.{op}.noftz.v2.{t} {{%o0,%o1}},[%scr],{{%b,%c}}; ld.global.v2.b16 {{%o2,%o3}},[%scr];',(t,)*3,(t,)*4,'exact'
    # 16-bit compare and swap, 128-bit exchange and compare-and-swap in global memory and under contention
    for sp,ad,pre in (('.global','%scr',''),('.shared','%ssc',''),('','%l6','mov.b64 %l6,%scr; ')):
        w='.shared' if sp=='.shared' else '.global'; m='%ssc' if sp=='.shared' else '%scr'
        yield pre+f'st{w}.b32 [{m}],%a; {{.reg .b16 %x,%y,%z; cvt.u16.u32 %x,%b; cvt.u16.u32 %y,%a; shr.u32 %t2,%b,16; cvt.u16.u32 %z,%t2; atom{sp}.cas.b16 %x,[{ad}],%y,%x; cvt.u32.u16 %o0,%x; atom{sp}.cas.b16 %z,[{ad}+2],%z,%y; cvt.u32.u16 %t2,%z; shl.b32 %t2,%t2,16; or.b32 %o0,%o0,%t2;}} ld{w}.b32 %o1,[{m}];',I2,U2,'exact'
    for sc in ('','.cta','.gpu','.sys'):
        for se in ('','.acquire','.acq_rel'):
            if (sc=='')==(se==''): yield f'mov.u32 %t0,%tid.x; shl.b32 %t0,%t0,4; mov.u32 %t1,sm; add.u32 %t1,%t0,%t1; st.shared.v2.b64 [%t1],{{%a,%b}}; {{.reg .b128 %x,%y; mov.b128 %x,{{%b,%c}}; atom{se}{sc}.shared.exch.b128 %y,[%t1],%x; mov.b128 {{%o0,%o1}},%y;}} ld.shared.v2.b64 {{%o2,%o3}},[%t1];',('b64',)*3,('b64',)*4,'exact'
    yield 'mov.u32 %t0,%tid.x; mov.u32 %t1,sm; setp.eq.u32 %q,%t0,0; @%q st.shared.v2.b64 [%t1],{0,0}; bar.sync 0; ld.shared.v2.b64 {%l0,%l1},[%t1]; {.reg .b128 %x,%y,%z; A: add.u64 %l2,%l0,1; add.u64 %l3,%l1,%l2; mov.b128 %x,{%l0,%l1}; mov.b128 %y,{%l2,%l3}; atom.shared.cas.b128 %z,[%t1],%x,%y; mov.b128 {%l4,%l5},%z; setp.eq.u64 %p,%l4,%l0; setp.eq.and.u64 %p,%l5,%l1,%p; mov.b64 %l0,%l4; mov.b64 %l1,%l5; @!%p bra A;} bar.sync 0; ld.shared.v2.b64 {%l0,%l1},[%t1]; cvt.u32.u64 %o0,%l0; cvt.u32.u64 %o1,%l1;',I2,U2,'exact'
    # 128-bit loads and stores
    yield 'mov.u32 %t0,%tid.x; shl.b32 %t0,%t0,4; mov.u32 %t1,sm; add.u32 %t1,%t0,%t1; {.reg .b128 %x,%y; mov.b128 %x,{%a,%b}; st.shared.b128 [%t1],%x; ld.shared.b128 %y,[%t1]; mov.b128 {%o1,%o0},%y;}',('b64','b64'),('b64','b64'),'exact'
    yield 'and.b64 %l0,%pa,-16; {.reg .b128 %y; ld.global.b128 %y,[%l0]; mov.b128 {%o0,%o1},%y;}',('b64','b64'),('b64','b64'),'exact'
    for q in ('.relaxed.gpu','.acquire.sys','.relaxed.cta','.volatile'): yield f'and.b64 %l0,%pa,-16; {{.reg .b128 %y; ld{q}.global.b128 %y,[%l0]; mov.b128 {{%o0,%o1}},%y;}}',('b64','b64'),('b64','b64'),'exact'
    # the stack
    yield 'mov.u32 %t2,0; and.b32 %t3,%a,7; add.u32 %t3,%t3,1; mov.u32 %o0,0; stacksave.u64 %l1; L: cvt.u64.u32 %l2,%t3; shl.b64 %l2,%l2,2; alloca.u64 %l0,%l2,8; st.local.u32 [%l0],%t2; ld.local.u32 %t4,[%l0]; add.u32 %o0,%o0,%t4; add.u32 %t2,%t2,1; setp.lt.u32 %p,%t2,%t3; @%p bra L; stackrestore.u64 %l1; stacksave.u64 %l2; setp.eq.u64 %p,%l1,%l2; selp.u32 %o1,1,0,%p;',I2,U2,'exact'
    yield 'alloca.u64 %l0,16,16; alloca.u64 %l1,16,64; and.b64 %l2,%l0,15; and.b64 %l3,%l1,63; or.b64 %l2,%l2,%l3; cvt.u32.u64 %o1,%l2; st.local.u32 [%l0],%a; st.local.u32 [%l1],%b; cvta.local.u64 %l3,%l0; ld.u32 %o0,[%l3];',I2,U2,'exact'
    # the cluster
    for r in ('%cluster_ctarank','%cluster_nctarank','%cluster_ctaid.x','%cluster_nctaid.x','%cluster_nctaid.y','%clusterid.y','%nclusterid.x','%nclusterid.z','%clusterid.x'): yield f'mov.u32 %o0,{r};',I2,('u32',),'exact'
    yield 'mov.pred %p,%is_explicit_cluster; selp.u32 %o0,1,0,%p;',I2,('u32',),'exact'
    yield G+'mapa.u64 %l1,%l6,0; st.shared.u32 [%ssc],%a; ld.u32 %o0,[%l1]; getctarank.u64 %t2,%l1; add.u32 %o0,%o0,%t2;',I2,('u32',),'exact'
    yield 'xor.b32 %t2,%ssc,2040; st.shared.u32 [%ssc],%a; barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned; ld.shared.u32 %o0,[%t2];'.replace('xor.b32 %t2,%ssc,2040;','mov.u32 %t3,sm; sub.u32 %t2,%ssc,%t3; xor.b32 %t2,%t2,2040; add.u32 %t2,%t2,%t3;'),I2,('u32',),'exact'
    # fences and hints
    for op in ('fence.mbarrier_init.release.cluster;','fence.acq_rel.cluster;','fence.sc.cluster;','fence.proxy.alias;','fence.proxy.async.shared::cluster;','fence.proxy.tensormap::generic.release.gpu;','fence.acquire.sync_restrict::shared::cluster.cluster;','prefetch.local.L1 [%l7];','prefetch.global.L2::evict_normal [%pa];','ld.global.L1::evict_last.L2::256B.u32 %o0,[%pa];','ld.global.L1::evict_unchanged.u32 %o0,[%pa];','ld.mmio.relaxed.sys.global.u32 %o0,[%pa];','st.mmio.relaxed.sys.global.u32 [%scr],%a;','createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %l1,[%pa],4096,8192; ld.global.L2::cache_hint.u32 %o0,[%pa],%l1;','cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;','cvta.param.u64 %l0,%l0; isspacep.param %p,%pa; selp.u32 %o0,1,0,%p;','mov.u64 %l0,pa; cvta.param.u64 %l0,%l0; isspacep.param %p,%l0; selp.u32 %o0,1,0,%p;','mov.u64 %l0,pa; cvta.param.u64 %l0,%l0; isspacep.global %p,%l0; selp.u32 %o0,1,0,%p;','mov.u64 %l0,pb; cvta.param.u64 %l0,%l0; ld.u64 %l1,[%l0]; ld.param.u64 %l2,[pb]; sub.u64 %l1,%l1,%l2; cvt.u32.u64 %o0,%l1;'): 
        if 'prefetch.local' in op: op='mov.b64 %l7,0; '+op
        yield 'mov.u32 %o0,%a; '+op,I2,('u32',),'exact'
def convert2():
    I=('u8','u16','u32','u64','s8','s16','s32','s64')
    for d in('f16','bf16'):
        for r in('rn','rz'):
            for m in('','.relu','.satfinite','.relu.satfinite'):
                yield f'cvt.{r}{m}.{d}.f32 %o, %a;',('f32',),(d,),'exact'
                yield f'cvt.{r}{m}.{d}x2.f32 %o, %a, %b;',('f32','f32'),(d+'x2',),'exact'
    for m in('rna','rna.satfinite','rn','rz','rn.relu','rz.relu','rn.satfinite','rz.satfinite','rn.satfinite.relu','rz.satfinite.relu'): yield f'cvt.{m}.tf32.f32 %o, %a;',('f32',),('tf32',),'bits'
    for e in('e4m3x2','e5m2x2'):
        for m in('','.relu'):
            yield f'cvt.rn.satfinite{m}.{e}.f32 %o, %a, %b;',('f32','f32'),(e,),'exact'
            yield f'cvt.rn.satfinite{m}.{e}.f16x2 %o, %a;',('f16x2',),(e,),'exact'
            yield f'cvt.rn{m}.f16x2.{e} %o, %a;',(e,),('f16x2',),'bits'
    for h in('bf16','f16'):
        for i in I:
            for r in('rn','rz','rm','rp'):
                for m in('','.sat'): yield f'cvt.{r}{m}.{h}.{i} %o, %a;',(i,),(h,),'exact'
            for r in('rni','rzi','rmi','rpi'):
                for m in('','.sat'): yield f'cvt.{r}{m}.{i}.{h} %o, %a;',(h,),(i,),'exact'
        for r in('rn','rz','rm','rp'):
            for f in('f64','f32'):
                for m in('','.sat','.ftz','.ftz.sat'): yield f'cvt.{r}{m}.{h}.{f} %o, %a;',(f,),(h,),'exact'
            o='f16' if h=='bf16' else 'bf16'
            for m in('','.sat'): yield f'cvt.{r}{m}.{h}.{o} %o, %a;',(o,),(h,),'exact'
        for r in('rni','rzi','rmi','rpi'):
            for m in('','.sat','.ftz'): yield f'cvt.{r}{m}.{h}.{h} %o, %a;',(h,),(h,),'exact'
        for m in('','.sat','.ftz','.ftz.sat'):
            yield f'cvt{m}.f32.{h} %o, %a;',(h,),('f32',),'exact'
            yield f'cvt{m}.f64.{h} %o, %a;',(h,),('f64',),'exact'
    for d in('u2','s2','u4','s4','u8','s8'): yield f'cvt.pack.sat.{d}.s32.b32 %o, %a, %b, %c;',('s32','s32','b32'),('b32',),'exact'
def half2():
    for h in('f16','f16x2','bf16','bf16x2'):
        for m in('','.relu'): yield f'fma.rn.oob{m}.{h} %o, %a, %b, %c;',(h,)*3,(h,),'exact'
        for m in('','.ftz'):
            yield f'ex2.approx{m}.{h} %o, %a;',(h,),(h,),'rel:2e-2' if 'b' in h else 'rel:4e-3'
            for op in('neg','abs'): yield f'{op}{m}.{h} %o, %a;',(h,),(h,),'exact'
            for op in('min','max'):
                for n in('','.NaN'):
                    for x in('','.xorsign.abs'): yield f'{op}{m}{n}{x}.{h} %o, %a, %b;',(h,h),(h,),'exact'
            for s in('','.sat'):
                for op in('add','sub','mul'): yield f'{op}.rn{m}{s}.{h} %o, %a, %b;',(h,h),(h,),'exact'
                yield f'fma.rn{m}{s}.{h} %o, %a, %b, %c;',(h,)*3,(h,),'exact'
            yield f'fma.rn{m}.relu.{h} %o, %a, %b, %c;',(h,)*3,(h,),'exact'
        yield f'tanh.approx.{h} %o, %a;',(h,),(h,),'rel:2e-2' if 'b' in h else 'rel:4e-3'
    C=('eq','ne','lt','le','gt','ge','equ','neu','ltu','leu','gtu','geu','num','nan')
    for h in('f16','bf16'):
        for c in C:
            for d in(h,'u16','s16','u32','s32'): yield f'set.{c}.{d}.{h} %o, %a, %b;',(h,h),(d,),'bits'
            for d in(h+'x2','u32','s32'): yield f'set.{c}.{d}.{h}x2 %o, %a, %b;',(h+'x2',h+'x2'),(d,),'bits'
            yield f'set.{c}.{h}.f32 %o, %a, %b;',('f32','f32'),(h,),'bits'
        yield f'set.lt.ftz.{h}.{h} %o, %a, %b;',(h,h),(h,),'bits'
    for f in('f32','f64'):
        yield f'copysign.{f} %o, %a, %b;',(f,f),(f,),'bits'
        for m in('finite','infinite','number','notanumber','normal','subnormal'): yield f'testp.{m}.{f} %p, %a; selp.u32 %o, 1, 0, %p;',(f,),('u32',),'bits'
        for r in('rni','rzi','rmi','rpi'):
            for m in('','.sat','.ftz') if f=='f32' else('','.sat'): yield f'cvt.{r}{m}.{f}.{f} %o, %a;',(f,),(f,),'exact'
    for h,base in(('f16',0x7c00),('f16',0xfc00),('bf16',0x7f80),('bf16',0xff80)): # which NaN is the out-of-bounds one
        mk=f'and.b32 %t1, %i, {0x3ff if h=="f16" else 0x7f}; add.u32 %t1, %t1, {base}; cvt.u16.u32 %h, %t1;'
        for m in('','.relu'):
            for x in('%h, %b, %c','%a, %h, %c','%a, %b, %h'): yield '{.reg .b16 %h; '+mk+f' fma.rn.oob{m}.{h} %o, {x};'+'}',(h,)*3,(h,),'exact'
def sync():
    """Synchronisation that lanes of a warp reach at many places, in loops, under guards, in other order than the program's; barriers likewise."""
    I2=(B,B); O2=('u32','u32'); U='0xffffffff'
    Z='mov.u32 %o0,0; mov.u32 %o1,0; mov.u32 %t0,%laneid; '
    ops={'ballot':'setp.lt.s32 %p,%a,%b; vote.sync.ballot.b32 %t7,%p,{M};','any':'setp.lt.s32 %p,%a,%b; vote.sync.any.pred %r,%p,{M}; selp.u32 %t7,1,0,%r;','add':'redux.sync.add.u32 %t7,%a,{M};','max':'redux.sync.max.s32 %t7,%b,{M};','match':'and.b32 %t6,%a,3; match.any.sync.b32 %t7,%t6,{M};','all':'match.all.sync.b32 %t7,%t1,{M};','bfly':'shfl.sync.bfly.b32 %t7,%a,5,0x1f,{M};','down':'shfl.sync.down.b32 %t7,%b,3,0x1f,{M};','elect':'elect.sync %t7|%r,{M};','bar':'st.volatile.shared.u32 [%ssc],%a; bar.warp.sync {M}; xor.b32 %t6,%ssc,56; ld.volatile.shared.u32 %t7,[%t6]; bar.warp.sync {M};'}
    acc='mad.lo.u32 %o0,%o0,31,%t7; add.u32 %a,%a,%t7; '
    for n,op in ops.items():
        f=lambda m=U,o=op:o.replace('{M}',m)+' '+acc
        k=f'and.b32 %t1,%b,3; '
        # a loop that every lane goes round a number of times of its own; the operation is in the last round only, or in the round of the lane's choice
        yield Z+k+'mov.u32 %t2,0; L: setp.ne.u32 %q,%t2,%t1; @%q bra J; '+f()+'J: add.u32 %t2,%t2,1; add.u32 %o1,%o1,%t2; setp.lt.u32 %q,%t2,4; @%q bra L;',I2,O2,'exact'
        yield Z+k+'mov.u32 %t2,0; L: setp.ne.u32 %q,%t2,%t1; @%q bra J; '+f()+'J: add.u32 %t2,%t2,1; setp.le.u32 %q,%t2,%t1; @%q bra L;',I2,O2,'exact'
        # four operations a lane: some in a first loop, the others in a second one
        yield Z+k+'mov.u32 %t2,0; L: setp.ge.u32 %q,%t2,%t1; @%q bra M; '+f()+'add.u32 %t2,%t2,1; bra L; M: setp.ge.u32 %q,%t2,4; @%q bra E; '+f()+'add.u32 %t2,%t2,1; bra M; E: mov.u32 %o1,%t2;',I2,O2,'exact'
        # a loop against the operations one by one
        yield Z+'and.b32 %t1,%b,1; setp.ne.u32 %q,%t1,0; @%q bra Y; mov.u32 %t2,0; L: '+f()+'add.u32 %t2,%t2,1; setp.lt.u32 %q,%t2,3; @%q bra L; bra E; Y: '+f()+f()+'add.u32 %o1,%o1,5; '+f()+'E: add.u32 %o1,%o1,1;',I2,O2,'exact'
        # three places, nested
        yield Z+'and.b32 %t1,%b,1; setp.ne.u32 %q,%t1,0; @%q bra Y; and.b32 %t1,%a,1; setp.ne.u32 %s,%t1,0; mov.u32 %t1,3; @%s bra X; '+f()+'bra E; X: add.u32 %o1,%o1,2; '+f()+'bra E; Y: mov.u32 %t1,4; '+f()+'E: add.u32 %o1,%o1,1;',I2,O2,'exact'
        # groups of lanes, each round a loop of its own length, at two places; shfl.down would read from outside the group
        if n!='down': yield Z+'shr.u32 %t1,%t0,3; shl.b32 %t2,%t1,3; mov.u32 %t3,255; shl.b32 %t3,%t3,%t2; add.u32 %t2,%t1,1; L: and.b32 %t4,%a,1; setp.ne.u32 %q,%t4,0; @%q bra Y; '+f('%t3')+'bra C; Y: add.u32 %o1,%o1,3; '+f('%t3')+'C: sub.u32 %t2,%t2,1; setp.ne.u32 %q,%t2,0; @%q bra L;',I2,O2,'exact'
        # lanes exit instead
        if n not in ('bfly','down','bar'): yield Z+k+'mov.u32 %t2,0; L: setp.ge.u32 %q,%t2,%t1; @%q bra E; '+f()+'add.u32 %t2,%t2,1; bra L; E: mov.u32 %o1,%t2;',I2,O2,'exact'
        # lanes that lock each other out around an operation of their own
        if n in ('add','ballot'): yield Z+'mov.u32 %t1,sm; setp.eq.u32 %q,%ssc,%t1; @%q st.shared.v2.u32 [%t1],{0,0}; bar.sync 0; mov.u32 %t2,%lanemask_eq; L: atom.shared.cas.b32 %t3,[%t1],0,1; setp.ne.u32 %q,%t3,0; @%q bra L; '+f('%t2')+'ld.volatile.shared.u32 %t4,[%t1+4]; add.u32 %t4,%t4,%b; st.volatile.shared.u32 [%t1+4],%t4; membar.cta; atom.shared.exch.b32 %t3,[%t1],0; bar.sync 0; ld.shared.u32 %o1,[%t1+4];',I2,O2,'exact'
        # lanes inside a branch and lanes behind it: the outer ones' first operation is the inner ones' first, too; t2 counts, and all do equally many
        tail=lambda c,m=U:f'V: setp.ge.u32 %q,%t2,{c}; @%q bra E; add.u32 %t2,%t2,1; '+f(m)+'bra V; E: mov.u32 %o1,%t2;'
        one='add.u32 %t2,%t2,1; '; odd='and.b32 %t1,%b,1; setp.ne.u32 %q,%t1,0; '
        yield Z+odd+'@!%q bra J; '+f()+'J: '+f()+'@%q bra E; '+f()+'E: add.u32 %o1,%o1,1;',I2,O2,'exact'
        yield Z+odd+'@%q bra Y; '+f()+f()+'bra J; Y: add.u32 %o1,%o1,1; '+f()+'J: '+f()+'@!%q bra E; '+f()+'E: add.u32 %o1,%o1,1;',I2,O2,'exact'
        yield Z+k+'mov.u32 %t2,0; setp.eq.u32 %q,%t1,0; @%q bra J; '+one+f()+'and.b32 %t1,%b,3; setp.eq.u32 %q,%t1,1; @%q bra K; '+one+f()+'K: '+one+f()+'J: '+one+f()+tail(4),I2,O2,'exact'
        yield Z+'mov.u32 %t2,0; mov.u32 %t3,0; L: add.u32 %t1,%b,%t3; and.b32 %t1,%t1,1; setp.ne.u32 %q,%t1,0; @%q bra S; '+one+f()+'S: '+one+f()+'add.u32 %t3,%t3,1; setp.lt.u32 %q,%t3,3; @%q bra L; '+tail(6),I2,O2,'exact'
        if n!='all': yield Z+'mov.u32 %t2,0; and.b32 %t3,%b,3; L: '+one+f()+'setp.le.u32 %q,%t2,%t3; @%q bra L; '+one+f()+one+f()+tail(6),I2,O2,'exact'
        yield Z+k+'mov.u32 %t2,0; setp.eq.u32 %q,%t1,2; @%q bra K; setp.eq.u32 %q,%t1,1; @%q bra J; '+one+f()+'J: add.u32 %o0,%o0,3; '+one+f()+'K: '+one+f()+tail(4),I2,O2,'exact'
        if n!='down': yield Z+'shr.u32 %t1,%t0,3; shl.b32 %t2,%t1,3; mov.u32 %t3,255; shl.b32 %t3,%t3,%t2; '+odd+'@!%q bra J; '+f('%t3')+'J: '+f('%t3')+'@%q bra E; '+f('%t3')+'E: add.u32 %o1,%o1,1;',I2,O2,'exact'
        yield Z+'setp.lt.u32 %q,%t0,99; vote.sync.ballot.b32 %t3,%q,0xffffffff; '+odd+'@!%q bra J; '+f('%t3')+'J: '+f('%t3')+'@%q bra E; '+f('%t3')+'E: add.u32 %o1,%o1,1;',I2,O2,'exact'
        if n not in ('bfly','down','bar'): yield Z+odd+'@!%q bra J; '+f()+'J: '+f()+'add.u32 %o1,%o1,1;',I2,O2,'exact'
        under=lambda p:''.join(f'@{p} {x.strip()}; ' for x in f().split(';') if x.strip())
        if n in ('add','max'): yield Z+odd+under('%q')+f()+under('!%q'),I2,O2,'exact'
    P='sub.u32 %t5,%ssc,sm; xor.b32 %t5,%t5,2040; add.u32 %t5,%t5,sm; ld.shared.u32 %t7,[%t5]; add.u32 %o0,%o0,%t7; '.replace('sub.u32 %t5,%ssc,sm; xor.b32 %t5,%t5,2040; add.u32 %t5,%t5,sm;','mov.u32 %t6,sm; sub.u32 %t5,%ssc,%t6; xor.b32 %t5,%t5,2040; add.u32 %t5,%t5,%t6;')
    S='st.shared.u32 [%ssc],%a; '
    for b in ('barrier.sync 1;','barrier.sync 2,256;','barrier.red.popc.u32 %t4,3,%s; add.u32 %o1,%o1,%t4;'):
        Q=Z+'and.b32 %t1,%b,3; setp.gt.s32 %s,%a,0; '
        # barrier.red answers 0 there, or faults: NVIDIA's compiler, not its hardware (see div_barrier in compiler/conformance_test.go)
        if 'red' not in b: yield Q+S+'mov.u32 %t2,0; L: setp.ne.u32 %q,%t2,%t1; @%q bra J; '+b+P+'J: add.u32 %t2,%t2,1; setp.lt.u32 %q,%t2,4; @%q bra L;',I2,O2,'exact'
        if 'red' not in b: yield Q+S+'setp.ne.u32 %q,%t1,0; @%q bra Y; mov.u32 %t2,0; L: '+b+P+b+'add.u32 %a,%a,%t7; '+S+'add.u32 %t2,%t2,1; setp.lt.u32 %q,%t2,3; @%q bra L; bra E; Y: '+(b+P+b+'add.u32 %a,%a,%t7; '+S)*3+'E: add.u32 %o1,%o1,1;',I2,O2,'exact'
        yield Q+S+'mov.u32 %t2,0; L: setp.ge.u32 %q,%t2,%t1; @%q bra M; '+b+'add.u32 %t2,%t2,1; bra L; M: setp.ge.u32 %q,%t2,4; @%q bra E; '+b+'add.u32 %t2,%t2,1; bra M; E: '+P,I2,O2,'exact'
    # halves of all warps at barriers of their own, with counts and without
    H=Z+'setp.lt.u32 %q,%t0,16; setp.gt.s32 %s,%a,0; '+S
    yield H+'@%q bra Y; barrier.sync 4,256; bra E; Y: barrier.sync 4,256; E: '+P,I2,O2,'exact'
    # some threads exit while others wait
    for n in (10,100): yield Z+S+f'mov.u32 %t1,%tid.x; setp.ge.u32 %q,%t1,{n}; @%q exit; and.b32 %t1,%b,1; setp.ne.u32 %q,%t1,0; @%q bra Y; barrier.sync 0; ld.shared.u32 %o0,[%ssc]; bra E; Y: barrier.sync 0; ld.shared.u32 %o0,[%ssc]; add.u32 %o0,%o0,1; E: mov.u32 %o1,1;',I2,O2,'exact'
    # producers and consumers, ten rounds over two barriers
    for ar,sy in (('bar.arrive','bar.sync'),('barrier.arrive','barrier.sync')):
        yield Z+f'mov.u32 %t1,%tid.x; setp.lt.u32 %p,%t1,128; mov.u32 %t2,0; @!%p bra C; P: add.u32 %t3,%a,%t2; st.shared.u32 [%ssc],%t3; {ar} 1,256; {sy} 2,256; add.u32 %t2,%t2,1; setp.lt.u32 %q,%t2,10; @%q bra P; bra E; C: {sy} 1,256; ld.shared.u32 %t3,[%ssc+-1024]; add.u32 %o0,%o0,%t3; {ar} 2,256; add.u32 %t2,%t2,1; setp.lt.u32 %q,%t2,10; @%q bra C; E: mov.u32 %o1,%t2;',I2,O2,'exact'
    # lanes that hand a value on to the next lane of their warp
    yield Z+'st.volatile.shared.u32 [%ssc],0; st.volatile.shared.u32 [%ssc+4],0; bar.warp.sync 0xffffffff; setp.eq.u32 %q,%t0,0; mov.u32 %t3,0; @%q bra G; W: ld.volatile.shared.u32 %t2,[%ssc+-4]; setp.eq.u32 %p,%t2,0; @%p bra W; membar.cta; ld.volatile.shared.u32 %t3,[%ssc+-8]; G: add.u32 %t3,%t3,%a; st.volatile.shared.u32 [%ssc],%t3; membar.cta; st.volatile.shared.u32 [%ssc+4],1; mov.u32 %o0,%t3; bar.warp.sync 0xffffffff; redux.sync.max.u32 %o1,%o0,0xffffffff;',I2,O2,'exact'
def carry():
    """CC.CF between instructions that add and those that subtract: one flag for all of them, of 32 and 64 bits."""
    def ops(t):
        W='%d,%x,%y;' ; M='%d,%x,%y,%z;'
        set_=[f'add.cc.{t} '+W,f'sub.cc.{t} '+W,f'mad.lo.cc.{t} '+M,f'mad.hi.cc.{t} '+M]
        use=[f'addc.{t} '+W,f'subc.{t} '+W,f'madc.lo.{t} '+M,f'madc.hi.{t} '+M]
        both=[f'addc.cc.{t} '+W,f'subc.cc.{t} '+W,f'madc.lo.cc.{t} '+M,f'madc.hi.cc.{t} '+M]
        return set_,use,both
    def put(x,d,a,b,c): return x.replace('%d',d).replace('%x',a).replace('%y',b).replace('%z',c)
    for t in ('u32','s32','u64','s64'):
        k='b64' if t[1:]=='64' else 'b32'; u='u64' if k=='b64' else 'u32'; T='%l' if k=='b64' else '%t'
        I3=(k,k,k); O3=(u,u,'u32'); S,U,X=ops(t)
        for x in S:
            for y in U: yield put(x,'%o0','%a','%b','%c')+put(y,'%o1','%c','%a','%b')+'mov.u32 %o2,0;',I3,O3,'exact'
        # the flag, read by adding and by subtracting nothing, after each instruction that takes one and leaves one
        for x in S[:2]:
            for y in X:
                for z in ('addc','subc'): yield put(x,'%o0','%a','%b','%c')+put(y,'%o1','%c','%a','%b')+f'{z}.u32 %o2,0,0;',I3,O3,'exact'
    I3=(B,B,B); O3=('u32','u32','u32')
    # a flag given as data; flags over branches and loops; 32 and 64 bits mixed
    for z in ('addc','subc'):
        for y in ('addc.cc.u32','subc.cc.u32'): yield f'and.b32 %t1,%c,1; add.cc.u32 %t1,%t1,0xffffffff; {y} %o0,%a,%b; {z}.u32 %o1,0,0; mov.u32 %o2,0;',I3,O3,'exact'
        for x,y in (('add','sub'),('sub','add'),('sub','sub')):
            yield f'setp.lt.u32 %q,%c,0x80000000; @%q bra Y; {x}.cc.u32 %o0,%a,%b; bra J; Y: {y}.cc.u32 %o0,%a,%c; J: {z}.cc.u32 %o1,%b,%a; addc.u32 %o2,0,0;',I3,O3,'exact'
            yield f'and.b32 %t1,%c,3; {x}.cc.u32 %o0,%a,%b; L: {y}c.cc.u32 %o0,%o0,%b; sub.u32 %t1,%t1,1; setp.gt.s32 %q,%t1,0; @%q bra L; {z}.u32 %o1,0,0; mov.u32 %o2,%t1;',I3,O3,'exact'
            yield f'setp.lt.u32 %q,%c,0x80000000; {x}.cc.u32 %o0,%a,%b; @%q {y}.cc.u32 %o0,%b,%c; {z}.u32 %o1,%a,%c; mov.u32 %o2,0;',I3,O3,'exact'
            yield f'mov.b64 %l0,{{%a,%b}}; mov.b64 %l1,{{%b,%c}}; {x}.cc.u64 %l2,%l0,%l1; {y}c.cc.u32 %o2,%a,%c; {z}.u64 %l3,%l0,%l2; mov.b64 {{%o0,%o1}},%l3;',I3,O3,'exact'
            yield f'mov.b64 %l0,{{%a,%b}}; mov.b64 %l1,{{%b,%c}}; {x}.cc.u32 %o2,%a,%c; {y}c.cc.u64 %l2,%l0,%l1; {z}.u64 %l3,%l2,%l1; mov.b64 {{%o0,%o1}},%l3;',I3,O3,'exact'
FAMILIES={'video2':video2,'simd2':simd2,'convert2':convert2,'half2':half2,'mask':mask,'barrier':barrier,'atom2':atom2,'async':async_,'async2':async2,'sync':sync,'carry':carry}
