package amdgpu

import "fmt"

// Block is a basic block of a function after register assignment. Block 0 is the entry.
type Block struct {
	Insts []Inst
	Succs []int // indices of the blocks that may follow
}

// The counters whose waits protect registers. Stores (vscnt) never do: their data registers may be overwritten after issue.
const (
	cntVM   = iota // vector memory loads and atomics with return
	cntLGKM        // LDS, scalar memory, messages, and the LDS half of flat accesses
	cntExp         // exports and LDS-direct loads
	numCnt
)

// Kinds of events that share a counter but do not finish in order with each other.
const (
	evLoad    uint16 = 1 << iota // vector loads without sampler
	evSampler                    // image sampling
	evBVH
	evFlatVM
	evLDS
	evSMEM // finish in any order, even among themselves
	evMessage
	evGDS
	evFlatLDS
	evExport
	evLDSDir
)

var cntEvents = [numCnt]uint16{
	cntVM:   evLoad | evSampler | evBVH | evFlatVM,
	cntLGKM: evLDS | evSMEM | evMessage | evGDS | evFlatLDS,
	cntExp:  evExport | evLDSDir,
}

// unordered says that with these kinds pending only a wait for 0 says anything.
func unordered(ev uint16) bool {
	return ev&(ev-1) != 0 || ev&(evSMEM|evFlatVM|evFlatLDS|evMessage) != 0
}

// maxWait bounds the wait values emitted; more than 63 cannot be outstanding.
const maxWait = 62

// waitRegs is the number of registers tracked: source codes 0..511.
const waitRegs = 512

// waitState is what is in flight at one point. A register's score is the number of the event that writes it; events up to done are
// finished, so a register is pending if its score is above it, and the wait it needs is last minus score.
type waitState struct {
	score  [numCnt][waitRegs]int32
	last   [numCnt]int32
	done   [numCnt]int32
	events uint16
}

// ages is a waitState at a block boundary: events since, capped at maxWait; 255 where nothing is pending.
type ages struct {
	age    [numCnt][waitRegs]uint8
	events uint16
	seen   bool
}

// InsertWaits puts s_waitcnt before instructions that touch registers still in flight, with the largest counts that suffice. Waits that the code already has
// stay as they are (those that order memory are the compiler's) and are counted. Calls and returns wait for all registers, so a function may
// assume that nothing is in flight at its entry. Time is linear in the size of the code for reducible loops.
func InsertWaits(t *Target, blocks []Block) error {
	if t.Name[:4] != "gfx1" || len(t.Name) != 7 || t.Name[3:5] == "12" {
		return fmt.Errorf("amdgpu: waits of %s are not done yet", t.Name)
	}
	for i := range blocks {
		for j := range blocks[i].Insts {
			in := &blocks[i].Insts[j]
			if in.Row == 0 {
				if err := t.Resolve(in); err != nil {
					return err
				}
			}
		}
	}
	w := waiter{t: t, in: make([]ages, len(blocks))}
	if len(blocks) == 0 {
		return nil
	}
	for i := range w.in {
		for c := range w.in[i].age {
			for r := range w.in[i].age[c] {
				w.in[i].age[c][r] = 255
			}
		}
	}
	w.in[0].seen = true
	dirty := make([]bool, len(blocks))
	dirty[0] = true
	for again := true; again; {
		again = false
		for i := range blocks {
			if !dirty[i] {
				continue
			}
			dirty[i] = false
			w.block(&blocks[i], i, false)
			for _, s := range blocks[i].Succs {
				if w.merge(s) {
					dirty[s] = true
					again = again || s <= i
				}
			}
		}
	}
	for i := range blocks {
		if w.in[i].seen {
			w.block(&blocks[i], i, true)
		}
	}
	return nil
}

type waiter struct {
	t  *Target
	in []ages
	st waitState
	// need is the wait the current instruction asks for, -1 for none.
	need [numCnt]int32
}

// block runs over a block from its entry state; with emit set it inserts the waits.
func (w *waiter) block(b *Block, i int, emit bool) {
	st := &w.st
	a := &w.in[i]
	for c := range st.score {
		st.last[c], st.done[c] = maxWait+2, 0
		for r, v := range a.age[c] {
			st.score[c][r] = 0
			if v != 255 {
				st.score[c][r] = maxWait + 2 - int32(v)
			}
		}
	}
	st.events = a.events
	var out []Inst
	for k := range b.Insts {
		in := &b.Insts[k]
		w.require(in)
		if w.need != [numCnt]int32{-1, -1, -1} {
			if emit {
				if out == nil {
					out = append(make([]Inst, 0, len(b.Insts)+8), b.Insts[:k]...)
				}
				if n := len(out); n > 0 && out[n-1].Op == SWaitcnt {
					w.t.tighten(&out[n-1], w.need)
				} else {
					out = append(out, w.t.waitcnt(w.need))
				}
			}
			for c, n := range w.need {
				if n >= 0 {
					st.wait(c, n)
				}
			}
		}
		w.issue(in)
		if out != nil {
			out = append(out, *in)
		}
	}
	if out != nil {
		b.Insts = out
	}
}

