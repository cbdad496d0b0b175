package exports_test

import (
	"errors"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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
