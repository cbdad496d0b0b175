// Command gen writes rows_gen.go and simd_gen.go: the row kernels that are one expression per lane, as plain loops and on AVX2
// vectors, from the table below.
// Run it in emu/ (go generate).
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
)

// ops lists name, number of sources and the value of one lane as a Go expression of x, y, z uint32.
var ops = []struct {
	name string
	n    int
	expr string
	simd string // the same on vectors x, y, z of eight lanes; empty if there is no good one
}{
	{"Mov", 1, "x", "x"},
	{"Not", 1, "^x", "x.Xor(vAll(x))"},
	{"Brev", 1, "bits.Reverse32(x)", ""},
	{"Clz", 1, "clz32(x)", ""},
	{"Ctz", 1, "ctz32(x)", ""},
	{"Cls", 1, "cls32(x)", ""},
	{"SextI16", 1, "uint32(int32(int16(x)))", "vSarK(vShlK(x, 16), 16)"},
	{"ZextU16", 1, "x & 0xffff", "vShrK(vShlK(x, 16), 16)"},
	{"Neg32", 1, "x ^ 0x80000000", "x.Xor(vSign())"},
	{"Abs32", 1, "x &^ 0x80000000", "vAbs(x)"},
	{"NegAbs32", 1, "x | 0x80000000", "x.Or(vSign())"},
	{"Neg16", 1, "x ^ 0x8000", ""},
	{"Abs16", 1, "x &^ 0x8000", ""},
	{"NegAbs16", 1, "x | 0x8000", ""},
	{"High16", 1, "x >> 16", "vShrK(x, 16)"},
	{"Add", 2, "x + y", "x.Add(y)"},
	{"Sub", 2, "x - y", "x.Sub(y)"},
	{"Subrev", 2, "y - x", "y.Sub(x)"},
	{"And", 2, "x & y", "x.And(y)"},
	{"Or", 2, "x | y", "x.Or(y)"},
	{"Xor", 2, "x ^ y", "x.Xor(y)"},
	{"Xnor", 2, "^(x ^ y)", "x.Xor(y).Xor(vAll(x))"},
	{"Lshlrev", 2, "y << (x & 31)", "vShl(y, x)"},
	{"Lshrrev", 2, "y >> (x & 31)", "vShr(y, x)"},
	{"Ashrrev", 2, "uint32(int32(y) >> (x & 31))", "vSar(y, x)"},
	{"MinI32", 2, "uint32(min(int32(x), int32(y)))", "x.AsInt32x8().Min(y.AsInt32x8()).AsUint32x8()"},
	{"MaxI32", 2, "uint32(max(int32(x), int32(y)))", "x.AsInt32x8().Max(y.AsInt32x8()).AsUint32x8()"},
	{"MinU32", 2, "min(x, y)", "x.Min(y)"},
	{"MaxU32", 2, "max(x, y)", "x.Max(y)"},
	{"MulLo", 2, "x * y", "x.Mul(y)"},
	{"MulHiU32", 2, "uint32(uint64(x) * uint64(y) >> 32)", ""},
	{"MulHiI32", 2, "uint32(uint64(int64(int32(x))*int64(int32(y))) >> 32)", ""},
	{"MulI24", 2, "uint32(int32(x<<8) >> 8 * (int32(y<<8) >> 8))", "vSext24(x).Mul(vSext24(y))"},
	{"MulU24", 2, "x & 0xffffff * (y & 0xffffff)", "vLow24(x).Mul(vLow24(y))"},
	{"MulHiI24", 2, "uint32(uint64(int64(int32(x<<8)>>8)*int64(int32(y<<8)>>8)) >> 32)", ""},
	{"MulHiU24", 2, "uint32(uint64(x&0xffffff) * uint64(y&0xffffff) >> 32)", ""},
	{"Bfm", 2, "(1<<(x&31) - 1) << (y & 31)", ""},
	{"Bcnt", 2, "uint32(bits.OnesCount32(x)) + y", ""},
	{"AddI16", 2, "(x + y) & 0xffff", ""},
	{"SubI16", 2, "(x - y) & 0xffff", ""},
	{"MulLoU16", 2, "(x * y) & 0xffff", ""},
	{"Lshlrev16", 2, "(y << (x & 15)) & 0xffff", ""},
	{"Lshrrev16", 2, "y & 0xffff >> (x & 15)", ""},
	{"Ashrrev16", 2, "uint32(int32(int16(y))>>(x&15)) & 0xffff", ""},
	{"MinI16", 2, "uint32(min(int16(x), int16(y))) & 0xffff", ""},
	{"MaxI16", 2, "uint32(max(int16(x), int16(y))) & 0xffff", ""},
	{"MinU16", 2, "min(x&0xffff, y&0xffff)", ""},
	{"MaxU16", 2, "max(x&0xffff, y&0xffff)", ""},
	{"PackB32F16", 2, "x&0xffff | y<<16", ""},
	{"Add3", 3, "x + y + z", "x.Add(y).Add(z)"},
	{"LshlAdd", 3, "x<<(y&31) + z", "vShl(x, y).Add(z)"},
	{"AddLshl", 3, "(x + y) << (z & 31)", "vShl(x.Add(y), z)"},
	{"LshlOr", 3, "x<<(y&31) | z", "vShl(x, y).Or(z)"},
	{"AndOr", 3, "x&y | z", "x.And(y).Or(z)"},
	{"Or3", 3, "x | y | z", "x.Or(y).Or(z)"},
	{"Xor3", 3, "x ^ y ^ z", "x.Xor(y).Xor(z)"},
	{"Xad", 3, "x ^ y + z", "x.Xor(y).Add(z)"},
	{"Bfi", 3, "x&y | ^x&z", "z.Xor(x.And(y.Xor(z)))"},
	{"BfeU32", 3, "bfeU32(x, y, z)", "vBfe(x, y, z)"},
	{"BfeI32", 3, "bfeI32(x, y, z)", ""},
	{"Alignbit", 3, "uint32((uint64(x)<<32 | uint64(y)) >> (z & 31))", "vShr(y, z).Or(vShlNot(x, z))"},
	{"Alignbyte", 3, "uint32((uint64(x)<<32 | uint64(y)) >> (8 * (z & 3)))", ""},
	{"Perm", 3, "permBytes(x, y, z)", ""},
	{"MadU24", 3, "x&0xffffff*(y&0xffffff) + z", "vLow24(x).Mul(vLow24(y)).Add(z)"},
	{"MadI24", 3, "uint32(int32(x<<8)>>8*(int32(y<<8)>>8)) + z", "vSext24(x).Mul(vSext24(y)).Add(z)"},
	{"MadU16", 3, "(x*y + z) & 0xffff", ""},
	{"MadU32U16", 3, "x&0xffff*(y&0xffff) + z", ""},
	{"MadI32I16", 3, "uint32(int32(int16(x))*int32(int16(y))) + z", ""},
	{"Min3I32", 3, "uint32(min(int32(x), int32(y), int32(z)))", ""},
	{"Max3I32", 3, "uint32(max(int32(x), int32(y), int32(z)))", ""},
	{"Med3I32", 3, "uint32(max(min(int32(x), int32(y)), min(max(int32(x), int32(y)), int32(z))))", ""},
	{"Min3U32", 3, "min(x, y, z)", "x.Min(y).Min(z)"},
	{"Max3U32", 3, "max(x, y, z)", "x.Max(y).Max(z)"},
	{"Med3U32", 3, "max(min(x, y), min(max(x, y), z))", ""},
	{"MaxMinI32", 3, "uint32(min(max(int32(x), int32(y)), int32(z)))", ""},
	{"MinMaxI32", 3, "uint32(max(min(int32(x), int32(y)), int32(z)))", ""},
	{"MaxMinU32", 3, "min(max(x, y), z)", ""},
	{"MinMaxU32", 3, "max(min(x, y), z)", ""},
	{"Min3I16", 3, "uint32(min(int16(x), int16(y), int16(z))) & 0xffff", ""},
	{"Max3I16", 3, "uint32(max(int16(x), int16(y), int16(z))) & 0xffff", ""},
	{"Med3I16", 3, "uint32(max(min(int16(x), int16(y)), min(max(int16(x), int16(y)), int16(z)))) & 0xffff", ""},
	{"Min3U16", 3, "min(x&0xffff, y&0xffff, z&0xffff)", ""},
	{"Max3U16", 3, "max(x&0xffff, y&0xffff, z&0xffff)", ""},
	{"Med3U16", 3, "max(min(x&0xffff, y&0xffff), min(max(x&0xffff, y&0xffff), z&0xffff))", ""},
	{"SadU8", 3, "sadU8(x, y, z)", ""},
	{"SadHiU8", 3, "sadU8(x, y, 0)<<16 + z", ""},
	{"SadU16", 3, "sadU16(x, y, z)", ""},
	{"SadU32", 3, "max(x, y) - min(x, y) + z", ""},
	{"MsadU8", 3, "msadU8(x, y, z)", ""},
	{"LerpU8", 3, "lerpU8(x, y, z)", ""},
	{"Select", 3, "x ^ (x^y)&z", ""},
}

