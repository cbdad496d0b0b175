package amdgpu

import (
	"fmt"
	"sync"
)

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

// waitKeys numbers the pairs of counter and register: counter*waitRegs + register.
const waitKeys = numCnt * waitRegs

// waitState is what is in flight at one point. A register's score is the number of the event that writes it; events up to done are
// finished, so a register is pending if its score is above it, and the wait it needs is last minus score.
type waitState struct {
	score  [waitKeys]int32 // 0 where the block has no event
	keys   []uint16        // those with a score, in the order in which they got one
	last   [numCnt]int32
	done   [numCnt]int32
	events uint16
}

// pending is one register in flight at a block boundary: how many events of its counter were issued since, capped at maxWait.
type pending struct {
	key uint16
	age uint8
}

// entry is what is in flight where a block begins.
type entry struct {
	regs   []pending
	events uint16
	seen   bool
}

// waiter holds the state of InsertWaits. It is used again for the next function, so that its arrays are cleared by the entries used
// and not as a whole.
type waiter struct {
	t     *Target
	in    []entry
	dirty []bool
	st    waitState
	// need is the wait the current instruction asks for, -1 for none.
	need [numCnt]int32
	// at finds a key in the entry that merge works on: 1 + its index.
	at   [waitKeys]int32
	uses useList
	// waits are those found, in the order of the code.
	waits []waitAt
}

// waitAt is a wait to be put before an instruction of a block.
type waitAt struct {
	block, inst int32
	need        [numCnt]int32
}

var waiters = sync.Pool{New: func() any { return new(waiter) }}

// noWait is the need of an instruction that touches nothing in flight.
var noWait = [numCnt]int32{-1, -1, -1}

// InsertWaits puts s_waitcnt before instructions that touch registers still in flight, with the largest counts that suffice. Waits that the code already has
// stay as they are (those that order memory are the compiler's) and are counted. Calls and returns wait for all registers, so a function may
// assume that nothing is in flight at its entry. Time is linear in the size of the code for reducible loops.
func InsertWaits(t *Target, blocks []Block) error {
	if t.Name[:4] != "gfx1" || len(t.Name) != 7 || t.Name[3:5] == "12" {
		return fmt.Errorf("amdgpu: waits of %s are not done yet", t.Name)
	}
	if err := t.resolveAll(blocks); err != nil {
		return err
	}
	if len(blocks) == 0 {
		return nil
	}
	w := waiters.Get().(*waiter)
	defer waiters.Put(w)
	w.t = t
	w.in = resized(w.in, len(blocks))
	w.dirty = resized(w.dirty, len(blocks))
	for i := range w.in {
		e := &w.in[i]
		e.regs, e.events, e.seen = e.regs[:0], 0, false
		w.dirty[i] = false
	}
	w.waits = w.waits[:0]
	w.in[0].seen, w.dirty[0] = true, true
	// A loop goes round until its entry is stable before the code behind it is looked at.
	for i := 0; i < len(blocks); {
		if !w.dirty[i] {
			i++
			continue
		}
		w.dirty[i] = false
		w.block(&blocks[i], i, false)
		next := i + 1
		for _, s := range blocks[i].Succs {
			if w.merge(&w.in[s]) {
				w.dirty[s] = true
				next = min(next, s)
			}
		}
		i = next
	}
	for i := range blocks {
		if w.in[i].seen {
			w.block(&blocks[i], i, true)
		}
	}
	w.insert(blocks)
	return nil
}

