package amdgpu

import (
	"strconv"
)

// Format is the instruction in LLVM's syntax. in must come from Decode or Encode (its Row is used).
func Format(t *Target, in *Inst) string { return string(AppendFormat(nil, t, in)) }

// mnemonic suffixes by Row.suffix.
var suffixText = [...]string{"", "_e32", "_e64", "_dpp", "_e64_dpp", "_sdwa"}

// AppendFormat appends the text of Format to b.
func AppendFormat(b []byte, t *Target, in *Inst) []byte {
	b = appendOne(b, t, in)
	if in.Y != nil {
		b = append(b, " :: "...)
		b = appendOne(b, t, in.Y)
	}
	return b
}

func appendOne(b []byte, t *Target, in *Inst) []byte {
	r := &t.rows[in.Row]
	b = append(b, in.Op.String()...)
	b = append(b, suffixText[r.suffix]...)
	n := 0
	sep := func() {
		if n == 0 {
			b = append(b, ' ')
		} else {
			b = append(b, ", "...)
		}
		n++
	}
	if r.img != 0 {
		b = appendImageOperands(b, t, in, r)
	} else {
		for i := range int(in.N) {
			p := &in.Opd[i]
			o := t.Operand(r, i)
			if r.Enc == EncEXP {
				if i > 1 {
					b = append(b, ',')
				}
				b = append(b, ' ')
			} else if r.Enc == EncSMEM && i == 2 {
				sep()
				switch {
				case p.Kind == OpdNone && in.Offset == 0:
					b = append(b, "null"...)
				case p.Kind == OpdNone:
					b = appendHex(b, int64(in.Offset))
				default:
					b = appendReg(b, p.Reg, int(p.Width))
					if in.Offset != 0 {
						b = append(b, " offset:"...)
						b = appendHex(b, int64(in.Offset))
					}
				}
				continue
			} else {
				sep()
			}
			b = appendOperand(b, t, in, r, o, p)
		}
	}
	return appendModifiers(b, t, in, r)
}

func appendHex(b []byte, v int64) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	b = append(b, "0x"...)
	return strconv.AppendInt(b, v, 16)
}

func appendReg(b []byte, r Reg, width int) []byte {
	prefix, n := "s", int(r)
	switch {
	case r.IsVirtual():
		prefix, n = "%", int(r-FirstVirtual)
	case r.IsVGPR():
		prefix, n = "v", int(r-firstVGPR)
	case r >= TTMP0 && r < Null:
		prefix, n = "ttmp", int(r-TTMP0)
	case r == VCCLo && width == 2:
		return append(b, "vcc"...)
	case r == ExecLo && width == 2:
		return append(b, "exec"...)
	case !r.IsSGPR():
		return append(b, regName(r)...)
	}
	b = append(b, prefix...)
	if width <= 1 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	b = append(b, '[')
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(n+width-1), 10)
	return append(b, ']')
}

func appendOperand(b []byte, t *Target, in *Inst, r *Row, o *OperandInfo, p *Operand) []byte {
	switch p.Kind {
	case OpdNone:
		return append(b, "off"...)
	case OpdLabel:
		return strconv.AppendInt(b, int64(uint16((p.Imm-4)/4)), 10)
	case OpdSym:
		return append(b, "sym"...)
	case OpdField:
		return appendField(b, in, r, p.Imm)
	}
	mods := p.Mods
	if r.Flags&RowPacked != 0 {
		mods = 0
	}
	if mods&ModNeg != 0 {
		if p.Kind == OpdImm && mods&ModAbs == 0 {
			b = append(b, "neg("...)
		} else {
			b = append(b, '-')
		}
	}
	if mods&ModAbs != 0 {
		b = append(b, '|')
	}
	if p.Kind == OpdReg {
		b = appendReg(b, p.Reg, int(p.Width))
		if o.Half && p.Reg.IsVGPR() {
			if p.Mods&ModHi != 0 {
				b = append(b, ".h"...)
			} else {
				b = append(b, ".l"...)
			}
		}
	} else {
		b = appendConst(b, in, o, p)
	}
	if mods&ModAbs != 0 {
		b = append(b, '|')
	} else if mods&ModNeg != 0 && p.Kind == OpdImm {
		b = append(b, ')')
	}
	return b
}

