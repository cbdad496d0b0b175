"""A case for every form of an instruction that the other suites of recorded answers lack: forms.tsv lists them (go run ./cmd/coverage
-unrecorded), and this writes the instruction with operands from the case's inputs, and around it what makes its effect visible. Then
the interplay of forms, and operands that the table does not tell of. See ../conformance/vectors.py for the rules."""
import os, re, random
HERE=os.path.dirname(os.path.abspath(__file__))
B='b32'
SIZE={'b8':1,'u8':1,'s8':1,'b16':2,'u16':2,'s16':2,'f16':2,'bf16':2,'b32':4,'u32':4,'s32':4,'f32':4,'f16x2':4,'bf16x2':4,'u16x2':4,'s16x2':4,'b64':8,'u64':8,'s64':8,'f64':8,'b128':16}
def reg(t): return {1:'b16',2:'b16',4:'b32',8:'b64',16:'b128'}[SIZE[t]] if t not in('f32','f64') else t
def bits(t): return f'b{8*SIZE[t]}'
def out(t): return 'u16' if SIZE[t]==1 else t # with the upper half of the register
_r=random.Random(7)
HEAD='.version 9.0\n.target sm_90\n.address_size 64\n.global .align 128 .b8 gm[131072];\n.const .align 128 .b8 cc[2048]={'+','.join(str(_r.choice((0,1,127,128,254,255,_r.randrange(256)))) for _ in range(2048))+'''};
.func (.param .align 32 .b8 r[32]) pass(.param .align 32 .b8 x[32])
{
.reg .b64 %x<4>;
ld.param.v2.b64 {%x0,%x1},[x];
ld.param.v2.b64 {%x2,%x3},[x+16];
st.param.v2.b64 [r],{%x0,%x1};
st.param.v2.b64 [r+16],{%x2,%x3};
ret;
}
.func (.reg .b32 r) plus(.reg .b32 a, .reg .b32 b)
{
.reg .pred %p;
setp.lt.s32 %p,a,b;
@%p bra L;
sub.u32 r,a,b;
ret.uni;
L: add.u32 r,a,b;
ret;
}
'''
MORE='''.func (.reg .b32 r) minus(.reg .b32 a, .reg .b32 b)
{
sub.u32 r,b,a;
ret;
}
.func (.reg .b32 r) narrow8(.param .b8 a)
{
ld.param.s8 r,[a];
ret;
}
.func (.reg .b64 r) narrow16(.param .b16 a)
{
ld.param.s16 r,[a];
ret;
}
.func (.reg .f64 r) floats(.reg .f32 a, .reg .f64 b)
{
.reg .f64 %x;
cvt.f64.f32 %x,a;
fma.rn.f64 r,%x,b,b;
ret;
}
.func (.reg .b16 r) halves(.reg .b16 a)
{
neg.f16 r,a;
ret;
}
.func (.reg .b32 r) rec(.reg .b32 a, .reg .b32 n)
{
.reg .pred %p;
.reg .b32 %x;
setp.eq.u32 %p,n,0;
mov.u32 r,a;
@%p ret;
shl.b32 %x,a,1;
xor.b32 %x,%x,n;
sub.u32 n,n,1;
call (r),rec,(%x,n);
add.u32 r,r,n;
ret;
}
'''
HEADS={'calls':HEAD+MORE,'setmaxnreg':HEAD.replace('sm_90','sm_90a'),'form_old':HEAD.replace('9.0','6.3').replace('sm_90','sm_75')}
# Where a thread's bytes are, by space: what makes the address in %l6 (%t1), the address, the space that plain loads and stores name.
GA='mul.wide.u32 %l6,%i,128; mov.u64 %l7,gm; add.u64 %l6,%l6,%l7; '
SA='.shared .align 128 .b8 ss[16384]; mov.u32 %t0,%tid.x; shl.b32 %t0,%t0,6; mov.u32 %t1,ss; add.u32 %t1,%t1,%t0; '
LA='.local .align 32 .b8 ll[64]; mov.u64 %l6,ll; '
CA='and.b32 %t0,%i,31; mul.wide.u32 %l6,%t0,64; mov.u64 %l7,cc; add.u64 %l6,%l6,%l7; '
GEN='cvta.{0}.u64 %l6,%l6; '
GENX='cvt.u64.u32 %l4,%t3; cvta.shared::cluster.u64 %l4,%l4; '
SG=SA+'cvt.u64.u32 %l6,%t1; cvta.shared.u64 %l6,%l6; '
def places(space,kinds=('global','shared','local')):
    """(prelude, address register, suffix of the space for plain accesses) of each place that an address in space can name"""
    if space.startswith('shared'): return [(SA,'%t1','.shared')]
    if space=='global': return [(GA,'%l6','.global')]
    if space=='local': return [(LA,'%l6','.local')]
    if space=='const': return [(CA,'%l6','.const')]
    return [({'global':GA+GEN.format('global'),'shared':SG,'local':LA+GEN.format('local')}[k],'%l6','') for k in kinds]
def words(mn): return mn.split('.')
def space(mn):
    for w in words(mn):
        if w in('global','local','const','param','param::entry','param::func') or w.startswith('shared'): return w
    return ''
HINT='createpolicy.fractional.L2::evict_first.b64 %l5; '
def put(text,ad,sp=''): return text.replace('ADDR',ad).replace('.SPACE',sp)
def elems(regs): return '{'+','.join(regs)+'}' if len(regs)>1 else regs[0]
def typ(spec):
    t,_,n=spec.split(':')[1].partition('*'); return t,int(n or 0)
FILL='st.SPACE.v2.b64 [ADDR],{%a,%b}; st.SPACE.v2.b64 [ADDR+16],{%c,%a}; '
B3=('b64',)*3
def load(mn,ops):
    t,n=typ(ops[0]); k=max(n,1); sp=space(mn); size=SIZE[t]*k
    hint=', %l5' if 'L2::cache_hint' in mn else ''; pre=HINT if hint else ''
    o=[f'%o{i}' for i in range(k)]; outs=[out(t)]*k; post=''
    if t=='b128': pre+='.reg .b128 %x; '; o=['%x']; outs=['b64']*2; post=' mov.b128 {%o0,%o1},%x;'
    at=16 if size==16 else size
    if size>16: at=0
    ins=f'{mn} {elems(o)},[ADDR+{at}]{hint};'+post
    if sp.startswith('param'):
        if sp=='param::entry': # all there is are addresses, so the case compares with another load
            same=''.join(f' ld.local.{bits(t)} %y,[ll+{SIZE[t]*i}]; setp.ne.{bits(t).replace("b8","b16")} %p,%x{i},%y; @%p mov.u32 %o0,0;' for i in range(k))
            if t=='b128': yield f'{{.reg .b128 %x; ld.param.u64 %l0,[pa]; {mn} %x,[pa]; mov.b128 {{%l1,%l2}},%x; setp.eq.u64 %p,%l0,%l1; selp.u32 %o0,1,0,%p;}}',(B,),('u32',),'exact'; return
            yield '{.reg .'+(bits(t) if SIZE[t]>1 else 'b16')+f' %y,%x<{k}>; '+LA+f'ld.param.u64 %l0,[pa]; ld.param.u64 %l1,[pb]; st.local.v2.b64 [ll],{{%l0,%l1}}; {mn} {elems([f"%x{i}" for i in range(k)])},[pa]; mov.u32 %o0,1;'+same+'}',(B,),('u32',),'exact'
            return
        yield '{'+pre+'.param .align 32 .b8 px[32]; .param .align 32 .b8 pr[32]; '+put(FILL,'px','.param')+'call (pr),pass,(px); '+put(ins,'pr')+'}',B3,outs,'bits'
    elif sp=='const': yield '{'+CA+pre+put(ins,'%l6')+'}',(),outs,'bits'
    elif 'nc' in words(mn) or mn.startswith('ldu'):
        yield '{'+pre+'and.b64 %l6,%pa,-32; '+('' if sp else GEN.format('global'))+put(ins,'%l6')+'}',B3,outs,'bits'
    else:
        kinds=('global',) if 'mmio' in mn else ('global','shared','local') if not any(w in mn for w in('relaxed','acquire')) else ('global','shared')
        for p,ad,s in places(sp,kinds): yield '{'+p+pre+put(FILL+ins,ad,s)+'}',B3,outs,'bits'
