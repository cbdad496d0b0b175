package isel

import (
	"ferry/amdgpu"
	"ferry/regalloc"
)

// Kinds of spill code, for the allocator's checker.
const (
	spillNone uint8 = iota
	spillStore
	spillLoad
)

// spiller inserts spill code. Spilled VGPRs go to the private segment, each lane's own; spilled SGPRs go to lanes of
// VGPRs that follow the linear control flow, written and read by lane number whatever EXEC is.
type spiller struct {
	f     *Func
	base  int // first byte of the VGPR slots in the private segment
	slots int32
	// lanes is the number of SGPR dwords in lane storage so far; vregs are the registers that hold them.
	lanes int
	store []amdgpu.Reg
}

func (s *spiller) end() int {
	if s.slots == 0 {
		return s.f.ScratchBytes
	}
	return s.base + int(s.slots)*4
}

// spillSlot is where one spilled register lives.
type spillSlot struct {
	slot int32 // the checker's slot
	mem  int32 // VGPR: dword in the private segment
	lane int32 // SGPR: first lane number
}

// spill rewrites f so that the registers in r.Spilled live in memory.
func (s *spiller) spill(r *regalloc.Result) {
	f := s.f
	if s.lanes < 0 {
		s.lanes = 0
	}
	f.Spills += len(r.Spilled)
	where := make([]int32, len(f.VRegs)) // 1 + index into slots
	slots := make([]spillSlot, len(r.Spilled))
	laneOf := map[int32]int32{}
	first := s.slots
	for i, v := range r.Spilled {
		where[v] = int32(i) + 1
		slot := r.SpillSlot[i]
		slots[i] = spillSlot{slot: first + slot, mem: first + slot}
		if f.VRegs[v].Class == ClassSGPR {
			// Registers that were coalesced share slots, so lanes are handed out by slot.
			for k := range int32(f.VRegs[v].Width) {
				if _, ok := laneOf[slot+k]; !ok {
					laneOf[slot+k] = int32(s.lanes)
					s.lanes++
				}
			}
			slots[i].lane = -1
		}
	}
	s.slots += r.Slots
	lanesPer := 32
	if f.Target.Wave64 {
		lanesPer = 64
	}
	var fresh []amdgpu.Reg
	for len(s.store)*lanesPer < s.lanes {
		v := f.NewVReg(ClassVGPRLinear, 1)
		id, _ := SplitVirt(v)
		f.VRegs[id].NoSpill = true
		s.store = append(s.store, v)
		fresh = append(fresh, v)
	}
	lane := func(i int32, k int) (amdgpu.Reg, int64) {
		l := int(laneOf[slots[i].slot-first+int32(k)])
		return s.store[l/lanesPer], int64(l % lanesPer)
	}

	out := f.rewriting(len(f.Insts) / 4)
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		start := int32(len(out))
		for i := blk.First; i < blk.Last; i++ {
			in := f.Insts[i]
			if b == 0 && i == blk.First && len(fresh) > 0 {
				at := i
				if in.Op == PseudoEntry {
					out = append(out, in)
					at++
				}
				for _, v := range fresh {
					u := Inst{}
					u.Line = in.Line
					u.Op, u.N = PseudoUndef, 1
					u.Opd[0] = amdgpu.R(v, 1)
					out = append(out, u)
				}
				fresh = nil
				if at != i {
					continue
				}
			}
			var d *opDesc
			if in.Op < FirstPseudo {
				d = f.desc.lookup(in.Op, int(in.N))
			}
			// A copy between two registers of one slot has become nothing.
			if in.Op == PseudoCopy && s.sameSlot(&in, where, slots) {
				continue
			}
			var after [maxOps]int // operands to store, by temp
			nAfter := 0
			var temps [maxOps]struct {
				old, new amdgpu.Reg
				width    uint8
				loaded   bool
			}
			nTemps := 0
			for k := range int(in.N) {
				o := &in.Opd[k]
				if o.Kind != amdgpu.OpdReg || !o.Reg.IsVirtual() {
					continue
				}
				id, sub := SplitVirt(o.Reg)
				if where[id] == 0 {
					continue
				}
				si := where[id] - 1
				kind := f.operandKind(&in, d, k)
				reads := kind == regalloc.Use || kind == regalloc.UseDef
				writes := kind != regalloc.Use && kind != regalloc.UndefUse
				w := max(o.Width, 1)
				t := -1
				if !writes {
					for j := range nTemps {
						if temps[j].old == o.Reg && temps[j].width == w && temps[j].loaded {
							t = j
						}
					}
				}
				if t < 0 {
					t = nTemps
					nTemps++
					tmp := f.NewVReg(f.VRegs[id].Class, int(w))
					tid, _ := SplitVirt(tmp)
					f.VRegs[tid].NoSpill = true
					f.VRegs[tid].orig, f.VRegs[tid].origSub = id+1, uint8(sub)
					if f.VRegs[id].orig != 0 {
						f.VRegs[tid].orig = f.VRegs[id].orig
						f.VRegs[tid].origSub += f.VRegs[id].origSub
					}
					temps[t].old, temps[t].new, temps[t].width = o.Reg, tmp, w
					if reads {
						temps[t].loaded = true
						out = s.load(out, in.Line, tmp, int(w), &slots[si], sub, si, lane)
					}
				}
				o.Reg = temps[t].new
				if writes {
					after[nAfter] = k
					nAfter++
					temps[t].loaded = false
				}
			}
			orig := f.Insts[i]
			out = append(out, in)
			for _, k := range after[:nAfter] {
				id, sub := SplitVirt(orig.Opd[k].Reg)
				si := where[id] - 1
				out = s.save(out, in.Line, in.Opd[k].Reg, int(max(in.Opd[k].Width, 1)), &slots[si], sub, si, lane)
			}
		}
		blk.First, blk.Last = start, int32(len(out))
	}
	f.rewritten(out)
}

