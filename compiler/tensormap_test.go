package compiler_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"testing"

	"ferry/abi"
	"ferry/hipffi"
	"ferry/internal/conformance"
)

// tensorCase is one case of testdata/tensormap, whose script says what it does. The answers are those of an NVIDIA GPU.
type tensorCase struct {
	Name, Kind    string
	Type          int32
	Dim, Stride   []uint64
	Box, Step     []uint32
	At            []int32
	Swizzle, Fill int32
	Interleave    int32
	Address       uint64
	Special       int // 1: both memories begin with tensorSpecial; 2: shared memory with its negatives, one unit farther from 0
	Answer        struct {
		Error  string
		Result int
		Tx     uint32
		Data   string
	}
}

const (
	tensorGlobal, tensorShared, tensorBase = 65536, 32768, 4096
	tensorDir                              = "../testdata/tensormap/"
)

// tensorWords is the pattern that the script fills memory with.
func tensorWords(seed uint32, n int) []byte {
	out := make([]byte, 0, n)
	for range n / 4 {
		seed = seed*1664525 + 1013904223
		out = binary.LittleEndian.AppendUint32(out, seed>>8|seed<<24&0xff000000)
	}
	return out
}

// tensorSpecial stands at the start of the tensor and of shared memory in special cases.
var tensorSpecial = []uint32{0, 0x80000000, 1, 0x7fffff, 0x800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff, 0x7fffffff, 0xffc01234,
	0x3f801000, 0x3f803000, 0x3f800fff, 0x3f801001, 0xbf801000, 0xbf803000, 0x7f7fffff, 0x7f7ff000, 0x7f7fefff, 0x1000, 0xfff, 0x1001, 0x3000, 0x7ff000,
	0x7fefff, 0x80001000, 0x807fffff, 0x80000001, 0xff7fffff, 0x7f801000}

func (c *tensorCase) pattern(seed uint32, n, at int) []byte {
	b := tensorWords(seed, n)
	if c.Special != 0 {
		for i, w := range tensorSpecial {
			if seed == 2 && c.Special == 2 {
				w = (w ^ 0x80000000) + 1
			}
			binary.LittleEndian.PutUint32(b[at+4*i:], w)
		}
	}
	return b
}

