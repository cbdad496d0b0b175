package compiler_test

import (
	"testing"

	"ferry/compiler"
)

// TestManyThreads: ptxas 13.5 takes directives that allow more threads than a block can have; the block's own bound counts.
func TestManyThreads(t *testing.T) {
	for _, c := range []struct {
		directive string
		want      int
	}{
		{".maxntid 1024, 1024, 64", 1024},
		{".maxntid 65536", 1024},
		{".maxntid 4294967295, 4294967295, 4294967295", 1024},
		{".reqntid 2048", 1024},
		{".maxntid 32, 2, 3", 192},
		{".reqntid 64", 64},
		{"", 1024},
	} {
		o, err := compiler.Compile([]byte(".version 9.0\n.target sm_80\n.address_size 64\n.entry k() "+c.directive+" { ret; }"), compiler.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.directive, err)
		} else if k := o.Kernels[0]; k.Refused != "" || k.MaxThreads != c.want {
			t.Errorf("%s: %d threads, refused %q; want %d", c.directive, k.MaxThreads, k.Refused, c.want)
		}
	}
}
