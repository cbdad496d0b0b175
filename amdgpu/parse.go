package amdgpu

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Parse reads one instruction in LLVM's syntax, as Format writes it and llvm-mc takes it. The result is encoded already (Row, Enc and Size are set).
func Parse(t *Target, text string) (Inst, error) {
	if x, y, ok := strings.Cut(text, "::"); ok {
		a, err := parseHalf(t, x, false)
		if err != nil {
			return Inst{}, err
		}
		b, err := parseHalf(t, y, true)
		if err != nil {
			return Inst{}, err
		}
		a.Y = &b
		_, err = Encode(t, &a, nil)
		return a, err
	}
	p := parser{t: t, s: strings.TrimSpace(text)}
	if err := p.statement(); err != nil {
		return Inst{}, fmt.Errorf("amdgpu: %q: %w", strings.TrimSpace(text), err)
	}
	return p.choose()
}

// parseHalf parses one half of a VOPD pair.
func parseHalf(t *Target, text string, second bool) (Inst, error) {
	p := parser{t: t, s: strings.TrimSpace(text)}
	if err := p.statement(); err != nil {
		return Inst{}, fmt.Errorf("amdgpu: %q: %w", p.s, err)
	}
	ri := t.pairRow(p.in.Op, second)
	if ri < 0 {
		return Inst{}, fmt.Errorf("amdgpu: %q: %w", p.s, errPairOp)
	}
	in, err := p.build(&t.rows[ri])
	if err != nil {
		return Inst{}, fmt.Errorf("amdgpu: %q: %w", p.s, err)
	}
	return in, nil
}

// rawOpd is an operand before its place in a row gives the numbers a type.
type rawOpd struct {
	reg     Operand // of kind OpdReg
	isReg   bool
	off     bool
	num     int64
	flt     float64
	isFloat bool
	isNum   bool
	lit     bool // lit(...): the dword of a literal
	list    []rawOpd
	mods    uint8
}

type parser struct {
	t      *Target
	s      string
	i      int
	in     Inst
	suffix int // Row.suffix asked for, -1 for any
	opds   []rawOpd
	// Modifier lists, -1 bits for "not given".
	opSel, opSelHi, negLo, negHi []int
	formatGiven                  bool
}

func (p *parser) errorf(format string, a ...any) error {
	return fmt.Errorf("column %d: %s", p.i+1, fmt.Sprintf(format, a...))
}

func (p *parser) blank() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
}

// eat consumes lit if it comes next.
func (p *parser) eat(lit string) bool {
	p.blank()
	if strings.HasPrefix(p.s[p.i:], lit) {
		p.i += len(lit)
		return true
	}
	return false
}

// word reads letters, digits, '_' and '.'.
func (p *parser) word() string {
	p.blank()
	j := p.i
	for p.i < len(p.s) {
		c := p.s[p.i]
		if c != '_' && c != '.' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			break
		}
		p.i++
	}
	return p.s[j:p.i]
}

// integer reads a decimal or hexadecimal number with an optional sign.
func (p *parser) integer() (int64, error) {
	neg := p.eat("-")
	w := p.word()
	v, err := strconv.ParseUint(w, 0, 64)
	if err != nil {
		return 0, p.errorf("%q is not an integer", w)
	}
	if neg {
		return -int64(v), nil
	}
	return int64(v), nil
}

func (p *parser) expect(lit string) error {
	if !p.eat(lit) {
		return p.errorf("%q expected", lit)
	}
	return nil
}

// statement reads mnemonic, operands and modifiers.
func (p *parser) statement() error {
	mn := p.word()
	p.suffix = -1
	op, ok := OpByName(mn)
	if !ok {
		for _, x := range [...]int{4, 1, 2, 3} {
			if base, has := strings.CutSuffix(mn, suffixText[x]); has {
				if op, ok = OpByName(base); ok {
					p.suffix = x
					break
				}
			}
		}
	}
	if !ok || !p.t.Has(op) {
		return fmt.Errorf("no instruction %q on %s", mn, p.t.Name)
	}
	p.in.Op = op
	if op == Exp {
		w := p.word()
		v := int64(-1)
		for i, n := range expTargets {
			if n == w && n != "" {
				v = int64(i)
			}
		}
		if rest, ok := strings.CutPrefix(w, "invalid_target_"); ok {
			if n, err := strconv.Atoi(rest); err == nil && n >= 0 && n < 64 {
				v = int64(n)
			}
		}
		if v < 0 {
			return p.errorf("no export target %q", w)
		}
		p.opds = append(p.opds, rawOpd{num: v, isNum: true})
	}
	for p.blank(); p.i < len(p.s) && !p.atModifier(); p.blank() {
		o, err := p.operand()
		if err != nil {
			return err
		}
		p.opds = append(p.opds, o)
		if !p.eat(",") {
			break
		}
		if len(p.opds) > MaxOperands+4 {
			return p.errorf("too many operands")
		}
	}
	for p.blank(); p.i < len(p.s); p.blank() {
		if err := p.modifier(); err != nil {
			return err
		}
	}
	return nil
}

