package compiler_test

import (
	"strings"
	"testing"

	"ferry/compiler"
)

// TestExternVariable: NVIDIA's JIT compiler defines a used global variable that nobody defines, as zeros (testdata/probes,
// extern_global_use). One whose size is not known, or in constant memory, stays an error.
func TestExternVariable(t *testing.T) {
	const text = ".version 8.0\n.target sm_80\n.address_size 64\n%VAR\n.visible .entry k() { .reg .b64 a; mov.u64 a, g; st.global.u64 [a], a; ret; }\n"
	for _, c := range []struct{ variable, want string }{
		{".extern .global .align 8 .u64 g[2];", ""},
		{".extern .global .align 8 .u64 g[];", "Unresolved extern variable 'g'"},
		{".extern .const .align 8 .u64 g[2];", "Unresolved extern variable 'g'"},
	} {
		obj, err := compiler.Compile([]byte(strings.Replace(text, "%VAR", c.variable, 1)), options())
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.variable, err, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.variable, err)
		case len(obj.Globals) != 1 || obj.Globals[0].Size != 16:
			t.Errorf("%s: globals %v", c.variable, obj.Globals)
		}
	}
}