// appendConst writes a source constant: inline ones by value, literals as the dword in hexadecimal.
func appendConst(b []byte, in *Inst, o *OperandInfo, p *Operand) []byte {
	v := p.Imm
	if o.Class == ClassLiteral && in.Op != SSetregImm32B32 {
		return appendHex(b, int64(uint32(v)))
	}
	oo := *o.forMix(in.Op, p.Mods)
	if o.Class == ClassLiteral {
		oo = OperandInfo{Dwords: 1, Accept: AcceptInt | AcceptFloat | AcceptLit, Inline: 32}
	}
	code, lit, err := oo.constant(v)
	switch {
	case err != nil:
		return appendHex(b, v)
	case code == srcLiteral:
		if isMix(in.Op) {
			if inline16(lit & 0xffff) {
				b = append(b, "lit("...)
				b = appendHex(b, int64(uint16(lit)))
				return append(b, ')')
			}
			return appendHex(b, int64(uint16(lit)))
		}
		if x := int32(lit); o.Splat && x >= -16 && x <= 64 {
			b = append(b, "lit("...)
			b = appendHex(b, int64(lit))
			return append(b, ')')
		}
		if o.Dwords == 2 {
			if x := int32(lit); x >= -16 && x <= 64 || isFloat32Inline(lit) && o.Format != FmtF64 {
				b = append(b, "lit("...)
				b = appendHex(b, int64(lit))
				return append(b, ')')
			}
		}
		return appendHex(b, int64(lit))
	case code >= 240:
		if code == 248 && o.Dwords == 2 {
			return append(b, floatName64...)
		}
		return append(b, floatNames[code-240]...)
	case code <= 192:
		return strconv.AppendInt(b, int64(code)-128, 10)
	}
	return strconv.AppendInt(b, 192-int64(code), 10)
}

func isFloat32Inline(x uint32) bool {
	for _, p := range inlineF32 {
		if p == x {
			return true
		}
	}
	return false
}

// appendField writes a plain immediate field.
func appendField(b []byte, in *Inst, r *Row, v int64) []byte {
	switch in.Op {
	case SWaitcnt:
		return appendWaitcnt(b, uint16(v))
	case SWaitcntDepctr:
		return appendDepctr(b, uint16(v))
	case SSendmsg, SSendmsghalt, SSendmsgRtnB32, SSendmsgRtnB64:
		return appendSendmsg(b, uint16(v))
	case SGetregB32, SSetregB32, SSetregImm32B32:
		return appendHwreg(b, uint16(v))
	case SDelayAlu:
		return appendDelay(b, uint16(v))
	}
	switch r.Enc {
	case EncEXP:
		if v < int64(len(expTargets)) && expTargets[v] != "" {
			return append(b, expTargets[v]...)
		}
		return strconv.AppendInt(append(b, "invalid_target_"...), v, 10)
	case EncLDSDIR:
		b = strconv.AppendInt(append(b, "attr"...), v>>2, 10)
		return append(b, '.', "xyzw"[v&3])
	}
	if r.Flags&RowHex != 0 || in.Op == SVersion || v > 64 {
		return appendHex(b, int64(uint16(v)))
	}
	return strconv.AppendInt(b, v, 10)
}

func appendCount(b []byte, name string, v uint16) []byte {
	if b[len(b)-1] != ' ' {
		b = append(b, ' ')
	}
	b = append(b, name...)
	b = append(b, '(')
	b = strconv.AppendInt(b, int64(v), 10)
	return append(b, ')')
}

func appendWaitcnt(b []byte, v uint16) []byte {
	vm, exp, lgkm := v>>10, v&7, v>>4&63
	all := vm == 63 && exp == 7 && lgkm == 63
	if vm != 63 || all {
		b = appendCount(b, "vmcnt", vm)
	}
	if exp != 7 || all {
		b = appendCount(b, "expcnt", exp)
	}
	if lgkm != 63 || all {
		b = appendCount(b, "lgkmcnt", lgkm)
	}
	return b
}

func appendDepctr(b []byte, v uint16) []byte {
	rest := uint16(0xffff)
	for _, f := range depctrFields {
		rest &^= (1<<f.width - 1) << f.lo
	}
	if (v^depctrDefault)&rest != 0 {
		return appendHex(b, int64(v))
	}
	for _, f := range depctrFields {
		m := uint16(1)<<f.width - 1
		if x := v >> f.lo & m; x != m || v == depctrDefault {
			b = appendCount(b, f.name, x)
		}
	}
	return b
}

func appendSendmsg(b []byte, v uint16) []byte {
	v &= 0xff // the id; nothing above it has a meaning on gfx11
	if int(v) < len(sendmsgNames) && sendmsgNames[v] != "" {
		b = append(b, "sendmsg("...)
		b = append(b, sendmsgNames[v]...)
		return append(b, ')')
	}
	b = append(b, "sendmsg("...)
	b = strconv.AppendInt(b, int64(v), 10)
	return append(b, ", 0, 0)"...)
}

