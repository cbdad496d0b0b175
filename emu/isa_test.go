package emu

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"ferry/amdgpu"
)

// assemble turns lines of assembly into code with an s_endpgm behind it.
func assemble(t testing.TB, lines ...string) []byte {
	t.Helper()
	var code []byte
	for _, l := range append(lines, "s_endpgm") {
		in, err := amdgpu.Parse(amdgpu.GFX1100, l)
		if err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		if code, err = amdgpu.Encode(amdgpu.GFX1100, &in, code); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
	}
	return code
}

// val reads a value: 0x pattern, integer, or a float with f (f32), d (f64) or h (f16) behind it.
func val(s string) uint64 {
	if n := len(s) - 1; !strings.HasPrefix(s, "0x") && n > 0 {
		if v, err := strconv.ParseFloat(s[:n], 64); err == nil || strings.HasPrefix(s, "inf") || strings.HasPrefix(s, "-inf") {
			switch s[n] {
			case 'f':
				return uint64(math.Float32bits(float32(v)))
			case 'd':
				return math.Float64bits(v)
			case 'h':
				return fmtF64.convert(math.Float64bits(v), fmtF16, rneNear, false, false)
			}
		}
	}
	v, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		u, err := strconv.ParseUint(s, 0, 64)
		if err != nil {
			panic(err)
		}
		return u
	}
	return uint64(v)
}

// setReg and getReg access v5, v[2:3], s7, s[2:3], vcc_lo, scc, exec_lo, m0.
func regAt(w *Wave, name string, lane int) []*uint32 {
	one := func(kind byte, n int) *uint32 {
		if kind == 'v' {
			return &w.VGPR(n)[lane]
		}
		return &w.S[n]
	}
	switch name {
	case "vcc_lo":
		return []*uint32{&w.S[RegVCC]}
	case "exec_lo":
		return []*uint32{&w.S[RegExec]}
	case "m0":
		return []*uint32{&w.S[RegM0]}
	case "scc":
		return []*uint32{&w.S[RegSCC]}
	}
	if name[1] == '[' {
		var a, b int
		if _, err := fmt.Sscanf(name[1:], "[%d:%d]", &a, &b); err != nil {
			panic(name)
		}
		var r []*uint32
		for i := a; i <= b; i++ {
			r = append(r, one(name[0], i))
		}
		return r
	}
	n, err := strconv.Atoi(name[1:])
	if err != nil {
		panic(name)
	}
	return []*uint32{one(name[0], n)}
}

