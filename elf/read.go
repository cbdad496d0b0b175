package elf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Object is a loadable AMD code object.
type Object struct {
	Target     string // "gfx1100"; empty for a machine number ferry does not know
	Flags      uint32 // e_flags
	ABIVersion uint8  // 1 = V3 ... 4 = V6
	// Version is amdhsa.version of the metadata.
	Version  [2]int
	Segments []Segment
	// MemSize is the size of the image: from address 0 to the end of the last segment.
	MemSize uint64
	Kernels []KernelInfo
	Symbols []Symbol
	Relocs  []DynReloc
	// FerryMeta is the section .ferry.meta, nil if there is none.
	FerryMeta []byte
}

// Segment is one PT_LOAD.
type Segment struct {
	Addr, MemSize uint64
	Data          []byte // from the file; the rest up to MemSize is zero
	Exec, Write   bool
}

// Symbol is a defined or undefined symbol.
type Symbol struct {
	Name    string
	Addr    uint64
	Size    uint64
	Func    bool
	Object  bool
	Global  bool // not local
	Defined bool
}

// DynReloc is a relocation for the loader, at an address of the image.
type DynReloc struct {
	Addr   uint64
	Type   RelocType
	Symbol string // empty for RelRelative64
	// SymAddr is the symbol's address in the image if SymDefined.
	SymAddr    uint64
	SymDefined bool
	Addend     int64
}

// KernelInfo is one kernel: its descriptor and its metadata.
type KernelInfo struct {
	Name           string
	Symbol         string // of the descriptor
	Descriptor     Descriptor
	DescriptorAddr uint64
	Entry          uint64 // address of the code
	CodeSize       uint64 // 0 if no symbol says

	KernargSize, KernargAlign uint32
	LDSSize, ScratchSize      uint32
	WavefrontSize             int
	SGPRs, VGPRs, AGPRs       int
	MaxFlatWorkgroupSize      int
	ReqdWorkgroupSize         [3]uint32
	DynamicStack              bool
	Args                      []ArgInfo
}

// ArgInfo is one argument of the metadata.
type ArgInfo struct {
	Name         string
	Offset, Size uint32
	ValueKind    string
	AddressSpace string
}

// ErrNotELF says that the bytes are no ELF object.
var ErrNotELF = errors.New("elf: not an ELF object")

// CubinError is the refusal of a cubin: NVIDIA machine code.
type CubinError struct {
	// SM is the architecture, e.g. 89; 0 if the object does not say.
	SM int
}

func (e *CubinError) Error() string {
	if e.SM == 0 {
		return "elf: this is a cubin with NVIDIA machine code; ferry needs PTX"
	}
	return fmt.Sprintf("elf: this is a cubin with NVIDIA machine code for sm_%d; ferry needs PTX", e.SM)
}

// Cubin reports whether b is a cubin and for which architecture (0 if unknown).
func Cubin(b []byte) (sm int, ok bool) {
	if len(b) < ehdrSize || string(b[:4]) != "\x7fELF" || binary.LittleEndian.Uint16(b[18:]) != machineCUDA {
		return 0, false
	}
	// Up to CUDA 12 the low byte of e_flags is the architecture; with ABI version 8 (CUDA 13) it is the second byte.
	flags := binary.LittleEndian.Uint32(b[48:])
	if b[8] >= 8 {
		return int(flags >> 8 & 0xff), true
	}
	return int(flags & 0xff), true
}

// Limits of what ReadHSACO takes.
const (
	maxSections = 1 << 16
	maxSymbols  = 1 << 20
	maxImage    = 1 << 40
)

type header struct {
	name, typ, link, info uint32
	flags                 uint64
	addr, off, size       uint64
}

type reader struct {
	b    []byte
	secs []header
	shst []byte
	obj  *Object
}

