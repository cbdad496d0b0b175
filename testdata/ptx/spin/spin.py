#!/usr/bin/env python3
"""Programs whose lanes wait for each other (spin.cu, hand.ptx) and what an NVIDIA GPU answers.

make NVCC            write spin_O3.ptx, and spin_G.ptx as the compiler writes it for debuggers, without what only debuggers read
record [FILE...]     run every kernel on the libcuda.so.1 that the loader finds, each in a process of its own that is ended after 5 s, and print a line for each:
                     FILE KERNEL and its 32 results, or why there are none. answers.txt is that, compared by ../../../compiler/spin_test.go
"""
import sys, os, re, subprocess, ctypes, select
HERE=os.path.dirname(os.path.abspath(__file__))
FILES=('spin_O3.ptx','spin_G.ptx','hand.ptx')
def make(nvcc):
    for name,flags in (('spin_O3.ptx',[]),('spin_G.ptx',['-G'])):
        p=os.path.join(HERE,name); subprocess.run([nvcc,'-arch=sm_90','-std=c++17','-w',*flags,'-ptx','-o',p,os.path.join(HERE,'spin.cu')],check=True)
        s=open(p).read().split('\t.section\t.debug')[0]
        s=re.sub(r'^\s*\.(loc|file)\s.*\n|^//.*\n','',s,flags=re.M); used=set(re.findall(r'\$L__tmp\d+\b(?!:)',s))
        s=re.sub(r'^(\$L__tmp\d+):\n',lambda m:m[0] if m[1] in used else '',s,flags=re.M)
        s=re.sub(r'\.version [\d.]+','.version 8.6',s).replace('.target sm_90, debug','.target sm_90')
        open(p,'w').write(re.sub(r'\n\s*\n+','\n',s).lstrip())
def kernels(f): return re.findall(r'^\.visible \.entry (\w+_\d+_\d+)\(',open(os.path.join(HERE,f)).read(),re.M)
def one(f,start):
    cu=ctypes.CDLL('libcuda.so.1')
    def ck(r,w):
        if r: raise SystemExit(f'{w}: {r}')
    ck(cu.cuInit(0),'init'); ctx=ctypes.c_void_p(); ck(cu.cuDevicePrimaryCtxRetain(ctypes.byref(ctx),0),'retain'); ck(cu.cuCtxSetCurrent(ctx),'set')
    m=ctypes.c_void_p(); ck(cu.cuModuleLoadData(ctypes.byref(m),open(os.path.join(HERE,f),'rb').read()+b'\0'),'load')
    ps,po=ctypes.c_uint64(),ctypes.c_uint64()
    for p,n in ((ps,16384),(po,256)): ck(cu.cuMemAlloc_v2(ctypes.byref(p),ctypes.c_size_t(n)),'alloc')
    arr=(ctypes.c_void_p*2)(*[ctypes.addressof(x) for x in (ps,po)])
    print('ready',flush=True)
    for k in kernels(f)[start:]:
        fn=ctypes.c_void_p(); ck(cu.cuModuleGetFunction(ctypes.byref(fn),m,k.encode()),'get')
        grid,block=map(int,k.split('_')[-2:]); got=set()
        for rep in range(int(os.environ.get('REPEAT','3'))):
            ck(cu.cuMemsetD8_v2(ps,ctypes.c_ubyte(0),ctypes.c_size_t(16384)),'set'); ck(cu.cuMemsetD8_v2(po,ctypes.c_ubyte(0),ctypes.c_size_t(256)),'set')
            ck(cu.cuLaunchKernel(fn,grid,1,1,block,1,1,0,None,arr,None),'launch'); ck(cu.cuCtxSynchronize(),'sync')
            b=(ctypes.c_uint64*32)(); ck(cu.cuMemcpyDtoH_v2(b,po,ctypes.c_size_t(256)),'d2h'); got.add(tuple(b))
        print(' '.join('%x'%v for v in got.pop()) if len(got)==1 else 'differs',flush=True)
def record(files):
    for f in files:
        ks=kernels(f); k=0
        while k<len(ks):
            p=subprocess.Popen([sys.executable,os.path.abspath(__file__),'one',f,str(k)],stdout=subprocess.PIPE,stderr=subprocess.PIPE,text=True); first=True
            while k<len(ks):
                r,_,_=select.select([p.stdout],[],[],60 if first else 5)
                line=p.stdout.readline().strip() if r else ''
                if line=='ready': first=False; continue
                if not line: break
                print(f,ks[k],line,flush=True); k+=1
            p.kill(); err=p.stderr.read().strip().replace('\n',' ')[-200:]
            if k<len(ks): print(f,ks[k],'fails:',err or 'hangs',flush=True); k+=1
if __name__=='__main__':
    if len(sys.argv)==3 and sys.argv[1]=='make': make(sys.argv[2])
    elif len(sys.argv)>1 and sys.argv[1]=='record': record(sys.argv[2:] or FILES)
    elif len(sys.argv)==4 and sys.argv[1]=='one': one(sys.argv[2],int(sys.argv[3]))
    else: raise SystemExit(__doc__)
