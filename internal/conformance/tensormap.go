package conformance

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ferry/abi"
)

// This file runs the cases of testdata/tensormap: bulk copies and reductions of tensors.

// TensorCase is one case of testdata/tensormap, whose script says what it does. The answers are those of an NVIDIA GPU.
type TensorCase struct {
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

func (c *TensorCase) pattern(seed uint32, n, at int) []byte {
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

// TensorCases reads the cases.
func TensorCases() ([]*TensorCase, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	b, err := gunzip(filepath.Join(root, "..", "tensormap", "cases.json.gz"))
	if err != nil {
		return nil, err
	}
	var cs []*TensorCase
	return cs, json.Unmarshal(b, &cs)
}

// TensorPTX reads a file of their kernels.
func TensorPTX(file string) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(filepath.Join(root, "..", "tensormap", file))
	return string(b), err
}

func (c *TensorCase) encode(global uint64) ([abi.TensorMapSize]byte, error) {
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
func (c *TensorCase) im2col() bool  { return len(c.Lower) > 0 }
func (c *TensorCase) offsets() bool { return strings.HasPrefix(c.Kind, "i") && c.Kind != "inc" }

// loads reports whether the answer is what arrived in shared memory.
func (c *TensorCase) loads() bool { return strings.HasSuffix(c.Kind, "load") }

// kernel is the entry's name and the file that has it.
func (c *TensorCase) kernel() (name, file string) {
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
func (c *TensorCase) params(tm []byte, shared, flag, more uint64) []byte {
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
func (c *TensorCase) edits(global uint64) []byte {
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

// TensorRunner runs cases on machines.
type TensorRunner struct {
	Fresh   func() (Machine, error)                      // makes a machine
	Load    func(m Machine, file string) (Module, error) // loads what TensorPTX has
	Illegal func(err error) bool                         // err is an illegal instruction

	m                            Machine
	mods                         map[string]Module
	global, shared, flag, memory uint64
}

// start makes a machine; a fault stays with its own, as it does with a CUDA context.
func (r *TensorRunner) start() (err error) {
	if r.m != nil {
		return nil
	}
	if r.m, err = r.Fresh(); err != nil {
		return err
	}
	r.mods = map[string]Module{}
	for _, b := range []struct {
		to   *uint64
		size int
	}{{&r.global, tensorGlobal}, {&r.shared, tensorShared}, {&r.flag, 256}, {&r.memory, 4096}} {
		if *b.to, err = r.m.Alloc(b.size); err != nil {
			return err
		}
	}
	return nil
}

// Run runs a case and compares all the memory that it may change.
func (r *TensorRunner) Run(c *TensorCase) error {
	if c.Null != "" { // package cuda has tests of it
		return nil
	}
	if err := r.start(); err != nil {
		return err
	}
	tm, err := c.encode(r.global)
	switch {
	case errors.Is(err, abi.ErrTensorMapUnsupported), err == nil && c.Swizzle > 3: // of capability 10.0
		if c.Answer.Result == 0 {
			return errors.New("a map that hardware has")
		}
		return nil
	case c.Answer.Error != "" && c.Answer.Error != "sync: 715":
		return errors.New("an error on hardware that no case should have: " + c.Answer.Error)
	case (err != nil) != (c.Answer.Result != 0) && c.Fill < 2:
		return fmt.Errorf("encoding: %v, hardware answers %d", err, c.Answer.Result)
	case err != nil || strings.HasSuffix(c.Kind, "encode"):
		return nil
	}
	var want []byte
	if c.Answer.Error == "" {
		if want, err = tensorData(c.Answer.Data); err != nil {
			return err
		}
	}
	if err := errors.Join(r.m.Write(r.global, c.pattern(1, tensorGlobal, tensorBase)), r.m.Write(r.shared, c.pattern(2, tensorShared, 0))); err != nil {
		return err
	}
	if e := c.edits(r.global); len(e) > 0 {
		if err := r.m.Write(r.memory, e); err != nil {
			return err
		}
	}
	name, file := c.kernel()
	mod := r.mods[file]
	if mod == nil {
		if mod, err = r.Load(r.m, file); err != nil {
			return err
		}
		r.mods[file] = mod
	}
	err = mod.Launch(name, &Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{128, 1, 1}, Params: c.params(tm[:], r.shared, r.flag, r.memory)})
	if err == nil {
		err = mod.Sync()
	}
	if err != nil {
		r.m = nil
	}
	switch {
	case c.Answer.Error != "" && (err == nil || !r.Illegal(err)):
		return fmt.Errorf("%v, want an illegal instruction", err)
	case c.Answer.Error != "":
		return nil
	case err != nil:
		return err
	}
	got, from := make([]byte, tensorGlobal), r.global
	if c.loads() {
		got, from = got[:tensorShared], r.shared
		var late [4]byte
		if err := r.m.Read(late[:], r.flag); err != nil {
			return err
		}
		if n := binary.LittleEndian.Uint32(late[:]); n >= 2000 {
			return errors.New("the mbarrier was not told of all bytes")
		}
	}
	if err := r.m.Read(got, from); err != nil {
		return err
	}
	if !c.loads() { // recorded as what changed
		for i, x := range c.pattern(1, tensorGlobal, tensorBase) {
			want[i] ^= x
		}
	}
	return c.compare(got, want)
}

// compare compares memory; where a sum of floating-point numbers is NaN, any NaN is right.
func (c *TensorCase) compare(got, want []byte) error {
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
	var err error
	bad := 0
	for i := 0; i < len(want); i += size {
		g, w := got[i:i+size], want[i:i+size]
		if bytes.Equal(g, w) || isNaN(c.Type, size, g) && isNaN(c.Type, size, w) {
			continue
		}
		if bad++; err == nil {
			err = fmt.Errorf("byte %d: %x not %x", i, g, w)
		}
	}
	if bad > 1 {
		err = fmt.Errorf("%w; %d elements differ", err, bad)
	}
	return err
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
