package emu

import (
	"math/bits"
	"strings"

	"ferry/amdgpu"
)

// Propagation of initialisation through the ALUs: which bits of a result depend on bits that nobody wrote. The rules for moves, logic, shifts, selects and
// sums are exact enough that code which only passes undefined bits along is not blamed; everything else makes the
// whole result undefined if any source bit is.

type prule uint8

const (
	ruleAll prule = iota // any undefined source bit makes all bits undefined
	ruleCopy
	ruleAnd
	ruleOr
	ruleXor
	ruleNot
	ruleAdd    // carries run upwards
	ruleShl    // src1 << src0
	ruleShr    // src1 >> src0
	ruleAshr   // arithmetic
	ruleAndOr  // a&b | c
	ruleOr3    // a | b | c
	ruleBfi    // a&b | ^a&c
	ruleLshlOr // a<<b | c
	ruleLshlAdd
	rulePerm
	ruleSelect // mask ? b : a
	ruleBfe
	ruleAlignbit
	ruleLow8
	ruleLow16
	rulePack // a.lo, b.lo
	ruleHalves
	ruleMad64 // a*b + c in 64 bits
	ruleShl64 // 64-bit src1 shifted by src0
	ruleShr64
)

var vecRules = map[string]prule{
	"v_mov_b32": ruleCopy, "v_mov_b16": ruleCopy, "v_dual_mov_b32": ruleCopy, "v_and_b32": ruleAnd, "v_and_b16": ruleAnd, "v_dual_and_b32": ruleAnd,
	"v_or_b32": ruleOr, "v_or_b16": ruleOr, "v_xor_b32": ruleXor, "v_xor_b16": ruleXor, "v_xnor_b32": ruleXor,
	"v_not_b32": ruleCopy, "v_not_b16": ruleCopy,
	"v_add_nc_u32": ruleAdd, "v_sub_nc_u32": ruleAdd, "v_subrev_nc_u32": ruleAdd, "v_add3_u32": ruleAdd, "v_dual_add_nc_u32": ruleAdd,
	"v_mul_lo_u32": ruleAdd, "v_xor3_b32": ruleXor,
	"v_lshlrev_b32": ruleShl, "v_dual_lshlrev_b32": ruleShl, "v_lshrrev_b32": ruleShr, "v_ashrrev_i32": ruleAshr,
	"v_and_or_b32": ruleAndOr, "v_or3_b32": ruleOr3, "v_bfi_b32": ruleBfi, "v_lshl_or_b32": ruleLshlOr, "v_lshl_add_u32": ruleLshlAdd,
	"v_perm_b32": rulePerm, "v_cndmask_b32": ruleSelect, "v_cndmask_b16": ruleSelect, "v_dual_cndmask_b32": ruleSelect,
	"v_bfe_u32": ruleBfe, "v_bfe_i32": ruleBfe, "v_alignbit_b32": ruleAlignbit,
	"v_cvt_f32_ubyte0": ruleLow8, "v_cvt_u32_u16": ruleLow16, "v_cvt_i32_i16": ruleLow16, "v_pack_b32_f16": rulePack,
	"v_mad_u64_u32": ruleMad64, "v_mad_i64_i32": ruleMad64, "v_lshlrev_b64": ruleShl64, "v_lshrrev_b64": ruleShr64,
}

// psrc is a source operand of a vector instruction.
type psrc struct {
	v     int16 // VGPR, or -1
	v1    int16 // high dword's VGPR, or -1
	slot  int16 // scalar slot, or -1
	slot1 int16
	imm   uint32
	shift uint8  // half selection
	bits  uint32 // bits that the operation looks at, after the shift
	mask  bool   // a lane mask: one bit per lane
}

type pdst struct {
	v, v1 int16
	slot  int16 // scalar destination
	mask  bool  // a lane mask
	bits  uint32
	shift uint8
}

