package ir

import "ferry/ptx"

// Limits on what one kernel may grow to by inlining.
const (
	maxInlineDepth = 64
	maxValues      = 4 << 20
)

// Options steer Build.
type Options struct {
	// MaxValues bounds the size of one kernel, 0 for the default. What is larger is refused.
	MaxValues int
	// Calls is the module's call graph, nil to have it made.
	Calls *Calls
	// Apart: lanes may come to what they do together one by one, from different places (lower_meet.go).
	Apart bool

	barriers barrierIDs // of the kernel
}

// builder is the state of one Build.
type builder struct {
	f    *Func
	m    *ptx.Module
	opt  Options
	blk  *Block // nil after a terminator
	line int32

	varTypes   []Type
	cur        []*Value // value of the variable in this block, valid where curEpoch is the current epoch
	curEpoch   []int32
	dirtyEpoch []int32
	dirty      []variable
	epoch      int32

	namedBarriers bool // a barrier with a thread count is used

	calls *Calls
	real  *instances // the functions that the kernel really calls
	self  *instance  // the one being built, nil in the kernel

	runtime bool // what is built is the device runtime's

	guard *Value // of the instruction being lowered, if it is lowered without control flow
	cc    variable

	fr         *frame
	frameTop   int64                    // of the scratch frame in use
	frameAlign int                      // the largest alignment in it
	shared     map[*ptx.Variable]uint32 // offsets of shared variables
	stack      stackArea

	meetKinds   map[string]uint64 // numbers of the kinds of meetings, see meetKind
	meetings    map[string]*meeting
	meetingList []*meeting
	waveCell    variable // address of ferry's shared memory, and behind it of the wave's word (lower_meet.go)

	// Functions that call themselves where lanes may be apart (lower_recursion.go).
	activations       map[*ptx.Function]*activation
	activationList    []*activation
	act               *activation // whose body is being built
	saves             []*save
	stackAt, stackEnd variable // where the lane's activation has its part of the stack; the stack's end
}

// frame is one instance of a function: the kernel, or an inlined callee.
type frame struct {
	fn     *ptx.Function
	up     *frame
	depth  int
	regs   [][]variable // by RegID; vectors and 128-bit registers have several
	labels []*Block
	vars   map[*ptx.Variable]*place // locals, and parameters of a callee
	ret    *Block                   // nil: the kernel itself
}

// place is where a .local or .param variable lives: variables of four bytes each, or memory in the frame.
type place struct {
	slots  []variable
	memory bool
	off    uint32 // in the scratch frame
	kernel bool   // kernel parameter: offset off in the kernarg segment
}

// Build lowers the kernel fn of m to SSA. Its callees are inlined, or become functions of their own (Func.Callees). The
// error is a *Refusal where fn uses what ferry cannot do.
func Build(m *ptx.Module, fn *ptx.Function, opt Options) (f *Func, err error) {
	if opt.MaxValues == 0 {
		opt.MaxValues = maxValues
	}
	b := &builder{m: m, opt: opt, shared: map[*ptx.Variable]uint32{}, epoch: 1, calls: opt.Calls, real: &instances{of: map[*ptx.Function]*instance{}}}
	if b.calls == nil {
		b.calls = AnalyseCalls(m, false)
	}
	defer func() {
		if r := recover(); r != nil {
			ref, ok := r.(*Refusal)
			if !ok {
				panic(r)
			}
			f, err = nil, ref
		}
	}()
	b.line = fn.Pos.Line
	if !fn.HasBody {
		b.refuse("function %s has no body", fn.Name)
	}
	if !fn.Entry {
		b.refuse("%s is not a kernel", fn.Name)
	}
	if c := fn.ReqNCtaPerCluster; c.N > 0 && max(c.X, c.Y, c.Z) > 1 {
		b.refuse("clusters of more than one block (.reqnctapercluster)")
	}
	if b.opt.barriers = b.calls.barriers(fn); !opt.Apart && b.opt.barriers.splitsWhole() {
		return nil, ErrApart
	}
	b.f = &Func{Name: fn.Name, Kernel: fn.Entry, Debug: m.Target.Debug, Apart: opt.Apart, PTXInsts: fn.NInstr, MaxNReg: int(fn.MaxNReg), MinCTAs: int(fn.MinNCtaPerSM), SharedAlign: 16}
	b.f.MaxNTid = dims(fn.MaxNTid)
	b.f.ReqNTid = dims(fn.ReqNTid)
	b.cc, b.waveCell = b.newVar(I1), b.newVar(I32)
	prologue := b.f.NewBlock()
	b.blk = b.f.NewBlock()
	fr := b.newFrame(fn, nil)
	off := int64(0)
	for _, p := range fn.Params {
		a, n := p.Alignment(), p.Size()
		off = (off + a - 1) &^ (a - 1)
		fr.vars[p] = &place{kernel: true, off: uint32(off)}
		b.f.Params = append(b.f.Params, Param{Offset: int(off), Size: int(n), Align: int(a)})
		off += n
	}
	b.f.ParamBytes = int(off)
	b.fr = fr
	b.layoutShared(fn)
	b.openStack()
	start := b.blk
	b.body(fr)
	b.buildActivations()
	b.finishMeetings()
	b.buildCallees()
	b.line = fn.Pos.Line
	b.enter(prologue)
	switch {
	case opt.Apart:
		b.apartPrologue()
	case b.namedBarriers:
		b.namedPrologue()
	}
	b.stackPrologue()
	b.jump(start)
	b.complete()
	b.dropSaves()
	lookAhead(b.f)
	return b.f, nil
}

