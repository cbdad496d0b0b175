package isel_test

import (
	"regexp"
	"strings"
	"testing"
)

// mnemonics are the instructions of asm's text that match, in order, without their operands.
func mnemonics(text, match string) string {
	re := regexp.MustCompile(match)
	var out []string
	for line := range strings.Lines(text) {
		op, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if re.MatchString(op) {
			out = append(out, op)
		}
	}
	return strings.Join(out, " ")
}

// TestSchedule: loads come first where nothing forbids it, and stay behind what they must not pass. The expected orders
// follow from PTX's memory model: weak accesses to different places have none, all else keeps the order of the source.
func TestSchedule(t *testing.T) {
	const pair = "ld.global.f32 %f3, [%P+64]; add.f32 %f4, %f3, %f7; mul.rn.f32 %f4, %f4, %f4;"
	for _, c := range []struct{ name, body, match, want string }{
		{"past arithmetic", pair + "ld.global.f32 %f5, [%P+256]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_load_b32|^v_mul_f32",
			"global_load_b32 global_load_b32 v_mul_f32_e32"},
		{"not past a store", pair + "st.global.f32 [%P+128], %f4; ld.global.f32 %f5, [%P+256]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_(load|store)_b32|^v_mul_f32",
			"global_load_b32 v_mul_f32_e32 global_store_b32 global_load_b32 global_store_b32"},
		{"past a store to other memory", ".shared .b32 s[64]; " + pair + "st.shared.f32 [s], %f4; ld.global.f32 %f5, [%P+256]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_load_b32|^ds_store",
			"global_load_b32 global_load_b32 ds_store_b32"},
		{"not past a fence", pair + "fence.acq_rel.gpu; ld.global.f32 %f5, [%P+256]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_load_b32|^v_mul_f32|^buffer",
			"global_load_b32 v_mul_f32_e32 buffer_gl1_inv buffer_gl0_inv global_load_b32"},
		{"not past a barrier", pair + "bar.sync 0; ld.global.f32 %f5, [%P+256]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_load_b32|^v_mul_f32|^s_barrier",
			"global_load_b32 v_mul_f32_e32 s_barrier global_load_b32"},
		{"a strong load stays", pair + "ld.relaxed.gpu.global.f32 %f5, [%P+256]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_load_b32|^v_mul_f32",
			"global_load_b32 v_mul_f32_e32 global_load_b32"},
		{"a volatile load of shared memory stays", ".shared .b32 s[64]; " + pair + "ld.volatile.shared.f32 %f5, [s]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_load_b32|^v_mul_f32|^ds_load",
			"global_load_b32 v_mul_f32_e32 ds_load_b32"},
		{"not past an atomic", pair + "atom.global.add.u32 %x, [%P+512], 1; mov.b32 %f0, %x; add.rn.f32 %f4, %f4, %f0; ld.global.f32 %f5, [%P+256]; add.rn.f32 %f4, %f4, %f5; mov.b32 %o, %f4;", "^global_(load|atomic)|^v_mul_f32",
			"global_load_b32 v_mul_f32_e32 global_atomic_add_u32 global_load_b32"},
	} {
		if got := mnemonics(asm(t, c.body), c.match); got != c.want {
			t.Errorf("%s:\n\t%s\nwant\t%s", c.name, got, c.want)
		}
	}
}

