package compiler

import (
	"encoding/binary"
	"fmt"

	"ferry/amdgpu"
	"ferry/ir"
	"ferry/isel"
)

// This file puts a kernel and the functions that it really calls together: the functions' code stands behind the
// kernel's, under the kernel's symbol, and stack sizes are summed over the calls.

// openCallees makes a unit of each function that the kernel calls.
func (u *unit) openCallees() {
	if len(u.ssa.Callees) == 0 {
		return
	}
	u.unitOf = map[*ir.Func]*unit{}
	for _, f := range u.ssa.Callees {
		x := &unit{opt: u.opt, target: u.target, mod: u.mod, src: u.src, ssa: f, unitOf: u.unitOf}
		u.unitOf[f] = x
		u.callees = append(u.callees, x)
	}
}

// callee is the machine form of a function, nil before its registers are assigned.
func (u *unit) callee(f *ir.Func) *isel.Func {
	if x := u.unitOf[f]; x != nil && x.code != nil {
		return x.mir
	}
	return nil
}

// name is what dumps call the unit.
func (u *unit) name() string {
	if u.ssa == nil || u.ssa.Kernel {
		return u.src.Name
	}
	return u.src.Name + "$" + u.ssa.Name
}

// needs gives, for each function, the scratch bytes that a call of it takes: its own frame and the deepest of what it
// calls, where a cycle of calls counts once around.
func (u *unit) needs() map[*ir.Func]int {
	need := map[*ir.Func]int{}
	for i := 0; i < len(u.callees); {
		j := i + 1
		c := u.callees[i].ssa.Cycle
		for c != 0 && j < len(u.callees) && u.callees[j].ssa.Cycle == c {
			j++
		}
		most := 0
		for _, x := range u.callees[i:j] {
			need[x.ssa] = x.mir.ScratchBytes + deepest(x.ssa, need, c)
			most = max(most, need[x.ssa])
		}
		for _, x := range u.callees[i:j] {
			need[x.ssa] = most
		}
		i = j
	}
	return need
}

// deepest is the largest need of what f calls outside the given cycle.
func deepest(f *ir.Func, need map[*ir.Func]int, cycle int) int {
	n := 0
	for _, g := range f.Calls {
		if cycle == 0 || g.Cycle != cycle {
			n = max(n, need[g])
		}
	}
	return n
}

// stackBytes is the scratch memory of a thread that is known before the launch.
func (u *unit) stackBytes() int {
	n := u.mir.ScratchBytes
	if len(u.callees) > 0 {
		n += deepest(u.ssa, u.needs(), 0)
	}
	return n
}

// codeAlign is the alignment of a function's code: a cache line of the instruction cache.
const codeAlign = 64

// link appends the functions' code to the kernel's.
func (u *unit) link() error {
	if len(u.callees) == 0 {
		return nil
	}
	need := u.needs()
	static := u.stackBytes()
	at := map[*ir.Func]int{}
	code := *u.code
	for _, x := range u.callees {
		for len(code.Bytes)%codeAlign != 0 {
			var err error
			if code.Bytes, err = amdgpu.Encode(u.target, &amdgpu.Inst{Op: amdgpu.SCodeEnd}, code.Bytes); err != nil {
				return err
			}
		}
		at[x.ssa] = len(code.Bytes)
		code.Bytes = append(code.Bytes, x.code.Bytes...)
		code.Insts += x.code.Insts
		for _, l := range x.code.Lines {
			code.Lines = append(code.Lines, isel.LineEntry{PC: l.PC + uint32(at[x.ssa]), Line: l.Line})
		}
		for _, a := range x.code.Aligns {
			code.Aligns = append(code.Aligns, isel.AlignEntry{PC: a.PC + uint32(at[x.ssa]), Align: a.Align})
		}
	}
	code.Relocs = nil
	for _, x := range append([]*unit{u}, u.callees...) {
		base := at[x.ssa]
	relocs:
		for _, r := range x.code.Relocs {
			r.Offset += uint64(base)
			lit := code.Bytes[r.Offset:]
			if r.Sym.Name == isel.StackNeed {
				n := x.mir.ScratchBytes + deepest(x.ssa, need, x.ssa.Cycle) - static
				binary.LittleEndian.PutUint32(lit, uint32(n))
				continue
			}
			for k, g := range x.ssa.Calls {
				if r.Sym.Name != isel.CalleeSymbol(k) {
					continue
				}
				d := int64(at[g]) + r.Sym.Addend - int64(r.Offset)
				switch r.Sym.Rel {
				case isel.RelLo:
					binary.LittleEndian.PutUint32(lit, uint32(d))
				case isel.RelHi:
					binary.LittleEndian.PutUint32(lit, uint32(d>>32))
				default:
					return fmt.Errorf("internal error: relocation %d of a call", r.Sym.Rel)
				}
				continue relocs
			}
			code.Relocs = append(code.Relocs, r)
		}
	}
	u.code = &code
	return nil
}
