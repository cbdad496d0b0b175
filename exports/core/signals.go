//go:build cgo

package main

import (
	"strings"
	_ "unsafe" // for linkname
)

// sigtable is the runtime's table of what it does with each signal.
//
//go:linkname sigtable runtime.sigtable
var sigtable [65]struct {
	flags int32
	name  string
}

const sigUnblock = 8 // runtime._SigUnblock

// The runtime opens SIGPROF and SIGCHLD on each of its threads and on each thread that calls into Go, whatever mask they
// have. A handler of the program's that does not ask for the alternate stack would run on a goroutine's small stack there
// and overwrite what lies below. So both lose the flag that opens them; libcuda closes them on the threads that the
// runtime has started before this, and all others inherit the mask of the thread that loaded the core.
func init() {
	for sig, name := range map[int]string{17: "SIGCHLD", 27: "SIGPROF"} {
		if strings.HasPrefix(sigtable[sig].name, name) {
			sigtable[sig].flags &^= sigUnblock
		}
	}
}