PAT='0xa5b6c7d8e9fa0b1c'
def store(mn,ops):
    if mn.startswith('st.async'):
        t,n=typ(ops[1]); k=max(n,1); size=SIZE[t]*k
        for sp in ('','.shared::cluster') if 'shared' not in mn and mn.startswith('st.async.mb') else ('',):
            m=mn.replace('st.async','st.async.weak'+sp) if sp else mn; ad,mb=('[%t3]','[%t3+32]') if 'shared' in m else ('[%l4]','[%l4+32]')
            yield '{'+SA+f'mbarrier.init.shared.b64 [%t1+32],1; st.shared.v4.b32 [%t1],{{-1,-1,-1,-1}}; mapa.shared::cluster.u32 %t3,%t1,0; '+GENX+f'mbarrier.arrive.expect_tx.shared.b64 _,[%t1+32],{size}; {m} {ad},{elems(["%"+"abc"[i%3] for i in range(k)])},{mb}; W: mbarrier.try_wait.parity.shared.b64 %p,[%t1+32],0; @!%p bra W; ld.shared.v4.b32 {{%o0,%o1,%o2,%o3}},[%t1];}}',(t,)*min(k,3),('u32',)*4,'bits'
        return
    t,n=typ(ops[1] if ops[0].startswith('[') else ops[0]); k=max(n,1); sp=space(mn); size=SIZE[t]*k
    hint=', %l5' if 'L2::cache_hint' in mn else ''; pre=HINT if hint else ''
    v=['%'+'abc'[i%3] for i in range(k)]; ins=(t,)*min(k,3)
    if t=='b128': pre+='.reg .b128 %x; mov.b128 %x,{%a,%b}; '; v=['%x']; ins=('b64',)*2
    at=min(size,16) if size<=16 else 0; rd=0 if at<16 and size<=8 else 16
    if size>16: return
    fill=f'mov.b64 %l0,{PAT}; st.SPACE.v2.b64 [ADDR],{{%l0,%l0}}; st.SPACE.v2.b64 [ADDR+16],{{%l0,%l0}}; '
    get=f' ld.SPACE.v4.b32 {{%o0,%o1,%o2,%o3}},[ADDR+{rd}];'
    st=f'{mn} [ADDR+{at}],{elems(v)}{hint};'
    if sp.startswith('param'): # what is beside it is undefined
        o=['%o0','%o1'] if t=='b128' else [f'%o{i}' for i in range(k)]; b='v2.b64' if t=='b128' else (f'v{k}.' if k>1 else '')+bits(t)
        yield '{'+pre+'.param .align 32 .b8 px[32]; .param .align 32 .b8 pr[32]; '+put(st,'px','.param')+f' call (pr),pass,(px); ld.param.{b} {elems(o)},[pr+{at}];'+'}',ins,(out(t) if t!='b128' else 'b64',)*len(o),'bits'
        return
    kinds=('global',) if 'mmio' in mn else ('global','shared','local') if not any(w in mn for w in('relaxed','release')) else ('global','shared')
    for p,ad,s in places(sp,kinds): yield '{'+p+pre+put(fill+st+get,ad,s)+'}',ins,('b32',)*4,'bits'