// complete brings what was built into SSA form.
func (b *builder) complete() {
	f := b.f
	pruneUnreachable(f)
	splitCriticalEdges(f)
	sortRPO(f)
	dominators(f)
	f.construct(b.varTypes)
}

func dims(d ptx.Dim3) [3]int {
	if d.N == 0 {
		return [3]int{}
	}
	return [3]int{int(d.X), int(d.Y), int(d.Z)}
}

func (b *builder) newFrame(fn *ptx.Function, up *frame) *frame {
	fr := &frame{fn: fn, up: up, vars: map[*ptx.Variable]*place{}, regs: make([][]variable, len(fn.Regs)), labels: make([]*Block, len(fn.Labels))}
	if up != nil {
		fr.depth = up.depth + 1
	}
	// One allocation for all the small slices.
	n := 0
	for _, r := range fn.Regs {
		n += regParts(r)
	}
	all := make([]variable, 0, n)
	for i, r := range fn.Regs {
		k := len(all)
		for range regParts(r) {
			all = append(all, b.newVar(regType(r.Type)))
		}
		fr.regs[i] = all[k:len(all):len(all)]
	}
	for i := range fn.Labels {
		fr.labels[i] = b.newBlock()
	}
	for _, v := range fn.Locals {
		if v.Space.Base() == ptx.SpaceLocal {
			fr.vars[v] = &place{memory: true, off: b.allocFrame(v.Size(), v.Alignment())}
		}
	}
	b.placeParams(fr)
	return fr
}

// allocFrame takes size bytes of the scratch frame. Inlined functions give theirs back when they return, as they would
// with a stack.
func (b *builder) allocFrame(size, align int64) uint32 {
	off := (b.frameTop + align - 1) &^ (align - 1)
	if off+size > 1<<30 {
		b.refuse("more than 1 GiB of local memory")
	}
	b.frameTop = off + size
	b.frameAlign = max(b.frameAlign, int(align))
	if b.act != nil {
		b.act.size = max(b.act.size, b.frameTop)
	} else {
		b.f.LocalBytes = max(b.f.LocalBytes, int(b.frameTop))
	}
	return uint32(off)
}

