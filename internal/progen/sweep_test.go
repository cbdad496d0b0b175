package progen

import (
	"bufio"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferry/compiler"
	"ferry/internal/conformance"
	"ferry/ptx"
	"ferry/ptx/interp"
)

var sweepAll = flag.Bool("progen.sweep", false, "run unary 32-bit operations over all 2^32 inputs; testdata/sweep.log says what is done, so it can be stopped and resumed")

// sweeps are the unary operations on 32 bits: instruction, type of the result register, type of the operand register.
func sweeps() (out [][3]string) {
	add := func(text, d, a string) { out = append(out, [3]string{text, d, a}) }
	modes := []string{"rn", "rz", "rm", "rp"}
	for _, op := range []string{"popc.b32", "clz.b32", "brev.b32", "not.b32", "cnot.b32", "neg.s32", "abs.s32", "bfind.u32", "bfind.s32", "bfind.shiftamt.u32", "bfind.shiftamt.s32"} {
		add(op, "b32", "b32")
	}
	for _, m := range modes {
		for _, z := range []string{"", ".ftz"} {
			add("rcp."+m+z+".f32", "f32", "f32")
			add("sqrt."+m+z+".f32", "f32", "f32")
		}
		add("cvt."+m+".f32.u32", "f32", "u32")
		add("cvt."+m+".f32.s32", "f32", "s32")
		add("cvt."+m+".f16.f32", "b16", "f32")
		add("cvt."+m+".f16.u32", "b16", "u32")
		add("cvt."+m+".f16.s32", "b16", "s32")
		add("cvt."+m+"i.f32.f32", "f32", "f32")
		for _, t := range []string{"u8", "s8", "u32", "s32"} {
			add("cvt."+m+"i."+t+".f32", "b32", "f32")
		}
		for _, t := range []string{"u16", "s16"} {
			add("cvt."+m+"i."+t+".f32", t, "f32")
		}
		for _, t := range []string{"u64", "s64"} {
			add("cvt."+m+"i."+t+".f32", t, "f32")
		}
	}
	add("cvt.rn.bf16.f32", "b16", "f32")
	add("cvt.rz.bf16.f32", "b16", "f32")
	add("cvt.rna.tf32.f32", "b32", "f32")
	add("cvt.f64.f32", "f64", "f32")
	add("cvt.rn.f64.u32", "f64", "u32")
	add("cvt.rn.f64.s32", "f64", "s32")
	add("cvt.sat.f32.f32", "f32", "f32")
	add("abs.f32", "f32", "f32")
	add("neg.f32", "f32", "f32")
	for _, t := range []string{"u8", "s8", "u16", "s16"} {
		for _, s := range []string{"u32", "s32"} {
			add("cvt.sat."+t+"."+s, "b32", s)
		}
	}
	return out
}

// chunk is how many values one launch takes.
const chunk = 1 << 20

