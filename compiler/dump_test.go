package compiler_test

import (
	"strings"
	"testing"

	"ferry/compiler"
)

func TestDumpTo(t *testing.T) {
	src := []byte(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry a(){ret;}\n.visible .entry b(){ret;}\n")
	for _, c := range []struct {
		value, has, lacks string
	}{
		{"", "", "----"},
		{"a", "; ---- asm of a\n", " of b\n"},
		{"all", "; ---- asm of b\n", "?"},
	} {
		var b strings.Builder
		var o compiler.Options
		o.Dump, o.DumpKernel = compiler.DumpTo(&b, c.value)
		if _, err := compiler.Compile(src, o); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.has) || strings.Contains(b.String(), c.lacks) {
			t.Errorf("%q: %s", c.value, b.String())
		}
	}
}
