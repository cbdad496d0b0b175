package isel

import "ferry/amdgpu"

// Shorten replaces instructions, registers being known, by shorter ones that do the same: multiply-adds onto their own
// addend, small scalar constants.
func Shorten(f *Func) {
	for i := range f.Insts {
		in := &f.Insts[i]
		switch in.Op {
		case amdgpu.VFmaF32:
			accumulate(in, amdgpu.VFmacF32)
		case amdgpu.VFmaF16:
			accumulate(in, amdgpu.VFmacF16)
		case amdgpu.SMovB32:
			if o := &in.Opd[1]; o.Kind == amdgpu.OpdImm && in.Opd[0].Reg.IsSGPR() {
				if v := int32(o.Imm); int32(int16(v)) == v && (v > 64 || v < -16) {
					in.Op = amdgpu.SMovkI32
					o.Imm = int64(uint16(v))
				}
			}
		}
	}
}

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
	vgpr := func(o *amdgpu.Operand) bool { return o.Kind == amdgpu.OpdReg && o.Reg.IsVGPR() }
	if !vgpr(b) {
		if !vgpr(a) {
			return
		}
		*a, *b = *b, *a
	}
	in.Op, in.N = op, 3
	*c = amdgpu.Operand{}
}
