package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers calls (RATIONALE.md, Compiler). Which functions are inlined and which are really called is the call
// graph's choice (callgraph.go). Real calls pass dwords, one after the other; an indirect call is a choice among the
// functions that the pointer can mean, so that lanes with different targets take turns, each target once.
//
// A function that may execute exit gives one more result, 1 for the lanes that did: they return like all others, so
// that the lanes at the return are those at the call, and end in the caller.

// maxDwords is the number of argument dwords, and of result dwords, that travel in registers. Where there are more, all
// of them go through memory in the caller's frame, and its address is passed.
const maxDwords = 16

// minFrameAlign is the least alignment of scratch frames.
const minFrameAlign = 16

// instance is one function as a kernel really calls it.
type instance struct {
	fn    *ptx.Function
	f     *Func
	ended variable // the exit result
	exits bool
	area  variable // address of results in memory, -1 if they are not

	runtime bool // one of the device runtime's
}

// instances are the functions that one kernel really calls, in the order of their first call.
type instances struct {
	of   map[*ptx.Function]*instance
	list []*instance
}

// dwords is the number of dwords of a list of parameters.
func dwords(l []*ptx.Variable) int {
	n := 0
	for _, p := range l {
		n += paramDwords(p)
	}
	return n
}

func paramDwords(p *ptx.Variable) int { return int((p.Size() + 3) / 4) }

// instance gives the instance of g.
func (b *builder) instance(g *ptx.Function) *instance {
	if x := b.real.of[g]; x != nil {
		return x
	}
	x := &instance{fn: g, area: -1, exits: b.calls.info[g].exits}
	x.f = &Func{Name: g.Name, Debug: b.m.Target.Debug, PTXInsts: g.NInstr, Gathers: b.calls.info[g].meets, Waits: b.calls.info[g].looks}
	args, rets := dwords(g.Params), dwords(g.Rets)
	if args > maxDwords {
		args = 1
	}
	if rets > maxDwords {
		rets = 0
		args++
	}
	if x.exits {
		rets++
	}
	x.f.NumArgs, x.f.NumResults = args, rets
	b.real.of[g] = x
	b.real.list = append(b.real.list, x)
	return x
}

// call lowers every call.
func (b *builder) call(in *ptx.Instr) {
	fn := in.Ops[1].Func()
	if fn == nil {
		b.indirect(in)
		return
	}
	if b.runtimeCall(in, fn) {
		return
	}
	g := body(fn)
	if !g.HasBody {
		b.refuse("call of %s, which is not defined in the module", fn.Name)
	}
	b.callOf(in, g, b.calls.inlines(callEdge{to: g}))
}

// callOf calls g.
func (b *builder) callOf(in *ptx.Instr, g *ptx.Function, inline bool) {
	args, rets := in.Ops[2].Elems, in.Ops[0].Elems
	if len(args) != len(g.Params) || len(rets) != len(g.Rets) {
		b.refuse("call of %s with %d arguments and %d results, it has %d and %d", g.Name, len(args), len(rets), len(g.Params), len(g.Rets))
	}
	y := b.calls.info[g]
	apart := b.opt.Apart && y != nil && y.syncs
	switch deep := b.fr.depth >= maxInlineDepth; {
	case apart && (y.recursive || deep):
		b.activate(in, g)
	case apart || inline && !deep:
		b.inlineCall(in, g)
	default:
		b.realCall(in, g)
	}
	if g.NoReturn && b.blk != nil {
		b.exit()
	}
}

// inlineCall lowers the body of g in place.
func (b *builder) inlineCall(in *ptx.Instr, g *ptx.Function) {
	args, rets := in.Ops[2].Elems, in.Ops[0].Elems
	caller := b.fr
	top := b.frameTop
	fr := b.newFrame(g, caller)
	for i := range args {
		b.passArg(fr, g.Params[i], &args[i])
	}
	fr.ret = b.newBlock()
	b.fr = fr
	line := b.line
	mark := b.saveStack()
	b.body(fr)
	b.line = line
	b.enter(fr.ret)
	b.restoreStack(mark)
	b.fr = caller
	for i := range rets {
		b.takeRet(fr, g.Rets[i], &rets[i])
	}
	b.frameTop = top
}

