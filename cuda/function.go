package cuda

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"ferry/compiler"
	"ferry/hipffi"
)

// function is a kernel of a module: what cuLaunchKernel launches.
type function struct {
	h    CUfunction
	mod  *module
	k    hipffi.Kernel
	info *compiler.Kernel
	kern atomic.Pointer[kernel] // the library kernel it stands for, if any

	lines      func(pc uint64) hipffi.Place
	sites      func(site uint32) hipffi.Place
	maxThreads int
	dynShared  atomic.Int32 // MAX_DYNAMIC_SHARED_SIZE_BYTES
	carveout   atomic.Int32
	cluster    [3]atomic.Int32
	scheduling atomic.Int32

	old oldParams
}

// oldParams is what the launch functions of CUDA 3 and earlier keep in the function.
type oldParams struct {
	mu     sync.Mutex
	block  [3]uint32
	shared uint32
	size   uint32
	args   []byte
}

var functions = table[function]{kind: kindFunction}

func newFunction(m *module, k hipffi.Kernel, info *compiler.Kernel) *function {
	f := &function{mod: m, k: k, info: info, maxThreads: info.MaxThreads}
	if f.maxThreads <= 0 || f.maxThreads > 1024 {
		f.maxThreads = 1024
	}
	f.dynShared.Store(int32(defaultDynamic(info)))
	f.carveout.Store(-1)
	if lines := info.Lines; len(lines) > 0 {
		f.lines = func(pc uint64) hipffi.Place { return lineAt(lines, pc) }
	}
	if sites := info.Sites; len(sites) > 0 {
		f.sites = func(site uint32) hipffi.Place { return siteAt(info, site) }
	}
	return f
}

// siteAt finds the place of an error record's site: the .loc is that of the code of the same PTX line.
func siteAt(info *compiler.Kernel, site uint32) hipffi.Place {
	if int(site) >= len(info.Sites) {
		return hipffi.Place{}
	}
	p := hipffi.Place{Line: int(info.Sites[site].Line)}
	for i := range info.Lines {
		if l := &info.Lines[i]; int(l.Line) == p.Line {
			p.File, p.Source = l.File, int(l.Source)
			break
		}
	}
	return p
}

// lineAt finds the place of a code offset.
func lineAt(lines []compiler.Line, pc uint64) hipffi.Place {
	lo, hi := 0, len(lines)
	for lo < hi {
		m := (lo + hi) / 2
		if uint64(lines[m].PC) <= pc {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return hipffi.Place{}
	}
	l := &lines[lo-1]
	return hipffi.Place{Line: int(l.Line), File: l.File, Source: int(l.Source)}
}

// defaultDynamic is the dynamic shared memory that a kernel may use without asking for more.
func defaultDynamic(info *compiler.Kernel) int { return max(defaultShared-info.SharedBytes, 0) }

// function gives the function of a handle in the current context; a CUkernel is accepted as well.
func (t *Thread) function(h CUfunction) (*function, *context, CUresult) {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return nil, nil, r
	}
	f, r := c.function(h)
	return f, c, r
}

// function gives the function of a handle, the context's for a CUkernel.
func (c *context) function(h CUfunction) (*function, CUresult) {
	if f := functions.get(uintptr(h)); f != nil {
		return f, CUDA_SUCCESS
	}
	if k := kernels.get(uintptr(h)); k != nil {
		return k.in(c)
	}
	return nil, CUDA_ERROR_INVALID_HANDLE
}

// ofModule gives the function of a handle for the calls that need no current context; a CUkernel is no function to them.
func (t *Thread) ofModule(h CUfunction) (*function, *context, CUresult) {
	f := functions.get(uintptr(h))
	if f == nil {
		if _, r := t.live(); r != CUDA_SUCCESS && h != 0 {
			return nil, nil, r
		}
		return nil, nil, CUDA_ERROR_INVALID_HANDLE
	}
	c, r := t.owned(f.mod.ctx)
	return f, c, r
}

