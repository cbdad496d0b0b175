package ir

import (
	"math"

	"ferry/abi"
	"ferry/ptx"
)

// This file reads and writes the operands of PTX instructions.

// Codes of PTX's own traps in a block's TrapCode.
const (
	trapCode  = abi.CodeTrap
	brkptCode = abi.CodeBreakpoint
)

// irType is the register type of a PTX type; 8-bit types live in I16.
func irType(t ptx.Type) Type { return regType(t) }

// src is operand i of in as the raw bits of type t: I1, I16 (also for 8-bit types), I32 or I64.
func (b *builder) src(in *ptx.Instr, i int, t ptx.Type) *Value {
	if i >= len(in.Ops) {
		b.refuse("%s: operand %d is missing", in.Text, i+1)
	}
	return b.operand(&in.Ops[i], t)
}

// srcInt is operand i of in as an integer: 8 and 16 bits extended to I32 by the sign of t, others as they are.
func (b *builder) srcInt(in *ptx.Instr, i int, t ptx.Type) *Value {
	return b.intOf(b.src(in, i, t), t)
}

// intOf extends a raw value of a type below 32 bits to I32.
func (b *builder) intOf(x *Value, t ptx.Type) *Value {
	switch t.Bits() {
	case 8:
		x = b.zext(x, I32)
		if t.Signed() {
			return b.bfeS(x, 0, 8)
		}
		return b.and(x, b.c32(0xff))
	case 16:
		return b.ext(x, I32, t.Signed())
	}
	return x
}

// operand reads o as the raw bits of type t.
func (b *builder) operand(o *ptx.Operand, t ptx.Type) *Value {
	want := irType(t)
	switch o.Kind {
	case ptx.OpndReg:
		vs := b.fr.regs[o.Reg]
		k := 0
		switch o.Sel {
		case ptx.SelNone:
		case ptx.SelX, ptx.SelY, ptx.SelZ, ptx.SelW:
			k = int(o.Sel - ptx.SelX)
		default:
			// Byte and half selectors belong to the video lowerings, which look at Sel themselves.
		}
		if k >= len(vs) {
			b.refuse("no such element of register %s", b.fr.fn.Regs[o.Reg].Name)
		}
		x := b.get(vs[k])
		if o.Not {
			x = b.not(x)
		}
		if x.Type != want {
			x = b.fit(x, want)
		}
		if o.Neg {
			switch {
			case t == ptx.F64:
				x = b.fp(OpFNeg, FP{Fmt: F64}, x)
			case t == ptx.F32:
				x = b.fp(OpFNeg, FP{Fmt: F32}, x)
			default:
				x = b.sub(b.c(x.Type, 0), x)
			}
		}
		return x
	case ptx.OpndInt:
		return b.c(want, o.Imm)
	case ptx.OpndF32:
		return b.c(want, o.Imm) // bits, for .f64 too: ptxas does not convert
	case ptx.OpndF64:
		if t == ptx.F32 {
			return b.c32(math.Float32bits(float32(math.Float64frombits(o.Imm))))
		}
		return b.c(want, o.Imm)
	case ptx.OpndSReg:
		return b.fit(b.sreg(o.SReg), want)
	case ptx.OpndSym:
		return b.fit(b.symbol(o), want)
	}
	b.refuse("operand that is not a value")
	return nil
}

// symbol is the value of a name used as a number: its address in its state space.
func (b *builder) symbol(o *ptx.Operand) *Value {
	switch s := o.Sym.(type) {
	case *ptx.Variable:
		return b.varAddr(s, o.Off())
	case *ptx.Function:
		i, ok := b.calls.Index(s)
		if !ok {
			b.refuse("address of function %s", s.Name)
		}
		return b.symAddr(FunctionTable, false, int64(i)*FunctionEntry+o.Off())
	}
	b.refuse("name %s used as a number", o.Sym.SymName())
	return nil
}

// varAddr is the address of v + off in its state space: I32 for shared and local memory, I64 else. A parameter's
// address is an offset from the kernarg segment (kernels) or a local address (functions).
func (b *builder) varAddr(v *ptx.Variable, off int64) *Value {
	switch v.Space.Base() {
	case ptx.SpaceGlobal, ptx.SpaceConst:
		d := v.Definition()
		return b.symAddr(SymbolName(d), false, off)
	case ptx.SpaceShared:
		return b.c32(b.sharedOffset(v) + uint32(off))
	case ptx.SpaceLocal:
		if p := b.fr.vars[v]; p != nil {
			return b.frameAddr(int64(p.off) + off)
		}
		b.refuse("local variable %s at module level", v.Name)
	case ptx.SpaceParam:
		p := b.fr.vars[v]
		switch {
		case p == nil:
		case p.kernel:
			return b.c64(uint64(int64(p.off) + off))
		case p.memory:
			return b.frameAddr(int64(p.off) + off)
		}
	}
	b.refuse("address of %s in .%s", v.Name, v.Space)
	return nil
}

func (b *builder) symAddr(name string, fn bool, off int64) *Value {
	s := b.f.syms[name]
	if s == nil {
		s = &Symbol{Name: name, Func: fn}
		if b.f.syms == nil {
			b.f.syms = map[string]*Symbol{}
		}
		b.f.syms[name] = s
	}
	v := b.f.NewValue(OpSymAddr, I64, b.line)
	v.Sym = s
	v.Imm = uint64(off)
	b.append(v)
	return v
}

// dst writes x, the raw bits of a value of type t, to destination operand i. A register that is wider than t gets x
// zero-extended; use setInt where a signed type must be sign-extended.
func (b *builder) dst(in *ptx.Instr, i int, x *Value) { b.write(&in.Ops[i], x, false) }

// setInt writes an I32 or I64 that holds an integer of type t, extended by t's sign to the register's width.
func (b *builder) setInt(in *ptx.Instr, i int, t ptx.Type, x *Value) {
	b.write(&in.Ops[i], x, t.Signed())
}

// write stores x to a register operand.
func (b *builder) write(o *ptx.Operand, x *Value, signed bool) {
	switch o.Kind {
	case ptx.OpndSink:
		return
	case ptx.OpndReg:
	default:
		b.refuse("destination is not a register")
	}
	vs := b.fr.regs[o.Reg]
	k := 0
	if o.Sel >= ptx.SelX && o.Sel <= ptx.SelW {
		k = int(o.Sel - ptx.SelX)
	}
	if k >= len(vs) {
		b.refuse("no such element of register %s", b.fr.fn.Regs[o.Reg].Name)
	}
	v := vs[k]
	t := b.varTypes[v]
	if x.Type != t {
		if x.Type == I1 || t == I1 {
			b.refuse("predicate and number mixed")
		}
		if x.Type.Bits() > t.Bits() {
			x = b.trunc(x, t)
		} else {
			x = b.ext(x, t, signed)
		}
	}
	b.set(v, x)
}

// parts lists the elements of a vector operand, or the operand itself.
func parts(o *ptx.Operand) []ptx.Operand {
	if o.Kind == ptx.OpndVec || o.Kind == ptx.OpndPair {
		return o.Elems
	}
	return []ptx.Operand{*o}
}

// vecVars are the variables of a register operand as a whole (.v4 registers, 128-bit ones), or nil.
func (b *builder) vecVars(o *ptx.Operand) []variable {
	if o.Kind != ptx.OpndReg || o.Sel != ptx.SelNone {
		return nil
	}
	return b.fr.regs[o.Reg]
}
