package amdgpu

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// Encode appends the encoding of in to buf and sets in.Size, in.Enc and in.Row. With EncAuto it takes the smallest form that can hold the
// operands and modifiers; otherwise only forms of in.Enc. Operands that the hardware cannot take in any form are an error that names the
// instruction.
//
// A branch target (OpdLabel) is the byte distance from the start of the instruction. An OpdSym becomes a literal dword of 0, always the last 4 bytes.
func Encode(t *Target, in *Inst, buf []byte) ([]byte, error) {
	if in.Op == OpInvalid || !t.Has(in.Op) {
		return buf, fmt.Errorf("amdgpu: %s has no instruction %s", t.Name, in.Op)
	}
	if in.Y != nil {
		return encodePair(t, in, buf)
	}
	info := &t.ops[in.Op]
	var best misfit
	for _, ri := range t.byOp[info.first : int(info.first)+int(info.n)] {
		r := &t.rows[ri]
		if in.Enc != EncAuto {
			if r.Enc != in.Enc {
				continue
			}
		} else if r.Flags&RowDPP16 != 0 != (in.Flags&FlagDPP16 != 0) || r.Flags&RowDPP8 != 0 != (in.Flags&FlagDPP8 != 0) ||
			r.Enc == EncVOPD {
			continue
		}
		e := encoder{t: t, in: in, r: r, l: &t.encs[r.Enc]}
		m := e.row()
		if m.reason == nil {
			in.Enc, in.Row = r.Enc, ri
			size := int(e.l.size)
			in.Size = uint8(size)
			buf = appendWord(buf, e.w, size)
			if e.hasLit {
				in.Size += 4
				buf = binary.LittleEndian.AppendUint32(buf, e.lit)
			}
			return buf, nil
		}
		if best.reason == nil || m.progress > best.progress {
			best = m
			best.enc = r.Enc
		}
	}
	if best.reason == nil {
		return buf, fmt.Errorf("amdgpu: %s: %w", in.Op, errNoForm)
	}
	if best.opd >= 0 {
		return buf, fmt.Errorf("amdgpu: %s (%s) operand %d: %w", in.Op, t.encs[best.enc].name, best.opd, best.reason)
	}
	return buf, fmt.Errorf("amdgpu: %s (%s): %w", in.Op, t.encs[best.enc].name, best.reason)
}

func appendWord(buf []byte, w word, size int) []byte {
	switch size {
	case 4:
		return binary.LittleEndian.AppendUint32(buf, uint32(w.lo))
	case 8:
		return binary.LittleEndian.AppendUint64(buf, w.lo)
	}
	buf = binary.LittleEndian.AppendUint64(buf, w.lo)
	return binary.LittleEndian.AppendUint32(buf, w.hi)
}

// misfit says why a row cannot hold an instruction; progress tells how far the match went.
type misfit struct {
	reason   error
	opd      int
	progress int
	enc      Enc
}

// Reasons of misfits.
var (
	errNoForm     = errors.New("no such form")
	errCount      = errors.New("wrong number of operands")
	errKind       = errors.New("wrong kind of operand")
	errRegister   = errors.New("this register is not allowed here")
	errWidth      = errors.New("wrong register width")
	errConst      = errors.New("the constant is neither inline nor a possible literal")
	errTwoLits    = errors.New("two different literals")
	errModifier   = errors.New("operand modifier is not supported")
	errFlag       = errors.New("instruction modifier is not supported")
	errForm       = errors.New("modifiers ask for another form")
	errOffset     = errors.New("offset is out of range")
	errField      = errors.New("immediate is out of range")
	errLabel      = errors.New("branch target is out of range or misaligned")
	errConstBus   = errors.New("too many scalar operands (constant bus)")
	errHalf       = errors.New("the high half, or a VGPR from v128 on, cannot be named in this form")
	errVirtual    = errors.New("virtual register")
	errImageShape = errors.New("operands do not match dmask, dim, a16 or the sampler")
)

type encoder struct {
	t      *Target
	in     *Inst
	r      *Row
	l      *encLayout
	w      word
	lit    uint32
	hasLit bool
	// Scalar registers read, for the constant bus.
	bus  [4]Reg
	nbus int
}