// atModifier says whether a modifier stands where an operand could: instructions without operands.
func (p *parser) atModifier() bool {
	save := p.i
	w := p.word()
	colon := p.i < len(p.s) && p.s[p.i] == ':'
	p.i = save
	if colon {
		return true
	}
	switch w {
	case "glc", "slc", "dlc", "gds", "clamp", "offen", "idxen", "done":
		return true
	}
	return false
}

func (p *parser) operand() (rawOpd, error) {
	switch p.in.Op {
	case SWaitcnt:
		return p.counts(func(name string) (field, bool) {
			vm, _, lgkm, exp := p.t.waitFields()
			switch name {
			case "vmcnt":
				return vm, true
			case "lgkmcnt":
				return lgkm, true
			case "expcnt":
				return exp, true
			}
			return field{}, false
		}, uint16(p.t.Waitcnt(-1, -1, -1)))
	case SWaitcntDepctr:
		return p.counts(func(name string) (field, bool) {
			for _, f := range depctrFields {
				if f.name == name {
					return f.field, true
				}
			}
			return field{}, false
		}, depctrDefault)
	case SDelayAlu:
		return p.delay()
	}
	var o rawOpd
	switch {
	case p.eat("["):
		for {
			e, err := p.operand()
			if err != nil {
				return o, err
			}
			if e.list != nil || len(o.list) >= MaxOperands {
				return o, p.errorf("bad register list")
			}
			o.list = append(o.list, e)
			if !p.eat(",") {
				break
			}
		}
		return o, p.expect("]")
	case p.eat("neg("):
		o, err := p.operand()
		if err != nil {
			return o, err
		}
		o.mods |= ModNeg
		return o, p.expect(")")
	case p.eat("abs("):
		o, err := p.operand()
		if err != nil {
			return o, err
		}
		o.mods |= ModAbs
		return o, p.expect(")")
	case p.eat("|"):
		o, err := p.operand()
		if err != nil {
			return o, err
		}
		o.mods |= ModAbs
		return o, p.expect("|")
	case p.eat("lit("):
		v, err := p.integer()
		if err != nil {
			return o, err
		}
		return rawOpd{num: v, isNum: true, lit: true}, p.expect(")")
	case p.eat("-"):
		p.blank()
		if p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
			o, err := p.number()
			o.num, o.flt = -o.num, -o.flt
			return o, err
		}
		o, err := p.operand()
		o.mods |= ModNeg
		return o, err
	}
	p.blank()
	if p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		return p.number()
	}
	return p.named()
}

func (p *parser) number() (rawOpd, error) {
	w := p.word()
	if strings.ContainsRune(w, '.') {
		f, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return rawOpd{}, p.errorf("%q is not a number", w)
		}
		return rawOpd{flt: f, isFloat: true}, nil
	}
	v, err := strconv.ParseUint(w, 0, 64)
	if err != nil {
		return rawOpd{}, p.errorf("%q is not a number", w)
	}
	return rawOpd{num: int64(v), isNum: true}, nil
}

// counts reads name(n) terms into the fields that find gives.
func (p *parser) counts(find func(string) (field, bool), v uint16) (rawOpd, error) {
	p.blank()
	if p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		return p.number()
	}
	for {
		name := p.word()
		f, ok := find(name)
		if !ok {
			return rawOpd{}, p.errorf("no counter %q", name)
		}
		if err := p.expect("("); err != nil {
			return rawOpd{}, err
		}
		n, err := p.integer()
		if err != nil {
			return rawOpd{}, err
		}
		m := int64(1)<<f.width - 1
		if n < 0 || n > m {
			return rawOpd{}, p.errorf("%s(%d) is out of range", name, n)
		}
		v = v&^(uint16(m)<<f.lo) | uint16(n)<<f.lo
		if err := p.expect(")"); err != nil {
			return rawOpd{}, err
		}
		p.eat("&")
		p.eat(",")
		if p.blank(); p.i >= len(p.s) {
			return rawOpd{num: int64(v), isNum: true}, nil
		}
	}
}