// isaCase is: instruction | inputs | results, all for lane 0 (other lanes get the same inputs). The expected values are
// worked from the pseudocode of the RDNA3 ISA manual and from IEEE 754.
const isaCases = `
v_add_f32 v1, v2, v3 | v2=1.5f v3=2.25f | v1=3.75f
v_add_f32 v1, v2, v3 | v2=0x7f800000 v3=0xff800000 | v1=0x7fc00000
v_add_f32 v1, v2, v3 | v2=0x7f800001 v3=1f | v1=0x7fc00001
v_add_f32 v1, v2, v3 | v2=0x80000000 v3=0x80000000 | v1=0x80000000
v_add_f32 v1, -v2, |v3| | v2=1f v3=-4f | v1=3f
v_add_f32 v1, v2, v3 clamp | v2=1f v3=4f | v1=1f
v_add_f32 v1, v2, v3 clamp | v2=-1f v3=-4f | v1=0
v_sub_f32 v1, v2, v3 | v2=1f v3=4f | v1=-3f
v_subrev_f32 v1, v2, v3 | v2=1f v3=4f | v1=3f
v_mul_f32 v1, v2, s3 | v2=3f s3=0.5f | v1=1.5f
v_mul_f32 v1, v2, v3 | v2=0x00000001 v3=2f | v1=0x00000002
v_fma_f32 v1, v2, v3, v4 | v2=0x3f800001 v3=0x3f800001 v4=-1f | v1=0x34800000
v_fmac_f32 v1, v2, v3 | v1=1f v2=2f v3=3f | v1=7f
v_fmaak_f32 v1, v2, v3, 0x40800000 | v2=2f v3=3f | v1=10f
v_fmamk_f32 v1, v2, 0x40800000, v3 | v2=2f v3=3f | v1=11f
v_min_f32 v1, v2, v3 | v2=0x80000000 v3=0 | v1=0x80000000
v_max_f32 v1, v2, v3 | v2=0x7fc00000 v3=5f | v1=5f
v_med3_f32 v1, v2, v3, v4 | v2=3f v3=1f v4=2f | v1=2f
v_min3_f32 v1, v2, v3, v4 | v2=3f v3=1f v4=2f | v1=1f
v_mul_dx9_zero_f32 v1, v2, v3 | v2=0 v3=0x7f800000 | v1=0
v_trunc_f32 v1, v2 | v2=-1.75f | v1=-1f
v_ceil_f32 v1, v2 | v2=-0.5f | v1=0x80000000
v_floor_f32 v1, v2 | v2=-0.5f | v1=-1f
v_rndne_f32 v1, v2 | v2=2.5f | v1=2f
v_fract_f32 v1, v2 | v2=-0.25f | v1=0.75f
v_fract_f32 v1, v2 | v2=0xa0000000 | v1=0x3f7fffff
v_ldexp_f32 v1, v2, v3 | v2=1.5f v3=3 | v1=12f
v_frexp_exp_i32_f32 v1, v2 | v2=12f | v1=4
v_frexp_mant_f32 v1, v2 | v2=12f | v1=0.75f
v_rcp_f32 v1, v2 | v2=4f | v1=0.25f
v_rcp_f32 v1, v2 | v2=0x80000000 | v1=0xff800000
v_rcp_f32 v1, v2 | v2=0x00000001 | v1=0x7f800000
v_sqrt_f32 v1, v2 | v2=9f | v1=3f
v_sqrt_f32 v1, v2 | v2=-1f | v1=0x7fc00000
v_rsq_f32 v1, v2 | v2=4f | v1=0.5f
v_exp_f32 v1, v2 | v2=3f | v1=8f
v_log_f32 v1, v2 | v2=8f | v1=3f
v_sin_f32 v1, v2 | v2=0.25f | v1=1f
v_cos_f32 v1, v2 | v2=0.5f | v1=-1f
v_cvt_i32_f32 v1, v2 | v2=-1.75f | v1=-1
v_cvt_i32_f32 v1, v2 | v2=3e9f | v1=0x7fffffff
v_cvt_i32_f32 v1, v2 | v2=0x7fc00000 | v1=0
v_cvt_u32_f32 v1, v2 | v2=-5f | v1=0
v_cvt_u32_f32 v1, v2 | v2=5e9f | v1=0xffffffff
v_cvt_f32_i32 v1, v2 | v2=-7 | v1=-7f
v_cvt_f32_u32 v1, v2 | v2=0xffffffff | v1=0x4f800000
v_cvt_f32_ubyte2 v1, v2 | v2=0x00ab0000 | v1=171f
v_cvt_f64_f32 v[1:2], v3 | v3=1.5f | v[1:2]=1.5d
v_cvt_f32_f64 v1, v[2:3] | v[2:3]=1.5d | v1=1.5f
v_cvt_f16_f32 v1.h, v2 | v1=0x1234abcd v2=1.5f | v1=0x3e00abcd
v_cvt_f32_f16 v1, v2.h | v2=0x3e00abcd | v1=1.5f
v_cvt_pk_rtz_f16_f32 v1, v2, v3 | v2=1f v3=65535f | v1=0x7bff3c00
v_cvt_pk_i16_i32 v1, v2, v3 | v2=70000 v3=-70000 | v1=0x80007fff
v_cvt_pk_u8_f32 v1, v2, v3, v4 | v2=300f v3=1 v4=0x11223344 | v1=0x1122ff44
v_add_f16 v1.l, v2.h, v3.l | v1=0xffff0000 v2=0x3c000000 v3=0x00004000 | v1=0xffff4200
v_fma_f16 v1.h, v2.l, v3.l, v4.l | v1=0x0000beef v2=2h v3=3h v4=1h | v1=0x4700beef
v_pk_add_f16 v1, v2, v3 | v2=0x3c004000 v3=0x3c003c00 | v1=0x40004200
v_pk_add_f16 v1, v2, v3 op_sel:[1,0] op_sel_hi:[0,1] | v2=0x3c004000 v3=0x3c003c00 | v1=0x42004000
v_pk_mul_lo_u16 v1, v2, v3 | v2=0x00030002 v3=0x00050007 | v1=0x000f000e
v_pk_add_i16 v1, v2, v3 clamp | v2=0x7fff8000 v3=0x0001ffff | v1=0x7fff8000
v_fma_mix_f32 v1, v2, v3, v4 op_sel:[1,0,0] op_sel_hi:[1,0,0] | v2=0x40000000 v3=3f v4=1f | v1=7f
v_fma_mixhi_f16 v1, v2, v3, v4 | v1=0x0000beef v2=2f v3=3f v4=1f | v1=0x4700beef
v_dot2_f32_f16 v1, v2, v3, v4 | v2=0x40003c00 v3=0x42004000 v4=1f | v1=9f
v_dot4_u32_u8 v1, v2, v3, v4 | v2=0x01020304 v3=0x01010101 v4=5 | v1=15
v_dot4_i32_iu8 v1, v2, v3, v4 neg_lo:[1,0,0] | v2=0xff000000 v3=0x02000000 v4=0 | v1=-2
v_add_f64 v[1:2], v[3:4], v[5:6] | v[3:4]=1.5d v[5:6]=2.25d | v[1:2]=3.75d
v_mul_f64 v[1:2], v[3:4], 0.5 | v[3:4]=3d | v[1:2]=1.5d
v_fma_f64 v[1:2], v[3:4], v[5:6], -1.0 | v[3:4]=3d v[5:6]=2d | v[1:2]=5d
v_max_f64 v[1:2], -v[3:4], v[5:6] | v[3:4]=3d v[5:6]=-4d | v[1:2]=-3d
v_ldexp_f64 v[1:2], v[3:4], v5 | v[3:4]=1d v5=-1 | v[1:2]=0.5d
v_cvt_i32_f64 v1, v[2:3] | v[2:3]=-1e10d | v1=0x80000000
v_rcp_f64 v[1:2], v[3:4] | v[3:4]=4d | v[1:2]=0.25d
v_trig_preop_f64 v[1:2], v[3:4], 0 | v[3:4]=1d | v[1:2]=0x3fe45f306dc9c882
v_add_nc_u32 v1, v2, v3 | v2=0xffffffff v3=2 | v1=1
v_add_nc_u32 v1, v2, v3 clamp | v2=0xffffffff v3=2 | v1=0xffffffff
v_sub_nc_u32 v1, v2, v3 clamp | v2=1 v3=2 | v1=0
v_add_nc_i32 v1, v2, v3 clamp | v2=0x7fffffff v3=2 | v1=0x7fffffff
v_add_co_u32 v1, vcc_lo, v2, v3 | v2=0xffffffff v3=2 | v1=1 vcc_lo=0xffffffff
v_add_co_ci_u32 v1, vcc_lo, v2, v3, vcc_lo | v2=0xffffffff v3=0 vcc_lo=0xffffffff | v1=0 vcc_lo=0xffffffff
v_sub_co_u32 v1, s5, v2, v3 | v2=1 v3=2 | v1=0xffffffff s5=0xffffffff
v_subrev_co_ci_u32 v1, vcc_lo, v2, v3, vcc_lo | v2=2 v3=5 vcc_lo=1 | v1=2 vcc_lo=0
v_mul_lo_u32 v1, v2, v3 | v2=0x10001 v3=0x10001 | v1=0x20001
v_mul_hi_u32 v1, v2, v3 | v2=0x80000000 v3=6 | v1=3
v_mul_hi_i32 v1, v2, v3 | v2=-1 v3=6 | v1=-1
v_mul_i32_i24 v1, v2, v3 | v2=0x00ffffff v3=5 | v1=-5
v_mad_u64_u32 v[1:2], null, v3, v4, v[5:6] | v3=0xffffffff v4=0xffffffff v[5:6]=1 | v[1:2]=0xfffffffe00000002
v_mad_u64_u32 v[1:2], s7, v3, v4, v[5:6] | v3=0xffffffff v4=0xffffffff v[5:6]=-1 | v[1:2]=0xfffffffe00000000 s7=0xffffffff
v_mad_i64_i32 v[1:2], null, v3, v4, v[5:6] | v3=-2 v4=3 v[5:6]=1 | v[1:2]=-5
v_mad_u32_u24 v1, v2, v3, v4 | v2=0xff000003 v3=4 v4=5 | v1=17
v_lshlrev_b32 v1, v2, v3 | v2=33 v3=1 | v1=2
v_lshrrev_b32 v1, 4, v3 | v3=0x80000000 | v1=0x08000000
v_ashrrev_i32 v1, 4, v3 | v3=0x80000000 | v1=0xf8000000
v_lshlrev_b64 v[1:2], 33, v[3:4] | v[3:4]=1 | v[1:2]=0x200000000
v_ashrrev_i64 v[1:2], 40, v[3:4] | v[3:4]=0x8000000000000000 | v[1:2]=0xffffffffff800000
v_bfe_u32 v1, v2, 8, 8 | v2=0x12345678 | v1=0x56
v_bfe_i32 v1, v2, 4, 8 | v2=0x00000f80 | v1=-8
v_bfi_b32 v1, v2, v3, v4 | v2=0x00ff0000 v3=0x11111111 v4=0x22222222 | v1=0x22112222
v_alignbit_b32 v1, v2, v3, 8 | v2=0x11223344 v3=0x55667788 | v1=0x44556677
v_perm_b32 v1, v2, v3, v4 | v2=0x33221100 v3=0x77665544 v4=0x0c0d0400 | v1=0x00ff0044
v_sad_u8 v1, v2, v3, v4 | v2=0x01020304 v3=0x04030201 v4=10 | v1=18
v_lerp_u8 v1, v2, v3, v4 | v2=0x01010101 v3=0x02020202 v4=0x01000100 | v1=0x02010201
v_bfrev_b32 v1, v2 | v2=1 | v1=0x80000000
v_clz_i32_u32 v1, v2 | v2=0x00008000 | v1=16
v_clz_i32_u32 v1, v2 | v2=0 | v1=-1
v_ctz_i32_b32 v1, v2 | v2=0x00008000 | v1=15
v_cls_i32 v1, v2 | v2=0xffff0000 | v1=16
v_bcnt_u32_b32 v1, v2, v3 | v2=0xf0f v3=10 | v1=18
v_add_lshl_u32 v1, v2, v3, 2 | v2=1 v3=2 | v1=12
v_xad_u32 v1, v2, v3, v4 | v2=6 v3=5 v4=10 | v1=13
v_lshl_or_b32 v1, v2, 4, v4 | v2=3 v4=1 | v1=0x31
v_med3_i32 v1, v2, v3, v4 | v2=-3 v3=5 v4=1 | v1=1
v_maxmin_u32 v1, v2, v3, v4 | v2=3 v3=5 v4=4 | v1=4
v_add_nc_u16 v1.h, v2.l, v3.l | v1=0x1111 v2=0xffff v3=2 | v1=0x00011111
v_mad_u16 v1.l, v2.l, v3.l, v4.l | v2=3 v3=4 v4=5 | v1=17
v_pack_b32_f16 v1, v2.l, v3.h | v2=0x1234 v3=0x56780000 | v1=0x56781234
v_cndmask_b32 v1, v2, v3, vcc_lo | v2=1 v3=2 vcc_lo=1 | v1=2
v_cndmask_b32 v1, v2, v3, s4 | v2=1 v3=2 s4=2 | v1=1
v_cmp_lt_i32 vcc_lo, v2, v3 | v2=-1 v3=0 | vcc_lo=0xffffffff
v_cmp_lt_u32 s4, v2, v3 | v2=-1 v3=0 | s4=0
v_cmp_nlt_f32 s4, v2, v3 | v2=0x7fc00000 v3=0 | s4=0xffffffff
v_cmp_class_f32 s4, v2, v3 | v2=0x80000001 v3=0x10 | s4=0xffffffff
v_cmp_eq_u64 s4, v[2:3], v[4:5] | v[2:3]=0x100000000 v[4:5]=0x100000000 | s4=0xffffffff
v_cmp_gt_f64 s4, v[2:3], v[4:5] | v[2:3]=2d v[4:5]=1d | s4=0xffffffff
v_cmp_lt_f16 s4, v2.h, v3.l | v2=0x3c000000 v3=0x4000 | s4=0xffffffff
v_cmpx_gt_i32 v2, v3 | v2=1 v3=2 | exec_lo=0
v_div_fixup_f32 v1, v2, v3, v4 | v2=5f v3=0 v4=1f | v1=0x7f800000
v_div_fixup_f32 v1, v2, v3, v4 | v2=5f v3=0 v4=0 | v1=0xffc00000
v_div_scale_f32 v1, vcc_lo, v2, v2, v3 | v2=1f v3=1f | v1=1f vcc_lo=0
v_mbcnt_lo_u32_b32 v1, -1, 5 | v1=0 | v1=5
v_readfirstlane_b32 s1, v2 | v2=77 | s1=77
v_readlane_b32 s1, v2, 5 | v2=77 | s1=77
v_writelane_b32 v1, s2, 0 | s2=9 v1=1 | v1=9
v_swap_b32 v1, v2 | v1=1 v2=2 | v1=2 v2=1
v_permlanex16_b32 v1, v2, s3, s4 | v2=8 s3=0x76543210 s4=0xfedcba98 | v1=8
v_dual_add_f32 v1, v2, v3 :: v_dual_mul_f32 v4, v5, v1 | v1=7f v2=1f v3=2f v5=3f | v1=3f v4=21f
v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf | v1=5 v2=6 | v1=5
v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 | v1=5 v2=6 | v1=0
v_mov_b32_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf | v1=5 v2=6 | v1=6
s_add_u32 s1, s2, s3 | s2=-1 s3=2 | s1=1 scc=1
s_addc_u32 s1, s2, s3 | s2=-1 s3=0 scc=1 | s1=0 scc=1
s_sub_u32 s1, s2, s3 | s2=1 s3=2 | s1=-1 scc=1
s_subb_u32 s1, s2, s3 | s2=5 s3=2 scc=1 | s1=2 scc=0
s_add_i32 s1, s2, s3 | s2=0x7fffffff s3=1 | s1=0x80000000 scc=1
s_sub_i32 s1, s2, s3 | s2=0x80000000 s3=1 | s1=0x7fffffff scc=1
s_addk_i32 s1, 0xfffe | s1=5 | s1=3 scc=0
s_mul_i32 s1, s2, s3 | s2=-3 s3=4 | s1=-12
s_mul_hi_u32 s1, s2, s3 | s2=0x80000000 s3=4 | s1=2
s_lshl_b64 s[2:3], s[4:5], 4 | s[4:5]=0x10000000 | s[2:3]=0x100000000 scc=1
s_ashr_i32 s1, s2, 4 | s2=0x80000000 | s1=0xf8000000 scc=1
s_and_b32 s1, s2, s3 | s2=1 s3=2 | s1=0 scc=0
s_and_not1_b32 s1, s2, s3 | s2=7 s3=2 | s1=5 scc=1
s_bfe_u32 s1, s2, 0x80008 | s2=0x12345678 | s1=0x56 scc=1
s_bfe_i32 s1, s2, 0x80004 | s2=0xf80 | s1=-8 scc=1
s_bfm_b32 s1, 4, 8 | s1=0 | s1=0xf00
s_bcnt1_i32_b32 s1, s2 | s2=0xf0 | s1=4 scc=1
s_brev_b32 s1, s2 | s2=1 | s1=0x80000000
s_ctz_i32_b32 s1, s2 | s2=8 | s1=3
s_clz_i32_u64 s1, s[2:3] | s[2:3]=1 | s1=63
s_abs_i32 s1, s2 | s2=-5 | s1=5 scc=1
s_sext_i32_i8 s1, s2 | s2=0x80 | s1=-128
s_pack_lh_b32_b16 s1, s2, s3 | s2=0x1234 s3=0x56780000 | s1=0x56781234
s_lshl2_add_u32 s1, s2, s3 | s2=0x40000000 s3=5 | s1=5 scc=1
s_min_i32 s1, s2, s3 | s2=-1 s3=2 | s1=-1 scc=1
s_cselect_b32 s1, s2, s3 | s2=1 s3=2 scc=0 | s1=2
s_cmov_b32 s1, s2 | s1=9 s2=1 scc=0 | s1=9
s_cmp_lt_i32 s1, s2 | s1=-1 s2=0 | scc=1
s_cmp_lt_u32 s1, s2 | s1=-1 s2=0 | scc=0
s_cmpk_eq_u32 s1, 0xffff | s1=0xffff | scc=1
s_bitcmp1_b32 s1, 3 | s1=8 | scc=1
s_bitset1_b32 s1, 3 | s1=1 | s1=9
s_and_saveexec_b32 s1, s2 | s2=5 | s1=0xffffffff exec_lo=5 scc=1
s_or_saveexec_b32 s1, s2 | s2=5 | s1=0xffffffff exec_lo=0xffffffff scc=1
s_wqm_b32 s1, s2 | s2=0x0100 | s1=0x0f00 scc=1
s_quadmask_b32 s1, s2 | s2=0x0110 | s1=6 scc=1
s_bitreplicate_b64_b32 s[2:3], s4 | s4=0x80000001 | s[2:3]=0xc000000000000003
s_mov_b64 s[2:3], src_shared_base | s2=0 | s[2:3]=0x1000000000000
`

