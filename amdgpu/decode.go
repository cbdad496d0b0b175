package amdgpu

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// ErrTruncated says that the code ends inside an instruction.
var ErrTruncated = errors.New("amdgpu: instruction is truncated")

// word is up to 96 bits of an encoding.
type word struct {
	lo uint64
	hi uint32
}

func (w word) get(f field) uint32 {
	if f.lo >= 64 {
		return w.hi >> (f.lo - 64) & (1<<f.width - 1)
	}
	return uint32(w.lo >> f.lo & (1<<f.width - 1))
}

func (w *word) put(f field, v uint32) {
	v &= uint32(uint64(1)<<f.width - 1)
	if f.lo >= 64 {
		w.hi |= v << (f.lo - 64)
		return
	}
	w.lo |= uint64(v) << f.lo
}

// Marker codes in the src0 field.
const (
	srcDPP8    = 233
	srcDPP8FI  = 234
	srcSDWA    = 249
	srcDPP16   = 250
	srcLiteral = 255
)

// Decode reads the instruction at the start of code into *in and sets in.Size. It never panics and allocates only the second half of
// a VOPD pair (and not even that if in.Y is there to be reused). Fields that the hardware ignores are ignored; what no form of the table describes is an error.
//
// Branch targets are given as byte distance from the start of the instruction.
func Decode(t *Target, code []byte, in *Inst) error {
	if len(code) < 4 {
		return ErrTruncated
	}
	y := in.Y
	*in = Inst{}
	var w word
	w.lo = uint64(binary.LittleEndian.Uint32(code))
	enc := t.top[w.lo>>23&511]
	if enc == EncAuto {
		return fmt.Errorf("amdgpu: %#08x: no %s encoding", uint32(w.lo), t.Name)
	}
	if len(code) >= 8 {
		w.lo |= uint64(binary.LittleEndian.Uint32(code[4:])) << 32
	}
	if len(code) >= 12 {
		w.hi = binary.LittleEndian.Uint32(code[8:])
	}
	enc = t.refine(enc, w)
	l := &t.encs[enc]
	size := int(l.size)
	if size == 0 {
		return fmt.Errorf("amdgpu: %#08x: no %s encoding", uint32(w.lo), t.Name)
	}
	if len(code) < size {
		return ErrTruncated
	}
	if size == 4 {
		w.lo &= 0xffffffff
	}
	if size < 12 {
		w.hi = 0
	}
	d := decoder{t: t, w: w, code: code, size: size}
	if enc == EncVOPD {
		if y == nil {
			y = new(Inst)
		}
		*y = Inst{}
		in.Y = y
		if err := d.half(in, enc, int(w.get(l.fields[fldOpx])), 0); err != nil {
			return err
		}
		if err := d.half(y, enc, 32+int(w.get(l.fields[fldOpy])), 0); err != nil {
			return err
		}
		// The destinations of a pair have opposite parity, so Y's field lacks the lowest bit.
		y.Opd[0].Reg = V(int(y.Opd[0].Reg-firstVGPR)<<1 | int(^in.Opd[0].Reg&1))
		in.Size, y.Size = uint8(d.size), uint8(d.size)
		return nil
	}
	if err := d.half(in, enc, int(w.get(l.fields[fldOp])), w.lo); err != nil {
		return err
	}
	in.Size = uint8(d.size)
	return nil
}

// refine tells encodings apart that share their top bits.
func (t *Target) refine(enc Enc, w word) Enc {
	switch enc {
	case EncVOP1, EncVOP2, EncVOPC:
		switch w.lo & 511 {
		case srcDPP16:
			return enc - EncVOP1 + EncVOP1DPP16
		case srcDPP8, srcDPP8FI:
			return enc - EncVOP1 + EncVOP1DPP8
		case srcSDWA:
			return enc - EncVOP1 + EncVOP1SDWA
		}
	case EncVOP3:
		op := w.get(t.encs[enc].fields[fldOp])
		sd := &t.encs[EncVOP3SD]
		if op < uint32(sd.opcodes) && t.index[sd.base+op]&15 != 0 {
			enc = EncVOP3SD
		}
		fallthrough
	case EncVOP3P:
		i := Enc(0)
		switch enc {
		case EncVOP3SD:
			i = 1
		case EncVOP3P:
			i = 2
		}
		switch w.lo >> 32 & 511 {
		case srcDPP16:
			return EncVOP3DPP16 + i
		case srcDPP8, srcDPP8FI:
			return EncVOP3DPP8 + i
		}
	case EncFLAT:
		switch w.get(t.encs[enc].fields[fldSeg]) {
		case 1:
			return EncSCRATCH
		case 2:
			return EncGLOBAL
		}
	case EncMIMG:
		if t.encs[EncMIMGNSA1].size != 0 && w.lo&1 != 0 {
			return EncMIMGNSA1
		}
	}
	return enc
}

