package emu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"ferry/amdgpu"
	"ferry/elf"
	"ferry/emu/mem"
)

// maxKernarg bounds the kernarg segment: CUDA's 32,764 bytes of parameters with room for hidden arguments.
const maxKernarg = 1 << 16

// Code is a code object placed in device memory.
type Code struct {
	Object *elf.Object
	// Base is the address of the image.
	Base uint64

	space   *mem.Space
	opt     Options
	target  *amdgpu.Target
	kernels []*Kernel
	seg     *elf.Segment // the executable one

	whole     sync.Once // for kernels that share code with functions
	wholeProg *Program
	wholeErr  error
}

// Kernel is one kernel of a Code.
type Kernel struct {
	Info *elf.KernelInfo
	Code *Code

	once  sync.Once
	prog  *Program
	start int // index of the entry in prog.Code
	err   error
	mode  Mode
	sgprs sgprLayout
}

// Load reads an HSACO, places its image in the pool's memory and relocates it. Code is decoded when a kernel is first launched.
func Load(pool *mem.Pool, space *mem.Space, hsaco []byte, opt Options) (*Code, error) {
	o, err := elf.ReadHSACO(hsaco)
	if err != nil {
		return nil, err
	}
	if o.Target != amdgpu.GFX1100.Name {
		return nil, fmt.Errorf("code object for %q: the emulator is a %s", o.Target, amdgpu.GFX1100.Name)
	}
	opt.Aligned = opt.Aligned || o.FerryMeta != nil // compiled PTX
	c := &Code{Object: o, space: space, opt: opt, target: amdgpu.GFX1100}
	c.readNotes()
	if o.MemSize == 0 { // one too large for the pool is found by the pool
		return nil, errors.New("code object with an empty image")
	}
	for i := range o.Segments {
		if s := &o.Segments[i]; s.Exec {
			if c.seg != nil {
				return nil, errors.New("code object with two executable segments")
			}
			c.seg = s
		}
	}
	if c.Base, err = pool.Alloc(o.MemSize); err != nil {
		return nil, err
	}
	if err := c.place(); err != nil {
		_ = space.Free(c.Base)
		return nil, err
	}
	for i := range o.Kernels {
		if n := o.Kernels[i].KernargSize; n > maxKernarg {
			_ = space.Free(c.Base)
			return nil, fmt.Errorf("kernel %s: a kernarg segment of %d bytes", o.Kernels[i].Name, n)
		}
		if n := o.Kernels[i].VGPRs; n < 0 || n > 256 {
			_ = space.Free(c.Base)
			return nil, fmt.Errorf("kernel %s: %d VGPRs", o.Kernels[i].Name, n)
		}
		k := &Kernel{Info: &o.Kernels[i], Code: c}
		k.init()
		c.kernels = append(c.kernels, k)
	}
	return c, nil
}

// place fills the image.
func (c *Code) place() error {
	img := mem.Bytes(c.Base, c.Object.MemSize)
	if len(img) < 1<<20 { // larger allocations are fresh, and may be larger than they need be: not touched
		clear(img)
	}
	for i := range c.Object.Segments {
		s := &c.Object.Segments[i]
		copy(img[s.Addr:], s.Data)
	}
	le := binary.LittleEndian
	for _, r := range c.Object.Relocs {
		v := c.Base + uint64(r.Addend)
		if r.Type != elf.RelRelative64 {
			if !r.SymDefined {
				return fmt.Errorf("undefined symbol %q", r.Symbol)
			}
			v += r.SymAddr
		}
		size := uint64(4)
		if r.Type == elf.RelRelative64 || r.Type == elf.RelAbs64 {
			size = 8
		}
		if r.Addr > uint64(len(img)) || size > uint64(len(img))-r.Addr {
			return fmt.Errorf("relocation at %#x outside the image", r.Addr)
		}
		at := img[r.Addr:]
		switch r.Type {
		case elf.RelRelative64, elf.RelAbs64:
			le.PutUint64(at, v)
		case elf.RelAbs32, elf.RelAbs32Lo:
			le.PutUint32(at, uint32(v))
		case elf.RelAbs32Hi:
			le.PutUint32(at, uint32(v>>32))
		default:
			return fmt.Errorf("relocation of type %d is not one for the loader", r.Type)
		}
	}
	return nil
}

