package progen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"ferry/compiler"
	"ferry/internal/conformance"
	"ferry/internal/coverage"
	"ferry/ptx"
)

// This file compares single instructions: each combination of modifiers that the instruction table has, on crosses of special
// values.

// pure are the instructions whose results depend on their operands only and are defined exactly.
var pure = []ptx.Opcode{
	ptx.OpAbs, ptx.OpAdd, ptx.OpAddc, ptx.OpAnd, ptx.OpBfe, ptx.OpBfi, ptx.OpBfind, ptx.OpBmsk, ptx.OpBrev, ptx.OpClz, ptx.OpCnot, ptx.OpCopysign, ptx.OpCvt,
	ptx.OpCvtPack, ptx.OpDiv, ptx.OpDp2a, ptx.OpDp4a, ptx.OpFma, ptx.OpFns, ptx.OpLop3, ptx.OpMad, ptx.OpMad24, ptx.OpMadc, ptx.OpMax, ptx.OpMin, ptx.OpMov,
	ptx.OpMul, ptx.OpMul24, ptx.OpNeg, ptx.OpNot, ptx.OpOr, ptx.OpPopc, ptx.OpPrmt, ptx.OpRcp, ptx.OpRem, ptx.OpSad, ptx.OpSelp, ptx.OpSet, ptx.OpSetp,
	ptx.OpShf, ptx.OpShl, ptx.OpShr, ptx.OpSlct, ptx.OpSqrt, ptx.OpSub, ptx.OpSubc, ptx.OpSzext, ptx.OpTestp, ptx.OpXor,
	ptx.OpVadd2, ptx.OpVadd4, ptx.OpVsub2, ptx.OpVsub4, ptx.OpVmin2, ptx.OpVmin4, ptx.OpVmax2, ptx.OpVmax4, ptx.OpVavrg2, ptx.OpVavrg4,
	ptx.OpVabsdiff2, ptx.OpVabsdiff4, ptx.OpVset2, ptx.OpVset4,
}

// formThreads is how many threads run a form, each with its own operands.
const formThreads = 512

// slotBytes is one operand's place; a thread has 16 for what is read and 16 for what is written.
const slotBytes = 16

// memTypes are the registers of samples: how each is declared, and loaded and stored.
var memTypes = map[string][2]string{
	"b8": {"b8", "b8"}, "u8": {"u8", "u8"}, "s8": {"s8", "s8"}, "b16": {"b16", "b16"}, "u16": {"u16", "u16"}, "s16": {"s16", "s16"}, "f16": {"f16", "b16"},
	"b32": {"b32", "b32"}, "u32": {"u32", "u32"}, "s32": {"s32", "s32"}, "f32": {"f32", "f32"}, "f16x2": {"f16x2", "b32"},
	"b64": {"b64", "b64"}, "u64": {"u64", "u64"}, "s64": {"s64", "s64"}, "f64": {"f64", "f64"}, "b128": {"b128", "b128"},
}

var operandWord = regexp.MustCompile(`\b[a-z]+[0-9a-z]*\b`)

// form is one instruction in a kernel: its registers renamed so that no two operands are one register.
type form struct {
	ptx.Sample
	text string // of the kernel
	bits []int  // width of each operand's register, 1 for predicates
}

