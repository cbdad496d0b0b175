package emu

import (
	"strings"

	"ferry/amdgpu"
)

// Wave matrix multiply-accumulate, 16x16x16 in wave32 (RDNA3 ISA, "WMMA"): lane l (and its copy l+16) holds row l
// of A and column l of B, 16 elements packed in order; C and D hold column l&15, where dword r is row 2r + (l>>4).
func lowerWMMA(b *Builder, in *amdgpu.Inst, d *DInst) string {
	name := in.Op.String()
	kind := name[strings.LastIndex(name, "_")+1:] // f16, bf16, iu8, iu4
	accName := strings.Split(name, "_")[2]        // f32, f16, bf16, i32
	dst := b.VDst(&in.Opd[0], 0)
	var srcs [3][8]Src
	for k := range 3 {
		o := &in.Opd[1+k]
		n := max(int(o.Width), 1)
		for j := range 8 {
			if o.Kind == amdgpu.OpdReg {
				if j < n {
					srcs[k][j] = b.VSrc(o, j)
				}
			} else {
				srcs[k][j] = b.Const(uint32(o.Imm))
			}
		}
	}
	mods := [3]uint8{in.Opd[1].Mods, in.Opd[2].Mods, in.Opd[3].Mods}
	clamp := in.Flags&amdgpu.FlagClamp != 0
	hiAcc := mods[2]&amdgpu.ModHi != 0 // 16-bit accumulators: which halves of C and D are used
	intA, intB := mods[0]&amdgpu.ModNeg != 0, mods[1]&amdgpu.ModNeg != 0
	elem := func(w *Wave, k, lane, i int) uint32 {
		switch kind {
		case "iu8":
			return w.V[srcs[k][i/4]][lane] >> (8 * (i & 3)) & 0xff
		case "iu4":
			return w.V[srcs[k][i/8]][lane] >> (4 * (i & 7)) & 0xf
		}
		v := w.V[srcs[k][i/2]][lane] >> (16 * (i & 1)) & 0xffff
		m := mods[k]
		if i&1 == 0 && m&amdgpu.ModNeg != 0 || i&1 != 0 && m&amdgpu.ModAbs != 0 {
			v ^= 0x8000
		}
		return v
	}
	d.H = func(w *Wave, d *DInst) {
		if w.S[RegExec] != 0xffffffff {
			w.Fail(FaultIllegalInstr, d, -1, "matrix instruction with lanes off")
		}
		var out [8]Lanes
		for lane := range WaveSize {
			n := lane & 15
			for r := range 8 {
				row := 2*r + lane>>4
				c := w.V[srcs[2][r]][lane]
				if accName == "i32" {
					s := int64(int32(c))
					for k := range 16 {
						x, y := elem(w, 0, row, k), elem(w, 1, n, k)
						bw := uint(8)
						if kind == "iu4" {
							bw = 4
						}
						s += signIf(x, bw, intA) * signIf(y, bw, intB)
					}
					if clamp {
						out[r][lane] = satS32(s)
					} else {
						out[r][lane] = uint32(s)
					}
					continue
				}
				var acc float32
				switch accName {
				case "f32":
					if mods[2]&amdgpu.ModAbs != 0 {
						c &^= sign32
					}
					if mods[2]&amdgpu.ModNeg != 0 {
						c ^= sign32
					}
					acc = f32(c)
				default:
					h := c
					if hiAcc {
						h >>= 16
					}
					if accName == "f16" {
						acc = float32(h2d(h))
					} else {
						acc = f32(h << 16)
					}
				}
				for k := range 16 {
					x, y := elem(w, 0, row, k), elem(w, 1, n, k)
					if kind == "f16" {
						acc = fma32(float32(h2d(x)), float32(h2d(y)), acc)
					} else {
						acc = fma32(f32(x<<16), f32(y<<16), acc)
					}
				}
				switch accName {
				case "f32":
					out[r][lane] = canon32(acc)
				default:
					f := fmtF16
					if accName == "bf16" {
						f = fmtBF16
					}
					h := uint32(fmtF32.convert(uint64(canon32(acc)), f, rneNear, false, false))
					old := w.V[dst+r][lane]
					if hiAcc {
						out[r][lane] = old&0xffff | h<<16
					} else {
						out[r][lane] = old&0xffff0000 | h
					}
				}
			}
		}
		for r := range out {
			w.V[dst+r] = out[r]
		}
	}
	return ""
}

func signIf(v uint32, width uint, signed bool) int64 {
	if signed {
		return int64(int32(v<<(32-width)) >> (32 - width))
	}
	return int64(v)
}