// Unload frees the image. No launch of the code may be running.
func (c *Code) Unload() error { return c.space.Free(c.Base) }

// Kernel finds a kernel by name.
func (c *Code) Kernel(name string) (*Kernel, bool) {
	for _, k := range c.kernels {
		if k.Info.Name == name {
			return k, true
		}
	}
	return nil, false
}

// Symbol finds a variable and gives its address and size.
func (c *Code) Symbol(name string) (addr, size uint64, ok bool) {
	s, ok := c.Object.Lookup(name)
	if !ok || s.Func {
		return 0, 0, false
	}
	return c.Base + s.Addr, s.Size, true
}

// hasFunctions reports whether the object has functions that are no kernels: then all of its code is decoded together.
func (c *Code) hasFunctions() bool {
	for i := range c.Object.Symbols {
		s := &c.Object.Symbols[i]
		if !s.Func || !s.Defined {
			continue
		}
		if _, ok := c.Object.Kernel(s.Name); !ok {
			return true
		}
	}
	return false
}

// Program decodes the kernel's code and gives it with the index of the entry.
func (k *Kernel) Program() (*Program, int, error) {
	k.once.Do(func() {
		c := k.Code
		in := k.Info
		if c.seg == nil {
			k.err = errors.New("code object without code")
			return
		}
		lo, size := in.Entry, in.CodeSize
		if size == 0 || c.hasFunctions() {
			c.whole.Do(func() { c.wholeProg, c.wholeErr = c.decode("", c.seg.Addr, uint64(len(c.seg.Data)), 0) })
			k.prog, k.err = c.wholeProg, c.wholeErr
			lo = c.seg.Addr
		} else {
			k.prog, k.err = c.decode(in.Name, lo, size, in.VGPRs)
		}
		if k.err != nil {
			return
		}
		at := in.Entry - lo
		if at%4 != 0 || at/4 >= uint64(len(k.prog.Index)) || k.prog.Index[at/4] < 0 {
			k.err = fmt.Errorf("kernel %s: the entry is no instruction", in.Name)
			return
		}
		k.start = int(k.prog.Index[at/4])
	})
	return k.prog, k.start, k.err
}

func (c *Code) decode(name string, addr, size uint64, vgprs int) (*Program, error) {
	s := c.seg
	if addr < s.Addr || addr-s.Addr > uint64(len(s.Data)) || size > uint64(len(s.Data))-(addr-s.Addr) {
		return nil, fmt.Errorf("code of %s lies outside the executable segment", name)
	}
	opt := c.opt
	opt.looseAt = addr
	opt.NumVGPR = vgprs
	if vgprs == 0 {
		for i := range c.Object.Kernels {
			opt.NumVGPR = max(opt.NumVGPR, c.Object.Kernels[i].VGPRs)
		}
	}
	return Build(c.target, name, mem.Bytes(c.Base+addr, size&^3), c.Base+addr, opt)
}

// readNotes reads from the compiler's notes which accesses are aligned to less than their size.
func (c *Code) readNotes() {
	var entry map[string]uint64
	for line := range bytes.Lines(c.Object.FerryMeta) {
		f := bytes.Fields(line)
		if len(f) != 4 || string(f[0]) != "align" {
			continue
		}
		if entry == nil {
			entry, c.opt.loose = map[string]uint64{}, map[uint64]uint8{}
			for i := range c.Object.Kernels {
				entry[c.Object.Kernels[i].Name] = c.Object.Kernels[i].Entry
			}
		}
		at, ok := entry[string(f[1])]
		pc, err := strconv.ParseUint(string(f[2]), 16, 32)
		n, err2 := strconv.ParseUint(string(f[3]), 10, 4)
		if ok && err == nil && err2 == nil && n&(n-1) == 0 {
			c.opt.loose[at+pc] = uint8(n)
		}
	}
}