func TestInstructions(t *testing.T) {
	for _, scalar := range []bool{false, true} {
		for _, line := range strings.Split(strings.TrimSpace(isaCases), "\n") {
			parts := strings.Split(line, " | ")
			if len(parts) < 3 {
				t.Fatal(line)
			}
			n := len(parts)
			text, in, out := strings.Join(parts[:n-2], " | "), parts[n-2], parts[n-1]
			p, err := Build(amdgpu.GFX1100, "test", assemble(t, text), 0, Options{Scalar: scalar, NumVGPR: 16})
			if err != nil {
				t.Fatal(err)
			}
			w := p.NewWave(0xffffffff, modeFP32Fast|modeFP64Fast|ModeDX10Clamp)
			for _, a := range strings.Fields(in) {
				name, v, _ := strings.Cut(a, "=")
				for lane := range WaveSize {
					for k, r := range regAt(w, name, lane) {
						*r = uint32(val(v) >> (32 * k))
					}
				}
			}
			if st := w.Run(10); st != Ended {
				t.Errorf("%s: %v", text, w.Fault)
				continue
			}
			for _, a := range strings.Fields(out) {
				name, v, _ := strings.Cut(a, "=")
				for k, r := range regAt(w, name, 0) {
					if want := uint32(val(v) >> (32 * k)); *r != want {
						t.Errorf("%s with %s: %s dword %d is %#x, want %#x", text, in, name, k, *r, want)
					}
				}
			}
		}
	}
}