// resolveAll gives every instruction its row.
func (t *Target) resolveAll(blocks []Block) error {
	for i := range blocks {
		for j := range blocks[i].Insts {
			if in := &blocks[i].Insts[j]; in.Row == 0 {
				if err := t.Resolve(in); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// resized gives s the length n and keeps what its elements hold.
func resized[T any](s []T, n int) []T {
	if n > cap(s) {
		s = append(s[:cap(s)], make([]T, n-cap(s))...)
	}
	return s[:n]
}

// block runs over a block from its entry state; with emit set it notes the waits.
func (w *waiter) block(b *Block, i int, emit bool) {
	st := &w.st
	for _, k := range st.keys {
		st.score[k] = 0
	}
	st.keys = st.keys[:0]
	e := &w.in[i]
	for c := range st.last {
		st.last[c], st.done[c] = maxWait+2, 0
	}
	for _, p := range e.regs {
		st.score[p.key] = maxWait + 2 - int32(p.age)
		st.keys = append(st.keys, p.key)
	}
	st.events = e.events
	for k := range b.Insts {
		in := &b.Insts[k]
		fl := w.t.ops[in.Op].Flags
		counts := fl&(OpSMEM|OpDS|OpVMEM|OpExport|OpLDSDir|OpSOPP|OpSALU) != 0
		if st.events == 0 {
			if counts {
				w.issue(in, fl)
			}
			continue
		}
		w.uses.n = 0
		w.t.uses(in, &w.uses)
		w.require(in, fl)
		if w.need != noWait {
			if emit {
				w.waits = append(w.waits, waitAt{int32(i), int32(k), w.need})
			}
			for c, n := range w.need {
				if n >= 0 {
					st.wait(c, n)
				}
			}
		}
		if counts {
			w.issue(in, fl)
		}
	}
}

// insert puts the waits found into the code. A wait joins one that stands there already.
func (w *waiter) insert(blocks []Block) {
	if len(w.waits) == 0 {
		return
	}
	n := 0
	for i := 0; i < len(w.waits); {
		b := w.waits[i].block
		n += len(blocks[b].Insts)
		for ; i < len(w.waits) && w.waits[i].block == b; i++ {
			n++
		}
	}
	all := make([]Inst, 0, n)
	for i := 0; i < len(w.waits); {
		b := &blocks[w.waits[i].block]
		first, from := len(all), 0
		for at := w.waits[i].block; i < len(w.waits) && w.waits[i].block == at; i++ {
			x := &w.waits[i]
			all = append(all, b.Insts[from:x.inst]...)
			from = int(x.inst)
			if n := len(all); n > first && all[n-1].Op == SWaitcnt {
				w.t.tighten(&all[n-1], x.need)
			} else {
				all = append(all, w.t.waitcnt(x.need))
			}
		}
		all = append(all, b.Insts[from:]...)
		b.Insts = all[first:len(all):len(all)]
	}
}

// merge joins the state after a block into the entry state of a successor and says whether that changed.
func (w *waiter) merge(e *entry) bool {
	st := &w.st
	changed := !e.seen
	e.seen = true
	if st.events&^e.events != 0 {
		e.events |= st.events
		changed = true
	}
	if st.events == 0 || len(st.keys) == 0 {
		return changed
	}
	for i, p := range e.regs {
		w.at[p.key] = int32(i) + 1
	}
	old := len(e.regs)
	for _, k := range st.keys {
		c := int(k) / waitRegs
		v := st.score[k]
		if v <= st.done[c] || st.events&cntEvents[c] == 0 {
			continue
		}
		age := uint8(min(st.last[c]-v, maxWait))
		if i := w.at[k]; i == 0 {
			e.regs = append(e.regs, pending{k, age})
			changed = true
		} else if p := &e.regs[i-1]; age < p.age {
			p.age = age
			changed = true
		}
	}
	for _, p := range e.regs[:old] {
		w.at[p.key] = 0
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
func (w *waiter) require(in *Inst, fl OpFlags) {
	st := &w.st
	w.need = noWait
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
	for _, u := range w.uses.all() {
		if u.Reg >= waitRegs {
			continue
		}
		for c := range numCnt {
			if st.events&cntEvents[c] == 0 {
				continue
			}
			if c == cntVM && inOrder && u.Dir == DirOut && u.Reg.IsVGPR() {
				continue
			}
			for _, s := range st.score[c*waitRegs:][u.Reg:min(int(u.Reg)+int(u.Width), waitRegs)] {
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
	}
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
func (w *waiter) issue(in *Inst, fl OpFlags) {
	st, t := &w.st, w.t
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
	w.uses.n = 0
	w.t.uses(in, &w.uses)
	for _, u := range w.uses.all() {
		if u.Dir&DirOut != 0 && u.Reg < waitRegs && u.Reg != ExecLo && u.Reg != SCC && u.Reg != M0 {
			st.mark(c, u)
		}
	}
}

// mark gives the registers of u the number of the latest event.
func (st *waitState) mark(c int, u Use) {
	for r := int(u.Reg); r < min(int(u.Reg)+int(u.Width), waitRegs); r++ {
		k := c*waitRegs + r
		if st.score[k] == 0 {
			st.keys = append(st.keys, uint16(k))
		}
		st.score[k] = st.last[c]
	}
}

// sources marks the registers that an export reads: they may not be overwritten before it has.
func (w *waiter) sources(in *Inst) {
	w.uses.n = 0
	w.t.uses(in, &w.uses)
	for _, u := range w.uses.all() {
		if u.Reg.IsVGPR() {
			w.st.mark(cntExp, u)
		}
	}
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
