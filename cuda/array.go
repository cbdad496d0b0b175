package cuda

import (
	"ferry/hipffi"
)

// array is a CUDA array: an image in linear layout. Rows are pitch bytes apart (a multiple of 256, as AMD's image
// instructions derive it), slices or layers slice bytes.
type array struct {
	h      CUarray
	ctx    *context
	desc   CUDA_ARRAY3D_DESCRIPTOR
	format texFormat
	texel  int // bytes
	base   uint64
	pitch  uint64
	slice  uint64
	size   uint64
	owns   bool // base is an allocation of its own
	parent *mipmap
}

// mipmap is a chain of arrays, each half as large as the one before.
type mipmap struct {
	h      CUmipmappedArray
	ctx    *context
	desc   CUDA_ARRAY3D_DESCRIPTOR
	format texFormat
	base   uint64
	size   uint64
	slice  uint64
	levels []*array
}

var (
	arrays  = table[array]{kind: kindArray}
	mipmaps = table[mipmap]{kind: kindMipmap}
)

const arrayFlags = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_TEXTURE_GATHER |
	CUDA_ARRAY3D_DEPTH_TEXTURE | CUDA_ARRAY3D_COLOR_ATTACHMENT | CUDA_ARRAY3D_VIDEO_ENCODE_DECODE

// checkArray checks a description and gives its format.
func checkArray(d *CUDA_ARRAY3D_DESCRIPTOR) (texFormat, CUresult) {
	if d == nil || d.Width == 0 || d.Flags&(CUDA_ARRAY3D_SPARSE|CUDA_ARRAY3D_DEFERRED_MAPPING) == 0 && d.Flags&^arrayFlags != 0 {
		return texFormat{}, CUDA_ERROR_INVALID_VALUE
	}
	if d.Flags&^arrayFlags != 0 {
		return texFormat{}, CUDA_ERROR_NOT_SUPPORTED
	}
	f, ok := formatOf(d.Format, d.NumChannels)
	if !ok {
		return f, unknownFormat(d.Format, d.NumChannels)
	}
	// Depth textures and colour attachments are graphics APIs' (recorded as INVALID_VALUE for every format).
	if d.Flags&(CUDA_ARRAY3D_COLOR_ATTACHMENT|CUDA_ARRAY3D_DEPTH_TEXTURE) != 0 || d.Flags&CUDA_ARRAY3D_TEXTURE_GATHER != 0 && (d.Height == 0 || d.Depth != 0) {
		return f, CUDA_ERROR_INVALID_VALUE
	}
	layered, cube := d.Flags&CUDA_ARRAY3D_LAYERED != 0, d.Flags&CUDA_ARRAY3D_CUBEMAP != 0
	bad := d.Width > maxImage || d.Height > maxImage
	switch {
	case cube:
		bad = bad || d.Width != d.Height || d.Depth == 0 || d.Depth%6 != 0 || !layered && d.Depth != 6 || d.Depth > maxCubes*6
	case layered:
		bad = bad || d.Depth == 0 || d.Depth > maxLayers
	default:
		bad = bad || d.Depth > maxImageDepth || d.Depth > 0 && d.Height == 0
	}
	if bad {
		return f, CUDA_ERROR_INVALID_VALUE
	}
	return f, CUDA_SUCCESS
}

// extent is what a copy can cover: bytes, rows, slices or layers.
func (a *array) extent() (w, h, d uintptr) {
	return a.desc.Width * uintptr(a.texel), max(a.desc.Height, 1), max(a.desc.Depth, 1)
}

// rowPitch is the pitch of an image of some width.
func rowPitch(width uintptr, texel int) uint64 {
	return (uint64(width)*uint64(texel) + pitchAlign - 1) &^ (pitchAlign - 1)
}