// TestInactiveLanes checks that a selection of instructions leaves lanes alone that EXEC has off.
func TestInactiveLanes(t *testing.T) {
	for _, text := range []string{"v_add_f32 v1, v2, v3", "v_add_f64 v[1:2], v[3:4], v[5:6]", "v_add_co_u32 v1, vcc_lo, v2, v3", "v_cndmask_b32 v1, v2, v3, vcc_lo",
		"v_add_f16 v1.h, v2.h, v3.l", "v_pk_add_u16 v1, v2, v3", "v_mad_u64_u32 v[1:2], null, v3, v4, v[5:6]", "v_lshlrev_b64 v[1:2], 3, v[3:4]", "v_fma_mixlo_f16 v1, v2, v3, v4",
		"v_mul_f32 v1, -v2, v3 clamp", "v_div_scale_f32 v1, vcc_lo, v2, v2, v3", "v_dual_mov_b32 v1, v3 :: v_dual_mov_b32 v2, v4", "v_swap_b32 v1, v2", "v_mov_b32 v1, s4",
		"v_mov_b32_dpp v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf"} {
		p, err := Build(amdgpu.GFX1100, "test", assemble(t, text), 0, Options{NumVGPR: 8})
		if err != nil {
			t.Fatal(err)
		}
		w := p.NewWave(0x0f0f00f1, modeFP32Fast|modeFP64Fast)
		for v := range 8 {
			for i := range WaveSize {
				w.VGPR(v)[i] = uint32(v*1000 + i + 0x3f000000 + v<<17)
			}
		}
		before := append([]Lanes(nil), w.V[NumTemps:]...)
		if w.Run(10) != Ended {
			t.Fatal(w.Fault)
		}
		for v := range 8 {
			for i := range WaveSize {
				if w.Exec()>>i&1 == 0 && w.VGPR(v)[i] != before[v][i] {
					t.Fatalf("%s changed v%d of inactive lane %d", text, v, i)
				}
			}
		}
		if *w.VGPR(1) == before[1] && !strings.Contains(text, "scale") {
			t.Errorf("%s did nothing", text)
		}
	}
}

