package compiler_test

import (
	"fmt"
	"strings"
	"testing"
)

// forms are programs of extreme form, by the size n: what a pass does more than a bounded number of times for each block, edge,
// register or kernel shows in one of them.
var forms = []struct {
	name string
	n    int // a size that takes well below a second
	make func(n int) string
}{
	{"straight", 20000, func(n int) string {
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("mad.lo.u32 %%r%d, %%r%d, %%r%d, %d;", i%7, (i+1)%7, (i+3)%7, i)
		}))
	}},
	{"nested", 750, func(n int) string { // n conditions inside each other, each divergent
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("setp.gt.u32 %%p0, %%r0, %d; @%%p0 bra J%d; add.u32 %%r1, %%r1, %%r0;", 5*i, n-1-i)
		}) + body(n, func(i int) string { return fmt.Sprintf("J%d: xor.b32 %%r1, %%r1, %d;", i, i) }))
	}},
	{"uniform", 750, func(n int) string { // the same with conditions that all threads agree on
		return kernelOf("mov.u32 %r2, %ctaid.x;\n" + body(n, func(i int) string {
			return fmt.Sprintf("setp.gt.u32 %%p0, %%r2, %d; @%%p0 bra J%d; add.u32 %%r1, %%r1, %%r0;", 5*i, n-1-i)
		}) + body(n, func(i int) string { return fmt.Sprintf("J%d: xor.b32 %%r1, %%r1, %d;", i, i) }))
	}},
	{"out", 2500, func(n int) string { // n conditions that all go to one place
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("setp.eq.u32 %%p0, %%r0, %d; @%%p0 bra E; add.u32 %%r1, %%r1, %%r0;", i)
		}) + "E:\n")
	}},
	{"exits", 2500, func(n int) string { // lanes that leave one after the other
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("setp.eq.u32 %%p0, %%r0, %d; @%%p0 exit; add.u32 %%r1, %%r1, %%r0;", i)
		}))
	}},
	{"ifs", 2500, func(n int) string {
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("and.b32 %%r2, %%r0, %d; setp.eq.u32 %%p0, %%r2, 0; @%%p0 bra J%d; add.u32 %%r1, %%r1, %%r0; J%d:", i+1, i, i)
		}))
	}},
	{"switch", 1250, func(n int) string { // brx.idx with n targets
		ls := make([]string, n)
		for i := range ls {
			ls[i] = fmt.Sprintf("C%d", i)
		}
		return kernelOf(fmt.Sprintf("rem.u32 %%r2, %%r0, %d;\nT: .branchtargets %s;\nbrx.idx %%r2, T;\n", n, strings.Join(ls, ", ")) +
			body(n, func(i int) string { return fmt.Sprintf("C%d: xor.b32 %%r1, %%r1, %d; bra E;", i, i) }) + "E:\n")
	}},
	{"fall", 1250, func(n int) string { // the same, each target falling through to the next
		ls := make([]string, n)
		for i := range ls {
			ls[i] = fmt.Sprintf("C%d", i)
		}
		return kernelOf(fmt.Sprintf("rem.u32 %%r2, %%r0, %d;\nT: .branchtargets %s;\nbrx.idx %%r2, T;\n", n, strings.Join(ls, ", ")) +
			body(n, func(i int) string { return fmt.Sprintf("C%d: xor.b32 %%r1, %%r1, %d;", i, i) }))
	}},
	{"loops", 1000, func(n int) string { // one after the other
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("and.b32 %%r2, %%r0, 3; L%d: add.u32 %%r1, %%r1, %%r2; setp.ne.u32 %%p0, %%r2, 0; sub.u32 %%r2, %%r2, 1; @%%p0 bra L%d;", i, i)
		}))
	}},
	{"depth", 250, func(n int) string { // n loops inside each other
		return kernelOf(body(n, func(i int) string { return fmt.Sprintf("L%d: add.u32 %%r1, %%r1, %d;", i, i) }) +
			body(n, func(i int) string {
				return fmt.Sprintf("add.u32 %%r0, %%r0, 1; setp.lt.u32 %%p0, %%r0, %d; @%%p0 bra L%d;", i, n-1-i)
			}))
	}},
	{"back", 1000, func(n int) string { // one loop with n ways back
		return kernelOf("L:\n" + body(n, func(i int) string {
			return fmt.Sprintf("add.u32 %%r0, %%r0, 1; setp.eq.u32 %%p0, %%r0, %d; @%%p0 bra L;", i)
		}))
	}},
	{"tangle", 500, func(n int) string { // irreducible
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("N%d: add.u32 %%r0, %%r0, 7; and.b32 %%r2, %%r0, %d; setp.eq.u32 %%p0, %%r2, 0; @%%p0 bra N%d;", i, i|1, (i*7919+13)%n)
		}))
	}},
	{"live", 2000, func(n int) string { // n values that all live at once
		return ".version 8.0\n.target sm_90\n.address_size 64\n" + fmt.Sprintf(".visible .entry k(.param .u64 p) {\n.reg .b32 %%r<4>, %%v<%d>; .reg .b64 %%d<3>;\nld.param.u64 %%d0, [p]; mov.u32 %%r0, %%tid.x; mad.wide.u32 %%d0, %%r0, 4, %%d0; mov.u32 %%r1, 0;\n", n) +
			body(n, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%v%d, %%r0, %d, %d;", i, i, i*i) }) +
			body(n, func(i int) string { return fmt.Sprintf("xor.b32 %%r1, %%r1, %%v%d;", n-1-i) }) + "st.global.b32 [%d0], %r1; ret;\n}\n"
	}},
	{"stores", 5000, func(n int) string {
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("st.global.b32 [%%d0+%d], %%r1; ld.global.b32 %%r1, [%%d0+%d];", 4*i, 4*i+4)
		}))
	}},
	{"kernels", 250, func(n int) string {
		s := ".version 8.0\n.target sm_90\n.address_size 64\n"
		for i := range n {
			s += strings.Replace(strings.TrimPrefix(kernelOf("add.u32 %r1, %r0, 1;\n"), s[:strings.Index(s, "64\n")+3]), "k(", fmt.Sprintf("k%d(", i), 1)
		}
		return s
	}},
	{"chain", 250, func(n int) string { // functions that call the next one
		s := ".version 8.0\n.target sm_90\n.address_size 64\n"
		for i := range n {
			call := "add.u32 %r, %r, 1;"
			if i > 0 {
				call = fmt.Sprintf("{ .param .b32 a; .param .b32 b; st.param.b32 [a], %%r; call (b), f%d, (a); ld.param.b32 %%r, [b]; add.u32 %%r, %%r, 3; }", i-1)
			}
			s += fmt.Sprintf(".func (.param .b32 o) f%d(.param .b32 x) { .reg .b32 %%r; ld.param.b32 %%r, [x]; %s st.param.b32 [o], %%r; ret; }\n", i, call)
		}
		return s + strings.TrimPrefix(kernelOf(fmt.Sprintf("{ .param .b32 a; .param .b32 b; st.param.b32 [a], %%r0; call (b), f%d, (a); ld.param.b32 %%r1, [b]; }\n", n-1)), ".version 8.0\n.target sm_90\n.address_size 64\n")
	}},
	{"votes", 250, func(n int) string { // lanes that meet at many places
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("and.b32 %%r2, %%r0, %d; setp.eq.u32 %%p0, %%r2, 0; @%%p0 bra A%d; redux.sync.add.u32 %%r1, %%r1, 0xffffffff; bra J%d; A%d: redux.sync.add.u32 %%r1, %%r0, 0xffffffff; J%d:", i|1, i, i, i, i)
		}))
	}},
	{"mixed", 400, func(n int) string { // lanes that meet at many places in eight ways
		ops := []string{
			"vote.sync.ballot.b32 %r3, %p1, -1;", "shfl.sync.idx.b32 %r3, %r0, 0, 31, -1;", "redux.sync.add.u32 %r3, %r0, -1;", "match.any.sync.b32 %r3, %r0, -1;",
			"barrier.sync 1, 32;", "barrier.red.popc.u32 %r3, 2, 32, %p1;", "bar.warp.sync -1;", "atom.global.add.u32 %r3, [%d0], 1;",
		}
		return kernelOf("setp.eq.u32 %p1, %r0, %r0; mov.u32 %r3, 0;\n" + body(n, func(i int) string {
			return fmt.Sprintf("add.u32 %%r2, %%r0, %d; and.b32 %%r2, %%r2, 7; setp.ne.u32 %%p0, %%r2, 0; @%%p0 bra L%d; %s mad.lo.u32 %%r1, %%r1, 17, %%r3; L%d:", i, i, ops[i%8], i)
		}))
	}},
	{"backoff", 250, func(n int) string { // locks that are tried by adding and given up by subtracting
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("L%d: atom.global.add.u32 %%r2, [%%d0+%d], 1; setp.eq.u32 %%p0, %%r2, 0; @%%p0 bra M%d; atom.global.add.u32 %%r2, [%%d0+%d], -1; bra L%d; M%d: add.u32 %%r1, %%r1, 1; atom.global.add.u32 %%r2, [%%d0+%d], -1;", i, 4*i, i, 4*i, i, i, 4*i)
		}))
	}},
	{"turns", 250, func(n int) string { // locks with a barrier behind each
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("L%d: atom.global.cas.b32 %%r2, [%%d0+%d], 0, 1; setp.ne.u32 %%p0, %%r2, 0; @%%p0 bra L%d; add.u32 %%r1, %%r1, 1; atom.global.exch.b32 %%r2, [%%d0+%d], 0; bar.sync 0;", i, 4*i, i, 4*i)
		}))
	}},
	{"spin", 250, func(n int) string { // locks
		return kernelOf(body(n, func(i int) string {
			return fmt.Sprintf("L%d: atom.global.cas.b32 %%r2, [%%d0+%d], 0, 1; setp.ne.u32 %%p0, %%r2, 0; @%%p0 bra L%d; add.u32 %%r1, %%r1, 1; atom.global.exch.b32 %%r2, [%%d0+%d], 0;", i, 4*i, i, 4*i)
		}))
	}},
}

