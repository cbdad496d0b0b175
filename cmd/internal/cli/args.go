// Package cli holds what ferry's commands share: ptxas's spelling of options and exit codes.
package cli

import "strings"

// ptxas writes its long options with one dash as well as two; the option parser knows two.
var singleDash = map[string]bool{
	"arch": true, "gpu-name": true, "maxrregcount": true, "opt-level": true, "verbose": true,
	"output-file": true, "emit": true, "lineinfo": true, "kernel": true, "dump": true, "stage": true, "help": true, "version": true,
}

// Normalize rewrites ptxas's spellings to what the option parser reads: -arch=sm_80 and -arch sm_80 to --arch,
// -O3 to --opt-level=3. What follows a bare "--" stays as it is.
func Normalize(args []string) []string {
	r := make([]string, 0, len(args))
	for i, a := range args {
		if a == "--" {
			return append(r, args[i:]...)
		}
		if len(a) > 2 && a[0] == '-' && a[1] != '-' {
			name, _, _ := strings.Cut(a[1:], "=")
			switch {
			case singleDash[name]:
				a = "-" + a
			case a[1] == 'O' && len(a) == 3 && a[2] >= '0' && a[2] <= '9':
				a = "--opt-level=" + a[2:]
			}
		}
		r = append(r, a)
	}
	return r
}

// Exit codes. Wrong is ptxas's for input that does not assemble; the two of Run are the shell's.
const (
	OK            = 0
	Failed        = 1
	Usage         = 2
	NotExecutable = 126
	NotFound      = 127
	Wrong         = 255
)
