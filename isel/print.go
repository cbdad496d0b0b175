package isel

import (
	"fmt"
	"strings"

	"ferry/amdgpu"
)

var pseudoNames = map[amdgpu.Op]string{
	PseudoCopy: "COPY", PseudoUndef: "UNDEF", PseudoEntry: "ENTRY", PseudoUse: "USE",
	PseudoReadCopy: "READCOPY", PseudoSymAddr: "SYMADDR",
	PseudoCall: "CALL", PseudoReturn: "RETURN",
}

// String prints f, virtual or physical, for dumps.
func (f *Func) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s (%s), %d virtual registers, %d bytes of scratch\n", f.Name, f.Target.Name, len(f.VRegs), f.ScratchBytes)
	for i := range f.Blocks {
		blk := &f.Blocks[i]
		fmt.Fprintf(&b, "b%d: linear %v logical %v depth %d\n", i, blk.Linear, blk.Logical, blk.Depth)
		for k := blk.First; k < blk.Last; k++ {
			b.WriteString("\t")
			f.printInst(&b, &f.Insts[k])
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (f *Func) printInst(b *strings.Builder, in *Inst) {
	name := pseudoNames[in.Op]
	if name == "" {
		name = in.Op.String()
	}
	b.WriteString(name)
	for k := range int(in.N) {
		if k > 0 {
			b.WriteByte(',')
		}
		b.WriteByte(' ')
		f.printOperand(b, &in.Opd[k])
	}
	if in.Offset != 0 {
		fmt.Fprintf(b, " offset:%d", in.Offset)
	}
	for _, fl := range [...]struct {
		f amdgpu.Flags
		s string
	}{{amdgpu.FlagClamp, "clamp"}, {amdgpu.FlagGLC, "glc"}, {amdgpu.FlagSLC, "slc"}, {amdgpu.FlagDLC, "dlc"}} {
		if in.Flags&fl.f != 0 {
			b.WriteString(" " + fl.s)
		}
	}
	if in.Flags&amdgpu.FlagDPP16 != 0 {
		fmt.Fprintf(b, " dpp16:%#x masks:%#x", in.DPP, in.Masks)
	}
	if in.Flags&amdgpu.FlagDPP8 != 0 {
		fmt.Fprintf(b, " dpp8:%#x", in.DPP)
	}
	if in.Mode != 0 {
		fmt.Fprintf(b, " mode:%#x", uint8(in.Mode))
	}
	if in.Line != 0 {
		fmt.Fprintf(b, " ; line %d", in.Line)
	}
}

func (f *Func) printOperand(b *strings.Builder, o *amdgpu.Operand) {
	if o.Mods&amdgpu.ModNeg != 0 {
		b.WriteByte('-')
	}
	if o.Mods&amdgpu.ModAbs != 0 {
		b.WriteByte('|')
	}
	switch o.Kind {
	case amdgpu.OpdNone:
		b.WriteString("off")
	case amdgpu.OpdImm:
		if o.Imm >= -64 && o.Imm <= 64 {
			fmt.Fprintf(b, "%d", o.Imm)
		} else {
			fmt.Fprintf(b, "%#x", uint64(o.Imm))
		}
	case amdgpu.OpdField:
		fmt.Fprintf(b, "#%d", o.Imm)
	case amdgpu.OpdLabel:
		fmt.Fprintf(b, "b%d", o.Imm)
	case amdgpu.OpdSym:
		if int(o.Imm) < len(f.Syms) {
			s := f.Syms[o.Imm]
			fmt.Fprintf(b, "@%s%+d", s.Name, s.Addend)
		}
	case amdgpu.OpdReg:
		b.WriteString(f.regName(o.Reg, int(max(o.Width, 1))))
	}
	if o.Mods&amdgpu.ModAbs != 0 {
		b.WriteByte('|')
	}
	if o.Mods&amdgpu.ModHi != 0 {
		b.WriteString(".h")
	}
}

func (f *Func) regName(r amdgpu.Reg, w int) string {
	switch {
	case r.IsVirtual():
		id, sub := SplitVirt(r)
		v := &f.VRegs[id]
		c := [...]string{"s", "v", "l"}[v.Class]
		if int(v.Width) == w {
			return fmt.Sprintf("%%%s%d", c, id)
		}
		return fmt.Sprintf("%%%s%d[%d:%d]", c, id, sub, sub+w-1)
	case r.IsVGPR():
		if w == 1 {
			return fmt.Sprintf("v%d", r-amdgpu.V(0))
		}
		return fmt.Sprintf("v[%d:%d]", r-amdgpu.V(0), int(r-amdgpu.V(0))+w-1)
	case r.IsSGPR():
		if w == 1 {
			return fmt.Sprintf("s%d", r)
		}
		return fmt.Sprintf("s[%d:%d]", r, int(r)+w-1)
	}
	switch r {
	case amdgpu.VCCLo:
		return "vcc_lo"
	case amdgpu.VCCHi:
		return "vcc_hi"
	case amdgpu.ExecLo:
		return "exec_lo"
	case amdgpu.ExecHi:
		return "exec_hi"
	case amdgpu.M0:
		return "m0"
	case amdgpu.Null:
		return "null"
	case amdgpu.SCC:
		return "scc"
	case amdgpu.SharedBase:
		return "shared_base"
	case amdgpu.PrivateBase:
		return "private_base"
	}
	return fmt.Sprintf("r%d", r)
}