// body is n lines.
func body(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
		b.WriteByte('\n')
	}
	return b.String()
}

// kernelOf is a kernel with %r0 = tid.x, %r1 = 0 and %d0 the thread's place; it stores %r1 there.
func kernelOf(body string) string {
	return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {\n.reg .b32 %r<8>; .reg .pred %p<2>; .reg .b64 %d<3>;\n" +
		"ld.param.u64 %d0, [p]; mov.u32 %r0, %tid.x; mad.wide.u32 %d0, %r0, 4, %d0; mov.u32 %r1, 0;\n" + body + "st.global.b32 [%d0], %r1; ret;\n}\n"
}

// BenchmarkShapes compiles each shape at its size and at four times that: the time must grow with the size and no faster.
func BenchmarkShapes(b *testing.B) {
	for _, s := range forms {
		for _, n := range []int{s.n, 4 * s.n} {
			src := []byte(s.make(n))
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) { benchmark(b, [][]byte{src}) })
		}
	}
}

// TestClusters: a kernel that wants clusters of several blocks is refused by name, one of clusters of one block is like any other.
func TestClusters(t *testing.T) {
	const several = "line 4: clusters of more than one block (.reqnctapercluster)"
	for directive, why := range map[string]string{
		"": "", ".reqnctapercluster 1": "", ".reqnctapercluster 1, 1, 1": "", ".explicitcluster .maxclusterrank 8": "",
		".reqnctapercluster 2": several, ".reqnctapercluster 1, 1, 4": several,
		".reqntid 32 .reqnctapercluster 2, 1, 1 .blocksareclusters": several,
	} {
		obj := compile(t, ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() "+directive+" { ret; }\n")
		if got := obj.Kernels[0].Refused; got != why {
			t.Errorf("%s: refused %q, want %q", directive, got, why)
		}
	}
}