type decoder struct {
	t      *Target
	w      word
	code   []byte
	size   int // base encoding, plus the literal once it was read
	lit    uint32
	hasLit bool
}

// literal reads the literal dword after the base encoding.
func (d *decoder) literal() (uint32, error) {
	if !d.hasLit {
		if len(d.code) < d.size+4 {
			return 0, ErrTruncated
		}
		d.lit = binary.LittleEndian.Uint32(d.code[d.size:])
		d.size += 4
		d.hasLit = true
	}
	return d.lit, nil
}

// half decodes one instruction (or one half of a pair) whose index slot is known.
func (d *decoder) half(in *Inst, enc Enc, slot int, lo uint64) error {
	t := d.t
	l := &t.encs[enc]
	if slot >= int(l.opcodes) {
		return fmt.Errorf("amdgpu: %s has no %s opcode %d", t.Name, l.name, slot)
	}
	e := t.index[l.base+uint32(slot)]
	first, n := int(e>>4), int(e&15)
	ri := -1
	for i := first; i < first+n; i++ {
		if r := &t.rows[i]; (lo^r.bits)&r.sel == 0 {
			ri = i
			break
		}
	}
	if ri < 0 {
		return fmt.Errorf("amdgpu: %s has no %s opcode %d in this form", t.Name, l.name, slot)
	}
	r := &t.rows[ri]
	in.Op, in.Enc, in.Row = r.Op, enc, uint16(ri)
	d.modifiers(in, r, l)
	if r.img != 0 {
		return d.image(in, r, l)
	}
	in.N = r.nops
	for i := range int(r.nops) {
		if err := d.operand(in, r, i); err != nil {
			return fmt.Errorf("amdgpu: %s (%s) operand %d: %w", r.Op, l.name, i, err)
		}
	}
	if enc == EncEXP {
		in.DMask = uint8(d.w.get(l.fields[fldEn]))
		for i := range 4 {
			if in.DMask>>i&1 == 0 {
				in.Opd[1+i] = Operand{}
			}
		}
	}
	return nil
}

// Errors of single operands.
var (
	errSource    = errors.New("the source code is reserved or not accepted here")
	errAlignment = errors.New("SGPR tuple is not aligned")
	errRange     = errors.New("register tuple goes beyond the last register")
)

