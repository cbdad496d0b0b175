package emu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ferry/amdgpu"

	"github.com/stretchr/testify/require"
)

// uopLines are instructions that fast runs translate; {v}, {s} and {p} stand for random registers v0..v9, s0..s9 and pairs.
var uopLines = strings.Split(strings.TrimSpace(`
v_mov_b32 {v}, {v}
v_mov_b32 {v}, {s}
v_mov_b32 {v}, 0x12345678
v_not_b32 {v}, {v}
v_cvt_i32_i16 {v}, {v}
v_cvt_u32_u16 {v}, {v}
v_add_nc_u32 {v}, {v}, {v}
v_add_nc_u32 {v}, {s}, {v}
v_sub_nc_u32 {v}, {v}, {v}
v_subrev_nc_u32 {v}, {v}, {v}
v_and_b32 {v}, {v}, {v}
v_or_b32 {v}, {v}, {v}
v_xor_b32 {v}, {v}, {v}
v_xnor_b32 {v}, {v}, {v}
v_lshlrev_b32 {v}, {v}, {v}
v_lshrrev_b32 {v}, {v}, {v}
v_ashrrev_i32 {v}, {v}, {v}
v_min_i32 {v}, {v}, {v}
v_max_i32 {v}, {v}, {v}
v_min_u32 {v}, {v}, {v}
v_max_u32 {v}, {v}, {v}
v_mul_lo_u32 {v}, {v}, {v}
v_mul_u32_u24 {v}, {v}, {v}
v_mul_i32_i24 {v}, {v}, {v}
v_add3_u32 {v}, {v}, {v}, {v}
v_lshl_add_u32 {v}, {v}, {v}, {v}
v_add_lshl_u32 {v}, {v}, {v}, {v}
v_lshl_or_b32 {v}, {v}, {v}, {v}
v_and_or_b32 {v}, {v}, {v}, {v}
v_or3_b32 {v}, {v}, {v}, {v}
v_xor3_b32 {v}, {v}, {v}, {v}
v_xad_u32 {v}, {v}, {v}, {v}
v_bfi_b32 {v}, {v}, {v}, {v}
v_bfe_u32 {v}, {v}, {v}, {v}
v_alignbit_b32 {v}, {v}, {v}, {v}
v_add_f32 {v}, {v}, {v}
v_sub_f32 {v}, {v}, {v}
v_subrev_f32 {v}, {v}, {v}
v_mul_f32 {v}, {v}, {v}
v_fma_f32 {v}, {v}, {v}, {v}
v_fma_f32 {v}, -{v}, |{v}|, {s}
v_fmac_f32 {v}, {v}, {v}
v_min_f32 {v}, {v}, {v}
v_max_f32 {v}, {v}, {v}
v_cndmask_b32 {v}, {v}, {v}, {s}
v_cndmask_b32 {v}, {v}, {v}, vcc_lo
v_add_co_u32 {v}, {s}, {v}, {v}
v_add_co_ci_u32 {v}, {s}, {v}, {v}, {s}
v_sub_co_u32 {v}, {s}, {v}, {v}
v_subrev_co_u32 {v}, {s}, {v}, {v}
v_sub_co_ci_u32 {v}, {s}, {v}, {v}, {s}
v_mad_u64_u32 {p}, {s}, {v}, {v}, {p}
v_mad_i64_i32 {p}, {s}, {v}, {v}, {p}
v_mad_u64_u32 {p}, null, {s}, {v}, {p}
v_lshlrev_b64 {p}, {v}, {p}
v_lshrrev_b64 {p}, {v}, {p}
v_readfirstlane_b32 {s}, {v}
v_readlane_b32 {s}, {v}, 7
v_writelane_b32 {v}, {s}, 30
v_mul_hi_u32 {v}, {v}, {v}
v_mul_hi_i32 {v}, {v}, {v}
v_bfe_i32 {v}, {v}, {v}, {v}
v_trunc_f32 {v}, {v}
v_ceil_f32 {v}, {v}
v_floor_f32 {v}, {v}
v_rndne_f32 {v}, {v}
v_rcp_f32 {v}, {v}
v_sqrt_f32 {v}, |{v}|
v_cvt_f32_i32 {v}, {v}
v_cvt_f32_u32 {v}, {v}
v_cvt_i32_f32 {v}, {v}
v_cvt_u32_f32 {v}, {v}
v_add_f64 {p}, {p}, {p}
v_add_f64 {p}, -{p}, |{p}|
v_mul_f64 {p}, {p}, 0.5
v_fma_f64 {p}, {p}, {p}, {p}
v_fma_f64 {p}, -{p}, {p}, -|{p}|
v_cvt_f32_f64 {v}, {p}
v_cvt_f64_f32 {p}, {v}
v_cvt_f64_f32 {p}, -{s}
ds_bpermute_b32 {v}, {v}, {v}
v_dual_mov_b32 v0, v2 :: v_dual_add_nc_u32 v1, v0, v3
v_dual_fmac_f32 v4, v2, v3 :: v_dual_mul_f32 v1, v4, v5
v_dual_fmac_f32 v4, v2, v3 :: v_dual_mul_f32 v1, v7, v6
v_dual_mul_f32 v2, v2, v3 :: v_dual_add_f32 v1, v1, v4
v_dual_mul_f32 v1, v0, v1 :: v_dual_max_f32 v4, v3, v2
ds_load_b32 {v}, v10 offset:64
ds_load_b32 {v}, v10
ds_load_b32 {v}, v11 offset:12
ds_load_b32 {v}, v12
ds_load_b64 {p}, v10 offset:64
ds_load_b64 {p}, v12
ds_load_b96 v[2:4], v11
ds_load_b128 v[2:5], v11 offset:16
ds_load_b128 v[4:7], v12
ds_load_2addr_b32 {p}, v10 offset0:3 offset1:7
ds_load_2addr_b64 v[6:9], v11 offset0:1 offset1:9
ds_load_2addr_b32 v[2:3], v10 offset0:5 offset1:9
ds_load_2addr_b32 {p}, v11 offset0:2 offset1:1
ds_store_b32 v11, {v} offset:128
ds_store_b32 v10, {v}
s_mov_b32 {s}, {s}
s_mov_b32 {s}, 0x1234567
s_add_u32 {s}, {s}, {s}
s_addc_u32 {s}, {s}, {s}
s_sub_u32 {s}, {s}, 77
s_and_b32 {s}, {s}, {s}
s_or_b32 {s}, {s}, exec_lo
s_xor_b32 {s}, {s}, {s}
s_and_not1_b32 {s}, {s}, {s}
s_or_not1_b32 {s}, {s}, {s}
s_lshl_b32 {s}, {s}, {s}
s_lshr_b32 {s}, 0x7654321, {s}
s_ashr_i32 {s}, {s}, {s}
s_mul_i32 {s}, {s}, {s}
s_cselect_b32 {s}, {s}, {s}
s_mov_b32 exec_lo, {s}
s_mov_b32 exec_lo, -1
s_or_b32 exec_lo, exec_lo, {s}
s_cbranch_scc0 1
s_cbranch_scc1 2
s_cbranch_execz 1
s_cbranch_vccnz 2
`), "\n")