func tensorCases(t *testing.T) []tensorCase {
	t.Helper()
	f, err := os.Open(tensorDir + "cases.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var cs []tensorCase
	if err := json.NewDecoder(z).Decode(&cs); err != nil {
		t.Fatal(err)
	}
	return cs
}

func (c *tensorCase) encode(global uint64) ([abi.TensorMapSize]byte, error) {
	m := abi.TensorMap{Type: c.Type, Rank: uint32(len(c.Dim)), Address: global + tensorBase + c.Address,
		Interleave: c.Interleave, Swizzle: c.Swizzle, FillNaN: c.Fill == 1}
	copy(m.Dim[:], c.Dim)
	copy(m.Stride[:], c.Stride)
	copy(m.Box[:], c.Box)
	copy(m.Step[:], c.Step)
	return m.Encode()
}

// TestTensorMaps runs bulk copies and reductions of tensors and compares all the memory that they may change.
func TestTensorMaps(t *testing.T) {
	src, err := os.ReadFile(tensorDir + "tensormap.ptx")
	if err != nil {
		t.Fatal(err)
	}
	obj := compile(t, string(src))
	refused(t, obj)
	var m *conformance.DeviceMachine
	var mod conformance.Module
	var global, shared, flag uint64
	reset := func() { // a fault stays with its machine, as it does with a CUDA context
		m = machine(t)
		var err [4]error
		mod, err[0] = m.Load(obj.HSACO)
		global, err[1] = m.Alloc(tensorGlobal)
		shared, err[2] = m.Alloc(tensorShared)
		flag, err[3] = m.Alloc(256)
		if err := errors.Join(err[:]...); err != nil {
			t.Fatal(err)
		}
	}
	reset()
	for _, c := range tensorCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			tm, err := c.encode(global)
			switch {
			case errors.Is(err, abi.ErrTensorMapUnsupported):
				t.Skip(err)
			case c.Answer.Error != "" && c.Answer.Error != "sync: 715":
				t.Fatal("an error on hardware that no case should have: " + c.Answer.Error)
			case (err != nil) != (c.Answer.Result != 0) && c.Fill < 2:
				t.Fatalf("encoding: %v, hardware answers %d", err, c.Answer.Result)
			case err != nil || c.Kind == "encode":
				return
			}
			var want []byte
			if c.Answer.Error == "" {
				if want, err = tensorData(c.Answer.Data); err != nil {
					t.Fatal(err)
				}
			}
			params := append([]byte{}, tm[:]...)
			var at [5]int32
			copy(at[:], c.At)
			for _, x := range at {
				params = binary.LittleEndian.AppendUint32(params, uint32(x))
			}
			params = binary.LittleEndian.AppendUint32(params, 0)
			params = binary.LittleEndian.AppendUint64(params, shared)
			params = binary.LittleEndian.AppendUint64(params, uint64(c.Answer.Tx))
			params = binary.LittleEndian.AppendUint64(params, flag)
			if err := errors.Join(m.Write(global, c.pattern(1, tensorGlobal, tensorBase)), m.Write(shared, c.pattern(2, tensorShared, 0))); err != nil {
				t.Fatal(err)
			}
			name := c.Kind + string(rune('0'+len(c.Dim)))
			if err := mod.Launch(name, &conformance.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{128, 1, 1}, Params: params}); err != nil {
				t.Fatal(err)
			}
			err = mod.Sync()
			if c.Answer.Error != "" {
				var e *hipffi.Error
				if !errors.As(err, &e) || e.Fault != hipffi.FaultIllegalInstr {
					t.Errorf("%v, want an illegal instruction", err)
				}
				if err != nil {
					reset()
				}
				return
			}
			if err != nil {
				reset()
				t.Fatal(err)
			}
			got, from := make([]byte, tensorGlobal), global
			if c.Kind == "load" {
				got, from = got[:tensorShared], shared
				var late [4]byte
				if err := m.Read(late[:], flag); err != nil {
					t.Fatal(err)
				}
				if n := binary.LittleEndian.Uint32(late[:]); n >= 2000 {
					t.Error("the mbarrier was not told of all bytes")
				}
			}
			if err := m.Read(got, from); err != nil {
				t.Fatal(err)
			}
			if c.Kind != "load" { // recorded as what changed
				for i, x := range c.pattern(1, tensorGlobal, tensorBase) {
					want[i] ^= x
				}
			}
			compareElems(t, &c, got, want)
		})
	}
}

func tensorData(s string) ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, err
	}
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// compareElems compares memory; where a sum of floating-point numbers is NaN, any NaN is right.
func compareElems(t *testing.T, c *tensorCase, got, want []byte) {
	t.Helper()
	size := 1
	if c.Kind == "add" || c.Kind == "min" || c.Kind == "max" {
		switch c.Type {
		case abi.TmF16, abi.TmBF16:
			size = 2
		case abi.TmF32, abi.TmF32FTZ, abi.TmTF32, abi.TmTF32FTZ:
			size = 4
		case abi.TmF64:
			size = 8
		}
	}
	bad := 0
	for i := 0; i < len(want); i += size {
		g, w := got[i:i+size], want[i:i+size]
		if bytes.Equal(g, w) || isNaN(c.Type, size, g) && isNaN(c.Type, size, w) {
			continue
		}
		if bad++; bad <= 3 {
			t.Errorf("byte %d: %x not %x", i, g, w)
		}
	}
	if bad > 3 {
		t.Errorf("%d elements differ", bad)
	}
}

func isNaN(typ int32, size int, b []byte) bool {
	le := binary.LittleEndian
	switch {
	case size == 2 && typ == abi.TmF16:
		return le.Uint16(b)&0x7fff > 0x7c00
	case size == 2:
		return le.Uint16(b)&0x7fff > 0x7f80
	case size == 4:
		return le.Uint32(b)&0x7fffffff > 0x7f800000
	case size == 8:
		return math.IsNaN(math.Float64frombits(le.Uint64(b)))
	}
	return false
}