// merge joins the state after a block into the entry state of block s and says whether that changed.
func (w *waiter) merge(s int) bool {
	a, st := &w.in[s], &w.st
	changed := !a.seen
	a.seen = true
	if st.events&^a.events != 0 {
		a.events |= st.events
		changed = true
	}
	for c := range st.score {
		if st.events&cntEvents[c] == 0 {
			continue
		}
		for r, v := range st.score[c] {
			if v > st.done[c] {
				if g := uint8(min(st.last[c]-v, maxWait)); g < a.age[c][r] {
					a.age[c][r] = g
					changed = true
				}
			}
		}
	}
	return changed
}

// wait notes that at most n events of counter c are outstanding.
func (st *waitState) wait(c int, n int32) {
	if n == 0 {
		st.done[c] = st.last[c]
		st.events &^= cntEvents[c]
		return
	}
	if !unordered(st.events & cntEvents[c]) {
		st.done[c] = max(st.done[c], st.last[c]-n)
	}
}

// require works out what in must wait for.
func (w *waiter) require(in *Inst) {
	st, t := &w.st, w.t
	w.need = [numCnt]int32{-1, -1, -1}
	if st.events == 0 {
		return
	}
	fl := t.ops[in.Op].Flags
	switch in.Op {
	case SSetpcB64, SSwappcB64, SCallB64, SRfeB64:
		for c := range w.need {
			if st.events&cntEvents[c] != 0 {
				w.need[c] = 0
			}
		}
		return
	case SWaitcnt:
		return
	}
	// A load may follow another into the same register if they finish in order.
	kind := w.vmKind(in, fl)
	inOrder := kind != 0 && kind&evFlatVM == 0 && st.events&cntEvents[cntVM] == kind
	t.Uses(in, func(r Reg, width int, d Dir) {
		if r >= waitRegs {
			return
		}
		for c := range st.score {
			if st.events&cntEvents[c] == 0 {
				continue
			}
			if c == cntVM && inOrder && d == DirOut && r.IsVGPR() {
				continue
			}
			for i := range width {
				if int(r)+i >= waitRegs {
					break
				}
				s := st.score[c][int(r)+i]
				if s <= st.done[c] {
					continue
				}
				n := min(st.last[c]-s, maxWait)
				if unordered(st.events & cntEvents[c]) {
					n = 0
				}
				if w.need[c] < 0 || n < w.need[c] {
					w.need[c] = n
				}
			}
		}
	})
}

// vmKind is the kind of vector memory load that in is; 0 if it does not count in vmcnt.
func (w *waiter) vmKind(in *Inst, fl OpFlags) uint16 {
	if fl&OpVMEM == 0 || fl&OpMayLoad == 0 {
		return 0
	}
	r := &w.t.rows[in.Row]
	if fl&OpAtomic != 0 && in.Flags&FlagGLC == 0 && fl&OpMayStore != 0 {
		return 0 // without return: counts as a store
	}
	switch {
	case fl&OpImage != 0:
		im := &w.t.imgs[r.img]
		switch {
		case im.Class == ImgBVH:
			return evBVH
		case im.Sampler:
			return evSampler
		case im.Class == ImgStore:
			return 0
		}
		return evLoad
	case fl&OpFlat != 0:
		return evFlatVM
	}
	return evLoad
}

// issue notes the events of in.
func (w *waiter) issue(in *Inst) {
	st, t := &w.st, w.t
	fl := t.ops[in.Op].Flags
	switch {
	case in.Op == SWaitcnt:
		n := t.splitWaitcnt(uint16(in.Opd[0].Imm))
		for c, v := range n {
			if v >= 0 {
				st.wait(c, v)
			}
		}
	case in.Op == SWaitcntVmcnt || in.Op == SWaitcntLgkmcnt || in.Op == SWaitcntExpcnt:
		if in.Opd[0].Reg == Null {
			c := cntVM
			switch in.Op {
			case SWaitcntLgkmcnt:
				c = cntLGKM
			case SWaitcntExpcnt:
				c = cntExp
			}
			st.wait(c, int32(in.Opd[1].Imm&63))
		}
	case in.Op == SSendmsg, in.Op == SSendmsghalt:
		w.event(in, cntLGKM, evMessage, false)
	case in.Op == SSendmsgRtnB32, in.Op == SSendmsgRtnB64:
		w.event(in, cntLGKM, evMessage, true)
	case fl&OpSMEM != 0:
		w.event(in, cntLGKM, evSMEM, true)
	case fl&OpDS != 0:
		if in.Flags&FlagGDS != 0 || t.rows[in.Row].Flags&RowGDS != 0 {
			w.event(in, cntLGKM, evGDS, true)
			w.event(in, cntExp, evExport, false)
			w.sources(in)
			return
		}
		if in.Op == DsNop {
			return
		}
		w.event(in, cntLGKM, evLDS, true)
	case fl&OpVMEM != 0:
		if k := w.vmKind(in, fl); k != 0 {
			w.event(in, cntVM, k, true)
		}
		if fl&OpFlat != 0 {
			w.event(in, cntLGKM, evFlatLDS, true)
		}
	case fl&OpExport != 0:
		w.event(in, cntExp, evExport, false)
		w.sources(in)
	case fl&OpLDSDir != 0:
		w.event(in, cntExp, evLDSDir, true)
	}
}