// TestModes checks rounding and denormal modes on the instructions that set and obey them.
func TestModes(t *testing.T) {
	for _, c := range []struct {
		setup, text string
		a, b, want  uint32
	}{
		{"s_round_mode 0x0", "v_add_f32 v1, v2, v3", b32(1), 0x33000000, 0x3f800000},
		{"s_round_mode 0x1", "v_add_f32 v1, v2, v3", b32(1), 0x33000000, 0x3f800001},
		{"s_round_mode 0x2", "v_sub_f32 v1, v2, v3", b32(1), 0x33000000, 0x3f7fffff},
		{"s_round_mode 0x3", "v_mul_f32 v1, v2, v3", 0x3f800001, 0x3f800001, 0x3f800002},
		{"s_denorm_mode 0xc", "v_mul_f32 v1, v2, v3", 1, b32(4), 0},
		{"s_denorm_mode 0xd", "v_mul_f32 v1, v2, v3", 0x00800000, b32(0.5), 0},
		{"s_denorm_mode 0xe", "v_add_f32 v1, v2, v3", 0x00400000, 0x00800000, 0x00800000},
		{"s_denorm_mode 0xf", "v_mul_f32 v1, v2, v3", 1, b32(4), 4},
		{"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1", "v_add_f32 v1, v2, v3", b32(1), 0x33000000, 0x3f800001},
		{"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 9, 1), 1", "v_min_f32 v1, v2, v3", 0x7f800001, b32(1), 0x7fc00001},
		{"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 9, 1), 0", "v_min_f32 v1, v2, v3", 0x7f800001, b32(1), b32(1)},
	} {
		p, err := Build(amdgpu.GFX1100, "test", assemble(t, c.setup, c.text), 0, Options{NumVGPR: 8})
		if err != nil {
			t.Fatal(err)
		}
		w := p.NewWave(0xffffffff, modeFP32Fast|modeFP64Fast)
		scalarBroadcast(w.VGPR(2), c.a)
		scalarBroadcast(w.VGPR(3), c.b)
		if w.Run(10) != Ended {
			t.Fatal(w.Fault)
		}
		if got := w.VGPR(1)[7]; got != c.want {
			t.Errorf("%s; %s of %#x %#x: %#x, want %#x", c.setup, c.text, c.a, c.b, got, c.want)
		}
	}
}