func (e *encoder) setLit(v uint32) error {
	if e.hasLit && e.lit != v {
		return errTwoLits
	}
	e.lit, e.hasLit = v, true
	return nil
}

// row tries to encode e.in by row e.r.
func (e *encoder) row() misfit {
	in, r, t := e.in, e.r, e.t
	e.w.lo = r.bits
	if m := e.flags(); m != nil {
		return misfit{reason: m, opd: -1, progress: 2}
	}
	if r.img != 0 {
		if err := e.image(); err != nil {
			return misfit{reason: err, opd: -1, progress: 3}
		}
		return misfit{}
	}
	if int(in.N) != int(r.nops) {
		return misfit{reason: errCount, opd: -1, progress: 1}
	}
	for i := range int(r.nops) {
		if err := e.operand(&in.Opd[i], t.Operand(r, i), i); err != nil {
			return misfit{reason: err, opd: i, progress: 4 + i}
		}
	}
	if r.Enc == EncEXP {
		e.w.put(e.l.fields[fldEn], uint32(in.DMask))
	}
	if t.ops[in.Op].Flags&OpVALU != 0 {
		n := e.nbus
		if e.hasLit {
			n++
		}
		if r.Reads&ImpVCC != 0 && (r.Enc != EncVOP2 || !e.onBus(VCCLo)) {
			n++
		}
		limit := 2
		switch in.Op {
		case VLshlrevB64, VLshrrevB64, VAshrrevI64:
			limit = 1 // 64-bit shifts keep the limit of one (LLVM: getConstantBusLimit)
		}
		if n > limit {
			return misfit{reason: errConstBus, opd: -1, progress: 20}
		}
	}
	return misfit{}
}

func (e *encoder) onBus(r Reg) bool {
	for _, x := range e.bus[:e.nbus] {
		if x == r {
			return true
		}
	}
	return false
}

func (e *encoder) readScalar(r Reg) {
	if r == Null || e.onBus(r) || e.nbus == len(e.bus) {
		return
	}
	e.bus[e.nbus] = r
	e.nbus++
}

