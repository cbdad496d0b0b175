package cuda

import "strings"

// compType is what a component of a texel is.
type compType uint8

const (
	compUint compType = iota
	compSint
	compFloat
	compUnorm
	compSnorm
)

// texFormat is a texel: so many components of so many bits.
type texFormat struct {
	comp     compType
	bits     int
	channels int
	bytes    int
	srgb     bool
}

// formatOf reads a CUDA format; false if there is none such or AMD's images have none for it.
func formatOf(f CUarray_format, channels uint32) (texFormat, bool) {
	t := texFormat{channels: int(channels)}
	switch f {
	case CU_AD_FORMAT_UNSIGNED_INT8:
		t.comp, t.bits = compUint, 8
	case CU_AD_FORMAT_UNSIGNED_INT16:
		t.comp, t.bits = compUint, 16
	case CU_AD_FORMAT_UNSIGNED_INT32:
		t.comp, t.bits = compUint, 32
	case CU_AD_FORMAT_SIGNED_INT8:
		t.comp, t.bits = compSint, 8
	case CU_AD_FORMAT_SIGNED_INT16:
		t.comp, t.bits = compSint, 16
	case CU_AD_FORMAT_SIGNED_INT32:
		t.comp, t.bits = compSint, 32
	case CU_AD_FORMAT_HALF:
		t.comp, t.bits = compFloat, 16
	case CU_AD_FORMAT_FLOAT:
		t.comp, t.bits = compFloat, 32
	case CU_AD_FORMAT_UNORM_INT8X1, CU_AD_FORMAT_UNORM_INT8X2, CU_AD_FORMAT_UNORM_INT8X4:
		t.comp, t.bits = compUnorm, 8
	case CU_AD_FORMAT_UNORM_INT16X1, CU_AD_FORMAT_UNORM_INT16X2, CU_AD_FORMAT_UNORM_INT16X4:
		t.comp, t.bits = compUnorm, 16
	case CU_AD_FORMAT_SNORM_INT8X1, CU_AD_FORMAT_SNORM_INT8X2, CU_AD_FORMAT_SNORM_INT8X4:
		t.comp, t.bits = compSnorm, 8
	case CU_AD_FORMAT_SNORM_INT16X1, CU_AD_FORMAT_SNORM_INT16X2, CU_AD_FORMAT_SNORM_INT16X4:
		t.comp, t.bits = compSnorm, 16
	default:
		return t, false
	}
	if t.comp == compUnorm || t.comp == compSnorm {
		// The number of channels is in the name: 192 is X1, 193 X2, 194 X4, and so on.
		if t.channels != 1<<((f-CU_AD_FORMAT_UNORM_INT8X1)%3) {
			return t, false
		}
	}
	t.bytes = t.bits / 8 * t.channels
	return t, t.channels == 1 || t.channels == 2 || t.channels == 4
}