// TestMerge: neighbours in memory become one access where alignment allows it (RDNA3 ISA, "LDS Instruction Fields": the
// offsets of two-address forms count elements, or 64 elements).
func TestMerge(t *testing.T) {
	const sum = "add.u32 %t1, %t1, %t2; add.u32 %o, %t1, %t3;"
	const lds = ".shared .align 16 .b32 s[4096]; mov.u32 %t5, s; shl.b32 %t4, %t0, "
	for _, c := range []struct{ name, body, match, want string }{
		{"three dwords", "ld.global.u32 %t1, [%P+64]; ld.global.u32 %t2, [%P+72]; ld.global.u32 %t3, [%P+68];" + sum, "global_load", "global_load_b96"},
		{"two and one apart", "ld.global.u32 %t1, [%P+64]; ld.global.u32 %t2, [%P+68]; ld.global.u32 %t3, [%P+76];" + sum, "global_load", "global_load_b64 global_load_b32"},
		{"a store between", "ld.global.u32 %t1, [%P+64]; st.global.u32 [%P+128], %t1; ld.global.u32 %t2, [%P+68]; mov.u32 %t3, 0;" + sum, "global_(load|store)_b", "global_load_b32 global_store_b32 global_load_b32 global_store_b32 global_store_b64"},
		{"strong loads", "ld.relaxed.gpu.global.u32 %t1, [%P+64]; ld.relaxed.gpu.global.u32 %t2, [%P+68]; mov.u32 %t3, 0;" + sum, "global_load", "global_load_b32 global_load_b32"},
		{"stores", "add.u32 %t1, %x, %y; add.u32 %t2, %x, %z; st.global.u32 [%P+64], %t1; st.global.u32 [%P+68], %t2;", "global_store", "global_store_b64 global_store_b32 global_store_b64"},
		{"stores that overlap", "st.global.u32 [%P+64], %x; st.global.u64 [%P+64], %X;", "global_store", "global_store_b32 global_store_b64 global_store_b32 global_store_b64"},
		{"LDS, aligned", lds + "4; add.u32 %t5, %t5, %t4; ld.shared.u32 %t1, [%t5]; ld.shared.u32 %t2, [%t5+4]; mov.u32 %t3, 0;" + sum, "ds_load", "ds_load_b64"},
		{"LDS, four dwords aligned", lds + "4; add.u32 %t5, %t5, %t4; ld.shared.u32 %t1, [%t5]; ld.shared.u32 %t2, [%t5+4]; ld.shared.u32 %t3, [%t5+8]; ld.shared.u32 %t6, [%t5+12]; add.u32 %t3, %t3, %t6; " + sum, "ds_load", "ds_load_b128"},
		{"LDS, not aligned", lds + "2; add.u32 %t5, %t5, %t4; ld.shared.u32 %t1, [%t5]; ld.shared.u32 %t2, [%t5+4]; mov.u32 %t3, 0;" + sum, "ds_load", "ds_load_2addr_b32"},
		{"LDS, apart", lds + "4; add.u32 %t5, %t5, %t4; ld.shared.u32 %t1, [%t5]; ld.shared.u32 %t2, [%t5+1020]; mov.u32 %t3, 0;" + sum, "ds_load", "ds_load_2addr_b32"},
		{"LDS, far apart", lds + "4; add.u32 %t5, %t5, %t4; ld.shared.u32 %t1, [%t5]; ld.shared.u32 %t2, [%t5+4096]; mov.u32 %t3, 0;" + sum, "ds_load", "ds_load_2addr_stride64_b32"},
		{"LDS, too far apart", lds + "4; add.u32 %t5, %t5, %t4; ld.shared.u32 %t1, [%t5]; ld.shared.u32 %t2, [%t5+1024+4]; mov.u32 %t3, 0;" + sum, "ds_load", "ds_load_b32 ds_load_b32"},
		{"LDS, constant addresses", ".shared .align 16 .b32 s[64]; ld.shared.u32 %t1, [s]; ld.shared.u32 %t2, [s+4]; ld.shared.u32 %t3, [s+12]; ld.shared.u32 %t6, [s+8]; add.u32 %t3, %t3, %t6; " + sum, "ds_load", "ds_load_b128"},
		{"LDS stores", lds + "3; add.u32 %t5, %t5, %t4; st.shared.u64 [%t5+8], %X; st.shared.u64 [%t5], %P;", "ds_store", "ds_store_2addr_b64"},
	} {
		if got := mnemonics(asm(t, c.body), c.match); got != c.want {
			t.Errorf("%s:\n\t%s\nwant\t%s", c.name, got, c.want)
		}
	}
}
