package emu

import (
	"math/bits"
	"strings"

	"ferry/amdgpu"
)

// Scalar ALU: SOP1, SOP2, SOPC, SOPK. Each operation is a function of its sources; the handlers below fetch and store.

// sop is one scalar operation in 64 bits; scc is the new condition code. w64 and s64 say that the destination and the sources are
// 64 bits wide (the table's operand widths decide; they are not repeated here).
type sop struct {
	f   func(a, b uint64, scc uint32) (r uint64, newSCC uint32)
	scc bool // writes SCC
	cmp bool // has no destination: the result is SCC
	rmw bool // SOPK forms: destination is also source 0
}

func nz(r uint64) (uint64, uint32) { return r, b2u(r != 0) }
func nz32(r uint32) (uint64, uint32) {
	return uint64(r), b2u(r != 0)
}

type sfn = func(a, b uint64, scc uint32) (uint64, uint32)

func logic32(f func(a, b uint32) uint32) sop {
	return sop{f: func(a, b uint64, _ uint32) (uint64, uint32) { return nz32(f(uint32(a), uint32(b))) }, scc: true}
}
func logic64(f func(a, b uint64) uint64) sop {
	return sop{f: func(a, b uint64, _ uint32) (uint64, uint32) { return nz(f(a, b)) }, scc: true}
}
func plain32(f func(a, b uint32) uint32) sop {
	return sop{f: func(a, b uint64, _ uint32) (uint64, uint32) { return uint64(f(uint32(a), uint32(b))), 0 }}
}
func plain64(f func(a, b uint64) uint64) sop {
	return sop{f: func(a, b uint64, _ uint32) (uint64, uint32) { return f(a, b), 0 }}
}
func with(f sfn) sop { return sop{f: f, scc: true} }
func cmp32(f func(a, b uint32) bool) sop {
	return sop{f: func(a, b uint64, _ uint32) (uint64, uint32) { return 0, b2u(f(uint32(a), uint32(b))) }, scc: true, cmp: true}
}
func cmp64(f func(a, b uint64) bool) sop {
	return sop{f: func(a, b uint64, _ uint32) (uint64, uint32) { return 0, b2u(f(a, b)) }, scc: true, cmp: true}
}

func addI32(a, b uint64, _ uint32) (uint64, uint32) {
	r := uint32(a) + uint32(b)
	return uint64(r), (^(uint32(a) ^ uint32(b)) & (uint32(a) ^ r)) >> 31
}
func subI32(a, b uint64, _ uint32) (uint64, uint32) {
	r := uint32(a) - uint32(b)
	return uint64(r), ((uint32(a) ^ uint32(b)) & (uint32(a) ^ r)) >> 31
}
func lshlAdd(n uint) sop {
	return with(func(a, b uint64, _ uint32) (uint64, uint32) {
		r := a<<n + b
		return r & 0xffffffff, b2u(r>>32 != 0)
	})
}

