package amdgpu

import (
	"bytes"
	"testing"
)

// Any bytes: Decode does not panic, stays inside the code, and what it takes can be printed; where that encodes again, the bytes decode to the same instruction.
func FuzzDecode(f *testing.F) {
	for i, s := range samples(f, "gfx1100") {
		if i%17 == 0 {
			f.Add(s.Bytes, false)
		}
	}
	f.Fuzz(func(t *testing.T, code []byte, wave64 bool) {
		tg := GFX1100
		if wave64 {
			tg = GFX1100Wave64
		}
		var in Inst
		if Decode(tg, code, &in) != nil {
			return
		}
		if int(in.Size) > len(code) || in.Size == 0 || in.Size%4 != 0 {
			t.Fatalf("%x: size %d", code, in.Size)
		}
		text := Format(tg, &in)
		tg.Uses(&in, func(Reg, int, Dir) {})
		again := in
		if in.Y != nil {
			y := *in.Y
			again.Y = &y
		}
		out, err := Encode(tg, &again, nil)
		if err != nil {
			return // reserved combinations that the hardware decodes and the encoder refuses to make
		}
		var back Inst
		if err := Decode(tg, out, &back); err != nil {
			t.Fatalf("%s: encoded as %x: %v", text, out, err)
		}
		if got := Format(tg, &back); got != text {
			t.Fatalf("%x is %q, encoded again as %x it is %q", code, text, out, got)
		}
	})
}

// Any text: Parse does not panic, and what it takes prints and parses to the same bytes.
func FuzzParse(f *testing.F) {
	for i, s := range samples(f, "gfx1100") {
		if i%23 == 0 {
			f.Add(s.Asm)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := Parse(GFX1100, text)
		if err != nil {
			return
		}
		a, err := Encode(GFX1100, &in, nil)
		if err != nil {
			t.Fatalf("%q parses but does not encode: %v", text, err)
		}
		printed := Format(GFX1100, &in)
		back, err := Parse(GFX1100, printed)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, printed, err)
		}
		b, err := Encode(GFX1100, &back, nil)
		if err != nil || !bytes.Equal(a, b) {
			t.Fatalf("%q is %x, printed as %q it is %x (%v)", text, a, printed, b, err)
		}
	})
}