// TestCoverage lowers one instance of every ALU form in the gfx1100 table: what has no handler is counted by name.
func TestCoverage(t *testing.T) {
	tg := amdgpu.GFX1100
	known := map[string]bool{}
	for _, n := range strings.Fields(notImplemented) {
		known[n] = true
	}
	forms, missing := 0, 0
	for i := 1; i < tg.NumRows(); i++ {
		row := tg.RowAt(i)
		fl := tg.Info(row.Op).Flags
		if fl&(amdgpu.OpVALU|amdgpu.OpVOPC|amdgpu.OpSALU|amdgpu.OpSOPP|amdgpu.OpWMMA) == 0 || fl&amdgpu.OpVOPD != 0 {
			continue
		}
		forms++
		in := amdgpu.Inst{Op: row.Op, Enc: row.Enc, Row: uint16(i), N: uint8(row.NumOperands()), Size: 4}
		if row.Flags&amdgpu.RowDPP16 != 0 {
			in.Flags |= amdgpu.FlagDPP16
			in.Masks = 0xff
		}
		if row.Flags&amdgpu.RowDPP8 != 0 {
			in.Flags |= amdgpu.FlagDPP8
		}
		for k := range row.NumOperands() {
			oi := tg.Operand(row, k)
			w := max(int(oi.Dwords), 1)
			switch oi.Class {
			case amdgpu.ClassVGPR, amdgpu.ClassSrc:
				in.Opd[k] = amdgpu.R(amdgpu.V(8*k), w)
			case amdgpu.ClassSGPR, amdgpu.ClassSSrc:
				in.Opd[k] = amdgpu.R(amdgpu.S(8*k), w)
			case amdgpu.ClassVCC:
				in.Opd[k] = amdgpu.R(amdgpu.VCCLo, 1)
			case amdgpu.ClassLabel:
				in.Opd[k] = amdgpu.Operand{Kind: amdgpu.OpdLabel}
			case amdgpu.ClassLiteral:
				in.Opd[k] = amdgpu.Imm(3)
			default:
				in.Opd[k] = amdgpu.Operand{Kind: amdgpu.OpdField, Imm: 1}
			}
		}
		b := &Builder{P: &Program{Name: "t", Index: make([]int32, 64), NumVGPR: 256, ConstBase: NumTemps + 256, Target: tg}, t: tg, consts: map[uint32]int{}, ops: fastOps()}
		var d DInst
		d.In = &in
		b.lower(&in, &d)
		if b.refused > 0 || d.H == nil {
			name := row.Op.String()
			if in.Flags&(amdgpu.FlagDPP16|amdgpu.FlagDPP8) != 0 {
				name += "_dpp"
			}
			missing++
			if !known[name] {
				t.Errorf("%s (%s) has no handler", name, tg.EncName(row.Enc))
			}
		}
	}
	t.Logf("%d ALU and control forms, %d of them without a handler", forms, missing)
}