// operand decodes operand i of row r.
func (d *decoder) operand(in *Inst, r *Row, i int) error {
	t := d.t
	o := t.Operand(r, i)
	p := &in.Opd[i]
	dwords := t.width(o)
	switch o.Class {
	case ClassVGPR:
		n := d.w.get(o.field) & 0xff
		p.Kind, p.Width = OpdReg, dwords
		if o.lo128 {
			if n&0x80 != 0 {
				p.Mods |= ModHi
			}
			n &= 0x7f
		}
		if int(n)+int(dwords) > 256 {
			return errRange
		}
		p.Reg = V(int(n))
		// A 9-bit source field that only holds VGPRs still has the other codes.
		if o.field.width == 9 {
			if c := d.w.get(o.field); c < 256 {
				if err := d.source(p, o, c, dwords); err != nil {
					return err
				}
			}
		}
		d.operandMods(p, o, r)
	case ClassSGPR:
		c := d.w.get(o.field) << o.scale
		if c > 127 {
			return errSource
		}
		// A null address base or offset is "off".
		if Reg(c) == Null && (r.Enc == EncSMEM && i == 2) {
			*p = Operand{}
			return nil
		}
		if err := sgprOK(c, dwords); err != nil {
			return err
		}
		p.Kind, p.Width, p.Reg = OpdReg, dwords, Reg(c)
		if o.mod < 3 {
			d.operandMods(p, o, r)
		}
	case ClassSrc, ClassSSrc:
		c := d.w.get(o.field)
		if err := d.source(p, o, c, dwords); err != nil {
			return err
		}
		d.operandMods(p, o, r)
		if isMix(r.Op) && p.Kind == OpdImm && c != srcLiteral && c >= 240 {
			p.Imm = floatInline(int(c-240), o.forMix(r.Op, p.Mods))
		}
	case ClassImm:
		p.Kind = OpdField
		p.Imm = int64(d.w.get(o.field))
		if r.Enc == EncLDSDIR {
			p.Imm = p.Imm<<2 | int64(d.w.get(t.encs[r.Enc].fields[fldAttrChan]))
		}
	case ClassLiteral:
		v, err := d.literal()
		if err != nil {
			return err
		}
		p.Kind, p.Imm = OpdImm, int64(v)
		if literal16(r.Op) {
			p.Imm = int64(uint16(v))
		}
	case ClassLabel:
		p.Kind = OpdLabel
		p.Imm = int64(int16(d.w.get(o.field)))*4 + 4
	case ClassVCC:
		p.Kind, p.Reg, p.Width = OpdReg, VCCLo, dwords
	case ClassOff:
	}
	return nil
}

// width is the number of dwords of an operand in the target's wave size.
func (t *Target) width(o *OperandInfo) uint8 {
	if t.Wave64 && o.Wide != 0 {
		return o.Wide
	}
	return o.Dwords
}

// sgprOK checks alignment and range of a scalar register tuple: pairs are even, larger tuples stand at multiples of 4.
func sgprOK(c uint32, dwords uint8) error {
	if dwords <= 1 || Reg(c) == Null {
		return nil
	}
	if dwords == 2 {
		if c&1 != 0 || Reg(c) == M0 {
			return errAlignment
		}
		return nil
	}
	if c < uint32(TTMP0) {
		if c&3 != 0 {
			return errAlignment
		}
		if c+uint32(dwords) > 106 {
			return errRange
		}
		return nil
	}
	if c > 123 || c&3 != 0 {
		return errSource
	}
	if c+uint32(dwords) > 124 {
		return errRange
	}
	return nil
}

// source decodes an 8- or 9-bit source code.
func (d *decoder) source(p *Operand, o *OperandInfo, c uint32, dwords uint8) error {
	switch {
	case c >= 256:
		if o.Accept&AcceptV == 0 {
			return errSource
		}
		n := c - 256
		if o.lo128 {
			if n&0x80 != 0 {
				p.Mods |= ModHi
			}
			n &= 0x7f
		}
		if n+uint32(dwords) > 256 {
			return errRange
		}
		p.Kind, p.Width, p.Reg = OpdReg, dwords, V(int(n))
		return nil
	case c < 128:
		if o.Accept&AcceptS == 0 || Reg(c) == M0 && o.Accept&AcceptM0 == 0 {
			return errSource
		}
		if err := sgprOK(c, dwords); err != nil {
			return err
		}
		p.Kind, p.Width, p.Reg = OpdReg, dwords, Reg(c)
		return nil
	case c <= 208:
		if o.Accept&AcceptInt == 0 {
			return errSource
		}
		v := int64(c) - 128
		if c > 192 {
			v = 192 - int64(c)
		}
		p.Kind, p.Imm = OpdImm, o.narrow(v)
		return nil
	case c >= 240 && c <= 248:
		if o.Accept&AcceptFloat == 0 {
			return errSource
		}
		p.Kind, p.Imm = OpdImm, floatInline(int(c-240), o)
		return nil
	case c == srcLiteral:
		if o.Accept&AcceptLit == 0 {
			return errSource
		}
		v, err := d.literal()
		if err != nil {
			return err
		}
		p.Kind, p.Imm = OpdImm, o.fromLiteral(v)
		return nil
	}
	switch Reg(c) {
	case FlatScratchBaseLo, FlatScratchBaseHi, SharedBase, SharedLimit, PrivateBase, PrivateLimit, 251, 252, SCC:
		if o.Accept&(AcceptS|AcceptSCC) == 0 {
			return errSource
		}
		p.Kind, p.Width, p.Reg = OpdReg, dwords, Reg(c)
		return nil
	}
	return errSource
}

