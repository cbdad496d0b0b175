package emu

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"ferry/amdgpu"

	"github.com/stretchr/testify/require"
)

// TestRandomCode runs random code, strict and not: whatever it does, it ends in a status or a fault, never in a panic of
// the emulator. Half of the words are made from the fixed bits of a table row, so that most decode.
func TestRandomCode(t *testing.T) {
	b := newMemBench(t)
	r := rand.New(rand.NewPCG(13, 14))
	starts := []uint32{0x7e000000, 0x02000000, 0xd4000000, 0xd5000000, 0xcc000000, 0xc8000000, 0xd8000000, 0xdc000000, 0xe0000000, 0xe8000000, 0xf4000000, 0xbe800000,
		0x80000000, 0xbf000000, 0xbf800000, 0xb0000000, 0x7c000000, 0xcd000000, 0xf0000000}
	for round := range 500 {
		code := make([]byte, 4*24)
		for i := 0; i < len(code); i += 4 {
			v := r.Uint32()
			if r.IntN(2) == 0 {
				v = starts[r.IntN(len(starts))] | v&(1<<(20+r.IntN(6))-1)
			}
			binary.LittleEndian.PutUint32(code[i:], v)
		}
		p, err := Build(amdgpu.GFX1100, "random", code, 0x1000, Options{Strict: round%2 == 1, NumVGPR: 16})
		require.NoError(t, err)
		for start := range p.Code { // every instruction gets its turn
			w := p.NewWave(r.Uint32()|1, ModeDenormF32|ModeDenormF64)
			w.WG = &WorkGroup{Waves: []*Wave{w}, Dim: [3]uint32{32, 1, 1}, LDS: b.lds, Launch: b.l}
			w.Scratch = b.scr
			for i := range w.V[NumTemps:p.ConstBase] {
				for k := range w.V[NumTemps+i] {
					w.V[NumTemps+i][k] = r.Uint32() & (1<<r.IntN(32) - 1)
				}
			}
			for i := range 124 {
				w.S[i] = r.Uint32()
				if r.IntN(4) == 0 && i%2 == 0 && i < 100 {
					w.S[i], w.S[i+1] = uint32(b.dev), uint32(b.dev>>32)
				}
			}
			w.InitSGPR(0, 106)
			for i := range p.NumVGPR {
				w.InitVGPR(i)
			}
			w.PC = start
			w.Run(50)
		}
	}
}
