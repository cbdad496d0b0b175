package isel_test

import (
	"fmt"
	"strings"
	"testing"

	"ferry/compiler"
)

// asm compiles a kernel body over a few registers and gives its assembly. %x, %y, %z are loaded and differ by lane, %u is
// uniform, %o is stored; %X and %O are 64-bit.
func asm(t *testing.T, body string) string {
	t.Helper()
	src := `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n, .param .f32 f)
{
.reg .b32 %x, %y, %z, %u, %o, %t<8>;
.reg .f32 %f<8>;
.reg .b64 %P, %X, %O, %T<8>;
.reg .pred %p<4>;
ld.param.u64 %P, [p];
ld.param.u32 %u, [n];
ld.param.f32 %f7, [f];
mov.u32 %t0, %tid.x;
mul.wide.u32 %T0, %t0, 16;
add.u64 %P, %P, %T0;
ld.global.v2.u32 {%x, %y}, [%P];
ld.global.u32 %z, [%P+8];
mov.b64 %X, {%x, %y};
mov.b32 %f0, %x;
mov.b32 %f1, %y;
mov.b32 %f2, %z;
mov.u32 %o, 0;
mov.u64 %O, 0;
` + body + `
st.global.u32 [%P], %o;
st.global.u64 [%P+8], %O;
ret;
}
`
	var out string
	o, err := compiler.Compile([]byte(src), compiler.Options{OptLevel: 3, CheckAllocation: len(body) < 10000, Dump: func(stage, _, text string) {
		if stage == "asm" {
			out = text
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r := o.Kernels[0].Refused; r != "" {
		t.Fatal(r)
	}
	return out
}

// TestSelection checks which instructions a piece of PTX becomes. The expectations are the AMD ISA's own: one
// instruction where the RDNA3 manual has one.
func TestSelection(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"add.u32 %o, %x, %y;", "v_add_nc_u32_e32"},
		{"sub.u32 %o, %x, 5;", "v_add_nc_u32|v_subrev_nc_u32|v_sub_nc_u32"},
		{"shl.b32 %t1, %x, 3; add.u32 %o, %t1, %y;", "v_lshl_add_u32"},
		{"add.u32 %t1, %x, %z; add.u32 %o, %t1, %y;", "v_add3_u32"},
		{"and.b32 %t1, %x, %z; or.b32 %o, %t1, %y;", "v_and_or_b32"},
		{"xor.b32 %t1, %x, %z; xor.b32 %o, %t1, %y;", "v_xor3_b32"},
		{"add.u32 %t1, %x, %y; shl.b32 %o, %t1, 4;", "v_add_lshl_u32"},
		{"mad.lo.u32 %o, %x, %y, %z;", "v_mul_lo_u32"},
		{"mul.wide.u32 %O, %x, %y;", "v_mad_u64_u32"},
		{"mad.wide.s32 %O, %x, %y, %X;", "v_mad_i64_i32"},
		{"add.u64 %O, %X, %P;", "v_add_co_ci_u32_e32"}, // carry in VCC: the short form
		{"add.u64 %O, %X, 5;", "v_add_co_ci_u32_e32"},
		{"setp.lt.s32 %p0, %x, %u; selp.b32 %o, %y, %z, %p0;", "v_cmp_gt_i32_e32"},
		{"setp.ge.f32 %p0, %f0, %f7; selp.b32 %o, %y, %z, %p0;", "v_cmp_le_f32_e32"},
		{"shl.b64 %O, %X, 3; cvt.u32.u64 %o, %O; mov.u64 %O, 0;", "v_lshlrev_b32"}, // the high half is not asked for
		{"mad.wide.s32 %O, %x, 8, %P; cvt.u32.u64 %o, %O; mov.u64 %O, 0;", "v_lshl_add_u32"},
		{"mul.wide.s32 %O, %x, 12; cvt.u32.u64 %o, %O; mov.u64 %O, 0;", "v_mul_lo_u32"},
		{"shf.l.wrap.b32 %o, %x, %y, 7;", "v_alignbit_b32"},
		{"prmt.b32 %o, %x, %y, 0x3175;", "v_perm_b32"},
		{"bfe.u32 %o, %x, 4, 8;", "v_bfe_u32"},
		{"popc.b32 %o, %x;", "v_bcnt_u32_b32"},
		{"shfl.sync.bfly.b32 %o, %x, 5, 31, -1;", "v_mov_b32_dpp.*row_xmask:5"},
		{"shfl.sync.bfly.b32 %o, %x, 16, 31, -1;", "ds_swizzle_b32.*swizzle(SWAP,16)"},
		{"shfl.sync.bfly.b32 %o, %x, 4, 0x1807, -1;", "ds_bpermute_b32"}, // segments
		{"fma.rn.f32 %f3, %f0, %f1, %f2; mov.b32 %o, %f3;", "v_fmac_f32_e32|v_fma_f32"},
		{"neg.f32 %f3, %f0; fma.rn.f32 %f3, %f3, %f1, %f2; mov.b32 %o, %f3;", "v_fma_f32 .*-v"},
		{"sub.rn.f32 %f3, %f0, %f1; mov.b32 %o, %f3;", "v_sub_f32_e32"},
		{"add.rz.f32 %f3, %f0, %f1; mov.b32 %o, %f3;", "s_round_mode 0x3"},
		{"add.ftz.f32 %f3, %f0, %f1; mov.b32 %o, %f3;", "s_denorm_mode 12"},
		{"add.sat.f32 %f3, %f0, %f1; mov.b32 %o, %f3;", "v_add_f32_e64 .* clamp"},
		{"mul.lo.u32 %t1, %u, 12; add.u32 %o, %t1, %x;", "s_mul_i32"}, // uniform values stay scalar
		{"setp.lt.u32 %p0, %x, %y; selp.u32 %o, %z, 1, %p0;", "v_cndmask_b32_e32"},
		{"setp.lt.u32 %p0, %u, 7; @%p0 bra L; mov.u32 %o, %clock; L:", "s_cmp_.*\n\ts_cbranch_scc"}, // the branch compares itself
		{"ld.shared.u32 %o, [%x+64];", "ds_load_b32 .* offset:64"},
		{"atom.global.add.u32 %o, [%P], 1;", "global_atomic_add_u32 .* glc"},
		{"red.global.add.u32 [%P], %x;", "global_atomic_add_u32 v"},
		{"vote.sync.ballot.b32 %o, 1, 0xffffffff;", "exec_lo"},
		{"bar.sync 0;", "s_barrier\n\tbuffer_gl0_inv"},
		{"ld.volatile.global.u32 %o, [%P];", "glc dlc"},
		{"fence.acq_rel.gpu;", "buffer_gl1_inv\n\tbuffer_gl0_inv"},
		{"ld.acquire.gpu.global.u32 %o, [%P];", "glc"},
	} {
		out := asm(t, c.body)
		if !matchAny(out, c.want) {
			t.Errorf("%s\nhas no %s:\n%s", c.body, c.want, out)
		}
	}
}

func matchAny(text, want string) bool {
	for _, w := range strings.Split(want, "|") {
		ok := true
		for _, part := range strings.Split(w, ".*") {
			ok = ok && strings.Contains(text, part)
		}
		if ok {
			return true
		}
	}
	return false
}

// TestRotation: a loop that rotates its variables needs a parallel move, in which no register is overwritten before
// it is read. The moves of a three-cycle and of a swap cannot be put into any order without a temporary.
func TestRotation(t *testing.T) {
	out := asm(t, `
mov.u32 %t1, 0; mov.u32 %t2, %x; mov.u32 %t3, %y; mov.u32 %t4, %z;
L: mov.u32 %t5, %t2; mov.u32 %t2, %t3; mov.u32 %t3, %t4; mov.u32 %t4, %t5;
add.u32 %t1, %t1, 1; setp.lt.u32 %p0, %t1, %u; @%p0 bra L;
mad.lo.u32 %o, %t2, 3, %t3;`)
	if n := strings.Count(out, "v_mov_b32") + strings.Count(out, "v_dual_mov_b32"); n < 4 {
		t.Errorf("%d moves for a cycle of three:\n%s", n, out)
	}
}

// TestFarBranch: a loop around more than 128 KiB of code is left and repeated through s_setpc_b64.
func TestFarBranch(t *testing.T) {
	var b strings.Builder
	b.WriteString("mov.u32 %t1, 0;\nL:\n")
	for i := range 6000 {
		fmt.Fprintf(&b, "mad.lo.u32 %%o, %%o, 0x%x, %%x; shf.l.wrap.b32 %%x, %%o, %%x, 7; xor.b32 %%o, %%o, 0x%x;\n", 0x10001+i, 0x3000003+i)
	}
	b.WriteString("add.u32 %t1, %t1, 1; setp.lt.u32 %p0, %t1, %u; @%p0 bra L;")
	if out := asm(t, b.String()); !strings.Contains(out, "s_cbranch") {
		t.Error("no branch at all")
	}
}
