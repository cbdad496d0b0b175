package amdgpu

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"ferry/internal/llvm"
)

// marker separates the cases of one llvm-mc run.
const (
	markerText  = "s_nop 0x1234"
	markerBytes = "0x34,0x12,0x80,0xbf"
)

// llvmRun feeds cases to llvm-mc and gives each one's output lines.
func llvmRun(t testing.TB, mc string, cases []string, marker string, args ...string) [][]string {
	t.Helper()
	var in bytes.Buffer
	for _, c := range cases {
		in.WriteString(c)
		in.WriteByte('\n')
		in.WriteString(marker)
		in.WriteByte('\n')
	}
	cmd := exec.Command(mc, append([]string{"-triple=amdgcn", "-mcpu=gfx1100"}, args...)...)
	cmd.Stdin = &in
	out, _ := cmd.Output() // errors show as cases without output
	res := make([][]string, 0, len(cases))
	var cur []string
	for _, l := range strings.Split(string(out), "\n") {
		l = strings.TrimSpace(l)
		switch {
		case l == "" || strings.HasPrefix(l, "."):
		case strings.HasPrefix(l, markerText):
			res = append(res, cur)
			cur = nil
		default:
			cur = append(cur, l)
		}
	}
	if len(res) != len(cases) {
		t.Fatalf("llvm-mc answered %d of %d cases", len(res), len(cases))
	}
	return res
}

// squeeze makes runs of blanks one.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// generator of random instructions that the encoder takes.
type randInst struct {
	t *Target
	r *rand.Rand
}

func (g *randInst) operand(o *OperandInfo, r *Row) Operand {
	w := int(max(g.t.width(o), 1))
	vgpr := func() Operand {
		n := 256
		if o.lo128 {
			n = 128
		}
		p := R(V(g.r.IntN(n-w+1)), w)
		if o.Half && (o.lo128 || r.mods>>fldOpsel&1 != 0) && g.r.IntN(2) == 0 {
			p.Mods |= ModHi
		}
		return p
	}
	sgpr := func() Operand {
		switch g.r.IntN(8) {
		case 0:
			if w <= 2 {
				return R(VCCLo, w)
			}
		case 1:
			if w == 4 {
				return R(TTMP0+4, w)
			}
		}
		a := 1
		if w == 2 {
			a = 2
		} else if w > 2 {
			a = 4
		}
		return R(S(g.r.IntN((104-w)/a+1)*a), w)
	}
	var p Operand
	switch o.Class {
	case ClassVGPR:
		p = vgpr()
		if o.Accept&AcceptInt != 0 && g.r.IntN(4) == 0 {
			p = Imm(int64(g.r.IntN(65)))
		}
	case ClassSGPR:
		p = sgpr()
	case ClassSrc, ClassSSrc:
		for {
			k := g.r.IntN(6)
			switch {
			case k <= 1 && o.Accept&AcceptV != 0:
				p = vgpr()
			case k <= 2 && o.Accept&AcceptS != 0:
				p = sgpr()
				if g.r.IntN(6) == 0 {
					special := []Reg{ExecLo, Null, SharedBase, PrivateLimit, SCC}
					if w == 1 {
						special = append(special, M0, VCCHi, ExecHi)
					}
					p = R(special[g.r.IntN(len(special))], w)
					if p.Reg == M0 && o.Accept&AcceptM0 == 0 || p.Reg == SCC && w > 1 {
						continue
					}
				}
			case k == 3 && o.Accept&AcceptInt != 0:
				p = Imm(int64(g.r.IntN(81)) - 16)
			case k == 4 && o.Accept&AcceptFloat != 0:
				p = Imm(floatInline(g.r.IntN(9), o))
			case k == 5 && o.Accept&AcceptLit != 0:
				p = Imm(o.fromLiteral(g.r.Uint32()))
			default:
				continue
			}
			break
		}
	case ClassImm:
		p = Operand{Kind: OpdField, Imm: int64(g.r.Uint32() & (1<<o.field.width - 1))}
		switch r.Op {
		case SSendmsg, SSendmsghalt:
			p.Imm &= 0xff
		case SWaitcnt:
			p.Imm &^= 8
		case SDelayAlu:
			p.Imm = int64(g.r.IntN(12) | g.r.IntN(6)<<4 | g.r.IntN(12)<<7)
		}
		if r.Enc == EncLDSDIR {
			p.Imm = int64(g.r.IntN(33 * 4))
		}
	case ClassLiteral:
		p = Imm(int64(g.r.Uint32()))
		if literal16(r.Op) {
			p.Imm &= 0xffff
		}
	case ClassLabel:
		p = Operand{Kind: OpdLabel, Imm: int64(int16(g.r.Uint32()))*4 + 4}
	case ClassVCC:
		p = R(VCCLo, w)
	}
	if o.mod < 3 && (o.Class == ClassSrc || o.Class == ClassVGPR || o.Class == ClassSSrc) {
		if g.r.IntN(3) == 0 {
			p.Mods |= uint8(g.r.IntN(4)) & (ModNeg | ModAbs)
		}
		if !o.Half && g.r.IntN(3) == 0 && !(o.mod > 1 && opselSourcesOnly(g.t, r)) {
			p.Mods |= ModHi
		}
		if r.Enc == EncVOP3P || r.Enc == EncVOP3PDPP16 || r.Enc == EncVOP3PDPP8 {
			if g.r.IntN(4) != 0 {
				p.Mods |= ModHiHi
			}
		}
	}
	// Drop what the row cannot hold.
	has := func(ids ...int) bool {
		for _, id := range ids {
			if r.mods>>id&1 != 0 {
				return true
			}
		}
		return false
	}
	if !has(fldNeg) && !(o.mod == 0 && has(fldSrc0Neg) || o.mod == 1 && has(fldSrc1Neg)) {
		p.Mods &^= ModNeg
	}
	if !has(fldAbs, fldNegHi) && !(o.mod == 0 && has(fldSrc0Abs) || o.mod == 1 && has(fldSrc1Abs)) {
		p.Mods &^= ModAbs
	}
	if o.noFP {
		p.Mods &^= ModNeg | ModAbs
	}
	if !has(fldOpsel) && !o.lo128 || !o.takesHi(r.Op) {
		p.Mods &^= ModHi
	}
	if !(o.mod < 2 && has(fldOpselHi) || o.mod == 2 && has(fldOpselHi2)) {
		p.Mods &^= ModHiHi
	}
	return p
}

