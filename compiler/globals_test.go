package compiler_test

import (
	"errors"
	"strings"
	"testing"

	"ferry/compiler"
)

// TestGlobalLimits: what is too large for ferry is named with its line, and only what must be is refused.
func TestGlobalLimits(t *testing.T) {
	const head = ".version 7.0\n.target sm_52\n.address_size 64\n"
	for _, c := range []struct{ name, ptx, log, refused string }{
		{"alignment", head + ".visible .global .align 8192 .b8 x[4];\n.visible .entry k(){ret;}\n.visible .entry u(.param .u64 p){.reg .b64 %a;mov.u64 %a,x;st.global.u64 [%a],%a;ret;}", "",
			"u: line 6: variable x is to be aligned to 8192 bytes, more than 4096"},
		{"initialiser", head + ".global .b32 x[2]={1,2,3};\n.visible .entry k(){ret;}", "line 4; ", ""},
		{"size", head + ".global .b64 x[4611686018427387904][4611686018427387904];\n.visible .entry k(){ret;}", "line 4; ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := compiler.Compile([]byte(c.ptx), compiler.Options{})
			if c.log != "" {
				var e *compiler.Error
				if !errors.As(err, &e) || e.Result != 218 || !strings.Contains(e.Log, c.log) {
					t.Fatalf("got %v, want a log with %q", err, c.log)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, k := range o.Kernels {
				if k.Refused != "" {
					got += k.Name + ": " + k.Refused
				}
			}
			if got != c.refused {
				t.Errorf("refused %q, want %q", got, c.refused)
			}
		})
	}
}
