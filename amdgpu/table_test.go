package amdgpu

import (
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// sample is one instruction form of the table file.
type sample struct {
	Name     string
	Encoding string
	Asm      string // as LLVM 22 printed the sample
	Bytes    []byte
	Rejected bool // LLVM's assembler does not take the sample back
}

// samples reads the instruction forms of a chip from its table file.
func samples(tb testing.TB, chip string) []sample {
	tb.Helper()
	f, err := os.Open("tables/" + chip + ".json.gz")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var t struct {
		Instructions []struct {
			Name    string `json:"name"`
			Formats []struct {
				Encoding string `json:"encoding"`
				Rejects  bool   `json:"llvm_assembler_rejects_sample"`
				Prefers  any    `json:"llvm_assembler_prefers_bytes"`
				Sample   struct {
					Bytes string `json:"bytes"`
					Asm   string `json:"asm"`
				} `json:"sample"`
			} `json:"formats"`
		} `json:"instructions"`
	}
	if err := json.NewDecoder(z).Decode(&t); err != nil {
		tb.Fatal(err)
	}
	var out []sample
	for _, in := range t.Instructions {
		for _, f := range in.Formats {
			b, err := hex.DecodeString(f.Sample.Bytes)
			if err != nil {
				tb.Fatal(err)
			}
			out = append(out, sample{in.Name, f.Encoding, f.Sample.Asm, b, f.Rejects || f.Prefers == true})
		}
	}
	return out
}

// Every sample of the table decodes to the instruction it is a sample of, whole.
func TestDecodeSamples(t *testing.T) {
	n := 0
	for _, s := range samples(t, "gfx1100") {
		var in Inst
		n++
		if err := Decode(GFX1100, s.Bytes, &in); err != nil {
			t.Errorf("%s %s %x: %v", s.Encoding, s.Asm, s.Bytes, err)
			continue
		}
		if int(in.Size) != len(s.Bytes) {
			t.Errorf("%s %s %x: size %d", s.Encoding, s.Asm, s.Bytes, in.Size)
		}
		if in.Op.String() != s.Name && (in.Y == nil || in.Y.Op.String() != s.Name) {
			t.Errorf("%s %s: decoded as %s", s.Encoding, s.Asm, in.Op)
		}
	}
	if n < 6000 {
		t.Fatalf("only %d samples", n)
	}
}

// Decoding a sample and encoding the result in the same encoding gives the sample's bytes.
func TestEncodeSamples(t *testing.T) {
	for _, s := range samples(t, "gfx1100") {
		var in Inst
		if Decode(GFX1100, s.Bytes, &in) != nil || s.Rejected || isMix(in.Op) && s.Encoding == "VOP3P_LIT" {
			continue // a 32-bit literal of a mixed-precision source has no text in LLVM, and the encoder makes none
		}
		first := in
		got, err := Encode(GFX1100, &in, nil)
		if err != nil {
			t.Errorf("%s %s: %v", s.Encoding, s.Asm, err)
			continue
		}
		if hex.EncodeToString(got) != hex.EncodeToString(s.Bytes) {
			var again Inst
			if err := Decode(GFX1100, got, &again); err == nil {
				again.Y, first.Y = nil, nil
				if again == first {
					continue // the sample has bits in fields that the form does not use
				}
			}
			t.Errorf("%s %s: encoded %x, sample is %x", s.Encoding, s.Asm, got, s.Bytes)
		}
	}
}
