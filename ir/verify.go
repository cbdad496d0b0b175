package ir

import "fmt"

// Verify checks the invariants of f: edges agree, phis fit their predecessors, definitions dominate uses, types fit. It
// is for tests and debugging; it orders the blocks.
func Verify(f *Func) error {
	sortRPO(f)
	dominators(f)
	pos := make(map[*Value]int)
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			if _, dup := pos[v]; dup {
				return fmt.Errorf("b%d: %v stands twice", b.ID, v)
			}
			pos[v] = i
			if v.Block != b {
				return fmt.Errorf("b%d: %v says it is in another block", b.ID, v)
			}
		}
	}
	for _, b := range f.Blocks {
		want := map[BlockKind]int{BlockJump: 1, BlockBranch: 2}[b.Kind]
		if len(b.Succs) != want {
			return fmt.Errorf("b%d: %d successors", b.ID, len(b.Succs))
		}
		for _, s := range b.Succs {
			n := 0
			for _, p := range s.Preds {
				if p == b {
					n++
				}
			}
			if n != 1 {
				return fmt.Errorf("b%d is %d times a predecessor of b%d", b.ID, n, s.ID)
			}
		}
		def := func(a *Value, use *Block, at int) error {
			if a == nil {
				return fmt.Errorf("nil argument")
			}
			if a.Op == OpConst {
				return nil
			}
			p, ok := pos[a]
			if !ok {
				return fmt.Errorf("%v is used and not there", a)
			}
			if a.Block == use {
				if p >= at {
					return fmt.Errorf("%v is used before it is defined", a)
				}
				return nil
			}
			if !dominates(a.Block, use) {
				return fmt.Errorf("%v (b%d) does not dominate its use in b%d", a, a.Block.ID, use.ID)
			}
			return nil
		}
		phis := true
		for i, v := range b.Values {
			if v.Op == OpPhi {
				if !phis {
					return fmt.Errorf("b%d: phi %v behind other values", b.ID, v)
				}
				if len(v.Args) != len(b.Preds) {
					return fmt.Errorf("b%d: phi %v has %d arguments for %d predecessors", b.ID, v, len(v.Args), len(b.Preds))
				}
				for k, a := range v.Args {
					if err := def(a, b.Preds[k], 1<<30); err != nil {
						return fmt.Errorf("b%d: %s: %w", b.ID, v.LongString(), err)
					}
					if a.Type != v.Type {
						return fmt.Errorf("b%d: %s: argument of type %v", b.ID, v.LongString(), a.Type)
					}
					if len(b.Preds[k].Succs) != 1 {
						return fmt.Errorf("b%d has phis and a predecessor b%d with several successors", b.ID, b.Preds[k].ID)
					}
				}
				continue
			}
			phis = false
			for _, a := range v.Args {
				if err := def(a, b, i); err != nil {
					return fmt.Errorf("b%d: %s: %w", b.ID, v.LongString(), err)
				}
			}
			if err := checkTypes(v); err != nil {
				return fmt.Errorf("b%d: %s: %w", b.ID, v.LongString(), err)
			}
		}
		if b.Kind == BlockBranch {
			if err := def(b.Ctrl, b, 1<<30); err != nil {
				return fmt.Errorf("b%d: branch: %w", b.ID, err)
			}
			if b.Ctrl.Type != I1 {
				return fmt.Errorf("b%d: branch on %v", b.ID, b.Ctrl.Type)
			}
		}
	}
	return nil
}

