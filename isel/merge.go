package isel

import (
	"cmp"
	"math/bits"
	"slices"

	"ferry/amdgpu"
	"ferry/ir"
)

// MergeAccesses makes one wide access of several narrow ones that touch memory side by side: loads and stores of global and
// private memory, scalar loads, and accesses of LDS, where two that are apart may share an instruction, too. It runs before
// registers are assigned, behind Schedule, which brings loads together.
//
// Loads are collected until something stands in between: a store, an instruction that must stay where it is, a new value of
// their address. The wide load stands where the first of them stood. Stores are collected until the next memory operation,
// and the wide store stands where the last of them stood.
//
// Global, private and scalar accesses need no more alignment than their dwords have (RDNA3 ISA, "Memory Alignment"); LDS
// accesses of 8 and 16 bytes are aligned, which is taken from how the address is made, or from what PTX asks of the parts.
func MergeAccesses(f *Func) {
	m := merger{f: f}
	m.prepare()
	if m.accesses < 2 {
		return
	}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for i := blk.First; i < blk.Last; i++ {
			m.inst(i)
		}
		m.flushLoads()
		m.flushStores()
	}
	if !m.changed {
		return
	}
	for i := range f.Insts {
		in := &f.Insts[i]
		for k := range int(in.N) {
			o := &in.Opd[k]
			if id, ok := virtual(o); ok && int(id) < len(m.part) && m.part[id].of != 0 {
				_, sub := SplitVirt(o.Reg)
				o.Reg = m.part[id].of + amdgpu.Reg(int(m.part[id].sub)+sub)
			}
		}
	}
	f.dropHoles()
}

const (
	maxOpenGroups = 8
	// maxMergeDistance is how many instructions a load moves at most to join another.
	maxMergeDistance = 100
	maxScalarLoad    = 8 // dwords
	// Offsets of the two-address forms of LDS instructions: units of the element, or of 64 elements.
	max2addr       = 255
	strideElements = 64
)

// merger is the state of MergeAccesses.
type merger struct {
	f        *Func
	accesses int
	defs     []int32 // by virtual register: how many instructions write it
	uses     []int32 // and read it
	def      []int32 // 1 + the only instruction that writes it
	part     []tuplePart
	groups   []accessGroup
	stores   accessGroup
	changed  bool
}

// tuplePart is where a register went that became part of a tuple.
type tuplePart struct {
	of  amdgpu.Reg
	sub uint8
}

// accessGroup are accesses through the same address registers.
type accessGroup struct {
	kind    accessKind
	members []access
}

type access struct {
	inst   int32
	off    int32
	dwords int32
	data   amdgpu.Operand
}

// accessKind is what accesses of one group have in common.
type accessKind struct {
	class int // memGlobal, memLDS, memScratch; memNone for scalar loads
	a, b  amdgpu.Operand
	flags amdgpu.Flags
}

func (m *merger) prepare() {
	f := m.f
	n := len(f.VRegs)
	m.defs, m.uses, m.def, m.part = make([]int32, n), make([]int32, n), make([]int32, n), make([]tuplePart, n)
	for i := range f.Insts {
		in := &f.Insts[i]
		var d *opDesc
		if in.Op < FirstPseudo {
			d = f.desc.lookup(in.Op, int(in.N))
			if fl := f.Target.Info(in.Op).Flags; fl&(amdgpu.OpVMEM|amdgpu.OpDS|amdgpu.OpSMEM) != 0 {
				m.accesses++
			}
		}
		for k := range int(in.N) {
			id, ok := virtual(&in.Opd[k])
			if !ok {
				continue
			}
			dir := f.dirOf(in, d, k)
			if dir&amdgpu.DirOut != 0 {
				m.defs[id]++
				m.def[id] = int32(i) + 1
			}
			if dir&amdgpu.DirIn != 0 {
				m.uses[id]++
			}
		}
	}
}

// plain is what a load or store of whole dwords does.
type plain struct {
	class  uint8
	dwords uint8
	store  bool
}

// plainOps are those that can be merged. Flat accesses are left alone: in LDS they would need alignment.
var plainOps = func() (t [amdgpu.NumOps]plain) {
	for _, x := range [...]struct {
		space ir.Space
		class uint8
	}{{ir.SpaceGlobal, memGlobal}, {ir.SpaceShared, memLDS}, {ir.SpaceLocal, memScratch}} {
		for n := 1; n <= 4; n++ {
			t[loadOps[x.space].dwords(n)] = plain{x.class, uint8(n), false}
			t[storeOps[x.space].dwords(n)] = plain{x.class, uint8(n), true}
		}
	}
	for _, x := range smemOps {
		t[x.op] = plain{memNone, uint8(x.n), false}
	}
	return t
}()