var sopTable = map[string]sop{
	"s_mov_b32": plain32(func(a, _ uint32) uint32 { return a }), "s_mov_b64": plain64(func(a, _ uint64) uint64 { return a }),
	"s_not_b32": logic32(func(a, _ uint32) uint32 { return ^a }), "s_not_b64": logic64(func(a, _ uint64) uint64 { return ^a }),
	"s_brev_b32": plain32(func(a, _ uint32) uint32 { return bits.Reverse32(a) }), "s_brev_b64": plain64(func(a, _ uint64) uint64 { return bits.Reverse64(a) }),
	"s_bcnt0_i32_b32": logic32(func(a, _ uint32) uint32 { return uint32(bits.OnesCount32(^a)) }),
	"s_bcnt1_i32_b32": logic32(func(a, _ uint32) uint32 { return uint32(bits.OnesCount32(a)) }),
	"s_bcnt0_i32_b64": logic64(func(a, _ uint64) uint64 { return uint64(bits.OnesCount64(^a)) }),
	"s_bcnt1_i32_b64": logic64(func(a, _ uint64) uint64 { return uint64(bits.OnesCount64(a)) }),
	"s_ctz_i32_b32":   plain32(func(a, _ uint32) uint32 { return ctz32(a) }),
	"s_ctz_i32_b64":   plain64(func(a, _ uint64) uint64 { return first64(a, bits.TrailingZeros64(a)) }),
	"s_clz_i32_u32":   plain32(func(a, _ uint32) uint32 { return clz32(a) }),
	"s_clz_i32_u64":   plain64(func(a, _ uint64) uint64 { return first64(a, bits.LeadingZeros64(a)) }),
	"s_cls_i32":       plain32(func(a, _ uint32) uint32 { return cls32(a) }),
	"s_cls_i32_i64": plain64(func(a, _ uint64) uint64 {
		if int64(a) < 0 {
			a = ^a
		}
		return first64(a, bits.LeadingZeros64(a))
	}),
	"s_sext_i32_i8":  plain32(func(a, _ uint32) uint32 { return uint32(int8(a)) }),
	"s_sext_i32_i16": plain32(func(a, _ uint32) uint32 { return uint32(int16(a)) }),
	"s_abs_i32": logic32(func(a, _ uint32) uint32 {
		if int32(a) < 0 {
			return -a
		}
		return a
	}),
	"s_wqm_b32":      logic32(func(a, _ uint32) uint32 { return uint32(wqm(uint64(a))) }),
	"s_wqm_b64":      logic64(func(a, _ uint64) uint64 { return wqm(a) }),
	"s_quadmask_b32": logic32(func(a, _ uint32) uint32 { return uint32(quadmask(uint64(a))) }),
	"s_quadmask_b64": logic64(func(a, _ uint64) uint64 { return quadmask(a) }),
	"s_bitreplicate_b64_b32": plain64(func(a, _ uint64) uint64 {
		var r uint64
		for i := range 32 {
			r |= (a >> i & 1) * 3 << (2 * i)
		}
		return r
	}),

	"s_add_u32": with(func(a, b uint64, _ uint32) (uint64, uint32) {
		r := a&0xffffffff + b&0xffffffff
		return r & 0xffffffff, uint32(r >> 32)
	}),
	"s_addc_u32": with(func(a, b uint64, c uint32) (uint64, uint32) {
		r := a&0xffffffff + b&0xffffffff + uint64(c)
		return r & 0xffffffff, uint32(r >> 32)
	}),
	"s_sub_u32": with(func(a, b uint64, _ uint32) (uint64, uint32) {
		return uint64(uint32(a) - uint32(b)), b2u(uint32(b) > uint32(a))
	}),
	"s_subb_u32": with(func(a, b uint64, c uint32) (uint64, uint32) {
		return uint64(uint32(a) - uint32(b) - c), b2u(b&0xffffffff+uint64(c) > a&0xffffffff)
	}),
	"s_add_i32": with(addI32), "s_sub_i32": with(subI32),
	"s_addk_i32": {f: addI32, scc: true, rmw: true},
	"s_mulk_i32": {f: func(a, b uint64, _ uint32) (uint64, uint32) { return uint64(uint32(a) * uint32(b)), 0 }, rmw: true},
	"s_absdiff_i32": logic32(func(a, b uint32) uint32 {
		return uint32(max(int64(int32(a))-int64(int32(b)), int64(int32(b))-int64(int32(a))))
	}),
	"s_min_i32": with(func(a, b uint64, _ uint32) (uint64, uint32) {
		return uint64(uint32(min(int32(a), int32(b)))), b2u(int32(a) < int32(b))
	}),
	"s_max_i32": with(func(a, b uint64, _ uint32) (uint64, uint32) {
		return uint64(uint32(max(int32(a), int32(b)))), b2u(int32(a) >= int32(b))
	}),
	"s_min_u32": with(func(a, b uint64, _ uint32) (uint64, uint32) {
		return uint64(min(uint32(a), uint32(b))), b2u(uint32(a) < uint32(b))
	}),
	"s_max_u32": with(func(a, b uint64, _ uint32) (uint64, uint32) {
		return uint64(max(uint32(a), uint32(b))), b2u(uint32(a) >= uint32(b))
	}),
	"s_mul_i32":    plain32(func(a, b uint32) uint32 { return a * b }),
	"s_mul_hi_u32": plain32(func(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) }),
	"s_mul_hi_i32": plain32(func(a, b uint32) uint32 { return uint32(uint64(int64(int32(a))*int64(int32(b))) >> 32) }),
	"s_and_b32":    logic32(func(a, b uint32) uint32 { return a & b }), "s_and_b64": logic64(func(a, b uint64) uint64 { return a & b }),
	"s_or_b32": logic32(func(a, b uint32) uint32 { return a | b }), "s_or_b64": logic64(func(a, b uint64) uint64 { return a | b }),
	"s_xor_b32": logic32(func(a, b uint32) uint32 { return a ^ b }), "s_xor_b64": logic64(func(a, b uint64) uint64 { return a ^ b }),
	"s_nand_b32": logic32(func(a, b uint32) uint32 { return ^(a & b) }), "s_nand_b64": logic64(func(a, b uint64) uint64 { return ^(a & b) }),
	"s_nor_b32": logic32(func(a, b uint32) uint32 { return ^(a | b) }), "s_nor_b64": logic64(func(a, b uint64) uint64 { return ^(a | b) }),
	"s_xnor_b32": logic32(func(a, b uint32) uint32 { return ^(a ^ b) }), "s_xnor_b64": logic64(func(a, b uint64) uint64 { return ^(a ^ b) }),
	"s_and_not1_b32": logic32(func(a, b uint32) uint32 { return a &^ b }), "s_and_not1_b64": logic64(func(a, b uint64) uint64 { return a &^ b }),
	"s_or_not1_b32": logic32(func(a, b uint32) uint32 { return a | ^b }), "s_or_not1_b64": logic64(func(a, b uint64) uint64 { return a | ^b }),
	"s_lshl_b32": logic32(func(a, b uint32) uint32 { return a << (b & 31) }), "s_lshl_b64": logic64(func(a, b uint64) uint64 { return a << (b & 63) }),
	"s_lshr_b32": logic32(func(a, b uint32) uint32 { return a >> (b & 31) }), "s_lshr_b64": logic64(func(a, b uint64) uint64 { return a >> (b & 63) }),
	"s_ashr_i32": logic32(func(a, b uint32) uint32 { return uint32(int32(a) >> (b & 31)) }), "s_ashr_i64": logic64(func(a, b uint64) uint64 { return uint64(int64(a) >> (b & 63)) }),
	"s_lshl1_add_u32": lshlAdd(1), "s_lshl2_add_u32": lshlAdd(2), "s_lshl3_add_u32": lshlAdd(3), "s_lshl4_add_u32": lshlAdd(4),
	"s_bfm_b32":         plain32(func(a, b uint32) uint32 { return (1<<(a&31) - 1) << (b & 31) }),
	"s_bfm_b64":         plain64(func(a, b uint64) uint64 { return (1<<(a&63) - 1) << (b & 63) }),
	"s_bfe_u32":         logic32(func(a, b uint32) uint32 { return uint32(bfe64(uint64(a), b&31, b>>16&0x7f, 32, false)) }),
	"s_bfe_i32":         logic32(func(a, b uint32) uint32 { return uint32(bfe64(uint64(int64(int32(a))), b&31, b>>16&0x7f, 32, true)) }),
	"s_bfe_u64":         logic64(func(a, b uint64) uint64 { return bfe64(a, uint32(b&63), uint32(b>>16&0x7f), 64, false) }),
	"s_bfe_i64":         logic64(func(a, b uint64) uint64 { return bfe64(a, uint32(b&63), uint32(b>>16&0x7f), 64, true) }),
	"s_pack_ll_b32_b16": plain32(func(a, b uint32) uint32 { return a&0xffff | b<<16 }),
	"s_pack_lh_b32_b16": plain32(func(a, b uint32) uint32 { return a&0xffff | b&0xffff0000 }),
	"s_pack_hh_b32_b16": plain32(func(a, b uint32) uint32 { return a>>16 | b&0xffff0000 }),
	"s_pack_hl_b32_b16": plain32(func(a, b uint32) uint32 { return a>>16 | b<<16 }),
	"s_movk_i32":        plain32(func(a, _ uint32) uint32 { return a }),

	"s_cmp_eq_i32": cmp32(func(a, b uint32) bool { return a == b }), "s_cmp_lg_i32": cmp32(func(a, b uint32) bool { return a != b }),
	"s_cmp_eq_u32": cmp32(func(a, b uint32) bool { return a == b }), "s_cmp_lg_u32": cmp32(func(a, b uint32) bool { return a != b }),
	"s_cmp_gt_i32": cmp32(func(a, b uint32) bool { return int32(a) > int32(b) }), "s_cmp_ge_i32": cmp32(func(a, b uint32) bool { return int32(a) >= int32(b) }),
	"s_cmp_lt_i32": cmp32(func(a, b uint32) bool { return int32(a) < int32(b) }), "s_cmp_le_i32": cmp32(func(a, b uint32) bool { return int32(a) <= int32(b) }),
	"s_cmp_gt_u32": cmp32(func(a, b uint32) bool { return a > b }), "s_cmp_ge_u32": cmp32(func(a, b uint32) bool { return a >= b }),
	"s_cmp_lt_u32": cmp32(func(a, b uint32) bool { return a < b }), "s_cmp_le_u32": cmp32(func(a, b uint32) bool { return a <= b }),
	"s_cmp_eq_u64": cmp64(func(a, b uint64) bool { return a == b }), "s_cmp_lg_u64": cmp64(func(a, b uint64) bool { return a != b }),
	"s_bitcmp0_b32": cmp32(func(a, b uint32) bool { return a>>(b&31)&1 == 0 }), "s_bitcmp1_b32": cmp32(func(a, b uint32) bool { return a>>(b&31)&1 != 0 }),
	"s_bitcmp0_b64": cmp64(func(a, b uint64) bool { return a>>(b&63)&1 == 0 }), "s_bitcmp1_b64": cmp64(func(a, b uint64) bool { return a>>(b&63)&1 != 0 }),
}

