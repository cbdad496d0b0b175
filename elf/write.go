package elf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Module is what goes into one HSACO.
type Module struct {
	Target    string // "gfx1100"
	Functions []Function
	Globals   []Global
	// Externs are names that relocations may refer to without a definition here; the loader resolves them.
	Externs []string
	// FerryMeta goes verbatim into the section .ferry.meta, which is not loaded; none if nil.
	FerryMeta []byte
}

// Function is the code of a kernel or of a device function.
type Function struct {
	Name   string
	Code   []byte
	Relocs []Reloc
	Kernel *Kernel // nil for a device function
}

// Kernel is what the descriptor and the metadata say. Work-group ids X, Y, Z come in the SGPRs after the user SGPRs
// (UserSGPRs), the kernarg pointer in s[0:1], the packed work-item ids in v0 (gfx10: v0, v1, v2).
type Kernel struct {
	KernargSize  uint32 // bytes
	KernargAlign uint32 // power of two; 0 means 16
	LDSSize      uint32 // bytes of static local data share
	ScratchSize  uint32 // bytes of scratch per work-item
	DynamicStack bool   // scratch size is not known statically
	VGPRs, SGPRs int    // registers used
	Wave64       bool
	CUMode       bool // work-groups on one CU instead of the two of a WGP
	// MaxFlatWorkgroupSize bounds the work-items of a work-group; 0 means 1024.
	MaxFlatWorkgroupSize int
	// ReqdWorkgroupSize is the exact work-group size, all 0 if none is demanded.
	ReqdWorkgroupSize [3]uint32
	// VGPRSpills and SGPRSpills are for tools that print them.
	VGPRSpills, SGPRSpills int
	Args                   []Arg
}

// Arg is one kernel argument of the metadata.
type Arg struct {
	Name         string
	Offset, Size uint32
	// ValueKind is "by_value" if empty.
	ValueKind    string
	AddressSpace string // "" for none
}

// Global is a variable.
type Global struct {
	Name  string
	Size  uint64
	Align uint64 // power of two; 0 means 1
	// Init are the first bytes of the variable, the rest is zero. No Init and no Relocs: .bss.
	Init   []byte
	Relocs []Reloc
	Const  bool // read-only: .rodata if it has no relocations
	Local  bool // not visible outside the object
}

// Reloc asks for the address of a symbol at Offset of a function's code or a variable. Those relative to the place, and all in code,
// are resolved by the writer; 64-bit absolute ones in data become dynamic relocations.
type Reloc struct {
	Offset uint64
	Type   RelocType
	Symbol string
	Addend int64
}

// UserSGPRs is the number of the SGPR that holds work-group id X; Y and Z follow it.
func UserSGPRs(target string, wave64 bool) int {
	if c := chipByName(target); c != nil && c.userSGPRs16 && !wave64 {
		return 13
	}
	return 2
}

// section is one section while writing.
type section struct {
	name       string
	typ        uint32
	flags      uint64
	data       []byte
	size       uint64 // of nobits
	align      uint64
	addr, off  uint64
	link, info uint32
	entsize    uint64
	nameOff    uint32
	segment    int // index of the PT_LOAD, -1 for none
}

// symbol is one symbol while writing.
type symbol struct {
	name  string
	sec   *section // nil: undefined
	off   uint64
	size  uint64
	info  byte
	other byte
}

// WriteHSACO writes a loadable code object, version 5. The same module gives the same bytes.
func WriteHSACO(m *Module) ([]byte, error) {
	c := chipByName(m.Target)
	if c == nil {
		return nil, fmt.Errorf("elf: unknown target %q", m.Target)
	}
	w := &writer{m: m, chip: c, index: map[string]int{}}
	if err := w.sections(); err != nil {
		return nil, err
	}
	if err := w.layout(); err != nil {
		return nil, err
	}
	if err := w.relocate(); err != nil {
		return nil, err
	}
	return w.emit(), nil
}