// inst looks at the next instruction of a block.
func (m *merger) inst(i int32) {
	f := m.f
	in := &f.Insts[i]
	if in.Op < FirstPseudo {
		switch p := plainOps[in.Op]; {
		case p.dwords == 0 || in.strong:
		case p.store:
			m.flushLoads()
			m.store(i, in, p)
			return
		default:
			if p.class != memNone {
				m.flushStores()
			}
			m.load(i, in, p)
			m.written(in)
			return
		}
	}
	if len(m.groups)+len(m.stores.members) == 0 {
		return
	}
	movable := f.movable(in)
	if !movable || in.Op < FirstPseudo && f.memClass(in) != memNone {
		// Other accesses, and all that must stay.
		m.flushStores()
		if !movable || !f.isLoad(in) {
			m.flushLoads()
		}
	}
	m.written(in)
}

// written ends the groups whose registers in overwrites.
func (m *merger) written(in *Inst) {
	var d *opDesc
	if in.Op < FirstPseudo {
		d = m.f.desc.lookup(in.Op, int(in.N))
	}
	for k := range int(in.N) {
		id, ok := virtual(&in.Opd[k])
		if !ok || m.f.dirOf(in, d, k)&amdgpu.DirOut == 0 || m.defs[id] == 1 {
			continue // the only definition stands before all uses
		}
		for g := 0; g < len(m.groups); g++ {
			if m.groups[g].kind.names(id) {
				m.flushLoad(g)
				g--
			}
		}
		s := &m.stores
		hit := len(s.members) > 0 && s.kind.names(id)
		for j := range s.members {
			x, ok := virtual(&s.members[j].data)
			hit = hit || ok && x == id
		}
		if hit {
			m.flushStores()
		}
	}
}

func (k *accessKind) names(id int32) bool {
	a, ok := virtual(&k.a)
	b, ok2 := virtual(&k.b)
	return ok && a == id || ok2 && b == id
}

// whole reports whether o is all of a virtual register that has one definition.
func (m *merger) whole(o *amdgpu.Operand) (id int32, ok bool) {
	if id, ok = virtual(o); !ok {
		return 0, false
	}
	_, sub := SplitVirt(o.Reg)
	return id, sub == 0 && m.defs[id] == 1 && m.f.VRegs[id].Width == max(o.Width, 1) && m.part[id].of == 0
}

// load adds a load to its group.
func (m *merger) load(i int32, in *Inst, p plain) {
	if _, ok := m.whole(&in.Opd[0]); !ok {
		return
	}
	k := accessKind{class: int(p.class), a: in.Opd[1], flags: in.Flags}
	if p.class != memLDS {
		k.b = in.Opd[2]
	}
	x := access{inst: i, off: in.Offset, dwords: int32(p.dwords), data: in.Opd[0]}
	for g := range m.groups {
		if m.groups[g].kind != k {
			continue
		}
		if i-m.groups[g].members[0].inst > maxMergeDistance {
			m.flushLoad(g)
			break
		}
		m.groups[g].members = append(m.groups[g].members, x)
		return
	}
	if len(m.groups) == maxOpenGroups {
		m.flushLoad(0)
	}
	m.groups = append(m.groups, accessGroup{kind: k, members: []access{x}})
}

// store adds a store to the group at hand or begins another one.
func (m *merger) store(i int32, in *Inst, p plain) {
	k := accessKind{class: int(p.class), a: in.Opd[0], flags: in.Flags}
	if p.class != memLDS {
		k.b = in.Opd[2]
	}
	x := access{inst: i, off: in.Offset, dwords: int32(p.dwords), data: in.Opd[1]}
	s := &m.stores
	if len(s.members) > 0 && s.kind != k {
		m.flushStores()
	}
	for _, y := range s.members {
		if x.off < y.off+4*y.dwords && y.off < x.off+4*x.dwords {
			m.flushStores() // one overwrites the other
			break
		}
	}
	s.kind = k
	s.members = append(s.members, x)
}

func (m *merger) flushLoads() {
	for len(m.groups) > 0 {
		m.flushLoad(len(m.groups) - 1)
	}
}