def atomic(mn,ops):
    if mn.startswith('red.async'):
        t,_=typ(ops[1]); n=SIZE[t]; ad,mb=('[%t3]','[%t3+32]') if 'shared' in mn else ('[%l4]','[%l4+32]')
        yield '{'+SA+f'mbarrier.init.shared.b64 [%t1+32],1; st.shared.{bits(t)} [%t1],%a; fence.mbarrier_init.release.cluster; mapa.shared::cluster.u32 %t3,%t1,0; '+GENX+f'mbarrier.arrive.expect_tx.shared.b64 _,[%t1+32],{n}; {mn} {ad},%b,{mb}; W: mbarrier.try_wait.parity.shared.b64 %p,[%t1+32],0; @!%p bra W; ld.shared.{bits(t)} %o0,[%t1];}}',(t,t),(t,),'exact'
        return
    dst=not ops[0].startswith('['); a=ops[2] if dst else ops[1]; t,n=typ(a); k=max(n,1); sp=space(mn)
    hint=', %l5' if 'L2::cache_hint' in mn else ''; pre=HINT if hint else ''
    cas='cas' in words(mn); O=[f'%o{i}' for i in range(k)] if dst else []
    two=[f'%o{len(O)+i}' for i in range(k)]; v=['%'+'abc'[(i+1)%3] for i in range(k)]; m=['%'+'abc'[i%3] for i in range(k)]
    b=bits(t)
    def move(op,regs,ad,s): # at most 16 bytes at once
        k=max(1,min(len(regs),16//SIZE[t],4)); v=f'.v{k}' if k>1 else ''
        return ' '.join(f'ld{s}{v}.{b} {elems(regs[i:i+k])},[{ad}+{i*SIZE[t]}];' if op=='ld' else f'st{s}{v}.{b} [{ad}+{i*SIZE[t]}],{elems(regs[i:i+k])};' for i in range(0,len(regs),k))+' '
    for p,ad,s in places(sp,('global','shared') if k==1 else ('global',)):
        if t=='b128':
            st=f'st{s}.v2.b64 [{ad}],{{%a,%b}}; '; ld=f'ld{s}.v2.b64 {{%o2,%o3}},[{ad}];'
            if cas: yield '{'+p+pre+f'.reg .b128 %x,%y,%z; {st}and.b32 %t2,%i,1; setp.eq.u32 %q,%t2,0; selp.b64 %l0,%a,%c,%q; mov.b128 %x,{{%l0,%b}}; mov.b128 %z,{{%c,%a}}; {mn} %y,[{ad}],%x,%z{hint}; mov.b128 {{%o0,%o1}},%y; {ld}}}',B3,('b64',)*4,'bits'
            else: yield '{'+p+pre+f'.reg .b128 %x,%y; {st}mov.b128 %x,{{%b,%c}}; {mn} %y,[{ad}],%x{hint}; mov.b128 {{%o0,%o1}},%y; {ld}}}',B3,('b64',)*4,'bits'
            continue
        st=move('st',m,ad,s); ld=move('ld',two,ad,s)
        arg=f'{elems(v)}'; x=''
        if cas: x=f'.reg .{reg(t)} %x; and.b32 %t2,%i,1; setp.eq.u32 %q,%t2,0; selp.{b} %x,%a,%b,%q; '; arg='%x,%c'
        yield '{'+p+pre+x+st+f'{mn} {elems(O)+"," if dst else ""}[{ad}],{arg}{hint}; '+ld+'}',(t,)*3,(t,)*(k*(2 if dst else 1)),'exact'
PRE={'addc':'shl.b32 %t4,%i,31; add.cc.u32 %t4,%t4,0x80000000; '}
PRE['madc']=PRE['subc']=PRE['addc']
APPROX={}
def pure(mn,ops):
    """instructions without memory: destinations to outputs, sources from inputs, predicates from the bits of what is left"""
    ins=[]; outs=[]; pre=''; post=''; txt=[]; npred=0; dsts=0
    for o in ops:
        r=o[0]; t,n=typ(o)
        if r in 'dDz' and n==0: txt.append(f'%o{len(outs)}'); outs.append(out(t)); dsts+=1
        elif r=='P': txt.append('%p'); post+=f' selp.u32 %o{len(outs)},1,0,%p;'; outs.append('u32')
        elif r=='Q' and t=='none' or r=='Q' and t=='':
            txt.append('%p|%q'); post+=f' selp.u32 %o{len(outs)},1,0,%p; selp.u32 %o{len(outs)+1},1,0,%q;'; outs+=['u32','u32']
        elif r=='Q': txt.append(f'%o{len(outs)}|%q'); outs.append(out(t)); post+=f' selp.u32 %o{len(outs)},1,0,%q;'; outs.append('u32')
        elif r=='i': txt.append('0x96' if mn.startswith('lop3') else '0')
        elif r=='p':
            q=('%r','%s')[npred]; txt.append(q); npred+=1
            if len(ins)<3: ins.append('b32'); x='%'+'abc'[len(ins)-1]
            else: x='%i'
            pre+=f'and.b32 %t2,{x},1; setp.ne.u32 {q},%t2,0; '
        elif r in 'srmy' and n==0:
            if len(ins)<3: ins.append(t); txt.append('%'+'abc'[len(ins)-1])
            else: txt.append('%'+'abc'[ins.index(t)])
        else: return
    if not outs: return
    one=mn.split('.')[0]
    if one=='cvt' and 'bf16' in mn and 'u8' in mn: # takes registers of 8 bits only
        if ins[0]=='u8': yield f'{{.reg .u8 %x; cvt.u8.u16 %x,%a; {mn} %o0,%x;}}',ins,outs,'exact'
        else: yield f'{{.reg .u8 %x; {mn} %x,%a; cvt.u16.u8 %o0,%x;}}',ins,outs,'exact'
        return
    yield '{'+pre+PRE.get(one,'')+f'{mn} {", ".join(txt)};'+post+'}',ins,outs,'exact'
def lines():
    for l in open(HERE+'/forms.tsv'):
        c=l.rstrip('\n').split('\t'); sm=int(re.match(r'sm_(\d+)',c[1])[1])
        if sm<=90 and not('.v8.' in c[0] and c[0][:3] in('ld.','st.')): yield c[0],c[3:] # vectors of 8 came with sm_100
def forms(first,how):
    def f():
        for mn,ops in lines():
            if words(mn)[0] in first and not clustered(mn): yield from how(mn,ops)
    return f
# What needs more around it than operands.
MB='mov.u32 %t1,sm; mov.u32 %t1,%ssc; '
def mbar(mn):
    """mbarriers: one a thread, in shared memory, named by the space or by a generic address"""
    sp=space(mn); A='[%ssc]' if sp else '[%l6]'; W=words(mn); what=W[1]
    pre='' if sp else 'cvt.u64.u32 %l6,%ssc; cvta.shared.u64 %l6,%l6; '
    tw=lambda k,s:f' mbarrier.test_wait.shared.b64 %p,[%ssc],{s}; selp.u32 %o{k},1,0,%p;'
    tp=lambda k,s:f' mbarrier.test_wait.parity.shared.b64 %p,[%ssc],{s}; selp.u32 %o{k},1,0,%p;'
    init=lambda n:f'mbarrier.init.shared.b64 [%ssc],{n}; '
    dst='_' if sp=='shared::cluster' else '%l1'; arr='mbarrier.arrive.shared.b64 %l0,[%ssc]; '
    if what=='init': return pre+f'and.b32 %t2,%a,3; add.u32 %t2,%t2,1; {mn} {A},%t2; {arr} mbarrier.pending_count.b64 %o0,%l0;'+tw(1,'%l0')
    if what=='inval': return pre+init(2)+f'{mn} {A}; mov.u32 %o0,%a; '+init(1)+arr+tw(1,'%l0')
    if what in('arrive','arrive_drop'):
        if 'expect_tx' in W: # of a barrier of two arrivals: the phase ends with the second one and all bytes
            return pre+init(2)+f'{mn} {dst},{A},8;'+tw(0,'%l1').replace('%l1','%l1') .replace('mbarrier','mbarrier')+f' {arr}'+tw(1,'%l0')+' mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%ssc],8;'+tw(2,'%l0')+(' mbarrier.arrive.shared.b64 %l2,[%ssc];'+tw(3,'%l2') if 'drop' in what else ' mov.u32 %o3,%a;')
        cnt=',2' if 'noComplete' in W else ''
        s=pre+init(5 if cnt else 2)+f'{mn} {dst},{A}{cnt};'
        if dst!='_': s+=' mbarrier.pending_count.b64 %o0,%l1;'
        else: s+=' mov.u32 %o0,%a;'
        s+=f' {arr} mbarrier.pending_count.b64 %o1,%l0;'+tp(2,0)
        return s+(f' {arr}' if cnt else '')+f' mbarrier.arrive.shared.b64 %l2,[%ssc]; mbarrier.pending_count.b64 %o3,%l2;'
    if what=='complete_tx': return pre+init(1)+'mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%ssc],24; '+arr+f'{mn} {A},8;'+tw(0,'%l0')+f' {mn} {A},16;'+tw(1,'%l0')
    if what=='expect_tx': return pre+init(1)+f'{mn} {A},8; '+arr+tw(0,'%l0')+' mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%ssc],8;'+tw(1,'%l0')
    if what in('test_wait','try_wait'):
        ph=('0','1') if 'parity' in W else ('%l0','%l1')
        s=pre+init(1)+f'{arr}'
        k=0
        for x in ph[:1]: s+=f'{mn} %p,{A},{x}; selp.u32 %o0,1,0,%p; '
        s+='mbarrier.arrive.shared.b64 %l1,[%ssc]; '
        return s+f'{mn} %p,{A},{ph[1]}; selp.u32 %o1,1,0,%p;'
def misc():
    I=(B,B)
    for mn,ops in lines():
        mn=re.sub(r'^(bar|barrier)\.(sync|arrive|red)\.cta',r'\1.cta.\2',mn); w=[x for x in words(mn) if x!='cta' or mn[0]!='b']; f=w[0]; sp=space(mn)
        if f=='mbarrier':
            t=mbar(mn); outs=sorted(set(re.findall(r'%o(\d)',t))); yield '{'+t+'}',I,('u32',)*len(outs),'exact'
        elif mn=='membar.proxy.async' or 'tensormap' in w and f=='prefetch' and sp!='const': pass # unknown to the driver; takes tensor maps only
        elif f in('fence','membar'):
            arg=' [%l6],128' if ops else ''
            yield '{'+GA+f'st.global.u32 [%l6],%a; {mn}{arg}; ld.global.u32 %o0,[%l6];}}',I,('u32',),'exact'
        elif f in('bar','barrier') and w[1]!='cluster':
            x='mov.u32 %t2,sm; sub.u32 %t2,%ssc,%t2; xor.b32 %t2,%t2,2040; mov.u32 %t3,sm; add.u32 %t2,%t2,%t3; ld.shared.u32 %o0,[%t2];'
            st='st.shared.u32 [%ssc],%a; setp.lt.s32 %r,%a,0; mov.u32 %o1,%b; '
            if w[1]=='sync':
                for n in ('1','2,256'): yield '{'+st+f'{mn} {n}; {x}}}',I,('u32','u32'),'exact'
                yield '{'+st+f'and.b32 %t4,%i,0; add.u32 %t4,%t4,3; mov.u32 %t5,256; {mn} %t4,%t5; {x}}}',I,('u32','u32'),'exact'
            elif w[1]=='arrive': yield '{'+st+f'mov.u32 %t4,%tid.x; setp.ge.u32 %q,%t4,128; @%q bra W; {mn} 1,256; mov.u32 %o0,%a; bra E; W: bar.sync 1,256; {x} E: }}',I,('u32','u32'),'exact'
            else:
                d='%p' if 'pred' in w else '%o1'
                for n in ('1','1,256'): yield '{'+st+f'{mn} {d},{n},%r; '+('selp.u32 %o1,1,0,%p; ' if 'pred' in w else '')+x+'}',I,('u32','u32'),'exact'
                yield '{'+st+f'{mn} {d},1,!%r; '+('selp.u32 %o1,1,0,%p; ' if 'pred' in w else '')+x+'}',I,('u32','u32'),'exact'
        elif f=='barrier':
            x='mov.u32 %t2,sm; sub.u32 %t2,%ssc,%t2; xor.b32 %t2,%t2,2040; mov.u32 %t3,sm; add.u32 %t2,%t2,%t3; ld.shared.u32 %o0,[%t2];'
            p=('fence.acq_rel.cluster; '+mn+'; barrier.cluster.wait.acquire; ') if w[2]=='arrive' else f'barrier.cluster.arrive{".aligned" if "aligned" in w else ""}; {mn}; '
            if w[2]=='arrive' and 'aligned' in w: p=p.replace('wait.acquire','wait.acquire.aligned')
            yield '{st.shared.u32 [%ssc],%a; '+p+x+'}',I,('u32',),'exact'
        elif f=='createpolicy':
            a={'fractional':('',', 0f3F000000') ,'range':(', [%l6], 64, 128',),'cvt':(', %l4',)}[w[1]]
            for x in a:
                k='createpolicy.fractional.L2::evict_last.b64 %l4; ' if w[1]=='cvt' else ''
                yield '{'+GA+k+f'{mn} %l5{x}; st.global.L2::cache_hint.u32 [%l6],%a,%l5; ld.global.L2::cache_hint.u32 %o0,[%l6],%l5;}}',I,('u32',),'exact'
        elif f in('discard','applypriority'):
            yield '{'+GA+('' if sp else GEN.format('global'))+f'{mn} [%l6],128; st.global.u32 [%l6],%a; {mn.replace("discard","applypriority").replace("L2","L2::evict_normal") if f=="discard" else mn} [%l6],128; ld.global.u32 %o0,[%l6];}}',I,('u32',),'exact'
        elif f=='prefetch':
            for p,ad,_ in ([('','[%pa]',0)] if not sp else [(LA,'[ll]',0)] if sp=='local' else [('mov.u64 %l6,cc; ','[%l6]',0)] if sp=='const' else [('mov.u64 %l6,pa; ','[pa]',0)]): yield '{'+p+f'mov.u32 %o0,%a; {mn} {ad};}}',I,('u32',),'exact'
        elif f=='pmevent': yield f'mov.u32 %o0,%a; {mn} 3;',I,('u32',),'exact'
        elif f=='mov' and w[1]=='v2':
            t=w[2]; k=int(w[1][1]); yield f'{{.reg .{w[1]} .{t} %v,%w; mov.{t} %v.x,%a; mov.{t} %v.y,%b; {mn} %w,%v; mov.{t} %o0,%w.x; mov.{t} %o1,%w.y;}}',(t,t),(out(t),)*2,'bits'
        elif f=='cvta':
            to='to' in w; t=w[-1]; s2=sp.replace('param::entry','param')
            p,ad={'global':(GA,'%l6'),'local':(LA,'%l6'),'const':(CA,'%l6'),'param':('mov.u64 %l6,pa; ','%l6'),'shared':(SG.split('cvta')[0],'%l6')}[s2.split('::')[0]]
            rd={'local':'st.local.u32 [%l6],%a; ','global':'st.global.u32 [%l6],%a; ','shared':'st.shared.u32 [%t1],%a; '}.get(s2.split('::')[0],'')
            get='ld.u32 %o0,[%l1]; ' if s2!='param' else 'ld.u64 %l3,[%l1]; ld.param.u64 %l4,[pa]; setp.eq.u64 %q,%l3,%l4; selp.u32 %o0,1,0,%q; '
            g=mn if not to else mn.replace('.to','')
            yield '{'+p+rd+f'{g} %l1,%l6; {get}{mn if to else mn.replace("cvta","cvta.to")} %l2,%l1; setp.eq.u64 %q,%l2,%l6; selp.u32 %o1,1,0,%q;}}',I,('u32','u32'),'exact'
        elif f=='isspacep':
            s='mov.u32 %o0,0; '
            for k,(p,g) in enumerate(((GA,'global'),('cvt.u64.u32 %l6,%ssc; ','shared'),(LA,'local'),(CA,'const'),('mov.u64 %l6,pa; ','param'))): s+=p+f'cvta.{g}.u64 %l1,%l6; {mn} %p,%l1; selp.u32 %t2,{1<<k},0,%p; or.b32 %o0,%o0,%t2; '
            yield '{'+s+'}',I,('u32',),'exact'
        elif f in('mapa','getctarank'):
            wide='64' in w[-1]; a='%l6' if wide else '%t1'
            if sp=='' : pre=SG
            else: pre=SA+'cvt.u64.u32 %l6,%t1; '
            if f=='mapa': yield '{'+pre+f'st.shared.u32 [%t1],%a; {mn} {"%l1" if wide else "%t2"},{a},0; '+('ld.u32 %o0,[%l1];' if wide and not sp else 'ld.shared::cluster.u32 %o0,[%t2];' if not wide else 'ld.shared::cluster.u32 %o0,[%l1];')+'}',I,('u32',),'exact'
            else: yield '{'+pre+f'{mn} %o0,{a};}}',I,('u32',),'exact'
        elif f=='brx': yield f'{{ts: .branchtargets L0,L1,L2; '+('and.b32 %t2,%a,3; min.u32 %t2,%t2,2; ' if 'uni' not in w else 'mov.u32 %t2,%ctaid.x; min.u32 %t2,%t2,2; ')+f'{mn} %t2,ts; L0: mov.u32 %o0,%b; bra E; L1: not.b32 %o0,%b; bra E; L2: add.u32 %o0,%a,%b; E: }}',I,('u32',),'exact'
        elif f=='bra': yield f'{{mov.u32 %t2,%ctaid.x; and.b32 %t2,%t2,1; setp.eq.u32 %q,%t2,0; mov.u32 %o0,%a; @%q {mn} E; mov.u32 %o0,%b; E: }}',I,('u32',),'exact'
        elif f in('call','ret'):
            c=mn if f=='call' else 'call.uni'; yield f'{c} (%o0),plus,(%a,%b);',I,('u32',),'exact'
            yield f'setp.gt.s32 %q,%a,7; mov.u32 %o0,5; @%q call (%o0),plus,(%b,%a); @!%q {c.replace(".uni","")} (%o0),plus,(%a,77);',I,('u32',),'exact'
        elif f in('alloca','stacksave','stackrestore') : yield f'stacksave.u32 %t2; alloca.u32 %t3,16; st.local.u32 [%t3],%a; ld.local.u32 %o0,[%t3]; stackrestore.u32 %t2;',I,('u32',),'exact'
        elif f=='tensormap' and w[1]=='cp_fenceproxy':
            yield f'{{.shared .align 128 .b8 ts[1024]; mov.u32 %t0,%tid.x; shl.b32 %t2,%t0,2; mov.u32 %t1,ts; add.u32 %t2,%t2,%t1; st.shared.u32 [%t2],%a; bar.warp.sync 0xffffffff; and.b32 %t0,%t0,-32; shl.b32 %t2,%t0,2; add.u32 %t2,%t2,%t1; and.b32 %t3,%i,-32; mul.wide.u32 %l6,%t3,128; mov.u64 %l7,gm; add.u64 %l6,%l6,%l7; {mn} [%l6],[%t2],128; fence.proxy.tensormap::generic.acquire.gpu [%l6],128; mov.u32 %t3,%laneid; mul.wide.u32 %l5,%t3,4; add.u64 %l6,%l6,%l5; ld.global.u32 %o0,[%l6];}}',I,('u32',),'exact'
        elif f=='cp' and not clustered(mn): yield from bulk(mn,w,sp,ops)
def bulk(mn,w,sp,ops):
    I=(B,B,B); U=('u32',)
    if mn.startswith('cp.async.ca') or mn.startswith('cp.async.cg'):
        hint=', %l5' if 'cache_hint' in mn else ''; p=HINT if hint else ''
        for n in ((4,8,16) if 'ca' in w else (16,)):
            yield '{'+SA+p+f'st.shared.v4.b32 [%t1],{{-1,-1,-1,-1}}; and.b64 %l0,%pa,-{n}; {mn} [%t1],[%l0],{n}{hint}; cp.async.wait_all; ld.shared.v4.b32 {{%o0,%o1,%o2,%o3}},[%t1];}}',I,U*4,'exact'
            yield '{'+SA+p+f'st.shared.v4.b32 [%t1],{{-1,-1,-1,-1}}; and.b64 %l0,%pa,-{n}; and.b32 %t2,%b,{n-1}; {mn} [%t1],[%l0],{n},%t2{hint}; cp.async.wait_all; ld.shared.v4.b32 {{%o0,%o1,%o2,%o3}},[%t1];}}',I,U*4,'exact'
            yield '{'+SA+p+f'st.shared.v4.b32 [%t1],{{-1,-1,-1,-1}}; and.b64 %l0,%pa,-{n}; setp.lt.s32 %p,%b,0; {mn} [%t1],[%l0],{n},%p{hint}; cp.async.wait_all; ld.shared.v4.b32 {{%o0,%o1,%o2,%o3}},[%t1];}}',I,U*4,'exact'
    elif mn.startswith('cp.async.mbarrier'):
        A='[%ssc]' if sp else '[%l6]'; ni='noinc' in w
        yield '{'+SA+('' if sp else 'cvt.u64.u32 %l6,%ssc; cvta.shared.u64 %l6,%l6; ')+f'mbarrier.init.shared.b64 [%ssc],{2 if ni else 1}; and.b64 %l0,%pa,-4; cp.async.ca.shared.global [%t1],[%l0],4; {mn} {A}; mbarrier.arrive.shared.b64 %l1,[%ssc]; W: mbarrier.test_wait.shared.b64 %p,[%ssc],%l1; @!%p bra W; ld.shared.u32 %o0,[%t1];}}',I,U,'exact'
    elif mn.startswith('cp.async.bulk.prefetch.L2'): yield '{'+HINT+f'mov.u32 %o0,%a; and.b64 %l0,%pa,-16; {mn} [%l0],16,%l5;}}',I,U,'exact'
    elif 'tensor' in mn: return
    else: # each thread copies or reduces 16 bytes of its own
        hint=',%l5' if 'cache_hint' in mn else ''; p=HINT if hint else ''; red='.reduce.' in mn
        S4='st.SPACE.v4.b32 [ADDR],{%a,%b,%c,%a}; '; D4='st.SPACE.v4.b32 [ADDR],{%c,%a,%b,%c}; '
        if w[-1] in('f16','bf16') or w[-1] in('f32','f64'): I=(w[-1],)*3 if SIZE[w[-1]]==4 else ('f16x2',)*3 if w[-1]=='f16' else ('bf16x2',)*3
        O=I[0] if I[0]!=B else 'u32'
        if 'bulk_group' in w:
            yield '{'+SA+GA+p+put(S4,'%t1','.shared')+put(D4,'%l6','.global')+f'fence.proxy.async; {mn} [%l6],[%t1],16{hint}; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; fence.proxy.async; ld.global.v4.b32 {{%o0,%o1,%o2,%o3}},[%l6];}}',I,(O,)*4,'exact'
        elif mn.startswith('cp.async.bulk.shared::cta.global') or mn.startswith('cp.async.bulk.shared::cluster.global'):
            yield '{'+SA+p+f'mbarrier.init.shared.b64 [%t1+32],1; st.shared.v4.b32 [%t1],{{-1,-1,-1,-1}}; fence.proxy.async; and.b64 %l0,%pa,-16; mbarrier.arrive.expect_tx.shared.b64 _,[%t1+32],16; {mn} [%t1],[%l0],16,[%t1+32]{hint}; W: mbarrier.try_wait.parity.shared.b64 %p,[%t1+32],0; @!%p bra W; ld.shared.v4.b32 {{%o0,%o1,%o2,%o3}},[%t1];}}',I,U*4,'exact'
        else: # shared to shared of the cluster
            yield '{'+SA+'mbarrier.init.shared.b64 [%t1+32],1; '+put(S4,'%t1','.shared')+put(D4,'%t1+16','.shared')+f'fence.mbarrier_init.release.cluster; fence.proxy.async; mbarrier.arrive.expect_tx.shared.b64 _,[%t1+32],16; {mn} [%t1+16],[%t1],16,[%t1+32]; W: mbarrier.try_wait.parity.shared.b64 %p,[%t1+32],0; @!%p bra W; ld.shared.v4.b32 {{%o0,%o1,%o2,%o3}},[%t1+16];}}',I,U*4,'exact'
def setmaxnreg():
    for mn,ops in lines():
        if mn.startswith('setmaxnreg'): yield f'mov.u32 %o0,%a; {mn} 64;',(B,),('u32',),'exact'
PURE=('abs add addc and bfe bfi cvt fma lop3 mad madc max min mul neg not or rem selp set setp shfl slct sub subc vote xor redux '
      'vadd vsub vmin vmax vabsdiff vset').split()
def old(mn): return words(mn)[0] in('vote','shfl') and 'sync' not in words(mn)
def oldfam():
    """votes and shuffles without .sync, which PTX before 6.4 has"""
    for mn,ops in lines():
        if not old(mn): continue
        if mn.startswith('vote'): yield from pure(mn,ops)
        else:
            for c in ('0x1f','0x81f','0x180f'): yield f'{{and.b32 %t2,%b,31; {mn} %o0|%q,%a,%t2,{c}; selp.u32 %o1,1,0,%q; {mn} %o2,%a,3,{c};}}',(B,B),('u32',)*3,'exact'
def purefam():
    for mn,ops in lines():
        if words(mn)[0] in PURE and not old(mn): yield from pure(mn,ops)
    for mn,ops in lines():
        if words(mn)[0]=='mov' and words(mn)[1][0]!='v': yield from pure(mn,ops)

# Operands that the table does not tell of.
def wide():
    """registers wider than the instruction's type: destinations of loads and conversions, sources of stores and conversions"""
    for sp in ('.global','.shared'):
        P,A=(GA,'%l6') if sp=='.global' else (SA,'%t1')
        for t in ('b8','u8','s8','b16','u16','s16','b32','u32','s32','f32','f64'):
            for r in ('b16','b32','b64'):
                if int(r[1:])<8*SIZE[t]: continue
                for v in (1,2,4):
                    if v*SIZE[t]>16 or (v>1 and sp=='.shared' and r!='b64'): continue
                    x=[f'%o{k}' for k in range(v)]; vs=f'.v{v}' if v>1 else ''
                    yield '{'+P+put(FILL,A,sp)+f'ld{sp}{vs}.{t} {elems(x)},[{A}+{max(v*SIZE[t],8)}];}}',B3,(r,)*v,'bits'
                    fill=f'mov.b64 %l0,{PAT}; st{sp}.v2.b64 [{A}],{{%l0,%l0}}; '
                    yield '{'+P+fill+f'st{sp}{vs}.{t} [{A}+{v*SIZE[t] if v*SIZE[t]<16 else 0}],{elems(["%"+"abc"[k%3] for k in range(v)])}; ld{sp}.v4.b32 {{%o0,%o1,%o2,%o3}},[{A}];}}',(r,)*min(v,3),('b32',)*4,'bits'
    I=('u8','s8','u16','s16','u32','s32','u64','s64')
    for d in I:
        for s in I:
            for r in ('b16','b32','b64'):
                n=int(r[1:])
                if n>8*SIZE[s] : yield f'cvt.{d}.{s} %o0,%a;',(r,),(out(d),),'bits'
                if n>8*SIZE[d] and n>16: yield f'cvt.{d}.{s} %o0,%a;',(s if SIZE[s]>1 else 'u16',),(r,),'bits'
        for f in ('f16','f32','f64'):
            for r in ('b32','b64'):
                if int(r[1:])>8*SIZE[d]: yield f'cvt.rn.{f}.{d} %o0,%a;',(r,),(f,),'exact'; yield f'cvt.rzi.{d}.{f} %o0,%a;',(f,),(r,),'bits'
            if f=='f16': yield f'cvt.rzi.{d}.{f} %o0,%a;',('b32',),(out(d),),'bits'; yield f'cvt.rn.{f}.{d} %o0,%a;',(out(d),),('b32',),'bits'
    for r in ('b32','b64'): # destinations wider than a sum, a comparison's result, a shift: ptxas refuses these
        yield 'add.u16 %o0,%a,%b;',(r,r),(r,),'bits'; yield 'set.eq.u32.u16 %o0,%a,%b;',(r,r),('u32',),'bits'; yield 'shl.b16 %o0,%a,%b;',('b16',r),('b16',),'bits'
def address():
    """registers and variables, with offsets of either sign"""
    U=('u32',)
    for op,k in (('ld',0),('st',1),('atom',2),('red',3)):
        for P,A,sp,V in ((GA,'%l6','.global','gm'),(SA,'%t1','.shared','ss'),(LA,'%l6','.local','ll')):
            if k>1 and sp=='.local': continue
            add=('add.u64','%l6') if sp!='.shared' else ('add.u32','%t1')
            for off in (0,4,-4,64,-64,4096,-4096,0x7ffffc,-0x800000,0x1000000,-0x1000004):
                if sp!='.global' and abs(off)>4096 and sp=='.local' and off<0: continue
                o=f'+{off}'
                b=f'{add[0]} {add[1]},{add[1]},{-off}; '
                m={'ld':f'ld{sp}.u32 %o0,[{A}{o}];','st':f'st{sp}.u32 [{A}{o}],%b; ','atom':f'atom{sp}.add.u32 %o0,[{A}{o}],%b; ','red':f'red{sp}.xor.b32 [{A}{o}],%b; '}[op]
                rd='' if op=='ld' else f'ld{sp}.u32 %o{1 if op=="atom" else 0},[{A}{o}];'
                yield '{'+P+f'st{sp}.u32 [{A}],%a; '+b+m+rd+'}',(B,B),U*(2 if op=='atom' else 1),'exact'
    for off in (0,4,60): yield '{'+LA+f'st.local.u32 [ll+{off}],%a; ld.local.u32 %o0,[%l6+{off}]; st.local.u32 [%l6+{off}],%b; ld.local.u32 %o1,[ll+{off}];}}',(B,B),U*2,'exact'
    for off in (0,4,2044): yield f'ld.const.u32 %o0,[cc+{off}]; ld.const.u16 %t2,[cc+{off}+2]; mov.u32 %o1,%t2;',(),U*2,'exact'
    yield '{'+SA+'st.shared.u32 [%t1+8],%a; bar.sync 0; ld.shared.u32 %o0,[ss+8]; ld.shared.u32 %o1,[ss+328];}',(B,),U*2,'exact'
    yield 'mov.u32 %t2,sm; mov.u32 %t3,sm+12; sub.u32 %o0,%t3,%t2; mov.u64 %l0,cc; mov.u64 %l1,cc+20; sub.u64 %l1,%l1,%l0; cvt.u32.u64 %o1,%l1;',(B,),U*2,'exact'
def immediate():
    """constants in each place of an operand: four instructions of the same inputs a case"""
    open_={}
    def flush(k):
        l=open_.pop(k); outs=[d for _,ds in l for d in ds]; n=0; t=''
        for x,ds in l:
            t+=re.sub(r'%o(\d)',lambda m:f'%o{int(m[1])+n}',x)+' '; n+=len(ds)
        return t.strip(),k[0],outs,k[1]
    for t,i,o,r in immediates():
        k=(tuple(i),r); open_.setdefault(k,[]).append((t,o))
        if sum(len(d) for _,d in open_[k])>=4: yield flush(k)
    for k in list(open_): yield flush(k)
def immediates():
    def each(mn,types,d,consts,rule='exact'):
        for k in range(len(types)):
            for c in consts:
                ops=['%'+'abc'[i] for i in range(len(types))]; ops[k]=c; yield f'{mn} %o0,{",".join(ops)};',types,(d,),rule
        yield f'{mn} %o0,{",".join(consts[i%len(consts)] for i in range(len(types)))};',types,(d,),rule
    N={'u16':('0xfffe','-5'),'s16':('-7','0x7fff'),'u32':('0xfffffffb','4294967295U','-9'),'s32':('-5','0x80000000'),'u64':('9','0xfffffffffffffff1'),'s64':('-11','0x8000000000000000'),'b16':('0xf0f0','1'),'b32':('0xdeadbeef','-1'),'b64':('0x0123456789abcdef','-2')}
    F={'f32':('0f40490FDB','0f80000000','0f00000001','-0.1'),'f64':('0d400921FB54442D18','0d8000000000000000','2.5','-1e300')}
    for t in ('u16','s16','u32','s32','u64','s64'):
        for op in ('add','sub','mul.lo','mul.hi','min','max','div','rem'): yield from each(f'{op}.{t}',(t,t),t,N[t])
        for op in ('mad.lo','mad.hi','sad'): yield from each(f'{op}.{t}',(t,t,t),t,N[t][:2])
        if '64' not in t:
            w={'u16':'u32','s16':'s32','u32':'u64','s32':'s64'}[t]
            yield from each(f'mul.wide.{t}',(t,t),w,N[t]); yield from each(f'mad.wide.{t}',(t,t,w),w,('3','-4'))
        yield from each(f'shr.{t}',(t,'u32'),t,('0','3','17','64','-1'))
        for c in N[t]: yield f'setp.lt.{t} %p,%a,{c}; selp.u32 %o0,1,0,%p; setp.le.{t} %p,{c},%a; selp.u32 %o1,1,0,%p;',(t,),('u32','u32'),'exact'; yield f'set.gt.u32.{t} %o0,%a,{c}; set.ge.f32.{t} %o1,{c},%a;',(t,),('u32','f32'),'exact'; yield f'setp.lt.s32 %p,%b,0; selp.{t} %o0,{c},%a,%p; selp.{t} %o1,%a,{c},%p;',(t,B),(t,t),'exact'; yield f'slct.{t}.s32 %o0,{c},%a,%b; slct.{t}.s32 %o1,%a,{c},-1;',(t,'s32'),(t,t),'exact'; yield f'mov.{t} %o0,{c};',(),(t,),'exact'
        if SIZE[t]>2:
            yield from each(f'bfe.{t}',(t,'u32','u32'),t,('0','5','31','33','64','255')); yield from each(f'bfind.{t}',(t,),'u32',N[t])
            yield from each(f'add.cc.{t}',(t,t),t,N[t])
        if t in('s16','s32','s64'): yield from each(f'abs.{t}',(t,),t,N[t]); yield from each(f'neg.{t}',(t,),t,N[t])
        for d in ('u8','s8','u16','s32','u64','f32','f64'):
            for c in N[t][:2]: yield f'cvt{".rn" if d[0]=="f" else ""}.{d}.{t} %o0,{c};',(),(out(d),),'exact'
    for t in ('b16','b32','b64'):
        for op in ('and','or','xor'): yield from each(f'{op}.{t}',(t,t),t,N[t])
        yield from each(f'not.{t}',(t,),t,N[t]); yield from each(f'cnot.{t}',(t,),t,N[t]+('0',)); yield from each(f'shl.{t}',(t,'u32'),t,('0','1','15','63','64','-1')); yield from each(f'shr.{t}',(t,'u32'),t,('0','1','15','63','64','-1'))
        if t!='b16':
            for op in ('brev',): yield from each(f'{op}.{t}',(t,),t,N[t])
            for op in ('popc','clz'): yield from each(f'{op}.{t}',(t,),'u32',N[t])
            for x in ('0x5a5a5a5a,%a,%b,%c','%a,-2,%b,%c','%a,%a,7,%b','%a,%a,%b,9','%a,%a,3,200','%a,%a,255,5','%a,%a,31,255')[:4 if t=='b32' else 7]: yield f'bfi.{t} %o0,{x};',(t,'u32','u32') if x.count('%')==3 and '%c' in x else (t,'u32'),(t,),'exact'
    yield from each('prmt.b32',(B,B,B),B,('0x3210','0x7654','0x89ab','0xf0e1','0x12345678'))
    for m in ('f4e','b4e','rc8','ecl','ecr','rc16'): yield from each(f'prmt.b32.{m}',(B,B,B),B,('0','1','2','3','7','-1'))
    for c in ('0','0x80','0xe8','0xff'): yield from ((t.replace(';',f',{c};'),*r) for t,*r in each('lop3.b32',(B,B,B),B,('0x0f0f3355',)))
    for d in ('l','r'):
        for w in ('clamp','wrap'): yield from each(f'shf.{d}.{w}.b32',(B,B,B),B,('0','1','31','32','33','63','-1'))
    for op in ('mul24.lo','mul24.hi'):
        for t in ('u32','s32'): yield from each(f'{op}.{t}',(t,t),t,N[t])
    for w in ('clamp','wrap'):
        yield from each(f'bmsk.{w}.b32',(B,B),B,('0','5','31','32','33','-1'))
        for t in ('u32','s32'): yield from each(f'szext.{w}.{t}',(t,'u32'),t,('0','1','8','31','32','33','-1'))
    for d in ('u32','s32'):
        for a in ('u32','s32'): yield from each(f'dp4a.{a}.{d}',(B,B,B),B,('0x807f01ff',)); yield from each(f'dp2a.hi.{a}.{d}',(B,B,B),B,('0x807f01ff',))
    yield from each('fns.b32',(B,B,B),B,('0x80000001','3','-2','0'))
    for t in ('f32','f64'):
        for op in ('add','sub','mul','min','max','div.rn','add.rz','mul.rp','copysign'): yield from each(f'{op}.{t}',(t,t),t,F[t])
        yield from each(f'fma.rn.{t}',(t,t,t),t,F[t][:2]); yield from each(f'fma.rm.{t}',(t,t,t),t,F[t][2:])
        for op in ('abs','neg','sqrt.rn','rcp.rn'): yield from each(f'{op}.{t}',(t,),t,F[t])
        for c in F[t]: yield f'setp.lt.{t} %p|%q,%a,{c}; selp.u32 %o0,1,0,%p; selp.u32 %o1,1,0,%q;',(t,),('u32','u32'),'exact'; yield f'mov.{t} %o0,{c};' + (f' mov.b{8*SIZE[t]} %o1,{c};' if c[0]=='0' else f' mov.{t} %o1,{c};'),(),(t,f'b{8*SIZE[t]}'),'bits'; yield f'setp.lt.s32 %p,%b,0; selp.{t} %o0,{c},%a,%p; slct.{t}.f32 %o1,%a,{c},%c;',(t,B,'f32'),(t,t),'exact'; yield f'testp.normal.{t} %p,{c}; selp.u32 %o0,1,0,%p; cvt.rzi.s32.{t} %o1,{c};',(),('u32','s32'),'exact'
def sink():
    """destinations that are not wanted"""
    U=('u32',)
    for k,v in enumerate(('_,%o0','%o0,_')):
        yield '{'+GA+put(FILL,'%l6','.global')+f'ld.global.v2.u32 {{{v}}},[%l6+8];}}',B3,U,'bits'; yield '{'+SA+put(FILL,'%t1','.shared')+f'ld.shared.v2.u32 {{{v}}},[%t1+8];}}',B3,U,'bits'
        yield f'mov.b64 {{{v}}},%a;',('b64',),('b32',),'bits'; yield f'mov.b32 {{{v}}},%a;',(B,),('b16',),'bits'; yield f'{{.reg .b128 %x; mov.b128 %x,{{%a,%b}}; mov.b128 {{{v}}},%x;}}',('b64','b64'),('b64',),'bits'
    for m in range(1,15):
        v=','.join(f'%o{bin(m&((1<<k)-1)).count("1")}' if m>>k&1 else '_' for k in range(4)); n=bin(m).count('1')
        yield '{'+GA+put(FILL,'%l6','.global')+f'ld.global.v4.u32 {{{v}}},[%l6+16];}}',B3,U*n,'bits'
        yield f'mov.b64 {{{v}}},%a;',('b64',),('b16',)*n,'bits'
        if m%3==0: yield '{'+GA+put(FILL,'%l6','.global')+f'ld.global.v4.s8 {{{v}}},[%l6+4];}}',B3,('b32',)*n,'bits'
    for c in ('lt','ge'):
        for t in ('s32','f32','u64','f16x2'): yield f'setp.{c}.{t} _|%q,%a,%b; selp.u32 %o0,1,0,%q; setp.{c}.{t} %p|_,%a,%b; selp.u32 %o1,1,0,%p;',(t,t),U*2,'exact'
    for P,A,sp in ((GA,'%l6','.global'),(SA,'%t1','.shared')):
        for op,arg in (('add.u32','%b'),('exch.b32','%b'),('cas.b32','%a,%c'),('min.s32','%b'),('inc.u32','77')): yield '{'+P+f'st{sp}.u32 [{A}],%a; atom{sp}.{op} _,[{A}],{arg}; ld{sp}.u32 %o0,[{A}];}}',(B,)*3,U,'exact'
    yield 'and.b32 %t2,%a,1; match.all.sync.b32 _|%q,%t2,-1; selp.u32 %o0,1,0,%q; match.all.sync.b32 %o1|_,7,-1;',(B,),U*2,'exact'
    yield 'elect.sync _|%q,-1; selp.u32 %o0,1,0,%q;',(B,),U,'exact'
def predicate():
    """comparisons that combine, both results, negated inputs, logic of predicates, guards"""
    O='selp.u32 %o0,1,0,%p; selp.u32 %o1,1,0,%q;'; C='setp.lt.s32 %r,%c,0; '
    T=('u16','s16','b16','u32','s32','b32','u64','s64','b64','f32','f64','f16x2','bf16x2'); cm={'b':('eq','ne'),'u':('lo','hi','ls','hs','lt'),'s':('lt','le','gt','ge'),'f':('lt','geu','num','nan','equ')}
    for t in T:
        for c in cm['f' if t[:2]=='bf' else t[0]]:
            for b in ('and','or','xor'):
                for n in ('','!'): yield C+f'setp.{c}.{b}.{t} %p|%q,%a,%b,{n}%r; '+O,(t,t,B),('u32','u32'),'exact'
            yield C+f'setp.{c}.and.{t} %r,%a,%b,%r; setp.{c}.or.{t} %p|%q,%b,%a,!%r; '+O,(t,t,B),('u32','u32'),'exact'
    for t in ('f16','bf16'):
        for c in ('lt','neu','nan'):
            for b in ('and','or','xor'): yield C+f'setp.{c}.{b}.{t} %p,%a,%b,!%r; selp.u32 %o0,1,0,%p;',(t,t,B),('u32',),'exact'
    for t in ('u16','s32','b64','f32','f64','f16','f16x2','bf16x2'):
        for d in ('u32','s32','f32' if t!='f16' and t!='bf16' else t) if 'x2' not in t else ('u32',t):
            for b in ('and','or','xor'): yield C+f'set.{"ne" if t[0]=="b" and t!="bf16x2" else "le"}.{b}.{d}.{t} %o0,%a,%b,!%r;',(t,t,B),(d,),'bits'
    L='setp.lt.s32 %p,%a,0; setp.lt.s32 %q,%b,0; setp.lt.s32 %r,%c,0; '
    for b in ('and','or','xor'):
        yield L+f'{b}.pred %s,%p,%q; {b}.pred %p,%s,!%r; not.pred %q,%p; selp.u32 %o0,1,0,%p; selp.u32 %o1,1,0,%q;'.replace('!%r','%r'),(B,)*3,('u32','u32'),'exact'
        yield L+f'{b}.pred %p,%p,%p; {b}.pred %q,%p,%q; mov.pred %s,%q; '+'selp.u32 %o0,1,0,%p; selp.u32 %o1,1,0,%s;',(B,)*3,('u32','u32'),'exact'
    for g in ('@%p','@!%p','@%q','@!%q'): yield L+f'mov.u32 %o0,%c; {g} add.u32 %o0,%o0,%a; @%r mov.u32 %o1,1; @!%r mov.u32 %o1,2; {g} bra E; not.b32 %o0,%o0; E: ',(B,)*3,('u32','u32'),'exact'
    yield L+'selp.u32 %o0,%a,%b,%p; @%p setp.lt.s32 %p,%b,0; selp.u32 %o1,1,0,%p;',(B,)*3,('u32','u32'),'exact'
    yield L+'setp.lt.s32 %p|%q,%a,%b; @%q setp.eq.u32 %p|%q,%a,%c; '+O,(B,)*3,('u32','u32'),'exact'
    yield L+'setp.lt.and.s32 %p|%p,%a,%b,%r; selp.u32 %o0,1,0,%p;',(B,)*3,('u32',),'exact'
    yield 'mov.pred %p,1; mov.pred %q,0; xor.pred %r,%p,%q; selp.u32 %o0,1,0,%r; setp.ne.b32 %p,%a,0; or.pred %q,%p,%q; selp.u32 %o1,1,0,%q;',(B,),('u32','u32'),'exact'
def pack():
    """mov that takes registers apart and puts them together, conversions of what comes out"""
    for w,p,n in (('b16','b8',2),('b32','b16',2),('b32','b8',4),('b64','b32',2),('b64','b16',4)):
        x=[f'%x{k}' for k in range(n)]; d='.reg .'+p+f' %x<{n}>; '
        for perm in (list(range(n)),list(range(n))[::-1],[0]*n,[(3*k+1)%n for k in range(n)]):
            yield '{'+d+f'mov.{w} {{{",".join(x)}}},%a; mov.{w} %o0,{{{",".join(x[k] for k in perm)}}};}}',(w,),(w,),'bits'
        if p in('b16','b32'): yield f'mov.{w} {{{",".join(f"%o{k}" for k in range(n))}}},%a;',(w,),(p,)*n,'bits'; yield f'mov.{w} %o0,{{{",".join("%"+"abc"[k%3] for k in range(n))}}};',(p,)*min(n,3),(w,),'bits'
        yield '{'+d+f'mov.{w} {{{",".join(x)}}},%a; '+(f'cvt.s32.s8 %o0,{x[-1]}; cvt.u32.u8 %o1,{x[0]};' if p=='b8' else f'cvt.s32.s16 %o0,{x[-1]}; cvt.u32.u16 %o1,{x[0]};' if p=='b16' else f'mov.b32 %o0,{x[1]}; mov.b32 %o1,{x[0]};')+'}',(w,),('s32','u32'),'bits'
    yield '{.reg .b128 %x; mov.b128 %x,{%a,%b,%c,%a}; mov.b128 {%o0,%o1},%x;}',(B,)*3,('b64','b64'),'bits'
    yield '{.reg .b128 %x,%y; mov.b128 %x,{%a,%b}; mov.b128 %y,%x; mov.b128 {%o0,%o1,%o2,%o3},%y;}',('b64',)*2,(B,)*4,'bits'
    for t,w,n in (('f32','b64',2),('f16','b32',2),('u16','b32',2),('s32','b64',2)): yield f'mov.{w} %o0,{{{",".join("%"+"ab"[k] for k in range(n))}}};',(t,t),(w,),'bits'; yield f'mov.{w} {{%o0,%o1}},%a;',(w,),(t,t),'bits'
    for r in (16,32,64):
        f={16:'f16',32:'f32',64:'f64'}[r]; yield f'mov.b{r} %o0,%a;',(f,),(f'b{r}',),'bits'; yield f'mov.b{r} %o0,%a;',(f'b{r}',),(f,),'bits'
    for v in ('-5','{%a,5}','{7,%a}'): yield f'mov.b64 %o0,{v};',(B,),('b64',),'bits'
def range_():
    """shift amounts, positions and lengths out of range, all of the register"""
    for t in ('u32','s32','u64','s64'): yield f'bfe.{t} %o0,%a,%b,%c;',(t,'b32','b32'),(t,),'bits'; yield f'bfe.{t} %o0,%a,%b,%c;',(t,'shamt','shamt'),(t,),'bits'; yield f'bfind.{t} %o0,%a; bfind.shiftamt.{t} %o1,%a;',(t,),('u32','u32'),'bits'
    for t in ('b32','b64'):
        yield f'bfi.{t} %o0,%a,%a,%b,%c;',(t,'b32','b32'),(t,),'bits'; yield f'bfi.{t} %o0,%a,%b,%c,%c;',(t,t,'shamt'),(t,),'bits'
        for op in ('shl','shr'): yield f'{op}.{t} %o0,%a,%b;',(t,'b32'),(t,),'bits'
    for t in ('u16','s16','b16','u32','s32','u64','s64'): yield f'shr.{t} %o0,%a,%b;',(t,'b32'),(t,),'bits'; yield f'shr.{t} %o0,%a,%b;',(t,'shamt'),(t,),'bits'
    for d in ('l','r'):
        for w in ('clamp','wrap'): yield f'shf.{d}.{w}.b32 %o0,%a,%b,%c;',(B,B,'b32'),(B,),'bits'; yield f'shf.{d}.{w}.b32 %o0,%a,%b,%c;',(B,B,'shamt'),(B,),'bits'
    for w in ('clamp','wrap'):
        yield f'bmsk.{w}.b32 %o0,%a,%b;',('b32','b32'),(B,),'bits'; yield f'bmsk.{w}.b32 %o0,%a,%b;',('shamt','shamt'),(B,),'bits'
        for t in ('u32','s32'): yield f'szext.{w}.{t} %o0,%a,%b;',(t,'b32'),(t,),'bits'; yield f'szext.{w}.{t} %o0,%a,%b;',(t,'shamt'),(t,),'bits'
    for m in ('','.f4e','.b4e','.rc8','.ecl','.ecr','.rc16'): yield f'prmt.b32{m} %o0,%a,%b,%c;',(B,B,'b32'),(B,),'bits'
    yield 'fns.b32 %o0,%a,%b,%c;',(B,'b32','s32'),(B,),'bits'; yield '{.reg .b32 %x; and.b32 %x,%b,31; shr.s32 %t2,%c,26; fns.b32 %o0,%a,%x,%t2;}',(B,B,'s32'),(B,),'bits'
    for t in ('u16','s16','u32','s32','u64','s64'): yield f'sad.{t} %o0,%a,%b,%c;',(t,)*3,(t,),'bits'
def machine():
    """special registers whose values the launch determines, and where a generic address is"""
    for r in '%tid.x %tid.y %tid.z %ntid.x %ntid.y %ntid.z %ctaid.x %ctaid.y %nctaid.x %nctaid.y %nctaid.z %laneid %cluster_ctaid.x %cluster_ctaid.y %cluster_ctaid.z %cluster_nctaid.x %cluster_nctaid.y %cluster_nctaid.z %clusterid.x %clusterid.y %nclusterid.x %nclusterid.y %nclusterid.z %cluster_ctarank %cluster_nctarank %lanemask_eq %lanemask_le %lanemask_lt %lanemask_ge %lanemask_gt %total_smem_size %aggr_smem_size %dynamic_smem_size %reserved_smem_offset_cap'.split(): yield f'mov.u32 %o0,{r};',(),('u32',),'bits'
    for r in ('%tid.x','%ctaid.x','%ntid.x','%nctaid.x'): yield f'cvt.u16.u32 %o0,{r}; cvt.u64.u32 %o1,{r};',(),('u16','u64'),'bits';
    yield 'mov.u32 %t2,%warpid; setp.lt.u32 %p,%t2,64; selp.u32 %o0,1,0,%p; mov.u32 %t2,%smid; mov.u32 %t3,%nsmid; setp.lt.u32 %p,%t2,%t3; selp.u32 %o1,1,0,%p;',(),('u32','u32'),'bits'
    yield 'mov.u64 %l0,%globaltimer; mov.u64 %l1,%clock64; mov.u32 %t2,%clock; mov.u32 %t3,%clock_hi; mov.u32 %t4,%globaltimer_lo; mov.u64 %l2,%clock64; mov.u64 %l3,%globaltimer; setp.le.u64 %p,%l0,%l3; selp.u32 %o0,1,0,%p; setp.le.u64 %p,%l1,%l2; selp.u32 %o1,1,0,%p;',(),('u32','u32'),'bits'
    yield 'setp.lt.s32 %p,%a,0; mov.u32 %o0,0; mov.u32 %o1,0; @%p activemask.b32 %o0; activemask.b32 %o1; popc.b32 %o0,%o0; setp.eq.u32 %p,%o0,0; selp.u32 %o0,1,0,%p;'.replace('@%p activemask','activemask'),(B,),('u32','u32'),'bits'
    for m in ('-1','0x80000000','0x00ff0000'): yield f'mov.u32 %t2,%laneid; mov.u32 %t3,{m}; shr.u32 %t3,%t3,%t2; and.b32 %t3,%t3,1; setp.ne.u32 %q,%t3,0; mov.u32 %o0,7; mov.u32 %o1,7; @%q elect.sync %o0|%p,{m}; @%q selp.u32 %o1,1,0,%p;',(B,),('u32','u32'),'bits'
    for k in ('const','global','local','shared','shared::cta','shared::cluster','param','param::entry'):
        s='mov.u32 %o0,0; '
        for n,(p,g) in enumerate(((GA,'global'),('cvt.u64.u32 %l6,%ssc; ','shared'),(LA,'local'),(CA,'const'),('mov.u64 %l6,pa; ','param'))): s+=p+f'cvta.{g}.u64 %l1,%l6; isspacep.{k} %p,%l1; selp.u32 %t2,{1<<n},0,%p; or.b32 %o0,%o0,%t2; '
        yield '{'+s+f'isspacep.{k} %p,%ps; selp.u32 %t2,32,0,%p; or.b32 %o0,%o0,%t2;}}',(B,),('u32',),'exact'
def carries():
    """carries through branches, calls, guards, and multiplications"""
    V='add.cc.u32 %o0,%a,%b; '
    for t in ('u32','s32','u64','s64'):
        for m in ('lo','hi'):
            for x in ('add','sub'):
                yield f'{x}.cc.{t} %o0,%a,%b; madc.{m}.{t} %o1,%a,%b,%c;',(t,)*3,(t,)*2,'bits'
                yield f'mad.{m}.cc.{t} %o0,%a,%b,%c; {x}c.{t} %o1,%b,%c;',(t,)*3,(t,)*2,'bits'
                yield f'{x}.cc.{t} %o0,%a,%b; madc.{m}.cc.{t} %o1,%b,%c,%a; {x}c.cc.{t} %o2,%a,%c; {x}c.{t} %o3,%b,%b;',(t,)*3,(t,)*4,'bits'
    yield V+'setp.lt.s32 %p,%c,0; @%p bra L; addc.u32 %o1,%a,0; bra E; L: addc.u32 %o1,%b,%c; E: ',(B,)*3,('u32','u32'),'bits'
    yield V+'setp.lt.s32 %p,%c,0; @%p add.cc.u32 %o1,%c,%c; addc.u32 %o1,%b,%c;',(B,)*3,('u32','u32'),'bits'
    yield V+'setp.lt.s32 %p,%c,0; @%p sub.cc.u32 %o1,%a,%c; addc.u32 %o1,%b,%c;',(B,)*3,('u32','u32'),'bits'
    yield V+'setp.lt.s32 %p,%c,0; @!%p bra E; mul.lo.u32 %o0,%o0,%c; E: addc.u32 %o1,0,0;',(B,)*3,('u32','u32'),'bits'
    yield 'mov.u32 %t2,0; mov.u32 %o0,%a; mov.u32 %o1,0; L: add.cc.u32 %o0,%o0,%b; addc.cc.u32 %o1,%o1,%c; addc.u32 %t3,0,0; add.u32 %o1,%o1,%t3; add.u32 %t2,%t2,1; setp.lt.u32 %p,%t2,5; @%p bra L;',(B,)*3,('u32','u32'),'bits'
    yield 'mov.u32 %t2,0; mov.u32 %o0,%a; mov.u32 %o1,0; add.cc.u32 %t4,%a,%b; L: addc.cc.u32 %o0,%o0,%c; add.u32 %t2,%t2,1; setp.lt.u32 %p,%t2,5; @%p bra L; addc.u32 %o1,%o1,0;',(B,)*3,('u32','u32'),'bits'
    for t,n in (('u32',4),('u64',4)): # numbers of several words
        r=f'{{.reg .b{t[1:]} %x<8>; '
        for x in ('add','sub'):
            yield r+f'{x}.cc.{t} %o0,%a,%b; {x}c.cc.{t} %o1,%b,%c; {x}c.cc.{t} %o2,%c,%a; {x}c.{t} %o3,%a,%a;}}',(t,)*3,(t,)*4,'bits'
        yield r+f'mul.lo.{t} %o0,%a,%c; mul.hi.{t} %x0,%a,%c; mad.lo.cc.{t} %o1,%b,%c,%x0; madc.hi.{t} %o2,%b,%c,0; mad.lo.cc.{t} %o1,%a,%b,%o1; madc.hi.cc.{t} %o2,%a,%b,%o2; addc.{t} %o3,0,0;}}',(t,)*3,(t,)*4,'bits'
    for t in ('u16','s16'):
        for x in ('addc','subc'): yield f'add.cc.u32 %t2,%c,%c; {x}.{t} %o0,%a,%b;',(t,t,B),(t,),'bits'
        for m in ('lo','hi'): yield f'shl.b32 %t2,%i,31; add.cc.u32 %t2,%t2,%t2; madc.{m}.{t} %o0,%a,%b,%c;',(t,)*3,(t,),'bits'
def videoop():
    """second operations of the scalar video instructions, with all types"""
    T=('u32','s32')
    for op in ('vadd','vsub','vabsdiff','vmin','vmax'):
        for d in T:
            for a in T:
                for b in T:
                    for m in ('','.sat'):
                        for o in ('add','min','max'):
                            for x,y in (('',''),('.h1','.b1'),('','.h0')): yield f'{op}.{d}.{a}.{b}{m}.{o} %o0,%a{x},%b{y},%c;',(B,)*3,('u32',),'bits'
                    yield f'{op}.{d}.{a}.{b} %o0,%a,%b; {op}.{d}.{a}.{b}.sat %o1,%a,%b;',(B,)*2,('u32',)*2,'bits'
    for a in T:
        for b in T:
            for c in ('eq','ne','lt','le','gt','ge'):
                yield f'vset.{a}.{b}.{c} %o0,%a,%b; vset.{a}.{b}.{c}.add %o1,%a,%b.h1,%c; vset.{a}.{b}.{c}.min %o2,%a.b2,%b,%c; vset.{a}.{b}.{c}.max %o3,%a,%b,%c;',(B,)*3,('u32',)*4,'bits'
            for w in ('clamp','wrap'):
                for m in ('','.sat'):
                    for op in ('vshl','vshr'): yield f'{op}.{a}.{b}.u32{m}.{w} %o0,%a,%b; {op}.{a}.{b}.u32{m}.{w}.add %o1,%a,%b,%c; {op}.{a}.{b}.u32{m}.{w}.min %o2,%a,%b,%c; {op}.{a}.{b}.u32{m}.{w}.max %o3,%a.h0,%b.b0,%c;',(B,)*3,('u32',)*4,'bits'
def insert():
    """positions and lengths of bit fields as constants, both, and one; NVIDIA's compiler folds some fields that leave the register otherwise
    than its hardware and the manual have them: those are left out"""
    P=(0,3,8,31,32,40,63,64,128,255); L=(0,1,5,31,32,33,64,127,128,200,255)
    for t in ('b32','b64'):
        for p in P:
            for k in range(0,len(L),4):
                if t=='b64' or p not in(3,31) or k==0: yield ' '.join(f'bfi.{t} %o{n},%a,%b,{p},{l};' for n,l in enumerate(L[k:k+4])),(t,t),(t,)*len(L[k:k+4]),'bits'
        yield from ((' '.join(f'bfi.{t} %o{n},%a,%a,%b,{l};' for n,l in enumerate(L[k:k+4])),(t,'b32'),(t,)*len(L[k:k+4]),'bits') for k in range(0,len(L),4))
        yield from ((' '.join(f'bfi.{t} %o{n},%a,%a,{l},%b;' for n,l in enumerate(P[k:k+4])),(t,'b32'),(t,)*len(P[k:k+4]),'bits') for k in range(0,len(P),4))
    for t in ('u32','s32','u64','s64'):
        for p in P:
            if t!='s32' or p<32: yield from ((' '.join(f'bfe.{t} %o{n},%a,{p},{l};' for n,l in enumerate(L[k:k+4])),(t,),(t,)*len(L[k:k+4]),'bits') for k in range(0,len(L),4))
def calls():
    """what parameters and results of functions keep: narrow types, registers and memory, several results, predicates, calls through pointers"""
    yield '{.param .b8 p0; .param .b16 p1; st.param.b8 [p0],%a; st.param.b16 [p1],%b; call (%o0),narrow8,(p0); call (%o1),narrow16,(p1);}',('s8','s16'),('s32','u64'),'bits'
    yield 'call (%o0),floats,(%a,%b); call (%o1),halves,(%c);',('f32','f64','f16'),('f64','f16'),'exact'
    yield 'setp.lt.s32 %p,%a,0; selp.u32 %t2,1,0,%p; { .reg .b64 %f; mov.u64 %f,plus; setp.gt.s32 %q,%b,5; @%q mov.u64 %f,minus; P: .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b32 _); call (%o0),%f,(%a,%b),P; mov.u32 %o1,%t2;}',(B,B),(B,B),'bits'
    yield '{ .reg .b64 %f; mov.u64 %f,plus; T: .calltargets plus,minus; setp.gt.s32 %q,%b,5; @!%q bra E; mov.u64 %f,minus; E: call (%o0),%f,(%b,%a),T; call.uni (%o1),minus,(%a,7);}',(B,B),(B,B),'bits'
    yield 'add.cc.u32 %o0,%a,%b; call (%t2),plus,(%b,%a); mov.u32 %o1,%t2;',(B,B),(B,B),'bits'
    yield '{.param .align 32 .b8 px[32]; .param .align 32 .b8 pr[32]; st.param.v4.b32 [px],{%a,%b,%c,%a}; st.param.b64 [px+16],%l0; st.param.v2.f32 [px+24],{%a,%b}; call (pr),pass,(px); ld.param.u16 %t2,[pr+2]; ld.param.s8 %t3,[pr+7]; ld.param.v2.u16 {%t4,%t5},[pr+8]; ld.param.f32 %o3,[pr+28]; add.u32 %o0,%t2,%t3; add.u32 %o1,%t4,%t5; mov.u32 %o2,%t3;}'.replace('st.param.v2.f32 [px+24],{%a,%b}','st.param.v2.b32 [px+24],{%a,%b}').replace('ld.param.f32 %o3','ld.param.b32 %o3').replace('st.param.b64 [px+16],%l0','st.param.v2.b32 [px+16],{%c,%b}'),(B,)*3,(B,)*4,'bits'
    yield 'call (%o0),rec,(%a,%b);'.replace('%b','7'),(B,),(B,),'bits'
# In a launch without clusters these are illegal instructions.
DIRECTIVES={'cluster':' .reqnctapercluster 1, 1, 1'}
def clustered(mn): return mn.startswith(('st.async','red.async')) or 'shared::cluster.shared::cta' in mn
def cluster():
    for mn,ops in lines():
        if clustered(mn): yield from store(mn,ops) if mn[0]=='s' else atomic(mn,ops) if mn[0]=='r' else bulk(mn,words(mn),space(mn),ops)
FAMILIES={'form_ld':forms(('ld','ldu'),load),'form_st':forms(('st',),store),'form_atom':forms(('atom',),atomic),'form_red':forms(('red',),atomic),
          'form_pure':purefam,'form_misc':misc,'form_old':oldfam,'setmaxnreg':setmaxnreg,
          'wide':wide,'address':address,'immediate':immediate,'sink':sink,'predicate':predicate,'pack':pack,'range':range_,'machine':machine,'carries':carries,'videoop':videoop,'insert':insert,'calls':calls,'cluster':cluster}