// event counts one event and, with regs set, marks the registers that in writes.
func (w *waiter) event(in *Inst, c int, ev uint16, regs bool) {
	st := &w.st
	st.last[c]++
	st.events |= ev
	if !regs {
		return
	}
	w.t.Uses(in, func(r Reg, width int, d Dir) {
		if d&DirOut == 0 || r >= waitRegs || r == ExecLo || r == SCC || r == M0 {
			return
		}
		for i := range width {
			if int(r)+i < waitRegs {
				st.score[c][int(r)+i] = st.last[c]
			}
		}
	})
}

// sources marks the registers that an export reads: they may not be overwritten before it has.
func (w *waiter) sources(in *Inst) {
	st := &w.st
	w.t.Uses(in, func(r Reg, width int, d Dir) {
		if r.IsVGPR() {
			for i := range width {
				if int(r)+i < waitRegs {
					st.score[cntExp][int(r)+i] = st.last[cntExp]
				}
			}
		}
	})
}

// Fields of s_waitcnt: position and width of vmcnt, lgkmcnt, expcnt (gfx11; gfx10 splits vmcnt).
func (t *Target) waitFields() (vm, vmHi, lgkm, exp field) {
	if t.Name[3:5] == "10" {
		return field{0, 4}, field{14, 2}, field{8, 6}, field{4, 3}
	}
	return field{10, 6}, field{}, field{4, 6}, field{0, 3}
}

// Waitcnt makes the simm16 of s_waitcnt; a negative count does not wait.
func (t *Target) Waitcnt(vm, lgkm, exp int) int64 {
	fv, fh, fl, fe := t.waitFields()
	put := func(v int, f field) uint32 {
		m := 1<<f.width - 1
		if v < 0 || v > m {
			v = m
		}
		return uint32(v) << f.lo
	}
	if vm < 0 || vm > 63 {
		vm = 63
	}
	x := put(lgkm, fl) | put(exp, fe)
	if fh.width != 0 {
		x |= put(vm&15, fv) | put(vm>>4, fh)
	} else {
		x |= put(vm, fv)
	}
	return int64(x)
}

// splitWaitcnt is the inverse of Waitcnt: -1 where the field does not wait.
func (t *Target) splitWaitcnt(x uint16) (n [numCnt]int32) {
	fv, fh, fl, fe := t.waitFields()
	get := func(f field) int32 { return int32(x) >> f.lo & (1<<f.width - 1) }
	n[cntVM], n[cntLGKM], n[cntExp] = get(fv), get(fl), get(fe)
	if fh.width != 0 {
		n[cntVM] |= get(fh) << fv.width
	}
	if n[cntVM] == 63 {
		n[cntVM] = -1
	}
	if n[cntLGKM] == 63 {
		n[cntLGKM] = -1
	}
	if n[cntExp] == 7 {
		n[cntExp] = -1
	}
	return n
}

func (t *Target) waitcnt(n [numCnt]int32) Inst {
	if n[cntExp] > 6 {
		n[cntExp] = 6
	}
	in := Inst{Op: SWaitcnt, N: 1}
	in.Opd[0] = Operand{Kind: OpdField, Imm: t.Waitcnt(int(n[cntVM]), int(n[cntLGKM]), int(n[cntExp]))}
	if err := t.Resolve(&in); err != nil {
		panic(err) // every target of InsertWaits has s_waitcnt
	}
	return in
}

// tighten lowers the counts of an s_waitcnt.
func (t *Target) tighten(in *Inst, n [numCnt]int32) {
	old := t.splitWaitcnt(uint16(in.Opd[0].Imm))
	for c := range n {
		if n[c] < 0 || old[c] >= 0 && old[c] < n[c] {
			n[c] = old[c]
		}
	}
	in.Opd[0].Imm = t.Waitcnt(int(n[cntVM]), int(n[cntLGKM]), int(n[cntExp]))
}
