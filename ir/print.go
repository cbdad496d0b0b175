package ir

import (
	"fmt"
	"strings"
)

// This file prints functions for dumps.

// String lists f block by block.
func (f *Func) String() string {
	var s strings.Builder
	kind := "func"
	if f.Kernel {
		kind = "kernel"
	}
	fmt.Fprintf(&s, "%s %s params %d shared %d local %d\n", kind, f.Name, f.ParamBytes, f.SharedBytes, f.LocalBytes)
	for _, b := range f.Blocks {
		printBlock(&s, b)
	}
	return s.String()
}

func printBlock(s *strings.Builder, b *Block) {
	fmt.Fprintf(s, "b%d:", b.ID)
	if len(b.Preds) > 0 {
		s.WriteString(" <-")
		for _, p := range b.Preds {
			fmt.Fprintf(s, " b%d", p.ID)
		}
	}
	s.WriteByte('\n')
	for _, v := range b.Values {
		s.WriteString("  ")
		s.WriteString(v.LongString())
		s.WriteByte('\n')
	}
	switch b.Kind {
	case BlockJump:
		fmt.Fprintf(s, "  jump b%d\n", b.Succs[0].ID)
	case BlockBranch:
		fmt.Fprintf(s, "  branch %s b%d b%d\n", argString(b.Ctrl), b.Succs[0].ID, b.Succs[1].ID)
	case BlockTrap:
		fmt.Fprintf(s, "  trap %d\n", b.TrapCode)
	default:
		fmt.Fprintf(s, "  %s\n", blockKindNames[b.Kind])
	}
}

func argString(v *Value) string {
	if v == nil {
		return "nil"
	}
	if v.Op == OpConst {
		return fmt.Sprintf("%#x", v.Imm)
	}
	return v.String()
}

// LongString is one line for v: result, type, operation, attributes, arguments, line.
func (v *Value) LongString() string {
	var s strings.Builder
	if v.Type != Void {
		u := ""
		if v.Uniform {
			u = "u"
		}
		fmt.Fprintf(&s, "%v.%s%v = ", v, u, v.Type)
	}
	s.WriteString(v.Op.String())
	if a := v.FP; a.Fmt != FmtNone {
		fmt.Fprintf(&s, ".%v", a.Fmt)
		if a.Round != RN {
			fmt.Fprintf(&s, ".%v", a.Round)
		}
		if a.FTZ {
			s.WriteString(".ftz")
		}
		if a.Sat {
			s.WriteString(".sat")
		}
	}
	switch v.Op {
	case OpICmp, OpFCmp:
		fmt.Fprintf(&s, ".%v", Cond(v.Imm))
	case OpLoad, OpStore, OpAtomic, OpPrefetch:
		m := v.Mem
		if v.Op == OpAtomic {
			fmt.Fprintf(&s, ".%v", m.Atom)
		}
		fmt.Fprintf(&s, ".%v.%d", m.Space, m.Size)
		if m.N > 1 {
			fmt.Fprintf(&s, "x%d", m.N)
		}
		if m.Signed {
			s.WriteString(".signed")
		}
		if m.Order != Weak {
			fmt.Fprintf(&s, ".%v.%v", m.Order, m.Scope)
		}
		fmt.Fprintf(&s, " %+d", int64(v.Imm))
	case OpFence:
		fmt.Fprintf(&s, ".%v.%v", v.Mem.Order, v.Mem.Scope)
	case OpApertureBase:
		fmt.Fprintf(&s, ".%v", v.Mem.Space)
	case OpTid, OpGroupID, OpProj, OpParam, OpFrameAddr, OpFClass, OpDot4, opGetVar, opSetVar:
		fmt.Fprintf(&s, " #%d", int64(v.Imm))
	}
	if v.Sym != nil {
		fmt.Fprintf(&s, " %s%+d", v.Sym.Name, int64(v.Imm))
	}
	for i, a := range v.Args {
		s.WriteByte(' ')
		if v.Op == OpPhi && i < len(v.Block.Preds) {
			fmt.Fprintf(&s, "b%d:", v.Block.Preds[i].ID)
		}
		s.WriteString(argString(a))
	}
	fmt.Fprintf(&s, " ; %d", v.Line)
	return s.String()
}

// String lists the linear form.
func (lf *LFunc) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %d masks\n", lf.Func.Name, lf.NumMasks)
	for i := range lf.Blocks {
		x := &lf.Blocks[i]
		fmt.Fprintf(&s, "L%d (depth %d) logical %v linear %v\n", i, x.Depth, x.Logical, x.Succs)
		for _, a := range x.Pre {
			fmt.Fprintf(&s, "  %s\n", a)
		}
		if x.Block != nil {
			for _, l := range strings.Split(strings.TrimSuffix(blockString(x.Block), "\n"), "\n") {
				fmt.Fprintf(&s, "    %s\n", l)
			}
		}
		for _, a := range x.Post {
			fmt.Fprintf(&s, "  %s\n", a)
		}
		t := x.Term
		switch t.Kind {
		case TermJump:
			fmt.Fprintf(&s, "  goto L%d\n", t.Target)
		case TermBranch:
			fmt.Fprintf(&s, "  if %s goto L%d else L%d\n", argString(t.Cond), t.Target, t.Else)
		case TermMask:
			fmt.Fprintf(&s, "  if m%d goto L%d else L%d\n", t.Mask, t.Target, t.Else)
		case TermEnd:
			s.WriteString("  end\n")
		case TermReturn:
			s.WriteString("  return\n")
		case TermTrap:
			s.WriteString("  trap\n")
		}
	}
	return s.String()
}

func blockString(b *Block) string {
	var s strings.Builder
	printBlock(&s, b)
	return s.String()
}

func (a Action) String() string {
	c := "exec"
	if a.Cond != nil {
		c = "exec & " + argString(a.Cond)
		if a.Not {
			c = "exec & !" + argString(a.Cond)
		}
	}
	switch a.Kind {
	case ActInit:
		return fmt.Sprintf("m%d = 0", a.Mask)
	case ActOr:
		return fmt.Sprintf("m%d |= %s", a.Mask, c)
	case ActSet:
		return fmt.Sprintf("m%d = %s", a.Mask, c)
	}
	return fmt.Sprintf("exec = m%d; m%d = 0; if !exec goto L%d", a.Mask, a.Mask, a.Target)
}