// kernelAttribute gives an attribute as the compiler left it.
func kernelAttribute(info *compiler.Kernel, obj *compiler.Object, at CUfunction_attribute) (int32, CUresult) {
	v := 0
	switch at {
	case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
		if v = info.MaxThreads; v <= 0 || v > 1024 || info.ReqThreads[0] != 0 {
			v = 1024
		}
	case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
		v = info.SharedBytes
	case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
		v = info.LocalBytes
	case CU_FUNC_ATTRIBUTE_NUM_REGS:
		v = info.NumRegs
	case CU_FUNC_ATTRIBUTE_PTX_VERSION, CU_FUNC_ATTRIBUTE_BINARY_VERSION:
		// The chosen image's .target, not the device's capability: CUB and thrust look at it.
		v = obj.PTXTarget
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		v = defaultDynamic(info)
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		v = -1
	case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
		// A module's constants are one bank, whichever kernel reads them (ptxas -v: cmem[3]).
		for i := range obj.Globals {
			if obj.Globals[i].Const {
				v += int(obj.Globals[i].Size)
			}
		}
	case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET,
		CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
		CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
		CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, CU_FUNC_ATTRIBUTE_DEVICE_NODE_UPDATE_SUPPORTED,
		CU_FUNC_ATTRIBUTE_SHARED_MEMORY_MODE:
	default:
		return 0, CUDA_ERROR_INVALID_VALUE
	}
	return int32(v), CUDA_SUCCESS
}

