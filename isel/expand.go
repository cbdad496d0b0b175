package isel

import "ferry/amdgpu"

// ExpandPseudos replaces the pseudo instructions that remain after allocation by real ones, and drops copies that
// became empty. Registers are physical here.
func ExpandPseudos(f *Func) {
	out := f.rewriting(0)
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		start := int32(len(out))
		for i := blk.First; i < blk.Last; i++ {
			in := &f.Insts[i]
			switch in.Op {
			case PseudoUndef, PseudoUse:
			case PseudoEntry:
				out = expandEntry(f, out, in)
			case PseudoCall:
				out = expandCall(f, out, in)
			case PseudoReturn:
				out = expandReturn(f, out, in)
			case PseudoCopy:
				out = expandCopy(out, in)
			case PseudoReadCopy:
				w := int(max(in.Opd[0].Width, 1))
				for k := range w {
					n := Inst{}
					n.Line = in.Line
					n.Op, n.N = amdgpu.VReadfirstlaneB32, 2
					n.Opd[0] = amdgpu.R(in.Opd[0].Reg+amdgpu.Reg(k), 1)
					n.Opd[1] = amdgpu.R(in.Opd[1].Reg+amdgpu.Reg(k), 1)
					out = append(out, n)
				}
			case PseudoSymAddr:
				out = expandSymAddr(f, out, in)
			default:
				out = append(out, *in)
			}
		}
		blk.First, blk.Last = start, int32(len(out))
	}
	f.rewritten(out)
}

// expandCopy moves a tuple dword by dword, in the order that never overwrites a source before it is read.
func expandCopy(out []Inst, in *Inst) []Inst {
	dst, src := in.Opd[0], in.Opd[1]
	w := int(max(dst.Width, 1))
	vec := dst.Reg.IsVGPR()
	if src.Kind == amdgpu.OpdReg && src.Reg == dst.Reg {
		return out
	}
	mov := func(op amdgpu.Op, d, s amdgpu.Operand) {
		n := Inst{}
		n.Line = in.Line
		n.Op, n.N = op, 2
		n.Opd[0], n.Opd[1] = d, s
		out = append(out, n)
	}
	op := amdgpu.SMovB32
	if vec {
		op = amdgpu.VMovB32
	}
	if src.Kind != amdgpu.OpdReg {
		v := src.Imm
		if w == 2 && !vec && v >= -16 && v <= 64 {
			mov(amdgpu.SMovB64, dst, amdgpu.Imm(v))
			return out
		}
		for k := range w {
			part := amdgpu.Imm(int64(uint32(v)))
			if k == 1 {
				part = amdgpu.Imm(int64(uint32(v >> 32)))
			} else if k > 1 {
				part = amdgpu.Imm(0)
			}
			mov(op, amdgpu.R(dst.Reg+amdgpu.Reg(k), 1), part)
		}
		return out
	}
	// An even SGPR pair moves at once.
	pairs := !vec && w%2 == 0 && dst.Reg%2 == 0 && src.Reg%2 == 0 && src.Reg.IsSGPR()
	step := 1
	if pairs {
		step, op = 2, amdgpu.SMovB64
	}
	if dst.Reg > src.Reg && dst.Reg < src.Reg+amdgpu.Reg(w) {
		for k := w - step; k >= 0; k -= step {
			mov(op, amdgpu.R(dst.Reg+amdgpu.Reg(k), step), amdgpu.R(src.Reg+amdgpu.Reg(k), step))
		}
		return out
	}
	for k := 0; k < w; k += step {
		mov(op, amdgpu.R(dst.Reg+amdgpu.Reg(k), step), amdgpu.R(src.Reg+amdgpu.Reg(k), step))
	}
	return out
}

// expandSymAddr computes a symbol's address relative to the program counter. The addends are the distances of the
// literals from the end of s_getpc_b64 (AMDGPUUsage, "Relocation Records").
func expandSymAddr(f *Func, out []Inst, in *Inst) []Inst {
	const distLo, distHi = 4, 12
	dst := in.Opd[0].Reg
	sym := f.Syms[in.Opd[1].Imm]
	add := func(op amdgpu.Op, opds ...amdgpu.Operand) {
		n := Inst{}
		n.Line, n.Op, n.N = in.Line, op, uint8(len(opds))
		copy(n.Opd[:], opds)
		out = append(out, n)
	}
	ref := func(r Rel, dist int64) amdgpu.Operand {
		f.Syms = append(f.Syms, SymRef{Name: sym.Name, Addend: sym.Addend + dist, Rel: r})
		return amdgpu.Operand{Kind: amdgpu.OpdSym, Imm: int64(len(f.Syms) - 1)}
	}
	add(amdgpu.SGetpcB64, r2(dst))
	add(amdgpu.SAddU32, r1(dst), r1(dst), ref(RelLo, distLo))
	add(amdgpu.SAddcU32, r1(dst+1), r1(dst+1), ref(RelHi, distHi))
	return out
}
