package cuda

import (
	"encoding/binary"
	"sync"
	"unsafe"

	"ferry/hipffi"
)

// texref is a texture reference, the form of textures before CUDA 5: a variable of a module, or one made by
// cuTexRefCreate. What it is bound to becomes a texture object whose handle is written into the variable before the next
// launch of a kernel of the module.
type texref struct {
	h   CUtexref
	mod *module // nil for one made by cuTexRefCreate
	ptr uint64  // the variable

	mu     sync.Mutex
	dirty  bool
	bound  bool
	res    CUDA_RESOURCE_DESC
	tex    CUDA_TEXTURE_DESC
	format CUarray_format
	chans  uint32
	object *texObject
}

// surfref is a surface reference.
type surfref struct {
	h      CUsurfref
	mod    *module
	ptr    uint64
	mu     sync.Mutex
	array  CUarray
	dirty  bool
	object *texObject
}

var (
	texrefs  = table[texref]{kind: kindTexref}
	surfrefs = table[surfref]{kind: kindSurfref}
)

func newTexref() *texref {
	r := &texref{format: CU_AD_FORMAT_FLOAT, chans: 1}
	for i := range r.tex.AddressMode {
		r.tex.AddressMode[i] = CU_TR_ADDRESS_MODE_CLAMP
	}
	return r
}

// refs are a module's texture and surface references by name.
type refs struct {
	tex  map[string]*texref
	surf map[string]*surfref
}

// endTexrefs ends the references of a module that goes.
func (m *module) endTexrefs() {
	m.mu.Lock()
	r := m.refs
	m.refs = refs{}
	m.mu.Unlock()
	for _, x := range r.tex {
		texrefs.drop(uintptr(x.h))
		if x.object != nil {
			x.object.drop()
		}
	}
	for _, x := range r.surf {
		surfrefs.drop(uintptr(x.h))
		if x.object != nil {
			x.object.drop()
		}
	}
}

// bindRefs writes the handles of references that have changed since the last launch.
func (m *module) bindRefs() CUresult {
	m.mu.Lock()
	tex, surf := make([]*texref, 0, len(m.refs.tex)), make([]*surfref, 0, len(m.refs.surf))
	for _, x := range m.refs.tex {
		tex = append(tex, x)
	}
	for _, x := range m.refs.surf {
		surf = append(surf, x)
	}
	m.mu.Unlock()
	for _, x := range tex {
		x.mu.Lock()
		r := CUDA_SUCCESS
		if x.dirty && x.bound {
			r = m.bind(&x.object, &texObject{res: x.res, tex: x.tex}, x.ptr)
			x.dirty = r != CUDA_SUCCESS
		}
		x.mu.Unlock()
		if r != CUDA_SUCCESS {
			return r
		}
	}
	for _, x := range surf {
		x.mu.Lock()
		r := CUDA_SUCCESS
		if x.dirty {
			r = m.bind(&x.object, &texObject{res: CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_ARRAY, Res: [16]uint64{uint64(x.array)}}, surface: true}, x.ptr)
			x.dirty = r != CUDA_SUCCESS
		}
		x.mu.Unlock()
		if r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// bind replaces a reference's object and writes its handle.
func (m *module) bind(old **texObject, o *texObject, ptr uint64) CUresult {
	o, r := m.ctx.newTexObject(o)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := m.ctx.dev.drain(); r != CUDA_SUCCESS { // launches so far read the old handle
		return r
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], o.addr)
	if err := m.ctx.dev.dev.Write(hipffi.Ptr(ptr), b[:]); err != nil {
		return fromError(err)
	}
	if *old != nil {
		(*old).drop()
	}
	*old = o
	return CUDA_SUCCESS
}

