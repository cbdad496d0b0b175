package cuda

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"ferry/compiler"
)

// library is code that belongs to no context: it is compiled for a device at the first need and loaded into a context
// when that context first uses one of its kernels or variables.
type library struct {
	h   CUlibrary
	img *image
	opt *jitOptions

	mu      sync.Mutex
	built   map[*device]*libraryBuild
	mods    map[*context]*module
	kernels map[string]*kernel
	dead    bool
}

type libraryBuild struct {
	obj *compiler.Object
	res CUresult
}

// kernel is a kernel of a library, usable in every context.
type kernel struct {
	h    CUkernel
	lib  *library
	name string
	last atomic.Pointer[function] // of the context that used it last
	// Attributes set for every context that is still to load the kernel, by attribute.
	mu    sync.Mutex
	attrs map[CUfunction_attribute]int32
}

var (
	libraries = table[library]{kind: kindLibrary}
	kernels   = table[kernel]{kind: kindKernel}
)

// object gives the library's object for a device; the library's lock is held.
func (l *library) object(d *device) (*compiler.Object, CUresult) {
	if b := l.built[d]; b != nil {
		return b.obj, b.res
	}
	obj, r := compileImage(l.img, d, l.opt)
	l.built[d] = &libraryBuild{obj, r}
	return obj, r
}

// module gives the library's module in a context, loaded at the first use.
func (l *library) module(c *context) (*module, CUresult) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	if m := l.mods[c]; m != nil && modules.get(uintptr(m.h)) == m {
		return m, CUDA_SUCCESS
	}
	obj, r := l.object(c.dev)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	m, r := c.loadModule(obj, l)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	l.mods[c] = m
	return m, CUDA_SUCCESS
}

// in gives the kernel's function in a context.
func (k *kernel) in(c *context) (*function, CUresult) {
	if f := k.last.Load(); f != nil && f.mod.ctx == c && functions.get(uintptr(f.h)) == f {
		return f, CUDA_SUCCESS
	}
	m, r := k.lib.module(c)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	f, r := m.function(k.name)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	k.mu.Lock()
	for a := range CUfunction_attribute(CU_FUNC_ATTRIBUTE_MAX) {
		if v, ok := k.attrs[a]; ok {
			f.setAttribute(a, v)
		}
	}
	f.kern.Store(k)
	k.mu.Unlock()
	k.last.Store(f)
	return f, CUDA_SUCCESS
}

func loadLibrary(plib *CUlibrary, read func(d *device) (*image, CUresult), options *CUjit_option, values *unsafe.Pointer, n uint32,
	lo *CUlibraryOption, lv *unsafe.Pointer, ln uint32) CUresult {
	d := drv()
	if d == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if ln > 0 {
		if lo == nil || ln > maxJITOptions {
			return CUDA_ERROR_INVALID_VALUE
		}
		for _, o := range unsafe.Slice(lo, ln) {
			switch o {
			case CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE, CU_LIBRARY_BINARY_IS_PRESERVED:
			default:
				return CUDA_ERROR_INVALID_VALUE
			}
		}
	}
	o, r := readJIT(n, options, values)
	if r != CUDA_SUCCESS {
		return r
	}
	img, r := read(d.devices[0])
	if r == CUDA_ERROR_FILE_NOT_FOUND || r == CUDA_ERROR_OUT_OF_MEMORY {
		return r
	}
	if r != CUDA_SUCCESS {
		img = &image{bad: r}
	}
	l := &library{img: img, opt: o, built: map[*device]*libraryBuild{}, mods: map[*context]*module{}, kernels: map[string]*kernel{}}
	// Nothing is compiled before the first use, and errors are answered then, unless the program wants logs or asked for
	// eager loading (conformance: library_errors).
	if img.object == nil && (d.env.eager || o.logs()) {
		l.mu.Lock()
		_, r := l.object(d.devices[0])
		l.mu.Unlock()
		if r != CUDA_SUCCESS {
			return r
		}
	}
	// The program's buffers are its own again after this call.
	l.opt = &jitOptions{maxRegs: o.maxRegs, optLevel: o.optLevel, fast: o.fast, infoSizeAt: -1, errSizeAt: -1, wallAt: -1, threadsAt: -1}
	l.h = CUlibrary(libraries.put(l))
	if l.h == 0 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*plib = l.h
	return CUDA_SUCCESS
}

