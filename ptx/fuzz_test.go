package ptx

import (
	"os"
	"strings"
	"testing"
)

// fuzzSeeds are small texts that between them use every part of the grammar.
var fuzzSeeds = []string{
	"",
	"hello world",
	".version 7.0\n",
	".version 7.0\n.target sm_52, debug\n.address_size 64\n",
	".version 99.0\n.target sm_52\n",
	`.version 8.0
.target sm_80
.address_size 64
.file 1 "a.cu", 3, 4
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b) .noreturn;
.global .align 8 .v2 .u32 g[2] = {{1,2},{-3,0x10U}};
.visible .global .attribute(.managed) .f32 h[] = {1.5, 0f3f800000, 0d3ff0000000000000};
.const .u64 t[3] = {g, generic(g)+8, 0xff00(g)};
.global .texref tx; .global .samplerref sp = {addr_mode_0 = wrap, filter_mode = nearest};
.extern .shared .b8 dyn[];
.func (.reg .u32 rr) f(.reg .u32 a, .param .align 16 .b8 s[16]) { .reg .b32 x<3>; mov.b32 rr, a; ret; }
.visible .entry k(.param .u64 .ptr .global .align 8 p, .param .b8 q[8]) .maxntid 32, 1 .minnctapersm 2 .pragma "nounroll";
.visible .entry k(.param .u64 .ptr .global .align 8 p, .param .b8 q[8]) .maxntid 32, 1 .minnctapersm 2 .pragma "nounroll"
{
 .reg .pred %p<3>; .reg .b32 %r<10>; .reg .b64 %rd<4>; .reg .v4 .f32 %v; .local .align 4 .b8 l[16];
 .loc 1 2 3, function_name L$x+4, inlined_at 1 5 6
 ld.param.u64 %rd1, [p]; L: { .reg .b32 %r1; @!%p1 bra M; M: mov.b32 %r1, %tid.x; }
 setp.lt.and.u32 %p1|%p2, %r1, 5+3*2, !%p0;
 mov.f32 %v.x, 1.0; mov.b64 {%r1, _}, %rd1; ld.local.v2.u32 {%r1,%r2}, [l+8];
 call (%r3), f, (%r4, q2); vadd4.u32.u32.u32 %r1.b210, %r2.b7654, -%r3, %r1;
 tex.2d.v4.f32.f32 {%v.x,%v.y,%v.z,%v.w}, [tx, {%v.x, %v.y}];
 T: .branchtargets L, N; brx.idx %r1, T; P: .callprototype (.param .b32 _) _ (.param .b64 _);
 call (%r1), %rd1, (%rd1), P; N: ret;
}
.alias k2, k;
.section .debug_info { .b8 1, 2, -3
 a: .b32 a, a+4, a-b
 .b64 .debug_info }
`,
	".version 7.0 .target sm_30 .func f(){.reg .b32 %r<2000000000>; mov.b32 %r1999999999, (((1))); bra x; {x:} }",
	".version 7.0 .target sm_30 .func f(){ { bra x; { bra x; } } x: { bra x; x: } }",
}

// FuzzParse: nothing that is read makes the parser, the checker or the printer
// panic, and what parses prints to a text that parses to an equal tree.
func FuzzParse(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add([]byte(s))
	}
	for _, n := range []string{"vecadd", "switch_jump", "func_ptr", "texture2d", "mma_ptx", "cp_async"} {
		if b, err := os.ReadFile("../testdata/conformance/kernels/ptx/" + n + ".ptx"); err == nil && len(b) < 3000 {
			f.Add(b)
		}
	}
	for _, op := range strings.Split(tableText, "\n") {
		if col := strings.Split(op, "|"); len(col) > 2 && len(op)%7 == 0 {
			f.Add([]byte(".version 9.0 .target sm_100a .func f(){ .reg .b32 a,b; " + strings.TrimSpace(col[0]) + ".b32 a, [b+4], {a,b}; }"))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := Parse(src, Options{Name: "fuzz"})
		if m == nil {
			if err == nil {
				t.Fatal("no module and no error")
			}
			return
		}
		Check(m, Options{})
		if err == nil {
			roundTrip(t, m)
		}
	})
}
