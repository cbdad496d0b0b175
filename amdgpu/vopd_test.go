package amdgpu

import (
	"strings"
	"testing"
)

// TestPairVALU: the rules are those of the RDNA3 ISA, "Dual Issue VALU".
func TestPairVALU(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"two moves", "v_mov_b32 v0 v5; v_mov_b32 v1 v6", "v_dual_mov_b32 v0, v5 :: v_dual_mov_b32 v1, v6"},
		{"destinations of one parity", "v_mov_b32 v0 v5; v_mov_b32 v2 v6", "v_mov_b32_e32 v0, v5; v_mov_b32_e32 v2, v6"},
		{"sources of one bank", "v_mov_b32 v0 v5; v_mov_b32 v1 v9", "v_mov_b32_e32 v0, v5; v_mov_b32_e32 v1, v9"},
		{"sources swapped into other banks", "v_add_f32 v0 v4 v5; v_mul_f32 v1 v8 v6", "v_dual_add_f32 v0, v5, v4 :: v_dual_mul_f32 v1, v8, v6"},
		{"an integer operation is the second half", "v_add_nc_u32 v0 v4 v5; v_mul_f32 v1 v5 v6", "v_dual_mul_f32 v1, v5, v6 :: v_dual_add_nc_u32 v0, v4, v5"},
		{"two integer operations", "v_add_nc_u32 v0 v4 v5; v_and_b32 v1 v5 v6", "v_add_nc_u32_e32 v0, v4, v5; v_and_b32_e32 v1, v5, v6"},
		{"the second needs the first", "v_add_f32 v0 v4 v5; v_mul_f32 v1 v0 v6", "v_add_f32_e32 v0, v4, v5; v_mul_f32_e32 v1, v0, v6"},
		{"the second overwrites what the first reads", "v_add_f32 v0 v4 v5; v_mul_f32 v5 v1 v6", "v_dual_add_f32 v0, v4, v5 :: v_dual_mul_f32 v5, v1, v6"},
		{"past another", "v_mov_b32 v0 v5; v_mov_b32 v2 v6; v_mov_b32 v3 v7", "v_dual_mov_b32 v0, v5 :: v_dual_mov_b32 v3, v7; v_mov_b32_e32 v2, v6"},
		{"not past one that it depends on", "v_mov_b32 v0 v5; v_mov_b32 v2 v6; v_mov_b32 v3 v2", "v_mov_b32_e32 v0, v5; v_mov_b32_e32 v2, v6; v_mov_b32_e32 v3, v2"},
		{"not past one that reads what it writes", "v_mov_b32 v0 v5; v_sub_f32 v2 v3 v4; v_mov_b32 v3 v7", "v_mov_b32_e32 v0, v5; v_sub_f32_e32 v2, v3, v4; v_mov_b32_e32 v3, v7"},
		{"not past a mode switch", "v_mov_b32 v0 v5; s_round_mode =0x2; v_mov_b32 v1 v6", "v_mov_b32_e32 v0, v5; s_round_mode 0x2; v_mov_b32_e32 v1, v6"},
		{"accumulators", "v_fmac_f32 v0 v4 v5; v_fmac_f32 v1 v5 v6", "v_dual_fmac_f32 v0, v4, v5 :: v_dual_fmac_f32 v1, v5, v6"},
		{"scalar sources", "v_mul_f32 v0 s4 v5; v_mul_f32 v1 s5 v6", "v_dual_mul_f32 v0, s4, v5 :: v_dual_mul_f32 v1, s5, v6"},
	} {
		var b Block
		for _, s := range strings.Split(c.in, "; ") {
			b.Insts = append(b.Insts, inst(t, s))
		}
		blocks := []Block{b}
		PairVALU(GFX1100, blocks)
		var out []string
		for i := range blocks[0].Insts {
			in := &blocks[0].Insts[i]
			if _, err := Encode(GFX1100, in, nil); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			out = append(out, Format(GFX1100, in))
		}
		if got := strings.Join(out, "; "); got != c.want {
			t.Errorf("%s:\n\t%s\nwant\t%s", c.name, got, c.want)
		}
	}
}
