package isel

import (
	"ferry/amdgpu"
	"fmt"
	"testing"
)

func TestD(t *testing.T) {
	tg := amdgpu.GFX1100
	d := describe(tg)
	for _, n := range []string{"v_add_co_ci_u32", "v_fmac_f32", "v_writelane_b32", "v_cndmask_b32", "v_add_f16", "s_load_b64", "global_load_b32", "global_store_b32", "global_atomic_add_u32", "ds_add_rtn_u32", "s_add_u32", "s_cselect_b32", "v_div_fmas_f32", "v_cmp_lt_u32", "s_and_saveexec_b32", "s_cbranch_scc1", "v_readlane_b32", "v_readfirstlane_b32", "scratch_load_b32", "s_waitcnt", "v_mad_u64_u32", "v_lshlrev_b64", "flat_load_b32", "v_pk_add_f16", "s_barrier", "buffer_gl0_inv", "s_getpc_b64", "v_permlane16_b32", "v_swap_b32", "ds_bpermute_b32", "s_cmov_b32", "v_fma_f16", "v_cvt_f16_f32", "s_endpgm", "s_movk_i32", "s_sendmsg", "s_bitset1_b32", "v_mul_lo_u16", "v_add_nc_u16", "s_setreg_imm32_b32", "v_mad_u32_u16"} {
		op, _ := amdgpu.OpByName(n)
		for i := d.first[op]; i < d.first[op+1]; i++ {
			x := d.descs[i]
			fmt.Printf("%s n=%d dir=%v class=%v acc=%x dw=%v inl=%v r=%x w=%x\n", n, x.n, x.dir[:x.n], x.class[:x.n], x.accept[:x.n], x.dwords[:x.n], x.inline[:x.n], x.reads, x.writes)
		}
	}
}
