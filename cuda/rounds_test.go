package cuda

import (
	"encoding/binary"
	"fmt"
	"sync"
	"testing"
	"unsafe"
)

// TestRounds: 64 threads load, launch and unload modules, 512 rounds in all, each with results of its own. Under -race this
// is the test of the driver's locks; the race detector does not work inside a shared library.
func TestRounds(t *testing.T) {
	needCompiler(t)
	const threads, rounds = 64, 8
	owner := thread(t)
	var c CUcontext
	ok(t, CuCtxGetCurrent(owner, &c))
	ptx := func(seed uint32) string {
		return ptxHead + fmt.Sprintf(`.visible .entry own(.param .u64 out){.reg .b32 %%t;.reg .b64 %%a;ld.param.u64 %%a,[out];
mov.u32 %%t,%%tid.x;mad.wide.u32 %%a,%%t,4,%%a;add.u32 %%t,%%t,%d;st.global.u32 [%%a],%%t;ret;}`, seed)
	}
	one := func(th *Thread, s CUstream, p CUdeviceptr, seed uint32) error {
		var m CUmodule
		var f CUfunction
		if r := CuModuleLoadData(th, &m, unsafe.Pointer(cstr(ptx(seed)))); r != CUDA_SUCCESS {
			return fmt.Errorf("load: %v", r)
		}
		if r := CuModuleGetFunction(th, &f, m, cstr("own")); r != CUDA_SUCCESS {
			return fmt.Errorf("function: %v", r)
		}
		if r := CuLaunchKernel(th, f, 1, 1, 1, 32, 1, 1, 0, s, args(unsafe.Pointer(&p)), nil); r != CUDA_SUCCESS {
			return fmt.Errorf("launch: %v", r)
		}
		if seed%3 != 0 { // else the module goes with its kernel in flight
			if r := CuStreamSynchronize(th, s); r != CUDA_SUCCESS {
				return fmt.Errorf("synchronise: %v", r)
			}
		}
		if r := CuModuleUnload(th, m); r != CUDA_SUCCESS {
			return fmt.Errorf("unload: %v", r)
		}
		if r := CuStreamSynchronize(th, s); r != CUDA_SUCCESS {
			return fmt.Errorf("synchronise: %v", r)
		}
		b := hostBytes(128)
		if r := CuMemcpyDtoH_v2(th, unsafe.Pointer(&b[0]), p, 128); r != CUDA_SUCCESS {
			return fmt.Errorf("copy: %v", r)
		}
		for i := range uint32(32) {
			if g := binary.LittleEndian.Uint32(b[4*i:]); g != seed+i {
				return fmt.Errorf("element %d is %d, want %d", i, g, seed+i)
			}
		}
		return nil
	}
	var wg sync.WaitGroup
	for k := range threads {
		wg.Go(func() {
			th := &Thread{}
			defer ThreadExit(th)
			if r := CuCtxSetCurrent(th, c); r != CUDA_SUCCESS {
				t.Error(r)
				return
			}
			var s CUstream
			var p CUdeviceptr
			if r := CuStreamCreate(th, &s, CU_STREAM_NON_BLOCKING); r != CUDA_SUCCESS {
				t.Error(r)
			}
			if r := CuMemAlloc_v2(th, &p, 4096); r != CUDA_SUCCESS {
				t.Error(r)
			}
			for i := range rounds {
				if err := one(th, s, p, uint32(1000*k+i)); err != nil {
					t.Errorf("thread %d, round %d: %v", k, i, err)
					return
				}
			}
			if r := CuStreamDestroy_v2(th, s); r != CUDA_SUCCESS {
				t.Error(r)
			}
			if r := CuMemFree_v2(th, p); r != CUDA_SUCCESS {
				t.Error(r)
			}
		})
	}
	wg.Wait()
}