// sweepKernel computes a value for each of chunk inputs: first + step*i.
func sweepKernel(s [3]string) string {
	size := map[byte]int{'1': 2, '3': 4, '6': 8}[s[1][1]]
	return fmt.Sprintf(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 pout, .param .u32 first, .param .u32 step)
{
	.reg .b32 %%t<6>; .reg .b64 %%o; .reg .%s d; .reg .%s a;
	ld.param.u64 %%o, [pout]; ld.param.u32 %%t0, [first]; ld.param.u32 %%t1, [step];
	mov.u32 %%t2, %%ctaid.x; mov.u32 %%t3, %%tid.x; mad.lo.u32 %%t2, %%t2, 256, %%t3;
	mad.wide.u32 %%o, %%t2, %d, %%o;
	mad.lo.u32 %%t4, %%t2, %%t1, %%t0;
	mov.b32 a, %%t4;
	%s d, a;
	st.global.b%d [%%o], d;
	ret;
}
`, s[1], s[2], size, s[0], 8*size)
}

// TestSweep runs unary operations on 32 bits over a sample of all inputs (2^20, one in 4,096, and around every power of two), or over
// all of them by hand, and compares with the interpreter's arithmetic.
func TestSweep(t *testing.T) {
	ms, err := Machines()
	if err != nil {
		t.Fatal(err)
	}
	m := ms[2]
	done := map[string]bool{}
	logPath := filepath.Join("testdata", "sweep.log")
	if *sweepAll {
		if f, err := os.Open(logPath); err == nil {
			for sc := bufio.NewScanner(f); sc.Scan(); {
				done[sc.Text()] = true
			}
			_ = f.Close()
		}
	}
	for k, s := range sweeps() {
		if testing.Short() && k%8 != 0 {
			continue
		}
		t.Run(strings.ReplaceAll(s[0], ".", "_"), func(t *testing.T) {
			e, err := interp.NewEvaluator(s[0]+" d, a;", s[1], s[2])
			if err != nil {
				t.Fatal(err)
			}
			obj, err := compiler.Compile([]byte(sweepKernel(s)), compiler.Options{OptLevel: 3})
			if err != nil {
				t.Fatal(err)
			}
			if why := obj.Kernels[0].Refused; why != "" {
				t.Fatal(why)
			}
			mod, err := m.m.Load(obj.HSACO)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = mod.Unload() }()
			size := map[byte]int{'1': 2, '3': 4, '6': 8}[s[1][1]]
			out, err := m.m.Alloc(chunk * size)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = m.m.Free(out) }()
			buf := make([]byte, chunk*size)
			run := func(first, step uint32, n int) {
				p := binary.LittleEndian.AppendUint64(nil, out)
				p = binary.LittleEndian.AppendUint32(p, first)
				p = binary.LittleEndian.AppendUint32(p, step)
				if err := mod.Launch("k", &conformance.Launch{Grid: [3]uint32{uint32(n+255) / 256, 1, 1}, Block: [3]uint32{256, 1, 1}, Params: p}); err != nil {
					t.Fatal(err)
				}
				if err := mod.Sync(); err != nil {
					t.Fatal(err)
				}
				if err := m.m.Read(buf, out); err != nil {
					t.Fatal(err)
				}
				bad := 0
				for i := range n {
					x := first + step*uint32(i)
					var g uint64
					for k := size - 1; k >= 0; k-- {
						g = g<<8 | uint64(buf[i*size+k])
					}
					if w := e.Eval(uint64(x)); g != w && !sameValue(resultOf(s[0]), g, w) {
						if bad++; bad <= 3 {
							t.Errorf("%s %#x: %#x not %#x", s[0], x, g, w)
						}
					}
				}
				if bad > 3 {
					t.Errorf("%s: %d values from %#x differ", s[0], bad, first)
				}
			}
			if *sweepAll {
				for c := range 1 << 12 {
					key := fmt.Sprintf("%s %d", s[0], c)
					if done[key] {
						continue
					}
					run(uint32(c)<<20, 1, chunk)
					if t.Failed() {
						return
					}
					f, err := os.OpenFile(logPath, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
					if err != nil {
						t.Fatal(err)
					}
					_, _ = fmt.Fprintln(f, key)
					_ = f.Close()
				}
				return
			}
			n := chunk
			if testing.Short() {
				n = 1 << 15
			}
			run(0x1357, uint32(math.MaxUint32/uint32(n))|1, n)
			for b := range 32 {
				run(uint32(1)<<b-128, 1, 256)
			}
		})
	}
}

// resultOf is the type that an instruction's first type word names.
func resultOf(mn string) ptx.Type {
	for _, w := range strings.Split(mn, ".")[1:] {
		switch w {
		case "f16":
			return ptx.F16
		case "bf16":
			return ptx.BF16
		case "f32", "tf32":
			return ptx.F32
		case "f64":
			return ptx.F64
		case "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "b32":
			return ptx.B32
		}
	}
	return ptx.NoType
}
