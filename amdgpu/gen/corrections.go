package main

import "strings"

// correct mends what the tables have wrong, each with its source.
func correct(t *table) {
	for _, in := range t.Instructions {
		for _, f := range in.Formats {
			// D = S0 * S1 + D (RDNA3 ISA, V_PK_FMAC_F16); the table calls vdst write-only.
			if in.Name == "v_pk_fmac_f16" && f.Operands[0].Field == "vdst" {
				f.Operands[0].Dir = "inout"
				for i := range f.Operands {
					if o := &f.Operands[i]; o.Kind == "src" {
						o.splat, o.Inline = true, 16 // inline constants stand in both halves (LLVM 22's assembler takes 0x10001 as 1)
					}
				}
			}
			// Integer operands of floating-point instructions (RDNA3 ISA: the class mask, the exponent, the byte and the byte number, the segment):
			// the table has no type or the type of the other source, but LLVM takes no neg and abs on them.
			for i := range f.Operands {
				o := &f.Operands[i]
				second := o.Field == "src1" || o.Field == "vsrc1"
				switch {
				case second && strings.HasPrefix(in.Name, "v_cmp") && strings.Contains(in.Name, "_class_f16"), second && in.Name == "v_ldexp_f16":
					o.noFP = true
				case second && strings.HasPrefix(in.Name, "v_cmp") && strings.Contains(in.Name, "_class_"), second && in.Name == "v_trig_preop_f64",
					(second || o.Field == "src2") && in.Name == "v_cvt_pk_u8_f32":
					o.noFP, o.Format = true, "FMT_NUM_U32"
				}
			}
			// VINTERP sources are VGPRs only (RDNA3 ISA, VINTERP); LLVM reads the other codes of the 9-bit field as VGPRs too.
			if f.Encoding == "VINTERP" {
				for i := range f.Operands {
					if o := &f.Operands[i]; o.Kind == "src" {
						o.Kind, o.Accepts = "vgpr", []string{"v"}
					}
				}
			}
			// C of a WMMA: inline constants have the width of the result's elements (RDNA3 ISA, WMMA); the table guessed 64 from the register width.
			if strings.HasPrefix(in.Name, "v_wmma_") {
				for i := range f.Operands {
					if o := &f.Operands[i]; o.Field == "src2" {
						o.Inline = 32
						if strings.HasPrefix(in.Name, "v_wmma_f16") || strings.HasPrefix(in.Name, "v_wmma_bf16") {
							o.Inline = 16
						}
					}
				}
			}
		}
	}
}