// narrow cuts an integer inline constant to what the operand sees.
func (o *OperandInfo) narrow(v int64) int64 {
	switch {
	case o.Splat:
		return int64(uint32(uint16(v)) * 0x10001)
	case o.is16():
		return int64(uint16(v))
	case o.Dwords == 2:
		return v
	}
	return int64(uint32(v))
}

// is16 says that the operand is a single 16-bit value, not a packed pair.
func (o *OperandInfo) is16() bool { return o.Half || o.Bits == 16 && o.Dwords <= 1 && o.Inline == 16 }

// fromLiteral is the value that the operand sees of a literal dword.
func (o *OperandInfo) fromLiteral(v uint32) int64 {
	switch {
	case o.is16():
		return int64(uint16(v))
	case o.Dwords == 2 && o.Format == FmtF64:
		return int64(uint64(v) << 32)
	case o.Dwords == 2 && o.Format == FmtI64:
		return int64(int32(v))
	}
	return int64(v)
}

// Patterns of the inline constants 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2*pi) (source codes 240 to 248; RDNA3 ISA, table of operand codes).
var (
	inlineF16  = [9]uint16{0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118}
	inlineBF16 = [9]uint16{0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4080, 0xc080, 0x3e22}
	inlineF32  = [9]uint32{0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983}
	inlineF64  = [9]uint64{0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
		0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882}
)

// bf16 says that floating-point inline constants of the operand are bfloat16.
func (o *OperandInfo) bf16() bool {
	return o.Format == FmtBf16 || o.Format == FmtPk2Bf16 || o.Format == FmtWmmaDcBf16
}

func floatInline(i int, o *OperandInfo) int64 {
	switch {
	case o.Splat:
		return int64(uint32(inlineF16[i]) * 0x10001)
	case o.bf16():
		return int64(inlineBF16[i])
	case o.Inline == 16:
		return int64(inlineF16[i])
	case o.Inline == 64:
		return int64(inlineF64[i])
	}
	return int64(inlineF32[i])
}

// operandMods sets the per-operand modifiers that the row uses.
func (d *decoder) operandMods(p *Operand, o *OperandInfo, r *Row) {
	b := o.mod
	if b > 3 {
		return
	}
	m := r.mods
	f := &d.t.encs[r.Enc].fields
	if o.noFP {
		m &^= modsFP
	}
	if m&(1<<fldOpsel) != 0 && o.takesHi(r.Op) && d.w.get(f[fldOpsel])>>b&1 != 0 {
		p.Mods |= ModHi
	}
	if b == 3 {
		return
	}
	if m&(1<<fldNeg) != 0 && d.w.get(f[fldNeg])>>b&1 != 0 {
		p.Mods |= ModNeg
	}
	if m&(1<<fldAbs) != 0 && d.w.get(f[fldAbs])>>b&1 != 0 || m&(1<<fldNegHi) != 0 && d.w.get(f[fldNegHi])>>b&1 != 0 {
		p.Mods |= ModAbs
	}
	switch b {
	case 0, 1:
		if m&(1<<fldOpselHi) != 0 && d.w.get(f[fldOpselHi])>>b&1 != 0 {
			p.Mods |= ModHiHi
		}
		if m&(1<<fldSrc0Neg) != 0 && d.w.get(f[fldSrc0Neg]) != 0 && b == 0 || b == 1 && m&(1<<fldSrc1Neg) != 0 && d.w.get(f[fldSrc1Neg]) != 0 {
			p.Mods |= ModNeg
		}
		if b == 0 && m&(1<<fldSrc0Abs) != 0 && d.w.get(f[fldSrc0Abs]) != 0 || b == 1 && m&(1<<fldSrc1Abs) != 0 && d.w.get(f[fldSrc1Abs]) != 0 {
			p.Mods |= ModAbs
		}
	case 2:
		if m&(1<<fldOpselHi2) != 0 && d.w.get(f[fldOpselHi2]) != 0 {
			p.Mods |= ModHiHi
		}
	}
}

