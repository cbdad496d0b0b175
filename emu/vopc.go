package emu

import (
	"strings"

	"ferry/amdgpu"
)

// Compares. A predicate is four bits: less 1, equal 2, greater 4, unordered 8; that is also how AMD numbers them.

var floatPreds = map[string]uint32{"f": 0, "lt": 1, "eq": 2, "le": 3, "gt": 4, "lg": 5, "ge": 6, "o": 7,
	"u": 8, "nge": 9, "nlg": 10, "ngt": 11, "nle": 12, "neq": 13, "nlt": 14, "t": 15}
var intPreds = map[string]uint32{"f": 0, "lt": 1, "eq": 2, "le": 3, "gt": 4, "ne": 5, "ge": 6, "t": 7}

var cmpOps = map[string]*vop{
	"f32": {krel: &kRelF32, cls: clsF32}, "f16": {rel: relF16, cls: clsF16}, "f64": {rel64: relF64, cls: clsF64, uop: uopCmpF64x1, uopMode: modeFP64},
	"i32": {krel: &kRelI32}, "u32": {krel: &kRelU32}, "i16": {rel: relI16}, "u16": {rel: relU16},
	"i64": {rel64: relI64, uop: uopCmpGtI64}, "u64": {rel64: relU64, uop: uopCmpGtU64},
}

var classOps = map[string]*vop{
	"f32": {rel: func(m Mode, a, b *Lanes) (lt, _, _ uint32) {
		for i, v := range a {
			lt |= b2u(fmtF32.classMask(uint64(v))&b[i] != 0) << i
		}
		return lt, 0, 0
	}},
	"f16": {rel: func(m Mode, a, b *Lanes) (lt, _, _ uint32) {
		for i, v := range a {
			lt |= b2u(fmtF16.classMask(uint64(v&0xffff))&b[i] != 0) << i
		}
		return lt, 0, 0
	}},
	"f64": {rel64: func(m Mode, a, a1, b, _ *Lanes) (lt, _, _ uint32) {
		for i, v := range a {
			lt |= b2u(fmtF64.classMask(uint64(a1[i])<<32|uint64(v))&b[i] != 0) << i
		}
		return lt, 0, 0
	}},
}

func b2u(c bool) uint32 {
	if c {
		return 1
	}
	return 0
}

// combine forms the lane mask of a predicate.
func combine(p, lt, eq, un uint32) (r uint32) {
	if p&1 != 0 {
		r = lt
	}
	if p&2 != 0 {
		r |= eq
	}
	if p&4 != 0 {
		r |= ^(lt | eq | un)
	}
	if p&8 != 0 {
		r |= un
	}
	return r
}

func hCmp(w *Wave, d *DInst) {
	a := w.src(d.A, rowA)
	b := w.src(d.B, rowB)
	lt, eq, un := d.Op.rel(w.Mode, a, b)
	w.S[d.D] = combine(d.Imm, lt, eq, un) & w.S[RegExec]
}

func hCmp64(w *Wave, d *DInst) {
	x := d.Wrap
	var rows [4]*Lanes
	for k := range 2 {
		rows[2*k] = w.src(x.lo[k], rowA+k)
		if x.hi[k] != srcNone {
			rows[2*k+1] = w.src(x.hi[k], rowA1+k)
		} else {
			rows[2*k+1] = &zeroRow
		}
	}
	lt, eq, un := d.Op.rel64(w.Mode, rows[0], rows[1], rows[2], rows[3])
	w.S[d.D] = combine(d.Imm, lt, eq, un) & w.S[RegExec]
}