// CuLibraryLoadData loads an image as a library; no context is needed.
func CuLibraryLoadData(t *Thread, plib *CUlibrary, code unsafe.Pointer, options *CUjit_option, values *unsafe.Pointer, n uint32,
	lo *CUlibraryOption, lv *unsafe.Pointer, ln uint32) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if plib == nil || code == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	return loadLibrary(plib, func(d *device) (*image, CUresult) { return readImage(code, d) }, options, values, n, lo, lv, ln)
}

// CuLibraryLoadFromFile loads a file as a library.
func CuLibraryLoadFromFile(t *Thread, plib *CUlibrary, fname *byte, options *CUjit_option, values *unsafe.Pointer, n uint32,
	lo *CUlibraryOption, lv *unsafe.Pointer, ln uint32) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if plib == nil || fname == nil || *fname == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	b, r := readFile(gostring(fname))
	if r != CUDA_SUCCESS {
		return r
	}
	if len(b) == 0 {
		return CUDA_ERROR_INVALID_IMAGE
	}
	return loadLibrary(plib, func(d *device) (*image, CUresult) { return imageOf(b, d) }, options, values, n, lo, lv, ln)
}

// CuLibraryUnload ends a library, its kernels and its modules in every context.
func CuLibraryUnload(t *Thread, h CUlibrary) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	l := libraries.drop(uintptr(h))
	if l == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	l.mu.Lock()
	l.dead = true
	mods, ks := l.mods, l.kernels
	l.mods, l.kernels = nil, nil
	l.mu.Unlock()
	for _, k := range ks {
		kernels.drop(uintptr(k.h))
	}
	res := CUDA_SUCCESS
	for c, m := range mods {
		if modules.get(uintptr(m.h)) != m {
			continue // the context went, and the module with it
		}
		c.synchronize() // an error of the context is not this call's
		if modules.drop(uintptr(m.h)) == nil {
			continue
		}
		c.mu.Lock()
		delete(c.modules, m)
		c.mu.Unlock()
		if r := m.unload(); r != CUDA_SUCCESS {
			res = r
		}
	}
	return res
}

