package cuda

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"strconv"
	"sync"
	"time"
	"unsafe"

	"ferry/cache"
	"ferry/compiler"
	"ferry/fatbin"
)

// Compile compiles a PTX text: compiler.Compile, unless a test puts something in its place. Without it nothing can be
// loaded (JIT_COMPILER_NOT_FOUND).
var Compile func(src []byte, opt compiler.Options) (*compiler.Object, error)

// image is what a module or library was loaded from: PTX texts to be linked, or an object that cuLinkComplete made.
type image struct {
	texts  []ptxText
	bad    CUresult // what was wrong with it, to be answered when it is needed
	object *compiler.Object
}

type ptxText struct {
	name string
	text []byte
}

// maxImageText bounds a null-terminated image.
const maxImageText = 1 << 30

// readImage finds out what is at an address and copies what is needed of it. The device's capability decides between
// the PTX texts of a fatbin.
func readImage(p unsafe.Pointer, d *device) (*image, CUresult) {
	if p == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	head := unsafe.Slice((*byte)(p), 4)
	switch m := binary.LittleEndian.Uint32(head); {
	case head[0] == 0:
		return nil, CUDA_ERROR_INVALID_IMAGE
	case head[1] == 0 || head[2] == 0 || head[3] == 0:
		return nil, CUDA_ERROR_INVALID_IMAGE // shorter than anything that can be loaded
	case m == fatbin.WrapperMagic:
		return readWrapper(p, d)
	case m == fatbin.Magic:
		return readFatbin(p, d)
	case string(head) == elf.ELFMAG:
		return readELF(unsafe.Slice((*byte)(p), 64))
	case string(head) == "Ferr":
		return readLinked(p)
	}
	n := 4
	for n < maxImageText && *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return imageOf(unsafe.Slice((*byte)(p), n), d)
}