func (b *Builder) lowerCompare(in *amdgpu.Inst, d *DInst) string {
	name := in.Op.String()
	parts := strings.Split(name, "_") // v cmp[x] pred type
	if len(parts) != 4 {
		return "unknown compare"
	}
	o := b.ops.cmp[parts[3]]
	pred, ok := uint32(1), true
	switch {
	case parts[2] == "class":
		o = classOps[parts[3]]
	case parts[3][0] == 'f':
		pred, ok = floatPreds[parts[2]]
	default:
		pred, ok = intPreds[parts[2]]
	}
	if o == nil || !ok || in.N < 2 {
		return "unknown compare"
	}
	row := b.t.Row(in)
	x := &wrap{dst: -1, dst1: -1}
	var lo, hi [3]Src
	for k := range 2 {
		lo[k], hi[k] = b.source(in, row, int(in.N)-2+k, k, x)
	}
	b.lowerDPP(in, x, &lo)
	p := d
	if len(x.pre) > 0 || x.dpp != nil {
		p = &x.inner
		p.Off, p.In = d.Off, in
		d.H, d.Wrap, d.uop = hWrap, x, uopPre
	}
	p.Op, p.Imm, p.A, p.B = o, pred, lo[0], lo[1]
	p.H, p.uop = hCmp, uopCmpGtI32
	if o.rel64 != nil {
		p.H, p.uop = hCmp64, uopCmp64
		if p == d {
			p.Wrap = x
		} else {
			p.Wrap = &wrap{}
		}
		p.Wrap.lo, p.Wrap.hi = lo, hi
	}
	if parts[1] == "cmpx" {
		p.D = int32(RegExec)
		if x.dpp != nil {
			x.dpp.keepExec = true
		}
	} else {
		p.D = int32(b.SDst(in.Opd[0].Reg, 0))
	}
	return ""
}

var (
	kRelI32 = kernRel{scalar: relI32}
	kRelU32 = kernRel{scalar: relU32}
	kRelF32 = kernRel{scalar: relF32}
)

func relI32(_ Mode, a, b *Lanes) (lt, eq, un uint32) {
	for i := range a {
		lt |= b2u(int32(a[i]) < int32(b[i])) << i
		eq |= b2u(a[i] == b[i]) << i
	}
	return
}
func relU32(_ Mode, a, b *Lanes) (lt, eq, un uint32) {
	for i := range a {
		lt |= b2u(a[i] < b[i]) << i
		eq |= b2u(a[i] == b[i]) << i
	}
	return
}
func relI16(_ Mode, a, b *Lanes) (lt, eq, un uint32) {
	for i := range a {
		lt |= b2u(int16(a[i]) < int16(b[i])) << i
		eq |= b2u(uint16(a[i]) == uint16(b[i])) << i
	}
	return
}
func relU16(_ Mode, a, b *Lanes) (lt, eq, un uint32) {
	for i := range a {
		lt |= b2u(uint16(a[i]) < uint16(b[i])) << i
		eq |= b2u(uint16(a[i]) == uint16(b[i])) << i
	}
	return
}
func relF32(m Mode, a, b *Lanes) (lt, eq, un uint32) {
	for i := range a {
		x, y := f32(m.daz32(a[i])), f32(m.daz32(b[i]))
		lt |= b2u(x < y) << i
		eq |= b2u(x == y) << i
		un |= b2u(x != x || y != y) << i
	}
	return
}
func relF16(m Mode, a, b *Lanes) (lt, eq, un uint32) {
	for i := range a {
		x, y := h2d(m.daz16(a[i])), h2d(m.daz16(b[i]))
		lt |= b2u(x < y) << i
		eq |= b2u(x == y) << i
		un |= b2u(x != x || y != y) << i
	}
	return
}
func relF64(m Mode, a, a1, b, b1 *Lanes) (lt, eq, un uint32) {
	for i := range a {
		x, y := f64(m.daz64(uint64(a1[i])<<32|uint64(a[i]))), f64(m.daz64(uint64(b1[i])<<32|uint64(b[i])))
		lt |= b2u(x < y) << i
		eq |= b2u(x == y) << i
		un |= b2u(x != x || y != y) << i
	}
	return
}
func relI64(_ Mode, a, a1, b, b1 *Lanes) (lt, eq, un uint32) {
	for i := range a {
		x, y := int64(uint64(a1[i])<<32|uint64(a[i])), int64(uint64(b1[i])<<32|uint64(b[i]))
		lt |= b2u(x < y) << i
		eq |= b2u(x == y) << i
	}
	return
}
func relU64(_ Mode, a, a1, b, b1 *Lanes) (lt, eq, un uint32) {
	for i := range a {
		x, y := uint64(a1[i])<<32|uint64(a[i]), uint64(b1[i])<<32|uint64(b[i])
		lt |= b2u(x < y) << i
		eq |= b2u(x == y) << i
	}
	return
}