// checkAttribute checks a value for an attribute that can be set.
func checkAttribute(d *device, info *compiler.Kernel, at CUfunction_attribute, v int32) CUresult {
	switch at {
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		if v < 0 || int(v) > d.prop.SharedPerBlock-info.SharedBytes-info.FerryShared {
			return CUDA_ERROR_INVALID_VALUE
		}
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		if v < -1 || v > 100 {
			return CUDA_ERROR_INVALID_VALUE
		}
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
		if v < 0 || v > 1 {
			return CUDA_ERROR_INVALID_VALUE // clusters of more than one block are not there
		}
	case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
		// Any number is taken (recorded).
	case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
		if v < CU_CLUSTER_SCHEDULING_POLICY_DEFAULT || v > CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING {
			return CUDA_ERROR_INVALID_VALUE
		}
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// setAttribute keeps a checked value.
func (f *function) setAttribute(at CUfunction_attribute, v int32) {
	switch at {
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		f.dynShared.Store(v)
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		f.carveout.Store(v)
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
		f.cluster[at-CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH].Store(v)
	case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
		f.scheduling.Store(v)
	}
}

func (f *function) attribute(at CUfunction_attribute) (int32, CUresult) {
	switch at {
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		return f.dynShared.Load(), CUDA_SUCCESS
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		return f.carveout.Load(), CUDA_SUCCESS
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
		return f.cluster[at-CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH].Load(), CUDA_SUCCESS
	case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
		return f.scheduling.Load(), CUDA_SUCCESS
	}
	return kernelAttribute(f.info, f.mod.obj, at)
}

// CuFuncGetAttribute gives an attribute of a function.
func CuFuncGetAttribute(t *Thread, pi *int32, attrib CUfunction_attribute, h CUfunction) CUresult {
	if pi == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, _, r := t.ofModule(h)
	if r != CUDA_SUCCESS {
		return r
	}
	v, r := f.attribute(attrib)
	if r == CUDA_SUCCESS {
		*pi = v
	}
	return r
}

// CuFuncSetAttribute sets an attribute of a function.
func CuFuncSetAttribute(t *Thread, h CUfunction, attrib CUfunction_attribute, value int32) CUresult {
	f, c, r := t.ofModule(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := checkAttribute(c.dev, f.info, attrib, value); r != CUDA_SUCCESS {
		return r
	}
	f.setAttribute(attrib, value)
	return CUDA_SUCCESS
}

// CuFuncSetCacheConfig keeps a preference that makes no difference on AMD hardware.
func CuFuncSetCacheConfig(t *Thread, h CUfunction, config CUfunc_cache) CUresult {
	if _, _, r := t.ofModule(h); r != CUDA_SUCCESS {
		return r
	}
	if config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuFuncSetSharedMemConfig has no effect on devices with a fixed bank size.
func CuFuncSetSharedMemConfig(t *Thread, h CUfunction, config CUsharedconfig) CUresult {
	if _, _, r := t.ofModule(h); r != CUDA_SUCCESS {
		return r
	}
	if config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// CuFuncGetModule gives the function's module.
func CuFuncGetModule(t *Thread, pm *CUmodule, h CUfunction) CUresult {
	if pm == nil || h == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, _, r := t.ofModule(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*pm = f.mod.h
	return CUDA_SUCCESS
}

// CuFuncGetName gives the function's name.
func CuFuncGetName(t *Thread, name **byte, h CUfunction) CUresult {
	if name == nil || h == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, _, r := t.ofModule(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if *name = cstring(f.info.Name); *name == nil {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return CUDA_SUCCESS
}

func paramInfo(info *compiler.Kernel, index uintptr, offset, size *uintptr) CUresult {
	if offset == nil || index >= uintptr(len(info.Params)) {
		return CUDA_ERROR_INVALID_VALUE
	}
	*offset = uintptr(info.Params[index].Offset)
	if size != nil {
		*size = uintptr(info.Params[index].Size)
	}
	return CUDA_SUCCESS
}

// CuFuncGetParamInfo gives offset and size of a parameter; past the last one INVALID_VALUE.
func CuFuncGetParamInfo(t *Thread, h CUfunction, index uintptr, offset, size *uintptr) CUresult {
	if h == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, _, r := t.ofModule(h)
	if r != CUDA_SUCCESS {
		return r
	}
	return paramInfo(f.info, index, offset, size)
}

// CuFuncGetParamCount gives the number of parameters.
func CuFuncGetParamCount(t *Thread, h CUfunction, count *uintptr) CUresult {
	f, _, r := t.ofModule(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if count == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*count = uintptr(len(f.info.Params))
	return CUDA_SUCCESS
}

// CuFuncIsLoaded says that a function is loaded: one that can be asked for is.
func CuFuncIsLoaded(t *Thread, state *CUfunctionLoadingState, h CUfunction) CUresult {
	if state == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	_, _, r := t.ofModule(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*state = CU_FUNCTION_LOADING_STATE_LOADED
	return CUDA_SUCCESS
}

// CuFuncLoad loads a function: it is.
func CuFuncLoad(t *Thread, h CUfunction) CUresult {
	_, _, r := t.ofModule(h)
	return r
}

// CuFuncSetBlockShape sets the block of the launch functions of CUDA 3.
func CuFuncSetBlockShape(t *Thread, h CUfunction, x, y, z int32) CUresult {
	f, _, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if x <= 0 || y <= 0 || z <= 0 || x > 1024 || y > 1024 || z > 64 || x*y*z > 1024 {
		return CUDA_ERROR_INVALID_VALUE
	}
	f.old.mu.Lock()
	f.old.block = [3]uint32{uint32(x), uint32(y), uint32(z)}
	f.old.mu.Unlock()
	return CUDA_SUCCESS
}

// CuFuncSetSharedSize sets the dynamic shared memory of the launch functions of CUDA 3.
func CuFuncSetSharedSize(t *Thread, h CUfunction, bytes uint32) CUresult {
	f, _, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if int64(bytes) > int64(f.mod.ctx.dev.prop.SharedPerBlock) {
		return CUDA_ERROR_INVALID_VALUE
	}
	f.old.mu.Lock()
	f.old.shared = bytes
	f.old.mu.Unlock()
	return CUDA_SUCCESS
}

// CuParamSetSize sets the size of the parameters.
func CuParamSetSize(t *Thread, h CUfunction, n uint32) CUresult {
	f, _, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if n > maxParamBuffer {
		return CUDA_ERROR_INVALID_VALUE
	}
	f.old.mu.Lock()
	f.old.size = n
	f.old.mu.Unlock()
	return CUDA_SUCCESS
}

// CuParamSetv sets n bytes of the parameters.
func CuParamSetv(t *Thread, h CUfunction, offset int32, p unsafe.Pointer, n uint32) CUresult {
	f, _, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if p == nil || offset < 0 || int64(offset)+int64(n) > int64(f.info.ParamBytes) {
		return CUDA_ERROR_INVALID_VALUE
	}
	f.old.mu.Lock()
	defer f.old.mu.Unlock()
	if f.old.args == nil {
		f.old.args = make([]byte, f.info.ParamBytes)
	}
	copy(f.old.args[offset:], unsafe.Slice((*byte)(p), n))
	return CUDA_SUCCESS
}

// CuParamSeti sets an integer parameter.
func CuParamSeti(t *Thread, h CUfunction, offset int32, value uint32) CUresult {
	return CuParamSetv(t, h, offset, unsafe.Pointer(&value), 4)
}

// CuParamSetf sets a float parameter.
func CuParamSetf(t *Thread, h CUfunction, offset int32, value float32) CUresult {
	return CuParamSetv(t, h, offset, unsafe.Pointer(&value), 4)
}

// CuParamSetTexRef has had no meaning since CUDA 3: every unit is refused (recorded).
func CuParamSetTexRef(t *Thread, h CUfunction, unit int32, ref CUtexref) CUresult {
	_, _, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if texrefs.get(uintptr(ref)) == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	return CUDA_ERROR_INVALID_VALUE
}
