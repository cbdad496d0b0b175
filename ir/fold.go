package ir

import "math/bits"

// This file simplifies one value by looking at its arguments: constant folding of everything integer, and identities
// that make the value another one or a cheaper one. Floating point is folded only where it is pure bits.

type constKey struct {
	t   Type
	imm uint64
}

// Const is the constant imm of type t. Constants stand in no block.
func (f *Func) Const(t Type, imm uint64) *Value {
	switch t {
	case I1:
		imm &= 1
	case I16:
		imm &= 0xffff
	case I32:
		imm &= 0xffffffff
	}
	k := constKey{t, imm}
	if v := f.consts[k]; v != nil {
		return v
	}
	v := f.NewValue(OpConst, t, 0)
	v.Imm = imm
	v.Uniform = true
	if f.consts == nil {
		f.consts = map[constKey]*Value{}
	}
	f.consts[k] = v
	return v
}

func signed(t Type, x uint64) int64 {
	switch t {
	case I1:
		return -int64(x & 1)
	case I16:
		return int64(int16(x))
	case I32:
		return int64(int32(x))
	}
	return int64(x)
}

func isConst(v *Value, x uint64) bool { return v.Op == OpConst && v.Imm == x }

func allOnes(v *Value) bool {
	return v.Op == OpConst && v.Imm == ^uint64(0)>>(64-uint(v.Type.Bits()))
}

// foldConst computes v from constant arguments.
func (f *Func) foldConst(v *Value) (uint64, bool) {
	var a [3]uint64
	if len(v.Args) == 0 || len(v.Args) > 3 {
		return 0, false
	}
	for i, x := range v.Args {
		if x.Op != OpConst {
			return 0, false
		}
		a[i] = x.Imm
	}
	x, y, z := a[0], a[1], a[2]
	t := v.Type
	at := v.Args[0].Type
	sx, sy := signed(at, x), int64(0)
	if len(v.Args) > 1 {
		sy = signed(v.Args[1].Type, y)
	}
	sh := uint(y) & uint(max(t.Bits(), 1)-1)
	b2u := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	switch v.Op {
	case OpAdd:
		return x + y, true
	case OpSub:
		return x - y, true
	case OpMul:
		return x * y, true
	case OpMulHiU:
		return uint64(uint32(x)) * uint64(uint32(y)) >> 32, true
	case OpMulHiS:
		return uint64(sx * sy >> 32), true
	case OpMulWideU:
		return uint64(uint32(x)) * uint64(uint32(y)), true
	case OpMulWideS:
		return uint64(sx * sy), true
	case OpMadWideU:
		return uint64(uint32(x))*uint64(uint32(y)) + z, true
	case OpMadWideS:
		return uint64(sx*sy) + z, true
	case OpMul24U:
		return (x & 0xffffff) * (y & 0xffffff), true
	case OpMulHi24U:
		return (x & 0xffffff) * (y & 0xffffff) >> 32, true
	case OpMul24S, OpMulHi24S:
		p := (int64(x<<40) >> 40) * (int64(y<<40) >> 40)
		if v.Op == OpMulHi24S {
			p >>= 32
		}
		return uint64(p), true
	case OpMinS:
		return uint64(min(sx, sy)), true
	case OpMaxS:
		return uint64(max(sx, sy)), true
	case OpMinU:
		return min(x, y), true
	case OpMaxU:
		return max(x, y), true
	case OpAnd:
		return x & y, true
	case OpOr:
		return x | y, true
	case OpXor:
		return x ^ y, true
	case OpNot:
		return ^x, true
	case OpShl:
		return x << sh, true
	case OpLShr:
		return x >> sh, true
	case OpAShr:
		return uint64(sx >> sh), true
	case OpPopc:
		return uint64(bits.OnesCount32(uint32(x))), true
	case OpFfbh:
		if uint32(x) == 0 {
			return 0xffffffff, true
		}
		return uint64(bits.LeadingZeros32(uint32(x))), true
	case OpFfbl:
		if uint32(x) == 0 {
			return 0xffffffff, true
		}
		return uint64(bits.TrailingZeros32(uint32(x))), true
	case OpFfbhS:
		w := uint32(x) ^ uint32(int32(x)>>31)
		if w == 0 {
			return 0xffffffff, true
		}
		return uint64(bits.LeadingZeros32(w)), true
	case OpBrev:
		return uint64(bits.Reverse32(uint32(x))), true
	case OpBfeU:
		return uint64(uint32(x) >> (y & 31) & (1<<(z&31) - 1)), true
	case OpBfeS:
		n := z & 31
		if n == 0 {
			return 0, true
		}
		w := int32(uint32(x)) >> (y & 31)
		return uint64(uint32(w << (32 - n) >> (32 - n))), true
	case OpBfi:
		return x&y | ^x&z, true
	case OpPerm:
		var r uint64
		both := x<<32 | y
		for i := range 4 {
			s := z >> (8 * i) & 0xff
			var c uint64
			switch {
			case s < 8:
				c = both >> (8 * s) & 0xff
			case s < 12:
				c = uint64(int64(both<<(64-16*(s-7)))>>63) & 0xff
			case s == 12:
				c = 0
			default:
				c = 0xff
			}
			r |= c << (8 * i)
		}
		return r, true
	case OpAlignBit:
		return (x<<32 | y) >> (z & 31), true
	case OpTrunc, OpZExt:
		return x, true
	case OpSExt:
		return uint64(sx), true
	case OpHi:
		return x >> 32, true
	case OpHi16:
		return x >> 16, true
	case OpPack:
		return x | y<<32, true
	case OpPack16:
		return x | y<<16, true
	case OpICmp:
		switch Cond(v.Imm) {
		case EQ:
			return b2u(x == y), true
		case NE:
			return b2u(x != y), true
		case LT:
			return b2u(sx < sy), true
		case LE:
			return b2u(sx <= sy), true
		case GT:
			return b2u(sx > sy), true
		case GE:
			return b2u(sx >= sy), true
		case ULT:
			return b2u(x < y), true
		case ULE:
			return b2u(x <= y), true
		case UGT:
			return b2u(x > y), true
		case UGE:
			return b2u(x >= y), true
		}
	case OpSelect:
		if x != 0 {
			return y, true
		}
		return z, true
	case OpFNeg, OpFAbs:
		var m uint64
		switch v.FP.Fmt {
		case F16:
			m = 0x8000
		case F32:
			m = 0x80000000
		case F64:
			m = 1 << 63
		case F16x2:
			m = 0x80008000
		}
		if v.Op == OpFNeg {
			return x ^ m, true
		}
		return x &^ m, true
	}
	return 0, false
}

