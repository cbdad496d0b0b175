package cuda

import (
	"encoding/binary"
	"sync"

	"ferry/hipffi"
)

// A texture or surface handle is the address of a texture object in device memory, laid out as HIP's: the image
// descriptor at dword 0 (T#, for linear memory a V#), HSA's channel type and order, the width, the sampler at dword 12.
// Behind HIP's 20 dwords ferry keeps what code needs that computes addresses itself (surfaces, targets without image
// instructions): see the tex constants.
const (
	texDwords     = 32
	texBase       = 20 // u64 address of the first texel
	texPitch      = 22 // u32 bytes between rows
	texWidth      = 23 // u32 texels
	texHeight     = 24 // u32
	texDepth      = 25 // u32 slices, layers or faces
	texSlice      = 26 // u64 bytes between slices
	texTexel      = 28 // u32 bytes of a texel
	texFormatWord = 29 // u32 component type, bits << 8, channels << 16
	texFlags      = 30 // u32 1 = linear memory, 2 = surface
)

// Image types in T# (RDNA 3 ISA, image resource).
const (
	img1D      = 8
	img2D      = 9
	img3D      = 10
	imgCube    = 11
	img1DArray = 12
	img2DArray = 13
)

// texObject is a texture or surface object.
type texObject struct {
	addr    uint64
	ctx     *context
	res     CUDA_RESOURCE_DESC
	tex     CUDA_TEXTURE_DESC
	view    CUDA_RESOURCE_VIEW_DESC
	hasView bool
	surface bool
}

// texObjects is all of them, by handle.
var texObjects struct {
	sync.Mutex
	at map[uint64]*texObject
}

// resource is a resource description, resolved.
type resource struct {
	format                texFormat
	base                  uint64
	pitch, slice          uint64
	width, height, depth  uint32
	typ                   uint32
	levels                uint32
	first, last           uint32 // mip levels in view
	firstLayer, lastLayer uint32
	linear, pitched       bool
	desc                  CUDA_ARRAY3D_DESCRIPTOR // of an array
}

// resolve reads a resource description.
func resolve(d *CUDA_RESOURCE_DESC) (r resource, res CUresult) {
	if d.Flags != 0 {
		return r, CUDA_ERROR_INVALID_VALUE
	}
	switch d.ResType {
	case CU_RESOURCE_TYPE_ARRAY:
		a := arrays.get(uintptr(d.Res[0]))
		if a == nil {
			return r, CUDA_ERROR_INVALID_VALUE
		}
		r.image(&a.desc, a.format, a.base, a.pitch, a.slice, 1)
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		m := mipmaps.get(uintptr(d.Res[0]))
		if m == nil {
			return r, CUDA_ERROR_INVALID_VALUE
		}
		r.image(&m.desc, m.format, m.base, m.levels[0].pitch, m.slice, uint32(len(m.levels)))
	case CU_RESOURCE_TYPE_LINEAR, CU_RESOURCE_TYPE_PITCH2D:
		f, ok := formatOf(CUarray_format(uint32(d.Res[1])), uint32(d.Res[1]>>32))
		if !ok {
			return r, CUDA_ERROR_INVALID_VALUE
		}
		r.format, r.base, r.levels, r.depth, r.height = f, d.Res[0], 1, 1, 1
		n := d.Res[2]
		if d.ResType == CU_RESOURCE_TYPE_LINEAR {
			if r.base == 0 || r.base%textureAlign != 0 || n/uint64(f.bytes) > maxLinear {
				return r, CUDA_ERROR_INVALID_VALUE
			}
			r.linear, r.width, r.pitch = true, uint32(n/uint64(f.bytes)), n
		} else {
			w, h, p := d.Res[2], d.Res[3], d.Res[4]
			if r.base == 0 || r.base%textureAlign != 0 || w == 0 || h == 0 || w > maxImage || h > maxImage || p%pitchAlign != 0 ||
				p < w*uint64(f.bytes) || p > maxImage*16 {
				return r, CUDA_ERROR_INVALID_VALUE
			}
			r.pitched, r.typ, r.width, r.height, r.pitch = true, img2D, uint32(w), uint32(h), p
		}
		// Where the memory is looked at when it is read: an address that is nobody's is no error here (recorded).
		r.slice = r.pitch * uint64(r.height)
	default:
		return r, CUDA_ERROR_INVALID_VALUE
	}
	return r, CUDA_SUCCESS
}

