package isel

import "ferry/amdgpu"

// Shorten replaces instructions, registers being known, by shorter ones that do the same: multiply-adds onto their own
// addend, small scalar constants, compares and carries whose scalar operand stands where the short form wants a VGPR.
func Shorten(f *Func) {
	for i := range f.Insts {
		in := &f.Insts[i]
		switch in.Op {
		case amdgpu.VFmaF32:
			accumulate(in, amdgpu.VFmacF32)
		case amdgpu.VFmaF16:
			accumulate(in, amdgpu.VFmacF16)
		case amdgpu.VAddCoCiU32:
			if in.Flags == 0 && vgprOperand(&in.Opd[2]) && !vgprOperand(&in.Opd[3]) {
				in.Opd[2], in.Opd[3] = in.Opd[3], in.Opd[2]
			}
		case amdgpu.SMovB32:
			if o := &in.Opd[1]; o.Kind == amdgpu.OpdImm && in.Opd[0].Reg.IsSGPR() {
				if v := int32(o.Imm); int32(int16(v)) == v && (v > 64 || v < -16) {
					in.Op = amdgpu.SMovkI32
					o.Imm = int64(uint16(v))
				}
			}
		default:
			if int(in.Op) < len(mirrored) && mirrored[in.Op] != 0 && in.N == 3 && in.Opd[0].Reg == amdgpu.VCCLo && in.Flags == 0 &&
				in.Opd[1].Mods|in.Opd[2].Mods == 0 && vgprOperand(&in.Opd[1]) && !vgprOperand(&in.Opd[2]) {
				in.Op = mirrored[in.Op]
				in.Opd[1], in.Opd[2] = in.Opd[2], in.Opd[1]
			}
		}
	}
}

func vgprOperand(o *amdgpu.Operand) bool { return o.Kind == amdgpu.OpdReg && o.Reg.IsVGPR() }

// mirrored gives for each compare the one that says the same with its sources swapped.
var mirrored = func() []amdgpu.Op {
	t := make([]amdgpu.Op, amdgpu.NumOps)
	for _, c := range [...][2]string{{"lt", "gt"}, {"le", "ge"}, {"eq", "eq"}, {"ne", "ne"}, {"lg", "lg"}, {"o", "o"}, {"u", "u"},
		{"nlt", "ngt"}, {"nle", "nge"}, {"neq", "neq"}, {"nlg", "nlg"}} {
		for _, typ := range [...]string{"i32", "u32", "i16", "u16", "i64", "u64", "f16", "f32", "f64"} {
			a, ok := amdgpu.OpByName("v_cmp_" + c[0] + "_" + typ)
			b, ok2 := amdgpu.OpByName("v_cmp_" + c[1] + "_" + typ)
			if ok && ok2 {
				t[a], t[b] = b, a
			}
		}
	}
	return t
}()

// accumulate turns d = a*b + d into the two-source form, which has no modifiers and wants a VGPR as its second source.
func accumulate(in *Inst, op amdgpu.Op) {
	d, a, b, c := &in.Opd[0], &in.Opd[1], &in.Opd[2], &in.Opd[3]
	if c.Kind != amdgpu.OpdReg || c.Reg != d.Reg || in.Flags != 0 {
		return
	}
	for _, o := range [...]*amdgpu.Operand{d, a, b, c} {
		if o.Mods != 0 {
			return
		}
	}
	if !vgprOperand(b) {
		if !vgprOperand(a) {
			return
		}
		*a, *b = *b, *a
	}
	in.Op, in.N = op, 3
	*c = amdgpu.Operand{}
}