// knownZero is a mask of bits of v (within its width) that are certainly zero, looking a few values deep.
func knownZero(v *Value, depth int) uint64 {
	all := ^uint64(0) >> (64 - uint(max(v.Type.Bits(), 1)))
	if v.Op == OpConst {
		return ^v.Imm & all
	}
	if depth == 0 {
		return 0
	}
	switch v.Op {
	case OpZExt:
		in := ^uint64(0) >> (64 - uint(v.Args[0].Type.Bits()))
		return (knownZero(v.Args[0], depth-1) | ^in) & all
	case OpAnd:
		return knownZero(v.Args[0], depth-1) | knownZero(v.Args[1], depth-1)
	case OpOr, OpXor:
		return knownZero(v.Args[0], depth-1) & knownZero(v.Args[1], depth-1)
	case OpSelect:
		return knownZero(v.Args[1], depth-1) & knownZero(v.Args[2], depth-1)
	case OpTrunc:
		return knownZero(v.Args[0], depth-1) & all
	case OpHi:
		return knownZero(v.Args[0], depth-1) >> 32
	case OpPack:
		return knownZero(v.Args[0], depth-1) | knownZero(v.Args[1], depth-1)<<32
	case OpShl, OpLShr:
		if s := v.Args[1]; s.Op == OpConst {
			n := uint(s.Imm) & uint(v.Type.Bits()-1)
			z := knownZero(v.Args[0], depth-1)
			if v.Op == OpShl {
				return (z<<n | (1<<n - 1)) & all
			}
			return z>>n | all&^(all>>n)
		}
	case OpBfeU:
		if n := v.Args[2]; n.Op == OpConst {
			return all &^ (1<<(n.Imm&31) - 1)
		}
	case OpLoad:
		if !v.Mem.Signed && v.Mem.Size < 4 && v.Type == I32 {
			return all &^ (1<<(8*v.Mem.Size) - 1)
		}
	case OpTid:
		return all &^ 0x3ff
	case OpLaneID:
		return all &^ 31
	case OpPopc:
		return all &^ 63
	}
	return 0
}

