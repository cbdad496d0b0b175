package compiler

import (
	"encoding/binary"
	"errors"
	"math"
)

// The stored form of an Object: a magic word, a version, then every field in order; numbers are varints, strings and
// lists are counted. Package cache keeps it, and it is the image that cuLinkComplete hands out.

const (
	objectMagic   = "FerryObj"
	objectVersion = 2
)

// ErrObject says that bytes are no stored object, or one of another version, or damaged.
var ErrObject = errors.New("compiler: damaged or foreign object")

type writer struct{ b []byte }

func (w *writer) int(n int)      { w.b = binary.AppendVarint(w.b, int64(n)) }
func (w *writer) uint(n uint64)  { w.b = binary.AppendUvarint(w.b, n) }
func (w *writer) str(s string)   { w.uint(uint64(len(s))); w.b = append(w.b, s...) }
func (w *writer) bytes(s []byte) { w.uint(uint64(len(s))); w.b = append(w.b, s...) }
func (w *writer) bools(f ...bool) {
	v := uint64(0)
	for i, x := range f {
		if x {
			v |= 1 << i
		}
	}
	w.uint(v)
}

// Marshal gives the stored form of o; the same object gives the same bytes.
func (o *Object) Marshal() []byte {
	w := writer{make([]byte, 0, len(o.HSACO)+4096)}
	w.b = append(w.b, objectMagic...)
	w.uint(objectVersion)
	w.bytes(o.HSACO)
	w.str(o.Target)
	w.int(o.PTXVersion)
	w.int(o.PTXTarget)
	w.str(o.Info)
	w.int(o.PTXInsts)
	w.int(o.AMDInsts)
	w.int(len(o.Kernels))
	for i := range o.Kernels {
		k := &o.Kernels[i]
		w.str(k.Name)
		w.str(k.Refused)
		w.int(len(k.Params))
		for _, p := range k.Params {
			w.int(p.Offset)
			w.int(p.Size)
			w.int(p.Align)
		}
		for _, n := range [...]int{k.ParamBytes, k.SharedBytes, k.FerryShared, k.LocalBytes, k.NumRegs, k.SGPRs, k.MaxThreads,
			k.ReqThreads[0], k.ReqThreads[1], k.ReqThreads[2], k.Spills, k.PTXInsts, k.AMDInsts} {
			w.int(n)
		}
		w.bools(k.DynamicStack, k.UsesGridSync, k.UsesPrintf, k.UsesHeap)
		w.int(len(k.Lines))
		var last Line
		for _, l := range k.Lines {
			w.int(int(l.PC) - int(last.PC))
			w.int(int(l.Line) - int(last.Line))
			if l.File == last.File {
				w.uint(0)
			} else {
				w.uint(1)
				w.str(l.File)
			}
			w.int(int(l.Source) - int(last.Source))
			last = l
		}
		w.int(len(k.Sites))
		for _, s := range k.Sites {
			w.uint(uint64(s.Line))
			w.str(s.What)
		}
	}
	w.int(len(o.Globals))
	for _, g := range o.Globals {
		w.str(g.Name)
		w.uint(g.Size)
		w.bools(g.Const, g.Managed, g.Visible)
	}
	w.int(len(o.Patches))
	for _, p := range o.Patches {
		w.str(p.Var)
		w.uint(p.Offset)
		w.str(p.Symbol)
		w.int(int(p.Addend))
		w.uint(uint64(p.Shift))
		w.uint(uint64(p.Size))
	}
	return w.b
}

// reader decodes and remembers the first failure; it never allocates more than the input's size times a small factor.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uint() uint64 {
	n, k := binary.Uvarint(r.b)
	if k <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[k:]
	return n
}

func (r *reader) int() int {
	n, k := binary.Varint(r.b)
	if k <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[k:]
	return int(n)
}

func (r *reader) u32() uint32 {
	n := r.uint()
	if n > math.MaxUint32 {
		r.bad = true
	}
	return uint32(n)
}

