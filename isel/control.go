package isel

import (
	"ferry/abi"
	"ferry/amdgpu"
	"ferry/ir"
)

// blocks translates every block in layout order.
func (s *sel) blocks() {
	n := len(s.lf.Blocks)
	s.blockStart = make([]int32, n)
	for i := range s.lf.Blocks {
		if b := s.lf.Blocks[i].Block; b != nil {
			for _, v := range b.Values {
				if v.Op != ir.OpPhi {
					break
				}
				s.dst(v)
			}
			s.fold(b, &s.lf.Blocks[i].Term)
			s.combine(b)
		}
	}
	for i := range s.lf.Blocks {
		s.block(int32(i))
	}
	// Labels and successors name LBlocks so far.
	for i := range s.f.Insts {
		in := &s.f.Insts[i]
		for k := range int(in.N) {
			if in.Opd[k].Kind == amdgpu.OpdLabel {
				in.Opd[k].Imm = int64(s.blockStart[in.Opd[k].Imm])
			}
		}
	}
	for i := range s.f.Blocks {
		b := &s.f.Blocks[i]
		b.Linear = s.resolve(b.Linear)
		b.Logical = s.resolve(b.Logical)
	}
}

// Successors are machine blocks, or, until resolve, ^LBlock.
func (s *sel) resolve(l []int32) []int32 {
	for i, x := range l {
		if x < 0 {
			l[i] = s.blockStart[^x]
		}
	}
	return l
}

// fold marks the compare that a uniform branch can do itself.
func (s *sel) fold(b *ir.Block, t *ir.LTerm) {
	if t.Kind != ir.TermBranch || t.Cond == nil || t.Cond.Block != b || t.Cond.Uses != 1 {
		return
	}
	if s.scalarCompare(t.Cond) {
		s.folded[t.Cond.ID] = true
	}
}

// open starts a machine block; close ends it.
func (s *sel) open(depth int32) *Block {
	s.f.Blocks = append(s.f.Blocks, Block{First: int32(len(s.f.Insts)), Depth: uint8(min(depth, 255))})
	return &s.f.Blocks[len(s.f.Blocks)-1]
}

func (s *sel) close(linear, logical []int32) {
	b := &s.f.Blocks[len(s.f.Blocks)-1]
	b.Last = int32(len(s.f.Insts))
	b.Linear, b.Logical = linear, logical
}

func label(i int32) amdgpu.Operand { return amdgpu.Operand{Kind: amdgpu.OpdLabel, Imm: int64(i)} }

func (s *sel) block(i int32) {
	lb := &s.lf.Blocks[i]
	s.blockStart[i] = int32(len(s.f.Blocks))
	s.open(lb.Depth)
	if lb.Block != nil {
		s.line = lb.Block.Line
	}
	if i == 0 {
		s.entry()
	}
	for k := range lb.Pre {
		a := &lb.Pre[k]
		if a.Kind != ir.ActEnter {
			s.action(a, lb.Block)
			continue
		}
		m := s.lane(s.masks[a.Mask])
		s.raw(s.lm().mov, s.exec(), m)
		s.raw(s.lm().mov, m, imm(0))
		s.raw(amdgpu.SCbranchExecz, label(a.Target))
		next := int32(len(s.f.Blocks))
		var logical []int32
		if lb.Block != nil {
			logical = s.f.list(next)
		}
		s.close(s.f.list(next, ^a.Target), logical)
		s.open(lb.Depth)
	}
	if lb.Block != nil {
		for _, v := range lb.Block.Values {
			s.value(v)
		}
		s.line = lb.Block.Line
		s.phiMoves(lb.Block)
	}
	for k := range lb.Post {
		s.action(&lb.Post[k], lb.Block)
	}
	linear := s.term(i, lb)
	logical := s.f.indices(len(lb.Logical))
	for k, x := range lb.Logical {
		logical[k] = ^x
	}
	s.close(linear, logical)
}

