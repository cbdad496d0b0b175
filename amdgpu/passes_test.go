package amdgpu

import (
	"fmt"
	"strings"
	"testing"
)

// Short instructions for the pass tests: a word each.
func inst(t *testing.T, s string) Inst {
	t.Helper()
	reg := func(s string) Operand {
		var n, m int
		if _, err := fmt.Sscanf(s, "v%d:%d", &n, &m); err == nil {
			return R(V(n), m-n+1)
		}
		if _, err := fmt.Sscanf(s, "s%d:%d", &n, &m); err == nil {
			return R(S(n), m-n+1)
		}
		if _, err := fmt.Sscanf(s, "v%d", &n); err == nil {
			return R(V(n), 1)
		}
		if _, err := fmt.Sscanf(s, "s%d", &n); err == nil {
			return R(S(n), 1)
		}
		if s == "off" {
			return Operand{}
		}
		t.Fatalf("operand %q", s)
		return Operand{}
	}
	f := strings.Fields(s)
	op, ok := OpByName(f[0])
	if !ok {
		t.Fatalf("no instruction %q", f[0])
	}
	in := Inst{Op: op}
	for _, a := range f[1:] {
		switch {
		case a == "glc":
			in.Flags |= FlagGLC
			continue
		case strings.HasPrefix(a, "="):
			var v int64
			fmt.Sscanf(a, "=0x%x", &v)
			in.Opd[in.N] = Operand{Kind: OpdField, Imm: v}
		default:
			in.Opd[in.N] = reg(a)
		}
		in.N++
	}
	if err := GFX1100.Resolve(&in); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return in
}

// show prints the blocks with inserted waits in the short form.
func show(blocks []Block) string {
	var out []string
	for _, b := range blocks {
		for i := range b.Insts {
			in := &b.Insts[i]
			s := in.Op.String()
			switch in.Op {
			case SWaitcnt:
				n := GFX1100.splitWaitcnt(uint16(in.Opd[0].Imm))
				s = "wait"
				for c, v := range n {
					if v >= 0 {
						s += fmt.Sprintf(" %s%d", [...]string{"vm", "lgkm", "exp"}[c], v)
					}
				}
			case SWaitcntDepctr:
				s = fmt.Sprintf("depctr %#x", in.Opd[0].Imm)
			}
			out = append(out, s)
		}
		out = append(out, "|")
	}
	return strings.Join(out, "; ")
}

// build makes blocks of text: instructions split by ';', blocks by '|', a block ends in "-> n m" for its successors.
func build(t *testing.T, s string) []Block {
	var blocks []Block
	for _, b := range strings.Split(s, "|") {
		var blk Block
		code, succ, _ := strings.Cut(b, "->")
		for _, x := range strings.Fields(succ) {
			var n int
			fmt.Sscan(x, &n)
			blk.Succs = append(blk.Succs, n)
		}
		for _, x := range strings.Split(code, ";") {
			if x = strings.TrimSpace(x); x != "" {
				blk.Insts = append(blk.Insts, inst(t, x))
			}
		}
		blocks = append(blocks, blk)
	}
	return blocks
}