// flags encodes the modifiers of the whole instruction.
func (e *encoder) flags() error {
	in, r, w := e.in, e.r, &e.w
	f := &e.l.fields
	allowed := Flags(0)
	if r.Flags&RowDPP16 != 0 {
		allowed |= FlagDPP16
	}
	if r.Flags&RowDPP8 != 0 {
		allowed |= FlagDPP8 | FlagFI
	}
	if r.Enc == EncMIMGNSA1 {
		allowed |= FlagNSA
	}
	if r.Flags&RowReturns != 0 {
		if in.Flags&FlagGLC == 0 {
			return errForm
		}
		allowed |= FlagGLC
	}
	if r.Flags&RowGDS != 0 {
		allowed |= FlagGDS
	}
	switch r.Enc {
	case EncMUBUF, EncMTBUF:
		if r.nops > 0 {
			allowed |= FlagOffen | FlagIdxen
			var have Flags
			if w.get(f[fldOffen]) != 0 {
				have |= FlagOffen
			}
			if w.get(f[fldIdxen]) != 0 {
				have |= FlagIdxen
			}
			if in.Flags&(FlagOffen|FlagIdxen) != have {
				return errForm
			}
		}
	}
	if r.mods&flagMask != 0 {
		for _, x := range flagFields {
			if r.mods>>x.id&1 != 0 {
				allowed |= x.flag
				if in.Flags&x.flag != 0 {
					w.put(f[x.id], 1)
				}
			}
		}
	}
	if r.img != 0 && e.t.imgs[r.img].Class != ImgBVH {
		allowed |= FlagGLC
		if in.Flags&FlagGLC != 0 {
			w.lo |= 1 << f[fldGlc].lo
		}
	}
	if in.Flags&^allowed != 0 {
		return errFlag
	}
	if in.OMod != 0 && r.mods>>fldOmod&1 == 0 {
		return errFlag
	}
	if in.Offset != 0 && r.mods&(1<<fldOffset|1<<fldOffset0) == 0 {
		return errOffset
	}
	for m := r.mods &^ flagMask; m != 0; m &= m - 1 {
		id := bits.TrailingZeros64(m)
		switch id {
		case fldOmod:
			w.put(f[id], uint32(in.OMod))
		case fldOffset:
			width := f[id].width
			lo, hi := int32(0), int32(1)<<width-1
			switch r.Enc {
			case EncSMEM, EncGLOBAL, EncSCRATCH:
				lo, hi = -1<<(width-1), 1<<(width-1)-1
				if r.Enc == EncSMEM && isBufferLoad(in.Op) {
					lo = 0 // offsets into a buffer are unsigned, and 20 bits wide
				}
			case EncFLAT:
				hi = 1<<(width-1) - 1 // the segment is unsigned, the sign bit stays clear
			}
			if in.Offset < lo || in.Offset > hi {
				return errOffset
			}
			w.put(f[id], uint32(in.Offset))
		case fldOffset0:
			if in.Offset < 0 || in.Offset > 0xffff {
				return errOffset
			}
			w.put(f[id], uint32(in.Offset)&0xff)
			if r.mods>>fldOffset1&1 != 0 {
				w.put(f[fldOffset1], uint32(in.Offset)>>8)
			}
		case fldDpp:
			if in.DPP > 0x1ff {
				return errField
			}
			w.put(f[id], in.DPP)
			w.put(f[fldRowMask], uint32(in.Masks)>>4)
			w.put(f[fldBankMask], uint32(in.Masks)&15)
		case fldDpp8:
			if in.DPP >= 1<<24 {
				return errField
			}
			w.put(f[id], in.DPP)
			if in.Flags&FlagFI != 0 {
				w.lo += (srcDPP8FI - srcDPP8) << f[fldSrc0].lo
			}
		case fldDmask:
			w.put(f[id], uint32(in.DMask))
		case fldDim:
			w.put(f[id], uint32(in.Dim))
		case fldFormat, fldWaitexp, fldWaitVdst:
			if uint32(in.Format)>>f[id].width != 0 {
				return errField
			}
			w.put(f[id], uint32(in.Format))
		}
	}
	return nil
}

// isBufferLoad names the scalar loads through a buffer resource.
func isBufferLoad(op Op) bool {
	switch op {
	case SAtcProbeBuffer, SBufferLoadB32, SBufferLoadB64, SBufferLoadB128, SBufferLoadB256, SBufferLoadB512:
		return true
	}
	return false
}

// operand encodes operand i.
func (e *encoder) operand(p *Operand, o *OperandInfo, i int) error {
	r := e.r
	dwords := e.t.width(o)
	if p.Kind == OpdReg {
		if p.Reg.IsVirtual() {
			return errVirtual
		}
		switch o.Class {
		case ClassImm, ClassLiteral, ClassLabel, ClassOff:
			return errKind
		}
		if p.Width != dwords && !(p.Width == 0 && dwords == 1) {
			return errWidth
		}
	}
	var mods uint8 // modifiers that the field itself holds
	switch o.Class {
	case ClassVGPR, ClassSrc, ClassSSrc:
		code, m, err := e.source(p, o, dwords, i)
		if err != nil {
			return err
		}
		mods = m
		e.w.put(o.field, code)
	case ClassSGPR:
		if p.Kind == OpdNone && r.Enc == EncSMEM && i == 2 {
			e.w.put(o.field, uint32(Null))
			return nil
		}
		if p.Kind != OpdReg {
			return errKind
		}
		if p.Reg > 127 || p.Reg == Null && o.field.width < 7 {
			return errRegister
		}
		if err := sgprOK(uint32(p.Reg), dwords); err != nil {
			return err
		}
		if o.Dir&DirIn != 0 {
			e.readScalar(p.Reg)
		}
		e.w.put(o.field, uint32(p.Reg)>>o.scale)
	case ClassImm:
		if p.Kind != OpdField && p.Kind != OpdImm {
			return errKind
		}
		v, width := p.Imm, o.field.width
		if r.Enc == EncLDSDIR {
			if v>>2>>width != 0 {
				return errField
			}
			e.w.put(e.l.fields[fldAttrChan], uint32(v&3))
			v >>= 2
		}
		if v < -(1<<(width-1)) || v >= 1<<width || v < 0 && width != 16 {
			return errField
		}
		e.w.put(o.field, uint32(v))
	case ClassLiteral:
		switch p.Kind {
		case OpdSym:
			return e.setLit(0)
		case OpdImm:
			if p.Imm < -1<<31 || p.Imm >= 1<<32 || literal16(e.in.Op) && (p.Imm < -1<<15 || p.Imm >= 1<<16) {
				return errConst
			}
			if literal16(e.in.Op) {
				return e.setLit(uint32(uint16(p.Imm)))
			}
			return e.setLit(uint32(p.Imm))
		}
		return errKind
	case ClassLabel:
		if p.Kind != OpdLabel {
			return errKind
		}
		d := p.Imm - 4
		if d&3 != 0 || d>>2 < -1<<15 || d>>2 >= 1<<15 {
			return errLabel
		}
		e.w.put(o.field, uint32(d>>2))
	case ClassVCC:
		if p.Kind != OpdReg || p.Reg != VCCLo {
			return errRegister
		}
		if o.Dir&DirIn != 0 {
			e.readScalar(VCCLo)
		}
	case ClassOff:
		if p.Kind != OpdNone {
			return errKind
		}
	}
	return e.mods(p.Mods&^mods, o)
}

