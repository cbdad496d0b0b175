package cuda

import (
	"bytes"
	"encoding/binary"
	"testing"
	"unsafe"

	"ferry/hipffi"
)

func TestArrays(t *testing.T) {
	th := thread(t)
	for _, c := range []struct {
		name string
		d    CUDA_ARRAY3D_DESCRIPTOR
		want CUresult
	}{
		{"1d", CUDA_ARRAY3D_DESCRIPTOR{100, 0, 0, CU_AD_FORMAT_FLOAT, 1, 0}, 0},
		{"2d", CUDA_ARRAY3D_DESCRIPTOR{100, 50, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0}, 0},
		{"3d", CUDA_ARRAY3D_DESCRIPTOR{10, 20, 30, CU_AD_FORMAT_HALF, 2, 0}, 0},
		{"layered", CUDA_ARRAY3D_DESCRIPTOR{10, 20, 3, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_LAYERED}, 0},
		{"1d layered", CUDA_ARRAY3D_DESCRIPTOR{10, 0, 3, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_LAYERED}, 0},
		{"cube", CUDA_ARRAY3D_DESCRIPTOR{16, 16, 6, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_CUBEMAP}, 0},
		{"no width", CUDA_ARRAY3D_DESCRIPTOR{0, 20, 0, CU_AD_FORMAT_FLOAT, 1, 0}, 1},
		{"3 channels", CUDA_ARRAY3D_DESCRIPTOR{10, 20, 0, CU_AD_FORMAT_FLOAT, 3, 0}, 1},
		{"no such format", CUDA_ARRAY3D_DESCRIPTOR{10, 20, 0, 77, 1, 0}, 1},
		{"no such flag", CUDA_ARRAY3D_DESCRIPTOR{10, 20, 0, CU_AD_FORMAT_FLOAT, 1, 0x1000}, 1},
		{"half a cube", CUDA_ARRAY3D_DESCRIPTOR{16, 16, 3, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_CUBEMAP}, 1},
		{"oblong cube", CUDA_ARRAY3D_DESCRIPTOR{16, 8, 6, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_CUBEMAP}, 1},
		{"too wide", CUDA_ARRAY3D_DESCRIPTOR{1 << 20, 0, 0, CU_AD_FORMAT_FLOAT, 1, 0}, 1},
		{"depth without height", CUDA_ARRAY3D_DESCRIPTOR{10, 0, 5, CU_AD_FORMAT_FLOAT, 1, 0}, 1},
		{"block compressed", CUDA_ARRAY3D_DESCRIPTOR{16, 16, 0, CU_AD_FORMAT_BC1_UNORM, 4, 0}, CUDA_ERROR_NOT_SUPPORTED},
		{"sparse", CUDA_ARRAY3D_DESCRIPTOR{16, 16, 0, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_SPARSE}, CUDA_ERROR_NOT_SUPPORTED},
	} {
		var a CUarray
		want(t, c.name, CuArray3DCreate_v2(th, &a, &c.d), c.want)
		if c.want != 0 {
			continue
		}
		var d CUDA_ARRAY3D_DESCRIPTOR
		ok(t, CuArray3DGetDescriptor_v2(th, &d, a))
		if d != c.d {
			t.Errorf("%s: described as %+v", c.name, d)
		}
		ok(t, CuArrayDestroy(th, a))
		want(t, "destroy again", CuArrayDestroy(th, a), CUDA_ERROR_CONTEXT_IS_DESTROYED) // conformance: array_create
	}
}

