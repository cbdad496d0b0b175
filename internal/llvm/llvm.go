// Package llvm finds LLVM's tools for tests that compare with them. It runs none.
package llvm

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Tool finds an LLVM tool of version 19 or newer, the newest first. Without one the test is skipped loudly; CI must have it.
func Tool(t testing.TB, name string) string {
	t.Helper()
	for _, v := range []string{"-22", "-21", "-20", "-19"} {
		if p, err := exec.LookPath(name + v); err == nil {
			return p
		}
	}
	if p, err := exec.LookPath(name); err == nil {
		if out, err := exec.Command(p, "--version").Output(); err == nil {
			var v int
			if _, s, ok := strings.Cut(string(out), "version "); ok {
				_, _ = fmt.Sscan(strings.SplitN(s, ".", 2)[0], &v) // what is no number stays 0
			}
			if v >= 19 {
				return p
			}
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s of LLVM 19 or newer is not installed", name)
	}
	t.Skipf("SKIPPED: %s of LLVM 19 or newer is not installed; nothing foreign checked this", name)
	return ""
}
