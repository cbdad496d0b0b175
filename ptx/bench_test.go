package ptx

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// cpuTime is what this process has used, which other processes do not disturb.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkParse parses and checks the conformance programs; instr/s is PTX
// instructions per second on one core.
func BenchmarkParse(b *testing.B) {
	benchLoad(b, func(src []byte) (*Module, bool) {
		m, d := Load(src, Options{})
		return m, len(d) == 0
	})
}

// BenchmarkParseOnly is BenchmarkParse without the checker.
func BenchmarkParseOnly(b *testing.B) {
	benchLoad(b, func(src []byte) (*Module, bool) {
		m, err := Parse(src, Options{})
		return m, err == nil
	})
}

func benchLoad(b *testing.B, load func([]byte) (*Module, bool)) {
	var srcs [][]byte
	for _, f := range conformanceFiles(b) {
		src, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		srcs = append(srcs, src)
	}
	n, bytes := 0, int64(0)
	b.ResetTimer()
	cpu := cpuTime()
	for b.Loop() {
		n, bytes = 0, 0
		for _, src := range srcs {
			m, ok := load(src)
			if !ok {
				b.Fatal("does not load")
			}
			bytes += int64(len(src))
			for _, f := range m.Funcs {
				n += f.NInstr
			}
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/(cpuTime()-cpu).Seconds(), "instr/cpu-s")
	b.SetBytes(bytes)
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "instr/s")
}
