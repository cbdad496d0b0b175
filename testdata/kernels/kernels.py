#!/usr/bin/env python3
"""Runs the kernels of this folder, as several compilers made them, through whatever libcuda.so.1 the loader finds.

compile TOOLKIT COMPILER [NAME...]  CUDA C++ -> ptx/NAME@COMPILER.ptx with the NVRTC below the folder TOOLKIT (what pip installs
                                    with --target: NVRTC, runtime headers, nvcc's and CCCL's); COMPILERS below are the known ones
record                              run each twice and write expected.json.gz; answers that differ between the two are left out
check [NAME@COMPILER...]            compare, each in its own process; exit 1 on a difference
The rules and the first line of each source are those of ../conformance/run_kernels.py, which does the work.
"""
import sys, os, json, ctypes, glob, gzip, base64, shutil, subprocess, tempfile
import numpy as np
HERE=os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0,os.path.join(HERE,'..','conformance'))
import run_kernels as rk

COMPILERS={'13.0-sm_90':[],'13.0-sm_80-G':['-G'],'13.0-sm_90-fast':['-use_fast_math'],'12.0-sm_70':[],'11.8-sm_70-G':['-G'],'12.4-sm_80-ftz':['-ftz=true','-maxrregcount=32']}

def make(toolkit,compiler,names):
    arch=compiler.split('-')[1].replace('sm','compute'); lib=glob.glob(toolkit+'/**/libnvrtc.so.1?*',recursive=True)[0]
    inc=sorted({os.path.dirname(f) for f in glob.glob(toolkit+'/**/cuda_runtime.h',recursive=True)+glob.glob(toolkit+'/**/crt',recursive=True)}|{os.path.dirname(os.path.dirname(f)) for f in glob.glob(toolkit+'/**/cub/cub.cuh',recursive=True)})
    l=ctypes.CDLL(lib); os.chdir('/') # debug information names the working directory
    for name in names or sorted({os.path.basename(f).split('@')[0] for f in glob.glob(f'{HERE}/ptx/*@{compiler}.ptx')}):
        text=open(f'{HERE}/src/{name}.cu','rb').read(); p=ctypes.c_void_p(); n=ctypes.c_size_t()
        l.nvrtcCreateProgram(ctypes.byref(p),text,(name+'.cu').encode(),0,None,None)
        own=rk.spec(f'{HERE}/src/{name}.cu').get('arch',''); o=[f'--gpu-architecture={own if own.endswith("a") else arch}','-default-device','--std=c++17','--device-int128',*[f'-I{i}' for i in inc],*COMPILERS[compiler]]; a=(ctypes.c_char_p*len(o))(*[x.encode() for x in o])
        if l.nvrtcCompileProgram(p,len(o),a):
            l.nvrtcGetProgramLogSize(p,ctypes.byref(n)); b=ctypes.create_string_buffer(n.value); l.nvrtcGetProgramLog(p,b); print(name,'is not compiled:',b.value.decode()[:500]); continue
        l.nvrtcGetPTXSize(p,ctypes.byref(n)); b=ctypes.create_string_buffer(n.value); l.nvrtcGetPTX(p,b); open(f'{HERE}/ptx/{name}@{compiler}.ptx','wb').write(b.raw[:-1])

def once(item):
    """The answers of one item. Inputs are made from NAME alone."""
    name=item.split('@')[0]
    with tempfile.TemporaryDirectory() as d:
        shutil.copy(f'{HERE}/src/{name}.cu',d); shutil.copy(f'{HERE}/ptx/{item}.ptx',f'{d}/{name}.ptx')
        return rk.execute(name,d,d)[0]

def main():
    mode,args=sys.argv[1],sys.argv[2:]; expected=HERE+'/expected.json.gz'
    if mode=='compile': return make(os.path.abspath(args[0]),args[1],args[2:])
    if mode=='answer':
        print(json.dumps({k:base64.b64encode(v.tobytes()).decode() for k,v in once(args[0]).items()})); return
    items=args or sorted(os.path.basename(f)[:-4] for f in glob.glob(HERE+'/ptx/*.ptx'))
    def answer(item):
        r=subprocess.run([sys.executable,__file__,'answer',item],capture_output=True,text=True,timeout=float(os.environ.get('KERNEL_TIMEOUT','120')))
        if r.returncode: raise RuntimeError(r.stderr.strip()[-300:].split('\n')[-1] or f'exit {r.returncode}')
        return json.loads(r.stdout)
    if mode=='record':
        res={}
        for i in items:
            try:
                a=answer(i)
                if a==answer(i): res[i]=a
                else: print(i,'answers differently each time')
            except Exception as e: print(i,'FAILED',e)
        with gzip.GzipFile(expected,'wb',mtime=0) as f: f.write(json.dumps(res,sort_keys=True).encode())
        return
    want=json.loads(gzip.open(expected).read()); failed=0
    for i in items:
        s=rk.spec(f'{HERE}/src/{i.split("@")[0]}.cu'); bad=[]
        try:
            for k,v in answer(i).items():
                b={**s['bufs'],**s.get('globals',{})}[k]; t=rk.DT[b['t']]; d=rk.differs(np.frombuffer(base64.b64decode(v),t),np.frombuffer(base64.b64decode(want[i][k]),t),b)
                if d: bad.append(f'{k}: {d}')
        except Exception as e: bad.append(str(e))
        print('FAIL' if bad else 'ok  ',i,'; '.join(bad),flush=True); failed+=bool(bad)
    print(f'{len(items)-failed} passed, {failed} failed'); sys.exit(1 if failed else 0)
if __name__=='__main__': main()