// simplify returns a value that equals v and is cheaper, or v itself (perhaps changed in place). New values that it
// needs are made by mk, which places them before v.
func (f *Func) simplify(v *Value, mk func(op Op, t Type, imm uint64, args ...*Value) *Value) *Value {
	if !v.Op.Pure() || v.Type == Tuple {
		return v
	}
	if c, ok := f.foldConst(v); ok {
		return f.Const(v.Type, c)
	}
	if ops[v.Op].flags&opCommutes != 0 && len(v.Args) == 2 && v.Args[0].Op == OpConst {
		v.Args[0], v.Args[1] = v.Args[1], v.Args[0]
	}
	var x, y, z *Value
	switch len(v.Args) {
	case 3:
		z = v.Args[2]
		fallthrough
	case 2:
		y = v.Args[1]
		fallthrough
	case 1:
		x = v.Args[0]
	default:
		return v
	}
	t := v.Type
	switch v.Op {
	case OpAdd:
		if isConst(y, 0) {
			return x
		}
		if y.Op == OpConst && x.Op == OpAdd && x.Args[1].Op == OpConst {
			c := f.Const(t, x.Args[1].Imm+y.Imm)
			return mk(OpAdd, t, 0, x.Args[0], c)
		}
	case OpSub:
		if isConst(y, 0) {
			return x
		}
		if x == y {
			return f.Const(t, 0)
		}
		if y.Op == OpConst {
			return mk(OpAdd, t, 0, x, f.Const(t, -y.Imm))
		}
	case OpMul:
		if isConst(y, 0) {
			return y
		}
		if isConst(y, 1) {
			return x
		}
		if y.Op == OpConst && y.Imm&(y.Imm-1) == 0 {
			return mk(OpShl, t, 0, x, f.Const(I32, uint64(bits.TrailingZeros64(y.Imm))))
		}
	case OpMulWideU:
		if isConst(y, 0) {
			return f.Const(I64, 0)
		}
		if y.Op == OpConst && y.Imm&(y.Imm-1) == 0 {
			return mk(OpShl, I64, 0, mk(OpZExt, I64, 0, x), f.Const(I32, uint64(bits.TrailingZeros64(y.Imm))))
		}
	case OpMulWideS:
		if isConst(y, 0) {
			return f.Const(I64, 0)
		}
		if y.Op == OpConst && y.Imm&(y.Imm-1) == 0 && y.Imm < 1<<31 {
			return mk(OpShl, I64, 0, mk(OpSExt, I64, 0, x), f.Const(I32, uint64(bits.TrailingZeros64(y.Imm))))
		}
	case OpMadWideU, OpMadWideS:
		w := OpMulWideU
		if v.Op == OpMadWideS {
			w = OpMulWideS
		}
		if isConst(z, 0) {
			return mk(w, I64, 0, x, y)
		}
		if x.Op == OpConst && y.Op != OpConst {
			v.Args[0], v.Args[1] = y, x
			x, y = y, x
		}
		if y.Op == OpConst && (x.Op == OpConst || y.Imm == 0 || y.Imm&(y.Imm-1) == 0 && y.Imm < 1<<31) {
			return mk(OpAdd, I64, 0, z, mk(w, I64, 0, x, y))
		}
	case OpAnd:
		if x == y {
			return x
		}
		if y.Op == OpConst {
			if y.Imm == 0 {
				return y
			}
			if ^y.Imm&(^uint64(0)>>(64-uint(t.Bits())))&^knownZero(x, 4) == 0 {
				return x
			}
			if x.Op == OpAnd && x.Args[1].Op == OpConst {
				return mk(OpAnd, t, 0, x.Args[0], f.Const(t, x.Args[1].Imm&y.Imm))
			}
		}
	case OpOr:
		if x == y || isConst(y, 0) {
			return x
		}
		if allOnes(y) {
			return y
		}
	case OpXor:
		if isConst(y, 0) {
			return x
		}
		if x == y {
			return f.Const(t, 0)
		}
		if allOnes(y) {
			return mk(OpNot, t, 0, x)
		}
	case OpNot:
		if x.Op == OpNot {
			return x.Args[0]
		}
		if x.Op == OpICmp {
			return mk(OpICmp, I1, uint64(negate(Cond(x.Imm))), x.Args[0], x.Args[1])
		}
	case OpShl, OpLShr, OpAShr:
		if y.Op == OpConst && y.Imm&uint64(t.Bits()-1) == 0 {
			return x
		}
		if isConst(x, 0) {
			return x
		}
	case OpBfi:
		if isConst(x, 0) || y == z {
			return z
		}
		if allOnes(x) {
			return y
		}
	case OpBfeU:
		if y.Op == OpConst && z.Op == OpConst {
			o, n := y.Imm&31, z.Imm&31
			switch {
			case n == 0:
				return f.Const(I32, 0)
			case o == 0:
				return mk(OpAnd, I32, 0, x, f.Const(I32, 1<<n-1))
			case o+n == 32:
				return mk(OpLShr, I32, 0, x, y)
			}
		}
	case OpBfeS:
		if y.Op == OpConst && z.Op == OpConst {
			o, n := y.Imm&31, z.Imm&31
			switch {
			case n == 0:
				return f.Const(I32, 0)
			case o+n == 32:
				return mk(OpAShr, I32, 0, x, y)
			case o == 0 && knownZero(x, 4)&(0xffffffff<<(n-1)&0xffffffff) == 0xffffffff<<(n-1)&0xffffffff:
				return x
			case o == 0 && x.Op == OpLoad && x.Mem.Signed && uint64(x.Mem.Size)*8 <= n:
				return x
			}
		}
	case OpTrunc:
		switch x.Op {
		case OpZExt, OpSExt:
			in := x.Args[0]
			switch {
			case in.Type == t:
				return in
			case in.Type.Bits() > t.Bits():
				return mk(OpTrunc, t, 0, in)
			case t == I16:
			default:
				return mk(x.Op, t, 0, in)
			}
		case OpTrunc:
			return mk(OpTrunc, t, 0, x.Args[0])
		case OpPack:
			if t == I32 {
				return x.Args[0]
			}
			return mk(OpTrunc, t, 0, x.Args[0])
		case OpPack16:
			return x.Args[0]
		case OpAnd:
			if m := x.Args[1]; m.Op == OpConst && t == I16 && m.Imm&0xffff == 0xffff {
				return mk(OpTrunc, t, 0, x.Args[0])
			}
		case OpBfeS:
			if t == I16 && isConst(x.Args[1], 0) && isConst(x.Args[2], 16) {
				return mk(OpTrunc, t, 0, x.Args[0])
			}
		}
	case OpZExt:
		switch {
		case x.Op == OpTrunc && x.Type == I16 && t == I32:
			w := x.Args[0]
			if w.Type == I64 {
				w = mk(OpTrunc, I32, 0, w)
			}
			return mk(OpAnd, I32, 0, w, f.Const(I32, 0xffff))
		case x.Op == OpZExt && (t != I64 || x.Args[0].Type != I16): // from I16 to I64 goes by I32
			return mk(OpZExt, t, 0, x.Args[0])
		case t == I64 && x.Type == I16:
			return mk(OpZExt, I64, 0, mk(OpZExt, I32, 0, x))
		case x.Op == OpHi16 && t == I32:
			return mk(OpLShr, I32, 0, x.Args[0], f.Const(I32, 16))
		}
	case OpSExt:
		switch {
		case x.Op == OpTrunc && x.Type == I16 && t == I32:
			w := x.Args[0]
			if w.Type == I64 {
				w = mk(OpTrunc, I32, 0, w)
			}
			return mk(OpBfeS, I32, 0, w, f.Const(I32, 0), f.Const(I32, 16))
		case x.Op == OpSExt && x.Args[0].Type != I1 && (t != I64 || x.Args[0].Type != I16):
			return mk(OpSExt, t, 0, x.Args[0])
		case x.Op == OpZExt:
			return mk(OpZExt, t, 0, x.Args[0])
		case t == I64 && x.Type == I16:
			return mk(OpSExt, I64, 0, mk(OpSExt, I32, 0, x))
		case x.Op == OpHi16 && t == I32:
			return mk(OpAShr, I32, 0, x.Args[0], f.Const(I32, 16))
		}
	case OpHi:
		switch x.Op {
		case OpPack:
			return x.Args[1]
		case OpZExt:
			return f.Const(I32, 0)
		case OpSExt:
			if x.Args[0].Type == I32 {
				return mk(OpAShr, I32, 0, x.Args[0], f.Const(I32, 31))
			}
		case OpLShr:
			if isConst(x.Args[1], 32) {
				return f.Const(I32, 0)
			}
		}
	case OpHi16:
		if x.Op == OpPack16 {
			return x.Args[1]
		}
	case OpPack:
		if x.Op == OpTrunc && y.Op == OpHi && x.Args[0] == y.Args[0] {
			return x.Args[0]
		}
		if isConst(y, 0) {
			return mk(OpZExt, I64, 0, x)
		}
	case OpPack16:
		if x.Op == OpTrunc && y.Op == OpHi16 && x.Args[0] == y.Args[0] {
			return x.Args[0]
		}
	case OpICmp:
		if x.Op == OpConst && y.Op != OpConst {
			v.Args[0], v.Args[1] = y, x
			v.Imm = uint64(swapCond(Cond(v.Imm)))
			x, y = v.Args[0], v.Args[1]
		}
		if x == y {
			switch Cond(v.Imm) {
			case EQ, LE, GE, ULE, UGE:
				return f.Const(I1, 1)
			}
			return f.Const(I1, 0)
		}
		// A predicate that became an integer, tested again.
		if isConst(y, 0) && x.Op == OpZExt && x.Args[0].Type == I1 {
			switch Cond(v.Imm) {
			case NE:
				return x.Args[0]
			case EQ:
				return mk(OpNot, I1, 0, x.Args[0])
			}
		}
		if isConst(y, 0) && (Cond(v.Imm) == NE || Cond(v.Imm) == EQ) && x.Op == OpSelect && x.Args[1].Op == OpConst && x.Args[2].Op == OpConst {
			a, b := x.Args[1].Imm != 0, x.Args[2].Imm != 0
			if Cond(v.Imm) == EQ {
				a, b = !a, !b
			}
			switch {
			case a && b:
				return f.Const(I1, 1)
			case a:
				return x.Args[0]
			case b:
				return mk(OpNot, I1, 0, x.Args[0])
			default:
				return f.Const(I1, 0)
			}
		}
		if y.Op == OpConst && Cond(v.Imm) == ULT && y.Imm == 0 {
			return f.Const(I1, 0)
		}
		if y.Op == OpConst {
			lim := ^knownZero(x, 4) & (^uint64(0) >> (64 - uint(x.Type.Bits()))) // the largest value x can have
			switch {
			case Cond(v.Imm) == ULT && lim < y.Imm || Cond(v.Imm) == ULE && lim <= y.Imm:
				return f.Const(I1, 1)
			case Cond(v.Imm) == UGT && lim <= y.Imm || Cond(v.Imm) == UGE && lim < y.Imm:
				return f.Const(I1, 0)
			}
		}
	case OpSelect:
		if x.Op == OpConst {
			if x.Imm != 0 {
				return y
			}
			return z
		}
		if y == z {
			return y
		}
		if x.Op == OpNot {
			return mk(OpSelect, t, 0, x.Args[0], z, y)
		}
	case OpMinU:
		if x == y || allOnes(y) {
			return x
		}
		if y.Op == OpConst && ^knownZero(x, 4)&(^uint64(0)>>(64-uint(t.Bits()))) <= y.Imm {
			return x
		}
	case OpMaxU:
		if x == y || isConst(y, 0) {
			return x
		}
	case OpMinS, OpMaxS:
		if x == y {
			return x
		}
	case OpFNeg:
		if x.Op == OpFNeg && x.FP.Fmt == v.FP.Fmt {
			return x.Args[0]
		}
	case OpFAbs:
		if (x.Op == OpFAbs || x.Op == OpFNeg) && x.FP.Fmt == v.FP.Fmt {
			v.Args[0] = x.Args[0]
		}
	case OpCopy:
		// Copies before Diverge are plain names; afterwards nothing simplifies.
		return x
	}
	return v
}

// negate is the condition that is true exactly where c is false, for integers.
func negate(c Cond) Cond {
	return [...]Cond{EQ: NE, NE: EQ, LT: GE, LE: GT, GT: LE, GE: LT, ULT: UGE, ULE: UGT, UGT: ULE, UGE: ULT}[c]
}

// swapCond is the condition with its operands exchanged.
func swapCond(c Cond) Cond {
	switch c {
	case LT:
		return GT
	case LE:
		return GE
	case GT:
		return LT
	case GE:
		return LE
	case ULT:
		return UGT
	case ULE:
		return UGE
	case UGT:
		return ULT
	case UGE:
		return ULE
	}
	return c
}
