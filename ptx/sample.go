package ptx

import "strings"

// This file writes one instruction for every alternative of every row of the instruction table. Tests run them through
// NVIDIA's assembler and through the compiler; tools count them.

// Sample is one instruction made from the instruction table.
type Sample struct {
	Op       Opcode
	Row      string // the row's modifiers
	Text     string // with operands and semicolon
	Version  Version
	Target   Target // the oldest one that has the instruction
	Operands []SampleOperand
}

// SampleOperand says what the table asks of one operand of a Sample.
type SampleOperand struct {
	Role byte // as in the table's operand column, without its suffixes
	Type Type // of each element; NoType where the role has none
	N    int  // elements of a vector, 0 for a scalar
	Text string
}

// ModsOf resolves a mnemonic. It reports false if the table has no such form.
func ModsOf(mnemonic string) (*Mods, bool) {
	m := theTables().resolve(mnemonic)
	return m, len(m.forms) > 0
}

// SampleDecls declares, inside a function, the registers that samples use, each named as its type, and SampleGlobals the
// names at module level. Samples with .b128 need ".reg .b128 b128;" besides.
const (
	SampleDecls   = genDecls
	SampleGlobals = genModule
)

// Samples makes the instructions, in the order of the table. Rows whose operands cannot be made without context (calls)
// are left out.
func Samples() []Sample {
	var out []Sample
	for op := OpNone + 1; op < NumOpcodes; op++ {
		out = appendSamples(out, op, genMnemonics)
	}
	return out
}

// Combinations makes an instruction for every combination of modifiers of every row of op that the checker admits.
func Combinations(op Opcode) []Sample { return appendSamples(nil, op, genCombinations) }

func appendSamples(out []Sample, op Opcode, mnemonics func(*form) []string) []Sample {
	tb := theTables()
	for _, f := range tb.forms[op] {
		for _, mn := range mnemonics(f) {
			m := tb.resolve(mn)
			if len(m.forms) == 0 {
				continue
			}
			n := f.needs().and(m.needs())
			t := Target{SM: max(n.sm, 75)}
			if n.arch {
				t.Suffix = 'a'
			}
			ver := n.ver
			if v := knownSMs[t.SM]; ver.Less(v) {
				ver = v
			}
			c := &checker{m: &Module{Version: ver, Target: Target{SM: t.SM, Suffix: 'a'}, AddressSize: 64}}
			if msg, _ := c.modsProblem(m); msg != "" {
				continue
			}
			ops, ok := genOperands(f, m)
			if !ok || f.rest {
				continue
			}
			out = append(out, Sample{op, op.String() + " | " + f.source, mn + " " + joinOperands(ops) + ";", ver, t, ops})
		}
	}
	return out
}

// genCombinations spells f with every combination of its modifiers.
func genCombinations(f *form) []string {
	out := []string{f.op.String()}
	for _, s := range f.slots {
		var next []string
		for _, x := range out {
			if s.opt {
				next = append(next, x)
			}
			if s.shape {
				next = append(next, x+".m64n8k16")
				continue
			}
			for _, w := range s.words {
				next = append(next, x+"."+w)
			}
		}
		out = next
	}
	return out
}

const genDecls = `.reg .pred p,q; .reg .b8 b8; .reg .b16 b16; .reg .b32 b32; .reg .b64 b64; .reg .u8 u8; .reg .u16 u16; .reg .u32 u32; .reg .u64 u64; .reg .s8 s8; .reg .s16 s16; .reg .s32 s32; .reg .s64 s64; .reg .f16 f16; .reg .f16x2 f16x2; .reg .f32 f32; .reg .f64 f64; .shared .align 128 .b8 sm[1024]; .local .align 16 .b8 lm[64]; .param .align 16 .b8 pr[64]; tl: .branchtargets LL; LL:`
const genModule = `.global .align 128 .b8 gl[1024]; .const .align 128 .b8 cn[128]; .global .texref tx; .global .surfref sf;`

