package cuda

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"ferry/fatbin"
	"ferry/ptx"
)

// linkState is a link that is being put together.
type linkState struct {
	h    CUlinkState
	ctx  *context
	opt  *jitOptions
	mu   sync.Mutex
	in   []ptxText
	seen linker // what the inputs so far define
	bad  bool   // something is defined twice
	done []byte // what cuLinkComplete gave, outside the Go heap
}

var links = table[linkState]{kind: kindLink}

// CuLinkCreate is CuLinkCreate_v2.
func CuLinkCreate(t *Thread, n uint32, options *CUjit_option, values *unsafe.Pointer, state *CUlinkState) CUresult {
	return CuLinkCreate_v2(t, n, options, values, state)
}

// CuLinkCreate_v2 begins a link. Log buffers have to stay until the link is destroyed.
func CuLinkCreate_v2(t *Thread, n uint32, options *CUjit_option, values *unsafe.Pointer, state *CUlinkState) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	if state == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	o, r := readJIT(n, options, values)
	if r != CUDA_SUCCESS {
		return r
	}
	l := &linkState{ctx: c, opt: o}
	l.seen = linker{names: map[string]int{}, defs: map[string]*linkDef{}}
	if l.h = CUlinkState(links.put(l)); l.h == 0 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*state = l.h
	return CUDA_SUCCESS
}

func (t *Thread) link(h CUlinkState) (*linkState, CUresult) {
	l := links.get(uintptr(h))
	if l == nil {
		return nil, CUDA_ERROR_INVALID_HANDLE
	}
	_, r := t.live()
	return l, r
}

// CuLinkAddData is CuLinkAddData_v2.
func CuLinkAddData(t *Thread, h CUlinkState, typ CUjitInputType, data unsafe.Pointer, size uintptr, name *byte, n uint32, options *CUjit_option, values *unsafe.Pointer) CUresult {
	return CuLinkAddData_v2(t, h, typ, data, size, name, n, options, values)
}