func first64(a uint64, n int) uint64 {
	if a == 0 {
		return 0xffffffff
	}
	return uint64(n)
}

func wqm(a uint64) uint64 {
	a |= a >> 1 & 0x7777777777777777
	a |= a >> 2 & 0x3333333333333333
	return (a & 0x1111111111111111) * 15
}
func quadmask(a uint64) (r uint64) {
	for i := range 16 {
		if a>>(4*i)&15 != 0 {
			r |= 1 << i
		}
	}
	return r
}

// bfe64 extracts width bits from off; fields that reach past the register's size end there.
func bfe64(a uint64, off, width, size uint32, signed bool) uint64 {
	if width == 0 {
		return 0
	}
	width = min(width, size-off)
	v := a >> off
	if width < 64 {
		v &= 1<<width - 1
		if signed {
			v = uint64(int64(v<<(64-width)) >> (64 - width))
		}
	}
	return v
}

// sval is a resolved scalar source: a slot of Wave.S, or a constant if slot is negative.
type sval struct {
	slot int32
	hi   int32 // slot of the high dword, RegNull if the source is 32 bits wide
	imm  uint64
}

func (w *Wave) sget(v *sval) uint64 {
	if v.slot < 0 {
		return v.imm
	}
	return uint64(w.S[v.hi])<<32 | uint64(w.S[v.slot])
}

