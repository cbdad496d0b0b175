package ptx

import (
	"fmt"
	"strings"
)

// This file has the rules among modifiers that rows of the table cannot say,
// and the checks that follow once operands fit.

// modsOK looks at a mnemonic once per module and reports at each use.
func (c *checker) modsOK(in *Instr) bool {
	ok, seen := c.mods[in.Mods]
	if !seen {
		msg, _ := c.modsProblem(in.Mods)
		ok = msg == ""
		c.mods[in.Mods] = ok
	}
	if ok {
		return true
	}
	msg, kind := c.modsProblem(in.Mods)
	c.err(in.Pos, kind, in.Text, msg)
	return false
}

func (c *checker) modsProblem(m *Mods) (string, Kind) {
	name := opName(m)
	for _, w := range m.Words {
		n := wordNeeds[w].and(opWordNeeds[m.Op][w])
		if what, ok := n.missing(c.m.Version, &c.m.Target); !ok {
			return "Modifier '." + w + "' on '" + name + "' requires " + what, KindUnsupported
		}
	}
	if sm := c.m.Target.SM; goneAt(m) != 0 && sm >= goneAt(m) {
		return "Instruction '" + name + "' not supported on .target 'sm_" + utoa(uint32(sm)) + "'", KindUnsupported
	}
	switch m.Op {
	case OpBarSync, OpBarArrive, OpBarRed, OpBarrierSync, OpBarrierArrive, OpBarrierRed:
		// Unlike other modifiers this one has a place.
		if family, rest, _ := strings.Cut(m.Text, "."); m.HasWord("cta") && !strings.HasPrefix(rest, "cta.") {
			return "Illegal modifier '.cta' for instruction '" + family + "'", KindInvalid
		}
	case OpCvta:
		if m.Type == U32 && c.m.AddressSize == 64 {
			return "32-Bit compilation is no longer supported", KindInvalid // so ptxas, of an instruction that makes addresses of 32 bits
		}
	case OpCvt:
		if msg := cvtProblem(m); msg != "" {
			return msg, KindInvalid
		}
	case OpSetp, OpSet:
		if !cmpFits(m.Cmp, m.SrcType) {
			return "Mismatch between instruction type and comparison qualifier", KindInvalid
		}
	case OpMad:
		if m.Type == F32 && m.Round == RoundNone && c.m.Target.SM >= 20 {
			return "Rounding modifier required for instruction 'mad'", KindInvalid
		}
	case OpVote, OpShfl:
		if !m.Has(Sync) && c.m.Target.SM >= 70 && !c.m.Version.Less(Version{6, 4}) {
			return "Instruction '" + name + "' without '.sync' is not supported on .target sm_70 and higher from PTX ISA version 6.4", KindInvalid
		}
	case OpLd, OpSt, OpLdu:
		if m.Has(Volatile) && m.Space == SpaceLocal && c.m.Version.Less(Version{9, 1}) {
			return "Feature 'ld/st with .local.volatile' requires PTX ISA .version 9.1 or later", KindUnsupported
		}
		bits := int(m.Vec) * m.Type.Bits()
		switch {
		case m.Type == B128 && m.Vec > 1:
			return "Vector type too large, exceeds 128 bit limit", KindInvalid
		case bits > 256 || m.Vec == 8 && m.Type.Bits() > 32:
			return "Vector type too large, exceeds 256 bit limit", KindInvalid
		case bits > 128 || m.Vec == 8 && m.Type.Bits() == 32:
			if c.m.Target.SM < 100 {
				return "Feature '256 bit wide load/store' requires .target sm_100 or higher", KindUnsupported
			}
			if m.Space != SpaceGlobal {
				return "global state space expected for feature '256 bit wide load/store'", KindInvalid
			}
		default:
			for _, w := range m.Words {
				if w == "L2::evict_normal" || w == "L2::evict_first" || w == "L2::evict_last" {
					return "Instruction '" + name + "' requires '.v8.b32/.v4.b64' type with '." + w + "' modifier.", KindInvalid
				}
			}
		}
	case OpMbarrierArrive, OpMbarrierArriveDrop, OpMbarrierTestWait, OpMbarrierTryWait, OpMbarrierExpectTx, OpMbarrierCompleteTx,
		OpMultimemLdReduce, OpMultimemSt, OpMultimemRed:
		ordered := m.Sem != SemNone && m.Sem != SemWeak
		switch {
		case ordered && m.Scope == ScopeNone:
			return "Modifier '." + m.Sem.String() + "' requires scope with '" + name + "' instruction", KindInvalid
		case !ordered && m.Scope != ScopeNone:
			return "Modifier '." + m.Scope.String() + "' requires order with '" + name + "' instruction", KindInvalid
		}
	case OpMax, OpMin:
		if m.Has(XorSign) != m.Has(XorSign|Abs) {
			return "Modifier '.abs' required for '.xorsign' in instruction '" + name + "'", KindInvalid
		}
	}
	return "", KindInvalid
}

