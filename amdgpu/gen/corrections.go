package main

import "strings"

// correct mends what the tables have wrong, each with its source.
func correct(t *table) {
	for _, in := range t.Instructions {
		for _, f := range in.Formats {
			// D = S0 * S1 + D (RDNA3 ISA, V_PK_FMAC_F16); the table calls vdst write-only.
			if in.Name == "v_pk_fmac_f16" && f.Operands[0].Field == "vdst" {
				f.Operands[0].Dir = "inout"
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
