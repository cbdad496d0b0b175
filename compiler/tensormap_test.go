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
	"strconv"
	"strings"
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
	// Maps made by cuTensorMapEncodeIm2col have these instead of Box.
	Lower, Upper     []int32
	Channels, Pixels uint32
	Off              []uint16
	Null             string
	// Changes of the map in the kernel: number of the field, value.
	Edits   [][2]uint64
	Space   uint32
	Krank   int // dimensions that the instruction names, if they are not the map's
	Special int // 1: both memories begin with tensorSpecial; 2: shared memory with its negatives, one unit farther from 0
	Answer  struct {
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
	if c.im2col() {
		m.Mode, m.Channels, m.Pixels = abi.TmIm2col, c.Channels, c.Pixels
		copy(m.Lower[:], c.Lower)
		copy(m.Upper[:], c.Upper)
	}
	return m.Encode()
}

// im2col reports whether the map is one of im2col mode, offsets whether the instruction is.
func (c *tensorCase) im2col() bool  { return len(c.Lower) > 0 }
func (c *tensorCase) offsets() bool { return strings.HasPrefix(c.Kind, "i") && c.Kind != "inc" }

// loads reports whether the answer is what arrived in shared memory.
func (c *tensorCase) loads() bool { return strings.HasSuffix(c.Kind, "load") }

// kernel is the entry's name and the file that has it.
func (c *tensorCase) kernel() (name, file string) {
	rank := len(c.Dim)
	if c.Krank != 0 {
		rank = c.Krank
	}
	switch {
	case c.Kind == "rload":
		return c.Kind, "replace.ptx"
	case c.offsets():
		return c.Kind + strconv.Itoa(rank), "im2col.ptx"
	}
	return c.Kind + strconv.Itoa(rank), "tensormap.ptx"
}

// params are the parameters of its kernel.
func (c *tensorCase) params(tm []byte, shared, flag, more uint64) []byte {
	le := binary.LittleEndian
	p := append([]byte{}, tm...)
	var at [5]int32
	copy(at[:], c.At)
	for _, x := range at {
		p = le.AppendUint32(p, uint32(x))
	}
	p = le.AppendUint32(p, 0)
	p = le.AppendUint64(p, shared)
	p = le.AppendUint64(p, uint64(c.Answer.Tx))
	p = le.AppendUint64(p, flag)
	switch {
	case c.Kind == "rload":
		rank := len(c.Dim)
		if c.Krank != 0 {
			rank = c.Krank
		}
		p = le.AppendUint64(p, uint64(c.Space))
		p = le.AppendUint64(p, more+2048)
		p = le.AppendUint64(p, more)
		p = le.AppendUint32(p, uint32(len(c.Edits)))
		p = le.AppendUint32(p, uint32(rank))
	case c.offsets():
		var off [3]uint16
		copy(off[:], c.Off)
		for _, o := range off {
			p = le.AppendUint16(p, o)
		}
	}
	return p
}

// edits is the table of changes that the kernel walks through; an address counts from the buffer.
func (c *tensorCase) edits(global uint64) []byte {
	var b []byte
	for _, e := range c.Edits {
		if e[0] == 0 {
			e[1] += global
		}
		b = binary.LittleEndian.AppendUint64(b, e[0])
		b = binary.LittleEndian.AppendUint64(b, e[1])
	}
	return b
}

// TestTensorMaps runs bulk copies and reductions of tensors and compares all the memory that they may change.
func TestTensorMaps(t *testing.T) {
	objs := map[string][]byte{}
	for _, f := range []string{"tensormap.ptx", "im2col.ptx", "replace.ptx"} {
		src, err := os.ReadFile(tensorDir + f)
		if err != nil {
			t.Fatal(err)
		}
		obj := compile(t, string(src))
		refused(t, obj)
		objs[f] = obj.HSACO
	}
	var m *conformance.DeviceMachine
	mods := map[string]conformance.Module{}
	var global, shared, flag, more uint64
	reset := func() { // a fault stays with its machine, as it does with a CUDA context
		m = machine(t)
		var err [4]error
		clear(mods)
		global, err[0] = m.Alloc(tensorGlobal)
		shared, err[1] = m.Alloc(tensorShared)
		flag, err[2] = m.Alloc(256)
		more, err[3] = m.Alloc(4096)
		if err := errors.Join(err[:]...); err != nil {
			t.Fatal(err)
		}
	}
	reset()
	for _, c := range tensorCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			if c.Null != "" {
				t.Skip("package cuda has tests of it")
			}
			tm, err := c.encode(global)
			switch {
			case errors.Is(err, abi.ErrTensorMapUnsupported), err == nil && c.Swizzle > 3: // of capability 10.0
				if c.Answer.Result == 0 {
					t.Fatal("a map that hardware has")
				}
				return
			case c.Answer.Error != "" && c.Answer.Error != "sync: 715":
				t.Fatal("an error on hardware that no case should have: " + c.Answer.Error)
			case (err != nil) != (c.Answer.Result != 0) && c.Fill < 2:
				t.Fatalf("encoding: %v, hardware answers %d", err, c.Answer.Result)
			case err != nil || strings.HasSuffix(c.Kind, "encode"):
				return
			}
			var want []byte
			if c.Answer.Error == "" {
				if want, err = tensorData(c.Answer.Data); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(m.Write(global, c.pattern(1, tensorGlobal, tensorBase)), m.Write(shared, c.pattern(2, tensorShared, 0))); err != nil {
				t.Fatal(err)
			}
			if e := c.edits(global); len(e) > 0 {
				if err := m.Write(more, e); err != nil {
					t.Fatal(err)
				}
			}
			name, file := c.kernel()
			mod, ok := mods[file]
			if !ok {
				if mod, err = m.Load(objs[file]); err != nil {
					t.Fatal(err)
				}
				mods[file] = mod
			}
			if err := mod.Launch(name, &conformance.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{128, 1, 1}, Params: c.params(tm[:], shared, flag, more)}); err != nil {
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
			if c.loads() {
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
			if !c.loads() { // recorded as what changed
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
	switch strings.TrimPrefix(c.Kind, "i") {
	case "add", "min", "max":
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