func (c *context) newArray(d *CUDA_ARRAY3D_DESCRIPTOR) (*array, CUresult) {
	f, r := checkArray(d)
	if r != CUDA_SUCCESS {
		return nil, r
	}
	a := &array{ctx: c, desc: *d, format: f, texel: f.bytes, pitch: rowPitch(d.Width, f.bytes), owns: true}
	a.slice = a.pitch * uint64(max(d.Height, 1))
	a.size = a.slice * uint64(max(d.Depth, 1))
	p, err := c.dev.dev.Alloc(hipffi.AllocDevice, a.size)
	if err != nil {
		return nil, fromError(err)
	}
	a.base = uint64(p)
	if r := c.enterArray(a); r != CUDA_SUCCESS {
		c.dev.dev.Free(p)
		return nil, r
	}
	return a, CUDA_SUCCESS
}

func (c *context) enterArray(a *array) CUresult {
	a.h = CUarray(arrays.put(a))
	c.mu.Lock()
	defer c.mu.Unlock()
	if a.h == 0 || c.arrays == nil {
		arrays.drop(uintptr(a.h))
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	if a.owns {
		c.arrays[a] = struct{}{}
	}
	return CUDA_SUCCESS
}

// end gives an array's memory back when its context goes.
func (a *array) end() {
	arrays.drop(uintptr(a.h))
	if a.owns {
		a.ctx.dev.dev.Free(hipffi.Ptr(a.base))
	}
}

// CuArrayCreate is CuArrayCreate_v2 with 32 bits.
func CuArrayCreate(t *Thread, ph *CUarray, d *CUDA_ARRAY_DESCRIPTOR_v1) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CuArrayCreate_v2(t, ph, nil)
	}
	return CuArrayCreate_v2(t, ph, &CUDA_ARRAY_DESCRIPTOR{uintptr(d.Width), uintptr(d.Height), d.Format, d.NumChannels})
}

// CuArrayCreate_v2 makes a 1D or 2D array.
func CuArrayCreate_v2(t *Thread, ph *CUarray, d *CUDA_ARRAY_DESCRIPTOR) CUresult {
	if d == nil {
		return CuArray3DCreate_v2(t, ph, nil)
	}
	return CuArray3DCreate_v2(t, ph, &CUDA_ARRAY3D_DESCRIPTOR{Width: d.Width, Height: d.Height, Format: d.Format, NumChannels: d.NumChannels})
}

// CuArray3DCreate is CuArray3DCreate_v2 with 32 bits.
func CuArray3DCreate(t *Thread, ph *CUarray, d *CUDA_ARRAY3D_DESCRIPTOR_v1) CUresult {
	if r := t.form31(); r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CuArray3DCreate_v2(t, ph, nil)
	}
	return CuArray3DCreate_v2(t, ph, &CUDA_ARRAY3D_DESCRIPTOR{uintptr(d.Width), uintptr(d.Height), uintptr(d.Depth), d.Format, d.NumChannels, d.Flags})
}

// CuArray3DCreate_v2 makes an array of any kind.
func CuArray3DCreate_v2(t *Thread, ph *CUarray, d *CUDA_ARRAY3D_DESCRIPTOR) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil || d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	a, r := c.newArray(d)
	if r != CUDA_SUCCESS {
		return r
	}
	*ph = a.h
	return CUDA_SUCCESS
}