// genMnemonics spells f with its first alternatives, then with each other
// alternative once, then with each optional slot.
func genMnemonics(f *form) []string {
	base := make([]string, len(f.slots))
	for i, s := range f.slots {
		if !s.opt {
			if s.shape {
				base[i] = "m64n8k16"
			} else {
				base[i] = s.words[0]
			}
		}
	}
	spell := func(w []string) string {
		out := f.op.String()
		sep := "."
		switch f.op {
		case OpBarSync, OpBarArrive, OpBarRed, OpBarrierSync, OpBarrierArrive, OpBarrierRed:
			if w[0] == "cta" { // it stands before the rest of the name
				first, rest, _ := strings.Cut(out, ".")
				out, w = first+".cta."+rest, w[1:]
			}
		case OpTcgen05Fence, OpTcgen05Wait:
			sep = "::"
		}
		for _, x := range w {
			if x != "" {
				out += sep + x
				sep = "."
			}
		}
		return out
	}
	out := []string{spell(base)}
	for i, s := range f.slots {
		if s.shape {
			continue
		}
		for _, w := range s.words {
			if w == base[i] {
				continue
			}
			c := append([]string(nil), base...)
			c[i] = w
			out = append(out, spell(c))
		}
	}
	return out
}

func regFor(t Type) string {
	switch t {
	case BF16:
		return "b16"
	case BF16x2, U16x2, S16x2, U8x4, S8x4:
		return "b32"
	case F32x2:
		return "b64"
	case Pred:
		return "p"
	case NoType:
		return "b32"
	}
	return t.String()
}

// genOperands makes operands that fit f, without the optional ones.
func genOperands(f *form, m *Mods) ([]SampleOperand, bool) {
	var out []SampleOperand
	for i := range f.opnds {
		s := &f.opnds[i]
		policy := s.opt && s.role == 's' && s.typ == B64 && m.Has(CacheHint)
		count := s.opt && s.role == 's' && m.Has(ExpectTx) && (m.Op == OpMbarrierArrive || m.Op == OpMbarrierArriveDrop)
		if s.opt && !policy && !count {
			continue
		}
		t := specType(s, m)
		add := func(text string, n int) { out = append(out, SampleOperand{s.role, t, n, text}) }
		switch s.role {
		case 'd', 'D', 's', 'r', 'y', 'z', 'O', 'm':
			n := int(s.vec)
			switch s.vec {
			case vecMods:
				n = int(m.Vec)
				if n == 1 {
					n = 0
				}
			case 0:
				if s.role == 'm' && m.Vec > 1 {
					n = int(m.Vec)
				}
			case vecAny:
				if n = fragmentSize(s, m); n < 0 {
					return nil, false
				}
			}
			r := regFor(t)
			if s.role == 'D' && m.Space == SpaceSharedCluster && (m.Op == OpMbarrierArrive || m.Op == OpMbarrierArriveDrop) {
				r = "_"
			}
			if n > 0 {
				r = "{" + strings.TrimSuffix(strings.Repeat(r+",", n), ",") + "}"
			}
			add(r, n)
		case 'i':
			v := "0"
			switch f.op {
			case OpCpAsync, OpApplypriority, OpDiscard, OpFenceProxy, OpTensormapCpFenceproxy:
				v = "16"
				if f.op != OpCpAsync {
					v = "128"
				}
			case OpSetmaxnreg:
				v = "64"
			case OpTcgen05Ld, OpTcgen05St:
				v = "2"
			}
			add(v, 0)
		case 'p', 'P':
			add("p", 0)
		case 'Q':
			if t == NoType {
				add("p|q", 0)
			} else {
				add(regFor(t)+"|p", 0)
			}
		case 'L':
			add("LL", 0)
		case 'T':
			add("tl", 0)
		case '[':
			a := "b64"
			if m.HasWord("param::func") {
				a = "pr"
			}
			switch f.op {
			case OpTcgen05Ld, OpTcgen05St, OpTcgen05Shift, OpTcgen05Cp:
				a = "b32"
			}
			add("["+a+"]", 0)
		default:
			return nil, false
		}
	}
	return out, true
}

func joinOperands(ops []SampleOperand) string {
	var out []string
	for _, o := range ops {
		out = append(out, o.Text)
	}
	return strings.Join(out, ", ")
}
