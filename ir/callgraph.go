package ir

import (
	"strconv"

	"ferry/ptx"
)

// Calls is what a module's call graph says: which functions are really called and which are inlined, and what a
// function pointer can mean. It is made once for a module and read by the builds of all its kernels.
//
// A function is inlined unless it can call itself, directly or through others, or is large and called from several
// places; one that waits for other threads is inlined however large it is, since lanes that have come back from it could
// not go on before the others come back, too. A function pointer is the address of the function's entry in a table of FunctionEntry bytes for each function
// whose address the module takes (symbol FunctionTable), so that it means the same in every kernel though each kernel has
// its own copy of the functions it calls.
type Calls struct {
	// Taken are the functions whose address is taken; their order is that of the table.
	Taken []*ptx.Function

	noInline bool

	index map[*ptx.Function]int
	info  map[*ptx.Function]*callInfo
	bySig map[string][]*ptx.Function // of Taken
}

// FunctionTable is the symbol of the table that function pointers point into; PTX has no such name.
const FunctionTable = ".ferry.functions"

// FunctionEntry is the size of one entry of the table in bytes.
const FunctionEntry = 8

// Sizes in PTX instructions, callees that are inlined included.
const (
	inlineAlways   = 800     // called from anywhere
	inlineIndirect = 40      // as one of several targets of an indirect call
	inlineNever    = 1 << 16 // not even a function that gathers lanes or is called once
)

type callInfo struct {
	sites     int // direct calls
	size      int
	real      bool
	recursive bool
	exits     bool // may execute exit
	gathers   bool // has operations that depend on which lanes execute them
	meets     bool // waits for lanes that may stand elsewhere, itself or in what it calls
	syncs     bool // the same, or has barriers
	looks     bool // looks at what other threads write meanwhile, itself or in what it calls
	waits     bool // does so in a loop
	calls     []callEdge
	loops     []int32 // by statement: loops around it
	scc       *sccMark
}

type callEdge struct {
	to       *ptx.Function
	indirect int // number of candidates of the indirect call, 0 for a direct one
	at       int // which statement of the caller
}

// sccMark is Tarjan's state of a function.
type sccMark struct {
	num, low int
	on       bool
}

// body is the function that a name stands for: through declarations and aliases to where the code is.
func body(fn *ptx.Function) *ptx.Function {
	g := fn.Definition()
	for n := 0; g.AliasOf != nil && n < 64; n++ {
		g = g.AliasOf.Definition()
	}
	return g
}

// AnalyseCalls makes the call graph of m. noInline: no function is inlined.
func AnalyseCalls(m *ptx.Module, noInline bool) *Calls {
	c := &Calls{noInline: noInline, index: map[*ptx.Function]int{}, info: map[*ptx.Function]*callInfo{}, bySig: map[string][]*ptx.Function{}}
	take := func(fn *ptx.Function) {
		g := body(fn)
		if _, ok := c.index[g]; !ok {
			c.index[g] = len(c.Taken)
			c.Taken = append(c.Taken, g)
		}
	}
	var inits func(i *ptx.Init)
	inits = func(i *ptx.Init) {
		if fn, ok := i.Sym.(*ptx.Function); ok {
			take(fn)
		}
		for k := range i.Elems {
			inits(&i.Elems[k])
		}
	}
	vars := func(l []*ptx.Variable) {
		for _, v := range l {
			if v.Init != nil {
				inits(v.Init)
			}
		}
	}
	var operand func(o *ptx.Operand)
	operand = func(o *ptx.Operand) {
		if fn := o.Func(); fn != nil {
			take(fn)
		}
		for k := range o.Elems {
			operand(&o.Elems[k])
		}
	}
	vars(m.Vars)
	for _, f := range m.Funcs {
		vars(f.Locals)
		if !f.HasBody {
			continue
		}
		for _, s := range f.Body {
			in, ok := s.(*ptx.Instr)
			if !ok {
				continue
			}
			for k := range in.Ops {
				if in.Op != ptx.OpCall || k != 1 {
					operand(&in.Ops[k])
				}
			}
		}
	}
	for _, f := range c.Taken {
		if f.HasBody && !f.Entry {
			s := signature(f.Rets, f.Params)
			c.bySig[s] = append(c.bySig[s], f)
		}
	}
	funcs := m.Funcs
	if usesRuntime(m) {
		funcs = append(funcs[:len(funcs):len(funcs)], runtimeModule().Funcs...)
	}
	for _, f := range funcs {
		if f.HasBody {
			c.info[f] = &callInfo{}
		}
	}
	for _, f := range funcs {
		if f.HasBody {
			c.edges(f)
		}
	}
	for _, f := range funcs[len(m.Funcs):] {
		c.info[f].looks, c.info[f].waits = false, false // the device runtime keeps nobody waiting
	}
	t := tarjan{c: c}
	for _, f := range funcs {
		if f.HasBody && c.info[f].scc == nil {
			t.visit(f)
		}
	}
	return c
}