// modsFP are the fields of neg and abs.
const modsFP = 1<<fldNeg | 1<<fldAbs | 1<<fldSrc0Neg | 1<<fldSrc0Abs | 1<<fldSrc1Neg | 1<<fldSrc1Abs

// takesHi says whether op_sel has a meaning for the operand: the packed sources of the 16-bit dot products have none.
func (o *OperandInfo) takesHi(op Op) bool {
	return o.Half || op != VDot2F16F16 && op != VDot2Bf16Bf16
}

// isMix names the mixed-precision multiply-adds: op_sel_hi of a source chooses between f32 and f16.
func isMix(op Op) bool { return op == VFmaMixF32 || op == VFmaMixloF16 || op == VFmaMixhiF16 }

// forMix is o with the width of floating-point inline constants that a mixed-precision source has.
func (o *OperandInfo) forMix(op Op, mods uint8) *OperandInfo {
	if !isMix(op) || o.Class != ClassSrc {
		return o
	}
	c := *o
	c.Inline = 32
	if mods&ModHiHi != 0 {
		c.Inline = 16
	}
	return &c
}

// flagFields are one-bit modifiers that become Flags.
var flagFields = [...]struct {
	id   uint8
	flag Flags
}{
	{fldClmp, FlagClamp}, {fldGlc, FlagGLC}, {fldSlc, FlagSLC}, {fldDlc, FlagDLC}, {fldTfe, FlagTFE}, {fldLwe, FlagLWE}, {fldD16, FlagD16},
	{fldA16, FlagA16}, {fldR128, FlagR128}, {fldUnrm, FlagUNRM}, {fldGds, FlagGDS}, {fldBc, FlagBoundCtrl}, {fldFi, FlagFI}, {fldDone, FlagDone}, {fldRow, FlagRow},
}

// flagMask is the set of flagFields.
var flagMask = func() (m uint64) {
	for _, f := range flagFields {
		m |= 1 << f.id
	}
	return
}()

// modifiers decodes the whole-instruction modifiers.
func (d *decoder) modifiers(in *Inst, r *Row, l *encLayout) {
	w, f := d.w, &l.fields
	if r.mods&flagMask != 0 {
		for _, x := range flagFields {
			if r.mods>>x.id&1 != 0 && w.get(f[x.id]) != 0 {
				in.Flags |= x.flag
			}
		}
	}
	if r.Flags&RowReturns != 0 {
		in.Flags |= FlagGLC
	}
	if r.Flags&RowGDS != 0 {
		in.Flags |= FlagGDS
	}
	switch r.Enc {
	case EncMUBUF, EncMTBUF:
		if w.get(f[fldOffen]) != 0 {
			in.Flags |= FlagOffen
		}
		if w.get(f[fldIdxen]) != 0 {
			in.Flags |= FlagIdxen
		}
	}
	for m := r.mods &^ flagMask; m != 0; m &= m - 1 {
		id := bits.TrailingZeros64(m)
		switch id {
		case fldOmod:
			in.OMod = uint8(w.get(f[id]))
		case fldOffset:
			v := w.get(f[id])
			switch r.Enc {
			case EncSMEM, EncGLOBAL, EncSCRATCH:
				s := 32 - f[id].width
				in.Offset = int32(v<<s) >> s
			default:
				in.Offset = int32(v)
			}
		case fldOffset0:
			in.Offset |= int32(w.get(f[id]))
		case fldOffset1:
			in.Offset |= int32(w.get(f[id])) << 8
		case fldDpp:
			in.DPP = w.get(f[id])
			in.Flags |= FlagDPP16
		case fldDpp8:
			in.DPP = w.get(f[id])
			in.Flags |= FlagDPP8
			if w.get(f[fldSrc0]) == srcDPP8FI {
				in.Flags |= FlagFI
			}
		case fldRowMask:
			in.Masks |= uint8(w.get(f[id])) << 4
		case fldBankMask:
			in.Masks |= uint8(w.get(f[id]))
		case fldDmask:
			in.DMask = uint8(w.get(f[id]))
		case fldDim:
			in.Dim = uint8(w.get(f[id]))
		case fldFormat, fldWaitexp, fldWaitVdst:
			in.Format = uint8(w.get(f[id]))
		}
	}
}

