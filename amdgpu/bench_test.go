package amdgpu

import "testing"

func BenchmarkDecode(b *testing.B) {
	var code [][]byte
	for _, s := range samples(b, "gfx1100") {
		if s.Encoding != "VOPD" && s.Encoding != "VOPD_LIT" {
			code = append(code, s.Bytes)
		}
	}
	var in Inst
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		_ = Decode(GFX1100, code[i%len(code)], &in)
	}
}

func BenchmarkEncode(b *testing.B) {
	var ins []Inst
	for _, s := range samples(b, "gfx1100") {
		var in Inst
		if Decode(GFX1100, s.Bytes, &in) == nil && in.Y == nil {
			in.Enc = EncAuto
			ins = append(ins, in)
		}
	}
	buf := make([]byte, 0, 64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		in := ins[i%len(ins)]
		_, _ = Encode(GFX1100, &in, buf[:0])
	}
}
