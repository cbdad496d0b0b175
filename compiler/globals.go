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
		in := initialiser{v: v, calls: calls}
		g, why, err := in.global(name, mod.Name)
		if err != nil {
			return err
		}
		if why != "" {
			bad[name] = why
		}
		g.Relocs = append(g.Relocs, in.relocs()...)
		obj.Patches = append(obj.Patches, in.patches...)
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
		for i := range obj.Patches {
			if p := &obj.Patches[i]; bad[p.Symbol] != "" && bad[p.Var] == "" {
				bad[p.Var] = bad[p.Symbol]
				again = true
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
	v       *ptx.Variable
	g       *elf.Global
	calls   *ir.Calls
	patches []Patch // parts of addresses, by offset
	err     error
	why     string // what ferry cannot initialise
}

// relocs takes what is a whole address out of the patches: eight bytes one after the other, as nvcc writes pointers in
// variables that are arrays of bytes. Loaders place those; the other patches are the driver's.
func (in *initialiser) relocs() (out []elf.Reloc) {
	rest := in.patches[:0]
	for i := 0; i < len(in.patches); {
		p := in.patches[i]
		n := 1
		for n < 8 && i+n < len(in.patches) {
			q := in.patches[i+n]
			if q.Size != 1 || q.Offset != p.Offset+uint64(n) || q.Shift != p.Shift+uint8(8*n) || q.Symbol != p.Symbol || q.Addend != p.Addend {
				break
			}
			n++
		}
		if n == 8 && p.Size == 1 {
			out = append(out, elf.Reloc{Offset: p.Offset, Type: elf.RelAbs64, Symbol: p.Symbol, Addend: p.Addend})
		} else {
			n = 1
			rest = append(rest, p)
		}
		i += n
	}
	in.patches = rest
	return out
}

// atVariable is the error of a module that is wrong where it declares v.
func atVariable(file string, v *ptx.Variable, format string, args ...any) error {
	return diagError([]ptx.Diag{{File: file, Pos: v.Pos, Kind: ptx.KindLimit, Msg: fmt.Sprintf(format, args...)}})
}

func (in *initialiser) global(name, file string) (g elf.Global, why string, err error) {
	v := in.v
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
		in.g = &g
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
				in.why = fmt.Sprintf("variable %s: address of kernel %s", in.v.Name, s.Name)
				in.grow(off + elem)
				return
			}
			name, addend = ir.FunctionTable, addend+int64(i)*ir.FunctionEntry
		default:
			in.why = fmt.Sprintf("variable %s: address of %s", in.v.Name, init.Sym.SymName())
			in.grow(off + elem)
			return
		}
		switch {
		case init.Mask != 0:
			in.patches = append(in.patches, Patch{Var: g.Name, Offset: uint64(off), Symbol: name, Addend: addend, Shift: uint8(bits.TrailingZeros64(init.Mask)), Size: 1})
		case elem == 8:
			g.Relocs = append(g.Relocs, elf.Reloc{Offset: uint64(off), Type: elf.RelAbs64, Symbol: name, Addend: addend})
		default:
			in.patches = append(in.patches, Patch{Var: g.Name, Offset: uint64(off), Symbol: name, Addend: addend, Size: uint8(elem)})
		}
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
		if init.Kind == ptx.InitF64 {
			x = uint64(f32bits(x))
		}
		binary.LittleEndian.PutUint32(g.Init[off:], uint32(x))
	case 8, 16: // 0f... is bits here too, as ptxas has it
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