func appendHwreg(b []byte, v uint16) []byte {
	id, off, size := v&63, v>>6&31, v>>11+1
	b = append(b, "hwreg("...)
	if int(id) < len(hwregNames) && hwregNames[id] != "" {
		b = append(b, hwregNames[id]...)
	} else {
		b = strconv.AppendInt(b, int64(id), 10)
	}
	if off != 0 || size != 32 {
		b = append(b, ", "...)
		b = strconv.AppendInt(b, int64(off), 10)
		b = append(b, ", "...)
		b = strconv.AppendInt(b, int64(size), 10)
	}
	return append(b, ')')
}

func appendDelay(b []byte, v uint16) []byte {
	if v == 0 {
		return append(b, '0')
	}
	id0, skip, id1 := v&15, v>>4&7, v>>7&15
	n := 0
	part := func(name, kind string, names []string, x uint16) {
		if n > 0 {
			b = append(b, " | "...)
		}
		n++
		b = append(b, name...)
		b = append(b, '(')
		if int(x) < len(names) {
			b = append(b, names[x]...)
		} else {
			b = append(b, "/* invalid "...)
			b = append(b, kind...)
			b = append(b, " value */"...)
		}
		b = append(b, ')')
	}
	if id0 != 0 {
		part("instid0", "instid", delayNames[:], id0)
	}
	if skip != 0 {
		part("instskip", "instskip", delaySkips[:], skip)
	}
	if id1 != 0 {
		part("instid1", "instid", delayNames[:], id1)
	}
	return b
}

func appendImageOperands(b []byte, t *Target, in *Inst, r *Row) []byte {
	k := 0
	next := func() *Operand {
		p := &in.Opd[k]
		k++
		return p
	}
	p := next()
	b = append(b, ' ')
	b = appendReg(b, p.Reg, int(p.Width))
	b = append(b, ", "...)
	if in.Flags&FlagNSA != 0 {
		b = append(b, '[')
		_, n := t.imgs[r.img].nsaGroups(in, t.imgs[r.img].addrDwords(in))
		for i := range n {
			if i > 0 {
				b = append(b, ", "...)
			}
			p = next()
			b = appendReg(b, p.Reg, int(p.Width))
		}
		b = append(b, ']')
	} else {
		p = next()
		b = appendReg(b, p.Reg, int(p.Width))
	}
	for k < int(in.N) {
		p = next()
		b = append(b, ", "...)
		b = appendReg(b, p.Reg, int(p.Width))
	}
	return b
}

// bitList writes " name:[0,1,...]" of one modifier bit of the sources.
func bitList(b []byte, name string, in *Inst, mask uint8, first, n int) []byte {
	b = append(b, ' ')
	b = append(b, name...)
	b = append(b, ":["...)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if in.Opd[first+i].Mods&mask != 0 {
			b = append(b, '1')
		} else {
			b = append(b, '0')
		}
	}
	return append(b, ']')
}

