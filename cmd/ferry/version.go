package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version names the build: the module's version or revision where Go recorded one.
func version() string {
	v := "development"
	if b, ok := debug.ReadBuildInfo(); ok {
		if b.Main.Version != "" && b.Main.Version != "(devel)" {
			v = b.Main.Version
		}
		for _, s := range b.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				v = s.Value[:12]
			}
		}
	}
	return fmt.Sprintf("ferry %s (%s %s/%s)", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
