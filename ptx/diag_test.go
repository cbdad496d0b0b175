package ptx

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// head gives each case a module whose body begins at line 5; expected
// positions are line:col of the case's own text, which starts at line 1.
const diagHead = `.version 8.0
.target sm_80
.address_size 64
.global .align 16 .b8 gl[64]; .const .u32 cn; .func (.param .b32 r) g(.param .b32 a); .func (.param .b32 r) g(.param .b32 a) { ret; } .visible .entry k(.param .u64 prm) { .reg .pred p,q; .reg .b16 h; .reg .b32 %r<4>; .reg .u32 u; .reg .s32 s; .reg .f32 %f<3>; .reg .b64 %rd<3>; .reg .f64 d; .reg .v4 .f32 v; .shared .b32 sm[4];
`

// Messages are ptxas 13.5's for the same text, found by running it, where it
// has one; it gives no columns.
func TestDiagnostics(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"add.u32 %r1, %r2, 5;", ""},
		{"foo.bar;", "1:1 Unknown modifier '.bar'|1:1 Not a name of any known instruction: 'foo'"},
		{"add.foo.s32 %r1, %r2, %r0;", "1:1 Unknown modifier '.foo'"},
		{"add.s32 %r1, %r2;", "1:1 Arguments mismatch for instruction 'add'"},
		{"add.s32 %r1, %r2, 1, 2;", "1:22 Arguments mismatch for instruction 'add'"},
		{"add.s32 %r1, nope, 4;", "1:14 Unknown symbol 'nope'|1:14 Arguments mismatch for instruction 'add'"},
		{"add.f32 %f0, %f0, d;", "1:19 Arguments mismatch for instruction 'add'"},
		{"add.f32 %f0, %f0, 1;", "1:19 Arguments mismatch for instruction 'add'"},
		{"add.s32 s, s, 1.5;", "1:15 Arguments mismatch for instruction 'add'"},
		{"add.f32 %f0, %f0, 1.0;", ""},
		{"mov.b32 %r1, 0f3f800000;", ""},
		{"mov.b32 %r1, 1.5;", "1:14 Arguments mismatch for instruction 'mov'"},
		{"mov.u32 %f0, %r1;", "1:9 Arguments mismatch for instruction 'mov'"},
		{"mov.f32 %f0, %r1;", ""},
		{"mov.b64 %rd1, {%r1, %r2};", ""},
		{"mov.b64 {%r1, _}, %rd1;", ""},
		{"mov.b64 {%r1, h}, %rd1;", "1:9 Arguments mismatch for instruction 'mov'"},
		{"mov.u32 %r1, %tid;", "1:14 Argument vector size mismatch for instruction 'mov'"},
		{"mov.u64 %rd1, %tid.x;", "1:15 Arguments mismatch for instruction 'mov'"},
		{"mov.v4.u32 {%r0,%r1,%r2,%r3}, %tid;", ""},
		{"add.u32 u, %tid.x, 5;", "1:12 Special register argument not allowed for instruction 'add'"},
		{"add.u32 u, -u, 5;", "1:12 Operand negation not allowed for instruction 'add'"},
		{"ld.global.u8 %rd1, [%rd1];", ""}, // wider registers are fine for ld
		{"ld.global.f32 d, [%rd1];", "1:15 Arguments mismatch for instruction 'ld'"},
		{"ld.global.u32 u, [%f1];", "1:18 Illegal to use symbol '%f1' of type .f32 as address operand. Use integer or bit only."},
		{"ld.global.u32 u, [sm];", "1:18 State space mismatch between instruction and address in instruction 'ld'"},
		{"ld.shared.v2.u32 {u,%r1,%r2}, [sm];", "1:18 Argument vector size mismatch for instruction 'ld'"},
		{"ld.shared.v2.u32 {u,%rd1}, [sm];", "1:18 Incompatible elements of vector expression"},
		{"ld.shared.u32 u, [4];", "1:18 Immediate addresses allowed only for .local state space"},
		{"ld.shared.u32 u, sm;", "1:18 Arguments mismatch for instruction 'ld'"},
		{"ld.shared.u32 u, [sm-4];", "1:21 Parsing error near '-': syntax error"},
		{"ld.global.v4.u64 {%rd0,%rd0,%rd0,%rd0}, [gl];", "1:1 Feature '256 bit wide load/store' requires .target sm_100 or higher"},
		{"st.param.u64 [prm], %rd1;", "1:14 Illegal to write to function input parameter 'prm'"},
		{"st.global.u32 [cn], u;", "1:15 State space mismatch between instruction and address in instruction 'st'"},
		{"setp.lt.b32 p, u, u;", "1:1 Mismatch between instruction type and comparison qualifier"},
		{"setp.ltu.u32 p, u, u;", "1:1 Mismatch between instruction type and comparison qualifier"},
		{"setp.lt.u32 %r1, u, u;", "1:13 Arguments mismatch for instruction 'setp'"},
		{"setp.lt.and.u32 p|_, u, 5, !q;", ""},
		{"@%r1 ret;", "1:2 Predicate expression expected"},
		{"@zz ret;", "1:2 Unknown symbol 'zz'"},
		{"cvt.s32.f32 s, %f0;", "1:1 Rounding modifier required for instruction 'cvt'"},
		{"cvt.rn.f64.f32 d, %f0;", "1:1 Illegal rounding modifier for instruction 'cvt'"},
		{"cvt.sat.u32.u16 u, h;", "1:1 Illegal modifier '.sat' for instruction 'cvt'"},
		{"cvt.rzi.s32.f32 s, %f0;", ""},
		{"fma.f32 %f0, %f0, %f0, %f0;", "1:1 Rounding modifier required for instruction 'fma'"},
		{"shl.u32 u, u, 5;", "1:1 Unexpected instruction types specified for 'shl'"},
		{"mul.wide.u32 u, u, 5;", "1:14 Arguments mismatch for instruction 'mul.wide'"},
		{"bra nowhere;", "1:5 Unknown symbol 'nowhere'"},
		{"L: bra L; L: ret;", "1:11 Duplicate definition of label 'L'"},
		{"{ M: } bra M;", "1:12 Unknown symbol 'M'"},
		{"{ bra M; } M: { bra M; }", ""},
		{".reg .b32 u;", "1:11 Duplicate definition of variable 'u'"},
		{".reg .b32 %r3;", "1:11 Duplicate definition of variable '%r3'"},
		{".reg .b32 prm;", "1:11 Duplicate definition of variable 'prm'"},
		{"{ .reg .b64 u; mov.b64 u, 5; }", ""},
		{"mov.b32 %r4, 5;", "1:9 Unknown symbol '%r4'|1:9 Arguments mismatch for instruction 'mov'"},
		{"call (%r1), g, (%r2);", ""},
		{"call g, (%r2);", "1:1 Call has wrong number of parameters"},
		{"call (%r1), g, (%rd1);", "1:17 Type of argument does not match formal parameter 'a'"},
		{"call (%r1), later, (%r1);", "1:13 Call to 'later' requires call prototype"},
		{"call (%r1), %rd1, (%r1);", "1:1 Call target not recognized"},
		{"bar.sync 16;", "1:10 Barrier number '16' out of range, expected to be in range [0..15]"},
		{"bar.sync 0, 33;", "1:13 Number of threads participating in barrier must be in multiple of warp size"},
		{"vote.ballot.b32 %r1, p;", "1:1 Instruction 'vote' without '.sync' is not supported on .target sm_70 and higher from PTX ISA version 6.4"},
		{"add.rn.f32x2 %rd1, %rd1, %rd1;", "1:1 Feature 'add' requires PTX ISA .version 8.6 or later"},
		{"ld.shared::cluster.u32 u, [sm];", "1:1 Modifier '.shared::cluster' on 'ld' requires .target sm_90 or higher"},
		{"mov.f32 v.x, v.w;", ""},
		{"mov.f32 %f1.x, v.w;", "1:12 Illegal vector element selector '.x'"},
		{"add.u32 u, u, 99999999999999999999;", "1:15 Constant overflow"},
		{"add.u32 u, u, 1/0;", "1:16 Constant expression has division by zero"},
		{"add.u32 u, u, 5 5;", "1:17 Parsing error near '5': syntax error"},
		{"add.u32 u, u,;", "1:14 Parsing error near ';': syntax error"},
		{"ld..u32 u;", "1:1 Unexpected instruction types specified for 'ld'|1:3 Parsing error near '.': syntax error"},
		// Parsing goes on at the next statement: three mistakes, three errors.
		{"bogus.u32 u;\n add.u32 u, 5 5;\nadd.u32 u, d, 1;", "1:1 Not a name of any known instruction: 'bogus'|2:15 Parsing error near '5': syntax error|3:12 Arguments mismatch for instruction 'add'"},
	} {
		_, diags := Load([]byte(diagHead+c.text+"\nret; }\n"), Options{Name: "t.ptx"})
		var got []string
		for _, d := range diags {
			got = append(got, fmt.Sprintf("%d:%d %s", d.Pos.Line-4, d.Pos.Col, d.Msg))
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, g, c.want)
		}
	}
}