// ssrc resolves a scalar source operand of the given width in dwords.
func (b *Builder) ssrc(o *amdgpu.Operand, dwords int) sval {
	if o.Kind != amdgpu.OpdReg {
		v := uint64(o.Imm)
		if dwords < 2 {
			v &= 0xffffffff
		}
		return sval{slot: -1, imm: v}
	}
	if lo, ok := special(o.Reg, false); ok {
		v := uint64(lo)
		if dwords == 2 {
			h, _ := special(o.Reg, true)
			v |= uint64(h) << 32
		}
		return sval{slot: -1, imm: v}
	}
	r := sval{slot: int32(b.SSlot(o.Reg, 0)), hi: int32(RegNull)}
	if dwords == 2 {
		r.hi = int32(b.SSlot(o.Reg, 1))
	}
	return r
}

// lowerScalar lowers SALU and SOPP instructions.
func (b *Builder) lowerScalar(in *amdgpu.Inst, d *DInst) bool {
	name := in.Op.String()
	if f := scalarSpecial[name]; f != nil {
		return f(b, in, d)
	}
	if op, ok := sopTable[name]; ok {
		b.lowerSop(in, d, op)
		return true
	}
	if rest, ok := strings.CutPrefix(name, "s_cmpk_"); ok {
		op, ok := sopTable["s_cmp_"+rest]
		if !ok {
			return false
		}
		a := b.ssrc(&in.Opd[0], 1)
		imm := b.simm16(&in.Opd[1], strings.HasSuffix(rest, "u32"))
		d.H = func(w *Wave, _ *DInst) { _, w.S[RegSCC] = op.f(w.sget(&a), imm, 0) }
		return true
	}
	for _, suffix := range []string{"_saveexec_b32", "_wrexec_b32"} {
		if base, ok := strings.CutSuffix(name, suffix); ok {
			return b.lowerSaveexec(in, d, base, suffix == "_saveexec_b32")
		}
	}
	return false
}