// flushLoad merges what it can of group g and forgets it.
func (m *merger) flushLoad(g int) {
	k, l := m.groups[g].kind, m.groups[g].members
	m.groups = append(m.groups[:g], m.groups[g+1:]...)
	m.merge(&k, l, false)
}

func (m *merger) flushStores() {
	k, l := m.stores.kind, m.stores.members
	m.merge(&k, l, true)
	m.stores.members = l[:0]
}

// merge makes wide accesses of the members of a group.
func (m *merger) merge(k *accessKind, l []access, store bool) {
	if len(l) < 2 {
		return
	}
	slices.SortFunc(l, func(x, y access) int { return cmp.Or(cmp.Compare(x.off, y.off), cmp.Compare(x.inst, y.inst)) })
	rest := l[:0:0]
	for i := 0; i < len(l); {
		n := m.run(k, l[i:], store)
		if n < 2 {
			rest = append(rest, l[i])
			i++
			continue
		}
		m.widen(k, l[i:i+n], store)
		i += n
	}
	if k.class == memLDS {
		m.pairs(k, rest, store)
	}
}

// run is how many members from the first on can be one access.
func (m *merger) run(k *accessKind, l []access, store bool) int {
	best, dw, limit := 1, l[0].dwords, int32(4)
	if k.class == memNone {
		limit = maxScalarLoad
	}
	align := int64(16)
	if k.class == memLDS {
		align = m.alignment(&k.a, 4) | int64(l[0].off)
		align &= -align
	}
	if store && !m.movesData(&l[0]) {
		return 1
	}
	for n := 1; n < len(l) && l[n].off == l[n-1].off+4*l[n-1].dwords && dw+l[n].dwords <= limit; n++ {
		if store && !m.movesData(&l[n]) {
			break
		}
		if k.class == memNone && dw%min(l[n].dwords, 4) != 0 {
			break // part of the tuple must be aligned like a tuple of its own
		}
		dw += l[n].dwords
		switch {
		case k.class == memNone && dw&(dw-1) != 0:
		case k.class == memLDS && align < int64(1)<<bits.Len32(uint32(4*dw-1)):
		default:
			best = n + 1
		}
	}
	return best
}

// movesData reports whether the data of a store can be made in a tuple.
func (m *merger) movesData(x *access) bool {
	id, ok := m.whole(&x.data)
	return ok && m.uses[id] == 1 && m.f.VRegs[id].Class == ClassVGPR
}

// widen makes one access of neighbours.
func (m *merger) widen(k *accessKind, l []access, store bool) {
	at := m.place(l, store)
	in := &m.f.Insts[at]
	dw := int32(0)
	for i := range l {
		dw += l[i].dwords
	}
	data := m.tuple(l)
	in.Offset, in.align = l[0].off, 0
	if k.class == memGlobal {
		n := 4 * int32(dw)
		for i := range l {
			size := 4 * l[i].dwords
			n = min(n, size&-size)
		}
		if size := 4 * dw; n < size&-size {
			in.align = uint8(n)
		}
	}
	switch {
	case k.class == memNone:
		for _, o := range smemOps {
			if o.n == int(dw) {
				in.Op = o.op
			}
		}
	default:
		space := [...]ir.Space{memGlobal: ir.SpaceGlobal, memLDS: ir.SpaceShared, memScratch: ir.SpaceLocal}[k.class]
		if store {
			in.Op = storeOps[space].dwords(int(dw))
		} else {
			in.Op = loadOps[space].dwords(int(dw))
		}
	}
	if store {
		in.Opd[1] = data
	} else {
		in.Opd[0] = data
	}
}

// place takes the members away but one, where the wide access goes.
func (m *merger) place(l []access, store bool) int32 {
	at := l[0].inst
	for i := range l {
		if store {
			at = max(at, l[i].inst)
		} else {
			at = min(at, l[i].inst)
		}
	}
	for i := range l {
		if l[i].inst != at {
			m.f.Insts[l[i].inst].Op = 0
		}
	}
	m.changed = true
	return at
}

// tuple puts the data registers of the members side by side.
func (m *merger) tuple(l []access) amdgpu.Operand {
	f := m.f
	dw := 0
	for i := range l {
		dw += int(l[i].dwords)
	}
	first, _ := virtual(&l[0].data)
	r := f.NewVReg(f.VRegs[first].Class, dw)
	sub := 0
	for i := range l {
		id, _ := virtual(&l[i].data)
		m.part[id] = tuplePart{r, uint8(sub)}
		sub += int(l[i].dwords)
	}
	return amdgpu.R(r, dw)
}