// indirect is a call through a pointer: a binary search among the functions that it may mean.
func (b *builder) indirect(in *ptx.Instr) {
	list := b.calls.candidates(in)
	at := b.keep(b.sub(b.fit(b.operand(&in.Ops[1], ptx.U64), I64), b.symAddr(FunctionTable, false, 0)))
	join, bad := b.newBlock(), b.newBlock()
	if len(list) == 0 {
		b.jump(bad)
	}
	entry := func(i int) *Value {
		k, _ := b.calls.Index(list[i])
		return b.c64(uint64(k) * FunctionEntry)
	}
	type span struct {
		blk    *Block
		lo, hi int
	}
	first := b.blk
	var work []span
	if len(list) > 0 {
		work = append(work, span{first, 0, len(list)})
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if s.blk != first {
			b.enter(s.blk)
		}
		l := b.newBlock()
		if s.hi-s.lo > 1 {
			mid, r := (s.lo+s.hi)/2, b.newBlock()
			b.branch(b.icmp(ULT, b.get(at), entry(mid)), l, r)
			work = append(work, span{r, mid, s.hi}, span{l, s.lo, mid})
			continue
		}
		b.branch(b.icmp(EQ, b.get(at), entry(s.lo)), l, bad)
		b.enter(l)
		g := list[s.lo]
		b.callOf(in, g, b.calls.inlines(callEdge{to: g, indirect: len(list)}))
		if b.blk != nil {
			b.jump(join)
		}
	}
	b.enter(bad)
	b.blk.TrapCode = abi.CodeBadCall
	b.end(BlockTrap)
	b.enter(join)
}

// realCall emits a call of g's instance.
func (b *builder) realCall(in *ptx.Instr, g *ptx.Function) {
	var list []*Value
	args, rets := in.Ops[2].Elems, in.Ops[0].Elems
	for i := range args {
		list = b.argDwords(list, g.Params[i], &args[i])
	}
	top := b.frameTop
	res, ended := b.callInstance(b.instance(g), list)
	for i := range rets {
		p := g.Rets[i]
		b.giveRet(p, &rets[i], res[:paramDwords(p)])
		res = res[paramDwords(p):]
	}
	b.frameTop = top
	if ended != nil {
		out, on := b.newBlock(), b.newBlock()
		b.branch(b.icmp(NE, ended, b.c32(0)), out, on)
		b.enter(out)
		b.exit()
		b.enter(on)
	}
}

// callInstance emits a call of x with the dwords of its arguments. It gives the dwords of the results, and where x may
// execute exit whether the lane has.
func (b *builder) callInstance(x *instance, list []*Value) (res []*Value, ended *Value) {
	if len(list) > maxDwords {
		a := b.frameAddr(int64(b.allocFrame(int64(4*len(list)), 16)))
		for i, v := range list {
			b.mem(OpStore, wordMem, Void, int64(4*i), a, v)
		}
		list = []*Value{a}
	}
	n := dwords(x.fn.Rets)
	var area *Value
	if n > maxDwords {
		area = b.frameAddr(int64(b.allocFrame(int64(4*n), 16)))
		list = append(list, area)
	}
	v := b.f.NewValue(OpCall, Tuple, b.line, list...)
	v.Sym = &Symbol{Name: x.f.Name, Func: true, Callee: x.f}
	b.append(v)
	b.calledBy(x.f)
	if x.exits {
		ended = b.proj(v, x.f.NumResults-1, I32)
	}
	res = make([]*Value, n)
	for i := range res {
		if area != nil {
			res[i] = b.mem(OpLoad, wordMem, I32, int64(4*i), area)
		} else {
			res[i] = b.proj(v, i, I32)
		}
	}
	return res, ended
}

var wordMem = Mem{Space: SpaceLocal, Size: 4, N: 1, Align: 4}

func (b *builder) calledBy(f *Func) {
	for _, g := range b.f.Calls {
		if g == f {
			return
		}
	}
	b.f.Calls = append(b.f.Calls, f)
}

// argDwords appends the dwords of an argument.
func (b *builder) argDwords(list []*Value, p *ptx.Variable, a *ptx.Operand) []*Value {
	n := paramDwords(p)
	if a.Kind == ptx.OpndSym && a.Var() != nil && a.Var().Space.Base() == ptx.SpaceParam {
		v := a.Var()
		if v.Size() != p.Size() {
			b.refuse("argument %s does not fit parameter %s", v.Name, p.Name)
		}
		from := b.fr.vars[v]
		for i := range n {
			list = append(list, b.loadDword(from, int64(4*i), p.Size()))
		}
		return list
	}
	x := b.operand(a, p.Type)
	switch {
	case n == 1:
		return append(list, b.fit(x, I32))
	case n == 2:
		x = b.fit(x, I64)
		return append(list, b.lo(x), b.hi(x))
	}
	b.refuse("argument for parameter %s of %d bytes", p.Name, p.Size())
	return nil
}

