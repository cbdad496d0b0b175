package main

// correct mends what the tables have wrong, each with its source.
func correct(t *table) {
	for _, in := range t.Instructions {
		for _, f := range in.Formats {
			// D = S0 * S1 + D (RDNA3 ISA, V_PK_FMAC_F16); the table calls vdst write-only.
			if in.Name == "v_pk_fmac_f16" && f.Operands[0].Field == "vdst" {
				f.Operands[0].Dir = "inout"
			}
		}
	}
}