func (s *spiller) sameSlot(in *Inst, where []int32, slots []spillSlot) bool {
	a, b := &in.Opd[0], &in.Opd[1]
	if b.Kind != amdgpu.OpdReg || !a.Reg.IsVirtual() || !b.Reg.IsVirtual() {
		return false
	}
	ai, as := SplitVirt(a.Reg)
	bi, bs := SplitVirt(b.Reg)
	if where[ai] == 0 || where[bi] == 0 || s.f.VRegs[ai].Class != s.f.VRegs[bi].Class {
		return false
	}
	return slots[where[ai]-1].slot+int32(as) == slots[where[bi]-1].slot+int32(bs)
}

type laneFn func(i int32, k int) (amdgpu.Reg, int64)

func (s *spiller) load(out []Inst, line int32, r amdgpu.Reg, w int, sl *spillSlot, sub int, i int32, lane laneFn) []Inst {
	if s.f.ClassOf(r) == ClassSGPR {
		for k := range w {
			v, l := lane(i, sub+k)
			in := Inst{spill: spillLoad, slot: sl.slot + int32(sub+k)}
			in.Line = line
			in.Op, in.N = amdgpu.VReadlaneB32, 3
			in.Opd[0], in.Opd[1], in.Opd[2] = amdgpu.R(r+amdgpu.Reg(k), 1), amdgpu.R(v, 1), amdgpu.Imm(l)
			out = append(out, in)
		}
		return out
	}
	return s.scratch(out, line, r, w, sl, sub, spillLoad)
}

func (s *spiller) save(out []Inst, line int32, r amdgpu.Reg, w int, sl *spillSlot, sub int, i int32, lane laneFn) []Inst {
	if s.f.ClassOf(r) == ClassSGPR {
		for k := range w {
			v, l := lane(i, sub+k)
			in := Inst{spill: spillStore, slot: sl.slot + int32(sub+k)}
			in.Line = line
			in.Op, in.N = amdgpu.VWritelaneB32, 3
			in.Opd[0], in.Opd[1], in.Opd[2] = amdgpu.R(v, 1), amdgpu.R(r+amdgpu.Reg(k), 1), amdgpu.Imm(l)
			out = append(out, in)
		}
		return out
	}
	return s.scratch(out, line, r, w, sl, sub, spillStore)
}

// Offsets of scratch instructions are 13 bits, signed (gfx11).
const maxScratchOffset = 4095

// scratch moves w dwords of a VGPR tuple to or from the private segment, in pieces of up to four.
func (s *spiller) scratch(out []Inst, line int32, r amdgpu.Reg, w int, sl *spillSlot, sub int, kind uint8) []Inst {
	loads := [...]amdgpu.Op{0, amdgpu.ScratchLoadB32, amdgpu.ScratchLoadB64, amdgpu.ScratchLoadB96, amdgpu.ScratchLoadB128}
	stores := [...]amdgpu.Op{0, amdgpu.ScratchStoreB32, amdgpu.ScratchStoreB64, amdgpu.ScratchStoreB96, amdgpu.ScratchStoreB128}
	for k := 0; k < w; {
		n := min(4, w-k)
		off := int64(s.base) + int64(sl.mem+int32(sub+k))*4
		var saddr, vaddr amdgpu.Operand
		if s.f.function {
			saddr = amdgpu.R(regStack, 1)
		}
		switch {
		case off <= maxScratchOffset:
		case s.f.function:
			// Adding to the frame's address would destroy SCC.
			t := s.f.NewVReg(ClassVGPR, 1)
			id, _ := SplitVirt(t)
			s.f.VRegs[id].NoSpill = true
			m := Inst{Line: line, Op: amdgpu.VMovB32, N: 2}
			m.Opd[0], m.Opd[1] = amdgpu.R(t, 1), amdgpu.Imm(off)
			out = append(out, m)
			vaddr, off = amdgpu.R(t, 1), 0
		default:
			t := s.f.NewVReg(ClassSGPR, 1)
			id, _ := SplitVirt(t)
			s.f.VRegs[id].NoSpill = true
			m := Inst{}
			m.Line = line
			m.Op, m.N = amdgpu.SMovB32, 2
			m.Opd[0], m.Opd[1] = amdgpu.R(t, 1), amdgpu.Imm(off)
			out = append(out, m)
			saddr, off = amdgpu.R(t, 1), 0
		}
		in := Inst{spill: kind, slot: sl.slot + int32(sub+k)}
		in.Line = line
		in.N, in.Offset = 3, int32(off)
		data := amdgpu.R(r+amdgpu.Reg(k), n)
		if kind == spillLoad {
			in.Op = loads[n]
			in.Opd[0], in.Opd[1], in.Opd[2] = data, vaddr, saddr
		} else {
			in.Op = stores[n]
			in.Opd[0], in.Opd[1], in.Opd[2] = vaddr, data, saddr
		}
		out = append(out, in)
		k += n
	}
	return out
}