func makeForm(name string, s ptx.Sample) *form {
	f := &form{Sample: s}
	mn, operands, _ := strings.Cut(s.Text, " ")
	var decl, load, store strings.Builder
	operands = operandWord.ReplaceAllStringFunc(operands, func(w string) string {
		i := len(f.bits)
		at, to := slotBytes*i, slotBytes*(16+i)
		r := fmt.Sprintf("%s_%d", w, i)
		if w == "p" || w == "q" {
			fmt.Fprintf(&decl, ".reg .pred %s; ", r)
			fmt.Fprintf(&load, "ld.global.b32 tx, [base+%d]; setp.ne.u32 %s, tx, 0;\n", at, r)
			fmt.Fprintf(&store, "selp.u32 tx, 1, 0, %s; st.global.b32 [base+%d], tx;\n", r, to)
			f.bits = append(f.bits, 1)
			return r
		}
		t, ok := memTypes[w]
		if !ok {
			return w
		}
		fmt.Fprintf(&decl, ".reg .%s %s; ", t[0], r)
		fmt.Fprintf(&load, "ld.global.%s %s, [base+%d];\n", t[1], r, at)
		fmt.Fprintf(&store, "st.global.%s [base+%d], %s;\n", t[1], to, r)
		var n int
		_, _ = fmt.Sscanf(t[1][1:], "%d", &n)
		f.bits = append(f.bits, n)
		return r
	})
	// A carry comes from an addition before, which half the threads make carry.
	carry := "add.u32 tx, tx, 0;"
	if s.Op == ptx.OpAddc || s.Op == ptx.OpSubc || s.Op == ptx.OpMadc {
		carry = "mov.u32 tx, %tid.x; shl.b32 tx, tx, 31; add.cc.u32 tx, tx, 0x80000000;"
	}
	f.text = fmt.Sprintf(".visible .entry %s(.param .u64 prm) {\n%s\n.reg .b64 base; .reg .b32 tx;\nld.param.u64 base, [prm]; mov.u32 tx, %%tid.x; mad.wide.u32 base, tx, %d, base;\n%s%s\n%s %s\n%sret;\n}\n",
		name, decl.String(), 32*slotBytes, load.String(), carry, mn, operands, store.String())
	return f
}

var special16 = []uint64{0, 1, 2, 0x8000, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x3555, 0x7fff, 0xffff, 0x3f80, 0xbf80, 0x7f80, 0x007f, 0x5555}
var special32 = []uint64{0, 1, 2, 31, 32, 33, 0x80000000, 0x7fffffff, 0xffffffff, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x40490fdb, 0x7f7fffff,
	0x7f800000, 0xff800000, 0x7fc00000, 0x4b000001, 0x4f000000, 0x5f000000, 0x33800000, 0x3effffff, 0x00ff00ff, 0x3c003c00, 0x12345678}
var special64 = []uint64{0, 1, 63, 64, 1 << 63, 1<<63 - 1, ^uint64(0), 0x800fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x400921fb54442d18,
	0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x43e0000000000000, 0x41efffffffe00000, 0x36a0000000000000, 0x47efffffe0000000, 0x3810000000000000, 0xffffffff, 0x100000000, 0x8000000080000000}

// operandsOf fills the operands of all threads: a cross of the special values of the first two sources, and special and random
// ones for the others.
func (f *form) operandsOf(r *rand.Rand) []byte {
	b := make([]byte, formThreads*32*slotBytes)
	for t := range formThreads {
		for i, n := range f.bits {
			list := special32
			switch {
			case n <= 16:
				list = special16
			case n >= 64:
				list = special64
			}
			v := list[r.IntN(len(list))]
			switch {
			case i == 1 || len(f.bits) == 1:
				v = list[t%len(list)]
			case i == 2:
				v = list[t/len(list)%len(list)]
			}
			if r.IntN(4) == 0 && t >= 256 {
				v = r.Uint64()
			}
			if n == 1 {
				v &= 1
			}
			binary.LittleEndian.PutUint64(b[(t*32+i)*slotBytes:], v)
			binary.LittleEndian.PutUint64(b[(t*32+i)*slotBytes+8:], v*0x9e3779b97f4a7c15)
		}
	}
	return b
}

// nanOf reports whether v is a NaN of the first result type among a mnemonic's types, element by element for pairs.
func nanOf(t ptx.Type, v uint64) bool {
	switch t {
	case ptx.F16:
		return v&0x7fff > 0x7c00
	case ptx.BF16:
		return v&0x7fff > 0x7f80
	case ptx.F32, ptx.TF32:
		return v&0x7fffffff > 0x7f800000
	case ptx.F64:
		return v&^(1<<63) > 0x7ff<<52
	}
	return false
}

// sameValue compares results of a type; NaNs are equal.
func sameValue(t ptx.Type, a, b uint64) bool {
	if a == b {
		return true
	}
	e := t.Elem()
	if e == t {
		return nanOf(t, a) && nanOf(t, b)
	}
	w := e.Bits()
	if w < 16 {
		return false
	}
	for at := 0; at < t.Bits(); at += w {
		m := uint64(1)<<w - 1
		if x, y := a>>at&m, b>>at&m; x != y && !(nanOf(e, x) && nanOf(e, y)) {
			return false
		}
	}
	return true
}

// FormResult says what a comparison of one form gave: "" and no error if all machines agree.
type FormResult struct {
	Text    string
	What    string // the difference
	Skipped string // why there was no comparison
}

