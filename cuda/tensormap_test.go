package cuda

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"ferry/abi"
)

// im2col are arguments of cuTensorMapEncodeIm2col; as they are they describe 3 images of 7 by 6 pixels.
type im2col struct {
	m              *CUtensorMap
	typ            int32
	rank           uint32
	address        uintptr
	dim, stride    []uint64
	lower, upper   []int32
	channels       uint32
	pixels         uint32
	step           []uint32
	inter, swizzle int32
	promotion      int32
	fill           int32
}

func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// TestTensorMapIm2col makes maps of images. What is right and wrong is as recorded (testdata/tensormap, i_enc_plain and those
// behind it), null corners apart, on which NVIDIA's driver crashes.
func TestTensorMapIm2col(t *testing.T) {
	th := thread(t)
	var m CUtensorMap
	for _, c := range []struct {
		name   string
		change func(a *im2col)
		want   CUresult
	}{
		{"right", func(a *im2col) {}, CUDA_SUCCESS},
		{"no map", func(a *im2col) { a.m = nil }, CUDA_ERROR_INVALID_VALUE},
		{"no sizes", func(a *im2col) { a.dim = nil }, CUDA_ERROR_INVALID_VALUE},
		{"no strides", func(a *im2col) { a.stride = nil }, CUDA_ERROR_INVALID_VALUE},
		{"no lower corner", func(a *im2col) { a.lower = nil }, CUDA_ERROR_INVALID_VALUE},
		{"no upper corner", func(a *im2col) { a.upper = nil }, CUDA_ERROR_INVALID_VALUE},
		{"no steps", func(a *im2col) { a.step = nil }, CUDA_ERROR_INVALID_VALUE},
		{"rank 2", func(a *im2col) { a.rank = 2 }, CUDA_ERROR_INVALID_VALUE},
		{"rank 3", func(a *im2col) { a.rank = 3 }, CUDA_SUCCESS},
		{"rank 6", func(a *im2col) { a.rank = 6 }, CUDA_ERROR_INVALID_VALUE},
		{"no such type", func(a *im2col) { a.typ = 16 }, CUDA_ERROR_INVALID_VALUE},
		{"type of capability 10.0", func(a *im2col) { a.typ = 13 }, CUDA_ERROR_INVALID_VALUE},
		{"swizzle of capability 10.0", func(a *im2col) { a.swizzle = 4 }, CUDA_ERROR_INVALID_VALUE},
		{"address", func(a *im2col) { a.address = 8 }, CUDA_ERROR_INVALID_VALUE},
		{"lowest corner", func(a *im2col) { a.lower = []int32{-128, 0} }, CUDA_SUCCESS},
		{"corner too low", func(a *im2col) { a.lower = []int32{0, -129} }, CUDA_ERROR_INVALID_VALUE},
		{"corner too high", func(a *im2col) { a.upper = []int32{128, 0} }, CUDA_ERROR_INVALID_VALUE},
		{"empty box", func(a *im2col) { a.lower, a.upper = []int32{0, 0}, []int32{0, -6} }, CUDA_ERROR_INVALID_VALUE},
		{"channels", func(a *im2col) { a.channels = 264 }, CUDA_ERROR_INVALID_VALUE},
		{"channels of less than 16 bytes", func(a *im2col) { a.channels = 4 }, CUDA_ERROR_INVALID_VALUE},
		{"pixels", func(a *im2col) { a.pixels = 1024 }, CUDA_SUCCESS},
		{"no pixels", func(a *im2col) { a.pixels = 0 }, CUDA_ERROR_INVALID_VALUE},
		{"too many pixels", func(a *im2col) { a.pixels = 1025 }, CUDA_ERROR_INVALID_VALUE},
		{"step 9", func(a *im2col) { a.step = []uint32{1, 9, 1, 1} }, CUDA_ERROR_INVALID_VALUE},
		{"NaN of integers", func(a *im2col) { a.fill = 1 }, CUDA_ERROR_INVALID_VALUE},
		{"no such fill", func(a *im2col) { a.fill = 2 }, CUDA_ERROR_INVALID_VALUE},
		{"no such promotion", func(a *im2col) { a.promotion = 4 }, CUDA_ERROR_INVALID_VALUE},
	} {
		a := im2col{m: &m, typ: CU_TENSOR_MAP_DATA_TYPE_UINT16, rank: 4, address: 4096, dim: []uint64{24, 7, 6, 3, 1}, stride: []uint64{48, 336, 2016, 2016},
			lower: []int32{-1, -1, 0}, upper: []int32{-1, -1, 0}, channels: 16, pixels: 64, step: []uint32{1, 1, 1, 1, 1}}
		c.change(&a)
		r := CuTensorMapEncodeIm2col(th, a.m, a.typ, a.rank, devAddr(a.address), first(a.dim), first(a.stride), first(a.lower), first(a.upper), a.channels, a.pixels,
			first(a.step), a.inter, a.swizzle, a.promotion, a.fill)
		want(t, c.name, r, c.want)
	}
	b := (*[abi.TensorMapSize]byte)(unsafe.Pointer(&m))
	if got := binary.LittleEndian.Uint16(b[abi.TmShape:]); uint32(got) != abi.TensorMapShape(4, abi.TmIm2col) {
		t.Errorf("the map says %#x", got)
	}
	want(t, "another address", CuTensorMapReplaceAddress(th, &m, devAddr(8192)), CUDA_SUCCESS)
	if got := binary.LittleEndian.Uint64(b[abi.TmAddress:]); got != 8192 {
		t.Errorf("the map begins at %d", got)
	}
}

// TestTensorMapAllocationClass: no class has an effect, as the header documents it.
func TestTensorMapAllocationClass(t *testing.T) {
	th := thread(t)
	var m CUtensorMap
	for _, c := range []struct {
		m     *CUtensorMap
		class CUtensorMapAllocClass
		want  CUresult
	}{
		{&m, CU_TENSOR_MAP_ALLOC_CLASS_AUTO, CUDA_SUCCESS}, {&m, CU_TENSOR_MAP_ALLOC_CLASS_SMALL, CUDA_SUCCESS}, {&m, CU_TENSOR_MAP_ALLOC_CLASS_LARGE, CUDA_SUCCESS},
		{&m, 3, CUDA_ERROR_INVALID_VALUE}, {&m, -1, CUDA_ERROR_INVALID_VALUE}, {nil, CU_TENSOR_MAP_ALLOC_CLASS_AUTO, CUDA_ERROR_INVALID_VALUE},
	} {
		out := CUtensorMapAllocClass(9)
		want(t, "class", CuTensorMapSetAllocationClass(th, c.m, c.class, &out), c.want)
		if out != CU_TENSOR_MAP_ALLOC_CLASS_SMALL || m != (CUtensorMap{}) {
			t.Errorf("class %d became %d", c.class, out)
		}
	}
	want(t, "no answer asked for", CuTensorMapSetAllocationClass(th, &m, CU_TENSOR_MAP_ALLOC_CLASS_AUTO, nil), CUDA_SUCCESS)
}

// devAddr is a device address, which Go's pointer checks must not take for arithmetic on a pointer of Go's.
func devAddr(a uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&a)) }