type writer struct {
	m    *Module
	chip *chip

	note, dynsym, hash, dynstr, rela, rodata, text, data, dynamic, bss *section
	symtab, strtab, shstrtab, ferry                                    *section
	secs                                                               []*section

	syms  []symbol       // locals first
	index map[string]int // into syms
	nlocl int
	dyn   []int // indices of syms in .dynsym

	code   []uint64 // offset of each function in .text
	kds    []uint64 // offset of each kernel's descriptor in .rodata
	globs  []symbol // place of each global
	dynRel int      // number of dynamic relocations
}

func alignUp(v, a uint64) uint64 { return (v + a - 1) &^ (a - 1) }

func (w *writer) pad(s *section, a uint64) { // with zero bytes
	for uint64(len(s.data))%a != 0 {
		s.data = append(s.data, 0)
	}
	if a > s.align {
		s.align = a
	}
}

// fill is the instruction that pads code: s_code_end, on gfx9 s_nop 0.
func (w *writer) fill() uint32 {
	if w.chip.gfx == 9 {
		return 0xbf800000
	}
	return 0xbf9f0000
}

// sections makes the contents of all sections except what depends on addresses.
func (w *writer) sections() error {
	m := w.m
	w.note = &section{name: ".note", typ: shtNote, flags: shfAlloc, align: 4}
	w.dynsym = &section{name: ".dynsym", typ: shtDynsym, flags: shfAlloc, align: 8, entsize: symSize, info: 1}
	w.hash = &section{name: ".hash", typ: shtHash, flags: shfAlloc, align: 4, entsize: 4}
	w.dynstr = &section{name: ".dynstr", typ: shtStrtab, flags: shfAlloc, align: 1, data: []byte{0}}
	w.rela = &section{name: ".rela.dyn", typ: shtRela, flags: shfAlloc, align: 8, entsize: relaSize}
	w.rodata = &section{name: ".rodata", typ: shtProgbits, flags: shfAlloc, align: 64}
	w.text = &section{name: ".text", typ: shtProgbits, flags: shfAlloc | shfExec, align: 256}
	w.data = &section{name: ".data", typ: shtProgbits, flags: shfAlloc | shfWrite, align: 8}
	w.dynamic = &section{name: ".dynamic", typ: shtDynamic, flags: shfAlloc | shfWrite, align: 8, entsize: 16}
	w.bss = &section{name: ".bss", typ: shtNobits, flags: shfAlloc | shfWrite, align: 8}
	w.symtab = &section{name: ".symtab", typ: shtSymtab, align: 8, entsize: symSize}
	w.strtab = &section{name: ".strtab", typ: shtStrtab, align: 1, data: []byte{0}}
	w.shstrtab = &section{name: ".shstrtab", typ: shtStrtab, align: 1, data: []byte{0}}
	w.ferry = &section{name: ".ferry.meta", typ: shtProgbits, align: 8, data: m.FerryMeta}

	var globals []symbol
	add := func(s symbol, local bool) error {
		if s.name == "" || strings.IndexByte(s.name, 0) >= 0 {
			return fmt.Errorf("elf: bad symbol name %q", s.name)
		}
		if _, dup := w.index[s.name]; dup {
			return fmt.Errorf("elf: symbol %s is defined twice", s.name)
		}
		w.index[s.name] = -1
		if local {
			s.info = s.info&15 | stbLocal<<4
			w.syms = append(w.syms, s)
		} else {
			s.info = s.info&15 | stbGlobal<<4
			globals = append(globals, s)
		}
		return nil
	}

	// Code.
	for i := range m.Functions {
		f := &m.Functions[i]
		if len(f.Code)%4 != 0 || len(f.Code) == 0 {
			return fmt.Errorf("elf: function %s has %d bytes of code", f.Name, len(f.Code))
		}
		a := uint64(64)
		if f.Kernel != nil {
			a = 256
		}
		w.padCode(a)
		w.code = append(w.code, uint64(len(w.text.data)))
		if err := add(symbol{name: f.Name, sec: w.text, off: uint64(len(w.text.data)), size: uint64(len(f.Code)), info: sttFunc, other: stvProtected}, f.Kernel == nil); err != nil {
			return err
		}
		w.text.data = append(w.text.data, f.Code...)
	}
	if len(m.Functions) > 0 {
		// Instruction prefetch may run past the end.
		n := 256
		switch {
		case w.chip.gfx >= 11:
			w.padCode(128)
			n = 96
		case w.chip.gfx == 10:
			w.padCode(64)
			n = 48
		}
		for range n {
			w.text.data = binary.LittleEndian.AppendUint32(w.text.data, w.fill())
		}
	}

	// Descriptors; their entry offsets are set once addresses are known.
	for i := range m.Functions {
		f := &m.Functions[i]
		w.kds = append(w.kds, uint64(len(w.rodata.data)))
		if f.Kernel == nil {
			continue
		}
		d, err := w.chip.descriptor(f.Kernel, len(f.Code))
		if err != nil {
			return fmt.Errorf("%w (kernel %s)", err, f.Name)
		}
		if err := add(symbol{name: f.Name + ".kd", sec: w.rodata, off: uint64(len(w.rodata.data)), size: DescriptorSize, info: sttObject, other: stvProtected}, false); err != nil {
			return err
		}
		w.rodata.data = d.append(w.rodata.data)
	}

	// Variables.
	for i := range m.Globals {
		g := &m.Globals[i]
		a := max(g.Align, 1)
		if a&(a-1) != 0 || a > pageSize {
			return fmt.Errorf("elf: variable %s: alignment %d", g.Name, g.Align)
		}
		if uint64(len(g.Init)) > g.Size || g.Size > 1<<40 {
			return fmt.Errorf("elf: variable %s: %d bytes of initial value, size %d", g.Name, len(g.Init), g.Size)
		}
		s := symbol{name: g.Name, size: g.Size, info: sttObject, other: stvProtected}
		switch {
		case len(g.Init) == 0 && len(g.Relocs) == 0 && !g.Const:
			w.bss.align = max(w.bss.align, a)
			w.bss.size = alignUp(w.bss.size, a)
			s.sec, s.off = w.bss, w.bss.size
			w.bss.size += g.Size
		default:
			s.sec = w.data
			if g.Const && len(g.Relocs) == 0 {
				s.sec = w.rodata
			}
			if g.Size > 1<<31 {
				return fmt.Errorf("elf: variable %s: %d initialised bytes", g.Name, g.Size)
			}
			w.pad(s.sec, a)
			s.off = uint64(len(s.sec.data))
			s.sec.data = append(s.sec.data, g.Init...)
			s.sec.data = append(s.sec.data, make([]byte, g.Size-uint64(len(g.Init)))...)
		}
		w.globs = append(w.globs, s)
		if err := add(s, g.Local); err != nil {
			return err
		}
		for _, r := range g.Relocs {
			if r.Type != RelAbs64 {
				return fmt.Errorf("elf: variable %s: relocation type %d is not for data", g.Name, r.Type)
			}
			if r.Offset > g.Size || g.Size-r.Offset < 8 {
				return fmt.Errorf("elf: variable %s: relocation at %d is outside", g.Name, r.Offset)
			}
			w.dynRel++
		}
	}
	for _, n := range m.Externs {
		if err := add(symbol{name: n, info: sttNotype}, false); err != nil {
			return err
		}
	}
	w.nlocl = len(w.syms)
	w.syms = append(w.syms, globals...)
	for i := range w.syms {
		w.index[w.syms[i].name] = i
		if i >= w.nlocl {
			w.dyn = append(w.dyn, i)
		}
	}
	w.rela.data = make([]byte, 0, w.dynRel*relaSize)
	return w.metadata()
}