// entry names the registers in which a kernel starts (AMDGPUUsage, "Initial Kernel Execution State"; 13 user SGPRs on gfx1100
// in wave32) and copies them out of the way.
func (s *sel) entry() {
	if !s.fn.Kernel {
		s.enterFunction()
		return
	}
	const firstGroup = 13
	s.kernarg, s.tid = s.s64(), s.v32()
	s.raw(PseudoEntry, amdgpu.R(amdgpu.S(0), 2), r1(amdgpu.S(firstGroup)), r1(amdgpu.S(firstGroup+1)), r1(amdgpu.S(firstGroup+2)), r1(amdgpu.V(0)))
	s.raw(PseudoCopy, r2(s.kernarg), r2(amdgpu.S(0)))
	s.raw(PseudoCopy, r1(s.tid), r1(amdgpu.V(0)))
	for i := range s.group {
		s.group[i] = s.s32()
		s.raw(PseudoCopy, r1(s.group[i]), r1(amdgpu.S(firstGroup+i)))
	}
}

// action is one step on masks.
func (s *sel) action(a *ir.Action, b *ir.Block) {
	l := s.lm()
	m := s.lane(s.masks[a.Mask])
	switch a.Kind {
	case ir.ActInit:
		s.raw(l.mov, m, imm(0))
	case ir.ActOr, ir.ActSet:
		set := a.Kind == ir.ActSet
		if a.Cond == nil {
			if set {
				s.raw(l.mov, m, s.exec())
			} else {
				s.e(l.or, m, m, s.exec())
			}
			return
		}
		c := s.op(a.Cond)
		if c.Kind == amdgpu.OpdReg {
			c = s.sgpr(c, s.laneMaskDwords())
		}
		if !set && !a.Not && s.insideExec(a.Cond, b) {
			s.e(l.or, m, m, c)
			return
		}
		d := m
		if !set {
			d = s.lane(s.mask())
		}
		if a.Not {
			s.e(l.andn2, d, s.exec(), c)
		} else {
			s.e(l.and, d, s.exec(), c)
		}
		if !set {
			s.e(l.or, m, m, d)
		}
	case ir.ActEnter:
		panic("isel: ActEnter outside Pre")
	}
}

// insideExec reports whether the lane mask c has no bit outside EXEC in block b: a vector compare of this block.
func (s *sel) insideExec(c *ir.Value, b *ir.Block) bool {
	switch c.Op {
	case ir.OpFCmp, ir.OpFClass:
		return c.Block == b
	case ir.OpICmp:
		return c.Block == b && !s.scalarCompare(c)
	}
	return false
}

// term ends a block and gives its successors.
func (s *sel) term(i int32, lb *ir.LBlock) []int32 {
	t := &lb.Term
	next := i + 1
	two := func() []int32 {
		switch {
		case t.Target == t.Else:
			s.jump(t.Target, next)
			return s.f.list(^t.Target)
		case t.Target == next:
			s.raw(amdgpu.SCbranchScc0, label(t.Else))
		default:
			s.raw(amdgpu.SCbranchScc1, label(t.Target))
			s.jump(t.Else, next)
		}
		return s.f.list(^t.Target, ^t.Else)
	}
	switch t.Kind {
	case ir.TermJump:
		s.jump(t.Target, next)
		return s.f.list(^t.Target)
	case ir.TermBranch:
		switch {
		case t.Cond.IsConst():
			to := t.Target
			if t.Cond.Imm&1 == 0 {
				to = t.Else
			}
			s.jump(to, next)
			return s.f.list(^to)
		case t.Target == t.Else:
		case s.folded[t.Cond.ID]:
			s.scalarCmp(t.Cond)
		default:
			s.setSCC(s.op(t.Cond))
		}
		return two()
	case ir.TermMask:
		op := amdgpu.SCmpLgU32
		if s.t.Wave64 {
			op = amdgpu.SCmpLgU64
		}
		s.e(op, s.lane(s.masks[t.Mask]), imm(0))
		return two()
	case ir.TermEnd:
		s.raw(amdgpu.SEndpgm)
		return nil
	case ir.TermTrap:
		s.trap(lb.Block)
		return nil
	case ir.TermReturn:
		s.leaveFunction()
		return nil
	}
	s.refuse("end of block of kind %d", t.Kind)
	return nil
}