// poisonRule is the rule of one instruction (or half of a dual one).
type poisonRule struct {
	name string
	rule prule
	src  []psrc
	dst  []pdst
	dpp  *dppCtl
	exec bool // v_cmpx
	in   *amdgpu.Inst
}

func (b *Builder) poisonOf(in *amdgpu.Inst, d *DInst) poisonRule {
	name := in.Op.String()
	r := poisonRule{name: name, rule: vecRules[name], in: in, exec: strings.HasPrefix(name, "v_cmpx")}
	if d != nil && d.Wrap != nil {
		r.dpp = d.Wrap.dpp
	}
	row := b.t.Row(in)
	if p := packedOps[name]; p != nil && p.width == 0 && p.whole == nil {
		r.rule = ruleHalves
	}
	var acc *psrc
	for i := range min(int(in.N), row.NumOperands()) {
		o, oi := &in.Opd[i], b.t.Operand(row, i)
		isMask := oi.Class == amdgpu.ClassVCC || oi.Format == amdgpu.FmtM64
		if oi.Dir&amdgpu.DirOut != 0 && o.Kind == amdgpu.OpdReg {
			t := pdst{v: -1, v1: -1, slot: -1, mask: isMask, bits: 0xffffffff}
			if o.Reg.IsVGPR() {
				t.v = int16(int(o.Reg) - 256)
				if oi.Dwords == 2 {
					t.v1 = t.v + 1
				}
			} else {
				t.slot = int16(b.SDst(o.Reg, 0))
			}
			switch {
			case oi.Half && o.Mods&amdgpu.ModHi != 0, name == "v_fma_mixhi_f16":
				t.bits, t.shift = 0xffff0000, 16
			case oi.Half, name == "v_fma_mixlo_f16":
				t.bits = 0xffff
			}
			r.dst = append(r.dst, t)
			if oi.Dwords > 2 { // matrix results: every dword alike
				for k := 1; k < int(oi.Dwords); k++ {
					u := t
					u.v += int16(k)
					r.dst = append(r.dst, u)
				}
			}
		}
		// Accumulators are sources; the kept lanes of DPP and the kept halves are not: they just stay as they are.
		isAcc := oi.Dir == amdgpu.DirInOut && (strings.Contains(name, "fmac") || strings.Contains(name, "dot2acc") || strings.HasPrefix(name, "v_swap"))
		if oi.Dir == amdgpu.DirIn || isAcc {
			s := psrc{v: -1, v1: -1, slot: -1, slot1: -1, imm: uint32(o.Imm), bits: 0xffffffff, mask: isMask}
			if o.Kind == amdgpu.OpdReg {
				switch {
				case o.Reg.IsVGPR():
					s.v = int16(int(o.Reg) - 256)
					if oi.Dwords >= 2 {
						s.v1 = s.v + 1
					}
				case int(o.Reg) < 128 || o.Reg == amdgpu.SCC:
					s.slot = int16(b.SSlot(o.Reg, 0))
					if oi.Dwords >= 2 {
						s.slot1 = int16(b.SSlot(o.Reg, 1))
					}
				}
			}
			if oi.Half {
				s.bits = 0xffff
				if o.Mods&amdgpu.ModHi != 0 {
					s.shift = 16
				}
			}
			if strings.HasPrefix(name, "v_fma_mix") && o.Mods&amdgpu.ModHiHi != 0 {
				s.bits = 0xffff
				if o.Mods&amdgpu.ModHi != 0 {
					s.shift = 16
				}
			}
			if isAcc {
				acc = &s
				continue
			}
			r.src = append(r.src, s)
			if oi.Dwords > 2 {
				for k := 1; k < int(oi.Dwords); k++ {
					u := s
					u.v, u.v1 = s.v+int16(k), -1
					r.src = append(r.src, u)
				}
			}
		}
	}
	if acc != nil {
		r.src = append(r.src, *acc)
	}
	if row.Reads&amdgpu.ImpVCC != 0 {
		named := false
		for i := range row.NumOperands() {
			named = named || b.t.Operand(row, i).Class == amdgpu.ClassVCC
		}
		if !named {
			r.src = append(r.src, psrc{v: -1, v1: -1, slot: int16(RegVCC), slot1: -1, bits: 0xffffffff, mask: true})
		}
	}
	return r
}