// edges notes the calls of f and what else matters of its instructions.
func (c *Calls) edges(f *ptx.Function) {
	x := c.info[f]
	labels := map[*ptx.Label]int{}
	x.loops = make([]int32, len(f.Body)+1)
	back := func(l *ptx.Label, from int) {
		if at, ok := labels[l]; ok {
			x.loops[at]++
			x.loops[from+1]--
		}
	}
	var looks []int
	for at, s := range f.Body {
		if l, ok := s.(*ptx.Label); ok {
			labels[l] = at
		}
		in, ok := s.(*ptx.Instr)
		if !ok {
			continue
		}
		if looksAtOthers(in) {
			looks = append(looks, at)
		}
		barrier := isBarrier(in)
		x.syncs = x.syncs || barrier || meets(in)
		x.meets = x.meets || barrier && kindOf(in) == BarrierThreads || meets(in)
		switch in.Op {
		case ptx.OpExit:
			x.exits = true
		case ptx.OpBra:
			back(in.Ops[0].Label(), at)
		case ptx.OpBrxIdx:
			for i := range in.Ops {
				if t, ok := in.Ops[i].Sym.(*ptx.TargetList); ok {
					for _, l := range t.Labels {
						back(l, at)
					}
				}
			}
		case ptx.OpShfl, ptx.OpVote, ptx.OpMatch, ptx.OpReduxSync, ptx.OpElectSync, ptx.OpActivemask,
			ptx.OpBarSync, ptx.OpBarRed, ptx.OpBarArrive, ptx.OpBarrierSync, ptx.OpBarrierRed, ptx.OpBarrierArrive, ptx.OpBarWarpSync:
			x.gathers = true
		case ptx.OpCall:
			if fn := in.Ops[1].Func(); fn != nil {
				g := body(fn)
				if r := runtimeFunction(g); r != nil {
					g = r
					c.info[g].real = true
				}
				if y := c.info[g]; y != nil {
					y.sites++
					x.calls = append(x.calls, callEdge{to: g, at: at})
				}
				continue
			}
			l := c.candidates(in)
			for _, g := range l {
				x.calls = append(x.calls, callEdge{to: g, indirect: len(l), at: at})
			}
		}
	}
	for i, n := range x.loops[1:] {
		x.loops[i+1] = x.loops[i] + n
	}
	x.looks = len(looks) > 0
	for _, at := range looks {
		x.waits = x.waits || x.loops[at] > 0
	}
}

// looksAtOthers reports whether the result of in depends on what other threads write meanwhile.
func looksAtOthers(in *ptx.Instr) bool {
	switch in.Op {
	case ptx.OpAtom, ptx.OpMbarrierTestWait, ptx.OpMbarrierTryWait, ptx.OpNanosleep, ptx.OpMembar, ptx.OpFence:
		return true // the last three beside weak loads
	case ptx.OpLd:
		return in.Has(ptx.Volatile) || in.Has(ptx.MMIO) || in.Cache == ptx.CacheCV || in.Sem == ptx.SemRelaxed || in.Sem == ptx.SemAcquire
	}
	return false
}

