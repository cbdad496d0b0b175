package compiler

import (
	"errors"
	"strings"
	"testing"
)

// libcudadevrt, which nvcc -rdc=true links into every program, declares functions of the driver. A module that only declares
// one loads; a kernel that calls it is unavailable, by name; any other undefined function is an error, as nvlink has it.
func TestUndefinedFunctions(t *testing.T) {
	const head = ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func (.param .b32 r) %s(.param .b32 a);\n"
	const kernels = `.visible .entry plain(){ret;}
.visible .entry calls(){.reg .b32 %r;.param .b32 a;.param .b32 r;st.param.b32 [a],1;call (r),%s,(a);ld.param.b32 %r,[r];ret;}`
	for _, c := range []struct{ name, refused, failed string }{
		{"cnpDeviceSynchronize", "call of cnpDeviceSynchronize", ""},
		{"__cuda_syscall_cnpv2GetLastError", "call of __cuda_syscall_cnpv2GetLastError", ""},
		{"somewhere_else", "", "Unresolved extern function 'somewhere_else'"},
	} {
		text := strings.ReplaceAll(head+kernels, "%s", c.name)
		obj, err := Compile([]byte(text), Options{})
		var ce *Error
		if c.failed != "" {
			if !errors.As(err, &ce) || !strings.Contains(ce.Log, c.failed) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, k := range obj.Kernels {
			if (k.Name == "calls") != strings.Contains(k.Refused, c.refused) || k.Name == "plain" && k.Refused != "" {
				t.Errorf("%s: kernel %s: refused: %q", c.name, k.Name, k.Refused)
			}
		}
	}
}