// pairs makes two-address accesses of LDS of what is left.
func (m *merger) pairs(k *accessKind, l []access, store bool) {
	for size := int32(1); size <= 2; size++ {
		prev := -1
		for i := range l {
			if l[i].dwords != size {
				continue
			}
			if prev >= 0 && m.pair(&l[prev], &l[i], store) {
				prev = -1
				continue
			}
			prev = i
		}
	}
}

// pair makes one access of two of the same size, if their offsets fit.
func (m *merger) pair(x, y *access, store bool) bool {
	size := 4 * x.dwords
	a, b, stride := x.off, y.off, false
	switch {
	case a == b || a%size != 0 || b%size != 0:
		return false
	case a/size <= max2addr && b/size <= max2addr:
		a, b = a/size, b/size
	case a%(strideElements*size) == 0 && b%(strideElements*size) == 0 && b/(strideElements*size) <= max2addr:
		a, b, stride = a/(strideElements*size), b/(strideElements*size), true
	default:
		return false
	}
	at := m.place([]access{*x, *y}, store)
	in := &m.f.Insts[at]
	wide := size == 8
	if store {
		in.Op = pick2addr(wide, stride, amdgpu.DsStore2addrB32, amdgpu.DsStore2addrB64, amdgpu.DsStore2addrStride64B32, amdgpu.DsStore2addrStride64B64)
		in.N = 3
		in.Opd[1], in.Opd[2] = x.data, y.data
	} else {
		in.Op = pick2addr(wide, stride, amdgpu.DsLoad2addrB32, amdgpu.DsLoad2addrB64, amdgpu.DsLoad2addrStride64B32, amdgpu.DsLoad2addrStride64B64)
		in.Opd[0] = m.tuple([]access{*x, *y})
	}
	in.Offset = a | b<<8
	return true
}

func pick2addr(wide, stride bool, b32, b64, s32, s64 amdgpu.Op) amdgpu.Op {
	switch {
	case wide && stride:
		return s64
	case stride:
		return s32
	case wide:
		return b64
	}
	return b32
}

// alignment is a power of two, at most 16, that divides an LDS address, found from its definition; depth bounds the search.
func (m *merger) alignment(o *amdgpu.Operand, depth int) int64 {
	const most = 16
	low := func(x int64) int64 {
		x |= most
		return x & -x
	}
	if o.Kind == amdgpu.OpdImm {
		return low(o.Imm)
	}
	id, ok := virtual(o)
	if !ok || depth == 0 || m.defs[id] != 1 {
		return 1
	}
	if _, sub := SplitVirt(o.Reg); sub != 0 {
		return 1
	}
	in := &m.f.Insts[m.def[id]-1]
	if in.Opd[0].Kind != amdgpu.OpdReg || in.Opd[0].Reg != VirtReg(id, 0) {
		return 1
	}
	of := func(k int) int64 { return m.alignment(&in.Opd[k], depth-1) }
	shift := func(k int) int64 {
		if in.Opd[k].Kind != amdgpu.OpdImm {
			return 1
		}
		return low(1 << (in.Opd[k].Imm & 31))
	}
	switch in.Op {
	case PseudoCopy:
		return of(1)
	case amdgpu.VLshlrevB32:
		return low(shift(1) * of(2))
	case amdgpu.VLshlrevB64:
		if in.Opd[1].Kind == amdgpu.OpdImm && in.Opd[1].Imm&63 < 32 {
			return low(shift(1) * of(2))
		}
	case amdgpu.SLshlB32:
		return low(of(1) * shift(2))
	case amdgpu.VAddNcU32, amdgpu.VOrB32, amdgpu.SAddU32, amdgpu.SOrB32:
		return min(of(1), of(2))
	case amdgpu.VAddCoU32:
		return min(of(2), of(3))
	case amdgpu.VAdd3U32, amdgpu.VOr3B32:
		return min(of(1), of(2), of(3))
	case amdgpu.VLshlAddU32, amdgpu.VLshlOrB32:
		return min(low(of(1)*shift(2)), of(3))
	case amdgpu.VAddLshlU32:
		return low(min(of(1), of(2)) * shift(3))
	case amdgpu.VAndB32, amdgpu.SAndB32:
		return max(of(1), of(2))
	case amdgpu.VMulLoU32, amdgpu.SMulI32:
		return low(of(1) * of(2))
	case amdgpu.VMadU64U32, amdgpu.VMadI64I32:
		return min(low(of(2)*of(3)), of(4))
	}
	return 1
}
