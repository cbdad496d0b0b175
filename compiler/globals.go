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

// globals adds the module's variables, those declared inside functions too, to the object. It gives the variables that
// cannot be initialised, directly or through another one that they point to, with the reason: kernels that use one of
// them are refused.
func globals(mod *ptx.Module, calls *ir.Calls, m *elf.Module, obj *Object) (bad map[string]string, err error) {
	bad = map[string]string{}
	add := func(v *ptx.Variable) error {
		sp := v.Space.Base()
		if sp != ptx.SpaceGlobal && sp != ptx.SpaceConst || v.Definition() != v {
			return nil
		}
		name := ir.SymbolName(v)
		if v.Linkage == ptx.LinkExtern && !(v.Used && defaulted(v)) {
			m.Externs = append(m.Externs, name)
			return nil
		}
		g, why, err := global(v, name, mod.Name, calls)
		if err != nil {
			return err
		}
		if why != "" {
			bad[name] = why
		}
		m.Globals = append(m.Globals, g)
		obj.Globals = append(obj.Globals, Global{
			Name: name, Size: g.Size, Const: sp == ptx.SpaceConst, Managed: hasAttr(v, "managed"),
			Visible: v.Linkage == ptx.LinkVisible || v.Linkage == ptx.LinkExtern || v.Linkage == ptx.LinkWeak || v.Linkage == ptx.LinkCommon || v.Linkage == ptx.LinkNone && v.Fn == nil,
		})
		return nil
	}
	for _, v := range mod.Vars {
		if err := add(v); err != nil {
			return nil, err
		}
	}
	for _, f := range mod.Funcs {
		for _, v := range f.Locals {
			if err := add(v); err != nil {
				return nil, err
			}
		}
	}
	if n := len(calls.Taken); n > 0 {
		// What function pointers point to. Nobody reads it.
		m.Globals = append(m.Globals, elf.Global{
			Name: ir.FunctionTable, Size: uint64(n) * ir.FunctionEntry, Align: ir.FunctionEntry, Const: true, Init: make([]byte, n*ir.FunctionEntry),
		})
	}
	for again := len(bad) > 0; again; {
		again = false
		for i := range m.Globals {
			g := &m.Globals[i]
			if bad[g.Name] != "" {
				continue
			}
			for _, r := range g.Relocs {
				if bad[r.Symbol] != "" {
					bad[g.Name] = bad[r.Symbol]
					again = true
					break
				}
			}
		}
	}
	return bad, nil
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
	v     *ptx.Variable
	g     *elf.Global
	calls *ir.Calls
	err   error
	why   string // what ferry cannot initialise
}

// atVariable is the error of a module that is wrong where it declares v.
func atVariable(file string, v *ptx.Variable, format string, args ...any) error {
	return diagError([]ptx.Diag{{File: file, Pos: v.Pos, Kind: ptx.KindLimit, Msg: fmt.Sprintf(format, args...)}})
}

func global(v *ptx.Variable, name, file string, calls *ir.Calls) (g elf.Global, why string, err error) {
	g = elf.Global{Name: name, Align: uint64(v.Alignment()), Const: v.Space.Base() == ptx.SpaceConst}
	if g.Align > elf.MaxAlign {
		// Loaders place what they load at pages.
		why = fmt.Sprintf("variable %s is to be aligned to %d bytes, more than %d", v.Name, g.Align, elf.MaxAlign)
		g.Align = elf.MaxAlign
	}
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
			return g, "", atVariable(file, v, "variable %s is too large", v.Name)
		}
		size *= d
	}
	g.Size = uint64(size)
	if v.Init != nil {
		in := initialiser{v: v, g: &g, calls: calls}
		if v.Vec > 1 {
			dims = append(dims, int64(v.Vec))
		}
		in.put(v.Init, 0, dims, int64(v.Type.Size()))
		if in.err != nil {
			return g, "", atVariable(file, v, "variable %s: %v", v.Name, in.err)
		}
		if in.why != "" {
			why = in.why
		}
	}
	return g, why, nil
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
			in.why = fmt.Sprintf("variable %s: an address in an element of %d bytes", in.v.Name, elem)
			in.grow(off + elem)
			return
		}
		name, addend := "", init.Off
		switch s := init.Sym.(type) {
		case *ptx.Variable:
			d := s.Definition()
			if sp := d.Space.Base(); sp != ptx.SpaceGlobal && sp != ptx.SpaceConst {
				in.why = fmt.Sprintf("variable %s: address of %s, which is not in global or constant memory", in.v.Name, d.Name)
				in.grow(off + elem)
				return
			}
			name = ir.SymbolName(d)
		case *ptx.Function:
			i, ok := in.calls.Index(s)
			if !ok {
				in.err = fmt.Errorf("address of function %s", s.Name)
				return
			}
			name, addend = ir.FunctionTable, addend+int64(i)*ir.FunctionEntry
		default:
			in.why = fmt.Sprintf("variable %s: address of %s", in.v.Name, init.Sym.SymName())
			in.grow(off + elem)
			return
		}
		g.Relocs = append(g.Relocs, elf.Reloc{Offset: uint64(off), Type: elf.RelAbs64, Symbol: name, Addend: addend})
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