// Module-level mistakes, with the kind a driver turns into its error code. The
// texts of the recorded driver probe module_errors are among them.
func TestModuleDiagnostics(t *testing.T) {
	const h = ".version 7.0\n.target sm_52\n.address_size 64\n"
	for _, c := range []struct {
		text string
		kind Kind
		want string
	}{
		{"", KindSyntax, "1:1 Missing .version directive at start of file 't.ptx'"},
		{"hello world", KindSyntax, "1:1 Missing .version directive at start of file 't.ptx'"},
		{".version 7.0\n", KindSyntax, "2:1 Missing .target directive at start of file 't.ptx'"},
		{".version 99.0\n.target sm_52\n.address_size 64\n.visible .entry k(){ret;}", KindVersion, "1:1 Unsupported .version 99.0; current version is '9.5'"},
		{".version 7.0\n.target sm_999\n", KindTarget, "2:9 Unsupported .target 'sm_999'"},
		{".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(){ret;}", 0, ""},
		{h + ".visible .entry k(){foo.bar; ret;}", KindInvalid, "4:21 Unknown modifier '.bar'|4:21 Not a name of any known instruction: 'foo'"},
		{h + ".visible .entry k(){mov.u32 %r1,%r2;ret;}", KindInvalid, "4:29 Unknown symbol '%r1'|4:29 Arguments mismatch for instruction 'mov'|4:33 Unknown symbol '%r2'"},
		{h + ".visible .entry k(){.reg .f32 %f;.reg .b64 %d;add.f32 %f,%f,%d;ret;}", KindInvalid, "4:61 Arguments mismatch for instruction 'add'"},
		{h + ".visible .entry k(){bra L;ret;}", KindInvalid, "4:25 Unknown symbol 'L'"},
		{h + ".visible .entry k(){ret;}\n.visible .entry k(){ret;}", KindInvalid, "5:17 Duplicate definition of function 'k'"},
		{h + ".visible .entry k(){\n  bogus.u32 %r1;\nret;}", KindInvalid, "5:3 Not a name of any known instruction: 'bogus'|5:13 Unknown symbol '%r1'"},
		{h, 0, ""},
		{h + ".global .f32 x = 1;", KindInvalid, "4:18 Initial value type mismatch"},
		// Addresses: what ptxas 13 says.
		{h + ".global .u32 g;\n.global .b64 x = g;", KindInvalid, "5:18 Initial value type mismatch"},
		{h + ".global .u32 g;\n.global .u16 x = g;", KindInvalid, "5:18 Initial value type mismatch"},
		{h + ".global .u32 g;\n.global .u8 x = g;", KindInvalid, "5:17 Initial value type mismatch"},
		{h + ".global .u32 g;\n.global .u8 x = 0xffff(g);", KindInvalid, "5:17 Invalid mask value '0xffff' used in initializer"},
		{h + ".shared .u32 g;\n.global .u64 x = g;", KindInvalid, "5:18 Variable used as initial value not in .global or .const state space"},
		{h + ".shared .u32 g;\n.global .u64 x = generic(g);", KindInvalid, "5:18 Variable used as initial value not in .global or .const state space"},
		{h + ".global .u32 x[2] = {1,2,3};", KindInvalid, "4:21 Greater number of elements in array initializer"},
		{h + ".shared .u32 x = 4;", KindInvalid, "4:14 No initial value is allowed for 'x' in this state space"},
		{h + ".global .align 3 .u32 x;", KindInvalid, "4:16 Alignment must be a power of two"},
		{h + ".global .pred x;", KindInvalid, "4:15 Predicate variable 'x' must be in register state space"},
		{h + ".global .b32 x[];", KindInvalid, "4:14 Non-external variable 'x' has incomplete type"},
		{h + ".global .u64 x = y;", KindInvalid, "4:18 Invalid initial value symbol 'y'"},
		{h + ".entry k(.param .b8 x[32765]){ret;}", KindInvalid, "4:8 Entry function 'k' uses too much parameter space (32765 bytes, 32764 max)."},
		// ptxas 13: zero in a directive, large parameters, debugging without information.
		{h + ".entry k() .maxnreg 0 {ret;}", KindInvalid, "4:12 Positive non-zero value expected for maxnreg"},
		{h + ".entry k() .reqntid 0 {ret;}", KindInvalid, "4:12 Positive non-zero value expected for reqntid"},
		{h + ".entry k() .maxntid 1,0,1 {ret;}", KindInvalid, "4:12 Positive non-zero value expected for maxntid"},
		{h + ".entry k() .maxntid 1 .minnctapersm 0 {ret;}", KindInvalid, "4:23 Positive non-zero value expected for minnctapersm"},
		{h + ".entry k(.param .b8 x[4352]){ret;}", 0, ""},
		{h + ".entry k(.param .b8 x[4353]){ret;}", KindUnsupported, "4:8 Feature 'Kernel parameter size larger than 4352 bytes' requires PTX ISA .version 8.1 or later"},
		{".version 8.1\n.target sm_61\n.address_size 64\n.entry k(.param .b8 x[5000]){ret;}", KindUnsupported, "4:8 Feature 'Kernel parameter size larger than 4352 bytes' requires .target sm_70 or higher"},
		{".version 8.1\n.target sm_70\n.address_size 64\n.entry k(.param .b8 x[32764]){ret;}", 0, ""},
		{".version 7.0\n.target sm_52, debug\n.address_size 64\n.entry k(){ret;}", KindInvalid, "2:1 Debug information not found in presence of .target debug"},
		{".version 7.0\n.target sm_52, debug\n.address_size 64\n.entry k(){ret;}\n.section .debug_info { .b32 0 }", 0, ""},
		{h + ".entry k() .maxntid 5 .reqntid 4 {ret;}", KindInvalid, "4:8 Conflicting directives: .maxntid and .reqntid cannot both be specified"},
		{h + ".const .b8 a[65530];\n.const .u32 b[2];", KindInvalid, "5:13 File uses too much global constant data (0x10004 bytes, 0x10000 max)"},
		{h + ".bogus f(){ret;}", KindSyntax, "4:1 Parsing error near '.bogus': syntax error"},
		{h + "/* open", KindSyntax, "4:1 Parsing error near '': unexpected EOF while scanning"},
		{h + ".func f(){ {", KindSyntax, "4:13 Parsing error near '': syntax error"},
	} {
		_, diags := Load([]byte(c.text), Options{Name: "t.ptx"})
		var got []string
		for _, d := range diags {
			got = append(got, fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Col, d.Msg))
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, g, c.want)
		} else if len(diags) > 0 && diags[0].Kind != c.kind {
			t.Errorf("%q: kind %d, want %d", c.text, diags[0].Kind, c.kind)
		}
	}
}