// literal16 names the instructions whose literal operand is a 16-bit value.
func literal16(op Op) bool { return op == VFmaakF16 || op == VFmamkF16 }

// source gives the field code of a register or constant operand, and the modifiers that the code holds.
func (e *encoder) source(p *Operand, o *OperandInfo, dwords uint8, i int) (uint32, uint8, error) {
	wide := o.field.width == 9
	switch p.Kind {
	case OpdReg:
		if p.Reg.IsVGPR() {
			if o.Class != ClassVGPR && o.Accept&AcceptV == 0 {
				return 0, 0, errRegister
			}
			n := uint32(p.Reg - firstVGPR)
			if n+uint32(dwords) > 256 {
				return 0, 0, errRange
			}
			var m uint8
			if o.lo128 {
				if n > 127 {
					return 0, 0, errHalf
				}
				m = ModHi
				if p.Mods&ModHi != 0 {
					n |= 0x80
				}
			}
			if wide {
				n += 256
			}
			return n, m, nil
		}
		if o.Class == ClassVGPR {
			return 0, 0, errRegister
		}
		c := uint32(p.Reg)
		switch {
		case c < 128:
			if o.Accept&AcceptS == 0 || p.Reg == M0 && o.Accept&AcceptM0 == 0 {
				return 0, 0, errRegister
			}
			if err := sgprOK(c, dwords); err != nil {
				return 0, 0, err
			}
		case c >= 230 && c <= 238 || c >= 251 && c <= 253:
			if o.Accept&(AcceptS|AcceptSCC) == 0 {
				return 0, 0, errRegister
			}
		default:
			return 0, 0, errRegister
		}
		if o.Dir&DirIn != 0 {
			e.readScalar(p.Reg)
		}
		return c, 0, nil
	case OpdImm:
		c, lit, err := o.forMix(e.in.Op, p.Mods).constant(p.Imm)
		if err != nil {
			return 0, 0, err
		}
		if c == srcLiteral && isMix(e.in.Op) && (lit > 0xffff || inline16(lit)) {
			return 0, 0, errConst // LLVM has no text for these
		}
		if c == srcLiteral {
			if o.Dwords == 2 && p.Mods != 0 {
				return 0, 0, errModifier // LLVM takes no modifiers on a 64-bit literal
			}
			if err := e.setLit(lit); err != nil {
				return 0, 0, err
			}
		}
		return c, 0, nil
	case OpdSym:
		if o.Accept&AcceptLit == 0 {
			return 0, 0, errConst
		}
		return srcLiteral, 0, e.setLit(0)
	case OpdNone:
		if e.r.Enc == EncEXP && e.in.DMask>>(i-1)&1 == 0 {
			return 0, 0, nil
		}
	}
	return 0, 0, errKind
}

