package interp

import (
	"fmt"

	"ferry/ptx"
)

// Evaluator executes one instruction on given operands, for sweeps over many values.
type Evaluator struct {
	l   *lane
	in  *ptx.Instr
	dst int
	src []int
}

// NewEvaluator takes an instruction as PTX text whose operands are registers: d is written, a, b and c are read. types are
// the register types of d, a, b, c as far as there are any.
func NewEvaluator(text string, types ...string) (*Evaluator, error) {
	src := ".version 9.2\n.target sm_100a\n.address_size 64\n.visible .entry k() {\n"
	for i, t := range types {
		src += fmt.Sprintf(".reg .%s %c;\n", t, "dabc"[i])
	}
	mod, diags := ptx.Load([]byte(src+text+"\n}\n"), ptx.Options{Name: "eval"})
	if len(diags) > 0 {
		return nil, fmt.Errorf("%s: %s", text, diags[0].String())
	}
	c := newCode(mod.Func("k"))
	e := &Evaluator{l: &lane{f: &frame{c: c, regs: make([]uint64, c.words)}}, in: c.ins[0], dst: -1}
	for i := range e.in.Ops {
		o := &e.in.Ops[i]
		if o.Kind != ptx.OpndReg {
			continue
		}
		if n := c.slot[o.Reg]; i == 0 {
			e.dst = n
		} else {
			e.src = append(e.src, n)
		}
	}
	if e.dst < 0 {
		return nil, fmt.Errorf("%s: no result register", text)
	}
	return e, nil
}

// Eval gives the result for the operands, in the order of the instruction's sources.
func (e *Evaluator) Eval(args ...uint64) uint64 {
	for i, n := range e.src {
		e.l.f.regs[n] = args[i]
	}
	e.l.f.pc = 0
	e.l.exec(e.in)
	return e.l.f.regs[e.dst]
}