// CompareForms runs samples on the machines. All samples must have one version and target.
func CompareForms(ms []*Machine, ss []ptx.Sample, seed uint64) ([]FormResult, error) {
	out := make([]FormResult, len(ss))
	fs := make([]*form, len(ss))
	var src strings.Builder
	src.WriteString(coverage.Header(ss[0]))
	for i, s := range ss {
		fs[i] = makeForm(fmt.Sprintf("k%d", i), s)
		out[i].Text = s.Text
		src.WriteString(fs[i].text)
	}
	text := []byte(src.String())
	mod, diags := ptx.Load(text, ptx.Options{Name: "forms"})
	if len(diags) > 0 {
		return nil, errors.New(diags[0].String())
	}
	want := make([][]byte, len(ss))
	for _, m := range ms {
		machine := m.m
		var loaded conformance.Module
		refused := map[string]string{}
		if m.level < 0 {
			machine = conformance.OnInterpreter()
			l, err := machine.Load(text)
			if err != nil {
				return nil, err
			}
			loaded = l
		} else {
			obj, err := compiler.Compile(text, compiler.Options{OptLevel: m.level})
			if err != nil {
				return nil, err
			}
			for _, k := range obj.Kernels {
				refused[k.Name] = k.Refused
			}
			if loaded, err = machine.Load(obj.HSACO); err != nil {
				return nil, err
			}
		}
		buf, err := machine.Alloc(formThreads * 32 * slotBytes)
		if err != nil {
			return nil, err
		}
		for i, f := range fs {
			name := fmt.Sprintf("k%d", i)
			if out[i].Skipped != "" || out[i].What != "" {
				continue
			}
			if why := refused[name]; why != "" {
				if strings.Contains(why, "internal error") {
					out[i].What = why
				} else {
					out[i].Skipped = why
				}
				continue
			}
			in := f.operandsOf(rand.New(rand.NewPCG(seed, uint64(i))))
			if err := machine.Write(buf, in); err != nil {
				return nil, err
			}
			err := loaded.Launch(name, &conformance.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{formThreads, 1, 1}, Params: binary.LittleEndian.AppendUint64(nil, buf)})
			if err == nil {
				err = loaded.Sync()
			}
			if err != nil {
				if m.level < 0 && strings.Contains(err.Error(), "is not known") {
					out[i].Skipped = err.Error()
				} else {
					out[i].What = m.Name + ": " + err.Error()
				}
				continue
			}
			got := make([]byte, len(in))
			if err := machine.Read(got, buf); err != nil {
				return nil, err
			}
			if m.level < 0 {
				want[i] = got
				continue
			}
			out[i].What = f.differ(m, resultType(mod, name), got, want[i])
		}
		if err := errors.Join(machine.Free(buf), loaded.Unload()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// resultType is the type of what a form's instruction writes.
func resultType(mod *ptx.Module, kernel string) ptx.Type {
	var last *ptx.Instr
	for _, s := range mod.Func(kernel).Body {
		if in, ok := s.(*ptx.Instr); ok {
			if in.Op != ptx.OpSt && in.Op != ptx.OpSelp && in.Op != ptx.OpLd && in.Op != ptx.OpRet || in.Op == ptx.OpSelp && last == nil {
				last = in
			}
		}
	}
	if last == nil {
		return ptx.NoType
	}
	return last.Type
}

func (f *form) differ(m *Machine, t ptx.Type, got, want []byte) string {
	n, first := 0, ""
	for i := range formThreads {
		for k, bits := range f.bits {
			at := (i*32 + 16 + k) * slotBytes
			g, w := binary.LittleEndian.Uint64(got[at:]), binary.LittleEndian.Uint64(want[at:])
			rt := ptx.NoType
			if k == 0 && bits > 1 {
				rt = t
			}
			if rt == ptx.NoType && g == w || rt != ptx.NoType && sameValue(rt, g, w) {
				continue
			}
			if n++; n == 1 {
				first = fmt.Sprintf("thread %d:", i)
				for j := range f.bits {
					first += fmt.Sprintf(" %#x", binary.LittleEndian.Uint64(want[(i*32+j)*slotBytes:]))
				}
				first += fmt.Sprintf(" -> operand %d: %#x not %#x", k, g, w)
			}
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d differ, %s", m.Name, n, first)
}