func index(names []string, s string) int64 {
	for i, n := range names {
		if n == s && n != "" {
			return int64(i)
		}
	}
	return -1
}

func (p *parser) delay() (rawOpd, error) {
	p.blank()
	if p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		return p.number()
	}
	var v int64
	for {
		kind := p.word()
		if err := p.expect("("); err != nil {
			return rawOpd{}, err
		}
		name := p.word()
		n := index(delayNames[:], name)
		switch kind {
		case "instid0":
			v |= n
		case "instid1":
			v |= n << 7
		case "instskip":
			n = index(delaySkips[:], name)
			v |= n << 4
		default:
			n = -1
		}
		if n < 0 {
			return rawOpd{}, p.errorf("%s(%s) is unknown", kind, name)
		}
		if err := p.expect(")"); err != nil {
			return rawOpd{}, err
		}
		if !p.eat("|") {
			return rawOpd{num: v, isNum: true}, nil
		}
	}
}

var specialRegs = map[string]Operand{
	"vcc": R(VCCLo, 2), "vcc_lo": R(VCCLo, 1), "vcc_hi": R(VCCHi, 1), "exec": R(ExecLo, 2), "exec_lo": R(ExecLo, 1), "exec_hi": R(ExecHi, 1), "m0": R(M0, 1),
	"src_vccz": R(251, 1), "src_execz": R(252, 1), "src_scc": R(SCC, 1), "scc": R(SCC, 1), "src_flat_scratch_base_lo": R(FlatScratchBaseLo, 1), "src_flat_scratch_base_hi": R(FlatScratchBaseHi, 1),
	// These take the width of their place.
	"null": R(Null, 0), "src_shared_base": R(SharedBase, 0), "src_shared_limit": R(SharedLimit, 0), "src_private_base": R(PrivateBase, 0), "src_private_limit": R(PrivateLimit, 0),
}

