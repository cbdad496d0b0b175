package isel

import "ferry/amdgpu"

// modeState is what is known of MODE at a place: the value of each of its four fields, or that it is unknown.
type modeState struct {
	val   [4]uint8
	known [4]bool
}

const (
	fldRound32 = iota
	fldRound64
	fldFlush32
	fldFlush64
)

// wants splits a Mode into fields.
func (m Mode) wants() (val [4]uint8, need [4]bool) {
	if m&ModeUses32 != 0 {
		need[fldRound32], need[fldFlush32] = true, true
		val[fldRound32] = uint8(m & ModeRound32)
		val[fldFlush32] = uint8(m & ModeFlush32 >> 2)
	}
	if m&ModeUses64 != 0 {
		need[fldRound64], need[fldFlush64] = true, true
		val[fldRound64] = uint8(m & ModeRound64 >> 4)
		val[fldFlush64] = uint8(m & ModeFlush64 >> 6)
	}
	return
}

// InsertModes places the switches of rounding and denormal handling (RATIONALE.md, Modes). The mode at a block's entry
// is what its predecessors agree on; a switch stands where an instruction needs what is not known to hold. A kernel starts
// with round to nearest even and all denormals kept, as its descriptor says.
func InsertModes(f *Func) {
	n := len(f.Blocks)
	// What each block leaves behind, field by field.
	type gen struct {
		val [4]uint8
		set [4]bool
	}
	gens := make([]gen, n)
	any := false
	for b := range f.Blocks {
		g := &gens[b]
		for i := f.Blocks[b].First; i < f.Blocks[b].Last; i++ {
			m := f.Insts[i].Mode
			if m == 0 {
				continue
			}
			val, need := m.wants()
			for k := range need {
				if need[k] {
					g.val[k], g.set[k] = val[k], true
					any = any || val[k] != 0
				}
			}
		}
	}
	if !any {
		return // the kernel's initial mode serves everything
	}
	in := make([]modeState, n)
	seen := make([]bool, n)
	for k := range 4 {
		in[0].known[k] = true
	}
	seen[0] = true
	work := []int32{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		out := in[b]
		for k := range 4 {
			if gens[b].set[k] {
				out.val[k], out.known[k] = gens[b].val[k], true
			}
		}
		for _, t := range f.Blocks[b].Linear {
			if !seen[t] {
				seen[t], in[t] = true, out
				work = append(work, t)
				continue
			}
			changed := false
			for k := range 4 {
				if in[t].known[k] && (!out.known[k] || out.val[k] != in[t].val[k]) {
					in[t].known[k] = false
					changed = true
				}
			}
			if changed {
				work = append(work, t)
			}
		}
	}

	out := f.rewriting(16)
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		start := int32(len(out))
		st := in[b]
		for i := blk.First; i < blk.Last; i++ {
			x := &f.Insts[i]
			if x.Mode != 0 {
				val, need := x.Mode.wants()
				out = st.change(out, x.Line, val, need, fldRound32, amdgpu.SRoundMode, 1)
				out = st.change(out, x.Line, val, need, fldFlush32, amdgpu.SDenormMode, 0)
			}
			out = append(out, *x)
		}
		blk.First, blk.Last = start, int32(len(out))
	}
	f.rewritten(out)
}

// change switches the two fields k and k+1 if one of them is not as needed. s_denorm_mode codes flush as 0, keep as 3.
func (st *modeState) change(out []Inst, line int32, val [4]uint8, need [4]bool, k int, op amdgpu.Op, round uint8) []Inst {
	ok := true
	for j := k; j < k+2; j++ {
		if need[j] && (!st.known[j] || st.val[j] != val[j]) {
			ok = false
		}
	}
	if ok {
		return out
	}
	field := int64(0)
	for j := k; j < k+2; j++ {
		v := st.val[j]
		if need[j] {
			v = val[j]
		} else if !st.known[j] {
			v = 0
		}
		st.val[j], st.known[j] = v, true
		bits := int64(v)
		if round == 0 {
			bits = 3
			if v != 0 {
				bits = 0
			}
		}
		field |= bits << (2 * (j - k))
	}
	in := Inst{}
	in.Line = line
	in.Op, in.N = op, 1
	in.Opd[0] = amdgpu.Operand{Kind: amdgpu.OpdField, Imm: field}
	return append(out, in)
}