// row makes a random instruction of row number ri; false if the encoder refuses it.
func (g *randInst) row(ri int) (Inst, []byte, bool) {
	r := &g.t.rows[ri]
	in := Inst{Op: r.Op, Enc: r.Enc}
	f := &g.t.encs[r.Enc].fields
	for _, x := range flagFields {
		if r.mods>>x.id&1 != 0 && g.r.IntN(4) == 0 {
			in.Flags |= x.flag
		}
	}
	if r.Flags&RowReturns != 0 {
		in.Flags |= FlagGLC
	}
	if r.Flags&RowGDS != 0 {
		in.Flags |= FlagGDS
	}
	if r.Enc == EncMUBUF || r.Enc == EncMTBUF {
		// LLVM knows TFE by its own opcodes, which not all loads have.
		in.Flags &^= FlagTFE
		if r.bits>>f[fldOffen].lo&1 != 0 {
			in.Flags |= FlagOffen
		}
		if r.bits>>f[fldIdxen].lo&1 != 0 {
			in.Flags |= FlagIdxen
		}
	}
	if r.mods>>fldOmod&1 != 0 && g.r.IntN(3) == 0 {
		in.OMod = uint8(g.r.IntN(4))
	}
	if r.mods>>fldOffset&1 != 0 {
		w := f[fldOffset].width
		in.Offset = int32(g.r.Uint32() & (1<<w - 1))
		switch r.Enc {
		case EncGLOBAL, EncSCRATCH, EncSMEM:
			in.Offset = in.Offset << (32 - w) >> (32 - w)
		case EncFLAT:
			in.Offset >>= 1
		}
		if g.r.IntN(4) == 0 {
			in.Offset = 0
		}
	}
	if r.mods>>fldOffset0&1 != 0 && g.r.IntN(4) != 0 {
		in.Offset = int32(g.r.Uint32() & 0xffff)
	}
	if r.Flags&RowDPP16 != 0 {
		ctrl := []uint32{g.r.Uint32() & 255, 0x101 + uint32(g.r.IntN(15)), 0x111 + uint32(g.r.IntN(15)), 0x121 + uint32(g.r.IntN(15)), 0x140, 0x141, 0x150 + uint32(g.r.IntN(16)), 0x160 + uint32(g.r.IntN(16))}
		in.DPP, in.Masks = ctrl[g.r.IntN(len(ctrl))], uint8(g.r.Uint32())
		in.Flags |= FlagDPP16
	}
	if r.Flags&RowDPP8 != 0 {
		in.DPP = g.r.Uint32() & 0xffffff
		in.Flags |= FlagDPP8
		if g.r.IntN(3) == 0 {
			in.Flags |= FlagFI
		}
	}
	switch {
	case r.mods>>fldFormat&1 != 0:
		in.Format = uint8(g.r.IntN(128))
	case r.mods>>fldWaitexp&1 != 0:
		in.Format = uint8(g.r.IntN(8))
	case r.mods>>fldWaitVdst&1 != 0:
		in.Format = uint8(g.r.IntN(16))
	}
	if r.img != 0 {
		g.image(&in, r)
	} else {
		in.N = r.nops
		for i := range int(r.nops) {
			o := g.t.Operand(r, i)
			in.Opd[i] = g.operand(o, r)
			if r.Enc == EncSMEM && i == 2 && g.r.IntN(2) == 0 {
				in.Opd[i] = Operand{}
			}
			switch r.Op {
			case SWaitcntVscnt, SWaitcntVmcnt, SWaitcntExpcnt, SWaitcntLgkmcnt:
				if i == 0 {
					in.Opd[i].Reg = Null // LLVM writes nothing else
				}
			}
			if o.Dir == DirOut && o.mod == 3 && o.Half && !o.lo128 && r.mods>>fldOpsel&1 == 0 {
				in.Opd[i].Mods = 0
			}
		}
	}
	if r.Op == DsSwizzleB32 {
		in.Offset = g.swizzle()
	}
	if isBufferLoad(r.Op) {
		in.Offset &= 0xfffff
	}
	if r.Enc == EncEXP {
		in.DMask = uint8(g.r.IntN(16))
		in.Opd[0].Imm = []int64{0, 1, 7, 8, 12, 16, 20, 21, 22}[g.r.IntN(9)]
		for i := range 4 {
			if in.DMask>>i&1 == 0 {
				in.Opd[1+i] = Operand{}
			}
		}
	}
	b, err := Encode(g.t, &in, nil)
	return in, b, err == nil
}