// loadDword reads the dword at off of a place of size bytes.
func (b *builder) loadDword(p *place, off, size int64) *Value {
	switch n := size - off; {
	case n >= 4:
		return b.loadPlace(p, off, 4, false)
	case n == 3:
		return b.or(b.loadPlace(p, off, 2, false), b.shl(b.loadPlace(p, off+2, 1, false), b.c32(16)))
	default:
		return b.loadPlace(p, off, int(n), false)
	}
}

// storeDword writes the dword at off of a place of size bytes.
func (b *builder) storeDword(p *place, off, size int64, x *Value) {
	switch n := size - off; {
	case n >= 4:
		b.storePlace(p, off, 4, x)
	case n == 3:
		b.storePlace(p, off, 2, x)
		b.storePlace(p, off+2, 1, b.lshr(x, b.c32(16)))
	default:
		b.storePlace(p, off, int(n), x)
	}
}

// giveRet writes the dwords of a result to what the call names.
func (b *builder) giveRet(p *ptx.Variable, a *ptx.Operand, d []*Value) {
	switch {
	case a.Kind == ptx.OpndSink:
	case a.Kind == ptx.OpndSym && a.Var() != nil:
		if a.Var().Size() != p.Size() {
			b.refuse("result %s does not fit %s", p.Name, a.Var().Name)
		}
		for i, x := range d {
			b.storeDword(b.fr.vars[a.Var()], int64(4*i), p.Size(), x)
		}
	case a.Kind == ptx.OpndReg && len(d) <= 2:
		x := d[0]
		if len(d) == 2 {
			x = b.pack(d[0], d[1])
		}
		v := b.fr.regs[a.Reg][0]
		t := b.varTypes[v]
		if p.Type.Signed() && x.Type.Bits() < t.Bits() {
			x = b.sext(x, t)
		}
		b.setRaw(v, b.fit(x, t))
	default:
		b.refuse("result operand of a call")
	}
}

// exit ends the lanes.
func (b *builder) exit() {
	if b.self == nil {
		if b.opt.Apart {
			b.apartExit()
		}
		b.end(BlockExit)
		return
	}
	b.setRaw(b.self.ended, b.c32(1))
	fr := b.fr
	for fr.up != nil {
		fr = fr.up
	}
	b.jump(fr.ret)
}

// buildCallees builds the functions that the kernel really calls and what they call, and puts them in order.
func (b *builder) buildCallees() {
	for i := 0; i < len(b.real.list); i++ {
		b.buildFunction(b.real.list[i])
	}
	if len(b.real.list) == 0 {
		return
	}
	// Callees first. The walk follows the calls that there are, which may be fewer than the module's call graph has.
	b.f.Callees = orderCalls(b.f)
	b.f.FrameAlign = max(b.frameAlign, minFrameAlign)
	for _, f := range b.f.Callees {
		f.FrameAlign = b.f.FrameAlign
		f.MaxNTid, f.ReqNTid, f.MaxNReg, f.MinCTAs = b.f.MaxNTid, b.f.ReqNTid, b.f.MaxNReg, b.f.MinCTAs
	}
}

// orderCalls lists the functions that f reaches, callees before callers, and numbers the cycles.
func orderCalls(f *Func) []*Func {
	type mark struct {
		num, low int
		on       bool
	}
	marks := map[*Func]*mark{}
	var order, stack []*Func
	next, cycles := 0, 0
	type step struct {
		f *Func
		i int
	}
	enter := func(g *Func) step {
		next++
		marks[g] = &mark{next, next, true}
		stack = append(stack, g)
		return step{f: g}
	}
	work := []step{enter(f)}
	for len(work) > 0 {
		s := &work[len(work)-1]
		x := marks[s.f]
		if s.i < len(s.f.Calls) {
			g := s.f.Calls[s.i]
			s.i++
			if y := marks[g]; y == nil {
				work = append(work, enter(g))
			} else if y.on {
				x.low = min(x.low, y.num)
			}
			continue
		}
		g := s.f
		work = work[:len(work)-1]
		if len(work) > 0 {
			p := marks[work[len(work)-1].f]
			p.low = min(p.low, x.low)
		}
		if x.low != x.num {
			continue
		}
		k := len(stack) - 1
		for stack[k] != g {
			k--
		}
		part := stack[k:]
		cycle := len(part) > 1
		for _, h := range g.Calls {
			cycle = cycle || h == g
		}
		if cycle {
			cycles++
		}
		for i := len(part) - 1; i >= 0; i-- {
			h := part[i]
			marks[h].on = false
			if cycle {
				h.Cycle = cycles
			}
			if h != f {
				order = append(order, h)
			}
		}
		stack = stack[:k]
	}
	return order
}