func init() {
	for _, p := range []string{"lt", "eq", "le", "gt", "ne", "ge"} {
		uopLines = append(uopLines, "v_cmp_"+p+"_i32 {s}, {v}, {v}", "v_cmp_"+p+"_u32 vcc_lo, {v}, {v}", "v_cmp_"+p+"_i64 {s}, {p}, {p}", "v_cmp_"+p+"_u64 {s}, {p}, {p}")
	}
	for _, p := range []string{"lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt"} {
		uopLines = append(uopLines, "v_cmp_"+p+"_f32 {s}, {v}, {v}", "v_cmp_"+p+"_f64 {s}, {p}, {p}")
	}
	for _, p := range []string{"eq_u32", "lg_i32", "gt_i32", "ge_i32", "lt_i32", "le_i32", "gt_u32", "ge_u32", "lt_u32", "le_u32"} {
		uopLines = append(uopLines, "s_cmp_"+p+" {s}, {s}")
	}
}

// TestFastRuns compares random code in fast runs with the same code on plain handlers in plain Go: every register, and LDS.
func TestFastRuns(t *testing.T) {
	if !haveUops {
		t.Skip("no AVX2")
	}
	r := rand.New(rand.NewPCG(21, 22))
	b := newMemBench(t)
	interesting := []uint32{0, 1, 0x80000000, 0xffffffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x3f800000, 0xbf800000, 1 << 23, 0x7fffffff, 31, 32, 33, 63, 0xffff8000}
	value := func(numbers bool) uint32 {
		switch {
		case numbers:
			return 0x3f000000 + r.Uint32()>>7 | r.Uint32()&0x80000000 // no NaN among them
		case r.IntN(3) == 0:
			return interesting[r.IntN(len(interesting))]
		case r.IntN(2) == 0:
			return r.Uint32() & 0xff
		}
		return r.Uint32()
	}
	fast := map[string]int{}
	for round := range 1500 {
		var lines []string
		for range 24 {
			l := uopLines[r.IntN(len(uopLines))]
			for _, k := range []string{"{v}", "{s}", "{p}"} {
				for strings.Contains(l, k) {
					n := r.IntN(10)
					reg := fmt.Sprint(k[1:2], n)
					if k == "{p}" {
						reg = fmt.Sprintf("v[%d:%d]", n, n+1)
						if n == 9 {
							reg = "v[3:4]"
						}
					}
					l = strings.Replace(l, k, reg, 1)
				}
			}
			// Only one scalar register a vector instruction: enough for every form.
			in, err := amdgpu.Parse(amdgpu.GFX1100, l)
			require.NoError(t, err, l)
			if _, err := amdgpu.Encode(amdgpu.GFX1100, &in, nil); err != nil {
				continue
			}
			lines = append(lines, l)
		}
		lines = append(lines, "s_nop 0", "s_nop 0", "s_nop 0") // for branches over the last ones
		for i, l := range lines {
			if strings.Contains(l, "branch") { // to the instruction after the next
				op, _, _ := strings.Cut(l, " ")
				lines[i] = fmt.Sprint(op, " ", len(assemble(t, lines[i+1]))/4-1)
			}
		}
		code := assemble(t, lines...)
		numbers := round%2 == 0
		var seed [13]Lanes
		var scalars [10]uint32
		for i := range 10 {
			for k := range seed[i] {
				seed[i][k] = value(numbers)
			}
			scalars[i] = value(false)
		}
		for k := range uint32(32) {
			seed[10][k] = 256 + 4*k
			seed[11][k] = 512 + k/8*64
			if r.IntN(2) == 0 {
				seed[11][k] = 1024 + 4*k
			}
			seed[12][k] = r.Uint32N(1000) &^ 3
		}
		exec := uint32(0xffffffff)
		if round%3 == 0 {
			exec = r.Uint32()
		}
		var after [2]*Wave
		var lds [2][]byte
		for k, scalar := range []bool{true, false} {
			p, err := Build(amdgpu.GFX1100, "fast", code, 0x1000, Options{Scalar: scalar, NumVGPR: 13})
			require.NoError(t, err)
			if !scalar {
				for i := range p.Code {
					if d := &p.Code[i]; d.Fast != nil {
						fast[d.In.Op.String()]++
					}
				}
			}
			w := p.NewWave(exec, ModeDenormF32|ModeDenormF64)
			lds[k] = make([]byte, 4096)
			for i := range lds[k] {
				lds[k][i] = byte(i * 37)
			}
			w.WG = &WorkGroup{Waves: []*Wave{w}, Dim: [3]uint32{32, 1, 1}, LDS: lds[k], Launch: b.l}
			for i := range seed {
				*w.VGPR(i) = seed[i]
			}
			copy(w.S[:], scalars[:])
			w.S[RegVCC] = seed[0][0]
			st := w.Run(1000)
			require.Equal(t, Ended, st, "%v", w.Fault)
			after[k] = w
		}
		text := strings.Join(lines, "\n")
		require.Equal(t, after[0].S[:128], after[1].S[:128], "round %d:\n%s", round, text)
		require.Equal(t, after[0].S[RegSCC], after[1].S[RegSCC], "round %d:\n%s", round, text)
		require.Equal(t, after[0].Insts, after[1].Insts, "round %d:\n%s", round, text)
		for i := range seed {
			require.Equal(t, *after[0].VGPR(i), *after[1].VGPR(i), "round %d: v%d\n%s", round, i, text)
		}
		require.True(t, slices.Equal(lds[0], lds[1]), "round %d: LDS\n%s", round, text)
	}
	for _, l := range uopLines {
		op, _, _ := strings.Cut(l, " ")
		require.NotZero(t, fast[op]+fast[strings.TrimSuffix(op, "_e32")], "%s is in no fast run", op)
	}
}