// cmpFits says whether a comparison applies to operands of type t.
func cmpFits(c Cmp, t Type) bool {
	switch {
	case t.Untyped():
		return c == CmpEQ || c == CmpNE
	case t.Signed():
		return c <= CmpGE
	case t.Unsigned():
		return c <= CmpHS
	}
	return c <= CmpGE || c >= CmpEQU
}

// cvtProblem applies the rules of plain cvt: which rounding is required,
// allowed or forbidden, where .sat and .ftz mean something.
func cvtProblem(m *Mods) string {
	d, s := m.Types[0], m.Types[1]
	if m.NTypes != 2 || d.Packed() || s.Packed() || d.Bits() > 64 || d == TF32 || m.Round == RoundStochastic {
		return "" // the table has these exactly
	}
	intRound := m.Round >= RoundNearestInt && m.Round <= RoundPlusInt
	fpRound := m.Round >= RoundNearest && m.Round <= RoundPlus
	const required = "Rounding modifier required for instruction 'cvt'"
	const illegal = "Illegal rounding modifier for instruction 'cvt'"
	switch {
	case d.Float() && s.Float():
		half := func(t Type) bool { return t == F16 || t == BF16 }
		switch {
		case d == s:
			if fpRound {
				return illegal
			}
		case half(d) && half(s):
			if intRound {
				return illegal
			}
		case d.Bits() < s.Bits():
			if intRound {
				return illegal
			}
			if !fpRound {
				return required
			}
		default:
			if m.Round != RoundNone && s != BF16 {
				return illegal
			}
		}
	case d.Float():
		if intRound {
			return illegal
		}
		if !fpRound {
			return required
		}
	case s.Float():
		if fpRound {
			return illegal
		}
		if !intRound {
			return required
		}
	default:
		if m.Round != RoundNone {
			return illegal
		}
		if m.Has(Sat) && holds(d, s) {
			return "Illegal modifier '.sat' for instruction 'cvt'"
		}
	}
	if m.Has(FTZ) && d != F32 && s != F32 {
		return "Modifier '.ftz' does not apply to this type of convert operation"
	}
	return ""
}

// goneAt is the first target that no longer has an instruction which earlier ones have, 0 if there is none.
func goneAt(m *Mods) int {
	switch m.Op {
	case OpWgmmaCommitGroup, OpWgmmaFence, OpWgmmaMmaAsync, OpWgmmaWaitGroup:
		return 100
	case OpReduxSync:
		if m.Type == F32 {
			return 120
		}
	case OpCvt:
		if m.Round == RoundStochastic {
			return 120
		}
	}
	return 0
}

// holds reports whether integer type d holds every value of s.
func holds(d, s Type) bool {
	if d.Signed() == s.Signed() {
		return d.Bits() >= s.Bits()
	}
	return d.Signed() && d.Bits() > s.Bits()
}

// after checks what is left once the operands' kinds and types fit.
func (c *checker) after(in *Instr) {
	switch in.Op {
	case OpBfe, OpBfi: // the position and the length, the last two
		for i := len(in.Ops) - 2; i < len(in.Ops); i++ {
			if o := &in.Ops[i]; o.Kind == OpndInt && o.Imm > 255 {
				c.err(o.Pos, KindInvalid, "", fmt.Sprintf("Argument %d of instruction '%s': value '%d' out of range, expected to be in range [0..255]", i, opName(in.Mods), int64(o.Imm)))
			}
		}
	case OpMbarrierArrive, OpMbarrierArriveDrop:
		switch {
		case in.Has(ExpectTx) && len(in.Ops) < 3:
			c.err(in.Pos, KindInvalid, in.Text, "Arguments mismatch for instruction '"+opName(in.Mods)+"'")
		case in.Space == SpaceSharedCluster && in.Ops[0].Kind != OpndSink:
			c.err(in.Ops[0].Pos, KindInvalid, "", "Sink '_' is expected as a destination operand for instruction '"+opName(in.Mods)+"' with '.shared::cluster'")
		}
	case OpMov:
		if in.Vec <= 1 && in.Ops[0].Kind == OpndVec && in.Ops[1].Kind == OpndVec {
			c.err(in.Ops[1].Pos, KindInvalid, "", "Illegal vector-vector operands for vector-scalar or scalar-vector mov instruction")
		}
	case OpBarSync, OpBarArrive, OpBarrierSync, OpBarrierArrive:
		if o := &in.Ops[0]; o.Kind == OpndInt && o.Imm > 15 {
			c.err(o.Pos, KindInvalid, "", "Barrier number '"+utoa(uint32(min(o.Imm, 1<<31)))+"' out of range, expected to be in range [0..15]")
		}
		if len(in.Ops) > 1 {
			if o := &in.Ops[1]; o.Kind == OpndInt && o.Imm%32 != 0 {
				c.err(o.Pos, KindInvalid, "", "Number of threads participating in barrier must be in multiple of warp size")
			}
		}
	case OpPmevent:
		if o := &in.Ops[0]; o.Kind == OpndInt && o.Imm > 15 && !in.HasWord("mask") {
			c.err(o.Pos, KindInvalid, "", fmt.Sprintf("Argument 0 of instruction 'pmevent': value '%d' out of range, expected to be in range [0..15]", int64(o.Imm)))
		}
	case OpVadd, OpVsub, OpVabsdiff, OpVmin, OpVmax, OpVshl, OpVshr, OpVset:
		if in.Ops[0].Sel != SelNone && len(in.Ops) == 3 {
			c.err(in.Ops[0].Pos, KindInvalid, "", "Video selector is not allowed on destination for instruction '"+in.Op.String()+"'")
		}
	}
}