func (w *writer) padCode(a uint64) {
	for uint64(len(w.text.data))%a != 0 {
		w.text.data = binary.LittleEndian.AppendUint32(w.text.data, w.fill())
	}
}

// metadata writes the note; keys in alphabetical order, as LLVM does.
func (w *writer) metadata() error {
	var p packer
	kernels := 0
	for i := range w.m.Functions {
		if w.m.Functions[i].Kernel != nil {
			kernels++
		}
	}
	p.mapp(3)
	p.str("amdhsa.kernels")
	p.array(kernels)
	for i := range w.m.Functions {
		f := &w.m.Functions[i]
		k := f.Kernel
		if k == nil {
			continue
		}
		reqd := k.ReqdWorkgroupSize != [3]uint32{}
		n := 14
		if w.chip.agprs {
			n++
		}
		if len(k.Args) > 0 {
			n++
		}
		if reqd {
			n++
		}
		if w.chip.gfx >= 10 {
			n++
		}
		p.mapp(n)
		if w.chip.agprs {
			p.str(".agpr_count")
			p.uint(0)
		}
		if len(k.Args) > 0 {
			p.str(".args")
			p.array(len(k.Args))
			for _, a := range k.Args {
				n := 3
				if a.Name != "" {
					n++
				}
				if a.AddressSpace != "" {
					n++
				}
				p.mapp(n)
				if a.AddressSpace != "" {
					p.str(".address_space")
					p.str(a.AddressSpace)
				}
				if a.Name != "" {
					p.str(".name")
					p.str(a.Name)
				}
				p.str(".offset")
				p.uint(uint64(a.Offset))
				p.str(".size")
				p.uint(uint64(a.Size))
				p.str(".value_kind")
				if a.ValueKind == "" {
					p.str("by_value")
				} else {
					p.str(a.ValueKind)
				}
			}
		}
		align := k.KernargAlign
		if align == 0 {
			align = 16
		}
		if align&(align-1) != 0 {
			return fmt.Errorf("elf: kernel %s: kernarg alignment %d", f.Name, align)
		}
		flat := k.MaxFlatWorkgroupSize
		if flat == 0 {
			flat = 1024
		}
		wave := 32
		if k.Wave64 {
			wave = 64
		}
		key := func(s string, v uint64) { p.str(s); p.uint(v) }
		key(".group_segment_fixed_size", uint64(k.LDSSize))
		key(".kernarg_segment_align", uint64(align))
		key(".kernarg_segment_size", uint64(k.KernargSize))
		key(".max_flat_workgroup_size", uint64(flat))
		p.str(".name")
		p.str(f.Name)
		key(".private_segment_fixed_size", uint64(k.ScratchSize))
		if reqd {
			p.str(".reqd_workgroup_size")
			p.array(3)
			for _, v := range k.ReqdWorkgroupSize {
				p.uint(uint64(v))
			}
		}
		key(".sgpr_count", uint64(k.SGPRs))
		key(".sgpr_spill_count", uint64(k.SGPRSpills))
		p.str(".symbol")
		p.str(f.Name + ".kd")
		key(".uniform_work_group_size", 1)
		p.str(".uses_dynamic_stack")
		p.bool(k.DynamicStack)
		key(".vgpr_count", uint64(k.VGPRs))
		key(".vgpr_spill_count", uint64(k.VGPRSpills))
		key(".wavefront_size", uint64(wave))
		if w.chip.gfx >= 10 {
			v := uint64(1)
			if k.CUMode {
				v = 0
			}
			key(".workgroup_processor_mode", v)
		}
	}
	p.str("amdhsa.target")
	p.str("amdgcn-amd-amdhsa--" + w.m.Target)
	p.str("amdhsa.version")
	p.array(2)
	p.uint(1)
	p.uint(2)

	b := binary.LittleEndian.AppendUint32(nil, 7)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p.b)))
	b = binary.LittleEndian.AppendUint32(b, noteMetadata)
	b = append(b, "AMDGPU\x00\x00"...)
	b = append(b, p.b...)
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	w.note.data = b
	return nil
}

