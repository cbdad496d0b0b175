package ir

import (
	"fmt"
	"strings"
	"testing"

	"ferry/ptx"
)

// TestAnalyseCalls: what is really called. Each line of a module is a function: its name, its number of instructions,
// what it calls ("*" through a pointer, "&f" takes f's address).
func TestAnalyseCalls(t *testing.T) {
	for _, c := range []struct {
		name, funcs string
		real        string // of the functions, in order
		taken       string
	}{
		{"small", "f 10; g 10 f f", "", ""},
		{"itself", "f 10 f; g 10 f", "f", ""},
		{"each other", "f 10 g; g 10 f; h 1 f", "f g", ""},
		{"large from two places", "f 900; g 1 f; h 1 f", "f", ""},
		{"large from one place", "f 900; g 1 f", "", ""},
		{"grown large", "f 300; g 1 f f f; h 1 g g", "g", ""},
		{"through a pointer to itself", "f 10 &f *", "f", "f"},
		{"pointer from elsewhere", "f 10 *; g 10 &f *; h 10 &g", "f g", "f g"},
		{"no cycle through a pointer", "f 10; g 10 &f *", "", "f"},
		{"chain of doublings", "a 100; b 1 a a; c 1 b b; d 1 c c; e 1 d d; f 1 e e", "d", ""},
	} {
		var src strings.Builder
		src.WriteString(".version 8.0\n.target sm_80\n.address_size 64\n")
		lines := strings.Split(c.funcs, ";")
		for _, l := range lines {
			fmt.Fprintf(&src, ".func %s();\n", strings.Fields(l)[0])
		}
		for _, l := range lines {
			w := strings.Fields(l)
			var n int
			if _, err := fmt.Sscan(w[1], &n); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&src, ".func %s() {\n.reg .b32 %%r;\n.reg .b64 %%p;\np0: .callprototype _ ();\n", w[0])
			for range n - len(w) + 2 {
				src.WriteString("mov.u32 %r, %clock;\n")
			}
			for _, x := range w[2:] {
				switch {
				case x == "*":
					src.WriteString("call %p, (), p0;\n")
				case x[0] == '&':
					fmt.Fprintf(&src, "mov.u64 %%p, %s;\n", x[1:])
				default:
					fmt.Fprintf(&src, "call %s;\n", x)
				}
			}
			src.WriteString("}\n")
		}
		m, diags := ptx.Load([]byte(src.String()), ptx.Options{})
		if len(diags) > 0 {
			t.Fatalf("%s: %v", c.name, diags)
		}
		calls := AnalyseCalls(m, false)
		var called, taken []string
		for _, f := range m.Funcs {
			if x := calls.info[f]; x != nil && x.real {
				called = append(called, f.Name)
			}
		}
		for i, f := range calls.Taken {
			taken = append(taken, f.Name)
			if k, ok := calls.Index(f); !ok || k != i {
				t.Errorf("%s: %s has number %d, want %d", c.name, f.Name, k, i)
			}
		}
		if got := strings.Join(called, " "); got != c.real {
			t.Errorf("%s: really called: %q, want %q", c.name, got, c.real)
		}
		if got := strings.Join(taken, " "); got != c.taken {
			t.Errorf("%s: addresses of %q, want %q", c.name, got, c.taken)
		}
	}
}
