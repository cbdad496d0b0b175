package ir

import (
	_ "embed"
	"strings"
	"sync"

	"ferry/abi"
	"ferry/ptx"
)

// This file lowers calls of the functions that every driver supplies (CUDA C++ Programming Guide: printf, assert, malloc,
// and the device side of conditional graph nodes). They are written in PTX (runtime.ptx) and come into the kernels that
// call them as any function that is really called does; the call adds the address of the printf ring or of the heap,
// which the kernel finds in ferry's block, where the function needs one.

//go:embed runtime.ptx
var runtimeText []byte

// runtimeModule is the parsed runtime. Builds only read it.
var runtimeModule = sync.OnceValue(func() *ptx.Module {
	m, diags := ptx.Load(runtimeText, ptx.Options{Name: "runtime.ptx"})
	if len(diags) > 0 {
		panic("ir/runtime.ptx: " + diags[0].String())
	}
	return m
})

// noFact is the parameter that is not added.
const noFact = -1

// runtimeCalls are the functions: the one that does it, the parameter that the call adds, and the sizes of results and
// parameters that a declaration must have.
var runtimeCalls = map[string]struct {
	by        string
	fact      int
	signature string
}{
	"vprintf":      {"ferry_vprintf", abi.OffPrintf, "4,;8,8,;"},
	"__assertfail": {"ferry_assert", abi.OffPrintf, ";8,8,4,8,8,;"},
	"malloc":       {"ferry_malloc", abi.OffHeap, "8,;8,;"},
	"free":         {"ferry_free", abi.OffHeap, ";8,;"},

	"cudaGraphSetConditional": {"ferry_set_condition", noFact, ";8,4,;"},
}

// IsSystemCall reports that a function which a module declares and does not define is one by which CUDA's device library asks
// the driver to launch kernels and the like. nvcc -rdc=true links that library into every program, so modules declare
// these functions though nothing calls them; a kernel that does is refused.
func IsSystemCall(name string) bool {
	return strings.HasPrefix(name, "cnp") || strings.HasPrefix(name, "__cuda_syscall_")
}

// IsRuntime reports that a function which a module declares and does not define is one that ferry supplies.
func IsRuntime(name string) bool {
	_, ok := runtimeCalls[name]
	return ok
}

// usesRuntime reports that m declares one of the functions and does not define it.
func usesRuntime(m *ptx.Module) bool {
	for _, f := range m.Funcs {
		if !f.HasBody && IsRuntime(f.Name) {
			return true
		}
	}
	return false
}

// runtimeFunction gives the function that does what fn, a declaration, stands for; nil if fn is none of the runtime's.
func runtimeFunction(fn *ptx.Function) *ptx.Function {
	if fn.HasBody {
		return nil
	}
	c, ok := runtimeCalls[fn.Name]
	if !ok {
		return nil
	}
	for _, f := range runtimeModule().Funcs {
		if f.Name == c.by {
			return f
		}
	}
	return nil
}

// runtimeCall lowers a call of one of the functions and reports whether fn is one.
func (b *builder) runtimeCall(in *ptx.Instr, fn *ptx.Function) bool {
	decl := body(fn)
	g := runtimeFunction(decl)
	if g == nil {
		return false
	}
	c := runtimeCalls[decl.Name]
	args, rets := in.Ops[2].Elems, in.Ops[0].Elems
	if signature(decl.Rets, decl.Params) != c.signature || len(args) != len(decl.Params) || len(rets) != len(decl.Rets) {
		b.refuse("call of %s with other parameters than the device runtime's", decl.Name)
	}
	switch c.fact {
	case abi.OffHeap:
		b.f.UsesHeap = true
	case abi.OffPrintf:
		b.f.UsesPrintf = true
	}
	var list []*Value
	if c.fact != noFact {
		fact := b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+c.fact, 8)
		list = append(list, b.lo(fact), b.hi(fact))
	}
	for i := range args {
		if decl.Name == "__assertfail" && i == len(args)-1 {
			break // the size of a character, which is 1
		}
		list = b.argDwords(list, decl.Params[i], &args[i])
	}
	x := b.instance(g)
	x.runtime = true
	res, _ := b.callInstance(x, list)
	for i := range rets {
		p := decl.Rets[i]
		b.giveRet(p, &rets[i], res[:paramDwords(p)])
	}
	if decl.Name == "__assertfail" {
		b.blk.TrapCode = abi.CodeAssert
		b.end(BlockTrap)
	}
	return true
}