// stepVALU propagates poison through a vector instruction before it runs.
func stepVALU(w *Wave, s *strictState, d *DInst, c *checked) {
	for i := range c.halves {
		s.vector(w, d, &c.halves[i])
	}
}

// vector updates the destination's poison of one vector operation. (For a dual pair the second half may see the first one's
// new poison where it reads the first one's destination; the hardware reads both before, which pairs legal under the
// bank rules cannot tell apart except for that one register.)
func (s *strictState) vector(w *Wave, d *DInst, r *poisonRule) {
	exec := w.S[RegExec]
	look := exec
	cross := r.dpp != nil
	switch r.name {
	case "v_readlane_b32", "v_readfirstlane_b32", "v_writelane_b32", "v_permlane16_b32", "v_permlanex16_b32", "v_swap_b32", "v_swap_b16":
		s.laneOp(w, d, r)
		return
	}
	if cross {
		look = 0xffffffff
	}
	dirty := false
	for i := range r.src {
		p := &r.src[i]
		switch {
		case p.v >= 0:
			dirty = dirty || s.pvAny[p.v]&look != 0 || p.v1 >= 0 && s.pvAny[p.v1]&look != 0
		case p.slot >= 0:
			m := s.ps[p.slot]
			if p.mask {
				m &= exec
			}
			dirty = dirty || m != 0 || p.slot1 >= 0 && s.ps[p.slot1] != 0
		}
	}
	if !dirty {
		for i := range r.dst {
			t := &r.dst[i]
			switch {
			case t.v >= 0:
				if cross {
					// Only lanes that the permute leaves on are written.
					s.clearPoison(int(t.v), dppActive(r.dpp, exec), t.bits)
				} else {
					s.clearPoison(int(t.v), exec, t.bits)
				}
				if t.v1 >= 0 {
					s.clearPoison(int(t.v1), exec, 0xffffffff)
				}
			case t.slot >= 0:
				s.ps[t.slot] = 0
			}
		}
		return
	}
	if cross {
		exec = dppActive(r.dpp, exec)
	}
	var out, outHi Lanes
	var lanes uint32
	full := w.S[RegExec]
	for i := range WaveSize {
		if exec>>i&1 == 0 {
			continue
		}
		var p, v [4]uint32
		for k := range r.src {
			if k >= 4 {
				// Matrix operands: fold into the last.
				p[3] |= s.laneP(&r.src[k], i)
				continue
			}
			lane := i
			q := &r.src[k]
			if k == 0 && cross {
				f := r.dpp.from[i]
				if f < 0 || !r.dpp.fi && full>>uint(f)&1 == 0 {
					continue // reads zero
				}
				lane = int(f)
			}
			p[k] = s.laneP(q, lane)
			v[k] = laneV(w, q, lane)
		}
		switch r.rule {
		case ruleMad64, ruleShl64, ruleShr64:
			// The sum's or shift's low bits do not depend on the high ones of the last source.
			var q uint64
			last := &r.src[len(r.src)-1]
			if last.v >= 0 {
				q = uint64(s.pv[last.v1][i])<<32 | uint64(s.pv[last.v][i])
			} else if last.slot >= 0 {
				q = uint64(s.ps[last.slot1])<<32 | uint64(s.ps[last.slot])
			}
			switch r.rule {
			case ruleMad64:
				if q |= uint64(p[0] | p[1]); q != 0 {
					q = ^uint64(0) << bits.TrailingZeros64(q)
				}
			case ruleShl64:
				q <<= v[0] & 63
			default:
				q >>= v[0] & 63
			}
			if r.rule != ruleMad64 && p[0]&63 != 0 {
				q = ^uint64(0)
			}
			out[i], outHi[i] = uint32(q), uint32(q>>32)
		default:
			out[i] = propagate(r, &p, &v)
			outHi[i] = anyBits(out[i])
		}
		if out[i]|outHi[i] != 0 {
			lanes |= 1 << i
		}
	}
	for i := range r.dst {
		t := &r.dst[i]
		switch {
		case t.v >= 0:
			res := out
			if t.shift != 0 {
				for j := range res {
					res[j] <<= t.shift
				}
			}
			s.setPoison(int(t.v), exec, &res, t.bits)
			if t.v1 >= 0 {
				s.setPoison(int(t.v1), exec, &outHi, 0xffffffff)
			}
		case t.slot >= 0:
			s.ps[t.slot] = lanes
		}
	}
	if r.exec && lanes != 0 {
		w.Fail(FaultStrictUninit, d, lowest(lanes), "a compare of an uninitialised register decides EXEC")
	}
}