// notImplemented are the ALU and control instructions that the emulator refuses by name: wave64 masks, traps and debugging, messages other
// than the release of VGPRs, graphics, and rare DPP forms.
const notImplemented = `
v_illegal s_and_saveexec_b64 s_or_saveexec_b64 s_xor_saveexec_b64 s_nand_saveexec_b64 s_nor_saveexec_b64 s_xnor_saveexec_b64 s_and_not0_saveexec_b64
s_or_not0_saveexec_b64 s_and_not1_saveexec_b64 s_or_not1_saveexec_b64 s_and_not0_wrexec_b64 s_and_not1_wrexec_b64
s_rfe_b64 s_sendmsg_rtn_b32 s_sendmsg_rtn_b64 s_subvector_loop_begin s_subvector_loop_end s_sethalt s_code_end s_sendmsg s_sendmsghalt
s_cbranch_cdbgsys s_cbranch_cdbguser s_cbranch_cdbgsys_or_user s_cbranch_cdbgsys_and_user s_endpgm_saved s_endpgm_ordered_ps_done
v_interp_p10_f32 v_interp_p2_f32 v_interp_p10_f16_f32 v_interp_p2_f16_f32 v_interp_p10_rtz_f16_f32 v_interp_p2_rtz_f16_f32
v_movreld_b32_dpp v_movrels_b32_dpp v_movrelsd_b32_dpp v_movrelsd_2_b32_dpp v_mbcnt_lo_u32_b32_dpp v_mbcnt_hi_u32_b32_dpp
v_fma_mix_f32_dpp v_fma_mixlo_f16_dpp v_fma_mixhi_f16_dpp
`