// count reads a list's length; each element takes at least one byte.
func (r *reader) count() int {
	n := r.int()
	if n < 0 || n > len(r.b) {
		r.bad, r.b = true, nil
		return 0
	}
	return n
}

func (r *reader) bytes() []byte {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	s := r.b[:n:n]
	r.b = r.b[n:]
	return s
}

func (r *reader) str() string { return string(r.bytes()) }

func (r *reader) bools(f ...*bool) {
	v := r.uint()
	for i, p := range f {
		*p = v>>i&1 != 0
	}
}

// IsObject reports whether b begins as a stored object does.
func IsObject(b []byte) bool {
	return len(b) >= len(objectMagic) && string(b[:len(objectMagic)]) == objectMagic
}

// UnmarshalObject reads what Marshal wrote. The object's HSACO is a part of b.
func UnmarshalObject(b []byte) (*Object, error) {
	if !IsObject(b) {
		return nil, ErrObject
	}
	r := reader{b: b[len(objectMagic):]}
	if r.uint() != objectVersion {
		return nil, ErrObject
	}
	o := &Object{}
	o.HSACO = r.bytes()
	o.Target = r.str()
	o.PTXVersion = r.int()
	o.PTXTarget = r.int()
	o.Info = r.str()
	o.PTXInsts = r.int()
	o.AMDInsts = r.int()
	for range r.count() {
		if r.bad {
			break
		}
		var k Kernel
		k.Name = r.str()
		k.Refused = r.str()
		for range r.count() {
			k.Params = append(k.Params, Param{r.int(), r.int(), r.int()})
			if r.bad {
				break
			}
		}
		for _, p := range [...]*int{&k.ParamBytes, &k.SharedBytes, &k.FerryShared, &k.LocalBytes, &k.NumRegs, &k.SGPRs, &k.MaxThreads,
			&k.ReqThreads[0], &k.ReqThreads[1], &k.ReqThreads[2], &k.Spills, &k.PTXInsts, &k.AMDInsts} {
			*p = r.int()
		}
		r.bools(&k.DynamicStack, &k.UsesGridSync, &k.UsesPrintf, &k.UsesHeap)
		var last Line
		for range r.count() {
			last.PC += uint32(r.int())
			last.Line += uint32(r.int())
			if r.uint() != 0 {
				last.File = r.str()
			}
			last.Source += uint32(r.int())
			k.Lines = append(k.Lines, last)
			if r.bad {
				break
			}
		}
		for range r.count() {
			k.Sites = append(k.Sites, Site{r.u32(), r.str()})
			if r.bad {
				break
			}
		}
		o.Kernels = append(o.Kernels, k)
	}
	for range r.count() {
		if r.bad {
			break
		}
		g := Global{Name: r.str(), Size: r.uint()}
		r.bools(&g.Const, &g.Managed, &g.Visible)
		o.Globals = append(o.Globals, g)
	}
	for range r.count() {
		if r.bad {
			break
		}
		p := Patch{Var: r.str(), Offset: r.uint(), Symbol: r.str(), Addend: int64(r.int())}
		shift, size := r.uint(), r.uint()
		if shift > 63 || size == 0 || size > 4 {
			return nil, ErrObject
		}
		p.Shift, p.Size = uint8(shift), uint8(size)
		o.Patches = append(o.Patches, p)
	}
	if r.bad || len(r.b) != 0 {
		return nil, ErrObject
	}
	for i := range o.Kernels {
		if k := &o.Kernels[i]; !k.sane() {
			return nil, ErrObject
		}
	}
	return o, nil
}

// sane reports whether the numbers that the driver relies on are in range.
func (k *Kernel) sane() bool {
	if k.ParamBytes < 0 || k.ParamBytes > 1<<16 || k.SharedBytes < 0 || k.FerryShared < 0 || k.LocalBytes < 0 || k.MaxThreads < 0 {
		return false
	}
	for _, p := range k.Params {
		if p.Offset < 0 || p.Size < 0 || p.Offset > k.ParamBytes || p.Size > k.ParamBytes-p.Offset {
			return false
		}
	}
	return true
}