// layout gives every section its place. Each PT_LOAD begins at a fresh page with the file offset's place in it.
func (w *writer) layout() error {
	// Names and sizes of the tables first.
	for _, i := range w.dyn {
		w.dynstr.data = append(append(w.dynstr.data, w.syms[i].name...), 0)
	}
	for i := range w.syms {
		w.strtab.data = append(append(w.strtab.data, w.syms[i].name...), 0)
	}
	w.dynsym.size = uint64(1+len(w.dyn)) * symSize
	w.hash.data = w.sysvHash()
	w.rela.size = uint64(w.dynRel) * relaSize
	tags := 6
	if w.dynRel > 0 {
		tags += 4
	}
	w.dynamic.size = uint64(tags) * 16

	w.secs = []*section{{}}
	off := uint64(ehdrSize + 7*phdrSize)
	addr := off
	place := func(seg int, s ...*section) {
		for _, s := range s {
			if s.typ != shtNobits {
				s.size = max(s.size, uint64(len(s.data)))
			}
			optional := s == w.rela || s == w.data || s == w.bss || s == w.rodata || s == w.text
			if optional && s.size == 0 {
				continue
			}
			a := alignUp(addr, s.align)
			off += a - addr
			addr = a
			s.addr, s.off, s.segment = addr, off, seg
			addr += s.size
			if s.typ != shtNobits {
				off += s.size
			}
			w.secs = append(w.secs, s)
		}
	}
	fresh := func() { addr = alignUp(addr, pageSize) + off%pageSize }
	place(0, w.note, w.dynsym, w.hash, w.dynstr, w.rela, w.rodata)
	fresh()
	place(1, w.text)
	fresh()
	place(2, w.dynamic, w.data, w.bss)
	if addr > 1<<46 {
		return fmt.Errorf("elf: image of %d bytes", addr)
	}
	w.symtab.size = uint64(1+len(w.syms)) * symSize
	tail := []*section{w.symtab, w.strtab, w.shstrtab}
	if w.m.FerryMeta != nil {
		tail = append([]*section{w.ferry}, tail...)
	}
	for _, s := range append(w.secs[1:len(w.secs):len(w.secs)], tail...) {
		s.nameOff = uint32(len(w.shstrtab.data))
		w.shstrtab.data = append(append(w.shstrtab.data, s.name...), 0)
	}
	for _, s := range tail {
		s.size = max(s.size, uint64(len(s.data)))
		off = alignUp(off, s.align)
		s.off, s.segment = off, -1
		off += s.size
		w.secs = append(w.secs, s)
	}
	num := func(x *section) uint32 {
		for i, s := range w.secs {
			if s == x {
				return uint32(i)
			}
		}
		return 0
	}
	w.dynsym.link, w.hash.link, w.rela.link, w.dynamic.link = num(w.dynstr), num(w.dynsym), num(w.dynsym), num(w.dynstr)
	w.symtab.link, w.symtab.info = num(w.strtab), uint32(1+w.nlocl)

	// Now the tables that hold addresses.
	symbols := func(list []int) []byte {
		b := make([]byte, symSize, symSize*(1+len(list)))
		name := 1
		for _, i := range list {
			s := &w.syms[i]
			b = binary.LittleEndian.AppendUint32(b, uint32(name))
			name += len(s.name) + 1
			shndx, v := uint32(0), uint64(0)
			if s.sec != nil {
				shndx, v = num(s.sec), s.sec.addr+s.off
			}
			b = append(b, s.info, s.other)
			b = binary.LittleEndian.AppendUint16(b, uint16(shndx))
			b = binary.LittleEndian.AppendUint64(b, v)
			b = binary.LittleEndian.AppendUint64(b, s.size)
		}
		return b
	}
	all := make([]int, len(w.syms))
	for i := range all {
		all[i] = i
	}
	w.symtab.data = symbols(all)
	w.dynsym.data = symbols(w.dyn)

	tag := func(t, v uint64) {
		w.dynamic.data = binary.LittleEndian.AppendUint64(w.dynamic.data, t)
		w.dynamic.data = binary.LittleEndian.AppendUint64(w.dynamic.data, v)
	}
	tag(6, w.dynsym.addr) // DT_SYMTAB
	tag(11, symSize)      // DT_SYMENT
	tag(5, w.dynstr.addr) // DT_STRTAB
	tag(10, w.dynstr.size)
	tag(4, w.hash.addr) // DT_HASH
	if w.dynRel > 0 {
		relative := uint64(0)
		for i := range w.m.Globals {
			for _, r := range w.m.Globals[i].Relocs {
				if j, ok := w.index[r.Symbol]; ok && w.syms[j].sec != nil {
					relative++
				}
			}
		}
		tag(7, w.rela.addr) // DT_RELA
		tag(8, w.rela.size)
		tag(9, relaSize)
		tag(0x6ffffff9, relative) // DT_RELACOUNT: the relative ones come first
	}
	tag(0, 0)
	return nil
}

