package conformance

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// ErrTextures is what Run answers for kernels that need CUDA arrays, which a Machine does not have.
var ErrTextures = errors.New("the kernel needs textures or arrays")

// Kernel is one kernel of testdata/conformance/kernels or testdata/kernels with what its first line says.
type Kernel struct {
	Name     string // in testdata/kernels with @ and the compiler that made the PTX
	Source   string // path of the .cu
	PTX      string // path of the .ptx
	base     string // Name without the compiler, from which inputs are made
	spec     spec
	expected map[string][]byte
}

type spec struct {
	Bufs     buffers         `json:"bufs"`
	Globals  buffers         `json:"globals"`
	Tex      json.RawMessage `json:"tex"`
	Arrays   json.RawMessage `json:"arrays"`
	Launches []launchSpec    `json:"launches"`
}

type launchSpec struct {
	Entry string            `json:"entry"`
	Grid  []uint32          `json:"grid"`
	Block []uint32          `json:"block"`
	Smem  uint32            `json:"smem"`
	Coop  bool              `json:"coop"`
	Args  []json.RawMessage `json:"args"`
}

type buffer struct {
	name string
	T    string `json:"t"`
	N    int    `json:"n"`
	G    string `json:"g"`
	Out  string `json:"out"`
	Keep bool   `json:"keep"`
}

// buffers keeps the order of the JSON object.
type buffers []buffer

func (b *buffers) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		var x buffer
		if err := d.Decode(&x); err != nil {
			return err
		}
		x.name, _ = t.(string)
		*b = append(*b, x)
	}
	return nil
}

var typeSize = map[string]int{
	"u8": 1, "i8": 1, "s8": 1, "b8": 1, "u16": 2, "i16": 2, "s16": 2, "b16": 2, "f16": 2, "bf16": 2, "u32": 4, "i32": 4, "s32": 4, "b32": 4, "f32": 4,
	"f16x2": 4, "bf16x2": 4, "u16x2": 4, "s16x2": 4, "u64": 8, "i64": 8, "s64": 8, "b64": 8, "f64": 8, "pred": 4, "e4m3x2": 2, "e5m2x2": 2, "tf32": 4, "shamt": 4,
}

// Kernels reads the suite, in the order of the names.
func Kernels() ([]*Kernel, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return kernels(filepath.Join(root, "kernels"))
}

// MoreKernels reads testdata/kernels, in the order of the names: the same kind of kernels, each as one or several compilers
// make it, NAME@COMPILER.
func MoreKernels() ([]*Kernel, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return kernels(filepath.Join(filepath.Dir(root), "kernels"))
}