func TestArrayCopies(t *testing.T) {
	th := thread(t)
	var a CUarray
	ok(t, CuArray3DCreate_v2(th, &a, &CUDA_ARRAY3D_DESCRIPTOR{6, 5, 4, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0}))
	src, dst := hostBytes(6*5*4*4), hostBytes(6*5*4*4)
	for i := range src {
		src[i] = byte(i * 13)
	}
	cp := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_HOST, SrcHost: unsafe.Pointer(&src[0]), SrcPitch: 24, SrcHeight: 5,
		DstMemoryType: CU_MEMORYTYPE_ARRAY, DstArray: a, WidthInBytes: 24, Height: 5, Depth: 4}
	ok(t, CuMemcpy3D_v2(th, &cp))
	back := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_ARRAY, SrcArray: a, DstMemoryType: CU_MEMORYTYPE_HOST, DstHost: unsafe.Pointer(&dst[0]),
		DstPitch: 24, DstHeight: 5, WidthInBytes: 24, Height: 5, Depth: 4}
	ok(t, CuMemcpy3D_v2(th, &back))
	if !bytes.Equal(src, dst) {
		t.Error("the array gives back other bytes")
	}
	// A part: 2 elements by 2 rows by 1 slice from (3, 1, 2).
	part := hostBytes(16)
	ok(t, CuMemcpy3D_v2(th, &CUDA_MEMCPY3D{SrcXInBytes: 12, SrcY: 1, SrcZ: 2, SrcMemoryType: CU_MEMORYTYPE_ARRAY, SrcArray: a,
		DstMemoryType: CU_MEMORYTYPE_HOST, DstHost: unsafe.Pointer(&part[0]), DstPitch: 8, DstHeight: 2, WidthInBytes: 8, Height: 2, Depth: 1}))
	for r := range 2 {
		at := (2*5+1+r)*24 + 12
		if !bytes.Equal(part[8*r:8*r+8], src[at:at+8]) {
			t.Errorf("row %d differs", r)
		}
	}
	cp.Height = 6
	want(t, "too many rows", CuMemcpy3D_v2(th, &cp), CUDA_ERROR_INVALID_VALUE)
	cp.Height, cp.WidthInBytes = 5, 23
	want(t, "half an element (recorded)", CuMemcpy3D_v2(th, &cp), CUDA_SUCCESS)
	cp.WidthInBytes, cp.DstArray = 24, 12345
	want(t, "no array", CuMemcpy3D_v2(th, &cp), CUDA_ERROR_INVALID_HANDLE)
	var l CUarray
	ok(t, CuArrayCreate_v2(th, &l, &CUDA_ARRAY_DESCRIPTOR{10, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1}))
	ok(t, CuMemcpyHtoA_v2(th, l, 4, unsafe.Pointer(&src[0]), 12))
	ok(t, CuMemcpyAtoH_v2(th, unsafe.Pointer(&dst[0]), l, 8, 8))
	if !bytes.Equal(dst[:8], src[4:12]) {
		t.Error("a 1D array gives back other bytes")
	}
	want(t, "beyond a 1D array", CuMemcpyHtoA_v2(th, l, 32, unsafe.Pointer(&src[0]), 12), CUDA_ERROR_INVALID_VALUE)
	want(t, "null array", CuMemcpyHtoA_v2(th, 0, 0, unsafe.Pointer(&src[0]), 4), CUDA_ERROR_INVALID_HANDLE)
}

func TestMipmaps(t *testing.T) {
	th := thread(t)
	var m CUmipmappedArray
	ok(t, CuMipmappedArrayCreate(th, &m, &CUDA_ARRAY3D_DESCRIPTOR{16, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0}, 99))
	for i, w := range []uintptr{16, 8, 4, 2, 1} {
		var a CUarray
		ok(t, CuMipmappedArrayGetLevel(th, &a, m, uint32(i)))
		var d CUDA_ARRAY_DESCRIPTOR
		ok(t, CuArrayGetDescriptor_v2(th, &d, a))
		if d.Width != w || d.Height != max(w/2, 1) {
			t.Errorf("level %d is %dx%d", i, d.Width, d.Height)
		}
		ok(t, CuArrayDestroy(th, a)) // without effect; api: cuArrayDestroy | a level of a mipmapped array
	}
	want(t, "level 5", CuMipmappedArrayGetLevel(th, new(CUarray), m, 5), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuMipmappedArrayDestroy(th, m))
	want(t, "destroy again", CuMipmappedArrayDestroy(th, m), CUDA_ERROR_CONTEXT_IS_DESTROYED)
}

