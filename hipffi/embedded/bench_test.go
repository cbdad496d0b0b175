package embedded_test

import (
	"os"
	"testing"

	"ferry/compiler"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"

	"golang.org/x/sys/unix"
)

// cpuTime is the CPU time of the process in seconds.
func cpuTime() float64 {
	var r unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &r)
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}

// BenchmarkKernels runs compiled kernels on one worker and reports millions of wave instructions a second of CPU time.
func BenchmarkKernels(b *testing.B) {
	for _, name := range []string{"gemm_tiled", "sha256", "mandelbrot", "softmax", "transpose", "histogram", "bitonic", "conv2d_const"} {
		b.Run(name, func(b *testing.B) {
			k, err := conformance.FindKernel(name)
			if err != nil {
				b.Fatal(err)
			}
			src, err := os.ReadFile(k.PTX)
			if err != nil {
				b.Fatal(err)
			}
			o, err := compiler.Compile(src, compiler.Options{Target: "gfx1100", OptLevel: 3})
			if err != nil {
				b.Fatal(err)
			}
			d, err := embedded.New(embedded.Options{Memory: 512 << 20, Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			m, err := conformance.OnDevice(d, true)
			if err != nil {
				b.Fatal(err)
			}
			defer m.Close()
			mod, err := m.Load(o.HSACO)
			if err != nil {
				b.Fatal(err)
			}
			insts, used := uint64(0), 0.0
			s := &clock{Module: mod, used: &used}
			before := d.WaveInsts()
			for b.Loop() {
				if err := k.Run(m, s); err != nil {
					b.Fatal(err)
				}
			}
			insts = d.WaveInsts() - before
			b.ReportMetric(float64(insts)/used/1e6, "Minst/s")
		})
	}
}

// clock adds up the CPU time between each launch and the end of its Sync: preparing inputs and checking results do not count.
type clock struct {
	conformance.Module
	used  *float64
	start float64
}

func (c *clock) Launch(kernel string, l *conformance.Launch) error {
	if c.start == 0 {
		c.start = cpuTime()
	}
	return c.Module.Launch(kernel, l)
}

func (c *clock) Sync() error {
	err := c.Module.Sync()
	if c.start != 0 {
		*c.used += cpuTime() - c.start
		c.start = 0
	}
	return err
}
