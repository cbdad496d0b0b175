package ir

import (
	"fmt"

	"ferry/ptx"
)

// This file is the vocabulary in which the lowerings are written: short functions that append one operation to the
// current block, folding as they go.

// emit appends op to the current block, or returns an equal value.
func (b *builder) emit(op Op, t Type, args ...*Value) *Value {
	return b.finish(b.f.NewValue(op, t, b.line, args...))
}

// finish simplifies v and appends it if it is still needed.
func (b *builder) finish(v *Value) *Value {
	if w := b.f.simplify(v, b.mk); w != v {
		return w
	}
	b.append(v)
	return v
}

// mk makes the parts that simplify asks for.
func (b *builder) mk(op Op, t Type, imm uint64, args ...*Value) *Value {
	return b.emitImm(op, t, imm, args...)
}

func (b *builder) append(v *Value) {
	v.Block = b.blk
	b.blk.Values = append(b.blk.Values, v)
}

func (b *builder) emitImm(op Op, t Type, imm uint64, args ...*Value) *Value {
	v := b.f.NewValue(op, t, b.line, args...)
	v.Imm = imm
	return b.finish(v)
}

func (b *builder) c1(x bool) *Value {
	if x {
		return b.f.Const(I1, 1)
	}
	return b.f.Const(I1, 0)
}
func (b *builder) c16(x uint32) *Value       { return b.f.Const(I16, uint64(x)) }
func (b *builder) c32(x uint32) *Value       { return b.f.Const(I32, uint64(x)) }
func (b *builder) c64(x uint64) *Value       { return b.f.Const(I64, x) }
func (b *builder) c(t Type, x uint64) *Value { return b.f.Const(t, x) }

// bin is an operation whose result and first argument have one type.
func (b *builder) bin(op Op, x, y *Value) *Value { return b.emit(op, x.Type, x, y) }
func (b *builder) un(op Op, x *Value) *Value     { return b.emit(op, x.Type, x) }

func (b *builder) add(x, y *Value) *Value { return b.bin(OpAdd, x, y) }
func (b *builder) sub(x, y *Value) *Value { return b.bin(OpSub, x, y) }
func (b *builder) and(x, y *Value) *Value { return b.bin(OpAnd, x, y) }
func (b *builder) or(x, y *Value) *Value  { return b.bin(OpOr, x, y) }
func (b *builder) xor(x, y *Value) *Value { return b.bin(OpXor, x, y) }
func (b *builder) not(x *Value) *Value    { return b.un(OpNot, x) }

// shl, lshr and ashr take the amount modulo the width.
func (b *builder) shl(x, n *Value) *Value  { return b.bin(OpShl, x, n) }
func (b *builder) lshr(x, n *Value) *Value { return b.bin(OpLShr, x, n) }
func (b *builder) ashr(x, n *Value) *Value { return b.bin(OpAShr, x, n) }

// mul is the low half of a product of I32 or I64.
func (b *builder) mul(x, y *Value) *Value {
	if x.Type != I64 {
		return b.bin(OpMul, x, y)
	}
	if y.Op == OpConst && y.Imm&(y.Imm-1) == 0 && y.Imm != 0 || x.Op == OpConst && y.Op == OpConst {
		return b.bin(OpMul, x, y) // folds to a shift or a constant
	}
	xl, yl := b.lo(x), b.lo(y)
	w := b.emit(OpMulWideU, I64, xl, yl)
	h := b.add(b.hi(w), b.add(b.mul(xl, b.hi(y)), b.mul(b.hi(x), yl)))
	return b.pack(b.lo(w), h)
}

func (b *builder) icmp(c Cond, x, y *Value) *Value { return b.emitImm(OpICmp, I1, uint64(c), x, y) }

// sel is c ? x : y for values of any type.
func (b *builder) sel(c, x, y *Value) *Value {
	if x.Type == I1 {
		switch {
		case x == y:
			return x
		case c.Op == OpConst:
			if c.Imm != 0 {
				return x
			}
			return y
		case isConst(x, 1):
			return b.or(c, y)
		case isConst(x, 0):
			return b.and(b.not(c), y)
		case isConst(y, 0):
			return b.and(c, x)
		case isConst(y, 1):
			return b.or(b.not(c), x)
		}
		return b.or(b.and(c, x), b.and(b.not(c), y))
	}
	return b.emit(OpSelect, x.Type, c, x, y)
}

