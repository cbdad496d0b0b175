package cuda

import (
	"encoding/binary"
	"os"
	"sync"
	"sync/atomic"
	"unsafe"

	"ferry/compiler"
	"ferry/hipffi"
)

// module is a compiled image loaded into a context.
type module struct {
	h    CUmodule
	ctx  *context
	obj  *compiler.Object
	code hipffi.Code
	lib  *library // the library it belongs to, nil for a module of its own

	mu      sync.Mutex
	funcs   map[string]*function
	globals []*allocation
	refs    refs
	hasRefs atomic.Bool
}

var modules = table[module]{kind: kindModule}

// loadModule loads a compiled object into a context.
func (c *context) loadModule(obj *compiler.Object, lib *library) (*module, CUresult) {
	code, err := c.dev.dev.Load(obj.HSACO)
	if err != nil {
		logf("loading compiled code: %v", err)
		return nil, fromError(err)
	}
	m := &module{ctx: c, obj: obj, code: code, lib: lib, funcs: map[string]*function{}}
	if err := m.patch(); err != nil {
		logf("loading compiled code: %v", err)
		m.unload()
		return nil, fromError(err)
	}
	if r := m.enterGlobals(); r != CUDA_SUCCESS {
		m.unload()
		return nil, r
	}
	m.h = CUmodule(modules.put(m))
	c.mu.Lock()
	ok := m.h != 0 && c.modules != nil
	if ok {
		c.modules[m] = struct{}{}
	}
	c.mu.Unlock()
	if !ok {
		m.unload()
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	return m, CUDA_SUCCESS
}

// patch writes the parts of addresses in variables that relocations cannot.
func (m *module) patch() error {
	for i := range m.obj.Patches {
		p := &m.obj.Patches[i]
		at, size, err := m.code.Symbol(p.Var)
		if err != nil {
			return err
		}
		to, _, err := m.code.Symbol(p.Symbol)
		if err != nil {
			return err
		}
		if p.Offset > size || uint64(p.Size) > size-p.Offset {
			return &hipffi.Error{Fault: hipffi.FaultInvalidImage, Detail: "a patch of " + p.Var + " beyond its end"}
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], (uint64(to)+uint64(p.Addend))>>p.Shift)
		if err := m.ctx.dev.dev.Write(at+hipffi.Ptr(p.Offset), b[:p.Size]); err != nil {
			return err
		}
	}
	return nil
}

// enterGlobals enters the module's variables into the books, so that copies to them are known to be good.
func (m *module) enterGlobals() CUresult {
	for i := range m.obj.Globals {
		g := &m.obj.Globals[i]
		p, size, err := m.code.Symbol(g.Name)
		if err != nil || size == 0 {
			continue // a variable that nothing uses may be gone
		}
		a := &allocation{base: uint64(p), size: size, kind: allocGlobal, dev: m.ctx.dev, ctx: m.ctx}
		if r := m.ctx.track(a); r != CUDA_SUCCESS {
			return r
		}
		m.globals = append(m.globals, a)
	}
	return CUDA_SUCCESS
}

// end unloads a module whose context is going.
func (m *module) end() {
	modules.drop(uintptr(m.h))
	m.unload()
}

// unload ends functions, variables and code.
func (m *module) unload() CUresult {
	m.mu.Lock()
	funcs, globals := m.funcs, m.globals
	m.funcs, m.globals = nil, nil
	m.mu.Unlock()
	for _, f := range funcs {
		functions.drop(uintptr(f.h))
	}
	for _, a := range globals {
		a.untrack()
		drv().mem.remove(a.base, func(x *allocation) bool { return x == a })
	}
	m.endTexrefs()
	return fromError(m.code.Unload())
}

// kernelInfo finds what the compiler says of a kernel.
func kernelInfo(o *compiler.Object, name string) *compiler.Kernel {
	for i := range o.Kernels {
		if o.Kernels[i].Name == name {
			return &o.Kernels[i]
		}
	}
	return nil
}