// simm16 is the SOPK immediate, zero- or sign-extended to 32 bits.
func (b *Builder) simm16(o *amdgpu.Operand, unsigned bool) uint64 {
	if unsigned {
		return uint64(uint16(o.Imm))
	}
	return uint64(uint32(int32(int16(o.Imm))))
}

func (b *Builder) lowerSop(in *amdgpu.Inst, d *DInst, op sop) {
	row := b.t.Row(in)
	first := 1
	if op.cmp {
		first = 0
	}
	var s [2]sval
	for k := range 2 {
		s[k].slot = -1
		if i := first + k; i < int(in.N) {
			o := &in.Opd[i]
			if o.Kind == amdgpu.OpdField {
				s[k] = sval{slot: -1, imm: b.simm16(o, false)}
			} else {
				s[k] = b.ssrc(o, int(b.t.Operand(row, i).Dwords))
			}
		}
	}
	if op.rmw {
		s[1] = s[0]
		s[0] = b.ssrc(&in.Opd[0], 1)
	}
	f := op.f
	a, c := s[0], s[1]
	if k := scalarUops[in.Op]; k != uopNone {
		d.uop, d.scalars = k, &s
		if !op.cmp {
			d.D = int32(b.SDst(in.Opd[0].Reg, 0))
		}
	}
	if op.cmp {
		d.H = func(w *Wave, _ *DInst) { _, w.S[RegSCC] = f(w.sget(&a), w.sget(&c), 0) }
		return
	}
	dst := in.Opd[0].Reg
	lo := b.SDst(dst, 0)
	if b.t.Operand(row, 0).Dwords == 2 {
		hi := b.SDst(dst, 1)
		if hi == 127 {
			hi = RegSink // EXEC_HI does not exist in wave32
		}
		d.H = func(w *Wave, _ *DInst) {
			r, c := f(w.sget(&a), w.sget(&c), w.S[RegSCC])
			w.S[lo], w.S[hi] = uint32(r), uint32(r>>32)
			if op.scc {
				w.S[RegSCC] = c
			}
		}
		return
	}
	if op.scc {
		d.H = func(w *Wave, _ *DInst) {
			r, c := f(w.sget(&a), w.sget(&c), w.S[RegSCC])
			w.S[lo], w.S[RegSCC] = uint32(r), c
		}
		return
	}
	d.H = func(w *Wave, _ *DInst) {
		r, _ := f(w.sget(&a), w.sget(&c), 0)
		w.S[lo] = uint32(r)
	}
}

// lowerSaveexec lowers s_<op>_saveexec_b32 and s_<op>_wrexec_b32: EXEC = op(source, EXEC); the destination takes the old (saveexec) or
// the new (wrexec) EXEC; SCC says whether any lane is left.
func (b *Builder) lowerSaveexec(in *amdgpu.Inst, d *DInst, base string, save bool) bool {
	f := map[string]func(s, e uint32) uint32{
		"s_and":      func(s, e uint32) uint32 { return s & e },
		"s_or":       func(s, e uint32) uint32 { return s | e },
		"s_xor":      func(s, e uint32) uint32 { return s ^ e },
		"s_nand":     func(s, e uint32) uint32 { return ^(s & e) },
		"s_nor":      func(s, e uint32) uint32 { return ^(s | e) },
		"s_xnor":     func(s, e uint32) uint32 { return ^(s ^ e) },
		"s_and_not0": func(s, e uint32) uint32 { return ^s & e },
		"s_or_not0":  func(s, e uint32) uint32 { return ^s | e },
		"s_and_not1": func(s, e uint32) uint32 { return s &^ e },
		"s_or_not1":  func(s, e uint32) uint32 { return s | ^e },
	}[base]
	if f == nil {
		return false
	}
	dst, src := b.SDst(in.Opd[0].Reg, 0), b.ssrc(&in.Opd[1], 1)
	d.H = func(w *Wave, _ *DInst) {
		old := w.S[RegExec]
		e := f(uint32(w.sget(&src)), old)
		w.S[RegExec] = e
		if save {
			w.S[dst] = old
		} else {
			w.S[dst] = e
		}
		w.S[RegSCC] = b2u(e != 0)
	}
	return true
}