// dppActive gives the lanes that a DPP instruction writes.
func dppActive(c *dppCtl, exec uint32) uint32 {
	m := exec & c.lanes
	if !c.boundCtrl {
		for i, f := range c.from {
			if f < 0 || !c.fi && exec>>uint(f)&1 == 0 {
				m &^= 1 << i
			}
		}
	}
	return m
}

func (s *strictState) laneP(q *psrc, lane int) uint32 {
	var p uint32
	switch {
	case q.v >= 0:
		p = s.pv[q.v][lane] >> q.shift & q.bits
		if q.v1 >= 0 && s.pv[q.v1][lane] != 0 {
			p = 0xffffffff
		}
	case q.slot >= 0 && q.mask:
		p = -(s.ps[q.slot] >> lane & 1)
	case q.slot >= 0:
		p = s.ps[q.slot] >> q.shift & q.bits
		if q.slot1 >= 0 && s.ps[q.slot1] != 0 {
			p = 0xffffffff
		}
	}
	return p
}

func laneV(w *Wave, q *psrc, lane int) uint32 {
	switch {
	case q.v >= 0:
		return w.V[NumTemps+int(q.v)][lane] >> q.shift & q.bits
	case q.slot >= 0 && q.mask:
		return -(w.S[q.slot] >> lane & 1)
	case q.slot >= 0:
		return w.S[q.slot] >> q.shift & q.bits
	}
	return q.imm
}

func anyBits(p uint32) uint32 {
	if p != 0 {
		return 0xffffffff
	}
	return 0
}

func smearUp(p uint32) uint32 {
	if p == 0 {
		return 0
	}
	return ^uint32(0) << bits.TrailingZeros32(p)
}

func pAnd(p, q, a, b uint32) uint32 { return (p | q) & (a | p) & (b | q) }
func pOr(p, q, a, b uint32) uint32  { return (p | q) & (^a | p) & (^b | q) }