// unknownFormat is the answer for a format that formatOf does not know: one of CUDA's others, or no format at all.
func unknownFormat(f CUarray_format, channels uint32) CUresult {
	if f >= CU_AD_FORMAT_BC1_UNORM && f <= CU_AD_FORMAT_BC7_UNORM_SRGB && channels != blockChannels(f) {
		return CUDA_ERROR_INVALID_VALUE
	}
	if f >= CU_AD_FORMAT_UNORM_INT_101010_2 && f <= CU_AD_FORMAT_UINT8_PLANAR_420 || f >= CU_AD_FORMAT_BC1_UNORM && f <= CU_AD_FORMAT_YUV444_16bit_SemiPlanar {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	return CUDA_ERROR_INVALID_VALUE
}

// blockChannels is the channels of a block-compressed format.
func blockChannels(f CUarray_format) uint32 {
	switch f {
	case CU_AD_FORMAT_BC4_UNORM, CU_AD_FORMAT_BC4_SNORM:
		return 1
	case CU_AD_FORMAT_BC5_UNORM, CU_AD_FORMAT_BC5_SNORM:
		return 2
	case CU_AD_FORMAT_BC6H_UF16, CU_AD_FORMAT_BC6H_SF16:
		return 3
	}
	return 4
}

// texelBytes is the size of a texel.
func texelBytes(f CUarray_format, channels uint32) (int, bool) {
	t, ok := formatOf(f, channels)
	return t.bytes, ok
}

// viewFormat reads the format of a resource view, by which a resource is read as another of the same texel size.
func viewFormat(v CUresourceViewFormat) (texFormat, bool) {
	list := [...]texFormat{
		CU_RES_VIEW_FORMAT_UINT_1X8:   {comp: compUint, bits: 8, channels: 1},
		CU_RES_VIEW_FORMAT_UINT_2X8:   {comp: compUint, bits: 8, channels: 2},
		CU_RES_VIEW_FORMAT_UINT_4X8:   {comp: compUint, bits: 8, channels: 4},
		CU_RES_VIEW_FORMAT_SINT_1X8:   {comp: compSint, bits: 8, channels: 1},
		CU_RES_VIEW_FORMAT_SINT_2X8:   {comp: compSint, bits: 8, channels: 2},
		CU_RES_VIEW_FORMAT_SINT_4X8:   {comp: compSint, bits: 8, channels: 4},
		CU_RES_VIEW_FORMAT_UINT_1X16:  {comp: compUint, bits: 16, channels: 1},
		CU_RES_VIEW_FORMAT_UINT_2X16:  {comp: compUint, bits: 16, channels: 2},
		CU_RES_VIEW_FORMAT_UINT_4X16:  {comp: compUint, bits: 16, channels: 4},
		CU_RES_VIEW_FORMAT_SINT_1X16:  {comp: compSint, bits: 16, channels: 1},
		CU_RES_VIEW_FORMAT_SINT_2X16:  {comp: compSint, bits: 16, channels: 2},
		CU_RES_VIEW_FORMAT_SINT_4X16:  {comp: compSint, bits: 16, channels: 4},
		CU_RES_VIEW_FORMAT_UINT_1X32:  {comp: compUint, bits: 32, channels: 1},
		CU_RES_VIEW_FORMAT_UINT_2X32:  {comp: compUint, bits: 32, channels: 2},
		CU_RES_VIEW_FORMAT_UINT_4X32:  {comp: compUint, bits: 32, channels: 4},
		CU_RES_VIEW_FORMAT_SINT_1X32:  {comp: compSint, bits: 32, channels: 1},
		CU_RES_VIEW_FORMAT_SINT_2X32:  {comp: compSint, bits: 32, channels: 2},
		CU_RES_VIEW_FORMAT_SINT_4X32:  {comp: compSint, bits: 32, channels: 4},
		CU_RES_VIEW_FORMAT_FLOAT_1X16: {comp: compFloat, bits: 16, channels: 1},
		CU_RES_VIEW_FORMAT_FLOAT_2X16: {comp: compFloat, bits: 16, channels: 2},
		CU_RES_VIEW_FORMAT_FLOAT_4X16: {comp: compFloat, bits: 16, channels: 4},
		CU_RES_VIEW_FORMAT_FLOAT_1X32: {comp: compFloat, bits: 32, channels: 1},
		CU_RES_VIEW_FORMAT_FLOAT_2X32: {comp: compFloat, bits: 32, channels: 2},
		CU_RES_VIEW_FORMAT_FLOAT_4X32: {comp: compFloat, bits: 32, channels: 4},
	}
	if v <= 0 || int(v) >= len(list) {
		return texFormat{}, false
	}
	t := list[v]
	t.bytes = t.bits / 8 * t.channels
	return t, true
}

// gfx11Formats is the FORMAT number of T# and V# on gfx11 and gfx12, by bits, channels and component type
// (shared/amdgpu/images.md, section 5); 0 = none.
var gfx11Formats = map[[2]int][5]uint32{
	//          UINT SINT FLOAT UNORM SNORM
	{8, 1}:  {5, 6, 0, 1, 2},
	{8, 2}:  {18, 19, 0, 14, 15},
	{8, 4}:  {46, 47, 0, 42, 43},
	{16, 1}: {11, 12, 13, 7, 8},
	{16, 2}: {27, 28, 29, 23, 24},
	{16, 4}: {55, 56, 57, 51, 52},
	{32, 1}: {20, 21, 22, 0, 0},
	{32, 2}: {48, 49, 50, 0, 0},
	{32, 4}: {61, 62, 63, 0, 0},
}

// number gives the FORMAT field, 0 if the target has no such format.
func (f texFormat) number() uint32 {
	if f.srgb {
		switch f.channels {
		case 1:
			return 64
		case 2:
			return 65
		case 4:
			return 66
		}
	}
	return gfx11Formats[[2]int{f.bits, f.channels}][f.comp]
}

// hsa gives HSA's channel type and order, which HIP's texture objects carry.
func (f texFormat) hsa() (typ, order uint32) {
	n := map[int]uint32{8: 0, 16: 1, 32: 2}[f.bits]
	switch f.comp {
	case compUint:
		typ = 11 + n
	case compSint:
		typ = 8 + n
	case compFloat:
		typ = 13 + n // HALF 14, FLOAT 15
	case compUnorm:
		typ = 2 + n
	case compSnorm:
		typ = n
	}
	return typ, map[int]uint32{1: 1, 2: 3, 4: 8}[f.channels]
}

// hasImages reports whether descriptors are known for a target.
func hasImages(target string) bool { return strings.HasPrefix(target, "gfx11") }