// CuLinkAddData_v2 adds an input from memory.
func CuLinkAddData_v2(t *Thread, h CUlinkState, typ CUjitInputType, data unsafe.Pointer, size uintptr, name *byte, n uint32, options *CUjit_option, values *unsafe.Pointer) CUresult {
	l, r := t.link(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if data == nil || size == 0 || size > maxImageText {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := readJIT(n, options, values); r != CUDA_SUCCESS {
		return r
	}
	return l.add(typ, unsafe.Slice((*byte)(data), size), gostring(name))
}

// CuLinkAddFile is CuLinkAddFile_v2.
func CuLinkAddFile(t *Thread, h CUlinkState, typ CUjitInputType, path *byte, n uint32, options *CUjit_option, values *unsafe.Pointer) CUresult {
	return CuLinkAddFile_v2(t, h, typ, path, n, options, values)
}

// CuLinkAddFile_v2 adds a file as an input.
func CuLinkAddFile_v2(t *Thread, h CUlinkState, typ CUjitInputType, path *byte, n uint32, options *CUjit_option, values *unsafe.Pointer) CUresult {
	l, r := t.link(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if path == nil || *path == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := readJIT(n, options, values); r != CUDA_SUCCESS {
		return r
	}
	b, r := readFile(gostring(path))
	if r != CUDA_SUCCESS {
		return r
	}
	return l.add(typ, b, gostring(path))
}

// add reads an input of a kind.
func (l *linkState) add(typ CUjitInputType, b []byte, name string) CUresult {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	r := CUDA_ERROR_INVALID_VALUE
	switch typ {
	case CU_JIT_INPUT_PTX:
		r = l.addPTX(b, name)
	case CU_JIT_INPUT_FATBINARY:
		r = l.addFatbin(b, name)
	case CU_JIT_INPUT_OBJECT:
		r = l.addObject(b, name)
	case CU_JIT_INPUT_LIBRARY:
		r = l.addLibrary(b, name)
	case CU_JIT_INPUT_CUBIN:
		_, r = imageOf(b, l.ctx.dev)
		if r == CUDA_SUCCESS {
			r = CUDA_ERROR_INVALID_IMAGE
		}
		l.opt.errorf("error   : '%s' holds NVIDIA machine code or none at all; only PTX can be linked", name)
	case CU_JIT_INPUT_NVVM:
		r = CUDA_ERROR_JIT_COMPILER_NOT_FOUND // for that representation there is none
	}
	l.opt.finish()
	return r
}

func (l *linkState) addPTX(b []byte, name string) CUresult {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	if !looksLikePTX(b) {
		l.opt.errorf("error   : '%s' is not PTX", name)
		return CUDA_ERROR_INVALID_IMAGE
	}
	m, diags := ptx.Load(b, ptx.Options{Name: name})
	r := CUDA_SUCCESS
	for i := range diags {
		d := &diags[i]
		l.opt.errorf("%s", d.String())
		if d.Kind == ptx.KindVersion {
			r = CUDA_ERROR_UNSUPPORTED_PTX_VERSION
		} else if r == CUDA_SUCCESS {
			r = CUDA_ERROR_INVALID_PTX
		}
	}
	if r != CUDA_SUCCESS {
		return r
	}
	// A second definition is found when it comes, what is missing at the end (recorded).
	l.seen.mods = append(l.seen.mods, m)
	l.seen.collect(len(l.seen.mods)-1, m)
	if len(l.seen.errs) > 0 {
		l.opt.errorf("%s", strings.Join(l.seen.errs, "\n"))
		l.seen.errs, l.bad = nil, true
		return CUDA_ERROR_INVALID_SOURCE
	}
	l.in = append(l.in, ptxText{name, bytes.Clone(b)})
	return CUDA_SUCCESS
}

func (l *linkState) addFatbin(b []byte, name string) CUresult {
	var img *image
	r := CUDA_ERROR_INVALID_IMAGE
	if len(b) >= 16 && binary.LittleEndian.Uint32(b) == fatbin.WrapperMagic {
		img, r = readImage(unsafe.Pointer(&b[0]), l.ctx.dev)
	} else {
		img, r = imageOf(b, l.ctx.dev)
	}
	if r != CUDA_SUCCESS {
		return r
	}
	if img.object != nil {
		return CUDA_ERROR_INVALID_IMAGE
	}
	for _, t := range img.texts {
		if r := l.addPTX(t.text, name); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// addObject takes the device code of a host object file: the fatbins in its sections.
func (l *linkState) addObject(b []byte, name string) CUresult {
	f, err := elf.NewFile(bytes.NewReader(b))
	if err != nil {
		return CUDA_ERROR_INVALID_IMAGE
	}
	if f.Machine == 190 {
		return CUDA_ERROR_NO_BINARY_FOR_GPU
	}
	found := false
	for _, s := range f.Sections {
		if s.Name != ".nv_fatbin" && s.Name != "__nv_relfatbin" || s.Size > fatbin.MaxSize || s.Size > uint64(len(b)) {
			continue
		}
		d, err := s.Data()
		if err != nil {
			return CUDA_ERROR_INVALID_IMAGE
		}
		for len(d) >= 16 {
			n, err := fatbin.Size(d)
			if err != nil || n > uint64(len(d)) {
				break
			}
			if r := l.addFatbin(d[:n], name); r != CUDA_SUCCESS {
				return r
			}
			found = true
			d = d[min((n+7)&^7, uint64(len(d))):]
		}
	}
	if !found {
		return CUDA_ERROR_NO_BINARY_FOR_GPU
	}
	return CUDA_SUCCESS
}

// addLibrary takes the members of an archive of host object files. Members without PTX are passed over: what is missing
// then is an unresolved name at the end.
func (l *linkState) addLibrary(b []byte, name string) CUresult {
	const magic = "!<arch>\n"
	if !bytes.HasPrefix(b, []byte(magic)) {
		return CUDA_ERROR_INVALID_IMAGE
	}
	b = b[len(magic):]
	for len(b) >= 60 {
		size, err := strconv.ParseInt(strings.TrimSpace(string(b[48:58])), 10, 63)
		if err != nil || size < 0 || size > int64(len(b)-60) {
			return CUDA_ERROR_INVALID_IMAGE
		}
		member := b[60 : 60+size]
		if bytes.HasPrefix(member, []byte(elf.ELFMAG)) {
			if r := l.addObject(member, name); r != CUDA_SUCCESS && r != CUDA_ERROR_NO_BINARY_FOR_GPU {
				return r
			}
		}
		b = b[min(60+int(size+size&1), len(b)):]
	}
	return CUDA_SUCCESS
}

// CuLinkComplete links and gives the image, which lives until the link is destroyed.
func CuLinkComplete(t *Thread, h CUlinkState, out *unsafe.Pointer, size *uintptr) CUresult {
	l, r := t.link(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if out == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done != nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	if l.bad {
		return CUDA_ERROR_INVALID_SOURCE
	}
	if e := l.seen.missing(); len(e) > 0 {
		l.opt.errorf("%s", strings.Join(e, "\n"))
		l.opt.finish()
		return CUDA_ERROR_INVALID_SOURCE
	}
	in := l.in
	if len(in) == 0 {
		in = []ptxText{{"empty", []byte(".version 7.0\n.target sm_52\n.address_size 64\n")}}
	}
	obj, r := compileImage(&image{texts: in}, l.ctx.dev, l.opt)
	if r == CUDA_ERROR_INVALID_PTX {
		r = CUDA_ERROR_INVALID_SOURCE // each input was good by itself: the link is not
	}
	if r != CUDA_SUCCESS {
		return r
	}
	b := obj.Marshal()
	mem, err := syscall.Mmap(-1, 0, 16+len(b), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	copy(mem, linkedMagic)
	binary.LittleEndian.PutUint64(mem[8:], uint64(len(b)))
	copy(mem[16:], b)
	l.done = mem
	*out = unsafe.Pointer(&mem[0])
	if size != nil {
		*size = uintptr(16 + len(b))
	}
	return CUDA_SUCCESS
}

// CuLinkDestroy ends a link and its image.
func CuLinkDestroy(t *Thread, h CUlinkState) CUresult {
	if _, r := t.link(h); r != CUDA_SUCCESS {
		return r
	}
	l := links.drop(uintptr(h))
	if l == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done != nil {
		syscall.Munmap(l.done)
		l.done = nil
	}
	return CUDA_SUCCESS
}