func propagate(r *poisonRule, p, v *[4]uint32) uint32 {
	switch r.rule {
	case ruleCopy:
		return p[0]
	case ruleAnd:
		return pAnd(p[0], p[1], v[0], v[1])
	case ruleOr:
		return pOr(p[0], p[1], v[0], v[1])
	case ruleXor:
		return p[0] | p[1] | p[2]
	case ruleAdd:
		return smearUp(p[0] | p[1] | p[2])
	case ruleShl:
		return anyBits(p[0]&31) | p[1]<<(v[0]&31)
	case ruleShr:
		return anyBits(p[0]&31) | p[1]>>(v[0]&31)
	case ruleAshr:
		return anyBits(p[0]&31) | uint32(int32(p[1])>>(v[0]&31))
	case ruleAndOr:
		return pOr(pAnd(p[0], p[1], v[0], v[1]), p[2], v[0]&v[1], v[2])
	case ruleOr3:
		return pOr(pOr(p[0], p[1], v[0], v[1]), p[2], v[0]|v[1], v[2])
	case ruleBfi:
		return p[0] | v[0]&p[1] | ^v[0]&p[2]
	case ruleLshlOr:
		return anyBits(p[1]&31) | pOr(p[0]<<(v[1]&31), p[2], v[0]<<(v[1]&31), v[2])
	case ruleLshlAdd:
		return anyBits(p[1]&31) | smearUp(p[0]<<(v[1]&31)|p[2])
	case rulePerm:
		return anyBits(p[2]) | permBytes(p[0], p[1], v[2]&^0)&permData(v[2])
	case ruleSelect:
		if p[2] != 0 {
			return 0xffffffff
		}
		if v[2] != 0 {
			return p[1]
		}
		return p[0]
	case ruleBfe:
		w := v[2] & 31
		if w == 0 || p[1]&31|p[2]&31 != 0 {
			return anyBits(p[1]&31 | p[2]&31)
		}
		return anyBits(p[0] >> (v[1] & 31) & (1<<w - 1))
	case ruleAlignbit:
		return anyBits(p[2]&31) | uint32((uint64(p[0])<<32|uint64(p[1]))>>(v[2]&31))
	case ruleLow8:
		return anyBits(p[0] & 0xff)
	case ruleLow16:
		return p[0]&0xffff | anyBits(p[0]&0x8000)&0xffff0000
	case rulePack:
		return p[0]&0xffff | p[1]<<16
	case ruleHalves:
		var lo, hi uint32
		for k := range r.src {
			if k > 2 {
				break
			}
			var m uint8 = amdgpu.ModHiHi
			if k+1 < int(r.in.N) && len(r.src) == int(r.in.N)-1 {
				m = r.in.Opd[k+1].Mods
			}
			lo |= pickHalfInt(p[k], m, false)
			hi |= pickHalfInt(p[k], m, true)
		}
		return anyBits(lo)&0xffff | anyBits(hi)&0xffff0000
	}
	return anyBits(p[0] | p[1] | p[2] | p[3])
}

// permData masks the bytes of a permute that come from data.
func permData(sel uint32) uint32 {
	var m uint32
	for i := 0; i < 32; i += 8 {
		if sel>>i&0xff <= 11 {
			m |= 0xff << i
		}
	}
	return m
}

// laneOp handles moves between lanes and to scalars.
func (s *strictState) laneOp(w *Wave, d *DInst, r *poisonRule) {
	exec := w.S[RegExec]
	scalarV := func(q *psrc) (p, v uint32) {
		if q.slot >= 0 {
			return s.ps[q.slot], w.S[q.slot]
		}
		return 0, q.imm
	}
	switch r.name {
	case "v_readfirstlane_b32":
		q := &r.src[0]
		lane := max(lowest(exec), 0)
		if r.dst[0].slot >= 0 {
			s.ps[r.dst[0].slot] = s.laneP(q, lane)
		}
	case "v_readlane_b32":
		p, v := scalarV(&r.src[1])
		if p&31 != 0 {
			w.Fail(FaultStrictUninit, d, -1, "lane select is not initialised")
		}
		if r.dst[0].slot >= 0 {
			s.ps[r.dst[0].slot] = s.laneP(&r.src[0], int(v&31))
		}
	case "v_writelane_b32":
		n := len(r.src)
		p, v := scalarV(&r.src[n-1])
		if p&31 != 0 {
			w.Fail(FaultStrictUninit, d, -1, "lane select is not initialised")
		}
		dp, _ := scalarV(&r.src[n-2])
		var x Lanes
		broadcast(&x, dp)
		s.setPoison(int(r.dst[0].v), 1<<(v&31), &x, 0xffffffff)
	case "v_swap_b32", "v_swap_b16":
		a, b := int(r.dst[0].v), int(r.dst[1].v)
		if r.name == "v_swap_b16" {
			// Halves: either half undefined makes both so.
			x := s.pv[a]
			for i := range x {
				x[i] = anyBits(x[i] | s.pv[b][i])
			}
			s.setPoison(a, exec, &x, 0xffffffff)
			s.setPoison(b, exec, &x, 0xffffffff)
			return
		}
		x, y := s.pv[a], s.pv[b]
		s.setPoison(a, exec, &y, 0xffffffff)
		s.setPoison(b, exec, &x, 0xffffffff)
	default: // v_permlane16, v_permlanex16
		src := -1
		var sel [2]uint32
		k := 0
		for i := range r.src {
			q := &r.src[i]
			if q.v >= 0 && src < 0 {
				src = int(q.v)
				continue
			}
			p, v := scalarV(q)
			if p != 0 {
				w.Fail(FaultStrictUninit, d, -1, "lane select is not initialised")
			}
			if k < 2 {
				sel[k] = v
			}
			k++
		}
		cross := 0
		if r.name == "v_permlanex16_b32" {
			cross = 16
		}
		fi := r.in.Opd[1].Mods&amdgpu.ModHi != 0
		bc := r.in.Opd[2].Mods&amdgpu.ModHi != 0
		x := s.pv[src]
		out := s.pv[r.dst[0].v]
		for i := range out {
			l := (i&16 ^ cross) | int(sel[i>>3&1]>>(4*(i&7))&15)
			switch {
			case fi || exec>>l&1 != 0:
				out[i] = x[l]
			case bc:
				out[i] = 0
			}
		}
		s.setPoison(int(r.dst[0].v), exec, &out, 0xffffffff)
	}
}