// sysvHash is the contents of .hash (gABI, "Hash Table").
func (w *writer) sysvHash() []byte {
	n := uint32(len(w.dyn))
	nb := max(n, 1)
	buckets, chain := make([]uint32, nb), make([]uint32, n+1)
	for k := int(n) - 1; k >= 0; k-- {
		var h uint32
		name := w.syms[w.dyn[k]].name
		for i := range len(name) {
			h = h<<4 + uint32(name[i])
			g := h & 0xf0000000
			h ^= g>>24 ^ g
		}
		b := h % nb
		chain[k+1] = buckets[b]
		buckets[b] = uint32(k + 1)
	}
	out := binary.LittleEndian.AppendUint32(nil, nb)
	out = binary.LittleEndian.AppendUint32(out, n+1)
	for _, v := range append(buckets, chain...) {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}

// address is the address of a defined symbol.
func (w *writer) address(name string) (uint64, bool) {
	i, ok := w.index[name]
	if !ok || w.syms[i].sec == nil {
		return 0, false
	}
	return w.syms[i].sec.addr + w.syms[i].off, true
}

// relocate resolves what can be resolved now and writes the dynamic relocations.
func (w *writer) relocate() error {
	le := binary.LittleEndian
	for i := range w.m.Functions {
		f := &w.m.Functions[i]
		base := w.code[i]
		if f.Kernel != nil {
			kd := w.rodata.data[w.kds[i]:]
			le.PutUint64(kd[16:], w.text.addr+base-(w.rodata.addr+w.kds[i]))
		}
		for _, r := range f.Relocs {
			s, ok := w.address(r.Symbol)
			if !ok {
				return fmt.Errorf("elf: function %s refers to %s, which is not defined here", f.Name, r.Symbol)
			}
			width := uint64(4)
			switch r.Type {
			case RelRel64:
				width = 8
			case RelRel16:
				width = 2
			}
			if r.Offset > uint64(len(f.Code)) || uint64(len(f.Code))-r.Offset < width {
				return fmt.Errorf("elf: function %s: relocation at %d is outside", f.Name, r.Offset)
			}
			at := w.text.data[base+r.Offset:]
			v := int64(s) + r.Addend - int64(w.text.addr+base+r.Offset)
			switch r.Type {
			case RelRel32Lo:
				le.PutUint32(at, uint32(v))
			case RelRel32Hi:
				le.PutUint32(at, uint32(v>>32))
			case RelRel32:
				if v != int64(int32(v)) {
					return fmt.Errorf("elf: function %s: %s is too far away", f.Name, r.Symbol)
				}
				le.PutUint32(at, uint32(v))
			case RelRel64:
				le.PutUint64(at, uint64(v))
			case RelRel16:
				d := (v - 4) / 4
				if v&3 != 0 || d != int64(int16(d)) {
					return fmt.Errorf("elf: function %s: %s is too far away to branch to", f.Name, r.Symbol)
				}
				le.PutUint16(at, uint16(d))
			default:
				return fmt.Errorf("elf: function %s: relocation type %d is not for code", f.Name, r.Type)
			}
		}
	}
	for pass := range 2 { // relative ones first
		for i := range w.m.Globals {
			g := &w.m.Globals[i]
			for _, r := range g.Relocs {
				at := w.globs[i].sec.addr + w.globs[i].off + r.Offset
				s, ok := w.address(r.Symbol)
				j, known := w.index[r.Symbol]
				if !known {
					return fmt.Errorf("elf: variable %s refers to %s, which is not defined here and not extern", g.Name, r.Symbol)
				}
				if ok != (pass == 0) {
					continue
				}
				info, add := uint64(RelRelative64), int64(s)+r.Addend
				if !ok {
					info, add = uint64(1+j-w.nlocl)<<32|uint64(RelAbs64), r.Addend
				}
				w.rela.data = le.AppendUint64(w.rela.data, at)
				w.rela.data = le.AppendUint64(w.rela.data, info)
				w.rela.data = le.AppendUint64(w.rela.data, uint64(add))
			}
		}
	}
	return nil
}

// emit puts the file together.
func (w *writer) emit() []byte {
	le := binary.LittleEndian
	last := w.secs[len(w.secs)-1]
	shoff := alignUp(last.off+last.size, 8)
	out := make([]byte, shoff, shoff+uint64(len(w.secs))*shdrSize)

	// File header.
	copy(out, "\x7fELF\x02\x01\x01")
	out[7], out[8] = osabiHSA, 3 // version 5
	le.PutUint16(out[16:], typeDyn)
	le.PutUint16(out[18:], machineAMDGPU)
	le.PutUint32(out[20:], 1)
	le.PutUint64(out[32:], ehdrSize)
	le.PutUint64(out[40:], shoff)
	le.PutUint32(out[48:], w.chip.flags)
	le.PutUint16(out[52:], ehdrSize)
	le.PutUint16(out[54:], phdrSize)
	le.PutUint16(out[58:], shdrSize)
	le.PutUint16(out[60:], uint16(len(w.secs)))
	for i, s := range w.secs {
		if s == w.shstrtab {
			le.PutUint16(out[62:], uint16(i))
		}
	}

	// Program headers.
	n := 0
	ph := func(typ, flags uint32, off, addr, filesz, memsz, align uint64) {
		b := out[ehdrSize+n*phdrSize:]
		le.PutUint32(b, typ)
		le.PutUint32(b[4:], flags)
		le.PutUint64(b[8:], off)
		le.PutUint64(b[16:], addr)
		le.PutUint64(b[24:], addr)
		le.PutUint64(b[32:], filesz)
		le.PutUint64(b[40:], memsz)
		le.PutUint64(b[48:], align)
		n++
	}
	nload := 1
	for seg := 1; seg < 3; seg++ {
		for _, s := range w.secs[1:] {
			if s.segment == seg {
				nload++
				break
			}
		}
	}
	count := uint64(4 + nload)
	ph(ptPhdr, pfR, ehdrSize, ehdrSize, count*phdrSize, count*phdrSize, 8)
	for seg, flags := range []uint32{pfR, pfR | pfX, pfR | pfW} {
		var first, end *section
		var filesz uint64
		for _, s := range w.secs[1:] {
			if s.segment != seg {
				continue
			}
			if first == nil {
				first = s
			}
			end = s
			if s.typ != shtNobits {
				filesz = s.off + s.size - first.off
			}
		}
		switch {
		case first == nil:
		case seg == 0:
			size := end.off + end.size
			ph(ptLoad, flags, 0, 0, size, size, pageSize)
		default:
			ph(ptLoad, flags, first.off, first.addr, filesz, end.addr+end.size-first.addr, pageSize)
		}
	}
	ph(ptDynamic, pfR|pfW, w.dynamic.off, w.dynamic.addr, w.dynamic.size, w.dynamic.size, 8)
	ph(ptGNUStack, pfR|pfW, 0, 0, 0, 0, 0)
	ph(ptNote, pfR, w.note.off, w.note.addr, w.note.size, w.note.size, 4)
	le.PutUint16(out[56:], uint16(n))

	// Sections and their headers.
	for _, s := range w.secs[1:] {
		if s.typ != shtNobits {
			copy(out[s.off:s.off+s.size], s.data)
		}
	}
	var sh bytes.Buffer
	for _, s := range w.secs {
		var b [shdrSize]byte
		le.PutUint32(b[0:], s.nameOff)
		le.PutUint32(b[4:], s.typ)
		le.PutUint64(b[8:], s.flags)
		le.PutUint64(b[16:], s.addr)
		le.PutUint64(b[24:], s.off)
		le.PutUint64(b[32:], s.size)
		le.PutUint32(b[40:], s.link)
		le.PutUint32(b[44:], s.info)
		le.PutUint64(b[48:], s.align)
		le.PutUint64(b[56:], s.entsize)
		sh.Write(b[:])
	}
	return append(out, sh.Bytes()...)
}