func (s *sel) jump(to, next int32) {
	if to != next {
		s.raw(amdgpu.SBranch, label(to))
	}
}

// trap writes an error record, if it is the first to do so, and ends the wave. One lane speaks for all.
func (s *sel) trap(b *ir.Block) {
	site := int64(s.fn.FirstSite + len(s.f.Sites))
	what := "trap"
	switch b.TrapCode {
	case abi.CodeBreakpoint:
		what = "brkpt"
	case abi.CodeStackOverflow:
		what = "stack overflow"
	case abi.CodeBadCall:
		what = "call of something that is no function"
	case abi.CodeBadTensor:
		what = "tensor copy with coordinates or an element type that it does not take"
	}
	s.f.Sites = append(s.f.Sites, Site{Line: s.line, What: what})
	if s.t.Wave64 {
		s.refuse("trap on a wave of 64 lanes")
	}
	blk := int64(abi.BlockOffset(s.fn.ParamBytes))
	first, bit := r1(s.s32()), r1(s.s32())
	s.e(amdgpu.SCtzI32B32, first, s.exec())
	s.e(amdgpu.SLshlB32, bit, imm(1), first)
	s.raw(amdgpu.SMovB32, s.exec(), bit)

	load := func(op amdgpu.Op, d amdgpu.Operand, off int64) {
		s.raw(op, d, r2(s.kernarg), amdgpu.Operand{}).Offset = int32(blk + off)
	}
	rec := r2(s.s64())
	load(amdgpu.SLoadB64, rec, abi.OffError)
	zero := s.vgpr(imm(0), 1)
	data := s.f.NewVReg(ClassVGPR, 2)
	s.copyTo(r1(data), imm(int64(b.TrapCode)))
	s.copyTo(r1(data+1), imm(0))
	old := r1(s.v32())
	cas := s.raw(amdgpu.GlobalAtomicCmpswapB32, old, zero, r2(data), rec)
	cas.Offset, cas.Flags = abi.ErrCode, amdgpu.FlagGLC
	mine := s.lane(s.mask())
	s.e(amdgpu.VCmpEqU32, mine, imm(0), old)
	s.e(amdgpu.SAndB32, s.exec(), s.exec(), mine)

	store := func(off int32, x amdgpu.Operand) {
		s.raw(amdgpu.GlobalStoreB32, zero, s.vgpr(x, 1), rec).Offset = off
	}
	store(abi.ErrSite, imm(site))
	for i := range s.group {
		base, id := r1(s.s32()), r1(s.s32())
		load(amdgpu.SLoadB32, base, abi.OffBlockIDX+4*int64(i))
		s.e(amdgpu.SAddU32, id, r1(s.group[i]), base)
		store(abi.ErrBlockX+4*int32(i), id)
	}
	// Thread: x + nx*(y + ny*z).
	nx, ny := r1(s.s32()), r1(s.s32())
	load(amdgpu.SLoadB32, nx, abi.OffBlockDimX)
	load(amdgpu.SLoadB32, ny, abi.OffBlockDimY)
	x, y, z := r1(s.v32()), r1(s.v32()), r1(s.v32())
	s.e(amdgpu.VAndB32, x, imm(1<<tidBits-1), r1(s.tid))
	s.e(amdgpu.VBfeU32, y, r1(s.tid), imm(tidBits), imm(tidBits))
	s.e(amdgpu.VBfeU32, z, r1(s.tid), imm(2*tidBits), imm(tidBits))
	t, u, w, n := r1(s.v32()), r1(s.v32()), r1(s.v32()), r1(s.v32())
	s.e(amdgpu.VMulLoU32, t, z, ny)
	s.e(amdgpu.VAddNcU32, u, y, t)
	s.e(amdgpu.VMulLoU32, w, u, nx)
	s.e(amdgpu.VAddNcU32, n, x, w)
	store(abi.ErrThread, n)
	s.waitAll()
	s.raw(amdgpu.SEndpgm)
}