func (c *checker) call(in *Instr) {
	ops := in.Ops
	if len(ops) != 4 || ops[1].Kind == OpndNone {
		return
	}
	var rets, params []*Variable
	callee := &ops[1]
	switch {
	case callee.Func() != nil:
		f := callee.Func()
		if f.Entry {
			c.err(callee.Pos, KindInvalid, f.Name, notDevice)
			return
		}
		rets, params = f.Rets, f.Params
	case callee.Kind == OpndReg:
		t := c.regType(callee)
		if !(t.Int() || t.Untyped()) || t.Bits() < 32 {
			c.err(callee.Pos, KindInvalid, c.operandWord(callee), "Arguments mismatch for instruction 'call'")
			return
		}
		switch p := ops[3].Sym.(type) {
		case *Prototype:
			rets, params = p.Rets, p.Params
		case *TargetList:
			if !p.Calls || len(p.Funcs) == 0 {
				c.err(ops[3].Pos, KindInvalid, p.Name, "Call target not recognized")
				return
			}
			rets, params = p.Funcs[0].Rets, p.Funcs[0].Params
			for _, f := range p.Funcs[1:] {
				if len(f.Rets) != len(rets) || len(f.Params) != len(params) {
					c.err(in.Pos, KindInvalid, in.Text, wrongParameters)
					return
				}
			}
		default:
			c.err(in.Pos, KindInvalid, in.Text, "Call target not recognized")
			return
		}
	default:
		c.err(callee.Pos, KindInvalid, c.operandWord(callee), "Call target not recognized")
		return
	}
	args := ops[2].Elems
	variadic := len(params) > 0 && len(params[len(params)-1].Dims) > 0 && params[len(params)-1].Dims[0] < 0
	if len(ops[0].Elems) != len(rets) || len(args) != len(params) && !(variadic && len(args) == len(params)-1) {
		c.err(in.Pos, KindInvalid, in.Text, wrongParameters)
		return
	}
	for i := range rets {
		c.argument(&ops[0].Elems[i], rets[i], true)
	}
	for i := range args {
		if i < len(params) {
			c.argument(&args[i], params[i], false)
		}
	}
}

// paramAlign is the alignment that a parameter has in a call: never less than its type's.
func paramAlign(v *Variable) int64 { return max(v.Alignment(), int64(v.Type.Size())) }

const notDevice = "Illegal call target, device function expected"

const wrongParameters = "Call has wrong number of parameters"

// argument checks an actual parameter against a formal one.
func (c *checker) argument(o *Operand, formal *Variable, out bool) {
	bad := false
	incomplete := len(formal.Dims) > 0 && formal.Dims[0] < 0
	switch o.Kind {
	case OpndReg:
		r := c.fn.Regs[o.Reg]
		bad = len(formal.Dims) > 0 || !regFits(r.Type, formal.Type, false) || o.Neg || o.Not || r.Vec > 1 && (formal.Vec <= 1 || o.Sel != SelNone)
	case OpndInt, OpndF32, OpndF64:
		bad = out || len(formal.Dims) > 0 || !immFits(o, formal.Type)
	case OpndSym:
		v := o.Var()
		switch {
		case o.Imm != 0:
			bad = true
		case v == nil && o.Func() == nil:
			c.err(o.Pos, KindInvalid, c.operandWord(o), "Illegal argument for formal parameter '"+formal.Name+"'")
			return
		case v == nil || v.Space != SpaceParam:
			c.err(o.Pos, KindInvalid, c.operandWord(o), "Call argument '"+o.Sym.SymName()+"' has illegal state space")
			return
		case incomplete:
		default:
			bad = v.Size() != formal.Size() || len(v.Dims) != len(formal.Dims) || len(v.Dims) == 0 && !regFits(v.Type, formal.Type, false)
		}
		if !bad && paramAlign(v) != paramAlign(formal) {
			c.err(o.Pos, KindInvalid, c.operandWord(o), "Alignment of argument does not match formal parameter '"+formal.Name+"'")
			return
		}
	case OpndSink:
		if !out {
			c.err(o.Pos, KindInvalid, "_", "Illegal argument for formal parameter '"+formal.Name+"'")
			return
		}
	default:
		bad = true
	}
	if bad {
		c.err(o.Pos, KindInvalid, c.operandWord(o), "Type of argument does not match formal parameter '"+formal.Name+"'")
	}
}