func main() {
	writeUops()
	var b, v, k bytes.Buffer
	fmt.Fprint(&b, "// Code generated by emu/gen. DO NOT EDIT.\n\npackage emu\n\nimport \"math/bits\"\n\n")
	fmt.Fprint(&v, "// Code generated by emu/gen. DO NOT EDIT.\n\n//go:build goexperiment.simd && amd64\n\npackage emu\n\nimport \"simd/archsimd\"\n\n")
	for _, o := range ops {
		params := []string{"", "a", "a, b", "a, b, c"}[o.n]
		vars := []string{"", "x := a[i]", "x, y := a[i], b[i]", "x, y, z := a[i], b[i], c[i]"}[o.n]
		fmt.Fprintf(&b, "var k%s = kern%d{scalar: func(d, %s *Lanes) {\nfor i := range d {\n%s\nd[i] = %s\n}\n}}\n\n", o.name, o.n, params, vars, o.expr)
		if o.simd == "" {
			continue
		}
		fmt.Fprintf(&k, "k%s.simd, k%s.h = simd%s, hSimd%s\n", o.name, o.name, o.name, o.name)
		args := []string{"", "&w.V[d.A]", "&w.V[d.A], &w.V[d.B]", "&w.V[d.A], &w.V[d.B], &w.V[d.C]"}[o.n]
		fmt.Fprintf(&v, "func hSimd%s(w *Wave, d *DInst) {\nif w.S[RegExec] != 0xffffffff {\nhVec%d(w, d)\nreturn\n}\nsimd%s(&w.V[d.D], %s)\n}\n\n", o.name, o.n, o.name, args)
		fmt.Fprintf(&v, "func simd%s(d, %s *Lanes) {\n", o.name, params)
		for i := 0; i < 32; i += 8 {
			fmt.Fprintln(&v, "{")
			for j, p := range []string{"a", "b", "c"}[:o.n] {
				fmt.Fprintf(&v, "%c := archsimd.LoadUint32x8((*[8]uint32)(%s[%d:%d]))\n", 'x'+j, p, i, i+8)
			}
			fmt.Fprintf(&v, "(%s).Store((*[8]uint32)(d[%d:%d]))\n}\n", o.simd, i, i+8)
		}
		fmt.Fprint(&v, "archsimd.ClearAVXUpperBits()\n}\n\n")
	}
	fmt.Fprintf(&v, "func init() {\nif !haveSIMD {\nreturn\n}\n%s}\n", k.String())
	write("rows_gen.go", b.Bytes())
	write("simd_gen.go", v.Bytes())
}

func write(name string, src []byte) {
	out, err := format.Source(src)
	if err != nil {
		log.Fatal(name, ": ", err)
	}
	if err := os.WriteFile(name, out, 0o644); err != nil {
		log.Fatal(err)
	}
}