// imageOf reads an image whose size is known.
func imageOf(b []byte, d *device) (*image, CUresult) {
	if len(b) < 4 {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	switch m := binary.LittleEndian.Uint32(b); {
	case m == fatbin.Magic:
		return chooseImage(b, d)
	case string(b[:4]) == elf.ELFMAG:
		return readELF(b)
	case compiler.IsObject(b):
		o, err := compiler.UnmarshalObject(bytes.Clone(b))
		if err != nil {
			return nil, CUDA_ERROR_INVALID_IMAGE
		}
		return &image{object: o}, CUDA_SUCCESS
	}
	if !looksLikePTX(b) {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return &image{texts: []ptxText{{"", bytes.Clone(b)}}}, CUDA_SUCCESS
}

// looksLikePTX reports whether the first thing in b that is neither space nor comment is a directive.
func looksLikePTX(b []byte) bool {
	for len(b) > 0 {
		switch {
		case b[0] == ' ' || b[0] >= '\t' && b[0] <= '\r':
			b = b[1:]
		case bytes.HasPrefix(b, []byte("//")):
			i := bytes.IndexByte(b, '\n')
			if i < 0 {
				return false
			}
			b = b[i+1:]
		case bytes.HasPrefix(b, []byte("/*")):
			i := bytes.Index(b[2:], []byte("*/"))
			if i < 0 {
				return false
			}
			b = b[i+4:]
		default:
			return b[0] == '.'
		}
	}
	return false
}

// readELF answers for an ELF image: a cubin holds NVIDIA machine code, which nothing here can run.
func readELF(b []byte) (*image, CUresult) {
	const machineCUDA = 190
	if len(b) < 20 {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	if binary.LittleEndian.Uint16(b[18:]) != machineCUDA {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	return nil, CUDA_ERROR_NO_BINARY_FOR_GPU
}

// noPTX tells the user, once a process, why an image of NVIDIA machine code cannot be used and what can be done.
func noPTX(r CUresult) {
	if r == CUDA_ERROR_NO_BINARY_FOR_GPU {
		saidNoPTX.Do(func() {
			logf("the program hands over machine code for NVIDIA GPUs (SASS) without PTX, which is what ferry compiles: build it with PTX, as nvcc -arch=sm_80 does (for PyTorch extensions TORCH_CUDA_ARCH_LIST=8.0+PTX, for CuPy CUPY_COMPILE_WITH_PTX=1)")
		})
	}
}

var saidNoPTX sync.Once

// wrapper is __fatBinC_Wrapper_t.
type wrapper struct {
	magic, version uint32
	data           unsafe.Pointer
	parts          *unsafe.Pointer // version 2: null-terminated list of unlinked fatbins
}

const maxParts = 1 << 16

func readWrapper(p unsafe.Pointer, d *device) (*image, CUresult) {
	w := (*wrapper)(p)
	if w.data == nil {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	if w.version < 2 || w.parts == nil {
		return readFatbin(w.data, d)
	}
	// The linked image is in data; where it is empty the parts are linked here.
	img, r := readFatbin(w.data, d)
	if r == CUDA_SUCCESS {
		return img, r
	}
	out := &image{}
	for i := 0; i < maxParts; i++ {
		part := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(w.parts), i*int(unsafe.Sizeof(p))))
		if part == nil {
			break
		}
		x, r := readFatbin(part, d)
		if r != CUDA_SUCCESS {
			return nil, r
		}
		out.texts = append(out.texts, x.texts...)
	}
	if len(out.texts) == 0 {
		return nil, CUDA_ERROR_NO_BINARY_FOR_GPU
	}
	return out, CUDA_SUCCESS
}

func readFatbin(p unsafe.Pointer, d *device) (*image, CUresult) {
	n, err := fatbin.Size(unsafe.Slice((*byte)(p), 16))
	if err != nil {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	return chooseImage(unsafe.Slice((*byte)(p), n), d)
}

// chooseImage picks the PTX of a fatbin that the device runs.
func chooseImage(b []byte, d *device) (*image, CUresult) {
	entries, err := fatbin.Parse(b)
	if err != nil {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	var ptx []fatbin.Candidate
	var at []int
	texts := map[int][]byte{}
	for i := range entries {
		e := &entries[i]
		if e.Kind != fatbin.KindPTX {
			continue
		}
		// The header says the architecture; only the text says whether it is a specific one (sm_90a).
		c := fatbin.Candidate{Arch: e.Arch}
		if e.Arch >= 90 || e.Arch == 0 {
			text, err := e.Data()
			if err != nil {
				return nil, CUDA_ERROR_INVALID_IMAGE
			}
			texts[i] = text
			if x, ok := fatbin.Target(text); ok {
				c = x
			}
		}
		ptx, at = append(ptx, c), append(at, i)
	}
	i := fatbin.Choose(ptx, d.cc)
	if i < 0 {
		return nil, CUDA_ERROR_NO_BINARY_FOR_GPU
	}
	text := texts[at[i]]
	if text == nil {
		if text, err = entries[at[i]].Data(); err != nil {
			return nil, CUDA_ERROR_INVALID_IMAGE
		}
	}
	return &image{texts: []ptxText{{"", bytes.Clone(text)}}}, CUDA_SUCCESS
}

// linkedMagic begins the image that cuLinkComplete hands out: the word, the size of what follows, a stored object.
const linkedMagic = "FerryLnk"

func readLinked(p unsafe.Pointer) (*image, CUresult) {
	for i := range len(linkedMagic) {
		if *(*byte)(unsafe.Add(p, i)) != linkedMagic[i] {
			return nil, CUDA_ERROR_INVALID_IMAGE
		}
	}
	n := binary.LittleEndian.Uint64(unsafe.Slice((*byte)(unsafe.Add(p, 8)), 8))
	if n > maxImageText {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	o, err := compiler.UnmarshalObject(bytes.Clone(unsafe.Slice((*byte)(unsafe.Add(p, 16)), n)))
	if err != nil {
		return nil, CUDA_ERROR_INVALID_IMAGE
	}
	return &image{object: o}, CUDA_SUCCESS
}

// theCache is the process's cache of compiled objects, opened at the first compilation.
var theCache = sync.OnceValue(func() *cache.Cache {
	conf, wrong := cache.FromEnvironment(os.Getenv)
	c, err := cache.Open(conf)
	if wrong != nil {
		logf("%v", wrong)
	}
	if err != nil {
		logf("no cache of compiled code: %v", err)
	}
	return c
})

// compilerVersion goes into every key: another build of ferry compiles anew.
var compilerVersion = sync.OnceValue(func() []byte { return []byte(buildID()) })

// build gives the image's object for a device: compiled, or taken from the cache.
func (img *image) build(d *device, o *jitOptions) (*compiler.Object, CUresult) {
	if img.bad != CUDA_SUCCESS {
		noPTX(img.bad)
		return nil, img.bad
	}
	if img.object != nil {
		if img.object.Target != d.prop.Target {
			return nil, CUDA_ERROR_NO_BINARY_FOR_GPU
		}
		return img.object, CUDA_SUCCESS
	}
	if Compile == nil {
		return nil, CUDA_ERROR_JIT_COMPILER_NOT_FOUND
	}
	text := img.texts[0].text
	if len(img.texts) > 1 {
		linked, err := linkTexts(img.texts)
		if err != nil {
			o.errorf("%v", err)
			return nil, CUDA_ERROR_INVALID_PTX
		}
		text = linked
	}
	opt := compiler.Options{Target: d.prop.Target, OptLevel: 3, Name: "application ptx input"}
	o.apply(&opt)
	opt.Dump, opt.DumpKernel = compiler.DumpTo(os.Stderr, os.Getenv("FERRY_DUMP"))
	key := cache.KeyOf(text, []byte(opt.Target), []byte(strconv.Itoa(opt.OptLevel)), []byte(strconv.Itoa(opt.MaxRegs)), compilerVersion())
	start := time.Now()
	if b := theCache().Get(key); b != nil && opt.Dump == nil {
		if obj, err := compiler.UnmarshalObject(b); err == nil {
			o.infof("%s", obj.Info)
			logModule(d, obj, time.Since(start), true)
			return obj, CUDA_SUCCESS
		}
	}
	obj, err := Compile(text, opt)
	o.wall = time.Since(start)
	if err != nil {
		var ce *compiler.Error
		if errors.As(err, &ce) {
			o.errorf("%s", ce.Log)
			if d.drv.env.log {
				logf("%s: %s", CUresult(ce.Result), ce.Log)
			}
			if ce.Result != 0 {
				return nil, CUresult(ce.Result)
			}
			return nil, CUDA_ERROR_INVALID_PTX
		}
		o.errorf("%v", err)
		logf("compilation failed: %v", err)
		return nil, CUDA_ERROR_INVALID_PTX
	}
	o.infof("%s", obj.Info)
	theCache().Put(key, obj.Marshal())
	logModule(d, obj, o.wall, false)
	return obj, CUDA_SUCCESS
}

// logModule says what was compiled, a line a kernel, when FERRY_LOG asks. The time is the whole module's.
func logModule(d *device, o *compiler.Object, took time.Duration, cached bool) {
	if !d.drv.env.log {
		return
	}
	how := "compiled"
	if cached {
		how = "from cache"
	}
	for i := range o.Kernels {
		k := &o.Kernels[i]
		if k.Refused != "" {
			logf("refused %s: %s", k.Name, k.Refused)
			continue
		}
		logf("%s %s: %d PTX instructions -> %d AMD instructions, %d VGPRs, %d SGPRs, %.1f ms (%s)", how, k.Name, k.PTXInsts, k.AMDInsts,
			k.NumRegs, k.SGPRs, float64(took.Microseconds())/1000, o.Target)
	}
}
