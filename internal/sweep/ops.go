package sweep

import (
	"fmt"
	"strings"

	"ferry/internal/coverage"
	"ferry/ptx"
)

// Op is one instruction with at most 32 bits of input: a register, or two f32 whose conversions do not depend on each other.
type Op struct {
	Text   string // with operands d, a and perhaps b, which is the complement of a
	Header string // of a module that has the instruction
	SM     int    // the oldest target that has it
	Arch   bool   // only that very target

	Dst, Src string // register types
	Size     int    // bytes of the result
	Bits     int    // of the input: 8, 16 or 32

	in *ptx.Instr
	// exact is the answer. near stands for it where the manual gives bounds only: it tells whether got is allowed, and its error
	// as a part of the bound.
	exact func(x uint32) uint64
	near  func(x uint32, got uint64) (part float64, ok bool)
}

// Name is the instruction without operands.
func (o *Op) Name() string { return o.Text[:strings.IndexByte(o.Text, ' ')] }

// Inputs is how many there are. Those of 8 bits come with all values of 8 more, which must not matter.
func (o *Op) Inputs() uint64 { return 1 << max(o.Bits, 16) }

// Bounded reports whether the manual gives bounds only.
func (o *Op) Bounded() bool { return o.near != nil }

// unary are the opcodes that have unary forms on at most 32 bits.
var unary = []ptx.Opcode{
	ptx.OpAbs, ptx.OpNeg, ptx.OpNot, ptx.OpCnot, ptx.OpPopc, ptx.OpClz, ptx.OpBrev, ptx.OpBfind, ptx.OpTestp, ptx.OpCvt,
	ptx.OpRcp, ptx.OpSqrt, ptx.OpRsqrt, ptx.OpSin, ptx.OpCos, ptx.OpLg2, ptx.OpEx2, ptx.OpTanh,
}

// registers says how samples' registers are declared here, and their size as a result. Integers shorter than 32 bits go to longer
// registers, which shows how they are extended.
var registers = map[string]struct {
	reg  string
	size int
}{
	"u8": {"b32", 4}, "s8": {"b32", 4}, "u16": {"b32", 4}, "s16": {"b32", 4}, "b8": {"b8", 1}, "b16": {"b16", 2}, "f16": {"b16", 2},
	"b32": {"b32", 4}, "u32": {"b32", 4}, "s32": {"b32", 4}, "f32": {"f32", 4}, "f16x2": {"b32", 4},
	"b64": {"b64", 8}, "u64": {"b64", 8}, "s64": {"b64", 8}, "f64": {"f64", 8}, "p": {"pred", 4},
}

// sources are registers of operands. Bytes come in longer registers, whose other bits must not matter.
var sources = map[string]struct {
	reg  string
	bits int
}{
	"u8": {"b32", 8}, "s8": {"b32", 8}, "b8": {"b8", 8}, "u16": {"b16", 16}, "s16": {"b16", 16}, "b16": {"b16", 16}, "f16": {"b16", 16},
	"b32": {"b32", 32}, "u32": {"b32", 32}, "s32": {"b32", 32}, "f32": {"f32", 32}, "f16x2": {"b32", 32},
}

// Ops are the instructions, in the order of the table.
func Ops() ([]*Op, error) {
	var out []*Op
	seen := map[string]bool{}
	for _, code := range unary {
		for _, s := range ptx.Combinations(code) {
			mn, rest, _ := strings.Cut(strings.TrimSuffix(s.Text, ";"), " ")
			w := strings.Split(rest, ", ")
			if seen[mn] || len(w) < 2 || len(w) > 3 || len(w) == 3 && (w[1] != "f32" || w[2] != "f32") {
				continue
			}
			d, ok := registers[w[0]]
			src, bits := sources[w[1]].reg, sources[w[1]].bits
			if !ok || s.Op == ptx.OpNot && strings.HasSuffix(mn, "pred") || bits == 0 {
				continue
			}
			if code != ptx.OpCvt && bits == 16 {
				d.reg, d.size = src, 2
			}
			if strings.Contains(mn, "bf16") { // no longer registers there
				switch w[0] {
				case "u8", "s8":
					d.reg, d.size = "b8", 1
				case "u16", "s16":
					d.reg, d.size = "b16", 2
				}
				if bits == 8 {
					src = "b8"
				}
			}
			seen[mn] = true
			o := &Op{Text: mn + " d, a", Header: coverage.Header(s), SM: s.Target.SM, Arch: s.Target.Suffix != 0, Dst: d.reg, Src: src, Size: d.size, Bits: bits}
			if len(w) == 3 {
				o.Text += ", b"
			}
			o.Text += ";"
			m, diags := ptx.Load([]byte(o.Header+fmt.Sprintf(".visible .entry k() { .reg .%s d; .reg .%s a, b; %s }", o.Dst, o.Src, o.Text)), ptx.Options{})
			if len(diags) > 0 {
				return nil, fmt.Errorf("%s: %v", o.Text, diags[0])
			}
			for _, st := range m.Func("k").Body {
				if in, ok := st.(*ptx.Instr); ok {
					o.in = in
				}
			}
			if o.exact, o.near = reference(o.in); o.exact == nil && o.near == nil {
				if strings.Contains(mn, "s2f6x2") {
					continue
				}
				return nil, fmt.Errorf("%s: there is no reference", o.Text)
			}
			out = append(out, o)
		}
	}
	return out, nil
}

