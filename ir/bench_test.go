package ir

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"ferry/ptx"
)

// pipeline takes one function through everything up to the linear form.
func pipeline(tb testing.TB, m *ptx.Module, fn *ptx.Function) *LFunc {
	f, err := Build(m, fn, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	Run(f, 3)
	if err := Diverge(f); err != nil {
		tb.Fatal(err)
	}
	return Linearise(f)
}

// longKernel is a kernel of about n instructions: straight code, divergent and uniform branches and loops.
func longKernel(n int) string {
	var s strings.Builder
	s.WriteString(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<64>;\n.reg .b64 %d<4>;\n.reg .pred %p<4>;\nld.param.u64 %d0,[p];\nmov.u32 %r0,%tid.x;\n")
	for i := 0; i*12 < n; i++ {
		fmt.Fprintf(&s, "mad.lo.u32 %%r%d,%%r%d,%%r0,%d;\nxor.b32 %%r%d,%%r%d,%%r%d;\nsetp.lt.u32 %%p1,%%r%d,%d;\n@%%p1 bra A%d;\nadd.u32 %%r%d,%%r%d,1;\nld.global.u32 %%r%d,[%%d0+%d];\nbra B%d;\nA%d:\nmul.lo.u32 %%r%d,%%r%d,%%r1;\nshl.b32 %%r2,%%r%d,3;\nB%d:\n",
			i%60+1, (i+7)%60+1, i, (i+3)%60+1, i%60+1, (i+11)%60+1, (i+3)%60+1, i*3, i, i%60+1, i%60+1, (i+5)%60+1, 4*(i%64), i, i, (i+9)%60+1, i%60+1, (i+2)%60+1, i)
		if i%16 == 5 {
			fmt.Fprintf(&s, "mov.u32 %%r61,0;\nL%d:\nadd.u32 %%r61,%%r61,1;\nadd.u32 %%r%d,%%r%d,%%r61;\nsetp.lt.u32 %%p2,%%r61,%%r%d;\n@%%p2 bra L%d;\n", i, i%60+1, i%60+1, (i+1)%60+1, i)
		}
	}
	s.WriteString("st.global.u32 [%d0],%r1;\nret;\n}\n")
	return s.String()
}

func parse(tb testing.TB, src string) *ptx.Module {
	m, err := ptx.Parse([]byte(src), ptx.Options{Name: "test"})
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func BenchmarkPipeline(b *testing.B) {
	for _, n := range []int{1000, 10000, 50000} {
		m := parse(b, longKernel(n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				pipeline(b, m, m.Funcs[0])
			}
			b.ReportMetric(float64(m.Funcs[0].NInstr)*float64(b.N)/b.Elapsed().Seconds(), "insts/s")
		})
	}
}

func BenchmarkGemm(b *testing.B) {
	src, err := os.ReadFile("../testdata/conformance/kernels/ptx/sha256.ptx")
	if err != nil {
		b.Fatal(err)
	}
	m := parse(b, string(src))
	for b.Loop() {
		pipeline(b, m, m.Funcs[0])
	}
	b.ReportMetric(float64(m.Funcs[0].NInstr)*float64(b.N)/b.Elapsed().Seconds(), "insts/s")
}

// cpuTime is the processor time that this process has used; unlike wall time it does not depend on its neighbours.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestTimeIsLinear: five times the code may take at most fourteen times as long (it takes about six; caches make the rest).
func TestTimeIsLinear(t *testing.T) {
	measure := func(n int) time.Duration {
		m := parse(t, longKernel(n))
		best := time.Duration(1 << 62)
		for range 3 {
			at := cpuTime()
			pipeline(t, m, m.Funcs[0])
			best = min(best, cpuTime()-at)
		}
		return best
	}
	small, large := measure(10000), measure(50000)
	t.Logf("10,000 instructions: %v, 50,000: %v", small, large)
	if large > 14*small {
		t.Errorf("10,000 instructions take %v, 50,000 take %v", small, large)
	}
}