// CuModuleGetTexRef gives a texture reference of a module.
func CuModuleGetTexRef(t *Thread, pr *CUtexref, h CUmodule, name *byte) CUresult {
	m, r := t.module(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pr == nil || name == nil || *name == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	n := gostring(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.refs.tex[n]
	if x == nil {
		p, size, err := m.code.Symbol(n)
		if err != nil || size != 8 {
			return CUDA_ERROR_NOT_FOUND
		}
		x = newTexref()
		x.mod, x.ptr = m, uint64(p)
		if x.h = CUtexref(texrefs.put(x)); x.h == 0 {
			return CUDA_ERROR_OUT_OF_MEMORY
		}
		if m.refs.tex == nil {
			m.refs.tex = map[string]*texref{}
		}
		m.refs.tex[n] = x
		m.hasRefs.Store(true)
	}
	*pr = x.h
	return CUDA_SUCCESS
}

// CuModuleGetSurfRef gives a surface reference of a module.
func CuModuleGetSurfRef(t *Thread, pr *CUsurfref, h CUmodule, name *byte) CUresult {
	m, r := t.module(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if pr == nil || name == nil || *name == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	n := gostring(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.refs.surf[n]
	if x == nil {
		p, size, err := m.code.Symbol(n)
		if err != nil || size != 8 {
			return CUDA_ERROR_NOT_FOUND
		}
		x = &surfref{mod: m, ptr: uint64(p)}
		if x.h = CUsurfref(surfrefs.put(x)); x.h == 0 {
			return CUDA_ERROR_OUT_OF_MEMORY
		}
		if m.refs.surf == nil {
			m.refs.surf = map[string]*surfref{}
		}
		m.refs.surf[n] = x
		m.hasRefs.Store(true)
	}
	*pr = x.h
	return CUDA_SUCCESS
}

// CuTexRefCreate makes a texture reference of no module.
func CuTexRefCreate(t *Thread, pr *CUtexref) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	if pr == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	x := newTexref()
	if x.h = CUtexref(texrefs.put(x)); x.h == 0 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*pr = x.h
	return CUDA_SUCCESS
}

// CuTexRefDestroy ends what CuTexRefCreate made.
func CuTexRefDestroy(t *Thread, h CUtexref) CUresult {
	x := texrefs.get(uintptr(h))
	if x == nil || x.mod != nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	if r := t.may(); r != CUDA_SUCCESS {
		return r
	}
	texrefs.drop(uintptr(h))
	return CUDA_SUCCESS
}

// change calls f with a reference, which is then bound anew.
func (t *Thread) change(h CUtexref, f func(x *texref) CUresult) CUresult {
	return t.texref(h, func(x *texref) CUresult {
		r := f(x)
		if r == CUDA_SUCCESS {
			x.dirty = true
		}
		return r
	})
}

// texref calls f with a reference.
func (t *Thread) texref(h CUtexref, f func(x *texref) CUresult) CUresult {
	x := texrefs.get(uintptr(h))
	if x == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	if r := t.may(); r != CUDA_SUCCESS {
		return r
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return f(x)
}

// CuTexRefSetArray binds an array; its format becomes the reference's.
func CuTexRefSetArray(t *Thread, h CUtexref, ha CUarray, flags uint32) CUresult {
	return t.change(h, func(x *texref) CUresult {
		a := arrays.get(uintptr(ha))
		if a == nil {
			return CUDA_ERROR_INVALID_HANDLE
		}
		if flags != CU_TRSA_OVERRIDE_FORMAT {
			return CUDA_ERROR_INVALID_VALUE
		}
		x.format, x.chans, x.bound = a.desc.Format, a.desc.NumChannels, true
		x.res = CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_ARRAY, Res: [16]uint64{uint64(ha)}}
		return CUDA_SUCCESS
	})
}

// CuTexRefSetMipmappedArray binds a mipmapped array.
func CuTexRefSetMipmappedArray(t *Thread, h CUtexref, hm CUmipmappedArray, flags uint32) CUresult {
	return t.change(h, func(x *texref) CUresult {
		m := mipmaps.get(uintptr(hm))
		if m == nil {
			return CUDA_ERROR_INVALID_HANDLE
		}
		if flags&^CU_TRSA_OVERRIDE_FORMAT != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		x.format, x.chans, x.bound = m.desc.Format, m.desc.NumChannels, true
		x.res = CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, Res: [16]uint64{uint64(hm)}}
		return CUDA_SUCCESS
	})
}

// CuTexRefSetAddress is CuTexRefSetAddress_v2 with 32 bits.
func CuTexRefSetAddress(t *Thread, off *uint32, h CUtexref, p, n uint32) CUresult {
	var o uintptr
	r := CuTexRefSetAddress_v2(t, &o, h, CUdeviceptr(p), uintptr(n))
	if r == CUDA_SUCCESS && off != nil {
		*off = uint32(o)
	}
	return r
}

// CuTexRefSetAddress_v2 binds linear memory; off is how far it begins behind an aligned address.
func CuTexRefSetAddress_v2(t *Thread, off *uintptr, h CUtexref, p CUdeviceptr, n uintptr) CUresult {
	return t.change(h, func(x *texref) CUresult {
		o := uintptr(p) % textureAlign
		if off == nil && o != 0 || n > maxLinear*16 {
			return CUDA_ERROR_INVALID_VALUE
		}
		if off != nil {
			*off = o
		}
		x.bound = true
		x.res = CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_LINEAR, Res: [16]uint64{uint64(p) - uint64(o), x.formatWord(), uint64(n) + uint64(o)}}
		return CUDA_SUCCESS
	})
}

// formatWord is format and channels as resource descriptions have them.
func (x *texref) formatWord() uint64 { return uint64(uint32(x.format)) | uint64(x.chans)<<32 }

// CuTexRefSetAddress2D is CuTexRefSetAddress2D_v3 with 32 bits.
func CuTexRefSetAddress2D(t *Thread, h CUtexref, d *CUDA_ARRAY_DESCRIPTOR_v1, p, pitch uint32) CUresult {
	if d == nil {
		return CuTexRefSetAddress2D_v3(t, h, nil, CUdeviceptr(p), uintptr(pitch))
	}
	return CuTexRefSetAddress2D_v3(t, h, &CUDA_ARRAY_DESCRIPTOR{uintptr(d.Width), uintptr(d.Height), d.Format, d.NumChannels}, CUdeviceptr(p), uintptr(pitch))
}

// CuTexRefSetAddress2D_v2 is CuTexRefSetAddress2D_v3, which asks for more alignment on NVIDIA devices only.
func CuTexRefSetAddress2D_v2(t *Thread, h CUtexref, d *CUDA_ARRAY_DESCRIPTOR, p CUdeviceptr, pitch uintptr) CUresult {
	return CuTexRefSetAddress2D_v3(t, h, d, p, pitch)
}

// CuTexRefSetAddress2D_v3 binds pitched memory.
func CuTexRefSetAddress2D_v3(t *Thread, h CUtexref, d *CUDA_ARRAY_DESCRIPTOR, p CUdeviceptr, pitch uintptr) CUresult {
	return t.change(h, func(x *texref) CUresult {
		if d == nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		res := CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_PITCH2D,
			Res: [16]uint64{uint64(p), uint64(uint32(d.Format)) | uint64(d.NumChannels)<<32, uint64(d.Width), uint64(d.Height), uint64(pitch)}}
		if _, r := resolve(&res); r != CUDA_SUCCESS {
			return r
		}
		x.format, x.chans, x.bound, x.res = d.Format, d.NumChannels, true, res
		return CUDA_SUCCESS
	})
}