// candidates are the functions that an indirect call can reach, in the order of the table.
func (c *Calls) candidates(in *ptx.Instr) []*ptx.Function {
	if len(in.Ops) < 4 {
		return nil
	}
	switch s := in.Ops[3].Sym.(type) {
	case *ptx.Prototype:
		return c.bySig[signature(s.Rets, s.Params)]
	case *ptx.TargetList:
		listed := map[*ptx.Function]bool{}
		for _, f := range s.Funcs {
			listed[body(f)] = true
		}
		var l []*ptx.Function
		if len(s.Funcs) > 0 {
			for _, f := range c.bySig[signature(s.Funcs[0].Rets, s.Funcs[0].Params)] {
				if listed[f] {
					l = append(l, f)
				}
			}
		}
		return l
	}
	return nil
}

// signature is what two functions must share for one to be called as the other: the sizes of results and parameters.
func signature(rets, params []*ptx.Variable) string {
	b := make([]byte, 0, 32)
	for _, l := range [2][]*ptx.Variable{rets, params} {
		for _, p := range l {
			b = strconv.AppendInt(b, p.Size(), 10)
			b = append(b, ',')
		}
		b = append(b, ';')
	}
	return string(b)
}

// tarjan finds the strongly connected components; callees are complete before their callers.
type tarjan struct {
	c     *Calls
	next  int
	stack []*ptx.Function
}

func (t *tarjan) visit(root *ptx.Function) {
	type step struct {
		f *ptx.Function
		i int
	}
	enter := func(f *ptx.Function) step {
		t.next++
		t.c.info[f].scc = &sccMark{num: t.next, low: t.next, on: true}
		t.stack = append(t.stack, f)
		return step{f: f}
	}
	work := []step{enter(root)}
	for len(work) > 0 {
		s := &work[len(work)-1]
		x := t.c.info[s.f]
		if s.i < len(x.calls) {
			g := x.calls[s.i].to
			s.i++
			y := t.c.info[g]
			if g == s.f {
				x.recursive = true
			}
			if y.scc == nil {
				work = append(work, enter(g))
			} else if y.scc.on {
				x.scc.low = min(x.scc.low, y.scc.num)
			}
			continue
		}
		work = work[:len(work)-1]
		if len(work) > 0 {
			p := t.c.info[work[len(work)-1].f]
			p.scc.low = min(p.scc.low, x.scc.low)
		}
		if x.scc.low != x.scc.num {
			continue
		}
		k := len(t.stack) - 1
		for t.stack[k] != s.f {
			k--
		}
		t.c.component(t.stack[k:])
		t.stack = t.stack[:k]
	}
}

// component decides about the functions of one component.
func (c *Calls) component(fs []*ptx.Function) {
	exits, gathers, meets, syncs, looks, waits := false, false, false, false, false, false
	for _, f := range fs {
		x := c.info[f]
		x.scc.on = false
		x.recursive = x.recursive || len(fs) > 1
	}
	for _, f := range fs {
		x := c.info[f]
		x.size = max(f.NInstr, 1)
		for _, e := range x.calls {
			y := c.info[e.to]
			exits = exits || y.exits
			gathers = gathers || y.gathers && !y.real
			meets, syncs = meets || y.meets, syncs || y.syncs
			looks, waits = looks || y.looks, waits || y.waits || y.looks && x.loops[e.at] > 0
			if c.inlines(e) {
				x.size = min(x.size+y.size, 1<<30)
			} else {
				x.size += 4
			}
		}
		exits, gathers = exits || x.exits, gathers || x.gathers
		meets, syncs = meets || x.meets, syncs || x.syncs
		looks, waits = looks || x.looks, waits || x.waits
	}
	for _, f := range fs {
		x := c.info[f]
		x.exits, x.gathers, x.meets, x.syncs = exits, gathers, meets, syncs
		x.looks, x.waits, x.loops = looks, waits, nil
		switch {
		case x.recursive, x.size > inlineNever, c.noInline:
			x.real = true
		case x.gathers, x.waits:
		default:
			x.real = x.real || x.size > inlineAlways && x.sites > 1
		}
	}
}

// inlines reports whether a call is inlined; its target's component must be complete.
func (c *Calls) inlines(e callEdge) bool {
	y := c.info[e.to]
	return y != nil && !y.real && !y.recursive && (e.indirect <= 1 || y.size <= inlineIndirect)
}

// Index is the number of fn in the table of functions.
func (c *Calls) Index(fn *ptx.Function) (int, bool) {
	i, ok := c.index[body(fn)]
	return i, ok
}