// function gives the module's function of a name, made at its first use.
func (m *module) function(name string) (*function, CUresult) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.funcs == nil {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	if f := m.funcs[name]; f != nil {
		return f, CUDA_SUCCESS
	}
	info := kernelInfo(m.obj, name)
	if info == nil {
		return nil, CUDA_ERROR_NOT_FOUND
	}
	if info.Refused != "" {
		logf("kernel %s is not available: %s", name, info.Refused)
		return nil, CUDA_ERROR_NOT_SUPPORTED
	}
	k, err := m.code.Kernel(name)
	if err != nil {
		logf("kernel %s: %v", name, err)
		return nil, fromError(err)
	}
	f := newFunction(m, k, info)
	f.h = CUfunction(functions.put(f))
	if f.h == 0 {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	m.funcs[name] = f
	return f, CUDA_SUCCESS
}

// compileImage builds an image with a call's options, fills the program's logs and answers.
func compileImage(img *image, d *device, o *jitOptions) (*compiler.Object, CUresult) {
	obj, r := img.build(d, o)
	if r == CUDA_SUCCESS {
		for i := range obj.Kernels {
			if k := &obj.Kernels[i]; k.Refused != "" {
				o.errorf("kernel %s is not available: %s", k.Name, k.Refused)
			}
		}
	}
	o.finish()
	return obj, r
}

// CuModuleLoad loads a file. What it holds is found out from its content, not from its name.
func CuModuleLoad(t *Thread, mod *CUmodule, fname *byte) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if mod == nil || fname == nil || *fname == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	b, r := readFile(gostring(fname))
	if r != CUDA_SUCCESS {
		return r
	}
	img, r := imageOf(b, c.dev)
	if r != CUDA_SUCCESS {
		noPTX(r)
		return r
	}
	return c.load(t, mod, img, 0, nil, nil)
}

// maxFile bounds a file that is loaded.
const maxFile = 1 << 30

func readFile(name string) ([]byte, CUresult) {
	st, err := os.Stat(name)
	if err != nil || st.IsDir() {
		return nil, CUDA_ERROR_FILE_NOT_FOUND
	}
	if st.Size() > maxFile {
		return nil, CUDA_ERROR_OUT_OF_MEMORY
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, CUDA_ERROR_FILE_NOT_FOUND
	}
	return b, CUDA_SUCCESS
}

func (c *context) load(t *Thread, mod *CUmodule, img *image, n uint32, options *CUjit_option, values *unsafe.Pointer) CUresult {
	o, r := readJIT(n, options, values)
	if r != CUDA_SUCCESS {
		return r
	}
	obj, r := compileImage(img, c.dev, o)
	if r != CUDA_SUCCESS {
		return r
	}
	m, r := c.loadModule(obj, nil)
	if r != CUDA_SUCCESS {
		return r
	}
	*mod = m.h
	return CUDA_SUCCESS
}

// CuModuleLoadData loads an image from memory: PTX text, a fatbin, its wrapper, or what cuLinkComplete gave.
func CuModuleLoadData(t *Thread, mod *CUmodule, data unsafe.Pointer) CUresult {
	return CuModuleLoadDataEx(t, mod, data, 0, nil, nil)
}

// CuModuleLoadDataEx is CuModuleLoadData with JIT options.
func CuModuleLoadDataEx(t *Thread, mod *CUmodule, data unsafe.Pointer, n uint32, options *CUjit_option, values *unsafe.Pointer) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if mod == nil || data == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	img, r := readImage(data, c.dev)
	if r != CUDA_SUCCESS {
		if o, jr := readJIT(n, options, values); jr == CUDA_SUCCESS && r == CUDA_ERROR_INVALID_IMAGE {
			o.unknownImage()
		}
		noPTX(r)
		return r
	}
	return c.load(t, mod, img, n, options, values)
}

// CuModuleLoadFatBinary loads a fatbin.
func CuModuleLoadFatBinary(t *Thread, mod *CUmodule, data unsafe.Pointer) CUresult {
	return CuModuleLoadDataEx(t, mod, data, 0, nil, nil)
}