// TestAligned: PTX wants addresses that are multiples of the access's size; AMD's own code does not.
func TestAligned(t *testing.T) {
	b := newMemBench(t)
	for _, c := range []struct {
		line    string
		address uint32
		bad     bool
	}{
		{"ds_load_b32 v0, v1", 2, true}, {"ds_load_b32 v0, v1", 4, false}, {"ds_load_b32 v0, v1 offset:2", 2, false}, {"ds_load_u16 v0, v1", 2, false},
		{"ds_load_u16 v0, v1", 1, true}, {"ds_load_b64 v[2:3], v1", 4, true}, {"ds_load_b64 v[2:3], v1", 8, false}, {"ds_store_b32 v1, v0", 1, true},
		{"ds_load_b128 v[4:7], v1", 8, true}, {"ds_store_b64 v1, v[2:3]", 8, false}, {"ds_store_b8 v1, v0", 3, false},
		{"scratch_load_b32 v0, v1, off", 2, true}, {"scratch_load_b128 v[4:7], v1, off", 4, false},
		{"global_load_b32 v0, v1, s[2:3]", 1, true}, {"global_load_b32 v0, v1, s[2:3]", 4, false}, {"global_load_b64 v[4:5], v1, s[2:3]", 4, true},
		{"global_store_b128 v1, v[4:7], s[2:3]", 16, false}, {"global_store_b128 v1, v[4:7], s[2:3]", 8, true},
	} {
		for _, aligned := range []bool{true, false} {
			for _, exec := range []uint32{0xffffffff, 7} {
				p, err := Build(amdgpu.GFX1100, "aligned", assemble(t, "v_mov_b32 v9, v8", c.line), 0x1000, Options{Aligned: aligned, NumVGPR: 16})
				require.NoError(t, err)
				w := p.NewWave(exec, ModeDenormF32|ModeDenormF64)
				w.WG = &WorkGroup{Waves: []*Wave{w}, Dim: [3]uint32{32, 1, 1}, LDS: b.lds, Launch: b.l}
				w.Scratch = b.scr
				for i := range w.VGPR(1) {
					w.VGPR(1)[i] = c.address
				}
				w.S[2], w.S[3] = uint32(b.dev), uint32(b.dev>>32)
				st := w.Run(10)
				if c.bad && aligned {
					require.Equal(t, Faulted, st, c.line)
					require.Equal(t, FaultMisaligned, w.Fault.Kind, c.line)
				} else {
					require.Equal(t, Ended, st, "%s: %v", c.line, w.Fault)
				}
			}
		}
	}
}