func appendModifiers(b []byte, t *Target, in *Inst, r *Row) []byte {
	str := func(s string) { b = append(b, s...) }
	num := func(name string, v int64) {
		b = append(b, name...)
		b = strconv.AppendInt(b, v, 10)
	}
	hexa := func(name string, v int64) {
		b = append(b, name...)
		b = appendHex(b, v)
	}
	flag := func(f Flags, s string) {
		if in.Flags&f != 0 {
			b = append(b, s...)
		}
	}
	cpol := func() {
		flag(FlagGLC, " glc")
		flag(FlagSLC, " slc")
		flag(FlagDLC, " dlc")
	}
	// Sources start after the destinations.
	first := 0
	for first < int(r.nops) && r.img == 0 && t.Operand(r, first).Dir == DirOut {
		first++
	}
	if r.Enc == EncVINTERP {
		flag(FlagClamp, " clamp")
	}
	switch r.Enc {
	case EncVOP3P, EncVOP3PDPP16, EncVOP3PDPP8:
		b = appendPacked(b, t, in, r)
	case EncVOP3, EncVOP3SD, EncVOP3DPP16, EncVOP3DPP8, EncVOP3SDDPP16, EncVOP3SDDPP8, EncVINTERP:
		if r.opsel > 0 {
			b = appendOpSel(b, t, in, r)
		}
	}
	if r.Enc != EncVINTERP {
		flag(FlagClamp, " clamp")
	}
	switch in.OMod {
	case 1:
		str(" mul:2")
	case 2:
		str(" mul:4")
	case 3:
		str(" div:2")
	}
	if in.Flags&FlagDPP16 != 0 {
		b = appendDPP(b, in)
	}
	if in.Flags&FlagDPP8 != 0 {
		str(" dpp8:[")
		for i := range 8 {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '0'+byte(in.DPP>>(3*i)&7))
		}
		b = append(b, ']')
		flag(FlagFI, " fi:1")
	}
	switch r.Enc {
	case EncVINTERP:
		num(" wait_exp:", int64(in.Format))
	case EncLDSDIR:
		num(" wait_vdst:", int64(in.Format))
	case EncSMEM:
		cpol()
	case EncFLAT, EncGLOBAL, EncSCRATCH:
		if in.Offset != 0 {
			num(" offset:", int64(in.Offset))
		}
		cpol()
	case EncMTBUF, EncMUBUF:
		if r.Enc == EncMTBUF && in.Format != bufFormatDefault {
			if int(in.Format) < len(bufFormats) {
				str(" format:[BUF_FMT_")
				str(bufFormats[in.Format])
				b = append(b, ']')
			} else {
				num(" format:", int64(in.Format))
			}
		}
		flag(FlagIdxen, " idxen")
		flag(FlagOffen, " offen")
		if in.Offset != 0 {
			num(" offset:", int64(in.Offset))
		}
		cpol()
		flag(FlagTFE, " tfe")
	case EncDS:
		switch {
		case in.Op == DsSwizzleB32:
			b = appendSwizzle(b, uint16(in.Offset))
		case r.Flags&RowTwoOffs != 0:
			if in.Offset&0xff != 0 {
				num(" offset0:", int64(in.Offset&0xff))
			}
			if in.Offset>>8 != 0 {
				num(" offset1:", int64(in.Offset>>8))
			}
		case in.Offset != 0:
			num(" offset:", int64(in.Offset))
		}
		flag(FlagGDS, " gds")
	case EncEXP:
		flag(FlagDone, " done")
		flag(FlagRow, " row_en")
	}
	if r.img != 0 {
		if t.imgs[r.img].Class != ImgBVH {
			if in.DMask != 0 {
				hexa(" dmask:", int64(in.DMask))
			}
			str(" dim:SQ_RSRC_IMG_")
			str(dimNames[in.Dim&7])
			flag(FlagUNRM, " unorm")
			cpol()
			flag(FlagR128, " r128")
		}
		flag(FlagA16, " a16")
		flag(FlagTFE, " tfe")
		flag(FlagLWE, " lwe")
		flag(FlagD16, " d16")
	}
	return b
}

// appendPacked writes op_sel, op_sel_hi, neg_lo and neg_hi where they differ from their defaults.
func appendPacked(b []byte, t *Target, in *Inst, r *Row) []byte {
	n := 0
	var all [4]int
	masks := [4]uint8{ModHi, ModHiHi, ModNeg, ModAbs}
	first := 1
	for i := first; i < int(r.nops); i++ {
		n++
		for k, m := range masks {
			if in.Opd[i].Mods&m != 0 {
				all[k]++
			}
		}
	}
	if all[0] > 0 && r.mods>>fldOpsel&1 != 0 {
		b = bitList(b, "op_sel", in, ModHi, first, n)
	}
	if r.mods>>fldOpselHi&1 != 0 {
		if r.Flags&RowPacked != 0 && all[1] != n || r.Flags&RowPacked == 0 && all[1] != 0 {
			b = bitList(b, "op_sel_hi", in, ModHiHi, first, n)
		}
	}
	if r.Flags&RowPacked != 0 {
		if all[2] > 0 {
			b = bitList(b, "neg_lo", in, ModNeg, first, n)
		}
		if all[3] > 0 {
			b = bitList(b, "neg_hi", in, ModAbs, first, n)
		}
	}
	return b
}

// opselBits gives op_sel by source number, bit 3 being the destination.
func opselBits(t *Target, in *Inst, r *Row) (bits uint8) {
	for i := range int(r.nops) {
		o := t.Operand(r, i)
		if in.Opd[i].Mods&ModHi != 0 && o.mod <= 3 {
			bits |= 1 << o.mod
		}
	}
	return bits
}

