package isel

import (
	"encoding/binary"
	"fmt"

	"ferry/amdgpu"
)

// Lower hands the finished function to package amdgpu's passes: blocks of plain instructions. Branch targets stay block
// numbers. The result lives until Release.
func Lower(f *Func) []amdgpu.Block {
	succs := 0
	for i := range f.Blocks {
		succs += len(f.Blocks[i].Linear)
	}
	buf := f.buf
	buf.code = sized(buf.code, len(f.Blocks))
	buf.lowered = sized(buf.lowered, len(f.Insts))
	buf.targets = sized(buf.targets, succs)
	all, targets := buf.lowered, buf.targets
	for i := range f.Insts {
		f.Insts[i].lower(&all[i])
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		n := len(b.Linear)
		buf.code[i] = amdgpu.Block{Insts: all[b.First:b.Last:b.Last], Succs: targets[:n:n]}
		targets = targets[n:]
		for k, s := range b.Linear {
			buf.code[i].Succs[k] = int(s)
		}
	}
	return buf.code
}

// Code is the encoded form of a function.
type Code struct {
	Bytes  []byte
	Relocs []CodeReloc
	Lines  []LineEntry
	Aligns []AlignEntry
	Insts  int
}

// CodeReloc is a literal of the code that holds a symbol's address.
type CodeReloc struct {
	Offset uint64
	Sym    SymRef
}

// AlignEntry says that the access at PC was made of several, and is aligned to no more than Align bytes.
type AlignEntry struct {
	PC    uint32
	Align uint8
}

// LineEntry says that the code from PC on belongs to PTX line Line.
type LineEntry struct{ PC, Line uint32 }

// Encode lays the blocks out one after the other, encodes them and sets the branch distances. Branches whose 16-bit
// distance does not reach go through a register pair that allocation left free (longBranchPair).
func Encode(f *Func, blocks []amdgpu.Block) (*Code, error) {
	e := encoder{f: f, blocks: blocks, start: make([]int, len(blocks)+1)}
	for {
		if err := e.run(); err != nil {
			return nil, err
		}
		grown := false
		for i := range e.branches {
			x := &e.branches[i]
			if d := e.distance(x); !x.long && d != int(int16(d)) {
				x.long, grown = true, true
			}
		}
		if !grown {
			break
		}
	}
	for i := range e.branches {
		x := &e.branches[i]
		d := e.distance(x)
		if x.long {
			e.patchLong(x)
		} else {
			binary.LittleEndian.PutUint16(e.c.Bytes[x.at:], uint16(int16(d)))
		}
		for k := range int(x.in.N) {
			if x.in.Opd[k].Kind == amdgpu.OpdLabel {
				x.in.Opd[k].Imm = int64(4*d + 4) // for the printer
			}
		}
	}
	return &e.c, nil
}

// longBranchPair is the first of the two SGPRs that long branches use; allocation leaves them alone in functions that
// could need them.
const (
	longBranchPair  = maxSGPRs - 2
	longBranchInsts = 10000 // of 12 bytes or less: the 16 bits count 131,068 bytes
)

type encoder struct {
	f        *Func
	blocks   []amdgpu.Block
	c        Code
	start    []int // of each block
	branches []branch
}

// branch is one branch instruction.
type branch struct {
	in    *amdgpu.Inst
	at    int // its place
	base  int // what a long one adds to: the end of its s_getpc_b64
	lits  [2]int
	block int
	long  bool
}

// distance is what the branch has to bridge, in dwords from its end.
func (e *encoder) distance(x *branch) int { return (e.start[x.block] - x.at - 4) / 4 }