// image fills in an array's facts.
func (r *resource) image(d *CUDA_ARRAY3D_DESCRIPTOR, f texFormat, base, pitch, slice uint64, levels uint32) {
	r.desc = *d
	r.format, r.base, r.pitch, r.slice, r.levels, r.last = f, base, pitch, slice, levels, levels-1
	r.width, r.height, r.depth = uint32(d.Width), uint32(max(d.Height, 1)), uint32(max(d.Depth, 1))
	switch {
	case d.Flags&CUDA_ARRAY3D_CUBEMAP != 0:
		r.typ = imgCube
	case d.Flags&CUDA_ARRAY3D_LAYERED != 0 && d.Height == 0:
		r.typ = img1DArray
	case d.Flags&CUDA_ARRAY3D_LAYERED != 0:
		r.typ = img2DArray
	case d.Depth > 0:
		r.typ = img3D
	case d.Height > 0:
		r.typ = img2D
	default:
		r.typ = img1D
	}
	r.lastLayer = r.depth - 1
}

// view narrows a resource as a resource view says.
func (r *resource) view(v *CUDA_RESOURCE_VIEW_DESC) CUresult {
	f, ok := viewFormat(v.Format)
	if !ok || f.bytes != r.format.bytes {
		// A block of a compressed format is an element of 64 or 128 bits.
		if v.Format > CU_RES_VIEW_FORMAT_FLOAT_4X32 && v.Format <= CU_RES_VIEW_FORMAT_UNSIGNED_BC7 && r.format.bytes >= 8 {
			return CUDA_ERROR_NOT_SUPPORTED
		}
		return CUDA_ERROR_INVALID_VALUE
	}
	r.format = f
	if r.linear || r.pitched {
		return CUDA_SUCCESS
	}
	if v.Width != r.desc.Width || v.Height != r.desc.Height || v.Depth != r.desc.Depth ||
		v.FirstMipmapLevel > v.LastMipmapLevel || v.FirstMipmapLevel >= r.levels || v.FirstLayer > v.LastLayer || v.LastLayer >= r.depth {
		return CUDA_ERROR_INVALID_VALUE
	}
	r.first, r.last = v.FirstMipmapLevel, min(v.LastMipmapLevel, r.levels-1)
	if r.typ != img3D {
		r.firstLayer, r.lastLayer = v.FirstLayer, v.LastLayer
	}
	return CUDA_SUCCESS
}

