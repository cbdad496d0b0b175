package cli

import (
	"slices"
	"strings"
	"testing"
)

// Spellings that ptxas 13 accepts (ptxas --help) beside the parser's own.
func TestNormalize(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"compile -arch=sm_80 x.ptx", "compile --arch=sm_80 x.ptx"},
		{"compile -arch gfx1100 x.ptx", "compile --arch gfx1100 x.ptx"},
		{"compile --gpu-name=gfx1100 x.ptx", "compile --gpu-name=gfx1100 x.ptx"},
		{"compile -O0 -v x.ptx -o y", "compile --opt-level=0 -v x.ptx -o y"},
		{"compile -O 3 x.ptx", "compile -O 3 x.ptx"},
		{"compile -maxrregcount=32 x.ptx", "compile --maxrregcount=32 x.ptx"},
		{"run -- ./app -arch=1 -O2", "run -- ./app -arch=1 -O2"},
	} {
		if got := Normalize(strings.Fields(c.in)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %v", c.in, got)
		}
	}
}