// image decodes the operands of an image instruction, whose number and widths depend on dmask, dim and a16.
func (d *decoder) image(in *Inst, r *Row, l *encLayout) error {
	t, w := d.t, d.w
	im := &t.imgs[r.img]
	if im.Class != ImgBVH && w.get(l.fields[fldGlc]) != 0 {
		in.Flags |= FlagGLC
	}
	addr := im.addrDwords(in)
	if addr == 0 || addr == 1 && r.Enc != EncMIMG {
		return fmt.Errorf("amdgpu: %s: dimension %d has no meaning", r.Op, in.Dim)
	}
	vdata := int(w.get(l.fields[fldVdata]))
	n := im.DataDwords(in)
	if vdata+n > 256 {
		return fmt.Errorf("amdgpu: %s: %w", r.Op, errRange)
	}
	in.Opd[0] = R(V(vdata), n)
	k := 1
	v0 := int(w.get(l.fields[fldVaddr]))
	if r.Enc == EncMIMG {
		if v0+addr > 256 {
			return fmt.Errorf("amdgpu: %s: %w", r.Op, errRange)
		}
		in.Opd[1] = R(V(v0), addr)
		k = 2
	} else {
		in.Flags |= FlagNSA
		groups, ng := im.nsaGroups(in, addr)
		for g := range ng {
			v := v0
			if g > 0 {
				v = int(w.hi >> (8 * (g - 1)) & 0xff)
			}
			if v+int(groups[g]) > 256 {
				return fmt.Errorf("amdgpu: %s: %w", r.Op, errRange)
			}
			in.Opd[k] = R(V(v), int(groups[g]))
			k++
		}
	}
	rs := 8
	if im.Class == ImgBVH || in.Flags&FlagR128 != 0 {
		rs = 4
	}
	c := w.get(l.fields[fldSrsrc]) << 2
	if err := sgprOK(c, uint8(rs)); err != nil {
		return fmt.Errorf("amdgpu: %s resource: %w", r.Op, err)
	}
	in.Opd[k] = R(Reg(c), rs)
	k++
	if im.Sampler {
		c := w.get(l.fields[fldSsamp]) << 2
		if err := sgprOK(c, 4); err != nil {
			return fmt.Errorf("amdgpu: %s sampler: %w", r.Op, err)
		}
		in.Opd[k] = R(Reg(c), 4)
		k++
	}
	in.N = uint8(k)
	return nil
}

// addrDwords is the number of address dwords; 0 where the dimension has no meaning for the class.
func (im *ImageInfo) addrDwords(in *Inst) int {
	a := 0
	if in.Flags&FlagA16 != 0 {
		a = 1
	}
	return int(im.Addr[in.Dim&7][a])
}

// DataDwords is the number of dwords of the data operand (image_rules of the tables).
func (im *ImageInfo) DataDwords(in *Inst) int {
	n := bits.OnesCount8(in.DMask & 15)
	if n == 0 {
		n = 1
	}
	switch im.Class {
	case ImgBVH:
		return 4
	case ImgGather4, ImgMSAALoad:
		n = 4
	case ImgAtomic:
		n = 1
		if in.DMask == 3 {
			n = 2
		}
	case ImgAtomicCmpSwap:
		n = 2
		if in.DMask == 15 {
			n = 4
		}
	}
	if in.Flags&FlagD16 != 0 {
		n = (n + 1) / 2
	}
	if in.Flags&(FlagTFE|FlagLWE) != 0 {
		n++
	}
	return n
}

// nsaGroups gives the widths of the separate address registers.
func (im *ImageInfo) nsaGroups(in *Inst, addr int) (g [5]uint8, n int) {
	if im.Class == ImgBVH {
		// Node pointer (1 or 2 dwords), ray extent, then triples: origin, direction, inverse direction.
		g[0] = uint8(addr-1) % 3
		if g[0] == 0 {
			g[0] = 3
		}
		g[1] = 1
		n = 2
		for left := addr - int(g[0]) - 1; left > 0 && n < 5; left -= 3 {
			g[n] = 3
			n++
		}
		return g, n
	}
	for n < 5 && addr > 0 {
		g[n] = 1
		addr--
		n++
	}
	g[n-1] += uint8(addr) // the last register starts a consecutive run
	return g, n
}