// TestTextureObject checks the words of a texture object against HIP's layout (images.md, sections 2, 4 and 6).
func TestTextureObject(t *testing.T) {
	th := thread(t)
	object := func(h uint64) (w [texDwords]uint32) {
		t.Helper()
		var b [texDwords * 4]byte
		if err := drv().devices[0].dev.Read(b[:], hipffi.Ptr(h)); err != nil {
			t.Fatal(err)
		}
		for i := range w {
			w[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
		return w
	}
	var a CUarray
	ok(t, CuArrayCreate_v2(th, &a, &CUDA_ARRAY_DESCRIPTOR{100, 50, CU_AD_FORMAT_UNSIGNED_INT8, 4}))
	res := CUDA_RESOURCE_DESC{Res: [16]uint64{uint64(a)}}
	tex := CUDA_TEXTURE_DESC{FilterMode: CU_TR_FILTER_MODE_LINEAR, Flags: CU_TRSF_NORMALIZED_COORDINATES, AddressMode: [3]int32{0, 1, 2}}
	var h CUtexObject
	ok(t, CuTexObjectCreate(th, &h, &res, &tex, nil))
	w := object(h)
	base := arrays.get(uintptr(a)).base
	if h%16 != 0 || uint64(w[0])|uint64(w[1]&0xff)<<32 != base>>8 || w[1]>>20&0xff != 42 || // 8_8_8_8_UNORM
		(w[1]>>30|w[2]<<2&0x3ffc)+1 != 100 || w[2]>>14&0x3fff+1 != 50 || w[3]>>28 != 9 || w[3]&0xfff != 0xfac ||
		w[4]&0x3fff+1 != 128 || w[8] != 2 || w[9] != 8 || w[10] != 100 {
		t.Errorf("descriptor %08x", w)
	}
	if w[12]&7 != 0 || w[12]>>3&7 != 2 || w[12]>>6&7 != 1 || w[12]>>15&1 != 0 || w[14]>>20&15 != 5 {
		t.Errorf("sampler %08x", w[12:16])
	}
	var gr CUDA_RESOURCE_DESC
	var gt CUDA_TEXTURE_DESC
	ok(t, CuTexObjectGetResourceDesc(th, &gr, h))
	ok(t, CuTexObjectGetTextureDesc(th, &gt, h))
	if gr != res || gt != tex {
		t.Error("other descriptions come back")
	}
	ok(t, CuTexObjectGetResourceViewDesc(th, new(CUDA_RESOURCE_VIEW_DESC), h)) // api: cuTexObjectGetResourceViewDesc | without a view
	ok(t, CuSurfObjectDestroy(th, h))                                          // no surface: without effect
	ok(t, CuTexObjectGetResourceDesc(th, &gr, h))
	ok(t, CuTexObjectDestroy(th, h))
	ok(t, CuTexObjectDestroy(th, h)) // api: cuTexObjectDestroy | twice

	p := alloc(t, th, 4096)
	lin := CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_LINEAR, Res: [16]uint64{uint64(p), CU_AD_FORMAT_FLOAT | 1<<32, 400}}
	ok(t, CuTexObjectCreate(th, &h, &lin, &CUDA_TEXTURE_DESC{}, nil))
	if w := object(h); uint64(w[0])|uint64(w[1]&0xffff)<<32 != uint64(p) || w[1]>>16&0x3fff != 4 || w[2] != 100 || w[3]>>12&0x3f != 22 || w[3]>>30 != 0 {
		t.Errorf("buffer descriptor %08x", w)
	}
	pit := CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_PITCH2D, Res: [16]uint64{uint64(p), CU_AD_FORMAT_FLOAT | 1<<32, 60, 16, 256}}
	ok(t, CuTexObjectCreate(th, &h, &pit, &CUDA_TEXTURE_DESC{}, nil))
	if w := object(h); w[12]>>15&1 != 1 || w[12]>>27&1 != 1 || w[4]&0x3fff+1 != 64 {
		t.Errorf("pitched %08x", w)
	}
	for _, c := range []struct {
		name string
		res  CUDA_RESOURCE_DESC
		tex  CUDA_TEXTURE_DESC
	}{
		{"flags", res, CUDA_TEXTURE_DESC{Flags: 0x1000}},
		{"filter", res, CUDA_TEXTURE_DESC{FilterMode: 5}},
		{"address mode", res, CUDA_TEXTURE_DESC{AddressMode: [3]int32{9}}},
		{"unaligned", CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_LINEAR, Res: [16]uint64{uint64(p) + 4, CU_AD_FORMAT_FLOAT | 1<<32, 400}}, CUDA_TEXTURE_DESC{}},
		{"pitch", CUDA_RESOURCE_DESC{ResType: CU_RESOURCE_TYPE_PITCH2D, Res: [16]uint64{uint64(p), CU_AD_FORMAT_FLOAT | 1<<32, 60, 16, 250}}, CUDA_TEXTURE_DESC{}},
		{"type", CUDA_RESOURCE_DESC{ResType: 9}, CUDA_TEXTURE_DESC{}},
	} {
		want(t, c.name, CuTexObjectCreate(th, &h, &c.res, &c.tex, nil), CUDA_ERROR_INVALID_VALUE)
	}
	var s CUsurfObject
	ok(t, CuSurfObjectCreate(th, &s, &res)) // conformance: texture_objects
	ok(t, CuSurfObjectDestroy(th, s))
	var sa CUarray
	ok(t, CuArray3DCreate_v2(th, &sa, &CUDA_ARRAY3D_DESCRIPTOR{10, 20, 3, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST}))
	sres := CUDA_RESOURCE_DESC{Res: [16]uint64{uint64(sa)}}
	ok(t, CuSurfObjectCreate(th, &s, &sres))
	if w := object(s); w[3]>>28 != 13 || w[4]&0x1fff != 2 || w[texPitch] != 256 || w[texDepth] != 3 || uint64(w[texSlice]) != 256*20 || w[texFlags] != 2 {
		t.Errorf("surface %08x", w)
	}
	ok(t, CuSurfObjectDestroy(th, s))
	view := CUDA_RESOURCE_VIEW_DESC{Format: CU_RES_VIEW_FORMAT_UINT_1X32, Width: 100, Height: 50}
	ok(t, CuTexObjectCreate(th, &h, &res, &CUDA_TEXTURE_DESC{Flags: CU_TRSF_READ_AS_INTEGER}, &view))
	if w := object(h); w[1]>>20&0xff != 20 {
		t.Errorf("view %08x", w)
	}
	view.Format = CU_RES_VIEW_FORMAT_UINT_2X32
	want(t, "view of another size", CuTexObjectCreate(th, &h, &res, &CUDA_TEXTURE_DESC{}, &view), CUDA_ERROR_INVALID_VALUE)
}