func lookLibrary(h CUlibrary) (*library, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	l := libraries.get(uintptr(h))
	if l == nil {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	return l, CUDA_SUCCESS
}

// device gives the device that questions about a library are answered for: the current context's, or the first.
func (t *Thread) device() *device {
	if c, r := t.current(); r == CUDA_SUCCESS {
		return c.dev
	}
	return drv().devices[0]
}

// kernel gives a kernel of the library.
func (l *library) kernel(t *Thread, name string) (*kernel, CUresult) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	if k := l.kernels[name]; k != nil {
		return k, CUDA_SUCCESS
	}
	obj, r := l.object(t.device())
	if r != CUDA_SUCCESS {
		return nil, r
	}
	info := kernelInfo(obj, name)
	if info == nil {
		return nil, CUDA_ERROR_NOT_FOUND
	}
	if info.Refused != "" {
		logf("kernel %s is not available: %s", name, info.Refused)
		return nil, CUDA_ERROR_NOT_SUPPORTED
	}
	k := &kernel{lib: l, name: name, attrs: map[CUfunction_attribute]int32{}}
	k.h = CUkernel(kernels.put(k))
	if k.h == 0 {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	l.kernels[name] = k
	return k, CUDA_SUCCESS
}

// CuLibraryGetKernel gives a kernel of a library. One that uses what ferry cannot do is NOT_SUPPORTED.
func CuLibraryGetKernel(t *Thread, pk *CUkernel, h CUlibrary, name *byte) CUresult {
	if pk == nil || name == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	l, r := lookLibrary(h)
	if r != CUDA_SUCCESS {
		return r
	}
	k, r := l.kernel(t, gostring(name))
	if r != CUDA_SUCCESS {
		return r
	}
	*pk = k.h
	return CUDA_SUCCESS
}

// names gives the names of the library's available kernels.
func (l *library) names(t *Thread) ([]string, CUresult) {
	l.mu.Lock()
	defer l.mu.Unlock()
	obj, r := l.object(t.device())
	if r != CUDA_SUCCESS {
		return nil, r
	}
	return available(obj), CUDA_SUCCESS
}

// CuLibraryGetKernelCount gives the number of kernels of a library.
func CuLibraryGetKernelCount(t *Thread, count *uint32, h CUlibrary) CUresult {
	if count == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	l, r := lookLibrary(h)
	if r != CUDA_SUCCESS {
		return r
	}
	names, r := l.names(t)
	if r == CUDA_SUCCESS {
		*count = uint32(len(names))
	}
	return r
}

// CuLibraryEnumerateKernels gives up to n kernels of a library.
func CuLibraryEnumerateKernels(t *Thread, pk *CUkernel, n uint32, h CUlibrary) CUresult {
	if pk == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	l, r := lookLibrary(h)
	if r != CUDA_SUCCESS {
		return r
	}
	names, r := l.names(t)
	if r != CUDA_SUCCESS {
		return r
	}
	for i := range min(int(n), len(names)) {
		k, r := l.kernel(t, names[i])
		if r != CUDA_SUCCESS {
			return r
		}
		*(*CUkernel)(unsafe.Add(unsafe.Pointer(pk), i*8)) = k.h
	}
	return CUDA_SUCCESS
}

// CuLibraryGetModule gives the library's module in the current context.
func CuLibraryGetModule(t *Thread, pm *CUmodule, h CUlibrary) CUresult {
	if pm == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	l, r := lookLibrary(h)
	if r != CUDA_SUCCESS {
		return r
	}
	m, r := l.module(c)
	if r != CUDA_SUCCESS {
		return r
	}
	*pm = m.h
	return CUDA_SUCCESS
}

func libraryGlobal(t *Thread, dptr *CUdeviceptr, bytes *uintptr, h CUlibrary, name *byte, managed bool) CUresult {
	if name == nil || *name == 0 || dptr == nil && bytes == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	l, r := lookLibrary(h)
	if r != CUDA_SUCCESS {
		return r
	}
	c, r := t.live()
	if managed && r == CUDA_ERROR_INVALID_CONTEXT {
		// Managed variables are of the library, and CUDA's runtime asks for them before it makes any context. They are where
		// the first user of the device will look: in its primary context.
		c, r = t.device().activePrimary()
	}
	if r != CUDA_SUCCESS {
		return r
	}
	m, r := l.module(c)
	if r != CUDA_SUCCESS {
		return r
	}
	if !managed && kernelInfo(m.obj, gostring(name)) != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	p, n, r := m.global(gostring(name), managed)
	if r != CUDA_SUCCESS {
		return r
	}
	if dptr != nil {
		*dptr = CUdeviceptr(p)
	}
	if bytes != nil {
		*bytes = uintptr(n)
	}
	return CUDA_SUCCESS
}

// CuLibraryGetGlobal gives address and size of a library's variable in the current context.
func CuLibraryGetGlobal(t *Thread, dptr *CUdeviceptr, bytes *uintptr, h CUlibrary, name *byte) CUresult {
	return libraryGlobal(t, dptr, bytes, h, name, false)
}

// CuLibraryGetManaged is CuLibraryGetGlobal for __managed__ variables.
func CuLibraryGetManaged(t *Thread, dptr *CUdeviceptr, bytes *uintptr, h CUlibrary, name *byte) CUresult {
	return libraryGlobal(t, dptr, bytes, h, name, true)
}

// CuLibraryGetUnifiedFunction looks for a function that host and device share; no image holds any.
func CuLibraryGetUnifiedFunction(t *Thread, fptr *unsafe.Pointer, h CUlibrary, name *byte) CUresult {
	if fptr == nil || name == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := lookLibrary(h); r != CUDA_SUCCESS {
		return r
	}
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_INVALID_VALUE // as recorded for names that are none
}

func lookKernel(h CUkernel) (*kernel, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	k := kernels.get(uintptr(h))
	if k == nil {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	return k, CUDA_SUCCESS
}

// CuKernelGetFunction gives the kernel's function in the current context.
func CuKernelGetFunction(t *Thread, pf *CUfunction, h CUkernel) CUresult {
	if pf == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	k, r := lookKernel(h)
	if r != CUDA_SUCCESS {
		return r
	}
	f, r := k.in(c)
	if r != CUDA_SUCCESS {
		return r
	}
	*pf = f.h
	return CUDA_SUCCESS
}

// CuKernelGetLibrary gives the kernel's library.
func CuKernelGetLibrary(t *Thread, pl *CUlibrary, h CUkernel) CUresult {
	if pl == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	k, r := lookKernel(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*pl = k.lib.h
	return CUDA_SUCCESS
}

// CuKernelGetName gives the kernel's name.
func CuKernelGetName(t *Thread, name **byte, h CUkernel) CUresult {
	if name == nil || h == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	k, r := lookKernel(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if *name = cstring(k.name); *name == nil {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return CUDA_SUCCESS
}

// info gives what the compiler says of the kernel on a device.
func (k *kernel) info(d *device) (*compiler.Kernel, *compiler.Object, CUresult) {
	k.lib.mu.Lock()
	defer k.lib.mu.Unlock()
	if k.lib.dead {
		return nil, nil, CUDA_ERROR_INVALID_HANDLE
	}
	obj, r := k.lib.object(d)
	if r != CUDA_SUCCESS {
		return nil, nil, r
	}
	return kernelInfo(obj, k.name), obj, CUDA_SUCCESS
}

// CuKernelGetParamInfo gives offset and size of a parameter; past the last one INVALID_VALUE.
func CuKernelGetParamInfo(t *Thread, h CUkernel, index uintptr, offset, size *uintptr) CUresult {
	if h == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	k, r := lookKernel(h)
	if r != CUDA_SUCCESS {
		return r
	}
	info, _, r := k.info(t.device())
	if r != CUDA_SUCCESS {
		return r
	}
	return paramInfo(info, index, offset, size)
}

// CuKernelGetParamCount gives the number of parameters.
func CuKernelGetParamCount(t *Thread, h CUkernel, count *uintptr) CUresult {
	k, r := lookKernel(h)
	if r != CUDA_SUCCESS {
		return r
	}
	info, _, r := k.info(t.device())
	if r != CUDA_SUCCESS {
		return r
	}
	if count == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*count = uintptr(len(info.Params))
	return CUDA_SUCCESS
}

// CuKernelGetAttribute gives an attribute of a kernel on a device.
func CuKernelGetAttribute(t *Thread, pi *int32, attrib CUfunction_attribute, h CUkernel, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	k, r := lookKernel(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pi == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	info, obj, r := k.info(d)
	if r != CUDA_SUCCESS {
		return r
	}
	k.mu.Lock()
	v, ok := k.attrs[attrib]
	k.mu.Unlock()
	if !ok {
		v, r = kernelAttribute(info, obj, attrib)
		if r != CUDA_SUCCESS {
			return r
		}
	}
	*pi = v
	return CUDA_SUCCESS
}

// CuKernelSetAttribute sets an attribute of a kernel on a device, for all contexts.
func CuKernelSetAttribute(t *Thread, attrib CUfunction_attribute, val int32, h CUkernel, dev CUdevice) CUresult {
	d, r := t.lookDevice(dev)
	if r != CUDA_SUCCESS {
		return r
	}
	k, r := lookKernel(h)
	if r != CUDA_SUCCESS {
		return r
	}
	info, _, r := k.info(d)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := checkAttribute(d, info, attrib, val); r != CUDA_SUCCESS {
		return r
	}
	k.mu.Lock()
	k.attrs[attrib] = val
	k.mu.Unlock()
	k.lib.mu.Lock()
	defer k.lib.mu.Unlock()
	for _, m := range k.lib.mods {
		m.mu.Lock()
		if f := m.funcs[k.name]; f != nil {
			f.setAttribute(attrib, val)
		}
		m.mu.Unlock()
	}
	return CUDA_SUCCESS
}

// CuKernelSetCacheConfig keeps a preference that makes no difference on AMD hardware.
func CuKernelSetCacheConfig(t *Thread, h CUkernel, config CUfunc_cache, dev CUdevice) CUresult {
	if _, r := t.lookDevice(dev); r != CUDA_SUCCESS {
		return r
	}
	if _, r := lookKernel(h); r != CUDA_SUCCESS {
		return r
	}
	if config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}
