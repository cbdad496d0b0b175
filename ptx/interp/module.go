package interp

import (
	"errors"
	"fmt"
	"strings"

	"ferry/ptx"
)

// Module is a PTX module with its variables in memory.
type Module struct {
	mod   *ptx.Module
	mem   *Memory
	addr  map[*ptx.Variable]uint64 // address in the variable's own space
	code  map[*ptx.Function]*code
	fns   []*code // by code address
	bases []uint64
}

// code is a function made ready to run.
type code struct {
	fn     *ptx.Function
	ins    []*ptx.Instr
	labels []int // instruction index by Label.ID
	base   int   // number of the first instruction among all functions', for comparing places
	slot   []int // index of a register's first word, by RegID
	words  int
	shared uint64 // static shared memory of a kernel; dynamic memory begins there

	// The frame: parameters (formal ones, results, and those declared in the body) and local variables.
	off                  map[*ptx.Variable]uint64
	paramSize, localSize uint64
	entryParams          int
}

// Load parses and checks PTX and gives its variables memory.
func Load(src []byte, mem *Memory) (*Module, error) {
	mod, diags := ptx.Load(src, ptx.Options{Name: "interp"})
	if len(diags) > 0 {
		var b strings.Builder
		for _, d := range diags {
			b.WriteString(d.String() + "\n")
		}
		return nil, errors.New(b.String())
	}
	if mod.AddressSize != 64 {
		return nil, errors.New("interp: only 64-bit addresses")
	}
	m := &Module{mod: mod, mem: mem, addr: map[*ptx.Variable]uint64{}, code: map[*ptx.Function]*code{}}
	at := 0
	for _, f := range mod.Funcs {
		if !f.HasBody {
			continue
		}
		c := newCode(f)
		c.base = at
		at += len(c.ins) + 1
		m.code[f] = c
		m.fns = append(m.fns, c)
	}
	if err := m.place(); err != nil {
		return nil, err
	}
	return m, nil
}

func alignUp(v, a uint64) uint64 { return (v + a - 1) / a * a }

func newCode(f *ptx.Function) *code {
	c := &code{fn: f, labels: make([]int, len(f.Labels)), slot: make([]int, len(f.Regs)), off: map[*ptx.Variable]uint64{}}
	for _, s := range f.Body {
		switch s := s.(type) {
		case *ptx.Label:
			c.labels[s.ID] = len(c.ins)
		case *ptx.Instr:
			c.ins = append(c.ins, s)
		}
	}
	for i, r := range f.Regs {
		c.slot[i] = c.words
		n := int(max(r.Vec, 1))
		if r.Type.Bits() > 64 {
			n *= 2
		}
		c.words += n
	}
	put := func(v *ptx.Variable, size *uint64) {
		*size = alignUp(*size, uint64(v.Alignment()))
		c.off[v] = *size
		*size += uint64(v.Size())
	}
	for _, v := range f.Params {
		if v.Space != ptx.SpaceReg {
			put(v, &c.paramSize)
		}
	}
	c.entryParams = int(c.paramSize)
	for _, v := range f.Rets {
		if v.Space != ptx.SpaceReg {
			put(v, &c.paramSize)
		}
	}
	for _, v := range f.Locals {
		switch v.Space.Base() {
		case ptx.SpaceParam:
			put(v, &c.paramSize)
		case ptx.SpaceLocal:
			put(v, &c.localSize)
		}
	}
	return c
}

// place gives global, constant and shared variables their addresses and initial values. Shared memory holds the module's
// variables, then those declared in functions, then those of one kernel, so kernels overlap there.
func (m *Module) place() error {
	var inits []*ptx.Variable
	put := func(v *ptx.Variable, shared *uint64) {
		if v.Definition() != v || dynamic(v) {
			return
		}
		switch v.Space.Base() {
		case ptx.SpaceGlobal, ptx.SpaceConst:
			if v.Linkage == ptx.LinkExtern {
				return
			}
			size := int(v.Size())
			a := m.mem.Alloc(size)
			m.bases = append(m.bases, a)
			m.addr[v] = a
			b, _ := m.mem.Bytes(a, size)
			clear(b)
			if v.Init != nil {
				inits = append(inits, v)
			}
		case ptx.SpaceShared:
			*shared = alignUp(*shared, uint64(v.Alignment()))
			m.addr[v] = *shared
			*shared += uint64(v.Size())
		}
	}
	common := uint64(0)
	for _, v := range m.mod.Vars {
		put(v, &common)
	}
	for _, f := range m.mod.Funcs {
		if !f.Entry {
			for _, v := range f.Locals {
				put(v, &common)
			}
		}
	}
	for _, f := range m.mod.Funcs {
		if c := m.code[f]; c != nil && f.Entry {
			c.shared = common
			for _, v := range f.Locals {
				put(v, &c.shared)
			}
			c.shared = alignUp(c.shared, 16)
		}
	}
	for _, v := range inits {
		b, err := m.mem.Bytes(m.addr[v], int(v.Size()))
		if err != nil {
			return err
		}
		dims := v.Dims
		if v.Vec > 1 {
			dims = append(append([]int64{}, dims...), int64(v.Vec))
		}
		if err := m.initialise(v, v.Init, dims, b); err != nil {
			return err
		}
	}
	return nil
}