// CuTexRefSetFormat sets the format of linear memory. Whether there is such a format is seen when a kernel needs the
// reference, as with the other properties (recorded).
func CuTexRefSetFormat(t *Thread, h CUtexref, f CUarray_format, n int32) CUresult {
	return t.change(h, func(x *texref) CUresult {
		if n < 0 || n > 4 || n == 3 {
			return CUDA_ERROR_INVALID_VALUE
		}
		x.format, x.chans = f, uint32(n)
		if x.res.ResType == CU_RESOURCE_TYPE_LINEAR {
			x.res.Res[1] = x.formatWord()
		}
		return CUDA_SUCCESS
	})
}

// CuTexRefSetAddressMode sets what happens outside in one dimension.
func CuTexRefSetAddressMode(t *Thread, h CUtexref, dim int32, m CUaddress_mode) CUresult {
	return t.change(h, func(x *texref) CUresult {
		if dim < 0 || dim > 2 {
			return CUDA_ERROR_INVALID_VALUE
		}
		if m < CU_TR_ADDRESS_MODE_WRAP || m > CU_TR_ADDRESS_MODE_BORDER {
			m = CU_TR_ADDRESS_MODE_CLAMP // as recorded
		}
		x.tex.AddressMode[dim] = m
		return CUDA_SUCCESS
	})
}

