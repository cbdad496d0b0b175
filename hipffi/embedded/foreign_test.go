package embedded

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ferry/internal/conformance"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// foreignKernels are compiled by clang for gfx1100 and must give the answers that NVIDIA hardware gave; tolerance, where not 0, is
// relative and replaces the recorded rule: the shim's expf is a bare exp2.
var foreignKernels = []struct {
	name      string
	tolerance float64
}{
	{"vecadd", 0}, {"saxpy_stride", 0}, {"reduce_shared", 0}, {"scan_block", 0}, {"histogram", 0}, {"transpose", 0}, {"gemm_tiled", 0}, {"conv2d_const", 0},
	{"mandelbrot", 0}, {"sha256", 0}, {"bitonic", 0}, {"local_array", 0}, {"switch_jump", 0}, {"recursion", 0}, {"dyn_shared", 0}, {"softmax", 1e-5},
}

// clangObject compiles a kernel of the suite with clang, LLVM's back end and lld, which is what a ROCm user's build does.
func clangObject(t testing.TB, source string) []byte {
	t.Helper()
	if b, err := os.ReadFile(filepath.Join(os.Getenv("FERRY_TEST_OBJECTS"), filepath.Base(source[:len(source)-3])+".hsaco")); err == nil {
		return b
	}
	tools := [3]string{"clang++-22", "llc-22", "ld.lld-22"}
	for _, p := range tools {
		if _, err := exec.LookPath(p); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is not installed: the foreign proof cannot run", p)
			}
			t.Skipf("SKIPPED: %s is not installed, so the foreign proof does not run", p)
		}
	}
	root, err := conformance.Root()
	require.NoError(t, err)
	dir := t.TempDir()
	bc, obj, out := filepath.Join(dir, "k.bc"), filepath.Join(dir, "k.o"), filepath.Join(dir, "k.hsaco")
	for _, c := range [][]string{
		{tools[0], "-x", "hip", "--cuda-device-only", "--offload-arch=gfx1100", "-nogpuinc", "-nogpulib", "-O3", "-Wno-everything",
			"-include", filepath.Join(root, "..", "llvm", "shim.h"), "-emit-llvm", "-c", source, "-o", bc},
		{tools[1], "-O3", "-mcpu=gfx1100", bc, "-filetype=obj", "-o", obj},
		{tools[2], "-shared", obj, "-o", out},
	} {
		text, err := exec.Command(c[0], c[1:]...).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	b, err := os.ReadFile(out)
	require.NoError(t, err)
	return b
}

// TestForeign runs clang's kernels in strict mode with one worker and with several.
func TestForeign(t *testing.T) {
	for _, k := range foreignKernels {
		t.Run(k.name, func(t *testing.T) {
			c, err := conformance.FindKernel(k.name)
			require.NoError(t, err)
			obj := clangObject(t, c.Source)
			for _, threads := range []int{1, 3} {
				runForeign(t, c, obj, Options{Memory: 256 << 20, Threads: threads, Strict: true, StrictMemory: true}, k.tolerance)
			}
			runForeign(t, c, obj, Options{Memory: 256 << 20, Threads: 1}, k.tolerance)
		})
	}
}

func runForeign(t *testing.T, c *conformance.Kernel, obj []byte, o Options, tolerance float64) {
	d, err := New(o)
	require.NoError(t, err)
	defer d.Close()
	m, err := conformance.OnDevice(d, false)
	require.NoError(t, err)
	defer m.Close()
	mod, err := m.Load(obj)
	require.NoError(t, err)
	require.NoError(t, c.RunWithin(m, mod, tolerance), "%+v", o)
	require.NoError(t, mod.Unload())
}

// BenchmarkForeign measures wave instructions per second on one worker.
func BenchmarkForeign(b *testing.B) {
	for _, name := range []string{"gemm_tiled", "sha256"} {
		for _, strict := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/strict=%v", name, strict), func(b *testing.B) {
				c, err := conformance.FindKernel(name)
				require.NoError(b, err)
				obj := clangObject(b, c.Source)
				d := open(b, Options{Threads: 1, Strict: strict})
				m, err := conformance.OnDevice(d, false)
				require.NoError(b, err)
				mod, err := m.Load(obj)
				require.NoError(b, err)
				r, err := c.Start(m, mod)
				require.NoError(b, err)
				require.NoError(b, r.Launch())
				require.NoError(b, r.Check(0))
				before, began := d.WaveInsts(), cpuSeconds()
				for b.Loop() {
					_ = r.Launch()
				}
				b.ReportMetric(float64(d.WaveInsts()-before)/(cpuSeconds()-began)/1e6, "Minst/cpu-s")
			})
		}
	}
}

// cpuSeconds is the processor time of this process, which other processes do not disturb.
func cpuSeconds() float64 {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}