func (b *builder) trunc(x *Value, t Type) *Value {
	if x.Type == t {
		return x
	}
	return b.emit(OpTrunc, t, x)
}
func (b *builder) zext(x *Value, t Type) *Value {
	if x.Type == t {
		return x
	}
	return b.emit(OpZExt, t, x)
}
func (b *builder) sext(x *Value, t Type) *Value {
	if x.Type == t {
		return x
	}
	return b.emit(OpSExt, t, x)
}

// ext extends x to t by signedness.
func (b *builder) ext(x *Value, t Type, signed bool) *Value {
	if signed {
		return b.sext(x, t)
	}
	return b.zext(x, t)
}

func (b *builder) lo(x *Value) *Value        { return b.emit(OpTrunc, I32, x) }
func (b *builder) hi(x *Value) *Value        { return b.emit(OpHi, I32, x) }
func (b *builder) pack(l, h *Value) *Value   { return b.emit(OpPack, I64, l, h) }
func (b *builder) lo16(x *Value) *Value      { return b.emit(OpTrunc, I16, x) }
func (b *builder) hi16(x *Value) *Value      { return b.emit(OpHi16, I16, x) }
func (b *builder) pack16(l, h *Value) *Value { return b.emit(OpPack16, I32, l, h) }

// bfeU and bfeS take constant positions with 0 <= pos, pos+n <= 32, n > 0.
func (b *builder) bfeU(x *Value, pos, n uint32) *Value {
	if n == 32 {
		return x
	}
	return b.emit(OpBfeU, I32, x, b.c32(pos), b.c32(n))
}
func (b *builder) bfeS(x *Value, pos, n uint32) *Value {
	if n == 32 {
		return x
	}
	return b.emit(OpBfeS, I32, x, b.c32(pos), b.c32(n))
}

// proj is result i of a tuple.
func (b *builder) proj(v *Value, i int, t Type) *Value { return b.emitImm(OpProj, t, uint64(i), v) }

// fp emits a floating-point operation with the result type of its format.
func (b *builder) fp(op Op, a FP, args ...*Value) *Value {
	return b.fpT(op, a, a.Fmt.Type(), 0, args...)
}

// fpT emits one with an explicit result type and immediate.
func (b *builder) fpT(op Op, a FP, t Type, imm uint64, args ...*Value) *Value {
	v := b.f.NewValue(op, t, b.line, args...)
	v.FP = a
	v.Imm = imm
	return b.finish(v)
}

func (b *builder) fcmp(a FP, c Cond, x, y *Value) *Value {
	return b.fpT(OpFCmp, FP{Fmt: a.Fmt, FTZ: a.FTZ}, I1, uint64(c), x, y)
}

// mem emits a memory operation; n results or none come as the returned value (a tuple for N > 1).
func (b *builder) mem(op Op, m Mem, t Type, off int64, args ...*Value) *Value {
	v := b.f.NewValue(op, t, b.line, args...)
	v.Mem = m
	v.Imm = uint64(off)
	if m.N == 0 {
		v.Mem.N = 1
	}
	b.append(v)
	return v
}

// launchFact loads a field of ferry's launch block.
func (b *builder) kernargLoad(off int, size uint8) *Value {
	t := I32
	if size == 8 {
		t = I64
	}
	return b.mem(OpLoad, Mem{Space: SpaceConst, Size: size, N: 1, Align: size}, t, int64(off), b.kernarg())
}

func (b *builder) kernarg() *Value { return b.emit(OpKernarg, I64) }

// refuse gives up this kernel by name.
func (b *builder) refuse(format string, args ...any) {
	panic(&Refusal{Line: int(b.line), What: fmt.Sprintf(format, args...)})
}

// Control flow inside a lowering.

// newBlock makes a block that is not yet placed in the flow.
func (b *builder) newBlock() *Block { return b.f.NewBlock() }