// scalarStep gives the strict part of a scalar or control instruction.
func (b *Builder) scalarStep(in *amdgpu.Inst, name string) func(w *Wave, s *strictState, d *DInst, c *checked) {
	imm := uint32(in.Opd[0].Imm)
	switch name {
	case "s_waitcnt":
		return func(_ *Wave, s *strictState, _ *DInst, _ *checked) {
			s.wait(int(imm>>10&63), int(imm>>4&63), -1)
		}
	case "s_waitcnt_vscnt":
		n := int(in.Opd[1].Imm & 63)
		return func(_ *Wave, s *strictState, _ *DInst, _ *checked) { s.wait(-1, -1, n) }
	case "s_waitcnt_vmcnt":
		n := int(in.Opd[1].Imm & 63)
		return func(_ *Wave, s *strictState, _ *DInst, _ *checked) { s.wait(n, -1, -1) }
	case "s_waitcnt_lgkmcnt":
		n := int(in.Opd[1].Imm & 63)
		return func(_ *Wave, s *strictState, _ *DInst, _ *checked) { s.wait(-1, n, -1) }
	case "s_wait_idle":
		return func(_ *Wave, s *strictState, _ *DInst, _ *checked) { s.wait(0, 0, 0) }
	case "s_waitcnt_depctr":
		return func(_ *Wave, s *strictState, _ *DInst, _ *checked) {
			if imm>>12&15 == 0 {
				s.epoch++
			}
		}
	case "s_barrier":
		return func(w *Wave, s *strictState, d *DInst, _ *checked) {
			if why := s.outstanding(); why != "" {
				w.Fail(FaultStrictWait, d, -1, "s_barrier with %s", why)
			}
		}
	case "s_cbranch_scc0", "s_cbranch_scc1":
		return func(w *Wave, s *strictState, d *DInst, _ *checked) {
			if s.ps[RegSCC] != 0 {
				w.Fail(FaultStrictUninit, d, -1, "SCC depends on an uninitialised register")
			}
		}
	case "s_cbranch_vccz", "s_cbranch_vccnz":
		return func(w *Wave, s *strictState, d *DInst, _ *checked) {
			if p := s.ps[RegVCC]; p != 0 && w.S[RegVCC]&^p == 0 {
				w.Fail(FaultStrictUninit, d, -1, "VCC depends on an uninitialised register")
			}
		}
	case "s_setpc_b64", "s_swappc_b64":
		i := int(in.N) - 1
		src := b.ssrc(&in.Opd[i], 2)
		var lo, hi int32 = -1, -1
		if name == "s_swappc_b64" {
			lo, hi = int32(b.SDst(in.Opd[0].Reg, 0)), int32(b.SDst(in.Opd[0].Reg, 1))
		}
		return func(w *Wave, s *strictState, d *DInst, _ *checked) {
			if src.slot >= 0 && s.ps[src.slot]|s.ps[src.hi] != 0 {
				w.Fail(FaultStrictUninit, d, -1, "jump to an uninitialised address")
			}
			if lo >= 0 {
				s.ps[lo], s.ps[hi] = 0, 0
			}
		}
	case "s_getpc_b64", "s_call_b64", "s_getreg_b32", "s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64":
		return func(_ *Wave, s *strictState, _ *DInst, c *checked) {
			for _, r := range c.sw {
				s.ps[r] = 0
			}
		}
	}
	if strings.HasPrefix(name, "s_movrel") {
		return func(w *Wave, s *strictState, d *DInst, c *checked) {
			if s.ps[RegM0] != 0 {
				w.Fail(FaultStrictUninit, d, -1, "M0 is not initialised")
			}
			for _, r := range c.sw {
				s.ps[r] = 0
			}
		}
	}
	return b.scalarPoison(in, name)
}