// CuModuleUnload ends a module. A library's module cannot be ended by itself.
func CuModuleUnload(t *Thread, h CUmodule) CUresult {
	m, r := t.module(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if m.lib != nil {
		return CUDA_ERROR_NOT_PERMITTED
	}
	if r := m.ctx.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	if r := m.ctx.synchronize(); r != CUDA_SUCCESS {
		return r
	}
	if modules.drop(uintptr(h)) == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	m.ctx.mu.Lock()
	delete(m.ctx.modules, m)
	m.ctx.mu.Unlock()
	return m.unload()
}

// CuModuleGetLoadingMode says whether kernels are compiled when they are first needed.
func CuModuleGetLoadingMode(t *Thread, mode *CUmoduleLoadingMode) CUresult {
	d := drv()
	if d == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if mode == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*mode = CU_MODULE_LAZY_LOADING
	if d.env.eager {
		*mode = CU_MODULE_EAGER_LOADING
	}
	return CUDA_SUCCESS
}

func (t *Thread) module(h CUmodule) (*module, CUresult) {
	m := modules.get(uintptr(h))
	if m == nil {
		if _, r := t.live(); r != CUDA_SUCCESS && h != 0 {
			return nil, r
		}
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	_, r := t.owned(m.ctx)
	return m, r
}

// CuModuleGetFunction gives a kernel of a module. A kernel that uses what ferry cannot do is NOT_SUPPORTED.
func CuModuleGetFunction(t *Thread, pf *CUfunction, h CUmodule, name *byte) CUresult {
	m, r := t.module(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pf == nil || name == nil || *name == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	*pf = 0
	f, r := m.function(gostring(name))
	if r != CUDA_SUCCESS {
		return r
	}
	*pf = f.h
	return CUDA_SUCCESS
}

// CuModuleGetFunctionCount gives the number of kernels of a module.
func CuModuleGetFunctionCount(t *Thread, count *uint32, h CUmodule) CUresult {
	if count == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	m, r := t.module(h)
	if r != CUDA_SUCCESS {
		return r
	}
	*count = uint32(len(available(m.obj)))
	return CUDA_SUCCESS
}

// available gives the names of the kernels that can be had, in the PTX text's order.
func available(o *compiler.Object) []string {
	var out []string
	for i := range o.Kernels {
		if o.Kernels[i].Refused == "" {
			out = append(out, o.Kernels[i].Name)
		}
	}
	return out
}

// CuModuleEnumerateFunctions gives up to n kernels of a module.
func CuModuleEnumerateFunctions(t *Thread, pf *CUfunction, n uint32, h CUmodule) CUresult {
	if pf == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	m, r := t.module(h)
	if r != CUDA_SUCCESS {
		return r
	}
	names := available(m.obj)
	for i := range min(int(n), len(names)) {
		f, r := m.function(names[i])
		if r != CUDA_SUCCESS {
			return r
		}
		*(*CUfunction)(unsafe.Add(unsafe.Pointer(pf), i*8)) = f.h
	}
	return CUDA_SUCCESS
}

// global finds a variable of a module.
func (m *module) global(name string, managedOnly bool) (p uint64, size uint64, r CUresult) {
	for i := range m.obj.Globals {
		g := &m.obj.Globals[i]
		if g.Name != name || managedOnly && !g.Managed {
			continue
		}
		p, n, err := m.code.Symbol(name)
		if err != nil {
			break
		}
		return uint64(p), n, CUDA_SUCCESS
	}
	return 0, 0, CUDA_ERROR_NOT_FOUND
}

// CuModuleGetGlobal_v2 gives address and size of a variable; either pointer may be null, not both.
func CuModuleGetGlobal_v2(t *Thread, dptr *CUdeviceptr, bytes *uintptr, h CUmodule, name *byte) CUresult {
	m, r := t.module(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if name == nil || *name == 0 || dptr == nil && bytes == nil || kernelInfo(m.obj, gostring(name)) != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	p, n, r := m.global(gostring(name), false)
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