// Expected waits follow from the counter rules (abi, "Wait counters"): loads finish in order, scalar memory in any order, flat accesses count in both.
func TestInsertWaits(t *testing.T) {
	cases := []struct{ name, code, want string }{
		{"load then use", "global_load_b32 v1 v2:3 off; v_mov_b32 v4 v1", "global_load_b32; wait vm0; v_mov_b32; |"},
		{"first of two", "global_load_b32 v1 v2:3 off; global_load_b32 v5 v2:3 off; v_mov_b32 v4 v1; v_mov_b32 v4 v5", "global_load_b32; global_load_b32; wait vm1; v_mov_b32; wait vm0; v_mov_b32; |"},
		{"overwrite", "global_load_b32 v1 v2:3 off; v_mov_b32 v1 v4", "global_load_b32; wait vm0; v_mov_b32; |"},
		{"load over load in order", "global_load_b32 v1 v2:3 off; global_load_b32 v1 v4:5 off", "global_load_b32; global_load_b32; |"},
		{"address overwritten", "global_load_b32 v1 v2:3 off; v_mov_b32 v2 v4", "global_load_b32; v_mov_b32; |"},
		{"store data overwritten", "global_store_b32 v2:3 v1 off; v_mov_b32 v1 v4", "global_store_b32; v_mov_b32; |"},
		{"stored register loaded", "global_load_b32 v1 v2:3 off; global_store_b32 v2:3 v1 off", "global_load_b32; wait vm0; global_store_b32; |"},
		{"atomic with return", "global_atomic_add_u32 v1 v2:3 v4 off glc; v_mov_b32 v5 v1", "global_atomic_add_u32; wait vm0; v_mov_b32; |"},
		{"atomic without return", "global_atomic_add_u32 v2:3 v4 off; v_mov_b32 v4 v1", "global_atomic_add_u32; v_mov_b32; |"},
		{"scalar any order", "s_load_b32 s4 s2:3 off; s_load_b32 s5 s2:3 off; s_mov_b32 s6 s4", "s_load_b32; s_load_b32; wait lgkm0; s_mov_b32; |"},
		{"lds in order", "ds_load_b32 v1 v2; ds_load_b32 v3 v2; v_mov_b32 v4 v1", "ds_load_b32; ds_load_b32; wait lgkm1; v_mov_b32; |"},
		{"lds and scalar mixed", "ds_load_b32 v1 v2; s_load_b32 s4 s2:3 off; v_mov_b32 v4 v1", "ds_load_b32; s_load_b32; wait lgkm0; v_mov_b32; |"},
		{"flat counts both", "flat_load_b32 v1 v2:3; v_mov_b32 v4 v1", "flat_load_b32; wait vm0 lgkm0; v_mov_b32; |"},
		{"flat spoils order", "global_load_b32 v1 v2:3 off; flat_load_b32 v5 v2:3; v_mov_b32 v4 v1", "global_load_b32; flat_load_b32; wait vm0; v_mov_b32; |"},
		{"explicit wait counts", "global_load_b32 v1 v2:3 off; s_waitcnt =0x3f7; v_mov_b32 v4 v1", "global_load_b32; wait vm0; v_mov_b32; |"},
		{"call waits", "global_load_b32 v1 v2:3 off; s_swappc_b64 s30:31 s2:3", "global_load_b32; wait vm0; s_swappc_b64; |"},
		{"join", "global_load_b32 v1 v2:3 off -> 1 2 | v_mov_b32 v9 v8 -> 2 | v_mov_b32 v4 v1", "global_load_b32; |; v_mov_b32; |; wait vm0; v_mov_b32; |"},
		{"loop", "v_mov_b32 v9 v8 -> 1 | v_mov_b32 v4 v1; global_load_b32 v1 v2:3 off; global_load_b32 v5 v2:3 off -> 1 2 | s_endpgm",
			"v_mov_b32; |; wait vm1; v_mov_b32; global_load_b32; global_load_b32; |; s_endpgm; |"},
	}
	for _, c := range cases {
		b := build(t, c.code)
		if err := InsertWaits(GFX1100, b); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := show(b); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Expected insertions are what LLVM 22's hazard recogniser makes of the same pairs on gfx1100 (abi, hazard matrix).
func TestInsertHazards(t *testing.T) {
	cases := []struct{ name, code, want string }{
		{"trans use", "v_rcp_f32 v1 v2; v_mov_b32 v3 v1", "v_rcp_f32; depctr 0xf9f; v_mov_b32; |"},
		{"trans trans use", "v_rcp_f32 v1 v2; v_rcp_f32 v3 v1", "v_rcp_f32; depctr 0xf9f; v_rcp_f32; |"},
		{"five between", "v_rcp_f32 v1 v2; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v3 v1",
			"v_rcp_f32; v_mov_b32; v_mov_b32; v_mov_b32; v_mov_b32; v_mov_b32; depctr 0xf9f; v_mov_b32; |"},
		{"six between", "v_rcp_f32 v1 v2; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v4 v5; v_mov_b32 v3 v1",
			"v_rcp_f32; v_mov_b32; v_mov_b32; v_mov_b32; v_mov_b32; v_mov_b32; v_mov_b32; v_mov_b32; |"},
		{"two trans between", "v_rcp_f32 v1 v2; v_rcp_f32 v4 v5; v_rcp_f32 v6 v5; v_mov_b32 v3 v1", "v_rcp_f32; v_rcp_f32; v_rcp_f32; v_mov_b32; |"},
		{"other register", "v_rcp_f32 v1 v2; v_mov_b32 v3 v4", "v_rcp_f32; v_mov_b32; |"},
		{"across an edge", "v_rcp_f32 v1 v2 -> 1 | v_mov_b32 v3 v1", "v_rcp_f32; |; depctr 0xf9f; v_mov_b32; |"},
		{"cmpx permlane", "v_cmpx_eq_u32 v1 v2; v_permlane16_b32 v3 v4 s1 s2", "v_cmpx_eq_u32; v_mov_b32; v_permlane16_b32; |"},
		{"cmpx valu permlane", "v_cmpx_eq_u32 v1 v2; v_mov_b32 v4 v5; v_permlane16_b32 v3 v4 s1 s2", "v_cmpx_eq_u32; v_mov_b32; v_permlane16_b32; |"},
		{"wmma", "v_wmma_f32_16x16x16_f16 v0:7 v16:23 v24:31 v0:7; v_wmma_f32_16x16x16_f16 v8:15 v0:7 v24:31 v8:15", "v_wmma_f32_16x16x16_f16; v_nop; v_wmma_f32_16x16x16_f16; |"},
		{"wmma accumulates", "v_wmma_f32_16x16x16_f16 v0:7 v16:23 v24:31 v0:7; v_wmma_f32_16x16x16_f16 v0:7 v16:23 v24:31 v0:7", "v_wmma_f32_16x16x16_f16; v_wmma_f32_16x16x16_f16; |"},
	}
	for _, c := range cases {
		b := build(t, c.code)
		if err := InsertHazards(GFX1100, b); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := show(b); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}