// perThread is how many inputs a thread of Kernel takes, blockThreads the threads of a block.
const (
	perThread    = 8
	blockThreads = 256
)

// operands makes a, and b if there is one, of t4.
func (o *Op) operands(b *strings.Builder) {
	switch o.Src {
	case "b8":
		b.WriteString("cvt.u8.u32 a, t4; ")
	case "b16":
		b.WriteString("cvt.u16.u32 a, t4; ")
	default:
		b.WriteString("mov.b32 a, t4; ")
	}
	if strings.HasSuffix(o.Text, "b;") {
		b.WriteString("not.b32 t5, t4; mov.b32 b, t5; ")
	}
}

// Kernel is a module whose kernel k computes results for first + step*i and stores them one after the other. The number of
// inputs is a multiple of perThread*blockThreads.
func (o *Op) Kernel() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.visible .entry k(.param .u64 pout, .param .u32 first, .param .u32 step)\n{\n.reg .b32 t<8>; .reg .b64 o; .reg .%s d; .reg .%s a, b;\n", o.Header, o.Dst, o.Src)
	b.WriteString("ld.param.u64 o, [pout]; ld.param.u32 t0, [first]; ld.param.u32 t1, [step]; mov.u32 t2, %ctaid.x; mov.u32 t3, %tid.x;\n")
	fmt.Fprintf(&b, "mad.lo.u32 t2, t2, %d, t3; mad.wide.u32 o, t2, %d, o; mad.lo.u32 t4, t2, t1, t0; mul.lo.u32 t1, t1, %d;\n", perThread*blockThreads, o.Size, blockThreads)
	for k := range perThread {
		o.operands(&b)
		if o.Dst == "pred" {
			fmt.Fprintf(&b, "{ .reg .pred d; %s selp.u32 t6, 1, 0, d; } st.global.b32 [o+%d], t6; ", o.Text, k*o.Size*blockThreads)
		} else {
			fmt.Fprintf(&b, "%s st.global.b%d [o+%d], d; ", o.Text, 8*o.Size, k*o.Size*blockThreads)
		}
		b.WriteString("add.u32 t4, t4, t1;\n")
	}
	b.WriteString("ret;\n}\n")
	return b.String()
}

// mix is what one input and its result add to a sum. Sums do not depend on the order, so any device can make them.
func mix(x uint32, y uint64) uint64 {
	t := (y ^ uint64(x)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return (t ^ t>>32) * 0x94d049bb133111eb
}

// SumKernel is a kernel that adds to one word the sum of all results for the inputs first .. first+2^28-1, for a grid of 4096 blocks
// of 256 threads; for inputs of 16 bits or fewer, of those, for 256 blocks.
func (o *Op) SumKernel(name string) string {
	rounds := 256
	if o.Bits < 32 {
		rounds = 1
	}
	var b strings.Builder
	fmt.Fprintf(&b, ".visible .entry %s(.param .u64 pout, .param .u32 first)\n{\n.reg .b32 t<8>; .reg .b64 o, s, x, y, z; .reg .pred more; .reg .%s d; .reg .%s a, b;\n", name, o.Dst, o.Src)
	b.WriteString("ld.param.u64 o, [pout]; ld.param.u32 t0, [first]; mov.u32 t2, %ctaid.x; mov.u32 t3, %tid.x; mad.lo.u32 t2, t2, 256, t3;\n")
	b.WriteString("add.u32 t4, t2, t0; mov.b64 s, 0; mov.u32 t1, 0;\nagain:\n")
	o.operands(&b)
	b.WriteString(o.Text + "\n")
	switch {
	case o.Dst == "pred":
		b.WriteString("selp.u64 y, 1, 0, d;\n")
	case o.Size == 8:
		b.WriteString("mov.b64 y, d;\n")
	case o.Dst == "f32":
		b.WriteString("mov.b32 t5, d; cvt.u64.u32 y, t5;\n")
	default:
		fmt.Fprintf(&b, "cvt.u64.u%d y, d;\n", 8*o.Size)
	}
	b.WriteString("cvt.u64.u32 x, t4; mul.lo.u64 x, x, 0x9e3779b97f4a7c15; xor.b64 y, y, x; mul.lo.u64 y, y, 0xbf58476d1ce4e5b9; shr.u64 z, y, 32; xor.b64 y, y, z; mad.lo.u64 s, y, 0x94d049bb133111eb, s;\n")
	fmt.Fprintf(&b, "add.u32 t4, t4, %d; add.u32 t1, t1, 1; setp.lt.u32 more, t1, %d; @more bra again;\nred.global.add.u64 [o], s;\nret;\n}\n", 1<<20, rounds)
	return b.String()
}