// run encodes everything once, with the branches found long so far.
func (e *encoder) run() error {
	c := &e.c
	*c = Code{Bytes: c.Bytes[:0], Relocs: c.Relocs[:0], Lines: c.Lines[:0], Aligns: c.Aligns[:0]}
	nb := 0
	line := int32(0)
	for b := range e.blocks {
		e.start[b] = len(c.Bytes)
		insts := e.blocks[b].Insts
		for i := range insts {
			in := &insts[i]
			at := len(c.Bytes)
			if in.Line != 0 && in.Line != line {
				line = in.Line
				c.Lines = append(c.Lines, LineEntry{uint32(at), uint32(line)})
			}
			if in.Align != 0 {
				c.Aligns = append(c.Aligns, AlignEntry{uint32(at), in.Align})
			}
			sym := -1
			isBranch := false
			for k := range int(in.N) {
				switch o := &in.Opd[k]; o.Kind {
				case amdgpu.OpdLabel:
					isBranch = true
					if nb == len(e.branches) {
						e.branches = append(e.branches, branch{in: in, block: int(o.Imm)})
					}
					o.Imm = 4 // patched later
				case amdgpu.OpdSym:
					sym = int(o.Imm)
				}
			}
			var err error
			if isBranch {
				x := &e.branches[nb]
				nb++
				x.at = at
				if x.long {
					if err := e.long(x); err != nil {
						return err
					}
					continue
				}
			}
			if c.Bytes, err = amdgpu.Encode(e.f.Target, in, c.Bytes); err != nil {
				return fmt.Errorf("line %d: %w", in.Line, err)
			}
			if sym >= 0 {
				c.Relocs = append(c.Relocs, CodeReloc{Offset: uint64(len(c.Bytes) - 4), Sym: e.f.Syms[sym]})
			}
			c.Insts++
		}
	}
	e.start[len(e.blocks)] = len(c.Bytes)
	return nil
}

// opposite gives the branch that is taken where op is not.
func opposite(op amdgpu.Op) (amdgpu.Op, bool) {
	switch op {
	case amdgpu.SCbranchScc0:
		return amdgpu.SCbranchScc1, true
	case amdgpu.SCbranchScc1:
		return amdgpu.SCbranchScc0, true
	case amdgpu.SCbranchVccz:
		return amdgpu.SCbranchVccnz, true
	case amdgpu.SCbranchVccnz:
		return amdgpu.SCbranchVccz, true
	case amdgpu.SCbranchExecz:
		return amdgpu.SCbranchExecnz, true
	case amdgpu.SCbranchExecnz:
		return amdgpu.SCbranchExecz, true
	}
	return 0, false
}

// long emits a branch over any distance: a conditional one jumps over it with the opposite condition.
func (e *encoder) long(x *branch) error {
	if e.f.NumSGPR > longBranchPair && e.f.MaxSGPR > longBranchPair {
		return fmt.Errorf("line %d: a branch over more than 128 KiB has no registers", x.in.Line)
	}
	c := &e.c
	put := func(op amdgpu.Op, opds ...amdgpu.Operand) (err error) {
		in := amdgpu.Inst{Op: op, N: uint8(len(opds))}
		copy(in.Opd[:], opds)
		c.Bytes, err = amdgpu.Encode(e.f.Target, &in, c.Bytes)
		c.Insts++
		return err
	}
	if x.in.Op != amdgpu.SBranch {
		op, ok := opposite(x.in.Op)
		if !ok {
			return fmt.Errorf("line %d: %s over more than 128 KiB", x.in.Line, x.in.Op)
		}
		const skipped = 4 + 8 + 8 + 4 // the bytes of what follows
		if err := put(op, amdgpu.Operand{Kind: amdgpu.OpdLabel, Imm: 4 + skipped}); err != nil {
			return err
		}
	}
	p := amdgpu.S(longBranchPair)
	if err := put(amdgpu.SGetpcB64, r2(p)); err != nil {
		return err
	}
	x.base = len(c.Bytes)
	lit := amdgpu.Operand{Kind: amdgpu.OpdSym}
	if err := put(amdgpu.SAddU32, r1(p), r1(p), lit); err != nil {
		return err
	}
	x.lits[0] = len(c.Bytes) - 4
	if err := put(amdgpu.SAddcU32, r1(p+1), r1(p+1), lit); err != nil {
		return err
	}
	x.lits[1] = len(c.Bytes) - 4
	return put(amdgpu.SSetpcB64, r2(p))
}

func (e *encoder) patchLong(x *branch) {
	d := int64(e.start[x.block] - x.base)
	binary.LittleEndian.PutUint32(e.c.Bytes[x.lits[0]:], uint32(d))
	binary.LittleEndian.PutUint32(e.c.Bytes[x.lits[1]:], uint32(d>>32))
}
