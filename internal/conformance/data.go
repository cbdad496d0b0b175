// Package conformance reads testdata/conformance and the recordings beside it in Go tests: the recorded answers of NVIDIA
// hardware for whole kernels, for single PTX instructions (vectors) and for random programs, the very inputs
// they were recorded with, and the rules by which answers are compared. It runs them on anything that
// implements Machine. It holds no compiler and no emulator; the Python runners beside the data
// test the same through libcuda.so.1.
package conformance

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// Machine runs code objects. Package tests bring their own; OnDevice makes one of a hipffi.Device.
type Machine interface {
	Alloc(size int) (addr uint64, err error)
	Free(addr uint64) error
	Write(addr uint64, b []byte) error
	Read(b []byte, addr uint64) error
	Load(hsaco []byte) (Module, error)
}

// Module is a loaded code object.
type Module interface {
	Symbol(name string) (addr, size uint64, err error)
	// Launch starts a kernel; Sync waits for all launches of this module and reports their first error.
	Launch(kernel string, l *Launch) error
	Sync() error
	Unload() error
}

// Launch is one kernel launch.
type Launch struct {
	Grid, Block [3]uint32
	Shared      uint32
	Static      uint32 // bytes of static shared memory, for %total_smem_size
	Cooperative bool
	Params      []byte // the PTX parameters, each naturally aligned
}

// Root is the folder testdata/conformance of the repository in whose tree the test runs.
func Root() (string, error) {
	d, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		p := filepath.Join(d, "testdata", "conformance")
		if st, err := os.Stat(p); err == nil && st.IsDir() {
			return p, nil
		}
		up := filepath.Dir(d)
		if up == d {
			return "", fmt.Errorf("testdata/conformance not found above the working directory")
		}
		d = up
	}
}

func gunzip(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return io.ReadAll(r)
}

// elem reads the i-th little-endian element of size bytes.
func elem(b []byte, i, size int) uint64 {
	switch size {
	case 1:
		return uint64(b[i])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b[2*i:]))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return binary.LittleEndian.Uint64(b[8*i:])
}

func putElem(b []byte, i, size int, v uint64) {
	switch size {
	case 1:
		b[i] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b[2*i:], uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b[4*i:], uint32(v))
	default:
		binary.LittleEndian.PutUint64(b[8*i:], v)
	}
}

// halfToFloat widens an IEEE binary16.
func halfToFloat(h uint16) float64 {
	e, m := int(h>>10&31), float64(h&1023)
	var v float64
	switch e {
	case 0:
		v = math.Ldexp(m, -24)
	case 31:
		v = math.Inf(1)
		if m != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1024+m, e-25)
	}
	if h>>15 != 0 {
		v = math.Copysign(v, -1)
	}
	return v
}

// floatToHalf rounds to the nearest binary16, ties to even.
func floatToHalf(v float64) uint16 {
	sign := uint16(math.Float64bits(v) >> 48 & 0x8000)
	a := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return sign | 0x7e00
	case a >= 65520:
		return sign | 0x7c00
	case a < 0x1p-14:
		return sign | uint16(math.RoundToEven(math.Ldexp(a, 24)))
	}
	_, e := math.Frexp(a) // a in [2^(e-1), 2^e)
	m := math.RoundToEven(math.Ldexp(a, 11-e))
	// m in [1024, 2048]; a carry into the exponent comes out right by addition.
	return sign | uint16((e+14-1)<<10) + uint16(m)
}

// toFloat reads raw bits of a floating-point type; ok is false for other types.
func toFloat(t string, raw uint64) (v float64, ok bool) {
	switch t {
	case "f32", "tf32":
		return float64(math.Float32frombits(uint32(raw))), true
	case "f64":
		return math.Float64frombits(raw), true
	case "f16":
		return halfToFloat(uint16(raw)), true
	case "bf16":
		return float64(math.Float32frombits(uint32(raw) << 16)), true
	}
	return 0, false
}

// ordered maps float bits of the given width to integers in the floats' order, so that differences are ulps.
func ordered(raw uint64, bytes int) int64 {
	s := uint(bytes*8 - 1)
	v := int64(raw & (1<<s - 1))
	if raw>>s&1 != 0 {
		return -v
	}
	return v
}

func absDiff(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}