func TestDiagString(t *testing.T) {
	for _, c := range []struct {
		d    Diag
		want string
	}{
		{Diag{File: "a.ptx", Pos: Pos{5, 3}, Kind: KindInvalid, Msg: "m"}, "ptxas a.ptx, line 5; error   : m (column 3)"},
		{Diag{File: "a.ptx", Pos: Pos{5, 3}, Kind: KindSyntax, Msg: "m"}, "ptxas a.ptx, line 5; fatal   : m (column 3)"},
	} {
		if got := c.d.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestExterns(t *testing.T) {
	m, d := Load([]byte(".version 7.0\n.target sm_52\n.extern .func f; .extern .func unused; .extern .global .b32 x; .extern .shared .b8 dyn[]; .func g; .visible .entry k(){ .reg .b64 a; call f; call g; mov.u64 a, x; mov.u64 a, dyn; ret; } .func g { ret; }"), Options{})
	if len(d) > 0 {
		t.Fatal(Errors(d))
	}
	var got []string
	for _, s := range m.Externs() {
		got = append(got, s.SymName())
	}
	if g := strings.Join(got, " "); g != "x f" {
		t.Errorf("externs %q, want \"x f\"", g)
	}
}

// Hostile sources must take time linear in their size and bounded memory.
func TestHostile(t *testing.T) {
	const h = ".version 8.0 .target sm_80 .address_size 64 "
	rep := strings.Repeat
	for _, c := range []struct{ name, text string }{
		{"huge register range", h + ".func f(){ .reg .b32 %r<2000000000>; mov.b32 %r1999999999, 1; }"},
		{"nested scopes", h + ".func f(){" + rep("{", 200000) + rep("}", 200000) + "}"},
		{"nested parentheses", h + ".func f(){ .reg .b32 a; mov.b32 a, " + rep("(", 200000) + "1;}"},
		{"nested signs", h + ".func f(){ .reg .b32 a; mov.b32 a, " + rep("-", 200000) + "1;}"},
		{"nested conditionals", h + ".func f(){ .reg .b32 a; mov.b32 a, " + rep("1?1:", 100000) + "1;}"},
		{"nested vectors", h + ".func f(){ mov.b32 " + rep("{", 200000) + "1;}"},
		{"nested initialiser", h + ".global .b32 a = " + rep("{", 200000) + ";"},
		{"many forward labels", h + ".func f(){" + rep("bra L; { bra L; } ", 100000) + "L: }"},
		{"many shadowed labels", h + ".func f(){" + rep("{ bra L; L: } ", 100000) + "}"},
		{"labels in deep scopes", h + ".func f(){" + rep("{ bra L; ", 200) + rep("bra M; ", 50000) + rep("}", 200) + "L: M: }"},
		{"long mnemonic", h + ".func f(){ add" + rep(".s32", 200000) + " ; }"},
		{"many mnemonics", h + ".func f(){" + rep("a.b; ", 100) + "}"},
		{"huge array", h + ".global .b32 a[1000000][1000000][1000000];"},
		{"many variables", h + ".global .b32 a<65537>;"},
		{"many errors", h + rep("x ", 200000)},
		{"errors in a body", h + ".func f(){" + rep("x y; ", 200000) + "}"},
		{"open string", h + rep("\"", 200000)},
		{"many ranges", h + ".func f(){" + rep("{ .reg .b32 %r<3>; mov.b32 %r1, %r2; ", 200) + rep("}", 200) + "}"},
	} {
		start := time.Now()
		m, err := Parse([]byte(c.text), Options{})
		if m != nil && err == nil {
			Check(m, Options{})
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: %v", c.name, d)
		}
	}
}