func appendOpSel(b []byte, t *Target, in *Inst, r *Row) []byte {
	bits := opselBits(t, in, r)
	n := int(r.opsel)
	sources := opselSourcesOnly(t, r)
	if sources {
		bits &= 1<<n - 1
	}
	if bits == 0 {
		return b
	}
	b = append(b, " op_sel:["...)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		k := i
		if i == n-1 && !sources {
			k = 3 // the destination stands last
		}
		b = append(b, '0'+bits>>k&1)
	}
	return append(b, ']')
}

// opselSourcesOnly names the forms whose op_sel has no entry for the destination: compares that write EXEC, and those where it
// holds control bits instead of halves (fi and bound_ctrl of v_permlane16).
func opselSourcesOnly(t *Target, r *Row) bool {
	n := 0
	for i := range int(r.nops) {
		if t.Operand(r, i).mod < 3 {
			n++
		}
	}
	return r.Op == VPermlane16B32 || r.Op == VPermlanex16B32 || int(r.opsel) == n
}

func appendDPP(b []byte, in *Inst) []byte {
	c := in.DPP
	named := func(s string) { b = strconv.AppendUint(append(b, s...), uint64(c&15), 10) }
	switch {
	case c <= 0xff:
		b = append(b, " quad_perm:["...)
		for i := range 4 {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '0'+byte(c>>(2*i)&3))
		}
		b = append(b, ']')
	case c >= 0x101 && c <= 0x10f:
		named(" row_shl:")
	case c >= 0x111 && c <= 0x11f:
		named(" row_shr:")
	case c >= 0x121 && c <= 0x12f:
		named(" row_ror:")
	case c == 0x140:
		b = append(b, " row_mirror"...)
	case c == 0x141:
		b = append(b, " row_half_mirror"...)
	case c >= 0x150 && c <= 0x15f:
		named(" row_share:")
	case c >= 0x160 && c <= 0x16f:
		named(" row_xmask:")
	default:
		b = append(b, " /* Invalid dpp_ctrl value */"...)
	}
	b = append(b, " row_mask:"...)
	b = appendHex(b, int64(in.Masks>>4))
	b = append(b, " bank_mask:"...)
	b = appendHex(b, int64(in.Masks&15))
	if in.Flags&FlagBoundCtrl != 0 {
		b = append(b, " bound_ctrl:1"...)
	}
	if in.Flags&FlagFI != 0 {
		b = append(b, " fi:1"...)
	}
	return b
}

// appendSwizzle writes the pattern of ds_swizzle_b32: quad permutation, or and/or/xor masks of the lane number, and shortcuts of those.
func appendSwizzle(b []byte, v uint16) []byte {
	if v == 0 {
		return b
	}
	b = append(b, " offset:"...)
	switch {
	case v >= 0xe000:
		return strconv.AppendInt(b, int64(v), 10)
	case v >= 0xc000:
		b = append(b, "swizzle(ROTATE,"...)
		b = strconv.AppendInt(b, int64(v>>10&1), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(v>>5&31), 10)
		return append(b, ')')
	case v&0xff00 == 0x8000:
		b = append(b, "swizzle(QUAD_PERM"...)
		for i := range 4 {
			b = append(b, ',', '0'+byte(v>>(2*i)&3))
		}
		return append(b, ')')
	case v&0x8000 != 0:
		return strconv.AppendInt(b, int64(v), 10)
	}
	and, or, xor := v&31, v>>5&31, v>>10&31
	pow2 := func(x uint16) bool { return x != 0 && x&(x-1) == 0 }
	switch {
	case and == 31 && or == 0 && pow2(xor):
		b = append(b, "swizzle(SWAP,"...)
		b = strconv.AppendInt(b, int64(xor), 10)
		return append(b, ')')
	case and == 31 && or == 0 && xor > 0 && pow2(xor+1):
		b = append(b, "swizzle(REVERSE,"...)
		b = strconv.AppendInt(b, int64(xor+1), 10)
		return append(b, ')')
	}
	if g := 32 - and; g > 1 && pow2(g) && or < g && xor == 0 {
		b = append(b, "swizzle(BROADCAST,"...)
		b = strconv.AppendInt(b, int64(g), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(or), 10)
		return append(b, ')')
	}
	b = append(b, "swizzle(BITMASK_PERM,\""...)
	for m := uint16(16); m > 0; m >>= 1 {
		// The bit of the result for a lane bit of 0 and of 1.
		p0, p1 := or&m^xor&m != 0, (and&m|or&m)^xor&m != 0
		c := byte('p')
		switch {
		case p0 == p1 && p0:
			c = '1'
		case p0 == p1:
			c = '0'
		case p0:
			c = 'i'
		}
		b = append(b, c)
	}
	return append(b, "\")"...)
}