// phiMove is one move of a parallel copy.
type phiMove struct {
	dst, src amdgpu.Operand
	done     bool
}

// phiMoves writes the phis of b's only successor. All moves happen at once: they are put into an order in which none
// overwrites what another still reads, and a cycle is broken by a temporary.
func (s *sel) phiMoves(b *ir.Block) {
	if len(b.Succs) != 1 {
		return
	}
	t := b.Succs[0]
	if len(t.Values) == 0 || t.Values[0].Op != ir.OpPhi {
		return
	}
	k := -1
	for i, p := range t.Preds {
		if p == b {
			k = i
		}
	}
	buf := s.f.buf
	moves := buf.moves[:0]
	// By virtual register: how many moves read it, and 1 + the move that writes it.
	readers, writer := zeros(&buf.readers, len(s.f.VRegs)), zeros(&buf.writer, len(s.f.VRegs))
	for _, v := range t.Values {
		if v.Op != ir.OpPhi {
			break
		}
		m := phiMove{dst: s.dst(v), src: s.op(v.Args[k])}
		if m.src.Kind == amdgpu.OpdReg && m.src.Reg == m.dst.Reg {
			continue
		}
		moves = append(moves, m)
		id, _ := SplitVirt(m.dst.Reg)
		writer[id] = int32(len(moves))
		if src, ok := srcID(&m); ok {
			readers[src]++
		}
	}
	ready := buf.ready[:0]
	for i := range moves {
		id, _ := SplitVirt(moves[i].dst.Reg)
		if readers[id] == 0 {
			ready = append(ready, int32(i))
		}
	}
	left := len(moves)
	at := 0
	for left > 0 {
		for len(ready) > 0 {
			m := &moves[ready[len(ready)-1]]
			ready = ready[:len(ready)-1]
			if m.done {
				continue
			}
			m.done = true
			left--
			s.copyTo(m.dst, m.src)
			if src, ok := srcID(m); ok && int(src) < len(readers) {
				if readers[src]--; readers[src] == 0 && writer[src] != 0 {
					ready = append(ready, writer[src]-1)
				}
			}
		}
		if left == 0 {
			break
		}
		for moves[at].done {
			at++
		}
		// Save what this move overwrites; its readers read the copy.
		id, _ := SplitVirt(moves[at].dst.Reg)
		w := int(s.f.VRegs[id].Width)
		tmp := s.f.NewVReg(s.f.VRegs[id].Class, w)
		s.raw(PseudoCopy, amdgpu.R(tmp, w), amdgpu.R(VirtReg(id, 0), w))
		for i := range moves {
			if src, ok := srcID(&moves[i]); ok && src == id && !moves[i].done {
				_, sub := SplitVirt(moves[i].src.Reg)
				moves[i].src.Reg = tmp + amdgpu.Reg(sub)
			}
		}
		readers[id] = 0
		ready = append(ready, int32(at))
	}
	// Leave the tables as they were found.
	for i := range moves {
		id, _ := SplitVirt(moves[i].dst.Reg)
		readers[id], writer[id] = 0, 0
		if src, ok := srcID(&moves[i]); ok && int(src) < len(readers) {
			readers[src] = 0
		}
	}
	buf.moves, buf.ready = moves, ready
}

// zeros gives a table of n zeros; who uses it leaves it so.
func zeros(t *[]int32, n int) []int32 {
	if n > cap(*t) {
		*t = make([]int32, n+n/2)
	}
	return (*t)[:n]
}

func srcID(m *phiMove) (int32, bool) {
	if m.src.Kind != amdgpu.OpdReg || !m.src.Reg.IsVirtual() {
		return 0, false
	}
	id, _ := SplitVirt(m.src.Reg)
	return id, true
}
