package cuda

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// buildID tells builds of ferry apart: the module's version and revision, and, because a development build has neither,
// size and time of the file that holds this code.
func buildID() string {
	var b strings.Builder
	if i, ok := debug.ReadBuildInfo(); ok {
		b.WriteString(i.Main.Version)
		for _, s := range i.Settings {
			if s.Key == "vcs.revision" && s.Value != "" {
				b.WriteString(s.Value)
			}
			if s.Key == "vcs.modified" && s.Value == "false" {
				return b.String()
			}
		}
	}
	if f, err := os.Stat(selfPath()); err == nil {
		fmt.Fprintf(&b, "%d %d", f.Size(), f.ModTime().UnixNano())
	}
	return b.String()
}

// selfPath is the file this code was loaded from: the core library, or the program where it is linked in.
func selfPath() string {
	var pc [1]uintptr
	runtime.Callers(1, pc[:])
	if maps, err := os.ReadFile("/proc/self/maps"); err == nil {
		for _, l := range strings.Split(string(maps), "\n") {
			f := strings.Fields(l)
			if len(f) < 6 {
				continue
			}
			lo, hi, ok := strings.Cut(f[0], "-")
			if ok && hex64(lo) <= uint64(pc[0]) && uint64(pc[0]) < hex64(hi) {
				return f[5]
			}
		}
	}
	return "/proc/self/exe"
}

func hex64(s string) uint64 {
	var n uint64
	for _, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			n = n<<4 | uint64(c-'a'+10)
		}
	}
	return n
}