func TestTexRefs(t *testing.T) {
	th := thread(t)
	var r CUtexref
	ok(t, CuTexRefCreate(th, &r))
	ok(t, CuTexRefSetAddressMode(th, r, 1, CU_TR_ADDRESS_MODE_WRAP))
	ok(t, CuTexRefSetFilterMode(th, r, CU_TR_FILTER_MODE_LINEAR))
	ok(t, CuTexRefSetFlags(th, r, CU_TRSF_NORMALIZED_COORDINATES))
	ok(t, CuTexRefSetFormat(th, r, CU_AD_FORMAT_HALF, 2))
	var m CUaddress_mode
	var f CUfilter_mode
	var fl uint32
	var fm CUarray_format
	var n int32
	ok(t, CuTexRefGetAddressMode(th, &m, r, 1))
	ok(t, CuTexRefGetFilterMode(th, &f, r))
	ok(t, CuTexRefGetFlags(th, &fl, r))
	ok(t, CuTexRefGetFormat(th, &fm, &n, r))
	if m != CU_TR_ADDRESS_MODE_WRAP || f != CU_TR_FILTER_MODE_LINEAR || fl != CU_TRSF_NORMALIZED_COORDINATES || fm != CU_AD_FORMAT_HALF || n != 2 {
		t.Errorf("%d %d %d %d %d", m, f, fl, fm, n)
	}
	want(t, "nothing bound", CuTexRefGetArray(th, new(CUarray), r), CUDA_ERROR_INVALID_VALUE)
	var a, got CUarray
	ok(t, CuArrayCreate_v2(th, &a, &CUDA_ARRAY_DESCRIPTOR{10, 10, CU_AD_FORMAT_FLOAT, 1}))
	want(t, "flags", CuTexRefSetArray(th, r, a, 0), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuTexRefSetArray(th, r, a, CU_TRSA_OVERRIDE_FORMAT))
	ok(t, CuTexRefGetArray(th, &got, r))
	if got != a {
		t.Error("another array")
	}
	p := alloc(t, th, 4096)
	var off uintptr
	ok(t, CuTexRefSetAddress_v2(th, &off, r, p+16, 64))
	var q CUdeviceptr
	ok(t, CuTexRefGetAddress_v2(th, &q, r))
	if off != 16 || q != p {
		t.Errorf("offset %d, address %#x", off, q)
	}
	ok(t, CuTexRefSetAddressMode(th, r, 1, 9)) // clamps; api: cuTexRefSetAddressMode | values
	want(t, "dimension", CuTexRefSetAddressMode(th, r, 3, 0), CUDA_ERROR_INVALID_VALUE)
	want(t, "format", CuTexRefSetFormat(th, r, CU_AD_FORMAT_FLOAT, 3), CUDA_ERROR_INVALID_VALUE)
	ok(t, CuTexRefDestroy(th, r))
	want(t, "destroy again", CuTexRefDestroy(th, r), CUDA_ERROR_INVALID_HANDLE)
	want(t, "destroyed", CuTexRefSetFilterMode(th, r, 0), CUDA_ERROR_INVALID_HANDLE)
}
