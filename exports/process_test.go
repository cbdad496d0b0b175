package exports_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// host builds one of the C programs in testdata against the libraries.
func host(t *testing.T, libs, name string, args ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	args = append(args, "-O1", "-g", "-I"+filepath.Join(root(), "exports", "testdata"), "-I"+filepath.Join(root(), "exports", "libcuda"), "-L"+libs, "-lcuda", "-ldl")
	return gcc(t, string(text), args...)
}

// TestProcess: what a foreign process does to ferry. The programs run over the core that only writes down its calls:
// everything here is about the way between program and core.
func TestProcess(t *testing.T) {
	for _, c := range []struct {
		name, file string
		args       []string
	}{
		{"before cuInit", "before_init.c", nil},
		{"fork", "fork.c", nil},
		{"own signal handlers", "signals.c", nil},
		{"profiler before", "sigprof.c", []string{"early"}},
		{"profiler after", "sigprof.c", []string{"late"}},
		{"64 threads", "threads.c", nil},
		{"exit", "atexit.c", nil},
		{"dlclose", "dlclose.c", nil},
		{"host functions and panics", "hostfn.c", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			libs := recordLibs(t)
			out, err := start(t, libs, nil, time.Minute, host(t, libs, c.file), c.args...)
			assert.NoError(t, err, out)
			assert.Equal(t, "ok\n", out)
		})
	}
}

// TestGoHost: a Go program that loads ferry. Before SIGURG was handed to both runtimes, one of them hung.
func TestGoHost(t *testing.T) {
	prog := filepath.Join(t.TempDir(), "gohost")
	cmd := exec.Command("go", "build", "-o", prog, "./testdata/gohost")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	b, err := cmd.CombinedOutput()
	require.NoError(t, err, string(b))
	for range 2 {
		out, err := start(t, recordLibs(t), nil, time.Minute, prog)
		assert.NoError(t, err, out)
		assert.Equal(t, "ok\n", out)
	}
}

func TestPythonFaulthandler(t *testing.T) {
	for _, when := range []string{"before", "after"} {
		out, err := start(t, recordLibs(t), nil, time.Minute, "python3", "testdata/faulthandler_host.py", when, "none")
		assert.NoError(t, err, out)
		assert.Equal(t, "ok\n", out)
		out, err = start(t, recordLibs(t), nil, time.Minute, "python3", "testdata/faulthandler_host.py", when, "fault")
		assert.Error(t, err)
		assert.Contains(t, out, "Fatal Python error: Segmentation fault", when)
	}
}

// TestSpeed prints what a call costs. The bound only catches a mistake such as a lock or a system call on the way.
func TestSpeed(t *testing.T) {
	libs := recordLibs(t)
	out, err := start(t, libs, nil, time.Minute, host(t, libs, "speed.c"))
	require.NoError(t, err, out)
	t.Log(out)
}

func TestMD2(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "md2_test.c"))
	require.NoError(t, err)
	out, err := start(t, "", nil, time.Minute, gcc(t, string(text), "-O1", "-I"+filepath.Join(root(), "exports", "libcuda")))
	assert.NoError(t, err, out)
	assert.Equal(t, "ok\n", out)
}