// kernels reads the kernels whose PTX is in a folder of the suite.
func kernels(root string) ([]*Kernel, error) {
	raw, err := gunzip(filepath.Join(root, "expected.json.gz"))
	if err != nil {
		return nil, err
	}
	var want map[string]map[string]string
	if err := json.Unmarshal(raw, &want); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(root, "ptx", "*.ptx"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var ks []*Kernel
	for _, f := range files {
		k := &Kernel{Name: strings.TrimSuffix(filepath.Base(f), ".ptx"), PTX: f, expected: map[string][]byte{}}
		k.base, _, _ = strings.Cut(k.Name, "@")
		k.Source = filepath.Join(root, "src", k.base+".cu")
		file, err := os.Open(k.Source)
		if err != nil {
			return nil, err
		}
		line, err := bufio.NewReader(file).ReadString('\n')
		_ = file.Close()
		if err != nil || !strings.HasPrefix(line, "//! ") {
			return nil, fmt.Errorf("%s: no specification in the first line", k.Source)
		}
		if err := json.Unmarshal([]byte(line[4:]), &k.spec); err != nil {
			return nil, fmt.Errorf("%s: %w", k.Source, err)
		}
		for name, s := range want[k.Name] {
			if k.expected[name], err = base64.StdEncoding.DecodeString(s); err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
		}
		ks = append(ks, k)
	}
	return ks, nil
}

// FindKernel reads one kernel of the suite.
func FindKernel(name string) (*Kernel, error) {
	ks, err := Kernels()
	if err != nil {
		return nil, err
	}
	for _, k := range ks {
		if k.Name == name {
			return k, nil
		}
	}
	return nil, fmt.Errorf("no kernel %q", name)
}

// NeedsTextures reports whether the kernel reads or writes CUDA arrays.
func (k *Kernel) NeedsTextures() bool { return k.spec.Tex != nil || k.spec.Arrays != nil }

// seedOf is the runner's seed: FNV-1a of kernel/buffer.
func seedOf(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// generate makes the contents of a buffer as run_kernels.py does with numpy.
func generate(kernel string, b *buffer) ([]byte, error) {
	size := typeSize[b.T]
	if size == 0 {
		return nil, fmt.Errorf("unknown type %q", b.T)
	}
	out := make([]byte, b.N*size)
	r := newNumpy(seedOf(kernel + "/" + b.name))
	g, rest, _ := strings.Cut(b.G, ":")
	floats := make([]float64, 0, b.N)
	switch g {
	case "zero":
		return out, nil
	case "", "fill":
		for i := range out {
			out[i] = 0xcd
		}
		return out, nil
	case "bits":
		return r.bytes(len(out)), nil
	case "small":
		for i := range b.N {
			v := r.integer(0, 100)
			if f := float64(v); b.T[0] == 'f' {
				putElem(out, i, size, floatBits(b.T, f))
			} else {
				putElem(out, i, size, uint64(v))
			}
		}
		return out, nil
	case "mixint":
		copy(out, r.bytes(len(out)))
		for i := range b.N {
			s, v := r.integer(0, size*8), elem(out, i, size)
			if b.T[0] == 'i' {
				up := uint(64 - size*8)
				v = uint64(int64(v<<up) >> up >> s)
			} else {
				v >>= s
			}
			putElem(out, i, size, v)
		}
		return out, nil
	case "normal":
		for range b.N {
			floats = append(floats, r.normal())
		}
	case "uniform":
		lo, hi := 0.0, 1.0
		if rest != "" {
			a, c, _ := strings.Cut(rest, ",")
			var e1, e2 error
			lo, e1 = strconv.ParseFloat(a, 64)
			hi, e2 = strconv.ParseFloat(c, 64)
			if e1 != nil || e2 != nil {
				return nil, fmt.Errorf("bad generator %q", b.G)
			}
		}
		for range b.N {
			v := r.sample()
			if rest != "" {
				v = lo + float64((hi-lo)*v)
			}
			floats = append(floats, v)
		}
	case "mix":
		for range b.N {
			floats = append(floats, r.normal())
		}
		for i := range floats {
			floats[i] = math.Ldexp(floats[i], r.integer(-20, 20))
		}
	default:
		return nil, fmt.Errorf("unknown generator %q", b.G)
	}
	for i, v := range floats {
		putElem(out, i, size, floatBits(b.T, v))
	}
	return out, nil
}

func floatBits(t string, v float64) uint64 {
	switch t {
	case "f16":
		return uint64(floatToHalf(v))
	case "bf16":
		return uint64(math.Float32bits(float32(v)) >> 16)
	case "f32":
		return uint64(math.Float32bits(float32(v)))
	case "f64":
		return math.Float64bits(v)
	}
	return uint64(int64(v))
}

func dim3(v []uint32) (d [3]uint32) {
	d = [3]uint32{1, 1, 1}
	copy(d[:], v)
	return d
}

// Run launches the kernel from a loaded module of it and compares the outputs. The module is left loaded.
func (k *Kernel) Run(m Machine, mod Module) error { return k.RunWithin(m, mod, 0) }

// RunWithin is Run with every floating-point rule loosened to a relative tolerance rel (measured against max(|want|, 1e-3)), 0 = the file's own rules.
func (k *Kernel) RunWithin(m Machine, mod Module, rel float64) error {
	r, err := k.Start(m, mod)
	if err != nil {
		return err
	}
	err = r.Launch()
	if err == nil {
		err = r.Check(rel)
	}
	return errors.Join(err, r.Close())
}

// KernelRun is a kernel with its buffers on a machine: Run in parts, so that benchmarks can launch many times.
type KernelRun struct {
	k    *Kernel
	m    Machine
	mod  Module
	addr map[string]uint64
	host map[string][]byte
}

// Start makes the buffers and sets the globals.
func (k *Kernel) Start(m Machine, mod Module) (*KernelRun, error) {
	if k.NeedsTextures() {
		return nil, ErrTextures
	}
	r := &KernelRun{k: k, m: m, mod: mod, addr: map[string]uint64{}, host: map[string][]byte{}}
	for i := range k.spec.Bufs {
		b := &k.spec.Bufs[i]
		v, err := generate(k.base, b)
		if err != nil {
			return nil, err
		}
		a, err := m.Alloc(len(v))
		if err != nil {
			return nil, err
		}
		r.addr[b.name], r.host[b.name] = a, v
		if err := m.Write(a, v); err != nil {
			return nil, err
		}
	}
	for i := range k.spec.Globals {
		b := &k.spec.Globals[i]
		a, size, err := mod.Symbol(b.name)
		if err != nil {
			return nil, err
		}
		v, err := generate(k.base, b)
		if err != nil {
			return nil, err
		}
		if uint64(len(v)) != size {
			return nil, fmt.Errorf("global %s: size %d, not %d", b.name, size, len(v))
		}
		r.host[b.name], r.addr["global "+b.name] = v, a
		if !b.Keep {
			if err := m.Write(a, v); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// Launch makes the kernel's launches and waits for them.
func (r *KernelRun) Launch() error {
	for i := range r.k.spec.Launches {
		l := &r.k.spec.Launches[i]
		p, err := packArgs(l.Args, r.addr)
		if err != nil {
			return err
		}
		if err := r.mod.Launch(l.Entry, &Launch{Grid: dim3(l.Grid), Block: dim3(l.Block), Shared: l.Smem, Cooperative: l.Coop, Params: p}); err != nil {
			return err
		}
	}
	return r.mod.Sync()
}

// Check compares the outputs after the first Launch.
func (r *KernelRun) Check(rel float64) error {
	check := func(b *buffer, a uint64) error {
		if b.Out == "" {
			return nil
		}
		want, ok := r.k.expected[b.name]
		if !ok {
			return fmt.Errorf("no expected answer for %s", b.name)
		}
		got := make([]byte, len(r.host[b.name]))
		if err := r.m.Read(got, a); err != nil {
			return err
		}
		return differs(b, got, want, rel)
	}
	for i := range r.k.spec.Bufs {
		if err := check(&r.k.spec.Bufs[i], r.addr[r.k.spec.Bufs[i].name]); err != nil {
			return err
		}
	}
	for i := range r.k.spec.Globals {
		if err := check(&r.k.spec.Globals[i], r.addr["global "+r.k.spec.Globals[i].name]); err != nil {
			return err
		}
	}
	return nil
}

// Close frees the buffers.
func (r *KernelRun) Close() error {
	var errs []error
	for i := range r.k.spec.Bufs {
		errs = append(errs, r.m.Free(r.addr[r.k.spec.Bufs[i].name]))
	}
	return errors.Join(errs...)
}

func packArgs(args []json.RawMessage, addr map[string]uint64) ([]byte, error) {
	var p []byte
	put := func(size int, v uint64) {
		for len(p)%size != 0 {
			p = append(p, 0)
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		p = append(p, b[:size]...)
	}
	for _, raw := range args {
		var name string
		if json.Unmarshal(raw, &name) == nil {
			a, ok := addr[name]
			if !ok {
				return nil, fmt.Errorf("no buffer %q", name)
			}
			put(8, a)
			continue
		}
		var o map[string]json.Number
		if err := json.Unmarshal(raw, &o); err != nil {
			return nil, fmt.Errorf("argument %s: %w", raw, err)
		}
		for t, n := range o { // one entry
			switch t {
			case "f32", "f64":
				f, err := n.Float64()
				if err != nil {
					return nil, err
				}
				put(typeSize[t], floatBits(t, f))
			case "i32", "u32", "i64", "u64":
				i, err := n.Int64()
				if err != nil {
					return nil, err
				}
				put(typeSize[t], uint64(i))
			default:
				return nil, fmt.Errorf("argument type %q", t)
			}
		}
	}
	return p, nil
}

// differs compares by the buffer's rule (alternatives separated by |) and describes the first difference.
func differs(b *buffer, got, want []byte, rel float64) error {
	size := typeSize[b.T]
	if len(got) != len(want) {
		return fmt.Errorf("%s: %d bytes, not %d", b.name, len(got), len(want))
	}
	rules := strings.Split(b.Out, "|")
	bad, first := 0, -1
	for i := range b.N {
		g, w := elem(got, i, size), elem(want, i, size)
		if g == w {
			continue
		}
		ok := false
		if x, isFloat := toFloat(b.T, g); isFloat {
			y, _ := toFloat(b.T, w)
			if x != x && y != y {
				continue
			}
			for _, r := range rules {
				kind, num, _ := strings.Cut(r, ":")
				tol, _ := strconv.ParseFloat(num, 64)
				switch kind {
				case "exact":
				case "ulp":
					ok = ok || absDiff(ordered(g, size), ordered(w, size)) <= uint64(tol)
				case "rel":
					ok = ok || math.Abs(x-y) <= tol*max(math.Abs(y), 1e-3) || x == y
				case "abs":
					ok = ok || math.Abs(x-y) <= tol || x == y
				default:
					return fmt.Errorf("%s: unknown rule %q", b.name, r)
				}
			}
			if rel > 0 && math.Abs(x-y) <= rel*max(math.Abs(y), 1e-3) {
				ok = true
			}
		}
		if !ok {
			if bad++; first < 0 {
				first = i
			}
		}
	}
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("%s: %d of %d differ (%s), first at %d: %s not %s", b.name, bad, b.N, b.Out, first,
		show(b.T, elem(got, first, size)), show(b.T, elem(want, first, size)))
}

func show(t string, raw uint64) string {
	if f, ok := toFloat(t, raw); ok {
		return fmt.Sprintf("%v (%#x)", f, raw)
	}
	return fmt.Sprintf("%d (%#x)", raw, raw)
}