func (m *Module) initialise(v *ptx.Variable, in *ptx.Init, dims []int64, b []byte) error {
	size := v.Type.Size()
	if in.Kind == ptx.InitList {
		n := size
		rest := dims
		if len(dims) > 0 {
			rest = dims[1:]
		}
		for _, d := range rest {
			n *= int(d)
		}
		for i := range in.Elems {
			if (i+1)*n > len(b) {
				return fmt.Errorf("interp: too many initial values for %s", v.Name)
			}
			if err := m.initialise(v, &in.Elems[i], rest, b[i*n:][:n]); err != nil {
				return err
			}
		}
		return nil
	}
	x := in.Imm
	switch in.Kind {
	case ptx.InitSym:
		a, err := m.symbol(in.Sym)
		if err != nil {
			return err
		}
		x = a + uint64(in.Off)
	case ptx.InitF32:
		if v.Type == ptx.F64 {
			x = convert(x, fmt32, fmt64, ptx.RoundNearest)
		}
	case ptx.InitF64:
		switch v.Type {
		case ptx.F32:
			x = convert(x, fmt64, fmt32, ptx.RoundNearest)
		case ptx.F16:
			x = convert(x, fmt64, fmt16, ptx.RoundNearest)
		}
	case ptx.InitWord:
		return fmt.Errorf("interp: initial value of %s: %s", v.Name, in.Word)
	}
	if in.Mask != 0 {
		for k := range 8 {
			if in.Mask == 0xff<<(8*k) {
				x >>= 8 * k
			}
		}
	}
	storeBytes(b[:size], x)
	return nil
}

// dynamic reports a variable that stands for the launch's dynamic shared memory.
func dynamic(v *ptx.Variable) bool {
	return v.Space.Base() == ptx.SpaceShared && (v.Linkage == ptx.LinkExtern || v.Size() == 0)
}

// symbol is the address of a module-level symbol.
func (m *Module) symbol(s ptx.Symbol) (uint64, error) {
	switch s := s.(type) {
	case *ptx.Variable:
		if a, ok := m.addr[s.Definition()]; ok {
			return a, nil
		}
	case *ptx.Function:
		f := s.Definition()
		for f.AliasOf != nil {
			f = f.AliasOf.Definition()
		}
		for i, c := range m.fns {
			if c.fn == f {
				return codeBase + 16*uint64(i), nil
			}
		}
	}
	return 0, fmt.Errorf("interp: %s has no address", s.SymName())
}

// function is the function at a code address.
func (m *Module) function(addr uint64) *code {
	if i := (addr - codeBase) / 16; addr >= codeBase && addr&15 == 0 && i < uint64(len(m.fns)) {
		return m.fns[i]
	}
	panic(faultf("call of %#x, which is no function", addr))
}

// constant reports an address inside a constant variable.
func (m *Module) constant(addr uint64) bool {
	for _, v := range m.mod.Vars {
		if a, ok := m.addr[v]; ok && v.Space.Base() == ptx.SpaceConst && addr-a < uint64(v.Size()) {
			return true
		}
	}
	return false
}

// Symbol is the address and size of a global or constant variable.
func (m *Module) Symbol(name string) (addr, size uint64, err error) {
	v := m.mod.Var(name)
	if v == nil {
		return 0, 0, fmt.Errorf("interp: no variable %s", name)
	}
	a, err := m.symbol(v)
	return a, uint64(v.Size()), err
}

// Unload frees the module's variables.
func (m *Module) Unload() error {
	var errs []error
	for _, a := range m.bases {
		errs = append(errs, m.mem.Free(a))
	}
	m.bases = nil
	return errors.Join(errs...)
}