// placeParams decides for the .param variables of a callee and of its own calls whether they are variables or memory:
// memory is needed where an address is taken or computed.
func (b *builder) placeParams(fr *frame) {
	fn := fr.fn
	taken := map[*ptx.Variable]bool{}
	mark := func(o *ptx.Operand) {
		if v := o.Var(); v != nil && v.Space.Base() == ptx.SpaceParam {
			taken[v] = true
		}
	}
	for _, s := range fn.Body {
		in, ok := s.(*ptx.Instr)
		if !ok || in.Op == ptx.OpCall {
			continue
		}
		for i := range in.Ops {
			o := &in.Ops[i]
			switch o.Kind {
			case ptx.OpndSym:
				mark(o)
			case ptx.OpndAddr:
				if in.Op != ptx.OpLd && in.Op != ptx.OpSt || o.Reg != ptx.NoReg {
					mark(o)
				}
			case ptx.OpndTuple, ptx.OpndVec, ptx.OpndList:
				for j := range o.Elems {
					mark(&o.Elems[j])
				}
			}
		}
	}
	put := func(v *ptx.Variable) {
		if v.Space.Base() != ptx.SpaceParam {
			return
		}
		n := v.Size()
		if n > 1<<20 {
			b.refuse("parameter %s of %d bytes", v.Name, n)
		}
		if taken[v] || n > 4096 {
			fr.vars[v] = &place{memory: true, off: b.allocFrame(max(n, 1), max(v.Alignment(), 8))}
			return
		}
		p := &place{slots: make([]variable, (n+3)/4)}
		for i := range p.slots {
			p.slots[i] = b.newVar(I32)
		}
		fr.vars[v] = p
	}
	if !fn.Entry {
		for _, v := range fn.Params {
			put(v)
		}
		for _, v := range fn.Rets {
			put(v)
		}
	}
	for _, v := range fn.Locals {
		put(v)
	}
}

func regParts(r *ptx.Reg) int {
	n := int(max(r.Vec, 1))
	if r.Type.Bits() == 128 {
		n *= 2
	}
	return n
}

func regType(t ptx.Type) Type {
	switch n := t.Bits(); {
	case n == 1:
		return I1
	case n <= 16:
		return I16
	case n <= 32:
		return I32
	}
	return I64
}

// SymbolName is the name under which a variable's memory is found in the object: that of the variable, made unique for
// those declared inside a function.
func SymbolName(v *ptx.Variable) string {
	if v.Fn != nil {
		return v.Fn.Name + "$" + v.Name
	}
	return v.Name
}

// layoutShared gives every shared variable that the kernel can reach its offset: those of all functions that it may
// call and the module's, in source order, so that the layout does not depend on the code.
func (b *builder) layoutShared(fn *ptx.Function) {
	reach := map[*ptx.Function]bool{}
	used := map[*ptx.Variable]bool{}
	var walk func(fn *ptx.Function, depth int)
	var note func(o *ptx.Operand)
	work := []*ptx.Function{fn}
	note = func(o *ptx.Operand) {
		switch s := o.Sym.(type) {
		case *ptx.Variable:
			used[s.Definition()] = true
		case *ptx.Function:
			work = append(work, s.Definition())
		}
		for i := range o.Elems {
			note(&o.Elems[i])
		}
	}
	walk = func(fn *ptx.Function, depth int) {
		for _, s := range fn.Body {
			if in, ok := s.(*ptx.Instr); ok {
				b.noteAlloca(in)
				if in.Op == ptx.OpCall && in.Ops[1].Func() == nil {
					work = append(work, b.calls.candidates(in)...)
				}
				for i := range in.Ops {
					note(&in.Ops[i])
				}
			}
		}
	}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		if g.AliasOf != nil {
			g = g.AliasOf.Definition()
		}
		if reach[g] {
			continue
		}
		reach[g] = true
		walk(g, 0)
	}
	off := int64(0)
	place := func(v *ptx.Variable) {
		v = v.Definition()
		// Those of functions count unused too, as ptxas has it.
		if v.Space.Base() != ptx.SpaceShared || !used[v] && v.Fn == nil {
			return
		}
		if _, ok := b.shared[v]; ok {
			return
		}
		if v.Linkage == ptx.LinkExtern || v.Size() == 0 {
			b.f.SharedAlign = max(b.f.SharedAlign, int(v.Alignment()))
			b.f.DynShared = true
			return
		}
		a := v.Alignment()
		off = (off + a - 1) &^ (a - 1)
		b.shared[v] = uint32(off)
		off += v.Size()
		if off > 1<<30 {
			b.refuse("more than 1 GiB of shared memory")
		}
	}
	for _, v := range b.m.Vars {
		place(v)
	}
	for _, g := range b.m.Funcs {
		if reach[g] {
			for _, v := range g.Locals {
				place(v)
			}
		}
	}
	b.f.SharedBytes = int(off)
	if b.f.DynShared {
		a := int64(b.f.SharedAlign)
		b.f.SharedBytes = int((off + a - 1) &^ (a - 1))
	}
}

