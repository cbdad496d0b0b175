//go:build ferrycompile

package compiler

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"ferry/elf"
	"ferry/ir"
	"ferry/ptx"
)

// maxGlobalBytes bounds one module variable.
const maxGlobalBytes = 1 << 40

// globals adds the module's variables, those declared inside functions too, to the object.
func globals(mod *ptx.Module, m *elf.Module, obj *Object, used map[string]bool) error {
	add := func(v *ptx.Variable) error {
		sp := v.Space.Base()
		if sp != ptx.SpaceGlobal && sp != ptx.SpaceConst || v.Definition() != v {
			return nil
		}
		name := ir.SymbolName(v)
		if v.Linkage == ptx.LinkExtern {
			m.Externs = append(m.Externs, name)
			return nil
		}
		g, err := global(v, name)
		if err != nil {
			return err
		}
		m.Globals = append(m.Globals, g)
		obj.Globals = append(obj.Globals, Global{
			Name: name, Size: g.Size, Const: sp == ptx.SpaceConst, Managed: hasAttr(v, "managed"),
			Visible: v.Linkage == ptx.LinkVisible || v.Linkage == ptx.LinkWeak || v.Linkage == ptx.LinkCommon || v.Linkage == ptx.LinkNone && v.Fn == nil,
		})
		return nil
	}
	for _, v := range mod.Vars {
		if err := add(v); err != nil {
			return err
		}
	}
	for _, f := range mod.Funcs {
		for _, v := range f.Locals {
			if err := add(v); err != nil {
				return err
			}
		}
	}
	return nil
}

func hasAttr(v *ptx.Variable, name string) bool {
	for _, a := range v.Attr {
		if a.Name == name {
			return true
		}
	}
	return false
}

// initialiser writes the bytes of one variable.
type initialiser struct {
	v   *ptx.Variable
	g   *elf.Global
	err error
}

func global(v *ptx.Variable, name string) (elf.Global, error) {
	g := elf.Global{Name: name, Align: uint64(v.Alignment()), Const: v.Space.Base() == ptx.SpaceConst}
	elem := int64(v.Type.Size()) * int64(max(v.Vec, 1))
	dims := append([]int64(nil), v.Dims...)
	if len(dims) > 0 && dims[0] < 0 {
		dims[0] = 0
		if v.Init != nil {
			dims[0] = int64(len(v.Init.Elems))
		}
	}
	size := elem
	for _, d := range dims {
		if d != 0 && size > maxGlobalBytes/d {
			return g, &Error{Result: resultInvalidPTX, Log: fmt.Sprintf("ptxas error   : variable %s is too large", v.Name)}
		}
		size *= d
	}
	g.Size = uint64(size)
	if v.Init != nil {
		in := initialiser{v: v, g: &g}
		if v.Vec > 1 {
			dims = append(dims, int64(v.Vec))
		}
		in.put(v.Init, 0, dims, int64(v.Type.Size()))
		if in.err != nil {
			return g, &Error{Result: resultInvalidPTX, Log: fmt.Sprintf("ptxas error   : variable %s: %v", v.Name, in.err)}
		}
	}
	return g, nil
}

// put writes init at off; dims are the extents that remain.
func (in *initialiser) put(init *ptx.Init, off int64, dims []int64, elem int64) {
	if init.Kind != ptx.InitList {
		in.scalar(init, off, elem)
		return
	}
	stride := elem
	if len(dims) > 0 {
		for _, d := range dims[1:] {
			stride *= d
		}
	}
	// A list without inner braces fills the array in order.
	flat := true
	for i := range init.Elems {
		flat = flat && init.Elems[i].Kind != ptx.InitList
	}
	if flat {
		stride = elem
	}
	for i := range init.Elems {
		var rest []int64
		if len(dims) > 0 {
			rest = dims[1:]
		}
		in.put(&init.Elems[i], off+int64(i)*stride, rest, elem)
	}
}

func (in *initialiser) scalar(init *ptx.Init, off, elem int64) {
	g := in.g
	if off < 0 || off+elem > int64(g.Size) {
		in.err = fmt.Errorf("more initialisers than elements")
		return
	}
	if init.Kind == ptx.InitSym {
		if init.Mask != 0 || elem != 8 {
			in.err = fmt.Errorf("an address in an element of %d bytes", elem)
			return
		}
		name := ""
		switch s := init.Sym.(type) {
		case *ptx.Variable:
			d := s.Definition()
			if sp := d.Space.Base(); sp != ptx.SpaceGlobal && sp != ptx.SpaceConst {
				in.err = fmt.Errorf("address of %s, which is not in global or constant memory", d.Name)
				return
			}
			name = ir.SymbolName(d)
		default:
			in.err = fmt.Errorf("address of %s", init.Sym.SymName())
			return
		}
		g.Relocs = append(g.Relocs, elf.Reloc{Offset: uint64(off), Type: elf.RelAbs64, Symbol: name, Addend: init.Off})
		in.grow(off + elem)
		return
	}
	x := init.Imm
	if init.Mask != 0 {
		x = (x & init.Mask) >> bits.TrailingZeros64(init.Mask)
	}
	in.grow(off + elem)
	switch elem {
	case 1:
		g.Init[off] = byte(x)
	case 2:
		binary.LittleEndian.PutUint16(g.Init[off:], uint16(x))
	case 4:
		if init.Kind == ptx.InitF64 && in.v.Type.Float() {
			x = uint64(f32bits(x))
		}
		binary.LittleEndian.PutUint32(g.Init[off:], uint32(x))
	case 8:
		if init.Kind == ptx.InitF32 && in.v.Type.Float() {
			x = f64bits(uint32(x))
		}
		binary.LittleEndian.PutUint64(g.Init[off:], x)
	default:
		in.err = fmt.Errorf("initialiser of an element of %d bytes", elem)
	}
}

func (in *initialiser) grow(n int64) {
	g := in.g
	for int64(len(g.Init)) < n {
		g.Init = append(g.Init, make([]byte, min(n-int64(len(g.Init)), 1<<20))...)
	}
}

func f32bits(x uint64) uint32 { return math.Float32bits(float32(math.Float64frombits(x))) }

func f64bits(x uint32) uint64 { return math.Float64bits(float64(math.Float32frombits(x))) }