// CuTexRefSetFilterMode sets the filter.
func CuTexRefSetFilterMode(t *Thread, h CUtexref, m CUfilter_mode) CUresult {
	return t.change(h, func(x *texref) CUresult { x.tex.FilterMode = m; return CUDA_SUCCESS })
}

// CuTexRefSetMipmapFilterMode sets the filter between levels.
func CuTexRefSetMipmapFilterMode(t *Thread, h CUtexref, m CUfilter_mode) CUresult {
	return t.change(h, func(x *texref) CUresult {
		if m != CU_TR_FILTER_MODE_POINT && m != CU_TR_FILTER_MODE_LINEAR {
			return CUDA_ERROR_INVALID_VALUE
		}
		x.tex.MipmapFilterMode = m
		return CUDA_SUCCESS
	})
}

// CuTexRefSetMipmapLevelBias sets what is added to the level.
func CuTexRefSetMipmapLevelBias(t *Thread, h CUtexref, bias float32) CUresult {
	return t.change(h, func(x *texref) CUresult { x.tex.MipmapLevelBias = bias; return CUDA_SUCCESS })
}

// CuTexRefSetMipmapLevelClamp sets the bounds of the level.
func CuTexRefSetMipmapLevelClamp(t *Thread, h CUtexref, lo, hi float32) CUresult {
	return t.change(h, func(x *texref) CUresult {
		x.tex.MinMipmapLevelClamp, x.tex.MaxMipmapLevelClamp = lo, hi
		return CUDA_SUCCESS
	})
}

// CuTexRefSetMaxAnisotropy sets a hint.
func CuTexRefSetMaxAnisotropy(t *Thread, h CUtexref, n uint32) CUresult {
	return t.change(h, func(x *texref) CUresult { x.tex.MaxAnisotropy = n; return CUDA_SUCCESS })
}

// CuTexRefSetBorderColor sets the colour outside.
func CuTexRefSetBorderColor(t *Thread, h CUtexref, c *float32) CUresult {
	return t.change(h, func(x *texref) CUresult {
		if c == nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		x.tex.BorderColor = *(*[4]float32)(unsafe.Pointer(c))
		return CUDA_SUCCESS
	})
}

// CuTexRefSetFlags sets how coordinates and values are read.
func CuTexRefSetFlags(t *Thread, h CUtexref, flags uint32) CUresult {
	return t.change(h, func(x *texref) CUresult {
		if flags&^texObjectFlags != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		x.tex.Flags = flags
		return CUDA_SUCCESS
	})
}

// get calls f with a reference if the program's pointer is there.
func get[T any](t *Thread, h CUtexref, p *T, f func(x *texref) (T, CUresult)) CUresult {
	return t.texref(h, func(x *texref) CUresult {
		if p == nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		v, r := f(x)
		if r == CUDA_SUCCESS {
			*p = v
		}
		return r
	})
}

// CuTexRefGetAddress is CuTexRefGetAddress_v2 with 32 bits.
func CuTexRefGetAddress(t *Thread, p *uint32, h CUtexref) CUresult {
	var d CUdeviceptr
	r := CuTexRefGetAddress_v2(t, &d, h)
	if r == CUDA_SUCCESS && !fits32(p, uint64(d)) {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	return r
}

// CuTexRefGetAddress_v2 gives the bound memory.
func CuTexRefGetAddress_v2(t *Thread, p *CUdeviceptr, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (CUdeviceptr, CUresult) {
		if !x.bound || x.res.ResType != CU_RESOURCE_TYPE_LINEAR && x.res.ResType != CU_RESOURCE_TYPE_PITCH2D {
			return 0, CUDA_ERROR_INVALID_VALUE
		}
		return CUdeviceptr(x.res.Res[0]), CUDA_SUCCESS
	})
}

// CuTexRefGetArray gives the bound array.
func CuTexRefGetArray(t *Thread, p *CUarray, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (CUarray, CUresult) {
		if !x.bound || x.res.ResType != CU_RESOURCE_TYPE_ARRAY {
			return 0, CUDA_ERROR_INVALID_VALUE
		}
		return CUarray(x.res.Res[0]), CUDA_SUCCESS
	})
}

// CuTexRefGetMipmappedArray gives the bound mipmapped array.
func CuTexRefGetMipmappedArray(t *Thread, p *CUmipmappedArray, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (CUmipmappedArray, CUresult) {
		if !x.bound || x.res.ResType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY {
			return 0, CUDA_ERROR_INVALID_VALUE
		}
		return CUmipmappedArray(x.res.Res[0]), CUDA_SUCCESS
	})
}

