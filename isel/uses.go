package isel

import (
	"ferry/amdgpu"
	"ferry/regalloc"
)

// operandKind says how the allocator must see operand k of in. It covers real instructions by the target's tables and
// pseudo instructions by pseudoDir.
func (f *Func) operandKind(in *Inst, d *opDesc, k int) regalloc.Kind {
	var dir amdgpu.Dir
	if in.Op >= FirstPseudo {
		dir = pseudoDir(in.Op, k)
	} else {
		dir = d.dir[k]
		if k == 0 && dir == amdgpu.DirOut && in.keepsLanes() {
			dir = amdgpu.DirInOut
		}
	}
	switch dir {
	case amdgpu.DirOut:
		if earlyDef(in.Op) {
			return regalloc.EarlyDef
		}
		return regalloc.Def
	case amdgpu.DirInOut:
		return regalloc.UseDef
	}
	return regalloc.Use
}

// keepsLanes reports whether lanes of the destination keep their value, as those without a source do in a DPP instruction
// unless bound_ctrl gives them 0.
func (in *Inst) keepsLanes() bool {
	return in.Flags&amdgpu.FlagDPP8 != 0 || in.Flags&amdgpu.FlagDPP16 != 0 && (in.Flags&amdgpu.FlagBoundCtrl == 0 || in.Masks != allRows)
}

// earlyDef lists the instructions that write their destination in more than one step, or that become several
// instructions, so that no source may share a register with it.
func earlyDef(op amdgpu.Op) bool {
	switch op {
	case amdgpu.VMadU64U32, amdgpu.VMadI64I32, amdgpu.VMqsadPkU16U8, amdgpu.VMqsadU32U8, amdgpu.VQsadPkU16U8, PseudoSymAddr:
		return true
	}
	return false
}

// pseudoDir is the direction of operand k of a pseudo instruction.
func pseudoDir(op amdgpu.Op, k int) amdgpu.Dir {
	switch op {
	case PseudoCopy, PseudoReadCopy, PseudoSymAddr:
		if k == 0 {
			return amdgpu.DirOut
		}
	case PseudoUndef, PseudoEntry:
		return amdgpu.DirOut
	case PseudoCall:
		if k == 3 {
			return amdgpu.DirOut
		}
	}
	return amdgpu.DirIn
}
