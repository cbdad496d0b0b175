package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"ferry/compiler"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// benchCmd measures everything in one run, so that its ratios hold on a noisy machine.
type benchCmd struct {
	Seconds float64 `help:"Time for each measurement." default:"1"`
	Only    string  `help:"compile, emulator or driver." enum:",compile,emulator,driver" default:""`
}

func (c *benchCmd) Run() error {
	if _, err := conformance.Root(); err != nil {
		return errors.New("bench: its kernels are in the source tree: run it in a checkout of ferry")
	}
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	for _, part := range []struct {
		name string
		run  func() error
	}{{"compile", c.compile}, {"emulator", c.emulator}, {"driver", c.driver}} {
		if c.Only != "" && c.Only != part.name {
			continue
		}
		if err := part.run(); err != nil {
			return fmt.Errorf("bench %s: %w", part.name, err)
		}
	}
	return nil
}

// compile measures PTX instructions a second on one core.
func (c *benchCmd) compile() error {
	old := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(old)
	type input struct {
		name string
		src  []byte
	}
	var inputs []input
	for _, name := range []string{"gemm_tiled", "sha256", "softmax", "bitonic"} {
		k, err := conformance.FindKernel(name)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(k.PTX)
		if err != nil {
			return err
		}
		inputs = append(inputs, input{name, b})
	}
	for _, n := range []int{5000, 50000} {
		inputs = append(inputs, input{fmt.Sprintf("generated %d", n), generated(n)})
	}
	for _, level := range []int{3, 0} {
		for _, in := range inputs {
			// One run outside the clock: pools and caches are as in a program's second module.
			if _, err := compiler.Compile(in.src, compiler.Options{Target: "gfx1100", OptLevel: level}); err != nil {
				return fmt.Errorf("%s: %w", in.name, err)
			}
			insts, amd, start := 0, 0, time.Now()
			for time.Since(start).Seconds() < c.Seconds || insts == 0 {
				o, err := compiler.Compile(in.src, compiler.Options{Target: "gfx1100", OptLevel: level})
				if err != nil {
					return err
				}
				insts += o.PTXInsts
				amd += o.AMDInsts
			}
			fmt.Printf("compile -O%d %-16s %9.0f PTX instructions/s (one core, %.2f AMD instructions each)\n",
				level, in.name, float64(insts)/time.Since(start).Seconds(), float64(amd)/float64(insts))
		}
	}
	return nil
}

// generated is a kernel of about n instructions: arithmetic, loads and stores, and a branch every twenty.
func generated(n int) []byte {
	var b bytes.Buffer
	b.WriteString(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p){\n.reg .b32 %r<40>;.reg .b64 %d<4>;.reg .pred %q;\n" +
		"ld.param.u64 %d0,[p];cvta.to.global.u64 %d0,%d0;mov.u32 %r0,%tid.x;mul.wide.u32 %d1,%r0,4;add.u64 %d0,%d0,%d1;\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&b, "add.u32 %%r%d,%%r0,%d;\n", i, i*7)
	}
	for i := 0; i < n; i++ {
		x, y, z := i*7%39+1, i*11%39+1, i*13%39+1
		switch {
		case i%20 == 19:
			fmt.Fprintf(&b, "setp.lt.u32 %%q,%%r%d,%%r%d;@%%q bra L%d;xor.b32 %%r%d,%%r%d,%d;L%d:\n", x, y, i, z, z, i, i)
		case i%20 == 7:
			fmt.Fprintf(&b, "ld.global.u32 %%r%d,[%%d0+%d];\n", x, i%64*4)
		case i%20 == 13:
			fmt.Fprintf(&b, "st.global.u32 [%%d0+%d],%%r%d;\n", i%64*4, x)
		default:
			op := []string{"add.u32", "sub.u32", "mul.lo.u32", "and.b32", "or.b32", "xor.b32", "max.u32", "min.s32"}[i%8]
			fmt.Fprintf(&b, "%s %%r%d,%%r%d,%%r%d;\n", op, x, y, z)
		}
	}
	b.WriteString("st.global.u32 [%d0],%r1;ret;}\n")
	return b.Bytes()
}

// stopwatch is a Machine that adds up the time from each launch to the end of its Sync.
type stopwatch struct {
	conformance.Machine
	took time.Duration
}

type timedModule struct {
	conformance.Module
	s     *stopwatch
	start time.Time
}

func (s *stopwatch) Load(hsaco []byte) (conformance.Module, error) {
	m, err := s.Machine.Load(hsaco)
	return &timedModule{Module: m, s: s}, err
}

func (m *timedModule) Launch(k string, l *conformance.Launch) error {
	if m.start.IsZero() {
		m.start = time.Now()
	}
	return m.Module.Launch(k, l)
}

func (m *timedModule) Sync() error {
	err := m.Module.Sync()
	if !m.start.IsZero() {
		m.s.took += time.Since(m.start)
		m.start = time.Time{}
	}
	return err
}

// emulator measures wave instructions a second on one core: with SIMD, without, and strict.
func (c *benchCmd) emulator() error {
	for _, name := range []string{"gemm_tiled", "sha256"} {
		k, err := conformance.FindKernel(name)
		if err != nil {
			return err
		}
		src, err := os.ReadFile(k.PTX)
		if err != nil {
			return err
		}
		o, err := compiler.Compile(src, compiler.Options{Target: "gfx1100", OptLevel: 3})
		if err != nil {
			return err
		}
		base := 0.0
		for _, mode := range []struct {
			name string
			opt  embedded.Options
		}{{"SIMD", embedded.Options{}}, {"scalar", embedded.Options{Scalar: true}}, {"strict", embedded.Options{Strict: true}}} {
			mode.opt.Threads = 1
			mode.opt.Memory = 1 << 30
			rate, err := c.emulate(k, o.HSACO, mode.opt)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if base == 0 {
				base = rate
			}
			fmt.Printf("emulator %-10s %-6s %7.1f million wave instructions/s (one core, %.2f of SIMD)\n", name, mode.name, rate/1e6, rate/base)
		}
	}
	return nil
}

func (c *benchCmd) emulate(k *conformance.Kernel, hsaco []byte, opt embedded.Options) (float64, error) {
	d, err := embedded.New(opt)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	dm, err := conformance.OnDevice(d, true)
	if err != nil {
		return 0, err
	}
	defer dm.Close()
	s := &stopwatch{Machine: dm}
	m, err := s.Load(hsaco)
	if err != nil {
		return 0, err
	}
	defer m.Unload() //nolint:errcheck // the device is closed next
	if err := k.Run(s, m); err != nil {
		return 0, err
	}
	// The answers were right once; from here on the same launches run again and again, nothing else in between.
	r, err := k.Start(s, m)
	if err != nil {
		return 0, err
	}
	s.took = 0
	before := d.WaveInsts()
	for s.took.Seconds() < c.Seconds {
		if err := r.Launch(); err != nil {
			return 0, err
		}
	}
	return float64(d.WaveInsts()-before) / s.took.Seconds(), nil
}

// driver runs the C program that times driver calls from outside, as a CUDA program would make them.
func (c *benchCmd) driver() error {
	lib, err := libraryDir("")
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	bench := filepath.Join(filepath.Dir(exe), "ferry-callbench")
	cmd := exec.Command(bench)
	cmd.Env = append(withoutVar(os.Environ(), "LD_LIBRARY_PATH"), "LD_LIBRARY_PATH="+lib)
	out, err := cmd.CombinedOutput()
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not there: './run build' makes it", bench)
	}
	for _, l := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fmt.Println("driver", l)
	}
	return err
}