// jump ends the current block.
func (b *builder) jump(t *Block) {
	b.flush()
	b.blk.Kind = BlockJump
	b.blk.Line = b.line
	connect(b.blk, t)
	b.blk = nil
}

// branch ends the current block on cond.
func (b *builder) branch(cond *Value, t, f *Block) {
	if cond.Op == OpConst {
		if cond.Imm != 0 {
			b.jump(t)
		} else {
			b.jump(f)
		}
		return
	}
	if t == f {
		b.jump(t)
		return
	}
	b.flush()
	b.blk.Kind = BlockBranch
	b.blk.Ctrl = cond
	b.blk.Line = b.line
	connect(b.blk, t)
	connect(b.blk, f)
	b.blk = nil
}

// end ends the current block without a successor.
func (b *builder) end(k BlockKind) {
	b.flush()
	b.blk.Kind = k
	b.blk.Line = b.line
	b.blk = nil
}

// enter makes t the current block.
func (b *builder) enter(t *Block) {
	if b.blk != nil {
		b.jump(t)
	}
	b.blk = t
	b.epoch++
}

// ifThen runs body where cond is true. Values cross the join through variables only.
func (b *builder) ifThen(cond *Value, body func()) {
	then, join := b.newBlock(), b.newBlock()
	b.branch(cond, then, join)
	b.enter(then)
	body()
	if b.blk != nil {
		b.jump(join)
	}
	b.enter(join)
}

// Variables.

// variable is a mutable value of the function under construction: a PTX register, a slot of parameter memory, or a
// temporary of a lowering that has control flow of its own.
type variable int32

func (b *builder) newVar(t Type) variable {
	b.varTypes = append(b.varTypes, t)
	b.cur = append(b.cur, nil)
	b.curEpoch = append(b.curEpoch, 0)
	b.dirtyEpoch = append(b.dirtyEpoch, 0)
	return variable(len(b.varTypes) - 1)
}

// get reads v.
func (b *builder) get(v variable) *Value {
	if b.curEpoch[v] == b.epoch {
		return b.cur[v]
	}
	g := b.f.NewValue(opGetVar, b.varTypes[v], b.line)
	g.Imm = uint64(v)
	b.append(g)
	b.cur[v], b.curEpoch[v] = g, b.epoch
	return g
}

// set writes v, under the guard of the current instruction if it has one.
func (b *builder) set(v variable, x *Value) {
	if b.guard != nil {
		x = b.sel(b.guard, x, b.get(v))
	}
	b.setRaw(v, x)
}

// setRaw writes v whatever the guard says.
func (b *builder) setRaw(v variable, x *Value) {
	if x.Type != b.varTypes[v] {
		panic(fmt.Sprintf("ir: line %d: variable of type %v set to %v", b.line, b.varTypes[v], x.Type))
	}
	b.cur[v], b.curEpoch[v] = x, b.epoch
	if b.dirtyEpoch[v] != b.epoch {
		b.dirtyEpoch[v] = b.epoch
		b.dirty = append(b.dirty, v)
	}
}

// flush writes the variables that the block changed at its end.
func (b *builder) flush() {
	for _, v := range b.dirty {
		s := b.f.NewValue(opSetVar, Void, b.line, b.cur[v])
		s.Imm = uint64(v)
		b.append(s)
	}
	b.dirty = b.dirty[:0]
}

// fpOf reads the attributes of a PTX floating-point instruction.
func fpOf(in *ptx.Instr, f Fmt) FP {
	a := FP{Fmt: f, FTZ: in.Has(ptx.FTZ), Sat: in.Has(ptx.Sat)}
	switch in.Op {
	case ptx.OpAdd, ptx.OpSub, ptx.OpMul:
		a.Fuse = in.Round == ptx.RoundNone
	}
	switch in.Round {
	case ptx.RoundZero, ptx.RoundZeroInt:
		a.Round = RZ
	case ptx.RoundMinus, ptx.RoundMinusInt:
		a.Round = RM
	case ptx.RoundPlus, ptx.RoundPlusInt:
		a.Round = RP
	}
	return a
}