// sharedOffset is the LDS offset of v.
func (b *builder) sharedOffset(v *ptx.Variable) uint32 {
	if off, ok := b.shared[v.Definition()]; ok {
		return off
	}
	return uint32(b.f.SharedBytes) // dynamic shared memory
}

// body lowers the statements of fr's function.
func (b *builder) body(fr *frame) {
	for _, s := range fr.fn.Body {
		switch s := s.(type) {
		case *ptx.Label:
			b.setLine(s.Pos.Line)
			b.enter(fr.labels[s.ID])
		case *ptx.Instr:
			b.setLine(s.Pos.Line)
			if b.blk == nil {
				// Not reachable by falling through, and no label: dead. It is still lowered, into a block that is
				// pruned, so that a refusal does not depend on reachability.
				b.enter(b.newBlock())
			}
			b.instr(s)
		}
	}
	b.setLine(fr.fn.End.Line)
	if b.blk != nil {
		b.ret()
	}
}

// setLine says which line of the module's text what follows comes from; the device runtime's code has none.
func (b *builder) setLine(n int32) {
	if b.runtime {
		n = 0
	}
	b.line = n
}

// instr lowers one instruction under its guard.
func (b *builder) instr(in *ptx.Instr) {
	if int(b.f.nextValue) > b.opt.MaxValues {
		b.refuse("function is larger than %d operations", b.opt.MaxValues)
	}
	low := lowerings[in.Op].fn
	if low == nil {
		b.refuse("%s is not supported", in.Text)
	}
	if in.Guard == ptx.NoReg {
		low(b, in)
		return
	}
	g := b.get(b.fr.regs[in.Guard][0])
	if in.GuardNot {
		g = b.not(g)
	}
	if g.Op == OpConst {
		if g.Imm != 0 {
			low(b, in)
		}
		return
	}
	if lowerings[in.Op].flow {
		if in.Op == ptx.OpBra {
			next := b.newBlock()
			b.branch(g, b.fr.labels[in.Ops[0].Label().ID], next)
			b.enter(next)
			return
		}
		b.ifThen(g, func() { low(b, in) })
		return
	}
	b.guard = g
	low(b, in)
	b.guard = nil
}

// lowering is how one opcode is lowered. flow: a guard must become control flow, because the lowering has effects
// besides setting its destinations, or control flow of its own.
type lowering struct {
	fn   func(b *builder, in *ptx.Instr)
	flow bool
}

// lowerings is filled by the init functions of the expand and lower files.
var lowerings [ptx.NumOpcodes]lowering

// pure registers lowerings that only set destinations.
func pure(fn func(b *builder, in *ptx.Instr), ops ...ptx.Opcode) {
	for _, o := range ops {
		lowerings[o] = lowering{fn, false}
	}
}

// effect registers lowerings with other effects or with control flow.
func effect(fn func(b *builder, in *ptx.Instr), ops ...ptx.Opcode) {
	for _, o := range ops {
		lowerings[o] = lowering{fn, true}
	}
}

func init() {
	effect(func(b *builder, in *ptx.Instr) {
		l := in.Ops[0].Label()
		if l == nil {
			b.refuse("bra to something that is not a label")
		}
		b.jump(b.fr.labels[l.ID])
	}, ptx.OpBra)
	effect((*builder).brx, ptx.OpBrxIdx)
	effect(func(b *builder, in *ptx.Instr) { b.ret() }, ptx.OpRet)
	effect(func(b *builder, in *ptx.Instr) { b.exit() }, ptx.OpExit)
	effect(func(b *builder, in *ptx.Instr) {
		b.blk.TrapCode = trapCode
		b.end(BlockTrap)
	}, ptx.OpTrap)
	effect(func(b *builder, in *ptx.Instr) {
		b.blk.TrapCode = brkptCode
		b.end(BlockTrap)
	}, ptx.OpBrkpt)
	effect((*builder).call, ptx.OpCall)
}

