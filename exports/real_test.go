package exports_test

import (
	"bufio"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReal: what a process does while kernels of its own run, over the whole of ferry on the embedded device.
func TestReal(t *testing.T) {
	env := []string{"FERRY_DEVICE=gfx1100", "CUDA_CACHE_DISABLE=1"}
	for _, c := range []struct {
		name, what string
		code       int
		out        string
	}{
		{"exit with an endless kernel in flight", "exit", 3, ""},
		{"fork with a kernel in flight", "fork", 0, "ok\n"},
		{"dlclose while a kernel runs", "dlclose", 0, "ok\n"},
		{"host functions and callbacks in stream order", "host", 0, "ok\n"},
		{"64 threads launch and copy", "threads", 0, "ok\n"},
		{"context-local storage", "storage", 0, "ok\n"},
		{"a program with floats of its own kind", "floats", 0, "ok\n"},
		{"the process that exported memory is killed", "exporter", 0, "ok\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			libs := realLibs(t)
			out, err := start(t, libs, env, time.Minute, host(t, libs, "real.c"), c.what)
			code := 0
			var x *exec.ExitError
			if errors.As(err, &x) {
				code = x.ExitCode()
			} else {
				assert.NoError(t, err)
			}
			assert.Equal(t, c.code, code, out)
			assert.Equal(t, c.out, out)
		})
	}
}

// TestRounds: 64 threads load, launch and unload modules, 512 rounds in all.
func TestRounds(t *testing.T) {
	libs := realLibs(t)
	out, err := start(t, libs, []string{"FERRY_DEVICE=gfx1100", "CUDA_CACHE_DISABLE=1"}, 3*time.Minute, host(t, libs, "real.c"), "rounds", "8")
	assert.NoError(t, err, out)
	assert.Equal(t, "ok\n", out)
}

// TestKilled kills processes at any moment of their work, several at a time that share the cache of compiled code. Whoever
// comes after them finds all in order, and nothing of theirs is left.
func TestKilled(t *testing.T) {
	libs := realLibs(t)
	prog := host(t, libs, "real.c")
	cache, temp := t.TempDir(), t.TempDir()
	env := []string{"FERRY_DEVICE=gfx1100", "FERRY_MEMORY=64M", "CUDA_CACHE_DISABLE=0", "FERRY_CACHE_PATH=" + cache, "TMPDIR=" + temp}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	shared := func() (l []string) {
		m, _ := filepath.Glob("/dev/shm/*")
		for _, f := range m {
			if strings.Contains(filepath.Base(f), "ferry") {
				l = append(l, f)
			}
		}
		return l
	}
	before := shared()
	for range 8 {
		var list []*exec.Cmd
		for range 2 {
			// Some come upon what the others have compiled.
			cmd := exec.Command(prog, "endless", strconv.Itoa(100000*rnd.IntN(4)))
			cmd.Env = append(append(os.Environ(), "LD_LIBRARY_PATH="+libs), env...)
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			l, _ := bufio.NewReader(out).ReadString('\n')
			assert.Equal(t, "up\n", l)
			list = append(list, cmd)
		}
		time.Sleep(time.Duration(rnd.IntN(400)) * time.Millisecond)
		for _, cmd := range list {
			assert.NoError(t, cmd.Process.Kill(), "it has ended by itself")
			_ = cmd.Wait()
			assert.Equal(t, "signal: killed", cmd.ProcessState.String())
			time.Sleep(time.Duration(rnd.IntN(20)) * time.Millisecond)
		}
	}
	out, err := start(t, libs, env, 2*time.Minute, prog, "rounds", "1")
	assert.NoError(t, err, out)
	assert.Equal(t, "ok\n", out)
	left, err := os.ReadDir(temp)
	assert.NoError(t, err)
	assert.Empty(t, left)
	assert.Equal(t, before, shared())
	// The cache still takes what is new, and gives it back.
	out, err = start(t, libs, append(env, "FERRY_LOG=1"), 2*time.Minute, prog, "rounds", "1")
	assert.NoError(t, err, out)
	assert.Contains(t, out, "from cache own")
	assert.NotContains(t, out, "compiled own")
}