// scalarPoison propagates poison through a scalar ALU instruction.
func (b *Builder) scalarPoison(in *amdgpu.Inst, name string) func(w *Wave, s *strictState, d *DInst, c *checked) {
	row := b.t.Row(in)
	var src []sval
	dst := [2]int{-1, -1}
	width := 1
	for i := range min(int(in.N), row.NumOperands()) {
		o, oi := &in.Opd[i], b.t.Operand(row, i)
		if oi.Dir&amdgpu.DirOut != 0 && o.Kind == amdgpu.OpdReg {
			width = int(oi.Dwords)
			dst[0] = b.SDst(o.Reg, 0)
			if width == 2 {
				dst[1] = b.SDst(o.Reg, 1)
			}
		}
		if oi.Dir&amdgpu.DirIn != 0 {
			switch o.Kind {
			case amdgpu.OpdReg:
				src = append(src, b.ssrc(o, int(oi.Dwords)))
			case amdgpu.OpdImm:
				src = append(src, sval{slot: -1, imm: uint64(o.Imm)})
			case amdgpu.OpdField:
				src = append(src, sval{slot: -1, imm: b.simm16(o, false)})
			}
		}
	}
	for len(src) < 2 {
		src = append(src, sval{slot: -1})
	}
	saveexec := strings.Contains(name, "exec_b")
	isSave := strings.Contains(name, "saveexec")
	base := strings.TrimSuffix(strings.TrimSuffix(name, "_b32"), "_b64")
	base = strings.TrimSuffix(strings.TrimSuffix(base, "_saveexec"), "_wrexec")
	if saveexec {
		src[1] = sval{slot: int32(RegExec), hi: int32(RegNull)}
	}
	readsSCC := name == "s_addc_u32" || name == "s_subb_u32"
	isSelect := strings.HasPrefix(name, "s_cselect") || strings.HasPrefix(name, "s_cmov")
	if strings.HasPrefix(name, "s_cmov") {
		// The old value stays if SCC is 0.
		if dst[0] >= 0 {
			old := sval{slot: int32(dst[0]), hi: int32(RegNull)}
			if width == 2 {
				old.hi = int32(dst[1])
			}
			src = []sval{src[0], old}
		}
	}
	writesSCC := row.Writes&amdgpu.ImpSCC != 0
	setsMode := strings.HasPrefix(name, "s_setreg")
	return func(w *Wave, s *strictState, d *DInst, c *checked) {
		var p, v [2]uint64
		for k := range 2 {
			q := &src[k]
			v[k] = w.sget(q)
			if q.slot >= 0 {
				p[k] = uint64(s.ps[q.hi])<<32 | uint64(s.ps[q.slot])
			}
		}
		scc := s.ps[RegSCC] != 0
		if p[0]|p[1] == 0 && !((readsSCC || isSelect) && scc) {
			for _, r := range c.sw {
				s.ps[r] = 0
			}
			return
		}
		if setsMode {
			w.Fail(FaultStrictUninit, d, -1, "an uninitialised register decides MODE")
		}
		all := func(x uint64) uint64 {
			if x != 0 {
				return ^uint64(0)
			}
			return 0
		}
		var r uint64
		res := uint64(0) // the value, where it is cheap to know, for SCC
		known := false
		switch base {
		case "s_and", "s_nand":
			r, res, known = pAnd64(p[0], p[1], v[0], v[1]), v[0]&v[1], base == "s_and"
		case "s_or", "s_nor":
			r, res, known = pOr64(p[0], p[1], v[0], v[1]), v[0]|v[1], base == "s_or"
		case "s_xor", "s_xnor":
			r, res, known = p[0]|p[1], v[0]^v[1], base == "s_xor"
		case "s_and_not1":
			r, res, known = pAnd64(p[0], p[1], v[0], ^v[1]), v[0]&^v[1], true
		case "s_or_not1":
			r, res, known = pOr64(p[0], p[1], v[0], ^v[1]), v[0]|^v[1], true
		case "s_and_not0":
			r, res, known = pAnd64(p[0], p[1], ^v[0], v[1]), ^v[0]&v[1], true
		case "s_or_not0":
			r, res, known = pOr64(p[0], p[1], ^v[0], v[1]), ^v[0]|v[1], true
		case "s_mov", "s_not":
			r = p[0]
		case "s_lshl":
			r = all(p[1]) | p[0]<<(v[1]&uint64(32*width-1))
		case "s_lshr":
			r = all(p[1]) | p[0]>>(v[1]&uint64(32*width-1))
		case "s_cselect", "s_cmov":
			switch {
			case scc:
				r = ^uint64(0)
			case w.S[RegSCC] != 0:
				r = p[0]
			default:
				r = p[1]
			}
		default:
			r = all(p[0] | p[1] | uint64(b2u(readsSCC && scc)))
			if strings.HasPrefix(base, "s_add") || strings.HasPrefix(base, "s_sub") {
				if x := uint32(p[0] | p[1]); x != 0 && !(readsSCC && scc) {
					r = uint64(smearUp(x))
				}
			}
			if strings.HasPrefix(base, "s_bfe") && p[1] == 0 {
				off, n := v[1]&63, v[1]>>16&0x7f
				r = all(p[0] >> off & (1<<n - 1))
			}
		}
		if width == 1 {
			r &= 0xffffffff
			res &= 0xffffffff
		}
		if saveexec {
			if r != 0 {
				w.Fail(FaultStrictUninit, d, lowest(uint32(r)), "an uninitialised register decides EXEC")
			}
			if isSave {
				r = 0
			}
		}
		for k, t := range dst {
			if t < 0 {
				continue
			}
			x := uint32(r >> (32 * k))
			if t == RegExec && x != 0 {
				w.Fail(FaultStrictUninit, d, lowest(x), "an uninitialised register decides EXEC")
			}
			if t < numS && t != RegSink {
				s.ps[t] = x
			}
		}
		if writesSCC {
			s.ps[RegSCC] = 0
			if r != 0 && !(known && res&^r != 0) || dst[0] < 0 {
				s.ps[RegSCC] = 1
			}
		}
	}
}

func pAnd64(p, q, a, b uint64) uint64 { return (p | q) & (a | p) & (b | q) }
func pOr64(p, q, a, b uint64) uint64  { return (p | q) & (^a | p) & (^b | q) }