// swizzle makes a pattern of ds_swizzle_b32 that has one text: masks with a bit set in or but not in and would have several.
func (g *randInst) swizzle() int32 {
	switch g.r.IntN(3) {
	case 0:
		return 0x8000 | int32(g.r.IntN(256))
	case 1:
		return 0xc000 | int32(g.r.IntN(2))<<10 | int32(g.r.IntN(32))<<5
	}
	var v int32
	for i := range 5 {
		v |= []int32{0, 1 << 5, 1, 1 | 1<<10}[g.r.IntN(4)] << i
	}
	return v
}

func (g *randInst) image(in *Inst, r *Row) {
	im := &g.t.imgs[r.img]
	for {
		in.Dim = uint8(g.r.IntN(8))
		if im.addrDwords(in) != 0 {
			break
		}
		if im.Class == ImgBVH {
			in.Dim = 0
			break
		}
	}
	switch im.Class {
	case ImgGather4, ImgMSAALoad:
		in.DMask = 1 << g.r.IntN(4)
		in.Flags &^= FlagD16 & FlagTFE
		if in.Flags&FlagD16 != 0 {
			in.Flags &^= FlagTFE | FlagLWE
		}
	case ImgAtomic:
		in.DMask = []uint8{1, 3}[g.r.IntN(2)]
		in.Flags &^= FlagTFE | FlagLWE
	case ImgAtomicCmpSwap:
		in.DMask = []uint8{3, 15}[g.r.IntN(2)]
		in.Flags &^= FlagTFE | FlagLWE
	case ImgBVH:
		in.DMask = 0
	default:
		in.DMask = uint8(1 + g.r.IntN(15))
	}
	if im.Class == ImgStore || im.Class == ImgGetResinfo {
		in.Flags &^= FlagTFE | FlagLWE
	}
	// LLVM prints the 256-bit resource in either case.
	in.Flags &^= FlagR128
	if r.mods>>fldLwe&1 != 0 && in.Flags&FlagLWE != 0 {
		in.Flags |= FlagTFE // LLVM's register classes follow tfe only
	}
	n := im.DataDwords(in)
	in.Opd[0] = R(V(g.r.IntN(256-n)), n)
	addr := im.addrDwords(in)
	k := 1
	if r.Enc == EncMIMG {
		in.Opd[1] = R(V(g.r.IntN(256-addr)), addr)
		k = 2
	} else {
		in.Flags |= FlagNSA
		groups, ng := im.nsaGroups(in, addr)
		for i := range ng {
			in.Opd[k] = R(V(g.r.IntN(256-int(groups[i]))), int(groups[i]))
			k++
		}
	}
	rs := 8
	if im.Class == ImgBVH {
		rs = 4
	}
	in.Opd[k] = R(S(4*g.r.IntN(24)), rs)
	k++
	if im.Sampler {
		in.Opd[k] = R(S(4*g.r.IntN(25)), 4)
		k++
	}
	in.N = uint8(k)
}