// constant finds the source code of a constant: an inline one or srcLiteral with the literal's dword.
func (o *OperandInfo) constant(v int64) (code, lit uint32, err error) {
	switch {
	case o.is16():
		if v < -1<<15 || v >= 1<<16 {
			return 0, 0, errConst
		}
		x := uint16(v)
		if c, ok := inlineInt(int64(int16(x)), o); ok {
			return c, 0, nil
		}
		if o.Accept&AcceptFloat != 0 && o.floats16() {
			t := &inlineF16
			if o.bf16() {
				t = &inlineBF16
			}
			for i, p := range t {
				if p == x {
					return uint32(240 + i), 0, nil
				}
			}
		}
		lit = uint32(x)
	case o.Dwords == 2:
		if c, ok := inlineInt(v, o); ok {
			return c, 0, nil
		}
		if o.Accept&AcceptFloat != 0 {
			for i, p := range inlineF64 {
				if int64(p) == v {
					return uint32(240 + i), 0, nil
				}
			}
		}
		switch {
		case o.Format == FmtF64:
			if uint32(v) != 0 {
				return 0, 0, errConst
			}
			lit = uint32(uint64(v) >> 32)
		case o.Format == FmtI64:
			if v != int64(int32(v)) {
				return 0, 0, errConst
			}
			lit = uint32(v)
		default:
			if v != int64(uint32(v)) {
				return 0, 0, errConst
			}
			lit = uint32(v)
		}
	default:
		if v < -1<<31 || v >= 1<<32 {
			return 0, 0, errConst
		}
		x := uint32(v)
		i := int64(int32(x))
		if o.Splat {
			if i = int64(int16(x)); x>>16 != x&0xffff {
				i = 1 << 20 // no inline constant
			}
		}
		if c, ok := inlineInt(i, o); ok {
			return c, 0, nil
		}
		if o.Accept&AcceptFloat != 0 {
			for i := range 9 {
				if uint32(floatInline(i, o)) == x {
					return uint32(240 + i), 0, nil
				}
			}
		}
		lit = x
	}
	if o.Accept&AcceptLit == 0 {
		return 0, 0, errConst
	}
	return srcLiteral, lit, nil
}

// floats16 says that a 16-bit operand takes floating-point inline constants. Integer ones decode them too (as the f16 pattern), but LLVM
// does not choose them, and neither does the encoder.
func (o *OperandInfo) floats16() bool {
	switch o.Format {
	case FmtI16, FmtU16, FmtB16:
		return false
	}
	return true
}

// inline16 says that x is an inline constant of a 16-bit floating-point operand.
func inline16(x uint32) bool {
	o := OperandInfo{Dwords: 1, Bits: 16, Inline: 16, Accept: AcceptInt | AcceptFloat | AcceptLit}
	c, _, err := o.constant(int64(x))
	return err == nil && c != srcLiteral
}

func inlineInt(v int64, o *OperandInfo) (uint32, bool) {
	if o.Accept&AcceptInt == 0 {
		return 0, false
	}
	switch {
	case v >= 0 && v <= 64:
		return uint32(128 + v), true
	case v < 0 && v >= -16:
		return uint32(192 - v), true
	}
	return 0, false
}