// ReadHSACO reads a loadable code object of version 3 to 6. Data of the result alias b. Anything malformed is an error; allocations are bounded by the size of b.
func ReadHSACO(b []byte) (*Object, error) {
	if len(b) < ehdrSize || string(b[:4]) != "\x7fELF" {
		return nil, ErrNotELF
	}
	if sm, ok := Cubin(b); ok {
		return nil, &CubinError{SM: sm}
	}
	le := binary.LittleEndian
	if b[4] != 2 || b[5] != 1 {
		return nil, errors.New("elf: not a 64-bit little-endian object")
	}
	if m := le.Uint16(b[18:]); m != machineAMDGPU {
		return nil, fmt.Errorf("elf: machine %d is not AMDGPU", m)
	}
	if b[7] != osabiHSA {
		return nil, fmt.Errorf("elf: OS ABI %d is not AMDGPU_HSA", b[7])
	}
	if b[8] < 1 || b[8] > 4 {
		return nil, fmt.Errorf("elf: code object ABI version %d; 1 to 4 (V3 to V6) are known", b[8])
	}
	if t := le.Uint16(b[16:]); t != typeDyn {
		return nil, fmt.Errorf("elf: object type %d is not a loadable (shared) object", t)
	}
	r := &reader{b: b, obj: &Object{Flags: le.Uint32(b[48:]), ABIVersion: b[8]}}
	if c := chipByMach(r.obj.Flags & 0xff); c != nil {
		r.obj.Target = c.name
	}
	if err := r.segments(le.Uint64(b[32:]), int(le.Uint16(b[54:])), int(le.Uint16(b[56:]))); err != nil {
		return nil, err
	}
	if err := r.sections(le.Uint64(b[40:]), int(le.Uint16(b[58:])), int(le.Uint16(b[60:])), int(le.Uint16(b[62:]))); err != nil {
		return nil, err
	}
	if err := r.symbols(); err != nil {
		return nil, err
	}
	if err := r.relocs(); err != nil {
		return nil, err
	}
	if err := r.kernels(); err != nil {
		return nil, err
	}
	return r.obj, nil
}

// slice gives size bytes at off of the file.
func (r *reader) slice(off, size uint64) ([]byte, error) {
	if off > uint64(len(r.b)) || size > uint64(len(r.b))-off {
		return nil, fmt.Errorf("elf: %d bytes at %#x lie outside the file", size, off)
	}
	return r.b[off : off+size : off+size], nil
}

func (r *reader) segments(off uint64, entsize, n int) error {
	if entsize != phdrSize {
		return fmt.Errorf("elf: program header entries of %d bytes", entsize)
	}
	t, err := r.slice(off, uint64(n)*phdrSize)
	if err != nil {
		return err
	}
	le := binary.LittleEndian
	for i := range n {
		p := t[i*phdrSize:]
		if le.Uint32(p) != ptLoad {
			continue
		}
		s := Segment{Addr: le.Uint64(p[16:]), MemSize: le.Uint64(p[40:])}
		filesz := le.Uint64(p[32:])
		if filesz > s.MemSize || s.Addr > maxImage || s.MemSize > maxImage {
			return fmt.Errorf("elf: segment %d: address %#x, %d bytes of %d", i, s.Addr, filesz, s.MemSize)
		}
		if s.Addr < r.obj.MemSize {
			return fmt.Errorf("elf: segment %d overlaps the one before or is out of order", i)
		}
		if s.Data, err = r.slice(le.Uint64(p[8:]), filesz); err != nil {
			return err
		}
		f := le.Uint32(p[4:])
		s.Exec, s.Write = f&pfX != 0, f&pfW != 0
		r.obj.MemSize = s.Addr + s.MemSize
		r.obj.Segments = append(r.obj.Segments, s)
	}
	if len(r.obj.Segments) == 0 {
		return errors.New("elf: no loadable segment")
	}
	return nil
}

// Bytes gives n bytes of the image at addr as far as the file holds them; nil if it does not.
func (o *Object) Bytes(addr, n uint64) []byte {
	for i := range o.Segments {
		s := &o.Segments[i]
		if addr >= s.Addr && addr-s.Addr <= uint64(len(s.Data)) && n <= uint64(len(s.Data))-(addr-s.Addr) {
			return s.Data[addr-s.Addr : addr-s.Addr+n]
		}
	}
	return nil
}

