package compiler_test

import (
	"fmt"
	"strings"
	"testing"

	"ferry/amdgpu"
)

// TestSystemAtomics: PCIe carries fetch-add, swap and compare-and-swap only (RATIONALE.md, Atomics), so that no other hardware atomic may stand in code of
// system scope outside LDS, nor any of floating point at any scope; at device scope the hardware's integer atomics are used.
func TestSystemAtomics(t *testing.T) {
	carried := []string{"_atomic_add_u32", "_atomic_add_u64", "_atomic_swap_b32", "_atomic_swap_b64", "_atomic_cmpswap_b32", "_atomic_cmpswap_b64"}
	ops := []struct{ op, types string }{
		{"and", "b32 b64"}, {"or", "b32 b64"}, {"xor", "b32 b64"}, {"exch", "b32 b64"}, {"cas", "b16 b32 b64"},
		{"add", "u32 s32 u64 f32 f64 noftz.f16 noftz.f16x2 noftz.bf16 noftz.bf16x2"}, {"inc", "u32"}, {"dec", "u32"},
		{"min", "u32 s32 u64 s64"}, {"max", "u32 s32 u64 s64"},
	}
	// The forms whose device-scope code is one hardware atomic.
	single := func(op, typ string) bool { return !strings.Contains(typ, "f") && typ != "b16" }
	for _, scope := range []string{"gpu", "sys"} {
		for _, space := range []string{".global", ""} {
			var b strings.Builder
			b.WriteString(".version 8.4\n.target sm_90\n.address_size 64\n")
			var names []string
			for _, o := range ops {
				for _, typ := range strings.Fields(o.types) {
					for _, ins := range []string{"atom", "red"} {
						if ins == "red" && (o.op == "exch" || o.op == "cas") {
							continue
						}
						reg := "%r"
						switch {
						case strings.Contains(typ, "64"):
							reg = "%l"
						case strings.HasSuffix(typ, "16"):
							reg = "%h"
						}
						if o.op == "cas" && typ == "b16" && space == "" {
							continue
						}
						dst, more := "", ""
						if ins == "atom" {
							dst = reg + "0, "
						}
						if o.op == "cas" {
							more = ", " + reg + "2"
						}
						text := fmt.Sprintf("%s.%s%s.%s.%s %s[%%p], %s1%s;", ins, scope, space, o.op, typ, dst, reg, more)
						names = append(names, text)
						fmt.Fprintf(&b, ".visible .entry k%d(.param .u64 p, .param .u64 v)\n{ .reg .b64 %%p, %%q, %%l<3>; .reg .b32 %%r<3>; .reg .b16 %%h<3>;\n"+
							"ld.param.u64 %%p, [p]; ld.param.u64 %%q, [v]; ld.global.b64 %%l1, [%%q]; ld.global.b64 %%l2, [%%q+8]; ld.global.b32 %%r1, [%%q]; ld.global.b32 %%r2, [%%q+8]; ld.global.b16 %%h1, [%%q]; ld.global.b16 %%h2, [%%q+8];\n%s\n", len(names)-1, text)
						if ins == "atom" {
							fmt.Fprintf(&b, "st.global.b%d [%%q+16], %s0;\n", map[string]int{"%r": 32, "%l": 64, "%h": 16}[reg], reg)
						}
						b.WriteString("ret; }\n")
					}
				}
			}
			obj := compile(t, b.String())
			refused(t, obj)
			for i := range names {
				code := readCode(t, obj.HSACO, fmt.Sprint("k", i)).ins
				var found []string
				for k := range code {
					if in := &code[k]; amdgpu.GFX1100.Info(in.Op).Flags&amdgpu.OpAtomic != 0 {
						found = append(found, in.Op.String())
					}
				}
				if len(found) != 1 {
					t.Errorf("%s: %v", names[i], found)
					continue
				}
				ok := false
				for _, c := range carried {
					ok = ok || strings.HasSuffix(found[0], c)
				}
				f := strings.Split(strings.Fields(names[i])[0], ".")
				op, typ := f[len(f)-2], f[len(f)-1]
				one := single(op, typ)
				switch {
				case (scope == "sys" || !one) && !ok:
					t.Errorf("%s is %s, which PCIe does not carry", names[i], found[0])
				case scope == "gpu" && one && op != "cas" && strings.Contains(found[0], "cmpswap"):
					t.Errorf("%s is a loop", names[i])
				}
			}
		}
	}
}