// mods encodes the modifiers m of one operand.
func (e *encoder) mods(m uint8, o *OperandInfo) error {
	if m == 0 {
		return nil
	}
	b := o.mod
	if b > 3 {
		return errModifier
	}
	have, f, w := e.r.mods, &e.l.fields, &e.w
	if o.noFP {
		have &^= modsFP
	}
	if m&ModHi != 0 {
		if have>>fldOpsel&1 == 0 || !o.takesHi(e.r.Op) {
			return errHalf
		}
		if b >= f[fldOpsel].width {
			return errModifier
		}
		w.lo |= 1 << (f[fldOpsel].lo + b)
	}
	if m&ModNeg != 0 {
		switch {
		case b == 3:
			return errModifier
		case have>>fldNeg&1 != 0:
			w.lo |= 1 << (f[fldNeg].lo + b)
		case b == 0 && have>>fldSrc0Neg&1 != 0:
			w.put(f[fldSrc0Neg], 1)
		case b == 1 && have>>fldSrc1Neg&1 != 0:
			w.put(f[fldSrc1Neg], 1)
		default:
			return errModifier
		}
	}
	if m&ModAbs != 0 {
		switch {
		case b == 3:
			return errModifier
		case have>>fldAbs&1 != 0:
			w.lo |= 1 << (f[fldAbs].lo + b)
		case have>>fldNegHi&1 != 0:
			w.lo |= 1 << (f[fldNegHi].lo + b)
		case b == 0 && have>>fldSrc0Abs&1 != 0:
			w.put(f[fldSrc0Abs], 1)
		case b == 1 && have>>fldSrc1Abs&1 != 0:
			w.put(f[fldSrc1Abs], 1)
		default:
			return errModifier
		}
	}
	if m&ModHiHi != 0 {
		switch {
		case b < 2 && have>>fldOpselHi&1 != 0:
			w.lo |= 1 << (f[fldOpselHi].lo + b)
		case b == 2 && have>>fldOpselHi2&1 != 0:
			w.put(f[fldOpselHi2], 1)
		default:
			return errModifier
		}
	}
	if m&ModSext != 0 {
		return errModifier
	}
	return nil
}

// image encodes the operands of an image instruction.
func (e *encoder) image() error {
	in, r, f, w := e.in, e.r, &e.l.fields, &e.w
	im := &e.t.imgs[r.img]
	addr := im.addrDwords(in)
	if addr == 0 || addr == 1 && r.Enc != EncMIMG {
		return errImageShape
	}
	vgpr := func(p *Operand, n int) (uint32, error) {
		if p.Kind != OpdReg || !p.Reg.IsVGPR() || p.Mods != 0 {
			return 0, errKind
		}
		if int(p.Width) != n && !(p.Width == 0 && n == 1) {
			return 0, errImageShape
		}
		if int(p.Reg-firstVGPR)+n > 256 {
			return 0, errRange
		}
		return uint32(p.Reg - firstVGPR), nil
	}
	v, err := vgpr(&in.Opd[0], im.DataDwords(in))
	if err != nil {
		return err
	}
	w.put(f[fldVdata], v)
	k := 1
	if r.Enc == EncMIMG {
		if in.Flags&FlagNSA != 0 {
			return errForm
		}
		if v, err = vgpr(&in.Opd[1], addr); err != nil {
			return err
		}
		w.put(f[fldVaddr], v)
		k = 2
	} else {
		groups, n := im.nsaGroups(in, addr)
		for g := range n {
			if v, err = vgpr(&in.Opd[k], int(groups[g])); err != nil {
				return err
			}
			k++
			if g == 0 {
				w.put(f[fldVaddr], v)
			} else {
				w.hi |= v << (8 * (g - 1))
			}
		}
	}
	rs := uint8(8)
	if im.Class == ImgBVH || in.Flags&FlagR128 != 0 {
		rs = 4
	}
	sgpr := func(p *Operand, n uint8, id int) error {
		if p.Kind != OpdReg || p.Reg > 127 || p.Mods != 0 {
			return errKind
		}
		if p.Width != n {
			return errImageShape
		}
		if err := sgprOK(uint32(p.Reg), n); err != nil {
			return err
		}
		w.put(f[id], uint32(p.Reg)>>2)
		return nil
	}
	if err := sgpr(&in.Opd[k], rs, fldSrsrc); err != nil {
		return err
	}
	k++
	if im.Sampler {
		if err := sgpr(&in.Opd[k], 4, fldSsamp); err != nil {
			return err
		}
		k++
	}
	if int(in.N) != k {
		return errCount
	}
	return nil
}

// Reasons why two instructions cannot pair.
var (
	errPairOp     = errors.New("not in the list of this half of a pair")
	errPairDst    = errors.New("destinations of a pair must be one even and one odd")
	errPairBank   = errors.New("sources of a pair read the same VGPR bank")
	errPairScalar = errors.New("more than two scalar sources in a pair")
	errPairWave   = errors.New("pairs exist in wave32 only")
)