// buildFunction builds one function that k's kernel really calls.
func (k *builder) buildFunction(x *instance) {
	b := &builder{m: k.m, opt: k.opt, shared: k.shared, epoch: 1, calls: k.calls, real: k.real, self: x}
	fn := x.fn
	b.runtime = x.runtime
	b.setLine(fn.Pos.Line)
	b.f = x.f
	f := b.f
	f.ParamBytes, f.SharedBytes, f.SharedAlign, f.DynShared = k.f.ParamBytes, k.f.SharedBytes, k.f.SharedAlign, k.f.DynShared
	b.cc = b.newVar(I1)
	b.blk = b.f.NewBlock()
	params := make([]*Value, f.NumArgs)
	for i := range params {
		params[i] = b.emitImm(OpParam, I32, uint64(i))
	}
	if k.calls.info[fn].recursive {
		b.checkStack()
	}
	fr := b.newFrame(fn, nil)
	fr.ret = b.newBlock()
	b.fr = fr
	b.stack.used, b.stack.size = k.stack.used, k.stack.size
	b.openStack()
	x.ended = b.newVar(I32)
	b.setRaw(x.ended, b.c32(0))
	if dwords(fn.Rets) > maxDwords {
		x.area = b.keep(params[len(params)-1])
	}
	if n := dwords(fn.Params); n > maxDwords {
		a := params[0]
		params = make([]*Value, n)
		for i := range params {
			params[i] = b.mem(OpLoad, wordMem, I32, int64(4*i), a)
		}
	}
	for _, p := range fn.Params {
		n := paramDwords(p)
		b.takeParam(fr, p, params[:n])
		params = params[n:]
	}
	b.body(fr)
	b.setLine(fn.End.Line)
	b.enter(fr.ret)
	var res []*Value
	for _, p := range fn.Rets {
		res = b.retDwords(res, fr, p)
	}
	if x.area >= 0 {
		a := b.get(x.area)
		for i, v := range res {
			b.mem(OpStore, wordMem, Void, int64(4*i), a, v)
		}
		res = nil
	}
	if x.exits {
		res = append(res, b.get(x.ended))
	}
	b.emit(OpReturn, Void, res...)
	b.end(BlockRet)
	b.complete()
	k.namedBarriers = k.namedBarriers || b.namedBarriers
	k.frameAlign = max(k.frameAlign, b.frameAlign)
	k.f.FerryShared = max(k.f.FerryShared, f.FerryShared)
	k.f.UsesGridSync = k.f.UsesGridSync || f.UsesGridSync
	k.f.UsesPrintf = k.f.UsesPrintf || f.UsesPrintf
	k.f.UsesHeap = k.f.UsesHeap || f.UsesHeap
}

// retDwords appends the dwords of a result of fr's function.
func (b *builder) retDwords(res []*Value, fr *frame, p *ptx.Variable) []*Value {
	for i := range paramDwords(p) {
		switch {
		case p.Space.Base() == ptx.SpaceParam:
			res = append(res, b.loadDword(fr.vars[p], int64(4*i), p.Size()))
		case i == 0:
			res = append(res, b.lowDword(b.get(fr.regs[p.Reg][0])))
		default:
			res = append(res, b.hi(b.get(fr.regs[p.Reg][0])))
		}
	}
	return res
}

func (b *builder) lowDword(x *Value) *Value {
	if x.Type == I64 {
		return b.lo(x)
	}
	return b.fit(x, I32)
}

// takeParam writes the dwords of an argument into the function's parameter.
func (b *builder) takeParam(fr *frame, p *ptx.Variable, d []*Value) {
	if p.Space.Base() == ptx.SpaceParam {
		for i, x := range d {
			b.storeDword(fr.vars[p], int64(4*i), p.Size(), x)
		}
		return
	}
	v := fr.regs[p.Reg][0]
	x := d[0]
	switch len(d) {
	case 1:
	case 2:
		x = b.pack(d[0], d[1])
	default:
		b.refuse("parameter %s of %d bytes in a register", p.Name, p.Size())
	}
	b.setRaw(v, b.fit(x, b.varTypes[v]))
}

// checkStack ends the wave with an error where the stack limit leaves no room for the function's frame.
func (b *builder) checkStack() {
	end := b.add(b.emit(OpStackPtr, I32), b.emit(OpStackNeed, I32))
	limit := b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+abi.OffStackLimit, 4)
	over, ok := b.newBlock(), b.newBlock()
	b.branch(b.icmp(GT, end, limit), over, ok)
	b.enter(over)
	b.blk.TrapCode = abi.CodeStackOverflow
	b.end(BlockTrap)
	b.enter(ok)
}