func (t *Thread) array(h CUarray) (*array, CUresult) {
	if h == 0 {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	if r := t.may(); r != CUDA_SUCCESS {
		return nil, r
	}
	a := arrays.get(uintptr(h))
	if a == nil {
		if arrays.known(uintptr(h)) {
			return nil, CUDA_ERROR_CONTEXT_IS_DESTROYED // a dead one, as recorded
		}
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	return a, CUDA_SUCCESS
}

// CuArrayDestroy ends an array. To a level of a mipmapped array it does nothing, as recorded.
func CuArrayDestroy(t *Thread, h CUarray) CUresult {
	a, r := t.array(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if a.parent != nil {
		return CUDA_SUCCESS
	}
	if r := a.ctx.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	if r := a.ctx.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	if arrays.drop(uintptr(h)) == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	a.ctx.mu.Lock()
	delete(a.ctx.arrays, a)
	a.ctx.mu.Unlock()
	return fromError(a.ctx.dev.dev.Free(hipffi.Ptr(a.base)))
}

// CuArrayGetDescriptor is CuArrayGetDescriptor_v2 with 32 bits.
func CuArrayGetDescriptor(t *Thread, d *CUDA_ARRAY_DESCRIPTOR_v1, h CUarray) CUresult {
	a, r := t.array(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = CUDA_ARRAY_DESCRIPTOR_v1{uint32(a.desc.Width), uint32(a.desc.Height), a.desc.Format, a.desc.NumChannels}
	return CUDA_SUCCESS
}

// CuArrayGetDescriptor_v2 gives width, height and format.
func CuArrayGetDescriptor_v2(t *Thread, d *CUDA_ARRAY_DESCRIPTOR, h CUarray) CUresult {
	a, r := t.array(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = CUDA_ARRAY_DESCRIPTOR{a.desc.Width, a.desc.Height, a.desc.Format, a.desc.NumChannels}
	return CUDA_SUCCESS
}

// CuArray3DGetDescriptor is CuArray3DGetDescriptor_v2 with 32 bits.
func CuArray3DGetDescriptor(t *Thread, d *CUDA_ARRAY3D_DESCRIPTOR_v1, h CUarray) CUresult {
	a, r := t.array(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = CUDA_ARRAY3D_DESCRIPTOR_v1{uint32(a.desc.Width), uint32(a.desc.Height), uint32(a.desc.Depth), a.desc.Format, a.desc.NumChannels, a.desc.Flags}
	return CUDA_SUCCESS
}

// CuArray3DGetDescriptor_v2 gives the description an array was made with.
func CuArray3DGetDescriptor_v2(t *Thread, d *CUDA_ARRAY3D_DESCRIPTOR, h CUarray) CUresult {
	a, r := t.array(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = a.desc
	return CUDA_SUCCESS
}

// CuArrayGetPlane gives a plane of a multi-planar array; none is multi-planar.
func CuArrayGetPlane(t *Thread, plane *CUarray, h CUarray, index uint32) CUresult {
	if _, r := t.array(h); r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_INVALID_VALUE
}

// CuArrayGetSparseProperties is for sparse arrays; no array is sparse.
func CuArrayGetSparseProperties(t *Thread, p *CUDA_ARRAY_SPARSE_PROPERTIES, h CUarray) CUresult {
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.array(h); r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_INVALID_VALUE
}

// CuArrayGetMemoryRequirements is for arrays whose memory is mapped later; no array is.
func CuArrayGetMemoryRequirements(t *Thread, p *CUDA_ARRAY_MEMORY_REQUIREMENTS, h CUarray, dev CUdevice) CUresult {
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.array(h); r != CUDA_SUCCESS {
		return r
	}
	if _, r := t.lookDevice(dev); r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_INVALID_VALUE
}

// CuMipmappedArrayCreate makes a chain of arrays, of one level at least; more levels than there can be are cut.
func CuMipmappedArrayCreate(t *Thread, ph *CUmipmappedArray, d *CUDA_ARRAY3D_DESCRIPTOR, n uint32) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil || d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	f, r := checkArray(d)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	m := &mipmap{ctx: c, desc: *d, format: f}
	layered := d.Flags&(CUDA_ARRAY3D_LAYERED|CUDA_ARRAY3D_CUBEMAP) != 0
	for i := range max(n, 1) {
		x := *d
		x.Width = max(d.Width>>i, 1)
		if d.Height > 0 {
			x.Height = max(d.Height>>i, 1)
		}
		if d.Depth > 0 && !layered {
			x.Depth = max(d.Depth>>i, 1)
		}
		a := &array{ctx: c, desc: x, format: f, texel: f.bytes, pitch: rowPitch(x.Width, f.bytes), parent: m}
		m.levels = append(m.levels, a)
		if x.Width == 1 && x.Height <= 1 && (layered || x.Depth <= 1) {
			break
		}
	}
	// A slice holds all levels, the smallest first: AMD's layout of linear mip chains.
	for _, a := range m.levels {
		m.slice += a.pitch * uint64(max(a.desc.Height, 1))
	}
	m.size = m.slice * uint64(max(d.Depth, 1))
	p, err := c.dev.dev.Alloc(hipffi.AllocDevice, m.size)
	if err != nil {
		return fromError(err)
	}
	m.base = uint64(p)
	at := m.base
	for i := len(m.levels) - 1; i >= 0; i-- {
		a := m.levels[i]
		a.base, a.slice = at, m.slice
		at += a.pitch * uint64(max(a.desc.Height, 1))
	}
	m.h = CUmipmappedArray(mipmaps.put(m))
	c.mu.Lock()
	ok := m.h != 0 && c.others != nil
	if ok {
		c.others[m] = m.end
	}
	c.mu.Unlock()
	if !ok {
		c.dev.dev.Free(p)
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*ph = m.h
	return CUDA_SUCCESS
}

// end gives the memory back.
func (m *mipmap) end() {
	mipmaps.drop(uintptr(m.h))
	for _, a := range m.levels {
		if a.h != 0 {
			arrays.drop(uintptr(a.h))
		}
	}
	m.ctx.dev.dev.Free(hipffi.Ptr(m.base))
}

func (t *Thread) mipmap(h CUmipmappedArray) (*mipmap, CUresult) {
	if h == 0 {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	if r := t.may(); r != CUDA_SUCCESS {
		return nil, r
	}
	m := mipmaps.get(uintptr(h))
	if m == nil {
		if mipmaps.known(uintptr(h)) {
			return nil, CUDA_ERROR_CONTEXT_IS_DESTROYED // a dead one, as recorded
		}
		if arrays.get(uintptr(h)) != nil {
			return nil, CUDA_ERROR_INVALID_VALUE // an array, as recorded
		}
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	return m, CUDA_SUCCESS
}

// CuMipmappedArrayGetLevel gives a level as an array.
func CuMipmappedArrayGetLevel(t *Thread, ph *CUarray, h CUmipmappedArray, level uint32) CUresult {
	m, r := t.mipmap(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil || int64(level) >= int64(len(m.levels)) {
		return CUDA_ERROR_INVALID_VALUE
	}
	a := m.levels[level]
	m.ctx.mu.Lock()
	known := a.h != 0
	m.ctx.mu.Unlock()
	if !known {
		if r := m.ctx.enterArray(a); r != CUDA_SUCCESS {
			return r
		}
	}
	*ph = a.h
	return CUDA_SUCCESS
}

// CuMipmappedArrayDestroy ends a mipmapped array with its levels.
func CuMipmappedArrayDestroy(t *Thread, h CUmipmappedArray) CUresult {
	m, r := t.mipmap(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := m.ctx.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	m.ctx.mu.Lock()
	_, mine := m.ctx.others[m]
	delete(m.ctx.others, m)
	m.ctx.mu.Unlock()
	if !mine {
		return CUDA_ERROR_INVALID_HANDLE
	}
	m.end()
	return CUDA_SUCCESS
}

// CuMipmappedArrayGetSparseProperties is for sparse arrays; no array is sparse.
func CuMipmappedArrayGetSparseProperties(t *Thread, p *CUDA_ARRAY_SPARSE_PROPERTIES, h CUmipmappedArray) CUresult {
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.mipmap(h); r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_INVALID_VALUE
}

// CuMipmappedArrayGetMemoryRequirements is for arrays whose memory is mapped later; no array is.
func CuMipmappedArrayGetMemoryRequirements(t *Thread, p *CUDA_ARRAY_MEMORY_REQUIREMENTS, h CUmipmappedArray, dev CUdevice) CUresult {
	if p == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.mipmap(h); r != CUDA_SUCCESS {
		return r
	}
	if _, r := t.lookDevice(dev); r != CUDA_SUCCESS {
		return r
	}
	return CUDA_ERROR_INVALID_VALUE
}
