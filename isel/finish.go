package isel

import (
	"encoding/binary"
	"fmt"

	"ferry/amdgpu"
)

// Lower hands the finished function to package amdgpu's passes: blocks of plain instructions. Branch targets stay block
// numbers.
func Lower(f *Func) []amdgpu.Block {
	blocks := make([]amdgpu.Block, len(f.Blocks))
	all := make([]amdgpu.Inst, len(f.Insts))
	for i := range f.Insts {
		all[i] = f.Insts[i].Inst
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		blocks[i].Insts = all[b.First:b.Last:b.Last]
		blocks[i].Succs = make([]int, len(b.Linear))
		for k, s := range b.Linear {
			blocks[i].Succs[k] = int(s)
		}
	}
	return blocks
}

// Code is the encoded form of a function.
type Code struct {
	Bytes  []byte
	Relocs []CodeReloc
	Lines  []LineEntry
	Insts  int
}

// CodeReloc is a literal of the code that holds a symbol's address.
type CodeReloc struct {
	Offset uint64
	Sym    SymRef
}

// LineEntry says that the code from PC on belongs to PTX line Line.
type LineEntry struct{ PC, Line uint32 }

// Encode lays the blocks out one after the other, encodes them and sets the branch distances.
func Encode(f *Func, blocks []amdgpu.Block) (*Code, error) {
	c := &Code{}
	start := make([]int, len(blocks)+1)
	type fixup struct{ at, block int }
	var fixups []fixup
	line := int32(0)
	for b := range blocks {
		start[b] = len(c.Bytes)
		for i := range blocks[b].Insts {
			in := &blocks[b].Insts[i]
			at := len(c.Bytes)
			if in.Line != 0 && in.Line != line {
				line = in.Line
				c.Lines = append(c.Lines, LineEntry{uint32(at), uint32(line)})
			}
			sym := -1
			for k := range int(in.N) {
				switch o := &in.Opd[k]; o.Kind {
				case amdgpu.OpdLabel:
					fixups = append(fixups, fixup{at, int(o.Imm)})
					o.Imm = 4 // patched below
				case amdgpu.OpdSym:
					sym = int(o.Imm)
				}
			}
			var err error
			if c.Bytes, err = amdgpu.Encode(f.Target, in, c.Bytes); err != nil {
				return nil, fmt.Errorf("line %d: %w", in.Line, err)
			}
			if sym >= 0 {
				c.Relocs = append(c.Relocs, CodeReloc{Offset: uint64(len(c.Bytes) - 4), Sym: f.Syms[sym]})
			}
			c.Insts++
		}
	}
	start[len(blocks)] = len(c.Bytes)
	for _, x := range fixups {
		d := (start[x.block] - x.at - 4) / 4
		if d != int(int16(d)) {
			return nil, fmt.Errorf("branch of %d bytes is out of range", 4*d)
		}
		binary.LittleEndian.PutUint16(c.Bytes[x.at:], uint16(int16(d)))
	}
	return c, nil
}
