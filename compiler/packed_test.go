package compiler_test

import (
	"fmt"
	"strings"
	"testing"

	"ferry/compiler"
)

// TestPackedParameters: NVIDIA's compiler stores members of packed structures to parameters and results where they lie, at
// any address. The expected words follow from the bytes. (NVIDIA's own assembler loses such a store; what the program says
// is what C++ wants.)
func TestPackedParameters(t *testing.T) {
	for _, off := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8} {
		for _, ty := range []string{"b16", "b32", "b64", "f64"} {
			size := map[string]int{"b16": 2, "b32": 4, "b64": 8, "f64": 8}[ty]
			var s strings.Builder
			fmt.Fprintf(&s, ".version 7.0\n.target sm_70\n.address_size 64\n.func (.param .align 1 .b8 r[17]) f(.param .align 1 .b8 a[17]) {\n.reg .b16 %%h;.reg .b32 %%r<9>;.reg .b64 %%rd<9>;.reg .f64 %%f;\n")
			// The function passes a value on from an odd place to another.
			reg := map[string]string{"b16": "%h", "b32": "%r1", "b64": "%rd1", "f64": "%f"}[ty]
			for i := range 17 {
				fmt.Fprintf(&s, "st.param.b8 [r+%d], 0;\n", i)
			}
			fmt.Fprintf(&s, "ld.param.%s %s, [a+%d];\nst.param.%s [r+%d], %s;\nret;\n}\n", ty, reg, off, ty, 8-off, reg)
			s.WriteString(".visible .entry k(.param .u64 out) {\n.reg .b32 %r<40>;.reg .b64 %rd<9>;.reg .pred %p;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;mov.u32 %r2, %ctaid.x;mad.lo.u32 %r1, %r2, 64, %r1;mul.wide.u32 %rd2, %r1, 4;add.u64 %rd1, %rd1, %rd2;\nmov.u32 %r4, 0;\n{.param .align 1 .b8 q[17];.param .align 1 .b8 z[17];\n")
			for i := range 17 {
				fmt.Fprintf(&s, "add.u32 %%r3, %%r1, %d;st.param.b8 [q+%d], %%r3;\n", 16*i+1, i)
			}
			s.WriteString("call (z), f, (q);\n")
			for i := range 17 {
				fmt.Fprintf(&s, "ld.param.u8 %%r3, [z+%d];mad.lo.u32 %%r4, %%r4, 31, %%r3;\n", i)
			}
			s.WriteString("}\nst.global.u32 [%rd1], %r4;\nret;\n}\n")
			for _, noInline := range []bool{false, true} {
				o := options()
				o.NoInline = noInline
				obj, err := compiler.Compile([]byte(s.String()), o)
				if err != nil {
					t.Fatal(err)
				}
				refused(t, obj)
				got, err := runCalls(machine(t), obj.HSACO)
				if err != nil {
					t.Fatal(err)
				}
				for id, g := range got {
					var b [17]byte
					for i := range size {
						b[8-off+i] = byte(id + 16*(off+i) + 1)
					}
					w := uint32(0)
					for _, x := range b {
						w = w*31 + uint32(x)
					}
					if g != w {
						t.Fatalf("%s at %d, not inlined: %v: thread %d: %#x, not %#x", ty, off, noInline, id, g, w)
					}
				}
			}
		}
	}
}

// TestDebugTarget: an H200's assembler fuses products with sums, but not in a module whose target says debug.
func TestDebugTarget(t *testing.T) {
	for _, c := range []struct {
		target string
		want   uint32 // of (1+2^-12)^2 - (1+2^-11) in f32: 2^-24 fused, 0 rounded in between
	}{{"sm_80", 0x33800000}, {"sm_80, debug", 0}} {
		src := ".version 8.0\n.target " + c.target + "\n.address_size 64\n.visible .entry k(.param .u64 out) {\n.reg .b32 %r<9>;.reg .b64 %rd<9>;.reg .f32 %f<9>;\n" +
			"ld.param.u64 %rd1, [out];mov.u32 %r1, %tid.x;mov.u32 %r2, %ctaid.x;mad.lo.u32 %r1, %r2, 64, %r1;mul.wide.u32 %rd2, %r1, 4;add.u64 %rd1, %rd1, %rd2;\n" +
			"mul.lo.u32 %r3, %r1, 0;add.u32 %r3, %r3, 0x3f800800;mov.b32 %f1, %r3;mul.f32 %f2, %f1, %f1;add.f32 %f3, %f2, 0fBF801000;st.global.f32 [%rd1], %f3;ret;\n}\n"
		if strings.Contains(c.target, "debug") {
			src += ".section .debug_str\n{\nstr:\n.b8 0\n}\n"
		}
		obj := compile(t, src)
		refused(t, obj)
		got, err := runCalls(machine(t), obj.HSACO)
		if err != nil {
			t.Fatal(err)
		}
		for id, g := range got {
			if g != c.want {
				t.Fatalf("%s: thread %d: %#x, not %#x", c.target, id, g, c.want)
			}
		}
	}
}