// ret returns from the current frame.
func (b *builder) ret() {
	if b.fr.ret != nil {
		b.jump(b.fr.ret)
		return
	}
	b.exit()
}

// brx is an indexed branch: a balanced tree of comparisons. PTX leaves an index out of range undefined; it goes to the
// last target.
func (b *builder) brx(in *ptx.Instr) {
	idx := b.src(in, 0, ptx.U32)
	tl, ok := in.Ops[1].Sym.(*ptx.TargetList)
	if !ok || len(tl.Labels) == 0 {
		b.refuse("brx.idx without a list of targets")
	}
	to := make([]*Block, len(tl.Labels))
	for i, l := range tl.Labels {
		to[i] = b.fr.labels[l.ID]
	}
	b.choose(idx, to)
}

// choose goes to the block of a list that idx tells, to the last one where it is out of range: a balanced tree of
// comparisons.
func (b *builder) choose(idx *Value, to []*Block) {
	type span struct {
		blk    *Block
		lo, hi int
	}
	iv := b.keep(idx)
	first := b.blk
	work := []span{{first, 0, len(to)}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if s.blk != first {
			b.enter(s.blk)
		}
		// Leave out the middle where all targets agree.
		same := true
		for i := s.lo + 1; i < s.hi && same; i++ {
			same = to[i] == to[s.lo]
		}
		if same {
			b.jump(to[s.lo])
			continue
		}
		mid := (s.lo + s.hi) / 2
		l, r := b.newBlock(), b.newBlock()
		b.branch(b.icmp(ULT, b.get(iv), b.c32(uint32(mid))), l, r)
		work = append(work, span{r, mid, s.hi}, span{l, s.lo, mid})
	}
}

// passArg copies an argument of a call into the callee's parameter.
func (b *builder) passArg(fr *frame, p *ptx.Variable, a *ptx.Operand) {
	if a.Kind == ptx.OpndSym && a.Var() != nil && a.Var().Space.Base() == ptx.SpaceParam {
		from := b.fr.vars[a.Var()]
		if from == nil || p.Space.Base() != ptx.SpaceParam || p.Size() != a.Var().Size() {
			b.refuse("argument %s does not fit parameter %s", a.Var().Name, p.Name)
		}
		b.copyPlace(fr.vars[p], from, p.Size())
		return
	}
	x := b.operand(a, p.Type)
	if p.Space.Base() != ptx.SpaceParam { // .reg parameter
		b.setRaw(fr.regs[p.Reg][0], b.fit(x, b.varTypes[fr.regs[p.Reg][0]]))
		return
	}
	b.storePlace(fr.vars[p], 0, p.Type.Size(), x)
}

// takeRet copies a result into what the caller names.
func (b *builder) takeRet(fr *frame, p *ptx.Variable, a *ptx.Operand) {
	switch {
	case a.Kind == ptx.OpndSink:
	case a.Kind == ptx.OpndSym && a.Var() != nil:
		b.copyPlace(b.fr.vars[a.Var()], fr.vars[p], p.Size())
	case a.Kind == ptx.OpndReg:
		var x *Value
		if p.Space.Base() == ptx.SpaceParam {
			x = b.loadPlace(fr.vars[p], 0, p.Type.Size(), p.Type.Signed())
		} else {
			x = b.get(fr.regs[p.Reg][0])
		}
		v := b.fr.regs[a.Reg][0]
		b.setRaw(v, b.fit(x, b.varTypes[v]))
	default:
		b.refuse("result operand of a call")
	}
}

// fit zero-extends or truncates x to t.
func (b *builder) fit(x *Value, t Type) *Value {
	switch {
	case x.Type == t:
		return x
	case t == I1 || x.Type == I1:
		b.refuse("predicate where a number is wanted")
	case x.Type.Bits() > t.Bits():
		return b.trunc(x, t)
	}
	return b.zext(x, t)
}

// copyPlace copies size bytes between two places.
func (b *builder) copyPlace(to, from *place, size int64) {
	if to == nil || from == nil {
		b.refuse("parameter that is not declared here")
	}
	for o := int64(0); o < size; o += 4 {
		n := int(min(4, size-o))
		if n == 3 {
			n = 2
			b.storePlace(to, o+2, 1, b.loadPlace(from, o+2, 1, false))
		}
		b.storePlace(to, o, n, b.loadPlace(from, o, n, false))
	}
}