func (r *reader) sections(off uint64, entsize, n, strndx int) error {
	if n == 0 {
		return errors.New("elf: no section headers")
	}
	if entsize != shdrSize || n > maxSections {
		return fmt.Errorf("elf: %d section headers of %d bytes", n, entsize)
	}
	t, err := r.slice(off, uint64(n)*shdrSize)
	if err != nil {
		return err
	}
	le := binary.LittleEndian
	r.secs = make([]header, n)
	for i := range n {
		p := t[i*shdrSize:]
		r.secs[i] = header{name: le.Uint32(p), typ: le.Uint32(p[4:]), flags: le.Uint64(p[8:]), addr: le.Uint64(p[16:]), off: le.Uint64(p[24:]), size: le.Uint64(p[32:]), link: le.Uint32(p[40:]), info: le.Uint32(p[44:])}
	}
	if strndx >= n {
		return errors.New("elf: section name table is missing")
	}
	if r.shst, err = r.contents(&r.secs[strndx]); err != nil {
		return err
	}
	for i := range r.secs {
		if str(r.shst, r.secs[i].name) == ".ferry.meta" {
			if r.obj.FerryMeta, err = r.contents(&r.secs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) contents(h *header) ([]byte, error) {
	if h.typ == shtNobits {
		return nil, errors.New("elf: section without contents")
	}
	return r.slice(h.off, h.size)
}

// str is the zero-terminated string at off of a string table; empty if there is none.
func str(tab []byte, off uint32) string {
	if uint64(off) >= uint64(len(tab)) {
		return ""
	}
	s := tab[off:]
	if i := bytes.IndexByte(s, 0); i >= 0 {
		return string(s[:i])
	}
	return ""
}

// table reads the symbol table of the given type.
func (r *reader) table(typ uint32) ([]Symbol, error) {
	for i := range r.secs {
		h := &r.secs[i]
		if h.typ != typ {
			continue
		}
		b, err := r.contents(h)
		if err != nil {
			return nil, err
		}
		if h.link >= uint32(len(r.secs)) {
			return nil, errors.New("elf: symbol table without string table")
		}
		names, err := r.contents(&r.secs[h.link])
		if err != nil {
			return nil, err
		}
		n := len(b) / symSize
		if n > maxSymbols {
			return nil, fmt.Errorf("elf: %d symbols", n)
		}
		le := binary.LittleEndian
		out := make([]Symbol, n)
		total := 0
		for k := range out {
			p := b[k*symSize:]
			info := p[4]
			out[k] = Symbol{Name: str(names, le.Uint32(p)), Addr: le.Uint64(p[8:]), Size: le.Uint64(p[16:]),
				Func: info&15 == sttFunc, Object: info&15 == sttObject, Global: info>>4 != stbLocal, Defined: le.Uint16(p[6:]) != 0}
			// Overlapping names could blow up a small file.
			if total += len(out[k].Name); total > 4*len(r.b)+1<<16 {
				return nil, errors.New("elf: symbol names overlap without end")
			}
		}
		return out, nil
	}
	return nil, nil
}

func (r *reader) symbols() error {
	s, err := r.table(shtSymtab)
	if err != nil {
		return err
	}
	if s == nil {
		if s, err = r.table(shtDynsym); err != nil {
			return err
		}
	}
	for _, x := range s {
		if x.Name != "" {
			r.obj.Symbols = append(r.obj.Symbols, x)
		}
	}
	return nil
}

// relocs reads the dynamic relocations: RELA sections that target no section.
func (r *reader) relocs() error {
	var dyn []Symbol
	for i := range r.secs {
		h := &r.secs[i]
		if h.typ != shtRela || h.info != 0 {
			continue
		}
		if dyn == nil {
			var err error
			if dyn, err = r.table(shtDynsym); err != nil {
				return err
			}
		}
		b, err := r.contents(h)
		if err != nil {
			return err
		}
		le := binary.LittleEndian
		for ; len(b) >= relaSize; b = b[relaSize:] {
			info := le.Uint64(b[8:])
			d := DynReloc{Addr: le.Uint64(b), Type: RelocType(uint32(info)), Addend: int64(le.Uint64(b[16:]))}
			switch d.Type {
			case RelRelative64, RelAbs64:
				if d.Addr > r.obj.MemSize || r.obj.MemSize-d.Addr < 8 {
					return fmt.Errorf("elf: relocation at %#x is outside the image", d.Addr)
				}
			case RelAbs32, RelAbs32Lo, RelAbs32Hi:
				if d.Addr > r.obj.MemSize || r.obj.MemSize-d.Addr < 4 {
					return fmt.Errorf("elf: relocation at %#x is outside the image", d.Addr)
				}
			default:
				return fmt.Errorf("elf: relocation type %d is not one a loader knows", d.Type)
			}
			if n := info >> 32; n != 0 {
				if n >= uint64(len(dyn)) {
					return fmt.Errorf("elf: relocation refers to symbol %d of %d", n, len(dyn))
				}
				d.Symbol, d.SymAddr, d.SymDefined = dyn[n].Name, dyn[n].Addr, dyn[n].Defined
			}
			r.obj.Relocs = append(r.obj.Relocs, d)
		}
	}
	return nil
}

// metadata finds the msgpack note.
func (r *reader) metadata() (value, error) {
	le := binary.LittleEndian
	for i := range r.secs {
		if r.secs[i].typ != shtNote {
			continue
		}
		b, err := r.contents(&r.secs[i])
		if err != nil {
			return value{}, err
		}
		for len(b) >= 12 {
			namesz, descsz, typ := uint64(le.Uint32(b)), uint64(le.Uint32(b[4:])), le.Uint32(b[8:])
			b = b[12:]
			nameEnd := alignUp(namesz, 4)
			if nameEnd > uint64(len(b)) || descsz > uint64(len(b))-nameEnd {
				return value{}, errors.New("elf: malformed note")
			}
			if typ == noteMetadata && strings.HasPrefix(string(b[:min(namesz, 6)]), "AMDGPU") {
				return unpack(b[nameEnd : nameEnd+descsz])
			}
			b = b[min(alignUp(nameEnd+descsz, 4), uint64(len(b))):]
		}
	}
	return value{}, errors.New("elf: no AMDGPU metadata note")
}

func (r *reader) kernels() error {
	md, err := r.metadata()
	if err != nil {
		return err
	}
	o := r.obj
	if v := md.get("amdhsa.version"); len(v.list) >= 2 {
		o.Version = [2]int{int(v.list[0].num), int(v.list[1].num)}
	}
	byName := make(map[string]int, len(o.Symbols))
	funcs := make([]int, 0, len(o.Symbols))
	for i := range o.Symbols {
		byName[o.Symbols[i].Name] = i
		if o.Symbols[i].Func && o.Symbols[i].Defined {
			funcs = append(funcs, i)
		}
	}
	sort.SliceStable(funcs, func(a, b int) bool { return o.Symbols[funcs[a]].Addr < o.Symbols[funcs[b]].Addr })
	for _, k := range md.get("amdhsa.kernels").list {
		ki := KernelInfo{
			Name: k.get(".name").str, Symbol: k.get(".symbol").str,
			KernargSize: uint32(k.get(".kernarg_segment_size").uint()), KernargAlign: uint32(k.get(".kernarg_segment_align").uint()),
			LDSSize: uint32(k.get(".group_segment_fixed_size").uint()), ScratchSize: uint32(k.get(".private_segment_fixed_size").uint()),
			WavefrontSize: int(uint32(k.get(".wavefront_size").uint())), SGPRs: int(uint32(k.get(".sgpr_count").uint())), VGPRs: int(uint32(k.get(".vgpr_count").uint())),
			AGPRs: int(uint32(k.get(".agpr_count").uint())), MaxFlatWorkgroupSize: int(uint32(k.get(".max_flat_workgroup_size").uint())),
			DynamicStack: k.get(".uses_dynamic_stack").uint() != 0,
		}
		if ki.Name == "" || ki.Symbol == "" {
			return errors.New("elf: a kernel in the metadata has no name or symbol")
		}
		if q := k.get(".reqd_workgroup_size").list; len(q) == 3 {
			for i := range q {
				ki.ReqdWorkgroupSize[i] = uint32(q[i].uint())
			}
		}
		for _, a := range k.get(".args").list {
			ki.Args = append(ki.Args, ArgInfo{Name: a.get(".name").str, Offset: uint32(a.get(".offset").uint()), Size: uint32(a.get(".size").uint()),
				ValueKind: a.get(".value_kind").str, AddressSpace: a.get(".address_space").str})
		}
		i, ok := byName[ki.Symbol]
		if !ok || !o.Symbols[i].Defined {
			return fmt.Errorf("elf: kernel %s: no symbol %s", ki.Name, ki.Symbol)
		}
		ki.DescriptorAddr = o.Symbols[i].Addr
		b := o.Bytes(ki.DescriptorAddr, DescriptorSize)
		if b == nil {
			return fmt.Errorf("elf: kernel %s: descriptor at %#x is outside the file", ki.Name, ki.DescriptorAddr)
		}
		if ki.Descriptor, err = ParseDescriptor(b); err != nil {
			return err
		}
		ki.Entry = ki.DescriptorAddr + uint64(ki.Descriptor.EntryOffset)
		if o.Bytes(ki.Entry, 4) == nil || ki.Entry%4 != 0 {
			return fmt.Errorf("elf: kernel %s: entry %#x is not in the file", ki.Name, ki.Entry)
		}
		if n := sort.Search(len(funcs), func(i int) bool { return o.Symbols[funcs[i]].Addr >= ki.Entry }); n < len(funcs) && o.Symbols[funcs[n]].Addr == ki.Entry {
			ki.CodeSize = o.Symbols[funcs[n]].Size
		}
		o.Kernels = append(o.Kernels, ki)
	}
	return nil
}

// Kernel finds a kernel by name.
func (o *Object) Kernel(name string) (*KernelInfo, bool) {
	for i := range o.Kernels {
		if o.Kernels[i].Name == name {
			return &o.Kernels[i], true
		}
	}
	return nil, false
}

// Lookup finds a defined symbol by name.
func (o *Object) Lookup(name string) (*Symbol, bool) {
	for i := range o.Symbols {
		if o.Symbols[i].Name == name && o.Symbols[i].Defined {
			return &o.Symbols[i], true
		}
	}
	return nil, false
}