// checkTypes checks the argument types of one value against op.go.
func checkTypes(v *Value) error {
	is := func(i int, t ...Type) error {
		if i >= len(v.Args) {
			return fmt.Errorf("argument %d is missing", i)
		}
		for _, x := range t {
			if v.Args[i].Type == x {
				return nil
			}
		}
		return fmt.Errorf("argument %d is %v", i, v.Args[i].Type)
	}
	args := func(n int, t ...Type) error {
		if len(v.Args) != n {
			return fmt.Errorf("%d arguments", len(v.Args))
		}
		for i := range n {
			if err := is(i, t...); err != nil {
				return err
			}
		}
		return nil
	}
	result := func(t ...Type) error {
		for _, x := range t {
			if v.Type == x {
				return nil
			}
		}
		return fmt.Errorf("result is %v", v.Type)
	}
	first := func(errs ...error) error {
		for _, e := range errs {
			if e != nil {
				return e
			}
		}
		return nil
	}
	switch v.Op {
	case OpAdd, OpSub:
		return first(result(I32, I64), args(2, v.Type))
	case OpAnd, OpOr, OpXor:
		return first(result(I1, I32, I64), args(2, v.Type))
	case OpNot:
		return first(result(I1, I32, I64), args(1, v.Type))
	case OpMul, OpMulHiU, OpMulHiS, OpMul24U, OpMul24S, OpMulHi24U, OpMulHi24S, OpMinS, OpMinU, OpMaxS, OpMaxU:
		return first(result(I32), args(2, I32))
	case OpMulWideU, OpMulWideS:
		return first(result(I64), args(2, I32))
	case OpMadWideU, OpMadWideS:
		return first(result(I64), is(0, I32), is(1, I32), is(2, I64))
	case OpShl, OpLShr, OpAShr:
		return first(result(I32, I64), is(0, v.Type), is(1, I32))
	case OpPopc, OpFfbh, OpFfbhS, OpFfbl, OpBrev:
		return first(result(I32), args(1, I32))
	case OpBfeU, OpBfeS, OpBfi, OpPerm, OpAlignBit, OpDot4:
		return first(result(I32), args(3, I32))
	case OpTrunc:
		if v.Type == I16 {
			return args(1, I32, I64)
		}
		return first(result(I32), args(1, I64))
	case OpZExt, OpSExt:
		if v.Type == I32 {
			return args(1, I1, I16)
		}
		return first(result(I64), args(1, I1, I32))
	case OpHi:
		return first(result(I32), args(1, I64))
	case OpPack:
		return first(result(I64), args(2, I32))
	case OpHi16:
		return first(result(I16), args(1, I32))
	case OpPack16:
		return first(result(I32), args(2, I16))
	case OpICmp:
		return first(result(I1), is(0, I32, I64), is(1, v.Args[0].Type))
	case OpSelect:
		return first(result(I16, I32, I64), is(0, I1), is(1, v.Type), is(2, v.Type))
	case OpFCmp:
		return first(result(I1), args(2, v.FP.Fmt.Type()))
	case OpFClass:
		return first(result(I1), args(1, v.FP.Fmt.Type()))
	case OpFAdd, OpFMul, OpFMin, OpFMax:
		return first(result(v.FP.Fmt.Type()), args(2, v.FP.Fmt.Type()))
	case OpFFma, OpAmdDivFixup:
		return first(result(v.FP.Fmt.Type()), args(3, v.FP.Fmt.Type()))
	case OpFNeg, OpFAbs, OpFTrunc, OpFFloor, OpFCeil, OpFRint, OpFCanon, OpAmdRcp, OpAmdRsq, OpAmdSqrt, OpAmdExp2, OpAmdLog2, OpAmdSin, OpAmdCos, OpAmdFract, OpAmdFrexpMant:
		return first(result(v.FP.Fmt.Type()), args(1, v.FP.Fmt.Type()))
	case OpLoad, OpStore, OpAtomic:
		want := I64
		if v.Mem.Space == SpaceShared || v.Mem.Space == SpaceLocal {
			want = I32
		}
		if err := is(0, want); err != nil {
			return err
		}
		k := 1
		if v.Mem.HasOff {
			if err := is(1, I32); err != nil {
				return err
			}
			k = 2
		}
		elem := I32
		if v.Mem.Size == 8 {
			elem = I64
		}
		switch v.Op {
		case OpLoad:
			if v.Mem.N > 1 {
				return result(Tuple)
			}
			return result(elem)
		case OpStore:
			if len(v.Args)-k != int(v.Mem.N) {
				return fmt.Errorf("%d elements for %d", len(v.Args)-k, v.Mem.N)
			}
		}
		for ; k < len(v.Args); k++ {
			if err := is(k, elem); err != nil {
				return err
			}
		}
	}
	return nil
}
