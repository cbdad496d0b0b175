package amdgpu

import (
	"strings"
	"testing"
)

// TestClauses: clang makes the same clauses of these for gfx1100, where it makes any of so few; the rule that a clause has one kind of
// instruction is that of the RDNA3 ISA, "S_CLAUSE".
func TestClauses(t *testing.T) {
	const ld, st, sl = "global_load_b32 v1 v2:3 off", "global_store_b32 v2:3 v4 off", "s_load_b64 s4:5 s0:1 off"
	for _, c := range []struct{ name, in, want string }{
		{"one load", ld, "global_load_b32"},
		{"two loads", ld + "; " + ld, "s_clause 1 global_load_b32 global_load_b32"},
		{"load and store", ld + "; " + st, "global_load_b32 global_store_b32"},
		{"stores after loads", ld + "; " + ld + "; " + st + "; " + st + "; " + st, "s_clause 1 global_load_b32 global_load_b32 s_clause 2 global_store_b32 global_store_b32 global_store_b32"},
		{"scalar loads", sl + "; " + sl + "; " + ld, "s_clause 1 s_load_b64 s_load_b64 global_load_b32"},
		{"something between", ld + "; v_mov_b32 v9 v8; " + ld, "global_load_b32 v_mov_b32 global_load_b32"},
		{"LDS makes none", "ds_load_b32 v1 v2; ds_load_b32 v3 v2", "ds_load_b32 ds_load_b32"},
	} {
		var b Block
		for _, s := range strings.Split(c.in, "; ") {
			b.Insts = append(b.Insts, inst(t, s))
		}
		blocks := []Block{b}
		InsertClauses(GFX1100, blocks)
		var out []string
		for i := range blocks[0].Insts {
			in := &blocks[0].Insts[i]
			s := in.Op.String()
			if in.Op == SClause {
				s += " " + string(rune('0'+in.Opd[0].Imm))
			}
			out = append(out, s)
		}
		if got := strings.Join(out, " "); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}