// CuTexRefGetAddressMode gives what happens outside in one dimension.
func CuTexRefGetAddressMode(t *Thread, p *CUaddress_mode, h CUtexref, dim int32) CUresult {
	return get(t, h, p, func(x *texref) (CUaddress_mode, CUresult) {
		if dim < 0 || dim > 2 {
			return 0, CUDA_ERROR_INVALID_VALUE
		}
		return x.tex.AddressMode[dim], CUDA_SUCCESS
	})
}

// CuTexRefGetFilterMode gives the filter.
func CuTexRefGetFilterMode(t *Thread, p *CUfilter_mode, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (CUfilter_mode, CUresult) { return x.tex.FilterMode, CUDA_SUCCESS })
}

// CuTexRefGetFormat gives format and channels.
func CuTexRefGetFormat(t *Thread, p *CUarray_format, n *int32, h CUtexref) CUresult {
	return t.texref(h, func(x *texref) CUresult {
		if n != nil {
			*n = int32(x.chans)
		}
		if p != nil {
			*p = x.format
		}
		return CUDA_SUCCESS
	})
}

// CuTexRefGetMipmapFilterMode gives the filter between levels.
func CuTexRefGetMipmapFilterMode(t *Thread, p *CUfilter_mode, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (CUfilter_mode, CUresult) { return x.tex.MipmapFilterMode, CUDA_SUCCESS })
}

// CuTexRefGetMipmapLevelBias gives what is added to the level.
func CuTexRefGetMipmapLevelBias(t *Thread, p *float32, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (float32, CUresult) { return x.tex.MipmapLevelBias, CUDA_SUCCESS })
}

// CuTexRefGetMipmapLevelClamp gives the bounds of the level.
func CuTexRefGetMipmapLevelClamp(t *Thread, lo, hi *float32, h CUtexref) CUresult {
	return get(t, h, lo, func(x *texref) (float32, CUresult) {
		if hi == nil {
			return 0, CUDA_ERROR_INVALID_VALUE
		}
		*hi = x.tex.MaxMipmapLevelClamp
		return x.tex.MinMipmapLevelClamp, CUDA_SUCCESS
	})
}

// CuTexRefGetMaxAnisotropy gives the hint.
func CuTexRefGetMaxAnisotropy(t *Thread, p *int32, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (int32, CUresult) { return int32(x.tex.MaxAnisotropy), CUDA_SUCCESS })
}

// CuTexRefGetBorderColor gives the colour outside.
func CuTexRefGetBorderColor(t *Thread, p *float32, h CUtexref) CUresult {
	return get(t, h, (*[4]float32)(unsafe.Pointer(p)), func(x *texref) ([4]float32, CUresult) { return x.tex.BorderColor, CUDA_SUCCESS })
}

// CuTexRefGetFlags gives how coordinates and values are read.
func CuTexRefGetFlags(t *Thread, p *uint32, h CUtexref) CUresult {
	return get(t, h, p, func(x *texref) (uint32, CUresult) { return x.tex.Flags, CUDA_SUCCESS })
}

// CuSurfRefSetArray binds an array to a surface reference.
func CuSurfRefSetArray(t *Thread, h CUsurfref, ha CUarray, flags uint32) CUresult {
	if r := t.may(); r != CUDA_SUCCESS {
		return r
	}
	x, a := surfrefs.get(uintptr(h)), arrays.get(uintptr(ha))
	if x == nil || a == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	if flags != 0 || a.desc.Flags&CUDA_ARRAY3D_SURFACE_LDST == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	x.mu.Lock()
	x.array, x.dirty = ha, true
	x.mu.Unlock()
	return CUDA_SUCCESS
}

// CuSurfRefGetArray gives the array of a surface reference.
func CuSurfRefGetArray(t *Thread, p *CUarray, h CUsurfref) CUresult {
	x := surfrefs.get(uintptr(h))
	if x == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	if r := t.may(); r != CUDA_SUCCESS {
		return r
	}
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	x.mu.Lock()
	*p = x.array
	x.mu.Unlock()
	if *p == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}