// randomCases makes n instructions for each row that it can.
func randomCases(t testing.TB, n int, seed uint64) (ins []Inst, code [][]byte) {
	g := &randInst{GFX1100, rand.New(rand.NewPCG(seed, 1))}
	var halves [2][]Op
	for ri := 1; ri < GFX1100.NumRows(); ri++ {
		r := GFX1100.RowAt(ri)
		if r.Enc == EncVOPD {
			h := 0
			if r.Flags&RowVOPDY != 0 {
				h = 1
			}
			halves[h] = append(halves[h], r.Op)
			continue
		}
		made := 0
		for try := 0; made < n && try < 60*n; try++ {
			in, b, ok := g.row(ri)
			if !ok {
				continue
			}
			ins, code = append(ins, in), append(code, b)
			made++
			if r.nops == 0 && r.mods == 0 && r.img == 0 {
				break
			}
		}
		if made == 0 {
			t.Errorf("no instruction could be made of row %d: %s in %s", ri, r.Op, GFX1100.EncName(r.Enc))
		}
	}
	for _, x := range halves[0] {
		for _, y := range halves[1] {
			for try, made := 0, 0; made < n && try < 2000; try++ {
				a, b := Inst{Op: x}, Inst{Op: y}
				for k, in := range []*Inst{&a, &b} {
					r := GFX1100.RowAt(GFX1100.pairRow(in.Op, k == 1))
					in.N = r.nops
					for i := range int(r.nops) {
						in.Opd[i] = g.operand(GFX1100.Operand(r, i), r)
						if k == 1 && i == 0 {
							in.Opd[i] = R(V(g.r.IntN(256)), 1)
						}
					}
				}
				a.Y = &b
				c, err := Encode(GFX1100, &a, nil)
				if err == nil {
					ins, code = append(ins, a), append(code, c)
					made++
				}
			}
		}
	}
	return ins, code
}

// Every row of the table, with varied operands, modifiers and literals: LLVM's disassembler prints our bytes as we do, and its assembler makes our
// bytes of our text.
func TestLLVMAgrees(t *testing.T) {
	mc := llvm.Tool(t, "llvm-mc")
	per := 6
	if testing.Short() {
		per = 2
	}
	ins, code := randomCases(t, per, 22)
	texts := make([]string, len(ins))
	hexes := make([]string, len(ins))
	for i := range ins {
		texts[i] = Format(GFX1100, &ins[i])
		var h []string
		for _, c := range code[i] {
			h = append(h, fmt.Sprintf("0x%02x", c))
		}
		hexes[i] = strings.Join(h, ",")
	}
	fails := 0
	fail := func(format string, a ...any) {
		if fails++; fails <= 100 {
			t.Errorf(format, a...)
		}
	}
	dis := llvmRun(t, mc, hexes, markerBytes, "-disassemble")
	for i, lines := range dis {
		if in := &ins[i]; isMix(in.Op) && in.Flags&FlagDPP16 != 0 {
			continue // LLVM's disassembler drops a bit of dpp_ctrl here; its assembler, below, agrees
		}
		got := squeeze(strings.Join(lines, " / "))
		if got != squeeze(texts[i]) {
			fail("%x:\nLLVM %s\nours %s", code[i], got, texts[i])
		}
	}
	asm := llvmRun(t, mc, texts, markerText, "-show-encoding")
	for i, lines := range asm {
		if r := GFX1100.Row(&ins[i]); r.Enc == EncVOP3 && r.nops == 0 || r.Op == VFmacF16 && ins[i].Opd[0].Mods&ModHi != 0 && r.Enc != EncVOP2 {
			continue // v_nop has no text that asks for VOP3; LLVM does not take the op_sel it prints for v_fmac_f16
		}
		got := ""
		for _, l := range lines {
			if _, e, ok := strings.Cut(l, "encoding: ["); ok {
				got = strings.NewReplacer("0x", "", ",", "", "]", "").Replace(e)
			}
		}
		if got != hex.EncodeToString(code[i]) {
			fail("%s:\nLLVM %s\nours %x", texts[i], got, code[i])
		}
	}
	for i := range ins {
		var in Inst
		if err := Decode(GFX1100, code[i], &in); err != nil {
			fail("%s: %x: %v", texts[i], code[i], err)
			continue
		}
		again, err := Encode(GFX1100, &in, nil)
		if err != nil || !bytes.Equal(again, code[i]) {
			fail("%s: %x decoded and encoded again is %x, %v", texts[i], code[i], again, err)
		}
	}
	for i := range ins {
		if r := GFX1100.Row(&ins[i]); r.Enc == EncVOP3 && r.nops == 0 {
			continue
		}
		in, err := Parse(GFX1100, texts[i])
		if err != nil {
			fail("%v", err)
			continue
		}
		got, err := Encode(GFX1100, &in, nil)
		if err != nil || !bytes.Equal(got, code[i]) {
			fail("%s: parsed as %x, %v, want %x", texts[i], got, err, code[i])
		}
	}
	t.Logf("%d instructions checked, %d differences", len(ins), fails)
	if fails > 100 {
		t.Errorf("%d differences in all", fails)
	}
}