// words writes the texture object's descriptor and facts (gfx11: images.md, sections 2, 3, 6).
func (r *resource) words(w *[texDwords]uint32, surface bool) CUresult {
	f := r.format.number()
	if f == 0 {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	sel := map[int]uint32{1: 4 | 0<<3 | 0<<6 | 1<<9, 2: 4 | 5<<3 | 0<<6 | 1<<9, 4: 4 | 5<<3 | 6<<6 | 7<<9}[r.format.channels]
	if r.linear {
		// V#: structured, so that an index beyond the last element reads 0.
		w[0] = uint32(r.base)
		w[1] = uint32(r.base>>32)&0xffff | uint32(r.format.bytes)<<16
		w[2] = r.width
		w[3] = sel | f<<12 | 1<<28
	} else {
		base := r.base >> 8
		swizzle := uint32(0)
		if r.format.channels == 1 {
			swizzle = 1
		}
		w[0] = uint32(base)
		w[1] = uint32(base>>32)&0xff | (r.levels-1)<<16 | f<<20 | (r.width-1)<<30
		w[2] = (r.width-1)>>2 | (r.height-1)<<14
		w[3] = sel | r.first<<12 | r.last<<16 | swizzle<<25 | r.typ<<28
		if r.typ == img1D || r.typ == img2D {
			if r.levels == 1 {
				w[4] = uint32(r.pitch/uint64(r.format.bytes)) - 1
			}
		} else {
			last := r.lastLayer
			if r.typ == img3D {
				last = r.depth - 1
			}
			w[4] = last | r.firstLayer<<16
		}
	}
	w[8], w[9] = r.format.hsa()
	w[10] = r.width
	w[texBase], w[texBase+1] = uint32(r.base), uint32(r.base>>32)
	w[texPitch], w[texWidth], w[texHeight], w[texDepth] = uint32(r.pitch), r.width, r.height, r.depth
	w[texSlice], w[texSlice+1] = uint32(r.slice), uint32(r.slice>>32)
	w[texTexel] = uint32(r.format.bytes)
	w[texFormatWord] = uint32(r.format.comp) | uint32(r.format.bits)<<8 | uint32(r.format.channels)<<16
	w[texFlags] = uint32(b2i(r.linear) | b2i(surface)<<1)
	return CUDA_SUCCESS
}

const texObjectFlags = 4 | 8 | CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP

// sampler writes the S# (gfx11: images.md, section 4) and brings the format to what the texture reads.
func (r *resource) sampler(w *[texDwords]uint32, d *CUDA_TEXTURE_DESC) CUresult {
	if d.Flags&^texObjectFlags != 0 || d.FilterMode < 0 || d.FilterMode > CU_TR_FILTER_MODE_LINEAR ||
		d.MipmapFilterMode < 0 || d.MipmapFilterMode > CU_TR_FILTER_MODE_LINEAR || d.Reserved != [12]int32{} ||
		d.Flags&CU_TRSF_SEAMLESS_CUBEMAP != 0 && r.typ != imgCube {
		return CUDA_ERROR_INVALID_VALUE
	}
	norm := d.Flags&CU_TRSF_NORMALIZED_COORDINATES != 0
	small := r.format.bits <= 16
	switch {
	case d.Flags&CU_TRSF_READ_AS_INTEGER != 0 || !small:
	case r.format.comp == compUint:
		r.format.comp = compUnorm
	case r.format.comp == compSint:
		r.format.comp = compSnorm
	}
	// Other formats have no sRGB, whole numbers no filter, texel coordinates no levels: what asks for it goes without (recorded).
	r.format.srgb = d.Flags&CU_TRSF_SRGB != 0 && r.format.bits == 8 && r.format.comp == compUnorm
	filter := d.FilterMode
	if r.format.comp == compUint || r.format.comp == compSint {
		filter = CU_TR_FILTER_MODE_POINT
	}
	if !norm {
		r.last = r.first
	}
	if r.linear {
		return CUDA_SUCCESS // read without a sampler
	}
	clamp := func(m CUaddress_mode) (uint32, bool) {
		if !norm && (m == CU_TR_ADDRESS_MODE_WRAP || m == CU_TR_ADDRESS_MODE_MIRROR) {
			m = CU_TR_ADDRESS_MODE_CLAMP // CUDA programming guide, texture addressing
		}
		switch m {
		case CU_TR_ADDRESS_MODE_WRAP:
			return 0, true
		case CU_TR_ADDRESS_MODE_MIRROR:
			return 1, true
		case CU_TR_ADDRESS_MODE_CLAMP:
			return 2, true
		case CU_TR_ADDRESS_MODE_BORDER:
			return 6, true
		}
		return 0, false
	}
	border := false
	for i := range 3 {
		c, ok := clamp(d.AddressMode[i])
		if !ok {
			return CUDA_ERROR_INVALID_VALUE
		}
		border = border || c == 6
		w[12] |= c << (3 * i)
	}
	if !norm {
		w[12] |= 1 << 15
	}
	if filter == CU_TR_FILTER_MODE_POINT {
		w[12] |= 1 << 27 // TRUNC_COORD: point sampling takes the floor
	}
	if d.Flags&CU_TRSF_SEAMLESS_CUBEMAP == 0 {
		w[12] |= 1 << 28 // DISABLE_CUBE_WRAP
	}
	lod := func(x float32) uint32 { return uint32(min(max(x, 0), 15.99609375) * 256) }
	w[13] = lod(d.MinMipmapLevelClamp)
	if r.levels > 1 {
		w[13] |= lod(d.MaxMipmapLevelClamp) << 12
		w[14] |= uint32(int32(min(max(d.MipmapLevelBias, -16), 15.99609375)*256)) & 0x3fff
		w[14] |= uint32(1+d.MipmapFilterMode) << 26
	}
	xy := uint32(filter)
	w[14] |= xy<<20 | xy<<22
	if border {
		switch d.BorderColor {
		case [4]float32{0, 0, 0, 0}:
		case [4]float32{0, 0, 0, 1}:
			w[15] = 1 << 30
		case [4]float32{1, 1, 1, 1}:
			w[15] = 2 << 30
		default:
			return CUDA_ERROR_NOT_SUPPORTED // needs a table of colours that the device does not have
		}
	}
	return CUDA_SUCCESS
}

// newTexObject makes the object in device memory.
func (c *context) newTexObject(o *texObject) (*texObject, CUresult) {
	if !hasImages(c.dev.prop.Target) {
		return nil, CUDA_ERROR_NOT_SUPPORTED
	}
	r, res := resolve(&o.res)
	if res != CUDA_SUCCESS {
		return nil, res
	}
	if o.hasView {
		if res := r.view(&o.view); res != CUDA_SUCCESS {
			return nil, res
		}
	}
	var w [texDwords]uint32
	if o.surface {
		if o.res.ResType != CU_RESOURCE_TYPE_ARRAY {
			return nil, CUDA_ERROR_INVALID_VALUE
		}
	} else if res := r.sampler(&w, &o.tex); res != CUDA_SUCCESS {
		return nil, res
	}
	if res := r.words(&w, o.surface); res != CUDA_SUCCESS {
		return nil, res
	}
	p, err := c.dev.dev.Alloc(hipffi.AllocDevice, texDwords*4)
	if err != nil {
		return nil, fromError(err)
	}
	var b [texDwords * 4]byte
	for i, x := range w {
		binary.LittleEndian.PutUint32(b[4*i:], x)
	}
	if err := c.dev.dev.Write(p, b[:]); err != nil {
		c.dev.dev.Free(p)
		return nil, fromError(err)
	}
	o.addr, o.ctx = uint64(p), c
	c.mu.Lock()
	ok := c.others != nil
	if ok {
		c.others[o] = o.end
	}
	c.mu.Unlock()
	if !ok {
		c.dev.dev.Free(p)
		return nil, CUDA_ERROR_CONTEXT_IS_DESTROYED
	}
	texObjects.Lock()
	if texObjects.at == nil {
		texObjects.at = map[uint64]*texObject{}
	}
	texObjects.at[o.addr] = o
	texObjects.Unlock()
	return o, CUDA_SUCCESS
}

// end gives the object's memory back.
func (o *texObject) end() {
	texObjects.Lock()
	delete(texObjects.at, o.addr)
	texObjects.Unlock()
	o.ctx.dev.dev.Free(hipffi.Ptr(o.addr))
}

// drop ends an object before its context.
func (o *texObject) drop() {
	o.ctx.mu.Lock()
	_, mine := o.ctx.others[o]
	delete(o.ctx.others, o)
	o.ctx.mu.Unlock()
	if mine {
		o.end()
	}
}

// lookTex gives the object of a handle of a kind.
func (t *Thread) lookTex(h uint64, surface bool) (*texObject, CUresult) {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return nil, r
	}
	texObjects.Lock()
	o := texObjects.at[h]
	texObjects.Unlock()
	if o == nil || o.surface != surface {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return o, CUDA_SUCCESS
}

// CuTexObjectCreate makes a texture object.
func CuTexObjectCreate(t *Thread, ph *CUtexObject, res *CUDA_RESOURCE_DESC, tex *CUDA_TEXTURE_DESC, view *CUDA_RESOURCE_VIEW_DESC) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil || res == nil || tex == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	o := &texObject{res: *res, tex: *tex}
	if view != nil {
		o.view, o.hasView = *view, true
	}
	if o, r = c.newTexObject(o); r != CUDA_SUCCESS {
		return r
	}
	*ph = o.addr
	return CUDA_SUCCESS
}