// whole reports whether size bytes at off can be accessed at once. NVIDIA's compiler stores the members of packed structures
// to parameters and results where they lie; such accesses are made in halves.
func (p *place) whole(off int64, size int) bool {
	if p.memory || p.kernel {
		return (int64(p.off)+off)%int64(size) == 0
	}
	return off%4+int64(min(size, 4)) <= 4
}

// loadPlace reads size bytes (1, 2, 4 or 8): an I32 extended, or an I64.
func (b *builder) loadPlace(p *place, off int64, size int, signed bool) *Value {
	if p == nil {
		b.refuse("parameter that is not declared here")
	}
	if !p.whole(off, size) {
		h := size / 2
		l, u := b.loadPlace(p, off, h, false), b.loadPlace(p, off+int64(h), h, signed)
		if size == 8 {
			return b.pack(l, u)
		}
		return b.or(l, b.shl(u, b.c32(uint32(h)*8)))
	}
	if p.kernel {
		t := I32
		if size == 8 {
			t = I64
		}
		return b.mem(OpLoad, Mem{Space: SpaceConst, Size: uint8(size), N: 1, Signed: signed, Align: uint8(size)}, t, int64(p.off)+off, b.kernarg())
	}
	if p.memory {
		t := I32
		if size == 8 {
			t = I64
		}
		return b.mem(OpLoad, Mem{Space: SpaceLocal, Size: uint8(size), N: 1, Signed: signed, Align: uint8(size)}, t, 0, b.frameAddr(int64(p.off)+off))
	}
	if off < 0 || off+int64(size) > int64(len(p.slots))*4 {
		b.refuse("parameter accessed outside its bounds")
	}
	w := b.get(p.slots[off/4])
	bit := uint32(off%4) * 8
	switch {
	case size == 8:
		return b.pack(w, b.get(p.slots[off/4+1]))
	case size == 4:
		return w
	case signed:
		return b.bfeS(w, bit, uint32(size)*8)
	}
	return b.bfeU(w, bit, uint32(size)*8)
}

// storePlace writes the low size bytes of x.
func (b *builder) storePlace(p *place, off int64, size int, x *Value) {
	if p == nil {
		b.refuse("parameter that is not declared here")
	}
	if p.kernel {
		b.refuse("store to a kernel parameter")
	}
	if size < 8 && x.Type == I64 {
		x = b.lo(x)
	}
	if x.Type == I16 {
		x = b.zext(x, I32)
	}
	if size == 8 && x.Type == I32 {
		x = b.zext(x, I64)
	}
	if !p.whole(off, size) {
		h := size / 2
		b.storePlace(p, off, h, x)
		if size == 8 {
			x = b.hi(x)
		} else {
			x = b.lshr(x, b.c32(uint32(h)*8))
		}
		b.storePlace(p, off+int64(h), h, x)
		return
	}
	if p.memory {
		b.mem(OpStore, Mem{Space: SpaceLocal, Size: uint8(size), N: 1, Align: uint8(size)}, Void, 0, b.frameAddr(int64(p.off)+off), x)
		return
	}
	if off < 0 || off+int64(size) > int64(len(p.slots))*4 {
		b.refuse("parameter accessed outside its bounds")
	}
	s := p.slots[off/4]
	bit := uint32(off%4) * 8
	switch size {
	case 8:
		b.set(s, b.lo(x))
		b.set(p.slots[off/4+1], b.hi(x))
	case 4:
		b.set(s, x)
	default:
		m := uint32(1)<<(8*size) - 1
		b.set(s, b.emit(OpBfi, I32, b.c32(m<<bit), b.shl(x, b.c32(bit)), b.get(s)))
	}
}

// frameAddr is the local address of byte off of the frame.
func (b *builder) frameAddr(off int64) *Value {
	if b.act != nil {
		return b.add(b.get(b.stackAt), b.c32(uint32(off)))
	}
	if !b.f.Kernel {
		return b.add(b.emit(OpStackPtr, I32), b.c32(uint32(off)))
	}
	return b.emitImm(OpFrameAddr, I32, uint64(off))
}
