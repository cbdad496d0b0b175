package isel

import (
	"math/bits"

	"ferry/amdgpu"
)

// narrow replaces a 64-bit operation of which nobody reads the high half by its 32-bit form: addresses of shared memory are
// computed as 64-bit ones in PTX. RemoveDead calls it in its backward sweep, so that what made the high halves of the sources
// goes as well; unused and count are its accounts.
func narrow(in *Inst, d *opDesc, unused func(amdgpu.Reg, int) bool, count func(*Inst, *opDesc, int32)) bool {
	if d == nil || in.N == 0 || in.Opd[0].Kind != amdgpu.OpdReg || !in.Opd[0].Reg.IsVirtual() || in.Flags != 0 {
		return false
	}
	o := &in.Opd
	switch in.Op {
	case amdgpu.VLshlrevB64:
		if o[1].Kind != amdgpu.OpdImm || o[1].Imm&63 > 31 || !unused(o[0].Reg+1, 1) {
			return false
		}
		count(in, d, -1)
		in.Op = amdgpu.VLshlrevB32
		o[0], o[1], o[2] = lo(o[0]), imm(o[1].Imm&63), lo(o[2])
	case amdgpu.VAddCoU32:
		if o[1].Kind != amdgpu.OpdReg || !o[1].Reg.IsVirtual() || !unused(o[1].Reg, int(max(o[1].Width, 1))) {
			return false
		}
		count(in, d, -1)
		in.Op, in.N = amdgpu.VAddNcU32, 3
		o[1], o[2], o[3] = o[2], o[3], amdgpu.Operand{}
	case amdgpu.VMadU64U32, amdgpu.VMadI64I32:
		// A factor that is a power of two, or no addend: shifts and products are cheaper.
		k := o[3].Imm
		if o[3].Kind != amdgpu.OpdImm || o[1].Kind != amdgpu.OpdReg || !o[1].Reg.IsVirtual() || !unused(o[1].Reg, int(max(o[1].Width, 1))) || !unused(o[0].Reg+1, 1) {
			return false
		}
		switch {
		case k > 0 && k&(k-1) == 0 && k < 1<<31:
			count(in, d, -1)
			in.Op, in.N = amdgpu.VLshlAddU32, 4
			o[0], o[1], o[2], o[3], o[4] = lo(o[0]), o[2], imm(int64(bits.TrailingZeros64(uint64(k)))), lo(o[4]), amdgpu.Operand{}
		case o[4].Kind == amdgpu.OpdImm && o[4].Imm == 0:
			count(in, d, -1)
			in.Op, in.N = amdgpu.VMulLoU32, 3
			o[0], o[1], o[2], o[3], o[4] = lo(o[0]), o[2], o[3], amdgpu.Operand{}, amdgpu.Operand{}
		default:
			return false
		}
	default:
		return false
	}
	return true
}