// CuTexObjectDestroy ends a texture object; it waits for the work that may use it. What is none is passed over (recorded).
func CuTexObjectDestroy(t *Thread, h CUtexObject) CUresult { return t.destroyTex(h, false) }

func (t *Thread) destroyTex(h uint64, surface bool) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	o, r := t.lookTex(h, surface)
	if r != CUDA_SUCCESS {
		return CUDA_SUCCESS
	}
	if r := o.ctx.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	o.drop()
	return CUDA_SUCCESS
}

// CuTexObjectGetResourceDesc gives the resource a texture object was made of.
func CuTexObjectGetResourceDesc(t *Thread, d *CUDA_RESOURCE_DESC, h CUtexObject) CUresult {
	o, r := t.lookTex(h, false)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = o.res
	return CUDA_SUCCESS
}

// CuTexObjectGetTextureDesc gives the way a texture object reads.
func CuTexObjectGetTextureDesc(t *Thread, d *CUDA_TEXTURE_DESC, h CUtexObject) CUresult {
	o, r := t.lookTex(h, false)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = o.tex
	return CUDA_SUCCESS
}

// CuTexObjectGetResourceViewDesc gives the view of a texture object, zeroes if it has none.
func CuTexObjectGetResourceViewDesc(t *Thread, d *CUDA_RESOURCE_VIEW_DESC, h CUtexObject) CUresult {
	o, r := t.lookTex(h, false)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = o.view
	return CUDA_SUCCESS
}

// CuSurfObjectCreate makes a surface object of an array that allows it.
func CuSurfObjectCreate(t *Thread, ph *CUsurfObject, res *CUDA_RESOURCE_DESC) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if ph == nil || res == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	o, r := c.newTexObject(&texObject{res: *res, surface: true})
	if r != CUDA_SUCCESS {
		return r
	}
	*ph = o.addr
	return CUDA_SUCCESS
}

// CuSurfObjectDestroy ends a surface object; it waits for the work that may use it. What is none is passed over (recorded).
func CuSurfObjectDestroy(t *Thread, h CUsurfObject) CUresult { return t.destroyTex(h, true) }

// CuSurfObjectGetResourceDesc gives the resource a surface object was made of.
func CuSurfObjectGetResourceDesc(t *Thread, d *CUDA_RESOURCE_DESC, h CUsurfObject) CUresult {
	o, r := t.lookTex(h, true)
	if r != CUDA_SUCCESS {
		return r
	}
	if d == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*d = o.res
	return CUDA_SUCCESS
}