// encodePair encodes a VOPD pair and checks its rules (RDNA3 ISA, "Dual Issue VALU"): destinations of opposite parity, sources in different banks
// (number modulo 4), src2 (the accumulator or addend) of different parity, at most two scalar sources and one literal.
func encodePair(t *Target, x *Inst, buf []byte) ([]byte, error) {
	y := x.Y
	fail := func(err error) ([]byte, error) {
		return buf, fmt.Errorf("amdgpu: pair %s :: %s: %w", x.Op, y.Op, err)
	}
	if t.Wave64 {
		return fail(errPairWave)
	}
	rx, ry := t.pairRow(x.Op, false), t.pairRow(y.Op, true)
	if rx < 0 || ry < 0 {
		return fail(errPairOp)
	}
	e := encoder{t: t, in: x, r: &t.rows[rx], l: &t.encs[EncVOPD]}
	if m := e.row(); m.reason != nil {
		return fail(m.reason)
	}
	f := encoder{t: t, in: y, r: &t.rows[ry], l: e.l, lit: e.lit, hasLit: e.hasLit, bus: e.bus, nbus: e.nbus}
	ydst := y.Opd[0]
	if ydst.Kind != OpdReg || !ydst.Reg.IsVGPR() || ydst.Reg&1 == x.Opd[0].Reg&1 {
		return fail(errPairDst)
	}
	y.Opd[0].Reg = V(int(ydst.Reg-firstVGPR) >> 1)
	m := f.row()
	y.Opd[0] = ydst
	if m.reason != nil {
		return fail(m.reason)
	}
	n := f.nbus
	if f.hasLit {
		n++
	}
	if (e.r.Reads|f.r.Reads)&ImpVCC != 0 { // counts beside an explicit vcc_lo
		n++
	}
	if n > 2 {
		return fail(errPairScalar)
	}
	if err := pairBanks(t, x, y, e.r, f.r); err != nil {
		return fail(err)
	}
	e.w.lo |= f.w.lo
	x.Enc, x.Row, y.Enc, y.Row = EncVOPD, uint16(rx), EncVOPD, uint16(ry)
	x.Size = e.l.size
	buf = appendWord(buf, e.w, int(e.l.size))
	if f.hasLit {
		x.Size += 4
		buf = binary.LittleEndian.AppendUint32(buf, f.lit)
	}
	y.Size = x.Size
	return buf, nil
}

// pairRow finds the row of one half of a pair.
func (t *Target) pairRow(op Op, second bool) int {
	if !t.Has(op) {
		return -1
	}
	info := &t.ops[op]
	for _, ri := range t.byOp[info.first : int(info.first)+int(info.n)] {
		if r := &t.rows[ri]; r.Enc == EncVOPD && (r.Flags&RowVOPDY != 0) == second {
			return int(ri)
		}
	}
	return -1
}

// pairSources gives the VGPRs of src0, src1 and src2 of one half; 0 where there is none. src2 is the accumulator, or the addend of
// fmamk, whose src1 is the literal.
func (t *Target) pairSources(in *Inst, r *Row) (s [3]Reg) {
	k := 0
	for i := range int(in.N) {
		p, o := &in.Opd[i], t.Operand(r, i)
		vgpr := p.Kind == OpdReg && p.Reg.IsVGPR()
		switch {
		case i == 0:
			if o.Dir&DirIn != 0 && vgpr {
				s[2] = p.Reg
			}
			continue
		case vgpr && k < 3:
			s[k] = p.Reg
		}
		k++
	}
	return s
}

func pairBanks(t *Target, x, y *Inst, rx, ry *Row) error {
	a, b := t.pairSources(x, rx), t.pairSources(y, ry)
	for i := range 2 {
		if a[i] != 0 && b[i] != 0 && a[i]&3 == b[i]&3 {
			return errPairBank
		}
	}
	if a[2] != 0 && b[2] != 0 && a[2]&1 == b[2]&1 {
		return errPairBank
	}
	return nil
}
