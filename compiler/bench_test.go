package compiler_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ferry/compiler"
	"ferry/internal/conformance"
)

// BenchmarkKernels compiles every CUDA kernel of the conformance suite at the default level.
func BenchmarkKernels(b *testing.B) {
	root, err := conformance.Root()
	if err != nil {
		b.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "kernels", "ptx", "*.ptx"))
	if err != nil {
		b.Fatal(err)
	}
	var srcs [][]byte
	for _, f := range files {
		s, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		srcs = append(srcs, s)
	}
	benchmark(b, srcs)
}

// BenchmarkPrograms compiles random programs: much control flow, all kinds of arithmetic.
func BenchmarkPrograms(b *testing.B) {
	ps, err := conformance.Programs()
	if err != nil {
		b.Fatal(err)
	}
	var srcs [][]byte
	for _, p := range ps[:20] {
		s, err := os.ReadFile(p.PTX)
		if err != nil {
			b.Fatal(err)
		}
		srcs = append(srcs, s)
	}
	benchmark(b, srcs)
}

// BenchmarkLong compiles one kernel of so many instructions: the time must grow with the size and no faster.
func BenchmarkLong(b *testing.B) {
	for _, n := range []int{1000, 10000, 50000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmark(b, [][]byte{longKernel(n)}) })
	}
}

// longKernel has n instructions in blocks of a few, with loops, divergent branches and some 30 live values.
func longKernel(n int) []byte {
	var s strings.Builder
	s.WriteString(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 n)\n{\n" +
		".reg .b32 %r<40>;\n.reg .b64 %d<4>;\n.reg .pred %p<4>;\n.reg .f32 %f<8>;\n" +
		"ld.param.u64 %d0, [p];\nld.param.u32 %r0, [n];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %d0, %d1;\n")
	for i := 2; i < 32; i++ {
		fmt.Fprintf(&s, "ld.global.u32 %%r%d, [%%d2+%d];\n", i, 128*i)
	}
	s.WriteString("mov.f32 %f0, 0f3F800000;\nmov.f32 %f1, 0f40000000;\n")
	seed := uint32(1)
	next := func(k int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % k
	}
	lab := 0
	for k := 0; k < n; {
		a, c, d := 2+next(30), 2+next(30), 2+next(30)
		switch next(12) {
		case 0:
			fmt.Fprintf(&s, "setp.lt.u32 %%p0, %%r%d, %%r%d;\n@%%p0 bra L%d;\nadd.u32 %%r%d, %%r%d, 1;\nL%d:\n", a, c, lab, d, d, lab)
			lab++
			k += 3
		case 1:
			fmt.Fprintf(&s, "mov.u32 %%r33, 0;\nL%d:\nadd.u32 %%r33, %%r33, 1;\nxor.b32 %%r%d, %%r%d, %%r33;\nsetp.lt.u32 %%p1, %%r33, %%r0;\n@%%p1 bra L%d;\n", lab, a, c, lab)
			lab++
			k += 5
		case 2:
			fmt.Fprintf(&s, "cvt.rn.f32.u32 %%f2, %%r%d;\nfma.rn.f32 %%f0, %%f0, %%f1, %%f2;\n", a)
			k += 2
		case 3:
			fmt.Fprintf(&s, "mad.lo.u32 %%r%d, %%r%d, %%r%d, %%r%d;\n", a, c, d, a)
			k++
		case 4:
			fmt.Fprintf(&s, "shf.l.wrap.b32 %%r%d, %%r%d, %%r%d, %d;\n", a, c, d, 1+next(30))
			k++
		case 5:
			fmt.Fprintf(&s, "st.global.u32 [%%d2+%d], %%r%d;\n", 4096+128*next(64), a)
			k++
		default:
			fmt.Fprintf(&s, "%s %%r%d, %%r%d, %%r%d;\n", []string{"add.u32", "sub.u32", "xor.b32", "and.b32", "or.b32", "min.u32"}[next(6)], a, c, d)
			k++
		}
	}
	for i := 2; i < 32; i++ {
		fmt.Fprintf(&s, "st.global.u32 [%%d2+%d], %%r%d;\n", 128*i, i)
	}
	s.WriteString("st.global.f32 [%d2], %f0;\nret;\n}\n")
	return []byte(s.String())
}

func cpuTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	sec := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return sec(u.Utime) + sec(u.Stime)
}

func benchmark(b *testing.B, srcs [][]byte) {
	insts, amd := 0, 0
	times := &compiler.Times{}
	cpu := cpuTime()
	for b.Loop() {
		for _, s := range srcs {
			o, err := compiler.Compile(s, compiler.Options{OptLevel: 3, Times: times})
			if err != nil {
				b.Fatal(err)
			}
			for _, k := range o.Kernels {
				if k.Refused == "" {
					insts += k.PTXInsts
					amd += k.AMDInsts
				} else if len(srcs) == 1 {
					b.Fatal(k.Refused)
				}
			}
		}
	}
	// CPU seconds, collection of garbage included: what other processes do on the machine does not count.
	b.ReportMetric(float64(insts)/(cpuTime()-cpu), "PTX/cpu-s")
	b.ReportMetric(float64(amd)/float64(insts), "AMD/PTX")
	for _, p := range compiler.PassNames() {
		b.ReportMetric(float64(times.Of(p).Nanoseconds())/float64(insts), p+"-ns/PTX")
	}
}
