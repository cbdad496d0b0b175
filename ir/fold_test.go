package ir

import (
	"math/rand"
	"testing"
)

// evalPure computes v with values for its leaves (values without arguments that are no constants), by foldConst alone.
func evalPure(f *Func, v *Value, leaf map[*Value]uint64) uint64 {
	if v.Op == OpConst {
		return v.Imm
	}
	if x, ok := leaf[v]; ok {
		return x
	}
	n := *v
	n.Args = make([]*Value, len(v.Args))
	for i, a := range v.Args {
		n.Args[i] = f.Const(a.Type, evalPure(f, a, leaf))
	}
	x, ok := f.foldConst(&n)
	if !ok {
		panic("not evaluated: " + v.LongString())
	}
	return f.Const(v.Type, x).Imm
}

// TestSimplifyKeepsValues builds random integer expressions twice, as they are and through the simplifier, and compares
// them for random inputs. The reference is the evaluation of each operation on constants.
func TestSimplifyKeepsValues(t *testing.T) {
	bin := []Op{OpAdd, OpSub, OpAnd, OpOr, OpXor, OpMul, OpMinS, OpMinU, OpMaxS, OpMaxU, OpMulHiU, OpMulHiS, OpShl, OpLShr, OpAShr}
	tern := []Op{OpBfeU, OpBfeS, OpBfi, OpAlignBit, OpPerm}
	conds := []Cond{EQ, NE, LT, LE, GT, GE, ULT, ULE, UGT, UGE}
	consts := []uint64{0, 1, 2, 5, 8, 16, 24, 31, 32, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff0000}
	for seed := int64(0); seed < 3000; seed++ {
		r := rand.New(rand.NewSource(seed))
		b := &builder{f: &Func{}, epoch: 1}
		b.blk = b.f.NewBlock()
		// Each entry: the plain value and the simplified one.
		type pair struct{ plain, simple *Value }
		var leaves []*Value
		pools := map[Type][]pair{}
		for range 3 {
			l := b.f.NewValue(OpReadFirstLane, I32, 0)
			leaves = append(leaves, l)
			pools[I32] = append(pools[I32], pair{l, l})
		}
		for _, c := range consts {
			k := b.c32(uint32(c))
			pools[I32] = append(pools[I32], pair{k, k})
		}
		pick := func(t Type) pair { p := pools[t]; return p[r.Intn(len(p))] }
		add := func(op Op, t Type, imm uint64, args ...pair) {
			plain, simple := make([]*Value, len(args)), make([]*Value, len(args))
			for i, a := range args {
				plain[i], simple[i] = a.plain, a.simple
			}
			v := b.f.NewValue(op, t, 0, plain...)
			v.Imm = imm
			pools[t] = append(pools[t], pair{v, b.emitImm(op, t, imm, simple...)})
		}
		for range 30 {
			switch r.Intn(12) {
			case 0, 1, 2, 3:
				op := bin[r.Intn(len(bin))]
				add(op, I32, 0, pick(I32), pick(I32))
			case 4:
				add(tern[r.Intn(len(tern))], I32, 0, pick(I32), pick(I32), pick(I32))
			case 5:
				add(OpICmp, I1, uint64(conds[r.Intn(len(conds))]), pick(I32), pick(I32))
			case 6:
				add(OpPack, I64, 0, pick(I32), pick(I32))
			case 7:
				add([]Op{OpZExt, OpSExt}[r.Intn(2)], I64, 0, pick(I32))
			case 8:
				add(OpTrunc, I16, 0, pick(I32))
			case 9:
				if len(pools[I16]) > 0 {
					add([]Op{OpZExt, OpSExt}[r.Intn(2)], I32, 0, pick(I16))
				}
			case 10:
				if len(pools[I64]) > 0 {
					add([]Op{OpAdd, OpSub, OpAnd, OpOr, OpXor}[r.Intn(5)], I64, 0, pick(I64), pick(I64))
					add([]Op{OpTrunc, OpHi}[r.Intn(2)], I32, 0, pick(I64))
				}
			case 11:
				if len(pools[I1]) > 0 {
					add(OpSelect, I32, 0, pick(I1), pick(I32), pick(I32))
					add([]Op{OpZExt, OpSExt}[r.Intn(2)], I32, 0, pick(I1))
					add(OpNot, I1, 0, pick(I1))
				}
			}
		}
		for range 4 {
			leaf := map[*Value]uint64{}
			for _, l := range leaves {
				x := uint64(r.Uint32())
				if r.Intn(2) == 0 {
					x = consts[r.Intn(len(consts))]
				}
				leaf[l] = x
			}
			for _, ty := range []Type{I1, I16, I32, I64} {
				for _, p := range pools[ty] {
					want, got := evalPure(b.f, p.plain, leaf), evalPure(b.f, p.simple, leaf)
					if want != got {
						t.Fatalf("seed %d: %s is %#x, simplified to %s it is %#x", seed, p.plain.LongString(), want, p.simple.LongString(), got)
					}
				}
			}
		}
	}
}

// TestContract: the product that PTX lets fuse does, the others stay.
func TestContract(t *testing.T) {
	for _, c := range []struct {
		text string
		fma  int
	}{
		{"mul.f32 %f2,%f0,%f1; add.f32 %f3,%f2,%f0;", 1},
		{"mul.f32 %f2,%f0,%f1; sub.f32 %f3,%f0,%f2;", 1},
		{"mul.f32 %f2,%f0,%f1; sub.f32 %f3,%f2,%f0;", 1},
		{"mul.rn.f32 %f2,%f0,%f1; add.f32 %f3,%f2,%f0;", 0},
		{"mul.f32 %f2,%f0,%f1; add.rn.f32 %f3,%f2,%f0;", 0},
		{"mul.f32 %f2,%f0,%f1; add.f32 %f3,%f2,%f2;", 0},
		{"mul.ftz.f32 %f2,%f0,%f1; add.f32 %f3,%f2,%f0;", 0},
		{"mul.ftz.f32 %f2,%f0,%f1; add.ftz.f32 %f3,%f2,%f0;", 1},
		{"mul.sat.f32 %f2,%f0,%f1; add.f32 %f3,%f2,%f0;", 0},
	} {
		m := parse(t, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p){.reg .f32 %f<4>; .reg .b64 %d; ld.param.u64 %d,[p]; ld.global.f32 %f0,[%d]; ld.global.f32 %f1,[%d+4];"+c.text+"st.global.f32 [%d],%f3; ret;}\n")
		for _, level := range []int{0, 3} {
			f, err := Build(m, m.Funcs[0], Options{})
			if err != nil {
				t.Fatal(err)
			}
			Run(f, level)
			n := 0
			for _, b := range f.Blocks {
				for _, v := range b.Values {
					if v.Op == OpFFma {
						n++
					}
				}
			}
			if n != c.fma {
				t.Errorf("%s at level %d: %d fused, want %d", c.text, level, n, c.fma)
			}
		}
	}
}