// named reads a register or another named operand.
func (p *parser) named() (rawOpd, error) {
	w := p.word()
	if r, ok := specialRegs[w]; ok {
		return rawOpd{reg: r, isReg: true}, nil
	}
	switch w {
	case "off":
		return rawOpd{off: true}, nil
	case "hwreg":
		return p.hwreg()
	case "sendmsg":
		return p.sendmsg()
	case "":
		return rawOpd{}, p.errorf("operand expected")
	}
	if rest, ok := strings.CutPrefix(w, "attr"); ok {
		if n, ch, ok := strings.Cut(rest, "."); ok {
			v, err := strconv.Atoi(n)
			c := strings.Index("xyzw", ch)
			if err == nil && v >= 0 && len(ch) == 1 && c >= 0 {
				return rawOpd{num: int64(v)<<2 | int64(c), isNum: true}, nil
			}
		}
	}
	prefix, base, limit := "", Reg(0), 0
	switch {
	case strings.HasPrefix(w, "ttmp"):
		prefix, base, limit = "ttmp", TTMP0, 16
	case w[0] == 'v':
		prefix, base, limit = "v", firstVGPR, 256
	case w[0] == 's':
		prefix, limit = "s", 106
	default:
		return rawOpd{}, p.errorf("no operand %q", w)
	}
	w = w[len(prefix):]
	if w == "" && p.i < len(p.s) && p.s[p.i] == '[' {
		p.i++
		a, err := p.integer()
		if err != nil {
			return rawOpd{}, err
		}
		b := a
		if p.eat(":") {
			if b, err = p.integer(); err != nil {
				return rawOpd{}, err
			}
		}
		if a < 0 || b < a || b >= int64(limit) || b-a > 31 {
			return rawOpd{}, p.errorf("bad register range %s[%d:%d]", prefix, a, b)
		}
		return rawOpd{reg: R(base+Reg(a), int(b-a+1)), isReg: true}, p.expect("]")
	}
	var mods uint8
	if x, ok := strings.CutSuffix(w, ".h"); ok {
		w, mods = x, ModHi
	} else if x, ok := strings.CutSuffix(w, ".l"); ok {
		w = x
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 0 || n >= limit {
		return rawOpd{}, p.errorf("no register %s%s", prefix, w)
	}
	return rawOpd{reg: R(base+Reg(n), 1), isReg: true, mods: mods}, nil
}

func (p *parser) hwreg() (rawOpd, error) {
	if err := p.expect("("); err != nil {
		return rawOpd{}, err
	}
	w := p.word()
	id := index(hwregNames[:], w)
	if id < 0 {
		n, err := strconv.ParseUint(w, 0, 6)
		if err != nil {
			return rawOpd{}, p.errorf("no hardware register %q", w)
		}
		id = int64(n)
	}
	off, size := int64(0), int64(32)
	if p.eat(",") {
		var err error
		if off, err = p.integer(); err != nil {
			return rawOpd{}, err
		}
		if err = p.expect(","); err != nil {
			return rawOpd{}, err
		}
		if size, err = p.integer(); err != nil {
			return rawOpd{}, err
		}
	}
	if off < 0 || off > 31 || size < 1 || size > 32 {
		return rawOpd{}, p.errorf("bits %d..%d of a hardware register", off, off+size)
	}
	return rawOpd{num: id | off<<6 | (size-1)<<11, isNum: true}, p.expect(")")
}

func (p *parser) sendmsg() (rawOpd, error) {
	if err := p.expect("("); err != nil {
		return rawOpd{}, err
	}
	w := p.word()
	id := index(sendmsgNames[:], w)
	if id < 0 {
		n, err := strconv.ParseUint(w, 0, 8)
		if err != nil {
			return rawOpd{}, p.errorf("no message %q", w)
		}
		id = int64(n)
		for range 2 { // operation and stream have no meaning on gfx11
			if p.eat(",") {
				if v, err := p.integer(); err != nil || v != 0 {
					return rawOpd{}, p.errorf("message operation or stream")
				}
			}
		}
	}
	return rawOpd{num: id, isNum: true}, p.expect(")")
}

// list reads [a,b,...] of small integers.
func (p *parser) list(max int) ([]int, error) {
	if err := p.expect("["); err != nil {
		return nil, err
	}
	var out []int
	for {
		v, err := p.integer()
		if err != nil {
			return nil, err
		}
		if v < 0 || v > 7 || len(out) == max {
			return nil, p.errorf("bad list")
		}
		out = append(out, int(v))
		if !p.eat(",") {
			return out, p.expect("]")
		}
	}
}

var plainFlags = map[string]Flags{"clamp": FlagClamp, "glc": FlagGLC, "slc": FlagSLC, "dlc": FlagDLC, "offen": FlagOffen, "idxen": FlagIdxen, "tfe": FlagTFE, "lwe": FlagLWE,
	"d16": FlagD16, "a16": FlagA16, "r128": FlagR128, "unorm": FlagUNRM, "gds": FlagGDS, "done": FlagDone, "row_en": FlagRow}

// modifier reads one modifier of the instruction.
func (p *parser) modifier() error {
	w := p.word()
	if f, ok := plainFlags[w]; ok {
		p.in.Flags |= f
		return nil
	}
	switch w {
	case "row_mirror":
		p.in.DPP, p.in.Flags = 0x140, p.in.Flags|FlagDPP16
		return nil
	case "row_half_mirror":
		p.in.DPP, p.in.Flags = 0x141, p.in.Flags|FlagDPP16
		return nil
	}
	if w == "" || !p.eat(":") {
		return p.errorf("no modifier %q", w)
	}
	var err error
	switch w {
	case "op_sel":
		p.opSel, err = p.list(4)
		return err
	case "op_sel_hi":
		p.opSelHi, err = p.list(3)
		return err
	case "neg_lo":
		p.negLo, err = p.list(3)
		return err
	case "neg_hi":
		p.negHi, err = p.list(3)
		return err
	case "quad_perm":
		l, err := p.list(4)
		if err != nil || len(l) != 4 {
			return p.errorf("quad_perm takes four lanes")
		}
		p.in.DPP = 0
		for i, v := range l {
			p.in.DPP |= uint32(v&3) << (2 * i)
		}
		p.in.Flags |= FlagDPP16
		return nil
	case "dpp8":
		l, err := p.list(8)
		if err != nil || len(l) != 8 {
			return p.errorf("dpp8 takes eight lanes")
		}
		p.in.DPP = 0
		for i, v := range l {
			p.in.DPP |= uint32(v) << (3 * i)
		}
		p.in.Flags |= FlagDPP8
		return nil
	case "dim":
		n := strings.TrimPrefix(p.word(), "SQ_RSRC_IMG_")
		d := index(dimNames[:], n)
		if d < 0 {
			return p.errorf("no image dimension %q", n)
		}
		p.in.Dim = uint8(d)
		return nil
	case "format":
		if p.eat("[") {
			n := p.word()
			f := index(bufFormats[:], strings.TrimPrefix(n, "BUF_FMT_"))
			if f < 0 {
				return p.errorf("no buffer format %q", n)
			}
			p.in.Format = uint8(f)
			p.formatGiven = true
			return p.expect("]")
		}
	case "offset":
		if p.eat("swizzle(") {
			return p.swizzle()
		}
	}
	v, err := p.integer()
	if err != nil {
		return err
	}
	row := func(base uint32, lo int64) error {
		if v < lo || v > 15 {
			return p.errorf("%s:%d is out of range", w, v)
		}
		p.in.DPP, p.in.Flags = base+uint32(v), p.in.Flags|FlagDPP16
		return nil
	}
	small := func(max int64) error {
		if v < 0 || v > max {
			return p.errorf("%s:%d is out of range", w, v)
		}
		return nil
	}
	switch w {
	case "mul":
		switch v {
		case 2:
			p.in.OMod = 1
		case 4:
			p.in.OMod = 2
		default:
			return p.errorf("mul:%d", v)
		}
	case "div":
		if v != 2 {
			return p.errorf("div:%d", v)
		}
		p.in.OMod = 3
	case "row_shl":
		return row(0x100, 1)
	case "row_shr":
		return row(0x110, 1)
	case "row_ror":
		return row(0x120, 1)
	case "row_share":
		return row(0x150, 0)
	case "row_xmask":
		return row(0x160, 0)
	case "row_mask":
		p.in.Masks |= uint8(v&15) << 4
		return small(15)
	case "bank_mask":
		p.in.Masks |= uint8(v & 15)
		return small(15)
	case "bound_ctrl":
		p.in.Flags |= FlagBoundCtrl
		return small(1)
	case "fi":
		if v == 1 {
			p.in.Flags |= FlagFI
		}
		return small(1)
	case "offset":
		if v < -1<<31 || v >= 1<<31 {
			return p.errorf("offset:%d is out of range", v)
		}
		p.in.Offset = int32(v)
	case "offset0":
		p.in.Offset |= int32(v & 255)
		return small(255)
	case "offset1":
		p.in.Offset |= int32(v&255) << 8
		return small(255)
	case "dmask":
		p.in.DMask = uint8(v)
		return small(15)
	case "format":
		p.in.Format, p.formatGiven = uint8(v), true
		return small(127)
	case "wait_exp", "wait_vdst":
		p.in.Format = uint8(v)
		return small(15)
	default:
		return p.errorf("no modifier %q", w)
	}
	return nil
}

// swizzle reads the pattern of ds_swizzle_b32 after "offset:swizzle(".
func (p *parser) swizzle() error {
	mode := p.word()
	var arg [4]int64
	n := 0
	if mode == "BITMASK_PERM" {
		p.eat(",")
		if err := p.expect("\""); err != nil {
			return err
		}
		if len(p.s)-p.i < 6 || p.s[p.i+5] != '"' {
			return p.errorf("a bit mask has five characters")
		}
		var v int32
		for i := range 5 {
			b := int32(16) >> i
			switch p.s[p.i+i] {
			case '0':
			case '1':
				v |= b << 5
			case 'p':
				v |= b
			case 'i':
				v |= b | b<<10
			default:
				return p.errorf("bad bit mask")
			}
		}
		p.i += 6
		p.in.Offset = v
		return p.expect(")")
	}
	for p.eat(",") {
		v, err := p.integer()
		if err != nil {
			return err
		}
		if n == 4 || v < 0 || v > 32 {
			return p.errorf("bad swizzle argument")
		}
		arg[n] = v
		n++
	}
	pow2 := func(x int64) bool { return x > 0 && x&(x-1) == 0 }
	switch {
	case mode == "QUAD_PERM" && n == 4 && arg[0]|arg[1]|arg[2]|arg[3] < 4:
		p.in.Offset = int32(0x8000 | arg[0] | arg[1]<<2 | arg[2]<<4 | arg[3]<<6)
	case mode == "ROTATE" && n == 2 && arg[0] < 2 && arg[1] < 32:
		p.in.Offset = int32(0xc000 | arg[0]<<10 | arg[1]<<5)
	case mode == "SWAP" && n == 1 && pow2(arg[0]) && arg[0] < 32:
		p.in.Offset = int32(31 | arg[0]<<10)
	case mode == "REVERSE" && n == 1 && pow2(arg[0]) && arg[0] > 1:
		p.in.Offset = int32(31 | (arg[0]-1)<<10)
	case mode == "BROADCAST" && n == 2 && pow2(arg[0]) && arg[0] > 1 && arg[1] < arg[0]:
		p.in.Offset = int32((32-arg[0])&31 | arg[1]<<5)
	default:
		return p.errorf("bad swizzle %s", mode)
	}
	return p.expect(")")
}

// choose finds the row that fits and encodes.
func (p *parser) choose() (Inst, error) {
	t := p.t
	info := &t.ops[p.in.Op]
	var first error
	for _, ri := range t.byOp[info.first : int(info.first)+int(info.n)] {
		r := &t.rows[ri]
		if r.Enc == EncVOPD || p.suffix >= 0 && int(r.suffix) != p.suffix ||
			(r.Flags&RowDPP16 != 0) != (p.in.Flags&FlagDPP16 != 0) || (r.Flags&RowDPP8 != 0) != (p.in.Flags&FlagDPP8 != 0) {
			continue
		}
		in, err := p.build(r)
		if err == nil {
			in.Enc = r.Enc
			if _, err = Encode(t, &in, nil); err == nil {
				return in, nil
			}
		}
		if first == nil || err != errCount {
			first = err
		}
	}
	if first == nil {
		first = errNoForm
	}
	return Inst{}, fmt.Errorf("amdgpu: %q: %w", p.s, first)
}

// build gives the operands the types that row r has.
func (p *parser) build(r *Row) (Inst, error) {
	in, t := p.in, p.t
	opds := p.opds
	put := func(o Operand) error {
		if int(in.N) == MaxOperands {
			return errCount
		}
		in.Opd[in.N] = o
		in.N++
		return nil
	}
	if r.img != 0 {
		for _, o := range opds {
			l := o.list
			if l == nil {
				l = []rawOpd{o}
			} else {
				in.Flags |= FlagNSA
			}
			for _, e := range l {
				if !e.isReg || e.mods != 0 {
					return in, errKind
				}
				if err := put(e.reg); err != nil {
					return in, err
				}
			}
		}
		return in, nil
	}
	if len(opds) != int(r.nops) {
		return in, errCount
	}
	if r.Enc == EncMTBUF && !p.formatGiven {
		in.Format = bufFormatDefault
	}
	for i := range opds {
		raw, o := &opds[i], t.Operand(r, i)
		if r.Enc == EncSMEM && i == 2 {
			switch {
			case raw.isNum:
				if raw.num < -1<<31 || raw.num >= 1<<31 {
					return in, errOffset
				}
				in.Offset = int32(raw.num)
				put(Operand{})
				continue
			case raw.isReg && raw.reg.Reg == Null:
				put(Operand{})
				continue
			}
		}
		if r.Enc == EncEXP && i > 0 && !raw.off {
			in.DMask |= 1 << (i - 1)
		}
		v, err := p.convert(raw, o, r, i)
		if err != nil {
			return in, err
		}
		if err := put(v); err != nil {
			return in, err
		}
	}
	return in, p.lists(&in, r)
}

// lists applies op_sel, op_sel_hi, neg_lo and neg_hi.
func (p *parser) lists(in *Inst, r *Row) error {
	t := p.t
	packed := r.Enc == EncVOP3P || r.Enc == EncVOP3PDPP16 || r.Enc == EncVOP3PDPP8
	set := func(l []int, k, i int, m uint8) error {
		if l[k] > 1 {
			return errField
		}
		if l[k] == 1 {
			in.Opd[i].Mods |= m
		}
		return nil
	}
	if packed {
		n := int(in.N) - 1
		for _, x := range []struct {
			l []int
			m uint8
		}{{p.opSel, ModHi}, {p.negLo, ModNeg}, {p.negHi, ModAbs}} {
			if x.l == nil {
				continue
			}
			if len(x.l) != n {
				return errField
			}
			for k := range x.l {
				if err := set(x.l, k, 1+k, x.m); err != nil {
					return err
				}
			}
		}
		if p.opSelHi != nil && len(p.opSelHi) != n {
			return errField
		}
		return nil
	}
	if p.opSelHi != nil || p.negLo != nil || p.negHi != nil {
		return errFlag
	}
	if p.opSel == nil {
		return nil
	}
	sources := opselSourcesOnly(t, r)
	if r.opsel == 0 || len(p.opSel) != int(r.opsel) {
		return errFlag
	}
	for k := range p.opSel {
		bit := uint8(k)
		if k == len(p.opSel)-1 && !sources {
			bit = 3
		}
		found := false
		for i := range int(in.N) {
			if t.Operand(r, i).mod == bit {
				found = true
				if err := set(p.opSel, k, i, ModHi); err != nil {
					return err
				}
			}
		}
		if !found && p.opSel[k] != 0 && !(bit == 2 && in.Opd[0].Mods&ModHi != 0) {
			return errModifier
		}
	}
	return nil
}

// convert types one operand.
func (p *parser) convert(raw *rawOpd, o *OperandInfo, r *Row, i int) (Operand, error) {
	out := Operand{Mods: raw.mods}
	packed := r.Flags&RowPacked != 0
	if (r.Enc == EncVOP3P || r.Enc == EncVOP3PDPP16 || r.Enc == EncVOP3PDPP8) && o.mod < 3 && (o.mod < 2 && r.mods>>fldOpselHi&1 != 0 || o.mod == 2 && r.mods>>fldOpselHi2&1 != 0) {
		k := int(o.mod)
		if p.opSelHi == nil && packed || p.opSelHi != nil && k < len(p.opSelHi) && p.opSelHi[k] == 1 {
			out.Mods |= ModHiHi
		}
	}
	switch {
	case raw.list != nil:
		return out, errKind
	case raw.off:
		return Operand{}, nil
	case raw.isReg:
		out.Kind, out.Reg, out.Width = OpdReg, raw.reg.Reg, raw.reg.Width
		if w := p.t.width(o); out.Width == 0 || o.Dwords == 2 && (out.Reg == SCC || out.Reg == 251 || out.Reg == 252 || out.Reg == FlatScratchBaseLo) {
			out.Width = w
		}
		return out, nil
	case raw.isFloat:
		if o.Class != ClassSrc && o.Class != ClassSSrc && o.Class != ClassLiteral && o.Class != ClassVGPR {
			return out, errKind
		}
		out.Kind = OpdImm
		out.Imm = o.forMix(r.Op, out.Mods).fromFloat(raw.flt)
		return out, nil
	}
	v := raw.num
	switch o.Class {
	case ClassImm:
		out.Kind, out.Imm = OpdField, v
	case ClassLabel:
		if v < -1<<15 || v >= 1<<16 {
			return out, errLabel
		}
		out.Kind, out.Imm = OpdLabel, int64(int16(v))*4+4
	default:
		out.Kind, out.Imm = OpdImm, v
		if o.Dwords == 2 && o.Format == FmtF64 && (raw.lit || v < -16 || v > 64) && v == int64(uint32(v)) {
			out.Imm = v << 32
		}
		if o.Dwords == 2 && o.Format == FmtI64 && v == int64(uint32(v)) {
			out.Imm = int64(int32(v)) // the text is the literal's dword
		}
		if o.Splat && !raw.lit && v >= -16 && v <= 64 {
			out.Imm = o.narrow(v)
		}
	}
	return out, nil
}

// fromFloat is the pattern of a number in the operand's type.
func (o *OperandInfo) fromFloat(f float64) int64 {
	// Inline constants are written rounded: find them by their text value first.
	for i, n := range floatNames {
		if x, _ := strconv.ParseFloat(n, 64); x == f {
			return floatInline(i, o)
		}
	}
	switch {
	case o.Dwords == 2 || o.Inline == 64:
		return int64(math.Float64bits(f))
	}
	return int64(math.Float32bits(float32(f)))
}
